"""Charts of predictions in a class report: bars on the numbers that were said, a unit at the result."""

import math
import re
from pathlib import Path

import pandas as pd
import pytest

from monopoly_lab.common.messages import say
from monopoly_lab.figures import answer_charts
from monopoly_lab.figures.answer_charts import Scale
from monopoly_lab.lessons.grading.marks import STATES


def answers(*said: float, question: str = "best", found: float = 36) -> pd.DataFrame:
    rows = [{"student": n, "kind": "predict", "question": question, "said": each} for n, each in enumerate(said)]
    return pd.DataFrame(rows).assign(found=found)


def test_predictions__bars_begin_at_the_limits_and_are_centered_on_their_numbers() -> None:
    made = answer_charts.predictions(answers(30, 50, 100), "best", "en", unit="%", low=0, high=100)
    bins = made.data[0].xbins
    assert (bins.start, bins.end, bins.size) == (-2.5, 102.5, 5)
    assert list(made.layout.xaxis.range) == [-2.5, 102.5]
    for said in (0, 30, 50, 100):
        assert ((said - bins.start) / bins.size) % 1 == 0.5, "in the middle of its bar"
    assert made.layout.xaxis.title.text == "%"
    assert made.layout.annotations[0].text == "it is 36\N{NO-BREAK SPACE}%"
    assert "50\N{NO-BREAK SPACE}%" in made.layout.title.text
    assert (made.layout.xaxis.exponentformat, made.layout.xaxis.separatethousands) == ("none", True), "4,000, not 4k"


def test_predictions__the_middle_is_called_a_median_and_no_share() -> None:
    """Of 100, 100, 100 and 150 three are 100 or less, not half; of 10, 10, 100, 100 nobody said 55."""
    for said, middle in (((100, 100, 100, 150), "100"), ((10, 10, 100, 100), "55")):
        title = answer_charts.predictions(answers(*said), "best", "en", unit="dollars").layout.title.text
        assert title.replace("\N{NO-BREAK SPACE}", " ") == f"4 of 4 have answered; the median is {middle} dollars"


@pytest.mark.parametrize(
    ("low", "high", "said", "bins"),
    [
        (1, 5, [1, 3], (0.5, 5.5, 1)),  # whole numbers have a bar each
        (0, 21, [0, 21], (-0.5, 21.5, 1)),
        (0, 30, [0, 30], (-0.5, 30.5, 1)),
        (None, None, [5, 45], (4.5, 45.5, 1)),  # 40 is the most
        (0, 41, [0, 41], (-2.5, 47.5, 5)),
        (0, 30, [0.5, 30], (-1, 31, 2)),  # not all of them are whole numbers
        (0, 1, [0.55, 0.6], (-0.025, 1.025, 0.05)),
        (0, 5000, [1000, 1052], (-250, 5250, 500)),
        (None, None, [-40, 180], (-50, 190, 20)),  # no limits: what was said
        (None, None, [], (-0.5, 1.5, 1)),
        (None, None, [7, 7], (6.5, 7.5, 1)),
        (0, 100, [-3, 120], (-7.5, 122.5, 5)),  # beyond a limit: seen
    ],
)
def test_bins__cover_what_was_said(
    low: float | None, high: float | None, said: list[float], bins: tuple[float, float, float]
) -> None:
    made = Scale("", low, high).bins(said)
    assert tuple(made.values()) == pytest.approx(bins)


def test_predictions__a_student_twice_is_one_student_and_the_last_one_counts() -> None:
    """The title said that 2 of 1 have predicted twice, and -1 only once."""
    first = answers(30, 50).assign(student=1)
    table = pd.concat([first, answers(40, question="again").assign(student=1)])
    made = answer_charts.predictions(table, "best", "en", low=0, high=100, again="again")
    assert made.layout.title.text == say("class.answered_twice", "en", n=1, all=1)
    assert [list(trace.x) for trace in made.data] == [[50], [40]]
    assert answer_charts.made_twice(table, "best", "again") == [1]


