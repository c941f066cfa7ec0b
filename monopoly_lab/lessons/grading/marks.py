"""Make marks from submissions and the key, and the tables of the report that shows the class to itself."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from monopoly_lab.common.errors import LessonError
from monopoly_lab.common.file_access import printable
from monopoly_lab.common.messages import say, spoken
from monopoly_lab.lessons.answer_tolerance import is_share
from monopoly_lab.lessons.grading import sandbox
from monopoly_lab.lessons.grading.cell_runner import Run, carried_out
from monopoly_lab.lessons.grading.class_folder import Key
from monopoly_lab.lessons.grading.course import Course, Student
from monopoly_lab.lessons.grading.submissions import Answer, Submission
from monopoly_lab.lessons.lesson import whose_question
from monopoly_lab.lessons.prediction import Told
from monopoly_lab.lessons.slips import named as named_slip
from monopoly_lab.lessons.slips import own_slip, slip

if TYPE_CHECKING:
    import pandas as pd

Question = tuple[str, str]  # its kind and its name
SECONDS_A_SUBMISSION = 60.0  # for one submission that is run
STATES = ("right", "wrong", "refused", "code", "doubtful", "open")  # refused: no number was meant
VERDICTS = ("close", "slip", "other", "none")  # of a prediction: near the result, a known slip, else, not made
CHANGES = {  # whether the first and the second prediction are close, and what that is called
    (True, True): "stayed_close",
    (False, True): "came_close",
    (True, False): "went_away",
    (False, False): "stayed_away",
}
REPORTED = ("student", "kind", "question", "said", "found", "points", "most", "state", "verdict", "slip")
RUN_AS = {"predict": "said", "self_check": "self_check"}  # the kind of note in which a run says what was answered


@dataclass(frozen=True)
class Marked:
    """One thing a student was asked: what was said, what it is, and the points; None for what is not known.

    `points` are None for an answer that is code and was not run, and for a doubtful file: neither right nor wrong yet.
    `state` says what became of it, one of STATES. `slip` says what is likely behind a wrong number, in words; `verdict`
    says of a prediction how near it is, one of VERDICTS.
    """

    student: Student
    kind: str
    name: str
    said: float | None
    found: float | None
    points: float | None
    most: float
    state: str = "open"
    slip: str = ""
    verdict: str = ""


def run_all(
    course: Course,
    found: list[Submission],
    folder: Path,
    jobs: int = 0,
    unsafe: bool = False,
    seconds: float = SECONDS_A_SUBMISSION,
) -> None:
    """Run submissions whose answers are code, each in a sandbox with limits, and take the numbers they come to.

    `folder` is that of the class, which they do not see. Raises LessonError where there is no sandbox, unless `unsafe`.
    """
    from monopoly_lab.experiments.executors import bar, workers

    written = [each for each in found if each.student is not None and each.code]
    before = sandbox.command(folder) if written and not unsafe else []
    if before is None:
        raise LessonError(say("class.no_sandbox"))
    with bar(len(written), say("class.run_bar"), True) as shown:

        def done(number: int, run: Run) -> None:
            shown.update(1)

        cells = [each.cells for each in written]
        runs = carried_out(cells, folder, seconds, True, jobs or workers(), done, before) if cells else []
    for each, run in zip(written, runs):
        computed = {question: _computed(question, run) for question in each.code}
        each.answers |= computed
        if run.failure:
            each.problems.append(run.failure)
        elif names := [name for (_, name), answer in computed.items() if answer.value is None]:
            each.problems.append(say("class.run_nothing", names=", ".join(names)))


def name_code(found: list[Submission]) -> None:
    """Say of each submission which answers are code that was not run: they have no points yet."""
    for each in found:
        if each.code:
            each.problems.append(say("class.is_code", names=", ".join(name for _, name in each.code)))


def _computed(question: Question, run: Run) -> Answer:
    """Return the number that an answer came to; where the run found none, it is not answered."""
    kind, name = question
    values = [note.value for note in run.notes if (note.kind, note.name) == (RUN_AS[kind], name)]
    return Answer(values[-1] if values else None)


def marked(course: Course, found: list[Submission], keys: dict[Student, Key], doubts: bool = True) -> list[Marked]:
    """Everything asked of every student, in the order of the roster and of the lesson; also of those without a file.

    Without `doubts` a file counts whosever it is.
    """
    files = {each.student: each for each in found if each.student is not None}
    each_own = ((student, files.get(student)) for student in course.students)
    return [row for student, file in each_own for row in _rows(course, student, file, keys[student], doubts)]


def _rows(course: Course, student: Student, file: Submission | None, key: Key, doubts: bool) -> list[Marked]:
    """Everything asked of a student, by what a file says; a doubtful one counts as the teacher has decided."""
    answers = file.answers if file else {}
    rows = [_marked(course, student, each, answers.get(each, Answer(None)), key.get(each)) for each in course.questions]
    if not doubts or file is None or not file.is_doubtful or course.decision(student):
        return rows
    points = None if course.decision(student) is None else 0.0
    return [row if row.state == "open" else replace(row, points=points, state="doubtful") for row in rows]


def _marked(course: Course, student: Student, question: Question, said: Answer, key: float | None) -> Marked:
    kind, name = question
    most, value = course.points(kind, name), said.value
    meant = said.readings or (() if value is None else (value,))
    fitting = [each for each in meant if key is not None and course.is_right(name, (each,), key)]
    is_right = bool(meant) if kind == "predict" else bool(fitting)
    value = fitting[0] if kind == "self_check" and fitting else value
    if said.is_code:
        return Marked(student, kind, name, value, key, None, most, "code")
    state = "right" if is_right else "wrong" if meant else "refused" if said.problem else "open"
    made = Marked(student, kind, name, value, key, most if is_right else 0.0, most, state)
    return replace(made, slip=_slip(course, made), verdict=_verdict(course, made))


def _slip(course: Course, row: Marked) -> str:
    """Return what is likely behind a wrong number, in words; "" for one that is right, or of which nothing is known."""
    is_check = row.kind == "self_check"
    if row.said is None or (is_check and row.state != "wrong"):
        return ""
    if not is_check and row.found is not None and course.is_close(row.name, row.said, row.found):
        return ""
    if own := own_slip(row.said, course.slips.get(row.name, {})):
        return own
    of = whose_question(course.lesson(row.student), row.name)
    if not is_check or row.found is None:
        word = named_slip(of, row.said)
        return say(f"slip.{word}") if word else ""
    return slip(of, row.said, partial(_fits, course, row.name, row.found), course.digits.get(row.name))


def _verdict(course: Course, row: Marked) -> str:
    """Return how near a prediction is, one of VERDICTS; "" for a self-check."""
    if row.kind != "predict":
        return ""
    if row.said is None:
        return "none"
    is_near = row.found is not None and course.is_close(row.name, row.said, row.found)
    return "close" if is_near else "slip" if row.slip else "other"


def name_shares(course: Course, found: list[Submission], keys: dict[Student, Key]) -> None:
    """Say of each submission which answer is right if it is meant in percent: 0.76 where 76 is asked for."""
    for each in found:
        for (kind, name), answer in each.answers.items() if each.student is not None else ():
            key = keys[each.student].get((kind, name)) if each.student and kind == "self_check" else None
            meant = answer.readings or (() if answer.value is None else (answer.value,))
            if key is not None and is_share(meant, partial(_fits, course, name, key)):
                value, percent = f"{meant[0]:.6g}", f"{100 * meant[0]:.6g}"
                each.problems.append(f"{name}: " + say("class.share", value=value, percent=percent))


def _fits(course: Course, name: str, key: float, said: tuple[float, ...], times: int = 1) -> bool:
    return course.is_right(name, said, key, times)


def copies(course: Course, rows: list[Marked]) -> dict[Student, list[Student]]:
    """Who has somebody else's answers: the same numbers to all self-checks, one right by the other's key only.

    A wrong number with a known slip behind it is no sign of that: it comes to many.
    """
    sheets = {student: _checked(rows, student) for student in course.students}
    return {student: alike for student in sheets if (alike := [each for each in sheets if _has(sheets, student, each)])}


def _checked(rows: list[Marked], student: Student) -> dict[str, Marked]:
    own = [row for row in rows if row.student == student and row.kind == "self_check"]
    return {row.name: row for row in own if row.said is not None and row.found is not None}


def _has(sheets: dict[Student, dict[str, Marked]], student: Student, other: Student) -> bool:
    mine, theirs = sheets[student], sheets[other]
    if student == other or set(mine) != set(theirs) or any(row.said != theirs[name].said for name, row in mine.items()):
        return False
    return any(row.state == "wrong" and not row.slip and theirs[name].state == "right" for name, row in mine.items())


def name_copies(course: Course, found: list[Submission], rows: list[Marked]) -> None:
    """Say of each submission whose answers it has: it brings no points until the teacher decides."""
    alike = copies(course, rows)
    for each in found:
        if each.student in alike:
            names = ", ".join(other.name for other in alike[each.student])
            each.problems.append(say("class.same_answers", students=names))
            each.is_doubtful = True


def name_doubts(course: Course, found: list[Submission]) -> None:
    """Say of each doubtful submission that it brings no points yet, and where that is decided."""
    for each in found:
        if each.is_doubtful and each.student is not None and course.decision(each.student) is None:
            each.problems.append(say("class.doubtful", student=each.student.name))


def table(
    course: Course, found: list[Submission], rows: list[Marked], folder: Path, keys: dict[Student, Key]
) -> "pd.DataFrame":
    """Return a row a student: file, what is odd, each answer and its points, their sum, what it could be, what is open.

    The columns of a question end in " said" and " points", so that none is called as a column of the whole, such as
    `points`; two of one name say their kind as well. An answer that has no points yet has them in `open`. Below stand
    the other files that name a student, whose answers count for nobody: without points.
    """
    import pandas as pd

    files = {each.student: each for each in found if each.student is not None}
    own = {student: [row for row in rows if row.student == student] for student in course.students}
    made = [_line(course, student.name, files.get(student), own[student], folder) for student in course.students]
    for each in found:
        if each.claimed is not None:
            said = _rows(course, each.claimed, each, keys[each.claimed], False)
            other = _line(course, each.claimed.name, each, [replace(row, points=None) for row in said], folder)
            made.append(other | {"points": None, "of": None, "open": None})
    return pd.DataFrame(made)


def _line(course: Course, name: str, file: Submission | None, rows: list[Marked], folder: Path) -> dict[str, Any]:
    """Return a line of the table: a file and what it says."""
    line: dict[str, Any] = {"student": name, "file": _shown(file.path, folder) if file else ""}
    line["status"] = printable("; ".join(file.problems)) or say("class.fine") if file else say("class.no_file")
    for row in rows:
        question = _named((row.kind, row.name), course.questions)
        line |= {f"{question} said": row.said, f"{question} points": row.points}
    for second, first in course.source.about.again:
        line |= {f"{second} after {first}": changed(rows, first, second)}
    line |= {"points": sum(row.points or 0.0 for row in rows), "of": sum(row.most for row in rows)}
    wrote = dict(file.texts) if file else {}
    line |= {f"sentence {n}": wrote.get(cell, "") for n, cell in enumerate(course.sentences, 1)}
    return line | {"open": sum(row.most for row in rows if row.points is None)}


def changed(rows: list[Marked], first: str, second: str) -> str:
    """Return how a student's second prediction compares with the first, in words; "" unless both were made."""
    verdicts = {row.name: row.verdict for row in rows if row.kind == "predict" and row.verdict != "none"}
    if first not in verdicts or second not in verdicts:
        return ""
    return say(f"class.{_change(verdicts[first], verdicts[second])}")


