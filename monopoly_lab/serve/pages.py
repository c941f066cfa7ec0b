"""The pages of the app: start, table, gallery, lessons; and those that refuse, in words."""

import re
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

import tornado.web
from jupyter_server.auth.decorator import allow_unauthenticated
from jupyter_server.base.handlers import JupyterHandler
from voila.handler import VoilaHandler
from voila.static_file_handler import TemplateStaticFileHandler
from voila.voila_identity_provider import VoilaLoginHandler

from monopoly_lab.editions import editions, load_edition
from monopoly_lab.errors import MonopolyLabError
from monopoly_lab.messages import languages, say
from monopoly_lab.players import called, describe, strategies
from monopoly_lab.serve import offer
from monopoly_lab.serve.access import is_teacher
from monopoly_lab.serve.kernels import address, visitor
from monopoly_lab.serve.tables import GOING_ON

if TYPE_CHECKING:
    from monopoly_lab.serve.app import ClassServer


HERE = re.compile(r"/(?!/)[\w\-./?=&%+,~]*", re.ASCII)  # an address of this server
PAGES = 4  # that a visitor may have open


def notebook_for(handler: Any, notebook: Any, cwd: str) -> Any:
    """The notebook that the page was asked for; Voila calls this before a kernel starts."""
    return handler.notebook


class Ours(JupyterHandler):
    """What all pages can do."""

    @property
    def server(self) -> "ClassServer":
        server: ClassServer = self.settings["class_server"]
        return server

    @property
    def form(self) -> dict[str, str]:
        """What was asked for, each name once; a language that is not asked for is that of the browser."""
        asked = {name: self.get_argument(name) for name in self.request.query_arguments}
        return {"lang": offer.preferred(self.request.headers.get("Accept-Language", "")), **asked}

    def show(self, template: str, **values: Any) -> None:
        """Send a page made from a template."""
        lang = offer.language(self.form)
        page = self.settings["voila_jinja2_env"].get_template(template)
        self.finish(page.render(lang=lang, say=lambda key, **given: say(f"serve.{key}", lang, **given), **values))

    def refuse(self, status: int, heading: str, text: str, door: bool = False) -> None:
        """Say why there is no such page, or none now."""
        self.set_status(status)
        lang = offer.language(self.form)
        hidden = self.xsrf_form_html() if door else ""
        heading = say(f"serve.{heading}", lang)
        again = self.request.uri if status in (429, 503) else ""  # what is refused now may be there a minute later
        self.show("refused.html", heading=heading, text=text, door=door, next=self._next, hidden=hidden, again=again)

    def write_error(self, status_code: int, **_: Any) -> None:
        """An accident of ours, a page that is not there, or a form that was not made here."""
        heading, text = {404: ("nowhere", "no_page"), 405: ("nowhere", "no_page"), 403: ("no_entry", "stale")}.get(
            status_code, ("broken", "accident")
        )
        values = {"path": self.request.path} if text == "no_page" else {}
        self.refuse(status_code, heading, say(f"serve.{text}", offer.language(self.form), **values))

    @property
    def _next(self) -> str:
        """Where somebody wanted to go, if that is here."""
        wanted = self.get_argument("next", default="/")
        return wanted if HERE.fullmatch(wanted) else "/"


class Door(Ours, VoilaLoginHandler):
    """Where those come who have no token, or a wrong one."""

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
        lang = offer.language(self.form)
        wrong = message is not None or "token%3D" in self._next or "token=" in self._next
        self.refuse(403, "no_entry", say("serve.wrong_token" if wrong else "serve.no_token", lang), door=True)


class Leaving(Ours):
    """Who leaves is not known any more."""

    @allow_unauthenticated
    def get(self) -> None:
        self.identity_provider.clear_login_cookie(self)
        self.refuse(200, "gone", say("serve.no_token", offer.language(self.form)), door=True)


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


class StartPage(Ours):
    """The start page; it needs no kernel, so it costs nothing to look at it."""

    @tornado.web.authenticated
    def get(self) -> None:
        lang = offer.language(self.form)
        who = self.current_user.username
        self.set_header("Cache-Control", "no-store")  # who comes back finds the game that was left meanwhile
        self.show(
            "start.html",
            begun=self.server.tables.begun(who, self.server.games_of(who), lang),
            hidden=self.xsrf_form_html(),
            editions=[(name, load_edition(name).called("", lang).title, *offer.seats(name)) for name in editions()],
            strategies=[(name, called(name, lang), describe(name, lang).splitlines()[0]) for name in strategies()],
            lessons=offer.lessons(),
            languages=[(each, say("language.name", each)) for each in languages()],
            most=max(offer.seats(name)[1] for name in editions()),
            digits=len(str(offer.MOST_NUMBER)),
            about=self._about(),
            chosen={"edition": "classic_us", "number": "3", "others": "balanced", "name": "", "seed": ""} | self.form,
        )

    def _about(self) -> str:
        """What only the teacher is told: how many are here, and what is free."""
        if not is_teacher(self.current_user):
            return ""
        server, lang = self.server, offer.language(self.form)
        visitors = server.kernel_manager.visitors
        return say("serve.about", lang, n=server.taken, visitors=visitors, limit=server.places.limit)


