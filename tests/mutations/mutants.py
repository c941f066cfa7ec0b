"""Mutants of the rules, made from the syntax tree: each differs from the rules in one place.

A mutant drops a condition, negates it, shifts a number or a comparison by one, takes another seat, changes a sign, or
leaves a statement out.
"""

import ast
import copy
from collections.abc import Iterator
from pathlib import Path
from types import CodeType
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[2]
RULES = ROOT / "monopoly_lab" / "rules"

SHIFTED = {ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt}
NEGATED = {ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.In: ast.NotIn, ast.NotIn: ast.In} | {
    ast.Lt: ast.GtE, ast.GtE: ast.Lt, ast.Gt: ast.LtE, ast.LtE: ast.Gt,
}  # fmt: skip
LEFT_OUT = (ast.Expr, ast.Assign, ast.AugAssign, ast.Return, ast.Continue, ast.Break, ast.If, ast.For)
SIGNS = {ast.Add: ast.Sub, ast.Sub: ast.Add}
OF_SEATS = {"out", "cash", "loan", "missed", "role", "built", "passed", "sealed", "want", "offers", "speed", "ordered"}
SILENT = ("emit", "then")  # a number among what these are given stands where there is nothing to say
AMOUNTS = {"x", "amount", "price", "fee", "value"}
Place = tuple[tuple[str, int | None], ...]  # the way from a function to a node: names of fields, places in lists


class Mutant(NamedTuple):
    """One change: what stands at a place of a function, and what stands there instead."""

    module: str
    function: str
    line: int
    statement: Place  # the innermost statement around the change
    place: Place
    new: ast.AST
    kind: str
    text: str  # the change in a line

    @property
    def name(self) -> str:
        """What it is called in the list of those that change nothing: without its line, which moves."""
        return f"{self.module}.{self.function}: {self.text}"

    def __str__(self) -> str:
        return f"{self.module}.py:{self.line} {self.function}: {self.kind}: {self.text}"


def tree_of(module: str) -> ast.Module:
    """Return the syntax tree of a module of the rules."""
    return ast.parse((RULES / f"{module}.py").read_text(encoding="utf-8"))


def modules() -> list[str]:
    """Return the names of all modules of the rules."""
    return sorted(path.stem for path in RULES.glob("*.py") if path.stem != "__init__")


def functions(tree: ast.Module) -> Iterator[ast.FunctionDef]:
    """Yield the functions of a module that stand in no class and in no other function."""
    yield from (node for node in tree.body if isinstance(node, ast.FunctionDef))


def all_mutants() -> list[Mutant]:
    """Return every mutant of every rule, in the order of the text."""
    return [mutant for module in modules() for f in functions(tree_of(module)) for mutant in mutants_of(module, f)]


def mutants_of(module: str, function: ast.FunctionDef) -> Iterator[Mutant]:
    """Yield the mutants of one function."""
    seats = sorted(seats_of(function))
    bound = [argument.arg for argument in function.args.args] + [
        node.id for node in ast.walk(function) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    ]
    known: set[str] = set()
    last = function.body[-1]
    for place, statement, node in walk(function):
        for kind, new in changes(node, seats, bound):
            if node is last and isinstance(new, ast.Pass) and ast.unparse(node) == "return False":
                continue  # a function that says nothing says no
            changed = ast.unparse(new)
            key = f"{place} {changed}"
            if key not in known:
                known.add(key)
                old = ast.unparse(node).partition("\n")[0]
                text = f"{old}  ->  {changed.partition(chr(10))[0]}"
                line = getattr(node, "lineno", function.lineno)
                yield Mutant(module, function.name, line, statement, place, new, kind, text)


def seats_of(function: ast.FunctionDef) -> set[str]:
    """Return the names in a function that are places in a list of seats."""
    return {
        node.slice.id
        for node in ast.walk(function)
        if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Name)
        if isinstance(node.value, ast.Attribute) and node.value.attr in OF_SEATS
    } | {argument.arg for argument in function.args.args if argument.arg == "p"}


def walk(function: ast.FunctionDef) -> Iterator[tuple[Place, Place, ast.AST]]:
    """Yield every node of the body, but for words and errors, with its place and that of the statement around it."""

    def below(node: ast.AST, place: Place, statement: Place) -> Iterator[tuple[Place, Place, ast.AST]]:
        if isinstance(node, ast.stmt):
            statement = place
            if is_words(node) or only_unknown(node):
                return
        yield place, statement, node
        for field, value in ast.iter_fields(node):
            if field in ("annotation", "ctx", "func", "op", "ops"):
                continue
            for i, child in enumerate(value) if isinstance(value, list) else [(None, value)]:
                if isinstance(child, ast.AST) and not (is_silent(node) and is_number(child)):
                    yield from below(child, (*place, (field, i)), statement)

    for i, node in enumerate(function.body):
        yield from below(node, (("body", i),), (("body", i),))


