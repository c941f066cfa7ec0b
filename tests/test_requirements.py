"""What the code imports is declared where it is needed: for the plain package, and for each command's extra."""

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.metadata import PackageNotFoundError, packages_distributions, requires

import pytest
from measure_structure import ROOT, imports, modules
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

# Packages of ours that a command needs beyond what `pip install .` has to bring, and the extras that bring it.
EXTRAS = {
    "monopoly_lab.web.server": {"serve"},
    "monopoly_lab.web.site": {"site"},
    "monopoly_lab.live": {"live", "serve"},  # `serve` opens rooms, too
    "monopoly_lab.simulation.compiled": {"build"},
    "monopoly_lab.experiments": {"cluster"},
    "monopoly_lab.export.workbook": {"export"},  # `--to xlsx` names the extra where it is not there
}
# What works without a package where it is not there, and says so or does the same in another way.
NOT_NEEDED = {
    ("monopoly_lab.export.notebook_runner", "pillow"),  # stored pictures are larger
    ("monopoly_lab.simulation.compiled.library", "numba"),  # the library that comes with the package is used
    ("monopoly_lab.simulation.compiled.library", "wasmtime"),  # for systems that the library is not made for
}


@cache
def declared() -> dict[str, list[Requirement]]:
    """Requirements by extra; "" are those of the plain package."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = {"": project["dependencies"], **project["optional-dependencies"]}
    return {extra: [Requirement(text) for text in texts] for extra, texts in extras.items()}


@cache
def requirements_of(name: str) -> tuple[Requirement, ...]:
    """What an installed distribution needs; nothing for one that is not on this system."""
    try:
        return tuple(Requirement(text) for text in requires(name) or ())
    except PackageNotFoundError:
        return ()


@cache
def closure(extra: str) -> frozenset[str]:
    """Names of all distributions that an installation with an extra brings; "" for none."""
    found, new = set[str](), [each for name in {"", extra} for each in declared()[name]]
    while new:
        need = new.pop()
        name = canonicalize_name(need.name)
        if name in found or (need.marker and not need.marker.evaluate({"extra": ""})):
            continue
        found.add(name)
        for also in requirements_of(name):
            if also.marker is None or any(also.marker.evaluate({"extra": each}) for each in {"", *need.extras}):
                new.append(also)
    return frozenset(found)


def sought(source: str) -> Iterator[str]:
    """Names of packages that a module asks for by `find_spec`."""
    for node in ast.walk(ast.parse(source)) if "find_spec" in source else ():
        if isinstance(node, ast.Call) and "find_spec" in ast.unparse(node.func):
            yield from (arg.value for arg in node.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str))


@cache
def needed() -> frozenset[tuple[str, str]]:
    """Pairs of a module of ours and a distribution of others that it imports, anywhere in its text."""
    known = {*sys.stdlib_module_names, "monopoly_lab", "pyodide", "js"}  # the last two: Python in a browser
    of = packages_distributions()
    found = set()
    for module, path in modules().items():
        names = {each.of.split(".")[0] for each in imports(path) if not each.for_types}
        names |= set(sought(path.read_text(encoding="utf-8")))
        found |= {(module, canonicalize_name(each)) for name in names - known for each in of.get(name, [name])[:1]}
    return frozenset(found)


def undeclared(extra: str) -> set[tuple[str, str]]:
    """Pairs of a module that an installation with this extra is to run, and a package that it does not bring."""
    prefixes = [prefix for prefix, extras in EXTRAS.items() if extra in extras]
    others = [prefix for prefix in EXTRAS if prefix not in prefixes]
    ours = {pair for pair in needed() if not any(f"{pair[0]}.".startswith(f"{each}.") for each in others)}
    return {(module, package) for module, package in ours - NOT_NEEDED if package not in closure(extra)}


@pytest.mark.parametrize("extra", ["", "serve", "live", "site", "build", "cluster", "export"])
def test_requirements__each_extra_brings_what_its_modules_import(extra: str) -> None:
    assert undeclared(extra) == set()


def test_requirements__exceptions_are_still_needed() -> None:
    assert needed() >= NOT_NEEDED
    assert [each for each in EXTRAS if not any(f"{module}.".startswith(f"{each}.") for module, _ in needed())] == []


def test_requirements__formulas_and_excel_files_are_there_without_the_extra_of_exports() -> None:
    """A lesson of `serve` shows formulas; the results of a class have the Excel file that its page promises."""
    assert "latex2mathml" in closure("")
    assert "openpyxl" in closure("live") & closure("serve")


def test_docs__install_only_extras_that_exist() -> None:
    named = set[str]()
    for path in [ROOT / "README.md", *(ROOT / "docs").glob("*.md"), *(ROOT / "monopoly_lab").rglob("*.md")]:
        for found in re.findall(r"pip install [^`\n]*\[([\w,]+)\]", path.read_text(encoding="utf-8")):
            named |= set(found.split(","))
    assert {"serve", "live", "site"} <= named <= set(declared())
