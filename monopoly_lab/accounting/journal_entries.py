"""Journal entries from events: everyone who takes part writes balanced lines in their own books.

An entry is one transaction: a purchase pays and hands over the deed, a trade moves money, deeds and mortgages at once.
Amounts are signed, debits above 0. Deeds stand at cost, a mortgage beside them as a loan. What is owed is booked when
it falls due, not when it is paid. A deed that changes hands without a price keeps its carrying amount: in bankruptcies
and settlements that of the giver, in a swap that of what was given for it, more or less the money on top (IAS 16,
paragraph 24); a swap brings a gain only where the money received is more than all that was given.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from monopoly_lab.accounting.asset_register import Amount, Site, add_hotel, add_house, opened, shares, take_off
from monopoly_lab.accounting.chart_of_accounts import SIDES, Policies
from monopoly_lab.constants import event, names, payer_account, payment_cause
from monopoly_lab.editions.rule_tables import HOTEL, Tables
from monopoly_lab.rules.code_groups import is_seat
from monopoly_lab.rules.engine import RawEvent
from monopoly_lab.rules.state import State

BANK = payer_account.BANK
NOBODY = -1
OPENING = -1  # instead of an event
DEFERRED = {payment_cause.PURCHASE, payment_cause.AUCTION, payment_cause.DEAL}


class Line(NamedTuple):
    """One line of an entry: whose books, account, amount (debit above 0), with whom, and for cash what it was for."""

    book: int
    account: str
    amount: Amount
    other: int = NOBODY
    flow: str = ""


@dataclass
class Entry:
    """A transaction: the event it began with, its round and turn, a word for it, a space, and its lines."""

    event: int
    round: int
    turn: int
    what: str
    space: int
    lines: list[Line]
    points: list[tuple[int, int]] = field(default_factory=list)  # a memorandum: seat, points it has more

    def netted(self) -> list[Line]:
        """Lines of the same account and partner as one, debits before credits in each book."""
        sums: dict[tuple[int, str, int, str], Amount] = {}
        for line in self.lines:
            key = (line.book, line.account, line.other, line.flow)
            sums[key] = sums.get(key, 0) + line.amount
        lines = [Line(book, name, x, other, flow) for (book, name, other, flow), x in sums.items() if x]
        order = {book: n for n, book in enumerate(dict.fromkeys(line.book for line in lines))}
        return sorted(lines, key=lambda line: (order[line.book], line.amount < 0))


@dataclass
class Debt:
    """The debt that is open: for what, how much is left, and how its payment will be split."""

    debtor: int
    creditor: int
    space: int
    cause: int
    left: Amount
    interest: Amount = 0  # of a redemption: the part that is no principal


@dataclass
class Books:
    """Reads the events of a game in order and keeps the entries."""

    tables: Tables
    seats: int
    policies: Policies = field(default_factory=Policies)
    entries: list[Entry] = field(default_factory=list)
    sites: dict[int, Site] = field(default_factory=dict)
    debt: Debt | None = None
    transit: dict[tuple[int, int], Amount] = field(default_factory=dict)  # paid or owed, the deed not yet here
    due: dict[tuple[int, int], int] = field(default_factory=dict)  # principal of mortgages lifted, not yet paid
    loans: dict[int, Amount] = field(default_factory=dict)  # for buildings, by seat
    out: set[int] = field(default_factory=set)
    points: list[tuple[int, int]] = field(default_factory=list)  # of the entry that comes next
    round: int = 0
    turn: int = 0
    now: int = OPENING  # the event that is being read

    # Reading

    def open(self, s: State) -> None:
        """The first balances, of a game that begins in the middle: deeds and buildings at their printed prices."""
        t, self.round = self.tables, s.round
        lines = []
        for holder, x in enumerate(s.cash):
            if x and holder != BANK:
                lines += self._endowed(holder, "cash", x)
        for q in range(t.spaces):
            if t.group[q] < 0:
                continue
            self.sites[q] = site = Site()
            if s.owner[q] >= 0:
                p = site.owner = s.owner[q]
                site.cost, site.loan = t.price[q], t.loan[q] if s.mortgaged[q] else 0
                site.buildings = opened(s, t, q, s.round)
                lines += self._received(p, q, "capital")
                self._note_points(p, t.points[q])
                if site.loan:
                    lines += [Line(BANK, "mortgage_loans", site.loan, p), Line(BANK, "money_issued", -site.loan, p)]
        self.out = {p for p in range(s.seats) if s.out[p]}
        if lines:
            self._enter("opening", -1, lines)

    def _endowed(self, holder: int, name: str, x: Amount) -> list[Line]:
        return [
            Line(holder, name, x, BANK, "capital"),
            Line(holder, "capital", -x, BANK),
            Line(BANK, "money_issued", x, holder),
            Line(BANK, "cash", -x, holder, "money_issued"),
        ]

    def read(self, events: Sequence[RawEvent], first: int = 0, end: int | None = None) -> None:
        """Enter every event from `first` up to `end` that changes cash, a deed, a building, a mortgage or a debt."""
        place, end = first, len(events) if end is None else end
        while place < end:
            self.now = place
            what = events[place].kind
            reader = READERS.get(what)
            place += (reader(self, events, place) or 1) if reader else 1

    def _enter(self, what: str, space: int, lines: Iterable[Line], joined: bool = False) -> None:
        """A new entry, or more lines of the last one."""
        lines, points = [line for line in lines if line.amount], self.points
        self.points = []
        if joined:
            self.entries[-1].lines += lines
            self.entries[-1].points += points
        elif lines or points:
            self.entries.append(Entry(self.now, self.round, self.turn, what, space, lines, points))

    def _note_points(self, p: int, x: int) -> None:
        """Points that a seat has more: no money, but kept beside the entry."""
        if x and p >= 0:
            self.points.append((p, x))

    # Rounds

    def turn_began(self, events: Sequence[RawEvent], place: int) -> None:
        if events[place].amount != self.round:
            self.end_round(place)
        self.round, self.turn = events[place].amount, events[place].cause

    def over(self, events: Sequence[RawEvent], place: int) -> None:
        self.end_round(place)

    def end_round(self, place: int) -> None:
        """Depreciation of the round that has ended, entered with its last event."""
        if self.policies.depreciation == "off":
            return
        self.now = place - 1
        lines = []
        for site in self.sites.values():
            for each in site.buildings:
                left = self.policies.worn_in_the_end(each.cost) - each.worn
                x = min(self.policies.wear(each.is_hotel, each.cost), left) if each.bought < self.round else 0
                each.worn += x
                lines += [
                    Line(site.owner, "depreciation", x),
                    Line(site.owner, "accumulated_depreciation", -x),
                ]
        self._enter("depreciation", -1, lines)

    # Money

    def paid(self, events: Sequence[RawEvent], place: int) -> None:
        """A payment: of the open debt, or of what is booked as it is paid."""
        _, payer, payee, q, x, why = events[place]
        debt = self.debt
        if debt and (payer, payee, q, why) == (debt.debtor, debt.creditor, debt.space, debt.cause) and x <= debt.left:
            self._pay_debt(debt, x)
            return
        joined = self.transit.get((payer, q), 0) < 0
        self._enter(_word(why), q, self._sides(payer, payee, q, x, why, "cash", "cash"), joined)

    def _pay_debt(self, debt: Debt, x: Amount) -> None:
        payer, payee = debt.debtor, debt.creditor
        interest = min(debt.interest, x)
        lines = [Line(payer, "payables", x, payee), Line(payee, "receivables", -x, payer)]
        for part, why in ((interest, debt.cause), (x - interest, NOBODY if debt.interest else debt.cause)):
            flows = ("mortgages", "mortgage_loans") if why == NOBODY else self._flows(payer, why)
            lines += [Line(payer, "cash", -part, payee, flows[0]), Line(payee, "cash", part, payer, flows[1])]
        self._enter(_word(debt.cause), debt.space, lines)
        debt.left -= x
        debt.interest -= interest
        if not debt.left:
            self.debt = None

    def _sides(self, payer: int, payee: int, q: int, x: Amount, why: int, out: str, into: str) -> list[Line]:
        """A payment in both books; `out` and `into`: cash, or what is owed instead."""
        if why == payment_cause.REDEMPTION:
            return self._redemption(payer, q, x, out, into)
        given, taken = self._accounts(payer, why)
        flows = self._flows(payer, why)
        if why in DEFERRED:
            self._carry(payer, q, x)
        if why == payment_cause.LOAN:
            self.loans[payee] = self.loans.get(payee, 0) + x
        if why == payment_cause.LOAN_REPAID:
            self.loans[payer] = self.loans.get(payer, 0) - x
        return [
            Line(payer, given, x, payee),
            Line(payer, out, -x, payee, flows[0] if out == "cash" else ""),
            Line(payee, into, x, payer, flows[1] if into == "cash" else ""),
            Line(payee, taken, -x, payer),
        ]

    def _redemption(self, p: int, q: int, x: Amount, out: str, into: str) -> list[Line]:
        """Principal and interest of a mortgage that has been lifted."""
        principal = min(self.due.pop((p, q), 0), x)
        return [
            Line(p, "redemptions_payable", principal, BANK),
            Line(p, "interest_expense", x - principal, BANK),
            Line(p, out, -principal, BANK, "mortgages" if out == "cash" else ""),
            Line(p, out, principal - x, BANK, "interest_expense" if out == "cash" else ""),
            Line(BANK, into, principal, p, "mortgage_loans" if into == "cash" else ""),
            Line(BANK, into, x - principal, p, "interest_income" if into == "cash" else ""),
            Line(BANK, "redemptions_receivable", -principal, p),
            Line(BANK, "interest_income", principal - x, p),
        ]

    def _carry(self, p: int, q: int, x: Amount) -> None:
        """Paid or owed for a deed that is not here yet; below 0: the deed came first."""
        left = self.transit.pop((p, q), 0) + x
        if left:
            self.transit[p, q] = left

    def _accounts(self, payer: int, why: int) -> tuple[str, str]:
        given, taken = SIDES.get(why, SIDES[payment_cause.NONE])
        if why in (payment_cause.SALARY, payment_cause.GO_BONUS) and self.policies.salary == "capital":
            return "money_issued", "salary_capital"
        if why == payment_cause.JAIL_FINE and self.policies.fine == "drawing" and is_seat(payer):
            return "drawings", taken
        return given, taken

    def _flows(self, payer: int, why: int) -> tuple[str, str]:
        """What cash was for, as an account, in the books of both."""
        given, taken = self._accounts(payer, why)
        return ("deeds" if why in DEFERRED else given), taken

    # Debts

    def owed(self, events: Sequence[RawEvent], place: int) -> None:
        """A debt that cash does not cover is booked at once; it is paid, settled, forgiven or lost later."""
        _, p, creditor, q, x, why = events[place]
        joined = self.transit.get((p, q), 0) < 0
        lines = self._sides(p, creditor, q, x, why, "payables", "receivables")
        interest = sum(line.amount for line in lines if line[:2] == (p, "interest_expense"))
        self.debt = Debt(p, creditor, q, why, x, interest if why == payment_cause.REDEMPTION else 0)
        self._enter("debt", q, lines, joined)

    def forgiven(self, events: Sequence[RawEvent], place: int) -> None:
        self._discharge("forgiven")

    def bankrupt(self, events: Sequence[RawEvent], place: int) -> None:
        """The debt is lost to the creditor, and so is what the bankrupt has paid or owed for but not received."""
        p = events[place].player
        self.out.add(p)
        self._discharge("bankruptcy")
        lines = []
        for seat, q in [key for key in self.transit if key[0] == p]:
            x = self.transit.pop((seat, q))
            lines += [Line(p, "given_up", x), Line(p, "deeds_in_transit", -x)]
        for seat, q in [key for key in self.due if key[0] == p]:
            x = self.due.pop((seat, q))
            lines += [Line(p, "redemptions_payable", x, BANK), Line(p, "debts_discharged", -x, BANK)]
            lines += [Line(BANK, "bad_debts", x, p), Line(BANK, "redemptions_receivable", -x, p)]
        x = self.loans.pop(p, 0)
        lines += [Line(p, "bank_loans", x, BANK), Line(p, "debts_discharged", -x, BANK)]
        lines += [Line(BANK, "bad_debts", x, p), Line(BANK, "loans_granted", -x, p)]
        self._enter("bankruptcy", -1, lines)

    def _discharge(self, what: str) -> None:
        if self.debt is None:
            return
        p, creditor, x = self.debt.debtor, self.debt.creditor, self.debt.left
        lines = [
            Line(p, "payables", x, creditor),
            Line(p, "debts_discharged", -x, creditor),
            Line(creditor, "bad_debts", x, p),
            Line(creditor, "receivables", -x, p),
        ]
        self._enter(what, self.debt.space, lines)
        self.debt = None

    # Deeds

    def deed_moved(self, events: Sequence[RawEvent], place: int) -> int:
        """A deed changes hands outside a trade: bought, given, inherited, or back to the bank."""
        _, new, old, q, _, _ = events[place]
        self._move_points(events[place])
        if old in self.out:
            self._inherited(new, old, q)
        elif old >= 0 and new >= 0:
            return self._bought_out(events, place)
        elif old >= 0:
            return self._sold_deed(events, place)
        else:
            self._bought(events, place)
        return 1

    def _bought(self, events: Sequence[RawEvent], place: int) -> None:
        """A deed from the bank: at what was paid, with the loan on it; at its printed price if it is a gift."""
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

    def _bought_out(self, events: Sequence[RawEvent], place: int) -> int:
        """A deed from another player, who cannot refuse, for the payment that follows: booked as a trade."""
        _, new, old, q, _, _ = events[place]
        x, n = _following(events, place, new, old, payment_cause.PURCHASE)
        money = [events[place + 1]] if x else []
        self._enter("trade", q, self._traded(new, old, 0, [events[place]], money))
        return n

    def _received(self, p: int, q: int, name: str) -> list[Line]:
        """A deed with all that stands on it comes into books; the balance goes to an account."""
        site = self.sites[q]
        lines = [Line(p, "deeds", site.cost, NOBODY), Line(p, "mortgages", -site.loan, BANK)]
        lines += [Line(p, kind, cost - worn) for kind, cost, worn in site.stands]
        rest = sum(line.amount for line in lines)
        return [*lines, Line(p, name, -rest)]

    def _left(self, p: int, q: int) -> list[Line]:
        """A deed with all that stands on it, out of books; not balanced."""
        site = self.sites[q]
        lines = [Line(p, "deeds", -site.cost), Line(p, "mortgages", site.loan, BANK)]
        for kind, cost, worn in site.stands:
            lines += [Line(p, kind, -cost), Line(p, "accumulated_depreciation", worn)]
        return lines

    def _inherited(self, new: int, old: int, q: int) -> None:
        """From a bankrupt to his creditor, at the carrying amount, or back to the bank."""
        site = self.sites[q]
        lines = self._left(old, q)
        rest = sum(line.amount for line in lines)
        to = new if new >= 0 else BANK
        lines.append(Line(old, "given_up" if rest < 0 else "debts_discharged", -rest, to))
        if new >= 0:
            for each in site.buildings:
                each.cost, each.worn = each.carrying, 0
            lines += self._received(new, q, "inherited")
            lines = [line._replace(other=old) if line.account == "inherited" else line for line in lines]
            site.owner = new
        else:
            lines += self._back_to_bank(old, q)
        self._enter("bankruptcy", q, lines)

    def _back_to_bank(self, p: int, q: int) -> list[Line]:
        """The bank writes off its loan; the deed itself stands in its books at nothing."""
        site = self.sites[q]
        site.owner, site.cost, site.buildings = BANK, 0, []
        return [Line(BANK, "deeds_bought_back", site.loan, p), Line(BANK, "mortgage_loans", -site.loan, p)]

    def _sold_deed(self, events: Sequence[RawEvent], place: int) -> int:
        """A deed sold to the bank by a debtor, for the payment that follows."""
        _, _, p, q, _, _ = events[place]
        lines = self._left(p, q) + self._back_to_bank(p, q)
        x, n = _following(events, place, BANK, p, payment_cause.DEED_SALE)
        lines += [Line(p, "cash", x, BANK, "deeds"), Line(BANK, "cash", -x, p, "deeds_bought_back")]
        lines.append(Line(BANK, "deeds_bought_back", x, p))
        self._enter("deed_sale", q, [*lines, _result(p, lines, "disposal", BANK)])
        return n

    # Buildings

    def built(self, events: Sequence[RawEvent], place: int) -> int:
        """A house, or a hotel for the houses that go back, at the price that is paid."""
        _, p, _, q, level, _ = events[place]
        x, n = _following(events, place, p, BANK, payment_cause.BUILDING)
        site = self.sites[q]
        lines = _standing(p, site, -1)
        add = add_hotel if level == HOTEL else add_house
        add(site, x, self.round)
        lines += _standing(p, site, 1)
        name = site.stands[-1][0]
        lines += [Line(p, "cash", -x, BANK, name), Line(BANK, "cash", x, p, "building_sales")]
        self._enter("building", q, [*lines, Line(BANK, "building_sales", -x, p)])
        return n

    def sold(self, events: Sequence[RawEvent], place: int) -> int:
        """Buildings back to the bank, for the payment that follows; the difference is a loss or a gain."""
        _, p, _, q, level, _ = events[place]
        x, n = _following(events, place, BANK, p, payment_cause.BUILDING_SALE)
        site = self.sites[q]
        name = "hotels" if any(each.is_hotel for each in site.buildings) else "houses"
        lines = _standing(p, site, -1)
        take_off(site, level, self.round)
        lines += _standing(p, site, 1)
        lines += [Line(p, "cash", x, BANK, name), Line(BANK, "cash", -x, p, "buildings_bought_back")]
        lines.append(Line(BANK, "buildings_bought_back", x, p))
        self._enter("building_sale", q, [*lines, _result(p, lines, "disposal", BANK)])
        return n

    # Mortgages

    def mortgaged(self, events: Sequence[RawEvent], place: int) -> int:
        """A loan on a deed; what the bank could not pay of it is a loss."""
        _, p, _, q, loan, _ = events[place]
        x, n = _following(events, place, BANK, p, payment_cause.MORTGAGE)
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

    def redeemed(self, events: Sequence[RawEvent], place: int) -> int:
        """A mortgage is lifted: its principal falls due and is paid with the interest, mostly at once."""
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
        x, n = _following(events, place, p, BANK, payment_cause.REDEMPTION)
        if n > 1:
            lines += self._redemption(p, q, x, "cash", "cash")
        self._enter("redemption", q, lines)
        return n

    # Trades and settlements

    def accepted(self, events: Sequence[RawEvent], place: int) -> int:
        """A trade, or deeds towards a debt: one entry for all that changes hands."""
        _, taker, giver, _, _, value = events[place]
        end = place + 1
        while end < len(events) and _belongs(events[end], taker, giver):
            end += 1
        deeds = [raw for raw in events[place + 1 : end] if raw.kind == event.DEED_MOVED]
        money = [raw for raw in events[place + 1 : end] if raw.kind == event.PAID]
        for raw in deeds:
            self._move_points(raw)
        if taker == BANK:
            lines = self._settled_with_bank(giver, value, [raw.space for raw in deeds])
            for raw in events[place + 1 : end]:
                if raw.kind == event.REDEEMED:
                    self.sites[raw.space].loan = 0
        else:
            lines = self._traded(taker, giver, value, deeds, money)
        self._enter("settlement" if value else "trade", -1, lines)
        return end - place

    def _settled_with_bank(self, p: int, value: int, deeds: list[int]) -> list[Line]:
        lines = self._less_debt(p, BANK, value)
        for q in deeds:
            lines += self._left(p, q) + self._back_to_bank(p, q)
        lines.append(Line(BANK, "deeds_bought_back", value, p))
        return [*lines, _result(p, lines, "trade", BANK)]

    def _less_debt(self, p: int, creditor: int, value: int) -> list[Line]:
        """A debt falls by the value of property."""
        if self.debt is None or not value:
            return []
        x = min(value, self.debt.left)
        self.debt.left -= x
        self.debt.interest = min(self.debt.interest, self.debt.left)
        if not self.debt.left:
            self.debt = None
        return [Line(p, "payables", x, creditor), Line(creditor, "receivables", -x, p)]

    def _traded(self, a: int, b: int, value: int, deeds: list[RawEvent], money: list[RawEvent]) -> list[Line]:
        flow = "deeds" if deeds else ""
        lines = self._less_debt(b, a, value)
        for _, payer, payee, _, x, _ in money:
            lines.append(Line(payer, "cash", -x, payee, flow or "card_expense"))
            lines.append(Line(payee, "cash", x, payer, flow or "card_income"))
        for _, _, old, q, _, _ in deeds:
            lines += self._left(old, q)
        for _, new, _, q, _, _ in deeds:
            lines.append(Line(new, "mortgages", -self.sites[q].loan, BANK))
        for p, other in ((a, b), (b, a)):
            lines += self._deeds_in(p, other, [raw.space for raw in deeds if raw.player == p], lines, bool(value))
            stem = "trade" if deeds else "card"
            lines.append(_result(p, lines, stem, other))
        return [line._replace(other=a + b - line.book) if line.other == NOBODY else line for line in lines]

    def _deeds_in(self, p: int, other: int, deeds: list[int], lines: list[Line], settled: bool) -> list[Line]:
        """Deeds received: in a settlement at the carrying amounts of the giver, else at that of all that was given."""
        given = -sum(line.amount for line in lines if line.book == p)
        if settled:
            costs = [self.sites[q].cost for q in deeds]
        else:
            costs = shares(max(given, 0), [self.tables.price[q] for q in deeds]) if deeds else []
        for q, cost in zip(deeds, costs):
            self.sites[q].owner, self.sites[q].cost = p, cost
        return [Line(p, "deeds", sum(costs), other)]

    # Points

    def beaten(self, events: Sequence[RawEvent], place: int) -> None:
        self._note_points(events[place].player, events[place].amount)
        self._enter("boss", -1, [])

    def _move_points(self, raw: RawEvent) -> None:
        """The points of a deed go with it."""
        _, new, old, q, _, _ = raw
        self._note_points(old, -self.tables.points[q])
        self._note_points(new, self.tables.points[q])


def _word(why: int) -> str:
    return names(payment_cause)[why]


def _following(events: Sequence[RawEvent], place: int, payer: int, payee: int, why: int) -> tuple[int, int]:
    """The payment that belongs to an event, 0 if the next event is none, and how many events both are."""
    if place + 1 < len(events):
        what, p, other, _, x, found = events[place + 1]
        if what == event.PAID and (p, other, found) == (payer, payee, why):
            return x, 2
    return 0, 1


def _pays_for(events: Sequence[RawEvent], place: int, p: int, q: int) -> bool:
    """True if the event there pays for a deed, or is the debt for it."""
    if not 0 <= place < len(events):
        return False
    what, payer, payee, space, _, why = events[place]
    return what in (event.PAID, event.DEBT) and (payer, payee, space) == (p, BANK, q) and why in DEFERRED


def _belongs(raw: RawEvent, a: int, b: int) -> bool:
    """True for what changes hands in a trade between the two; in a settlement with the bank also for its mortgages."""
    what, first, second, _, _, why = raw
    pair = {a, b}
    if what == event.DEED_MOVED:
        return {first if first >= 0 else BANK, second} == pair
    if what == event.PAID:
        return why == payment_cause.TRADE and {first, second} == pair
    if what == event.REDEEMED:
        return a == BANK and first == b
    return what == event.CARD_MOVED and {first, second} == pair


def _standing(p: int, site: Site, sign: int) -> list[Line]:
    """The buildings of a site as they stand, with their wear: entered for 1, taken out for -1."""
    lines = [Line(p, kind, sign * cost, BANK) for kind, cost, _ in site.stands]
    return [*lines, *(Line(p, "accumulated_depreciation", -sign * worn) for _, _, worn in site.stands)]


def _result(p: int, lines: list[Line], stem: str, other: int) -> Line:
    """What balances the lines of a book: a loss or a gain."""
    rest = sum(line.amount for line in lines if line.book == p)
    ends = ("_loss", "_gain") if stem != "card" else ("_expense", "_income")
    return Line(p, stem + ends[rest > 0], -rest, other)


READERS = {
    event.TURN_BEGAN: Books.turn_began,
    event.OVER: Books.over,
    event.PAID: Books.paid,
    event.DEBT: Books.owed,
    event.FORGIVEN: Books.forgiven,
    event.BANKRUPT: Books.bankrupt,
    event.DEED_MOVED: Books.deed_moved,
    event.BUILT: Books.built,
    event.SOLD: Books.sold,
    event.MORTGAGED: Books.mortgaged,
    event.REDEEMED: Books.redeemed,
    event.ACCEPTED: Books.accepted,
    event.BEATEN: Books.beaten,
}
