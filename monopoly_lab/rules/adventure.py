"""Boards with characters: what their tasks and nodes do, what is legal there, what can be chosen."""

from monopoly_lab.codes import event, node, purpose, task, verb, why, word
from monopoly_lab.rules.agenda import then
from monopoly_lab.rules.bosses import ask_fighter, begin_fight, fight, lay_stack, let_pass, strike
from monopoly_lab.rules.characters import (
    ask_character,
    can_move,
    choose,
    ready,
    rest,
    why_not_character,
    why_not_stop_choosing,
)
from monopoly_lab.rules.coins import forget_passed, has_passed_coins
from monopoly_lab.rules.ending import finish
from monopoly_lab.rules.power import (
    can_copy,
    collect_throw,
    copy,
    hit,
    is_target,
    pass_dice,
    use_ability,
    use_dice,
    use_number,
    use_power,
    visit,
    why_not_pass_dice,
)
from monopoly_lab.rules.rule import emit, rule
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
    forget_passed(s, t, log)
    if s.tokens > s.seats:
        rest(s, log)
    begin_fight(s, t, log)


@rule
def perform_adventure(s, t, log, what, a, b, c, d):
    """The tasks of these boards; whatever else they bring is put on the agenda, so each is reached from here alone."""
    if what == task.USE:
        use_dice(s, t)
    elif what == task.NUMBER:
        use_number(s, t, log, a)
    elif what == task.POWER:
        use_power(s, t, a)
    elif what == task.VISIT:
        visit(s, t, log, a, b)
    elif what == task.ABILITY:
        use_ability(s, t, log, a, b, c, d)
    elif what == task.THROWN:
        thrown_alone(s, t, log, a, b)
    elif what == task.END_OF_TURN:
        end_turn(s, t, log)
    elif what == task.FIGHTER:
        ask_fighter(s, t, log, a)
    elif what == task.CHARACTERS:
        ask_character(s, t, a)
    elif what == task.FINISH:
        finish(s, t, log)


@rule
def thrown_alone(s, t, log, p, n):
    """The number die, thrown for coins or against a boss."""
    if s.purpose == purpose.BOSS:
        strike(s, t, log, p, n)
    else:
        collect_throw(s, log, p, n)


@rule
def why_not_adventure(s, t, p, v, x):
    """The conditions of an answer at one of these nodes, which comes from its seat."""
    n = s.node
    if n == node.CHARACTER:
        if v == verb.CHOOSE:
            return why_not_character(s, t, p, x)
        if v == verb.PASS:
            return why_not_stop_choosing(s, t, p)
    elif n == node.TURN:
        return why_not_use(s, t, v)
    elif n == node.TOKEN:
        if v == verb.CHOOSE:
            return why_not_token(s, x)
    elif n == node.TARGET:
        if v == verb.TARGET:
            if x < 0 or x >= s.tokens or not is_target(s, t, x):
                return why.NO_TARGET
            return why.NONE
    elif n == node.COPY:
        if v == verb.CHOOSE:
            if not can_copy(s, t, x):
                return why.NO_SUCH_CHARACTER
            return why.NONE
    elif v == verb.FIGHT:
        if s.cash[p] < t.boss_price[s.boss]:
            return why.NOT_ENOUGH_CASH
        return why.NONE
    elif v == verb.PASS:
        return why.NONE
    return why.NOT_NOW


@rule
def why_not_token(s, k):
    if k < 0 or k >= s.tokens or s.seat_of[k] != s.mover:
        return why.NO_SUCH_CHARACTER
    if can_move(s, k):
        return why.NONE
    if s.jail[k] != 0:
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
    if not is_calm(s):
        return why.NOT_NOW
    if t.o_late_claims == word.LATE_CLAIMS_AUTOMATIC or not has_passed_coins(s, t):
        return why.NOTHING_TO_COLLECT
    return why.NONE


@rule
def answer_adventure(s, t, log, p, n, v, x):
    if n == node.TURN:
        use(s, t, log, v)
    elif n == node.BOSS:
        if v == verb.FIGHT:
            fight(s, t, log, p)
        else:
            let_pass(s, log, p)
            then(s, task.FIGHTER, (p + 1) % s.seats, 0, 0, 0)
    elif n == node.TARGET:
        hit(s, log, x)
    elif n == node.TOKEN:
        s.token = x
        emit(log, event.CHOSEN, p, s.character[x], s.at[x], 0, 1)
    elif n == node.COPY:
        copy(s, t, x)
    elif v == verb.CHOOSE:
        choose(s, t, log, p, x)


@rule
def use(s, t, log, v):
    if v == verb.MOVE:
        then(s, task.NUMBER, 0, 0, 0, 0)
    elif v == verb.POWER:
        then(s, task.POWER, 0, 0, 0, 0)
    elif v == verb.MOVE_POWER:
        then(s, task.NUMBER, 1, 0, 0, 0)
    else:
        pass_dice(s, t, log)
