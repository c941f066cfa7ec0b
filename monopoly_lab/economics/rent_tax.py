"""Supply of houses, a tax on rents, a tax on land, rent control: what owners still build, and who pays.

The owner of a group builds as many houses on every site as leave the highest profit over the rounds ahead:

    profit at n houses = (1 - tax rate) x rents at n houses - cost of n houses - land tax

*Supply* is the number of buildings at the rents that are paid. *Revenue* of the tax first grows with the rate and then
falls (*Laffer curve*). The *excess burden* on owners is what they lose beyond the revenue: profits without the tax,
less profits with it and revenue. It is no deadweight loss of all: a rent is a *transfer*, so that owners, treasury,
visitors and bank together lose nothing.

A tax on the rent of *bare sites* changes no profit by a house, and so no house. (Henry George's land rent is more: what
sites earn at their best above the cost of the houses. A tax on a part of that changes no house either.)
"""

from typing import NamedTuple

from monopoly_lab.common.argument_checks import check_argument, check_arguments
from monopoly_lab.common.errors import ArgumentError
from monopoly_lab.common.file_access import quoted
from monopoly_lab.common.messages import say
from monopoly_lab.economics.group_rents import OwnedGroup, group_rents
from monopoly_lab.economics.number_ranges import MOST, check_number, check_whole
from monopoly_lab.editions import Edition, load_edition
from monopoly_lab.game import Game
from monopoly_lab.players import Strategy

OWNERS = ("A", "B", "C", "D")
AHEAD = 1000  # rounds over which a deed is valued in an auction of two, so that a bare site is worth a few raises


class TaxOutcome(NamedTuple):
    """What owners build under a tax, and what it does to everybody; money over the rounds ahead."""

    levels: dict[str, int]  # buildings a site by group; the last one is the hotel
    buildings: int  # on the whole board; a hotel counts as the houses below it and one more
    revenue: float  # of the tax on rents and the tax on land
    owners: float  # rents less taxes and cost of buildings
    visitors: float  # the same rents, as what visitors lose: 0 or below
    bank: float  # cost of the buildings, which the bank gets
    loss: float  # excess burden: what owners lose beyond the revenue, compared with no tax at the same rents


