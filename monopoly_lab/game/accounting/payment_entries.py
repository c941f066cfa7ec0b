"""Journal entries of money: payments, debts, redemptions and loans. Debts are booked when they fall due."""

from collections.abc import Sequence

from monopoly_lab.constants import names, payment_cause
from monopoly_lab.game.accounting.chart_of_accounts import SIDES
from monopoly_lab.game.accounting.journal import BANK, DEFERRED, NOBODY, Amount, Debt, Journal, Line
from monopoly_lab.rules.agenda import RawEvent
from monopoly_lab.rules.code_groups import is_seat


class PaymentEntries(Journal):
    """The part of the books that reads payments and debts."""

    def enter_payment(self, events: Sequence[RawEvent], place: int) -> None:
        """Enter a payment: of the open debt, or of what is booked as it is paid."""
        _, payer, payee, q, x, why = events[place]
        debt = self.debt
        if debt and (payer, payee, q, why) == (debt.debtor, debt.creditor, debt.space, debt.cause) and x <= debt.left:
            self._pay_debt(debt, x)
            return
        joined = self.transit.get((payer, q), 0) < 0
        self._enter(_cause_name(why), q, self._sides(payer, payee, q, x, why, "cash", "cash"), joined)

    def _pay_debt(self, debt: Debt, x: Amount) -> None:
        payer, payee = debt.debtor, debt.creditor
        interest = min(debt.interest, x)
        lines = [Line(payer, "payables", x, payee), Line(payee, "receivables", -x, payer)]
        for part, why in ((interest, debt.cause), (x - interest, NOBODY if debt.interest else debt.cause)):
            flows = ("mortgages", "mortgage_loans") if why == NOBODY else self._flows(payer, why)
            lines += [Line(payer, "cash", -part, payee, flows[0]), Line(payee, "cash", part, payer, flows[1])]
        self._enter(_cause_name(debt.cause), debt.space, lines)
        debt.left -= x
        debt.interest -= interest
        if not debt.left:
            self.debt = None

    def _sides(self, payer: int, payee: int, q: int, x: Amount, why: int, out: str, into: str) -> list[Line]:
        """Return the lines of a payment in both books; `out` and `into`: cash, or what is owed instead."""
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
        """Return lines with principal and interest of a mortgage that has been redeemed."""
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
        """Carry forward what is paid or owed for a deed that is not here yet; below 0: the deed came first."""
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
        """Return what cash was for, as an account, in the books of both."""
        given, taken = self._accounts(payer, why)
        return ("deeds" if why in DEFERRED else given), taken

    # Debts

    def enter_debt(self, events: Sequence[RawEvent], place: int) -> None:
        """Enter a debt that cash does not cover at once; it is paid, settled, forgiven or lost later."""
        _, p, creditor, q, x, why = events[place]
        joined = self.transit.get((p, q), 0) < 0
        lines = self._sides(p, creditor, q, x, why, "payables", "receivables")
        interest = sum(line.amount for line in lines if line[:2] == (p, "interest_expense"))
        self.debt = Debt(p, creditor, q, why, x, interest if why == payment_cause.REDEMPTION else 0)
        self._enter("debt", q, lines, joined)

    def enter_forgiveness(self, events: Sequence[RawEvent], place: int) -> None:
        """Enter that the open debt is owed no more."""
        self._discharge("forgiven")

    def enter_bankruptcy(self, events: Sequence[RawEvent], place: int) -> None:
        """Enter the debt as lost to the creditor, and what the bankrupt has paid or owed for but not received."""
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


def _cause_name(why: int) -> str:
    return names(payment_cause)[why]
