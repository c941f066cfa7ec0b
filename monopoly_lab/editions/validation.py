"""Validate an edition: find every problem of its content, with its place.

Works on the plain content after inheritance. The content may have gaps: what the shape check has refused is None here
and is skipped.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from monopoly_lab.common.messages import has_message, keys
from monopoly_lab.common.validation_errors import ValidationErrors
from monopoly_lab.editions import components
from monopoly_lab.editions.appearance import check_look
from monopoly_lab.editions.board_validation import (
    check_board,
    check_group,
    check_space,
    check_ways_on,
    entries_with_paths,
    has_buildings,
)
from monopoly_lab.editions.components import DEEDS, ENGLISH
from monopoly_lab.editions.inheritance import Content, apply_changes, dotted_keys
from monopoly_lab.editions.option_resolution import accepted_settings, check_combination
from monopoly_lab.editions.options import OPTIONS, Value
from monopoly_lab.editions.policies import SIDES
from monopoly_lab.editions.rulebook_topics import books, followers, is_own_book

ORIGINS = ("rulebook", "public", "unverified", "reconstruction")
PARTS = ("board", "numbers", "names", "decks", "money", "components", "rules")
MORE_PARTS = ("casino", "power", "characters", "bosses")  # of editions that have them
OPTIONAL_PARTS = ("speed_die",)  # of a sheet that comes with the game: neither source nor translation is needed
CAPACITY = {
    "spaces": 128,
    "groups": 32,
    "decks": 6,
    "cards": 96,
    "power": 12,
    "speed_die": 12,
    "characters": 16,
    "bosses": 16,
    "tokens": 99,
}
REELS, FACES, SYMBOLS = 3, 12, 12

SPECIAL_PARTS = ("power", "speed_die", "characters", "bosses")
LISTS = ("spaces", "groups", "decks", "tokens", *SPECIAL_PARTS)  # whose entries have ids and names
BOSS_PLAYER_COUNTS = (2, 3, 4)  # more players have the bosses of four
TARGETS = {  # the part of an edition whose ids an argument of a card may be, and the message for any other id
    components.SPACE: ("spaces", "unknown_target"),
    components.DECK: ("decks", "unknown_decks"),
    components.GROUP: ("groups", "unknown_groups"),
    components.TOKEN: ("tokens", "unknown_tokens"),
}


def check(content: Content, found: ValidationErrors) -> None:
    """Note everything that is wrong with an edition, its profiles included."""
    _check_content(content, found)
    _check_provenance(content, found)
    profiles = content.get("profiles") or {}
    _check_notes(content, found)
    chosen = content.get("profile")
    if chosen is not None and chosen not in profiles:
        found.add("profile", "unknown_profile", value=chosen, edition=content.get("id"), known=profiles)
    seen = set(found.problems)
    for name, profile in profiles.items():
        if isinstance(profile, dict):
            _check_profile(content, name, profile, found, seen)


def _check_profile(content: Content, name: str, profile: Content, found: ValidationErrors, seen: set[Any]) -> None:
    """Note what only this profile breaks; the problems of the edition itself are noted once."""
    place = f"profiles.{name}."
    inside = apply_changes(content, profile.get("changes") or {}, found, place + "changes")
    rules = {**dotted_keys(content.get("rules") or {}), **dotted_keys(profile.get("rules") or {})}
    language = profile.get("language") or content.get("language")
    own = ValidationErrors(found.file)
    rulebook = profile.get("rulebook") or content.get("rulebook")
    _check_content(inside | {"rules": rules, "language": language, "rulebook": rulebook}, own)
    for problem in own.problems:
        if problem not in seen:
            found.add_text(place + problem.place, problem.message)


def _check_content(content: Content, found: ValidationErrors) -> None:
    spaces, groups, decks = (entries_with_paths(content, part) for part in ("spaces", "groups", "decks"))
    if not spaces:
        found.add("spaces", "no_spaces")
    _check_capacities(content, found)
    for part in LISTS:
        _check_ids(part, entries_with_paths(content, part), found)
    _check_ids("cards", [(f"decks[{d}].cards[{c}]", card) for d, c, card in _all_cards(content)], found)
    _check_names(content, found)
    _check_rulebook(content.get("rulebook"), found)
    family = content.get("family")
    if family is not None and not has_message(f"family.{family}"):
        found.add("family", "unknown_family", value=family, known=keys("family"))
    check_board(content, found)
    for where, space in spaces:
        check_space(where, space, content, found)
    for where, group in groups:
        check_group(where, group, spaces, found, has_buildings(content))
    for where, deck in decks:
        if deck.get("cards") == []:
            found.add(f"{where}.cards", "no_cards", value=deck.get("id"))
    for d, c, card in _all_cards(content):
        _check_card(f"decks[{d}].cards[{c}]", card, content, found)
    if _fits_tables(content):
        check_ways_on(content, found)
    _check_casino(content, found)
    _check_special_parts(content, found)
    _check_sides(content, found)
    check_look(content, found)
    _check_rules(content, found)


def _all_cards(content: Content) -> Iterator[tuple[int, int, Content]]:
    for d, deck in enumerate(content.get("decks") or []):
        for c, card in enumerate((deck or {}).get("cards") or []):
            if isinstance(card, dict):
                yield d, c, card


def _counts(content: Content) -> dict[str, int]:
    counts = {part: len(content.get(part) or []) for part in LISTS}
    return counts | {"cards": sum(1 for _ in _all_cards(content))}


def _fits_tables(content: Content) -> bool:
    return all(count <= CAPACITY[part] for part, count in _counts(content).items())


def _check_capacities(content: Content, found: ValidationErrors) -> None:
    for part, count in _counts(content).items():
        if count > CAPACITY[part]:
            found.add(part if part != "cards" else "decks", f"too_many_{part}", value=count, most=CAPACITY[part])


def _check_ids(part: str, entries: Iterable[tuple[str, Content]], found: ValidationErrors) -> None:
    first: dict[str, str] = {}
    for place, entry in entries:
        name = entry.get("id")
        if name in first:
            found.add(f"{place}.id", "duplicate_id", value=name, other=first[name])
        elif name is not None:
            first[name] = place


def _check_names(content: Content, found: ValidationErrors) -> None:
    """Check that all texts for players, except speed die faces, are in English and in the language of the rule book."""
    needed = dict.fromkeys(language for language in (ENGLISH, content.get("language")) if language)
    texts: list[tuple[str, Any]] = [(key, content.get(key)) for key in ("title", "special")]
    for part in (part for part in LISTS if part not in OPTIONAL_PARTS):
        texts += [(f"{place}.name", entry.get("name")) for place, entry in entries_with_paths(content, part)]
    texts += [(f"decks[{d}].cards[{c}].title", card.get("title")) for d, c, card in _all_cards(content)]
    money = content.get("money") or {}
    texts += [(f"money.{key}", money.get(key)) for key in ("unit", "pattern", "thousands")]
    texts += [(f"words.{key}", names) for key, names in (content.get("words") or {}).items()]
    _note_missing_languages(needed, texts, found)
    _check_amount_patterns(money, found)


def _check_amount_patterns(money: Content, found: ValidationErrors) -> None:
    """Check that each pattern of a sum has one place for the amount, and besides only words that go with a number."""
    for key in ("pattern", "thousands"):
        for language, pattern in (money.get(key) or {}).items():
            place = f"money.{key}.{language}"
            before, *rest = components.COUNTED_WORD.sub("", str(pattern)).split("{}")
            if not rest:
                found.add(place, "no_amount", value=pattern)
            elif rest[1:]:
                found.add(place, "two_amounts", value=pattern)
            if set(before.join(rest)) & set("{}"):
                found.add(place, "other_value", value=pattern)


def _check_notes(content: Content, found: ValidationErrors) -> None:
    """Check that notes and titles of profiles are in English, too; a note that is a plain text is taken for English."""
    entries = [
        (part, key, entry) for part in ("provenance", "profiles") for key, entry in (content.get(part) or {}).items()
    ]
    texts = [
        (f"{part}.{key}.{text}", entry.get(text))
        for part, key, entry in entries
        for text in ("title", "note")
        if isinstance(entry, dict)
    ]
    _note_missing_languages((ENGLISH,), texts, found)


def _note_missing_languages(
    languages: Iterable[str], texts: Iterable[tuple[str, Any]], found: ValidationErrors
) -> None:
    """Note each table by language, of places and texts, that lacks one of the languages."""
    for place, names in texts:
        if isinstance(names, dict):
            for language in languages:
                if not names.get(language):
                    found.add(place, "no_name", value=language)


def _check_rulebook(name: str | None, found: ValidationErrors) -> None:
    known = (*books(), *followers())
    if name is not None and name not in known and not is_own_book(name):
        found.add("rulebook", "unknown_rulebook", value=name, known=known)


def _check_card(place: str, card: Content, content: Content, found: ValidationErrors) -> None:
    effect = card.get("do")
    if effect is None:
        return
    if effect not in components.ARGUMENTS:
        found.add(f"{place}.do", "unknown_effect", value=effect, known=components.ARGUMENTS)
        return
    arguments = components.ARGUMENTS[effect]
    for name in components.NAMES:
        if name in card and name not in arguments:
            found.add(f"{place}.{name}", "needless_argument", value=name, effect=effect, known=arguments)
    for name, sort in arguments.items():
        if name not in card and name not in components.OPTIONAL:
            found.add(f"{place}.{name}", "missing_argument", value=name, effect=effect)
        elif card.get(name) is not None:
            _check_argument(f"{place}.{name}", sort, card[name], content, found)
    if effect in components.NEEDS_JAIL and not _kinds(content) & {"jail", "jail_enter"}:
        found.add(f"{place}.do", "card_needs", value=effect, kind="jail")
    if effect in components.NEEDS_TAX_OFFICE and "tax_office" not in _kinds(content):
        found.add(f"{place}.do", "card_needs", value=effect, kind="tax_office")


def _kinds(content: Content) -> set[Any]:
    """Return the kinds of spaces on the board."""
    return {space.get("kind") for _, space in entries_with_paths(content, "spaces")}


def _check_argument(place: str, sort: str, value: object, content: Content, found: ValidationErrors) -> None:
    """Check that the edition has what an argument names; skip ids while one of that part is missing."""
    if sort in TARGETS:
        part, message = TARGETS[sort]
        known = [entry.get("id") for _, entry in entries_with_paths(content, part)]
        if value not in known and None not in known and (known or part != "spaces"):
            found.add(place, message, value=value, known=known)
    elif sort == components.ROLE and value not in SIDES:
        found.add(place, "unknown_role", value=value, known=SIDES)
    elif sort == components.KIND and value not in (kinds := ("station", "utility")):
        found.add(place, "nearest_kind", value=value, known=kinds)
    elif sort == components.KIND and value not in _kinds(content):
        found.add(place, "card_needs", value="nearest", kind=value)


def _check_casino(content: Content, found: ValidationErrors) -> None:
    casino = content.get("casino")
    if not isinstance(casino, dict):
        return
    reels = [reel for reel in casino.get("reels") or [] if isinstance(reel, list)]
    symbols = list(dict.fromkeys(symbol for reel in reels for symbol in reel))
    if len(reels) != REELS or len({len(reel) for reel in reels}) != 1 or not 1 <= len(reels[0]) <= FACES:
        found.add("casino.reels", "reels", value=[len(reel) for reel in reels], reels=REELS, most=FACES)
    if len(symbols) > SYMBOLS:
        found.add("casino.reels", "too_many_symbols", value=len(symbols), most=SYMBOLS)
    for symbol in casino.get("pay") or {}:
        if symbol not in symbols:
            found.add(f"casino.pay.{symbol}", "unknown_symbol", value=symbol, known=symbols)
    for symbol in symbols:
        if all(symbol in reel for reel in reels) and symbol not in (casino.get("pay") or {}):
            found.add("casino.pay", "no_win", value=symbol)
    jackpot = casino.get("jackpot")
    if jackpot is not None and jackpot not in symbols:
        found.add("casino.jackpot", "unknown_symbol", value=jackpot, known=symbols)


def _check_special_parts(content: Content, found: ValidationErrors) -> None:
    """Check the power-up die, characters and bosses: what they do, and what the spaces need of them."""
    faces = [face.get("id") for _, face in entries_with_paths(content, "power")]
    for place, face in entries_with_paths(content, "power"):
        _check_ability(place, face, found)
    _check_speed_die(content, found)
    for place, character in entries_with_paths(content, "characters"):
        _check_ability(f"{place}.star", character.get("star"), found)
        boost = character.get("boost")
        _check_ability(f"{place}.boost", boost, found)
        if isinstance(boost, dict) and boost.get("face") is not None and boost["face"] not in faces:
            found.add(f"{place}.boost.face", "unknown_face", value=boost["face"], known=faces)
    for place, boss in entries_with_paths(content, "bosses"):
        _check_ability(f"{place}.reward", boss.get("reward"), found)
    _check_boss_stacks(content, found)
    for place, space in entries_with_paths(content, "spaces"):
        if space.get("kind") == "super_star" and not content.get("characters"):
            found.add(f"{place}.kind", "no_characters", value=space.get("id"))


def _check_speed_die(content: Content, found: ValidationErrors) -> None:
    """Check the faces of the speed die: a number of its own, the bus, or the gentleman."""
    if content.get("power") and content.get("speed_die"):
        found.add("speed_die", "two_third_dice")
    for place, face in entries_with_paths(content, "speed_die"):
        if isinstance(face.get("name"), dict) and not face["name"].get(ENGLISH):
            found.add(f"{place}.name", "no_name", value=ENGLISH)
        _check_effect(place, face, components.SPEEDS, "unknown_speed", found)


def _check_sides(content: Content, found: ValidationErrors) -> None:
    """Check monopolists and competitors: each side has its deck, and every deed the rents of a monopolist."""
    given = dotted_keys(content.get("rules") or {})
    rules = accepted_settings(given, ValidationErrors(""))  # the others are noted in `_check_rules`
    are_sides_known = "roles.sides" in rules or "roles.sides" not in given
    owned = [deck.get("role") for _, deck in entries_with_paths(content, "decks")]
    for place, deck in entries_with_paths(content, "decks"):
        if deck.get("role") is not None and deck["role"] not in SIDES:
            found.add(f"{place}.role", "unknown_role", value=deck["role"], known=SIDES)
    for place, space in entries_with_paths(content, "spaces"):
        sort = space.get("kind")
        if sort in ("role_deck", "foundation") and are_sides_known and not rules.get("roles.sides"):
            found.add(f"{place}.kind", "no_sides", value=space.get("id"))
        if sort == "role_deck":
            for side in SIDES:
                if side not in owned:
                    found.add(f"{place}.kind", "no_role_deck", value=side)
        if sort in DEEDS and rules.get("roles.sides"):
            usual = OPTIONS["roles.houses"].default if "roles.houses" not in given else None
            _check_monopoly_rents(place, space, content, rules.get("roles.houses", usual), found)


def _check_monopoly_rents(
    place: str, space: Content, content: Content, houses: Value | None, found: ValidationErrors
) -> None:
    """Check that a street has a rent for the site, each house and the hotel; others one for each number owned.

    Streets are skipped if the number of houses is None: it has been refused.
    """
    if space["kind"] == "street" and houses is None:
        return
    group = [other for _, other in entries_with_paths(content, "spaces") if other.get("group") == space.get("group")]
    needed = int(houses or 0) + 2 if space["kind"] == "street" else len(group)
    value = len(space.get("monopoly") or [])
    if value != needed:
        found.add(f"{place}.monopoly", "rents_monopoly", value=value, needed=needed, id=space.get("id"))


def _check_boss_stacks(content: Content, found: ValidationErrors) -> None:
    """Check that there is a boss for every number of players: a game ends with its last boss."""
    bosses = [boss for _, boss in entries_with_paths(content, "bosses") if isinstance(boss.get("players"), list)]
    for number in BOSS_PLAYER_COUNTS:
        if bosses and not any(number in boss["players"] for boss in bosses):
            found.add("bosses", "no_boss_for", value=number)


def _check_ability(place: str, entry: Any, found: ValidationErrors) -> None:
    if isinstance(entry, dict):
        _check_effect(place, entry, components.ABILITIES, "unknown_ability", found)


def _check_effect(place: str, entry: Content, known: Mapping[str, bool], unknown: str, found: ValidationErrors) -> None:
    """Check an effect by its name, with an amount where it takes one."""
    name = entry.get("do")
    if name is None:
        return
    if name not in known:
        found.add(f"{place}.do", unknown, value=name, known=known)
    elif known[name] and "amount" not in entry:
        found.add(f"{place}.amount", "missing_argument", value="amount", effect=name)
    elif not known[name] and "amount" in entry:
        found.add(f"{place}.amount", "needless_argument", value="amount", effect=name)


def _check_rules(content: Content, found: ValidationErrors) -> None:
    before = found.count
    rules = accepted_settings(content.get("rules") or {}, found, "rules.")
    if found.count == before:
        deeds = sum(space.get("kind") in DEEDS for _, space in entries_with_paths(content, "spaces"))
        values = {key: option.default for key, option in OPTIONS.items()} | rules
        faces = [len(content.get(die) or ()) for die in ("power", "speed_die")]
        check_combination(values, deeds, found, "rules.", *faces)


def _check_provenance(content: Content, found: ValidationErrors) -> None:
    provenance = content.get("provenance")
    if not isinstance(provenance, dict):
        return
    for part in (*PARTS, *(part for part in MORE_PARTS if content.get(part))):
        if part not in provenance:
            found.add(f"provenance.{part}", "no_provenance", value=part)
    known = (*PARTS, *MORE_PARTS, *OPTIONAL_PARTS, "profiles")
    for part, origin in provenance.items():
        if part.split(".")[0] not in known:
            found.add(f"provenance.{part}", "unknown_part", value=part, known=known)
        if isinstance(origin, dict) and origin.get("from") not in (*ORIGINS, None):
            found.add(f"provenance.{part}.from", "unknown_origin", value=origin["from"], known=ORIGINS)
