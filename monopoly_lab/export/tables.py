"""Tables as files that a spreadsheet opens, in which no text is a formula."""

import io
from typing import TYPE_CHECKING, Any

from monopoly_lab.errors import ExportError
from monopoly_lab.export.books import add_books
from monopoly_lab.export.subjects import Subject
from monopoly_lab.messages import say
from monopoly_lab.text.headings import in_words

if TYPE_CHECKING:
    import pandas as pd
    from openpyxl.worksheet.worksheet import Worksheet

FORMULA = ("=", "+", "-", "@", "\t", "\r")  # what a spreadsheet takes for the beginning of one
WIDEST = 70  # letters in a column
SEEN = 200  # rows that say how wide a column is
MOST_ROWS = 1_048_575  # of a sheet, below its heading


def rows(table: "pd.DataFrame") -> bytes:
    """A table as CSV, in UTF-8 with the mark by which Excel knows it; its headings are the names that programs use."""
    text: str = harmless(table).to_csv(index=False)
    return text.encode("utf-8-sig")


def workbook(subject: Subject, notes: str) -> bytes:
    """The tables as sheets of an Excel file, headings in words; the first has title, what happened, notes, versions."""
    try:
        import openpyxl  # noqa: F401
    except ImportError:
        raise ExportError(say("export.no_openpyxl")) from None
    import pandas as pd

    about = "\n\n".join(part for part in (subject.told, notes, subject.made) if part)
    told = pd.DataFrame({subject.title: about.splitlines()})
    file = io.BytesIO()
    with pd.ExcelWriter(file, engine="openpyxl") as writer:
        harmless(told).to_excel(writer, sheet_name="about", index=False)
        for name, data in subject.tables.items():
            table = in_words(data, subject.edition)
            harmless(table.head(MOST_ROWS)).to_excel(writer, sheet_name=name, index=False)
            _fit(writer.sheets[name], table)
        if subject.ledger is not None:
            add_books(writer.book, subject.ledger, _quoted)
    return file.getvalue()


def _fit(sheet: "Worksheet", table: "pd.DataFrame") -> None:
    """Columns as wide as what stands in them, and heads that stay."""
    from openpyxl.utils import get_column_letter

    for n, name in enumerate(table.columns, 1):
        longest = max([len(str(name)), *table[name].head(SEEN).map(lambda value: len(str(value)))])
        sheet.column_dimensions[get_column_letter(n)].width = min(longest + 2, WIDEST)
    sheet.freeze_panes = "A2"


def harmless(table: "pd.DataFrame") -> "pd.DataFrame":
    """The table with an apostrophe before every text that a spreadsheet would carry out: names come from anybody."""
    made = table.map(_quoted)
    made.columns = [_quoted(str(name)) for name in made.columns]
    return made


def _quoted(value: Any) -> Any:
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA) else value
