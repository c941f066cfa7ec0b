"""Keep results in files: finished blocks as Parquet, tables as CSV or Excel.

Also what results have in common (they write their tables, and a notebook shows them as figures), and a table whose
values stay numbers and are shown as readers write them.
"""

import errno
import hashlib
import math
import pickle
import warnings
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from monopoly_lab.common.errors import ExperimentError, FileError
from monopoly_lab.common.escaping import escape_csv
from monopoly_lab.common.file_access import (
    describe_system_error,
    is_there,
    remove_unfinished,
    replacing,
    shortened,
    shortened_path,
)
from monopoly_lab.common.messages import say
from monopoly_lab.experiments.jobs import Measure
from monopoly_lab.experiments.paired_differences import BUILT_IN, ArmSums
from monopoly_lab.experiments.plan import Plan, is_function
from monopoly_lab.notation.table_format import in_figures
from monopoly_lab.players.custom_strategy import fingerprint
from monopoly_lab.simulation.compiled.digest import of_rules


class Readable(pd.DataFrame):
    """Sums whole with a mark between thousands, shares in percent; what is taken or made of it is a plain table.

    `headings` are shown above the columns instead of their names, which are the same in every language.

    >>> Readable.of(pd.DataFrame({"cost": [1500.4], "won": [0.25]}), money=["cost"], shares=["won"])
        cost     won
    0  1,500  25.0 %
    """

    _metadata = ["lang", "money", "shares", "headings"]
    lang: str = ""
    money: Collection[str] = ()
    shares: Collection[str] = ()
    headings: Mapping[str, str] = {}

    @classmethod
    def of(
        cls,
        table: pd.DataFrame,
        *,
        money: Collection[str] = (),
        shares: Collection[str] = (),
        headings: Mapping[str, str] = {},
        lang: str = "",
    ) -> "Readable":
        made = cls(table)
        made.money, made.shares, made.headings, made.lang = money, shares, headings, lang
        return made

    @property
    def _constructor(self) -> Any:
        return pd.DataFrame

    def _display_table(self) -> pd.DataFrame:
        shown = in_figures(pd.DataFrame(self), self.lang, self.money, self.shares)
        return shown.rename(columns=self.headings)

    def __repr__(self) -> str:
        return repr(self._display_table())

    def _repr_html_(self) -> str | None:
        html: str | None = self._display_table()._repr_html_()
        return html


# Tables written to files, with what hinders it told in words


def write_csv(table: "pd.DataFrame", path: str | PathLike[str], index: bool = True) -> None:
    """Write a table as CSV, as a whole; FileError where there is no such folder, or a file of another kind."""
    with replacing(_checked_path(path, ".csv")) as place:
        _harmless(table).to_csv(place, index=index)


class TableFiles:
    """Gives the result of an experiment the methods that write its table."""

    _names_rows = False  # True where the index of the table says what its rows are

    def _table(self) -> "pd.DataFrame":
        raise NotImplementedError

    def to_csv(self, path: str | PathLike[str]) -> None:
        """Write the table as CSV: differences of arms, settings of a sweep, games if they were kept, else players.

        Args:
            path: File to write.
        """
        write_csv(self._table(), path, self._names_rows)

    def to_parquet(self, path: str | PathLike[str]) -> None:
        """Write the same table as `to_csv` as Parquet; needs pyarrow, in the extra `cluster`.

        Args:
            path: File to write.
        """
        write_parquet(self._table(), path)


class ShownAsFigure:
    """Shows the result of an experiment as its figure in a notebook, as its sentence elsewhere."""

    def sentence(self, lang: str = "") -> str:
        raise NotImplementedError

    def figure(self, lang: str = "") -> Any:
        raise NotImplementedError

    def __repr__(self) -> str:
        return self.sentence()

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, Any]:
        return {**self.figure()._repr_mimebundle_(), "text/plain": self.sentence()}


