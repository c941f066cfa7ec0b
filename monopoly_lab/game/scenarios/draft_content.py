"""Content of a scenario file, edited by path, by seat or by space, with undo."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from pathlib import Path
from typing import Any, NamedTuple

from monopoly_lab.common.errors import DraftError, EditionError, Problem, UnknownName
from monopoly_lab.common.file_access import comparable_name
from monopoly_lab.common.messages import say
from monopoly_lab.common.validation_errors import hint, message_value
from monopoly_lab.editions import Edition, load_edition
from monopoly_lab.editions.inheritance import dotted_keys
from monopoly_lab.editions.loader import FILE
from monopoly_lab.editions.option_resolution import STRUCTURED
from monopoly_lab.editions.policies import BY_SEAT, ROLES
from monopoly_lab.editions.rule_changes import CHANGES
from monopoly_lab.game.game import Game
from monopoly_lab.game.saves.file_format import KEYS, SAVE_FORMAT
from monopoly_lab.game.saves.saved_files import toml_value
from monopoly_lab.game.scenarios import field_paths
from monopoly_lab.game.scenarios.field_paths import INDEX, Content, adopt_names, as_dict, as_list, names

BLANK: Content = {"format": SAVE_FORMAT, "edition": "classic_us"}
SEAT_PLACE = re.compile(rf"^(?:players|seats)\[({INDEX})\](?:\.([a-z]+)(.*))?\Z", re.DOTALL)
SEAT_TABLES = ("cash", "position", "jail", "deeds", "cards", "loans", "missed", "characters", "bosses")  # of a start
SEAT_LISTS = ("out", "speed_die")  # of a start: names of players
SEAT_NAMES = ("turn", "first")  # of a start: one player each
SPACE_PLACE = re.compile(r"^spaces\.([^.]+)\.([a-z]+)\Z")
SPACE_FIELDS = ("owner", "buildings", "mortgaged")


class _Snapshot(NamedTuple):
    """What a step of `undo` brings back."""

    content: Content
    names: list[str]
    folder: Path


class DraftContent:
    """The content of a `Draft`, and every edit of it."""

    def __init__(self, content: Mapping[str, Any] | None = None, folder: Path | None = None) -> None:
        self.folder = folder or Path()
        self._content: Content = _normalize_content(deepcopy(dict(_blank() if content is None else content)))
        self._names = names(self._content)  # the name by which the tables know each seat
        self._past: list[_Snapshot] = []
        self._future: list[_Snapshot] = []
        self._checked: tuple[list[Problem], Game | None] | None = None
        self._edition: tuple[object, object, Path, Edition] | None = None
        self._editing = False
        self._revision = 0

    # Reading

    @property
    def revision(self) -> int:
        """Return a number that is different after each change."""
        return self._revision

    @property
    def content(self) -> Content:
        """Return all that the file would hold; a copy."""
        return deepcopy(self._content)

    @property
    def seats(self) -> int:
        """Return the number of players."""
        return len(self._seats())

    def get(self, place: str) -> Any:
        """Return the value at a place; None if there is none."""
        seat, space = SEAT_PLACE.match(place), SPACE_PLACE.match(place)
        if seat and seat[2] in SEAT_TABLES:
            value, path = self.of_seat(seat[2], int(seat[1])), field_paths.indices(seat[2], seat[3], place)
            return field_paths.get_by_steps(value, path)
        if space and space[2] in SPACE_FIELDS:
            return self._of_space(space[1], space[2])
        value = field_paths.get_at(self._content, _file_place(place))
        return deepcopy(value)

    def get_or_none(self, place: str) -> Any:
        """Return the value at a place, None for a text that is no place."""
        try:
            return self.get(place)
        except DraftError:
            return None

    def of_seat(self, table: str, seat: int) -> Any:
        """Return what a table of the start says of a seat; None if nothing."""
        holder = as_dict(field_paths.get_at(self._content, f"start.{table}"))
        return deepcopy(holder.get(self._key(holder, seat))) if 0 <= seat < self.seats and self._names[seat] else None

    def _of_space(self, name: str, what: str) -> Any:
        q = self._space_or_none(name)
        if q is None:
            return None
        if what == "owner":
            return next((self._names[i] for i in range(self.seats) if q in self._spaces_owned_by(i)), None)
        if what == "mortgaged":
            return q in [self._space_or_none(entry) for entry in as_list(self.get("start.mortgaged"))]
        levels = self.get("start.buildings")
        return next((n for key, n in as_dict(levels).items() if self._space_or_none(key) == q), 0)

    def name_of_seat(self, seat: int) -> str:
        """Return the name of a seat in the start's tables; "" for a seat without a valid name."""
        return self._names[seat]

    # Editing

    def set(self, place: str, value: Any) -> None:
        """Put a value at a place, or remove it with None.

        Any value that a file can hold is accepted; `problems` reports what is wrong with it. DraftError, with nothing
        changed, for an invalid place, an unknown seat or space, or a value that a file cannot hold.
        """
        if value is not None:
            field_paths.check_value(place, value)
            value = toml_value(value)
        seat, space = SEAT_PLACE.match(place), SPACE_PLACE.match(place)
        if seat and seat[2] in SEAT_TABLES:
            path = field_paths.indices(seat[2], seat[3], place)
            self._edit(lambda: self._set_of_seat(seat[2], int(seat[1]), value, path))
        elif seat and not seat[2] and value is None and int(seat[1]) < self.seats:
            self.remove_seat(int(seat[1]))
        elif space and space[2] in SPACE_FIELDS:
            self._edit(lambda: self._set_of_space(space[1], space[2], value))
        else:
            self._edit(lambda: self._set_value(place, value))

    def add_seat(self, name: str) -> None:
        """Add a player."""
        self.set(f"seats[{self.seats}].name", name)

    def remove_seat(self, seat: int) -> None:
        """Remove a seat, all that the start says of it, and its entries in options by seat."""

        def act() -> None:
            self._check_seat(seat)
            self._remove_from_start(seat)
            for entries in (*self._option_lists(), self._content["seats"], self._names):
                del entries[seat]

        self._edit(act)

    def move_seat(self, seat: int, to: int) -> None:
        """Move a seat, with its entries in options by seat, to another place in the order of play."""

        def act() -> None:
            for entries in (*self._option_lists(), self._content["seats"], self._names):
                entries.insert(to, entries.pop(seat))

        self._check_seat(seat)
        if 0 <= to < self.seats:
            self._edit(act)

    def clear(self) -> None:
        """Empty the board: no start, no script, nothing expected."""

        def act() -> None:
            for key in ("start", "script", "undone", "expect"):
                self._content.pop(key, None)

        self._edit(act)

    def replace(self, content: Mapping[str, Any], folder: Path | None = None) -> None:
        """Replace the whole content, and the folder in which files that it names are looked for, if one is given."""

        def act() -> None:
            self._content = _normalize_content(deepcopy(dict(content)))
            self._names = names(self._content)
            self.folder = self.folder if folder is None else folder

        self._edit(act)

    def _edit(self, act: Callable[[], object]) -> None:
        """Do something to the content; if it is refused, all stays as it was. One step of `undo`, unless in another."""
        before, is_inner = _Snapshot(deepcopy(self._content), list(self._names), self.folder), self._editing
        self._editing = True
        try:
            act()
            self._names = adopt_names(self._content, self._names)
        except BaseException:
            self._content, self._names, self.folder = before
            raise
        finally:
            self._editing = is_inner
        if not is_inner and (self._content, self.folder) != (before.content, before.folder):
            self._past.append(before)
            self._future.clear()
            self._mark_changed()

    def group_edits(self, act: Callable[[], object]) -> None:
        """Make several edits as one, which is undone as one; if any is refused, none is made."""
        self._edit(act)

    def undo(self) -> bool:
        """Take back the last edit; False if there is none."""
        return self._swap(self._past, self._future)

    def redo(self) -> bool:
        """Do again what was taken back; False if there is nothing."""
        return self._swap(self._future, self._past)

    @property
    def can_undo(self) -> bool:
        """Return True if there is a step to take back."""
        return bool(self._past)

    @property
    def can_redo(self) -> bool:
        """Return True if there is a step to do again."""
        return bool(self._future)

    def _swap(self, source: list[_Snapshot], target: list[_Snapshot]) -> bool:
        if not source:
            return False
        target.append(_Snapshot(self._content, self._names, self.folder))
        self._content, self._names, self.folder = source.pop()
        self._mark_changed()
        return True

    def _mark_changed(self) -> None:
        self._checked = None
        self._revision += 1

    def _set_value(self, place: str, value: Any) -> None:
        place = _file_place(place)
        field_paths.check_head(place, (*KEYS, *self._content))
        field_paths.set_at(self._content, place, value)
        if place == "edition":
            for key in ("luck", "digest", "digests"):
                self._content.pop(key, None)

    # Seats

    def _seats(self) -> list[Any]:
        return as_list(self._content.get("seats"))

    def _key(self, table: Mapping[str, Any], seat: int) -> str:
        """Return the key of a seat in a table that is keyed by player."""
        self._check_seat(seat)
        return next((key for key in table if _is_name(key, self._names[seat])), self._names[seat])

    def _check_seat(self, seat: int) -> None:
        if not 0 <= seat < self.seats:
            raise DraftError(say("draft.no_seat", value=seat, n=self.seats))

    def _set_of_seat(self, table: str, seat: int, value: Any, path: Sequence[int] = ()) -> None:
        holder = as_dict(field_paths.get_at(self._content, f"start.{table}"))
        key = self._key(holder, seat)
        if not key:
            raise DraftError(say("draft.nameless", n=seat + 1))
        place = f"start.{table}.{key}" + "".join(f"[{n}]" for n in path)
        field_paths.set_by_steps(self._content, ["start", table, key, *path], place, value)

    def _remove_from_start(self, seat: int) -> None:
        """Remove from the start what names a seat, or belongs to it."""
        start, name = as_dict(self._content.get("start")), self._names[seat]
        for part, value in list(start.items()):
            if part in SEAT_NAMES and _is_name(value, name):
                rest: Any = None
            elif part in SEAT_LISTS and isinstance(value, list):
                rest = [entry for entry in value if not _is_name(entry, name)]
            elif part in SEAT_TABLES and isinstance(value, dict):
                rest = {key: entry for key, entry in value.items() if not _is_name(key, name)}
            else:
                continue
            if rest != value:
                field_paths.set_at(self._content, f"start.{part}", rest or None)

    def _option_lists(self) -> Iterator[list[Any]]:
        """Yield each list by seat among the options, and among those of later rounds, that has an entry per seat."""
        options = as_dict(self._content.get("options"))
        later = [as_dict(as_dict(change).get("options")) for change in as_list(options.get(CHANGES))]
        for table in (options, *later):
            for name in (*BY_SEAT, ROLES):
                if len(as_list(table.get(name))) == self.seats:
                    yield table[name]

    # Spaces

    def _space_or_none(self, name: object) -> int | None:
        if isinstance(name, bool) or not isinstance(name, str | int):
            return None
        try:
            found = self.edition().spaces_named(name)
        except EditionError:
            return None
        return found[0] if len(found) == 1 else None

    def _spaces_owned_by(self, seat: int) -> list[int | None]:
        return [self._space_or_none(entry) for entry in as_list(self.of_seat("deeds", seat))]

    def _set_of_space(self, name: str, what: str, value: Any) -> None:
        try:
            edition = self.edition()
            q = edition.space(name)
        except (EditionError, UnknownName) as unknown:
            raise DraftError(str(unknown)) from None
        id_ = edition.spaces[q].id
        if what == "owner":
            self._set_owner(q, id_, value)
        elif what == "mortgaged":
            rest = [e for e in as_list(self.get("start.mortgaged")) if self._space_or_none(e) != q]
            field_paths.set_at(self._content, "start.mortgaged", [*rest, *([id_] if value else [])] or None)
        else:
            levels = {
                key: n for key, n in as_dict(self.get("start.buildings")).items() if self._space_or_none(key) != q
            }
            if value:
                levels[id_] = value
            field_paths.set_at(self._content, "start.buildings", levels or None)

    def _set_owner(self, q: int, id_: str, value: Any) -> None:
        """Give a deed to a player, or with None back to the bank, mortgage and buildings with it."""
        seat = None
        if value is not None:
            seat = next((i for i, name in enumerate(self._names) if _is_name(str(value), name)), None)
            if seat is None:
                known = filter(None, self._names)
                raise DraftError(say("scenario.unknown_player", value=message_value(value)) + hint(value, known))
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

    def edition(self) -> Edition:
        """Return the edition under the profile of the draft; EditionError if there is none."""
        name = self._content.get("edition")
        profile = as_dict(self._content.get("options")).get("profile")
        if self._edition is None or self._edition[:3] != (name, profile, self.folder):
            text = name if isinstance(name, str) else ""
            edition = load_edition(self.folder / text if text.endswith(FILE) else text)
            chosen = {"profile": profile} if profile in tuple(edition.profiles) else {}
            self._edition = name, profile, self.folder, edition.in_play(chosen)
        return self._edition[3]


def _is_name(value: object, name: str) -> bool:
    """Return True if a value is the name of a seat; False for a seat without a name."""
    return name != "" and isinstance(value, str) and comparable_name(value) == comparable_name(name)


def _file_place(place: str) -> str:
    """Return the place in the file: "seats[0]" for "players[0]"."""
    return "seats" + place.removeprefix("players") if place.startswith("players[") else place


def _blank() -> Content:
    """Return the content of a new scenario: a classic game of two, whose names are usual in the session's language."""
    return {**BLANK, "seats": [{"name": name} for name in say("builder.usual_names").split(", ")[:2]]}


def _normalize_content(content: Content) -> Content:
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
