"""Taxes, Free Parking, and the usual house rules on them."""

import pytest
from at_table import (
    BROWN,
    CHANCE,
    CHEST,
    DARK_BLUE,
    JAIL,
    PARKING,
    TO_JAIL,
    actor,
    at,
    do,
    draw,
    every_book,
    happened,
    in_books,
    kind,
    paid,
    sit,
)

from monopoly_lab import Game

TAXES = ((4, 200), (38, 100))  # the sums that all published classic boards print; the Disney book names two taxes


@every_book
@pytest.mark.parametrize(("space", "amount"), TAXES)
def test_tax__printed_sum_to_the_bank(book: str, space: int, amount: int) -> None:
    """Who stops there pays the printed, "corresponding", "stated" sum to the bank (taxes; red and yellow card)."""
    game = do(sit(book, position={"Ann": space - 3}), "roll 1 2")
    assert paid(game) == [("Ann", "the bank", amount)]
    assert actor(game) == "Bo"


@in_books("disney")
def test_tax__two_taxes_of_the_disney_book(book: str) -> None:
    """Disney, what is new: Scrooge McDuck's tax for the income tax, Prince John's for the super tax."""
    spaces = sit(book).edition.spaces
    assert [(space.index, space.tax) for space in spaces if space.kind == "tax"] == [*TAXES]
    assert "Scrooge" in spaces[4].name
    assert "John" in spaces[38].name


@in_books("fifa")
def test_tax__red_and_yellow_card(book: str) -> None:
    """Football book, red and yellow cards: pay the stated sum to the bank, nowhere else."""
    game = do(sit(book, position={"Ann": 35}), "roll 1 2")
    assert game.edition.spaces[38].id == "yellow_card"
    assert dict(game.state.pots) == {"parking": 0, "jackpot": 0}


@every_book
def test_tax__more_than_the_cash_is_a_debt_to_the_bank(book: str) -> None:
    game = do(sit(book, cash={"Ann": 150}, deeds={"Ann": [39]}), "roll 1 3")
    assert (kind(game), actor(game)) == ("debt", "Ann")
    do(game, "mortgage 39", "pay")
    assert game.state.cash["Ann"] == 150


# Before 2008: the choice between 200 and 10 per cent of all one has; published rules of the older American box.


def old(**start: object) -> Game:
    return do(
        Game("classic_us", ("Ann", "Bo"), options={"profile": "pre2008"}, start={"turn": "Ann"} | start), "roll 1 3"
    )


def test_tax__before_2008_flat_or_a_tenth() -> None:
    game = old()
    assert (kind(game), actor(game), game.choices()) == ("tax", "Ann", ("pay flat", "pay percent"))
    assert paid(do(game.fork(), "pay flat")) == [("Ann", "the bank", 200)]
    assert paid(do(game, "pay percent")) == [("Ann", "the bank", 150)]


def test_tax__before_2008_deeds_can_be_mortgaged_before_the_choice() -> None:
    """Rules of the older American box, mortgages: unimproved properties can be mortgaged at any time."""
    game = do(old(deeds={"Ann": ["boardwalk"]}), "mortgage boardwalk")
    assert (kind(game), game.state.cash["Ann"]) == ("tax", 1700)


def test_tax__before_2008_the_tenth_counts_cash_deeds_at_their_price_and_buildings() -> None:
    """1001 in cash, Boardwalk and Park Place at 400 and 350, mortgaged Baltic at its full 60, two houses at 200 each:
    a tenth of 2211 is 222, rounded up."""
    estate = {"Ann": ["boardwalk", "park_place", "baltic"]}
    start = {"cash": {"Ann": 1001}, "deeds": estate, "mortgaged": ["baltic"]}
    game = old(buildings={"boardwalk": 1, "park_place": 1}, **start)
    assert paid(do(game, "pay percent")) == [("Ann", "the bank", 222)]


def test_tax__before_2008_the_choice_comes_before_the_counting() -> None:
    """Rules of the older American box: who reckons up what he owns must have chosen before; so the button does not tell
    the tenth, 150 of 1500. In class an option may let it."""
    assert "150" not in old().choice_label("pay percent")
    assert "10 %" in old().choice_label("pay percent")
    counted = Game(
        "classic_us", ("Ann", "Bo"), options={"profile": "pre2008", "tax.counted": True}, start={"turn": "Ann"}
    )
    assert "$150" in do(counted, "roll 1 3").choice_label("pay percent")


@pytest.mark.parametrize(("rounding", "due"), [("up", 101), ("down", 100), ("nearest", 100)])
def test_tax__a_tenth_is_rounded_as_the_option_says(rounding: str, due: int) -> None:
    start = {"turn": "Ann", "cash": {"Ann": 1001}}
    game = Game("classic_us", ("Ann", "Bo"), options={"profile": "pre2008", "rounding": rounding}, start=start)
    assert paid(do(game, "roll 1 3", "pay percent")) == [("Ann", "the bank", due)]


def test_tax__before_2008_luxury_tax_of_75() -> None:
    start = {"turn": "Ann", "position": {"Ann": "short_line"}}
    game = do(Game("classic_us", ("Ann", "Bo"), options={"profile": "pre2008"}, start=start), "roll 1 2")
    assert paid(game) == [("Ann", "the bank", 75)]


# Free Parking


