"""Supply of houses, a tax on rents, a tax on land, rent control: what owners still build, and who pays.

The owner of a group builds as many houses on every site as leave the highest profit over the rounds ahead:

    profit at n houses = (1 - tax rate) x rents at n houses - cost of n houses - land tax

*Supply* is the number of buildings at the rents that are paid. *Revenue* of the tax first grows with the rate and then
falls (*Laffer curve*). The *deadweight loss* is what owners and treasury together lose: profits without the tax, less
profits with it and revenue. A tax on *land rent*, what bare sites earn, changes no profit by a house, and so no house.
A rent is a *transfer* from visitors to owners: for all players together only the money that the bank gets for
buildings is spent.
"""

from typing import NamedTuple

from monopoly_lab.common.argument_checks import check_arguments
from monopoly_lab.common.errors import ArgumentError
from monopoly_lab.common.messages import say
from monopoly_lab.economics.group_rents import OwnedGroup, group_rents
from monopoly_lab.editions import Edition


class TaxOutcome(NamedTuple):
    """What owners build under a tax, and what it does to everybody; money over the rounds ahead."""

    levels: dict[str, int]  # buildings a site by group; the last one is the hotel
    buildings: int  # on the whole board; a hotel counts as the houses below it and one more
    revenue: float  # of the tax on rents and the tax on land
    owners: float  # rents less taxes and cost of buildings
    visitors: float  # the same rents, as what visitors lose: 0 or below
    loss: float  # deadweight loss: of owners and treasury together, compared with no tax at the same rents


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
        for name, number, high in (("rounds", rounds, 1000), ("opponents", opponents, 7)):
            if not 1 <= number <= high:
                raise ArgumentError(say("economics.out_of_range", name=name, value=number, low=1, high=high))
        self.rounds, self.opponents = rounds, opponents

    def rents(self, group: OwnedGroup, level: int) -> float:
        """Return the expected rents of a group over the rounds ahead.

        Args:
            group: One of `groups`.
            level: Buildings on each site, 0 for none; the highest is the hotel.

        Returns:
            Rents before taxes, in the money of the edition.

        Example:
            >>> [round(board.rents(board.groups[3], level)) for level in (0, 3)]
            [92, 1780]
        """
        return group.rents[level] * self.opponents * self.rounds

    def outcome(self, tax: float = 0, rent_scale: float = 100, land_tax: float = 0) -> TaxOutcome:
        """Return what owners build, what the tax brings, and what is lost.

        Args:
            tax: Tax on all rents, per cent.
            rent_scale: Rents that may be charged, per cent of the printed ones: 50 is rent control at half.
            land_tax: Tax on the rent of the bare sites, per cent; it is the same whatever stands on them.

        Returns:
            Buildings and sums of money.

        Raises:
            ArgumentError: For a percentage out of range.

        Example:
            >>> [board.outcome(tax).buildings for tax in (0, 40)], board.outcome(land_tax=100).buildings
            ([104, 36], 104)
        """
        for name, number, high in (("tax", tax, 100), ("rent_scale", rent_scale, 1000), ("land_tax", land_tax, 100)):
            if not 0 <= number <= high:
                raise ArgumentError(say("economics.out_of_range", name=name, value=number, low=0, high=high))
        levels = {group.id: self._built(group, (1 - tax / 100) * rent_scale / 100) for group in self.groups}
        revenue = owners = visitors = free = 0.0
        for group in self.groups:
            rents = self.rents(group, levels[group.id]) * rent_scale / 100
            taxes = tax / 100 * rents + land_tax / 100 * self.rents(group, 0) * rent_scale / 100
            revenue += taxes
            owners += rents - taxes - cost(group, levels[group.id])
            visitors -= rents
            untaxed = self._built(group, rent_scale / 100)
            free += self.rents(group, untaxed) * rent_scale / 100 - cost(group, untaxed)
        buildings = sum(levels[group.id] * group.sites for group in self.groups)
        return TaxOutcome(levels, buildings, revenue, owners, visitors, free - owners - revenue)

    def _built(self, group: OwnedGroup, kept: float) -> int:
        """Return the best number of buildings a site for an owner who keeps this share of the printed rents."""
        return max(
            range(len(group.rents)),
            key=lambda level: (round(kept * self.rents(group, level) - cost(group, level), 9), -level),
        )

    def supply(self, rent_scale: float = 100) -> int:
        """Return how many buildings owners want at rents of a certain height.

        Args:
            rent_scale: Rents, per cent of the printed ones.

        Returns:
            Buildings on the whole board; a hotel counts as five where four houses come before it.

        Example:
            >>> [board.supply(scale) for scale in (50, 60, 70, 80, 90, 100, 120)]
            [0, 36, 54, 78, 84, 104, 110]
        """
        return self.outcome(rent_scale=rent_scale).buildings

    def best_rate(self, rent_scale: float = 100) -> int:
        """Return the tax on rents, in whole per cent, that brings most: the top of the Laffer curve.

        Args:
            rent_scale: Rents, per cent of the printed ones.

        Returns:
            Rate in per cent; the lowest of several that are as good.

        Example:
            >>> board.best_rate()
            36
        """
        return max(range(101), key=lambda tax: (round(self.outcome(tax, rent_scale).revenue, 9), -tax))

    def capitalized(self, deed_rent: float, tax: float = 0) -> float:
        """Return what a buyer pays for an income at most: its present value after the tax.

        The tax is *capitalized*: who owns the deed when it is introduced bears all of it, a later buyer pays less.

        Args:
            deed_rent: Expected rent a turn of one opponent.
            tax: Tax on rents, per cent.

        Returns:
            Rents over the rounds ahead that the buyer keeps.

        Example:
            >>> board.capitalized(2, 40), board.capitalized(2)
            (36.0, 60.0)
        """
        return (1 - tax / 100) * deed_rent * self.opponents * self.rounds


def cost(group: OwnedGroup, level: int) -> int:
    """Return what so many buildings on every site of a group cost.

    Args:
        group: The group.
        level: Buildings on each site.

    Returns:
        Price of all of them.

    Example:
        >>> from monopoly_lab.economics.group_rents import group_rents
        >>> ml.economics.rent_tax.cost(group_rents("classic_us")[3], 3)
        900
    """
    return level * group.cost * group.sites
