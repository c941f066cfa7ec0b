"""Each word that a docstring lists for `per` or `loss` is taken, and no other."""

import inspect
import re
from collections.abc import Callable, Iterator
from functools import cache

import pytest

from monopoly_lab import Chain, Exposure
from monopoly_lab.common.errors import ChainError

WORDS = {"per": ("throw", "turn", "landing", "lap"), "loss": ("rent", "out", "net", "gain")}
GIVEN: dict[str, object] = {
    **{"n": 2, "k": 2, "throws": 2, "cash": 300},
    **{"start": "go", "goal": "cinema", "before": "museum", "place": "go", "what": "red"},
}


@cache
def chain() -> Chain:
    return Chain("class_board")


@cache
def exposure() -> Exposure:
    return Exposure("class_board", deeds={"red": None})


def listed(method: Callable[..., object], name: str) -> list[str]:
    """The words in the entry of an argument."""
    entry = re.search(rf"^ +{name}: (.*(?:\n {{16}}.*)*)", method.__doc__ or "", re.MULTILINE)
    assert entry, f"{method.__qualname__} does not explain {name}"
    return re.findall(r'"(\w+)"', entry[1])


def cases() -> Iterator[tuple[Callable[[], object], str, str]]:
    for made in (chain, exposure):
        kind = {"chain": Chain, "exposure": Exposure}[made.__name__]
        for method, function in inspect.getmembers(kind, inspect.isfunction):
            for name in WORDS.keys() & inspect.signature(function).parameters.keys():
                if not method.startswith("_"):
                    yield made, method, name


@pytest.mark.parametrize(("made", "method", "name"), sorted(cases(), key=lambda case: case[1:]))
def test_documented_values__are_those_that_are_taken(made: Callable[[], object], method: str, name: str) -> None:
    function = getattr(made(), method)
    parameters = inspect.signature(function).parameters.items()
    given = {
        key: GIVEN[key]
        for key, one in parameters
        if key not in (name, "places") and (one.default is one.empty or key == "cash")
    }
    taken = []
    for word in WORDS[name]:
        try:
            function(**given, **{name: word})
            taken.append(word)
        except ChainError as error:
            assert word in str(error), error
    assert sorted(taken) == sorted(listed(function, name))
