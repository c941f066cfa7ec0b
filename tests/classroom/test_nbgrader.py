"""nbgrader assigns, releases, collects and grades a lesson: what students wrote is in the source, and survives."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from monopoly_lab import cli
from monopoly_lab.lessons.asking import asked_in, with_value, written_value

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


def nbgrader(folder: Path, *arguments: str) -> None:
    # nbgrader calls `alembic` by its name: it is found where this Python's own programs lie.
    programs = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    command = [sys.executable, "-m", "nbgrader", *arguments]
    environment = {**os.environ, "PATH": programs}
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
