"""Market power: one owner sets the price of a stop that visitors can go round; duopoly and cartel.

Visitors may take a way round that costs d, drawn from 1 to D, each whole sum alike. At price p those with d >= p pay:

    demand: Q(p) = (D + 1 - p) / D for each landing, a straight line     profit: (p - c) Q(p)

A *monopolist* whose stop costs c sets p = (D + 1 + c) / 2, above cost: *markup* (Lerner index) (p - c) / p. Of a rise
of the cost half is passed on (*pass-through*). The *deadweight loss* are ways round that cost more than the stop would:
a transfer between owner and visitor is no loss. Two rivals at the same place *undercut* each other down to the lowest
price at which undercutting does not pay (*Bertrand*). They keep up the monopoly price (*cartel*) if both care enough
for the future: discount factor at least (cheating - cartel) / (cheating - rivalry).
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from monopoly_lab.common.argument_checks import check_argument, check_arguments, check_before_call
from monopoly_lab.common.errors import ArgumentError
from monopoly_lab.common.messages import say
from monopoly_lab.economics.group_rents import game_of_rents, group_rents
from monopoly_lab.economics.number_ranges import MOST, MOST_BLOCKS, check_number, check_whole
from monopoly_lab.editions import Edition, load_edition
from monopoly_lab.editions.rule_tables import RENTS
from monopoly_lab.experiments import simulate
from monopoly_lab.markov import Chain
from monopoly_lab.measures.confidence_intervals import Interval, mean_of_few

MOST_DETOUR = 10_000  # what a way round may cost


class Landing(NamedTuple):
    """What a price does, on average for a landing; money of the board."""

    price: int
    quantity: float  # share of landings that pay
    revenue: float  # of the owner
    profit: float  # revenue less the cost of the stops that are paid
    consumer_surplus: float  # of visitors: by how much paying is cheaper than the way round
    detours: float  # what is spent on ways round
    loss: float  # deadweight loss, compared with a price as high as the cost


class Cartel(NamedTuple):
    """Two rivals who meet again and again: profit of each in a landing."""

    price: int
    together: float  # half of the monopoly profit
    cheating: float  # once, by the best price below
    rivalry: float  # for ever after
    discount: float  # the lowest discount factor at which cheating does not pay


@check_arguments
class MarketPower:
    """The owner of a place that visitors can go round at a cost that is drawn.

    Args:
        most: The most that a way round costs (D).
        cost: What a paid stop costs the owner (c).

    Raises:
        ArgumentError: For numbers out of range.

    References:
        CORE Econ, The Economy, unit 7; Mankiw, Principles of Economics, chapters 15 and 17; Bertrand (1883).

    Example:
        >>> place = ml.economics.market_power.MarketPower(200)
        >>> place.monopoly().price, place.monopoly().revenue
        (100, 50.5)
    """

    @check_before_call("most", "cost")
    def __init__(self, most: int = 200, cost: int = 0) -> None:
        check_whole(1, MOST_DETOUR, most=most)
        check_whole(0, most, cost=cost)
        self.most, self.cost = most, cost

    def quantity(self, price: float) -> float:
        """Return the share of landings that pay a price: the demand.

        Args:
            price: Price of a stop.

        Returns:
            Share from 0 to 1: of the costs 1 to D those that are not below the price.

        Example:
            >>> place.quantity(1), place.quantity(100), place.quantity(201)
            (1.0, 0.505, 0.0)
        """
        check_number(0, MOST, price=price)
        low = max(-int(-price // 1), 1)  # the next whole sum
        return max(self.most + 1 - low, 0) / self.most

    def landing(self, price: int) -> Landing:
        """Return what a price does, on average for a landing.

        Args:
            price: Price of a stop, from 0 on.

        Returns:
            Shares and sums; the price 0 gives the stop away.

        Raises:
            ArgumentError: For a price below 0.

        Example:
            >>> place.landing(100).detours, place.landing(100).consumer_surplus
            (24.75, 25.25)
        """
        check_whole(0, MOST, price=price)
        free = self._welfare(self.cost)
        share = self.quantity(price)
        paying = range(max(price, 1), self.most + 1)
        surplus = sum(d - price for d in paying) / self.most
        detours = sum(range(1, min(max(price, 1), self.most + 1))) / self.most
        loss = free - self._welfare(price)
        return Landing(price, share, price * share, (price - self.cost) * share, surplus, detours, loss)

    def _welfare(self, price: int) -> float:
        """Return what paid stops save: for each the way round less the cost of the stop, for a landing."""
        return sum(d - self.cost for d in range(max(price, 1), self.most + 1)) / self.most

    def elasticity(self, price: float) -> float:
        """Return the price elasticity of demand: by how many percent the demand changes if the price is 1 % higher.

        Args:
            price: Price of a stop, below D + 1.

        Returns:
            Elasticity of the straight line at this point, 0 or below.

        Raises:
            ArgumentError: For a price that nobody pays.

        Example:
            >>> round(place.elasticity(50), 2), round(place.elasticity(100.5), 2)
            (-0.33, -1.0)
        """
        check_number(0, MOST, price=price)
        if price >= self.most + 1:  # nobody pays it
            check_number(0, self.most, price=price)
        return -price / (self.most + 1 - price)

    def monopoly(self) -> Landing:
        """Return the price with the highest profit and what it does; of several such prices the lowest.

        Example:
            >>> place.monopoly().price
            100
        """
        return self.landing(_monopoly_price(self.most, self.cost))

    def lerner(self) -> float:
        """Return the Lerner index of the monopoly price: the part of it that is above the cost.

        Example:
            >>> round(ml.economics.market_power.MarketPower(200, cost=40).lerner(), 2)
            0.67
        """
        price = self.monopoly().price
        return (price - self.cost) / price

    def pass_through(self, rise: int) -> float:
        """Return which part of a rise of the cost the monopolist adds to the price.

        Args:
            rise: By how much a paid stop costs more.

        Returns:
            Rise of the price over rise of the cost.

        Raises:
            ArgumentError: For a rise of less than 1, or above D.

        Example:
            >>> place.pass_through(40)
            0.5
        """
        check_whole(1, self.most - self.cost, rise=rise)
        return (_monopoly_price(self.most, self.cost + rise) - self.monopoly().price) / rise

    # Two rivals at the same place: all who pay go to the cheaper one, at the same price half to each

    def rival_profit(self, price: int, other: int) -> float:
        """Return the profit in a landing of an owner whose rival asks another price.

        Args:
            price: Own price.
            other: Price of the rival.

        Returns:
            Profit; half of it at the same price, none above it.

        Example:
            >>> place.rival_profit(90, 100), place.rival_profit(100, 100)
            (49.95, 25.25)
        """
        check_whole(0, MOST, price=price, other=other)
        share = 1.0 if price < other else 0.5 if price == other else 0.0
        return (price - self.cost) * self.quantity(price) * share

    def best_reply(self, other: int, step: int = 10) -> int:
        """Return the price that is best against that of the rival, on a grid of prices.

        Args:
            other: Price of the rival.
            step: Prices are multiples of it.

        Returns:
            The lowest of several that are as good.

        Raises:
            ArgumentError: For a step below 1.

        Example:
            >>> place.best_reply(100), place.best_reply(20), place.best_reply(10)
            (90, 10, 10)
        """
        check_whole(0, MOST, other=other)
        check_whole(1, self.most, step=step)
        grid = range(0, self.most + 1, step)
        return max(grid, key=lambda price: (round(self.rival_profit(price, other), 9), -price))

    def undercutting(self, begin: int, step: int = 10) -> list[int]:
        """Return the prices of two rivals who answer each other in turn, until nobody changes.

        Args:
            begin: First price.
            step: Prices are multiples of it.

        Returns:
            Prices one after another; the last two are the same.

        Raises:
            ArgumentError: For numbers that are not whole or out of range.

        Example:
            >>> place.undercutting(100)
            [100, 90, 80, 70, 60, 50, 40, 30, 20, 10, 10]
        """
        check_whole(0, MOST, begin=begin)
        prices = [begin]
        while len(prices) < 2 or (prices[-1] != prices[-2] and len(prices) <= self.most):
            prices.append(self.best_reply(prices[-1], step))
        return prices

    def cartel(self, step: int = 10) -> Cartel:
        """Return whether two rivals can keep up the monopoly price, if cheating once ends it for ever.

        Args:
            step: Prices are multiples of it.

        Returns:
            Profits of each, and the discount factor from which on the cartel holds.

        Raises:
            ArgumentError: For a step below 1, or above D.

        Example:
            >>> found = place.cartel()
            >>> found.price, round(found.discount, 3)
            (100, 0.547)
        """
        check_whole(1, self.most, step=step)
        grid = range(0, self.most + 1, step)
        price = max(grid, key=lambda p: (round(self.landing(p).profit, 9), -p))
        together = self.rival_profit(price, price)
        cheating = self.rival_profit(self.best_reply(price, step), price)
        last = self.undercutting(price, step)[-1]
        rivalry = self.rival_profit(last, last)
        discount = (cheating - together) / (cheating - rivalry) if cheating > rivalry else 0.0
        return Cartel(price, together, cheating, rivalry, discount)


@lru_cache(maxsize=256)
def _monopoly_price(most: int, cost: int) -> int:
    """Return the price with the highest profit, the lowest of several: every whole price is tried."""
    return max(range(1, most + 1), key=lambda price: ((price - cost) * (most + 1 - price), -price))


@check_argument
def landings(
    edition: str | Edition = "classic_us", group: str = "orange", rounds: int = 15, visitors: int = 3
) -> float:
    """Return how often visitors who begin on GO come to the streets of a group on average.

    Args:
        edition: Edition, or its name.
        group: Group of streets.
        rounds: Rounds from GO on.
        visitors: Number of visitors.

    Returns:
        Expected number of landings of all of them, exact, from the board's Markov chain.

    Raises:
        ArgumentError: For another group, and for numbers out of range.

    Example:
        >>> round(ml.economics.market_power.landings("classic_us", "orange"), 2)
        4.85
    """
    loaded = edition if isinstance(edition, Edition) else load_edition(edition)
    _sites(loaded, group)
    check_whole(1, 100, rounds=rounds)
    check_whole(1, 7, visitors=visitors)
    return visitors * _landings(loaded, group, rounds)


def _sites(edition: Edition, group: str) -> Sequence[int]:
    """Return the places of a group of streets on the board."""
    known = [each.id for each in group_rents(edition)]
    if group not in known:
        raise ArgumentError(say("economics.no_group", value=group, known=", ".join(known)))
    return next(each.spaces for each in edition.groups if each.id == group)


@lru_cache(maxsize=64)
def _landings(edition: Edition, group: str, rounds: int) -> float:
    chain = Chain(edition)
    sites = _sites(chain.edition, group)
    rent = chain.tables.rent
    return sum(
        chain.rent(chain.edition.spaces[q].id, 0, "turn", start="go", throws=rounds) / rent[q * RENTS] for q in sites
    )


@check_argument
def play_prices(
    price: int | None, group: str = "orange", most: int = 200, games: int = 200, seed: int = 1, blocks: int = 20
) -> Interval:
    """Return what the owner of a group takes from three visitors in games of fifteen rounds under the rule `detour`.

    Nobody buys, builds or trades, the group has three houses on each street, and all have cash enough.

    Args:
        price: Price of a stop; None: the owner is an `investor` and names it.
        group: Group of streets.
        most: The most that a way round costs.
        games: Games of each block.
        seed: Seed of the first block; the next ones follow.
        blocks: Means of blocks that the interval is made of, two at least.

    Returns:
        Mean of a game with its 95 % interval.

    Raises:
        ArgumentError: For another group, and for numbers out of range.

    Example:
        >>> found = ml.economics.market_power.play_prices(100, games=50)
        >>> bool(found.low < 244.9 < found.high)
        True
    """
    if price is not None:
        check_whole(0, MOST, price=price)
    check_whole(1, MOST_DETOUR, most=most)
    check_whole(2, MOST_BLOCKS, blocks=blocks)
    edition = load_edition("classic_us")
    streets = [edition.spaces[q].id for q in _sites(edition, group)]
    priced: dict[str, Any] = {"detour.toll": True} if price is None else {"rent_cap": {group: price}}
    who = "investor" if price is None else "balanced"
    deeds, built, rule = {"Ann": streets}, dict.fromkeys(streets, 3), {"detour": most, "rounds": 15, **priced}
    game = game_of_rents(edition, ("Ann", "Bo", "Cy", "Di"), deeds, built, rule, seed, who)
    means = []
    for n in range(blocks):
        income = simulate(game, games=games, seed=seed + n, progress=False).income
        paid = (income["cause"] == "rent") & (income["player"] == "Ann")
        means.append(float(income[paid]["per_game"].sum()))
    return mean_of_few(means)
