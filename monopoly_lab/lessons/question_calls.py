"""What the cells of a lesson ask: predictions and self-checks, found in their source and never run."""

import ast
import json
import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from types import EllipsisType
from typing import NamedTuple

MOST_LETTERS = 100_000  # of a cell that is read
REMEMBERED = 2000  # letters of a cell at most: what a longer one asks is found anew each time
MOST = 1e300  # of a number that is reckoned
ANSWERED = {"predict": "value", "self_check": "answer"}  # what asks, and the name of what is answered
ANSWER = r"([^\n]{0,200}?)"  # in the place of an answer
GIVING = re.compile(
    r"(\s*[^\W\d]\w*\s*=\s*)([^=\s#'\"(\[{][^#'\"(\[{]{0,200})"
)  # `rest = 500 dollars`, without brackets
NOTHING = ast.Constant(value=None)


Question = tuple[str, str]  # its kind, predict or self_check, and its name


class Asked(NamedTuple):
    """One thing that a cell asks: `kind` is predict or self_check, `answer` the answer as written there."""

    kind: str
    name: str
    call: ast.Call
    answer: ast.expr | None

    @property
    def question(self) -> Question:
        """Return its kind and its name."""
        return self.kind, self.name


def tree_of(source: str) -> ast.Module | None:
    """Return the syntax tree of a cell; None for what is no Python, or too large or too deep to be read.

    It is not to be changed: whoever asks for the same cell gets the same tree.
    """
    return _known_tree(source) if len(source) <= REMEMBERED else _parse(source)


def _parse(source: str) -> ast.Module | None:
    if len(source) > MOST_LETTERS:
        return None
    try:
        return ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def nodes_of(source: str) -> tuple[ast.AST, ...]:
    """Return the syntax tree of a cell and all nodes in it, not to be changed; none for what `tree_of` cannot read.

    The tree need not be the object that `tree_of` returns.
    """
    return _known_nodes(source) if len(source) <= REMEMBERED else _walk(source)


def _walk(source: str) -> tuple[ast.AST, ...]:
    tree = tree_of(source)
    return tuple(ast.walk(tree)) if tree else ()


def asked_in(source: str) -> list[Asked]:
    """Return everything a cell asks, in the order of its code; what is asked is not to be changed."""
    if not any(kind in source for kind in ANSWERED):  # most cells: they need not be parsed
        return []
    return list(_known(source) if len(source) <= REMEMBERED else _find_questions(source))


def _find_questions(source: str) -> tuple[Asked, ...]:
    found = [asked_of(call) for call in nodes_of(source) if isinstance(call, ast.Call)]
    return tuple(sorted((each for each in found if each), key=lambda each: (each.call.lineno, each.call.col_offset)))


_known_tree = lru_cache(maxsize=512)(_parse)
_known_nodes = lru_cache(maxsize=512)(_walk)
_known = lru_cache(maxsize=512)(_find_questions)  # a lesson is read for its guide, its pages and each of its languages


def asked_of(call: ast.Call) -> Asked | None:
    """Return what a call asks; None for any other call."""
    kind = called_name(call)
    first = call.args[0] if call.args else None
    if kind not in ANSWERED or not (isinstance(first, ast.Constant) and isinstance(first.value, str)):
        return None
    values = [*call.args[1:2], *(each.value for each in call.keywords if each.arg == ANSWERED[kind])]
    return Asked(kind, first.value, call, values[0] if values else None)


def called_name(call: ast.Call) -> str:
    """Return the last name of what is called."""
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def words_of(question_call: Asked) -> dict[str, object]:
    """Return the arguments of a question that are written down: `ask`, `unit`, `low`, `high`, `choice`, `whole`."""
    words = {}
    for each in question_call.call.keywords:
        try:
            words[each.arg or ""] = ast.literal_eval(each.value)
        except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
            continue
    return {key: words[key] for key in ("ask", "unit", "low", "high", "choice", "whole") if key in words}


