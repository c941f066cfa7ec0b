"""Tables of pandas in HTML, as readers write them: words of their language, a mark between thousands, a true minus.

Markup does not tell a number from a text that looks like one: a column of texts "1.0" and "2.0" is taken for numbers.
"""

import itertools
import re

from monopoly_lab.common.escaping import escaped, unescaped
from monopoly_lab.common.messages import ENGLISH, MINUS, grouped, numbers_pointed, resolve_language
from monopoly_lab.notation.table_format import NOTHING, group_in_words, heading, name_in_words, parts_in_words

HEAD = re.compile(r"(<th\b[^>]*>)([^<]+)(?=</th>)")
CELL = re.compile(r"(<td\b[^>]*>)([^<]+)(?=</td>)")
ROW = re.compile(r"<tr\b.*?</tr>", re.DOTALL)
WHOLE = re.compile(rf"[-{MINUS}]?\d+[.,]0")  # numbers as pandas writes them
NEGATIVE = re.compile(r"-\d+([.,]\d+)*(e[+-]?\d+)?")
FRAME = re.compile(r'<table\b[^>]*class="[^"]*\bdataframe\b.*?</table>', re.DOTALL)
NAMED = re.compile(  # the head of a table whose first column has a name, in a line of its own
    r"(<thead>\s*<tr[^>]*>\s*)<th></th>((?:(?!</tr>).)*)</tr>\s*<tr>\s*<th>([^<]*)</th>(?:\s*<th></th>)*\s*</tr>\s*</thead>",
    re.DOTALL,
)
HEADED = re.compile(r"<t[hd]\b[^>]*>([^<]*)(?=</t[hd]>)")
LONG = re.compile(rf"([-{MINUS}]?\d{{4,}})(\.\d+)?")  # numbers that need a mark between thousands
NO_AMOUNTS = ("seed", "year", "id")  # columns whose numbers are names


def frame_in_language(markup: str, lang: str = "") -> str:
    """Return markup whose tables of pandas speak the reader's language.

    Heads that are names of columns, strategies or groups of the classic board are in words, and groups at the head of
    cells. In another language than English all cells are, and their numbers have its point. All numbers have a mark
    between thousands, except seeds, years and ids.

    >>> '<td>11,600<' in frame_in_language('<table class="dataframe"><tr><td>11600</td></tr></table>', "en")
    True
    """
    return FRAME.sub(lambda table: _frame_in_language(table[0], resolve_language(lang)), markup)


def _frame_in_language(table: str, lang: str) -> str:
    table = _with_thousands(table, lang)
    table = HEAD.sub(lambda head: head[1] + escaped(name_in_words(unescaped(head[2]), lang)), table)
    if lang == ENGLISH:
        return CELL.sub(lambda cell: cell[1] + escaped(group_in_words(unescaped(cell[2]), lang)), table)
    table = HEAD.sub(lambda head: head[1] + numbers_pointed(head[2], lang), table)
    return CELL.sub(
        lambda cell: cell[1] + numbers_pointed(escaped(parts_in_words(unescaped(cell[2]), lang)), lang), table
    )


def with_thousands(markup: str, lang: str = "") -> str:
    """Return markup whose tables of pandas have a mark between thousands, as `frame_in_language` has it."""
    return FRAME.sub(lambda table: _with_thousands(table[0], resolve_language(lang)), markup)


def _with_thousands(table: str, lang: str) -> str:
    heads = [unescaped(cell[1]) for cell in HEADED.finditer(table.partition("</tr>")[0])]
    names = {said for name in NO_AMOUNTS for said in (name, heading(name, lang))}
    skipped = {n for n, head in enumerate(reversed(heads)) if head in names}  # from the last column

    def cells(row: str) -> list["re.Match[str]"]:
        """Return the cells with amounts, by their place from the end: a cell may reach down into the next rows."""
        found = list(HEADED.finditer(row))
        places = range(len(found) - 1, -1, -1)
        return [cell for n, cell in zip(places, found) if n not in skipped and cell[0].startswith("<td")]

    def format_row(row: "re.Match[str]") -> str:
        made = row[0]
        for cell in reversed(cells(made)):
            if long := LONG.fullmatch(cell[1]):
                number = grouped(int(long[1].replace(MINUS, "-")), lang) + (long[2] or "")
                made = made[: cell.start(1)] + number + made[cell.end(1) :]
        return made

    return ROW.sub(format_row, table)


def with_plain_numbers(markup: str) -> str:
    """Return markup whose tables of pandas have numbers as readers write them.

    A column of whole numbers has no ".0", a negative number a true minus, an empty place a dash; the name of the first
    column is in the line of the others.

    >>> with_plain_numbers('<table class="dataframe"><tr><td>-2.0</td><td>NaN</td></tr></table>').count("\u22122<")
    1
    """
    return FRAME.sub(lambda table: _with_plain_numbers(NAMED.sub(r"\1<th>\3</th>\2</tr></thead>", table[0])), markup)


def _with_plain_numbers(table: str) -> str:
    rows = [[cell[2] for cell in CELL.finditer(row[0])] for row in ROW.finditer(table)]
    wide = max(map(len, rows), default=0)
    columns = [[row[n] for row in rows if n < len(row) and row[n] != "NaN"] for n in range(wide)]
    whole = {n for n, column in enumerate(columns) if column and all(map(WHOLE.fullmatch, column))}

    def format_row(row: "re.Match[str]") -> str:
        places = itertools.count()
        return CELL.sub(lambda cell: cell[1] + _plain_number(cell[2], next(places) in whole), row[0])

    return ROW.sub(format_row, table)


def _plain_number(text: str, whole: bool) -> str:
    if text == "NaN":
        return NOTHING
    text = text[:-2] if whole else text
    return f"{MINUS}{text[1:]}" if NEGATIVE.fullmatch(text) else text
