"""Words of lessons beside what they name: strategies, options of a picture, labels of questions, formulas."""

import re
from functools import cache

import pytest
from nbformat import NotebookNode
from test_language_rules import LANGS, sentences

from monopoly_lab.common import messages
from monopoly_lab.lessons.lesson_notebooks import lesson_names, read_lesson
from monopoly_lab.lessons.printed_text import formula
from monopoly_lab.lessons.translation import point_in_formulas, translated


@cache
def notebooks(lang: str) -> list[tuple[str, NotebookNode]]:
    """Return the lessons in a language with their names."""
    return [(name, translated(read_lesson(name), lang).notebook) for name in lesson_names()]


def cells(lang: str, kind: str) -> list[tuple[str, str]]:
    """Return the text or code cells of the lessons in a language, each with the name of its lesson."""
    return [(name, cell.source) for name, lesson in notebooks(lang) for cell in lesson.cells if cell.cell_type == kind]


@pytest.mark.parametrize("lang", LANGS)
def test_strategies__have_one_name_in_lessons_tables_and_charts(lang: str) -> None:
    """What a table calls «зважена» no sentence calls `balanced`; ids stand in code, or in brackets beside the name."""
    ids = "|".join(messages.keys("strategy_name"))
    alone = re.compile(rf"(?<!\()`(?:{ids})`|(?<!\*)\*(?:{ids})\*(?!\*)")
    assert [f"{name}: {text[:80]}" for name, text in sentences(lang) if alone.search(text)] == []


@pytest.mark.parametrize("lang", LANGS)
def test_strategies__have_their_names_in_tables(lang: str) -> None:
    """A table for the teacher names no row or column by an id such as balanced."""
    ids = "|".join(messages.keys("strategy_name"))
    alone = re.compile(rf"^\|(?:.*\|)? *(?:{ids}) *\|.*$", re.MULTILINE)
    assert [f"{name}: {row}" for name, text in cells(lang, "markdown") for row in alone.findall(text)] == []


def test_strategies__take_the_case_of_the_sentence_in_russian() -> None:
    """«Среди трёх «осторожных»», or «игроков со стратегией «осторожная»»; never «среди трёх «осторожная»»."""
    catalog = messages.catalogue("ru")
    names = "|".join(catalog[f"strategy_name.{id_}"] for id_ in messages.keys("strategy_name"))
    before = r"среди|против|у|над|без|для|от|с|со|к|двух|трёх|четырёх|игрок\w*|уберите|%"
    naked = re.compile(rf"(?:^|[\s(*])(?:{before}) «(?:{names})»", re.IGNORECASE)
    assert [f"{key}: {text[:80]}" for key, text in [*catalog.items(), *sentences("ru")] if naked.search(text)] == []


@pytest.mark.parametrize("lang", LANGS)
def test_questions__have_a_label_that_is_no_torn_sentence(lang: str) -> None:
    """A label stands alone, before its bounds or its answer: no "Half of all games end within"."""
    torn = re.compile(r"\b(?:за|в|во|на|по|от|до|из|у|к|с|з|із|від|через|після|после)$", re.IGNORECASE)
    labels = [(name, each) for name, text in cells(lang, "code") for each in re.findall(r'\bask="([^"]+)"', text)]
    assert len(labels) > 50
    assert [f"{name}: {each}" for name, each in labels if torn.search(each)] == []


@pytest.mark.parametrize(
    ("lang", "choose"),
    [
        ("en", r'Choose "([^"]+)" in the picture'),
        ("uk", r"Виберіть на рисунку «([^»]+)»"),
        ("ru", r"Выберите на рисунке «([^»]+)»"),
    ],
)
def test_explorables__a_lesson_names_an_option_as_the_picture_has_it(lang: str, choose: str) -> None:
    """A student looks for the words of the lesson among those of the picture; the first words are enough."""
    options = [text for key, text in messages.catalogue(lang).items() if key.startswith("explorable.")]
    told = [each for _, text in cells(lang, "markdown") for each in re.findall(choose, text)]
    assert told
    assert [each for each in told if not any(text.startswith(each) for text in options)] == []


@pytest.mark.parametrize("lang", LANGS)
def test_formulas__have_a_decimal_comma(lang: str) -> None:
    """Set when a lesson is translated: $1{,}96$ beside 1,96 in the sentence. Code keeps its point."""
    assert point_in_formulas("$1.96 / n$, `$a 1.5$`", lang) == "$1{,}96 / n$, `$a 1.5$`"
    parts = [(name, part) for name, text in cells(lang, "markdown") for part in re.findall(r"\$[^$`]+\$", text)]
    assert [f"{name}: {part}" for name, part in parts if re.search(r"\d\.\d", part)] == []
    assert "<mn>1,96</mn>" in formula("1{,}96 / n", "inline"), "one number, without a blank after the comma"
