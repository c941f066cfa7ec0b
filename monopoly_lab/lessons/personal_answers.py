"""Find which answers of a lesson depend on whose copy it is, and the key of each student.

A value computed from the seed depends on the copy, and so does everything computed from it, in any order of the cells.
In doubt an answer counts as dependent: to compute a key again costs time, but a wrong shared key costs marks.

Also finds the keys in the source of a lesson's cells, which students may not read, and how exact they are.
"""

import ast
from collections.abc import Collection, Iterable, Iterator

from monopoly_lab.lessons.question_calls import (
    Asked,
    Question,
    asked_in,
    asked_of,
    called_name,
    nodes_of,
    replace_node,
    tree_of,
)

NO_KEY = "None"  # in a student's copy, where the teacher's has a function


def key_tables(nodes: Iterable[ast.AST]) -> Iterator[ast.expr]:
    """Yield what lessons are given as `keys`, and every value of a name that is given to them."""
    found = list(nodes)
    lessons = [node for node in found if isinstance(node, ast.Call) and called_name(node) == "Lesson"]
    for keys in (each.value for call in lessons for each in call.keywords if each.arg == "keys"):
        yield from (assigned_values(found, keys.id) or [keys]) if isinstance(keys, ast.Name) else [keys]


def assigned_values(nodes: Iterable[ast.AST], name: str) -> list[ast.expr]:
    """Return all values that are assigned to a name."""
    values = list[ast.expr]()
    for line in (node for node in nodes if isinstance(node, ast.Assign)):
        for target in line.targets:
            is_several = isinstance(target, ast.Tuple) and isinstance(line.value, ast.Tuple)
            pairs = zip(target.elts, line.value.elts) if is_several else [(target, line.value)]  # type: ignore[attr-defined]
            values += [value for each, value in pairs if isinstance(each, ast.Name) and each.id == name]
    return values


def is_computed(key: ast.expr) -> bool:
    """Return True for a key that is a function, and shows its answer to its readers; a hashed key is a text."""
    return not isinstance(key, ast.Constant)


def without_functions(source: str) -> str:
    """Return the source of a cell with None for each key that is written as a function: its formula is the answer."""
    tables = (table for table in key_tables(nodes_of(source)) if isinstance(table, ast.Dict))
    shown = [key for table in tables for key in table.values if is_computed(key)]
    for key in sorted(shown, key=lambda each: (each.lineno, each.col_offset), reverse=True):
        source = replace_node(source, key, NO_KEY)
    return source


def computed_keys(sources: Iterable[str]) -> dict[str, str]:
    """Return the keys that are written as functions, as source by question."""
    nodes = [node for source in sources for node in nodes_of(source)]
    tables = [table for table in key_tables(nodes) if isinstance(table, ast.Dict)]
    pairs = [pair for table in tables for pair in zip(table.keys, table.values) if is_computed(pair[1])]
    return {str(getattr(key, "value", "")): ast.unparse(value) for key, value in pairs}


def digits_asked(sources: Iterable[str]) -> dict[str, int]:
    """Return how many digits behind the point the self-checks of a lesson ask for, by question, where they say so.

    A call's own `digits` counts before those of its hashed key, as in `self_check`.
    """
    given = list(sources)
    nodes = [node for source in given for node in nodes_of(source)]
    digits = dict[str, int]()
    for table in key_tables(nodes):
        pairs = zip(table.keys, table.values) if isinstance(table, ast.Dict) else ()
        digits |= {str(getattr(key, "value", "")): n for key, value in pairs if (n := _of_key(value)) is not None}
    checks = [each for source in given for each in asked_in(source) if is_check(each)]
    given_digits = {
        each.name: _number(word.value) for each in checks for word in each.call.keywords if word.arg == "digits"
    }
    return digits | {name: n for name, n in given_digits.items() if n is not None}


def is_check(call: Asked) -> bool:
    """Return True for a self-check."""
    return call.kind == "self_check"


def _of_key(key: ast.expr) -> int | None:
    """Return the digits of a key that `hashed` has made, or makes here."""
    if isinstance(key, ast.Constant):
        head = str(key.value).partition(":")[0]
        return int(head) if head.isdigit() and ":" in str(key.value) and len(head) < 3 else None
    if not (isinstance(key, ast.Call) and called_name(key) == "hashed"):
        return None
    given = [*key.args[2:3], *(each.value for each in key.keywords if each.arg == "digits")]
    return _number(given[0]) if given else 2


