"""Read, check, replay and write files of scenarios and saved games, whole or not at all."""

import os
import warnings
from collections.abc import Callable, Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import Any, Self, cast

from monopoly_lab.common.errors import IllegalChoice, OptionError, SavedGameError, UnfitFile, UnreadableChoice
from monopoly_lab.common.file_access import (
    MB,
    MOST_BYTES,
    is_there,
    parse_toml,
    read_text,
    replace,
    shortened,
    shortened_path,
    writing,
)
from monopoly_lab.common.messages import say
from monopoly_lab.common.validation_errors import GameFileErrors
from monopoly_lab.editions import Edition, editions, load_edition
from monopoly_lab.editions.loader import FILE
from monopoly_lab.editions.rule_changes import refuse_misfits, refuse_past
from monopoly_lab.game.base import Core, G, GameLike
from monopoly_lab.game.saves.expectations import Moment, check_moment, read_moment
from monopoly_lab.game.saves.file_format import KEYS, SAVE_FORMAT, Document, read_document
from monopoly_lab.game.seats import Chooser
from monopoly_lab.game.setup.name_lookup import NameLookup
from monopoly_lab.game.setup.start_reader import read_start
from monopoly_lab.players import CompiledStrategy, Strategy
from monopoly_lab.rules import random_numbers


def replay_checked(
    content: Mapping[str, Any], problems: GameFileErrors, folder: Path, make: type[G]
) -> tuple[Document, G]:
    """Return the document, and its game after the script; what was undone can be redone. `make` makes the game.

    Raises SavedGameError with everything that is wrong: first with the document as it
    stands, and if that is right with its script and its expectations.
    """
    document = read_document(content, problems, folder)
    names = moments = None
    if document.edition is not None and document.tables is not None:
        names = NameLookup(document.edition, document.tables, tuple(document.seats), problems)
        moments = []
        if document.all_seats:
            start = read_start(names, document.start)
            _refuse_options(document, start.round, problems)
            answers = len(document.script)
            moments = [read_moment(names, place, table, answers) for place, table in document.expect]
    problems.raise_if_any()
    assert names is not None and moments is not None
    game = _new_game(document, make)
    _play(game, "script", document.script, problems, lambda n: _compare(names, game, moments, n))
    problems.raise_if_any()
    if document.undone:
        _play(game, "undone", document.undone, problems)
        problems.raise_if_any()
        game.go_to(len(document.script))
    return document, game


def _refuse_options(document: Document, first: int, problems: GameFileErrors) -> None:
    """Note options that no game of these seats, in this round, can have."""
    for refuse, n in ((refuse_past, first), (refuse_misfits, len(document.seats))):
        try:
            refuse(document.options, n)
        except OptionError as refused:
            problems.take("options", refused.problems)


def _new_game(document: Document, make: type[G]) -> G:
    assert document.edition is not None
    base = document.edition.base or document.edition
    begin: Any = make  # called as `Game` is
    game: G = begin(base, document.seats, document.seed, document.options, document.start, number=document.number)
    game.asks = tuple(document.asks)
    game.notes = document.texts.get("notes", "")
    return game


def _play(
    game: GameLike,
    key: str,
    script: Sequence[str],
    problems: GameFileErrors,
    compare: Callable[[int], None] = lambda n: None,
) -> None:
    """Play the answers of a script up to the first that is refused, and call `compare` with each number of answers."""
    compare(0)
    for n, text in enumerate(script, 1):
        try:
            game.take(text)
        except (IllegalChoice, UnreadableChoice) as refused:
            waiting = game.waiting()
            problems.note(f"{key}[{n - 1}]", "answer", n=n, value=text, reason=str(refused), waiting=waiting)
            return
        compare(n)


def _compare(names: NameLookup, game: GameLike, moments: Sequence[Moment], n: int) -> None:
    for moment in moments:
        if moment.after == n:
            check_moment(names, moment, game)


SAVED = {"format", "luck", "seed", "script"}  # what a saved game has, of which a scenario has no luck


def read_file(path: str | PathLike[str], make: type[G]) -> tuple[Document, G]:
    """Return the document in a file and its game after the script; SavedGameError with every problem of the file.

    `make` is `Game`, or a class of one's own that is made like it.
    """
    path = Path(path)
    document, game = replay_checked(content_of(path), GameFileErrors(str(path)), path.parent, make)
    warn_of_changes(document, str(path))
    return document, game


def content_of(path: Path) -> dict[str, Any]:
    """Return what a file holds, unchecked; SavedGameError for one that cannot be read or is no TOML."""
    try:
        return content_in(read_text(path), str(path))
    except UnfitFile as unfit:
        raise SavedGameError([(shortened_path(path), "", say("edition.unreadable", value=str(unfit)))]) from None


