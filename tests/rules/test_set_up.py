"""Setting up: players, bank, money, components, who begins."""

import pytest
from at_table import BOOKS, DARK_BLUE, RUINED, actor, do, every_book, happened, in_books, kind, paid, sit
from choosing import purses

from monopoly_lab import Game, load_edition
from monopoly_lab.common.errors import OptionError, SeatError

NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal", "Ida")
NOTES = {500: 2, 100: 4, 50: 1, 20: 1, 10: 2, 5: 1, 1: 5}


def fresh(book: str, seats: int, **options: object) -> Game:
    """A game from its very beginning."""
    edition, profile = BOOKS[book]
    return Game(edition, NAMES[:seats], options=profile | options)


@every_book
def test_books__each_is_played_by_its_own_rules(book: str) -> None:
    assert fresh(book, 2).edition.rulebook == book


@in_books("ukraine_ru", "ukraine_uk", "moscow", "disney", "classic_us")
def test_players__up_to_eight(book: str) -> None:
    """Two to eight (hryvnia edition, section on the number of players); eight tokens in the box (rouble and
    Disney books, contents)."""
    assert len(fresh(book, 8).players) == 8
    for seats in (1, 9):
        with pytest.raises(SeatError):
            fresh(book, seats)


@in_books("monopolist")
def test_players__up_to_six(book: str) -> None:
    """Monopolist, title page: two to six."""
    assert len(fresh(book, 6).players) == 6
    for seats in (1, 7):
        with pytest.raises(SeatError):
            fresh(book, seats)


@in_books("moscow_overview")
def test_players__two_or_more(book: str) -> None:
    """Overview article, introduction: two or more, no upper limit (but for the eight tokens of the box)."""
    assert len(fresh(book, 2).players) == 2
    assert len(fresh(book, 8).players) == 8
    with pytest.raises(SeatError):
        fresh(book, 1)


def test_players__number_is_an_option() -> None:
    three = {"players.min": 3, "players.max": 4}
    for seats in (2, 5):
        with pytest.raises(SeatError):
            fresh("moscow", seats, **three)
    assert len(fresh("moscow", 3, **three).players) == 3


@every_book
def test_banker__needs_no_seat_and_may_have_one(book: str) -> None:
    """Every book has one player run the bank; own money stays apart, and the banker may sit at the table or not
    (sections on the banker). So the bank is nobody's purse, whoever plays: it pays the cash of the start to all seats
    alike, and is not one of them."""
    game = fresh(book, 5)
    assert game.players == NAMES[:5]
    assert len({payer for payer, _, _ in paid(game, "start_cash")} | set(game.players)) == 6
    assert game.state.bank == -sum(game.state.cash.values()) - sum(game.state.pots.values())


@in_books("disney")
def test_banker__with_exactly_five_plays_too(book: str) -> None:
    """Disney book, banker and bank: fewer than five, the banker plays; more than five, he may abstain. Five are not
    spoken of: the banker plays, so five seats are five players."""
    game = fresh(book, 5)
    assert len(game.state.in_play) == 5
    do(game, *["roll 1 2"] * 4, "roll 6 6")
    assert actor(game) == "Ed"


@every_book
def test_start_cash__fifteen_hundred_for_everybody(book: str) -> None:
    """1500 in every book (preparation; banker and bank); in the football book the figure is lost and all values are
    said to be the classic ones."""
    game = fresh(book, 4)
    assert dict(game.state.cash) == dict.fromkeys(NAMES[:4], 1500)
    assert [amount for *_, amount in paid(game, "start_cash")] == [1500] * 4


def test_start_cash__another_sum_as_a_house_rule() -> None:
    assert dict(fresh("moscow", 2, start_cash=2000).state.cash) == {"Ann": 2000, "Bo": 2000}


@every_book
def test_start_notes__split_adds_up_to_the_start_cash(book: str) -> None:
    """Two of 500, four of 100, one each of 50 and 20, two of 10, one of 5, five of 1 (preparation; banker and bank)."""
    notes = fresh(book, 2).edition.money.notes
    assert {int(note): n for note, n in notes.items()} == NOTES
    assert sum(int(note) * n for note, n in notes.items()) == 1500


def test_start_notes__before_2008_more_small_ones() -> None:
    """Published lists of the older American box: 2, 2, 2, 6, 5, 5, 5 notes."""
    notes = load_edition("classic_us").under({"profile": "pre2008"}).money.notes
    assert {int(note): n for note, n in notes.items()} == {500: 2, 100: 2, 50: 2, 20: 6, 10: 5, 5: 5, 1: 5}
    assert sum(int(note) * n for note, n in notes.items()) == 1500


@every_book
def test_bank_limit__bank_pays_on_when_its_notes_are_gone(book: str) -> None:
    """The bank cannot go bankrupt, it writes debt notes (preparation; banker and bank). No box holds 100,000."""
    game = sit(book, cash={"Ann": 100_000}, position={"Ann": 39})
    assert game.state.bank < -100_000
    do(game, "roll 1 2")
    assert game.state.cash["Ann"] == 100_200


@every_book
def test_components__houses_hotels_deeds_dice(book: str) -> None:
    """32 houses, 12 hotels, 28 deeds and two dice (contents; the football and Monopolist boxes count none and take the
    classic ones), two decks: 16 cards each, but for the Monopolist's second deck (see test_decks)."""
    game = fresh(book, 2)
    assert (game.state.houses, game.state.hotels) == (32, 12)
    assert game.edition.deeds == 28
    assert len(game.edition.decks) == 2
    game = sit(book)
    assert len(game.choices()) == 36


