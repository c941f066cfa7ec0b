"""The workbook of a ledger: formulas over the journal that give what the statements say, for anybody and any rounds."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import openpyxl
import pytest

import monopoly_lab as ml

NUMBER = {"<=": lambda x, y: x <= y, ">=": lambda x, y: x >= y, "<": lambda x, y: x < y}


@pytest.fixture(scope="module")
def ledger() -> Any:
    game = ml.Game("classic_us", players={"Ann": "balanced", "=Bo": "random", "Cy": "balanced"}, seed=5)
    game.run(rounds=16)
    return game.ledger({"depreciation": "straight_line"})


@pytest.fixture(scope="module")
def sheets(ledger: Any, tmp_path_factory: pytest.TempPathFactory) -> "Sheets":
    """One workbook for all who are asked for in it: it takes half a second to write and to read."""
    return Sheets(ledger.export(tmp_path_factory.mktemp("books") / "books.xlsx"))


class Sheets:
    """Reads a workbook as a spreadsheet does: SUMIFS, SUM, MAX, references, + and -."""

    def __init__(self, path: Path) -> None:
        self.book = openpyxl.load_workbook(path)
        rows = list(self.book["journal"].iter_rows(values_only=True))
        self.journal = {chr(ord("A") + n): [row[n] for row in rows[1:]] for n in range(len(rows[0]))}

    def value(self, sheet: str, cell: str) -> Any:
        x = self.book[sheet][cell].value
        return self.formula(sheet, x[1:]) if isinstance(x, str) and x.startswith("=") else x

    def formula(self, sheet: str, text: str) -> Any:
        if text.startswith("IF("):
            return self.condition_cell(sheet, text)
        text = re.sub(r"SUMIFS\(([^()]*)\)", lambda found: repr(self.sumifs(sheet, found[1])), text)
        text = re.sub(r"SUM\(([A-Z])(\d+):[A-Z](\d+)\)", lambda found: repr(self.total(sheet, *found.groups())), text)
        if found := re.fullmatch(r"trial_balance!\$([A-Z])\$(\d+)", text):
            return self.value("trial_balance", found[1] + found[2])
        text = re.sub(r"\b([A-Z])(\d+)\b", lambda found: repr(self.value(sheet, found[0])), text)
        return eval(text.replace("MAX", "max"), {"max": max})  # numbers, signs and brackets

    def condition_cell(self, sheet: str, text: str) -> str:
        """A formula of IF, SUBSTITUTE, = and &, as Python reads it."""
        signs = {"=": "==", "&": "+", "$B$1": repr(self.value(sheet, "B1"))}
        parts = re.findall(r'"[^"]*"|\$B\$1|.', text)
        functions = {"IF": lambda x, yes, no: yes if x else no, "SUBSTITUTE": lambda x, old, new: x.replace(old, new)}
        return str(eval("".join(signs.get(part, part) for part in parts), functions))

    def total(self, sheet: str, column: str, first: str, last: str) -> float:
        return sum(self.value(sheet, f"{column}{row}") or 0 for row in range(int(first), int(last) + 1))

    def sumifs(self, sheet: str, arguments: str) -> float:
        summed, *conditions = arguments.split(",")
        rows = range(len(self.column(summed)))
        for place, condition in zip(conditions[::2], conditions[1::2]):  # each leaves fewer rows to look at
            column, holds = self.column(place), self.condition(condition)
            rows = [n for n in rows if holds(column[n])]
        amounts = self.column(summed)
        return sum(amounts[n] for n in rows)

    def column(self, place: str) -> list[Any]:
        return self.journal[re.fullmatch(r"journal!\$([A-Z])\$2:\$\1\$\d+", place)[1]]  # type: ignore[index]

    def condition(self, text: str) -> Any:
        if found := re.fullmatch(r'"([<>=]+)"&(.*)', text):
            limit = self.formula("", found[2])
            return lambda x: NUMBER[found[1]](x, limit)
        pattern = text.strip('"') if text.startswith('"') else self.formula("", text)
        signs = {"*": ".*", "?": "."}
        parts = re.findall(r"~.|.", pattern.removeprefix("="), re.DOTALL)
        found = re.compile("".join(signs.get(part) or re.escape(part[-1]) for part in parts), re.DOTALL)
        return lambda x: x is not None and found.fullmatch(x)


def amounts(sheets: Sheets, sheet: str) -> Iterator[tuple[str, float]]:
    for row in range(1, sheets.book[sheet].max_row + 1):
        key = sheets.book[sheet][f"A{row}"].value
        if key and row > 3:
            yield key, sheets.value(sheet, f"C{row}")


@pytest.mark.full
@pytest.mark.parametrize(("who", "rounds"), [("Ann", (0, 17)), ("the bank", (5, 12)), ("*", (3, 9)), ("Cy", (7, 7))])
def test_workbook__the_formulas_give_what_the_statements_say(
    who: str, rounds: tuple[int, int], ledger: Any, sheets: Sheets
) -> None:
    trial = sheets.book["trial_balance"]
    trial["B1"], trial["B2"], trial["B3"] = who, *rounds
    asked = {"the bank": "bank", "*": "table"}.get(who, who)
    for name in ("income_statement", "balance_sheet", "cash_flow"):
        expected = getattr(ledger, name)(asked, rounds)["amount"]
        found = dict(amounts(sheets, name))
        assert {key: found[key] for key in expected.index} == pytest.approx(expected.to_dict()), name
        assert not any(x for key, x in found.items() if key not in expected.index), name
    last = trial.max_row
    assert sheets.value("trial_balance", f"C{last}") == pytest.approx(0)
    expected = ledger.trial_balance(asked, rounds)
    found = dict(amounts(sheets, "trial_balance"))
    found.pop("key", None)
    assert {key: x for key, x in found.items() if x} == pytest.approx(
        expected["debit"][expected["debit"] > 0].to_dict()
    )


def test_workbook__a_name_that_looks_like_a_formula_stays_a_name(sheets: Sheets) -> None:
    books = set(sheets.journal["E"])
    assert "'=Bo" in books and "=Bo" not in books


@pytest.mark.parametrize("who", ["*", "B?", "<5", "~x"])
def test_workbook__a_name_of_signs_is_one_player_and_no_condition(who: str, tmp_path: Path) -> None:
    """`*` is not everybody, `B?` is not also Bo, `<5` is no number below 5."""
    game = ml.Game("classic_us", players={who: "balanced", "Bo": "balanced", "3": "random"}, seed=5)
    game.run(rounds=6)
    ledger = game.ledger()
    sheets = Sheets(ledger.export(tmp_path / "books.xlsx"))
    trial = sheets.book["trial_balance"]
    trial["B1"] = who
    expected = ledger.balance_sheet(who)["amount"]
    found = dict(amounts(sheets, "balance_sheet"))
    assert {key: found[key] for key in expected.index} == pytest.approx(expected.to_dict())
    trial["B1"] = next(word for word in re.findall(r"\*+", str(trial["A4"].value)))
    expected = ledger.balance_sheet("table")["amount"]
    found = dict(amounts(sheets, "balance_sheet"))
    assert {key: found[key] for key in expected.index} == pytest.approx(expected.to_dict())


def test_workbook__that_of_a_game_holds_its_books_and_measures(tmp_path: Path) -> None:
    game = ml.Game("junior", players={"Ann": "balanced", "Bo": "random"}, seed=2)
    game.run(rounds=3)
    book = openpyxl.load_workbook(game.export(tmp_path / "game.xlsx"))
    assert {"events", "measures", "journal", "trial_balance", "cash_flow"} <= set(book.sheetnames)


@pytest.mark.parametrize("lang", ml.languages())
def test_sheets__are_named_in_the_language_that_is_spoken_and_formulas_find_them(lang: str, tmp_path: Path) -> None:
    game = ml.Game("classic_us", players={"Ann": "balanced", "Bo": "balanced"}, seed=3, lang=lang)
    game.run(rounds=2)
    book = openpyxl.load_workbook(game.export(tmp_path / "game.xlsx"))
    assert (book.sheetnames[0] == "about") == (lang == "en") and all(len(name) <= 31 for name in book.sheetnames)
    named = set(re.findall(r"(?:'([^']+)'|(\b[a-z_]+))!", " ".join(_formulas(book))))
    assert named and {one or other for one, other in named} <= set(book.sheetnames)
    assert len(set(book.sheetnames)) == len(book.sheetnames) == 10


def _formulas(book: "openpyxl.Workbook") -> list[str]:
    cells = [cell.value for sheet in book for row in sheet.iter_rows() for cell in row]
    return [value for value in cells if isinstance(value, str) and value.startswith("=")]
