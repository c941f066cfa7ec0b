"""Value things in the eyes of a seat: deeds (`deed_value`), trades (`offer_gain`), money to keep (`reserve`).

Where players are monopolists or competitors, also which role to take, and what a group of deeds is worth to each.
`styles` as in `parameters`; `viewer` is the seat whose parameters are used, `p` the seat whose gain is asked for.
"""

from collections.abc import Sequence

from monopoly_lab.constants import action, card_effect, offer_side, player_role, space_kind
from monopoly_lab.editions.rule_tables import Tables
from monopoly_lab.players.income_valuation import change_by_income, group_gain_by_income, values_by_income
from monopoly_lab.players.parameters import (
    BLOCKING,
    BUY_RESERVE,
    BY_PRICE,
    COINS,
    COMPLETING,
    FEAR,
    NEXT_BOSS,
    RESERVE,
    STYLE,
    VALUE,
)
from monopoly_lab.rules.agenda import rule
from monopoly_lab.rules.bosses import top_boss
from monopoly_lab.rules.mortgage import redemption_cost
from monopoly_lab.rules.payments import first_token
from monopoly_lab.rules.rent import rent_due
from monopoly_lab.rules.roles import free_deeds_of_group, is_monopolist, is_role_open
from monopoly_lab.rules.state import State

MONOPOLIST_FROM_PLAYERS = 3  # players from whom on monopolists win more than their share of games


@rule
def answer_role(s: State) -> int:
    """Choose monopolist from three players on, while that side is open: monopolies need visitors."""
    if s.seats >= MONOPOLIST_FROM_PLAYERS and is_role_open(s, player_role.MONOPOLIST):
        return action.MONOPOLIST
    if is_role_open(s, player_role.COMPETITOR):
        return action.COMPETITOR
    return action.MONOPOLIST


@rule
def bonus_of_side(s: State, t: Tables, p: int, q: int, n: int, bonus: int) -> int:
    """Return the part of the bonus that `n` deeds earn: all of it from the size of a monopoly on.

    Companies earn it in proportion. A competitor's deeds earn none: together they bring what each brings alone.
    """
    if not is_monopolist(s, t, p):
        return 0
    if t.kind[q] != space_kind.STREET:
        return bonus * max(n - 1, 0) // max(t.group_size[t.group[q]] - 1, 1)
    if n >= t.o_roles_monopoly:
        return bonus
    return 0


@rule
def makes_monopoly(s: State, t: Tables, p: int, q: int) -> bool:
    """Return True if the deed of `q`, which seat `p` does not own, would complete a monopoly of that city for it.

    A mortgaged deed counts as if redeemed: its worth is taken less the cost of that.
    """
    if not is_monopolist(s, t, p) or t.kind[q] != space_kind.STREET:
        return False
    return free_deeds_of_group(s, t, q, p) == t.o_roles_monopoly - 1


@rule
def blocked_monopolist(s: State, t: Tables, p: int, q: int) -> int:
    """Return the first other seat in play for which the deed of `q` would complete a monopoly; -1 for none."""
    for b in range(s.seats):
        if b != p and s.out[b] == 0 and makes_monopoly(s, t, b, q):
            return b
    return -1


@rule
def is_kept_together(s: State, t: Tables, p: int, q: int) -> bool:
    """Return True in a city where the owner has exactly as many free streets as a monopoly needs."""
    if not is_monopolist(s, t, p) or t.kind[q] != space_kind.STREET:
        return False
    return free_deeds_of_group(s, t, q, p) == t.o_roles_monopoly


# What things are worth to a seat, in its own eyes: deeds, offers, money to keep

PARTIAL_DIVISOR = 2  # a part of a group has its proportion of the bonus, divided by this
COMPANY_DIVISOR = 2  # stations and utilities cannot be built on: the bonus of streets, divided by this


@rule
def percent_of_start_cash(t: Tables, percent: int) -> int:
    """Return a percentage of the start cash."""
    return percent * t.o_start_cash // 100


@rule
def deed_price(t: Tables, styles: Sequence[int], viewer: int, q: int) -> int:
    """Return what the deed of `q` is worth by itself; valued by rents, the part of the price that a policy leaves."""
    if styles[viewer * STYLE + VALUE] != BY_PRICE:
        return t.worth[q]
    return printed_worth(t, q)


