"""Make marks from submissions and the key, and the report that shows the class to itself."""

import re
import tempfile
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from monopoly_lab.common.errors import LessonError
from monopoly_lab.common.file_access import printable
from monopoly_lab.common.messages import rounded, say, spoken
from monopoly_lab.lessons.answer_tolerance import is_share
from monopoly_lab.lessons.grading import sandbox
from monopoly_lab.lessons.grading.cell_runner import Run, carried_out
from monopoly_lab.lessons.grading.class_folder import Key
from monopoly_lab.lessons.grading.course import Course, Student
from monopoly_lab.lessons.grading.free_text import as_markdown
from monopoly_lab.lessons.grading.submissions import Answer, Submission
from monopoly_lab.lessons.prediction import Told
from monopoly_lab.lessons.question_calls import asked_in
from monopoly_lab.lessons.question_text import asking, in_a_sentence, room, sentences

if TYPE_CHECKING:
    import pandas as pd

Question = tuple[str, str]  # its kind and its name
SECONDS_A_SUBMISSION = 60.0  # for one submission that is run
STATES = ("right", "wrong", "refused", "code", "doubtful", "open")  # refused: no number was meant
RUN_AS = {"predict": "said", "self_check": "self_check"}  # the kind of note in which a run says what was answered


@dataclass(frozen=True)
class Marked:
    """One thing a student was asked: what was said, what it is, and the points; None for what is not known.

    `points` are None for an answer that is code and was not run, and for a doubtful file: neither right nor wrong yet.
    `state` says what became of it, one of STATES.
    """

    student: Student
    kind: str
    name: str
    said: float | None
    found: float | None
    points: float | None
    most: float
    state: str = "open"


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
    return Marked(student, kind, name, value, key, most if is_right else 0.0, most, state)


def name_shares(course: Course, found: list[Submission], keys: dict[Student, Key]) -> None:
    """Say of each submission which answer is right if it is meant in percent: 0.76 where 76 is asked for."""
    for each in found:
        for (kind, name), answer in each.answers.items() if each.student is not None else ():
            key = keys[each.student].get((kind, name)) if each.student and kind == "self_check" else None
            meant = answer.readings or (() if answer.value is None else (answer.value,))
            if key is not None and is_share(meant, partial(_fits, course, name, key)):
                value, percent = f"{meant[0]:.6g}", f"{100 * meant[0]:.6g}"
                each.problems.append(f"{name}: " + say("class.share", value=value, percent=percent))


def _fits(course: Course, name: str, key: float, said: tuple[float, ...]) -> bool:
    return course.is_right(name, said, key)


def copies(course: Course, rows: list[Marked]) -> dict[Student, list[Student]]:
    """Who has somebody else's answers: the same numbers to self-checks whose keys differ, and wrong by the own ones."""
    sheets = {student: _checked(rows, student) for student in course.students}
    return {student: alike for student in sheets if (alike := [each for each in sheets if _has(sheets, student, each)])}


def _checked(rows: list[Marked], student: Student) -> dict[str, Marked]:
    own = [row for row in rows if row.student == student and row.kind == "self_check"]
    return {row.name: row for row in own if row.said is not None and row.found is not None}


def _has(sheets: dict[Student, dict[str, Marked]], student: Student, other: Student) -> bool:
    mine, theirs = sheets[student], sheets[other]
    if student == other or set(mine) != set(theirs) or any(row.said != theirs[name].said for name, row in mine.items()):
        return False
    return any(row.state == "wrong" and row.found != theirs[name].found for name, row in mine.items())


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
    line |= {"points": sum(row.points or 0.0 for row in rows), "of": sum(row.most for row in rows)}
    return line | {"open": sum(row.most for row in rows if row.points is None)}


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
        (numbers[row.student], row.kind, row.name, row.said, row.found, row.points, row.most, row.state) for row in rows
    ]
    return pd.DataFrame(lines, columns=["student", "kind", "question", "said", "found", "points", "most", "state"])


def key_table(course: Course, keys: dict[Student, Key]) -> "pd.DataFrame":
    """Return a row a student: the seed, and what each question comes to with it."""
    import pandas as pd

    lines = []
    for student in course.students:
        line: dict[str, Any] = {"student": student.name, "seed": course.lesson(student).seed}
        asked = course.questions
        lines.append(line | {_named(each, asked, taken=list(line)): keys[student].get(each) for each in asked})
    return pd.DataFrame(lines)


# The class report: a notebook for the projector, without names, that runs again from itself alone

COMMON = 3  # wrong answers that are listed
LEAD = re.compile(r"\*\*[^*\n]{1,40}[.:]\*\*\s*|\*\*Check yourself:?\*\*:?\s*")  # "**Check yourself.** "


def report(course: Course, rows: list[Marked], found: list[Submission]) -> Any:
    """The executed notebook: what came in, each prediction against what happened, each question with its mistakes."""
    from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

    from monopoly_lab.export.notebook_runner import run

    cells = [
        new_markdown_cell(
            f"# {course.source.about.title or course.source.path.stem}\n\n{_heading(course, rows, found)}"
        )
    ]
    cells.append(new_code_cell(_data(rows), metadata={"jupyter": {"source_hidden": True}}))
    for (kind, name), (asked, text) in _asked(course).items():
        cells.append(new_markdown_cell(f"## {asked}\n\n{besides(text, asked)}".strip().replace("<", "&lt;")))
        cells.append(new_code_cell(f"generic.{'predictions' if kind == 'predict' else 'answers'}(found, {name!r})"))
        if kind == "self_check":
            cells.append(new_code_cell(f"mistakes(found, {name!r})"))
    cells += [new_markdown_cell(text) for text in _in_words(course, found)]
    if course.source.about.mistakes:
        told = "\n".join(f"- {each}" for each in course.source.about.mistakes)
        cells.append(new_markdown_cell(f"## {say('class.to_discuss')}\n\n{told}"))
    for number, cell in enumerate(cells):
        cell.id = f"cell-{number}"
    notebook = new_notebook(cells=cells)
    with tempfile.TemporaryDirectory() as folder:
        run(notebook, Path(folder))
    return notebook


