"""A class: a notebook for each student, what comes back read as data, marks from the key of each seed."""

import io
import json
import math
import os
import re
import zipfile
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import nbformat
import pandas as pd
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

import monopoly_lab as ml
from monopoly_lab import cli
from monopoly_lab.common.messages import languages, speaking
from monopoly_lab.game.seats import name_problem
from monopoly_lab.lessons import class_commands
from monopoly_lab.lessons.class_commands import write as written_once
from monopoly_lab.lessons.grading import class_report
from monopoly_lab.lessons.grading import class_runs as key_module
from monopoly_lab.lessons.grading.cell_runner import Run
from monopoly_lab.lessons.grading.class_folder import hand_out, read_class
from monopoly_lab.lessons.grading.class_report import report, right_answer, text_beside_questions
from monopoly_lab.lessons.grading.class_runs import KEYS_FILE, completed_key, keys, run_all, stored_keys
from monopoly_lab.lessons.grading.class_settings import of_lesson, read_assignment
from monopoly_lab.lessons.grading.gradebooks import key_table
from monopoly_lab.lessons.grading.gradebooks import table as marks_table
from monopoly_lab.lessons.grading.marks import mark_submissions, mistakes
from monopoly_lab.lessons.grading.marks import read_report as read_report
from monopoly_lab.lessons.grading.roster import file_name, read_roster
from monopoly_lab.lessons.grading.student_feedback import Feedback
from monopoly_lab.lessons.grading.submission import Marked, StudentAnswer, Submission
from monopoly_lab.lessons.grading.submissions import read_submissions
from monopoly_lab.lessons.lesson_editions import student_notebook
from monopoly_lab.lessons.lesson_notebooks import read_lesson
from monopoly_lab.lessons.personal_answers import cells_for_keys, digits_asked, own_questions
from monopoly_lab.lessons.prediction import Note
from monopoly_lab.lessons.question_calls import (
    asked_in,
    with_texts,
    with_texts_assigned,
    with_value,
    without_values,
    written_value,
)
from monopoly_lab.lessons.question_text import in_a_sentence
from monopoly_lab.lessons.translation import translated
from monopoly_lab.widgets.handing_in import notebook_with_answers
from tests.keys_here import carried_out, keys_here

CELLS = [
    'import monopoly_lab as ml\nlesson = ml.Lesson("dice", keys={"q1": lambda lesson: lesson.seed % 100})',
    'u = ml.predict("sevens", 20, ask="Share of sevens", unit="%", low=0, high=100)',
    "u.against(100 / 6)",
    "### BEGIN SOLUTION\nrest = lesson.seed % 100\n### END SOLUTION",
    'ml.self_check("q1", rest, lesson)',
]
WHO_WINS = 'lesson = "07_who_wins"\ncourse = "7b"\n'
NAMES = ["Ann", "Bo", "Cy", "Dan", "Eve", "../../Flo", "Gil", "Hal", "Ivy", "=Jo"]
EVIL = "__import__('pathlib').Path('HACKED').write_text('x')"


def notebook() -> Any:
    cells = [new_markdown_cell("# Dice"), *map(new_code_cell, CELLS)]
    cells.insert(5, new_markdown_cell("## Now you\n\n**Check yourself.** All is known. What is left of the *seed*?"))
    for number, cell in enumerate(cells):
        cell.id = f"c{number}"
    return new_notebook(cells=cells, metadata={"monopoly_lab": {"title": "Dice", "mistakes": ["Equal sums."]}})


