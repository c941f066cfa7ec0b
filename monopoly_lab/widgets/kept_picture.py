"""A picture of the position under a table, which a notebook shows where there is no live one."""

from IPython.display import DisplayHandle, display

from monopoly_lab.common.escaping import escaped
from monopoly_lab.common.messages import say
from monopoly_lab.game.game import Game
from monopoly_lab.widgets.table_view import TableFace


class KeptPicture:
    """The place below the live table; nothing is kept until the table has been shown."""

    def __init__(self, face: TableFace, lang: str) -> None:
        self._face, self._lang = face, lang
        self._view = ""  # the widget that it stands below
        self._place: DisplayHandle | None = None

    @property
    def said(self) -> str:
        """Return what is said once a picture is kept."""
        return say("table.picture_kept", self._lang)

    def show_place(self, view: str) -> None:
        """Make the place below a view."""
        self._view = view
        self._place = display({"text/html": "", "text/plain": ""}, raw=True, display_id=True)

    def keep(self, game: Game) -> None:
        """Put the position of a game there."""
        if self._place is None:
            return
        note = f"<small>{escaped(say('table.kept_here', self._lang))}</small>"
        html = f'<div class="ml-kept">{note}{game.picture(self._lang)}</div>'
        picture = {"text/html": html, "text/plain": ""}
        self._place.update(picture, raw=True)
        self._face.send({"kept": picture, "view": self._view})
