"""Dice: what a throw is for, the third die, doubles. Source: each book on throwing and on doubles.

A third die with faces of its own is thrown to move: the power-up die of boards with characters, or the
speed die by those who have taken it up.
"""

from monopoly_lab.constants import dice_purpose, event, node, option_value
from monopoly_lab.editions.rule_tables import Tables
from monopoly_lab.rules.agenda import Log, ask, emit, rule
from monopoly_lab.rules.code_groups import is_for_one_die
from monopoly_lab.rules.state import State

SPEED_DIE = 2  # its place among the dice; with it they are three


@rule
def ask_dice(s: State, what: int, p: int) -> None:
    """Ask for a throw of seat `p`; before a throw that may move a token the seats may act once more."""
    s.purpose = what
    s.poll = 0
    s.polled = 0
    ask(s, node.DICE, p)


@rule
def dice_number(s: State, t: Tables) -> int:
    """Return how many dice the open throw takes."""
    if s.purpose == dice_purpose.MOVE:
        return t.dice_of[s.actor]
    if s.purpose == dice_purpose.ORDER:
        return t.o_first_player
    if s.purpose == dice_purpose.GRANT or is_for_one_die(s.purpose):
        return 1
    if s.purpose == dice_purpose.JAIL_TRY and t.o_jail_exit_face > 0:
        return 1
    if s.purpose == dice_purpose.JAIL_TRY:
        return t.dice_of[s.actor]
    return t.o_move_dice


@rule
def has_third_die(s: State, t: Tables) -> bool:
    """Return True if a die with faces of its own is thrown as well."""
    if t.third_faces == 0 or s.purpose != dice_purpose.MOVE:
        return False
    return t.o_speed_die == option_value.SPEED_DIE_NONE or throws_speed_die(s, t, s.actor)


@rule
def throws_speed_die(s: State, t: Tables, p: int) -> bool:
    """Return True for a seat that throws the speed die as well: from the start, or once it has taken it up."""
    if t.o_speed_die == option_value.SPEED_DIE_AFTER_GO:
        return s.speed[p] != 0
    return t.o_speed_die == option_value.SPEED_DIE_FROM_START


@rule
def take_up_speed_die(s: State, log: Log, p: int) -> None:
    """Give seat `p` the speed die, with its first salary."""
    if s.speed[p] == 0:
        s.speed[p] = 1
        emit(log, event.TOOK_UP, p, -1, -1, 0, 0)


@rule
def outcomes_of_throw(s: State, t: Tables) -> int:
    """Return how many results the open throw has: sides to the power of the dice, times the faces of a third die."""
    n = 1
    for _ in range(dice_number(s, t)):
        n *= t.o_move_sides
    if t.third_faces > 0 and has_third_die(s, t):
        n = n * t.third_faces
    return n


@rule
def read_dice(s: State, t: Tables, log: Log, p: int, code: int) -> int:
    """Lay the dice of result `code` on the table; their sum is returned.

    `code` counts the faces with the first die lowest: (first - 1) + sides * (second - 1) + ...; the third
    die comes last. The face of a power-up die is kept until it is used; that of the speed die lies beside
    the others, and a number on it is part of the sum.
    """
    total = 0
    n = dice_number(s, t)
    sides = t.o_move_sides
    s.dice[1] = s.dice[2] = 0
    for i in range(n):
        face = code % sides + 1
        code = code // sides
        s.dice[i] = face
        total += face
    emit(log, event.ROLLED, p, s.dice[0], s.dice[1], total, s.purpose)
    if t.third_faces > 0 and has_third_die(s, t):
        emit(log, event.SHOWED, p, -1, -1, code + 1, 0)
        if t.o_speed_die == option_value.SPEED_DIE_NONE:
            s.face = code + 1
        else:
            s.dice[SPEED_DIE] = code + 1
            total += t.third_x[code]
    return total


@rule
def counts_runs(t: Tables) -> bool:
    """Return True if it matters how many doubles a seat has thrown one after another."""
    return t.o_three_doubles != 0 or t.o_doubles_most != 0


@rule
def is_double(s: State, t: Tables) -> bool:
    """Return True if all dice of the move show the same; one die alone never does."""
    if s.dice[0] != s.dice[1]:
        return False
    n = t.dice_of[s.mover]
    for i in range(1, n):
        if s.dice[i] != s.dice[0]:
            return False
    return True
