"""Decisions: which answers a node takes, on what conditions, and what they do.

Both rules go by node, then by verb; a new node gets a branch in each. What is not written
there is refused.
"""

from monopoly_lab.constants import (
    action,
    card_effect,
    dice_purpose,
    event,
    node,
    option_value,
    payment_cause,
    player_role,
    refusal,
    task,
)
from monopoly_lab.editions.rule_tables import Tables
from monopoly_lab.rules.auction import bid, pass_bid, why_not_bid
from monopoly_lab.rules.bankruptcy import go_bankrupt
from monopoly_lab.rules.bosses import decline_fight, fight, use, why_not_token, why_not_use
from monopoly_lab.rules.building_auction import want
from monopoly_lab.rules.card_piles import card_held
from monopoly_lab.rules.cards import choose_draw, choose_payment
from monopoly_lab.rules.characters import choose, why_not_character, why_not_stop_choosing
from monopoly_lab.rules.debt import pay_debt, why_not_bankrupt
from monopoly_lab.rules.dice import ask_dice
from monopoly_lab.rules.engine import Log, emit, rule, then, unknown
from monopoly_lab.rules.game_end import agree, disagree, worth
from monopoly_lab.rules.jail import fine_here, has_tries, key_here, owe_fine, pay_fine, stay, use_card
from monopoly_lab.rules.landing import put_stake
from monopoly_lab.rules.mortgage import leave_mortgaged, redeem_now, why_not_redeem_now
from monopoly_lab.rules.movement import draw_another, go_to, is_booth, is_goal, take
from monopoly_lab.rules.ownership import buy, decline, forget_sites, is_over_cap
from monopoly_lab.rules.payments import charge, share, sink
from monopoly_lab.rules.power_die import can_copy, copy, hit, is_target
from monopoly_lab.rules.roles import is_role_open, more_on_cash, take_role
from monopoly_lab.rules.speed_die import is_other_space, is_stop, move_freely, take_bus
from monopoly_lab.rules.state import State
from monopoly_lab.rules.trade import accept, refuse, why_not_deal


@rule
def why_not_answer(s: State, t: Tables, n: int, v: int, q: int, x: int) -> int:
    """Return why the seat that is asked at node `n` cannot answer so: NOT_NOW where the node takes no such answer."""
    p = s.actor
    if n == node.BUY:
        if v == action.BUY:
            if is_over_cap(s, t, p, s.lot):
                return refusal.DEED_CAP
            return why_not_sum(s, p, t.price[s.lot])
        if v == action.DECLINE:
            return refusal.NONE
    elif n == node.BID:
        if v == action.BID:
            return why_not_bid(s, t, p, x)
        if v == action.PASS:
            return refusal.NONE
    elif n == node.JAIL:
        if v == action.PAY:
            return why_not_fine_here(s, t, p, has_tries(s, t, s.token))
        if v == action.CARD:
            return why_not_card(s, t, p)
        if v == action.THROW:
            if not has_tries(s, t, s.token) and fine_here(s, t, s.token) > 0:
                return refusal.NO_TRIES
            return refusal.NONE
    elif n == node.DETAINED:
        if v == action.PAY:
            return why_not_fine_here(s, t, p, True)
        if v == action.CARD:
            return why_not_card(s, t, p)
        if v == action.STOP:
            return refusal.NONE
    elif n == node.TAX:
        if v == action.FLAT or v == action.PERCENT:
            return refusal.NONE
    elif n == node.CARD:
        if v == action.PAY or v == action.DRAW_INSTEAD:
            return refusal.NONE
    elif n == node.STAKE:
        if v == action.STAKE:
            return why_not_stake(s, t, p, x)
        if v == action.PASS:
            if t.o_casino_mandatory != 0:
                return refusal.STAKE_MANDATORY
            return refusal.NONE
    elif n == node.DEBT:
        if v == action.PAY:
            return why_not_sum(s, p, s.debt)
        if v == action.BANKRUPT:
            return why_not_bankrupt(s, t, p)
    elif n == node.ANSWER:
        if v == action.ACCEPT:
            return why_not_deal(s, t)
        if v == action.REFUSE:
            return refusal.NONE
    elif n == node.INHERIT:
        if v == action.REDEEM and q == s.lot:
            return why_not_redeem_now(s, t, p)
        if v == action.FEE:
            if t.o_transfer_mortgaged == option_value.TRANSFER_MORTGAGED_MUST_REDEEM:
                return refusal.MUST_REDEEM
            return refusal.NONE
    elif n == node.WANT:
        if v == action.WANT:
            if x < 0 or x > s.minimum:
                return refusal.WANT_RANGE
            return refusal.NONE
    elif n == node.AGREE:
        if v == action.AGREE or v == action.REFUSE:
            return refusal.NONE
    elif n == node.TRADE_CARD:
        if v == action.PASS:
            return refusal.NONE
    elif n == node.GOAL:
        if v == action.GO:
            if not is_goal(s, t, s.lot, x):
                return refusal.NO_GOAL
            return refusal.NONE
        if v == action.DRAW_INSTEAD and t.card_effect[s.lot] == card_effect.STEP_OR_DRAW:
            return refusal.NONE
    elif n == node.BOOTH:
        if v == action.GO:
            if not is_booth(s, t, p, t.card_a[s.lot], x):
                return refusal.NO_BOOTH
            return refusal.NONE
    elif n == node.BUS:
        if v == action.GO:
            if not is_stop(s, t, x):
                return refusal.NO_BUS
            return refusal.NONE
    elif n == node.TRIPLE:
        if v == action.GO:
            if not is_other_space(s, t, x):
                return refusal.NO_OTHER_SPACE
            return refusal.NONE
    elif n == node.ROLE:
        if v == action.MONOPOLIST or v == action.COMPETITOR:
            if not is_role_open(s, role_of_verb(v)):
                return refusal.ROLE_FULL
            return refusal.NONE
    elif n == node.CHARACTER:
        if v == action.CHOOSE:
            return why_not_character(s, t, p, x)
        if v == action.PASS:
            return why_not_stop_choosing(s, t, p)
    elif n == node.TOKEN:
        if v == action.CHOOSE:
            return why_not_token(s, x)
    elif n == node.TURN:
        return why_not_use(s, t, v)
    elif n == node.TARGET:
        if v == action.TARGET:
            if x < 0 or x >= s.tokens or not is_target(s, t, x):
                return refusal.NO_TARGET
            return refusal.NONE
    elif n == node.COPY:
        if v == action.CHOOSE:
            if not can_copy(s, t, x):
                return refusal.NO_SUCH_CHARACTER
            return refusal.NONE
    elif n == node.BOSS:
        if v == action.FIGHT:
            return why_not_sum(s, p, t.boss_price[s.boss])
        if v == action.PASS:
            return refusal.NONE
    elif n != node.PLACE and n != node.SALE:  # which take an act: a building, the sale of a deed
        unknown(node, n)
    return refusal.NOT_NOW


