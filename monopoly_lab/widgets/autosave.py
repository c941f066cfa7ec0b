"""Autosave: keep the branches of a table in a file, so that they can be resumed later.

The files are in `.monopoly_lab` of the working folder, or in the folder of the environment variable
MONOPOLY_LAB_AUTOSAVE; "off" keeps none. The name of a file is made from the start of its game
(edition, options, seats, seed, position), so that a new table of the same game finds it. It is written once
a browser shows the table: before the browser sees what its user did, and a moment after any other change.
"""

import asyncio
import hashlib
import json
import os
import re
import sys
import threading
import warnings
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from monopoly_lab.common.errors import MonopolyLabError, Problem, SavedGameError, UnfitFile
from monopoly_lab.common.file_access import may_use_disk, parse_toml, read_text, remove_unfinished, replace, shortened
from monopoly_lab.common.messages import say
from monopoly_lab.game.game import Game
from monopoly_lab.game.saves.saved_files import content_in, game_from_toml, game_to_toml
from monopoly_lab.widgets.background_tasks import running_loop

VARIABLE = "MONOPOLY_LAB_AUTOSAVE"
FOLDER = ".monopoly_lab"
BEFORE = ".before.toml"  # what a file held that a new game has taken the place of
AUTOSAVE_FORMAT = 1
MOST_SECONDS = 24 * 60 * 60  # on a clock
MOST_BYTES = 20_000_000  # a file holds a whole game for each branch
OFFERED: set[str] = set()  # what has been offered in this session, by a digest of the file
SOON = 0.1  # seconds from a change to the file, where the picture comes first
HEAD = 4000  # bytes in which a file says how many answers it holds
PAUSE = 0.25  # seconds from one writing to the next


class SavedBranches(NamedTuple):
    """The branches of a table by name, the open one, and the seconds on the clock of a timed game, if it was set."""

    branches: dict[str, Game]
    branch: str
    clock: int | None = None


def folder() -> Path | None:
    """Return where autosaves lie; None if none are to be kept."""
    said = os.environ.get(VARIABLE, "")
    if said == "off" or (not said and not may_use_disk()):
        return None
    return Path(said) if said else Path.cwd() / FOLDER


class Left(NamedTuple):
    """What a file tells before its game is played again."""

    answers: int
    written: datetime


def file_of(game: Game) -> Path | None:
    """Return the file of a game as it starts; None if none are to be kept."""
    where = folder()
    return None if where is None else where / name_of(game)


def name_of(game: Game) -> str:
    """Return the name of the file of a game, by how it starts."""
    base = game.edition.base or game.edition
    start = [base.digest, game.options, game.players, game.seed, game.start]
    mark = hashlib.sha256(json.dumps(start, sort_keys=True, default=str).encode()).hexdigest()[:10]
    return f"{base.id}-{mark}.toml"


def newest() -> Path:
    """Return the file that was written last; SavedGameError if there is none."""
    where = folder()
    found = [path for path in where.glob("[!.]*.toml") if not path.name.endswith(BEFORE)] if where else []
    if not found:
        raise SavedGameError([Problem(str(where or VARIABLE), "", say("autosave.none"))])
    return max(found, key=lambda path: path.stat().st_mtime)


def text_of(kept: SavedBranches) -> str:
    """Return the branches as TOML, each a saved game; a seat of a function is written as a person's."""
    import tomli_w

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        branches = [{"name": name, "game": game_to_toml(game)} for name, game in kept.branches.items()]
    answers = len(kept.branches[kept.branch].answers)
    clock = {} if kept.clock is None else {"clock": kept.clock}
    content = {"format": AUTOSAVE_FORMAT, "branch": kept.branch, "answers": answers, **clock, "branches": branches}
    return tomli_w.dumps(content, multiline_strings=True)


def read_branches(path: Path) -> SavedBranches:
    """Return the branches in a file; SavedGameError with what is wrong with it."""
    branches = {}
    content = content_of(path)
    for each in content["branches"]:
        branches[each["name"]] = game_from_toml(each["game"], Game, f"{path}: {each['name']}", path.parent)
    return SavedBranches(branches, content["branch"], content.get("clock"))


