"""Page of a lesson as a notebook for the app and the static site: steps instead of cells with code."""

import ast
import base64
import re
import zlib
from collections.abc import Iterator
from functools import cache
from itertools import takewhile
from typing import Any

import nbformat

from monopoly_lab.common import ABOUT, PROGRESS
from monopoly_lab.common.messages import ENGLISH
from monopoly_lab.game.game import Game
from monopoly_lab.game.scenarios import Scenario
from monopoly_lab.lessons.lesson_editions import student_notebook
from monopoly_lab.lessons.lesson_metadata import PICTURE_KEY
from monopoly_lab.lessons.lesson_minutes import homework
from monopoly_lab.lessons.lesson_notebooks import Source, lesson_names, read_lesson
from monopoly_lab.lessons.printed_text import render_markdown
from monopoly_lab.lessons.question_text import own_words, split_after_explain, tags
from monopoly_lab.widgets.handing_in import pack_notebook
from monopoly_lab.widgets.lesson_outputs import THEMES, board_images, with_frames
from monopoly_lab.widgets.question_cells import has_message, split_cell, with_names

OPENING = (
    '<div class="ml-lesson"><div class="ml-frame"></div><div class="ml-steps"><div class="ml-step"><div class="ml-row">'
    '<div class="ml-say">{texts}</div><div class="ml-look"><div{bare}>{picture}</div></div>'
    "</div></div></div></div>"
)  # the first step of a page, in the classes of monopoly_lab/widgets/assets/lesson.css
WALK = "_walk"  # the name of a lesson's page in its kernel
STEP = re.compile(r"^##? +(.*)$", re.MULTILINE)  # a heading that begins a step
MARKS = re.compile(r"[*_`$]|\\text|[{}]")
CLOSED = "closed"  # of a cell: which answer opens which control of its explorable
TODAY = re.compile(r"\*\*Question\s+for\s+today\.\*\*")  # in English
USUAL = {"edition": "classic_us"}
HEADING = re.compile(r"^#+ +(.*)$", re.MULTILINE)
QUOTED = re.compile(r"`([^`\n]*)`")
CALLED = re.compile(r"[(\[{]")  # in what is quoted: to be typed or called
ITEM = re.compile(r"^(?=(?:\d+\.|[-*]) )", re.MULTILINE)
SENTENCE = re.compile(r"(?:(?<=[.?!])|(?<=[.?!][*_])|(?<=[.?!]\*\*)) +")
LEAD = re.compile(r"(?:\d+\.|[-*])?\s*(?:\*\*[^*]*\*\*:?)?\s*")  # "1. ", "**Caveats.** "


def page_notebook(source: Source, lang: str = "", teacher: bool = False) -> Any:
    """Return a notebook that shows the students' lesson as a page, closed from the first question on.

    Args:
        source: The lesson.
        lang: Language of the words around its text.
        teacher: Whether the page has a button that opens everything.
    """
    name = source.about.name
    # A bar of progress is gone before the page can show what its cell made, and would be missed there.
    quiet = f"import os\nos.environ[{PROGRESS!r}] = 'off'"
    page = f"Walk(globals(), lang={lang!r}, name={name!r}, teacher={teacher!r})"
    speak = f"\nfrom monopoly_lab.common.messages import speak\nspeak({lang!r})" if lang not in ("", ENGLISH) else ""
    begin = f"{quiet}{speak}\nfrom monopoly_lab.widgets.lesson_page import Walk\n{WALK} = {page}"
    student = student_notebook(source)
    blank = pack_notebook(student)
    picture = f"{_picture(source, lang)!r}{', is_bare=True' if is_bare(source) else ''}"
    calls = [
        *_calls(without_code(student.cells), picture),
        f"{WALK}.hand_in({blank!r})",
    ]
    notebook = nbformat.v4.new_notebook()
    # `new_code_cell` would validate each of them, which takes half of the time.
    empty: dict[str, Any] = {"cell_type": "code", "metadata": {}, "execution_count": None, "outputs": []}
    notebook.cells = [
        nbformat.from_dict({**empty, "id": f"page-{n}", "source": code}) for n, code in enumerate((begin, *calls, WALK))
    ]
    return notebook


