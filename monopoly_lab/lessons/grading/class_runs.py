"""Run notebooks for a class: the teacher's with the seed of each student, which gives the key, and answers in code."""

import hashlib
import json
from collections.abc import Iterable
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

RUN_AS = {"predict": "said", "self_check": "self_check"}  # the kind of note in which a run says what was answered


def run_all(
    files: list[Submission],
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
    written = [each for each in files if each.student is not None and each.code]
    before = sandbox.command(folder) if written and not unsafe else []
    if before is None:
        raise LessonError(say("class.no_sandbox"))
    with bar(len(written), say("class.run_bar"), True) as progress:

        def on_run_done(number: int, run: Run) -> None:
            progress.update(1)

        cells = [each.cells for each in written]
        runs = carried_out(cells, folder, seconds, True, jobs, on_run_done, before) if cells else []
    for each, run in zip(written, runs):
        computed = {question: _computed_answer(question, run) for question in each.code}
        each.answers |= computed
        if run.failure:
            each.problems.append(run.failure)
        elif names := [name for (_, name), answer in computed.items() if answer.value is None]:
            each.problems.append(say("class.run_nothing", names=", ".join(names)))


def name_code(files: list[Submission]) -> None:
    """Say of each submission which answers are code that was not run: they have no points yet."""
    for each in files:
        if each.code:
            each.problems.append(say("class.is_code", names=", ".join(name for _, name in each.code)))


def _computed_answer(question: Question, run: Run) -> StudentAnswer:
    """Return the number that an answer came to; where the run found none, it is not answered."""
    kind, name = question
    values = [note.value for note in run.notes if (note.kind, note.name) == (RUN_AS[kind], name)]
    return StudentAnswer(values[-1] if values else None)


# The teacher's key: what the teacher's notebook finds with the seed of each student

KEPT = ".key.json"  # what runs of the teacher's notebook have found: they may take minutes

Key = dict[Question, float]  # by kind and name; what a lesson never holds against anything is not in it


def keys(
    assignment: Assignment, folder: Path, jobs: int = 0, submissions: Iterable[Submission] = ()
) -> dict[Student, Key]:
    """Return the key of each student; one run serves all where nothing that is asked depends on the seed.

    Else the whole notebook is run for one student, and for the others only the lines that their own keys follow from.
    As many runs at a time as there are `jobs`, a core each if it is 0. What was found before, with the same cells and
    the same program, is not run again. The numbers of some of the files that `came` are from another seed than that of
    the class, as on the page of a lesson; so is the key then.
    Raises LessonError where the teacher's notebook fails, or where its own answer is not right by the lesson's keys.
    """
    seeds = {each.student: each.seed for each in submissions if each.student is not None and each.seed is not None}
    cells = {student: assignment.codes_for(student, seeds.get(student)) for student in assignment.students}
    first = assignment.students[0]
    if not assignment.own:
        cells = dict.fromkeys(assignment.students, cells[first])
    marks = {student: _digest(each) for student, each in cells.items()}
    found = _stored_keys(folder)
    missing = {mark: student for student, mark in reversed(marks.items()) if mark not in found}
    if missing:
        from monopoly_lab.simulation.progress import workers

        _Search(cells, marks, assignment.own, found, folder, jobs or workers()).find(list(reversed(missing.values())))
    return {student: found[mark] for student, mark in marks.items()}


@dataclass
class _Search:
    """Runs for keys that are missing: what was `found`, by mark, is kept as it comes."""

    cells: dict[Student, list[str]]
    marks: dict[Student, str]
    own: frozenset[Question]
    found: dict[str, Key]
    folder: Path
    jobs: int

    def find(self, students: list[Student]) -> None:
        """Find the keys of students with a bar; LessonError for the first that has none."""
        from monopoly_lab.simulation.progress import bar

        with bar(len(students), say("class.key_bar"), True) as progress:
            first, *others = students
            self._run([first], self.cells, {}, progress)
            if parts := self._parts(first, others):
                rest = {key: x for key, x in self.found[self.marks[first]].items() if key not in self.own}
                self._run(others, parts, rest, progress)
            left = [student for student in others if self.marks[student] not in self.found]
            self._run(left, self.cells, {}, progress)

    def _parts(self, first: Student, others: list[Student]) -> dict[Student, list[str]]:
        """Return the lines that the own keys of others follow from, if they give the first student's key as all do."""
        parts = (
            {student: cells_for_keys(self.cells[student], self.own) for student in (first, *others)} if others else {}
        )
        if not parts or not all(parts.values()):
            return {}
        (run,) = carried_out([parts[first]], self.folder, SECONDS_A_KEY)
        whole = {question: x for question, x in self.found[self.marks[first]].items() if question in self.own}
        part = {(note.kind, note.name): note.value for note in run.notes if (note.kind, note.name) in self.own}
        return parts if not run.failure and part == whole else {}

    def _run(self, students: list[Student], cells: dict[Student, list[str]], rest: Key, progress: Any) -> None:
        """Run cells for students, whose keys have the `rest` too; what fails with a rest is left to be run whole."""

        def on_run_done(number: int, run: Run) -> None:
            student = students[number]
            key = _key(student, run) if cells is self.cells else _part(student, run, rest, self.own)
            if key is not None:
                progress.update(1)
                self.found[self.marks[student]] = key
                stored = {mark: [[*question, x] for question, x in key.items()] for mark, key in self.found.items()}
                replace(self.folder / KEPT, json.dumps(stored).encode())

        if students:
            runs = [cells[student] for student in students]
            carried_out(runs, self.folder, SECONDS_A_KEY, False, self.jobs, on_run_done)


def _part(student: Student, run: Run, rest: Key, own_questions: frozenset[Question]) -> Key | None:
    """Return the key of a student of whom only the own questions were run; None where that failed or found little."""
    if run.failure or not all(note.is_right for note in run.notes):
        return None
    values = {(note.kind, note.name): note.value for note in run.notes if note.kind != "said"}
    return rest | {question: x for question, x in values.items() if question in own_questions}


def _stored_keys(folder: Path) -> dict[str, Key]:
    """Return the keys of earlier runs by what was run; none of a file that is missing or damaged."""
    try:
        read = json.loads((folder / KEPT).read_text(encoding="utf-8"))
        return {mark: {(str(kind), str(name)): float(x) for kind, name, x in key} for mark, key in read.items()}
    except (OSError, ValueError, TypeError, AttributeError):
        return {}


def _digest(cells: list[str]) -> str:
    """Return what a key depends on: the program, its random numbers, and the cells with their student in them."""
    return hashlib.sha256(json.dumps([__version__, random_numbers.FORMAT, cells]).encode()).hexdigest()


def _key(student: Student, run: Run) -> Key:
    if run.failure:
        raise LessonError(say("class.key_failed", student=student.name, reason=run.failure))
    wrong = sorted({note.name for note in run.notes if not note.is_right})
    if wrong:
        raise LessonError(say("class.key_wrong", student=student.name, names=", ".join(wrong)))
    return {(note.kind, note.name): note.value for note in run.notes if note.kind != "said"}
