"""A scenario being written: edited place by place, checked as its file would be, written whole.

draft = Draft.of("casino")            # or a game, a file, nothing
draft.set("start.cash.Ann", 500)      # places as the problems of a file name them
draft.set("players[0].cash", 500)     # the same by seat; also position, jail, deeds, cards
draft.set("spaces.odesa.owner", "Ann")  # by space; also buildings, mortgaged
draft.problems()                      # what `monopoly-lab check` would say
draft.save("mine.toml")
"""

import re
from collections.abc import Callable, Mapping
from copy import deepcopy
from os import PathLike
from pathlib import Path
from typing import Any, NamedTuple

from monopoly_lab.common.errors import DraftError, EditionError, FileThere, OptionError, Problem, SavedGameError
from monopoly_lab.common.file_access import replace
from monopoly_lab.common.messages import say
from monopoly_lab.common.validation_errors import Problems, hint
from monopoly_lab.editions import Edition, load_edition
from monopoly_lab.editions.inheritance import dotted_keys
from monopoly_lab.editions.loader import FILE
from monopoly_lab.editions.option_resolution import STRUCTURED
from monopoly_lab.editions.rule_tables import Tables
from monopoly_lab.game.game import Game
from monopoly_lab.game.saves.document import KEYS, SAVE_FORMAT, read_document
from monopoly_lab.game.saves.saved_files import (
    content_of,
    content_to_toml,
    edition_seen_from,
    replay_checked,
    set_up,
    toml_value,
)
from monopoly_lab.game.scenarios import field_paths
from monopoly_lab.game.scenarios.field_paths import Content, adopted, as_dict, as_list, names
from monopoly_lab.game.scenarios.scenario import Scenario, scenario_file
from monopoly_lab.game.scenarios.scenario_writer import start_table
from monopoly_lab.game.setup.name_lookup import Names
from monopoly_lab.game.setup.start_position import built, read_start
from monopoly_lab.game.setup.start_table import MOST_MONEY
from monopoly_lab.rules.state import State

BLANK: Content = {"format": SAVE_FORMAT, "edition": "classic_us", "seats": [{"name": "Ann"}, {"name": "Bo"}]}
BY_SEAT = re.compile(r"^(?:players|seats)\[(\d+)\]\.([a-z]+)$")
OF_SEAT = ("cash", "position", "jail", "deeds", "cards", "characters", "bosses")  # tables of a start, by player
BY_SPACE = re.compile(r"^spaces\.([^.]+)\.([a-z]+)$")
OF_SPACE = ("owner", "buildings", "mortgaged")
MOST_SEATS = 8


class Sketch(NamedTuple):
    """As much of a draft's position as can be read."""

    edition: Edition
    tables: Tables
    state: State
    players: tuple[str, ...]


