"""`thinker`: a player that tries choices by playing on from the position, and takes the best.

    game = ml.Game("classic_us", {"Ann": None, "Bo": ml.thinker(games=64)})

It does what a strategy of its own does (`OWN`), unless another choice wins clearly more often when the game is
played on, with the same luck for every choice: one step of policy improvement (G. Tesauro and G. R. Galperin,
"On-line policy improvement using Monte-Carlo search", Advances in Neural Information Processing Systems 9, 1996).
It thinks about purchases, jail and offers made to it, and in its own turn about trades that the partner accepts.
Games go to the choices by sequential halving (Z. Karnin, T. Koren and O. Somekh, "Almost optimal exploration in
multi-armed bandits", ICML 2013): after each quarter, half of the choices that are left get as many again. It takes
the strategies at the table for what they are, persons and functions for `others`. The luck is its own, so it sees
nothing of what is to come in the game.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from monopoly_lab import rules
from monopoly_lab.batch import notes
from monopoly_lab.batch.block import Array, Start
from monopoly_lab.batch.blocks import is_compiled, play_block
from monopoly_lab.batch.warming import ready
from monopoly_lab.codes import verb
from monopoly_lab.doors import door
from monopoly_lab.errors import ExperimentError
from monopoly_lab.experiments.bargains import bargains
from monopoly_lab.experiments.blocks import checked_games
from monopoly_lab.experiments.deciding import NOTHING
from monopoly_lab.experiments.intervals import deviation
from monopoly_lab.experiments.plan import USUAL, checked_rounds
from monopoly_lab.game.game import Game, seed_of
from monopoly_lab.messages import say
from monopoly_lab.players import Strategy, drive, style_of
from monopoly_lab.rules import State, Tables
from monopoly_lab.rules.families import is_chance
from monopoly_lab.rules.luck import fate_of
from monopoly_lab.text.answers import Answer, offer_in
from monopoly_lab.text.nodes import menu
from monopoly_lab.text.notation import Notation

if TYPE_CHECKING:
    from monopoly_lab.game.view import View

THOUGHT = ("buy", "jail", "answer")  # kinds of decisions that are worth it; others as usual
FIRST = 8  # a choice is tried in games / FIRST games at first
HOPELESS = -1.0  # standard errors below the usual choice at which no more games are spent on another
SURE = 1.0  # standard errors by which a choice has to be better than the usual one
OWN_LUCK = 2**62  # numbers of games that nobody else plays
# Of many parameters these won most against three of each shipped kind: 35 % of the games, `balanced` 25 %.
OWN = Strategy("balanced", trade=100, fear=0, rivalry=50, partner_share=10, reserve=12, blocking=60, redeem=20)

Choice = Answer | None  # None: nothing before the throw


@dataclass
class Thought:
    """The game in thought, in numbers, with a strategy on every seat; `p` is the seat that thinks."""

    state: State
    tables: Tables
    styles: tuple[int, ...]
    p: int
    notation: Notation

    @classmethod
    def of(cls, game: Game, p: int) -> "Thought":
        notation = Notation(game.edition, game.tables, game.players)
        return cls(game.position(), game.tables, game.styles(), p, notation)

    def usual(self) -> Choice:
        """What the strategy of its own would do; None before a throw it lets fall."""
        person, width = style_of(None), len(style_of(None))
        alone = list(self.styles)
        for seat in range(self.state.seats):
            if seat != self.p:
                alone[seat * width : (seat + 1) * width] = person
        s = self.state.copy()
        who, v, q, x = drive(s, self.tables, alone, fate_of(0, OWN_LUCK))
        if who != self.p or v == verb.NONE:
            return None
        return Answer(who, v, q, x, offer_in(s) if v in (verb.PROPOSE, verb.SETTLE) else None)

    def choices(self) -> list[Choice]:
        """What may be answered at the open node; sums are left to the usual choice."""
        rules.choices(self.state, self.tables)
        return [answer._replace(seat=self.p) for answer in menu(self.state)]

    def trades(self) -> list[Choice]:
        return [*bargains(self.state.copy(), self.tables, self.styles, self.p)]

    def after(self, choice: Choice) -> State:
        """The position after a choice; before a throw the dice fall next."""
        s = self.state.copy()
        if choice is not None:
            if choice.offer is not None:
                choice.offer.lay(s, self.tables)
            rules.do(s, self.tables, [], choice.seat, choice.verb, choice.space, choice.amount)
        if is_chance(s.node):
            s.poll = s.seats
        return s

    def text(self, choice: Choice) -> str:
        return NOTHING if choice is None else self.notation.write(self.state, choice)


class Thinker:
    """See `thinker`; called with a view it answers, `act` is asked before each throw."""

    __name__ = "thinker"

    def __init__(self, games: int, rounds: int | None, seed: int, others: str) -> None:
        self.games, self.rounds, self.seed, self.others = games, rounds, seed, others

    def prepare(self) -> None:
        """Compile the rules now, where they will be, so that no answer has to wait for it."""
        if is_compiled(self.games, None, 1):
            ready()

    def __call__(self, view: "View") -> str:
        """An answer to the open node."""
        thought = self.imagined(view)
        usual = thought.usual()
        choices = thought.choices() if view.kind in THOUGHT else []
        return thought.text(self.best(thought, [usual, *choices]))

    def act(self, view: "View") -> str | None:
        """The best act before a throw, or None; others than the usual one only in the player's own turn."""
        thought = self.imagined(view)
        usual = thought.usual()
        choices = thought.trades()
        if usual is not None and usual.offer is not None:
            choices.append(None)
        best = self.best(thought, [usual, *choices])
        return None if best is None else thought.text(best)

    def imagined(self, view: "View") -> Thought:
        """The game in thought: a strategy at the table plays as it does, anybody else as `others` does."""
        game = view.imagined()
        for name, who in game.seats.items():
            if name == view.player or who is None:
                game.seat(name, OWN if name == view.player else self.others)
        return Thought.of(game, game.players.index(view.player))

    def best(self, thought: Thought, choices: Sequence[Choice]) -> Choice:
        """The first choice, or the one that wins clearly more often: by more than `SURE` standard errors."""
        usual, *others = dict.fromkeys(choices)
        won = {choice: np.zeros(0, np.int64) for choice in (usual, *others)}
        games = max(self.games // FIRST, 1)
        gains: dict[Choice, float] = {}
        while others:
            for choice in (usual, *others):
                done = len(won[choice])
                won[choice] = np.append(won[choice], self._won(thought, choice, done, games - done))
            gains = {choice: gain(won[choice] - won[usual]) for choice in others}
            others = sorted((choice for choice in others if gains[choice] > HOPELESS), key=lambda c: -gains[c])
            if games >= self.games:
                break
            others, games = others[: max((len(others) + 1) // 2, 1)], min(2 * games, self.games)
        return others[0] if others and gains[others[0]] > SURE else usual

    def _won(self, thought: Thought, choice: Choice, first: int, games: int) -> Array:
        """1 for each game played on from there that the player has won, or leads where it is stopped."""
        s, seats = thought.after(choice), thought.state.seats
        last = max(thought.state.round, 1) + checked_rounds(self.rounds) - 1
        start = Start(thought.tables, s, thought.styles, last, thought.tables.o_start_cash)
        number = OWN_LUCK + thought.state.answers * self.games + first
        rows = play_block(start, self.seed, number, games, is_compiled(games, None, 1)).rows
        if self.rounds is None:
            return (rows[:, notes.WINNER] == thought.p).astype(np.int64)
        return (rows[:, notes.WORTHS : notes.WORTHS + seats].argmax(1) == thought.p).astype(np.int64)

    def __repr__(self) -> str:
        return f"thinker(games={self.games})"


def gain(differences: Array) -> float:
    """The mean in standard errors; one more game of each kind for the spread, so that few are not certain."""
    n, total = len(differences), int(differences.sum())
    return total / n / (deviation(total, int((differences * differences).sum()) + 1, n + 2) / (n + 2) ** 0.5)


@door
def thinker(games: int = 64, *, rounds: int | None = None, seed: int = 1, others: str = USUAL) -> Thinker:
    """A player who looks ahead: plays on `games` times after the best choices, and takes one that wins clearly more.

    `rounds` looks only so far ahead and then counts who is worth most; `others` is the strategy it takes persons
    and functions for. The same position, seed and games give the same choice.

    Raises ExperimentError, StrategyError for a name there is not, ArgumentError for what is no seed.
    """
    if not isinstance(others, str):
        raise ExperimentError(say("experiment.unknown_others", value=repr(others)))
    style_of(others)
    if rounds is not None:
        checked_rounds(rounds)
    return Thinker(checked_games(games), rounds, seed_of(seed), others)
