"""What all processes of a run share; in continuous integration, what is skipped has failed."""

import atexit
import gc
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
from _pytest.runner import runtestprotocol

# Workers share the processors: threads of linear algebra would wait for each other. Read when numpy is imported.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from monopoly_lab.common.messages import Session
from monopoly_lab.simulation.compiled import library
from monopoly_lab.web.server.kernel_forks import fork_kernels
from tests.shared_chains import CHAINS, KERNEL_MODULES, share

os.environ.pop("MONOPOLY_LAB_LANG", None)  # tests expect English, kernels they start too

# Files of a minute and more: they begin first, so that no worker is left alone with one of them at the end.
LONG = {
    *("test_site_in_browser.py", "test_served_app.py", "test_served_app_under_attack.py", "test_live_in_browser.py"),
    *("test_served_app_restarted.py", "test_time_and_files_in_browser.py"),
    *(
        "test_nbgrader.py",
        "test_submissions.py",
        "test_golden.py",
        "test_lessons_in_every_language.py",
        "test_compiled_equals_plain.py",
    ),
    *("test_live_kills.py", "test_random_play.py", "test_kernel_forks.py", "test_cluster.py"),
}
BROWSER = Path(__file__).parent / "browser"
SETS_FULL = re.compile(r"mark\.full|\b(?:sampled|sizes)\(")
# New objects, then collections of younger ones, between two looks for garbage: it saves 4 % of the time of all tests.
GARBAGE = (50_000, 20, 50)


def pytest_configure(config: pytest.Config) -> None:
    """Compile changed rules once, before workers and kernels ask for them; and share what each would make anew."""
    config.option.loadscopereorder = False  # of pytest-xdist: the files with most tests, which are not the longest
    if not hasattr(config, "workerinput"):
        if asks_for_rules_alone(config) and library.VARIABLE not in os.environ:
            try:
                library.shipped()
            except library.Unusable:  # they were changed: nobody waits for a compiler
                os.environ[library.VARIABLE] = library.PYTHON
        library.library()
        # As .ci/run does: hundreds of processes start, and each would compile what it imports.
        if os.environ.pop("PYTHONDONTWRITEBYTECODE", ""):
            sys.dont_write_bytecode = False
        if CHAINS not in os.environ:
            os.environ[CHAINS] = tempfile.mkdtemp(prefix="monopoly_lab")
            config.add_cleanup(lambda: shutil.rmtree(os.environ.pop(CHAINS), ignore_errors=True))
    share()
    fork_kernels(KERNEL_MODULES)


def asks_for_rules_alone(config: pytest.Config) -> bool:
    """True for `pytest tests/rules`, or parts of it: what compares both speeds is then left out (`at_both_speeds`)."""
    asked = [(config.invocation_params.dir / arg.partition("::")[0]).resolve() for arg in config.args]
    return all(path.is_relative_to(Path(__file__).parent / "rules") for path in asked)


def pytest_collection() -> None:
    """Look for no garbage among thousands of tests while they are collected, of which all is needed."""
    gc.disable()


def pytest_collection_finish() -> None:
    """Set aside what was collected: thousands of tests are not looked through at each collection of garbage."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GARBAGE)
    gc.enable()


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out files of which `-m` lets nothing run: each worker would import them for seconds."""
    chosen = config.option.markexpr.strip()
    if chosen == "full" and (collection_path.name.startswith("test_") or collection_path.suffix == ".ipynb"):
        return None if may_be_full(collection_path) else True
    if collection_path != BROWSER or any("browser" in arg for arg in config.args):
        return None
    return True if chosen.startswith("not browser and ") and "not release" in chosen and " or " not in chosen else None


