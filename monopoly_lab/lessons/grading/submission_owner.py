"""Find whose a submission is, from which seed its numbers came, and which of a student's files counts."""

import hmac
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from monopoly_lab.common import ABOUT
from monopoly_lab.common.file_access import comparable_name, normalized_name, shortened
from monopoly_lab.common.messages import say
from monopoly_lab.common.validation_errors import nearest_name
from monopoly_lab.lessons.grading.class_settings import Assignment, decision
from monopoly_lab.lessons.grading.given_lesson import Given
from monopoly_lab.lessons.grading.handed_in import OTHER
from monopoly_lab.lessons.grading.roster import Student, file_name, same_name
from monopoly_lab.lessons.grading.submission import Contents, Owner, SeedFrom, Submission, relative
from monopoly_lab.lessons.lesson import Lesson
from monopoly_lab.lessons.question_calls import Whose, seed_in, whose_in

OTHER_DEVICE = re.compile(
    re.escape(OTHER).replace(r"\{stem\}", "(.+)").replace(r"\{number\}", r"\d+").removesuffix(r"\.ipynb")
)
NUMBER = r"\d{1,3}"
COPIED = rf"[\s_]*[-–—]?[\s_]*\b(?:copy|копія|копия)(?:[\s_]*{NUMBER})?"
COPY = re.compile(rf"(?:[\s_]*\({NUMBER}\)|-{NUMBER}|{COPIED})+$", re.IGNORECASE)  # "(1)", "-1", " - Copy"
SHOWN = 5  # files, students and cells that are named


def named_by(given: Given, path: Path) -> list[Student]:
    """Return the students whom the file, or the folders around it, are named after; the nearest name first."""
    students = [owner_of(given.students, part) for part in (path.stem, *reversed(path.parts[:-1]))]
    return [student for student in students if student is not None]


def find_student(submission: Submission, given: Given, named: list[Student], notebook: Any, place: str) -> None:
    """Set the student by the signature, the name in the notebook and the file name; note it if they differ.

    `place` is the place of the file in `submitted`.
    """
    assignment, about = given.assignment, notebook.metadata.get(ABOUT, {})
    mark = about.get("signature") if isinstance(about, dict) else None
    signed = _signed_for(given, notebook)
    whose = next((found for cell in submission.cells if (found := whose_in(cell))), None)
    name = comparable_name(whose.student or "") if whose else ""
    inside = next((student for student in assignment.students if comparable_name(student.name) == name), None)
    owner = signed if signed in named else next(iter(named), None)
    student = submission.student = owner or signed or inside or _by_first_name(submission, given, place)
    if student is not None and signed == student:
        submission.owner = Owner.SIGNED
    elif mark is None and student is not None and inside == student:
        submission.owner = Owner.UNSIGNED
    own_seed = assignment.lesson(student).seed if student is not None else None
    _find_seed(submission, whose, inside, signed, mark, own_seed)
    if whose is None or None in whose:
        submission.problems.append(say("class.no_name"))
    elif not name and mark is None:
        submission.contents = Contents.UNNAMED
        if (
            student is None
            and submission.path is not None
            and not students_named(assignment.students, submission.path.stem)
        ):
            submission.problems.append(_stranger(submission, given, place))
    elif signed is not None and signed == inside and signed != student:
        pass  # said below, in one sentence
    elif inside is None or inside != student:
        submission.stranger = "" if student else whose.student or ""
        shown = shortened(whose.student) or "-"
        submission.problems.append(say("class.other_seed" if student else "class.stranger", value=shown))
    elif (other := normalized_name(whose.course or "")).casefold() != assignment.class_name.casefold():
        key = "class.other_course" if submission.seed is None else "class.typed_course"
        submission.problems.append(say(key, value=shortened(other) or "-"))
    if signed is not None and signed != student:
        submission.problems.append(say("class.signed_for", student=signed.name))
    elif assignment.secret and signed is None and (name or mark is not None or whose is None):
        submission.problems.append(say("class.no_signature" if mark is None else "class.bad_signature"))
    is_anothers = (inside is not None and inside != student) or (signed is not None and signed != student)
    submission.is_doubtful = is_anothers or bool(assignment.secret and mark is not None and signed is None)


def _signed_for(given: Given, notebook: Any) -> Student | None:
    """Return the student whom the class has signed a notebook for; None for nobody."""
    about = notebook.metadata.get(ABOUT, {})
    mark = about.get("signature") if isinstance(about, dict) else None
    return next((each for each, right in given.signatures.items() if _is_signature(right, mark)), None)


