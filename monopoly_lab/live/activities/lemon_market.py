"""Hidden quality: sellers alone see what their deeds are worth; the market unravels, then opens again with a remedy."""

import random
from collections.abc import Callable, Mapping, Sequence
from statistics import fmean
from typing import Any, ClassVar

from monopoly_lab.common.messages import percent
from monopoly_lab.economics.hidden_quality import FULL, HiddenQuality
from monopoly_lab.live import page_blocks as blocks
from monopoly_lab.live.activity import Activity, Answer, FormField, whole_number
from monopoly_lab.live.offered_deed import Deed, decided
from monopoly_lab.live.page_blocks import Blocks

WARRANTY, LOWEST, NONE = "warranty", "lowest", "none"  # what the second part brings
ADMITTED = 60  # the lowest quality of a second part that has one, in percent
STAGES = ("promise", "bid", "sell")


class LemonMarket(Activity):
    """A market for deeds: half of the class sells, half buys; a second part has a warranty or a lowest quality.

    Each round every seller is dealt a new quality, and two buyers, by lot, whose bids are for this deed: so buyers
    compete, and one can buy two deeds. Of an odd class there is one buyer more. Sellers see both bids and sell to the
    higher one, by lot among equal ones, or keep the deed. An answer can be changed until all have answered. Who is late
    makes no bid, promises nothing, keeps the deed: a deed without a bid, or whose seller did not answer, is in no share
    of deeds sold. A late comer gets a role in the next round. A round that is not
    finished does not count. A seat that a strategy plays promises the truth and bids what deeds sold at the last price
    are worth on average.
    """

    NAME = "lemons"
    MINUTES = 20
    LEAST = 3
    FACTS: ClassVar[Mapping[str, object]] = {
        "admitted": ADMITTED,
        "more": round(FULL * (HiddenQuality.buyer_factor - 1)),
    }
    OPTIONS = (
        FormField("rounds", 5, low=1, high=20),
        FormField("floor", 20, low=0, high=100),
        FormField("second", WARRANTY, among=(WARRANTY, LOWEST, NONE)),
        FormField("seconds", 40, low=0, high=600),
    )

    def set_up(self, now: float) -> None:
        order = list(self.seats)
        random.Random(f"{self.seed}/roles").shuffle(order)
        half = len(order) // 2
        self.sellers, self.buyers = order[:half], order[half:]
        self.part = 0
        self.markets: list[HiddenQuality] = []  # by part
        self.past: list[list[list[Deed]]] = []  # by part and round
        self._open_market(now)

    def _open_market(self, now: float) -> None:
        """Open the market of a part, by its options."""
        second, floor = self.options["second"], int(self.options["floor"])
        if self.part and second == LOWEST:
            floor = max(floor, ADMITTED)
        self.market = HiddenQuality(players=3, floor=floor, warranty=bool(self.part) and second == WARRANTY)
        self.markets.append(self.market)
        self.past.append([])
        self._deal(now)

    def _deal(self, now: float) -> None:
        """Begin a round: qualities, and whose bids reach whom."""
        order = list(self.buyers)
        random.Random(f"{self.seed}/buyers/{self.part}/{self.round}").shuffle(order)
        self.deeds = [
            Deed(
                seller,
                (order[number], order[(number + 1) % len(order)]),
                self.market.deal(self.seed, 1000 * (1000 * self.part + self.round) + number, ()),
            )
            for number, seller in enumerate(self.sellers)
        ]
        self._begin("promise" if self.market.warranty else "bid", now)

    @property
    def round(self) -> int:
        """Return the number of rounds of this part that are finished."""
        return len(self.past[-1])

    def _begin(self, stage: str, now: float) -> None:
        seconds = float(self.options["seconds"])
        self.stage, self.sent, self.touched = stage, set[int](), None
        self.deadline = now + seconds if seconds and stage else None
        if stage == "sell" and not self.waiting():
            self._go_on(now)  # nobody has bid

    # Moves

    def joined(self, seat: int, now: float) -> None:
        (self.sellers if len(self.sellers) < len(self.buyers) else self.buyers).append(seat)
        self.seats.append(seat)

    def _of(self, seat: int) -> list[Deed]:
        """Return the deeds that a seat sells or bids for in this round."""
        return [deed for deed in self.deeds if seat == deed.seller or seat in deed.buyers]

    def question(self, seat: int) -> int | None:
        mine = self._of(seat)
        if not self.stage or not mine or (self.stage == "bid") == (seat in self.sellers):
            return None
        if self.stage == "sell" and mine[0].price < 0:
            return None
        return 1000 * self.part + 10 * self.round + STAGES.index(self.stage)

    def waiting(self) -> list[int]:
        return [seat for seat in super().waiting() if seat not in self.sent]

    def why_not(self, seat: int, answer: Answer) -> str:
        if self.stage == "sell":
            return "" if isinstance(answer.get("sell"), bool) else self.word("not_now")
        high = FULL if self.stage == "promise" else self.market.highest_bid
        for number in self._read(seat, answer):
            if number is None or not 0 <= number <= high:
                return self.word("whole", high=high)
        return ""

    def _read(self, seat: int, answer: Answer) -> list[int | None]:
        """Return the promise, or a bid for each deed; None for what is no whole number."""
        if self.stage == "bid" and self.market.warranty:
            typed = answer.get("numbers")
            given = typed if isinstance(typed, Mapping) else {}
            return [whole_number(given.get(str(place))) for place in range(len(self._of(seat)))]
        return [whole_number(answer.get("number"))] * len(self._of(seat))

    def apply(self, seat: int, answer: Answer, now: float) -> None:
        self.sent.add(seat)
        self.touched, mine = {seat}, self._of(seat)
        if self.stage == "sell":
            mine[0].is_sold, mine[0].is_decided = answer["sell"], True
        else:
            for deed, number in zip(mine, self._read(seat, answer)):
                assert number is not None  # `why_not` has read it
                if self.stage == "promise":
                    deed.promise = number
                else:
                    deed.bids[seat] = number
        if not self.waiting():
            self._go_on(now)

    def _go_on(self, now: float) -> None:
        """Close a stage and begin the next one."""
        if self.stage != "sell":
            self._begin(STAGES[STAGES.index(self.stage) + 1], now)
            return
        self.past[-1].append(self.deeds)
        self._begin("", now)

    def _gain(self, deed: Deed, seat: int) -> float:
        """Return what a sale brings, or would have brought, to its seller or to its buyer; 0 to the other buyer."""
        place = (deed.seller, *deed.buyers).index(seat)
        return float(self.market.payoffs(deed.facts, deed.moves())[place])

    def _buyer(self, deed: Deed) -> int:
        return deed.buyers[self.market.buyer(deed.facts, deed.moves()) - 1]

    def computer_answer(self, seat: int) -> Answer:
        mine = self._of(seat)
        if self.stage == "sell":
            return {"sell": self._gain(mine[0], seat) >= 0}
        if self.stage == "promise":
            return {"number": mine[0].quality}
        if self.market.warranty:
            return {"numbers": {str(k): int(self._worth(deed.promise)) for k, deed in enumerate(mine)}}
        last = list(self.prices(self.part).values())[-1:]
        bid = self.market.buyer_factor * self.market.mean_value(last[0]) if last else self.market.unraveling(1)[0]
        return {"number": int(bid)}

    def _worth(self, quality: float) -> float:
        """Return what a deed is worth to a buyer."""
        return self.market.buyer_factor * self.market.owner_value(quality)

    def tick(self, now: float) -> None:
        self._go_on(now)

    @property
    def _is_part_over(self) -> bool:
        return bool(self.round >= self.options["rounds"])

    def controls(self) -> Sequence[str]:
        if self.stage:
            return ("close",)
        if not self._is_part_over:
            return ("next",)
        return ("part",) if self.part == 0 and self.options["second"] != NONE else ("finish",)

    def control(self, what: str, now: float) -> None:
        if what == "close":
            self._go_on(now)
        elif what == "next":
            self._deal(now)
        elif what == "part":
            self.part += 1
            self._open_market(now)
        else:
            self.end(now)

    def end(self, now: float) -> None:
        self.stage = ""
        super().end(now)

    # What is seen

    def _clock(self) -> Blocks:
        if not self.options["seconds"] or not self.stage:
            return {}
        return {"clock": self.countdown(float(self.options["seconds"]))}

    def view(self, seat: int) -> Blocks:
        mine = self._of(seat)
        if not mine:
            return {"watch": blocks.text(self.word("next_round"), "big")}
        is_seller = seat in self.sellers
        pairs = [(self.word("gained"), self.money(self._gained(seat)))]
        if is_seller:
            quality = mine[0].quality
            worth = self.money(self.market.owner_value(quality))
            pairs = [
                (self.word("quality"), percent(quality / 100, 0, self.lang)),
                (self.word("worth_to_you"), worth),
                *pairs,
            ]
        if not self.stage:
            pairs = [*self._own_moves(seat, mine), *pairs]
        role = self.word("role_seller") if is_seller else self.word("role_buyer", n=len(mine))
        found: Blocks = {"role": blocks.text(role, "big"), "figures": blocks.figures(*pairs)}
        if self.stage:
            return found | self._asked(seat, mine) | self._clock()
        return found | ({} if self.deeds not in self.past[-1] else self._results(seat, mine))

    def _asked(self, seat: int, mine: Sequence[Deed]) -> Blocks:
        question, send = self.question(seat), self.word("send")
        if question is None:
            return {"wait": blocks.text(self.word("wait"), "note")}
        low, high = self.market.floor, self.market.highest_bid
        if self.stage == "sell":
            gain = self._gain(mine[0], seat)
            bids = ", ".join(self.money(bid) for bid in sorted(mine[0].bids.values(), reverse=True))
            yes = blocks.choice(self.word("sell"), {"sell": True}, main=gain > 0)
            no = blocks.choice(self.word("keep"), {"sell": False})
            asked = blocks.choices(question, self.word("ask_sell", bids=bids, gain=self.money(gain)), [yes, no])
        elif self.stage == "promise":
            asked = blocks.number(question, self.word("ask_promise"), send, 0, FULL, "%")
        elif self.market.warranty:
            fields = [(str(k), self.word("promised", n=deed.promise)) for k, deed in enumerate(mine)]
            asked = blocks.numbers(question, self.word("ask_bids", most=self.money(high)), send, fields)
        else:
            ask = self.word("ask_bid", least=self.money(self._worth(low)), most=self.money(high), low=low)
            asked = blocks.number(question, ask, send, 0, high, "$")
        return {"asked": asked} | ({"sent": blocks.text(self.word("sent"), "good")} if seat in self.sent else {})

    def _own_moves(self, seat: int, mine: Sequence[Deed]) -> list[tuple[str, str]]:
        """Return what a seat has promised or bid, beside the result."""
        if seat in self.sellers:
            promised = percent(mine[0].promise / 100, 0, self.lang)
            return [(self.word("your_promise"), promised)] if self.market.warranty else []
        bids = [self.money(deed.bids[seat]) for deed in mine if seat in deed.bids]
        return [(self.word("your_bids"), ", ".join(dict.fromkeys(bids)))] if bids else []

    def _results(self, seat: int, mine: Sequence[Deed]) -> Blocks:
        found: Blocks = {}
        for place, deed in enumerate(mine):
            price, gain = self.money(deed.price), self._gain(deed, seat) if deed.price >= 0 else 0
            if seat == deed.seller:
                said = self.word("sold", price=price, gain=self.money(gain)) if deed.is_sold else self.word("kept")
                tone = ("good" if gain >= 0 else "bad") if deed.is_sold else "note"
            elif deed.is_sold and self._buyer(deed) == seat:
                worth = self.money(self._worth(deed.quality))
                said = self.word("bought", price=price, n=deed.quality, worth=worth, gain=self.money(gain))
                tone = "good" if gain >= 0 else "bad"
            else:
                said, tone = self.word("not_bought"), "note"
            found[f"result{place}"] = blocks.text(said, tone)
        return found

    def _gained(self, seat: int) -> float:
        rows = [row for row in self.rows() if row["is_sold"]]
        sold = sum(row["seller_gain"] for row in rows if row["seller"] == seat)
        return float(sold + sum(row["buyer_gain"] for row in rows if row["buyer"] == seat))

    def _part_said(self, part: int) -> str:
        return self.word(f"part_{self.options['second'] if part else 'hidden'}")

    def wall(self) -> Blocks:
        number = self.round + bool(self.stage)
        head = self.word("round", part=self._part_said(self.part), n=number, total=self.options["rounds"])
        found: Blocks = {"round": blocks.text(head, "big")}
        if self.stage:
            key = self.options["second"] if self.part else "hidden"
            found["stage"] = blocks.text(self.word(f"stage_{self.stage}"), "big")
            if not self.round:
                found["rule"] = blocks.text(self.word(f"rule_{key}", low=self.market.floor))
            found |= self.answered([seat for seat in self.seats if self.question(seat) is not None])
        return found | self._clock() | ({"charts": self._charts()} if any(self.past) else {})

    def prices(self, part: int) -> dict[int, float]:
        """Return the mean highest bid by round; rounds without bids have none."""
        found = {n: [deed.price for deed in deeds if deed.price >= 0] for n, deeds in enumerate(self.past[part], 1)}
        return {n: fmean(bids) for n, bids in found.items() if bids}

    def shares(self, part: int) -> dict[int, float]:
        """Return the share that was sold of deeds whose sellers decided, by round; rounds without such have none."""
        found = {n: [deed.is_sold for deed in decided(deeds)] for n, deeds in enumerate(self.past[part], 1)}
        return {n: fmean(sold) for n, sold in found.items() if sold}

    def path(self, part: int) -> list[float]:
        """Return the prices of theory by round: what the bid before would buy is worth, or the promises."""
        market, rounds = self.markets[part], int(self.options["rounds"])
        if market.warranty:
            return [self._worth(fmean(deed.promise for deed in deeds)) for deeds in self.past[part]]
        bids = market.unraveling(rounds)
        return bids + bids[-1:] * (rounds - len(bids))

    def _theory_shares(self, part: int) -> list[float]:
        market = self.markets[part]
        return [1.0 if market.warranty else market.share_sold(price) for price in self.path(part)]

    def _charts(self) -> blocks.Block:
        prices, shares = [], []
        for part in range(len(self.past)):
            if not self.past[part]:
                continue
            said = self._part_said(part)
            found = (list(self.prices(part).items()), list(self.shares(part).items()))
            theory = (list(enumerate(self.path(part), 1)), list(enumerate(self._theory_shares(part), 1)))
            for label, (of_price, of_share) in ((said, found), (self.word("theory", part=said), theory)):
                look: dict[str, Any] = {"color": 1 + part, "dashed": label != said}
                prices.append(blocks.line(label, of_price, **look))
                shares.append(blocks.line(label, [(n, 100 * x) for n, x in of_share], **look))
        axis = self.word("axis_round")
        drawn = (("axis_price", prices, self.prices, self.money), ("axis_sold", shares, self.shares, self._share))
        return blocks.grid(
            blocks.lines(series, axis, self.word(key), title=self._finding(found, shown))
            for key, series, found, shown in drawn
        )

    def _share(self, share: float) -> str:
        return percent(share, 0, self.lang)

    def _finding(self, of_part: Callable[[int], dict[int, float]], shown: Callable[[float], str]) -> str:
        """Return how prices or sales have changed in each part."""
        found = [(part, by) for part in range(len(self.past)) if len(by := list(of_part(part).values())) > 1]
        return " ".join(self.from_to(self._part_said(part), *(shown(by[at]) for at in (0, -1))) for part, by in found)

    def debrief(self) -> Blocks:
        talk, played = blocks.text(self.word("debrief"), "note"), [k for k, rounds in enumerate(self.past) if rounds]
        if not played:
            return {"talk": talk}
        heads = [
            "",
            *map(self.word, ("head_deeds", "head_price", "head_theory", "head_sold", "head_theory", "head_gains")),
        ]
        table = blocks.table(heads, [self._summary(part) for part in played])
        return {"charts": self._charts(), "table": table, "talk": talk}

    def _summary(self, part: int) -> list[str]:
        """Return the last round of a part beside where theory ends, and how much of all possible gains was made."""
        market, deeds = self.markets[part], decided([deed for deeds in self.past[part] for deed in deeds])
        price = self.path(part)[-1] if market.warranty else market.competitive_price
        share = 1.0 if market.warranty else market.share_sold(price)
        possible = sum(deed.quality for deed in deeds)  # the gain of a sale is in proportion to the quality
        made = sum(deed.quality for deed in deeds if deed.is_sold)
        number, prices, shares = len(self.past[part]), self.prices(part), self.shares(part)
        return [
            self._part_said(part),
            self.word("n_of", n=len(decided(self.past[part][-1])), total=len(self.past[part][-1])),
            self.money(prices[number]) if number in prices else "-",
            self.money(price),
            self._share(shares[number]) if number in shares else "-",
            self._share(share),
            self._share(made / possible) if possible else "-",
        ]

    def rows(self) -> list[dict[str, Any]]:
        return [
            {
                "part": part + 1,
                "round": number,
                "seller": deed.seller,
                "quality": deed.quality,
                "promise": deed.promise if market.warranty else None,
                "price": deed.price if deed.bids else None,
                "theory_price": self.path(part)[number - 1],
                "theory_sold": self._theory_shares(part)[number - 1],
                "is_sold": deed.is_sold,
                "is_decided": deed.is_decided,
                "buyer": self._buyer(deed) if deed.is_sold else None,
                "seller_gain": gains[0] if deed.is_sold else 0,
                "buyer_gain": sum(gains[1:]) if deed.is_sold else 0,
            }
            for part, market in enumerate(self.markets)
            for number, deeds in enumerate(self.past[part], 1)
            for deed in deeds
            for gains in (market.payoffs(deed.facts, deed.moves()),)
        ]
