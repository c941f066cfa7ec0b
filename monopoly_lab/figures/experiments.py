"""Figures of experiments: the title is what was found, the subtitle what was played."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import plotly.graph_objects as go
from plotly.subplots import make_subplots

from monopoly_lab.board import palette
from monopoly_lab.figures.look import INK, SOFT, axis, titled
from monopoly_lab.messages import say

if TYPE_CHECKING:
    import pandas as pd

    from monopoly_lab.experiments.intervals import Interval

DASHES = ("solid", "dash", "dot", "dashdot", "longdash", "longdashdot", "5px,2px", "2px,6px")


def wins_and_worth(
    title: str, parts: Sequence[str], wins: "Mapping[str, Interval]", wealth: "pd.DataFrame", unit: str
) -> go.Figure:
    """Left the shares of games won with their intervals, right what everybody is worth round by round.

    `wealth` as `Simulation.wealth`; `unit` is the title of its axis.
    """
    figure = make_subplots(1, 2, column_widths=[0.42, 0.58], horizontal_spacing=0.13)
    for p, (player, interval) in enumerate(wins.items()):
        figure.add_trace(_share(player, interval, palette.SEATS[p]), 1, 1)
        for trace in _worth(wealth[wealth["player"] == player], player, p):
            figure.add_trace(trace, 1, 2)
    figure.update_xaxes(axis(say("experiment.wins_axis"), rangemode="tozero"), row=1, col=1)
    figure.update_yaxes({"autorange": "reversed", "tickfont": {"size": 15, "color": INK}}, row=1, col=1)
    figure.update_xaxes(axis(say("experiment.round_axis"), rangemode="tozero"), row=1, col=2)
    figure.update_yaxes(axis(unit, rangemode="tozero"), row=1, col=2)
    margin = {"l": 30 + 9 * max(map(len, wins))}
    return titled(figure, title, parts, 430, margin=margin, showlegend=False)


def percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def _share(player: str, interval: "Interval", colour: str) -> go.Scatter:
    return go.Scatter(
        x=[100 * interval.value],
        y=[player],
        error_x={
            "type": "data",
            "symmetric": False,
            "array": [100 * (interval.high - interval.value)],
            "arrayminus": [100 * (interval.value - interval.low)],
            "thickness": 2.5,
            "width": 7,
            "color": colour,
        },
        mode="markers+text",
        text=[f"{100 * interval.value:.1f} %"],
        textposition="top center",
        textfont={"size": 15, "color": INK},
        cliponaxis=False,
        marker={"size": 11, "color": colour},
        hovertemplate=say("experiment.hover_wins", player=player, **_ends(interval)) + "<extra></extra>",
    )


def _ends(interval: "Interval") -> dict[str, str]:
    return {"share": percent(interval.value), "low": percent(interval.low), "high": percent(interval.high)}


def _worth(table: "pd.DataFrame", player: str, p: int) -> list[go.Scatter]:
    """A line of medians, named at its end, over a band of the middle half."""
    rounds, colour = table["round"].tolist(), palette.SEATS[p]
    low, high, median = (_rounded(table[name].tolist()) for name in ("q25", "q75", "median"))
    band = go.Scatter(
        x=rounds + rounds[::-1],
        y=high + low[::-1],
        fill="toself",
        fillcolor=colour,
        opacity=0.1,
        line={"width": 0},
        hoverinfo="skip",
    )
    line = go.Scatter(
        x=rounds,
        y=median,
        mode="lines+text",
        text=["" for _ in rounds[1:]] + [player] if rounds else [],
        textposition="middle right",
        textfont={"size": 13, "color": SOFT},
        cliponaxis=False,
        line={"color": colour, "width": 2.5, "dash": DASHES[p]},
        hovertemplate=say("experiment.hover_wealth", player=player) + "<extra></extra>",
    )
    return [band, line]


def _rounded(values: list[float]) -> list[float]:
    return [round(value, 1) for value in values]
