"""Figures of experiments: the title is what was found, the subtitle what was played."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import plotly.graph_objects as go
from plotly.subplots import make_subplots

from monopoly_lab.board import palette
from monopoly_lab.figures.look import CALM, INK, SCALE, SOFT, STRONG, axis, titled
from monopoly_lab.figures.money import spread
from monopoly_lab.messages import say

if TYPE_CHECKING:
    import pandas as pd

    from monopoly_lab.experiments.intervals import Interval

PALE = (3, 4, 5)  # seats whose colour is too light for letters
DASHES = ("solid", "dash", "dot", "dashdot", "longdash", "longdashdot", "5px,2px", "2px,6px")


def wins_and_worth(
    title: str, parts: Sequence[str], wins: "Mapping[str, Interval]", wealth: "pd.DataFrame", unit: str
) -> go.Figure:
    """Left the shares of games won with their intervals, right what everybody is worth round by round.

    `wealth` as `Simulation.wealth`; `unit` is the title of its axis.
    """
    figure = make_subplots(1, 2, column_widths=[0.42, 0.58], horizontal_spacing=0.13)
    for p, (player, interval) in enumerate(wins.items()):
        figure.add_trace(_share(player, interval, palette.seen_on_light(palette.SEATS[p])), 1, 1)
        for trace in _worth(wealth[wealth["player"] == player], player, p):
            figure.add_trace(trace, 1, 2)
    widest = 100 * max(interval.high for interval in wins.values())
    figure.update_xaxes(axis(say("experiment.wins_axis"), range=[-0.06 * widest, 1.08 * widest]), row=1, col=1)
    names = {"type": "category", "autorange": "reversed", "tickfont": {"size": 15, "color": INK}}
    figure.update_yaxes(names, row=1, col=1)
    figure.update_xaxes(axis(say("experiment.round_axis"), rangemode="tozero"), row=1, col=2)
    figure.update_yaxes(axis(unit, rangemode="tozero"), row=1, col=2)
    figure.update_layout(annotations=_names_at_ends(wealth, list(wins)))
    margin = {"l": 40 + 9 * max(map(len, wins)), "r": 30 + 9 * max(map(len, wins))}
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
    rounds, colour = table["round"].tolist(), palette.seen_on_light(palette.SEATS[p])
    low, high, median = (_rounded(table[name].tolist()) for name in ("q25", "q75", "median"))
    band = go.Scatter(
        x=rounds + rounds[::-1],
        y=high + low[::-1],
        fill="toself",
        fillcolor=colour,
        opacity=0.07,
        line={"width": 0},
        hoverinfo="skip",
    )
    line = go.Scatter(
        x=rounds,
        y=median,
        mode="lines",
        line={"color": colour, "width": 2.5, "dash": DASHES[p]},
        hovertemplate=say("experiment.hover_wealth", player=player) + "<extra></extra>",
    )
    return [band, line]


def _names_at_ends(wealth: "pd.DataFrame", players: Sequence[str]) -> list[dict[str, object]]:
    """The name of each line at its end, none over another."""
    if wealth.empty:
        return []
    ends = [float(wealth[wealth["player"] == player]["median"].iloc[-1]) for player in players]
    places = spread(ends, 0.07 * max(float(wealth["q75"].max()), 1.0))
    return [
        {
            "x": int(wealth["round"].max()),
            "y": place,
            "xref": "x2",
            "yref": "y2",
            "text": player,
            "showarrow": False,
            "xanchor": "left",
            "xshift": 6,
            "font": {"size": 13, "color": palette.SEATS[p] if p not in PALE else SOFT},
        }
        for p, (player, place) in enumerate(zip(players, places))
    ]


def _rounded(values: list[float]) -> list[float]:
    return [round(value, 1) for value in values]


def differences(
    title: str,
    parts: Sequence[str],
    found: "Mapping[str, Interval]",
    texts: Sequence[str],
    scale: float,
    unit: str,
    base: str,
) -> go.Figure:
    """Differences of arms to the baseline `base`, the line at 0, with their intervals; `scale` makes per cents."""
    figure = go.Figure()
    for (arm, interval), text in zip(found.items(), texts):
        clear = interval.low > 0 or interval.high < 0
        figure.add_trace(_dot(arm, interval, text, scale, STRONG if clear else CALM))
    figure.add_vline(x=0, line={"color": INK, "width": 1.5})
    figure.add_annotation(
        x=0, y=1, yref="paper", yanchor="bottom", text=base, showarrow=False, font={"size": 14, "color": INK}
    )
    figure.update_layout(
        xaxis=axis(unit),
        yaxis={"type": "category", "autorange": "reversed", "tickfont": {"size": 15, "color": INK}, "automargin": True},
        showlegend=False,
    )
    return titled(figure, title, parts, 250 + 44 * len(found), margin={"t": 116})


def _dot(name: str, interval: "Interval", text: str, scale: float, colour: str) -> go.Scatter:
    value, low, high = (scale * x for x in interval)
    return go.Scatter(
        x=[value],
        y=[name],
        error_x={
            "type": "data",
            "symmetric": False,
            "array": [high - value],
            "arrayminus": [value - low],
            "thickness": 2.5,
            "width": 7,
            "color": colour,
        },
        mode="markers+text",
        text=[text],
        textposition="top center",
        textfont={"size": 14, "color": INK},
        cliponaxis=False,
        marker={"size": 11, "color": colour},
        hovertemplate=f"{name}: {text} ({low:+.5g} … {high:+.5g})<extra></extra>",
    )


def line(
    title: str,
    parts: Sequence[str],
    grid: "Mapping[str, tuple[object, ...]]",
    means: "Sequence[Interval]",
    scale: float,
    unit: str,
) -> go.Figure:
    """The means over the values of one key, with their intervals."""
    [(key, values)] = grid.items()
    shown = [scale * mean.value for mean in means]
    trace = go.Scatter(
        x=list(values),
        y=shown,
        error_y={
            "type": "data",
            "symmetric": False,
            "array": [scale * (mean.high - mean.value) for mean in means],
            "arrayminus": [scale * (mean.value - mean.low) for mean in means],
            "thickness": 2.5,
            "width": 7,
            "color": CALM,
        },
        mode="lines+markers",
        line={"color": CALM, "width": 2, "dash": "dot"},
        marker={"size": 10, "color": CALM},
        hovertemplate=f"{key} = %{{x}}: %{{y:.4g}}<extra></extra>",
    )
    figure = go.Figure([trace])
    figure.update_layout(xaxis=axis(key, tickvals=list(values)), yaxis=axis(unit))
    return titled(figure, title, parts, 430)


def heat(
    title: str,
    parts: Sequence[str],
    grid: "Mapping[str, tuple[object, ...]]",
    means: "Sequence[Interval]",
    scale: float,
    unit: str,
) -> go.Figure:
    """The means over two keys as colours, each with half its interval in the cell."""
    (down, rows), (across, columns) = grid.items()
    width = len(columns)
    cut = [means[i : i + width] for i in range(0, len(means), width)]
    trace = go.Heatmap(
        x=[str(value) for value in columns],
        y=[str(value) for value in rows],
        z=[[scale * mean.value for mean in row] for row in cut],
        text=[[f"{scale * mean.value:.4g}<br>± {scale * mean.half:.2g}" for mean in row] for row in cut],
        texttemplate="%{text}",
        textfont={"size": 15},
        colorscale=SCALE,
        colorbar={"title": {"text": unit, "side": "right"}},
        xgap=2,
        ygap=2,
        hovertemplate=f"{down} = %{{y}}, {across} = %{{x}}: %{{text}}<extra></extra>",
    )
    figure = go.Figure([trace])
    figure.update_layout(xaxis=axis(across, type="category"), yaxis=axis(down, type="category"))
    return titled(figure, title, parts, 260 + 62 * len(rows))


def standings(
    title: str, parts: Sequence[str], found: "Mapping[str, Interval]", against: Sequence[Sequence[float]]
) -> go.Figure:
    """Left each strategy's share of games won with its interval, right rows against columns; best first."""
    names = list(found)
    figure = make_subplots(1, 2, column_widths=[0.4, 0.6], horizontal_spacing=0.16)
    for name, interval in found.items():
        figure.add_trace(_share(name, interval, CALM), 1, 1)
    cells = [[None if share != share else 100 * share for share in row] for row in against]
    table = go.Heatmap(
        x=names,
        y=names,
        z=cells,
        text=[["" if x is None else f"{x:.0f}" for x in row] for row in cells],
        texttemplate="%{text}",
        textfont={"size": 14},
        colorscale=SCALE,
        showscale=False,
        xgap=2,
        ygap=2,
        hovertemplate="%{y} – %{x}: %{z:.1f} %<extra></extra>",
    )
    figure.add_trace(table, 1, 2)
    figure.update_xaxes(axis(say("experiment.wins_axis"), rangemode="tozero"), row=1, col=1)
    names_axis = {"autorange": "reversed", "tickfont": {"size": 14, "color": INK}, "automargin": True}
    figure.update_yaxes(names_axis, row=1, col=1)
    figure.update_yaxes(names_axis, row=1, col=2)
    figure.update_xaxes({"title": {"text": say("experiment.against_axis"), "font": {"size": 14}}}, row=1, col=2)
    return titled(figure, title, parts, 250 + 46 * len(names), showlegend=False)
