"""Results of the class's auction, by format: charts, figures and the debrief, with theory once it may be seen."""

from collections.abc import Sequence

from monopoly_lab.common.messages import percent
from monopoly_lab.economics.auction_theory import ENGLISH, FIRST, SECOND
from monopoly_lab.live import page_blocks as blocks
from monopoly_lab.live.activity import Activity
from monopoly_lab.live.auction_lots import COMMON_HIGH, COMMON_LOW, HIGHEST, Sale, equilibrium_bid, theory_price
from monopoly_lab.live.page_blocks import Block, Blocks

IN_TURN = (FIRST, SECOND, ENGLISH)


class AuctionResults(Activity):
    """What the sales of an auction show. The equilibrium is hidden while it could still be copied."""

    sales: list[list[Sale]]  # by round
    is_common: bool
    is_theory_open = False  # the teacher has shown it before the debrief

    @property
    def shows_theory(self) -> bool:
        """Return True from the debrief on, or as soon as the teacher has shown it."""
        return self.is_over or self.is_theory_open

    def _rounds(self, by: str) -> list[list[Sale]]:
        """Return the sales of a format by round."""
        return [sales for sales in self.sales if sales[0].by == by]

    def _sales(self, by: str) -> list[Sale]:
        return [sale for sales in self._rounds(by) for sale in sales]

    def _prices(self, by: str) -> list[list[float]]:
        return [[sale.price for sale in sales] for sales in self._rounds(by)]

    def _gained(self, seat: int) -> int:
        return sum(sale.profit for sales in self.sales for sale in sales if sale.winner == seat)

    def _place(self, seat: int) -> int:
        """Return the place of a seat by its sum of gains, from 1; equal sums share one."""
        return 1 + sum(self._gained(other) > self._gained(seat) for other in self.seats)

    def _own_result(self, seat: int) -> Blocks:
        """Return what a phone shows at the debrief."""
        place = self.word("place_of", n=self._place(seat), total=len(self.seats))
        return {
            "own": blocks.figures(
                (self.word("gained_all"), self.money(self._gained(seat))), (self.word("place"), place)
            )
        }

    def _chart(self, by: str, sales: Sequence[Sale]) -> Block:
        """Return the bids of a format beside the line of theory; until that may be seen, beside bids of the value."""
        points = [(sale.lot.told[seat], bid) for sale in sales for seat, bid in sale.bids.items()]
        low, high = (COMMON_LOW, COMMON_HIGH) if self.is_common else (0, HIGHEST)
        sizes = [len(sale.lot.bidders) for sale in sales]
        theory = [(x, sum(equilibrium_bid(by, self.is_common, n, x) for n in sizes) / len(sizes)) for x in (low, high)]
        series = [blocks.line(self.word("bids"), points, dots=True)]
        if self.shows_theory:
            series.append(blocks.line(self.word("theory"), theory, dashed=True))
        else:
            series.append(
                blocks.line(self.word("bid_estimate" if self.is_common else "bid_value"), [(low, low), (high, high)])
            )
        across = self.word("axis_estimate" if self.is_common else "axis_value")
        return blocks.lines(series, across, self.word("axis_bid"), title=self._finding(by, sales))

    def _finding(self, by: str, sales: Sequence[Sale]) -> str:
        """Return what the rounds of a format have shown, as a sentence."""
        won = [sale.profit for sale in sales if sale.winner is not None]
        if self.is_common and won:
            mean = sum(won) / len(won)
            key = "finding_loss" if mean < 0 else "finding_gain"
            return self.word(key, format=self.word(f"format_{by}"), gain=self.money(abs(mean)))
        if self.shows_theory:
            more = self._more(sales)
            key = "finding_more" if more > 0 else "finding_less" if more < 0 else "finding_same"
            difference = percent(abs(more) / 100, 0, self.lang)
            return self.word(key, format=self.word(f"format_{by}"), difference=difference)
        return self.word("finding_price", format=self.word(f"format_{by}"), price=self._mean_price(sales))

    def _mean_price(self, sales: Sequence[Sale]) -> str:
        return self.money(sum(sale.price for sale in sales) / len(sales))

    def _more(self, sales: Sequence[Sale]) -> int:
        """Return by how many percent the seller got more than in equilibrium with the same values."""
        expected = sum(theory_price(sale.by, self.is_common, sale.lot) for sale in sales)
        return round(100 * (sum(sale.price for sale in sales) / expected - 1)) if expected > 0 else 0

    def _figures(self, by: str, sales: Sequence[Sale]) -> list[tuple[str, str]]:
        """Return what a format has brought, for all its rounds that have been played, as labels with values."""
        revenue = self.mean_money(self._prices(by))
        pairs = [(self.word("lots"), str(len(sales))), (self.word("revenue"), revenue)]
        if self.shows_theory:
            expected = sum(theory_price(by, self.is_common, sale.lot) for sale in sales) / len(sales)
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
            return {"talk": blocks.text(self.word("nothing_sold"), "note")}
        figures = [(self.word(f"format_{by}"), self._figures(by, found)) for by, found in played]
        heads = ["", *(label for label, _ in figures[0][1])]
        rows = [[name, *(value for _, value in pairs)] for name, pairs in figures]
        words = [self.word("words_theory"), "" if self.is_common else self.word("words_efficiency")]
        return {
            "charts": blocks.grid(self._chart(by, found) for by, found in played),
            "figures": blocks.table(heads, rows),
            **self.spread_note(self._prices(played[0][0])),
            "words": blocks.text(" ".join(filter(None, words)), "note"),
            "talk": blocks.text(" ".join(map(self.word, self._questions([by for by, _ in played])))),
        }

    def _questions(self, played: Sequence[str]) -> list[str]:
        """Return the keys of the questions that fit what was played."""
        if self.is_common:
            return ["talk_common"]
        sealed = [by for by in (FIRST, SECOND) if by in played]
        keys = ["talk_sealed_both"] if len(sealed) == 2 else [f"talk_{by}" for by in sealed]
        keys += ["talk_english"] if played == [ENGLISH] else []
        return keys + (["talk_revenue"] if len(played) > 1 else [])
