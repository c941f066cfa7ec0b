"""Choose investments: building, borrowing for it, redeeming mortgages.

What each seat can build, redeem and mortgage is cached, so that no search starts where there is nothing to find. The
rules clear the cache (`rules.ownership.clear_cached_of_owner`); it is no part of a position.
"""

from collections.abc import Sequence

from monopoly_lab.constants import action, refusal
from monopoly_lab.editions.rule_tables import HOTEL, RENTS, Tables
from monopoly_lab.players.income_valuation import building_value, site_gain, values_by_income
from monopoly_lab.players.parameters import BORROW, BUILD_TO, MORTGAGE_ORDER, REDEEM, STYLE
from monopoly_lab.players.valuation import covers_rents, is_kept_together, percent_of_start_cash, reserve
from monopoly_lab.rules.agenda import rule
from monopoly_lab.rules.building import building_cost, next_level, why_not_site, why_not_supply, why_not_time
from monopoly_lab.rules.mortgage import redemption_cost, why_not_mortgage, why_not_redeem
from monopoly_lab.rules.ownership import contains, full_groups, has_mortgage_in_group, part_groups
from monopoly_lab.rules.payments import credit
from monopoly_lab.rules.roles import rent_at_level
from monopoly_lab.rules.state import State

PLENTY = 1_000_000_000  # more money than any game has
UNAFFORDABLE = 2 * PLENTY  # what a building costs where none can be built, a redemption where nothing is mortgaged


@rule
def open_groups(s: State, t: Tables, p: int) -> int:
    """Return the groups on whose sites seat `p` may build: those it owns, or any where the book says so."""
    if t.o_build_condition_full_group == 0:
        return (1 << t.groups) - 1
    return full_groups(s, t, p)


@rule
def least_cost(s: State, t: Tables, p: int) -> int:
    """Return the cost of the cheapest next building of seat `p`; UNAFFORDABLE if there is none."""
    if s.least[p] == 0:
        x = UNAFFORDABLE
        groups = open_groups(s, t, p)
        if groups != 0:
            for g in range(t.groups):
                if contains(groups, g) and t.house_cost[t.group_first[g]] > 0:
                    x = min(x, least_in_group(s, t, p, g))
        s.least[p] = max(x, 1)
    return s.least[p]


@rule
def least_in_group(s: State, t: Tables, p: int, g: int) -> int:
    """Return the cost of the cheapest next building in a group, ignoring other owners and the bank's supply."""
    x = UNAFFORDABLE
    q = t.group_first[g]
    if t.o_mortgage_blocks != 0 and contains(full_groups(s, t, p), g) and has_mortgage_in_group(s, t, q):
        return x
    for _ in range(t.group_size[g]):
        if s.owner[q] == p and s.level[q] != HOTEL:
            x = min(x, building_cost(s, t, q))
        q = t.mate[q]
    return x


@rule
def least_redemption(s: State, t: Tables, p: int) -> int:
    """Return the cost of the cheapest redemption of seat `p`; UNAFFORDABLE if nothing is mortgaged."""
    if s.least_redemption[p] == 0:
        x = UNAFFORDABLE
        for q in range(t.spaces):
            if s.mortgaged[q] != 0 and s.owner[q] == p:
                x = min(x, redemption_cost(t, q))
        s.least_redemption[p] = max(x, 1)
    return s.least_redemption[p]


@rule
def mortgageable_value(s: State, t: Tables, p: int) -> int:
    """Return what the unbuilt deeds of seat `p` outside full groups would bring as mortgages."""
    if s.mortgageable_value[p] == 0:
        x = 0
        groups = part_groups(s, t, p)
        for g in range(t.groups):
            if contains(groups, g):
                q = t.group_first[g]
                for _ in range(t.group_size[g]):
                    if s.owner[q] == p and s.mortgaged[q] == 0 and s.level[q] == 0:
                        x += t.loan[q]
                    q = t.mate[q]
        # One more than the sum, as 0 means: not cached.
        s.mortgageable_value[p] = 1 + x
    return s.mortgageable_value[p] - 1


