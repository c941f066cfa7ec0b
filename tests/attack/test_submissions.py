"""Hostile submissions: each is refused by itself, nobody else's marks change, nothing of it is carried out."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import nbformat
import pandas as pd
import pytest

import monopoly_lab
from monopoly_lab import cli
from monopoly_lab.lessons.grading import cell_runner, sandbox
from monopoly_lab.lessons.grading.class_folder import hand_out, read_class
from monopoly_lab.lessons.grading.class_runs import run_all
from monopoly_lab.lessons.grading.submission import Submission
from monopoly_lab.lessons.grading.submissions import read_submissions
from tests.attack.class_of import HOSTILE, answered, collected, hand_in, hostile, make_class, raw

pytestmark = pytest.mark.full  # a class of files a test: twenty seconds in all

HALF = '"\\ud800"'


@pytest.fixture
def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return make_class(tmp_path, ["Ann", "Bob", "Cy", "Mallory"])


@pytest.mark.usefixtures("unrun_reports", "keys_in_this_process")
def test_collect__half_a_letter_is_one_refused_line_and_all_others_are_marked(
    room: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    hand_in(room, "Ann")
    places = {
        "Bob": ('"rest = ', f'"rest = {HALF[1:-1]}'),
        "Cy": ("7b", HALF[1:-1]),
        "Mallory": ('"metadata": {}', '"metadata": {"x": ' + HALF + "}"),
    }
    for name, (old, new) in places.items():
        text = raw(answered(room, name))
        assert old in text
        (room / "submitted" / f"{name}.ipynb").write_text(text.replace(old, new), encoding="utf-8")
    (room / "submitted" / "Dan.ipynb").write_text(raw(answered(room, "Bob")).replace("Bob", HALF[1:-1]))
    (room / "submitted" / "Eve.ipynb").write_bytes(b"\xff\xfe\x00{")
    (room / "submitted" / "Fay.ipynb").write_text("[" * 100_000)
    (room / "submitted" / "Gil.ipynb").write_text('{"nbformat": 4, "nbformat_minor": 5, "metadata": 7, "cells": [3]}')
    os.mkfifo(room / "submitted" / "Hal.ipynb")
    found = collected(room)
    out = capsys.readouterr().out
    assert found.loc["Ann", "points"] == 2 and found.points.drop("Ann").eq(0).all()
    for name in ("Bob", "Cy", "Dan", "Eve", "Fay", "Gil", "Hal", "Mallory"):
        assert sum(line.startswith(f"{name}.ipynb:") for line in out.splitlines()) == 1, name
    assert out.count("half of a letter") == 4


@pytest.mark.usefixtures("unrun_reports", "keys_in_this_process")
def test_collect__a_file_that_names_another_student_overwrites_no_marks(
    room: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("Bob", "Mallory"):
        hand_in(room, name)
    (room / "submitted" / "AAA_mallory").mkdir()
    forged = answered(room, "Mallory", rest="-1")
    forged.cells[0].source = answered(room, "Bob").cells[0].source
    nbformat.write(forged, room / "submitted" / "AAA_mallory" / "Bob.ipynb")
    del forged.metadata["monopoly_lab"]
    (room / "submitted" / "Mallory").mkdir()
    nbformat.write(forged, room / "submitted" / "Mallory" / "Bob.ipynb")
    stolen = answered(room, "Bob", rest="-2")
    nbformat.write(stolen, room / "submitted" / "AAA_mallory" / "zz.ipynb")
    table = collected(room)
    found, other = table.iloc[:4], table.iloc[4:]
    assert found.points[["Bob", "Mallory"]].tolist() == [2, 2] and found.file["Bob"] == "Bob.ipynb"
    assert "3 other files name this student" in found.status["Bob"]
    assert sorted(other["q1 said"]) == [-2, -1, -1] and other.points.isna().all() and set(other.index) == {"Bob"}
    assert sum("the notebook that Mallory was given" in status for status in other.status) == 1
    said = "3 files name a student who has another one"
    assert said in capsys.readouterr().out  # the teacher is told; the report is shown to the class
    assert said not in (room / "report.html").read_text()


def test_signature__follows_from_student_lesson_course_and_a_secret_that_stays(room: Path) -> None:
    course = read_class(room)
    marks = {each.name: course.signature(each) for each in course.students}
    assert len(set(marks.values())) == 4 and all(len(mark) == 64 for mark in marks.values())
    given = [path.read_text() for path in (room / "handed_out").iterdir()]
    assert not [text for text in given if course.secret in text] and len(course.secret) == 64
    if os.name == "posix":
        assert (room / ".secret").stat().st_mode & 0o077 == 0
    again, *_ = hand_out(room.parent / "lesson.toml", room.parent / "students.csv", room)
    assert read_class(again).secret == course.secret
    other = make_class(room.parent / "other", ["Ann", "Bob"])
    assert read_class(other).signature(course.students[0]) != marks["Ann"]


@pytest.mark.usefixtures("unrun_reports", "keys_in_this_process")
def test_collect__copies_without_a_signature_are_flagged_and_count_and_forged_ones_wait(room: Path) -> None:
    bare = answered(room, "Ann")
    del bare.metadata["monopoly_lab"]
    nbformat.write(bare, room / "submitted" / "Ann.ipynb")
    forged = answered(room, "Bob")
    forged.metadata["monopoly_lab"]["signature"] = "0" * 64
    nbformat.write(forged, room / "submitted" / "Bob.ipynb")
    nbformat.write(answered(room, "Ann"), room / "submitted" / "Cy.ipynb")
    found = collected(room)
    assert "no signature" in found.status["Ann"] and found.points["Ann"] == 2
    assert "a signature that this class has not made" in found.status["Bob"] and found.open["Bob"] == 2
    assert "no points until you decide" in found.status["Cy"] and found.points[["Bob", "Cy"]].eq(0).all()
    text = (room / "lesson.toml").read_text()
    (room / "lesson.toml").write_text(text + "\n[decided]\nBob = true\nCy = false\n")
    found = collected(room)
    assert found.points[["Bob", "Cy"]].tolist() == [2, 0] and found.open[["Bob", "Cy"]].tolist() == [0, 0]
    (room / "lesson.toml").write_text(text + "\n[decided]\nBop = true\nCy = 1\n")
    with pytest.raises(Exception, match=r"(?s)decided.Bop.*Bob.*decided.Cy: 1 is neither true"):
        read_class(room)


@pytest.mark.usefixtures("unrun_reports", "keys_in_this_process")
def test_collect__a_class_given_out_before_signatures_stays_as_it_was(room: Path) -> None:
    (room / ".secret").unlink()
    course = read_class(room)
    assert course.signature(course.students[0]) == ""
    hand_in(room, "Ann")
    assert collected(room).points["Ann"] == 2


def test_collect__says_each_thing_once_and_nothing_that_a_terminal_or_a_report_would_carry_out(room: Path) -> None:
    made = answered(room, "Ann")
    made.cells.append(nbformat.v4.new_code_cell("'\\d'\n" * 1500))
    made.cells[2].source = "rest = '\x1b[2J\x1b]0;owned\x07 \u202e'"
    nbformat.write(made, room / "submitted" / "Ann.ipynb")
    made = answered(room, "Cy")
    words = "I think <script>alert(1)</script> [x](javascript:alert(1)) $\\href{a}{b}$ `code` ![](http://x/y.png)"
    made.cells[-1].source += f"\n\n{words}"
    made.cells.append(nbformat.v4.new_markdown_cell("An own cell <b>bold</b>"))
    nbformat.write(made, room / "submitted" / "Cy.ipynb")
    (room / "submitted" / "\x1b[31mred\nBob.ipynb").write_text("x")
    program = [sys.executable, "-W", "always", "-m", "monopoly_lab", "class", "collect", "room"]
    done = subprocess.run(program, cwd=room.parent, capture_output=True, text=True, check=True)
    assert "invalid escape" not in done.stderr and "MissingID" not in done.stderr and "Error" not in done.stderr
    assert not set("\x1b\x07\u202e\r") & set(done.stdout) and "\\x1b[31mred\\nBob.ipynb: " in done.stdout
    assert "\x1b" not in (room / "marks.csv").read_text("utf-8-sig")
    shows_what_students_wrote_in_words(room)


def shows_what_students_wrote_in_words(room: Path) -> None:
    """The report does, and carries out nothing; its kernel imports for seconds."""
    report = nbformat.read(room / "report.ipynb", as_version=4)
    text = "\n".join(cell.source for cell in report.cells)
    assert "I think " in text and "An own cell " in text and "Why is that so?" in text
    for part in ("<script", "<b>", "](", "javascript:", "`code`", "\\href", "http://x"):
        assert part not in text, part
    assert str(room) not in json.dumps(report) and str(Path.home()) not in json.dumps(report)
    assert "monopoly_lab/" not in json.dumps(report) and "Ann" not in text.replace("Anna", "")


@pytest.mark.usefixtures("unrun_reports", "keys_in_this_process")
def test_collect__a_folder_of_a_thousand_files_hinders_nobody(room: Path) -> None:
    hand_in(room, "Ann")
    many = room / "submitted" / "AAA"
    many.mkdir()
    for number in range(510):
        (many / f"{number}.txt").touch()
    problems = [each.problems for each in read_submissions(read_class(room), room / "submitted")]
    assert any("more than 500 files" in each[0] for each in problems if each)
    assert collected(room).points["Ann"] == 2


ESCAPES = {
    "parent": "[open(p).read() for p in __import__('glob').glob('/proc/[0-9]*/environ')][1:] and 1 / 0",
    "class": "__import__('os').listdir({room!r})",
    "write": "open({room!r} + '/marks.csv', 'w').write('x')",
    "package": "open(ml.__file__, 'a').write('#')",
    "port": "__import__('socket').create_connection(('127.0.0.1', {port}), 2)",
    "outside": "__import__('socket').create_connection(('1.1.1.1', 53), 2)",
}
FLOODS = {
    "forks": "[__import__('os').fork() for _ in range(20)]",
    "memory": "[__import__('mmap').mmap(-1, 10 ** 9) for _ in range(10)]",
    "files": "[open('/tmp/%d' % n, 'wb').write(b'x' * 10 ** 7) for n in range(100)]",
    "stays": "__import__('subprocess').Popen(['sleep', '4711'], start_new_session=True)",
}


def answers_run(room: Path, codes: dict[str, str], seconds: float) -> dict[str, Submission]:
    """Run what students answered and Bob's honest answer; nothing may be left of it in the class or in the system."""
    import socket

    with socket.create_server(("127.0.0.1", 0)) as server:
        for name, code in codes.items():
            text = code.format(room=str(room), port=server.getsockname()[1])
            nbformat.write(
                answered(room, name, rest=f"{text}\nrest = lesson.seed % 100 + 0"), room / "submitted" / f"{name}.ipynb"
            )
        hand_in(room, "Bob", rest="lesson.seed % 100 + 0")
        course = read_class(room)
        found = read_submissions(course, room / "submitted")
        before = sorted(path.name for path in room.iterdir())
        run_all(found, room, jobs=2, seconds=seconds)
    assert sorted(path.name for path in room.iterdir()) == before
    told = subprocess.run(["pgrep", "-f", "sleep 4711"], capture_output=True, check=False)
    assert not told.stdout
    by_name = {each.student.name: each for each in found if each.student is not None}
    bob = by_name.pop("Bob")
    assert bob.answers["self_check", "q1"].value == course.lesson(bob.student).seed % 100 and not bob.problems
    return by_name


