"""Tables written to files, with what hinders it told in words."""

import errno
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from monopoly_lab.errors import ExperimentError, FileError
from monopoly_lab.files import is_there
from monopoly_lab.messages import say
from monopoly_lab.reading import shortened_path

if TYPE_CHECKING:
    import pandas as pd


def write_csv(table: "pd.DataFrame", path: str | PathLike[str], index: bool = True) -> None:
    """Write a table as CSV; FileError where there is no such folder, or a file of another kind."""
    table.to_csv(_in_a_folder(path, ".csv"), index=index)


def write_parquet(table: "pd.DataFrame", path: str | PathLike[str]) -> None:
    """Write a table as a Parquet file; FileError as for CSV, ExperimentError without pyarrow."""
    place = _in_a_folder(path, ".parquet")
    try:
        table.to_parquet(place)
    except ImportError as missing:
        raise ExperimentError(say("experiment.no_pyarrow")) from missing


def _in_a_folder(path: str | PathLike[str], ending: str) -> Path:
    """The path; FileError for a folder that is not there, and for a file of another kind that is."""
    place = Path(path)
    if not place.parent.is_dir():  # pandas tells it without the file
        raise FileError(errno.ENOENT, say("experiment.no_folder"), shortened_path(place))
    if is_there(place) and ending not in place.suffixes:  # also that of a packed one
        raise FileError(errno.EEXIST, say("experiment.other_file", ending=ending), shortened_path(place))
    return place
