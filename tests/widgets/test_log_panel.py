"""The log beside the table: the last events of a player and of a kind, and the kinds that there are."""

import pytest

import monopoly_lab as ml
from monopoly_lab.constants import event
from monopoly_lab.widgets import log_panel
from monopoly_lab.widgets.html_elements import Words
from monopoly_lab.widgets.log_panel import KINDS, LINES, RECENT

EVENTS = {name.lower() for name, value in vars(event).items() if name.isupper() and isinstance(value, int)}
OF_THE_GAME = {"started", "order", "called", "agreed", "disagreed", "over", "rules_changed", "role_taken"}


@pytest.fixture(scope="module")
def game() -> ml.Game:
    played = ml.Game("classic_us", players={"Ann": "balanced", "Bo": "balanced", "Cy": "balanced"}, seed=5)
    played.run(rounds=40)
    return played


def test_kinds__every_event_is_of_one_kind_or_of_the_whole_game() -> None:
    """`forgiven` and `taxed` were no money, `turn_missed` and `advanced` no moves."""
    listed = sorted([name for kind in KINDS.values() for name in kind] + list(OF_THE_GAME))
    assert listed == sorted(EVENTS)


@pytest.mark.parametrize("kind", ["", *KINDS])
@pytest.mark.parametrize("player", ["", "Bo"])
def test_recent__are_the_last_ones_of_the_log_and_at_most_as_many_as_are_shown(
    game: ml.Game, player: str, kind: str
) -> None:
    """Of some filters there were 324 or 100."""
    found = log_panel.recent(game, player, kind)
    among = game.events_since(-RECENT)
    fitting = [
        each
        for each in among
        if (not player or player in (each.player, each.other)) and (not kind or each.kind in KINDS[kind])
    ]
    assert [each.number for each in found] == [each.number for each in fitting[-LINES:]]
    frame = log_panel.events_frame(game, player, kind, "en")
    assert set(frame.kind) <= (KINDS[kind] if kind else EVENTS) and frame.index.tolist() == list(range(len(frame)))


def test_log_and_table__have_an_entry_for_each_event_and_kept_ones_are_the_same(game: ml.Game) -> None:
    words, kept = Words("en"), {}
    numbers = [each.number for each in log_panel.recent(game, "Bo", "money")]
    shown = log_panel.log_panel(game, "Bo", "money", numbers[0], words, kept)
    assert len([each for each in shown if 'id="ml-log-' in each]) == len(numbers) + 1  # and the button to the table
    assert sum('class="ml-rule"' in each for each in shown) == 1
    assert shown == log_panel.log_panel(game, "Bo", "money", numbers[0], words, kept)
    assert shown == log_panel.log_panel(game, "Bo", "money", numbers[0], words, {})
    assert len(log_panel.table_rows(game, "Bo", "money", words)) == len(numbers) + 3
