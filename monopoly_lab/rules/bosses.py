"""Play fights with bosses: turned up, fought for a price, beaten or let go; and collect points.

Source: the rule book of boards with bosses, on fights and on the end of the game.

Also plays what boards with characters add: before the first turn, and at the beginning and the end of each turn.
"""

from monopoly_lab.constants import (
    ability,
    action,
    dice_purpose,
    event,
    node,
    option_value,
    payer_account,
    payment_cause,
    refusal,
    task,
)
from monopoly_lab.editions.rule_tables import Tables
from monopoly_lab.rules.action_timing import is_nothing_pending, is_time_to_trade
from monopoly_lab.rules.agenda import Log, ask, emit, rule, then, unknown
from monopoly_lab.rules.characters import can_move, can_try, ready_characters, rest_character
from monopoly_lab.rules.coins import has_passed_coins
from monopoly_lab.rules.dice import ask_dice
from monopoly_lab.rules.ownership import count_deeds
from monopoly_lab.rules.payments import first_token, pay, space_of_seat
from monopoly_lab.rules.power_die import collect_throw, show_power, why_not_pass_dice
from monopoly_lab.rules.state import State

IN_STACK = -1
ESCAPED = -2
LEFT_OUT = -3


@rule
def lay_stack(s: State, t: Tables) -> None:
    """Lay the bosses for this number of players, from the top."""
    for b in range(t.bosses):
        s.boss_of[b] = LEFT_OUT
        if t.boss_players[b] >> min(s.seats, 4) & 1 != 0:
            s.boss_of[b] = IN_STACK


@rule
def top_boss(s: State, t: Tables) -> int:
    """Return the boss on top of the stack; -1 when there is none left."""
    for b in range(t.bosses):
        if s.boss_of[b] == IN_STACK:
            return b
    return -1


@rule
def is_last_boss(s: State, t: Tables, b: int) -> bool:
    """Return True if no boss after `b` is left in the stack."""
    for i in range(b + 1, t.bosses):
        if s.boss_of[i] == IN_STACK:
            return False
    return True


@rule
def is_locked_up(s: State, p: int) -> bool:
    """Return True if every character of seat `p` is in jail."""
    for k in range(s.tokens):
        if s.seat_of[k] == p and s.jail[k] == 0:
            return False
    return True


@rule
def begin_fight(s: State, t: Tables, log: Log) -> None:
    """Turn up the top boss at the end of a turn that reached GO, and ask who fights; seats in jail do not fight."""
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
def ask_fighter(s: State, t: Tables, log: Log, p: int) -> None:
    """Ask the first seat from `p` on that may still fight; the boss escapes when there is none."""
    for i in range(s.seats):
        j = (p + i) % s.seats
        if s.passed[j] == 0:
            if s.cash[j] >= t.boss_price[s.boss] or can_raise_price(s, t, j):
                ask(s, node.BOSS, j)
                return
            let_pass(s, log, j)
    let_boss_escape(s, t, log)


@rule
def can_raise_price(s: State, t: Tables, p: int) -> bool:
    """Return True if seat `p` has a deed to sell, may sell it now, and others have the coins that a try wants."""
    others = 0
    for i in range(s.seats):
        if i != p and s.out[i] == 0:
            others += s.cash[i]
    return count_deeds(s, t, p, -1) > 0 and is_time_to_trade(s, t, p) and s.cash[p] + others >= t.boss_price[s.boss]


@rule
def let_pass(s: State, log: Log, p: int) -> None:
    """Take seat `p`, which declines or cannot pay, out of this fight for good."""
    s.passed[p] = 1
    emit(log, event.LET_PASS, p, -1, -1, 0, s.boss)


@rule
def decline_fight(s: State, log: Log, p: int) -> None:
    """Take seat `p` out of the fight and ask the next seat."""
    let_pass(s, log, p)
    then(s, task.FIGHTER, (p + 1) % s.seats, 0, 0, 0)


@rule
def fight(s: State, t: Tables, log: Log, p: int) -> None:
    """Charge seat `p` the price of one try, paid to the bank or onto the boss, and ask for the dice."""
    payee = payer_account.BANK
    if t.boss_keeps[s.boss] != 0:
        payee = payer_account.BOSS
    pay(s, log, p, payee, space_of_seat(s, p), t.boss_price[s.boss], payment_cause.FIGHT)
    ask_dice(s, dice_purpose.BOSS, p)


@rule
def resolve_fight(s: State, t: Tables, log: Log, p: int, n: int) -> None:
    """Read the number die of a fight: enough beats the boss, else the next seat may try."""
    if n >= t.boss_roll[s.boss]:
        win_fight(s, t, log, p)
    else:
        then(s, task.FIGHTER, (p + 1) % s.seats, 0, 0, 0)


@rule
def win_fight(s: State, t: Tables, log: Log, p: int) -> None:
    """Give the boss's card for its points and the reward at once; with the last boss the game ends."""
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
    then(s, task.ABILITY, k, t.boss_do[b], t.boss_x[b], payment_cause.REWARD)


@rule
def clear_boss(s: State, log: Log) -> None:
    """Pay the coins that lie on a boss nobody beat to the bank."""
    pay(s, log, payer_account.BOSS, payer_account.BANK, -1, s.cash[payer_account.BOSS], payment_cause.REWARD)


