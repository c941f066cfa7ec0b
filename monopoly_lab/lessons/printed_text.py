"""Texts and outputs of a lesson as HTML, on paper and on pages: formulas need no script; also room to draw a curve."""

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Any

from monopoly_lab.common import ABOUT, PICTURE_WIDTH, PLOTLY
from monopoly_lab.common.escaping import escaped, harmless_links
from monopoly_lab.common.messages import NO_BREAK, numbers_pointed, say
from monopoly_lab.lessons.question_calls import Asked, words_of
from monopoly_lab.lessons.question_text import FOLDED, tags
from monopoly_lab.lessons.translatable_text import DRAWN
from monopoly_lab.notation.html_tables import frame_in_language, with_plain_numbers

COMMA = re.compile(r"(\d)</mn><mrow><mo>&#x0002C;</mo></mrow><mn>(\d)")  # 1{,}96 is one number
# A blank first: it is found much faster than what stands before it.
BESIDE_A_NUMBER = re.compile(r" (?:(?<=\d )(?:[%‰]|dollars?\b|points?\b)|= (?=[\d\u2212]))")


def beside_numbers(markup: str) -> str:
    r"""Return a text or HTML in which no line ends between a number and its unit, or before a result.

    >>> beside_numbers("77.0 %") == "77.0\u00a0%"
    True
    """
    return BESIDE_A_NUMBER.sub(lambda found: found[0].replace(" ", NO_BREAK), markup)


@lru_cache(maxsize=8000)  # a lesson's texts are rendered for sheet, notes, key and feedback
def render_markdown(text: str, is_in_line: bool = False) -> str:
    """Return Markdown as HTML; of a single paragraph only its content, if that is to be in a line of its own."""
    made = str(_markdown(is_in_line).render(text))
    return beside_numbers(harmless_links(re.sub(r'<a class="anchor-link"[^>]*>.*?</a>', "", made)))


@cache
def _markdown(is_in_line: bool) -> Any:
    """Return what renders Markdown, which takes longer to make than a paragraph to render."""
    from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath

    class OnPaper(IPythonRenderer):
        """Markdown whose formulas need no script."""

        def inline_math(self, body: str) -> str:
            return formula(body, "inline")

        def block_math(self, body: str) -> str:
            return formula(body, "block")

        def paragraph(self, text: str) -> str:
            return text if is_in_line else super().paragraph(text)

    return MarkdownWithMath(renderer=OnPaper(escape=False))


def formula(tex: str, display: str) -> str:
    """Return a formula as MathML, which browsers draw by themselves; as code where latex2mathml is not installed.

    >>> formula("x", "inline").startswith("<math")
    True
    """
    try:
        from latex2mathml.converter import convert
    except ImportError:
        return f"<code>{escaped(tex.strip())}</code>"
    return COMMA.sub(r"\1,\2", str(convert(tex.strip(), display=display)))


# Texts with lines to write on, and the numbers that questions have on a sheet and in its key

FEWEST, MOST = 3, 8  # lines to write on below a text that asks, before they share the room that is left
SPARE = 12  # lines that are drawn, of which a sheet shows as many as it has room for
LINE = '<span class="line"></span>'
WRITTEN = '<div class="lines'  # begins lines to write on
EMPTY = re.compile(r"<td[^>]*></td>")  # is filled in by hand
HEADING = re.compile(r"^# .*\n*")  # the title stands above already
PARTS = re.compile(r"\n(?=## )")
ASKS = re.compile(r"\?[)*_]*(?=\s|$)")
SECTION = re.compile(r"^<section>(?:<h\d.*?</h\d>)?")
ENDS = re.compile(r"\?[)*_\s]*$", re.MULTILINE)
LAST = re.compile(r"<p>(?!.*<p>)", re.DOTALL)  # begins the paragraph that asks
ITEM = re.compile(r"^\d+\. ")
HEADED = "<section><h2"  # begins a part of a text with its heading
BLOCKS = re.compile(r"\n\n+(?=\S)|\n(?=\d+\. )")
MARK = re.compile(r'<b class="no" data-of="([^"]*)"></b>')
AGAIN = re.compile(r'<b class="no again" data-of="([^"]*)"></b>')  # the number of a question at what it came to
OF_RESULT = re.compile(r'<b class="no again">(\d+)</b>')
CAME = re.compile(r'<p class="came">(?:(?!</p>).)*</p>\n?', re.DOTALL)
CAME_TOGETHER = re.compile(rf"(?:{CAME.pattern}){{2,}}", re.DOTALL)


