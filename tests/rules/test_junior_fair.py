"""The older children's game, a fairground of 32 spaces. Source: the board of a published program, the cards of two
others; its rules are general knowledge, and marked so in the edition."""

from collections import Counter
from pathlib import Path

import pytest
from at_table import at_both_speeds, do, draw, happened, paid

from monopoly_lab import Chain, Game, simulate
from monopoly_lab.common.errors import EditionError, IllegalChoice
from monopoly_lab.editions import load_edition
from monopoly_lab.editions.loader import FOLDER


def fair(**start: object) -> Game:
    """Ann, Bo and Cy, Ann to move; spaces by id."""
    return Game("junior_fair", ("Ann", "Bo", "Cy"), start={"turn": "Ann"} | start)


def ticket(color: str, **start: object) -> Game:
    """Ann draws a ticket for a booth of a color, on the first Chance space."""
    game = fair(**start)
    do(game, "roll 1")
    draw(game, "free_booth", group=color)
    return game


def test_ticket__puts_a_booth_on_a_free_place_and_the_token_stays() -> None:
    """Published summaries of the sheet: a free booth is placed on an unoccupied amusement of the color."""
    game = ticket("pink")
    assert game.choices() == ("go merry_go_round", "go paddle_boats")
    do(game, "go paddle_boats")
    assert game.state.owner("paddle_boats") == "Ann" and game.state.space["Ann"] == "chance_1"
    assert game.state.cash["Ann"] == 31 and game.waiting("en").startswith("Bo")


def test_ticket__a_free_place_comes_before_an_opponents() -> None:
    for owner in ("Ann", "Bo"):
        game = ticket("pink", deeds={owner: ["merry_go_round"]})
        assert game.choices() == ("go paddle_boats",)
        assert game.why_not("go merry_go_round") and game.why_not("go loop")
    do(game, "go paddle_boats")
    assert game.state.owner("merry_go_round") == "Bo" and paid(game) == []


@pytest.mark.parametrize("owner", ["Ann", "Cy"])
def test_ticket__of_another_seat_goes_to_a_free_place_too(owner: str) -> None:
    game = ticket("pink", turn="Bo", deeds={owner: ["merry_go_round"]})
    assert game.choices() == ("go paddle_boats",) and game.why_not("go merry_go_round")


def test_ticket__replaces_an_opponents_booth_where_none_is_free() -> None:
    """The same: else it replaces an opponent's, for nothing; the other one may be the drawer's or a third player's."""
    game = ticket("pink", deeds={"Ann": ["merry_go_round"], "Bo": ["paddle_boats"]})
    assert game.choices() == ("go paddle_boats",)
    do(game, "go paddle_boats")
    assert game.state.owner("paddle_boats") == "Ann" and paid(game) == []
    game = ticket("pink", deeds={"Cy": ["merry_go_round"], "Bo": ["paddle_boats"]})
    assert game.choices() == ("go merry_go_round", "go paddle_boats")


@pytest.mark.parametrize("owner", ["Ann", "Bo"])
def test_ticket__another_card_is_drawn_where_one_player_has_both(owner: str) -> None:
    """The same: two booths of one player are safe; the card is put back and another one drawn."""
    game = ticket("pink", deeds={owner: ["merry_go_round", "paddle_boats"]})
    assert game.waiting("en").startswith("Ann draws a card")
    draw(game, "move_to", to="go")
    assert game.state.space["Ann"] == "go" and game.state.owner("paddle_boats") == owner


@pytest.mark.parametrize("strategy", ["balanced", "random"])
def test_ticket__strategies_put_the_booth(strategy: str) -> None:
    game = ticket("violet", deeds={"Ann": ["balloons"], "Bo": ["cotton_candy"]})
    game.seat("Ann", strategy)
    game.step()
    assert game.state.owner("cotton_candy") == "Ann"


