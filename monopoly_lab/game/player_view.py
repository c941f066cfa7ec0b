"""What one player sees of a game: the view that a user's own strategy chooses from.

    def thrifty(view):
        return "buy" if "buy" in view.choices() and view.cash > 500 else view.choices()[-1]

Everything on the table is open: purses, deeds, buildings, cards that were put under their
piles. What nobody has seen, the order of a fresh pile and the luck to come, is not here.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from monopoly_lab.common.argument_checks import check_arguments
from monopoly_lab.common.errors import SeatError
from monopoly_lab.common.messages import say
from monopoly_lab.common.validation_errors import hint
from monopoly_lab.constants import names, node
from monopoly_lab.notation.action_text import offer_in
from monopoly_lab.notation.parser import Notation

if TYPE_CHECKING:
    from monopoly_lab.editions import Edition
    from monopoly_lab.game.base import GameLike
    from monopoly_lab.game.position import Position
    from monopoly_lab.notation.nodes import Chance, Decision, Form


IMAGINED = 2**63 - 1  # the number of a game that nobody plays


@check_arguments
class View:
    """A game seen from one seat; it can be read but not changed.

    Args:
        game: The game.
        player: Name of the player.

    Example:
        In the examples below `view` is what Bo sees, who stands on Oriental Avenue and may buy it:

        >>> game = ml.Game("classic_us", players=["Ann", "Bo"], seed=1)
        >>> told = [game.apply(text) for text in ("roll 6 6", "roll 1 2", "roll 2 1", "buy", "roll 2 4")]
        >>> view = ml.View(game, "Bo")
    """

    __slots__ = ("_game", "player")

    def __init__(self, game: "GameLike", player: str) -> None:
        """Make the view of a player; SeatError for a name that does not play in this game."""
        if player not in game.players:
            raise SeatError(say("scenario.unknown_player", value=player) + hint(player, game.players))
        self._game = game
        self.player = player

    @property
    def node(self) -> "Decision | Chance | None":
        """Return what the game waits for, with its kind, its choices and a sentence."""
        return self._game.node

    @property
    def kind(self) -> str:
        """Return the kind of the open decision: "buy", "bid", "jail", "debt", "answer", ...; "over" at the end."""
        return names(node)[self._game._s.node]

    def choices(self) -> tuple[str, ...]:
        """Return the texts of which a strategy must return one; for a free amount, the smallest legal one.

        Example:
            >>> view.choices()
            ('buy', 'auction')
        """
        return self._game.choices()

    @property
    def forms(self) -> "tuple[Form, ...]":
        """Return the choices with a free amount, with their limits."""
        return self._game._forms

    def acts(self) -> tuple[str, ...]:
        """Return the acts this player may do besides the choices: building, mortgaging, redeeming.

        Example:
            >>> view.acts()
            ()
        """
        return self._game.acts().get(self.player, ())

    @property
    def offer(self) -> str | None:
        """Return the trade to answer, from the side of its proposer (gives, for what they get); None for no offer."""
        s = self._game.state._state
        if s.node != node.ANSWER:
            return None
        return Notation(self._game.edition, self._game.tables, self._game.players).offer(offer_in(s))

    def imagined(self) -> "GameLike":
        """Return a copy of the game to try choices in; its luck is not that of the game.

        In it, seats that functions play wait for you as a person's seat does. Sealed bids of others are unknown: they
        bid again.

        Example:
            >>> game_in_thought = view.imagined()
            >>> told = game_in_thought.apply("buy")
            >>> view.state.owner("oriental") is None
            True
        """
        seats = self._game.seats
        game = self._game.fork(players={name: None for name, who in seats.items() if callable(who)})
        game.reseed(0, IMAGINED)
        if any(game.raw_state().sealed):
            game._forget_sealed(self.player)
        return game

    @property
    def state(self) -> "Position":
        """Return the position by names of players and spaces."""
        position = self._game.state
        position.hide_bids(self.player)
        return position

    @property
    def edition(self) -> "Edition":
        """Return the edition of the game."""
        return self._game.edition

    @property
    def cash(self) -> int:
        """Return the player's own cash, in the edition's unit."""
        return self._game.state.cash[self.player]

    def net_worth(self, method: str = "short_game") -> Mapping[str, int]:
        """Return what each player is worth, as `Game.net_worth`.

        Args:
            method: Way to count; see `Game.net_worth`.

        Raises:
            ArgumentError: For an unknown method.

        Example:
            >>> view.net_worth()
            {'Ann': 1500, 'Bo': 1500}
        """
        return self._game.net_worth(method)

    def why_not(self, text: str) -> str | None:
        """Return why a choice would be refused; None if it is legal.

        Args:
            text: A choice.

        Raises:
            UnreadableChoice: For a text that is no choice.

        Example:
            >>> view.why_not("bid 10")
            '...'
        """
        game = self._game
        return game.why_not(text) or game._over_limit(game._notation.read(game._s, text)) or None

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.player}: {self.kind}>"
