"""Rules that change on the way: from their round on and not before, alike however a game is played, told and kept."""

from collections.abc import Mapping
from typing import Any

import pytest
from check_rules import digest
from random_settings import prepared

import monopoly_lab as ml
from monopoly_lab.common.errors import OptionError
from monopoly_lab.players import style_of
from monopoly_lab.simulation import batch
from tests.rules.at_table import at_both_speeds, do, paid, sit

TAX = {"taxes.wealth": 10, "taxes.to": "dividend"}
SOME: list[dict[str, Any]] = [
    {"round": 3, "options": {"salary": 0, "rent_scale": {"orange": 50}}},
    {"round": 5, "options": {"components.houses": 5, "auction": False, "dice": [1, 2, 3]}},
    {"round": 8, "options": {**TAX, "salaries": [400, 100, 200]}},
]
STRATEGIES = [x for name in ("balanced", "greedy", "trader") for x in style_of(name)]


def changed(*changes: Mapping[str, object]) -> dict[str, object]:
    return {"changes": list(changes)}


def bots(options: Mapping[str, object], seed: int = 1) -> ml.Game:
    return ml.Game("classic_us", {"Ann": "balanced", "Bo": "greedy", "Cy": "trader"}, seed, options)


def salaries(game: ml.Game) -> dict[int, set[int]]:
    """Salaries paid, by round."""
    found: dict[int, set[int]] = {}
    for payment in game.payments():
        if payment.cause == "salary":
            found.setdefault(payment.round, set()).add(payment.amount)
    return found


def test_change__holds_from_its_round_on() -> None:
    game = bots(changed({"round": 6, "options": {"salary": 50}}, {"round": 12, "options": {"salary": 300}}))
    game.run(rounds=20)
    for round_, amounts in salaries(game).items():
        assert amounts == {200 if round_ < 6 else 50 if round_ < 12 else 300}, round_
    assert {200, 50, 300} == set().union(*salaries(game).values())


def test_change__is_played_as_before_until_then_and_told() -> None:
    usual, other = bots({}), bots(changed({"round": 6, "options": {"salary": 50}}))
    for game in (usual, other):
        game.run(rounds=5)
    assert usual.answers == other.answers
    told = other.log()[-2:]
    assert told[0] == "Other rules hold from round 6 on. Salary for passing GO: 50." and told[1].endswith("turn began.")


def test_change__comes_after_the_taxes_of_the_round_before() -> None:
    game = sit("classic_us", ("Ann", "Bo"), changed({"round": 2, "options": TAX}), position={"Ann": 3, "Bo": 3})
    do(game, "roll 3 4", "roll 3 4")
    assert game.round == 2 and paid(game, "wealth_tax") == []
    do(game, "roll 4 6", "roll 4 6")
    assert game.round == 3 and [amount for _, _, amount in paid(game, "wealth_tax")] == [150, 150]


def test_change__in_the_first_round_of_a_position() -> None:
    game = sit("classic_us", options=changed({"round": 1, "options": {"salary": 70}}), position={"Ann": 36})
    do(game, "roll 3 4")
    assert paid(game, "salary") == [("the bank", "Ann", 70)]


def test_change__lets_a_strategy_build_where_it_could_not() -> None:
    """What seats remember of their sites, nothing to build on, does not outlast the rule that said so."""
    options = changed({"round": 8, "options": {"build_condition.full_group": False}})
    start = {"deeds": {"Ann": ["boardwalk"]}, "cash": {"Ann": 1500}}
    game = ml.Game("classic_us", {"Ann": "greedy", "Bo": "greedy"}, 1, options, start=start)
    game.run(rounds=7)
    assert not game.state.buildings
    game.run(rounds=1)
    assert "boardwalk" in game.state.buildings