def left_in(path: Path) -> Left:
    """Return how many answers a file holds, and when it was written; SavedGameError if it is no autosave."""
    content = content_of(path)
    text = next(each["game"] for each in content["branches"] if each["name"] == content["branch"])
    answers = content_in(text, str(path)).get("script")
    return Left(len(answers) if isinstance(answers, list) else 0, datetime.fromtimestamp(path.stat().st_mtime))


def answers_in(path: Path) -> int | None:
    """Return how many answers a file says it holds, found without reading the game; None where it does not say."""
    try:
        with path.open("rb") as file:
            head = file.read(HEAD)
    except OSError:
        return None
    found = re.search(rb"^answers = ([0-9]{1,9})$", head, re.MULTILINE)
    return int(found[1]) if found else None


def content_of(path: Path) -> dict[str, Any]:
    """Return what a file holds, its games unread; SavedGameError if it is no autosave."""
    try:
        content = parse_toml(read_text(path, MOST_BYTES), MOST_BYTES)
    except UnfitFile as unfit:
        raise SavedGameError([Problem(str(path), "", str(unfit))]) from None
    if not _is_autosave(content):
        raise SavedGameError([Problem(str(path), "", say("autosave.no_autosave"))])
    if content.get("format") != AUTOSAVE_FORMAT:
        value = shortened(repr(content.get("format")))
        raise SavedGameError(
            [Problem(str(path), "format", say("autosave.other_format", value=value, known=AUTOSAVE_FORMAT))]
        )
    return content


def _is_autosave(content: Mapping[str, Any]) -> bool:
    """Return True for branches with a name and a text each, of which one is the open one."""
    branches = content.get("branches")
    if not isinstance(branches, list) or not all(isinstance(each, dict) for each in branches):
        return False
    texts = [text for each in branches for text in (each.get("name"), each.get("game"))]
    clock = content.get("clock", 0)
    is_time = isinstance(clock, int) and 0 <= clock <= MOST_SECONDS
    return is_time and all(isinstance(text, str) for text in texts) and content.get("branch") in texts[::2]


def taken_up(kept: SavedBranches, game: Game) -> SavedBranches:
    """Return the same with the functions of `game` in their seats again, which no file can hold."""
    for other in kept.branches.values():
        for name, who in game.seats.items():
            if name in other.players and callable(who) and other.seats[name] is None:
                other.seat(name, who)
    return kept


class PlayedElsewhere(Exception):
    """Another table has written the file since this one did; it never leaves this module."""


