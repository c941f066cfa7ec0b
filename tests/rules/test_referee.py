"""Games of all kinds under the eyes of a referee, who replays what the log tells of each act (`referee.py`).

Now and then it is also looked at what may be done next, by the law of the table (`table_law.py`).
"""

from collections import Counter

import pytest
from at_table import do, paid, sit
from book_sums import SUMS
from choosing import deed, purses
from random_settings import setting
from table_law import IN_NEED, QUIET, SETTLING
from watched_play import make_choice_watched, try_choice_watched

from monopoly_lab import rules
from monopoly_lab.constants import action, codes, node, payment_cause
from monopoly_lab.editions import editions
from monopoly_lab.players import drive, strategies, style_of
from monopoly_lab.rules.random_numbers import fate_of
from monopoly_lab.simulation import random_play
from tests.sampled import EDITIONS, FEW, sampled

SEED = 3
TABLES = 4  # of each edition, in turn: by the book, with other options, with few buildings, with options at their ends
ROUNDS, STEPS, ANSWERS = 25, 100, 200


def test_law__it_is_said_of_every_node_what_may_be_done_while_it_waits() -> None:
    """A new node belongs into one of the lists here, and into the rules of `monopoly_lab/rules/action_timing.py`."""
    said = Counter([*QUIET, *IN_NEED, *SETTLING])
    assert said == Counter(codes(node).values()), "a node is in none of QUIET, IN_NEED, SETTLING, or in two"


def test_referee__has_a_sum_by_the_book_or_none_for_each_cause() -> None:
    causes = codes(payment_cause)
    without = sorted(name for name, code in causes.items() if code not in SUMS)
    assert not without, f"add to SUMS of tests/rules/book_sums.py, with None where the sum depends on more: {without}"
    assert SUMS.keys() == set(causes.values())


@pytest.mark.parametrize("first", [0, pytest.param(TABLES, marks=pytest.mark.full)])
@pytest.mark.parametrize("edition", sampled(editions(), FEW, EDITIONS))
def test_referee__finds_nothing_in_games_at_random(edition: str, first: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(random_play, "try_choice", try_choice_watched)
    for number in range(first, first + TABLES):
        table = setting(edition, SEED, number)
        slot = [0] * random_play.SLOT
        steps = random_play.play_wildly(table.start, [table.tables], [], None, slot, SEED, number, ROUNDS, STEPS)
        assert steps[1] == 0 and steps[0] > 0


@pytest.mark.parametrize("first", [0, pytest.param(TABLES, marks=pytest.mark.full)])
@pytest.mark.parametrize("edition", sampled(editions(), FEW, EDITIONS))
def test_referee__finds_nothing_in_games_of_strategies(edition: str, first: int) -> None:
    names = strategies()
    for number in range(first, first + TABLES):
        table = setting(edition, SEED, number)
        s, t, fate = table.start, table.tables, fate_of(SEED, number)
        styles = [x for p in range(s.seats) for x in style_of(names[(number + p) % len(names)])]
        for _ in range(ANSWERS):
            who, v, q, x = drive(s, t, styles, fate)
            if v == action.NONE or s.node == node.OVER:
                break
            assert try_choice_watched(s, t, [], who, v, q, x) == 0


@pytest.mark.parametrize(("position", "cause", "due"), [(13, "purchase", 180), (1, "tax", 200)])
def test_referee__property_leaves_the_rest_of_a_debt(
    position: int, cause: str, due: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Notes on debts: part in money, part in property; the bank takes it by an option. A site counts for 100 here, so
    that of a price of 180 where buying is a duty 80 are left, and of a tax of 200 half."""
    monkeypatch.setattr(rules, "make_choice_and_update_rules", make_choice_watched)
    options = {"buy.duty": True, "debt_property.bank": True}
    game = sit("classic_us", options=options, position={"Ann": position}, cash={"Ann": 147}, deeds={"Ann": [11]})
    do(game, "roll 1 2", f"settle 100: {deed(game, 11)}", "pay")
    assert paid(game, cause) == [("Ann", "the bank", due - 100)]
    assert purses(game)[0] == 147 - (due - 100)
