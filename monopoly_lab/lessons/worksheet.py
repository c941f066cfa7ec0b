"""A lesson on paper: the questions with lines to write on, and the cells that are tagged for it.

Cells are printed as texts with formulas that need no script, questions with lines, pictures and tables. What the tags
of cells do is in the table of CONTRIBUTING.md, "A lesson".
"""

from collections.abc import Sequence
from pathlib import Path

from monopoly_lab.common.escaping import escaped
from monopoly_lab.common.messages import resolve_language, say
from monopoly_lab.lessons.lesson_minutes import in_class
from monopoly_lab.lessons.lesson_notebooks import Source
from monopoly_lab.lessons.personal_answers import own_questions
from monopoly_lab.lessons.printed_text import (
    blanks,
    first_questions,
    height_on_paper,
    last_part,
    lines,
    number_mark,
    number_questions,
    render_markdown,
    turn_over_note,
    workings,
)
from monopoly_lab.lessons.question_text import (
    HEADINGS,
    explain_paragraph,
    is_question,
    split_explain_request,
    tags,
    text_above,
)
from monopoly_lab.lessons.worksheet_cells import WorksheetCells, section

Placed = tuple[int, str]  # the number of a cell, and what it has on paper
# Millimeters by `height_on_paper`: of a back that has room to write on, and of a front that is full.
ROOMY_BACK_MM, FULL_FRONT_MM = 223, 270
WORK_MM, FULL_BACK_MM = 40, 252  # of room to work on the front, and of a back on which as much stands as it can hold
MOST_PICTURES = 2  # on a back that has room to explain results that stand between two predictions
MOST_PICTURES_IF_ALL = 1  # on a back that has room to explain other results, too: as much as another picture takes

HERE = Path(__file__).parent
PAGES = 2  # of A4, the two sides of a sheet


def worksheet(source: Source) -> str:
    """Return the page as HTML that loads nothing else: two A4 pages of what is done in class, not what is for home."""
    style = (HERE / "worksheet.css").read_text(encoding="utf-8")
    title = escaped(source.about.title or source.path.stem)
    front, back = (
        "\n".join(parts) for parts in WorksheetSides(in_class(source.notebook, True), source.notebook.cells).sides()
    )
    if back:
        front += "" if turn_over_note() in front else turn_over_note()
        head = f"<h2>{escaped(say('lesson.sheet_back'))}</h2>"
        back = f'<div class="side">{head}\n{_whose_games(source)}{back}{workings()}</div>'
    sides = f'<div class="side"><h1>{title}</h1><p class="blanks">{blanks()}</p>\n{front}\n</div>\n{back}'
    sides = number_questions(sides)[0]
    sides = sides.replace("<table", '<table tabindex="0"')  # on a phone a wide one is scrolled, also by keys
    return (
        f'<!DOCTYPE html>\n<html lang="{escaped(resolve_language())}"><head><meta charset="utf-8">'
        f"<title>{title}</title><style>{style}</style></head><body>{sides}\n</body></html>\n"
    )


def _whose_games(source: Source) -> str:
    """Return a word on whose games these are, where each notebook of a class has games of its own."""
    codes = [cell.source for cell in source.notebook.cells if cell.cell_type == "code"]
    has_games = any("lesson.seed" in code for code in codes) and own_questions(codes)
    return f'<p class="whose">{escaped(say("lesson.sheet_whose"))}</p>\n' if has_games else ""


