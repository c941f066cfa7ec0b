"""What a page of a live class is made of: blocks, each a small table of data that the page draws.

An activity returns blocks by name, in the order in which they stand; the server sends those that have changed. All
texts are plain texts, put in place by the page as text, never as markup.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import inf, isfinite
from typing import Any

from monopoly_lab.measures.histogram_columns import drawn_columns

Block = dict[str, Any]
Blocks = dict[str, Block]


def title(text: str, note: str = "") -> Block:
    """Return a heading with a line of small text below it."""
    return {"kind": "title", "text": text, "note": note}


def text(words: str, tone: str = "") -> Block:
    """Return a paragraph; `tone` is "", "note", "good", "bad", "big" or "pause"."""
    return {"kind": "text", "text": words, "tone": tone}


def figures(*pairs: tuple[str, str], huge: bool = False) -> Block:
    """Return labels with large values, side by side: `figures(("Your value", "$120"))`; `huge` fills the wall."""
    return {"kind": "figures", "pairs": [list(pair) for pair in pairs], "huge": huge}


def facts(heading: str, pairs: Iterable[tuple[str, str]]) -> Block:
    """Return short lines in two columns: what a decision turns on."""
    return {"kind": "facts", "heading": heading, "pairs": [list(pair) for pair in pairs]}


def table(heads: Sequence[str], rows: Iterable[Sequence[str]], mine: int = -1) -> Block:
    """Return a table of texts; `mine` is the row to mark."""
    return {"kind": "table", "heads": list(heads), "rows": [list(row) for row in rows], "mine": mine}


def news(lines: Sequence[str], heading: str = "") -> Block:
    """Return what has just happened, the last line first."""
    return {"kind": "news", "heading": heading, "lines": list(lines)}


def progress(done: int, total: int, words: str) -> Block:
    """Return a bar: how many of all have answered."""
    return {"kind": "progress", "done": done, "total": total, "text": words}


def timer(until: float | None, total: float, label: str, left: float | None = None) -> Block:
    """Return a count-down to a time of the server's clock; where `until` is None, it stands still at `left` seconds."""
    return {"kind": "timer", "until": until, "total": total, "label": label, "left": left}


# What is asked of a seat. `question` is the number under which it is answered: see `Activity.question`.


def choices(question: int, ask: str, offered: Iterable[Block]) -> Block:
    """Return buttons, each made by `choice`."""
    return {"kind": "choices", "question": question, "ask": ask, "choices": list(offered)}


def choice(
    label: str,
    answer: Mapping[str, Any],
    main: bool = False,
    why: str = "",
    color: str = "",
    space: int = -1,
    confirm: str = "",
) -> Block:
    """Return a button with the answer it sends.

    Args:
        label: What stands on it.
        answer: What it sends.
        main: It is the first choice.
        why: It cannot be pressed, and this is the reason.
        color: Of its edge.
        space: Of the board, which it is about: it is marked while this one is chosen.
        confirm: What the page asks before it is sent; nothing if empty.
    """
    block = {"label": label, "answer": dict(answer), "main": main, "why": why, "color": color, "space": space}
    return block | ({"confirm": confirm} if confirm else {})


def number(
    question: int,
    ask: str,
    button: str,
    low: float | None = None,
    high: float | None = None,
    unit: str = "",
    value: str = "",
    key: str = "number",
    more: Mapping[str, Any] | None = None,
    limits: str = "",
    sign: bool = False,
) -> Block:
    """Return a field for a number with a button.

    The answer is `{key: what was typed, **more}`: a text, which the activity reads and checks.

    Args:
        question: See `Activity.question`.
        ask: The question.
        button: Word of the button.
        low: Least number, shown beside the field.
        high: Largest number.
        unit: Unit behind the field.
        value: What stands in the field at first.
        key: Name of the number in the answer.
        more: Further entries of the answer.
        limits: Which numbers are valid, in words, in place of `low` and `high` beside the field.
        sign: Numbers below 0 are valid where there is no `low`: a button beside the field turns the sign.
    """
    return {
        "kind": "number",
        "question": question,
        "ask": ask,
        "button": button,
        "low": low,
        "high": high,
        "unit": unit,
        "value": value,
        "key": key,
        "more": dict(more or {}),
        "limits": limits,
        "sign": sign,
    }


