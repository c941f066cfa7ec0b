"""A referee beside the table: replays the log of an act from the position before it, by the book.

What the log tells has to be all that changed: money, deeds, buildings, mortgages, cards, tokens, who is out. On the
way each entry is looked at on its own: whether it was possible as things stood, whether the sum is the one that the
book, the board and the options name, and whether everybody who pays or is paid is still in the game.
"""

from collections.abc import Callable, Sequence

from monopoly_lab.constants import (
    card_effect,
    event,
    node,
    option_value,
    payer_account,
    payment_cause,
    space_kind,
)
from monopoly_lab.editions.rule_tables import HOTEL, RENTS, Tables
from monopoly_lab.rules import State
from monopoly_lab.rules.engine import RawEvent
from monopoly_lab.rules.state_fields import BOXED

ESCAPED = -2
COMPARED = (
    *("cash", "out", "loan", "missed", "role", "at", "jail", "owner", "level", "mortgaged", "coins"),
    *("speed", "boss_of", "turn", "round", "mover", "bankruptcies"),
)
OF_LEAVERS = (event.BANKRUPT, event.DEED_MOVED, event.SOLD, event.CARD_MOVED, event.CARD_RETURNED)  # may name them
OF_ESTATES = (payment_cause.BANKRUPTCY, payment_cause.BUILDING_SALE)


