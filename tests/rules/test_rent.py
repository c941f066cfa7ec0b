"""Rent: by the deed, doubled for a full group, asked for in time, let off."""

import pytest
from at_table import (
    BOOKS,
    CHANCE,
    DARK_BLUE,
    GREEN,
    ORANGE,
    STATIONS,
    UTILITIES,
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
from monopoly_lab.common.messages import say
from monopoly_lab.editions import Edition, load_edition

# The dearest site of the classic board and the orange one beside it, as every table of the classic deeds prints them;
# the other books print no deeds, or say that theirs equal the classic ones.
DEAREST = {0: 50, 1: 200, 2: 600, 3: 1400, 4: 1700, "hotel": 2000}
NEW_YORK = {0: 16, 1: 80, 2: 220, 3: 600, 4: 800, "hotel": 1000}


def visit(book: str, space: int, options: dict[str, object] | None = None, **start: object) -> Game:
    """Ann comes to `space` by a throw of 1 and 2; Bo owns what `start` says, Cy sits on."""
    return do(sit(book, options=options, **({"position": {"Ann": (space - 3) % 40}} | start)), "roll 1 2")


def rent(game: Game) -> list[tuple[str | None, str | None, int]]:
    return paid(game, "rent")


@every_book
def test_rent_basic__deed_rent_of_a_bare_site(book: str) -> None:
    """By the deed (rent)."""
    assert rent(visit(book, 39, deeds={"Bo": [39]})) == [("Ann", "Bo", 50)]
    assert rent(visit(book, 19, deeds={"Bo": [19]})) == [("Ann", "Bo", 16)]


@every_book
@pytest.mark.parametrize("level", [1, 2, 3, 4, "hotel"])
def test_rent_basic__more_with_each_building(book: str, level: int | str) -> None:
    """By the deed, more with every building (rent)."""
    group = {"deeds": {"Bo": [*DARK_BLUE, *ORANGE]}}
    built = dict.fromkeys((*DARK_BLUE, *ORANGE), level)
    many = {"components.houses": 50}
    rich = {"cash": {"Ann": 5000}}
    assert rent(visit(book, 39, many, buildings=built, **group, **rich)) == [("Ann", "Bo", DEAREST[level])]
    assert rent(visit(book, 19, many, buildings=built, **group, **rich)) == [("Ann", "Bo", NEW_YORK[level])]


@in_books("moscow_overview", "home_print", "fifa", "ukraine_ru", "ukraine_uk", "monopolist", "classic_london")
def test_rent_double__twice_the_deed_for_a_full_group_without_buildings(book: str) -> None:
    """Doubled on a bare site whose group has one owner (rent). The hryvnia and Monopolist books do not limit this to
    bare sites; they are read like the others."""
    assert rent(visit(book, 39, deeds={"Bo": DARK_BLUE})) == [("Ann", "Bo", 100)]
    assert rent(visit(book, 39, deeds={"Bo": [39], "Cy": [37]})) == [("Ann", "Bo", 50)]
    assert rent(visit(book, 19, deeds={"Bo": ORANGE[1:]})) == [("Ann", "Bo", 16)]
    assert rent(visit(book, 19, deeds={"Bo": ORANGE})) == [("Ann", "Bo", 32)]
    built = visit(book, 39, deeds={"Bo": DARK_BLUE}, buildings={37: 1, 39: 1})
    assert rent(built) == [("Ann", "Bo", 200)]


@in_books("moscow", "disney", "classic_us")
def test_rent_double__bare_site_beside_built_ones(book: str) -> None:
    """Rouble and Disney books, on houses: with one or two sites built the bare ones still earn double."""
    assert rent(visit(book, 39, deeds={"Bo": DARK_BLUE})) == [("Ann", "Bo", 100)]
    assert rent(visit(book, 39, deeds={"Bo": DARK_BLUE}, buildings={37: 1})) == [("Ann", "Bo", 100)]
    assert rent(visit(book, 37, deeds={"Bo": DARK_BLUE}, buildings={37: 1})) == [("Ann", "Bo", 175)]


@in_books("ukraine_ru", "ukraine_uk", "monopolist")
def test_rent_double__of_built_sites_too_as_the_literal_reading(book: str) -> None:
    """Hryvnia edition, buying; Monopolist, rent: "double the rent of the deed", not "of bare sites"."""
    literal: dict[str, object] = {"rent_double.unimproved_only": False}
    assert rent(visit(book, 39, literal, deeds={"Bo": DARK_BLUE}, buildings={37: 1, 39: 1})) == [("Ann", "Bo", 400)]
    assert rent(visit(book, 39, literal, deeds={"Bo": DARK_BLUE})) == [("Ann", "Bo", 100)]
    assert rent(visit(book, 39, literal, deeds={"Bo": [39]})) == [("Ann", "Bo", 50)]


@pytest.mark.parametrize(
    ("lang", "words"), [("en", "keep it while others"), ("ru", "даже когда в группе"), ("uk", "навіть коли в групі")]
)
def test_rent_double__the_option_says_what_is_played(lang: str, words: str) -> None:
    """As the case above shows, the bare site beside built ones keeps the double rent."""
    assert words in say("option.rent_double.unimproved_only", lang)


def test_rent_double__factor_is_an_option() -> None:
    assert rent(visit("moscow", 39, {"rent_double": 3}, deeds={"Bo": DARK_BLUE})) == [("Ann", "Bo", 150)]
    assert rent(visit("moscow", 39, {"rent_double": 1}, deeds={"Bo": DARK_BLUE})) == [("Ann", "Bo", 50)]


@in_books("monopolist", "moscow", "home_print", "disney", "fifa", "classic_us", "classic_london")
def test_rent_group_mortgaged__cancels_the_double_rent(book: str) -> None:
    """With a site of the group mortgaged its owner cannot take double rent on the others (rent). The football book
    says "none of the streets" where it has teams."""
    assert rent(visit(book, 39, deeds={"Bo": DARK_BLUE}, mortgaged=[37])) == [("Ann", "Bo", 50)]
    assert rent(visit(book, 39, deeds={"Bo": DARK_BLUE})) == [("Ann", "Bo", 100)]


@in_books("ukraine_ru", "ukraine_uk", "moscow_overview")
def test_rent_group_mortgaged__others_of_the_group_earn_double_all_the_same(book: str) -> None:
    """Hryvnia edition, buying and mortgage: «если данный участок владельцем заложен в банк, он не может взымать с Вас
    арендную плату», this site and no other. Overview, stopping on someone else's real estate, alike: "it may require a
    rent in a double size on any undeveloped area ... if the property has been laid, then rent can not be charged"."""
    assert rent(visit(book, 39, deeds={"Bo": DARK_BLUE}, mortgaged=[37])) == [("Ann", "Bo", 100)]


@in_books("ukraine_ru", "monopolist")
@pytest.mark.parametrize(("cancels", "due"), [(True, 50), (False, 100)])
def test_rent_group_mortgaged__is_an_option(book: str, cancels: bool, due: int) -> None:
    rule: dict[str, object] = {"rent_group_mortgaged.cancels": cancels}
    assert rent(visit(book, 39, rule, deeds={"Bo": DARK_BLUE}, mortgaged=[37])) == [("Ann", "Bo", due)]


@every_book
@pytest.mark.parametrize("space", [39, STATIONS[0], UTILITIES[0]])
def test_rent_mortgaged_site__earns_nothing(book: str, space: int) -> None:
    """No rent on what is mortgaged; others of the group earn theirs (rent; mortgage)."""
    game = visit(book, space, deeds={"Bo": [space]}, mortgaged=[space])
    assert (rent(game), actor(game)) == ([], "Bo")
    assert len(happened(game, "no_rent")) == 1


@every_book
def test_rent_mortgaged_site__other_stations_still_earn_and_count(book: str) -> None:
    """Rent of the others is not touched; a mortgaged station is still owned."""
    game = visit(book, STATIONS[1], deeds={"Bo": STATIONS[:2]}, mortgaged=[STATIONS[0]])
    assert rent(game) == [("Ann", "Bo", 50)]


@in_books("ukraine_ru", "ukraine_uk")
def test_rent_mortgaged_site__buildings_cannot_be_mortgaged(book: str) -> None:
    """The section on buying knows mortgaged buildings, the section on mortgages demands that they be sold first: a
    built site cannot be mortgaged, so the case never comes up."""
    game = sit(book, deeds={"Ann": DARK_BLUE}, buildings={37: 1, 39: 1})
    assert game.why_not("mortgage 39") is not None
    assert not [text for text in game.acts()["Ann"] if text.startswith("mortgage")]


@in_books("ukraine_ru", "ukraine_uk", "monopolist")
def test_rent_deadline__rent_is_due_without_being_asked_for(book: str) -> None:
    """Hryvnia and Monopolist books: the visitor has to pay, no time limit for asking is named."""
    assert rent(visit(book, 39, deeds={"Bo": [39]})) == [("Ann", "Bo", 50)]


ASKED: dict[str, object] = {"rent_claim": "asked"}


@in_books("moscow", "home_print", "disney", "fifa", "classic_us", "classic_london")
def test_rent_deadline__until_the_next_player_throws(book: str) -> None:
    """Rent: the owner must ask before the next player throws; football book: or nothing is due."""
    open_rent = visit(book, 39, ASKED, deeds={"Bo": [39]})
    assert (rent(open_rent), actor(open_rent), kind(open_rent)) == ([], "Bo", "dice")
    in_time = do(open_rent.fork(), "Bo: claim 39")
    assert rent(in_time) == [("Ann", "Bo", 50)]
    assert (actor(in_time), kind(in_time)) == ("Bo", "dice")
    late = do(open_rent, "roll 1 3")
    assert [event.space for event in happened(late, "rent_lapsed")] == [late.edition.spaces[39].id]
    assert late.why_not("Bo: claim 39") is not None
    assert rent(late) == []


@in_books("moscow", "home_print", "disney", "fifa")
def test_rent_deadline__own_extra_throw_of_the_visitor_does_not_end_it(book: str) -> None:
    """Next player's throw, not the visitor's own after a double: both rents can still be asked for, each by the dice
    that brought the visitor."""
    game = sit(book, options=ASKED | {"utilities.dice": "move"}, deeds={"Bo": [12, 19]}, position={"Ann": 8})
    do(game, "roll 2 2")
    assert (actor(game), kind(game), at(game, "Ann")) == ("Ann", "dice", 12)
    do(game, "roll 3 4")
    assert actor(game) == "Bo"
    do(game, "Bo: claim 12", "Bo: claim 19")
    assert rent(game) == [("Ann", "Bo", 16), ("Ann", "Bo", 16)]
    spaces = [event.space for event in happened(game, "paid") if event.cause == "rent"]
    assert spaces == [game.edition.spaces[12].id, game.edition.spaces[19].id]


@in_books("moscow_overview")
def test_rent_deadline__until_the_visitors_own_next_move(book: str) -> None:
    """Overview article, rent: "before the next progress of the player who stopped"; his extra throw ends it too, the
    throws of others do not."""
    game = sit(book, options=ASKED, deeds={"Bo": [39], "Ann": [3]}, position={"Ann": 37})
    do(game, "roll 1 1")
    in_time = do(game.fork(), "Bo: claim 39")
    assert rent(in_time) == [("Ann", "Bo", 50)]
    do(game, "roll 1 3")
    assert len(happened(game, "rent_lapsed")) == 1
    assert game.why_not("Bo: claim 39") is not None
    game = do(visit(book, 39, ASKED, deeds={"Bo": [39], "Ann": [3]}), "roll 4 6", "roll 4 6")
    assert actor(game) == "Ann" and not happened(game, "rent_lapsed")
    assert rent(do(game.fork(), "Bo: claim 39")) == [("Ann", "Bo", 50)]
    assert len(happened(do(game, "roll 1 3"), "rent_lapsed")) == 1


def test_rent_deadline__any_throw_as_an_option() -> None:
    """Not in a book: no throw of anybody comes before the rent is asked for."""
    rule = ASKED | {"rent_deadline": "before_next_roll"}
    game = do(sit("moscow", options=rule, deeds={"Bo": [39], "Ann": [3]}, position={"Ann": 37}), "roll 1 1")
    assert len(happened(do(game.fork(), "roll 1 3"), "rent_lapsed")) == 1
    assert len(happened(do(game, "finish turn", "roll 4 6"), "rent_lapsed")) == 1


@in_books("monopolist", "ukraine_ru", "ukraine_uk")
def test_rent_deadline__where_the_book_names_none_there_is_none(book: str) -> None:
    """Monopolist, «Остановка на чужом участке и аренда»: «с вас взимается арендная плата»; hryvnia edition,
    «Приобретение недвижимости»: «Вам придется заплатить аренду», and «Придбання нерухомості»: «Вам прийдеться заплатити
    орендну плату». None says until when: where owners have to ask, they may still do so after the next throws."""
    game = visit(book, 39, ASKED, deeds={"Bo": [39]})
    do(game, "roll 1 3", "buy" if "buy" in game.choices() else "roll 5 6")
    assert not happened(game, "rent_lapsed")
    do(game, "Bo: claim 39")
    assert rent(game) == [("Ann", "Bo", 50)]


def test_rent_deadline__none_at_all_as_an_option() -> None:
    """Open rents wait until they are asked for, also of several visitors of one space, the oldest first."""
    rule = ASKED | {"rent_deadline": "none"}
    game = sit("moscow", options=rule, deeds={"Cy": [3, 39]}, position={"Ann": 36, "Bo": 36})
    do(game, "roll 1 2", "roll 1 2", "roll 1 2")
    assert actor(game) == "Ann"
    do(game, "roll 5 6", "Cy: claim 39", "Cy: claim 39")
    assert rent(game) == [("Ann", "Cy", 50), ("Bo", "Cy", 50)]
    assert game.why_not("Cy: claim 39") is not None


@in_books("moscow_overview", "moscow", "home_print", "disney", "fifa", "classic_us")
def test_rent_claim__owner_asks_or_goes_without(book: str) -> None:
    """It is the owner's business to ask (rent; notes). With `rent_claim` "asked" nothing is paid by itself, and only
    the owner can ask; else it is asked for automatically."""
    assert rent(visit(book, 39, deeds={"Bo": [39]})) == [("Ann", "Bo", 50)]
    game = visit(book, 39, ASKED, deeds={"Bo": [39]})
    assert rent(game) == []
    assert game.why_not("Cy: claim 39") is not None
    assert game.why_not("Bo: claim 37") is not None
    assert f"claim {game.edition.spaces[39].id}" in game.acts()["Bo"]
    do(game, "Bo: claim 39")
    assert rent(game) == [("Ann", "Bo", 50)]
    assert game.why_not("Bo: claim 39") is not None


def test_rent_claim__is_open_to_its_owner_while_the_visitor_moves_on() -> None:
    game = do(sit("moscow", options=ASKED, deeds={"Bo": [39]}, position={"Ann": 33}), "roll 3 3")
    assert (actor(game), kind(game)) == ("Ann", "dice")
    claims = {player: [act for act in acts if "claim" in act] for player, acts in game.acts().items()}
    assert claims == {"Ann": [], "Bo": [f"Bo: claim {game.edition.spaces[39].id}"]}


def test_rent_claim__of_a_deed_sold_in_the_meantime_is_lost() -> None:
    """The claim is its owner's at the time of the visit, and of a deed he still has."""
    game = visit("moscow", 39, ASKED, deeds={"Bo": [39]})
    do(game, "trade Cy: arbat for 300", "accept")
    assert game.why_not("Cy: claim 39") is not None
    do(game, "Bo: claim 39")
    assert rent(game) == []


def test_rent_claim__is_the_rent_of_the_stop_whatever_is_built_before_it_is_asked_for() -> None:
    """Rouble book, rent: "you may require rent for this stop"; building afterwards does not raise it, nor does a
    mortgage end it. A deed of 50, doubled for the group."""
    game = visit("moscow", 39, ASKED, deeds={"Bo": DARK_BLUE})
    built = do(game.fork(), "Bo: build 39", "Bo: claim 39")
    assert rent(built) == [("Ann", "Bo", 100)]
    assert rent(do(game, "Bo: mortgage 39", "Bo: claim 39")) == [("Ann", "Bo", 100)]


@pytest.mark.parametrize("first", [0, 1])
def test_rent_claim__each_of_several_is_its_own_in_any_order(first: int) -> None:
    """Rouble book, rent: each stop has its own; whichever is asked for first, the other stays open. Bare sites of a
    group earn double."""
    rule = ASKED | {"rent_deadline": "none"}
    game = sit("moscow", ["Ann", "Bo"], options=rule, deeds={"Bo": DARK_BLUE}, position={"Ann": 34, "Bo": 17})
    do(game, "roll 1 2", "roll 1 2", "roll 1 1")
    order = [(37, 70), (39, 100)]
    for space, due in (order[first], order[1 - first]):
        before = len(rent(game))
        do(game, f"Bo: claim {space}")
        assert rent(game)[before:] == [("Ann", "Bo", due)]


def test_rent_claim__with_more_open_than_can_be_kept_the_oldest_lapses() -> None:
    """Sixteen open rents are kept; a seventeenth lets the first go, and says so."""
    rule = ASKED | {"rent_deadline": "none"}
    game = sit(
        "moscow", ["Ann", "Bo"], options=rule, deeds={"Bo": STATIONS}, position={"Ann": 5, "Bo": 5}, cash={"Ann": 9000}
    )
    do(game, *["roll 4 6"] * 32)
    assert (len(happened(game, "rent_open")), len(happened(game, "rent_lapsed"))) == (16, 0)
    do(game, "roll 4 6")
    assert (len(happened(game, "rent_open")), len(happened(game, "rent_lapsed"))) == (17, 1)
    do(game, *(f"Bo: claim {STATIONS[n % 4]}" for n in range(2, 18)))
    assert len(rent(game)) == 16


@in_books("moscow_overview", "moscow")
def test_rent_waive__owner_simply_does_not_ask(book: str) -> None:
    """The overview article lets the owner forgo rent; elsewhere nothing is said: not asking is enough, and lets it
    lapse, in the article when the visitor throws again."""
    game = do(visit(book, 39, ASKED, deeds={"Bo": [39]}), "roll 4 6", "roll 4 6", "roll 1 3")
    assert rent(game) == []
    assert len(happened(game, "rent_lapsed")) == 1


@in_books("fifa")
def test_rent_waive__nothing_can_be_promised(book: str) -> None:
    """Football book, keep to the rules: no promises of free stays. An offer is made of cash, deeds and cards alone, and
    a rent that was not asked for is lost, not forgiven for the future."""
    game = do(visit(book, 39, ASKED, deeds={"Bo": [39]}, position={"Ann": 36, "Cy": 36}), "roll 1 3")
    assert len(happened(game, "rent_lapsed")) == 1
    do(game, "roll 1 2", "Bo: claim 39")
    assert rent(game) == [("Cy", "Bo", 50)]


@in_books("moscow_overview", "moscow")
@pytest.mark.parametrize("claim", ["automatic", "asked"])
def test_rent_waive__both_ways_to_see_to_the_rent_are_options(book: str, claim: str) -> None:
    game = visit(book, 39, {"rent_claim": claim}, deeds={"Bo": [39]})
    assert bool(rent(game)) == (claim == "automatic")


@every_book
@pytest.mark.parametrize("space", [39, STATIONS[0], UTILITIES[0]])
def test_own_property__nothing_happens(book: str, space: int) -> None:
    """Football book, your own property: nothing happens, nothing is earned; no other book says so."""
    game = visit(book, space, deeds={"Ann": [space]})
    assert (dict(game.state.cash)["Ann"], actor(game)) == (1500, "Bo")
    assert happened(game, "paid") == []


@in_books("fifa")
def test_own_property__nothing_happens_in_the_football_book(book: str) -> None:
    game = visit(book, 39, deeds={"Ann": DARK_BLUE}, buildings={37: 1, 39: 1})
    assert (paid(game), actor(game)) == ([], "Bo")


def test_rent__more_than_the_cash_becomes_a_debt() -> None:
    game = visit("moscow", 39, deeds={"Bo": GREEN + DARK_BLUE}, cash={"Ann": 30})
    assert (kind(game), actor(game)) == ("debt", "Ann")


# Utilities


@in_books(
    "ukraine_ru", "ukraine_uk", "moscow_overview", "moscow", "home_print", "disney", "classic_us", "classic_london"
)
@pytest.mark.parametrize(("throw", "owned", "due"), [("1 2", 1, 12), ("1 2", 2, 30), ("5 6", 1, 44), ("5 6", 2, 110)])
def test_utilities__four_or_ten_times_the_dice_of_the_move(book: str, throw: str, owned: int, due: int) -> None:
    """Four times with one, ten times with both, of the throw that brought the visitor (sections on utilities); the
    Disney book's "a cube" means both dice, the overview article's "dice" those of the move."""
    steps = sum(map(int, throw.split()))
    game = sit(book, deeds={"Bo": UTILITIES[:owned]}, position={"Ann": 12 - steps})
    do(game, f"roll {throw}")
    assert rent(game) == [("Ann", "Bo", due)]
    assert actor(game) == "Bo"


@in_books("monopolist", "fifa")
@pytest.mark.parametrize(("owned", "due"), [(1, 44), (2, 110)])
def test_utilities__four_or_ten_times_a_new_throw(book: str, owned: int, due: int) -> None:
    """Monopolist and football book, utilities: the visitor throws again for the rent."""
    game = visit(book, 12, deeds={"Bo": UTILITIES[:owned]})
    assert (kind(game), actor(game), rent(game)) == ("dice", "Ann", [])
    do(game, "roll 5 6")
    assert rent(game) == [("Ann", "Bo", due)]
    assert (at(game, "Ann"), actor(game)) == (12, "Bo")


@in_books("monopolist", "fifa")
def test_utilities__double_thrown_for_the_rent_gives_no_extra_throw(book: str) -> None:
    """The throw for the rent is no move: its double neither throws again nor counts towards the third."""
    game = do(visit(book, 12, deeds={"Bo": [12]}), "roll 6 6")
    assert (rent(game), actor(game)) == ([("Ann", "Bo", 48)], "Bo")
    game = do(sit(book, deeds={"Bo": [12]}, position={"Ann": 8}), "roll 2 2", "roll 1 2")
    assert (rent(game), actor(game), kind(game)) == ([("Ann", "Bo", 12)], "Ann", "dice")


@pytest.mark.parametrize(("dice", "due"), [("move", 12), ("new_roll", 44)])
@in_books("moscow", "fifa")
def test_utilities__dice_are_an_option(book: str, dice: str, due: int) -> None:
    game = visit(book, 12, {"utilities.dice": dice}, deeds={"Bo": [12]})
    if dice == "new_roll":
        do(game, "roll 5 6")
    assert rent(game) == [("Ann", "Bo", due)]


def test_utilities__new_throw_for_a_rent_that_is_asked_for() -> None:
    """With claims by hand the new throw comes when the owner asks, and then the game goes on where it was."""
    game = visit("fifa", 12, ASKED, deeds={"Bo": [12]})
    assert (actor(game), kind(game)) == ("Bo", "dice")
    do(game, "Bo: claim 12")
    assert actor(game) == "Ann"
    do(game, "roll 2 2")
    assert rent(game) == [("Ann", "Bo", 16)]
    assert (actor(game), kind(game), len(happened(game, "rent_lapsed"))) == ("Bo", "dice", 0)


@in_books("moscow_overview", "moscow", "classic_us")
def test_utilities_by_card__ten_times_a_new_throw_by_the_classic_card(book: str) -> None:
    """The decks that are known, American and Moscow ones: the card itself says ten times a new throw."""
    game = do(sit(book, deeds={"Bo": [12]}, position={"Ann": CHANCE[0] - 3}), "roll 1 2")
    draw(game, "nearest", kind="utility")
    assert (at(game, "Ann"), kind(game), actor(game)) == (12, "dice", "Ann")
    do(game, "roll 2 3")
    assert rent(game) == [("Ann", "Bo", 50)]


@in_books("moscow_overview", "moscow", "home_print", "ukraine_ru")
@pytest.mark.parametrize(
    ("times", "owned", "due"), [("owned", [12], 20), ("owned", [12, 28], 50), ("card", [12], None)]
)
def test_utilities_by_card__by_the_card_or_by_how_many_are_owned_as_an_option(
    book: str, times: str, owned: list[int], due: int | None
) -> None:
    """The same sentence in four texts, read in two ways: by the card where it is known to say ten times, else by the
    book. The option has the book's four and ten times everywhere."""
    options: dict[str, object] = {"utilities_by_card.times": times}
    game = do(sit(book, options=options, deeds={"Bo": owned}, position={"Ann": CHANCE[0] - 3}), "roll 1 2")
    draw(game, "nearest", kind="utility")
    do(game, "roll 2 3")
    known = book in ("moscow_overview", "moscow")
    assert rent(game) == [("Ann", "Bo", due or (50 if known else 20))]


@in_books("ukraine_ru", "ukraine_uk", "home_print")
@pytest.mark.parametrize(("owned", "due"), [([12], 20), ([12, 28], 50)])
def test_utilities_by_card__new_throw_sets_the_rent(book: str, owned: list[int], due: int) -> None:
    """Both hryvnia texts and the print-at-home rules, sections on utilities: who comes by a card throws to find out
    what is due, four times the throw for one utility, ten times for both. Their decks are not known."""
    game = do(sit(book, deeds={"Bo": owned}, position={"Ann": CHANCE[0] - 3}), "roll 1 2")
    draw(game, "nearest", kind="utility")
    assert (at(game, "Ann"), kind(game), actor(game)) == (12, "dice", "Ann")
    do(game, "roll 2 3")
    assert rent(game) == [("Ann", "Bo", due)]


@in_books("monopolist", "fifa")
@pytest.mark.parametrize(("owned", "due"), [([12], 20), ([12, 28], 50)])
def test_utilities_by_card__new_throw_as_always(book: str, owned: list[int], due: int) -> None:
    """Monopolist and football book, sections on utilities: a new throw every time, four times or ten times, so by a
    card too."""
    game = do(sit(book, deeds={"Bo": owned}, position={"Ann": CHANCE[0] - 3}), "roll 1 2")
    draw(game, "nearest", kind="utility")
    do(game, "roll 2 3")
    assert rent(game) == [("Ann", "Bo", due)]


@in_books("ukraine_ru", "ukraine_uk", "moscow_overview", "moscow", "home_print", "monopolist", "fifa")
def test_utilities_by_card__usual_factor_where_the_card_sets_none(book: str) -> None:
    """A card that merely sends back to a utility: four times a new throw."""
    game = do(_three_steps_behind_a_utility(book, {"first_player": 0}), "roll 1 2")
    draw(game, "move_back")
    assert (kind(game), actor(game)) == ("dice", "Ann")
    do(game, "roll 4 5")
    assert rent(game) == [("Ann", "Bo", 36)]


def _three_steps_behind_a_utility(book: str, options: dict[str, object]) -> Game:
    """A board with a Chance space three steps after the utility of space 12; Ann stands three before it."""
    edition, profile = BOOKS[book]
    under = load_edition(edition).under(profile)
    spaces = [dict(space) for space in under.content["spaces"]]
    spaces[15], spaces[22] = {**spaces[22], "id": spaces[22]["id"]}, spaces[15]
    start = {"turn": "Ann", "position": {"Ann": spaces[12]["id"]}, "deeds": {"Bo": [spaces[12]["id"]]}}
    return Game(Edition({**under.content, "spaces": spaces}), ("Ann", "Bo"), options=options, start=start)


# Stations


@in_books("ukraine_ru", "ukraine_uk", "moscow_overview", "moscow", "home_print", "disney", "fifa", "classic_us")
@pytest.mark.parametrize(("owned", "due"), [(1, 25), (2, 50), (3, 100), (4, 200)])
def test_stations__by_the_number_owned(book: str, owned: int, due: int) -> None:
    """By the number of stations the owner has (sections on stations, ports, transport, host cities); 25, 50, 100 and
    200 are printed in the football book and on the classic deeds."""
    game = visit(book, STATIONS[0], deeds={"Bo": STATIONS[:owned]})
    assert rent(game) == [("Ann", "Bo", due)]


@in_books("monopolist")
@pytest.mark.parametrize(("owned", "due"), [(1, 25), (2, 50), (3, 100), (4, 200)])
def test_stations__by_the_deed(book: str, owned: int, due: int) -> None:
    """Monopolist, stations: the rent of the deed; the classic deed prints it by the number owned."""
    assert rent(visit(book, STATIONS[0], deeds={"Bo": STATIONS[:owned]})) == [("Ann", "Bo", due)]


@in_books("moscow_overview")
def test_stations__rules_told_under_other_names_are_the_classic_ones(book: str) -> None:
    """The overview article calls the game Millionaire when it comes to stations; its stations are the classic ones."""
    assert rent(visit(book, STATIONS[3], deeds={"Bo": STATIONS})) == [("Ann", "Bo", 200)]


@in_books("ukraine_ru", "ukraine_uk", "moscow", "home_print", "disney", "fifa", "monopolist", "moscow_overview")
def test_stations__there_are_four(book: str) -> None:
    """Two railways, a sea port and an airport; four stations, ports, vehicles, host cities: the classic four."""
    edition = sit(book).edition
    assert [space.index for space in edition.spaces if space.kind == "station"] == list(STATIONS)


def test_stations__rent_in_jail_none_as_a_house_rule() -> None:
    """A usual house rule: a prisoner collects nothing (no book has it)."""
    rule: dict[str, object] = {"jail_rights.rent": False}
    start = {"deeds": {"Bo": STATIONS}, "jail": {"Bo": 0}}
    assert rent(visit("moscow", 5, rule, **start)) == []  # type: ignore[arg-type]
    assert rent(visit("moscow", 5, **start)) == [("Ann", "Bo", 200)]  # type: ignore[arg-type]
