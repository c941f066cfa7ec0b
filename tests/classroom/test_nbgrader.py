"""nbgrader assigns, releases, collects and grades a lesson: what students wrote is in the source, and survives."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook
from nbgrader.api import Gradebook

from monopoly_lab import cli
from monopoly_lab.lessons.question_calls import asked_in, with_value, written_value
from monopoly_lab.lessons.source import lesson_names, read_lesson
from monopoly_lab.lessons.student_edition import SOLUTION, for_nbgrader, written

CELLS = [
    'import monopoly_lab as ml\nlesson = ml.Lesson("dice", keys={"q1": ml.hashed("q1", 6, 0)})',
    'u = ml.predict("sevens", 20, ask="Share of sevens", unit="%", low=0, high=100)',
    "ways = None\n### BEGIN SOLUTION\nways = 6\n### END SOLUTION",
    'ml.self_check("q1", ways, lesson)',
]
PYTHON = {"display_name": "Python 3", "language": "python", "name": "python3"}
CONFIG = """
c = get_config()
c.CourseDirectory.course_id = "7b"
c.CourseDirectory.root = {root!r}
c.Exchange.root = {exchange!r}
c.Exchange.path_includes_course = False
c.ExecutePreprocessor.timeout = 120
"""


FEW_GAMES = """
import monopoly_lab as ml
ml.Lesson.games = lambda lesson, n: min(n, 20)
"""
WRONG = "-987654.3"  # the answer to no question
PARTS = 4  # assignments of several lessons: nbgrader itself takes seconds to start


def nbgrader(folder: Path, *arguments: str) -> None:
    # nbgrader calls `alembic` by its name: it is found where this Python's own programs lie.
    programs = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    command = [sys.executable, "-m", "nbgrader", *arguments]
    environment = {
        **os.environ,
        "PATH": programs,
        "IPYTHONDIR": str(folder / ".ipython"),
        "MONOPOLY_LAB_PROGRESS": "off",
    }
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-3000:]


def answered(path: Path, ways: int) -> None:
    notebook = nbformat.read(path, as_version=4)
    notebook.cells[2].source = with_value(notebook.cells[2].source, "sevens", "16.5")
    notebook.cells[3].source = f"ways = {ways}"
    nbformat.write(notebook, path)


@pytest.mark.full
def test_nbgrader__assigns_releases_collects_and_grades(tmp_path: Path) -> None:
    (tmp_path / "exchange").mkdir(mode=0o777)
    (tmp_path / "exchange").chmod(0o777)
    text = CONFIG.format(root=str(tmp_path), exchange=str(tmp_path / "exchange"))
    (tmp_path / "nbgrader_config.py").write_text(text)
    cells = [new_markdown_cell("# Dice"), *map(new_code_cell, CELLS)]
    cells.append(new_markdown_cell("secret", metadata={"tags": ["answer"]}))
    nbformat.write(new_notebook(cells=cells, metadata={"kernelspec": PYTHON}), tmp_path / "dice.ipynb")
    (tmp_path / "source" / "lesson").mkdir(parents=True)
    out = tmp_path / "source" / "lesson" / "dice.ipynb"
    assert cli.main(["lesson", "build", str(tmp_path / "dice.ipynb"), "--for", "nbgrader", "--out", str(out)]) == 0
    nbgrader(tmp_path, "generate_assignment", "lesson")
    released = tmp_path / "release" / "lesson" / "dice.ipynb"
    text = released.read_text(encoding="utf-8")
    assert "ways = 6" not in text and ", 20," not in text and "secret" not in text and "NotImplementedError" in text
    nbgrader(tmp_path, "release_assignment", "lesson")
    home = tmp_path / "home"  # of the one student that a computer without accounts has
    home.mkdir()
    shutil.copy(tmp_path / "nbgrader_config.py", home)
    nbgrader(home, "fetch_assignment", "lesson")
    answered(home / "lesson" / "dice.ipynb", 6)
    nbgrader(home, "submit", "lesson")
    nbgrader(tmp_path, "collect", "lesson")
    other = tmp_path / "submitted" / "bo" / "lesson"  # as they come by other ways
    shutil.copytree(tmp_path / "release" / "lesson", other)
    answered(other / "dice.ipynb", 7)
    nbgrader(tmp_path, "autograde", "lesson")
    graded = sorted((tmp_path / "autograded").glob("*/lesson/dice.ipynb"))
    assert len(graded) == 2
    for path in graded:
        found = [each for cell in nbformat.read(path, as_version=4).cells for each in asked_in(cell.source)]
        assert (found[0].name, written_value(found[0].given, {})) == ("sevens", 16.5)
    nbgrader(tmp_path, "export")
    grades = (tmp_path / "grades.csv").read_text().splitlines()
    student, score = (grades[0].split(",").index(name) for name in ("student_id", "score"))
    found_scores = {line.split(",")[student] == "bo": float(line.split(",")[score]) for line in grades[1:]}
    assert found_scores == {True: 0.0, False: 1.0}


def checks(notebook: object) -> list[str]:
    found = [cell.source for cell in notebook.cells if cell.cell_type == "code"]  # type: ignore[attr-defined]
    return [each.name for source in found for each in asked_in(source) if each.kind == "self_check"]


@pytest.mark.parametrize("name", lesson_names())
def test_nbgrader__every_self_check_is_a_graded_cell_of_its_own(name: str) -> None:
    source = read_lesson(name)
    made = for_nbgrader(source)
    asked = checks(source.notebook)
    graded = [cell for cell in made.cells if cell.metadata.get("nbgrader", {}).get("grade")]
    assert [checks(SimpleNamespace(cells=[cell])) for cell in graded] == [[each] for each in asked]
    assert all(cell.metadata.nbgrader.points == 1 and cell.metadata.nbgrader.locked for cell in graded)
    ids = [cell.id for cell in made.cells]
    assert len(set(ids)) == len(ids)
    open_ones = [cell for cell in made.cells if cell.metadata.get("nbgrader", {}).get("solution")]
    assert all(SOLUTION.search(cell.source) for cell in open_ones) and len(open_ones) >= len(asked)


def test_nbgrader__a_key_that_is_a_function_is_hidden_from_students(tmp_path: Path) -> None:
    cells = ['import monopoly_lab as ml\nlesson = ml.Lesson("d", keys={"q": lambda lesson: 42})']
    cells.append('ml.self_check("q", 42, lesson)\nprint(1)\nml.self_check("q", 42, lesson)')
    nbformat.write(new_notebook(cells=[new_code_cell(each) for each in cells]), tmp_path / "d.ipynb")
    made = for_nbgrader(read_lesson(str(tmp_path / "d.ipynb")))
    shown = [re.sub(r"### BEGIN (HIDDEN|SOL)(.|\n)*?### END .*", "", cell.source) for cell in made.cells]
    assert "42" not in "".join(shown) and sum("lambda" in cell.source for cell in made.cells) == 2
    assert [cell.source for cell in made.cells].count("print(1)") == 1


def lessons_graded(folder: Path, names: list[str]) -> dict[tuple[str, str], tuple[float, float]]:
    """The score of each student's notebook, and the most it can be, after nbgrader has graded all of them."""
    (folder / "nbgrader_config.py").write_text(CONFIG.format(root=str(folder), exchange=str(folder / "x")))
    startup = folder / ".ipython" / "profile_default" / "startup"
    startup.mkdir(parents=True)
    (startup / "00-few.py").write_text(FEW_GAMES)
    source = folder / "source" / "course"
    source.mkdir(parents=True)
    for name in names:
        (source / f"{name}.ipynb").write_bytes(written(for_nbgrader(read_lesson(name))))
    nbgrader(folder, "generate_assignment", "course")
    for student in ("right", "wrong", "empty"):
        given = folder / "submitted" / student / "course"
        shutil.copytree(folder / "release" / "course", given)
        for name in names if student != "empty" else []:
            notebook = nbformat.read(given / f"{name}.ipynb", as_version=4)
            teachers = {
                cell.metadata.nbgrader.grade_id: cell.source for cell in _marked(for_nbgrader(read_lesson(name)))
            }
            for cell in _marked(notebook):
                if cell.metadata.nbgrader.solution:
                    right = teachers[cell.metadata.nbgrader.grade_id]
                    cell.source = right if student == "right" else f"{right}\n{_wrong(right)}"
            nbformat.write(notebook, given / f"{name}.ipynb")
    nbgrader(folder, "autograde", "course")
    with Gradebook(f"sqlite:///{folder / 'gradebook.db'}") as book:
        found = {}
        for student in ("right", "wrong", "empty"):
            for each in book.find_submission("course", student).notebooks:
                found[each.name, student] = (each.score, each.max_score)
    return found


def _marked(notebook: Any) -> list[Any]:
    return [cell for cell in notebook.cells if "nbgrader" in cell.metadata]


def _wrong(right: str) -> str:
    """Lines that give every answer of a cell another value: the names that it gives None first."""
    return "\n".join(f"{name} = {WRONG}" for name in re.findall(r"^(\w+) = None$", right, re.MULTILINE))


@pytest.mark.full
@pytest.mark.parametrize("part", range(PARTS))
def test_nbgrader__grades_a_right_a_wrong_and_an_empty_submission_of_every_lesson(part: int, tmp_path: Path) -> None:
    names = lesson_names()[part::PARTS]
    found = lessons_graded(tmp_path, names)
    assert len(found) == 3 * len(names)
    for name in names:
        most = len(checks(read_lesson(name).notebook))
        assert found[name, "right"] == (most, most), name
        assert found[name, "wrong"] == found[name, "empty"] == (0, most), name
