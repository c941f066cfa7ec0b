"""Docstrings begin with a verb; a dotted name in one or in a comment leads to a module of the package and its name."""

import ast
import re
import sys
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from measure_structure import PACKAGE, modules, outline

from monopoly_lab.common import messages
from tests.taught import VERBS

DOTTED = re.compile(r"`([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+)(?:\(.*?\))?`")
CODE = re.compile(r"`[^`\n]+`")
CONSTANT = re.compile(r"\b[a-z]\w*\.[A-Z][A-Z_]+\b")  # in a longer piece of code
FILES = {"py", "js", "toml", "html", "css", "json", "md"}
# Others' names, variables of an example, keys of a file that a reader writes, and NAME for what stands there.
ELSEWHERE = {"dask", "figure", "upper", "start", "live", "decks"} | sys.stdlib_module_names


def texts(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the comments and the docstrings of a file with their first lines."""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        yield number, line.partition("#")[2]  # of a text with this sign in it, its end
    yield from outline(path).texts


@cache
def places() -> dict[str, str]:
    """Return the full name of every module and package, by each way to write it: `rules.rent`, `rent`."""
    found: dict[str, str] = {}
    for full in sorted(modules(), key=len, reverse=True):  # a package wins over a module of its name
        parts = full.split(".")
        found |= {".".join(parts[at:]): full for at in range(len(parts))}
    return found | {"ml": "monopoly_lab"}


@cache
def keys() -> frozenset[str]:
    """Return the names of options, and of the texts of the catalogs."""
    return frozenset(messages.catalogue("en")) | frozenset(
        re.findall(r'"([a-z_]+\.[a-z_.]+)"', (PACKAGE / "editions" / "options.py").read_text(encoding="utf-8"))
    )


@cache
def classes() -> dict[str, list[type]]:
    """Return the classes of the package by name."""
    found: dict[str, list[type]] = {}
    for full, path in modules().items():
        for name in re.findall(r"^class (\w+)", path.read_text(encoding="utf-8"), re.MULTILINE):
            found.setdefault(name, []).append(getattr(import_module(full), name))
    return found


def has(thing: Any, name: str) -> bool:
    return hasattr(thing, name) or name in getattr(thing, "__annotations__", {})


def leads_in_package(name: str) -> bool:
    """Say whether a module or a class of the package, or an object named like its class, has each further part."""
    parts = name.split(".")
    if any(has(found, parts[1]) for found in classes().get(parts[0][0].upper() + parts[0][1:], ())):
        return True
    for size in range(len(parts), 0, -1):
        if full := places().get(".".join(parts[:size])):
            thing: Any = import_module(full)
            for part in parts[size:-1]:
                thing = getattr(thing, part, None)
            return size == len(parts) or has(thing, parts[-1])
    return False


def variables(source: str) -> set[str]:
    """Return the variables and parameters of a file."""
    nodes = list(ast.walk(ast.parse(source)))
    return {node.arg for node in nodes if isinstance(node, ast.arg)} | {
        node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }


def unresolved(path: Path) -> list[tuple[int, str]]:
    """Return the dotted names of a file that lead nowhere."""
    found = [
        (line, name)
        for line, text in texts(path)
        for name in {*DOTTED.findall(text), *CONSTANT.findall(" ".join(CODE.findall(text)))}
        if not (
            name.rpartition(".")[2] in FILES
            or name in keys()
            or name.split(".")[0] in ELSEWHERE
            or leads_in_package(name)
        )
    ]
    own = variables(path.read_text(encoding="utf-8")) if found else set()
    return [
        (line, name) for line, name in found if not (name.split(".")[0] in own and name.rpartition(".")[2].islower())
    ]


def test_references__lead_somewhere() -> None:
    found = {module: unresolved(path) for module, path in modules().items()}
    assert {module: names for module, names in found.items() if names} == {}


def test_docstring__of_a_function_begins_with_a_verb() -> None:
    """Properties and private functions included; a text without words of its own begins with "Return", too."""
    found = [
        f"{path}:{line}: the docstring of {name} begins with {word!r}, not in VERBS"
        for path in modules().values()
        for line, _, name, text in outline(path).functions
        if text and (word := text.split()[0].rstrip(",.:;")) not in VERBS
    ]
    assert not found, "\n".join(found)
