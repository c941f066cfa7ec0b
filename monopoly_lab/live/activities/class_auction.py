"""Auction: the class bids for deeds whose value was dealt to the phones; bids, revenue and efficiency beside theory."""

import random
from collections.abc import Sequence
from typing import Any

from monopoly_lab.economics.auction_theory import ENGLISH, FIRST
from monopoly_lab.economics.repeated_games import luck_of
from monopoly_lab.live import page_blocks as blocks
from monopoly_lab.live.activity import Answer, FormField, whole_number
from monopoly_lab.live.auction_lots import (
    COMMON_HIGH,
    COMMON_LOW,
    ERROR,
    HIGHEST,
    Lot,
    Sale,
    equilibrium_bid,
    theory_price,
)
from monopoly_lab.live.auction_results import IN_TURN, AuctionResults
from monopoly_lab.live.page_blocks import Block, Blocks

ALL = "all"  # formats: sealed bids at the first price, then at the second price, then rising bids
PRIVATE, COMMON = "private", "common"
STEPS = 40  # raises from the first price to the highest that a clock reaches


class ClassAuction(AuctionResults):
    """Auctions of deeds in groups that are mixed anew for each round.

    Who does not bid in time takes no part in that round. Equal highest bids are decided by lot. A late comer bids from
    the next round on. A seat that a strategy plays bids as in equilibrium. The time of the first round of a format runs
    from when the teacher says so: until then all read its rules.
    """

    NAME = "auction"
    MINUTES = 15
    LEAST = 2
    OPTIONS = (
        FormField("format", ALL, among=(ALL, *IN_TURN)),
        FormField("values", PRIVATE, among=(PRIVATE, COMMON)),
        FormField("size", 4, low=2, high=30),
        FormField("rounds", 3, low=1, high=20),
        FormField("seconds", 45, low=0, high=600),
        FormField("tempo", 1.5, low=0.5, high=10),
    )

    def set_up(self, now: float) -> None:
        chosen = str(self.options["format"])
        self.formats = [by for by in (IN_TURN if chosen == ALL else (chosen,)) for _ in range(self.options["rounds"])]
        self.is_common = self.options["values"] == COMMON
        self.round = 0
        self.computers: set[int] = set()
        self.sales = []
        self._deal(now)

    def _deal(self, now: float) -> None:
        """Begin a round: groups, values, and the time."""
        order = list(self.seats)
        random.Random(f"{self.seed}/groups/{self.round}").shuffle(order)
        n = max(1, len(order) // int(self.options["size"]))
        self.lots = [self._lot(number, tuple(order[number::n])) for number in range(n)]
        self.lot_of = {seat: lot for lot in self.lots for seat in lot.bidders}
        self.bids: dict[int, int] = {}
        self.price = self.step if self.by == ENGLISH else 0
        self.is_open = True
        self.touched = None
        self.until = float(self.options["seconds"])
        is_new = self.round == 0 or self.formats[self.round - 1] != self.by
        self.is_running = not is_new or not (self.until or self.by == ENGLISH)
        self._set_clock(now)

    def _lot(self, number: int, bidders: tuple[int, ...]) -> Lot:
        luck = luck_of(self.seed, "lot", self.round, number)
        if not self.is_common:
            values = {seat: luck.randint(1, HIGHEST) for seat in sorted(bidders)}
            return Lot(bidders, values, values)
        value = luck.randint(COMMON_LOW, COMMON_HIGH)
        estimates = {seat: max(1, round(luck.gauss(value, ERROR))) for seat in sorted(bidders)}
        return Lot(bidders, estimates, dict.fromkeys(bidders, value))

    def _set_clock(self, now: float) -> None:
        seconds = float(self.options["tempo"]) if self.by == ENGLISH else self.until
        self.deadline = now + seconds if seconds and self.is_running else None

    @property
    def by(self) -> str:
        """Return the format of this round."""
        return self.formats[self.round]

    @property
    def highest(self) -> int:
        """Return the highest bid that is taken: no value can be above it, but an estimate of one can."""
        return COMMON_HIGH + 5 * ERROR if self.is_common else HIGHEST

    @property
    def step(self) -> int:
        """Return by how much the clock raises the price."""
        return self.highest // STEPS

    # Bidding

    def joined(self, seat: int, now: float) -> None:
        self.seats.append(seat)

    def hand(self, seat: int, strategy: str, now: float) -> None:
        self.computers.discard(seat)
        if strategy:
            self.computers.add(seat)

    def question(self, seat: int) -> int | None:
        if not self.is_open or seat not in self.lot_of:
            return None
        if self.by == ENGLISH and (seat in self.bids or self._is_sold(self.lot_of[seat])):
            return None
        return self.round + 1

    def waiting(self) -> list[int]:
        asked = super().waiting()
        if self.by == ENGLISH:  # a computer leaves when its limit is reached
            return [seat for seat in asked if seat not in self.computers or self.price >= self._equilibrium(seat)]
        return [seat for seat in asked if seat not in self.bids]

    def why_not(self, seat: int, answer: Answer) -> str:
        if self.by == ENGLISH:
            return "" if answer.get("leave") is True else self.word("not_now")
        bid = whole_number(answer.get("bid"))
        return "" if bid is not None and 0 <= bid <= self.highest else self.word("whole", high=self.highest)

    def apply(self, seat: int, answer: Answer, now: float) -> None:
        if self.by == ENGLISH:
            self.bids[seat] = self.price
            self.touched = set(self.lot_of[seat].bidders)
            if all(map(self._is_sold, self.lots)):
                self._close()
            return
        self.bids[seat] = whole_number(answer["bid"]) or 0
        self.touched = {seat}
        if len(self.bids) == len(self.lot_of):
            self._close()

    def computer_answer(self, seat: int) -> Answer:
        return {"leave": True} if self.by == ENGLISH else {"bid": self._equilibrium(seat)}

    def _equilibrium(self, seat: int) -> int:
        """Return the bid of theory, or the price at which to leave."""
        return round(
            equilibrium_bid(self.by, self.is_common, len(self.lot_of[seat].bidders), self.lot_of[seat].told[seat])
        )

    def _is_sold(self, lot: Lot) -> bool:
        return sum(seat not in self.bids for seat in lot.bidders) <= 1

    def tick(self, now: float) -> None:
        if self.by != ENGLISH:
            self._close()
            return
        self.price, self.touched = self.price + self.step, None
        if self.price >= self.highest or all(map(self._is_sold, self.lots)):
            self._close()
        else:
            self._set_clock(now)

    def controls(self) -> Sequence[str]:
        if self.is_open:
            return ("close",) if self.is_running else ("go", "close")
        return ("next",) if self.is_theory_open else ("next", "theory")

    def control(self, what: str, now: float) -> None:
        if what == "close":
            self._close()
        elif what == "theory":
            self.is_theory_open = True
        elif what == "go":
            self.is_running = True
            self._set_clock(now)
        elif self.round + 1 < len(self.formats):
            self.round += 1
            self._deal(now)
        else:
            self.end(now)

    def end(self, now: float) -> None:
        if self.is_open and self.by != ENGLISH and self.bids:
            self._close()  # bids that were made count
        self.is_open = False
        super().end(now)

    def _close(self) -> None:
        """Sell all lots of the round."""
        self.sales.append([self._sold(number, lot) for number, lot in enumerate(self.lots)])
        self.is_open, self.deadline, self.touched = False, None, None

    def _sold(self, number: int, lot: Lot) -> Sale:
        bids = {seat: self.bids[seat] for seat in sorted(lot.bidders) if seat in self.bids}
        lots = luck_of(self.seed, "tie", self.round, number)
        if self.by == ENGLISH:
            winner = lots.choice([seat for seat in sorted(lot.bidders) if seat not in bids])
            alone = len(bids) == len(lot.bidders) - 1
            return Sale(self.by, lot, bids, winner, max(bids.values(), default=self.price) if alone else self.price)
        if not bids:
            return Sale(self.by, lot, bids, None, 0)
        best = max(bids.values())
        winner = lots.choice([seat for seat, bid in bids.items() if bid == best])
        others = [bid for seat, bid in bids.items() if seat != winner]
        return Sale(self.by, lot, bids, winner, best if self.by == FIRST else max(others, default=0))

    # What is seen

    def _clock(self) -> Block:
        total = float(self.options["tempo"]) if self.by == ENGLISH else self.until
        return blocks.timer(None if self.is_paused else self.deadline, total, self.word("time"))

    def _time(self) -> Blocks:
        """Return the clock of a round, or that it does not run yet."""
        if not self.is_running:
            return {"ready": blocks.text(self.word("ready"), "note")}
        return {"clock": self._clock()} if self.until or self.by == ENGLISH else {}

    def _rules(self, rule: str, tone: str = "") -> Blocks:
        """Return the rules of a round: who wins and pays what, what a gain is, and what is known of the others."""
        sums = {"most": HIGHEST, "low": COMMON_LOW, "high": COMMON_HIGH, "error": ERROR}
        known = self.word(
            "known_common" if self.is_common else "known_private",
            **{name: self.money(amount) for name, amount in sums.items()},
        )
        facts = f"{self.word('gain_is')} {known}"
        return {"rule": blocks.text(rule, tone), "facts": blocks.text(facts)}

    def _round_said(self) -> str:
        return self.word("round", n=self.round + 1, total=len(self.formats), format=self.word(f"format_{self.by}"))

    def view(self, seat: int) -> Blocks:
        if self.is_over:
            return self._own_result(seat)
        if seat not in self.lot_of:
            return {"watch": blocks.text(self.word("next_round"), "big")}
        lot = self.lot_of[seat]
        told = self.word("estimate" if self.is_common else "value")
        pairs = [(told, self.money(lot.told[seat])), (self.word("gained"), self.money(self._gained(seat)))]
        found: Blocks = {"round": blocks.text(self._round_said(), "note"), "told": blocks.figures(*pairs)}
        if not self.is_open:
            return found | ({"result": self._result(seat)} if self.sales else {})
        found |= self._rules(self.word(f"rule_{self.by}", n=len(lot.bidders) - 1))
        if self.by == ENGLISH:
            return found | ({} if self.is_running else self._time()) | self._leaving(seat, lot)
        field = blocks.number(self.round + 1, self.word("your_bid"), self.word("send"), 0, self.highest, "$", key="bid")
        if not self.is_common:
            field |= {"above": lot.told[seat], "sure": self.word("sure")}
        found |= {"bid": field} | self._time()
        if seat in self.bids:
            found["sent"] = blocks.text(self.word("sent", value=self.money(self.bids[seat])), "good")
        return found

    def _leaving(self, seat: int, lot: Lot) -> Blocks:
        still = sum(other not in self.bids for other in lot.bidders)
        price = blocks.figures((self.word("price"), self.money(self.price)), (self.word("still"), str(still)))
        if self._is_sold(lot):
            mine = "left" if seat in self.bids else "alone"
            return {"price": blocks.text(self.word(mine), "good" if mine == "alone" else "note")}
        if seat in self.bids:
            return {"price": price, "left": blocks.text(self.word("left"), "note")}
        leave = blocks.choices(
            self.round + 1, self.word("ask_leave"), [blocks.choice(self.word("leave"), {"leave": True})]
        )
        return {"price": price, "leave": leave}

    def _sale_of(self, seat: int) -> Sale | None:
        return next((sale for sale in self.sales[-1] if seat in sale.lot.bidders), None) if self.sales else None

    def _result(self, seat: int) -> Block:
        sale = self._sale_of(seat)
        if sale is None or sale.winner is None:
            return blocks.text(self.word("unsold"), "note")
        price, worth = self.money(sale.price), self.money(sale.lot.worth[sale.winner])
        if sale.by != ENGLISH and seat not in sale.bids:
            return blocks.text(self.word("missed", price=price), "bad")
        if sale.winner != seat:
            key = "lost_common" if self.is_common else "lost"
            return blocks.text(self.word(key, price=price, worth=worth), "note")
        tone = "good" if sale.profit >= 0 else "bad"
        return blocks.text(self.word("won", price=price, worth=worth, gain=self.money(sale.profit)), tone)

    def wall(self) -> Blocks:
        found: Blocks = {"round": blocks.text(self._round_said(), "big")}
        if self.is_open:
            found |= self._rules(self.word(f"wall_{self.by}"), "big")
        if self.is_open and self.by == ENGLISH:
            still = sum(seat not in self.bids for lot in self.lots if not self._is_sold(lot) for seat in lot.bidders)
            label = self.word("still_of", total=len(self.lot_of))
            pairs = [(self.word("price"), self.money(self.price)), (label, str(still))]
            return found | {"price": blocks.figures(*pairs, huge=True)} | ({} if self.is_running else self._time())
        if self.is_open:
            return found | self.answered(list(self.lot_of)) | self._time()
        sales = self._sales(self.by)
        chart = self._chart(self.by, sales)
        figures = blocks.figures(*self._figures(self.by, sales))
        return found | {"chart": chart, "figures": figures, **self.spread_note(self._prices(self.by))}

    def rows(self) -> list[dict[str, Any]]:
        return [
            {
                "round": number + 1,
                "format": sale.by,
                "lot": place + 1,
                "seat": seat,
                "told": sale.lot.told[seat],
                "worth": sale.lot.worth[seat],
                "bid": sale.bids.get(seat),
                "theory": equilibrium_bid(sale.by, self.is_common, len(sale.lot.bidders), sale.lot.told[seat]),
                "won": seat == sale.winner,
                "price": sale.price,
                "theory_price": theory_price(sale.by, self.is_common, sale.lot),
                "gain": sale.profit if seat == sale.winner else 0,
            }
            for number, sales in enumerate(self.sales)
            for place, sale in enumerate(sales)
            for seat in sorted(sale.lot.bidders)
        ]
