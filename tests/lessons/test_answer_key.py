"""The teacher's notes have an answer to each question of a worksheet, with the number that marks the lesson."""

import re
from functools import cache
from html import unescape
from typing import Any

import pytest

from monopoly_lab.common import ABOUT
from monopoly_lab.common.messages import languages, say
from monopoly_lab.lessons.answer_key import notes
from monopoly_lab.lessons.lesson_metadata import ANSWERS, worked_answer
from monopoly_lab.lessons.lesson_notebooks import lesson_names
from monopoly_lab.lessons.number_parser import numbers_in
from monopoly_lab.lessons.question_calls import Asked
from monopoly_lab.lessons.question_text import is_question
from monopoly_lab.lessons.worksheet import WorksheetSides
from tests.lessons.shipped import lesson, notes_of, sheet, sides, student

ROW = re.compile(
    r'<tr><th scope="row">\d*</th><td>(.*?)</td><td>(.*?)</td></tr>(?=<tr><th scope="row">|</table>\s*</body>)',
    re.DOTALL,
)
BOLD = re.compile(r"\*\*([^*]+)\*\*")
HERE = "On this sheet "  # begins what follows from the games of the sheet
NUMBER = re.compile(r"\d+(?:,\d{3})*(?:\.\d+)?")
IN_A_PICTURE = {"31_a_game_by_hand"}  # where the number on the sheet is read off a curve


@cache
def rows(name: str, lang: str = "en") -> list[tuple[str, str]]:
    return ROW.findall(notes_of(name, lang))


@cache
def checks(name: str) -> tuple[WorksheetSides, list[Asked]]:
    made = sides(name)
    places = {n for side in made.placed_parts() for n, _ in side if is_question(made.cells[n])}
    return made, [asked for n in sorted(places) for asked in made.questions(n)]


@pytest.mark.parametrize("lang", languages())
def test_shipped__answers_every_question_of_every_worksheet(lang: str) -> None:
    for name in lesson_names():
        found = rows(name, lang)
        assert len(found) >= len(checks(name)[1]), name
        assert not [question for question, answer in found if not re.sub(r"<[^>]*>|\s", "", answer)], (name, found)


@pytest.mark.parametrize("name", lesson_names())
def test_shipped__has_in_bold_what_marks_a_check(name: str) -> None:
    made, asked = checks(name)
    about = lesson(name).notebook.metadata[ABOUT]
    for each in asked:
        if each.kind == "self_check" and each.name in made.told.keys:
            said = BOLD.findall(worked_answer(about, each.name))
            assert any(made.told.is_answer(number, each) for text in said for number in numbers_in(text)), (
                each.name,
                said,
            )


@pytest.mark.parametrize("name", lesson_names())
def test_shipped__takes_figures_of_this_sheet_from_its_outputs(name: str) -> None:
    notebook = lesson(name).notebook
    outputs = [str(each) for cell in notebook.cells if cell.cell_type == "code" for each in cell.outputs]
    for text in notebook.metadata[ABOUT].get(ANSWERS, {}).values():
        first = NUMBER.search(text.rpartition(HERE)[2]) if HERE in text and name not in IN_A_PICTURE else None
        assert first is None or any(first[0] in each for each in outputs), text


NUMBERED = re.compile(r'<b class="no">(\d+)</b>')
OF_ROW = re.compile(r'<tr><th scope="row">(\d*)</th><td>(.*?)</td>', re.DOTALL)


def words_of(markup: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]*>|[*]", " ", markup)).replace("\u00a0", " ").split())


@pytest.mark.parametrize("name", lesson_names())
def test_shipped__questions_have_the_numbers_of_the_sheet(name: str) -> None:
    first, *parts = NUMBERED.split(sheet(name))
    asked_there = dict(zip(parts[::2], map(words_of, parts[1::2])))
    assert list(asked_there) == [str(n) for n in range(1, len(asked_there) + 1)]
    found = [row for row in OF_ROW.findall(notes_of(name)) if row[0]]
    assert [number for number, _ in found] == list(asked_there)
    for number, question in found:
        said = asked_there[number]
        if said.startswith("Answer"):  # the question stands in the text above
            said = words_of(first) + " ".join(list(asked_there.values())[: int(number) - 1])
        asked = re.split(r"[?:,(]", words_of(question))[0]
        assert asked[:40] in said, (number, question, said)


