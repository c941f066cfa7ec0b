"""Numbers of a student's own on the page of a lesson: from a seed of the visitor's, and marked by it."""

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import nbformat
import pandas as pd
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

import monopoly_lab as ml
from monopoly_lab import cli
from monopoly_lab.lessons.grading import gradebooks
from monopoly_lab.lessons.grading.class_folder import read_class
from monopoly_lab.lessons.grading.class_runs import Key, keys
from monopoly_lab.lessons.grading.handed_in import VARIABLE as HANDED_IN
from monopoly_lab.lessons.grading.marks import mark_submissions
from monopoly_lab.lessons.grading.roster import Student
from monopoly_lab.lessons.grading.student_feedback import Feedback
from monopoly_lab.lessons.grading.submission import Submission
from monopoly_lab.lessons.grading.submissions import read_submissions
from monopoly_lab.lessons.lesson_editions import build
from monopoly_lab.lessons.lesson_notebooks import read_lesson
from monopoly_lab.lessons.own_numbers import own_numbers
from monopoly_lab.lessons.question_calls import seed_in, with_seed, without_seed
from monopoly_lab.web.lesson_notebook import page_notebook
from monopoly_lab.widgets.autosave import VARIABLE
from monopoly_lab.widgets.lesson_page import Walk
from monopoly_lab.widgets.question_cells import Guess

NAME = "43_market_power"  # its question `cost` has a number of each student's own; half of 200 and it is the answer
CELLS = (
    f'import monopoly_lab as ml\nlesson = ml.Lesson("{NAME}", hints={{}})',
    'again = ml.predict("again", None, low=0, high=200)',
    'lesson.own("cost")',
    "cost = None\n### BEGIN SOLUTION\ncost = (200 + lesson.own('cost')[0]) / 2\n### END SOLUTION\n"
    'ml.self_check("cost", cost, lesson, digits=0)',
    "again.against(120)",
)
STUDENTS = ("Ann", "Bo", "Cy", "Dan")