def _change(first: str, second: str) -> str:
    """Return one of CHANGES for how near two predictions are."""
    return CHANGES[(first == "close", second == "close")]


def feedback(course: Course, student: Student, rows: list[Marked]) -> str:
    """Return what a student may read beside the grade: each self-check with its points, and the likely slip."""
    own = [row for row in rows if row.student == student and row.state != "open"]
    told = [
        f"{row.name} {'?' if row.points is None else f'{row.points:g}'}/{row.most:g}"
        + (f" ({row.slip})" if row.slip and row.kind == "self_check" and row.state == "wrong" else "")
        for row in own
    ]
    return "; ".join(told)


def _shown(path: Path, folder: Path) -> str:
    return printable((path.relative_to(folder) if path.is_relative_to(folder) else path).as_posix())


def _named(question: Question, others: Iterable[Question], taken: Collection[str] = ()) -> str:
    """Return the name of a question, with its kind where another column is called like it."""
    kind, name = question
    is_taken = name in taken or any(each[1] == name and each[0] != kind for each in others)
    return f"{name}, {kind}" if is_taken else name


def long_table(rows: list[Marked]) -> "pd.DataFrame":
    """Return a row for each answer, without names: what the class may see of itself."""
    import pandas as pd

    numbers = {student: n for n, student in enumerate(dict.fromkeys(row.student for row in rows), 1)}
    lines = [
        (
            *(numbers[row.student], row.kind, row.name, row.said, row.found, row.points, row.most, row.state),
            *(row.verdict, row.slip),
        )
        for row in rows
    ]
    return pd.DataFrame(lines, columns=list(REPORTED))


