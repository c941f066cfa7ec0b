"""How long a click takes to be seen, against a bare widget in the same page: a check to be run by hand.

`python -m pytest tests/browser/latency.py -q -s` prints the median of 100 clicks each, in turn, from the click to the
picture after the last change of the page, and the bytes that a click of the table brought. It asserts no time.
"""

import statistics
from typing import Any

CLICKS = 100
BARE = '''
import anywidget
import traitlets


class Bare(anywidget.AnyWidget):
    """A button that counts its clicks in the kernel."""

    _esm = """
    function render({ model, el }) {
      const button = document.createElement("button");
      button.id = "bare";
      const show = () => (button.textContent = model.get("count"));
      show();
      button.addEventListener("click", () => model.send({ act: "press" }));
      model.on("change:count", show);
      el.appendChild(button);
    }
    export default { render };
    """
    count = traitlets.Int(0).tag(sync=True)

    def __init__(self):
        super().__init__()
        self.on_msg(self.pressed)

    def pressed(self, *message):
        self.count += 1
'''
TABLE = """
import monopoly_lab as ml
game = ml.Scenario.load("game_under_way").game(seed=7)
for name in game.players:
    game.seat(name, None)
table = ml.Table(game)
table.motion = False  # what moves ends later, and keeps nobody waiting
table
"""
# Resolves to milliseconds from the click to the picture after the last change, once nothing has changed for `quiet`.
CLICK = """
([watched, button, quiet]) => new Promise((done) => {
  const root = document.querySelector(watched);
  let last = 0, timer = 0;
  const seen = new MutationObserver(() => requestAnimationFrame(() => {
    const painted = new MessageChannel();
    painted.port1.onmessage = () => {
      last = performance.now() - start;
      clearTimeout(timer);
      timer = setTimeout(() => { seen.disconnect(); done(last); }, quiet);
    };
    painted.port2.postMessage(0);
  }));
  seen.observe(root, { subtree: true, childList: true, characterData: true });
  const start = performance.now();
  document.querySelector(button).click();
})
"""
QUIET = 400  # milliseconds; a chart follows within them


def test_latency__a_click_of_the_table_against_a_bare_one(lab: Any) -> None:
    (lab.folder / "bare.py").write_text(BARE)
    frames: list[bytes] = []
    lab.page.on("websocket", lambda socket: socket.on("framereceived", lambda data: frames.append(data)))
    lab.open("latency", "from bare import Bare\nBare()", TABLE)
    choice = ".ml-choices button:not([aria-disabled=true])"
    for watched, button in ((".ml-table", choice), ("*:has(> #bare)", "#bare")):
        for _ in range(3):
            lab.page.evaluate(CLICK, [watched, button, QUIET])
    bare, table, sizes = [], [], []
    for n in range(CLICKS):
        wait = QUIET + 7 * n % 17  # at another moment between two pictures of the screen each time
        bare.append(lab.page.evaluate(CLICK, ["*:has(> #bare)", "#bare", wait]))
        frames.clear()
        table.append(lab.page.evaluate(CLICK, [".ml-table", choice, wait]))
        sizes.append(sum(len(frame) for frame in frames if is_ours(frame)))
    print(
        f"\nmedian of {CLICKS} clicks: bare {statistics.median(bare):.1f} ms, table {statistics.median(table):.1f} ms, "
        f"ratio {statistics.median(table) / statistics.median(bare):.2f}; "
        f"received by a click without the chart: median {statistics.median(sizes) / 1000:.1f} kB, "
        f"most {max(sizes) / 1000:.1f} kB"
    )


def is_ours(frame: bytes | str) -> bool:
    """True of a message to the table's face: everything but the states of the kernel and the chart."""
    data = frame.encode() if isinstance(frame, str) else frame
    return b"comm_msg" in data and b"plotly" not in data