@check_arguments
class RentTax:
    """Owners of all groups of a board, each group in one hand, who look some rounds ahead.

    The bank has buildings enough. Every row is built as a whole. Visitors have no choice: they pay where they land.

    Args:
        edition: Edition, or its name.
        rounds: Rounds that owners look ahead, without discount.
        opponents: Opponents who can land on each group.

    Raises:
        ArgumentError: For an edition without buildings, and for numbers out of range.

    References:
        CORE Econ, The Economy, unit 8; Mankiw, Principles of Economics, chapters 6 and 8; Henry George, Progress and
        Poverty (1879), on the tax on land.

    Example:
        >>> board = ml.economics.rent_tax.RentTax("classic_us")
        >>> round(board.outcome(36).revenue)
        4089
    """

    def __init__(self, edition: str | Edition = "classic_us", rounds: int = 10, opponents: int = 3) -> None:
        self.groups = group_rents(edition)
        check_whole(1, 1000, rounds=rounds)
        check_whole(1, 7, opponents=opponents)
        self.rounds, self.opponents = rounds, opponents

    def rents(self, group: OwnedGroup, level: int) -> float:
        """Return the expected rents of a group over the rounds ahead.

        Args:
            group: One of `groups`.
            level: Buildings on each site, 0 for none; the highest is the hotel.

        Returns:
            Rents before taxes, in the money of the edition.

        Raises:
            ArgumentError: For a level below 0 or above the highest.

        Example:
            >>> [round(board.rents(board.groups[3], level)) for level in (0, 3)]
            [92, 1780]
        """
        check_whole(0, len(group.rents) - 1, level=level)
        return group.rents[level] * self.opponents * self.rounds

    def outcome(self, tax: float = 0, rent_scale: float = 100, land_tax: float = 0) -> TaxOutcome:
        """Return what owners build, what the tax brings, and what is lost.

        Args:
            tax: Tax on all rents, percent.
            rent_scale: Rents that may be charged, percent of the printed ones: 50 is rent control at half.
            land_tax: Tax on the rent of the bare sites, percent; it is the same with any buildings on them.

        Returns:
            Buildings and sums of money.

        Raises:
            ArgumentError: For a percentage out of range.

        Example:
            >>> [board.outcome(tax).buildings for tax in (0, 40)], board.outcome(land_tax=100).buildings
            ([104, 36], 104)
        """
        check_number(0, 100, tax=tax)
        check_number(0, 1000, rent_scale=rent_scale)
        check_number(0, 100, land_tax=land_tax)
        levels = {group.id: self._best_level(group, (1 - tax / 100) * rent_scale / 100) for group in self.groups}
        revenue = owners = visitors = bank = free = 0.0
        for group in self.groups:
            rents = self.rents(group, levels[group.id]) * rent_scale / 100
            taxes = tax / 100 * rents + land_tax / 100 * self.rents(group, 0) * rent_scale / 100
            revenue += taxes
            spent = cost(group, levels[group.id])
            owners += rents - taxes - spent
            visitors -= rents
            bank += spent
            untaxed = self._best_level(group, rent_scale / 100)
            free += self.rents(group, untaxed) * rent_scale / 100 - cost(group, untaxed)
        buildings = sum(levels[group.id] * group.sites for group in self.groups)
        return TaxOutcome(levels, buildings, revenue, owners, visitors, bank, free - owners - revenue)

    def _best_level(self, group: OwnedGroup, kept: float) -> int:
        """Return the best number of buildings a site for an owner who keeps this share of the printed rents."""
        return max(
            range(len(group.rents)),
            key=lambda level: (round(kept * self.rents(group, level) - cost(group, level), 9), -level),
        )

    def supply(self, rent_scale: float = 100) -> int:
        """Return how many buildings owners want at rents of a certain height.

        Args:
            rent_scale: Rents, percent of the printed ones.

        Returns:
            Buildings on the whole board; a hotel counts as five where four houses come before it.

        Example:
            >>> [board.supply(scale) for scale in (50, 60, 70, 80, 90, 100, 120)]
            [0, 36, 54, 78, 84, 104, 110]
        """
        return self.outcome(rent_scale=rent_scale).buildings

    def best_rate(self, rent_scale: float = 100) -> int:
        """Return the tax on rents, in whole percent, that brings most: the top of the Laffer curve.

        Args:
            rent_scale: Rents, percent of the printed ones.

        Returns:
            Rate in percent; the lowest of several that are as good.

        Example:
            >>> board.best_rate()
            36
        """
        return max(range(101), key=lambda tax: (round(self.outcome(tax, rent_scale).revenue, 9), -tax))

    def capitalized(self, deed_rent: float, tax: float = 0) -> float:
        """Return what a buyer pays for an income at most: what it brings after the tax, without discount.

        The tax is *capitalized*: the owner of the deed when it is introduced bears all of it, a later buyer pays less.

        Args:
            deed_rent: Expected rent a turn of one opponent.
            tax: Tax on rents, percent.

        Returns:
            Rents over the rounds ahead that the buyer keeps.

        Raises:
            ArgumentError: For a tax that is not from 0 to 100, and a rent that is not finite.

        Example:
            >>> board.capitalized(2, 40), board.capitalized(2)
            (36.0, 60.0)
        """
        check_number(0, MOST, deed_rent=deed_rent)
        check_number(0, 100, tax=tax)
        return (1 - tax / 100) * deed_rent * self.opponents * self.rounds


@check_argument
def cost(group: OwnedGroup, level: int) -> int:
    """Return what so many buildings on every site of a group cost.

    Args:
        group: The group.
        level: Buildings on each site.

    Returns:
        Price of all of them.

    Raises:
        ArgumentError: For a level below 0 or above the highest.

    Example:
        >>> from monopoly_lab.economics.group_rents import group_rents
        >>> ml.economics.rent_tax.cost(group_rents("classic_us")[3], 3)
        900
    """
    check_whole(0, len(group.rents) - 1, level=level)
    return level * group.cost * group.sites


