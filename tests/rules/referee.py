"""A referee beside the table: replays the log of an act from the position before it, by the book.

What the log tells has to be all that changed: money, deeds, buildings, mortgages, cards, tokens, who is out. On the
way each entry is looked at on its own: whether it was possible as things stood, whether the sum is the one that the
book, the board and the options name, and whether everybody who pays or is paid is still in the game.
"""

from collections.abc import Callable, Sequence

from book_sums import SUMS, BookSums
from table_law import Law

from monopoly_lab.constants import (
    action,
    card_effect,
    event,
    names,
    node,
    option_value,
    payer_account,
    payment_cause,
    refusal,
)
from monopoly_lab.editions.rule_tables import HOTEL, Tables
from monopoly_lab.rules import State, why_not
from monopoly_lab.rules.agenda import RawEvent
from monopoly_lab.rules.auction import HOTEL_LOT
from monopoly_lab.rules.state_fields import BOXED

ESCAPED = -2
OF_NO_SPACE = (
    payment_cause.WEALTH_TAX,
    payment_cause.INCOME_TAX,
    payment_cause.DIVIDEND,
    payment_cause.BASIC_INCOME,
    payment_cause.TRADE,
)
SALES = (action.SELL, action.SELL_GROUP, action.CLEAR, action.MORTGAGE, action.SELL_DEED)
COMPARED = (
    *("cash", "out", "loan", "missed", "role", "at", "jail", "owner", "level", "mortgaged", "coins"),
    *("speed", "boss_of", "turn", "round", "mover", "bankruptcies", "built", "dice", "answers", "count", "winner"),
    *("houses", "hotels", "resting", "debt"),
)
FLAGS = (
    *("waiting", "passed", "unseen", "mortgaged", "speed", "swapped", "turn_over", "resting", "boss_due", "agreed"),
    *("offer_deed", "offer_card"),  # 0, 1 or 2: no side, or one of the two
)
AT_LEAST_0 = (
    *("bid", "minimum", "debt", "debt_given", "offer_give", "offer_ask", "offer_value", "offers", "want", "stake"),
    *("claims", "claim", "claim_seat", "claim_space", "claim_owner", "claim_rent", "way", "coins", "passed_coins"),
    *("steps", "face", "late_face", "late_token", "throws", "doubles", "thrown", "missed", "loan", "jail", "level"),
    *("known", "poll", "polled", "stage", "depth", "purpose", "deck", "token", "spun", "spins", "pile", "at"),
)
SEATS_OR_NOBODY = ("leader", "offer_from", "offer_to", "asker", "winner", "owner", "actor")
OF_LEAVERS = (event.BANKRUPT, event.DEED_MOVED, event.SOLD, event.CARD_MOVED, event.CARD_RETURNED)  # may name them
OF_ESTATES = (payment_cause.BANKRUPTCY, payment_cause.BUILDING_SALE)


def numbers(s: State, name: str) -> list[int]:
    """Return a field of a position as a list."""
    field = getattr(s, name)
    return field if isinstance(field, list) else [field]


