"""Repeated games beside the board: secret moves, shown together, with pay-offs in money and a number of rounds.

A game here is a set of rules without luck of its own, screen or network: `RepeatedGame.begin` gives the first position,
`legal` what a seat may do, `apply` plays the moves of all seats at once, `seen` hides what a seat must not know. The
module `matches` seats people, functions and computer players.
"""

import dataclasses
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, NamedTuple, get_type_hints

from monopoly_lab.common.errors import ArgumentError, IllegalChoice
from monopoly_lab.common.file_access import shortened
from monopoly_lab.common.messages import say
from monopoly_lab.common.validation_errors import toml_literal

MOST_SEED = 2**63 - 1
Move = int | tuple[int, ...]  # one number, or one number for each seat
Player = Callable[["SeatView"], object]


class Legal(NamedTuple):
    """The moves that a seat may make now.

    Attributes:
        stage: What is decided, such as "give" or "bid".
        low: The smallest number.
        high: The largest number.
        targets: Seats that get a number each; empty where a move is one number.
        most: Largest sum over the targets.
    """

    stage: str
    low: int
    high: int
    targets: tuple[int, ...] = ()
    most: int = 0


class Round(NamedTuple):
    """One finished round.

    Attributes:
        facts: What was dealt, such as the pot or a quality.
        moves: The moves by stage, one for each seat; None for a seat that made none or whose move is hidden.
        payoffs: What each seat gained.
    """

    facts: Mapping[str, Any]
    moves: Mapping[str, tuple[Move | None, ...]]
    payoffs: tuple[float, ...]


@dataclass(frozen=True)
class Position:
    """A moment of a repeated game, with everything that is hidden.

    Attributes:
        seed: Seed of what is dealt.
        round: Number of the round, from 1.
        stage: What is decided now; empty when the game is over.
        facts: What was dealt in this round.
        moves: Moves of this round by stage.
        past: The finished rounds.
    """

    seed: int
    round: int
    stage: str
    facts: Mapping[str, Any]
    moves: Mapping[str, tuple[Move | None, ...]] = field(default_factory=dict)
    past: tuple[Round, ...] = ()


class SeatView(NamedTuple):
    """What one seat may know when it moves; computer players and functions get this and return a move.

    Attributes:
        game: The rules.
        seat: Number of the seat, from 0.
        round: Number of the round, from 1.
        legal: What the seat may do; None when it has nothing to decide now.
        facts: What it may know of this round.
        moves: Moves of this round that it may know, by stage.
        past: Finished rounds, without what stays hidden.
        luck: Random numbers of this seat at this moment.
    """

    game: "RepeatedGame"
    seat: int
    round: int
    legal: Legal | None
    facts: Mapping[str, Any]
    moves: Mapping[str, tuple[Move | None, ...]]
    past: tuple[Round, ...]
    luck: random.Random