class Board(Ours):
    """The picture of an edition's board."""

    @tornado.web.authenticated
    def get(self, edition: str) -> None:
        if edition not in editions():
            raise tornado.web.HTTPError(404)
        self.set_header("Content-Type", "image/svg+xml")
        self.set_header("Cache-Control", "private, max-age=3600")
        self.finish(offer.board(edition, self.form.get("number", ""), offer.language(self.form)))


class Forget(Ours):
    """A game is taken off the start page, with all that was kept of it."""

    @tornado.web.authenticated
    def post(self) -> None:
        who = self.current_user.username
        self.server.tables.forget(who, self.get_body_argument("table", default=""), self.server.games_of(who))
        self.redirect(f"/?{urlencode({'lang': offer.language(self.form)})}")


class Leave(Ours):
    """A page that was closed gives its place back."""

    def check_xsrf_cookie(self) -> None:
        """A closing page can send no header; the number of its kernel is known to nobody else."""

    @tornado.web.authenticated
    async def post(self, kernel: str) -> None:
        owners = self.server.kernel_manager.owners
        if kernel in self.kernel_manager and owners.get(kernel) == self.current_user.username:
            self.server.kernel_manager.let_go(kernel)
        self.set_status(204)


class Nowhere(Ours):
    """Any other address."""

    @tornado.web.authenticated
    def get(self) -> None:
        raise tornado.web.HTTPError(404)


class Page(Ours, VoilaHandler):
    """A page with a kernel of its own: a table, the gallery, or a lesson."""

    notebook: Any = None

    @tornado.web.authenticated
    async def get(self, name: str) -> None:
        lang = offer.language(self.form)
        try:
            self.notebook = self._asked(name, lang)
        except MonopolyLabError as problem:
            self.refuse(400, "not_offered", str(problem))
            return
        if self.notebook is None:
            raise tornado.web.HTTPError(404)
        who = self.current_user
        if self._refusal(lang):  # a page that is loaded anew gives up its place only once the new one is there
            self.server.kernel_manager.give_up(who.username, self.request.uri)
        if refusal := self._refusal(lang):
            self.refuse(*refusal)
            return
        if name == "table" and not self.form.get("scenario") and not self.form.get("seed"):
            asked = {**self.form, "seed": str(offer.WantedGame.asked(self.form).seed)}
            asked.pop("token", None)
            self.redirect(f"table?{urlencode(asked)}")  # so that the page loaded anew is the same game
            return
        if name == "table":
            file = self.server.tables.note(who.username, {**self.form, "lang": lang})
            if self.form.get(GOING_ON) and (self.server.games_of(who.username) / file).exists():
                self.notebook = offer.WantedGame.asked(self.form).notebook(left=True)
        self.notebook = offer.keeping(self.notebook, str(self.server.games_of(who.username)))
        visitor.set(who.username)
        address.set(self.request.uri or "")
        await self._run(f"{name}.ipynb", who.username)

    def _refusal(self, lang: str) -> tuple[int, str, str] | None:
        """Why there is no place for one more page of this visitor, as it is told."""
        who = self.current_user
        full = self.server.places.refusal(self.server.taken, lang, is_teacher(who))
        if full:
            return 503, "no_place", full
        if self.server.pages_of(who.username) >= PAGES and not is_teacher(who):
            return 429, "no_place", say("serve.too_many", lang, n=PAGES)
        return None

    def _asked(self, name: str, lang: str) -> Any:
        if name == "table":
            return offer.WantedGame.asked(self.form).notebook()
        if name == "gallery":
            return offer.gallery(lang)
        return next((lesson.notebook() for lesson in offer.lessons() if lesson.name == name), None)

    async def _run(self, path: str, who: str) -> None:
        """Make the page piece by piece; no more pages are made at a time than there are processors."""
        self.server.arriving.append(who)
        arriving = True
        try:
            async with self.server.turns:
                async for html in self.get_generator(path=path):
                    if arriving:
                        self.server.arriving.remove(who)  # from here on the kernel counts
                        arriving = False
                    self.write(html)
                    await self.flush()
        finally:
            if arriving:
                self.server.arriving.remove(who)
