"""`compare`: the same numbered games under several rules, with several players or after several choices.

The arms share their luck (common random numbers): game i has the same dice, piles and random numbers of each player in
all of them, so every difference is due to the arms. `paired_differences` computes the confidence intervals.

The throws of a game are numbered in the order in which they fall, whoever throws (`rules.random_numbers`). After one
throw more in an arm, all later throws there differ from those of the other arms. Numbering them by seat, round and
throw would keep more luck in common. In 24 comparisons of 2,000 pairs it made standard errors 12 % smaller on average,
where pairing itself makes them 43 % smaller. It was not worth a change of the luck of every saved game.
"""

from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from os import PathLike
from typing import TYPE_CHECKING, Any, ClassVar

from monopoly_lab.common.argument_checks import check_argument, check_arguments
from monopoly_lab.common.errors import ExperimentError, FailedGame
from monopoly_lab.common.file_access import quoted
from monopoly_lab.common.function_registry import Exports
from monopoly_lab.common.lazy_imports import pd
from monopoly_lab.common.messages import say, speaking
from monopoly_lab.common.renamed_modules import OldNames
from monopoly_lab.common.validation_errors import hint
from monopoly_lab.experiments import executors
from monopoly_lab.experiments.jobs import (
    BLOCK,
    checked_games,
    measures_of,
    replayed_failure,
    runs_compiled,
    split_into_blocks,
)
from monopoly_lab.experiments.paired_differences import BUILT_IN, SHARES, ArmSums, play_arms
from monopoly_lab.experiments.plan import Plan, plan_of, with_limit
from monopoly_lab.experiments.result_store import ShownAsFigure, Store, TableFiles
from monopoly_lab.game.position import seat_of
from monopoly_lab.game.scenarios.named_start import Playable
from monopoly_lab.game.seats import seed_of
from monopoly_lab.measures.confidence_intervals import Interval
from monopoly_lab.simulation.progress import bar

if TYPE_CHECKING:
    from monopoly_lab.game.game import Game

MOST_GAMES = 1_000_000  # games, where they go on until the interval is small enough
Measured = str | Callable[..., float]


@check_argument
def compare(
    arms: Mapping[str, Playable],
    *,
    games: int = 1_000,
    seed: int = 1,
    measure: Measured = "wins",
    player: str | None = None,
    paired: bool = True,
    until: float | None = None,
    confidence: float = 0.95,
    executor: Executor | str | None = None,
    progress: bool = True,
    rounds: int | None = None,
    folder: str | PathLike[str] | None = None,
    answer_limit: float | None = None,
    lang: str = "",
) -> "Comparison":
    """Play the same games in every arm and return how they differ from the first.

    Args:
        arms: By a name of your own, editions, scenarios or games, all with the same players.
        games: Number of games.
        seed: Seed of the luck: the same seed gives the same games.
        measure: "wins", "worth", "cash", "bankrupt", "rounds", or a function from a `Position` to a number.
        player: Whose measure; by default the player whose turn it is, else the first.
        paired: Give all arms the same luck; False gives each arm luck of its own.
        until: Play until no interval of a difference has a larger half width than this. It is checked every 500 games;
            the intervals are valid at every check.
        confidence: Confidence of the intervals, from 0.5 to below 1.
        executor: "threads", "processes" or an executor of `concurrent.futures`; the result does not depend on it.
        progress: Show a progress bar.
        rounds: Stop each game after this many rounds.
        folder: Folder in which finished blocks are kept as Parquet; the same call finds them there later.
        answer_limit: Seconds after which a function at a seat, or a `CompiledStrategy` in plain Python, is stopped; no
            limit if left out.
        lang: Language of the words: "en", "ru" or "uk"; that of the session if empty.

    Returns:
        The `Comparison`: begin with `table`, `sentence()` and `figure()`.

    Raises:
        ExperimentError: For arms that cannot be compared.

    References:
        Glasserman 2003, Monte Carlo Methods in Financial Engineering, section 4.2, on common random numbers.

    Example:
        >>> usual = ml.Game("classic_us", seed=1)
        >>> arms = {"usual": usual, "rich": ml.Game("classic_us", seed=1, options={"salary": 400})}
        >>> ml.compare(arms, games=40, measure="rounds", progress=False).games
        40
    """
    with speaking(lang):
        plans = {name: plan_of(what, None, None, rounds) for name, what in checked_arms(arms).items()}
        comparison = Comparison(
            with_limit(plans, answer_limit), seed, measure, player, paired, confidence, executor, progress, lang
        )
        return comparison.play(checked_games(games, 2), checked_until(until), folder)


