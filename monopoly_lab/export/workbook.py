"""Write the books of a game, and tables of an analysis, as sheets of a workbook.

Three cells above the trial balance choose the player and the rounds; the formulas of all sheets follow them.
In the files of tables, a spreadsheet reads no text as a formula.
"""

import io
import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from monopoly_lab.common.errors import ExportError
from monopoly_lab.common.escaping import escape_cell, escape_csv
from monopoly_lab.common.lazy_imports import pd
from monopoly_lab.common.messages import has_message, say
from monopoly_lab.export.notebook_cells import Subject
from monopoly_lab.game.accounting import Ledger
from monopoly_lab.game.accounting.chart_of_accounts import (
    ACCOUNTS,
    ACTIVITIES,
    ASSET,
    EQUITY,
    EXPENSE,
    LIABILITY,
    REVENUE,
    Account,
)
from monopoly_lab.game.accounting.statements import number
from monopoly_lab.notation.table_format import (
    OF_SHARES,
    OTHERWISE,
    digits,
    heading,
    in_values,
    is_share,
    measure_name,
    share_digits,
    with_headings,
)

if TYPE_CHECKING:
    from openpyxl import Workbook
    from openpyxl.worksheet.worksheet import Worksheet

HEADS = ("entry", "event", "round", "turn", "book", "key", "account", "kind", "debit", "credit", "counterparty", "flow")
COLUMN = {name: "ABCDEFGHIJKLM"[n] for n, name in enumerate((*HEADS, "text"))}
WHO, FIRST, LAST = "trial_balance!$B$1", "trial_balance!$B$2", "trial_balance!$B$3"
OF_WHOM = "trial_balance!$C$1"  # the same as a condition, in which no sign of a name means anything
SHEETS = ("journal", "trial_balance", "income_statement", "balance_sheet", "cash_flow")
EVERYBODY = "*"
RESULT = (REVENUE, EXPENSE)

Quote = Callable[[Any], Any]


def add_books(book: "Workbook", ledger: Ledger, quoted: Quote) -> None:
    """Add five sheets: journal, trial balance, income statement, balance sheet, cash flow; named as the others are."""
    chart = [ACCOUNTS[key] for key in ledger.chart().index]
    rows = _journal(book.create_sheet("journal"), ledger, quoted)
    sums = _Sums(rows)
    _trial_balance(book.create_sheet("trial_balance"), ledger, chart, sums, quoted)
    _income_statement(book.create_sheet("income_statement"), ledger, chart, sums)
    _balance_sheet(book.create_sheet("balance_sheet"), ledger, chart, sums)
    _cash_flow(book.create_sheet("cash_flow"), ledger, chart, sums)
    _rename([book[name] for name in SHEETS])


def sheet_name(name: str) -> str:
    """Return the name of a sheet in the language that is spoken."""
    key = f"export.sheet_{name}"
    return say(key) if has_message(key) else name


def _rename(sheets: list["Worksheet"]) -> None:
    """Give sheets the names of the language that is spoken, in their formulas, too."""
    names = {sheet.title: sheet_name(sheet.title) for sheet in sheets}
    given = {f"{name}!": f"'{said}'!" for name, said in names.items() if said != name}
    for sheet in sheets:
        sheet.title = names[sheet.title]
        if given:
            for row in sheet.iter_rows():
                for cell in row:
                    if isinstance(cell.value, str) and cell.value.startswith("="):
                        for name, said in given.items():
                            cell.value = cell.value.replace(name, said)


def _journal(sheet: "Worksheet", ledger: Ledger, quoted: Quote) -> int:
    """Return every line as a row; gives back the number of the last row."""
    sheet.append([heading(OTHERWISE.get(name, name), ledger.lang) for name in (*HEADS, "text")])
    for n, entry in enumerate(ledger.entries, 1):
        text = ledger.text(entry)
        for line in entry.netted_lines():
            other = ledger.holder(line.other) if line.other >= 0 else None
            debit, credit = number(max(line.amount, 0)), number(max(-line.amount, 0))
            names = (ledger.holder(line.book), line.account, ledger.words.account(line.account))
            kind = ACCOUNTS[line.account].kind
            row = (n, entry.event, entry.round, entry.turn, *names, kind, debit, credit, other, line.flow or None, text)
            sheet.append([quoted(value) for value in row])
    sheet.freeze_panes = "A2"
    _widths(sheet, {"E": 14, "F": 22, "G": 28, "K": 14, "L": 22, "M": 60})
    return max(int(sheet.max_row), 2)


