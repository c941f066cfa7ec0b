"""Log visitors in, as teacher or student, by the access code in the address or the form; answer a wrong code late."""

import asyncio
import hmac
import re
import secrets
from collections import OrderedDict
from pathlib import Path
from typing import Any, Protocol

from jupyter_core.utils import ensure_async
from jupyter_server.auth.identity import IdentityProvider, User
from traitlets import Any as Anything
from traitlets import Unicode

from monopoly_lab.web.server.begun_tables import BegunTables

WAIT = 1.0  # seconds that a wrong code costs whoever has tried it, one after the other
WATCHED = 1000  # addresses whose wrong codes are remembered
TEACHER = "t"
STUDENT = "s"
VISITOR = re.compile(r"[st]-[0-9a-f]{32}")


class ServerState(Protocol):
    """What the pages ask of the server that shows them; see `ClassServer`."""

    kernel_manager: Any
    places: Any
    tables: BegunTables
    run_number: str
    turns: asyncio.Semaphore
    arriving: list[Any]

    @property
    def places_taken(self) -> int: ...

    def pages_of(self, visitor: str) -> int: ...

    def pages_on(self, computer: str) -> int: ...

    def games_of(self, visitor: str) -> Path: ...

    @property
    def handed_in(self) -> Path: ...


class Doorkeeper(IdentityProvider):
    """Login by access code; later visits by a signed cookie that no script reads and no other site sends.

    The cookie holds a number drawn at random and nothing about a person.
    """

    teacher = Unicode()  # the teacher's access code
    connections: Any = Anything()  # Connections

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        self.cookie_options = {"httponly": True, "samesite": "Lax"}
        self._tries: OrderedDict[str, asyncio.Lock] = OrderedDict()

    def role_of(self, code: str) -> str:
        """Return the role of an access code, "" for a wrong one; the time taken says nothing about how right it is."""
        tried = code.encode("utf-8", "replace")
        is_class, is_teacher = (hmac.compare_digest(tried, known.encode()) for known in (self.token, self.teacher))
        return TEACHER if is_teacher else STUDENT if is_class else ""

    async def get_user(self, handler: Any) -> User | None:
        """Return the visitor of a request; whose connection it is, is known from now on."""
        user: User | None = await ensure_async(super().get_user(handler))
        if user is not None:
            self.connections.add_visitor(getattr(handler.request.connection, "stream", None), user.username)
        return user

    async def get_user_token(self, handler: Any) -> User | None:
        """Return the visitor whose access code came with the address; answer a wrong one late."""
        code = self.get_token(handler)
        if not code:
            return None
        role = self.role_of(code)
        if not role:
            await self.wait(handler)
            return None
        known = self.get_user_cookie(handler)
        return known if isinstance(known, User) and known.username.startswith(role) else visitor(role)

    async def wait(self, handler: Any) -> None:
        """Wait after a wrong code, one try after another from the same address."""
        address = str(handler.request.remote_ip)
        tries = self._tries.setdefault(address, asyncio.Lock())
        self._tries.move_to_end(address)
        while len(self._tries) > WATCHED:
            self._tries.popitem(last=False)
        async with tries:
            await asyncio.sleep(WAIT)

    def process_login_form(self, handler: Any) -> User | None:
        """Return the visitor whose access code was typed in the form; ignore the other fields."""
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
