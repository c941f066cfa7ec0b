"""Files that are written as a whole or not at all."""

import errno
import os
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from monopoly_lab.errors import FileError, UnfitFile
from monopoly_lab.messages import say
from monopoly_lab.reading import shortened, shortened_path

FOREIGN_SHOWN = 3
LEFTOVERS = ".new-*"  # what a killed program may leave


def theirs() -> bool:
    """True if the disk belongs to whoever sits at the screen; not where `monopoly-lab serve` runs for others."""
    return os.environ.get("MONOPOLY_LAB_FILES") != "off"


def replace(path: Path, content: bytes) -> None:
    """Write a file, and its folder if need be; a failure leaves the old file as it was.

    A temporary file beside it is filled, and then takes its place and its access rights. A link is followed;
    UnfitFile for what is no plain file, FileError where the system does not let it be written.
    """
    with writing(path), all_or_none([path.parent]):
        _replace(path, content)


@contextmanager
def all_or_none(paths: Iterable[Path]) -> Iterator[None]:
    """Files that are made in a `with`, and the folders they need: what was not there before is gone if it fails."""
    new = {each for path in paths for each in (path, *path.parents) if not os.path.lexists(each)}
    try:
        yield
    except BaseException:
        for each in sorted(new, key=lambda path: len(path.parts), reverse=True):
            with suppress(OSError):
                each.rmdir() if each.is_dir() else each.unlink()
        raise


def folder_named(name: str) -> Path:
    """The folder that a command is given; an empty name, as of a variable that is not set, is none.

    Raises argparse.ArgumentTypeError, which the parser of a command tells.
    """
    import argparse

    if not name.strip():
        raise argparse.ArgumentTypeError(say("cli.empty_folder"))
    try:
        Path(name).resolve()
    except (OSError, ValueError, RuntimeError) as problem:  # a letter that no name has, links in a circle
        raise argparse.ArgumentTypeError(f"{shortened(repr(name))}: {problem}") from None
    return Path(name)


def strangers(folder: Path) -> list[str]:
    """The names of what a folder holds, sorted, and without what is hidden; none for a folder that is not there yet."""
    return sorted(each.name for each in folder.iterdir() if each.name[0] != ".") if folder.is_dir() else []


@contextmanager
def writing(path: str | os.PathLike[str]) -> Iterator[None]:
    """FileError, with the path, for what the system says while a file is written."""
    try:
        yield
    except OSError as problem:
        raise FileError(problem.errno, problem.strerror or str(problem), shortened_path(path)) from None
    except ValueError as problem:  # a name with a character that no name can have
        raise FileError(errno.EINVAL, str(problem), shortened_path(repr(str(path)))) from None


def is_there(path: Path) -> bool:
    """True if there is something of this name; FileError for a name that no file can have."""
    with writing(path):
        try:
            path.stat()
        except (FileNotFoundError, NotADirectoryError):
            return False
    return True


def some(names: Sequence[str]) -> str:
    """The first of many names, for a message."""
    return ", ".join(names[:FOREIGN_SHOWN]) + (" ..." if len(names) > FOREIGN_SHOWN else "")


def _replace(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.is_symlink():
        path = path.resolve()
    if path.exists() and not path.is_file():
        raise UnfitFile(f"{path}: {say('reading.no_file')}")
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=".new-", suffix=".part")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, path.stat().st_mode if path.exists() else 0o644)
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise
