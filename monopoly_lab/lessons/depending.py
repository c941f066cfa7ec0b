"""Which answers of a lesson depend on whose copy it is: found in the source of its cells, which is never run.

What a statement makes of the seed depends on it, and so does what is made of that, in whatever order the cells are run.
Too much is followed rather than too little: a key found anew for nothing costs time, one that is not costs marks.
"""

import ast
from collections.abc import Iterable, Iterator

from monopoly_lab.lessons.asking import Asked, asked_of, tree_of
from monopoly_lab.lessons.keys import is_computed, key_tables

LESSON = "lesson"
OF = "of"  # what a self-check computes its key from
SAME = ("games", "name", "lang")  # of a lesson, what is the same in every copy
SEEDING = ("seed", "set_seed")  # of a library, what changes all that it gives from then on

Question = tuple[str, str]  # its kind and its name


def own_questions(sources: Iterable[str]) -> frozenset[Question]:
    """The questions whose key each student has for himself or herself, by kind and name."""
    lines = [line for tree in map(tree_of, sources) if tree for line in tree.body]
    nodes = [node for line in lines for node in ast.walk(line)]
    asked = [found for call in nodes if isinstance(call, ast.Call) and (found := asked_of(call))]
    if any(_seeds_a_library(node) for node in nodes):
        return frozenset(map(_question, asked))
    names = _own_names(lines, _imported(nodes))
    computed = _computed(nodes, asked)
    return frozenset(
        _question(each)
        for each in asked
        if _is_own(each.given, names)
        or any(_is_own(word.value, names) for word in each.call.keywords if word.arg == OF)
        or (each.kind == "self_check" and each.name in computed)
        or _target(lines, each) & names
    )


def _question(asked: Asked) -> Question:
    return asked.kind, asked.name


def _is_own(part: ast.AST | None, names: set[str]) -> bool:
    """True for what takes something that depends on the copy, or the lesson for more than to ask."""
    nodes = list(ast.walk(part)) if part is not None else []
    handed_over = {id(part) for node in nodes for part in _harmless(node)}
    loaded = [node for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)]
    return any(node.id in names or (node.id == LESSON and id(node) not in handed_over) for node in loaded)


def _harmless(node: ast.AST) -> Iterator[ast.AST]:
    """The lesson where it is only handed to what asks, or asked for what all copies have."""
    if isinstance(node, ast.Call) and asked_of(node):
        yield from node.args
        yield from (each.value for each in node.keywords)
    elif isinstance(node, ast.Attribute) and node.attr in SAME:
        yield node.value


def _own_names(lines: list[ast.stmt], imported: set[str]) -> set[str]:
    """Names of what depends on the copy; they grow until nothing more follows."""
    names = set[str]()
    while True:
        found = {name for line in lines if _is_own(line, names) for name in _changed(line)} - imported - {LESSON}
        if found <= names:
            return names
        names |= found


def _changed(line: ast.stmt) -> Iterator[str]:
    """What a statement gives a value, or may change: its targets, and what its calls without a result are made on."""
    local = set(map(id, _local(line)))
    for node in ast.walk(line):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and id(node) not in local:
            yield node.id
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Attribute | ast.Subscript) and isinstance(node.ctx, ast.Store):
            yield from _base(node)
        elif isinstance(node, ast.Expr):
            yield from (name for call in ast.walk(node) if isinstance(call, ast.Call) for name in _base(call.func))


def _local(line: ast.stmt) -> Iterator[ast.AST]:
    """What belongs to a function or a comprehension in a statement, and is nothing outside of it."""
    for node in ast.walk(line):
        if isinstance(node, ast.FunctionDef) and not any(isinstance(part, ast.Global) for part in ast.walk(node)):
            yield from (part for each in node.body for part in ast.walk(each))
        elif isinstance(node, ast.comprehension):
            yield from ast.walk(node.target)


def _base(node: ast.AST) -> Iterator[str]:
    """The name that a chain of attributes and places begins with; a bare name of a function is none."""
    is_part = isinstance(node, ast.Attribute | ast.Subscript)
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    if is_part and isinstance(node, ast.Name):
        yield node.id


def _imported(nodes: list[ast.AST]) -> set[str]:
    imports = [node for node in nodes if isinstance(node, ast.Import | ast.ImportFrom)]
    return {(each.asname or each.name).partition(".")[0] for node in imports for each in node.names}


def _computed(nodes: list[ast.AST], asked: list[Asked]) -> set[str]:
    """Self-checks whose key a lesson computes: all of them, where its keys are not written down as a table."""
    found = set[str]()
    for table in key_tables(nodes):
        if not isinstance(table, ast.Dict):
            return {each.name for each in asked if each.kind == "self_check"}
        found |= {str(getattr(key, "value", "")) for key, value in zip(table.keys, table.values) if is_computed(value)}
    return found


def _target(lines: list[ast.stmt], asked: Asked) -> set[str]:
    """The names that a prediction is given: it is held against something by them."""
    return {
        target.id
        for line in lines
        if isinstance(line, ast.Assign) and line.value is asked.call
        for target in line.targets
        if isinstance(target, ast.Name)
    }


def _seeds_a_library(node: ast.AST) -> bool:
    """True for `random.seed(lesson.seed)` and the like."""
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in SEEDING):
        return False
    return _is_own(node, set())
