"""Rents on the chain: what a deed brings per throw of one opponent, and when it has paid for itself."""

from typing import TYPE_CHECKING

from monopoly_lab.codes import kind
from monopoly_lab.errors import ChainError, UnknownName
from monopoly_lab.messages import say
from monopoly_lab.rules.rent import needs_throw, rent_due
from monopoly_lab.rules.state import State, empty
from monopoly_lab.rules.tables import HOTEL

if TYPE_CHECKING:
    import pandas as pd

    from monopoly_lab.chain.chain import Chain

SET = "set"  # the whole group, unbuilt


def spaces_of(chain: "Chain", what: str) -> tuple[int, ...]:
    """The deeds meant by a group or a space; ChainError for anything else."""
    for group in chain.edition.groups:
        if what.casefold() in {group.id, *(name.casefold() for name in group.names.values())}:
            return group.spaces
    try:
        q = chain.edition.space(what)
    except UnknownName:
        q = -1
    if q < 0 or not chain.edition.spaces[q].is_deed:
        raise ChainError(say("chain.unknown_what", value=what, edition=chain.edition.id))
    return (q,)


def levels_of(chain: "Chain", q: int) -> list[int | str]:
    """The levels of a deed: a street's site, set, houses, hotel (5); by number owned for the others."""
    t = chain.tables
    if t.kind[q] == kind.STREET:
        return [0, SET, *range(1, t.o_build_even_maximum + 1), HOTEL]
    return list(range(1, t.group_size[t.group[q]] + 1))


def rent(chain: "Chain", what: str, level: int | str) -> float:
    """Expected rent per throw of one opponent, summed over the deeds of a group."""
    return sum(_rent(chain, q, level) for q in spaces_of(chain, what))


def _rent(chain: "Chain", q: int, level: int | str) -> float:
    known = levels_of(chain, q)
    if level not in known or isinstance(level, bool):
        name = chain.edition.spaces[q].name
        raise ChainError(say("chain.unknown_level", value=repr(level), space=name, known=", ".join(map(str, known))))
    s = position(chain, q, level)
    total = 0.0
    for arrival, mass in chain.arrivals().items():
        if arrival.space == q and not arrival.held:
            total += mass * _rent_of(chain, s, q, arrival.times, arrival.thrown)
    return total


def _rent_of(chain: "Chain", s: State, q: int, times: int, thrown: int) -> float:
    """The rent by the rules; over all throws where the rent has a throw of its own."""
    t = chain.tables
    if not needs_throw(t, q, times):
        return float(rent_due(s, t, q, times, thrown))
    return sum(share * rent_due(s, t, q, times, total) for total, share in dice_sums(chain).items())


def dice_sums(chain: "Chain") -> dict[int, float]:
    """The law of the sum of the dice of movement."""
    t = chain.tables
    whole = sum(t.weight[: t.o_move_sides])
    sums = {0: 1.0}
    for _ in range(t.o_move_dice):
        following: dict[int, float] = {}
        for total, share in sums.items():
            for face in range(t.o_move_sides):
                key = total + face + 1
                following[key] = following.get(key, 0.0) + share * t.weight[face] / whole
        sums = following
    return sums


def position(chain: "Chain", q: int, level: int | str) -> State:
    """A position in which one seat owns what the level says."""
    t = chain.tables
    s = empty(t, 2)
    group = chain.edition.groups[t.group[q]].spaces
    if t.kind[q] == kind.STREET:
        owned = (q,) if level == 0 else group
        for m in owned:
            s.owner[m] = 1
            s.level[m] = level if isinstance(level, int) else 0
    else:
        assert isinstance(level, int)
        for m in [q, *(m for m in group if m != q)][:level]:
            s.owner[m] = 1
    return s


def payback(chain: "Chain", what: str) -> "pd.Series[float]":
    """Money laid out for a level, over the rent it adds, in throws of one opponent; by level.

    For streets from the unbuilt set on: the first figure is that of one house on every site.
    """
    import pandas as pd

    spaces = spaces_of(chain, what)
    t = chain.tables
    found: dict[int | str, float] = {}
    levels = levels_of(chain, spaces[0])
    if t.kind[spaces[0]] == kind.STREET:
        levels = levels[1:]
        for below, level in zip(levels, levels[1:]):
            cost = sum(t.hotel_cost[q] if level == HOTEL else t.house_cost[q] for q in spaces)
            found[level] = cost / (rent(chain, what, level) - rent(chain, what, below))
    else:
        for n in levels:
            share = sum(rent(chain, chain.edition.spaces[q].id, n) for q in spaces) / len(spaces) * int(n)
            found[n] = sum(t.price[q] for q in spaces) / len(spaces) * int(n) / share
    return pd.Series(found, name="throws")