def in_one_cell(notebook: Any) -> Any:
    """Return the same page as a notebook of one cell, in which nobody reads ahead by chance."""
    *calls, page = (cell.source for cell in notebook.cells)
    packed = base64.b64encode(zlib.compress("\n".join(calls).encode(), 9)).decode()
    code = f"import base64, zlib\nexec(zlib.decompress(base64.b64decode({packed!r})).decode())\n{page}"
    kernelspec = {"display_name": "Python (Pyodide)", "language": "python", "name": "python"}
    metadata = {"kernelspec": kernelspec, "language_info": {"name": "python"}}
    return nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(code)], metadata=metadata)


def opening(source: Source, lang: str = "") -> str:
    """Return the picture and the texts that a lesson's page begins with, up to its first question, as HTML.

    They are read while Python starts; the page shows them again in the same place.
    """
    texts: list[str] = []
    for cell in without_code(student_notebook(source).cells):
        if cell.cell_type != "markdown":
            break
        steps = list(_steps(split_after_explain(cell.source)[0] if "explain" in tags(cell) else cell.source))
        if texts and any(heading for heading, _ in steps):
            break
        texts += [f"<div>{with_frames(render_markdown(part))}</div>" for _, part in steps[:1]]
        if len(steps) > 1:
            break
    bare = ' class="ml-bare"' if is_bare(source) else ""
    return OPENING.format(texts="".join(texts), picture=_picture(source, lang), bare=bare)


def _calls(cells: list[Any], picture: str) -> Iterator[str]:
    """Yield the calls that add the cells of a lesson to its page; `picture` is the code of what that call is given."""
    has_picture = False
    for cell in cells:
        if cell.cell_type == "markdown":
            for call in _text_calls(cell):
                if not has_picture and not call.startswith(f"{WALK}.step("):
                    has_picture = True
                    yield f"{WALK}.picture({picture})"
                yield call
        elif cell.cell_type == "code" and cell.source.strip():
            yield f"{WALK}.ask({cell.source!r})" if is_guess(cell.source) else _show_call(cell)


def _text_calls(cell: Any) -> Iterator[str]:
    """Yield the calls for a text: its steps, a button to a picture, and a field where it asks for a sentence."""
    is_asking = "explain" in tags(cell)
    before, after = split_after_explain(cell.source) if is_asking else (cell.source, "")
    for text in (before, after):
        for heading, part in _steps(text):
            if heading:
                yield f"{WALK}.step({MARKS.sub('', heading)!r})"
            yield from _texts(part)
        if "picture" in tags(cell) and text is before:
            yield f"{WALK}.to_picture()"
        if is_asking and text is before:
            yield f"{WALK}.sentence({cell.id!r}{', waits=True' if 'wait' in tags(cell) else ''})"


def _show_call(cell: Any) -> str:
    closed = cell.metadata.get(ABOUT, {}).get(CLOSED, {})
    return f"{WALK}.show({cell.source!r}{f', **{closed!r}' if closed else ''})"


def _steps(text: str) -> Iterator[tuple[str, str]]:
    """Yield the parts of a text, each with the heading at its head; "" for what stands before the first."""
    starts = [found.start() for found in STEP.finditer(text)]
    for start, end in zip([0, *starts], [*starts, len(text)]):
        part = text[start:end].strip()
        if part:
            found = STEP.match(part)
            yield (found[1].strip() if found else ""), part


def _texts(text: str) -> Iterator[str]:
    """Yield the calls for a text: a last paragraph that ends with a colon leads to what stands below."""
    before, _, last = text.rpartition("\n\n")
    is_lead = last.rstrip().endswith(":") and not last.startswith(("|", "- ", "#"))
    for part, lead in ((before, False), (last, True)) if is_lead else ((text, False),):
        if part.strip():
            yield f"{WALK}.text({render_markdown(part)!r}{', is_lead=True' if lead else ''})"


def without_code(cells: list[Any]) -> list[Any]:
    """Return the cells for a page without code: homework is left out with its cells, so are sentences about code."""
    kept, at_home = [], False
    for cell in cells:
        if cell.cell_type == "markdown":
            at_home, text = _for_class(cell.source, at_home)
            if text.strip():
                cell.source = text
                kept.append(cell)
        elif not at_home:
            kept.append(cell)
    return kept


