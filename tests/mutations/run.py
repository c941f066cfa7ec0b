"""Break the rules in many places, one at a time, and count how often their tests notice.

    python tests/mutations/run.py --sample 300 --seed 1     300 places drawn by a seed
    python tests/mutations/run.py --only rent jail          all places of these modules
    python tests/mutations/run.py --only rent --tests tests/rules/test_rent.py      what these tests alone notice
    python tests/mutations/run.py --list --sample 20        say what would be changed, and run nothing

Tests are collected once. A first run, with the rules whole, notes how long each test takes and which of the places it
reaches. Then a process is forked for each mutant: in it the function has the code of the mutant, and the tests that
reach the place run, quickest first, until one fails. Nothing is written anywhere, so runs do not disturb each other.
Before that each mutant is compared with the rules over recorded games (`corpus.py`): one that plays a stretch of them
otherwise, which is named, and is not noticed by a test, has survived; an unnoticed one in which no difference was found
is counted apart. Mutants come in a drawn order, so that a run that is broken off has tried a sample too. Ends with 1 if
a test fails with the rules whole or none is collected, or if fewer mutants than `--least` percent are noticed.

With `--quick`, for a few mutants, no tests run on one in which no difference was found, and none once more with a
bankrupt seat at the table. There is no first run: on a mutant tests run file by file in an order drawn by its name,
those named after its module first, and only tests that noticed one run with the rules whole.
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
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from types import CodeType

import mutants as made
import pytest
from _pytest.runner import runtestprotocol

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
sys.path.append(str(ROOT / "tests" / "tools"))
import corpus  # noqa: E402

TESTS = ("tests/rules", "tests/conformance")
HARMLESS = HERE / "equivalent.toml"
SECONDS, TIMES = 5.0, 20  # of a processor, for a test: so many, and so many times as many as with the rules whole
SURVIVED, KILLED = 0, 1
FEW = 4  # tables of each edition whose games are recorded for a quick run
MOST = 3 << 30  # bytes; a mutant may gather without end


class Run:
    """A plugin of pytest that runs the collected tests once for each mutant instead of once."""

    def __init__(self, mutants: list[made.Mutant], workers: int, quick: bool, tell: Callable[[str], None]) -> None:
        self.mutants, self.workers, self.quick, self.tell = mutants, workers, quick, tell
        self.tables = FEW if quick else corpus.TABLES
        self.survivors: list[made.Mutant] = []
        self.differ: dict[made.Mutant, str] = {}  # those that play some recorded game otherwise, and where
        self.tests = 0  # collected
        self.answers = 0  # in the recorded games
        self.failed: list[str] = []  # with the rules whole

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        gc.collect()
        gc.freeze()
        items = session.items
        self.tests = len(items)
        took, reach = ({}, {}) if self.quick else self.whole(items)
        if self.failed or not items:
            return True
        if not self.quick:
            self.tell(f"{len(took)} tests pass with the rules whole")
        self.answers, self.differ = told_apart(self.mutants, self.workers, self.tables)
        self.tell(f"{len(self.differ)} of {len(self.mutants)} mutants play some of {self.answers} answers otherwise")
        asked = [i for i, m in enumerate(self.mutants) if m in self.differ or not self.quick]
        with tempfile.TemporaryDirectory() as folder:
            files, works = [Path(folder, str(i)) for i in asked], []
            for i, file in zip(asked, files):
                reaching = [item for item in items if i in reach[item.nodeid]] if reach else items
                works.append(partial(tried, self.mutants[i], in_order(self.mutants[i], reaching, took), took, file))
            for done, (n, code) in enumerate(side_by_side(works, self.workers), 1):
                if code == SURVIVED:
                    mutant = self.mutants[asked[n]]
                    self.survivors.append(mutant)
                    seen = self.differ.get(mutant, "no difference found")
                    self.tell(f"{len(self.survivors)} of {done} unnoticed: {mutant}\n    {seen}")
            noticing = {file.read_text(encoding="utf-8") for file in files if file.exists()}
        if self.quick:
            self.whole([item for item in items if item.nodeid in noticing])
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


def in_order(mutant: made.Mutant, items: list[pytest.Item], took: dict[str, float]) -> list[pytest.Item]:
    """Return tests in the order in which they run on a mutant."""
    if took:
        return sorted(items, key=lambda item: took[item.nodeid])
    files = sorted({item.path for item in items})
    random.Random(mutant.name).shuffle(files)
    files.sort(key=lambda file: mutant.module not in file.stem)
    return sorted(items, key=lambda item: files.index(item.path))


def side_by_side(works: Sequence[Callable[[], int]], workers: int) -> Iterator[tuple[int, int]]:
    """Do works in processes of their own, some at a time; yield the number of each that ends, and what it ends with."""
    waiting, running = list(enumerate(works)), dict[int, int]()
    while waiting or running:
        while waiting and len(running) < workers:
            i, work = waiting.pop(0)
            running[fork(work)] = i
        ended, status = os.wait()
        yield running.pop(ended), os.waitstatus_to_exitcode(status)


def told_apart(mutants: list[made.Mutant], workers: int, tables: int) -> tuple[int, dict[made.Mutant, str]]:
    """Compare mutants with the rules over the corpus.

    Return how many answers were compared, and for each mutant that plays otherwise where it was seen.
    """
    stretches = corpus.corpus(tables)
    gc.collect()
    gc.freeze()
    with tempfile.TemporaryDirectory() as folder:
        files = [Path(folder, f"whole {i}") for i in range(workers)]
        parts = [range(i, len(stretches), workers) for i in range(workers)]
        list(side_by_side([partial(watched, mutants, stretches, p, f) for p, f in zip(parts, files)], workers))
        whole = {n: of for file in files for n, of in pickle.loads(file.read_bytes()).items()}
        seen, works = [Path(folder, str(i)) for i in range(len(mutants))], []
        for i, mutant in enumerate(mutants):
            chosen = {n: numbers for n, (numbers, reached) in whole.items() if i in reached}
            works.append(partial(compared, mutant, stretches, chosen, seen[i]))
        list(side_by_side(works, workers))
        found = {m: file.read_text(encoding="utf-8") for m, file in zip(mutants, seen) if file.exists()}
    return sum(len(stretch.answers) for stretch in stretches), found


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


def probe(mutants: list[made.Mutant]) -> set[int]:
    """Make the rules note in the set that is returned which of the mutants would have been reached."""
    places: dict[tuple[str, str], dict[made.Place, set[int]]] = defaultdict(lambda: defaultdict(set))
    for i, mutant in enumerate(mutants):
        places[mutant.module, mutant.function][mutant.statement].add(i)
    reached: set[int] = set()
    for (module, function), of in places.items():
        lay(module, function, made.probed(module, function, dict(of)), __reached__=reached.update)
    return reached


def noted(mutants: list[made.Mutant], items: list[pytest.Item], file: Path) -> int:
    """Run tests with a note of every place reached; write down how long each took, what it reached, which failed."""
    reached = probe(mutants)
    took, reach, failed = {}, {}, []
    for item, following in zip(items, [*items[1:], None]):
        reached.clear()
        began = time.process_time()
        if not passes(item, following):
            failed.append(item.nodeid)
        took[item.nodeid], reach[item.nodeid] = time.process_time() - began, set(reached)
    file.write_bytes(pickle.dumps((took, reach, failed)))
    return 0


def watched(mutants: list[made.Mutant], stretches: list[corpus.Stretch], numbers: range, file: Path) -> int:
    """Play some of the stretches with the rules whole; write down what comes of each, and which mutants it reaches."""
    reached = probe(mutants)
    found = {}
    for n in numbers:
        reached.clear()
        found[n] = corpus.outcomes(stretches[n]), set(reached)
    file.write_bytes(pickle.dumps(found))
    return 0


def compared(
    mutant: made.Mutant, stretches: list[corpus.Stretch], whole: dict[int, tuple[int, ...]], file: Path
) -> int:
    """Play stretches with a mutant until something comes out otherwise; write down in which."""
    import resource

    resource.setrlimit(resource.RLIMIT_AS, (MOST, MOST))
    lay(mutant.module, mutant.function, made.changed(mutant))
    for n, before in whole.items():
        now = corpus.outcomes(stretches[n])
        if now != before:
            alike = next((i for i, (a, b) in enumerate(zip(now, before)) if a != b), min(len(now), len(before)))
            answers = len(stretches[n].answers)
            what = f"answer {alike + 1} of {answers}" if alike < answers else "what may be done at its end"
            file.write_text(f"{stretches[n].name}: {what}", encoding="utf-8")
            return KILLED
    return SURVIVED


def lay(module: str, function: str, code: CodeType, **names: object) -> None:
    """Give a rule other code, wherever it has been imported."""
    there = getattr(importlib.import_module(f"monopoly_lab.rules.{module}"), function)
    there.__globals__.update(names)
    there.__code__ = code


def tried(mutant: made.Mutant, items: list[pytest.Item], took: dict[str, float], file: Path) -> int:
    """Run tests on a mutant until one fails, whose name is written down, or hangs, which ends this process."""
    import resource

    resource.setrlimit(resource.RLIMIT_AS, (MOST, MOST))
    lay(mutant.module, mutant.function, made.changed(mutant))
    for item, following in zip(items, [*items[1:], None]):
        signal.setitimer(signal.ITIMER_PROF, SECONDS + TIMES * took.get(item.nodeid, 1.0))
        if not passes(item, following):
            file.write_text(item.nodeid, encoding="utf-8")
            return KILLED
    return SURVIVED


def main(arguments: list[str]) -> int:
    options = read(arguments)
    mutants = made.all_mutants()
    if options.only:
        mutants = [m for m in mutants if m.module in options.only or f"{m.module}.{m.function}" in options.only]
    if options.sample and options.sample < len(mutants):
        mutants = random.Random(options.seed).sample(mutants, options.sample)
    if options.list:
        print(*mutants, sep="\n")
        return 0
    known = listed_names()
    listed = sum(m.name in known for m in mutants)
    mutants = [m for m in mutants if m.name not in known]
    out = os.fdopen(os.dup(1), "w", buffering=1)
    run = Run(mutants, options.workers, options.quick, lambda text: print(text, file=out, flush=True))
    quiet = ["-q", "-s", "--no-header", "--no-summary", "-p", "no:cacheprovider", "-p", "no:xdist", "-o", "timeout=0"]
    quiet += ["-k", "not ruined"] * options.quick
    os.chdir(ROOT)
    os.environ["MONOPOLY_LAB_COMPILED"] = "python"  # nothing is compiled for a mutant
    os.environ["MONOPOLY_LAB_TESTED_CHAINS"] = ""  # no mutant finds a chain of other rules
    os.environ.pop("CI", None)  # what compares both speeds is left out here, in CI too
    pytest.main([*quiet, *options.tests], plugins=[run])
    if run.failed:
        print("these tests fail with the rules whole:", *run.failed, sep="\n  ", file=out)
        return 1
    if not run.tests:
        print("no test was collected", file=out)
        return 1
    same = [m for m in mutants if m not in run.differ and (run.quick or m in run.survivors)]
    alive = [m for m in run.survivors if m in run.differ]
    noticed = len(mutants) - len(same) - len(alive)
    rate, least = 100 * noticed / max(noticed + len(alive), 1), 100 * noticed / max(len(mutants), 1)
    for mutant in same:
        print(f"no difference found: {mutant}", file=out)
    for mutant in alive:
        print(f"survived: {mutant}\n    {run.differ[mutant]}", file=out)
    print(
        f"{len(mutants)} mutants: {noticed} noticed, {len(alive)} survived;"
        f" in {len(same)} more no difference was found in {run.answers} answers."
        f"\n{rate:.1f} % noticed of those that differ ({least:.1f} % of all)."
        f" {listed} more change nothing, with a reason.",
        file=out,
    )
    return 1 if rate < options.least else 0


def listed_names() -> set[str]:
    """Return the names of the mutants that change nothing, with a reason."""
    harmless = tomllib.loads(HARMLESS.read_text(encoding="utf-8"))
    return {entry["mutant"] for entry in harmless["equivalent"]} | {
        f"{function}: p  ->  s.mover" for function in harmless["mover"]["functions"]
    }


def read(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--sample", type=int, default=0, help="how many, drawn by the seed; 0: all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", nargs="*", default=[], help="modules of the rules, or module.function")
    parser.add_argument("--tests", nargs="*", default=TESTS, help="files or folders; all of the rules if left out")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument(
        "--quick", action="store_true", help="fewer recorded games; no second tables; no tests where none differs"
    )
    parser.add_argument("--least", type=float, default=0, help="percent that must be noticed")
    parser.add_argument("--list", action="store_true", help="print the mutants only")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
