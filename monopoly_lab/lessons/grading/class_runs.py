"""Run notebooks for a class: the teacher's with the seed of each student, and students' answers that are code.

What the teacher's notebook finds is the key.
"""

import hashlib
import json
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from monopoly_lab import __version__
from monopoly_lab.common.errors import LessonError
from monopoly_lab.common.file_access import replace
from monopoly_lab.common.messages import say
from monopoly_lab.lessons.grading import sandbox
from monopoly_lab.lessons.grading.cell_runner import SECONDS_A_KEY, SECONDS_A_SUBMISSION, Run, carried_out
from monopoly_lab.lessons.grading.class_settings import Assignment
from monopoly_lab.lessons.grading.roster import Student
from monopoly_lab.lessons.grading.submission import StudentAnswer, Submission
from monopoly_lab.lessons.personal_answers import cells_for_keys
from monopoly_lab.lessons.question_calls import Question
from monopoly_lab.rules import random_numbers

NOTE_KIND = {"predict": "said", "self_check": "self_check"}  # in which a run says what was answered, by question


def run_all(
    submissions: list[Submission],
    folder: Path,
    jobs: int = 0,
    unsafe: bool = False,
    seconds: float = SECONDS_A_SUBMISSION,
) -> None:
    """Run submissions whose answers are code, each in a sandbox with limits, and take the numbers they come to.

    `folder` is that of the class, which they do not see. Raises LessonError where there is no sandbox, unless `unsafe`.
    """
    from monopoly_lab.simulation.progress import bar, workers

    jobs = jobs or workers()
    with_code = [each for each in submissions if each.student is not None and each.code]
    sandbox_prefix = sandbox.command(folder) if with_code and not unsafe else []
    if sandbox_prefix is None:
        raise LessonError(say("class.no_sandbox"))
    runs: list[Run] = []
    with bar(len(with_code), say("class.run_bar"), True) as progress:

        def on_run_done(number: int, run: Run) -> None:
            progress.update(1)

        if cells := [each.cells for each in with_code]:
            runs = carried_out(cells, folder, seconds, limited=True, jobs=jobs, done=on_run_done, before=sandbox_prefix)
    for each, run in zip(with_code, runs):
        computed = {question: _computed_answer(question, run) for question in each.code}
        each.answers |= computed
        if run.failure:
            each.problems.append(run.failure)
        elif names := [name for (_, name), answer in computed.items() if answer.value is None]:
            each.problems.append(say("class.run_nothing", names=", ".join(names)))


def note_code_not_run(submissions: list[Submission]) -> None:
    """Note for each submission which answers are code that was not run: they have no points yet."""
    for each in submissions:
        if each.code:
            each.problems.append(say("class.is_code", names=", ".join(name for _, name in each.code)))


def _computed_answer(question: Question, run: Run) -> StudentAnswer:
    """Return the number that an answer came to; where the run found none, it is not answered."""
    kind, name = question
    values = [note.value for note in run.notes if (note.kind, note.name) == (NOTE_KIND[kind], name)]
    return StudentAnswer(values[-1] if values else None)


# The teacher's key: what the teacher's notebook finds with the seed of each student

KEYS_FILE = ".key.json"  # keys of earlier runs by digest: a run may take minutes

Key = dict[Question, float]  # by kind and name; what a lesson never holds against anything is not in it
KeyReader = Callable[[Student, Run], Key | None]  # None: the student's notebook has to be run whole


def keys(
    assignment: Assignment, folder: Path, jobs: int = 0, submissions: Iterable[Submission] = ()
) -> dict[Student, Key]:
    """Return the key of each student; one run serves all where nothing that is asked depends on the seed.

    Otherwise the whole notebook is run for the first student; for the others, only the lines that their own answers
    need. As many runs at a time as there are `jobs`, a core each if it is 0. What was found before, with the same cells
    and the same program, is not run again. The numbers of some of the `submissions` are from another seed than that of
    the class, as on the page of a lesson; so is the key then.
    Raises LessonError where the teacher's notebook fails, or where its own answer is not right by the lesson's keys.
    """
    seeds = {each.student: each.seed for each in submissions if each.student is not None and each.seed is not None}
    cells = {student: assignment.codes_for(student, seeds.get(student)) for student in assignment.students}
    first = assignment.students[0]
    if not assignment.own:
        cells = dict.fromkeys(assignment.students, cells[first])
    digests = {student: _digest(each) for student, each in cells.items()}
    found = stored_keys(folder)
    missing: dict[str, Student] = {}
    for student, digest in digests.items():
        if digest not in found:
            missing.setdefault(digest, student)
    if missing:
        from monopoly_lab.simulation.progress import workers

        _Search(cells, digests, assignment.own, found, folder, jobs or workers()).find(list(missing.values()))
    return {student: found[digest] for student, digest in digests.items()}


