"""What the pages and docstrings show runs: every example, every call that is named, every command."""

import ast
import doctest
import importlib.util
import inspect
import json
import re
import shlex
import tempfile
import tomllib
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

import monopoly_lab as ml
from monopoly_lab import cli
from tests.sampled import sampled
from tests.taught import FLAGS, FUNCTIONS, TAUGHT

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "monopoly_lab"
MODELS = PACKAGE / "economics"  # their examples run in test_docstrings.py
SHORT = (ROOT / "README.md", ROOT / "docs" / "first_game.md")  # their examples run in a moment
PAGES = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "deploy/README.md")),
    *sorted((ROOT / "docs").glob("*.md")),
    *sorted(path for part in ("monopoly_lab", "notebooks", "tests") for path in (ROOT / part).rglob("README.md")),
    ROOT / "monopoly_lab" / "lessons" / "grading" / "reference.md",
]
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
OUR_COMMAND = re.compile(r"^(?:.*/)?monopoly-lab$")
MODULE = re.compile(r"\bpython3? -m (monopoly_lab[\w.]*|tests[\w.]*)")
FILE = re.compile(r"\b(?:tests|monopoly_lab|notebooks|scenarios|deploy|docs)/[\w/.-]+\.\w+\b")
PLACEHOLDER = re.compile(r"\bNN_|\bxx\.")  # of a name that readers choose


def page_name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def blocks(path: Path, language: str) -> list[str]:
    return [content for name, content in BLOCK.findall(text_of(path)) if name == language]


def spans(path: Path) -> list[str]:
    """What stands between backticks in a line of text."""
    return re.findall(r"`([^`\n]+)`", BLOCK.sub("", text_of(path)).replace("\n", " "))


def calls(path: Path) -> Iterator[ast.expr]:
    """Every expression about `ml` on a page: the inline ones, and those of blocks without a prompt."""
    for text in [*spans(path), *(each for each in blocks(path, "python") if ">>>" not in each)]:
        if "ml." in text:
            try:
                tree = ast.parse(text.replace("...)", "**{})"))
            except SyntaxError:
                continue
            yield from (node for node in ast.walk(tree) if isinstance(node, ast.Call | ast.Attribute))


def meant(node: ast.expr) -> object | None:
    """The object that `ml.name.name` means, None for what begins otherwise; AttributeError for what there is not."""
    if isinstance(node, ast.Name):
        return ml if node.id == "ml" else None
    if isinstance(node, ast.Attribute):
        owner = meant(node.value)
        return None if owner is None else getattr(owner, node.attr)
    return None


@pytest.mark.parametrize(
    "page",
    sampled([path for path in PAGES if ">>> " in text_of(path)], map(str, SHORT)),
    ids=page_name,
)
def test_page__its_examples_run_as_they_are_printed(page: Path) -> None:
    done = doctest.testfile(str(page), module_relative=False, optionflags=FLAGS, encoding="utf-8")
    assert done.attempted and not done.failed


@pytest.mark.parametrize("page", PAGES, ids=page_name)
def test_page__every_call_it_names_can_be_made(page: Path) -> None:
    """The names are there, and take these arguments."""
    for node in calls(page):
        found = meant(node.func if isinstance(node, ast.Call) else node)
        if isinstance(node, ast.Call) and callable(found):
            named = {each.arg: None for each in node.keywords if each.arg}
            inspect.signature(found).bind_partial(*node.args, **named)


@pytest.mark.parametrize("page", PAGES, ids=page_name)
def test_page__every_command_it_names_is_there(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = "\n".join(blocks(page, "sh")).splitlines()
    for text in [*spans(page), *(part for line in lines for part in line.split("&&"))]:
        words = shlex.split(text, comments=True) if OUR_COMMAND.match(text.strip().partition(" ")[0]) else []
        if len(words) > 1:
            assert not unknown(words[1:], capsys), text
    for name in MODULE.findall(text_of(page)):
        assert importlib.util.find_spec(name.rstrip(".")), name
    files = {name for name in FILE.findall(BLOCK.sub("", text_of(page))) if not PLACEHOLDER.search(name)}
    assert not [name for name in files if not (ROOT / name).exists()]


def unknown(words: list[str], capsys: pytest.CaptureFixture[str]) -> list[str]:
    """The flags of a command that its help does not name; all of it where it has no help."""
    before = words[: next((i for i, word in enumerate(words) if word.startswith("--") and word != "--lang"), None)]
    with pytest.raises(SystemExit) as done:
        cli.main([*before, "--help"])
    said = capsys.readouterr().out
    flags = [word for word in words if word.startswith("--")]
    return words if done.value.code else [flag for flag in flags if flag not in said and flag != "--lang"]


@pytest.mark.parametrize("page", PAGES, ids=page_name)
def test_page__its_data_can_be_read(page: Path) -> None:
    assert all(tomllib.loads(text) for text in blocks(page, "toml"))
    assert all(json.loads(text if text.startswith("{") else f"{{{text}}}") for text in blocks(page, "json"))


def documented() -> list[str]:
    """The modules with an example in a docstring."""
    paths = sorted(path for path in PACKAGE.rglob("*.py") if ">>> " in text_of(path) and path.parent != MODELS)
    return [".".join(path.relative_to(ROOT).with_suffix("").parts) for path in paths]


@pytest.mark.parametrize("module", documented())
def test_docstrings__every_example_runs(module: str, request: pytest.FixtureRequest) -> None:
    """A method's after that of its class; those of what is taught run in test_docstrings.py."""
    if module.startswith("monopoly_lab.experiments."):
        request.getfixturevalue("all_compiled")
    taught = {base.__name__ for cls in TAUGHT for base in cls.__mro__} | {each.__name__ for each in FUNCTIONS}
    names = {"ml": ml, "tempfile": tempfile}
    failed, of_class = [], {}
    for test in sorted(doctest.DocTestFinder().find(import_module(module), extraglobs=names), key=lambda t: t.name):
        owner, _, method = test.name.removeprefix(f"{module}.").partition(".")
        if test.examples and owner not in taught:
            test.globs.update(of_class.get(owner, {}) if method else {})
            failed += [test.name] * doctest.DocTestRunner(optionflags=FLAGS).run(test, clear_globs=False).failed
            of_class.setdefault(owner, test.globs)
    assert not failed
