"""A student types a prediction into its field: the number stands in the cell, is saved, and is there after a reload."""

import time
from contextlib import suppress
from typing import Any

import nbformat
from labwindow import WIDE
from nbformat.reader import NotJSONError

LONG = "Upper's share of wins in a thousand games of two players who both buy whatever they come to"

CELLS = (
    "import monopoly_lab as ml",
    'upper = ml.predict("upper_wins", None, ask="LONG", unit="%", low=0, high=100)'.replace("LONG", LONG),
    "upper.against(78)",
)
RUN_LAST = """async () => {
  const panel = jupyterapp.shell.currentWidget;
  panel.content.activeCellIndex = 2;
  await jupyterapp.commands.execute("notebook:run-cell");
}"""


# What comes from the kernel comes late; what is sent to it is lost, until the connection breaks and is made anew.
LATE = """delay => {
  const socket = jupyterapp.shell.currentWidget.sessionContext.session.kernel._ws, told = socket.onmessage;
  socket.onmessage = (event) => setTimeout(() => told(event), delay);
}"""
LOST = "() => { jupyterapp.shell.currentWidget.sessionContext.session.kernel._ws.send = () => {}; }"
BROKEN = "() => jupyterapp.shell.currentWidget.sessionContext.session.kernel._ws.close()"


def ask(lab: Any, name: str) -> Any:
    lab.write(name, *CELLS)
    lab.bring(name)
    lab.page.evaluate("async () => { await jupyterapp.shell.currentWidget.sessionContext.ready; }")
    lab.page.evaluate("jupyterapp.commands.execute('notebook:run-all-cells')")
    field = lab.page.get_by_label("Upper's share of wins")
    field.wait_for()
    lab.page.get_by_text("Not predicted yet.").wait_for()
    return field


def answer_late(route: Any) -> None:
    """Hand a request on; whoever saves hears of it later than others may ask for the file."""
    response = route.fetch()
    if route.request.method == "PUT":
        time.sleep(1.5)
    route.fulfill(response=response)


def stored(lab: Any, name: str) -> Any:
    return nbformat.read(lab.folder / f"{name}.ipynb", as_version=4).cells


def written(lab: Any, name: str, value: str) -> None:
    """Wait until the saved file holds the value in the cell that asks."""
    wanted = CELLS[1].replace("None", value)
    for _ in range(40):
        with suppress(NotJSONError):  # the server empties the file before it writes the new text
            if stored(lab, name)[1].source == wanted:
                return
        lab.page.wait_for_timeout(200)
    assert stored(lab, name)[1].source == wanted


def saved(lab: Any, field: Any, name: str, value: str) -> None:
    """Type a value and save it at once: it is in the file, however late the kernel answers."""
    field.fill(value)
    field.press("Control+s")
    written(lab, name, value)


# The field of a prediction, its words, and what of them is not within the output of its cell or the window.
HIDDEN = """
() => [...document.querySelectorAll(".ml-prediction label, .ml-prediction input")].filter((part) => {
  const box = part.getBoundingClientRect(), frame = part.closest(".jp-OutputArea-output").getBoundingClientRect();
  return box.left < frame.left || box.right > Math.min(frame.right, innerWidth) + 1 || box.width < 40;
}).map((part) => part.tagName)
"""
PHONE, SMALL_PHONE = (390, 844), (360, 800)


def in_view(lab: Any, name: str) -> None:
    """The field is in view however narrow the window is."""
    for size in (PHONE, SMALL_PHONE):
        lab.resize(size)
        lab.page.get_by_label(LONG).scroll_into_view_if_needed()
        lab.page.wait_for_function(f"({HIDDEN})().length === 0")
        lab.shot(f"{name}_{size[0]}")
    lab.resize(WIDE)


def test_predict__what_is_typed_is_in_the_cell_counts_at_once_and_survives(lab: Any) -> None:
    """What is typed while the connection breaks is sent again."""
    field = ask(lab, "predicted")
    in_view(lab, "prediction_narrow")
    field.fill("140")
    field.press("Enter")
    lab.page.get_by_text("140 % is not from 0 to 100 %.").wait_for()
    lab.shot("prediction_refused")
    field.fill("40")
    field.press("Enter")
    lab.page.get_by_text("Noted, and written into the cell.").wait_for()
    lab.page.evaluate(RUN_LAST)
    lab.page.get_by_text("You said 40 %, it is 78 %.").wait_for()
    lab.shot("prediction_written")
    lab.save()
    written(lab, "predicted", "40")
    lab.bring("predicted")  # opened anew
    field = lab.page.get_by_label("Upper's share of wins")
    field.wait_for()  # the kernel is alive: the field still writes
    field.fill("130")
    field.press("Enter")
    lab.page.get_by_text("130 % is not from 0 to 100 %.").wait_for()
    assert not lab.page.get_by_text("Noted, and written into the cell.").count()
    lab.page.evaluate(LOST)
    field.fill("48")
    field.press("Enter")
    lab.page.evaluate(BROKEN)
    lab.page.get_by_text("Noted, and written into the cell.").wait_for()
    assert field.input_value() == "48"
    lab.save()
    written(lab, "predicted", "48")


def test_predict__a_page_loaded_anew_saves_what_is_typed_before_the_kernel_answers(lab: Any) -> None:
    ask(lab, "late")
    lab.save()
    lab.visit("late")
    field = lab.page.get_by_label("Upper's share of wins")
    field.wait_for()
    lab.page.evaluate(LATE, 1700)
    lab.page.route("**/api/contents/late.ipynb*", answer_late)  # the file is saved without 47, then with it
    field.fill("4")
    field.press("Enter")
    saved(lab, field, "late", "47")
    lab.page.get_by_text("Noted, and written into the cell.").wait_for()
    lab.page.unroute_all(behavior="ignoreErrors")
