"""Autosave: the branches of a table in a file of their own while they are played, to be taken up again.

The files lie in `.monopoly_lab` of the working folder, or where the environment variable
MONOPOLY_LAB_AUTOSAVE says; "off" there keeps none. A file is named by the start of its game
(edition, options, seats, seed, position), so that a new table of the same game finds it. It is
written a second after the last change, and only once a browser shows the table.
"""

import asyncio
import hashlib
import json
import os
import sys
import tomllib
import warnings
from collections.abc import Callable, Mapping
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from monopoly_lab.errors import MonopolyLabError, Problem, SavedGameError
from monopoly_lab.files import replace, theirs
from monopoly_lab.game.game import Game
from monopoly_lab.game.saving.files import game_from_toml, game_to_toml
from monopoly_lab.messages import say

VARIABLE = "MONOPOLY_LAB_AUTOSAVE"
FOLDER = ".monopoly_lab"
BEFORE = ".before.toml"  # what a file held that a new game has taken the place of
FORMAT = 1
PAUSE = 1.0  # seconds from a change to the file


class Kept(NamedTuple):
    """The branches of a table by name, and the open one."""

    branches: dict[str, Game]
    branch: str


def folder() -> Path | None:
    """Where autosaves lie; None if none are to be kept."""
    said = os.environ.get(VARIABLE, "")
    if said == "off" or not theirs():
        return None
    return Path(said) if said else Path.cwd() / FOLDER


def file_of(game: Game) -> Path | None:
    """The file of a game as it starts; None if none are to be kept."""
    where = folder()
    base = game.edition.base or game.edition
    start = [base.digest, game.options, game.players, game.seed, game.start]
    mark = hashlib.sha256(json.dumps(start, sort_keys=True, default=str).encode()).hexdigest()[:10]
    return None if where is None else where / f"{base.id}-{mark}.toml"


def newest() -> Path:
    """The file that was written last; SavedGameError if there is none."""
    where = folder()
    found = [path for path in where.glob("*.toml") if not path.name.endswith(BEFORE)] if where else []
    if not found:
        raise SavedGameError([Problem(str(where or VARIABLE), "", say("autosave.none"))])
    return max(found, key=lambda path: path.stat().st_mtime)


def text_of(kept: Kept) -> str:
    """The branches as TOML, each a saved game; a seat of a function is written as a person's."""
    import tomli_w

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        branches = [{"name": name, "game": game_to_toml(game)} for name, game in kept.branches.items()]
    content = {"format": FORMAT, "branch": kept.branch, "branches": branches}
    return tomli_w.dumps(content, multiline_strings=True)


def read(path: Path) -> Kept:
    """The branches in a file; SavedGameError with what is wrong with it."""
    branches = {}
    content = content_of(path)
    for each in content["branches"]:
        branches[each["name"]] = game_from_toml(each["game"], Game, f"{path}: {each['name']}", path.parent)
    return Kept(branches, content["branch"])


def content_of(path: Path) -> dict[str, Any]:
    """What a file holds, its games unread; SavedGameError if it is no autosave."""
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
        texts = {each["name"]: each["game"] for each in content["branches"]}
        if content["branch"] in texts and all(isinstance(text, str) for text in texts.values()):
            return content
        problem = say("autosave.no_autosave")
    except OSError as error:
        problem = error.strerror or str(error)
    except UnicodeDecodeError as error:
        problem = str(error)
    except tomllib.TOMLDecodeError as error:
        problem = say("edition.not_toml", value=str(error))
    except (KeyError, TypeError):
        problem = say("autosave.no_autosave")
    raise SavedGameError([Problem(str(path), "", problem)])


def taken_up(kept: Kept, game: Game) -> Kept:
    """The same with the functions of `game` in their seats again, which no file can hold."""
    for other in kept.branches.values():
        for name, who in game.seats.items():
            if name in other.players and callable(who) and other.seats[name] is None:
                other.seat(name, who)
    return kept


class Autosave:
    """The file of one table: looked at once, then written a moment after each change."""

    def __init__(self, game: Game, kept: Callable[[], Kept], failed: Callable[[str], None]) -> None:
        self.path = file_of(game)
        self.shown = False  # a browser shows the table
        self._kept, self._failed = kept, failed
        self._due: asyncio.TimerHandle | None = None
        self._last = ""
        self._replaces = True  # the file of an earlier game is still to be put aside
        self.source = self.path  # where that game is

    def earlier(self) -> Mapping[str, Any] | None:
        """What another table left: its content with `answers` and `time`; None for nothing, or nothing new.

        Raises SavedGameError if it cannot be read.
        """
        if self.path is None or not self.path.exists():
            return None
        content = content_of(self.path)
        text = next(each["game"] for each in content["branches"] if each["name"] == content["branch"])
        if text_of(self._kept()) == self.path.read_text(encoding="utf-8"):
            return None
        answers = tomllib.loads(text).get("script", [])
        time = datetime.fromtimestamp(self.path.stat().st_mtime).strftime("%Y-%m-%d %H:%M")
        return {"answers": len(answers), "time": time}

    def adopt(self) -> None:
        """The game in the file is the one that is played on: it is not put aside."""
        self._replaces = False

    def soon(self) -> None:
        """Write a second from now, if a browser shows the table and nothing is due yet."""
        if not self.shown or self.path is None or self._due is not None:
            return
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            return
        self._due = loop.call_later(PAUSE, self._write_aside)

    def _write_aside(self) -> None:
        """Write without keeping the kernel waiting for the disk."""
        self._due = None
        text = text_of(self._kept())
        if text == self._last:
            return
        if sys.platform == "emscripten":
            self._write(text)
            return
        written = asyncio.get_running_loop().run_in_executor(None, partial(self._replace, text))
        written.add_done_callback(self._written)

    def _written(self, written: "asyncio.Future[None]") -> None:
        if not written.cancelled() and written.exception() is not None:
            self._failed(str(written.exception()))

    def write(self) -> Path:
        """Write now; MonopolyLabError if nothing is to be kept or the file cannot be written."""
        if self.path is None:
            raise MonopolyLabError(say("autosave.off", variable=VARIABLE))
        self._write(text_of(self._kept()))
        return self.path

    def _write(self, text: str) -> None:
        try:
            self._replace(text)
        except OSError as problem:
            raise MonopolyLabError(str(problem)) from None

    def _replace(self, text: str) -> None:
        assert self.path is not None
        if self._replaces and self.path.exists():
            self.source = self.path.with_suffix(BEFORE)
            replace(self.source, self.path.read_bytes())
        self._replaces = False
        replace(self.path, text.encode())
        self._last = text
