"""The chart of accounts: every account of the books, and which of them an edition needs.

The books are those of the players, the bank, the pots, the board and the boss: whoever holds money keeps books of his
own, in the same accounts. Names stand in the catalogue of messages, `ledger.account.*`.
"""

from collections.abc import Callable
from types import MappingProxyType
from typing import NamedTuple

from monopoly_lab.codes import account, cause, kind, word
from monopoly_lab.editions.tables import Tables

ASSET, LIABILITY, EQUITY, REVENUE, EXPENSE = "asset", "liability", "equity", "revenue", "expense"
KINDS = (ASSET, LIABILITY, EQUITY, REVENUE, EXPENSE)
OPERATING, INVESTING, FINANCING = "operating", "investing", "financing"
ACTIVITIES = (OPERATING, INVESTING, FINANCING)

Needed = Callable[[Tables], bool]


class Account(NamedTuple):
    """An account: its number in the chart, kind, which activity its cash belongs to, and the boards that need it."""

    id: str
    code: int
    kind: str
    activity: str = OPERATING
    needed: Needed = lambda t: True


def _has_buildings(t: Tables) -> bool:
    return any(t.house_cost[q] > 0 for q in range(t.spaces))


def _has_loans(t: Tables) -> bool:
    return any(t.loan[q] > 0 for q in range(t.spaces))


def _has_building_loans(t: Tables) -> bool:
    return t.o_loans_building > 0


def _has_interest(t: Tables) -> bool:
    return _has_loans(t) or _has_building_loans(t)


def _has_fight(t: Tables) -> bool:
    return t.bosses > 0


def _has_coins(t: Tables) -> bool:
    return t.characters > 0


def _has_casino(t: Tables) -> bool:
    return t.reel_sides > 0


def _has_policies(t: Tables) -> bool:
    return t.o_basic_income > 0 or t.o_taxes_to != word.TAXES_TO_BANK or kind.FOUNDATION in t.kind


ALL = (
    Account("cash", 1000, ASSET),
    Account("receivables", 1100, ASSET),
    Account("deeds_in_transit", 1200, ASSET, INVESTING),
    Account("deeds", 1300, ASSET, INVESTING),
    Account("houses", 1400, ASSET, INVESTING, _has_buildings),
    Account("hotels", 1410, ASSET, INVESTING, _has_buildings),
    Account("accumulated_depreciation", 1490, ASSET, INVESTING, _has_buildings),
    Account("mortgage_loans", 1500, ASSET, INVESTING, _has_loans),
    Account("redemptions_receivable", 1510, ASSET, INVESTING, _has_loans),
    Account("loans_granted", 1520, ASSET, INVESTING, _has_building_loans),
    Account("payables", 2000, LIABILITY),
    Account("mortgages", 2100, LIABILITY, FINANCING, _has_loans),
    Account("redemptions_payable", 2110, LIABILITY, FINANCING, _has_loans),
    Account("bank_loans", 2120, LIABILITY, FINANCING, _has_building_loans),
    Account("capital", 3000, EQUITY, FINANCING),
    Account("salary_capital", 3010, EQUITY, FINANCING),
    Account("drawings", 3100, EQUITY, FINANCING),
    Account("money_issued", 3200, EQUITY, FINANCING),
    Account("retained_earnings", 3900, EQUITY),
    Account("rent_income", 4000, REVENUE),
    Account("salary_income", 4010, REVENUE),
    Account("card_income", 4020, REVENUE),
    Account("tax_income", 4030, REVENUE),
    Account("fine_income", 4040, REVENUE),
    Account("interest_income", 4050, REVENUE, OPERATING, _has_interest),
    Account("transfers_income", 4060, REVENUE, OPERATING, _has_policies),
    Account("deed_sales", 4100, REVENUE),
    Account("building_sales", 4110, REVENUE, OPERATING, _has_buildings),
    Account("stakes_income", 4200, REVENUE, OPERATING, _has_casino),
    Account("winnings_income", 4210, REVENUE),
    Account("pot_income", 4220, REVENUE),
    Account("coins_income", 4230, REVENUE, OPERATING, _has_coins),
    Account("boss_income", 4240, REVENUE, OPERATING, _has_fight),
    Account("disposal_gain", 4300, REVENUE),
    Account("trade_gain", 4310, REVENUE),
    Account("inherited", 4320, REVENUE),
    Account("debts_discharged", 4330, REVENUE),
    Account("gifts", 4340, REVENUE),
    Account("other_income", 4900, REVENUE),
    Account("rent_expense", 5000, EXPENSE),
    Account("salary_expense", 5010, EXPENSE),
    Account("card_expense", 5020, EXPENSE),
    Account("tax_expense", 5030, EXPENSE),
    Account("fine_expense", 5040, EXPENSE),
    Account("interest_expense", 5050, EXPENSE, OPERATING, _has_interest),
    Account("depreciation", 5060, EXPENSE, OPERATING, _has_buildings),
    Account("transfers_expense", 5070, EXPENSE, OPERATING, _has_policies),
    Account("deeds_bought_back", 5100, EXPENSE),
    Account("buildings_bought_back", 5110, EXPENSE, OPERATING, _has_buildings),
    Account("stakes_expense", 5200, EXPENSE, OPERATING, _has_casino),
    Account("winnings_expense", 5210, EXPENSE),
    Account("pot_expense", 5220, EXPENSE),
    Account("coins_expense", 5230, EXPENSE, OPERATING, _has_coins),
    Account("boss_expense", 5240, EXPENSE, OPERATING, _has_fight),
    Account("disposal_loss", 5300, EXPENSE),
    Account("trade_loss", 5310, EXPENSE),
    Account("given_up", 5320, EXPENSE),
    Account("bad_debts", 5330, EXPENSE),
    Account("other_expense", 5900, EXPENSE),
)
ACCOUNTS = MappingProxyType({each.id: each for each in ALL})

