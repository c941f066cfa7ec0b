"""Whose a file is that came back, and which of several counts."""

import os
import re
from contextlib import chdir
from datetime import datetime
from pathlib import Path
from shutil import copyfile, copytree
from typing import Any

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

import monopoly_lab as ml
from monopoly_lab import cli
from monopoly_lab.figures import answer_charts
from monopoly_lab.lessons import lesson_editions
from monopoly_lab.lessons.class_commands import from_pages, oddities, preview, who_handed_in
from monopoly_lab.lessons.grading import class_report, gradebooks
from monopoly_lab.lessons.grading.class_folder import read_class
from monopoly_lab.lessons.grading.class_settings import decision
from monopoly_lab.lessons.grading.given_lesson import text_to_explain
from monopoly_lab.lessons.grading.handed_in import OTHER
from monopoly_lab.lessons.grading.marks import mark_submissions, read_report
from monopoly_lab.lessons.grading.roster import Student
from monopoly_lab.lessons.grading.shared_work import same_sentences
from monopoly_lab.lessons.grading.student_feedback import Feedback
from monopoly_lab.lessons.grading.submission import Submission
from monopoly_lab.lessons.grading.submission_owner import copy_number, owner_of, without_copy
from monopoly_lab.lessons.grading.submissions import read_submissions
from monopoly_lab.lessons.lesson_notebooks import read_lesson
from monopoly_lab.lessons.question_calls import with_value

NAMES = ["Bo Lee", "Eva Müller", "Fay Weber", "Ann Berg", "Ann Kim"]
CELLS = ['import monopoly_lab as ml\nlesson = ml.Lesson("tax")', 'best = ml.predict("best", ..., low=0, high=100)']


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("made")
    cells = [new_markdown_cell("# Tax"), *map(new_code_cell, CELLS)]
    nbformat.write(new_notebook(cells=cells, metadata={"monopoly_lab": {"title": "Tax"}}), folder / "tax.ipynb")
    (folder / "lesson.toml").write_text('lesson = "tax.ipynb"\ncourse = "7b"\n', encoding="utf-8")
    (folder / "students.csv").write_text("name\n" + "\n".join(NAMES), encoding="utf-8")
    with chdir(folder):
        assert cli.main(["class", "new", "lesson.toml", "--students", "students.csv", "--out", "room"]) == 0
    return folder


