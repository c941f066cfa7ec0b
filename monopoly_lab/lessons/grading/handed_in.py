"""Keep what students hand in on the pages of the served app: a folder for each lesson, a notebook for each student.

The page of a lesson runs in a process of its own, which writes into the teacher's folder (VARIABLE) itself. It notes in
the visitor's own folder which files are this visitor's, so that nobody replaces the file of somebody else.
"""

import io
import json
import os
import re
import shutil
import zipfile
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from monopoly_lab.common.errors import FileError, LessonError
from monopoly_lab.common.file_access import encodable, remove_unfinished, replace
from monopoly_lab.common.messages import say
from monopoly_lab.lessons.grading.roster import file_name, same_name

VARIABLE = "MONOPOLY_LAB_HANDED_IN"  # the environment variable that names the teacher's folder
MB = 1_000_000
MOST_BYTES = 2 * MB  # of a notebook
MOST_FILES = 400  # of a lesson: `class collect` reads 500 of a folder
MOST_EACH = 5  # names that one visitor hands in for a lesson: students who share a tablet
MOST_EQUAL = 50  # visitors of one name
# Of another visitor with the same name, perhaps a classmate: `class collect` takes it for nobody's until it is decided.
OTHER = "{stem} other device {number}.ipynb"
RECORD = "handed_in_{lesson}.json"  # in the folder of a visitor: names, and which file is whose
LESSON = re.compile(r"\w{1,100}")


class HandIn(NamedTuple):
    """Something that was handed in: the name of its file without ending, and when, in the time of this computer."""

    name: str
    when: datetime


