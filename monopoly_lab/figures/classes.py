"""What a class said, beside what it is: `found` is the table of a class report, a row for each answer."""

from typing import TYPE_CHECKING

import plotly.graph_objects as go

from monopoly_lab.figures import look
from monopoly_lab.messages import say

if TYPE_CHECKING:
    import pandas as pd

BARS = 20
ABOVE = {"annotation_position": "top", "annotation_font": {"color": look.STRONG, "size": 14}}
COLORS = {"right": "#2a7f4f", "wrong": look.STRONG, "code": look.CALM, "open": "#b9b3ad"}
TICKS = 5  # on the axis of students, about


def predictions(found: "pd.DataFrame", question: str, lang: str = "") -> go.Figure:
    """How many students predicted which number, with a line at what it is; a second histogram where seeds differ."""
    own = found[found.question == question]
    figure = go.Figure()
    bars = go.Histogram(x=own.said.dropna().tolist(), nbinsx=BARS, name=say("class.said", lang), marker_color=look.CALM)
    figure.add_trace(bars)
    results = sorted(set(own.found.dropna()))
    if len(results) == 1:
        told = f"{say('class.is', lang)} {results[0]:.4g}"
        figure.add_vline(x=results[0], line={"color": look.STRONG, "width": 3}, annotation_text=told, **ABOVE)
    elif results:
        name = say("class.is", lang)
        seen = own.found.dropna().tolist()
        figure.add_trace(go.Histogram(x=seen, nbinsx=BARS, name=name, marker_color=look.STRONG, opacity=0.6))
    counted = [own.said.dropna(), *([own.found.dropna()] if len(results) > 1 else [])]
    figure = _looked(figure, own, lang, max(map(_tallest, counted)))
    if own.said.notna().any():
        middle = f"{own.said.median():.4g}"
        figure.update_layout(title_text=f"{figure.layout.title.text}; {say('class.middle', lang, value=middle)}")
    return figure


def answers(found: "pd.DataFrame", question: str, lang: str = "") -> go.Figure:
    """How many answered rightly, wrongly, by code that was not run, and not at all."""
    own = found[found.question == question]
    right = int(((own.points == own.most) & own.said.notna()).sum())
    none, code = int(own.said.isna().sum()), int(own.points.isna().sum())
    counts = {"right": right, "wrong": len(own) - right - none, "code": code, "open": none - code}
    counts = {each: n for each, n in counts.items() if n or each != "code"}
    names = [say(f"class.{each}_n", lang) for each in counts]
    figure = go.Figure(go.Bar(x=names, y=list(counts.values()), marker_color=[COLORS[each] for each in counts]))
    figure.update_traces(texttemplate="%{y}", textposition="outside")
    return _looked(figure, own, lang, max(counts.values()))


def _tallest(values: "pd.Series[float]") -> int:
    """About how many stand in the highest bar."""
    import numpy as np

    return int(np.histogram(values, bins=BARS)[0].max()) if len(values) else 0


def _looked(figure: go.Figure, own: "pd.DataFrame", lang: str, most: int) -> go.Figure:
    """The figure as all of a report look; students are counted in whole numbers, to about `most`."""
    n = int(own.said.notna().sum())
    figure.update_layout(
        template="none",
        height=320,
        font={"family": look.FONT, "color": look.INK},
        margin={"t": 70, "b": 40, "l": 50, "r": 20},
        title={"text": say("class.answered", lang, n=n, all=len(own)), "font": {"size": 15}},
        yaxis={
            "title": {"text": say("class.students_n", lang)},
            "rangemode": "tozero",
            "dtick": max(1, round(most / TICKS)),
        },
        bargap=0.05,
        barmode="overlay",
        legend={"orientation": "h", "y": 1.1, "x": 1, "xanchor": "right"},
    )
    return figure
