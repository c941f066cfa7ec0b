"""Predictions before and after a discussion: how many, on one scale, the same students compared; a troll."""

from pathlib import Path

import pandas as pd
import pytest
from test_room import again, begin, control, opened, say

from monopoly_lab.figures import class_figures
from monopoly_lab.live.activities.predict import Predict
from monopoly_lab.measures.histogram_columns import alike


def test_panels__say_how_many_predicted_and_have_one_scale(tmp_path: Path) -> None:
    """Two of four say 10 and 90 at first, then all say 50, 60, 60 and 60: those two went from 50 to 55."""
    room, _ = opened(tmp_path, ("Ann", "Bo", "Cy", "Di"))
    begin(room)
    for seat, value in ((0, 10), (1, 90)):
        say(room, seat, value)
    control(room, "show")
    assert room.wall()["chart"]["title"] == "Predictions (2 of 4)"
    control(room, "again")
    for seat, value in enumerate((50, 60, 60, 60)):
        say(room, seat, value, 2)
    first, second = room.wall()["charts"]["parts"]
    assert (first["title"], second["title"]) == ("First predictions (2 of 4)", "After the discussion (4 of 4)")
    assert [bin_[:2] for bin_ in first["bins"]] == [bin_[:2] for bin_ in second["bins"]]
    assert first["most"] == second["most"] == 3
    assert [sum(n for *_, n in each["bins"]) for each in (first, second)] == [2, 4]
    control(room, "reveal")
    titles = [each["title"].replace("\u00a0", " ") for each in room.wall()["charts"]["parts"]]
    assert titles == ["First predictions (2 of 4): median 50 %", "After the discussion (4 of 4): median 60 %"]
    twice = dict(room.wall()["figures"]["pairs"])["Median of the 2 who predicted twice"]
    assert twice.replace("\u00a0", " ") == "50 % → 55 %" and again(room).wall() == room.wall()


def test_columns__of_several_groups_are_those_of_all_together() -> None:
    """A number far outside in one group has an end column in both."""
    usual = [10, 12, 14, 15, 16, 18, 20]
    (first, second) = alike([usual, [*usual, 1000]], None, None)
    assert [each[:2] for each in first] == [each[:2] for each in second] and second[-1][2] == 1 == first[-1][2] + 1
    assert [sum(n for *_, n in each) for each in (first, second)] == [7, 8]
    assert alike([usual], 0, 100) == [alike([usual, []], 0, 100)[0]] and alike([], 0, 100) == []


def test_page__one_troll_number_wrecks_no_summary(tmp_path: Path) -> None:
    """Of 4, 5, 5, 6, 7 and 1,000,000 half lie from 5 to 6.75; the mean is 166,671."""
    room, _ = opened(tmp_path, tuple(f"N{n}" for n in range(6)))
    room.host({"act": "start", "activity": "predict", "options": {"question": "How many?", "truth": "6"}})
    assert isinstance(room.activity, Predict)
    for seat, value in enumerate((4, 5, 5, 6, 7, 1_000_000)):
        say(room, seat, value)
    figure = class_figures.predictions(pd.DataFrame(room.activity.rows()))
    assert "half of them from 5 to 6.75" in figure.layout.title.subtitle.text
    assert "6 predictions" in figure.layout.title.subtitle.text and "mean" not in str(figure.layout.title)
    assert figure.layout.title.text == "<b>Half of the class said at most 5.5; the answer is 6</b>"


def test_page__says_below_end_columns_what_they_hold_and_has_both_predictions_side_by_side(tmp_path: Path) -> None:
    """20 to 60, and far outside −900, 1,000 and 100,000: columns of 5 from 20 to 65, and one at each end."""
    told = (20, 25, 30, 40, 40, 45, 50, 50, 55, 60, -900, 1000, 100_000)
    room, _ = opened(tmp_path, tuple(f"N{n}" for n in range(len(told))))
    room.host({"act": "start", "activity": "predict", "options": {"question": "How many?"}})
    for seat, value in enumerate(told):
        say(room, seat, value)
    control(room, "again")
    for seat, value in enumerate(told):
        say(room, seat, value, 2)
    wall = room.wall()["charts"]["parts"][0]
    assert [label for _, label in wall["ends"]] == ["less than 20", "65 or more"]
    assert [n for *_, n in wall["bins"]] == [1, 1, 1, 1, 0, 2, 1, 2, 1, 1, 2]
    figure = class_figures.predictions(pd.DataFrame(room.activity.rows()))  # type: ignore[union-attr]
    axis = figure.layout.xaxis
    assert axis.ticktext[-2:] == ("less than 20", "65 or more")
    first, second = figure.data
    assert first.y == second.y == (1, 1, 1, 1, 0, 2, 1, 2, 1, 1, 2)
    edges = [x + side * width / 2 for bar in (first, second) for x, width in zip(bar.x, bar.width) for side in (-1, 1)]
    assert axis.range[0] < min(edges) and max(edges) < axis.range[1]
    assert all(u - x == pytest.approx(width) for x, u, width in zip(first.x, second.x, first.width))


@pytest.mark.parametrize("truth", [25, 60, 78.25, 140, 5000])
def test_bars__stay_when_the_answer_comes(tmp_path: Path, truth: float) -> None:
    """Bars of predictions are the same before and after; only empty ones are added, to reach an answer beyond them."""
    told = (12, 20, 30, 30, 35, 41, 50, 50, 58, 60, 70, 90)
    room, _ = opened(tmp_path, tuple(f"N{n}" for n in range(len(told))))
    room.host({"act": "start", "activity": "predict", "options": {"question": "How many?", "truth": str(truth)}})
    for seat, value in enumerate(told):
        say(room, seat, value)
    before = room.wall()["chart"]["bins"]
    control(room, "reveal")
    chart = room.wall()["chart"]
    after = chart["bins"]
    assert [each for each in after if each in before] == before
    assert sum(n for *_, n in after) == len(told)
    (mark,) = chart["marks"]
    assert after[0][0] < mark["at"] < after[-1][1] and not any(mark["at"] in each[:2] for each in after)
