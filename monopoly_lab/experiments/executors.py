"""Play blocks of games in threads, in processes or on a cluster, with interruption.

Compiled games release Python's lock, so threads play in parallel. Functions of the user hold it, so they are played in
other processes. Each game has its number, so that results do not depend on who plays it (`simulation.batches`).
Any executor of `concurrent.futures` is accepted, also that of a Dask cluster,
`dask.distributed.Client(...).get_executor()`.

There are as many threads or processes as processors (`workers` of `simulation/progress.py`).

The first interrupt stops the games and keeps those that are finished. A second one, or one before any game is
finished, stops the cell.
"""

import pickle
import sys
import time
import warnings
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager, suppress
from itertools import islice
from typing import Any

from monopoly_lab.common.errors import ExperimentError
from monopoly_lab.common.file_access import quoted
from monopoly_lab.common.messages import resolve_language, say, speaking
from monopoly_lab.common.validation_errors import hint
from monopoly_lab.simulation.progress import tick, workers

KINDS = ("threads", "processes")
AHEAD = 2  # submitted tasks for each worker, so that no worker is idle
TASKS_PER_WORKER = 4  # at least, if there are enough jobs
CHECK_EVERY = 0.5  # seconds between two checks of a running task
MOST_JOBS = 5  # of one task for another process

Jobs = list[tuple[Any, ...]]


@contextmanager
def open_executor(executor: Executor | str | None, slow: bool, blocks: int) -> Iterator[Executor | None]:
    """Yield the chosen executor; by default, threads for compiled games and processes for `slow` ones.

    Yield None if all games are played in this thread: with a single block, or a single processor.
    """
    if isinstance(executor, str) and executor not in KINDS:
        raise ExperimentError(say("experiment.unknown_executor", value=executor) + hint(executor, KINDS))
    if executor is not None and not isinstance(executor, str):
        if isinstance(executor, type):
            raise ExperimentError(say("experiment.executor_class", value=executor.__name__))
        if not hasattr(executor, "submit"):
            raise ExperimentError(say("experiment.bad_executor", value=quoted(executor)))
        yield executor
    elif executor is None and (blocks == 1 or workers() == 1):
        yield None
    elif executor == "processes" or (executor is None and slow):
        from loky import get_reusable_executor

        yield get_reusable_executor(max_workers=workers())
    else:
        with ThreadPoolExecutor(workers()) as threads:
            try:
                yield threads
            finally:
                threads.shutdown(wait=True, cancel_futures=True)


def run_in_order(play: Callable[..., Any], jobs: Iterable[tuple[Any, ...]], executor: Executor | None) -> Iterator[Any]:
    """Yield the result of `play(*job)` for each job, in order; submit only as many as keep all workers busy.

    Jobs of a canceled task are played again in this process; jobs of a worker that died, in a new process. Raises
    ExperimentError if that process dies, too.
    """
    if executor is None:
        for job in jobs:
            yield play(*job)
        return
    width = _width(executor)
    tasks = _tasks(list(jobs), executor, width)
    waiting: deque[tuple[Future[Any], Jobs]] = deque()
    try:
        for task in islice(tasks, AHEAD * width):
            waiting.append((_submit_task(executor, play, task), task))
        while waiting:
            future, task = waiting.popleft()
            found = _result(future, play, task)
            for another in islice(tasks, 1):
                waiting.append((_submit_task(executor, play, another), another))
            yield from found
    finally:
        for future, _ in waiting:
            getattr(future, "cancel", int)()


def _width(executor: Executor) -> int:
    """Return the number of workers of an executor; that of the processors if the executor does not tell it."""
    width = getattr(executor, "_max_workers", None)
    if isinstance(width, int):
        return width
    client = getattr(executor, "_client", None)
    if client is not None:
        try:
            return max(int(sum(client.nthreads().values())), 1)
        except Exception as gone:
            raise ExperimentError(say("experiment.executor_gone", reason=_reason(gone))) from gone
    return workers()


