"""What seats can build on, remembered: nobody looks for a site where there is none.

The rules say when what is remembered changes (`rules.property.note_change`); it is no part of a position.
"""

from monopoly_lab.editions.tables import HOTEL
from monopoly_lab.rules.building import building_cost
from monopoly_lab.rules.mortgage import redemption
from monopoly_lab.rules.property import is_mortgaged_group
from monopoly_lab.rules.rule import rule
from monopoly_lab.rules.shares import has, part_groups, whole_groups

PLENTY = 1_000_000_000  # more money than any game has
NEVER = 2 * PLENTY  # what a building costs where none can be built, a redemption where nothing is mortgaged


@rule
def open_groups(s, t, p):
    """The groups on whose sites seat `p` may build: those it owns, or any where the book says so."""
    if t.o_build_condition_full_group == 0:
        return (1 << t.groups) - 1
    return whole_groups(s, t, p)


@rule
def least_cost(s, t, p):
    """A sum below which seat `p` finds nothing to build: the cheapest next building, or NEVER."""
    if s.least[p] == 0:
        x = NEVER
        groups = open_groups(s, t, p)
        if groups != 0:
            for g in range(t.groups):
                if has(groups, g) and t.house_cost[t.group_first[g]] > 0:
                    x = min(x, least_in_group(s, t, p, g))
        s.least[p] = max(x, 1)
    return s.least[p]


@rule
def least_in_group(s, t, p, g):
    """The cheapest next building of seat `p` in a group; what others do there, or the bank lacks, is left aside."""
    x = NEVER
    q = t.group_first[g]
    if t.o_mortgage_blocks != 0 and has(whole_groups(s, t, p), g) and is_mortgaged_group(s, t, q):
        return x
    for _ in range(t.group_size[g]):
        if s.owner[q] == p and s.level[q] != HOTEL:
            x = min(x, building_cost(s, t, q))
        q = t.mate[q]
    return x


@rule
def least_redemption(s, t, p):
    """A sum below which seat `p` can redeem nothing: its cheapest redemption, or NEVER."""
    if s.least_redemption[p] == 0:
        x = NEVER
        for q in range(t.spaces):
            if s.mortgaged[q] != 0 and s.owner[q] == p:
                x = min(x, redemption(t, q))
        s.least_redemption[p] = max(x, 1)
    return s.least_redemption[p]


@rule
def loans_on_singles(s, t, p):
    """What the deeds of incomplete groups would bring as mortgages."""
    if s.loans[p] == 0:
        x = 0
        groups = part_groups(s, t, p)
        for g in range(t.groups):
            if has(groups, g):
                q = t.group_first[g]
                for _ in range(t.group_size[g]):
                    if s.owner[q] == p and s.mortgaged[q] == 0 and s.level[q] == 0:
                        x += t.loan[q]
                    q = t.mate[q]
        s.loans[p] = 1 + x
    return s.loans[p] - 1
