"""Build a lesson for nbgrader: self-checks, predictions and sentences are cells with points.

A self-check at the top level of a cell is taken out of it and becomes a locked cell of its own. An answer that stands
inside the call gets a name, and a cell of its own in which students give it. The cell with `ml.Lesson(...)` is locked,
and a key that is a function is in the graded cell, between the marks of hidden tests, which students do not get.

A prediction is given in a cell that is graded by hand (nbgrader gives 0 where nothing was changed); the call of
`ml.predict` below it is locked. Below a text tagged `explain` is a cell for a sentence, graded by hand as well.
"""

import ast
import re
from collections.abc import Callable, Iterator
from typing import Any

from monopoly_lab.common import ABOUT
from monopoly_lab.lessons.lesson_notebooks import Source
from monopoly_lab.lessons.personal_answers import computed_keys, without_functions
from monopoly_lab.lessons.prediction import Prediction
from monopoly_lab.lessons.question_calls import (
    Asked,
    asked_in,
    asked_of,
    replace_node,
    tree_of,
    whose_in,
    with_value,
    words_of,
)
from monopoly_lab.lessons.question_text import FOLDED, own_words, tags

POINTS = 1
ANSWER = "answer_"  # begins the name of an answer that has none
CHECKED = "checked"  # what a graded cell calls the outcome; also: graded by nbgrader itself
SAID = "_said"  # ends the name of what is predicted
LOCKED, BY_HAND = "locked", "by_hand"  # how a part of a cell is treated, besides CHECKED; "" is left alone
PART = "part"  # in the metadata of a part, while it is made

Cut = Callable[[Any], Any]


def for_nbgrader(source: Source, cut: Cut, is_open: Callable[[Any], bool]) -> Any:
    """Return the notebook for nbgrader's folder `source`: with solutions, which nbgrader cuts itself.

    `cut` gives a copy of a notebook without what only the teacher sees, `is_open` says where students write code.
    """
    notebook = cut(source)
    answers = {
        each.name: ast.unparse(each.answer)
        for cell in source.notebook.cells
        if cell.cell_type == "code"
        for each in asked_in(cell.source)
        if each.kind == "self_check" and each.answer is not None
    }
    codes = [cell.source for cell in source.notebook.cells if cell.cell_type == "code"]
    keys = computed_keys(codes)
    notebook.cells = [made for cell in notebook.cells for made in _split_cell(cell, answers, keys)]
    models = _models(source)
    notebook.cells = [made for cell in notebook.cells for made in _with_sentence(cell, models)]
    for number, cell in enumerate(notebook.cells):
        part = cell.metadata.pop(PART, "")
        is_open_code = cell.cell_type == "code" and is_open(cell)
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
            cell.source = cell.source if part == CHECKED else without_functions(cell.source)
            part = part or (LOCKED if whose_in(cell.source) else "")
        if part or is_open_code:
            kind = {"grade": part in (CHECKED, BY_HAND), "locked": part in (CHECKED, LOCKED), "task": False}
            kind["solution"] = not kind["locked"]
            points = {"points": POINTS} if kind["grade"] else {}
            cell.metadata["nbgrader"] = {**kind, **points, "grade_id": f"cell-{number}", "schema_version": 3}
    notebook.metadata.pop(ABOUT, None)
    return notebook


def _models(source: Source) -> dict[str, str]:
    """Return the answer to each text that asks for a sentence, by the id of its cell: folded in it, or in the next."""
    cells = source.notebook.cells
    models = {}
    for cell, after in zip(cells, [*cells[1:], None]):
        if cell.cell_type == "markdown" and "explain" in tags(cell):
            texts = [cell, after] if after is not None and "answer" in tags(after) else [cell]
            parts = [part[0] for each in texts for part in FOLDED.finditer(each.source)]
            models[cell.id] = "\n".join(re.sub(r"<[^>]*>", "", part).strip() for part in parts)
    return models


