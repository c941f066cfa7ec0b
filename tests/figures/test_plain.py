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


def test_group_colours__a_line_has_that_of_its_group() -> None:
    names = ("green", "orange")
    figure = figures.lines(TABLE, "It grows", colours=figures.group_colours("classic_us", names))
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
