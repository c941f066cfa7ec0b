"""Pages of lessons in the app for a class: what is asked reads as it was written."""

from pathlib import Path
from typing import Any

from one_page_app import showing

ASK = "How much more at $400 than at $200?"


def test_label__two_dollar_signs_are_no_formula(chromium: Any, tmp_path: Path) -> None:
    calls = (
        "names.update(predict=__import__('monopoly_lab').predict)",
        f'ask(\'a = predict("a", None, ask="{ASK}")\')',
    )
    with showing(tmp_path, *calls) as address:
        page = chromium.new_page()
        page.goto(address)
        page.get_by_label(ASK).wait_for()
        page.wait_for_timeout(2000)  # formulas are set when the page is there
        assert page.locator(".ml-asked .widget-label").first.inner_text() == ASK
        page.close()