ROOM = re.compile(r'(<section>(?:(?!<section>).)*?</section>|</p>|</svg>)\s*<div class="lines(?: part)?"', re.DOTALL)


@pytest.mark.parametrize("name", lesson_names())
def test_shipped__what_is_answered_in_words_has_a_number_of_its_own(name: str) -> None:
    """In a list, too: a 1 of the debrief would be taken for question 1 in the key."""
    page = sheet(name)
    assert [each for each in ROOM.findall(page) if not NUMBERED.search(each)] == []
    assert [each for each in re.findall(r"<ol.*?</ol>", page, re.DOTALL) if "?" in each] == []


def test_debrief__goes_on_counting_and_each_question_has_a_row() -> None:
    found = {words_of(said): number for number, said in OF_ROW.findall(notes_of("46_externalities"))}
    assert found["What must a government know to set a tax? To choose a ban?"] == "5"  # below four on the front
    assert found["Why is one owner of both groups a remedy, too?"] == "6"


def answer_of(name: str, question: str) -> str:
    return next(answer for asked, answer in rows(name) if question in asked)


@pytest.mark.parametrize(
    ("name", "question", "numbers", "right"),
    [
        ("42_gains_from_trade", "Nash split", "at most 320 dollars; the seller accepts at least 80 dollars", "200"),
        ("42_gains_from_trade", "does theory predict", "at most 360 dollars; the seller accepts at least 80", "360"),
        ("43_market_power", "your own cost", "cost 20 dollars", "110"),
        ("44_auctions", "in equilibrium", "value 600 dollars; number of bidders 3", "400"),
        ("45_hidden_quality", "several buyers", "lowest quality 22 %", "66"),
        ("48_which_strategy_survives", "next generation", "20 % play A", "28"),
    ],
)
def test_own_numbers__have_a_list_of_all_answers(name: str, question: str, numbers: str, right: str) -> None:
    answer = answer_of(name, question).replace("\u00a0", " ").replace("\u202f", " ")
    items = re.split("<li>|<p>", answer)[1:] + in_table(answer)
    assert any(numbers in item and f"<strong>{right}</strong>" in item for item in items)


def in_table(answer: str) -> list[str]:
    """The cells of a table, each with what stands at its side and above it."""
    head, *lines = [re.findall(r"<t[hd]>(.*?)</t[hd]>", row) for row in re.findall(r"<tr>(.*?)</tr>", answer)] or [[]]
    return [f"{line[0]}; {top}: {cell}" for line in lines for top, cell in zip(head[1:], line[1:])]


def test_own_numbers__of_the_sheet_stand_first() -> None:
    """In equilibrium a bidder with the value 720 and two others bids two thirds of it; 1,000 x 18 / 20 is 900."""
    for question, numbers, right in (
        ("in equilibrium", "value 720 dollars; number of bidders 3", "480"),
        ("does the seller get", "number of bidders 19", "900"),
    ):
        first, others, rest = words_of(answer_of("44_auctions", question)).partition("other numbers")
        assert f"On this sheet: {numbers}: {right}" in first and others and f"{numbers}:" not in rest


def test_row__has_each_question_for_which_the_sheet_has_a_line() -> None:
    """The mean is the same for all pairs: four players share all games, so a quarter each."""
    (answer,) = [each for question, each in rows("48_which_strategy_survives") if "What is the mean? What" in question]
    assert "<strong>25\u00a0%</strong>" in answer and "<strong>28</strong>" in answer


def test_notes__say_no_answer_of_the_key_twice_and_begin_the_key_below_a_short_page() -> None:
    page = notes_of("20_born_ahead")
    assert page.count("Money buys complete groups") == page.count("let that advantage work") == 1
    page = notes(lesson("44_auctions"), "\n\n".join(["A sentence."] * 20))
    assert "<strong>What is found.</strong> The winner is the one" in page
    breaks = {n: 'class="new-page"' in notes(lesson("03_the_marginal_house"), "A sentence.\n\n" * n) for n in (0, 20)}
    assert breaks == {0: True, 20: False}


def test_texts_with_lines__have_their_answer_where_one_is_worked_out() -> None:
    """Three punishers take 3 x 42 = 126, more than the 120 that were saved; two take 84."""
    answer = answer_of("47_public_good_and_commons", "How many punishers does it take?")
    assert "Three" in answer.partition("</strong>")[0] and "126" in answer and "84" in answer


