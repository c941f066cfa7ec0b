"""What strategies remember of the seats' estates is what they would find by looking."""

import pytest
from random_settings import prepared

from monopoly_lab.constants import action, node, refusal
from monopoly_lab.editions.rule_tables import HOTEL
from monopoly_lab.players import drive, style_of
from monopoly_lab.players.investing import (
    PLENTY,
    UNAFFORDABLE,
    best_site,
    least_cost,
    least_redemption,
    mortgageable_value,
)
from monopoly_lab.rules import State, Tables, make_choice, try_choice
from monopoly_lab.rules.building import building_cost, why_not_site
from monopoly_lab.rules.mortgage import redemption_cost
from monopoly_lab.rules.ownership import contains, full_groups, give_deed, part_groups
from monopoly_lab.rules.random_numbers import fate_of

SETTINGS: list[tuple[str, dict[str, object]]] = [
    ("classic_us", {}),
    ("classic_us", {"build_condition.full_group": False}),
    ("russia_moscow", {}),
    ("monopolist", {}),
]


def looked_up(s: State, t: Tables, p: int) -> tuple[set[int], set[int]]:
    """The groups that seat `p` owns whole, and in part, counted deed by deed."""
    whole, part = set(), set()
    for g in range(t.groups):
        deeds = [q for q in range(t.spaces) if t.group[q] == g]
        own = [q for q in deeds if s.owner[q] == p]
        if own:
            (whole if own == deeds else part).add(g)
    return whole, part


def as_set(groups: int) -> set[int]:
    return {g for g in range(32) if contains(groups, g)}


def cheapest_site(s: State, t: Tables, p: int) -> int:
    """The least cost of a building that the rules allow on any site of seat `p`, time, supply and cash apart."""
    costs = [building_cost(s, t, q) for q in range(t.spaces) if s.level[q] != HOTEL and why_not_site(s, t, p, q) == 0]
    return min(costs, default=UNAFFORDABLE)


def cheapest_redemption(s: State, t: Tables, p: int) -> int:
    """The least that seat `p` can lift a mortgage for."""
    return min(
        [redemption_cost(t, q) for q in range(t.spaces) if s.mortgaged[q] and s.owner[q] == p], default=UNAFFORDABLE
    )


def found(s: State, t: Tables, styles: list[int], p: int) -> tuple[int, ...]:
    """What seat `p` finds: where to build with more and less money and up to a house or a hotel, what to borrow."""
    sites = [best_site(s, t, styles, p, money, top) for money in (PLENTY, 150, 60) for top in (HOTEL, 1)]
    return (least_cost(s, t, p), mortgageable_value(s, t, p), *sites)


@pytest.mark.parametrize(
    ("board", "options"),
    [SETTINGS[0], SETTINGS[-1], *(pytest.param(*each, marks=pytest.mark.full) for each in SETTINGS[1:-1])],
)
def test_estates__what_is_remembered_is_what_a_look_finds(board: str, options: dict[str, object]) -> None:
    table = prepared(board, options, 4)
    t, styles = table.tables, style_of("balanced") * 4
    buildings = 0
    for game in range(2):
        s = table.start.copy()
        fate = fate_of(7, game)
        while s.node != node.OVER and s.round <= 60:
            make_choice(s, t, [], *drive(s, t, styles, fate))
            for p in range(4):
                assert (as_set(full_groups(s, t, p)), as_set(part_groups(s, t, p))) == looked_up(s, t, p)
                assert found(s, t, styles, p) == found(s.copy(), t, styles, p)  # a copy remembers nothing and looks
                assert least_cost(s, t, p) <= cheapest_site(s, t, p)
                assert least_redemption(s, t, p) == cheapest_redemption(s, t, p)
        buildings += sum(s.level)
    assert buildings


def test_estates__a_group_with_a_mortgage_has_no_site_until_it_is_redeemed() -> None:
    """Source: Monopoly, official rules, "Mortgages": no houses on a group of which any site is mortgaged."""
    table = prepared("classic_us", {}, 2)
    s, t = table.start.copy(), table.tables
    while s.turn == 0:  # the throws for the first turn
        make_choice(s, t, [], *drive(s, t, style_of("balanced") * 2, fate_of(1, 0)))
    for q in (1, 3):
        give_deed(s, t, [], q, 0)
    assert least_cost(s, t, 0) == 50  # a house on the first two sites, printed on their deeds
    assert try_choice(s, t, [], 0, action.MORTGAGE, 1, -1) == refusal.NONE
    assert least_cost(s, t, 0) == UNAFFORDABLE
    assert try_choice(s, t, [], 0, action.REDEEM, 1, -1) == refusal.NONE
    assert least_cost(s, t, 0) == 50