class Draft:
    """The content of a scenario file, with its past; every edit can be undone."""

    def __init__(self, content: Mapping[str, Any] | None = None, folder: Path | None = None) -> None:
        self.folder = folder or Path()
        self._content: Content = _settled(deepcopy(dict(BLANK if content is None else content)))
        self._names = names(self._content)  # the name by which the tables know each seat
        self._past: list[tuple[Content, list[str]]] = []
        self._future: list[tuple[Content, list[str]]] = []
        self._found: tuple[list[Problem], Game | None] | None = None
        self._edition: tuple[object, object, Edition] | None = None
        self._editing = False
        self._revision = 0

    @classmethod
    def of(cls, start: "str | PathLike[str] | Scenario | Game | None" = None) -> "Draft":
        """Return a draft that begins as a file, a scenario (also by name) or the position of a game; else a blank one.

        What is wrong with a file is the draft's to mend; SavedGameError only for one that is no TOML,
        DraftError for one with seats by the hundred.
        """
        if start is None:
            return cls()
        if isinstance(start, Game):
            return cls(_of_game(start))
        path = start.path if isinstance(start, Scenario) else scenario_file(start)
        return cls(content_of(path), path.parent)

    # Reading

    @property
    def revision(self) -> int:
        """Another number after each change."""
        return self._revision

    @property
    def content(self) -> Content:
        """Return all that the file would hold; a copy."""
        return deepcopy(self._content)

    @property
    def seats(self) -> int:
        return len(self._seats())

    def get(self, place: str) -> Any:
        """Return what stands at a place; None if nothing does."""
        seat, space = BY_SEAT.match(place), BY_SPACE.match(place)
        if seat and seat[2] in OF_SEAT:
            return self.of_seat(seat[2], int(seat[1]))
        if space and space[2] in OF_SPACE:
            return self._of_space(space[1], space[2])
        value = field_paths.get_at(self._content, self._file_place(place))
        return deepcopy(value)

    def get_or_none(self, place: str) -> Any:
        """Return the value at a place, None for a text that is no place."""
        try:
            return self.get(place)
        except DraftError:
            return None

    def of_seat(self, table: str, seat: int) -> Any:
        """Return what a table of the start says of a seat; None if nothing."""
        holder = field_paths.get_at(self._content, f"start.{table}")
        return deepcopy(holder.get(self._key(holder, seat))) if isinstance(holder, dict) else None

    def _of_space(self, name: str, what: str) -> Any:
        q = self._space_or_none(name)
        if q is None:
            return None
        if what == "owner":
            return next((self._names[i] for i in range(self.seats) if q in self._owned(i)), None)
        if what == "mortgaged":
            return q in [self._space_or_none(entry) for entry in as_list(self.get("start.mortgaged"))]
        levels = self.get("start.buildings")
        return next((n for key, n in as_dict(levels).items() if self._space_or_none(key) == q), 0)

    def player(self, seat: int) -> str:
        """Return the name by which the tables know a seat."""
        return self._names[seat]

    # Editing

    def set(self, place: str, value: Any) -> None:
        """Put a value at a place, or take away with None what stands there.

        What a file could hold is taken, right or wrong: `problems` tells. DraftError, and
        nothing changed, for a place that is none or a value that a file has no form for.
        """
        if value is not None:
            field_paths.check_value(place, value)
            value = toml_value(value)
        seat, space = BY_SEAT.match(place), BY_SPACE.match(place)
        if seat and seat[2] in OF_SEAT:
            self._edit(lambda: self._set_of_seat(seat[2], int(seat[1]), value))
        elif space and space[2] in OF_SPACE:
            self._edit(lambda: self._set_of_space(space[1], space[2], value))
        else:
            self._edit(lambda: self._set(place, value))

    def add_seat(self, name: str) -> None:
        self._edit(lambda: self._content.setdefault("seats", []).append({"name": name}))

    def remove_seat(self, seat: int) -> None:
        """Take a seat away, and all that the start says of it."""

        def act() -> None:
            self._forget(seat)
            del self._content["seats"][seat], self._names[seat]

        self._edit(act)

    def move_seat(self, seat: int, to: int) -> None:
        """Let a seat sit elsewhere in the order of play."""

        def act() -> None:
            seats = self._content["seats"]
            seats.insert(to, seats.pop(seat))
            self._names.insert(to, self._names.pop(seat))

        self._check_seat(seat)
        if 0 <= to < self.seats:
            self._edit(act)

    def clear(self) -> None:
        """Empty the board: no start, no script, nothing expected."""

        def act() -> None:
            for key in ("start", "script", "undone", "expect"):
                self._content.pop(key, None)

        self._edit(act)

    def replace(self, content: Mapping[str, Any]) -> None:
        """Another content in place of all."""

        def act() -> None:
            self._content = _settled(deepcopy(dict(content)))
            self._names = names(self._content)

        self._edit(act)

    def _edit(self, act: Callable[[], object]) -> None:
        """Do something to the content; if it is refused, or changes nothing, all stays as it was."""
        if self._editing:
            act()
            return
        before = deepcopy(self._content), list(self._names)
        self._editing = True
        try:
            act()
            self._names = adopted(self._content, self._names)
        except BaseException:
            self._content, self._names = before
            raise
        finally:
            self._editing = False
        if self._content != before[0]:
            self._past.append(before)
            self._future.clear()
            self._changed()

    def together(self, act: Callable[[], object]) -> None:
        """Several edits as one, which is undone as one; if any is refused, none is done."""
        self._edit(act)

    def undo(self) -> bool:
        """Take back the last edit; False if there is none."""
        return self._swap(self._past, self._future)

    def redo(self) -> bool:
        """Do again what was taken back; False if there is nothing."""
        return self._swap(self._future, self._past)

    @property
    def can_undo(self) -> bool:
        return bool(self._past)

    @property
    def can_redo(self) -> bool:
        return bool(self._future)

    def _swap(self, source: list[tuple[Content, list[str]]], target: list[tuple[Content, list[str]]]) -> bool:
        if not source:
            return False
        target.append((self._content, self._names))
        self._content, self._names = source.pop()
        self._changed()
        return True

    def _changed(self) -> None:
        self._found = None
        self._revision += 1

    def _set(self, place: str, value: Any) -> None:
        place = self._file_place(place)
        field_paths.check_head(place, (*KEYS, *self._content))
        field_paths.set_at(self._content, place, value)
        if place == "edition":
            for key in ("luck", "digest", "digests"):
                self._content.pop(key, None)

    def _file_place(self, place: str) -> str:
        return "seats" + place.removeprefix("players") if place.startswith("players[") else place

    # Seats

    def _seats(self) -> list[Any]:
        return as_list(self._content.get("seats"))

    def _key(self, table: Mapping[str, Any], seat: int) -> str:
        """Return the key under which a table by player has a seat."""
        self._check_seat(seat)
        name = self._names[seat].strip().casefold()
        return next((key for key in table if key.strip().casefold() == name), self._names[seat])

    def _check_seat(self, seat: int) -> None:
        if not 0 <= seat < self.seats:
            raise DraftError(say("draft.no_seat", value=seat, n=self.seats))

    def _set_of_seat(self, table: str, seat: int, value: Any) -> None:
        holder = as_dict(field_paths.get_at(self._content, f"start.{table}"))
        key = self._key(holder, seat)
        if not key:
            raise DraftError(say("draft.nameless", n=seat + 1))
        field_paths.set_at(self._content, f"start.{table}.{key}", value)

    def _forget(self, seat: int) -> None:
        """Take out of the start what names a seat."""
        self._check_seat(seat)
        start = as_dict(self._content.get("start"))
        name = self._names[seat].casefold()
        for key in ("turn", "first"):
            if str(start.get(key, "")).casefold() == name:
                field_paths.set_at(self._content, f"start.{key}", None)
        for table in OF_SEAT:
            self._set_of_seat(table, seat, None)
        out = [entry for entry in as_list(start.get("out")) if str(entry).casefold() != name]
        field_paths.set_at(self._content, "start.out", out or None)

    # Spaces

    def _space(self, name: str) -> int:
        return self.edition().space(name)

    def _space_or_none(self, name: object) -> int | None:
        if isinstance(name, bool) or not isinstance(name, str | int):
            return None
        try:
            found = self.edition().spaces_named(name)
        except EditionError:
            return None
        return found[0] if len(found) == 1 else None

    def _owned(self, seat: int) -> list[int | None]:
        return [self._space_or_none(entry) for entry in as_list(self.of_seat("deeds", seat))]

    def _set_of_space(self, name: str, what: str, value: Any) -> None:
        q = self._space(name)
        id_ = self.edition().spaces[q].id
        if what == "owner":
            self._set_owner(q, id_, value)
        elif what == "mortgaged":
            rest = [e for e in as_list(self.get("start.mortgaged")) if self._space_or_none(e) != q]
            field_paths.set_at(self._content, "start.mortgaged", [*rest, *([id_] if value else [])] or None)
        else:
            levels = {
                key: n for key, n in as_dict(self.get("start.buildings")).items() if self._space_or_none(key) != q
            }
            levels |= {id_: value} if value else {}
            field_paths.set_at(self._content, "start.buildings", levels or None)

    def _set_owner(self, q: int, id_: str, value: Any) -> None:
        """Give a deed to a player, or with None back to the bank, mortgage and buildings with it."""
        seat = None
        if value is not None:
            known = [name for name in self._names if name]
            seat = next((i for i, name in enumerate(self._names) if name.casefold() == str(value).casefold()), None)
            if seat is None:
                raise DraftError(say("scenario.unknown_player", value=value) + hint(value, known))
        else:
            self._set_of_space(id_, "mortgaged", None)
            self._set_of_space(id_, "buildings", None)
        for i in range(self.seats):
            deeds = as_list(self.of_seat("deeds", i))
            rest = [entry for entry in deeds if self._space_or_none(entry) != q]
            if i == seat:
                rest.append(id_)
            if self._names[i] and rest != deeds:
                self._set_of_seat("deeds", i, rest or None)

    # Checking

    def edition(self) -> Edition:
        """Return the edition under the profile of the draft; EditionError if there is none."""
        name = self._content.get("edition")
        profile = as_dict(self._content.get("options")).get("profile")
        if self._edition is None or self._edition[:2] != (name, profile):
            text = name if isinstance(name, str) else ""
            edition = load_edition(self.folder / text if text.endswith(FILE) else text)
            chosen = {"profile": profile} if profile in tuple(edition.profiles) else {}
            self._edition = name, profile, edition.in_play(chosen)
        return self._edition[2]

    def sketch(self) -> Sketch | None:
        """Return the position at the start, without what is wrong with it; None without an edition.

        Who has been given a wrong sum has the last right one.
        """
        silent = Problems("")
        document = read_document(self._content, silent, self.folder)
        if document.edition is None:
            return None
        edition, tables = document.edition, document.tables
        if tables is None:
            edition, tables = _usual(edition)
        names = [name or say("board.player", n=i + 1) for i, name in enumerate(self._names)][:MOST_SEATS]
        players = tuple(names) or (say("board.player", n=1),)
        start = read_start(Names(edition, tables, players, silent), self._with_last_cash(document.start))
        state = built(tables, len(players), start)
        state.round = start.round  # which its first turn begins
        return Sketch(edition, tables, state, players)

    def _with_last_cash(self, start: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the start, with the cash that was last right in the place of one that is wrong."""
        cash = as_dict(start.get("cash"))
        wrong = [name for name, value in cash.items() if not _is_cash(value)]
        if not wrong:
            return start
        earlier = [as_dict(as_dict(content.get("start")).get("cash")) for content, _ in reversed(self._past)]
        right = {name: next((each[name] for each in earlier if _is_cash(each.get(name))), cash[name]) for name in wrong}
        return {**start, "cash": {**cash, **right}}

    def problems(self) -> list[Problem]:
        """Everything that is wrong, as `monopoly-lab check` says it of the file."""
        return list(self._check()[0])

    def game(self) -> Game:
        """Return a new game at the start; `redo` plays the script, if that is right.

        SavedGameError with all problems if anything but script and expectations is wrong.
        """
        problems, game = self._check()
        if game is None:
            raise SavedGameError(problems)
        return game.fork().go_to(0)

    def _check(self) -> tuple[list[Problem], Game | None]:
        if self._found is None:
            self._found = _checked(self._content, "", self.folder)
        return self._found

    # Writing

    def toml(self) -> str:
        """Return the file as text."""
        return content_to_toml(self._content)

    def save(self, path: str | PathLike[str], overwrite: bool = False, with_mistakes: bool = False) -> Path:
        """Write the file, whole or not at all.

        DraftError for a name without .toml, a folder that is not there, and a file that is
        there unless `overwrite`; SavedGameError with all problems, unless `with_mistakes`.
        """
        path = Path(path)
        if path.suffix != FILE:
            raise DraftError(say("draft.not_toml", value=path))
        if not path.parent.is_dir():
            raise DraftError(say("draft.no_folder", value=path.parent))
        if path.exists() and not overwrite:
            raise FileThere(say("draft.exists", value=path))
        content = self._content | edition_seen_from(path.parent, self._content, self.folder)
        problems, _ = _checked(content, str(path), path.parent)
        if problems and not with_mistakes:
            raise SavedGameError(problems)
        try:
            replace(path, content_to_toml(content).encode())
        except OSError as problem:
            raise DraftError(say("draft.unwritable", value=path, reason=problem.strerror or problem)) from None
        return path


def _checked(content: Content, file: str, folder: Path) -> tuple[list[Problem], Game | None]:
    """Return the problems, and the game: without its script and expectations where nothing else is wrong."""
    try:
        return [], replay_checked(content, Problems(file), folder, Game)[1]
    except SavedGameError as refused:
        problems = refused.problems
    wrong = {re.split(r"[.\[]", problem.place)[0] for problem in problems}
    for removed in (("expect",), ("expect", "script", "undone")):
        if wrong <= set(removed):
            rest = {key: value for key, value in content.items() if key not in removed}
            return problems, replay_checked(rest, Problems(file), folder, Game)[1]
    return problems, None


def _is_cash(value: object) -> bool:
    """Return True for a sum that a player can have."""
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MOST_MONEY


def _of_game(game: Game) -> Content:
    """Return the position of a game; a script that is still to be played comes with a game at its beginning."""
    content: Content = {"format": SAVE_FORMAT, **set_up(game)}
    if game.options_now:
        content["options"] = toml_value(game.options_now)
    content["start"] = toml_value(start_table(game) if game.answers else game.start)
    if game.answers and game.state.roles:  # chosen at the table
        content.setdefault("options", {})["roles"] = [game.state.roles[name] for name in game.players]
    if game.seed:
        content["seed"] = game.seed
    if not game.answers and game.undone:
        content["script"] = list(game.undone)
    return {key: value for key, value in content.items() if value != {}}


def _usual(edition: Edition) -> tuple[Edition, Tables]:
    """Return an edition and its tables where the options of a draft cannot be taken."""
    try:
        return edition, edition.tables()
    except OptionError:
        base = edition.base or edition
        return base, base.tables()


def _settled(content: Content) -> Content:
    """Return the content in the form in which it is edited: options by their whole keys, expectations as a list."""
    if isinstance(content.get("options"), dict):
        options = content["options"]
        parts = {key: value for key, value in options.items() if key in STRUCTURED}
        content["options"] = {
            **dotted_keys({key: value for key, value in options.items() if key not in parts}),
            **parts,
        }
    if isinstance(content.get("expect"), dict):
        content["expect"] = [content["expect"]]
    return content
