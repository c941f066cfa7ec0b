"""What breaks the rules on purpose: the mutants that `run.py` tries, and the list that `run_listed.py` goes through."""

import ast
import importlib.util
import random
import sys
import tomllib
from pathlib import Path
from types import FrameType, ModuleType

import pytest
from random_settings import setting

from monopoly_lab import rules
from monopoly_lab.editions import editions
from monopoly_lab.rules import dice
from monopoly_lab.simulation import random_play

HERE = Path(__file__).parent
ROOT = HERE.parents[1]


def loaded(name: str) -> ModuleType:
    """A script of this folder as a module."""
    spec = importlib.util.spec_from_file_location(name, HERE / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


mutants, listed, corpus = loaded("mutants"), loaded("run_listed"), loaded("corpus")
LISTED = listed.mutations()
SOURCE = """
def pay(s, t, log, p, other, x):
    'Pay.'
    if s.out[p] != 0 and s.cash[p] < x:
        unknown(node, 0)
    if s.out[p] != 0 and s.cash[other] < x:
        return
    s.cash[p] -= 2
    emit(log, event.PAID, p, -1, 0)
"""


def test_mutants__of_a_function() -> None:
    function = ast.parse(SOURCE).body[0]
    assert isinstance(function, ast.FunctionDef)
    found = {(mutant.kind, mutant.text) for mutant in mutants.mutants_of("coins", function)}
    condition = "s.out[p] != 0 and s.cash[other] < x"
    assert found == {
        ("negate", f"if {condition}:  ->  if not (s.out[p] != 0 and s.cash[other] < x):"),
        ("drop", f"if {condition}:  ->  if True:"),
        ("delete", f"if {condition}:  ->  pass"),
        ("drop", f"{condition}  ->  s.cash[other] < x"),
        ("drop", f"{condition}  ->  s.out[p] != 0"),
        ("negate", f"{condition}  ->  s.out[p] == 0 and s.cash[other] < x"),
        ("negate", f"{condition}  ->  s.out[p] != 0 and s.cash[other] >= x"),
        ("shift", "0  ->  1"),
        ("shift", "0  ->  -1"),
        ("shift", "s.cash[other] < x  ->  s.cash[other] <= x"),
        ("shift", "2  ->  3"),
        ("shift", "2  ->  1"),
        ("seat", "p  ->  other"),
        ("seat", "p  ->  s.mover"),
        ("seat", "other  ->  p"),
        ("seat", "other  ->  s.mover"),
        ("sign", "s.cash[p] -= 2  ->  s.cash[p] += 2"),
        ("delete", "return  ->  pass"),
        ("delete", "s.cash[p] -= 2  ->  pass"),
        ("delete", "emit(log, event.PAID, p, -1, 0)  ->  pass"),
    }


@pytest.mark.release
def test_mutants__are_other_rules_that_compile() -> None:
    for mutant in random.Random(1).sample(mutants.all_mutants(), 50):
        tree, _ = mutants.found(mutant.module, mutant.function)
        whole = mutants.compiled(tree, mutant.module, mutant.function)
        assert (code := mutants.changed(mutant)).co_name == whole.co_name
        assert (code.co_code, code.co_consts, code.co_names) != (whole.co_code, whole.co_consts, whole.co_names), mutant


@pytest.mark.release
def test_mutants__what_is_reached_is_noted(monkeypatch: pytest.MonkeyPatch) -> None:
    rule = dice.is_for_one_die  # imported from another module: the code changes wherever the rule is used
    reached: set[int] = set()
    here = [mutant for mutant in mutants.all_mutants() if mutant.function == rule.__name__]
    places = {mutant.statement: {i} for i, mutant in enumerate(here)}
    monkeypatch.setitem(rule.__globals__, "__reached__", reached.update)
    monkeypatch.setattr(rule, "__code__", mutants.probed(here[0].module, rule.__name__, places))
    rule(-1)
    assert reached


def mutant_of(name: str) -> object:
    return next(mutant for mutant in mutants.all_mutants() if mutant.name == name)


@pytest.mark.release
def test_corpus__shows_who_plays_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same stretches come out the same; with another rule they do not, with one that changes nothing they do."""
    stretches = corpus.recorded("classic_us", 1)
    whole = [corpus.outcomes(stretch) for stretch in stretches]
    assert len(set(whole)) > len(whole) // 2 and whole == [corpus.outcomes(stretch) for stretch in stretches]
    for name, differs in (
        ("ownership.note_shares: 1  ->  0", False),
        ("dice.take_up_speed_die: if s.speed[p] == 0:  ->  if s.speed[p] != 0:", False),  # no speed die on this board
        ("ownership.count_owned: if s.owner[m] == p:  ->  if s.owner[m] != p:", True),
    ):
        mutant = mutant_of(name)
        rule = getattr(importlib.import_module(f"monopoly_lab.rules.{mutant.module}"), mutant.function)
        with monkeypatch.context() as patch:
            patch.setattr(rule, "__code__", mutants.changed(mutant))
            assert ([corpus.outcomes(stretch) for stretch in stretches] != whole) == differs, name


def test_corpus__has_bankrupt_seats_and_answers_that_are_refused() -> None:
    stretches = corpus.recorded("classic_london", 3)
    assert any(any(stretch.start.out) for stretch in stretches)
    answers = [(stretch, answer) for stretch in stretches for answer in stretch.answers[:1]]
    refused = [rules.why_not(stretch.start, stretch.tables, *answer) for stretch, answer in answers]
    assert {code == 0 for code in refused} == {True, False}


@pytest.mark.release
def test_mutants__that_change_nothing_have_a_reason() -> None:
    names = {mutant.name for mutant in mutants.all_mutants()}
    for entry in tomllib.loads((HERE / "equivalent.toml").read_text(encoding="utf-8"))["equivalent"]:
        assert entry["mutant"] in names
        assert len(entry["why"].split()) > 3


@pytest.mark.release
@pytest.mark.parametrize("edition", editions())
def test_mutants__that_take_the_mover_for_the_mover_change_nothing(edition: str) -> None:
    """Where the list says that `p` is the mover, it is, in games at random under any options."""
    functions = set(tomllib.loads((HERE / "equivalent.toml").read_text(encoding="utf-8"))["mover"]["functions"])
    others, called = set(), set()

    def watch(frame: FrameType, what: str, value: object) -> None:
        name = f"{Path(frame.f_code.co_filename).stem}.{frame.f_code.co_name}"
        if what == "return" and name in functions:
            called.add(name)
            if frame.f_locals["p"] != frame.f_locals["s"].mover:
                others.add(name)

    for number in range(4):
        table = setting(edition, 5, number)
        before = sys.getprofile()
        sys.setprofile(watch)
        try:
            random_play.play_wildly(table.start, [table.tables], [], None, [0] * random_play.SLOT, 5, number, 25, 100)
        finally:
            sys.setprofile(before)
    assert called and not others


@pytest.mark.parametrize("mutation", LISTED, ids=[m.name for m in LISTED])
def test_listed__breaks_one_place_that_compiles(mutation) -> None:
    source = (ROOT / mutation.file).read_text(encoding="utf-8")
    assert source.count(mutation.old) == 1
    assert mutation.new != mutation.old
    ast.parse(source.replace(mutation.old, mutation.new))


@pytest.mark.parametrize("mutation", LISTED, ids=[m.name for m in LISTED])
def test_listed__names_tests_that_exist(mutation) -> None:
    assert mutation.tests
    for test in mutation.tests:
        path, _, name = test.partition("::")
        assert f"\ndef {name}(" in (ROOT / path).read_text(encoding="utf-8")


@pytest.mark.release
def test_listed__unnoticed_is_told_from_caught(tmp_path: Path) -> None:
    """The script itself: what breaks nothing is reported."""
    harmless = LISTED[0]._replace(new=LISTED[0].old)
    assert listed.caught(harmless, tmp_path)[1] == harmless.tests
    assert listed.caught(LISTED[0], tmp_path)[1] == []
