"""The picture under the table that a notebook keeps: the one of the last position, whatever happened to the page."""

from typing import Any

import nbformat
import pytest
from labwindow import SHARED
from test_table_kept_in_browser import begun, says, throw

from tests.sampled import rest_for_release


def kept(lab: Any) -> str:
    """The picture under the table in the saved file, as text."""
    notebook = nbformat.read(lab.folder / f"{SHARED}.ipynb", as_version=4)
    last = [output for cell in notebook.cells for output in cell.get("outputs", [])][-1]
    return str(last.get("data", {}).get("text/html", ""))


def saved_by_key(lab: Any, table: Any) -> str:
    """What the file holds after Ctrl+S at the table."""
    path = lab.folder / f"{SHARED}.ipynb"
    before = path.stat().st_mtime_ns
    table.locator(".space").first.click()
    lab.page.keyboard.press("Control+s")
    for _ in range(1000):
        lab.page.wait_for_timeout(100)
        if path.stat().st_mtime_ns != before:
            break
    lab.page.wait_for_timeout(500)
    return kept(lab)


def keep(lab: Any, table: Any, words: str) -> None:
    """Keep the picture, and see it."""
    table.get_by_role("tab", name="File", exact=True).click()
    table.locator("[data-act=picture]").click()
    top = table.bounding_box()["y"]
    lab.page.locator(f".ml-kept img[alt*='{words}']").first.wait_for(state="attached")
    lab.page.wait_for_timeout(700)  # a page that went to the picture would have left by now
    assert table.bounding_box()["y"] == top  # the table stays where it is


@pytest.mark.parametrize("reloaded", rest_for_release([False, True], [True]))
def test_picture__is_of_the_last_position_in_the_saved_notebook(lab: Any, reloaded: bool) -> None:
    table = begun(lab)
    keep(lab, table, "Ann may buy")
    assert "Ann may buy Baltic Avenue" in saved_by_key(lab, table)
    if reloaded:
        lab.visit(SHARED)
        table = lab.page.locator(".ml-table[data-drawn]").last
        says(table, "Ann may buy Baltic Avenue")
        assert table.locator(".space").count() == 40 and table.locator("#ml-resume").count() == 0
    table.locator("#ml-buy").click()
    throw(table, 2, 4)
    says(table, "Bo may buy")
    keep(lab, table, "Bo may buy")
    assert "Bo may buy" in saved_by_key(lab, table)
