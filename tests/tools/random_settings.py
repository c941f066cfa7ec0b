"""Random tables to play on: any edition, any profile, any number of seats, some options drawn anew.

Of the tables of an edition every fourth has the book's options. One has any values of some options; in the next
the buildings are scarce; in the last one few or many options, or all, are at their ends: there the positions lie
out of which no way leads. Of these three kinds every third has other rules from some rounds on, if asked for.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple
from zlib import crc32

import numpy as np

from monopoly_lab import rules
from monopoly_lab.common.errors import OptionError
from monopoly_lab.editions import OPTIONS, Edition, Option, load_edition
from monopoly_lab.editions.policies import DAMAGE, DAMAGE_PERCENT
from monopoly_lab.editions.rule_changes import BEGINNING, CHANGES, PILES
from monopoly_lab.rules import State, Tables, empty
from monopoly_lab.rules.random_numbers import fate_of, number_below
from monopoly_lab.simulation import random_play
from monopoly_lab.simulation.compiled.library import required_library
from monopoly_lab.simulation.compiled.records import STATE, Array, as_array, new_tally, rows_of, to_record, to_records
from monopoly_lab.simulation.event_counts import ROWS

STREAM = 41  # of luck
CHANGED_ONE_IN = 4  # options, at the variety `ANY`
DRAWS = 1000
BOOKISH, SCARCE, EXTREME = 0, 2, 3  # kinds of tables, in turn; what is none of them has any values
FEW = {"components.houses": 9, "components.hotels": 3}  # so many, or less, at a table of scarce buildings
DENSITIES = (1, 5, 9, 10)  # of ten options, those that an extreme table has at their ends
NOT_DRAWN = ("players.min", "players.max", "rounds")
BOOK, ANY, CHANGING = 0, 1, 2  # the edition's own options, drawn ones, and those that change on the way
CHANGED = tuple(key for key in OPTIONS if key not in (*NOT_DRAWN, *BEGINNING, *PILES))  # on the way
REFORMS, REFORMED, LAST_REFORM = 3, 6, 30  # so many changes at most, of so many options, up to this round
TRIES = 4  # to draw changes that an edition can have
NOTHING: Mapping[str, object] = MappingProxyType({})


class Setting(NamedTuple):
    """A table with its first position; `edition`, `options` and `seats` make the same again."""

    edition: str
    options: dict[str, object]
    seats: int
    tables: Tables
    start: State


def setting(
    edition: str,
    seed: int,
    number: int,
    variety: int = ANY,
    seats: int | None = None,
    fixed: Mapping[str, object] = NOTHING,
) -> Setting:
    """Return setting `number` of an edition; every fourth one has the book's options, or those of a profile.

    Of the others one in three has scarce buildings, one in three extreme numbers; one in three changes its rules
    on the way, where the variety is `CHANGING`.

    `seats` None draws how many play; `fixed` options are those of every setting.
    """
    loaded = load_edition(edition)
    for draw in range(DRAWS):
        luck = _Luck(seed ^ crc32(edition.encode()), number * DRAWS + draw)
        drawn = {} if variety == BOOK else _options(loaded, luck, number % 4)
        options = _possible(loaded, drawn) | dict(fixed)
        try:
            tables = loaded.tables(options)
        except OptionError:  # options that contradict each other: the next draw
            continue
        if variety == CHANGING and number % 4 != BOOKISH:
            options |= _changes(loaded, options, _Luck(seed ^ crc32(f"{edition} {CHANGES}".encode()), number))
        least, most = tables.o_players_min, tables.o_players_max
        return prepared(edition, options, seats or least + luck.below(most - least + 1))
    raise AssertionError(f"{edition}: no valid options in {DRAWS} draws")


def _possible(edition: Edition, drawn: dict[str, object]) -> dict[str, object]:
    """Return the drawn options without those that are refused, such as buildings where nothing is built."""
    try:
        edition.resolve(drawn)
    except OptionError as refused:
        wrong = {problem.place for problem in refused.problems}
        return {key: value for key, value in drawn.items() if key not in wrong}
    return drawn


def prepared(edition: str, options: dict[str, object], seats: int) -> Setting:
    """Return the table under given options, the game begun."""
    tables = load_edition(edition).tables(options)
    start = empty(tables, seats)
    rules.start(start, tables, [])
    return Setting(edition, options, seats, tables, start)


class _Luck:
    """Numbers one after another."""

    def __init__(self, seed: int, game: int) -> None:
        self.fate, self.count = fate_of(seed, game), 0

    def below(self, n: int) -> int:
        self.count += 1
        return number_below(self.fate, STREAM, self.count, n)


def _options(edition: Edition, luck: _Luck, kind: int) -> dict[str, object]:
    options: dict[str, object] = {}
    if edition.profiles and luck.below(2) == 0:
        options["profile"] = list(edition.profiles)[luck.below(len(edition.profiles))]
    if kind == BOOKISH:
        return options
    options["house_rules"] = True
    wanted, of = (DENSITIES[luck.below(len(DENSITIES))], 10) if kind == EXTREME else (1, CHANGED_ONE_IN)
    for key, option in OPTIONS.items():
        if key not in NOT_DRAWN and luck.below(of) < wanted:
            options[key] = _end(option, luck) if kind == EXTREME else _value(option, luck)
    if kind == SCARCE:
        options |= {key: luck.below(most + 1) for key, most in FEW.items()}
    if options.get(DAMAGE_PERCENT):
        options[DAMAGE] = _damage(edition, luck)
    return options


def _damage(edition: Edition, luck: _Luck) -> dict[str, str]:
    """Return two pairs of groups, of which the second harms the first; the same group twice is refused."""
    groups = [group.id for group in edition.groups]
    return {groups[luck.below(len(groups))]: groups[luck.below(len(groups))] for _ in range(2)}


def _changes(edition: Edition, options: Mapping[str, object], luck: _Luck) -> dict[str, object]:
    """For one table in three, what changes and when; nothing where no changes were drawn that go with its options."""
    if luck.below(3) != 0:
        return {}
    rounds = sorted({1 + luck.below(LAST_REFORM) for _ in range(1 + luck.below(REFORMS))})
    drawn = [{key: _value(OPTIONS[key], luck) for key in _some(luck)} for _ in rounds]
    for _ in range(TRIES):
        changes = [{"round": n, "options": given} for n, given in zip(rounds, drawn) if given]
        try:
            edition.tables({**options, CHANGES: changes})
            return {CHANGES: changes} if changes else {}
        except OptionError as refused:
            wrong = {problem.place.partition(".options.")[2] for problem in refused.problems}
            drawn = [{key: value for key, value in given.items() if key not in wrong} for given in drawn]
    return {}


def _some(luck: _Luck) -> list[str]:
    return sorted({CHANGED[luck.below(len(CHANGED))] for _ in range(1 + luck.below(REFORMED))})


def _value(option: Option, luck: _Luck) -> object:
    """Any value of the option; of a wide range small numbers more often than large ones."""
    if option.values:
        return option.values[luck.below(len(option.values))]
    if option.is_flag:
        return luck.below(2) == 1
    span = option.high - option.low + 1
    return option.low + min(luck.below(min(span, 2 ** (1 + luck.below(21)))), span - 1)


def _end(option: Option, luck: _Luck) -> object:
    """Return the least or the greatest number, or one beside it; any value of an option that has no numbers."""
    if option.values or option.is_flag:
        return _value(option, luck)
    near = min(luck.below(2), option.high - option.low)
    return option.low + near if luck.below(2) == 0 else option.high - near


def play_wildly(
    setting: Setting, seed: int, first: int, games: int, rounds: int, steps: int
) -> tuple[Array, Array, Array]:
    """Return `(found, tally, last position)`; a row of `found` a game: steps, code, final node, rounds."""
    work = np.zeros(1, STATE)
    found = np.zeros((games, 4), np.int64)
    tally = new_tally(ROWS)
    start, tables = to_record(setting.start, STATE), to_records(setting.tables)
    numbers = as_array((seed, first, games, rounds, steps, len(tables)))
    slot = np.zeros(random_play.SLOT, np.int64)
    required_library().call("play_wildly", start, tables, tally, work, work.view(np.int64), slot, numbers, found)
    return found, rows_of(tally)[:ROWS], work