def number_mark(n: int, name: str = "", is_again: bool = False) -> str:
    """Return the place of the number of a question, of a cell that asks under a name or of a text, or at its result."""
    return f'<b class="no{" again" if is_again else ""}" data-of="{n} {escaped(name)}"></b>'


def number_questions(page: str) -> tuple[str, dict[str, int]]:
    """Return a page with its questions numbered from 1 in their order, and the number at each mark."""
    numbers = {mark: n for n, mark in enumerate(dict.fromkeys(found[0] for found in MARK.finditer(page)), 1)}
    seen = set[str]()

    def number(found: re.Match[str]) -> str:
        is_first = found[0] not in seen
        seen.add(found[0])
        return f'<b class="no">{numbers[found[0]]}</b>' if is_first else ""

    return MARK.sub(number, _results_in_order(page, numbers)), numbers


def compared_result(mark: str, asked: str, result: str) -> str:
    """Return what a prediction asked for and its result; `mark` is the place of that question's number."""
    told = f"<span>{mark}{beside_numbers(escaped(asked))}</span>"
    return f'<p class="came">{told}<strong>{beside_numbers(escaped(result))}</strong></p>'


def _number_of(compared: str) -> int:
    """Return the number of the question at a result; 0 for a question that is not on the sheet."""
    found = OF_RESULT.search(compared)
    return int(found[1]) if found else 0


def _results_in_order(page: str, numbers: dict[str, int]) -> str:
    """Return a page whose results have the numbers of their questions; results right below each other are sorted."""
    of_cell = {MARK.sub(r"\1", mark): n for mark, n in numbers.items()}
    page = AGAIN.sub(lambda found: f'<b class="no again">{n}</b>' if (n := of_cell.get(found[1])) else "", page)
    return CAME_TOGETHER.sub(lambda run: "".join(sorted(CAME.findall(run[0]), key=_number_of)), page)


def lines(kind: str = "", grow: int = FEWEST) -> str:
    """Return lines to write on, which get `grow` parts of the room on a side; "few" and "part" may get less."""
    return f'<div class="{f"lines {kind}".strip()}" style="--asked: {grow}">{"<p></p>" * SPARE}</div>'


def text_of(cell: Any, n: int | None = None, is_opening: bool = False) -> str:
    """Return a cell of text, with lines to write on below each question, and below a text that wants words.

    `n` is the number of the cell: its first part with lines or with something to fill in has the place of a number, and
    so has each question of a list, and each further one. A question at the end of a line asks for words; in a list, in
    a text that wants words and in the question of the day, any does.
    """
    text = HEADING.sub("", FOLDED.sub("", cell.source) if "answer" in tags(cell) else cell.source)
    wants_words = "explain" in tags(cell)
    asks = ASKS if wants_words or is_opening else ENDS
    drawn = graph(cell)
    parts = [
        _asking_part(part, wants_words and not at, asks, n, "few" if is_opening else "")
        for at, part in enumerate(filter(str.strip, PARTS.split(text)))
    ]
    for at, part in enumerate(parts if n is not None else ()):
        is_numbered = number_mark(n or 0, "1") in part
        if (WRITTEN in part and not is_numbered) or EMPTY.search(part) or drawn:
            parts[at] = SECTION.sub(lambda found: found[0] + number_mark(n or 0), part, count=1)
            break
    return "".join(parts) + drawn


def last_part(markup: str) -> tuple[str, bool, str]:
    """Return a text of `text_of` above its last part with a heading, whether there is one, and that part or all."""
    above, begin, below = markup.rpartition(HEADED)
    return above, bool(begin), begin + below


def _asking_part(text: str, wants_words: bool, asks: re.Pattern[str], n: int | None, kind: str) -> str:
    """Return a part of a text with lines below each question; in a list each has a number, else all but the first."""
    made, above, blocks, asked = "", list[str](), BLOCKS.split(text.strip()), 0
    is_list = any(ITEM.match(block) and ASKS.search(block) for block in blocks)  # of questions
    for block in blocks:
        is_item = is_list and ITEM.match(block)
        if not is_item and not asks.search(block):
            above.append(block)
            continue
        asked += 1
        mark = number_mark(n, str(asked)) if n is not None and (is_list or asked > 1) else ""
        words = render_markdown("\n\n".join([*above, ITEM.sub("", block) if is_item else block]))
        room = lines("part" if is_item else kind, max(FEWEST, min(2 * block.count("?"), MOST)))
        made, above = f"{made}<section>{LAST.sub(f'{mark}<p>', words)}</section>{room}", []
    rest = f"<section>{render_markdown(_joined_blocks(above))}</section>" if above else ""
    return made + rest + (lines() if wants_words and not made else "")


