"""Trades between players, and debts settled with property. Source: each book on deals, and its notes on debts.

The offer lies in the state: `offer_deed[q]` and `offer_card[c]` are 1 for what the proposer gives and 2 for what they
ask for; `offer_give` and `offer_ask` are sums of money. `offer_value` decides what the offer is: 0 a trade, above 0 a
settlement, which lowers the debt of the proposer by that sum.
"""

from monopoly_lab.constants import card_effect, event, node, offer_side, option_value, payment_cause, refusal, task
from monopoly_lab.editions.rule_tables import Tables
from monopoly_lab.rules.action_timing import is_nothing_pending, is_time_to_trade
from monopoly_lab.rules.agenda import Log, ask, emit, interrupt, rule, then
from monopoly_lab.rules.mortgage import least_on_transfer
from monopoly_lab.rules.ownership import give_deed, has_building_in_group
from monopoly_lab.rules.payments import is_held, pay
from monopoly_lab.rules.state import State
from monopoly_lab.rules.state_fields import REFUSALS

ANY_NUMBER = 99  # of offers, as the option says it


@rule
def clear_offer(s: State, t: Tables) -> None:
    """Empty the offer in the state."""
    s.offer_from = -1
    s.offer_to = -1
    s.offer_give = 0
    s.offer_ask = 0
    s.offer_value = 0
    for q in range(t.spaces):
        s.offer_deed[q] = 0
    for c in range(t.cards):
        s.offer_card[c] = 0


@rule
def fingerprint(s: State, t: Tables) -> int:
    """Return a number for what is offered; equal offers have equal numbers."""
    n = 1 + s.offer_to + 10 * s.offer_from
    n = (n * 1_000_003 + s.offer_give) % 2_147_483_629
    n = (n * 1_000_003 + s.offer_ask) % 2_147_483_629
    for q in range(t.spaces):
        n = (n * 31 + s.offer_deed[q]) % 2_147_483_629
    for c in range(t.cards):
        n = (n * 31 + s.offer_card[c]) % 2_147_483_629
    return n + 1


@rule
def why_not_deal(s: State, t: Tables) -> int:
    """Return why the offer in the state cannot be carried out, for any player at any time."""
    a = s.offer_from
    b = s.offer_to
    if a == b:
        return refusal.OFFER_TO_SELF
    if s.out[a] != 0 or s.out[b] != 0:
        return refusal.OUT_OF_GAME
    goods = 0
    sides = 0
    if s.offer_give > 0:
        sides = sides | offer_side.GIVEN
    if s.offer_ask > 0:
        sides = sides | offer_side.ASKED
    for q in range(t.spaces):
        if s.offer_deed[q] != 0:
            goods += 1
            sides = sides | s.offer_deed[q]
            code = why_not_item(s, t, q)
            if code != refusal.NONE:
                return code
    for c in range(t.cards):
        if s.offer_card[c] != 0:
            goods += 1
            sides = sides | s.offer_card[c]
            if t.o_trade_items_cards == 0 or t.o_jail_free_card_sell == 0 or t.card_effect[c] == card_effect.FOR_TOKEN:
                return refusal.CARDS_NOT_TRADED
            if s.card_seat[c] != giver_of_side(s, s.offer_card[c]):
                return refusal.OFFER_NOT_THEIRS
    if goods == 0:
        return refusal.OFFER_NO_PROPERTY
    if sides != offer_side.GIVEN | offer_side.ASKED and s.offer_value == 0:
        return refusal.OFFER_EMPTY
    if t.o_deed_cap != 0 and is_cap_exceeded(s, t):
        return refusal.DEED_CAP
    return why_not_money(s, t)


@rule
def is_cap_exceeded(s: State, t: Tables) -> bool:
    """Return True if the offer gives somebody more deeds of a group than a policy lets them own."""
    for q in range(t.spaces):
        if s.offer_deed[q] != 0:
            n = 0
            m = q
            for _ in range(t.group_size[t.group[q]]):
                if owner_after(s, m) == owner_after(s, q):
                    n += 1
                m = t.mate[m]
            if n > t.o_deed_cap:
                return True
    return False


@rule
def owner_after(s: State, q: int) -> int:
    """Return whose the deed of `q` is once the offer is carried out."""
    if s.offer_deed[q] != 0:
        return taker_of_side(s, s.offer_deed[q])
    return s.owner[q]