@dataclass(frozen=True)
class RepeatedGame:
    """Rules of a repeated game: stages, moves, pay-offs and what stays hidden.

    Attributes:
        players: Number of seats.
        rounds: Number of rounds.
    """

    kind: ClassVar[str] = ""
    LIMITS: ClassVar[Mapping[str, tuple[float, float]]] = {}
    KINDS: ClassVar[Mapping[str, Player]] = {}  # computer players

    players: int = 4
    rounds: int = 10

    def __post_init__(self) -> None:
        hints = get_type_hints(type(self))
        for setting in dataclasses.fields(self):
            value, low_high = getattr(self, setting.name), self.LIMITS.get(setting.name, (0, 1))
            if problem := _setting_problem(value, hints[setting.name], *low_high):
                raise ArgumentError(say("repeated.setting", name=setting.name, problem=problem))

    # What each game says for itself

    @property
    def stages(self) -> tuple[str, ...]:
        """Return the decisions of a round, in order."""
        raise NotImplementedError

    def deal(self, seed: int, number: int, past: Sequence[Round]) -> dict[str, Any]:
        """Return the facts of round `number`; with the same seed always the same."""
        raise NotImplementedError

    def movers(self, stage: str) -> range:
        """Return the seats that decide at a stage."""
        return range(self.players)

    def legal(self, position: Position, seat: int) -> Legal:
        """Return the moves of a seat that decides at the stage of the position."""
        raise NotImplementedError

    def payoffs(self, facts: Mapping[str, Any], moves: Mapping[str, tuple[Any, ...]]) -> tuple[float, ...]:
        """Return what each seat gains in a round with these facts and moves."""
        raise NotImplementedError

    def seen(self, facts: Mapping[str, Any], moves: Mapping[str, Any], seat: int, over: bool) -> tuple[Any, Any]:
        """Return the facts and moves of a round that a seat may know, while it lasts or when it is over."""
        return facts, moves

    def kinds_at(self, seat: int) -> tuple[str, ...]:
        """Return the names of the computer players that can take a seat."""
        return tuple(self.KINDS)

    # What is the same for all

    def begin(self, seed: int = 0) -> Position:
        """Return the first position; ArgumentError for a seed that is no whole number from 0 on."""
        if problem := number_problem(seed, 0, MOST_SEED):
            raise ArgumentError(say("repeated.setting", name="seed", problem=problem))
        return Position(seed, 1, self.stages[0], self.deal(seed, 1, ()))

    def why_not(self, position: Position, seat: int, move: object) -> str:
        """Return why a seat may not make a move, in words; empty if it may."""
        if not position.stage or seat not in self.movers(position.stage):
            return say("repeated.nothing_to_decide")
        legal = self.legal(position, seat)
        if not legal.targets:
            return number_problem(move, legal.low, legal.high)
        if not isinstance(move, tuple) or len(move) != self.players:
            return say("repeated.not_a_list", value=shortened(toml_literal(move)), n=self.players)
        for other, number in enumerate(move):
            high = legal.high if other in legal.targets else 0
            if problem := number_problem(number, min(legal.low, high), high):
                return problem
        if sum(move) > legal.most:
            return say("repeated.too_much", value=sum(move), most=legal.most)
        return ""

    def apply(self, position: Position, moves: Mapping[int, Move]) -> Position:
        """Return the position after the moves of all seats that decide at this stage, made at once.

        Raises:
            IllegalChoice: For a missing or wrong move; nothing has changed.
        """
        movers = self.movers(position.stage) if position.stage else range(0)
        if set(moves) != set(movers) or not moves:
            raise IllegalChoice(say("repeated.moves_of", seats=", ".join(map(str, movers)) or "-"))
        for seat, move in moves.items():
            if problem := self.why_not(position, seat, move):
                raise IllegalChoice(problem)
        made = tuple(moves.get(seat) for seat in range(self.players))
        all_moves = {**position.moves, position.stage: made}
        later = self.stages[self.stages.index(position.stage) + 1 :]
        if later:
            return dataclasses.replace(position, stage=later[0], moves=all_moves)
        past = (*position.past, Round(position.facts, all_moves, self.payoffs(position.facts, all_moves)))
        number = position.round + 1
        if number > self.rounds:
            return Position(position.seed, position.round, "", {}, {}, past)
        return Position(position.seed, number, self.stages[0], self.deal(position.seed, number, past), {}, past)

    def view(self, position: Position, seat: int) -> SeatView:
        """Return what a seat may know."""
        decides = bool(position.stage) and seat in self.movers(position.stage)
        facts, moves = self.seen(position.facts, position.moves, seat, False)
        past = tuple(Round(*self.seen(old.facts, old.moves, seat, True), old.payoffs) for old in position.past)
        luck = luck_of(position.seed, position.round, position.stage, seat)
        return SeatView(
            self, seat, position.round, self.legal(position, seat) if decides else None, facts, moves, past, luck
        )


def luck_of(*parts: object) -> random.Random:
    """Return random numbers that follow from these parts alone, on every machine."""
    return random.Random("/".join(map(str, parts)))


def _setting_problem(value: object, kind: type, low: float, high: float) -> str:
    if kind is bool:
        return "" if isinstance(value, bool) else say("repeated.flag", value=shortened(toml_literal(value)))
    whole = kind is int
    wrong = isinstance(value, bool) or not isinstance(value, int if whole else int | float)
    if wrong or not low <= value <= high:  # type: ignore[operator]
        return say(
            f"repeated.{'whole' if whole else 'number'}", value=shortened(toml_literal(value)), low=low, high=high
        )
    return ""


def number_problem(value: object, low: int, high: int) -> str:
    """Return what is wrong with a whole number between two ends; empty if nothing is."""
    if isinstance(value, int) and not isinstance(value, bool) and low <= value <= high:
        return ""
    return say("repeated.whole", value=shortened(toml_literal(value)), low=low, high=high)