@pytest.fixture
def room(made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a class that has been given its notebooks."""
    monkeypatch.chdir(tmp_path)
    return Path(copytree(made, tmp_path, dirs_exist_ok=True)) / "room"


def back(room: Path, name: str, best: Any, time: int = 0, made: str = "", signed: str = "") -> None:
    """Put a file into `submitted`: as from the page of a lesson, or a `signed` notebook that was given out."""
    source = room / "handed_out" / f"{signed}.ipynb" if signed else room / "teacher.ipynb"
    notebook: Any = nbformat.read(source, as_version=4)
    notebook.cells[2].source = with_value(notebook.cells[2].source, "best", "..." if best is ... else str(best))
    if made:
        notebook.metadata["monopoly_lab"]["handed_in"] = made
    path = room / "submitted" / f"{name}.ipynb"
    path.parent.mkdir(exist_ok=True)
    nbformat.write(notebook, path)
    os.utime(path, (1_700_000_000 + time,) * 2)


def found(room: Path) -> dict[str, tuple[float | None, str]]:
    """What counts for each student, and what is said of it."""
    sheets = read_submissions(read_class(room), room / "submitted")
    return {each.student.name: (_said(each), "; ".join(each.problems)) for each in sheets if each.student}


def _said(sheet: Submission) -> float | None:
    return sheet.answers["predict", "best"].value


@pytest.mark.parametrize(
    "added", [" (1)", "(2)", "-1", " copy", " copy 3", " - Copy", " - Copy (2)", " — копія", "_(1)"]
)
def test_copy__of_a_browser_is_the_same_students(room: Path, added: str) -> None:
    assert without_copy(f"Bo_Lee{added}") == "Bo_Lee"
    back(room, f"Bo_Lee{added}", 36)
    assert found(room)["Bo Lee"][0] == 36


@pytest.mark.parametrize("name", ["bo lee", "BO-LEE", "bolee (1)", "bo_lee - Copy"])
def test_owner__case_spaces_and_hyphens_make_no_difference(room: Path, name: str) -> None:
    back(room, name, 36)
    assert found(room)["Bo Lee"] == (36, "")


def test_owner__of_two_names_that_differ_in_these_only_neither_is_taken(room: Path) -> None:
    students = {"jo-lee": Student("Jo-Lee", "Jo-Lee"), "jo_lee": Student("Jo Lee", "Jo_Lee")}
    assert owner_of(students, "Jo-Lee (1)") == students["jo-lee"] and owner_of(students, "jo lee") == students["jo_lee"]
    assert owner_of(students, "jolee") is None


@pytest.mark.parametrize("name", ["Ann-Marie", "Copy", "Bo_Lee_2", "Anna (Maria)", "Copycat"])
def test_without_copy__leaves_names(name: str) -> None:
    assert without_copy(name) == name
    assert copy_number(name) == 0


def test_several__the_newest_of_equally_sure_files_counts_and_its_line_says_so(room: Path) -> None:
    back(room, "Bo_Lee", 50, time=0)
    back(room, "Bo_Lee (1)", 36, time=60)
    back(room, "Eva_Müller", 50, time=60, signed="Eva_Müller")
    back(room, "Eva_Müller (1)", 36, time=120, signed="Eva_Müller")
    back(room, "Ann_Kim", 50, time=0)
    back(room, "Ann_Kim (1)", 35, time=0)
    back(room, "Ann_Kim (2)", 36, time=0)
    counted = found(room)
    assert [counted[name][0] for name in ("Bo Lee", "Eva Müller", "Ann Kim")] == [36, 36, 36]
    assert "1 other file names this student: Bo_Lee.ipynb; this one, the newest, counts" in counted["Bo Lee"][1]


def test_several__a_newer_one_in_a_folder_that_is_nobodys_is_named_and_does_not_count(room: Path) -> None:
    """A classmate who was shown a notebook can hand in a bent copy of it."""
    back(room, "Eva_Müller", 36, time=0, signed="Eva_Müller")
    back(room, "somebody/Eva_Müller", 50, time=120, signed="Eva_Müller")
    points, status = found(room)["Eva Müller"]
    assert points == 36 and "somebody/Eva_Müller.ipynb" in status


def test_several__what_another_visitor_handed_in_by_a_name_counts_once_the_teacher_says_so(room: Path) -> None:
    """A classmate who types somebody's name on the page of a lesson takes nobody's place."""
    other = OTHER.format(stem="Bo_Lee", number=2).removesuffix(".ipynb")
    back(room, "Bo_Lee", 36, time=0)
    back(room, other, 50, time=60)
    assert found(room)["Bo Lee"][0] == 36
    with (room / "lesson.toml").open("a") as decided:
        decided.write(f'[decided]\n"Bo Lee" = "{other}.ipynb"\n')
    assert found(room)["Bo Lee"][0] == 50


def test_several__what_the_page_wrote_of_its_time_counts_before_the_time_of_the_file(room: Path) -> None:
    back(room, "Bo_Lee", 36, time=0, made="2026-11-28T10:00:00+00:00")
    back(room, "Bo_Lee (1)", 50, time=900, made="2026-11-28T09:59:00+00:00")
    assert found(room)["Bo Lee"][0] == 36
    back(room, "Bo_Lee (1)", 50, time=900, made="no time")
    assert found(room)["Bo Lee"][0] == 36  # the file's own time, which is long before


def test_several__a_signed_one_counts_and_a_newer_one_is_named(room: Path) -> None:
    back(room, "Bo_Lee", 50, signed="Bo_Lee")
    back(room, "Bo_Lee (1)", 36, time=60)
    value, said = found(room)["Bo Lee"]
    assert value == 50
    assert 'Bo_Lee (1).ipynb is newer; to count it, write "Bo Lee" = "Bo_Lee (1).ipynb" under [decided]' in said
    decide(room, '"Bo Lee" = "Bo_Lee (1).ipynb"')
    assert found(room)["Bo Lee"][0] == 36


def test_first_name__a_single_one_is_taken_and_said_another_is_asked_about(room: Path) -> None:
    back(room, "Fay", 36)
    back(room, "Ann", 40)
    counted = found(room)
    assert set(counted) == {"Fay Weber"}
    assert "taken for Fay Weber, the only Fay in the roster" in counted["Fay Weber"][1]
    asked = next(each for each in read_submissions(read_class(room), room / "submitted") if each.student is None)
    assert any(
        "which Ann? Ann Berg, Ann Kim" in problem and '"Ann Kim" = "Ann.ipynb"' in problem for problem in asked.problems
    )
    assert not any("not in the roster" in problem for problem in asked.problems)
    decide(room, '"Ann Kim" = "Ann.ipynb"')
    assert found(room)["Ann Kim"][0] == 40


def test_first_name__does_not_count_before_the_whole_name(room: Path) -> None:
    back(room, "Fay_Weber", 36, time=0)
    back(room, "Fay", 50, time=60)
    value, said = found(room)["Fay Weber"]
    assert value == 36
    assert "Fay.ipynb is newer" in said


def test_decided__a_file_that_is_not_there_is_refused(room: Path) -> None:
    back(room, "Ann", 40)
    decide(room, '"Ann Kim" = "Anna.ipynb"')
    with pytest.raises(ml.LessonError, match=r"Anna\.ipynb is not in"):
        found(room)
    decide(room, '"Ann Kim" = "Ann.ipynb"\n"Ann Berg" = "Ann.ipynb"')
    with pytest.raises(ml.LessonError, match="is named for another student, too"):
        found(room)
    decide(room, '"Ann Kim" = 5')
    with pytest.raises(ml.LessonError, match="neither true, false nor the name of a file"):
        found(room)


def decide(room: Path, line: str) -> None:
    path = room / "lesson.toml"
    path.write_text(f"{path.read_text('utf-8').partition('[decided]')[0]}\n[decided]\n{line}\n", encoding="utf-8")


def test_from_pages__one_line_for_the_class_and_none_where_all_have_the_same_answers(
    room: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    back(room, "Bo_Lee", 36)
    back(room, "Fay_Weber", 36)
    course = read_class(room)
    sheets = read_submissions(course, room / "submitted")
    assert not [problem for each in sheets for problem in each.problems]
    assert from_pages(course, sheets) == []
    vars(course)["own"] = {("predict", "best")}
    (line,) = from_pages(course, sheets)
    assert line.startswith("2 notebooks have a seed of their own, as pages of a lesson have")


def test_empty__is_handed_in_with_nothing_answered(room: Path) -> None:
    copyfile(room / "handed_out" / "Bo_Lee.ipynb", room / "submitted" / "Bo_Lee.ipynb")
    (sheet,) = read_submissions(read_class(room), room / "submitted")
    assert sheet.problems == ["handed in, nothing answered"]


@pytest.mark.parametrize("broken", ["", "{", '{"cells": [', "PK"])
def test_several__a_newer_one_that_cannot_be_read_takes_nobodys_place(room: Path, broken: str) -> None:
    back(room, "Bo_Lee", 36, time=0)
    (room / "submitted" / "Bo_Lee (1).ipynb").write_text(broken)
    value, told = found(room)["Bo Lee"]
    assert value == 36 and "Bo_Lee (1).ipynb is newer, but cannot be read: ask Bo Lee for it again" in told
    sheets = read_submissions(read_class(room), room / "submitted")
    assert any(line.startswith("Bo_Lee (1).ipynb: ") for line in oddities(sheets, room / "submitted"))
    decide(room, '"Bo Lee" = "Bo_Lee (1).ipynb"')
    assert next(each for each in read_submissions(read_class(room), room / "submitted") if each.student).is_unread


def test_other_device__says_what_to_write_to_count_it(room: Path) -> None:
    back(room, "Ann_Berg", 36)
    back(room, "ann_berg other device 2", 40)
    sheets = read_submissions(read_class(room), room / "submitted")
    (line,) = oddities(sheets, room / "submitted")
    assert "under [decided]" in line and "roster" not in line
    yes, other = re.findall(r'"Ann Berg" = (?:true|"[^"]+")', line)
    assert yes == '"Ann Berg" = true'
    decide(room, other)
    assert found(room)["Ann Berg"][0] == 40


def test_oddities__one_line_for_a_copy(room: Path) -> None:
    """Eva hands in the notebook that Bo was given."""
    back(room, "Bo_Lee", 36, signed="Bo_Lee")
    back(room, "Eva_Müller", 36, signed="Bo_Lee")
    sheets = points(room)
    (line,) = oddities(list(sheets.values()), room / "submitted")
    assert line.startswith("Eva_Müller.ipynb: the notebook that Bo Lee was given; no points until you decide")
    assert line.count("Bo Lee") == 1 and sheets["Eva Müller"].rows[0].points is None


def points(room: Path) -> dict[str, Submission]:
    course = read_class(room)
    sheets = read_submissions(course, room / "submitted")
    made = mark_submissions(course, sheets, {each: {("predict", "best"): 36.0} for each in course.students})
    return {each.student.name: each for each in made if each.student and each.path}


STAMP = "2026-11-28T10:00:00+00:00"


def test_pages__the_same_file_or_the_same_sentences_under_two_names_wait_for_a_decision(room: Path) -> None:
    back(room, "Bo_Lee", 36, made=STAMP)
    back(room, "Fay_Weber", 36, made=STAMP)
    back(room, "Ann_Kim", 36, made=STAMP.replace("00:00+", "00:07+"))  # the same number, at another time: no copy
    sheets = points(room)
    assert [sheets[name].rows[0].points for name in ("Bo Lee", "Fay Weber", "Ann Kim")] == [None, None, 1]
    assert "the same answers and sentences as Bo Lee" in sheets["Fay Weber"].problems
    for name, time in (("Ann_Kim", "00:07"), ("Ann_Berg", "00:09")):
        back(room, name, 36, made=STAMP.replace("00:00", time, 1))
        path = room / "submitted" / f"{name}.ipynb"
        notebook: Any = nbformat.read(path, as_version=4)
        notebook.cells.append(new_markdown_cell("The rate is 36 % because owners build less above it."))
        nbformat.write(notebook, path)
    sheets = points(room)
    assert "the same answers and sentences as Ann Kim" in sheets["Ann Berg"].problems
    assert sheets["Ann Kim"].rows[0].points is None
    decide(room, '"Ann Kim" = true\n"Ann Berg" = false')
    sheets = points(room)
    assert [sheets[name].rows[0].points for name in ("Ann Kim", "Ann Berg")] == [1, 0]


def test_sentences__that_two_have_word_for_word_are_named_in_signed_files_too(room: Path) -> None:
    said = {
        "Bo_Lee": "The rate is 36 % because owners build less.",
        "Ann_Kim": "the rate is 36 %\nbecause owners build less.",
    }
    for name, text in {**said, "Eva_Müller": "Owners build less above 36 %.", "Ann_Berg": "Because."}.items():
        back(room, name, len(name), signed=name)
        path = room / "submitted" / f"{name}.ipynb"
        notebook: Any = nbformat.read(path, as_version=4)
        notebook.cells.append(new_markdown_cell(text))
        nbformat.write(notebook, path)
    back(room, "Fay_Weber", 30, signed="Fay_Weber")
    sheets = points(room)
    told = {name: sheet.problems for name, sheet in sheets.items() if sheet.problems}
    assert told == {
        "Bo Lee": ["a sentence is word for word that of Ann Kim"],
        "Ann Kim": ["a sentence is word for word that of Bo Lee"],
    }
    assert sheets["Bo Lee"].rows[0].points == 1, "nothing is kept back for that"


def test_decided__false_takes_the_points_of_any_file_and_says_so(room: Path) -> None:
    """Also of one that nothing is odd about, or that is not stopped by itself."""
    back(room, "Bo_Lee", 36, made=STAMP)
    back(room, "Fay_Weber", 36, made=STAMP)
    back(room, "Ann_Kim", 30)
    back(room, "Ann_Berg", 31)
    decide(room, '"Ann Kim" = false\n"Ann Berg" = true\n"Bo Lee" = true\n"Fay Weber" = false\n"Eva Müller" = false')
    sheets = points(room)
    given = {name: (sheet.rows[0].points, sheet.problems[-1]) for name, sheet in sheets.items()}
    yes, no = "decided by you: counts", "decided by you: does not count"
    assert given == {"Bo Lee": (1, yes), "Fay Weber": (0, no), "Ann Berg": (1, yes), "Ann Kim": (0, no)}
    assert not any("until you decide" in problem for sheet in sheets.values() for problem in sheet.problems)
    course = read_class(room)
    assert Feedback(course).text(sheets["Fay Weber"]) == "not counted: the same answers as another hand-in"
    assert Feedback(course).text(sheets["Ann Kim"]) == "not counted: so your teacher has decided"
    text = class_report._data_code(list(sheets.values()))
    assert "doubtful" not in text and text.count("uncounted") == 2 and course.decided
    assert not [line for line in who_handed_in(list(sheets.values())) if line.startswith("Half of")]


def test_report__has_neither_numbers_nor_sentences_of_who_does_not_count(room: Path) -> None:
    """A copy would be in the histogram, and its sentence twice in the list."""
    for name in ("Bo_Lee", "Fay_Weber"):
        back(room, name, 36, made=STAMP)
        path = room / "submitted" / f"{name}.ipynb"
        notebook: Any = nbformat.read(path, as_version=4)
        notebook.cells.append(new_markdown_cell("The rate is 36 % because owners build less above it."))
        nbformat.write(notebook, path)
    decide(room, '"Bo Lee" = true\n"Fay Weber" = false')
    sheets = list(points(room).values())
    words = [cell for cell in class_report._answers_in_words(read_class(room), sheets) if "owners build less" in cell]
    assert len(words) == 1 and words[0].count("owners build less") == 1 and "2. " not in words[0]
    found = read_report(class_report._data_code(sheets).split('"""')[1])
    assert found.state.tolist() == ["right", "uncounted"] and found.verdict.tolist()[1] == "none"
    chart = answer_charts.predictions(found, "best", "en")
    assert list(chart.data[0].x) == [36] and chart.layout.title.text.startswith("1 of 2 have answered")


def test_decided__lines_that_are_shown_can_be_pasted_and_a_name_without_quotes_is_explained(room: Path) -> None:
    back(room, "Bo_Lee", 36, made=STAMP)
    back(room, "Fay_Weber", 36, made=STAMP)
    told = points(room)["Bo Lee"].problems[-1]
    yes, no = re.findall(r'"[^"]+" = (?:true|false)', told)
    for line, decided in ((yes, True), (no, False)):
        decide(room, line)
        assert read_class(room).decided == {"Bo Lee": decided}
    for line, right in (("Bo Lee = true", '"Bo Lee" = true'), ("Müller = false  # late", '"Müller" = false')):
        decide(room, f"# who\n{line}")
        with pytest.raises(ml.LessonError) as refused:
            read_class(room)
        assert str(refused.value).endswith(f": put it in quotation marks: {right}")
        number = (room / "lesson.toml").read_text("utf-8").split("\n").index(line) + 1
        assert f": line {number}: " in str(refused.value)
    decide(room, '"Bo Lee" = truth')
    with pytest.raises(ml.LessonError) as refused:
        read_class(room)
    assert "quotation" not in str(refused.value)
    assert decision('Bo "B" Lee', "a/b.ipynb") == '"Bo \\"B\\" Lee" = "a/b.ipynb"'


def at(stamp: str) -> str:
    return datetime.fromisoformat(stamp).astimezone().strftime("%Y-%m-%d %H:%M:%S")


def test_pages__both_sides_hear_which_came_first_and_which_from_the_app(room: Path) -> None:
    """A copied file has the time of the first one in it; where a page made both, the earlier one came first."""
    back(room, "tax/Bo_Lee", 36, made=STAMP)
    back(room, "Fay_Weber", 36, made=STAMP)
    sheets = points(room)
    said = f"the page made them at the same time, {at(STAMP)}: "
    said += "Bo Lee (from the app), Fay Weber (as a file of its own)"
    assert said in sheets["Bo Lee"].problems and said in sheets["Fay Weber"].problems
    for name, minute in (("tax/Ann_Kim", "07"), ("Ann_Berg", "09")):
        back(room, name, 36, made=STAMP.replace("10:00", f"10:{minute}"))
        path = room / "submitted" / f"{name}.ipynb"
        notebook: Any = nbformat.read(path, as_version=4)
        notebook.cells.append(new_markdown_cell("The rate is 36 % because owners build less above it."))
        nbformat.write(notebook, path)
    sheets = points(room)
    times = [at(STAMP.replace("10:00", f"10:{minute}")) for minute in ("07", "09")]
    said = f"handed in first: Ann Kim ({times[0]}, from the app); "
    said += f"then: Ann Berg ({times[1]}, as a file of its own)"
    assert said in sheets["Ann Kim"].problems and said in sheets["Ann Berg"].problems
    every = list(sheets.values())
    shown = class_report._heading(read_class(room), every)
    assert (
        "0 of 4 students have answered. 4 hand-ins are not counted or not decided yet" in shown
        and "average" not in shown
    )
    decide(room, '"Ann Kim" = true')
    shown = class_report._heading(read_class(room), list(points(room).values()))
    assert "another student" not in shown and "3 hand-ins are not counted or not decided yet" in shown
    (told,) = [line for line in who_handed_in(every) if "with another student, undecided" in line]
    assert all(name in told for name in ("Ann Berg", "Ann Kim", "Bo Lee", "Fay Weber"))


def test_pages__of_one_time_stand_side_by_side_before_a_later_one(room: Path) -> None:
    """Of two copies of one file nobody can tell which was first; only the third is known to be later."""
    back(room, "Fay_Weber", 36, made=STAMP)
    back(room, "Bo_Lee", 36, made=STAMP)
    back(room, "Ann_Kim", 36, made=STAMP.replace("10:00", "10:09"))
    for name in ("Fay_Weber", "Bo_Lee", "Ann_Kim"):
        path = room / "submitted" / f"{name}.ipynb"
        notebook: Any = nbformat.read(path, as_version=4)
        notebook.cells.append(new_markdown_cell("The rate is 36 % because owners build less above it."))
        nbformat.write(notebook, path)
    sheets = points(room)
    first, later = at(STAMP), at(STAMP.replace("10:00", "10:09"))
    said = (
        f"handed in first: Bo Lee ({first}, as a file of its own), Fay Weber (at the same time, as a file of its own); "
    )
    said += f"then: Ann Kim ({later}, as a file of its own)"
    assert all(said in sheets[name].problems for name in ("Bo Lee", "Fay Weber", "Ann Kim"))


def test_report__counts_who_has_handed_in_without_an_answer(room: Path) -> None:
    back(room, "Bo_Lee", 36)
    back(room, "Ann_Kim", ...)  # as it was given out
    shown = class_report._heading(read_class(room), list(points(room).values()))
    assert "1 of 2 students have answered." in shown and "1 student has handed in without an answer." in shown


@pytest.mark.usefixtures("unrun_reports", "keys_in_this_process")
@pytest.mark.parametrize(("head", "is_said"), [("name", True), ("name,section", True), ("name,sis user id", False)])
def test_canvas__students_by_name_alone_are_said_to_need_a_hand(
    room: Path, capsys: pytest.CaptureFixture[str], head: str, is_said: bool
) -> None:
    more = ",7" * head.count(",")
    (room / "students.csv").write_text("\n".join([head, *(name + more for name in NAMES)]), encoding="utf-8")
    back(room, "Bo_Lee", 36)
    assert cli.main(["class", "collect", str(room)]) == 0
    assert ("canvas.csv has names alone" in capsys.readouterr().out) == is_said


def test_stranger__of_nearly_the_name_of_one_who_is_missing_is_asked_about(room: Path) -> None:
    back(room, "Bo_Leo (1)", 36)
    back(room, "Fay Weberr", 36)
    back(room, "Fay_Weber", 36)
    back(room, "Zoe", 36)
    lines = oddities(read_submissions(read_class(room), room / "submitted"), room / "submitted")
    (told,) = [line for line in lines if "did you mean" in line]
    assert told.startswith("Bo_Leo (1).ipynb: Bo_Leo (1) is not in the roster; did you mean Bo Lee, who has handed in")
    decide(room, told[told.index('"Bo Lee" =') : told.index(" under [decided]")])
    assert found(room)["Bo Lee"][0] == 36
    lines = oddities(read_submissions(read_class(room), room / "submitted"), room / "submitted")
    assert not [line for line in lines if "did you mean" in line]


def test_other_device__keeps_points_back_in_all_files_until_the_teacher_decides(room: Path) -> None:
    """Only the terminal said so, and 0 points went to the grade books."""
    back(room, "tax/Ann_Berg", 36)
    back(room, "tax/Ann_Berg other device 2", 40)
    back(room, "Bo_Lee", 36)
    course, folder = read_class(room), room / "submitted"
    sheets = collected(room)
    table = gradebooks.table(course, sheets, folder)
    (own, other) = table[table.student == "Ann Berg"].to_dict("records")
    line = decision("Ann Berg", "tax/Ann_Berg other device 2.ipynb")
    assert line in own["status"] and decision("Ann Berg", True) in own["status"] and own["open"] == 1
    assert (other["file"], other["best said"]) == ("tax/Ann_Berg other device 2.ipynb", 40)
    assert other["status"].startswith("handed in by this name from another device")
    rows = gradebooks.canvas(course, sheets).decode()
    assert "Bo Lee" in rows and "Ann Berg" not in rows
    assert "Ann Berg: 0 of 1, 1 open" in "\n".join(preview(sheets, []))
    assert [line in told for told in oddities(sheets, folder)] == [True], "said once"
    assert "undecided" not in " ".join(who_handed_in(sheets)), "nobody has another's file"
    assert list(
        answer_charts.predictions(read_report(class_report._data_code(sheets).split('"""')[1]), "best").data[0].x
    ) == [36]
    for decided, points in ((decision("Ann Berg", True), 1), (line, 1), (decision("Ann Berg", False), 0)):
        decide(room, decided)
        (sheet,) = [each for each in collected(room) if each.student and each.student.name == "Ann Berg"]
        assert sheet.rows[0].points == points and not oddities([sheet], folder)[0].count("until you decide")


def test_other_device__with_the_same_answers_asks_nothing(room: Path) -> None:
    back(room, "Ann_Berg", 36)
    back(room, "Ann_Berg other device 2", 36, made=STAMP)
    (own, *_) = [each for each in collected(room) if each.student and each.student.name == "Ann Berg"]
    assert own.rows[0].points == 1 and own.problems == []


def test_other_device__alone_is_said_in_the_line_of_its_student(room: Path) -> None:
    back(room, "Ann_Berg other device 2", 36)
    sheets, folder = collected(room), room / "submitted"
    table = gradebooks.table(read_class(room), sheets, folder)
    line = decision("Ann Berg", "Ann_Berg other device 2.ipynb")
    assert all(line in status for status in table[table.student == "Ann Berg"].status)
    assert [line in told for told in oddities(read_submissions(read_class(room), folder), folder)] == [True]
    assert "Ann Berg" not in gradebooks.canvas(read_class(room), sheets).decode()


def test_download__a_second_one_of_the_same_files_says_nothing_again(room: Path) -> None:
    for folder in ("tax", "tax (1)"):
        back(room, f"{folder}/Ann_Berg", 36)
        back(room, f"{folder}/Ann_Berg other device 2", 40)
        back(room, f"{folder}/Bo_Lee", 50)
    places = [each.place(room / "submitted") for each in read_submissions(read_class(room), room / "submitted")]
    assert places == ["tax/Ann_Berg other device 2.ipynb", "tax/Ann_Berg.ipynb", "tax/Bo_Lee.ipynb"]
    decide(room, decision("Ann Berg", "tax (1)/Ann_Berg other device 2.ipynb"))
    sheets = read_submissions(read_class(room), room / "submitted")
    assert [each.place(room / "submitted") for each in sheets if each.student and each.student.name == "Ann Berg"] == [
        "tax (1)/Ann_Berg other device 2.ipynb"
    ]
    assert len(oddities(sheets, room / "submitted")) == 1, "that there is another file"
    back(room, "tax (1)/Bo_Lee", 60, time=60)
    assert found(room)["Bo Lee"][0] == 60, "handed in again since"


def collected(room: Path) -> list[Submission]:
    course = read_class(room)
    sheets = read_submissions(course, room / "submitted")
    return mark_submissions(course, sheets, {each: {("predict", "best"): 36.0} for each in course.students})


def test_other_device__what_its_file_alone_answers_is_open_too(room: Path) -> None:
    copyfile(room / "teacher.ipynb", room / "submitted" / "Ann_Berg.ipynb")
    back(room, "Ann_Berg other device 2", 36)
    sheets = collected(room)
    (own, *_) = [each for each in sheets if each.student and each.student.name == "Ann Berg"]
    assert own.rows[0].state == "open" and "  Ann Berg: 0 of 1, 1 open" in "\n".join(preview(sheets, []))


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("**Explain** why it falls. Then predict again: two riders.", "**Explain** why it falls."),
        ("**Explain** in one sentence: gifts made Ann richer. Why did they cost her games?", ""),
        ("**Explain.** Did talking help? Why?", ""),
    ],
)
def test_report__asks_what_the_sentences_answer_and_not_the_next_question(text: str, shown: str) -> None:
    assert text_to_explain(text) == (shown or text)