@check_arguments
class Comparison(TableFiles, ShownAsFigure, Exports, OldNames):
    """The result of `compare` or `decide`: arms played with the same luck.

    An arm is one of the things compared; the first is the baseline. A difference is the mean over pairs of games with
    the same luck, arm minus baseline. Begin with `table` (a row for each arm); `sentence()` says what was found.
    """

    OLD_NAMES: ClassVar = {
        "level": "interval_confidence",
        "pairs": "compared_pairs",
        "position": "decided_game",
        "reach": "largest_half_width",
    }

    def __init__(
        self,
        plans: Mapping[str, Plan],
        seed: int,
        measure: Measured,
        player: str | None,
        paired: bool,
        confidence: float,
        executor: Executor | str | None,
        progress: bool,
        lang: str,
        compared_pairs: int = 1,
    ) -> None:
        self.plans, self.lang, self.paired, self.seed = dict(plans), lang, paired, seed_of(seed)
        self.confidence, self.compared_pairs = checked_confidence(confidence), compared_pairs
        own = measures_of(measure) if callable(measure) else {}
        self.measures = (*BUILT_IN, *own)
        self.measure = next(iter(own)) if own else checked_measure(measure)
        self.players = checked_players(plans)
        self.player = self.players[seat_of(self.players, self._default_player() if player is None else player)]
        self.baseline = next(iter(plans))
        self.partial, self.is_sequential = False, False
        self.is_choice = False  # True where arms are choices in one position, the best of them the baseline
        self.decided_game: Game | None = None  # whose choices are the arms, written as `Game.apply` takes them
        self.sums = ArmSums.nothing(len(self.measures), len(self.players), len(plans))
        self._own, self._executor, self._progress = own, executor, progress

    def _default_player(self) -> str:
        """Return whose decision it is in a game in progress; else the first player."""
        game = next(iter(self.plans.values())).game
        return game.state.current_player if game.round else self.players[0]

    # Playing

    def play(self, games: int, until: float | None, folder: str | PathLike[str] | None = None) -> "Comparison":
        """Play this many games in every arm, or as many as it takes.

        Args:
            games: Number of games in each arm.
            until: Half width of the intervals to reach; None plays exactly `games`.
            folder: Folder for finished blocks.

        Returns:
            This comparison.
        """
        self.partial = False
        self.is_sequential = self.is_sequential or until is not None or self.games > 0
        most = MOST_GAMES if until is not None else games
        try:
            with speaking(self.lang):
                self._play(most, until, folder)
        except KeyboardInterrupt as interrupt:
            executors.keep_result(interrupt, self.games)
            self.partial = True
        return self

    def more(self, games: int = 1_000) -> "Comparison":
        """Play more games; from then on, intervals are wider and hold however often games are added.

        Args:
            games: Number of games to add.

        Returns:
            This comparison.

        References:
            Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas 2024, The Annals of Statistics 52, theorem 2.2.
        """
        return self.play(checked_games(games), None)

    def _play(self, games: int, until: float | None, folder: str | PathLike[str] | None) -> None:
        plans = list(self.plans.values())
        slow = any(plan.has_functions for plan in plans)
        compiled = runs_compiled(plans, games)
        blocks = list(split_into_blocks(self.games, games, slow))
        store = Store(folder, (plans, self._own, self.seed, self.paired))
        jobs = ((plans, self._own, self.seed, first, number, compiled, self.paired) for first, number in blocks)
        with (
            executors.open_executor(self._executor, slow or not compiled, len(blocks)) as executor,
            bar(games, say("experiment.playing"), self._progress, len(plans)) as shown,
        ):
            try:
                for sums in store.read_or_play(executors.run_in_order, play_arms, jobs, executor):
                    self.sums.add(sums)
                    shown.update(sums.games)
                    if until is not None and self.games % BLOCK == 0 and self.largest_half_width <= until:
                        break
            except FailedGame as failed:
                name, plan = list(self.plans.items())[failed.arm]
                failed.args = (say("experiment.failed_arm", arm=name, problem=failed),)
                raise replayed_failure(failed, plan) from failed.__cause__

    # Results

    @property
    def games(self) -> int:
        """Return the number of games played in each arm."""
        return self.sums.games

    @property
    def largest_half_width(self) -> float:
        """Return the largest half width of the intervals of the differences."""
        return max(self.difference(name).half for name in self.plans if name != self.baseline)

    @property
    def interval_confidence(self) -> float:
        """Return the confidence of each interval: with several pairs of arms, after the correction of Bonferroni."""
        return 1 - (1 - self.confidence) / self.compared_pairs

    def mean(self, arm: str, measure: str = "", player: str = "") -> Interval:
        """Return the mean of an arm with its interval, in the unit of the measure.

        Args:
            arm: Name of an arm.
            measure: Name of a measure; that of the comparison if empty.
            player: Name of a player; that of the comparison if empty.

        Raises:
            ExperimentError: For an unknown arm or measure; SeatError for an unknown player.
        """
        m, p = self._place(measure, player)
        is_share = self.measures[m] in SHARES
        return self.sums.mean(m, p, self._arm(arm), self.confidence, self.is_sequential, is_share)

    def difference(self, arm: str, other: str = "", measure: str = "", player: str = "") -> Interval:
        """Return how much more one arm brings than another.

        Args:
            arm: Name of an arm.
            other: Name of the arm to subtract; the baseline if empty.
            measure: Name of a measure; that of the comparison if empty.
            player: Name of a player; that of the comparison if empty.

        Returns:
            Mean difference with its interval, in the unit of the measure.

        Raises:
            ExperimentError: For an unknown arm or measure; SeatError for an unknown player.
        """
        m, p = self._place(measure, player)
        one, two = self._arm(arm), self._arm(other or self.baseline)
        return self.sums.difference(
            m, p, one, two, self.interval_confidence, self.is_sequential, self.paired, self.measures[m] in SHARES
        )

    def identical(self, arm: str, other: str = "") -> float:
        """Return the share of pairs of games that came out the same in both arms, 0 to 1.

        Args:
            arm: Name of an arm.
            other: Name of the other arm; the baseline if empty.
        """
        one, two = self._arm(arm), self._arm(other or self.baseline)
        return int(self.sums.same[one, two]) / max(self.games, 1)

    def _place(self, measure: str, player: str) -> tuple[int, int]:
        name = measure or self.measure
        if name not in self.measures:
            raise ExperimentError(say("experiment.unknown_measure", value=name) + hint(name, self.measures))
        return self.measures.index(name), seat_of(self.players, player or self.player)

    def _arm(self, name: str) -> int:
        if name not in self.plans:
            raise ExperimentError(say("experiment.unknown_arm", value=name) + hint(name, self.plans))
        return list(self.plans).index(name)

    @property
    def table(self) -> "pd.DataFrame":
        """Return, by arm, measure and difference to the baseline with intervals, and the share of identical pairs."""
        rows = [(*self.mean(arm), *self.difference(arm), self.identical(arm)) for arm in self.plans]
        columns = ["mean", "low", "high", "difference", "difference_low", "difference_high", "identical"]
        return pd.DataFrame(rows, index=pd.Index(self.plans, name="arm"), columns=columns)

    @property
    def differences(self) -> "pd.DataFrame":
        """Return, by arm, measure and player, the difference to the baseline with its interval."""
        rows = [
            (arm, measure, player, *self.difference(arm, self.baseline, measure, player))
            for arm in self.plans
            if arm != self.baseline
            for measure in self.measures
            for player in self.players
        ]
        return pd.DataFrame(rows, columns=["arm", "measure", "player", "difference", "low", "high"])

    @property
    def unfinished(self) -> dict[str, int]:
        """Return, by arm, the number of games that were stopped before their end."""
        return dict(zip(self.plans, self.sums.unfinished.tolist()))

    def _table(self) -> "pd.DataFrame":
        """Return `differences`, which `to_csv` and `to_parquet` write."""
        return self.differences

    # Showing

    def sentence(self, lang: str = "") -> str:
        """Return the result in one or two sentences.

        Args:
            lang: Language of the words: "en", "ru" or "uk"; that of the experiment if empty.
        """
        from monopoly_lab.experiments.summary_text import comparison_sentence

        with speaking(lang or self.lang):
            return comparison_sentence(self)

    def figure(self, lang: str = "") -> Any:
        """Return a plotly figure of the differences to the baseline with their intervals.

        Args:
            lang: Language of the words: "en", "ru" or "uk"; that of the experiment if empty.
        """
        from monopoly_lab.experiments.summary_text import (
            arm_word,
            comparison_parts,
            comparison_title,
            difference_axis,
            difference_parts,
        )
        from monopoly_lab.figures.experiments import differences

        with speaking(lang or self.lang):
            scale = 100 if self.measure in SHARES else 1
            arms = [arm for arm in self.plans if arm != self.baseline]
            intervals = {arm_word(self, arm): self.difference(arm) for arm in arms}
            texts = [difference_parts(self, arm) for arm in arms]
            parts, base = comparison_parts(self), arm_word(self, self.baseline)
            return differences(comparison_title(self), parts, intervals, texts, scale, difference_axis(self), base)


