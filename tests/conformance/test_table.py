"""The conformance table: for each topic and each rule book that speaks of it, the tests that show it.

The table stands beside this file as TOML, in as many files as is handy:

    [topics.TOPIC]              book = ["tests/rules/test_x.py::test_y", ...]
    [contradictions.NAME]       options = the switches between the readings,
    [gaps.NAME]                 default = tests of the reading that is played without asking,
                                alternatives = tests of the others, where there are options

A test counts for a book only if it runs in it: the book stands among its parameters, in its
body, or in a helper of its module that it uses.
"""

import ast
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from monopoly_lab.editions import rulebook_topics
from monopoly_lab.editions.options import OPTIONS

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
EVERY_BOOK = "every_book"  # the decorator for tests that run in all of them


def read() -> dict[str, dict[str, dict[str, Any]]]:
    """The whole table; two files may share a topic, not a cell."""
    table: dict[str, dict[str, dict[str, Any]]] = {"topics": {}, "contradictions": {}, "gaps": {}}
    for path in sorted(HERE.glob("*.toml")):
        for part, rows in tomllib.loads(path.read_text(encoding="utf-8")).items():
            for row, cells in rows.items():
                known = table[part].setdefault(row, {})
                assert not known.keys() & cells.keys(), f"{path.name}: {part}.{row} has a cell that stands elsewhere"
                known.update(cells)
    return table


TABLE = read()
STATED = [
    (topic, book)
    for topic in rulebook_topics.topics()
    for book in rulebook_topics.books()
    if rulebook_topics.has_topic(topic, book)
]
DOUBTS = [("contradictions", d) for d in rulebook_topics.contradictions()] + [
    ("gaps", d) for d in rulebook_topics.gaps()
]


def named() -> Iterator[tuple[str, str]]:
    """Every test of the table with the place that names it."""
    for part, rows in TABLE.items():
        for row, cells in rows.items():
            for cell, tests in cells.items():
                if cell != "options":
                    yield from ((f"{part}.{row}.{cell}", test) for test in tests)


@cache
def words_of_tests(path: str) -> dict[str, set[str]]:
    """The tests of a file, each with the strings and names it mentions, also by constants and helpers of the module."""
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    functions = {node.name: words(node) for node in tree.body if isinstance(node, ast.FunctionDef)}
    resolved = {name: mentioned for name, mentioned in functions.items() if not name.startswith("test_")}
    for node in tree.body:
        if isinstance(node, ast.Assign):
            resolved |= {target.id: words(node.value) for target in node.targets if isinstance(target, ast.Name)}
    return {name: reached({name}, functions | resolved) for name in functions.keys() - resolved.keys()}


def reached(words_: set[str], resolved: dict[str, set[str]]) -> set[str]:
    """The words, and those that they stand for."""
    found: set[str] = set()
    while words_ - found:
        new = words_ - found
        found |= new
        words_ = set().union(*(resolved.get(word, set()) for word in new)) | words_
    return found


def words(node: ast.AST) -> set[str]:
    strings = {n.value for n in ast.walk(node) if isinstance(n, ast.Constant) and isinstance(n.value, str)}
    return strings | {n.id for n in ast.walk(node) if isinstance(n, ast.Name)}


def missing(test: str) -> str | None:
    """Why a test of the table cannot be found; None if it is there."""
    path, _, name = test.partition("::")
    if not (ROOT / path).is_file():
        return f"there is no file {path}"
    return None if name in words_of_tests(path) else f"{path} has no test {name}"


def mentioned_in(test: str) -> set[str]:
    path, _, name = test.partition("::")
    return words_of_tests(path)[name]


def test_table__each_cell_a_book_states_is_filled() -> None:
    empty = [f"{book} on {topic}" for topic, book in STATED if not TABLE["topics"].get(topic, {}).get(book)]
    assert not empty, "no test shows what these say"


def test_table__names_known_topics_books_and_doubts_only() -> None:
    for topic, cells in TABLE["topics"].items():
        assert topic in rulebook_topics.topics()
        assert set(cells) <= {book for book in rulebook_topics.books() if rulebook_topics.has_topic(topic, book)}, topic
    for part, known in (("contradictions", rulebook_topics.contradictions()), ("gaps", rulebook_topics.gaps())):
        assert set(TABLE[part]) <= {doubt.id for doubt in known}
        assert all(set(cells) <= {"options", "default", "alternatives"} for cells in TABLE[part].values())


def test_table__each_test_it_names_exists() -> None:
    lost = [f"{place}: {missing(test)}" for place, test in named() if missing(test)]
    assert not lost, "\n".join(lost)


def test_table__each_test_runs_in_the_book_it_stands_for() -> None:
    strangers = [
        f"{topic}: {test} never runs in {book}"
        for topic, cells in TABLE["topics"].items()
        for book, tests in cells.items()
        for test in tests
        if not missing(test) and not mentioned_in(test) & {book, EVERY_BOOK}
    ]
    assert not strangers, "\n".join(strangers)


@pytest.mark.parametrize(("part", "doubt"), DOUBTS, ids=[doubt.id for _, doubt in DOUBTS])
def test_table__each_doubt_shows_its_reading_and_the_other_ones(part: str, doubt: rulebook_topics.Doubt) -> None:
    row = TABLE[part].get(doubt.id, {})
    assert row.get("default"), f"no test shows how {doubt.id} is read: {doubt.reading}"
    assert sorted(row.get("options", [])) == sorted(doubt.options)
    assert set(doubt.options) <= set(OPTIONS)
    if doubt.options:
        assert row.get("alternatives"), f"no test shows the other readings of {doubt.id}: {doubt.options}"
