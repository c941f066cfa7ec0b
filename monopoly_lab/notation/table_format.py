"""Show tables of data as readers need them: headings in words, shares in percent, whole sums."""

import re
from collections.abc import Collection, Hashable, Iterable, Mapping
from functools import cache
from typing import Any

from monopoly_lab.common.argument_checks import check_before_call
from monopoly_lab.common.errors import ArgumentError
from monopoly_lab.common.file_access import quoted
from monopoly_lab.common.lazy_imports import pd
from monopoly_lab.common.messages import (
    ENGLISH,
    MINUS,
    decimal,
    grouped,
    has_message,
    keys,
    percent,
    resolve_language,
    say,
)
from monopoly_lab.common.validation_errors import hint
from monopoly_lab.editions.edition import Edition
from monopoly_lab.notation.piece_names import player_name

# Columns that hold shares, only if the column is of floats.
SHARES = ("share", "over_by_then", "nothing", "identical", "throw", "turn", "landing", "yield")
ENDS = ("low", "high")  # of a share, where one stands beside them
OF_SHARES = ("wins", "bankrupt")  # measures of a comparison
DIFFERENCES = ("difference", "difference_low", "difference_high")  # of two shares: in points, not in percent
FINE = 0.1  # shares that are all below it have two digits
HOLDERS = ("player", "other", "payer", "payee")  # columns of events: who holds money, besides players the bank and pots
NO_COLUMNS: Collection[str] = ()
NOTHING = "—"  # in a column of sums, which has no empty places


def digits(largest: float) -> int:
    """Return the digits after the point for numbers up to `largest`: four in all or fewer."""
    return next((n for n, least in enumerate((100, 10, 1)) if largest >= least), 3)


def is_share(name: Hashable, table: "pd.DataFrame") -> bool:
    """Return True for a column that holds parts of one."""
    columns = columns_called(name, table)
    if not columns or any(column.dtype.kind != "f" for column in columns):
        return False
    return name in SHARES or (name in ENDS and "share" in table)


def columns_called(name: Hashable, table: "pd.DataFrame") -> "list[pd.Series]":
    """Return the columns of this name; a table of the reader's own may have several."""
    return [table.iloc[:, n] for n, each in enumerate(table.columns) if each == name]


def share_digits(largest: float) -> int:
    """Return the digits of shares in percent, of which the largest is given."""
    return 1 if largest >= FINE else 2


def in_figures(
    table: "pd.DataFrame", lang: str = "", money: Collection[str] = NO_COLUMNS, shares: Collection[str] = NO_COLUMNS
) -> "pd.DataFrame":
    """Return the table with every cell as text: rounded as its column needs, empty where there is nothing.

    Columns of `money` are whole, with a mark between thousands; those of `shares` are in percent.
    """
    made = table.astype(object).copy()
    has_plain_columns = table.columns.name is None  # else they are players or rounds, whatever they are called
    for n, name in enumerate(table.columns):
        values = table.iloc[:, n]
        if name in money:
            cells = zip(values, values.notna())
            made.isetitem(n, [_with_minus_sign(x, grouped(x, lang)) if there else NOTHING for x, there in cells])
        else:
            made.isetitem(n, _column(values, name in shares, has_plain_columns and is_share(name, table), lang))
    if has_plain_columns and "measure" in table:
        _by_measure(table, made, lang)
    return made


def _column(values: "pd.Series", is_given: bool, is_share: bool, lang: str) -> list[str]:
    """Return a column in the digits that its largest number needs; text as it is.

    `is_given`: the reader says that it holds shares, whole numbers too; `is_share`: its name says so.
    """
    if values.dtype.kind != "f" and not is_given:
        return [_with_minus_sign(x, _plain(x, lang)) if there else "" for x, there in zip(values, values.notna())]
    known = values.dropna().astype(float).abs()
    known = known[known < float("inf")]
    largest = float(known.max()) if len(known) else 0.0
    after = 0 if not (known % 1).any() else digits(largest)

    def text(x: float) -> str:
        said = percent(x, share_digits(largest), lang) if is_given or is_share else decimal(x, after, lang)
        return _with_minus_sign(x, said)

    return [text(float(x)) if there else "" for x, there in zip(values, values.notna())]


def _plain(value: Any, lang: str) -> str:
    is_fraction = isinstance(value, float) and value % 1
    return decimal(value, digits(abs(value)), lang) if is_fraction else str(value)