@check_argument
def play_building(
    tax: int = 0, rent_scale: int = 100, land_tax: int = 0, edition: str | Edition = "classic_us", rounds: int = 10
) -> dict[str, list[int]]:
    """Play four computer players who own all groups and build, and return the buildings on the board then.

    The strategy `investor` builds what pays within its horizon; it does not see the model. Each player has three
    opponents and money enough, and the box has buildings enough.

    Args:
        tax: Tax on rents, percent.
        rent_scale: Rents, percent of the printed ones.
        land_tax: Tax on the rent of bare sites, percent.
        edition: Edition, or its name.
        rounds: Rounds that the players look ahead.

    Returns:
        Buildings on each site, by the name of the group.

    Raises:
        ArgumentError: For an edition without buildings.

    Example:
        >>> sum(map(sum, ml.economics.rent_tax.play_building(tax=36).values()))
        54
    """
    loaded = edition if isinstance(edition, Edition) else load_edition(edition)
    owned = {group.id: group for group in group_rents(loaded)}
    groups = [group for group in loaded.called().groups if group.id in owned]
    sites = {group.name: [loaded.spaces[q].id for q in group.spaces] for group in groups}
    deeds = {
        name: [q for each in list(sites.values())[n :: len(OWNERS)] for q in each] for n, name in enumerate(OWNERS)
    }
    enough = 2 * sum(cost(group, len(group.rents) - 1) for group in owned.values())
    box = sum(map(len, sites.values())) * max(len(group.rents) for group in owned.values())
    options = {"taxes.rents": tax, "taxes.sites": land_tax, "rent_scale": rent_scale}
    options |= {"components.houses": box, "components.hotels": box}
    start = {"turn": OWNERS[0], "cash": dict.fromkeys(OWNERS, enough), "deeds": deeds}
    players = [(name, Strategy("investor", horizon=rounds, reserve=0, fear=0)) for name in OWNERS]
    game = Game(loaded, players, seed=1, start=start, options=options)
    game.run(rounds=1)
    return {name: [game.state.level(q) for q in each] for name, each in sites.items()}


@check_argument
def play_deed_auction(deed: str, tax: int = 0, edition: str | Edition = "classic_us", step: int = 1) -> int:
    """Play an auction of one deed between two computer players, and return its price.

    Each bids up to the rents of one opponent over a thousand rounds, after the tax, and hopes for nothing else.

    Args:
        deed: Space, by id or name.
        tax: Tax on rents, percent.
        edition: Edition, or its name.
        step: What a bid has to be higher than the one before; larger steps are played faster.

    Returns:
        The price, within one raise of the lower of the two bids.

    Raises:
        UnknownName: For an unknown space.
        ArgumentError: For a deed that is not auctioned when its first visitor does not buy it.

    Example:
        >>> ml.economics.rent_tax.play_deed_auction("boardwalk", step=10)
        1558
    """
    loaded = edition if isinstance(edition, Edition) else load_edition(edition)
    buyers = OWNERS[:2]
    settings = loaded.resolve()
    cash, dice = 100 * max(int(settings["start_cash"]), 1), int(settings["move.dice"])
    start = {
        "turn": buyers[0],
        "position": {buyers[0]: loaded.spaces[loaded.space(deed) - dice].id},
        "cash": dict.fromkeys(buyers, cash),
    }
    options = {"buy": False, "auction_start.raise": step, "taxes.rents": tax}
    bidder = Strategy("investor", horizon=AHEAD, reserve=0, buy_reserve=0, completing=0, blocking=0)
    game = Game(loaded, [(name, bidder) for name in buyers], seed=1, start=start, options=options)
    _step_until(game, "dice")  # the choice of a token
    game.apply(game.choices()[0])  # each die shows a 1
    _step_until(game, "bid", "dice")
    if game.node is None or game.node.kind != "bid":
        raise ArgumentError(say("economics.no_auction", deed=quoted(deed), value=quoted(loaded.id)))
    while game.node is not None and game.node.kind == "bid":
        game.step()
    return 2 * cash - sum(game.state.cash.values())


def _step_until(game: Game, *kinds: str) -> None:
    """Play until a node of one of these kinds, or the end of the game."""
    while game.node is not None and game.node.kind not in kinds:
        game.step()