def _heading(course: Course, rows: list[Marked], found: list[Submission]) -> str:
    """How many have answered and with what mean; how many wrote code that was not run, and how many nothing at all."""
    own = {student: [row for row in rows if row.student == student] for student in course.students}
    code = [student for student in own if any(row.state == "code" for row in own[student])]
    doubtful = [student for student in own if any(row.state == "doubtful" for row in own[student])]
    came = [student for student in own if any(row.said is not None for row in own[student])]
    points = [sum(row.points or 0.0 for row in own[student]) for student in came if student not in (*code, *doubtful)]
    most = sum(row.most for row in own[course.students[0]])
    mean = f"{rounded(sum(points) / len(points), 1):f}".removesuffix(".0") if points else "-"
    name = as_markdown(course.name)
    told = [say("class.report", course=name, n=len(came), all=len(own), mean=mean, most=f"{most:g}")]
    nothing = len(set(own) - {*came, *code, *doubtful})
    told += [say("class.report_code", n=len(code))] if code else []
    told += [say("class.report_doubtful", n=len(doubtful))] if doubtful else []
    told += [say("class.report_nothing", n=nothing)] if nothing else []
    rivals = sum(each.claimed is not None for each in found)
    told += [say("class.report_rivals", n=rivals)] if rivals else []
    return " ".join(told)


def _in_words(course: Course, found: list[Submission]) -> Iterator[str]:
    """Yield what students wrote in words, by the text that asks for it: without names, and as nothing but letters."""
    files = {each.student: each for each in found if each.student is not None}
    cells = [cell for cell in course.blank.cells if cell.cell_type == "markdown"]
    asked = {cell.id: cell.source for cell in cells} | {"": ""}
    for name, text in asked.items():
        own = [
            (number, said)
            for number, student in enumerate(course.students, 1)
            for place, said in (files[student].texts if student in files else ())
            if place == name
        ]
        if own:
            lines = [f"{number}. {as_markdown(said)}" for number, said in enumerate((said for _, said in own), 1)]
            heading = say("class.in_words") if name else say("class.own_cells")
            question = asking(text).replace(room(), "").strip()
            yield "\n\n".join(part for part in (f"## {heading}", question, "\n".join(lines)) if part)


def _data(rows: list[Marked]) -> str:
    text = long_table(rows).to_csv(index=False)
    return (
        "from monopoly_lab.lessons.grading.marks import mistakes, read_report\n"
        "from monopoly_lab.figures import generic\n\n"
        f'found = read_report("""\n{text}""")'
    )


def _asked(course: Course) -> dict[tuple[str, str], tuple[str, str]]:
    """Return what is asked, in a sentence and with the text that it stands in, by kind and name."""
    found: dict[tuple[str, str], tuple[str, str]] = {}
    cells = course.source.notebook.cells
    for at, cell in enumerate(cells):
        for asked in asked_in(cell.source) if cell.cell_type == "code" else []:
            found.setdefault((asked.kind, asked.name), in_a_sentence(cells, at, asked.name))
    return found


def besides(text: str, heading: str) -> str:
    """What a text says besides its questions, one of which is the heading: formulas, tables, how exact an answer is."""
    formal = re.compile(r"\$\$|^\|", re.MULTILINE)
    parts = [part if formal.search(part) else _told(part, heading) for part in text.split("\n\n")]
    return "\n\n".join(part for part in parts if part)


def _told(part: str, heading: str) -> str:
    """Return the sentences of a paragraph that are neither questions nor the words in bold before them."""
    plain = " ".join(LEAD.sub("", part).replace("**", "").split())
    return " ".join(each for each in sentences(plain) if not each.endswith("?") and each != heading)


def read_report(text: str) -> "pd.DataFrame":
    """Return the table that stands in a report: a row for each answer, `said` and `found` as numbers."""
    import io

    import pandas as pd

    return pd.read_csv(io.StringIO(text.strip()))


def mistakes(found: "pd.DataFrame", question: str, lang: str = "") -> "pd.DataFrame | Told":
    """The commonest wrong answers to a question, and how many gave each, without names; or that there are none."""
    import pandas as pd

    lang = lang or spoken()
    own = found[(found.question == question) & found.said.notna()]
    wrong = own[own.state == "wrong"]
    refused = int(((found.question == question) & (found.state == "refused")).sum())
    if wrong.empty and refused:
        return Told(say("class.none_wrong_refused", lang, n=refused))
    if wrong.empty:
        return Told(say("class.none_wrong" if len(own) else "class.none_answered", lang))
    counts = wrong.groupby("said").size().sort_values(ascending=False, kind="stable").head(COMMON)
    return pd.DataFrame({say("class.students_n", lang): counts}).rename_axis(say("class.wrong", lang))


read = read_report  # reports that were written before the name changed call it
