"""The older children's game, a fairground of 32 spaces. Source: the published program's board and cards; its rules are
general knowledge, and marked so in the edition."""

from pathlib import Path

import pytest
from at_table import do, draw, happened, paid

from monopoly_lab import Chain, Game
from monopoly_lab.editions import load_edition
from monopoly_lab.editions.load import FOLDER
from monopoly_lab.errors import EditionError, IllegalChoice


def fair(**start: object) -> Game:
    """Ann, Bo and Cy, Ann to move; spaces by id."""
    return Game("junior_fair", ("Ann", "Bo", "Cy"), start={"turn": "Ann"} | start)


def test_board__32_spaces_eight_colours_of_two_four_railways_and_25_cards() -> None:
    edition = load_edition("junior_fair")
    assert len(edition.spaces) == 32
    assert [len(group.spaces) for group in edition.groups] == [2] * 8
    assert [space.price for space in edition.spaces if space.is_deed] == [
        n for n in (1, 2, 2, 3, 3, 4, 4, 5) for _ in "ab"
    ]
    assert [space.index for space in edition.spaces if space.kind == "railway"] == [5, 13, 21, 29]
    assert len(edition.cards) == 25


def test_set_up__31_for_each() -> None:
    for seats in (2, 3, 4):
        assert set(Game("junior_fair", ("Ann", "Bo", "Cy", "Dan")[:seats]).state.cash.values()) == {31}


def test_railway__whoever_stops_there_throws_again() -> None:
    game = do(fair(), "roll 5")
    assert game.waiting("en").startswith("Ann throws the die")
    do(game, "roll 1")
    assert game.state.position["Ann"] == "puppets"
    assert game.waiting("en").startswith("Bo")


def test_railway__of_a_card_too() -> None:
    game = do(fair(), "roll 1")
    draw(game, "move_to", to="green_railway")
    assert game.state.position["Ann"] == "green_railway"
    assert game.waiting("en").startswith("Ann throws the die")


def test_railway__nothing_else_is_an_answer_to_the_new_throw() -> None:
    game = do(fair(), "roll 5")
    for text in ("pass", "pay"):
        assert game.why_not(text)
        with pytest.raises(IllegalChoice):
            game.apply(text)
    assert game.state.position["Ann"] == "yellow_railway"


def test_tram__takes_three_and_the_token_to_the_cafe_without_passing_go() -> None:
    game = do(fair(position={"Ann": "chance_6"}), "roll 1")
    assert game.state.position["Ann"] == "cafe"
    assert paid(game, "tax") == [("Ann", "the parking pot", 3)]
    assert game.state.cash["Ann"] == 28  # no salary
    assert happened(game, "moved")
    assert game.waiting("en").startswith("Bo")


def test_tram__who_cannot_pay_is_the_first_without_money() -> None:
    game = do(fair(position={"Ann": "chance_6"}, cash={"Ann": 2}), "roll 1")
    assert game.choices() == ("bankrupt",)
    do(game, "bankrupt")
    assert game.over


def test_loose_change__holds_what_the_shows_and_the_tram_took_until_it_is_found() -> None:
    game = do(fair(position={"Ann": "magic", "Bo": "chance_6", "Cy": "mini_golf"}), "roll 1", "roll 1")
    assert paid(game, "tax") == [("Ann", "the parking pot", 2), ("Bo", "the parking pot", 3)]
    do(game, "roll 1")
    assert paid(game, "parking") == [("the parking pot", "Cy", 5)]
    assert game.state.cash["Cy"] == 36


def test_buy__is_a_duty_and_both_of_a_colour_double_the_rent() -> None:
    game = do(fair(), "roll 2")
    assert game.state.owner("balloons") == "Ann" and game.state.cash["Ann"] == 30
    both = do(fair(deeds={"Bo": ["loop", "roller_coaster"]}, position={"Ann": "red_railway"}), "roll 1")
    assert paid(both, "rent") == [("Ann", "Bo", 10)]


@pytest.mark.parametrize(
    ("to", "problem"), [('to = "nowhere"', 'no space with the id "nowhere"'), ("percent = 10", "to: a tram|percent")]
)
def test_tram__needs_a_space_to_go_to(to: str, problem: str, tmp_path: Path) -> None:
    text = (FOLDER / "junior_fair.toml").read_text("utf-8")
    (tmp_path / "own.toml").write_text(text.replace('to = "cafe"', to), "utf-8")
    with pytest.raises(EditionError, match=problem):
        load_edition(tmp_path / "own.toml")


def test_chain__a_throw_ends_on_a_railway_and_a_ride_on_the_tram_in_the_cafe() -> None:
    """By hand: one of six throws, or one of six that leads to a Chance space and there one of its 25 cards."""
    moves = Chain("junior_fair").moves()
    assert moves.loc["Blue Railway", "Café"] == pytest.approx(1 / 6 + 1 / 6 / 25)  # a five, or a four and the card
    assert moves.loc["Water Slide", "Blue Railway"] == pytest.approx(2 / 6 / 25)  # three or six and the card
    assert moves.loc["Haunted House", "Blue Railway"] == pytest.approx(
        1 / 6 + 2 / 6 / 25
    )  # two; one and six lead to a card
    assert "Tram to the Café" not in moves.columns