def with_value(source: str, name: str, value: str, kind: str = "predict") -> str | None:
    """Return the source of a cell with `value` as the answer to what it asks by this name; None if it asks no such."""
    for question_call in asked_in(source):
        if question_call.question == (kind, name):
            return _apply_edits(source, [_place(source, question_call, value)])
    return None


def without_values(source: str) -> str:
    """Return the source of a cell with None for every number that answers what it asks; names stay."""
    calls = [each for each in asked_in(source) if each.kind == "predict" or not isinstance(each.answer, ast.Name)]
    return _apply_edits(source, [_place(source, each, "None") for each in calls])


def with_texts(source: str, blank: str) -> str:
    """Return the source of a cell with quotes around an answer that is no Python, as `500 dollars` or `1,080`.

    `blank` is the cell as it was given out; a cell that differs from it in more than its answers stays as it is.
    """
    calls = [each for each in asked_in(blank) if each.answer is not None and not isinstance(each.answer, ast.Name)]
    gap = "\0"
    marked = _apply_edits(blank, [_place(blank, each, gap) for each in calls])
    pattern = ANSWER.join(re.escape(part) for part in _trimmed(marked).split(gap))
    match = re.fullmatch(pattern, _trimmed(source)) if calls and len(source) <= MOST_LETTERS else None
    if match is None:
        return source
    return _apply_edits(blank, [_place(blank, each, _as_python(text)) for each, text in zip(calls, match.groups())])


def with_texts_assigned(source: str) -> str:
    """Return the source of a cell with quotes around what its lines give a name, where that is no Python."""
    lines = source.split("\n") if len(source) <= MOST_LETTERS else []
    matches = [(line, GIVING.fullmatch(line)) for line in lines]
    return "\n".join(part[1] + _as_python(part[2]) if part else line for line, part in matches) or source


def _as_python(text: str) -> str:
    """Return an answer as an expression; what is none, or several numbers with commas between them, as a text."""
    text = text.strip()
    try:
        tree = ast.parse(text, mode="eval").body
        return json.dumps(text, ensure_ascii=False) if isinstance(tree, ast.Tuple) else text
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return json.dumps(text, ensure_ascii=False) if text else "None"


def _trimmed(source: str) -> str:
    return "\n".join(line.rstrip() for line in source.strip().splitlines())


def replace_node(source: str, node: ast.expr, text: str) -> str:
    """Return the source with another text for a part of it."""
    return _apply_edits(source, [(_start(node), _end(node), text)])


Position = tuple[int, int]  # a line from 1, and a column in bytes, as the syntax tree counts them


def _start(node: ast.expr) -> Position:
    return node.lineno, node.col_offset


def _end(node: ast.expr) -> Position:
    return node.end_lineno or node.lineno, node.end_col_offset or 0


def _place(source: str, question_call: Asked, value: str) -> tuple[Position, Position, str]:
    """Return where the answer stands, or would stand after the name, and what is to be there."""
    if question_call.answer is not None:
        return _start(question_call.answer), _end(question_call.answer), value
    end = _end(question_call.call.args[0])
    return end, end, f", {value}"


def _apply_edits(source: str, edits: list[tuple[Position, Position, str]]) -> str:
    """Return the source with other texts at places that do not overlap; of those that do, the first is taken."""
    lines = source.encode().split(b"\n")
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line) + 1)
    encoded, parts, done = source.encode(), list[bytes](), 0
    for start, end, text in sorted(edits):
        first, last = (starts[line - 1] + column for line, column in (start, end))
        if first >= done:
            parts += [encoded[done:first], text.encode()]
            done = last
    return b"".join([*parts, encoded[done:]]).decode()


def assigned_in(source: str, known: Mapping[str, ast.expr]) -> dict[str, ast.expr]:
    """Return the names and values that a cell assigns at its top level, added to those of the cells before."""
    tree = tree_of(source)
    return {**known, **dict(_assignments(tree))} if tree else dict(known)


def _assignments(tree: ast.Module) -> Iterator[tuple[str, ast.expr]]:
    for line in tree.body:
        if isinstance(line, ast.Assign):
            yield from ((target.id, line.value) for target in line.targets if isinstance(target, ast.Name))


