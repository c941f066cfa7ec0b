"""Measure the memory of a kernel after each page of the app: `python tests/tools/measure_server_memory.py`.

Kernels are forked, as the app forks them. What counts is USS, what would come free if the kernel ended: memory that
all kernels share is not counted thirty times. Prints megabytes, and the seconds of processor time that the page took.
"""

from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import nbformat
import psutil
from nbclient import NotebookClient

from monopoly_lab.common.messages import say
from monopoly_lab.web.lesson_notebook import WALK
from monopoly_lab.web.server.kernel_forks import LESSON_MODULES, fork_kernels
from monopoly_lab.web.server.kernels import MB
from monopoly_lab.web.server.start_page import WantedGame, gallery, lessons
from monopoly_lab.widgets import Table
from monopoly_lab.widgets.lesson_page import Walk
from monopoly_lab.widgets.question_cells import Guess

HERE = f"import sys; sys.path.insert(0, {str(Path(__file__).parent)!r})\n"  # for a kernel


def pages() -> Iterator[tuple[str, Any]]:
    """Each page that has a kernel, and its notebook."""
    table = WantedGame.from_form({"seed": "1"}).notebook()
    yield "table", table
    played = deepcopy(table)
    played.cells.append(nbformat.v4.new_code_cell(f"{HERE}import measure_server_memory as measure\nmeasure.use(_)"))
    yield "table_used", played
    yield "gallery", gallery()
    for lesson in lessons():
        notebook = lesson.notebook()
        notebook.cells.append(
            nbformat.v4.new_code_cell(f"{HERE}import measure_server_memory as measure\nmeasure.answer({WALK})")
        )
        yield lesson.name, notebook


def use(table: Table) -> None:
    """What a student does in a lesson, in one go: rounds, and the landing shares."""
    for player in table.game.players:
        table.game.seat(player, "balanced")
    for _ in range(12):
        table.play_on("round")
    table.compute_shares()


def answer(walk: Walk) -> None:
    """What a student does in a lesson that waits for predictions: it goes on to its end."""
    for step in walk.steps:
        if isinstance(step, Guess):
            step.press(**{name: step.possible(name) for name in step.given})


def memory(notebook: Any) -> tuple[float, float]:
    """Megabytes and processor seconds of a kernel that has run the notebook."""
    client: Any = NotebookClient(notebook, kernel_name="python3", timeout=120)
    with client.setup_kernel():
        for index, cell in enumerate(client.nb.cells):
            client.execute_cell(cell, index)
        kernel = psutil.Process(client.km.provisioner.pid)
        used = kernel.cpu_times()
        return kernel.memory_full_info().uss / MB, used.user + used.system


if __name__ == "__main__":
    fork_kernels(LESSON_MODULES)
    for name, notebook in pages():
        size, seconds = memory(notebook)
        print(say("serve.measured", name=name, size=round(size), seconds=f"{seconds:.1f}"), flush=True)
