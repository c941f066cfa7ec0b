"""Hidden quality: sellers alone see what their deeds are worth; the market unravels, then opens again with a remedy."""

import random
from collections.abc import Mapping, Sequence
from typing import ClassVar

from monopoly_lab.common.messages import percent
from monopoly_lab.economics.hidden_quality import FULL, HiddenQuality
from monopoly_lab.live import page_blocks as blocks
from monopoly_lab.live.activity import ALL_SEATS, FormField, SentAnswer
from monopoly_lab.live.lemon_results import LOWEST, NONE, WARRANTY, LemonResults
from monopoly_lab.live.offered_deed import Deed
from monopoly_lab.live.page_blocks import Block, Blocks
from monopoly_lab.live.sent_choice import whole_number

NOTHING = "–"  # in a field without a bid
ADMITTED = 60  # the lowest quality of a second part that has one, in percent


class LemonMarket(LemonResults):
    """A market for deeds: half of the class sells, half buys; a second part has a warranty or a lowest quality.

    Each round every seller is dealt a new quality, and two buyers, by lot, whose bids are for this deed: so buyers
    compete, and one can buy two deeds. Of an odd class there is one buyer more. Sellers see both bids and sell to the
    higher one, by lot among equal ones, or keep the deed. An answer can be changed until all have answered. Students
    who are late make no bid, promise the lowest quality, keep the deed. Shares count all deeds on offer, also those of
    late students; a round in which nobody bid is left out of them. A latecomer gets a role in the next round. A round
    that is not finished does not count. The time of the first round of a part runs from when the teacher says so: until
    then all read, and a stage in which strategies alone are asked waits, too. A seat that a strategy plays promises the
    truth and bids what deeds sold at the last price are worth on average.
    """

    NAME = "lemons"
    MINUTES = 20
    LEAST = 3
    STAGES = ("promise", "bid", "sell")
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
        """Begin a round: qualities, and whose bids reach whom; a theory that was shown was for the round before."""
        self.is_theory_open = False
        order = list(self.buyers)
        random.Random(f"{self.seed}/buyers/{self.part}/{self.round}").shuffle(order)
        self.deeds = [
            Deed(
                seller,
                (order[number], order[(number + 1) % len(order)]),
                self.market.deal(self.seed, 1000 * (1000 * self.part + self.round) + number, ()),
                promise=self.market.floor if self.market.warranty else 0,
            )
            for number, seller in enumerate(self.sellers)
        ]
        self._begin("promise" if self.market.warranty else "bid", now, waits=not self.round)

    @property
    def round(self) -> int:
        """Return the number of rounds of this part that are finished."""
        return len(self.past[-1])

    def _begin(self, stage: str, now: float, waits: bool = False) -> None:
        """Begin a stage, or end the round if there is none; `waits`: its clock starts when the teacher says so."""
        self.stage, self.sent, self.seats_to_update = stage, set[int](), ALL_SEATS
        self.is_running = not (waits and self.options["seconds"])
        self._set_clock(now)
        if stage == "sell" and not self.waiting():
            self._go_on(now)  # nobody has bid

    def _set_clock(self, now: float) -> None:
        seconds = float(self.options["seconds"])
        self.deadline = now + seconds if seconds and self.stage and self.is_running else None

    # Moves

    def add_latecomer(self, seat: int, now: float) -> None:
        (self.sellers if len(self.sellers) < len(self.buyers) else self.buyers).append(seat)
        self.seats.append(seat)

    def _deeds_of(self, seat: int) -> list[Deed]:
        """Return the deeds that a seat sells or bids for in this round."""
        return [deed for deed in self.deeds if seat == deed.seller or seat in deed.buyers]

    def question(self, seat: int) -> int | None:
        mine = self._deeds_of(seat)
        if not self.stage or not mine or (self.stage == "bid") == (seat in self.sellers):
            return None
        if self.stage == "sell" and mine[0].price < 0:
            return None
        return self.number_of(self.part, self.round, self.stage)

    def waiting(self) -> list[int]:
        return [seat for seat in super().waiting() if seat not in self.sent]

    def why_not(self, seat: int, answer: SentAnswer) -> str:
        if self.stage == "sell":
            return "" if isinstance(answer.get("sell"), bool) else self.say("not_now")
        low, high = (self.market.floor, FULL) if self.stage == "promise" else (0, self.market.highest_bid)
        numbers = self._read(seat, answer)
        if not numbers:
            return self.say("one_bid")
        for number in numbers.values():
            if number is None or not low <= number <= high:
                return self.say("whole", low=low, high=high)
        return ""

    def _read(self, seat: int, answer: SentAnswer) -> dict[int, int | None]:
        """Return the promise, or the bids, by the place of the deed; None for what is no whole number.

        Under a warranty an empty field is no bid, which is not a bid of 0; a bid that was sent before stays.
        """
        places = range(len(self._deeds_of(seat)))
        if self.stage == "bid" and self.market.warranty:
            typed = answer.get("numbers")
            typed_numbers = typed if isinstance(typed, Mapping) else {}
            return {place: whole_number(typed_numbers[str(place)]) for place in places if str(place) in typed_numbers}
        return dict.fromkeys(places, whole_number(answer.get("number")))

    def apply(self, seat: int, answer: SentAnswer, now: float) -> None:
        self.sent.add(seat)
        self.seats_to_update, mine = {seat}, self._deeds_of(seat)
        if self.stage == "sell":
            mine[0].is_sold, mine[0].is_decided = answer["sell"], True
        else:
            for place, number in self._read(seat, answer).items():
                assert number is not None  # `why_not` has read it
                if self.stage == "promise":
                    mine[place].promise, mine[place].is_promised = number, True
                else:
                    mine[place].bids[seat] = number
        if not self.waiting() and (self.is_running or self.sent - self.computers):
            self._go_on(now)

    def _go_on(self, now: float) -> None:
        """Close a stage and begin the next one."""
        if self.stage != "sell":
            self._begin(self.STAGES[self.STAGES.index(self.stage) + 1], now)
            return
        self.past[-1].append(self.deeds)
        self._begin("", now)

    def computer_answer(self, seat: int) -> SentAnswer:
        mine = self._deeds_of(seat)
        if self.stage == "sell":
            return {"sell": self._gain(mine[0], seat) >= 0}
        if self.stage == "promise":
            return {"number": mine[0].quality}
        if self.market.warranty:
            return {"numbers": {str(k): self._worth(deed.promise) for k, deed in enumerate(mine)}}
        last = list(self.prices(self.part).values())[-1:]
        bid = self.market.buyer_factor * self.market.mean_value(last[0]) if last else self.market.unraveling(1)[0]
        return {"number": int(bid)}

    def tick(self, now: float) -> None:
        self._go_on(now)

    @property
    def _is_part_over(self) -> bool:
        return bool(self.round >= self.options["rounds"])

    def controls(self) -> Sequence[str]:
        if self.stage:
            return ("close",) if self.is_running else ("go", "close")
        if not self._is_part_over:
            return "next", *self.theory_button()
        return "part" if self.part == 0 and self.options["second"] != NONE else "finish", *self.theory_button()

    def control(self, what: str, now: float) -> None:
        if self.toggle_theory(what):
            return
        if what == "go":
            self.is_running = True
            self._set_clock(now)
            if not self.waiting():
                self._go_on(now)
        elif what == "close":
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

    def _clock(self, takes_answers: bool = True) -> Blocks:
        if not self.options["seconds"] or not self.stage:
            return {}
        if not self.is_running:
            return self.before_clock(takes_answers)
        return {"clock": self.countdown(float(self.options["seconds"]))}

    def view(self, seat: int) -> Blocks:
        mine = self._deeds_of(seat)
        if self.is_over:
            return self._own_end(seat)
        if not mine:
            is_last_part = self.part > 0 or self.options["second"] == NONE
            return self.watching(is_last_part and self.round + bool(self.stage) >= self.options["rounds"])
        is_seller = seat in self.sellers
        pairs = [(self.say("gained"), self.money(self._sums()[seat]))]
        if is_seller:
            quality = mine[0].quality
            worth = self.money(self._own_worth(quality))
            pairs = [
                (self.say("quality"), percent(quality / 100, 0, self.lang)),
                (self.say("worth_to_you"), worth),
                *pairs,
            ]
        pairs = [*self._own_moves(seat, mine), *pairs]
        role = self.say("role_seller") if is_seller else self.say("role_buyer", n=len(mine))
        page: Blocks = {"role": blocks.text(role, "big"), "figures": blocks.figures(*pairs)}
        if self.stage:
            return page | self._rules() | self._decision_form(seat, mine) | self._clock(self.question(seat) is not None)
        return page | ({} if self.deeds not in self.past[-1] else self._results(seat, mine))

    def _decision_form(self, seat: int, mine: Sequence[Deed]) -> Blocks:
        question, send = self.question(seat), self.say("send")
        if question is None:
            return {"wait": blocks.text(self.say("wait"), "note")}
        low, high = self.market.floor, self.market.highest_bid
        if self.stage == "sell":
            gain = self._gain(mine[0], seat)
            bids = ", ".join(self.money(bid) for bid in sorted(mine[0].bids.values(), reverse=True))
            is_loss, loss = gain < 0, self.money(-gain)
            confirm = self.say("sure_sell", loss=loss) if is_loss else ""
            yes = blocks.choice(self.say("sell"), {"sell": True}, confirm=confirm)  # no color says what to do
            no = blocks.choice(self.say("keep"), {"sell": False})
            back = self._refund(mine[0])
            key, values = "ask_sell_back" if back else "ask_sell", {"gain": self.money(gain), "back": self.money(back)}
            ask = self.say(f"{key}_loss" if is_loss else key, bids=bids, loss=loss, **values)
            form = blocks.choices(question, ask, [yes, no])
        elif self.stage == "promise":
            sums = {"worth": self.money(self._worth(mine[0].quality)), "most": self.money(self._worth(FULL))}
            form = blocks.number(question, self.say("ask_promise", low=low, **sums), send, low, FULL, "%")
        elif self.market.warranty:
            form = self._asked_bids(seat, question, mine)
        else:
            ask = self.say("ask_bid", least=self.money(self._worth(low)), most=self.money(high), low=low)
            form = blocks.number(question, ask, send, 0, high, "$")
        if seat not in self.sent:
            return {"asked": form}
        done = self.say("sell" if mine[0].is_sold else "keep")
        value = done if self.stage == "sell" else self._own_moves(seat, mine)[0][1]
        return {"asked": form, "sent": blocks.text(self.say("sent", value=value), "good")}

    def _asked_bids(self, seat: int, question: int, mine: Sequence[Deed]) -> Block:
        """Return fields for bids under a warranty; a bid above what the promise is worth is a sure loss: it asks."""
        worth = [self._worth(deed.promise) for deed in mine]
        values = [{"n": deed.promise, "worth": self.money(each)} for deed, each in zip(mine, worth, strict=True)]
        sent = [self.money(deed.bids[seat]) if seat in deed.bids else NOTHING for deed in mine]
        fields = [(str(k), self.say("promised", **each), sent[k]) for k, each in enumerate(values)]
        confirm = {str(k): (worth[k], self.say("sure_bid", **each)) for k, each in enumerate(values)}
        ends = self.say("sure_bids"), self.say("sure_yes")
        high = self.market.highest_bid
        return blocks.numbers(question, self.say("ask_bids"), self.say("send"), fields, confirm, ends, high)

    def _rules(self, is_wall: bool = False) -> Blocks:
        """Return the rules of a part, in the same words on wall and phones; what is new in a second part is marked.

        They are open in the first round of a part, those that are known from the first part folded on phones: what is
        new has the room on the wall. Once the clock runs, the wall has the new one alone, and phones have all folded.
        """
        known = [blocks.text(" ".join(self.say(f"rule_{key}", low=self.market.floor) for key in ("hidden", "sale")))]
        new = (
            [blocks.text(self.say(f"rule_{self.options['second']}", low=self.market.floor), "new")] if self.part else []
        )
        is_read = self.round > 0 or (self.is_running and bool(self.options["seconds"]))
        marked = {"new_rule": new[0]} if new else {}
        if is_wall and new and is_read:
            return marked
        if is_wall and new:
            return marked | {"rules": blocks.text(self.say("as_before"))}
        if is_wall or not is_read:
            return marked | {"rules": blocks.fold(self.say("rules"), known) if new else known[0]}
        return {"rules": blocks.fold(self.say("rules"), [*new, *known])}

    def wall(self) -> Blocks:
        number = self.round + bool(self.stage)
        head = self.say("round", part=self.part_called(self.part), n=number, total=self.options["rounds"])
        page: Blocks = {"round": blocks.text(head, "big")}
        if self.stage:
            page["stage"] = blocks.text(self.say(f"stage_{self.stage}"), "big")
            if not self.round:
                page |= self._rules(is_wall=True)
            page |= self.answer_bar([seat for seat in self.seats if self.question(seat) is not None])
        elif self.past[-1]:
            page["figures"] = self._round_figures()
        return page | self._clock() | ({"charts": self._charts()} if any(self.past) and "rules" not in page else {})
