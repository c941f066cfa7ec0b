"""Functions are told apart by what they do."""

import functools
import math
import subprocess
import sys
from collections.abc import Callable

import cloudpickle
import pytest

import monopoly_lab as ml
from monopoly_lab.constants import action
from monopoly_lab.players.custom_strategy import fingerprint


def written(text: str, name: str = "f") -> Callable[..., object]:
    """A function as a cell of a notebook makes it."""
    names: dict[str, Callable[..., object]] = {}
    exec(compile(text, "<cell>", "exec"), names)
    return names[name]


HELPED = "def cap(): return {}\ndef f(s, t, p): return cap(), -1, -1"
COUNTS = """
class Counts:
    def __init__(self): self.k, self.me = {}, self
    def __call__(self, view): return {}
f = Counts()
"""


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (written("def f(view): return 1"), written("def f(view): return 2")),
        (written(HELPED.format(100)), written(HELPED.format(200))),
        (written(COUNTS.format(1, 1)), written(COUNTS.format(2, 1))),
        (written(COUNTS.format(1, 1)), written(COUNTS.format(1, 2))),
        (written("def f(view, k=1): return k"), written("def f(view, k=2): return k")),
        (functools.partial(max, 1), functools.partial(max, 2)),
        (ml.thinker(8), ml.thinker(64)),
        (math.sqrt, math.exp),
    ],
)
def test_fingerprint__others_for_what_does_something_else(one: object, other: object) -> None:
    assert fingerprint(one) != fingerprint(other)
    assert fingerprint(one) == fingerprint(one) and fingerprint(one, other) != fingerprint(other, one)


def test_fingerprint__the_same_when_written_again_and_in_another_process() -> None:
    things = written(HELPED.format(100)), written(COUNTS.format(1, 1)), {"a": [1, 2], "b": {"c", "d"}}
    again = written(HELPED.format(100)), written(COUNTS.format(1, 1)), {"a": [1, 2], "b": {"d", "c"}}
    assert fingerprint(*things) == fingerprint(*again)
    code = (
        "import pickle, sys; from monopoly_lab.players.custom_strategy import fingerprint;"
        "print(fingerprint(*pickle.load(sys.stdin.buffer)).hex())"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], input=cloudpickle.dumps(things), capture_output=True, check=True
    )
    assert done.stdout.decode().strip() == fingerprint(*things).hex()


def test_number__of_own_strategies_that_differ_in_a_helper_or_in_what_they_are_asked_for() -> None:
    def pays(s: object, t: object, p: int) -> tuple[int, int, int]:
        return action.NONE, -1, -1

    asked = [ml.CompiledStrategy(written(HELPED.format(n))) for n in (100, 200)]  # type: ignore[arg-type]
    asked += [ml.CompiledStrategy(pays), ml.CompiledStrategy(act=pays), ml.CompiledStrategy(pays, pays)]
    assert len({own.number for own in asked}) == len(asked)
