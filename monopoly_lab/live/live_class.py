"""A live class in a notebook: open a room, see its wall, and read what the class has done as tables."""

import asyncio
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from monopoly_lab.common.argument_checks import check_arguments, check_before_call
from monopoly_lab.common.errors import EditionError, LiveError, MonopolyLabError
from monopoly_lab.common.escaping import escaped
from monopoly_lab.common.file_access import shortened
from monopoly_lab.common.lazy_imports import pd
from monopoly_lab.common.messages import resolve_language, say
from monopoly_lab.common.validation_errors import hint
from monopoly_lab.game.game import Game
from monopoly_lab.live import check_installed, class_results
from monopoly_lab.live.activities.play_together import PlayTogether, preset_of
from monopoly_lab.live.event_log import FILE, RoomLog
from monopoly_lab.live.lan_address import check_port, host_of
from monopoly_lab.live.room import Room, new_room, teacher_secret
from monopoly_lab.live.room_folder import DAYS, find_room, no_rooms, room_codes, usual_folder

START = 30.0  # seconds that a server may take to begin


@check_arguments
class Live:
    """A room for a class with phones, served from a notebook until its kernel ends or `stop` is called.

    Shown as the last value of a cell: the wall with the code to scan, and a link to the teacher's page. The tables
    can be read at any time, also of an earlier room (`Live.open`).

    Args:
        start: Scenario or edition that the form of *Play together* offers first; the usual one if empty.
        seats: Number of players in each game, if `start` is an edition.
        lan: Let phones of the local network in; else only this computer.
        port: Port to serve at; any free one if 0.
        folder: Folder of all rooms; in the user's data if left out.
        lang: Language of the room: "en", "ru" or "uk"; that of the session if empty.
        serve: Serve the room; False only opens it, to read its tables.
        days: Days after its last use after which the room deletes itself.
        numbers: True to keep no names: students are numbers from the start.

    Attributes:
        code: Code by which students join.

    Raises:
        LiveError: For a port that is taken, a folder that cannot be written, a value that cannot be used, or the code
            of a room as `start`. No room is kept then.
        EditionError: For a `start` that is neither a scenario nor an edition.
        MessageError: For an unknown language.

    Example:
        >>> rooms = tempfile.mkdtemp()
        >>> live = ml.Live("born_ahead", folder=rooms, serve=False)
        >>> len(live.code)
        5
    """

    @check_before_call("start")
    def __init__(
        self,
        start: str = "",
        seats: int = 4,
        lan: bool = False,
        port: int = 0,
        folder: str | Path | None = None,
        lang: str = "",
        serve: bool = True,
        days: float = DAYS,
        numbers: bool = False,
    ) -> None:
        if serve:
            check_installed()
        check_port(port, host_of(lan) if serve else "")
        self._folder = (Path(folder) if folder is not None else usual_folder()).absolute()
        try:
            preset = preset_of(start, seats)
        except EditionError as problem:
            if start.upper() in room_codes(self._folder):
                raise LiveError(say("live.is_a_room", value=start.upper())) from problem
            raise
        room, self._secret = new_room(self._folder, resolve_language(lang), days, numbers)
        self._begin(room, preset, lan, port, serve)

    def _begin(self, room: Room, preset: Mapping[str, Any], lan: bool, port: int, serve: bool) -> None:
        self.code, self.lang = room.code, room.lang
        self._address = ""
        self._loop: asyncio.AbstractEventLoop | None = None
        self._server: Any = None
        self._problem: MonopolyLabError | None = None
        if not serve:
            room.store.close()
            return
        begun = threading.Event()
        room.store.close()
        threading.Thread(target=self._run, args=(preset, lan, port, begun), daemon=True).start()
        if not begun.wait(START) or self._problem is not None:
            raise self._problem or LiveError(say("live.bad_port", self.lang, value=port, problem="-"))

    def _run(self, preset: Mapping[str, Any], lan: bool, port: int, begun: threading.Event) -> None:
        from monopoly_lab.live.server import LiveServer

        async def served() -> None:
            live = self._server = LiveServer(Room(RoomLog(self._path)), preset)
            self._address = live.serve_at(port, lan)
            begun.set()
            await asyncio.Event().wait()

        self._loop = asyncio.new_event_loop()
        try:
            self._loop.run_until_complete(served())
        except MonopolyLabError as problem:
            self._problem = problem
            begun.set()
        except RuntimeError:  # stopped
            pass

    @classmethod
    def open(cls, code: str = "", folder: str | Path | None = None, serve: bool = False) -> "Live":
        """Return an earlier room.

        Args:
            code: Code of the room; if empty, the room that was used last.
            folder: Folder of all rooms; in the user's data if left out.
            serve: True to let the class go on in it.

        Raises:
            LiveError: If there is no room with this code.

        Example:
            >>> ml.Live.open(live.code, folder=rooms).code == live.code
            True
        """
        self = cls.__new__(cls)
        self._folder = (Path(folder) if folder is not None else usual_folder()).absolute()
        known = room_codes(self._folder)
        if not (code or known):
            raise LiveError(no_rooms(self._folder))
        self.code = find_room(self._folder, code or known[0])
        self._secret = teacher_secret(self._folder / self.code)
        room = Room(RoomLog(self._path))
        self._begin(room, {}, False, room.port, serve)
        return self

    @property
    def _path(self) -> Path:
        return self._folder / self.code / FILE

    @property
    def address(self) -> str:
        """Return the address for the students; empty for a room that is not served.

        Example:
            >>> live.address
            ''
        """
        return self._address

    def stop(self) -> None:
        """Stop serving the room; what has happened is kept.

        Example:
            >>> live.stop()
        """
        if self._loop is not None and self._loop.is_running():
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._server.close()
        self._address = ""

    # What the class has done

    def decisions(self) -> "pd.DataFrame":
        """Return every answer of a student, in order.

        Returns:
            Table with a row for each answer: `activity` (from 1), `kind`, `seconds` since the activity began,
            `decided_in` (seconds since the question could be answered, without pauses), `seat`, `name`, `question`, and
            columns of the activity, such as game, round and choice.

        Example:
            >>> live.decisions().empty
            True
        """
        return self.results(class_results.DECISIONS)

    def predictions(self) -> "pd.DataFrame":
        """Return the predictions of all questions: seat, name, question, first or second, value, truth.

        Example:
            >>> live.predictions().empty
            True
        """
        return self.results("predict")

    def games(self) -> "pd.DataFrame":
        """Return the players of all games of *Play together*: game, player, seat, name, rounds, worth and more.

        `finished` is False for games that were cut short. Decisions are counted by who made them: the student, or a
        strategy because the time was up (late), because the teacher went on, or because it had the seat.

        Example:
            >>> live.games().empty
            True
        """
        return self.results("play")

    @check_before_call("kind")
    def results(self, kind: str) -> "pd.DataFrame":
        """Return the results of all activities of a kind, with their number.

        Args:
            kind: Name of an activity: "predict", "auction", "bargain", "give", "lemons", "play" or "vote"; or of one of
                its further tables: "give_fines", "lemons_bids" or "vote_simulated".

        Returns:
            A table with a row for each result; empty as long as there is none.

        Raises:
            LiveError: If there is no such table.

        Example:
            >>> live.results("play").empty
            True
        """
        known = class_results.table_names()
        if kind not in known:
            raise LiveError(say("live.no_table", value=shortened(kind), near=hint(kind, known, most=len(known))))
        return class_results.table(self._read(), kind)

    def game(self, number: int = 1, activity: int = 0) -> Game:
        """Return one of the games of the class, to look at, fork and analyze.

        Args:
            number: Number of the game, from 1.
            activity: Number of the activity; the last one with games if 0.

        Raises:
            LiveError: If there is no such game.

        Example:
            >>> live.game()
            Traceback (most recent call last):
            monopoly_lab.common.errors.LiveError: There is no game 1.
        """
        all_ = self._read().activities
        chosen = all_[activity - 1 : activity] if activity else all_
        played = [each for each in chosen if isinstance(each, PlayTogether)]
        if not played or not 1 <= number <= len(played[-1].games):
            raise LiveError(say("live.no_game", self.lang, n=number))
        return played[-1].games[number - 1].game

    def save(self, folder: str | Path) -> list[Path]:
        """Write all tables as CSV, as one Excel file where openpyxl is installed, and a notebook that analyzes them.

        The notebook is in the language of the room. It loads the CSV files beside it, and shows for each activity what
        the class did, with theory and a simulation.

        Args:
            folder: Folder to write to; made if it is not there.

        Returns:
            The files; none while the class has done nothing.

        Example:
            >>> live.save(rooms)
            []
        """
        return class_results.save(self._read(), Path(folder))

    def _read(self) -> class_results.Recorded:
        """Return the room as it is now, made from its events."""
        return class_results.read(self._path)

    def _repr_html_(self) -> str:
        """Return the wall in a frame, and the links."""
        if not self._address:
            return f"<p>{escaped(self.code)}</p>"
        here = f"http://127.0.0.1:{self._address.rpartition(':')[2]}"
        wall, teacher = f"{here}/wall?c={self.code}", f"{here}/teacher#{self._secret}"
        links = (("page_teacher", teacher), ("page_wall", wall))
        row = " · ".join(
            f'<a href="{link}" target="_blank">{escaped(say(f"live.{word}", self.lang))}</a>' for word, link in links
        )
        return f'<p>{row}</p><iframe src="{wall}" width="100%" height="520" style="border:0"></iframe>'

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.code}>"
