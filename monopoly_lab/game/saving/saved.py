"""A game as text and as a file."""

from os import PathLike
from typing import TYPE_CHECKING, cast

from monopoly_lab.game.core import Core
from monopoly_lab.game.saving.files import game_from_toml, game_to_toml, load_game, save_game

if TYPE_CHECKING:
    from monopoly_lab.editions import Edition
    from monopoly_lab.game.game import Game


class SavedSide(Core):
    """Saving and loading a `Game`."""

    def to_toml(self) -> str:
        """The game as TOML text: edition, options, seats, start and every answer.

        Raises SavedGameError for an edition that is neither shipped nor from a file.

        >>> print(game.to_toml())
        format = 1
        luck = 1
        edition = "classic_us"
        ...
        """
        return game_to_toml(cast("Game", self))

    def save(self, path: str | PathLike[str]) -> None:
        """Write the game to a file; the old file stays whole if that fails.

        Raises FileError for a folder that there is not, SavedGameError for an edition that no file has, for a name
        with another ending than .toml, and for a file that is there and is no saved game.

        >>> folder = tempfile.mkdtemp()
        >>> game.save(f"{folder}/mine.toml")
        >>> ml.Game.load(f"{folder}/mine.toml").state == game.state
        True
        """
        save_game(cast("Game", self), path)

    @classmethod
    def load(cls, path: str | PathLike[str]) -> "Game":
        """A saved game, replayed to where it was saved; SavedGameError with every problem of the file.

        >>> folder = tempfile.mkdtemp()
        >>> game.save(f"{folder}/mine.toml")
        >>> ml.Game.load(f"{folder}/mine.toml").answers[-1]
        'roll 5 6'
        """
        return load_game(path, cast("type[Game]", cls))

    @classmethod
    def from_toml(cls, text: str, edition: "Edition | None" = None) -> "Game":
        """The game in a text that `to_toml` has written, replayed; SavedGameError with every problem of the text.

        `edition` takes the place of the one that the text names, which may be a file of another computer.

        >>> ml.Game.from_toml(game.to_toml()).state == game.state
        True
        """
        return game_from_toml(text, cast("type[Game]", cls), edition=edition)
