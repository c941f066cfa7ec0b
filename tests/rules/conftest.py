"""The tests that sit down at a table do so once more with a bankrupt seat at it: nothing may depend on who is out.

Nor on who has which seat: the last player sits in the first one there. The second table of most rule books comes with
`pytest -m full`. A test marked `all_in` counts or lists every seat, or the bankruptcies of a game, so that one more
changes what it is about.
"""

from types import CodeType, FunctionType, ModuleType

import pytest

TABLES = ("sit", "gamer")  # the helpers that sit down
QUICK = ("moscow", "ukraine_uk")  # the second table in the first of these is part of every run
SEAT = "RUINED_SEAT"  # in the environment; see `at_table.seated`


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "all_in: counts seats or bankruptcies, so nobody more may be at the table")


def sits_down(function: FunctionType, module: ModuleType) -> bool:
    """True if the test, or a helper of its module that it uses, sits down at a table."""
    found, waiting = set(), [function.__code__]
    while waiting:
        code = waiting.pop()
        waiting += [part for part in code.co_consts if isinstance(part, CodeType)]
        for name in set(code.co_names) - found:
            found.add(name)
            helper = getattr(module, name, None)
            if isinstance(helper, FunctionType) and helper.__module__ == module.__name__:
                waiting.append(helper.__code__)
    return not found.isdisjoint(TABLES)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if metafunc.definition.get_closest_marker("all_in") is None and sits_down(metafunc.function, metafunc.module):
        metafunc.parametrize("ruined", [False, True], ids=[pytest.HIDDEN_PARAM, "ruined"], indirect=True)


@pytest.hookimpl(tryfirst=True)  # before `-m` chooses
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    quick: dict[str, str] = {}  # the book of each test, its function by name
    twice = [item for item in items if isinstance(item, pytest.Function) and hasattr(item, "callspec")]
    for item in twice:
        book = item.callspec.params.get("book")
        if book in QUICK and quick.get(where(item)) != QUICK[0]:
            quick[where(item)] = book
    for item in twice:
        given = item.callspec.params
        if given.get("ruined") and "book" in given and given["book"] != quick.get(where(item)):
            item.add_marker(pytest.mark.full)


def where(item: pytest.Item) -> str:
    return item.nodeid.partition("[")[0]


@pytest.fixture(autouse=True)
def ruined(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if getattr(request, "param", False):
        monkeypatch.setenv(SEAT, "yes")
