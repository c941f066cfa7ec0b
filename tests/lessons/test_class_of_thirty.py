"""Thirty students of six kinds, from the notebooks that they are given to the files that grade books import.

Right, wrong by a known misconception, copied from somebody else, broken, revised, and nothing at all: five of each.
"""

import csv
import io
import json
import re
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from shutil import copytree
from typing import Any

import nbformat
import pandas as pd
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from monopoly_lab import cli
from monopoly_lab.common import messages
from monopoly_lab.common.messages import languages, say, speaking
from monopoly_lab.lessons.class_commands import _write_feedback, came_back, preview, who_handed_in
from monopoly_lab.lessons.grading import class_report, gradebooks
from monopoly_lab.lessons.grading.class_folder import read_class
from monopoly_lab.lessons.grading.class_report import report, report_page
from monopoly_lab.lessons.grading.class_settings import of_lesson
from monopoly_lab.lessons.grading.marks import changes, copies, mark_submissions, mistakes
from monopoly_lab.lessons.grading.roster import Student, read_roster
from monopoly_lab.lessons.grading.shared_work import decide
from monopoly_lab.lessons.grading.student_feedback import Feedback, notes_on, points_of
from monopoly_lab.lessons.grading.submission import Contents, Marked, Submission
from monopoly_lab.lessons.grading.submissions import read_submissions
from monopoly_lab.lessons.lesson_commands import print_lines
from monopoly_lab.lessons.question_calls import with_value
from tests.keys_here import keys_here

KINDS = ("right", "wrong", "copied", "broken", "revised", "empty")
EACH = 5
NAMES = {kind: [f"{kind.title()} {n}" for n in range(1, EACH + 1)] for kind in KINDS}
CELLS = {
    "who": "import monopoly_lab as ml\n"
    'lesson = ml.Lesson("dice", keys={"rest": lambda lesson: 10 + lesson.seed % 1000})',
    "first": 'sevens = ml.predict("sevens", ..., ask="Share of sevens", unit="%", low=0, high=100)',
    "result": "sevens.against(100 / 6)",
    "second": 'eights = ml.predict("eights", ..., ask="Share of eights", unit="%", low=0, high=100)',
    "result2": "eights.against(100 * 5 / 36)",
    "rest": "### BEGIN SOLUTION\nrest = 10 + lesson.seed % 1000\n### END SOLUTION",
    "check": 'ml.self_check("rest", rest, lesson, digits=0)',
}
CLASS = """lesson = "dice.ipynb"
course = "7b"
[marks]
rest = 3
predicted = 1
[slips.sevens]
"9" = "All eleven sums are taken to be equally likely"
[slips.eights]
"9" = "All eleven sums are taken to be equally likely"
"""
HEADS = ("Student", "ID", "SIS User ID", "SIS Login ID", "Section")  # Canvas: How do I import grades in the Gradebook?


def notebook() -> Any:
    cells = [new_code_cell(text, id=name) for name, text in CELLS.items()]
    why = "**Explain.** Write one sentence: why are sevens so common?"
    cells.insert(3, new_markdown_cell(why, id="why", metadata={"tags": ["explain"]}))
    cells.insert(6, new_markdown_cell("What is **left** of the seed, as $\\delta$?", id="left"))
    about = {"title": "Sums of dice", "again": {"eights": "sevens"}}
    return new_notebook(cells=cells, metadata={"monopoly_lab": about})


