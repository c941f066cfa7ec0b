"""Parts that figures of a live class share: words, intervals, points and lines of means, axes."""

from collections import Counter
from collections.abc import Sequence
from math import floor, inf, isfinite
from typing import Any

import plotly.graph_objects as go

from monopoly_lab.common.lazy_imports import pd
from monopoly_lab.common.messages import grouped, localize_point, percent, say, significant
from monopoly_lab.figures.style import INK, axis, titled
from monopoly_lab.measures.confidence_intervals import Interval, mean_of_groups, ratio_of_sums
from monopoly_lab.measures.histogram_columns import Column, drawn_columns
from monopoly_lab.notation.piece_names import dollars

HEIGHT = 430
DIGITS = 4  # of a number that a class predicted
TICKS = 8  # below columns, about
ROOM = 1.15  # of the highest column: what the axis has room for below a label


def word(key: str, lang: str, **values: object) -> str:
    """Return a message of these figures."""
    return say(f"class_figure.{key}", lang, **values)


def finish_figure(figure: go.Figure, title: str, under: str, x: str, y: str, lang: str) -> go.Figure:
    """Return a figure with what was found above it, what it is of below that, and the names of its axes."""
    figure.update_xaxes(axis(x)).update_yaxes(axis(y, rangemode="tozero"))
    return titled(figure, title, [under], HEIGHT, lang)


