"""Plain Python against compiled: the same games, equal in every count and every field.

A hundred tables of four games by all strategies over all editions, three tables in four under options
drawn at random, each game to its end or to 40 rounds or 2,000 answers; more: `check_rules.py --equal`. The plain games
assert the depth of the agenda and the ranges of numbers after every answer. Before a release the same is
played compiled with bounds checked at every index; `build_library.py` plays fewer so whenever rules change.
"""

import json
import os
import subprocess
import sys
from collections.abc import Callable

import check_rules
import pytest
import random_settings

from monopoly_lab.editions import editions
from monopoly_lab.rules import random_numbers
from monopoly_lab.simulation import random_play
from monopoly_lab.simulation.compiled import library
from monopoly_lab.simulation.compiled.records import as_array
from monopoly_lab.simulation.event_counts import Tally
from monopoly_lab.simulation.invariants import broken_invariant
from tests.sampled import EDITIONS, rest_for_release

TABLES, AT_A_TABLE = 100, 4  # options and seats differ by table; the games of one differ in luck alone
WITH_BOUNDS = f"""
import json
import check_rules as check
from numba.core import config
assert config.BOUNDSCHECK == 1
print(json.dumps(check.fingerprints({TABLES * AT_A_TABLE}, True, {AT_A_TABLE})))
"""


@pytest.fixture(scope="module")
def plain() -> list[str]:
    return check_rules.fingerprints(TABLES * AT_A_TABLE, False, AT_A_TABLE)


@pytest.mark.full
def test_speeds__games_of_a_hundred_tables_are_equal_tally_for_tally_and_field_for_field(plain: list[str]) -> None:
    assert len(plain) == TABLES == len(set(plain))
    assert check_rules.fingerprints(TABLES * AT_A_TABLE, True, AT_A_TABLE) == plain


@pytest.mark.release
def test_speeds__the_same_games_are_equal_with_bounds_checked(plain: list[str]) -> None:
    tools = {"PYTHONPATH": os.path.dirname(check_rules.__file__)}
    environment = os.environ | tools | {"NUMBA_BOUNDSCHECK": "1", library.VARIABLE: library.HERE}
    command = [sys.executable, "-c", WITH_BOUNDS]
    printed = subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE).stdout
    assert json.loads(printed) == plain


@pytest.mark.parametrize(
    ("players", "mode"),
    [
        (2, None),
        (4, "party"),
        *(pytest.param(*each, marks=pytest.mark.full) for each in ((3, None), (4, None), (3, "asked"))),
    ],
)
def test_speeds__games_with_bosses_are_equal_however_many_play(players: int, mode: str | None) -> None:
    """By the book alone; in the plain games no coin is lost between hands, bank, board and boss at any node."""
    wish = check_rules.Wish("gamer", players, mode, random_settings.BOOK)
    assert check_rules.both_speeds(30, wish=wish).differ == []


@pytest.mark.parametrize("edition", rest_for_release(editions(), EDITIONS))
def test_speeds__wild_games_are_equal(edition: str) -> None:
    from monopoly_lab.simulation.compiled.blocks import to_states
    from monopoly_lab.simulation.compiled.records import to_state

    for number in range(2):
        table = random_settings.setting(edition, 5, number, random_settings.CHANGING)
        s, tally = table.start.copy(), Tally()
        n, code = random_play.play_wildly(
            s, table.tables.stages, tally, None, [0] * random_play.SLOT, 5, number, 20, 300
        )
        found, counts, work = random_settings.play_wildly(table, 5, number, 1, 20, 300)
        assert (n, code) == tuple(found[0, :2]) and code == 0
        assert to_state(work[0], table.start) == s
        assert to_states(work, table.start) == [s]
        assert counts.tolist() == tally.rows
        assert broken_invariant(s, table.tables.at(s.stage)) == 0


# Luck. The reference below is written anew from the description in `monopoly_lab.rules.random_numbers`
# and from the published generator, in plain integers.

MASK = 2**64 - 1


def finalised(z: int) -> int:
    """SplitMix64's output function (Steele, Lea and Flood 2014, OOPSLA; Vigna's splitmix64.c)."""
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 & MASK
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB & MASK
    return z ^ (z >> 31)


def reference(seed: int, game: int, stream: int, counter: int) -> int:
    z = finalised(seed + 0x9E3779B97F4A7C15 & MASK)
    z = finalised(z + game * 0xD1B54A32D192ED03 + 1 & MASK)
    z = finalised(z + stream * 0xABC98388FB8FAC03 + 2 & MASK)
    return finalised(z + counter * 0x8CB92BA72F3D8DD7 + 3 & MASK)


VECTORS = [
    (seed, game, stream, counter)
    for seed in (0, 1, 7, 2**31, 2**62 + 12345, 2**63 - 1)
    for game in (0, 1, 99_999, 2**40 + 1)
    for stream in (0, 1, 10, 16, 50)
    for counter in (0, 1, 63, 2**32 + 5)
]

# The first numbers of the format: they must never change while `luck.FORMAT` is 1.
FIXED = {
    (0, 0, 0, 0): 0x37124B01DBEB2220,
    (7, 0, 0, 1): 0x9F651AC220674306,
    (7, 3, 2, 5): 0xC389C52A43BC328A,
    (2**63 - 1, 99_999, 23, 4096): 0x9B61C34B9F62B754,
}


def compiled(seed: int, game: int, stream: int, counter: int, n: int = 6) -> tuple[int, int]:
    """The bits that compiled rules draw, and a number below n."""
    found = as_array((0, 0))
    library.required_library().call("draw_luck", as_array((seed, game, stream, counter, n)), found)
    return int(found[0]) & MASK, int(found[1])


def in_python(number: Callable[..., int], seed: int, game: int, *use: int) -> int:
    return number(random_numbers.fate_of(seed, game), *use)


def test_luck__is_the_published_generator() -> None:
    """Seed 1234567 gives 6457827717110365317 first, then 3203168211198807973 (Rosetta Code, splitmix64)."""
    step = 0x9E3779B97F4A7C15
    for mix in (random_numbers.mix_bits, finalised):
        assert mix(1234567 + step) == 6457827717110365317
        assert mix(1234567 + 2 * step & MASK) == 3203168211198807973


def test_luck__format_1_keeps_its_numbers_at_both_speeds() -> None:
    assert random_numbers.FORMAT == 1
    for arguments, number in FIXED.items():
        assert reference(*arguments) == number
        assert in_python(random_numbers.bits, *arguments) == number
        assert compiled(*arguments)[0] == number


def test_luck__vectors_are_equal_at_both_speeds() -> None:
    for arguments in VECTORS:
        expected = reference(*arguments)
        assert in_python(random_numbers.bits, *arguments) == expected == compiled(*arguments)[0]
        for n in (1, 2, 6, 36, 1000, 2**31 - 1):
            number = (expected >> 32) * n >> 32  # the upper half, scaled
            assert in_python(random_numbers.number_below, *arguments, n) == number == compiled(*arguments, n)[1]
