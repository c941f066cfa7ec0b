"""One rule for all figures that are shown: to the nearest, a half away from zero, as it is taught at school."""

from decimal import Decimal
from fractions import Fraction
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest

import monopoly_lab as ml
from monopoly_lab import figures
from monopoly_lab.board_drawing import Overlay
from monopoly_lab.common.messages import (
    MINUS,
    decimal,
    fill_message,
    format_number,
    format_rounded,
    grouped,
    percent,
    rounded,
    significant,
)
from monopoly_lab.lessons.grading import class_report
from monopoly_lab.notation.table_format import in_figures

# By hand; Python's own rounding gives 1.2, 84, 2, 0.12, 12 and -0 for the first, and 1.0 for 1.005, which in binary
# is a little less.
HALVES = [(1.25, 1, "1.3"), (84.5, 0, "85"), (2.5, 0, "3"), (0.125, 2, "0.13"), (-1.25, 1, "-1.3"), (-0.5, 0, "-1")]
OTHERS = [
    (1.005, 2, "1.01"),
    (1.2499999, 1, "1.2"),
    (-0.04, 1, "0.0"),
    (0.1 + 0.2, 1, "0.3"),
    (1e22, 0, "1" + "0" * 22),
]


@pytest.mark.parametrize(("value", "digits", "text"), HALVES + OTHERS)
def test_rounding__a_half_goes_away_from_zero(value: float, digits: int, text: str) -> None:
    assert str(rounded(value, digits)) == format_rounded(value, f".{digits}f") == text
    assert decimal(value, digits) == text.replace("-", MINUS)
    assert rounded(np.float64(value), digits) == rounded(Fraction(text), digits) == Decimal(text)


def test_rounding__of_sums_shares_and_signs() -> None:
    assert grouped(1234.5) == format_rounded(1234.5, ",.0f") == "1,235"
    assert grouped(-0.4) == "0" and grouped(10**30) == f"{10**30:,}"
    assert (
        percent(0.125, 0) == "13 %" and format_rounded(0.125, ".0%") == "13%" and format_rounded(12.5, "+.0f") == "+13"
    )
    assert significant(1.0625, 4) == "1.063" and significant(9.99951, 4) == "10" and significant(0, 4) == "0"
    assert format_rounded(5, "+d") == "+5" and format_rounded(float("nan"), ".1f") == "nan"


@pytest.mark.parametrize(
    ("value", "digits", "english", "russian"),
    [
        (12.5, 6, "12.5", "12,5"),
        (-0.45, 4, "−0.45", "−0,45"),
        (1250, 4, "1,250", "1\u202f250"),
        (12345.6, 4, "12,346", "12\u202f346"),  # not 1.235e+04
        (99999.7, 5, "100,000", "100\u202f000"),
        (5.0, 4, "5", "5"),
    ],
)
def test_numbers__have_the_point_the_minus_and_the_thousands_of_a_language(
    value: float, digits: int, english: str, russian: str
) -> None:
    assert (
        format_number(value, digits) == english
        and format_number(value, digits, "ru") == format_number(value, digits, "uk") == russian
    )


def test_numbers__in_a_message_are_written_as_the_language_does() -> None:
    """A number needs no formatting before it is said; what somebody typed is repeated as it was typed."""
    values = {"low": -1, "share": Decimal("2.5"), "value": -0.5}
    assert fill_message("{low}, {share}, {value}", "ru", values) == "−1, 2,5, -0.5"
    assert fill_message("{low}, {share}", "en", values) == "−1, 2.5"
    with pytest.raises(ml.LessonError, match="−1"):
        ml.Prediction("a", low=2, high=-1, lang="uk")


def test_rounding__of_a_table_in_words() -> None:
    table = pd.DataFrame({"price": [12.5, 2.5], "part": [0.0625, 0.5]})
    told = in_figures(table, money=["price"], shares=["part"])
    assert told["price"].to_list() == ["13", "3"] and told["part"].to_list() == ["6.3 %", "50.0 %"]


def test_rounding__of_the_labels_of_bars() -> None:
    """84.5 of 100 games are 85, as the axis shows, and not 84."""
    figure = figures.bars(pd.Series({"Ann": 84.5, "Bo": 0.5}), "wins", text=".0f")
    assert list(figure.data[0].text) == ["85", "1"]


def test_rounding__of_an_overlay_on_the_board() -> None:
    assert Overlay([0.125], pattern="{:.2f} %").text(0.125) == "0.13 %"
    assert Overlay([1.125], pattern="{:.0%}").text(1.125) == "113%" and Overlay([]).text(1.125) == "1.13"


def test_rounding__of_a_difference_of_money_in_a_sentence() -> None:
    found = ml.compare({"a": "classic_us", "b": "classic_us"}, games=2, measure="worth", rounds=1, progress=False)
    from monopoly_lab.experiments.summary_text import amount

    assert amount(found, 2.5) == "$3" and amount(found, -12.5, signed=True) == "−$13"


def test_rounding__of_the_mean_of_a_class() -> None:
    """Four students with 1, 1, 1 and 2 points have 1.25 on average."""
    points = {"Ann": 1.0, "Bo": 1.0, "Cy": 1.0, "Dan": 2.0}
    rows = {name: SimpleNamespace(points=x, said=(1.0,), most=2.0, state="", first=None) for name, x in points.items()}
    students = {name: SimpleNamespace(name=name) for name in rows}
    rest = {"claimed": None, "path": None, "is_unread": False}
    sheets = [SimpleNamespace(student=students[name], rows=[row], **rest) for name, row in rows.items()]
    assert "1.3" in class_report._heading(SimpleNamespace(class_name="7b", decided={}), sheets)  # type: ignore[arg-type]
