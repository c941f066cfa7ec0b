"""Demand, fixed supply and a price ceiling: the market for the last houses of the bank.

A house is worth to an owner what it adds to the rents of the rounds ahead:

    value of the house = (rent with it - rent without it) x opponents x rounds

The owner's *willingness to pay* (reservation price) is this value. Owners build in *rows*, one house on each site of
the group. Where a later row is worth more than the one before, they are wanted together or not at all, and the
willingness to pay for each house is their mean. The *demand curve* of the table is all these bids, highest first;
supply is what the bank has, a vertical line. The *market-clearing price* lies between the bid for the last house that
is sold and the first that is not. A *price ceiling* below it leaves a *shortage*; if houses then go to owners who value
them less, *total surplus* is lost.
"""

import math
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from monopoly_lab.common.argument_checks import check_argument, check_arguments
from monopoly_lab.common.errors import ArgumentError
from monopoly_lab.common.file_access import quoted
from monopoly_lab.common.messages import say
from monopoly_lab.common.validation_errors import hint
from monopoly_lab.constants import node
from monopoly_lab.economics.group_rents import OwnedGroup, group_rents
from monopoly_lab.economics.number_ranges import MOST, check_number, check_whole
from monopoly_lab.editions import Edition, load_edition
from monopoly_lab.game import Game
from monopoly_lab.players import Strategy

CHEAPEST, CHANCE, HIGHEST = "cheapest", "chance", "highest"
RATIONING = (CHEAPEST, CHANCE, HIGHEST)
MOST_SUPPLY = 1000  # houses that are auctioned
AUCTION = (node.WANT, node.BID, node.PLACE)  # decisions of an auction of buildings


class House(NamedTuple):
    """One more house that an owner would like to have."""

    bid: float  # willingness to pay: the mean value of the rows that are wanted together
    value: float  # what it adds to the rents ahead
    price: int  # printed
    level: int  # houses on its site with this one
    group: str  # id
    rows: int  # of one house on each site of the group, that are wanted together


class Rationing(NamedTuple):
    """What becomes of the houses at a price that is set, not found by the market."""

    wanted: int
    sold: int
    shortage: int  # wanted and not there
    most: float  # value to their owners of the houses that are sold, if they go where they are worth most
    kept: float  # value to their owners of the houses that are sold, to whom they go; expected, where chance decides
    lost: float  # the difference