def of_lesson(
    room: Path, name: str, lesson: str, *, field: bool, time: int = 0, best: int = 36, text: str = ""
) -> None:
    """Put a file of a lesson into `submitted`, with what its metadata say, or its first cell alone."""
    back(room, name, best, time)
    path = room / "submitted" / f"{name}.ipynb"
    notebook: Any = nbformat.read(path, as_version=4)
    notebook.cells[1].source = notebook.cells[1].source.replace('"tax"', f'"{lesson}"')
    if field:
        notebook.metadata["monopoly_lab"]["lesson"] = lesson
    if text:
        notebook.cells.append(new_markdown_cell(text))
    nbformat.write(notebook, path)
    os.utime(path, (1_700_000_000 + time,) * 2)


@pytest.mark.parametrize("field", [True, False])
def test_other_lesson__takes_nobodys_place_and_is_compared_with_nobody(room: Path, field: bool) -> None:
    words = "Cash is not profit, because deeds are still there."
    back(room, "Bo_Lee", 36)
    of_lesson(room, "Bo_Lee (1)", "08_books_of_a_landlord", field=field, time=60, best=99, text=words)
    of_lesson(room, "Fay_Weber", "08_books_of_a_landlord", field=field, best=99, text=words)
    course, folder = read_class(room), room / "submitted"
    read = read_submissions(course, folder)
    sheets = mark_submissions(course, read, {student: {("predict", "best"): 36.0} for student in course.students})
    by_name = {sheet.student.name: sheet for sheet in sheets if sheet.student}
    assert by_name["Bo Lee"].rows[0].said == 36 and not by_name["Bo Lee"].problems, "the newer is no file of this class"
    assert by_name["Fay Weber"].path is None and by_name["Fay Weber"].rows[0].state == "open"
    (said,) = by_name["Fay Weber"].problems
    assert "Fay_Weber.ipynb" in said and "08_books_of_a_landlord" in said
    assert not any("decided" in problem or "word for word" in problem for each in sheets for problem in each.problems)
    lines = oddities(read, folder)
    assert len(lines) == 2 and all("this is lesson 08_books_of_a_landlord, not tax" in line for line in lines)
    assert not any("another one" in line for line in who_handed_in(sheets))


