"""A game as pictures and in a notebook."""

from collections.abc import Hashable
from typing import TYPE_CHECKING

from monopoly_lab.common.messages import say
from monopoly_lab.game.base import Core

if TYPE_CHECKING:
    from monopoly_lab.board_drawing import Overlay
    from monopoly_lab.board_drawing.scene import Scene


class ShownSide(Core):
    """The pictures of a `Game`."""

    def svg(
        self,
        lang: str = "",
        theme: str = "light",
        names: str = "",
        size: tuple[int, int] | None = None,
        overlay: "Overlay | None" = None,
    ) -> str:
        """The board as SVG text; see `board_drawing.svg` for `names`, `size` and `overlay`.

        >>> game.svg(theme="dark")[:4]
        '<svg'
        """
        from monopoly_lab import board_drawing

        seen = (self.edition, self.tables, self._s, self.players)
        move = board_drawing.last_move(self._record.events, self.tables)
        lang = lang or self.lang
        status = self.waiting(lang)
        return board_drawing.svg(
            *seen,
            lang=lang,
            theme=theme,
            names=names or self.names,
            size=size,
            last_move=move,
            overlay=overlay,
            status=status,
        )

    def pieces(self, lang: str, theme: str, kept: dict[Hashable, str]) -> list[str]:
        """The elements inside of the board's SVG, for a picture that changes, with room for a card in the middle.

        See `board_drawing.pieces`.
        """
        from monopoly_lab import board_drawing

        seen = (self.edition, self.tables, self._s, self.players)
        move = board_drawing.last_move(self._record.events, self.tables)
        return board_drawing.pieces(
            *seen, lang=lang, names=self.names, theme=theme, last_move=move, status=None, kept=kept
        )

    def scene(self, lang: str = "") -> "Scene":
        """The position as pictures and lists need it: names, seats, owners, amounts, in words."""
        from monopoly_lab.board_drawing.scene import Scene

        seen = (self.edition, self.tables, self._s, self.players)
        return self._once(f"scene {lang or self.lang}", lambda: Scene(*seen, lang or self.lang, self.names), lang)

    def describe(self, lang: str = "") -> str:
        """The position in words, for those who do not see the picture.

        >>> game.describe()
        '...'
        """
        from monopoly_lab import board_drawing

        seen = (self.edition, self.tables, self._s, self.players)
        move = board_drawing.last_move(self._record.events, self.tables)
        return board_drawing.alt_text(
            *seen, lang=lang or self.lang, names=self.names, last_move=move, status=self.waiting(lang)
        )

    def picture(self, lang: str = "", theme: str = "light", names: str = "") -> str:
        """The board as an HTML image with its description.

        >>> game.picture()[:4]
        '<img'
        """
        from monopoly_lab import board_drawing

        seen = (self.edition, self.tables, self._s, self.players)
        move = board_drawing.last_move(self._record.events, self.tables)
        status = self.waiting(lang)
        return board_drawing.html(
            *seen, lang=lang or self.lang, theme=theme, names=names or self.names, last_move=move, status=status
        )

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        return {"text/html": self.picture(), "text/plain": self.describe()}

    def __repr__(self) -> str:
        return say(
            "game.summary",
            self.lang,
            edition=self._teller.called(self.lang).title,
            round=self._s.round,
            waiting=self.waiting(),
        )
