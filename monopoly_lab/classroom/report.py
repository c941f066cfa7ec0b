"""The class report: a notebook for the projector, without names, that runs again from itself alone."""

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from monopoly_lab.classroom.course import Course
from monopoly_lab.classroom.marks import Marked, long_table
from monopoly_lab.lessons.asking import asked_in
from monopoly_lab.lessons.questions import in_a_sentence
from monopoly_lab.messages import say, spoken

if TYPE_CHECKING:
    import pandas as pd

COMMON = 3  # wrong answers that are listed


def report(course: Course, rows: list[Marked]) -> Any:
    """The executed notebook: what came in, each prediction against what happened, each question with its mistakes."""
    from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

    from monopoly_lab.lessons.run import run

    cells = [new_markdown_cell(f"# {course.source.about.title or course.source.path.stem}\n\n{_heading(course, rows)}")]
    cells.append(new_code_cell(_data(rows), metadata={"jupyter": {"source_hidden": True}}))
    for (kind, name), (asked, text) in _asked(course).items():
        cells.append(new_markdown_cell(f"## {asked}\n\n{text}".strip().replace("<", "&lt;")))
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
    came = {row.student for row in rows if row.said is not None}
    points = [sum(row.points or 0.0 for row in rows if row.student == student) for student in came]
    most = sum(row.most for row in rows if row.student == course.students[0])
    mean = f"{sum(points) / len(points):.1f}" if points else "-"
    name = course.name.replace("<", "&lt;")
    return say("class.report", course=name, n=len(came), all=len(course.students), mean=mean, most=f"{most:g}")


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


def read(text: str) -> "pd.DataFrame":
    """The table that stands in a report: a row for each answer, `said` and `found` as numbers."""
    import io

    import pandas as pd

    return pd.read_csv(io.StringIO(text.strip()))


def mistakes(found: "pd.DataFrame", question: str, lang: str = "") -> "pd.DataFrame":
    """The commonest wrong answers to a question, and how many gave each; nobody's name."""
    import pandas as pd

    own = found[(found.question == question) & found.said.notna() & (found.points < found.most)]
    counts = own.groupby("said").size().sort_values(ascending=False, kind="stable").head(COMMON)
    lang = lang or spoken()
    return pd.DataFrame({say("class.students_n", lang): counts}).rename_axis(say("class.wrong", lang))
