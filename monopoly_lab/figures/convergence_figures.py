"""Draw convergence: how the start is forgotten, and how simulated shares approach the exact ones."""

import numpy as np
import plotly.graph_objects as go

from monopoly_lab.common.lazy_imports import pd
from monopoly_lab.common.messages import grouped
from monopoly_lab.figures.board_shares import BoardBackground
from monopoly_lab.figures.style import (
    CALM,
    FAINT,
    INK,
    LIGHT,
    SOFT,
    STRONG,
    axis,
    convention,
    of_board,
    percent,
    shortened_label,
    space_colors,
    titled,
    word,
)
from monopoly_lab.markov import Chain
from monopoly_lab.markov.distributions import step_count
from monopoly_lab.markov.transition_matrix import Location, SpaceRef

HEIGHT = 680
AREA = 14.0  # square pixels of a disc for a share of one in a thousand
LARGEST = 76.0  # pixels across, for shares of 41 % and more: a start
FRAMES = 1000  # that a slider can show
PAUSE = 350  # milliseconds a frame


@of_board
def convergence(
    chain: Chain, throws: int = 40, start: SpaceRef = "go", per: str = "throw", lang: str = ""
) -> go.Figure:
    """Animate with a slider: discs as large as the share after k throws or turns, rings as large as the limit.

    In the middle the total variation distance to the limit, which is what the discs are still wrong by.
    Raises ChainError for more throws than a slider can show, 1000.
    """
    throws = step_count(throws, FRAMES)
    plan = BoardBackground(chain, None, lang)
    limit = chain.by_space(per)
    locations = [location for location in chain.locations if chain.name_of(location) in limit.index]
    distributions = _distributions(chain, throws, start, per)
    away = chain.distances(throws, start, per)
    curve = _Curve(plan, throws)
    figure = go.Figure(
        [
            _discs(plan, locations, limit.to_numpy(), distributions[0], lang),
            _discs(plan, locations, limit.to_numpy(), None, lang),
            curve.line(away),
            curve.mark(0, away[0], lang),
        ]
    )
    figure.frames = [
        go.Frame(
            name=str(k),
            traces=[0, 3],
            data=[_discs(plan, locations, limit.to_numpy(), pi, lang, moved=True), curve.mark(k, away[k], lang)],
        )
        for k, pi in enumerate(distributions)
    ]
    parts = [*convention(chain, per, lang), word("convergence_note", lang)]
    told = {"space": chain.name_of(chain.find(start)), "clock": word(f"after_n_{per}", lang, n=throws)}
    title = word("convergence_title", lang, left=percent(float(away[-1]), lang), **told)
    titled(figure, title, parts, HEIGHT, lang, margin={"l": 8, "r": 8, "b": 96}, **plan.layout(opacity=0.6))
    figure.update_layout(annotations=curve.words(per, lang), **_controls(throws, per, lang))
    return figure


def _distributions(chain: Chain, throws: int, start: SpaceRef, per: str) -> list[np.ndarray]:
    """Return shares by location after 0, 1, ... throws or turns, as `Chain.distribution` gives them one by one."""
    P, _, states = chain.embedded(per)
    place = {location: n for n, location in enumerate(chain.locations)}
    locations = [place[chain.states[i].space, int(chain.states[i].held > 0)] for i in states]
    pi = chain.start(start)[states]
    distributions = []
    for _ in range(throws + 1):
        distributions.append(np.bincount(locations, pi, len(place)))
        pi = pi @ P
    return distributions


def _size(share: float) -> float:
    return round(min(float((share * 1000 * AREA) ** 0.5), LARGEST), 1)


def _discs(
    plan: BoardBackground,
    locations: list[Location],
    limit: np.ndarray,
    pi: np.ndarray | None,
    lang: str,
    moved: bool = False,
) -> go.Scatter:
    """Return rings for the limit (`pi` None) or discs for a distribution; `moved` sends only what changes."""
    shares = limit if pi is None else pi
    sizes = [_size(share) for share in shares.tolist()]
    if pi is None:
        line, color = {"color": STRONG, "width": 1.8}, "rgba(0,0,0,0)"
    else:
        line, color = {"color": "#ffffff", "width": 1}, CALM
    values = [float(f"{100 * share:.6g}") for share in shares.tolist()]
    if moved:
        return go.Scatter(customdata=values, marker={"size": sizes})
    points = [plan.point(location) for location in locations]
    disc = go.Scatter(
        x=[point.x for point in points],
        y=[point.y for point in points],
        mode="markers",
        customdata=values,
        marker={"size": sizes, "color": color, "opacity": 1 if pi is None else 0.85, "line": line, "sizemin": 0},
        hoverinfo="skip" if pi is None else None,
    )
    if pi is not None:
        disc.text = [
            word("hover_limit", lang, space=plan.chain.name_of(location), limit=percent(float(share), lang))
            for location, share in zip(locations, limit)
        ]
        disc.hovertemplate = word("hover_now", lang) + "<extra></extra>"
    return disc


