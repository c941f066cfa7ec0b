"""The minutes of a lesson: the plan adds up to what is stated, and what is in it can be done in that time."""

import re

import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from monopoly_lab.common.messages import say, speaking
from monopoly_lab.lessons import lesson_minutes, teacher_guide
from monopoly_lab.lessons.lesson_editions import for_teacher
from monopoly_lab.lessons.lesson_notebooks import lesson_names, read_lesson
from monopoly_lab.lessons.translation import translated
from tests.lessons import shipped

PLAN = re.compile(r"\*\*Plan for (\d+) minutes\.\*\*(.*?)(?:\n\n|\.\s|\.$)", re.DOTALL)
LEAST = 20  # minutes by counting: a lesson fills more of its 50
STEP = re.compile(r"(?:^|·)\s*(\d+) ")


@pytest.mark.parametrize("name", lesson_names())
def test_plan__adds_up_and_holds_what_the_lesson_has(name: str) -> None:
    lesson = shipped.lesson(name)
    plan = next(found for cell in lesson.notebook.cells if (found := PLAN.search(cell.source)))
    assert int(plan[1]) == lesson.about.minutes == sum(map(int, STEP.findall(plan[2])))
    counted = lesson_minutes.estimated_minutes(lesson.notebook)
    assert LEAST < counted <= lesson.about.minutes <= 50, f"it fills {counted:.0f}, by `lesson_minutes`"


def test_estimate__by_hand() -> None:
    """3 to begin, 200 words 2, a prediction 2.5, a cell with a picture 1 + 1.5, an Explain of 10 words 3.1, the rest is
    for the teacher or at home."""
    picture = new_output("execute_result", {"application/vnd.plotly.v1+json": {}})
    cells = [
        new_markdown_cell("word " * 200),
        new_code_cell('x = ml.predict("x", 1)'),
        new_code_cell("figure", outputs=[picture]),
        new_markdown_cell("**Explain.** " + "why " * 9 + "<details><summary>Answer</summary>so it is</details>"),
        new_markdown_cell("word " * 500, metadata={"tags": ["teacher"]}),
        new_markdown_cell("## More (at home)\n\n" + "word " * 500),
        new_code_cell("more"),
        new_markdown_cell("## Exercises\n\n" + "word " * 500),
        new_code_cell('y = ml.predict("y", 1)'),
    ]
    assert lesson_minutes.estimated_minutes(new_notebook(cells=cells)) == pytest.approx(3 + 2 + 2.5 + 2.5 + 3.1)


def test_counted__stands_in_the_guide_and_is_not_the_same_for_all() -> None:
    """50 minutes of plan for all lessons tell nothing; what is in them does."""
    shown = {each.name: each for each in teacher_guide.guide_entries()}
    assert (
        teacher_guide.minutes_text(shown["03_the_marginal_house"])
        == f"{round(lesson_minutes.estimated_minutes(read_lesson('03').notebook))} of 50"
    )
    assert len({each.counted for each in shown.values()}) > 10
    assert f">{teacher_guide.minutes_text(shown['06_should_she_build'])}</td>" in teacher_guide.page()


def test_teacher__is_told_both() -> None:
    lesson = read_lesson("03")
    head = for_teacher(lesson).cells[1].source
    n = round(lesson_minutes.estimated_minutes(lesson.notebook))
    uncounted = "what is not counted: Per what?, Exercises."
    assert f"The other {50 - n} min are for questions, a slower class and {uncounted}" in head
    assert f"50 min · {round(lesson_minutes.estimated_minutes(lesson.notebook))} min by counting" in head


@pytest.mark.parametrize("lang", ["uk", "ru"])
def test_teacher__is_told_the_same_minutes_in_every_language(lang: str) -> None:
    lesson = read_lesson("43")
    n = round(lesson_minutes.estimated_minutes(lesson.notebook))
    with speaking(lang):
        assert say("lesson.counted", n=n) in for_teacher(translated(lesson)).cells[1].source
