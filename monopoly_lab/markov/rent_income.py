"""Rents on the chain: what a deed brings per throw of one opponent, and when it has paid for itself.

The rent of a level is the sum, over the ways in which a token can come to a deed, of their long-run
frequency times the rent by the rules: the throw that leads to a utility counts there, and the card
that doubles the rent of a station. The payback of a level is its cost over the rent it adds.
"""

from collections.abc import Iterator, Mapping
from itertools import combinations

import numpy as np

from monopoly_lab.common.errors import ChainError, StrategyError, UnknownName
from monopoly_lab.common.file_access import quoted
from monopoly_lab.common.lazy_imports import pd
from monopoly_lab.common.messages import say
from monopoly_lab.common.validation_errors import hint
from monopoly_lab.constants import space_kind
from monopoly_lab.editions import Edition
from monopoly_lab.editions.rule_tables import BARE_SET, HOTEL, RENTS
from monopoly_lab.markov.distributions import Walk
from monopoly_lab.markov.event_trace import Arrival
from monopoly_lab.markov.linear_algebra import Matrix
from monopoly_lab.markov.transition_matrix import SpaceRef
from monopoly_lab.rules.detour import best_toll, detour_count, detours_at_least
from monopoly_lab.rules.policy_effects import withheld_from
from monopoly_lab.rules.rent import needs_throw, rent_due
from monopoly_lab.rules.roles import houses_before_hotel
from monopoly_lab.rules.state import State, empty

SET = "set"  # the whole group, unbuilt
Level = int | str
THOUSAND = 1000  # `Tables.income` is in thousandths


def spaces_of(chain: Walk, what: str) -> tuple[int, ...]:
    """Return the deeds meant by a group or a space; ChainError for anything else."""
    wanted = str(what).strip().casefold()
    for group in chain.edition.groups:
        if wanted in {group.id.casefold(), *(name.casefold() for name in group.names.values())}:
            return group.spaces
    try:
        q = chain.edition.space(what)
    except UnknownName:
        q = -1
    if q < 0 or not chain.edition.spaces[q].is_deed:
        groups = [name for group in chain.edition.groups for name in (group.id, *group.names.values())]
        deeds = [name for space in chain.edition.spaces if space.is_deed for name in (space.id, *space.names.values())]
        text = say("chain.unknown_what", value=what, edition=chain.edition.id)
        raise ChainError(text + hint(what, [*groups, *deeds]))
    return (q,)


def is_street(chain: Walk, q: int) -> bool:
    """Return True for a site that can be built on."""
    return bool(chain.tables.kind[q] == space_kind.STREET)


def has_buildings(chain: Walk) -> bool:
    """Return True if streets can be built on."""
    return bool(chain.tables.o_build_even_maximum > 0)


def levels_of(chain: Walk, q: int) -> list[Level]:
    """Return the levels of a deed: a street's site, set, houses, hotel (5), as far as there are; others by number."""
    t = chain.tables
    if is_street(chain, q) and not has_buildings(chain):
        return [0, SET]
    if is_street(chain, q):
        most = chain._once(("houses", q), lambda: int(houses_before_hotel(position(chain, (q,), 0), t, q)))
        return [0, SET, *range(1, most + 1), HOTEL]
    return list(range(1, t.group_size[t.group[q]] + 1))


def checked_level(chain: Walk, q: int, level: Level | None) -> Level:
    """Return the level, the lowest one for None; ChainError for one that the deed does not have."""
    levels = levels_of(chain, q)
    if level is None:
        return levels[0]
    if level == "hotel" and is_street(chain, q):
        level = HOTEL
    if isinstance(level, bool) or level not in levels:
        name = chain.edition.spaces[q].name
        raise ChainError(say("chain.unknown_level", value=quoted(level), space=name, known=", ".join(map(str, levels))))
    return level


def rent(chain: Walk, what: str, level: Level | None = None) -> float:
    """Return the expected rent per throw of one opponent; of a group: over its deeds, or over as many as are owned."""
    return rent_of(chain, spaces_of(chain, what), level)


def rent_of(chain: Walk, spaces: tuple[int, ...], level: Level | None = None) -> float:
    """Return the expected rent per throw of one opponent from a deed, or from all deeds of a group, as `rent` does."""
    total = sum(deed_rent(chain, q, checked_level(chain, q, level)) for q in spaces)
    if is_street(chain, spaces[0]) or len(spaces) == 1:
        return total
    return total * int(checked_level(chain, spaces[0], level)) / len(spaces)


