"""Read deeds, mortgages and buildings of the table `[start]`; the rest is in `start_reader`."""

from collections.abc import Mapping
from typing import Any

from monopoly_lab.common.messages import say, spoken
from monopoly_lab.common.validation_errors import shown
from monopoly_lab.constants import option_value, player_role, space_kind
from monopoly_lab.editions import rulebook_topics
from monopoly_lab.editions.components import in_language
from monopoly_lab.editions.rule_tables import HOTEL, Tables
from monopoly_lab.game.setup.name_lookup import Names
from monopoly_lab.game.setup.start_table import Start, sides
from monopoly_lab.rules.building import rank


def read_estate(names: Names, start: Start, given: Mapping[str, Any]) -> None:
    """Read deeds, mortgages and buildings; note every problem, but none that follows from an unreadable deed."""
    before = len(names.problems.problems)
    if "deeds" in given:
        _read_deeds(names, start, given["deeds"])
    readable = len(names.problems.problems) == before
    if "mortgaged" in given:
        _read_mortgaged(names, start, given["mortgaged"], readable)
    if "buildings" in given:
        refused = _read_buildings(names, start, given["buildings"], readable)
        _check_supply(names, start)
        for group in names.edition.groups if readable else ():
            built = [q for q in group.spaces if start.level.get(q)]
            if built and refused.isdisjoint(group.spaces):
                _check_group(names, start, group.spaces, built, in_language(group.names, spoken()))


def _read_deeds(names: Names, start: Start, value: object) -> None:
    for where, p, entry in names.by_seat("start.deeds", value):
        for here, name in names.problems.items(where, entry):
            q = names.deed(here, name)
            if q is None:
                continue
            if q in start.owner:
                owner = names.players[start.owner[q]]
                names.problems.note(here, "owned_twice", value=names.id(q), owner=owner)
            else:
                start.owner[q] = p
                _check_cap(names, start, here, q, p)


def _check_cap(names: Names, start: Start, place: str, q: int, p: int) -> None:
    """Check the cap of a policy that lets nobody own so many deeds of a group."""
    group = names.edition.groups[names.t.group[q]]
    n = sum(start.owner.get(m) == p for m in group.spaces)
    if 0 < names.t.o_deed_cap < n:
        values: dict[str, Any] = {"owner": names.players[p], "n": n, "group": group.name, "most": names.t.o_deed_cap}
        names.problems.note(place, "over_cap", value=names.id(q), **values)


def _read_mortgaged(names: Names, start: Start, value: object, readable: bool) -> None:
    for where, name in names.problems.items("start.mortgaged", value):
        q = names.deed(where, name)
        if q is None:
            continue
        if q in start.mortgaged:
            names.problems.note(where, "mortgaged_twice", value=names.id(q))
        elif q not in start.owner and readable:
            names.problems.note(where, "mortgaged_unowned", value=names.id(q))
        elif names.t.loan[q] == 0:
            names.problems.note(where, "no_loan", value=names.id(q))
        else:
            start.mortgaged.append(q)


def _read_buildings(names: Names, start: Start, value: object, readable: bool) -> set[int]:
    """Return the spaces whose buildings were refused."""
    refused = set()
    for where, q, entry in names.by_deed("start.buildings", value):
        level = _level(names, where, entry)
        refused.add(q)
        if level is None:
            continue
        if q in start.level:
            names.problems.note(where, "built_twice", value=names.id(q))
        elif names.t.kind[q] != space_kind.STREET or names.t.house_cost[q] == 0:
            names.problems.note(where, "not_buildable", value=names.id(q))
        elif q not in start.owner and level > 0 and readable:
            names.problems.note(where, "built_unowned", value=names.id(q))
        else:
            start.level[q] = level
            refused.discard(q)
    return refused


def _level(names: Names, place: str, value: object) -> int | None:
    if value == "hotel":
        return HOTEL
    if isinstance(value, str):
        most = names.t.o_build_even_maximum
        names.problems.note(place, "not_a_level", value=shown(value), most=most, **_called(names))
        return None
    return names.problems.number(place, value, 0, names.t.o_build_even_maximum)


def _check_supply(names: Names, start: Start) -> None:
    t = names.t
    if t.o_shortage_auction == option_value.SHORTAGE_AUCTION_IMPROVISED:
        return
    houses = sum(level for level in start.level.values() if level != HOTEL)
    hotels = sum(level == HOTEL for level in start.level.values())
    called = _called(names)
    if houses > t.o_components_houses:
        names.problems.note("start.buildings", "too_many_houses", value=houses, most=t.o_components_houses, **called)
    if hotels > t.o_components_hotels:
        names.problems.note("start.buildings", "too_many_hotels", value=hotels, most=t.o_components_hotels, **called)


def _check_group(names: Names, start: Start, sites: tuple[int, ...], built: list[int], group: str) -> None:
    """Check a group with buildings: complete, free of mortgages, evenly built, as far as the rules keep it so."""
    t = names.t
    place = f"start.buildings.{names.id(built[0])}"
    owner = start.owner.get(built[0])
    for q in built:
        if q in start.mortgaged:
            names.problems.note(f"start.buildings.{names.id(q)}", "built_mortgaged", value=names.id(q))
    if t.o_build_condition_full_group and t.o_trade_buildings == option_value.TRADE_BUILDINGS_GROUP_CLEAR:
        lacking = [names.id(q) for q in sites if start.owner.get(q) != owner]
        if lacking:
            names.problems.note(place, "group_incomplete", group=group, lacking=", ".join(lacking))
    if t.o_mortgage_blocks and t.o_mortgage_condition == option_value.MORTGAGE_CONDITION_GROUP_CLEAR:
        mortgaged = [names.id(q) for q in sites if q in start.mortgaged and q not in built]
        if mortgaged:
            names.problems.note(place, "group_mortgaged", group=group, mortgaged=", ".join(mortgaged))
    _check_limit(names, start, built, owner)
    own = [q for q in sites if start.owner.get(q) == owner]
    heights = [_height(t, start.level.get(q, 0)) for q in own]
    if t.o_build_even and t.o_sell_even and max(heights) - min(heights) > 1:
        levels = ", ".join(f"{names.id(q)} {_level_text(names, start.level.get(q, 0))}" for q in own)
        names.problems.note(place, "uneven", group=group, levels=levels)


def _check_limit(names: Names, start: Start, built: list[int], owner: int | None) -> None:
    """Check that a monopolist's site takes fewer houses than a competitor's."""
    t = names.t
    if t.o_roles_sides and owner is not None and sides(t, len(names.players))[owner] == player_role.MONOPOLIST:
        for q in built:
            if t.o_roles_houses < start.level[q] < HOTEL:
                place = f"start.buildings.{names.id(q)}"
                names.problems.note(place, "out_of_range", value=start.level[q], low=0, high=t.o_roles_houses)


def _height(t: Tables, level: int) -> int:
    """Return the buildings on a site; a hotel that asks for nothing of the other sites is no higher than its houses."""
    if level == HOTEL and t.o_hotel_need == option_value.HOTEL_NEED_ON_SITE:
        return int(t.o_build_even_maximum)
    return int(rank(t.o_build_even_maximum, level))


def _level_text(names: Names, level: int) -> str:
    return say("lot.hotel_short", "", **_called(names)) if level == HOTEL else str(level)


def _called(names: Names) -> dict[str, Any]:
    """Return what houses, hotels and sites are called on this board."""
    return dict(rulebook_topics.terms(names.edition.rulebook, names.edition.words))
