"""Charts on narrow pages: words are broken, and a chart that would be unreadable says how wide it has to be."""

from collections.abc import Callable
from typing import Any, ClassVar

import pandas as pd
import plotly.graph_objects as go
import pytest
from plotly.subplots import make_subplots

from monopoly_lab.widgets.chart_width import WORDS, is_board, least_width, with_broken_lines
from monopoly_lab.widgets.lesson_outputs import parts_of

PHONE = 340  # pixels of a chart in a window of 390
FITTED = 497  # pixels that are shown there with letters of 0.72 of their size, as lesson_layout.js does
PLOTLY = "application/vnd.plotly.v1+json"
LONG = "share of games won, Ann, against “build New York Avenue”, with 95 % intervals"


def written(figure: go.Figure) -> dict[str, Any]:
    return figure.to_plotly_json()


def bars(names: int, text: str = "", columns: int = 1) -> dict[str, Any]:
    told = [text] * names if text else None
    xs = [f"name {n}" for n in range(names)]
    return written(go.Figure([go.Bar(x=xs, y=[1.0] * names, text=told) for _ in range(columns)]))


def test_broken__no_line_of_a_title_a_note_or_a_name_is_longer_than_a_phone_shows() -> None:
    figure = go.Figure(go.Scatter(x=[1, 2], y=[1, 2], name=LONG), {"xaxis": {"title": {"text": LONG}}})
    figure.add_annotation(text=LONG, x=1, y=1)
    made = with_broken_lines(written(figure))
    for text in (
        made["layout"]["xaxis"]["title"]["text"],
        made["layout"]["annotations"][0]["text"],
        made["data"][0]["name"],
    ):
        assert max(map(len, text.split("<br>"))) <= WORDS and text.replace("<br>", " ") == LONG
    assert figure.layout.xaxis.title.text == LONG  # in a notebook it stays as it was
    beside = go.Figure(go.Scatter(x=[1, 2], y=["build", "wait"]), {"xaxis": {"title": {"text": LONG}}})
    title = with_broken_lines(written(beside))["layout"]["xaxis"]["title"]["text"]
    assert max(map(len, title.split("<br>"))) <= 25, "a phone has less room beside names"


@pytest.mark.parametrize(
    ("figure", "least", "most"),
    [
        (lambda: written(go.Figure(go.Scatter(x=[1, 2], y=[1, 2]))), 0, 0),
        (lambda: bars(4), 0, 0),
        (lambda: bars(41), 500, 700),  # the spaces of a board, their names upright
        (lambda: bars(5, "+0.00", 2), PHONE + 1, FITTED),  # ten numbers side by side
        (lambda: bars(3, "12"), 0, 0),
        (lambda: written(make_subplots(1, 2)), 440, FITTED),  # a phone shows both, a little smaller
        (lambda: written(make_subplots(2, 4)), 440, FITTED),
        (lambda: written(make_subplots(2, 1)), 0, 0),
        (lambda: written(go.Figure(go.Heatmap(z=[[1] * 20], x=list(range(20)), texttemplate="%{z}"))), 600, 800),
    ],
    ids=["line", "bars", "many", "numbers", "few", "beside", "four", "below", "cells"],
)
def test_least_width__is_asked_for_only_by_what_a_phone_would_squeeze(
    figure: Callable[[], dict[str, Any]], least: int, most: int
) -> None:
    assert least <= least_width(figure()) <= most


@pytest.mark.parametrize(("title", "least"), [("median", 72), ("median and the<br>middle half, $", 90)])
def test_broken__an_upright_title_between_two_charts_has_room_for_its_lines_and_numbers(title: str, least: int) -> None:
    """Four digits and a space in letters of 14 take about 54 pixels with their ticks, each line of the title 18."""
    figure = make_subplots(1, 2, horizontal_spacing=0.14).update_layout(margin={"l": 60, "r": 60})
    plain = with_broken_lines(written(figure))["layout"]
    assert tuple(plain["xaxis2"]["domain"]) == figure.layout.xaxis2.domain
    figure.update_yaxes(title_text=title, row=1, col=1)
    assert tuple(with_broken_lines(written(figure))["layout"]["xaxis"]["domain"]) == figure.layout.xaxis.domain, (
        "a margin has room"
    )
    figure.update_yaxes(title_text=title, row=1, col=2)
    made = with_broken_lines(written(figure))["layout"]
    left, right = made["xaxis"]["domain"], made["xaxis2"]["domain"]
    assert (right[0] - left[1]) * (480 - 60 - 60) >= least - 1e-9 and right[1] == 1


def test_board__keeps_its_proportion_and_an_animation_its_width() -> None:
    board = {"data": [], "layout": {"images": [{}], "yaxis": {"scaleanchor": "x"}}}
    moving = {"data": [], "layout": {**board["layout"], "sliders": [{}]}}
    assert is_board(board) and not is_board(moving) and not is_board(bars(4)) and least_width(moving) > PHONE