def test_other_lesson__of_a_whole_class_is_one_line(room: Path) -> None:
    for name in ("Bo_Lee", "Eva_Müller", "Fay_Weber", "Ann_Berg", "Ann_Kim", "Zoe"):
        of_lesson(room, name, "08_books_of_a_landlord", field=True)
    (line,) = oddities(read_submissions(read_class(room), room / "submitted"), room / "submitted")
    assert line.startswith("6 files are of another lesson, 08_books_of_a_landlord")


def test_other_lesson__is_none_that_another_has_taken_the_place_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    cells = [new_markdown_cell("# More"), *(new_code_cell(cell.replace("tax", "49_more_equal")) for cell in CELLS)]
    nbformat.write(new_notebook(cells=cells, metadata={"monopoly_lab": {"title": "More"}}), tmp_path / "mine.ipynb")
    (tmp_path / "lesson.toml").write_text('lesson = "mine.ipynb"\ncourse = "7b"\n', encoding="utf-8")
    (tmp_path / "students.csv").write_text("name\nBo Lee\nFay Weber\n", encoding="utf-8")
    assert cli.main(["class", "new", "lesson.toml", "--students", "students.csv", "--out", "room"]) == 0
    back(tmp_path / "room", "Bo_Lee", 36, signed="Bo_Lee")
    of_lesson(tmp_path / "room", "Fay_Weber", "22_taxes", field=True)
    path = tmp_path / "room" / "submitted" / "Fay_Weber.ipynb"
    notebook: Any = nbformat.read(path, as_version=4)
    notebook.cells[1].source = notebook.cells[1].source.replace("49_more_equal", "22_taxes")
    nbformat.write(notebook, path)
    assert {name: said for name, (said, _) in found(tmp_path / "room").items()} == {"Bo Lee": 36, "Fay Weber": 36}


