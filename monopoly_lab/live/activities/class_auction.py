"""Auction: the class bids for deeds whose value was dealt to the phones; bids, revenue and efficiency beside theory."""

import random
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from monopoly_lab.common.messages import percent
from monopoly_lab.economics.auction_theory import ENGLISH, FIRST, SECOND, best_share, normal_errors
from monopoly_lab.economics.repeated_games import luck_of
from monopoly_lab.live import page_blocks as blocks
from monopoly_lab.live.activity import Activity, Answer, FormField, whole_number
from monopoly_lab.live.page_blocks import Block, Blocks

ALL = "all"  # formats: sealed bids at the first price, then at the second price, then rising bids
IN_TURN = (FIRST, SECOND, ENGLISH)
PRIVATE, COMMON = "private", "common"
HIGHEST = 1000  # of a private value, dealt from 1 to this, all equally likely
COMMON_LOW, COMMON_HIGH = 1000, 2000  # of a common value
ERROR = 100  # standard deviation of an estimate of a common value
STEPS = 40  # raises from the first price to the highest that a clock reaches


class Lot(NamedTuple):
    """One deed that one group bids for: who bids, what each was told, and what the deed is worth to each."""

    bidders: tuple[int, ...]
    told: Mapping[int, int]  # a private value, or an estimate of the common one
    worth: Mapping[int, int]


class Sale(NamedTuple):
    """How a lot was sold: the bids that were made, the winner (None: nobody bid), the price."""

    by: str
    lot: Lot
    bids: Mapping[int, int]  # with rising bids, the price at which each left; the winner has not left
    winner: int | None
    price: int

    @property
    def profit(self) -> int:
        """Return what the winner gains: value less price; 0 if nobody has won."""
        return 0 if self.winner is None else self.lot.worth[self.winner] - self.price