def checked_arms(arms: object) -> Mapping[str, Playable]:
    """Return two or more arms by name; ExperimentError otherwise."""
    if not isinstance(arms, Mapping) or len(arms) < 2:
        raise ExperimentError(say("experiment.bad_arms", value=quoted(arms)))
    for name in [name for name in arms if not isinstance(name, str) or not name.strip()]:
        raise ExperimentError(say("experiment.bad_arm", value=quoted(name)))
    return arms


def checked_players(plans: Mapping[str, Plan]) -> tuple[str, ...]:
    """Return the players, who are the same in all arms."""
    first, *rest = plans.items()
    for name, plan in rest:
        if plan.players != first[1].players:
            one, two = (", ".join(who) for who in (first[1].players, plan.players))
            raise ExperimentError(say("experiment.other_players", arm=first[0], other=name, players=one, others=two))
    return first[1].players


def checked_measure(measure: object) -> str:
    """Return the name of a measure; ExperimentError if there is none of that name."""
    if measure not in BUILT_IN:
        raise ExperimentError(say("experiment.unknown_measure", value=measure) + hint(str(measure), BUILT_IN))
    return str(measure)


def checked_confidence(confidence: object) -> float:
    """Return a confidence of 0.5 or more and below 1; ExperimentError otherwise."""
    if isinstance(confidence, bool) or not isinstance(confidence, float) or not 0.5 <= confidence < 1:
        raise ExperimentError(say("experiment.bad_confidence", value=quoted(confidence)))
    return confidence


def checked_until(until: object) -> float | None:
    """Return a half-width above 0, or None; ExperimentError otherwise."""
    if until is None:
        return None
    if isinstance(until, bool) or not isinstance(until, int | float) or not until > 0:
        raise ExperimentError(say("experiment.bad_until", value=quoted(until)))
    return float(until)