@rule
def giver_of_side(s: State, side: int) -> int:
    """Return the seat that gives what is on a side of the offer."""
    if side == offer_side.GIVEN:
        return s.offer_from
    return s.offer_to


@rule
def taker_of_side(s: State, side: int) -> int:
    """Return the seat that gets what stands on a side of the offer."""
    if side == offer_side.GIVEN:
        return s.offer_to
    return s.offer_from


@rule
def why_not_item(s: State, t: Tables, q: int) -> int:
    """Return why the deed of `q` cannot change hands."""
    if t.group[q] < 0:
        return refusal.NOT_A_DEED
    if s.owner[q] != giver_of_side(s, s.offer_deed[q]):
        return refusal.OFFER_NOT_THEIRS
    if s.level[q] != 0:
        return refusal.SITE_BUILT
    if t.o_trade_buildings == option_value.TRADE_BUILDINGS_GROUP_CLEAR and has_building_in_group(s, t, q):
        return refusal.GROUP_BUILT
    return refusal.NONE


@rule
def why_not_money(s: State, t: Tables) -> int:
    """Return why the sums cannot be paid: negative, or more than cash less mortgage fees and a bid."""
    a = s.offer_from
    b = s.offer_to
    if s.offer_give < 0 or s.offer_ask < 0:
        return refusal.OFFER_EMPTY
    due_a = standing_bid(s, a)
    due_b = standing_bid(s, b)
    for q in range(t.spaces):
        if s.offer_deed[q] == offer_side.ASKED:
            due_a += least_on_transfer(s, t, q)
        elif s.offer_deed[q] == offer_side.GIVEN:
            due_b += least_on_transfer(s, t, q)
    if s.cash[a] < s.offer_give or s.cash[a] - s.offer_give + s.offer_ask < due_a:
        return refusal.NOT_ENOUGH_CASH
    if s.cash[b] < s.offer_ask or s.cash[b] - s.offer_ask + s.offer_give < due_b:
        return refusal.OFFER_THEIR_CASH
    return refusal.NONE


@rule
def allows_offers(s: State, t: Tables) -> bool:
    """Return True while nothing is being settled; where the book says so, between the bids of an auction as well.

    Never while bids are sealed: what a bidder could still give away would tell the bid.
    """
    if is_nothing_pending(s):
        return True
    if s.node != node.BID or t.o_auction_by != option_value.AUCTION_BY_ENGLISH:
        return False
    return t.o_trade_time == option_value.TRADE_TIME_AUCTIONS_TOO


@rule
def standing_bid(s: State, p: int) -> int:
    """Return what seat `p` has bid, the highest so far in the auction that an offer has interrupted; else 0."""
    top = s.depth - 1
    is_interrupted_auction = s.node == node.ANSWER and top >= 0 and s.todo[top] == task.REASK and s.ta[top] == node.BID
    if p == s.leader and (s.node == node.BID or is_interrupted_auction):
        return s.bid
    return 0


@rule
def why_not_propose(s: State, t: Tables, p: int) -> int:
    """Return why seat `p` cannot make an offer, or a counter-offer where it has to answer one."""
    countering = s.node == node.ANSWER and s.actor == p
    if not (allows_offers(s, t) or countering or (s.node == node.DEBT and s.actor == p)):
        return refusal.NOT_NOW
    if p != s.offer_from or s.offer_value != 0:
        return refusal.NOT_ALLOWED
    if countering and s.offer_to != s.asker:
        return refusal.NOT_NOW
    if not countering and not is_time_to_trade(s, t, p) and not is_forced_sale(s, t):
        return refusal.TRADE_TIME
    if t.o_jail_rights_trade == 0 and (is_held(s, s.offer_from) or is_held(s, s.offer_to)):
        return refusal.IN_JAIL
    if has_no_offer_left(s, t, p):
        return refusal.OFFER_LIMIT
    return why_not_deal(s, t)


@rule
def has_no_offer_left(s: State, t: Tables, p: int) -> bool:
    """Return True if the seat has made all offers that a house rule allows between two throws; no book limits them."""
    return t.o_trade_offers != ANY_NUMBER and s.offers[p] >= t.o_trade_offers