def _tasks(jobs: Jobs, executor: Executor, width: int) -> Iterator[Jobs]:
    """Return the jobs in tasks: one job each for threads, several for processes if all workers still get enough."""
    size = min(max(len(jobs) // (TASKS_PER_WORKER * width), 1), MOST_JOBS)
    if isinstance(executor, ThreadPoolExecutor):
        size = 1
    return (jobs[i : i + size] for i in range(0, len(jobs), size))


def _submit_task(executor: Executor, play: Callable[..., Any], task: Jobs) -> Future[Any]:
    try:
        if isinstance(executor, ThreadPoolExecutor):
            return executor.submit(_play_task, play, task, resolve_language())
        import cloudpickle

        return executor.submit(_play_packed, cloudpickle.dumps((play, task, resolve_language())))
    except BrokenExecutor as broken:  # an earlier task has broken it, and its result is read first
        failed: Future[Any] = Future()
        failed.set_exception(broken)
        return failed
    except Exception as gone:
        raise ExperimentError(say("experiment.executor_gone", reason=_reason(gone))) from gone


def _play_task(play: Callable[..., Any], task: Jobs, lang: str) -> list[Any]:
    """Play jobs in the language of the caller, which has to be passed to another thread or process."""
    with speaking(lang):
        return [play(*job) for job in task]


def _play_packed(packed: bytes) -> bytes:
    """Play jobs in another process; both ways as bytes, which a cluster's scheduler passes on without reading them."""
    return pickle.dumps(_play_task(*pickle.loads(packed)))


def _play_in_new_process(play: Callable[..., Any], task: Jobs) -> bytes:
    """Play a task again in a new process, after a worker has died; ExperimentError if this process dies, too."""
    import cloudpickle
    from loky import ProcessPoolExecutor

    try:
        with ProcessPoolExecutor(1) as apart:
            packed: bytes = apart.submit(_play_packed, cloudpickle.dumps((play, task, resolve_language()))).result()
            return packed
    except BrokenExecutor as broken:
        (first, _), (last, games) = task[0][3:5], task[-1][3:5]
        raise ExperimentError(say("experiment.worker_ended", first=first, last=last + games - 1)) from broken


def _result(future: Future[Any], play: Callable[..., Any], task: Jobs) -> list[Any]:
    """Wait for the results of a task; play it again, with a warning, if it was canceled or its worker died."""
    if not hasattr(future, "result"):
        raise ExperimentError(say("experiment.no_future", value=quoted(future)))
    try:
        while isinstance(future, Future) and not wait([future], CHECK_EVERY).done:
            tick(0)
        found = future.result()
    except CancelledError as lost:
        warnings.warn(say("experiment.worker_lost", reason=_reason(lost)), RuntimeWarning, stacklevel=2)
        return _play_task(play, task, resolve_language())
    except BrokenExecutor as broken:
        warnings.warn(say("experiment.worker_lost", reason=type(broken).__name__), RuntimeWarning, stacklevel=2)
        found = _play_in_new_process(play, task)
    if isinstance(found, bytes):
        with suppress(pickle.UnpicklingError, EOFError):
            found = pickle.loads(found)
    if not isinstance(found, list) or len(found) != len(task):
        raise ExperimentError(say("experiment.odd_result", value=quoted(found)))
    return found


def _reason(problem: BaseException) -> str:
    """Return the message of an error; its type if it has none."""
    return str(problem) or type(problem).__name__


# Interrupts

SOON = 2.0  # seconds within which a second interrupt stops everything, outside a notebook
_last: list[tuple[object, float]] = []  # cell and time of the last interrupt


def keep_result(interrupt: KeyboardInterrupt, games: int) -> None:
    """Raise the interrupt again if no game is finished or it is a second one; else the caller keeps its `games`."""
    cell, now = _cell(), time.monotonic()
    again = any(cell == before if cell is not None else now - when < SOON for before, when in _last)
    _last[:] = [(cell, now)]
    if again or not games or _came_twice(interrupt):
        raise interrupt


def _came_twice(interrupt: BaseException) -> bool:
    """Return True if the interrupt came while an earlier one was being handled."""
    earlier = interrupt.__context__
    while earlier is not None and not isinstance(earlier, KeyboardInterrupt):
        earlier = earlier.__context__
    return earlier is not None


def _cell() -> object:
    """Return the number of the running cell of a notebook; None outside a notebook."""
    found = sys.modules.get("IPython")
    shell = found.get_ipython() if found is not None else None
    return None if shell is None else shell.execution_count
