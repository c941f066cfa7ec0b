"""Faces of tables in a bare page: what `board.js` makes of messages, without a kernel."""

from typing import Any

from monopoly_lab.widgets.table_view import TableView

STATE = ("words", "tab", "selected", "theme", "motion", "chart", "letters")

# Models as anywidget hands them over, to which `globalThis.tell[n]` brings messages; what they hear is in `sent[n]`.
RENDER = """
async ([source, state]) => {
  const heard = [], sent = [];
  const model = {
    get: (name) => state[name], set: (name, value) => (state[name] = value), save_changes: () => {},
    send: (act) => sent.push(act), on: (what, act) => what === "msg:custom" && heard.push(act), off: () => {},
  };
  const address = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  const face = (await import(address)).default;
  const el = document.body.appendChild(document.createElement("div"));
  face.initialize({ model });
  face.render({ model, el });
  (globalThis.tell ??= []).push((message) => { for (const act of heard) act(message, []); });
  (globalThis.sent ??= []).push(sent);
  (globalThis.states ??= []).push(state);
}
"""


def blank(chromium: Any, style: str = "") -> Any:
    """An empty page."""
    page = chromium.new_page(viewport={"width": 1280, "height": 720})
    body = f"<!doctype html><html lang=en><style>{style}</style></html>"
    page.route("**", lambda route: route.fulfill(body=body, content_type="text/html"))
    page.goto("http://127.0.0.1/")
    return page


def parts_of(face: TableView) -> dict[str, Any]:
    """All that a face shows, by section."""
    return dict(face.parts)


def stand(page: Any, face: TableView, parts: dict[str, Any] | None = None) -> Any:
    """Put a face at the end of the page, with what it shows or with other parts; gives its table."""
    state = {name: getattr(face, name) for name in STATE} | {"parts": parts_of(face) if parts is None else parts}
    page.evaluate(RENDER, [TableView._esm, state])
    return page.locator(".ml-table").nth(page.locator(".ml-table").count() - 1)


def tell(page: Any, message: dict[str, Any], which: int = -1) -> None:
    """Bring a message to a face, by default the last one."""
    page.evaluate("([message, which]) => tell.at(which)(message)", [message, which])
