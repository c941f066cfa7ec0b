"""Sum up a class for its teacher's terminal: who has handed in, what is odd about files, who gets what."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from monopoly_lab.common.file_access import shortened
from monopoly_lab.common.messages import say, written
from monopoly_lab.lessons.grading.answer_sheet import Contents, Submission
from monopoly_lab.lessons.grading.class_report import BACK, has_code
from monopoly_lab.lessons.grading.class_settings import Course
from monopoly_lab.lessons.grading.gradebooks import grade_of
from monopoly_lab.lessons.grading.submission_owner import SHOWN


def oddities(found: list[Submission], folder: Path) -> list[str]:
    """Return a line for each student or file with all that is odd; one for files that are nobody's and no notebooks.

    What is odd about a file that counts for nobody, because the student has another, is not said but that it is unread.
    """
    unrelated = [each for each in found if each.contents is Contents.UNRELATED]
    if len(unrelated) <= SHOWN:
        unrelated = []
    others = [each for each in found if not (unrelated and each.contents is Contents.UNRELATED)]
    own = {each.student for each in found}
    told = [each for each in others if each.problems and (each.claimed not in own - {None} or each.is_unread)]
    lines = [f"{each.place(folder)}: {'; '.join(each.problems)}" for each in told]
    if unrelated:
        names = ", ".join(shortened(each.place(folder)) for each in unrelated[:SHOWN])
        lines.append(say("class.unrelated", n=len(unrelated), names=names))
    return lines


def from_pages(course: Course, found: list[Submission]) -> list[str]:
    """Return a line for all notebooks from pages of a lesson, where students have numbers of their own; else none."""
    n = sum(each.seed is not None for each in found)
    if not n or not course.own:
        return []
    return [say("class.of_nobody", n=n)]


def who_handed_in(sheets: list[Submission]) -> list[str]:
    """Return what the page of the class does not say: who has handed in nothing, or answered nothing, and so on."""
    own = [sheet for sheet in sheets if sheet.student is not None]
    named = {
        "missing": [each for each in own if each.path is None],
        "silent": [each for each in own if each.path is not None and not each.is_unread and _is_silent(each)],
        "unread": [each for each in own if each.is_unread],
        "with_code": [each for each in own if has_code(each)],
        "behind": [each for each in own if _is_behind(each)],
        "undecided": [each for each in own if any(row.state == "doubtful" for row in each.rows) and each.is_doubtful],
    }
    names = {key: ", ".join(each.student.name for each in some if each.student) for key, some in named.items()}
    told = [say(f"class.{key}", names=some) for key, some in names.items() if some]
    rivals = sum(each.claimed is not None for each in sheets)
    return [*told, *([say("class.report_rivals", n=rivals)] if rivals else [])]


def _is_silent(sheet: Submission) -> bool:
    return all(row.said is None and row.state not in BACK for row in sheet.rows)


def _is_behind(sheet: Submission) -> bool:
    """Return True for who has answered and has half of the points or fewer, and waits for no decision."""
    return (
        any(row.said is not None for row in sheet.rows)
        and all(row.points is not None and row.state != "uncounted" for row in sheet.rows)
        and 0 < sum(row.most for row in sheet.rows) >= 2 * sum(row.points or 0.0 for row in sheet.rows)
    )


def preview(sheets: Iterable[Submission], files: Sequence[str]) -> Iterator[str]:
    """Yield who gets what, and who has no row in the files for grade books, a line each, before these are used."""
    yield say("class.preview", files=", ".join(files))
    for sheet in sheets:
        if sheet.student is None:
            continue
        points, most = (written(sum(values)) for values in zip(*((row.points or 0.0, row.most) for row in sheet.rows)))
        still = sum(row.most for row in sheet.rows if row.points is None)
        empty = "unread" if sheet.is_unread else "empty"
        key = "none" if sheet.path is None else "open" if still else "points" if grade_of(sheet) else empty
        told = say(f"class.preview_{key}", points=points, most=most, open=written(still))
        yield f"  {sheet.student.name}: {told}"
