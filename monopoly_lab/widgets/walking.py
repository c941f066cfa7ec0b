"""A lesson where no code can be typed: it goes on, cell by cell, as far as its questions are answered."""

from collections.abc import Mapping
from typing import Any

import comm
import ipywidgets as ipw

from monopoly_lab.markup import escaped
from monopoly_lab.messages import say
from monopoly_lab.widgets.guess import Guess


class Walk:
    """The cells of a lesson from its first question on, in their order; `names` is the namespace they work in.

    A cell is carried out when every prediction before it has been made, so no page holds a result that is still to
    be predicted.
    """

    def __init__(self, names: dict[str, Any], lang: str = "") -> None:
        self.names, self.lang = names, lang
        self.steps: list[Guess | Later] = []
        self.reached = 0  # how many steps have been carried out

    def ask(self, source: str) -> Guess:
        """Fields for a cell that asks."""
        guess = Guess(source, self.names, self.lang, self.go_on)
        self._add(guess)
        return guess

    def show(self, source: str) -> "Later":
        """A cell that shows what it shows when its turn has come."""
        is_first = not self.steps or isinstance(self.steps[-1], Guess)
        later = Later(source, self.lang, say("guess.waiting", self.lang) if is_first else "")
        self._add(later)
        return later

    def go_on(self) -> None:
        """Carry out what is due."""
        while self.reached < len(self.steps) and self.steps[self.reached].begin():
            self.reached += 1

    def _add(self, step: "Guess | Later") -> None:
        self.steps.append(step)
        self.go_on()


VIEW = "application/vnd.jupyter.widget-view+json"


class Later:
    """A cell whose results show when it is its turn; before, `waiting` says what it waits for."""

    def __init__(self, source: str, lang: str, waiting: str) -> None:
        self.source, self.lang = source, lang
        self.told = ipw.HTML()
        self.shown = ipw.Output()
        self._tell(waiting)

    def begin(self) -> bool:
        """Carry out the cell and show what it shows; a lesson goes on whatever becomes of it."""
        from IPython.core.interactiveshell import InteractiveShell
        from IPython.utils.capture import capture_output

        self._tell(say("guess.working", self.lang))
        shell = InteractiveShell.instance()
        with shell.display_trap, capture_output() as said:  # the trap first, or the cell would set it over the capture
            done = shell.run_cell(self.source)
        self._tell("" if done.success else say("guess.failed", self.lang))
        if done.success:
            printed = [{"output_type": "stream", "name": "stdout", "text": said.stdout}] if said.stdout else []
            kind = {"output_type": "display_data"}
            outputs = [each for each in said.outputs if _lives(each.data)]
            shown = [kind | {"data": each.data, "metadata": each.metadata or {}} for each in outputs]
            self.shown.outputs = (*printed, *shown)
        return True

    def _tell(self, text: str) -> None:
        self.told.value = f'<p class="ml-later" role="status">{escaped(text)}</p>' if text else ""

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, object]:
        bundle: dict[str, object] = ipw.VBox([self.told, self.shown])._repr_mimebundle_()
        return bundle | {"text/plain": ""}


def _lives(data: Mapping[str, Any]) -> bool:
    """False for a widget that is gone by now, as a bar of progress is when all is done."""
    view = data.get(VIEW)
    return view is None or view.get("model_id") in comm.get_comm_manager().comms
