"""Trades that the partner would accept, each at the price that is best for the proposer: what `thinker` tries.

Whether a seat accepts is asked of the strategy that plays it; of a person or a function, of the strategy it is
taken for.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from monopoly_lab.codes import verb, why
from monopoly_lab.players.dealing import OFFERS, answer_offer, owns_part
from monopoly_lab.players.style import RIVALRY, STYLE
from monopoly_lab.players.worth import offer_gain
from monopoly_lab.rules import State
from monopoly_lab.rules.property import is_built_group
from monopoly_lab.rules.trade import why_not_propose
from monopoly_lab.text.answers import Answer, Offer
from monopoly_lab.text.notation import Notation

if TYPE_CHECKING:
    from monopoly_lab.game.game import Game

MOST = 8  # trades that are worth trying out


def bargains(game: "Game", player: str, most: int = MOST) -> list[str]:
    """Trades as `apply` takes them that the partner accepts: the ones worth most to `player`, the best first."""
    s, p = game.position(), game.players.index(player)
    if s.mover != p or s.throws > 0 or s.offers[p] >= OFFERS:
        return []
    rated = [(gain(game, s, offer, p), number, offer) for number, offer in enumerate(accepted(game, s, p))]
    rated.sort(key=lambda entry: (-entry[0], entry[1]))
    notation = Notation(game.edition, game.tables, game.players)
    return [notation.write(s, Answer(p, verb.PROPOSE, -1, -1, offer)) for _, _, offer in rated[:most]]


def accepted(game: "Game", s: State, p: int) -> Iterator[Offer]:
    """Every exchange of a deed or none for a deed or none, for the least money that the partner takes."""
    mine = [-1, *movable(game, s, p)]
    for b in range(s.seats):
        if b == p or s.out[b] != 0:
            continue
        wanted = [q for q in movable(game, s, b) if owns_part(s, game.tables, p, q)]
        for q in (-1, *wanted):
            for r in mine:
                if max(q, r) >= 0:
                    offer = cheapest(game, s, p, b, deeds(r), deeds(q))
                    if offer is not None:
                        yield offer


def cheapest(game: "Game", s: State, p: int, b: int, give: tuple[int, ...], ask: tuple[int, ...]) -> Offer | None:
    """The offer with the least money that seat `b` accepts, found by halving; None for no sum that `p` has."""
    low, high = -s.cash[b], s.cash[p]
    if not takes(game, s, with_money(p, b, high, give, ask)):
        return None
    while low < high:
        middle = (low + high) // 2
        if takes(game, s, with_money(p, b, middle, give, ask)):
            high = middle
        else:
            low = middle + 1
    offer = with_money(p, b, high, give, ask)
    return offer if is_legal(game, s, offer) else None


def is_legal(game: "Game", s: State, offer: Offer) -> bool:
    offer.lay(s, game.tables)
    return bool(why_not_propose(s, game.tables, offer.proposer) == why.NONE)


def takes(game: "Game", s: State, offer: Offer) -> bool:
    """True if the partner accepts the offer, which is left in the state."""
    offer.lay(s, game.tables)
    return bool(answer_offer(s, game.tables, game.styles(), offer.partner) == verb.ACCEPT)


def gain(game: "Game", s: State, offer: Offer, p: int) -> int:
    """What the offer is worth to seat `p` in its own eyes, in hundredths, less what it minds of the partner's gain."""
    offer.lay(s, game.tables)
    styles = game.styles()
    his = offer_gain(s, game.tables, styles, p, offer.partner)
    return int(100 * offer_gain(s, game.tables, styles, p, p) - styles[p * STYLE + RIVALRY] * his)


def movable(game: "Game", s: State, p: int) -> list[int]:
    """The deeds of seat `p` whose groups bear no building."""
    return [q for q in range(game.tables.spaces) if s.owner[q] == p and not is_built_group(s, game.tables, q)]


def deeds(q: int) -> tuple[int, ...]:
    return (q,) if q >= 0 else ()


def with_money(p: int, b: int, x: int, give: tuple[int, ...], ask: tuple[int, ...]) -> Offer:
    """Deeds for deeds, with `x` to the partner, or from the partner where it is below 0."""
    return replace(Offer(p, b, give_deeds=give, ask_deeds=ask), give_cash=max(x, 0), ask_cash=max(-x, 0))
