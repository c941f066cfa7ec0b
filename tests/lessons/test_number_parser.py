"""Numbers as people type them: in checks, predictions and what a class hands in."""

import pytest

import monopoly_lab as ml
from monopoly_lab.lessons.number_parser import parse_number
from monopoly_lab.widgets.prediction_field import PredictionField
from monopoly_lab.widgets.question_cells import Guess

MEANT = {
    "780 dollars": (780,), "$780": (780,), "780 $": (780,), "-$1,496.50": (-1496.5,), "$-5": (-5,), "\u2212 3": (-3,),
    "1,496": (1496, 1.496), "1,080 dollars": (1080, 1.08), "1,234,567": (1234567,), "1,080.50": (1080.5,),
    "1 234,5": (1234.5,), "1\u202f234": (1234,), "1.234,5": (1234.5,), "1.234.567": (1234567,), "0,125": (0.125,),
    "1.500": (1500, 1.5), "1.000": (1000, 1), "1.496": (1.496,), "3.186": (3.186,), "1_000": (1000,),
    "about 40 %": (40,), "ca. 40": (40,), "~40": (40,), "USD 780": (780,), "40 per cent": (40,),
    "5 кіл": (5,), "2 percentage points": (2,), "3 процентных пункта": (3,),
    "16,5": (16.5,), "3 houses.": (3,), "1e5": (1e5,), "\uff11\uff12": (12,), "12 \u0433\u0440\u043d.": (12,),
}  # fmt: skip
NOTHING = ["", "?", "a lot", "$", "-", "2 thousand", "2k", "5 or 6", "=5", "5 10", "12,34,56", "1..2", "- -3", "nan"]
NOTHING += [
    "55,5x",
    "40 bananas",
    "4_0",
    "5 e",
    "40 @",
    "3 \u0442\u044b\u0441.",
    "9" * 400,
    "1" * 100_000,
    "<b>5",
    "5;6",
]


@pytest.mark.parametrize("text", MEANT)
def test_typed__reads_signs_units_and_thousands(text: str) -> None:
    assert parse_number(text).meant == pytest.approx(MEANT[text])


@pytest.mark.parametrize("text", NOTHING, ids=range(len(NOTHING)))
def test_typed__guesses_at_nothing_else(text: str) -> None:
    assert parse_number(text).meant == ()
    assert parse_number(True).meant == parse_number(None).meant == parse_number([1]).meant == ()


def test_self_check__answers_as_lessons_print_them_are_right() -> None:
    """Lesson 8 prints -1,496 and sums in dollars."""
    lesson = ml.Lesson("x", keys={"q": ml.hashed("q", 780, 0), "bank": lambda lesson: -1496, "p": lambda lesson: 1.496})
    for text in ("780 dollars", "$780", "780", "780.0", "USD 780".removeprefix("USD ")):
        assert ml.self_check("q", text, lesson).is_right, text
    for text in ("-1,496", "\u22121,496 dollars", "-$1,496"):
        assert ml.self_check("bank", text, lesson).is_right, text
    assert ml.self_check("p", "1,496", lesson).is_right and not ml.self_check("p", "1,596", lesson).is_right


def test_self_check__a_share_asks_whether_per_cent_is_meant() -> None:
    lesson = ml.Lesson("x", keys={"q": ml.hashed("q", 76, 0), "half": lambda lesson: 0.5})
    told = ml.self_check("q", 0.76, lesson)
    assert told == "0.76: do you mean 76 %? Then write 76." and not told.is_right
    assert ml.self_check("q", 0.75, lesson) == "Not yet." and ml.self_check("half", 0.5, lesson).is_right
    assert ml.self_check("q", "76 %", lesson).is_right and ml.self_check("half", "50 %", lesson).is_right


@pytest.mark.parametrize(
    ("lang", "told"),
    [
        ("en", "x: what is meant? Write the number alone, or with its unit."),
        ("uk", "x: що це означає? Напишіть саме число або число з одиницею."),
        ("ru", "x: что это значит? Напишите само число или число с единицей."),
    ],
)
def test_self_check__letters_that_are_no_unit_are_asked_about(lang: str, told: str) -> None:
    lesson = ml.Lesson("x", keys={"q": ml.hashed("q", 55.5, 1)}, lang=lang)
    said = ml.self_check("q", "55,5x", lesson)
    assert said == told and not said.is_right and ml.self_check("q", "55,5", lesson).is_right


