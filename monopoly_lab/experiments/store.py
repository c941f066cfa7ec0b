"""Finished blocks of a comparison as Parquet files, so that a long one goes on where it was interrupted."""

import hashlib
import pickle
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np

from monopoly_lab.errors import ExperimentError
from monopoly_lab.experiments.arms import BUILT_IN, Sums
from monopoly_lab.experiments.blocks import Measure
from monopoly_lab.experiments.files import write_parquet
from monopoly_lab.experiments.plan import Plan, is_function
from monopoly_lab.messages import say
from monopoly_lab.players.fingerprint import fingerprint
from monopoly_lab.reading import shortened

Job = tuple[Any, ...]
PACKAGE = Path(__file__).parents[1]
PLAYING = ("codes", "rules", "players")  # what decides how a game goes


class Store:
    """A folder for the blocks of one comparison; without a folder nothing is kept."""

    def __init__(
        self, folder: str | PathLike[str] | None, what: tuple[list[Plan], Mapping[str, Measure], int, bool]
    ) -> None:
        self.folder = None if folder is None else Path(folder) / digest(*what)
        if self.folder is not None:
            try:
                self.folder.mkdir(parents=True, exist_ok=True)
            except OSError as problem:
                text = say("experiment.bad_folder", folder=folder, reason=problem.strerror)
                raise ExperimentError(text) from problem

    def through(
        self,
        in_order: Callable[..., Iterator[Any]],
        play: Callable[..., Sums],
        jobs: Iterable[Job],
        executor: Any,
    ) -> Iterator[Sums]:
        """The blocks of the jobs in order: those that are kept are read, the others played and kept."""
        jobs = list(jobs)
        kept = [self.folder is not None and self._file(job).is_file() for job in jobs]
        new = in_order(play, (job for job, there in zip(jobs, kept) if not there), executor)
        try:
            for job, there in zip(jobs, kept):
                if there:
                    yield read(self._file(job))
                    continue
                sums = next(new)
                if self.folder is not None:
                    write(sums, self._file(job))
                yield sums
        finally:
            new.close()  # type: ignore[attr-defined]

    def _file(self, job: Job) -> Path:
        assert self.folder is not None
        _, _, _, first, games, *_ = job
        return self.folder / f"games-{first:012d}-{games}.parquet"


def digest(plans: list[Plan], measures: Mapping[str, Measure], seed: int, paired: bool) -> str:
    """16 hexadecimal digits for what is compared: positions, rules, strategies and measures with their code, seed."""
    starts = [(plan.start.tables.__getstate__(), plan.start.state.facts(), plan.start.styles) for plan in plans]
    ends = [(plan.start.last, plan.players, tuple(plan.strategies().values())) for plan in plans]
    functions = [who for plan in plans for who in plan.game.seats.values() if is_function(who)]
    made = fingerprint(*functions, *measures.values()), rules_text()
    told = pickle.dumps((starts, ends, (*BUILT_IN, *measures), seed, paired, made), protocol=4)
    return hashlib.sha256(told).hexdigest()[:16]


@cache
def rules_text() -> bytes:
    """A digest of the rules and the shipped strategies: other ones play other games."""
    files = [path for room in PLAYING for path in (PACKAGE / room).glob("*.py")]
    return hashlib.sha256(b"".join(path.read_bytes() for path in sorted(files))).digest()


def write(sums: Sums, path: Path) -> None:
    """One row a number; whole numbers as text, which holds any of them."""
    import pandas as pd

    rows = []
    for name in ("total", "product", "same", "unfinished"):
        array = np.asarray(getattr(sums, name), object)
        rows += [(name, str(place), repr(value)) for place, value in np.ndenumerate(array)]
    rows.append(("games", "()", repr(sums.games)))
    part = path.with_suffix(".part")
    write_parquet(pd.DataFrame(rows, columns=["table", "place", "value"]), part)
    part.replace(path)


def read(path: Path) -> Sums:
    import ast

    import pandas as pd

    try:
        rows = pd.read_parquet(path)
    except (OSError, ValueError) as problem:  # pyarrow's errors are of these kinds
        reason = shortened(str(problem))
        raise ExperimentError(say("experiment.bad_block", file=path, reason=reason)) from problem
    found: dict[str, Any] = {}
    for name, table in rows.groupby("table"):
        places = [ast.literal_eval(place) for place in table["place"]]
        shape = tuple(max(place[i] for place in places) + 1 for i in range(len(places[0])))
        array = np.zeros(shape, object)
        for place, value in zip(places, table["value"]):
            array[place] = ast.literal_eval(value)
        found[str(name)] = array
    same, unfinished = (found[name].astype(np.int64) for name in ("same", "unfinished"))
    return Sums(int(found["games"][()]), found["total"], found["product"], same, unfinished)
