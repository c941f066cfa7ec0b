"""Inheritance: an edition as changes to another one, a profile as changes to its edition.

Both use the same form: a table `changes` with what differs, by kind and by the id
that is changed. A change may give a new id; whatever named the old one then names
the new one, so a card of the inherited deck still finds its space. An edition may also
count in other money: `scale` multiplies every amount that it inherits.
"""

from copy import deepcopy
from typing import Any

from monopoly_lab.common.validation_errors import ValidationErrors
from monopoly_lab.constants import codes, space_kind
from monopoly_lab.editions.components import NAMES
from monopoly_lab.editions.options import OPTIONS

Content = dict[str, Any]

OWN = (
    *("id", "title", "language", "rulebook", "family", "special", "inherits", "scale"),
    *("profile", "profiles", "provenance", "changes"),
)
DRAWN = {"figures": ("characters", "bosses"), "corners": ("spaces",)}  # parts of the look, by id of what they show
CHANGES = ("spaces", "groups", "decks", "cards", "characters", "bosses")
AMOUNTS = (
    *("price", "mortgage", "redemption", "house", "hotel", "tax", "drop", "amount"),
    *("rent", "times", "monopoly", "grant"),
    *("star", "boost", "reward"),  # tables with an amount of their own
)
SCALED = ("spaces", "groups", "cards", "power", "characters", "bosses")
MONEY = [key for key, option in OPTIONS.items() if option.money]
USUAL = {key: OPTIONS[key].default for key in MONEY if OPTIONS[key].default}  # what an edition need not state


def inherit_from(content: Content, parent: Content, found: ValidationErrors) -> Content:
    """Return the whole edition: `parent` without what belongs to it alone, then `content` over it."""
    base = {key: deepcopy(value) for key, value in parent.items() if key not in OWN}
    base = scale_amounts(base, content.get("scale") or 1)
    base = apply_changes(base, content.get("changes") or {}, found, "changes")
    rest = {key: value for key, value in content.items() if key not in ("inherits", "scale", "changes")}
    return _drop_stale_drawings(merge_tables(base, rest), content.get("look") or {})


def _drop_stale_drawings(content: Content, own: Content) -> Content:
    """Return the content without inherited drawings of characters, bosses and spaces that are no longer there."""
    look = content.get("look")
    for part, kinds in DRAWN.items():
        if isinstance(look, dict) and isinstance(look.get(part), dict):
            there = {*(own.get(part) or {}), *(name for kind in kinds for name in _entries(content, kind))}
            look[part] = {
                name: drawn for name, drawn in look[part].items() if name in there or _is_for_any_corner(part, name)
            }
    return content


def _is_for_any_corner(part: str, name: str) -> bool:
    """Return True for a picture for every corner of a kind, whatever spaces there are."""
    return part == "corners" and name in codes(space_kind)


def scale_amounts(content: Content, by: int) -> Content:
    """Return all amounts `by` times as large; the notes, which are others then, go.

    What a utility asks for each point of the dice is an amount, too. What dice themselves show as coins stays.
    """
    if by == 1:
        return content
    content = deepcopy(content)
    for kind in SCALED:
        for entry in _entries(content, kind).values():
            entry.update(
                {name: _times(entry[name], by) for name in AMOUNTS if name in entry and is_amount(name, entry)}
            )
    usual = {key: amount for key, amount in USUAL.items() if content.get("casino") or OPTIONS[key].topic != "casino"}
    rules = usual | dotted_keys(content.get("rules") or {})
    content["rules"] = {key: _times(value, by) if key in MONEY else value for key, value in rules.items()}
    (content.get("money") or {}).pop("notes", None)
    return content


def apply_changes(content: Content, changes: Content, found: ValidationErrors, place: str) -> Content:
    """Return a copy of `content` with the changes in it; unknown ids are noted, the rest is done."""
    content = deepcopy(content)
    for kind in CHANGES:
        entries = _entries(content, kind)
        for key, change in (changes.get(kind) or {}).items():
            if key not in entries:
                found.add(f"{place}.{kind}.{key}", f"unknown_{kind}", value=key, known=entries)
            elif isinstance(change, dict):
                _change(entries[key], change)
        _rename(content, kind, {old: entry["id"] for old, entry in entries.items()})
    result: Content = merge_tables(content, {key: value for key, value in changes.items() if key not in CHANGES})
    return result


def merge_tables(below: Any, above: Any) -> Any:
    """Return `above` merged over `below`: tables key by key, anything else as a whole."""
    if not (isinstance(below, dict) and isinstance(above, dict)):
        return deepcopy(above)
    both = {key: merge_tables(below[key], above[key]) if key in above else deepcopy(below[key]) for key in below}
    return both | {key: deepcopy(value) for key, value in above.items() if key not in below}


def dotted_keys(table: Content, before: str = "") -> Content:
    """Return tables within tables as keys with dots: {"jail_exit": {"fine": 50}} -> {"jail_exit.fine": 50}."""
    pairs: Content = {}
    for key, value in table.items():
        pairs |= dotted_keys(value, f"{before}{key}.") if isinstance(value, dict) else {before + key: value}
    return pairs


def is_amount(name: str, entry: Content) -> bool:
    """Return False for the factor of a card to a station: it multiplies a rent. To a utility it multiplies the dice."""
    return name != "times" or entry.get("kind") == "utility"


def _times(amount: Any, by: int) -> Any:
    """Return an amount, a list or a table of them, `by` times as large; what the shape check refused stays."""
    if isinstance(amount, list):
        return [_times(one, by) for one in amount]
    if isinstance(amount, dict):
        return amount | ({"amount": _times(amount["amount"], by)} if "amount" in amount else {})
    return amount * by if isinstance(amount, int) else amount


def _change(entry: Content, change: Content) -> None:
    if "do" in change:  # another effect has other arguments
        for name in NAMES:
            entry.pop(name, None)
    entry.update(merge_tables(entry, change))


def _entries(content: Content, kind: str) -> dict[str, Content]:
    listed = content.get(kind) or []
    if kind == "cards":
        listed = [
            card for deck in content.get("decks") or [] if isinstance(deck, dict) for card in deck.get("cards") or []
        ]
    return {entry["id"]: entry for entry in listed if isinstance(entry, dict) and isinstance(entry.get("id"), str)}


def _rename(content: Content, kind: str, names: dict[str, str]) -> None:
    """Rename a space, group, deck, character or boss in everything that names it by its old id."""
    look = content.get("look")
    for part, kinds in DRAWN.items():
        if kind in kinds and isinstance(look, dict) and isinstance(look.get(part), dict):
            look[part] = {
                name if _is_for_any_corner(part, name) else names.get(name, name): drawn
                for name, drawn in look[part].items()
            }
    key = {"spaces": "to", "groups": "group", "decks": "deck"}.get(kind)
    for entry in [*_entries(content, "spaces").values(), *_entries(content, "cards").values()]:
        for name in (key, "other") if kind == "groups" else (key,):
            if name is not None and entry.get(name) in names:
                entry[name] = names[entry[name]]