class Referee(BookSums):
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
            if e.kind in NAMED:
                named = (e.player, e.other, e.space, e.amount)
                assert named == tuple(is_ if is_ is not None else x for is_, x in zip(NAMED[e.kind](self, e), named)), e
            if e.kind in READ:
                READ[e.kind](self, e)
        self.at.cash[payer_account.BANK] = after.cash[payer_account.BANK]
        self.at.answers += 1
        for name in COMPARED:
            assert getattr(self.at, name) == getattr(after, name), name
        self.check_ranges(after)
        self.check_bidders(after)
        assert after.node != node.OVER or after.actor == -1
        if entries and entries[-1].kind in LEFT:
            kept, said = LEFT[entries[-1].kind](after, entries[-1])
            assert kept == said, entries[-1]
        if entries and entries[-1].kind == event.AUCTION_OPENED:
            self.check_opened(after, {e.player for e in entries if e.kind == event.DECLINED})
        if entries and entries[-1].kind == event.TURN_BEGAN:  # nothing is left of the turn before
            assert not any((after.steps, after.face, after.throws, after.doubles, after.turn_over, after.boss_due))
        if after.node == node.DEBT:
            self.check_debtor(after, after.actor)
        if after.node == node.BOSS:
            assert after.passed == self.at.passed, "who is still in the fight"
        self.check_offer(entries, after)
        self.check_turn_goes_on({e.kind for e in entries}, after)
        kept = [
            (p, now) for p, now in zip(self.at.card_seat, after.card_seat) if now != BOXED
        ]  # the box is told nowhere
        assert all(p == now for p, now in kept)
        if after.node not in (node.OVER, node.NONE, node.CHANGE):
            assert after.out[after.actor] == 0, "asks nobody who is out of the game"

    def check_offer(self, entries: list[RawEvent], after: State) -> None:
        """An offer is put to the other seat, and counted."""
        if entries and entries[-1].kind == event.PROPOSED:
            e = entries[-1]
            assert (after.node, after.actor, after.asker) == (node.ANSWER, e.other, -1 if e.cause else e.player)
            assert after.offers[e.player] == self.before.offers[e.player] + 1

    def check_turn_goes_on(self, kinds: set[int], after: State) -> None:
        """The ruin of another ends no turn."""
        ends = {event.JAILED, event.STAYED, event.TURN_BEGAN, event.OVER}
        if self.left and self.before.mover not in self.left and not kinds & ends:
            assert after.turn_over == self.before.turn_over

    def check_ranges(self, s: State) -> None:
        """Every field holds what it says (`rules/state_fields.py`)."""
        t = self.t
        for name in FLAGS:
            found, highest = numbers(s, name), 2 if name.startswith("offer") else 1
            assert min(found, default=0) >= 0 and max(found, default=0) <= highest, name
        for name in AT_LEAST_0:
            assert min(numbers(s, name), default=0) >= 0, name
        for name in SEATS_OR_NOBODY:
            found = numbers(s, name)
            assert min(found, default=0) >= -1 and max(found, default=0) < s.seats, name
        assert s.poll <= s.seats and s.spins <= 3 and s.doubles <= s.throws and s.face <= t.third_faces
        assert all(x <= t.o_move_sides for x in s.dice[:2]) and all(x <= t.reel_sides for x in s.spun)
        assert all(-1 <= x < max(t.characters, 1) for x in (*s.character, *s.team))

    def check_debtor(self, s: State, p: int) -> None:
        """Bankrupt may go, in whosever turn it is, who cannot raise the sum by selling all buildings and deeds."""
        t, estate = self.t, [q for q in range(self.t.spaces) if s.owner[q] == p]
        worth = s.cash[p] + sum(self.brings(s, q) for q in estate)
        sells = any(why_not(s, t, p, v, q, -1) == refusal.NONE for v in SALES for q in estate)
        can_pay = s.cash[p] >= s.debt or (worth >= s.debt and sells)
        may_leave = why_not(s, t, p, action.BANKRUPT, -1, -1) == refusal.NONE
        assert may_leave == (not can_pay and t.o_bankrupt_when_forgiven == 0)
        assert t.o_bankrupt_when_forgiven == 0 or sells or s.cash[p] >= s.debt, "is forgiven at once"

    def brings(self, s: State, q: int) -> int:
        """What the bank gives for a deed and its buildings."""
        t, percent = self.t, self.t.o_sell_price
        deed = 0 if s.mortgaged[q] else max(t.loan[q], self.percent(t.price[q], t.o_debt_property_deeds_to_bank))
        if s.level[q] < HOTEL:
            return deed + s.level[q] * self.percent(t.house_cost[q], percent)
        houses = self.percent(t.house_cost[q] * self.houses_before_hotel(s.owner[q]), percent)
        return deed + self.percent(t.hotel_cost[q], percent) + houses

    def check_opened(self, after: State, declined: set[int]) -> None:
        """All may bid for a deed that comes up, but who is out, held where that silences, or did not want to buy it."""
        s, t = self.at, self.t
        barred = {p for p in range(s.seats) if s.out[p]}
        if after.lot < 0:
            self.check_building_auction(after)
        if t.o_jail_rights_auction == 0:
            barred |= {p for p in range(s.seats) if s.jail[s.seat_of.index(p)]}
        if t.o_auction_decliner_may_bid == 0:
            barred |= declined
        if after.lot >= 0 and after.node == node.BID and t.o_deed_cap == 0:
            assert {p for p in range(s.seats) if after.passed[p]} == barred

    def check_building_auction(self, s: State) -> None:
        """One of the last buildings, among all who want one, as long as more are wanted than are left."""
        law, hotels = Law(s, self.t), s.lot == HOTEL_LOT
        left = s.hotels if hotels else s.houses
        assert {p for p in range(s.seats) if not s.passed[p]} == {p for p in range(s.seats) if s.want[p]}
        assert not any(s.want[p] for p in range(s.seats) if s.out[p])
        assert sum(s.want) > left > 0 and len([n for n in s.want if n]) > 1
        assert s.minimum == law.lowest_price(hotels) and s.bid == 0 and s.leader == -1

    def check_bidders(self, after: State) -> None:
        """Of an auction that goes on, the next seat is asked that is still in it, to the left of the last bidder."""
        before = self.before
        if (
            before.node == after.node == node.BID
            and after.lot == before.lot
            and sum(after.passed) >= sum(before.passed)
        ):
            order = [(before.actor + i) % after.seats for i in range(1, after.seats + 1)]
            if before.actor != after.actor:
                assert after.actor == next(p for p in order if after.passed[p] == 0)
                assert all(after.passed[p] for p in range(after.seats) if after.out[p])

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

    def due(self, e: RawEvent) -> int | None:
        """What has to be paid: of an open debt what property has left of it, else the sum by the book."""
        s = self.at
        if s.debt and (e.space, e.cause) == (s.debt_space, s.debt_cause):
            rest, s.debt = s.debt, 0
            return rest
        by_book = SUMS[e.cause]
        return by_book(self, e) if by_book else None

    def owed(self, e: RawEvent) -> None:
        """A debt is the whole sum by the book."""
        s = self.at
        assert s.debt == 0
        right = self.due(e)
        assert right in (None, e.amount), f"{names(payment_cause)[e.cause]}: {e.amount} is owed; {right} is due"
        s.debt, s.debt_space, s.debt_cause = e.amount, e.space, e.cause

    def accepted(self, e: RawEvent) -> None:
        """Property toward a debt counts for the sum that was offered."""
        self.at.debt -= e.cause
        assert self.at.debt >= 0

    def forgave(self, e: RawEvent) -> None:
        self.at.debt = 0

    def paid(self, e: RawEvent) -> None:
        s = self.at
        right = self.due(e)
        if right is not None:
            limited = e.player == payer_account.BANK and self.t.o_bank_limit != 0
            is_right = e.amount + self.forgiven == right or (limited and e.amount < right)
            assert is_right, (
                f"{names(payment_cause)[e.cause]}: {e.amount} was paid; by tests/rules/book_sums.py {right} is due"
            )
        assert e.cause not in OF_NO_SPACE or e.space == -1
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

    def turned(self, e: RawEvent) -> None:
        """A boss: whoever has a character that is free may fight."""
        s = self.at
        for p in range(s.seats):
            free = [k for k in range(s.tokens) if s.seat_of[k] == p and s.jail[k] == 0]
            s.passed[p] = int(s.out[p] != 0 or not free)

    def let_pass(self, e: RawEvent) -> None:
        assert self.at.passed[e.player] == 0
        self.at.passed[e.player] = 1

    def rested(self, e: RawEvent) -> None:
        s = self.at
        k = next(k for k in range(s.tokens) if s.seat_of[k] == e.player and s.character[k] == e.other)
        assert s.resting[k] == 0 and s.at[k] == e.space
        s.resting[k] = 1

    def next_to_act(self, p: int) -> int:
        """The token that begins a turn: of those whose card does not lie, a prisoner before the others."""
        s = self.at
        own = [k for k in range(s.tokens) if s.seat_of[k] == p]
        if len(own) > 1 and all(s.resting[k] for k in own):
            for k in own:
                s.resting[k] = 0
        ready = [k for k in own if not s.resting[k]]
        return next((k for k in ready if s.jail[k] and len(own) > 1), ready[0])

    def deed_moved(self, e: RawEvent) -> None:
        assert self.at.owner[e.space] == e.other != e.player
        assert e.player < 0 or self.at.out[e.player] == 0
        self.at.owner[e.space] = e.player

    def built(self, e: RawEvent) -> None:
        s = self.at
        assert s.owner[e.space] == e.player and s.mortgaged[e.space] == 0
        assert e.amount in (s.level[e.space] + 1, HOTEL)
        s.built[e.player] += 1
        self.exchange(e.space, e.amount)

    def exchange(self, q: int, level: int) -> None:
        """Buildings between the bank and the site, which has so many from now on."""
        s = self.at
        for given, sign in ((s.level[q], 1), (level, -1)):
            if given == HOTEL:
                s.hotels += sign
            else:
                s.houses += sign * given
        s.level[q] = level

    def rolled(self, e: RawEvent) -> None:
        self.at.dice = [e.other, e.space, *self.at.dice[2:]]
        self.at.dice[2] = max(e.amount - e.other - e.space, 0)
        assert e.amount >= e.other + e.space
        self.at.count[0] += 1

    def showed(self, e: RawEvent) -> None:
        if self.t.o_speed_die != option_value.SPEED_DIE_NONE:
            self.at.dice[2] = e.amount

    def spun(self, e: RawEvent) -> None:
        self.at.count[10] += 1

    def dealt(self, e: RawEvent) -> None:
        self.at.count[11] += 1

    def way_drawn(self, e: RawEvent) -> None:
        self.at.count[12] += 1

    def over(self, e: RawEvent) -> None:
        assert e.player < 0 or self.at.out[e.player] == 0
        self.at.winner = e.player

    def sold_building(self, e: RawEvent) -> None:
        s = self.at
        assert s.owner[e.space] == e.player and s.level[e.space] == abs(e.cause) > e.amount
        self.sold = (e.space, s.level[e.space], e.amount)
        self.exchange(e.space, e.amount)

    def mortgaged(self, e: RawEvent) -> None:
        s = self.at
        assert s.owner[e.space] == e.player and s.mortgaged[e.space] == 0 == s.level[e.space]
        assert e.amount == self.t.loan[e.space]
        s.mortgaged[e.space] = 1

    def redeemed(self, e: RawEvent) -> None:
        assert self.at.mortgaged[e.space] == 1
        owner = self.at.owner[e.space]
        if e.player < 0:
            assert owner == -1 and e.other in self.left, "the bank has it of a bankrupt"
        elif owner != e.player:
            assert owner == -1 and e.player == self.before.actor and self.before.node == node.DEBT, "settled with it"
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
        self.at.count[1 + self.before.deck] += 1
        held = self.at.card_seat[e.other] >= 0
        again = self.t.o_decks == option_value.DECKS_REPLACEMENT and e.cause != card_effect.FOR_TOKEN
        assert self.t.card_effect[e.other] == e.cause and (not held or again)
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
        s.debt = 0
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
        assert e.space == s.at[self.next_to_act(e.player)]
        s.built = [0] * len(s.built)

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


