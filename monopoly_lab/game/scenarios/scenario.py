"""Load and begin scenarios: a start for a lesson, with texts to read out and a prepared course of play."""

import warnings
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from os import PathLike
from pathlib import Path

from monopoly_lab.common.argument_checks import check_arguments, check_before_call
from monopoly_lab.common.errors import SavedGameError
from monopoly_lab.common.escaping import escaped
from monopoly_lab.common.messages import say, speaking, translation
from monopoly_lab.common.validation_errors import hint
from monopoly_lab.editions import Edition
from monopoly_lab.editions.loader import FILE
from monopoly_lab.editions.rule_tables import Tables
from monopoly_lab.game.game import Game
from monopoly_lab.game.saves.file_format import Document, Promised
from monopoly_lab.game.saves.saved_files import read_file
from monopoly_lab.game.seats import Chooser


@check_arguments
@dataclass(frozen=True, repr=False)
class Scenario:
    """A scenario that has been read and checked; each call of `game()` begins a new game of it.

    Texts that the file does not give are empty; `minutes` is then 0.

    Attributes:
        path: File that it was read from.
        title: Title.
        text: Text for the teacher.
        project: Text to show to the class; the text for the teacher if the file has none for the class.
        source: Rule book that the scenario shows.
        lesson: Topic of the lesson it fits.
        minutes: Minutes it takes.
        edition: Edition that is played.
        players: Names of the players, in the order of their seats.
        script: Answers that replay it.
        promised: Expectations over many games.

    Example:
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
    _game: Game = field(repr=False, compare=False)  # after the whole script

    @classmethod
    @check_before_call("path")
    def load(cls, path: str | PathLike[str], lang: str = "") -> "Scenario":
        """Return a scenario from a file, or a shipped one by its name.

        Args:
            path: Name of a shipped scenario or path of a file.
            lang: Language of its words and its game; that of the session if empty.

        Raises:
            SavedGameError: With every problem of the file; if it has none, with those of its script and its
                expectations.

        Example:
            >>> ml.Scenario.load("born_ahead").players
            ('Upper', 'Middle', 'Working', 'Poor')
        """
        with speaking(lang):
            path = scenario_file(path)
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
        """Return a new game at the start of the scenario; `redo` plays its script, answer by answer.

        Args:
            seed: Seed of the luck; that of the scenario by default.
            options: Options added to those of the scenario. If they change its rules, the script is dropped with a
                warning.
            players: By name, who plays: a strategy, a function, or None for a person.

        Raises:
            OptionError: For options that the edition cannot have.
            SeatError: For a player who is not at the table.

        Example:
            >>> scenario.game().undone == scenario.script
            True
        """
        game = self._new(seed).go_to(0)
        if options and self._tables(options) != game.tables:
            game = self._with_options(options, game)
        for name, who in (players or {}).items():
            game.seat(name, who)
        return game

    def replay(self, seed: int | None = None) -> Game:
        """Return a new game after the whole script.

        Args:
            seed: Seed of the luck after the script; that of the scenario by default.

        Raises:
            ArgumentError: For an invalid seed.

        Example:
            >>> scenario.replay().answers == scenario.script
            True
        """
        return self._new(seed).go_to(len(self.script))

    @property
    def _without_profile(self) -> Edition:
        """Return the edition without its profile, which is one of the options: others may name another one."""
        return self.edition.base or self.edition

    def _tables(self, options: Mapping[str, object]) -> Tables:
        """Return what the rules read under the scenario's options and these."""
        return self._without_profile.tables({**self._game.options, **options})

    def _with_options(self, options: Mapping[str, object], game: Game) -> Game:
        if self.script:
            warnings.warn(say("scenario.script_dropped", options=", ".join(options)), UserWarning, stacklevel=4)
        wanted = {**game.options, **options}
        other = Game(self._without_profile, game.seats, game.seed, wanted, game.start, game.lang, game.number)
        other.asks = game.asks
        return other

    def __repr__(self) -> str:
        edition, answers = self.edition.id, len(self.script)
        told = say("scenario.summary", title=self.title, n=len(self.players), edition=edition, answers=answers)
        return f"<Scenario {self.path.stem!r}: {told}>"

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        """Return title, text for the class and source, escaped, as the file may come from anybody."""
        paragraphs = "".join(f"<p>{escaped(part)}</p>" for part in self.project.split("\n\n"))
        page = f"<h3>{escaped(self.title)}</h3>{paragraphs}<p><em>{escaped(self.source)}</em></p>"
        return {"text/html": page, "text/plain": f"{self.title}\n\n{self.project}\n\n{self.source}"}

    def _new(self, seed: int | None) -> Game:
        game = self._game.fork()
        if seed is not None:
            game.reseed(seed)
        return game


def scenarios() -> list[str]:
    """Return the names of the shipped scenarios.

    Example:
        >>> "casino" in ml.scenarios()
        True
    """
    return [path.stem for path in shipped_files()]


def shipped_files() -> list[Path]:
    """Return the files of the shipped scenarios, by name."""
    return sorted(_folder().glob(f"*{FILE}"), key=lambda path: path.stem)


def _scenario(path: Path, document: Document, game: Game) -> Scenario:
    texts = {key: shipped_text(path, key) or text for key, text in document.texts.items()}
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


def shipped_text(path: Path, key: str) -> str | None:
    """Return a text of a shipped scenario in the language spoken; None for other scenarios, and in English."""
    is_shipped = path.parent == _folder() or path.parent.resolve() == _folder().resolve()
    return translation(f"shipped.{path.stem}.{key}") if is_shipped else None


def scenario_file(path: str | PathLike[str]) -> Path:
    """Return the file that a path or the name of a shipped scenario means."""
    if str(path).endswith(FILE):
        return Path(path)
    if str(path) not in scenarios():
        text = say("scenario.unknown_scenario", value=path) + hint(path, scenarios())
        raise SavedGameError([("", "", text)])
    return _folder() / f"{path}{FILE}"


@cache
def _folder() -> Path:
    """Return where the shipped scenarios are: beside the package in a checkout, inside it in a wheel."""
    package = Path(__file__).parents[2]
    inside = package / "material" / "scenarios"
    return inside if inside.is_dir() else package.parent / "scenarios"
