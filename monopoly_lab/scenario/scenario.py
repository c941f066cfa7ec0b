"""Scenarios: a start for a lesson, with words for the teacher and a prepared course of play."""

import warnings
from collections.abc import Mapping
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path

from monopoly_lab.doors import doors
from monopoly_lab.editions import Edition
from monopoly_lab.editions.found import hint
from monopoly_lab.editions.load import FILE
from monopoly_lab.editions.tables import Tables
from monopoly_lab.errors import SavedGameError
from monopoly_lab.game.game import Game
from monopoly_lab.game.saving.document import Document
from monopoly_lab.game.saving.files import read_file
from monopoly_lab.game.saving.promised import Promised
from monopoly_lab.game.seats import Chooser
from monopoly_lab.markup import escaped
from monopoly_lab.messages import say, speaking, translation


@doors
@dataclass(frozen=True, repr=False)
class Scenario:
    """A checked scenario; `game()` sets it up as often as wanted.

    `text` is for the teacher, `project` for the class to see, `source` says which rule book it shows, `lesson` and
    `minutes` where it fits; each is empty, or 0, if the file does not say it. A file without words for the
    class projects those for the teacher. `promised` is what holds of many games.

    In the examples below `scenario` is a shipped one:

    >>> scenario = ml.Scenario.load("casino")
    """

    path: Path
    title: str
    text: str
    project: str
    source: str
    lesson: str
    minutes: int
    edition: Edition
    players: tuple[str, ...]
    script: tuple[str, ...] = field(repr=False)
    promised: Promised = field(repr=False)
    _game: Game = field(repr=False, compare=False)

    @classmethod
    def load(cls, path: str | PathLike[str], lang: str = "") -> "Scenario":
        """A scenario from a file, or a shipped one by its name; `lang` is the language of its words and its game.

        Raises SavedGameError with every problem of the file, its script and its expectations.

        >>> ml.Scenario.load("born_ahead").players
        ('Upper', 'Middle', 'Working', 'Poor')
        """
        with speaking(lang):
            path = found(path)
            document, game = read_file(path, Game)
            game.lang = lang
            return _scenario(path, document, game)

    def game(
        self,
        seed: int | None = None,
        *,
        options: Mapping[str, object] | None = None,
        players: Mapping[str, Chooser] | None = None,
    ) -> Game:
        """A new game at the start of the scenario; `redo` plays its script, answer by answer.

        `options` are added to those of the scenario; where they change its rules its script is
        dropped, with a warning. `players` seats a strategy, a function or a person (None) by
        the name of the player. Raises OptionError, SeatError.

        >>> scenario.game().undone == scenario.script
        True
        """
        game = self._new(seed).go_to(0)
        if options and self._tables(options) != game.tables:
            game = self._under(options, game)
        for name, who in (players or {}).items():
            game.seat(name, who)
        return game

    def replay(self, seed: int | None = None) -> Game:
        """A new game after the whole script.

        Raises ArgumentError for a seed that cannot be.

        >>> scenario.replay().answers == scenario.script
        True
        """
        return self._new(seed).go_to(len(self.script))

    def _tables(self, options: Mapping[str, object]) -> Tables:
        """What the rules read under the scenario's options and these."""
        return (self.edition.base or self.edition).tables({**self._game.options, **options})

    def _under(self, options: Mapping[str, object], game: Game) -> Game:
        if self.script:
            warnings.warn(say("scenario.script_dropped", options=", ".join(options)), UserWarning, stacklevel=4)
        base = self.edition.base or self.edition
        wanted = {**game.options, **options}
        return Game(base, game.seats, game.seed, wanted, game.start, game.lang, game.number)

    def __repr__(self) -> str:
        edition, answers = self.edition.id, len(self.script)
        told = say("scenario.summary", title=self.title, n=len(self.players), edition=edition, answers=answers)
        return f"<Scenario {self.path.stem!r}: {told}>"

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        """Title, words for the class and source: a file may come from anybody, so none of it is read as markup."""
        paragraphs = "".join(f"<p>{escaped(part)}</p>" for part in self.project.split("\n\n"))
        page = f"<h3>{escaped(self.title)}</h3>{paragraphs}<p><em>{escaped(self.source)}</em></p>"
        return {"text/html": page, "text/plain": f"{self.title}\n\n{self.project}\n\n{self.source}"}

    def _new(self, seed: int | None) -> Game:
        game = self._game.fork()
        if seed is not None:
            game.reseed(seed)
        return game


def scenarios() -> list[str]:
    """The names of the shipped scenarios."""
    return sorted(path.stem for path in _folder().glob(f"*{FILE}"))


def _scenario(path: Path, document: Document, game: Game) -> Scenario:
    texts = {key: told(path, key) or text for key, text in document.texts.items()}
    return Scenario(
        path=path,
        title=texts.get("title", path.stem),
        text=texts.get("text", "").strip(),
        project=(texts.get("project") or texts.get("text", "")).strip(),
        source=texts.get("source", ""),
        lesson=texts.get("lesson", ""),
        minutes=document.minutes,
        edition=game.edition,
        players=game.players,
        script=game.answers,
        promised=document.promised,
        _game=game,
    )


def told(path: Path, key: str) -> str | None:
    """A text of a shipped scenario in the language spoken; None for other scenarios, and in English."""
    is_shipped = path.parent.resolve() == _folder().resolve()
    return translation(f"shipped.{path.stem}.{key}") if is_shipped else None


def found(path: str | PathLike[str]) -> Path:
    """The file that a path or the name of a shipped scenario means."""
    if str(path).endswith(FILE):
        return Path(path)
    if str(path) not in scenarios():
        text = say("scenario.unknown_scenario", value=path) + hint(path, scenarios())
        raise SavedGameError([("", "", text)])
    return _folder() / f"{path}{FILE}"


def _folder() -> Path:
    """Where the shipped scenarios are: beside the package in a checkout, inside it in a wheel."""
    package = Path(__file__).parents[1]
    inside = package / "material" / "scenarios"
    return inside if inside.is_dir() else package.parent / "scenarios"