class Referee:
    """Follows one act: `at` is the position as far as the log has been read."""

    def __init__(self, before: State, t: Tables) -> None:
        self.before, self.at, self.t = before, before.copy(), t
        self.sold: tuple[int, int, int] = (-1, 0, 0)  # the last sale of buildings: where, level before, level after
        self.drawn = -1  # the last card
        self.forgiven = 0  # of what is being paid
        self.left: set[int] = set()  # seats that go bankrupt in this act

    def follow(self, log: Sequence[tuple[int, int, int, int, int, int]], after: State) -> None:
        """Read the log; what it leads to has to be the position `after` the act."""
        entries = [RawEvent._make(entry) for entry in log]
        for e, following in zip(entries, [*entries[1:], None]):
            self.forgiven = following.amount if following and following.kind == event.FORGIVEN else 0
            self.check_seats(e)
            if e.kind in READ:
                READ[e.kind](self, e)
        self.at.cash[payer_account.BANK] = after.cash[payer_account.BANK]
        for name in COMPARED:
            assert getattr(self.at, name) == getattr(after, name), name
        assert [p for p in self.at.card_seat if p != BOXED] == [p for p in after.card_seat if p != BOXED]
        if after.node not in (node.OVER, node.NONE, node.CHANGE):
            assert after.out[after.actor] == 0, "asks nobody who is out of the game"

    def check_seats(self, e: RawEvent) -> None:
        """Nobody who is out of the game does anything, or is paid; whoever leaves in this act hands over the rest."""
        s = self.at
        if e.kind == event.PAID and 0 <= e.player < s.seats:
            assert 0 < e.amount <= s.cash[e.player], "pays what is there"
        named = {p for p in (e.player,) if 0 <= p < s.seats}
        gone = {p for p in named if s.out[p] != 0}
        assert gone <= self.left, "out of the game"
        if gone and e.kind not in OF_LEAVERS:
            assert e.kind == event.PAID and e.cause in OF_ESTATES, "out of the game"
        if e.kind == event.PAID and 0 <= e.other < s.seats and s.out[e.other] != 0:
            assert e.cause == payment_cause.BUILDING_SALE and e.other in self.left, "paid while out of the game"

    def paid(self, e: RawEvent) -> None:
        s = self.at
        if e.cause in SUMS:
            right = SUMS[e.cause](self, e)
            limited = e.player == payer_account.BANK and self.t.o_bank_limit != 0
            assert right is None or e.amount + self.forgiven == right or (limited and e.amount < right), (
                e.cause,
                right,
            )
        s.cash[e.player] -= e.amount
        s.cash[e.other] += e.amount
        if e.other == payer_account.BOARD:
            s.coins[e.space] += e.amount
        if e.player == payer_account.BOARD:
            s.coins[e.space] -= e.amount
        if e.cause == payment_cause.LOAN:
            s.loan[e.other] += e.amount
        if e.cause == payment_cause.SALARY:
            s.loan[e.other] = 0  # is called in

    def deed_moved(self, e: RawEvent) -> None:
        assert self.at.owner[e.space] == e.other != e.player
        assert e.player < 0 or self.at.out[e.player] == 0
        self.at.owner[e.space] = e.player

    def built(self, e: RawEvent) -> None:
        s = self.at
        assert s.owner[e.space] == e.player and s.mortgaged[e.space] == 0
        assert e.amount in (s.level[e.space] + 1, HOTEL)
        s.level[e.space] = e.amount

    def sold_building(self, e: RawEvent) -> None:
        s = self.at
        assert s.owner[e.space] == e.player and s.level[e.space] == abs(e.cause) > e.amount
        self.sold = (e.space, s.level[e.space], e.amount)
        s.level[e.space] = e.amount

    def mortgaged(self, e: RawEvent) -> None:
        s = self.at
        assert s.owner[e.space] == e.player and s.mortgaged[e.space] == 0 == s.level[e.space]
        assert e.amount == self.t.loan[e.space]
        s.mortgaged[e.space] = 1

    def redeemed(self, e: RawEvent) -> None:
        assert self.at.mortgaged[e.space] == 1
        self.at.mortgaged[e.space] = 0

    def moved(self, e: RawEvent) -> None:
        s = self.at
        assert s.seat_of[e.other] == e.player and s.jail[e.other] == 0
        assert e.amount == 0 or e.space == (s.at[e.other] + e.amount) % self.t.spaces
        s.at[e.other] = e.space

    def jailed(self, e: RawEvent) -> None:
        assert self.at.seat_of[e.other] == e.player and e.space in (self.t.jail, self.t.tax_office)
        self.at.at[e.other] = e.space
        self.at.jail[e.other] = 1

    def freed(self, e: RawEvent) -> None:
        assert self.at.seat_of[e.other] == e.player and e.amount in (0, self.at.jail[e.other]) != (0, 0)
        self.at.jail[e.other] = 0

    def stayed(self, e: RawEvent) -> None:
        assert self.at.seat_of[e.other] == e.player and e.amount == self.at.jail[e.other] > 0
        self.at.jail[e.other] += 1

    def drew(self, e: RawEvent) -> None:
        self.drawn = e.other
        assert self.t.card_effect[e.other] == e.cause and self.at.card_seat[e.other] < 0
        if e.cause == card_effect.SKIP_TURN:
            self.at.missed[e.player] += 1

    def kept(self, e: RawEvent) -> None:
        assert self.at.card_seat[e.other] == -1
        self.at.card_seat[e.other] = e.player

    def card_moved(self, e: RawEvent) -> None:
        assert self.at.card_seat[e.space] == e.other
        self.at.card_seat[e.space] = e.player

    def returned(self, e: RawEvent) -> None:
        assert self.at.card_seat[e.other] == e.player
        self.at.card_seat[e.other] = -1

    def bankrupt(self, e: RawEvent) -> None:
        s = self.at
        assert s.out[e.player] == 0 and s.cash[e.player] < e.amount
        s.bankruptcies += 1
        s.out[e.player] = s.bankruptcies
        s.loan[e.player] = 0
        self.left.add(e.player)

    def turn_began(self, e: RawEvent) -> None:
        """The dice go to the next seat in play; a round ends where they come back to the first of them."""
        s = self.at
        order = [(s.mover + i) % s.seats for i in range(1, s.seats + 1)]
        passed = order[: order.index(e.player) + 1]
        assert s.out[e.player] == 0 and all(s.out[p] != 0 for p in passed[:-1])
        assert e.cause == s.turn + 1
        assert e.amount == s.round + (s.turn == 0 or s.first in passed)
        s.turn, s.round, s.mover = e.cause, e.amount, e.player

    def turn_missed(self, e: RawEvent) -> None:
        if e.cause == 0:
            self.at.missed[e.player] -= 1
            assert self.at.missed[e.player] >= 0

    def order(self, e: RawEvent) -> None:
        self.at.mover = (e.player - 1) % self.at.seats
        self.at.first = e.player

    def took_up(self, e: RawEvent) -> None:
        assert self.at.speed[e.player] == 0
        self.at.speed[e.player] = 1

    def took_role(self, e: RawEvent) -> None:
        self.at.role[e.player] = e.amount

    def beaten(self, e: RawEvent) -> None:
        assert self.t.boss_points[e.cause] == e.amount
        self.at.boss_of[e.cause] = e.player

    def escaped(self, e: RawEvent) -> None:
        self.at.boss_of[e.cause] = ESCAPED

    # What the book, the board and the options name as the sum; None where it depends on more

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
            n = 0 if t.o_stations_by == option_value.STATIONS_BY_DEED else len(held) - 1
            return min(t.rent[q * RENTS + n], t.rent_most[q])
        return None

    def basic_income(self, e: RawEvent) -> int | None:
        fromfund = self.t.o_basic_income_from != option_value.BASIC_INCOME_FROM_PRINTED
        assert e.amount <= self.t.o_basic_income
        return None if fromfund else self.t.o_basic_income


