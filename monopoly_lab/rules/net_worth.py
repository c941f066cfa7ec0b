"""Net worth of a seat, and the score by which seats are compared. Source: each book on the end of its short game."""

from monopoly_lab.constants import option_value, space_kind
from monopoly_lab.editions.rule_tables import HOTEL, Tables
from monopoly_lab.rules.agenda import rule
from monopoly_lab.rules.payments import percent_of
from monopoly_lab.rules.rent import rent_due
from monopoly_lab.rules.roles import houses_before_hotel, is_monopolist
from monopoly_lab.rules.state import State


@rule
def net_worth(s: State, t: Tables, p: int, mortgaged_share: int) -> int:
    """Return cash, deeds at the printed price and buildings at cost, minus the loan.

    A mortgaged deed counts `mortgaged_share` percent of its price. Source: the short game.
    """
    x = s.cash[p] - s.loan[p]
    if s.out[p] != 0:  # and has no deeds
        return x
    for q in range(t.spaces):
        if s.owner[q] == p:
            if s.mortgaged[q] != 0:
                x += percent_of(t, t.price[q], mortgaged_share)
            else:
                x += t.price[q]
            if t.kind[q] == space_kind.STREET:
                x += buildings_at_cost(s, t, q)
    return x


@rule
def buildings_at_cost(s: State, t: Tables, q: int) -> int:
    """Return what the buildings on a site cost, including the houses exchanged for a hotel."""
    if s.level[q] == HOTEL:
        return t.hotel_cost[q] + t.house_cost[q] * houses_before_hotel(s, t, q)
    return t.house_cost[q] * s.level[q]


@rule
def score(s: State, t: Tables, p: int, mortgaged_share: int) -> int:
    """Return the score that decides the game: net worth as in the short game, points, cash, or cash and rents.

    A mortgaged deed counts `mortgaged_share` percent of its price in net worth.
    """
    if t.o_scoring_coins > 0:
        return points(s, t, p)
    if t.o_scoring_by == option_value.SCORING_BY_CASH:
        return s.cash[p]
    if t.o_scoring_by == option_value.SCORING_BY_RENTS:
        return cash_and_rents(s, t, p, t.o_move_dice * (t.o_move_sides + 1) // 2)
    return net_worth(s, t, p, mortgaged_share)


@rule
def cash_and_rents(s: State, t: Tables, p: int, thrown: int) -> int:
    """Return the part of cash that counts, plus one rent of each deed; `thrown`: the throw for rents that depend on it.

    Source: the booklet of the game of monopolists and competitors, on the richest.
    """
    percent = t.o_scoring_cash
    if is_monopolist(s, t, p):
        percent = t.o_roles_scoring_cash
    x = percent_of(t, s.cash[p], percent)
    for q in range(t.spaces):
        if s.owner[q] == p:
            x += rent_due(s, t, q, 0, thrown)
    return x


@rule
def points(s: State, t: Tables, p: int) -> int:
    """Return the points of seat `p` for full blocks of coins, for deeds and for the bosses it has beaten.

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