def test_run__nothing_gets_out_of_the_sandbox(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each tries something else, and two are run at a time."""
    monkeypatch.chdir(tmp_path)
    codes = ESCAPES | FLOODS
    found = answers_run(make_class(tmp_path, [*codes, "Bob"]), codes, seconds=60)
    assert {*found} == {*codes}
    got_out = [
        name for name, each in found.items() if not each.problems or each.answers["self_check", "q1"].value is not None
    ]
    assert got_out == ["stays"], "which does nothing else"


def test_run__who_sleeps_is_ended(room: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cell_runner, "STARTING", 0.0)
    ann = answers_run(room, {"Ann": "__import__('time').sleep(999)"}, seconds=10)["Ann"]
    assert ann.problems and ann.answers["self_check", "q1"].value is None


def test_run__in_the_sandbox_it_is_the_package_that_marks_also_where_it_is_not_installed(tmp_path: Path) -> None:
    made = sandbox.command(tmp_path)
    assert made is not None
    told = "import os, monopoly_lab; print(monopoly_lab.__file__, *os.listdir(monopoly_lab.__path__[0] + '/..'))"
    done = subprocess.run([*made, sys.executable, "-S", "-c", told], capture_output=True, text=True, check=True)
    path, *beside = done.stdout.split()
    assert path == monopoly_lab.__file__
    # Nothing of a checkout but the package and its scenarios, and Python where it stands there.
    assert "site-packages" in path or {*beside} <= {"monopoly_lab", "scenarios", Path(sys.prefix).name}


@pytest.mark.usefixtures("unrun_reports")
def test_run__without_a_sandbox_nothing_is_run_unless_that_is_asked_for(
    room: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sandbox.shutil, "which", lambda name: None)
    hand_in(room, "Ann", rest="lesson.seed % 100 + 0")
    assert cli.main(["class", "collect", "room", "--run"]) == 1
    assert "bubblewrap" in capsys.readouterr().err and not (room / "marks.csv").exists()
    assert cli.main(["class", "collect", "room", "--run", "--unsafe"]) == 0
    found = pd.read_csv(io.StringIO((room / "marks.csv").read_text("utf-8-sig")), index_col="student")
    assert found.points["Ann"] == 2


def test_run__that_takes_too_long_is_said_in_a_sentence(room: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cell_runner, "STARTING", 0.0)
    hand_in(room, "Ann", rest="[] if __import__('time').sleep(99) else 0")
    course = read_class(room)
    found = read_submissions(course, room / "submitted")
    run_all(found, room, unsafe=True, seconds=2)
    assert found[0].problems == ["it took longer than 2 s and was ended"]


def test_collect__honest_marks_are_what_they_are_without_hostile_files(
    room: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`python tests/attack/class_of.py` does the same with 30 honest and 200 hostile ones."""
    for name in ("Ann", "Bob"):
        hand_in(room, name)
    with monkeypatch.context() as quickly:
        quickly.setattr("monopoly_lab.export.notebook_runner.run", lambda notebook, folder: None)
        before = collected(room).loc[["Ann", "Bob"], ["q1 said", "q1 points", "points", "open"]]
    hostile(room, len(HOSTILE), ["Ann", "Bob"])
    after = collected(room).iloc[:4].loc[["Ann", "Bob"]]
    assert after[before.columns].astype(float).equals(before.astype(float))
