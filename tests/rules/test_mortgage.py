"""Mortgages: the loan, what has to be sold first, redemption, and mortgaged deeds that change hands.
Deeds: 39 lends 200, 37 lends 175, a station 100, a utility 75, space 1 30."""

import pytest
from at_table import DARK_BLUE, LIGHT_BLUE, actor, do, every_book, happened, in_books, kind, paid, sit
from choosing import deed, levels, owners, purses, refused

PERCENT = (
    "ukraine_ru", "ukraine_uk", "moscow_overview", "moscow", "home_print", "disney", "fifa", "classic_us",
    "classic_london",
)  # fmt: skip
TEN_NOW = ("ukraine_ru", "ukraine_uk", "moscow", "home_print", "disney", "fifa", "classic_us", "classic_london")
BY_SITE = ("ukraine_ru", "ukraine_uk", "monopolist", "moscow_overview", "moscow", "home_print", "disney")


@every_book
def test_mortgage_value__the_loan_on_the_deed(book: str) -> None:
    """Sections on mortgages: the bank lends the sum on the back of the deed. The Ukrainian text lost the sentence
    and is read like the Russian one."""
    game = do(sit(book, deeds={"Ann": [39, 12]}), "mortgage 39", "mortgage 12")
    assert paid(game, "mortgage") == [("the bank", "Ann", 200), ("the bank", "Ann", 75)]
    assert {game.edition.space(name) for name in game.state.mortgages} == {39, 12}
    assert refused(game, "mortgage 39") == "already_mortgaged"
    assert refused(game, "Bo: mortgage 39") == "not_owner"


@every_book
def test_mortgage_only_in_need__whenever_one_likes(book: str) -> None:
    """The books speak of mortgages for want of money; read as advice: at any time of dealings."""
    game = sit(book, turn="Bo", position={"Bo": 3}, deeds={"Ann": [39]})
    do(game, "roll 1 2", "Ann: mortgage 39")
    assert (kind(game), purses(game)[0]) == ("buy", 1700)


def test_mortgage_only_in_need__to_pay_a_debt_as_an_option() -> None:
    in_need = {"mortgage_only_in_need": True}
    game = sit("moscow", options=in_need, position={"Ann": 1}, cash={"Ann": 30}, deeds={"Ann": [39]})
    assert refused(game, "mortgage 39") == "mortgage_only_in_need"
    do(game, "roll 1 2")
    assert (kind(game), actor(game)) == ("debt", "Ann")  # a tax of 200
    assert purses(do(game, "mortgage 39", "pay"))[0] == 30


@in_books(*BY_SITE)
def test_mortgage_condition__the_site_itself_without_buildings(book: str) -> None:
    """Sections on mortgages: the buildings of that site are sold first. The Disney book does not say which
    buildings; read alike."""
    game = sit(book, deeds={"Ann": DARK_BLUE}, buildings={37: 1})
    assert refused(game, "mortgage 37") == "site_built"
    do(game, "mortgage 39")
    assert levels(game, 37, 39) == [1, 0]


@in_books("monopolist")
def test_mortgage_condition__one_house_stays_on_the_others(book: str) -> None:
    """Monopolist book, section on mortgages: clear the site to be mortgaged; one house each may stay elsewhere."""
    game = sit(book, deeds={"Ann": LIGHT_BLUE}, buildings={6: 1, 8: 2, 9: 2})
    assert refused(game, "sell 6") == "uneven_sale"
    do(game, "sell 8", "sell 9", "sell 6", "mortgage 6")
    assert levels(game, *LIGHT_BLUE) == [0, 1, 1]
    assert refused(game, "build 8") == "group_mortgaged"


@in_books("fifa", "classic_us", "classic_london")
def test_mortgage_condition__the_whole_group_without_buildings(book: str) -> None:
    """FIFA book, section on mortgages: all buildings of the group are sold first; so in the two classic editions."""
    game = sit(book, deeds={"Ann": DARK_BLUE}, buildings={37: 1})
    assert refused(game, "mortgage 37") == "site_built"
    assert refused(game, "mortgage 39") == "group_built"
    do(game, "sell 37", "mortgage 39")


@pytest.mark.parametrize(("book", "reading"), [("fifa", "site_clear"), ("monopolist", "group_clear")])
def test_mortgage_condition__the_other_reading_as_an_option(book: str, reading: str) -> None:
    game = sit(book, options={"mortgage_condition": reading}, deeds={"Ann": DARK_BLUE}, buildings={37: 1})
    if reading == "group_clear":
        assert refused(game, "mortgage 39") == "group_built"
    else:
        do(game, "mortgage 39")


