"""What a user reads is in the catalogue: no module has sentences of its own."""

import ast
import re
from collections.abc import Iterator

import pytest

from monopoly_lab.common import messages

PACKAGE = messages.FOLDER.parents[1]
MODULES = sorted(path for path in PACKAGE.rglob("*.py") if path.parent != messages.FOLDER)
SCRIPTS = sorted(PACKAGE.rglob("*.js"))

# Mistakes of the program itself, which no user can make.
INTERNAL = {"MessageError", "AttributeError", "AssertionError"}
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


def docstrings(tree: ast.Module) -> set[int]:
    """Constants that stand alone as a statement."""
    return {id(each.value) for each in ast.walk(tree) if isinstance(each, ast.Expr)}


def problems(source: str) -> list[str]:
    tree = ast.parse(source)
    alone = docstrings(tree)
    internal = {
        id(part)
        for each in ast.walk(tree)
        if isinstance(each, ast.Call) and name_of(each) in INTERNAL
        for part in ast.walk(each)
    }
    found = []
    for each in ast.walk(tree):
        if isinstance(each, ast.Raise) and isinstance(each.exc, ast.Call) and name_of(each.exc) not in INTERNAL:
            found += [text for part in each.exc.args for text in texts(part) if LETTERS.search(text)]
        if isinstance(each, ast.Call) and name_of(each) == "print":
            found += [text for part in each.args for text in texts(part) if LETTERS.search(text)]
        if isinstance(each, ast.keyword) and each.arg in SHOWN:
            found += [text for text in texts(each.value) if LETTERS.search(text)]
        if isinstance(each, ast.Constant) and isinstance(each.value, str) and id(each) not in alone | internal:
            found += SENTENCE.findall(NOT_SHOWN.sub(" ", each.value))
    return found


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_modules__have_no_sentences_of_their_own(path) -> None:
    assert problems(path.read_text(encoding="utf-8")) == []


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
    assert problems(source)