@pytest.fixture
def lesson(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A lesson of the own name, whose class has its folder `room`."""
    monkeypatch.chdir(tmp_path)
    cells = [new_markdown_cell("# Cost\n\nYour price?"), *map(new_code_cell, CELLS)]
    for number, cell in enumerate(cells):
        cell.id = f"c{number}"
    path = tmp_path / f"{NAME}.ipynb"
    nbformat.write(new_notebook(cells=cells, metadata={"monopoly_lab": {"title": "Cost"}}), path)
    (tmp_path / "lesson.toml").write_text(f'lesson = "{NAME}.ipynb"\ncourse = "7b"\n', encoding="utf-8")
    (tmp_path / "students.csv").write_text("name,email\n" + "".join(f"{n},{n}@x.org\n" for n in STUDENTS), "utf-8")
    assert cli.main(["class", "new", "lesson.toml", "--students", "students.csv", "--out", "room"]) == 0
    (tmp_path / "room" / "submitted").mkdir(exist_ok=True)
    return path


@pytest.fixture
def page(lesson: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, shell: Any) -> Callable[[str], Walk]:
    """Opens the page of the lesson for a visitor of the app; without a folder for ""."""
    monkeypatch.setenv(HANDED_IN, str(tmp_path / "handed_in"))
    calls = [cell.source for cell in page_notebook(read_lesson(str(lesson))).cells[1:-1]]
    names = shell.user_ns

    def opened(visitor: str) -> Walk:
        monkeypatch.setenv(VARIABLE, str(tmp_path / "games" / visitor) if visitor else "off")
        names["_walk"] = walk = Walk(names, name=NAME)
        for call in calls:
            exec(call, names)
        return walk

    return opened


def number_of(walk: Walk) -> float:
    """Return the number that a page asks with: one of six."""
    assert walk.seed is not None
    return (own_numbers(NAME, "cost", walk.seed) or (0,))[0]


def answered(walk: Walk, name: str, cost: float | None = None) -> float:
    """Answer as the page asks, or otherwise, hand in by a name, and return the right answer of this page."""
    assert walk.hand is not None
    right = (200 + number_of(walk)) / 2
    predicted, check = (step for step in walk.steps if isinstance(step, Guess))
    predicted.press(again="120")
    told = check.press(cost=f"{right if cost is None else cost:g}")
    assert (told == "Right.") == (cost in (None, right))
    walk.hand.name.value = name
    walk.hand.press()
    return right


def take(tmp_path: Path) -> None:
    for file in (tmp_path / "handed_in" / NAME).glob("*.ipynb"):
        (tmp_path / "room" / "submitted" / file.name).write_bytes(file.read_bytes())


def sheets(tmp_path: Path, known: Mapping[Student, Key] | None = None) -> dict[str, Submission]:
    """What each student gets, by keys that are known or for which the teacher's notebook is run."""
    take(tmp_path)
    course = read_class(tmp_path / "room")
    found = read_submissions(course, tmp_path / "room" / "submitted")
    made = mark_submissions(course, found, known or keys(course, tmp_path / "room", 1, found))
    return {each.student.name: each for each in made if each.student}


def points(sheet: Submission) -> dict[str, float | None]:
    return {row.name: row.points for row in sheet.rows}


def said(sheet: Submission) -> str:
    return "; ".join(sheet.problems)


def tried(walk: Walk, *numbers: float) -> None:
    """Answer, and hand in as Ann, with these tries at the self-check."""
    predicted, check = (step for step in walk.steps if isinstance(step, Guess))
    predicted.press(again="120")
    for number in numbers:
        check.press(cost=f"{number:g}")
    assert walk.hand is not None
    walk.hand.name.value = "Ann"
    walk.hand.press()


def collected(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> tuple[pd.DataFrame, str]:
    take(tmp_path)
    capsys.readouterr()
    assert cli.main(["class", "collect", "room", "--jobs", "1"]) == 0
    return pd.read_csv(tmp_path / "room" / "marks.csv", index_col="student", encoding="utf-8-sig"), capsys.readouterr()[
        0
    ]


def test_page__numbers_are_the_visitors_own_and_the_same_when_it_is_opened_again(
    page: Callable[[str], Walk],
) -> None:
    seeds = {visitor: page(visitor).seed for visitor in ("s-1", "s-2", "s-3")}
    assert len(set(seeds.values())) == 3 and page("s-1").seed == seeds["s-1"]
    walk = page("s-2")
    assert ml.Lesson(NAME, seed=seeds["s-2"]).seed == walk.names["lesson"].seed == seeds["s-2"]


def test_page__that_cannot_keep_a_seed_has_the_numbers_of_nobody(page: Callable[[str], Walk]) -> None:
    walk = page("")
    assert walk.seed is None and walk.names["lesson"].seed == ml.Lesson(NAME).seed


@pytest.mark.usefixtures("unrun_reports", "keys_in_this_process")
def test_collect__marks_a_page_by_the_numbers_it_asked_with(
    page: Callable[[str], Walk], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = {name: answered(page(f"s-{name}"), name) for name in ("Ann", "Bo")}
    others = (page(f"s-{n}") for n in range(99))
    asked["Cy"] = answered(next(each for each in others if (200 + number_of(each)) / 2 != asked["Bo"]), "Cy")
    wrong = answered(page("s-Dan"), "Dan", cost=99)
    found, told = collected(tmp_path, capsys)
    assert found["cost points"].tolist() == [1, 1, 1, 0] and found["cost said"][:3].tolist() == list(asked.values())
    assert set(found.status[:3]) == {"in order"} and wrong != 99
    assert "4 notebooks have a seed of their own" in told
    feedback = (tmp_path / "room" / "moodle.csv").read_text()
    (cost,) = ml.Lesson(NAME, seed=page("s-Ann").seed).own("cost")
    assert f"Your own numbers: cost {cost:g} dollars. Your price? 1/1 (you answered {(200 + cost) / 2:g})" in feedback
    report = (tmp_path / "room" / "report.ipynb").read_text()
    assert "rounded too early" not in report


@pytest.mark.full
@pytest.mark.usefixtures("keys_in_this_process")
def test_collect__a_convenient_seed_helps_nobody_and_copies_are_found(
    page: Callable[[str], Walk], tmp_path: Path
) -> None:
    """Who writes another seed into the file is asked with other numbers; who takes a neighbor's has it said."""
    right = answered(page("s-1"), "Ann")
    box, room = tmp_path / "handed_in" / NAME, tmp_path / "room" / "submitted"
    by_seed = {n: (200 + (own_numbers(NAME, "cost", n) or (0,))[0]) / 2 for n in range(99)}
    other = max(by_seed, key=lambda n: abs(by_seed[n] - right))  # no number that is almost right
    text = (box / "Ann.ipynb").read_text()
    seed = f"seed={page('s-1').seed}"
    (room / "Bo.ipynb").write_text(text.replace(seed, f"seed={other}"))
    predicted = re.compile(r"(?<!\d)120(?!\d)")  # not within a seed
    (room / "Dan.ipynb").write_text(predicted.sub("119", text))
    assert seed in text and predicted.search(text)
    found = sheets(tmp_path)
    assert points(found["Ann"]) == {"again": 0, "cost": 1}
    assert points(found["Bo"])["cost"] is None and "the same answers as Ann" in said(found["Bo"])
    assert "the same numbers as Dan: from one device, or a copied file" in said(found["Ann"])


@pytest.mark.full
@pytest.mark.usefixtures("keys_in_this_process")
def test_collect__leaves_open_what_was_asked_with_numbers_that_nothing_tells(
    page: Callable[[str], Walk], tmp_path: Path
) -> None:
    answered(page("s-1"), "Ann")
    path = tmp_path / "handed_in" / NAME / "Ann.ipynb"
    path.write_text(path.read_text().replace(f"seed={page('s-1').seed}", "seed=hash('x')"))
    ann = sheets(tmp_path)["Ann"]
    assert points(ann) == {"again": 0, "cost": None} and not any(row.slip for row in ann.rows)
    assert "nothing in the file tells with which numbers it asked: cost" in said(ann)
    course = read_class(tmp_path / "room")
    assert b"Ann@" not in (gradebooks.moodle(course, [ann], Feedback(course)) or b"")


@pytest.mark.full
@pytest.mark.usefixtures("keys_in_this_process")
def test_collect__a_page_of_before_is_marked_by_the_numbers_that_all_had_then(
    page: Callable[[str], Walk], tmp_path: Path
) -> None:
    right = (200 + ml.Lesson(NAME).own("cost")[0]) / 2
    answered(page("s-1"), "Ann")
    path = tmp_path / "handed_in" / NAME / "Ann.ipynb"
    text = re.sub(r"cost = [0-9.]+", f"cost = {right:g}", path.read_text())
    text = text.replace('"tries": {', '"once": {')
    path.write_text(text.replace(f", seed={page('s-1').seed}", ""))
    assert points(sheets(tmp_path)["Ann"])["cost"] == 1


@pytest.mark.parametrize(
    ("source", "made"),
    [
        ('x = ml.Lesson("a")', "x = ml.Lesson('a', seed=7)"),
        ('ml.Lesson("a", keys=(keys),)', "ml.Lesson('a', keys=keys, seed=7)"),
        ('ml.Lesson("a", seed=3)', None),
        ("ml.Lesson()", None),
        ("seed = 3", None),
    ],
)
def test_with_seed__gives_a_lesson_one_and_leaves_one_it_has(source: str, made: str | None) -> None:
    assert with_seed(source, 7) == made
    if made is not None:
        assert seed_in(made) == 7 and seed_in(source) is None and seed_in(without_seed(made)) is None


def test_seed_in__is_a_seed_or_what_would_have_to_be_run() -> None:
    for text in ("-1", "2**40", "2147483648", "True", "1.5", "f()", "'5'"):
        assert seed_in(f'ml.Lesson("a", seed={text})') is ...
    assert seed_in('ml.Lesson("a", seed=None)') is None and seed_in('ml.Lesson("a", seed=0)') == 0


@pytest.mark.full
@pytest.mark.usefixtures("unrun_reports", "keys_in_this_process")
def test_collect__counts_what_was_tried_before_the_page_went_on_unless_the_class_has_it_otherwise(
    page: Callable[[str], Walk], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """41: a student typed 50, the page went on and showed 36 %, then 36 was typed."""
    walk = page("s-1")
    right = (200 + (own_numbers(NAME, "cost", walk.seed or 0) or (0,))[0]) / 2
    tried(walk, 20, 20, right)
    found, _ = collected(tmp_path, capsys)
    ann = found.loc["Ann"]
    assert (ann["cost said"], ann["cost first"], ann["cost points"]) == (right, 20, 0)
    assert list(found.columns)[4:7] == ["cost said", "cost first", "cost points"]
    report = (tmp_path / "room" / "report.ipynb").read_text()
    assert "self_check,cost,20.0" in report and "as they were answered first" in report
    lesson = tmp_path / "room" / "lesson.toml"
    lesson.write_text(f'attempt = "last"\n{lesson.read_text()}')
    assert points(sheets(tmp_path)["Ann"])["cost"] == 1
    lesson.write_text(lesson.read_text().replace('"last"', '"best"'))
    with pytest.raises(ml.LessonError, match=r"is neither .first. nor .last."):
        read_class(tmp_path / "room")


def test_tries__are_there_again_after_a_reload_and_a_reload_is_no_other_try(page: Callable[[str], Walk]) -> None:
    tried(page("s-1"), 20, 30)
    again = page("s-1")
    check = [step for step in again.steps if isinstance(step, Guess)][-1]
    assert check.tries == {"cost": [20, 30]}
    for number in range(50):
        check.press(cost=str(number))
    assert len(check.tries["cost"]) == 20 and check.tries["cost"][0] == 20 and check.tries["cost"][-1] == 49
    check.press(cost="no number")
    assert len(check.tries["cost"]) == 20


@pytest.mark.usefixtures("keys_in_this_process")
def test_tries__that_somebody_bent_are_none(page: Callable[[str], Walk], tmp_path: Path) -> None:
    walk = page("s-1")
    tried(walk, (200 + number_of(walk)) / 2)
    path = tmp_path / "handed_in" / NAME / "Ann.ipynb"
    as_it_was = path.read_text()
    take(tmp_path)
    course = read_class(tmp_path / "room")
    known = keys(course, tmp_path / "room", 1, read_submissions(course, tmp_path / "room" / "submitted"))
    for bent in ("[]", '["x"]', "[true]", "5", "[1e999]", '{"a": 1}', "null"):
        text = re.sub(r'"cost": \[[^\]]*\]', f'"cost": {bent}', as_it_was)
        assert f'"cost": {bent}' in text
        path.write_text(text)
        ann = sheets(tmp_path, known)["Ann"]
        assert points(ann)["cost"] == 1 and ann.first_tries == {}, bent


@pytest.mark.full
@pytest.mark.usefixtures("keys_in_this_process")
def test_collect__claims_no_slip_where_the_notebook_of_another_was_answered(lesson: Path, tmp_path: Path) -> None:
    """An answer that is right for a neighbor's number may look almost right for one's own."""
    asked = {name: (200 + ml.Lesson(NAME, name, "7b").own("cost")[0]) / 2 for name in STUDENTS}
    pairs = [(one, two) for one in STUDENTS for two in STUDENTS if abs(asked[one] - asked[two]) == 5]
    one, two = pairs[0]
    text = (lesson.parent / "room" / "handed_out" / f"{one}.ipynb").read_text()
    text = text.replace("cost = None", f"cost = {asked[one]:g}").replace("...  # your own lines here", "")
    (tmp_path / "room" / "submitted" / f"{two}.ipynb").write_text(text)
    with (tmp_path / "room" / "lesson.toml").open("a") as decided:
        decided.write(f'[decided]\n"{two}" = true\n')
    row = next(row for row in sheets(tmp_path)[two].rows if row.name == "cost")
    assert (row.said, row.points, row.slip) == (asked[one], 0, "")


@pytest.mark.usefixtures("keys_in_this_process")
def test_collect__marks_a_copy_that_a_student_has_typed_a_name_into_by_its_own_numbers(
    lesson: Path, tmp_path: Path
) -> None:
    """It was made by `lesson build`, which knows no course: its numbers are not those of the class."""
    made = nbformat.read(build(str(lesson), "student", tmp_path / "copy.ipynb"), as_version=4)
    asked = {name: (own_numbers(NAME, "cost", ml.Lesson(NAME, name).seed) or (0,))[0] for name in STUDENTS}
    given = {name: (own_numbers(NAME, "cost", ml.Lesson(NAME, name, "7b").seed) or (0,))[0] for name in STUDENTS}
    name = next(each for each in STUDENTS if asked[each] != given[each])
    for cost, points_of in ((asked[name], 1), (given[name], 0)):
        for cell in made.cells:
            cell.source = re.sub(r'student="\w*"', f'student="{name}"', cell.source)
            cell.source = re.sub(r"^cost = .*$", f"cost = {(200 + cost) / 2:g}", cell.source, flags=re.MULTILINE)
        nbformat.write(made, tmp_path / "room" / "submitted" / f"{name}.ipynb")
        found = sheets(tmp_path)[name]
        assert points(found)["cost"] == points_of
        assert "marked by the numbers that follow from the name" in said(found) and "wrong seed" not in said(found)
