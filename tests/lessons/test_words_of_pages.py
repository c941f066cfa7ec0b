"""Pages of lessons have no code: their texts and tables name no options, columns or files as programs do."""

import copy
import re
from typing import Any

import pytest

from monopoly_lab import strategies
from monopoly_lab.common.escaping import unescaped
from monopoly_lab.lessons.lesson_notebooks import lesson_names
from monopoly_lab.notation.html_tables import frame_in_language
from monopoly_lab.web.lesson_notebook import without_code
from tests.lessons.shipped import lesson

WITH_FILES = {"01", "04"}  # they teach how a position is written down
QUOTED = re.compile(r"`([^`\n]+)`")
FORMULA = re.compile(r"\$\$.*?\$\$|\$[^$]*\$", re.DOTALL)
MACHINE = re.compile(r"\b[a-z]+(?:_[a-z0-9]+)+\b|\bdtype\b|\bName:")
PLAIN = {*strategies(), "3-3-3"}


def shown(output: Any) -> str:
    """Return an output as the words of a page; nothing for a picture."""
    if output.output_type == "stream":
        return str(output.text)
    data = output.get("data", {})
    if "text/html" not in data:
        return str(data.get("text/plain", "")) if set(data) == {"text/plain"} else ""
    return unescaped(re.sub(r"<[^>]+>", " ", frame_in_language(data["text/html"], "en")))


@pytest.mark.parametrize("name", [each for each in lesson_names() if each[:2] not in WITH_FILES])
def test_page__has_no_words_of_programs(name: str) -> None:
    found = []
    for cell in without_code(copy.deepcopy(lesson(name).notebook.cells)):
        if {"teacher", "answer"} & set(cell.metadata.get("tags", ())):
            continue
        if cell.cell_type == "markdown":
            text = FORMULA.sub("", cell.source)
            found += [(cell.id, word) for word in QUOTED.findall(text) if word not in PLAIN]
            found += [(cell.id, word) for word in MACHINE.findall(text)]
        elif "<svg" not in str(cell.outputs):
            found += [(cell.id, word) for each in cell.outputs for word in MACHINE.findall(shown(each))]
    assert not found
