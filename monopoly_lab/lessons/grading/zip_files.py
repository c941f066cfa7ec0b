"""Unpack zip files in the folder of what came back, as the served app and Moodle make them.

Each is unpacked into a folder of its name beside it. A file that was unpacked before stays, until a zip file has a
newer one. Names that lead out of the folder, hidden files and folders of a Mac are left out.
"""

import os
import time
import zipfile
import zlib
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from monopoly_lab.common.errors import UnfitFile
from monopoly_lab.common.file_access import replace, shortened
from monopoly_lab.common.messages import say
from monopoly_lab.lessons.lesson_notebooks import MOST_BYTES

MOST_FILES = 500  # of a zip file, and of one folder of what came back
MOST_IN_ALL = 500_000_000  # bytes of all its files
FOREIGN = set('<>:"\\|?*')  # in a name that some system cannot have, or that leads to another folder
BROKEN = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError, OSError, UnfitFile)


class Unpacked(NamedTuple):
    """A zip file: how many files of it are new, and why others are not there, in words."""

    path: Path
    new: int
    problems: list[str]


def unpack(folder: Path) -> list[Unpacked]:
    """Write out every zip file of a folder, but none in its folders; one that cannot be written out stops no other."""
    return [_unpack(path) for path in _zip_files(folder)]


def is_unpacked(path: Path) -> bool:
    """Return True for a zip file with a folder that it was unpacked into."""
    return path.suffix.lower() == ".zip" and path.with_suffix("").is_dir()


def _zip_files(folder: Path) -> list[Path]:
    found = [path for path in folder.glob("[!.]*") if path.suffix.lower() == ".zip"]
    return sorted(path for path in found if path.is_file() and not path.is_symlink())


def _unpack(path: Path) -> Unpacked:
    made, problems = 0, []
    try:
        with zipfile.ZipFile(path) as archive:
            members = {target: each for each in archive.infolist() if (target := _target(path, each))}
            if len(members) > MOST_FILES:
                problems.append(say("class.too_many_in_one", most=MOST_FILES))
            left = MOST_IN_ALL
            for target, member in list(members.items())[:MOST_FILES]:
                if _is_as_new(target, member):
                    continue
                with archive.open(member) as file:
                    content = file.read(min(MOST_BYTES, left) + 1)
                left -= len(content)
                if len(content) > MOST_BYTES or left < 0:
                    problems.append(say("class.zip_large", name=shortened(member.filename)))
                    continue
                _write(target, content, _time(member))
                made += 1
    except BROKEN as problem:
        problems.append(say("class.zip_broken", reason=shortened(str(problem) or type(problem).__name__)))
    return Unpacked(path, made, problems)


def _target(path: Path, member: zipfile.ZipInfo) -> Path | None:
    """Return where a file of a zip file goes; None for a folder, a link and a name that is not followed."""
    parts = PurePosixPath(member.filename).parts
    is_plain = parts and not any(part.startswith((".", "/", "__MACOSX")) or FOREIGN & set(part) for part in parts)
    is_link = (member.external_attr >> 16) & 0o170000 == 0o120000
    return path.with_suffix("").joinpath(*parts) if is_plain and not member.is_dir() and not is_link else None


def _time(member: zipfile.ZipInfo) -> float:
    try:
        return time.mktime((*member.date_time, 0, 0, -1))
    except (ValueError, OverflowError):
        return 0.0


def _is_as_new(target: Path, member: zipfile.ZipInfo) -> bool:
    return target.is_file() and target.stat().st_mtime >= _time(member)


def _write(target: Path, content: bytes, when: float) -> None:
    replace(target, content)
    os.utime(target, (when, when))
