"""Log visitors in, find the server's address, and remember the tables that visitors have begun."""

import asyncio
import hmac
import json
import re
import secrets
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, Protocol
from urllib.parse import urlencode

from jupyter_core.utils import ensure_async
from jupyter_server.auth.identity import IdentityProvider, User
from traitlets import Any as Anything
from traitlets import Unicode

from monopoly_lab.common.errors import MonopolyLabError
from monopoly_lab.common.file_access import replace as write
from monopoly_lab.game.scenarios import scenarios
from monopoly_lab.web.server.start_page import WantedGame
from monopoly_lab.widgets import autosave

WAIT = 1.0  # seconds that a wrong word costs whoever has tried it, one after the other
WATCHED = 1000  # addresses whose wrong words are remembered
TEACHER = "t"
STUDENT = "s"
VISITOR = re.compile(r"[st]-[0-9a-f]{32}")


class ServerState(Protocol):
    """What the pages ask of the server that shows them; see `ClassServer`."""

    kernel_manager: Any
    places: Any
    tables: "BegunTables"
    run_number: str
    turns: asyncio.Semaphore
    arriving: list[Any]

    @property
    def taken(self) -> int: ...

    def pages_of(self, visitor: str) -> int: ...

    def pages_on(self, computer: str) -> int: ...

    def games_of(self, visitor: str) -> Path: ...

    @property
    def handed_in(self) -> Path: ...


class Doorkeeper(IdentityProvider):
    """Lets in who knows a word, and knows them again by a signed cookie that no script reads and no other site sends.

    The cookie holds a number drawn at random and nothing about a person.
    """

    teacher = Unicode()  # the teacher's word
    connections: Any = Anything()  # Connections

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        self.cookie_options = {"httponly": True, "samesite": "Lax"}
        self._tries: OrderedDict[str, asyncio.Lock] = OrderedDict()

    def role_of(self, word: str) -> str:
        """Return the role of a password; "" for a wrong one. The time taken does not tell how much of it is right."""
        tried = word.encode("utf-8", "replace")
        is_class, is_teacher = (hmac.compare_digest(tried, known.encode()) for known in (self.token, self.teacher))
        return TEACHER if is_teacher else STUDENT if is_class else ""

    async def get_user(self, handler: Any) -> User | None:
        """Return the visitor of a request; whose connection it is, is known from now on."""
        user: User | None = await ensure_async(super().get_user(handler))
        if user is not None:
            self.connections.known(getattr(handler.request.connection, "stream", None), user.username)
        return user

    async def get_user_token(self, handler: Any) -> User | None:
        """Return the visitor of a word that came with the address; answer a wrong one late."""
        word = self.get_token(handler)
        if not word:
            return None
        role = self.role_of(word)
        if not role:
            await self.wait(handler)
            return None
        known = self.get_user_cookie(handler)
        return known if isinstance(known, User) and known.username.startswith(role) else visitor(role)

    async def wait(self, handler: Any) -> None:
        """Wait after a wrong password, one try after another from the same address."""
        address = str(handler.request.remote_ip)
        tries = self._tries.setdefault(address, asyncio.Lock())
        self._tries.move_to_end(address)
        while len(self._tries) > WATCHED:
            self._tries.popitem(last=False)
        async with tries:
            await asyncio.sleep(WAIT)

    def process_login_form(self, handler: Any) -> User | None:
        """Return the visitor of a word typed at the door; nothing else that a form says is heard."""
        role = self.role_of(handler.get_argument("password", default=""))
        return visitor(role) if role else None

    def user_to_cookie(self, user: User) -> str:
        return user.username

    def user_from_cookie(self, cookie_value: str) -> User | None:
        return User(cookie_value) if VISITOR.fullmatch(cookie_value) else None

    def is_token_authenticated(self, handler: Any) -> bool:
        """Return False: origins and forms are checked also for requests that carry the token in the address."""
        return False


def visitor(role: str) -> User:
    """Return a new visitor with this role."""
    return User(f"{role}-{secrets.token_hex(16)}")


