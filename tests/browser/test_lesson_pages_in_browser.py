"""Pages of lessons in the app for a class: what is asked reads as it was written."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from one_page_app import showing

Address = Callable[..., str]
ASK = "How much more at $400 than at $200?"


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Address]:
    """What gives the address of a page that is filled by calls."""
    with showing(tmp_path_factory.mktemp("pages")) as address:
        yield address


def test_label__two_dollar_signs_are_no_formula(chromium: Any, address: Address) -> None:
    calls = (
        "names.update(predict=__import__('monopoly_lab').predict)",
        f'ask(\'a = predict("a", None, ask="{ASK}")\')',
    )
    page = chromium.new_page()
    page.goto(address(*calls))
    page.get_by_label(ASK).wait_for()
    page.wait_for_timeout(2000)  # formulas are set when the page is there
    assert page.locator(".ml-asked .widget-label").first.inner_text() == ASK
    page.close()


def test_match__on_a_phone_the_table_of_rounds_is_whole_or_says_that_it_goes_on(
    chromium: Any, address: Address
) -> None:
    code = (
        "import monopoly_lab as ml\n"
        "from monopoly_lab.economics.hidden_quality import HiddenQuality\n"
        "from monopoly_lab.economics.matches import Match\n"
        "panel = ml.MatchPanel(Match(HiddenQuality(players=2), {'Owner': 'owner', 'You': None}, seed=1), 'You')\n"
        "for bid in (100, 278, 400, 55):\n"
        "    panel.move(bid)\n"
        "panel"
    )
    context = chromium.new_context(viewport={"width": 390, "height": 844}, has_touch=True)
    page = context.new_page()
    page.goto(address(f"show({code!r})"))
    table = page.locator(".ml-match table")
    table.wait_for()
    page.wait_for_function(
        "() => document.querySelector('.ml-match table').getBoundingClientRect().right <= innerWidth"
        " || document.querySelector('.ml-match [data-more~=right][data-push]')"
    )
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    context.close()


def test_verdict__goes_as_soon_as_another_answer_is_typed(chromium: Any, address: Address) -> None:
    """And a verdict with the same words comes back for the same answer."""
    calls = (
        "names.update(ml=__import__('monopoly_lab'))",
        "names.update(lesson=ml.Lesson('x', keys={'q': ml.hashed('q', 7, 0)}))",
        "ask('ml.self_check(\"q\", None, lesson)')",
    )
    page = chromium.new_page()
    page.goto(address(*calls))
    field = page.locator(".ml-question input")
    for _ in range(2):
        field.fill("7")
        field.press("Enter")
        page.locator(".ml-right").wait_for()
        field.press("End")
        field.press_sequentially("1")
        assert page.locator(".ml-question [role=status]").count() == 0
    field.press("Enter")
    page.locator(".ml-not-yet").wait_for()
    page.close()
