"""Tables of data as readers see them: headings, causes and spaces in words; the names stay for programs."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from monopoly_lab.doors import exact
from monopoly_lab.editions.edition import Edition
from monopoly_lab.editions.found import hint
from monopoly_lab.errors import ArgumentError
from monopoly_lab.messages import has, say
from monopoly_lab.text.figures import in_figures

if TYPE_CHECKING:
    import pandas as pd

SAID = ("kind",)  # of events: the sentence beside it says as much
OTHERWISE = {"book": "holder"}  # in the books of a game, where it is not a value


def heading(name: str, lang: str = "") -> str:
    """The words over a column of this name; the name itself where there are none, such as that of a player.

    >>> heading("short_game")
    'short-game worth'
    """
    key = f"heading.{name}"
    return say(key, lang) if name.isidentifier() and has(key) else name


@exact("edition")
def in_words(
    table: "pd.DataFrame",
    edition: Edition | None = None,
    lang: str = "",
    *,
    money: str | Iterable[str] = (),
    shares: str | Iterable[str] = (),
) -> "pd.DataFrame":
    """A table of the lab for readers: headings in words, what was paid for in words, spaces by their names.

    Every cell is text: shares in per cent, other numbers rounded as their column needs, empty where there is nothing.
    `edition` is that of the game, for the names of its spaces; the kind of an event, which its sentence says, is left
    out, and so is the number of an event about no money. Columns of one's own that hold `money` are whole, "1,500",
    those that hold `shares` in per cent. The table that was given stays as it is, to reckon with.

    Raises ArgumentError for a column that the table has not, or that holds something else than numbers.

    >>> game = ml.Game("classic_us", seed=1)
    >>> list(ml.in_words(game.measures("cash", "short_game")))
    ['round', 'player', 'cash', 'short-game worth']
    """
    units = [[each] if isinstance(each, str) else list(each) for each in (money, shares)]
    _refuse_columns(table, [name for names in units for name in names], lang)
    made = in_figures(in_values(table, edition, lang), lang, *units)
    if made.index.name is None and made.index.nlevels == 1 and made.index.dtype.kind == "i":
        made.index = [""] * len(made)
    return with_headings(made, lang)


def _refuse_columns(table: "pd.DataFrame", names: list[str], lang: str) -> None:
    for name in names:
        if name not in table:
            raise ArgumentError(say("table.no_such_column", lang, value=repr(name)) + hint(str(name), map(str, table)))
        if table[name].dtype.kind not in "iuf":
            raise ArgumentError(say("table.no_numbers", lang, value=repr(name)))


def in_values(table: "pd.DataFrame", edition: Edition | None = None, lang: str = "") -> "pd.DataFrame":
    """The same with the names of its columns and numbers that can be reckoned with."""
    made = table.drop(columns=[name for name in SAID if name in table and "text" in table])
    if "payer" in made and "text" in made:
        made["amount"] = made["amount"].where(made["payer"].notna())
    if "cause" in made:
        made["cause"] = made["cause"].map(lambda cause: _cause(cause, lang))
    if "space" in made and edition is not None:
        called = edition if edition.names_in else edition.called("", lang)
        names = {space.id: space.name for space in called.spaces}
        made["space"] = made["space"].map(lambda space: names.get(space, space))
    return made


def with_headings(table: "pd.DataFrame", lang: str = "") -> "pd.DataFrame":
    """The table with words over its columns; those of a table of players or rounds are what they are."""
    otherwise = OTHERWISE if "debit" in table else {}
    if table.columns.name is None:
        table = table.rename(columns=lambda name: _heading(otherwise.get(name, name), lang))
    return table.rename_axis(index=lambda name: _heading(name, lang), columns=lambda name: _heading(name, lang))


def _heading(name: Any, lang: str) -> Any:
    return heading(name, lang) if isinstance(name, str) else name


def _cause(cause: Any, lang: str) -> Any:
    return say(f"cause.{cause}", lang) if isinstance(cause, str) and has(f"cause.{cause}") else cause
