"""Page of the app that a teacher projects: the address of a lesson, or of the app, with its QR code."""

from typing import Any
from urllib.parse import urlencode

import tornado.web

from monopoly_lab.common.network import lan_address
from monopoly_lab.live.qr_code import qr_code
from monopoly_lab.web.server import start_page
from monopoly_lab.web.server.kept_page import TeachersPage

LOOPBACK = "127.0.0.1"


class Invitation(TeachersPage):
    """For the teacher: what a class scans or types to come to a lesson (`lesson=NAME`), or to the start page."""

    @tornado.web.authenticated
    def get(self) -> None:
        self.check()
        lang, name = start_page.language(self.form), self.form.get("lesson", "")
        offered = [lesson for _, _, lessons in start_page.courses(lang) for lesson in lessons]
        if name and name not in [lesson.name for lesson in offered]:
            raise tornado.web.HTTPError(404)
        app: Any = self.server
        is_local = app.ip == LOOPBACK
        host = f"http://{LOOPBACK if is_local else lan_address()}:{app.port}"
        link = f"{host}/{f'page/{name}' if name else ''}?{urlencode({'token': app.token})}"
        self.set_header("Cache-Control", "no-store")
        self.show(
            "invitation.html",
            code=qr_code(link),
            host=host,
            word=app.token,
            is_local=is_local,
            lessons=[(lesson.name, lesson.title) for lesson in offered],
            chosen=name,
        )