# Acts of a seat that wants to grow: building, borrowing for it, redeeming mortgages

BORROW_TO = 3  # houses per site for which it is worth borrowing


@rule
def gain_per_1000_of_cost(s: State, t: Tables, styles: Sequence[int], p: int, q: int) -> int:
    """Return by how much the next building raises the printed rent of `q`, for each 1,000 of its cost.

    A strategy that values by income gets what the building is worth, for each 1,000 of its cost.
    """
    if values_by_income(styles, p):
        return site_gain(s, t, styles, p, q) * 1000 // max(building_cost(s, t, q), 1)
    level = next_level(s, t, q)
    if t.o_roles_sides != 0:
        gain = rent_at_level(s, t, q, level) - rent_at_level(s, t, q, s.level[q])
    else:
        gain = t.rent[q * RENTS + level] - t.rent[q * RENTS + s.level[q]]
    return gain * 1000 // max(building_cost(s, t, q), 1)


@rule
def best_site(s: State, t: Tables, styles: Sequence[int], p: int, money: int, top: int) -> int:
    """Return where seat `p` builds next with `money`, up to level `top`: the best rent for the cost; -1 for nowhere."""
    if money < least_cost(s, t, p):
        return -1
    # The cached site is valid only while it depends on nothing but the deeds, mortgages and buildings of seat `p`: not
    # while the bank has no houses or no hotels, not where one builds without a full group, and not by income, which
    # depends on who is in play, taxes and damage.
    if s.houses <= 0 or s.hotels <= 0 or t.o_build_condition_full_group == 0 or values_by_income(styles, p):
        return search_best_site(s, t, styles, p, money, top)
    if s.favorite_site[p] == 0:
        # Two more than the space, which is -1 for nowhere, as 0 means: not cached.
        s.favorite_site[p] = search_best_site(s, t, styles, p, PLENTY, HOTEL) + 2
    q = s.favorite_site[p] - 2
    if q >= 0 and not is_in_reach(s, t, p, q, money, top):
        return search_best_site(s, t, styles, p, money, top)
    return q


@rule
def search_best_site(s: State, t: Tables, styles: Sequence[int], p: int, money: int, top: int) -> int:
    """Search all sites for the best one; -1 for none."""
    best = -1
    most = 0
    groups = open_groups(s, t, p)
    for g in range(t.groups):
        q = t.group_first[g]
        if contains(groups, g) and t.house_cost[q] > 0:
            for _ in range(t.group_size[g]):
                if is_in_reach(s, t, p, q, money, top):
                    x = gain_per_1000_of_cost(s, t, styles, p, q)
                    if x > most and why_not_site(s, t, p, q) == refusal.NONE and pays(s, t, styles, p, q):
                        most = x
                        best = q
                q = t.mate[q]
    return best


@rule
def pays(s: State, t: Tables, styles: Sequence[int], p: int, q: int) -> bool:
    """Return True for a building that is worth its cost, for a seat that values by income; always for others."""
    return not values_by_income(styles, p) or building_value(s, t, styles, p, q) >= building_cost(s, t, q)


@rule
def is_in_reach(s: State, t: Tables, p: int, q: int, money: int, top: int) -> bool:
    """Return True if the next building on `q` can be supplied, is not above level `top` and costs at most `money`."""
    if s.owner[q] != p or s.level[q] == HOTEL or next_level(s, t, q) > top:
        return False
    return building_cost(s, t, q) <= money and why_not_supply(s, t, q) == refusal.NONE


@rule
def choose_building_site(s: State, t: Tables, styles: Sequence[int], p: int) -> int:
    """Return where seat `p` builds now, keeping its reserve and something against the rents ahead; -1 for nowhere."""
    money = s.cash[p] + loan_for_building(s, t, styles, p) - reserve(t, styles, p)
    if money < least_cost(s, t, p) or why_not_time(s, t, p) != refusal.NONE:
        return -1
    q = best_site(s, t, styles, p, money, styles[p * STYLE + BUILD_TO])
    if q >= 0 and not covers_rents(s, t, styles, p, money - building_cost(s, t, q)):
        return -1
    return q


