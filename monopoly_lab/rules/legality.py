"""One legality: why a choice is refused, for answers to nodes and for acts at the table."""

from monopoly_lab.codes import account, node, verb, why, word
from monopoly_lab.rules.adventure import why_not_adventure, why_not_collect
from monopoly_lab.rules.auction import why_not_bid
from monopoly_lab.rules.building import why_not_build
from monopoly_lab.rules.characters import why_not_swap
from monopoly_lab.rules.debt import why_not_bankrupt, why_not_sell_deed, why_not_settle_with_bank
from monopoly_lab.rules.dice import outcomes_of_throw
from monopoly_lab.rules.jail import fine_here, key_here
from monopoly_lab.rules.mortgage import why_not_mortgage, why_not_redeem, why_not_redeem_now
from monopoly_lab.rules.piles import card_held, deck_of_card, is_in_pile
from monopoly_lab.rules.rule import rule
from monopoly_lab.rules.selling import why_not_clear, why_not_sell, why_not_sell_group
from monopoly_lab.rules.shortage import why_not_place
from monopoly_lab.rules.timing import is_calm
from monopoly_lab.rules.trade import why_not_deal, why_not_propose, why_not_settle


@rule
def why_not(s, t, p, v, q, x):
    """0 if seat `p` may do `v` now, with space `q` and amount `x` where the verb takes them; else the reason."""
    if s.node == node.OVER:
        return why.GAME_OVER
    if v <= verb.DEAL:
        return why_not_outcome(s, t, v, q, x)
    if p >= 0 and s.out[p] != 0:
        return why.OUT_OF_GAME
    if v >= verb.BUILD:
        return why_not_act(s, t, p, v, q, x)
    if v == verb.REDEEM and not (s.node == node.INHERIT and s.actor == p):
        return why_not_redeem(s, t, p, q)
    if s.node < node.BUY:
        return why.NOT_NOW
    if s.node >= node.CHARACTER:
        if p != s.actor:
            return why.NOT_YOUR_CHOICE
        return why_not_adventure(s, t, p, v, x)
    if not is_answer(s.node, v):
        return why.NOT_NOW
    if p != s.actor:
        return why.NOT_YOUR_CHOICE
    return why_not_answer(s, t, p, v, q, x)


@rule
def is_answer(n, v):
    """True if the verb answers this sort of decision at all."""
    if v == verb.BUY or v == verb.DECLINE:
        return n == node.BUY
    if v == verb.BID:
        return n == node.BID
    if v == verb.PASS:
        return n == node.BID or n == node.STAKE or n == node.TRADE_CARD
    if v == verb.PAY:
        return n == node.JAIL or n == node.DETAINED or n == node.DEBT or n == node.CARD
    if v == verb.CARD:
        return n == node.JAIL or n == node.DETAINED
    if v == verb.THROW:
        return n == node.JAIL or n == node.EXTRA
    if v == verb.STOP:
        return n == node.EXTRA or n == node.DETAINED
    if v == verb.FLAT or v == verb.PERCENT:
        return n == node.TAX
    if v == verb.STAKE:
        return n == node.STAKE
    if v == verb.ACCEPT:
        return n == node.ANSWER
    if v == verb.REFUSE:
        return n == node.ANSWER or n == node.AGREE
    if v == verb.REDEEM or v == verb.FEE:
        return n == node.INHERIT
    if v == verb.WANT:
        return n == node.WANT
    if v == verb.BANKRUPT:
        return n == node.DEBT
    if v == verb.AGREE:
        return n == node.AGREE
    return v == verb.DRAW_INSTEAD and n == node.CARD


@rule
def why_not_outcome(s, t, v, q, x):
    """Whether luck can answer the open node so."""
    if v == verb.ROLL and s.node == node.DICE:
        if 0 <= x < outcomes_of_throw(s, t):
            return why.NONE
        return why.NO_SUCH_OUTCOME
    if v == verb.DRAW and s.node == node.DRAW:
        if x < 0 or x >= t.cards or deck_of_card(t, x) != s.deck:
            return why.NO_SUCH_OUTCOME
        if not is_in_pile(s, t, x):
            return why.CARD_NOT_IN_PILE
        return why.NONE
    if v == verb.REEL and s.node == node.REEL:
        if 1 <= x <= t.reel_sides:
            return why.NONE
        return why.NO_SUCH_OUTCOME
    if v == verb.DEAL and s.node == node.DEAL:
        if q < 0 or q >= t.spaces or t.group[q] < 0:
            return why.NOT_A_DEED
        if s.owner[q] >= 0:
            return why.DEED_NOT_FREE
        return why.NONE
    return why.NOT_NOW


