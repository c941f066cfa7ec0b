"""A lesson on paper: the questions with lines to write on, and the cells that are tagged for it."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from monopoly_lab.lessons.asking import Asked, asked_in, words_of
from monopoly_lab.lessons.source import FOLDED, Source, tags
from monopoly_lab.markup import escaped
from monopoly_lab.messages import say, spoken

HERE = Path(__file__).parent
PAGES = 2  # of A4, the two sides of a sheet
LINES = 3  # to write on below a text that asks
HEADING = re.compile(r"^# .*\n*")  # the title stands above already
ASKING = re.compile(r"\?[*_\s]*$", re.MULTILINE)
HEADINGS = re.compile(r"^#+ .*$\n*", re.MULTILINE)
# What an output is printed as, the best first.
KINDS = ("image/png", "text/html", "text/plain")


def worksheet(source: Source) -> str:
    """The page as HTML that asks for nothing: it prints on two A4 pages."""
    style = (HERE / "worksheet.css").read_text(encoding="utf-8")
    title = escaped(source.about.title or source.path.stem)
    blanks = "".join(f"<span>{escaped(say(f'lesson.sheet_{each}'))}</span>" for each in ("name", "class", "date"))
    cells = source.notebook.cells
    front, back = ("\n".join(parts) for parts in _sides(cells))
    if back:
        front += f'\n<p class="turn">{escaped(say("lesson.sheet_turn"))}</p>'
        back = f'<div class="back"><h2>{escaped(say("lesson.sheet_back"))}</h2>\n{back}\n</div>'
    return (
        f'<!DOCTYPE html>\n<html lang="{escaped(spoken())}"><head><meta charset="utf-8"><title>{title}</title>'
        f"<style>{style}</style></head><body><h1>{title}</h1>"
        f'<p class="blanks">{blanks}</p>\n{front}\n{back}\n</body></html>\n'
    )


def _sides(cells: Sequence[Any]) -> tuple[list[str], list[str]]:
    """The parts of both pages: what is asked, and what came out, which nobody is to see before; then the debrief.

    A lesson that asks for no prediction has one side.
    """
    asking = [n for n, cell in enumerate(cells) if cell.cell_type == "code" and asked_in(cell.source)]
    first, last = (asking[0], asking[-1]) if asking else (len(cells), len(cells))
    front, back = list[str](), list[str]()
    for n, cell in enumerate(cells):
        is_result = n > last or (n > first and cell.cell_type == "code" and n not in asking)
        if part := _asked_above(cells, n) + _printed(cell):
            (back if is_result else front).append(part)
    return front, back


def _asked_above(cells: Sequence[Any], at: int) -> str:
    """The text that asks what a cell of code names but does not say, from the nearest cell of text; once."""
    if not _is_bare(cells[at]):
        return ""
    for cell in reversed(cells[:at]):
        if _is_bare(cell) or (tags(cell) & {"print"} and cell.cell_type == "markdown"):  # the text stands there already
            return ""
        if cell.cell_type == "markdown" and "teacher" not in tags(cell) and (text := _asking(cell.source)):
            return f"<section>{_rendered(text)}</section>"
    return ""


def in_a_sentence(cells: Sequence[Any], at: int, name: str) -> tuple[str, str]:
    """What the cell asks under this name, as a sentence, and the text it is taken from: "" for words of its own.

    Of the questions in the text above the last ones are those of the cells that follow it, one each.
    """
    words = words_of(next(each for each in asked_in(cells[at].source) if each.name == name))
    if "ask" in words:
        return f"{words['ask']}, {words['unit']}" if words.get("unit") else str(words["ask"]), ""
    texts = [n for n in range(at) if cells[n].cell_type == "markdown" and "teacher" not in tags(cells[n])]
    above = next((n for n in reversed(texts) if _asking(cells[n].source)), None)
    if above is None:
        return name.replace("_", " "), ""
    text = _asking(cells[above].source)
    sentences = re.split(r"(?<=[.?!])[*_]*\s+", " ".join(text.replace("**", "").split()))
    questions = [part for part in sentences if part.endswith("?")] or sentences[-1:]
    names = [each.name for n in range(above + 1, len(cells)) for each in _follows(cells, above, n)]
    if name not in names:  # a heading stands between
        return questions[-1], text
    return questions[-len(names) :][min(names.index(name), len(questions) - 1)], text


def _follows(cells: Sequence[Any], text: int, at: int) -> list[Asked]:
    """What a cell asks, if only code stands between it and the text."""
    return asked_in(cells[at].source) if all(each.cell_type == "code" for each in cells[text + 1 : at + 1]) else []


def _is_bare(cell: Any) -> bool:
    """True for code that asks something by its name alone."""
    if cell.cell_type != "code" or tags(cell) & {"teacher"}:
        return False
    return any("ask" not in words_of(asked) for asked in asked_in(cell.source))


def _asking(text: str) -> str:
    """The paragraphs of a text that ask, where there are any; else all of it but its headings."""
    parts = [part for part in HEADINGS.sub("", FOLDED.sub("", text)).split("\n\n") if part.strip()]
    return "\n\n".join([part for part in parts if "?" in part] or parts)


def _printed(cell: Any) -> str:
    """A cell on paper: "" for one that does not stand there."""
    marks = tags(cell)
    if marks & {"teacher"}:
        return ""
    if cell.cell_type == "code":
        asked = "".join(_question(each) for each in asked_in(cell.source))
        return asked or (_outputs(cell) if "print" in marks else "")
    if "print" not in marks:
        return ""
    text = HEADING.sub("", FOLDED.sub("", cell.source) if "answer" in marks else cell.source)
    return f"<section>{_rendered(text)}{_lines() if ASKING.search(text) else ''}</section>" if text.strip() else ""


def _question(asked: Asked) -> str:
    """What is asked, with a line for the number."""
    from monopoly_lab.classroom.prediction import Prediction
    from monopoly_lab.errors import LessonError

    try:
        question = Prediction(asked.name, None, **words_of(asked)).question()  # type: ignore[arg-type]
    except (LessonError, TypeError):
        question = asked.name.replace("_", " ")
    return f'<p class="question">{escaped(question)}<span class="line"></span></p>'


def _lines() -> str:
    return '<p class="line"></p>' * LINES


def _rendered(text: str) -> str:
    from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath

    class OnPaper(IPythonRenderer):
        """Markdown whose formulas need no script."""

        def inline_math(self, body: str) -> str:
            return formula(body, "inline")

        def block_math(self, body: str) -> str:
            return formula(body, "block")

    made = str(MarkdownWithMath(renderer=OnPaper(escape=False)).render(text))
    return re.sub(r'<a class="anchor-link"[^>]*>.*?</a>', "", made)


def formula(tex: str, display: str) -> str:
    """A formula as MathML, which browsers draw by themselves; as code where latex2mathml is not installed.

    >>> formula("x", "inline").startswith("<math")
    True
    """
    try:
        from latex2mathml.converter import convert
    except ImportError:
        return f"<code>{escaped(tex.strip())}</code>"
    return str(convert(tex.strip(), display=display))


def _outputs(cell: Any) -> str:
    parts = [_output(output) for output in cell.get("outputs", [])]
    return f"<section>{''.join(parts)}</section>" if any(parts) else ""


def _output(output: Any) -> str:
    if output.output_type == "stream":
        return f"<pre>{escaped(output.text)}</pre>"
    data = output.get("data", {})
    kind = next((kind for kind in KINDS if kind in data), None)
    if kind == "image/png":
        return f'<img alt="" src="data:image/png;base64,{"".join(data[kind].split())}">'
    if kind == "text/html":
        return str(data[kind])
    return f"<pre>{escaped(str(data[kind]))}</pre>" if kind else ""
