"""Make positions from a start table, from which a game can be played."""

from collections.abc import Mapping, Sequence
from typing import Any

from monopoly_lab.common.file_access import folded
from monopoly_lab.common.messages import say, spoken
from monopoly_lab.common.validation_errors import Problems, shown
from monopoly_lab.constants import option_value, payer_account, player_role, space_kind, task
from monopoly_lab.editions import Edition, rulebook_topics
from monopoly_lab.editions.components import in_language
from monopoly_lab.editions.rule_tables import HOTEL, Tables
from monopoly_lab.game.setup.name_lookup import Names
from monopoly_lab.game.setup.start_reader import put_tokens, read_table
from monopoly_lab.game.setup.start_table import Start, sides
from monopoly_lab.rules.agenda import then
from monopoly_lab.rules.bosses import lay_stack
from monopoly_lab.rules.building import rank
from monopoly_lab.rules.characters import is_party
from monopoly_lab.rules.state import State, empty
from monopoly_lab.rules.turn import start_cash


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


def position(edition: Edition, tables: Tables, players: Sequence[str], start: Mapping[str, Any]) -> State:
    """Return the position a start table describes; its next task is the turn of the seat named there.

    Raises SavedGameError with everything that is wrong with the table.
    """
    problems = Problems("")
    read = read_start(Names(edition, tables, tuple(players), problems), start)
    problems.raise_if_any()
    return built(tables, len(players), read)


def read_start(names: Names, given: Mapping[str, Any]) -> Start:
    """Return the table in numbers; every problem is noted, and what cannot be read is left out."""
    t = names.t
    start = Start()
    start.cash = dict.fromkeys(range(len(names.players)), start_cash(t, len(names.players)))
    start.cash[payer_account.JACKPOT] = t.o_jackpot_setup
    start.at = dict.fromkeys(range(len(names.players) * names.tokens), max(t.go, 0))
    read_table(names, start, given)
    read_estate(names, start, given)
    _bankrupt_have_nothing(names, start, given)
    return start


def _bankrupt_have_nothing(names: Names, start: Start, given: Mapping[str, Any]) -> None:
    """Refuse what the file gives a bankrupt player, who has handed over everything."""
    for p in start.out:
        start.cash[p] = 0
        for part in ("cash", "deeds", "cards", "jail", "loans"):
            table = given.get(part)
            for name, entry in table.items() if isinstance(table, Mapping) else ():
                if folded(name) == folded(names.players[p]) and entry not in (0, []):
                    names.problems.note(f"start.{part}.{name}", "bankrupt_has", value=shown(entry), player=name)


def built(t: Tables, seats: int, start: Start) -> State:
    """Return the state for a start that has been checked; all accounts together hold 0."""
    s = empty(t, seats)
    if t.o_roles_sides:
        s.role[:seats] = sides(t, seats)
    for p, x in start.cash.items():
        s.cash[p] = x
    s.cash[payer_account.BANK] = -sum(start.cash.values())
    for n, p in enumerate(start.out):
        s.out[p] = n + 1
    s.bankruptcies = len(start.out)
    for p, x in start.loans.items():
        s.loan[p] = x
    for p, n in start.missed.items():
        s.missed[p] = n
    for p in start.speed:
        s.speed[p] = 1
    for k, q in start.at.items():
        s.at[k] = q
    for k, tries in start.jail.items():
        s.jail[k] = tries + 1
    for q, p in start.owner.items():
        s.owner[q] = p
    for q in start.mortgaged:
        s.mortgaged[q] = 1
    _put_buildings(s, start)
    _lay_piles(s, t, start)
    lay_stack(s, t)
    put_tokens(s, s.tokens // seats, is_party(s, t), start)
    _set_turn(s, start)
    return s


def _put_buildings(s: State, start: Start) -> None:
    for q, level in start.level.items():
        s.level[q] = level
        if level == HOTEL:
            s.hotels -= 1
        else:
            s.houses -= level


def _lay_piles(s: State, t: Tables, start: Start) -> None:
    for c, p in start.holder.items():
        s.card_seat[c] = p
        if t.o_decks == option_value.DECKS_PILES:
            s.unseen[c] = 0
    for deck, cards in start.piles.items():
        for n, c in enumerate(cards):
            s.pile[t.deck_first[deck] + n] = c
            s.unseen[c] = 0
        s.known[deck] = len(cards)


def _set_turn(s: State, start: Start) -> None:
    """Set the turn as after the turn of the seat before: the first turn here begins its round."""
    s.first = start.first
    s.mover = (start.turn - 1) % s.seats
    s.round = start.round - 1
    then(s, task.TURN, 0, 0, 0, 0)
