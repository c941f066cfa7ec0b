"""Tables of data as readers see them: headings, causes and spaces in words; the names stay for programs."""

from typing import TYPE_CHECKING, Any

from monopoly_lab.doors import door
from monopoly_lab.editions.edition import Edition
from monopoly_lab.messages import has, say

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


@door
def in_words(table: "pd.DataFrame", edition: Edition | None = None, lang: str = "") -> "pd.DataFrame":
    """A table of the lab for readers: headings in words, what was paid for in words, spaces by their names.

    `edition` is that of the game, for the names of its spaces; the kind of an event, which its sentence says, is left
    out, and where nothing is to be said nothing stands. Numbers stay as they are, and so does the table that was given.

    >>> game = ml.Game("classic_us", seed=1)
    >>> list(ml.in_words(game.measures("cash", "short_game")))
    ['round', 'player', 'cash', 'short-game worth']
    """
    made = table.drop(columns=[name for name in SAID if name in table and "text" in table])
    if "cause" in made:
        made["cause"] = made["cause"].map(lambda cause: _cause(cause, lang))
    if "space" in made and edition is not None:
        names = {space.id: space.name for space in edition.spaces}
        made["space"] = made["space"].map(lambda space: names.get(space, space))
    texts = list(made.select_dtypes(exclude="number").columns)
    made[texts] = made[texts].where(made[texts].notna(), "")
    otherwise = OTHERWISE if "debit" in made else {}
    made = made.rename(columns=lambda name: _heading(otherwise.get(name, name), lang))
    return made.rename_axis(index=lambda name: _heading(name, lang), columns=lambda name: _heading(name, lang))


def _heading(name: Any, lang: str) -> Any:
    return heading(name, lang) if isinstance(name, str) else name


def _cause(cause: Any, lang: str) -> Any:
    return say(f"cause.{cause}", lang) if isinstance(cause, str) and has(f"cause.{cause}") else cause