def columns_axis(bins: Sequence[Column], lang: str) -> dict[str, Any]:
    """Return the axis below columns: it has room for all, and says "200 or more" below one that reaches to infinity."""
    places = drawn_columns(bins)
    width = places[0][1] - places[0][0]
    found: dict[str, Any] = {"range": [places[0][0] - 0.2 * width, places[-1][1] + 0.2 * width]}
    far = [
        ((left + right) / 2, "and_less" if start == -inf else "and_more", end if start == -inf else start)
        for (start, end, _), (left, right, _) in zip(bins, places, strict=True)
        if not isfinite(end - start)
    ]
    if not far:
        return found
    edges = [start for start, _, _ in bins if isfinite(start)][:: max(1, len(bins) // TICKS)]
    labels = {at: format_quantity(at, "", lang) for at in edges if all(abs(at - end) > 2 * width for end, *_ in far)}
    labels |= {at: say(f"live.{key}", lang, value=format_quantity(edge, "", lang)) for at, key, edge in far}
    return found | {"tickvals": list(labels), "ticktext": list(labels.values())}


def format_quantity(value: float, unit: str, lang: str) -> str:
    """Return a number as a class predicted it, with its unit."""
    return f"{localize_point(significant(value, DIGITS), lang)} {unit}".strip()


def labeled_line(figure: go.Figure, at: float, label: str, pen: dict[str, Any]) -> None:
    """Draw an upright line through columns, with its label above them and below what stands over the chart."""
    places = [float(x) for bars in figure.data for x in bars.x]
    side = "left" if places and 2 * at > min(places) + max(places) else "right"
    figure.add_vline(x=at, line=pen, annotation_text=label, annotation_position=f"top {side}")
    most = max((float(y) for bars in figure.data for y in bars.y), default=0.0)
    figure.update_yaxes(range=[0, ROOM * most] if most else None)


def percents_around(shares: Sequence[float], width: int) -> tuple[list[float], list[float]]:
    """Return columns around multiples of a width: their middles, and how many percent of the shares lie in each."""
    counted = Counter(width * floor(share / width + 0.5) for share in shares)
    return [float(each) for each in sorted(counted)], [100 * counted[each] / len(shares) for each in sorted(counted)]


def ticks_apart(figure: go.Figure, width: int) -> int:
    """Return how far ticks stand apart below columns of a width: so that there are about ten, at round numbers."""
    places = [float(x) for bars in figure.data for x in bars.x] or [0.0]
    wide = (max(places) - min(places)) / 10
    return next((n * width for n in (1, 2, 5, 10, 20) if n * width >= wide), 50 * width)


def within_one(found: Interval) -> Interval:
    """Return the interval of a share without what no share can be."""
    return Interval(found.value, max(found.low, 0.0), min(found.high, 1.0)) if isfinite(found.half) else found


def in_percent(found: Interval, factor: float = 100) -> Interval:
    """Return the interval of a share in percent, or times another factor."""
    return Interval(*(factor * each for each in found))


def mean_points(x: Sequence[object], means: Sequence[Any], name: str, color: str, symbol: str) -> go.Scatter:
    """Return points with intervals; a plain number has none."""
    found = [each if isinstance(each, Interval) else Interval(each, float("nan"), float("nan")) for each in means]
    marker = {"color": color, "size": 13, "symbol": symbol, "line": {"width": 2, "color": color}}
    return go.Scatter(
        x=list(x), y=[each.value for each in found], name=name, mode="markers", marker=marker, error_y=_bars(found)
    )


def mean_line(x: Sequence[object], means: Sequence[Interval], name: str, color: str, factor: float = 100) -> go.Scatter:
    """Return a line of means with intervals, in percent or times another factor."""
    found = [in_percent(each, factor) for each in means]
    pen = {"color": color, "width": 3}
    return go.Scatter(x=list(x), y=[each.value for each in found], name=name, line=pen, error_y=_bars(found))


def _bars(found: Sequence[Interval]) -> dict[str, Any]:
    """Return error bars; none where an interval is not known."""
    if not any(isfinite(each.half) for each in found):
        return {"visible": False}
    known = [each if isfinite(each.half) else Interval(each.value, each.value, each.value) for each in found]
    up, down = [each.high - each.value for each in known], [each.value - each.low for each in known]
    return {"type": "data", "array": up, "arrayminus": down, "visible": True, "thickness": 2, "width": 6}


def bids_title(bids: "pd.DataFrame", name: str, lang: str) -> str:
    """Return how the bids of a format differ from the equilibrium, of the bids that the wall compares."""
    theory = "theory_compared" if "theory_compared" in bids else "theory"  # older tables compare all
    bids = bids.dropna(subset=[theory])
    if not len(bids) or not bids[theory].sum():
        return word("no_bids", lang)
    means = {key: dollars(float(bids[key].mean()), lang) for key in ("told", "bid")}
    difference = round(100 * float(bids["bid"].sum() / bids[theory].sum() - 1))
    said = ("+" if difference > 0 else "") + percent(difference / 100, 0, lang)
    key = "bids_common" if "worth" in bids and (bids["told"] != bids["worth"]).any() else "bids"
    return word(key, lang, format=name, **means, theory=dollars(float(bids[theory].mean()), lang), difference=said)


def winners(table: "pd.DataFrame", lang: str) -> list[go.Scatter]:
    """Return rings around the bids that won, whatever their format; nothing where none did."""
    bids = table[table["won"]].dropna(subset=["bid"])
    marker = {"color": INK, "symbol": "circle-open", "size": 15, "line": {"width": 2}}
    places = {"x": bids["told"].tolist(), "y": bids["bid"].tolist()}
    return [go.Scatter(**places, mode="markers", name=word("bids_won", lang), marker=marker)] if len(bids) else []


def bids_beside_theory(table: "pd.DataFrame", lang: str) -> str:
    """Return by format how far all bids are from theory, with the interval over bidders; "" where there is none."""
    found = []
    bids = table.dropna(subset=["bid", "theory_compared"]) if "theory_compared" in table else table.iloc[:0]
    for kind, played in bids.groupby("format", sort=False):
        of_bidders = played.groupby("seat")[["bid", "theory_compared"]].sum()
        share = ratio_of_sums(list(of_bidders.itertuples(index=False, name=None)))
        if isfinite(share.half):
            middle, low, high = (
                _signed_number(100 * (each - 1), lang) for each in (share.value, share.low, share.high)
            )
            said = {"format": word(f"format_{kind}", lang), "n": len(played)}
            said |= {"middle": middle, "low": low, "high": high}
            found.append(word("bids_beside", lang, **said))
    return word("bids_range", lang, told=", ".join(found)) if found else ""


def _signed_number(number: float, lang: str) -> str:
    """Return a whole number with its sign: "+3", "0"."""
    return ("+" if round(number) > 0 else "") + grouped(round(number), lang)


def mean_price(deals: "pd.DataFrame") -> Interval:
    """Return the mean price of deals, with its interval over those who won."""
    return mean_of_groups([prices.tolist() for _, prices in deals.groupby("seat")["price"]])


def mean_of_round(found: "pd.DataFrame") -> Interval:
    """Return the mean share of a round, with its interval over groups, which lies between 0 and 100 %."""
    return within_one(mean_of_groups([group.tolist() for _, group in found.groupby("group")["share"]]))


def gifts_title(played: "pd.DataFrame", means: Sequence[Interval], part: str, lang: str) -> str:
    """Return how the means of a part have changed; nothing of the class where people decided less than half of it."""
    own = len(played) - int(played["by_computer"].sum()) if "by_computer" in played else len(played)
    if 2 * own < len(played):
        return word("title_few", lang, part=part, n=own, total=len(played))
    ends = {"first": percent(means[0].value, 0, lang), "last": percent(means[-1].value, 0, lang)}
    return word("title_parts" if len(means) > 1 else "title_one", lang, part=part, **ends)


def groups_caption(n: int, means: Sequence[Interval], lang: str) -> str:
    """Return how many groups there are, and which of the means have an interval: all, some or none."""
    known = [isfinite(each.half) for each in means]
    return word("groups_under" if all(known) else "groups_some" if any(known) else "groups_only", lang, n=n)


def market_title(part: str, played: "pd.DataFrame", lang: str) -> str:
    """Return how the mean bid of a part has changed, and how many deeds were sold at its end."""
    means = played.groupby("round")[["price", "is_sold"]].mean()
    means = means.dropna()  # rounds in which nobody bid
    if not len(means):
        return word("market_none", lang, part=part)
    prices, sold = means["price"], float(means["is_sold"].iloc[-1])
    shown = [dollars(each, lang) for each in prices.iloc[[0, -1]]]
    said = {"first": shown[0], "last": shown[1], "sold": percent(sold, 0, lang)}
    return word("market_part" if len(prices) > 1 else "market_one", lang, part=part, **said)
