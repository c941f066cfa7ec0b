"""One habit in the rules: what can be true or false is a bool, and nobody compares it with a number."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "monopoly_lab"
ROOMS = ("rules", "players", "batch", "chain")
QUESTION = re.compile(r"(is|can|could|has|owns|needs|allows|may|completes|blocks|fits)_|fits$|completes$|blocks$")
FILES = [path for room in ROOMS for path in sorted((PACKAGE / room).glob("*.py"))]


def is_question(name: str) -> bool:
    return bool(QUESTION.match(name)) and name != "could_want"  # which counts buildings


def slips(source: str) -> Iterator[str]:
    """Lines where a question answers with a number, or its answer is compared with one."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef) and is_question(node.name):
            for inner in ast.walk(node):
                if isinstance(inner, ast.Return) and isinstance(inner.value, ast.Constant):
                    if not isinstance(inner.value.value, bool):
                        yield f"{node.name}: {ast.unparse(inner)}"
        if isinstance(node, ast.Compare):
            called = [side.func for side in (node.left, *node.comparators) if isinstance(side, ast.Call)]
            if any(is_question(ast.unparse(function).split(".")[-1]) for function in called):
                yield ast.unparse(node)


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_habits__questions_answer_true_or_false(path: Path) -> None:
    assert not list(slips(path.read_text(encoding="utf-8")))


def test_habits__the_search_finds_both_slips() -> None:
    assert list(slips("def is_deed(t, q):\n    return 1")) == ["is_deed: return 1"]
    assert list(slips("if rules.is_deed(t, q) != 0:\n    pass")) == ["rules.is_deed(t, q) != 0"]
