"""A sheet has what its questions need: its formulas name each letter, results are printed, players have their names."""

import re
from html import unescape
from itertools import combinations
from math import sqrt
from statistics import median

import pytest

import monopoly_lab as ml
from monopoly_lab.common.messages import ENGLISH, languages, say
from monopoly_lab.lessons.lesson_notebooks import lesson_names
from tests.lessons.shipped import sheet

FORMULA = re.compile(r"<math.*?</math>", re.DOTALL)
LETTER = re.compile(r"<mi>(\w)</mi>")
INDEX = re.compile(r"(<msub(?:sup)?><mi>\w</mi>)<m([in])>.*?</m\2>")  # of a letter, whose part it is
MEANT = re.compile(r"<mover>.*?</mover>", re.DOTALL)  # a letter with a bar is another one
DEFINED = re.compile(r"^<math[^>]*><mrow>(?:<mi>\w</mi>)<mo[^>]*>(?:=|\(</mo><mi>\w</mi><mo[^>]*>\)</mo><mo>=)")


def shown(name: str, lang: str = ENGLISH) -> str:
    """The sheet of a lesson as HTML without its style; its tables and pictures are in English."""
    return unescape(re.sub(r"<style>.*?</style>", "", sheet(name, lang), flags=re.DOTALL))


def words(page: str) -> str:
    return re.sub(r"<[^>]*>", " ", FORMULA.sub(" ", page))


def unnamed(page: str) -> list[str]:
    """The letters of formulas that neither stand alone in a sentence nor begin an equation that says what they are."""
    formulas = [INDEX.sub(r"\1", each) for each in FORMULA.findall(page)]
    named = {LETTER.findall(MEANT.sub("", each))[0] for each in formulas if DEFINED.search(each)}
    alone = (LETTER.findall(MEANT.sub("", each)) for each in formulas if "<mo" not in each and "<mfrac" not in each)
    named |= {each[0] for each in alone if len(each) == 1}
    letters = {letter for each in formulas for letter in LETTER.findall(each)}
    said = words(page)
    return sorted(each for each in letters - named if not re.search(rf"(?<![\w’']){each}(?![\w’'])", said))


@pytest.mark.parametrize("lang", languages())
def test_shipped__each_letter_of_a_formula_is_named_on_the_sheet(lang: str) -> None:
    found = {name: unnamed(shown(name, lang)) for name in lesson_names()}
    assert {name: letters for name, letters in found.items() if letters} == {}


def test_debrief__stands_on_the_same_side_in_all_languages() -> None:
    """So its questions have the same numbers on all sheets and keys of a class of several languages."""
    for name in lesson_names():
        assert len({say("lesson.sheet_after", lang) in shown(name, lang) for lang in languages()}) == 1, name


def test_letters__are_named_by_words_alone() -> None:
    assert unnamed("<math><mi>a</mi><mo>+</mo><mi>b</mi></math>, where b is ...") == ["a"]


def test_15__sheet_has_all_four_slopes_that_its_question_compares() -> None:
    deeds = [each for each in ml.load_edition("classic_us").spaces if each.is_deed]
    printed = shown("15_regression_on_deeds").partition("What came out")[2]
    for some in (deeds, [each for each in deeds if each.kind == "street"]):
        points = [(each.index, each.price) for each in some]
        middle = [sum(values) / len(points) for values in zip(*points)]
        moved = [(x - middle[0], y - middle[1]) for x, y in points]
        least = sum(x * y for x, y in moved) / sum(x * x for x, _ in moved)
        robust = median((b - d) / (a - c) for (a, b), (c, d) in combinations(points, 2))
        assert f"{least:.2f}" in printed and f"{len(points)} " in printed
        assert re.search(rf"{len(points)} [a-z]+ {robust:.2f}\b", printed)


def test_07__sheet_says_why_its_table_is_not_what_its_formula_gives() -> None:
    """Within a point as wide as the formula says, and the middle of each nearer to 50 %."""
    page = shown("07_who_wins")
    rows = [
        tuple(map(float, each))
        for each in re.findall(r"<th>[A-Z]\w+</th>\s*<td>([\d.]+)</td>\s*<td>([\d.]+)</td>\s*<td>([\d.]+)</td>", page)
    ]
    assert len(rows) == 4 + 4  # the second table is that of four strategies, of which one never wins
    for share, low, high in rows[:4]:
        half = 1.96 * sqrt(share * (1 - share) / 150)
        assert abs(high - low - 2 * half) < 0.01 and share < (low + high) / 2 < 0.5
    assert "Wilson's interval: about as wide, but shifted a little towards 50 %" in " ".join(words(page).split())


@pytest.mark.parametrize("lang", languages())
def test_48__sheet_says_who_plays_the_strategy_that_its_question_is_about(lang: str) -> None:
    strong = {"en": "strong", "uk": "сильна", "ru": "сильная"}[lang]
    above = words(shown("48_which_strategy_survives", lang)).partition("37")[0]
    assert re.search(rf"\bAnn\b[^.]*\b{strong}\b", above)
