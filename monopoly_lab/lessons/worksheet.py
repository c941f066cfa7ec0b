"""A lesson on paper: the questions with lines to write on, and the cells that are tagged for it.

Cells are printed as texts with formulas that need no script, questions with lines, pictures and tables.
"""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from monopoly_lab.common.escaping import escaped
from monopoly_lab.common.messages import say, spoken
from monopoly_lab.lessons.lesson_minutes import in_class
from monopoly_lab.lessons.lesson_notebooks import Source
from monopoly_lab.lessons.own_numbers import NUMBERS_OF
from monopoly_lab.lessons.personal_answers import own_questions
from monopoly_lab.lessons.printed_text import (
    EMPTY,
    LINE,
    PARTS,
    beside_numbers,
    blanks,
    graph,
    has_seen,
    height_on_paper,
    lines,
    number_mark,
    numbered,
    outputs,
    question,
    rendered,
    text_of,
)
from monopoly_lab.lessons.question_calls import Asked, asked_in, words_of
from monopoly_lab.lessons.question_text import (
    HEADINGS,
    explain_paragraph,
    explained_before,
    is_bare,
    is_paper,
    is_question,
    lead_paragraphs,
    paragraphs_above_question,
    question_paragraphs,
    tags,
    text_above,
)
from monopoly_lab.lessons.told_answers import ToldAnswers

Placed = tuple[int, str]  # the number of a cell, and what it has on paper
STRESS_PATTERN = re.compile(r"[*`]")
BLOCK_PATTERN = re.compile(r"\n\n|^(?:[|#>]|[-+*] |\d+\. |\$\$)", re.MULTILINE)  # more than a paragraph, or none
BACK_MM, FRONT_MM = 230, 270  # millimeters of a side, by `height_on_paper`: with room to write on, and when it is full
FULL = 3  # pictures on a side that leave no room to write on a result between two predictions
DECIMAL_PATTERN = re.compile(r"(?<![\d.,])\d+[.,]\d+(?![\d.,])")
FORMULA_OR_TERM_PATTERN = re.compile(r"[*$]")  # a formula, or a term where it is explained
SHORT = 240  # letters of a question that stands beside the line for its number
OWN_NUMBER_PATTERN = re.compile(r"""\.own\(["'](\w+)""")

HERE = Path(__file__).parent
PAGES = 2  # of A4, the two sides of a sheet


def worksheet(source: Source) -> str:
    """Return the page as HTML that asks for nothing: two A4 pages of what is done in class, not what is for home."""
    style = (HERE / "worksheet.css").read_text(encoding="utf-8")
    title = escaped(source.about.title or source.path.stem)
    front, back = (
        "\n".join(parts) for parts in WorksheetSides(in_class(source.notebook, True), source.notebook.cells).sides()
    )
    if back:
        front += "" if turning() in front else turning()
        head = f"<h2>{escaped(say('lesson.sheet_back'))}</h2>"
        back = f'<div class="side">{head}\n{_whose(source)}{back}{workings()}</div>'
    sides = f'<div class="side"><h1>{title}</h1><p class="blanks">{blanks()}</p>\n{front}\n</div>\n{back}'
    sides = numbered(sides)[0]
    sides = sides.replace("<table", '<table tabindex="0"')  # on a phone a wide one is scrolled, also by keys
    return (
        f'<!DOCTYPE html>\n<html lang="{escaped(spoken())}"><head><meta charset="utf-8"><title>{title}</title>'
        f"<style>{style}</style></head><body>{sides}\n</body></html>\n"
    )


def workings() -> str:
    """Return squared paper for what is left of a side."""
    return f'\n<div class="workings"><div>{escaped(say("lesson.sheet_workings"))}</div></div>\n'


def turning() -> str:
    """Return squared paper, and below it the word to turn the sheet over."""
    return f'{workings()}<p class="turn">{escaped(say("lesson.sheet_turn"))}</p>\n'


def _whose(source: Source) -> str:
    """Return a word on whose games these are, where each notebook of a class has games of its own."""
    codes = [cell.source for cell in source.notebook.cells if cell.cell_type == "code"]
    has_games = own_questions(codes) and any("lesson.seed" in code for code in codes)
    return f'<p class="whose">{escaped(say("lesson.sheet_whose"))}</p>\n' if has_games else ""


def _without_numbers(cells: Sequence[Any]) -> set[str]:
    """Return the questions about numbers of a student's own that are not printed: what paper cannot ask."""
    codes = [cell for cell in cells if cell.cell_type == "code" and "print" not in tags(cell)]
    own = {name for cell in codes for name in OWN_NUMBER_PATTERN.findall(cell.source)}
    return own | {name for known in NUMBERS_OF.values() for name, other in known.items() if other in own}


