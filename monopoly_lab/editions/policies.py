"""Policies that differ by seat or by group, and the figures that the rules read for all policies.

Given among the options of a game, beside the options of the rules:

    salaries = [400, 275, 175, 100]       # by seat, one for each, as in the next two
    dice = [2, 2, 1, 1]                   # thrown to move
    roles = ["monopolist", "competitor"]  # sides, where there are any: somebody on each
    rent_scale = 50                       # percent of the printed rents; by group {orange = 50, utility = 0}
    rent_cap = {orange = 200}             # no rent of the group is higher; or one number for all
    damage = {orange = "red"}             # buildings on red lower the rents of orange, as `damage.percent` says

No edition has any of them; sides are otherwise chosen at the table. Scaled rents are rounded down, caps count
last, also for what a whole group doubles.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from monopoly_lab.common.validation_errors import ValidationErrors, toml_literal
from monopoly_lab.constants import codes, player_role, space_kind
from monopoly_lab.editions.content import Contents
from monopoly_lab.editions.options import MOST_AMOUNT, Value
from monopoly_lab.editions.rule_tables import RENTS, SEATS

BESIDE_SPEED_DIE = 2  # dice that it is thrown with
SALARIES, DICE, ROLES, RENT_SCALE, RENT_CAP = "salaries", "dice", "roles", "rent_scale", "rent_cap"
DAMAGE, DAMAGE_PERCENT = "damage", "damage.percent"
BY_SEAT = {SALARIES: (0, MOST_AMOUNT), DICE: (1, 3)}  # the least and the greatest number
BY_GROUP = {RENT_SCALE: (0, 1_000), RENT_CAP: (0, MOST_AMOUNT)}
POLICIES = (*BY_SEAT, ROLES, *BY_GROUP, DAMAGE)
SIDES = {name: code for name, code in codes(player_role).items() if code != player_role.NONE}
NO_CAP = 1_000_000_000
TAXES = ("taxes.wealth", "taxes.rents", "taxes.sites")
WEALTH = ("salary.progressive", "taxes.wealth")  # options that go by what a seat is worth in money


class Policy(NamedTuple):
    """Numbers by seat, as many as were given, and by group id."""

    salaries: tuple[int, ...] = ()
    dice: tuple[int, ...] = ()
    rent_scale: Mapping[str, int] = {}
    rent_cap: Mapping[str, int] = {}
    roles: tuple[int, ...] = ()
    damage: Mapping[str, str] = {}


def policies_in(edition: Contents, given: Mapping[str, object], found: ValidationErrors) -> Policy:
    """Return the policies among the options of a game; what cannot be is noted and left out."""
    seats = [_read_by_seat(name, given[name], found) if name in given else () for name in BY_SEAT]
    groups = [_read_by_group(name, given[name], edition, found) if name in given else {} for name in BY_GROUP]
    sides = _sides(given[ROLES], found) if ROLES in given else ()
    damage = _damage(given[DAMAGE], edition, found) if DAMAGE in given else {}
    return Policy(seats[0], seats[1], groups[0], groups[1], sides, damage)


def _damage(value: object, edition: Contents, found: ValidationErrors) -> dict[str, str]:
    """Return which group's buildings damage the rents of which: by the harmed group, the one that harms it."""
    if not isinstance(value, Mapping):
        found.add(DAMAGE, "shape_table", value=toml_literal(value))
        return {}
    known = [group.id for group in edition.groups]
    built = [group.id for group in edition.groups if all(edition.spaces[q].house for q in group.spaces)]
    pairs: dict[str, str] = {}
    for harmed, by in value.items():
        place = f"{DAMAGE}.{harmed}"
        if harmed not in known:
            found.add(place, "unknown_groups", value=harmed, known=known)
        elif by not in built:
            found.add(place, "no_built_group", value=toml_literal(by), known=built)
        elif by == harmed:
            found.add(place, "damage_to_itself", value=harmed)
        else:
            pairs[str(harmed)] = str(by)
    return pairs


def _read_by_seat(name: str, value: object, found: ValidationErrors) -> tuple[int, ...]:
    if not isinstance(value, list | tuple):
        found.add(name, "shape_list", value=toml_literal(value))
        return ()
    if len(value) > SEATS:
        found.add(name, "too_many_seats", value=len(value), most=SEATS)
    return tuple(x for i, x in enumerate(value) if _is_in_range(f"{name}[{i}]", x, *BY_SEAT[name], found))