READ: dict[int, Callable[[Referee, RawEvent], None]] = {
    event.PAID: Referee.paid,
    event.DEBT: Referee.owed,
    event.ACCEPTED: Referee.accepted,
    event.FORGIVEN: Referee.forgave,
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
    event.ROLLED: Referee.rolled,
    event.SHOWED: Referee.showed,
    event.SPUN: Referee.spun,
    event.DEALT: Referee.dealt,
    event.WAY_DRAWN: Referee.way_drawn,
    event.OVER: Referee.over,
    event.TURNED: Referee.turned,
    event.LET_PASS: Referee.let_pass,
    event.RESTED: Referee.rested,
}


def where_token_stands(r: Referee) -> int:
    """The space of the token that moves."""
    return r.at.at[r.at.token]


def money_of_offer(r: Referee) -> int:
    return r.before.offer_give - r.before.offer_ask


# Player, other, space, amount, as `constants/event.py` says what they mean; None: anything, or looked at elsewhere.
NAMED: dict[int, Callable[[Referee, RawEvent], tuple[int | None, int | None, int | None, int | None]]] = {
    event.STARTED: lambda r, e: (-1, -1, -1, r.at.seats),
    event.ROLLED: lambda r, e: (r.before.actor, None, None, None),
    event.SHOWED: lambda r, e: (r.before.actor, -1, -1, None),
    event.DREW: lambda r, e: (r.before.actor, None, where_token_stands(r), 0),
    event.SPUN: lambda r, e: (r.before.actor, r.before.spins, where_token_stands(r), None),
    event.DECLINED: lambda r, e: (r.before.actor, -1, r.before.lot, r.t.price[r.before.lot]),
    event.AGREED: lambda r, e: (r.before.actor if r.before.node == node.AGREE else None, -1, -1, 0),
    event.SEALED: lambda r, e: (r.before.actor, -1, r.before.lot, 0),
    event.UNSOLD: lambda r, e: (-1, -1, None, 0),
    event.DEALT: lambda r, e: (r.before.actor, -1, None, r.t.price[e.space]),
    event.VISITED: lambda r, e: (r.before.mover, -1, where_token_stands(r), 0),
    event.TAXED: lambda r, e: (r.before.actor, -1, where_token_stands(r), None),
    event.PROPOSED: lambda r, e: (r.before.offer_from, r.before.offer_to, -1, money_of_offer(r)),
    event.REFUSED: lambda r, e: (r.before.actor, r.before.offer_from, -1, 0),
    event.ACCEPTED: lambda r, e: (
        (payer_account.BANK if e.player == payer_account.BANK else r.before.actor),
        r.before.offer_from,
        -1,
        money_of_offer(r),
    ),
    event.RENT_OPEN: lambda r, e: (r.before.mover, r.at.owner[e.space], where_token_stands(r), 0),
    event.WANTED: lambda r, e: (r.before.actor, -1, r.before.lot, None),
    event.DISAGREED: lambda r, e: (r.before.actor, -1, -1, 0),
    event.CALLED: lambda r, e: (-1, -1, -1, 0),
    event.TURNED: lambda r, e: (r.before.mover, -1, -1, r.t.boss_price[e.cause]),
    event.ESCAPED: lambda r, e: (-1, -1, -1, r.t.boss_points[e.cause]),
    event.LATE: lambda r, e: (r.before.mover, -1, None, None),
    event.TRIPLE: lambda r, e: (r.before.mover, -1, -1, r.at.dice[0]),
    event.ADVANCED: lambda r, e: (r.at.seat_of[e.other], r.before.token, None, None),
    event.JAILED: lambda r, e: (None, None, None, 0),
    event.FREED: lambda r, e: (None, None, r.at.at[e.other], None),
    event.STAYED: lambda r, e: (None, None, r.at.at[e.other], None),
    event.TURN_MISSED: lambda r, e: (r.at.mover, -1, None, 0),
}

