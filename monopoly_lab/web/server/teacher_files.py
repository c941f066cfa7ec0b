"""Teacher's pages: lessons handed in, rooms of live classes, saved games, to open or delete; an address to project."""

import asyncio
import re
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote, urlencode

import tornado.web

from monopoly_lab.common.errors import LiveError
from monopoly_lab.common.messages import say
from monopoly_lab.lessons.grading import handed_in
from monopoly_lab.live import room_folder
from monopoly_lab.live.event_log import FILE
from monopoly_lab.web.server import games_folder, start_page
from monopoly_lab.web.server.app_address import app_address
from monopoly_lab.web.server.pages import BasePage
from monopoly_lab.widgets import autosave

ROOM, GAME, LESSON, CLASS, HANDED = "room", "game", "lesson", "class", "handed"
COLUMNS = ("code", "opened", "used", "students", "activities", "size", "until")
IN_USE = {ROOM: "live.is_open", LESSON: "serve.kept_page_open", CLASS: "serve.kept_class_open"}  # why it is not deleted
LIVE = "live"  # the folder of rooms in that of a class
NO_NAME = re.compile(r"[^\w\-.]", re.ASCII)


def delete_expired(classes: Path, now: float) -> list[str]:
    """Delete the rooms of all classes of the app whose time is over, and return their codes."""
    return [code for live in sorted(classes.glob(f"class_*/{LIVE}")) for code in room_folder.delete_expired(live, now)]


class KeptItem(NamedTuple):
    """One thing that is kept: its key in forms, what it is, where it lies, and the cells of its row."""

    key: str
    kind: str
    path: Path
    cells: tuple[str, ...]
    is_open: bool = False


class TeachersPage(BasePage):
    """What is for the teacher alone; for anybody else there is no such page."""

    @property
    def _folder(self) -> Any:
        app: Any = self.server
        return app.folder

    def rows(self, lang: str) -> list[KeptItem]:
        """Return all that is kept."""
        parts = (self._hand_ins, self._rooms, self._games, self._answers, self._classes)
        return [row for part in parts for row in part(lang)]

    def row(self, kind: str) -> KeptItem:
        """Return the row that a form names; nothing else is found."""
        key = self.get_argument("key", default="")
        found = [each for each in self.rows(self.lang) if each.key == key and each.kind == kind]
        if not found:
            raise tornado.web.HTTPError(404)
        return found[0]

    def _hand_ins(self, lang: str) -> Iterator[KeptItem]:
        titles = {lesson.name: lesson.title for lesson in start_page.lessons(lang)}
        for lesson in handed_in.lessons(self.server.handed_in):
            path = self.server.handed_in / lesson
            came = handed_in.hand_ins(path)
            names = ", ".join(f"{each.name} ({each.when:%H:%M})" for each in came)
            yield KeptItem(lesson, HANDED, path, (titles.get(lesson, lesson), str(len(came)), names, _day(path)))

    def _rooms(self, lang: str) -> Iterator[KeptItem]:
        for folder in (self._folder.path / LIVE, room_folder.usual_folder()):
            for room in room_folder.kept_rooms(folder):
                told = room_folder.room_columns(room, lang)
                key = f"{folder.parent.name}/{room.code}"
                yield KeptItem(key, ROOM, folder / room.code, tuple(told[column] for column in COLUMNS), room.is_open)

    def _games(self, lang: str) -> Iterator[KeptItem]:
        games = self._folder.path / games_folder.GAMES
        if not games.is_dir():
            return
        for visitor in sorted(games.iterdir()):
            for each in self.server.tables.tables_of(visitor, lang):
                path = visitor / each.file
                cells = (each.title, each.players, str(each.answers), _day(path), _size([path], lang))
                yield KeptItem(f"{visitor.name}/{each.file}", GAME, path, cells)

    def _answers(self, lang: str) -> Iterator[KeptItem]:
        """Return what each visitor has answered in each lesson, with the names under which they have handed it in."""
        titles = {lesson.name: lesson.title for lesson in start_page.lessons(lang)}
        now = [(page.visitor, page.request.url) for page in self.server.kernel_manager.open_pages.values()]
        for path in sorted((self._folder.path / games_folder.GAMES).glob("*/answers_*.json")):
            lesson, visitor = path.stem.removeprefix("answers_"), path.parent.name
            box = handed_in.Mailbox(self.server.handed_in, path.parent, lesson)
            names = ", ".join(each.name for each in box.hand_ins)
            cells = (titles.get(lesson, lesson), names, _day(path), _size([path], lang))
            is_open = any(who == visitor and f"/page/{lesson}" in url for who, url in now)
            yield KeptItem(f"{visitor}/{lesson}", LESSON, path, cells, is_open)

    def _classes(self, lang: str) -> Iterator[KeptItem]:
        for path in sorted(self._folder.path.parent.glob("class_*")):
            if path != self._folder.path and path.is_dir():
                files = [each for each in path.rglob("*") if each.is_file()]
                games = [each for each in files if each.suffix == ".toml"]
                rooms = [each for each in files if each.name == FILE]
                cells = (path.name, _day(path), str(len(games)), str(len(rooms)), _size(files, lang))
                yield KeptItem(path.name, CLASS, path, cells, games_folder.is_served(path))


