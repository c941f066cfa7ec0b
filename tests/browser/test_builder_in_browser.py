"""The gallery and the builder of scenarios in JupyterLab, by real clicks."""

from typing import Any

import pytest

pytestmark = pytest.mark.browser

GALLERY = """
import monopoly_lab as ml
gallery = ml.Gallery()
gallery
"""


def test_gallery__one_click_on_a_card_opens_the_table(lab: Any) -> None:
    lab.open("gallery", GALLERY)
    gallery = lab.page.locator(".ml-gallery")
    gallery.locator("img[alt*='Ann']").first.wait_for()
    lab.shot("gallery_light")
    gallery.get_by_label("Edition").select_option("ukraine")
    gallery.get_by_role("status").get_by_text("3 of").wait_for()
    assert gallery.get_by_role("listitem").count() == 3
    gallery.get_by_role("button", name="Play: The casino").last.click()
    table = lab.page.locator(".ml-table[data-drawn]").last
    table.get_by_text("Ann throws the dice to move").first.wait_for()
    lab.shot("gallery_table")
    gallery.get_by_role("button", name="All scenarios").click()
    gallery.get_by_role("button", name="Play: No visitors in jail").last.wait_for()