@check_arguments
class HousingMarket:
    """The market for the houses that are left when each group has one owner and some houses on every site.

    Only houses are traded here, no hotels. Cash is no limit; a house is worth nothing after the rounds ahead. All
    sites of a group count as equal: each has the mean rent of the group.

    Args:
        edition: Edition, or its name.
        houses: Houses that stand on each site already.
        rounds: Rounds that owners look ahead, without discount.
        opponents: Opponents who can land on a site.

    Raises:
        ArgumentError: For an edition without buildings, and for numbers out of range.

    References:
        CORE Econ, The Economy, units 7 and 8; Mankiw, Principles of Economics, chapters 4 to 7.

    Example:
        >>> market = ml.economics.housing_market.HousingMarket(houses=2)
        >>> [round(house.bid) for house in market.demanded[:6]]
        [607, 607, 484, 484, 484, 468]
    """

    def __init__(
        self, edition: str | Edition = "classic_us", houses: int = 2, rounds: int = 10, opponents: int = 3
    ) -> None:
        self.groups = group_rents(edition)
        last_level = min(len(group.rents) for group in self.groups) - 2  # the hotel is one above
        check_whole(0, last_level - 1, houses=houses)
        check_whole(1, 1000, rounds=rounds)
        check_whole(1, 7, opponents=opponents)
        self.houses, self.rounds, self.opponents = houses, rounds, opponents
        self._order = {group.id: n for n, group in enumerate(self.groups)}
        found = [house for group in self.groups for house in self._wanted_by(group, last_level)]
        self.demanded = sorted(found, key=lambda house: (-house.bid, self._order[house.group], house.level))

    def _wanted_by(self, group: OwnedGroup, last_level: int) -> list[House]:
        """Return the houses that the owner of a group could still build, in the order of building."""
        found: list[House] = []
        level = self.houses
        while level < last_level:
            ends = range(level + 1, last_level + 1)
            # The best mean of rows from here on; of two as good, the fewer rows.
            means = {end: sum(self.value(group, n) for n in range(level + 1, end + 1)) / (end - level) for end in ends}
            end = max(ends, key=lambda end: (round(means[end], 9), -end))
            for n in range(level + 1, end + 1):
                house = House(means[end], self.value(group, n), group.cost, n, group.id, end - level)
                found += [house] * group.sites
            level = end
        return found

    def value(self, group: OwnedGroup, level: int) -> float:
        """Return what one more house on a site of a group adds to the rents ahead.

        Args:
            group: One of `groups`.
            level: Houses on the site with this one.

        Returns:
            Expected rents, in the money of the edition.

        Raises:
            ArgumentError: For a level below 1 or above the highest.

        Example:
            >>> orange = market.groups[3]
            >>> [round(market.value(orange, level)) for level in (1, 2, 3, 4)]
            [46, 140, 377, 209]
        """
        check_whole(1, len(group.rents) - 1, level=level)
        added = group.rents[level] - group.rents[level - 1]
        return added / group.sites * self.opponents * self.rounds

    def demand(self, price: float) -> int:
        """Return how many houses are wanted at a price that is the same for all.

        Args:
            price: Price of a house.

        Returns:
            Number of houses.

        Example:
            >>> [market.demand(price) for price in (50, 100, 200, 300, 400, 470)]
            [44, 40, 22, 14, 11, 5]
        """
        return len(self.wanting(price))

    def wanting(self, price: float | None = None) -> list[House]:
        """Return the houses that are worth their price to their owners, the highest bid first.

        Args:
            price: The price of each house; left out, its printed price.

        Returns:
            The houses.

        Example:
            >>> len(market.wanting()), len(market.wanting(100))
            (41, 40)
        """
        if price is not None:
            check_number(0, MOST, price=price)
        return [house for house in self.demanded if house.bid >= (house.price if price is None else price)]

    def clearing_prices(self, supply: int) -> tuple[float, float] | None:
        """Return the lowest and the highest price at which the supply is sold and nobody goes without.

        Args:
            supply: Houses that the bank has left.

        Returns:
            The two prices. None if there is no such price: if the supply would divide rows that are wanted together.

        Raises:
            ArgumentError: For a supply below 0.

        Example:
            >>> [round(price) for price in market.clearing_prices(8)]
            [451, 468]
            >>> ml.economics.housing_market.HousingMarket(houses=0).clearing_prices(8) is None
            True
        """
        check_whole(0, MOST, supply=supply)
        if supply >= len(self.demanded):
            return 0.0, 0.0
        if not supply:
            return self.demanded[0].bid, float("inf")
        sold, unsold = self.demanded[supply - 1 : supply + 1]
        if sold.bid == unsold.bid and sold.group == unsold.group and sold.rows > 1:
            return None
        return unsold.bid, sold.bid

    def elasticity(self, low: float, high: float) -> float:
        """Return the price elasticity of demand between two prices, by the midpoint formula.

        Args:
            low: One price.
            high: The other one.

        Returns:
            Change of the quantity in percent of its mean, divided by that of the price; 0 or below.

        Raises:
            ArgumentError: If the prices are the same or below 0, or nothing is wanted at both.

        Example:
            >>> round(market.elasticity(100, 200), 2)
            -0.87
        """
        check_number(0, MOST, low=low, high=high)
        one, other = self.demand(low), self.demand(high)
        if low == high or one + other == 0:
            raise ArgumentError(say("economics.no_elasticity", low=low, high=high))
        return (other - one) / (one + other) * (low + high) / (high - low)

    def served(self, supply: int, price: float | None = None, first: str = CHANCE) -> list[float]:
        """Return the probability that each house of `demanded` is built.

        Args:
            supply: Houses that the bank has left.
            price: The price of each house; left out, its printed price.
            first: Who comes first: "cheapest" (the groups with the lowest printed price of a house), "chance" (one lot
                for each house that is wanted), or "highest" (the highest bids).

        Returns:
            A probability for each house, 0 or 1 unless chance decides.

        Raises:
            ArgumentError: For an unknown `first`, and for a supply below 0.

        Example:
            >>> market.served(8, first="highest")[:9]
            [1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.0]
        """
        check_whole(0, MOST, supply=supply)
        if first not in RATIONING:
            raise ArgumentError(
                say("economics.unknown_word", name="first", value=quoted(first)) + hint(first, RATIONING)
            )
        wanting = self.wanting(price)
        if first == CHANCE:
            return self._lottery_chances(Counter(house.group for house in wanting), supply)
        if first == CHEAPEST:
            wanting.sort(key=lambda house: (house.price, self._order[house.group], house.level))
        left = Counter(wanting[:supply])
        found = []
        for house in self.demanded:
            found.append(1.0 if left[house] else 0.0)
            left[house] -= left[house] > 0
        return found

    def _lottery_chances(self, wanted: Counter[str], supply: int) -> list[float]:
        """Return the probability that each house of `demanded` is built, if lots decide who may buy.

        Each house that an owner wants is one lot. Who wins k lots builds the first k houses that they want, row by row:
        the k lots of a group have a hypergeometric distribution.
        """
        lots, built, found = wanted.total(), Counter[str](), []
        winners = min(supply, lots)
        for house in self.demanded:
            mine = wanted[house.group]
            built[house.group] += 1
            ways = sum(
                math.comb(mine, won) * math.comb(lots - mine, winners - won)
                for won in range(built[house.group], min(mine, winners) + 1)
            )
            found.append(ways / math.comb(lots, winners))
        return found

    def ration(self, supply: int, price: float | None = None, first: str = CHANCE) -> Rationing:
        """Return what is sold, and what value is lost, at a price that is held down.

        Args:
            supply: Houses that the bank has left.
            price: The price of each house; left out, its printed price.
            first: Who comes first, as for `served`.

        Returns:
            Numbers and values of houses.

        Raises:
            ArgumentError: For an unknown `first`, and for a supply below 0.

        Example:
            >>> rationing = market.ration(8, first="chance")
            >>> rationing.wanted, rationing.shortage, round(rationing.most), round(rationing.kept)
            (41, 33, 4070, 2812)
        """
        chances = self.served(supply, price, first)
        wanted = len(self.wanting(price))
        sold = min(supply, wanted)
        kept = sum(chance * house.value for chance, house in zip(chances, self.demanded))
        most = total(self.demanded[:sold])
        return Rationing(wanted, sold, wanted - sold, most, kept, most - kept)

    def paid(self, supply: int, price: float | None = None, first: str = CHANCE) -> float:
        """Return what buyers pay the bank together at a price that is held down; expected, where chance decides.

        Args:
            supply: Houses that the bank has left.
            price: The price of each house; left out, its printed price.
            first: Who comes first, as for `served`.

        Returns:
            Sum of the prices of the houses that are built. The rest of their value is consumer surplus.

        Raises:
            ArgumentError: For an unknown `first`, and for a supply below 0.

        Example:
            >>> round(market.paid(8)), round(market.ration(8).kept - market.paid(8))
            (956, 1856)
        """
        chances = self.served(supply, price, first)
        prices = [house.price if price is None else price for house in self.demanded]
        return sum(chance * each for chance, each in zip(chances, prices))


