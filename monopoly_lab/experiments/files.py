"""Tables written to files, with what hinders it told in words."""

import errno
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from monopoly_lab.errors import ExperimentError, FileError
from monopoly_lab.messages import say
from monopoly_lab.reading import shortened_path

if TYPE_CHECKING:
    import pandas as pd


def write_csv(table: "pd.DataFrame", path: str | PathLike[str], index: bool = True) -> None:
    """Write a table as CSV; FileError where there is no such folder."""
    table.to_csv(_in_a_folder(path), index=index)


def write_parquet(table: "pd.DataFrame", path: str | PathLike[str]) -> None:
    """Write a table as a Parquet file; FileError where there is no such folder, ExperimentError without pyarrow."""
    place = _in_a_folder(path)
    try:
        table.to_parquet(place)
    except ImportError as missing:
        raise ExperimentError(say("experiment.no_pyarrow")) from missing


def _in_a_folder(path: str | PathLike[str]) -> Path:
    place = Path(path)
    if not place.parent.is_dir():  # pandas tells it without the file
        raise FileError(errno.ENOENT, say("experiment.no_folder"), shortened_path(place))
    return place
