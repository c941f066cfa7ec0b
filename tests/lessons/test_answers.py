"""Students' editions of the lessons: no answer in them, and whoever fills in the teacher's has the teacher's cells."""

import ast
import re
from typing import Any

import nbformat
import pytest

from monopoly_lab.lessons.lesson import ANSWERS
from monopoly_lab.lessons.lesson_editions import SOLUTION
from monopoly_lab.lessons.lesson_notebooks import lesson_names
from monopoly_lab.lessons.personal_answers import digits_asked, key_tables
from monopoly_lab.lessons.question_calls import Asked, asked_in, tree_of, with_value
from monopoly_lab.lessons.question_text import text_above
from tests.lessons.shipped import lesson, student

GAP = re.compile(r"^[ \t]*\.\.\.  # .*$", re.MULTILINE)


def codes(notebook: Any) -> list[Any]:
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def checks(source: str) -> list[Asked]:
    return [each for each in asked_in(source) if each.kind == "self_check"]


@pytest.mark.parametrize("name", lesson_names())
def test_student__holds_no_solution_in_any_cell_or_output_or_metadata(name: str) -> None:
    given, made = lesson(name), student(name)
    text = nbformat.writes(made).replace('\\"', '"')
    for cell in codes(given.notebook):
        for solution in SOLUTION.finditer(cell.source):
            lines = [line.strip() for line in solution[0].splitlines()[1:-1]]
            assert not [line for line in lines if len(line) > 12 and line in text], cell.id
    for cell in codes(made):
        tree = tree_of(cell.source)
        tables = key_tables(ast.walk(tree)) if tree else ()
        for table in tables:
            assert isinstance(table, ast.Dict), "keys are a table, so that it is seen which of them are formulas"
            assert all(isinstance(key, ast.Constant) for key in table.values), f"{cell.id}: a formula to read"
        assert all(each.answer is None or _is_blank(each.answer) for each in asked_in(cell.source)), cell.id


@pytest.mark.parametrize("name", lesson_names())
def test_student__has_no_answer_as_a_number_in_its_code(name: str) -> None:
    given = lesson(name)
    asked = [each for cell in codes(given.notebook) for each in checks(cell.source)]
    written = [solution[0] for cell in codes(given.notebook) for solution in SOLUTION.finditer(cell.source)]
    assigned = re.findall(r"^\w+ = ([-\d.]+)$", "\n".join(written), re.MULTILINE)
    answers = {each.value for each in (one.answer for one in asked) if isinstance(each, ast.Constant)}
    telling = {abs(float(x)) for x in (*answers, *assigned)} - set(map(float, range(10)))
    source = "\n".join(cell.source for cell in codes(student(name)))
    assert not telling & {float(x) for x in re.findall(r"(?<![\w.])\d+(?:\.\d+)?(?![\w.])", source)}


def _is_blank(given: ast.expr) -> bool:
    return isinstance(given, ast.Name) or (isinstance(given, ast.Constant) and given.value is None)


@pytest.mark.parametrize("name", lesson_names())
def test_student__is_asked_by_the_name_that_a_solution_gives(name: str) -> None:
    """Else whoever fills in `built = 12` is told that nothing was answered."""
    given = lesson(name)
    made = {cell.id: cell.source for cell in codes(student(name))}
    for cell in codes(given.notebook):
        has_solution = bool(SOLUTION.search(cell.source))
        for asked in checks(cell.source) if cell.id in made else []:
            assert isinstance(asked.answer, ast.Name) == has_solution, cell.id
            if has_solution:
                assert re.search(rf"^{asked.answer.id} = None$", made[cell.id], re.MULTILINE), cell.id  # type: ignore[union-attr]


@pytest.mark.parametrize("name", lesson_names())
def test_question__says_how_exact_its_answer_has_to_be(name: str) -> None:
    notebook = lesson(name).notebook
    digits = digits_asked(cell.source for cell in codes(notebook))
    asked = [
        (at, each) for at, cell in enumerate(notebook.cells) if cell.cell_type == "code" for each in checks(cell.source)
    ]
    assert {each.name for _, each in asked} == set(digits), "each has a hashed key, or digits="
    for at, each in asked:
        above = text_above(notebook.cells, at)
        before = next((n for n in reversed(range(at)) if notebook.cells[n].cell_type == "markdown"), None)
        text = notebook.cells[before if above is None else above].source  # type: ignore[index]
        assert digits[each.name] == 0 or re.search(r"decimal", text), f"{each.name}: {text}"


ASKED_BEFORE = {"20_born_ahead": {"points"}, "30_is_anti_monopoly_fair": {"won_games"}}  # by copies that are out


@pytest.mark.full
@pytest.mark.parametrize("name", lesson_names())
def test_student__with_the_teachers_answers_is_the_teachers(name: str) -> None:
    """Which `test_lessons_in_every_language` runs, and is told that they are right."""
    teachers = {cell.id: cell.source for cell in codes(lesson(name).notebook)}
    for cell in codes(student(name)):
        filled = filled_in(cell.source, teachers[cell.id])
        assert ast.dump(ast.parse(filled)) == ast.dump(ast.parse(teachers[cell.id])), cell.id
    asked = {each.name for source in teachers.values() for each in checks(source)}
    assert set(ANSWERS.get(name, {})) - ASKED_BEFORE.get(name, set()) <= asked


def filled_in(source: str, teachers: str) -> str:
    """A student's cell with the teacher's answers: lines where the gap is, numbers where None is."""
    solution = SOLUTION.search(teachers)
    filled = GAP.sub(lambda gap: solution[0], source, count=1) if solution else source
    for asked in asked_in(teachers):
        if asked.answer is not None and not isinstance(asked.answer, ast.Name):
            filled = with_value(filled, asked.name, ast.unparse(asked.answer), asked.kind) or filled
    return filled
