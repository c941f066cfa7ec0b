"""Make the editions of a lesson of its notebook: the student's without answers, the teacher's, that for nbgrader."""

import copy
import re
from collections.abc import Callable
from os import PathLike
from pathlib import Path
from typing import Any

from monopoly_lab.common import ABOUT
from monopoly_lab.common.errors import LessonError
from monopoly_lab.common.file_access import is_there, replace
from monopoly_lab.common.messages import languages, say, speaking
from monopoly_lab.lessons import nbgrader
from monopoly_lab.lessons.lesson_minutes import estimated_minutes, left_out
from monopoly_lab.lessons.lesson_notebooks import Source, notebook_in, read_lesson
from monopoly_lab.lessons.outputs_by_language import language_of, with_outputs
from monopoly_lab.lessons.personal_answers import without_functions
from monopoly_lab.lessons.question_calls import asked_in, with_student, without_values
from monopoly_lab.lessons.question_text import FOLDED, own_words, room, tags
from monopoly_lab.lessons.translation import translated

FOR = ("student", "teacher", "print", "notes", "nbgrader")
ON_PAPER = ("print", "notes")  # the worksheet of a class, and the teacher's notes
SOLUTION = re.compile(
    r"^([ \t]*)### BEGIN SOLUTION[^\n]*\n(?:.*?\n)?[ \t]*### END SOLUTION[^\n]*$", re.DOTALL | re.MULTILINE
)
SUMMARY = re.compile(r"<summary>(.*?)</summary>")
WITH_OUTPUTS = ("teacher", *ON_PAPER)  # editions that show what cells came to
KEPT = ("title", "courses", "minutes", "needs", "lang")  # of what a lesson says of itself, in a student's hands


def build(name: str, audience: str, path: str | PathLike[str] | None = None, lang: str = "") -> Path:
    """Write a lesson for students, for the teacher, to print (a worksheet or notes) or for nbgrader; return its path.

    `path` ends in .ipynb, on paper in .html or .pdf; NAME_student.ipynb in the current folder if left out. `lang` is
    the language of the lesson, that of the session if empty; what is not translated is in English. In another language
    a lesson for the teacher or to print is run, so that its tables and pictures are in that language too.
    Raises LessonError, with nothing written, for an unknown lesson or audience and for a file that is there.
    """
    if audience not in FOR:
        raise LessonError(say("lesson.audience", value=audience, known=", ".join(FOR)))
    with speaking(lang):
        return _build(translated(read_lesson(name)), audience, path)


def _build(source: Source, audience: str, path: str | PathLike[str] | None) -> Path:
    usual = f"{source.path.stem}_{audience}.{'html' if audience in ON_PAPER else 'ipynb'}"
    path = Path(path or usual)
    if path.suffix not in ((".html", ".pdf") if audience in ON_PAPER else (".ipynb",)):
        raise LessonError(say("lesson.ending", value=path, usual=usual))
    if is_there(path):
        raise LessonError(say("export.there", path=path))
    if not path.parent.is_dir():
        raise LessonError(say("export.no_folder", path=path.parent))
    if audience in WITH_OUTPUTS:
        source = with_outputs(source)
    replace(path, _content(source, audience, path.suffix))
    return path


def _content(source: Source, audience: str, ending: str) -> bytes:
    if audience in ON_PAPER:
        from monopoly_lab.export.page import to_pdf
        from monopoly_lab.lessons.answer_key import notes
        from monopoly_lab.lessons.worksheet import worksheet

        page = (worksheet(source) if audience == "print" else notes(source, _expectations(source))).encode()
        return to_pdf(page) if ending == ".pdf" else page
    made = {"student": unsigned_notebook, "teacher": for_teacher, "nbgrader": for_nbgrader}[audience]
    return notebook_bytes(made(source))


def notebook_bytes(notebook: Any) -> bytes:
    """Return a notebook as the bytes of its file."""
    import nbformat

    return f"{nbformat.writes(notebook)}\n".encode()


def student_notebook(source: Source) -> Any:
    """Return the notebook without the teacher's cells, answers and solutions, and results from a question on."""
    notebook = _without_teacher_parts(source, _gap)
    has_asked = bool(language_of(source))  # stored outputs are in English
    for cell in notebook.cells:
        if cell.cell_type != "code":
            continue
        cell.source = without_functions(cell.source)
        has_asked = has_asked or is_open(cell) or bool(asked_in(cell.source)) or "predict" in tags(cell)
        _not_run(cell, [] if has_asked else cell.outputs)
    given = notebook.metadata.get(ABOUT, {})
    kept = {key: given[key] for key in KEPT if key in given}
    notebook.metadata[ABOUT] = {**kept, "lesson": source.about.name, "for": "student"}
    return notebook


