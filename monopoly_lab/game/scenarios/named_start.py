"""Find what a name or a file means where a game can start: an edition, a scenario, a saved game; check such files."""

import warnings
from os import PathLike
from pathlib import Path

from monopoly_lab.common.errors import EditionError, Problem, SavedGameError, UnfitFile
from monopoly_lab.common.file_access import parse_toml, read_text
from monopoly_lab.common.messages import say
from monopoly_lab.common.validation_errors import did_you_mean, message_value
from monopoly_lab.editions import Edition, editions, load_edition
from monopoly_lab.editions.loader import FILE
from monopoly_lab.game.game import Game
from monopoly_lab.game.saves.saved_files import read_file
from monopoly_lab.game.scenarios.scenario import Scenario, scenarios

Playable = str | PathLike[str] | Edition | Scenario | Game  # a name, a path to a file, or the thing itself

SCENARIO, EDITION = "scenario:", "edition:"  # before a name that both have


def check_file(path: str | PathLike[str]) -> list[Problem]:
    """Return every problem of a scenario, a saved game or an edition file; none for a file that is right."""
    try:
        if is_edition(Path(path)):
            load_edition(Path(path))
        else:
            read_file(path, Game)
    except (EditionError, SavedGameError) as refused:
        return refused.problems
    return []


def is_edition(path: Path) -> bool:
    """Return True for a file that names no edition to be played but has parts of one."""
    try:
        content = parse_toml(read_text(path))
    except UnfitFile:
        return False  # reading it as a scenario says what is wrong with it
    return "edition" not in content and not content.keys().isdisjoint(("id", "spaces", "inherits"))


def edition_or_scenario(name: str | PathLike[str]) -> Edition | Scenario:
    """Return the edition of this name, else the scenario; "scenario:..." and "edition:..." ask for one of them.

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
    raise EditionError([("", "", unknown_name(text))])


def unknown_name(name: object) -> str:
    """Return what is said of a name that is neither an edition's nor a scenario's, with the nearest right one."""
    nearest = did_you_mean(name, [*editions(), *scenarios()])
    return say("scenario.unknown_either", value=message_value(name), near=nearest)


def game_of(start: Playable, lang: str = "") -> Game:
    """Return the game itself; a new one of a scenario or of an edition, also by its name (see `edition_or_scenario`).

    Warns where a name is that of both: the edition is taken, and the position of the scenario is not.
    """
    if isinstance(start, Game):
        return start
    if start in editions() and start in scenarios():
        warnings.warn(say("scenario.ambiguous", value=start), UserWarning, stacklevel=4)
    found = edition_or_scenario(start) if isinstance(start, str | PathLike) else start
    return Game(found, lang=lang) if isinstance(found, Edition) else found.game()
