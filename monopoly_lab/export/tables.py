"""Tables as files that a spreadsheet opens, in which no text is a formula."""

import io
from typing import TYPE_CHECKING, Any

from monopoly_lab.errors import ExportError
from monopoly_lab.export.books import add_books
from monopoly_lab.export.subjects import Subject
from monopoly_lab.messages import say

if TYPE_CHECKING:
    import pandas as pd

FORMULA = ("=", "+", "-", "@", "\t", "\r")  # what a spreadsheet takes for the beginning of one
MOST_ROWS = 1_048_575  # of a sheet, below its heading


def rows(table: "pd.DataFrame") -> bytes:
    """A table as CSV, in UTF-8 with the mark by which Excel knows it."""
    text: str = harmless(table).to_csv(index=False)
    return text.encode("utf-8-sig")


def workbook(subject: Subject, notes: str) -> bytes:
    """The tables as sheets of an Excel file, after one with the title and the notes."""
    try:
        import openpyxl  # noqa: F401
    except ImportError:
        raise ExportError(say("export.no_openpyxl")) from None
    import pandas as pd

    told = pd.DataFrame({subject.title: notes.splitlines() or [""]})
    file = io.BytesIO()
    with pd.ExcelWriter(file, engine="openpyxl") as writer:
        harmless(told).to_excel(writer, sheet_name="about", index=False)
        for name, table in subject.tables.items():
            harmless(table.head(MOST_ROWS)).to_excel(writer, sheet_name=name, index=False)
        if subject.ledger is not None:
            add_books(writer.book, subject.ledger, _quoted)
    return file.getvalue()


def harmless(table: "pd.DataFrame") -> "pd.DataFrame":
    """The table with an apostrophe before every text that a spreadsheet would carry out: names come from anybody."""
    made = table.map(_quoted)
    made.columns = [_quoted(str(name)) for name in made.columns]
    return made


def _quoted(value: Any) -> Any:
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA) else value
