"""Play by search: `thinker` tries choices by playing on from the position.

    game = ml.Game("classic_us", {"Ann": None, "Bo": ml.thinker(games=64)})

It does what a strategy of its own does (`OWN`), unless another choice wins clearly more often when the game is
played on, with the same luck for every choice: one step of policy improvement (G. Tesauro and G. R. Galperin,
"On-line policy improvement using Monte-Carlo search", Advances in Neural Information Processing Systems 9, 1996).
It thinks about purchases, jail and offers made to it, and in its own turn about trades that the partner accepts.
Games go to the choices by sequential halving (Z. Karnin, T. Koren and O. Somekh, "Almost optimal exploration in
multi-armed bandits", ICML 2013): after each quarter, half of the choices that are left get as many again. It takes
the strategies at the table for what they are, persons and functions for `others`. The luck is its own, so it sees
nothing of what is to come in the game.

Trades that the partner would accept, each at the price that is best for the proposer: what `thinker` tries.

Whether a seat accepts is asked of the strategy that plays it; of a person or a function, of the strategy it is
taken for.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, cast

import numpy as np

from monopoly_lab import rules
from monopoly_lab.common.argument_checks import check_argument
from monopoly_lab.common.errors import ExperimentError
from monopoly_lab.common.file_access import quoted
from monopoly_lab.common.messages import say
from monopoly_lab.constants import action
from monopoly_lab.experiments.jobs import checked_games
from monopoly_lab.experiments.plan import USUAL, checked_rounds
from monopoly_lab.game.game import Game
from monopoly_lab.game.seats import seed_of
from monopoly_lab.measures.confidence_intervals import deviation
from monopoly_lab.notation.action_text import Action, Offer, offer_in
from monopoly_lab.notation.nodes import NOTHING, menu
from monopoly_lab.notation.parser import Notation
from monopoly_lab.players import Strategy, drive, style_of
from monopoly_lab.players.parameters import RIVALRY, STYLE
from monopoly_lab.players.trading import answer_offer, would_propose
from monopoly_lab.players.valuation import offer_gain
from monopoly_lab.rules import State, Tables
from monopoly_lab.rules.code_groups import is_chance
from monopoly_lab.rules.ownership import contains, has_building_in_group, part_groups
from monopoly_lab.rules.random_numbers import fate_of
from monopoly_lab.simulation import recorder
from monopoly_lab.simulation.arrays import Array
from monopoly_lab.simulation.compiled.library import can_play_compiled, library
from monopoly_lab.simulation.game_block import Start
from monopoly_lab.simulation.play_blocks import play_block
from monopoly_lab.simulation.play_loop import MOST_ANSWERS

if TYPE_CHECKING:
    from monopoly_lab.game.player_view import View
    from monopoly_lab.simulation.compiled.blocks import Compiled

OFFERS = 4  # made at most between two throws
MOST = 12  # trades that are worth trying out


def bargains(s: State, t: Tables, styles: Sequence[int], p: int) -> list[Action]:
    """Return trades of seat `p` that the partner accepts: the ones worth most to `p`, the best first.

    The offer that lies in the state is lost.
    """
    if s.mover != p or s.throws > 0 or s.offers[p] >= OFFERS:
        return []
    rated = [
        (offer_value(s, t, styles, offer), number, offer)
        for number, offer in enumerate(accepted_offers(s, t, styles, p))
    ]
    rated.sort(key=lambda entry: (-entry[0], entry[1]))
    return [Action(p, action.PROPOSE, -1, -1, offer) for _, _, offer in rated[:MOST]]


def accepted_offers(s: State, t: Tables, styles: Sequence[int], p: int) -> Iterator[Offer]:
    """Yield every exchange of a deed or none for a deed or none, for the least money that the partner takes."""
    mine = [-1, *movable(s, t, p)]
    for b in range(s.seats):
        if b == p or s.out[b] != 0:
            continue
        wanted = [q for q in movable(s, t, b) if contains(part_groups(s, t, p), t.group[q])]
        for q in (-1, *wanted):
            for r in mine:
                if max(q, r) >= 0:
                    offer = cheapest(s, t, styles, Offer(p, b, give_deeds=deeds(r), ask_deeds=deeds(q)))
                    if offer is not None:
                        yield offer


def cheapest(s: State, t: Tables, styles: Sequence[int], offer: Offer) -> Offer | None:
    """Return the offer with the least money that the partner accepts, found by halving; None for no such sum."""
    low, high = -s.cash[offer.partner], s.cash[offer.proposer]
    if not partner_accepts(s, t, styles, with_money(offer, high)):
        return None
    while low < high:
        middle = (low + high) // 2
        if partner_accepts(s, t, styles, with_money(offer, middle)):
            high = middle
        else:
            low = middle + 1
    found = with_money(offer, high)
    found.lay(s, t)
    p = found.proposer
    return found if would_propose(s, t, p) else None


def partner_accepts(s: State, t: Tables, styles: Sequence[int], offer: Offer) -> bool:
    """Return True if the partner accepts the offer, which is left in the state."""
    offer.lay(s, t)
    return bool(answer_offer(s, t, styles, offer.partner) == action.ACCEPT)


def offer_value(s: State, t: Tables, styles: Sequence[int], offer: Offer) -> int:
    """Return what the offer is worth to its proposer, in hundredths, less what it minds of the partner's gain."""
    offer.lay(s, t)
    p = offer.proposer
    his = offer_gain(s, t, styles, p, offer.partner)
    return int(100 * offer_gain(s, t, styles, p, p) - styles[p * STYLE + RIVALRY] * his)


