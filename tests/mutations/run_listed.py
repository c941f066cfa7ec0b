"""Break the rules as listed by hand, in a copy of the package, and demand that the named tests fail.

    python tests/mutations/run_listed.py             all of them
    python tests/mutations/run_listed.py jail rent   those with one of these words in name or file

`run.py` breaks them in thousands of places that nobody has to list. Ends with 1 if a rule can be broken unnoticed, or
if a test fails with all rules whole.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
LIST = HERE / "listed.toml"
WORKERS = 2
LIMIT = 300  # seconds for the tests of one rule; a broken rule that hangs them is a mistake in the list
PASSED, FAILED = 0, 1  # what pytest ends with


class Mutation(NamedTuple):
    """In `file`, `old` becomes `new`; each of `tests` has to notice."""

    name: str
    file: str
    old: str
    new: str
    tests: list[str]


def mutations(path: Path = LIST) -> list[Mutation]:
    return [Mutation(**entry) for entry in tomllib.loads(path.read_text(encoding="utf-8"))["mutations"]]


def chosen(words: Iterable[str]) -> list[Mutation]:
    wanted = list(words)
    return [m for m in mutations() if not wanted or any(word in f"{m.name} {m.file}" for word in wanted)]


def copy_to(folder: Path) -> None:
    """The package and the tests of the rules, without what Python has cached."""
    unwanted = shutil.ignore_patterns("__pycache__", "*.nbi", "*.nbc")
    shutil.copytree(ROOT / "monopoly_lab", folder / "monopoly_lab", ignore=unwanted)
    for part in ("rules", "tools"):
        shutil.copytree(ROOT / "tests" / part, folder / "tests" / part, ignore=unwanted)
    shutil.copy(ROOT / "tests" / "sampled.py", folder / "tests")


def pytest(folder: Path, tests: Iterable[str]) -> subprocess.CompletedProcess[str]:
    """Runs some tests on the package in a folder, up to the first failure."""
    command = [sys.executable, "-B", "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "--rootdir", str(folder)]
    found = os.pathsep.join(str(path) for path in (folder, folder / "tests", folder / "tests" / "tools"))
    quick = os.environ | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTHONPATH": found}
    return subprocess.run([*command, *tests], cwd=folder, env=quick, capture_output=True, text=True, timeout=LIMIT)


def caught(mutation: Mutation, home: Path) -> tuple[Mutation, list[str]]:
    """The mutation with those of its tests that did not fail."""
    with tempfile.TemporaryDirectory(dir=home) as made:
        folder = Path(made)
        copy_to(folder)
        broken = folder / mutation.file
        broken.write_text(broken.read_text(encoding="utf-8").replace(mutation.old, mutation.new), encoding="utf-8")
        return mutation, [test for test in mutation.tests if pytest(folder, [test]).returncode != FAILED]


def main(words: list[str]) -> int:
    began = time.monotonic()
    wanted = chosen(words)
    unnoticed = 0
    with tempfile.TemporaryDirectory() as made:
        home = Path(made)
        whole = home / "whole"
        copy_to(whole)
        before = pytest(whole, sorted({test for m in wanted for test in m.tests}))
        if before.returncode != PASSED:
            print("a test fails with all rules whole", before.stdout, before.stderr, sep="\n")
            return 1
        with ThreadPoolExecutor(WORKERS) as pool:
            for mutation, blind in pool.map(lambda m: caught(m, home), wanted):
                unnoticed += bool(blind)
                print(f"{'UNNOTICED' if blind else 'caught':10}{mutation.file:38}{mutation.name}", *blind, flush=True)
    print(f"{len(wanted) - unnoticed} of {len(wanted)} broken rules caught in {time.monotonic() - began:.0f} s")
    return 1 if unnoticed or not wanted else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