def test_sentences__of_the_lesson_itself_are_nobodys_answer_and_no_sign_of_a_copy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A class keeps the lesson as it was given; pages show the newer one, whose sentences are no student's."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "lesson.toml").write_text('lesson = "08_books_of_a_landlord"\ncourse = "7b"\n', encoding="utf-8")
    (tmp_path / "students.csv").write_text("name\nBo Lee\nFay Weber\n", encoding="utf-8")
    assert cli.main(["class", "new", "lesson.toml", "--students", "students.csv", "--out", "room"]) == 0
    room = tmp_path / "room"
    page: Any = lesson_editions.unsigned_notebook(read_lesson("08_books_of_a_landlord"))
    teacher: Any = nbformat.read(room / "teacher.ipynb", as_version=4)
    first = next(cell for cell in teacher.cells if cell.id == page.cells[0].id)
    told = next(line for line in first.source.splitlines() if len(line) > 40)
    first.source = first.source.replace(told, "What this lesson said before it was written anew.")
    nbformat.write(teacher, room / "teacher.ipynb")
    room_for = next(cell for cell in page.cells if "*Your answer:*" in cell.source)
    room_for.source = room_for.source.replace("*Your answer:*", f"*Your answer:* {told}")
    for name in ("Bo_Lee", "Fay_Weber"):
        nbformat.write(page, room / "submitted" / f"{name}.ipynb")
    sheets = read_submissions(read_class(room), room / "submitted")
    assert [[text for _, text in sheet.texts] for sheet in sheets] == [[told]] * 2, "what they wrote, and nothing else"
    assert not same_sentences(sheets), "both have it from the lesson"