@pytest.fixture
def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a class of ten that has been given its notebooks."""
    monkeypatch.chdir(tmp_path)
    nbformat.write(notebook(), tmp_path / "dice.ipynb")
    (tmp_path / "lesson.toml").write_text(
        'lesson = "dice.ipynb"\ncourse = "7b"\n[marks]\nq1 = 3\npredicted = 1\n', encoding="utf-8"
    )
    (tmp_path / "students.csv").write_text("no;name\n" + "".join(f"1;{n}\n" for n in NAMES), encoding="utf-8-sig")
    assert cli.main(["class", "new", "lesson.toml", "--students", "students.csv", "--out", "room"]) == 0
    return tmp_path / "room"


def handed_in(room: Path, file: str, sevens: str = "16", rest: str | None = None) -> Any:
    """The notebook of a student as it comes back, answered rightly if nothing else is said."""
    made = nbformat.read(room / "handed_out" / f"{file}.ipynb", as_version=4)
    seed = made.metadata["monopoly_lab"]["seed"]
    made.cells[2].source = with_value(made.cells[2].source, "sevens", sevens)
    made.cells[4].source = f"rest = {seed % 100 if rest is None else rest}"
    return made


def back(room: Path, made: Any, name: str) -> None:
    path = room / "submitted" / f"{name}.ipynb"
    path.parent.mkdir(exist_ok=True)
    nbformat.write(made, path)


def marks(room: Path) -> pd.DataFrame:
    return pd.read_csv(io.StringIO((room / "marks.csv").read_text("utf-8-sig")), index_col="student")


def test_new__gives_each_student_a_seed_and_no_answer_and_stays_in_its_folder(room: Path) -> None:
    files = sorted(path.name for path in (room / "handed_out").iterdir())
    assert files == sorted(["Flo.ipynb", "Jo.ipynb", *(f"{name}.ipynb" for name in NAMES if name.isalpha())])
    made = nbformat.read(room / "handed_out" / "Ann.ipynb", as_version=4)
    assert made.cells[1].source.endswith("ml.Lesson('dice', student=\"Ann\", course=\"7b\", keys={'q1': None})")
    assert made.metadata["monopoly_lab"]["seed"] == ml.Lesson("dice", "Ann", "7b").seed
    assert "### BEGIN" not in nbformat.writes(made) and ", 20," not in nbformat.writes(made)
    assert not (room.parent.parent / "Flo.ipynb").exists()
    before = (room / "handed_out" / "Ann.ipynb").read_bytes()
    hand_out(room.parent / "lesson.toml", room.parent / "students.csv", room)
    assert (room / "handed_out" / "Ann.ipynb").read_bytes() == before
    (room / "handed_out" / "Ann.ipynb").write_text("edited")
    with pytest.raises(ml.LessonError, match="differs"):
        hand_out(room.parent / "lesson.toml", room.parent / "students.csv", room)


def test_new__gives_out_a_translated_lesson_in_the_language_of_the_session_and_keeps_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "lesson.toml").write_text('lesson = "40"\ncourse = "7b"\n', encoding="utf-8")
    (tmp_path / "students.csv").write_text("name\nОля\n", encoding="utf-8")
    files = ("lesson.toml", "--students", "students.csv", "--out")
    assert cli.main(["--lang", "uk", "class", "new", *files, "uk"]) == 0
    assert cli.main(["class", "new", *files, "en"]) == 0
    made = {lang: nbformat.read(tmp_path / lang / "handed_out" / "Оля.ipynb", as_version=4) for lang in ("uk", "en")}

    assert made["uk"].cells[0].source.startswith("# 40. Попит")
    assert made["en"].cells[0].source.startswith("# 40. Demand")
    assert made["uk"].metadata["monopoly_lab"]["seed"] == made["en"].metadata["monopoly_lab"]["seed"]
    assert cli.main(["class", "new", *files, "uk"]) == 0  # again, in an English session: nothing has changed
    answered = [of_lesson(read_lesson(str(tmp_path / lang / "teacher.ipynb")))["questions"] for lang in ("uk", "en")]
    assert answered[0] == answered[1]


def test_marks__a_question_of_any_name_has_columns_of_its_own(tmp_path: Path) -> None:
    """Also one that is called as the sum of all, or as another of another kind."""
    names = ("points", "of", "open", "status", "file", "student", "seed", "a", "a points")
    asked = [f'ml.predict("{name}", None)' for name in names] + ['ml.self_check("points", None, lesson)']
    cells = [new_code_cell(text) for text in asked]
    nbformat.write(new_notebook(cells=cells), tmp_path / "odd.ipynb")
    (tmp_path / "lesson.toml").write_text('lesson = "odd.ipynb"\ncourse = "7b"\n')
    (tmp_path / "students.csv").write_text("name\nAnn\n")
    course = read_assignment(tmp_path / "lesson.toml", tmp_path / "students.csv")
    (ann,) = course.students
    key = {question: float(n) for n, question in enumerate(course.questions)}
    said = {question: StudentAnswer(value) for question, value in key.items()}
    found = [Submission(tmp_path / "Ann.ipynb", ann, answers=said)]
    table = marks_table(course, mark_submissions(course, found, {ann: key}), tmp_path)
    assert table.columns.is_unique and table.shape[1] == 6 + 2 * len(course.questions)
    assert (table.points[0], table.of[0], table.open[0], table.student[0]) == (1, 1, 0, "Ann")
    keys = key_table(course, {ann: key})
    assert keys.shape[1] == 2 + len(course.questions) and keys.student[0] == "Ann"


@pytest.mark.usefixtures("unrun_reports", "keys_in_this_process")
def test_collect__says_how_long_all_of_it_took_keys_too(
    room: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    keys, now = class_commands.class_runs.keys, [0.0]

    def slow(*arguments: Any) -> Any:
        now[0] += 120
        return keys(*arguments)

    monkeypatch.setattr(class_commands.class_runs, "keys", slow)
    monkeypatch.setattr(class_commands, "time", SimpleNamespace(perf_counter=lambda: now[0]))
    back(room, handed_in(room, "Ann"), "Ann")
    assert cli.main(["class", "collect", "room"]) == 0
    assert "1 file collected in 120.0 s." in capsys.readouterr().out


@pytest.mark.full
@pytest.mark.usefixtures("unrun_reports", "keys_in_this_process")
def test_collect__many_files_of_something_else_are_one_line_and_a_students_own_is_named(
    room: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "120")  # lines are wrapped to the terminal, at 100 at most
    back(room, handed_in(room, "Ann"), "Ann")
    (room / "submitted" / "Gil.ipynb").write_text("no notebook")
    folder = room / "submitted" / "photos"
    folder.mkdir()
    for number in range(5):
        (folder / f"{number:02}.jpg").write_text("x")
    assert cli.main(["class", "collect", "room"]) == 0
    assert capsys.readouterr().out.count("is no notebook") == 6
    for number in range(300):
        (folder / f"{number:02}.jpg").write_text("x")
    assert cli.main(["class", "collect", "room"]) == 0
    said = capsys.readouterr().out.splitlines()
    assert [line for line in said if "jpg" in line] == [
        "300 other files are not readable as notebooks: photos/00.jpg, photos/01.jpg, photos/02.jpg,",
        "  photos/03.jpg, photos/04.jpg, ...",
    ]
    assert any(line.startswith("Gil.ipynb: ") for line in said)


@pytest.mark.usefixtures("keys_in_this_process")
def test_collect__marks_by_each_seed_names_what_is_odd_and_runs_nothing(
    room: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    back(room, handed_in(room, "Ann"), "Ann")
    changed = handed_in(room, "Bo", rest="-5")
    changed.cells[3].source = "u.against(20)"
    del changed.cells[6]
    back(room, changed, "Bo")
    back(room, handed_in(room, "Ann"), "Cy")
    back(room, handed_in(room, "Dan", sevens=EVIL, rest=EVIL), "work/Dan")
    back(room, handed_in(room, "Eve", sevens="...", rest="None"), "anything")
    back(room, handed_in(room, "Flo", sevens="140", rest="'3,5'"), "Flo")
    (room / "submitted" / "Gil.ipynb").write_text("no notebook")
    (room / "submitted" / "Hal.ipynb").symlink_to("/etc/passwd")
    with (room / "submitted" / "Ivy.ipynb").open("wb") as huge:
        huge.truncate(200_000_000)
    bare = handed_in(room, "Jo")
    bare.metadata = {}
    back(room, bare, "Jo")
    back(room, handed_in(room, "Jo"), "second/Jo")
    assert cli.main(["class", "collect", "room"]) == 0
    out = capsys.readouterr().out
    words = " ".join(out.split())  # lines are wrapped
    assert "Who gets what" in words and f"{room.parent / 'lesson.toml'} is another file, and is not read" in words
    assert not list(room.parent.rglob("HACKED"))
    found, other = marks(room).iloc[:10], marks(room).iloc[10:]
    assert list(other.index) == ["'=Jo"] and other.file.tolist() == ["Jo.ipynb"] and other.points.isna().all()
    assert other["q1 said"].tolist() == [found.loc["'=Jo", "q1 said"]] and "handed in twice by" in other.status.iloc[0]
    told = found.status.to_dict()
    assert list(told) == ["Ann", "Bo", "Cy", "Dan", "Eve", "../../Flo", "Gil", "Hal", "Ivy", "'=Jo"]
    assert told["Ann"] == "in order"
    assert told["'=Jo"] == "1 other file names this student: Jo.ipynb; this one, the newest, counts"
    assert "no signature" in other.status.iloc[0]
    assert "code cell 3 differs from what was given out" in told["Bo"] and "points stay as they are" in told["Bo"]
    assert "code cell 5 is missing" in told["Bo"]
    assert told["Cy"].startswith("the notebook that Ann was given; no points until you decide")
    assert told["Cy"].count("Ann") == 1 and told["Bo"].count("the same") == 0
    assert told["Cy"].endswith('under [decided] in lesson.toml write "Cy" = true if it counts, "Cy" = false if not')
    assert told["Dan"] == "written as code: sevens, q1; not marked: run with --run, or ask for a number"
    assert math.isnan(found.loc["Dan", "q1 points"]) and found.open["Dan"] == found.open["Cy"] == 4
    assert found.open.sum() == 8
    assert told["Eve"] == "handed in, nothing answered"
    assert "140 % is not from 0 to 100 %" in told["../../Flo"]
    assert "no notebook" in told["Gil"] and "no plain file" in told["Hal"] and "200 MB" in told["Ivy"]
    assert out.count("Jo.ipynb") == 2, "one line, which names the file and the other"
    assert found.points.to_dict() == {
        **{"Ann": 4, "Bo": 1, "Cy": 0, "Dan": 0, "Eve": 0, "../../Flo": 0, "Gil": 0, "Hal": 0, "Ivy": 0, "'=Jo": 4},
    }
    shown = nbformat.read(room / "report.ipynb", as_version=4)
    text = nbformat.writes(shown)
    heading = shown.cells[0].source
    assert "7b: 5 of 10 students have answered. 2.3 of 4 points on average. 1 hand-in is not counted or not" in heading
    assert "3 files cannot be read and count as no answer. 1 hand-in has answers in code that was not run" in heading
    assert "--run" not in text, "for the class; what to do is for the teacher"
    assert ("called close" in heading) == ("All predictions are close" in text)
    assert "Wrote code that was not run (--run), not in the mean of the report: Dan. " in words
    assert "Handed in, but answered nothing: Eve. " in words and "Nothing handed in" not in words
    assert "Handed in a file that cannot be read, in the report as no answer: Gil, Hal, Ivy. " in words
    assert "Equal sums." in text and "Share of sevens, %" in text
    assert any(cell.source == "## What is left of the *seed*?\n\nAll is known." for cell in shown.cells)
    assert not [name for name in NAMES if name.isalpha() and f'"{name}"' in text]
    assert sum("application/vnd.plotly.v1+json" in json.dumps(cell) for cell in shown.cells) == 2
    told = [output for cell in shown.cells for output in cell.get("outputs", [])]
    figures = [data["layout"] for output in told if (data := output.data.get("application/vnd.plotly.v1+json"))]
    assert [layout["yaxis"]["dtick"] for layout in figures] == [1, 1], "people are counted whole"
    assert "wrong answer" in text and "Nobody has a wrong answer." not in text
    (room / "report.ipynb").write_text("edited")
    assert written_once(room, "report", ".ipynb", b"new").name == "report_2.ipynb"
    assert written_once(room, "marks", ".csv", b"new").name == "marks.csv"


@pytest.mark.usefixtures("unrun_reports", "keys_in_this_process")
def test_collect__reads_zip_files_as_they_are_downloaded(room: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with zipfile.ZipFile(room / "submitted" / "dice.zip", "w") as archive:
        for name in ("Ann", "Bo"):
            archive.writestr(f"{name}.ipynb", nbformat.writes(handed_in(room, name)))
    (room / "submitted" / "broken.zip").write_text("no zip file")
    for unpacked in (True, False):
        assert cli.main(["class", "collect", str(room)]) == 0
        said = capsys.readouterr().out
        assert ("dice.zip: 2 files unpacked" in said) == unpacked and "broken.zip: cannot be unpacked" in said
        assert marks(room).points.loc[["Ann", "Bo"]].min() > 0


@pytest.mark.full
@pytest.mark.parametrize("unsafe", [False, True])
def test_collect__with_run_reckons_answers_that_are_code_within_limits(room: Path, unsafe: bool) -> None:
    back(room, handed_in(room, "Ann", rest="lesson.seed % 100 + 0"), "Ann")
    back(room, handed_in(room, "Bo", rest="int('x')"), "Bo")
    back(room, handed_in(room, "Cy", rest="len(bytearray(10 ** 10))"), "Cy")
    back(room, handed_in(room, "Dan", sevens="2 ** 3", rest="[]"), "Dan")
    course = read_class(room)
    found = read_submissions(course, room / "submitted")
    run_all(found, room, jobs=2, unsafe=unsafe)
    right = course.lesson(course.students[0]).seed % 100
    assert [each.answers["self_check", "q1"].value for each in found] == [right, None, None, None]
    assert found[3].answers["predict", "sevens"].value == 8
    told = [each.problems for each in found]
    assert "it fails in code cell 4: ValueError" in told[1][-1] and "MemoryError" in told[2][-1]
    assert told[0] == [] and told[3] == ["run, but no number came out: q1"]


def test_key__is_what_the_teachers_notebook_finds_with_each_seed(room: Path) -> None:
    assert cli.main(["class", "key", "room"]) == 0
    found = pd.read_csv(io.StringIO((room / "key.csv").read_text("utf-8-sig")))
    assert found.q1.tolist() == (found.seed % 100).tolist() and found.seed.nunique() == len(NAMES)
    assert found.sevens.round(6).unique().tolist() == [16.666667]
    kept = json.loads((room / ".key.json").read_text())
    assert len(kept) == len(NAMES)
    (room / ".key.json").write_text(json.dumps({mark: [["self_check", "q1", -1]] for mark in kept}))
    assert set(keys(read_class(room), room)[read_class(room).students[0]].values()) == {-1}, "nothing is run again"
    (room / "students.csv").write_text("name\nAnn\nNew\n", encoding="utf-8")
    with keys_here():
        made = keys(read_class(room), room)
    assert next(iter(made.values())) == {("self_check", "q1"): -1}, "and of a longer roster only the new one"
    assert len(json.loads((room / ".key.json").read_text())) == len(NAMES) + 1
    teacher = nbformat.read(room / "teacher.ipynb", as_version=4)
    teacher.cells[4].source = "### BEGIN SOLUTION\nrest = 1000\n### END SOLUTION"
    nbformat.write(teacher, room / "teacher.ipynb")
    with keys_here():
        assert cli.main(["class", "key", "room"]) == 1


def test_key__of_a_run_that_found_little_is_no_key() -> None:
    """What students share is taken from another run; each of their own questions must have been answered."""
    shared, own = {("predict", "sevens"): 16.7}, [("self_check", "q1"), ("self_check", "q2")]
    notes = [Note("self_check", "q1", 4, True), Note("self_check", "q2", 9, True), Note("said", "sevens", 1, True)]
    whole = {**shared, ("self_check", "q1"): 4, ("self_check", "q2"): 9}
    assert completed_key(Run(notes, ""), shared, own) == whole
    assert completed_key(Run([], ""), shared, own) is None
    assert completed_key(Run(notes[:1], ""), shared, own) is None
    assert completed_key(Run(notes, "it fails"), shared, own) is None
    assert completed_key(Run([*notes, Note("predict", "sevens", 3, False)], ""), shared, own) is None


@pytest.mark.parametrize("damaged", ["[" * 100_000, '{"a": [[1, 2]]}', "[]", "{", '{"a": {"b": []}}'])
def test_key__a_damaged_file_of_keys_is_as_none(tmp_path: Path, damaged: str) -> None:
    (tmp_path / KEYS_FILE).write_text(damaged)
    assert stored_keys(tmp_path) == {}


def test_key__is_found_once_for_all_where_no_answer_depends_on_the_seed(
    room: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    made = notebook()
    made.cells[1].source = 'import monopoly_lab as ml\nlesson = ml.Lesson("dice")\nown = lesson.seed'
    made.cells[4].source = "### BEGIN SOLUTION\nrest = 36\n### END SOLUTION"
    made.cells[6].source = 'ml.predict("last", rest).against(rest)'
    nbformat.write(made, room.parent / "dice.ipynb")
    files = [str(room.parent / each) for each in ("lesson.toml", "students.csv")]
    Path(files[0]).write_text('lesson = "dice.ipynb"\ncourse = "7b"\n', encoding="utf-8")
    assert cli.main(["class", "new", files[0], "--students", files[1], "--out", "same"]) == 0
    assert "All students have the same answers" in capsys.readouterr().out
    runs: list[int] = []

    def counted(cells: Any, *given: Any, **named: Any) -> Any:
        runs.append(len(cells))
        return carried_out(cells, *given, **named)

    monkeypatch.setattr(key_module, "carried_out", counted)
    found = keys(read_class(room.parent / "same"), room.parent / "same")
    assert runs == [1] and len(found) == len(NAMES) and {key["predict", "last"] for key in found.values()} == {36}
    with pytest.raises(SystemExit):
        cli.main(["class", "key", "same", "--jobs", "0"])
    assert "0 is no number of processes from 1 to 64" in capsys.readouterr().err


PLAYED = [
    'import monopoly_lab as ml\nlesson = ml.Lesson("dice", keys={"q1": lambda lesson: lesson.seed % 100})',
    'u = ml.predict("sevens", 20, unit="%")\nalike = []\nfor n in range(3):\n    alike.append(n)',
    "def twice(x):\n    return 2 * x + zero\nzero = 0",
    "open('runs', 'a').write('.')",
    "own = [lesson.seed]\nown.append(lesson.seed % 100)\nu.against(sum(alike))",
    "### BEGIN SOLUTION\nrest = twice(own[1]) / 2\n### END SOLUTION",
    'ml.self_check("q1", rest, lesson)',
]


def class_of_played(room: Path, cells: list[str], name: str) -> Path:
    made = [new_code_cell(text, id=f"c{n}") for n, text in enumerate(cells)]
    nbformat.write(new_notebook(cells=made), room.parent / "dice.ipynb")
    (room.parent / "lesson.toml").write_text('lesson = "dice.ipynb"\ncourse = "7b"\n', encoding="utf-8")
    files = [str(room.parent / each) for each in ("lesson.toml", "students.csv")]
    assert cli.main(["class", "new", files[0], "--students", files[1], "--out", name]) == 0
    return room.parent / name


@pytest.mark.full
def test_key__runs_for_others_only_what_their_own_keys_follow_from(room: Path) -> None:
    """The line that no key follows from is run once, for the first student; all keys are those of whole runs."""
    folder = class_of_played(room, PLAYED, "parts")
    course = read_class(folder)
    found = keys(course, folder)
    assert (folder / "runs").read_text() == "."
    for student in course.students:
        assert found[student] == {("predict", "sevens"): 3, ("self_check", "q1"): course.lesson(student).seed % 100}
    assert cells_for_keys(PLAYED, {("self_check", "q1")}) and not any(
        "runs" in each for each in cells_for_keys(PLAYED, {("self_check", "q1")})
    )


def test_needed__keeps_what_a_function_changes_and_leaves_what_only_looks() -> None:
    """Lesson 4 plays by a function of its own that fills a table; lesson 27 shows another experiment by one."""
    cells = [
        'import monopoly_lab as ml\nimport pandas as pd\nlesson = ml.Lesson("d")\nwins, found = {}, {}',
        "def measure(name):\n    wins[name] = lesson.seed\n\ndef shown(paid):\n    return ml.in_words(paid)",
        'measure("a")\nshown(wins)',
        "other = {name: slow(lesson.seed) for name, found in wins.items()}",
        "shown(pd.DataFrame({name: found for name, found in other.items()}).T)",
        'ml.self_check("q", wins["a"], lesson)',
    ]
    kept = "\n".join(cells_for_keys(cells, {("self_check", "q")}))
    assert "measure('a')" in kept and "wins[name] = lesson.seed" in kept and "slow" not in kept


@pytest.mark.full
@pytest.mark.usefixtures("keys_in_this_process")
def test_key__runs_all_for_everybody_where_a_part_would_not_do(room: Path) -> None:
    """A line that changes something unseen: the part differs from the whole, so the whole is run for each."""
    hidden = "globals()['zero'] = zero + 3"
    cells = [*PLAYED[:4], hidden, *PLAYED[4:]]
    cells[-2] = "### BEGIN SOLUTION\nrest = twice(own[1]) / 2 - 1.5\n### END SOLUTION"
    folder = class_of_played(room, cells, "whole")
    course = read_class(folder)
    found = keys(course, folder)
    assert (folder / "runs").read_text() == "." * len(NAMES)
    for student in course.students:
        assert found[student]["self_check", "q1"] == course.lesson(student).seed % 100


OWN = """import random
import monopoly_lab as ml
lesson = ml.Lesson("d", keys={"q1": lambda lesson: 3, "q2": "0:x"})
u, = [ml.predict("lost", 1)]
v = ml.predict("v", 1)
w = ml.predict("w", 1)
def play(n):
    return ml.simulate("x", games=lesson.games(n), seed=lesson.seed)
