"""What is remembered of tables by the fields that were read; throws and cards that differ in name only."""

from copy import copy
from itertools import product
from math import prod
from typing import Any

import pytest
from chains import small

from monopoly_lab.editions import load_edition
from monopoly_lab.markov import Chain, chance_outcomes, state_derivation, tables_read
from monopoly_lab.markov.chain_setup import single_token_tables, token_plan
from monopoly_lab.markov.event_trace import whole
from monopoly_lab.markov.state_derivation import RecentResults, opening, throw_from


def test_a_chain__is_derived_once_for_rules_that_it_does_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    chain = Chain("class_board")
    monkeypatch.setattr(state_derivation, "throw_from", None)
    box = {"components.houses": 3, "components.hotels": 3}
    for unread in ({"taxes.rents": 40, "detour": 50}, box):
        assert Chain("class_board", options=unread)._rows == chain._rows
    with pytest.raises(TypeError):
        Chain("class_board", options={"salary": 7})


def test_what_is_kept__is_found_by_every_set_of_fields_that_was_read() -> None:
    kept, t = RecentResults[Any](), small().tables
    for names, found in ((("go",), "of go"), (("go", "jail"), "of go and jail")):
        read = tables_read.noted(t)
        assert [getattr(read, name) for name in names] == [getattr(t, name) for name in names]
        tables_read.keep(kept, "asked", read, found)
        t = copy(t)
        t.go += 1
    one, other, none = copy(small().tables), copy(small().tables), copy(small().tables)
    one.jail, other.go, none.go = -5, other.go + 1, -5
    assert [tables_read.find(kept, "asked", t) for t in (one, other, none)] == ["of go", "of go and jail", None]
    other.jail = -5
    assert tables_read.find(kept, "asked", other) is None and tables_read.find(kept, "another", one) is None


def test_noted_tables__are_not_written_to() -> None:
    with pytest.raises(AttributeError):
        tables_read.noted(small().tables).go = 1


@pytest.mark.parametrize("options", [{}, {"speed_die": "from_start"}])
def test_throws__alike_but_for_the_order_of_the_dice_are_one(
    options: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    def each(faces: tuple[int, ...], dice: int, third: tuple[int, ...]) -> list[tuple[int, int]]:
        thrown = product(third or (1,), *[faces] * dice)
        return [(code, prod(weights)) for code, weights in enumerate(thrown)]

    edition = load_edition("classic_us")
    t = single_token_tables(edition, options, True, [1, 2, 3, 4, 5, 6])
    plan = token_plan(edition, t, "leave")
    together, ends = throw_from(t, opening(t, t.go, plan), plan, whole)
    monkeypatch.setattr(chance_outcomes, "throws", each)
    apart, ends_apart = throw_from(t, opening(t, t.go, plan), plan, whole)
    assert list(together.weights.items()) == list(apart.weights.items()) and together.over == apart.over
    assert [key for key, _ in ends] == [key for key, _ in ends_apart] and len(ends) > 10


@pytest.mark.parametrize("edition", ["classic_us", "anti_monopoly"])
def test_cards__that_say_the_same_are_one(edition: str, monkeypatch: pytest.MonkeyPatch) -> None:
    board = load_edition(edition)
    t = single_token_tables(board, {"decks": "replacement"}, True, None)
    plan = token_plan(board, t, "leave")
    together, ends = throw_from(t, opening(t, t.go, plan), plan, whole)
    monkeypatch.setattr(chance_outcomes, "draws", lambda s, t, listed: [(answer, 1) for answer in listed])
    apart, ends_apart = throw_from(t, opening(t, t.go, plan), plan, whole)
    assert list(together.weights.items()) == list(apart.weights.items()) and together.over == apart.over
    assert [key for key, _ in ends] == [key for key, _ in ends_apart] and len(ends) > 10
