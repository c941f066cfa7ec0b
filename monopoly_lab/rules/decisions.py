"""Decisions: which answers a node takes, on what conditions, and what they do.

`why_not_answer` judges an answer, `answer` carries it out. Both go by the family of the node (`code_groups`), with a
pair of rules for each family (`why_not_property`, `answer_property`); a new node or verb gets a branch in each. Answers
without a branch are refused. The conditions of a chapter are in its module (`why_not_bid`, `why_not_deal`).
"""

from monopoly_lab.constants import action, card_effect, event, node, option_value, player_role, refusal
from monopoly_lab.editions.rule_tables import Tables
from monopoly_lab.rules.agenda import Log, emit, rule, unknown
from monopoly_lab.rules.auction import bid, pass_bid, why_not_bid
from monopoly_lab.rules.bosses import decline_fight, fight, use, why_not_token, why_not_use
from monopoly_lab.rules.building_auction import want_buildings
from monopoly_lab.rules.cards import choose_draw, choose_payment
from monopoly_lab.rules.characters import choose, why_not_character, why_not_stop_choosing
from monopoly_lab.rules.code_groups import (
    is_agreement_node,
    is_character_node,
    is_goal_node,
    is_jail_node,
    is_payment_node,
    is_property_node,
)
from monopoly_lab.rules.debt import go_bankrupt, pay_debt, why_not_bankrupt
from monopoly_lab.rules.detour import decline_detour, name_toll, take_detour, why_not_toll
from monopoly_lab.rules.game_end import agree, disagree
from monopoly_lab.rules.jail import leave_jail, why_not_leave_jail
from monopoly_lab.rules.landing import pay_tax, put_stake, why_not_stake
from monopoly_lab.rules.mortgage import leave_mortgaged, redeem_now, why_not_redeem_now
from monopoly_lab.rules.movement import draw_another, go_to, is_booth, is_goal, take_for_nothing
from monopoly_lab.rules.ownership import buy, decline, forget_sites, is_over_cap
from monopoly_lab.rules.payments import why_not_pay
from monopoly_lab.rules.power_die import can_copy, copy_ability, hit_token, is_target
from monopoly_lab.rules.roles import is_role_open, take_role
from monopoly_lab.rules.speed_die import is_other_space, is_stop, move_freely, take_bus
from monopoly_lab.rules.state import State
from monopoly_lab.rules.trade import accept, refuse, why_not_deal


@rule
def why_not_answer(s: State, t: Tables, n: int, v: int, q: int, x: int) -> int:
    """Return why an answer to node `n` is refused: NOT_NOW where the node takes no such answer."""
    p = s.actor
    if is_property_node(n):
        return why_not_property(s, t, p, n, v, q, x)
    if is_payment_node(n):
        return why_not_payment(s, t, p, n, v, x)
    if is_jail_node(n):
        return why_not_leave_jail(s, t, p, n, v)
    if is_goal_node(n):
        return why_not_goal(s, t, p, n, v, x)
    if is_character_node(n):
        return why_not_for_character(s, t, p, n, v, x)
    if is_agreement_node(n):
        return why_not_agreement(s, t, n, v)
    if n != node.PLACE and n != node.SALE:  # which take an act: a building, the sale of a deed
        unknown(node, n)
    return refusal.NOT_NOW


@rule
def why_not_property(s: State, t: Tables, p: int, n: int, v: int, q: int, x: int) -> int:
    """Return why an answer about a deed, a lot, scarce buildings or an inherited mortgage is refused."""
    if n == node.BUY:
        if v == action.BUY:
            if is_over_cap(s, t, p, s.lot):
                return refusal.DEED_CAP
            return why_not_pay(s, p, t.price[s.lot])
        if v == action.DECLINE:
            return refusal.NONE
    elif n == node.BID:
        if v == action.BID:
            return why_not_bid(s, t, p, x)
        if v == action.PASS:
            return refusal.NONE
    elif n == node.WANT:
        if v == action.WANT:
            if x < 0 or x > s.minimum:
                return refusal.WANT_RANGE
            return refusal.NONE
    elif n == node.INHERIT:
        if v == action.REDEEM and q == s.lot:
            return why_not_redeem_now(s, t, p)
        if v == action.FEE:
            if t.o_transfer_mortgaged == option_value.TRANSFER_MORTGAGED_MUST_REDEEM:
                return refusal.MUST_REDEEM
            return refusal.NONE
    else:
        unknown(node, n)
    return refusal.NOT_NOW


