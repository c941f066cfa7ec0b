"""Journal entries of property: deeds, buildings, mortgages and trades.

Deeds are carried at cost, a mortgage beside them as a loan. A deed that changes hands without a price keeps its
carrying amount: in bankruptcies and settlements that of the giver, in a swap that of what was given for it, more or
less the money on top (IAS 16, paragraph 24). A swap brings a gain only where the money received is more than all that
was given.
"""

from collections.abc import Sequence

from monopoly_lab.constants import event, payment_cause
from monopoly_lab.editions.rule_tables import HOTEL
from monopoly_lab.game.accounting.journal import (
    BANK,
    DEFERRED,
    NOBODY,
    Line,
    Site,
    add_hotel,
    add_house,
    shares,
    take_off,
)
from monopoly_lab.game.accounting.payment_entries import PaymentEntries
from monopoly_lab.rules.agenda import RawEvent


class PropertyEntries(PaymentEntries):
    """The part of the books that reads what happens to deeds and buildings."""

    def enter_deed_move(self, events: Sequence[RawEvent], place: int) -> int:
        """Enter a deed that changes hands outside a trade: bought, given, inherited, or back to the bank."""
        _, new, old, q, _, _ = events[place]
        self._move_points(events[place])
        if old in self.out:
            self._enter_inheritance(new, old, q)
        elif old >= 0 and new >= 0:
            return self._enter_buyout(events, place)
        elif old >= 0:
            return self._enter_sale_to_bank(events, place)
        else:
            self._enter_purchase(events, place)
        return 1

    def _enter_purchase(self, events: Sequence[RawEvent], place: int) -> None:
        """Enter a deed from the bank: at what was paid, with the loan on it; at its printed price if it is a gift."""
        _, p, _, q, _, _ = events[place]
        site = self.sites[q]
        price = self.transit.pop((p, q), 0)
        joined = bool(price) and _pays_for(events, place - 1, p, q)
        name = "deeds_in_transit"
        if not price and _pays_for(events, place + 1, p, q):
            price = events[place + 1].amount
            self._carry(p, q, -price)
        elif not price:
            price = self.tables.price[q]
            name = "capital" if place and events[place - 1].kind == event.DEALT else "gifts"
        site.owner, site.cost = p, price + site.loan
        lines = [
            Line(p, "deeds", site.cost, BANK),
            Line(p, name, -price, BANK),
            Line(p, "mortgages", -site.loan, BANK),
            Line(BANK, "mortgage_loans", site.loan, p),
            Line(BANK, "deed_sales", -site.loan, p),
        ]
        self._enter("deed", q, lines, joined)

    def _enter_buyout(self, events: Sequence[RawEvent], place: int) -> int:
        """Enter a deed from another player, who cannot refuse, for the payment that follows: booked as a trade."""
        _, new, old, q, _, _ = events[place]
        x, n = _following_payments(events, place, new, old, payment_cause.PURCHASE)
        money = [events[place + 1]] if x else []
        self._enter("trade", q, self._trade_lines(new, old, 0, [events[place]], money))
        return n

    def _acquisition_lines(self, p: int, q: int, name: str) -> list[Line]:
        """Return the lines of a deed with all that stands on it, taken into books; the balance goes to an account."""
        site = self.sites[q]
        lines = [Line(p, "deeds", site.cost, NOBODY), Line(p, "mortgages", -site.loan, BANK)]
        lines += [Line(p, kind, cost - worn) for kind, cost, worn in site.buildings_by_kind]
        rest = sum(line.amount for line in lines)
        return [*lines, Line(p, name, -rest)]

    def _disposal_lines(self, p: int, q: int) -> list[Line]:
        """Return the lines of a deed with all that stands on it, out of books; not balanced."""
        site = self.sites[q]
        lines = [Line(p, "deeds", -site.cost), Line(p, "mortgages", site.loan, BANK)]
        for kind, cost, worn in site.buildings_by_kind:
            lines += [Line(p, kind, -cost), Line(p, "accumulated_depreciation", worn)]
        return lines

    def _enter_inheritance(self, new: int, old: int, q: int) -> None:
        """Enter what a bankrupt's creditor inherits, at the carrying amount, or what goes back to the bank."""
        site = self.sites[q]
        lines = self._disposal_lines(old, q)
        rest = sum(line.amount for line in lines)
        to = new if new >= 0 else BANK
        lines.append(Line(old, "given_up" if rest < 0 else "debts_discharged", -rest, to))
        if new >= 0:
            for each in site.buildings:
                each.cost, each.accumulated_depreciation = each.carrying, 0
            lines += self._acquisition_lines(new, q, "inherited")
            lines = [line._replace(other=old) if line.account == "inherited" else line for line in lines]
            site.owner = new
        else:
            lines += self._return_to_bank(old, q)
        self._enter("bankruptcy", q, lines)

    def _return_to_bank(self, p: int, q: int) -> list[Line]:
        """Write off the bank's loan; the deed itself stands in its books at nothing."""
        site = self.sites[q]
        site.owner, site.cost, site.buildings = BANK, 0, []
        return [Line(BANK, "deeds_bought_back", site.loan, p), Line(BANK, "mortgage_loans", -site.loan, p)]

    def _enter_sale_to_bank(self, events: Sequence[RawEvent], place: int) -> int:
        """Enter a deed sold to the bank by a debtor, for the payment that follows."""
        _, _, p, q, _, _ = events[place]
        lines = self._disposal_lines(p, q) + self._return_to_bank(p, q)
        x, n = _following_payments(events, place, BANK, p, payment_cause.DEED_SALE)
        lines += [Line(p, "cash", x, BANK, "deeds"), Line(BANK, "cash", -x, p, "deeds_bought_back")]
        lines.append(Line(BANK, "deeds_bought_back", x, p))
        self._enter("deed_sale", q, [*lines, _result_line(p, lines, "disposal", BANK)])
        return n

    # Buildings

    def enter_building(self, events: Sequence[RawEvent], place: int) -> int:
        """Enter a house, or a hotel for the houses that go back, at the price that is paid."""
        _, p, _, q, level, _ = events[place]
        x, n = _following_payments(events, place, p, BANK, payment_cause.BUILDING)
        site = self.sites[q]
        lines = _building_lines(p, site, -1)
        add = add_hotel if level == HOTEL else add_house
        add(site, x, self.round)
        lines += _building_lines(p, site, 1)
        name = site.buildings_by_kind[-1][0]
        lines += [Line(p, "cash", -x, BANK, name), Line(BANK, "cash", x, p, "building_sales")]
        self._enter("building", q, [*lines, Line(BANK, "building_sales", -x, p)])
        return n

    def enter_building_sale(self, events: Sequence[RawEvent], place: int) -> int:
        """Enter buildings sold back to the bank, for the payment that follows; the difference is a loss or a gain."""
        _, p, _, q, level, _ = events[place]
        x, n = _following_payments(events, place, BANK, p, payment_cause.BUILDING_SALE)
        site = self.sites[q]
        name = "hotels" if any(each.is_hotel for each in site.buildings) else "houses"
        lines = _building_lines(p, site, -1)
        take_off(site, level, self.round)
        lines += _building_lines(p, site, 1)
        lines += [Line(p, "cash", x, BANK, name), Line(BANK, "cash", -x, p, "buildings_bought_back")]
        lines.append(Line(BANK, "buildings_bought_back", x, p))
        self._enter("building_sale", q, [*lines, _result_line(p, lines, "disposal", BANK)])
        return n

    # Mortgages

    def enter_mortgage(self, events: Sequence[RawEvent], place: int) -> int:
        """Enter a loan on a deed; what the bank could not pay of it is a loss."""
        _, p, _, q, loan, _ = events[place]
        x, n = _following_payments(events, place, BANK, p, payment_cause.MORTGAGE)
        self.sites[q].loan = loan
        lines = [
            Line(p, "cash", x, BANK, "mortgages"),
            Line(p, "other_expense", loan - x, BANK),
            Line(p, "mortgages", -loan, BANK),
            Line(BANK, "mortgage_loans", loan, p),
            Line(BANK, "other_income", x - loan, p),
            Line(BANK, "cash", -x, p, "mortgage_loans"),
        ]
        self._enter("mortgage", q, lines)
        return n

    def enter_redemption(self, events: Sequence[RawEvent], place: int) -> int:
        """Enter a mortgage that is lifted: its principal falls due and is paid with the interest, mostly at once."""
        _, p, _, q, _, _ = events[place]
        site = self.sites[q]
        principal, site.loan = site.loan, 0
        if p < 0 or site.owner != p:
            return 1
        self.due[p, q] = principal
        lines = [
            Line(p, "mortgages", principal, BANK),
            Line(p, "redemptions_payable", -principal, BANK),
            Line(BANK, "redemptions_receivable", principal, p),
            Line(BANK, "mortgage_loans", -principal, p),
        ]
        x, n = _following_payments(events, place, p, BANK, payment_cause.REDEMPTION)
        if n > 1:
            lines += self._redemption(p, q, x, "cash", "cash")
        self._enter("redemption", q, lines)
        return n

    # Trades and settlements

    def enter_trade(self, events: Sequence[RawEvent], place: int) -> int:
        """Enter a trade, or deeds toward a debt: one entry for all that changes hands."""
        _, taker, giver, _, _, value = events[place]
        end = place + 1
        while end < len(events) and _is_part_of_trade(events[end], taker, giver):
            end += 1
        deeds = [raw for raw in events[place + 1 : end] if raw.kind == event.DEED_MOVED]
        money = [raw for raw in events[place + 1 : end] if raw.kind == event.PAID]
        for raw in deeds:
            self._move_points(raw)
        if taker == BANK:
            lines = self._bank_settlement_lines(giver, value, [raw.space for raw in deeds])
            for raw in events[place + 1 : end]:
                if raw.kind == event.REDEEMED:
                    self.sites[raw.space].loan = 0
        else:
            lines = self._trade_lines(taker, giver, value, deeds, money)
        self._enter("settlement" if value else "trade", -1, lines)
        return end - place

    def _bank_settlement_lines(self, p: int, value: int, deeds: list[int]) -> list[Line]:
        lines = self._less_debt(p, BANK, value)
        for q in deeds:
            lines += self._disposal_lines(p, q) + self._return_to_bank(p, q)
        lines.append(Line(BANK, "deeds_bought_back", value, p))
        return [*lines, _result_line(p, lines, "trade", BANK)]

    def _less_debt(self, p: int, creditor: int, value: int) -> list[Line]:
        """Return the lines of a debt that falls by the value of property."""
        if self.debt is None or not value:
            return []
        x = min(value, self.debt.left)
        self.debt.left -= x
        self.debt.interest = min(self.debt.interest, self.debt.left)
        if not self.debt.left:
            self.debt = None
        return [Line(p, "payables", x, creditor), Line(creditor, "receivables", -x, p)]

    def _trade_lines(self, a: int, b: int, value: int, deeds: list[RawEvent], money: list[RawEvent]) -> list[Line]:
        flow = "deeds" if deeds else ""
        lines = self._less_debt(b, a, value)
        for _, payer, payee, _, x, _ in money:
            lines.append(Line(payer, "cash", -x, payee, flow or "card_expense"))
            lines.append(Line(payee, "cash", x, payer, flow or "card_income"))
        for _, _, old, q, _, _ in deeds:
            lines += self._disposal_lines(old, q)
        for _, new, _, q, _, _ in deeds:
            lines.append(Line(new, "mortgages", -self.sites[q].loan, BANK))
        for p, other in ((a, b), (b, a)):
            lines += self._received_deed_lines(
                p, other, [raw.space for raw in deeds if raw.player == p], lines, bool(value)
            )
            stem = "trade" if deeds else "card"
            lines.append(_result_line(p, lines, stem, other))
        return [line._replace(other=a + b - line.book) if line.other == NOBODY else line for line in lines]

    def _received_deed_lines(
        self, p: int, other: int, deeds: list[int], lines: list[Line], settled: bool
    ) -> list[Line]:
        """Return lines for deeds received: in a settlement at the giver's carrying amounts, else at those given."""
        given = -sum(line.amount for line in lines if line.book == p)
        if settled:
            costs = [self.sites[q].cost for q in deeds]
        else:
            costs = shares(max(given, 0), [self.tables.price[q] for q in deeds]) if deeds else []
        for q, cost in zip(deeds, costs):
            self.sites[q].owner, self.sites[q].cost = p, cost
        return [Line(p, "deeds", sum(costs), other)]

    def _move_points(self, raw: RawEvent) -> None:
        """Move the points of a deed with it."""
        _, new, old, q, _, _ = raw
        self._note_points(old, -self.tables.points[q])
        self._note_points(new, self.tables.points[q])


