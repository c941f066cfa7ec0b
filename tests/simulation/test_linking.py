"""Rules linked into one object: lists of records, constants, and errors that arrive where bounds are checked."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

# Compiles `outer`, whose arguments are arrays of numbers and records, and calls it.
CALLED = """
import numpy as np
from monopoly_lab.simulation.compiled.addresses import array_at
from monopoly_lab.simulation.compiled.entry_points import OPTIONS, EntryPoint, LoadedObject, compile_here
from monopoly_lab.simulation.compiled.library import CompiledRulesError, Native
from monopoly_lab.simulation.compiled.linking import link
RECORD = np.dtype([("node", "i8"), ("cash", "i8", (3,))], align=True)
def called(outer, kinds, *arrays):
    loaded = LoadedObject(compile_here({"outer": EntryPoint(outer, kinds)}))
    Native("here", loaded.address, loaded).call("outer", *arrays)
"""
# `outer` calls `inner` with constants of its own; with bounds checked the last read is beyond the end.
BEYOND = """
def inner(numbers, i, flag):
    return numbers[i] if flag else 0
def outer(numbers_at, at_at, found_at):
    numbers, at, found = array_at(numbers_at, (3,)), array_at(at_at, (1,)), array_at(found_at, (1,))
    found[0] = inner(numbers, 0, True) + inner(numbers, at[0], at[0] > 1)
link(inner, OPTIONS)
for at, expected in ((2, 10), (1, 4)):
    found = np.zeros(1, np.int64)
    called(outer, (None,) * 3, np.array([4, 5, 6]), np.array([at]), found)
    assert found[0] == expected
try:
    called(outer, (None,) * 3, np.array([4, 5, 6]), np.array([3]), np.zeros(1, np.int64))
except CompiledRulesError:
    print("beyond")
"""
# A list of a record is named, measured, handed on, read and written.
LISTS = """
def total(numbers):
    found = 0
    for i in range(len(numbers)):
        found += numbers[i]
    return found
def outer(records_at, found_at):
    records, found = array_at(records_at, (2,)), array_at(found_at, (3,))
    s, i = records[0], 2
    cash = s.cash
    s = records[1]
    s.cash[i] += cash[i]
    found[0], found[1], found[2] = total(cash), total(s.cash), len(s.cash)
link(total, OPTIONS)
records, found = np.zeros(2, RECORD), np.zeros(3, np.int64)
records["cash"] = (1, 2, 4), (10, 20, 40)
called(outer, (RECORD, None), records, found)
print(found.tolist(), records["cash"].tolist())
"""
# Nothing is done with the record after its list is named for the last time; writing to it is the last thing.
LAST = """
def outer(records_at, numbers_at):
    s, numbers = array_at(records_at, (2,))[0], array_at(numbers_at, (1,))
    for each in range(numbers[0]):
        s.node += 1
    s.cash[numbers[0]] = 8
records = np.ones(1, RECORD)
called(outer, (RECORD, None), records, np.array([1]))
print(records["node"].tolist(), records["cash"].tolist())
"""


def run(code: str, **more: str) -> str:
    command = [sys.executable, "-c", CALLED + code]
    done = subprocess.run(command, env=os.environ | more, text=True, stdout=subprocess.PIPE, check=True)
    return done.stdout.strip()


@pytest.mark.full
def test_linking__an_index_beyond_the_end_is_an_error_where_bounds_are_checked() -> None:
    assert run(BEYOND, NUMBA_BOUNDSCHECK="1") == "beyond"


def test_linking__a_list_of_a_record_is_the_one_it_was_when_it_was_named(capsys: pytest.CaptureFixture[str]) -> None:
    exec(CALLED + LISTS, {})  # in this process, which need not begin
    assert capsys.readouterr().out == "[7, 74, 3] [[1, 2, 4], [10, 20, 44]]\n"


@pytest.mark.full
def test_linking__a_list_is_written_where_its_record_is_needed_no_more() -> None:
    assert run(LAST) == "[2] [[1, 8, 1]]"


def test_linking__the_version_that_is_known_is_the_one_that_the_constraints_name() -> None:
    import numba

    from monopoly_lab.simulation.compiled import linking

    named = [line for line in (ROOT / "constraints.txt").read_text().splitlines() if line.startswith("numba==")]
    assert named[0].startswith(f"numba=={linking.SUPPORTED_NUMBA}.")
    assert numba.__version__.startswith(f"{linking.SUPPORTED_NUMBA}.") == linking.IS_KNOWN
