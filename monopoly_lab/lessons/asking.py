"""What the cells of a lesson ask: predictions and self-checks, found in their source and never run."""

import ast
from collections.abc import Iterator, Mapping
from typing import NamedTuple

MOST_LETTERS = 100_000  # of a cell that is read
MOST = 1e300  # of a number that is reckoned
ANSWERED = {"predict": "value", "self_check": "answer"}  # what asks, and the name of what is answered
NOTHING = ast.Constant(value=None)


class Asked(NamedTuple):
    """One thing that a cell asks: `kind` is predict or self_check, `given` what stands there as the answer."""

    kind: str
    name: str
    call: ast.Call
    given: ast.expr | None


def tree_of(source: str) -> ast.Module | None:
    """The syntax tree of a cell; None for what is no Python, or too large or too deep to be read."""
    if len(source) > MOST_LETTERS:
        return None
    try:
        return ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def asked_in(source: str) -> list[Asked]:
    """Everything a cell asks, in the order in which it stands there."""
    tree = tree_of(source)
    try:
        found = [asked_of(call) for call in ast.walk(tree) if isinstance(call, ast.Call)] if tree else []
    except RecursionError:
        return []
    return sorted((each for each in found if each), key=lambda each: (each.call.lineno, each.call.col_offset))


def asked_of(call: ast.Call) -> Asked | None:
    """What a call asks; None for any other call."""
    called = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    first = call.args[0] if call.args else None
    if called not in ANSWERED or not (isinstance(first, ast.Constant) and isinstance(first.value, str)):
        return None
    given = [*call.args[1:2], *(each.value for each in call.keywords if each.arg == ANSWERED[called])]
    return Asked(called, first.value, call, given[0] if given else None)


def words_of(asked: Asked) -> dict[str, object]:
    """The arguments of a question that are written down: its `ask`, `unit`, `low` and `high`."""
    found = {}
    for each in asked.call.keywords:
        try:
            found[each.arg or ""] = ast.literal_eval(each.value)
        except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
            continue
    return {key: found[key] for key in ("ask", "unit", "low", "high") if key in found}


def with_value(source: str, name: str, value: str, kind: str = "predict") -> str | None:
    """The source of a cell with `value` as the answer to what it asks by this name; None if it does not ask it."""
    for asked in asked_in(source):
        if (asked.kind, asked.name) == (kind, name):
            if asked.given is not None:
                return replaced(source, asked.given, value)
            first = asked.call.args[0]
            end = _offset(source, first.end_lineno, first.end_col_offset)
            return _spliced(source, end, end, f", {value}")
    return None


def without_values(source: str) -> str:
    """The source of a cell with None for every number that answers what it asks; names stay."""
    for asked in asked_in(source):
        if asked.given is not None and (asked.kind == "predict" or not isinstance(asked.given, ast.Name)):
            source = with_value(source, asked.name, "None", asked.kind) or source
    return source


def replaced(source: str, node: ast.expr, text: str) -> str:
    """The source with another text for a part of it."""
    start, end = _offset(source, node.lineno, node.col_offset), _offset(source, node.end_lineno, node.end_col_offset)
    return _spliced(source, start, end, text)


def _spliced(source: str, start: int, end: int, text: str) -> str:
    encoded = source.encode()
    return (encoded[:start] + text.encode() + encoded[end:]).decode()


def _offset(source: str, line: int | None, column: int | None) -> int:
    """The byte at which a place of the syntax tree stands: it counts columns in bytes, and lines by line feeds."""
    lines = source.encode().splitlines(keepends=True)
    return sum(len(each) for each in lines[: (line or 1) - 1]) + (column or 0)


def assigned_in(source: str, known: Mapping[str, ast.expr]) -> dict[str, ast.expr]:
    """Names and what a cell gives them at its top level, added to those of the cells before."""
    tree = tree_of(source)
    return {**known, **dict(_assigned(tree))} if tree else dict(known)


def _assigned(tree: ast.Module) -> Iterator[tuple[str, ast.expr]]:
    for line in tree.body:
        if isinstance(line, ast.Assign):
            yield from ((target.id, line.value) for target in line.targets if isinstance(target, ast.Name))


class NotWritten(Exception):
    """An answer that is not written down but computed."""


def written_value(node: ast.expr | None, names: Mapping[str, ast.expr], depth: int = 0) -> object:
    """The number or text that stands in a cell, `91/36` and names of such too; None for none.

    Raises NotWritten for anything that would have to be run.
    """
    if depth > 20:
        raise NotWritten
    if node is None or isinstance(node, ast.Constant):
        value = None if node is None else node.value
        if value is ... or isinstance(value, bytes | complex):
            raise NotWritten
        return value
    if isinstance(node, ast.Name) and node.id in names:
        rest = {name: value for name, value in names.items() if name != node.id}
        return written_value(names[node.id], rest, depth + 1)
    if isinstance(node, ast.UnaryOp | ast.BinOp):
        return _reckoned(node, names, depth + 1)
    raise NotWritten


def _reckoned(node: ast.UnaryOp | ast.BinOp, names: Mapping[str, ast.expr], depth: int) -> float:
    parts = [node.operand] if isinstance(node, ast.UnaryOp) else [node.left, node.right]
    values = [written_value(part, names, depth) for part in parts]
    if any(isinstance(value, bool) or not isinstance(value, int | float) or abs(value) > MOST for value in values):
        raise NotWritten
    first, last = float(values[0]), float(values[-1])  # type: ignore[arg-type]
    match node.op:
        case ast.USub():
            return -first
        case ast.UAdd():
            return first
        case ast.Add():
            return first + last
        case ast.Sub():
            return first - last
        case ast.Mult():
            return first * last
        case ast.Div() if last:
            return first / last
    raise NotWritten
