"""Misconceptions behind wrong numbers: each belongs to a question, has its words, and never meets a right answer."""

import ast
import re
from typing import Any

import pytest

import monopoly_lab as ml
from monopoly_lab.common.messages import languages, say
from monopoly_lab.lessons import teacher_guide
from monopoly_lab.lessons.lesson import ANSWERS
from monopoly_lab.lessons.lesson_metadata import PLAN, SAME
from monopoly_lab.lessons.lesson_notebooks import lesson_names
from monopoly_lab.lessons.own_numbers import CASES
from monopoly_lab.lessons.personal_answers import digits_asked, key_tables
from monopoly_lab.lessons.question_calls import asked_in, tree_of, words_of
from monopoly_lab.lessons.slips import SLIPS, AskedQuestion, delivered_slip
from tests.lessons.shipped import lesson


def units() -> list[str]:
    return [each.name for course in PLAN for each in teacher_guide.units(course)]


def codes(name: str) -> list[str]:
    return [cell.source for cell in lesson(name).notebook.cells if cell.cell_type == "code"]


def questions(name: str, kind: str) -> set[str]:
    return {each.name for code in codes(name) for each in asked_in(code) if each.kind == kind}


def keys(name: str) -> dict[str, Any]:
    tables = [table for code in codes(name) if (tree := tree_of(code)) for table in key_tables(ast.walk(tree))]
    return {key: value for table in tables for key, value in ast.literal_eval(table).items()}


@pytest.mark.parametrize("name", SLIPS)
def test_slip__belongs_to_a_question_has_words_and_is_named_for_a_wrong_answer_only(name: str) -> None:
    known = keys(name)
    digits = digits_asked(codes(name))
    assert set(SLIPS[name]) <= questions(name, "predict") | questions(name, "self_check")
    for question, slips in SLIPS[name].items():
        assert all(say(f"slip.{word}", lang) for word in slips for lang in languages())
        for seed in range(60 if question in CASES.get(name, {}) else 1):
            lesson = ml.Lesson(name, seed=seed, keys=known)
            own = lesson.own(question) if question in CASES.get(name, {}) else ()
            if question not in known and not own:
                continue  # a prediction, or a key that follows from games
            for word, wrong in slips.items():
                found = wrong(*own) if callable(wrong) else wrong
                number = found[0] if isinstance(found, tuple) else found
                told = ml.self_check(question, number, lesson, digits=digits.get(question))
                assert not told.is_right and say(f"slip.{word}") in told, (question, word, number, told)


def test_units__ask_a_second_time_and_for_a_sentence() -> None:
    for name in units():
        source = lesson(name)
        assert len(questions(name, "predict")) > 1, name
        assert "explain" in {t for c in source.notebook.cells for t in c.metadata.get("tags", [])}, name


def test_pairs__ask_for_the_same_quantity_twice() -> None:
    """A tax rate and a number of buildings are no first and second try at anything."""
    pairs = {}
    for name in lesson_names():
        about = lesson(name).about
        asked = {each.name: words_of(each) for code in codes(name) for each in asked_in(code) if each.kind == "predict"}
        places = list(asked)
        for second, first in about.again:
            assert places.index(first) < places.index(second)
            pairs[name[:2]] = f"{first} {second}"
            scales = [{**asked[each], "ask": ""} for each in (first, second)]
            assert scales[0] == scales[1], (name, "a unit or a limit differs")
    assert pairs == {
        **{"20": "doubled salary", "30": "five half", "40": "last sooner", "43": "price again", "45": "naive again"},
        **{"46": "both again", "47": "fourth two", "48": "fifth without", "49": "tax again"},
    }  # read by a person: exponents, wins, prices, gains of a bid, rows, gifts, shares, Gini coefficients


def test_lessons__have_answers_of_each_students_own_or_say_why_not() -> None:
    assert [each.name for each in teacher_guide.guide_entries()] == lesson_names()
    for each in teacher_guide.guide_entries():
        assert each.is_own or each.same in SAME, each.name
    shown = teacher_guide.markdown()
    assert shown.count(say("guide.same_why", "en", reason="")) == len(re.findall(r"the same for all: \w", shown)) > 5


FROM_GAMES = {"won", "dearer"}  # nearly every number may be right, or it asks to read a table


def test_units__know_what_is_behind_the_likeliest_wrong_number() -> None:
    """No question is left whose wrong numbers say nothing."""
    asked = {name: questions(name, "predict") | questions(name, "self_check") for name in units()}
    silent = {name: names - FROM_GAMES - set(SLIPS[name]) for name, names in asked.items()}
    assert not any(silent.values()), silent