@in_books(*PERCENT)
def test_redeem__the_loan_and_ten_per_cent(book: str) -> None:
    """Sections on mortgages: the loan and 10 % on top; no book rounds, so up to the next unit (75: 82.5)."""
    game = sit(book, cash={"Ann": 192}, deeds={"Ann": [37, 12, 1]}, mortgaged=[37, 12, 1])
    assert refused(game, "redeem 37") == "not_enough_cash"  # 175 and 17.5
    do(game, "redeem 12", "redeem 1")
    assert paid(game, "redemption") == [("Ann", "the bank", 83), ("Ann", "the bank", 33)]
    assert [game.edition.space(name) for name in game.state.mortgages] == [37]
    assert refused(game, "redeem 12") == "not_mortgaged"


@in_books("monopolist")
def test_redeem__the_sum_printed_on_the_deed(book: str) -> None:
    """Monopolist book, section on mortgages: the sum stands on the back of the deed, whatever the percentage."""
    options = {"redeem.percent": 50, "rounding": "down"}
    game = do(sit(book, options=options, deeds={"Ann": [37, 12]}, mortgaged=[37, 12]), "redeem 37", "redeem 12")
    assert paid(game, "redemption") == [("Ann", "the bank", 193), ("Ann", "the bank", 83)]


@pytest.mark.parametrize(
    ("percent", "rounding", "cost"),
    [(10, "up", 83), (10, "down", 82), (10, "nearest", 83), (3, "up", 78), (3, "down", 77), (3, "nearest", 77)],
)
def test_redeem__rounding_and_percentage_as_options(percent: int, rounding: str, cost: int) -> None:
    """75 with 10 % is 82.5, with 3 % it is 77.25."""
    options = {"rounding": rounding, "redeem.percent": percent}
    game = do(sit("moscow", options=options, deeds={"Ann": [12]}, mortgaged=[12]), "redeem 12")
    assert purses(game)[0] == 1500 - cost


def test_redeem__by_percentage_where_the_deed_prints_no_sum() -> None:
    game = do(sit("moscow", options={"redeem": "printed"}, deeds={"Ann": [12]}, mortgaged=[12]), "redeem 12")
    assert purses(game)[0] == 1500 - 83


def test_redeem__by_percentage_as_an_option_of_printed_sums() -> None:
    options = {"redeem": "percent", "redeem.percent": 50}
    game = do(sit("monopolist", options=options, deeds={"Ann": [12]}, mortgaged=[12]), "redeem 12")
    assert purses(game)[0] == 1500 - 113


def test_redeem__between_the_moves_of_others_with_the_own_cash() -> None:
    """At any time: Bo redeems in Ann's turn; his cash counts, not hers."""
    for cash, reason in (({"Ann": 0, "Bo": 220}, None), ({"Ann": 1500, "Bo": 219}, "not_enough_cash")):
        game = sit("moscow", cash=cash, deeds={"Bo": [39]}, mortgaged=[39])
        if reason:
            assert refused(game, "Bo: redeem 39") == reason
        else:
            assert purses(do(game, "Bo: redeem 39")) == (0, 0, 1500)
            assert [event.player for event in happened(game, "redeemed")] == ["Bo"]


@every_book
def test_mortgage_ownership__nobody_else_redeems_it(book: str) -> None:
    """Sections on mortgages: it stays the owner's; others cannot buy it out from the bank, only from him."""
    game = sit(book, deeds={"Ann": [39]}, mortgaged=[39])
    assert refused(game, "Bo: redeem 39") == "not_owner"
    do(game, f"trade Bo: {deed(game, 39)} for 1", "accept")
    if kind(game) == "inherit":
        do(game, "redeem")
    else:
        do(game, "Bo: redeem 39")
    assert purses(game) == (1501, 1500 - 1 - 220, 1500)
    assert not game.state.mortgages


@in_books(*TEN_NOW)
def test_transfer_mortgaged__ten_per_cent_now_and_again_later(book: str) -> None:
    """Sections on mortgages and, in the FIFA book, on deals: the buyer pays 10 % at once and leaves it mortgaged,
    then the loan and 10 % to redeem it. The hryvnia edition is read so."""
    game = sit(book, deeds={"Ann": [12]}, mortgaged=[12])
    do(game, f"trade Bo: {deed(game, 12)} for 40", "accept")
    assert (kind(game), actor(game)) == ("inherit", "Bo")
    do(game, "leave mortgaged")
    assert paid(game, "transfer_fee") == [("Bo", "the bank", 8)]
    do(game, "Bo: redeem 12")
    assert purses(game) == (1540, 1500 - 40 - 8 - 83, 1500)


