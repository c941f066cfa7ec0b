"""Thrown dice against the exact chain."""

from typing import TYPE_CHECKING

import plotly.graph_objects as go

from monopoly_lab.chain import Chain
from monopoly_lab.figures.look import INK, LIGHT, STRONG, axis, convention, of_board, short, space_colours, titled, word

if TYPE_CHECKING:
    import pandas as pd


@of_board
def monte_carlo(chain: Chain, sample: "pd.DataFrame", throws: int, lang: str = "") -> go.Figure:
    """Bars of the exact shares; points of `chain.simulate(throws)`, with two standard errors each way."""
    labels = [chain.name_of(location) for location in chain.locations]  # as in the sample, in this language
    colours = space_colours(chain)
    exact = chain.by_space().reindex(labels)
    bars = go.Bar(
        x=list(range(len(labels))),
        y=[100 * share for share in exact.tolist()],
        customdata=labels,
        marker={
            "color": [colours[q] if not held else LIGHT.hatch for q, held in chain.locations],
            "line": {"color": LIGHT.soft, "width": 0.8},
            "opacity": 0.45,
        },
        name=word("exact", lang),
        hovertemplate="%{customdata}: " + word("hover_exact", lang) + "<extra></extra>",
    )
    points = go.Scatter(
        x=list(range(len(labels))),
        y=[100 * share for share in sample["share"].tolist()],
        error_y={
            "type": "data",
            "array": [200 * error for error in sample["error"].tolist()],
            "color": STRONG,
            "thickness": 1.6,
            "width": 3,
        },
        mode="markers",
        marker={"color": STRONG, "size": 6, "line": {"color": "#ffffff", "width": 0.8}},
        customdata=list(zip(labels, sample["score"].round(2).tolist())),
        name=word("sampled", lang),
        hovertemplate=word("hover_sample", lang) + "<extra></extra>",
    )
    figure = go.Figure([bars, points])
    figure.update_layout(
        xaxis=axis(
            "",
            tickmode="array",
            tickvals=list(range(len(labels))),
            ticktext=[short(label) for label in labels],
            tickangle=-90,
            tickfont={"size": 11, "color": INK},
            range=[-0.7, len(labels) - 0.3],
        ),
        yaxis=axis(
            word("share_unit_throw", lang),
            range=[0, 118 * float(max(exact.max(), (sample["share"] + 2 * sample["error"]).max()))],
        ),
        bargap=0.12,
        legend={"orientation": "h", "x": 0.01, "xanchor": "left", "y": 1, "yanchor": "top"},
    )
    parts = [*convention(chain, "throw", lang), word("sample_note", lang, n=f"{throws:,}".replace(",", " "))]
    near = int((sample["score"].abs() <= 2).sum())
    return titled(figure, word("sample_title", lang, n=near, all=len(sample)), parts, 570, lang)
