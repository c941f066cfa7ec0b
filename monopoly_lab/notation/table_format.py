"""Show tables of data as readers need them: headings in words, shares in percent, whole sums."""

import itertools
import re
from collections.abc import Collection, Hashable, Iterable, Mapping
from functools import cache
from typing import Any

from monopoly_lab.common.argument_checks import exact
from monopoly_lab.common.errors import ArgumentError
from monopoly_lab.common.escaping import escaped, unescaped
from monopoly_lab.common.lazy_pandas import pd
from monopoly_lab.common.messages import (
    ENGLISH,
    MINUS,
    decimal,
    grouped,
    has_message,
    keys,
    numbers_pointed,
    percent,
    resolve_language,
    say,
)
from monopoly_lab.common.validation_errors import hint
from monopoly_lab.editions.edition import Edition
from monopoly_lab.notation.piece_names import player_name

SHARES = (
    "share",
    "over_by_then",
    "nothing",
    "identical",
    "throw",
    "turn",
    "landing",
    "yield",
)  # columns; of floats alone
ENDS = ("low", "high")  # of a share, where one stands beside them
OF_SHARES = ("wins", "bankrupt")  # measures of a comparison
UNITS = ("difference", "difference_low", "difference_high")  # between two shares: points, and no percent of anything
FINE = 0.1  # shares that are all below it have two digits
HOLDERS = ("player", "other", "payer", "payee")  # columns of events: who holds money, besides players the bank and pots
NO_COLUMNS: Collection[str] = ()
NOTHING = "—"  # in a column of sums, which has no empty places


def digits(largest: float) -> int:
    """Return the digits after the point for numbers up to `largest`: four in all or fewer."""
    return next((n for n, least in enumerate((100, 10, 1)) if largest >= least), 3)


def is_share(name: Hashable, table: "pd.DataFrame") -> bool:
    """Return True for a column that holds parts of one."""
    if name not in table or table[name].dtype.kind != "f":
        return False
    return name in SHARES or (name in ENDS and "share" in table)


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
    named = table.columns.name is None  # else the columns are players or rounds, whatever they are called
    for n, name in enumerate(table.columns):
        if name in money:
            made.isetitem(n, [_with_minus_sign(x, grouped(x, lang)) if x == x else NOTHING for x in table.iloc[:, n]])
        else:
            made.isetitem(n, _column(table.iloc[:, n], name in shares or (named and is_share(name, table)), lang))
    if named and "measure" in table:
        _by_measure(table, made, lang)
    return made


def _column(values: "pd.Series", share: bool, lang: str) -> list[str]:
    """Return a column in the digits that its largest number needs; text as it is."""
    if values.dtype.kind != "f":
        return [_with_minus_sign(x, _plain(x, lang)) if there else "" for x, there in zip(values, values.notna())]
    known = values.dropna().abs()
    largest = float(known.max()) if len(known) else 0.0
    after = 0 if not (known % 1).any() else digits(largest)
    texts = (percent(x, share_digits(largest), lang) if share else decimal(x, after, lang) for x in values)
    return [_with_minus_sign(x, text) if there else "" for x, text, there in zip(values, texts, values.notna())]


def _plain(value: Any, lang: str) -> str:
    is_fraction = isinstance(value, float) and value % 1
    return decimal(value, digits(abs(value)), lang) if is_fraction else str(value)


def _with_minus_sign(value: Any, text: str) -> str:
    """Return a number with a minus for its sign, none for zero; text as it is."""
    if isinstance(value, str) or not text.startswith(("-", MINUS)):
        return text
    return f"{MINUS}{text[1:]}" if any(letter in "123456789" for letter in text) else text[1:]


def _by_measure(table: "pd.DataFrame", made: "pd.DataFrame", lang: str) -> None:
    """Write rows of a comparison, each in the unit of what it measures, and that measure in words."""
    spans = "difference" in table and "mean" not in table
    for n, name in enumerate(table.columns):
        if table.iloc[:, n].dtype.kind != "f" or name == "identical":
            continue
        points = name in UNITS or spans
        for row, (measure, x) in enumerate(zip(table["measure"], table.iloc[:, n])):
            made.iloc[row, n] = _format_measure(measure, x, points, lang)
    made["measure"] = [measure_name(measure, lang) for measure in table["measure"]]


def measure_name(measure: str, lang: str = "") -> str:
    """Return what is measured, in words; the name of one's own."""
    key = f"experiment.measure_{measure}"
    return say(key, lang) if has_message(key) else measure


def _format_measure(measure: str, x: float, points: bool, lang: str) -> str:
    if x != x:
        return ""
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


