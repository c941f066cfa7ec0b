"""JupyterLab, really running, and a real browser: what our own code says there, and asks for, is watched.

One server, one window and one kernel serve all tests; a test that fails, or that leaves the
shared notebook, costs the next one a reload. Pictures of what was seen are taken where the
environment variable MONOPOLY_LAB_SHOTS names a folder for them: each costs a third of a second of a processor.
Nothing is written into the repository.
"""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from labwindow import Lab
from servers import chromium_here, headless, jupyterlab

SHOTS = "MONOPOLY_LAB_SHOTS"


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    """The address of a JupyterLab and the folder it serves."""
    folder = tmp_path_factory.mktemp("lab")
    with jupyterlab(folder) as address:
        yield address, folder


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """A browser without a window on the screen."""
    found = chromium_here()
    if found is None:
        pytest.skip("no chromium on the PATH: apt-get install chromium")
    with headless(found) as browser, pytest.MonkeyPatch.context() as patch:
        if SHOTS not in os.environ:
            from playwright.sync_api import Locator, Page

            for kind in (Page, Locator):
                patch.setattr(kind, "screenshot", only_compared(kind.screenshot))
        yield browser


def only_compared(take: Any) -> Any:
    """What takes pictures, but none for a file."""

    def taken(of: Any, **how: Any) -> bytes:
        return b"" if "path" in how else take(of, **how)

    return taken


@pytest.fixture(autouse=True)
def windows_of_a_test(request: pytest.FixtureRequest) -> Iterator[None]:
    """Close the windows that a test has opened: pages that look for a server that is gone take the processors."""
    if "chromium" not in request.fixturenames:
        yield
        return
    browser = request.getfixturevalue("chromium")
    before = list(browser.contexts)
    yield
    for context in browser.contexts:
        if context not in before:
            context.close()


@pytest.fixture(scope="session")
def shots(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder for pictures of what was seen."""
    named = os.environ.get(SHOTS)
    folder = Path(named).resolve() if named else tmp_path_factory.getbasetemp() / "shots"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@pytest.fixture(scope="session")
def window(chromium: Any, server: tuple[str, Path], shots: Path) -> Iterator[Lab]:
    """The one window of all tests; a test asks for `lab`."""
    window = Lab(chromium, *server, shots)
    yield window
    window.leave()
    window.context.close()


@pytest.fixture
def lab(window: Lab, request: pytest.FixtureRequest) -> Iterator[Lab]:
    """The window, as new; whatever the console complained of, and every request to others, fails the test."""
    window.fresh()
    failed = request.session.testsfailed
    yield window
    complaints = list(window.complaints)
    if complaints or request.session.testsfailed > failed:
        window.shot(f"failed_{request.node.name}")
        window.leave()
    assert not complaints


@pytest.fixture(scope="session")
def axe() -> str:
    """The source of axe-core."""
    named = os.environ.get("MONOPOLY_LAB_AXE")
    if not named:
        pytest.skip("MONOPOLY_LAB_AXE names no axe.min.js: npm install axe-core")
    return Path(named).read_text(encoding="utf-8")
