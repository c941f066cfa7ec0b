"""`predict`: a prediction whose number stands in the cell, so that it survives saving, submitting and grading."""

from typing import Any

from monopoly_lab.classroom.noting import note
from monopoly_lab.classroom.prediction import Prediction
from monopoly_lab.doors import exact


@exact("ask", "unit", "lang", "field")
def predict(
    name: str,
    value: object = None,
    *,
    ask: str = "",
    unit: str = "",
    low: float | None = None,
    high: float | None = None,
    field: bool = True,
    lang: str = "",
) -> Prediction:
    """Ask for a number before the result is seen: replace None, or type into the field that a notebook shows.

    The field writes the number into the cell itself, so it stays where the notebook goes; `ask` is the
    question, `unit` what it is counted in, `low` and `high` what can be. What cannot be is said beside the field
    and shown as the `problem`, and does not count. `field=False` shows no field.

    Raises LessonError for a name that is none and for limits that leave no room.

    >>> ml.predict("upper_wins", None, ask="Upper's share of wins", unit="%", low=0, high=100)
    Not predicted yet.
    """
    found = Prediction(name, value, ask, unit, low, high, lang)
    if found.value is not None:
        note("said", name, found.value)
    shell = _notebook() if field else None
    if shell is not None:
        from IPython.display import display

        from monopoly_lab.widgets.predicting import PredictionField

        display(PredictionField(found, _cell(shell)))
    return found


def _notebook() -> Any:
    """The shell of the notebook that runs this; None elsewhere."""
    import sys

    if "IPython" not in sys.modules:
        return None
    from IPython import get_ipython

    shell = get_ipython()
    return shell if hasattr(shell, "kernel") else None


def _cell(shell: Any) -> str:
    """The id of the cell that is run, as JupyterLab and Notebook tell it; "" from others."""
    parent = shell.kernel.get_parent() or {}
    return str((parent.get("metadata") or {}).get("cellId", ""))