def is_words(node: ast.stmt) -> bool:
    """Return True for a docstring."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def is_silent(node: ast.AST) -> bool:
    """Return True for a call that notes an event or a task, which may have nothing to say in some places."""
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in SILENT


def is_number(node: ast.AST) -> bool:
    """Return True for a number, also below zero."""
    return isinstance(node.operand if isinstance(node, ast.UnaryOp) else node, ast.Constant)


def only_unknown(node: ast.stmt) -> bool:
    """Return True for the branch of codes that do not exist: nothing can be seen of it while all codes are known."""
    if isinstance(node, ast.If):
        return not node.orelse and all(only_unknown(each) for each in node.body)
    call = node.value if isinstance(node, ast.Expr) else None
    return isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "unknown"


def is_last_code(node: ast.If | ast.IfExp) -> bool:
    """Return True for the last of the branches between codes: what is left is that code, as all codes are known."""
    rest = node.orelse
    return isinstance(rest, list) and bool(rest) and all(only_unknown(each) for each in rest)


def changes(node: ast.AST, seats: list[str], bound: list[str]) -> Iterator[tuple[str, ast.AST]]:
    """Yield what may stand instead of a node, with a word for the change."""
    if isinstance(node, ast.BoolOp):
        for i in range(len(node.values)):
            rest = node.values[:i] + node.values[i + 1 :]
            yield "drop", rest[0] if len(rest) == 1 else ast.BoolOp(node.op, rest)
        for i, value in enumerate(node.values):
            yield "negate", ast.BoolOp(node.op, node.values[:i] + [negation(value)] + node.values[i + 1 :])
    if isinstance(node, (ast.If, ast.IfExp, ast.While)):
        changed = copy.copy(node)
        changed.test = negation(node.test)
        yield "negate", changed
        if not isinstance(node, ast.While) and not is_last_code(node):
            always = copy.copy(node)
            always.test = ast.Constant(True)
            yield "drop", always
    if isinstance(node, ast.Return) and is_condition(node.value):
        yield "negate", ast.Return(negation(node.value))
    if isinstance(node, ast.Compare) and type(node.ops[0]) in SHIFTED:
        yield "shift", ast.Compare(node.left, [SHIFTED[type(node.ops[0])](), *node.ops[1:]], node.comparators)
    if isinstance(node, ast.Constant) and type(node.value) is int:
        yield "shift", ast.Constant(node.value + 1)
        yield "shift", ast.UnaryOp(ast.USub(), ast.Constant(1)) if node.value == 0 else ast.Constant(node.value - 1)
    if isinstance(node, ast.Constant) and type(node.value) is bool:
        yield "negate", ast.Constant(not node.value)
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in seats:
        for other in seats:
            if other != node.id:
                yield "seat", ast.Name(other, ast.Load())
        yield "seat", ast.Attribute(ast.Name("s", ast.Load()), "mover", ast.Load())
    if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load) and node.attr in ("mover", "actor"):
        if node.attr == "actor":
            yield "seat", ast.Attribute(node.value, "mover", ast.Load())
        for other in seats:
            yield "seat", ast.Name(other, ast.Load())
    if isinstance(node, (ast.BinOp, ast.AugAssign)) and type(node.op) in SIGNS:
        turned = copy.copy(node)
        turned.op = SIGNS[type(node.op)]()
        yield "sign", turned
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        yield "sign", node.operand
    if isinstance(node, ast.Call):
        for i, value in enumerate(node.args):
            if isinstance(value, ast.Name) and value.id in AMOUNTS:
                minus = ast.UnaryOp(ast.USub(), value)
                yield "sign", ast.Call(node.func, node.args[:i] + [minus] + node.args[i + 1 :], node.keywords)
    if isinstance(node, LEFT_OUT) and can_go(node, bound):
        yield "delete", ast.Pass()


def is_condition(node: ast.expr | None) -> bool:
    """Return True for what is true or false by its form."""
    return isinstance(node, ast.Compare | ast.BoolOp) or (
        isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)
    )


def can_go(node: ast.stmt, bound: list[str]) -> bool:
    """Return False for the one statement that gives a local name its value: without it every call fails."""
    targets = node.targets if isinstance(node, ast.Assign) else []
    names = [each.id for target in targets for each in ast.walk(target) if isinstance(each, ast.Name)]
    return all(bound.count(name) > 1 for name in names if name not in ("s", "t"))


def negation(node: ast.expr) -> ast.expr:
    """Return the opposite of a condition."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return node.operand
    if isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in NEGATED:
        return ast.Compare(node.left, [NEGATED[type(node.ops[0])]()], node.comparators)
    return ast.UnaryOp(ast.Not(), node)


def put(function: ast.FunctionDef, place: Place, new: ast.AST) -> None:
    """Lay a node at a place of a function."""
    node = node_at(function, place[:-1])
    field, i = place[-1]
    if i is None:
        setattr(node, field, new)
    else:
        getattr(node, field)[i] = new


def node_at(function: ast.FunctionDef, place: Place) -> Any:
    """Return what stands at a place of a function."""
    node: Any = function
    for field, i in place:
        node = getattr(node, field) if i is None else getattr(node, field)[i]
    return node


def changed(mutant: Mutant) -> CodeType:
    """Return the code of the function with the change."""
    tree, function = found(mutant.module, mutant.function)
    put(function, mutant.place, mutant.new)
    return compiled(tree, mutant.module, mutant.function)


def probed(module: str, name: str, places: dict[Place, set[int]]) -> CodeType:
    """Return the code of a function that says `__reached__(numbers)` before the statements at some places."""
    tree, function = found(module, name)
    for place in sorted(places, key=len, reverse=True):  # inner places first, which outer ones then take along
        numbers = ast.Tuple([ast.Constant(i) for i in sorted(places[place])], ast.Load())
        probe = ast.Expr(ast.Call(ast.Name("__reached__", ast.Load()), [numbers], []))
        both = ast.If(ast.Constant(True), [probe, node_at(function, place)], [])
        put(function, place, both)
    return compiled(tree, module, name)


def found(module: str, name: str) -> tuple[ast.Module, ast.FunctionDef]:
    """Return the tree of a module, and in it a function."""
    tree = tree_of(module)
    return tree, next(function for function in functions(tree) if function.name == name)


def compiled(tree: ast.Module, module: str, name: str) -> CodeType:
    """Return the code of a function in a tree."""
    whole = compile(ast.fix_missing_locations(tree), str(RULES / f"{module}.py"), "exec")
    return next(code for code in whole.co_consts if isinstance(code, CodeType) and code.co_name == name)
