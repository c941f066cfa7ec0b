"""Draw long-run shares and transitions on a picture of the board."""

from base64 import b64encode
from typing import NamedTuple

import plotly.graph_objects as go

from monopoly_lab.board_drawing import Overlay
from monopoly_lab.board_drawing.board_pieces import definitions
from monopoly_lab.board_drawing.center import centre
from monopoly_lab.board_drawing.colors import ink_on, scale_color, theme_of_edition
from monopoly_lab.board_drawing.layout import BOTTOM, LEFT, RIGHT, SIDES, TOP, Box, ring, usual_size
from monopoly_lab.board_drawing.picture import FONTS, ground
from monopoly_lab.board_drawing.scene import Scene
from monopoly_lab.board_drawing.spaces import DrawingContext, cage_of, is_cage, limits, space
from monopoly_lab.board_drawing.svg_elements import block_of_text, element, fit
from monopoly_lab.common.errors import ChainError
from monopoly_lab.common.messages import decimal, say
from monopoly_lab.figures.style import CALM, FAINT, INK, LIGHT, STRONG, convention, of_board, percent, titled, word
from monopoly_lab.markov import Chain
from monopoly_lab.markov.transition_matrix import Location, SpaceRef

HEIGHT_RATIO = 0.88  # lower than the board of a game, so that a figure and its title stand on one screen
LANE_OFFSET = 4.0  # of a place beside a space to the space, so that the places at a corner keep apart


class Point(NamedTuple):
    """A point of the figure."""

    x: float
    y: float
    side: str  # of the board it is on


class BoardBackground:
    """Picture and places of a chain's board."""

    def __init__(self, chain: Chain, overlay: Overlay | None = None, lang: str = "") -> None:
        self.chain = chain
        width, height = usual_size(chain.tables.spaces)
        self.width, self.height = width, round(height * HEIGHT_RATIO)
        view = Scene(chain.edition, chain.tables, None, (), lang or chain.lang, chain.names)
        blank = Overlay([None] * chain.tables.spaces)  # no prices on it
        self.overlay = overlay
        places, theme = ring(chain.tables.spaces, self.width, self.height), theme_of_edition(view.look, "light")
        self.sheet = DrawingContext(view, places, theme, overlay or blank)

    def box(self, location: Location) -> Box:
        """Return where the tokens of a location stand: the lane beside the space, or its cell."""
        place = self.sheet.ring.places[location[0]]
        if location[1] and place.corner and is_cage(self.sheet.view, location[0]):
            return cage_of(place)[0]
        if location[1]:
            return Box(place.stand.x, place.stand.y, place.stand.w, place.stand.h * 0.5)
        return place.stand

    def point(self, location: Location) -> Point:
        """Return the point at which arrows to a place end."""
        place, box, inner = self.sheet.ring.places[location[0]], self.box(location), self.sheet.ring.inner
        x, y = box.cx, box.cy
        if not place.corner and not location[1]:
            x = {LEFT: inner.x + LANE_OFFSET, RIGHT: inner.right - LANE_OFFSET}.get(place.side, x)
            y = {TOP: inner.y + LANE_OFFSET, BOTTOM: inner.bottom - LANE_OFFSET}.get(place.side, y)
        return Point(round(x, 1), round(self.height - y, 1), place.side)

    def middle_of(self, q: int) -> Point:
        """Return the middle of a space."""
        place = self.sheet.ring.places[q]
        return Point(round(place.box.cx, 1), round(self.height - place.box.cy, 1), place.side)

    @property
    def centre(self) -> Point:
        """Return the middle of the board."""
        return Point(self.width / 2, self.height / 2, "")

    @property
    def free(self) -> Box:
        """Return the middle of the board, its vertical axis pointing up."""
        box = self.sheet.ring.centre
        return Box(box.x, self.height - box.bottom, box.w, box.h)

    def picture(self, held: dict[Location, tuple[float, str]] | None = None) -> str:
        """Return the board as a data address; with an overlay its scale and ranking in the middle.

        `held` tells of locations for the detained how far up the scale they are, and a text for them.
        """
        sheet = self.sheet
        drawn = [
            element("style", FONTS),
            definitions(sheet.theme, sheet.view.look, {sheet.view.group_pattern(g) for g in sheet.view.bars}),
            ground(sheet.ring, sheet.theme, sheet.view.look.pattern),
            *(space(sheet, place) for place in sheet.ring.places),
            *(self._plate(location, *entry) for location, entry in (held or {}).items()),
            centre(sheet, "") if self.overlay else "",
        ]
        size = {"viewBox": f"0 0 {self.width} {self.height}", "width": self.width, "height": self.height}
        text = element("svg", *drawn, xmlns="http://www.w3.org/2000/svg", **size)
        return "data:image/svg+xml;base64," + b64encode(text.encode()).decode()

    def _plate(self, location: Location, part: float, text: str) -> str:
        box = self.box(location).inset(1)
        color = scale_color(part)
        words = fit(text, box.w - 8, box.h - 4, 17, bold=True)
        plate = element(
            "rect", x=box.x, y=box.y, width=box.w, height=box.h, rx=5, fill=color, stroke=LIGHT.line, stroke_width=2
        )
        return plate + block_of_text(words, box.cx, box.cy - words.height / 2, ink_on(color))

    def layout(self, held: dict[Location, tuple[float, str]] | None = None, opacity: float = 1.0) -> dict[str, object]:
        """Return the picture as the ground of a figure whose axes keep its proportions."""
        still = {"visible": False, "fixedrange": True, "constrain": "domain"}
        return {
            "images": [
                {
                    "source": self.picture(held),
                    "xref": "x",
                    "yref": "y",
                    "x": 0,
                    "y": self.height,
                    "sizex": self.width,
                    "sizey": self.height,
                    "sizing": "stretch",
                    "layer": "below",
                    "opacity": opacity,
                }
            ],
            "xaxis": {**still, "range": [0, self.width]},
            "yaxis": {**still, "range": [0, self.height], "scaleanchor": "x", "constraintoward": "top"},
            "showlegend": False,
            "hovermode": "closest",
            "dragmode": False,
        }

    def label_at(self, location: Location) -> str:
        """Return where a text goes so that it stands inside the ring and clear of its neighbors, as plotly says it."""
        places, q = self.sheet.ring.places, location[0]
        side = places[q].side
        where = dict(zip(SIDES, ("top center", "middle right", "bottom center", "middle left")))[side]
        if side in (BOTTOM, TOP) or places[q].corner:
            return where
        for beside, height in ((BOTTOM, "top"), (TOP, "bottom")):
            next_to = (places[(q + step) % len(places)] for step in (-1, 1))
            if any(place.corner and (place.box.cy > self.height / 2) == (beside == BOTTOM) for place in next_to):
                return where.replace("middle", height)
        return where


