"""What a name means where an edition or a scenario can stand: `ml.Table("born_ahead")`."""

import warnings
from os import PathLike
from pathlib import Path

from monopoly_lab.editions import Edition, editions, load_edition
from monopoly_lab.editions.found import hint
from monopoly_lab.editions.load import FILE
from monopoly_lab.errors import EditionError
from monopoly_lab.game import Game
from monopoly_lab.messages import say
from monopoly_lab.scenario.checking import is_edition
from monopoly_lab.scenario.scenario import Scenario, scenarios

SCENARIO, EDITION = "scenario:", "edition:"


def meant(name: str | PathLike[str]) -> Edition | Scenario:
    """The edition of this name, else the scenario; "scenario:..." and "edition:..." ask for one of them.

    A path is that of an edition file or of a scenario. Raises EditionError with the nearest right
    name; EditionError or SavedGameError for a file with mistakes.
    """
    text = str(name)
    if text.startswith(SCENARIO):
        return Scenario.load(text.removeprefix(SCENARIO))
    if text.startswith(EDITION):
        return load_edition(text.removeprefix(EDITION))
    if text.endswith(FILE):
        return load_edition(Path(text)) if is_edition(Path(text)) else Scenario.load(text)
    if text in editions():
        return load_edition(text)
    if text in scenarios():
        return Scenario.load(text)
    said = say("scenario.unknown_either", value=text) + hint(text, [*editions(), *scenarios()])
    raise EditionError([("", "", said)])


def game_of(start: "str | PathLike[str] | Edition | Scenario | Game", lang: str = "") -> Game:
    """The game itself; a new one of a scenario or of an edition, also by its name (see `meant`).

    Warns where a name is that of both: the edition is taken, and the position of the scenario is not.
    """
    if isinstance(start, Game):
        return start
    if start in editions() and start in scenarios():
        warnings.warn(say("scenario.ambiguous", value=start), UserWarning, stacklevel=4)
    found = meant(start) if isinstance(start, str | PathLike) else start
    return Game(found, lang=lang) if isinstance(found, Edition) else found.game()
