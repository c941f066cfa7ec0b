"""Value deeds, groups and buildings by the rents they are expected to bring.

A player who values by income is willing to pay what an asset earns over its horizon:

    value = rent a turn of one opponent, after taxes on rents (`t.income`, from the board's Markov chain)
            x opponents still in play x discounted rounds, less the cost of buildings that are still to be bought

`styles` as in `parameters`; `viewer` is the seat whose horizon is used, `p` the owner whose income is asked for.
"""

from collections.abc import Sequence

from monopoly_lab.constants import space_kind
from monopoly_lab.editions.rule_tables import BARE_SET, HOTEL, RENTS, Tables
from monopoly_lab.players.parameters import BUILD_TO, BY_INCOME, COMPLETING, ROUNDS, STYLE, VALUE
from monopoly_lab.rules.agenda import in_play, rule
from monopoly_lab.rules.building import rank
from monopoly_lab.rules.mortgage import redemption_cost
from monopoly_lab.rules.policy_effects import damage_percent
from monopoly_lab.rules.roles import houses_before_hotel
from monopoly_lab.rules.state import State

THOUSAND = 1000  # `t.income` and `ROUNDS` are in thousandths
FROM_OFFER = -2  # instead of a space that changes hands: the deeds of the offer in the state do
NOTHING_CHANGES = -1
SPENT = 2  # a group is judged by what one part in so many of the cash can build: deeds have to be paid as well


@rule
def values_by_income(styles: Sequence[int], p: int) -> bool:
    """Return True if seat `p` values deeds and buildings by their expected income."""
    return styles[p * STYLE + VALUE] == BY_INCOME


@rule
def present_value(s: State, styles: Sequence[int], viewer: int, x: int) -> int:
    """Return what an income of `x` thousandths a turn of one opponent is worth over the horizon of `viewer`."""
    return x * max(in_play(s) - 1, 1) * styles[viewer * STYLE + ROUNDS] // (THOUSAND * THOUSAND)


@rule
def left_by_damage(s: State, t: Tables, q: int, x: int) -> int:
    """Return what is left of the income `x` of the group of `q` while the buildings of another group stand."""
    if t.damages == 0:
        return x
    return x * (100 - damage_percent(s, t, t.group[q])) // 100


@rule
def owns_then(s: State, p: int, q: int, moved: int, gets: int) -> bool:
    """Return True if seat `p` owns `q` after a change.

    `moved` is a space whose deed seat `p` gets (`gets` 1) or loses (0), or `FROM_OFFER`: then `gets` is the mark of
    the deeds that seat `p` receives.
    """
    if q == moved:
        return gets != 0
    if moved == FROM_OFFER and s.offer_deed[q] != 0:
        return s.offer_deed[q] == gets
    return s.owner[q] == p


