"""What each lesson says of its predictions for a live class: complete, alone understandable, and kept from students."""

import json
import re
from functools import cache
from pathlib import Path

import nbformat
import pytest

from monopoly_lab.common import ABOUT
from monopoly_lab.common.errors import LessonError
from monopoly_lab.lessons import translation
from monopoly_lab.lessons.lesson_editions import for_nbgrader, for_teacher, student_notebook
from monopoly_lab.lessons.lesson_metadata import LIVE, NOT_OFFERED
from monopoly_lab.lessons.lesson_notebooks import lesson_names, read_lesson
from monopoly_lab.lessons.question_calls import asked_in
from monopoly_lab.lessons.translation import sentences, translated
from monopoly_lab.live.lesson_questions import LessonQuestion, lesson_questions
from monopoly_lab.web.site import book

LANGUAGES = ("en", "uk", "ru")
LEAST_CONTEXT, MOST_CONTEXT = 60, 400  # letters: five lines of a wall
LEAST_WHY, MOST_WHY = 40, 240
MOST_ASK = 140
# Words that point to what a class without the lesson cannot see.
POINTING = re.compile(
    r"\b(the same with|as above|of the four winners|lesson|cell|table above|predict again)\b", re.IGNORECASE
)


lesson = cache(read_lesson)  # for tests that change nothing in it


def live_of(name: str) -> dict[str, dict[str, object]]:
    found: dict[str, dict[str, object]] = lesson(name).notebook.metadata[ABOUT][LIVE]
    return found


def offered(lang: str) -> list[LessonQuestion]:
    return [each for each in lesson_questions(lang) if not each.not_offered]


@pytest.mark.parametrize("name", lesson_names())
def test_lesson__says_of_each_prediction_how_it_is_put_to_a_live_class_or_why_not(name: str) -> None:
    cells = [cell for cell in lesson(name).notebook.cells if cell.cell_type == "code"]
    asked = [each.name for cell in cells for each in asked_in(cell.source) if each.kind == "predict"]
    assert sorted(live_of(name)) == sorted(asked)  # in any order: whatever writes a notebook sorts its metadata


def test_questions__few_are_not_offered_and_each_says_why() -> None:
    left = {each.key: each.not_offered for each in lesson_questions("en") if each.not_offered}
    assert set(left) == {"06/gain", "17/ours", "20/doubled", "20/salary", "31/length"}
    assert [key for key, reason in left.items() if len(reason.split()) <= 8] == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_questions__have_a_context_a_range_a_truth_and_a_reason_that_fit_a_wall(lang: str) -> None:
    for each in offered(lang):
        assert LEAST_CONTEXT <= len(each.context) <= MOST_CONTEXT, (each.key, len(each.context))
        assert LEAST_WHY <= len(each.because) <= MOST_WHY, (each.key, len(each.because))
        assert len(each.ask) <= MOST_ASK and ("?" in each.ask), each.key
        assert each.low is not None and each.high is not None and each.truth is not None, each.key
        assert each.low <= each.truth <= each.high and each.low < each.high, each.key
        assert not re.search(r"[*`$\n<>\[\]|]", each.ask + each.context + each.because), each.key


@pytest.mark.parametrize("name", lesson_names())
def test_questions__have_a_unit_of_the_lesson_or_say_that_they_have_none(name: str) -> None:
    units = {each.key.partition("/")[2]: each.unit for each in offered("en") if name.startswith(each.key[:2])}
    live = live_of(name)
    assert [asked for asked, unit in units.items() if not unit and live[asked].get("unit") != ""] == []


def test_questions__do_not_point_to_what_only_readers_of_the_lesson_have_seen() -> None:
    """ "The same with three houses", alone on a wall, asks for nothing that a class could know."""
    assert [each.key for each in offered("en") if POINTING.search(each.ask + each.context)] == []


def test_questions__do_not_say_their_answer() -> None:
    """A truth of three digits stands nowhere above its question; a shorter one may be a number of the rules."""
    found = []
    for each in offered("en"):
        digits = re.sub(r"\D", "", f"{each.truth:g}")
        known = re.findall(r"\d+", re.sub(r"(?<=\d)[,.](?=\d)", "", f"{each.context} {each.ask}"))
        found += [each.key] if len(digits) > 2 and digits in known else []
    assert found == ["41/built"]  # this tax changes nothing, which is what is asked


