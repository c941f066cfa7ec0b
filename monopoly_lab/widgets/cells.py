"""What other cells of the notebook have done to the game of a table: noticed when a cell has run."""

import weakref
from collections.abc import Callable
from typing import Any


def after_each_cell(told: Callable[[], None]) -> None:
    """Call a bound method after every cell of the session, as long as its object lives; never outside IPython."""
    from IPython import get_ipython

    shell: Any = get_ipython()
    if shell is None:
        return
    method = weakref.WeakMethod(told)

    def ran(*_: object) -> None:
        living = method()
        if living is None:
            shell.events.unregister("post_run_cell", ran)
        else:
            living()

    shell.events.register("post_run_cell", ran)
