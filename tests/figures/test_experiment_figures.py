"""Figures of experiments: whatever names and values are called, each is drawn in its place."""

from types import SimpleNamespace
from typing import Any

import pandas as pd
import pytest

from monopoly_lab.figures import experiments


def intervals(*means: float) -> list[Any]:
    return [SimpleNamespace(value=mean, low=mean - 0.1, high=mean + 0.1) for mean in means]


def test_over_rounds__sixteen_columns_look_different_and_are_in_the_legend() -> None:
    table = pd.DataFrame({f"arm {n}": [1.0, 2.0] for n in range(16)}, index=[1, 2])
    figure = experiments.lines_over_rounds("Cash", [], table, "cash")
    looks = {(trace.line.color, trace.line.dash) for trace in figure.data}
    assert len(looks) == 16 and figure.layout.showlegend
    assert [trace.name for trace in figure.data] == list(table.columns)


def test_standings__strategies_called_by_numbers_are_names_and_not_numbers() -> None:
    names = ["10", "2", "1"]
    figure = experiments.standings("Best", [], dict(zip(names, intervals(0.6, 0.5, 0.4))), [[float("nan")] * 3] * 3)
    axes = (figure.layout.yaxis, figure.layout.xaxis2, figure.layout.yaxis2)
    assert {axis.type for axis in axes} == {"category"}
    assert list(figure.data[-1].x) == names


def sweep(grid: dict[str, tuple[Any, ...]], *means: float) -> Any:
    return experiments.over_grid("Title", [], grid, intervals(*means), [f"{mean}" for mean in means], 1, "unit")


def test_sweep__the_line_goes_from_left_to_right() -> None:
    figure = sweep({"salary": (200, 0, 100)}, 2.0, 0.0, 1.0)
    (line,) = figure.data
    assert (list(line.x), list(line.y), list(line.text)) == ([0, 100, 200], [0.0, 1.0, 2.0], ["0.0", "1.0", "2.0"])
    assert list(figure.layout.xaxis.tickvals) == [0, 100, 200]


@pytest.mark.parametrize("values", [("b", "a"), (True, False), ("10", "9"), ({"orange": 50}, 50)])
def test_sweep__values_that_are_no_numbers_stand_in_the_order_given(values: tuple[Any, ...]) -> None:
    figure = sweep({"salary": values}, 2.0, 1.0)
    assert (list(figure.data[0].x), figure.layout.xaxis.type) == ([str(value) for value in values], "category")


def test_sweep__values_from_others_stay_literal_text() -> None:
    for grid in ({"key": ("<b>", "%{x}")}, {"key": ("<b>", "c"), "other": ("%{y}", "$d$")}):
        figure = sweep(grid, *([1.0] * (2 if len(grid) == 1 else 4)))
        shown = str([list(figure.data[0].x), list(figure.data[0].y or ())])
        assert "<b>" not in shown and "%{" not in shown and "$" not in shown


def test_differences__without_arms_is_an_empty_chart() -> None:
    assert not experiments.differences("Title", [], {}, [], 1, "unit", "base").data