def _with_minus_sign(value: Any, text: str) -> str:
    """Return a number with a minus for its sign, none for zero; text as it is."""
    if isinstance(value, str) or not text.startswith(("-", MINUS)):
        return text
    shown = [letter for letter in text if letter.isdigit()]  # none of infinity
    return text[1:] if shown and set(shown) == {"0"} else f"{MINUS}{text[1:]}"


def _by_measure(table: "pd.DataFrame", made: "pd.DataFrame", lang: str) -> None:
    """Write rows of a comparison, each in the unit of what it measures, and that measure in words."""
    spans = "difference" in table and "mean" not in table
    measures = columns_called("measure", table)[0].tolist()
    for n, name in enumerate(table.columns):
        if table.iloc[:, n].dtype.kind != "f" or name == "identical":
            continue
        points = name in DIFFERENCES or spans
        column = table.iloc[:, n]
        for row, (measure, x, there) in enumerate(zip(measures, column, column.notna())):
            made.iloc[row, n] = _format_measure(measure, x, points, lang) if there else ""
    place = list(table.columns).index("measure")
    made.isetitem(place, [measure_name(measure, lang) for measure in measures])


def measure_name(measure: str, lang: str = "") -> str:
    """Return what is measured, in words; the name of one's own."""
    key = f"experiment.measure_{measure}"
    return say(key, lang) if has_message(key) else measure


def _format_measure(measure: str, x: float, points: bool, lang: str) -> str:
    if measure not in OF_SHARES:
        return _with_minus_sign(x, decimal(x, digits(abs(x)) if x % 1 else 0, lang))
    if points:
        return _with_minus_sign(x, say("experiment.points", lang, n=decimal(100 * x, 1, lang)))
    return _with_minus_sign(x, percent(x, 1, lang))


# Tables of data as readers see them: headings, causes and spaces in words; the names stay for programs

SAID = ("kind",)  # of events: the sentence beside it says as much
OTHERWISE = {"book": "holder"}  # in the books of a game, where it is not a value


def heading(name: str, lang: str = "") -> str:
    """Return the words over a column of this name; the name itself where there are none, such as that of a player.

    >>> heading("short_game")
    'short-game worth'
    """
    key = f"heading.{name}"
    return say(key, lang) if name.isidentifier() and has_message(key) else name


@check_before_call("edition")
def in_words(
    table: "pd.DataFrame",
    edition: Edition | None = None,
    lang: str = "",
    *,
    money: str | Iterable[str] = (),
    shares: str | Iterable[str] = (),
) -> "pd.DataFrame":
    """Return a table for readers: headings, causes and spaces in words, numbers rounded, every cell a text.

    The kind of an event is left out because its sentence says it, and so is the number of an event without money. The
    table given stays unchanged, for computing.

    Args:
        table: A table of this package.
        edition: Edition of the game, for names of spaces.
        lang: Language of the words: "en", "ru" or "uk"; that of the session if empty.
        money: Your own columns that hold money; written whole, "1,500".
        shares: Your own columns that hold shares, 0 to 1; written in percent.

    Raises:
        ArgumentError: For a column that the table does not have, or that does not hold numbers.

    Example:
        >>> game = ml.Game("classic_us", seed=1)
        >>> list(ml.in_words(game.measures("cash", "short_game")))
        ['round', 'player', 'cash', 'short-game worth']
    """
    units = [[each] if isinstance(each, str) else list(each) for each in (money, shares)]
    refuse_columns(table, [name for names in units for name in names], lang)
    made = in_figures(in_values(table, edition, lang), lang, *units)
    if made.index.name is None and made.index.nlevels == 1 and made.index.dtype.kind == "i":
        made.index = [""] * len(made)
    return with_headings(made, lang)


def refuse_columns(table: "pd.DataFrame", names: Iterable[str], lang: str) -> None:
    """Raise ArgumentError for a name that is no column of the table, or one without numbers."""
    for name in names:
        if name not in table:
            raise ArgumentError(
                say("table.no_such_column", lang, value=quoted(name, lang)) + hint(str(name), map(str, table))
            )
        if any(column.dtype.kind not in "iuf" for column in columns_called(name, table)):
            raise ArgumentError(say("table.no_numbers", lang, value=quoted(name, lang)))