def content_in(text: str, name: str) -> dict[str, Any]:
    """Return what a text holds, unchecked; SavedGameError, with the name of where it is from, if it is no TOML."""
    try:
        return parse_toml(text)
    except UnfitFile as unfit:
        raise SavedGameError([(name, "", str(unfit))]) from None


def game_from_toml(
    text: str, make: type[G], name: str = "", folder: Path | None = None, edition: Edition | None = None
) -> G:
    """Return the game in a text of `game_to_toml`; files are found from `folder`, the working one if left out.

    `edition` is played instead of the one that the text names.
    Raises SavedGameError with every problem, each with the `name` of where the text is from.
    """
    content = content_in(text, name)
    if edition is not None:
        content["edition"] = edition
    document, game = replay_checked(content, GameFileErrors(name), folder or Path.cwd(), make)
    warn_of_changes(document, name)
    return game


def load_game(path: str | PathLike[str], make: type[G]) -> G:
    """Return a saved game as it was saved; SavedGameError with every problem of the file."""
    return read_file(path, make)[1]


def warn_of_changes(document: Document, file: str) -> None:
    """Warn if the edition, or luck by seed, is no longer what it was when the file was written."""
    if document.edition is None:
        return
    base = document.edition.base or document.edition
    digest = document.texts.get("digest", base.digest)
    if digest != base.digest:
        old, new = document.digests, base.digests
        parts = sorted(part for part in old.keys() | new.keys() if old.get(part) != new.get(part)) if old else []
        text = say("scenario.changed", value=base.id, parts=", ".join(parts) or say("scenario.changed_somewhere"))
        warnings.warn(f"{file}: {text}", UserWarning, stacklevel=5)
    if document.luck != random_numbers.FORMAT:
        text = say("scenario.other_luck", value=document.luck, now=random_numbers.FORMAT)
        warnings.warn(f"{file}: {text}", UserWarning, stacklevel=5)


