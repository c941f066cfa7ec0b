"""Pages of the app: start, table, gallery, lessons, and the page that says why a request is refused."""

import asyncio
import re
import time
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import tornado.web
from jupyter_server.auth.decorator import allow_unauthenticated
from jupyter_server.base.handlers import JupyterHandler
from tornado.iostream import StreamClosedError
from voila.handler import VoilaHandler
from voila.static_file_handler import TemplateStaticFileHandler
from voila.voila_identity_provider import VoilaLoginHandler

from monopoly_lab.common.errors import MonopolyLabError
from monopoly_lab.common.messages import languages, say
from monopoly_lab.editions import editions, load_edition
from monopoly_lab.players import called, describe, strategies
from monopoly_lab.web.server import start_page
from monopoly_lab.web.server.app_address import app_address
from monopoly_lab.web.server.begun_tables import GOING_ON, without_name
from monopoly_lab.web.server.kernels import PageRequest, page_request
from monopoly_lab.web.server.login import ServerState, is_teacher
from monopoly_lab.web.server.places import PAGES, giving_way

READ_WITHIN = 60.0  # seconds for a browser to read the page that was made for it
HEARTBEAT = "voila_heartbeat"  # what Voila sends while it waits for the next piece of a page
MOST_URL = 2000  # letters of an address that are remembered
HERE = re.compile(r"/(?!/)[\w\-./?=&%+,~]*", re.ASCII)  # an address of this server


def notebook_for(handler: Any, notebook: Any, cwd: str) -> Any:
    """Return the notebook that the page was asked for; Voila calls this before a kernel starts."""
    return handler.notebook


class BasePage(JupyterHandler):
    """What all pages of the app have: the query, its language, templates, refusals."""

    @property
    def server(self) -> ServerState:
        server: ServerState = self.settings["class_server"]
        return server

    @property
    def query(self) -> dict[str, str]:
        """Return the arguments of the request, each name once; the language is by default that of the browser."""
        given = {name: self.get_argument(name) for name in self.request.query_arguments}
        return {"lang": start_page.preferred_language(self.request.headers.get("Accept-Language", "")), **given}

    @property
    def lang(self) -> str:
        """Return the language of the page."""
        return start_page.language(self.query)

    @property
    def occupancy(self) -> str:
        """Return how many pages are open, for how many visitors, and how many there may be, in a sentence."""
        server = self.server
        visitors = server.kernel_manager.visitors
        return say("serve.about", self.lang, n=server.places_taken, visitors=visitors, limit=server.places.limit)

    def check_teacher(self) -> None:
        """Check that the visitor is the teacher; HTTP error 404, as for a page that does not exist, if not."""
        if not is_teacher(self.current_user):
            raise tornado.web.HTTPError(404)

    def show(self, template: str, **values: Any) -> None:
        """Send a page made from a template."""
        lang = self.lang
        page = self.settings["voila_jinja2_env"].get_template(template)
        self.finish(page.render(lang=lang, say=lambda key, **given: say(f"serve.{key}", lang, **given), **values))

    def refuse(self, status: int, heading: str, text: str, with_login_form: bool = False) -> None:
        """Show a page that says why the requested page does not exist, or not now."""
        self.set_status(status)
        lang = self.lang
        hidden = self.xsrf_form_html() if with_login_form else ""
        heading = say(f"serve.{heading}", lang)
        again = self.request.uri if status in (429, 503) else ""  # what is refused now may be there a minute later
        self.show(
            "refused.html",
            heading=heading,
            text=text,
            with_login_form=with_login_form,
            next=self._next,
            hidden=hidden,
            again=again,
        )

    def write_error(self, status_code: int, **_: Any) -> None:
        """Show an accident of ours, a page that is not there, or a form that was not made here."""
        heading, text = {404: ("nowhere", "no_page"), 405: ("nowhere", "no_page"), 403: ("no_entry", "stale")}.get(
            status_code, ("broken", "accident")
        )
        values = {"path": self.request.path} if text == "no_page" else {}
        self.refuse(status_code, heading, say(f"serve.{text}", self.lang, **values))

    @property
    def _next(self) -> str:
        """Return the address that the visitor wanted to see, if it is on this server, else "/"."""
        wanted = self.get_argument("next", default="/")
        return wanted if HERE.fullmatch(wanted) else "/"


class LoginPage(BasePage, VoilaLoginHandler):
    """The form for a token, for visitors with none, or a wrong one."""

    def _redirect_safe(self, url: str, default: str | None = None) -> None:
        self.redirect(self._next)

    @allow_unauthenticated
    async def post(self) -> None:
        keeper: Any = self.identity_provider
        user = keeper.process_login_form(self)
        if user is None:
            await keeper.wait(self)
            self._render(message={})
            return
        keeper.set_login_cookie(self, user)
        self.redirect(self._next)

    def _render(self, message: object = None) -> None:
        lang = self.lang
        wrong = message is not None or "token%3D" in self._next or "token=" in self._next
        self.refuse(
            403, "no_entry", say("serve.wrong_token" if wrong else "serve.no_token", lang), with_login_form=True
        )