HEIGHT = 600
MARGIN = {"l": 8, "r": 8, "b": 8}
FINE = 0.004  # below this an arrow would be a hair
BENDS = 9


@of_board
def heat_map(chain: Chain, per: str = "throw", merge_jail: bool = False, lang: str = "") -> go.Figure:
    """Draw long-run shares on the board: color and number on each space, names and values under the mouse."""
    shares = chain.by_space(per, merge_jail)
    by_location = {
        location: shares[chain.name_of(location)]
        for location in chain.locations
        if chain.name_of(location) in shares.index
    }
    values = [100 * float(by_location[q, 0]) or None for q in range(chain.tables.spaces)]
    overlay = Overlay(values, word(f"share_unit_{per}", lang), "{:.2f} %", say("language.point", lang))
    plan = BoardBackground(chain, overlay, lang)
    low, top = limits(overlay)
    held = {
        location: (
            (100 * float(share) - low) / (top - low or 1),
            f"{chain.name_of(location)} {percent(float(share), lang)}",
        )
        for location, share in by_location.items()
        if location[1] and not merge_jail
    }
    rank = {location: n for n, (location, _) in enumerate(sorted(by_location.items(), key=lambda entry: -entry[1]), 1)}
    points = [plan.point(location) if location in held else plan.middle_of(location[0]) for location in by_location]
    texts = [
        word(
            "hover_share",
            lang,
            space=chain.name_of(location),
            share=f"{percent(float(share), lang)} {word(f'of_{per}', lang)}",
            rank=rank[location],
        )
        for location, share in by_location.items()
    ]
    figure = go.Figure(_hover_points(points, texts, [float(share) for share in by_location.values()]))
    jail = [word("merged", lang)] if merge_jail else []
    first = max(by_location, key=lambda location: by_location[location])
    most = chain.name_of(first)
    return titled(
        figure,
        word("heat_title", lang, space=most, share=percent(by_location[first], lang), of=word(f"of_{per}", lang)),
        [*convention(chain, per, lang), *jail],
        HEIGHT,
        lang,
        margin=MARGIN,
        **plan.layout(held),
    )


