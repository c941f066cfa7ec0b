"""Rules that change during a game, from a given round on.

Given among the options of a game, as often as wanted:

    changes = [
        {round = 10, options = {"taxes.wealth" = 2}},
        {round = 20, options = {"taxes.wealth" = 0, salary = 400}},
    ]

Each change holds from the beginning of its round, on top of those before it; the end of the round before, with its
taxes, goes by the old rules. Buildings taken out of the bank are taken as they come back to it. Board, cards, seats
and what a game reads at its beginning only cannot change.
"""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from monopoly_lab.common.errors import OptionError
from monopoly_lab.common.messages import say
from monopoly_lab.common.validation_errors import ValidationErrors, toml_literal
from monopoly_lab.editions.content import EditionLike
from monopoly_lab.editions.policies import note_misfits
from monopoly_lab.editions.rule_tables import FIELDS, Tables

CHANGES = "changes"
KEYS = ("round", "options")
MOST_ROUND = 1_000_000
MOST_CHANGES = 100

# What a game reads at its beginning only: changed later, they would do nothing, unseen.
BEGINNING = (
    *("players.min", "players.max", "start_cash", "first_player", "deal.deeds", "jackpot.setup"),
    "speed_die.start_cash",
    *("few_players.characters", "few_players.start_cash", "party", "characters.expansion"),
    "mortgage_condition.share",  # loans that are out were given by it
)
POLICY = (
    *("rent", "salaries", "salary_of", "dice_of", "levies", "withheld", "rent_scale", "rent_most", "worth"),
    *("damages", "harmed_by"),
    *("income", "income_known"),
    *("loan", "printed_redemption", "stage", "until", "more_houses", "more_hotels"),
    *("third_faces", "third_do", "third_x", "third_weight"),
)
BOARD = tuple(name for name in FIELDS if not name.startswith("o_") and name not in POLICY)
OTHER_BOOK = ("profile", "abilities", CHANGES)  # would make another book, or changes within changes
PILES = ("decks",)  # what lies in the piles was counted by the rule that the game began with


class Change(NamedTuple):
    """From a round on: what was given for it, and all options that hold from then on."""

    round: int
    given: Mapping[str, object]
    options: Mapping[str, object]
    place: str


def without(options: Mapping[str, object]) -> dict[str, object]:
    """Return the options that a game begins with."""
    return {key: value for key, value in options.items() if key != CHANGES}


def changes_in(options: Mapping[str, object], found: ValidationErrors) -> list[Change]:
    """Return the changes among options, by round; what is none is noted and left out."""
    given = options.get(CHANGES, [])
    if not isinstance(given, list | tuple):
        found.add(CHANGES, "shape_list", value=toml_literal(given))
        return []
    if len(given) > MOST_CHANGES:
        found.add(CHANGES, "too_many_changes", value=len(given), most=MOST_CHANGES)
        return []
    entries = [(f"{CHANGES}[{i}]", entry) for i, entry in enumerate(given)]
    right = [(place, entry) for place, entry in entries if _is_change(place, entry, found)]
    changes: list[Change] = []
    held = without(options)
    for place, entry in sorted(right, key=lambda pair: pair[1]["round"]):
        held = {**held, **entry["options"]}
        if changes and changes[-1].round == entry["round"]:
            found.add(f"{place}.round", "same_round", value=entry["round"], other=changes[-1].place)
        changes.append(Change(entry["round"], entry["options"], held, place))
    return changes


def _is_change(place: str, entry: object, found: ValidationErrors) -> bool:
    if not isinstance(entry, Mapping):
        found.add(place, "shape_table", value=toml_literal(entry))
        return False
    before = found.count
    for key in entry:
        if key not in KEYS:
            found.add(f"{place}.{key}", "unknown_key", value=key, known=KEYS)
    for key in KEYS:
        if key not in entry:
            found.add(f"{place}.{key}", "missing_key", value=key)
    n, options = entry.get("round", 1), entry.get("options", {})
    if isinstance(n, bool) or not isinstance(n, int):
        found.add(f"{place}.round", "not_a_number", value=toml_literal(n))
    elif not 1 <= n <= MOST_ROUND:
        found.add(f"{place}.round", "out_of_range", value=n, low=1, high=MOST_ROUND)
    if not isinstance(options, Mapping):
        found.add(f"{place}.options", "shape_table", value=toml_literal(options))
    elif not options and "options" in entry:
        found.add(f"{place}.options", "change_of_nothing")
    return found.count == before


