"""The class report: a notebook for the projector, without names, that runs again from itself alone."""

import re
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from monopoly_lab.classroom.course import Course
from monopoly_lab.classroom.marks import Marked, long_table
from monopoly_lab.classroom.prediction import Told
from monopoly_lab.lessons.asking import asked_in
from monopoly_lab.lessons.questions import in_a_sentence, sentences
from monopoly_lab.messages import say, spoken

if TYPE_CHECKING:
    import pandas as pd

COMMON = 3  # wrong answers that are listed
LEAD = re.compile(r"\*\*[^*\n]{1,40}[.:]\*\*\s*|\*\*Check yourself:?\*\*:?\s*")  # "**Check yourself.** "


def report(course: Course, rows: list[Marked]) -> Any:
    """The executed notebook: what came in, each prediction against what happened, each question with its mistakes."""
    from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

    from monopoly_lab.lessons.run import run

    cells = [new_markdown_cell(f"# {course.source.about.title or course.source.path.stem}\n\n{_heading(course, rows)}")]
    cells.append(new_code_cell(_data(rows), metadata={"jupyter": {"source_hidden": True}}))
    for (kind, name), (asked, text) in _asked(course).items():
        cells.append(new_markdown_cell(f"## {asked}\n\n{besides(text, asked)}".strip().replace("<", "&lt;")))
        cells.append(new_code_cell(f"classes.{'predictions' if kind == 'predict' else 'answers'}(found, {name!r})"))
        if kind == "self_check":
            cells.append(new_code_cell(f"mistakes(found, {name!r})"))
    if course.source.about.mistakes:
        told = "\n".join(f"- {each}" for each in course.source.about.mistakes)
        cells.append(new_markdown_cell(f"## {say('class.to_discuss')}\n\n{told}"))
    for number, cell in enumerate(cells):
        cell.id = f"cell-{number}"
    notebook = new_notebook(cells=cells)
    with tempfile.TemporaryDirectory() as folder:
        run(notebook, Path(folder))
    return notebook


def _heading(course: Course, rows: list[Marked]) -> str:
    """How many have answered and with what mean; how many wrote code that was not run, and how many nothing at all."""
    own = {student: [row for row in rows if row.student == student] for student in course.students}
    code = [student for student in own if any(row.points is None for row in own[student])]
    came = [student for student in own if any(row.said is not None for row in own[student])]
    points = [sum(row.points or 0.0 for row in own[student]) for student in came if student not in code]
    most = sum(row.most for row in own[course.students[0]])
    mean = f"{round(sum(points) / len(points), 1):g}" if points else "-"
    name = course.name.replace("<", "&lt;")
    told = [say("class.report", course=name, n=len(came), all=len(own), mean=mean, most=f"{most:g}")]
    nothing = len(set(own) - {*came, *code})
    told += [say("class.report_code", n=len(code))] if code else []
    told += [say("class.report_nothing", n=nothing)] if nothing else []
    return " ".join(told)


def _data(rows: list[Marked]) -> str:
    text = long_table(rows).to_csv(index=False)
    return (
        "from monopoly_lab.classroom.report import mistakes, read\nfrom monopoly_lab.figures import classes\n\n"
        f'found = read("""\n{text}""")'
    )


def _asked(course: Course) -> dict[tuple[str, str], tuple[str, str]]:
    """What is asked, in a sentence and with the text that it stands in, by kind and name."""
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
    """The sentences of a paragraph that are neither questions nor the words in bold before them."""
    plain = " ".join(LEAD.sub("", part).replace("**", "").split())
    return " ".join(each for each in sentences(plain) if not each.endswith("?") and each != heading)


def read(text: str) -> "pd.DataFrame":
    """The table that stands in a report: a row for each answer, `said` and `found` as numbers."""
    import io

    import pandas as pd

    return pd.read_csv(io.StringIO(text.strip()))


def mistakes(found: "pd.DataFrame", question: str, lang: str = "") -> "pd.DataFrame | Told":
    """The commonest wrong answers to a question, and how many gave each, without names; or that there are none."""
    import pandas as pd

    lang = lang or spoken()
    own = found[(found.question == question) & found.said.notna()]
    wrong = own[own.points < own.most]
    if wrong.empty:
        return Told(say("class.none_wrong" if len(own) else "class.none_answered", lang))
    counts = wrong.groupby("said").size().sort_values(ascending=False, kind="stable").head(COMMON)
    return pd.DataFrame({say("class.students_n", lang): counts}).rename_axis(say("class.wrong", lang))
