"""Bargain: pairs agree, or not, on the price of the deed that completes a group; shares, missed deals, what is lost."""

import random
from collections.abc import Sequence
from typing import Any

from monopoly_lab.economics.bargaining import Bargain
from monopoly_lab.economics.repeated_games import luck_of
from monopoly_lab.live import page_blocks as blocks
from monopoly_lab.live.activity import ALL_SEATS, FormField, SentAnswer
from monopoly_lab.live.bargain_results import (
    BOTH,
    FREE,
    LEAST_VALUES,
    OWN,
    SURPLUSES,
    ULTIMATUM,
    BargainResults,
    Pair,
)
from monopoly_lab.live.page_blocks import Blocks
from monopoly_lab.live.sent_choice import whole_number

COMPUTER = -1  # the partner of the last one of an odd class
HALF = 100  # of the mean surplus: what a computer asks for itself
ENOUGH = 50  # the gain at which a computer accepts an offer
HIGHEST = 1000  # price


class ClassBargain(BargainResults):
    """Pairs mixed again for each round; each deal would bring both a gain. Without a deal, nobody gains.

    In free bargaining each may change an offer, and accept or refuse the other's, until time is up. In an ultimatum one
    of the two, drawn by lot, makes one offer, and the other one takes it or leaves it. The last one of an odd class
    bargains with a computer, and so do the partners of seats that a strategy plays; it asks for half of an average
    surplus. Pairs with a computer are left out of the figures of the class. A price at a loss is allowed: the phone
    asks first. To let an offer lapse is to refuse it: its pair has missed a deal, and so has a pair in which nobody
    made an offer. All read the rules before the first round; its time runs from when the teacher says so.
    """

    NAME = "bargain"
    MINUTES = 15
    LEAST = 2
    OPTIONS = (
        FormField("way", FREE, among=(FREE, ULTIMATUM)),
        FormField("known", BOTH, among=(BOTH, OWN)),
        FormField("named", False),
        FormField("rounds", 3, low=1, high=20),
        FormField("seconds", 90, low=0, high=1200),
    )

    def set_up(self, now: float) -> None:
        self.round = 0
        self.computers.add(COMPUTER)
        self.past: list[list[Pair]] = []  # by round
        self._deal(now)

    def _deal(self, now: float) -> None:
        """Begin a round: pairs, values, and the time."""
        order = list(self.seats)
        luck = random.Random(f"{self.seed}/pairs/{self.round}")
        luck.shuffle(order)
        order += [COMPUTER] if len(order) % 2 else []
        self.pairs = [self._pair(number, *order[2 * number : 2 * number + 2]) for number in range(len(order) // 2)]
        self.pair_of = {seat: pair for pair in self.pairs for seat in (pair.buyer, pair.seller)}
        self.is_open, self.seats_to_update = True, ALL_SEATS
        self.is_theory_open = False  # it was shown for the round before
        self.is_running = bool(self.round) or not self.options["seconds"]
        self._set_clock(now)
        self._let_computers()

    def _set_clock(self, now: float) -> None:
        seconds = float(self.options["seconds"])
        self.deadline = now + seconds if seconds and self.is_running else None

    def _pair(self, number: int, buyer: int, seller: int) -> Pair:
        luck = luck_of(self.seed, "deal", self.round, number)
        least = luck.choice(LEAST_VALUES)
        deal = Bargain(least + luck.choice(SURPLUSES), least)
        return Pair(buyer, seller, deal, luck.choice((buyer, seller)))

    # Bargaining

    def add_latecomer(self, seat: int, now: float) -> None:
        self.seats.append(seat)

    def hand_over(self, seat: int, strategy: str, now: float) -> None:
        super().hand_over(seat, strategy, now)
        self._let_computers()

    def _may_offer(self, pair: Pair, seat: int) -> bool:
        return not self.is_ultimatum or (seat == pair.proposer and not pair.offers)

    def question(self, seat: int) -> int | None:
        pair = self.pair_of.get(seat)
        if not self.is_open or pair is None or pair.is_done:
            return None
        return self.round + 1 if self._may_offer(pair, seat) or pair.partner_of(seat) in pair.open_offers else None

    def waiting(self) -> list[int]:
        return [seat for seat in super().waiting() if seat not in self.computers]

    def unanswered(self) -> list[int]:
        return [seat for seat in self.waiting() if seat not in self.pair_of[seat].acted]

    def why_not(self, seat: int, answer: SentAnswer) -> str:
        pair = self.pair_of[seat]
        if "accept" in answer or answer.get("refuse") is True:
            there = pair.open_offers.get(pair.partner_of(seat))
            meant = answer.get("accept", answer.get("offer", there))
            is_this = isinstance(meant, int) and not isinstance(meant, bool) and meant == there
            return "" if is_this else self.say("offer_gone")
        if not self._may_offer(pair, seat):
            return self.say("not_now")
        return self.why_not_whole(answer.get("price"), HIGHEST)

    def apply(self, seat: int, answer: SentAnswer, now: float) -> None:
        pair = self.pair_of[seat]
        self.seats_to_update = {pair.buyer, pair.seller}
        pair.is_begun = True
        pair.acted.add(seat)
        if "accept" in answer:
            pair.price, pair.is_done = int(answer["accept"]), True
        elif answer.get("refuse") is True:
            pair.refused.add(pair.partner_of(seat))
            pair.is_done = self.is_ultimatum
        else:
            pair.offers[seat] = whole_number(answer["price"]) or 0
            pair.refused.discard(seat)
        self._let_computers()

    def _let_computers(self) -> None:
        """Ask the computer players of all pairs to move, and close the round when all are done."""
        for pair in self.pairs:
            for seat in (pair.buyer, pair.seller):
                if seat in self.computers and self.is_open and not pair.is_done:
                    pair.has_computer = True
                    self._computer_moves(pair, seat)
        has_begun = self.is_running or any(pair.is_begun for pair in self.pairs)
        if self.is_open and has_begun and all(pair.is_done for pair in self.pairs):
            self._close()

    def _computer_moves(self, pair: Pair, seat: int) -> None:
        offer = pair.open_offers.get(pair.partner_of(seat))
        if offer is not None and pair.gain(seat, offer) >= (1 if self.is_ultimatum else ENOUGH):
            pair.price, pair.is_done = offer, True
        elif offer is not None and self.is_ultimatum:
            pair.is_done = True
        elif seat not in pair.offers and self._may_offer(pair, seat):
            pair.offers[seat] = pair.value(seat) + (HALF if seat == pair.seller else -HALF)
            if pair.partner_of(seat) in self.computers:
                self._computer_moves(pair, pair.partner_of(seat))

    def tick(self, now: float) -> None:
        self._close()

    def _close(self) -> None:
        self.past.append(self.pairs)
        self.is_open, self.deadline, self.seats_to_update = False, None, ALL_SEATS

    def controls(self) -> Sequence[str]:
        if self.is_open:
            return ("close",) if self.is_running else ("go", "close")
        return self.next_button(self.round + 1 < self.options["rounds"]), *self.theory_button()

    def control(self, what: str, now: float) -> None:
        if self.toggle_theory(what):
            return
        if what == "go":
            self.is_running = True
            self._set_clock(now)
            self._let_computers()
        elif what == "close":
            self._close()
        elif self.round + 1 < self.options["rounds"]:
            self.round += 1
            self._deal(now)
        else:
            self.end(now)

    def end(self, now: float) -> None:
        if self.is_open and any(pair.is_done for pair in self.pairs):
            self._close()  # deals that were made count
        self.is_open = False
        super().end(now)

    # What is seen

    def view(self, seat: int) -> Blocks:
        pair = self.pair_of.get(seat)
        if self.is_over:
            return self._own_end(seat)
        if pair is None:
            return self.watching(self.round + 1 >= self.options["rounds"])
        gained = sum(each.gain(seat, each.price) for pairs in self.past for each in pairs if seat in _seats_of(each))
        role = "buyer" if seat == pair.buyer else "seller"
        pairs = [(self.say("worth_to_you"), self.money(pair.value(seat)))]
        if self.options["known"] == BOTH:
            pairs.append((self.say("worth_to_other"), self.money(pair.value(pair.partner_of(seat)))))
        is_over = pair.is_done or not self.is_open
        last = (("your_last_offer", seat), ("their_last_offer", pair.partner_of(seat)))
        pairs += [(self.say(key), self.money(pair.offers[who])) for key, who in last if is_over and who in pair.offers]
        pairs.append((self.say("gained"), self.money(gained)))
        page: Blocks = {
            "role": blocks.text(self.say(f"role_{role}"), "big"),
            "partner": blocks.text(self.say("partner", player=self._partner(pair, seat)), "note"),
            "values": blocks.figures(*pairs),
        }
        if self.options["known"] == OWN and not is_over:
            limits = self._possible(pair, seat)
            ends = {"low": self.money(limits[0]), "high": self.money(limits[-1])}
            page["range"] = blocks.text(self.say("range", **ends))
        if is_over:
            return page | {"result": self._result(pair, seat)}
        is_read = self.round > 0 or (self.is_running and bool(self.options["seconds"]))
        page["rules"] = blocks.fold(self.say("rules"), [self._rules()]) if is_read else self._rules()
        return page | self._decision_form(pair, seat) | self._clock()

    def _rules(self) -> blocks.Block:
        """Return the rules, the same for wall and phones, which have them folded once the clock runs."""
        keys = (f"rule_{self.options['way']}", f"rule_{self.options['known']}", "rule_gain")
        return blocks.text(" ".join(map(self.say, keys)))

    def _clock(self) -> Blocks:
        if not self.is_running:
            return self.before_clock()
        return {} if self.deadline is None else {"clock": self.countdown(float(self.options["seconds"]))}

    def _own_end(self, seat: int) -> Blocks:
        """Return what a phone shows at the debrief: the sum of gains, and of how much there was to share."""
        mine = [pair for pairs in self.past for pair in pairs if seat in _seats_of(pair)]
        deals = [pair for pair in mine if pair.price is not None]
        gained = sum(pair.gain(seat, pair.price) for pair in deals)
        if not mine:
            return {"why": blocks.text(self.say("end_nothing" if seat in self.pair_of else "watch"), "big")}
        sentences = [self.say("end_deals", n=len(deals), total=len(mine))]
        if deals:
            shared = self.money(sum(pair.deal.surplus for pair in deals))
            sentences.append(self.say("end_share", gain=self.money(gained), total=shared))
        if lost := [gain for pair in deals if (gain := pair.gain(seat, pair.price)) < 0]:
            sentences.append(self.say("end_lost", n=len(lost), loss=self.money(-sum(lost))))
        if missed := sum(pair.deal.surplus for pair in mine if pair.price is None):
            sentences.append(self.say("end_missed", gain=self.money(missed)))
        figures = blocks.figures((self.say("gained_all"), self.money(gained)))
        return {"own": figures, "why": blocks.text(" ".join(sentences))}

    def _partner(self, pair: Pair, seat: int) -> str:
        other = pair.partner_of(seat)
        if other == COMPUTER:
            return self.say("computer")
        is_named = self.options.get("named", True)  # rooms of earlier versions have names
        return self.names[other] if is_named else self.say("unnamed")

    def _decision_form(self, pair: Pair, seat: int) -> Blocks:
        page: Blocks = {}
        other = pair.partner_of(seat)
        theirs, mine = pair.offers.get(other), pair.offers.get(seat)
        if theirs is not None and other in pair.refused:
            page["theirs"] = blocks.text(self.say("you_refused", price=self.money(theirs)), "note")
        elif theirs is not None:
            page["theirs"] = self._choice(pair, seat, theirs)
        if self._may_offer(pair, seat):
            ask = self.say("only_offer" if self.is_ultimatum else "your_offer")
            field = blocks.number(self.round + 1, ask, self.say("send"), 0, HIGHEST, "$", key="price")
            page["offer"] = field | self._at_a_loss(pair, seat)
        elif mine is None and theirs is None:
            page["wait"] = blocks.text(self.say("wait_offer"), "note")
        if mine is not None and seat in pair.refused:
            page["mine"] = blocks.text(self.say("was_refused", price=self.money(mine)), "bad")
        elif mine is not None:
            text = self.say("mine", price=self.money(mine), gain=self.money(pair.gain(seat, mine)))
            page["mine"] = blocks.text(text, "bad" if pair.gain(seat, mine) < 0 else "good")
        return page

    def _choice(self, pair: Pair, seat: int, theirs: int) -> blocks.Block:
        """Return what a partner's offer would bring, with buttons to accept and to refuse it; a loss is asked about."""
        gain = pair.gain(seat, theirs)
        price, loss = self.money(theirs), self.money(-gain)
        if gain < 0:
            text, confirm = self.say("theirs_loss", price=price, loss=loss), self.say("sure_accept", loss=loss)
        else:
            text, confirm = self.say("theirs", price=price, gain=self.money(gain)), ""
        accept = blocks.choice(self.say("accept"), {"accept": theirs}, confirm=confirm)  # no color says what to do
        refuse = blocks.choice(self.say("refuse"), {"refuse": True, "offer": theirs})
        return blocks.choices(self.round + 1, text, [accept, refuse])

    def _at_a_loss(self, pair: Pair, seat: int) -> dict[str, Any]:
        """Return from which price on the page asks first: an offer at a loss is mostly a slip."""
        value, side = pair.value(seat), "buyer" if seat == pair.buyer else "seller"
        confirm = self.say(f"sure_{side}", value=self.money(value))
        limit = {"above": value} if side == "buyer" else {"below": value}
        return {**limit, "confirm": confirm, "confirm_yes": self.say("sure_yes")}

    def _result(self, pair: Pair, seat: int) -> blocks.Block:
        if pair.price is None:
            return blocks.text(self.say("no_deal" if pair.has_bargained else "no_offer"), "bad")
        gain = pair.gain(seat, pair.price)
        text = self.say("deal", price=self.money(pair.price), gain=self.money(gain))
        return blocks.text(text, "good" if gain >= 0 else "bad")

    def wall(self) -> Blocks:
        head = self.say(
            "round", n=self.round + 1, total=self.options["rounds"], way=self.say(f"way_{self.options['way']}")
        )
        page: Blocks = {"round": blocks.text(head, "big")}
        if not self.is_open:
            return page | self._results(self.past[-1:])
        done = sum(pair.is_done for pair in self.pairs)
        page["rule"] = self._rules()
        page["done"] = blocks.progress(done, len(self.pairs), self.say("done", n=done, total=len(self.pairs)))
        return page | self._clock()


def _seats_of(pair: Pair) -> tuple[int, int]:
    return pair.buyer, pair.seller
