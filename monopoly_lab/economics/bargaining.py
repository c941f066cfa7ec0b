"""Gains from trade and bargaining: reservation prices, range of agreement, Nash split, ultimatum.

Two people can do a deal from which both gain. The payer has a *reservation price*, the most they would pay; the payee
has one, too, the least they would accept. If the first is above the second, every price between them is better for both
than no deal: the *range of agreement* (zone of possible agreement, ZOPA), and its width is the *surplus*. What each has
without a deal is the *disagreement point*, d.

- *Ultimatum*: one makes the only offer. By theory they take the whole surplus. If they do not know the other's
  reservation price, the best offer is that of a monopolist, and some deals that would pay are missed (`best_offer`).
- *Nash split*: the price at which (u_1 - d_1) (u_2 - d_2) is greatest. Where money is worth the same to both, it halves
  the surplus.

On a board, a dollar paid is not just a dollar: it decides who can build. `SwapDeal` therefore works with results that
were played, by the sum paid: the scenario `gains_from_trade` with 6,000 games for each sum.

References:
    J. Nash, Econometrica 18 (1950) 155-162; W. Gueth and others, Journal of Economic Behavior and Organization 3 (1982)
    367-388; W. Samuelson, Econometrica 52 (1984) 995-1005; CORE Econ, The Economy, unit 4 and 5.
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import prod
from typing import TYPE_CHECKING, Any, NamedTuple

from monopoly_lab.common.argument_checks import check_argument, check_arguments, check_before_call
from monopoly_lab.common.errors import ArgumentError
from monopoly_lab.common.file_access import quoted, shipped_json
from monopoly_lab.common.messages import say
from monopoly_lab.common.validation_errors import hint
from monopoly_lab.economics.number_ranges import MOST, check_number, check_numbers
from monopoly_lab.game import Game
from monopoly_lab.game.scenarios import Scenario
from monopoly_lab.measures.confidence_intervals import Interval, wilson

if TYPE_CHECKING:
    from monopoly_lab.game.seats import Chooser

SCENARIO = "gains_from_trade"
PLAYERS = ("Ann", "Bo", "Cy", "Dan")
ROUNDS = 10  # after which money is counted
MONEY, WINS = "money", "wins"


class Bargain(NamedTuple):
    """A deal between a buyer and a seller to whom money is worth the same."""

    most: float  # the buyer's reservation price
    least: float  # the seller's

    @property
    def surplus(self) -> float:
        """Return the gain of both together; 0 if there is no price for both."""
        check_number(-MOST, MOST, most=self.most, least=self.least)
        return max(self.most - self.least, 0.0)

    @property
    def is_possible(self) -> bool:
        """Return True if there is a range of agreement."""
        check_number(-MOST, MOST, most=self.most, least=self.least)
        return self.most >= self.least

    @check_argument
    def split(self, power: float = 0.5) -> float | None:
        """Return the price that gives the seller a share of the surplus.

        Args:
            power: The seller's share: 0.5 is the Nash split, 0 and 1 the ultimatums of buyer and seller.

        Returns:
            The price; None if no price suits both.

        Raises:
            ArgumentError: For a share that is not between 0 and 1.

        Example:
            >>> from monopoly_lab.economics import bargaining
            >>> deal = bargaining.Bargain(most=300, least=100)
            >>> deal.split(), deal.split(1), deal.surplus
            (200.0, 300, 200)
        """
        if not 0 <= power <= 1:
            raise ArgumentError(say("economics.not_a_share", name="power", value=power))
        return self.least + power * self.surplus if self.is_possible else None


class Ultimatum(NamedTuple):
    """The best offer of an ultimatum: its price, how often it is accepted, and its mean gain for the proposer."""

    price: float
    chance: float
    gain: float


@check_argument
def best_offer(value: float, others: Sequence[float], sells: bool) -> Ultimatum:
    """Return the ultimatum with the largest mean gain for a proposer who does not know the other's value.

    It is a monopoly price: a proposer who asks for more gains more by a deal and makes fewer deals, so that some deals
    that would pay are missed. Where the other's value is uniform over a range that begins at a, a buyer with the value
    v offers (v + a)/2, but never more than all would accept. A player who is offered their value accepts.

    Args:
        value: What the good is worth to the proposer.
        others: What it can be worth to the other one; each is equally likely.
        sells: True if the proposer is the seller.

    Returns:
        The price, the chance that it is accepted, and the mean gain, 0 if no deal can pay; among equal ones the
        likelier deal.

    Raises:
        ArgumentError: Without a value of the other one, and for values that are not finite.

    Example:
        >>> from monopoly_lab.economics import bargaining
        >>> [round(each, 2) for each in bargaining.best_offer(400, range(100, 301, 10), sells=False)]
        [250, 0.76, 114.29]
    """
    check_number(-MOST, MOST, value=value)
    check_numbers(-MOST, MOST, others=others)

    def of(price: float) -> Ultimatum:
        chance = sum(other >= price if sells else other <= price for other in others) / len(others)
        return Ultimatum(price, chance, chance * (price - value if sells else value - price))

    return max(map(of, (*others, value)), key=lambda each: (round(each.gain, 9), each.chance))


@check_before_call("paid")
def swapped(paid: int | None, players: "Mapping[str, Chooser] | None" = None) -> Game:
    """Return the game of the scenario after the swap.

    Args:
        paid: What Ann pays Bo besides; below 0, Bo pays Ann. None: there is no swap.
        players: Who plays, by name.

    Example:
        >>> from monopoly_lab.economics import bargaining
        >>> bargaining.swapped(200).state.cash["Bo"]
        1200
    """
    game = Scenario.load(SCENARIO).game()
    if paid is not None:
        gives, gets = f" + {paid}" * (paid > 0), f" + {-paid}" * (paid < 0)
        game.apply(f"Ann: trade Bo: kentucky{gives} for new_york{gets}")
        game.apply("accept")
    return game.fork(players=players or {})


def _load_stored_results() -> dict[str, Any]:
    return shipped_json(__package__, "swap_results.json")


@check_arguments
class SwapDeal:
    """What the swap of the scenario `gains_from_trade` brings each player, by the sum that Ann pays Bo.

    Played with 6,000 games for each sum; all four play the same strategy and trade no more. All games count.

    Args:
        strategy: "balanced", "greedy" or "investor".
        measure: "money": mean wealth of the short game after ten rounds. "wins": share of games won in the end.

    Raises:
        ArgumentError: For an unknown strategy or measure.

    Example:
        >>> from monopoly_lab.economics import bargaining
        >>> deal = bargaining.SwapDeal()
        >>> low, high = deal.range_of_agreement()
        >>> low < deal.nash_split() < high
        True
    """

    def __init__(self, strategy: str = "balanced", measure: str = MONEY) -> None:
        known = _load_stored_results()["strategies"]
        for name, value, words in (("strategy", strategy, known), ("measure", measure, (MONEY, WINS))):
            if value not in words:
                raise ArgumentError(say("economics.unknown_word", name=name, value=quoted(value)) + hint(value, words))
        self.strategy, self.measure, self.games = strategy, measure, int(_load_stored_results()["games"])
        self._found = known[strategy]
        self.sums = sorted(int(paid) for paid in self._found if paid)

    def outcome(self, player: str, paid: int | None) -> Interval:
        """Return what a player has, with its 95 % interval: dollars, or a share of games.

        Args:
            player: Name of the player.
            paid: What Ann pays Bo, one of `sums`; None: no swap.

        Raises:
            ArgumentError: For an unknown player or sum.
        """
        if player not in PLAYERS:
            raise ArgumentError(
                say("economics.unknown_word", name="player", value=quoted(player)) + hint(player, PLAYERS)
            )
        if paid is not None and paid not in self.sums:
            near = min(self.sums, key=lambda each: abs(each - paid))
            raise ArgumentError(say("economics.no_sum", value=paid, low=self.sums[0], high=self.sums[-1], near=near))
        found, p = self._found["" if paid is None else str(paid)], PLAYERS.index(player)
        if self.measure == WINS:
            return wilson(found["wins"][p], self.games)
        value, half = found["money"][p], found["half"][p]
        return Interval(value, value - half, value + half)

    def gain(self, player: str, paid: int) -> Interval:
        """Return how much more a player has than without the swap, with its 95 % interval: dollars or a share of games.

        Args:
            player: Name of the player.
            paid: What Ann pays Bo, one of `sums`.

        Example:
            >>> deal.gain("Ann", 0).low > 0 > deal.gain("Dan", 0).high
            True
        """
        now, before = self.outcome(player, paid), self.outcome(player, None)
        value, half = now.value - before.value, (now.half**2 + before.half**2) ** 0.5
        return Interval(value, value - half, value + half)

    def range_of_agreement(self) -> tuple[float, float] | None:
        """Return Bo's least and Ann's most, between the sums played by straight lines; None if no sum suits both."""
        least = self._break_even_sum("Bo", self.sums)
        most = self._break_even_sum("Ann", self.sums[::-1])
        return None if least is None or most is None or least > most else (least, most)

    def _gains_of_both(self, paid: int) -> tuple[float, float]:
        """Return the gains of Ann and Bo."""
        return self.gain("Ann", paid).value, self.gain("Bo", paid).value

    def _break_even_sum(self, player: str, sums: list[int]) -> float | None:
        """Return the first sum at which a player gains nothing any more, or gains for the first time."""
        before: int | None = None
        for paid in sums:
            now = self.gain(player, paid).value
            if now >= 0:
                if before is None:
                    return float(paid)
                past = self.gain(player, before).value
                return before + (paid - before) * -past / (now - past)
            before = paid
        return None

    def nash_split(self) -> float | None:
        """Return the sum of those played at which the product of both gains is greatest; None if none suits both."""
        good = [paid for paid in self.sums if min(self._gains_of_both(paid)) > 0]
        return max(good, key=lambda paid: prod(self._gains_of_both(paid)), default=None)

    def nash_range(self) -> tuple[int, int] | None:
        """Return the lowest and highest sum played whose product could be the greatest; None if none suits both.

        The games leave an error in each mean, as if all were independent. A sum counts if the 95 % interval of the
        difference between its product and the greatest one has zero in it.

        Example:
            >>> deal.nash_range()
            (150, 200)
        """
        best = self.nash_split()
        if best is None:
            return None
        close = [paid for paid in self.sums if min(self._gains_of_both(paid)) > 0 and self._is_close(paid, int(best))]
        return close[0], close[-1]

    def _is_close(self, paid: int, best: int) -> bool:
        """Return True if chance can explain the difference of two products."""
        (ann, bo), (ann_best, bo_best) = self._gains_of_both(paid), self._gains_of_both(best)
        weights: dict[tuple[int | None, str], float] = {(None, "Ann"): bo_best - bo, (None, "Bo"): ann_best - ann}
        weights |= {(paid, "Ann"): bo, (paid, "Bo"): ann, (best, "Ann"): bo_best, (best, "Bo"): ann_best}
        half = sum((weight * self.outcome(player, at).half) ** 2 for (at, player), weight in weights.items()) ** 0.5
        return paid == best or ann_best * bo_best - ann * bo <= half

    def equal_gains(self) -> float | None:
        """Return the sum at which both gain the same, between the sums played by straight lines."""
        both = [self._gains_of_both(paid) for paid in self.sums]
        apart = [bo - ann for ann, bo in both]
        for (one, other), (a, b) in zip(pairwise(self.sums), pairwise(apart)):
            if a <= 0 < b:
                return one + (other - one) * -a / (b - a)
        return None