# What is left in the position of the last entry of an act, beside what the entry says.
LEFT: dict[int, Callable[[State, RawEvent], tuple[object, object]]] = {
    event.AUCTION_OPENED: lambda s, e: ((s.lot, s.minimum, s.bid, s.leader), (e.space, e.amount, 0, -1)),
    event.BID: lambda s, e: ((s.lot, s.bid, s.leader), (e.space, e.amount, e.player)) if s.node == node.BID else (0, 0),
    # Whoever wins a building and has no site for it any more ends the auction: the lot is what it was before it.
    event.PASSED: lambda s, e: ((s.lot if s.node == node.BID else e.space, s.passed[e.player]), (e.space, 1)),
    event.WANTED: lambda s, e: (s.want[e.player], e.amount),
    event.AGREED: lambda s, e: (s.agreed[e.player], 1),
    event.SPUN: lambda s, e: ((s.spun[e.other], s.spins), (e.amount, e.other + 1)),
    event.DEBT: lambda s, e: (
        (s.node, s.actor, s.debt, s.debt_space, s.debt_cause),
        (node.DEBT, e.player, e.amount, e.space, e.cause),
    ),
    event.RENT_OPEN: lambda s, e: (
        (s.claim_seat[s.claims - 1], s.claim_owner[s.claims - 1], s.claim_space[s.claims - 1]),
        (e.player, e.other, e.space),
    ),
    event.REFUSED: lambda s, e: ((s.offer_from, s.offer_to, s.offer_value), (-1, -1, 0)),
}
