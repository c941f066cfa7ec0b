"""Load, check, begin and list scenarios: a start for a lesson with words and a prepared course of play."""

import warnings
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from os import PathLike
from pathlib import Path
from typing import Any

from monopoly_lab.common.argument_checks import check_arguments
from monopoly_lab.common.errors import DraftError, EditionError, MonopolyLabError, Problem, SavedGameError, UnfitFile
from monopoly_lab.common.escaping import escaped
from monopoly_lab.common.file_access import shortened, text_in, toml_in
from monopoly_lab.common.messages import say, speaking, spoken, translation
from monopoly_lab.common.validation_errors import for_message, hint, near
from monopoly_lab.editions import Edition, editions, load_edition
from monopoly_lab.editions.loader import FILE
from monopoly_lab.editions.rule_tables import Tables
from monopoly_lab.game.game import Game
from monopoly_lab.game.saves.file_format import Document, Promised
from monopoly_lab.game.saves.saved_files import content_of, read_file
from monopoly_lab.game.scenarios.field_paths import as_dict, as_list
from monopoly_lab.game.seats import Chooser


@check_arguments
@dataclass(frozen=True, repr=False)
class Scenario:
    """A checked scenario; `game()` sets it up as often as wanted.

    Texts are empty, and `minutes` is 0, if the file does not say them.

    Attributes:
        title: Title.
        text: Text for the teacher.
        project: Text to show to the class; the text for the teacher if the file has none for the class.
        source: Rule book that the scenario shows.
        lesson: Topic of the lesson it fits.
        minutes: Minutes it takes.
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
    _game: Game = field(repr=False, compare=False)

    @classmethod
    def load(cls, path: str | PathLike[str], lang: str = "") -> "Scenario":
        """Return a scenario from a file, or a shipped one by its name.

        Args:
            path: Name of a shipped scenario or path of a file.
            lang: Language of its words and its game; that of the session if empty.

        Raises:
            SavedGameError: With every problem of the file as it stands; of one that is right, with those of its script
                and its expectations.

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
            game = self._under(options, game)
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

    def _tables(self, options: Mapping[str, object]) -> Tables:
        """Return what the rules read under the scenario's options and these."""
        return (self.edition.base or self.edition).tables({**self._game.options, **options})

    def _under(self, options: Mapping[str, object], game: Game) -> Game:
        if self.script:
            warnings.warn(say("scenario.script_dropped", options=", ".join(options)), UserWarning, stacklevel=4)
        base = self.edition.base or self.edition
        wanted = {**game.options, **options}
        other = Game(base, game.seats, game.seed, wanted, game.start, game.lang, game.number)
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
    return sorted(path.stem for path in _folder().glob(f"*{FILE}"))


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
    is_shipped = path.parent.resolve() == _folder().resolve()
    return translation(f"shipped.{path.stem}.{key}") if is_shipped else None


def scenario_file(path: str | PathLike[str]) -> Path:
    """Return the file that a path or the name of a shipped scenario means."""
    if str(path).endswith(FILE):
        return Path(path)
    if str(path) not in scenarios():
        text = say("scenario.unknown_scenario", value=path) + hint(path, scenarios())
        raise SavedGameError([("", "", text)])
    return _folder() / f"{path}{FILE}"


def _folder() -> Path:
    """Return where the shipped scenarios are: beside the package in a checkout, inside it in a wheel."""
    package = Path(__file__).parents[2]
    inside = package / "material" / "scenarios"
    return inside if inside.is_dir() else package.parent / "scenarios"


# Files of a user's own, checked: scenarios, saved games, editions


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
        content = toml_in(text_in(path))
    except UnfitFile:
        return False  # reading it as a scenario says what is wrong with it
    return "edition" not in content and not content.keys().isdisjoint(("id", "spaces", "inherits"))


# What a name means where an edition or a scenario can stand: `ml.Table("born_ahead")`

SCENARIO, EDITION = "scenario:", "edition:"


def meant(name: str | PathLike[str]) -> Edition | Scenario:
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
    nearest = near(name, [*editions(), *scenarios()])
    return say("scenario.unknown_either", value=for_message(name), near=nearest)


