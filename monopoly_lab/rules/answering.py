"""Decisions: which answers a node takes, on what conditions, and what they do.

Both rules go by node, then by verb; a new node gets a branch in each. What is not written
there is refused.
"""

from monopoly_lab.codes import cause, effect, event, node, purpose, role, task, verb, why, word
from monopoly_lab.rules.adventure import use, why_not_token, why_not_use
from monopoly_lab.rules.agenda import then
from monopoly_lab.rules.auction import bid, pass_bid, why_not_bid
from monopoly_lab.rules.bankruptcy import go_bankrupt
from monopoly_lab.rules.bosses import decline_fight, fight
from monopoly_lab.rules.cards import choose_draw, choose_payment
from monopoly_lab.rules.casino import put_stake
from monopoly_lab.rules.characters import choose, why_not_character, why_not_stop_choosing
from monopoly_lab.rules.debt import pay_debt, why_not_bankrupt
from monopoly_lab.rules.dice import ask_dice
from monopoly_lab.rules.ending import agree, disagree, worth
from monopoly_lab.rules.heading import draw_another, go_to, is_goal
from monopoly_lab.rules.jail import fine_here, has_tries, key_here, owe_fine, pay_fine, stay, use_card
from monopoly_lab.rules.money import charge, share, sink
from monopoly_lab.rules.mortgage import leave_mortgaged, redeem_now, why_not_redeem_now
from monopoly_lab.rules.piles import card_held
from monopoly_lab.rules.power import can_copy, copy, hit, is_target
from monopoly_lab.rules.property import buy, decline, forget_sites, is_over_cap
from monopoly_lab.rules.roles import is_role_open, more_on_cash, take_role
from monopoly_lab.rules.rule import emit, rule, unknown
from monopoly_lab.rules.shortage import want
from monopoly_lab.rules.speed_die import is_other_space, is_stop, move_freely, take_bus
from monopoly_lab.rules.trade import accept, refuse, why_not_deal


@rule
def why_not_answer(s, t, n, v, q, x):
    """Why the seat that is asked at node `n` cannot answer so: NOT_NOW where the node takes no such answer."""
    p = s.actor
    if n == node.BUY:
        if v == verb.BUY:
            if is_over_cap(s, t, p, s.lot):
                return why.DEED_CAP
            return why_not_sum(s, p, t.price[s.lot])
        if v == verb.DECLINE:
            return why.NONE
    elif n == node.BID:
        if v == verb.BID:
            return why_not_bid(s, t, p, x)
        if v == verb.PASS:
            return why.NONE
    elif n == node.JAIL:
        if v == verb.PAY:
            return why_not_fine_here(s, t, p, has_tries(s, t, s.token))
        if v == verb.CARD:
            return why_not_card(s, t, p)
        if v == verb.THROW:
            if not has_tries(s, t, s.token) and fine_here(s, t, s.token) > 0:
                return why.NO_TRIES
            return why.NONE
    elif n == node.DETAINED:
        if v == verb.PAY:
            return why_not_fine_here(s, t, p, True)
        if v == verb.CARD:
            return why_not_card(s, t, p)
        if v == verb.STOP:
            return why.NONE
    elif n == node.TAX:
        if v == verb.FLAT or v == verb.PERCENT:
            return why.NONE
    elif n == node.CARD:
        if v == verb.PAY or v == verb.DRAW_INSTEAD:
            return why.NONE
    elif n == node.EXTRA:
        if v == verb.THROW or v == verb.STOP:
            return why.NONE
    elif n == node.STAKE:
        if v == verb.STAKE:
            return why_not_stake(s, t, p, x)
        if v == verb.PASS:
            if t.o_casino_mandatory != 0:
                return why.STAKE_MANDATORY
            return why.NONE
    elif n == node.DEBT:
        if v == verb.PAY:
            return why_not_sum(s, p, s.debt)
        if v == verb.BANKRUPT:
            return why_not_bankrupt(s, t, p)
    elif n == node.ANSWER:
        if v == verb.ACCEPT:
            return why_not_deal(s, t)
        if v == verb.REFUSE:
            return why.NONE
    elif n == node.INHERIT:
        if v == verb.REDEEM and q == s.lot:
            return why_not_redeem_now(s, t, p)
        if v == verb.FEE:
            if t.o_transfer_mortgaged == word.TRANSFER_MORTGAGED_MUST_REDEEM:
                return why.MUST_REDEEM
            return why.NONE
    elif n == node.WANT:
        if v == verb.WANT:
            if x < 0 or x > s.minimum:
                return why.WANT_RANGE
            return why.NONE
    elif n == node.AGREE:
        if v == verb.AGREE or v == verb.REFUSE:
            return why.NONE
    elif n == node.TRADE_CARD:
        if v == verb.PASS:
            return why.NONE
    elif n == node.GOAL:
        if v == verb.GO:
            if not is_goal(s, t, s.lot, x):
                return why.NO_GOAL
            return why.NONE
        if v == verb.DRAW_INSTEAD and t.card_effect[s.lot] == effect.STEP_OR_DRAW:
            return why.NONE
    elif n == node.BUS:
        if v == verb.GO:
            if not is_stop(s, t, x):
                return why.NO_BUS
            return why.NONE
    elif n == node.TRIPLE:
        if v == verb.GO:
            if not is_other_space(s, t, x):
                return why.NO_OTHER_SPACE
            return why.NONE
    elif n == node.ROLE:
        if v == verb.MONOPOLIST or v == verb.COMPETITOR:
            if not is_role_open(s, role_of_verb(v)):
                return why.ROLE_FULL
            return why.NONE
    elif n == node.CHARACTER:
        if v == verb.CHOOSE:
            return why_not_character(s, t, p, x)
        if v == verb.PASS:
            return why_not_stop_choosing(s, t, p)
    elif n == node.TOKEN:
        if v == verb.CHOOSE:
            return why_not_token(s, x)
    elif n == node.TURN:
        return why_not_use(s, t, v)
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
    elif n == node.BOSS:
        if v == verb.FIGHT:
            return why_not_sum(s, p, t.boss_price[s.boss])
        if v == verb.PASS:
            return why.NONE
    elif n != node.PLACE and n != node.SALE:  # which take an act: a building, the sale of a deed
        unknown(node, n)
    return why.NOT_NOW


