"""What each cell of a lesson has on its worksheet, and on which side: questions with lines, texts, pictures, tables.

CONTRIBUTING.md, "A lesson", has the table of tags of cells; its column "print" says what they do here.
"""

import re
from collections.abc import Callable, Sequence
from functools import cached_property, wraps
from typing import Any, TypeVar

from monopoly_lab.lessons.own_numbers import NUMBERS_OF
from monopoly_lab.lessons.printed_text import (
    EMPTY,
    LINE,
    PARTS,
    compared_result,
    graph,
    has_printable_output,
    lines,
    number_mark,
    outputs,
    question,
    render_markdown,
    text_of,
)
from monopoly_lab.lessons.question_calls import Asked, asked_in, words_of
from monopoly_lab.lessons.question_text import (
    explain_paragraph,
    is_bare,
    is_paper,
    is_question,
    lead_paragraphs,
    paragraphs_above_question,
    question_paragraphs,
    split_explain_request,
    tags,
    text_above,
)
from monopoly_lab.lessons.told_answers import ToldAnswers

Found = TypeVar("Found")
CellAndName = tuple[int, str]  # the number of a cell, and the name of a question that it asks
STRESS_PATTERN = re.compile(r"[*`]")
BLOCK_PATTERN = re.compile(r"\n\n|^(?:[|#>]|[-+*] |\d+\. |\$\$)", re.MULTILINE)  # more than a paragraph, or none
DECIMAL_PATTERN = re.compile(r"(?<![\d.,])\d+[.,]\d+(?![\d.,])")
FORMULA_OR_TERM_PATTERN = re.compile(r"[*$]")  # a formula, or a term where it is explained
OWN_NUMBER_PATTERN = re.compile(r"""\.own\(["'](\w+)""")
SHORT = 240  # letters of a question that stands beside the line for its number


def section(words: str, mark: str = "") -> str:
    """Return Markdown as a section of HTML, with the place of its number."""
    return f"<section>{mark}{render_markdown(words)}</section>"


def _found_once(method: Callable[[Any, int], Found]) -> Callable[[Any, int], Found]:
    """Return a method of `WorksheetCells` that looks at each cell once: many parts of a sheet ask for the same."""

    @wraps(method)
    def find(cells: "WorksheetCells", n: int) -> Found:
        found: dict[int, Found] = cells.found.setdefault(method.__name__, {})
        if n not in found:
            found[n] = method(cells, n)
        return found[n]

    return find


