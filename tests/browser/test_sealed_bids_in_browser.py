"""Three people bid under seal at one screen, with the room looking on: no bid is to be read before all are opened."""

import re
from typing import Any

from hands import owned, press, says, tab
from labwindow import PATIENCE, Lab
from looks import flaws

from monopoly_lab.widgets.autosave import FOLDER as AUTOSAVES

THREE = """
import monopoly_lab as ml
options = {"start_cash": 900_000, "auction.by": "sealed"}
game = ml.Game("classic_us", players=["Ann", "Bo", "Cy"], seed=5, options=options)
for text in ("roll 6 4", "roll 1 2", "roll 1 2", "roll 1 2", "auction"):
    game.apply(text)
ml.Table(game)
"""
BID = 864197  # nothing else has this number
SHOWN = re.compile(rf"(?<![0-9a-f]){BID}(?![0-9a-f])")  # and not as a part of an id
# What the page has: its markup, what stands in its fields, and the notebook as it would be saved.
PAGE = """
(table) => JSON.stringify([
  document.documentElement.outerHTML,
  [...document.querySelectorAll("input, textarea, select")].map((each) => each.value),
  jupyterapp.shell.currentWidget.context.model.toJSON(),
])
"""


def test_sealed_bids__are_read_nowhere_until_they_are_opened(lab: Lab) -> None:
    told: list[str] = []  # by the kernel
    lab.page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: told.append(str(frame))))
    table = lab.open("sealed", THREE)
    says(table, "Ann may hand in a sealed bid")
    field = table.locator("#ml-sum")
    field.fill(str(BID))
    assert field.evaluate("field => getComputedStyle(field).webkitTextSecurity") == "disc"
    lab.shot("sealed_bid")
    field.press("Enter")
    says(table, "Bo may hand in a sealed bid")
    table.locator(".ml-pass").filter(has_text="only Bo at the keyboard").wait_for()
    lab.shot("sealed_next")
    assert field.input_value() == "" and flaws(table.locator(".ml-card")) == []
    for name, begins in (("Log", "Ann handed in"), ("Worth", "Worth"), ("Time", "Time"), ("File", "File")):
        tab(table, name).get_by_text(begins).first.wait_for()
        assert not SHOWN.search(table.evaluate(PAGE)), name
    press(table, "^Undo")
    says(table, "Ann may hand in")
    assert field.input_value() == "" and not SHOWN.search(table.evaluate(PAGE))
    press(table, "^Redo")
    says(table, "Bo may hand in")
    assert "bid sealed-" in _autosaved(lab) and not SHOWN.search(_autosaved(lab))
    assert told and not any(SHOWN.search(frame) for frame in told)
    assert table.get_by_role("button", name="Leave the auction").count() == 0  # all would see it
    field.fill("0")
    field.press("Enter")
    says(table, "Cy may hand in")
    log = tab(table, "Log")
    log.get_by_text("Bo handed in a sealed envelope").wait_for()
    assert not log.get_by_text("did not bid").count() and '"pass"' not in _autosaved(lab)
    field.fill("5")
    field.press("Enter")
    owned(table, 3, "Ann")
    tab(table, "Log").get_by_text(f"Ann bid ${BID}").first.wait_for()


def _autosaved(lab: Lab) -> str:
    """The file of the table, when it has the bid."""
    for _ in range(PATIENCE // 100):
        texts: list[Any] = [path.read_text(encoding="utf-8") for path in (lab.folder / AUTOSAVES).glob("classic*.toml")]
        if any("sealed-" in text for text in texts):
            break
        lab.page.wait_for_timeout(100)
    return "".join(texts)