def movable(s: State, t: Tables, p: int) -> list[int]:
    """Return the deeds of seat `p` whose groups bear no building."""
    return [q for q in range(t.spaces) if s.owner[q] == p and not has_building_in_group(s, t, q)]


def deeds(q: int) -> tuple[int, ...]:
    """Return the space as a tuple; empty for none."""
    return (q,) if q >= 0 else ()


def with_money(offer: Offer, x: int) -> Offer:
    """Return the offer of deeds for deeds, with `x` to the partner, or from the partner if it is below 0."""
    return replace(offer, give_cash=max(x, 0), ask_cash=max(-x, 0))


# `thinker`: a player that tries choices by playing on from the position, and takes the best

THOUGHT = ("buy", "jail", "answer")  # kinds of decisions that are worth it; others as usual
FIRST = 8  # a choice is tried in games / FIRST games at first
HOPELESS = -1.0  # standard errors below the usual choice at which no more games are spent on another
SURE = 1.0  # standard errors by which a choice has to be better than the usual one
MOST_AHEAD = 100_000  # games after each choice
OWN_LUCK = 2**62  # numbers of games that nobody else plays
# Of many parameters these won most against three of each shipped kind: 35 % of the games, `balanced` 25 %.
OWN = Strategy("balanced", trade=100, fear=0, rivalry=50, partner_share=10, reserve=12, blocking=60, redeem=20)

Choice = Action | None  # None: nothing before the throw


@dataclass
class Thought:
    """The game in thought, in numbers, with a strategy on every seat; `p` is the seat that thinks."""

    state: State
    tables: Tables
    styles: tuple[int, ...]
    p: int
    notation: Notation
    _begun: dict[Choice, "Compiled"] = field(default_factory=dict)  # games after each choice that was tried

    @classmethod
    def of(cls, game: Game, p: int) -> "Thought":
        """Return what seat `p` thinks about in a game."""
        notation = Notation(game.edition, game.tables, game.players)
        return cls(game.raw_state(), game.tables, game.styles(), p, notation)

    def usual_choice(self) -> Choice:
        """Return what the strategy of its own would do; None before a throw it lets fall."""
        person, width = style_of(None), len(style_of(None))
        alone = list(self.styles)
        for seat in range(self.state.seats):
            if seat != self.p:
                alone[seat * width : (seat + 1) * width] = person
        s = self.state.copy()
        who, v, q, x = drive(s, self.tables, alone, fate_of(0, OWN_LUCK))
        if who != self.p or v == action.NONE:
            return None
        return Action(who, v, q, x, offer_in(s) if v in (action.PROPOSE, action.SETTLE) else None)

    def choices(self) -> list[Choice]:
        """Return what may be answered at the open node; sums are left to the usual choice."""
        rules.list_answers(self.state, self.tables)
        return [answer._replace(seat=self.p) for answer in menu(self.state)]

    def trades(self) -> list[Choice]:
        """Return the offers that the seat could make now."""
        return [*bargains(self.state.copy(), self.tables, self.styles, self.p)]

    def position_after(self, choice: Choice) -> State:
        """Return the position after a choice; before a throw the dice fall next."""
        s = self.state.copy()
        if choice is not None:
            if choice.offer is not None:
                choice.offer.lay(s, self.tables)
            rules.make_choice(s, self.tables, [], choice.seat, choice.verb, choice.space, choice.amount)
        if is_chance(s.node):
            s.poll = s.seats
        return s

    def rows(self, choice: Choice, seed: int, first: int, games: int, last: int) -> Array:
        """Play games on from the position after a choice, to the end of round `last`; return their rows."""
        if not can_play_compiled(self.styles):
            start = Start(self.tables, self.position_after(choice), self.styles, last, bin_width=0)
            return play_block(start, seed, first, games, compiled=False).rows
        from monopoly_lab.simulation.compiled.blocks import Compiled

        if choice not in self._begun:
            s, known = self.position_after(choice), next(iter(self._begun.values()), None)
            self._begun[choice] = known.begun_at(s) if known else Compiled(self.tables, s, self.styles, seed, 1, False)
        return self._begun[choice].rows(first, games, (last, MOST_ANSWERS, max(self.state.round, 1), 0))

    def text(self, choice: Choice) -> str:
        """Return a choice in words."""
        return NOTHING if choice is None else self.notation.write(self.state, choice)