def _hover_points(points: list[Point], texts: list[str], values: list[float]) -> go.Scatter:
    """Return marks that are not seen but answer to the mouse."""
    return go.Scatter(
        x=[point.x for point in points],
        y=[point.y for point in points],
        customdata=values,
        hovertext=texts,
        hoverinfo="text",
        mode="markers",
        marker={"size": 34, "opacity": 0, "symbol": "square", "color": CALM},
    )


class Edge(NamedTuple):
    """An arrow between two places, with its share."""

    start: str
    goal: str
    share: float


def edges(chain: Chain, per: str) -> list[Edge]:
    """Return where throws or turns lead, space by space, with their probabilities."""
    table = chain.moves(per)
    return [
        Edge(start, goal, float(share))
        for start, row in zip(table.index, table.to_numpy())
        for goal, share in zip(table.columns, row)
        if share > 0
    ]


@of_board
def transitions(chain: Chain, start: SpaceRef | None = None, per: str = "throw", lang: str = "") -> go.Figure:
    """Draw the graph of transitions on the board, wide where they are likely; from `start` alone if it is given.

    Discs are as large as the long-run shares. Raises ChainError for a start where no throw ends.
    """
    plan = BoardBackground(chain, None, lang)
    ways = edges(chain, per)
    locations = {chain.name_of(location): location for location in chain.locations}
    nodes = {edge.start: plan.point(locations[edge.start]) for edge in ways}
    chosen = None if start is None else chain.name_of(chain.find(start))
    if chosen is not None and chosen not in nodes:
        raise ChainError(say("chain.never_there", space=chosen))
    figure = go.Figure()
    if chosen is None:
        figure.add_traces(_web(ways, nodes, plan))
    else:
        figure.add_traces(_web([edge for edge in ways if edge.share > 0.08], nodes, plan, faint=True))
    figure.add_trace(_discs(chain, per, nodes, ways, lang))
    if chosen is not None:
        own = [edge for edge in ways if edge.start == chosen]
        figure.add_traces(_arrows_from(chosen, own, nodes, plan, word(f"of_{per}", lang)))
    likely = max((edge for edge in ways if chosen in (None, edge.start)), key=lambda edge: edge.share)
    told = {"start": likely.start, "goal": likely.goal, "share": percent(likely.share, lang)}
    title = word("graph_title" if chosen is None else "graph_from", lang, **told)
    parts = [*convention(chain, per, lang), word("graph_note" if chosen is None else "graph_from_note", lang)]
    return titled(figure, title, parts, HEIGHT, lang, margin=MARGIN, **plan.layout(opacity=0.55))


def curve(one: Point, other: Point, centre: Point) -> list[tuple[float, float]]:
    """Return a way from one place to another, bent toward the middle of the board."""
    mid = ((one.x + other.x) / 2, (one.y + other.y) / 2)
    away = ((one.x - other.x) ** 2 + (one.y - other.y) ** 2) ** 0.5
    pull = min(0.62, 0.12 + away / centre.x / 2)  # neighbors hardly bend
    bend = mid[0] + (centre.x - mid[0]) * pull, mid[1] + (centre.y - mid[1]) * pull
    way = []
    for n in range(BENDS + 1):
        t = n / BENDS
        a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t * t
        way.append((round(a * one.x + b * bend[0] + c * other.x), round(a * one.y + b * bend[1] + c * other.y)))
    return way


def width_of(share: float) -> float:
    """Return the width of an arrow in pixels."""
    return round(max(0.6, 44 * share), 2)