@in_books("moscow_overview", "moscow", "home_print", "disney", "fifa", "classic_us", "classic_london")
def test_free_parking__nothing_happens(book: str) -> None:
    """Rest, no payment, neither good nor bad (free parking)."""
    game = do(sit(book, position={"Ann": PARKING - 3}), "roll 1 2")
    assert (at(game, "Ann"), paid(game), actor(game)) == (PARKING, [], "Bo")


@in_books("moscow_overview", "moscow", "home_print", "disney")
def test_free_parking__deals_rent_and_building_go_on(book: str) -> None:
    """All dealings are open to who rests there (free parking)."""
    start = {"position": {"Ann": 36, "Bo": PARKING}, "deeds": {"Bo": DARK_BLUE, "Cy": [1]}}
    game = sit(book, **start)  # type: ignore[arg-type]
    assert game.why_not(f"Bo: trade Cy: 60 for {game.edition.spaces[1].id}") is None
    assert paid(do(game, "roll 1 2"), "rent") == [("Ann", "Bo", 100)]
    builder = sit(book, turn="Bo", **start)  # type: ignore[arg-type]
    assert builder.why_not("build 39") is None


@in_books("fifa")
def test_free_parking__keeps_no_taxes_or_fines(book: str) -> None:
    """Football book, keep to the rules: taxes and fines go to the bank, not to Free Parking."""
    game = do(sit(book, ["Ann", "Bo"], position={"Bo": PARKING - 3}), "roll 1 3", "roll 1 2")
    assert paid(game) == [("Ann", "the bank", 200)]
    assert game.state.cash["Bo"] == 1500


@in_books("monopolist")
def test_free_parking__shields_from_cards_that_collect(book: str) -> None:
    """Monopolist, free parking: cards that collect money do not touch who rests there, until he leaves."""
    start = {"position": {"Ann": CHEST[1] - 3, "Bo": PARKING, "Cy": JAIL}}
    game = do(sit(book, **start), "roll 1 2")  # type: ignore[arg-type]
    draw(game, "collect_each")
    assert paid(game, "card") == [("Cy", "Ann", 10)]
    gone = do(sit(book, position={"Ann": CHEST[1] - 3, "Bo": PARKING + 1}), "roll 1 2")
    draw(gone, "collect_each")
    assert paid(gone, "card") == [("Bo", "Ann", 10), ("Cy", "Ann", 10)]


@in_books("monopolist")
def test_free_parking__shields_from_nothing_else(book: str) -> None:
    """Which cards collect is open: those by which one player collects from the others. Who rests there still deals,
    bids and collects."""
    start = {"position": {"Ann": CHANCE[1] - 3, "Bo": PARKING}}
    game = do(sit(book, **start), "roll 1 2")  # type: ignore[arg-type]
    draw(game, "pay_each")
    assert paid(game, "card") == [("Ann", "Bo", 50), ("Ann", "Cy", 50)]
    bids = do(sit(book, position={"Ann": 36, "Bo": PARKING}), "roll 1 2", "auction", "pass")
    assert actor(bids) == "Bo"


@in_books("monopolist", "moscow")
@pytest.mark.parametrize(("rule", "payers"), [("shield", ["Cy"]), ("nothing", ["Bo", "Cy"])])
def test_free_parking__shield_is_an_option(book: str, rule: str, payers: list[str]) -> None:
    start = {"position": {"Ann": CHEST[1] - 3, "Bo": PARKING}}
    game = do(sit(book, options={"free_parking": rule}, **start), "roll 1 2")  # type: ignore[arg-type]
    draw(game, "collect_each")
    assert [payer for payer, *_ in paid(game, "card")] == payers


# The pot on Free Parking, a usual house rule


POT: dict[str, object] = {"free_parking.pot": True}


def test_free_parking__pot_of_taxes_fines_and_cards_as_a_house_rule() -> None:
    """Taxes, jail fines and what cards cost go into the pot; who stops there takes it all."""
    game = sit("moscow", options=POT, position={"Ann": 1, "Bo": JAIL, "Cy": CHEST[1] - 3}, jail={"Bo": 0})
    do(game, "roll 1 2", "pay", "roll 3 4", "draw bank_error", "roll 1 2", "draw hospital")
    assert game.state.pots["parking"] == 200 + 50 + 100
    assert [(who, amount) for who, _, amount in paid(game)] == [
        ("Ann", 200),
        ("Bo", 50),
        ("the bank", 200),
        ("Cy", 100),
    ]
    game = sit("moscow", options=POT, pots={"parking": 350}, position={"Ann": PARKING - 3})
    do(game, "roll 1 2")
    assert (game.state.cash["Ann"], game.state.pots["parking"]) == (1850, 0)


def test_free_parking__pot_does_not_take_prices_and_rents() -> None:
    game = sit("moscow", options=POT, position={"Ann": 36}, deeds={"Bo": BROWN})
    do(game, "roll 1 2", "buy", "roll 1 2", "roll 1 2")
    assert game.state.pots["parking"] == 0
    assert paid(game, "rent") == [("Cy", "Bo", 8)]


def test_free_parking__empty_pot_pays_nothing() -> None:
    game = do(sit("moscow", options=POT, position={"Ann": PARKING - 3}), "roll 1 2")
    assert (paid(game), game.state.cash["Ann"]) == ([], 1500)


def test_go_to_jail__is_no_visit_of_the_jail_space() -> None:
    game = do(sit("moscow", position={"Ann": TO_JAIL - 3}), "roll 1 2")
    assert happened(game, "visited") == []
