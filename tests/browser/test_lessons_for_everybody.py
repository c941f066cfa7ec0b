"""All lessons in three languages in the app for a class, light on a projector and dark on a phone, seen by axe-core.

With `pytest -m release`, as after a change of a lesson: `-k NAME`. Three lessons are seen by it in test_served_app.py.

The tests need axe-core (npm install axe-core): MONOPOLY_LAB_AXE names its axe.min.js.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from looks import seen_by_axe
from servers import leave
from test_served_app import running

from monopoly_lab.common.messages import languages
from monopoly_lab.lessons.lesson_notebooks import lesson_names

ALL = [(name, lang) for name in lesson_names() for lang in languages()]


@pytest.fixture(scope="module")
def teachers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, str]]:
    """The address of an app, and the word of its teacher."""
    folder = tmp_path_factory.mktemp("class")
    with running(folder, "--students=4") as address:
        word = re.search(r"teacher.*token=(\w+)", Path(folder / "said.txt").read_text())
        assert word is not None
        yield address, word[1]


@pytest.mark.release
@pytest.mark.parametrize(("name", "lang"), ALL)
def test_axe__finds_nothing_serious_in_a_whole_lesson(
    chromium: Any, teachers: tuple[str, str], axe: str, name: str, lang: str
) -> None:
    address, word = teachers
    page = chromium.new_context().new_page()
    page.goto(f"{address}/page/{name}?lang={lang}&token={word}")
    page.locator(".ml-way button").click()
    page.wait_for_function("() => !document.querySelector('.ml-goes-on').textContent.trim()")
    page.wait_for_timeout(2000)  # charts are drawn, and the page measures itself
    found = seen_by_axe(page, axe)
    leave(page)
    assert not found