@pytest.mark.parametrize("huge", [math.inf, -math.inf, 1e308])
def test_predictions__a_number_that_no_axis_can_show_is_none(huge: float) -> None:
    made = answer_charts.predictions(answers(30, huge, 50), "best", "en")
    assert made.layout.title.text.startswith("2 of 3 have answered; the median is 40")
    assert list(made.data[0].x) == [30, 50]
    assert answer_charts.predictions(answers(30, found=huge), "best", "en").layout.annotations == ()


def test_answers__there_is_a_bar_for_each_state_and_a_state_of_another_version_is_not_counted() -> None:
    assert set(answer_charts.STATE_COLORS) == set(STATES)
    states = [*STATES, "right", "of_a_later_version"]
    table = pd.DataFrame({"question": "q1", "state": states})
    made = answer_charts.answers(table, "q1", "en")
    assert dict(zip(made.data[0].x, made.data[0].y)) == {
        say(f"class.{state}_n", "en"): {"right": 2, "uncounted": 2}.get(state, 1) for state in STATES
    }
    assert made.layout.title.text == say("class.answered", "en", n=6, all=10)


def test_revised__has_one_scale_for_both() -> None:
    table = pd.concat([answers(30, 50), answers(40, 90, question="again", found=44)])
    made = answer_charts.predictions(table, "best", "en", unit="dollars", low=0, high=200, again="again")
    first, second = made.data
    assert first.xbins == second.xbins and first.xbins.size == 10
    assert made.layout.xaxis.range == made.layout.xaxis2.range
    assert made.layout.xaxis2.title.text == "dollars"
    with pytest.warns(DeprecationWarning, match="predictions"):  # its name in reports of before
        assert answer_charts.revised(table, "best", "again", "en", unit="dollars", low=0, high=200) == made
    assert "it is 44\N{NO-BREAK SPACE}dollars" in {each.text for each in made.layout.annotations}


def test_revised__names_of_the_two_stand_above_what_is_said_of_the_results() -> None:
    """Both stood on one line, and a title in the middle covered a result in the middle."""
    table = pd.concat([answers(30, 50, 100), answers(60, 60, 100).assign(question="again")])
    made = answer_charts.predictions(table, "best", "en", unit="dollars", low=0, high=200, again="again")
    names = [note for note in made.layout.annotations if "prediction" in note.text]
    results = [note for note in made.layout.annotations if note.text.startswith("it is")]
    assert len(names) == 2 and len(results) == len(names)
    for name, result in zip(names, results):
        assert name.y == result.y == 1 and name.yref == result.yref and result.yshift is None
        assert name.yshift >= 1.2 * answer_charts.FONT_SIZE and (name.x, name.xanchor) == (0, "left")


def test_report__letters_of_charts_are_as_large_as_those_of_its_text_on_the_wall() -> None:
    css = (Path(answer_charts.__file__).parents[1] / "export" / "page.css").read_text()
    (size,) = re.findall(r"\.wall \{ font-size: clamp\((\d+)px", css)  # charts grow with it: page.js
    assert re.search(r"\.wall \.output_text pre \{ font: inherit", css), "a sentence in place of a table, too"
    made = answer_charts.predictions(answers(30, 50, 100), "best", "en")
    assert made.layout.font.size == int(size) and all(note.font.size == int(size) for note in made.layout.annotations)


@pytest.mark.parametrize(
    ("lang", "unit", "said", "alone"),
    [
        ("ru", "доллар|доллара|долларов|доллара", ("1 доллар", "2 доллара", "100 долларов", "2,5 доллара"), "долларов"),
        ("en", "round|rounds", ("1 round", "2 rounds", "100 rounds", "2.5 rounds"), "rounds"),
        ("en", "%", ("1 %", "2 %", "100 %", "2.5 %"), "%"),
        ("en", "", ("1", "2", "100", "2.5"), ""),
    ],
)
def test_predictions__have_the_form_of_their_unit_that_goes_with_a_number(
    lang: str, unit: str, said: tuple[str, ...], alone: str
) -> None:
    scale = answer_charts.Scale(unit)
    assert tuple(scale.format_value(x, lang).replace("\N{NO-BREAK SPACE}", " ") for x in (1, 2, 100, 2.5)) == said
    made = answer_charts.predictions(answers(30, 50, 100), "best", lang, unit=unit, low=0, high=100)
    assert "|" not in made.to_json() and (made.layout.xaxis.title.text or "") == alone
