"""nbgrader assigns, releases, collects and grades a lesson: what students wrote is in the source, and survives."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from subprocess import PIPE
from types import SimpleNamespace
from typing import Any

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from monopoly_lab import cli
from monopoly_lab.lessons.lesson_editions import SOLUTION, for_nbgrader, notebook_bytes
from monopoly_lab.lessons.lesson_notebooks import lesson_names, read_lesson
from monopoly_lab.lessons.question_calls import asked_in
from tests.lessons import shipped

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
VARIED = ["40_demand_and_price_ceiling"]  # numbers and sentences of one's own
PARTS = 8  # assignments of several lessons: nbgrader itself takes seconds to start


STEPS = """
import contextlib, json, os, sys
from jupyter_core.application import NoStart
from nbgrader.apps.nbgraderapp import NbGraderApp
from monopoly_lab.web.server.kernel_forks import LESSON_MODULES, fork_kernels
fork_kernels(LESSON_MODULES)
for line in sys.stdin:
    for folder, *arguments in json.loads(line):
        os.chdir(folder)
        app = NbGraderApp()
        app.initialize(arguments)
        with contextlib.suppress(NoStart):  # what it says once a step is done
            app.start()
        app.subapp.clear_instance()
        NbGraderApp.clear_instance()
    print("DONE", flush=True)
"""
Steps = Callable[..., None]


@pytest.fixture(scope="module")
def all_steps(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Steps]:
    """Runs steps of nbgrader, each in its folder, all in one process: it takes seconds to start, as kernels do."""
    # nbgrader calls `alembic` by its name: it is found where this Python's own programs lie.
    programs = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    of_kernels = tmp_path_factory.mktemp("ipython")
    environment = {**os.environ, "PATH": programs, "MONOPOLY_LAB_PROGRESS": "off", "IPYTHONDIR": str(of_kernels)}
    startup = of_kernels / "profile_default" / "startup"
    startup.mkdir(parents=True)
    (startup / "00-few.py").write_text(FEW_GAMES)
    said = of_kernels / "said.txt"
    running: list[subprocess.Popen[str]] = []

    def run(*steps: tuple[Path | str, ...]) -> None:
        if not running or running[-1].poll() is not None:
            command = [sys.executable, "-c", STEPS]
            with said.open("w") as log:
                running.append(
                    subprocess.Popen(command, env=environment, text=True, stdin=PIPE, stdout=PIPE, stderr=log)
                )
        process = running[-1]
        assert process.stdin is not None and process.stdout is not None
        print(json.dumps([list(map(str, step)) for step in steps]), file=process.stdin, flush=True)
        assert "DONE\n" in iter(process.stdout.readline, ""), (process.wait(), said.read_text()[-3000:])

    yield run
    for each in running:
        each.communicate()


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a course, with one gradebook, which takes two seconds to make; its only student works in `home`.

    A computer without accounts has one student. Each test has an assignment of its own.
    """
    folder = tmp_path_factory.mktemp("course")
    (folder / "exchange").mkdir(mode=0o777)
    (folder / "exchange").chmod(0o777)
    text = CONFIG.format(root=str(folder), exchange=str(folder / "exchange"))
    (folder / "home").mkdir()
    for place in (folder, folder / "home"):
        (place / "nbgrader_config.py").write_text(text)
    return folder


def answered(path: Path, ways: int) -> None:
    notebook = nbformat.read(path, as_version=4)
    for cell in _marked(notebook):
        if cell.cell_type == "markdown":
            cell.source = "Six of them add up to seven."
        elif cell.source.startswith("ways = None"):
            cell.source = f"ways = {ways}"
        elif "sevens_said = None" in cell.source:
            cell.source = "sevens_said = 16.5"
    nbformat.write(notebook, path)


