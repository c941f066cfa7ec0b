"""Ask for a prediction: `predict`, whose number stands in the cell, so that it survives saving, submitting and grading.

Widgets are imported where a notebook shows the field: without one, as for a teacher's key, they would take most of the
time.
"""

import sys
from typing import Any

from monopoly_lab.common.argument_checks import check_before_call
from monopoly_lab.lessons.prediction import Prediction, note


@check_before_call("ask", "unit", "lang", "field")
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
    choice: bool = False,
    whole: bool = False,
) -> Prediction:
    """Ask for a number before the result is shown; replace None, or type into the field that a notebook shows.

    The field writes the number into the cell, so that it stays in the notebook. An invalid answer is explained beside
    the field and does not count.

    Args:
        name: Name of the prediction, a Python identifier.
        value: The prediction; None for nothing yet, `...` (teachers' notebooks) to predict nothing and keep no result
            back.
        ask: The question.
        unit: Unit of the number.
        low: Smallest valid number.
        high: Largest valid number.
        field: False shows no field.
        lang: Language of the words: "en", "ru" or "uk"; that of the session if empty.
        choice: True if the question is what the student would do; the result is then the best choice.
        whole: True if the answer must be a whole number, as of houses or rounds; a fraction is refused.

    Returns:
        The prediction, which can be used as a number.

    Raises:
        LessonError: For an invalid name and for limits that leave no number.

    Example:
        >>> ml.predict("upper_wins", None, ask="Upper's share of wins", unit="%", low=0, high=100)
        Not predicted yet.
    """
    found = Prediction(name, value, ask, unit, low, high, lang, choice, whole)
    if found.value is not None:
        note("said", name, found.value)
    shell = _notebook() if field else None
    if shell is not None:
        from IPython.display import display

        from monopoly_lab.widgets.prediction_field import PredictionField

        display(PredictionField(found, _cell(shell)))
    return found


def _notebook() -> Any:
    """Return the shell of the notebook that runs this; None elsewhere."""
    if "IPython" not in sys.modules:
        return None
    from IPython import get_ipython

    shell = get_ipython()
    return shell if hasattr(shell, "kernel") else None


def _cell(shell: Any) -> str:
    """Return the id of the cell that is run, as JupyterLab and Notebook tell it; "" from others."""
    parent = shell.kernel.get_parent() or {}
    return str((parent.get("metadata") or {}).get("cellId", ""))
