"""What seats own, remembered: nobody looks for a site or a deed where there is none.

A set of groups is a number, a bit for each group (`has`). The rules say when what is remembered changes
(`rules.property.give_deed` and `note_change`); it is no part of a position.
"""

from monopoly_lab.editions.tables import HOTEL
from monopoly_lab.rules.building import building_cost
from monopoly_lab.rules.property import is_mortgaged_group
from monopoly_lab.rules.rule import rule

PLENTY = 1_000_000_000  # more money than any game has
NEVER = 2 * PLENTY  # what a building costs where none can be built


@rule
def has(groups, g):
    """True if group `g` is in the set."""
    return (groups >> g) & 1 != 0


@rule
def whole_groups(s, t, p):
    """The groups of which seat `p` owns every deed."""
    if s.shares_known == 0:
        note_shares(s, t)
    return s.whole[p]


@rule
def part_groups(s, t, p):
    """The groups of which seat `p` owns some deeds, not all."""
    if s.shares_known == 0:
        note_shares(s, t)
    return s.part[p]


@rule
def note_shares(s, t):
    s.shares_known = 1
    for p in range(s.seats):
        s.whole[p] = 0
        s.part[p] = 0
    for g in range(t.groups):
        note_group(s, t, g)


@rule
def note_group(s, t, g):
    q = t.group_first[g]
    p = s.owner[q]
    whole = p >= 0
    for _ in range(t.group_size[g]):
        if s.owner[q] >= 0:
            s.part[s.owner[q]] |= 1 << g
        if s.owner[q] != p:
            whole = False
        q = t.mate[q]
    if whole:
        s.part[p] -= 1 << g
        s.whole[p] += 1 << g


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