class KeptPage(TeachersPage):
    """The list; a form deletes one row of it."""

    @tornado.web.authenticated
    def get(self) -> None:
        self.check_teacher()
        lang = self.lang
        delete_expired(self._folder.path.parent, time.time())
        self.set_header("Cache-Control", "no-store")
        heads = [say(f"live.page_kept_{column}", lang) for column in COLUMNS]
        rows, hidden = self.rows(lang), self.xsrf_form_html()
        self.show("teacher_files.html", rows=rows, only=self._only, room_heads=heads, hidden=hidden, quote=quote)

    @tornado.web.authenticated
    def post(self) -> None:
        self.check_teacher()
        row = self.row(self.get_body_argument("kind", default=""))
        lang = self.lang
        if row.is_open:
            self.refuse(409, "not_offered", say(IN_USE[row.kind], lang, value=row.cells[0]))
            return
        if row.kind == HANDED:
            handed_in.delete_lesson(row.path, self._folder.path / games_folder.GAMES)
        elif row.kind == LESSON:
            handed_in.Mailbox(self.server.handed_in, row.path.parent, row.key.rpartition("/")[2]).delete()
            row.path.unlink(missing_ok=True)
        elif row.kind == GAME:
            self.server.tables.forget(row.path.name, row.path.parent)
        elif row.kind == ROOM:
            room_folder.delete_room(row.path.parent, row.path.name)
        else:
            shutil.rmtree(row.path)
        self.redirect(f"/kept?{urlencode({'lang': lang} | ({'only': self._only} if self._only else {}))}")

    @property
    def _only(self) -> str:
        """Return HANDED where only the lessons handed in are asked for, by the link that says so; else ""."""
        return HANDED if self.query.get("only") == HANDED else ""


class KeptFile(TeachersPage):
    """What is kept, as a file: notebooks handed in, the results of a room, or a game that `ml.Game.load` opens."""

    @tornado.web.authenticated
    async def get(self, kind: str) -> None:
        from monopoly_lab.live.class_results import zip_class

        self.check_teacher()
        row = self.row(kind)
        if kind == HANDED:
            content, name = await asyncio.to_thread(handed_in.zip_hand_ins, row.path), f"{row.path.name}.zip"
        elif kind == ROOM:
            content, name = await asyncio.to_thread(zip_class, row.path / FILE), f"live-{row.path.name}.zip"
        else:
            content, name = _game_in(row.path), NO_NAME.sub("_", row.path.name)
        self.set_header("Content-Type", "application/octet-stream")
        self.set_header("Content-Disposition", f'attachment; filename="{name}"')
        self.set_header("Cache-Control", "no-store")
        self.finish(content)


class OpenLive(TeachersPage):
    """Open a room for a class with phones, beside this server: a new one, or one that is kept."""

    @tornado.web.authenticated
    def post(self) -> None:
        from monopoly_lab.live.event_log import RoomLog
        from monopoly_lab.live.room import Room, new_room, teacher_secret
        from monopoly_lab.live.server import LiveServer

        self.check_teacher()
        app: Any = self.server
        path = self.row(ROOM).path if self.get_argument("key", default="") else None
        code = path.name if path is not None else next(reversed(app.live), "")
        if code not in app.live:
            if path is not None and room_folder.is_open(path):
                self.refuse(409, "not_offered", say("live.is_open", self.lang, value=code))
                return
            if path is None:
                numbers = self.get_argument("numbers", default="") == "on"
                room, secret = new_room(app.folder.path / LIVE, self.lang, numbers=numbers)
            else:
                room, secret = Room(RoomLog(path / FILE)), teacher_secret(path)
            code, live = room.code, LiveServer(room)
            self._serve(live, app.ip != "127.0.0.1")
            app.live[code] = live, secret
        live, secret = app.live[code]
        self.redirect(f"http://{self.request.host_name}:{live.room.port}/teacher#{secret}")

    @staticmethod
    def _serve(live: Any, lan: bool) -> None:
        """Serve a room at its last port, where its phones look for it, or at any free one."""
        try:
            live.serve_at(live.room.port, lan)
        except LiveError:
            live.serve_at(0, lan)


def _game_in(path: Path) -> bytes:
    """Return the game that was open at a table, as `Game.save` writes it."""
    kept = autosave.content_of(path)
    return str(next(each["game"] for each in kept["branches"] if each["name"] == kept["branch"])).encode()


def _day(path: Path) -> str:
    return room_folder.date(path.stat().st_mtime)


def _size(files: list[Path], lang: str) -> str:
    return room_folder.format_size(sum(each.stat().st_size for each in files), lang)


# Page of the app that a teacher projects: the address of a lesson, or of the app, with its QR code


class Invitation(TeachersPage):
    """For the teacher: what a class scans or types to come to a lesson (`lesson=NAME`), or to the start page."""

    @tornado.web.authenticated
    def get(self) -> None:
        self.check_teacher()
        lang, name = self.lang, self.query.get("lesson", "")
        offered = [lesson for _, _, lessons in start_page.courses(lang) for lesson in lessons]
        if name and name not in [lesson.name for lesson in offered]:
            raise tornado.web.HTTPError(404)
        self.set_header("Cache-Control", "no-store")
        self.show(
            "invitation.html",
            **app_address(self.server, name)._asdict(),
            lessons=[(lesson.name, lesson.title) for lesson in offered],
            chosen=name,
        )