def _for_class(text: str, at_home: bool) -> tuple[bool, str]:
    """Return whether homework continues below a text, and the part of the text for the class."""
    parts, done = [], 0
    for heading in HEADING.finditer(text):
        if not at_home:
            parts.append(text[done : heading.start()])
        done, at_home = heading.start(), re.fullmatch(homework(), heading[1].strip()) is not None
    if not at_home:
        parts.append(text[done:])
    blocks = (_without_sentences(block) for part in parts for block in part.split("\n\n"))
    return at_home, "\n\n".join(block for block in blocks if block.strip())


def _without_sentences(block: str) -> str:
    """Return a paragraph without rooms for answers in words, and without sentences about code."""
    lines = "\n".join(line for line in block.split("\n") if not own_words(line.strip()))
    if not _has_code(lines) or lines.lstrip().startswith(("|", "$$")):
        return lines
    return "\n".join(told for item in ITEM.split(lines) if (told := _sentences(item)))


def _sentences(item: str) -> str:
    """Return the sentences of an item that tell of no code; nothing where only its mark or its lead would be left."""
    kept = " ".join(part for part in SENTENCE.split(" ".join(item.split())) if not _has_code(part))
    return "" if LEAD.fullmatch(kept) else kept


def _has_code(text: str) -> bool:
    """Return True for a text with something to type or to call; a name alone, such as `balanced`, is none."""
    return "```" in text or any(CALLED.search(quoted) for quoted in QUOTED.findall(text))


def is_guess(source: str) -> bool:
    """Return True for a cell whose head gives a name a number or a text, or asks for one, and at most tells of it."""
    given, rest = split_cell(with_names(source))
    told = not rest.body or not isinstance(rest.body[-1], ast.Expr) or has_message(rest.body[-1])
    return told and bool(given)


def question(source: Source) -> str:
    """Return what a lesson asks at its beginning, as Markdown; its first sentences where it says no question for today.

    >>> question(read_lesson("41"))[:37]
    'A treasury takes a part of all rents.'
    """
    for written in (source, _in_english(source)):  # a translation has its paragraphs in the same places
        texts = [cell.source.split("\n\n") for cell in _before_code(written)]
        for n, m in ((n, m) for n, parts in enumerate(texts) for m, part in enumerate(parts) if TODAY.search(part)):
            said = _before_code(source)[n].source.split("\n\n")[m]
            return " ".join(said.partition("**")[2].partition("**")[2].split())
    return " ".join(source.notebook.cells[0].source.split("\n\n")[1].split())


def _in_english(source: Source) -> Source:
    """Return the delivered lesson of this name; the lesson itself where there is none."""
    return read_lesson(source.about.name) if source.about.name in lesson_names() else source


def _before_code(source: Source) -> list[Any]:
    cells = source.notebook.cells
    return list(takewhile(lambda cell: cell.cell_type == "markdown", cells))


def _picture(source: Source, lang: str) -> str:
    """Return the picture that a lesson begins with: the board of the game that it names, on light and dark pages."""
    return board_picture(_game_named(source), lang)


def _game_named(source: Source) -> str:
    """Return the arguments of the game whose board a lesson begins with, as text."""
    return repr(dict(source.notebook.metadata.get(ABOUT, {}).get(PICTURE_KEY, USUAL)))


def board_svg(source: Source, lang: str) -> str:
    """Return the board that a lesson begins with, as SVG for a light page."""
    return _game(_game_named(source), lang).svg(lang, THEMES[0])


def is_bare(source: Source) -> bool:
    """Return True for a lesson that begins with an empty board."""
    return not {"scenario", "start"} & set(ast.literal_eval(_game_named(source)))


def _game(arguments: str, lang: str) -> Game:
    given = ast.literal_eval(arguments)
    if "scenario" in given:
        return Scenario.load(given["scenario"], lang).game()
    return Game(given.pop("edition"), seed=1, lang=lang, **given)


@cache
def board_picture(game: str, lang: str) -> str:
    """Return the board of a game, given as the text of its arguments, as two images of which a page shows one."""
    return board_images(_game(game, lang), lang)
