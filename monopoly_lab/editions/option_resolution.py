"""Resolve rule options: an edition sets them, a profile overrides them, a game overrides them again."""

from collections.abc import Iterable, Mapping

from monopoly_lab.common.errors import OptionError
from monopoly_lab.common.validation_errors import ValidationErrors, toml_literal
from monopoly_lab.editions.components import ABILITIES
from monopoly_lab.editions.content import Contents
from monopoly_lab.editions.inheritance import dotted_keys
from monopoly_lab.editions.options import OPTIONS, REMOVED, Option, Value
from monopoly_lab.editions.policies import BESIDE_SPEED_DIE, POLICIES, contradictions, note_idle_options, policies_in
from monopoly_lab.editions.rule_changes import CHANGES

EXTRA = (
    "profile",
    "house_rules",
    "abilities",
    CHANGES,
)  # given among the options of a game, but no option of the rules
OF_A_GAME = (*EXTRA, *POLICIES)  # and never stated by an edition

STRUCTURED = (*POLICIES, "abilities", CHANGES)  # lists and tables, which stay as they are


def resolve(edition: Contents, options: Mapping[str, object] | None = None) -> dict[str, Value]:
    """Return every option by its key, in words: edition, then its profile, then `mode`, then `options`.

    Raises OptionError with all that is wrong in `options`.
    """
    found = ValidationErrors("options")
    given = dict(options or {})
    given.pop(CHANGES, None)  # later rules, which `Edition.tables` looks at
    house_abilities(edition, given.pop("abilities", {}), found)
    policies = policies_in(edition, {key: given.pop(key) for key in POLICIES if key in given}, found)
    house_rules = given.pop("house_rules", False)
    if not isinstance(house_rules, bool):
        found.add("house_rules", "not_a_flag", value=toml_literal(house_rules))
    rules = edition.options | profile_rules(edition, given.pop("profile", edition.profile), found)
    chosen = accepted_settings(given, found)
    values = {key: option.default for key, option in OPTIONS.items()} | rules | chosen
    if not found.problems:
        values |= mode_rules(values, house_rules is True, edition.id, found) | rules_but_mode(chosen)
        check_combination(values, edition.deeds, found, "", len(edition.power), len(edition.speed_die))
        contradictions(values, policies, found)
        note_idle_options(edition, policies, chosen, values, found)
    if found.problems:
        raise OptionError(found.problems)
    return {key: value for key, value in values.items() if value is not None}


def profile_rules(edition: Contents, name: object, found: ValidationErrors) -> dict[str, Value]:
    """Return what a profile sets; none for the empty name."""
    if name == "":
        return {}
    if not isinstance(name, str):
        found.add("profile", "shape_text", value=toml_literal(name))
        return {}
    if name not in edition.profiles:
        found.add("profile", "unknown_profile", value=name, edition=edition.id, known=edition.profiles)
        return {}
    return dict(edition.profiles[name].rules)


def house_abilities(edition: Contents, given: object, found: ValidationErrors) -> dict[str, dict[str, Value]]:
    """Return house rules for super stars by character: {"wario": "steal_each 2"} -> {"wario": {"do": ..., ...}}."""
    abilities: dict[str, dict[str, Value]] = {}
    known = [character.id for character in edition.characters]
    if not isinstance(given, Mapping):
        found.add("abilities", "shape_table", value=toml_literal(given))
        return {}
    for name, text in given.items():
        ability = ability_of(text)
        if name not in known:
            found.add(f"abilities.{name}", "unknown_characters", value=name, known=known)
        elif ability is None:
            found.add(f"abilities.{name}", "not_an_ability", value=toml_literal(text), known=ABILITIES)
        else:
            abilities[str(name)] = ability
    return abilities


def ability_of(text: object) -> dict[str, Value] | None:
    """Return an ability written as its name, with an amount where it takes one; None for anything else."""
    name, _, amount = str(text).strip().partition(" ")
    if not isinstance(text, str) or name == "unknown" or name not in ABILITIES:
        return None
    if not ABILITIES[name]:
        return None if amount else {"do": name}
    return {"do": name, "amount": int(amount)} if amount.strip().isdecimal() and len(amount) < 7 else None


def accepted_settings(given: Mapping[str, object], found: ValidationErrors, place: str = "") -> dict[str, Value]:
    """Return the settings that can be taken; every other one is noted with its place."""
    settings: dict[str, Value] = {}
    for key, value in dotted_keys(dict(given)).items():
        if key not in OPTIONS and place and key.partition(".")[0] in OF_A_GAME:
            found.add(place + key, "of_a_game", value=key.partition(".")[0])
        elif key in REMOVED:
            found.add(place + key, "removed_option", value=key)
        elif key not in OPTIONS:
            found.add(place + key, "unknown_option", value=key, known=(*OPTIONS, *(() if place else OF_A_GAME)))
        elif accepts(OPTIONS[key], value, place + key, found):
            settings[key] = value
    return settings


