"""Measure the structure of the package: `python tests/tools/measure_structure.py [--circles] [--upward] [--walks]`.

Counts files, lines of code, imports between packages and circles of imports. Imports for type checkers, imports inside
functions and imports by name in strings (`import_module("monopoly_lab.x")`) count like all others. The size of a
function is that of its text, in Python and in JavaScript. `--walks` follows some calls (see `follow_calls.py`): how
many packages a call enters, and how often it returns to a file that it had left.
"""

import argparse
import ast
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import networkx

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "monopoly_lab"

# A package imports only packages that stand before it.
ORDER = (
    *("common", "constants", "editions", "rules", "notation", "players", "board_drawing"),
    *(
        "simulation",
        "game",
        "markov",
        "measures",
        "figures",
        "experiments",
        "economics",
        "export",
        "lessons",
        "widgets",
        "live",
    ),
    *("__init__", "web", "cli", "__main__", "bench"),
)
JAVASCRIPT = re.compile(r"(\bfunction\b.*|=>) \{$")  # the first line of a function of several
BY_NAME = re.compile(r"^\w+(\.\w+)+$")


class Import(NamedTuple):
    """One import of a name: by a module, of a module or of a name in one."""

    by: str  # monopoly_lab.rules.rent
    of: str
    line: int
    at_head: bool  # run when the module is imported
    for_types: bool = False  # read by type checkers alone


def module_of(path: Path, root: Path = ROOT) -> str:
    """Return the dotted name of a file."""
    parts = path.relative_to(root).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


class Outline(NamedTuple):
    """What the statements of a file say; what they are made of is not kept."""

    imports: tuple[Import, ...]
    functions: tuple[tuple[int, int, str, str], ...]  # line, size, name, docstring
    texts: tuple[tuple[int, str], ...]  # line and words of each text that stands alone, as docstrings do


