"""What a user reads is in the catalogue: no module has sentences of its own."""

import ast
import re
from collections.abc import Iterator
from functools import cache

import pytest

from monopoly_lab.common import messages

PACKAGE = messages.FOLDER.parents[1]
MODULES = sorted(path for path in PACKAGE.rglob("*.py") if path.parent != messages.FOLDER)
SCRIPTS = sorted(PACKAGE.rglob("*.js"))

# Mistakes of the program itself, which no user can make.
INTERNAL = {"MessageError", "AttributeError", "AssertionError"}
NOT_SHOWN_EITHER = {
    "SAID_BY_ARGPARSE",
    "IN_HELP",
    "SAID_BY_TOMLLIB",
    "PLACE_OF_TOMLLIB",
}  # what another program says: it is recognized, and ours is said instead
SHOWN = {"description", "help", "label", "placeholder", "tooltip", "aria_label"}  # arguments that are words on a screen
SENTENCE = re.compile(r"(?<![\w-])[A-Za-z]+ [a-z]+ [a-z]+\b")
NOT_SHOWN = re.compile(r"<[^>]*(?:>|$)|^(?:from|import) .*$", re.MULTILINE)  # tags, and lines of a script
LETTERS = re.compile(r"[^\W\d_]{2,}")


def texts(node: ast.AST) -> Iterator[str]:
    """String constants in an expression, parts of f-strings as well, but not what is handed to calls inside."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.JoinedStr):
        yield from (part.value for part in node.values if isinstance(part, ast.Constant))
    elif isinstance(node, ast.BinOp):
        yield from texts(node.left)
        yield from texts(node.right)


def name_of(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")


def docstrings(nodes: list[ast.AST]) -> set[int]:
    """Constants that stand alone as a statement."""
    return {id(each.value) for each in nodes if isinstance(each, ast.Expr)}


def nodes_of(source: str) -> list[ast.AST]:
    return list(ast.walk(ast.parse(source)))


@cache
def found_in_modules() -> dict[str, tuple[list[str], list[str]]]:
    """What both checks find in each file, which is parsed once."""
    found = {}
    for path in MODULES:
        nodes = nodes_of(path.read_text(encoding="utf-8"))
        found[path.relative_to(PACKAGE).as_posix()] = problems(nodes), numbers(nodes)
    return found


def problems(nodes: list[ast.AST]) -> list[str]:
    alone = docstrings(nodes)
    internal = {
        id(part)
        for each in nodes
        if (isinstance(each, ast.Call) and name_of(each) in INTERNAL)
        or (isinstance(each, ast.Assign) and {getattr(name, "id", "") for name in each.targets} <= NOT_SHOWN_EITHER)
        for part in ast.walk(each)
    }
    found = []
    for each in nodes:
        if isinstance(each, ast.Raise) and isinstance(each.exc, ast.Call) and name_of(each.exc) not in INTERNAL:
            found += [text for part in each.exc.args for text in texts(part) if LETTERS.search(text)]
        if isinstance(each, ast.Call) and name_of(each) == "print":
            found += [text for part in each.args for text in texts(part) if LETTERS.search(text)]
        if isinstance(each, ast.keyword) and each.arg in SHOWN:
            found += [text for text in texts(each.value) if LETTERS.search(text)]
        if isinstance(each, ast.Constant) and isinstance(each.value, str) and id(each) not in alone | internal:
            found += SENTENCE.findall(NOT_SHOWN.sub(" ", each.value))
    return found


def test_modules__have_no_sentences_of_their_own() -> None:
    assert {path: words for path, (words, _) in found_in_modules().items() if words} == {}


SAYS = {"say", "message", "word", "words"}
BROKEN = re.compile(r"^ ?%(?!\{| ?<extra>)")


def numbers(nodes: list[ast.AST]) -> list[str]:
    """Numbers that are written for a reader in Python's way: in words of the catalogue, or before a percent sign."""
    bound = {
        id(arg) for each in nodes if isinstance(each, ast.Call) for arg in each.args if name_of(each) == "unbroken"
    }
    found = []
    for each in nodes:
        if isinstance(each, ast.Call) and name_of(each) in SAYS:
            parts = (part for given in each.keywords for part in ast.walk(given.value))
            found += [ast.unparse(part) for part in parts if isinstance(part, ast.FormattedValue) and part.format_spec]
        if isinstance(each, ast.JoinedStr) and id(each) not in bound:
            pairs = zip(each.values, each.values[1:])
            found += [
                ast.unparse(each)
                for before, part in pairs
                if isinstance(before, ast.FormattedValue)
                and isinstance(part, ast.Constant)
                and BROKEN.match(part.value)
            ]
    return found


OF_PROGRAMS = {"center_panels.py", "workbook.py"}  # CSS, a format of cells
TYPED = {"prediction.py", "submissions.py", "time_limit.py"}  # what a student is asked to type; whole seconds


def test_modules__write_numbers_for_readers_in_one_way() -> None:
    """`decimal`, `grouped`, `percent`, `format_number`: point, minus and blanks of the reader's language."""
    others = OF_PROGRAMS | TYPED
    found = {path: texts for path, (_, texts) in found_in_modules().items() if path.rpartition("/")[2] not in others}
    assert {path: texts for path, texts in found.items() if texts} == {}


@pytest.mark.parametrize(
    "source", ['say("a", n=f"{x:.1f}")', 'text = f"{n} %"', 'word("b", lang, share=f"{100 * x:g}")']
)
def test_check__finds_numbers_in_code(source: str) -> None:
    assert numbers(nodes_of(source))


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_scripts__take_their_words_from_the_kernel(path) -> None:
    shown = r"(?:textContent|innerText|title|placeholder)\s*=\s*|setAttribute\(\"(?:aria-label|title)\",\s*"
    assert re.findall(rf"(?:{shown})[\"'`]([^\"'`]*[A-Za-z]{{2,}}[^\"'`]*)", path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    "source",
    [
        'raise ValueError(f"no theme {theme}")',
        'print("done")',
        'ipw.Dropdown(description="Edition:")',
        'page = f"<p>{name} has no deeds</p>"',
        'page = "<b>All of it</b> is gone for good"',
    ],
)
def test_check__finds_words_in_code(source: str) -> None:
    assert problems(nodes_of(source))
