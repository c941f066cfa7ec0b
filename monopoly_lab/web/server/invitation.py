"""Page of the app that a teacher projects: the address of a lesson, or of the app, with its QR code."""

import tornado.web

from monopoly_lab.web.server import start_page
from monopoly_lab.web.server.class_address import class_address
from monopoly_lab.web.server.teacher_files import TeachersPage


class Invitation(TeachersPage):
    """For the teacher: what a class scans or types to come to a lesson (`lesson=NAME`), or to the start page."""

    @tornado.web.authenticated
    def get(self) -> None:
        self.check()
        lang, name = start_page.language(self.form), self.form.get("lesson", "")
        offered = [lesson for _, _, lessons in start_page.courses(lang) for lesson in lessons]
        if name and name not in [lesson.name for lesson in offered]:
            raise tornado.web.HTTPError(404)
        self.set_header("Cache-Control", "no-store")
        self.show(
            "invitation.html",
            **class_address(self.server, name)._asdict(),
            lessons=[(lesson.name, lesson.title) for lesson in offered],
            chosen=name,
        )