class _Sums:
    """Formulas that sum lines of the journal by book, rounds and account."""

    def __init__(self, rows: int) -> None:
        self.rows = rows

    def _range(self, name: str) -> str:
        return f"journal!${COLUMN[name]}$2:${COLUMN[name]}${self.rows}"

    def balance(self, where: str, is_it: str, *rounds: str) -> str:
        """Return a formula: debits less credits of lines with `is_it` in column `where`, in rounds by conditions."""
        conditions = [(where, is_it), ("book", OF_WHOM), *(("round", condition) for condition in rounds)]
        tail = ",".join(f"{self._range(name)},{condition}" for name, condition in conditions)
        return f"(SUMIFS({self._range('debit')},{tail})-SUMIFS({self._range('credit')},{tail}))"

    def span(self, account: Account) -> tuple[str, ...]:
        """Return rounds that count for an account: those of the span for results, all up to its end for the others."""
        last = f'"<="&{LAST}'
        return (last, f'">="&{FIRST}') if account.kind in RESULT else (last,)

    def of(self, account: Account) -> str:
        return self.balance("key", f'"{account.id}"', *self.span(account))

    def earned_before(self) -> str:
        """Return a formula: revenue less expenses before the span."""
        parts = [self.balance("kind", f'"{kind}"', f'"<"&{FIRST}') for kind in RESULT]
        return f"-({'+'.join(parts)})"


def _trial_balance(sheet: "Worksheet", ledger: Ledger, chart: list[Account], sums: _Sums, quoted: Quote) -> None:
    from openpyxl.worksheet.datavalidation import DataValidation

    books = sorted({line.book for entry in ledger.entries for line in entry.lines})
    names = [quoted(ledger.holder(book)) for book in books]
    everybody = EVERYBODY
    while everybody in names:
        everybody += EVERYBODY
    sheet.append(
        [say("ledger.sheet.who", ledger.lang), names[0] if names else everybody, _condition("$B$1", everybody)]
    )
    sheet["C1"].number_format = ";;;"  # which shows nothing
    sheet.append([say("ledger.sheet.first", ledger.lang), ledger.first_round])
    sheet.append([say("ledger.sheet.last", ledger.lang), ledger.last_round])
    sheet.append([say("ledger.sheet.hint", ledger.lang, everybody=everybody)])
    sheet.append([heading(name, ledger.lang) for name in ("key", "account", "debit", "credit")])
    if names and not any("," in name or '"' in name for name in names):
        choice = DataValidation(type="list", formula1=f'"{",".join([*names, everybody])}"', allow_blank=False)
        sheet.add_data_validation(choice)
        choice.add("B1")
    top = sheet.max_row + 1
    for account in chart:
        found = sums.earned_before() if account.id == "retained_earnings" else ""
        x = f"-{found}" if found else sums.of(account)
        sheet.append([account.id, ledger.words.account(account.id), f"=MAX({x},0)", f"=MAX(-({x}),0)"])
    last = sheet.max_row
    sheet.append([None, say("ledger.sheet.total", ledger.lang), f"=SUM(C{top}:C{last})", f"=SUM(D{top}:D{last})"])
    sheet.append([None, say("ledger.sheet.difference", ledger.lang), f"=C{last + 1}-D{last + 1}"])
    _widths(sheet, {"A": 26, "B": 34, "C": 12, "D": 12})


def _condition(cell: str, everybody: str) -> str:
    """Return a formula: the condition that a name is that of a cell, letter by letter; or any, for everybody."""
    escaped = cell
    for sign in "~*?":
        escaped = f'SUBSTITUTE({escaped},"{sign}","~{sign}")'
    return f'=IF({cell}="{everybody}","*","="&{escaped})'


def _income_statement(sheet: "Worksheet", ledger: Ledger, chart: list[Account], sums: _Sums) -> None:
    _head(sheet, ledger)
    totals = []
    for kind, key, sign in ((REVENUE, "revenue", "-"), (EXPENSE, "expenses", "")):
        rows = [(account, f"={sign}{sums.of(account)}") for account in chart if account.kind == kind]
        totals.append(_block(sheet, ledger, rows, key))
    sheet.append(["net_income", ledger.words.total("net_income"), f"=C{totals[0]}-C{totals[1]}"])


