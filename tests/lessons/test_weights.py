"""What a question is worth in the mark of a class where its teacher has not said so, and what students read of it."""

from dataclasses import replace
from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from monopoly_lab.lessons.class_commands import preview
from monopoly_lab.lessons.grading import class_report, gradebooks
from monopoly_lab.lessons.grading.class_settings import Assignment, read_assignment
from monopoly_lab.lessons.grading.marks import mark_submissions
from monopoly_lab.lessons.grading.student_feedback import Feedback
from monopoly_lab.lessons.grading.submission import Marked, StudentAnswer, Submission

GUESS = new_code_cell('ml.predict("guess", ..., ask="Guess", low=0, high=9)')
CHECK = new_code_cell('ml.self_check("check", None, lesson)')
AT_HOME = [new_markdown_cell("## More (at home)\n\nHow many?"), new_code_cell('ml.self_check("late", None, lesson)')]
EXERCISE = [new_markdown_cell("## Exercises"), new_code_cell('ml.self_check("last", None, lesson)')]


def course(folder: Path, cells: list[nbformat.NotebookNode], marks: str = "", decided: str = "") -> Assignment:
    nbformat.write(new_notebook(cells=cells, metadata={"monopoly_lab": {"title": "A"}}), folder / "a.ipynb")
    text = f'lesson = "a.ipynb"\ncourse = "7b"\n[marks]\n{marks}\n[decided]\n{decided}\n'
    (folder / "lesson.toml").write_text(text)
    (folder / "students.csv").write_text("name,email\nAnn,a@b\nBo,b@b\nCy,c@b\n")
    return read_assignment(folder / "lesson.toml", folder / "students.csv")


@pytest.mark.parametrize(
    ("marks", "worth"),
    [
        ("", {"guess": 0, "check": 1, "late": 0, "last": 0}),
        ("predicted = 0.5\nhome = 2", {"guess": 0.5, "check": 1, "late": 2, "last": 2}),
        ("guess = 3\nlate = 4\ncheck = 5", {"guess": 3, "check": 5, "late": 4, "last": 0}),
    ],
)
def test_mark__is_what_the_self_checks_of_the_class_say_unless_the_teacher_wants_more(
    marks: str, worth: dict[str, float], tmp_path: Path
) -> None:
    found = course(tmp_path, [GUESS, CHECK, *AT_HOME, *EXERCISE], marks)
    assert {name: found.most((kind, name)) for kind, name in found.questions} == worth


@pytest.mark.parametrize("cells", [[GUESS], [GUESS, *AT_HOME]])
def test_mark__counts_everything_where_the_class_has_no_self_check(
    cells: list[nbformat.NotebookNode], tmp_path: Path
) -> None:
    found = course(tmp_path, cells)
    assert {found.most(question) for question in found.questions} == {1}


def sheets(
    found: Assignment, folder: Path, tries: dict[str, float] | None = None, **said: float | None
) -> list[Submission]:
    """What came from Ann, the right answers if nothing else is said; the right number is 2 everywhere."""
    answers = {question: StudentAnswer(said.get(question[1], 2.0)) for question in found.questions}
    return mark_submissions(
        found,
        [Submission(folder / "Ann.ipynb", found.students[0], answers=answers, first_tries=tries or {})],
        dict.fromkeys(found.students, dict.fromkeys(found.questions, 2.0)),
    )


def test_feedback__says_of_a_prediction_and_of_homework_that_they_carry_no_points(tmp_path: Path) -> None:
    found = course(tmp_path, [GUESS, CHECK, *AT_HOME, *EXERCISE])
    (_, row) = (
        (gradebooks.moodle(found, sheets(found, tmp_path, guess=7, last=5), Feedback(found)) or b"")
        .decode()
        .split("\n", 1)
    )
    assert row.startswith("a@b,1,")
    for part in (
        "Guess: prediction made (you predicted 7, 5 too high; it is 2)",
        "1/1 (you answered 2)",
        "right, carries no points (you answered 2)",
        "carries no points (you answered 5; right is 2)",
    ):
        assert part in row
    assert "0/" not in row


@pytest.mark.parametrize(
    ("attempt", "first", "last", "read"),
    [
        ("first", 185, 2, "0/1 (first you answered 185 (wrong), later 2 (right); the first answer counts)"),
        ("last", 185, 2, "1/1 (first you answered 185 (wrong), later 2 (right); the last answer counts)"),
        ("first", 5, 7, "0/1 (first you answered 5 (wrong), later 7 (wrong); the first answer counts; right is 2)"),
        ("first", 2, 2, "1/1 (you answered 2)"),
    ],
)
def test_feedback__says_of_an_answer_that_was_changed_which_one_counts(
    attempt: str, first: float, last: float, read: str, tmp_path: Path
) -> None:
    found = replace(course(tmp_path, [CHECK]), attempt=attempt)
    (ann, *_) = sheets(found, tmp_path, tries={"check": first}, check=last)
    assert read in Feedback(found).text(ann)


