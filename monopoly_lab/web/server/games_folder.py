"""Class folder: the saved games of a class, and the data by which a restarted server recognizes its students."""

import hashlib
import json
import os
import secrets
import shutil
from dataclasses import asdict, dataclass, field
from pathlib import Path

import psutil

from monopoly_lab.common.errors import FileError, ServeError
from monopoly_lab.common.file_access import describe_system_error, replace
from monopoly_lab.common.messages import say
from monopoly_lab.lessons.grading.handed_in import finish_deletions

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none of them looks like another on a projector
TOKEN_LENGTH = 8  # of 31 letters: 40 bits, and short enough to be typed
ACCESS = "class.json"  # the access codes and the secret of a class; nobody but the teacher may read it
RUN = "run"  # what only a running server needs
GAMES = "games"  # a folder for each visitor
HANDED_IN = "handed_in"  # a folder for each lesson
SECRET = 32  # bytes


@dataclass(frozen=True)
class GamesFolder:
    """The folder of one class: its access codes (`token` is that of students), its secret, and who serves it."""

    path: Path
    token: str
    teacher: str
    secret: str
    port: int = 0
    process: int = 0  # that serves it
    since: float = 0.0  # when that process began
    stopped: bool = field(default=False)  # it was stopped in good order

    @property
    def is_served(self) -> bool:
        """Return True while the process that was started last is running."""
        try:
            return bool(psutil.Process(self.process).create_time() == self.since)
        except (psutil.Error, ValueError):
            return False

    def games_of(self, visitor: str) -> Path:
        """Return the folder in which the games of a visitor are kept."""
        return self.path / GAMES / visitor

    @property
    def handed_in(self) -> Path:
        """Return the folder in which students hand in lessons."""
        return self.path / HANDED_IN

    def run(self) -> Path:
        """Return an empty folder for this run; what a killed server has left is gone."""
        run = self.path / RUN
        if not self.is_served:
            shutil.rmtree(run, ignore_errors=True)
            finish_deletions(self.handed_in, self.path / GAMES)
        run.mkdir(mode=0o700, parents=True, exist_ok=True)
        return run

    def mark_started(self, port: int) -> "GamesFolder":
        """Return the same, served by this process; it is written, so that the next start knows it."""
        now = GamesFolder(
            self.path, self.token, self.teacher, self.secret, port, os.getpid(), psutil.Process().create_time()
        )
        now._write()
        return now

    def mark_stopped(self) -> None:
        """Note that the server was stopped in good order: the next one draws a code of its own."""
        GamesFolder(self.path, self.token, self.teacher, self.secret, self.port, stopped=True)._write()

    def _write(self) -> None:
        try:
            self.path.mkdir(mode=0o700, parents=True, exist_ok=True)
            content = {key: value for key, value in asdict(self).items() if key != "path"}
            replace(self.path / ACCESS, json.dumps(content, indent=1).encode(), mode=0o600)
        except OSError as problem:
            raise ServeError(say("serve.bad_games", folder=self.path, reason=describe_system_error(problem))) from None


def usual_folder() -> Path:
    """Return where games are kept if no folder is named: in the user's data folder."""
    from platformdirs import user_data_path

    return user_data_path("monopoly_lab", appauthor=False) / "classes"


def class_folder(games: Path, token: str | None) -> GamesFolder:
    """Return the class with an access code; without a code, the one whose server was killed last, or a new one."""
    if token is None:
        return _interrupted_class(games) or _new(games, random_code())
    return _read(_place(games, token)) or _new(games, token)


def random_code() -> str:
    """Return an access code that nobody guesses."""
    return "".join(secrets.choice(LETTERS) for _ in range(TOKEN_LENGTH))


def _place(games: Path, token: str) -> Path:
    return games / f"class_{hashlib.sha256(token.encode()).hexdigest()[:12]}"


def _new(games: Path, token: str) -> GamesFolder:
    return GamesFolder(_place(games, token), token, random_code(), secrets.token_hex(SECRET))


def _read(path: Path) -> GamesFolder | None:
    """Return the class of a folder; None for none, or one whose file cannot be read: its cookies are unknown."""
    try:
        content = json.loads((path / ACCESS).read_text())
        found = GamesFolder(path, **content)
    except (OSError, ValueError, TypeError):
        return None
    texts = (found.token, found.teacher, found.secret)
    if not all(isinstance(text, str) and text for text in texts) or path != _place(path.parent, found.token):
        return None
    return found


def is_served(path: Path) -> bool:
    """Return True while a process serves the class of a folder."""
    found = _read(path)
    return found is not None and found.is_served


def _interrupted_class(games: Path) -> GamesFolder | None:
    """Return the class whose server was not stopped in good order and is gone; the last one of several."""
    try:
        found = [each for path in games.glob("class_*") if (each := _read(path))]
    except OSError:
        return None
    killed = [each for each in found if each.process and not each.stopped and not each.is_served]
    return max(killed, key=lambda each: each.since, default=None)


def usable(games: Path) -> None:
    """Raise ServeError if nothing can be kept in a folder."""
    try:
        games.mkdir(mode=0o700, parents=True, exist_ok=True)
        trial = games / f".new-{secrets.token_hex(4)}"
        trial.touch()
        trial.unlink()
    except (OSError, FileError) as problem:
        raise ServeError(say("serve.bad_games", folder=games, reason=describe_system_error(problem))) from None