READ: dict[int, Callable[[Referee, RawEvent], None]] = {
    event.PAID: Referee.paid,
    event.DEED_MOVED: Referee.deed_moved,
    event.BUILT: Referee.built,
    event.SOLD: Referee.sold_building,
    event.MORTGAGED: Referee.mortgaged,
    event.REDEEMED: Referee.redeemed,
    event.MOVED: Referee.moved,
    event.JAILED: Referee.jailed,
    event.FREED: Referee.freed,
    event.STAYED: Referee.stayed,
    event.DREW: Referee.drew,
    event.CARD_KEPT: Referee.kept,
    event.CARD_MOVED: Referee.card_moved,
    event.CARD_RETURNED: Referee.returned,
    event.BANKRUPT: Referee.bankrupt,
    event.TURN_BEGAN: Referee.turn_began,
    event.TURN_MISSED: Referee.turn_missed,
    event.ORDER: Referee.order,
    event.TOOK_UP: Referee.took_up,
    event.ROLE_TAKEN: Referee.took_role,
    event.BEATEN: Referee.beaten,
    event.ESCAPED: Referee.escaped,
}
SUMS: dict[int, Callable[[Referee, RawEvent], int | None]] = {
    payment_cause.PURCHASE: Referee.price,
    payment_cause.DEAL: Referee.price,
    payment_cause.SALARY: Referee.salary,
    payment_cause.GO_BONUS: Referee.bonus,
    payment_cause.BUILDING: Referee.building,
    payment_cause.BUILDING_SALE: Referee.sale,
    payment_cause.MORTGAGE: Referee.loan_on_deed,
    payment_cause.REDEMPTION: Referee.redemption,
    payment_cause.TRANSFER_FEE: Referee.fee,
    payment_cause.TAX: Referee.tax,
    payment_cause.JAIL_FINE: Referee.jail_fine,
    payment_cause.TAX_OFFICE_FINE: Referee.office_fine,
    payment_cause.FINE_TURN: Referee.fine,
    payment_cause.FINE_MOVE: Referee.fine,
    payment_cause.FINE_DICE: Referee.fine,
    payment_cause.BANKRUPTCY: Referee.all_cash,
    payment_cause.PARKING: Referee.all_cash,
    payment_cause.RENT: Referee.rent,
    payment_cause.BASIC_INCOME: Referee.basic_income,
}