@rule
def let_boss_escape(s: State, t: Tables, log: Log) -> None:
    """Remove the boss from the game when nobody fights on; if it was the last, end the game or, by option, keep it."""
    b = s.boss
    if t.o_boss_fight_last == option_value.BOSS_FIGHT_LAST_STAYS and is_last_boss(s, t, b):
        return
    s.boss_of[b] = ESCAPED
    emit(log, event.ESCAPED, -1, -1, -1, t.boss_points[b], b)
    clear_boss(s, log)
    if top_boss(s, t) < 0:
        then(s, task.FINISH, 0, 0, 0, 0)


# Boards with characters: before the first turn, at the beginning and the end of each, the two dice in use


@rule
def set_up_bosses(s: State, t: Tables) -> None:
    """Lay the stack of bosses before the first turn, and ask each seat for its characters."""
    lay_stack(s, t)
    then(s, task.CHARACTERS, 0, 0, 0, 0)


@rule
def begin_adventure(s: State) -> None:
    """Reset what counts per turn (swap, steps, face, boss due) and ready the mover's characters."""
    s.swapped = 0
    s.steps = 0
    s.face = 0
    s.boss_due = 0
    then(s, task.END_OF_TURN, 0, 0, 0, 0)
    if s.tokens > s.seats:
        ready_characters(s)


@rule
def end_turn(s: State, t: Tables, log: Log) -> None:
    """Begin the fight if the mover has come to GO; then pass the dice on, which ends the time for coins."""
    if t.o_late_claims == option_value.LATE_CLAIMS_ASKED:
        s.late_face = s.face
        s.late_token = s.token
        s.face = 0
        then(s, task.HAND_ON, 0, 0, 0, 0)
    if s.tokens > s.seats:
        rest_character(s, log)
    begin_fight(s, t, log)


@rule
def is_late_power(s: State, v: int) -> bool:
    """Return True for the power-up die left over from a turn, which is in time until the next player throws."""
    return v == action.POWER and s.late_face > 0


@rule
def why_not_use_late(s: State, p: int) -> int:
    """Return why seat `p` may not use the power-up die that waits since the end of the turn."""
    if p != s.seat_of[s.late_token] or not is_nothing_pending(s):
        return refusal.NOT_NOW
    return refusal.NONE


@rule
def use_late_power(s: State, t: Tables) -> None:
    """Use the face that was left over, or the boost of the character that threw it."""
    f = s.late_face - 1
    s.late_face = 0
    show_power(s, t, s.late_token, f)


@rule
def thrown_alone(s: State, t: Tables, log: Log, p: int, n: int) -> None:
    """Read the number die, thrown for coins or against a boss."""
    if s.purpose == dice_purpose.BOSS:
        resolve_fight(s, t, log, p, n)
    else:
        collect_throw(s, t, log, p, n)


@rule
def why_not_token(s: State, k: int) -> int:
    """Return why the mover may not choose token `k`."""
    if k < 0 or k >= s.tokens or s.seat_of[k] != s.mover:
        return refusal.NO_SUCH_CHARACTER
    if s.throws == 0:  # of two prisoners one tries to leave; the others wait
        if can_try(s, k):
            return refusal.NONE
        if s.resting[k] == 0:
            return refusal.NOT_NOW
    elif can_move(s, k):
        return refusal.NONE
    elif s.jail[k] != 0:
        return refusal.IN_JAIL
    return refusal.RESTING


@rule
def why_not_use(s: State, t: Tables, v: int) -> int:
    """Return why the two dice cannot be used so, or passed on."""
    if v == action.MOVE:
        if s.steps == 0:
            return refusal.DIE_USED
        return refusal.NONE
    if v == action.POWER:
        if s.face == 0:
            return refusal.DIE_USED
        return refusal.NONE
    if v == action.MOVE_POWER:
        if s.steps == 0 or s.face == 0:
            return refusal.DIE_USED
        return refusal.NONE
    if v == action.PASS:
        if t.o_late_claims == option_value.LATE_CLAIMS_AUTOMATIC:
            return refusal.NOT_NOW
        return why_not_pass_dice(s)
    return refusal.NOT_NOW


@rule
def why_not_collect(s: State, t: Tables, p: int) -> int:
    """Return why seat `p` cannot ask for coins its token has passed, as a `refusal` code; `NONE` if it can."""
    if p != s.mover:
        return refusal.NOT_YOUR_TURN
    if not is_nothing_pending(s):
        return refusal.NOT_NOW
    if t.o_late_claims == option_value.LATE_CLAIMS_AUTOMATIC or not has_passed_coins(s, t):
        return refusal.NOTHING_TO_COLLECT
    return refusal.NONE


@rule
def use(s: State, v: int) -> None:
    """Put on the agenda what the mover does with the two dice: move, power-up, both, or nothing."""
    if v == action.MOVE:
        then(s, task.NUMBER, 0, 0, 0, 0)
    elif v == action.POWER:
        then(s, task.POWER, 0, 0, 0, 0)
    elif v == action.MOVE_POWER:
        then(s, task.NUMBER, 1, 0, 0, 0)
    elif v == action.PASS:
        pass  # `end_turn` sees to what is left
    else:
        unknown(action, v)