@rule
def why_not_payment(s: State, t: Tables, p: int, n: int, v: int, x: int) -> int:
    """Return why an answer about a tax, a card, a stake, a debt, or a rent to go round is refused."""
    if n == node.TAX:
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
            return why_not_pay(s, p, s.debt)
        if v == action.BANKRUPT:
            return why_not_bankrupt(s, t, p)
    elif n == node.TOLL:
        if v == action.TOLL:
            return why_not_toll(s, t, x)
    elif n == node.DETOUR:
        if v == action.PAY or v == action.DETOUR:
            return refusal.NONE
    else:
        unknown(node, n)
    return refusal.NOT_NOW


@rule
def why_not_goal(s: State, t: Tables, p: int, n: int, v: int, x: int) -> int:
    """Return why seat `p` cannot go to space `x`, put a booth there, or draw another card instead."""
    if v == action.GO:
        if n == node.GOAL:
            if not is_goal(s, t, s.lot, x):
                return refusal.NO_GOAL
        elif n == node.BOOTH:
            if not is_booth(s, t, p, t.card_a[s.lot], x):
                return refusal.NO_BOOTH
        elif n == node.BUS:
            if not is_stop(s, t, x):
                return refusal.NO_BUS
        elif n == node.TRIPLE:
            if not is_other_space(s, t, x):
                return refusal.NO_OTHER_SPACE
        else:
            unknown(node, n)
        return refusal.NONE
    if n == node.GOAL and v == action.DRAW_INSTEAD and t.card_effect[s.lot] == card_effect.STEP_OR_DRAW:
        return refusal.NONE
    return refusal.NOT_NOW


@rule
def why_not_for_character(s: State, t: Tables, p: int, n: int, v: int, x: int) -> int:
    """Return why an answer about a character, a token, the dice, a target or a boss is refused."""
    if n == node.TURN:
        return why_not_use(s, t, v)
    if n == node.CHARACTER:
        if v == action.CHOOSE:
            return why_not_character(s, t, p, x)
        if v == action.PASS:
            return why_not_stop_choosing(s, t, p)
    elif n == node.TOKEN:
        if v == action.CHOOSE:
            return why_not_token(s, x)
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
            return why_not_pay(s, p, t.boss_price[s.boss])
        if v == action.PASS:
            return refusal.NONE
    else:
        unknown(node, n)
    return refusal.NOT_NOW


@rule
def why_not_agreement(s: State, t: Tables, n: int, v: int) -> int:
    """Return why an answer to an offer, to a proposal, or about a side is refused."""
    if n == node.ANSWER:
        if v == action.ACCEPT:
            return why_not_deal(s, t)
        if v == action.REFUSE:
            return refusal.NONE
    elif n == node.AGREE:
        if v == action.AGREE or v == action.REFUSE:
            return refusal.NONE
    elif n == node.TRADE_CARD:
        if v == action.PASS:
            return refusal.NONE
    elif n == node.ROLE:
        if v == action.MONOPOLIST or v == action.COMPETITOR:
            if not is_role_open(s, role_of_verb(v)):
                return refusal.ROLE_FULL
            return refusal.NONE
    else:
        unknown(node, n)
    return refusal.NOT_NOW


@rule
def role_of_verb(v: int) -> int:
    """Return the side that a seat chooses by verb `v`."""
    if v == action.MONOPOLIST:
        return player_role.MONOPOLIST
    return player_role.COMPETITOR


@rule
def answer(s: State, t: Tables, log: Log, p: int, n: int, v: int, x: int) -> None:
    """Do what seat `p` answers at node `n`, where it was asked; the answer is known to be legal."""
    if is_property_node(n):
        answer_property(s, t, log, p, n, v, x)
    elif is_payment_node(n):
        answer_payment(s, t, log, p, n, v, x)
    elif is_jail_node(n):
        leave_jail(s, t, log, p, n, v)
    elif is_goal_node(n):
        answer_goal(s, t, log, p, n, v, x)
    elif is_character_node(n):
        answer_for_character(s, t, log, p, n, v, x)
    elif is_agreement_node(n):
        answer_agreement(s, t, log, p, n, v)
    elif n == node.CHANGE:
        change_rules(s, t, log)
    else:
        unknown(node, n)