def statements(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the statements inside a node; what they are made of is not looked at."""
    for child in _bodies(node):
        yield child
        yield from statements(child)


def nodes_of(source: str, kinds: frozenset[type[ast.AST]]) -> list[ast.AST]:
    """Return the nodes of these kinds; in half the time of `ast.walk`, which also yields each Load and Store."""
    found: list[ast.AST] = [ast.parse(source)]
    for node in found:
        for name in node._fields:
            part = getattr(node, name)
            if type(part) is list:
                found += [each for each in part if isinstance(each, ast.AST)]
            elif isinstance(part, ast.AST) and part._fields:
                found.append(part)
    return [node for node in found if type(node) in kinds]


def _bodies(node: ast.AST) -> Iterator[ast.AST]:
    for part in ("body", "handlers", "orelse", "finalbody", "cases"):
        yield from getattr(node, part, ())


def outline(path: Path, root: Path = ROOT) -> Outline:
    """Return the outline of a file, which is parsed once for all who ask."""
    return _outline(path, root)


@cache
def _outline(path: Path, root: Path) -> Outline:
    source = path.read_text(encoding="utf-8")
    tree = ast.parse(source)
    functions, texts = [], []
    for node in statements(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            size = (node.end_lineno or node.lineno) - node.lineno + 1
            functions.append((node.lineno, size, node.name, ast.get_docstring(node) or ""))
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            texts.append((node.lineno, node.value.value))
    return Outline(tuple(_imports(tree, source, path, module_of(path, root))), tuple(functions), tuple(texts))


def imports(path: Path, root: Path = ROOT) -> tuple[Import, ...]:
    """Return every import of a file, whoever reads it."""
    return outline(path, root).imports


def _imports(tree: ast.AST, source: str, path: Path, module: str) -> Iterator[Import]:
    parts = ast.iter_child_nodes if "import_module" in source else _bodies  # else only statements import

    def visit(node: ast.AST, at_head: bool, for_types: bool) -> Iterator[Import]:
        if isinstance(node, ast.If):
            for_types |= "TYPE_CHECKING" in (getattr(node.test, "id", ""), getattr(node.test, "attr", ""))
        if isinstance(node, ast.Import):
            yield from (Import(module, alias.name, node.lineno, at_head, for_types) for alias in node.names)
        if isinstance(node, ast.ImportFrom):
            if node.level:
                raise ValueError(f"{path}:{node.lineno}: relative import")
            for alias in node.names:
                yield Import(module, f"{node.module}.{alias.name}", node.lineno, at_head, for_types)
        if isinstance(node, ast.Call) and "import_module" in (
            getattr(node.func, "id", ""),
            getattr(node.func, "attr", ""),
        ):
            named = [arg.value for arg in node.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)]
            yield from (Import(module, name, node.lineno, at_head, for_types) for name in named if BY_NAME.match(name))
        inside = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        for child in parts(node):
            yield from visit(child, at_head and not inside, for_types)

    return visit(tree, True, False)


def modules(package: Path = PACKAGE) -> dict[str, Path]:
    """Return the files of a package by their dotted names."""
    return {module_of(path, package.parent): path for path in sorted(package.rglob("*.py"))}


def graph(package: Path = PACKAGE) -> "networkx.DiGraph[str]":
    """Return who imports whom, file by file.

    Whoever imports from a subpackage runs its `__init__` too, unless it belongs to it.
    """
    files = modules(package)
    arrows: networkx.DiGraph[str] = networkx.DiGraph()
    arrows.add_nodes_from(files)
    for module, path in files.items():
        for found in imports(path, package.parent):
            parts = found.of.split(".")
            names = [".".join(parts[:n]) for n in range(2, len(parts) + 1)] or [found.of]
            arrows.add_edges_from(
                (module, name) for name in names if name in files and not f"{module}.".startswith(f"{name}.")
            )
    return arrows


def circles(package: Path = PACKAGE) -> list[list[str]]:
    """Return the modules that import each other, circle by circle."""
    found = networkx.strongly_connected_components(graph(package))
    return sorted(sorted(circle) for circle in found if len(circle) > 1)


def top(module: str) -> str:
    """Return the package at the top in which a module stands."""
    return [*module.split("."), "__init__"][1]


def between() -> list[tuple[str, str]]:
    """Return each pair of packages of which the first imports from the second."""
    return sorted({(top(a), top(b)) for a, b in graph().edges if top(a) != top(b)})


def upward() -> list[tuple[str, str]]:
    """Return the imports, file to file, of a package that stands later in the order."""
    place = {name: number for number, name in enumerate(ORDER)}
    return sorted((a, b) for a, b in graph().edges if place[top(b)] > place[top(a)])


def lines_of_code(text: str) -> int:
    """Count the lines of a module without docstrings, comments and blank lines."""
    tree = ast.parse(text)
    words: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            words |= set(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    lines = enumerate(text.splitlines(), 1)
    return sum(1 for number, line in lines if number not in words and line.strip() and not line.strip().startswith("#"))


def javascript_functions(text: str) -> Iterator[tuple[int, str]]:
    """Yield lines and first line of each function in JavaScript, whose end stands as far right as its beginning."""
    lines = text.splitlines()
    for first, line in enumerate(lines):
        indent = line[: len(line) - len(line.lstrip())]
        if JAVASCRIPT.search(line):
            last = next(n for n in range(first + 1, len(lines)) if lines[n].startswith(f"{indent}}}"))
            yield last - first + 1, line.strip()


def scripts(package: Path = PACKAGE) -> dict[str, str]:
    """Return the text of each file of JavaScript by its name."""
    return {path.name: path.read_text(encoding="utf-8") for path in sorted(package.rglob("*.js"))}


def main() -> int:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--circles", action="store_true", help="name the files of each circle")
    parser.add_argument("--upward", action="store_true", help="name the imports against the order")
    parser.add_argument("--walks", action="store_true", help="follow some calls; takes half a minute")
    given = parser.parse_args()
    texts = {module: path.read_text(encoding="utf-8") for module, path in modules().items()}
    found, arrows = circles(), between()
    print(f"packages and modules at the top: {len({top(module) for module in texts} - {'__init__', '__main__'})}")
    print(f"files: {len(texts)}")
    print(f"imports between packages: {len(arrows)}; against their order: {len(upward())}")
    print(f"circles: {len(found)} of {sum(map(len, found))} files")
    print(f"lines of code: {sum(map(lines_of_code, texts.values()))}")
    largest = max(texts, key=lambda module: texts[module].count("\n"))
    print(f"largest file: {texts[largest].count(chr(10))} lines ({largest})")
    longest = max(
        (size, f"{module}.{name}") for module, path in modules().items() for _, size, name, _ in outline(path).functions
    )
    print(f"largest function: {longest[0]} lines ({longest[1]})")
    longest = max(
        (size, f"{name}: {line}") for name, text in scripts().items() for size, line in javascript_functions(text)
    )
    print(f"largest function in JavaScript: {longest[0]} lines ({longest[1]})")
    if given.circles:
        for circle in found:
            print("circle:", *circle, sep="\n  ")
    if given.upward:
        print(*(f"{a} -> {b}" for a, b in upward()), sep="\n")
    if given.walks:
        from follow_calls import print_walks

        print_walks()
    return 0


if __name__ == "__main__":
    sys.exit(main())