@rule
def was_refused(s: State, t: Tables, p: int) -> bool:
    """Return True if seat `p` has made the offer in the state since the last throw, and it was refused."""
    if s.offers[p] == 0:
        return False
    n = fingerprint(s, t)
    for i in range(REFUSALS):
        if s.refused[p * REFUSALS + i] == n:
            return True
    return False


@rule
def is_forced_sale(s: State, t: Tables) -> bool:
    """Return True at a debt whose debtor plays on whatever they can pay: they may sell to others in any turn."""
    return s.node == node.DEBT and t.o_bankrupt_when_forgiven != 0


@rule
def propose(s: State, log: Log, p: int) -> None:
    """Put the offer in the state to the other seat."""
    if s.node != node.ANSWER:
        interrupt(s)
    s.offers[p] += 1
    s.asker = p
    if s.offer_value > 0:
        s.asker = -1
    emit(log, event.PROPOSED, p, s.offer_to, -1, s.offer_give - s.offer_ask, s.offer_value)
    ask(s, node.ANSWER, s.offer_to)


@rule
def refuse(s: State, t: Tables, log: Log, p: int) -> None:
    """Remember the offer until the next throw: strategies do not make it again."""
    emit(log, event.REFUSED, p, s.offer_from, -1, 0, 0)
    a = s.offer_from
    s.refused[a * REFUSALS + s.offers[a] % REFUSALS] = fingerprint(s, t)
    clear_offer(s, t)


@rule
def accept(s: State, t: Tables, log: Log, p: int) -> None:
    """Accept the offer: exchange money, deeds and cards; mortgages are taken over afterwards."""
    a = s.offer_from
    b = s.offer_to
    emit(log, event.ACCEPTED, p, a, -1, s.offer_give - s.offer_ask, s.offer_value)
    pay(s, log, a, b, -1, s.offer_give, payment_cause.TRADE)
    pay(s, log, b, a, -1, s.offer_ask, payment_cause.TRADE)
    for q in range(t.spaces):
        if s.offer_deed[q] != 0:
            new = owner_after(s, q)
            give_deed(s, t, log, q, new)
            if s.offer_value > 0:
                s.debt_given += 1
            if s.mortgaged[q] != 0:
                then(s, task.INHERIT, q, new, 0, 0)
    for c in range(t.cards):
        if s.offer_card[c] != 0:
            new = taker_of_side(s, s.offer_card[c])
            emit(log, event.CARD_MOVED, new, s.card_seat[c], c, 0, 0)
            s.card_seat[c] = new
    if s.offer_value > 0:
        s.debt = max(s.debt - s.offer_value, 0)
    clear_offer(s, t)


@rule
def exceeds_one_site(s: State, t: Tables, deeds: int) -> bool:
    """Return True if only one site may be given for a debt, and so many more would exceed it."""
    return t.o_debt_property == option_value.DEBT_PROPERTY_ONE_SITE and s.debt_given + deeds > 1


@rule
def why_not_settle(s: State, t: Tables, p: int) -> int:
    """Return why seat `p` cannot offer property toward its debt to the creditor, as a `refusal` code."""
    if s.node != node.DEBT or s.actor != p or p != s.offer_from:
        return refusal.NOT_NOW
    if t.o_debt_property == option_value.DEBT_PROPERTY_NONE:
        return refusal.SETTLE_FORBIDDEN
    if s.debt_to >= s.seats:
        return refusal.SETTLE_BANK
    if s.offer_to != s.debt_to or s.offer_give != 0 or s.offer_ask != 0:
        return refusal.NOT_ALLOWED
    if s.offer_value < 1 or s.offer_value > s.debt:
        return refusal.SETTLE_VALUE
    if has_no_offer_left(s, t, p):
        return refusal.OFFER_LIMIT
    deeds = 0
    for q in range(t.spaces):
        if s.offer_deed[q] == offer_side.ASKED:
            return refusal.NOT_ALLOWED
        if s.offer_deed[q] == offer_side.GIVEN:
            deeds += 1
    if deeds == 0:
        return refusal.OFFER_NO_PROPERTY
    if exceeds_one_site(s, t, deeds):
        return refusal.SETTLE_ONE_SITE
    for c in range(t.cards):
        if s.offer_card[c] != 0:
            return refusal.NOT_ALLOWED
    return why_not_deal(s, t)
