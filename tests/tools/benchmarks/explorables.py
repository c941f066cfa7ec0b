"""How long explorables take to answer; they should within 0.3 s of the processor."""

import time
from collections.abc import Iterable

from monopoly_lab.widgets.explorables.controls import Choice, Control, Slider
from monopoly_lab.widgets.explorables.explorable import NAMES, Explorable


def slowest(names: Iterable[str] = NAMES) -> float:
    """Return the longest processor time, in seconds, of an answer of explorables at the ends of their controls."""
    longest = 0.0
    for name in names:
        shown = Explorable(name)
        for control in [each for each in shown._picture.controls(shown.chosen) if not each.hidden]:
            for value in _ends(control):
                shown.choose(**{control.name: value})  # the first time, what is kept may have to be made
                shown.choose(**{control.name: control.start})
                begun = time.process_time()
                shown.choose(**{control.name: value})
                longest = max(longest, time.process_time() - begun)
                shown.choose(**{control.name: control.start})
    return longest


def _ends(control: Control) -> list[object]:
    if isinstance(control, Slider):
        return [control.low, control.high]
    return [value for value, _ in control.options] if isinstance(control, Choice) else [True, False]
