"""The face of the table without a kernel: what it makes of messages, in whatever order they come before it is drawn."""

from typing import Any

import pytest

import monopoly_lab as ml
from monopoly_lab.widgets.face import TABS, TableFace

pytestmark = pytest.mark.browser

# A model as anywidget hands it over, to which `globalThis.tell` brings messages.
RENDER = """
async ([source, state]) => {
  const heard = [];
  const model = {
    get: (name) => state[name], set: (name, value) => (state[name] = value), save_changes: () => {}, send: () => {},
    on: (what, act) => what === "msg:custom" && heard.push(act), off: () => {},
  };
  const face = (await import(URL.createObjectURL(new Blob([source], { type: "text/javascript" })))).default;
  face.initialize({ model });
  face.render({ model, el: document.body });
  globalThis.tell = (message) => { for (const act of heard) act(message, []); };
}
"""


def patched(page: Any, number: int, **sections: list[str]) -> None:
    page.evaluate("message => tell(message)", {"patch": sections, "number": number})


@pytest.mark.parametrize("early", ["head", "side", "play"])
def test_face__sections_that_come_before_the_board_are_shown_with_it(chromium: Any, early: str) -> None:
    """A table whose board is reckoned already says so first: its card stayed empty where it was seen by then."""
    table = ml.Table(ml.Game("classic_us", players=["Ann", "Bo"], seed=5))
    face = table._face
    parts = {name: pieces for name, pieces in face.parts.items() if name != "number"}
    nothing: dict[str, Any] = {**{name: [] for name in parts}, "number": 0}
    state = {name: getattr(face, name) for name in ("words", "tab", "selected", "theme", "motion", "chart")}
    page = chromium.new_page(viewport={"width": 1280, "height": 720})
    page.route("**", lambda route: route.fulfill(body="<!doctype html><html lang=en></html>", content_type="text/html"))
    page.goto("http://127.0.0.1/")
    page.evaluate(RENDER, [TableFace._esm, {**state, "parts": nothing}])
    patched(page, 1, **{early: parts[early]})
    patched(page, 2, **{name: pieces for name, pieces in parts.items() if name != early})
    assert page.locator(".ml-waiting").inner_text() == table.game.waiting()
    assert page.locator("#ml-step").count() == 1 and page.get_by_role("tab").count() == len(TABS)
    assert page.locator("[data-section=side] > *").count() == len(parts["side"])
    page.close()
