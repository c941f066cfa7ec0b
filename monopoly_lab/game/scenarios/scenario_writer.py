"""Write the position of a game as a start table."""

from typing import TYPE_CHECKING, Any

from monopoly_lab.common.errors import DraftError
from monopoly_lab.common.messages import say
from monopoly_lab.constants import option_value, space_kind

if TYPE_CHECKING:
    from monopoly_lab.game.game import Game


def start_table(game: "Game") -> dict[str, Any]:
    """Return the position as a start table; the turn under way begins anew in it.

    Who has left jail in it and still stands there is held again on a board without visitors.

    A game that has not come to its first turn has the start it was made with. DraftError
    for a game that is over.
    """
    if game.over:
        raise DraftError(say("draft.over"))
    state = game.state
    if state.round < 1:
        return dict(game.start)
    here = state.in_play
    start: dict[str, Any] = {
        "turn": state.current_player,
        "first": state.first,
        "round": state.round,
        "out": list(state.out),
        "mortgaged": list(state.mortgages),
        "cash": {name: state.cash[name] for name in here},
        "position": {name: state.space[name] for name in here},
        "jail": {**{name: 0 for name in here if _is_entered(game, name)}, **state.jail},
        "deeds": {name: list(deeds) for name, deeds in state.deeds.items() if deeds},
        "buildings": dict(state.buildings),
        "cards": {name: list(cards) for name, cards in state.cards.items() if cards},
        "piles": {deck: list(cards) for deck, cards in state.piles.items() if cards},
        "speed_die": list(state.speed_die) if game.tables.o_speed_die == option_value.SPEED_DIE_AFTER_GO else [],
        "loans": {name: x for name, x in state.loans.items() if x},
        "missed": {name: n for name, n in state.missed.items() if n},
        "pots": {pot: x for pot, x in state.pots.items() if x},
        "coins": dict(state.coins),
        "characters": {name: _team(game, name) for name in here if state.teams[name]},
        "resting": list(state.resting),
        "bosses": {name: list(beaten) for name, beaten in state.bosses.items() if beaten},
        "escaped": list(state.escaped),
    }
    if any(len(tokens) > 1 for tokens in state.tokens.values()):
        start["position"] = {name: list(state.tokens[name]) for name in here}
        start["jail"] = {
            name: [False if tries is None else tries for tries in state.held[name]]
            for name in here
            if any(tries is not None for tries in state.held[name])
        }
    if game.tables.o_jackpot_setup and "jackpot" not in start["pots"]:
        start["pots"]["jackpot"] = 0
    return {key: value for key, value in start.items() if value not in ([], {})}


def _team(game: "Game", player: str) -> list[str]:
    """Return the characters of a player, those on the board first."""
    shown, team = game.state.characters[player], game.state.teams[player]
    return [*shown, *(character for character in team if character not in shown)]


def _is_entered(game: "Game", player: str) -> bool:
    """Return True if whoever stops is held."""
    q = game.edition.space(game.state.space[player])
    return game.tables.kind[q] == space_kind.JAIL_ENTER
