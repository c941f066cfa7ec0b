"""How games end and who has won. Source: each book on the end of the game, its short and its timed game."""

from monopoly_lab.codes import event, kind, node, word
from monopoly_lab.editions.tables import HOTEL
from monopoly_lab.rules.agenda import ask, interrupt
from monopoly_lab.rules.money import share
from monopoly_lab.rules.rule import emit, rule


@rule
def in_play(s):
    n = 0
    for p in range(s.seats):
        if s.out[p] == 0:
            n += 1
    return n


@rule
def buildings_at_cost(t, q, level):
    """What the buildings on a site cost, the houses exchanged for a hotel included."""
    if level == HOTEL:
        return t.hotel_cost[q] + t.house_cost[q] * t.o_build_even_maximum
    return t.house_cost[q] * level


@rule
def score(s, t, p, mortgaged_share):
    """Cash, deeds at the printed price (mortgaged ones at a share of it, in per cent), buildings at cost.

    Source: the valuation of the short game. Where points count, those instead.
    """
    if t.o_scoring_coins > 0:
        return points(s, t, p)
    x = s.cash[p]
    if t.o_scoring_by == word.SCORING_BY_CASH:
        return x
    for q in range(t.spaces):
        if s.owner[q] == p:
            if s.mortgaged[q] != 0:
                x += share(t, t.price[q], mortgaged_share)
            else:
                x += t.price[q]
            if t.kind[q] == kind.STREET:
                x += buildings_at_cost(t, q, s.level[q])
    return x


@rule
def points(s, t, p):
    """Points of full blocks of coins, of deeds and of bosses that seat `p` has beaten.

    Source: the rule book of boards with bosses, on the end of the game.
    """
    x = s.cash[p] // t.o_scoring_coins * t.o_scoring_block_points
    for q in range(t.spaces):
        if s.owner[q] == p:
            x += t.points[q]
    for b in range(t.bosses):
        if s.boss_of[b] == p:
            x += t.boss_points[b]
    return x


@rule
def cards_held(s, t, p):
    """What decides between equals: deeds and bosses of seat `p`, the prices of its deeds where cash counts; else 0."""
    n = 0
    if t.o_scoring_by == word.SCORING_BY_CASH:
        for q in range(t.spaces):
            if s.owner[q] == p:
                n += t.price[q]
    if t.o_scoring_coins > 0:
        for q in range(t.spaces):
            if s.owner[q] == p:
                n += 1
        for b in range(t.bosses):
            if s.boss_of[b] == p:
                n += 1
    return n


@rule
def finish(s, t, log):
    """The game is over: the last solvent seat has won, or the richest; -1 for a tie."""
    best = -1
    most = -1
    s.winner = -1
    for p in range(s.seats):
        if s.out[p] == 0:
            x = score(s, t, p, t.o_scoring_mortgaged)
            n = cards_held(s, t, p)
            if x > best or (x == best and n > most):
                best = x
                most = n
                s.winner = p
            elif x == best and n == most:
                s.winner = -1
    s.depth = 0
    emit(log, event.OVER, s.winner, -1, -1, best, 0)
    ask(s, node.OVER, -1)


@rule
def is_decided(s, t):
    """True once one seat is left, or as many have gone bankrupt as the mode ends with."""
    limit = t.o_end_bankruptcies
    return in_play(s) <= 1 or (limit > 0 and s.bankruptcies >= limit)


@rule
def finish_if_decided(s, t, log):
    """After a bankruptcy that ends the game."""
    if is_decided(s, t):
        finish(s, t, log)


@rule
def propose_end(s, t, log, p):
    """Seat `p` proposes to end the game now; every other seat has to agree."""
    for i in range(s.seats):
        s.agreed[i] = 0
    s.agreed[p] = 1
    emit(log, event.AGREED, p, -1, -1, 0, 0)
    interrupt(s)
    ask_agreement(s, t, log)


@rule
def ask_agreement(s, t, log):
    for p in range(s.seats):
        if s.out[p] == 0 and s.agreed[p] == 0:
            ask(s, node.AGREE, p)
            return
    finish(s, t, log)


@rule
def agree(s, t, log, p):
    s.agreed[p] = 1
    emit(log, event.AGREED, p, -1, -1, 0, 0)
    ask_agreement(s, t, log)


@rule
def disagree(s, log, p):
    emit(log, event.DISAGREED, p, -1, -1, 0, 0)