@rule
def printed_worth(t: Tables, q: int) -> int:
    """Return the printed price, or the coins that count as much as the points of the deed."""
    if t.o_scoring_coins > 0 and t.o_scoring_block_points > 0:
        return max(t.price[q], t.points[q] * t.o_scoring_coins // t.o_scoring_block_points)
    return t.price[q]


@rule
def reserve(t: Tables, styles: Sequence[int], p: int) -> int:
    """Return the cash that seat `p` does not put into buildings, redemptions and offers."""
    return percent_of_start_cash(t, styles[p * STYLE + RESERVE])


@rule
def coins_kept(t: Tables, styles: Sequence[int], p: int) -> int:
    """Return where points count: cash that seat `p` spends neither on deeds nor on fights."""
    if t.o_scoring_coins == 0:
        return 0
    return percent_of_start_cash(t, styles[p * STYLE + COINS])


@rule
def kept_for_boss(s: State, t: Tables, styles: Sequence[int], p: int) -> int:
    """Return the cash that seat `p` does not spend on deeds because of the boss that comes next."""
    b = top_boss(s, t)
    if b < 0:
        return 0
    return t.boss_price[b] * styles[p * STYLE + NEXT_BOSS] // 100


@rule
def cash_floor(s: State, t: Tables, styles: Sequence[int], p: int) -> int:
    """Return the cash that seat `p` keeps even from a deed it would give anything for."""
    return max(coins_kept(t, styles, p), kept_for_boss(s, t, styles, p))


@rule
def spendable_on_deed(s: State, t: Tables, styles: Sequence[int], p: int) -> int:
    """Return the cash that seat `p` may spend on a deed; below 0 if it has less than it keeps."""
    return s.cash[p] - max(percent_of_start_cash(t, styles[p * STYLE + BUY_RESERVE]), cash_floor(s, t, styles, p))


@rule
def covers_rents(s: State, t: Tables, styles: Sequence[int], p: int, x: int) -> bool:
    """Return True if `x` is no less than what seat `p` keeps against the highest rent within one throw.

    Sums of the dice count from 1 on, so also the next space, which two dice cannot reach: a little too careful.
    """
    percent = styles[p * STYLE + FEAR]
    if x < 0 or percent == 0:
        return x >= 0
    q = s.at[first_token(s, p)]
    for i in range(1, t.o_move_dice * t.o_move_sides + 1):
        q += 1
        if q == t.spaces:
            q = 0
        if s.owner[q] >= 0 and s.owner[q] != p and rent_due(s, t, q, 0, i) * percent // 100 > x:
            return False
    return True


@rule
def group_worth(s: State, t: Tables, styles: Sequence[int], viewer: int, p: int, q: int, n: int, x: int) -> int:
    """Return what `n` deeds of the group of `q`, `x` by their printed prices, are worth to seat `p` as their owner."""
    size = t.group_size[t.group[q]]
    if n < 2 and n < size and t.o_roles_sides == 0:
        return x
    bonus = styles[viewer * STYLE + COMPLETING]
    if t.o_roles_sides != 0:
        bonus = bonus_of_side(s, t, p, q, n, bonus)
    elif n < size:
        bonus = bonus * (n - 1) // (PARTIAL_DIVISOR * (size - 1))
    if t.kind[q] != space_kind.STREET:
        bonus = bonus // COMPANY_DIVISOR
    return x * (100 + bonus) // 100


@rule
def owned_in_group(s: State, t: Tables, styles: Sequence[int], viewer: int, p: int, q: int) -> tuple[int, int]:
    """Return how many deeds of the group of `q` seat `p` owns, and the sum of their prices as `viewer` sees them."""
    n = 0
    x = 0
    m = q
    for _ in range(t.group_size[t.group[q]]):
        if s.owner[m] == p:
            n += 1
            x += deed_price(t, styles, viewer, m)
        m = t.mate[m]
    return n, x


@rule
def change_in_worth(s: State, t: Tables, styles: Sequence[int], viewer: int, p: int, q: int, step: int) -> int:
    """Return how the worth of seat `p` changes if it gets the deed of `q` (`step` 1) or loses it (-1)."""
    if values_by_income(styles, viewer):
        return change_by_income(s, t, styles, viewer, p, q, step)
    n, x = owned_in_group(s, t, styles, viewer, p, q)
    after = group_worth(s, t, styles, viewer, p, q, n + step, x + step * deed_price(t, styles, viewer, q))
    change = after - group_worth(s, t, styles, viewer, p, q, n, x)
    if s.mortgaged[q] != 0:
        change -= step * redemption_cost(t, q)
    return change


@rule
def completes(s: State, t: Tables, p: int, q: int) -> bool:
    """Return True if seat `p` owns the rest of the group of `q`; in games with sides, if it makes a monopoly."""
    if t.o_roles_sides != 0:
        return makes_monopoly(s, t, p, q)
    m = t.mate[q]
    while m != q:
        if s.owner[m] != p:
            return False
        m = t.mate[m]
    return True


@rule
def blocked_seat(s: State, t: Tables, p: int, q: int) -> int:
    """Return the other seat whose group, in games with sides whose monopoly, the deed of `q` completes; -1: none."""
    if t.o_roles_sides != 0:
        return blocked_monopolist(s, t, p, q)
    b = s.owner[t.mate[q]]
    if t.mate[q] != q and b >= 0 and b != p and completes(s, t, b, q):
        return b
    return -1


@rule
def deed_value(s: State, t: Tables, styles: Sequence[int], p: int, q: int) -> int:
    """Return what the deed of `q` is worth to seat `p`, which does not own it."""
    x = change_in_worth(s, t, styles, p, p, q, 1)
    b = blocked_seat(s, t, p, q)
    if b >= 0:
        loss = t.price[q]
        if values_by_income(styles, p):
            loss = change_in_worth(s, t, styles, p, b, q, 1)
        x += loss * styles[p * STYLE + BLOCKING] // 100
    return x


@rule
def offer_gain(s: State, t: Tables, styles: Sequence[int], viewer: int, p: int) -> int:
    """Return what seat `p` wins or loses by the offer in the state, money and cards included."""
    x = s.offer_give - s.offer_ask
    gets = offer_side.GIVEN
    if p == s.offer_from:
        x = -x
        gets = offer_side.ASKED
    for q in range(t.spaces):
        if s.offer_deed[q] != 0 and is_first_offered(s, t, q):
            x += group_gain(s, t, styles, viewer, p, q, gets)
    for c in range(t.cards):
        if s.offer_card[c] != 0 and t.card_effect[c] == card_effect.JAIL_FREE:
            if s.offer_card[c] == gets:
                x += t.o_jail_exit_fine
            else:
                x -= t.o_jail_exit_fine
    return x


@rule
def group_gain(s: State, t: Tables, styles: Sequence[int], viewer: int, p: int, q: int, gets: int) -> int:
    """Return the change of worth in the group of `q`; `gets` marks in the offer what seat `p` receives."""
    if values_by_income(styles, viewer):
        return group_gain_by_income(s, t, styles, viewer, p, q, gets)
    n, x = owned_in_group(s, t, styles, viewer, p, q)
    more = 0
    added = 0
    due = 0
    m = q
    for _ in range(t.group_size[t.group[q]]):
        if s.offer_deed[m] != 0:
            step = -1
            if s.offer_deed[m] == gets:
                step = 1
            more += step
            added += step * deed_price(t, styles, viewer, m)
            if s.mortgaged[m] != 0:
                due += step * redemption_cost(t, m)
        m = t.mate[m]
    if more == 0 and added == 0:  # as many deeds for as many, of equal price: the group is worth as much as before
        return -due
    after = group_worth(s, t, styles, viewer, p, q, n + more, x + added)
    return after - group_worth(s, t, styles, viewer, p, q, n, x) - due


@rule
def is_first_offered(s: State, t: Tables, q: int) -> bool:
    """Return True if the offer moves no deed of the group of `q` that comes before it on the board."""
    m = t.mate[q]
    while m != q:
        if m < q and s.offer_deed[m] != 0:
            return False
        m = t.mate[m]
    return True
