"""The students' editions of the delivered lessons hold no answer: none folded, none as a number, none in a title."""

import ast
import re

import pytest

from monopoly_lab.lessons.lesson_editions import SUMMARY
from monopoly_lab.lessons.lesson_notebooks import Source, lesson_names
from monopoly_lab.lessons.question_calls import asked_in
from monopoly_lab.lessons.question_text import tags
from tests.lessons.shipped import lesson, student

EACH = pytest.mark.parametrize("name", lesson_names())
NUMBER = re.compile(r"(?<![\w.])[-−]?\d+(?:,\d{3})*(?:\.\d+)?(?![\w.]*\d)")
REVEALED = re.compile(rf"it is ({NUMBER.pattern})")
TELLING = 100  # below it a whole number stands in many places by chance


def number(text: str) -> float:
    return abs(float(text.replace(",", "").replace("−", "-")))


NO_ANSWER = re.compile(r"\b(low|high)=-?[\d.]+|\b100 \*")  # limits of a prediction, shares as per cents


def answers(source: Source) -> set[float]:
    """What was predicted and came out, by the stored results, and what self-checks ask for, by the teacher's."""
    found = set[float]()
    for cell in source.notebook.cells:
        if cell.cell_type == "code":
            shown = " ".join(str(out.get("text", out.get("data", {}).get("text/plain", ""))) for out in cell.outputs)
            found |= {number(each) for each in REVEALED.findall(shown)}
            given = [asked.answer for asked in asked_in(cell.source) if asked.kind == "self_check"]
            found |= {abs(value) for node in given if isinstance(value := literal(node), float)}
    return {each for each in found if each >= TELLING or not each.is_integer()}


def literal(node: ast.expr | None) -> float | None:
    try:
        return float(ast.literal_eval(node)) if node is not None else None
    except (ValueError, TypeError):
        return None


@EACH
def test_student_edition__has_no_folded_answer(name: str) -> None:
    texts = [cell.source for cell in student(name).cells if cell.cell_type == "markdown"]
    assert {word for text in texts for word in SUMMARY.findall(text)} <= {"Hint"}


@EACH
def test_folded_answer__stands_in_a_cell_of_answers(name: str) -> None:
    """What is folded elsewhere counts as the student's text, stays folded for the teacher and takes minutes."""
    cells = [cell for cell in lesson(name).notebook.cells if cell.cell_type == "markdown"]
    folded = [cell for cell in cells if set(SUMMARY.findall(cell.source)) - {"Hint"}]
    assert not [cell.id for cell in folded if "answer" not in tags(cell)]


@EACH
def test_student_edition__says_no_number_that_is_asked_for(name: str) -> None:
    source = lesson(name)
    wanted = answers(source)
    cells = [NO_ANSWER.sub("", cell.source) for cell in student(name).cells]
    said = {number(each): cell for cell in cells for each in NUMBER.findall(cell)}
    assert not {each: said[each] for each in wanted & said.keys()}


@EACH
def test_student_edition__has_titles_that_do_not_tell_what_comes_out(name: str) -> None:
    """A number in a title is one that its lesson has given before, in words or in the same cell."""
    before = ""
    for cell in student(name).cells:
        if cell.cell_type == "code":
            tree = ast.parse(cell.source)
            rest = cell.source
            for node in ast.walk(tree):
                if isinstance(node, ast.Call) and ast.unparse(node.func).startswith("figures.") and len(node.args) > 1:
                    title = literal_text(node.args[1])
                    rest = rest.replace(title, "")
                    assert set(NUMBER.findall(title)) <= set(NUMBER.findall(before + rest)), title
        before += cell.source + "\n"


def literal_text(node: ast.expr) -> str:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""
