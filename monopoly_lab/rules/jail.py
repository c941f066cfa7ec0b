"""Jail: ways in, ways out, and the detention at the tax office that follows the same rules.

Three doubles in a row, which lead to jail, are counted in `turn.py`.

Source: each book on jail; the Ukrainian text on the tax administration.
"""

from monopoly_lab.constants import (
    action,
    card_effect,
    dice_purpose,
    event,
    node,
    option_value,
    payment_cause,
    refusal,
    space_kind,
    task,
)
from monopoly_lab.editions.rule_tables import Tables
from monopoly_lab.rules.agenda import Log, ask, emit, rule, then, unknown
from monopoly_lab.rules.card_piles import card_held, put_under
from monopoly_lab.rules.coins import pass_coins
from monopoly_lab.rules.dice import ask_dice, is_double
from monopoly_lab.rules.movement import walk
from monopoly_lab.rules.payments import charge, pay, sink, why_not_pay
from monopoly_lab.rules.state import State


@rule
def send_to_jail(s: State, t: Tables, log: Log, k: int) -> None:
    """Move token `k` straight to jail, without a salary, and end the turn."""
    p = s.seat_of[k]
    s.at[k] = t.jail
    s.jail[k] = 1
    s.doubles = 0
    s.boss_due = 0
    emit(log, event.JAILED, p, k, t.jail, 0, 0)
    s.turn_over = 1


@rule
def detain(s: State, t: Tables, log: Log, k: int) -> None:
    """Detain token `k` at the tax office: ask about the fine, or leave it to tries for a double."""
    p = s.seat_of[k]
    s.jail[k] = 1
    emit(log, event.JAILED, p, k, s.at[k], 0, 0)
    if fine_here(s, t, k) > 0:
        ask(s, node.DETAINED, p)
    else:
        stay_in_jail(s)


@rule
def stay_in_jail(s: State) -> None:
    """End the turn of a player who stays in jail."""
    s.doubles = 0
    s.turn_over = 1


@rule
def fine_here(s: State, t: Tables, k: int) -> int:
    """Return what it costs to leave the space token `k` is held on."""
    if t.kind[s.at[k]] == space_kind.TAX_OFFICE:
        return t.o_tax_admin_fine
    return t.o_jail_exit_fine


@rule
def fine_cause(s: State, t: Tables, k: int) -> int:
    """Return what the fine is called where token `k` is held."""
    if t.kind[s.at[k]] == space_kind.TAX_OFFICE:
        return payment_cause.TAX_OFFICE_FINE
    return payment_cause.JAIL_FINE


@rule
def freeing_card(s: State, t: Tables, k: int) -> int:
    """Return the effect of the card that frees token `k` from where it is held."""
    if t.kind[s.at[k]] == space_kind.TAX_OFFICE:
        return card_effect.TAX_OFFICE_FREE
    return card_effect.JAIL_FREE


@rule
def set_free(s: State, t: Tables, log: Log, k: int) -> None:
    """Free token `k` and pick up coins that lie on its space."""
    let_out(s, t, log, k, 0)


@rule
def let_out(s: State, t: Tables, log: Log, k: int, held: int) -> None:
    """Free token `k`; `held` is 1 + the failed tries where tokens are freed at the beginning of a turn, else 0."""
    s.jail[k] = 0
    emit(log, event.FREED, s.seat_of[k], k, s.at[k], held, 0)
    if s.coins[s.at[k]] != 0:
        pass_coins(s, t, log, s.seat_of[k], s.at[k])


@rule
def is_free_after_tries(t: Tables) -> bool:
    """Return True if the last failed try frees in the next turn, for nothing; a try for one face always does."""
    return t.o_jail_after_tries == option_value.JAIL_AFTER_TRIES_FREE or t.o_jail_exit_face > 0


@rule
def is_paid_at_once(t: Tables) -> bool:
    """Return True if the fine is due right after the last failed try, not at the beginning of the next turn."""
    return not is_free_after_tries(t) and t.o_jail_after_tries != option_value.JAIL_AFTER_TRIES_PAY_NEXT


@rule
def free_after_tries(s: State, t: Tables, log: Log, k: int) -> None:
    """Free token `k` at the beginning of a turn if its tries are used up and the options say so."""
    if not has_tries(s, t, k) and is_free_after_tries(t):
        let_out(s, t, log, k, s.jail[k])


@rule
def end_lost_turn(s: State, t: Tables, log: Log, k: int) -> bool:
    """Free token `k`, which loses this turn in prison; return False if a card that frees saves the turn."""
    p = s.seat_of[k]
    c = card_held(s, t, p, freeing_card(s, t, k))
    let_out(s, t, log, k, s.jail[k])
    if c >= 0:
        put_under(s, t, log, c)
        return False
    emit(log, event.TURN_MISSED, p, -1, s.at[k], 0, 1)
    return True


