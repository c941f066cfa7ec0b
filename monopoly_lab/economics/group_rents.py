"""Rents of the streets of a board: expected, by number of buildings, and in games in which nothing else happens.

All models of houses start from the first.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from monopoly_lab.common.argument_checks import check_argument
from monopoly_lab.common.errors import ArgumentError
from monopoly_lab.common.messages import say
from monopoly_lab.editions import Edition, load_edition
from monopoly_lab.game import Game
from monopoly_lab.markov import Chain
from monopoly_lab.markov.rent_income import has_buildings, levels_of
from monopoly_lab.players import Strategy

PLENTY = 100_000  # cash of each player where nobody is to run out of it


class OwnedGroup(NamedTuple):
    """A group of streets that one player owns."""

    id: str
    name: str
    sites: int
    cost: int  # of one building on one site
    rents: tuple[float, ...]  # of the whole group, by buildings a site: expected, a turn of one opponent


@check_argument
def group_rents(edition: str | Edition = "classic_us") -> tuple[OwnedGroup, ...]:
    """Return the groups of streets of an edition with their expected rents, in the order of the board.

    Args:
        edition: Edition, or its name.

    Returns:
        The groups, with names in the reader's language. `rents[0]` is that of the unbuilt group under one owner, the
        last one that of hotels; each is what one opponent pays in one turn in the long run, exact, in the money of the
        edition.

    Raises:
        ArgumentError: For an edition without buildings.

    Example:
        >>> from monopoly_lab.economics.group_rents import group_rents
        >>> orange = group_rents("classic_us")[3]
        >>> orange.name, orange.cost, round(orange.rents[3], 2)
        ('orange', 100, 59.35)
    """
    loaded = edition if isinstance(edition, Edition) else load_edition(edition)
    groups = {group.id: group for group in loaded.called().groups}
    return tuple(
        OwnedGroup(id, groups[id].name, len(groups[id].spaces), cost, rents) for id, cost, rents in _rents(loaded)
    )


@lru_cache(maxsize=8)
def _rents(edition: Edition) -> tuple[tuple[str, int, tuple[float, ...]], ...]:
    """Return what does not depend on the reader's language: the id of each group, its cost and its rents."""
    chain = Chain(edition)
    if not has_buildings(chain):
        raise ArgumentError(say("economics.no_buildings", value=edition.id))
    found = []
    for group in chain.edition.groups:
        if group.kind != "street":
            continue
        levels = [level for level in levels_of(chain, group.spaces[0]) if level != 0]
        rents = tuple(chain.rent(group.id, level) * chain.throws_per_turn for level in levels)
        found.append((group.id, chain.tables.house_cost[group.spaces[0]], rents))
    return tuple(found)


def game_of_rents(
    edition: str | Edition,
    players: Sequence[str],
    deeds: Mapping[str, Sequence[str]],
    buildings: Mapping[str, int | str],
    options: Mapping[str, object],
    seed: int,
    strategy: str = "balanced",
) -> Game:
    """Return a game in which nobody buys, builds or trades, and nobody runs out of cash.

    `deeds` by owner, `buildings` by street; `options` have the number of `rounds` and the rule that is looked at.
    """
    quiet = Strategy(strategy, bid=0, build_to=0, trade=0, jail_late="leave")
    start = {"deeds": deeds, "buildings": buildings, "cash": dict.fromkeys(players, PLENTY)}
    options = {**options, "buy": False, "house_rules": True}
    return Game(edition, [(name, quiet) for name in players], options=options, start=start, seed=seed)
