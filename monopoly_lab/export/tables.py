"""Tables as files that a spreadsheet opens, in which no text is a formula."""

import io
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from monopoly_lab.errors import ExportError
from monopoly_lab.export.books import add_books, sheet_name
from monopoly_lab.export.subjects import Subject
from monopoly_lab.messages import say
from monopoly_lab.text.figures import OF_SHARES, digits, is_share, measure_said, share_digits
from monopoly_lab.text.headings import in_values, with_headings

if TYPE_CHECKING:
    import pandas as pd
    from openpyxl.worksheet.worksheet import Worksheet

FORMULA = ("=", "+", "-", "@", "\t", "\r")  # what a spreadsheet takes for the beginning of one
WIDEST = 70  # letters in a column
READ = 100  # letters in a line of text
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

    about = "\n\n".join(part for part in (subject.told, *subject.conditions, notes, subject.made) if part)
    told = pd.DataFrame({subject.title: list(paragraphs(about))})
    file = io.BytesIO()
    with pd.ExcelWriter(file, engine="openpyxl") as writer:
        harmless(told).to_excel(writer, sheet_name=sheet_name("about"), index=False)
        _wrap(writer.sheets[sheet_name("about")])
        for name, data in subject.tables.items():
            values = in_values(data.head(MOST_ROWS), subject.edition)
            said = {"measure": values["measure"].map(measure_said)} if "measure" in values else {}
            table = with_headings(values.assign(**said))
            sheet = sheet_name(name)
            harmless(table).to_excel(writer, sheet_name=sheet, index=False)
            _fit(writer.sheets[sheet], table)
            _round(writer.sheets[sheet], values)
        if subject.ledger is not None:
            add_books(writer.book, subject.ledger, _quoted)
    return file.getvalue()


def paragraphs(text: str) -> Iterator[str]:
    """The paragraphs of a text, and the points of its lists, each in one line however it was broken into lines."""
    for block in re.split(r"\n\s*\n|\n(?=\s*(?:[-*#>]|\d+\.) )", text.strip()):
        yield " ".join(line.strip() for line in block.splitlines())


def _wrap(sheet: "Worksheet") -> None:
    """Text that is read: as wide as a page, in as many lines as it needs."""
    from openpyxl.styles import Alignment

    sheet.column_dimensions["A"].width = READ
    for (cell,) in sheet.iter_rows(max_col=1):
        cell.alignment = Alignment(wrap_text=True, vertical="top")


def _round(sheet: "Worksheet", values: "pd.DataFrame") -> None:
    """Numbers shown as a page shows them; the cells keep every digit."""
    measures = list(values["measure"]) if "measure" in values else [""] * len(values)
    for n, name in enumerate(values.columns, 1):
        column, share = values.iloc[:, n - 1], is_share(name, values)
        if column.dtype.kind != "f" or not column.notna().any():
            continue
        most, whole = float(column.abs().max()), not (column.dropna() % 1).any()
        for row, (measure, x) in enumerate(zip(measures, column), 2):
            largest = abs(x) if measure else most
            sheet.cell(row, n).number_format = _shown(largest, share or measure in OF_SHARES, whole)


def _shown(largest: float, share: bool, whole: bool) -> str:
    """How a spreadsheet shows numbers of a column up to so much."""
    if share:
        return f"0.{'0' * share_digits(largest)}%"
    return "0" if whole or not digits(largest) else f"0.{'0' * digits(largest)}"


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