def test_questions__of_some_lessons_as_they_were_misleading() -> None:
    known = {each.key: each for each in lesson_questions("en")}
    assert known["01/rent_then"].ask.endswith("if each orange street has three houses?")
    assert "light blue with 600" in known["11/same"].context
    assert "each has the deed that the other needs" in known["42/pays"].context
    assert "278" in known["45/naive"].ask and "one and a half times as much" in known["45/naive"].context
    assert known["12/ahead"].truth == -1236 and known["40/last"].truth == 1060  # with a comma in the stored output


@pytest.mark.parametrize("name", lesson_names())
def test_editions_of_students__hold_nothing_of_what_the_teacher_shows(name: str) -> None:
    source = lesson(name)
    secret = [text for one in live_of(name).values() for text in (one.get("because"), one.get("context")) if text]
    editions = [student_notebook(source), for_nbgrader(source)]
    if name in lesson_names()[::4]:  # what is taken out is the same in all of them
        editions.append(student_notebook(translated(source, "uk")))
    for made in editions:
        assert LIVE not in made.metadata.get(ABOUT, {})
        text = nbformat.writes(made)
        assert not [each for each in secret if json.dumps(each, ensure_ascii=False) in text]
    assert LIVE not in book._lesson(source).metadata[ABOUT] and LIVE in source.notebook.metadata[ABOUT]
    assert for_teacher(source).metadata[ABOUT][LIVE] == live_of(name)


@pytest.mark.parametrize("name", lesson_names()[:1])
def test_translation__has_the_texts_of_a_live_class_but_no_reason_for_teachers(name: str) -> None:
    places = sentences(lesson(name))
    for asked, one in live_of(name).items():
        texts = () if NOT_OFFERED in one else ("ask", "context", "because")
        found = {key: [place for place in places[str(one[key])] if place.startswith("live.")] for key in texts}
        assert all(found.values()), (asked, found)


def test_translation__of_a_changed_text_is_fuzzy_and_shown_in_english(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = "43_market_power"
    (tmp_path / "uk").mkdir()
    (tmp_path / "uk" / f"{name}.po").write_bytes(translation.file_of(name, "uk").read_bytes())
    monkeypatch.setattr(translation, "FOLDER", tmp_path)
    source = read_lesson(name)
    one = source.notebook.metadata[ABOUT][LIVE]["price"]
    one["because"] = one["because"].replace("At 100 half", "At a price of 100 half")
    monkeypatch.setattr(translation, "read_lesson", lambda name: source)
    translation.update(name, "uk")
    assert translation.faults(name, "uk") == [f"uk/{name}.po: changed since it was translated: {one['because']}"]
    told = translated(source, "uk").notebook.metadata[ABOUT][LIVE]["price"]
    assert told["because"] == one["because"] and told["context"] != one["context"]


@pytest.mark.parametrize(
    "wrong",
    [
        {"gain": {"ask": "How much?"}},
        {"gain": {"not_offered": ""}},
        {"gain": {"not_offered": "Why", "ask": "How much?"}},
        {"gain": {"ask": "How much?", "context": "Here", "because": "So", "low": "0"}},
        {"gain": {"ask": "How much?", "context": "Here", "because": "So", "truth": 3}},
        ["gain"],
    ],
)
def test_lesson__with_incomplete_texts_is_refused(tmp_path: Path, wrong: object) -> None:
    made = nbformat.v4.new_notebook(metadata={ABOUT: {"title": "Dice", LIVE: wrong}})
    nbformat.write(made, tmp_path / "dice.ipynb")
    with pytest.raises(LessonError, match="live"):
        read_lesson(str(tmp_path / "dice.ipynb"))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("key", "floor"), [("45/naive", 0), ("45/again", 20)])
def test_hidden_quality__the_answer_is_what_the_text_makes_it_to_the_digit_that_is_shown(
    lang: str, key: str, floor: int
) -> None:
    """Every whole percent from the floor on is as likely; owners sell to whom bids no less than it is worth to them."""
    question = next(each for each in lesson_questions(lang) if each.key == key)
    value = float(re.search(r"370[.,]?\d*", question.context)[0].replace(",", "."))
    bid = 278
    gains = [1.5 * q / 100 * value - bid if q / 100 * value <= bid else 0 for q in range(floor, 101)]
    assert question.truth == round(sum(gains) / len(gains), 1)