def _number(node: ast.expr) -> int | None:
    value = node.value if isinstance(node, ast.Constant) else None
    return value if isinstance(value, int) and not isinstance(value, bool) else None


# Which answers of a lesson depend on whose copy it is: found in the source of its cells, which is never run

LESSON = "lesson"
OF = "of"  # what a self-check computes its key from
SAME = ("games", "name", "lang")  # of a lesson, what is the same in every copy
AGAINST = "against"  # holds a prediction against what happened
SHOWING = ("print", "display")  # change nothing that they are given
LOOKING = ("items", "keys", "values", "get")  # of a table, change nothing of it
SEEDING = ("seed", "set_seed")  # of a library, what changes all that it gives from then on


def own_questions(sources: Iterable[str]) -> frozenset[Question]:
    """Return the questions whose key each student has for himself or herself, by kind and name."""
    lines = [line for tree in map(tree_of, sources) if tree for line in tree.body]
    nodes = [node for line in lines for node in ast.walk(line)]
    calls = [found for call in nodes if isinstance(call, ast.Call) and (found := asked_of(call))]
    if any(_seeds_a_library(node) for node in nodes):
        return frozenset(each.question for each in calls)
    names = _own_names(lines, _imported_names(nodes))
    computed = _computed_questions(nodes, calls)
    return frozenset(
        each.question
        for each in calls
        if _is_own(each.answer, names)
        or any(_is_own(word.value, names) for word in each.call.keywords if word.arg == OF)
        or (each.kind == "self_check" and each.name in computed)
        or _target(lines, each) & names
    )


def cells_for_keys(sources: Iterable[str], questions: Collection[Question]) -> list[str]:
    """Return the cells with no more than the lines from which some keys follow; [] if none is left out.

    A line is kept if it asks such a question or holds a prediction against what happened, or if it gives, or may
    change, what a kept line uses. In doubt, more is kept: the caller compares it once with the whole notebook.
    """
    given = list(sources)
    trees = [tree_of(source) for source in given]
    if not all(trees):
        return []
    lines = [line for tree in trees if tree for line in tree.body]
    imported = _imported_names([node for line in lines for node in ast.walk(line)])
    uses = {id(line): _read_names(line) for line in lines}
    gives = {id(line): _assigned_names(line, imported) for line in lines}
    does = {line.name: gives[id(line)] - {line.name} for line in lines if isinstance(line, ast.FunctionDef)}
    for line in lines:  # who calls a function of the lesson changes what that changes
        gives[id(line)] |= {name for called_ in uses[id(line)] & does.keys() for name in does[called_]}
    kept = {id(line) for line in lines if _asks_any(line, questions) or isinstance(line, ast.Import | ast.ImportFrom)}
    while True:
        names = {name for number in kept for name in uses[number]}
        more = {id(line) for line in lines if gives[id(line)] & names} | kept
        if more == kept:
            break
        kept = more
    if len(kept) == len(lines):
        return []
    bodies = [ast.Module([line for line in tree.body if id(line) in kept], []) for tree in trees if tree]
    return [ast.unparse(body) for body in bodies if body.body]


def _asks_any(line: ast.stmt, questions: Collection[Question]) -> bool:
    calls = [node for node in ast.walk(line) if isinstance(node, ast.Call)]
    asked = [found for call in calls if (found := asked_of(call))]
    return any(each.question in questions for each in asked) or any(called_name(call) == AGAINST for call in calls)


def _local_names(line: ast.stmt) -> set[str]:
    """Return names that are local to a function or a comprehension of a line."""
    names = set[str]()
    for node in ast.walk(line):
        if isinstance(node, ast.FunctionDef | ast.Lambda):
            given = node.args
            names |= {each.arg for each in (*given.args, *given.posonlyargs, *given.kwonlyargs)}
    locals_ = [part for part in _local(line) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)]
    top = {id(part) for part in locals_}
    stored = [part for part in ast.walk(line) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)]
    return (names | {part.id for part in locals_}) - {part.id for part in stored if id(part) not in top}


def _read_names(line: ast.stmt) -> set[str]:
    return {node.id for node in ast.walk(line) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}


