"""A digest of everything that is compiled: rules, strategies, and the loops around them.

Compiled rules belong to one text of the rules. The digest covers the syntax tree without docstrings, comments, types
and file names, so that words and moves leave it as it is.
"""

import ast
import hashlib
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).parents[2]
SOURCES = (
    *("constants/*.py", "rules/*.py", "players/*.py", "editions/options.py", "editions/rule_tables.py"),
    *("simulation/event_counts.py", "simulation/recorder.py", "simulation/play_loop.py", "simulation/single_token.py"),
    *(
        "simulation/random_play.py",
        "simulation/invariants.py",
    ),
    *("simulation/compiled/records.py", "simulation/compiled/entry_points.py", "simulation/compiled/addresses.py"),
    "simulation/compiled/linking.py",
)
WORDS = ("players/strategy_catalog.py", "players/time_limit.py")  # of the packages above, but not compiled


def sources(package: Path = PACKAGE) -> list[Path]:
    """Return the files that are compiled, or from which constants are compiled."""
    found = {path for pattern in SOURCES for path in package.glob(pattern)}
    return sorted(found - {package / name for name in WORDS})


@cache
def of_texts(package: Path = PACKAGE) -> str:
    """Return a digest of the files as they are, in milliseconds; line endings do not count."""
    return _digest(path.read_bytes().replace(b"\r\n", b"\n") for path in sources(package))


@cache
def of_rules(package: Path = PACKAGE) -> str:
    """Return the digest of what the compiler reads of the files, in some tenths of a second."""
    return _digest(line.encode() for path in sources(package) for line in statements(path.read_text(encoding="utf-8")))


def _digest(parts: Iterable[bytes]) -> str:
    """Return the digest of the parts in any order: where a part stands does not count."""
    return hashlib.sha256(b"".join(sorted(hashlib.sha256(part).digest() for part in parts))).hexdigest()


def statements(text: str) -> Iterator[str]:
    """Yield each statement of a module without docstrings and types; imports by their new names only."""
    for statement in Bare().visit(ast.parse(text)).body:
        if isinstance(statement, ast.Import | ast.ImportFrom):
            yield from (f"{alias.name} as {alias.asname}" for alias in statement.names if alias.asname)
        else:
            yield ast.dump(statement)


class Bare(ast.NodeTransformer):
    """Takes docstrings and types out of a syntax tree."""

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.returns = None
        self.generic_visit(node)
        return node

    def visit_Expr(self, node: ast.Expr) -> ast.AST | None:
        """Drop a text that is a statement, a docstring: of a module, a class, a function, or of the field above it."""
        if isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            return None
        self.generic_visit(node)
        return node

    def visit_arg(self, node: ast.arg) -> ast.AST:
        node.annotation = None
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST | None:
        """Return a field of a class keeps its type, which makes it what it is."""
        if node.value is None:
            return node
        return ast.Assign([node.target], node.value)
