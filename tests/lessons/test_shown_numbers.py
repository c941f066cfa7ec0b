"""Self-checks: who computes with the numbers as the page shows them is right, and so is who computes exactly."""

import ast
import math
from functools import cache
from types import SimpleNamespace

import pandas as pd

import monopoly_lab as ml
from monopoly_lab.economics.rent_tax import RentTax
from monopoly_lab.lessons.lesson_notebooks import read_lesson
from monopoly_lab.lessons.personal_answers import digits_asked, key_tables
from monopoly_lab.lessons.question_calls import tree_of


@cache
def lesson(name: str) -> tuple[ml.Lesson, dict[str, int]]:
    """Return a delivered lesson with its hashed keys, and the digits that its self-checks ask for."""
    codes = [cell.source for cell in read_lesson(name).notebook.cells if cell.cell_type == "code"]
    tables = [table for code in codes if (tree := tree_of(code)) for table in key_tables(ast.walk(tree))]
    keys = {key: value for table in tables for key, value in ast.literal_eval(table).items()}
    return ml.Lesson(name, keys=keys), digits_asked(codes)


def rounded(number: float, digits: int = 0) -> float:
    """Round as at school: half is rounded up."""
    return math.floor(number * 10**digits + 0.5 + 1e-9) / 10**digits


def test_excess__is_the_difference_of_two_shares_of_the_table() -> None:
    """83.7 less 53.3 is 30.4, though 83.667 less 53.333 is 30.333."""
    here, digits = lesson("20_born_ahead")
    for won in range(1, 301):
        games = SimpleNamespace(wins=SimpleNamespace(share={"Upper": won / 300}))
        for of_games, of_money in ((rounded(won / 3, 1), 53.3), (won / 3, 100 * 3200 / 6000)):
            answer = rounded(of_games - of_money)
            assert ml.self_check("excess", answer, here, of=games, digits=digits["excess"]).is_right, won


def test_dearer__is_read_from_an_index_with_one_decimal() -> None:
    here, digits = lesson("21_money_and_inflation")
    for index in (100 + n / 77 for n in range(0, 1500, 7)):
        shown = pd.Series({"$200": 100.0, "$400": index}).round(1)
        for answer in (rounded(shown["$400"] - 100), rounded(index - 100)):
            assert ml.self_check("dearer", answer, here, of=shown, digits=digits["dearer"]).is_right, index
    cell = next(cell for cell in read_lesson(here.name).notebook.cells if "price index of auctions" in cell.source)
    assert ".round(1)\nprices.to_frame()" in cell.source, "the key follows from what is shown"


def test_away__may_take_a_standard_error_of_1_point_58_or_1_point_6() -> None:
    here, digits = lesson("30_is_anti_monopoly_fair")
    for share in range(10, 90):
        for error in (1.6, 1.58, 50 / 1000**0.5):
            answer = rounded(abs(share - 50) / error, 1)
            told = ml.self_check("away", answer, here, of=SimpleNamespace(share=share), digits=digits["away"])
            assert told.is_right, (share, error)
    text = next(cell.source for cell in read_lesson(here.name).notebook.cells if "standard error. How" in cell.source)
    assert text.endswith("To one decimal."), "a number that was rounded too early is not rounded once more"


def test_excess_burden__is_the_same_by_both_tables() -> None:
    """From 6,820, 1,120 and 4,089 follows 1,611, from 5,701 and 4,089 follows 1,612."""
    here, digits = lesson("41_supply_and_taxes")
    free, taxed = RentTax("classic_us").outcome(), RentTax("classic_us").outcome(36)
    kept = [rounded(each) for each in (free.owners, taxed.owners, taxed.revenue)]
    answers = kept[0] - kept[1] - kept[2], rounded(free.owners - taxed.owners) - kept[2], rounded(taxed.loss)
    assert answers == (1611, 1612, 1612)
    assert all(ml.self_check("loss", answer, here, digits=digits["loss"]).is_right for answer in answers)


def test_digits_asked__are_those_of_the_question_before_those_of_its_key() -> None:
    """Where one decimal is asked for, a key with two does not make 1.6 wrong in the marks of a class."""
    key = ml.hashed("q", 1.5625, 2)
    cell = f'lesson = ml.Lesson("x", keys={{"q": "{key}"}})\nml.self_check("q", 1.6, lesson, digits=1)'
    assert digits_asked([cell]) == {"q": 1} and lesson("10_forget_the_start")[1]["left"] == 1
    assert digits_asked([cell.replace(", digits=1", "")]) == {"q": 2}