@in_books(*TEN_NOW)
def test_transfer_mortgaged__or_redeemed_at_once(book: str) -> None:
    game = sit(book, deeds={"Ann": [12]}, mortgaged=[12])
    do(game, f"trade Bo: {deed(game, 12)} for 40", "accept", "redeem")
    assert purses(game) == (1540, 1500 - 40 - 83, 1500)
    assert not game.state.mortgages
    assert (kind(game), actor(game)) == ("dice", "Ann")


@in_books("monopolist")
def test_transfer_mortgaged__must_be_redeemed(book: str) -> None:
    """Monopolist book, section on mortgages: whoever buys it has to redeem it, at the sum on its back."""
    game = sit(book, cash={"Bo": 122}, deeds={"Ann": [12]}, mortgaged=[12])
    assert refused(game, f"trade Bo: {deed(game, 12)} for 40") == "offer_their_cash"
    do(game, f"trade Bo: {deed(game, 12)} for 39", "accept")
    assert (kind(game), actor(game)) == ("inherit", "Bo")
    assert refused(game, "leave mortgaged") == "must_redeem"
    do(game, "redeem")
    assert purses(game) == (1539, 0, 1500)


@in_books("moscow_overview")
def test_transfer_mortgaged__nothing_until_it_is_to_earn(book: str) -> None:
    """Overview article, section on selling: to collect rent or build, the new owner first pays debt and interest."""
    game = sit(book, deeds={"Ann": [37], "Bo": [39]}, mortgaged=[37])
    do(game, f"trade Bo: {deed(game, 37)} for 40", "accept")
    assert purses(game) == (1540, 1460, 1500)
    assert (kind(game), actor(game)) == ("dice", "Ann")
    assert refused(game, "Bo: build 39") == "group_mortgaged"
    do(game, "Bo: redeem 37", "Bo: build 39")
    assert purses(game)[1] == 1460 - 193 - 200


@pytest.mark.parametrize("reading", ["fee_or_redeem", "must_redeem", "free"])
def test_transfer_mortgaged__each_reading_as_an_option(reading: str) -> None:
    game = sit("moscow", options={"transfer_mortgaged": reading}, deeds={"Ann": [12]}, mortgaged=[12])
    do(game, f"trade Bo: {deed(game, 12)} for 40", "accept")
    assert kind(game) == ("dice" if reading == "free" else "inherit")
    if reading == "must_redeem":
        assert refused(game, "leave mortgaged") == "must_redeem"
    if reading == "fee_or_redeem":
        do(game, "leave mortgaged")


def test_transfer_mortgaged__ten_per_cent_of_the_price_as_an_option() -> None:
    """Of the value to the letter of the Monopolist and Disney books: 10 % of 150, not of 75."""
    game = sit("disney", options={"transfer_mortgaged.base": "price"}, deeds={"Ann": [12]}, mortgaged=[12])
    do(game, f"trade Bo: {deed(game, 12)} for 40", "accept", "leave mortgaged")
    assert paid(game, "transfer_fee") == [("Bo", "the bank", 15)]


def test_transfer_mortgaged__cash_lasts_for_every_deed_taken_over() -> None:
    """Two mortgaged stations at 10 each or 110 to redeem: with 120 one can be redeemed, with 119 none."""
    for purse, reason in ((120, None), (119, "not_enough_cash")):
        game = sit("moscow", cash={"Bo": purse}, deeds={"Ann": [5, 15], "Bo": [1]}, mortgaged=[5, 15])
        do(game, f"trade Bo: {deed(game, 5)} + {deed(game, 15)} for {deed(game, 1)}", "accept")
        if reason:
            assert refused(game, "redeem") == reason
            do(game, "leave mortgaged")
        else:
            do(game, "redeem")
        do(game, "leave mortgaged")
        assert owners(game, 5, 15) == ["Bo", "Bo"]
    poor = sit("moscow", cash={"Bo": 19}, deeds={"Ann": [5, 15], "Bo": [1]}, mortgaged=[5, 15])
    assert refused(poor, f"trade Bo: {deed(poor, 5)} + {deed(poor, 15)} for {deed(poor, 1)}") == "offer_their_cash"
