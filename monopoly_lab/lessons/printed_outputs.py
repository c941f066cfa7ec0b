"""Outputs of a lesson's code on paper: pictures, tables with the numbers of the language, and what was written."""

import re
from collections.abc import Iterator
from typing import Any

from monopoly_lab.common.escaping import escaped
from monopoly_lab.common.messages import numbers_pointed, say
from monopoly_lab.common.unbroken_numbers import beside_numbers
from monopoly_lab.notation.table_format import frame_in_language, with_plain_numbers

OF_COLUMN = re.compile(r"\n(?:Name: .*, )?dtype: \w+$")  # the last line of a column
KINDS = ("image/png", "text/html", "text/plain")  # what an output is printed as, the best first
LONGEST = 16  # lines of a table that is printed because a text asks about it


def outputs(cell: Any) -> str:
    """Return all outputs of a code cell as HTML."""
    parts = [_output(output) for output in cell.get("outputs", [])]
    kind = ' class="seen"' if any("<img" in part for part in parts) else ""
    return f"<section{kind}>{''.join(parts)}</section>" if any(parts) else ""


def blanks(lang: str = "") -> str:
    """Return the lines for name, class and date, as HTML."""
    return "".join(f"<span>{escaped(say(f'lesson.sheet_{each}', lang))}</span>" for each in ("name", "class", "date"))


def has_seen(cell: Any) -> bool:
    """Return True for code with a picture or a table that is short enough to be printed."""
    return any(_is_seen(data) for data in _shown(cell))


def _shown(cell: Any) -> Iterator[dict[str, Any]]:
    return (output["data"] for output in cell.get("outputs", []) if "data" in output)


def _is_seen(data: dict[str, Any]) -> bool:
    if "image/png" in data:
        return True
    table = data.get("text/html", "")
    return "<table" in table and table.count("<tr") <= LONGEST


def _output(output: Any) -> str:
    if output.output_type == "stream":
        return f"<pre>{escaped(numbers_pointed(output.text))}</pre>"
    data = output.get("data", {})
    kind = next((kind for kind in KINDS if kind in data), None)
    if kind == "image/png":
        return f'<img alt="" src="data:image/png;base64,{"".join(data[kind].split())}">'
    if kind == "text/html":
        return beside_numbers(frame_in_language(with_plain_numbers(str(data[kind]))))
    text = escaped(_column_in_language(str(data[kind]))) if kind else ""
    return (
        f"<pre>{text}</pre>" if "\n" in text else text and f'<p class="own">{beside_numbers(text)}</p>'
    )  # a table, or a line


def _column_in_language(text: str) -> str:
    """Return a column of pandas as text without the line on its type, numbers with the point of the language."""
    found = OF_COLUMN.search(text)
    return numbers_pointed(text[: found.start()] if found else text)