class ClassAuction(Activity):
    """Auctions of deeds in groups that are mixed anew for each round.

    Who does not bid in time takes no part in that round. Equal highest bids are decided by lot. A late comer bids from
    the next round on. A seat that a strategy plays bids as in equilibrium.
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
        self.sales: list[list[Sale]] = []  # by round
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
        if self.by == ENGLISH:
            self.deadline = now + float(self.options["tempo"])
        else:
            self.deadline = now + self.until if self.until else None

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
        return ("close",) if self.is_open else ("next",)

    def control(self, what: str, now: float) -> None:
        if what == "close":
            self._close()
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

    def _round_said(self) -> str:
        return self.word("round", n=self.round + 1, total=len(self.formats), format=self.word(f"format_{self.by}"))

    def view(self, seat: int) -> Blocks:
        if seat not in self.lot_of:
            return {"watch": blocks.text(self.word("next_round"), "big")}
        lot = self.lot_of[seat]
        told = self.word("estimate" if self.is_common else "value")
        pairs = [(told, self.money(lot.told[seat])), (self.word("gained"), self.money(self._gained(seat)))]
        found: Blocks = {"round": blocks.text(self._round_said(), "note"), "told": blocks.figures(*pairs)}
        if not self.is_open:
            return found | ({"result": self._result(seat)} if self.sales else {})
        rule = self.word(f"rule_{self.by}", n=len(lot.bidders) - 1)
        found |= {"rule": blocks.text(rule)}
        if self.by == ENGLISH:
            return found | self._leaving(seat, lot)
        field = blocks.number(self.round + 1, self.word("your_bid"), self.word("send"), 0, self.highest, "$", key="bid")
        found |= {"bid": field} | ({"clock": self._clock()} if self.until else {})
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

    def _gained(self, seat: int) -> int:
        return sum(sale.profit for sales in self.sales for sale in sales if sale.winner == seat)

    def _result(self, seat: int) -> Block:
        sale = self._sale_of(seat)
        if sale is None or sale.winner is None:
            return blocks.text(self.word("unsold"), "note")
        price, worth = self.money(sale.price), self.money(sale.lot.worth[sale.winner])
        if sale.winner != seat:
            key = "lost_common" if self.is_common else "lost"
            return blocks.text(self.word(key, price=price, worth=worth), "note")
        tone = "good" if sale.profit >= 0 else "bad"
        return blocks.text(self.word("won", price=price, worth=worth, gain=self.money(sale.profit)), tone)

    def wall(self) -> Blocks:
        found: Blocks = {"round": blocks.text(self._round_said(), "big")}
        if self.is_open and self.by == ENGLISH:
            still = sum(not self._is_sold(lot) for lot in self.lots)
            pairs = [(self.word("price"), self.money(self.price)), (self.word("unsold_lots"), str(still))]
            return found | {"price": blocks.figures(*pairs, huge=True)}
        if self.is_open:
            found |= {"rule": blocks.text(self.word(f"wall_{self.by}"), "big"), **self.answered(list(self.lot_of))}
            return found | ({"clock": self._clock()} if self.until else {})
        sales = self._sales(self.by)
        chart = self._chart(self.by, sales)
        figures = blocks.figures(*self._figures(self.by, sales))
        return found | {"chart": chart, "figures": figures, "spread": self.spread_note(self._prices(self.by))}

    def _rounds(self, by: str) -> list[list[Sale]]:
        """Return the sales of a format by round."""
        return [sales for sales in self.sales if sales[0].by == by]

    def _sales(self, by: str) -> list[Sale]:
        return [sale for sales in self._rounds(by) for sale in sales]

    def _prices(self, by: str) -> list[list[float]]:
        return [[sale.price for sale in sales] for sales in self._rounds(by)]

    def _chart(self, by: str, sales: Sequence[Sale]) -> Block:
        points = [(sale.lot.told[seat], bid) for sale in sales for seat, bid in sale.bids.items()]
        low, high = (COMMON_LOW, COMMON_HIGH) if self.is_common else (0, HIGHEST)
        sizes = [len(sale.lot.bidders) for sale in sales]
        theory = [(x, sum(equilibrium_bid(by, self.is_common, n, x) for n in sizes) / len(sizes)) for x in (low, high)]
        series = [
            blocks.line(self.word("bids"), points, dots=True),
            blocks.line(self.word("theory"), theory, dashed=True),
        ]
        across = self.word("axis_estimate" if self.is_common else "axis_value")
        return blocks.lines(series, across, self.word("axis_bid"), title=self._finding(by, sales))

    def _finding(self, by: str, sales: Sequence[Sale]) -> str:
        """Return what the rounds of a format have shown, as a sentence."""
        won = [sale.profit for sale in sales if sale.winner is not None]
        if self.is_common and won:
            mean = sum(won) / len(won)
            key = "finding_loss" if mean < 0 else "finding_gain"
            return self.word(key, format=self.word(f"format_{by}"), gain=self.money(abs(mean)))
        price = self.money(sum(sale.price for sale in sales) / len(sales))
        expected = self.money(sum(theory_price(by, self.is_common, sale.lot) for sale in sales) / len(sales))
        return self.word("finding", format=self.word(f"format_{by}"), price=price, expected=expected)

    def _figures(self, by: str, sales: Sequence[Sale]) -> list[tuple[str, str]]:
        """Return what a format has brought, for all its rounds that have been played, as labels with values."""
        revenue = self.mean_money(self._prices(by))
        expected = sum(theory_price(by, self.is_common, sale.lot) for sale in sales) / len(sales)
        pairs = [(self.word("lots"), str(len(sales))), (self.word("revenue"), revenue)]
        pairs.append((self.word("revenue_theory"), self.money(expected)))
        if self.is_common:
            gains = [[sale.profit for sale in round_ if sale.winner is not None] for round_ in self._rounds(by)]
            gain = self.mean_money(gains) if any(gains) else "-"
            return [*pairs, (self.word("winners_gain"), gain)]
        best = sum(max(sale.lot.worth.values()) for sale in sales)
        got = sum(sale.lot.worth[sale.winner] for sale in sales if sale.winner is not None)
        return [*pairs, (self.word("efficiency"), percent(got / best, 0, self.lang))]

    def debrief(self) -> Blocks:
        played = [(by, found) for by in IN_TURN if (found := self._sales(by))]
        if not played:
            return {"talk": blocks.text(self.word("debrief"), "note")}
        figures = [(self.word(f"format_{by}"), self._figures(by, found)) for by, found in played]
        heads = ["", *(label for label, _ in figures[0][1])]
        rows = [[name, *(value for _, value in pairs)] for name, pairs in figures]
        return {
            "charts": blocks.grid(self._chart(by, found) for by, found in played),
            "figures": blocks.table(heads, rows),
            "spread": self.spread_note(self._prices(played[0][0])),
            "talk": blocks.text(self.word("debrief"), "note"),
        }

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


def equilibrium_bid(by: str, is_common: bool, bidders: int, told: float) -> float:
    """Return the bid of theory for a private value, or for an estimate of a common one.

    With rising bids and a common value, the bid at the second price is taken: it sees nothing of who leaves when.
    """
    if not is_common:
        return best_share(bidders, by) * told
    errors = normal_errors(bidders)
    return max(0.0, told - ERROR * (errors.first_price if by == FIRST else errors.second_price))


def theory_price(by: str, is_common: bool, lot: Lot) -> float:
    """Return the price of a lot if all had bid as in equilibrium: with the same values, so that luck is the same."""
    bids = sorted(equilibrium_bid(by, is_common, len(lot.bidders), told) for told in lot.told.values())
    return bids[-1] if by == FIRST else bids[-2]
