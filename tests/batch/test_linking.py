"""Rules linked into the functions that others call: the same results, a finished object a root, errors that arrive."""

import json
import os
import subprocess
import sys
from pathlib import Path

import numba

from monopoly_lab.batch import linking

ROOT = Path(__file__).parents[2]

# Names what becomes machine code; "nrt" is numba's own helper.
COUNTED = """
import json, sys
from numba.core.codegen import JITCPUCodegen
from monopoly_lab.batch import linking
linking.LINKED = {linked} and linking.LINKED
finished = []
add = JITCPUCodegen._add_module
JITCPUCodegen._add_module = lambda self, module: (finished.append(module.name), add(self, module))[1]
from monopoly_lab.batch.compiled_luck import below
numbers = [below(7, game, 2, 5, 1000) for game in range(50)]
print(json.dumps([numbers, [name for name in finished if name != "nrt"]]))
"""
# `outer` calls `inner` with constants of its own; the last call reads beyond the end.
BEYOND = """
import numpy as np
from monopoly_lab.batch import linking
def inner(numbers, i, flag):
    return numbers[i] if flag else 0
def outer(numbers, i):
    return inner(numbers, 0, True) + inner(numbers, i, i > 1)
linking.link(inner, {"error_model": "numpy", "_nrt": False})
root = linking.root(outer, False, {"error_model": "numpy"})
assert root(np.array([4, 5, 6]), 2) == 10
assert root(np.array([4, 5, 6]), 1) == 4
assert len(linking._known[inner].signatures) == linking.LINKED
try:
    root(np.array([4, 5, 6]), 3)
except IndexError:
    print("beyond")
"""
# A list of a record is named, measured, handed on, read and written.
LISTS = """
import numpy as np
from monopoly_lab.batch import linking
def total(numbers):
    found = 0
    for i in range(len(numbers)):
        found += numbers[i]
    return found
def outer(s, other, i):
    cash = s.cash
    s = other
    s.cash[i] += cash[i]
    return total(cash), total(s.cash), len(s.cash)
linking.link(total, {"error_model": "numpy", "_nrt": False})
root = linking.root(outer, False, {"error_model": "numpy"})
records = np.zeros(2, np.dtype([("node", "i8"), ("cash", "i8", (3,))], align=True))
records["cash"] = (1, 2, 4), (10, 20, 40)
print(root(records[0], records[1], 2), records["cash"].tolist())
"""
# Nothing is done with the record after its list is named for the last time; writing to it is the last thing.
LAST = """
import numpy as np
from monopoly_lab.batch import linking
def outer(s, i):
    for each in range(i):
        s.node += 1
    s.cash[i] = 8
root = linking.root(outer, False, {"error_model": "numpy"})
records = np.ones(1, np.dtype([("node", "i8"), ("cash", "i8", (3,))], align=True))
root(records[0], 1)
print(records["node"].tolist(), records["cash"].tolist())
"""


def run(code: str, tmp_path: Path, **more: str) -> str:
    environment = os.environ | {"MONOPOLY_LAB_CACHE": str(tmp_path)} | more
    done = subprocess.run([sys.executable, "-c", code], env=environment, text=True, stdout=subprocess.PIPE, check=True)
    return done.stdout.strip()


def test_linking__only_what_is_called_from_python_becomes_machine_code(tmp_path: Path) -> None:
    numbers, finished = json.loads(run(COUNTED.format(linked=True), tmp_path))
    assert linking.LINKED and finished == ["_below"]
    ordinary, objects = json.loads(run(COUNTED.format(linked=False), tmp_path / "other"))
    assert ordinary == numbers and len(objects) > 4  # mix, bits, below and the casts besides


def test_linking__what_is_stored_gives_the_same_and_is_finished_once(tmp_path: Path) -> None:
    first, again = (run(COUNTED.format(linked=True), tmp_path) for _ in range(2))
    assert first == again
    assert len(list(tmp_path.rglob("*.nbc"))) == 1


def test_linking__an_index_beyond_the_end_is_told_through_a_part(tmp_path: Path) -> None:
    """One translation serves all constants that a part is called with."""
    assert run(BEYOND, tmp_path, NUMBA_BOUNDSCHECK="1") == "beyond"


def test_linking__a_list_of_a_record_is_the_one_it_was_when_it_was_named(tmp_path: Path) -> None:
    assert run(LISTS, tmp_path) == "(7, 74, 3) [[1, 2, 4], [10, 20, 44]]"


def test_linking__a_list_is_written_where_its_record_is_needed_no_more(tmp_path: Path) -> None:
    assert run(LAST, tmp_path) == "[2] [[1, 8, 1]]"


def test_linking__the_version_that_is_known_is_the_one_that_the_constraints_name() -> None:
    named = [line for line in (ROOT / "constraints.txt").read_text().splitlines() if line.startswith("numba==")]
    assert named[0].startswith(f"numba=={linking.KNOWN}.")
    assert numba.__version__.startswith(f"{linking.KNOWN}.") == linking.LINKED