def _web(ways: list[Edge], nodes: dict[str, Point], plan: BoardBackground, faint: bool = False) -> list[go.Scatter]:
    """Return all edges, in a few classes of width."""
    classes: dict[float, list[Edge]] = {}
    for edge in ways:
        if edge.start != edge.goal and edge.share >= FINE:
            step = next(limit for limit in (0.03, 0.06, 0.1, 0.14, 0.3, 1.01) if edge.share < limit)
            classes.setdefault(step, []).append(edge)
    traces = []
    for step, members in sorted(classes.items()):
        xs: list[float | None] = []
        ys: list[float | None] = []
        for edge in members:
            for x, y in curve(nodes[edge.start], nodes[edge.goal], plan.centre):
                xs.append(x)
                ys.append(y)
            xs.append(None)
            ys.append(None)
        mean = sum(edge.share for edge in members) / len(members)
        wide = width_of(mean) * 0.32
        color = FAINT if faint else CALM
        traces.append(
            go.Scatter(
                x=xs,
                y=ys,
                mode="lines",
                line={"width": 0.7 if faint else wide, "color": color},
                opacity=0.7 if faint else min(0.9, 0.22 + 2.2 * step),
                hoverinfo="skip",
            )
        )
    return traces


def _discs(chain: Chain, per: str, nodes: dict[str, Point], ways: list[Edge], lang: str) -> go.Scatter:
    shares = chain.by_space(per)
    leads: dict[str, list[Edge]] = {}
    for edge in ways:
        leads.setdefault(edge.start, []).append(edge)
    texts = []
    for label in nodes:
        best = sorted(leads[label], key=lambda edge: -edge.share)[:6]
        lines = "<br>".join(f"→ {edge.goal}: {percent(edge.share, lang)}" for edge in best)
        told = {"space": label, "share": percent(float(shares[label]), lang), "of": word(f"of_{per}", lang)}
        texts.append(word("hover_node", lang, **told) + "<br>" + lines)
    return go.Scatter(
        x=[point.x for point in nodes.values()],
        y=[point.y for point in nodes.values()],
        customdata=[float(shares[label]) for label in nodes],
        hovertext=texts,
        hoverinfo="text",
        mode="markers",
        marker={
            "size": [round(9 * (len(shares) * float(shares[label])) ** 0.5 + 3, 1) for label in nodes],
            "color": "#ffffff",
            "line": {"color": INK, "width": 1.6},
        },
    )


def _arrows_from(
    chosen: str, ways: list[Edge], nodes: dict[str, Point], plan: BoardBackground, of: str
) -> list[go.Scatter]:
    """Return the arrows out of one space, and what they lead to."""
    traces = []
    for edge in sorted(ways, key=lambda edge: edge.share):
        if edge.goal == chosen:
            continue
        way = curve(nodes[chosen], nodes[edge.goal], plan.centre)
        traces.append(
            go.Scatter(
                x=[x for x, _ in way],
                y=[y for _, y in way],
                mode="lines+markers",
                line={"width": max(1.2, width_of(edge.share)), "color": CALM},
                opacity=0.85,
                marker={
                    "symbol": "arrow",
                    "angleref": "previous",
                    "size": [0] * BENDS + [10 + width_of(edge.share) * 1.2],
                    "color": CALM,
                    "opacity": 1,
                },
                hoverinfo="skip",
            )
        )
    traces.append(_goals(chosen, ways, nodes, plan, of))
    return traces


def _goals(chosen: str, ways: list[Edge], nodes: dict[str, Point], plan: BoardBackground, of: str) -> go.Scatter:
    """Return points where the arrows lead, with shares `of` throws or turns; the start is larger and yellow."""
    lang = plan.chain.lang
    locations = {plan.chain.name_of(location): location for location in plan.chain.locations}
    if all(edge.goal != chosen for edge in ways):
        ways = [*ways, Edge(chosen, chosen, 0.0)]
    points = [nodes[edge.goal] for edge in ways]
    start = [edge.goal == chosen for edge in ways]
    return go.Scatter(
        x=[point.x for point in points],
        y=[point.y for point in points],
        customdata=[edge.share for edge in ways],
        text=[f"<b>{decimal(100 * edge.share, 1, lang)}</b>" if edge.share else "" for edge in ways],
        textposition=[plan.label_at(locations[edge.goal]) for edge in ways],
        textfont={"size": 13, "color": STRONG},
        hovertext=[
            word("hover_edge", lang, start=chosen, goal=edge.goal, share=percent(edge.share, lang), of=of)
            for edge in ways
        ],
        hoverinfo="text",
        mode="markers+text",
        marker={
            "size": [26 if here else 11 for here in start],
            "color": ["#fde725" if here else STRONG for here in start],
            "line": {"color": [INK if here else "#ffffff" for here in start], "width": 1.8},
        },
        cliponaxis=False,
    )
