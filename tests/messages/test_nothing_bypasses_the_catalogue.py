"""What a user reads is in the catalogue: no module has sentences of its own."""

import ast
import re
from collections.abc import Iterator
from functools import cache

import pytest
from measure_structure import nodes_of

from monopoly_lab.common import messages
from monopoly_lab.common.file_access import quoted

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
KINDS = frozenset({ast.Assign, ast.Call, ast.Constant, ast.Expr, ast.JoinedStr, ast.Raise, ast.keyword})


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


@cache
def found_in_modules() -> dict[str, tuple[list[str], list[str]]]:
    """What both checks find in each file, which is parsed once."""
    found = {}
    for path in MODULES:
        nodes = nodes_of(path.read_text(encoding="utf-8"), KINDS)
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
    assert numbers(nodes_of(source, KINDS))


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
    assert problems(nodes_of(source, KINDS))


SHOWN_AS_CODE = {  # a game, a strategy, a bug; what to write: name="text", bus="both"
    *("export.standing", "experiment.tuned", "reading.accident"),
    *("door.by_name", "chain.unknown_bus"),
}


def quoted_by_python(nodes: list[ast.AST]) -> list[str]:
    """Values that a message shows as Python writes them: 'it' instead of "it" or «it»."""
    found = []
    for call in nodes:
        if isinstance(call, ast.Call) and name_of(call) == "say" and call.args:
            key = call.args[0].value if isinstance(call.args[0], ast.Constant) else ""
            inside = [each for value in call.keywords for each in ast.walk(value.value)]
            is_repr = any(isinstance(each, ast.Call) and name_of(each) == "repr" for each in inside)
            is_repr |= any(isinstance(each, ast.FormattedValue) and each.conversion == ord("r") for each in inside)
            found += [f"{call.lineno}: {key}"] if is_repr and key not in SHOWN_AS_CODE else []
    return found


def test_modules__show_what_was_given_in_the_quotes_of_the_language() -> None:
    """`file_access.quoted` does; Python's own quotes are for programs."""
    sources = {path.relative_to(PACKAGE).as_posix(): path.read_text(encoding="utf-8") for path in MODULES}
    found = {
        name: quoted_by_python(nodes_of(text, KINDS))
        for name, text in sources.items()
        if "repr(" in text or "!r}" in text
    }
    assert {name: lines for name, lines in found.items() if lines} == {}


@pytest.mark.parametrize(
    ("source", "n"),
    [
        ("say('a.b', value=repr(x))", 1),
        ("say('a.b', lang, value=shortened(repr(x)))", 1),
        ("say('a.b', value=f'{x!r}')", 1),
        ("say('a.b', value=repr(x)[:60])", 1),
        ("say('a.b', value=quoted(x))", 0),
        ("repr(x)", 0),
    ],
)
def test_check__finds_quotes_of_python(source: str, n: int) -> None:
    assert len(quoted_by_python(nodes_of(source, KINDS))) == n


@pytest.mark.parametrize("lang", messages.languages())
def test_quoted__texts_in_the_quotes_of_a_language_and_the_rest_as_it_is(lang: str) -> None:
    one, two = ('"', '"') if lang == messages.ENGLISH else ("«", "»")
    assert quoted("it's", lang) == f"{one}it's{two}"
    assert quoted(["a", 1, None], lang) == f"[{one}a{two}, 1, None]"
    assert quoted({"a": (2.5, True)}, lang) == f"{{{one}a{two}: (2.5, True)}}"
    assert quoted("a\n\u202eb", lang) == f"{one}a\\n\\u202eb{two}"
    assert len(quoted("x" * 1000, lang)) == 82 and len(quoted(["x"] * 1000, lang)) == 80
    deep: list[object] = []
    for _ in range(5000):
        deep = [deep]
    assert quoted(deep, lang).startswith("[[[") and len(quoted(deep, lang)) <= 80
    assert quoted(10**5000, lang) == "…" and quoted(5, lang) == "5"
