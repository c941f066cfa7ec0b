"""Where blocks are played: in threads, in processes, on a cluster; handed back in the order of their numbers.

Compiled games leave Python's lock, so that threads play side by side. Functions of the user hold it:
they are played in other processes. Any executor of `concurrent.futures` is taken as it is, so also
that of a Dask cluster, `dask.distributed.Client(...).get_executor()`.
"""

import os
import pickle
import warnings
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager, suppress
from itertools import islice
from typing import Any

from monopoly_lab.batch.ticking import tick
from monopoly_lab.editions.found import hint
from monopoly_lab.errors import ExperimentError
from monopoly_lab.messages import say
from monopoly_lab.reading import shortened

KINDS = ("threads", "processes")
AHEAD = 2  # tasks under way for each worker, so that none waits
TASKS = 4  # at least for each worker, where there are so many jobs
PATIENCE = 0.5  # seconds between two looks at a task that is waited for
TOGETHER = 5  # most jobs of a task that goes to another process

Jobs = list[tuple[Any, ...]]


def workers() -> int:
    """The processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@contextmanager
def opened(executor: Executor | str | None, slow: bool, blocks: int) -> Iterator[Executor | None]:
    """The executor asked for; left out, threads for compiled games, and processes for `slow` ones.

    None where everything is played here: a single block, or a single processor.
    """
    if isinstance(executor, str) and executor not in KINDS:
        raise ExperimentError(say("experiment.unknown_executor", value=executor) + hint(executor, KINDS))
    if executor is not None and not isinstance(executor, str):
        if isinstance(executor, type):
            raise ExperimentError(say("experiment.executor_class", value=executor.__name__))
        if not hasattr(executor, "submit"):
            raise ExperimentError(say("experiment.bad_executor", value=repr(executor)))
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


def in_order(play: Callable[..., Any], jobs: Iterable[tuple[Any, ...]], executor: Executor | None) -> Iterator[Any]:
    """What `play(*job)` gives for each job, in order; only as many are under way as keep all workers busy.

    A block whose task was cancelled is played again here, one in which a worker has died in a process of its own, so
    that nothing is lost. ExperimentError if that one dies, too.
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
            waiting.append((_submitted(executor, play, task), task))
        while waiting:
            future, task = waiting.popleft()
            found = _result(future, play, task)
            for another in islice(tasks, 1):
                waiting.append((_submitted(executor, play, another), another))
            yield from found
    finally:
        for future, _ in waiting:
            getattr(future, "cancel", int)()


def _width(executor: Executor) -> int:
    """How many blocks an executor plays at a time, as far as it says."""
    width = getattr(executor, "_max_workers", None)
    if isinstance(width, int):
        return width
    client = getattr(executor, "_client", None)
    if client is not None:
        try:
            return max(sum(client.nthreads().values()), 1)
        except Exception as gone:
            raise ExperimentError(say("experiment.executor_gone", reason=_said(gone))) from gone
    return workers()


def _tasks(jobs: Jobs, executor: Executor, width: int) -> Iterator[Jobs]:
    """Several jobs travel together, as long as there are enough for all workers; threads take one at a time."""
    size = 1 if isinstance(executor, ThreadPoolExecutor) else min(max(len(jobs) // (TASKS * width), 1), TOGETHER)
    return (jobs[i : i + size] for i in range(0, len(jobs), size))


def _submitted(executor: Executor, play: Callable[..., Any], task: Jobs) -> Future[Any]:
    try:
        if isinstance(executor, ThreadPoolExecutor):
            return executor.submit(_played, play, task)
        import cloudpickle

        return executor.submit(_played_elsewhere, cloudpickle.dumps((play, task)))
    except BrokenExecutor as broken:  # by a task before this one, whose turn to be told comes first
        failed: Future[Any] = Future()
        failed.set_exception(broken)
        return failed
    except Exception as gone:
        raise ExperimentError(say("experiment.executor_gone", reason=_said(gone))) from gone


def _played(play: Callable[..., Any], task: Jobs) -> list[Any]:
    return [play(*job) for job in task]


def _played_elsewhere(packed: bytes) -> bytes:
    """In another process: bytes both ways, which a cluster's scheduler passes on without a look inside."""
    return pickle.dumps(_played(*pickle.loads(packed)))


def _played_apart(play: Callable[..., Any], task: Jobs) -> bytes:
    """The task once more, in a process of its own: it may be what a worker has died of, which then is told."""
    import cloudpickle
    from loky import ProcessPoolExecutor

    try:
        with ProcessPoolExecutor(1) as apart:
            packed: bytes = apart.submit(_played_elsewhere, cloudpickle.dumps((play, task))).result()
            return packed
    except BrokenExecutor as broken:
        (first, _), (last, games) = task[0][3:5], task[-1][3:5]
        raise ExperimentError(say("experiment.worker_ended", first=first, last=last + games - 1)) from broken


def _result(future: Future[Any], play: Callable[..., Any], task: Jobs) -> list[Any]:
    if not hasattr(future, "result"):
        raise ExperimentError(say("experiment.no_future", value=shortened(repr(future))))
    try:
        while isinstance(future, Future) and not wait([future], PATIENCE).done:
            tick(0)
        found = future.result()
    except CancelledError as lost:
        warnings.warn(say("experiment.worker_lost", reason=_said(lost)), RuntimeWarning, stacklevel=2)
        return _played(play, task)
    except BrokenExecutor as broken:
        warnings.warn(say("experiment.worker_lost", reason=type(broken).__name__), RuntimeWarning, stacklevel=2)
        found = _played_apart(play, task)
    if isinstance(found, bytes):
        with suppress(pickle.UnpicklingError, EOFError):
            found = pickle.loads(found)
    if not isinstance(found, list) or len(found) != len(task):
        raise ExperimentError(say("experiment.odd_result", value=shortened(repr(found))))
    return found


def _said(problem: BaseException) -> str:
    return str(problem) or type(problem).__name__
