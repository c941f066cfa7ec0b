"""A game as pictures and in a notebook."""

from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING

from monopoly_lab.common.messages import say
from monopoly_lab.game.base import Core

if TYPE_CHECKING:
    from monopoly_lab.board_drawing import Overlay
    from monopoly_lab.board_drawing.scene import Scene


class DisplayMixin(Core):
    """The pictures of a `Game`."""

    def svg(
        self,
        lang: str = "",
        theme: str = "light",
        names: str = "",
        size: tuple[int, int] | None = None,
        overlay: "Overlay | None" = None,
    ) -> str:
        """Return the board as SVG text.

        Args:
            lang: Language of the words: "en", "ru" or "uk"; that of the game if empty.
            theme: "light" or "dark".
            names: Names of spaces, as for the class; those of the game if empty.
            size: Width and height in pixels; see `board_drawing.svg`.
            overlay: Shares, arrows or heat to draw over the board; see `board_drawing.svg`.

        Example:
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

    def pieces(
        self, lang: str, theme: str, kept: dict[Hashable, str], players: Sequence[str] = (), rounds: int = 0
    ) -> list[str]:
        """Return the elements of the board's SVG, with room for a card in the middle; see `board_drawing.pieces`.

        Args:
            lang: Language of the words.
            theme: "light" or "dark".
            kept: Elements of earlier pictures by key, which are used again; of pictures with the same players alone.
            players: What to call the players; by their names if empty.
            rounds: After so many the game is stopped: the picture names no round behind them. 0: never.
        """
        from monopoly_lab import board_drawing

        state = self._s
        if 0 < rounds < state.round:
            state = state.copy()
            state.round = rounds
        seen = (self.edition, self.tables, state, players or self.players)
        move = board_drawing.last_move(self._record.events, self.tables)
        return board_drawing.pieces(
            *seen, lang=lang, names=self.names, theme=theme, last_move=move, status=None, kept=kept
        )

    def scene(self, lang: str = "") -> "Scene":
        """Return the position in words for pictures and lists: names, seats, owners, amounts.

        Args:
            lang: Language of the words: "en", "ru" or "uk"; that of the game if empty.
        """
        from monopoly_lab.board_drawing.scene import Scene

        seen = (self.edition, self.tables, self._s, self.players)
        return self._read_cached(
            f"scene {lang or self.lang}", lambda: Scene(*seen, lang or self.lang, self.names), lang
        )

    def describe(self, lang: str = "") -> str:
        """Return the position in words, for readers who do not see the picture.

        Args:
            lang: Language of the words: "en", "ru" or "uk"; that of the game if empty.

        Example:
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
        """Return the board as an HTML image with its description.

        Args:
            lang: Language of the words: "en", "ru" or "uk"; that of the game if empty.
            theme: "light" or "dark".
            names: Names of spaces, as for the class; those of the game if empty.

        Example:
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
            edition=self._teller.edition_for_reader(self.lang).title,
            round=self._s.round,
            waiting=self.waiting(),
        )
