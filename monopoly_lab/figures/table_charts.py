"""Draw charts of the numbers of any table: lines, bars and dots, in the style of the other figures."""

from collections.abc import Mapping, Sequence
from typing import Any

import plotly.graph_objects as go

from monopoly_lab.board_drawing import colors
from monopoly_lab.common.argument_checks import check_argument
from monopoly_lab.common.lazy_imports import pd
from monopoly_lab.common.messages import ENGLISH, format_rounded, localize_point, resolve_language
from monopoly_lab.common.renamed_modules import warn_renamed
from monopoly_lab.editions.edition import load_edition
from monopoly_lab.figures import style
from monopoly_lab.figures.style import CALM, FAINT, INK, SOFT, STRONG, SYMBOLS, axis, titled
from monopoly_lab.notation.table_format import name_in_words, refuse_columns

PALETTE = (CALM, STRONG, "#c98500", "#5b2a86", "#3d4a44", "#8a938e", "#00796b", "#ad1457")
YEAR = "year"  # an index of this name is written without a mark for thousands
DASHES = ("solid", "dash", "dot", "dashdot", "longdash", "longdashdot")


@check_argument
def lines(
    table: "pd.Series[float] | pd.DataFrame",
    title: str,
    x: str = "",
    y: str = "",
    under: str = "",
    marks: Mapping[float, str] | None = None,
    steps: bool = False,
    colors: Sequence[str] = (),
    bands: Mapping[str, tuple[str, str]] | None = None,
    height: int = 420,
    lang: str = "",
    **axes: Any,
) -> go.Figure:
    """Draw a line for each column over the index, each in its own color and dash, with `under` as the subtitle.

    `marks` are vertical lines with a text, by their place on the index. `steps`: each value holds until the next index.
    `colors` replace the usual colors. `bands` maps a column to the columns of its lower and upper limits, as in
    `{"share": ("low", "high")}`: a pale band behind the line shows them. `xaxis` and `yaxis` are settings of plotly.

    Raises ArgumentError for a band of columns that the table does not have or that hold no numbers.
    """
    if "colours" in axes:
        warn_renamed("lines(colours=...)", "lines(colors=...)")
        colors = axes.pop("colours")
    frame = table.to_frame() if not hasattr(table, "columns") else table
    limits = [limit for pair in (bands or {}).values() for limit in pair]
    refuse_columns(frame, [*(bands or {}), *limits], lang)
    figure = go.Figure()
    for n, name in enumerate(column for column in frame.columns if column not in limits):
        color = (colors or PALETTE)[n % len(colors or PALETTE)]
        pen = {"color": color, "dash": DASHES[n % len(DASHES)], "width": 3, "shape": "hv" if steps else "linear"}
        if bands and name in bands:
            figure.add_trace(_band(frame, bands[name], steps, color))
        figure.add_scatter(
            x=list(frame.index), y=frame[name].to_list(), mode="lines", line=pen, name=readable_name(name, lang)
        )
    for at, text in (marks or {}).items():
        figure.add_vline(
            x=at,
            line={"color": FAINT, "dash": "dot"},
            annotation={"text": readable_name(text, lang), "font": {"color": SOFT}},
        )
    if frame.index.name == YEAR:
        axes["xaxis"] = {"separatethousands": False, **axes.get("xaxis", {})}
    return _finish_figure(figure, title, x, y, under, len(frame.columns) - len(limits) > 1, height, lang, axes)


def _band(frame: "pd.DataFrame", limits: tuple[str, str], steps: bool, color: str) -> go.Scatter:
    """Return the band between two columns, over the index where both have a number."""
    known = frame[list(limits)].dropna()
    x, (low, high) = list(known.index), (known[limit].to_list() for limit in limits)
    if steps:
        x = [each for each in x for _ in range(2)][1:]
        low, high = ([each for each in ends for _ in range(2)][:-1] for ends in (low, high))
    return style.band(x, low, high, color)


