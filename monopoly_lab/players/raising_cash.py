"""Raise cash for a debt: what is mortgaged or sold first, settlements, giving up."""

from collections.abc import Sequence

from monopoly_lab.constants import action, node, offer_side, option_value, payer_account, refusal
from monopoly_lab.editions.rule_tables import RENTS, Tables
from monopoly_lab.players.investing import deed_to_mortgage
from monopoly_lab.players.parameters import RAISE_FIRST, SETTLE, STYLE
from monopoly_lab.players.trading import is_tiresome
from monopoly_lab.players.valuation import change_in_worth
from monopoly_lab.rules.agenda import rule
from monopoly_lab.rules.building import why_not_clear, why_not_sell, why_not_sell_group
from monopoly_lab.rules.debt import bank_value, raisable, why_not_sell_deed, why_not_settle_with_bank
from monopoly_lab.rules.ownership import has_building_in_group
from monopoly_lab.rules.rent import rent_due
from monopoly_lab.rules.state import State
from monopoly_lab.rules.trade import clear_offer, why_not_settle


@rule
def answer_debt(s: State, t: Tables, styles: Sequence[int], p: int) -> tuple[int, int]:
    """Return `(verb, space)` for the debtor: pay, raise money in the order of the style, settle, or go bankrupt."""
    if s.cash[p] >= s.debt:
        return action.PAY, -1
    q = deed_to_sell(s, t, styles, p)
    if q >= 0:
        return action.SELL_DEED, q
    if t.o_bankrupt_when_forgiven == 0 and raisable(s, t, p) < s.debt:  # else everything goes, the rest is forgiven
        return last_resort(s, t, styles, p)
    if styles[p * STYLE + RAISE_FIRST] == 0:
        q = deed_to_mortgage(s, t, styles, p, True)
        if q >= 0:
            return action.MORTGAGE, q
    v, q = building_to_sell(s, t, p)
    if v == action.NONE:
        v = action.MORTGAGE
        q = deed_to_mortgage(s, t, styles, p, True)
        if q < 0:
            q = deed_to_mortgage(s, t, styles, p, False)
    if q < 0:
        return last_resort(s, t, styles, p)
    return v, q


@rule
def deed_to_sell(s: State, t: Tables, styles: Sequence[int], p: int) -> int:
    """Return the deed that seat `p` sells to the bank where it may or must, the least worth keeping first; -1: none."""
    best = -1
    least = 0
    if t.o_debt_property_deeds_to_bank > 0 or s.node == node.SALE:
        for q in range(t.spaces):
            if s.owner[q] == p and why_not_sell_deed(s, t, p, q) == refusal.NONE:
                x = -change_in_worth(s, t, styles, p, p, q, -1)
                if best < 0 or x < least:
                    best = q
                    least = x
    return best


@rule
def last_resort(s: State, t: Tables, styles: Sequence[int], p: int) -> tuple[int, int]:
    """Return what a strategy does that can raise nothing more: settle with property, or go bankrupt."""
    if styles[p * STYLE + SETTLE] != 0 and is_settlement_laid(s, t, styles, p):
        return action.SETTLE, -1
    return action.BANKRUPT, -1


@rule
def building_to_sell(s: State, t: Tables, p: int) -> tuple[int, int]:
    """Return `(verb, space)`: the building with the lowest rent, by the first way of selling that is open."""
    best = -1
    least = 0
    other = -1
    v = action.NONE
    for q in range(t.spaces):
        if s.owner[q] == p and s.level[q] > 0:
            x = t.rent[q * RENTS + s.level[q]]
            if t.o_roles_sides != 0:
                x = rent_due(s, t, q, 0, 0)
            if (best < 0 or x < least) and why_not_sell(s, t, p, q) == refusal.NONE:
                best = q
                least = x
            if other < 0 and why_not_sell_group(s, t, p, q) == refusal.NONE:
                other = q
                v = action.SELL_GROUP
            if other < 0 and why_not_clear(s, t, p, q) == refusal.NONE:
                other = q
                v = action.CLEAR
    if best >= 0:
        return action.SELL, best
    return v, other


@rule
def is_settlement_laid(s: State, t: Tables, styles: Sequence[int], p: int) -> bool:
    """Lay an offer of property to the creditor if it could save seat `p`; False and no offer if not."""
    to_bank = s.debt_to == payer_account.BANK
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
            if t.o_debt_property == option_value.DEBT_PROPERTY_ONE_SITE and x > 0:
                break
            s.offer_deed[q] = offer_side.GIVEN
            x += value_to_creditor(s, t, styles, p, q)
            if s.mortgaged[q] == 0:
                left -= t.loan[q]
    s.offer_value = min(x, s.debt)
    if left + x < s.debt or x < 1 or why_not_lay(s, t, p) != refusal.NONE:
        clear_offer(s, t)
        return False
    return True


@rule
def may_be_given(s: State, t: Tables, p: int, q: int) -> bool:
    """Return True for a deed that saves more than its mortgage would bring."""
    if t.group[q] < 0 or s.owner[q] != p or s.mortgaged[q] != 0:
        return False
    return s.level[q] == 0 and (
        t.o_trade_buildings == option_value.TRADE_BUILDINGS_SITE_CLEAR or not has_building_in_group(s, t, q)
    )


@rule
def value_to_creditor(s: State, t: Tables, styles: Sequence[int], p: int, q: int) -> int:
    """Return what the creditor gains by the deed."""
    if s.debt_to == payer_account.BANK:
        return bank_value(s, t, q)
    return max(change_in_worth(s, t, styles, p, s.debt_to, q, 1), 0)


@rule
def why_not_lay(s: State, t: Tables, p: int) -> int:
    """Return why the settlement laid is refused; an offer refused before the last throw is not made again."""
    if s.debt_to == payer_account.BANK:
        return why_not_settle_with_bank(s, t)
    if is_tiresome(s, t, p):
        return refusal.OFFER_LIMIT
    return why_not_settle(s, t, p)