OTHER = ("other_expense", "other_income")
# By cause of a payment: the account of the payer, the account of the payee. Purchases, buildings, mortgages and trades
# have entries of their own (`entries`), which use these for the side of the bank.
SIDES = MappingProxyType(
    {
        cause.NONE: OTHER,
        cause.START_CASH: ("money_issued", "capital"),
        cause.POT_SETUP: ("money_issued", "capital"),
        cause.SALARY: ("salary_expense", "salary_income"),
        cause.GO_BONUS: ("salary_expense", "salary_income"),
        cause.PURCHASE: ("deeds_in_transit", "deed_sales"),
        cause.AUCTION: ("deeds_in_transit", "deed_sales"),
        cause.DEAL: ("deeds_in_transit", "deed_sales"),
        cause.RENT: ("rent_expense", "rent_income"),
        cause.TAX: ("tax_expense", "tax_income"),
        cause.TAX_OFFICE: ("tax_expense", "tax_income"),
        cause.CARD: ("card_expense", "card_income"),
        cause.JAIL_FINE: ("fine_expense", "fine_income"),
        cause.TAX_OFFICE_FINE: ("fine_expense", "fine_income"),
        cause.FINE_TURN: ("fine_expense", "fine_income"),
        cause.FINE_MOVE: ("fine_expense", "fine_income"),
        cause.FINE_DICE: ("fine_expense", "fine_income"),
        cause.STAKE: ("stakes_expense", "stakes_income"),
        cause.CASINO_WIN: ("winnings_expense", "winnings_income"),
        cause.JACKPOT: ("winnings_expense", "winnings_income"),
        cause.BUILDING: ("houses", "building_sales"),
        cause.BUILDING_SALE: ("buildings_bought_back", "houses"),
        cause.MORTGAGE: ("mortgage_loans", "mortgages"),
        cause.REDEMPTION: ("interest_expense", "interest_income"),
        cause.TRANSFER_FEE: ("interest_expense", "interest_income"),
        cause.TRADE: ("deeds", "deeds"),
        cause.BANKRUPTCY: ("given_up", "inherited"),
        cause.PARKING: ("pot_expense", "pot_income"),
        cause.DEED_SALE: ("deeds_bought_back", "deeds"),
        cause.COINS: ("coins_expense", "coins_income"),
        cause.HANDFUL: ("coins_expense", "coins_income"),
        cause.THWOMP: ("coins_expense", "coins_income"),
        cause.POWER: ("coins_expense", "coins_income"),
        cause.STAR: ("coins_expense", "coins_income"),
        cause.FIGHT: ("boss_expense", "boss_income"),
        cause.REWARD: ("boss_expense", "boss_income"),
        cause.RENT_TAX: ("tax_expense", "tax_income"),
        cause.WEALTH_TAX: ("tax_expense", "tax_income"),
        cause.INCOME_TAX: ("tax_expense", "tax_income"),
        cause.DIVIDEND: ("transfers_expense", "transfers_income"),
        cause.BASIC_INCOME: ("transfers_expense", "transfers_income"),
        cause.LOAN: ("loans_granted", "bank_loans"),
        cause.LOAN_REPAID: ("bank_loans", "loans_granted"),
        cause.LOAN_INTEREST: ("interest_expense", "interest_income"),
        cause.GRANT: ("transfers_expense", "transfers_income"),
    }
)


def accounts_of(t: Tables) -> tuple[Account, ...]:
    """The accounts that games on a board can need, by number."""
    return tuple(each for each in ALL if each.needed(t))


def holders_of(t: Tables) -> tuple[int, ...]:
    """Who holds money on a board besides the players: the bank, and the pots and heaps that it has."""
    present = {
        account.PARKING: t.o_free_parking_pot > 0,
        account.JACKPOT: _has_casino(t),
        account.BOARD: _has_coins(t),
        account.BOSS: _has_fight(t),
        account.FUND: _has_policies(t),
    }
    return (account.BANK, *(each for each, is_there in present.items() if is_there))
