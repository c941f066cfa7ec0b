"""Bargains of a live class in real browsers: a loss is asked about, an offer refused, and the wall is not cut off."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from test_live_auction_in_browser import CUT_OFF, phones_do, press
from test_live_in_browser import TOO_WIDE, WALL, Pages, teach

import monopoly_lab as ml
from monopoly_lab.common.messages import languages
from tests.live.phones import Phone
from tests.sampled import rest_for_release


@pytest.fixture
def live(tmp_path: Path) -> Iterator[ml.Live]:
    live = ml.Live(folder=tmp_path)
    yield live
    live.stop()


def offers(page: Any, price: int) -> None:
    page.fill("[data-key=offer] input", str(price))
    page.click("[data-key=offer] button.main")


def test_loss__is_asked_about_and_an_offer_is_refused(live: ml.Live, chromium: Any, shots: Path) -> None:
    pages = Pages(chromium, live)
    ann, bo = pages.phone("Ann"), pages.phone("Bo")
    teach(live, {"act": "start", "activity": "bargain", "options": {"rounds": "1", "seconds": "0", "known": "own"}})
    (pair,) = live._server.room.activity.pairs
    buyer, seller = (ann, bo) if pair.buyer == 0 else (bo, ann)
    seller.wait_for_selector("[data-key=offer]")
    seller.screenshot(path=str(shots / "bargain_phone_rules.png"))
    offers(seller, pair.deal.least - 20)
    seller.wait_for_selector("dialog.sure")
    seller.screenshot(path=str(shots / "bargain_phone_sure.png"))
    assert f"below ${pair.deal.least}" in seller.text_content("dialog.sure .question")
    seller.click("dialog.sure button:not(.yes)")
    assert pair.offers == {}
    offers(seller, pair.deal.most + 40)  # a gain to the seller: nothing is asked
    buyer.wait_for_selector("[data-key=theirs] button")
    buyer.screenshot(path=str(shots / "bargain_phone_theirs.png"))
    buyer.click("[data-key=theirs] button:has-text('Accept')")
    assert "you lose $40" in buyer.text_content("dialog.sure .question")
    buyer.click("dialog.sure button:not(.yes)")
    buyer.click("[data-key=theirs] button:has-text('Refuse')")
    seller.wait_for_selector("[data-key=mine].bad")
    seller.screenshot(path=str(shots / "bargain_phone_refused.png"))
    assert pair.price is None and buyer.query_selector("[data-key=theirs] button") is None
    offers(seller, pair.deal.most - 10)
    buyer.click("[data-key=theirs] button:has-text('Accept')")
    buyer.wait_for_selector("[data-key=result].good")
    assert pair.price == pair.deal.most - 10 and pages.complaints == []


@pytest.mark.parametrize("lang", rest_for_release(languages(), ["ru"]))
def test_wall__of_a_debrief_is_not_cut_off(lang: str, tmp_path: Path, chromium: Any, shots: Path) -> None:
    live = ml.Live(folder=tmp_path, lang=lang)
    try:
        pages = Pages(chromium, live)
        wall, silent = pages.open(f"/wall?c={live.code}", WALL), pages.phone("Ann")
        phones = [Phone(live.address) for _ in range(12)]  # with Ann an odd class: one pair has a computer
        phones_do(live, phones)
        for way in ("free", "ultimatum"):
            options = {"way": way, "known": "own", "rounds": "1", "seconds": "90"}
            teach(live, {"act": "start", "activity": "bargain", "options": options})
            for state in ("rules", "begun"):
                wall.wait_for_timeout(400)
                assert wall.evaluate(CUT_OFF) <= 0 and silent.evaluate(TOO_WIDE) <= 0
                wall.screenshot(path=str(shots / f"bargain_wall_{lang}_{way}_{state}.png"))
                silent.screenshot(path=str(shots / f"bargain_phone_{lang}_{way}_{state}.png"))
                press(live, *(("go",) if state == "rules" else ()))
            phones_do(live, phones, price="300")
            phones_do(live, phones[:9], accept=300)
            press(live, *(("close",) if live._server.room.activity.is_open else ()))
            for state in ("round", "debrief"):
                wall.wait_for_timeout(400)
                assert wall.evaluate(CUT_OFF) <= 0
                wall.screenshot(path=str(shots / f"bargain_wall_{lang}_{way}_{state}.png"))
                press(live, *(("finish",) if state == "round" else ()))
            teach(live, {"act": "close"})
    finally:
        live.stop()
