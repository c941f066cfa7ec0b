"""Monopolists and competitors: which side to take, and what a group of deeds is worth to each of them."""

from monopoly_lab.codes import kind, role, verb
from monopoly_lab.rules.roles import free_deeds_of_group, is_monopolist, is_role_open
from monopoly_lab.rules.rule import rule

CROWD = 3  # players from whom on monopolists win more than their share of games


@rule
def answer_role(s):
    """The side that wins more often while it is open: a monopoly lives on many who come, two are too few."""
    if s.seats >= CROWD and is_role_open(s, role.MONOPOLIST):
        return verb.MONOPOLIST
    if is_role_open(s, role.COMPETITOR):
        return verb.COMPETITOR
    return verb.MONOPOLIST


@rule
def bonus_of_side(s, t, p, q, n, bonus):
    """What of the bonus for a complete group `n` deeds of it bring: a monopoly all of it, one company after another.

    A competitor's deeds bring no more together than each by itself.
    """
    if not is_monopolist(s, t, p):
        return 0
    if t.kind[q] != kind.STREET:
        return bonus * max(n - 1, 0) // max(t.group_size[t.group[q]] - 1, 1)
    if n >= t.o_roles_monopoly:
        return bonus
    return 0


@rule
def makes_monopoly(s, t, p, q):
    """True if the deed of `q`, which seat `p` does not own, would make it a monopolist of that city."""
    if not is_monopolist(s, t, p) or t.kind[q] != kind.STREET:
        return False
    return free_deeds_of_group(s, t, q, p) == t.o_roles_monopoly - 1


@rule
def blocks_monopoly(s, t, p, q):
    """True if the deed of `q` would make another seat a monopolist of that city."""
    for b in range(s.seats):
        if b != p and s.out[b] == 0 and makes_monopoly(s, t, b, q):
            return True
    return False


@rule
def is_kept_together(s, t, p, q):
    """True for a deed whose mortgage would cost a monopoly: of a city with no more streets than it takes."""
    if not is_monopolist(s, t, p) or t.kind[q] != kind.STREET:
        return False
    return free_deeds_of_group(s, t, q, p) == t.o_roles_monopoly
