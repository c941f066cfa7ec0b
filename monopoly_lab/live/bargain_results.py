"""Results of the class's bargains: shares, missed deals and what is lost, beside theory once it may be seen."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import isfinite
from typing import Any

from monopoly_lab.common.messages import percent
from monopoly_lab.economics.bargaining import Bargain, best_offer
from monopoly_lab.live import page_blocks as blocks
from monopoly_lab.live.activity import Activity
from monopoly_lab.live.page_blocks import Blocks
from monopoly_lab.measures.confidence_intervals import mean_of_pairs
from monopoly_lab.measures.histogram_columns import columns

FREE, ULTIMATUM = "free", "ultimatum"
BOTH, OWN = "both", "own"  # who knows a value: both, or its owner alone
LEAST_VALUES = range(100, 301, 10)  # of the deed to its seller, dealt by lot
SURPLUSES = range(100, 301, 10)  # by so much it is worth more to the buyer
HALVES = 50.0  # percent: equal parts are in the middle of a column


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
    refused: set[int] = field(default_factory=set)  # whose last offer the other one has refused
    acted: set[int] = field(default_factory=set)  # who has made an offer, accepted one or refused it
    is_begun: bool = False  # a person has made an offer, accepted one or refused it
    has_computer: bool = False  # a strategy plays one of both: it says nothing of the class

    @property
    def open_offers(self) -> dict[int, int]:
        """Return the offers that can be accepted."""
        return {seat: price for seat, price in self.offers.items() if seat not in self.refused}

    @property
    def has_bargained(self) -> bool:
        """Return True if there was an offer by a person, or a deal."""
        return self.is_begun or self.is_done

    def partner_of(self, seat: int) -> int:
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


class BargainResults(Activity):
    """What the rounds of bargaining show. The theory is hidden while it could still be copied.

    All pairs of two people count in deals and in gains that were not made, also those without an offer: not to bargain
    is the most complete way to miss a deal. How much of it these are is said beside it. Pairs with a computer count
    nowhere.
    """

    past: list[list[Pair]]  # by round

    @property
    def is_ultimatum(self) -> bool:
        """Return True where only one offer is made."""
        return bool(self.options["way"] == ULTIMATUM)

    def _results(self, rounds: Sequence[Sequence[Pair]]) -> Blocks:
        """Return the shares that were agreed, and what was missed; once it may be seen, beside what theory says."""
        played = [pair for each in rounds for pair in each]
        pairs = [pair for pair in played if not pair.has_computer]
        silent = [pair for pair in pairs if not pair.has_bargained]
        if len(silent) == len(pairs):
            return {"silent": blocks.text(self.say("nobody_offered" if pairs else "nobody"), "note")} if played else {}
        deals = [pair for pair in pairs if pair.price is not None]
        shares, way = [self._share(pair, pair.price) for pair in deals], self.options["way"]
        chart = blocks.text(self.say("finding_none", total=len(pairs)), "big")
        if shares:
            mean = round(sum(shares) / len(shares))
            key = f"finding_{way}" if mean >= 0 else f"finding_{way}_lost"  # nobody "kept −5 %"
            chart = blocks.histogram(
                columns(shares, 0, 100, HALVES),
                lambda share: percent(share / 100, 0, self.lang),
                self._theory_marks(pairs) if self.shows_theory else [],
                x=self.say(f"axis_{way}"),
                y=self.say("axis_deals"),
                title=self.say(key, share=percent(abs(mean) / 100, 0, self.lang), n=len(shares), total=len(pairs)),
            )
        missed, total = (sum(pair.deal.surplus for pair in each) for each in (_failed_pairs(pairs), pairs))
        figures = [
            (self.say("deals"), self.say("n_of", n=len(shares), total=len(pairs))),
            (self.say("left_on_table"), f"{self.money(missed)} ({percent(missed / total, 0, self.lang)})"),
        ]
        if self.shows_theory and self.is_guess:
            possible = sum(self._theory_price(pair) is not None for pair in pairs)
            figures.insert(1, (self.say("deals_theory"), self.say("n_of", n=possible, total=len(pairs))))
        if silent:
            lost = self.money(sum(pair.deal.surplus for pair in silent))
            figures.append((self.say("silent"), self.say("silent_pairs", n=len(silent), lost=lost)))
        interval = mean_of_pairs([(share, pair.buyer, pair.seller) for share, pair in zip(shares, deals)])
        if shares:
            figures.append((self.say(f"mean_{way}"), interval.format_estimate(0, self.lang, "%")))
        if len(pairs) < len(played):
            figures.append((self.say("with_computer"), str(len(played) - len(pairs))))
        spread = {"spread": blocks.text(self.say("interval"), "note")} if isfinite(interval.half) else {}
        return {"chart": chart, "figures": blocks.figures(*figures), **spread}

    def _share(self, pair: Pair, price: int | None) -> float:
        """Return which part of the gain, in percent, a price gives the proposer, or the buyer of free offers."""
        return 100 * pair.gain(pair.proposer if self.is_ultimatum else pair.buyer, price) / pair.deal.surplus

    @property
    def is_guess(self) -> bool:
        """Return True where a proposer must guess what the other one would accept."""
        return self.is_ultimatum and bool(self.options["known"] == OWN)

    def _possible(self, pair: Pair, seat: int) -> list[int]:
        """Return what the deed can be worth to the partner of a seat, all equally likely, as the seat knows its own."""
        value = pair.value(seat)
        if seat == pair.seller:
            return [value + surplus for surplus in SURPLUSES]
        return [least for least in LEAST_VALUES if value - least in SURPLUSES]

    def _theory_price(self, pair: Pair) -> int | None:
        """Return the price of theory for the values of a pair; None where it makes no deal, or says nothing.

        Both know the values: the Nash split, or a proposer who keeps all that can be gained. Each knows one: of an
        ultimatum the offer that gains the proposer most on average, if the other one accepts it; none of free offers.
        """
        if self.is_guess:
            sells = pair.proposer == pair.seller
            price = int(best_offer(pair.value(pair.proposer), self._possible(pair, pair.proposer), sells).price)
            return price if pair.gain(pair.partner_of(pair.proposer), price) >= 0 else None
        if self.is_ultimatum:
            return int(pair.deal.most if pair.proposer == pair.seller else pair.deal.least)
        return int(pair.deal.split() or 0) if self.options["known"] == BOTH else None

    def _theory_marks(self, pairs: Sequence[Pair]) -> list[blocks.Block]:
        """Return where theory has its line in the chart: a share that follows from the rules, or from these values."""
        if not self.is_guess:
            key = self.options["way"] if self.is_ultimatum or self.options["known"] == BOTH else "equal"
            return [blocks.mark(100 if self.is_ultimatum else 50, self.say(f"theory_{key}"))]
        prices = [(pair, price) for pair in pairs if (price := self._theory_price(pair)) is not None]
        if not prices:
            return []
        mean = sum(self._share(pair, price) for pair, price in prices) / len(prices)
        return [blocks.mark(mean, self.say("theory_guess", share=percent(mean / 100, 0, self.lang)))]

    def debrief(self) -> Blocks:
        pairs = [pair for played in self.past for pair in played if not pair.has_computer]
        keys = [
            "talk_prices",
            *(["talk_missed" if _failed_pairs(pairs) else "talk_all"] if pairs else []),
            "talk_third",
        ]
        words = {"words": blocks.text(self.say("words_guess"), "note")} if self.is_guess else {}
        return self._results(self.past) | words | {"talk": blocks.text(" ".join(map(self.say, keys)), "note")}

    def analysis(self) -> str:
        return " ".join([super().analysis(), *([self.say("analysis_both")] if self.is_guess else [])])

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
                "has_offer": pair.has_bargained,
                "has_computer": pair.has_computer,
                "price": pair.price,
                "theory_price": self._theory_price(pair),
                "buyer_gain": pair.gain(pair.buyer, pair.price),
                "seller_gain": pair.gain(pair.seller, pair.price),
            }
            for number, pairs in enumerate(self.past)
            for pair in pairs
        ]


def _failed_pairs(pairs: Sequence[Pair]) -> list[Pair]:
    return [pair for pair in pairs if pair.price is None]