def numbers(
    question: int,
    ask: str,
    button: str,
    fields: Iterable[tuple[str, str, str]],
    confirm: Mapping[str, tuple[float, str]] | None = None,
    confirm_ends: tuple[str, str] = ("", ""),
    high: float | None = None,
) -> Block:
    """Return fields for several numbers with one button.

    The answer is `{"numbers": {name: what was typed}}`, without fields that are left empty.

    Args:
        question: See `Activity.question`.
        ask: The question.
        button: Word of the button.
        fields: Name and label of each, and what an empty one means, as it says itself.
        confirm: By name, the number above which the page asks first, and what it says then.
        confirm_ends: The question after what it says, and the word of its button.
        high: The largest number that is taken; above it the page does not ask, because the number is refused.
    """
    named = [list(each) for each in fields]
    block = {"kind": "numbers", "question": question, "ask": ask, "button": button, "fields": named}
    limits = {name: {"above": above, "high": high, "confirm": said} for name, (above, said) in (confirm or {}).items()}
    return block | (
        {"confirm": limits, "confirm_ask": confirm_ends[0], "confirm_yes": confirm_ends[1]} if limits else {}
    )


def fold(summary: str, parts: Iterable[Block]) -> Block:
    """Return blocks that are seldom wanted: a line that opens them."""
    return {"kind": "fold", "summary": summary, "parts": list(parts)}


def trade(question: int, me: str, goods: Mapping[str, Sequence[tuple[str, str]]]) -> Block:
    """Return the form of an offer; `goods` are what each player can give beside cash, by the text of a choice.

    The answer is `{"offer": {"to": ..., "give": [...], "give_cash": "...", "get": [...], "get_cash": "..."}}`.
    """
    return {"kind": "trade", "question": question, "me": me, "goods": {who: list(each) for who, each in goods.items()}}


def deeds(heading: str, rows: Iterable[tuple[str, str, str]]) -> Block:
    """Return deeds: name, what stands on it, color."""
    return {"kind": "deeds", "heading": heading, "rows": [list(row) for row in rows]}


def cards(heading: str, spaces: Iterable[tuple[int, str, Iterable[tuple[str, str]]]]) -> Block:
    """Return the deeds of a board, of which a page shows the one that is chosen: by name, or on the board.

    Each is (number of its space, name, lines of label and sum).
    """
    return {
        "kind": "cards",
        "heading": heading,
        "spaces": [[q, name, list(map(list, rows))] for q, name, rows in spaces],
    }


def without_questions(shown: Mapping[str, Block]) -> Blocks:
    """Return blocks without those that ask something, for a seat that a strategy plays."""
    page: Blocks = {}
    for key, block in shown.items():
        parts = [part for part in block.get("parts", ()) if "question" not in part]
        if "question" not in block and (parts or "parts" not in block):
            page[key] = block | ({"parts": parts} if "parts" in block else {})
    return page


# Charts


def histogram(
    bins: Sequence[tuple[float, float, float]],
    shown: Callable[[float], str],
    marks: Sequence[Block] = (),
    *,
    x: str = "",
    y: str = "",
    title: str = "",
    points: Sequence[float] = (),
    ends: tuple[Callable[[str], str], Callable[[str], str]] = (str, str),
    most: float = 0,
) -> Block:
    """Return columns, such as those of `columns`.

    Args:
        bins: Where a column begins and ends, and how high it is: a count, which stands above it, or a share.
        shown: Writes a number below the axis.
        marks: Upright lines, made by `mark`.
        x: Name of the axis below, with the unit.
        y: What the columns count.
        title: What the chart shows, as a sentence.
        points: Dots in front of pale columns, such as the games of the class among simulated ones.
        ends: Write "200 and less" and "200 and more" below end columns, which reach from or to infinity.
        most: How high a column of another chart is that stands beside this one, on the same scale.
    """
    known = [(low, high) for low, high, _ in bins if isfinite(high - low)]
    middle = all(abs(low / (high - low) % 1 - 0.5) < 1e-6 for low, high in known)  # of a column is a round number
    ticks = [(low + high) / 2 if middle else low for low, high in known]
    ticks += [] if middle or not known else [known[-1][1]]
    labels = [[at, shown(at)] for at in ticks]
    far = [
        [(drawn_low + drawn_high) / 2, ends[0](shown(high)) if low == -inf else ends[1](shown(low))]
        for (low, high, _), (drawn_low, drawn_high, _) in zip(bins, drawn_columns(bins))
        if not isfinite(high - low)
    ]
    made = {
        "bins": [list(each) for each in drawn_columns(bins)],
        "ticks": labels,
        "marks": list(marks),
        "points": list(points),
    }
    return {"kind": "histogram", **made, "ends": far, "x": x, "y": y, "title": title, "most": most}