class Output:
    """What a cell has displayed."""

    def __init__(self, figure: dict[str, Any]) -> None:
        self.data, self.metadata = {PLOTLY: figure}, {}


def test_page__a_wide_chart_stands_in_a_frame_that_scrolls() -> None:
    (narrow,) = parts_of("", [Output(bars(3, "12"))], None)
    (wide,) = parts_of("", [Output(bars(41))], None)
    frames = [part.widget.children[-1] for part in (narrow, wide)]
    assert "ml-broad" in wide.widget._dom_classes and "ml-broad" not in narrow.widget._dom_classes
    assert int(frames[1].children[0].layout.min_width.removesuffix("px")) > PHONE


def test_broken__long_names_beside_a_heat_map_leave_room_for_its_cells() -> None:
    names = ["Lemmy  (1 coin a try, 3 or more)", "Bowser"]
    made = with_broken_lines(written(go.Figure(go.Heatmap(z=[[1], [2]], x=[1], y=names))))
    assert made["layout"]["yaxis"]["tickvals"] == names
    assert made["layout"]["yaxis"]["ticktext"] == ["Lemmy  (1 coin a<br>try, 3 or more)", "Bowser"]
    assert "yaxis" not in with_broken_lines(written(go.Figure(go.Heatmap(z=[[1], [2]], y=["red", "green"]))))["layout"]
    ticks = {"yaxis": {"tickvals": [0, 1], "ticktext": names}}
    said = with_broken_lines(written(go.Figure(go.Heatmap(z=[[1], [2]]), ticks)))["layout"]["yaxis"]
    assert said["tickvals"] == [0, 1] and said["ticktext"][0].count("<br>") == 1
    ticks["yaxis"]["ticktext"] = ["Леммі  (спроба: 1 монетка; 3 або більше)", "Боузер"]
    long = with_broken_lines(written(go.Figure(go.Heatmap(z=[[1], [2]]), ticks)))["layout"]["yaxis"]["ticktext"][0]
    assert long.count("<br>") == 1, "three lines would stand over those of the next row"


def test_least_width__a_board_with_numbers_at_its_spaces_scrolls_and_one_without_does_not() -> None:
    layout = {"images": [{}], "yaxis": {"scaleanchor": "x"}}
    marked, plain = ({"data": [{"mode": mode}], "layout": layout} for mode in ("markers+text", "markers"))
    assert least_width(plain) == 0 and least_width(marked) > PHONE
    (part,) = parts_of("", [Output(marked)], None)
    chart = part.widget.children[-1].children[0]
    assert "ml-on-board" in chart._dom_classes and chart.layout.min_width == f"{least_width(marked)}px"


def test_page__columns_that_were_printed_stay_below_each_other_in_a_frame() -> None:
    (columns,) = parts_of("        one   two\nfirst     1     2\nlast     10    20\n", [], None)
    assert 'class="ml-figures"' in columns.widget.value and "        one   two\nfirst" in columns.widget.value
    (lines,) = parts_of("70 + 8  is 78\nand no more\n", [], None)
    assert "ml-figures" not in lines.widget.value


class Frame:
    """What a cell has displayed as a table of pandas."""

    metadata: ClassVar[dict[str, Any]] = {}

    def __init__(self, table: pd.DataFrame) -> None:
        self.data = {"text/html": table.to_html()}


def test_broken__a_word_that_is_longer_than_a_line_stays_whole() -> None:
    word = "x" * (WORDS + 4)
    figure = go.Figure(go.Scatter(x=[1, 2], y=[1, 2]), {"xaxis": {"title": {"text": word}}})
    assert with_broken_lines(written(figure))["layout"]["xaxis"]["title"]["text"] == word


@pytest.mark.parametrize(
    "text", ["share of the value that all bid, in %", "Ann pays Bo, dollars (below 0: Bo pays)", LONG]
)
def test_broken__the_lines_of_a_title_are_about_as_long(text: str) -> None:
    figure = go.Figure(go.Scatter(x=[1, 2], y=[1, 2]), {"xaxis": {"title": {"text": text}}})
    lines = with_broken_lines(written(figure))["layout"]["xaxis"]["title"]["text"].split("<br>")
    assert len(lines) > 1 and min(map(len, lines)) >= max(map(len, lines)) / 2


def test_page__a_table_has_no_underscores_in_its_head_and_numbers_as_readers_write_them() -> None:
    (part,) = parts_of("", [Frame(pd.DataFrame({"of_ann": [-134.0, 2.0]}))], None)
    assert "<th>of ann</th>" in part.widget.value and "<td>\u2212134</td>" in part.widget.value