class _Curve:
    """The distance to the limit drawn in the middle of the board, in the board's own units."""

    def __init__(self, plan: BoardBackground, throws: int) -> None:
        box = plan.free
        self.left, self.right = box.x + box.w * 0.14, box.x + box.w * 0.93
        self.low, self.high = box.y + box.h * 0.2, box.y + box.h * 0.8
        self.throws = max(throws, 1)

    def x(self, k: float) -> float:
        return round(self.left + (self.right - self.left) * k / self.throws, 1)

    def y(self, distance: float) -> float:
        return round(self.low + (self.high - self.low) * distance, 2)

    def line(self, away: np.ndarray) -> go.Scatter:
        return go.Scatter(
            x=[self.x(0), *(self.x(k) for k in range(len(away))), self.x(len(away) - 1)],
            y=[self.y(0), *(self.y(d) for d in away.tolist()), self.y(0)],
            mode="lines",
            fill="toself",
            fillcolor="rgba(49,104,142,0.14)",
            line={"color": CALM, "width": 2},
            hoverinfo="skip",
        )

    def mark(self, k: int, distance: float, lang: str) -> go.Scatter:
        return go.Scatter(
            x=[self.x(k)],
            y=[self.y(distance)],
            mode="markers+text",
            text=[f"<b>{percent(distance, lang)}</b>"],
            customdata=[float(distance)],
            textposition="top right" if k < self.throws * 0.8 else "top left",
            textfont={"size": 15, "color": STRONG},
            marker={"size": 12, "color": STRONG},
            hoverinfo="skip",
        )

    def words(self, per: str, lang: str) -> list[dict[str, object]]:
        quiet = {"showarrow": False, "font": {"size": 12, "color": SOFT}}
        step = max(1, self.throws // 4)
        ticks = [
            {**quiet, "x": self.x(k), "y": self.low, "text": str(k), "yanchor": "top", "yshift": -2}
            for k in range(0, self.throws + 1, step)
        ]
        heights = [
            {**quiet, "x": self.left, "y": self.y(d), "text": percent(d, lang, 0), "xanchor": "right", "xshift": -4}
            for d in (0, 0.5, 1)
        ]
        heading = {
            **quiet,
            "x": self.left,
            "y": self.high,
            "yshift": 20,
            "xanchor": "left",
            "yanchor": "bottom",
            "text": f"<b>{word('distance', lang)}</b>",
            "font": {"size": 14, "color": INK},
        }
        below = {
            **quiet,
            "x": (self.left + self.right) / 2,
            "y": self.low,
            "yshift": -20,
            "yanchor": "top",
            "text": word(f"after_{per}", lang),
        }
        return [*ticks, *heights, heading, below]


def _controls(throws: int, per: str, lang: str) -> dict[str, object]:
    """Play, pause, and a slider for k."""
    now = {"mode": "immediate", "frame": {"duration": 0, "redraw": False}, "transition": {"duration": 0}}
    run = {
        "fromcurrent": True,
        "frame": {"duration": PAUSE, "redraw": False},
        "transition": {"duration": PAUSE * 2 // 3, "easing": "cubic-in-out"},
    }
    steps = [{"label": str(k), "method": "animate", "args": [[str(k)], now]} for k in range(throws + 1)]
    slider = {
        "steps": steps,
        "active": 0,
        "x": 0.01,
        "len": 0.98,
        "y": 0,
        "pad": {"t": 16},
        "currentvalue": {"prefix": word(f"after_{per}", lang) + ": ", "font": {"size": 15}, "xanchor": "right"},
        "tickcolor": FAINT,
        "font": {"size": 11},
        "bgcolor": "#dbe7df",
        "activebgcolor": STRONG,
        "transition": {"duration": 0},
    }
    buttons = [
        {"label": "▶ " + word("play", lang), "method": "animate", "args": [None, run]},
        {"label": "❚❚ " + word("pause", lang), "method": "animate", "args": [[None], now]},
    ]
    menu = {
        "type": "buttons",
        "direction": "left",
        "buttons": buttons,
        "showactive": False,
        "x": 0.01,
        "xanchor": "left",
        "y": 0,
        "yanchor": "top",
        "pad": {"t": 10},
    }
    return {"sliders": [slider], "updatemenus": [menu]}


# Thrown dice against the exact chain


@of_board
def monte_carlo(chain: Chain, sample: "pd.DataFrame", throws: int, lang: str = "") -> go.Figure:
    """Draw bars of the exact shares, and points of `chain.simulate(throws)` with two standard errors each way."""
    labels = [chain.name_of(location) for location in chain.locations]  # as in the sample, in this language
    colors = space_colors(chain)
    exact = chain.by_space().reindex(labels)
    bars = go.Bar(
        x=list(range(len(labels))),
        y=[100 * share for share in exact.tolist()],
        customdata=labels,
        marker={
            "color": [colors[q] if not held else LIGHT.hatch for q, held in chain.locations],
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
            ticktext=[shortened_label(label) for label in labels],
            tickangle=-90,
            tickfont={"size": 11, "color": INK},
            range=[-0.7, len(labels) - 0.3],
        ),
        yaxis=axis(
            word("share_unit_throw", lang),
            range=[0, 118 * float(max(exact.max(), (sample["share"] + 2 * sample["error"]).max()))],
        ),
        bargap=0.12,
    )
    parts = [*convention(chain, "throw", lang), word("sample_note", lang, n=grouped(throws, lang))]
    near = int((sample["score"].abs() <= 2).sum())
    return titled(figure, word("sample_title", lang, n=near, all=len(sample)), parts, 570, lang)
