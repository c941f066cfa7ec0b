"""Tables of what a live class did, for readers: heads and groups in words, numbers as the language has them."""

from collections.abc import Mapping
from typing import Any

from monopoly_lab.common.lazy_imports import pd
from monopoly_lab.common.messages import decimal, grouped, has_message, percent, say
from monopoly_lab.notation.table_format import NOTHING, digits, heading, is_share

QUANTILES = {"25%": "q25", "50%": "median", "75%": "q75"}  # as pandas calls them
EQUAL = 1e-9  # numbers closer than that have the same digits
OF_SHARES = ("is_sold", "theory_sold", "gains_made", "paid_in", "in_pot")  # columns; of means alone
TICKS = {True: "✓", False: ""}
GROUPS = {  # where the words of a group stand, by the name of the column with it
    "stage": "class_figure.{}",
    "format": "class_figure.format_{}",
    "kind": "live.{}.title",
    "vote": "live.vote.rule_{}",
    "runoff": "live.vote.rule_{}",
    "rule": "live.vote.rule_{}",
    "player": "live.role.{}",
    "below_mean": "live.vote.below_mean_{}",
}


def in_words(
    table: "pd.DataFrame | pd.Series[Any]", parts: str | Mapping[int, str] = "part", lang: str = ""
) -> "pd.DataFrame":
    """Return a table as text: words for the names of its columns and rows, numbers with the point of the language.

    The table itself stays as it is.

    Args:
        table: A table of results of a live class, or of what was computed from them.
        parts: What its parts are: "part" of a market, "fund" or "pot"; or what each was called, by its number.
        lang: Language; that of the session if empty.
    """
    made = pd.DataFrame(table).copy()
    for name in made.select_dtypes(bool).columns:
        made[name] = made[name].map(TICKS)
    shares = [is_share(name, made) or (name in OF_SHARES and made[name].dtype.kind == "f") for name in made.columns]
    written = made.astype(object)
    for n, share in enumerate(shares):
        if made.iloc[:, n].dtype.kind in "iuf":
            written.isetitem(n, _numbers(made.iloc[:, n], share, lang))
    made = written
    made.index = _in_words(made.index, parts, lang)
    made.columns = _in_words(made.columns, parts, lang)
    return made


def _numbers(values: "pd.Series[Any]", share: bool, lang: str) -> list[str]:
    """Return a column of numbers as text: with as many digits as its numbers have, or need, and a dash for none."""
    known = values.dropna().astype(float)
    most = digits(float(known.abs().max())) if len(known) else 0
    after = next((n for n in range(most) if (known - known.round(n)).abs().max() < EQUAL), most)

    def text(value: float) -> str:
        if share:
            return percent(value, 1, lang)
        return decimal(value, after, lang) if after else grouped(value, lang)

    return [text(float(value)) if there else NOTHING for value, there in zip(values, values.notna())]


def _in_words(labels: "pd.Index[Any]", parts: str | Mapping[int, str], lang: str) -> "pd.Index[Any]":
    """Return the labels of rows or columns in words, with the names of their levels."""
    names = list(labels.names)
    told = [
        tuple(_label(name, each, parts, lang) for name, each in zip(names, label if labels.nlevels > 1 else (label,)))
        for label in labels
    ]
    heads = [_head(str(name), lang) if name else "" for name in names]
    if labels.nlevels > 1:
        return pd.MultiIndex.from_tuples(told, names=heads)
    return pd.Index([each for (each,) in told], name=heads[0])


def _label(name: Any, label: Any, parts: str | Mapping[int, str], lang: str) -> Any:
    """Return a label of a level with this name; a label of a level without a name heads a column."""
    if name is None:
        return _head(label, lang) if isinstance(label, str) else label
    if name == "part" and not isinstance(parts, str):
        return parts.get(label, label)
    key = f"class_figure.{parts}_{label}" if name == "part" else GROUPS.get(name, "{}").format(label)
    return say(key, lang) if has_message(key) else label


def _head(name: str, lang: str) -> str:
    """Return the words over a column: those of a live class, or of all tables."""
    key = f"class_table.{name}"
    return say(key, lang) if has_message(key) else heading(QUANTILES.get(name, name), lang)