@rule
def role_of_verb(v: int) -> int:
    if v == action.MONOPOLIST:
        return player_role.MONOPOLIST
    return player_role.COMPETITOR


@rule
def why_not_sum(s: State, p: int, x: int) -> int:
    if s.cash[p] < x:
        return refusal.NOT_ENOUGH_CASH
    return refusal.NONE


@rule
def why_not_fine_here(s: State, t: Tables, p: int, at_once: bool) -> int:
    """Leaving for money; where it is not due `at_once` the sum may still have to be raised."""
    x = fine_here(s, t, s.token)
    if x == 0:
        return refusal.NO_FINE_HERE
    if at_once:
        return why_not_sum(s, p, x)
    return refusal.NONE


@rule
def why_not_card(s: State, t: Tables, p: int) -> int:
    if card_held(s, t, p, key_here(s, t, s.token)) < 0:
        return refusal.NO_CARD
    return refusal.NONE


@rule
def why_not_stake(s: State, t: Tables, p: int, x: int) -> int:
    if x < t.o_casino_minimum:
        return refusal.STAKE_TOO_LOW
    if x > s.cash[p]:
        return refusal.STAKE_TOO_HIGH
    return refusal.NONE


@rule
def answer(s: State, t: Tables, log: Log, p: int, n: int, v: int, x: int) -> None:
    """A legal answer by the seat that was asked at node `n`."""
    if n == node.BUY:
        if v == action.BUY:
            buy(s, t, log, p)
        elif v == action.DECLINE:
            decline(s, t, log, p)
        else:
            unknown(action, v)
    elif n == node.BID:
        if v == action.BID:
            bid(s, t, log, p, x)
        elif v == action.PASS:
            pass_bid(s, t, log, p)
        else:
            unknown(action, v)
    elif n == node.JAIL:
        leave_jail(s, t, log, p, v)
    elif n == node.DETAINED:
        if v == action.PAY:
            pay_fine(s, t, log, s.token)
        elif v == action.CARD:
            use_card(s, t, log, s.token)
        elif v == action.STOP:
            stay(s)
        else:
            unknown(action, v)
    elif n == node.TAX:
        pay_tax(s, t, log, p, v)
    elif n == node.CARD:
        if v == action.PAY:
            choose_payment(s, t, s.lot)
        elif v == action.DRAW_INSTEAD:
            choose_draw(s, t, s.lot)
        else:
            unknown(action, v)
    elif n == node.STAKE:
        if v == action.STAKE:
            put_stake(s, t, log, p, x)
        elif v != action.PASS:
            unknown(action, v)
    elif n == node.DEBT:
        if v == action.PAY:
            pay_debt(s, log, p)
        elif v == action.BANKRUPT:
            go_bankrupt(s, t, log, p)
        else:
            unknown(action, v)
    elif n == node.ANSWER:
        if v == action.ACCEPT:
            accept(s, t, log, p)
        elif v == action.REFUSE:
            refuse(s, t, log, p)
        else:
            unknown(action, v)
    elif n == node.INHERIT:
        if v == action.REDEEM:
            redeem_now(s, t, log, p)
        elif v == action.FEE:
            leave_mortgaged(s, t, log, p)
        else:
            unknown(action, v)
    elif n == node.WANT:
        want(s, log, p, x)
    elif n == node.AGREE:
        if v == action.AGREE:
            agree(s, t, log, p)
        elif v == action.REFUSE:
            disagree(s, log, p)
        else:
            unknown(action, v)
    elif n == node.GOAL:
        if v == action.GO:
            go_to(s, t, log, x)
        elif v == action.DRAW_INSTEAD:
            draw_another(s, t)
        else:
            unknown(action, v)
    elif n == node.BOOTH:
        take(s, t, log, p, x)
    elif n == node.BUS:
        take_bus(s, t, log, x)
    elif n == node.TRIPLE:
        move_freely(s, t, log, x)
    elif n == node.ROLE:
        take_role(s, log, p, role_of_verb(v))
    elif n == node.CHARACTER:
        if v == action.CHOOSE:
            choose(s, t, log, p, x)
        elif v != action.PASS:
            unknown(action, v)
    elif n == node.TOKEN:
        s.token = x
        emit(log, event.CHOSEN, p, s.character[x], s.at[x], 0, 1)
    elif n == node.TURN:
        use(s, t, log, v)
    elif n == node.TARGET:
        hit(s, log, x)
    elif n == node.COPY:
        copy(s, t, x)
    elif n == node.BOSS:
        if v == action.FIGHT:
            fight(s, t, log, p)
        elif v == action.PASS:
            decline_fight(s, log, p)
        else:
            unknown(action, v)
    elif n == node.CHANGE:
        change_rules(s, t, log)
    elif n != node.TRADE_CARD:  # which is passed by
        unknown(node, n)