@check_argument
def bars(
    values: "pd.Series[float] | pd.DataFrame",
    title: str,
    x: str = "",
    y: str = "",
    under: str = "",
    strong: Sequence[object] = (),
    text: str = "",
    height: int = 420,
    lang: str = "",
    **axes: Any,
) -> go.Figure:
    """Draw a bar for each row, side by side for several columns, with `under` as the subtitle.

    The rows named in `strong` stand out. `text` is the format of the numbers at the bars; none if empty.
    """
    frame = values.to_frame() if not hasattr(values, "columns") else values
    names = [readable_name(name, lang) for name in frame.index]
    figure = go.Figure()
    for n, column in enumerate(frame.columns):
        plain = PALETTE[n % len(PALETTE)]
        several = len(frame.columns) > 1
        colors = [plain if several or name not in strong else STRONG for name in frame.index]
        values_told = [localize_point(format_rounded(value, text), lang) if text else "" for value in frame[column]]
        pattern = {"shape": ("", "/", ".", "x")[n % 4]}
        marker = {"color": colors, "pattern": pattern}
        figure.add_bar(
            x=names, y=frame[column].to_list(), name=readable_name(column, lang), marker=marker, text=values_told
        )
    figure.update_traces(textposition="outside", cliponaxis=False)
    axes["xaxis"] = {"type": "category", **axes.get("xaxis", {})}  # in the order given, "1" beside "hotel" too
    return _finish_figure(figure, title, x, y, under, len(frame.columns) > 1, height, lang, axes)


@check_argument
def dots(
    table: "pd.DataFrame",
    title: str,
    x: str = "",
    y: str = "",
    under: str = "",
    fits: Mapping[str, tuple[float, float]] | None = None,
    height: int = 440,
    lang: str = "",
    **axes: Any,
) -> go.Figure:
    """Return a scatter plot of a table: first column on the x axis, second on the y axis, a third one for the symbol.

    The index is the text of a dot under the mouse. `fits` maps names of straight lines to intercept and slope.
    """
    kinds = table.iloc[:, 2].astype(str) if table.shape[1] > 2 else table.iloc[:, 0].map(lambda _: "")
    figure = go.Figure()
    for n, kind in enumerate(kinds.unique()):
        part = table[kinds == kind]
        marker = {"size": 10, "color": PALETTE[n % len(PALETTE)], "symbol": SYMBOLS[n % len(SYMBOLS)]}
        names = [str(name) for name in part.index]
        figure.add_scatter(
            x=part.iloc[:, 0].to_list(),
            y=part.iloc[:, 1].to_list(),
            mode="markers",
            name=readable_name(kind, lang),
            text=names,
            marker=marker,
        )
    ends = [float(table.iloc[:, 0].min()), float(table.iloc[:, 0].max())]
    for n, (name, (base, slope)) in enumerate((fits or {}).items()):
        pen = {"color": INK, "dash": DASHES[n % len(DASHES)], "width": 2}
        figure.add_scatter(x=ends, y=[base + slope * end for end in ends], mode="lines", line=pen, name=name)
    return _finish_figure(figure, title, x, y, under, kinds.nunique() > 1 or bool(fits), height, lang, axes)


def readable_name(name: object, lang: str = "") -> str:
    """Return a name for readers: translated if the language has a word for it, and without underscores."""
    said = str(name) if resolve_language(lang) == ENGLISH else name_in_words(str(name), lang)
    return said.replace("_", " ")


def _finish_figure(
    figure: go.Figure,
    title: str,
    x: str,
    y: str,
    under: str,
    legend: bool,
    height: int,
    lang: str,
    axes: Mapping[str, Any],
) -> go.Figure:
    """Return the figure with its axes, legend and titles."""
    figure.update_layout(
        showlegend=legend,
        xaxis=axis(x, **axes.get("xaxis", {})),
        yaxis=axis(y, **axes.get("yaxis", {})),
    )
    return titled(figure, title, [under] if under else [""], height, lang)


def group_colors(edition: str, groups: Sequence[str]) -> list[str]:
    """Return the colors of groups on the board, dark enough for lines on white paper: for `lines(..., colors=...)`.

    Raises EditionError for an unknown edition, KeyError for a group that the edition does not have.
    """
    found = load_edition(edition)
    numbers, safe = {group.id: group.index for group in found.groups}, style.group_colors(found)
    return [colors.seen_on_light(safe[numbers[each]]) for each in groups]
