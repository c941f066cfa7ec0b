"""A second game from a position: other luck, other seats, other rules."""

import warnings

import pytest

import monopoly_lab as ml
from monopoly_lab.common.errors import OptionError, SavedGameError, SeatError

BOTS = {"Ann": "balanced", "Bo": "cautious", "Cy": "greedy"}


def under_way(rounds: int = 12) -> ml.Game:
    game = ml.Game("classic_us", BOTS, seed=5)
    game.run(rounds=rounds)
    return game


def test_number__games_of_one_seed_differ_by_their_number() -> None:
    logs = []
    for number in (0, 1, 1):
        game = ml.Game("classic_us", BOTS, seed=5, number=number)
        game.run(rounds=3)
        logs.append(game.log())
    assert logs[1] == logs[2] != logs[0]


def test_number__stays_in_a_saved_game(tmp_path) -> None:
    game = ml.Game("classic_us", BOTS, seed=5, number=41)
    game.run(rounds=2)
    game.save(tmp_path / "saved.toml")
    again = ml.Game.load(tmp_path / "saved.toml")
    game.run(rounds=2)
    again.run(rounds=2)
    assert again.number == 41 and again.log() == game.log()


def test_fork__other_seats_and_luck_leave_the_first_game_alone() -> None:
    game = under_way()
    before = game.state
    other = game.fork(players={"Ann": "random"}, seed=8)
    other.run(rounds=2)
    assert game.state == before and game.seats["Ann"] == "balanced" and game.seed == 5
    assert other.seats["Ann"] == "random" and other.answers[: len(game.answers)] == game.answers


def test_fork__unknown_player_is_refused() -> None:
    with pytest.raises(SeatError, match="Dora"):
        under_way().fork(players={"Dora": "random"})


def test_fork__another_salary_is_paid_from_here_on() -> None:
    game = ml.Game("classic_us", ["Ann", "Bo"], start={"turn": "Ann", "position": {"Ann": "boardwalk"}})
    other = game.fork(options={"salary": 1000})
    game.apply("roll 1 2")
    other.apply("roll 1 2")
    assert other.state.cash["Ann"] - game.state.cash["Ann"] == 800


def test_fork__at_an_open_purchase_the_other_rules_hold_at_once() -> None:
    game = ml.Game("classic_us", ["Ann", "Bo"], start={"turn": "Ann"})
    game.apply("roll 1 2")
    assert game.node and game.node.kind == "buy"
    other = game.fork(options={"auction": False})
    other.apply("decline")
    game.apply("decline")
    assert game.node.kind == "bid" and other.node and other.node.kind != "bid"


def test_fork__components_change_what_is_left_in_the_bank() -> None:
    start = {"deeds": {"Ann": ["baltic", "mediterranean"]}, "buildings": {"baltic": 2, "mediterranean": 2}}
    game = ml.Game("classic_us", ["Ann", "Bo"], start=start)
    assert game.fork(options={"components.houses": 12}).state.houses == game.state.houses - 20
    with pytest.raises(OptionError, match=r"components\.houses: 1 more building"):
        game.fork(options={"components.houses": 3})


@pytest.mark.parametrize("option", [{"start_cash": 3000}, {"mode": "short"}, {"profile": "pre_2008"}])
def test_fork__what_a_position_cannot_take_is_refused_by_name(option: dict[str, object]) -> None:
    game = under_way(2)
    if "profile" in option:
        option = {"profile": next(iter(ml.load_edition("classic_us").profiles), "none")}
    before = game.to_toml()
    with pytest.raises(OptionError, match=next(iter(option))):
        game.fork(options=option)
    assert game.to_toml() == before


def test_fork__an_end_that_has_passed_is_refused() -> None:
    with pytest.raises(OptionError, match="rounds: the game would be over"):
        under_way(6).fork(options={"rounds": 3})


def test_fork__a_game_with_changed_rules_is_not_saved_but_tells_its_past() -> None:
    game = under_way(3)
    other = game.fork(options={"salary": 0})
    assert other.log() == game.log()
    with pytest.raises(SavedGameError, match="changed on the way"):
        other.to_toml()
    assert game.fork(options={"salary": 200}).to_toml() == game.to_toml()


def test_scenario__options_drop_its_script_and_say_so() -> None:
    scripted = next(s for s in map(ml.Scenario.load, ml.scenarios()) if s.script)
    with pytest.warns(UserWarning, match=r"script .* dropped.*salary"):
        game = scripted.game(options={"salary": 1})
    assert game.undone == () and game.tables.o_salary == 1
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        same = scripted.game(players=dict.fromkeys(scripted.players, "balanced"))
    assert same.undone == scripted.script and set(same.seats.values()) == {"balanced"}


def test_fork__shares_no_table_with_the_first_game_nor_with_the_caller() -> None:
    start = {"cash": {"Ann": 100, "Bo": 200}, "turn": "Ann", "deeds": {"Ann": ["boardwalk"]}}
    changes = [{"round": 9, "options": {"salary": 300}}]
    game = ml.Game(start=start, options={"changes": changes})
    other = game.fork(options={"changes": (later := [{"round": 12, "options": {"salary": 400}}])})
    saved, other_saved = game.to_toml(), other.to_toml()
    start["cash"]["Ann"] = 5
    start["deeds"]["Ann"].append("park_place")
    changes[0]["round"], later[0]["options"]["salary"] = 1, 0
    assert (game.to_toml(), other.to_toml()) == (saved, other_saved)
    game.start["cash"]["Ann"] = 7
    game.options["changes"][0]["options"]["salary"] = 500
    assert other.to_toml() == other_saved
    game.options_now["changes"].clear()
    assert "500" in game.to_toml()


def test_start__takes_tables_of_another_game_that_cannot_be_changed() -> None:
    cash = ml.Game(start={"cash": {"Ann": 100, "Bo": 200}}).state.cash
    game = ml.Game(start={"cash": cash})
    assert game.state.cash == cash and game.start == {"cash": {"Ann": 100, "Bo": 200}}