def is_signed(given: Given, notebook: Any) -> bool:
    """Return True for a notebook that the class has given out."""
    return _signed_for(given, notebook) is not None


def _stranger(submission: Submission, given: Given, place: str) -> str:
    """Return that a file is nobody's; of one from another device what to write to count it."""
    stem = submission.path.stem if submission.path is not None else ""
    device = OTHER_DEVICE.fullmatch(without_copy(stem))
    student = owner_of(given.students, device[1]) if device else None
    if student is None:
        submission.stranger = without_copy(stem).replace("_", " ")
        return say("class.stranger", value=shortened(stem))
    submission.device_of = student
    return say("class.other_device", line=decision(student.name, place))


def _find_seed(
    submission: Submission,
    whose: Whose | None,
    inside: Student | None,
    signed: Student | None,
    mark: object,
    own_seed: int | None,
) -> None:
    """Set what seed the numbers came from, if that is not `own_seed`, the student's in this class.

    So it is on pages of a lesson, and in a copy of `lesson build` into which a student has typed a name: its course is
    not that of the class. A seed of one's own choice is no advantage: the answers follow from it.
    """
    if signed is not None or mark is not None or (inside is not None and inside != submission.student):
        return  # of the class, or another's file, which counts for nobody
    page_seed = next((seed_in(cell) for cell in submission.cells if whose_in(cell)), None)
    if whose is None or page_seed is ... or (None in whose and page_seed is None):
        submission.seed_from = SeedFrom.UNKNOWN
    elif page_seed is not None:
        submission.seed, submission.seed_from = page_seed, SeedFrom.PAGE
    elif not comparable_name(whose.student or ""):
        submission.seed = Lesson(whose.lesson or "-", course=whose.course or "").seed
        submission.seed_from = SeedFrom.NOBODY
    elif inside is not None and (typed := Lesson("-", whose.student, whose.course or "").seed) != own_seed:
        submission.seed, submission.seed_from = typed, SeedFrom.TYPED


def _by_first_name(submission: Submission, given: Given, place: str) -> Student | None:
    """Return the only student of the class with the name of a file, and note it; of several ask who it is."""
    stem = submission.path.stem if submission.path is not None else ""
    students = students_named(given.assignment.students, stem)
    if len(students) == 1:
        submission.owner = Owner.GUESSED
        submission.problems.append(say("class.taken_for", student=students[0].name, value=shortened(stem)))
        return students[0]
    if students:
        lines = f" {say('class.or')} ".join(decision(student.name, place) for student in students[:SHOWN])
        names = ", ".join(student.name for student in students[:SHOWN]) + (", ..." if len(students) > SHOWN else "")
        submission.problems.append(say("class.which", value=shortened(stem), names=names, lines=lines))
    return None


def note_near_names(files: list[Submission], students: Iterable[Student], folder: Path) -> None:
    """Note at each file of a stranger which student of nearly this name has handed in nothing."""
    owners = {each.student for each in files}
    missing = [student.name for student in students if student not in owners]
    for each in files:
        if each.stranger and each.claimed is None and (name := nearest_name(each.stranger, missing)):
            line = decision(name, each.place(folder))
            each.problems.append(say("class.did_you_mean", student=name, line=line))


def _is_signature(right: str, mark: object) -> bool:
    return bool(right) and isinstance(mark, str) and hmac.compare_digest(right.encode(), mark.encode())


def choose(same: list[Submission], student: Student, given: Given, folder: Path) -> None:
    """Choose which of a student's files counts, and note it at each; note if one that does not count is newer."""
    same.sort(key=lambda each: (_is_out(each), *_doubt(each, student, given, folder), -each.handed_in_at, *_last(each)))
    for each in same[1:]:
        each.problems.append(say("class.twice", student=student.name, path=shortened(same[0].place(folder))))
        each.student, each.claimed = None, student
    if others := [shortened(each.place(folder)) for each in same[1:]]:
        paths = ", ".join(others[:SHOWN]) + (", ..." if len(others) > SHOWN else "")
        newest = max(same, key=lambda each: each.handed_in_at)
        is_newest = same[0].handed_in_at >= newest.handed_in_at
        key = "rivals_newest" if is_newest and same[0].owner is not Owner.CHOSEN else "rivals"
        same[0].problems.append(say(f"class.{key}", n=len(others), paths=paths))
        if not is_newest and same[0].owner is not Owner.CHOSEN:
            newer_key, path = "newer_unread" if newest.is_unread else "newer", newest.place(folder)
            line = decision(student.name, path)
            same[0].problems.append(say(f"class.{newer_key}", student=student.name, path=path, line=line))