class WorksheetCells:
    """The cells of a lesson: what each has on paper is `part`, `is_on_back` says which side it is on.

    `n` is the number of a cell everywhere, from 0, and `text_at` that of a text. A cell is bare (`is_bare`) if it asks
    by the name of its question alone, as `ml.predict("sevens", None)` does: it has no `ask="..."`, and the text above
    it says what is asked.

    Attributes:
        cells: The cells that may be printed.
        told: The answers of the whole lesson that are known.
        first: Number of the first cell that asks; of the cells, if none does.
        opening: Number of the text above the first question.
        found: What was found of cells before, by method and number: they do not change, nor does the language.
    """

    def __init__(self, cells: Sequence[Any], lesson: Sequence[Any] = ()) -> None:
        self.cells = cells
        self.told = ToldAnswers(lesson or cells)
        self.found = dict[str, dict[int, Any]]()
        self.first = next((n for n, cell in enumerate(cells) if is_question(cell)), len(cells))
        self.opening = self._opening()
        self._unaskable = _unaskable(cells)

    # What a cell is

    def _opening(self) -> int | None:
        """Return the text above the first question, tagged or not: the question of the day."""
        texts = [n for n in range(min(self.first, len(self.cells) - 1)) if self.is_text(n)]
        return texts[-1] if texts and self.first < len(self.cells) else None

    @_found_once
    def is_text(self, n: int) -> bool:
        """Return True for a text that is not for the teacher."""
        return self.cells[n].cell_type == "markdown" and "teacher" not in tags(self.cells[n])

    @_found_once
    def is_result(self, n: int) -> bool:
        """Return True for code after the first question that asks nothing."""
        return n > self.first and self.cells[n].cell_type == "code" and not is_question(self.cells[n])

    def is_whole(self, n: int) -> bool:
        """Return True for a text that is printed whole."""
        return self.is_text(n) and ("print" in tags(self.cells[n]) or n == self.opening)

    @_found_once
    def questions(self, n: int) -> list[Asked]:
        """Return the questions of a cell that paper can ask."""
        return [each for each in asked_in(self.cells[n].source) if each.name not in self._unaskable]

    # Its side

    @_found_once
    def is_on_back(self, n: int) -> bool:
        """Return True for a cell on the back: by its tag, or as it is a result or about one."""
        if tags(self.cells[n]) & {"back", "front"}:
            return "back" in tags(self.cells[n])
        if is_question(self.cells[n]):
            return is_bare(self.cells[n]) and self._has_shown_result(n)
        if self.cells[n].cell_type == "code":
            return self.is_result(n)
        following = None if self._follows_result(n) else self._next_question_cell(n)
        return self.is_on_back(following) if following is not None else any(map(self.is_result, range(n)))

    def _follows_result(self, n: int) -> bool:
        """Return True for a text below what came out, with no heading between."""
        while n > self.first and self.is_text(n) and not self.cells[n].source.startswith("#"):
            n -= 1
        return self.is_result(n)

    def _next_question_cell(self, n: int) -> int | None:
        """Return the next cell that asks, if only texts stand between."""
        for at in range(n + 1, len(self.cells)):
            if is_question(self.cells[at]):
                return at
            if self.cells[at].cell_type == "code":
                return None
        return None

    # Its part of the sheet

    @_found_once
    def part(self, n: int) -> str:
        """Return what a cell has on paper, as HTML; "" for a cell that has nothing there."""
        cell = self.cells[n]
        if "teacher" in tags(cell) and not is_paper(cell):
            return ""
        if is_question(cell) and ("screen" in tags(cell) or not self.questions(n)):
            return ""
        if is_question(cell):
            markup = self._in_one_line(n) or self._lead(n) + self._answer_lines(n)
            return self._shown_result(n) + self._needed_formula(n) + markup + graph(self.lead_text(n)[0])
        if cell.cell_type == "code":
            return self._compared_results(n) + (self._caption(n) + outputs(cell) if "print" in tags(cell) else "")
        if is_paper(cell):
            return text_of(cell, n)
        if n == self.opening:
            return text_of(cell, is_opening=True)  # the number is asked for below
        return self._shown_result(n) + text_of(cell, n) if self.is_whole(n) else ""

    # The result that a part is about

    @cached_property
    def results(self) -> dict[str, str]:
        """Return what each prediction came to, in words, by the name of its question."""
        return {asked.name: text for cell in self.cells for asked, text in self.told.came_to(cell)}

    def _compared_results(self, n: int) -> str:
        """Return, for each prediction that a cell compares with its result, the question and the result.

        Below a table of the back that is filled in by hand only the key has it.
        """
        came_to = self.told.came_to(self.cells[n])
        texts = [at for at in range(n) if came_to and self.cells[at].cell_type == "markdown" and self.is_on_back(at)]
        if any(EMPTY.search(self.part(at)) for at in texts):
            return ""
        cell_of = {asked.name: at for at, cell in enumerate(self.cells[:n]) for asked in asked_in(cell.source)}
        return "".join(
            compared_result(number_mark(cell_of[asked.name], asked.name, True), str(words_of(asked)["ask"]), result)
            for asked, result in came_to
        )

    def _results_above(self, n: int) -> list[int]:
        """Return the cells of code right above the text of a cell, which it is about; none above a heading."""
        text_at = n if self.is_text(n) else text_above(self.cells, n)
        if text_at is None or self.cells[text_at].source.startswith("#"):
            return []
        above = list[int]()
        while text_at - 1 - len(above) > self.first and self.is_result(text_at - 1 - len(above)):
            above.append(text_at - 1 - len(above))
        return above

    def _has_shown_result(self, n: int) -> bool:
        return any(
            "print" in tags(self.cells[at]) or has_printable_output(self.cells[at]) for at in self._results_above(n)
        )

    def _shown_result(self, n: int) -> str:
        """Return the picture or table that a cell on the back is about, if it does not stand there by its tag."""
        text_at = n if self.is_text(n) else text_above(self.cells, n)
        is_first = (
            text_at is not None
            and not any(map(is_question, self.cells[text_at:n]))
            and (n == text_at or not self.is_whole(text_at))
        )
        above = self._results_above(n)
        if not is_first or not self.is_on_back(n) or any("print" in tags(self.cells[at]) for at in above):
            return ""
        return next(
            (self._caption(at) + outputs(self.cells[at]) for at in above if has_printable_output(self.cells[at])), ""
        )

    def _caption(self, n: int) -> str:
        """Return the words right above a result that say what it is: a paragraph of text that ends in a colon."""
        above = n - 1
        if above < 0 or not self.is_text(above) or self.is_whole(above):
            return ""
        words = self.cells[above].source.strip().rpartition("\n\n")[2]
        return section(words) if words.endswith(":") and not words.startswith("#") else ""

    # The text above a question

    @_found_once
    def lead_text(self, n: int) -> tuple[Any, str]:
        """Return the text that leads to a question or says what a bare name asks, and its words, unless printed."""
        text_at = text_above(self.cells, n)
        if text_at is None and is_bare(self.cells[n]):
            text_at = next(
                (at for at in reversed(range(n)) if self.is_text(at) and question_paragraphs(self.cells[at].source)),
                None,
            )
        if text_at is None or self.is_whole(text_at) or any(map(is_question, self.cells[text_at + 1 : n])):
            return None, ""
        cell = self.cells[text_at]
        return cell, (question_paragraphs if is_bare(self.cells[n]) else lead_paragraphs)(cell.source)

    def explain_request(self, n: int) -> tuple[str, str]:
        """Return what is to be explained of a result above a new prediction, and the words that lead to that one."""
        if not is_question(self.cells[n]) or is_bare(self.cells[n]) or self.is_on_back(n):
            return "", ""
        cell, words = self.lead_text(n)
        text_at = text_above(self.cells, n)
        if not words or text_at is None or "explain" not in tags(cell) or not any(map(self.is_result, range(text_at))):
            return "", ""
        return split_explain_request(cell.source)

    def _lead(self, n: int) -> str:
        """Return the text above a question, with lines where it asks for words, too."""
        explained_on_back, following = self.explain_request(n)
        if explained_on_back:
            return section(following) if following else ""
        cell, words = self.lead_text(n)
        if not words:
            return ""
        if "explain" not in tags(cell) or PARTS.search(cell.source):
            return section(words, number_mark(n, self.questions(n)[0].name) if self._is_numbered(n) else "")
        paragraph, mark = explain_paragraph(cell.source), number_mark(text_above(self.cells, n) or 0)
        if not paragraph:
            return section(words, mark) + lines()
        before, _, following = words.partition(paragraph) if paragraph in words else ("", "", words)
        return section(before + paragraph, mark) + lines() + (section(following) if following.strip() else "")

    def _needed_formula(self, n: int) -> str:
        """Return what a self-check's section says above it, if a formula or term is in it; no result on the front."""
        cell, words = self.lead_text(n)
        paragraphs = paragraphs_above_question(cell.source) if words and is_bare(self.cells[n]) else ""
        if not FORMULA_OR_TERM_PATTERN.search(paragraphs):
            return ""
        numbers = [] if self.is_on_back(n) else DECIMAL_PATTERN.findall(paragraphs)
        results = " ".join(map(outputs, self.cells[:n])) if numbers else ""
        return "" if any(number in results for number in numbers) else section(paragraphs)

    # Lines for answers

    def _in_one_line(self, n: int) -> str:
        """Return a short question in words with the line for its number beside it; "" for any other question."""
        cell, words = self.lead_text(n)
        is_one = bool(words) and "explain" not in tags(cell) and BLOCK_PATTERN.search(words.strip()) is None
        if not is_one or len(self._bare_questions(n)) != 1 or len(self.questions(n)) != 1 or not is_bare(self.cells[n]):
            return ""
        if len(STRESS_PATTERN.sub("", words.strip())) > SHORT:
            return ""
        mark = number_mark(n, self.questions(n)[0].name)
        number_lines = LINE * self.lines_wanted(n)
        return f'<p class="question short"><span>{mark}{render_markdown(words, True).strip()}</span>{number_lines}</p>'

    def _answer_lines(self, n: int) -> str:
        """Return a line for each answer; answers to several questions of one text are numbered as those are."""
        bare, is_alone = self._bare_questions(n), self._is_numbered(n)
        answer_lines = [
            question(
                each,
                "" if is_alone else number_mark(n, each.name),
                bare.index((n, each.name)) + 1 if len(bare) > 1 and (n, each.name) in bare else 0,
                self.lines_wanted(n) if is_alone else 1,
            )
            for each in self.questions(n)
        ]
        return "".join(answer_lines)

    def lines_wanted(self, n: int) -> int:
        """Return how many numbers the text of a cell asks for, if the cell asks for one answer by itself; else 1."""
        return max(1, self.lead_text(n)[1].count("?")) if len(self._bare_questions(n)) == 1 else 1

    def _is_numbered(self, n: int) -> bool:
        """Return True for a cell whose number stands at its text, which asks for one answer by itself."""
        cell, words = self.lead_text(n)
        is_bare_lead = bool(words) and "explain" not in tags(cell) and is_bare(self.cells[n])
        return is_bare_lead and len(self._bare_questions(n)) == 1

    def _bare_questions(self, n: int) -> list[CellAndName]:
        """Return what the text above a cell asks: all questions of the bare cells below it, this one among them."""
        text_at = text_above(self.cells, n)
        start = 0 if text_at is None else text_at + 1
        end = next((at for at in range(n, len(self.cells)) if not is_question(self.cells[at])), len(self.cells))
        return [(at, each.name) for at in range(start, end) if is_bare(self.cells[at]) for each in self.questions(at)]


def _unaskable(cells: Sequence[Any]) -> set[str]:
    """Return the names of questions about a student's own numbers that are not printed: paper cannot ask them."""
    codes = [cell for cell in cells if cell.cell_type == "code" and "print" not in tags(cell)]
    own = {name for cell in codes for name in OWN_NUMBER_PATTERN.findall(cell.source)}
    return own | {name for known in NUMBERS_OF.values() for name, other in known.items() if other in own}