@rule
def loan_for_building(s: State, t: Tables, styles: Sequence[int], p: int) -> int:
    """Return what seat `p` counts as cash for building: what the bank lends and the next salary repays."""
    if t.o_loans_building == 0 or styles[p * STYLE + BORROW] == 0:
        return 0
    return max(min(credit(s, t, p), t.o_salary * 100 // (100 + t.o_loans_percent) - s.loan[p]), 0)


@rule
def choose_mortgage(s: State, t: Tables, styles: Sequence[int], p: int) -> int:
    """Return the deed outside full groups to mortgage for the next house of a group; -1 for none."""
    if styles[p * STYLE + BORROW] == 0 or t.o_mortgage_only_in_need != 0:
        return -1
    if t.o_roles_sides != 0:
        return -1  # a house brings less there than the rent that the mortgage costs
    q = best_site(s, t, styles, p, PLENTY, min(BORROW_TO, styles[p * STYLE + BUILD_TO]))
    if q < 0 or why_not_time(s, t, p) != refusal.NONE:
        return -1
    rest = s.cash[p] - reserve(t, styles, p) - building_cost(s, t, q)
    mortgages = mortgageable_value(s, t, p)
    if mortgages == 0 or covers_rents(s, t, styles, p, rest) or not covers_rents(s, t, styles, p, rest + mortgages):
        return -1
    return deed_to_mortgage(s, t, styles, p, True)


@rule
def deed_to_mortgage(s: State, t: Tables, styles: Sequence[int], p: int, outside_full_groups: bool) -> int:
    """Return the deed that seat `p` mortgages first, in its order; -1 for none.

    `outside_full_groups`: only deeds that belong to no full group of the seat.
    """
    best = -1
    least = 0
    if outside_full_groups and t.o_roles_sides == 0 and mortgageable_value(s, t, p) == 0:
        return best
    full = full_groups(s, t, p)
    for q in range(t.spaces):
        if s.owner[q] == p and s.mortgaged[q] == 0 and s.level[q] == 0:
            x = t.price[q]
            if styles[p * STYLE + MORTGAGE_ORDER] == 1:
                x = -x
            if (
                (best < 0 or x < least)
                and not (outside_full_groups and is_in_full_group(s, t, p, q, full))
                and why_not_mortgage(s, t, p, q) == refusal.NONE
            ):
                best = q
                least = x
    return best


@rule
def is_in_full_group(s: State, t: Tables, p: int, q: int, full: int) -> bool:
    """Return True for a deed of a full group, or of a city that only just is a monopoly."""
    if t.o_roles_sides != 0:
        return is_kept_together(s, t, p, q)
    return contains(full, t.group[q])


@rule
def choose_redemption(s: State, t: Tables, styles: Sequence[int], p: int) -> int:
    """Return the mortgaged deed to redeem: of a full group first, then the dearest; -1 for none."""
    money = s.cash[p] - percent_of_start_cash(t, styles[p * STYLE + REDEEM])
    best = -1
    most = 0
    if money >= least_redemption(s, t, p):
        full = full_groups(s, t, p)
        for q in range(t.spaces):
            if s.mortgaged[q] != 0 and s.owner[q] == p:
                x = t.price[q] + 1
                if contains(full, t.group[q]):
                    x += PLENTY
                if x > most and redemption_cost(t, q) <= money and why_not_redeem(s, t, p, q) == refusal.NONE:
                    most = x
                    best = q
    return best


@rule
def choose_investment(s: State, t: Tables, styles: Sequence[int], p: int) -> tuple[int, int]:
    """Return `(verb, space)`: build, borrow or redeem; NONE if seat `p` does none of these."""
    q = choose_building_site(s, t, styles, p)
    if q >= 0:
        return action.BUILD, q
    if p == s.mover and s.throws == 0:
        q = choose_mortgage(s, t, styles, p)
        if q >= 0:
            return action.MORTGAGE, q
        q = choose_redemption(s, t, styles, p)
        if q >= 0:
            return action.REDEEM, q
    return action.NONE, -1
