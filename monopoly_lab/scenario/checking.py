"""Files of a user's own, checked: scenarios, saved games, editions."""

from os import PathLike
from pathlib import Path

from monopoly_lab.editions import load_edition
from monopoly_lab.errors import EditionError, Problem, SavedGameError, UnfitFile
from monopoly_lab.game import Game
from monopoly_lab.game.saving.files import read_file
from monopoly_lab.reading import text_in, toml_in


def check_file(path: str | PathLike[str]) -> list[Problem]:
    """Every problem of a scenario, a saved game or an edition file; none for a file that is right."""
    try:
        if is_edition(Path(path)):
            load_edition(Path(path))
        else:
            read_file(path, Game)
    except (EditionError, SavedGameError) as refused:
        return refused.problems
    return []


def is_edition(path: Path) -> bool:
    """True for a file that names no edition to be played but has parts of one."""
    try:
        content = toml_in(text_in(path))
    except UnfitFile:
        return False  # reading it as a scenario says what is wrong with it
    return "edition" not in content and not content.keys().isdisjoint(("id", "spaces", "inherits"))