def _joined_blocks(blocks: list[str]) -> str:
    """Return paragraphs and items of a list as one text."""
    return "".join(("\n" if ITEM.match(block) else "\n\n") + block for block in blocks)


def question(asked: Asked, mark: str = "", number: int = 0, lines: int = 1) -> str:
    """Return what is asked, with lines for the numbers; `number` of several under one text.

    `mark` is the place of the number that the question has on the sheet.
    """
    from monopoly_lab.common.errors import LessonError
    from monopoly_lab.lessons.prediction import Prediction

    words = words_of(asked)
    try:
        told = Prediction(asked.name, None, **words).question() if words.get("ask") else ""  # type: ignore[arg-type]
    except (LessonError, TypeError):
        told = str(words["ask"])
    told = told or (say("lesson.sheet_answers", n=number) if number else say("lesson.sheet_answer"))
    return f'<p class="question"><span>{mark}{beside_numbers(escaped(told))}</span>{LINE * lines}</p>'


# Outputs of a lesson's code on paper: pictures, tables with the numbers of the language, and what was written

OF_COLUMN = re.compile(r"\n(?:Name: .*, )?dtype: \w+$")  # the last line of a column
KINDS = ("image/png", "text/html", "text/plain")  # what an output is printed as, the best first
LONGEST = 16  # lines of a table that is printed because a text asks about it


def outputs(cell: Any) -> str:
    """Return all outputs of a code cell as HTML."""
    parts = [_output(output) for output in cell.get("outputs", [])]
    kind = ' class="seen"' if any("<img" in part for part in parts) else ""
    return f"<section{kind}>{''.join(parts)}</section>" if any(parts) else ""


def blanks(lang: str = "") -> str:
    """Return the lines for name, class and date, as HTML."""
    return "".join(f"<span>{escaped(say(f'lesson.sheet_{each}', lang))}</span>" for each in ("name", "class", "date"))


def workings() -> str:
    """Return squared paper for what is left of a side."""
    return f'\n<div class="workings"><div>{escaped(say("lesson.sheet_workings"))}</div></div>\n'


def turn_over_note() -> str:
    """Return squared paper, and below it the word to turn the sheet over."""
    return f'{workings()}<p class="turn">{escaped(say("lesson.sheet_turn"))}</p>\n'


def has_printable_output(cell: Any) -> bool:
    """Return True for code with a picture or a table that is short enough to be printed."""
    return any(_is_seen(data) for data in _output_data(cell))


def _output_data(cell: Any) -> Iterator[dict[str, Any]]:
    return (output["data"] for output in cell.get("outputs", []) if "data" in output)


def _is_seen(data: dict[str, Any]) -> bool:
    if "image/png" in data:
        return True
    table = data.get("text/html", "")
    return "<table" in table and table.count("<tr") <= LONGEST


def _output(output: Any) -> str:
    if output.output_type == "stream":
        return f"<pre>{escaped(numbers_pointed(output.text))}</pre>"
    data = output.get("data", {})
    kind = next((kind for kind in KINDS if kind in data), None)
    if kind == "image/png":
        return _picture(data)
    if kind == "text/html":
        return beside_numbers(tables_in_words(str(data[kind])))
    text = escaped(_column_in_language(str(data[kind]))) if kind else ""
    return (
        f"<pre>{text}</pre>" if "\n" in text else text and f'<p class="own">{beside_numbers(text)}</p>'
    )  # a table, or a line


def tables_in_words(markup: str, lang: str = "") -> str:
    """Return markup whose tables of pandas have words for names, and numbers as a language writes them."""
    return frame_in_language(with_plain_numbers(markup), lang)


def _picture(data: dict[str, Any]) -> str:
    """Return a picture; of a chart without its titles, which stand beside it in letters of the sheet's size."""
    from monopoly_lab.figures.style import height_of_titles, subtitle_line  # plotly: half a second

    image = f'<img alt="" src="data:image/png;base64,{"".join(data["image/png"].split())}">'
    layout = data.get(PLOTLY, {}).get("layout", {})
    title = layout.get("title")
    if not isinstance(title, dict) or "subtitle" not in title or not layout.get("height"):
        return image
    said, under = str(title.get("text") or ""), str(title["subtitle"].get("text") or "")
    high = (layout["height"] - height_of_titles(said, under)) / PICTURE_WIDTH
    above = said.replace("<br>", " ")
    words = beside_numbers(f"<p>{above}</p><p>{subtitle_line(under)}</p>")
    return f'<figure class="chart" style="--high: {high:.3f}">{image}<figcaption>{words}</figcaption></figure>'


