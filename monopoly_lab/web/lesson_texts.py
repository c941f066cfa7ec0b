"""Texts of a lesson where no code can be typed: without what needs code, and without exercises that have no field."""

import re
from typing import Any

from monopoly_lab.lessons.question_text import own_words
from monopoly_lab.lessons.source import homework

HEADING = re.compile(r"^#+ +(.*)$", re.MULTILINE)
CODE = re.compile(r"`[^`\n]*[(\[{][^`\n]*`|```")  # what one would have to type or to call
ITEM = re.compile(r"^(?=(?:\d+\.|[-*]) )", re.MULTILINE)
SENTENCE = re.compile(r"(?:(?<=[.?!])|(?<=[.?!][*_])|(?<=[.?!]\*\*)) +")
LEAD = re.compile(r"(?:\d+\.|[-*])?\s*(?:\*\*[^*]*\*\*:?)?\s*")  # "1. ", "**Caveats.** "


def without_code(cells: list[Any]) -> list[Any]:
    """Return the cells for a page without code: homework is left out with its cells, so are sentences about code."""
    kept, at_home = [], False
    for cell in cells:
        if cell.cell_type == "markdown":
            at_home, text = _at_class(cell.source, at_home)
            if text.strip():
                cell.source = text
                kept.append(cell)
        elif not at_home:
            kept.append(cell)
    return kept


def _at_class(text: str, at_home: bool) -> tuple[bool, str]:
    """Whether homework goes on below a text, and what is left of it."""
    parts, done = [], 0
    for heading in HEADING.finditer(text):
        if not at_home:
            parts.append(text[done : heading.start()])
        done, at_home = heading.start(), re.fullmatch(homework(), heading[1].strip()) is not None
    if not at_home:
        parts.append(text[done:])
    blocks = (_said(block) for part in parts for block in part.split("\n\n"))
    return at_home, "\n\n".join(block for block in blocks if block.strip())


def _said(block: str) -> str:
    """Return a paragraph without rooms for answers in words, and without sentences about code."""
    lines = "\n".join(line for line in block.split("\n") if not own_words(line.strip()))
    if not CODE.search(lines) or lines.lstrip().startswith(("|", "$$")):
        return lines
    return "\n".join(told for item in ITEM.split(lines) if (told := _sentences(item)))


def _sentences(item: str) -> str:
    """Return the sentences of an item that tell of no code; nothing where only its mark or its lead would be left."""
    kept = " ".join(part for part in SENTENCE.split(" ".join(item.split())) if not CODE.search(part))
    return "" if LEAD.fullmatch(kept) else kept