def handed_in(room: Path, name: str, kind: str) -> str:
    """The file that comes back from a student of a kind."""
    owner = name.replace("Copied", "Right") if kind == "copied" else name
    made = nbformat.read(room / "handed_out" / f"{owner.replace(' ', '_')}.ipynb", as_version=4)
    own = 10 + made.metadata["monopoly_lab"]["seed"] % 1000
    if kind == "copied":  # the answers of somebody else in a notebook of one's own
        made = nbformat.read(room / "handed_out" / f"{name.replace(' ', '_')}.ipynb", as_version=4)
    cells = {cell.id: cell for cell in made.cells}
    said = {"wrong": ("1/11", "9,1 %"), "revised": ("9 %", "14")}.get(kind, ("17 %", "13,9"))
    cells["first"].source = with_value(cells["first"].source, "sevens", json.dumps(said[0].replace("1/11", "9.09")))
    cells["second"].source = with_value(cells["second"].source, "eights", json.dumps(said[1]))
    cells["why"].source += " Six of 36 pairs add up to seven."
    cells["rest"].source = f"rest = {-own if kind == 'wrong' else own}"
    text = nbformat.writes(made)
    return text[: len(text) // 2] if kind == "broken" else text


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("class")
    nbformat.write(notebook(), folder / "dice.ipynb")
    (folder / "lesson.toml").write_text(CLASS)
    names = [name for kind in KINDS for name in NAMES[kind]]
    rows = [f"{name},{name.replace(' ', '.').lower()}@school.example,{n}" for n, name in enumerate(names, 1)]
    (folder / "students.csv").write_text("\n".join(["Name,Email address,SIS User ID", *rows]))
    out = folder / "room"
    new = ["class", "new", str(folder / "lesson.toml"), "--students", str(folder / "students.csv"), "--out", str(out)]
    assert cli.main(new) == 0
    for kind in KINDS[:-1]:
        for name in NAMES[kind]:
            (out / "submitted" / f"{name.replace(' ', '_')}.ipynb").write_text(handed_in(out, name, kind))
    with keys_here():
        assert cli.main(["class", "collect", str(out)]) == 0
    return out


def test_marks__each_kind_gets_what_it_has_earned(room: Path) -> None:
    found = pd.read_csv(io.StringIO((room / "marks.csv").read_text("utf-8-sig")), index_col="student")
    kinds = found.groupby(found.index.str.split().str[0].str.lower())
    assert kinds.points.unique().map(list).to_dict() == {
        **{"right": [5], "wrong": [2], "copied": [0], "broken": [0], "revised": [5], "empty": [0]},
    }
    assert kinds.open.unique().map(list)["copied"] == [5], "no points until the teacher decides"
    assert found.status[NAMES["copied"]].str.contains("whose key differs").all()
    assert found.status[NAMES["broken"]].str.contains("no notebook").all()
    changed = kinds["eights after sevens"].first()
    assert changed["revised"] == "close only the second time" and changed["wrong"] == "close neither time"
    assert changed["right"] == "close to the result both times" and pd.isna(changed["empty"])
    assert found["sentence 1"]["Right 1"] == "Six of 36 pairs add up to seven."


@pytest.mark.usefixtures("unrun_reports")
def test_collect__names_who_needs_help(room: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    copytree(room.parent, tmp_path / "copy")
    assert cli.main(["class", "collect", str(tmp_path / "copy" / room.name)]) == 0
    said = capsys.readouterr().out
    assert f"Half of the points or fewer: {', '.join(NAMES['wrong'])}.\n" in said
    assert " ".join(said.split()).endswith("/report.html in a browser.")
    assert max(len(line) for line in said.splitlines() if str(tmp_path) not in line) <= 100
    assert all(f'"{name}" = {value}' in said for name in NAMES["copied"] for value in ("true", "false")), "whole"


def test_tell__wraps_lines_and_keeps_units_and_what_is_to_be_pasted_whole(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    line = '"Ann Able" = "43/Ann_Able other device 2.ipynb"'
    print_lines([f"{'read ' * 18}1,5\u00a0s {'or ' * 22}{line}", "odd \x1b[2J name"])
    first, *_, third, last = capsys.readouterr().out.splitlines()
    assert len(first) <= 100 and first.endswith("read 1,5 s or")
    assert line in third and last == r"odd \x1b[2J name"


@pytest.mark.parametrize("lang", languages())
def test_summary__tells_apart_who_handed_in_nothing_and_who_answered_nothing(room: Path, lang: str) -> None:
    ann, bo, cy, dan = read_class(room).students[:4]
    none = [Marked("self_check", "rest", None, 7, 0, 3, "open")]
    sheets = [
        Submission(None, ann, rows=none),
        Submission(Path("bo.ipynb"), bo, rows=none),
        Submission(Path("cy.ipynb"), cy, Contents.UNREAD, rows=none),
        Submission(Path("dan.ipynb"), dan, rows=[Marked("self_check", "rest", 7, 7, 3, 3, "right")]),
    ]
    with speaking(lang):
        told = who_handed_in(sheets)
        assert told == [
            say("class.missing", names=ann.name),
            say("class.silent", names=bo.name),
            say("class.unread", names=cy.name),
        ]
        _, *lines = preview(sheets, ["canvas.csv"])
    assert len({line.split(": ")[1] for line in lines}) == 4, "four different things"


def test_copies__are_those_of_a_right_answer_and_not_a_mistake_that_two_have_made(room: Path) -> None:
    course = read_class(room)
    ann, bo = course.students[:2]
    right, wrong = (
        Marked("self_check", "rest", 7, 7, 3, 3, "right"),
        Marked("self_check", "rest", 7, 8, 0, 3, "wrong"),
    )

    def copied(*rows: Marked) -> dict[str, list[str]]:
        sheets = [Submission(None, student, rows=[row]) for student, row in zip((ann, bo), rows)]
        return {_name(sheet): [_name(each) for each in others] for sheet, others in copies(sheets)}

    assert copied(right, wrong) == {bo.name: [ann.name]}
    assert copied(replace(right, right=9, state="wrong"), wrong) == {}
    assert copied(right, replace(wrong, slip="the sign")) == {}


def _name(sheet: Submission) -> str:
    return sheet.student.name if sheet.student else ""


def test_report__shows_both_predictions_who_changed_what_is_behind_and_no_names(room: Path) -> None:
    report = nbformat.read(room / "report.ipynb", as_version=4)
    shown = {cell.source: cell.get("outputs", []) for cell in report.cells}
    text = nbformat.writes(report)
    assert not [name for names in NAMES.values() for name in names if name in text]
    # wrong: 5 of 15 who count say 9.1, and 5 of 15 have the sign of the seed wrong
    discussed = report.cells[2].source
    assert discussed.startswith("## To discuss\n\n1. **Share of eights, %**<br>5 of 15 (33 %) predicted 9.1.\n")
    assert re.search(
        r"left of the seed, as δ\?\*\*<br>5 of 15 \(33 %\) answered \S+ or \S+ or \S+\.( |\n)", discussed
    ), "a sentence"
    assert "Share of sevens" not in discussed, "predicted again later"
    assert [line[:20] for line in discussed.splitlines() if line.startswith("*To all")] == [
        "*To all, of each pre",
        "*To all, of each ans",
    ], "asked once, whatever was wrong"
    heading = (
        "15 of 30 students have answered. 4 of 5 points on average. 5 hand-ins are not counted or not decided yet: "
        "in a bar of their own, and in no other number here. 5 files"
    )
    assert heading in report.cells[0].source and "A prediction is called close" in report.cells[0].source
    (behind,) = shown["mistakes(found, 'sevens')"]
    slip = "All eleven sums are taken to be equally likely"
    assert behind.data["text/plain"].count(slip) == 1 and re.search(r"9; 9\.09\s+10\s", behind.data["text/plain"])
    (sign,) = [output for source, outputs in shown.items() if "mistakes(found, 'rest')" in source for output in outputs]
    assert sign.data["text/plain"].count("the sign is the wrong way round") == 1
    (counts,) = shown["changes(found, 'sevens', 'eights')"]
    numbers = [int(line.split()[-1]) for line in counts.data["text/plain"].splitlines()[-4:]]
    assert numbers == [5, 5, 0, 5], "right, revised, none, wrong; what is copied is left out"
    assert "undecided" not in report.cells[0].source
    (figure,) = shown["answer_charts.predictions(found, 'sevens', unit='%', low=0, high=100, again='eights')"]
    drawn = figure.data["application/vnd.plotly.v1+json"]
    assert [len(trace["x"]) for trace in drawn["data"]] == [15, 15], "a histogram of each prediction"
    (words,) = [cell.source for cell in report.cells if "Six of 36 pairs" in cell.source]
    assert text.count("Six of 36 pairs") == 1 and "(15 students)" in words, "nothing of copies that are undecided"


@pytest.mark.usefixtures("unrun_reports")
def test_report__has_answers_to_homework_only_in_a_part_that_is_opened(room: Path) -> None:
    """The report is shown to the class in the debrief, before homework is due; on the page and in JupyterLab."""
    course = read_class(room)
    lesson = deepcopy(course.source.notebook)
    at = next(n for n, cell in enumerate(lesson.cells) if cell.id == "left")
    lesson.cells.insert(at, new_markdown_cell("## The seed (at home)", id="home"))
    course = replace(course, **of_lesson(replace(course.source, notebook=lesson)))
    rows = [
        Marked("predict", "sevens", 9.0, 16.67, 1, 1, "right", "", "other"),
        Marked("predict", "eights", 9.0, 13.89, 1, 1, "right", "", "other"),
        Marked("self_check", "rest", 7, 325, 0, 3, "wrong"),
    ]
    sheets = [Submission(room, student, rows=rows) for student in course.students[:2]]
    made = report(course, sheets)
    (at,) = [n for n, cell in enumerate(made.cells) if cell.source == "## Answers to the homework"]
    assert made.cells[at].metadata == {"jp-MarkdownHeadingCollapsed": True}
    before, after = ("\n".join(cell.source for cell in cells) for cells in (made.cells[2:at], made.cells[at + 1 :]))
    assert "seed" not in before and "325" not in before and "9" in before
    assert after.startswith("### What is left of the seed") and "Right: **325**" in after
    shown, closed = report_page(course, made).split(
        '<details class="closed"><summary>Answers to the homework</summary>'
    )
    assert "325" not in shown.partition("<body")[2] and "325" in closed.partition("</details>")[0]


@pytest.mark.usefixtures("unrun_reports")
def test_report__says_so_where_nobody_has_answered_in_place_of_an_empty_chart(room: Path) -> None:
    course = read_class(room)
    rows = [
        Marked("predict", "sevens", 9.0, 16.67, 1, 1, "right", "", "other"),
        Marked("predict", "eights", None, 13.89, 0, 1, "open", "", "none"),
        Marked("self_check", "rest", None, 8, 0, 3, "open"),
    ]
    texts = [cell.source for cell in report(course, [Submission(room, course.students[0], rows=rows)]).cells]
    assert [text for text in texts if "answer_charts." in text and "read_report" not in text] == [
        "answer_charts.predictions(found, 'sevens', unit='%', low=0, high=100)"
    ]
    assert "## Second prediction: Share of eights, %\n\nNobody has predicted twice yet." in texts
    assert "## What is **left** of the seed, as δ?\n\nNobody has answered yet." in [
        text.replace("What is left", "What is **left**") for text in texts
    ]
    assert not [text for text in texts if text.startswith("## To discuss")], "one student alone is no class"


@pytest.mark.parametrize("lang", ["en", "uk", "ru"])
def test_tables_of_a_report__have_one_line_of_headings(lang: str) -> None:
    lines = [
        ("predict", "one", 20.0, 50.0, "right", "other"),
        ("predict", "two", 50.0, 50.0, "right", "close"),
        ("self_check", "check", 4.0, 5.0, "wrong", ""),
    ]
    columns = ("kind", "question", "said", "found", "state", "verdict")
    found = pd.DataFrame([{"student": 1, **dict(zip(columns, line))} for line in lines])
    for table in (mistakes(found, "one", lang), mistakes(found, "check", lang), changes(found, "one", "two", lang)):
        assert isinstance(table, pd.DataFrame)
        head = table.to_html().partition("</thead>")[0]
        assert head.count("<tr") == 1 and "<th></th>" not in head


@pytest.mark.full
def test_report__is_a_page_too_without_code_the_table_of_answers_and_names(room: Path) -> None:
    page = (room / "report.html").read_text("utf-8")
    seen = re.sub(r"<(script|style)\b.*?</\1>", "", page, flags=re.DOTALL)
    assert "Share of sevens" in seen and "All eleven sums are taken to be equally likely" in seen
    assert not [
        word for word in ("read_report", "mistakes(", "answer_charts.", "student,kind,question") if word in seen
    ]
    assert not [name for names in NAMES.values() for name in names if name in page]
    assert page.count('class="figure"') == 3 and '<body class="wall"' in page


def test_report__speaks_the_language_it_is_made_in_also_in_charts_and_tables(room: Path) -> None:
    """What its cells show is made by a process of their own."""
    course = read_class(room)
    student = course.students[0]
    rows = [
        Marked("predict", "sevens", 9.0, 16.67, 1, 1, "far"),
        Marked("predict", "eights", 14.0, 13.89, 1, 1, "close"),
        Marked("self_check", "rest", 7, 8, 0, 3, "wrong"),
    ]
    with messages.speaking("uk"):
        made = nbformat.writes(report(course, [Submission(room, student, rows=rows)]))
    assert all(
        said in made for said in ("Відповідей: 1 з 1", "результат 16,67", "неправильна відповідь", "перший прогноз")
    )
    assert "have answered" not in made and "students" not in made.partition("read_report(")[2].replace(
        '\\"students', ""
    )


def test_moodle__finds_students_by_email_and_takes_grade_and_feedback(room: Path) -> None:
    """Columns as in Moodle's own export; an empty cell would remove a grade (gradeimport_csv, update_grade_item)."""
    rows = list(csv.DictReader(io.StringIO((room / "moodle.csv").read_text("utf-8"))))
    assert list(rows[0]) == ["Email address", "Sums of dice", "Sums of dice (feedback)"] and len(rows) == 15
    grades = {row["Email address"].partition("@")[0]: row["Sums of dice"] for row in rows}
    assert [grades.get(f"{kind}.1") for kind in KINDS] == ["5", "2", None, None, "5", None]
    feedback = next(row["Sums of dice (feedback)"] for row in rows if row["Email address"].startswith("wrong.1"))
    course = read_class(room)
    own = 10 + course.lesson(next(each for each in course.students if each.name == "Wrong 1")).seed % 1000
    assert feedback == (
        "1. Share of sevens, %: prediction made, 1/1 (you predicted 9.09, 7.58 too low; it is 16.67; "
        "likely slip: All eleven sums are taken to be equally likely)\n"
        "2. Share of eights, %: prediction made, 1/1 (you predicted 9.1, 4.79 too low; it is 13.89)\n"
        "3. What is left of the seed, as δ? 0/3 "
        f"(you answered \N{MINUS SIGN}{own}; right is {own}; likely slip: the sign is the wrong way round)\n"
        "Sentences carry no points."
    )


def test_feedback__says_what_is_right_and_how_far_a_prediction_is_from_what_came_out() -> None:
    wrong = Marked("self_check", "loss", 42.25, 10.5625, 0.0, 1.0, "wrong", slip="half of it is meant")
    assert list(notes_on(wrong, 2)) == ["you answered 42.25", "right is 10.56", "likely slip: half of it is meant"]
    right = Marked("self_check", "loss", 10.5, 10.5625, 1.0, 1.0, "right")
    assert (points_of(right), list(notes_on(right, 2))) == ("1/1", ["you answered 10.5"])
    guess = Marked("predict", "share", 9.0, 100 / 6, 1.0, 1.0, "right", slip="a slip", verdict="slip")
    assert points_of(guess) == "prediction made, 1/1", "for being made, whatever it says"
    assert list(notes_on(guess, None)) == ["you predicted 9, 7.67 too low", "it is 16.67", "likely slip: a slip"]
    free = replace(guess, said=25.0, points=0.0, most=0.0, slip="", verdict="other")
    assert points_of(free) == "prediction made"
    assert list(notes_on(free, None)) == ["you predicted 25, 8.33 too high", "it is 16.67"]
    close = replace(free, said=17.0, verdict="close")
    assert list(notes_on(close, None)) == ["you predicted 17, which is close", "it is 16.67"]
    assert list(notes_on(replace(close, said=16.67), None)) == ["you predicted 16.67, just what came out"]
    assert list(notes_on(replace(free, right=None), None)) == ["you predicted 25"]
    none = Marked("predict", "price", None, 100.0, 0.0, 1.0)
    assert (points_of(none), list(notes_on(none, None))) == ("0/1", ["not answered"])
    assert list(notes_on(replace(none, state="refused"), None)) == ["no number"], "a word was written"


def test_feedback__says_of_what_a_student_would_do_what_is_best() -> None:
    bid = Marked("predict", "bid", 278.0, 0.0, 0.0, 0.0, "right", slip="a slip", verdict="slip")
    assert points_of(bid, is_choice=True) == "choice made"
    assert list(notes_on(bid, None, is_choice=True)) == ["you chose 278", "best: 0", "likely slip: a slip"]
    best = replace(bid, said=0.0, slip="", verdict="close")
    assert list(notes_on(best, None, is_choice=True)) == ["you chose 0, which is best"]
    assert list(notes_on(replace(bid, right=None, slip=""), None, is_choice=True)) == ["you chose 278"]


def test_feedback__is_a_page_for_each_student_and_one_to_print(room: Path) -> None:
    """Without the data of another student; who waits for a decision, or has handed in nothing to read, has none yet."""
    pages = {path.stem: path.read_text("utf-8") for path in (room / "feedback").glob("*.html")}
    graded = [name for kind in ("right", "wrong", "revised") for name in NAMES[kind]]
    assert sorted(pages) == sorted(name.replace(" ", "_") for name in graded)
    every = [name for names in NAMES.values() for name in names]
    for name in graded:
        page = pages[name.replace(" ", "_")]
        assert [other for other in every if re.search(rf"\b{other}\b", page)] == [name]
        assert "Six of 36 pairs add up to seven." in page and "@" not in page.partition("<body")[2]
    page = pages["Wrong_1"].partition("<body")[2]
    assert "Points: 2 of 5" in page and "You predicted 9.09, 7.58 too low; it is 16.67; likely slip: All eleven" in page
    whole = (room / "feedback.html").read_text("utf-8")
    assert whole.count('<section class="student">') == len(graded) and all(name in whole for name in graded)


def test_feedback__shows_a_sentence_as_nothing_but_letters(room: Path) -> None:
    course = read_class(room)
    rows = [Marked("self_check", "rest", 7, 7, 3, 3, "right")]
    wrote = [("why", "<script>alert(1)</script>\n<b>two</b>")]
    page = Feedback(course).page([Submission(room, course.students[0], rows=rows, texts=wrote)])
    assert "<script" not in page and "&lt;script&gt;alert(1)&lt;/script&gt;<br>&lt;b&gt;two" in page


def test_feedback__of_who_has_none_any_more_goes_unless_the_teacher_has_written_into_it(tmp_path: Path) -> None:
    _write_feedback(tmp_path, {"Ann": "a", "Bo": "b", "Cy": "c"})
    (tmp_path / "Bo.html").write_text("b, and a word of the teacher's")
    _write_feedback(tmp_path, {"Cy": "d"})
    assert {path.name: path.read_text() for path in tmp_path.glob("*.html")} == {
        "Bo.html": "b, and a word of the teacher's",
        "Cy.html": "d",
    }


@pytest.mark.parametrize(("lang", "none"), [("en", "not answered"), ("ru", "нет ответа"), ("uk", "немає відповіді")])
def test_moodle__feedback_names_what_was_left_open_so_that_its_points_add_up(
    room: Path, tmp_path: Path, lang: str, none: str
) -> None:
    course = read_class(room)
    source = room / "handed_out" / "Right_1.ipynb"
    made: Any = nbformat.read(source, as_version=4)
    cells = {cell.id: cell for cell in made.cells}
    cells["first"].source = with_value(cells["first"].source, "sevens", "17")
    cells["rest"].source = "rest = None"
    nbformat.write(made, tmp_path / source.name)
    key = dict.fromkeys(course.questions, 5.0)
    sheets = mark_submissions(course, read_submissions(course, tmp_path), dict.fromkeys(course.students, key))
    with speaking(lang):
        text = (gradebooks.moodle(course, sheets, Feedback(course)) or b"").decode()
    (row,) = csv.DictReader(io.StringIO(text))
    *_, grade, feedback = row.values()
    parts = re.findall(r"(\d+)/(\d+)", feedback)
    assert grade == "1" == str(sum(int(points) for points, _ in parts)) and sum(int(most) for _, most in parts) == 5
    assert feedback.count(f"({none})") == 2


def test_canvas__has_its_first_columns_and_what_the_assignment_is_worth(room: Path) -> None:
    rows = list(csv.reader(io.StringIO((room / "canvas.csv").read_text("utf-8"))))
    assert tuple(rows[0]) == (*HEADS, "Sums of dice") and rows[1] == ["    Points Possible", "", "", "", "", "5"]
    assert len(rows) == 17 and rows[2] == ["Right 1", "", "1", "", "", "5"]
    assert "Copied 1" not in {row[0] for row in rows}, "an empty cell would remove a grade (gradebook_importer.rb)"


def test_moodle__has_no_row_that_would_count_for_the_student_above_it(room: Path) -> None:
    """Moodle keeps the last student found while a row names none (gradeimport_csv, prepare_import_grade_data)."""
    course = read_class(room)
    known = [
        (("email", f"{n}@school.example"), ("username", "ann" if n > 1 else "")) for n in range(len(course.students))
    ]
    students = tuple(replace(each, others=other) for each, other in zip(course.students, known))
    rows = [Marked("self_check", "rest", 7, 7, 1_250_000, 1_250_001, "right")]

    def heads(*students: Student) -> list[list[str]]:
        sheets = [Submission(None, student, rows=rows) for student in students]
        made = gradebooks.moodle(replace(course, students=students), sheets, Feedback(course))
        return [] if made is None else list(csv.reader(io.StringIO(made.decode())))

    whole = heads(*students)
    assert whole[0][:2] == ["Email address", "Sums of dice"] and len(whole) == 31
    assert whole[1] == [
        "0@school.example",
        "1250000",
        "1. What is left of the seed, as δ? 1,250,000/1,250,001 (you answered 7)\nSentences carry no points.",
    ]
    without = replace(students[3], others=(("username", "bo"),))
    partly = heads(students[0], *students[1:3], without)
    assert partly[0][0] == "Email address" and [row[0][:1] for row in partly[1:]] == ["0", "1", "2"]
    assert gradebooks.unknown_to_moodle(replace(course, students=(*students[:3], without))) == [without]
    nobody = replace(students[0], others=())
    assert heads(nobody) == [] and gradebooks.unknown_to_moodle(replace(course, students=(nobody,))) == [nobody]


@pytest.mark.parametrize(
    "text",
    [
        f'{",".join(HEADS)},Homework (12)\n    Points Possible,,,,,10\n"Smith, Bo",7,s7,bo,A,5\n',
        "First name,Last name,Email address\nBo,Smith,bo@x.example\n",
        "Прізвище;Ім’я;Електронна пошта\nSmith;Bo;bo@x.example\n",
        "Фамилия;Имя;Адрес электронной почты\nSmith;Bo;bo@x.example\n",
    ],
)
def test_roster__may_be_what_a_grade_book_exports(text: str, tmp_path: Path) -> None:
    (tmp_path / "students.csv").write_text(text, encoding="utf-8")
    (student,) = read_roster(tmp_path / "students.csv")
    assert (
        student.name in ("Smith, Bo", "Bo Smith")
        and (student.identifier("sis_login") or student.identifier("email")[:2]) == "bo"
    )


def test_preview__says_who_gets_what_and_who_has_no_row(room: Path) -> None:
    """The same as in the file for Moodle, before it is used."""
    course = read_class(room)
    asked = course.questions
    sheets = [
        Submission(Path("a"), course.students[0], rows=[Marked(*asked[0], 1, 1, 1.5, 2, "right")]),
        Submission(Path("b"), course.students[1], rows=[Marked(*asked[0], 1, 1, None, 2, "doubtful")]),
        Submission(Path("c"), course.students[2], rows=[Marked(*asked[0], None, 1, 0, 2, "open")]),
        Submission(None, course.students[3], rows=[Marked(*asked[0], None, 1, 0, 2, "open")]),
        Submission(Path("d"), None, rows=[]),
    ]
    head, *lines = preview(sheets, ["canvas.csv"])
    names = [student.name for student in course.students[:4]]
    assert head.startswith("Who gets what") and [line.split(":")[0].strip() for line in lines] == names
    assert lines[0].endswith(": 1.5 of 2") and "0 of 2, 2 open; no row" in lines[1]
    assert "nothing that counts is answered; no row" in lines[2] and "nothing handed in; no row" in lines[3]
    rows = list(csv.DictReader(io.StringIO((gradebooks.moodle(course, sheets[:4], Feedback(course)) or b"").decode())))
    assert [row["Sums of dice"] for row in rows] == ["1.5"]


def test_decided_no__is_a_zero_in_each_grade_book_and_the_terminal_says_whose_decision_it_is(room: Path) -> None:
    course = replace(read_class(room), decided={read_class(room).students[0].name: False})
    rows = [Marked(*question, 1, 1, 1.0, 1.0, "right") for question in course.questions]
    sheet = Submission(Path("a"), course.students[0], rows=rows)
    decide(sheet, course)
    _, line = preview([sheet], ["canvas.csv"])
    assert line.endswith(f": 0 of {len(rows)}: you have decided that the file does not count")
    for made, above in (
        (gradebooks.moodle(course, [sheet], Feedback(course)), 0),
        (gradebooks.canvas(course, [sheet]), 1),
    ):
        found = list(csv.DictReader(io.StringIO((made or b"").decode())))[above:]
        assert [row["Sums of dice"] for row in found] == ["0"]


def test_collected__says_how_many_of_those_who_handed_in_can_be_read_and_have_answered(room: Path) -> None:
    """Four of five: two with answers, one who has answered nothing, one file that cannot be read."""
    course = read_class(room)
    asked, open_one = [Marked(*course.questions[0], 1, 1, 1, 1, "right")], [Marked(*course.questions[0], None, 1, 0, 1)]
    students = course.students
    sheets = [
        *(Submission(Path("a"), student, rows=asked) for student in students[:2]),
        Submission(Path("b"), students[2], rows=open_one),
        Submission(Path("c"), students[3], Contents.UNREAD, rows=open_one),
        Submission(None, students[4], rows=open_one),
        Submission(Path("d"), None, claimed=students[0], rows=asked),
    ]
    said = "Handed in by 4 of 5 students: 2 with answers, 1 with nothing answered, 1 as a file that cannot be read."
    assert came_back(sheets) == said


def test_report__says_which_part_of_a_known_mistake_is_wrong() -> None:
    said = [
        ("All are taken for equal: two are not.", "**All are taken for equal**: two are not."),
        ("Costs $5 too much; it is $4.", "**Costs \\$5 too much**; it is \\$4."),
        ("The mean is taken for a limit.", "**The mean is taken for a limit.**"),
    ]
    for text, shown in said:
        assert class_report._mistake(text) == shown
