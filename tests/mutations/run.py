"""Break the rules in many places, one at a time, and count how often their tests notice.

    python tests/mutations/run.py --sample 300 --seed 1     300 places drawn by a seed
    python tests/mutations/run.py --only rent jail          all places of these modules
    python tests/mutations/run.py --list --sample 20        say what would be changed, and run nothing

Tests are collected once. A first run, with the rules whole, notes how long each test takes and which of the places it
reaches. Then a process is forked for each mutant: in it the function has the code of the mutant, and the tests that
reach the place run, quickest first, until one fails. Nothing is written anywhere, so runs do not disturb each other.
Ends with 1 if a test fails with the rules whole, or if fewer mutants than `--least` percent are noticed.
"""

import argparse
import gc
import importlib
import os
import pickle
import random
import signal
import sys
import tempfile
import time
import tomllib
from collections import defaultdict
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import CodeType

import mutants as made
import pytest
from _pytest.runner import runtestprotocol

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
TESTS = ("tests/rules", "tests/conformance")
HARMLESS = HERE / "equivalent.toml"
SECONDS, TIMES = 5.0, 20  # of a processor, for a test: so many, and so many times as many as with the rules whole
SURVIVED, KILLED = 0, 1
MOST = 3 << 30  # bytes; a mutant may gather without end


class Run:
    """A plugin of pytest that runs the collected tests once for each mutant instead of once."""

    def __init__(self, mutants: list[made.Mutant], workers: int, tell: Callable[[str], None]) -> None:
        self.mutants, self.workers, self.tell = mutants, workers, tell
        self.survivors: list[made.Mutant] = []
        self.failed: list[str] = []  # with the rules whole
        self.busy = 0.0  # seconds of processors

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        gc.collect()
        gc.freeze()
        took, reach = self.whole(session.items)
        if self.failed:
            return True
        self.tell(f"{len(took)} tests pass with the rules whole")
        waiting = list(enumerate(self.mutants))
        running: dict[int, int] = {}
        while waiting or running:
            while waiting and len(running) < self.workers:
                i, mutant = waiting.pop(0)
                chosen = sorted(
                    (item for item in session.items if i in reach[item.nodeid]), key=lambda item: took[item.nodeid]
                )
                running[fork(partial(tried, mutant, chosen, took))] = i
            ended, status = os.wait()
            if os.waitstatus_to_exitcode(status) == SURVIVED:
                mutant = self.mutants[running[ended]]
                self.survivors.append(mutant)
                self.tell(f"survived, {running[ended] + 1} of {len(self.mutants)}: {mutant}")
            del running[ended]
        return True

    def whole(self, items: list[pytest.Item]) -> tuple[dict[str, float], dict[str, set[int]]]:
        """Run all tests with the rules whole; return how long each took and which mutants it reaches."""
        parts = [items[i :: self.workers] for i in range(self.workers)]
        with tempfile.TemporaryDirectory() as folder:
            files = [Path(folder, str(i)) for i in range(len(parts))]
            children = [fork(partial(noted, self.mutants, p, f)) for p, f in zip(parts, files)]
            for child in children:
                os.waitpid(child, 0)
            found = [pickle.loads(file.read_bytes()) for file in files]
        self.failed = [each for _, _, failed in found for each in failed]
        return {k: v for took, _, _ in found for k, v in took.items()}, {
            k: v for _, r, _ in found for k, v in r.items()
        }


def fork(work: Callable[[], int]) -> int:
    """Do some work in a process of its own, silently; return its number. It ends with what the work returns."""
    child = os.fork()
    if child:
        return child
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 1)
        os.dup2(nowhere, 2)
        code = work()
    except BaseException:
        code = KILLED
    os._exit(code)


def passes(item: pytest.Item, following: pytest.Item | None) -> bool:
    """Run a test; return True if nothing of it fails."""
    return not any(report.failed for report in runtestprotocol(item, log=False, nextitem=following))