@exact("edition")
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
            raise ArgumentError(say("table.no_such_column", lang, value=repr(name)) + hint(str(name), map(str, table)))
        if table[name].dtype.kind not in "iuf":
            raise ArgumentError(say("table.no_numbers", lang, value=repr(name)))


HEAD = re.compile(r"(<th\b[^>]*>)([^<]+)(?=</th>)")
CELL = re.compile(r"(<td\b[^>]*>)([^<]+)(?=</td>)")
ROW = re.compile(r"<tr\b.*?</tr>", re.DOTALL)
WHOLE, NEGATIVE = re.compile(rf"[-{MINUS}]?\d+[.,]0"), re.compile(r"-\d[\d.,e+-]*")  # numbers as pandas writes them
FRAME = re.compile(r'<table\b[^>]*class="[^"]*\bdataframe\b.*?</table>', re.DOTALL)
NAMED = re.compile(  # the head of a table whose first column has a name, in a line of its own
    r"(<thead>\s*<tr[^>]*>\s*)<th></th>((?:(?!</tr>).)*)</tr>\s*<tr>\s*<th>([^<]*)</th>(?:\s*<th></th>)*\s*</tr>\s*</thead>",
    re.DOTALL,
)
HEADED = re.compile(r"<t[hd]\b[^>]*>([^<]*)(?=</t[hd]>)")
LONG = re.compile(rf"([-{MINUS}]?\d{{4,}})(\.\d+)?")  # numbers that need a mark between thousands
NO_AMOUNTS = ("seed", "year", "id")  # columns whose numbers are names
CLASSIC = "classic_us"  # whose names of groups come first
GROUP = re.compile(r"[a-z]+(?:_[a-z]+)*(?=$| )")  # at the head of a cell or of a part of it


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
        return CELL.sub(lambda cell: cell[1] + escaped(_group_in_words(unescaped(cell[2]), lang)), table)
    table = HEAD.sub(lambda head: head[1] + numbers_pointed(head[2], lang), table)
    return CELL.sub(
        lambda cell: cell[1] + numbers_pointed(escaped(_parts_in_words(unescaped(cell[2]), lang)), lang), table
    )


def with_thousands(markup: str, lang: str = "") -> str:
    """Return markup whose tables of pandas have a mark between thousands, as `frame_in_language` has it."""
    return FRAME.sub(lambda table: _with_thousands(table[0], resolve_language(lang)), markup)


def _with_thousands(table: str, lang: str) -> str:
    heads = [unescaped(cell[1]) for cell in HEADED.finditer(table.partition("</tr>")[0])]
    names = {said for name in NO_AMOUNTS for said in (name, heading(name, lang))}
    named = {n for n, head in enumerate(heads) if head in names}

    def cells(row: str) -> list["re.Match[str]"]:
        return [cell for n, cell in enumerate(HEADED.finditer(row)) if n not in named and cell[0].startswith("<td")]

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


def name_in_words(name: str, lang: str = "") -> str:
    """Return a name in a table or chart as the reader of a language says it; what is no known name as it is.

    Columns, strategies, groups, bosses, causes of payments, policies; of a list, such as "throw, pay", each part.

    >>> name_in_words("dark_blue", "uk")
    'синя'
    """
    lang = resolve_language(lang)
    said = heading(name, lang) if lang == ENGLISH or not has_message(f"strategy_name.{name}") else name
    return said if said != name else _parts_in_words(name, lang)


def _parts_in_words(text: str, lang: str) -> str:
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
    return _group_in_words(part, lang)


def _group_in_words(text: str, lang: str) -> str:
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
    if "payer" in made and "text" in made:
        made["amount"] = made["amount"].where(made["payer"].notna())
    if "cause" in made:
        made["cause"] = made["cause"].map(lambda cause: _cause(cause, lang))
    if "part" in made and "item" in made:
        made["part"] = made["part"].map(lambda part: say(f"part.{part}", lang))
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
    return accounts.get(name) or player_name(name, lang) if isinstance(name, str) else name


def with_headings(table: "pd.DataFrame", lang: str = "") -> "pd.DataFrame":
    """Return the table with words over its columns; those of a table of players or rounds are what they are."""
    otherwise = OTHERWISE if "debit" in table else {}
    if table.columns.name is None:
        table = table.rename(columns=lambda name: _heading(otherwise.get(name, name), lang))
    return table.rename_axis(index=lambda name: _heading(name, lang), columns=lambda name: _heading(name, lang))


def _heading(name: Any, lang: str) -> Any:
    return heading(name, lang) if isinstance(name, str) else name


def _cause(cause: Any, lang: str) -> Any:
    return say(f"cause.{cause}", lang) if isinstance(cause, str) and has_message(f"cause.{cause}") else cause