class NotWritten(Exception):
    """An answer that is not written down but computed."""


def written_value(node: ast.expr | None, names: Mapping[str, ast.expr], depth: int = 0) -> object:
    """Return the number or text of a cell, `91/36` and names of such too; None for none, and for `...`.

    Raises NotWritten for anything that would have to be run.
    """
    if depth > 20:
        raise NotWritten
    if node is None or isinstance(node, ast.Constant):
        value = None if node is None else node.value
        if isinstance(value, bytes | complex):
            raise NotWritten
        return None if value is ... else value
    if isinstance(node, ast.Name) and node.id in names:
        rest = {name: value for name, value in names.items() if name != node.id}
        return written_value(names[node.id], rest, depth + 1)
    if isinstance(node, ast.UnaryOp | ast.BinOp):
        return _computed_number(node, names, depth + 1)
    raise NotWritten


def _computed_number(node: ast.UnaryOp | ast.BinOp, names: Mapping[str, ast.expr], depth: int) -> float:
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


class Whose(NamedTuple):
    """Whose copy a cell says this is; None for what is computed."""

    lesson: str | None
    student: str | None
    course: str | None


def whose_in(source: str) -> Whose | None:
    """Return what the first `ml.Lesson(...)` of a cell says; None if it has none."""
    call = _lesson_call(source)
    if call is None:
        return None
    arguments = dict(zip(Whose._fields, call.args)) | {each.arg or "": each.value for each in call.keywords}
    arguments["lesson"] = arguments.get("lesson", arguments.get("name", NOTHING))
    return Whose(*(_text(arguments.get(key, ast.Constant(value=""))) for key in Whose._fields))


def with_student(source: str, student: str, course: str) -> str | None:
    """Return the source of a cell whose `ml.Lesson(...)` is that of a student; None if it has none."""
    call = _lesson_call(source)
    if call is None:
        return None
    rest = [each for each in call.keywords if each.arg not in ("student", "course")]
    args = [f"student={_quoted(student)}", f"course={_quoted(course)}"]
    try:
        args = [*map(ast.unparse, call.args[:1]), *args, *map(ast.unparse, rest)]
        return replace_node(source, call, f"{ast.unparse(call.func)}({', '.join(args)})")
    except RecursionError:
        return None


def with_seed(source: str, seed: int) -> str | None:
    """Return the source of a cell whose `ml.Lesson(...)` has a seed; None if it has none, or one of its own already."""
    call = _lesson_call(source)
    if call is None or not call.args or any(each.arg == "seed" for each in call.keywords):
        return None
    keyword = ast.keyword("seed", ast.Constant(seed))
    return _with_keywords(source, call, [*call.keywords, keyword])


def without_seed(source: str) -> str:
    """Return the source of a cell whose `ml.Lesson(...)` has no seed."""
    call = _lesson_call(source)
    if call is None or not any(each.arg == "seed" for each in call.keywords):
        return source
    return _with_keywords(source, call, [each for each in call.keywords if each.arg != "seed"]) or source


def _with_keywords(source: str, call: ast.Call, keywords: list[ast.keyword]) -> str | None:
    try:
        return replace_node(source, call, ast.unparse(ast.Call(call.func, call.args, keywords)))
    except RecursionError:
        return None


def seed_in(source: str) -> int | EllipsisType | None:
    """Return the seed that the first `ml.Lesson(...)` of a cell is given, None for none, `...` for one to be run."""
    call = _lesson_call(source)
    seed_argument = next((each.value for each in call.keywords if each.arg == "seed"), None) if call else None
    if seed_argument is None or (isinstance(seed_argument, ast.Constant) and seed_argument.value is None):
        return None
    value = seed_argument.value if isinstance(seed_argument, ast.Constant) else ...
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**31 else ...


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _lesson_call(source: str) -> ast.Call | None:
    for call in nodes_of(source) if "Lesson" in source else ():
        if isinstance(call, ast.Call) and called_name(call) == "Lesson":
            return call
    return None


def _text(node: ast.expr) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None
