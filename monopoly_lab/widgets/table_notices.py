"""What a table says on its card and offers above its panels."""

from monopoly_lab.common.escaping import escaped
from monopoly_lab.widgets.table_branches import Place
from monopoly_lab.widgets.table_view import TableFace


class Notices:
    """Problems and offers of a table; some offers go with the next move."""

    def __init__(self, face: TableFace) -> None:
        self._face = face
        self._fleeting: tuple[Place | None, list[str]] = None, []  # where it was offered, until the game goes on

    def say_problem(self, text: str) -> None:
        """Show a problem, also the same one again; "" for none."""
        self._face.show(problem=[])
        self._face.show(problem=[f"<div>{escaped(text)}</div>"] if text else [])

    @property
    def problem(self) -> list[str]:
        """The problem that is shown."""
        return list(self._face.parts["problem"])

    def offer(self, offer: list[str]) -> None:
        """Offer or say something until another offer takes its place."""
        self._face.show(offer=offer)

    def offer_until_move(self, place: Place, offer: list[str]) -> None:
        """Offer or say something that goes with the next move."""
        self._fleeting = place, offer
        self._face.show(offer=offer)

    def is_shown(self, offer: list[str]) -> bool:
        """True if this is what is offered now."""
        return bool(self._face.parts["offer"] == offer)

    @property
    def is_fleeting(self) -> bool:
        """True while something is offered that goes with the next move."""
        return bool(self._fleeting[1]) and self.is_shown(self._fleeting[1])

    def moved(self, place: Place) -> bool:
        """Return True if what was offered goes because the game has moved on."""
        there, offer = self._fleeting
        if not offer or there == place:
            return False
        self._fleeting = None, []
        return self.is_shown(offer)