def key_table(course: Course, keys: dict[Student, Key]) -> "pd.DataFrame":
    """Return a row a student: the seed, and what each question comes to with it."""
    import pandas as pd

    lines = []
    for student in course.students:
        line: dict[str, Any] = {"student": student.name, "seed": course.lesson(student).seed}
        asked = course.questions
        lines.append(line | {_named(each, asked, taken=list(line)): keys[student].get(each) for each in asked})
    return pd.DataFrame(lines)


# What stands in a class report, read and counted

COMMON = 3  # wrong answers that are listed


def read_report(text: str) -> "pd.DataFrame":
    """Return the table that stands in a report: a row for each answer, `said` and `found` as numbers."""
    import io

    import pandas as pd

    return pd.read_csv(io.StringIO(text.strip()))


def mistakes(found: "pd.DataFrame", question: str, lang: str = "") -> "pd.DataFrame | Told":
    """Return the commonest wrong numbers, how many gave each and what is likely behind it; or that none is wrong.

    No names. Of predictions those count that are not close to the result.
    """
    import pandas as pd

    lang = lang or spoken()
    own = found[(found.question == question) & found.said.notna()]
    is_predicted = own.kind == "predict"
    is_wrong = (own.state == "wrong") & ~is_predicted
    if "verdict" in own:  # reports that were made before have none
        is_wrong |= is_predicted & own.verdict.isin(["slip", "other"])
    wrong = own[is_wrong]
    refused = int(((found.question == question) & (found.state == "refused")).sum())
    if wrong.empty and refused:
        return Told(say("class.none_wrong_refused", lang, n=refused))
    if wrong.empty:
        return Told(say(_nobody(own), lang))
    reasons = wrong["slip"].fillna("") if "slip" in wrong else pd.Series("", index=wrong.index)
    rows = [
        (", ".join(f"{x:g}" for x in sorted(set(part.said))[:COMMON]), len(part), why)
        for why, part in wrong.groupby(reasons)
        if why
    ]
    unknown = wrong[reasons == ""].groupby("said").size().sort_values(ascending=False, kind="stable").head(COMMON)
    rows += [(f"{x:g}", int(n), "") for x, n in unknown.items()]
    made = pd.DataFrame(sorted(rows, key=lambda row: -row[1]), columns=["said", "n", "slip"]).set_index("said")
    made.columns = [say("class.students_n", lang), say("class.likely_slip", lang)]
    made = made if any(why for _, _, why in rows) else made.iloc[:, :1]
    return made.rename_axis(say("class.wrong" if not is_predicted.all() else "class.predicted", lang))


def _nobody(own: "pd.DataFrame") -> str:
    """Return which message says that no number is wrong."""
    if own.empty:
        return "class.none_answered"
    return "class.all_close" if (own.kind == "predict").all() else "class.none_wrong"


def changes(found: "pd.DataFrame", first: str, second: str, lang: str = "") -> "pd.DataFrame | Told":
    """How many came closer from the first to the second prediction, and how many did not; without names."""
    import pandas as pd

    lang = lang or spoken()
    made = found[(found.kind == "predict") & found.verdict.isin(["close", "slip", "other"])]
    sheets = made.pivot(index="student", columns="question", values="verdict")
    both = sheets.reindex(columns=[first, second]).dropna()
    if both.empty:
        return Told(say("class.none_twice", lang))
    counts = both.apply(lambda row: _change(row[first], row[second]), axis=1).value_counts()
    table = pd.DataFrame({say("class.students_n", lang): [int(counts.get(each, 0)) for each in CHANGES.values()]})
    table.index = [say(f"class.{each}", lang) for each in CHANGES.values()]
    return table.rename_axis(say("class.who_changed", lang))


read = read_report  # reports that were written before the name changed call it
