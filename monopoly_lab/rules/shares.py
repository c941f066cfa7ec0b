"""Which groups the seats own, wholly or in part, remembered: nobody looks for what a seat does not have.

A set of groups is a number, a bit for each group (`has`). `property.give_deed` says when what is
remembered changes; it is no part of a position.
"""

from monopoly_lab.rules.rule import rule


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
def note_deed(s, t, q):
    """The deed of `q` has another owner: its group is looked at anew, if all have been looked at."""
    if s.shares_known != 0:
        g = t.group[q]
        for p in range(s.seats):
            if has(s.whole[p], g):
                s.whole[p] -= 1 << g
            if has(s.part[p], g):
                s.part[p] -= 1 << g
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
