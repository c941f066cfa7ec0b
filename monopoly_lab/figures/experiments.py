"""Figures of experiments: the title is the result, the subtitle is what was played.

Names of players, strategies and arms come from users, so they are shown as literal text, never as markup.
"""

import textwrap
from collections.abc import Mapping, Sequence
from numbers import Real
from typing import TYPE_CHECKING, Any

import plotly.graph_objects as go
from plotly.subplots import make_subplots

from monopoly_lab.board_drawing import colors
from monopoly_lab.common.escaping import escape_chart_text
from monopoly_lab.common.lazy_imports import pd
from monopoly_lab.common.messages import percent, rounded, say
from monopoly_lab.figures.rent_figures import spaced_positions
from monopoly_lab.figures.style import CALM, INK, SCALE, STRONG, axis, band, subtitle, titled, wrap_text
from monopoly_lab.notation.piece_names import player_name

if TYPE_CHECKING:
    from monopoly_lab.measures.confidence_intervals import Interval

WINS_WIDTH = 250  # pixels for a line below the shares of games won
NAME, UNIT = 26, 30  # letters of a line of a name beside its row, and of what is counted below all of them
DASHES = ("solid", "dash", "dot", "dashdot", "longdash", "longdashdot", "5px,2px", "2px,6px")


def wins_and_worth(
    title: str, parts: Sequence[str], wins: "Mapping[str, Interval]", wealth: "pd.DataFrame", unit: str
) -> go.Figure:
    """Draw the shares of games won with their intervals (left), and what each player is worth by round (right).

    Where nobody has won, only worth is shown: shares of nothing have no intervals that mean something. `parts` are
    those of the subtitle here and below; `wealth` is as `Simulation.wealth`; `unit` is that of money, as "$", or ""
    where points count.
    """
    is_won = any(interval.value for interval in wins.values())
    worth = say("experiment.wealth_axis", unit=unit) if unit else say("experiment.points_axis")
    beside = wrap_text(worth, 260, 14)  # its lines stand between the halves
    apart = 0.13 + 0.04 * beside.count("<br>")
    shares = {"column_widths": [0.42, 0.58], "horizontal_spacing": apart} if is_won else {}
    column = 2 if is_won else 1  # of worth
    figure = make_subplots(1, column, **shares)
    if is_won:
        _add_shares(figure, wins)
    for p, player in enumerate(wins):
        for trace in _worth(wealth[wealth["player"] == player], player, p, unit):
            figure.add_trace(trace, 1, column)
    figure.update_xaxes(axis(say("experiment.round_axis"), rangemode="tozero"), row=1, col=column)
    figure.update_yaxes(axis(beside, rangemode="tozero"), row=1, col=column)
    figure.update_layout(annotations=_names_at_ends(wealth, list(wins), str(column) if is_won else ""))
    room = 9 * max(len(player_name(player)) for player in wins)
    margin = {"l": 40 + room if is_won else 80, "r": 30 + room}
    return _titled(figure, title, parts, max(430, 200 + 40 * len(wins)), margin=margin, showlegend=False)


def _add_shares(figure: go.Figure, wins: "Mapping[str, Interval]") -> None:
    """Add a row for each player, in the left half."""
    for p, (player, interval) in enumerate(wins.items()):
        figure.add_trace(_share(player_name(player), interval, colors.seen_on_light(colors.SEATS[p])), 1, 1)
    _set_wins_axis(figure, wins, wrap_text(say("experiment.wins_axis"), WINS_WIDTH, 14))
    names = {"type": "category", "autorange": "reversed", "tickfont": {"size": 15, "color": INK}}
    figure.update_yaxes(names, row=1, col=1)


def _set_wins_axis(figure: go.Figure, wins: "Mapping[str, Interval]", title: str) -> None:
    """Set the axis of the left half to reach from 0 to the upper end of the widest interval, in percent."""
    most = 100 * max(interval.high for interval in wins.values())
    figure.update_xaxes(axis(title, range=[-0.06 * most, 1.08 * most]), row=1, col=1)


def _titled(figure: go.Figure, title: str, parts: Sequence[str], height: int, **layout: object) -> go.Figure:
    """Return the figure with its title, as `titled` does, where title and parts hold names that others have given."""
    return titled(figure, escape_chart_text(title), [escape_chart_text(part) for part in parts], height, "", **layout)


def _share(player: str, interval: "Interval", color: str) -> go.Scatter:
    ends = {"share": percent(interval.value), "low": percent(interval.low), "high": percent(interval.high)}
    return _dot(player, interval, 100, ends["share"], color, say("experiment.hover_wins", player=player, **ends))


def _dot(name: str, interval: "Interval", scale: float, text: str, color: str, hover: str) -> go.Scatter:
    """Return a value in a row of its own, with its interval and what it is in words."""
    return go.Scatter(
        x=[scale * interval.value],
        y=[_break_name(name)],
        error_x=_bars([interval], scale, color),
        mode="markers+text",
        text=[text],
        textposition="top center",
        textfont={"size": 15, "color": INK},
        cliponaxis=False,
        marker={"size": 11, "color": color},
        hovertemplate=escape_chart_text(hover) + "<extra></extra>",
    )