class Thinker:
    """See `thinker`; called with a view it answers, `act` is asked before each throw."""

    __name__ = "thinker"

    def __init__(self, games: int, rounds: int | None, seed: int, others: str) -> None:
        self.games, self.rounds, self.seed, self.others = games, rounds, seed, others

    def prepare(self) -> None:
        """Load the compiled rules now, so that no answer has to wait for them."""
        library()

    def __call__(self, view: "View") -> str:
        """Answer the open node."""
        thought = self.imagine_game(view)
        usual = thought.usual_choice()
        choices = thought.choices() if view.kind in THOUGHT else []
        return thought.text(self.best(thought, [usual, *choices]))

    def act(self, view: "View") -> str | None:
        """Return the best act before a throw, or None; others than the usual one only in the player's own turn."""
        thought = self.imagine_game(view)
        usual = thought.usual_choice()
        choices = thought.trades()
        if usual is not None and usual.offer is not None:
            choices.append(None)
        best = self.best(thought, [usual, *choices])
        return None if best is None else thought.text(best)

    def imagine_game(self, view: "View") -> Thought:
        """Return the game in thought: a strategy at the table plays as it does, anybody else as `others` does."""
        game = cast("Game", view.imagined())
        for name, who in game.seats.items():
            if name == view.player or who is None:
                game.seat(name, OWN if name == view.player else self.others)
        return Thought.of(game, game.players.index(view.player))

    def best(self, thought: Thought, choices: Sequence[Choice]) -> Choice:
        """Return the first choice, or the one that wins clearly more often: by more than `SURE` standard errors."""
        usual, *others = dict.fromkeys(choices)
        won = {choice: np.zeros(0, np.int64) for choice in (usual, *others)}
        games = max(self.games // FIRST, 1)
        gains: dict[Choice, float] = {}
        while others:
            for choice in (usual, *others):
                done = len(won[choice])
                won[choice] = np.append(won[choice], self._wins_by_game(thought, choice, done, games - done))
            gains = {choice: gain(won[choice] - won[usual]) for choice in others}
            others = sorted((choice for choice in others if gains[choice] > HOPELESS), key=lambda c: -gains[c])
            if games >= self.games:
                break
            others, games = others[: max((len(others) + 1) // 2, 1)], min(2 * games, self.games)
        return others[0] if others and gains[others[0]] > SURE else usual

    def _wins_by_game(self, thought: Thought, choice: Choice, first: int, games: int) -> Array:
        """Return 1 for each game played on from there that the player has won, or leads where it is stopped, else 0.

        Of several who are worth the same the one who sits first leads.
        """
        seats, last = thought.state.seats, max(thought.state.round, 1) + checked_rounds(self.rounds) - 1
        number = OWN_LUCK + thought.state.answers * self.games + first
        rows = thought.rows(choice, self.seed, number, games, last)
        if self.rounds is None:
            return np.asarray(rows[:, recorder.WINNER] == thought.p, np.int64)
        return np.asarray(rows[:, recorder.WORTHS : recorder.WORTHS + seats].argmax(1) == thought.p, np.int64)

    def __repr__(self) -> str:
        return f"thinker(games={self.games})"


def gain(differences: Array) -> float:
    """Return the mean in standard errors; one more game of each kind for the spread, so that few are not certain."""
    n, total = len(differences), int(differences.sum())
    spread = deviation(total, int((differences * differences).sum()) + 1, n + 2)
    return float(total / n / (spread / (n + 2) ** 0.5))


@check_argument
def thinker(games: int = 64, *, rounds: int | None = None, seed: int = 1, others: str = USUAL) -> Thinker:
    """Return a strategy that looks ahead: it tries the best choices and takes one that clearly wins more games.

    The same position, seed and games give the same choice.

    Args:
        games: Number of games after each choice.
        rounds: Look only this many rounds ahead, then compare wealth; to the end if left out. Of players who are worth
            the same the one who sits first counts as ahead.
        seed: Seed of the luck: the same seed gives the same games.
        others: Strategy assumed for persons and functions.

    Raises:
        ExperimentError: For an invalid number of games.
        StrategyError: For an unknown strategy.
        ArgumentError: For an invalid seed.

    References:
        Tesauro and Galperin 1996, Advances in Neural Information Processing Systems 9, "On-line policy improvement
        using Monte-Carlo search".

    Example:
        >>> game = ml.Game("classic_us", players=[("Ann", ml.thinker(games=8)), "Bo"], seed=1)
    """
    if not isinstance(others, str):
        raise ExperimentError(say("experiment.unknown_others", value=quoted(others)))
    style_of(others)
    if rounds is not None:
        checked_rounds(rounds)
    return Thinker(checked_games(games, most=MOST_AHEAD), rounds, seed_of(seed), others)
