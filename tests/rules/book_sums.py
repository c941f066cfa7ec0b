"""What the book, the board and the options name as the sum of a payment; None where it depends on more."""

from collections.abc import Callable

from monopoly_lab.constants import card_effect, node, option_value, payment_cause, space_kind
from monopoly_lab.editions.rule_tables import HOTEL, RENTS, Tables
from monopoly_lab.rules import State
from monopoly_lab.rules.agenda import RawEvent

OF_ONE_SUM = (
    *(card_effect.COLLECT, card_effect.PAY, card_effect.PAY_EACH, card_effect.COLLECT_EACH),
    card_effect.BANK_PAYS_EACH,
)


class BookSums:
    """The sums of one act; `at` is the position as far as its log has been read."""

    before: State
    at: State
    t: Tables
    sold: tuple[int, int, int]  # the last sale of buildings: where, level before, level after
    drawn: int  # the last card; -1: none

    def percent(self, x: int, percent: int) -> int:
        """Rounded up, down, or to the nearest with halves up."""
        whole, rest = divmod(x * percent, 100)
        by = self.t.o_rounding
        up = rest > 0 if by == option_value.ROUNDING_UP else rest >= 50 and by != option_value.ROUNDING_DOWN
        return whole + up

    def price(self, e: RawEvent) -> int:
        return self.t.price[e.space]

    def salary(self, e: RawEvent) -> int | None:
        return None if self.t.o_salary_progressive else self.t.salary_of[e.other]

    def building(self, e: RawEvent) -> int:
        if self.before.node in (node.PLACE, node.BID):  # what was bid for it
            return self.before.bid if self.before.node == node.PLACE else e.amount
        return self.t.hotel_cost[e.space] if self.at.level[e.space] == HOTEL else self.t.house_cost[e.space]

    def sale(self, e: RawEvent) -> int:
        """A share of the price of each building; of a hotel that is cleared the houses before it as well."""
        q, had, has = self.sold
        t, percent = self.t, self.t.o_sell_price
        assert q == e.space
        if had < HOTEL:
            return (had - has) * self.percent(t.house_cost[q], percent)
        houses = has or self.houses_before_hotel(e.other)
        rest = 0 if has else self.percent(t.house_cost[q] * houses, percent)
        return self.percent(t.hotel_cost[q], percent) + rest

    def houses_before_hotel(self, p: int) -> int:
        monopolist = self.t.o_roles_sides != 0 and self.at.role[p] == 1
        return self.t.o_roles_houses if monopolist else self.t.o_build_even_maximum

    def loan_on_deed(self, e: RawEvent) -> int:
        return self.t.loan[e.space]

    def redemption(self, e: RawEvent) -> int:
        printed = self.t.printed_redemption[e.space] if self.t.o_redeem == option_value.REDEEM_PRINTED else 0
        return printed or self.t.loan[e.space] + self.percent(self.t.loan[e.space], self.t.o_redeem_percent)

    def fee(self, e: RawEvent) -> int:
        by_price = self.t.o_transfer_mortgaged_base == option_value.TRANSFER_MORTGAGED_BASE_PRICE
        return self.percent((self.t.price if by_price else self.t.loan)[e.space], self.t.o_redeem_percent)

    def tax(self, e: RawEvent) -> int | None:
        return None if self.t.tax_percent[e.space] else self.t.tax[e.space]

    def jail_fine(self, e: RawEvent) -> int:
        return self.t.o_jail_exit_fine

    def office_fine(self, e: RawEvent) -> int:
        return self.t.o_tax_admin_fine

    def fine(self, e: RawEvent) -> int:
        return self.t.o_fines

    def all_cash(self, e: RawEvent) -> int:
        return self.at.cash[e.player]

    def bonus(self, e: RawEvent) -> int:
        assert self.at.at.count(self.t.go) and e.space == self.t.go
        return self.t.o_salary_stop_bonus

    def rent(self, e: RawEvent) -> int | None:
        """Of a street, a station and a utility, where nothing is taken from it and it falls due at once."""
        s, t, q = self.at, self.t, e.space
        debt = self.before.node == node.DEBT
        late = t.o_rent_claim != option_value.RENT_CLAIM_AUTOMATIC or t.o_detour or t.damages or t.withheld
        if debt or late or t.o_roles_sides or self.before.node == node.CARD or self.drawn >= 0:
            return None
        assert s.owner[q] == e.other and s.mortgaged[q] == 0 and s.owner[q] != e.player
        group = [m for m in range(t.spaces) if t.group[m] == t.group[q]]
        held = [m for m in group if s.owner[m] == e.other]
        if t.kind[q] == space_kind.STREET:
            x = t.rent[q * RENTS + s.level[q]]
            whole = held == group and not (t.o_rent_group_mortgaged_cancels and any(s.mortgaged[m] for m in group))
            doubled = whole and not (s.level[q] and t.o_rent_double_unimproved_only)
            return min(x * t.o_rent_double, t.rent_most[q]) if doubled else x
        if t.kind[q] == space_kind.STATION:
            return min(t.rent[q * RENTS + len(held) - 1], t.rent_most[q])
        return None

    def card(self, e: RawEvent) -> int | None:
        """What the card just drawn names: a sum, or one for each building of whoever pays."""
        if self.drawn < 0:
            return None
        s, t, c = self.at, self.t, self.drawn
        if t.card_effect[c] == card_effect.REPAIRS:
            levels = [s.level[q] for q in range(t.spaces) if s.owner[q] == e.player]
            hotels = levels.count(HOTEL)
            return t.card_a[c] * (sum(levels) - HOTEL * hotels) + t.card_b[c] * hotels
        return t.card_a[c] if t.card_effect[c] in OF_ONE_SUM else None

    def basic_income(self, e: RawEvent) -> int | None:
        fromfund = self.t.o_basic_income_from != option_value.BASIC_INCOME_FROM_PRINTED
        assert e.amount <= self.t.o_basic_income
        return None if fromfund else self.t.o_basic_income


