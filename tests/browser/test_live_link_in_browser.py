"""How phones come into a class in real browsers: the link for another phone, and a class without names."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from test_live_in_browser import PHONE, SMALL_TARGETS, TOO_WIDE, Pages

import monopoly_lab as ml
from monopoly_lab.common.messages import languages
from tests.sampled import rest_for_release

LAPTOP = {"width": 1280, "height": 800}


@pytest.fixture(params=rest_for_release(languages(), ["ru"]))
def lan(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[ml.Live]:
    live = ml.Live(folder=tmp_path, lan=True, lang=request.param)
    yield live
    live.stop()


def test_link__for_another_phone_leaves_the_old_one_in_until_the_new_one_has_come(
    lan: ml.Live, chromium: Any, shots: Path
) -> None:
    pages = Pages(chromium, lan)
    old = pages.phone("Ann")
    here = f"http://127.0.0.1:{lan.address.rpartition(':')[2]}"
    teacher = chromium.new_context(viewport=LAPTOP).new_page()
    teacher.goto(f"{here}/teacher#{lan._secret}")
    teacher.select_option(".seats select", "invite")
    teacher.wait_for_selector("dialog.link svg")
    teacher.screenshot(path=shots / f"link_{lan.lang}.png")
    link = teacher.text_content("dialog.link code")
    assert link.startswith(f"{lan.address}/?c={lan.code}#")  # the address of the code on the wall
    assert not teacher.evaluate(SMALL_TARGETS)
    teacher.click("dialog.link button")
    old.reload()
    old.wait_for_selector("[data-key=lobby]")
    new = pages.open(link.removeprefix(lan.address), PHONE)
    new.wait_for_selector("[data-key=lobby]")
    assert new.text_content("h1") == "Ann" and lan._secret not in new.url and "#" not in new.url
    old.wait_for_selector("form.join .bad")
    old.screenshot(path=shots / f"link_old_phone_{lan.lang}.png")
    assert old.evaluate(TOO_WIDE) <= 0
    new.reload()
    new.wait_for_selector("[data-key=lobby]")
    assert not pages.complaints


def test_phone__of_a_class_without_names_is_asked_for_none(tmp_path: Path, chromium: Any, shots: Path) -> None:
    live = ml.Live(folder=tmp_path, numbers=True)
    try:
        pages = Pages(chromium, live)
        phone = pages.open(f"/?c={live.code}", PHONE)
        phone.wait_for_selector("form.join button")
        phone.screenshot(path=shots / "join_numbers.png")
        assert not phone.locator("form.join input:visible").count()
        phone.click("form.join button")
        phone.wait_for_selector("[data-key=lobby]")
        assert phone.text_content("h1") == "Student 1" and not pages.complaints
        other = pages.open("/", PHONE)
        other.fill("[name=code]", live.code)
        other.click("form.join button")
        other.wait_for_selector("[data-key=lobby]")
    finally:
        live.stop()
