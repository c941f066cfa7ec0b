"""One name, one thing."""

import re
from collections import defaultdict
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

import monopoly_lab

PACKAGE = Path(monopoly_lab.__file__).parent
PACKAGES = sorted(path.parent for path in PACKAGE.rglob("__init__.py"))
# `editions()` lists what the subpackage holds; it stands in the package before anybody asks for it.
SHARED = {"monopoly_lab": {"editions"}}
# The form in which a file says what the class of the same name is.
FORMS = {"editions/schema.py"}


def inside(folder: Path) -> set[str]:
    """The modules and subpackages of a folder by name."""
    return {path.stem for path in folder.iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()}


def package_of(folder: Path) -> str:
    return ".".join(folder.relative_to(PACKAGE.parent).parts)


@pytest.mark.parametrize("folder", PACKAGES, ids=lambda folder: folder.name)
def test_names__no_public_name_is_that_of_a_module(folder: Path) -> None:
    """Importing such a module would put it in the place of what has its name."""
    package = package_of(folder)
    public = set(getattr(import_module(package), "__all__", ()))
    assert public & inside(folder) == SHARED.get(package, set())


def classes() -> Iterator[tuple[str, str]]:
    """The name of each class, and where it stands."""
    for path in sorted(PACKAGE.rglob("*.py")):
        where = path.relative_to(PACKAGE).as_posix()
        if where not in FORMS:
            names = re.findall(r"^class (\w+)", path.read_text(encoding="utf-8"), re.MULTILINE)
            yield from ((name, where) for name in names)


def test_names__no_class_shares_its_name_with_a_public_one() -> None:
    public = {name for folder in PACKAGES for name in getattr(import_module(package_of(folder)), "__all__", ())}
    homes = defaultdict(list)
    for name, where in classes():
        homes[name.lstrip("_")].append(where)
    assert {name: places for name, places in homes.items() if len(places) > 1 and name in public} == {}


def test_names__every_error_stands_at_the_top() -> None:
    found = {name for name, where in classes() if where == "common/errors.py" and name != "Problem"}
    kept = {name for name, where in classes() if name.endswith("Error")}
    assert kept <= found <= set(monopoly_lab.__all__)
    assert all(issubclass(getattr(monopoly_lab, name), monopoly_lab.MonopolyLabError) for name in found)
