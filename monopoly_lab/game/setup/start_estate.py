"""Read deeds, mortgages and buildings of the table `[start]`; the rest is in `start_reader`."""

from collections.abc import Mapping
from typing import Any

from monopoly_lab.common.messages import resolve_language, say
from monopoly_lab.common.validation_errors import toml_literal
from monopoly_lab.constants import option_value, player_role, space_kind
from monopoly_lab.editions import rulebook_topics
from monopoly_lab.editions.components import in_language
from monopoly_lab.editions.rule_tables import HOTEL, Tables
from monopoly_lab.game.setup.name_lookup import NameLookup
from monopoly_lab.game.setup.start_table import Start, side_by_seat
from monopoly_lab.rules.building import rank


def read_estate(lookup: NameLookup, start: Start, given: Mapping[str, Any]) -> None:
    """Read deeds, mortgages and buildings; note every problem, but none that follows from an unreadable deed."""
    before = lookup.problems.count
    if "deeds" in given:
        _read_deeds(lookup, start, given["deeds"])
    readable = lookup.problems.count == before
    if "mortgaged" in given:
        _read_mortgaged(lookup, start, given["mortgaged"], readable)
    if "buildings" in given:
        refused = _read_buildings(lookup, start, given["buildings"], readable)
        _check_supply(lookup, start)
        if readable:
            for group in lookup.edition.groups:
                built = [q for q in group.spaces if start.level.get(q)]
                if built and refused.isdisjoint(group.spaces):
                    _check_group(lookup, start, group.spaces, built, in_language(group.names, resolve_language()))


def _read_deeds(lookup: NameLookup, start: Start, value: object) -> None:
    for where, p, entry in lookup.by_seat("start.deeds", value):
        for here, name in lookup.problems.items(where, entry):
            q = lookup.deed(here, name)
            if q is None:
                continue
            if q in start.owner:
                owner = lookup.players[start.owner[q]]
                lookup.problems.note(here, "owned_twice", value=lookup.id(q), owner=owner)
            else:
                start.owner[q] = p
                _check_cap(lookup, start, here, q, p)


def _check_cap(lookup: NameLookup, start: Start, place: str, q: int, p: int) -> None:
    """Check the cap of a policy that lets nobody own so many deeds of a group."""
    group = lookup.edition.groups[lookup.t.group[q]]
    n = sum(start.owner.get(m) == p for m in group.spaces)
    if 0 < lookup.t.o_deed_cap < n:
        values: dict[str, Any] = {"owner": lookup.players[p], "n": n, "group": group.name, "most": lookup.t.o_deed_cap}
        lookup.problems.note(place, "over_cap", value=lookup.id(q), **values)


def _read_mortgaged(lookup: NameLookup, start: Start, value: object, readable: bool) -> None:
    for where, name in lookup.problems.items("start.mortgaged", value):
        q = lookup.deed(where, name)
        if q is None:
            continue
        if q in start.mortgaged:
            lookup.problems.note(where, "mortgaged_twice", value=lookup.id(q))
        elif q not in start.owner and readable:
            lookup.problems.note(where, "mortgaged_unowned", value=lookup.id(q))
        elif lookup.t.loan[q] == 0:
            lookup.problems.note(where, "no_loan", value=lookup.id(q))
        else:
            start.mortgaged.append(q)


def _read_buildings(lookup: NameLookup, start: Start, value: object, readable: bool) -> set[int]:
    """Return the spaces whose buildings were refused."""
    refused = set()
    for where, q, entry in lookup.by_deed("start.buildings", value):
        level = _level(lookup, where, entry)
        refused.add(q)
        if level is None:
            continue
        if q in start.level:
            lookup.problems.note(where, "built_twice", value=lookup.id(q))
        elif lookup.t.kind[q] != space_kind.STREET or lookup.t.house_cost[q] == 0:
            lookup.problems.note(where, "not_buildable", value=lookup.id(q))
        elif q not in start.owner and level > 0 and readable:
            lookup.problems.note(where, "built_unowned", value=lookup.id(q))
        else:
            start.level[q] = level
            refused.discard(q)
    return refused