def deed_rent(chain: Walk, q: int, level: Level) -> float:
    """Return the expected rent of a deed a throw, with its buildings; found once for a chain."""
    return chain._once(("rent", q, level), lambda: _deed_rent(chain, q, level))


def _deed_rent(chain: Walk, q: int, level: Level) -> float:
    s = position(chain, owned_with(chain, q, level), level)
    coming = chain.arrivals_at.get(q, {})
    return sum(mass * rent_moments(chain, s, arrival)[0] for arrival, mass in coming.items())


def rent_from(chain: Walk, what: str, level: Level | None, per: str, start: SpaceRef, n: int) -> float:
    """Return the expected rent of the next `n` throws or turns from a space: sum over h < n of p P^h r."""
    P, _, states = chain.embedded(per)
    cases = path_rents(chain, what, level)
    r = chain.expected(sum((mean for mean, _ in cases), np.zeros(len(chain.paths))) / len(cases))
    begun = [i for i, key in enumerate(chain.states) if key.begun]
    if per == "turn" and begun:  # a turn brings what its later throws do, too
        inside = np.linalg.solve(np.eye(len(begun)) - chain.P[np.ix_(begun, begun)], r[begun])
        r = r + chain.P[:, begun] @ inside
    r, here, total = r[states], chain.start(start)[states], 0.0
    for _ in range(n):
        total += float(here @ r)
        here = here @ P
    return total


def path_rents(chain: Walk, what: str, level: Level | None) -> list[tuple[Matrix, Matrix]]:
    """Return mean and mean square of the rent on each path, for each choice of the deeds owned at this level."""
    spaces = spaces_of(chain, what)
    level = checked_level(chain, spaces[0], level)
    if is_street(chain, spaces[0]) or len(spaces) == 1:
        owned = spaces if len(spaces) > 1 else owned_with(chain, spaces[0], level)
        return [_path_rents(chain, position(chain, owned, level), spaces)]
    return [_path_rents(chain, position(chain, part, level), part) for part in combinations(spaces, int(level))]


def _path_rents(chain: Walk, s: State, paying: tuple[int, ...]) -> tuple[Matrix, Matrix]:
    means, squares = np.zeros(len(chain.paths)), np.zeros(len(chain.paths))
    known: dict[Arrival, tuple[float, float]] = {}
    for i, path in enumerate(chain.paths):
        mean = spread = 0.0
        for arrival in path.arrivals:
            if arrival.space in paying and not arrival.held:
                if arrival not in known:
                    known[arrival] = rent_moments(chain, s, arrival)
                m, square = known[arrival]
                mean, spread = mean + m, spread + square - m**2
        means[i], squares[i] = mean, spread + mean**2
    return means, squares


def rent_moments(chain: Walk, s: State, arrival: Arrival) -> tuple[float, float]:
    """Return mean and mean square of the rent for coming to a deed, over a throw of its own where it has one."""
    rents = possible_rents(chain, s, arrival)
    return float(sum(x * share for x, share in rents)), float(sum(x * x * share for x, share in rents))


def possible_rents(chain: Walk, s: State, arrival: Arrival) -> list[tuple[int, float]]:
    """Return each rent that coming to a deed can cost, with its probability."""
    t, q, times = chain.tables, arrival.space, arrival.times
    sums = [(arrival.thrown, 1.0)]
    if needs_throw(t, q, times):
        sums = list(dice_sums(chain).items())
    rents = [(int(rent_due(s, t, q, times, thrown)), share) for thrown, share in sums]
    return list(paid_or_avoided(chain, q, rents)) if t.o_detour else rents


def paid_or_avoided(chain: Walk, q: int, rents: list[tuple[int, float]]) -> Iterator[tuple[int, float]]:
    """Yield what the owner gets where the option `detour` is on: the price, or nothing if the detour is cheaper.

    Owners who name a toll name the one that brings most, found once for a chain.
    """
    t = chain.tables
    for x, share in rents:
        price = chain._once(("toll", q), lambda: int(best_toll(t, q))) if x and t.o_detour_toll else x
        paid = detours_at_least(t, price) / detour_count(t)
        yield price, share * paid
        yield 0, share * (1 - paid)


def owner_income(chain: Walk, q: int, level: Level) -> float:
    """Return the rent per throw of one opponent that the owner of a deed keeps after taxes on rents and sites."""
    t, s = chain.tables, position(chain, owned_with(chain, q, level), level)
    return float(
        sum(
            mass * share * (x - withheld_from(t, q, x))
            for arrival, mass in chain.arrivals_at.get(q, {}).items()
            for x, share in possible_rents(chain, s, arrival)
        )
    )