@pytest.mark.full
def test_nbgrader__assigns_releases_collects_and_grades(all_steps: Steps, course: Path, tmp_path: Path) -> None:
    cells = [new_markdown_cell("# Dice"), *map(new_code_cell, CELLS)]
    why = "**Explain.** Why six?\n\n<details><summary>Answer</summary>secret pairs</details>"
    cells.append(new_markdown_cell(why, metadata={"tags": ["explain"]}))
    cells.append(new_markdown_cell("secret", metadata={"tags": ["answer"]}))
    nbformat.write(new_notebook(cells=cells, metadata={"kernelspec": PYTHON}), tmp_path / "dice.ipynb")
    (course / "source" / "lesson").mkdir(parents=True)
    out = course / "source" / "lesson" / "dice.ipynb"
    assert cli.main(["lesson", "build", str(tmp_path / "dice.ipynb"), "--for", "nbgrader", "--out", str(out)]) == 0
    home = course / "home"
    handing_out = [(course, step, "lesson") for step in ("generate_assignment", "release_assignment")]
    all_steps(*handing_out, (home, "fetch_assignment", "lesson"))
    released = course / "release" / "lesson" / "dice.ipynb"
    text = released.read_text(encoding="utf-8")
    assert "ways = 6" not in text and ", 20," not in text and "secret" not in text and "NotImplementedError" in text
    answered(home / "lesson" / "dice.ipynb", 6)
    other = course / "submitted" / "bo" / "lesson"  # as they come by other ways
    shutil.copytree(course / "release" / "lesson", other)
    answered(other / "dice.ipynb", 7)
    all_steps((home, "submit", "lesson"), (course, "collect", "lesson"), (course, "autograde", "lesson"))
    graded = sorted((course / "autograded").glob("*/lesson/dice.ipynb"))
    assert len(graded) == 2
    assert all("sevens_said = 16.5" in path.read_text(encoding="utf-8") for path in graded)
    assert by_hand(course, "lesson", "bo", [1.0, 0.5]) == 2
    all_steps((course, "generate_feedback", "lesson"), (course, "export"))
    assert "Right." in feedback(course, "lesson", "dice", "bo", False)
    assert "Not yet." in feedback(course, "lesson", "dice", "bo", True)
    grades = (course / "grades.csv").read_text().splitlines()
    of, student, score = (grades[0].split(",").index(name) for name in ("assignment", "student_id", "score"))
    rows = [row for row in (line.split(",") for line in grades[1:]) if row[of] == "lesson"]
    found_scores = {row[student] == "bo": float(row[score]) for row in rows}
    assert found_scores == {True: 1.5, False: 1.0}, "by hand: a prediction and half a sentence; by itself: one answer"


def by_hand(folder: Path, assignment: str, student: str, points: list[float]) -> int:
    """Give the cells that wait for the teacher points, in turn; return how many there were."""
    from nbgrader.api import Gradebook  # with all of nbgrader: 3 s in each worker, where only some use it

    with Gradebook(f"sqlite:///{folder / 'gradebook.db'}") as book:
        submission = book.find_submission(assignment, student)
        waiting = [grade for each in submission.notebooks for grade in each.grades if grade.needs_manual_grade]
        for number, grade in enumerate(waiting):
            grade.manual_score, grade.needs_manual_grade = points[number % len(points)], False
        book.db.commit()
        return len(waiting)


def feedback(folder: Path, assignment: str, name: str, student: str, is_theirs: bool) -> str:
    """Return the page with feedback of a student, or of the one who is not that student."""
    found = [
        path
        for path in (folder / "feedback").glob(f"*/{assignment}/{name}.html")
        if (path.parts[-3] == student) == is_theirs
    ]
    return found[0].read_text(encoding="utf-8")


def checks(notebook: object, kind: str = "self_check") -> list[str]:
    found = [cell.source for cell in notebook.cells if cell.cell_type == "code"]  # type: ignore[attr-defined]
    return [each.name for source in found for each in asked_in(source) if each.kind == kind]


def most_points(name: str) -> int:
    """A point for each self-check, prediction and sentence of a lesson that students get."""
    cells = shipped.student(name).cells
    sentences = sum("explain" in cell.metadata.get("tags", []) for cell in cells)
    given = SimpleNamespace(cells=cells)
    return len(checks(given)) + len(checks(given, "predict")) + sentences


@pytest.mark.parametrize("name", lesson_names())
def test_nbgrader__every_self_check_is_a_graded_cell_of_its_own(name: str) -> None:
    source = shipped.lesson(name)
    made = for_nbgrader(source)
    asked = checks(source.notebook)
    marked = [cell for cell in made.cells if cell.metadata.get("nbgrader", {}).get("grade")]
    graded = [cell for cell in marked if cell.metadata.nbgrader.locked]
    assert len(marked) == most_points(name) and all(cell.metadata.nbgrader.points == 1 for cell in marked)
    assert all(SOLUTION.search(cell.source) for cell in marked if cell not in graded)
    assert [checks(SimpleNamespace(cells=[cell])) for cell in graded] == [[each] for each in asked]
    ids = [cell.id for cell in made.cells]
    assert len(set(ids)) == len(ids)
    open_ones = [cell for cell in made.cells if cell.metadata.get("nbgrader", {}).get("solution")]
    assert all(SOLUTION.search(cell.source) for cell in open_ones) and len(open_ones) >= len(asked)
    for cell in made.cells:  # what is predicted is given in a cell above, that is graded by hand
        for said in checks(SimpleNamespace(cells=[cell]), "predict") if cell.cell_type == "code" else []:
            assert cell.metadata.nbgrader.locked and f'"{said}", {said}_said' in cell.source.replace("'", '"')