@rule
def why_not_answer(s, t, p, v, q, x):
    """The conditions of an answer that fits the node and comes from its seat."""
    if v == verb.BUY:
        if s.cash[p] < t.price[s.lot]:
            return why.NOT_ENOUGH_CASH
    elif v == verb.BID:
        return why_not_bid(s, t, p, x)
    elif v == verb.PASS:
        if s.node == node.STAKE and t.o_casino_mandatory != 0:
            return why.STAKE_MANDATORY
    elif v == verb.PAY:
        return why_not_pay(s, t, p)
    elif v == verb.CARD:
        if card_held(s, t, p, key_here(s, t, s.token)) < 0:
            return why.NO_CARD
    elif v == verb.THROW:
        if s.node == node.JAIL and t.o_jail_exit_tries == 0 and fine_here(s, t, s.token) > 0:
            return why.NO_TRIES
    elif v == verb.STAKE:
        if x < t.o_casino_minimum:
            return why.STAKE_TOO_LOW
        if x > s.cash[p]:
            return why.STAKE_TOO_HIGH
    elif v == verb.ACCEPT:
        return why_not_deal(s, t)
    elif v == verb.REDEEM:
        if q != s.lot:
            return why.NOT_NOW
        return why_not_redeem_now(s, t, p)
    elif v == verb.FEE:
        if t.o_transfer_mortgaged == word.TRANSFER_MORTGAGED_MUST_REDEEM:
            return why.MUST_REDEEM
    elif v == verb.WANT:
        if x < 0 or x > s.minimum:
            return why.WANT_RANGE
    elif v == verb.BANKRUPT:
        return why_not_bankrupt(s, t, p)
    return why.NONE


@rule
def why_not_pay(s, t, p):
    if s.node == node.DEBT:
        if s.cash[p] < s.debt:
            return why.NOT_ENOUGH_CASH
    elif s.node == node.JAIL or s.node == node.DETAINED:
        x = fine_here(s, t, s.token)
        if x == 0:
            return why.NO_FINE_HERE
        if s.cash[p] < x and (s.node == node.DETAINED or t.o_jail_exit_tries > 0):
            return why.NOT_ENOUGH_CASH
    return why.NONE


@rule
def why_not_act(s, t, p, v, q, x):
    """Acts at the table: no node asks for them, nobody has to pass."""
    if v == verb.FINE:
        return why_not_fine(s, t, x)
    if v == verb.CALL:
        return why_not_call(s, t)
    if p < 0:
        return why.NOT_YOUR_CHOICE
    if v == verb.BUILD:
        if s.node == node.PLACE:
            if p != s.actor:
                return why.NOT_YOUR_CHOICE
            return why_not_place(s, t, p, q)
        return why_not_build(s, t, p, q)
    if v == verb.SELL:
        return why_not_sell(s, t, p, q)
    if v == verb.SELL_GROUP:
        return why_not_sell_group(s, t, p, q)
    if v == verb.CLEAR:
        return why_not_clear(s, t, p, q)
    if v == verb.MORTGAGE:
        return why_not_mortgage(s, t, p, q)
    if v == verb.PROPOSE:
        return why_not_propose(s, t, p)
    if v == verb.SETTLE:
        if s.node == node.DEBT and s.actor == p and s.offer_from == p and s.debt_to == account.BANK:
            return why_not_settle_with_bank(s, t, p)
        return why_not_settle(s, t, p)
    if v == verb.SELL_DEED:
        return why_not_sell_deed(s, t, p, q)
    if v == verb.SWAP:
        return why_not_swap(s, t, p, x)
    if v == verb.COLLECT:
        return why_not_collect(s, t, p)
    if v == verb.CLAIM:
        return why_not_claim(s, p, q)
    if t.o_win_by_agreement == 0:
        return why.NO_AGREEMENT
    if not is_calm(s):
        return why.NOT_NOW
    return why.NONE


@rule
def why_not_claim(s, p, q):
    """Rent can be asked for while it is open, by the owner of the space."""
    if not is_calm(s):
        return why.NOT_NOW
    if claimed(s, p, q) < 0:
        return why.NOTHING_TO_CLAIM
    return why.NONE


@rule
def claimed(s, p, q):
    """The number of the oldest open rent on `q` that is owed to seat `p`; -1 for none."""
    for i in range(s.claims):
        if s.claim_space[i] == q and s.claim_owner[i] == p and q >= 0:
            return i
    return -1


@rule
def why_not_fine(s, t, x):
    if t.o_fines == 0:
        return why.NO_FINES
    if x < 0 or x >= s.seats or s.out[x] != 0:
        return why.OUT_OF_GAME
    if not is_calm(s):
        return why.NOT_NOW
    return why.NONE


@rule
def why_not_call(s, t):
    if t.o_mode != word.MODE_TIMED:
        return why.NOT_TIMED
    if not is_calm(s):
        return why.NOT_NOW
    return why.NONE
