"""Dice and numbers of one's own: from a name, in a class, by a page; who has typed none is told what to do."""

from pathlib import Path

import nbformat
import pytest

import monopoly_lab as ml
from monopoly_lab.common.messages import languages, say
from monopoly_lab.lessons.lesson_editions import build, unsigned_notebook
from monopoly_lab.lessons.lesson_notebooks import lesson_names
from monopoly_lab.web.lesson_notebook import page_notebook
from tests.lessons.shipped import lesson, student


@pytest.mark.parametrize("lang", languages())
def test_lesson__asks_for_the_name_that_is_still_to_be_typed(lang: str, capsys: pytest.CaptureFixture[str]) -> None:
    ask = say("lesson.type_name", lang) + "\n"
    lesson = ml.Lesson("07_who_wins", student="", lang=lang)
    assert capsys.readouterr().out == ask and "student=" in ask
    assert ml.Lesson("07_who_wins", student="  ", lang=lang).seed == lesson.seed and capsys.readouterr().out == ask
    named = ml.Lesson("07_who_wins", student="Ann", lang=lang)
    assert named.seed != lesson.seed
    ml.Lesson("07_who_wins", student="", seed=7, lang=lang)  # the page of a lesson gives one to each visitor
    ml.Lesson("07_who_wins", lang=lang)  # the teacher's notebook
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("name", lesson_names())
def test_copy__for_a_student_has_one_place_for_a_name(name: str) -> None:
    cells = [cell.source for cell in unsigned_notebook(lesson(name)).cells if cell.cell_type == "code"]
    assert "\n".join(cells).count('student="", course=""') == 1
    assert 'student=""' not in "\n".join(cell.source for cell in student(name).cells)


def test_page__has_no_place_for_a_name_and_is_a_valid_notebook() -> None:
    page = page_notebook(lesson("07_who_wins"))
    assert 'student=""' not in "\n".join(cell.source for cell in page.cells)
    nbformat.validate(page)  # none of its cells was validated when it was made


def test_build__gives_a_copy_with_a_place_for_a_name_and_the_teacher_one_without(tmp_path: Path) -> None:
    made = nbformat.read(build("07", "student", tmp_path / "copy.ipynb"), as_version=4)
    assert any('student=""' in cell.source for cell in made.cells)
    given = nbformat.read(build("07", "teacher", tmp_path / "teacher.ipynb"), as_version=4)
    assert not any('student=""' in cell.source for cell in given.cells)