@rule
def holding_value(
    s: State, t: Tables, styles: Sequence[int], viewer: int, p: int, q: int, moved: int, gets: int
) -> int:
    """Return the value for seat `p` of its deeds in the group of `q` after a change, as `owns_then` describes it.

    A part of a group is worth the rents of its sites and, by the chance `completing` in percent, what its share of
    the full group is worth beyond them.
    """
    g = t.group[q]
    size = t.group_size[g]
    n = 0
    m = q
    for _ in range(size):
        if owns_then(s, p, m, moved, gets):
            n += 1
        m = t.mate[m]
    if n == 0:
        return 0
    if t.kind[q] != space_kind.STREET:
        return present_value(s, styles, viewer, income_of_deeds(s, t, p, q, moved, gets, n - 1))
    whole = full_group_value(s, t, styles, viewer, p, q)
    if n == size:
        return whole
    bare = present_value(s, styles, viewer, income_of_deeds(s, t, p, q, moved, gets, 0))
    hope = max(whole * n // size - bare, 0) * styles[viewer * STYLE + COMPLETING] // 100
    return bare + hope


@rule
def income_of_deeds(s: State, t: Tables, p: int, q: int, moved: int, gets: int, i: int) -> int:
    """Return the income at place `i` of their rents, summed over the deeds of a group that seat `p` owns then."""
    x = 0
    m = q
    for _ in range(t.group_size[t.group[q]]):
        if owns_then(s, p, m, moved, gets):
            x += t.income[m * RENTS + i]
        m = t.mate[m]
    return left_by_damage(s, t, q, x)


@rule
def full_group_value(s: State, t: Tables, styles: Sequence[int], viewer: int, p: int, q: int) -> int:
    """Return the value of the full group of `q` for seat `p`, at the best level that its cash can build."""
    best = 0
    most = houses_before_hotel(s, t, q)
    top = styles[viewer * STYLE + BUILD_TO]
    if t.house_cost[q] <= 0:
        top = 0
    for level in range(top + 1):
        if level <= most or level == HOTEL:
            income = 0
            cost = 0
            m = q
            for _ in range(t.group_size[t.group[q]]):
                income += income_at(t, m, max(level, s.level[m]))
                cost += cost_to_level(t, m, most, s.level[m], level)
                m = t.mate[m]
            if cost <= s.cash[p] // SPENT:
                best = max(best, present_value(s, styles, viewer, left_by_damage(s, t, q, income)) - cost)
    return best


@rule
def income_at(t: Tables, q: int, level: int) -> int:
    """Return the income of a street of a full group at a level, in thousandths a turn of one opponent."""
    if level == 0:
        return t.income[q * RENTS + BARE_SET]
    return t.income[q * RENTS + level]


@rule
def cost_to_level(t: Tables, q: int, most: int, begun: int, level: int) -> int:
    """Return what the buildings of `q` cost from level `begun` to `level`; `most` houses come before the hotel."""
    if level <= begun:
        return 0
    if level == HOTEL:
        return t.hotel_cost[q] + (most - begun) * t.house_cost[q]
    return (level - begun) * t.house_cost[q]


@rule
def change_by_income(s: State, t: Tables, styles: Sequence[int], viewer: int, p: int, q: int, step: int) -> int:
    """Return how the value of seat `p` changes if it gets the deed of `q` (`step` 1) or loses it (-1)."""
    gets = 0
    if step > 0:
        gets = 1
    x = holding_value(s, t, styles, viewer, p, q, q, gets)
    x -= holding_value(s, t, styles, viewer, p, q, NOTHING_CHANGES, 0)
    if s.mortgaged[q] != 0:
        x -= step * redemption_cost(t, q)
    return x


@rule
def group_gain_by_income(s: State, t: Tables, styles: Sequence[int], viewer: int, p: int, q: int, gets: int) -> int:
    """Return the change of value in the group of `q` by the offer in the state; `gets` marks what seat `p` receives."""
    x = holding_value(s, t, styles, viewer, p, q, FROM_OFFER, gets)
    x -= holding_value(s, t, styles, viewer, p, q, NOTHING_CHANGES, 0)
    m = q
    for _ in range(t.group_size[t.group[q]]):
        if s.offer_deed[m] != 0 and s.mortgaged[m] != 0:
            if s.offer_deed[m] == gets:
                x -= redemption_cost(t, m)
            else:
                x += redemption_cost(t, m)
        m = t.mate[m]
    return x


@rule
def building_value(s: State, t: Tables, styles: Sequence[int], p: int, q: int) -> int:
    """Return what the next building in the group of `q` is worth to seat `p`: a row more, divided by its sites."""
    return best_package(s, t, styles, p, q, t.group_size[t.group[q]])


@rule
def site_gain(s: State, t: Tables, styles: Sequence[int], p: int, q: int) -> int:
    """Return what the next building brings on `q` itself, for the choice among the sites of a group."""
    return best_package(s, t, styles, p, q, 1)


@rule
def best_package(s: State, t: Tables, styles: Sequence[int], p: int, q: int, sites: int) -> int:
    """Return the value of a building in the best package that begins with the next one on `q` and `sites` - 1 others.

    One row often pays badly and the third one well, so that up to five rows are judged together.
    """
    most = houses_before_hotel(s, t, q)
    begun = income_of_sites(t, q, sites, s.level[q])
    best = 0
    for level in range(s.level[q] + 1, styles[p * STYLE + BUILD_TO] + 1):
        if level <= most or level == HOTEL:
            buildings = (rank(most, level) - rank(most, s.level[q])) * sites
            more = income_of_sites(t, q, sites, level) - begun
            x = present_value(s, styles, p, left_by_damage(s, t, q, more))
            best = max(best, x // buildings)
    return best


@rule
def income_of_sites(t: Tables, q: int, sites: int, level: int) -> int:
    """Return the income of `q` and of the next sites of its group, `sites` in all, each at a level."""
    x = 0
    m = q
    for _ in range(sites):
        x += income_at(t, m, level)
        m = t.mate[m]
    return x