# How high a part of a sheet is, about: what decides on which side it has room

TABLE = re.compile(r"<table.*?</table>", re.DOTALL)
PARAGRAPH = re.compile(r"<(p|li|h\d|pre|math)\b[^>]*>(.*?)</\1>", re.DOTALL)
TAG = re.compile(r"<[^>]*>")
LETTERS = 100  # in a line
IN_MM = {"line": 4.7, "row": 5.3, "gap": 1.7, "heading": 10.0, "lines": 14.0, "question": 10.5}
CHART = 112  # millimeters that a chart is wide


def height_on_paper(part: str) -> float:
    """Return how many millimeters a part takes at least, about."""
    high = sum(CHART * float(each) + 1 for each in re.findall(r"--high: ([\d.]+)", part))
    high += IN_MM["lines"] * part.count(WRITTEN) + (CHART / 2) * part.count('class="graph"')
    high += IN_MM["row"] * part.count("<tr") + IN_MM["gap"] * len(EMPTY.findall(part)) / 2
    for kind, text in PARAGRAPH.findall(TABLE.sub("", re.sub(r"<fig.*?</figure>", "", part, flags=re.DOTALL))):
        said = TAG.sub("", text)
        is_asked = 'class="line"' in text
        line = IN_MM["heading"] if kind.startswith("h") else IN_MM["question"] if is_asked else IN_MM["line"]
        high += (line * -(-len(said) // LETTERS) + IN_MM["gap"] * (kind == "p")) * bool(said)
    return high


def first_questions(part: str, height: float) -> tuple[str, str]:
    """Return the first questions of a part with their lines, as few as take so many millimeters, and what follows."""
    questions = re.findall(rf"(?:(?!{WRITTEN}).)*{WRITTEN}.*?</div>", part, re.DOTALL)
    first = next((n for n in range(1, len(questions)) if sum(map(height_on_paper, questions[:n])) >= height), None)
    return (part, "") if first is None else ("".join(questions[:first]), part[sum(map(len, questions[:first])) :])


def _column_in_language(text: str) -> str:
    """Return a column of pandas as text without the line on its type, numbers with the point of the language."""
    found = OF_COLUMN.search(text)
    return numbers_pointed(text[: found.start()] if found else text)


# Squared paper with two axes on a worksheet, to draw a curve

WIDE, HIGH, SQUARE = 155, 80, 5  # of the squared area and of one square, in units of the drawing
LEFT, BELOW, ABOVE = 14, 14, 7  # room for the numbers and for the titles of the axes
EVERY = 10  # units between two numbers on an axis


def graph(cell: Any) -> str:
    """Return room to draw a curve, with the numbers and titles that the cell has; "" if its text asks for none."""
    if cell is None or "draw" not in tags(cell):
        return ""
    right, up, *titles = cell.metadata.get(ABOUT, {}).get(DRAWN, (0, 0))
    written: list[tuple[float, float, str, object]] = [
        (LEFT + at, HIGH + 6, "middle", right * at // EVERY) for at in range(0, WIDE, EVERY) if right
    ]
    written += [(LEFT - 2, HIGH - at + 1.5, "end", up * at // EVERY) for at in range(EVERY, HIGH, EVERY) if up]
    written += zip((LEFT + WIDE, 0), (HIGH + BELOW - 2, -2.5), ("end", "start"), titles)
    texts = "".join(
        f'<text x="{x}" y="{y}" text-anchor="{place}">{escaped(str(text))}</text>' for x, y, place, text in written
    )
    return (
        f'<svg class="graph" viewBox="0 {-ABOVE} {LEFT + WIDE + 5} {ABOVE + HIGH + BELOW}" role="img"><defs>'
        f'<pattern id="square" x="{LEFT}" width="{SQUARE}" height="{SQUARE}" patternUnits="userSpaceOnUse">'
        f'<path d="M5 0H0V5" fill="none" stroke="#999" stroke-width="0.2"/></pattern></defs>'
        f'<rect x="{LEFT}" y="0" width="{WIDE}" height="{HIGH}" fill="url(#square)"/>'
        f'<path d="M{LEFT} 0V{HIGH}H{LEFT + WIDE + 3}" fill="none" stroke="#000" stroke-width="0.5"/>'
        f'<g font-size="5" font-family="sans-serif">{texts}</g></svg>'
    )
