"""Define what all figures share: titles, colors, names, and plotly's script for pages."""

import textwrap
from collections.abc import Callable, Mapping, Sequence
from functools import partial, wraps
from inspect import signature
from typing import Concatenate, ParamSpec

import plotly.graph_objects as go

from monopoly_lab.board_drawing import colors
from monopoly_lab.board_drawing.svg_elements import fit, text_width
from monopoly_lab.common import messages
from monopoly_lab.common.escaping import escape_chart
from monopoly_lab.common.messages import numbers_pointed, say
from monopoly_lab.constants import option_value as words
from monopoly_lab.constants import space_kind
from monopoly_lab.editions.edition import Edition
from monopoly_lab.editions.rule_tables import HOTEL
from monopoly_lab.markov import Chain
from monopoly_lab.markov.board_chain import ChainSource
from monopoly_lab.markov.distributions import checked_per

P = ParamSpec("P")

FONT = "Arial, 'Liberation Sans', Helvetica, sans-serif"
LIGHT = colors.THEMES["light"]
INK, SOFT, FAINT = LIGHT.ink, LIGHT.soft, LIGHT.faint
GRID = "#e6ece8"
STRONG = "#c30000"  # what the eye should find first
CALM = "#31688e"
SCALE = [[n / (len(colors.VIRIDIS) - 1), color] for n, color in enumerate(colors.VIRIDIS)]
EMPTY = "#e4eae7"  # of cells of a map without a value
SYMBOLS = (
    *("circle", "square", "diamond", "triangle-up", "cross", "x", "star", "pentagon", "triangle-down", "hexagon"),
    *("hourglass", "bowtie"),
)
SEPARATORS = {",": ",\u202f"}  # of numbers that the chart itself writes, where they are not plotly's
LEGEND = {"orientation": "h", "y": 1.02, "yanchor": "bottom", "x": 0}  # above the chart, where no axis is
LEGEND_HEIGHT, LEGEND_MORE = 26, 22  # of its first line, and of each further one
LEGEND_SIGN = 42  # pixels that the sign of a name takes in it, with the gaps
NARROW = 700  # pixels of a narrow notebook, and of a picture on paper
BAND = 0.25  # how dark a band is
SIZE = 14  # of letters, but for titles
ASLANT = 0.6  # of its length, what a label that lies aslant below a chart takes of its height
UPRIGHT_LINES = 6  # of an upright title at most, before its words are divided
BROAD = 1.17  # letters of a machine without Arial, as parts of its width
LINE = 92  # characters of a subtitle that a narrow notebook shows
TITLE_LINE = 58  # characters of a title in the same width, in Cyrillic, too
TITLE_HEIGHT, UNDER_HEIGHT = 25, 17  # of a line of it, and of a subtitle
BELOW_TITLES = 7  # pixels that are free between titles and chart


def of_board(figure: Callable[Concatenate[Chain, P], go.Figure]) -> Callable[Concatenate[ChainSource, P], go.Figure]:
    """Return a figure of a chain, that also takes what a `Chain` is made of: an edition, a scenario, a game, or a name.

    The figure speaks one language, `lang`, and so do the names of the spaces in it.
    """
    asked = signature(figure)

    @wraps(figure)
    def wrapper(chain: ChainSource, *args: P.args, **kwargs: P.kwargs) -> go.Figure:
        board = chain if isinstance(chain, Chain) else Chain(chain)
        given = asked.bind(board, *args, **kwargs).arguments
        if "per" in given:
            checked_per(given["per"])
        lang = str(given.get("lang") or board.lang)
        return figure(**{**given, "chain": board.in_language(lang), "lang": lang})  # type: ignore[call-arg]

    return wrapper  # type: ignore[return-value]  # `chain=` is allowed, too


def word(key: str, lang: str, **values: object) -> str:
    """Return a message of the figures."""
    return say(f"figure.{key}", lang, **values)


def convention(chain: Chain, per: str, lang: str) -> list[str]:
    """Return the parts of a subtitle: edition, that it is partly made up, way of counting, jail, dice and decks."""
    jail = chain.jail if isinstance(chain.jail, str) else "own"
    parts = [chain.edition.title]
    if chain.edition.reconstructed:
        parts.append(word("reconstructed", lang))
    if per:
        parts.append(word(f"per_{per}", lang))
    parts += [word(f"jail_{jail}", lang), *_dice(chain, lang)]
    t = chain.tables
    if t.cards == 0 or not any(t.kind[q] == space_kind.DECK for q in range(t.spaces)):
        return parts
    return [*parts, word("decks", lang)]


def _dice(chain: Chain, lang: str) -> list[str]:
    """Return the dice, if not two of six fair sides; the rule of doubles, if it is off; where a speed die leads."""
    t = chain.tables
    parts = []
    if (t.o_move_dice, t.o_move_sides) != (2, 6):
        parts.append(word("dice", lang, n=t.o_move_dice, sides=t.o_move_sides))
    if len(set(t.weight[: t.o_move_sides])) > 1:
        parts.append(word("loaded", lang))
    if not t.o_doubles:
        parts.append(word("no_doubles", lang))
    if t.o_speed_die != words.SPEED_DIE_NONE:
        parts.append(word(f"bus_{chain.bus}", lang))
    if t.o_speed_die != words.SPEED_DIE_NONE and chain.triple != "":
        place = chain.edition.space(chain.triple)
        parts.append(word("triple_to", lang, space=chain.name_of((place, 0))))
    return parts


