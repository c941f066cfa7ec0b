"""Ratios of a balance sheet, an income statement and a cash-flow statement."""

from collections.abc import Iterator

from monopoly_lab.accounts.chart import ACCOUNTS, ASSET, EQUITY, LIABILITY, OPERATING, REVENUE
from monopoly_lab.accounts.holdings import Amount
from monopoly_lab.accounts.statements import Balances

NONE = float("nan")


def ratio_rows(found: Balances) -> Iterator[tuple[str, float]]:
    """Ratio by ratio, NaN where the divisor is not above 0; definitions: `Ledger.ratios`."""
    assets, debts = found.total(ASSET), -found.total(LIABILITY)
    equity = -found.total(EQUITY) + found.retained + found.income
    revenue = -sum(x for name, x in found.during.items() if ACCOUNTS[name].kind == REVENUE)
    interest = found.during.get("interest_expense", 0)
    operating = sum(x for name, x in found.flows.items() if ACCOUNTS[name].activity == OPERATING)
    assets_before = sum(x for name, x in found.before.items() if ACCOUNTS[name].kind == ASSET)
    equity_before = found.retained - sum(x for name, x in found.before.items() if ACCOUNTS[name].kind == EQUITY)
    payable = -found.end("payables") - found.end("redemptions_payable")
    yield "cash_ratio", over(found.end("cash"), payable)
    yield "debt_ratio", over(debts, assets)
    yield "debt_to_equity", over(debts, equity)
    yield "interest_coverage", over(found.income + interest, interest)
    yield "profit_margin", over(found.income, revenue)
    yield "return_on_assets", over(2 * found.income, assets + assets_before)
    yield "return_on_equity", over(2 * found.income, equity + equity_before)
    yield "cash_conversion", over(operating, found.income)


def over(x: Amount, divisor: Amount) -> float:
    return float(x) / float(divisor) if divisor > 0 else NONE
