"""Public good game: a voluntary gift to a fund that is multiplied and shared, with free riders and punishment.

A social dilemma: each dollar given costs its giver 1 - m/n of a dollar, yet brings the table m dollars.

References:
    The CORE team, *The Economy*, unit 4 (social interactions, public goods).
    E. Fehr and S. Gaechter, "Altruistic punishment in humans", Nature 415 (2002).
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from monopoly_lab.common.argument_checks import check_argument
from monopoly_lab.common.errors import ArgumentError
from monopoly_lab.common.messages import say
from monopoly_lab.economics.number_ranges import MOST_ROUNDS, check_number, check_numbers, check_whole
from monopoly_lab.economics.repeated_games import (
    Legal,
    Player,
    Position,
    RepeatedGame,
    Round,
    SeatView,
    number_problem,
)


def _free_rider(view: SeatView) -> object:
    """Give nothing."""
    return 0 if _giving(view) else _no_points(view)


def _giver(view: SeatView) -> object:
    """Give everything, whatever the others do."""
    return _game(view).endowment if _giving(view) else _no_points(view)


def _conditional(view: SeatView) -> object:
    """Give half at first, then what the others gave on average in the round before."""
    if not _giving(view):
        return _no_points(view)
    if not view.past:
        return (_game(view).endowment + 1) // 2
    others = [gift for seat, gift in enumerate(view.past[-1].moves["give"]) if seat != view.seat]
    return int(sum(others) / len(others) + 0.5)  # type: ignore[arg-type]


def _grim(view: SeatView) -> object:
    """Give everything until somebody has given less; from then on nothing."""
    if not _giving(view):
        return _no_points(view)
    everything = _game(view).endowment
    return everything if all(min(old.moves["give"]) >= everything for old in view.past) else 0  # type: ignore[type-var,operator]


def _punisher(view: SeatView) -> object:
    """Give everything and fine who gave less: with all others doing the same, the fine is more than was saved."""
    game = _game(view)
    if _giving(view):
        return game.endowment
    assert view.legal is not None
    points, left = list(_no_points(view)), view.legal.most
    for seat in view.legal.targets:
        saved = (game.endowment - view.moves["give"][seat]) * (1 - game.marginal_return)  # type: ignore[operator]
        wanted = math.floor(saved / game.effect / (game.players - 1)) + 1 if saved > 0 else 0
        points[seat] = min(wanted, view.legal.high, left)
        left -= points[seat]
    return tuple(points)


def _opportunist(view: SeatView) -> object:
    """Give nothing until a fine has cost at least what was saved; from then on everything."""
    if not _giving(view):
        return _no_points(view)
    game = _game(view)
    for old in view.past:
        kept = game.endowment - old.moves["give"][view.seat]  # type: ignore[operator]
        fine = game.effect * sum(points[view.seat] for points in old.moves.get("punish", ()))  # type: ignore[index,misc]
        if kept > 0 and fine >= kept * (1 - game.marginal_return):
            return game.endowment
    return 0


def _giving(view: SeatView) -> bool:
    return view.legal is not None and view.legal.stage == "give"


def _no_points(view: SeatView) -> tuple[int, ...]:
    return (0,) * view.game.players


def _game(view: SeatView) -> "PublicGood":
    assert isinstance(view.game, PublicGood)
    return view.game


@dataclass(frozen=True)
class PublicGood(RepeatedGame):
    """The public good game: keep your money, or give it to a fund that is multiplied and shared by all.

    A player who gives x of the endowment E, while all give X together, gains E - x + mX/n.

    Args:
        players: Number of seats, n.
        rounds: Number of rounds.
        endowment: What each player gets at the start of a round, E, in whole dollars.
        multiplier: By what the fund is multiplied, m.
        punishment: True if players may then fine each other.
        cost: What a point of punishment costs the punisher.
        effect: What it costs the one who is punished.
        most_points: The most points for one player.

    Raises:
        ArgumentError: For a setting of the wrong kind or size.

    Example:
        >>> game = ml.economics.public_good.PublicGood(players=4, endowment=20, multiplier=1.6)
        >>> game.one_round([20, 20, 20, 20]), game.one_round([0, 20, 20, 20])
        ((32.0, 32.0, 32.0, 32.0), (44.0, 24.0, 24.0, 24.0))
        >>> game.dominant_gift, game.best_gift, round(game.critical_discount, 3)
        (0, 20, 0.5)
    """

    kind: ClassVar[str] = "public_good"
    LIMITS: ClassVar[Mapping[str, tuple[float, float]]] = {
        "players": (2, 40), "rounds": (1, 100), "endowment": (1, 1_000_000), "multiplier": (0, 100),
        "cost": (1, 1000), "effect": (0, 1000), "most_points": (0, 1_000_000),
    }  # fmt: skip
    KINDS: ClassVar[Mapping[str, Player]] = {
        "free_rider": _free_rider, "conditional": _conditional, "punisher": _punisher, "grim": _grim,
        "giver": _giver, "opportunist": _opportunist,
    }  # fmt: skip

    endowment: int = 20
    multiplier: float = 1.6
    punishment: bool = False
    cost: int = 1
    effect: int = 3
    most_points: int = 10

    @property
    def stages(self) -> tuple[str, ...]:
        """Return the decisions of a round."""
        return ("give", "punish") if self.punishment else ("give",)

    def deal(self, seed: int, number: int, past: Sequence[Round]) -> dict[str, Any]:
        """Return the facts of a round: nothing is dealt."""
        return {}

    def legal(self, position: Position, seat: int) -> Legal:
        """Return the moves of a seat: a gift up to the endowment; points that it can pay for."""
        if position.stage == "give":
            return Legal("give", 0, self.endowment)
        earned = self.one_round(position.moves["give"])[seat]
        others = tuple(other for other in range(self.players) if other != seat)
        return Legal("punish", 0, self.most_points, others, int(earned // self.cost))

    def payoffs(self, facts: Mapping[str, Any], moves: Mapping[str, tuple[Any, ...]]) -> tuple[float, ...]:
        """Return what each seat gains in a round, fines included."""
        earned = self.one_round(moves["give"])
        points = moves.get("punish", ((0,) * self.players,) * self.players)
        given = [sum(row) for row in points]
        received = [sum(row[seat] for row in points) for seat in range(self.players)]
        return tuple(
            round(earned[seat] - self.cost * given[seat] - self.effect * received[seat], 6)
            for seat in range(self.players)
        )

    # Theory

    def one_round(self, gifts: Sequence[Any]) -> tuple[float, ...]:
        """Return what each player gains with these gifts, before any punishment."""
        check_whole(self.players, self.players, **{"len(gifts)": len(gifts)})
        check_numbers(0, self.endowment, gifts=gifts)
        share = self.multiplier * sum(gifts) / self.players
        return tuple(round(self.endowment - gift + share, 6) for gift in gifts)

    @property
    def marginal_return(self) -> float:
        """Return what a dollar given brings its giver, m/n (marginal per capita return)."""
        return self.multiplier / self.players

    @property
    def dominant_gift(self) -> int:
        """Return the gift that is best whatever the others give, in one round."""
        return self.endowment if self.marginal_return > 1 else 0

    @property
    def best_gift(self) -> int:
        """Return the gift of each player at the social optimum."""
        return self.endowment if self.multiplier > 1 else 0

    @property
    def critical_discount(self) -> float:
        """Return how much the next round must count for grim players to go on giving, (n - m) / (m (n - 1)).

        Only a dilemma, 1 < m < n, has one; where giving is dominant it is 0, where it never pays `inf`.
        """
        n, m = self.players, self.multiplier
        if m <= 1:
            return math.inf
        return max(0.0, (n - m) / (m * (n - 1)))

    @property
    def deterring_points(self) -> float:
        """Return the points received at which giving nothing gains as much as giving all, E (1 - m/n) / effect."""
        saved = self.endowment * max(0.0, 1 - self.marginal_return)
        return saved / self.effect if self.effect else math.inf


@check_argument
def conditional_path(
    followers: int, free_riders: int = 0, givers: int = 0, start: float = 0.5, follow: float = 1.0, rounds: int = 10
) -> list[float]:
    """Return how the average gift develops when followers give what the others gave before.

    Among f free riders and c followers without givers the average falls by the factor `follow` (c - 1)/(c + f - 1)
    each round.

    Args:
        followers: Conditional cooperators, who give `follow` times the others' average of the round before.
        free_riders: Players who give nothing.
        givers: Players who give everything.
        start: Share of the endowment that followers give in the first round.
        follow: Share of the others' average that a follower gives.
        rounds: Number of rounds.

    Returns:
        The average gift of all players in each round, as a share of the endowment.

    Raises:
        ArgumentError: For fewer than two players, a first gift that is no share, and numbers below 0.

    Example:
        >>> [round(100 * share, 1) for share in ml.economics.public_good.conditional_path(3, 1, rounds=4)]
        [37.5, 25.0, 16.7, 11.1]
    """
    check_whole(0, MOST_ROUNDS, followers=followers, free_riders=free_riders, givers=givers)
    check_number(0, 1, start=start)
    check_number(0, MOST_ROUNDS, follow=follow)
    check_whole(0, MOST_ROUNDS, rounds=rounds)
    players = followers + free_riders + givers
    if players < 2:
        raise ArgumentError(say("repeated.setting", name="players", problem=number_problem(players, 2, 40)))
    path, gift = [], start
    for _ in range(rounds):
        path.append((followers * gift + givers) / players)
        gift = min(1.0, follow * ((followers - 1) * gift + givers) / (players - 1))
    return path
