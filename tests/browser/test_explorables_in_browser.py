"""Explorables in JupyterLab: the keyboard moves a control, and chart, title and sentence follow."""

from collections.abc import Iterator
from typing import Any

import pytest
from labwindow import IN_FRONT, RUN, Lab

PHONE = (390, 800)
CODE = 'import monopoly_lab as ml\nml.Explorable("housing_market")'
WIDER = "each => each.scrollWidth - each.clientWidth"


@pytest.fixture
def market(lab: Lab) -> Iterator[Any]:
    """The market for houses, shown anew in a notebook that stays open."""
    if not lab.page.evaluate(IN_FRONT, "market.ipynb"):
        lab.write("market", CODE)
        lab.bring("market")
    lab.page.evaluate(RUN, None)
    shown = lab.page.locator(".ml-explorable")
    shown.locator(".js-plotly-plot .main-svg").first.wait_for()
    yield shown


def test_explorable__the_chart_has_room_before_anything_is_moved(market: Any) -> None:
    market.locator(".js-plotly-plot .xtick text").first.wait_for()
    assert market.locator(".js-plotly-plot").evaluate("each => each.getBoundingClientRect().height") >= 400


def test_explorable__keys_move_a_slider_and_everything_follows(market: Any, lab: Lab) -> None:
    slider = market.get_by_label("Houses left in the bank")
    slider.focus()
    for _ in range(3):
        lab.page.keyboard.press("ArrowLeft")
    market.get_by_role("heading", name="5 houses: the price settles between $468 and $484").wait_for()
    market.get_by_role("status").get_by_text("5 houses go where they are worth most").wait_for()
    market.locator(".js-plotly-plot").get_by_text("supply: 5").wait_for()
    assert slider.evaluate("each => each === document.activeElement && each.getAttribute('aria-valuetext')") == "5"
    lab.shot("explorable_wide", market)


def test_explorable__a_choice_brings_the_controls_that_belong_to_it(market: Any, lab: Lab) -> None:
    price = market.get_by_label("Price", exact=True)
    price.focus()
    price.select_option("at most the price ceiling")
    market.get_by_label("Price ceiling").wait_for()
    assert price.evaluate("each => each === document.activeElement")
    market.get_by_label("Price ceiling").fill("400")
    market.get_by_role("heading", name="At most $400: 11 houses wanted, 8 there, a shortage of 3").wait_for()
    lab.shot("explorable_ceiling", market)


def test_explorable__on_a_dark_page_and_on_a_phone(market: Any, lab: Lab) -> None:
    lab.theme("dark")
    market.locator(".js-plotly-plot .xtick text").first.wait_for()
    lab.page.wait_for_timeout(1000)
    lab.shot("explorable_dark", market)
    fill = market.locator(".js-plotly-plot .xtick text").first.evaluate("each => getComputedStyle(each).fill")
    assert fill == "rgb(241, 246, 243)"
    lab.resize(PHONE)
    lab.page.wait_for_timeout(1000)
    lab.shot("explorable_phone")
    assert market.evaluate(WIDER) <= 0