class LogoutPage(BasePage):
    """Logging out: the cookie is deleted."""

    @allow_unauthenticated
    def get(self) -> None:
        self.identity_provider.clear_login_cookie(self)
        self.refuse(200, "gone", say("serve.no_token", self.lang), with_login_form=True)


class TemplateFile(TemplateStaticFileHandler):
    """What belongs to the page template; nothing for an address that leads out of it."""

    def parse_url_path(self, path: str) -> str:
        try:
            return str(super().parse_url_path(path))
        except (ValueError, AssertionError):
            raise tornado.web.HTTPError(404) from None

    @classmethod
    def get_absolute_path(cls, root: str, path: str) -> str:
        try:
            return str(super().get_absolute_path(root, path))
        except (ValueError, AssertionError, UnboundLocalError):
            raise tornado.web.HTTPError(404) from None


class StartPage(BasePage):
    """The start page; it needs no kernel, so it costs nothing to look at it."""

    @tornado.web.authenticated
    def get(self) -> None:
        lang = self.lang
        who = self.current_user.username
        self.set_header("Cache-Control", "no-store")  # who comes back finds the game that was left meanwhile
        self.show(
            "start.html",
            begun=self.server.tables.tables_of(self.server.games_of(who), lang),
            hidden=self.xsrf_form_html(),
            editions=[
                (name, load_edition(name).called("", lang).title, *start_page.seats(name)) for name in editions()
            ],
            strategies=[(name, called(name, lang), describe(name, lang).splitlines()[0]) for name in strategies()],
            courses=start_page.courses(lang),
            languages=[(each, say("language.name", each)) for each in languages()],
            most=max(start_page.seats(name)[1] for name in editions()),
            digits=len(str(start_page.MOST_NUMBER)),
            about=self.occupancy if is_teacher(self.current_user) else "",
            invited=app_address(self.server) if is_teacher(self.current_user) else None,
            chosen={"edition": "classic_us", "number": "3", "others": "strong", "name": "", "seed": ""} | self.query,
        )


class BoardPicture(BasePage):
    """The picture of an edition's board."""

    @tornado.web.authenticated
    def get(self, edition: str) -> None:
        if edition not in editions():
            raise tornado.web.HTTPError(404)
        self.set_header("Content-Type", "image/svg+xml")
        self.set_header("Cache-Control", "private, max-age=3600")
        self.finish(start_page.board(edition, self.query.get("number", ""), self.lang))


class ForgetGame(BasePage):
    """Take a game off the start page and delete what was kept of it."""

    @tornado.web.authenticated
    def post(self) -> None:
        games = self.server.games_of(self.current_user.username)
        self.server.tables.forget(self.get_body_argument("table", default=""), games)
        self.redirect(f"/?{urlencode({'lang': self.lang})}")


class PageClosed(BasePage):
    """Called by a page as it is closed: its place is free again."""

    def check_xsrf_cookie(self) -> None:
        """Ask for no header: a closing page can send none, and the number of its kernel is known to nobody else."""

    @tornado.web.authenticated
    async def post(self, kernel: str) -> None:
        kernels = self.server.kernel_manager
        if kernel in kernels and kernels.owner(kernel) == self.current_user.username:
            self.server.kernel_manager.let_go(kernel)
        self.set_status(204)


class TakenPlaces(BasePage):
    """For the teacher: the open pages of each visitor; a place can be freed, or all of one computer."""

    @tornado.web.authenticated
    def get(self) -> None:
        self.check_teacher()
        now = time.monotonic()
        pages = self.server.kernel_manager.open_pages
        rows = [
            {
                "kernel": number,
                "player": page.request.player,
                "title": page.request.title,
                "computer": page.request.computer,
                "opened": round((now - page.opened) / 60),
                "used": None if page.last_act is None else round((now - page.last_act) / 60),
            }
            for number, page in pages.items()
        ]
        several = [each for each, n in Counter(row["computer"] for row in rows).most_common() if n > 1]
        self.set_header("Cache-Control", "no-store")
        self.show("places.html", rows=rows, several=several, about=self.occupancy, hidden=self.xsrf_form_html())

    @tornado.web.authenticated
    def post(self) -> None:
        self.check_teacher()
        kernels = self.server.kernel_manager
        number, computer = (self.get_body_argument(name, default="") for name in ("kernel", "computer"))
        for each, page in kernels.open_pages.items():
            if each == number or (computer and page.request.computer == computer and not page.request.is_teachers):
                kernels.let_go(each)
        self.redirect(f"/places?{urlencode({'lang': self.lang})}")


