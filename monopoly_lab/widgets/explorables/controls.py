"""Controls of an explorable: sliders, choices and switches, drawn by the browser's own elements.

They carry labels, take mouse, finger and keyboard, and report the colors of the page.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import anywidget
import traitlets

from monopoly_lab.common.errors import ArgumentError
from monopoly_lab.common.file_access import quoted
from monopoly_lab.common.messages import percent, say
from monopoly_lab.common.validation_errors import hint
from monopoly_lab.editions import load_edition
from monopoly_lab.widgets.html_elements import asset


@dataclass(frozen=True)
class Slider:
    """A whole number from `low` to `high` in steps; `text` writes each of them: "5", "5 %", "$5"."""

    name: str
    start: int
    low: int
    high: int
    step: int = 1
    text: Callable[[int], str] = str
    follows: str = ""  # another control: when it changes, this one begins anew
    hidden: bool = False  # chosen by code alone

    def offers(self, value: object) -> bool:
        """Return True for a value that can be chosen."""
        whole = isinstance(value, int) and not isinstance(value, bool)
        return whole and value in range(self.low, self.high + 1, self.step)

    def refusal(self, value: object) -> str:
        """Say why a value cannot be chosen, and the nearest one that can."""
        values = range(self.low, self.high + 1, self.step)
        number = isinstance(value, int | float) and not isinstance(value, bool) and value == value
        near = min(values, key=lambda each: abs(each - value)) if number else self.start  # type: ignore[operator]
        return say(
            "explorable.no_number",
            value=quoted(value),
            field=self.name,
            low=self.low,
            high=self.high,
            step=self.step,
            near=near,
        )

    def browser_data(self, label: str) -> dict[str, Any]:
        """Return what the browser draws it from."""
        return {
            "kind": "slider",
            "name": self.name,
            "label": label,
            "low": self.low,
            "high": self.high,
            "step": self.step,
            "texts": [self.text(n) for n in range(self.low, self.high + 1, self.step)],
            "less": say("explorable.less"),
            "more": say("explorable.more"),
        }


@dataclass(frozen=True)
class Choice:
    """One of several values; each with its words."""

    name: str
    start: Any
    options: Sequence[tuple[Any, str]]  # values with their words
    follows: str = ""
    hidden: bool = False

    def offers(self, value: object) -> bool:
        """Return True for a value that can be chosen."""
        return any(type(value) is type(option) and value == option for option, _ in self.options)

    def refusal(self, value: object) -> str:
        """Say why a value cannot be chosen, and the nearest one that can."""
        known = [option for option, _ in self.options]
        near = hint(value, known) or say("edition.one_of", names=", ".join(map(str, known)))
        return say("explorable.no_option", value=quoted(value), field=self.name) + near

    def browser_data(self, label: str) -> dict[str, Any]:
        """Return what the browser draws it from; it knows values by their place."""
        return {"kind": "choice", "name": self.name, "label": label, "texts": [text for _, text in self.options]}


@dataclass(frozen=True)
class Switch:
    """Something that is on or off."""

    name: str
    start: bool = False
    follows: str = ""
    hidden: bool = False

    def offers(self, value: object) -> bool:
        """Return True for a value that can be chosen."""
        return isinstance(value, bool)

    def refusal(self, value: object) -> str:
        """Say why a value cannot be chosen, and which can."""
        return say("explorable.no_switch", value=quoted(value), field=self.name)

    def browser_data(self, label: str) -> dict[str, Any]:
        """Return what the browser draws it from."""
        return {"kind": "switch", "name": self.name, "label": label}


Control = Slider | Choice | Switch


def in_percent(whole: int) -> str:
    """Return a whole number of percent as readers write it: "5 %"."""
    return percent(whole / 100, 0)


def format_sum(edition: str, amount: float) -> str:
    """Return a sum, rounded to whole units, as the edition writes it."""
    return load_edition(edition).money.grouped(amount)


def to_browser(control: Control, value: Any) -> Any:
    """Return a value as the browser knows it: the place of a choice among its options."""
    if isinstance(control, Choice):
        return next(n for n, (option, _) in enumerate(control.options) if option == value)
    return value


def from_browser(control: Control, value: Any) -> Any:
    """Return the value that the browser means; ArgumentError for none that the control offers."""
    if isinstance(control, Choice) and isinstance(value, int) and 0 <= value < len(control.options):
        return control.options[value][0]
    if isinstance(control, Choice) or not control.offers(value):
        raise ArgumentError(control.refusal(value))
    return value


class ControlPanel(anywidget.AnyWidget):
    """The controls of an explorable and the sentence on what is seen; the browser sets the last three."""

    _esm = asset("shared.js", "explorable.js")
    _css = asset("explorable.css")

    fields: Any = traitlets.List().tag(sync=True)
    name = traitlets.Unicode().tag(sync=True)  # what is explored, for who does not see it
    said = traitlets.Unicode().tag(sync=True)
    values: Any = traitlets.Dict().tag(sync=True)
    theme = traitlets.Enum(["light", "dark"], "light").tag(sync=True)
    tallest = traitlets.Int(0).tag(sync=True)  # pixels that a chart may have; 0 for any