class Mailbox:
    """Where a visitor hands in a lesson.

    Args:
        folder: The teacher's folder.
        visitor: The visitor's own folder.
        lesson: The name of the lesson.
    """

    def __init__(self, folder: Path, visitor: Path, lesson: str) -> None:
        if not LESSON.fullmatch(lesson):
            raise ValueError(lesson)
        self.folder, self._record = folder / lesson, visitor / RECORD.format(lesson=lesson)

    @property
    def last(self) -> HandIn | None:
        """Return what this visitor has handed in last; None for nothing."""
        return self.hand_ins[-1] if self.hand_ins else None

    @property
    def hand_ins(self) -> list[HandIn]:
        """Return what this visitor has handed in, by name, the last one last; what was deleted since is left out."""
        found = list[HandIn]()
        for name, file in self._mine().items():
            with suppress(OSError):
                found.append(HandIn(name, _time(self.folder / file)))
        return found

    def store_notebook(self, name: str, text: str) -> datetime:
        """Write a student's notebook, whole or not at all; it replaces what this visitor handed in by this name.

        A file of the same name that is another visitor's stays as it is; this one is named after another device.
        Names that differ in case, spaces or hyphens are the same (`same_name`), so no two files differ in these only.

        Returns:
            When it was handed in.

        Raises:
            LessonError: It is too large, or there are too many.
            FileError: It cannot be written.
        """
        content, mine = encodable(text).encode(), self._mine()
        name = " ".join(encodable(name).split())
        if len(content) > MOST_BYTES:
            raise LessonError(say("lesson_page.too_large", most=MOST_BYTES // MB))
        earlier_name = next((each for each in mine if same_name(each) == same_name(name)), "")
        if not earlier_name and len(mine) >= MOST_EACH:
            raise LessonError(say("lesson_page.too_many_names", most=MOST_EACH))
        if not earlier_name and len(notebooks(self.folder)) >= MOST_FILES:
            raise LessonError(say("lesson_page.folder_full", most=MOST_FILES))
        file = mine.pop(earlier_name, "")
        is_there = bool(file) and (self.folder / file).is_file()
        if is_there:
            replace(self.folder / file, content)
        else:
            file = self._new(file_name(name), content)
        mine[name] = file  # now the last entry, see `last`
        try:
            self._write(mine)
        except BaseException:
            if not is_there:  # else the next one would be taken for that of another visitor
                (self.folder / file).unlink(missing_ok=True)
            raise
        return _time(self.folder / file)

    def delete(self) -> None:
        """Delete what this visitor has handed in of the lesson, and the names with it."""
        for file in self._mine().values():
            (self.folder / file).unlink(missing_ok=True)
        self._record.unlink(missing_ok=True)

    def forget_deleted(self) -> None:
        """Forget the names whose files have been deleted."""
        self._write(self._mine())

    def _write(self, mine: dict[str, str]) -> None:
        """Write the record, without names whose files the teacher has deleted; no record if none is left."""
        there = {name: file for name, file in mine.items() if (self.folder / file).is_file()}
        if there:
            replace(self._record, json.dumps(there, ensure_ascii=False).encode())
        else:
            self._record.unlink(missing_ok=True)

    def _new(self, stem: str, content: bytes) -> str:
        """Write a file that is not there yet, and return its name."""
        draft = self.folder / f".new-{os.getpid()}-{id(self)}"  # one of LEFTOVERS, should the program be killed
        remove_unfinished(self.folder)
        replace(draft, content)
        taken = {same_name(path.stem) for path in notebooks(self.folder)}
        try:
            for number in range(1, MOST_EQUAL + 1):
                file = f"{stem}.ipynb" if number == 1 else OTHER.format(stem=stem, number=number)
                if same_name(Path(file).stem) in taken:
                    continue
                with suppress(FileExistsError):
                    os.link(draft, self.folder / file)  # which never takes the place of another
                    return file
        except OSError as problem:
            raise FileError(problem.errno, problem.strerror or "", str(self.folder)) from None
        finally:
            draft.unlink(missing_ok=True)
        raise LessonError(say("lesson_page.too_many_of_name", most=MOST_EQUAL))

    def _mine(self) -> dict[str, str]:
        """Return the files of this visitor by the name of the student; {} where they cannot be read."""
        try:
            found = json.loads(self._record.read_text(encoding="utf-8"))
        except (OSError, ValueError, RecursionError):
            return {}
        pairs = found.items() if isinstance(found, dict) else ()
        return {name: file for name, file in pairs if _is_notebook(file)}


def mailbox(visitor: Path | None, lesson: str) -> Mailbox | None:
    """Return where a page hands in; None where no teacher's folder is named, as on the static site."""
    folder = os.environ.get(VARIABLE, "")
    return Mailbox(Path(folder), visitor, lesson) if folder and visitor and LESSON.fullmatch(lesson) else None


def _is_notebook(file: object) -> bool:
    """Return True for the plain name of a notebook, which leads into no other folder."""
    return isinstance(file, str) and Path(file).name == file and file[:1] != "." and file.endswith(".ipynb")


def lessons(folder: Path) -> list[str]:
    """Return the lessons of which something was handed in."""
    return sorted(each.name for each in folder.iterdir() if notebooks(each)) if folder.is_dir() else []


def notebooks(folder: Path) -> list[Path]:
    """Return what was handed in of a lesson, in the order of names."""
    found = [path for path in folder.glob("[!.]*.ipynb") if path.is_file() and not path.is_symlink()]
    return sorted(found, key=lambda path: path.stem)


def hand_ins(folder: Path) -> list[HandIn]:
    """Return who has handed in a lesson, and when."""
    return [HandIn(path.stem.replace("_", " "), _time(path)) for path in notebooks(folder)]


def zip_hand_ins(folder: Path) -> bytes:
    """Return what was handed in of a lesson as a zip file, with the times of its files, 1980 at the earliest."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED, strict_timestamps=False) as archive:
        for path in notebooks(folder):
            archive.write(path, path.name)
    return made.getvalue()


def delete_lesson(folder: Path, visitors: Path) -> None:
    """Delete what was handed in of a lesson, and the names in the records of all visitors, whose folder is given.

    The folder goes at once. A page that hands in meanwhile makes a new one, and its record stays.
    """
    gone = folder.with_name(f".{folder.name}-{os.getpid()}.deleted")
    try:
        folder.rename(gone)
    except OSError:  # on Windows, while a file is open
        gone = folder
    _delete(gone, folder.name, visitors)


def finish_deletions(folder: Path, visitors: Path) -> None:
    """Delete what `delete_lesson` has left of lessons in this folder when its process was killed.

    What the system does not let go stays: a class can be served all the same.
    """
    for gone in list(folder.glob(".*-*.deleted")):
        with suppress(OSError):
            _delete(gone, gone.name[1:].rpartition("-")[0], visitors)


def _delete(folder: Path, lesson: str, visitors: Path) -> None:
    shutil.rmtree(folder)
    for record in visitors.glob(f"*/{RECORD.format(lesson=lesson)}"):
        Mailbox(folder.parent, record.parent, lesson).forget_deleted()


def _time(path: Path) -> datetime:
    return datetime.fromtimestamp(path.stat().st_mtime)
