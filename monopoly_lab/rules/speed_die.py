"""The speed die, thrown beside two others: a number, the bus, the gentleman, and three alike.

Source: the sheet of the speed die, on its faces and on details: for the rent of a utility all three dice count, the bus
and the gentleman as nothing. The two other dice decide whether a throw is a double; the further throw comes after the
whole move.
"""

from monopoly_lab.constants import event, node, speed_die_face, task
from monopoly_lab.editions.rule_tables import Tables
from monopoly_lab.rules.agenda import Log, ask, emit, rule, then, unknown
from monopoly_lab.rules.dice import SPEED_DIE, throws_speed_die
from monopoly_lab.rules.movement import steps_to, walk
from monopoly_lab.rules.ownership import is_deed
from monopoly_lab.rules.rent import rent_due
from monopoly_lab.rules.rent_claims import is_silenced
from monopoly_lab.rules.state import State


@rule
def is_triple(s: State, t: Tables) -> bool:
    """Return True if the mover has thrown the speed die and it shows the same number as both other dice."""
    if not throws_speed_die(s, t, s.mover):
        return False
    f = s.dice[SPEED_DIE] - 1
    return s.dice[0] == s.dice[1] and t.third_do[f] == speed_die_face.NUMBER and t.third_x[f] == s.dice[0]


@rule
def take_free_move(s: State, log: Log) -> None:
    """Ask the mover, after three alike, for any other space to move to; no further throw and no jail follow."""
    emit(log, event.TRIPLE, s.mover, -1, -1, s.dice[0], 0)
    ask(s, node.TRIPLE, s.mover)


@rule
def move_by_speed_die(s: State, t: Tables, log: Log) -> None:
    """Move by all three dice, with a choice where the bus is shown; the gentleman's move comes after it."""
    what = t.third_do[s.dice[SPEED_DIE] - 1]
    if what == speed_die_face.BUS:
        ask(s, node.BUS, s.mover)
        return
    if what == speed_die_face.MR:
        then(s, task.ADVANCE, s.token, 0, 0, 0)
    elif what != speed_die_face.NUMBER:
        unknown(speed_die_face, what)
    walk(s, t, log, s.token, s.thrown, 0)


@rule
def bus_steps(s: State, t: Tables, q: int) -> int:
    """Return the steps of the bus to space `q`: of one of the two dice, or of both; 0 if it does not stop there."""
    n = steps_to(s, t, s.token, q)
    for i in range(2):
        if s.dice[i] % t.spaces == n:
            return s.dice[i]
    if (s.dice[0] + s.dice[1]) % t.spaces == n:
        return s.dice[0] + s.dice[1]
    return 0


@rule
def is_stop(s: State, t: Tables, q: int) -> bool:
    """Return True for a space of the board at which the bus stops."""
    return 0 <= q < t.spaces and bus_steps(s, t, q) > 0


@rule
def is_other_space(s: State, t: Tables, q: int) -> bool:
    """Return True for any space but the one on which the moving token stands."""
    return 0 <= q < t.spaces and q != s.at[s.token]


@rule
def take_bus(s: State, t: Tables, log: Log, q: int) -> None:
    """Move the token on to the space chosen with the bus."""
    walk(s, t, log, s.token, bus_steps(s, t, q), 0)


@rule
def move_freely(s: State, t: Tables, log: Log, q: int) -> None:
    """Move the token forward to space `q`; GO pays on the way."""
    walk(s, t, log, s.token, steps_to(s, t, s.token, q), 0)


@rule
def move_as_gentleman(s: State, t: Tables, log: Log, k: int) -> None:
    """Move on to the next deed that nobody owns, else to the next one where rent is due, else nowhere: the gentleman.

    A player who is held by now, or out of the game, stays there.
    """
    p = s.seat_of[k]
    if s.turn_over != 0 or s.jail[k] != 0 or s.out[p] != 0:
        return
    n = steps_to_free(s, t, k)
    due = 0
    if n == 0:
        n = steps_to_rent(s, t, k)
        due = 1
    if n == 0:
        emit(log, event.ADVANCED, p, k, -1, 0, 0)
    else:
        emit(log, event.ADVANCED, p, k, (s.at[k] + n) % t.spaces, n, due)
        walk(s, t, log, k, n, 0)


@rule
def steps_to_free(s: State, t: Tables, k: int) -> int:
    """Return the steps from token `k` to the next deed ahead that nobody owns; 0 if only that under the token."""
    q = s.at[k]
    for i in range(1, t.spaces):
        q += 1
        if q == t.spaces:
            q = 0
        if is_deed(t, q) and s.owner[q] < 0:
            return i
    return 0


@rule
def steps_to_rent(s: State, t: Tables, k: int) -> int:
    """Return the steps from token `k` to the next deed ahead for which its seat owes rent; 0 if there is none."""
    p = s.seat_of[k]
    q = s.at[k]
    for i in range(1, t.spaces):
        q += 1
        if q == t.spaces:
            q = 0
        if is_deed(t, q) and s.owner[q] >= 0 and s.owner[q] != p and owes_rent(s, t, q):
            return i
    return 0


@rule
def owes_rent(s: State, t: Tables, q: int) -> bool:
    """Return True if a visitor owes rent on `q` now; an owner in jail may have no right to it."""
    if t.o_jail_rights_rent == 0 and is_silenced(s, t, s.owner[q]):
        return False
    return rent_due(s, t, q, 0, s.thrown) > 0
