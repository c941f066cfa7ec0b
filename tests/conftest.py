"""In continuous integration everything a test needs is there: what is skipped there has failed."""

import os
from collections.abc import Generator, Iterator

import pytest

from monopoly_lab.common.messages import Session

os.environ.pop("MONOPOLY_LAB_LANG", None)  # tests expect English, kernels they start too


def pytest_configure(config: pytest.Config) -> None:
    """Rules that were changed are compiled once, before workers and kernels ask for them."""
    from monopoly_lab.simulation.compiled.library import library

    if not hasattr(config, "workerinput"):
        library()


@pytest.hookimpl(tryfirst=True)  # before `-m` chooses
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """All of tests/browser is marked, and comes last: an open browser's loop runs in this thread."""
    for item in items:
        if "browser" in item.path.parts:
            item.add_marker(pytest.mark.browser)
    items.sort(key=lambda item: "browser" in item.path.parts)


@pytest.fixture
def unrun_reports(monkeypatch: pytest.MonkeyPatch) -> None:
    """The report of a class is written but not run, which takes a kernel: for tests that do not look at it."""
    monkeypatch.setattr("monopoly_lab.export.notebook_runner.run", lambda notebook, folder: None)


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