def _level(lookup: NameLookup, place: str, value: object) -> int | None:
    if value == "hotel":
        return HOTEL
    if isinstance(value, str):
        most = lookup.t.o_build_even_maximum
        lookup.problems.note(place, "not_a_level", value=toml_literal(value), most=most, **_building_words(lookup))
        return None
    return lookup.problems.number(place, value, 0, lookup.t.o_build_even_maximum)


def _check_supply(lookup: NameLookup, start: Start) -> None:
    t = lookup.t
    if t.o_shortage_auction == option_value.SHORTAGE_AUCTION_IMPROVISED:
        return
    houses = sum(level for level in start.level.values() if level != HOTEL)
    hotels = sum(level == HOTEL for level in start.level.values())
    called = _building_words(lookup)
    if houses > t.o_components_houses:
        lookup.problems.note("start.buildings", "too_many_houses", value=houses, most=t.o_components_houses, **called)
    if hotels > t.o_components_hotels:
        lookup.problems.note("start.buildings", "too_many_hotels", value=hotels, most=t.o_components_hotels, **called)


def _check_group(lookup: NameLookup, start: Start, sites: tuple[int, ...], built: list[int], group: str) -> None:
    """Check a group with buildings: complete, free of mortgages, evenly built, as far as the rules keep it so."""
    t = lookup.t
    place = f"start.buildings.{lookup.id(built[0])}"
    owner = start.owner.get(built[0])
    for q in built:
        if q in start.mortgaged:
            lookup.problems.note(f"start.buildings.{lookup.id(q)}", "built_mortgaged", value=lookup.id(q))
    if t.o_build_condition_full_group and t.o_trade_buildings == option_value.TRADE_BUILDINGS_GROUP_CLEAR:
        lacking = [lookup.id(q) for q in sites if start.owner.get(q) != owner]
        if lacking:
            lookup.problems.note(place, "group_incomplete", group=group, lacking=", ".join(lacking))
    if t.o_mortgage_blocks and t.o_mortgage_condition == option_value.MORTGAGE_CONDITION_GROUP_CLEAR:
        mortgaged = [lookup.id(q) for q in sites if q in start.mortgaged and q not in built]
        if mortgaged:
            lookup.problems.note(place, "group_mortgaged", group=group, mortgaged=", ".join(mortgaged))
    _check_house_limit(lookup, start, built, owner)
    own = [q for q in sites if start.owner.get(q) == owner]
    heights = [_height(t, start.level.get(q, 0)) for q in own]
    if t.o_build_even and t.o_sell_even and max(heights) - min(heights) > 1:
        levels = ", ".join(f"{lookup.id(q)} {_level_text(lookup, start.level.get(q, 0))}" for q in own)
        lookup.problems.note(place, "uneven", group=group, levels=levels)


def _check_house_limit(lookup: NameLookup, start: Start, built: list[int], owner: int | None) -> None:
    """Check that a monopolist's site takes fewer houses than a competitor's."""
    t = lookup.t
    if t.o_roles_sides and owner is not None and side_by_seat(t, len(lookup.players))[owner] == player_role.MONOPOLIST:
        for q in built:
            if t.o_roles_houses < start.level[q] < HOTEL:
                place = f"start.buildings.{lookup.id(q)}"
                lookup.problems.note(place, "out_of_range", value=start.level[q], low=0, high=t.o_roles_houses)


def _height(t: Tables, level: int) -> int:
    """Return the buildings on a site; a hotel that asks for nothing of the other sites is no higher than its houses."""
    if level == HOTEL and t.o_hotel_need == option_value.HOTEL_NEED_ON_SITE:
        return int(t.o_build_even_maximum)
    return int(rank(t.o_build_even_maximum, level))


def _level_text(lookup: NameLookup, level: int) -> str:
    return say("lot.hotel_short", "", **_building_words(lookup)) if level == HOTEL else str(level)


def _building_words(lookup: NameLookup) -> dict[str, Any]:
    """Return what houses, hotels and sites are called on this board."""
    return dict(rulebook_topics.terms(lookup.edition.rulebook, lookup.edition.words))
