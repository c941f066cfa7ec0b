"""The field of a prediction: what is typed there counts at once, and is written into the cell that asks."""

from pathlib import Path
from typing import Any, Protocol

import anywidget
import traitlets

from monopoly_lab.lessons.asking import with_value
from monopoly_lab.messages import say

HERE = Path(__file__).parent


class Predicted(Protocol):
    """What the field needs of a prediction."""

    name: str
    ask: str
    unit: str
    lang: str
    value: float | None
    problem: str

    def say(self, value: object) -> bool: ...
    def question(self) -> str: ...


class PredictionField(anywidget.AnyWidget):
    """A field for one prediction; `cell` is the id of the cell that shows it.

    The browser sends what was typed with the source of the cell, and is sent that source with the number in it. Where
    there is no such cell, as in the app for a class, the prediction alone takes the number.
    """

    _esm = HERE / "predicting.js"
    _css = HERE / "predicting.css"

    cell = traitlets.Unicode().tag(sync=True)
    name = traitlets.Unicode().tag(sync=True)
    ask = traitlets.Unicode().tag(sync=True)
    unit = traitlets.Unicode().tag(sync=True)
    typed = traitlets.Unicode().tag(sync=True)
    told = traitlets.Unicode().tag(sync=True)
    wrong = traitlets.Bool().tag(sync=True)

    def __init__(self, prediction: Predicted, cell: str = "") -> None:
        typed = "" if prediction.value is None else written(prediction.value)
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
        if new is not None:
            self.send({"source": new, "before": source})

    def press(self, typed: str, source: str | None = None) -> str | None:
        """Take what was typed; the source with the number in it, None where nothing is to be written."""
        self.prediction.say(typed)
        value = self.prediction.value
        self.typed, self.wrong = typed, bool(self.prediction.problem)
        new = None
        if source is not None and not self.wrong:
            new = with_value(source, self.prediction.name, "None" if value is None else written(value))
        noted = (
            "" if value is None else say("lesson.written" if new is not None else "lesson.noted", self.prediction.lang)
        )
        self.told = self.prediction.problem or noted
        return new

    def _repr_mimebundle_(self, **given: Any) -> Any:
        """As text the question alone, and what is wrong: a stored notebook does not depend on what was answered."""
        made = super()._repr_mimebundle_(**given)
        bundle, metadata = made if isinstance(made, tuple) else (made or {}, {})
        text = " ".join(part for part in (self.ask, self.prediction.problem) if part)
        return {**bundle, "text/plain": text}, metadata


def written(value: float) -> str:
    """A number as it stands in a cell."""
    return str(int(value)) if float(value).is_integer() and abs(value) < 1e15 else repr(float(value))