@in_books("ukraine_ru", "ukraine_uk", "moscow", "home_print", "disney", "fifa", "classic_us")
def test_components__sixteen_cards_in_each_deck(book: str) -> None:
    """16 and 16 cards (contents)."""
    assert [len(deck.cards) for deck in fresh(book, 2).edition.decks] == [16, 16]


def test_components__number_of_houses_and_hotels_is_an_option() -> None:
    game = fresh("moscow", 2, **{"components.houses": 5, "components.hotels": 1})
    assert (game.state.houses, game.state.hotels) == (5, 1)


@in_books("ukraine_ru", "ukraine_uk")
def test_first_player__one_die_highest_begins(book: str) -> None:
    """Hryvnia edition, preparation: everybody throws the die, the highest begins."""
    game = fresh(book, 3)
    assert game.choices() == tuple(f"roll {face}" for face in range(1, 7))
    do(game, "roll 2", "roll 6", "roll 5")
    assert (actor(game), kind(game)) == ("Bo", "dice")
    assert "roll 3 4" in game.choices()


@in_books("monopolist", "moscow_overview", "moscow", "home_print", "disney", "fifa", "classic_us", "classic_london")
def test_first_player__both_dice_highest_begins_then_to_the_left(book: str) -> None:
    """Both dice are thrown, the highest sum begins, the next to the left follows (banker and bank; who goes first).
    The overview article speaks of dice, not of one die."""
    game = fresh(book, 3)
    do(game, "roll 2 3", "roll 1 2", "roll 6 2")
    assert actor(game) == "Cy"
    assert dict(game.state.space) == dict.fromkeys(game.players, game.edition.spaces[0].id)
    do(game, "roll 4 6")
    assert actor(game) == "Ann"


def test_first_player__tied_highest_throw_again_among_themselves() -> None:
    """No book covers ties: those who share the highest throw, and nobody else, throw again."""
    game = fresh("moscow", 4)
    do(game, "roll 5 5", "roll 4 6", "roll 1 1", "roll 4 6")
    order = []
    for text in ("roll 1 2", "roll 6 6", "roll 6 6"):
        order.append(actor(game))
        do(game, text)
    assert order == ["Ann", "Bo", "Di"]
    assert actor(game) == "Bo"
    do(game, "roll 3 3")
    assert actor(game) == "Di"
    do(game, "roll 3 4")
    assert (actor(game), happened(game, "turn_began")[0].player) == ("Di", "Di")


@pytest.mark.parametrize(("dice", "throw"), [(1, "roll 4"), (2, "roll 4 4"), (3, "roll 4 4 4")])
def test_first_player__number_of_dice_is_an_option(dice: int, throw: str) -> None:
    game = fresh("moscow", 2, first_player=dice)
    assert throw in game.choices()
    assert len(game.choices()) == 6**dice


def test_first_player__a_seat_ruined_by_the_deal_does_not_throw() -> None:
    """Dealt deeds are paid for at once (short game); whoever cannot is bankrupt, and out of the game."""
    game = fresh("moscow", 3, **{"deal.deeds": 1, "start_cash": 150})
    names = [space.id for space in game.edition.spaces]
    do(game, f"deal {names[1]}", f"deal {names[39]}", "bankrupt", "pass", "pass", f"deal {names[3]}")
    assert [event.player for event in happened(game, "bankrupt")] == ["Bo"]
    assert (kind(game), actor(game)) == ("dice", "Ann")
    game.apply("roll 2 1")
    assert (kind(game), actor(game)) == ("dice", "Cy")
    game.apply("roll 6 3")
    assert happened(game, "turn_began")[0].player == "Cy"


def test_first_player__without_a_throw_the_first_seat_begins() -> None:
    game = fresh("moscow", 2, first_player=0)
    assert (actor(game), happened(game, "rolled")) == ("Ann", [])


def test_start__nobody_owns_anything() -> None:
    """All deeds and buildings are the bank's at first (preparation)."""
    game = fresh("moscow", 3)
    assert all(not deeds for deeds in game.state.deeds.values())
    assert game.state.owner(DARK_BLUE[0]) is None


@in_books("monopolist", "moscow", "disney", "classic_us", "classic_london")
@pytest.mark.parametrize("mode", ["short", "timed"])
def test_mode__short_and_timed_game_where_the_book_has_them(book: str, mode: str) -> None:
    """Short game; game against time: both begin with two deeds dealt to everybody, which the long game does not."""
    assert kind(fresh(book, 2)) == "dice"
    assert kind(fresh(book, 2, mode=mode)) == "deal"


@in_books("ukraine_ru", "ukraine_uk", "moscow_overview", "home_print", "fifa")
@pytest.mark.parametrize("mode", ["short", "timed"])
def test_mode__is_a_house_rule_where_the_book_has_none(book: str, mode: str) -> None:
    with pytest.raises(OptionError):
        fresh(book, 2, mode=mode)
    assert kind(fresh(book, 2, mode=mode, house_rules=True)) == "deal"


@pytest.mark.all_in
def test_second_table__has_a_seat_that_is_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """The tests of rules sit down once more at a table like this, see conftest.py."""
    monkeypatch.setenv("RUINED_SEAT", "yes")
    game = sit("moscow", position={"Ann": 10})
    assert game.players == ("Cy", "Ann", RUINED, "Bo") and purses(game) == (1500, 1500, 1500)
    do(game, "roll 4 6")
    assert (kind(game), actor(game)) == ("dice", "Bo")
