"""Validate the board of an edition: its spaces and the groups of its deeds.

Accepts content in which None takes the place of parts that the shape check has refused, as `validation` does. Each
check adds the problems that it finds to `found`.
"""

from collections import Counter
from collections.abc import Mapping, Set
from typing import Any

from monopoly_lab.common.validation_errors import ValidationErrors
from monopoly_lab.constants import codes, space_kind
from monopoly_lab.editions.components import DEEDS, KEPT
from monopoly_lab.editions.inheritance import Content, dotted_keys

LEVELS = 6  # number of rents of a street: the site, one to four houses, a hotel
OWNED = 8  # most deeds in a group of stations or utilities, which have one rent for each number owned
LEAST_SPACES = 4  # the four corners
SINGLE = ("go", "jail", "tax_office")

# Fields of each kind of space besides id, kind and name. The names of optional fields end with "?".
FIELDS = {
    "street": ("group", "price", "rent", "mortgage", "redemption?", "house?", "hotel?", "points?", "monopoly?"),
    "station": ("group", "price", "rent", "mortgage", "redemption?", "monopoly?"),
    "utility": ("group", "price", "times", "mortgage", "redemption?", "monopoly?"),
    "deck": ("deck",),
    "tax": ("tax", "percent?"),
    "thwomp": ("drop",),
    "foundation": ("tax", "grant"),
    "tram": ("tax", "to"),
}
SPACE_FIELDS = tuple(dict.fromkeys(name.rstrip("?") for fields in FIELDS.values() for name in fields))


def entries_with_paths(content: Content, part: str) -> list[tuple[str, Content]]:
    """Return the entries of a part with their paths, such as `spaces[0]`; skip those that the shape check refused."""
    entries = enumerate(content.get(part) or [])
    return [(f"{part}[{index}]", entry) for index, entry in entries if isinstance(entry, dict)]


def check_board(content: Content, found: ValidationErrors) -> None:
    """Report too few spaces, a second GO, jail or tax office, and a space "go to jail" without a jail."""
    spaces = entries_with_paths(content, "spaces")
    if 0 < len(spaces) < LEAST_SPACES:
        found.add("spaces", "few_spaces", value=len(spaces), least=LEAST_SPACES)
    seen: dict[str, str] = {}
    for place, space in spaces:
        kind = "jail" if space.get("kind") == "jail_enter" else space.get("kind")
        if kind in seen and kind in SINGLE:
            found.add(f"{place}.kind", "second_of_kind", value=space["kind"], other=seen[kind])
        if kind is not None:
            seen.setdefault(kind, place)
    for place, space in spaces:
        if space.get("kind") == "go_to_jail" and "jail" not in seen:
            found.add(f"{place}.kind", "no_jail", value=space.get("id"))


def check_space(place: str, space: Content, content: Content, found: ValidationErrors) -> None:
    """Report missing fields, fields of another kind of space, unknown names, and a mortgage above the price."""
    kind = space.get("kind")
    if kind is None:
        return
    if kind not in codes(space_kind):
        found.add(f"{place}.kind", "unknown_kind", value=kind, known=codes(space_kind))
        return
    allowed = [name.rstrip("?") for name in FIELDS.get(kind, ())]
    for name in FIELDS.get(kind, ()):
        if name not in space and not name.endswith("?"):
            found.add(f"{place}.{name}", "missing_field", value=name, kind=kind, id=space.get("id"))
    for name in SPACE_FIELDS:
        if name in space and name not in allowed:
            found.add(f"{place}.{name}", "field_of_other_kind", value=name, kind=kind, id=space.get("id"))
    for part, name in (("groups", "group"), ("decks", "deck"), ("spaces", "to")):
        if space.get(name) is None:
            continue
        known = [entry.get("id") for _, entry in entries_with_paths(content, part)]
        if space[name] not in known and None not in known:
            found.add(f"{place}.{name}", f"unknown_{part}", value=space[name], known=known)
    if kind == "casino" and not content.get("casino"):
        found.add(f"{place}.kind", "no_casino", value=space.get("id"))
    if space.get("mortgage") is not None and space.get("price") is not None and space["mortgage"] > space["price"]:
        found.add(f"{place}.mortgage", "mortgage_above_price", value=space["mortgage"], price=space["price"])


def check_ways_on(content: Content, found: ValidationErrors) -> None:
    """Report a deck space or tram from which every card and every ride lead back: a turn there would never end."""
    spaces = [space if isinstance(space, dict) else {} for space in content.get("spaces") or []]
    decks = {deck.get("id"): deck for _, deck in entries_with_paths(content, "decks")}
    drawn = [(q, name) for q, space in enumerate(spaces) for name in _decks_at(space, decks)]
    rides = [(q, None) for q, space in enumerate(spaces) if space.get("kind") == "tram"]
    others = [(q, name) for q, _ in drawn for name in decks]  # a card may let its drawer draw from another deck
    left = dict.fromkeys([*drawn, *rides, *others])  # all these, until a way on is found
    place_of = {space.get("id"): q for q, space in enumerate(spaces)}
    before = -1
    while before != len(left):
        before = len(left)
        for q, name in list(left):
            if _leads_on(q, name, spaces, place_of, decks, left.keys()):
                del left[q, name]
    for q, name in [*drawn, *rides]:
        if (q, name) in left:
            field = "to" if name is None else "deck" if "deck" in spaces[q] else "kind"
            found.add(f"spaces[{q}].{field}", "no_way_on", value=spaces[q].get("id"))


