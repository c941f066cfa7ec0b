"""A cell with numbers of the reader's own, as fields and a button."""

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest

from monopoly_lab.common.messages import languages, say
from monopoly_lab.lessons.grading import Lesson, hashed, self_check
from monopoly_lab.lessons.lesson_notebooks import lesson_names, read_lesson
from monopoly_lab.lessons.translation import translated
from monopoly_lab.web.lesson_notebook import is_guess
from monopoly_lab.widgets.html_elements import DOLLAR
from monopoly_lab.widgets.lesson_outputs import _html
from monopoly_lab.widgets.question_cells import LATE, Guess, Sentence, split_cell, with_names
from tests.sampled import sampled


@pytest.mark.parametrize(
    ("source", "given"),
    [
        ("n = 3", {"n": 3}),
        ('a, b = "Boardwalk", 2.5', {"a": "Boardwalk", "b": 2.5}),
        ("n = 3\nm = 4\nprint(n + m)", {"n": 3, "m": 4}),
        ("n = 3 + 4", {}),
        ("n = True", {}),
        ("n = m = 3", {}),
        ("a, b = 1, [2]", {}),
        ("print(1)\nn = 3", {}),
        ("n = -3", {"n": -3}),
    ],
)
def test_parted__numbers_and_texts_at_the_head_of_a_cell(source: str, given: dict[str, object]) -> None:
    assert split_cell(source)[0] == given


CELL = 'where, share = "GO", 2.5\n\nright = shares[where] == share\nprint("right" if right else "not yet")'


def test_guess__is_carried_out_with_what_is_typed() -> None:
    names: dict[str, object] = {"shares": {"GO": 3.0, "Jail": 4}}
    guess = Guess(CELL, names)
    assert (
        guess.begin() and names["right"] is False and not guess._told.value
    )  # later cells find it; nothing is told before
    assert guess.press(where="GO", share="3") == "right"
    assert names["right"] is True and names["where"] == "GO"
    assert guess.press(where="Jail", share="4,0 %") == "right"
    said = "where: nothing is typed yet. Type your answer first."  # no free look at the answer
    assert guess.press(where="", share="3") == said
    assert names["where"] == "Jail"


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"where": "GO", "share": "much"}, "share: much is not a number"),
        ({"where": "<b>Rome</b>", "share": "2.5"}, "<b>Rome</b>, 2.5: not known here"),
    ],
)
def test_guess__what_cannot_be_is_said(typed: dict[str, str], said: str) -> None:
    guess = Guess(CELL, {"shares": {"GO": 3.0}})
    assert said in guess.press(**typed)
    assert "<b>" not in guess._told.value


def test_guess__a_cell_that_only_keeps_and_one_that_only_tells() -> None:
    names: dict[str, object] = {}
    keep = Guess("my_turns = 100", names)
    assert "Saved" in keep.press(my_turns="12") and names["my_turns"] == 12
    assert Guess('print("you said", my_turns)', names).press() == "you said 12"


ASKED = 'upper = ml.predict("upper_wins", None, ask="Upper?", unit="%", low=0, high=100)'


def test_guess__a_prediction_is_a_field_with_its_question_and_later_cells_tell() -> None:
    names: dict[str, object] = {}
    asks = Guess(ASKED, names)
    assert not asks.begin()  # what it is shows further down, when this is answered
    told = Guess("upper.against(78)", names)
    assert asks._fields["upper"].description == "Upper? (from 0 to 100 %)"
    assert told.press() == "Not predicted yet."
    assert asks.press(upper="140") == "140 % is not from 0 to 100 %."
    assert "Saved" in asks.press(upper="40 %")
    assert told.press() == "You said 40 %, it is 78 %."