def test_change__is_undone_redone_and_saved() -> None:
    game = bots(changed(*SOME))
    game.run(rounds=10)
    there, n = game.raw_state(), game.answered
    game.undo(n)
    assert game.tables.stage == 0 and game.tables.o_salary == 200
    game.redo(n)
    assert game.tables.stage == 3 and game.raw_state() == there
    again = ml.Game.from_toml(game.to_toml())
    assert again.raw_state() == there and again.log() == game.log()


def test_change__planned_in_a_fork_keeps_the_past() -> None:
    game = bots(changed(*SOME[:1]))
    game.run(rounds=5)
    other = game.fork(options=changed({"round": 9, "options": {"salary": 77}}))
    assert not other.is_changed and other.options["changes"] == [*SOME[:1], {"round": 9, "options": {"salary": 77}}]
    assert ml.Game.from_toml(other.to_toml()).raw_state() == game.raw_state() == other.raw_state()
    other.run(rounds=20)
    assert {77} == set().union(*(amounts for round_, amounts in salaries(other).items() if round_ >= 9))


def test_fork__under_other_rules_keeps_the_changes_to_come() -> None:
    game = bots(changed(*SOME))
    game.run(rounds=3)
    other = game.fork(options={"salary": 300})
    assert other.tables.o_salary == 300 and other.options_now["changes"] == SOME[1:]
    other.run(rounds=6)
    assert other.tables.o_components_houses == 5 and len([line for line in other.log() if "Other rules" in line]) == 3


def test_chain__of_a_game_goes_by_the_rules_that_hold() -> None:
    seats = {"Ann": "balanced", "Bo": "greedy", "Cy": "trader"}
    game = ml.Game("class_board", seats, 1, changed({"round": 4, "options": {"salary": 0}}))
    assert ml.Chain(game).options["decks"] == "replacement" and ml.Chain(game).tables.o_salary == 40
    game.run(rounds=3)
    assert game.options_now == {"salary": 0} and ml.Chain(game).tables.o_salary == 0


# 32 houses by the book; 29 of them stand: three hotels' worth of sites with four houses, and five more.
def test_change__takes_buildings_as_they_come_back() -> None:
    sites = ["mediterranean", "baltic", "oriental", "vermont", "connecticut"]
    game = sit(
        "classic_us",
        ("Ann", "Bo"),
        changed({"round": 2, "options": {"components.houses": 12}}),
        deeds={"Ann": sites},
        buildings=dict.fromkeys(sites, 4),
        position={"Ann": 3, "Bo": 3},
    )
    assert game.state.houses == 12
    do(game, "roll 3 4", "roll 3 4")
    assert game.state.houses == 0  # eight too many stand
    do(
        game,
        *(f"Ann: sell {name}" for name in ("baltic", "mediterranean")),
        *(f"Ann: sell {name}" for name in sites[2:]),
    )
    assert game.state.houses == 0
    assert "houses" in str(game.why_not("Ann: build baltic"))


@at_both_speeds
def test_changes__both_speeds_agree() -> None:
    table = prepared("classic_us", changed(*SOME), 3)

    def played(compiled: bool) -> str:
        found = batch(table.tables, table.start, STRATEGIES, 3, 4, rounds=20, finals=True, compiled=compiled)
        assert all(sum(s.cash) == 0 and s.stage == 3 for s in found.finals if s.round > 8)
        assert max(s.stage for s in found.finals) == 3
        return digest(found)

    assert played(False) == played(True)


@pytest.mark.parametrize("compiled", [False, True])
def test_changes__an_experiment_plays_the_game_that_it_opens(compiled: bool) -> None:
    found = ml.simulate(bots(changed(*SOME)), games=4, rounds=9, progress=False, keep=True)
    game = found.game(2)
    game.run(rounds=9)
    worth = found.rows.query("game == 2") if "game" in found.rows else found.rows.iloc[[2]]
    assert set(game.net_worth().values()) <= set(worth.to_numpy().ravel())


