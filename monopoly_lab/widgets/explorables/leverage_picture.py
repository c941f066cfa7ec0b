"""A row of houses paid for with mortgages: return on equity, and the chance of ruin: `ml.Explorable("leverage")`."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import plotly.graph_objects as go
from plotly.subplots import make_subplots

from monopoly_lab.common.messages import decimal, messages_of, percent
from monopoly_lab.economics import leverage
from monopoly_lab.economics.leverage import Leverage
from monopoly_lab.editions import load_edition
from monopoly_lab.figures.style import CALM, LEGEND, STRONG, axis, lay_out
from monopoly_lab.widgets.explorables.controls import Control, Slider
from monopoly_lab.widgets.explorables.explorable import Shown

ROWS = 5
CASH, MOST_CASH = 100, 1500


message = messages_of("explorable.leverage")


@lru_cache(maxsize=ROWS)
def row_of(row: int) -> Leverage:
    """Return the row that a loan pays for; its books leave out cash, which is added where it is shown."""
    return Leverage(row=row, cash=0)


def controls(chosen: Mapping[str, Any]) -> Sequence[Control]:
    """Return the controls: what the loan pays for, and the risk."""
    about = leverage.stored()
    said = load_edition(about["edition"]).money.grouped
    return (
        Slider("row", 3, 1, ROWS),
        Slider("rounds", 4, 1, 20),
        Slider("level", 3, 1, len(about["levels"])),
        Slider("cash", CASH, 0, MOST_CASH, about["step"], said),
        Slider("turns", 3, 1, about["turns"]),
    )


def draw(chosen: Mapping[str, Any]) -> Shown:
    """Return the return on equity without and with the debt, above the chance of ruin by cash at hand."""
    row, cash = row_of(chosen["row"]), chosen["cash"]
    without, debt = row.without, row.with_debt(chosen["rounds"])
    books = (without._replace(assets=without.assets + cash), debt._replace(assets=debt.assets + cash))
    hands = (cash + row.loan, cash)  # what can be paid at once: cash, and what may still be borrowed
    risks = [leverage.ruin_chance(chosen["level"], chosen["turns"], hand) for hand in hands]
    returns = [each.on_equity for each in books]
    figure = make_subplots(rows=2, row_heights=[0.35, 0.65], vertical_spacing=0.2)
    _bars(figure, returns)
    _curve(figure, chosen, hands, risks)
    said = load_edition(leverage.stored()["edition"]).money.grouped
    facts = dict(zip(("before", "after"), _distinct_percents(returns))) | dict(
        zip(("safe", "risky"), map(percent, risks))
    )
    key = "title_up" if returns[1] > returns[0] else "title_down"
    if facts["safe"] == facts["risky"]:
        key += "_safe"
    sums = {"added": row.added, "interest": row.charge / chosen["rounds"], "given_up": row.given_up}
    told = {name: decimal(value, 1) for name, value in sums.items()}
    told |= {"with_debt": said(hands[1]), "alone": said(hands[0])}
    return Shown(figure, message(key, **facts), message("said", **told))


def _distinct_percents(shares: Sequence[float]) -> list[str]:
    """Return shares in percent, with a second decimal where one does not tell them apart."""
    texts = [percent(x) for x in shares]
    return texts if len(set(texts)) > 1 else [percent(x, 2) for x in shares]


def _bars(figure: go.Figure, returns: Sequence[float]) -> None:
    figure.add_bar(
        y=[message("alone"), message("with_debt")],
        x=[100 * x for x in returns],
        orientation="h",
        marker={"color": [CALM, STRONG]},
        text=_distinct_percents(returns),
        hoverinfo="y+x",
        showlegend=False,
        row=1,
        col=1,
    )
    lay_out(
        figure, xaxis=axis(message("return"), ticksuffix=" %", rangemode="tozero"), yaxis=axis("", autorange="reversed")
    )


def _curve(figure: go.Figure, chosen: Mapping[str, Any], hands: Sequence[int], risks: Sequence[float]) -> None:
    about = leverage.stored()
    sums = list(range(0, about["most"] + 1, about["step"]))
    chances = [100 * leverage.ruin_chance(chosen["level"], chosen["turns"], cash) for cash in sums]
    line = {"color": CALM, "width": 3, "shape": "hv"}
    figure.add_scatter(x=sums, y=chances, mode="lines", line=line, showlegend=False, row=2, col=1)
    for hand, risk, color, name in zip(hands, risks, (CALM, STRONG), ("alone", "with_debt")):
        dot = {"size": 14, "color": color, "line": {"width": 2, "color": "#ffffff"}}
        figure.add_scatter(x=[hand], y=[100 * risk], mode="markers", marker=dot, name=message(name), row=2, col=1)
    lay_out(
        figure,
        height=560,
        xaxis2=axis(message("cash_axis"), range=[0, about["most"]]),
        yaxis2=axis(message("ruin_axis", turns=chosen["turns"]), range=[0, 102], ticksuffix=" %"),
        legend=LEGEND,
        margin={"b": 90},
    )