@pytest.mark.parametrize(
    ("source", "asked"),
    [
        ('self_check("ways", None, lesson)', 'answer_ways = None\nself_check("ways", answer_ways, lesson)'),
        ('ways = None\n...\nself_check("ways", ways, lesson)', 'ways = None\n...\nself_check("ways", ways, lesson)'),
    ],
)
def test_guess__a_self_check_has_a_field_for_its_answer(source: str, asked: str) -> None:
    assert with_names(source) == asked
    lesson = Lesson("dice", keys={"ways": hashed("ways", 6)}, hints={"ways": "Count again."})
    guess = Guess(source, {"self_check": self_check, "lesson": lesson})
    assert not guess.begin() and not guess._told.value  # it waits for an answer, and says nothing unasked
    (name,) = guess.given
    assert guess._fields[name].description == "Your answer"
    assert guess.press() == "Your answer: nothing is typed yet. Type your answer first."
    assert not guess.begin() and guess.press(**{name: "7"}) == "Not yet. Count again."
    assert guess.begin(), "any number will do"
    assert guess.press(**{name: "6"}) == "Right."


@pytest.mark.parametrize("by_key", [False, True])
def test_guess__what_comes_right_after_the_click_was_typed_before_it(by_key: bool) -> None:
    """A busy kernel gets the click at once and the rest of the text behind it."""
    guess = Guess(CELL, {"shares": {"GO": 31.0}})

    async def typed() -> str:
        guess._fields["where"].value, guess._fields["share"].value = "GO", "3"
        if by_key:
            guess._fields["share"]._handle_custom_msg({"event": "submit"}, [])
        else:
            guess._button.click()
        guess._fields["share"].value = "31"
        await asyncio.sleep(LATE + 0.1)
        return str(guess._told.value)

    assert ">right<" in asyncio.run(typed())


def widgets_in(widget: Any) -> Iterator[Any]:
    yield widget
    for child in getattr(widget, "children", ()):
        yield from widgets_in(child)


@pytest.mark.parametrize("lang", sampled(languages(), ["ru"]))
def test_label__no_sum_of_money_is_set_as_a_formula(lang: str) -> None:
    """All questions of all lessons: two dollar signs in a label stay dollar signs."""
    found, many = [], 0
    for name in lesson_names():
        cells = translated(read_lesson(name), lang).notebook.cells
        asked = [
            Guess(cell.source, {}, lang).box for cell in cells if cell.cell_type == "code" and is_guess(cell.source)
        ]
        for widget in (each for box in (*asked, Sentence("a", lang).box) for each in widgets_in(box)):
            label = getattr(widget, "description", "")
            many += label.count(DOLLAR) > 1
            found += [(name, label)] if "$" in label else []
    assert found == [] and many >= 2, "there are labels with two signs: lesson 21"


def test_label__what_a_question_says_is_no_markup() -> None:
    guess = Guess('a = predict("a", None, ask="$1 < $2 <b>", low=0, high=1)', {})
    assert guess._fields["a"].description == f"{DOLLAR}1 &lt; {DOLLAR}2 &lt;b&gt; (from 0 to 1)"
    assert guess._fields["a"].description_allow_html


@pytest.mark.parametrize("lang", sampled(languages(), ["ru"]))
def test_label__no_two_boxes_without_a_text_between_are_called_your_answer(lang: str) -> None:
    """Lesson 8 asked three things in one text, above three boxes of one name."""
    found, own = [], say("guess.answer", lang)
    for name in lesson_names():
        before = ""
        for cell in translated(read_lesson(name), lang).notebook.cells:
            is_asking = cell.cell_type == "code" and is_guess(cell.source)
            label = (
                "+".join(map(Guess(cell.source, {}, lang)._label, split_cell(with_names(cell.source))[0]))
                if is_asking
                else ""
            )
            found += [(name, cell.id)] if label == before == own else []
            before = label
    assert found == []


def test_page__names_for_programs_are_words() -> None:
    made = "<table><tr><td>jail_fine</td><td>1</td></tr></table>"
    assert "<td>jail fine</td>" in _html(made, "")[1].value
