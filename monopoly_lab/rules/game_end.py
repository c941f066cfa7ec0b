"""How games end and who has won. Source: each book on the end of the game, its short and its timed game."""

from monopoly_lab.constants import dice_purpose, event, node, option_value, space_kind, task
from monopoly_lab.editions.rule_tables import HOTEL, Tables
from monopoly_lab.rules.dice import ask_dice
from monopoly_lab.rules.engine import Log, ask, emit, in_play, interrupt, rule, then
from monopoly_lab.rules.payments import share
from monopoly_lab.rules.rent import rent_due
from monopoly_lab.rules.roles import houses_before_hotel, is_monopolist, is_one_side
from monopoly_lab.rules.state import State


@rule
def buildings_at_cost(s: State, t: Tables, q: int) -> int:
    """Return what the buildings on a site cost, the houses exchanged for a hotel included."""
    if s.level[q] == HOTEL:
        return t.hotel_cost[q] + t.house_cost[q] * houses_before_hotel(s, t, q)
    return t.house_cost[q] * s.level[q]


@rule
def score(s: State, t: Tables, p: int, mortgaged_share: int) -> int:
    """Cash, deeds at the printed price (mortgaged ones at a share of it, in per cent), buildings at cost.

    Source: the valuation of the short game. Where points, cash or rents count, those instead.
    """
    if t.o_scoring_coins > 0:
        return points(s, t, p)
    if t.o_scoring_by == option_value.SCORING_BY_CASH:
        return s.cash[p]
    if t.o_scoring_by == option_value.SCORING_BY_RENTS:
        return cash_and_rents(s, t, p, t.o_move_dice * (t.o_move_sides + 1) // 2)
    return worth(s, t, p, mortgaged_share)


@rule
def cash_and_rents(s: State, t: Tables, p: int, thrown: int) -> int:
    """Return the part of cash that counts, and one rent of each deed; `thrown` is what utilities are counted by.

    Source: the booklet of the game of monopolists and competitors, on the richest.
    """
    percent = t.o_scoring_cash
    if is_monopolist(s, t, p):
        percent = t.o_roles_scoring_cash
    x = share(t, s.cash[p], percent)
    for q in range(t.spaces):
        if s.owner[q] == p:
            x += rent_due(s, t, q, 0, thrown)
    return x


@rule
def worth(s: State, t: Tables, p: int, mortgaged_share: int) -> int:
    """Cash, deeds at the printed price (mortgaged ones at a share, in per cent), buildings at cost, less a loan."""
    x = s.cash[p] - s.loan[p]
    for q in range(t.spaces):
        if s.owner[q] == p:
            if s.mortgaged[q] != 0:
                x += share(t, t.price[q], mortgaged_share)
            else:
                x += t.price[q]
            if t.kind[q] == space_kind.STREET:
                x += buildings_at_cost(s, t, q)
    return x


@rule
def points(s: State, t: Tables, p: int) -> int:
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
def cards_held(s: State, t: Tables, p: int) -> int:
    """What decides between equals: deeds and bosses of seat `p`, the prices of its deeds where cash counts; else 0."""
    n = 0
    if t.o_scoring_by == option_value.SCORING_BY_CASH:
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
def finish(s: State, t: Tables, log: Log) -> None:
    """The game is over; where rents of utilities count, once the dice have fallen for them."""
    if t.o_scoring_by == option_value.SCORING_BY_RENTS and is_throw_counted(s, t):
        for i in range(s.seats):
            p = (s.mover + i) % s.seats
            if s.out[p] == 0:
                s.depth = 0
                then(s, task.FINISH, 0, 0, 0, 0)
                ask_dice(s, dice_purpose.COUNT, p)
                return
    count_up(s, t, log)


@rule
def is_throw_counted(s: State, t: Tables) -> bool:
    """Return True if seats in play own a utility that earns, and more than one seat is left to be compared."""
    if in_play(s) > 1:
        for q in range(t.spaces):
            if t.kind[q] == space_kind.UTILITY and s.owner[q] >= 0 and s.mortgaged[q] == 0:
                return True
    return False


@rule
def final_score(s: State, t: Tables, p: int) -> int:
    if t.o_scoring_by == option_value.SCORING_BY_RENTS:
        return cash_and_rents(s, t, p, s.thrown)
    return score(s, t, p, t.o_scoring_mortgaged)


@rule
def count_up(s: State, t: Tables, log: Log) -> None:
    """The last solvent seat has won, or the richest; -1 for a tie."""
    best = -1
    most = -1
    s.winner = -1
    for p in range(s.seats):
        if s.out[p] == 0:
            x = final_score(s, t, p)
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
def is_decided(s: State, t: Tables) -> bool:
    """True once one seat is left, or as many have gone bankrupt as the mode ends with."""
    if t.o_roles_sides != 0 and t.o_roles_end == option_value.ROLES_END_SIDE and is_one_side(s, t):
        return True
    limit = t.o_end_bankruptcies
    return in_play(s) <= 1 or (limit > 0 and s.bankruptcies >= limit)


@rule
def finish_if_decided(s: State, t: Tables, log: Log) -> None:
    """After a bankruptcy that ends the game."""
    if is_decided(s, t):
        finish(s, t, log)


@rule
def propose_end(s: State, t: Tables, log: Log, p: int) -> None:
    """Seat `p` proposes to end the game now; every other seat has to agree."""
    for i in range(s.seats):
        s.agreed[i] = 0
    s.agreed[p] = 1
    emit(log, event.AGREED, p, -1, -1, 0, 0)
    interrupt(s)
    ask_agreement(s, t, log)


@rule
def ask_agreement(s: State, t: Tables, log: Log) -> None:
    for p in range(s.seats):
        if s.out[p] == 0 and s.agreed[p] == 0:
            ask(s, node.AGREE, p)
            return
    finish(s, t, log)


@rule
def agree(s: State, t: Tables, log: Log, p: int) -> None:
    s.agreed[p] = 1
    emit(log, event.AGREED, p, -1, -1, 0, 0)
    ask_agreement(s, t, log)


@rule
def disagree(s: State, log: Log, p: int) -> None:
    emit(log, event.DISAGREED, p, -1, -1, 0, 0)
