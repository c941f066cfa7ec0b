"""Results of the class's auction, by format: charts, figures and the debrief, with theory once it may be seen."""

from collections.abc import Sequence
from math import ceil, isfinite

from monopoly_lab.common.messages import grouped, percent, say, unbroken
from monopoly_lab.economics.auction_theory import ENGLISH, FIRST, SECOND
from monopoly_lab.live import page_blocks as blocks
from monopoly_lab.live.activity import Activity
from monopoly_lab.live.auction_lots import (
    COMMON_HIGH,
    COMMON_LOW,
    HIGHEST,
    Sale,
    equilibrium_bid,
    sold,
    theory_price,
)
from monopoly_lab.live.page_blocks import Block, Blocks
from monopoly_lab.measures.confidence_intervals import Interval, mean_of_rounds

IN_TURN = (FIRST, SECOND, ENGLISH)
FEWEST = 5  # deals: of fewer the wall does not say that their prices differ from the equilibrium
MOST_ROWS = 15  # groups in the table of a round


class AuctionResults(Activity):
    """What the sales of an auction show. The equilibrium is hidden while it could still be copied."""

    sales: list[list[Sale]]  # by round
    is_common: bool

    def _rounds(self, by: str) -> list[list[Sale]]:
        """Return the sales of a format by round."""
        return [sales for sales in self.sales if sales[0].by == by]

    def _sales(self, by: str) -> list[Sale]:
        return [sale for sales in self._rounds(by) for sale in sales]

    def _deals(self, by: str) -> list[list[Sale]]:
        """Return the sales of a format by round, without deeds that were not sold: these have no price."""
        return [sold(sales) for sales in self._rounds(by)]

    def _prices(self, by: str) -> list[list[float]]:
        return [[sale.price for sale in deals] for deals in self._deals(by)]

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
        """Return what the rounds of a format have shown, as a sentence with the number of deals."""
        deals = sold(sales)
        said: dict[str, object] = {"format": self._short(by), "n": len(deals)}
        if not deals:
            return self.word("finding_unsold", **said)
        if self.is_common:
            mean = sum(sale.profit for sale in deals) / len(deals)
            return self.word("finding_loss" if mean < 0 else "finding_gain", gain=self.money(abs(mean)), **said)
        more = self._more(by)
        if not self.shows_theory or len(deals) < FEWEST or not isfinite(more.half):
            return self.word("finding_price", price=self._mean_price(deals), **said)
        is_same = more.low <= 0 <= more.high
        key = "finding_same" if is_same else "finding_more" if more.value > 0 else "finding_less"
        middle = grouped(more.value if is_same else abs(more.value), self.lang)
        return self.word(key, difference=unbroken(f"{middle} ± {ceil(more.half)} %", self.lang), **said)

    def _short(self, by: str) -> str:
        """Return the short name of a format, as in the figures that a teacher takes home."""
        return say(f"class_figure.format_{by}", self.lang)

    def _mean_price(self, deals: Sequence[Sale]) -> str:
        return self.money(sum(sale.price for sale in deals) / len(deals))

    def _more(self, by: str) -> Interval:
        """Return by how many percent deals brought more than in equilibrium with the same values, with its interval."""
        rounds = self._deals(by)
        expected = [theory_price(by, self.is_common, sale.lot) for deals in rounds for sale in deals]
        mean = sum(expected) / len(expected) or 1.0
        each = iter(expected)
        return mean_of_rounds([[100 * (sale.price - next(each)) / mean for sale in deals] for deals in rounds])

    def _figures(self, by: str, sales: Sequence[Sale]) -> list[tuple[str, str]]:
        """Return what a format has brought, for all its rounds that have been played, as labels with values."""
        deals = sold(sales)
        pairs = [(self.word("lots"), self.word("place_of", n=len(deals), total=len(sales)))]
        pairs.append((self.word("revenue"), self.mean_money(self._prices(by)) if deals else "-"))
        if self.shows_theory:
            expected = [theory_price(by, self.is_common, sale.lot) for sale in deals]
            pairs.append((self.word("revenue_theory"), self.money(sum(expected) / len(deals)) if deals else "-"))
        if self.is_common:
            gains = [[sale.profit for sale in round_] for round_ in self._deals(by)]
            return [*pairs, (self.word("winners_gain"), self.mean_money(gains) if deals else "-")]
        best = sum(max(sale.lot.worth.values()) for sale in deals)
        got = sum(sale.lot.worth[sale.winner] for sale in deals if sale.winner is not None)
        return [*pairs, (self.word("efficiency"), percent(got / best, 0, self.lang) if deals else "-")]

    def _round_results(self) -> Blocks:
        """Return what the wall shows after a round: the bids so far beside the results of its groups."""
        by = self.sales[-1][0].by
        chart = self._chart(by, self._sales(by))
        figures = blocks.figures(*self._figures(by, self._sales(by)))
        spread = self.spread_note(self._prices(by)) if sold(self._sales(by)) else {}
        return {"results": blocks.grid([chart, self._groups(self.sales[-1])]), "figures": figures, **spread}

    def _groups(self, sales: Sequence[Sale]) -> Block:
        """Return who won in each group of a round, the price, the second highest bid and the gain."""
        heads = ["head_group", "head_winner", "price", "head_second", "head_gain"]
        rows = [self._group_row(number, sale) for number, sale in enumerate(sales[:MOST_ROWS], 1)]
        more = len(sales) - MOST_ROWS
        if more > 0:
            rows.append(["…", self.word("more_groups", n=more), "", "", ""])
        return blocks.table([self.word(key) for key in heads], rows)

    def _group_row(self, number: int, sale: Sale) -> list[str]:
        if sale.winner is None:
            return [str(number), self.word("not_sold"), "-", "-", "-"]
        winner = self.names[sale.winner]
        others = [bid for seat, bid in sale.bids.items() if seat != sale.winner]
        second = self.money(max(others)) if others else "-"
        name = self.word("by_lot", name=winner) if sale.tied else winner
        return [str(number), name, self.money(sale.price), second, self.money(sale.profit)]

    def debrief(self) -> Blocks:
        played = [(by, found) for by in IN_TURN if (found := self._sales(by))]
        if not played:
            return {"talk": blocks.text(self.word("nothing_sold"), "note")}
        figures = [(self._short(by), self._figures(by, found)) for by, found in played]
        heads = ["", *(label for label, _ in figures[0][1])]
        rows = [[name, *(value for _, value in pairs)] for name, pairs in figures]
        words = [self.word("words_theory"), "" if self.is_common else self.word("words_efficiency")]
        return {
            "charts": blocks.grid(self._chart(by, found) for by, found in played),
            "figures": blocks.table(heads, rows),
            **(self.spread_note(prices) if any(prices := self._prices(played[0][0])) else {}),
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
