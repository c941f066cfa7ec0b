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


def test_label__of_a_claim_names_the_visitor_and_the_rent_of_the_stop() -> None:
    """Monopolist, «Предприятие»: the rent of a utility is a throw of its own, so it is not known before."""
    start = {"turn": "Ann", "deeds": {"Bo": ["arbat", "utility_2"]}, "position": {"Ann": 25}}
    game = ml.Game("monopolist", ["Ann", "Bo", "Cy"], options={"rent_claim": "asked"}, start=start)
    game.apply("roll 1 2")
    asked = game.choice_label("Bo: claim utility_2")
    assert asked == "Ask Ann to throw the dice for the rent on Utility 2."
    assert game.choice_label("Bo: claim arbat") == "Ask for the rent"
    for text in ("roll 4 6", "roll 4 6", "roll 5 6"):
        game.apply(text)
    assert game.choice_label("Bo: claim arbat") == "Ask Ann for the rent of M50 on Arbat Street."


DOUBLE = {
    "en": ("Ann throws again: a double.", "Ann rolled 3 and 3, a double."),
    "ru": ("Ann бросает ещё раз: дубль.", "Ann бросает: 3 и 3, дубль."),
    "uk": ("Ann кидає ще раз: дубль.", "Ann кидає: 3 і 3, дубль."),
}


@pytest.mark.parametrize("lang", DOUBLE)
def test_double__who_throws_again_is_told_so(lang: str) -> None:
    game = table(cash={"Ann": 1500})
    game.apply("roll 3 3")
    game.apply("buy")
    assert (game.waiting(lang), game.node and game.node.sentence) == (DOUBLE[lang][0], DOUBLE["en"][0])
    assert DOUBLE[lang][1] in " ".join(game.log(lang))
    game.apply("roll 1 3")
    assert DOUBLE[lang][0] != game.waiting(lang) and "Bo" in game.waiting(lang)


def test_double__the_throws_of_who_starts_and_of_a_die_alone_are_none() -> None:
    game = ml.Game("classic_us", players=["Ann", "Bo"], seed=1)
    game.apply("roll 6 6")
    assert "Ann rolled 6 and 6." in game.log("en")
    alone = ml.Game("junior", players=["Ann", "Bo"], seed=1)
    for _ in range(40):
        assert "again" not in alone.waiting("en")
        alone.advance()


def test_double__out_of_jail_gives_another_throw_only_by_the_rule() -> None:
    """Ann leaves jail by 2 and 2: her turn ends there, or the throw is one more, as the option says."""
    for again in (False, True):
        game = ml.Game(
            "classic_us", ["Ann", "Bo"], start={"jail": {"Ann": 0}}, options={"jail_exit.double_again": again}
        )
        game.apply("throw")
        game.apply("roll 2 2")
        if game.node is not None and game.node.kind == "buy":
            game.apply("buy")
        assert game.waiting("en").startswith("Ann throws again: a double." if again else "Bo ")


IN_JAIL = {
    "en": ("Ann is in jail and chooses how to leave.", "Ann stayed in jail.", "Ann was free to leave jail."),
    "ru": ("Ann в тюрьме и выбирает, как выйти.", "Ann остаётся в тюрьме.", "Ann может выйти из тюрьмы."),
    "uk": ("Ann у в’язниці й вибирає, як вийти.", "Ann залишається у в’язниці.", "Ann може вийти з в’язниці."),
}


@pytest.mark.parametrize("lang", IN_JAIL)
def test_jail__who_is_in_it_is_not_just_visiting(lang: str) -> None:
    game = table(jail={"Ann": 0})
    waits, stays, leaves = IN_JAIL[lang]
    assert game.waiting(lang) == waits
    game.apply("throw")
    game.apply("roll 1 2")
    assert stays in " ".join(game.log(lang))
    game.undo(2)
    game.apply("pay")
    assert leaves in " ".join(game.log(lang))


def test_jail__that_is_called_otherwise_keeps_its_name() -> None:
    game = ml.Game("class_board", ["Ann", "Bo"], start={"jail": {"Ann": 0}})
    assert game.waiting("en") == "Ann is held at Detention and chooses how to leave."


SITES = ["park_place", "boardwalk"]


@pytest.mark.parametrize(
    ("buildings", "told"),
    [
        (1, ["1 house on Boardwalk; nothing is built", "1 дом с поля", "1 будинок з поля"]),
        (3, ["1 house on Boardwalk, which now has 2 houses", "1 дом с поля", "1 будинок з поля"]),
        ("hotel", ["the hotel on Boardwalk, which now has 4 houses", "отель с поля", "готель з поля"]),
    ],
)
def test_told__a_sale_says_what_was_sold(buildings: int | str, told: list[str]) -> None:
    """One building goes back to the bank, whatever is left: no "all buildings" for one house."""
    start = {"turn": "Ann", "deeds": {"Ann": SITES}, "buildings": dict.fromkeys(SITES, buildings)}
    game = ml.Game("classic_us", ["Ann", "Bo"], start=start)
    game.apply("Ann: sell boardwalk")
    for lang, words in zip(("en", "ru", "uk"), told):
        assert words in game.log(lang, last=1)[0]


def test_told__what_a_bankrupt_returns_to_the_bank_is_not_sold() -> None:
    """Ann owes the bank a tax of all she is worth, 1,150, and gives up: her houses go back for nothing."""
    start = {
        "turn": "Ann",
        "cash": {"Ann": 0, "Bo": 500},
        "position": {"Ann": "reading", "Bo": "reading"},
        "deeds": {"Ann": SITES},
        "buildings": dict.fromkeys(SITES, 1),
    }
    game = ml.Game("classic_us", ["Ann", "Bo"], start=start, options={"taxes.wealth": 100})
    for choice in ("roll 2 3", "roll 2 3", "bankrupt"):
        game.take(choice)
    assert any("The bank took back 1 house on Boardwalk" in line for line in game.log())