def test_cards__the_24_on_which_two_programs_agree() -> None:
    """The printed sheet counts 24 cards. Two programs list the same ones: twelve tickets, and twelve that move."""
    cards = load_edition("junior_fair").cards
    tickets = Counter(card.arguments["group"] for card in cards if card.effect == "free_booth")
    once = dict.fromkeys(("violet", "pink", "red", "green"), 1)
    assert tickets == once | dict.fromkeys(("light_blue", "orange", "yellow", "dark_blue"), 2)
    moves = sorted(card.arguments["to"] for card in cards if card.effect == "move_to")
    shows = ["fireworks", "water_show"]
    railways = ["blue_railway", "green_railway", "red_railway"]
    booths = ["bumper_cars", "loop", "merry_go_round", "video_arcade", "water_slide"]
    assert moves == sorted(["go", "tram", *shows, *railways, *booths])
    assert len(cards) == 24


def test_board__32_spaces_eight_colors_of_two_four_railways() -> None:
    edition = load_edition("junior_fair")
    assert len(edition.spaces) == 32
    assert [len(group.spaces) for group in edition.groups] == [2] * 8
    assert [space.price for space in edition.spaces if space.is_deed] == [
        n for n in (1, 2, 2, 3, 3, 4, 4, 5) for _ in "ab"
    ]
    assert [space.index for space in edition.spaces if space.kind == "railway"] == [5, 13, 21, 29]


def test_set_up__31_for_each() -> None:
    for seats in (2, 3, 4):
        assert set(Game("junior_fair", ("Ann", "Bo", "Cy", "Dan")[:seats]).state.cash.values()) == {31}


def test_railway__whoever_stops_there_throws_again() -> None:
    game = do(fair(), "roll 5")
    assert game.waiting("en").startswith("Ann throws the die")
    do(game, "roll 1")
    assert game.state.space["Ann"] == "puppets"
    assert game.waiting("en").startswith("Bo")


def test_railway__of_a_card_too() -> None:
    game = do(fair(), "roll 1")
    draw(game, "move_to", to="green_railway")
    assert game.state.space["Ann"] == "green_railway"
    assert game.waiting("en").startswith("Ann throws the die")


def test_railway__nothing_else_is_an_answer_to_the_new_throw() -> None:
    game = do(fair(), "roll 5")
    for text in ("pass", "pay"):
        assert game.why_not(text)
        with pytest.raises(IllegalChoice):
            game.apply(text)
    assert game.state.space["Ann"] == "yellow_railway"


def test_tram__takes_three_and_the_token_to_the_cafe_without_passing_go() -> None:
    game = do(fair(position={"Ann": "chance_6"}), "roll 1")
    assert game.state.space["Ann"] == "cafe"
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


def test_buy__is_a_duty_and_both_of_a_color_double_the_rent() -> None:
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
    """By hand: one of six throws, or one of six that leads to a Chance space and there one of its 24 cards."""
    moves = Chain("junior_fair").moves()
    assert moves.loc["Blue Railway", "Café"] == pytest.approx(1 / 6 + 1 / 6 / 24)  # a five, or a four and the card
    assert moves.loc["Water Slide", "Blue Railway"] == pytest.approx(2 / 6 / 24)  # three or six and the card
    assert moves.loc["Haunted House", "Blue Railway"] == pytest.approx(
        1 / 6 + 2 / 6 / 24
    )  # two; one and six lead to a card
    assert "Tram to the Café" not in moves.columns


@at_both_speeds  # so many games are compiled
def test_ticket__few_games_of_two_go_on_for_ever() -> None:
    """Independent trials: 3.3 % of games of two are unfinished after 1,000 rounds (10.6 % where tickets moved the token
    and cost rent), with another deck of 24 cards; of 1,000 games, with five standard errors of either."""
    found = simulate("junior_fair", games=1000, seed=1, players=2, rounds=1000, progress=False)
    assert 0.005 < found.unfinished / found.games < 0.061
