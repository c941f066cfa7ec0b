"""Default answers: for a single token on an empty board, and for decisions with nothing to weigh.

Nothing is bought, no bid is made, stakes are the least there are and taxes the flat sum; the
power-up die comes before the move; of spaces to go to, the nearest. The bus goes as far as both dice show, and
three alike go on as if they were an ordinary throw. A rent is paid unless the way round is cheaper, and an owner names
the rent by the book.
"""

from monopoly_lab.constants import action, node, refusal
from monopoly_lab.editions.rule_tables import Tables
from monopoly_lab.rules.agenda import rule, unknown
from monopoly_lab.rules.auction import least_bid
from monopoly_lab.rules.decisions import why_not_answer
from monopoly_lab.rules.detour import most_toll
from monopoly_lab.rules.movement import is_booth, is_goal
from monopoly_lab.rules.state import State


@rule
def habit(s: State, t: Tables) -> tuple[int, int]:
    """Return a legal `(verb, amount)` for the open decision; NONE if it needs a strategy or a person."""
    n = s.node
    if n == node.BUY:
        return action.DECLINE, -1
    if n == node.BID:
        if why_not_answer(s, t, n, action.PASS, -1, -1) == refusal.NONE:
            return action.PASS, -1
        return action.BID, least_bid(s, t)
    if n == node.TAX:
        return action.FLAT, -1
    if n == node.CARD:
        return action.PAY, -1
    if n == node.GOAL or n == node.BOOTH:
        return action.GO, nearest_goal(s, t)
    if n == node.BUS:
        return action.GO, ahead(s, t, s.dice[0] + s.dice[1])
    if n == node.TRIPLE:
        return action.GO, ahead(s, t, s.thrown)
    if n == node.STAKE:
        if t.o_casino_mandatory == 0:
            return action.PASS, -1
        return action.STAKE, t.o_casino_minimum
    if n == node.TRADE_CARD:
        return action.PASS, -1
    if n == node.TOLL:
        return action.TOLL, min(s.claim_rent[s.claim], most_toll(t, s.claim_space[s.claim]))
    if n == node.DETOUR:
        if s.way < s.claim_rent[s.claim]:
            return action.DETOUR, -1
        return action.PAY, -1
    if n == node.TURN:
        if s.face > 0:
            return action.POWER, -1
        return action.MOVE, -1
    if not is_for_thought(n):
        unknown(node, n)
    return action.NONE, -1


@rule
def nearest_goal(s: State, t: Tables) -> int:
    """Return the first space ahead that the card allows."""
    for i in range(1, t.spaces + 1):
        q = (s.at[s.token] + i) % t.spaces
        if s.node == node.BOOTH:
            if is_booth(s, t, s.actor, t.card_a[s.lot], q):
                return q
        elif is_goal(s, t, s.lot, q):
            return q
    return -1


@rule
def ahead(s: State, t: Tables, steps: int) -> int:
    """Return the space so many steps ahead of the moving token; the next one if that is a whole lap."""
    q = (s.at[s.token] + steps) % t.spaces
    if q == s.at[s.token] and s.node == node.TRIPLE:
        return (q + 1) % t.spaces
    return q


@rule
def is_for_thought(n: int) -> bool:
    """Return True for a decision without a habit: it takes a plan, or a partner, or things to own."""
    if n == node.JAIL or n == node.DETAINED or n == node.DEBT or n == node.ANSWER or n == node.INHERIT:
        return True
    if n == node.ROLE or n == node.WANT or n == node.PLACE or n == node.AGREE or n == node.CHARACTER or n == node.TOKEN:
        return True
    return n == node.TARGET or n == node.COPY or n == node.BOSS or n == node.SALE
