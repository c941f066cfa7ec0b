"""Bosses: turned up, fought for a price, beaten or let go.

Source: the rule book of boards with bosses, on fights and on the end of the game.
"""

from monopoly_lab.codes import ability, account, cause, event, node, purpose, task, word
from monopoly_lab.rules.agenda import ask, then
from monopoly_lab.rules.dice import ask_dice
from monopoly_lab.rules.money import first_token, move, place
from monopoly_lab.rules.property import deeds_of
from monopoly_lab.rules.rule import emit, rule
from monopoly_lab.rules.timing import is_time_to_trade

IN_STACK = -1
ESCAPED = -2
LEFT_OUT = -3


@rule
def lay_stack(s, t):
    """The bosses for this number of players, from the top."""
    for b in range(t.bosses):
        s.boss_of[b] = LEFT_OUT
        if t.boss_players[b] >> min(s.seats, 4) & 1 != 0:
            s.boss_of[b] = IN_STACK


@rule
def top_boss(s, t):
    """The boss on top of the stack; -1 when there is none left."""
    for b in range(t.bosses):
        if s.boss_of[b] == IN_STACK:
            return b
    return -1


@rule
def is_last_boss(s, t, b):
    for i in range(b + 1, t.bosses):
        if s.boss_of[i] == IN_STACK:
            return False
    return True


@rule
def is_locked_up(s, p):
    """True if every character of seat `p` is in jail."""
    for k in range(s.tokens):
        if s.seat_of[k] == p and s.jail[k] == 0:
            return False
    return True


@rule
def begin_fight(s, t, log):
    """At the end of a turn that has come to GO: the top boss is turned up; prisoners do not fight."""
    b = top_boss(s, t)
    due = s.boss_due
    s.boss_due = 0
    if due == 0 or b < 0:
        return
    s.boss = b
    for p in range(s.seats):
        s.passed[p] = 0
        if s.out[p] != 0 or is_locked_up(s, p):
            s.passed[p] = 1
    emit(log, event.TURNED, s.mover, -1, -1, t.boss_price[b], b)
    then(s, task.FIGHTER, s.mover, 0, 0, 0)


@rule
def ask_fighter(s, t, log, p):
    """Ask the first seat from `p` on that may still fight; the boss escapes when there is none."""
    for i in range(s.seats):
        j = (p + i) % s.seats
        if s.passed[j] == 0:
            if s.cash[j] >= t.boss_price[s.boss] or can_raise_price(s, t, j):
                ask(s, node.BOSS, j)
                return
            let_pass(s, log, j)
    escape(s, t, log)


@rule
def can_raise_price(s, t, p):
    """True if seat `p` has a deed to sell, may sell it now, and others have the coins that a try wants."""
    others = 0
    for i in range(s.seats):
        if i != p and s.out[i] == 0:
            others += s.cash[i]
    return deeds_of(s, t, p, -1) > 0 and is_time_to_trade(s, t, p) and s.cash[p] + others >= t.boss_price[s.boss]


@rule
def let_pass(s, log, p):
    """Who does not fight, or cannot pay, is out of this fight for good."""
    s.passed[p] = 1
    emit(log, event.LET_PASS, p, -1, -1, 0, s.boss)


@rule
def decline_fight(s, log, p):
    """The next seat is asked."""
    let_pass(s, log, p)
    then(s, task.FIGHTER, (p + 1) % s.seats, 0, 0, 0)


@rule
def fight(s, t, log, p):
    """Each try has its price, to the bank or onto the boss."""
    payee = account.BANK
    if t.boss_keeps[s.boss] != 0:
        payee = account.BOSS
    move(s, log, p, payee, place(s, p), t.boss_price[s.boss], cause.FIGHT)
    ask_dice(s, purpose.BOSS, p)


@rule
def strike(s, t, log, p, n):
    """The number die of a fight: enough beats the boss, else the next seat may try."""
    if n >= t.boss_roll[s.boss]:
        beat(s, t, log, p)
    else:
        then(s, task.FIGHTER, (p + 1) % s.seats, 0, 0, 0)


@rule
def beat(s, t, log, p):
    """The card is kept for its points, the reward comes at once; with the last boss the game ends."""
    b = s.boss
    s.boss_of[b] = p
    emit(log, event.BEATEN, p, -1, -1, t.boss_points[b], b)
    if top_boss(s, t) < 0:
        then(s, task.FINISH, 0, 0, 0, 0)
    if t.boss_do[b] != ability.COLLECT_BOSS:
        clear_boss(s, log)
    k = s.token
    if p != s.mover:
        k = first_token(s, p)
    then(s, task.ABILITY, k, t.boss_do[b], t.boss_x[b], cause.REWARD)


@rule
def clear_boss(s, log):
    """Coins that lie on a boss nobody gets go to the bank."""
    move(s, log, account.BOSS, account.BANK, -1, s.cash[account.BOSS], cause.REWARD)


@rule
def escape(s, t, log):
    """Nobody fights any more: the boss leaves the game; the last one ends it, or waits for the next fight."""
    b = s.boss
    if t.o_boss_fight_last == word.BOSS_FIGHT_LAST_STAYS and is_last_boss(s, t, b):
        return
    s.boss_of[b] = ESCAPED
    emit(log, event.ESCAPED, -1, -1, -1, t.boss_points[b], b)
    clear_boss(s, log)
    if top_boss(s, t) < 0:
        then(s, task.FINISH, 0, 0, 0, 0)
