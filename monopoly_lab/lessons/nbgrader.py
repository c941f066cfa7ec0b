"""Build a lesson for nbgrader: each self-check is a cell that nbgrader grades, with points.

A self-check at the top level of a cell is taken out of it and becomes a locked cell of its own. An answer that stands
inside the call gets a name, and a cell of its own in which students give it. The cell with `ml.Lesson(...)` is locked,
and a key that is a function stands in the graded cell, between the marks of hidden tests, which students do not get.
"""

import ast
from collections.abc import Callable, Iterator
from typing import Any

from monopoly_lab.common import ABOUT
from monopoly_lab.lessons.personal_answers import computed_keys, without_functions
from monopoly_lab.lessons.question_calls import asked_in, asked_of, tree_of, whose_in, with_value
from monopoly_lab.lessons.source import Source

POINTS = 1
ANSWER = "answer_"  # begins the name of an answer that has none
CHECKED = "checked"  # what a graded cell calls the outcome

Cut = Callable[[Any], Any]


def for_nbgrader(source: Source, cut: Cut, is_open: Callable[[Any], bool]) -> Any:
    """Return the notebook for nbgrader's folder `source`: with solutions, which nbgrader cuts itself.

    `cut` gives a copy of a notebook without what only the teacher sees, `is_open` says where students write code.
    """
    notebook = cut(source)
    answers = {
        each.name: ast.unparse(each.given)
        for cell in source.notebook.cells
        if cell.cell_type == "code"
        for each in asked_in(cell.source)
        if each.kind == "self_check" and each.given is not None
    }
    codes = [cell.source for cell in source.notebook.cells if cell.cell_type == "code"]
    keys = computed_keys(codes)
    notebook.cells = [made for cell in notebook.cells for made in _parted(cell, answers, keys)]
    for number, cell in enumerate(notebook.cells):
        if cell.cell_type != "code":
            continue
        cell.outputs, cell.execution_count = [], None
        is_check = cell.metadata.pop(CHECKED, False)
        is_first = whose_in(cell.source) is not None
        cell.source = cell.source if is_check else without_functions(cell.source)
        if is_check or is_first or is_open(cell):
            kind = {"grade": is_check, "locked": is_check or is_first, "task": False}
            kind["solution"] = not kind["locked"]
            points = {"points": POINTS} if is_check else {}
            cell.metadata["nbgrader"] = {**kind, **points, "grade_id": f"cell-{number}", "schema_version": 3}
    notebook.metadata.pop(ABOUT, None)
    return notebook


def _parted(cell: Any, answers: dict[str, str], keys: dict[str, str]) -> Iterator[Any]:
    """Yield the parts of a cell: what is no self-check, where an answer is given, what is graded."""
    tree = tree_of(cell.source) if cell.cell_type == "code" else None
    checks = [line for line in tree.body if _check(line)] if tree else []
    if not checks:
        yield cell
        return
    lines, done, parts = cell.source.encode().split(b"\n"), 0, list[tuple[str, bool]]()
    for line in checks:
        parts.append((b"\n".join(lines[done : line.lineno - 1]).decode(), False))
        done = line.end_lineno or line.lineno
        text = b"\n".join(lines[line.lineno - 1 : done]).decode().strip()
        asked = asked_in(text)[0]
        if not isinstance(asked.given, ast.Name):
            name = f"{ANSWER}{asked.name}" if asked.name.isidentifier() else f"{ANSWER}{line.lineno}"
            parts.append((_open(name, answers.get(asked.name, "None")), False))
            text = with_value(text, asked.name, name, asked.kind) or text
        parts.append((_graded(text, asked.name, keys), True))
    parts.append((b"\n".join(lines[done:]).decode(), False))
    for n, (text, is_check) in enumerate(part for part in parts if part[0].strip()):
        made = type(cell)(cell)
        made.metadata = type(cell.metadata)(cell.metadata) | ({CHECKED: True} if is_check else {})
        made.source = text.strip("\n")
        if n:
            made.id = f"{cell.id[:60]}-{n}"
        yield made


def _check(line: ast.stmt) -> bool:
    """Return True for a self-check that is a line of its own."""
    asked = asked_of(line.value) if isinstance(line, ast.Expr) and isinstance(line.value, ast.Call) else None
    return asked is not None and asked.kind == "self_check"


def _open(name: str, answer: str) -> str:
    return f"{name} = None\n### BEGIN SOLUTION\n{name} = {answer}\n### END SOLUTION"


def _graded(check: str, question: str, keys: dict[str, str]) -> str:
    """The source of a graded cell: it shows what a self-check says, and fails for any answer that is not right."""
    hidden = ""
    if question in keys:
        key = f"lesson.keys[{question!r}] = {keys[question]}"
        hidden = f"### BEGIN HIDDEN TESTS\n{key}\n### END HIDDEN TESTS\n"
    return f"{hidden}{CHECKED} = {check}\nprint({CHECKED})\nassert {CHECKED}.is_right, {CHECKED}"
