"""Lines, bars and dots of any numbers: what is drawn is what was given, under the title that was given."""

import pandas as pd

from monopoly_lab import figures

TABLE = pd.DataFrame({"one": [1.0, 2.0, 4.0], "other": [3.0, 2.0, 0.5]}, index=[0, 10, 20])


def test_lines__a_column_each_with_a_dash_of_its_own() -> None:
    figure = figures.lines(TABLE, "It grows", "days", "money", marks={10: "here"})
    assert [list(trace.y) for trace in figure.data] == [[1, 2, 4], [3, 2, 0.5]]
    assert len({trace.line.dash for trace in figure.data}) == 2 and figure.layout.showlegend
    assert "It grows" in figure.layout.title.text and figure.layout.xaxis.title.text == "days"
    assert figure.layout.annotations[0].text == "here"
    assert not figures.lines(TABLE["one"], "It grows").layout.showlegend


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
