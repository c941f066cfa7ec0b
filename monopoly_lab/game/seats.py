"""Who plays a game: the names, what chooses for each seat, and what is refused of both."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from monopoly_lab.errors import SeatError
from monopoly_lab.game.view import View
from monopoly_lab.messages import say
from monopoly_lab.players import Strategy
from monopoly_lab.text.notation import BEFORE_COLONS, FORBIDDEN_IN_NAMES

Chooser = str | Strategy | Callable[[View], str] | None  # who chooses for a seat; None for a person
Players = Sequence[str | tuple[str, Chooser]] | Mapping[str, Chooser]  # as they are given to a game


def seats_of(players: Players, least: int, most: int) -> dict[str, Chooser]:
    """Names with who plays them, in order; SeatError for names that cannot be told apart or written."""
    if isinstance(players, str) or not isinstance(players, Mapping | Iterable):
        raise SeatError(say("seat.no_list", value=repr(players)))
    pairs = (
        players.items() if isinstance(players, Mapping) else [p if isinstance(p, tuple) else (p, None) for p in players]
    )
    seats: dict[str, Chooser] = {}
    for name, who in pairs:
        problem = name_problem(name, seats)
        if problem:
            raise SeatError(problem)
        seats[" ".join(name.split())] = who
    if not least <= len(seats) <= most:
        raise SeatError(say("seat.number", n=len(seats), least=least, most=most))
    return seats


def name_problem(name: object, known: Iterable[str]) -> str | None:
    """What is wrong with a player's name beside the ones that are known; None if it can be taken."""
    if not isinstance(name, str) or FORBIDDEN_IN_NAMES.search(name):
        return say("seat.bad_name", value=repr(name))
    plain = " ".join(name.split())
    if plain.casefold() == "bank":
        return say("seat.bad_name", value=repr(name))
    if plain.casefold().startswith(BEFORE_COLONS):
        return say("seat.offer_name", value=repr(name))
    if plain.casefold() in (other.casefold() for other in known):
        return say("seat.twice", value=plain)
    return None