def save_game(game: GameLike, path: str | PathLike[str]) -> None:
    """Write the game to a file that is replaced at once, or stays as it was; see `replaceable` for what is refused."""
    path = Path(path)
    replaceable(path)
    text = game_to_toml(game, path.parent).encode()
    if len(text) > MOST_BYTES:
        raise SavedGameError([(str(path), "", say("reading.too_large", n=MOST_BYTES // MB))])
    replace(path, text)


def replaceable(path: Path) -> bool:
    """Return True if a game can be saved as this file in place of an older one, False if there is nothing of the name.

    Raises FileError for a missing folder and for a name that no file can have, SavedGameError for another ending and
    for a file that is there and is no saved game, UnfitFile for what is no plain file.
    """
    if path.suffix.lower() not in ("", FILE):
        usual = shortened_path(path.with_suffix(FILE))
        text = say("scenario.saved_as", value=shortened(path.suffix), usual=usual)
        raise SavedGameError([(shortened_path(path), "", text)])
    with writing(path.parent):
        path.parent.stat()
    there = is_there(path)
    if there and not path.is_file():
        raise UnfitFile(f"{shortened_path(path)}: {say('reading.no_file')}")
    if there and path.stat().st_size and not _is_saved(path):  # of an empty one nothing is lost
        raise SavedGameError([(shortened_path(path), "", say("scenario.foreign"))])
    return there


def _is_saved(path: Path) -> bool:
    """Return True for a file as `save_game` writes it."""
    try:
        return content_of(path).keys() >= SAVED
    except SavedGameError:
        return False


def game_to_toml(game: GameLike, folder: Path | None = None, edition: str = "") -> str:
    """Return the game as TOML text; an edition file is named as seen from `folder`, by its whole path, or by `edition`.

    Raises SavedGameError for an edition that is neither shipped nor from a file, and for a game
    whose rules were changed on the way.
    """
    if game.is_changed:
        raise SavedGameError([("", "options", say("scenario.changed_rules"))])
    base = game.edition.base or game.edition
    content: dict[str, Any] = {
        "format": SAVE_FORMAT,
        "luck": random_numbers.FORMAT,
        "digest": base.digest,
        "seed": game.seed,
    }
    if game.number:
        content["number"] = game.number
    content |= {"script": list(game.answers), "digests": dict(base.digests)} | set_up(game, folder, edition)
    if game.notes:
        content["notes"] = game.notes
    if game.undone:
        content["undone"] = list(game.undone)
    if game.start:
        content["start"] = toml_value(game.start)
    return content_to_toml(content)


def content_to_toml(content: Mapping[str, Any]) -> str:
    """Return the content of a file as text, its keys in their usual order."""
    import tomli_w

    known = {key: content[key] for key in KEYS if key in content}
    return tomli_w.dumps({**known, **content}, multiline_strings=True)


def set_up(game: GameLike, folder: Path | None = None, edition: str = "") -> dict[str, Any]:
    """Return what a game is set up by, as a file has it; the edition by a name of its own, if one is given."""
    content: dict[str, Any] = {"edition": edition or _edition_name(game.edition.base or game.edition, folder)}
    if game.options:
        content["options"] = toml_value(game.options)
    if game.asks:
        content["asks"] = list(game.asks)
    return content | {"seats": [_seat(name, who) for name, who in game.seats.items()]}


def toml_value(value: Any) -> Any:
    """Return a value with its mappings and sequences as the dicts and lists of TOML."""
    if hasattr(value, "items"):
        return {str(key): toml_value(entry) for key, entry in value.items()}
    if isinstance(value, list | tuple):
        return [toml_value(entry) for entry in value]
    return value


def _edition_name(base: Edition, folder: Path | None) -> str:
    if not base.file:
        if base.id in editions() and load_edition(base.id) == base:
            return base.id
        raise SavedGameError([("", "edition", say("scenario.edition_without_file", value=base.id))])
    path = Path(base.file)
    if folder is not None and path.is_relative_to(folder.resolve()):
        return path.relative_to(folder.resolve()).as_posix()
    return path.as_posix()


def edition_seen_from(folder: Path, content: Mapping[str, Any], file_folder: Path) -> dict[str, Any]:
    """Return the key `edition` for a file in another folder, where it names an edition file by a relative path."""
    name = content.get("edition")
    if not isinstance(name, str) or not name.endswith(FILE) or Path(name).is_absolute():
        return {}
    return {"edition": Path(os.path.relpath(file_folder / name, folder)).as_posix()}


def _seat(name: str, who: Chooser) -> dict[str, Any]:
    """Return a seat by name and strategy; a function of the user cannot be written and becomes a person."""
    if isinstance(who, str):
        return {"name": name, "strategy": who}
    if isinstance(who, Strategy) and not isinstance(who, CompiledStrategy):
        usual = Strategy(who.name).parameters
        changed = {key: value for key, value in who.parameters.items() if value != usual[key]}
        return {"name": name, "strategy": {"name": who.name, **changed} if changed else who.name}
    if who is not None:
        warnings.warn(say("scenario.function_seat", player=name), UserWarning, stacklevel=6)
    return {"name": name}


# A game as text and as a file


class SaveMixin(Core):
    """Saving and loading a `Game`."""

    def to_toml(self) -> str:
        """Return the game as TOML text: edition, options, seats, start and every answer.

        Raises:
            SavedGameError: For an edition that is neither shipped nor from a file.

        Example:
            >>> print(game.to_toml())
            format = 1
            luck = 1
            edition = "classic_us"
            ...
        """
        return game_to_toml(cast("GameLike", self))

    def save(self, path: str | PathLike[str]) -> None:
        """Write the game to a file; if that fails, the old file stays whole.

        Args:
            path: File ending in .toml.

        Raises:
            FileError: If the folder does not exist.
            SavedGameError: For an edition that was not loaded from a file, another ending, and an existing file that is
                not a saved game.

        Example:
            >>> folder = tempfile.mkdtemp()
            >>> game.save(f"{folder}/mine.toml")
            >>> ml.Game.load(f"{folder}/mine.toml").state == game.state
            True
        """
        save_game(cast("GameLike", self), path)

    @classmethod
    def load(cls, path: str | PathLike[str]) -> Self:
        """Return a saved game, replayed to where it was saved.

        Args:
            path: File that `save` has written.

        Raises:
            SavedGameError: With every problem of the file.

        Example:
            >>> folder = tempfile.mkdtemp()
            >>> game.save(f"{folder}/mine.toml")
            >>> ml.Game.load(f"{folder}/mine.toml").answers[-1]
            'roll 5 6'
        """
        return load_game(path, cls)  # type: ignore[type-var]

    @classmethod
    def from_toml(cls, text: str, edition: "Edition | None" = None) -> Self:
        """Return the game in a text that `to_toml` has written, replayed.

        Args:
            text: TOML text of a saved game.
            edition: Edition to use instead of the one named in the text, which may be a file on another computer.

        Raises:
            SavedGameError: With every problem of the text.

        Example:
            >>> ml.Game.from_toml(game.to_toml()).state == game.state
            True
        """
        return game_from_toml(text, cls, edition=edition)  # type: ignore[type-var]
