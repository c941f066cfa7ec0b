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
from monopoly_lab.constants import node
from monopoly_lab.notation.action_text import offer_in
from monopoly_lab.notation.parser import Notation

if TYPE_CHECKING:
    from monopoly_lab.editions import Edition
    from monopoly_lab.game.game_like import GameLike
    from monopoly_lab.game.position import Position
    from monopoly_lab.notation.nodes import Chance, Decision, Form


IMAGINED = 2**63 - 1  # the number of a game that nobody plays


@check_arguments
class View:
    """A game seen from the seat of `player`; it can be read, but nothing can be done with it.

    In the examples below `view` is what Bo sees, who stands on Oriental Avenue and may buy it:

    >>> game = ml.Game("classic_us", players=["Ann", "Bo"], seed=1)
    >>> told = [game.apply(text) for text in ("roll 6 6", "roll 1 2", "roll 2 1", "buy", "roll 2 4")]
    >>> view = ml.View(game, "Bo")
    """

    __slots__ = ("_game", "player")

    def __init__(self, game: "GameLike", player: str) -> None:
        """Raises SeatError for who does not play in this game."""
        if player not in game.players:
            raise SeatError(say("scenario.unknown_player", value=player) + hint(player, game.players))
        self._game = game
        self.player = player

    @property
    def node(self) -> "Decision | Chance | None":
        """What the game waits for, with its kind, its choices and a sentence."""
        return self._game.node

    @property
    def kind(self) -> str:
        """The kind of the open node: "buy", "bid", "jail", "debt", "answer", ...; "over" at the end."""
        open_node = self._game.node
        return open_node.kind if open_node else "over"

    def choices(self) -> tuple[str, ...]:
        """The texts of which one is to be returned, as `Game.choices`; a sum is shown by the least legal one.

        >>> view.choices()
        ('buy', 'auction')
        """
        return self._game.choices()

    @property
    def forms(self) -> "tuple[Form, ...]":
        """The choices whose sum is free, with their limits."""
        return getattr(self._game.node, "forms", ())

    def acts(self) -> tuple[str, ...]:
        """The acts open to this player besides the choices: building, mortgaging, redeeming.

        >>> view.acts()
        ()
        """
        return self._game.acts().get(self.player, ())

    @property
    def offer(self) -> str | None:
        """The trade to be answered, seen from its proposer: what he gives for what he gets; None for no offer."""
        s = self._game.state._state
        if s.node != node.ANSWER:
            return None
        return Notation(self._game.edition, self._game.tables, self._game.players).offer(offer_in(s))

    def imagined(self) -> "GameLike":
        """A game of one's own from this position, to try choices in; its luck is not that of the game.

        Seats that functions play are a person's in it. Sealed bids of others are not known in it: they bid anew.

        >>> game_in_thought = view.imagined()
        >>> told = game_in_thought.apply("buy")
        >>> view.state.owner("oriental") is None
        True
        """
        seats = self._game.seats
        game = self._game.fork(players={name: None for name, who in seats.items() if callable(who)})
        game.reseed(0, IMAGINED)
        if any(game.position().sealed):
            game._forget_sealed(self.player)
        return game

    @property
    def state(self) -> "Position":
        """The position by names of players and spaces."""
        position = self._game.state
        position.hide_bids(self.player)
        return position

    @property
    def edition(self) -> "Edition":
        return self._game.edition

    @property
    def cash(self) -> int:
        """The own purse, in the edition's unit."""
        return self._game.state.cash[self.player]

    def net_worth(self, method: str = "short_game") -> Mapping[str, int]:
        """What each player is worth, as `Game.net_worth` counts it; ArgumentError for an unknown method.

        >>> view.net_worth()
        {'Ann': 1500, 'Bo': 1500}
        """
        return self._game.net_worth(method)

    def why_not(self, text: str) -> str | None:
        """Why a choice would be refused, in words; None if it is legal.

        Raises UnreadableChoice for a text that is no choice at all.

        >>> view.why_not("bid 10")
        '...'
        """
        game = self._game
        return game.why_not(text) or game._over_limit(game._notation.read(game._s, text)) or None

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.player}: {self.kind}>"