def _balance_sheet(sheet: "Worksheet", ledger: Ledger, chart: list[Account], sums: _Sums) -> None:
    _head(sheet, ledger)
    totals = []
    for kind, key, sign in ((ASSET, "assets", ""), (LIABILITY, "liabilities", "-"), (EQUITY, "equity", "-")):
        rows = [
            (account, f"={sums.earned_before() if account.id == 'retained_earnings' else sign + sums.of(account)}")
            for account in chart
            if account.kind == kind
        ]
        extra = []
        if kind == EQUITY:
            span = [sums.balance("kind", f'"{each}"', f'"<="&{LAST}', f'">="&{FIRST}') for each in RESULT]
            net = f"=-({'+'.join(span)})"
            extra = [("net_income", ledger.words.total("net_income"), net)]
        totals.append(_block(sheet, ledger, rows, key, extra))
    claims = f"=C{totals[1]}+C{totals[2]}"
    sheet.append(["liabilities_and_equity", ledger.words.total("liabilities_and_equity"), claims])
    sheet.append([None, say("ledger.sheet.difference", ledger.lang), f"=C{totals[0]}-C{sheet.max_row}"])


def _cash_flow(sheet: "Worksheet", ledger: Ledger, chart: list[Account], sums: _Sums) -> None:
    _head(sheet, ledger)
    used = {line.flow for entry in ledger.entries for line in entry.lines if line.flow}
    rounds = (f'"<="&{LAST}', f'">="&{FIRST}')
    totals = []
    for activity in ACTIVITIES:
        here = [account for account in chart if account.activity == activity and account.id in used]
        rows = [(account, "=" + sums.balance("flow", f'"{account.id}"', *rounds)) for account in here]
        totals.append(_block(sheet, ledger, rows, activity))
    change = "=" + "+".join(f"C{row}" for row in totals)
    opening = "=" + sums.balance("key", '"cash"', f'"<"&{FIRST}')
    closing = sums.balance("key", '"cash"', f'"<="&{LAST}')
    for key, formula in (("change", change), ("opening_cash", opening)):
        sheet.append([key, ledger.words.total(key), formula])
    last = sheet.max_row
    sheet.append(["closing_cash", ledger.words.total("closing_cash"), f"=C{last - 1}+C{last}"])
    sheet.append([None, say("ledger.sheet.difference", ledger.lang), f"=C{last + 1}-{closing}"])


def _head(sheet: "Worksheet", ledger: Ledger) -> None:
    sheet.append([say("ledger.sheet.who", ledger.lang), f"={WHO}"])
    sheet.append([say("ledger.sheet.first", ledger.lang), f"={FIRST}"])
    sheet.append([say("ledger.sheet.last", ledger.lang), f"={LAST}"])
    _widths(sheet, {"A": 26, "B": 44, "C": 14})


def _block(
    sheet: "Worksheet",
    ledger: Ledger,
    rows: list[tuple[Account, str]],
    total: str,
    extra: list[tuple[str, str, str]] | None = None,
) -> int:
    """Write accounts with their formulas and the sum below them; return the row of the sum."""
    from openpyxl.styles import Font

    top = sheet.max_row + 1
    for account, formula in rows:
        sheet.append([account.id, ledger.words.account(account.id), formula])
    for row in extra or []:
        sheet.append(list(row))
    last = sheet.max_row
    sheet.append([total, ledger.words.total(total), f"=SUM(C{top}:C{last})" if last >= top else 0])
    for cell in sheet[sheet.max_row]:
        cell.font = Font(bold=True)
    return int(sheet.max_row)


def _widths(sheet: "Worksheet", widths: dict[str, int]) -> None:
    for column, width in widths.items():
        sheet.column_dimensions[column].width = width


# Tables as files that a spreadsheet opens, in which no text is a formula

WIDEST = 70  # letters in a column
READ = 100  # letters in a line of text
SEEN = 200  # rows that say how wide a column is
MOST_ROWS = 1_048_575  # of a sheet, below its heading


def csv_bytes(table: "pd.DataFrame") -> bytes:
    """Return a table as CSV, in UTF-8 with the mark by which Excel knows it; headings are the names programs use."""
    text: str = without_formulas(table, escape_csv).to_csv(index=False)
    return text.encode("utf-8-sig")