class WorksheetSides:
    """The cells of a lesson, each on the front or on the back.

    On the front stands what is asked before anything is seen: the question of the day, all predictions, and self-checks
    that need no result. On the back, which nobody is to see before, what came out, the texts and self-checks about it
    with the table or picture that they are about, what is to be explained of a result, and the debrief. A lesson that
    asks nothing has one side. `n` is the number of a cell everywhere.

        cells                       front                  back
        text "How many sevens?"     the text
        prediction "sevens"         a line to write on
        code that counts sevens                            its table
        text "Explain why"                                 the text, lines to write on
    """

    def __init__(self, cells: Sequence[Any], lesson: Sequence[Any] = ()) -> None:
        self.cells = cells
        self.told = ToldAnswers(lesson or cells)
        self.unasked = _without_numbers(cells)
        question_cells = [n for n, cell in enumerate(cells) if is_question(cell)]
        self.first = question_cells[0] if question_cells else len(cells)
        self.opening = self._opening()

    def sides(self) -> tuple[list[str], list[str]]:
        """Return the parts of both sides, in the order of the lesson."""
        front, back = self.placed()
        return [part for _, part in front], [part for _, part in back]

    def placed(self) -> tuple[list[Placed], list[Placed]]:
        """Return the parts of both sides, each after the number of its cell."""
        front, back, explained = (list[Placed]() for _ in range(3))
        for n in range(len(self.cells)):
            if words := self._explained(n)[0]:
                at = text_above(self.cells, n) or 0
                explained.append((at, f"<section>{number_mark(at)}{rendered(words)}</section>{lines()}"))
            if part := self.part(n):
                (back if self._is_on_back(n) else front).append((n, part))
        pictures = sum(part.count("<img") for _, part in back)
        if pictures < FULL - 1:
            explained += self._explained_by_words([*front, *back, *explained])
        if pictures < FULL:
            back = sorted([*back, *explained])
        return self._debrief_fitted(front, back)

    def _debrief_fitted(self, front: list[Placed], back: list[Placed]) -> tuple[list[Placed], list[Placed]]:
        """Return both sides; a debrief for which the back has no room stands on the front, below the word to turn over.

        It stays on the back if it tells an answer, or if the front is full, too.
        """
        n, part = back[-1] if back else (0, "")
        above, heading, below = part.rpartition("<section><h2")
        last = heading + below
        if not self._is_whole(n) or (not heading and "explain" in tags(self.cells[n])):
            return front, back
        is_roomy = sum(height_on_paper(each) for _, each in back) < BACK_MM
        is_full = sum(height_on_paper(each) for _, each in front) + height_on_paper(last) > FRONT_MM
        asked_before = [at for at, _ in front if is_question(self.cells[at])]
        if is_roomy or is_full or any(self._reveals_answer(at, [last]) for at in asked_before):
            return front, back
        after = f'<p class="whose">{escaped(say("lesson.sheet_after"))}</p>'
        return [*front, (n, turning() + after + last)], [*back[:-1], *([(n, above)] if above else [])]

    def _reveals_answer(self, n: int, parts: Sequence[str]) -> bool:
        """Return True if one of these parts tells an answer that a cell asks for."""
        return any(self.told.tells(part, asked) for part in parts for asked in self.questions(n))

    def _explained(self, n: int) -> tuple[str, str]:
        """Return what is to be explained of a result above a new prediction, and the words that lead to that one."""
        if not is_question(self.cells[n]) or is_bare(self.cells[n]) or self._is_on_back(n):
            return "", ""
        cell, words = self._lead_text(n)
        text = text_above(self.cells, n)
        if not words or text is None or "explain" not in tags(cell) or not any(map(self._is_result, range(text))):
            return "", ""
        return explained_before(cell.source)

    def _explained_by_words(self, printed: Sequence[Placed]) -> list[Placed]:
        """Return what is to be explained, without a new prediction, of a result that is printed, unless it is there."""
        page, explanations = "".join(part for _, part in printed), list[Placed]()
        for n, cell in enumerate(self.cells):
            if not self._is_text(n) or "explain" not in tags(cell) or not self._is_below_printed(n):
                continue
            to_explain = {explained_before(cell.source)[0], explain_paragraph(cell.source)} - {""}
            if to_explain and not any(rendered(words).strip() in page for words in to_explain):
                explanations.append(
                    (n, f"<section>{number_mark(n)}{rendered(explain_paragraph(cell.source))}</section>{lines()}")
                )
        return explanations

    def _is_below_printed(self, n: int) -> bool:
        """Return True for a text with a printed result above it in its section, and nothing explained between."""
        for at in range(n - 1, self.first, -1):
            cell = self.cells[at]
            if self._is_result(at) and "print" in tags(cell):
                return True
            if self._is_text(at) and (HEADINGS.search(cell.source) or "explain" in tags(cell)):
                return False
        return False

    def _opening(self) -> int | None:
        """Return the text above the first question, tagged or not: the question of the day."""
        texts = [n for n in range(min(self.first, len(self.cells) - 1)) if self._is_text(n)]
        return texts[-1] if texts and self.first < len(self.cells) else None

    def _is_text(self, n: int) -> bool:
        return self.cells[n].cell_type == "markdown" and "teacher" not in tags(self.cells[n])

    def _is_result(self, n: int) -> bool:
        """Return True for code after the first question that asks nothing."""
        return n > self.first and self.cells[n].cell_type == "code" and not is_question(self.cells[n])

    def _is_whole(self, n: int) -> bool:
        """Return True for a text that is printed whole."""
        return self._is_text(n) and ("print" in tags(self.cells[n]) or n == self.opening)

    def part(self, n: int) -> str:
        """Return what a cell has on paper, as HTML; "" for a cell that has nothing there."""
        cell = self.cells[n]
        if "teacher" in tags(cell) and not is_paper(cell):
            return ""
        if is_question(cell) and ("screen" in tags(cell) or not self.questions(n)):
            return ""
        if is_question(cell):
            markup = self._in_one_line(n) or self._text(n) + self._questions(n)
            return self._shown_result(n) + self._needed_formula(n) + markup + graph(self._lead_text(n)[0])
        if cell.cell_type == "code":
            return self._results(n) + (self._caption(n) + outputs(cell) if "print" in tags(cell) else "")
        if is_paper(cell):
            return text_of(cell, n)
        if n == self.opening:
            return text_of(cell, is_opening=True)  # the number is asked for below
        return self._shown_result(n) + text_of(cell, n) if self._is_whole(n) else ""

    def _results(self, n: int) -> str:
        """Return what each prediction that a cell compares with its result asked for, and what it came to.

        Below a table of the back that is filled in by hand only the key has it.
        """
        texts = [at for at in range(n) if self.cells[at].cell_type == "markdown" and self._is_on_back(at)]
        if any(EMPTY.search(self.part(at)) for at in texts):
            return ""
        return "".join(
            f'<p class="came"><span>{beside_numbers(escaped(str(words_of(asked)["ask"])))}</span>'
            f"<strong>{beside_numbers(escaped(text))}</strong></p>"
            for asked, text in self.told.came_to(self.cells[n])
        )

    def _is_on_back(self, n: int) -> bool:
        """Return True for what stands on the back."""
        if tags(self.cells[n]) & {"back", "front"}:
            return "back" in tags(self.cells[n])
        if is_question(self.cells[n]):
            return is_bare(self.cells[n]) and self._has_shown_result(n)
        if self.cells[n].cell_type == "code":
            return self._is_result(n)
        following = None if self._follows_result(n) else self._next_question_cell(n)
        return self._is_on_back(following) if following is not None else any(map(self._is_result, range(n)))

    def _follows_result(self, n: int) -> bool:
        """Return True for a text below what came out, with no heading between."""
        while n > self.first and self._is_text(n) and not self.cells[n].source.startswith("#"):
            n -= 1
        return self._is_result(n)

    def _next_question_cell(self, n: int) -> int | None:
        """Return the next cell that asks, if only texts stand between."""
        for at in range(n + 1, len(self.cells)):
            if is_question(self.cells[at]):
                return at
            if self.cells[at].cell_type == "code":
                return None
        return None

    def _above(self, n: int) -> list[int]:
        """Return the cells of code right above the text of a cell, which it is about; none above a heading."""
        text = n if self._is_text(n) else text_above(self.cells, n)
        if text is None or self.cells[text].source.startswith("#"):
            return []
        cells = list[int]()
        while text - 1 - len(cells) > self.first and self._is_result(text - 1 - len(cells)):
            cells.append(text - 1 - len(cells))
        return cells

    def _has_shown_result(self, n: int) -> bool:
        return any("print" in tags(self.cells[at]) or has_seen(self.cells[at]) for at in self._above(n))

    def _shown_result(self, n: int) -> str:
        """Return the picture or table that a cell on the back is about, if it does not stand there by its tag."""
        text = n if self._is_text(n) else text_above(self.cells, n)
        is_first = (
            text is not None
            and not any(map(is_question, self.cells[text:n]))
            and (n == text or not self._is_whole(text))
        )
        above = self._above(n)
        if not is_first or not self._is_on_back(n) or any("print" in tags(self.cells[at]) for at in above):
            return ""
        return next((self._caption(at) + outputs(self.cells[at]) for at in above if has_seen(self.cells[at])), "")

    def _caption(self, n: int) -> str:
        """Return the words right above a result that say what it is: a paragraph of text that ends in a colon."""
        above = n - 1
        if above < 0 or not self._is_text(above) or self._is_whole(above):
            return ""
        words = self.cells[above].source.strip().rpartition("\n\n")[2]
        words = words if words.endswith(":") and not words.startswith("#") else ""
        return f"<section>{rendered(words)}</section>" if words else ""

    def _lead_text(self, n: int) -> tuple[Any, str]:
        """Return the text that leads to a question or says what a bare name asks, and its words, unless printed."""
        text = text_above(self.cells, n)
        if text is None and is_bare(self.cells[n]):
            text = next(
                (at for at in reversed(range(n)) if self._is_text(at) and question_paragraphs(self.cells[at].source)),
                None,
            )
        if text is None or self._is_whole(text) or any(map(is_question, self.cells[text + 1 : n])):
            return None, ""
        cell = self.cells[text]
        return cell, (question_paragraphs if is_bare(self.cells[n]) else lead_paragraphs)(cell.source)

    def _needed_formula(self, n: int) -> str:
        """Return what a self-check's section says above it, if a formula or term is in it; no result on the front."""
        cell, words = self._lead_text(n)
        paragraphs = paragraphs_above_question(cell.source) if words and is_bare(self.cells[n]) else ""
        results = "" if self._is_on_back(n) else " ".join(map(outputs, self.cells[:n]))
        if not FORMULA_OR_TERM_PATTERN.search(paragraphs) or any(
            number in results for number in DECIMAL_PATTERN.findall(paragraphs)
        ):
            return ""
        return f"<section>{rendered(paragraphs)}</section>"

    def _text(self, n: int) -> str:
        """Return the text above a question, with lines where it asks for words, too."""
        explained, following = self._explained(n)
        if explained:
            return f"<section>{rendered(following)}</section>" if following else ""
        cell, words = self._lead_text(n)
        mark = number_mark(n, self.questions(n)[0].name) if self._is_numbered(n) else ""
        markup = f"<section>{mark}{rendered(words)}</section>" if words else ""
        if not words or "explain" not in tags(cell) or PARTS.search(cell.source):
            return markup
        first, mark = explain_paragraph(cell.source), number_mark(text_above(self.cells, n) or 0)
        if not first:
            return f"<section>{mark}{rendered(words)}</section>{lines()}"
        before, _, following = words.partition(first) if first in words else ("", "", words)
        markup = f"<section>{mark}{rendered(before + first)}</section>{lines()}"
        return markup + f"<section>{rendered(following)}</section>" if following.strip() else markup

    def _in_one_line(self, n: int) -> str:
        """Return a short question in words with the line for its number beside it; "" for any other question."""
        cell, words = self._lead_text(n)
        is_one = bool(words) and "explain" not in tags(cell) and BLOCK_PATTERN.search(words.strip()) is None
        if not is_one or len(self._numbers(n)) != 1 or len(self.questions(n)) != 1 or not is_bare(self.cells[n]):
            return ""
        if len(STRESS_PATTERN.sub("", words.strip())) > SHORT:
            return ""
        rooms = LINE * max(1, words.count("?"))
        mark = number_mark(n, self.questions(n)[0].name)
        return f'<p class="question short"><span>{mark}{rendered(words, True).strip()}</span>{rooms}</p>'

    def _questions(self, n: int) -> str:
        """Return a line for each answer; answers to several questions of one text are numbered as those are."""
        numbers, is_alone = self._numbers(n), self._is_numbered(n)
        answer_lines = [
            question(
                each,
                "" if is_alone else number_mark(n, each.name),
                numbers.index((n, each.name)) + 1 if len(numbers) > 1 and (n, each.name) in numbers else 0,
                max(1, self._lead_text(n)[1].count("?")) if is_alone else 1,
            )
            for each in self.questions(n)
        ]
        return "".join(answer_lines)

    def _is_numbered(self, n: int) -> bool:
        """Return True for a cell whose number stands at its text, which asks for one answer by itself."""
        cell, words = self._lead_text(n)
        return bool(words) and "explain" not in tags(cell) and is_bare(self.cells[n]) and len(self._numbers(n)) == 1

    def _numbers(self, n: int) -> list[Placed]:
        """Return the cells and names of the answers that the text above a cell asks for by itself."""
        text = text_above(self.cells, n)
        start = 0 if text is None else text + 1
        end = next((at for at in range(n, len(self.cells)) if not is_question(self.cells[at])), len(self.cells))
        return [(at, each.name) for at in range(start, end) if is_bare(self.cells[at]) for each in self.questions(at)]

    def questions(self, n: int) -> list[Asked]:
        """Return the questions of a cell that paper can ask."""
        return [each for each in asked_in(self.cells[n].source) if each.name not in self.unasked]