def noted(mutants: list[made.Mutant], items: list[pytest.Item], file: Path) -> int:
    """Run tests with a note of every place reached; write down how long each took, what it reached, which failed."""
    places: dict[tuple[str, str], dict[made.Place, set[int]]] = defaultdict(lambda: defaultdict(set))
    for i, mutant in enumerate(mutants):
        places[mutant.module, mutant.function][mutant.statement].add(i)
    reached: set[int] = set()
    for (module, function), of in places.items():
        lay(module, function, made.probed(module, function, dict(of)), __reached__=reached.update)
    took, reach, failed = {}, {}, []
    for item, following in zip(items, [*items[1:], None]):
        reached.clear()
        began = time.process_time()
        if not passes(item, following):
            failed.append(item.nodeid)
        took[item.nodeid], reach[item.nodeid] = time.process_time() - began, set(reached)
    file.write_bytes(pickle.dumps((took, reach, failed)))
    return 0


def lay(module: str, function: str, code: CodeType, **names: object) -> None:
    """Give a rule other code, wherever it has been imported."""
    there = getattr(importlib.import_module(f"monopoly_lab.rules.{module}"), function)
    there.__globals__.update(names)
    there.__code__ = code


def tried(mutant: made.Mutant, items: list[pytest.Item], took: dict[str, float]) -> int:
    """Run tests on a mutant until one fails, or hangs, which ends this process."""
    import resource

    resource.setrlimit(resource.RLIMIT_AS, (MOST, MOST))
    lay(mutant.module, mutant.function, made.changed(mutant))
    for item, following in zip(items, [*items[1:], None]):
        signal.setitimer(signal.ITIMER_PROF, SECONDS + TIMES * took[item.nodeid])
        if not passes(item, following):
            return KILLED
    return SURVIVED


def main(arguments: list[str]) -> int:
    options = read(arguments)
    mutants = made.all_mutants()
    if options.only:
        mutants = [m for m in mutants if m.module in options.only or f"{m.module}.{m.function}" in options.only]
    if options.sample and options.sample < len(mutants):
        mutants = sorted(random.Random(options.seed).sample(mutants, options.sample), key=lambda m: (m.module, m.line))
    if options.list:
        print(*mutants, sep="\n")
        return 0
    out = os.fdopen(os.dup(1), "w", buffering=1)
    run = Run(mutants, options.workers, lambda text: print(text, file=out, flush=True))
    quiet = ["-q", "-s", "--no-header", "--no-summary", "-p", "no:cacheprovider", "-p", "no:xdist", "-o", "timeout=0"]
    os.chdir(ROOT)
    os.environ["MONOPOLY_LAB_COMPILED"] = "python"  # nothing is compiled for a mutant
    os.environ.pop("CI", None)  # what compares both speeds is left out here, in CI too
    pytest.main([*quiet, *TESTS], plugins=[run])
    if run.failed:
        print("these tests fail with the rules whole:", *run.failed, sep="\n  ", file=out)
        return 1
    harmless = tomllib.loads(HARMLESS.read_text(encoding="utf-8"))
    known = {entry["mutant"] for entry in harmless["equivalent"]}
    known |= {f"{function}: p  ->  s.mover" for function in harmless["mover"]["functions"]}
    equal = [m for m in run.survivors if m.name in known]
    alive = [m for m in run.survivors if m.name not in known]
    counted = len(mutants) - len(equal)
    rate = 100 * (counted - len(alive)) / max(counted, 1)
    print(f"{rate:.1f} % of {counted} mutants noticed, {len(alive)} not; {len(equal)} more change nothing", file=out)
    return 1 if rate < options.least else 0


def read(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--sample", type=int, default=0, help="how many, drawn by the seed; 0: all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", nargs="*", default=[], help="modules of the rules, or module.function")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--least", type=float, default=0, help="percent that must be noticed")
    parser.add_argument("--list", action="store_true", help="print the mutants only")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