@rule
def pay_fine(s: State, t: Tables, log: Log, k: int) -> None:
    """Pay and throw as usual; or, detained just now, go on with the turn."""
    p = s.seat_of[k]
    pay(s, log, p, sink(t), s.at[k], fine_here(s, t, k), fine_cause(s, t, k))
    set_free(s, t, log, k)


@rule
def owe_fine(s: State, t: Tables, log: Log, k: int) -> None:
    """Charge the fine of token `k` and free it, where the rules give no try for a double; the throw follows."""
    then(s, task.BEGIN, 0, 0, 0, 0)
    charge(s, s.seat_of[k], sink(t), s.at[k], fine_here(s, t, k), fine_cause(s, t, k))
    set_free(s, t, log, k)


@rule
def use_card(s: State, t: Tables, log: Log, k: int) -> None:
    """Put the card that frees token `k` under its pile, and set the token free."""
    p = s.seat_of[k]
    c = card_held(s, t, p, freeing_card(s, t, k))
    put_under(s, t, log, c)
    set_free(s, t, log, k)


@rule
def has_tries(s: State, t: Tables, k: int) -> bool:
    """Return True while token `k` may try for a double where it is held."""
    return s.jail[k] <= t.o_jail_exit_tries


@rule
def why_not_leave_jail(s: State, t: Tables, p: int, n: int, v: int) -> int:
    """Return why prisoner `p` cannot pay, use a card, try a double or stay."""
    if v == action.PAY:
        x = fine_here(s, t, s.token)
        if x == 0:
            return refusal.NO_FINE_HERE
        if n == node.DETAINED or has_tries(s, t, s.token):
            return why_not_pay(s, p, x)
        return refusal.NONE  # after the last try the fine may still have to be raised
    if v == action.CARD:
        if card_held(s, t, p, freeing_card(s, t, s.token)) < 0:
            return refusal.NO_CARD
        return refusal.NONE
    if v == action.THROW and n == node.JAIL:
        if not has_tries(s, t, s.token) and fine_here(s, t, s.token) > 0:
            return refusal.NO_TRIES
        return refusal.NONE
    if v == action.STOP and n == node.DETAINED:
        return refusal.NONE
    return refusal.NOT_NOW


@rule
def leave_jail(s: State, t: Tables, log: Log, p: int, n: int, v: int) -> None:
    """Do what prisoner `p` chooses: at the beginning of a turn (JAIL) it goes on if the prisoner is free."""
    if v == action.THROW:
        ask_dice(s, dice_purpose.JAIL_TRY, p)
    elif v == action.STOP:
        stay_in_jail(s)
    elif v == action.PAY and s.cash[p] < fine_here(s, t, s.token):
        owe_fine(s, t, log, s.token)
    elif v == action.PAY or v == action.CARD:
        if v == action.PAY:
            pay_fine(s, t, log, s.token)
        else:
            use_card(s, t, log, s.token)
        if n == node.JAIL:
            then(s, task.BEGIN, 0, 0, 0, 0)
    else:
        unknown(action, v)


@rule
def try_double(s: State, t: Tables, log: Log, k: int) -> None:
    """Read the throw of a prisoner: a double frees and moves; after the last failed try the fine is due.

    Where one face of one die frees, the prisoner throws again to move.
    """
    s.throws += 1
    if t.o_jail_exit_face > 0:
        if s.dice[0] == t.o_jail_exit_face:
            set_free(s, t, log, k)
            ask_dice(s, dice_purpose.MOVE, s.seat_of[k])
            return
    elif is_double(s, t):
        set_free(s, t, log, k)
        if t.o_jail_exit_double_again != 0:
            then(s, task.THROW_AGAIN, 0, 0, 0, 0)
            if t.o_jail_exit_double_counts != 0:
                s.doubles = 1
        walk(s, t, log, k, s.thrown, 0)
        return
    s.jail[k] += 1
    emit(log, event.STAYED, s.seat_of[k], k, s.at[k], s.jail[k] - 1, 0)
    if not has_tries(s, t, k) and is_paid_at_once(t):
        then(s, task.RELEASED, k, s.thrown, 0, 0)
        charge(s, s.seat_of[k], sink(t), s.at[k], fine_here(s, t, k), fine_cause(s, t, k))


@rule
def release(s: State, t: Tables, log: Log, k: int, steps: int) -> None:
    """Move by the throw of the last try, or throw again, once the fine after it is paid."""
    if s.out[s.seat_of[k]] == 0:
        set_free(s, t, log, k)
        if t.o_jail_after_tries == option_value.JAIL_AFTER_TRIES_PAY_AND_MOVE:
            walk(s, t, log, k, steps, 0)
        else:
            ask_dice(s, dice_purpose.MOVE, s.seat_of[k])