def is_teacher(user: User | None) -> bool:
    """Return True for a visitor who came by the teacher's link."""
    return user is not None and user.username.startswith(f"{TEACHER}-")


# Begun tables: what the start page offers a visitor again, also after the server was started again

MOST = 12  # tables of a visitor that are kept
ASKED = "asked.json"  # in the folder of a visitor: the forms of the tables, by their files
MOST_FORM = 200  # letters of an entry of a form
FIELDS = ("scenario", "edition", "name", "number", "others", "seed", "lang")  # of the form, that make the game
GOING_ON = "continue"  # the field by which a page is asked to take up what was left


class Begun(NamedTuple):
    """A table to go on with: its file, its address, and what a reader knows it by."""

    file: str
    address: str
    title: str
    players: str
    answers: int
    time: str  # of the last answer


class BegunTables:
    """Of each visitor the forms by which tables were asked for, by the file that holds their game."""

    def note(self, form: Mapping[str, str], folder: Path) -> str:
        """Remember a table that is being opened; the name of its file. The oldest of many is put away."""
        file = autosave.name_of(WantedGame.from_form(form).game())
        forms = _forms(folder)
        forms.pop(file, None)
        forms[file] = {field: form[field] for field in FIELDS if 0 < len(form.get(field, "")) <= MOST_FORM}
        while len(forms) > MOST:
            oldest = next(iter(forms))
            del forms[oldest]
            _put_away(folder / oldest)
        write(folder / ASKED, json.dumps(forms).encode())
        return file

    def begun(self, folder: Path, lang: str) -> list[Begun]:
        """Return the tables of a visitor at which something was played, the last first; the gallery's come last."""
        forms = _forms(folder)
        there = {path.name for path in folder.glob("[!.]*.toml")} - set(forms)
        opened = {
            file: {**form, "lang": lang} for file, form in (of_scenarios() if there else {}).items() if file in there
        }
        tables = [_begun(file, form, folder, lang) for file, form in [*opened.items(), *forms.items()]]
        return [each for each in reversed(tables) if each and each.answers]

    def forget(self, file: str, folder: Path) -> None:
        """Remove a table and all that was kept of it; do nothing for one that is not this visitor's."""
        forms = _forms(folder)
        if forms.pop(file, None) is not None:
            write(folder / ASKED, json.dumps(forms).encode())
            _put_away(folder / file)
        elif file in of_scenarios():
            _put_away(folder / file)


def _forms(folder: Path) -> dict[str, dict[str, str]]:
    """Return the forms of a visitor's tables by their files; none where they cannot be read."""
    try:
        content = json.loads((folder / ASKED).read_text())
    except (OSError, ValueError):
        return {}
    return content if isinstance(content, dict) else {}


def _put_away(path: Path) -> None:
    for each in (path, path.with_suffix(autosave.BEFORE)):
        each.unlink(missing_ok=True)


@cache
def of_scenarios() -> Mapping[str, Mapping[str, str]]:
    """Return the forms by which shipped scenarios are asked for, by the files of their games, for the gallery."""
    forms = [{"scenario": name} for name in scenarios()]
    return {autosave.name_of(WantedGame.from_form(form).game()): form for form in forms}


def _begun(file: str, form: Mapping[str, str], folder: Path, lang: str) -> Begun | None:
    """Return what is told of a table; None where nothing was kept, or nothing that can be read."""
    answers = autosave.answers_in(folder / file)
    try:
        written = datetime.fromtimestamp((folder / file).stat().st_mtime)
        wanted = WantedGame.from_form(form)
    except (MonopolyLabError, OSError):
        return None
    if answers is None:
        return None
    players = "" if wanted.scenario else ", ".join(name for name, _ in wanted.players)
    address = f"page/table?{urlencode({**form, GOING_ON: 'yes'})}"
    return Begun(file, address, replace(wanted, lang=lang).title, players, answers, written.strftime("%H:%M"))