class Autosave:
    """The file of one table: looked at once, then written a moment after each change."""

    def __init__(
        self,
        game: Game,
        kept: Callable[[], SavedBranches],
        failed: Callable[[str], None],
        elsewhere: Callable[[Path], None] = lambda path: None,
    ) -> None:
        """Begin the autosave of a game.

        `failed` is called with the reason if nothing was written, `elsewhere` with the file in which the game continues
        if another table plays the same one.
        """
        self.path = file_of(game)
        self.shown = False  # a browser shows the table
        self._kept, self._failed, self._elsewhere = kept, failed, elsewhere
        self._due: asyncio.TimerHandle | None = None
        self._next = 0.0  # when it may be written again, by the clock of the loop
        self._last = ""
        self._made = self._number = 0  # texts that were made, and the one that was written last
        self._writes = threading.Lock()
        self._replaces = True  # the file of an earlier game is still to be put aside
        self.source = self.path  # where that game is

    def earlier(self) -> Mapping[str, Any] | None:
        """Return what another table left: its content with `answers` and `time`; None for nothing, or nothing new.

        Raises SavedGameError if it cannot be read.
        """
        if self.path is None or not self.path.exists():
            return None
        left = left_in(self.path)
        if text_of(self._kept()) == read_text(self.path, MOST_BYTES):
            return None
        return {"answers": left.answers, "time": left.written.strftime("%Y-%m-%d %H:%M")}

    def is_news(self) -> bool:
        """Return True once in a session for the same content of the file: a cell that is run again asks no more."""
        mark = hashlib.sha256(f"{self.path}\n{self._stored_text()}".encode()).hexdigest()
        fresh = mark not in OFFERED
        OFFERED.add(mark)
        return fresh

    def put_aside(self) -> None:
        """Move what an earlier game has left to a file beside it; nothing once this table has written its own."""
        if self.path is not None and self._replaces and self.path.exists():
            self.source = self.path.with_suffix(BEFORE)
            with suppress(OSError):
                self.path.replace(self.source)

    def adopt(self) -> None:
        """Continue the game in the file, which is then not put aside."""
        self._replaces = False
        self._last = self._stored_text() or ""

    def write_ahead(self) -> str:
        """Write before the browser sees a change, if it shows the table; why that failed, "" where it did not."""
        if not self.shown or self.path is None or running_loop() is None:
            return ""
        text = text_of(self._kept())
        if text == self._last:
            return ""
        try:
            self._replace(text, self._next_number())
        except PlayedElsewhere:
            asyncio.get_running_loop().call_soon(self._move)
        except OSError as problem:
            return str(problem)
        return ""

    def schedule_write(self) -> None:
        """Write a moment from now, if a browser shows the table and nothing is due yet."""
        loop = running_loop()
        if loop and self.shown and self.path is not None and self._due is None:
            self._due = loop.call_at(max(loop.time() + SOON, self._next), self._write_aside)

    def _next_number(self) -> int:
        self._made += 1
        return self._made

    def _write_aside(self) -> None:
        """Write without keeping the kernel waiting for the disk."""
        self._due = None
        text = text_of(self._kept())
        if text == self._last:
            return
        self._next = asyncio.get_running_loop().time() + PAUSE
        if sys.platform == "emscripten":
            self._write(text)
            return
        written = asyncio.get_running_loop().run_in_executor(None, partial(self._replace, text, self._next_number()))
        written.add_done_callback(self._on_written)

    def _on_written(self, written: "asyncio.Future[None]") -> None:
        problem = None if written.cancelled() else written.exception()
        if isinstance(problem, PlayedElsewhere):
            self._move()
        elif problem is not None:
            self._failed(str(problem))

    def write(self) -> Path:
        """Write now; MonopolyLabError if nothing is to be kept or the file cannot be written."""
        if self.path is None:
            raise MonopolyLabError(say("autosave.off", variable=VARIABLE))
        self._write(text_of(self._kept()))
        return self.path

    def _write(self, text: str) -> None:
        try:
            self._replace(text, self._next_number())
        except PlayedElsewhere:
            self._move()
        except OSError as problem:
            raise MonopolyLabError(str(problem)) from None

    def _stored_text(self) -> str | None:
        """Return what the file holds now; None for no file, and for one that is no text."""
        try:
            return None if self.path is None else read_text(self.path, MOST_BYTES)
        except UnfitFile:
            return None

    def _move(self) -> None:
        """Continue in a new file, because another table writes this one, and tell the player."""
        assert self.path is not None
        stem, number = self.path.stem, 2
        while (path := self.path.with_name(f"{stem}-{number}.toml")).exists():
            number += 1
        self.path = self.source = path
        self._elsewhere(path)
        self._write(text_of(self._kept()))

    def _replace(self, text: str, number: int) -> None:
        """Write a text, unless a later one is there already."""
        assert self.path is not None
        with self._writes:
            if number < self._number:
                return
            if self.path.exists():
                if self._replaces:
                    self.source = self.path.with_suffix(BEFORE)
                    replace(self.source, self.path.read_bytes())
                elif self._stored_text() not in (self._last, text):
                    raise PlayedElsewhere
            else:
                remove_unfinished(self.path.parent)
            self._replaces = False
            replace(self.path, text.encode())
            self._last, self._number = text, number