def _harmless(table: "pd.DataFrame") -> "pd.DataFrame":
    """Return the table without texts that a spreadsheet would compute: names of players come from anybody."""
    made = table.copy()
    for column, kind in enumerate(table.dtypes):
        if not pd.api.types.is_numeric_dtype(kind):  # of numbers there may be millions
            made.isetitem(column, table.iloc[:, column].map(escape_csv))
    made.columns, made.index = made.columns.map(_csv_label), made.index.map(_csv_label)
    made.columns.names, made.index.names = table.columns.names, table.index.names
    return made


def _csv_label(label: object) -> object:
    """Return a label of a row or a column, of several levels or of one."""
    return tuple(map(escape_csv, label)) if isinstance(label, tuple) else escape_csv(label)


def write_parquet(table: "pd.DataFrame", path: str | PathLike[str]) -> None:
    """Write a table as a Parquet file; FileError as for CSV, ExperimentError without pyarrow."""
    try:
        with replacing(_checked_path(path, ".parquet")) as place:
            table.to_parquet(place)
    except ImportError as missing:
        raise ExperimentError(say("experiment.no_pyarrow")) from missing


def _checked_path(path: str | PathLike[str], ending: str) -> Path:
    """Return the path; FileError for a folder that is not there, and for a file of another kind that is."""
    place = Path(path)
    if not place.parent.is_dir():  # pandas tells it without the file
        raise FileError(errno.ENOENT, say("experiment.no_folder"), shortened_path(place))
    if is_there(place) and ending not in place.suffixes:  # also that of a packed one
        raise FileError(errno.EEXIST, say("experiment.other_file", ending=ending), shortened_path(place))
    return place


# Finished blocks of a comparison as Parquet files, so that a long one goes on where it was interrupted

Job = tuple[Any, ...]
MOST_BYTES = 50_000_000  # of a block
COLUMNS = ["table", "place", "value"]
TABLES = ("total", "product", "same", "unfinished")


class Unfit(ValueError):
    """Why a block is not taken; it never leaves this module."""


class Store:
    """A folder for the blocks of one comparison; without a folder nothing is kept.

    Several processes may work in one folder: a block is there as a whole or not at all, and is the same whoever
    has played it.
    """

    def __init__(
        self, folder: str | PathLike[str] | None, what: tuple[list[Plan], Mapping[str, Measure], int, bool]
    ) -> None:
        self.question = "" if folder is None else digest(*what)
        self.folder = None if folder is None else Path(folder) / self.question
        plans, measures, _, _ = what
        self._nothing = ArmSums.nothing(len(BUILT_IN) + len(measures), len(plans[0].players), len(plans))
        if self.folder is not None:
            try:
                self.folder.mkdir(parents=True, exist_ok=True)
                remove_unfinished(self.folder)
            except OSError as problem:
                text = say("experiment.bad_folder", folder=folder, reason=describe_system_error(problem))
                raise ExperimentError(text) from problem

    def read_or_play(
        self,
        in_order: Callable[..., Iterator[Any]],
        play: Callable[..., ArmSums],
        jobs: Iterable[Job],
        executor: Any,
    ) -> Iterator[ArmSums]:
        """Yield the blocks of the jobs in order: those that are kept are read, the others played and kept.

        A block that is not what its name says is named in a warning, and its games are played again.
        """
        jobs = list(jobs)
        kept = [self._read_kept_block(job) for job in jobs]
        new = in_order(play, (job for job, there in zip(jobs, kept) if there is None), executor)
        try:
            for job, there in zip(jobs, kept):
                if there is not None:
                    yield there
                    continue
                sums = next(new)
                if self.folder is not None:
                    write(sums, self._file(job), self.question)
                yield sums
        finally:
            new.close()  # type: ignore[attr-defined]

    def _read_kept_block(self, job: Job) -> ArmSums | None:
        """Return the kept block of a job; None for none, and for one that is not taken, with a warning."""
        if self.folder is None or not self._file(job).exists():
            return None
        try:
            return read_block(self._file(job), self.question, self._nothing, job[4])
        except Unfit as unfit:
            warnings.warn(say("experiment.bad_block", file=self._file(job), reason=unfit), RuntimeWarning, stacklevel=2)
            return None

    def _file(self, job: Job) -> Path:
        assert self.folder is not None
        _, _, _, first, games, *_ = job
        return self.folder / f"games-{first:012d}-{games}.parquet"