def _break_name(name: str, most: int = NAME) -> str:
    """Return a name as written, a long one on several lines of at most so many letters."""
    lines = textwrap.wrap(name, most, break_long_words=False, break_on_hyphens=False) or [name]
    return "<br>".join(map(escape_chart_text, lines))


def _bars(intervals: "Sequence[Interval]", scale: float, color: str) -> dict[str, object]:
    """Return error bars as far as the intervals reach."""
    return {
        "type": "data",
        "symmetric": False,
        "array": [scale * (interval.high - interval.value) for interval in intervals],
        "arrayminus": [scale * (interval.value - interval.low) for interval in intervals],
        "thickness": 2.5,
        "width": 7,
        "color": color,
    }


def _worth(table: "pd.DataFrame", player: str, p: int, unit: str) -> list[go.Scatter]:
    """Return a line of medians, named at its end, over a band of the middle half."""
    rounds, color = table["round"].tolist(), colors.seen_on_light(colors.SEATS[p])
    low, high, median = (_round_values(table[name].tolist()) for name in ("q25", "q75", "median"))
    hover = {"player": escape_chart_text(player_name(player)), "unit": unit}
    line = go.Scatter(
        x=rounds,
        y=median,
        mode="lines",
        line={"color": color, "width": 2.5, "dash": DASHES[p]},
        hovertemplate=say("experiment.hover_wealth" if unit else "experiment.hover_points", **hover)
        + "<extra></extra>",
    )
    return [band(rounds, low, high, color, 0.07), line]


def _names_at_ends(wealth: "pd.DataFrame", players: Sequence[str], axes: str) -> list[dict[str, object]]:
    """Name each line at its end, none over another; `axes` is the number of the axes, "" for the only ones."""
    if wealth.empty:
        return []
    ends = [float(wealth[wealth["player"] == player]["median"].iloc[-1]) for player in players]
    places = spaced_positions(ends, 0.07 * max(float(wealth["q75"].max()), 1.0))
    return [
        {
            "x": int(wealth["round"].max()),
            "y": place,
            "xref": f"x{axes}",
            "yref": f"y{axes}",
            "text": escape_chart_text(player_name(player)),
            "showarrow": False,
            "xanchor": "left",
            "xshift": 6,
            "font": {"size": 13, "color": colors.read_on_light(colors.SEATS[p])},
        }
        for p, (player, place) in enumerate(zip(players, places))
    ]


def _round_values(values: list[float]) -> list[float]:
    return [round(value, 1) for value in values]


def differences(
    title: str,
    parts: Sequence[str],
    found: "Mapping[str, Interval]",
    said: Sequence[Mapping[str, str]],
    scale: float,
    unit: str,
    base: str,
) -> go.Figure:
    """Draw differences of arms to the baseline `base`, the line at 0, with their intervals; `scale` makes percents.

    `said` holds difference, low and high of each arm in words.
    """
    figure = go.Figure()
    for (arm, interval), told in zip(found.items(), said):
        color = STRONG if interval.low > 0 or interval.high < 0 else CALM
        hover = say("experiment.hover_difference", arm=arm, **told)
        figure.add_trace(_dot(arm, interval, scale, told["difference"], color, hover))
    figure.add_vline(x=0, line={"color": INK, "width": 1.5})
    across = _break_name(unit, UNIT)
    lowest = min((each.low for each in found.values()), default=0.0)
    highest = max((each.high for each in found.values()), default=0.0)
    anchor = "right" if -lowest > 2 * highest else "center"  # a long name has room where the values are
    beside = {"text": escape_chart_text(base), "showarrow": False, "yshift": 8, "font": {"size": 14, "color": INK}}
    figure.add_annotation(x=0, y=1, yref="paper", yanchor="bottom", xanchor=anchor, **beside)
    figure.update_layout(
        xaxis=axis(across),
        yaxis={
            "type": "category",
            "range": [len(found) - 0.5, -0.5],  # from above, with room for the first value under `base`
            "tickfont": {"size": 15, "color": INK},
            "automargin": True,
        },
        showlegend=False,
    )
    lines = subtitle([escape_chart_text(part) for part in parts]).count("<br>") + 1
    above = 90 + 17 * lines  # room for `base` and a value
    below = 56 + 17 * across.count("<br>")
    return _titled(figure, title, parts, 78 + above + below + 44 * len(found), margin={"t": above, "b": below})


Grid = Mapping[str, tuple[Any, ...]]


def over_grid(
    title: str,
    parts: Sequence[str],
    grid: Grid,
    means: "Sequence[Interval]",
    said: Sequence[str],
    scale: float,
    unit: str,
) -> go.Figure:
    """Return the means over the values of one key as a line with error bars, or over those of two keys as colors.

    `said` holds each mean with half its interval in words, `unit` what the means are of.
    """
    draw, height = (_line, 430) if len(grid) == 1 else (_heat, 260 + 62 * len(next(iter(grid.values()))))
    return _titled(draw(grid, means, said, scale, escape_chart_text(unit)), title, parts, height)