def unsigned_notebook(source: Source) -> Any:
    """Return the notebook for students with a place for a name, from which dice and numbers of one's own follow."""
    notebook = student_notebook(source)
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.source = with_student(cell.source, "", "") or cell.source
    return notebook


def for_nbgrader(source: Source) -> Any:
    """Return the notebook for nbgrader's folder `source`: with solutions, which nbgrader cuts, and graded cells.

    Every self-check is graded, with a point; so are, by hand, each prediction and each sentence that is asked for.
    """
    return nbgrader.for_nbgrader(
        source, lambda given: _without_teacher_parts(given, lambda solution: solution[0]), is_open
    )


def _not_run(cell: Any, outputs: list[Any]) -> None:
    """Replace the outputs of a cell and remove its execution count."""
    cell.outputs, cell.execution_count = outputs, None
    for output in outputs:
        if output.output_type == "execute_result":
            output.execution_count = None


def _without_teacher_parts(source: Source, solution: Callable[["re.Match[str]"], str]) -> Any:
    """Return a copy without what only the teacher sees, and with another text for each solution."""
    notebook = copy.deepcopy(source.notebook)
    notebook.cells = [made for cell in notebook.cells if (made := _student_cell(cell, solution)) is not None]
    return notebook


def _student_cell(cell: Any, solution: Callable[["re.Match[str]"], str]) -> Any:
    """Return a cell as a student gets it, with room where an answer is folded; None for one that is cut."""
    if "teacher" in tags(cell):
        return None
    if cell.cell_type == "markdown":
        if "answer" in tags(cell) and (not FOLDED.search(cell.source) or not FOLDED.sub("", cell.source).strip()):
            return None
        cell.source = FOLDED.sub(_room, cell.source).strip()
        if "explain" in tags(cell) and not any(map(own_words, cell.source.splitlines())):
            cell.source += f"\n\n{room()}"
    elif "answer" in tags(cell):
        return None
    if cell.cell_type == "code":
        cell.source = without_values(SOLUTION.sub(solution, cell.source))
    return cell


def _room(folded: "re.Match[str]") -> str:
    """Return where a folded answer was, a place for one's own; a hint stays."""
    summary = SUMMARY.search(folded[0])
    is_hint = summary is not None and summary[1].strip() in {say("lesson.hint", lang) for lang in languages()}
    return folded[0] if is_hint else f"{room()}\n\n"


def _gap(solution: "re.Match[str]") -> str:
    """Return the line that stands in a student's notebook where a solution was."""
    return f"{solution[1]}...  # {say('lesson.gap')}"


def is_open(cell: Any) -> bool:
    """Return True for a cell in which students write lines of their own: one that had a solution, or has its gap."""
    return bool(SOLUTION.search(cell.source)) or bool(re.search(r"^[ \t]*\.\.\.  # ", cell.source, re.MULTILINE))


def for_teacher(source: Source) -> Any:
    """Return the notebook with all results and answers unfolded, and at its head what there is to expect."""
    from nbformat.v4 import new_markdown_cell

    notebook = copy.deepcopy(source.notebook)
    for cell in notebook.cells:
        if cell.cell_type == "markdown" and "answer" in tags(cell):
            cell.source = re.sub(r"<details>", "<details open>", cell.source)
    words = _expectations(source)
    if words:
        notebook.cells.insert(1, new_markdown_cell(words, id="for-the-teacher", metadata={"tags": ["teacher"]}))
    notebook.metadata[ABOUT] = {**notebook.metadata.get(ABOUT, {}), "lesson": source.about.name, "for": "teacher"}
    return notebook


def _expectations(source: Source) -> str:
    """Return a text with courses, minutes, what the lesson needs, and common mistakes."""
    lesson = source.about
    # of the lesson as it is stored: a translation takes as long as its original
    counted = round(estimated_minutes(notebook_in(source.path)))
    facts = [
        say("lesson.minutes", n=lesson.minutes) if lesson.minutes else "",
        say("lesson.counted", n=counted) if lesson.minutes else "",
        ", ".join(say(f"lesson.course_{course}") for course in lesson.courses),
        say("lesson.needs", names=", ".join(lesson.needs)) if lesson.needs else "",
    ]
    parts = [lesson.idea, " · ".join(fact for fact in facts if fact)]
    rest, sections = lesson.minutes - counted, left_out(source.notebook)
    if rest > 0:
        parts.append(say("lesson.rest" if sections else "lesson.rest_questions", n=rest, sections=", ".join(sections)))
    if lesson.mistakes:
        parts.append(say("lesson.mistakes") + "\n\n" + "\n".join(f"- {each}" for each in lesson.mistakes))
    told = [part for part in parts if part]
    return "\n\n".join([f"**{say('lesson.for_teacher')}**", *told]) if told else ""
