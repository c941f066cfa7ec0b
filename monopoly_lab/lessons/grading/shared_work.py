"""Find students with the answers of another student, say what is known, and apply the teacher's decision."""

import time
from collections.abc import Iterable
from dataclasses import replace

from monopoly_lab.common.messages import say
from monopoly_lab.lessons.grading.class_settings import Assignment, decision
from monopoly_lab.lessons.grading.submission import Contents, Marked, SeedFrom, Submission
from monopoly_lab.lessons.grading.submission_owner import SHOWN, without_copy


def note_shared(submissions: list[Submission], assignment: Assignment, has_own: bool) -> None:
    """Say of each submission whose answers, page or numbers it has; copies are doubtful from then on.

    Args:
        submissions: What came from each student, marked.
        assignment: The class.
        has_own: Whether the lesson asks with numbers of each student's own.

    Sentences that two have word for word are named, too, and keep nothing back by themselves.
    """
    for submission, others in copies(submissions):
        is_said = submission.is_doubtful and all(_is_named(other, submission) for other in others)
        if not is_said:
            _note(submission, others, "same_answers", assignment)
        submission.is_doubtful = submission.is_alike = True
    for submission, others in same_pages(submissions):
        _note(submission, others, "same_page", assignment)
        submission.is_doubtful = submission.is_alike = True
    if has_own:
        for submission in submissions:
            others = [each for each in submissions if each is not submission and _have_one_seed(each, submission)]
            submission.is_alike = submission.is_alike or any(each.answers == submission.answers for each in others)
            if others and not submission.is_doubtful:
                _note(submission, others, "same_seed", assignment)
    for submission, others in same_sentences(submissions):
        new = [other for other in others if not _is_named(other, submission)]
        if new:
            more = ", ..." if len(new) > SHOWN else ""
            submission.problems.append(say("class.same_sentences", students=_names(new[:SHOWN]) + more))


def _note(submission: Submission, others: list[Submission], what: str, assignment: Assignment) -> None:
    """Say what two or more hand-ins have in common, and what is known of how they came."""
    submission.problems.append(say(f"class.{what}", students=_names(others)))
    line = origin_note(
        sorted([submission, *others], key=lambda each: (each.saved_at or 0.0, _names([each]))), assignment
    )
    if line and line not in submission.problems:
        submission.problems.append(line)


def origin_note(submissions: list[Submission], assignment: Assignment) -> str:
    """Return which of some submissions was handed in first, and which came from the app; "" where nothing tells.

    The page of a lesson writes when it made a notebook; a copy of the file has the same time in it. The time of a file
    is that of the last who saved it, and tells nothing.

    Args:
        submissions: What came from some students, in the order of the times that their pages wrote.
        assignment: The class.
    """
    sources = [
        (_names([each]), say(f"class.came_{'app' if _is_from_app(each, assignment) else 'file'}"))
        for each in submissions
    ]
    plain = [f"{name} ({how})" for name, how in sources]
    if any(each.saved_at is None for each in submissions):
        return say("class.came_how", all=", ".join(plain)) if len({how for _, how in sources}) > 1 else ""
    times = [time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(each.saved_at)) for each in submissions]
    if len(set(times)) == 1:
        return say("class.came_at_once", time=times[0], all=", ".join(plain))
    told = [
        say("class.came_same_time", name=name, how=how) if when == before else f"{name} ({when}, {how})"
        for (name, how), when, before in zip(sources, times, ["", *times])
    ]
    first = times.count(times[0])  # files of one time, by which nobody can be told to be the one who copied
    return say("class.came_first", first=", ".join(told[:first]), rest=", ".join(told[first:]))


def _is_from_app(submission: Submission, assignment: Assignment) -> bool:
    """Return True for a file in the folder into which the download of the page "Handed in" is unpacked."""
    names = {assignment.lesson_name, assignment.source.about.name} - {""}
    return (
        submission.contents is Contents.UNNAMED
        and submission.path is not None
        and without_copy(submission.path.parent.name) in names
    )


def _names(submissions: Iterable[Submission]) -> str:
    return ", ".join(submission.student.name for submission in submissions if submission.student is not None)


def _is_named(other: Submission, submission: Submission) -> bool:
    """Return True if a student is named in what is odd about the file of another."""
    return other.student is not None and any(other.student.name in problem for problem in submission.problems)