# By every cause; None where the sum depends on more than the book, the board and the options.
SUMS: dict[int, Callable[[BookSums, RawEvent], int | None] | None] = {
    payment_cause.PURCHASE: BookSums.price,
    payment_cause.DEAL: BookSums.price,
    payment_cause.SALARY: BookSums.salary,
    payment_cause.GO_BONUS: BookSums.bonus,
    payment_cause.BUILDING: BookSums.building,
    payment_cause.BUILDING_SALE: BookSums.sale,
    payment_cause.MORTGAGE: BookSums.loan_on_deed,
    payment_cause.REDEMPTION: BookSums.redemption,
    payment_cause.TRANSFER_FEE: BookSums.fee,
    payment_cause.TAX: BookSums.tax,
    payment_cause.JAIL_FINE: BookSums.jail_fine,
    payment_cause.TAX_OFFICE_FINE: BookSums.office_fine,
    payment_cause.FINE_TURN: BookSums.fine,
    payment_cause.FINE_MOVE: BookSums.fine,
    payment_cause.FINE_DICE: BookSums.fine,
    payment_cause.BANKRUPTCY: BookSums.all_cash,
    payment_cause.PARKING: BookSums.all_cash,
    payment_cause.RENT: BookSums.rent,
    payment_cause.CARD: BookSums.card,
    payment_cause.BASIC_INCOME: BookSums.basic_income,
    payment_cause.NONE: None,
    payment_cause.START_CASH: None,
    payment_cause.POT_SETUP: None,
    payment_cause.AUCTION: None,
    payment_cause.TAX_OFFICE: None,
    payment_cause.STAKE: None,
    payment_cause.CASINO_WIN: None,
    payment_cause.JACKPOT: None,
    payment_cause.TRADE: None,
    payment_cause.DEED_SALE: None,
    payment_cause.COINS: None,
    payment_cause.HANDFUL: None,
    payment_cause.THWOMP: None,
    payment_cause.POWER: None,
    payment_cause.STAR: None,
    payment_cause.FIGHT: None,
    payment_cause.REWARD: None,
    payment_cause.RENT_TAX: None,
    payment_cause.WEALTH_TAX: None,
    payment_cause.INCOME_TAX: None,
    payment_cause.DIVIDEND: None,
    payment_cause.GRANT: None,
    payment_cause.LOAN: None,
    payment_cause.LOAN_REPAID: None,
    payment_cause.LOAN_INTEREST: None,
    payment_cause.DAMAGE: None,
    payment_cause.DETOUR: None,
}
