"""A name where an edition or a scenario can stand."""

from pathlib import Path

import pytest

import monopoly_lab as ml
from monopoly_lab import figures
from monopoly_lab.game.scenarios.named_start import edition_or_scenario, game_of

FOLDER = Path(__file__).parents[2] / "scenarios"
EDITIONS = Path(ml.__file__).parent / "editions" / "data"


def test_named__an_edition_comes_first_and_both_can_be_forced() -> None:
    assert edition_or_scenario("classic_us") == ml.load_edition("classic_us")
    assert isinstance(edition_or_scenario("born_ahead"), ml.Scenario)
    assert isinstance(edition_or_scenario("class_board"), ml.Edition)
    assert isinstance(edition_or_scenario("scenario:class_board"), ml.Scenario)
    assert isinstance(edition_or_scenario("edition:class_board"), ml.Edition)


def test_named__a_table_says_so_where_a_name_is_that_of_both() -> None:
    with pytest.warns(UserWarning, match="scenario:class_board"):
        table = ml.Table("class_board")
    assert table.game.undone == () and ml.Table("scenario:class_board").game.undone[0] == "roll 5"


def test_named__a_path_is_that_of_either() -> None:
    assert isinstance(edition_or_scenario(EDITIONS / "ukraine.toml"), ml.Edition)
    assert isinstance(edition_or_scenario(str(FOLDER / "casino.toml")), ml.Scenario)


@pytest.mark.parametrize(("name", "near"), [("clasic_us", "classic_us"), ("born_ahed", "born_ahead")])
def test_named__a_wrong_name_gets_the_nearest_of_both(name: str, near: str) -> None:
    for ask in (edition_or_scenario, ml.Chain, ml.Table, figures.heat_map):
        with pytest.raises(ml.EditionError, match=near):
            ask(name)


def test_named__a_game_is_taken_as_it_is_and_made_of_anything_else() -> None:
    game = ml.Game()
    assert game_of(game) is game
    assert game_of("ukraine").edition.id == game_of(ml.load_edition("ukraine"), "uk").edition.id == "ukraine"
    scenario = ml.Scenario.load("casino")
    assert game_of("casino").state == game_of(scenario).state == scenario.game().state
    assert ml.Table("casino").game.players == scenario.players


def test_named__a_figure_takes_what_a_chain_is_made_of() -> None:
    drawn = figures.heat_map(ml.Chain("classic_us")).to_json()
    for board in ("classic_us", ml.load_edition("classic_us"), ml.Game("classic_us"), "born_ahead"):
        assert figures.heat_map(board).to_json() == drawn


def test_named__what_is_shown_of_a_name_says_what_it_is() -> None:
    assert repr(ml.load_edition("classic_us")) == "<Edition 'classic_us' (Classic, Atlantic City): 40 spaces, 28 deeds>"
    assert repr(ml.Scenario.load("born_ahead")).startswith("<Scenario 'born_ahead': Born ahead: unequal starts: 4 pl")
    assert repr(ml.Table("classic_us")).startswith("<Table: Classic, Atlantic City, round 0. Ann throws")
