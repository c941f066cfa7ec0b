"""`decide`: compare the choices of a position by playing on after each."""

from collections.abc import Generator, Sequence
from dataclasses import replace

from monopoly_lab.common.argument_checks import check_before_call
from monopoly_lab.common.errors import ExperimentError
from monopoly_lab.common.messages import say, speaking
from monopoly_lab.constants import action
from monopoly_lab.experiments.comparison import Comparison, Measured
from monopoly_lab.experiments.jobs import checked_games
from monopoly_lab.experiments.paired_differences import BANKRUPT, arm_by_arm
from monopoly_lab.experiments.plan import BEST, plan_of, with_limit
from monopoly_lab.game.game import Game
from monopoly_lab.game.seats import seed_of
from monopoly_lab.notation.nodes import NOTHING, Chance, Decision, sums
from monopoly_lab.notation.parser import WORDS
from monopoly_lab.players import Strategy

SLICE = 50  # compiled games between two looks


@check_before_call("choices")
def decide(
    game: Game,
    choices: Sequence[str] | None = None,
    *,
    games: int = 400,
    rounds: int | None = None,
    measure: Measured = "wins",
    confidence: float = 0.95,
    seed: int = 1,
    progress: bool = True,
    answer_limit: float | None = None,
    lang: str = "",
    others: str | Strategy = BEST,
) -> Comparison:
    """Play on many times after each choice, with the same luck, and return which choice is best.

    Before a throw, the choice "-" means to do nothing and throw the dice. Seats of persons are played by `others`
    afterwards. The luck differs from that of the game, so it does not reveal what will happen. The intervals hold for
    all pairs of choices together.

    Args:
        game: Game at a decision; unchanged.
        choices: Texts as `Game.apply` takes them. By default the legal choices of the open decision (of amounts the
            smallest, half and the largest) and the acts of the player who decides.
        games: Number of games after each choice.
        rounds: Stop each game after this many rounds.
        measure: "wins", "worth", "cash", "bankrupt", "rounds", or a function from a `Position` to a number.
        confidence: Confidence of the intervals, from 0.5 to below 1.
        seed: Seed of the luck: the same seed gives the same games.
        progress: Show a progress bar.
        answer_limit: Seconds after which a function at a seat, or a `CompiledStrategy` in plain Python, is stopped; no
            limit if left out.
        lang: Language of the words: "en", "ru" or "uk"; that of the session if empty.
        others: Strategy that plays the seats of persons.

    Returns:
        The `Comparison` of the choices: begin with `table`, `sentence()` and `figure()`.

    Raises:
        ExperimentError: For a game that is over or has nothing to choose.
        IllegalChoice: For a choice that the rules refuse.
        UnreadableChoice: For a text that is no choice.

    Example:
        >>> game = ml.Game("classic_us", players=["Ann", "Bo"], seed=1)
        >>> told = game.run(steps=2), game.apply("roll 5 6")
        >>> ml.decide(game, ["buy", "auction"], games=20, progress=False).games
        20
    """
    with speaking(lang or game.lang):
        found = prepare_comparison(
            game, choices, rounds, measure, confidence, seed, progress, lang, answer_limit, others
        )
        found.play(checked_games(games, 2), None)
        return best_first(found)


def prepare_comparison(
    game: Game,
    choices: Sequence[str] | None = None,
    rounds: int | None = None,
    measure: Measured = "wins",
    confidence: float = 0.95,
    seed: int = 1,
    progress: bool = False,
    lang: str = "",
    answer_limit: float | None = None,
    others: str | Strategy = BEST,
) -> Comparison:
    """Return the choices as arms, of which nothing has been played yet."""
    player = decider(game)
    if choices is not None and not choices:
        raise ExperimentError(say("experiment.no_choices"))
    arms = {text: game_after(game, text) for text in choices or usual_choices(game)}
    if len(arms) < 2:
        raise ExperimentError(say("experiment.one_choice"))
    plans = {text: plan_of(arm, None, None, rounds, may_be_over=True, others=others) for text, arm in arms.items()}
    last = plan_of(
        game, None, None, rounds, others=others
    ).start.last  # the same for all, also where a choice ends a round
    plans = {text: replace(plan, start=replace(plan.start, last=last)) for text, plan in plans.items()}
    pairs = len(arms) * (len(arms) - 1) // 2
    luck = seed_of(seed)
    luck += luck == game.seed
    plans = with_limit(plans, answer_limit)
    found = Comparison(plans, luck, measure, player, True, confidence, None, progress, lang or game.lang, pairs)
    found.decided_game = game.fork()
    return found


def play_in_steps(found: Comparison, games: int, compiled: bool) -> Generator[int, None, None]:
    """Play so many games in every arm of a comparison, in steps of some hundredths of a second.

    After each step `found.games` says how many there are. If the experiment stops before the last, `stopped` says so.
    """
    plans = list(found.plans.values())
    while found.games < games:
        number = min(SLICE if compiled else 1, games - found.games)
        steps = arm_by_arm(plans, {}, found.seed, found.games, number, compiled, found.paired)
        found.sums.add((yield from steps))


def stop_early(found: Comparison) -> Comparison:
    """Return the comparison, ended at a look: the intervals are those for games that may be."""
    found.partial = found.is_sequential = True
    return found


def decider(game: Game) -> str:
    """Return who decides: the player the open node asks, or before a throw the one whose turn it is."""
    if game.over:
        raise ExperimentError(say("experiment.over", value=game.edition.called(game.names).title))
    open_node = game.node
    return open_node.player if isinstance(open_node, Decision) else game.state.current_player


def usual_choices(game: Game) -> list[str]:
    """Return the choices of the open node and the acts of the player who decides; before a throw also doing nothing."""
    open_node = game.node
    acts = [text for text in game.acts().get(decider(game), ()) if not is_end(text)]
    if isinstance(open_node, Chance):
        if open_node.kind != "dice":
            raise ExperimentError(say("experiment.no_choice"))
        return [NOTHING, *acts]
    assert isinstance(open_node, Decision)
    return [*sums(open_node), *acts]


def is_end(text: str) -> bool:
    """Return True for the proposal to end the game, which is no choice of what to own."""
    return WORDS.get(text.split(":")[-1].strip()) == action.END


def game_after(game: Game, text: str) -> Game:
    """Return the game after a choice; before a throw the dice fall next."""
    other = game.fork()
    if any(other.raw_state().sealed):
        other._forget_sealed(decider(game))  # what others have bid is not for him to know
    if text != NOTHING:
        other.take(text)
    if not other.over and isinstance(other.node, Chance) and other.node.kind == "dice":
        other.close_acts()
    return other


def best_first(found: Comparison) -> Comparison:
    """Return the comparison with the best arm as the baseline."""
    sign = -1 if found.measure == BANKRUPT else 1
    found.baseline = max(found.plans, key=lambda arm: sign * found.mean(arm).value)
    found.is_choice = True
    return found