class NotFound(BasePage):
    """Any other address: 404."""

    @tornado.web.authenticated
    def get(self) -> None:
        raise tornado.web.HTTPError(404)


class KernelPage(BasePage, VoilaHandler):
    """A page with a kernel of its own: a table, the gallery, or a lesson."""

    notebook: Any = None

    @tornado.web.authenticated
    async def get(self, name: str) -> None:
        lang, who = self.lang, self.current_user
        games = self.server.games_of(who.username)
        form = self.server.tables.completed(self.query, games)
        try:
            self.notebook = start_page.notebook_of(name, form, is_teacher(who))
        except MonopolyLabError as problem:
            self.refuse(400, "not_offered", str(problem))
            return
        if self.notebook is None:
            raise tornado.web.HTTPError(404)
        if self._refusal(lang):  # a page that is loaded anew gives up its place only once the new one is there
            self.server.kernel_manager.give_up(who.username, self.request.uri)
        refusal = self._refusal(lang)
        if refusal and refusal[0] == 503:
            refusal = self._refusal_with_room_made(lang)
        if refusal:
            self.refuse(*refusal)
            return
        if name == "table" and (address := self._other_address(form, games)):
            self.redirect(address)
            return
        if name == "table":
            file = self.server.tables.note({**form, "lang": lang}, games)
            if form.get(GOING_ON) and (games / file).exists():
                self.notebook = start_page.WantedGame.from_form(form).notebook(left=True)
        self.notebook = start_page.with_folders(self.notebook, str(games), str(self.server.handed_in))
        self.notebook.metadata["run"] = self.server.run_number
        page = PageRequest(
            who.username,
            (self.request.uri or "")[:MOST_URL],
            self.request.remote_ip or "",
            self.notebook.metadata["title"],
            self._player(name, form),
            is_teacher(who),
        )
        page_request.set(page)
        await self._run(f"{name}.ipynb", page)

    def _refusal(self, lang: str) -> tuple[int, str, str] | None:
        """Return status, page and text if there is no place for one more page of this visitor; None if there is."""
        who = self.current_user
        here = self.server.pages_on(self.request.remote_ip or "")
        full = self.server.places.refusal(self.server.places_taken, lang, is_teacher(who), here)
        if full:
            return 503, "no_place", full
        if self.server.pages_of(who.username) >= PAGES and not is_teacher(who):
            return 429, "no_place", say("serve.too_many", lang, n=PAGES)
        return None

    def _refusal_with_room_made(self, lang: str) -> tuple[int, str, str] | None:
        """Return the same once a page that nobody uses has given way, if there is one; this visitor's own do not."""
        server, computer = self.server, self.request.remote_ip or ""
        pages = server.kernel_manager.open_pages
        others = {number: page for number, page in pages.items() if page.visitor != self.current_user.username}
        is_full = server.places_taken >= server.places.limit
        if number := giving_way(others, "" if is_full else computer):
            server.kernel_manager.let_go(number)
        return self._refusal(lang)

    def _other_address(self, form: dict[str, str], games: Path) -> str:
        """Return where a table is to be opened instead; "" for here.

        Its address has the seed, so that the page loaded anew is the same game, and no name of a player.
        """
        is_drawn = not form.get("scenario") and not form.get("seed")
        if not is_drawn and not self.query.get("name"):
            return ""
        if is_drawn:
            form = {**form, "seed": str(start_page.WantedGame.from_form(form).seed)}
        file = self.server.tables.note({**form, "lang": self.lang}, games)
        return f"table?{urlencode(without_name(form, file))}"

    @staticmethod
    def _player(name: str, form: Mapping[str, str]) -> str:
        """Return the name that the player has given at the table; "" where the form does not ask for one."""
        if name != "table" or form.get("scenario"):
            return ""
        return start_page.WantedGame.from_form(form).players[0][0]

    async def _run(self, path: str, request: PageRequest) -> None:
        """Make the page piece by piece; no more pages are made at a time than there are processors.

        Whoever does not read their page holds up nobody: the others' turn comes when it is made, and after a while
        the connection is closed.
        """
        self.server.arriving.append(request)
        arriving, sent = True, None
        try:
            async with self.server.turns:
                async for html in self.get_generator(path=path):
                    if arriving:
                        self.server.arriving.remove(request)  # from here on the kernel counts
                        arriving = False
                    if sent is None and HEARTBEAT in html:  # before the page's head it would be a script of its own
                        continue
                    self.write(html)
                    sent = self.flush()
            if sent is not None:
                await asyncio.wait_for(sent, READ_WITHIN)
        except TimeoutError:
            connection: Any = self.request.connection
            connection.stream.close()
        except StreamClosedError:  # the reader has left meanwhile
            return
        finally:
            if arriving:
                self.server.arriving.remove(request)
