"""No rule counts from the end of a list: compiled, where nobody looks, that would be a number beside the list."""

from copy import copy
from typing import Any

import check_rules
import pytest
import random_settings

from monopoly_lab.editions import editions
from monopoly_lab.editions import rule_tables as tables_module
from monopoly_lab.rules import state as state_module
from monopoly_lab.simulation import random_play
from monopoly_lab.simulation.event_counts import Tally
from monopoly_lab.simulation.play_loop import NOT_NOTED, play
from tests.sampled import EDITIONS, sampled


class FromTheFront(list[int]):
    """A list that has no negative places."""

    def __getitem__(self, i: Any) -> Any:
        assert isinstance(i, slice) or i >= 0, i
        return super().__getitem__(i)

    def __setitem__(self, i: Any, x: Any) -> None:
        assert i >= 0, i
        super().__setitem__(i, x)


def strict(thing: Any, fields: dict[str, int]) -> Any:
    thing = copy(thing) if not isinstance(thing, state_module.State) else thing.copy()
    for name in fields:
        value = getattr(thing, name)
        if isinstance(value, list):
            setattr(thing, name, FromTheFront(value))
    return thing


GAMES = 4  # an edition, half of them under options drawn anew


@pytest.mark.parametrize("edition", sampled(editions(), ("classic_us", "gamer"), EDITIONS))
def test_lists__no_rule_and_no_strategy_counts_from_the_end(edition: str) -> None:
    fields = state_module.FIELDS | state_module.SCRATCH
    for first, _, table in check_rules.tables(10 * GAMES, 10, wish=check_rules.Wish(edition)):
        stages = [strict(t, tables_module.FIELDS) for t in table.tables.stages]
        styles = FromTheFront(check_rules.styles_of(table, first // 10))
        play(strict(table.start, fields), stages, Tally(), styles, 5, first, 30, 1_500, *NOT_NOTED)
        random_play.play_wildly(
            strict(table.start, fields), stages, Tally(), None, [0] * random_play.SLOT, 5, first, 20, 200
        )


def test_records__a_list_that_is_too_long_never_runs_into_the_next_field() -> None:
    from monopoly_lab.simulation.compiled.records import STATE, to_record

    table = random_settings.setting("classic_us", 5, 0, random_settings.BOOK)
    table.start.cash = [1] * 99
    with pytest.raises(ValueError, match="99"):
        to_record(table.start, STATE)