def _sides(value: object, found: ValidationErrors) -> tuple[int, ...]:
    """Return the side of each seat as its code."""
    if not isinstance(value, list | tuple):
        found.add(ROLES, "shape_list", value=toml_literal(value))
        return ()
    if len(value) > SEATS:
        found.add(ROLES, "too_many_seats", value=len(value), most=SEATS)
    for i, name in enumerate(value):
        if not isinstance(name, str) or name not in SIDES:
            found.add(f"{ROLES}[{i}]", "unknown_role", value=name, known=SIDES)
    return tuple(SIDES[name] for name in value if isinstance(name, str) and name in SIDES)


def note_misfits(options: Mapping[str, object], seats: int, place: str, found: ValidationErrors) -> None:
    """Note lists by seat that are not of a game with so many seats, or that leave a side without anybody."""
    for name in (*BY_SEAT, ROLES):
        given = options.get(name)
        if not isinstance(given, list | tuple):
            continue
        if len(given) != seats:
            found.add(place + name, "not_by_seat", seats=seats, value=len(given))
        elif name == ROLES and len(set(given)) < len(SIDES):
            found.add(place + name, "one_side", value=given[0])


def _read_by_group(name: str, value: object, edition: Contents, found: ValidationErrors) -> dict[str, int]:
    known = [group.id for group in edition.groups]
    if not isinstance(value, Mapping):
        return dict.fromkeys(known, value) if _is_in_range(name, value, *BY_GROUP[name], found) else {}  # type: ignore[arg-type]
    for group in value:
        if group not in known:
            found.add(f"{name}.{group}", "unknown_groups", value=group, known=known)
    pairs = {group: x for group, x in value.items() if group in known}
    return {group: x for group, x in pairs.items() if _is_in_range(f"{name}.{group}", x, *BY_GROUP[name], found)}


def _is_in_range(place: str, value: object, low: int, high: int, found: ValidationErrors) -> bool:
    """Return True for a whole number in the range; else the reason is noted."""
    if isinstance(value, bool) or not isinstance(value, int):
        found.add(place, "not_a_number", value=toml_literal(value))
    elif not low <= value <= high:
        found.add(place, "out_of_range", value=value, low=low, high=high)
    else:
        return True
    return False


def contradictions(values: Mapping[str, Value | None], policies: Policy, found: ValidationErrors) -> None:
    """Note policies that a game with these options cannot have."""
    if values["deed_cap"]:
        for key, way_out in (("deal.deeds", "0"), ("buy.duty", "false")):
            if values[key]:
                found.add("deed_cap", "cap_against", value=values["deed_cap"], option=key, other=way_out)
    wealthy = [key for key in WEALTH if values[key]] + ["taxes.to"] * (values["taxes.to"] == "poorest")
    if values["scoring.coins"]:
        for key in wealthy:
            found.add(key, "policy_of_points", value=key)
    if values["detour.toll"] and not values["detour"]:
        found.add("detour.toll", "toll_without_detour")
    if policies.roles and not values["roles.sides"]:
        found.add(ROLES, "no_roles")
    sides, faces = int(values["move.sides"] or 0), max(policies.dice, default=0)
    if sides**faces > 512:
        found.add(DICE, "too_many_throws", value=sides**faces, most=512)
    if values["speed_die"] != "none" and any(n != BESIDE_SPEED_DIE for n in policies.dice):
        found.add(DICE, "speed_die_dice", value=toml_literal(list(policies.dice)), n=faces)


def note_idle_options(
    edition: Contents,
    policies: Policy,
    chosen: Mapping[str, Value],
    values: Mapping[str, Value | None],
    found: ValidationErrors,
) -> None:
    """Note chosen options that have nothing to act on: auctions, buildings or mortgages that never come, no tax."""
    builds = any(space.house for space in edition.spaces)
    bankrupts = values["bankrupt_bank"] == "auction_all" and values["end_bankruptcies"] != 1
    if not (values["auction"] or bankrupts or (builds and values["shortage_auction"] == "contested")):
        _note_idle(("auction.by",), "english", "no_auctions", chosen, found)
    if not builds:
        _note_idle(("components.houses", "components.hotels", "loans.building"), 0, "no_buildings", chosen, found)
    if not any(space.mortgage for space in edition.spaces):
        _note_idle(("mortgage_condition.share",), 100, "no_mortgages", chosen, found)
    if policies.damage and not values[DAMAGE_PERCENT]:
        found.add(DAMAGE, "damage_of_nothing", option=DAMAGE_PERCENT)
    if not policies.damage:
        _note_idle((DAMAGE_PERCENT,), 0, "no_damage", chosen, found)
        _note_idle(("damage.from",), 4, "no_damage", chosen, found)
    if values["basic_income"] and values["basic_income.from"] == "funded" and not any(values[key] for key in TAXES):
        _note_idle(("basic_income.from",), "printed", "no_funds", chosen, found)


