"""Monopolists against competitors: their sides, and the rules that differ between them.

Source: the booklet of the game, on the roles, rents, building, prison and price war, taxes and the foundation.
"""

from monopoly_lab.constants import dice_purpose, event, node, payment_cause, player_role, space_kind, task
from monopoly_lab.editions.rule_tables import RENTS, Tables
from monopoly_lab.rules.agenda import Log, ask, emit, in_play, rule, then
from monopoly_lab.rules.dice import ask_dice
from monopoly_lab.rules.payments import charge, pay_out, percent_of, sink
from monopoly_lab.rules.state import State


@rule
def is_monopolist(s: State, t: Tables, p: int) -> bool:
    """Return True for a seat (not the bank) on the side of the monopolists."""
    return t.o_roles_sides != 0 and p >= 0 and s.role[p] == player_role.MONOPOLIST


@rule
def number_in_role(s: State, what: int) -> int:
    """Return how many seats have the role."""
    n = 0
    for p in range(s.seats):
        if s.role[p] == what:
            n += 1
    return n


@rule
def is_role_open(s: State, what: int) -> bool:
    """Return True while a side has room: both have as many players, or one has one more."""
    return number_in_role(s, what) < (in_play(s) + 1) // 2


@rule
def ask_role(s: State, log: Log) -> None:
    """Ask the next seat without a side to choose one, clockwise from the first; the last seats take what is left."""
    for i in range(s.seats):
        p = (s.first + i) % s.seats
        if s.role[p] == player_role.NONE and s.out[p] == 0:
            then(s, task.ROLES, 0, 0, 0, 0)
            if not is_role_open(s, player_role.MONOPOLIST):
                take_role(s, log, p, player_role.COMPETITOR)
            elif not is_role_open(s, player_role.COMPETITOR):
                take_role(s, log, p, player_role.MONOPOLIST)
            else:
                ask(s, node.ROLE, p)
            return


@rule
def take_role(s: State, log: Log, p: int, what: int) -> None:
    """Give seat `p` the role."""
    s.role[p] = what
    emit(log, event.ROLE_TAKEN, p, -1, -1, what, 0)


@rule
def free_deeds_of_group(s: State, t: Tables, q: int, p: int) -> int:
    """Return how many deeds of the group of `q` seat `p` owns and has not mortgaged."""
    n = 0
    m = q
    for _ in range(t.group_size[t.group[q]]):
        if s.owner[m] == p and s.mortgaged[m] == 0:
            n += 1
        m = t.mate[m]
    return n


@rule
def has_monopoly(s: State, t: Tables, q: int) -> bool:
    """Return True if the owner of `q` has enough unmortgaged deeds of its group."""
    return free_deeds_of_group(s, t, q, s.owner[q]) >= t.o_roles_monopoly


@rule
def is_monopoly_built_on(s: State, t: Tables, q: int) -> bool:
    """Return True if a mortgage on `q` would break the monopoly of a monopolist who has buildings in its group."""
    if not is_monopolist(s, t, s.owner[q]) or free_deeds_of_group(s, t, q, s.owner[q]) != t.o_roles_monopoly:
        return False
    m = t.mate[q]
    while m != q:
        if s.owner[m] == s.owner[q] and s.level[m] != 0:
            return True
        m = t.mate[m]
    return False


@rule
def role_rent(s: State, t: Tables, q: int, thrown: int) -> int:
    """Return the rent on the unmortgaged deed `q` by the side of its owner; `thrown` as for `rent_due`."""
    x = t.rent[q * RENTS]
    if t.kind[q] == space_kind.STREET:
        return rent_at_level(s, t, q, s.level[q])
    if is_monopolist(s, t, s.owner[q]):
        x = t.monopoly_rent[q * RENTS + free_deeds_of_group(s, t, q, s.owner[q]) - 1]
    if t.kind[q] == space_kind.UTILITY:
        return x * thrown * t.rent_scale[q] // 100
    return x


@rule
def rent_at_level(s: State, t: Tables, q: int, level: int) -> int:
    """Return the rent of street `q` with so many houses, or the hotel, by its owner's side; as if not mortgaged."""
    if not is_monopolist(s, t, s.owner[q]):
        return t.rent[q * RENTS + level]
    if has_monopoly(s, t, q):
        return t.monopoly_rent[q * RENTS + level]
    return t.rent[q * RENTS]


@rule
def is_competitor(s: State, t: Tables, p: int) -> bool:
    """Return True for a seat on the side of the competitors."""
    return t.o_roles_sides != 0 and s.role[p] == player_role.COMPETITOR


@rule
def houses_before_hotel(s: State, t: Tables, q: int) -> int:
    """Return how many houses the site takes before its hotel: fewer where a monopolist owns it."""
    if is_monopolist(s, t, s.owner[q]):
        return t.o_roles_houses
    return t.o_build_even_maximum


@rule
def more_on_cash(s: State, t: Tables, p: int, percent: int) -> int:
    """Return what a monopolist also owes on cash, where the tax takes `percent` of everybody's worth."""
    if is_monopolist(s, t, p) and t.o_roles_cash_tax > percent:
        return percent_of(t, s.cash[p], t.o_roles_cash_tax - percent)
    return 0


@rule
def deck_for(s: State, t: Tables, p: int) -> int:
    """Return the deck of the side of seat `p`; -1 if it has none."""
    for d in range(t.decks):
        if t.deck_role[d] == s.role[p]:
            return d
    return -1


@rule
def visit_foundation(s: State, t: Tables, p: int, q: int) -> None:
    """Charge a monopolist, or let a competitor throw for a grant."""
    if is_monopolist(s, t, p):
        charge(s, p, sink(t), q, t.tax[q], payment_cause.TAX)
    else:
        ask_dice(s, dice_purpose.GRANT, p)


@rule
def give_grant(s: State, t: Tables, log: Log, p: int, face: int) -> None:
    """Pay seat `p` the grant of the foundation for the face thrown."""
    q = s.at[s.token]
    pay_out(s, t, log, p, q, t.rent[q * RENTS + face - 1], payment_cause.GRANT)


@rule
def is_one_side(s: State) -> bool:
    """Return True once all seats in play have chosen and are on one side."""
    side = player_role.NONE
    for p in range(s.seats):
        if s.out[p] == 0:
            if s.role[p] == player_role.NONE:
                return False
            if side != player_role.NONE and s.role[p] != side:
                return False
            side = s.role[p]
    return True