def chain_tables(base: EditionLike, options: Mapping[str, object], found: ValidationErrors) -> Tables:
    """Return the tables that a game begins with, those of each change behind the ones before; problems are noted."""
    held = without(options)
    first = last = base.first_tables(held)
    for change in changes_in(options, found):
        tables = _tables(base, held, change, last, found)
        if tables is not None:
            _join(last, tables, change.round)
            last = tables
        held = dict(change.options)
    return first


def _join(before: Any, after: Any, round_: int) -> None:
    before.until, before.later, after.stage = round_, after, before.stage + 1
    after.more_houses = after.o_components_houses - before.o_components_houses
    after.more_hotels = after.o_components_hotels - before.o_components_hotels


def _tables(
    base: EditionLike, held: Mapping[str, object], change: Change, before: Any, found: ValidationErrors
) -> Tables | None:
    """Return the tables of a change; None, with the reason noted, where it cannot be."""
    place = f"{change.place}.options"
    for key in change.given:
        if key in OTHER_BOOK or key in PILES:
            found.add_text(f"{place}.{key}", say("fork.board", option=key))
            return None
    try:
        tables: Any = base.first_tables(change.options)
        for key, message in set_up_only(base, held, change.given, before):
            found.add_text(f"{place}.{key}", message)
    except OptionError as refused:
        for problem in refused.problems:
            found.add_text(f"{place}.{problem.place}".rstrip("."), problem.message)
        return None
    if 0 < tables.o_rounds < change.round:
        found.add(f"{change.place}.round", "change_after_end", value=change.round, last=tables.o_rounds)
    return None if found.problems else tables


def set_up_only(
    base: EditionLike, before: Mapping[str, object], options: Mapping[str, object], old: Tables
) -> Iterable[tuple[str, str]]:
    """Return the options that change board, cards or seats, or only how a game begins, each with the reason."""
    book = base.resolve(before)
    for key, value in options.items():
        wanted = {**before, key: value}
        here, tables = base.resolve(wanted), base.first_tables(wanted)
        if any(getattr(tables, name) != getattr(old, name) for name in BOARD):
            yield key, say("fork.board", option=key)
        elif any(here[name] != book[name] for name in BEGINNING):
            yield key, say("fork.beginning", option=key)


def refuse_past(options: Mapping[str, object], first: int) -> None:
    """Check that no change is before round `first`, the next one that has not begun; OptionError if one is."""
    found = ValidationErrors("options")
    for change in changes_in(options, found):
        if change.round < first:
            found.add(f"{change.place}.round", "change_passed", value=change.round, first=first)
    if found.problems:
        raise OptionError(found.problems)


def refuse_misfits(options: Mapping[str, object], seats: int) -> None:
    """Check that lists by seat, now or in changes to come, fit a game with so many seats; OptionError if not."""
    found = ValidationErrors("options")
    note_misfits(options, seats, "", found)
    for change in changes_in(options, ValidationErrors("")):
        note_misfits(change.given, seats, f"{change.place}.options.", found)
    if found.problems:
        raise OptionError(found.problems)


def rules_of(options: Mapping[str, object], stage: int) -> dict[str, object]:
    """Return all options that hold in a stage: 0 before the first change; the changes still to come among them."""
    if stage == 0:
        return dict(options)
    changes = changes_in(options, ValidationErrors("options"))
    later = [{"round": change.round, "options": dict(change.given)} for change in changes[stage:]]
    return {**changes[stage - 1].options, **({CHANGES: later} if later else {})}