def _following_payments(events: Sequence[RawEvent], place: int, payer: int, payee: int, why: int) -> tuple[int, int]:
    """Return the payment that belongs to an event, 0 if the next event is none, and how many events both are."""
    if place + 1 < len(events):
        what, p, other, _, x, found = events[place + 1]
        if what == event.PAID and (p, other, found) == (payer, payee, why):
            return x, 2
    return 0, 1


def _pays_for(events: Sequence[RawEvent], place: int, p: int, q: int) -> bool:
    """Return True if the event there pays for a deed, or is the debt for it."""
    if not 0 <= place < len(events):
        return False
    what, payer, payee, space, _, why = events[place]
    return what in (event.PAID, event.DEBT) and (payer, payee, space) == (p, BANK, q) and why in DEFERRED


def _is_part_of_trade(raw: RawEvent, a: int, b: int) -> bool:
    """Return True for what changes hands in a trade between the two; with the bank, its mortgages too."""
    what, first, second, _, _, why = raw
    pair = {a, b}
    if what == event.DEED_MOVED:
        return {first if first >= 0 else BANK, second} == pair
    if what == event.PAID:
        return why == payment_cause.TRADE and {first, second} == pair
    if what == event.REDEEMED:
        return a == BANK and first == b
    return what == event.CARD_MOVED and {first, second} == pair


def _building_lines(p: int, site: Site, sign: int) -> list[Line]:
    """Return the buildings of a site as they stand, with their wear: entered for 1, taken out for -1."""
    lines = [Line(p, kind, sign * cost, BANK) for kind, cost, _ in site.buildings_by_kind]
    return [*lines, *(Line(p, "accumulated_depreciation", -sign * worn) for _, _, worn in site.buildings_by_kind)]


def _result_line(p: int, lines: list[Line], stem: str, other: int) -> Line:
    """Return what balances the lines of a book: a loss or a gain."""
    rest = sum(line.amount for line in lines if line.book == p)
    ends = ("_loss", "_gain") if stem != "card" else ("_expense", "_income")
    return Line(p, stem + ends[rest > 0], -rest, other)
