"""The book in another language: charts, tables and sentences of stored outputs are in that language."""

import re
from typing import Any

import pytest

from monopoly_lab.lessons.lesson_notebooks import lesson_names, read_lesson
from monopoly_lab.lessons.stored_outputs import PLOTLY, outputs_in_language

ENGLISH_WORD = re.compile(r"\b(?:the|of|and|with|at|in|by|for|after|most|each)\b")
CYRILLIC = re.compile(r"[а-яёіїєґ]{2}")
OTHERWISE = {("06", "cell-19")}  # a long line below the chart holds a label of the reader's choices


def titles(figure: Any) -> list[str]:
    """Return the titles of a figure and of its axes, and the line below."""
    layout = figure.get("layout", {})
    found = [
        each["title"] for each in layout.values() if isinstance(each, dict) and isinstance(each.get("title"), dict)
    ]
    found += [layout[key] for key in ("title",) if isinstance(layout.get(key), dict)]
    found += [each["subtitle"] for each in found if isinstance(each.get("subtitle"), dict)]
    return [each["text"] for each in found if re.search(r"[A-Za-z]{2}|[а-яіїє]{2}", each.get("text") or "")]


@pytest.mark.parametrize("lang", ["uk", "ru"])
@pytest.mark.parametrize("name", lesson_names())
def test_charts__have_titles_in_the_language(name: str, lang: str) -> None:
    cells = read_lesson(name).notebook.cells
    outputs_in_language(cells, name, lang)
    for cell in cells:
        for output in cell.get("outputs", []):
            for title in titles(output.get("data", {}).get(PLOTLY, {})):
                if (name[:2], cell.id) not in OTHERWISE:
                    assert CYRILLIC.search(title) and not ENGLISH_WORD.search(title), (cell.id, title)


def texts(name: str, lang: str) -> str:
    """Return what readers see of the outputs of a lesson, without charts."""
    cells = read_lesson(name).notebook.cells
    outputs_in_language(cells, name, lang)
    shown = []
    for each in (output for cell in cells for output in cell.get("outputs", [])):
        data = each.get("data", {})
        shown.append(each.get("text") or data.get("text/html") or data.get("text/plain", ""))
    return "\n".join(map("".join, shown)).replace("\u00a0", " ")


def test_outputs__have_units_numbers_and_sentences_as_the_language_has_them() -> None:
    said = texts("43_market_power", "uk")
    assert "Прогнозу не було, насправді 100 доларів." in said and "Правильно." in said
    assert "185,6" in said and "185.6" not in said and "долари|" not in said
    assert "Вищий клас" in texts("20_born_ahead", "uk") and "Upper" not in texts("20_born_ahead", "ru")
    english = read_lesson("43_market_power").notebook.cells
    before = repr(english)
    outputs_in_language(english, "43_market_power", "en")
    assert repr(english) == before