def digest(plans: list[Plan], measures: Mapping[str, Measure], seed: int, paired: bool) -> str:
    """Return 16 hexadecimal digits for what is compared: positions, rules, strategies, measures with code, seed."""
    starts = [(plan.start.tables.__getstate__(), plan.start.state.facts(), plan.start.styles) for plan in plans]
    ends = [(plan.start.last, plan.players, tuple(plan.strategies().values())) for plan in plans]
    functions = [who for plan in plans for who in plan.game.seats.values() if is_function(who)]
    made = fingerprint(*functions, *measures.values()), of_rules()
    told = pickle.dumps((starts, ends, (*BUILT_IN, *measures), seed, paired, made), protocol=4)
    return hashlib.sha256(told).hexdigest()[:16]


def write(sums: ArmSums, path: Path, question: str) -> None:
    """Write one row a number, whole numbers as text, which holds any of them, and rows for what the block is."""
    rows = []
    for name in TABLES:
        array = np.asarray(getattr(sums, name), object)
        rows += [(name, str(place), repr(value)) for place, value in np.ndenumerate(array)]
    rows.append(("games", "()", repr(sums.games)))
    rows += [("question", "()", question), ("file", "()", path.name)]
    rows.append(("digest", "()", _digest(rows)))
    write_parquet(pd.DataFrame(rows, columns=COLUMNS), path)


def _digest(rows: Iterable[tuple[str, str, str]]) -> str:
    return hashlib.sha256(repr([tuple(row) for row in rows]).encode()).hexdigest()


def read_block(path: Path, question: str, nothing: ArmSums, games: int) -> ArmSums:
    """Return the block of a file, of so many games; Unfit for one of another question or place, or that was changed.

    `nothing` is a block without games, with as many measures, seats and arms.
    """
    rows = _rows(path)
    told = {table: value for table, place, value in rows if place == "()" and table not in TABLES}
    if told.get("question") != question:
        raise Unfit(say("experiment.block_question"))
    if told.get("file") != path.name or told.get("games") != repr(games):
        raise Unfit(say("experiment.block_place"))
    if rows[-1][0] != "digest" or rows[-1][2] != _digest(rows[:-1]):
        raise Unfit(say("experiment.block_changed"))
    found = {name: _array(rows, name, getattr(nothing, name).shape) for name in TABLES}
    same, unfinished = (found[name].astype(np.int64) for name in ("same", "unfinished"))
    return ArmSums(games, found["total"], found["product"], same, unfinished)


def _rows(path: Path) -> list[tuple[str, str, str]]:
    try:
        if path.stat().st_size > MOST_BYTES or not path.is_file():
            raise Unfit(say("experiment.block_changed"))
        frame = pd.read_parquet(path)
    except (OSError, ValueError) as problem:  # pyarrow's errors are of these kinds
        if isinstance(problem, Unfit):
            raise
        raise Unfit(shortened(str(problem))) from None
    rows = [tuple(row) for row in frame.itertuples(index=False)]
    if list(frame.columns) != COLUMNS or not rows or not all(isinstance(text, str) for row in rows for text in row):
        raise Unfit(say("experiment.block_changed"))
    return rows


def _array(rows: list[tuple[str, str, str]], name: str, shape: tuple[int, ...]) -> Any:
    """Return one table of a block; Unfit unless each of its places is there once."""
    values = {place: value for table, place, value in rows if table == name}
    array = np.zeros(shape, object)
    if len(values) != math.prod(shape):
        raise Unfit(say("experiment.block_changed"))
    try:
        for place in np.ndindex(shape):
            text = values[str(place)]
            array[place] = float(text) if set(text) & set(".en") else int(text)
    except (KeyError, ValueError):
        raise Unfit(say("experiment.block_changed")) from None
    return array
