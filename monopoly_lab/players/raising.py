"""Debts: what is mortgaged or sold first, property offered to the creditor, and giving up."""

from monopoly_lab.codes import account, node, verb, why, word
from monopoly_lab.editions.tables import RENTS
from monopoly_lab.players.growth import deed_to_mortgage
from monopoly_lab.players.style import RAISE_FIRST, SETTLE, STYLE
from monopoly_lab.players.worth import swing
from monopoly_lab.rules.debt import bank_value, raisable, why_not_sell_deed, why_not_settle_with_bank
from monopoly_lab.rules.property import is_built_group
from monopoly_lab.rules.rent import rent_due
from monopoly_lab.rules.rule import rule
from monopoly_lab.rules.selling import why_not_clear, why_not_sell, why_not_sell_group
from monopoly_lab.rules.trade import clear_offer, was_refused, why_not_settle


@rule
def answer_debt(s, t, styles, p):
    """`(verb, space)` for the debtor: pay, raise money in the order of the style, settle, or go bankrupt."""
    if s.cash[p] >= s.debt:
        return verb.PAY, -1
    q = deed_to_sell(s, t, styles, p)
    if q >= 0:
        return verb.SELL_DEED, q
    if t.o_bankrupt_when_forgiven == 0 and raisable(s, t, p) < s.debt:  # else everything goes, the rest is forgiven
        return last_resort(s, t, styles, p)
    if styles[p * STYLE + RAISE_FIRST] == 0:
        q = deed_to_mortgage(s, t, styles, p, 1)
        if q >= 0:
            return verb.MORTGAGE, q
    v, q = building_to_sell(s, t, p)
    if v == verb.NONE:
        v = verb.MORTGAGE
        q = deed_to_mortgage(s, t, styles, p, 1)
        if q < 0:
            q = deed_to_mortgage(s, t, styles, p, 0)
    if q < 0:
        return last_resort(s, t, styles, p)
    return v, q


@rule
def deed_to_sell(s, t, styles, p):
    """The deed that seat `p` sells to the bank where it may or has to, the least worth keeping first; -1 for none."""
    best = -1
    least = 0
    if t.o_debt_property_deeds_to_bank > 0 or s.node == node.SALE:
        for q in range(t.spaces):
            if s.owner[q] == p and why_not_sell_deed(s, t, p, q) == why.NONE:
                x = -swing(s, t, styles, p, p, q, -1)
                if best < 0 or x < least:
                    best = q
                    least = x
    return best


@rule
def last_resort(s, t, styles, p):
    if styles[p * STYLE + SETTLE] != 0 and is_settlement_laid(s, t, styles, p):
        return verb.SETTLE, -1
    return verb.BANKRUPT, -1


@rule
def building_to_sell(s, t, p):
    """`(verb, space)`: the building with the lowest rent, by the first way of selling that is open."""
    best = -1
    least = 0
    other = -1
    v = verb.NONE
    for q in range(t.spaces):
        if s.owner[q] == p and s.level[q] > 0:
            x = t.rent[q * RENTS + s.level[q]]
            if t.o_roles_sides != 0:
                x = rent_due(s, t, q, 0, 0)
            if (best < 0 or x < least) and why_not_sell(s, t, p, q) == why.NONE:
                best = q
                least = x
            if other < 0 and why_not_sell_group(s, t, p, q) == why.NONE:
                other = q
                v = verb.SELL_GROUP
            if other < 0 and why_not_clear(s, t, p, q) == why.NONE:
                other = q
                v = verb.CLEAR
    if best >= 0:
        return verb.SELL, best
    return v, other


@rule
def is_settlement_laid(s, t, styles, p):
    """Lay an offer of property to the creditor if it could save seat `p`; False and no offer if not."""
    to_bank = s.debt_to == account.BANK
    if not to_bank and s.debt_to >= s.seats:
        return False
    if to_bank and t.o_debt_property_bank == 0:
        return False
    clear_offer(s, t)
    s.offer_from = p
    s.offer_to = s.debt_to
    if to_bank:
        s.offer_to = -1
    left = raisable(s, t, p)
    x = 0
    for q in range(t.spaces):
        if left + x < s.debt and may_be_given(s, t, p, q):
            if t.o_debt_property == word.DEBT_PROPERTY_ONE_SITE and x > 0:
                break
            s.offer_deed[q] = 1
            x += value_to_creditor(s, t, styles, p, q)
            if s.mortgaged[q] == 0:
                left -= t.loan[q]
    s.offer_value = min(x, s.debt)
    if left + x < s.debt or x < 1 or why_not_lay(s, t, p) != why.NONE:
        clear_offer(s, t)
        return False
    return True


@rule
def may_be_given(s, t, p, q):
    """True for a deed that saves more than its mortgage would bring."""
    if t.group[q] < 0 or s.owner[q] != p or s.mortgaged[q] != 0:
        return False
    return s.level[q] == 0 and (t.o_trade_buildings == word.TRADE_BUILDINGS_SITE_CLEAR or not is_built_group(s, t, q))


@rule
def value_to_creditor(s, t, styles, p, q):
    if s.debt_to == account.BANK:
        return bank_value(s, t, q)
    return max(swing(s, t, styles, p, s.debt_to, q, 1), 0)


@rule
def why_not_lay(s, t, p):
    """The legality of the settlement laid; an offer that was refused before the last throw is not made again."""
    if s.debt_to == account.BANK:
        return why_not_settle_with_bank(s, t, p)
    if was_refused(s, t, p):
        return why.OFFER_REPEATED
    return why_not_settle(s, t, p)
