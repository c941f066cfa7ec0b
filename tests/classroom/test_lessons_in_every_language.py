"""Every cell of every lesson runs, and every answer in it is right, whatever language the class speaks.

The cells are run one after the other in this process, as a kernel would, and what they end with is shown; fewer games
are played than in class. Both the teacher's notebook, solutions filled in, and the students' with its gaps.
"""

import ast
from pathlib import Path
from typing import Any

import pytest
from IPython.core.formatters import DisplayFormatter

import monopoly_lab as ml
from monopoly_lab.classroom.prediction import Told
from monopoly_lab.lessons.build import for_student
from monopoly_lab.lessons.source import lesson_names, read
from monopoly_lab.messages import ENGLISH, VARIABLE, languages

GAMES = 20  # as many as a curve over rounds needs
QUICK = ("05_risk_and_reward_gamer", "17_replicate_and_refute")
OTHERS = [lang for lang in languages() if lang != ENGLISH]
LESSONS = [pytest.param(name, marks=() if name in QUICK else pytest.mark.full) for name in lesson_names()]


@pytest.mark.parametrize("lang", OTHERS)
@pytest.mark.parametrize("name", LESSONS)
def test_lesson__runs_and_agrees_with_its_own_answers(
    name: str, lang: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    spoken_by_the_class(lang, monkeypatch, tmp_path)
    wrong, check = list[str](), ml.self_check

    def checked(question: str, *given: Any, **named: Any) -> Told:
        told = check(question, *given, **named)
        wrong.extend([question] * (not told.is_right))
        return told

    monkeypatch.setattr(ml, "self_check", checked)
    run([cell.source for cell in read(name).notebook.cells if cell.cell_type == "code"])
    assert not wrong


@pytest.mark.parametrize("name", LESSONS)
def test_lesson__runs_with_its_gaps(name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    spoken_by_the_class(OTHERS[0], monkeypatch, tmp_path)
    run([cell.source for cell in for_student(read(name)).cells if cell.cell_type == "code"])


def spoken_by_the_class(lang: str, monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    monkeypatch.setenv(VARIABLE, lang)
    monkeypatch.setenv("MONOPOLY_LAB_PROGRESS", "off")
    monkeypatch.setattr(ml.Lesson, "games", lambda self, n: min(n, GAMES))
    monkeypatch.chdir(folder)


def run(cells: list[str]) -> None:
    """Cell by cell, and what each ends with as a notebook shows it."""
    names: dict[str, Any] = {"__name__": "__main__"}
    shown = DisplayFormatter()
    for number, source in enumerate(cells):
        tree = ast.parse(source)
        last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
        exec(compile(tree, f"cell {number}", "exec"), names)
        if isinstance(last, ast.Expr):
            shown.format(eval(compile(ast.Expression(last.value), f"cell {number}", "eval"), names))
