"""The keys that a lesson's cells write down, found in their source: what students may not read, how exact it is."""

import ast
from collections.abc import Iterable, Iterator

from monopoly_lab.lessons.asking import Asked, asked_of, called, replaced, tree_of

NO_KEY = "None"  # in a student's copy, where the teacher's has a function


def key_tables(nodes: Iterable[ast.AST]) -> Iterator[ast.expr]:
    """What lessons are given as `keys`, and every value of a name that is given to them."""
    found = list(nodes)
    lessons = [node for node in found if isinstance(node, ast.Call) and called(node) == "Lesson"]
    for keys in (each.value for call in lessons for each in call.keywords if each.arg == "keys"):
        yield from (assigned(found, keys.id) or [keys]) if isinstance(keys, ast.Name) else [keys]


def assigned(nodes: Iterable[ast.AST], name: str) -> list[ast.expr]:
    """Everything that a name is given."""
    found = list[ast.expr]()
    for line in (node for node in nodes if isinstance(node, ast.Assign)):
        for target in line.targets:
            is_several = isinstance(target, ast.Tuple) and isinstance(line.value, ast.Tuple)
            pairs = zip(target.elts, line.value.elts) if is_several else [(target, line.value)]  # type: ignore[attr-defined]
            found += [value for each, value in pairs if isinstance(each, ast.Name) and each.id == name]
    return found


def is_computed(key: ast.expr) -> bool:
    """True for a key that is a function, and shows its answer to whoever reads it; a hashed one is a text."""
    return not isinstance(key, ast.Constant)


def without_functions(source: str) -> str:
    """The source of a cell with None for each key that is written as a function: its formula is the answer."""
    tree = tree_of(source)
    tables = key_tables(ast.walk(tree)) if tree else ()
    shown = [key for table in tables if isinstance(table, ast.Dict) for key in table.values if is_computed(key)]
    for key in sorted(shown, key=lambda each: (each.lineno, each.col_offset), reverse=True):
        source = replaced(source, key, NO_KEY)
    return source


def digits_asked(sources: Iterable[str]) -> dict[str, int]:
    """How many digits behind the point the self-checks of a lesson ask for, by question, where they say so."""
    trees = [tree for tree in map(tree_of, sources) if tree]
    nodes = [node for tree in trees for node in ast.walk(tree)]
    found = dict[str, int]()
    for table in key_tables(nodes):
        pairs = zip(table.keys, table.values) if isinstance(table, ast.Dict) else ()
        found |= {str(getattr(key, "value", "")): n for key, value in pairs if (n := _of_key(value)) is not None}
    asked = [each for node in nodes if isinstance(node, ast.Call) and (each := asked_of(node)) and is_check(each)]
    said = {each.name: _number(word.value) for each in asked for word in each.call.keywords if word.arg == "digits"}
    return {name: n for name, n in said.items() if n is not None} | found


def is_check(asked: Asked) -> bool:
    """True for a self-check."""
    return asked.kind == "self_check"


def _of_key(key: ast.expr) -> int | None:
    """The digits of a key that `hashed` has made, or makes here."""
    if isinstance(key, ast.Constant):
        head = str(key.value).partition(":")[0]
        return int(head) if head.isdigit() and ":" in str(key.value) and len(head) < 3 else None
    if not (isinstance(key, ast.Call) and called(key) == "hashed"):
        return None
    given = [*key.args[2:3], *(each.value for each in key.keywords if each.arg == "digits")]
    return _number(given[0]) if given else 2


def _number(node: ast.expr) -> int | None:
    value = node.value if isinstance(node, ast.Constant) else None
    return value if isinstance(value, int) and not isinstance(value, bool) else None