@pytest.mark.parametrize(
    ("unit", "right", "wrong"),
    [
        ("%", ["40 %", "40", "about 40 percent", "40 процентів"], ["50 $", "$50", "40 rounds", "40 bananas"]),
        ("dollar|dollars", ["$40", "40 dollar", "40 доларів", "40 Dollars"], ["40 %", "40 per cent", "40 rounds"]),
        ("round|rounds", ["40 rounds", "1 round", "40 кругов"], ["40 %", "$40", "40 per cent"]),
        ("banana|bananas", ["40 bananas", "1 banana"], ["40 %", "$40"]),
    ],
)
def test_predict__another_unit_than_the_one_asked_for_does_not_count(
    unit: str, right: list[str], wrong: list[str]
) -> None:
    asked = ml.Prediction("x", unit=unit, low=0, high=100)
    assert [asked.record(text) for text in right] == [True] * len(right)
    assert [asked.record(text) for text in wrong] == [False] * len(wrong)
    assert asked.record(wrong[0]) or asked.problem == (
        f"{wrong[0]}: the answer is asked for in another unit: {unit.split('|')[-1]}."
    )
    assert ml.Prediction("x", "20 %").problem == "20 %: the answer is asked for without %."


def test_predict__a_point_before_three_digits_that_end_in_zero_asks_as_a_comma_does() -> None:
    asked = ml.Prediction("x", unit="%", low=0, high=100)
    assert not asked.record("1.000") and asked.problem == "1.000: 1000 or 1? Write one of the two."
    assert not asked.record("1,080") and asked.problem == "1,080: 1080 or 1.08? Write one of the two."
    assert asked.record("1.08") and asked.record("3.186") and asked.record("0.500 %")
    assert ml.Prediction("x", "1.500", low=100).value == 1500


@pytest.mark.parametrize("empty", [None, "", "  "])
def test_self_check__empty_says_that_nothing_was_typed(empty: object) -> None:
    lesson = ml.Lesson("x", keys={"q": ml.hashed("q", 76, 0)})
    assert ml.self_check("q", empty, lesson).startswith("Nothing is typed yet.")
    guess = Guess('ml.self_check("q", None, lesson)', {"ml": ml, "lesson": lesson})
    assert "nothing is typed yet" in guess.press()


def test_predict__a_share_asks_whether_per_cent_is_meant() -> None:
    share = ml.Prediction("x", 0.76, unit="%", low=0, high=100)
    assert share.value is None and share.problem == '0.76 or 76 %? Write 76 for 76 %, or "0.76 %" with its sign.'
    assert share.record("0.76 %") and share.value == 0.76 and share.record("76") and share.value == 76
    assert ml.Prediction("x", 0.76, unit="%", low=0, high=1).value == 0.76, "76 % cannot be meant"
    assert ml.Prediction("x", 0.76, unit="points").value == 0.76
    field = PredictionField(ml.Prediction("x", unit="%"))
    assert field.press("0.76 %", 'ml.predict("x", None, unit="%")') == 'ml.predict("x", "0.76 %", unit="%")'


def test_predict__limits_say_which_of_two_numbers_is_meant() -> None:
    assert ml.Prediction("x", "1,500", low=100).value == 1500
    assert ml.Prediction("x", "1,500", high=10).value is None, "1.5 is asked for"
    unclear = ml.Prediction("x", "1,500")
    assert unclear.value is None and "1500 or 1.5?" in unclear.problem
    assert ml.Prediction("x", "20 %", unit="dollars").value is None


def test_guess__a_sum_with_thousands_is_not_a_fraction() -> None:
    names: dict[str, object] = {}
    guess = Guess("cash = 1500\nprint(cash)", names)
    assert guess.press(cash="2,000,000") == "2000000" and "is not a number" in guess.press(cash="1,500")
    assert guess.press(cash="1500 dollars") == "1500"