CLASSIC = "classic_us"  # whose names of groups come first
GROUP = re.compile(r"[a-z]+(?:_[a-z]+)*(?=$| )")  # at the head of a cell or of a part of it


def name_in_words(name: str, lang: str = "") -> str:
    """Return a name in a table or chart as the reader of a language says it; what is no known name as it is.

    Columns, strategies, groups, bosses, causes of payments, policies; of a list, such as "throw, pay", each part.

    >>> name_in_words("dark_blue", "uk")
    'синя'
    """
    lang = resolve_language(lang)
    said = heading(name, lang) if lang == ENGLISH or not has_message(f"strategy_name.{name}") else name
    return said if said != name else parts_in_words(name, lang)


def parts_in_words(text: str, lang: str) -> str:
    """Return a text, or each of its parts between commas, in words."""
    return ", ".join(_part_in_words(part, lang) for part in text.split(", "))


def _part_in_words(part: str, lang: str) -> str:
    if lang == ENGLISH and "_" not in part:
        return part  # a word already, and not always that of a game: "coins" may be tossed
    tables = ("label", "cause", "part") if lang == ENGLISH else ("strategy_name", "label", "live.role", "cause", "part")
    if part.isidentifier():
        for table in tables:
            if has_message(f"{table}.{part}"):
                return say(f"{table}.{part}", lang)
    return group_in_words(part, lang)


def group_in_words(text: str, lang: str) -> str:
    """Return a text that begins with the id of a group or a boss with its name."""
    begun = GROUP.match(text)
    return text if begun is None else _names_of_parts(lang).get(begun[0], begun[0]) + text[begun.end() :]


@cache
def _names_of_parts(lang: str) -> dict[str, str]:
    """Return the names of groups and bosses by id; where editions call one differently, that of the first."""
    from monopoly_lab.editions import editions, load_edition
    from monopoly_lab.editions.components import in_language

    found = dict[str, str]()
    for each in sorted(editions(), key=lambda name: name != CLASSIC):
        edition = load_edition(each).called("", lang)
        found = {group.id: group.name for group in edition.groups} | found
        found = {boss.id: in_language(boss.names, lang) for boss in edition.bosses} | found
    return found


def in_values(table: "pd.DataFrame", edition: Edition | None = None, lang: str = "") -> "pd.DataFrame":
    """Return the table with the names of its columns and numbers to compute with."""
    made = table.drop(columns=[name for name in SAID if name in table and "text" in table])
    if {"payer", "text", "amount"} <= {*made.columns}:
        made["amount"] = made["amount"].where(made["payer"].notna())
    if "cause" in made:
        made["cause"] = made["cause"].map(lambda cause: _said("cause", cause, lang))
    if "part" in made and "item" in made:
        made["part"] = made["part"].map(lambda part: _said("part", part, lang))
    has_accounts = "text" in made
    holders = {say(f"account.{key}", ENGLISH): say(f"account.{key}", lang) for key in keys("account") if has_accounts}
    for name in HOLDERS:
        if name in made:
            made[name] = made[name].map(lambda holder: _holder(holder, holders, lang))
    made = made.rename(index=lambda name: _holder(name, {}, lang))
    if "space" in made and edition is not None:
        called = edition if edition.names_in else edition.called("", lang)
        names = {space.id: space.name for space in called.spaces}
        made["space"] = made["space"].map(lambda space: names.get(space, space))
    return made


def _holder(name: Any, accounts: Mapping[str, str], lang: str) -> Any:
    """Return who holds money, in words: an account, or a player who is a role of a delivered scenario."""
    return (accounts.get(name) or player_name(name, lang)) if isinstance(name, str) else name


def with_headings(table: "pd.DataFrame", lang: str = "") -> "pd.DataFrame":
    """Return the table with words over its columns; those of a table of players or rounds are what they are."""
    otherwise = OTHERWISE if "debit" in table else {}
    if table.columns.name is None:
        table = table.rename(columns=lambda name: _heading(otherwise.get(name, name), lang))
    return table.rename_axis(index=lambda name: _heading(name, lang), columns=lambda name: _heading(name, lang))


def _heading(name: Any, lang: str) -> Any:
    return heading(name, lang) if isinstance(name, str) else name


def _said(table: str, name: Any, lang: str) -> Any:
    """Return the words of a table of messages for a name; a value that it does not have as it is."""
    return say(f"{table}.{name}", lang) if isinstance(name, str) and has_message(f"{table}.{name}") else name