def mark(at: float, label: str, is_after: bool = False) -> Block:
    """Return a line in a chart with its label, such as the right answer; `is_after`: the label is of what follows."""
    return {"at": at, "label": label, "after": is_after}


def lines(
    series: Iterable[Block],
    x: str,
    y: str,
    marks: Sequence[Block] = (),
    diagonal: str = "",
    title: str = "",
    span: tuple[float, float] | None = None,
    reach: tuple[float, float] | None = None,
    ticks: Sequence[tuple[float, str]] = (),
    top: float = 0,
) -> Block:
    """Return lines over numbers, each made by `line`.

    Args:
        series: The lines.
        x: Name of the axis below, with the unit.
        y: Name of the other axis, with the unit.
        marks: Upright lines, made by `mark`.
        diagonal: What the line of equality is called, from 0 to 1; without it there is none.
        title: What the chart shows, as a sentence.
        span: Where both axes begin and end, which have one scale then; without it they fit the points.
        reach: Where the axis below begins and ends, in place of the first and the last point.
        ticks: Places and labels below it, in place of round numbers.
        top: The least that the other axis reaches up to, such as 100 for percent.
    """
    axes: dict[str, Any] = {
        "x": x,
        "y": y,
        "diagonal": diagonal,
        "title": title,
        "span": None if span is None else list(span),
    }
    axes |= {"reach": None if reach is None else list(reach), "ticks": list(map(list, ticks)), "top": top}
    return {"kind": "lines", "series": list(series), "marks": list(marks), **axes}


def line(
    label: str, points: Iterable[tuple[float, float]], color: int = 0, dots: bool = False, dashed: bool = False
) -> Block:
    """Return one line, or only its points where `dots` is true; `dashed`: what theory or a simulation says.

    Lines have a color each; with `color`, from 1 to 8, two that belong together have the same.
    """
    drawn = {"color": f"var(--c{color})" if color else "", "dots": dots, "dashed": dashed}
    return {"label": label, "points": [list(point) for point in points], **drawn}


def outside(label: str, points: Iterable[tuple[float, float]]) -> Block:
    """Return points that lie above or below the axes of a chart: it draws a triangle at its edge for each."""
    return line(label, points, color=8, dots=True) | {"outside": True}


def bars(rows: Iterable[tuple[str, float, str]], mine: int = -1, most: float = 0) -> Block:
    """Return lying bars, the first on top: label, length, what is written behind it; `mine` is the row to mark.

    `most` is the longest of other bars that stand beside these, on the same scale.
    """
    return {"kind": "bars", "rows": [list(row) for row in rows], "mine": mine, "most": most}


def stacked_bars(
    rows: Iterable[tuple[str, Sequence[int], str]], names: Sequence[str], mine: int = -1, most: float = 0
) -> Block:
    """Return lying bars of several parts each: label, counts of the parts, what is written behind it.

    Args:
        rows: The bars, the first on top.
        names: What the parts are, for the legend.
        mine: The row to mark.
        most: The longest of other bars that stand beside these, on the same scale.
    """
    bars_ = [[label, list(counts), written] for label, counts, written in rows]
    return {"kind": "stacked", "rows": bars_, "names": list(names), "mine": mine, "most": most}


def board(name: str, focus: int = -1, caption: str = "", frame: str = "") -> Block:
    """Return a board, which `Activity.board` draws.

    Args:
        name: Name of the board.
        focus: Space that is shown with its neighborhood; the whole board if below 0.
        caption: Text below it.
        frame: All of the board, as the viewBox of an SVG.
    """
    return {"kind": "board", "board": name, "focus": focus, "caption": caption, "frame": frame}


def grid(parts: Iterable[Block]) -> Block:
    """Return blocks side by side, such as small boards."""
    return {"kind": "grid", "parts": list(parts)}


def stack(parts: Iterable[Block]) -> Block:
    """Return blocks one below the other, which take the left half of the wall beside charts."""
    return {"kind": "stack", "parts": list(parts)}