def may_be_full(file: Path) -> bool:
    """True for tests that name the mark or call what sets it (`sampled.py`), or whose folder's conftest.py sets it."""
    beside = file.parent / "conftest.py"
    if beside.exists() and "mark.full" in beside.read_text("utf-8"):
        return True
    return file.suffix == ".py" and bool(SETS_FULL.search(file.read_text(encoding="utf-8")))


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Every second worker begins with the last file: each reads what the other has compiled, half of all asserts."""
    report = yield
    worker = getattr(collector.config, "workerinput", {"workerid": "gw0"})["workerid"]
    if isinstance(collector, pytest.Dir) and worker[-1] in "13579":
        report.result.sort(key=lambda each: str(each.path), reverse=True)
    return report


def sends_little(config: pytest.Config) -> bool:
    """True unless somebody wants to know when each part of a test began and ended, or what it printed."""
    asked = config.option
    return (
        asked.verbose <= 0 and asked.durations is None and asked.xmlpath is None and not {*asked.reportchars} & {*"PA"}
    )


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    """A worker sends one report of a test that passed, not five messages, which take longer than most of the tests."""
    if not hasattr(item.config, "workerinput") or not sends_little(item.config):
        return None
    reports = runtestprotocol(item, log=False, nextitem=nextitem)
    passed = all(report.passed for report in reports)
    for report in reports:
        if report.when == "call" or not passed:
            item.ihook.pytest_runtest_logreport(report=report)
    return True


@pytest.hookimpl(trylast=True)
def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """A test of a worker has ended with its only report, or its last: the part of all tests that have is shown."""
    is_last = report.when == "teardown" or (report.when == "call" and report.passed)
    if is_last and (worker := getattr(report, "node", None)) and sends_little(worker.config):
        worker.config.hook.pytest_runtest_logfinish(nodeid=report.nodeid, location=report.location)


def pytest_unconfigure(config: pytest.Config) -> None:
    gc.freeze()  # pytest and Python would look for garbage six times more among all that the tests hold


@pytest.hookimpl(tryfirst=True)  # before `-m` chooses
def pytest_collection_modifyitems(items: list[pytest.Item], config: pytest.Config) -> None:
    """All of tests/browser is marked (`browser`, else `release`) and comes last: an open loop runs in this thread.

    Long files come first, within the tests for browsers and before them.

    A case that is marked `release` of a test that is marked `full` is no part of `full`.
    """
    for item in items:
        if item.get_closest_marker("release"):
            item.own_markers = [mark for mark in item.own_markers if mark.name != "full"]
        elif "browser" in item.path.parts:
            item.add_marker(pytest.mark.browser)
    if hasattr(config, "workerinput"):  # each has collected in an order of its own; notebooks come after tests
        items.sort(key=lambda item: (item.path.suffix != ".py", str(item.path)))
    items.sort(key=lambda item: ("browser" in item.path.parts, item.path.name not in LONG))


@pytest.fixture
def all_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """A few games are played compiled, as hundreds are: for tests that play few to be quick."""
    monkeypatch.setattr("monopoly_lab.experiments.jobs.COMPILED_FROM", 1)


@pytest.fixture
def unrun_reports(monkeypatch: pytest.MonkeyPatch) -> None:
    """The report of a class is written but not run, which takes a kernel: for tests that do not look at it."""
    monkeypatch.setattr("monopoly_lab.export.notebook_runner.run", lambda notebook, folder: None)


@pytest.fixture
def shell(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """The shell of a kernel that has just begun, without a history."""
    from IPython.core.interactiveshell import InteractiveShell
    from traitlets.config import Config

    monkeypatch.setitem(sys.modules, "__main__", sys.modules["__main__"])  # the shell puts its own there
    found = InteractiveShell.instance(config=Config(HistoryManager={"enabled": False}))
    yield found
    InteractiveShell.clear_instance()
    atexit.unregister(found.atexit_operations)  # they look for garbage among all that the tests of the process hold


@pytest.fixture
def keys_in_this_process() -> Iterator[None]:
    """The teacher's notebook is run for keys here: a process imports all again, which takes most of its time."""
    from tests.keys_here import keys_here

    with keys_here():
        yield


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if report.skipped and not hasattr(report, "wasxfail") and os.environ.get("CI"):
        report.outcome = "failed"
        report.longrepr = f"{item.nodeid}: skipped, which CI does not allow: {report.longrepr}"
    return report


@pytest.fixture(autouse=True)
def language_of_the_session() -> Iterator[None]:
    """A test or an example may set it; the tests that follow find it as it was."""
    before = Session.lang
    yield
    Session.lang = before