def _with_sentence(cell: Any, models: dict[str, str]) -> Iterator[Any]:
    """Yield a cell and, if it asks for a sentence, one to write it in, whose model answer nbgrader cuts."""
    yield cell
    if cell.cell_type == "markdown" and cell.id in models:
        lines = [line for line in cell.source.splitlines() if not own_words(line.strip())]
        cell.source = "\n".join(lines).strip()
        copied = type(cell)(cell)
        copied.metadata = type(cell.metadata)({PART: BY_HAND})
        copied.id = f"{cell.id[:55]}-words"
        copied.source = f"### BEGIN SOLUTION\n{models[cell.id] or '...'}\n### END SOLUTION"
        yield copied


def _split_cell(cell: Any, answers: dict[str, str], keys: dict[str, str]) -> Iterator[Any]:
    """Yield the parts of a cell: what is no self-check, where an answer is given, what is graded."""
    tree = tree_of(cell.source) if cell.cell_type == "code" else None
    asking = [line for line in tree.body if _question_in(line)] if tree else []
    if not asking:
        yield cell
        return
    lines, done, parts = cell.source.encode().split(b"\n"), 0, list[tuple[str, str]]()
    for line in asking:
        parts.append((b"\n".join(lines[done : line.lineno - 1]).decode(), ""))
        done = line.end_lineno or line.lineno
        text = b"\n".join(lines[line.lineno - 1 : done]).decode().strip()
        call = asked_in(text)[0]
        if call.kind == "predict":
            parts += _prediction_cells(text, call)
            continue
        if not isinstance(call.answer, ast.Name):
            name = f"{ANSWER}{call.name}" if call.name.isidentifier() else f"{ANSWER}{line.lineno}"
            parts.append((_open(name, answers.get(call.name, "None")), ""))
            text = with_value(text, call.name, name, call.kind) or text
        parts.append((_graded_source(text, call.name, keys), CHECKED))
    parts.append((b"\n".join(lines[done:]).decode(), ""))
    for n, (text, part) in enumerate(each for each in parts if each[0].strip()):
        copied = type(cell)(cell)
        copied.metadata = type(cell.metadata)(cell.metadata) | ({PART: part} if part else {})
        copied.source = text.strip("\n")
        if n:
            copied.id = f"{cell.id[:60]}-{n}"
        yield copied


def _question_in(line: ast.stmt) -> Asked | None:
    """Return what a line asks: a self-check that is a line of its own, or a prediction that gets a name."""
    is_check = isinstance(line, ast.Expr)
    call = line.value if isinstance(line, ast.Expr | ast.Assign) else None
    asked = asked_of(call) if isinstance(call, ast.Call) else None
    return asked if asked is not None and is_check == (asked.kind == "self_check") else None


def _prediction_cells(text: str, asked: Asked) -> list[tuple[str, str]]:
    """Return the cell in which a prediction is given, graded by hand, and the locked one that takes it from there."""
    name = f"{asked.name}{SAID}"
    question = Prediction(asked.name, None, **words_of(asked)).question()  # type: ignore[arg-type]
    kept = [each for each in asked.call.keywords if each.arg not in ("value", "field")]
    call = ast.Call(
        asked.call.func,
        [asked.call.args[0], ast.Name(name)],
        [*kept, ast.keyword("field", ast.Constant(value=False))],
    )
    return [
        (f"# {question}\n{_open(name, '...')}", BY_HAND),
        (replace_node(text, asked.call, ast.unparse(call)), LOCKED),
    ]


def _open(name: str, answer: str) -> str:
    return f"{name} = None\n### BEGIN SOLUTION\n{name} = {answer}\n### END SOLUTION"


def _graded_source(check: str, question: str, keys: dict[str, str]) -> str:
    """Return the source of a graded cell: it shows what a self-check says, and fails for any answer but a right one."""
    hidden = ""
    if question in keys:
        key = f"lesson.keys[{question!r}] = {keys[question]}"
        hidden = f"### BEGIN HIDDEN TESTS\n{key}\n### END HIDDEN TESTS\n"
    return f"{hidden}{CHECKED} = {check}\nprint({CHECKED})\nassert {CHECKED}.is_right, {CHECKED}"
