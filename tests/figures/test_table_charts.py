"""Lines, bars and dots of any numbers: what is drawn is what was given, under the title that was given."""

import re
from typing import Any

import pandas as pd
import pytest

from monopoly_lab import figures
from monopoly_lab.common.errors import ArgumentError

TABLE = pd.DataFrame({"one": [1.0, 2.0, 4.0], "other": [3.0, 2.0, 0.5]}, index=[0, 10, 20])


def test_lines__a_column_each_with_a_dash_of_its_own() -> None:
    figure = figures.lines(TABLE, "It grows", "days", "money", marks={10: "here"})
    assert [list(trace.y) for trace in figure.data] == [[1, 2, 4], [3, 2, 0.5]]
    assert len({trace.line.dash for trace in figure.data}) == 2 and figure.layout.showlegend
    assert "It grows" in figure.layout.title.text and figure.layout.xaxis.title.text == "days"
    assert figure.layout.annotations[0].text == "here"
    assert not figures.lines(TABLE["one"], "It grows").layout.showlegend


LIMITED = pd.DataFrame(
    {"share": [28.9, 35.5, 44.0], "even": [50.0, 33.3, 25.0], "low": [26.2, 32.6, 41.0], "high": [31.8, 38.5, 47.1]},
    index=[1, 2, 3],
)


def test_lines__a_band_lies_behind_its_line_and_its_limits_are_no_lines() -> None:
    band, share, even = figures.lines(LIMITED, "It rises", bands={"share": ("low", "high")}).data
    assert [trace.name for trace in (share, even)] == ["share", "even"] and list(share.y) == [28.9, 35.5, 44.0]
    assert dict.fromkeys(zip(band.x, band.y)) == dict.fromkeys(
        [(1, 31.8), (2, 38.5), (3, 47.1), (3, 41.0), (2, 32.6), (1, 26.2)]
    )
    assert band.fill == "toself" and band.fillcolor == share.line.color and band.opacity < 0.5
    assert band.showlegend is False and band.hoverinfo == "skip" and band.line.width == 0
    usual = figures.lines(LIMITED[["share", "even"]], "It rises").data
    assert [trace.line.dash for trace in usual] == [share.line.dash, even.line.dash]  # as without a band


def test_lines__a_lone_line_with_a_band_needs_no_legend_and_a_gap_ends_no_band() -> None:
    gap = LIMITED[["share", "low", "high"]].astype(float)
    gap.loc[2, "low"] = float("nan")
    drawn = figures.lines(gap, "It rises", bands={"share": ("low", "high")})
    assert not drawn.layout.showlegend and list(drawn.data[0].x) == [1, 3, 3, 1]


def test_lines__a_band_of_steps_holds_until_the_next_index_as_its_line_does() -> None:
    band = figures.lines(LIMITED, "It rises", bands={"share": ("low", "high")}, steps=True).data[0]
    upper = [(1, 31.8), (2, 31.8), (2, 38.5), (3, 38.5), (3, 47.1)]
    lower = [(1, 26.2), (2, 26.2), (2, 32.6), (3, 32.6), (3, 41.0)]
    assert list(zip(band.x, band.y)) == upper + lower[::-1]


@pytest.mark.parametrize(
    ("bands", "told"),
    [
        ({"share": ("low", "hihg")}, 'no column "hihg" (did you mean "high"?)'),
        ({"shares": ("low", "high")}, 'no column "shares"'),
        ({"share": ("low", "kind")}, '"kind" holds no numbers'),
        ({"share": ("low",)}, "bands"),
        (["share"], "bands"),
    ],
)
def test_lines__a_band_that_the_table_does_not_have_is_refused_in_words(bands: Any, told: str) -> None:
    with pytest.raises(ArgumentError, match=re.escape(told)):
        figures.lines(LIMITED.assign(kind="a"), "It rises", bands=bands)


def test_group_colors__a_line_has_that_of_its_group() -> None:
    names = ("green", "orange")
    figure = figures.lines(TABLE, "It grows", colors=figures.group_colors("classic_us", names))
    green, orange = (tuple(int(trace.line.color[n : n + 2], 16) for n in (1, 3, 5)) for trace in figure.data)
    assert green[1] == max(green) and orange[0] == max(orange) and orange[2] == min(orange)


def test_bars__strong_ones_stand_out() -> None:
    figure = figures.bars(TABLE["one"], "Twenty is most", strong=[20], text=".1f")
    assert list(figure.data[0].x) == ["0", "10", "20"] and list(figure.data[0].text) == ["1.0", "2.0", "4.0"]
    assert len({*figure.data[0].marker.color}) == 2 and figure.layout.xaxis.type == "category"
    assert len(figures.bars(TABLE, "Two columns").data) == 2


def test_dots__kinds_and_fits() -> None:
    rows = pd.DataFrame({"x": [1, 2, 3], "y": [2, 4, 7], "kind": ["a", "a", "b"]}, index=["A", "B", "C"])
    figure = figures.dots(rows, "It rises", fits={"by two": (0.0, 2.0)})
    assert [trace.name for trace in figure.data] == ["a", "b", "by two"]
    assert list(figure.data[2].y) == [2.0, 6.0] and list(figure.data[0].text) == ["A", "B"]


LONG = "Третий ряд стоит больше всех при любой ставке дисконтирования"


def test_titles__a_long_one_takes_two_lines_of_about_one_length_and_its_room() -> None:
    short, long = (figures.lines(TABLE, title).layout for title in ("It grows", LONG))
    lines = re.sub("</?b>", "", long.title.text).split("<br>")
    assert " ".join(lines) == LONG and len(lines) == 2
    assert max(map(len, lines)) < 40 and min(map(len, lines)) > 20
    assert long.margin.t > short.margin.t and long.height == short.height


def test_axes__thousands_have_a_mark_as_in_the_text_and_years_have_none() -> None:
    drawn = figures.lines(TABLE * 1000, "It grows").layout
    assert drawn.xaxis.separatethousands and drawn.yaxis.separatethousands and drawn.yaxis.exponentformat == "none"
    years = figures.lines(TABLE.rename_axis("year"), "It grows").layout
    assert years.xaxis.separatethousands is False and years.yaxis.separatethousands
