"""Habits of the rules: what can be true or false is a bool, and every field says what it means."""

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import get_type_hints

import pytest
from measure_structure import nodes_of

from monopoly_lab.constants import option_value
from monopoly_lab.editions import OPTIONS, rule_tables
from monopoly_lab.rules import state_fields
from monopoly_lab.rules.state import FIELDS, SCRATCH

PACKAGE = Path(__file__).parents[2] / "monopoly_lab"
ROOMS = ("rules", "players", "simulation", "markov")
QUESTION = re.compile(r"(is|can|could|has|owns|needs|allows|may|completes|blocks|fits)_|fits$|completes$|blocks$")
CHOOSING = {ast.If, ast.IfExp, ast.While, ast.BoolOp, ast.UnaryOp}
KINDS = frozenset({ast.FunctionDef, ast.Compare, ast.Assign, ast.Call} | CHOOSING)  # that are looked at
VOCABULARIES = {path.stem for path in (PACKAGE / "constants").glob("*.py")} - {"__init__", "option_value"}


def is_question(name: str) -> bool:
    return bool(QUESTION.match(name)) and name != "could_want"  # which counts buildings


def slips(nodes: Iterable[ast.AST]) -> Iterator[str]:
    """Lines where a question answers with a number, or its answer is compared with one."""
    for node in nodes:
        if isinstance(node, ast.FunctionDef) and is_question(node.name):
            for inner in ast.walk(node):
                constant = inner.value if isinstance(inner, ast.Return) else None
                if isinstance(constant, ast.Constant) and not isinstance(constant.value, bool):
                    yield f"{node.name}: {ast.unparse(inner)}"
        if isinstance(node, ast.Compare):
            called = [side.func for side in (node.left, *node.comparators) if isinstance(side, ast.Call)]
            if any(is_question(ast.unparse(function).split(".")[-1]) for function in called):
                yield ast.unparse(node)


def parts(source: str) -> list[ast.AST]:
    return nodes_of(source, KINDS)


def test_habits__of_every_file() -> None:
    found = []
    for path in sorted(PACKAGE.rglob("*.py")):
        source, in_room = path.read_text(encoding="utf-8"), path.relative_to(PACKAGE).parts[0] in ROOMS
        if not in_room and not may_slip(source):
            continue
        nodes = parts(source)
        asked = slips(nodes) if in_room else ()
        found += [(str(path.relative_to(PACKAGE)), slip) for slip in (*asked, *bare_options(nodes), *ranges(nodes))]
    assert found == []


def test_habits__the_rooms_are_there() -> None:
    assert all(any((PACKAGE / room).glob("*.py")) for room in ROOMS)


def test_habits__the_search_finds_both_slips() -> None:
    assert list(slips(parts("def is_deed(t, q):\n    return 1"))) == ["is_deed: return 1"]
    assert list(slips(parts("if rules.is_deed(t, q) != 0:\n    pass"))) == ["rules.is_deed(t, q) != 0"]


WORDED = {option.field: option for option in OPTIONS.values() if option.values}


def test_habits__every_word_of_an_option_has_its_code_and_no_other_word_has_one() -> None:
    codes = {name: value for name, value in vars(option_value).items() if name.isupper()}
    table = {
        f"{field[2:]}_{value}".upper(): code
        for field, option in WORDED.items()
        for code, value in enumerate(option.values)
    }
    assert codes == table


# Without such a name a file has neither a worded option nor a code, and need not be parsed.
NAMES = (*WORDED, *(f"{vocabulary}." for vocabulary in VOCABULARIES))


def may_slip(source: str) -> bool:
    return any(name in source for name in NAMES)


def bare_options(nodes: Iterable[ast.AST]) -> Iterator[str]:
    """Where a worded option is compared with or set to a number, or taken for on and off."""

    def is_worded(part: ast.AST) -> bool:
        return isinstance(part, ast.Attribute) and part.attr in WORDED

    for node in nodes:
        if isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
        elif isinstance(node, ast.Assign):
            sides = [*node.targets, node.value]
        else:
            bare: list[ast.expr] = []
            if isinstance(node, ast.If | ast.IfExp | ast.While):
                bare = [node.test]
            elif isinstance(node, ast.BoolOp):
                bare = node.values
            elif isinstance(node, ast.UnaryOp):
                bare = [node.operand]
            yield from (ast.unparse(node) for part in bare if is_worded(part))
            continue
        if any(map(is_worded, sides)) and any(isinstance(side, ast.Constant) for side in sides):
            yield ast.unparse(node)


@pytest.mark.parametrize(
    "slip",
    [
        "t.o_debt_property == 2",
        "view.t.o_decks != 0",
        "t.o_bosses = t.o_late_claims = 0",
        "not t.o_decks",
        "x and t.o_mode",
    ],
)
def test_habits__the_search_finds_an_option_beside_a_number(slip: str) -> None:
    assert list(bare_options(parts(slip))) == [slip] and may_slip(slip)


def ranges(nodes: Iterable[ast.AST]) -> Iterator[str]:
    """Where a code is compared with `<` or `>`, or counted through."""

    def is_code(part: ast.AST) -> bool:
        return isinstance(part, ast.Attribute) and isinstance(part.value, ast.Name) and part.value.id in VOCABULARIES

    for node in nodes:
        if isinstance(node, ast.Compare):
            orders = any(isinstance(sign, ast.Lt | ast.LtE | ast.Gt | ast.GtE) for sign in node.ops)
            if orders and any(map(is_code, (node.left, *node.comparators))):
                yield ast.unparse(node)
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id == "range"
            and any(map(is_code, node.args))
        ):
            yield ast.unparse(node)


@pytest.mark.parametrize("slip", ["s.node >= node.BUY", "action.DEAL > v", "range(action.BUY, action.BUILD)"])
def test_habits__the_search_finds_an_order_of_codes(slip: str) -> None:
    assert list(ranges(parts(slip))) == [slip] and may_slip(slip)


# Fields of positions and tables

DECLARED = {"PositionFields": state_fields, "ScratchFields": state_fields, "TableFields": rule_tables}


def undescribed(source: str, name: str) -> Iterator[str]:
    """Fields that a class declares without a text below them."""
    tree = ast.parse(source)
    declared = next(node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == name)
    for field, below in zip(declared.body, [*declared.body[1:], None]):
        if isinstance(field, ast.AnnAssign) and not (
            isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant)
        ):
            yield ast.unparse(field.target)


@pytest.mark.parametrize("name", DECLARED)
def test_habits__every_field_says_what_it_means(name: str) -> None:
    assert not list(undescribed(Path(str(DECLARED[name].__file__)).read_text(encoding="utf-8"), name))


def test_habits__a_field_without_a_meaning_is_seen() -> None:
    assert list(undescribed('class A:\n    x: int\n    y: int\n    """Money."""', "A")) == ["x"]


def test_habits__a_field_is_a_number_or_a_list_with_its_room() -> None:
    """A list without a shape would be a number in a compiled record."""
    fields = {**get_type_hints(state_fields.PositionFields), **get_type_hints(state_fields.ScratchFields)}
    for of, lengths in ((fields, FIELDS | SCRATCH), (get_type_hints(rule_tables.TableFields), rule_tables.FIELDS)):
        assert {name: bool(lengths[name]) for name in of} == {name: kind == list[int] for name, kind in of.items()}
        assert set(of.values()) == {int, list[int]}