def test_slip__of_a_question_about_the_numbers_of_another_question() -> None:
    lesson = ml.Lesson("42_gains_from_trade", student="Ann")
    most, least = lesson.own("split")
    for wrong, word in ((least, "seller_gets_least"), ((most + least) / 2, "half_each")):
        assert say(f"slip.{word}") in ml.self_check("ultimatum", wrong, lesson, digits=0)
    assert ml.self_check("ultimatum", most, lesson, digits=0).is_right


LIKELY = {  # of lesson 43: 65 x 65 / 100 and / 400 are the numbers that strangers came to
    42.25: "price_as_percent",
    10.56: "price_pays_too",
    20.8: "half_forgotten",
    21.13: "half_forgotten",
    32.5: "not_by_share",
    32: "share_not_paying",
}


@pytest.mark.parametrize("lang", languages())
def test_loss_of_a_toll__each_likely_number_has_words_of_its_own(lang: str) -> None:
    lesson = ml.Lesson("43_market_power", keys=keys("43_market_power"), lang=lang)
    for wrong, word in LIKELY.items():
        assert say(f"slip.{word}", lang) in ml.self_check("loss", wrong, lesson, digits=2), wrong


def test_own_numbers__differ_between_students_and_come_with_a_key() -> None:
    for name, cases in CASES.items():
        for question in cases:
            lessons = [ml.Lesson(name, student=f"student {n}", course="7b") for n in range(30)]
            found = {lesson.own(question) for lesson in lessons}
            assert len(found) > 1 and found == {tuple(lesson.own(question)) for lesson in lessons}
            answers = {ANSWERS[name][question](None, lesson) for lesson in lessons}
            assert len(answers) > 1, "an own answer, too"
    assert repr(ml.Lesson("44_auctions", lang="uk").own("bid")).startswith("Ваші числа: цінність")
    with pytest.raises(ml.LessonError, match="has no numbers of each"):
        ml.Lesson("44_auctions").own("bids")


def test_self_check__names_slips_that_any_question_knows() -> None:
    lesson = ml.Lesson("x", keys={"q": ml.hashed("q", 42.4, 1)})
    slips = {-42.4: "sign", 4240: "hundred", 42400: "thousand", 42: "rounded"}
    for wrong, word in slips.items():
        assert say(f"slip.{word}") in ml.self_check("q", wrong, lesson)
    assert ml.self_check("q", 40.1, lesson) == "Not yet."


def test_slip__of_own_numbers_is_none_where_there_are_none() -> None:
    """300 of debt over 1760 + 90 of equity are 16.2 %; without a cash of their own there is no such number."""
    assert delivered_slip(AskedQuestion("13_leverage", "ratio", (90,)), 16.2) == "debt_over_equity"
    assert delivered_slip(AskedQuestion("13_leverage", "ratio"), 16.2) == ""


REPLICATED = {  # of lesson 48, by hand: share and win rates of A and B, an answer, and what is behind it
    (30, 39, 19, 12): "mean_forgotten",  # 0.30 x 39 = 11.7, in whole percent
    (30, 39, 19, 11.7): "mean_forgotten",
    (30, 39, 19, 30): "old_share_kept",
    (30, 39, 19, 47): "",  # 11.7 over the mean of 0.30 x 39 + 0.70 x 19 = 25: right
    (10, 43, 23, 4): "mean_forgotten",
    (10, 43, 23, 10): "old_share_kept",
    (20, 35, 22.5, 24): "plain_mean",  # 20 x 35 / 28.75 = 24.3
}


@pytest.mark.parametrize("case", REPLICATED)
def test_step_of_replicator__names_likely_slips_of_own_numbers(case: tuple[float, ...]) -> None:
    *own, answer = case
    assert delivered_slip(AskedQuestion("48_which_strategy_survives", "step", own), answer) == REPLICATED[case]


@pytest.mark.parametrize("lang", languages())
def test_step_of_replicator__has_words_for_each_slip(lang: str) -> None:
    lesson = ml.Lesson("48_which_strategy_survives", student="Ann", keys={}, lang=lang)
    share, wins, _ = lesson.own("step")
    for wrong, word in ((share, "old_share_kept"), (round(share * wins / 100), "mean_forgotten")):
        assert say(f"slip.{word}", lang) in ml.self_check("step", wrong, lesson, digits=0)
