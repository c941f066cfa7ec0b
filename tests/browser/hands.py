"""What a person does at a table: with the mouse, or with the keyboard alone; and what can be read off it."""

import re
from contextlib import suppress
from typing import Any

from playwright.sync_api import TimeoutError as NotYet

TO_AND_FRO = """
(target) => {
  const active = document.activeElement;
  if (active === target) return "";
  return target.compareDocumentPosition(active) & Node.DOCUMENT_POSITION_FOLLOWING ? "Shift+Tab" : "Tab";
}
"""


def says(table: Any, words: str) -> None:
    """The table waits for this, in these words."""
    table.locator(".ml-waiting").filter(has_text=words).wait_for()


def refuses(table: Any, words: str) -> None:
    """The table says what stands against it."""
    table.locator(".ml-problem").filter(has_text=words).wait_for()


def beside(table: Any, field: str, words: str) -> None:
    """In the form of a field, which is named by its id, stands what is wrong with it."""
    table.locator(f"form:has(#{field}) [role='alert']").filter(has_text=words).wait_for()


def press(table: Any, words: str) -> None:
    """Click the button on which these words stand (a regular expression)."""
    table.get_by_role("button", name=re.compile(words)).first.click()


def by_hand(table: Any, outcome: str) -> None:
    """Set the dice by a click on a face of each, a card or a reel by the list: "roll 1 2", "draw chest 3"."""
    faces = dice(table, outcome)
    for face in faces:
        face.click()
    if not faces:
        table.locator("#ml-by-hand").select_option(outcome)


def dice(table: Any, outcome: str) -> list[Any]:
    """The faces that make a throw, as buttons; none for what is chosen from a list."""
    what, *faces = outcome.split()
    if what != "roll" or not all(face.isdecimal() or face in ("bus", "mr") for face in faces):
        return []
    return [table.locator(f"#ml-face-{number}-{face}") for number, face in enumerate(faces)]


def throw(table: Any, *faces: int) -> None:
    """Set the dice by hand."""
    by_hand(table, " ".join(["roll", *map(str, faces)]))


def tab(table: Any, name: str) -> Any:
    """Open a panel by its tab."""
    table.get_by_role("tab", name=name, exact=True).click()
    return table.get_by_role("tabpanel")


def place(table: Any, space: int) -> Any:
    """A space of the board, by its number."""
    return table.locator(f".ml-board .space[data-space='{space}']")


def facts(table: Any, space: int) -> str:
    """What the table says of a space: price, owner, buildings, who stands there."""
    return str(place(table, space).get_attribute("aria-label"))


def owned(table: Any, space: int, player: str) -> None:
    """The deed of a space is a player's."""
    table.locator(f".ml-board .space[data-space='{space}'][aria-label*='owned by {player}']").wait_for()


def has(table: Any, player: str, cash: int, worth: int | None = None) -> None:
    """A player has this much in cash, and is worth this much as in the short game, by the panel on worth."""
    row = tab(table, "Worth").get_by_role("row", name=re.compile(f"^{player} "))
    for number, figure in enumerate((cash, worth), start=1):
        if figure is not None:
            row.get_by_role("cell").nth(number).filter(has_text=re.compile(f"^{figure}$")).wait_for()


def hover(table: Any, space: int, text: str) -> None:
    """Rest the mouse on a space until its deed shows; a picture drawn anew in between closes it."""
    deed = table.locator(".ml-tip").get_by_text(text)
    for _ in range(20):
        place(table, 0).hover()
        place(table, space).hover()
        with suppress(NotYet):
            deed.wait_for(timeout=1000)
            return
    deed.wait_for()


# With the keyboard alone


def reach(target: Any, steps: int = 80) -> None:
    """Go with the Tab key, forward or backward, until something has the focus."""
    keys = target.page.keyboard
    target.wait_for()
    for _ in range(steps):
        key = target.evaluate(TO_AND_FRO)
        if not key:
            return
        keys.press(key)
    raise AssertionError(f"{steps} times the Tab key do not lead to {target}")


def pick(target: Any, value: str) -> None:
    """Choose from a list: open it with the space bar, go down, take it with Enter."""
    keys = target.page.keyboard
    reach(target)
    values = target.evaluate("list => [...list.options].map((each) => each.value)")
    chosen = target.evaluate("list => list.selectedIndex")
    keys.press("Space")
    for _ in range(values.index(value) - chosen):
        keys.press("ArrowDown")
    keys.press("Enter")


def choose(table: Any, outcome: str) -> None:
    """As `by_hand`, with the keyboard alone."""
    faces = dice(table, outcome)
    for face in faces:
        reach(face)
        face.page.keyboard.press("Enter")
    if not faces:
        pick(table.locator("#ml-by-hand"), outcome)


def number(table: Any, words: str) -> str:
    """The key of a legal choice: "1" for the first button that is not greyed."""
    names = table.locator(".ml-choices button:not([aria-disabled=true])").all_inner_texts()
    return str(1 + next(n for n, name in enumerate(names) if re.search(words, name)))


def walk(table: Any, space: int) -> None:
    """To a space of the lower side of the board: Tab to the board, Home, and the arrow that goes on there."""
    keys = table.page.keyboard
    reach(table.locator(".ml-board .space[tabindex='0']"))
    keys.press("Home")
    for _ in range(space):
        keys.press("ArrowLeft")