def note_other_devices(files: list[Submission], assignment: Assignment, folder: Path) -> None:
    """Note that the teacher has to decide between files of one name from two devices that say different things.

    Nothing is asked that the teacher has decided, or of a file that says the same. Where the student has no other file,
    the file itself asks.
    """
    counted = {each.student: each for each in files if each.student is not None}
    for student in assignment.students:
        devices = [each for each in files if each.device_of == student and each.student is None]
        counted_file = counted.get(student)
        for each in devices:
            each.claimed = student
        if counted_file is None:
            continue
        for each in devices:
            each.problems = [say("class.twice", student=student.name, path=shortened(counted_file.place(folder)))]
        others = [each for each in devices if not _say_the_same(each, counted_file)]
        if others and assignment.decided.get(student.name) is None:
            for each in others:
                each.problems = [say("class.from_device")]
            counted_file.is_rivaled = True
            lines = f" {say('class.or')} ".join(decision(student.name, each.place(folder)) for each in others[:SHOWN])
            yes = decision(student.name, True)
            counted_file.problems.append(say("class.other_devices", n=len(others), yes=yes, lines=lines))


def _say_the_same(one: Submission, other: Submission) -> bool:
    return (one.answers, one.texts, one.first_tries) == (other.answers, other.texts, other.first_tries)


def _is_out(each: Submission) -> bool:
    """Return True for an unreadable file: it takes the place of no other, unless the teacher says so."""
    return each.is_unread and each.owner is not Owner.CHOSEN


def _doubt(each: Submission, student: Student, given: Given, folder: Path) -> tuple[int, int, int]:
    """Return how unsure it is that a file is a student's: its owner, how many others and strangers its place names.

    A folder that is nobody's may be the one in which a classmate has handed in.
    """
    path = relative(each.path or folder, folder)
    named = [owner_of(given.students, part) for part in (*path.parts[:-1], path.stem)]
    return each.owner, sum(other not in (None, student) for other in named), named.count(None)


def _last(each: Submission) -> tuple[int, str]:
    """Return what tells files of the same time apart: the highest number of a browser comes first."""
    path = each.path or Path()
    return -copy_number(path.stem), path.as_posix()


# Names of files


def without_copy(stem: str) -> str:
    """Return the name of a file without what a browser adds to a second download: "Bo_Lee" for "Bo_Lee (1)"."""
    plain = COPY.sub("", stem.replace("_copy", " copy")).strip()
    return plain or stem


def copy_number(stem: str) -> int:
    """Return the number that a browser has added to the name of a file; 0 for none."""
    ending = COPY.search(stem)
    return int(numbers[-1]) if ending and (numbers := re.findall(NUMBER, ending[0])) else 0


def without_duplicates(files: list[Submission], folder: Path) -> list[Submission]:
    """Return files without those that are there again, byte for byte and by the same name, as from a second download.

    Of these the one that the teacher has chosen is kept, else the one with the shortest path.
    """
    places: dict[tuple[str, ...], list[Submission]] = {}
    for each in files:
        path = relative(each.path or folder, folder)
        places.setdefault((*map(without_copy, path.parts[:-1]), without_copy(path.stem)), []).append(each)
    again = [
        id(other) for same in places.values() if len(same) > 1 for equal in _equal(same) for other in _repeats(equal)
    ]
    return [each for each in files if id(each) not in again]


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
    names = (name, without_copy(name), file_name(without_copy(name)))
    exact = next((students[comparable_name(each)] for each in names if comparable_name(each) in students), None)
    alike = [student for file, student in students.items() if same_name(file) == same_name(without_copy(name))]
    return exact or (alike[0] if len(alike) == 1 else None)


def students_named(students: Iterable[Student], name: str) -> list[Student]:
    """Return the students whose names have all words of a file's name: "Fay" is in "Fay Weber"; [] for no words."""
    words = _words(without_copy(name))
    return [student for student in students if words and words <= _words(student.name)]


def _words(name: str) -> set[str]:
    return set(re.findall(r"[^\W_]+", comparable_name(name)))