def game_of(start: "str | PathLike[str] | Edition | Scenario | Game", lang: str = "") -> Game:
    """Return the game itself; a new one of a scenario or of an edition, also by its name (see `meant`).

    Warns where a name is that of both: the edition is taken, and the position of the scenario is not.
    """
    if isinstance(start, Game):
        return start
    if start in editions() and start in scenarios():
        warnings.warn(say("scenario.ambiguous", value=start), UserWarning, stacklevel=4)
    found = meant(start) if isinstance(start, str | PathLike) else start
    return Game(found, lang=lang) if isinstance(found, Edition) else found.game()


@dataclass
class Entry:
    """One scenario file. Its texts are read at once; whether it is right is found out when it is asked for."""

    name: str
    path: Path
    is_own: bool
    content: Mapping[str, Any] = field(default_factory=dict)
    lang: str = field(default_factory=spoken)

    def text(self, key: str) -> str:
        """Return a text of the file on one line, in the entry's language if it is a shipped one, or ""."""
        with speaking(self.lang):
            value = shipped_text(self.path, key) or self.content.get(key)
        return " ".join(value.split()) if isinstance(value, str) else ""

    @property
    def title(self) -> str:
        """Return the title; the name of the file if there is none."""
        return self.text("title") or self.path.stem

    @property
    def minutes(self) -> int:
        """Return how many minutes it takes; 0 if unknown."""
        value = self.content.get("minutes")
        return value if isinstance(value, int) and value > 0 else 0

    @property
    def players(self) -> list[str]:
        """Return the names of the players."""
        names = [as_dict(seat).get("name") for seat in as_list(self.content.get("seats"))]
        return [name for name in names if isinstance(name, str)]

    @cached_property
    def edition(self) -> Edition | None:
        """Return the edition under its profile; None if the file names none that can be read."""
        name = self.text("edition")
        profile = as_dict(self.content.get("options")).get("profile")
        try:
            edition = load_edition(self.path.parent / name if name.endswith(FILE) else name)
            return edition.under({"profile": profile}) if profile in tuple(edition.profiles) else edition
        except MonopolyLabError:
            return None

    @cached_property
    def _read(self) -> tuple[Scenario | None, list[Problem]]:
        try:
            return Scenario.load(self.path, self.lang), []
        except SavedGameError as refused:
            return None, refused.problems
        except Exception as accident:  # of ours: it must not cost the other cards
            return None, [Problem(str(self.path), "", say("reading.accident", value=shortened(repr(accident))))]

    @property
    def scenario(self) -> Scenario:
        """Return the checked scenario; SavedGameError with every problem of its file."""
        scenario, problems = self._read
        if scenario is None:
            raise SavedGameError(problems)
        return scenario

    @property
    def problems(self) -> list[Problem]:
        """Return everything that is wrong with the file."""
        return self._read[1]


def shelf(folder: Path | None = None) -> list[Entry]:
    """Return the user's own scenarios, by file name, then the shipped ones by title.

    DraftError for a folder that is not there.
    """
    shipped = sorted((_entry(name, scenario_file(name), False) for name in scenarios()), key=lambda entry: entry.title)
    if folder is None:
        return shipped
    if not folder.is_dir():
        raise DraftError(say("draft.no_folder", value=folder))
    taken = {entry.name for entry in shipped}
    own = [
        _entry(_spelled(path.name if path.stem in taken else path.stem), path, True)
        for path in sorted(folder.glob(f"*{FILE}"))
        if not path.name.startswith(".")
    ]
    return own + shipped


def entry_named(entries: list[Entry], name: str) -> Entry:
    """Return the entry of a name; DraftError with the nearest right one."""
    for entry in entries:
        if entry.name == name:
            return entry
    raise DraftError(say("scenario.no_such_entry", value=name) + hint(name, [entry.name for entry in entries]))


def _spelled(name: str) -> str:
    """Return a file name that can be sent to a browser; a disk may hold names that are no text."""
    return name.encode("utf-8", "replace").decode()


def _entry(name: str, path: Path, is_own: bool) -> Entry:
    try:
        return Entry(name, path, is_own, content_of(path))
    except SavedGameError:
        return Entry(name, path, is_own)  # its problems say that it cannot be read