a = play(3)
b = []
b.append(a.wins)
v.against(b[0])
w.against(play)
exact = ml.Chain("x")
thrown = exact.simulate(100, seed=lesson.seed)
x = ml.predict("x", 1)
x.against(exact.lap())
ml.self_check("q1", 1, lesson)
ml.self_check("q2", 1, lesson)
ml.self_check("q3", a + 1, lesson)"""


def test_own_questions__are_those_whose_answer_follows_from_the_seed() -> None:
    predicted = {("predict", name) for name in "vw"}
    own = predicted | {("self_check", "q1"), ("self_check", "q3")}
    assert own_questions(OWN.splitlines(keepends=False)[:3] + [OWN]) == own
    assert ("self_check", "q2") in own_questions([OWN, "random.seed(lesson.seed)"])
    assert own_questions([OWN.replace("lesson.seed", "7").replace("lambda lesson: 3", '"0:y"')]) == set()


BAD = [
    ("name\nAnn\nBo\n ann \n", "line 4: ann is already in line 2"),
    ("pupil\nAnn\n", "no column name"),
    ("name,name\nAnn,Bo\n", 'the column "name" appears 2 times'),
    ("First name,Last name,last-name\nAnn,Lee,Bo\n", 'the column "Last name" appears 2 times'),
    ("name\n", "0 students"),
    ("", "no column name"),
    ("name,x\n,1\n", 'line 2: "" is no name'),
    ("name\n" + "x" * 61 + "\n", "is no name"),
    ("name\nA\u202eb\n", "is no name"),
    ("name\nAnn\n\n\nBo\n ANN\n", "line 6: ANN is already in line 2"),
    ("name\nZo\u00eb\nZoe\u0308\n", "line 3: Zo\u00eb is already in line 2"),
    ("name\nAnn\nSmith, Bo\n", 'line 3: 2 cells where the head has 1; " Bo" belongs to no column'),
    ('name\nAnn\n"Smith, Bo\nCy\n', "line 3: a quotation mark is not closed"),
    ('name\nAnn\n"Bo" Cy\n', "line 3: a quotation mark is not closed, or text follows"),
]


NAMES_WITH_JOINERS = [
    "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",  # Persian
    "\u0915\u094d\u200d\u0937\u092e\u093e",  # Hindi
    "\U0001f468\u200d\U0001f469\u200d\U0001f467",  # a family that is one sign
]


@pytest.mark.parametrize(("text", "said"), BAD, ids=range(len(BAD)))
def test_roster__problems_are_named_with_their_line(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "students.csv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ml.LessonError, match=said):
        read_roster(path)


@pytest.mark.parametrize("name", NAMES_WITH_JOINERS, ids=range(len(NAMES_WITH_JOINERS)))
def test_roster__takes_every_name_that_the_rest_takes(tmp_path: Path, name: str) -> None:
    assert name_problem(name, ()) is None
    (tmp_path / "students.csv").write_text(f"name\n{name}\n", encoding="utf-8")
    (student,) = read_roster(tmp_path / "students.csv")
    assert student.name == name and student.file.isprintable()


@pytest.mark.parametrize("lang", ml.languages())
def test_roster__a_refused_name_is_shown_in_the_quotes_of_the_language(tmp_path: Path, lang: str) -> None:
    (tmp_path / "students.csv").write_text("name\n\u200cAnn\n", encoding="utf-8")
    with speaking(lang), pytest.raises(ml.LessonError) as refused:
        read_roster(tmp_path / "students.csv")
    assert (r'"\u200cAnn"' if lang == "en" else r"«\u200cAnn»") in str(refused.value)


def test_roster__names_in_quotation_marks_and_empty_cells_at_the_end(tmp_path: Path) -> None:
    path = tmp_path / "students.csv"
    path.write_text('name,form\n"Smith, Bo",7b,,\n\n Cy  Z ,7b\n', encoding="utf-8")
    assert [student.name for student in read_roster(path)] == ["Smith, Bo", "Cy Z"]


@pytest.mark.parametrize(("lang", "said"), [("uk", "такого файлу чи теки немає"), ("ru", "такого файла или папки нет")])
def test_new__says_in_the_language_that_a_file_is_not_there(
    room: Path, capsys: pytest.CaptureFixture[str], lang: str, said: str
) -> None:
    command = ["--lang", lang, "class", "new", str(room / "lesson.toml"), "--students", "none.csv", "--out", "other"]
    assert cli.main(command) == 1
    assert f"none.csv: {said}" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["students.xlsx", "students.csv"])
def test_roster__of_a_spreadsheet_program_is_to_be_saved_as_csv(tmp_path: Path, name: str) -> None:
    with zipfile.ZipFile(tmp_path / name, "w") as archive:
        archive.writestr("xl/workbook.xml", "name")
    with pytest.raises(ml.LessonError, match="save it as CSV"):
        read_roster(tmp_path / name)


def test_new__a_longer_roster_adds_notebooks_and_leaves_all_others_and_the_settings(
    room: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    roster, settings = room.parent / "students.csv", room / "lesson.toml"
    settings.write_text(settings.read_text() + "\n[decided]\nAnn = true\n", encoding="utf-8")
    before = {path: path.read_bytes() for path in room.rglob("*") if path.is_file() and path.name != "students.csv"}
    roster.write_text(roster.read_text(encoding="utf-8") + "1;Zoe Ash\n", encoding="utf-8")
    command = ["class", "new", str(room.parent / "lesson.toml"), "--students", str(roster), "--out", str(room)]
    assert cli.main(command) == 0
    assert "1 student added: Zoe Ash." in capsys.readouterr().out
    made = nbformat.read(room / "handed_out" / "Zoe_Ash.ipynb", as_version=4)
    assert made.metadata["monopoly_lab"]["seed"] == ml.Lesson("dice", "Zoe Ash", "7b").seed
    assert {path: path.read_bytes() for path in before} == before
    course = read_class(room)
    assert course.students[-1].name == "Zoe Ash" and course.decided == {"Ann": True}

    (room / "handed_out" / "Ann.ipynb").write_text("edited")
    roster.write_text(roster.read_text(encoding="utf-8") + "1;Yan Zed\n", encoding="utf-8")
    assert cli.main(command) == 1
    assert f"write the line into {room / 'students.csv'}" in capsys.readouterr().err
    assert not (room / "handed_out" / "Yan_Zed.ipynb").exists()


def test_new__a_folder_that_cannot_be_written_is_named(room: Path, capsys: pytest.CaptureFixture[str]) -> None:
    given = ["class", "new", str(room / "lesson.toml"), "--students", str(room / "students.csv")]
    assert cli.main([*given, "--out", "/proc/room"]) == 1
    assert re.search(r"^/proc/room/\S+: \w", capsys.readouterr().err)


def test_new__only_into_a_folder_that_is_new_empty_or_of_a_class(room: Path) -> None:
    files = room.parent / "lesson.toml", room.parent / "students.csv"
    before = sorted(room.parent.rglob("*"))
    with pytest.raises(ml.LessonError, match=r"holds other things \(4: dice.ipynb, lesson.toml, room \.\.\.\)"):
        hand_out(*files, room.parent)
    with pytest.raises(ml.LessonError, match=r"students.csv is a file; a folder is needed"):
        hand_out(*files, room.parent / "students.csv")
    hand_out(*files, room)
    assert sorted(room.parent.rglob("*")) == before
    (room.parent / "empty").mkdir()
    hand_out(*files, room.parent / "empty")
    assert (room.parent / "empty" / "handed_out" / "Ann.ipynb").is_file()


def test_new__onto_a_full_disk_leaves_nothing(room: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    left = [5]  # files for which there is room

    def stored(handle: int) -> None:
        left[0] -= 1
        if left[0] < 0:
            raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", stored)
    with pytest.raises(ml.MonopolyLabError, match=r"handed_out.*: No space left"):
        hand_out(room.parent / "lesson.toml", room.parent / "students.csv", room.parent / "new" / "class")
    assert not (room.parent / "new").exists()


@pytest.mark.parametrize(
    ("name", "file"),
    [("../../x", "x"), ("..", "_"), ("CON", "_CON"), ("a/b\\c:d", "a_b_c_d"), ("Олена Ш.", "Олена_Ш"), (".h", "h")],
)
def test_file_name__never_leaves_the_folder(name: str, file: str) -> None:
    assert file_name(name) == file and os.sep not in file


def test_new__refuses_what_makes_no_class(tmp_path: Path) -> None:
    (tmp_path / "students.csv").write_text("name\nAnn\n")
    with pytest.raises(ml.LessonError, match="no folder of a class"):
        read_class(tmp_path)
    nbformat.write(new_notebook(cells=[new_code_cell('ml.Lesson("x")')]), tmp_path / "quiet.ipynb")
    nbformat.write(new_notebook(cells=[new_code_cell('ml.predict("x")')]), tmp_path / "nobody.ipynb")
    refused = [
        ('lesson = "quiet.ipynb"\ncourse = "7b"', "asks nothing"),
        ('lesson = "nobody.ipynb"\ncourse = "7b"', "ml.Lesson"),
        ('lesson = "none.ipynb"\ncourse = "7b"', "No such file"),
        ('lesson = "07_who_wons"\ncourse = "7b"', "did you mean"),
        (
            'lesson = 3\ncourse = ""\nmark = 1\n[marks]\nq = -1',
            '(?s)mark .*in quotation marks: lesson = "3".*course is missing.*marks.q: -1',
        ),
        ('lesson = "01"\ncourse = "\\u0000"', "course: .* is not a text of 1 to 200 letters"),
        (
            "lesson = '01'\ncourse = '7b'\nmarks.bid = 1e308",
            r"marks\.bid: 1e\+308 is no number from 0 to 1000000000000",
        ),
        ("lesson = ['x']\ncourse = '7b'", r'lesson: \["x"\] is not a text of 1 to 200 letters in quotation marks'),
        ("course = '7b'\nattempt = ['x']", r'(?s)lesson is missing.*attempt: \["x"\] is neither'),
        (f"{WHO_WINS}[marks]\nq1 = ['x']", r'marks\.q1: \["x"\] is no number'),
        ("lesson =", "lesson.toml"),
        ('lesson = 07_who_wins\ncourse = "7b"', 'line 1: put it in quotation marks: lesson = "07_who_wins"'),
        (
            "lesson = “07_who_wins”\ncourse = «7b»",
            'line 1: only straight quotation marks count: lesson = "07_who_wins"',
        ),
        (f"{WHO_WINS}[decided]\n„Ann“ = true", 'line 4: only straight quotation marks count: "Ann" = true'),
        (
            f"{WHO_WINS}[marks]\nq1 = 2",
            r"marks\.q1: .*asks predicted, home, luckiest, half, won, width, times, balanced$",
        ),
        (f"{WHO_WINS}[marks]\nwonn = 2\nx = 1", r'(?s)marks\.wonn: .*mean "won".*marks\.x'),
        (f"{WHO_WINS}[tolerance]\nhalv = 5", r"tolerance\.halv: .*asks luckiest, half, won.*mean \"half\""),
        (f"{WHO_WINS}[slips.won]\n37 = 5\nmany = 'a lot'", r"(?s)slips\.won: 37 = 5 .*slips\.won: many = \"a lot\""),
    ]
    for text, said in refused:
        (tmp_path / "lesson.toml").write_text(text, encoding="utf-8")
        with pytest.raises(ml.LessonError, match=said):
            hand_out(tmp_path / "lesson.toml", tmp_path / "students.csv", tmp_path / "room")
    assert not (tmp_path / "room").exists()


def test_readme__its_class_can_be_given_its_lesson(tmp_path: Path) -> None:
    shown = (Path(ml.__file__).parent / "lessons" / "grading" / "README.md").read_text(encoding="utf-8")
    (tmp_path / "lesson.toml").write_text(re.search(r"```toml\n(.*?)```", shown, re.DOTALL)[1], encoding="utf-8")
    (tmp_path / "students.csv").write_text("name\nAnn\n")
    given = read_assignment(tmp_path / "lesson.toml", tmp_path / "students.csv")
    assert given.marks and given.tolerance


@pytest.mark.usefixtures("unrun_reports", "keys_in_this_process")
def test_collect__names_an_answer_that_is_no_number_and_keeps_the_rest(
    room: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = {
        "Ann": (
            "40 bananas",
            "500x",
            "sevens: answered, not a number: '40 bananas'; q1: answered, not a number: '500x'",
        ),
        "Bo": ("?", "$1,080", "sevens: answered, not a number: '?'"),
        "Cy": ("about 16 %", "1,500 dollars", "in order"),
        "Dan": ("16,5", "'a lot'", "q1: answered, not a number: 'a lot'"),
        "Eve": ("16", "1,234,567", "in order"),
    }
    for name, (sevens, rest, _) in said.items():
        made = handed_in(room, name, rest=rest)
        made.cells[2].source = made.cells[2].source.replace("16", sevens)
        back(room, made, name)
    assert cli.main(["class", "collect", "room"]) == 0
    found = marks(room)
    assert found.status[list(said)].to_dict() == {name: words for name, (*_, words) in said.items()}
    assert "Nothing handed in: ../../Flo, Gil, Hal, Ivy, =Jo." in capsys.readouterr().out
    assert list(found["q1 said"][["Bo", "Cy", "Eve"]]) == [1080, 1500, 1234567]
    assert list(found["sevens said"][["Cy", "Dan", "Eve"]]) == [16, 16.5, 16]


@pytest.mark.usefixtures("unrun_reports", "keys_in_this_process")
def test_collect__has_the_rule_of_the_self_check_for_how_exact_an_answer_is(room: Path) -> None:
    made = notebook()
    made.cells[1].source = (
        'import monopoly_lab as ml\nkeys = {"q1": lambda lesson: 26.98, "q2": ml.hashed("q2", 0.2698, 2)}\n'
        'lesson = ml.Lesson("dice", keys=keys)'
    )
    made.cells[4].source = "rest = part = None\n### BEGIN SOLUTION\nrest = 26.98\npart = 0.2698\n### END SOLUTION"
    made.cells[6].source = 'ml.self_check("q1", rest, lesson, digits=1)\nml.self_check("q2", part, lesson)'
    nbformat.write(made, room.parent / "dice.ipynb")
    (room.parent / "lesson.toml").write_text('lesson = "dice.ipynb"\ncourse = "7b"', encoding="utf-8")
    files = [str(room.parent / each) for each in ("lesson.toml", "students.csv")]
    assert cli.main(["class", "new", files[0], "--students", files[1], "--out", "exact"]) == 0
    exact = room.parent / "exact"
    said = {"Ann": ("27", "0.27"), "Bo": ("27.0", "27 %"), "Cy": ("'27 %'", "0.2698"), "Dan": ("26.9", "0.26")}
    for name, (rest, part) in said.items():
        given = nbformat.read(exact / "handed_out" / f"{name}.ipynb", as_version=4)
        assert "26.98" not in nbformat.writes(given) and "BEGIN" not in nbformat.writes(given)
        given.cells[4].source = f"rest = {rest}\npart = {part}"
        back(exact, given, name)
    assert cli.main(["class", "collect", "exact"]) == 0
    points = marks(exact).loc[list(said), ["q1 points", "q2 points"]]
    assert points.to_numpy().tolist() == [[1, 1], [1, 1], [1, 1], [0, 0]]
    settled = (exact / "lesson.toml").read_text() + "\n[tolerance]\nq1 = 0.1\n"
    (exact / "lesson.toml").write_text(settled, encoding="utf-8")
    assert cli.main(["class", "collect", "exact"]) == 0
    assert marks(exact).loc["Dan", "q1 points"] == 1


@pytest.mark.usefixtures("unrun_reports", "keys_in_this_process")
def test_collect__counts_a_sum_as_lessons_print_it_and_asks_whether_per_cent_are_meant(room: Path) -> None:
    made = notebook()
    keys = '{"bank": ml.hashed("bank", -1496, 0), "part": ml.hashed("part", 76, 0)}'
    made.cells[1].source = f'import monopoly_lab as ml\nlesson = ml.Lesson("dice", keys={keys})'
    made.cells[4].source = "bank = part = None\n### BEGIN SOLUTION\nbank = -1496\npart = 76\n### END SOLUTION"
    made.cells[6].source = 'ml.self_check("bank", bank, lesson)\nml.self_check("part", part, lesson)'
    nbformat.write(made, room.parent / "dice.ipynb")
    (room.parent / "lesson.toml").write_text('lesson = "dice.ipynb"\ncourse = "7b"', encoding="utf-8")
    files = [str(room.parent / each) for each in ("lesson.toml", "students.csv")]
    assert cli.main(["class", "new", files[0], "--students", files[1], "--out", "sums"]) == 0
    sums = room.parent / "sums"
    said = {"Ann": ("-$1,496", "0.76"), "Bo": ("-1,496", "76 %"), "Cy": ("1,496 dollars", "0.77")}
    for name, (bank, part) in said.items():
        given = nbformat.read(sums / "handed_out" / f"{name}.ipynb", as_version=4)
        given.cells[4].source = f"bank = {bank}\npart = {part}"
        back(sums, given, name)
    assert cli.main(["class", "collect", "sums"]) == 0
    found = marks(sums).loc[list(said)]
    assert found[["bank points", "part points"]].to_numpy().tolist() == [[1, 0], [1, 1], [0, 0]]
    assert ["76 % is meant" in status for status in found.status] == [True, False, False]
    assert list(found["bank said"]) == [-1496, -1496, 1496]


def test_report__says_in_words_that_nobody_was_wrong() -> None:
    lines = ["student,kind,question,said,found,points,most,state", "1,self_check,q1,3,3,1,1,right"]
    found = read_report("\n".join([*lines, "2,self_check,q1,,3,0,1,open"]))
    assert repr(mistakes(found, "q1")) == "Nobody has a wrong answer."
    assert repr(mistakes(found, "q2")) == "Nobody has answered yet."
    refused = read_report("\n".join([*lines, "2,self_check,q1,,3,0,1,refused"]))
    assert repr(mistakes(refused, "q1")) == "1 answer is no number; nobody else has a wrong answer."
    found.loc[1, ["said", "state"]] = 4, "wrong"
    assert mistakes(found, "q1").to_dict() == {"students": {"4": 1}}


def test_report__says_of_what_students_would_do_what_is_best(tmp_path: Path) -> None:
    (tmp_path / "lesson.toml").write_text('lesson = "45_hidden_quality"\ncourse = "7b"\n', encoding="utf-8")
    (tmp_path / "students.csv").write_text("name\nAnn\nBo\n", encoding="utf-8")
    course = read_assignment(tmp_path / "lesson.toml", tmp_path / "students.csv")
    rows = [Marked("predict", "bid", said, 0.0, 0.0, 0.0, "right", "", "other") for said in (278.0, 100.0)]
    came = [Submission(tmp_path, student, rows=[row]) for student, row in zip(course.students, rows)]
    code = [cell for cell in report(course, came).cells if cell.cell_type == "code" and "'bid'" in cell.source]
    chart, wrong = (str(cell.outputs) for cell in code)
    assert "best: 0" in chart and "it is" not in chart
    assert "choice" in wrong and "prediction" not in wrong


@pytest.mark.usefixtures("unrun_reports")
@pytest.mark.parametrize(
    ("lesson", "name", "found", "way"),
    [
        ("44_auctions", "bid", 480.0, "Value × (bidders − 1) / bidders."),
        ("07_who_wins", "won", 41.0, "Multiply Ann's share by 150."),
    ],
)
def test_wrong_answers__of_own_numbers_are_told_the_way_to_the_right_one(
    tmp_path: Path, lesson: str, name: str, found: float, way: str
) -> None:
    """In the report and in the feedback, without the answer that follows from the games of the worksheet."""
    (tmp_path / "lesson.toml").write_text(f'lesson = "{lesson}"\ncourse = "7b"\n', encoding="utf-8")
    (tmp_path / "students.csv").write_text("name\nAnn\nBo\n", encoding="utf-8")
    course = read_assignment(tmp_path / "lesson.toml", tmp_path / "students.csv")
    rows = [Marked("self_check", name, 720.0, right, 0.0, 1.0, "wrong") for right in (found, found + 1)]
    came = [Submission(tmp_path, student, rows=[row]) for student, row in zip(course.students, rows)]
    told = [cell.source for cell in report(course, came).cells if cell.source.startswith("Right:")]
    assert told == [f"Right: {way}"]
    assert f"right is {found:.0f}; this is how: {way.rstrip('.')}" in Feedback(course).text(came[0])


def test_report__has_one_heading_above_all_that_was_said_in_words(tmp_path: Path) -> None:
    (tmp_path / "lesson.toml").write_text('lesson = "44_auctions"\ncourse = "7b"\n', encoding="utf-8")
    (tmp_path / "students.csv").write_text("name\nAnn\nBo\n", encoding="utf-8")
    course = read_assignment(tmp_path / "lesson.toml", tmp_path / "students.csv")
    texts = (("44-15", "Because bids rise."), ("44-22", "Because the highest wins."))
    made = list(class_report._answers_in_words(course, [Submission(tmp_path, course.students[0], texts=texts)]))
    assert [part.startswith("## In words\n\n") for part in made] == [True, False]
    assert "Because the highest wins" in made[1]


def test_report__lists_the_commonest_wrong_numbers_and_how_many_others_there_are() -> None:
    head = "student,kind,question,said,found,points,most,state,verdict,slip"
    wrong = [*([f"{n},self_check,q1,5,3,0,1,wrong,," for n in (1, 2)]), "3,self_check,q1,6,3,0,1,wrong,,"]
    wrong += [f"{n},self_check,q1,{n + 3},3,0,1,wrong,," for n in (4, 5, 6)]
    slips = [f"{n},self_check,q1,{n},3,0,1,wrong,,too large" for n in range(10, 15)]
    found = mistakes(read_report("\n".join([head, *wrong, *slips])), "q1")
    assert found.index.tolist() == ["10; 11; 12; ...", "5", "6", "7", "2 other numbers"]
    assert found["students"].tolist() == [5, 2, 1, 1, 2]


@pytest.mark.usefixtures("unrun_reports")
def test_report__says_the_right_answer_to_a_self_check_where_it_is_one_for_all(room: Path) -> None:
    course = read_class(room)
    name = next(name for kind, name in course.questions if kind == "self_check")
    digits = digits_asked(cell.source for cell in course.source.notebook.cells if cell.cell_type == "code").get(name)

    def shown(*keys: float) -> list[str]:
        rows = [[Marked("self_check", name, 7.0, key, 0.0, 1.0, "wrong")] for key in keys]
        made = [Submission(room, student, rows=each) for student, each in zip(course.students, rows)]
        return [cell.source for cell in report(course, made).cells if cell.source.startswith("Right:")]

    assert shown(16.0, 16.0) == ["Right: **16**"]
    assert shown(16.0, 17.0) == ["Right: each student has an answer of their own."] and digits is None
    assert right_answer(26.979, 1) == "27.0" and right_answer(0.5468, 3) == "0.547" and right_answer(0.5, None) == "0.5"
    assert right_answer(10.4, 2) == "10.40" and right_answer(80.0, 0) == "80" and right_answer(3035.4, 0) == "3,035"


@pytest.mark.parametrize("lang", languages())
def test_question__without_a_question_mark_is_not_how_exact_its_answer_has_to_be(lang: str) -> None:
    """Lesson 20: "Work out the Gini coefficient ... To three decimals." """
    cells = translated(read_lesson("20_born_ahead"), lang).notebook.cells
    at = next(n for n, cell in enumerate(cells) if cell.cell_type == "code" and 'self_check("gini"' in cell.source)
    assert "n²" in in_a_sentence(cells, at, "gini")[0]


def test_report__does_not_say_its_heading_again() -> None:
    text = "**Check yourself.** All is known. What is *it*? To one decimal.\n\n$$x = 1$$"
    assert text_beside_questions(text, "What is *it*?") == "All is known. To one decimal.\n\n$$x = 1$$"
    assert text_beside_questions("## One\n\nGive it.", "Give it.") == "## One"


def test_with_texts__leaves_what_is_python_or_changed_alone() -> None:
    blank = 'ml.self_check("q", None, lesson)'
    for text in ("ml.self_check('q', 7 dollars)", blank.replace("None", "91/36"), blank + "\nprint(1 2)"):
        assert with_texts(text, blank) == text
    assert with_texts(blank.replace("None", "7 dollars"), blank) == blank.replace("None", '"7 dollars"')
    assert (
        with_texts_assigned("if x == 3 4:\n    rest = 7 dollars\nmore = 8")
        == 'if x == 3 4:\n    rest = "7 dollars"\nmore = 8'
    )


@pytest.mark.parametrize(
    ("text", "value"), [("14", 14), ("91/36", 91 / 36), ("-(2 + 3) * 4", -20), ("None", None), ("'7,5 %'", "7,5 %")]
)
def test_written_value__reads_numbers_without_running_anything(text: str, value: object) -> None:
    asked = asked_in(f'ml.self_check("q", {text}, lesson)')[0]
    assert written_value(asked.answer, {}) == value


def test_asking__is_quick_and_safe_with_monstrous_cells() -> None:
    many = 'predict("a", 1);' * 6000
    assert without_values(many).count("None") == 6000
    for monster in ("(" * 5000, "-" * 90_000 + "1", "x" + ".a" * 40_000, "f(" * 90 + ")" * 90, "\x00", "x" * 200_000):
        assert asked_in(monster) == [] and without_values(monster) == monster


# A class in English that is answered in Ukrainian


UKRAINIAN = "Бо майже ніхто не платить 200."
PAGE = {  # what is typed on the page of the lesson, by the names of its fields
    "price": "99,5",
    "rivals": "10",
    "answer_loss": "10,4",
    "again": "120",
    "answer_future": "0,547",
}


@pytest.fixture
def tolls(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a class that has lesson 43 in English."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "lesson.toml").write_text('lesson = "43_market_power"\ncourse = "7b"\n', encoding="utf-8")
    (tmp_path / "students.csv").write_text("name\nOlia\nTaras\nIvan\nPetro\nMaria\n", encoding="utf-8")
    assert cli.main(["class", "new", "lesson.toml", "--students", "students.csv", "--out", "room"]) == 0
    return tmp_path / "room"


def answered(room: Path, name: str, price: str, loss: str, future: str, first: str = "") -> Any:
    """The English copy of a student, filled in as typed, with a sentence in Ukrainian."""
    made = nbformat.read(room / "handed_out" / f"{name}.ipynb", as_version=4)
    for cell in made.cells:
        for asked, said in (("price", price), ("loss", loss), ("future", future)):
            cell.source = cell.source.replace(f'("{asked}", None', f'("{asked}", {said}')
        cell.source = cell.source.replace("import monopoly_lab as ml\n", f"import monopoly_lab as ml\n{first}", 1)
    words = next(cell for cell in made.cells if "*Your answer:*" in cell.source)
    words.source = words.source.replace("*Your answer:*", f"*Your answer:* {UKRAINIAN}")
    return made


def from_page(lang: str) -> Any:
    """The notebook that the page of lesson 43 gives a student in a language, answered."""
    with speaking(lang):
        blank = student_notebook(translated(read_lesson("43_market_power"), lang))
    words = next(cell.id for cell in blank.cells if "explain" in cell.metadata.get("tags", []))
    return nbformat.from_dict(
        notebook_with_answers(json.loads(nbformat.writes(blank)), {**PAGE, f"words {words}": UKRAINIAN})
    )


@pytest.mark.parametrize("lang", ["en", "uk"])
def test_class__in_english_may_be_answered_in_ukrainian(tolls: Path, lang: str) -> None:
    """A decimal comma in a field, as a text or as code; on the page in Ukrainian; the report in either language."""
    copies = {
        "Olia": answered(tolls, "Olia", "99.5", "10.4", "0.547"),
        "Taras": answered(tolls, "Taras", '"99,5"', '"10,4"', '"0,547"'),
        "Ivan": answered(tolls, "Ivan", "99,5", "10,4", "0,547"),
        "Petro": answered(tolls, "Petro", '"99,5 долара"', '"10,40 $"', '".547"', 'ml.speak("uk")\n'),
        "Maria": from_page("uk"),
    }
    for name, copy in copies.items():
        nbformat.write(copy, tolls / "submitted" / f"{name}.ipynb")
    course = read_class(tolls)
    with speaking(lang):
        found = read_submissions(course, tolls / "submitted")
    for each in found:
        said = {name: answer.value for (_, name), answer in each.answers.items()}
        assert each.student is not None
        assert [said[name] for name in ("price", "loss", "future")] == [99.5, 10.4, 0.547], each.student.name
        assert [text for _, text in each.texts] == [UKRAINIAN], each.student.name
    with speaking("en"):
        problems = {
            each.student.name: each.problems for each in read_submissions(course, tolls / "submitted") if each.student
        }
    assert not any("changed" in problem for problem in problems["Maria"]), "a translation is no change"


@pytest.mark.usefixtures("unrun_reports")
def test_report__in_ukrainian_asks_the_questions_of_an_english_class_in_ukrainian(tolls: Path) -> None:
    nbformat.write(from_page("uk"), tolls / "submitted" / "Maria.ipynb")
    course = read_class(tolls)
    with speaking("uk"):
        sheets = mark_submissions(
            course, read_submissions(course, tolls / "submitted"), {student: {} for student in course.students}
        )
        cells = class_report.report(course, sheets).cells
    told = "\n".join(cell.source for cell in cells if cell.cell_type == "markdown")
    assert any("unit='долар|" in cell.source for cell in cells) and not any(
        "unit='dollar" in cell.source for cell in cells
    )
    assert "## Ціна, яка дає найбільше, доларів" in told and "**Поясніть** одним реченням" in told
    assert "Найвищу ціну вважають найкращою" in told
    assert not re.search(r"[A-Za-z]{4,}", re.sub(r"\$[^$]*\$|&#\d+;", "", told)), told


@pytest.mark.full
@pytest.mark.usefixtures("unrun_reports", "keys_in_this_process")
def test_readme__its_example_leads_from_pages_to_marks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    shown = (Path(ml.__file__).parent / "lessons" / "grading" / "README.md").read_text(encoding="utf-8")
    lines = shown.partition("```text\n")[2].partition("```")[0].splitlines()
    assert len(lines) == 11 and shown.index("```text") < shown.index("```toml")
    (tmp_path / "students.csv").write_text("\n".join(line[17:] for line in lines[:3]))
    (tmp_path / "lesson.toml").write_text("\n".join(line[17:] for line in lines[3:5]))
    new, collect = (line.partition("  (")[0].split()[1:] for line in lines if line.startswith("monopoly-lab "))
    assert cli.main(new) == 0
    (folder,) = (tmp_path / lines[7].split()[3]).parents[:1]
    with zipfile.ZipFile(folder / "submitted" / lines[6].split()[7], "w") as archive:
        archive.writestr("Bo_Lee.ipynb", nbformat.writes(from_page("en")))
    assert cli.main([*collect, "--jobs", "1"]) == 0
    assert list(marks(folder).index) == ["Ann Able", "Bo Lee"] and marks(folder).file["Bo Lee"].endswith("Bo_Lee.ipynb")
    assert (folder / "report.html").is_file() and all(name in lines[9] for name in ("marks.csv", "report.html"))
    assert (folder / "feedback" / "Bo_Lee.html").is_file() and "feedback.html" in lines[10]
