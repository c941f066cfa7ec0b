"""The piles of cards: drawn from the top, put back underneath.

A pile needs no shuffling: as long as some of its cards are unseen the top one is any of
them, equally likely; afterwards the order is known.
"""

from monopoly_lab.constants import card_effect, event, option_value
from monopoly_lab.editions.rule_tables import Tables
from monopoly_lab.rules.agenda import Log, emit, rule
from monopoly_lab.rules.state import State


@rule
def deck_of_card(t: Tables, c: int) -> int:
    """Return the deck of the card; -1 if there is none."""
    for d in range(t.decks):
        if t.deck_first[d] <= c < t.deck_first[d] + t.deck_size[d]:
            return d
    return -1


@rule
def unseen_left(s: State, t: Tables, d: int) -> int:
    """Return how many cards of deck `d` have not been seen since it was shuffled."""
    n = 0
    for c in range(t.deck_first[d], t.deck_first[d] + t.deck_size[d]):
        n += s.unseen[c]
    return n


@rule
def is_in_pile(s: State, t: Tables, c: int) -> bool:
    """Return True if the card can be drawn now."""
    return s.card_seat[c] == -1 or (
        t.o_decks == option_value.DECKS_REPLACEMENT and t.card_effect[c] != card_effect.FOR_TOKEN
    )


@rule
def has_card(s: State, t: Tables, d: int) -> bool:
    """Return True if a card can be drawn from deck `d`."""
    for c in range(t.deck_first[d], t.deck_first[d] + t.deck_size[d]):
        if is_in_pile(s, t, c):
            return True
    return False


@rule
def top_weight(s: State, t: Tables, c: int) -> int:
    """Return the probability weight of card `c` as the next card of its pile, an integer."""
    d = deck_of_card(t, c)
    return weight_in_pile(s, t, c, d, unseen_left(s, t, d))


@rule
def weight_in_pile(s: State, t: Tables, c: int, d: int, unseen: int) -> int:
    """Return the weight of card `c` where deck `d` and its number of unseen cards are known."""
    if t.o_decks == option_value.DECKS_REPLACEMENT:
        if is_in_pile(s, t, c):
            return 1
        return 0
    if s.card_seat[c] != -1:
        return 0
    if unseen > 0:
        return s.unseen[c]
    if s.pile[t.deck_first[d]] == c:
        return 1
    return 0


@rule
def take_out(s: State, t: Tables, c: int) -> None:
    """Remove a card from its pile, from whatever place it has there."""
    d = deck_of_card(t, c)
    if s.unseen[c] != 0:
        s.unseen[c] = 0
        return
    first = t.deck_first[d]
    i = first
    while i < first + s.known[d] and s.pile[i] != c:
        i += 1
    while i + 1 < first + s.known[d]:
        s.pile[i] = s.pile[i + 1]
        i += 1
    s.known[d] -= 1
    s.pile[first + s.known[d]] = 0


@rule
def lay_under(s: State, t: Tables, c: int) -> None:
    """Put the card under its pile."""
    d = deck_of_card(t, c)
    s.pile[t.deck_first[d] + s.known[d]] = c
    s.known[d] += 1


@rule
def keep_card(s: State, log: Log, c: int, p: int) -> None:
    """Give the card to seat `p`, which keeps it until it is used, sold or handed over."""
    if s.card_seat[c] < 0:
        s.card_seat[c] = p
        emit(log, event.CARD_KEPT, p, c, -1, 0, 0)


@rule
def put_under(s: State, t: Tables, log: Log, c: int) -> None:
    """Put a card that was kept back under its pile."""
    emit(log, event.CARD_RETURNED, s.card_seat[c], c, -1, 0, 0)
    s.card_seat[c] = -1
    if t.o_decks == option_value.DECKS_PILES:
        lay_under(s, t, c)


@rule
def card_held(s: State, t: Tables, p: int, what: int) -> int:
    """Return the first card of an effect that seat `p` holds; -1 for none."""
    for c in range(t.cards):
        if s.card_seat[c] == p and t.card_effect[c] == what:
            return c
    return -1
