"""The random strategy: any legal choice, and now and then an act or an offer."""

from monopoly_lab.constants import action, card_effect, node, offer_side
from monopoly_lab.editions.rule_tables import Tables
from monopoly_lab.players.trading import random_below, would_propose
from monopoly_lab.rules.agenda import rule
from monopoly_lab.rules.detour import most_toll
from monopoly_lab.rules.legality import list_acts, list_answers
from monopoly_lab.rules.state import State
from monopoly_lab.rules.trade import clear_offer

ACT_ONE_IN = 8
OFFER_ONE_IN = 16


@rule
def decide_at_random(s: State, t: Tables, fate: int, p: int) -> tuple[int, int, int]:
    """Return `(verb, space, amount)`: each legal choice is equally likely.

    Bids and stakes go up to twice the least and 100; any toll may be named.
    """
    list_answers(s, t)
    i = random_below(s, fate, p, 0, s.menu)
    v = s.menu_verb[i]
    x = s.menu_amount[i]
    if v == action.BID or v == action.STAKE:
        x += random_below(s, fate, p, 1, min(max(s.cash[p] - x, 0), x + 100) + 1)
    if v == action.TOLL:
        x = 1 + random_below(s, fate, p, 1, most_toll(t, s.claim_space[s.claim]))
    return v, s.menu_space[i], x


@rule
def act_at_random(s: State, t: Tables, fate: int, p: int) -> tuple[int, int]:
    """Return `(verb, space)` of a random act or offer; NONE most of the time."""
    if random_below(s, fate, p, 2, ACT_ONE_IN) == 0:
        list_acts(s, t, p)
        if s.menu > 0:
            i = random_below(s, fate, p, 3, s.menu)
            v = s.menu_verb[i]
            if v != action.END and v != action.SWAP:  # one would end most games at once, the other takes an amount
                return v, s.menu_space[i]
    if random_below(s, fate, p, 4, OFFER_ONE_IN) == 0 and is_random_offer_laid(s, t, fate, p):
        return action.PROPOSE, -1
    return action.NONE, -1


@rule
def is_random_offer_laid(s: State, t: Tables, fate: int, p: int) -> bool:
    """Lay a deed and money against a deed, or only parts of that; False and no offer if it is not legal."""
    if s.node != node.DICE:
        return False
    clear_offer(s, t)
    s.offer_from = p
    s.offer_to = random_below(s, fate, p, 5, s.seats)
    s.offer_give = random_below(s, fate, p, 6, 100)
    s.offer_ask = random_below(s, fate, p, 7, 100)
    mark_random_deed(s, t, p, offer_side.GIVEN, random_below(s, fate, p, 8, t.spaces))
    mark_random_deed(s, t, s.offer_to, offer_side.ASKED, random_below(s, fate, p, 9, t.spaces))
    mark_card(s, t, s.offer_to, offer_side.ASKED)
    if not would_propose(s, t, p):
        clear_offer(s, t)
        return False
    return True


@rule
def mark_random_deed(s: State, t: Tables, p: int, side: int, start: int) -> None:
    """Mark the first deed of seat `p` from `start` on."""
    for i in range(t.spaces):
        q = (start + i) % t.spaces
        if s.owner[q] == p and t.group[q] >= 0:
            s.offer_deed[q] = side
            return


@rule
def mark_card(s: State, t: Tables, p: int, side: int) -> None:
    """Put every card that seat `p` holds and may sell on a side of the offer."""
    for c in range(t.cards):
        if s.card_seat[c] == p and t.card_effect[c] != card_effect.FOR_TOKEN:
            s.offer_card[c] = side