def _line(grid: Grid, means: "Sequence[Interval]", said: Sequence[str], scale: float, unit: str) -> go.Figure:
    [(key, values)] = grid.items()
    name = escape_chart_text(key)
    numbers = [float(value) for value in values if _is_number(value)]
    are_numbers = len(numbers) == len(values)
    order = sorted(range(len(values)), key=numbers.__getitem__) if are_numbers else range(len(values))
    ticks = [values[i] if are_numbers else escape_chart_text(str(values[i])) for i in order]
    trace = go.Scatter(
        x=ticks,
        y=[scale * means[i].value for i in order],
        error_y=_bars([means[i] for i in order], scale, CALM),
        text=[said[i] for i in order],
        mode="lines+markers",
        line={"color": CALM, "width": 2, "dash": "dot"},
        marker={"size": 10, "color": CALM},
        hovertemplate=say("experiment.hover_mean", at=f"{name} = %{{x}}", axis=unit) + "<extra></extra>",
    )
    figure = go.Figure([trace])
    across = axis(name, tickvals=ticks) if are_numbers else axis(name, type="category")
    return figure.update_layout(xaxis=across, yaxis=axis(unit))


def _is_number(value: Any) -> bool:
    return isinstance(value, Real) and value is not True and value is not False


def _heat(grid: Grid, means: "Sequence[Interval]", said: Sequence[str], scale: float, unit: str) -> go.Figure:
    (down, rows), (across, columns) = ((escape_chart_text(key), values) for key, values in grid.items())
    starts = range(0, len(means), len(columns))
    trace = go.Heatmap(
        x=[escape_chart_text(str(value)) for value in columns],
        y=[escape_chart_text(str(value)) for value in rows],
        z=[[scale * mean.value for mean in means[i : i + len(columns)]] for i in starts],
        text=[[text.replace(" ±", "<br>±") for text in said[i : i + len(columns)]] for i in starts],
        texttemplate="%{text}",
        textfont={"size": 15},
        colorscale=SCALE,
        colorbar={"title": {"text": unit, "side": "right"}},
        xgap=2,
        ygap=2,
        hovertemplate=say("experiment.hover_mean", at=f"{down} = %{{y}}, {across} = %{{x}}", axis=unit)
        + "<extra></extra>",
    )
    figure = go.Figure([trace])
    return figure.update_layout(xaxis=axis(across, type="category"), yaxis=axis(down, type="category"))


def standings(
    title: str, parts: Sequence[str], found: "Mapping[str, Interval]", against: Sequence[Sequence[float]]
) -> go.Figure:
    """Draw each strategy's share of games won with its interval (left), rows against columns (right); best first."""
    names = [escape_chart_text(name) for name in found]
    figure = make_subplots(1, 2, column_widths=[0.4, 0.6], horizontal_spacing=0.16)
    for name, interval in found.items():
        figure.add_trace(_share(name, interval, CALM), 1, 1)
    cells = [[None if share != share else 100 * share for share in row] for row in against]
    table = go.Heatmap(
        x=names,
        y=names,
        z=cells,
        text=[["" if x is None else str(rounded(x)) for x in row] for row in cells],
        texttemplate="%{text}",
        textfont={"size": 14},
        colorscale=SCALE,
        showscale=False,
        xgap=2,
        ygap=2,
        hovertemplate=say("experiment.hover_against") + "<extra></extra>",
    )
    figure.add_trace(table, 1, 2)
    _set_wins_axis(figure, found, say("experiment.wins_axis"))
    names_axis = {
        "type": "category",
        "autorange": "reversed",
        "tickfont": {"size": 14, "color": INK},
        "automargin": True,
    }
    figure.update_yaxes(names_axis, row=1, col=1)
    figure.update_yaxes(names_axis, row=1, col=2)
    against_title = {"text": say("experiment.against_axis"), "font": {"size": 14}}
    figure.update_xaxes({"type": "category", "title": against_title}, row=1, col=2)
    return _titled(figure, title, parts, 250 + 46 * len(names), showlegend=False)


def lines_over_rounds(title: str, parts: Sequence[str], table: "pd.DataFrame", label: str) -> go.Figure:
    """Return a line for each column of `table` over its rounds, named in a legend."""
    figure = go.Figure()
    for n, name in enumerate(table.columns):
        values = table[name].dropna()
        color = colors.seen_on_light(colors.SEATS[n % len(colors.SEATS)])
        line = {"color": color, "width": 3, "dash": DASHES[(n + n // len(colors.SEATS)) % len(DASHES)]}
        hover = f"{escape_chart_text(str(name))}: %{{y:.3~f}} (%{{x}})<extra></extra>"
        points = [round(float(x), 4) for x in values]
        figure.add_trace(
            go.Scatter(
                x=list(values.index),
                y=points,
                name=escape_chart_text(str(name)),
                mode="lines",
                line=line,
                hovertemplate=hover,
            )
        )
    figure.update_xaxes(axis(say("experiment.round_axis"), rangemode="tozero"))
    figure.update_yaxes(axis(label, rangemode="tozero"))
    return _titled(figure, title, parts, 440, showlegend=True)