@rule
def change_rules(s: State, t: Tables, log: Log) -> None:
    """The round that has begun goes by the tables `t`; buildings that the bank lacks it gets as they return."""
    s.stage = t.stage
    s.houses += t.more_houses
    s.hotels += t.more_hotels
    for p in range(s.seats):  # what building and redeeming cost and who may build may be other now
        forget_sites(s, p)
        s.least_redemption[p] = 0
    emit(log, event.RULES_CHANGED, -1, -1, -1, s.round, s.stage)


@rule
def leave_jail(s: State, t: Tables, log: Log, p: int, v: int) -> None:
    """The prisoner's choice at the beginning of his turn."""
    if v == action.THROW:
        ask_dice(s, dice_purpose.JAIL_TRY, p)
    elif v == action.PAY and s.cash[p] < fine_here(s, t, s.token):
        owe_fine(s, t, log, s.token)
    elif v == action.PAY:
        pay_fine(s, t, log, s.token)
        then(s, task.BEGIN, 0, 0, 0, 0)
    elif v == action.CARD:
        use_card(s, t, log, s.token)
        then(s, task.BEGIN, 0, 0, 0, 0)
    else:
        unknown(action, v)


@rule
def tax_by_share(s: State, t: Tables, p: int, q: int) -> int:
    """Return the share of what seat `p` is worth that the tax space `q` leaves to choose."""
    percent = t.tax_percent[q]
    return share(t, worth(s, t, p, t.o_tax_mortgaged), percent) + more_on_cash(s, t, p, percent)


@rule
def pay_tax(s: State, t: Tables, log: Log, p: int, v: int) -> None:
    """The flat sum, or the share of cash, deeds at their full price and buildings at cost."""
    x = t.tax[s.lot]
    if v == action.PERCENT:
        x = tax_by_share(s, t, p, s.lot)
    elif v != action.FLAT:
        unknown(action, v)
    emit(log, event.TAXED, p, -1, s.lot, x, v)
    charge(s, p, sink(t), s.lot, x, payment_cause.TAX)