def subtitle(parts: Sequence[str]) -> str:
    """Return the parts with points between them, on as many lines as they need."""
    lines: list[str] = []
    for part in parts:
        first, *more = textwrap.wrap(part, LINE, break_long_words=False, break_on_hyphens=False) or [part]
        if lines and len(lines[-1]) + len(first) + 3 <= LINE and not more:
            lines[-1] += f" · {first}"
        else:
            lines += [first, *more]
    return "<br>".join(lines)


def break_title(title: str) -> str:
    """Return a title on as few lines as a narrow picture has room for, all about as long."""
    wrapped = partial(textwrap.wrap, title, break_long_words=False, break_on_hyphens=False)
    fewest = len(wrapped(TITLE_LINE))
    return "<br>".join(next(lines for width in range(1, TITLE_LINE + 1) if len(lines := wrapped(width)) <= fewest))


def subtitle_line(under: str) -> str:
    """Return what `subtitle` has made as one line, which a page breaks by itself; parts have points between them."""
    first, *more = under.split("<br>")
    last = first
    for line in more:
        is_cut = len(last) + 1 + len(line.partition(" ")[0]) > LINE  # the next word had no room
        first += f" {line}" if is_cut or last.endswith((".", ":", ",", ";")) else f" · {line}"
        last = line
    return first


def height_of_titles(title: str, under: str) -> int:
    """Return how many pixels the title of a chart and its subtitle take, from above."""
    return 55 + TITLE_HEIGHT * title.count("<br>") + UNDER_HEIGHT * (under.count("<br>") + 1)


def titled(
    figure: go.Figure, title: str, parts: Sequence[str], height: int, lang: str = "", **layout: object
) -> go.Figure:
    """Return the figure with its title, its convention and the common look; numbers are written as `lang` does.

    A long title takes two lines, so does the upright title of a low chart. The legend is above the chart, unless the
    figure has another place for it.
    """
    under = subtitle(parts)
    above = break_title(title)
    more = TITLE_HEIGHT * above.count("<br>")
    margin = {"l": 60, "r": 24, "b": 56, "t": BELOW_TITLES + height_of_titles("", under)}
    layout = {"legend": LEGEND if figure.layout.legend.y is None else {}, **layout}
    if layout["legend"] is LEGEND and _has_legend(figure, layout):
        margin["t"] += LEGEND_HEIGHT + LEGEND_MORE * (_lines_of_legend(figure, NARROW - margin["l"] - margin["r"]) - 1)
    margin.update(layout.pop("margin", {}))  # type: ignore[call-overload]
    margin["t"] += more
    _wrap_upright_titles(figure, height - margin["t"] - margin["b"])
    lay_out(
        figure,
        height=height,
        margin=margin,
        font={"family": FONT, "size": SIZE, "color": INK},
        title={
            "text": f"<b>{numbers_pointed(above, lang)}</b>",
            "x": 0,
            "xref": "container",
            "xanchor": "left",
            "pad": {"l": 16},
            "y": 1 - (30 + more / 3) / height,
            "yref": "container",
            "yanchor": "middle",
            "font": {"size": 19},
            "subtitle": {"text": under, "font": {"size": 13, "color": SOFT}},
        },
        paper_bgcolor="#ffffff",
        plot_bgcolor="#ffffff",
        separators=SEPARATORS.get(say("language.point", lang)),
        hoverlabel={"font": {"family": FONT, "size": SIZE}, "align": "left"},
        **layout,
    )
    return without_markup(figure)


def _has_legend(figure: go.Figure, layout: Mapping[str, object]) -> bool:
    """Return True for a figure in which plotly shows a legend."""
    asked = layout.get("showlegend", figure.layout.showlegend)
    return bool(asked) if asked is not None else sum(trace.showlegend is not False for trace in figure.data) > 1


