"""A picture stands beside each figure: drawn once, kept while the figure is the same, left out where nothing draws."""

import base64
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook, new_output

from monopoly_lab import cli
from monopoly_lab.common import PLOTLY
from monopoly_lab.export import notebook_runner
from monopoly_lab.export.notebook_runner import PNG, draw


def notebook(*values: int) -> Any:
    cells = []
    for value in values:
        figure = {"data": [{"type": "bar", "y": [value], "uid": f"{value}-random"}], "layout": {"height": 300}}
        cells.append(new_code_cell("figure", outputs=[new_output("display_data", data={PLOTLY: figure})]))
    return new_notebook(cells=cells)


def found(made: Any) -> list[str | None]:
    return [cell.outputs[0].data.get(PNG) for cell in made.cells]


def test_pictures__of_figures_that_have_not_changed_are_kept_and_only_new_ones_drawn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = []
    monkeypatch.setattr(
        notebook_runner, "_render_images", lambda figures: asked.append(len(figures)) or ["new"] * len(figures)
    )
    old = notebook(1, 2)
    assert draw(old, {}) and found(old) == ["new", "new"]
    old.cells[0].outputs[0].data[PNG] = "kept"
    made = notebook(3, 1)
    made.cells[1].outputs[0].data[PLOTLY]["data"][0]["uid"] = "another"
    assert draw(made, notebook_runner.pictures(old)) and found(made) == ["new", "kept"]
    assert draw(notebook(1), notebook_runner.pictures(old)) and asked == [2, 1]


def test_pictures__without_a_browser_what_is_there_stays_and_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    old = notebook(1)
    old.cells[0].outputs[0].data[PNG] = "kept"
    monkeypatch.setattr(notebook_runner.shutil, "which", lambda name: None)
    made = notebook(1, 2)
    assert draw(made, notebook_runner.pictures(old)) is False and found(made) == ["kept", None]
    assert draw(notebook(1), notebook_runner.pictures(old)) is True


def test_regenerate__pictures_alone_runs_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notebook_runner, "_render_images", lambda figures: ["bmV3"] * len(figures))
    path = tmp_path / "lesson.ipynb"
    nbformat.write(notebook(1, 2), path)
    assert cli.main(["regenerate", "--pictures", str(path)]) == 0
    made = nbformat.read(path, as_version=4)
    assert found(made) == ["bmV3", "bmV3"] and made.cells[0].source == "figure"


@pytest.mark.browser
def test_pictures__are_drawn_small_and_of_the_figures_height() -> None:
    made = notebook(1, 2)
    assert draw(made, {})
    for png in found(made):
        picture = base64.b64decode(png or "")
        assert picture.startswith(b"\x89PNG") and len(picture) < 20_000
        assert [int.from_bytes(picture[at : at + 4]) for at in (16, 20)] == [700, 300]
