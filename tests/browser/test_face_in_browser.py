"""The face of the table without a kernel: what it makes of messages, in whatever order they come before it is drawn."""

from typing import Any

import pytest
from faces import blank, stand, tell

import monopoly_lab as ml
from monopoly_lab.widgets.html_elements import asset
from monopoly_lab.widgets.table_view import TABS


def patched(page: Any, number: int, **sections: list[str]) -> None:
    tell(page, {"patch": sections, "number": number})


@pytest.mark.parametrize("early", ["head", "side", "play"])
def test_face__sections_that_come_before_the_board_are_shown_with_it(chromium: Any, early: str) -> None:
    """A table whose board is reckoned already says so first: its card stayed empty where it was seen by then."""
    table = ml.Table(ml.Game("classic_us", players=["Ann", "Bo"], seed=5))
    face = table._view
    parts = {name: pieces for name, pieces in face.parts.items() if name != "number"}
    nothing: dict[str, Any] = {**{name: [] for name in parts}, "number": 0}
    page = blank(chromium)
    stand(page, face, nothing)
    patched(page, 1, **{early: parts[early]})
    patched(page, 2, **{name: pieces for name, pieces in parts.items() if name != early})
    assert page.locator(".ml-waiting").inner_text() == table.game.waiting()
    assert page.locator("#ml-step").count() == 1 and page.get_by_role("tab").count() == len(TABS)
    assert page.locator("[data-section=side] > *").count() == len(parts["side"])
    page.close()


def test_face__a_board_takes_no_pattern_from_another_one_that_is_hidden(chromium: Any) -> None:
    """Ids of patterns stood twice in a page of two tables: the second had those of the first, hidden one: nothing."""
    game = ml.Game("classic_us", players=["Ann", "Bo"], seed=5)
    face = ml.Table(game)._view
    page = blank(chromium, asset("board.css"))
    alone = stand(page, face).locator(".ml-board").screenshot()
    page.reload()
    first = stand(page, face)
    second = stand(page, face)
    first.evaluate("table => (table.style.display = 'none')")
    assert second.locator(".ml-board").screenshot() == alone
    ids = page.locator(".ml-board [id]").evaluate_all("all => all.map((each) => each.id)")
    assert len(ids) == len(set(ids)) > 10
    page.close()


def test_face__the_frame_of_a_space_is_the_keyboards_and_the_mouse_has_a_thin_one(chromium: Any) -> None:
    face = ml.Table(ml.Game("classic_us", players=["Ann", "Bo"], seed=5))._view
    page = blank(chromium, asset("board.css"))
    table = stand(page, face)

    def frame(space: int) -> float:
        drawn = table.locator(f".space[data-space='{space}'] > :first-child")
        return float(drawn.evaluate("each => parseFloat(getComputedStyle(each).strokeWidth)"))

    plain = frame(30)
    table.locator(".space[data-space='24']").hover()
    table.locator(".space[data-space='30']").click()
    assert frame(24) == plain and frame(30) <= 2
    page.mouse.move(0, 0)
    assert frame(30) == plain
    page.keyboard.press("ArrowRight")
    assert sorted(map(frame, range(40)))[-1] == 5
    page.close()


TURNED = """
(message) => {
  tell.at(-1)(message);
  return document.querySelectorAll(".ml-card-flies svg").length;
}
"""


@pytest.mark.parametrize("still", [False, True])
def test_face__a_card_flies_from_its_space_and_is_there_at_once_where_nothing_moves(chromium: Any, still: bool) -> None:
    table = ml.Table(ml.Game("classic_us", players=["Ann", "Bo"], seed=5))
    for text in ("roll 6 4", "roll 1 2", "roll 4 3"):
        table.press(text)
    page = blank(chromium, asset("board.css"))
    page.emulate_media(reduced_motion="reduce" if still else "no-preference")
    shown = stand(page, table._view)
    table.press("draw chance 16")
    assert page.evaluate(TURNED, {"whole": dict(table._view.parts)}) == (0 if still else 1)
    assert "Collect $150 from the bank." in shown.locator(".ml-luck-card").inner_text()
    page.locator(".ml-card-flies").wait_for(state="detached")
    page.close()


STANDS = """
(board) => {
  const frame = board.getBoundingClientRect();
  const box = board.querySelector(".token[data-token='0']").getBoundingClientRect();
  return [(box.x + box.width / 2 - frame.x) / frame.width, (box.y + box.height / 2 - frame.y) / frame.height];
}
"""


@pytest.mark.parametrize("throws", [(), ("roll 4 3",)])
def test_face__on_a_phone_the_token_stands_in_the_middle_third_under_two_rows_of_signs(
    chromium: Any, throws: tuple[str, ...]
) -> None:
    table = ml.Table(ml.Game("classic_us", players=["Ann", "Bo"], seed=5))
    for text in ("roll 6 4", "roll 1 2", *throws):  # on GO, a corner; and on Chance
        table.press(text)
    page = blank(chromium, asset("board.css"))
    page.set_viewport_size({"width": 320, "height": 844})
    shown = stand(page, table._view)
    page.locator(".ml-table[data-place='phone']").wait_for()
    assert all(1 / 3 <= share <= 2 / 3 for share in shown.locator(".ml-board").evaluate(STANDS))
    tops = shown.locator(".ml-play > *").evaluate_all("all => all.map((each) => each.getBoundingClientRect().top)")
    assert max(tops) - min(tops) < 45  # two rows
    shown.get_by_role("button", name="One step").and_(page.locator("[title]")).wait_for()
    told, pressed = shown.locator(".ml-told").bounding_box(), shown.locator("#ml-luck").bounding_box()
    assert pressed["y"] - (told["y"] + told["height"]) < 20 and told["height"] < 60
    page.close()


def test_face__the_chart_beside_it_is_told_the_size_of_its_letters(chromium: Any) -> None:
    face = ml.Table(ml.Game("classic_us", players=["Ann", "Bo"], seed=5))._view
    page = blank(chromium, asset("board.css"))
    page.set_viewport_size({"width": 1920, "height": 1080})
    stand(page, face)
    assert page.evaluate("states.at(-1).letters") >= 0.016 * 1080
    page.close()
