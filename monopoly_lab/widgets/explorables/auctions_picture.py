"""Auctions of private and common values: revenue, the winner's profit, theory: `ml.Explorable("auctions")`."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import plotly.graph_objects as go

from monopoly_lab.common.messages import messages_of, rounded
from monopoly_lab.economics import auction_theory as theory
from monopoly_lab.figures.style import CALM, LEGEND, STRONG, axis, lay_out
from monopoly_lab.widgets.explorables.controls import Choice, Control, Slider, format_sum, in_percent
from monopoly_lab.widgets.explorables.explorable import Shown

EDITION = "classic_us"  # whose money is shown
PRIVATE, COMMON = "private", "common"
HIGHEST = 1000  # private values lie between 0 and this; a common value is this
ERROR = 100  # standard deviation of an estimate, as in the lesson
TENTHS = 10  # a discount is chosen in tenths of it
SHARES, DISCOUNTS = range(0, 121), range(0, 31)


message = messages_of("explorable.auctions")


def money(amount: float) -> str:
    """Return a sum in whole units."""
    return format_sum(EDITION, amount)


def controls(chosen: Mapping[str, Any]) -> Sequence[Control]:
    """Return the controls: a share of the value where values are private, a discount where there is one for all."""
    is_common = chosen.get("values", PRIVATE) == COMMON
    formats = (
        (theory.FIRST_PRICE, theory.SECOND_PRICE)
        if is_common
        else (theory.FIRST_PRICE, theory.SECOND_PRICE, theory.ENGLISH)
    )

    def in_errors(tenths: int) -> str:
        return message("errors", x=rounded(tenths / TENTHS, 1))

    return (
        Choice("by", theory.FIRST_PRICE, [(name, message(f"by_{name}")) for name in formats]),
        Choice("values", PRIVATE, [(name, message(f"values_{name}")) for name in (PRIVATE, COMMON)]),
        Slider("bidders", 4, 2, 30),
        Slider("share", 100, SHARES[0], SHARES[-1], text=in_percent, hidden=is_common),
        Slider("discount", 0, DISCOUNTS[0], DISCOUNTS[-1], text=in_errors, hidden=not is_common),
    )


def draw(chosen: Mapping[str, Any]) -> Shown:
    """Return what the seller gets and the winner gains, by what all bid."""
    return _common_value(chosen) if chosen["values"] == COMMON else _private(chosen)


def _curves(xs: Sequence[float], at: Callable[[float], theory.Outcome], x: float, label: str) -> go.Figure:
    """Return the two curves with the chosen place on them."""
    figure = go.Figure()
    for name, color in (("revenue", CALM), ("profit", STRONG)):
        line = {"color": color, "width": 3}
        ys = [getattr(at(place), name) for place in xs]
        figure.add_scatter(x=list(xs), y=ys, mode="lines", line=line, name=message(name))
        marker = {"color": color, "size": 12}
        figure.add_scatter(x=[x], y=[getattr(at(x), name)], mode="markers", marker=marker, showlegend=False)
    figure.add_vline(x=x, line={"color": CALM, "width": 1, "dash": "dot"})
    lay_out(
        figure,
        xaxis=axis(label),
        yaxis=axis(message("sum"), zeroline=True),
        legend=LEGEND,
        margin={"t": 24, "b": 96},
    )
    return figure


def _line(figure: go.Figure, y: float, text: str) -> None:
    """Draw a level line, with its words in the legend: in the chart the curves would cross them."""
    ends = [figure.data[0].x[0], figure.data[0].x[-1]]
    line = {"color": CALM, "width": 2, "dash": "dash"}
    figure.add_scatter(x=ends, y=[y, y], mode="lines", line=line, name=text)


def _private(chosen: Mapping[str, Any]) -> Shown:
    """Return the picture of private values."""
    n, by, percent = chosen["bidders"], chosen["by"], chosen["share"]
    figure = _curves(SHARES, lambda place: theory.outcome(n, place / 100, by, HIGHEST), percent, message("share_axis"))
    best = theory.best_share(n, by)
    level = theory.outcome(n, best, by, HIGHEST).revenue
    _line(figure, level, message("theory", sum=money(level)))
    found = theory.outcome(n, percent / 100, by, HIGHEST)
    nearest = int(rounded(100 * best))
    key = "rest" if percent == nearest else "less" if percent > nearest else "more"
    if by == theory.FIRST_PRICE and percent >= 100:
        key = "nothing" if percent == 100 else "loses"
    title = message(key, n=n, share=percent, sum=money(-found.profit))
    mine = theory.gain(n, percent / 100, percent / 100, by, HIGHEST)
    better = theory.best_gain(n, percent / 100, by, HIGHEST) if percent else mine
    sums = {"revenue": money(found.revenue), "mine": money(mine), "better": money(max(better, mine))}
    return Shown(figure, title, message("private_said", best=nearest, **sums))


def _common_value(chosen: Mapping[str, Any]) -> Shown:
    """Return the picture of a common value."""
    n, by, tenths = chosen["bidders"], chosen["by"], chosen["discount"]
    places = [place / TENTHS for place in DISCOUNTS]
    figure = _curves(
        places,
        lambda place: theory.common_outcome(n, place, by, HIGHEST, ERROR),
        tenths / TENTHS,
        message("discount_axis"),
    )
    _line(figure, HIGHEST, message("worth", sum=money(HIGHEST)))
    found = theory.common_outcome(n, tenths / TENTHS, by, HIGHEST, ERROR)
    profit = int(rounded(found.profit))
    title = message("curse" if profit < 0 else "safe" if profit else "even", n=n, sum=money(abs(profit)))
    errors = theory.normal_errors(n)
    best = (errors.first_price if by == theory.FIRST_PRICE else errors.second_price) * ERROR
    sums = {"worth": money(HIGHEST), "error": money(ERROR), "high": money(errors.highest * ERROR)}
    return Shown(figure, title, message("common_said", n=n, best=money(best), revenue=money(found.revenue), **sums))
