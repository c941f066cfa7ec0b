"""Auction: the class bids for deeds whose value was dealt to the phones; bids, revenue and efficiency beside theory."""

import random
from collections.abc import Sequence
from typing import Any

from monopoly_lab.economics.auction_theory import ENGLISH, FIRST_PRICE
from monopoly_lab.economics.repeated_games import luck_of
from monopoly_lab.live import page_blocks as blocks
from monopoly_lab.live.activity import ALL_SEATS, FormField, SentAnswer
from monopoly_lab.live.auction_lots import (
    COMMON_HIGH,
    COMMON_LOW,
    ERROR,
    HIGHEST,
    MOST_COMMON,
    Lot,
    RisingBids,
    Sale,
    equilibrium_bid,
    rising_prices,
)
from monopoly_lab.live.auction_results import IN_TURN, AuctionResults
from monopoly_lab.live.page_blocks import Block, Blocks
from monopoly_lab.live.sent_choice import whole_number

DOUBLE = 1.0  # seconds in which a button that is pressed again is pressed by mistake
ALL = "all"  # formats: sealed bids at the first price, then at the second price, then rising bids
PRIVATE, COMMON = "private", "common"


class ClassAuction(AuctionResults):
    """Auctions of deeds in groups that are mixed again for each round.

    A bidder who does not bid in time takes no part in that round. Equal highest bids are decided by lot. A late comer
    bids from the next round on. A seat that a strategy plays bids as in equilibrium. The time of the first round of a
    format, and of each round of rising bids, runs from when the teacher says so: until then all read.

    Rising bids are a discrete clock (`RisingBids`): at each price everybody who is still in says "in" or "out", and
    silence is "out", as good an answer as any: nobody is called late for it. Laboratory clocks with a button "leave"
    need every bidder at a screen; in a class, a phone that is asleep or away would stay in for ever and win at any
    price. Here two absent phones of 30 are out at the first price, and all deeds go to somebody who agreed to the
    price. A bidder who does not react to the first price although theory bids more may be away, and is left out of
    comparisons. The price rises when all have answered, when the time of the step is over, or when the teacher presses
    "Next price". Where the teacher stops the bidding, deeds for which several are still in are not sold: a lot among
    them would make a price that nobody has bid up to.
    """

    NAME = "auction"
    MINUTES = 15
    LEAST = 2
    VERSION = 2  # 1: "Next price" did nothing while all were silent
    OPTIONS = (
        FormField("format", ALL, among=(ALL, *IN_TURN)),
        FormField("values", PRIVATE, among=(PRIVATE, COMMON)),
        FormField("size", 4, low=2, high=30),
        FormField("rounds", 3, low=1, high=20),
        FormField("seconds", 45, low=0, high=600),
        FormField("tempo", 6.0, low=0, high=60),
        FormField("by_name", False),
    )

    def set_up(self, now: float) -> None:
        chosen = str(self.options["format"])
        self.formats = [by for by in (IN_TURN if chosen == ALL else (chosen,)) for _ in range(self.options["rounds"])]
        self.is_common = self.options["values"] == COMMON
        self.round = 0
        self.sales = []
        self._deal(now)

    def _deal(self, now: float) -> None:
        """Begin a round: groups, values, and the time."""
        order = list(self.seats)
        random.Random(f"{self.seed}/groups/{self.round}").shuffle(order)
        n = max(1, len(order) // int(self.options["size"]))
        self.lots = [self._lot(number, tuple(order[number::n])) for number in range(n)]
        self.lot_of = {seat: lot for lot in self.lots for seat in lot.bidders}
        self.bids: dict[int, int] = {}  # sealed
        self.rising = self._rising() if self.auction_format == ENGLISH else None
        self.is_open = True
        self.is_theory_open = False  # it was shown for the round before
        self.seats_to_update = ALL_SEATS
        self.seconds = float(self.options["seconds" if self.rising is None else "tempo"])
        is_new = self.round == 0 or self.formats[self.round - 1] != self.auction_format
        self.is_running = self.rising is None and not (is_new and self.seconds)
        self._set_clock(now)

    def _rising(self) -> RisingBids:
        groups = [lot.bidders for lot in self.lots]
        return RisingBids(groups, rising_prices(self.is_common), self._luck_of_tie)

    def _luck_of_tie(self, number: int) -> random.Random:
        return luck_of(self.seed, "tie", self.round, number)

    def _lot(self, number: int, bidders: tuple[int, ...]) -> Lot:
        luck = luck_of(self.seed, "lot", self.round, number)
        if not self.is_common:
            values = {seat: luck.randint(1, HIGHEST) for seat in sorted(bidders)}
            return Lot(bidders, values, values)
        value = luck.randint(COMMON_LOW, COMMON_HIGH)
        estimates = {seat: max(1, round(luck.gauss(value, ERROR))) for seat in sorted(bidders)}
        return Lot(bidders, estimates, dict.fromkeys(bidders, value))

    def _set_clock(self, now: float) -> None:
        self.step_began = now
        self.deadline = now + self.seconds if self.seconds and self.is_running else None

    @property
    def auction_format(self) -> str:
        """Return the format of this round."""
        return self.formats[self.round]

    @property
    def highest(self) -> int:
        """Return the highest bid that is taken."""
        return MOST_COMMON if self.is_common else HIGHEST

    # Bidding

    def add_latecomer(self, seat: int, now: float) -> None:
        self.seats.append(seat)

    def question(self, seat: int) -> int | None:
        if not self.is_open or seat not in self.lot_of:
            return None
        if self.rising is None:
            return self.round + 1
        is_asked = self.is_running and seat in self.rising.seats_to_answer()
        return 100 * (self.round + 1) + self.rising.number if is_asked else None

    def waiting(self) -> list[int]:
        return [seat for seat in super().waiting() if seat not in self.bids]

    def unanswered(self) -> list[int]:
        return self.waiting() if self.rising is None else []  # to be silent is to be out

    def why_not(self, seat: int, answer: SentAnswer) -> str:
        if self.rising is not None:
            return "" if isinstance(answer.get("stay"), bool) else self.say("not_now")
        return self.why_not_whole(answer.get("bid"), self.highest)

    def apply(self, seat: int, answer: SentAnswer, now: float) -> None:
        self.seats_to_update = {seat}
        if self.rising is not None:
            self.rising.note_answer(seat, answer.get("stay") is True)
            if not self.rising.seats_to_answer():
                self._end_step(now)
            return
        self.bids[seat] = whole_number(answer["bid"]) or 0
        if len(self.bids) == len(self.lot_of):
            self._close()

    def decision(self, seat: int, answer: SentAnswer) -> dict[str, Any]:
        price = {} if self.rising is None else {"price": self.rising.price}
        return price | super().decision(seat, answer)

    def computer_answer(self, seat: int) -> SentAnswer:
        limit = self._equilibrium(seat)
        return {"bid": limit} if self.rising is None else {"stay": self.rising.price <= limit}

    def _equilibrium(self, seat: int) -> int:
        """Return the bid of theory, or the highest price at which to stay in."""
        return round(
            equilibrium_bid(
                self.auction_format, self.is_common, len(self.lot_of[seat].bidders), self.lot_of[seat].told[seat]
            )
        )

    def tick(self, now: float) -> None:
        if self.rising is None:
            self._close()
        else:
            self._end_step(now)

    def _end_step(self, now: float) -> None:
        """End a step of rising bids: the next price, or the end of the round."""
        assert self.rising is not None
        self.rising.end_step()
        self.seats_to_update = ALL_SEATS
        if self.rising.is_over:
            self._close()
        else:
            self._set_clock(now)

    def controls(self) -> Sequence[str]:
        if not self.is_open:
            return self.next_button(self.round + 1 < len(self.formats)), *self.theory_button()
        stop = "close" if self.rising is None else "stop"
        if not self.is_running:
            return "go", stop
        return (stop,) if self.rising is None else ("price", stop)

    def confirmation(self, button: str) -> str:
        if button == "stop" and self.is_open and self.rising is not None:
            return self.say("stop_sure", n=len(self.rising.bidding()))
        return super().confirmation(button)

    def control(self, what: str, now: float) -> None:
        if self.toggle_theory(what):
            return
        if what in ("close", "stop"):
            self._close()
        elif what == "price" and self.rising is not None:
            is_seen = self.version > 1 and now - self.step_began > DOUBLE
            if self.rising.said or is_seen:  # else the step has just ended, and all would be out at a price unseen
                self._end_step(now)
        elif what == "go":
            self.is_running = True
            self._set_clock(now)
        elif self.round + 1 < len(self.formats):
            self.round += 1
            self._deal(now)
        else:
            self.end(now)

    def end(self, now: float) -> None:
        has_begun = self.bids if self.rising is None else any(self.rising.endings)
        if self.is_open and has_begun:
            self._close()  # bids that were made count
        self.is_open = False
        super().end(now)

    def _close(self) -> None:
        """Sell all lots of the round."""
        self.sales.append([self._sale_of_lot(number) for number in range(len(self.lots))])
        self.is_open, self.deadline, self.seats_to_update = False, None, ALL_SEATS

    def _sale_of_lot(self, number: int) -> Sale:
        lot = self.lots[number]
        all_bids = self.bids if self.rising is None else self.rising.bids
        bids = {seat: all_bids[seat] for seat in sorted(lot.bidders) if seat in all_bids}
        unsold = Sale(
            self.auction_format, lot, bids, None, 0, computers=frozenset(self.computers.intersection(lot.bidders))
        )
        if self.rising is not None:
            first, ending = self.rising.prices[0], self.rising.endings[number]
            silent = [seat for seat in lot.bidders if self.rising.missed.get(seat) == first]
            absent = frozenset(seat for seat in silent if self._equilibrium(seat) >= first)
            low = {
                seat: self.rising.bid_below_start for seat in silent if seat not in absent
            }  # for them it was too high
            unsold = unsold._replace(bids=dict(sorted({**bids, **low}.items())), absent=absent)
            return unsold._replace(**ending._asdict()) if ending else unsold._replace(is_stopped=True)
        if not bids:
            return unsold
        best = max(bids.values())
        equal = tuple(seat for seat, bid in bids.items() if bid == best)
        winner = self._luck_of_tie(number).choice(equal)
        second = max((bid for seat, bid in bids.items() if seat != winner), default=0)
        price = best if self.auction_format == FIRST_PRICE else second
        return unsold._replace(winner=winner, price=price, tied=equal if len(equal) > 1 else ())

    # What is seen

    def _time(self) -> Blocks:
        """Return the clock of a round or a step, or that it does not run yet."""
        if not self.is_running:
            return self.before_clock(takes_answers=self.rising is None)
        return {"clock": self.countdown(self.seconds)} if self.seconds else {}

    def _rules(self, rule: str, tone: str = "") -> Blocks:
        """Return the rules of a round, for wall and phones alike.

        They say who wins and pays what, what a gain is, what is known of the others, and what chance decides.
        """
        sums = {"least": 0, "most": HIGHEST, "low": COMMON_LOW, "high": COMMON_HIGH, "error": ERROR}
        known = self.say(
            "known_common" if self.is_common else "known_private",
            **{name: self.money(amount) for name, amount in sums.items()},
        )
        ties = self.say("ties_english" if self.auction_format == ENGLISH else "ties_sealed")
        facts = f"{self.say('gain_is')} {known} {ties}"
        return {"rule": blocks.text(rule, tone), "facts": blocks.text(facts)}

    def _sizes(self) -> str:
        """Return how many bid for each deed: "4", or "4–5"."""
        sizes = sorted({len(lot.bidders) for lot in self.lots})
        return "–".join(dict.fromkeys((str(sizes[0]), str(sizes[-1]))))

    def _round_line(self) -> str:
        return self.say(
            "round", n=self.round + 1, total=len(self.formats), format=self.say(f"format_{self.auction_format}")
        )

    def view(self, seat: int) -> Blocks:
        if self.is_over:
            return self._own_result(seat)
        if seat not in self.lot_of:
            return self.watching(self.round + 1 >= len(self.formats))
        lot = self.lot_of[seat]
        sale = self._sale_of(seat)
        label = self.say("estimate" if self.is_common else "value")
        pairs = [(label, self.money(lot.told[seat]))]
        if sale is not None:
            pairs += self._own_bid(seat, sale)
        pairs.append((self.say("gained"), self.money(self._total_gain(seat))))
        page: Blocks = {"round": blocks.text(self._round_line(), "note"), "told": blocks.figures(*pairs)}
        if sale is not None:
            return page | {"result": self._result(seat, sale)}
        if self.rising is not None and self.is_running:
            return page | self._at_price(seat, lot)
        page |= self._rules(self.say(f"rule_{self.auction_format}", n=len(lot.bidders) - 1))
        if self.rising is not None:
            return page | self._time()
        field = blocks.number(self.round + 1, self.say("your_bid"), self.say("send"), 0, self.highest, "$", key="bid")
        if self.auction_format == FIRST_PRICE and not self.is_common:  # at the second price, the rounds show it
            confirm = self.say("sure", value=self.money(lot.told[seat]))
            field |= {"above": lot.told[seat], "confirm": confirm, "confirm_yes": self.say("sure_yes")}
        page |= {"bid": field} | self._time()
        if seat in self.bids:
            page["sent"] = blocks.text(self.say("sent", value=self.money(self.bids[seat])), "good")
        return page

    def _at_price(self, seat: int, lot: Lot) -> Blocks:
        """Return what the phone of a bidder shows at a price of rising bids that go on in the group."""
        assert self.rising is not None
        price, still = self.rising.price, self.rising.still[self.lots.index(lot)]
        figures = blocks.figures((self.say("price"), self.money(price)), (self.say("still"), str(len(still))))
        if seat not in still:
            return {"price": figures, "out": self._out_note(seat)}
        if seat in self.rising.said:
            text = self.say("in" if self.rising.said[seat] else "out", price=self.money(price))
            return {"price": figures, "said": blocks.text(text, "good" if self.rising.said[seat] else "note")}
        stay, leave = self.say("stay", price=self.money(price)), self.say("leave")
        is_above, loss = not self.is_common and price > lot.told[seat], self.money(price - lot.told[seat])
        confirm = self.say("sure_stay", loss=loss) if is_above else ""
        offered = [blocks.choice(stay, {"stay": True}, confirm=confirm), blocks.choice(leave, {"stay": False})]
        page: Blocks = {"price": figures}
        if is_above:
            page["above"] = blocks.text(self.say("above", loss=loss), "bad")
        silence = blocks.text(self.say("silence"), "note")
        return page | {"leave": blocks.choices(self.question(seat) or 0, "", offered), "silent": silence} | self._time()

    def _out_note(self, seat: int) -> Block:
        """Return that a bidder is out, whether they said so or nothing."""
        assert self.rising is not None
        silent = self.rising.missed.get(seat)
        why = "" if silent is None else self.say("unanswered", price=self.money(silent)) + " "
        return blocks.text(why + self.say("look" if why else "left"), "note")

    def _sale_of(self, seat: int) -> Sale | None:
        """Return how the lot of a seat was sold, as soon as it is; None while its bidding goes on."""
        number = self.lots.index(self.lot_of[seat])
        if not self.is_open:
            return self.sales[-1][number] if self.sales else None
        return self._sale_of_lot(number) if self.rising is not None and self.rising.endings[number] else None

    def _own_bid(self, seat: int, sale: Sale) -> list[tuple[str, str]]:
        """Return the bid of a seat beside the result."""
        if sale.by == ENGLISH:
            up_to = sale.bids.get(seat, sale.price if sale.winner == seat else 0)
            is_in = up_to >= rising_prices(self.is_common)[0]  # not out at the first price
            return [(self.say("in_up_to"), self.money(up_to))] if is_in else []
        bid = self.money(sale.bids[seat]) if seat in sale.bids else self.say("no_bid")
        return [(self.say("your_bid"), bid)]

    def _result(self, seat: int, sale: Sale) -> Block:
        if sale.winner is None:
            return blocks.text(self.say("stopped" if sale.is_stopped else "unsold"), "note")
        price, worth = self.money(sale.price), self.money(sale.lot.worth[sale.winner])
        if sale.by != ENGLISH and seat not in sale.bids:
            return blocks.text(self.say("missed", price=price), "bad")
        why = ""
        if seat in sale.tied:
            why = self.say("drawn" if sale.winner == seat else "not_drawn", n=len(sale.tied)) + " "
        if sale.winner != seat:
            key = "lost_common" if self.is_common else "lost"  # a private value is its winner's alone
            return blocks.text(why + self.say(key, price=price, worth=worth), "note")
        if sale.profit < 0:
            text = self.say("won_at_loss", price=price, worth=worth, loss=self.money(-sale.profit))
            return blocks.text(why + text, "bad")
        return blocks.text(why + self.say("won", price=price, worth=worth, gain=self.money(sale.profit)), "good")

    def wall(self) -> Blocks:
        page: Blocks = {"round": blocks.text(self._round_line(), "big")}
        if not self.is_open:
            return page | self._round_results()
        if self.rising is None or not self.is_running:
            page |= self._rules(
                f"{self.say(f'wall_{self.auction_format}')} {self.say('wall_groups', size=self._sizes())}", "big"
            )
        if self.rising is None:
            return page | self.answer_bar(list(self.lot_of)) | self._time()
        if not self.is_running:
            return page | self._time()
        bidding = self.rising.bidding()
        left = self.rising.seats_out()
        ended = [end for end in self.rising.endings if end is not None]
        pairs = [(self.say("price"), self.money(self.rising.price))]
        pairs += [(self.say("still_in"), str(len(bidding))), (self.say("still_out"), str(len(left)))]
        done = self._count_of_total(sum(end.winner is not None for end in ended), len(self.lots))
        return (
            page
            | {"price": blocks.figures(*pairs, huge=True)}
            | self.answer_bar(bidding)
            | {"silent": blocks.text(f"{self.say('silence')} {self.say('lots')}: {done}", "note")}
            | self._time()
        )
