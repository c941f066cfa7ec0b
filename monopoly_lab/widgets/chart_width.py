"""Charts on narrow pages: long words are broken, and what cannot be narrow says how wide it has to be.

Both take a figure as plotly writes it in JSON, and change nothing else.
"""

import textwrap
from base64 import b64decode
from collections.abc import Iterator
from typing import Any

WORDS = 36  # letters of a line of an axis title, a note or a legend that a phone shows
BESIDE_NAMES = 25  # letters of a line of an axis title below a chart with names at its side
MARGINS = 90  # pixels beside what is drawn
FOR_A_LETTER, FOR_A_NAME, FOR_A_CELL = 7, 12, 27  # of a number above a bar, a name on its side, a text in a cell
FOR_AN_ANIMATION = 560  # pixels, with its buttons and its slider
FOR_A_MARKED_BOARD = 620  # pixels of a board with numbers at its spaces
FOR_A_CHART = {2: 240}  # pixels of each chart that stands beside others, by their number
FOR_A_SMALL_CHART = 122
FOR_A_LINE, FOR_NUMBERS = 18, 54  # pixels between two charts of a line of an upright title, and of its numbers
MOST_LABEL = 18  # letters of a line of a name beside an axis
NARROW = 330  # pixels of a chart on a phone
ITEM_BYTES = {"f8": 8, "i4": 4, "f4": 4, "i2": 2, "u2": 2, "i1": 1, "u1": 1, "u4": 4}


def with_broken_lines(figure: dict[str, Any]) -> dict[str, Any]:
    """Return the figure with titles of its axes, notes and names on lines that a phone shows, none in another chart."""
    layout = dict(figure.get("layout", {}))
    has_names = any(_is_named({"x": trace.get("y")}) for trace in figure["data"])
    for key, axis in layout.items():
        if key.startswith("xaxis") and (text := (axis.get("title") or {}).get("text")):
            letters = BESIDE_NAMES if has_names else WORDS
            layout[key] = axis | {"title": axis["title"] | {"text": _lines(text, letters)}}
    if notes := layout.get("annotations"):
        layout["annotations"] = [note | {"text": _lines(note["text"])} if note.get("text") else note for note in notes]
    traces = [trace | {"name": _lines(trace["name"])} if trace.get("name") else trace for trace in figure["data"]]
    for axis, (places, names) in _names_beside(traces, layout).items():
        told = [_two_lines(name) for name in names]
        layout[axis] = layout.get(axis, {}) | {"tickvals": places, "ticktext": told}
    layout |= {axis: layout[axis] | {"domain": domain} for axis, domain in _domains_apart(layout)}
    return {**figure, "data": traces, "layout": layout}


def _domains_apart(layout: dict[str, Any]) -> Iterator[tuple[str, list[float]]]:
    """Yield the axis and domain of each chart with an upright title at its left, for which another leaves no room."""
    margin = layout.get("margin", {})
    across = 2 * FOR_A_CHART[2] - margin.get("l", MARGINS) - margin.get("r", MARGINS)
    domains = {key: axis.get("domain", (0, 1)) for key, axis in layout.items() if key.startswith("xaxis")}
    for key, axis in layout.items():
        text = (axis.get("title") or {}).get("text") if key.startswith("yaxis") else ""
        below = f"xaxis{str(axis.get('anchor', 'x')).removeprefix('x')}" if text else ""
        start, end = domains.get(below, (0, 1))
        needed = (FOR_A_LINE * (text.count("<br>") + 1) + FOR_NUMBERS) / across if text else 0
        left = max((ends for _, ends in domains.values() if ends <= start), default=start - needed)
        if left + needed > start:
            yield below, [left + needed, end]


def _names_beside(traces: list[dict[str, Any]], layout: dict[str, Any]) -> dict[str, tuple[list[Any], list[str]]]:
    """Return the places and names beside the vertical axis of a heat map, where one is too long for a line."""
    found = {}
    for trace in traces:
        axis = f"yaxis{trace.get('yaxis', 'y').removeprefix('y')}"
        given, values = layout.get(axis, {}), trace.get("y") or ()
        places, names = (given["tickvals"], given["ticktext"]) if given.get("ticktext") else (values, values)
        is_named = isinstance(names, list | tuple) and all(isinstance(name, str) for name in names)
        if trace.get("type") == "heatmap" and is_named and max(map(len, names), default=0) > MOST_LABEL:
            found[axis] = (list(places), list(names))
    return found


def _two_lines(name: str) -> str:
    """Return a name on two lines at most, as a row of a heat map is no higher."""
    letters = MOST_LABEL
    while (told := _lines(name, letters)).count("<br>") > 1:
        letters += 1
    return told


def _lines(text: str, letters: int = WORDS) -> str:
    """Return the text on as few lines of so many letters as it needs, all about as long."""
    if "<" in text or len(text) <= letters:
        return text
    fewest = len(textwrap.wrap(text, letters, break_long_words=False))
    least = min(len(text) // fewest, letters)  # less than a word that is longer than a line
    ways = (textwrap.wrap(text, width, break_long_words=False) for width in range(least, letters + 1))
    return "<br>".join(next(lines for lines in ways if len(lines) == fewest))


def least_width(figure: dict[str, Any]) -> int:
    """Return how many pixels a figure needs across; 0 where any page is wide enough."""
    layout, traces = figure.get("layout", {}), figure["data"]
    axes = [axis for key, axis in layout.items() if key.startswith("xaxis")]
    beside = len({tuple(axis.get("domain") or (0, 1)) for axis in axes})
    needed = [beside * FOR_A_CHART.get(beside, FOR_A_SMALL_CHART) if beside > 1 else 0]
    bars = [trace for trace in traces if trace.get("type") == "bar" and trace.get("orientation") != "h"]
    if layout.get("barmode") not in ("stack", "overlay"):
        told = [list(trace.get("text") or ()) for trace in bars]
        longest = max((len(str(text)) for texts in told for text in texts), default=0)
        needed.append(sum(map(len, told)) * (longest * FOR_A_LETTER + 3) + MARGINS if longest else 0)
    if layout.get("sliders"):
        needed.append(FOR_AN_ANIMATION)
    needed += [_count(trace.get("x")) * FOR_A_NAME + MARGINS for trace in bars if _is_named(trace)]
    needed += [len(axis.get("ticktext") or ()) * FOR_A_NAME + MARGINS for axis in axes]
    needed += [FOR_A_MARKED_BOARD for trace in traces if is_board(figure) and "text" in trace.get("mode", "")]
    cells = [trace for trace in traces if trace.get("type") == "heatmap" and trace.get("texttemplate")]
    needed += [_count(trace.get("x")) * FOR_A_CELL + 2 * MARGINS for trace in cells]
    return max(needed) if max(needed) > NARROW else 0


def is_board(figure: dict[str, Any]) -> bool:
    """Return True for a figure that is the picture of a board and nothing else: its sides keep their proportion."""
    layout = figure.get("layout", {})
    return bool(layout.get("images")) and "scaleanchor" in layout.get("yaxis", {}) and not layout.get("sliders")


def _is_named(trace: dict[str, Any]) -> bool:
    names = trace.get("x")
    return isinstance(names, list) and any(isinstance(name, str) for name in names)


def _count(values: Any) -> int:
    """Return how many values plotly has written, as a list or packed."""
    if isinstance(values, dict):
        return len(b64decode(values["bdata"])) // ITEM_BYTES.get(values["dtype"], 8)
    return len(values or ())
