"""Trades that the partner would accept, each at the price that is best for the proposer: what `thinker` tries.

Whether a seat accepts is asked of the strategy that plays it; of a person or a function, of the strategy it is
taken for.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from monopoly_lab.codes import verb, why
from monopoly_lab.players.dealing import answer_offer
from monopoly_lab.players.style import RIVALRY, STYLE
from monopoly_lab.players.worth import offer_gain
from monopoly_lab.rules import State, Tables
from monopoly_lab.rules.property import is_built_group
from monopoly_lab.rules.shares import has, part_groups
from monopoly_lab.rules.trade import why_not_propose
from monopoly_lab.text.answers import Answer, Offer

OFFERS = 4  # made at most between two throws
MOST = 12  # trades that are worth trying out


def bargains(s: State, t: Tables, styles: Sequence[int], p: int, most: int = MOST) -> list[Answer]:
    """Trades of seat `p` that the partner accepts: the ones worth most to `p`, the best first.

    The offer that lies in the state is lost.
    """
    if s.mover != p or s.throws > 0 or s.offers[p] >= OFFERS:
        return []
    rated = [(gain(s, t, styles, offer), number, offer) for number, offer in enumerate(accepted(s, t, styles, p))]
    rated.sort(key=lambda entry: (-entry[0], entry[1]))
    return [Answer(p, verb.PROPOSE, -1, -1, offer) for _, _, offer in rated[:most]]


def accepted(s: State, t: Tables, styles: Sequence[int], p: int) -> Iterator[Offer]:
    """Every exchange of a deed or none for a deed or none, for the least money that the partner takes."""
    mine = [-1, *movable(s, t, p)]
    for b in range(s.seats):
        if b == p or s.out[b] != 0:
            continue
        wanted = [q for q in movable(s, t, b) if has(part_groups(s, t, p), t.group[q])]
        for q in (-1, *wanted):
            for r in mine:
                if max(q, r) >= 0:
                    offer = cheapest(s, t, styles, Offer(p, b, give_deeds=deeds(r), ask_deeds=deeds(q)))
                    if offer is not None:
                        yield offer


def cheapest(s: State, t: Tables, styles: Sequence[int], offer: Offer) -> Offer | None:
    """The offer with the least money that the partner accepts, found by halving; None for no sum that is there."""
    low, high = -s.cash[offer.partner], s.cash[offer.proposer]
    if not takes(s, t, styles, with_money(offer, high)):
        return None
    while low < high:
        middle = (low + high) // 2
        if takes(s, t, styles, with_money(offer, middle)):
            high = middle
        else:
            low = middle + 1
    found = with_money(offer, high)
    found.lay(s, t)
    return found if why_not_propose(s, t, found.proposer) == why.NONE else None


def takes(s: State, t: Tables, styles: Sequence[int], offer: Offer) -> bool:
    """True if the partner accepts the offer, which is left in the state."""
    offer.lay(s, t)
    return bool(answer_offer(s, t, styles, offer.partner) == verb.ACCEPT)


def gain(s: State, t: Tables, styles: Sequence[int], offer: Offer) -> int:
    """What the offer is worth to its proposer in its own eyes, in hundredths, less what it minds of the partner's."""
    offer.lay(s, t)
    p = offer.proposer
    his = offer_gain(s, t, styles, p, offer.partner)
    return int(100 * offer_gain(s, t, styles, p, p) - styles[p * STYLE + RIVALRY] * his)


def movable(s: State, t: Tables, p: int) -> list[int]:
    """The deeds of seat `p` whose groups bear no building."""
    return [q for q in range(t.spaces) if s.owner[q] == p and not is_built_group(s, t, q)]


def deeds(q: int) -> tuple[int, ...]:
    return (q,) if q >= 0 else ()


def with_money(offer: Offer, x: int) -> Offer:
    """Deeds for deeds, with `x` to the partner, or from the partner where it is below 0."""
    return replace(offer, give_cash=max(x, 0), ask_cash=max(-x, 0))
