"""Find whose file a submission is by its name, and when it was made: copies of a browser, first names, hand-in time."""

import re
from collections.abc import Iterable, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from monopoly_lab.common import ABOUT
from monopoly_lab.common.file_access import folded
from monopoly_lab.lessons.grading.answer_sheet import Owner, Submission, relative
from monopoly_lab.lessons.grading.roster import Student, file_name, same_name

HANDED_IN = "handed_in"  # in what a notebook says of itself: when the page of a lesson made it, as ISO 8601
TRIED = "tries"  # in the same: the numbers that each self-check was given on that page, the first one first
NUMBER = r"\d{1,3}"
COPIED = rf"[\s_]*[-–—]?[\s_]*\b(?:copy|копія|копия)(?:[\s_]*{NUMBER})?"
COPY = re.compile(rf"(?:[\s_]*\({NUMBER}\)|-{NUMBER}|{COPIED})+$", re.IGNORECASE)  # "(1)", "-1", " - Copy"


def without_copy(stem: str) -> str:
    """Return the name of a file without what a browser adds to a second download: "Bo_Lee" for "Bo_Lee (1)"."""
    plain = COPY.sub("", stem.replace("_copy", " copy")).strip()
    return plain or stem


def copy_number(stem: str) -> int:
    """Return the number that a browser has added to the name of a file; 0 for none."""
    found = COPY.search(stem)
    return int(numbers[-1]) if found and (numbers := re.findall(NUMBER, found[0])) else 0


def once(found: list[Submission], folder: Path) -> list[Submission]:
    """Return files without those that are there again, byte for byte and by the same name, as from a second download.

    Of these the one that the teacher has chosen is kept, else the one with the shortest path.
    """
    places: dict[tuple[str, ...], list[Submission]] = {}
    for each in found:
        path = relative(each.path or folder, folder)
        places.setdefault((*map(without_copy, path.parts[:-1]), without_copy(path.stem)), []).append(each)
    again = [
        id(other) for same in places.values() if len(same) > 1 for equal in _equal(same) for other in _repeats(equal)
    ]
    return [each for each in found if id(each) not in again]


def _equal(same: list[Submission]) -> list[list[Submission]]:
    """Return files in groups of equal bytes; each that is no plain file by itself."""
    groups: dict[object, list[Submission]] = {}
    for each in same:
        is_plain = each.path is not None and each.path.is_file() and not each.path.is_symlink() and not each.is_unread
        groups.setdefault(each.path.read_bytes() if is_plain and each.path else id(each), []).append(each)
    return list(groups.values())


def _repeats(equal: list[Submission]) -> list[Submission]:
    equal = sorted(equal, key=lambda each: (each.owner is not Owner.CHOSEN, len(str(each.path)), str(each.path)))
    return [each for each in equal[1:] if each.owner is not Owner.CHOSEN]


def owner_of(students: Mapping[str, Student], name: str) -> Student | None:
    """Return the student whom a file or folder is named after, whatever a browser has added; None for nobody.

    Case, spaces and hyphens make no difference where only one student is meant.

    Args:
        students: Each student by the folded name of the file that was given out.
        name: The name without its ending.
    """
    tried = (name, without_copy(name), file_name(without_copy(name)))
    exact = next((students[folded(each)] for each in tried if folded(each) in students), None)
    alike = [student for file, student in students.items() if same_name(file) == same_name(without_copy(name))]
    return exact or (alike[0] if len(alike) == 1 else None)


def called(students: Iterable[Student], name: str) -> list[Student]:
    """Return the students whose names have all words of a file's name: "Fay" is in "Fay Weber"; [] for no words."""
    words = _words(without_copy(name))
    return [student for student in students if words and words <= _words(student.name)]


def _words(name: str) -> set[str]:
    return set(re.findall(r"[^\W_]+", folded(name)))


def made_by_page(notebook: Any) -> float | None:
    """Return when the page of a lesson made a notebook, in seconds; None where it does not say."""
    about = notebook.metadata.get(ABOUT, {})
    try:
        made = datetime.fromisoformat(about[HANDED_IN])
        return made.timestamp()
    except (KeyError, TypeError, ValueError, OverflowError, OSError):
        return None


def made_at(notebook: Any, path: Path) -> float:
    """Return when a notebook was handed in, in seconds: by the page that made it, else by the time of its file."""
    made = made_by_page(notebook)
    return path.lstat().st_mtime if made is None else made
