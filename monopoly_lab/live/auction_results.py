"""Results of the class's auction, by format: charts, figures and the debrief, with theory once it may be seen."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from math import floor, isfinite
from typing import Any

from monopoly_lab.common.messages import grouped, percent, say, unbroken
from monopoly_lab.economics.auction_theory import ENGLISH, FIRST_PRICE, SECOND_PRICE
from monopoly_lab.live import page_blocks as blocks
from monopoly_lab.live.activity import Activity
from monopoly_lab.live.auction_lots import (
    COMMON_HIGH,
    COMMON_LOW,
    ERROR,
    HIGHEST,
    STEP,
    Sale,
    bids_to_equilibrium,
    contested_sales,
    count_of,
    equilibrium_bid,
    sales_with_winner,
    theory_compared,
    theory_price,
)
from monopoly_lab.live.page_blocks import Block, Blocks
from monopoly_lab.measures.confidence_intervals import Interval, mean_of_groups
from monopoly_lab.measures.histogram_columns import usual_range

IN_TURN = (FIRST_PRICE, SECOND_PRICE, ENGLISH)
FEWEST = 5  # bidders, or deals: of fewer the wall does not say that they differ from the equilibrium
COLUMNS = {
    FIRST_PRICE: ("price", "head_second"),
    SECOND_PRICE: ("head_own", "price"),
    ENGLISH: ("price",),
}  # of a round's table
PIECES = 40  # of a line of theory
THEORY = (2, 4, 5, 6)  # colors of its lines
ROUND = 100  # dollars: axes of common values begin and end at such sums
MOST_ROWS = 15  # groups in the table of a round
MOST_SUMS = 5  # outside the axes that a legend names
Point = tuple[float, float]


class AuctionResults(Activity):
    """What the sales of an auction show. The equilibrium is hidden while it could still be copied."""

    sales: list[list[Sale]]  # by round
    is_common: bool

    def _rounds(self, by: str) -> list[list[Sale]]:
        """Return the sales of a format by round."""
        return [sales for sales in self.sales if sales[0].by == by]

    def _sales(self, by: str) -> list[Sale]:
        return [sale for sales in self._rounds(by) for sale in sales]

    def _total_gain(self, seat: int) -> int:
        return sum(sale.profit for sales in self.sales for sale in sales if sale.winner == seat)

    def _place(self, seat: int) -> int:
        """Return the place of a seat by its sum of gains, from 1; equal sums share one."""
        return 1 + sum(self._total_gain(other) > self._total_gain(seat) for other in self.seats)

    def _own_result(self, seat: int) -> Blocks:
        """Return what a phone shows at the debrief: the sum of gains, the place, and how they came about."""
        place = self.say("place_of", n=self._place(seat), total=len(self.seats))
        pairs = ((self.say("gained_all"), self.money(self._total_gain(seat))), (self.say("place"), place))
        return {"own": blocks.figures(*pairs), "why": blocks.text(" ".join(self._explanation(seat)))}

    def _explanation(self, seat: int) -> list[str]:
        """Return the sentences that say how the gains of a seat came about."""
        mine = [sale for sales in self.sales for sale in sales if seat in sale.lot.bidders]
        won = [sale for sale in mine if sale.winner == seat]
        sentences = [self.say("end_won", n=len(won), total=len(mine))]
        lost = [sale for sale in sales_with_winner(mine) if sale.winner != seat]
        missed = [] if self.is_common else [sale for sale in lost if sale.price < sale.lot.worth[seat]]
        unbid = [sale for sale in lost if seat not in sale.bids]
        if silent := [sale for sale in unbid if sale.by == ENGLISH]:
            cheap = sum(sale in silent for sale in missed)
            sentences.append(self.say("end_silent_missed" if cheap else "end_silent", n=len(silent), missed=cheap))
        if sealed := len(unbid) - len(silent):
            sentences.append(self.say("end_unbid", n=sealed))
        if losses := [sale.profit for sale in won if sale.profit < 0]:
            sentences.append(self.say("end_lost", n=len(losses), loss=self.money(-sum(losses))))
        if self.is_common:
            high = sum(sale.lot.told[seat] > sale.lot.worth[seat] for sale in won)
            return sentences + ([self.say("end_high", n=high, total=len(won))] if won else [])
        given_up = sum(sale not in unbid for sale in missed)
        return sentences + ([self.say("end_missed", n=given_up)] if given_up else [])

    def _chart(self, by: str, sales: Sequence[Sale]) -> Block:
        """Return the bids of a format beside bids of the value and, once it may be seen, the line of theory.

        In rising bids the winner who was left alone has no bid of their own: they stand at the price.
        """
        bids = [(sale.lot.told[seat], bid) for sale in sales for seat, bid in sale.bids_of_persons().items()]
        last = [(sale.lot.told[seat], sale.price) for sale in sales if (seat := sale.last_in) is not None]
        points = [*bids, *last]
        low, high = self._span(points)
        sizes = {len(sale.lot.bidders) for sale in sales}
        series = [
            blocks.line(self.say("bids"), _points_between(bids, low, high), color=1, dots=True),
            *(
                [blocks.line(self.say("last_in"), _points_between(last, low, high), 8, dots=True, dashed=True)]
                if last
                else []
            ),
            blocks.line(self.say("bid_estimate" if self.is_common else "bid_value"), [(low, low), (high, high)], 3),
            *self._outside(points, low, high),
        ]
        if self.shows_theory:
            series += self._theory_lines(by, sizes, low, high)
        name = self.say("axis_estimate" if self.is_common else "axis_value")
        return blocks.lines(series, name, self.say("axis_bid"), title=self._finding(by, sales), span=(low, high))

    def _theory_lines(self, by: str, sizes: Iterable[int], low: int, high: int) -> list[Block]:
        """Return the equilibrium over what bidders were told: a line for each size of groups, or one if all agree."""
        across = [low + (high - low) * k / PIECES for k in range(PIECES + 1)]
        found = {n: [(x, equilibrium_bid(by, self.is_common, n, x)) for x in across] for n in sorted(sizes)}
        different = {tuple(points): n for n, points in found.items()}
        return [
            blocks.line(
                self.say("theory_of_size" if len(different) > 1 else "theory", n=n),
                _points_between(points, low, high),
                color=THEORY[place % len(THEORY)],
                dashed=True,
            )
            for place, (points, n) in enumerate(different.items())
        ]

    def _span(self, points: Sequence[Point]) -> tuple[int, int]:
        """Return where both axes of a chart begin and end: all private values, or what was seen of a common one.

        Of a common one, a bid far from what was told, beside the others, does not count: it would flatten theirs.
        """
        if not self.is_common:
            return 0, HIGHEST
        low, high = usual_range([bid - told for told, bid in points], ERROR)
        seen = [each for told, bid in points for each in (told, bid) if each == told or low <= bid - told <= high]
        if not seen:
            return COMMON_LOW, COMMON_HIGH
        return floor(min(seen) / ROUND) * ROUND, (floor(max(seen) / ROUND) + 1) * ROUND

    def _outside(self, points: Sequence[Point], low: int, high: int) -> list[Block]:
        """Return the points of a chart that lie above or below its axes, with their sums in the legend; if any."""
        found = sorted((point for point in points if not low <= point[1] <= high), key=lambda point: point[1])
        sums = ", ".join(self.money(bid) for _, bid in found[:MOST_SUMS]) + (", …" if found[MOST_SUMS:] else "")
        return [blocks.outside(self.say("outside", n=len(found), sums=sums), found)] if found else []

    def _curse(self, by: str, sales: Sequence[Sale]) -> Block:
        """Return prices and the estimates of winners over the true values: above the line the winner has lost."""
        worth = [(sale, sale.lot.worth[sale.winner]) for sale in contested_sales(sales) if sale.winner is not None]
        prices = [(value, sale.price) for sale, value in worth]
        told = [(value, sale.lot.told[sale.winner]) for sale, value in worth if sale.winner is not None]
        low, high = self._span([*prices, *told])
        series = [
            blocks.line(self.say("dots_price"), _points_between(prices, low, high), color=1, dots=True),
            blocks.line(self.say("dots_estimate"), _points_between(told, low, high), color=2, dots=True, dashed=True),
            blocks.line(self.say("true_value"), [(low, low), (high, high)], 3),
            *self._outside([*prices, *told], low, high),
        ]
        n = sum(price > value for value, price in prices)
        title = self.say("finding_curse", format=self._short_name(by), n=n, total=len(prices))
        return blocks.lines(series, self.say("axis_worth"), self.say("axis_paid"), title=title, span=(low, high))

    def _finding(self, by: str, sales: Sequence[Sale]) -> str:
        """Return what the rounds of a format have shown, as a sentence; below it, smaller, intervals and counts.

        Where fewer than half bid, the silent ones would be taken for what the class did: nothing is said of it.
        """
        deals, count = contested_sales(sales), count_of(sales)
        if self.is_common:  # their headline is of what winners gained
            deals = [sale for sale in deals if sale.winner not in sale.computers]
        bids = self._dropouts("counts_out", sales) if by == ENGLISH else self.say("counts_bids", **count._asdict())
        said: dict[str, object] = {"format": self._short_name(by), **count._asdict()}
        if not sales_with_winner(sales):
            return self.say("finding_unsold", **said)
        if not deals or not count.is_half:
            return self.say("finding_few_english" if by == ENGLISH else "finding_few", **said)
        said["counts"] = self.say("counts", n=len(deals), bids=bids)
        if self.is_common:
            return self._finding_common(by, deals, said)
        if (found := self._ratio(sales)) is None:
            return self.say("finding_price", price=self._mean_price(deals), **said)
        n = sum(seat not in sale.computers for sale in deals for seat in sale.active)
        counted = count.asked if by == ENGLISH else count.made
        said["counts"] = bids if n == counted else self.say("counts_compared", n=n, bids=bids)
        low, middle, high = (round(100 * (each - 1)) for each in (found.low, found.value, found.high))
        if found.low <= 1 <= found.high:
            return self.say("finding_same", **self._difference(middle, low, high), **said)
        key = "finding_more" if found.value > 1 else "finding_less"
        return self.say(key, **self._difference(abs(middle), *sorted((abs(low), abs(high)))), **said)

    def _dropouts(self, key: str, sales: Sequence[Sale]) -> str:
        """Return how many were in to the end of rising bids, and how many left: to be silent is to leave."""
        out, all_ = sum(len(sale.dropouts) for sale in sales), count_of(sales).asked
        return self.say(key, stayed=all_ - out, out=out)

    def _ratio(self, sales: Sequence[Sale]) -> Interval | None:
        """Return bids as a share of equilibrium bids, where a headline compares them; None where it does not."""
        if self.is_common or not self.shows_theory or not contested_sales(sales) or not count_of(sales).is_half:
            return None
        found, bidders = bids_to_equilibrium(sales, self.is_common)
        return found if bidders >= FEWEST and isfinite(found.half) else None

    def _difference(self, middle: int, low: int, high: int) -> dict[str, str]:
        """Return a percentage and its interval, as a headline says them: "3 %", "1 to 5 %"."""
        ends = self.say("ends", low=grouped(low, self.lang), high=grouped(high, self.lang))
        return {"middle": percent(middle / 100, 0, self.lang), "ends": unbroken(ends, self.lang)}

    def _finding_common(self, by: str, deals: Sequence[Sale], said: Mapping[str, object]) -> str:
        """Return whether winners gained or lost; nothing of the kind for few deals, or where the interval holds 0."""
        found = self._mean_gain(by)
        if len(deals) < FEWEST or not isfinite(found.half):
            return self.say("finding_mean", gain=self.money(found.value), **said)
        if found.low <= 0 <= found.high:
            return self.say("finding_no_loss", gain=unbroken(self.format_interval(found), self.lang), **said)
        return self.say(
            "finding_loss" if found.value < 0 else "finding_gain", gain=self.money(abs(found.value)), **said
        )

    def _mean_gain(self, by: str) -> Interval:
        """Return the mean of what winners gained, with its interval over winners: the gains of one may go together."""
        by_winner: dict[int | None, list[int]] = defaultdict(list)
        for sale in contested_sales(self._sales(by)):
            if sale.winner not in sale.computers:
                by_winner[sale.winner].append(sale.profit)
        return mean_of_groups(list(by_winner.values()))

    def _short_name(self, by: str) -> str:
        """Return the short name of a format, as in the figures that a teacher takes home."""
        return say(f"class_figure.format_{by}", self.lang)

    def _mean_price(self, deals: Sequence[Sale]) -> str:
        return self.money(sum(sale.price for sale in deals) / len(deals))

    def _figures(self, by: str, sales: Sequence[Sale]) -> list[tuple[str, str]]:
        """Return what a format has brought, for all its rounds that have been played, as labels with values.

        What was paid, in equilibrium and by the class, is of the deals for which two or more have bid. A deed that was
        not sold is lost to the possible value, unless it is for the silence of more than half.
        """
        deals, count = contested_sales(sales), count_of(sales)
        bids = (self.say("bids_made"), self._count_of_total(count.made, count.asked))
        pairs = [
            (self.say("bidders"), self._dropouts("in_out", sales).replace(" ", "\u00a0")) if by == ENGLISH else bids,
            (self.say("lots"), self._count_of_total(len(sales_with_winner(sales)), len(sales))),
            (self.say("revenue"), self._mean_price(deals) if deals else "-"),
        ]
        if self.shows_theory:
            expected = [theory_price(by, self.is_common, sale.lot, sale.active) or 0 for sale in deals]
            pairs.append((self.say("revenue_theory"), self.money(sum(expected) / len(deals)) if deals else "-"))
        if self.is_common:
            return [*pairs, (self.say("winners_gain"), self.format_interval(self._mean_gain(by)) if deals else "-")]
        best = sum(max(sale.lot.worth.values()) for sale in sales)
        got = sum(sale.lot.worth[sale.winner] for sale in sales if sale.winner is not None)
        return [*pairs, (self.say("efficiency"), percent(got / best, 0, self.lang) if count.is_half else "-")]

    def _count_of_total(self, n: int, total: int) -> str:
        """Return "3 of 4" on one line."""
        return self.say("place_of", n=n, total=total).replace(" ", "\u00a0")

    def _spread_note(self, by: str) -> Blocks:
        """Return what "±" means where it stands: beside the gains of winners of a common value."""
        has_one = self.is_common and isfinite(self._mean_gain(by).half)
        return {"spread": blocks.text(self.say("interval"), "note")} if has_one else {}

    def _round_results(self) -> Blocks:
        """Return what the wall shows after a round: the bids so far beside the results of its groups."""
        by = self.sales[-1][0].by
        chart = self._chart(by, self._sales(by))
        figures = blocks.figures(*self._figures(by, self._sales(by)))
        rounds = range(len(self.sales) - len(self._rounds(by)) + 1, len(self.sales) + 1)
        values = {"first": rounds[0], "last": rounds[-1]}
        scope = {"scope": blocks.text(self.say("scope", **values), "note")} if len(rounds) > 1 else {}
        return {
            "results": blocks.grid([chart, self._groups(by, self.sales[-1])]),
            "figures": figures,
            **scope,
            **({"lone": blocks.text(f"* {lone}", "note")} if (lone := self._lone_deeds(by)) else {}),
            **self._spread_note(by),
        }

    def _lone_deeds(self, by: str) -> str:
        """Return how many deeds of a format are in no mean, and why: one bid only was made; "" for none."""
        lone = sum(_is_lone(sale) for sale in self._sales(by))
        return self.say("lone", n=lone) if lone else ""

    def _groups(self, by: str, sales: Sequence[Sale]) -> Block:
        """Return how the deed of each group of a round was sold: price, gain, and the bids that made the price."""
        heads = ["head_group", "head_winner" if self.options.get("by_name") else "head_deed", *COLUMNS[by], "head_gain"]
        rows = [self._group_row(number, sale) for number, sale in enumerate(sales[:MOST_ROWS], 1)]
        more = len(sales) - MOST_ROWS
        if more > 0:
            rows.append(["…", self.say("more_groups", n=more), *("" for _ in heads[2:])])
        return blocks.table([self.say(key) for key in heads], rows)

    def _group_row(self, number: int, sale: Sale) -> list[str]:
        group = f"{number} *" if _is_lone(sale) else str(number)
        if sale.winner is None:
            return [group, self.say("not_sold"), *("-" for _ in COLUMNS[sale.by]), "-"]
        name = self.names[sale.winner] if self.options.get("by_name") else self.say("deed_sold")
        others = [bid for seat, bid in sale.bids.items() if seat != sale.winner]
        cells = {
            "head_own": self.money(sale.bids.get(sale.winner, sale.price)),
            "price": self.money(sale.price),
            "head_second": self.money(max(others)) if others else "-",
        }
        columns = [cells[key] for key in COLUMNS[sale.by]]
        return [group, self.say("by_lot", name=name) if sale.tied else name, *columns, self.money(sale.profit)]

    def debrief(self) -> Blocks:
        played = [(by, found) for by in IN_TURN if (found := self._sales(by))]
        if not played:
            return {"talk": blocks.text(self.say("nothing_sold"), "note")}
        figures = [(self._short_name(by), self._figures(by, found)) for by, found in played]
        heads = ["", *(label for label, _ in figures[0][1])]
        rows = [[name, *(value for _, value in pairs)] for name, pairs in figures]
        is_rising, has_range = bool(self._sales(ENGLISH)), any(self._ratio(found) for _, found in played)
        words = [self.say("words_theory"), self.say("words_common" if self.is_common else "words_efficiency")]
        words += [self.say("words_range")] * has_range + [self.say("words_rising")] * (self.is_common and is_rising)
        words += [self.say("words_clock", step=self.money(STEP))] * is_rising
        words += [f"{self._short_name(by)}: {lone}" for by, _ in played if (lone := self._lone_deeds(by))]
        charts = [self._chart(by, found) for by, found in played]
        if self.is_common:  # what was paid for what: one format has room for its bids, too
            curses = [self._curse(by, found) for by, found in played if contested_sales(found)]
            charts = [*charts, *curses] if len(played) == 1 else curses or charts
        return {
            "charts": blocks.grid(charts),
            "figures": blocks.table(heads, rows),
            **self._spread_note(played[0][0]),
            "words": blocks.text(" ".join(filter(None, words)), "note"),
            "talk": blocks.text(" ".join(map(self.say, self._questions([by for by, _ in played])))),
        }

    def analysis(self) -> str:
        if not self.is_common:
            return super().analysis()
        won = [sale for sales in self.sales for sale in contested_sales(sales)]
        return self.say("analysis_common", n=sum(sale.profit < 0 for sale in won), total=len(won))

    def _questions(self, played: Sequence[str]) -> list[str]:
        """Return the keys of the questions that fit what was played, and how it was bid."""
        if self.is_common:
            return ["talk_common"]
        shares = {by: share for by in (FIRST_PRICE, SECOND_PRICE) if (share := self._share_bid(by))}
        if len(shares) == 2 and shares[FIRST_PRICE] < min(1, shares[SECOND_PRICE]):
            keys = ["talk_sealed_both"]
        else:
            first = "talk_sealed" if shares.get(FIRST_PRICE, 1) < 1 else "talk_sealed_value"
            keys = [first] * (FIRST_PRICE in played) + ["talk_vickrey"] * (SECOND_PRICE in played)
            keys = keys[: 1 if len(played) > 2 else 2]  # the wall has room for charts of three formats, too
        keys += ["talk_english"] if played == [ENGLISH] else []
        return keys + (["talk_revenue"] if len(played) > 1 else [])

    def _share_bid(self, by: str) -> float:
        """Return the sum of bids as a share of the sum of values; 0 without bids."""
        bids = [(bid, sale.lot.told[seat]) for sale in self._sales(by) for seat, bid in sale.bids_of_persons().items()]
        return sum(bid for bid, _ in bids) / sum(told for _, told in bids) if bids else 0.0

    def rows(self) -> list[dict[str, Any]]:
        return [
            {
                "round": number + 1,
                "format": sale.by,
                "lot": place + 1,
                "seat": seat,
                "told": sale.lot.told[seat],
                "worth": sale.lot.worth[seat],
                "bid": sale.bids.get(seat, sale.price if seat == sale.winner else None),
                "theory": equilibrium_bid(sale.by, self.is_common, len(sale.lot.bidders), sale.lot.told[seat]),
                "theory_compared": theory_compared(sale, seat, self.is_common),
                "won": seat == sale.winner,
                "price": None if sale.winner is None else sale.price,
                "theory_price": (
                    theory_price(sale.by, self.is_common, sale.lot, sale.active) if contested_sales([sale]) else None
                ),
                "gain": sale.profit if seat == sale.winner else 0,
            }
            for number, sales in enumerate(self.sales)
            for place, sale in enumerate(sales)
            for seat in sorted(sale.lot.bidders)
        ]


def _is_lone(sale: Sale) -> bool:
    """Return True for a deed that was sold to the only one who bid: its price says that phones were silent."""
    return sale.winner is not None and not contested_sales([sale])


def _points_between(points: Sequence[Point], low: float, high: float) -> list[Point]:
    """Return the points between the ends of the upright axis."""
    return [point for point in points if low <= point[1] <= high]
