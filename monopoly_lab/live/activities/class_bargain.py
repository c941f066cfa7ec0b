"""Bargain: pairs agree, or not, on the price of the deed that completes a group; shares, missed deals, what is lost."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import isfinite
from typing import Any

from monopoly_lab.common.messages import percent, unbroken
from monopoly_lab.economics.bargaining import Bargain
from monopoly_lab.economics.repeated_games import luck_of
from monopoly_lab.live import page_blocks as blocks
from monopoly_lab.live.activity import Activity, Answer, FormField, whole_number
from monopoly_lab.live.page_blocks import Blocks
from monopoly_lab.measures.confidence_intervals import mean_of_rounds
from monopoly_lab.measures.histogram_columns import columns

FREE, ULTIMATUM = "free", "ultimatum"
BOTH, OWN = "both", "own"  # who knows a value: both, or its owner alone
COMPUTER = -1  # the partner of the last one of an odd class
LEAST_VALUES = range(100, 301, 10)  # of the deed to its seller, dealt by lot
SURPLUSES = range(100, 301, 10)  # by so much it is worth more to the buyer
HALF = 100  # of the mean surplus: what a computer asks for itself
ENOUGH = 50  # the gain at which a computer accepts an offer
HIGHEST = 1000  # price


@dataclass
class Pair:
    """A buyer and a seller of one deed, and how far they are."""

    buyer: int
    seller: int
    deal: Bargain
    proposer: int  # of an ultimatum
    offers: dict[int, int] = field(default_factory=dict)  # the last of each
    price: int | None = None  # that was agreed
    is_done: bool = False
    acted: set[int] = field(default_factory=set)  # who has offered, accepted or refused

    @property
    def is_answered(self) -> bool:
        """Return True if both have said something; without it there was no bargain that a deal was missed in."""
        return self.acted >= {self.buyer, self.seller}

    def other(self, seat: int) -> int:
        """Return the partner."""
        return self.seller if seat == self.buyer else self.buyer

    def value(self, seat: int) -> int:
        """Return what the deed is worth to a partner."""
        return int(self.deal.most if seat == self.buyer else self.deal.least)

    def gain(self, seat: int, price: int | None) -> int:
        """Return what a price brings a partner; 0 without a deal."""
        if price is None:
            return 0
        return self.value(seat) - price if seat == self.buyer else price - self.value(seat)

    def share(self, seat: int) -> float:
        """Return the part of the surplus that a partner got, in percent; above 100 where the other one loses."""
        return 100 * self.gain(seat, self.price) / self.deal.surplus


class ClassBargain(Activity):
    """Pairs mixed anew for each round; each deal would bring both a gain. No deal brings nothing.

    In free bargaining each may change an offer, or accept the other's, until time is up. In an ultimatum one of the
    two, drawn by lot, makes one offer, and the other one takes it or leaves it. The last one of an odd class bargains
    with a computer, and so do the partners of seats that a strategy plays; it asks for half of an average surplus.
    A price at a loss is allowed: the phone says that it is one. A pair of which one never answered, such as a phone
    that is away, is counted apart: it has missed no deal.
    """

    NAME = "bargain"
    MINUTES = 15
    LEAST = 2
    OPTIONS = (
        FormField("way", FREE, among=(FREE, ULTIMATUM)),
        FormField("known", BOTH, among=(BOTH, OWN)),
        FormField("rounds", 3, low=1, high=20),
        FormField("seconds", 90, low=0, high=1200),
    )

    def set_up(self, now: float) -> None:
        self.round = 0
        self.computers: set[int] = {COMPUTER}
        self.past: list[list[Pair]] = []  # by round
        self._deal(now)

    @property
    def is_ultimatum(self) -> bool:
        """Return True where only one offer is made."""
        return bool(self.options["way"] == ULTIMATUM)

    def _deal(self, now: float) -> None:
        """Begin a round: pairs, values, and the time."""
        order = list(self.seats)
        luck = random.Random(f"{self.seed}/pairs/{self.round}")
        luck.shuffle(order)
        order += [COMPUTER] if len(order) % 2 else []
        self.pairs = [self._pair(number, *order[2 * number : 2 * number + 2]) for number in range(len(order) // 2)]
        self.pair_of = {seat: pair for pair in self.pairs for seat in (pair.buyer, pair.seller)}
        self.is_open, self.touched = True, None
        seconds = float(self.options["seconds"])
        self.deadline = now + seconds if seconds else None
        self._let_computers()

    def _pair(self, number: int, buyer: int, seller: int) -> Pair:
        luck = luck_of(self.seed, "deal", self.round, number)
        least = luck.choice(LEAST_VALUES)
        deal = Bargain(least + luck.choice(SURPLUSES), least)
        return Pair(buyer, seller, deal, luck.choice((buyer, seller)))

    # Bargaining

    def joined(self, seat: int, now: float) -> None:
        self.seats.append(seat)

    def hand(self, seat: int, strategy: str, now: float) -> None:
        self.computers.discard(seat)
        if strategy:
            self.computers.add(seat)
        self._let_computers()

    def _may_offer(self, pair: Pair, seat: int) -> bool:
        return not self.is_ultimatum or (seat == pair.proposer and not pair.offers)

    def question(self, seat: int) -> int | None:
        pair = self.pair_of.get(seat)
        if not self.is_open or pair is None or pair.is_done:
            return None
        return self.round + 1 if self._may_offer(pair, seat) or pair.other(seat) in pair.offers else None

    def waiting(self) -> list[int]:
        return [seat for seat in super().waiting() if seat not in self.computers]

    def why_not(self, seat: int, answer: Answer) -> str:
        pair = self.pair_of[seat]
        if "accept" in answer or answer.get("refuse") is True:
            there = pair.offers.get(pair.other(seat))
            is_this = answer.get("refuse") is True and self.is_ultimatum
            is_this |= isinstance(answer.get("accept"), int) and not isinstance(answer.get("accept"), bool)
            is_this &= there is not None and answer.get("accept", there) == there
            return "" if is_this else self.word("offer_gone")
        if not self._may_offer(pair, seat):
            return self.word("not_now")
        price = whole_number(answer.get("price"))
        return "" if price is not None and 0 <= price <= HIGHEST else self.word("whole", high=HIGHEST)

    def apply(self, seat: int, answer: Answer, now: float) -> None:
        pair = self.pair_of[seat]
        self.touched = {pair.buyer, pair.seller}
        pair.acted.add(seat)
        if "accept" in answer:
            pair.price, pair.is_done = int(answer["accept"]), True
        elif answer.get("refuse") is True:
            pair.is_done = True
        else:
            pair.offers[seat] = whole_number(answer["price"]) or 0
        self._let_computers()

    def _let_computers(self) -> None:
        """Ask the computer players of all pairs to move, and close the round when all are done."""
        for pair in self.pairs:
            for seat in (pair.buyer, pair.seller):
                if seat in self.computers and self.is_open and not pair.is_done:
                    self._computer_moves(pair, seat)
        if self.is_open and all(pair.is_done for pair in self.pairs):
            self._close()

    def _computer_moves(self, pair: Pair, seat: int) -> None:
        offer = pair.offers.get(pair.other(seat))
        if offer is not None and pair.gain(seat, offer) >= (1 if self.is_ultimatum else ENOUGH):
            pair.price, pair.is_done = offer, True
            pair.acted.add(seat)
        elif offer is not None and self.is_ultimatum:
            pair.is_done = True
            pair.acted.add(seat)
        elif seat not in pair.offers and self._may_offer(pair, seat):
            pair.acted.add(seat)
            pair.offers[seat] = pair.value(seat) + (HALF if seat == pair.seller else -HALF)
            if pair.other(seat) in self.computers:
                self._computer_moves(pair, pair.other(seat))

    def tick(self, now: float) -> None:
        self._close()

    def _close(self) -> None:
        self.past.append(self.pairs)
        self.is_open, self.deadline, self.touched = False, None, None

    def controls(self) -> Sequence[str]:
        return ("close",) if self.is_open else ("next", *self.theory_button())

    def control(self, what: str, now: float) -> None:
        if self.toggles_theory(what):
            return
        if what == "close":
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
        gained = sum(each.gain(seat, each.price) for pairs in self.past for each in pairs if seat in _both(each))
        role = "buyer" if seat == pair.buyer else "seller"
        pairs = [(self.word("worth_to_you"), self.money(pair.value(seat)))]
        if self.options["known"] == BOTH:
            pairs.append((self.word("worth_to_other"), self.money(pair.value(pair.other(seat)))))
        is_over = pair.is_done or not self.is_open
        last = (("your_last_offer", seat), ("their_last_offer", pair.other(seat)))
        pairs += [(self.word(key), self.money(pair.offers[who])) for key, who in last if is_over and who in pair.offers]
        pairs.append((self.word("gained"), self.money(gained)))
        found: Blocks = {
            "role": blocks.text(self.word(f"role_{role}"), "big"),
            "partner": blocks.text(self.word("partner", player=self._partner(pair, seat)), "note"),
            "values": blocks.figures(*pairs),
        }
        if is_over:
            return found | {"result": self._result(pair, seat)}
        found |= self._asked(pair, seat)
        if self.deadline is not None:
            found["clock"] = self.countdown(float(self.options["seconds"]))
        return found

    def _own_end(self, seat: int) -> Blocks:
        """Return what a phone shows at the debrief: the sum of gains, and of how much there was to share."""
        mine = [pair for pairs in self.past for pair in pairs if seat in _both(pair)]
        made = [pair for pair in mine if pair.price is not None]
        gained = sum(pair.gain(seat, pair.price) for pair in made)
        if not mine:
            return {"why": blocks.text(self.word("end_nothing" if seat in self.pair_of else "watch"), "big")}
        said = [self.word("end_deals", n=len(made), total=len(mine))]
        if made:
            shared = self.money(sum(pair.deal.surplus for pair in made))
            said.append(self.word("end_share", gain=self.money(gained), total=shared))
        if lost := [gain for pair in made if (gain := pair.gain(seat, pair.price)) < 0]:
            said.append(self.word("end_lost", n=len(lost), loss=self.money(-sum(lost))))
        if missed := sum(pair.deal.surplus for pair in mine if pair.price is None):
            said.append(self.word("end_missed", gain=self.money(missed)))
        own = blocks.figures((self.word("gained_all"), self.money(gained)))
        return {"own": own, "why": blocks.text(" ".join(said))}

    def _partner(self, pair: Pair, seat: int) -> str:
        other = pair.other(seat)
        return self.word("computer") if other == COMPUTER else self.names[other]

    def _asked(self, pair: Pair, seat: int) -> Blocks:
        found: Blocks = {}
        theirs, mine = pair.offers.get(pair.other(seat)), pair.offers.get(seat)
        if theirs is not None:
            gain = pair.gain(seat, theirs)
            said = self.word("theirs", price=self.money(theirs), gain=self.money(gain))
            offered = [blocks.choice(self.word("accept"), {"accept": theirs}, main=gain > 0)]
            if self.is_ultimatum:
                offered.append(blocks.choice(self.word("refuse"), {"refuse": True}))
            found["theirs"] = blocks.choices(self.round + 1, said, offered)
        if self._may_offer(pair, seat):
            ask = self.word("only_offer" if self.is_ultimatum else "your_offer")
            found["offer"] = blocks.number(self.round + 1, ask, self.word("send"), 0, HIGHEST, "$", key="price")
        elif mine is None and theirs is None:
            found["wait"] = blocks.text(self.word("wait_offer"), "note")
        if mine is not None:
            said = self.word("mine", price=self.money(mine), gain=self.money(pair.gain(seat, mine)))
            found["mine"] = blocks.text(said, "bad" if pair.gain(seat, mine) < 0 else "good")
        return found

    def _result(self, pair: Pair, seat: int) -> blocks.Block:
        if pair.price is None:
            return blocks.text(self.word("no_deal" if pair.is_answered else "no_answer"), "bad")
        gain = pair.gain(seat, pair.price)
        said = self.word("deal", price=self.money(pair.price), gain=self.money(gain))
        return blocks.text(said, "good" if gain >= 0 else "bad")

    def wall(self) -> Blocks:
        head = self.word(
            "round", n=self.round + 1, total=self.options["rounds"], way=self.word(f"way_{self.options['way']}")
        )
        found: Blocks = {"round": blocks.text(head, "big")}
        if not self.is_open:
            return found | self._results(self.past[-1:])
        done = sum(pair.is_done for pair in self.pairs)
        found["rule"] = blocks.text(self.word(f"rule_{self.options['way']}"), "big")
        found["done"] = blocks.progress(done, len(self.pairs), self.word("done", n=done, total=len(self.pairs)))
        if self.deadline is not None:
            found["clock"] = self.countdown(float(self.options["seconds"]))
        return found

    def _results(self, rounds: Sequence[Sequence[Pair]]) -> Blocks:
        """Return the shares that were agreed, and what was missed; once it may be seen, beside what theory says."""
        silent = sum(not pair.is_answered for played in rounds for pair in played)
        pairs = [pair for played in rounds for pair in played if pair.is_answered]
        if not pairs:
            return {"silent": blocks.text(self.word("nobody_answered"), "note")} if silent else {}
        by_round = [
            [
                pair.share(pair.proposer if self.is_ultimatum else pair.buyer)
                for pair in played
                if pair.price is not None
            ]
            for played in rounds
        ]
        shares = [share for found in by_round for share in found]
        theory = blocks.mark(100 if self.is_ultimatum else 50, self.word(f"theory_{self.options['way']}"))
        way = self.options["way"]
        finding = ""
        if shares:
            mean = percent(sum(shares) / len(shares) / 100, 0, self.lang)
            finding = self.word(f"finding_{way}", share=mean, n=len(shares), total=len(pairs))
        bins = columns(shares, 0, 100)
        x, y = self.word(f"axis_{way}"), self.word("axis_deals")
        chart = blocks.histogram(
            bins,
            lambda share: percent(share / 100, 0, self.lang),
            [theory] if self.shows_theory else [],
            x=x,
            y=y,
            title=finding,
        )
        missed = sum(pair.deal.surplus for pair in pairs if pair.price is None)
        total = sum(pair.deal.surplus for pair in pairs)
        figures = [
            (self.word("deals"), self.word("n_of", n=len(shares), total=len(pairs))),
            (self.word("left_on_table"), f"{self.money(missed)} ({percent(missed / total, 0, self.lang)})"),
        ]
        if silent:
            figures.append((self.word("silent"), str(silent)))
        if shares:
            figures.append((self.word(f"mean_{self.options['way']}"), self._mean_share(by_round)))
        spread = self.spread_note(by_round) if shares else {}
        return {"chart": chart, "figures": blocks.figures(*figures), **spread}

    def _mean_share(self, rounds: Sequence[Sequence[float]]) -> str:
        """Return the mean share in percent, with half of its interval (95 %) where there is one."""
        found = mean_of_rounds(rounds)
        half = f" ± {round(found.half)}" if isfinite(found.half) else ""
        return unbroken(f"{round(found.value)}{half} %", self.lang)

    def _theory_price(self, pair: Pair) -> float:
        """Return the price of the Nash split, or of a proposer who keeps all that can be gained."""
        if not self.is_ultimatum:
            return pair.deal.split() or 0.0
        return float(pair.deal.most if pair.proposer == pair.seller else pair.deal.least)

    def debrief(self) -> Blocks:
        return self._results(self.past) | {"talk": blocks.text(self.word("debrief"), "note")}

    def rows(self) -> list[dict[str, Any]]:
        return [
            {
                "round": number + 1,
                "buyer": pair.buyer,
                "seller": pair.seller,
                "most": pair.deal.most,
                "least": pair.deal.least,
                "proposer": pair.proposer if self.is_ultimatum else None,
                "buyer_offer": pair.offers.get(pair.buyer),
                "seller_offer": pair.offers.get(pair.seller),
                "is_answered": pair.is_answered,
                "price": pair.price,
                "theory_price": self._theory_price(pair),
                "buyer_gain": pair.gain(pair.buyer, pair.price),
                "seller_gain": pair.gain(pair.seller, pair.price),
            }
            for number, pairs in enumerate(self.past)
            for pair in pairs
        ]


def _both(pair: Pair) -> tuple[int, int]:
    return pair.buyer, pair.seller
