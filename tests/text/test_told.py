"""What a refusal or a label says of the position: whom, which space, which sum, which book."""

import pytest

import monopoly_lab as ml

ORANGE = ["st_james", "tennessee", "new_york"]


def table(edition: str = "classic_us", **start: object) -> ml.Game:
    return ml.Game(edition, ["Ann", "Bo", "Cy"], start=start)


def refusal(game: ml.Game, text: str, lang: str = "en") -> str:
    said = game.why_not(text, lang=lang)
    assert said
    return said


@pytest.mark.parametrize(
    ("asked", "named"), [("st_james", "St. James Place"), ("tennessee + new_york", "Tennessee Avenue")]
)
def test_refusal__names_the_site_that_is_built(asked: str, named: str) -> None:
    game = table(deeds={"Bo": ORANGE}, buildings=dict.fromkeys(ORANGE, 1))
    assert refusal(game, f"trade Bo: 10 for {asked}").startswith(f"There are buildings on {named};")


def test_refusal__names_whichever_side_is_out_of_the_game() -> None:
    game = table(out=["Bo"])
    assert refusal(game, "trade Bo: 1 for 1") == "Bo is out of the game."


@pytest.mark.parametrize(
    ("edition", "said"),
    [
        ("classic_us", "Ann has $105 and needs $110."),  # 100, and the bank's tenth of the loan of 100
        ("monopolist", "Ann has M105 and needs M210."),  # 100, and the loan of 100 with its tenth
    ],
)
def test_refusal__the_sum_that_is_needed_includes_the_fee(edition: str, said: str) -> None:
    game = table(edition, cash={"Ann": 105}, deeds={"Bo": [5]}, mortgaged=[5])
    assert refusal(game, f"trade Bo: 100 for {game.edition.spaces[5].id}") == said


@pytest.mark.parametrize(
    ("edition", "cited"),
    [
        ("disney", "(Disney Monopoly, "),
        ("fifa2018", "(МОНОПОЛИЯ, чемпионат мира по футболу FIFA 2018, "),
        ("classic_us", "(as in Монополия (московские улицы), "),  # it has no book of its own and follows another
    ],
)
def test_refusal__cites_the_book_on_the_table_or_says_that_another_is_followed(edition: str, cited: str) -> None:
    game = table(edition, deeds={"Ann": [1]})
    assert cited in refusal(game, f"build {game.edition.spaces[1].id}")


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", "Do not buy Baltic Avenue; it is auctioned."),
        ("ru", "Не покупать «Baltic Avenue»: будет аукцион."),
        ("uk", "Не купувати «Baltic Avenue»: буде аукціон."),
    ],
)
def test_label__not_buying_says_that_an_auction_follows(lang: str, said: str) -> None:
    game = table(turn="Ann")
    game.apply("roll 1 2")
    assert game.choice_label("auction", lang) == said
    other = ml.Game("classic_us", ["Ann", "Bo"], options={"auction": False}, start={"turn": "Ann"})
    other.apply("roll 1 2")
    assert "auction" not in other.choice_label("decline")