def _lines_of_legend(figure: go.Figure, width: float) -> int:
    """Return the lines that names above a chart take: one if all fit, else columns as wide as the widest name."""
    names = [str(trace.name) for trace in figure.data if trace.name and trace.showlegend is not False]
    wide = [LEGEND_SIGN + BROAD * text_width(name, SIZE, narrow=False) for name in names]
    if sum(wide) <= width:
        return 1
    return -(-len(wide) // max(1, int(width // max(wide))))


def _wrap_upright_titles(figure: go.Figure, height: float) -> None:
    """Put line breaks into upright titles longer than the chart is high, below which its labels may lie aslant."""
    bars = (trace.x for trace in figure.data if isinstance(trace, go.Bar) and trace.x is not None)
    labels = {each for names in bars for each in names if isinstance(each, str)}
    widest = max((BROAD * text_width(label, SIZE, narrow=False) for label in labels), default=0)
    if len(labels) * widest > NARROW:
        height -= widest * ASLANT
    for each in figure.select_yaxes():
        text = (each.title.text or "").replace("<br>", " ")
        if text:
            each.title.text = wrap_text(text, height / BROAD, SIZE, UPRIGHT_LINES)


def lay_out(figure: go.Figure, **layout: object) -> go.Figure:
    """Merge this into the layout of a figure, in place, and return it: `update_layout`, in a tenth of its time.

    Lists of its own are replaced. No figure of ours keeps plotly's own look.
    """
    figure.layout.template = "none"
    figure.layout = _merged(figure.layout.to_plotly_json(), layout)
    return figure


def _merged(table: Mapping[str, object], more: Mapping[str, object]) -> dict[str, object]:
    """Return a table with the entries of another one, tables in both merged."""
    merged = dict(table)
    for key, value in more.items():
        old = merged.get(key)
        merged[key] = _merged(old, value) if isinstance(old, Mapping) and isinstance(value, Mapping) else value
    return merged


def without_markup(figure: go.Figure) -> go.Figure:
    """Return the same figure, in place, with names of an edition that no chart reads as links or styles."""
    moving = [trace for frame in figure.frames for trace in frame.data]
    for part in (*figure.data, *moving, figure.layout):
        given = part.to_plotly_json()
        clean = {
            key: escape_chart(value) for key, value in given.items() if isinstance(value, str | dict | list | tuple)
        }
        part.update({key: value for key, value in clean.items() if repr(value) != repr(given[key])}, overwrite=True)
    return figure


def axis(title: str, **more: object) -> dict[str, object]:
    """Return a quiet axis that makes room for its labels and writes 4,000 as the text does."""
    return {
        "title": {"text": title, "standoff": 8, "font": {"size": SIZE}},
        "gridcolor": GRID,
        "zeroline": False,
        "linecolor": FAINT,
        "showline": True,
        "ticks": "outside",
        "tickcolor": FAINT,
        "automargin": True,
        "separatethousands": True,
        "exponentformat": "none",
        **more,
    }


def band(
    x: Sequence[object], low: Sequence[float], high: Sequence[float], color: str, opacity: float = BAND
) -> go.Scatter:
    """Return the surface between two curves over `x`, behind a line of its color; the legend does not name it."""
    return go.Scatter(
        x=[*x, *reversed(x)],
        y=[*high, *reversed(low)],
        fill="toself",
        fillcolor=color,
        opacity=opacity,
        mode="lines",
        line={"width": 0},
        hoverinfo="skip",
        showlegend=False,
    )


def streets(edition: Edition) -> list[int]:
    """Return the numbers of the groups of sites that can be built on."""
    return [group.index for group in edition.groups if group.kind == "street"]


def group_colors(edition: Edition) -> dict[int, str]:
    """Return a safe color for each group, the board's for streets and grays for the others."""
    bars = streets(edition)
    safe = dict(zip(bars, colors.group_colors([edition.groups[g].color for g in bars])))
    greys = ("#3d4a44", "#8a938e", "#b9a9b4")
    others = [group.index for group in edition.groups if group.index not in safe]
    return safe | {g: greys[n % len(greys)] for n, g in enumerate(others)}


def space_colors(chain: Chain) -> list[str]:
    """Return the color of each space: its group's, or that of paper."""
    colors = group_colors(chain.edition)
    t = chain.tables
    return [colors.get(t.group[q], LIGHT.ground) for q in range(t.spaces)]


def wrap_text(text: str, width: float, size: float, lines: int = 2) -> str:
    """Return the text broken for plotly, at most so many lines of that width where it can be."""
    return "<br>".join(fit(text, width, size * 1.2 * lines, size, narrow=False).lines)


def shortened_label(text: str, most: int = 24) -> str:
    """Return the text, cut where an axis has no room: before its last word, which may be all that tells it apart."""
    if len(text) <= most:
        return text
    head, _, last = text.rpartition(" ")
    room = most - 1 - len(last)
    return f"{text[: most - 1].rstrip()}…" if room < most // 2 else f"{head[:room].rstrip()}…{last}"


def level_name(level: int | str, lang: str, street: bool = True) -> str:
    """Return the words for a level: "set", "1 house", "hotel"; of deeds without buildings, how many are owned."""
    if not street:
        return word("owned", lang, n=level)
    if level in (0, "set"):
        return word("site" if level == 0 else "set", lang)
    return word("hotel", lang) if level == HOTEL else word("houses", lang, n=level)


def level_sign(level: int | str, lang: str) -> str:
    """Return a level in a letter or two, for an axis."""
    if level == "set":
        return word("set_sign", lang)
    return word("hotel_sign", lang) if level == HOTEL else str(level)


def percent(share: float, lang: str, digits: int = 2) -> str:
    """Return a share in percent, in words."""
    return messages.percent(share, digits, lang)


# plotly's own JavaScript, for pages that ask nobody for it


def plotly_script() -> str:
    """Return the whole library as one script, some megabytes."""
    from plotly.offline import get_plotlyjs

    script: str = get_plotlyjs()
    return script
