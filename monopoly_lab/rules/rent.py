"""Rent: how much a visitor owes. Source: each book on rent, stations, utilities."""

from monopoly_lab.constants import option_value, space_kind
from monopoly_lab.editions.rule_tables import RENTS, Tables
from monopoly_lab.rules.agenda import rule, unknown
from monopoly_lab.rules.ownership import count_owned, has_mortgage_in_group, is_full_group
from monopoly_lab.rules.roles import role_rent
from monopoly_lab.rules.state import State


@rule
def rent_due(s: State, t: Tables, q: int, times: int, thrown: int) -> int:
    """Return the rent on `q` in the edition's money; 0 while it is mortgaged or unowned.

    `times` as in `movement.walk`; `thrown` the sum of the dice that counts for a utility.
    """
    if s.owner[q] < 0 or s.mortgaged[q] != 0:
        return 0
    if t.o_roles_sides != 0:
        return min(role_rent(s, t, q, thrown), t.rent_most[q])
    if t.kind[q] == space_kind.STREET:
        return site_rent(s, t, q)
    n = count_owned(s, t, q, s.owner[q]) - 1
    if t.kind[q] == space_kind.STATION:
        x = t.rent[q * RENTS + n]
        if times > 0:
            x = x * times
        return min(x, t.rent_most[q])
    if t.kind[q] != space_kind.UTILITY:
        unknown(space_kind, t.kind[q])
    if times <= 0 or t.o_utilities_by_card_times == option_value.UTILITIES_BY_CARD_TIMES_OWNED:
        times = t.rent[q * RENTS + n]
    return min(times * thrown * t.rent_scale[q] // 100, t.rent_most[q])


@rule
def site_rent(s: State, t: Tables, q: int) -> int:
    """Return the rent of a site: by its level, or double without buildings in a full group."""
    x = t.rent[q * RENTS + s.level[q]]
    if s.level[q] != 0 and t.o_rent_double_unimproved_only != 0:
        return x
    if not is_full_group(s, t, q):
        return x
    if t.o_rent_group_mortgaged_cancels != 0 and has_mortgage_in_group(s, t, q):
        return x
    return min(x * t.o_rent_double, t.rent_most[q])


@rule
def needs_throw(t: Tables, q: int, times: int) -> bool:
    """Return True if the rent of `q` depends on a throw of its own."""
    if t.kind[q] != space_kind.UTILITY:
        return False
    if times > 0 or t.o_utilities_dice == option_value.UTILITIES_DICE_NEW_ROLL:
        return True
    return times < 0