@rule
def role_of_verb(v):
    if v == verb.MONOPOLIST:
        return role.MONOPOLIST
    return role.COMPETITOR


@rule
def why_not_sum(s, p, x):
    if s.cash[p] < x:
        return why.NOT_ENOUGH_CASH
    return why.NONE


@rule
def why_not_fine_here(s, t, p, at_once):
    """Leaving for money; where it is not due `at_once` the sum may still have to be raised."""
    x = fine_here(s, t, s.token)
    if x == 0:
        return why.NO_FINE_HERE
    if at_once:
        return why_not_sum(s, p, x)
    return why.NONE


@rule
def why_not_card(s, t, p):
    if card_held(s, t, p, key_here(s, t, s.token)) < 0:
        return why.NO_CARD
    return why.NONE


@rule
def why_not_stake(s, t, p, x):
    if x < t.o_casino_minimum:
        return why.STAKE_TOO_LOW
    if x > s.cash[p]:
        return why.STAKE_TOO_HIGH
    return why.NONE


@rule
def answer(s, t, log, p, n, v, x):
    """A legal answer by the seat that was asked at node `n`."""
    if n == node.BUY:
        if v == verb.BUY:
            buy(s, t, log, p)
        elif v == verb.DECLINE:
            decline(s, t, log, p)
        else:
            unknown(verb, v)
    elif n == node.BID:
        if v == verb.BID:
            bid(s, t, log, p, x)
        elif v == verb.PASS:
            pass_bid(s, t, log, p)
        else:
            unknown(verb, v)
    elif n == node.JAIL:
        leave_jail(s, t, log, p, v)
    elif n == node.DETAINED:
        if v == verb.PAY:
            pay_fine(s, t, log, s.token)
        elif v == verb.CARD:
            use_card(s, t, log, s.token)
        elif v == verb.STOP:
            stay(s)
        else:
            unknown(verb, v)
    elif n == node.TAX:
        pay_tax(s, t, log, p, v)
    elif n == node.CARD:
        if v == verb.PAY:
            choose_payment(s, t, s.lot)
        elif v == verb.DRAW_INSTEAD:
            choose_draw(s, t, s.lot)
        else:
            unknown(verb, v)
    elif n == node.EXTRA:
        if v == verb.THROW:
            ask_dice(s, purpose.MOVE, p)
        elif v != verb.STOP:
            unknown(verb, v)
    elif n == node.STAKE:
        if v == verb.STAKE:
            put_stake(s, t, log, p, x)
        elif v != verb.PASS:
            unknown(verb, v)
    elif n == node.DEBT:
        if v == verb.PAY:
            pay_debt(s, log, p)
        elif v == verb.BANKRUPT:
            go_bankrupt(s, t, log, p)
        else:
            unknown(verb, v)
    elif n == node.ANSWER:
        if v == verb.ACCEPT:
            accept(s, t, log, p)
        elif v == verb.REFUSE:
            refuse(s, t, log, p)
        else:
            unknown(verb, v)
    elif n == node.INHERIT:
        if v == verb.REDEEM:
            redeem_now(s, t, log, p)
        elif v == verb.FEE:
            leave_mortgaged(s, t, log, p)
        else:
            unknown(verb, v)
    elif n == node.WANT:
        want(s, log, p, x)
    elif n == node.AGREE:
        if v == verb.AGREE:
            agree(s, t, log, p)
        elif v == verb.REFUSE:
            disagree(s, log, p)
        else:
            unknown(verb, v)
    elif n == node.GOAL:
        if v == verb.GO:
            go_to(s, t, log, x)
        elif v == verb.DRAW_INSTEAD:
            draw_another(s, t)
        else:
            unknown(verb, v)
    elif n == node.BUS:
        take_bus(s, t, log, x)
    elif n == node.TRIPLE:
        move_freely(s, t, log, x)
    elif n == node.ROLE:
        take_role(s, log, p, role_of_verb(v))
    elif n == node.CHARACTER:
        if v == verb.CHOOSE:
            choose(s, t, log, p, x)
        elif v != verb.PASS:
            unknown(verb, v)
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
        if v == verb.FIGHT:
            fight(s, t, log, p)
        elif v == verb.PASS:
            decline_fight(s, log, p)
        else:
            unknown(verb, v)
    elif n == node.CHANGE:
        change_rules(s, t, log)
    elif n != node.TRADE_CARD:  # which is passed by
        unknown(node, n)