def _have_one_seed(one: Submission, other: Submission) -> bool:
    """Return True if both have a seed that one page has drawn: from the same device, or copied."""
    return one.seed == other.seed and one.seed_from is other.seed_from is SeedFrom.PAGE


def copies(submissions: list[Submission]) -> list[tuple[Submission, list[Submission]]]:
    """Return who has another's answers: the same numbers to all self-checks, one right by the other's key only.

    A wrong number with a known slip behind it is no sign of that: it comes to many.
    """
    checks = [_self_checks(submission) for submission in submissions]
    alike = [
        [submission for submission, theirs in zip(submissions, checks) if _fits_key_of(mine, theirs)] for mine in checks
    ]
    return [(submission, others) for submission, others in zip(submissions, alike) if others]


ENOUGH = 20  # letters of sentences that two students do not write alike by chance


def same_pages(submissions: list[Submission]) -> list[tuple[Submission, list[Submission]]]:
    """Return whose notebook from a page is that of another but for the name; each with the others.

    It is one file, which the page made at the same second; or all answers are equal, and sentences of some length.
    """
    pages = [submission for submission in submissions if submission.contents is Contents.UNNAMED]
    alike = [
        [other for other in pages if other is not submission and _is_one_page(submission, other)]
        for submission in pages
    ]
    return [(submission, others) for submission, others in zip(pages, alike) if others]


def same_sentences(submissions: list[Submission]) -> list[tuple[Submission, list[Submission]]]:
    """Return who has written a long sentence that another student has, word for word; each with the others."""
    rostered = [submission for submission in submissions if submission.student is not None]
    wrote = [
        {words for text in _own_texts(submission) if len(words := " ".join(text.casefold().split())) >= ENOUGH}
        for submission in rostered
    ]
    alike = [
        [other for other, theirs in zip(rostered, wrote) if other is not submission and mine & theirs]
        for submission, mine in zip(rostered, wrote)
    ]
    return [(submission, others) for submission, others in zip(rostered, alike) if others]


def _is_one_page(one: Submission, other: Submission) -> bool:
    if one.answers != other.answers or one.texts != other.texts:
        return False
    is_one_file = one.saved_at is not None and (one.saved_at, one.seed) == (other.saved_at, other.seed)
    return is_one_file or sum(map(len, _own_texts(one))) >= ENOUGH


def _own_texts(submission: Submission) -> list[str]:
    """Return what a student wrote without what stands in the lesson, which is nobody's own."""
    return [text for _, text in submission.texts if text not in submission.repeated]


def _self_checks(submission: Submission) -> dict[str, Marked]:
    checks = [row for row in submission.rows if row.kind == "self_check"]
    return {row.name: row for row in checks if row.said is not None and row.right is not None}


def _fits_key_of(mine: dict[str, Marked], theirs: dict[str, Marked]) -> bool:
    if set(mine) != set(theirs) or any(row.said != theirs[name].said for name, row in mine.items()):
        return False
    return any(row.state == "wrong" and not row.slip and theirs[name].state == "right" for name, row in mine.items())


def decide(submission: Submission, assignment: Assignment) -> None:
    """Do with a submission as the teacher has decided, and say so; a doubtful one without a decision waits for it.

    `false` in [decided] takes the points of any file, whatever is odd about it.
    """
    decided = assignment.decided.get(submission.student.name) if submission.student is not None else None
    if submission.student is None or submission.path is None:
        return
    if decided is None and (submission.is_doubtful or submission.is_rivaled):
        lines = {key: decision(submission.student.name, value) for key, value in (("yes", True), ("no", False))}
        if submission.is_doubtful:
            submission.problems.append(say("class.doubtful", **lines))
        _keep_back(submission, None, "doubtful")
        if submission.is_rivaled:  # the other file may answer what this one does not
            submission.rows = [replace(row, points=None) for row in submission.rows]
    elif decided is False:
        submission.problems.append(say("class.decided_no"))
        _keep_back(submission, 0.0, "uncounted")
    elif decided is True or (decided and submission.is_doubtful):
        submission.problems.append(say("class.decided_yes"))


def _keep_back(submission: Submission, points: float | None, state: str) -> None:
    submission.rows = [
        row if row.state == "open" else replace(row, points=points, state=state) for row in submission.rows
    ]
