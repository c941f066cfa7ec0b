"""Hints on branches: counted while a WebAssembly file runs, and written as its format asks."""

import pytest
from branch_hints import NAME, bodies, counting, hinted, sections

wasmtime = pytest.importorskip("wasmtime")

# Counts down: the branch at the end of the loop is taken every time but the last.
LOOP = """
(module (global (mut i32) (i32.const 7))
  (func (export "down") (param i32) (local i64)
    (loop (br_if 0 (local.tee 0 (i32.sub (local.get 0) (i32.const 1)))))))
"""


def running(module: bytes) -> tuple[object, object]:
    """Return the store and the exports of an instance of a module."""
    engine = wasmtime.Engine()
    store = wasmtime.Store(engine)
    return store, wasmtime.Instance(store, wasmtime.Module(engine, module), []).exports(store)


def test_counting__a_branch_is_counted_each_time_and_when_its_condition_is_zero() -> None:
    made, branches = counting(bytes(wasmtime.wat2wasm(LOOP)))
    store, exports = running(made)
    exports["down"](store, 100)
    exports["down"](store, 50)
    assert branches == 1
    assert [exports[f"count{i}"].value(store) for i in range(2)] == [2, 150]


@pytest.mark.parametrize(("counts", "hints"), [((1, 100), [1]), ((99, 100), [0]), ((10, 100), []), ((0, 0), [])])
def test_hinted__only_a_branch_that_nearly_always_goes_one_way(counts: tuple[int, int], hints: list[int]) -> None:
    module = bytes(wasmtime.wat2wasm(LOOP))
    body = next(bodies(dict(sections(module))[10]))
    made = hinted(module, [counts])
    place = body.index(b"\x0d\x00")  # br_if 0, counted from the declaration of the locals on
    of_function = bytes([1, 0, 1, place, 1, *hints])  # one function, number 0, one hint, its place, one byte
    expected = bytes([len(NAME)]) + NAME + (of_function if hints else b"\x00")
    assert [content for kind, content in sections(made) if kind == 0 and NAME in content] == [expected]
    kinds = [kind for kind, _ in sections(made)]
    assert kinds.index(0) == kinds.index(10) - 1
    store, exports = running(made)
    exports["down"](store, 5)
