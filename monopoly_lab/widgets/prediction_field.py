"""The field of a prediction: what is typed into it is written into the cell that asks."""

import json
from typing import Any, Protocol

import anywidget
import traitlets

from monopoly_lab.common.messages import say
from monopoly_lab.lessons.question_calls import with_value
from monopoly_lab.widgets.html_elements import asset


class Predicted(Protocol):
    """What the field needs of a prediction."""

    name: str
    ask: str
    unit: str
    lang: str
    value: float | None
    problem: str

    def record(self, value: object) -> bool: ...
    def question(self) -> str: ...


class PredictionField(anywidget.AnyWidget):
    """A field for one prediction; `cell` is the id of the cell that shows it.

    The browser sends what was typed with the source of the cell, and is sent that source with the number in it. It
    sends again, after a break of the connection, what was not answered. Where there is no such cell, as in the app for
    a class, the prediction alone takes the number.
    """

    _esm = asset("predicting.js")
    _css = asset("predicting.css")

    cell = traitlets.Unicode().tag(sync=True)
    name = traitlets.Unicode().tag(sync=True)
    ask = traitlets.Unicode().tag(sync=True)
    unit = traitlets.Unicode().tag(sync=True)
    typed = traitlets.Unicode().tag(sync=True)
    told = traitlets.Unicode().tag(sync=True)
    wrong = traitlets.Bool().tag(sync=True)

    def __init__(self, prediction: Predicted, cell: str = "") -> None:
        typed = "" if prediction.value is None else number_in_cell(prediction.value)
        question = prediction.question()
        super().__init__(cell=cell, name=prediction.name, ask=question, unit=prediction.unit, typed=typed)
        self.prediction = prediction
        self.told, self.wrong = prediction.problem, bool(prediction.problem)
        self.on_msg(self._message)

    def _message(self, _: object, content: Any, buffers: object) -> None:
        if not isinstance(content, dict) or not isinstance(content.get("typed"), str):
            return
        source = content.get("source")
        new = self.press(content["typed"], source if isinstance(source, str) else None)
        self.send({"heard": content["typed"]} | ({} if new is None else {"source": new, "before": source}))

    def press(self, typed: str, source: str | None = None) -> str | None:
        """Record what was typed; return the source with the number in it, or None if nothing is to be written."""
        self.prediction.record(typed)
        value = self.prediction.value
        self.typed, self.wrong = typed, bool(self.prediction.problem)
        new = None
        if source is not None and not self.wrong:
            new = with_value(source, self.prediction.name, "None" if value is None else self._in_cell(value))
        noted = (
            "" if value is None else say("lesson.written" if new is not None else "lesson.noted", self.prediction.lang)
        )
        self.told = self.prediction.problem or noted
        return new

    def _in_cell(self, value: float) -> str:
        """Return what stands in the cell, and is read there as the same number: "0.76 %" with its unit."""
        unit = self.prediction.unit
        return (
            json.dumps(f"{number_in_cell(value)} {unit}")
            if unit == "%" and 0 < abs(value) < 1
            else number_in_cell(value)
        )

    def _repr_mimebundle_(self, **given: Any) -> Any:
        """Return the widget with the question and any problem as its text, so that stored notebooks hold no answer."""
        made = super()._repr_mimebundle_(**given)
        bundle, metadata = made if isinstance(made, tuple) else (made or {}, {})
        text = " ".join(part for part in (self.ask, self.prediction.problem) if part)
        return {**bundle, "text/plain": text}, metadata


def number_in_cell(value: float) -> str:
    """Return a number as it is written in a cell."""
    return str(int(value)) if float(value).is_integer() and abs(value) < 1e15 else repr(float(value))
