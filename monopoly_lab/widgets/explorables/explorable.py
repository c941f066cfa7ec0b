"""Controls beside a live chart and one sentence on what is seen: the frame of every explorable.

What is shown is a module `NAME_picture.py` of this folder with two functions; both speak the language of the
explorable, so that `say` in them needs none:

- `controls(chosen)` returns the controls. It is given what is chosen, so that one control can follow another.
- `draw(chosen)` returns what is shown, within 0.3 s.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple, Protocol, cast

import ipywidgets as ipw
import plotly.graph_objects as go

from monopoly_lab.board_drawing import colors
from monopoly_lab.common import PLOTLY
from monopoly_lab.common.argument_checks import check_before_call, python_integers
from monopoly_lab.common.errors import ArgumentError
from monopoly_lab.common.escaping import escaped
from monopoly_lab.common.file_access import shortened
from monopoly_lab.common.messages import NO_BREAK, resolve_language, say, speaking
from monopoly_lab.common.validation_errors import hint
from monopoly_lab.figures import style
from monopoly_lab.widgets.chart_width import is_board, least_width, with_broken_lines
from monopoly_lab.widgets.explorables.controls import Choice, Control, ControlPanel, from_browser, to_browser

ENDING = "_picture"
NAMES = sorted(path.stem.removesuffix(ENDING) for path in Path(__file__).parent.glob(f"*{ENDING}.py"))
CONFIG = {"displaylogo": False, "displayModeBar": False, "responsive": True, "typesetMath": False}
HEIGHT = 400  # pixels, where a chart has none of its own
LEAST_HEIGHT = 200  # pixels that a window may ask for
GRID = "#8a938e55"
AXIS = re.compile(r"[xy]axis\d*")
CLEAR = "rgba(0,0,0,0)"
MARGIN = {"l": 56, "r": 28, "t": 16, "b": 48}


_closed_inside: ContextVar[frozenset[str]] = ContextVar("closed_controls", default=frozenset())


@contextmanager
def closing(controls: frozenset[str]) -> Iterator[None]:
    """Close controls of the explorables that are made inside: "tax", or one value of a choice: "remedy=tax".

    A name may be a control of only one of them, so none is refused here.
    """
    before = _closed_inside.set(controls)
    try:
        yield
    finally:
        _closed_inside.reset(before)


class Shown(NamedTuple):
    """What an explorable shows: a chart, the finding as its title, and a sentence with the figures."""

    figure: go.Figure
    title: str
    said: str


class Picture(Protocol):
    """The two functions of a module that is explored."""

    def controls(self, chosen: Mapping[str, Any], /) -> Sequence[Control]: ...
    def draw(self, chosen: Mapping[str, Any], /) -> Shown: ...


class Explorable:
    """A model to explore: controls beside a live chart, and a sentence on what is seen.

    In a notebook it is shown as the last value of a cell.

    Args:
        name: Name of the model, such as "housing_market".
        lang: Language of the words: "en", "ru" or "uk"; that of the session if empty.
        **values: Values to start from, by control.

    Raises:
        ArgumentError: For an unknown name, control or value.

    Example:
        >>> market = ml.Explorable("housing_market", supply=8)
        >>> market.chosen["supply"]
        8
    """

    def __init__(self, name: str, /, lang: str = "", **values: Any) -> None:
        if name not in NAMES:
            raise ArgumentError(say("explorable.unknown_name", lang, value=name) + hint(name, NAMES))
        self.name, self.lang = name, resolve_language(lang)
        self._closed = _closed_inside.get()
        self._picture = cast(Picture, import_module(f"{__package__}.{name}{ENDING}"))
        self._chart = ipw.Output(layout=ipw.Layout(width="100%", min_height=f"{HEIGHT}px"))
        self._frame = ipw.Box([self._chart])  # scrolls a chart that is wider than a phone
        self._frame.add_class("ml-explorable-frame")
        self._title = ipw.HTML()
        self._title.add_class("ml-explorable-title")
        with speaking(self.lang):
            self._panel = ControlPanel(name=say(f"explorable.{name}.name"))
            self._chosen = self._checked({}, values)
        self._show()
        self._panel.observe(lambda _: self._on_change(), names="values")
        self._panel.observe(lambda _: self._show(), names=["theme", "tallest"])

    @property
    def chosen(self) -> dict[str, Any]:
        """Return what is chosen, by control.

        Example:
            >>> market.chosen["supply"]
            8
        """
        return dict(self._chosen)

    def choose(self, **values: Any) -> "Explorable":
        """Set controls from code, as with the mouse.

        Args:
            **values: New values by control; the others stay.

        Returns:
            The explorable itself, so that a cell can end with it.

        Raises:
            ArgumentError: For an unknown control or value; nothing changes then.

        Example:
            >>> market.choose(supply=5).chosen["supply"]
            5
        """
        with speaking(self.lang):
            self._chosen = self._checked(self._chosen, values)
        self._show()
        return self

    @check_before_call("controls")
    def close(self, controls: Iterable[str]) -> None:
        """Set which controls are closed to the reader; code can still set those that are closed as a whole.

        Args:
            controls: Names of controls, such as "tax", and single values of a choice, such as "remedy=tax". If the
                value that is shown is closed, another one is shown; a choice with no open value is closed itself.

        Raises:
            ArgumentError: For an unknown control or value, unless it was closed before; nothing changes then.

        Example:
            >>> market.close(["supply"])
            >>> market.close([])
        """
        closed = frozenset(controls)
        if closed == self._closed:
            return
        with speaking(self.lang):
            known = [name for control in self._picture.controls(self._chosen) for name in _closable(control)]
            if unknown := closed - self._closed - set(known):
                wrong = min(unknown)
                raise ArgumentError(say("explorable.unknown_control", value=shortened(wrong)) + hint(wrong, known))
            self._closed = closed
            self._chosen = self._values_of_controls(self._chosen)
        self._show()

    def figure(self) -> go.Figure:
        """Return the chart with its title, for a page of its own.

        Example:
            >>> len(market.figure().data) > 0
            True
        """
        shown = self._draw()
        return style.titled(shown.figure, shown.title, [shown.said], HEIGHT + 80, self.lang)

    def summary(self) -> str:
        """Return the title of the chart and the sentence on what is seen.

        Example:
            >>> "houses" in market.summary()
            True
        """
        return self._summary

    def _draw(self) -> Shown:
        with speaking(self.lang):
            return self._picture.draw(self._chosen)

    def _controls(self, chosen: Mapping[str, Any]) -> dict[str, Control]:
        return {control.name: self._open_part(control) for control in self._picture.controls(chosen)}

    def _open_part(self, control: Control) -> Control:
        """Return a control as far as it is open: a closed one is not shown, a choice has the values that are open."""
        if control.name in self._closed:
            return replace(control, hidden=True)
        if not isinstance(control, Choice):
            return control
        open_options = [pair for pair in control.options if f"{control.name}={pair[0]}" not in self._closed]
        if not open_options:
            return replace(control, hidden=True)
        start = control.start if control.start in dict(open_options) else open_options[0][0]
        return replace(control, options=open_options, start=start)

    def _values_of_controls(self, chosen: Mapping[str, Any], changed: str = "") -> dict[str, Any]:
        """Return a value for every control: what is chosen, if it is still offered, else its `start`.

        Controls that follow the control `changed` begin at their `start` again.
        """
        found = dict(chosen)
        for name, control in self._controls(chosen).items():
            if not control.offers(found.get(name)) or (changed and control.follows == changed):
                found[name] = control.start
        return found

    def _checked(self, chosen: Mapping[str, Any], values: Mapping[str, Any]) -> dict[str, Any]:
        """Return what is chosen after these changes; ArgumentError for what is not offered."""
        values = python_integers(dict(values))
        found = self._values_of_controls(chosen)
        order = list(self._controls(found))
        unknown = next((name for name in values if name not in order), None)
        if unknown is not None:
            raise ArgumentError(say("explorable.unknown_control", value=unknown) + hint(unknown, order))
        waiting = sorted(values, key=order.index)
        while waiting:  # what is not offered yet may be offered once another control is set
            offered = (name for name in waiting if self._controls(found)[name].offers(values[name]))
            name = next(offered, "")
            if not name:
                break
            waiting.remove(name)
            changed = name if found[name] != values[name] else ""
            found = self._values_of_controls({**found, name: values[name]}, changed)
        for name in order:
            if name in values and found[name] != values[name]:
                raise ArgumentError(self._controls(found)[name].refusal(values[name]))
        return found

    def _on_change(self) -> None:
        """Apply the values set in the browser; invalid values change nothing."""
        with speaking(self.lang):
            controls = self._controls(self._chosen)
            try:
                received = {name: value for name, value in self._panel.values.items() if not controls[name].hidden}
                given = {name: from_browser(controls[name], value) for name, value in received.items()}
                new = {name: value for name, value in given.items() if value != self._chosen[name]}
                found = self._checked(self._chosen, new)
            except (ArgumentError, KeyError):
                found = self._chosen
        if found != self._chosen:
            self._chosen = found
            self._show()

    def _show(self) -> None:
        shown = self._draw()
        with speaking(self.lang):
            controls = [each for each in self._controls(self._chosen).values() if not each.hidden]
            fields = [each.browser_data(say(f"explorable.{self.name}.{each.name}")) for each in controls]
        with self._panel.hold_sync():
            self._panel.fields = fields
            self._panel.values = {each.name: to_browser(each, self._chosen[each.name]) for each in controls}
            self._panel.said = _keep_percent_with_number(shown.said)
        self._summary = f"{shown.title}\n{shown.said}"
        self._title.value = f"<h3>{escaped(_keep_percent_with_number(shown.title))}</h3>"
        chart = json.loads(on_page(shown.figure, self._panel.theme, self.lang).to_json())
        if self._panel.tallest >= LEAST_HEIGHT:  # a phone: below its chart there is room for a control
            height = min(chart["layout"]["height"], self._panel.tallest)
            chart["layout"] |= {"height": height, "dragmode": False}  # a finger on the chart scrolls the page
        self._fit(chart)
        data = {PLOTLY: {**with_broken_lines(chart), "config": CONFIG}, "text/plain": self._summary}
        self._chart.outputs = ({"output_type": "display_data", "data": data, "metadata": {}},)

    def _fit(self, chart: dict[str, Any]) -> None:
        """Set the height of a chart, its own or that of a board in this width, and its least width."""
        on_board = is_board(chart)
        width = 0 if on_board else least_width(chart)
        height = chart["layout"].pop("height") if on_board else chart["layout"]["height"]
        (self._chart.add_class if on_board else self._chart.remove_class)("ml-on-board")
        self._chart.layout.min_height = "0" if on_board else f"{height}px"
        self._chart.layout.min_width = f"{width}px"

    def __repr__(self) -> str:
        return self.summary()

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, object]:
        left = ipw.Box([self._panel], layout=ipw.Layout(flex="1 1 240px", min_width="0", max_width="100%"))
        right = ipw.VBox([self._title, self._frame], layout=ipw.Layout(flex="3 1 420px", min_width="0"))
        row = ipw.Layout(display="flex", flex_flow="row wrap", grid_gap="8px 28px", width="100%")
        box = ipw.Box([left, right], layout=row)
        box.add_class("ml-explorable")
        bundle: dict[str, object] = box._repr_mimebundle_()
        return bundle | {"text/plain": self.summary()}


def _closable(control: Control) -> list[str]:
    """Return what can be closed of a control: its name, and each value of a choice."""
    values = control.options if isinstance(control, Choice) else ()
    return [control.name, *(f"{control.name}={value}" for value, _ in values)]


def _keep_percent_with_number(text: str) -> str:
    """Return a text with a no-break space before each percent sign, so that none begins a line."""
    return text.replace(" %", NO_BREAK + "%")


def on_page(figure: go.Figure, theme: str, lang: str) -> go.Figure:
    """Set a chart in the colors of the page, without a title, in place; return it. One with its own paper keeps it."""
    if figure.layout.paper_bgcolor:
        return figure
    seen = colors.seen_on_dark if theme == "dark" else colors.seen_on_light
    ink, paper = colors.THEMES[theme].ink, colors.THEMES[theme].paper
    for trace in figure.data:
        line = getattr(trace, "line", None)
        if line is not None and str(line.color).startswith("#"):
            line.color = seen(line.color)
    quiet = {"gridcolor": GRID, "linecolor": GRID, "tickcolor": GRID, "zeroline": False}
    quiet |= {"automargin": True, "separatethousands": True, "exponentformat": "none"}  # 25,000, and no 25k
    axes = {"xaxis", "yaxis", *(name for name in figure.layout.to_plotly_json() if AXIS.fullmatch(name))}
    style.lay_out(
        figure,
        height=figure.layout.height or HEIGHT,
        margin=MARGIN | figure.layout.margin.to_plotly_json(),
        font={"family": style.FONT, "size": 14, "color": ink},
        paper_bgcolor=CLEAR,
        plot_bgcolor=CLEAR,
        separators=style.SEPARATORS.get(say("language.point", lang)),
        hoverlabel={"bgcolor": paper, "font": {"family": style.FONT, "size": 14, "color": ink}, "align": "left"},
        **dict.fromkeys(axes, quiet),
    )
    return style.without_markup(figure)


class Landings(Explorable):
    """Where tokens land: the name under which older notebooks know `ml.Explorable("landings")`."""

    def __init__(self, edition: str = "classic_us", lang: str = "") -> None:
        super().__init__("landings", lang, edition=edition)


class Deeds(Explorable):
    """Which deeds pay: the name under which older notebooks know `ml.Explorable("deeds")`."""

    def __init__(self, edition: str = "classic_us", lang: str = "") -> None:
        super().__init__("deeds", lang, edition=edition)