Stop = tuple[int, Any]  # a space, and the id of the deck that is drawn from there; None for a tram


def _decks_at(space: Content, decks: Mapping[Any, Content]) -> list[Any]:
    """Return the decks that a visitor of a space may draw from."""
    if space.get("kind") == "role_deck":
        return [name for name, deck in decks.items() if deck.get("role")]
    return [space["deck"]] if space.get("kind") == "deck" and space.get("deck") in decks else []


def _leads_on(
    q: int, name: Any, spaces: list[Content], place_of: Mapping[Any, int], decks: Mapping[Any, Content], left: Set[Stop]
) -> bool:
    """Return True if a token comes to rest by a ride, or a card that nobody keeps; or if there is no card to draw.

    All that a drawer may choose has to lead on, since a player may choose the same again and again.
    """

    def rests_at(place: int | None) -> bool:
        if place is None:  # reported by another check
            return True
        place %= len(spaces)
        return all((place, deck) not in left for deck in (None, *_decks_at(spaces[place], decks)))

    def card_leads_on(card: Content) -> bool:
        effect, steps = card.get("do"), card.get("steps")
        if effect == "free_booth":  # which draws again once no place is left
            return False
        places = [place_of.get(card.get("to"))] if effect in ("move_to", "back_to", "free_at") else []
        if isinstance(steps, int):
            first = 1 if effect == "up_to" else steps
            sign = -1 if effect == "move_back" else 1
            places += [q + sign * step for step in range(first, min(steps, first + len(spaces)) + 1)]
        return (q, card.get("deck")) not in left and all(map(rests_at, places))

    if name is None:
        return rests_at(place_of.get(spaces[q].get("to")))
    cards = [card for card in decks[name].get("cards") or [] if isinstance(card, dict)]
    moving = [card for card in cards if card.get("do") not in KEPT]
    return not moving or any(map(card_leads_on, moving))


def check_group(
    place: str, group: Content, spaces: list[tuple[str, Content]], found: ValidationErrors, built: bool
) -> None:
    """Report an empty group, and deeds of a group that differ in kind, number of rents or building costs.

    `built` is False for an edition without houses and hotels.
    """
    named = [(where, space) for where, space in spaces if space.get("group") == group.get("id") is not None]
    members = [(where, space) for where, space in named if space.get("kind") in DEEDS]
    if spaces and not named:
        found.add(place, "empty_group", value=group.get("id"))
    if not members:
        return
    kind = Counter(space["kind"] for _, space in members).most_common(1)[0][0]
    for where, space in members:
        if space["kind"] != kind:
            found.add(f"{where}.kind", "mixed_group", value=space["kind"], kind=kind, group=group["id"])
        else:
            _check_rents(where, space, len(members), found, built)
    if kind == "street" and built:
        _check_building_costs(place, group, members, found)
    elif len(members) > OWNED:
        found.add(place, "group_too_large", value=len(members), most=OWNED)


def has_buildings(content: Content) -> bool:
    """Return False for an edition without houses and hotels: its streets have one rent and no building costs."""
    rules = dotted_keys(content.get("rules") or {})
    return any(rules.get(f"components.{pieces}") != 0 for pieces in ("houses", "hotels"))


def _check_rents(place: str, space: Content, owned: int, found: ValidationErrors, built: bool) -> None:
    name = "times" if space["kind"] == "utility" else "rent"
    rents = space.get(name)
    needed = LEVELS if space["kind"] == "street" else owned
    if space["kind"] == "street" and not built and isinstance(rents, list) and len(rents) == 1:
        return
    if isinstance(rents, list) and len(rents) != needed:
        found.add(f"{place}.{name}", f"rents_{space['kind']}", value=len(rents), needed=needed, id=space.get("id"))


def _check_building_costs(
    place: str, group: Content, members: list[tuple[str, Content]], found: ValidationErrors
) -> None:
    for name in ("house", "hotel"):
        costs = [(where, space.get(name, group.get(name))) for where, space in members]
        if any(cost is None for _, cost in costs):
            if group.get(name, 0) is not None:
                found.add(f"{place}.{name}", "no_building_cost", value=name, group=group.get("id"))
            continue
        usual = Counter(cost for _, cost in costs).most_common(1)[0][0]
        for where, cost in costs:
            if cost != usual:
                found.add(f"{where}.{name}", "costs_differ", value=cost, usual=usual, group=group.get("id"), name=name)