@rule
def change_rules(s, t, log):
    """The round that has begun goes by the tables `t`; buildings that the bank lacks it gets as they return."""
    s.stage = t.stage
    s.houses += t.more_houses
    s.hotels += t.more_hotels
    for p in range(s.seats):  # what building and redeeming cost and who may build may be other now
        forget_sites(s, p)
        s.least_redemption[p] = 0
    emit(log, event.RULES_CHANGED, -1, -1, -1, s.round, s.stage)


@rule
def leave_jail(s, t, log, p, v):
    """The prisoner's choice at the beginning of his turn."""
    if v == verb.THROW:
        ask_dice(s, purpose.JAIL_TRY, p)
    elif v == verb.PAY and s.cash[p] < fine_here(s, t, s.token):
        owe_fine(s, t, log, s.token)
    elif v == verb.PAY:
        pay_fine(s, t, log, s.token)
        then(s, task.BEGIN, 0, 0, 0, 0)
    elif v == verb.CARD:
        use_card(s, t, log, s.token)
        then(s, task.BEGIN, 0, 0, 0, 0)
    else:
        unknown(verb, v)


@rule
def tax_by_share(s, t, p, q):
    """The share of what seat `p` is worth that the tax space `q` leaves to choose."""
    percent = t.tax_percent[q]
    return share(t, worth(s, t, p, t.o_tax_mortgaged), percent) + more_on_cash(s, t, p, percent)


@rule
def pay_tax(s, t, log, p, v):
    """The flat sum, or the share of cash, deeds at their full price and buildings at cost."""
    x = t.tax[s.lot]
    if v == verb.PERCENT:
        x = tax_by_share(s, t, p, s.lot)
    elif v != verb.FLAT:
        unknown(verb, v)
    emit(log, event.TAXED, p, -1, s.lot, x, v)
    charge(s, p, sink(t), s.lot, x, cause.TAX)