@rule
def answer_property(s: State, t: Tables, log: Log, p: int, n: int, v: int, x: int) -> None:
    """Buy or decline a deed, bid or pass, want `x` buildings, redeem an inherited mortgage or pay its fee."""
    if n == node.WANT:
        want_buildings(s, log, p, x)
    elif n == node.BUY and v == action.BUY:
        buy(s, t, log, p)
    elif n == node.BUY and v == action.DECLINE:
        decline(s, t, log, p)
    elif n == node.BID and v == action.BID:
        bid(s, t, log, p, x)
    elif n == node.BID and v == action.PASS:
        pass_bid(s, t, log, p)
    elif n == node.INHERIT and v == action.REDEEM:
        redeem_now(s, t, log, p)
    elif n == node.INHERIT and v == action.FEE:
        leave_mortgaged(s, t, log, p)
    else:
        unknown(action, v)


@rule
def answer_payment(s: State, t: Tables, log: Log, p: int, n: int, v: int, x: int) -> None:
    """Pay a tax, for a card or a debt; draw another card; put the stake `x` or none; go bankrupt; ask the toll `x`."""
    if n == node.TAX:
        pay_tax(s, t, log, p, v)
    elif n == node.CARD and v == action.PAY:
        choose_payment(s, t, s.lot)
    elif n == node.CARD and v == action.DRAW_INSTEAD:
        choose_draw(s, t, s.lot)
    elif n == node.STAKE and v == action.STAKE:
        put_stake(s, log, p, x)
    elif n == node.DEBT and v == action.PAY:
        pay_debt(s, log, p)
    elif n == node.DEBT and v == action.BANKRUPT:
        go_bankrupt(s, t, log, p)
    elif n == node.TOLL and v == action.TOLL:
        name_toll(s, log, p, x)
    elif n == node.DETOUR and v == action.PAY:
        decline_detour(s, t, log)
    elif n == node.DETOUR and v == action.DETOUR:
        take_detour(s, log, p)
    elif n == node.STAKE and v == action.PASS:
        pass  # no stake, so nothing happens
    else:
        unknown(action, v)


@rule
def answer_goal(s: State, t: Tables, log: Log, p: int, n: int, v: int, x: int) -> None:
    """Go to space `x`, put a booth there, or draw another card instead."""
    if n == node.BOOTH:
        take_for_nothing(s, t, log, p, x)
    elif n == node.BUS:
        take_bus(s, t, log, x)
    elif n == node.TRIPLE:
        move_freely(s, t, log, x)
    elif v == action.GO:
        go_to(s, t, log, x)
    elif v == action.DRAW_INSTEAD:
        draw_another(s, t)
    else:
        unknown(action, v)


@rule
def answer_for_character(s: State, t: Tables, log: Log, p: int, n: int, v: int, x: int) -> None:
    """Choose the character or token `x`, use the dice, hit or copy, fight a boss or pass."""
    if n == node.TURN:
        use(s, v)
    elif n == node.TOKEN:
        s.token = x
        emit(log, event.CHOSEN, p, s.character[x], s.at[x], 0, 1)
    elif n == node.TARGET:
        hit_token(s, log, x)
    elif n == node.COPY:
        copy_ability(s, t, x)
    elif n == node.CHARACTER and v == action.CHOOSE:
        choose(s, t, log, p, x)
    elif n == node.BOSS and v == action.FIGHT:
        fight(s, t, log, p)
    elif n == node.BOSS and v == action.PASS:
        decline_fight(s, log, p)
    elif n == node.CHARACTER and v == action.PASS:
        pass  # no more characters are chosen
    else:
        unknown(action, v)


@rule
def answer_agreement(s: State, t: Tables, log: Log, p: int, n: int, v: int) -> None:
    """Accept or refuse an offer or the end of the game, take a side, or pass where a card lets trade."""
    if n == node.ROLE:
        take_role(s, log, p, role_of_verb(v))
    elif n == node.ANSWER and v == action.ACCEPT:
        accept(s, t, log, p)
    elif n == node.ANSWER and v == action.REFUSE:
        refuse(s, t, log, p)
    elif n == node.AGREE and v == action.AGREE:
        agree(s, t, log, p)
    elif n == node.AGREE and v == action.REFUSE:
        disagree(log, p)
    elif n == node.TRADE_CARD and v == action.PASS:
        pass  # the time to trade is over
    else:
        unknown(action, v)


@rule
def change_rules(s: State, t: Tables, log: Log) -> None:
    """Apply the tables `t` from the round that has begun; buildings that the bank lacks go to it as they return."""
    s.stage = t.stage
    s.houses += t.more_houses
    s.hotels += t.more_hotels
    for p in range(s.seats):  # what building and redeeming cost and who may build may be other now
        forget_sites(s, p)
        s.least_redemption[p] = 0
    emit(log, event.RULES_CHANGED, -1, -1, -1, s.round, s.stage)
