"""Asset register: each deed at cost with its loan, each building with its depreciation."""

import itertools
from dataclasses import dataclass, field
from fractions import Fraction

from monopoly_lab.constants import payer_account
from monopoly_lab.editions.rule_tables import HOTEL, Tables
from monopoly_lab.rules import State
from monopoly_lab.rules.roles import houses_before_hotel

Amount = int | Fraction


@dataclass
class Building:
    """A house, or a hotel with the costs of the houses that were handed in for it; `worn` is its depreciation so far.

    It wears out from the round after `bought`.
    """

    cost: Amount
    bought: int
    inside: tuple[Amount, ...] = ()
    is_hotel: bool = False
    worn: Amount = 0

    @property
    def carrying(self) -> Amount:
        return self.cost - self.worn


@dataclass
class Site:
    """A deed in somebody's books: the bank carries deeds at nothing and keeps a loan only in mind."""

    owner: int = payer_account.BANK
    cost: Amount = 0
    loan: int = 0  # principal of the mortgage; 0: none
    buildings: list[Building] = field(default_factory=list)

    @property
    def stands(self) -> list[tuple[str, Amount, Amount]]:
        """Account, cost and wear of what stands here, by houses and hotels."""
        found = []
        for name, is_hotel in (("houses", False), ("hotels", True)):
            here = [each for each in self.buildings if each.is_hotel == is_hotel]
            if here:
                found.append((name, sum(each.cost for each in here), sum(each.worn for each in here)))
        return found


def add_house(site: Site, cost: Amount, now: int) -> None:
    site.buildings.append(Building(cost, now))


def add_hotel(site: Site, price: Amount, now: int) -> None:
    """Enter a hotel: its price, and the carrying amount of the houses handed in for it."""
    inside = tuple(each.carrying for each in site.buildings)
    site.buildings = [Building(sum(inside) + price, now, inside, is_hotel=True)]


def take_off(site: Site, level: int, now: int) -> Amount:
    """Take off the buildings that are sold down to a level; return what they were carried at.

    The last house bought goes first; a hotel broken down leaves its houses, at their share of its carrying amount.
    """
    before = sum(each.carrying for each in site.buildings)
    if level == 0:
        site.buildings = []
    elif site.buildings[-1].is_hotel:
        hotel = site.buildings[-1]
        left: list[Amount] = [
            Fraction(hotel.carrying, hotel.cost) * each if hotel.worn else each for each in hotel.inside
        ]
        site.buildings = [Building(each, now) for each in left]
    else:
        del site.buildings[level:]
    return before - sum(each.carrying for each in site.buildings)


def opened(s: State, t: Tables, q: int, now: int) -> list[Building]:
    """Return the buildings that stand on a space at the opening, at their printed price."""
    level = s.level[q]
    houses = [t.house_cost[q]] * (houses_before_hotel(s, t, q) if level == HOTEL else level)
    if level == HOTEL:
        return [Building(sum(houses) + t.hotel_cost[q], now, tuple(houses), is_hotel=True)]
    return [Building(each, now) for each in houses]


def shares(total: Amount, weights: list[int]) -> list[Amount]:
    """Return a total split by weights into whole amounts that sum to it."""
    if not any(weights):
        weights = [1] * len(weights)
    marks = [total * sum(weights[:n]) // sum(weights) for n in range(len(weights))] + [total]
    return [after - before for before, after in itertools.pairwise(marks)]