def accepts(option: Option, value: object, place: str, found: ValidationErrors) -> bool:
    """Return True if the option takes the value; otherwise the reason is noted."""
    before = found.count
    if option.values:
        if value not in option.values:
            found.add(place, "not_a_word", value=toml_literal(value), known=option.values)
    elif option.is_flag:
        if not isinstance(value, bool):
            found.add(place, "not_a_flag", value=toml_literal(value))
    elif isinstance(value, bool) or not isinstance(value, int):
        found.add(place, "not_a_number", value=toml_literal(value))
    elif not option.low <= value <= option.high:
        found.add(place, "out_of_range", value=value, low=option.low, high=option.high)
    return found.count == before


def mode_rules(
    values: Mapping[str, Value | None], house_rules: bool, edition: str, found: ValidationErrors
) -> dict[str, Value | None]:
    """Return what the short or the timed game changes; refused where the rule book has none."""
    mode = values["mode"]
    if mode == "standard":
        return {}
    if not (values[f"{mode}.in_book"] or house_rules):
        found.add("mode", "mode_not_in_book", value=mode, edition=edition)
    changes: dict[str, Value | None] = {"deal.deeds": values[f"{mode}.deal"]}
    if mode == "short":
        changes["build_even.maximum"] = values["short.houses_before_hotel"]
        changes["end_bankruptcies"] = values["short.end_bankruptcies"]
        changes["bankrupt_player.keeps_buildings"] = values["short.keeps_buildings"]
    return changes


def rules_but_mode(chosen: Mapping[str, Value]) -> dict[str, Value]:
    """Return the chosen options without `mode`."""
    return {key: value for key, value in chosen.items() if key != "mode"}


MOST_THROWS = 512  # that a menu lists, each with its chance


def check_combination(
    values: Mapping[str, Value | None],
    deeds: int,
    found: ValidationErrors,
    place: str = "",
    power: int = 0,
    speed: int = 0,
) -> None:
    """Note options that contradict each other, and those no one has set.

    `power` and `speed` are the faces of the power-up die and of the speed die that the edition has.
    """
    for key in missing_options(values):
        found.add(place + key, "missing_option", value=key)
    least, most = number(values, "players.min"), number(values, "players.max")
    if least > most:
        found.add(place + "players.min", "players_crossed", value=least, most=most)
    tokens = number(values, "components.tokens")
    if 0 < tokens < most:
        found.add(place + "players.max", "few_tokens", value=tokens, most=most)
    if number(values, "deal.deeds") * least > deeds:
        found.add(place + "deal.deeds", "deal_too_many", value=values["deal.deeds"], players=least, deeds=deeds)

    has_speed_die = values.get("speed_die", "none") != "none"
    each = number(values, "start_cash") + (number(values, "speed_die.start_cash") if has_speed_die else 0)
    box, dealt = number(values, "components.coins"), most * each
    if values.get("bank_limit") and box < dealt:
        found.add(place + "bank_limit", "box_too_small", value=box, dealt=dealt)
    if has_speed_die and not speed:
        found.add(place + "speed_die", "no_speed_die", value=values["speed_die"])
    elif has_speed_die and number(values, "move.dice") != BESIDE_SPEED_DIE:
        found.add(place + "speed_die", "speed_die_dice", value=values["speed_die"], n=number(values, "move.dice"))
    faces = speed if has_speed_die else power
    if throws(values, faces) > MOST_THROWS:
        found.add(place + "move.dice", "too_many_throws", value=throws(values, faces), most=MOST_THROWS)


def throws(values: Mapping[str, Value | None], faces: int = 0) -> int:
    """Return in how many ways the dice, and a third die with its faces, can fall."""
    return int(number(values, "move.sides") ** number(values, "move.dice")) * max(faces, 1)


def missing_options(values: Mapping[str, Value | None]) -> Iterable[str]:
    """Return the keys of options that have no value."""
    return [key for key in OPTIONS if values.get(key) is None]


def number(values: Mapping[str, Value | None], key: str) -> int:
    """Return the value of an option as a number; 0 if it has none."""
    return int(values.get(key) or 0)


def value_code(option: Option, value: Value) -> int:
    """Return the number the rules read for a value in words."""
    return option.values.index(str(value)) if option.values else int(value)
