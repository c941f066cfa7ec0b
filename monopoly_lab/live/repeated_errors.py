"""Log the same error once a minute, with how often it came, so that a broken page does not fill the disk."""

import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable
from pathlib import Path

from monopoly_lab.common.messages import say

AGAIN = 60.0  # seconds after which the same error is logged once more, with its number
KINDS = 200  # errors that are told from each other
MOST_TEXT = 4000  # letters of an error; of a longer one the end is left out


class Repeats(logging.Filter):
    """Passes the first error of a kind, and after a while the next one of it, with how many came in between."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._seen: OrderedDict[tuple[object, ...], tuple[float, int]] = OrderedDict()

    def filter(self, record: logging.LogRecord) -> bool:
        kind, now = _error_key(record), self._clock()
        since, missed = self._seen.get(kind, (-AGAIN, 0))
        if now - since < AGAIN:
            self._seen[kind] = since, missed + 1
            return False
        self._seen[kind] = now, 0
        self._seen.move_to_end(kind)
        while len(self._seen) > KINDS:
            self._seen.popitem(last=False)
        text = record.getMessage()[:MOST_TEXT]
        record.msg = f"{text} {say('serve.repeated', n=missed)}" if missed else text
        record.args = ()
        return True


def _error_key(record: logging.LogRecord) -> tuple[object, ...]:
    """Return what two records of the same error have in common: where they come from, not what they name."""
    problem = record.exc_info[1] if record.exc_info else None
    if problem is None:
        return record.name, record.levelno, record.pathname, record.lineno
    trace = problem.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    place = (Path(trace.tb_frame.f_code.co_filename).name, trace.tb_lineno) if trace else ()
    return record.name, record.levelno, type(problem).__name__, *place


def count_repeats(*more: logging.Logger) -> None:
    """Filter what is logged by these loggers, by the root, and where there is no logger."""
    repeats = Repeats()
    for handler in _handlers((logging.getLogger(), *more)):
        handler.addFilter(repeats)


def _handlers(loggers: Iterable[logging.Logger]) -> list[logging.Handler]:
    found = {id(handler): handler for logger in loggers for handler in logger.handlers}
    if logging.lastResort is not None:
        found[id(logging.lastResort)] = logging.lastResort
    return list(found.values())