def _note_idle(
    keys: tuple[str, ...], off: Value, why: str, chosen: Mapping[str, Value], found: ValidationErrors
) -> None:
    for key in keys:
        if chosen.get(key, off) != off:
            found.add(key, why, value=key)


def enact(t: Any, edition: Contents, policies: Policy) -> None:
    """Set the fields of policies in tables whose board and options are set."""
    t.salary_of = _fill_seats(policies.salaries, t.o_salary)
    t.dice_of = _fill_seats(policies.dice, t.o_move_dice)
    t.role_of = _fill_seats(policies.roles, player_role.NONE)
    t.salaries = int(bool(policies.salaries) or t.o_salary_progressive > 0)
    t.levies = int(t.o_taxes_wealth > 0 or t.o_basic_income > 0)
    t.withheld = int(t.o_taxes_rents > 0 or t.o_taxes_sites > 0)
    t.levies |= t.withheld
    if t.o_mortgage_condition_share != 100:
        t.loan = [x * t.o_mortgage_condition_share // 100 for x in t.loan]
        t.printed_redemption = [x * t.o_mortgage_condition_share // 100 for x in t.printed_redemption]
    groups = [group.id for group in edition.groups]
    t.harmed_by = [-1] * len(t.harmed_by)
    for harmed, by in policies.damage.items():
        t.harmed_by[groups.index(harmed)] = groups.index(by)
    t.damages = int(bool(policies.damage) and t.o_damage_percent > 0)
    printed = list(t.rent)
    t.rent_scale, t.rent_most = [100] * t.spaces, [NO_CAP] * t.spaces
    for group in edition.groups:
        for q in group.spaces:
            _control_rents(t, q, policies.rent_scale.get(group.id, 100), policies.rent_cap.get(group.id, NO_CAP))
    t.worth = [_price_by_rents(t, q, printed) for q in range(t.spaces)]


def _fill_seats(given: tuple[int, ...], usual: int) -> list[int]:
    return [*given, *[usual] * (SEATS - len(given))]


def _control_rents(t: Any, q: int, scale: int, most: int) -> None:
    """Scale and cap the rents of space `q`; those of utilities, multiples of a throw, are scaled when they fall due."""
    t.rent_scale[q], t.rent_most[q] = scale, most
    if t.kind[q] != space_kind.UTILITY:
        for i in range(q * RENTS, q * RENTS + RENTS):
            t.rent[i] = min(t.rent[i] * scale // 100, most)
            t.monopoly_rent[i] = min(t.monopoly_rent[i] * scale // 100, most)


THROW = 7  # the mean of two dice


def _price_by_rents(t: Any, q: int, printed: list[int]) -> int:
    """Return the price of a deed as its rents due to the owner are to the printed ones, at all levels together.

    How often somebody comes is the same with and without a policy on rents, and cancels out: expected rents are to
    each other as the rents are.
    """
    rents = range(q * RENTS, q * RENTS + RENTS)
    usual = sum(printed[i] for i in rents)
    if t.group[q] < 0 or usual == 0:
        return int(t.price[q])
    due = sum(_rent_kept(t, q, i, printed) for i in rents if printed[i])
    return int(t.price[q]) * due // (usual * 100 * (THROW if t.kind[q] == space_kind.UTILITY else 1))


def _rent_kept(t: Any, q: int, i: int, printed: list[int]) -> int:
    """Return what the owner keeps of the rent `i`, in hundredths of the edition's money."""
    x = t.rent[i]
    if t.kind[q] == space_kind.UTILITY:
        x = min(printed[i] * THROW * t.rent_scale[q] // 100, t.rent_most[q])
    site = min(x, t.rent[q * RENTS]) if t.kind[q] == space_kind.STREET else x
    site_tax = site * t.o_taxes_sites
    return int((x * 100 - site_tax) * (100 - t.o_taxes_rents) // 100) if x else 0
