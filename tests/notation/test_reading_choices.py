"""How a choice may be typed: sums, cards and offers in every spelling, and what is said of what cannot be read."""

import pytest

import monopoly_lab as ml
from monopoly_lab.common.errors import UnreadableChoice


def table(**start: object) -> ml.Game:
    rich = {"cash": {"Ann": 5000, "Bo": 5000}, "deeds": {"Bo": ["baltic"]}, "cards": {"Ann": ["jail_free_chance"]}}
    return ml.Game("classic_us", ["Ann", "Bo"], start=rich | start)


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("trade Bo: 1 500 for baltic", "trade Bo: 1500 for baltic"),
        ("trade Bo: 1\u00a0500 + 3\u202f000 for baltic", "trade Bo: 4500 for baltic"),
        ("trade Bo: 50 FOR Baltic Avenue", "trade Bo: 50 for baltic"),
        ("TRADE Bo: card Chance 9 For 1", "trade Bo: card chance 9 for 1"),  # get out of jail is the ninth of Chance
        ("trade Bo: card Шанс 9 for 1", "trade Bo: card chance 9 for 1"),
        ("trade Bo: card JAIL_FREE_CHANCE for 1", "trade Bo: card chance 9 for 1"),
        ("trade Bo: card jail free chance for 1", "trade Bo: card chance 9 for 1"),
    ],
)
def test_offer__is_read_in_every_spelling(typed: str, written: str) -> None:
    game = table()
    game.apply(typed)
    assert game.answers[-1] == written


@pytest.mark.parametrize(
    "typed", ["draw chest 2", "draw Community Chest 2", "draw громадська  скарбниця 2", "draw 2", "draw BANK_ERROR"]
)
def test_card__is_read_by_deck_in_every_language_by_number_and_by_id(typed: str) -> None:
    """The bank error is the second card of the chest."""
    game = table()
    game.apply("roll 1 1")
    assert game.node.kind == "draw"
    game.apply(typed)
    assert game.answers[-1] == "draw chest 2"


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("draw chance", r'a card is missing: its deck and number, as in "chance 5", or its id'),
        ("draw", r'a card is missing: .* "chest 5"'),
        ("draw chance five", r'"five" is no card of chance; it has 16'),
        ("draw chance 17", r'"17" is no card of chance; it has 16'),
        ("draw chance 0", r'"0" is no card of chance'),
        ("draw chance 99999999999999999999", "is no card of chance"),
        ("draw chanse 5", r'"chanse" names no deck; there are: chance, chest \(did you mean "chance"\?\)'),
        ("trade Bo: card chance five for 1", r'"five" is no card of chance'),
        ("trade Bo: card 5 for 1", r'"5" names no deck'),
        ("trade Bo: 1 50 for baltic", r'"1 50" is no space'),
        ("finsh turn", r'did you mean "finish turn"'),
        ("moortgage electric", r'did you mean "mortgage"'),
    ],
)
def test_choice__that_cannot_be_read_is_refused_with_what_is_wrong(typed: str, said: str) -> None:
    game = table()
    game.apply("roll 1 1")
    with pytest.raises(UnreadableChoice, match=said):
        game.apply(typed)


@pytest.mark.parametrize("typed", ["paß", "PASS", "  pass  "])
def test_verb__is_found_whatever_its_case(typed: str) -> None:
    """Eszett in other case is a double s, of another length than what was typed."""
    game = table()
    for text in ("roll 2 3", "auction", typed):
        game.apply(text)
    assert game.answers[-1].endswith("pass")
