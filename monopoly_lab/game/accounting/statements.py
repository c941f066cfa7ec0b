"""Make financial statements and ratios from the entries of the books."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from monopoly_lab.common.lazy_imports import pd
from monopoly_lab.common.messages import say
from monopoly_lab.game.accounting.chart_of_accounts import (
    ACCOUNTS,
    ACTIVITIES,
    ASSET,
    EQUITY,
    EXPENSE,
    LIABILITY,
    OPERATING,
    REVENUE,
)
from monopoly_lab.game.accounting.journal import OPENING, Amount, Entry

RESULT = (REVENUE, EXPENSE)
SET_UP = 0  # the number of the round before the first


class Span(NamedTuple):
    """Rounds from `first` to `last`, both included; round 0 is the set-up."""

    first: int
    last: int


@dataclass
class Balances:
    """Sums by account of some books over a span; debits are positive.

    `before` holds the balances when the span began, `during` the changes in the span, `flows` the changes of cash by
    purpose. `start` is `before` plus the start money and opening balances, even if the span includes them.
    """

    before: dict[str, Amount] = field(default_factory=lambda: defaultdict(int))
    during: dict[str, Amount] = field(default_factory=lambda: defaultdict(int))
    flows: dict[str, Amount] = field(default_factory=lambda: defaultdict(int))
    start: dict[str, Amount] = field(default_factory=lambda: defaultdict(int))

    @property
    def income(self) -> Amount:
        """Return revenue minus expenses of the span."""
        return -sum(x for name, x in self.during.items() if ACCOUNTS[name].kind in RESULT)

    @property
    def retained(self) -> Amount:
        """Return revenue minus expenses before the span."""
        return -sum(x for name, x in self.before.items() if ACCOUNTS[name].kind in RESULT)

    def end(self, name: str) -> Amount:
        """Return the balance of an account of the balance sheet at the end of the span."""
        return self.before.get(name, 0) + self.during.get(name, 0)

    def total(self, kind: str) -> Amount:
        """Return total assets, liabilities or equity without earnings at the end of the span; debits are positive."""
        return sum(self.end(name) for name in {**self.before, **self.during} if ACCOUNTS[name].kind == kind)


def balances(entries: Iterable[Entry], books: frozenset[int], span: Span) -> Balances:
    """Return the balances of some books over a span; later entries are ignored."""
    found = Balances()
    for entry in entries:
        if entry.round > span.last:
            continue
        is_in_span = entry.round >= span.first
        sums = found.during if is_in_span else found.before
        is_at_start = not is_in_span or entry.round == SET_UP or entry.event == OPENING
        for line in entry.lines:
            if line.book in books:
                sums[line.account] += line.amount
                if is_at_start:
                    found.start[line.account] += line.amount
                if line.flow and is_in_span:
                    found.flows[line.flow] += line.amount
    return found


class StatementRow(NamedTuple):
    """A line of a statement: its key, the part of the statement, its label, and the amount."""

    key: str
    part: str
    item: str
    amount: Amount


class Words(NamedTuple):
    """The labels of accounts: the language, and the names of houses and hotels in the edition."""

    lang: str
    terms: Mapping[str, object]

    def account(self, name: str) -> str:
        """Return the label of an account."""
        return say(f"ledger.account.{name}", self.lang, **self.terms)

    def total(self, key: str) -> str:
        """Return the label of a total."""
        return say(f"ledger.total.{key}", self.lang)


def total_row(key: str, part: str, amount: Amount, words: Words) -> StatementRow:
    """Return the line of a total."""
    return StatementRow(key, part, words.total(key), amount)


def sort_accounts(names: Iterable[str]) -> list[str]:
    """Return accounts in the order of the chart of accounts."""
    return sorted(names, key=lambda name: ACCOUNTS[name].code)


def trial_balance(found: Balances, words: Words) -> "pd.DataFrame":
    """Return all accounts with their balances as debit or credit; earnings before the span are one account."""
    ends = {name: found.end(name) for name in {**found.before, **found.during} if ACCOUNTS[name].kind not in RESULT}
    ends["retained_earnings"] = -found.retained
    ends |= {name: x for name, x in found.during.items() if ACCOUNTS[name].kind in RESULT}
    rows = [
        (name, words.account(name), max(ends[name], 0), max(-ends[name], 0))
        for name in sort_accounts(ends)
        if ends[name]
    ]
    return frame(rows, ["key", "account", "debit", "credit"])


def income_rows(found: Balances, words: Words) -> list[StatementRow]:
    """Return the lines of the income statement: revenue, expenses and net income."""
    rows: list[StatementRow] = []
    for kind, key, sign in ((REVENUE, "revenue", -1), (EXPENSE, "expenses", 1)):
        names = [name for name in sort_accounts(found.during) if ACCOUNTS[name].kind == kind and found.during[name]]
        here = [StatementRow(name, kind, words.account(name), sign * found.during[name]) for name in names]
        rows += [*here, total_row(key, kind, sum(row.amount for row in here), words)]
    return [*rows, total_row("net_income", "result", found.income, words)]


def balance_rows(found: Balances, words: Words) -> list[StatementRow]:
    """Return the lines of the balance sheet: assets, liabilities and equity.

    Equity includes retained earnings from before the span and the net income of the span.
    """
    rows: list[StatementRow] = []
    claims: Amount = 0
    for kind, key, sign in ((ASSET, "assets", 1), (LIABILITY, "liabilities", -1), (EQUITY, "equity", -1)):
        names = sort_accounts({name for name in {**found.before, **found.during} if ACCOUNTS[name].kind == kind})
        here = [
            StatementRow(name, kind, words.account(name), sign * found.end(name)) for name in names if found.end(name)
        ]
        if kind == EQUITY:
            earned = StatementRow("retained_earnings", kind, words.account("retained_earnings"), found.retained)
            here += [earned, total_row("net_income", kind, found.income, words)]
        total = sum(row.amount for row in here)
        claims += total if kind != ASSET else 0
        rows += [*here, total_row(key, kind, total, words)]
    return [*rows, total_row("liabilities_and_equity", EQUITY, claims, words)]


def cash_rows(found: Balances, words: Words) -> list[StatementRow]:
    """Return the lines of the cash-flow statement: flows by activity and purpose, change, opening and closing cash."""
    rows: list[StatementRow] = []
    for activity in ACTIVITIES:
        names = [
            name for name in sort_accounts(found.flows) if ACCOUNTS[name].activity == activity and found.flows[name]
        ]
        here = [StatementRow(name, activity, words.account(name), found.flows[name]) for name in names]
        rows += [*here, total_row(activity, activity, sum(row.amount for row in here), words)]
    change = sum(found.flows.values())
    rows.append(total_row("change", "cash", change, words))
    rows.append(total_row("opening_cash", "cash", found.before.get("cash", 0), words))
    return [*rows, total_row("closing_cash", "cash", found.before.get("cash", 0) + change, words)]


def statement(rows: list[StatementRow]) -> "pd.DataFrame":
    """Return the lines of a statement as a table indexed by key."""
    return frame([tuple(row) for row in rows], ["key", "part", "item", "amount"])


def frame(rows: list[tuple[Any, ...]], columns: list[str]) -> "pd.DataFrame":
    """Return a table indexed by its first column; whole amounts are integers, others floats."""
    made = pd.DataFrame([tuple(number(x) for x in row) for row in rows], columns=columns)
    return made.set_index(columns[0])


def number(x: Any) -> Any:
    """Return a fraction as an int if it is whole, else as a float; return other values unchanged."""
    if isinstance(x, (str, int, float)) or x is None:
        return x
    return int(x) if x == int(x) else float(x)


# Ratios of a balance sheet, an income statement and a cash-flow statement

NONE = float("nan")


def ratio_rows(found: Balances) -> Iterator[tuple[str, float]]:
    """Yield (name, value) of each ratio, NaN if the divisor is 0 or less; `Ledger.ratios` gives the definitions."""
    assets, debts = found.total(ASSET), -found.total(LIABILITY)
    assets_before = sum(x for name, x in found.start.items() if ACCOUNTS[name].kind == ASSET)
    debts_before = -sum(x for name, x in found.start.items() if ACCOUNTS[name].kind == LIABILITY)
    equity, equity_before = assets - debts, assets_before - debts_before
    revenue = -sum(x for name, x in found.during.items() if ACCOUNTS[name].kind == REVENUE)
    interest = found.during.get("interest_expense", 0)
    operating = sum(x for name, x in found.flows.items() if ACCOUNTS[name].activity == OPERATING)
    payable = -found.end("payables") - found.end("redemptions_payable")
    yield "cash_ratio", quotient(found.end("cash"), payable)
    yield "debt_ratio", quotient(debts, assets)
    yield "debt_to_equity", quotient(debts, equity)
    yield "interest_coverage", quotient(found.income + interest, interest)
    yield "profit_margin", quotient(found.income, revenue)
    yield "return_on_assets", quotient(2 * found.income, assets + assets_before)
    yield "return_on_equity", quotient(2 * found.income, equity + equity_before)
    yield "cash_conversion", quotient(operating, found.income)


def quotient(x: Amount, divisor: Amount) -> float:
    """Return the quotient as a float; NaN if the divisor is 0 or less."""
    return float(x) / float(divisor) if divisor > 0 else NONE