def test_nbgrader__a_key_that_is_a_function_is_hidden_from_students(tmp_path: Path) -> None:
    cells = ['import monopoly_lab as ml\nlesson = ml.Lesson("d", keys={"q": lambda lesson: 42})']
    cells.append('ml.self_check("q", 42, lesson)\nprint(1)\nml.self_check("q", 42, lesson)')
    nbformat.write(new_notebook(cells=[new_code_cell(each) for each in cells]), tmp_path / "d.ipynb")
    made = for_nbgrader(read_lesson(str(tmp_path / "d.ipynb")))
    shown = [re.sub(r"### BEGIN (HIDDEN|SOL)(.|\n)*?### END .*", "", cell.source) for cell in made.cells]
    assert "42" not in "".join(shown) and sum("lambda" in cell.source for cell in made.cells) == 2
    assert [cell.source for cell in made.cells].count("print(1)") == 1


STUDENTS = ("full", "partial", "none")
HALF = 0.5  # by hand, for each cell of the one who gets a part


def lessons_graded(
    all_steps: Steps, folder: Path, assignment: str, names: list[str]
) -> dict[tuple[str, str], tuple[float, float]]:
    """The score of each student's notebook, and the most it can be, after all steps of nbgrader."""
    source, home = folder / "source" / assignment, folder / "home"
    source.mkdir(parents=True)
    for name in names:
        (source / f"{name}.ipynb").write_bytes(notebook_bytes(for_nbgrader(read_lesson(name))))
    handing_out = [(folder, step, assignment) for step in ("generate_assignment", "release_assignment")]
    all_steps(*handing_out, (home, "fetch_assignment", assignment))
    for name in names:
        _answer(home / assignment / f"{name}.ipynb", name, "full")
    for student in STUDENTS[1:]:
        given = folder / "submitted" / student / assignment
        shutil.copytree(folder / "release" / assignment, given)
        for name in names:
            _answer(given / f"{name}.ipynb", name, student)
    all_steps((home, "submit", assignment), (folder, "collect", assignment), (folder, "autograde", assignment))
    handed_in = (path.parent.name for path in (folder / "submitted").glob(f"*/{assignment}"))
    (collected,) = (name for name in handed_in if name not in STUDENTS)
    accounts = dict(zip(STUDENTS, (collected, *STUDENTS[1:])))  # without accounts a computer has one student
    assert by_hand(folder, assignment, accounts["none"], [1.0]) == 0, "what was left alone has 0 by itself"
    for student, points in (("full", 1.0), ("partial", HALF)):
        by_hand(folder, assignment, accounts[student], [points])
    all_steps((folder, "generate_feedback", assignment))
    from nbgrader.api import Gradebook  # with all of nbgrader: 3 s in each worker, where only some use it

    with Gradebook(f"sqlite:///{folder / 'gradebook.db'}") as book:
        found = {}
        for student, account in accounts.items():
            for each in book.find_submission(assignment, account).notebooks:
                found[each.name, student] = (each.score, each.max_score)
                assert (folder / "feedback" / account / assignment / f"{each.name}.html").is_file()
    return found


def _answer(path: Path, name: str, student: str) -> None:
    """Fill in a released notebook: all of it rightly, the self-checks wrongly, or nothing at all."""
    notebook = nbformat.read(path, as_version=4)
    teachers = {cell.metadata.nbgrader.grade_id: cell.source for cell in _marked(for_nbgrader(read_lesson(name)))}
    for cell in _marked(notebook) if student != "none" else []:
        if not cell.metadata.nbgrader.solution:
            continue
        right = teachers[cell.metadata.nbgrader.grade_id]
        if cell.cell_type == "markdown":
            cell.source = "Because it is so."
        elif cell.metadata.nbgrader.grade:
            cell.source = re.sub(r"= \.\.\.", "= 1", right)
        else:
            cell.source = right if student == "full" else f"{right}\n{_wrong(right)}"
    nbformat.write(notebook, path)


def _marked(notebook: Any) -> list[Any]:
    return [cell for cell in notebook.cells if "nbgrader" in cell.metadata]


def _wrong(right: str) -> str:
    """Lines that give every answer of a cell another value: the names that it gives None first."""
    return "\n".join(f"{name} = {WRONG}" for name in re.findall(r"^(\w+) = None$", right, re.MULTILINE))


def graded_as_they_should_be(all_steps: Steps, folder: Path, assignment: str, names: list[str]) -> None:
    found = lessons_graded(all_steps, folder, assignment, names)
    assert len(found) == len(STUDENTS) * len(names)
    for name in names:
        most, right = most_points(name), len(checks(read_lesson(name).notebook))
        points = {"full": most, "partial": HALF * (most - right), "none": 0}
        assert [found[name, each] for each in STUDENTS] == [(points[each], most) for each in STUDENTS], name


@pytest.mark.full
def test_nbgrader__grades_full_partial_and_no_points_in_all_its_steps(all_steps: Steps, course: Path) -> None:
    graded_as_they_should_be(all_steps, course, "varied", VARIED)


@pytest.mark.release
@pytest.mark.parametrize("part", range(PARTS))
def test_nbgrader__grades_full_partial_and_no_points_in_every_lesson(all_steps: Steps, part: int, course: Path) -> None:
    graded_as_they_should_be(all_steps, course, f"part{part}", lesson_names()[part::PARTS])