def test_changes__of_a_game_under_way_are_compared() -> None:
    game = bots({})
    game.run(rounds=3)
    arms: dict[str, Any] = {
        "as it is": game,
        "later": game.fork(options=changed({"round": 9, "options": TAX})),
        "taxed": game.fork(options=changed({"round": 6, "options": TAX})),
    }
    found = ml.compare(arms, games=20, rounds=4, measure="worth", progress=False).table
    assert set(found.loc["as it is"] == found.loc["later"]) == {True}
    assert set(found.loc["as it is"] == found.loc["taxed"]) != {True}


def test_change__of_a_scenario(tmp_path: Any) -> None:
    file = tmp_path / "reform.toml"
    file.write_text(
        'format = 1\nedition = "classic_us"\nseats = [{name = "Ann"}, {name = "Bo"}]\n'
        "options = {changes = [{round = 4, options = {salary = 0}}]}\nstart = {round = 3}\n"
    )
    assert ml.Scenario.load(file).game().tables.until == 4
    text = file.read_text().replace("round = 4", "round = 2")
    file.write_text(text)
    with pytest.raises(ml.SavedGameError, match="the first round that can still be changed is 3"):
        ml.Scenario.load(file)


WRONG: list[tuple[object, str, str]] = [
    (5, "changes", "not a list"),
    ([5], "changes[0]", "not a table"),
    ([{"round": 3}], "changes[0].options", "missing"),
    ([{"round": 3, "options": {}}], "changes[0].options", "changes nothing"),
    ([{"rond": 3, "options": {}}], "changes[0].rond", 'did you mean "round"'),
    ([{"round": 0, "options": {}}], "changes[0].round", "outside 1 to"),
    ([{"round": True, "options": {}}], "changes[0].round", "true"),
    ([{"round": 3, "options": []}], "changes[0].options", "not a table"),
    ([{"round": 3, "options": {"salry": 3}}], "changes[0].options.salry", 'did you mean "salary"'),
    ([{"round": 3, "options": {"taxes.wealth": 101}}], "changes[0].options.taxes.wealth", "outside 0 to 100"),
    ([{"round": 3, "options": {"start_cash": 3}}], "changes[0].options.start_cash", "at the beginning"),
    ([{"round": 3, "options": {"profile": "pre2008"}}], "changes[0].options.profile", "the cards"),
    ([{"round": 3, "options": {"decks": "replacement"}}], "changes[0].options.decks", "the cards"),
    ([{"round": 3, "options": {"move.sides": 8}}], "changes[0].options.move.sides", "the board"),
    ([{"round": 3, "options": {"players.max": 3}}], "changes[0].options.players.max", "at the beginning"),
    (
        [{"round": 3, "options": {"mortgage_condition.share": 50}}],
        "changes[0].options.mortgage_condition.share",
        "begin",
    ),
    ([{"round": 3, "options": {"changes": []}}], "changes[0].options.changes", "changes"),
    ([{"round": 3, "options": {"rounds": 2}}], "changes[0].round", "ends with round 2"),
    ([{"round": 3, "options": {"salary": 9}}] * 2, "changes[1].round", "changed twice"),
    ([{"round": 3, "options": {}}] * 101, "changes", "at most 100"),
]


@pytest.mark.parametrize(("changes", "place", "said"), WRONG)
def test_changes__what_cannot_be_is_named(changes: object, place: str, said: str) -> None:
    with pytest.raises(OptionError) as refused:
        ml.Game(options={"changes": changes})
    assert refused.value.problems[0].place == place
    assert said in str(refused.value)


def test_change__in_a_round_that_has_passed_is_refused_with_the_nearest_one() -> None:
    game = bots({})
    game.run(rounds=4)
    before = game.to_toml()
    with pytest.raises(OptionError, match=r"a change in round 5 has passed; the first .* is 6"):
        game.fork(options=changed({"round": 5, "options": {"salary": 0}}))
    with pytest.raises(OptionError, match=r"the first .* is 9"):
        ml.Game(options=changed({"round": 8, "options": {"salary": 0}}), start={"round": 9})
    assert game.to_toml() == before
