"""The boards to explore: what is chosen is what is shown."""

import pytest

from monopoly_lab.common.errors import ArgumentError
from monopoly_lab.markov import Chain
from monopoly_lab.markov.rent_income import SET
from monopoly_lab.widgets.explorables import Deeds, Explorable, Landings
from monopoly_lab.widgets.explorables.board_choice import chain_of
from monopoly_lab.widgets.explorables.deeds_picture import PICTURES as OF_DEEDS
from monopoly_lab.widgets.explorables.explorable import PLOTLY
from monopoly_lab.widgets.explorables.landings_picture import PICTURES as OF_LANDINGS


@pytest.fixture(scope="module")
def landings() -> Landings:
    return Landings("class_board")


@pytest.fixture(scope="module")
def deeds() -> Deeds:
    return Deeds("class_board")


def shown(board: Explorable) -> dict[str, object]:
    (output,) = board._chart.outputs
    assert output["output_type"] == "display_data"
    return output["data"]


def offered(board: Explorable, name: str) -> list[object]:
    return [value for value, _ in board._controls(board.chosen)[name].options]


@pytest.mark.parametrize("name", OF_LANDINGS)
def test_landings__each_picture_is_shown_with_its_words(landings: Landings, name: str) -> None:
    landings.choose(picture=name)
    data = shown(landings)
    assert len(landings._title.value) > len("<h3></h3>")
    assert ("frames" in data[PLOTLY] and bool(data[PLOTLY]["frames"])) is (name == "convergence")
    assert data["text/plain"] == landings.summary()


@pytest.mark.parametrize("name", OF_DEEDS)
def test_deeds__each_picture_is_shown(deeds: Deeds, name: str) -> None:
    deeds.choose(picture=name)
    assert shown(deeds)[PLOTLY]["data"]


@pytest.mark.full
def test_landings__dice_and_policy_are_those_of_the_chain() -> None:
    board = Landings("classic_us").choose(jail="stay", dice=(2, 4))
    expected = Chain("classic_us", jail="stay", options={"move.sides": 4})
    assert (chain_of(board.chosen).P == expected.P).all()
    assert "In Jail 10.41 %" in board.summary()
    assert "2 dice of 4 sides" in board.summary()


@pytest.mark.full
def test_choose__another_edition_brings_its_own_spaces_and_dice(landings: Landings) -> None:
    landings.choose(edition="ukraine", picture="transitions")
    assert (landings.chosen["space"], landings.chosen["dice"]) == ("Forward", (2, 6))
    landings.choose(edition="class_board")
    assert (landings.chosen["space"], landings.chosen["dice"]) == ("Start", (1, 6))
    landings.choose(edition="ukraine", dice=(2, 4))
    assert landings.chosen["dice"] == (2, 4)
    landings.choose(edition="class_board")
    assert landings.chosen["dice"] == (1, 6)


@pytest.mark.parametrize(
    ("choice", "message"),
    [({"jail": "stay", "space": "Boardwalk"}, 'space cannot be "Boardwalk"'), ({"die": 4}, 'no control "die"')],
)
def test_choose__what_is_not_offered_is_refused_and_changes_nothing(
    landings: Landings, choice: dict[str, object], message: str
) -> None:
    landings.choose(edition="class_board", jail="leave")
    before = landings.chosen
    with pytest.raises(ArgumentError, match=message):
        landings.choose(**choice)
    assert landings.chosen == before


@pytest.mark.parametrize(
    ("budget", "best"),
    [
        (600, "light blue 4-4-4"),
        pytest.param(900, "orange 3-3-3", marks=pytest.mark.full),
        pytest.param(2250, "red H-H-H", marks=pytest.mark.full),
    ],
)
def test_deeds__best_buy_for_a_budget(budget: int, best: str) -> None:
    assert f"{best}, rent" in Deeds("classic_us").choose(budget=budget).summary()


def test_a_board_without_buildings_and_mortgages__every_picture_can_be_chosen() -> None:
    assert offered(Deeds("gamer"), "picture") == ["at_level", "frontier"]
    for board in (Deeds("gamer"), Landings("gamer")):
        for name in offered(board, "picture"):
            assert shown(board.choose(picture=name))[PLOTLY]["data"]


def test_deeds__without_buildings_a_budget_buys_deeds() -> None:
    """Gamer: 4 coins buy the maroon pair, 10 the dark blue one (prices of the edition file)."""
    deeds = Deeds("gamer").choose(budget=4)
    assert offered(deeds, "level") == [SET]
    assert "maroon 0-0, rent" in deeds.summary()
    assert "dark blue 0-0, rent" in deeds.choose(budget=10).summary()
