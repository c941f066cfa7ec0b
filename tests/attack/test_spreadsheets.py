"""Texts of others in CSV files: no spreadsheet computes them, whichever sign it splits lines at."""

import csv
import io
from pathlib import Path

import pandas as pd
import pytest

from monopoly_lab.experiments.result_store import write_csv
from monopoly_lab.export.workbook import csv_bytes

COMMAND = "cmd|' /C calc'!A0"
FOREIGN = [f"{before}={COMMAND}" for before in ("", "a;", "a,", "a\t", "a\n", "a\r\n;", '"; ', "x|", "\u2028", "a;\t")]
FOREIGN += ["+1+1", "-2+3", "@SUM(A1)", "\uff1d1+1", f"a;={COMMAND};b"]
BEGINNING = tuple("=+-@\uff1d")


def computed(text: str, separator: str) -> list[str]:
    """The fields that a spreadsheet which splits lines at this sign would compute."""
    fields = [field for line in csv.reader(io.StringIO(text, newline=""), delimiter=separator) for field in line]
    raw = [part.strip(' "') for line in text.splitlines() for part in line.split(separator)]  # quotes taken as letters
    found = [field.strip() for field in fields + raw if field.strip().startswith(BEGINNING)]
    return [field for field in found if not field[1:].replace(".", "").isdigit()]


@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize("foreign", FOREIGN, ids=range(len(FOREIGN)))
def test_csv__nothing_that_others_wrote_is_computed(foreign: str, separator: str, tmp_path: Path) -> None:
    table = pd.DataFrame({"student": ["Ann", foreign], f"{foreign} said": [1, -2.5]}, index=["one", foreign])
    assert computed(table.to_csv(index=False), "\t" if "\t" in foreign else separator) or separator not in foreign
    text = csv_bytes(table).decode("utf-8-sig")
    assert computed(text, separator) == [] and len(text.splitlines()) == 3
    write_csv(table, tmp_path / "t.csv")
    assert computed((tmp_path / "t.csv").read_text("utf-8"), separator) == []


def test_csv__numbers_and_plain_texts_stay_as_they_are() -> None:
    table = pd.DataFrame({"a": ["-5", "Ann-Marie; B", "x = 1"], "b": [-1, 2, 3]})
    assert pd.read_csv(io.BytesIO(csv_bytes(table)), dtype={"a": str}).equals(table)
