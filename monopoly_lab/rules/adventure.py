"""Boards with characters: before the first turn, at the beginning and the end of each, the two dice in use."""

from monopoly_lab.codes import node, purpose, task, verb, why, word
from monopoly_lab.rules.agenda import then
from monopoly_lab.rules.bosses import begin_fight, lay_stack, strike
from monopoly_lab.rules.characters import (
    can_move,
    can_try,
    ready,
    rest,
)
from monopoly_lab.rules.coins import hand_on_passed, has_passed_coins
from monopoly_lab.rules.power import (
    collect_throw,
    pass_dice,
    why_not_pass_dice,
)
from monopoly_lab.rules.rule import rule, unknown
from monopoly_lab.rules.timing import is_calm


@rule
def prepare(s, t):
    """Before the first turn: the stack of bosses, and each seat chooses its characters."""
    lay_stack(s, t)
    then(s, task.CHARACTERS, 0, 0, 0, 0)


@rule
def begin_adventure(s):
    """At the beginning of each turn."""
    s.swapped = 0
    s.steps = 0
    s.face = 0
    s.boss_due = 0
    then(s, task.END_OF_TURN, 0, 0, 0, 0)
    if s.tokens > s.seats:
        ready(s)


@rule
def end_turn(s, t, log):
    """The dice are passed on; then the fight, if the mover has come to GO."""
    hand_on_passed(s, t, log)
    if s.tokens > s.seats:
        rest(s, log)
    begin_fight(s, t, log)


@rule
def thrown_alone(s, t, log, p, n):
    """The number die, thrown for coins or against a boss."""
    if s.purpose == purpose.BOSS:
        strike(s, t, log, p, n)
    else:
        collect_throw(s, t, log, p, n)


@rule
def why_not_token(s, k):
    if k < 0 or k >= s.tokens or s.seat_of[k] != s.mover:
        return why.NO_SUCH_CHARACTER
    if s.throws == 0:  # of two prisoners one tries to leave; the others wait
        if can_try(s, k):
            return why.NONE
        if s.resting[k] == 0:
            return why.NOT_NOW
    elif can_move(s, k):
        return why.NONE
    elif s.jail[k] != 0:
        return why.IN_JAIL
    return why.RESTING


@rule
def why_not_use(s, t, v):
    """The two dice, and passing them on."""
    if v == verb.MOVE:
        if s.steps == 0:
            return why.DIE_USED
        return why.NONE
    if v == verb.POWER:
        if s.face == 0:
            return why.DIE_USED
        return why.NONE
    if v == verb.MOVE_POWER:
        if s.steps == 0 or s.face == 0:
            return why.DIE_USED
        return why.NONE
    if v == verb.PASS:
        if t.o_late_claims == word.LATE_CLAIMS_AUTOMATIC:
            return why.NOT_NOW
        return why_not_pass_dice(s, t)
    return why.NOT_NOW


@rule
def why_not_collect(s, t, p):
    """Coins that the mover has passed, where they have to be asked for."""
    if p != s.mover:
        return why.NOT_YOUR_TURN
    if not is_calm(s) or s.node == node.BOSS:  # before a fight the dice are passed on
        return why.NOT_NOW
    if t.o_late_claims == word.LATE_CLAIMS_AUTOMATIC or not has_passed_coins(s, t):
        return why.NOTHING_TO_COLLECT
    return why.NONE


@rule
def use(s, t, log, v):
    if v == verb.MOVE:
        then(s, task.NUMBER, 0, 0, 0, 0)
    elif v == verb.POWER:
        then(s, task.POWER, 0, 0, 0, 0)
    elif v == verb.MOVE_POWER:
        then(s, task.NUMBER, 1, 0, 0, 0)
    elif v == verb.PASS:
        pass_dice(s)
    else:
        unknown(verb, v)