def local_csv_bytes(table: "pd.DataFrame", lang: str = "") -> bytes:
    """Return a table as CSV for the spreadsheet of somebody who speaks a language; that of the session if empty.

    Excel splits lines and reads fractions as its country does: where these have a comma, cells are split at semicolons.
    A whole number has no point.
    """
    point = say("language.point", lang)
    split = ";" if point == "," else ","
    cells = without_formulas(table, escape_csv)
    numbers = {name: [_number(x, point) for x in cells[name]] for name in cells.select_dtypes("float")}
    text: str = cells.assign(**numbers).to_csv(index=False, sep=split)
    return text.encode("utf-8-sig")


def _number(x: float, point: str) -> str:
    """Return a number for a cell of a CSV file; "" for none."""
    return "" if x != x else repr(x).removesuffix(".0").replace(".", point)


def workbook(subject: Subject, notes: str) -> bytes:
    """Return the tables as sheets of an Excel file, headings in words; the first has title, events, notes, versions."""
    try:
        import openpyxl  # noqa: F401
    except ImportError:
        raise ExportError(say("export.no_openpyxl")) from None
    about = "\n\n".join(part for part in (subject.told, *subject.conditions, notes, subject.made) if part)
    told = pd.DataFrame({subject.title: list(paragraphs(about))})
    file = io.BytesIO()
    with pd.ExcelWriter(file, engine="openpyxl") as writer:
        without_formulas(told).to_excel(writer, sheet_name=sheet_name("about"), index=False)
        _wrap(writer.sheets[sheet_name("about")])
        for name, data in subject.tables.items():
            values = in_values(data.head(MOST_ROWS), subject.edition)
            said = {"measure": values["measure"].map(measure_name)} if "measure" in values else {}
            table = with_headings(values.assign(**said))
            sheet = sheet_name(name)
            without_formulas(table).to_excel(writer, sheet_name=sheet, index=False)
            _fit(writer.sheets[sheet], table)
            _round(writer.sheets[sheet], values)
        if subject.ledger is not None:
            add_books(writer.book, subject.ledger, escape_cell)
    return file.getvalue()


def paragraphs(text: str) -> Iterator[str]:
    """Yield the paragraphs of a text, and the points of its lists, each in one line however it was broken."""
    for block in re.split(r"\n\s*\n|\n(?=\s*(?:[-*#>]|\d+\.) )", text.strip()):
        yield " ".join(line.strip() for line in block.splitlines())


def _wrap(sheet: "Worksheet") -> None:
    """Format text to be read: as wide as a page, in as many lines as it needs."""
    from openpyxl.styles import Alignment

    sheet.column_dimensions["A"].width = READ
    for (cell,) in sheet.iter_rows(max_col=1):
        cell.alignment = Alignment(wrap_text=True, vertical="top")


def _round(sheet: "Worksheet", values: "pd.DataFrame") -> None:
    """Format numbers as a page shows them; the cells keep every digit."""
    measures = list(values["measure"]) if "measure" in values else [""] * len(values)
    for n, name in enumerate(values.columns, 1):
        column, share = values.iloc[:, n - 1], is_share(name, values)
        if column.dtype.kind != "f" or not column.notna().any():
            continue
        most, whole = float(column.abs().max()), not (column.dropna() % 1).any()
        for row, (measure, x) in enumerate(zip(measures, column), 2):
            largest = abs(x) if measure else most
            sheet.cell(row, n).number_format = _number_format(largest, share or measure in OF_SHARES, whole)


def _number_format(largest: float, share: bool, whole: bool) -> str:
    """Return how a spreadsheet shows numbers of a column up to so much."""
    if share:
        return f"0.{'0' * share_digits(largest)}%"
    return "0" if whole or not digits(largest) else f"0.{'0' * digits(largest)}"


def _fit(sheet: "Worksheet", table: "pd.DataFrame") -> None:
    """Set columns as wide as their content, and freeze the head."""
    from openpyxl.utils import get_column_letter

    for n, name in enumerate(table.columns, 1):
        longest = max([len(str(name)), *table[name].head(SEEN).map(lambda value: len(str(value)))])
        sheet.column_dimensions[get_column_letter(n)].width = min(longest + 2, WIDEST)
    sheet.freeze_panes = "A2"


def without_formulas(table: "pd.DataFrame", quoted: Callable[[Any], Any] = escape_cell) -> "pd.DataFrame":
    """Return the table with an apostrophe before every text that a spreadsheet would carry out."""
    made = table.map(quoted)
    made.columns = [quoted(str(name)) for name in made.columns]
    return made