def deed_incomes(edition: Edition, options: Mapping[str, object]) -> list[int]:
    """Return the table `Tables.income` of an edition: thousandths a turn of one opponent, by space and level.

    They are the exact long-run rents of the board's chain, less taxes on rents and sites. Raises StrategyError where
    no chain can be made under these options.
    """
    try:
        chain = Walk(edition, options=options)
    except ChainError as refused:
        raise StrategyError(say("strategy_error.no_income", problem=refused)) from refused
    found = [0] * (chain.tables.spaces * RENTS)
    for q in range(chain.tables.spaces):
        if chain.tables.group[q] < 0:
            continue
        for level in levels_of(chain, q):
            place = BARE_SET if level == SET else int(level) - (not is_street(chain, q))
            income = owner_income(chain, q, level) * chain.throws_per_turn
            found[q * RENTS + place] = round(THOUSAND * income)
    return found


def dice_sums(chain: Walk) -> dict[int, float]:
    """Return the distribution of the sum of the dice of movement."""
    t = chain.tables
    faces = t.weight[: t.o_move_sides]
    sums = {0: 1.0}
    for _ in range(t.o_move_dice):
        following: dict[int, float] = {}
        for total, share in sums.items():
            for face, weight in enumerate(faces, 1):
                following[total + face] = following.get(total + face, 0.0) + share * weight / sum(faces)
        sums = following
    return sums


def owned_with(chain: Walk, q: int, level: Level) -> tuple[int, ...]:
    """Return the deeds that the owner of `q` has at a level: the site alone, the set, or so many of the group."""
    group = chain.edition.groups[chain.tables.group[q]].spaces
    if is_street(chain, q):
        return (q,) if level == 0 else group
    return (q, *[m for m in group if m != q][: int(level) - 1])


def position(chain: Walk, owned: tuple[int, ...], level: Level) -> State:
    """Return a position in which one seat owns these deeds, streets built up to the level."""
    s = empty(chain.tables, 2)
    for q in owned:
        s.owner[q] = 1
        s.level[q] = level if is_street(chain, q) and isinstance(level, int) else 0
    return s


def building_cost(chain: Walk, q: int, level: Level) -> int:
    """Return what the last building of a level costs on a street; 0 for the site and the set."""
    if level in (0, SET):
        return 0
    return int(chain.tables.hotel_cost[q] if level == HOTEL else chain.tables.house_cost[q])


def steps_of(chain: Walk, spaces: tuple[int, ...]) -> Iterator[tuple[Level, float, float]]:
    """Yield level after level of owning and building up deeds: (level, its extra cost, the rent after it)."""
    levels = levels_of(chain, spaces[0])
    prices = sum(chain.tables.price[q] for q in spaces)
    if is_street(chain, spaces[0]) and len(spaces) > 1:
        levels = levels[1:]  # the whole group is bought first
    for level in levels:
        cost: float
        if is_street(chain, spaces[0]):
            bought = prices if level == levels[0] else 0
            cost = bought + sum(building_cost(chain, q, level) for q in spaces)
        else:
            cost = prices / len(spaces) if len(spaces) > 1 or level == 1 else 0
        yield level, float(cost), rent_of(chain, spaces, level)


def payback(chain: Walk, what: str) -> "pd.Series[float]":
    """Return the payback of each level, in throws of one opponent: the cost of the level over the rent it adds.

    A street begins with the first house on every site of the unbuilt set; others, and streets on which
    nothing is built, with the first deeds.
    """
    spaces = spaces_of(chain, what)
    found: dict[Level, float] = {}
    before = 0.0
    for level, cost, after in steps_of(chain, spaces):
        if cost and (level not in (0, SET) or not has_buildings(chain)):
            found[level] = cost / (after - before) if after > before else float("inf")
        before = after
    return pd.Series(found, name="throws", dtype=float)


def returns(chain: Walk, what: str, per: str) -> "pd.DataFrame":
    """Return by level: capital laid out so far for deeds and buildings, rent, rent per unit of capital."""
    times = chain.throws_in(per)
    rows, capital = {}, 0.0
    for level, cost, after in steps_of(chain, spaces_of(chain, what)):
        capital += cost
        rows[level] = {"capital": capital, "rent": after * times, "return": after * times / capital}
    return pd.DataFrame.from_dict(rows, orient="index")
