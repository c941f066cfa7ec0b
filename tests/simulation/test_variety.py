"""Wild play meets the tables out of which no way might lead: scarce buildings, every option at its ends."""

import check_rules
import pytest
import random_settings

from monopoly_lab import editions
from monopoly_lab.constants import node
from monopoly_lab.editions import OPTIONS
from monopoly_lab.rules import building_auction, decisions, game_loop
from monopoly_lab.rules.agenda import ask
from monopoly_lab.simulation import random_play
from monopoly_lab.simulation.invariants import HOUSES_LOST, NOTHING_TO_CHOOSE

SETTINGS = 60  # of each edition


@pytest.fixture(scope="module")
def drawn() -> list[random_settings.Setting]:
    return [random_settings.setting(edition, check_rules.SEED, n) for edition in editions() for n in range(SETTINGS)]


@pytest.mark.full
def test_variety__buildings_are_scarce_or_none(drawn: list[random_settings.Setting]) -> None:
    bank = {(each.tables.o_components_houses, each.tables.o_components_hotels) for each in drawn}
    assert bank >= {(houses, hotels) for houses in (0, 1, 4, 8) for hotels in (0, 1, 2)}


@pytest.mark.full
def test_variety__every_number_is_met_at_both_of_its_ends(drawn: list[random_settings.Setting]) -> None:
    numbers = [
        o for key, o in OPTIONS.items() if key not in random_settings.NOT_DRAWN and not o.values and not o.is_flag
    ]
    missing = set()
    for option in numbers:
        missing |= {(option.key, end) for end in (option.low, option.high)} - {
            (option.key, each.options.get(option.key)) for each in drawn
        }
    assert missing <= {("deal.deeds", 28)}  # more than a board has for two


@pytest.mark.full
def test_variety__some_tables_have_most_options_drawn(drawn: list[random_settings.Setting]) -> None:
    assert max(len(each.options) for each in drawn) > 0.9 * (len(OPTIONS) - len(random_settings.NOT_DRAWN))
    assert not any(each.options.keys() - {"profile"} for each in drawn[::4])


def forgets_the_lot(s, what, p, purpose, deck, lot):
    """As `resume`, but a purchase that a shortage has interrupted goes on with the lot of the shortage."""
    s.purpose, s.deck = purpose, deck
    ask(s, what, p)


def asks_without_looking(s, t, p, x, lot):
    """As `ask_place`, but whether the bank has such a building is not looked at."""
    for q in range(t.spaces):
        if building_auction.can_place(s, t, p, q, lot):
            s.lot, s.bid = lot, x
            ask(s, node.PLACE, p)
            return


# Buildings are scarce and soon wanted by several: each may build on each of its sites, as often as it likes.
WANTED = {
    **{"house_rules": True, "components.houses": 2, "components.hotels": 2, "build_even.maximum": 1},
    **{"build_condition.full_group": False, "build_even": False, "build_time": "any", "sell_price": 0},
    **{"deal.deeds": 5, "start_cash": 20_000},
}


@pytest.mark.full
def test_variety__an_auction_of_a_building_that_is_not_there_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both mistakes planted, the winner is asked for a site though the bank has no such building: nothing is legal."""
    monkeypatch.setattr(game_loop, "resume", forgets_the_lot)
    monkeypatch.setattr(game_loop, "ask_place", asks_without_looking)
    table = random_settings.prepared("classic_us", WANTED, seats=3)
    for game in range(1_000):
        _, code = random_play.play_wildly(
            table.start.copy(), table.tables.stages, [], None, [0] * random_play.SLOT, 7, game, 40, 400
        )
        if code:
            assert code == NOTHING_TO_CHOOSE
            return
    pytest.fail("nothing was found")


@pytest.mark.full
def test_variety__one_wild_table_in_four_has_other_rules_on_the_way() -> None:
    tables = [table for _, _, table in check_rules.tables(2_000, 10)]
    changing = [table for table in tables if table.tables.later is not None]
    assert 0.15 * len(tables) < len(changing) < 0.3 * len(tables)
    given = {key for table in changing for change in table.options["changes"] for key in change["options"]}  # type: ignore[attr-defined]
    assert len(given) > 0.7 * len(random_settings.CHANGED)
    assert not any(
        "changes" in table.options for _, _, table in check_rules.tables(200, 10, wish=check_rules.Wish(variety=1))
    )


def forgets_houses(s, t, log):
    """As `change_rules`, but the bank keeps the houses that it had."""
    s.stage = t.stage


def test_variety__a_change_that_loses_houses_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    options = {"changes": [{"round": 3, "options": {"components.houses": 8, "house_rules": True}}]}
    table = random_settings.prepared("classic_us", options, seats=2)
    stages = table.tables.stages
    assert random_play.play_wildly(table.start.copy(), stages, [], None, [0] * random_play.SLOT, 7, 0, 5, 400)[1] == 0
    monkeypatch.setattr(decisions, "change_rules", forgets_houses)
    assert (
        random_play.play_wildly(table.start.copy(), stages, [], None, [0] * random_play.SLOT, 7, 0, 5, 400)[1]
        == HOUSES_LOST
    )


@pytest.mark.full
def test_variety__tries_have_no_end_where_nothing_is_paid() -> None:
    """Met by 20,000 wild games: no fine, due in the next turn only; who throws no double throws again."""
    free = {"jail_exit.fine": 0, "jail_exit.tries": 1, "jail_after_tries": "pay_next", "house_rules": True}
    table = random_settings.prepared("classic_us", free, seats=2)
    held = []
    for game in range(40):
        s = table.start.copy()
        assert (
            random_play.play_wildly(s, table.tables.stages, [], None, [0] * random_play.SLOT, 7, game, 40, 600)[1] == 0
        )
        held.append(max(s.jail))
    assert max(held) > 2
