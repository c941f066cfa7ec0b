"""Find who has the answers of another student, say what is known of it, and do as the teacher has decided."""

import time
from collections.abc import Iterable
from dataclasses import replace

from monopoly_lab.common.messages import say
from monopoly_lab.lessons.grading.answer_sheet import Contents, Marked, SeedFrom, Submission
from monopoly_lab.lessons.grading.class_settings import Course, decision
from monopoly_lab.lessons.grading.submission_owner import SHOWN, without_copy


def note_shared(sheets: list[Submission], course: Course, has_own: bool) -> None:
    """Say of each submission whose answers, page or numbers it has; copies are doubtful from then on.

    Args:
        sheets: What came from each student, marked.
        course: The class.
        has_own: Whether the lesson asks with numbers of each student's own.

    Sentences that two have word for word are named, too, and keep nothing back by themselves.
    """
    for sheet, others in copies(sheets):
        if not (sheet.is_doubtful and all(_is_named(other, sheet) for other in others)):  # else it has been said
            _note(sheet, others, "same_answers", course)
        sheet.is_doubtful = sheet.is_alike = True
    for sheet, others in same_pages(sheets):
        _note(sheet, others, "same_page", course)
        sheet.is_doubtful = sheet.is_alike = True
    if has_own:
        for sheet in sheets:
            others = [each for each in sheets if each is not sheet and _have_one_seed(each, sheet)]
            sheet.is_alike = sheet.is_alike or any(each.answers == sheet.answers for each in others)
            if others and not sheet.is_doubtful:
                _note(sheet, others, "same_seed", course)
    for sheet, others in same_sentences(sheets):
        new = [other for other in others if not _is_named(other, sheet)]
        if new:
            more = ", ..." if len(new) > SHOWN else ""
            sheet.problems.append(say("class.same_sentences", students=_names(new[:SHOWN]) + more))


def _note(sheet: Submission, others: list[Submission], what: str, course: Course) -> None:
    """Say what two or more hand-ins have in common, and what is known of how they came."""
    sheet.problems.append(say(f"class.{what}", students=_names(others)))
    told = came(sorted([sheet, *others], key=lambda each: (each.saved or 0.0, _names([each]))), course)
    if told and told not in sheet.problems:
        sheet.problems.append(told)


def came(sheets: list[Submission], course: Course) -> str:
    """Return which of some submissions was handed in first, and which came from the app; "" where nothing tells.

    The page of a lesson writes when it made a notebook; a copy of the file has the same time in it. The time of a file
    is that of the last who saved it, and tells nothing.

    Args:
        sheets: What came from some students, in the order of the times that their pages wrote.
        course: The class.
    """
    told = [(_names([each]), say(f"class.came_{'app' if _is_from_app(each, course) else 'file'}")) for each in sheets]
    plain = [f"{name} ({how})" for name, how in told]
    if any(each.saved is None for each in sheets):
        return say("class.came_how", all=", ".join(plain)) if len({how for _, how in told}) > 1 else ""
    times = [time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(each.saved)) for each in sheets]
    if len(set(times)) == 1:
        return say("class.came_at_once", time=times[0], all=", ".join(plain))
    first, *rest = (f"{name} ({when}, {how})" for (name, how), when in zip(told, times))
    return say("class.came_first", first=first, rest=", ".join(rest))


def _is_from_app(sheet: Submission, course: Course) -> bool:
    """Return True for a file in the folder into which the download of the page "Handed in" is unpacked."""
    names = {course.lesson_name, course.source.about.name} - {""}
    return (
        sheet.contents is Contents.UNNAMED and sheet.path is not None and without_copy(sheet.path.parent.name) in names
    )


def _names(sheets: Iterable[Submission]) -> str:
    return ", ".join(sheet.student.name for sheet in sheets if sheet.student is not None)


def _is_named(other: Submission, sheet: Submission) -> bool:
    """Return True if a student is named in what is odd about the file of another."""
    return other.student is not None and any(other.student.name in problem for problem in sheet.problems)


def _have_one_seed(one: Submission, other: Submission) -> bool:
    """Return True if both have a seed that one page has drawn: from the same device, or copied."""
    return one.seed == other.seed and one.seed_from is other.seed_from is SeedFrom.PAGE