@dataclass
class _Search:
    """Runs for keys that are missing: what was `found`, by digest, is kept as it comes."""

    cells: dict[Student, list[str]]
    digests: dict[Student, str]
    own: frozenset[Question]
    found: dict[str, Key]
    folder: Path
    jobs: int

    def find(self, students: list[Student]) -> None:
        """Find the keys of students with a bar; LessonError for the first that has none."""
        from monopoly_lab.simulation.progress import bar

        with bar(len(students), say("class.key_bar"), True) as progress:
            first, *others = students
            self._run([first], self.cells, whole_key, progress)
            key = self.found[self.digests[first]]
            own = {question: x for question, x in key.items() if question in self.own}
            shared = {question: x for question, x in key.items() if question not in self.own}
            parts = self._parts(students) if others else {}
            agree: list[bool] = []  # whether these lines alone give the first student's `own` answers as all do

            def part_key(student: Student, run: Run) -> Key | None:
                if student == first:
                    mine = {question: x for question, x in _values(run).items() if question in self.own}
                    agree.append(not run.failure and mine == own)
                    return None
                return completed_key(run, shared, own) if agree[0] else None

            if parts:  # the first with the others: in a process of its own it would import for a second
                self._run(students, parts, part_key, progress)
            left = [student for student in others if self.digests[student] not in self.found]
            self._run(left, self.cells, whole_key, progress)

    def _parts(self, students: list[Student]) -> dict[Student, list[str]]:
        """Return the lines that the own answers of each student need; none if nobody can say which."""
        parts = {student: cells_for_keys(self.cells[student], self.own) for student in students}
        return parts if all(parts.values()) else {}

    def _run(self, students: list[Student], cells: dict[Student, list[str]], read: KeyReader, progress: Any) -> None:
        """Run cells for students and keep the keys that are read from the runs, in turn."""
        over: dict[int, Run] = {}
        waiting = list(enumerate(students))

        def on_run_done(number: int, run: Run) -> None:
            over[number] = run
            while waiting and waiting[0][0] in over:
                turn, student = waiting.pop(0)
                if (key := read(student, over.pop(turn))) is not None:
                    progress.update(1)
                    self.found[self.digests[student]] = key
                    self._keep()

        if students:
            runs = [cells[student] for student in students]
            carried_out(runs, self.folder, SECONDS_A_KEY, jobs=self.jobs, done=on_run_done)

    def _keep(self) -> None:
        """Store the keys that are found, for later runs."""
        stored = {digest: [[*question, x] for question, x in key.items()] for digest, key in self.found.items()}
        replace(self.folder / KEYS_FILE, json.dumps(stored).encode())


def whole_key(student: Student, run: Run) -> Key:
    """Return the key that a run of the whole notebook gives; LessonError where it failed or an answer is not right."""
    if run.failure:
        raise LessonError(say("class.key_failed", student=student.name, reason=run.failure))
    wrong = sorted({note.name for note in run.notes if not note.is_right})
    if wrong:
        raise LessonError(say("class.key_wrong", student=student.name, names=", ".join(wrong)))
    return _values(run)


def completed_key(run: Run, shared: Key, own: Collection[Question]) -> Key | None:
    """Return the key of a run of the lines for the `own` questions, completed by the key that all share.

    None where the run failed, an answer is not right, or one of the questions was not answered.
    """
    values = _values(run)
    if run.failure or not all(note.is_right for note in run.notes) or set(own) - values.keys():
        return None
    return shared | {question: values[question] for question in own}


def _values(run: Run) -> Key:
    return {(note.kind, note.name): note.value for note in run.notes if note.kind != "said"}


def stored_keys(folder: Path) -> dict[str, Key]:
    """Return the keys of earlier runs by what was run; none of a file that is missing or damaged."""
    try:
        read = json.loads((folder / KEYS_FILE).read_text(encoding="utf-8"))
        return {digest: {(str(kind), str(name)): float(x) for kind, name, x in key} for digest, key in read.items()}
    except (OSError, ValueError, TypeError, AttributeError, RecursionError):
        return {}


def _digest(cells: list[str]) -> str:
    """Return what a key depends on: the program, its random numbers, and the cells with their student in them."""
    return hashlib.sha256(json.dumps([__version__, random_numbers.FORMAT, cells]).encode()).hexdigest()
