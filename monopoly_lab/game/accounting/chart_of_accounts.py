"""Chart of accounts, and the accounting policies by which books are kept.

The players, the bank, the pots, the board and the boss each keep books of their own, in the same accounts. Names of
accounts are in the catalog of messages, `ledger.account.*`.

A policy is a choice of the accountant: how buildings are depreciated, what the salary and the fine count as.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from types import MappingProxyType
from typing import NamedTuple

from monopoly_lab.common.errors import LedgerError
from monopoly_lab.common.file_access import quoted
from monopoly_lab.common.messages import say
from monopoly_lab.common.validation_errors import hint
from monopoly_lab.constants import option_value, payer_account, payment_cause, space_kind
from monopoly_lab.editions.rule_tables import Tables

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


def has_mortgages(t: Tables) -> bool:
    """Return True if any deed brings money when it is mortgaged."""
    return any(t.loan[q] > 0 for q in range(t.spaces))


def _has_building_loans(t: Tables) -> bool:
    return t.o_loans_building > 0


def _has_interest(t: Tables) -> bool:
    return has_mortgages(t) or _has_building_loans(t)


def _has_fight(t: Tables) -> bool:
    return t.bosses > 0


def _has_coins(t: Tables) -> bool:
    return t.characters > 0


def _has_casino(t: Tables) -> bool:
    return t.reel_sides > 0


def _has_policies(t: Tables) -> bool:
    return t.o_basic_income > 0 or t.o_taxes_to != option_value.TAXES_TO_BANK or space_kind.FOUNDATION in t.kind


def _has_damage(t: Tables) -> bool:
    return t.damages > 0


def _has_detours(t: Tables) -> bool:
    return t.o_detour > 0


ALL = (
    Account("cash", 1000, ASSET),
    Account("receivables", 1100, ASSET),
    Account("deeds_in_transit", 1200, ASSET, INVESTING),
    Account("deeds", 1300, ASSET, INVESTING),
    Account("houses", 1400, ASSET, INVESTING, _has_buildings),
    Account("hotels", 1410, ASSET, INVESTING, _has_buildings),
    Account("accumulated_depreciation", 1490, ASSET, INVESTING, _has_buildings),
    Account("mortgage_loans", 1500, ASSET, INVESTING, has_mortgages),
    Account("redemptions_receivable", 1510, ASSET, INVESTING, has_mortgages),
    Account("loans_granted", 1520, ASSET, INVESTING, _has_building_loans),
    Account("payables", 2000, LIABILITY),
    Account("mortgages", 2100, LIABILITY, FINANCING, has_mortgages),
    Account("redemptions_payable", 2110, LIABILITY, FINANCING, has_mortgages),
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
    Account("damage_income", 4070, REVENUE, OPERATING, _has_damage),
    Account("detour_income", 4080, REVENUE, OPERATING, _has_detours),
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
    Account("detour_expense", 5080, EXPENSE, OPERATING, _has_detours),
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
# have entries of their own (`journal_entries`), which use these for the side of the bank.
SIDES = MappingProxyType(
    {
        payment_cause.NONE: OTHER,
        payment_cause.START_CASH: ("money_issued", "capital"),
        payment_cause.POT_SETUP: ("money_issued", "capital"),
        payment_cause.SALARY: ("salary_expense", "salary_income"),
        payment_cause.GO_BONUS: ("salary_expense", "salary_income"),
        payment_cause.PURCHASE: ("deeds_in_transit", "deed_sales"),
        payment_cause.AUCTION: ("deeds_in_transit", "deed_sales"),
        payment_cause.DEAL: ("deeds_in_transit", "deed_sales"),
        payment_cause.RENT: ("rent_expense", "rent_income"),
        payment_cause.TAX: ("tax_expense", "tax_income"),
        payment_cause.TAX_OFFICE: ("tax_expense", "tax_income"),
        payment_cause.CARD: ("card_expense", "card_income"),
        payment_cause.JAIL_FINE: ("fine_expense", "fine_income"),
        payment_cause.TAX_OFFICE_FINE: ("fine_expense", "fine_income"),
        payment_cause.FINE_TURN: ("fine_expense", "fine_income"),
        payment_cause.FINE_MOVE: ("fine_expense", "fine_income"),
        payment_cause.FINE_DICE: ("fine_expense", "fine_income"),
        payment_cause.STAKE: ("stakes_expense", "stakes_income"),
        payment_cause.CASINO_WIN: ("winnings_expense", "winnings_income"),
        payment_cause.JACKPOT: ("winnings_expense", "winnings_income"),
        payment_cause.BUILDING: ("houses", "building_sales"),
        payment_cause.BUILDING_SALE: ("buildings_bought_back", "houses"),
        payment_cause.MORTGAGE: ("mortgage_loans", "mortgages"),
        payment_cause.REDEMPTION: ("interest_expense", "interest_income"),
        payment_cause.TRANSFER_FEE: ("interest_expense", "interest_income"),
        payment_cause.TRADE: ("deeds", "deeds"),
        payment_cause.BANKRUPTCY: ("given_up", "inherited"),
        payment_cause.PARKING: ("pot_expense", "pot_income"),
        payment_cause.DEED_SALE: ("deeds_bought_back", "deeds"),
        payment_cause.COINS: ("coins_expense", "coins_income"),
        payment_cause.HANDFUL: ("coins_expense", "coins_income"),
        payment_cause.THWOMP: ("coins_expense", "coins_income"),
        payment_cause.POWER: ("coins_expense", "coins_income"),
        payment_cause.STAR: ("coins_expense", "coins_income"),
        payment_cause.FIGHT: ("boss_expense", "boss_income"),
        payment_cause.REWARD: ("boss_expense", "boss_income"),
        payment_cause.DAMAGE: ("rent_expense", "damage_income"),
        payment_cause.DETOUR: ("detour_expense", "detour_income"),
        payment_cause.RENT_TAX: ("tax_expense", "tax_income"),
        payment_cause.WEALTH_TAX: ("tax_expense", "tax_income"),
        payment_cause.INCOME_TAX: ("tax_expense", "tax_income"),
        payment_cause.DIVIDEND: ("transfers_expense", "transfers_income"),
        payment_cause.BASIC_INCOME: ("transfers_expense", "transfers_income"),
        payment_cause.LOAN: ("loans_granted", "bank_loans"),
        payment_cause.LOAN_REPAID: ("bank_loans", "loans_granted"),
        payment_cause.LOAN_INTEREST: ("interest_expense", "interest_income"),
        payment_cause.GRANT: ("transfers_expense", "transfers_income"),
    }
)


def accounts_of(t: Tables) -> tuple[Account, ...]:
    """Return the accounts that games on a board can need, by number."""
    return tuple(each for each in ALL if each.needed(t))


def holders_of(t: Tables) -> tuple[int, ...]:
    """Return who holds money on a board besides the players: the bank, and the pots and heaps that it has."""
    present = {
        payer_account.PARKING: t.o_free_parking_pot > 0,
        payer_account.JACKPOT: _has_casino(t),
        payer_account.BOARD: _has_coins(t),
        payer_account.BOSS: _has_fight(t),
        payer_account.FUND: _has_policies(t),
    }
    return (payer_account.BANK, *(each for each, is_there in present.items() if is_there))


# Choices of an accountant: how buildings wear out, what the salary and the fine are

WORDS = {
    "depreciation": ("off", "straight_line"),
    "salary": ("revenue", "capital"),
    "fine": ("expense", "drawing"),
}
MOST = 1000


@dataclass(frozen=True)
class Policies:
    """Accounting policies of a ledger.

    `depreciation` "off", or "straight_line": houses over `house_years`, hotels over `hotel_years` of `year_rounds`
    rounds each, down to `salvage` percent of their cost, from the round after the purchase on. `salary` "revenue"
    (operating cash) or "capital" (financing cash). `fine`, that of jail: "expense" or the owner's "drawing".
    """

    depreciation: str = "off"
    salary: str = "revenue"
    fine: str = "expense"
    house_years: int = 15
    hotel_years: int = 20
    year_rounds: int = 12
    salvage: int = 10

    def __post_init__(self) -> None:
        for name, words in WORDS.items():
            value = getattr(self, name)
            if value not in words:
                text = say("ledger.policy_word", policy=name, value=quoted(value))
                raise LedgerError(text + hint(str(value), words))
        for name, least, most in (
            ("house_years", 1, MOST),
            ("hotel_years", 1, MOST),
            ("year_rounds", 1, MOST),
            ("salvage", 0, 100),
        ):
            value = getattr(self, name)
            if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
                text = say("ledger.policy_number", policy=name, value=quoted(value), least=least, most=most)
                raise LedgerError(text)

    def round_depreciation(self, is_hotel: bool, cost: Fraction | int) -> Fraction:
        """Return what a building of this cost loses in a round."""
        rounds = (self.hotel_years if is_hotel else self.house_years) * self.year_rounds
        return self.worn_in_the_end(cost) / rounds

    def worn_in_the_end(self, cost: Fraction | int) -> Fraction:
        """Return the total depreciation of an asset: cost less salvage."""
        return Fraction(cost) * (100 - self.salvage) / 100


def policies_of(given: "Policies | Mapping[str, object] | None") -> Policies:
    """Return the policies that somebody names; those left out are the usual ones.

    Raises LedgerError for an unknown policy or word, with the nearest right one.
    """
    if given is None:
        return Policies()
    if isinstance(given, Policies):
        return given
    if not isinstance(given, Mapping):
        raise LedgerError(say("ledger.policies", value=quoted(given)))
    known = [field.name for field in fields(Policies)]
    for name in given:
        if name not in known:
            raise LedgerError(say("ledger.policy", value=quoted(name)) + hint(str(name), known))
    return replace(Policies(), **given)  # type: ignore[arg-type]
