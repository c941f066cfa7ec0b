"""Commons: a shared pot that regrows up to a limit; sustainable yield, overuse, and private ownership.

References:
    The CORE team, *The Economy*, unit 4 (social interactions).
    G. Hardin, "The tragedy of the commons", Science 162 (1968); E. Ostrom, *Governing the Commons* (1990).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from monopoly_lab.economics.number_ranges import MOST, MOST_ROUNDS, check_whole
from monopoly_lab.economics.repeated_games import Legal, Player, Position, RepeatedGame, Round, SeatView


def _grabber(view: SeatView) -> object:
    """Ask for everything."""
    return _limits(view).high


def _restrained(view: SeatView) -> object:
    """Ask for a fair part of what regrows; in the last round for a fair part of what is left."""
    game, limits = _game(view), _limits(view)
    if view.round == game.rounds:
        return limits.high if game.owners else limits.high // game.players
    return min(limits.high, game.fair_share)


def _conditional(view: SeatView) -> object:
    """Ask for a fair part at first, then for what the others asked on average in the round before."""
    if not view.past or _game(view).owners:
        return _restrained(view)
    others = [asked for seat, asked in enumerate(view.past[-1].moves["ask"]) if seat != view.seat]
    return min(_limits(view).high, int(sum(others) / len(others) + 0.5))  # type: ignore[arg-type]


def _grim(view: SeatView) -> object:
    """Ask for a fair part until somebody has asked for more; from then on for everything."""
    fair = _game(view).fair_share
    broken = any(max(old.moves["ask"]) > fair for old in view.past)  # type: ignore[type-var,operator]
    return _grabber(view) if broken and not _game(view).owners else _restrained(view)


def _limits(view: SeatView) -> Legal:
    assert view.legal is not None
    return view.legal


def _game(view: SeatView) -> "Commons":
    assert isinstance(view.game, Commons)
    return view.game


@dataclass(frozen=True)
class Commons(RepeatedGame):
    """A pot from which all may take each round; what is left regrows up to a limit.

    All ask at once. If they ask for more than there is, it is shared in proportion to what they asked, in whole
    dollars (rounded down; what is left over goes, one each, to the largest fractions).

    Args:
        players: Number of seats, n.
        rounds: Number of rounds.
        capacity: The limit of the pot, and what is in it at first, K.
        growth: By how many percent what is left grows between rounds.
        owners: True if the pot is divided: each player has a part of their own, K/n, which regrows alone.

    Raises:
        ArgumentError: For a setting of the wrong kind or size.

    Example:
        >>> pot = ml.economics.commons.Commons(players=4, capacity=400, growth=25)
        >>> pot.sustainable_yield, pot.best_total, round(pot.critical_discount, 3)
        (80.0, 1120.0, 0.943)
        >>> pot.path(80, rounds=3)
        [400, 400, 400]
    """

    kind: ClassVar[str] = "commons"
    LIMITS: ClassVar[Mapping[str, tuple[float, float]]] = {
        "players": (2, 40), "rounds": (1, 100), "capacity": (1, 10_000_000), "growth": (0, 1000),
    }  # fmt: skip
    KINDS: ClassVar[Mapping[str, Player]] = {
        "grabber": _grabber, "restrained": _restrained, "conditional": _conditional, "grim": _grim,
    }  # fmt: skip

    capacity: int = 400
    growth: int = 25
    owners: bool = False

    @property
    def stages(self) -> tuple[str, ...]:
        """Return the decisions of a round."""
        return ("ask",)

    def deal(self, seed: int, number: int, past: Sequence[Round]) -> dict[str, Any]:
        """Return the pots of a round, one for all or one for each owner, and what is in them together."""
        if past:
            left = self._pots_left(past[-1].facts["pots"], past[-1].moves["ask"])
            pots = tuple(min(self._limit, self.regrown(pot)) for pot in left)
        else:
            pots = (self._limit,) * (self.players if self.owners else 1)
        return {"pots": pots, "pot": sum(pots)}

    def legal(self, position: Position, seat: int) -> Legal:
        """Return the moves of a seat: up to what is in the pot that it may take from."""
        pots = position.facts["pots"]
        return Legal("ask", 0, pots[seat if self.owners else 0])

    def payoffs(self, facts: Mapping[str, Any], moves: Mapping[str, tuple[Any, ...]]) -> tuple[float, ...]:
        """Return what each seat takes."""
        return tuple(float(taken) for taken in self._amounts_taken(facts["pots"], moves["ask"]))

    @property
    def _limit(self) -> int:
        return self.capacity // self.players if self.owners else self.capacity

    def _amounts_taken(self, pots: Sequence[int], asked: Sequence[Any]) -> list[int]:
        if self.owners or sum(asked) <= pots[0]:
            return list(asked)
        parts = [divmod(pots[0] * wanted, sum(asked)) for wanted in asked]
        taken = [whole for whole, _ in parts]
        largest = sorted(range(self.players), key=lambda seat: -parts[seat][1])
        for seat in largest[: pots[0] - sum(taken)]:
            taken[seat] += 1
        return taken

    def _pots_left(self, pots: Sequence[int], asked: Sequence[Any]) -> list[int]:
        taken = self._amounts_taken(pots, asked)
        return [pot - took for pot, took in zip(pots, taken)] if self.owners else [pots[0] - sum(taken)]

    def regrown(self, left: int) -> int:
        """Return what a pot with `left` in it grows to by the next round, without the limit."""
        check_whole(0, MOST, left=left)
        return left * (100 + self.growth) // 100

    # Theory

    @property
    def sustainable_yield(self) -> float:
        """Return what can be taken from the full pot each round for ever, K g / (1 + g)."""
        return self.capacity * self.growth / (100 + self.growth)

    @property
    def fair_share(self) -> int:
        """Return the most that each player can take per round so that the pot is full again, in whole dollars."""
        limit = self._limit
        kept = -(-limit * 100 // (100 + self.growth))  # the least that grows back to the limit
        return (limit - kept) // (1 if self.owners else self.players)

    @property
    def best_total(self) -> float:
        """Return the most that all can take together: what regrows each round, everything in the last."""
        return self.sustainable_yield * (self.rounds - 1) + self.capacity

    @property
    def critical_discount(self) -> float:
        """Return the discount factor at which a fair part for ever is worth as much as taking the whole pot once.

        The others ask for a fair part, the grabber for the whole pot; afterwards nothing is left for anybody.
        """
        fair = self.sustainable_yield / self.players
        grabbed = self.capacity * self.capacity / (self.capacity + (self.players - 1) * fair)
        return 1 - fair / grabbed

    def path(self, take: int, rounds: int = 0) -> list[int]:
        """Return what is in the shared pot after each round if all together take `take` from it.

        Args:
            take: What is taken in each round.
            rounds: Number of rounds; 0 for as many as the game has.

        Raises:
            ArgumentError: For numbers that are not whole or out of range.
        """
        check_whole(0, MOST, take=take)
        check_whole(0, MOST_ROUNDS, rounds=rounds)
        pots, pot = [], self.capacity
        for _ in range(rounds or self.rounds):
            pot = min(self.capacity, self.regrown(pot - min(pot, take)))
            pots.append(pot)
        return pots