def _assigned_names(line: ast.stmt, imported: set[str]) -> set[str]:
    """Return what a line gives a value or may change: also what it calls something of, or hands to a function."""
    names = set[str]()
    for node in ast.walk(line):
        if isinstance(node, ast.Call) and called_name(node) not in LOOKING:
            names |= {name for name in _base(node.func) if name != LESSON}  # a lesson is only asked for things
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) and called_name(node.value) not in SHOWING:
            handed = (*node.value.args, *(word.value for word in node.value.keywords))
            is_plain = isinstance(node.value.func, ast.Name)
            names |= {part.id for part in handed if is_plain and isinstance(part, ast.Name) and part.id != LESSON}
    names = (names | set(_changed_names(line))) - _local_names(line)
    names |= {line.name} if isinstance(line, ast.FunctionDef | ast.ClassDef) else set()
    return names - imported


def _is_own(part: ast.AST | None, names: set[str]) -> bool:
    """Return True for what takes something that depends on the copy, or the lesson for more than to ask."""
    return part is not None and not _depends(part).isdisjoint(names | {LESSON})


def _depends(part: ast.AST) -> set[str]:
    """Return the names whose values a part of a cell takes; the lesson only where it is more than asked."""
    nodes = list(ast.walk(part))
    loaded = [node for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)]
    found = {node.id for node in loaded}
    if LESSON in found:
        handed_over = {id(part) for node in nodes for part in _harmless(node)}
        if all(id(node) in handed_over for node in loaded if node.id == LESSON):
            found.remove(LESSON)
    return found


def _harmless(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the lesson where it is only handed to what asks, or asked for what all copies have."""
    if isinstance(node, ast.Call) and asked_of(node):
        yield from node.args
        yield from (each.value for each in node.keywords)
    elif isinstance(node, ast.Attribute) and node.attr in SAME:
        yield node.value


def _own_names(lines: list[ast.stmt], imported: set[str]) -> set[str]:
    """Return names of what depends on the copy, and of all that follows from it."""
    changing = [
        (_depends(line), changed) for line in lines if (changed := set(_changed_names(line)) - imported - {LESSON})
    ]
    names = set[str]()
    while True:
        found = {name for uses, changed in changing if not uses.isdisjoint(names | {LESSON}) for name in changed}
        if found <= names:
            return names
        names |= found


def _changed_names(line: ast.stmt) -> Iterator[str]:
    """Return what a statement gives a value or may change: its targets, and what calls without a result are made on."""
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
    """Yield what belongs to a function or a comprehension in a statement, and is nothing outside of it."""
    for node in ast.walk(line):
        if isinstance(node, ast.FunctionDef) and not any(isinstance(part, ast.Global) for part in ast.walk(node)):
            yield from (part for each in node.body for part in ast.walk(each))
        elif isinstance(node, ast.comprehension):
            yield from ast.walk(node.target)


def _base(node: ast.AST) -> Iterator[str]:
    """Yield the name that a chain of attributes and places begins with; a bare name of a function is none."""
    is_part = isinstance(node, ast.Attribute | ast.Subscript)
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    if is_part and isinstance(node, ast.Name):
        yield node.id


def _imported_names(nodes: list[ast.AST]) -> set[str]:
    imports = [node for node in nodes if isinstance(node, ast.Import | ast.ImportFrom)]
    return {(each.asname or each.name).partition(".")[0] for node in imports for each in node.names}


def _computed_questions(nodes: list[ast.AST], asked: list[Asked]) -> set[str]:
    """Return self-checks whose key a lesson computes: all of them, if its keys are not written as a table."""
    names = set[str]()
    for table in key_tables(nodes):
        if not isinstance(table, ast.Dict):
            return {each.name for each in asked if each.kind == "self_check"}
        names |= {str(getattr(key, "value", "")) for key, value in zip(table.keys, table.values) if is_computed(value)}
    return names


def _target(lines: list[ast.stmt], asked: Asked) -> set[str]:
    """Return the names that a prediction is given: it is held against something by them."""
    return {
        target.id
        for line in lines
        if isinstance(line, ast.Assign) and line.value is asked.call
        for target in line.targets
        if isinstance(target, ast.Name)
    }


def _seeds_a_library(node: ast.AST) -> bool:
    """Return True for `random.seed(lesson.seed)` and the like."""
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in SEEDING):
        return False
    return _is_own(node, set())
