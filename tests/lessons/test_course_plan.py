"""The plan of four courses: each unit says what it asks, models, tries and compares, and is short enough to be read."""

import re
from itertools import chain
from pathlib import Path

import nbformat
import pandas as pd
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

import monopoly_lab as ml
from monopoly_lab import cli
from monopoly_lab.lessons import teacher_guide
from monopoly_lab.lessons.lesson_metadata import PLAN, UNIT, about_in
from monopoly_lab.lessons.lesson_minutes import words
from monopoly_lab.lessons.lesson_notebooks import REPLACED, lesson_names, read_lesson
from monopoly_lab.lessons.question_calls import with_value

FOR_STUDENTS, FOR_TEACHERS = 600, 400  # words


def units() -> list[str]:
    return [each.name for course in PLAN for each in teacher_guide.units(course)]


def test_units__are_complete_and_short() -> None:
    found = []
    for name in units():
        lesson = read_lesson(name)
        missing = [key for key in UNIT if not getattr(lesson.about, key)]
        student, teacher = words(lesson.notebook)
        if missing or student > FOR_STUDENTS or teacher > FOR_TEACHERS:
            found.append((name, missing, student, teacher))
    assert not found


def test_plan__has_each_unit_once_and_every_lesson_is_in_it_or_a_further_one() -> None:
    assert len(set(units())) == len(units()) == 17
    for course in PLAN:
        places = [each.place for each in teacher_guide.units(course)]
        assert places == list(range(1, len(places) + 1))
    assert sorted(chain(units(), (each.name for each in teacher_guide.units("")))) == lesson_names()


def test_guide__in_the_folder_of_lessons_is_the_present_one() -> None:
    folder = Path(ml.__file__).parents[1] / "notebooks"
    assert (folder / "README.md").read_text(encoding="utf-8") == teacher_guide.markdown()


def test_guide__leads_from_each_topic_and_from_the_plan_to_a_section_of_each_lesson() -> None:
    """GitHub's names of headings: small letters, spaces as hyphens, no other signs."""
    text = teacher_guide.markdown()
    headings = {
        re.sub(r"[^\w\- ]", "", each.lower()).replace(" ", "-") for each in re.findall(r"^#+ (.*)$", text, re.M)
    }
    assert set(re.findall(r"\]\(#([^)]*)\)", text)) <= headings
    topics, plan = text.split("\n## ")[1:3]
    assert topics.startswith("Find a topic") and "- taxes: [41](#41-supply-of-houses-and-taxes), [46]" in topics
    assert re.findall(r"^\| \[(\d\d) ", plan, re.M)[:3] == ["03", "40", "41"]
    assert max(map(len, re.findall(r"^\|.*\|$", plan, re.M))) < 300, "a row of the plan is read at a glance"


def test_lessons_frame__finds_the_units_of_a_course() -> None:
    assert "08_books_of_a_landlord" in ml.lessons_frame("money").index
    assert "02_where_do_tokens_land" not in ml.lessons_frame("money").index


def test_words__counts_text_alone_and_for_whom_it_is() -> None:
    cells = [
        new_markdown_cell("One two `three` $four = 4$ five, 6 [seven](eight.html)\n\n| nine | ten |\n| --- | --- |"),
        new_markdown_cell("Only for you", metadata={"tags": ["teacher"]}),
        new_code_cell("# no text at all"),
    ]
    assert words(new_notebook(cells=cells)) == (4, 3)


@pytest.mark.parametrize(
    ("key", "value"), [("course", "cooking"), ("place", "first"), ("question", "word " * 41), ("limits", 3)]
)
def test_about__refuses_what_the_plan_cannot_show(key: str, value: object) -> None:
    with pytest.raises(ml.LessonError, match=key):
        about_in({"monopoly_lab": {key: value}}, "99_mine")


def test_replaced_lessons__lead_to_lessons_that_there_are() -> None:
    assert set(REPLACED.values()) <= set(lesson_names()) and not set(REPLACED) & set(lesson_names())
    for old, new in REPLACED.items():
        assert read_lesson(old).about.name == read_lesson(old.partition("_")[0]).about.name == new


@pytest.mark.usefixtures("unrun_reports", "keys_in_this_process")
def test_replaced_lesson__a_copy_handed_out_before_is_still_collected_and_marked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A notebook of lesson 22 as it was given out: its key follows from the student's own games."""
    cells = [
        'import pandas as pd\nimport monopoly_lab as ml\nlesson = ml.Lesson("22_taxes")',
        'bank = ml.predict("bank", ..., ask="Gini", low=0, high=1)',
        "bank.against(0.5)",
        'table = pd.DataFrame({"middle": [900, 1000 + lesson.seed % 97]})',
        '### BEGIN SOLUTION\nlifted = table["middle"].iloc[-1] - 900\n### END SOLUTION',
        'ml.self_check("lifted", lifted, lesson, of=table, digits=0)',
    ]
    made = new_notebook(cells=[new_code_cell(each, id=f"c{n}") for n, each in enumerate(cells)])
    nbformat.write(made, tmp_path / "22_taxes.ipynb")
    (tmp_path / "lesson.toml").write_text('lesson = "22_taxes.ipynb"\ncourse = "7b"\n')
    (tmp_path / "students.csv").write_text("name\nAnn\nBo\n")
    monkeypatch.chdir(tmp_path)
    assert cli.main(["class", "new", "lesson.toml", "--students", "students.csv", "--out", "room"]) == 0
    for name, wrong in (("Ann", 0), ("Bo", 1)):
        copy = nbformat.read(tmp_path / "room" / "handed_out" / f"{name}.ipynb", as_version=4)
        own = 100 + copy.metadata["monopoly_lab"]["seed"] % 97
        copy.cells[1].source = with_value(copy.cells[1].source, "bank", "0.5")
        copy.cells[4].source = f"lifted = {own + wrong}"
        nbformat.write(copy, tmp_path / "room" / "submitted" / f"{name}.ipynb")
    assert cli.main(["class", "collect", "room"]) == 0
    marks = pd.read_csv(tmp_path / "room" / "marks.csv", index_col="student")
    assert marks["points"].to_dict() == {"Ann": 1, "Bo": 0}


def test_replaced_lesson__built_by_its_old_number_says_what_is_built(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["lesson", "build", "26", "--for", "teacher", "--out", str(tmp_path / "one.ipynb")]) == 0
    assert "26 has given way to 40_demand_and_price_ceiling" in capsys.readouterr().out
    assert cli.main(["lesson", "build", "40", "--for", "teacher", "--out", str(tmp_path / "two.ipynb")]) == 0
    assert "given way" not in capsys.readouterr().out
