"""The tokens of the box: how many there are, who they are, and where a player meets them."""

import pytest

import monopoly_lab as ml
from monopoly_lab.common.errors import OptionError, SeatError

NINE = [f"P{n}" for n in range(9)]


@pytest.mark.parametrize(
    ("edition", "number"),
    [
        ("russia_moscow", 8),  # full rouble rule book, the kit includes
        ("disney", 8),  # Disney book, what's new
        ("ukraine", 8),  # Комплектация игры
        ("gamer", 4),  # В комплекте
        ("home_print", 0),  # a chip for every player, no number
        ("monopolist", 0),
        ("fifa2018", 0),
    ],
)
def test_tokens__as_many_as_the_book_says(edition: str, number: int) -> None:
    assert ml.load_edition(edition).tables().o_components_tokens == number


def test_tokens__disney_names_its_eight() -> None:
    """Disney book, what's new: eight characters of the films."""
    edition = ml.load_edition("disney")
    named = "Snow White, Peter Pan, Alice, Pinocchio, Sleeping Beauty, Mowgli, Lady and the Tramp, Dumbo"
    assert ", ".join(token.name for token in edition.tokens) == named
    assert edition.tokens[4].names["ru"] == "Спящая красавица"
    assert ml.load_edition("classic_us").tokens == ()


def test_tokens__the_board_and_its_description_name_the_players_token() -> None:
    game = ml.Game("disney", ["Ann", "Bo"], seed=1)
    for text in (game.picture("en"), game.describe("en")):
        assert "Snow White" in text and "Peter Pan" in text
    assert "Token of Ann: Snow White." in game.describe("en") and "Characters" not in game.describe("en")
    gamer = ml.Game("gamer", ["Ann", "Bo", "Cy"], seed=1)
    gamer.apply("choose mario")
    assert "Characters of Ann: Mario." in gamer.describe("en")


@pytest.mark.parametrize("edition", ["russia_moscow", "disney", "ukraine"])
def test_tokens__more_players_than_tokens_are_refused(edition: str) -> None:
    with pytest.raises(SeatError, match="9 players; this game takes 2 to 8, and there are 8 tokens in its box"):
        ml.Game(edition, NINE)


def test_tokens__a_box_with_fewer_tokens_than_players_is_refused() -> None:
    with pytest.raises(OptionError, match="at most 8 players, but there are 4 tokens in the box"):
        ml.Game("disney", NINE[:2], options={"components.tokens": 4})
    assert ml.Game("disney", NINE[:4], options={"components.tokens": 4, "players.max": 4})