class WorksheetSides(WorksheetCells):
    """The cells of a lesson, each on the front or on the back.

    The front has what is asked before any result is seen: the question of the day, all predictions, and self-checks
    that need no result. On the back, which nobody is to see before, what came out, the texts and self-checks about it
    with the table or picture that they are about, what is to be explained of a result, and the debrief. A lesson that
    asks nothing has one side.

        cells                       front                  back
        text "How many sevens?"     the text
        prediction "sevens"         a line to write on
        code that counts sevens                            its table
        text "Explain why"                                 the text, lines to write on
    """

    def sides(self) -> tuple[list[str], list[str]]:
        """Return the parts of both sides, in the order of the lesson."""
        front, back = self.placed_parts()
        return [part for _, part in front], [part for _, part in back]

    def placed_parts(self) -> tuple[list[Placed], list[Placed]]:
        """Return the parts of both sides, each after the number of its cell.

        First each cell goes to its side. Then what is to be explained of results joins the back, unless pictures fill
        it. Last, a debrief for which the back has no room goes to the front.
        """
        front, back = list[Placed](), list[Placed]()
        for n in range(len(self.cells)):
            if part := self.part(n):
                (back if self.is_on_back(n) else front).append((n, part))
        pictures = sum(part.count("<img") for _, part in back)
        explanations = self._to_explain_between_predictions()
        if pictures <= MOST_PICTURES_IF_ALL:
            explanations += self._to_explain_of_printed([*front, *back, *explanations])
        if pictures <= MOST_PICTURES:
            back = sorted([*back, *explanations])
        return self._debrief_fitted(front, back)

    def _to_explain_between_predictions(self) -> list[Placed]:
        """Return what is to be explained of results above new predictions, at the texts that say so."""
        explanations = list[Placed]()
        for n in range(len(self.cells)):
            if words := self.explain_request(n)[0]:
                text_at = text_above(self.cells, n) or 0
                explanations.append((text_at, section(words, number_mark(text_at)) + lines()))
        return explanations

    def _to_explain_of_printed(self, placed: Sequence[Placed]) -> list[Placed]:
        """Return what is to be explained, without a new prediction, of a result that is printed, unless it is there."""
        page, explanations = "".join(part for _, part in placed), list[Placed]()
        for n, cell in enumerate(self.cells):
            if not self.is_text(n) or "explain" not in tags(cell) or not self._is_below_printed(n):
                continue
            explain_requests = {split_explain_request(cell.source)[0], explain_paragraph(cell.source)} - {""}
            if explain_requests and not any(render_markdown(words).strip() in page for words in explain_requests):
                explanations.append((n, section(explain_paragraph(cell.source), number_mark(n)) + lines()))
        return explanations

    def _is_below_printed(self, n: int) -> bool:
        """Return True for a text with a printed result above it in its section, and nothing explained between."""
        for at in range(n - 1, self.first, -1):
            cell = self.cells[at]
            if self.is_result(at) and "print" in tags(cell):
                return True
            if self.is_text(at) and (HEADINGS.search(cell.source) or "explain" in tags(cell)):
                return False
        return False

    def _debrief_fitted(self, front: list[Placed], back: list[Placed]) -> tuple[list[Placed], list[Placed]]:
        """Return both sides; a debrief for which the back has no room stands on the front, below the word to turn over.

        The debrief is the last text, if it is printed whole; if that has headings, only its last part. It stays on the
        back if it tells an answer, or if the front is full, too. Of a front that would have no room to work, only the
        first questions go there.
        """
        if not back:
            return front, back
        n, markup = back[-1]
        above, has_heading, debrief = last_part(markup)
        if not self.is_whole(n) or ("explain" in tags(self.cells[n]) and not has_heading):
            return front, back
        back_mm, front_mm = (sum(height_on_paper(part) for _, part in side) for side in (back, front))
        filled_mm = front_mm + height_on_paper(debrief)
        if back_mm < ROOMY_BACK_MM or filled_mm > FULL_FRONT_MM:
            return front, back
        # As little as possible where there is much to work out.
        if filled_mm > FULL_FRONT_MM - WORK_MM:
            debrief, stays = first_questions(debrief, back_mm - FULL_BACK_MM)
            above += stays
        asked_before = [at for at, _ in front if is_question(self.cells[at])]
        if any(self._tells_answer(debrief, at) for at in asked_before):
            return front, back
        after = f'<p class="whose">{escaped(say("lesson.sheet_after"))}</p>'
        return [*front, (n, turn_over_note() + after + debrief)], [*back[:-1], *([(n, above)] if above else [])]

    def _tells_answer(self, part: str, n: int) -> bool:
        """Return True if a part tells an answer that a cell asks for."""
        return any(self.told.contains_answer(part, asked) for asked in self.questions(n))