def test_predictions__say_what_they_came_to_and_why() -> None:
    answer = answer_of("43_market_power", "The price that brings most")
    assert "100" in answer.partition("</strong>")[0] and "half of the visitors pay" in answer
    busiest = answer_of("02_where_do_tokens_land", "the busiest square that can be owned")
    assert busiest.startswith("<p><strong>3.19\u00a0%.</strong> ")


@pytest.mark.parametrize("lang", languages())
def test_notes__have_the_key_in_their_language_below_the_plan(lang: str) -> None:
    page = notes_of("43_market_power", lang)
    assert page.index("45") < page.index(say("lesson.key", lang)) < page.index('class="key"')


def test_students__get_no_worked_answers() -> None:
    given: Any = student("43_market_power")
    assert ANSWERS not in given.metadata[ABOUT]


@pytest.mark.parametrize("lang", languages())
def test_shipped__notes_are_of_paper_and_have_no_program(lang: str) -> None:
    """Names such as `balanced` stay; `chain.payback("station")` is of the teacher's notebook."""
    pages = {name: notes_of(name, lang) for name in lesson_names()}
    found = {name: re.findall(r"<code>[^<]*[(=/*\[.][^<]*</code>", page) for name, page in pages.items()}
    assert not {name: codes for name, codes in found.items() if codes}


def test_shipped__no_question_of_the_sheet_is_answered_by_exercises_below_it() -> None:
    for name in lesson_names():
        assert not [answer for _, answer in rows(name) if "<h2" in answer], name


@pytest.mark.parametrize("lang", languages())
def test_notes__have_the_plan_of_every_lesson_whatever_stands_between_its_names_in_code(lang: str) -> None:
    """A bracket between two names, "`balanced` (2) and `greedy`", makes no program of them."""
    for name in lesson_names():
        cells = lesson(name, lang).notebook.cells
        plan = next(cell.source for cell in cells if {"teacher"} == set(cell.metadata.get("tags", ())))
        head = re.search(r"\*\*([^*]+)\*\*", plan)
        assert head and f"<strong>{head[1]}</strong>" in notes_of(name, lang), (name, plan[:80])


@pytest.mark.parametrize("lang", languages())
def test_open_question__has_a_row_that_says_so(lang: str) -> None:
    """Whether somebody would vote otherwise if effort made rich, and who should decide, has no answer of the notes."""
    *_, debrief = [row for row in rows("49_more_equal", lang) if say("lesson.key_open", lang) in row[1]]
    assert debrief[0].count("?") == 2
    private_or_common = [answer for question, answer in rows("44_auctions", lang) if QUESTION_44[lang] in question]
    assert len(private_or_common) == 1 and say("lesson.key_open", lang) not in private_or_common[0]


QUESTION_44 = {"en": "Radio frequencies", "ru": "Радиочастоты", "uk": "Радіочастоти"}


OPEN_AT_MOST = 0.1  # of all questions: opinions, votes, what a class has thought


def test_shipped__few_questions_are_open() -> None:
    found = {name: [answer for _, answer in rows(name)] for name in lesson_names()}
    is_open = {name: sum(say("lesson.key_open") in answer for answer in answers) for name, answers in found.items()}
    assert sum(is_open.values()) <= OPEN_AT_MOST * sum(map(len, found.values()))
    assert not [name for name, count in is_open.items() if count > 2]


@pytest.mark.parametrize("name", lesson_names())
def test_notes__an_answer_stands_below_its_question(name: str) -> None:
    """A question ends with a question mark or begins with "Explain"; teachers read the notes without the lesson."""
    page = notes_of(name)
    for section in re.findall(r"<section>(.*?)</section>", page, re.DOTALL):
        answer = re.search(r"<strong>(?:Answer|An answer|What (?:was|is) (?:found|seen))\.</strong>", section)
        assert answer is None or "?" in section[: answer.start()] or "Explain" in section[: answer.start()], section


def test_notes__an_answer_at_home_has_its_question() -> None:
    page = words_of(notes_of("07_who_wins"))
    asked = page.index("What would happen to the shares if they were simply left out?")
    assert 0 < page.index("The shares would add up to 100 % again, but") - asked < 100
