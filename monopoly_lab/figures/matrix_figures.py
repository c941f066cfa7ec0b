"""Draw the transition matrix of the chain, and its eigenvalues in the unit disc."""

from cmath import exp, pi

import numpy as np
import plotly.graph_objects as go

from monopoly_lab.common.errors import ChainError
from monopoly_lab.common.messages import decimal, rounded, say
from monopoly_lab.common.validation_errors import did_you_mean, message_value
from monopoly_lab.figures.style import (
    CALM,
    EMPTY,
    INK,
    SCALE,
    STRONG,
    axis,
    convention,
    of_board,
    percent,
    shortened_label,
    titled,
    word,
)
from monopoly_lab.markov import Chain

WAYS = ("space", "state")


@of_board
def matrix(chain: Chain, per: str = "throw", by: str = "space", lang: str = "") -> go.Figure:
    """Draw probabilities from each row to each column, in the order of the board; by "space" or by "state".

    By space the states of one space are weighed by their long-run shares. Gray: never.
    """
    if by not in WAYS:
        raise ChainError(
            say("chain.unknown_by", value=message_value(by), near=did_you_mean(by, WAYS), known=", ".join(WAYS))
        )
    table, labels = _space_matrix(chain, per) if by == "space" else _state_matrix(chain, per)
    shown = [[None if share == 0 else float(f"{100 * share:.6g}") for share in row] for row in table.tolist()]
    figure = go.Figure(
        go.Heatmap(
            z=shown,
            x=labels,
            y=labels,
            hovertemplate=word("hover_cell", lang, of=word(f"of_{per}", lang)) + "<extra></extra>",
            colorscale=SCALE,
            zmin=0,
            xgap=0.5,
            ygap=0.5,
            hoverongaps=False,
            colorbar={
                "title": {"text": word("probability", lang)},
                "thickness": 14,
                "len": 0.7,
                **_shares(table, lang),
            },
        )
    )
    few = by == "space"
    step = 1 if few else max(1, len(labels) // 24)
    ticks = {"tickmode": "array", "tickvals": labels[::step], "type": "category", "showgrid": False}
    rows = [shortened_label(label, 30) for label in labels[::step]]
    figure.update_layout(
        xaxis=axis(
            "",
            type="category",
            showticklabels=few,
            showgrid=False,
            tickangle=-90,
            tickfont={"size": 10},
            constrain="domain",
        ),
        yaxis=axis("", **ticks, ticktext=rows, tickfont={"size": 10}, autorange="reversed"),
    )
    parts = [*convention(chain, per, lang), word(f"matrix_{by}", lang), word("matrix_note", lang)]
    reached = float((table > 0).sum(1).mean())
    title = word("matrix_title", lang, n=str(rounded(reached)), all=len(labels), clock=word(f"from_{per}", lang))
    titled(figure, title, parts, 780, lang)
    return figure.update_layout(plot_bgcolor=EMPTY)


def _shares(table: np.ndarray, lang: str) -> dict[str, object]:
    """Return marks of a scale that goes up to the largest share, in percent as the titles write them."""
    top = float(table.max())
    step = 0.05 if top < 0.4 else 0.2
    marks = [n * step for n in range(1, int(top / step + 1e-9) + 1)]
    return {"tickvals": [round(100 * mark) for mark in marks], "ticktext": [percent(mark, lang, 0) for mark in marks]}


def _space_matrix(chain: Chain, per: str) -> tuple[np.ndarray, list[str]]:
    moves = chain.moves(per)
    return moves.to_numpy(), list(moves.index)


def _state_matrix(chain: Chain, per: str) -> tuple[np.ndarray, list[str]]:
    P, _, states = chain.embedded(per)
    order = sorted(range(len(states)), key=lambda n: (chain.states[states[n]].held > 0, *chain.states[states[n]]))
    return P[np.ix_(order, order)], [chain.labels[states[n]] for n in order]


@of_board
def eigenvalues(chain: Chain, per: str = "throw", lang: str = "") -> go.Figure:
    """Return the eigenvalues in the unit disc; the second largest tells how fast the start is forgotten."""
    values = [complex(value) for value in chain.eigenvalues(per)]
    second = abs(values[1]) if len(values) > 1 else 0.0
    figure = go.Figure(
        [
            _circle(1.0, INK, "solid"),
            _circle(second, STRONG, "dash"),
            go.Scatter(
                x=[round(value.real, 9) for value in values],
                y=[round(value.imag, 9) for value in values],
                customdata=[[round(abs(value), 9), round(100 * abs(value), 7)] for value in values],
                hovertemplate=word(f"hover_eigenvalue_{per}", lang) + "<extra></extra>",
                mode="markers",
                marker={
                    "size": 10,
                    "color": [STRONG if abs(abs(value) - second) < 1e-9 else CALM for value in values],
                    "symbol": ["diamond" if abs(abs(value) - second) < 1e-9 else "circle" for value in values],
                    "opacity": 0.8,
                    "line": {"color": "#ffffff", "width": 1},
                },
            ),
        ]
    )
    figure.add_annotation(
        x=0,
        y=(1 + second) / 2,
        text=word("second", lang, modulus=decimal(second, 4, lang)),
        font={"color": STRONG, "size": 15},
        showarrow=False,
        bgcolor="rgba(255,255,255,0.85)",
    )
    limits = [-1.08, 1.08]
    figure.update_layout(
        xaxis=axis(word("real", lang), range=limits, constrain="domain", dtick=0.5),
        yaxis=axis(word("imaginary", lang), range=limits, scaleanchor="x", constrain="domain", dtick=0.5),
        showlegend=False,
    )
    parts = [*convention(chain, per, lang), word("eigen_note", lang)]
    return titled(figure, word(f"eigen_title_{per}", lang, left=percent(second, lang, 0)), parts, 580, lang)


def _circle(radius: float, color: str, dash: str) -> go.Scatter:
    turn = [radius * exp(2j * pi * n / 72) for n in range(73)]
    return go.Scatter(
        x=[round(z.real, 5) for z in turn],
        y=[round(z.imag, 5) for z in turn],
        mode="lines",
        line={"color": color, "width": 1.6, "dash": dash},
        hoverinfo="skip",
        fill="toself" if dash == "solid" else None,
        fillcolor="rgba(201,216,207,0.22)",
    )
