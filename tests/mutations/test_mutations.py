"""The list of rules to be broken on purpose still fits the rules; breaking them is the work of `run.py`."""

import ast
import importlib.util
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
ROOT = HERE.parents[1]

spec = importlib.util.spec_from_file_location("mutation_run", HERE / "run.py")
assert spec is not None and spec.loader is not None
run = importlib.util.module_from_spec(spec)
sys.modules["mutation_run"] = run
spec.loader.exec_module(run)

MUTATIONS = run.mutations()
CHAPTERS = {
    "auction", "bankruptcy", "bosses", "building", "building_auction", "card_piles", "cards", "characters", "coins",
    "debt", "game_end", "jail", "landing", "mortgage", "movement", "ownership", "power_die", "rent", "rent_claims",
    "selling", "trade", "turn",
}  # fmt: skip


@pytest.mark.parametrize("mutation", MUTATIONS, ids=[m.name for m in MUTATIONS])
def test_mutation__breaks_one_place_that_compiles(mutation) -> None:
    source = (ROOT / mutation.file).read_text(encoding="utf-8")
    assert source.count(mutation.old) == 1
    assert mutation.new != mutation.old
    ast.parse(source.replace(mutation.old, mutation.new))


@pytest.mark.parametrize("mutation", MUTATIONS, ids=[m.name for m in MUTATIONS])
def test_mutation__names_tests_that_exist(mutation) -> None:
    assert mutation.tests
    for test in mutation.tests:
        path, _, name = test.partition("::")
        assert f"\ndef {name}(" in (ROOT / path).read_text(encoding="utf-8")


def test_mutations__break_a_rule_of_every_chapter() -> None:
    assert {Path(m.file).stem for m in MUTATIONS} >= CHAPTERS
    assert len({m.name for m in MUTATIONS}) == len(MUTATIONS)


def test_mutation__unnoticed_is_told_from_caught(tmp_path: Path) -> None:
    """The script itself: what breaks nothing is reported."""
    harmless = MUTATIONS[0]._replace(new=MUTATIONS[0].old)
    assert run.caught(harmless, tmp_path)[1] == harmless.tests
    assert run.caught(MUTATIONS[0], tmp_path)[1] == []
