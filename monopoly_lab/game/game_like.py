"""What files, views and seats use of a `Game`; they stand below it, so that a game can be saved and looked at."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol, Self, TypeVar

if TYPE_CHECKING:
    from monopoly_lab.editions import Edition
    from monopoly_lab.game.position import Position
    from monopoly_lab.notation.action_text import Answer
    from monopoly_lab.notation.nodes import Chance, Decision
    from monopoly_lab.notation.parser import Notation
    from monopoly_lab.rules import State, Tables


class GameLike(Protocol):
    """A game: its set-up, its position, and the answers that can be given. See `Game` for each."""

    lang: str
    players: tuple[str, ...]
    edition: "Edition"
    tables: "Tables"
    options: dict[str, object]
    start: dict[str, Any]
    seed: int
    number: int
    notes: str
    asks: tuple[str, ...]
    is_changed: bool
    _s: "State"
    _notation: "Notation"

    @property
    def state(self) -> "Position": ...

    @property
    def node(self) -> "Decision | Chance | None": ...

    @property
    def over(self) -> bool: ...

    @property
    def winner(self) -> str | None: ...

    @property
    def seats(self) -> Mapping[str, Any]: ...

    @property
    def answers(self) -> tuple[str, ...]: ...

    @property
    def undone(self) -> tuple[str, ...]: ...

    def choices(self) -> tuple[str, ...]: ...

    def acts(self) -> dict[str, tuple[str, ...]]: ...

    def waiting(self, lang: str = "") -> str: ...

    def why_not(self, text: str, lang: str = "") -> str | None: ...

    def net_worth(self, method: str = "short_game") -> dict[str, int]: ...

    def log(self, lang: str = "", last: int | None = None) -> Sequence[str]: ...

    def apply(self, text: str, lang: str = "") -> Sequence[str]: ...

    def take(self, text: str, lang: str = "") -> None: ...

    def go_to(self, n: int) -> Self: ...

    def fork(self, *, players: Mapping[str, Any] | None = None) -> Self: ...

    def seat(self, player: str, who: Any) -> None: ...

    def reseed(self, seed: int, number: int | None = None) -> None: ...

    def raw_state(self) -> "State": ...

    def _forget_sealed(self, player: str) -> None: ...

    def _over_limit(self, answer: "Answer") -> str: ...


G = TypeVar("G", bound=GameLike)  # `Game`, or a class of one's own that is made like it