def test_feedback__has_the_students_own_numbers_once_a_doubtful_file_is_decided_to_count(tmp_path: Path) -> None:
    (tmp_path / "lesson.toml").write_text('lesson = "45_hidden_quality"\ncourse = "7b"\n[decided]\nAnn = true\n')
    (tmp_path / "students.csv").write_text("name\nAnn\n")
    found = read_assignment(tmp_path / "lesson.toml", tmp_path / "students.csv")
    answers = {question: StudentAnswer(2.0) for question in found.questions}
    ann = Submission(tmp_path / "Ann.ipynb", found.students[0], answers=answers, is_doubtful=True)
    mark_submissions(found, [ann], dict.fromkeys(found.students, dict.fromkeys(found.questions, 2.0)))
    (lowest,) = found.lesson(found.students[0]).own("floor")
    assert f"Your own numbers: lowest quality {lowest:g} %." in Feedback(found).text(ann)


def test_preview__names_the_files_that_were_written(tmp_path: Path) -> None:
    found = sheets(course(tmp_path, [CHECK]), tmp_path)
    assert next(preview(found, ["canvas.csv"])) == "Who gets what (the same is in canvas.csv):"
    assert (
        next(preview(found, ["moodle.csv", "canvas.csv"])) == "Who gets what (the same is in moodle.csv, canvas.csv):"
    )


@pytest.mark.parametrize(
    ("within", "said"),
    [
        ({}, "close if it is off by 10 % of the result at most."),
        ({"guess": 1.0}, "close if it is off by 10 % of the result at most; some questions have a limit of their own."),
        ({"check": 1.0}, "close if it is off by 10 % of the result at most."),
    ],
)
def test_report__says_which_predictions_it_calls_close(within: dict[str, float], said: str, tmp_path: Path) -> None:
    found = replace(course(tmp_path, [GUESS, CHECK]), tolerance=within)
    close = [Marked("predict", "guess", 2.0, 2.0, 0.0, 0.0, "right", "", "close")]
    sheets = [Submission(tmp_path / "A.ipynb", found.students[0], rows=close)]
    assert class_report._close_note(found, sheets) == f"A prediction is called {said}"
    sheets[0].rows = [replace(close[0], said=3.0, verdict="other")]
    assert class_report._close_note(found, sheets) == "", "the report calls none so"
    assert class_report._close_note(course(tmp_path, [CHECK]), []) == ""


def test_marks__count_homework_that_is_right_in_a_column_of_its_own(tmp_path: Path) -> None:
    found = course(tmp_path, [GUESS, CHECK, *AT_HOME, *EXERCISE])
    ann = gradebooks.table(found, sheets(found, tmp_path, check=9, last=5), tmp_path).iloc[0]
    assert (ann["points"], ann["of"], ann["right at home, of 2"], ann["open"]) == (0, 1, 1, 0)


def test_grade__does_not_wait_for_a_prediction_without_points_that_is_code(tmp_path: Path) -> None:
    found = course(tmp_path, [GUESS, CHECK])
    answers = {question: StudentAnswer(2.0) for question in found.questions} | {
        ("predict", "guess"): StudentAnswer(None, "", True)
    }
    ann = Submission(tmp_path / "Ann.ipynb", found.students[0], answers=answers)
    rows = mark_submissions(found, [ann], dict.fromkeys(found.students, dict.fromkeys(found.questions, 2.0)))
    assert gradebooks.grade_of(rows[0]) == "1"


@pytest.mark.parametrize(("decided", "shown"), [("", False), ("Ann = false", False), ("Ann = true", True)])
def test_report__has_neither_numbers_nor_sentences_of_a_copy_before_it_is_decided_that_it_counts(
    decided: str, shown: bool, tmp_path: Path
) -> None:
    why = new_markdown_cell("**Explain.** Why?", id="why", metadata={"tags": ["explain"]})
    found = course(tmp_path, [GUESS, CHECK, why], decided=decided)
    answers = {question: StudentAnswer(7.25) for question in found.questions}
    ann = Submission(tmp_path / "A.ipynb", found.students[0], answers=answers, texts=[("why", "So")], is_doubtful=True)
    key = dict.fromkeys(found.students, dict.fromkeys(found.questions, 2.0))
    rows = mark_submissions(found, [ann], key)
    assert ("7.25" in class_report._data_code(rows)) == bool(list(class_report._answers_in_words(found, rows))) == shown
    assert ("1 hand-in is not counted or not decided yet" in class_report._heading(found, rows)) != shown
