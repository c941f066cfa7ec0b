"""HTML elements of the panels: escaped text, buttons, lists, tables."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from monopoly_lab.common.escaping import escaped
from monopoly_lab.common.messages import say
from monopoly_lab.game.game import Game

Rows = Iterable[Sequence[object]]
ASSETS = Path(__file__).with_name("assets")
DOLLAR = '<span class="mathjax_ignore">&#36;</span>'


def asset(*names: str) -> str:
    """Return files of `assets`, scripts or styles of a widget, as one text."""
    return "\n".join((ASSETS / name).read_text(encoding="utf-8") for name in names)


class Words:
    """The messages of the table, or of another widget, in one language: `words("undo")`, escaped for markup."""

    def __init__(self, lang: str, widget: str = "table") -> None:
        self.lang = lang
        self.widget = widget

    def __call__(self, key: str, **values: object) -> str:
        return escaped(self.say(key, **values))

    def say(self, key: str, **values: object) -> str:
        """Return the same, not escaped: for what is escaped where it is put."""
        return say(f"{self.widget}.{key}", self.lang, **values)


def plain_label(text: str) -> str:
    """Return a text as the label of a field of ipywidgets that allows HTML: dollar signs in it begin no formula.

    Such labels are searched for formulas, "$x$", twice: as the text they are given in, and as the page shows them.

    >>> plain_label("$4 < $5")
    '<span class="mathjax_ignore">&#36;</span>4 &lt; <span class="mathjax_ignore">&#36;</span>5'
    """
    return escaped(text).replace("$", DOLLAR)


def button(text: str, act: str, value: str = "", *, main: bool = False, why: str | None = None, **more: object) -> str:
    """Return a button that sends `act` and `value`; with `why`, a grayed one that says why it cannot be pressed.

    `text` is markup already; everything else is escaped here.
    """
    given: dict[str, object] = {"type": "button", "data-act": act, "data-value": value, **more}
    if main and why is None:
        given["class"] = "ml-main-choice"
    if why is not None:
        given |= {"aria-disabled": "true", "title": why, "data-act": "why", "data-value": ""}
    return f"<button {attributes(given)}>{text}</button>"


def button_label(game: Game, text: str, lang: str) -> str:
    """Return the text on the button of a choice: no full stop but that of an abbreviated unit, "тыс. руб."."""
    label = game.choice_label(text, lang)
    unit = game.edition.money.affixes(lang)[1].split()[-1:]
    return label if unit and unit[0].endswith(".") and label.endswith(unit[0]) else label.removesuffix(".")


def waiting_button(text: str, id_: str) -> str:
    """Return a button that has been pressed: it stays in its place, and cannot be pressed again."""
    return f'<button type="button" id="{id_}" class="ml-asked" disabled>{text}</button>'


def attributes(given: Mapping[str, object]) -> str:
    """Return HTML attributes: `aria_pressed` becomes `aria-pressed`, True becomes "true"."""
    texts = {name.replace("_", "-"): str(value) for name, value in given.items()}
    for name, value in given.items():
        if isinstance(value, bool):
            texts[name.replace("_", "-")] = str(value).lower()
    return " ".join(f'{name}="{escaped(text)}"' for name, text in texts.items())


def options(pairs: Iterable[tuple[str, str]], chosen: str = "") -> str:
    """Return the options of a list: (value, text); the chosen one is marked."""
    return "".join(
        f'<option value="{escaped(value)}"{" selected" if value == chosen else ""}>{escaped(text)}</option>'
        for value, text in pairs
    )


def select(label: str, name: str, pairs: Iterable[tuple[str, str]], chosen: str = "", change: str = "") -> str:
    """Return a list with its label; `change` is the act sent when another option is taken."""
    given = {"name": name, "id": f"ml-{name}"} | ({"data-change": change} if change else {})
    return f"<label>{label} <select {attributes(given)}>{options(pairs, chosen)}</select></label>"


def table(heads: Sequence[str], rows: Rows, sums: int = 1) -> str:
    """Return a table; the columns from number `sums` on are figures. Heads are markup, cells are escaped."""

    def class_of_column(number: int) -> str:
        return ' class="ml-sum"' if number >= sums else ""

    top = "".join(f'<th scope="col"{class_of_column(number)}>{head}</th>' for number, head in enumerate(heads))
    body = "".join(
        "<tr>"
        + "".join(f"<td{class_of_column(number)}>{escaped(str(cell))}</td>" for number, cell in enumerate(row))
        + "</tr>"
        for row in rows
    )
    return f"<table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>"
