"""Numbers of a table as readers need them: shares in per cent, sums whole, nothing where there is nothing."""

from collections.abc import Collection, Hashable
from typing import TYPE_CHECKING, Any

from monopoly_lab.messages import decimal, grouped, has, percent, say

if TYPE_CHECKING:
    import pandas as pd

SHARES = ("share", "over_by_then", "identical", "throw", "turn", "landing", "yield")  # columns; of floats alone
ENDS = ("low", "high")  # of a share, where one stands beside them
OF_SHARES = ("wins", "bankrupt")  # measures of a comparison
UNITS = ("difference", "from", "to")  # between two shares: points, and no per cent of anything
FINE = 0.1  # shares that are all below it have two digits
NO_COLUMNS: Collection[str] = ()
NOTHING = "—"  # in a column of sums, which has no empty places


def digits(largest: float) -> int:
    """Digits after the point for numbers up to so much: four in all or fewer."""
    return next((n for n, least in enumerate((100, 10, 1)) if largest >= least), 3)


def is_share(name: Hashable, table: "pd.DataFrame") -> bool:
    """True for a column that holds parts of one."""
    if name not in table or table[name].dtype.kind != "f":
        return False
    return name in SHARES or (name in ENDS and "share" in table)


def share_digits(largest: float) -> int:
    return 1 if largest >= FINE else 2


def in_figures(
    table: "pd.DataFrame", lang: str = "", money: Collection[str] = NO_COLUMNS, shares: Collection[str] = NO_COLUMNS
) -> "pd.DataFrame":
    """The table with every cell as text: rounded as its column needs, empty where there is nothing.

    Columns of `money` are whole, with a mark between thousands; those of `shares` are in per cent.
    """
    made = table.astype(object).copy()
    named = table.columns.name is None  # else the columns are players or rounds, whatever they are called
    for n, name in enumerate(table.columns):
        if name in money:
            made.isetitem(n, [_written(x, grouped(x, lang)) if x == x else NOTHING for x in table.iloc[:, n]])
        else:
            made.isetitem(n, _column(table.iloc[:, n], name in shares or (named and is_share(name, table)), lang))
    if named and "measure" in table:
        _by_measure(table, made, lang)
    return made


def _column(values: "pd.Series", share: bool, lang: str) -> list[str]:
    """A column in the digits that its largest number needs; text as it is."""
    if values.dtype.kind != "f":
        return [_written(x, _plain(x, lang)) if there else "" for x, there in zip(values, values.notna())]
    known = values.dropna().abs()
    largest = float(known.max()) if len(known) else 0.0
    after = 0 if not (known % 1).any() else digits(largest)
    texts = (percent(x, share_digits(largest), lang) if share else decimal(x, after, lang) for x in values)
    return [_written(x, text) if there else "" for x, text, there in zip(values, texts, values.notna())]


def _plain(value: Any, lang: str) -> str:
    is_fraction = isinstance(value, float) and value % 1
    return decimal(value, digits(abs(value)), lang) if is_fraction else str(value)


def _written(value: Any, text: str) -> str:
    """A number with a minus for its sign, none for zero; text as it is."""
    if isinstance(value, str) or not text.startswith("-"):
        return text
    return f"−{text[1:]}" if any(letter in "123456789" for letter in text) else text[1:]


def _by_measure(table: "pd.DataFrame", made: "pd.DataFrame", lang: str) -> None:
    """Rows of a comparison: each in the unit of what it measures, which is said in words."""
    spans = "difference" in table and "mean" not in table
    for n, name in enumerate(table.columns):
        if table.iloc[:, n].dtype.kind != "f" or name == "identical":
            continue
        points = name in UNITS or spans
        for row, (measure, x) in enumerate(zip(table["measure"], table.iloc[:, n])):
            made.iloc[row, n] = _measured(measure, x, points, lang)
    made["measure"] = [measure_said(measure, lang) for measure in table["measure"]]


def measure_said(measure: str, lang: str = "") -> str:
    """What is measured, in words; the name of one's own."""
    key = f"experiment.measure_{measure}"
    return say(key, lang) if has(key) else measure


def _measured(measure: str, x: float, points: bool, lang: str) -> str:
    if x != x:
        return ""
    if measure not in OF_SHARES:
        return _written(x, decimal(x, digits(abs(x)) if x % 1 else 0, lang))
    if points:
        return _written(x, say("experiment.points", lang, n=decimal(100 * x, 1, lang)))
    return _written(x, percent(x, 1, lang))