def copies(sheets: list[Submission]) -> list[tuple[Submission, list[Submission]]]:
    """Return who has another's answers: the same numbers to all self-checks, one right by the other's key only.

    A wrong number with a known slip behind it is no sign of that: it comes to many.
    """
    checks = [_checked(sheet) for sheet in sheets]
    alike = [[sheet for sheet, theirs in zip(sheets, checks) if _has(mine, theirs)] for mine in checks]
    return [(sheet, others) for sheet, others in zip(sheets, alike) if others]


ENOUGH = 20  # letters of sentences that two students do not write alike by chance


def same_pages(sheets: list[Submission]) -> list[tuple[Submission, list[Submission]]]:
    """Return whose notebook from a page is that of another but for the name; each with the others.

    It is one file, which the page made at the same second; or all answers are equal, and sentences of some length.
    """
    pages = [sheet for sheet in sheets if sheet.contents is Contents.UNNAMED]
    alike = [[other for other in pages if other is not sheet and _is_one_page(sheet, other)] for sheet in pages]
    return [(sheet, others) for sheet, others in zip(pages, alike) if others]


def same_sentences(sheets: list[Submission]) -> list[tuple[Submission, list[Submission]]]:
    """Return who has written a long sentence that another student has, word for word; each with the others."""
    own = [sheet for sheet in sheets if sheet.student is not None]
    wrote = [
        {words for text in _own_texts(sheet) if len(words := " ".join(text.casefold().split())) >= ENOUGH}
        for sheet in own
    ]
    alike = [
        [other for other, theirs in zip(own, wrote) if other is not sheet and mine & theirs]
        for sheet, mine in zip(own, wrote)
    ]
    return [(sheet, others) for sheet, others in zip(own, alike) if others]


def _is_one_page(one: Submission, other: Submission) -> bool:
    if one.answers != other.answers or one.texts != other.texts:
        return False
    is_one_file = one.saved is not None and (one.saved, one.seed) == (other.saved, other.seed)
    return is_one_file or sum(map(len, _own_texts(one))) >= ENOUGH


def _own_texts(sheet: Submission) -> list[str]:
    """Return what a student wrote without what stands in the lesson, which is nobody's own."""
    return [text for _, text in sheet.texts if text not in sheet.quotes]


def _checked(sheet: Submission) -> dict[str, Marked]:
    own = [row for row in sheet.rows if row.kind == "self_check"]
    return {row.name: row for row in own if row.said is not None and row.found is not None}


def _has(mine: dict[str, Marked], theirs: dict[str, Marked]) -> bool:
    if set(mine) != set(theirs) or any(row.said != theirs[name].said for name, row in mine.items()):
        return False
    return any(row.state == "wrong" and not row.slip and theirs[name].state == "right" for name, row in mine.items())


def decide(sheet: Submission, course: Course) -> None:
    """Do with a submission as the teacher has decided, and say so; a doubtful one without a decision waits for it.

    `false` in [decided] takes the points of any file, whatever is odd about it.
    """
    decided = course.decided.get(sheet.student.name) if sheet.student is not None else None
    if sheet.student is None or sheet.path is None:
        return
    if decided is None and (sheet.is_doubtful or sheet.is_rivaled):
        lines = {key: decision(sheet.student.name, value) for key, value in (("yes", True), ("no", False))}
        if sheet.is_doubtful:
            sheet.problems.append(say("class.doubtful", **lines))
        _keep_back(sheet, None, "doubtful")
        if sheet.is_rivaled:  # the other file may answer what this one does not
            sheet.rows = [replace(row, points=None) for row in sheet.rows]
    elif decided is False:
        sheet.problems.append(say("class.decided_no"))
        _keep_back(sheet, 0.0, "uncounted")
    elif decided is True or (decided and sheet.is_doubtful):
        sheet.problems.append(say("class.decided_yes"))


def _keep_back(sheet: Submission, points: float | None, state: str) -> None:
    sheet.rows = [row if row.state == "open" else replace(row, points=points, state=state) for row in sheet.rows]