def total(houses: Sequence[House]) -> float:
    """Return the sum of the values of some houses."""
    return sum(house.value for house in houses)


class Sale(NamedTuple):
    """A house that was sold in an auction."""

    price: int
    owner: str  # who bought it: the name of the group


@check_argument
def play_auction(
    supply: int, edition: str | Edition = "classic_us", houses: int = 2, rounds: int = 10, step: int = 1
) -> list[Sale]:
    """Play the rule book's own auction of the last houses, with a computer player for each group who bids by income.

    One player owns each group with some houses on every site. The strategy `investor` bids up to what the next house
    adds to the rents ahead; it never sees the model.

    Args:
        supply: Houses left in the bank.
        edition: Edition, or its name.
        houses: Houses that stand on each site already.
        rounds: Rounds that the players look ahead.
        step: What a bid has to be higher than the one before; larger steps are played faster.

    Returns:
        The sales, in the order of the auction.

    Raises:
        ArgumentError: For an edition without buildings.

    Example:
        >>> [sale.price for sale in ml.economics.housing_market.play_auction(2, step=10)]
        [1130, 1130]
    """
    check_whole(1, MOST_SUPPLY, supply=supply)
    check_whole(1, MOST, step=step)
    loaded = edition if isinstance(edition, Edition) else load_edition(edition)
    groups = group_rents(loaded)
    spaces = {group.id: group.spaces for group in loaded.groups}
    sites = {group.id: [loaded.spaces[q].id for q in spaces[group.id]] for group in groups}
    market = HousingMarket(loaded, houses, rounds, len(groups) - 1)
    enough = round(max(supply, 1) * market.demanded[0].bid) + 1
    start = {
        "turn": groups[0].name,
        "round": 2,
        "cash": dict.fromkeys([group.name for group in groups], enough),
        "deeds": {group.name: sites[group.id] for group in groups},
        "buildings": {site: houses for each in sites.values() for site in each},
    }
    left = sum(group.sites for group in groups) * houses + supply
    options = {"components.houses": left, "auction_start.raise": step}
    game = Game(loaded, [group.name for group in groups], seed=1, start=start, options=options)
    game.apply(f"build {sites[groups[0].id][0]}")
    for group in groups:
        game.seat(group.name, Strategy("investor", horizon=rounds, reserve=0, fear=0))
    s, sales = game.raw_state(), []
    while s.node in AUCTION:
        game.step()
        before, s = s.cash, game.raw_state()
        sales += [Sale(before[p] - s.cash[p], group.name) for p, group in enumerate(groups) if s.cash[p] < before[p]]
    return sales
