"""The salary: passing and stopping on GO, by a throw, by a card, twice in a turn, never on the way to jail."""

import pytest
from at_table import BOOKS, CHANCE, CHEST, DARK_BLUE, JAIL, at, do, draw, every_book, in_books, paid, sit

from monopoly_lab import Game
from monopoly_lab.editions import Edition, load_edition


def salaries(game: Game) -> list[int]:
    return [amount for _, who, amount in paid(game, "salary") if who == "Ann"]


@in_books("ukraine_ru", "ukraine_uk", "monopolist", "moscow", "home_print", "disney", "fifa", "classic_us")
@pytest.mark.parametrize("throw", ["roll 1 2", "roll 2 5", "roll 5 6"])
def test_salary__two_hundred_for_passing_go(book: str, throw: str) -> None:
    """200 for passing or stopping on GO (passing GO; course of the game)."""
    game = sit(book, position={"Ann": 38}, deeds={"Ann": [1, 5, 9]}, options={"tax_admin.pass": 0})
    do(game, throw)
    assert salaries(game) == [200]
    assert game.state.cash["Ann"] == 1700


@every_book
def test_salary__two_hundred_for_stopping_on_go_and_no_more(book: str) -> None:
    """Stopping on GO earns the salary once; leaving it earns none (the overview article speaks of stopping alone)."""
    game = do(sit(book, ["Ann", "Bo"], position={"Ann": 37}, deeds={"Ann": [5], "Bo": [3]}), "roll 1 2")
    assert (at(game, "Ann"), salaries(game)) == (0, [200])
    do(game, "roll 1 2", "roll 1 4")
    assert salaries(game) == [200]


@in_books("moscow_overview")
def test_salary__passing_go_is_paid_where_only_stopping_is_named(book: str) -> None:
    """The overview article names stopping on GO only; the full rule book of the same game pays for passing too."""
    game = do(sit(book, position={"Ann": 38}, deeds={"Ann": [1]}), "roll 1 2")
    assert salaries(game) == [200]


@every_book
def test_salary__none_for_a_move_that_stays_short_of_go(book: str) -> None:
    game = do(sit(book, position={"Ann": 30}, deeds={"Ann": [39]}), "roll 4 5")
    assert salaries(game) == []


def test_salary__sum_is_an_option() -> None:
    assert salaries(do(sit("moscow", options={"salary": 400}, position={"Ann": 38}), "roll 1 2")) == [400]


def test_salary__bonus_for_stopping_on_go_as_a_house_rule() -> None:
    """A usual house rule: 400 in all for stopping on GO, 200 for passing it."""
    rule = {"salary.stop_bonus": 200}
    stops = do(sit("moscow", options=rule, position={"Ann": 37}), "roll 1 2")
    assert stops.state.cash["Ann"] == 1900
    passes = do(sit("moscow", options=rule, position={"Ann": 38}, deeds={"Ann": [1]}), "roll 1 2")
    assert passes.state.cash["Ann"] == 1700


def test_salary__one_for_each_lap_of_a_small_board() -> None:
    """Several laps in one throw earn a salary each: ten spaces and three dice."""
    rules = {"move.dice": 3, "first_player": 0}
    for start, laps in (("go", 1), ("museum", 2)):
        game = Game("class_board", ("Ann", "Bo"), options=rules, start={"turn": "Ann", "position": {"Ann": start}})
        do(game, "roll 6 5 2")
        assert salaries(game) == [40] * laps


@in_books("ukraine_ru", "ukraine_uk", "moscow", "home_print", "disney", "classic_us", "classic_london")
@pytest.mark.parametrize("deck", [CHANCE, CHEST])
def test_double_salary__passing_go_and_a_card_to_go_in_one_turn(book: str, deck: tuple[int, ...]) -> None:
    """Twice in one move: a card space right after GO, by either deck, and a card to GO (course of the game;
    passing GO)."""
    first = deck[0]
    game = do(sit(book, position={"Ann": first - 8}), "roll 3 5")
    assert at(game, "Ann") == first
    name = game.edition.spaces[first].deck
    drawn = next(c for c in game.edition.cards if c.deck == name and c.arguments.get("to") == "go")
    do(game, f"draw {drawn.id}")
    assert (at(game, "Ann"), salaries(game)) == (0, [200, 200])


@in_books("monopolist")
def test_double_salary__by_chance_alone(book: str) -> None:
    """Monopolist, on passing GO: passing it and then the Chance card to GO; only Chance has such a card."""
    game = do(sit(book, position={"Ann": 38}), "roll 4 5")
    assert at(game, "Ann") == CHANCE[0]
    draw(game, "move_to", to=0)
    assert salaries(game) == [200, 200]
    assert {c.deck for c in game.edition.cards if c.arguments.get("to") == "go"} == {"chance"}


@every_book
def test_no_salary_when_jailed__by_card_past_go(book: str) -> None:
    """Nobody sent to jail is paid on the way, wherever he stood (jail; notes on cards; the Monopolist is silent and
    read alike)."""
    game = do(sit(book, position={"Ann": 30}), "roll 2 4")
    draw(game, "go_to_jail")
    assert (at(game, "Ann"), salaries(game)) == (JAIL, [])


@in_books("ukraine_ru", "ukraine_uk", "moscow_overview", "moscow", "home_print", "disney", "fifa")
def test_no_salary_when_jailed__by_the_third_double(book: str) -> None:
    """As before, for the third double from the last side of the board."""
    game = sit(book, position={"Ann": 33}, deeds={"Ann": [35, 37]})
    do(game, "roll 1 1", "roll 1 1", "roll 2 2")
    assert (at(game, "Ann"), salaries(game)) == (JAIL, [])


@every_book
def test_card_move_go__forward_past_go_earns_the_salary(book: str) -> None:
    """A card move that passes GO earns 200 (notes on cards; passing GO)."""
    game = do(sit(book, position={"Ann": CHANCE[2] - 3}), "roll 1 2")
    draw(game, "move_to", to=24)
    assert (at(game, "Ann"), salaries(game)) == (24, [200])


@every_book
def test_card_move_go__forward_short_of_go_earns_nothing(book: str) -> None:
    game = do(sit(book, position={"Ann": CHANCE[0] - 3}), "roll 1 2")
    draw(game, "move_to", to=24)
    assert (at(game, "Ann"), salaries(game)) == (24, [])


@in_books("monopolist", "moscow_overview", "moscow", "home_print", "disney", "classic_london")
@pytest.mark.parametrize(("back", "pay"), [(False, []), (True, [200])])
def test_card_move_go__backwards_earns_nothing_unless_the_option_says_so(book: str, back: bool, pay: list[int]) -> None:
    """Rouble, home and Disney books: the salary is for moving with the arrow, a card that sends back earns none. No
    card space of these boards lies so near GO that "three back" would pass it: another deck is laid on the first."""
    game = sit(book, position={"Ann": CHEST[0] - 2}, options={"card_move_go.back": back})
    if any(c.effect == "back_to" for c in game.edition.cards):
        do(game, "roll 1 1")
        draw(game, "back_to", to=1)
        assert (at(game, "Ann"), salaries(game)) == (1, [])
    game = backwards_past_go(book, back)
    assert (at(game, "Ann"), salaries(game)) == (DARK_BLUE[1], pay)


def backwards_past_go(book: str, back: bool) -> Game:
    """A board whose Chance card leads three steps back, entered from a Chance space two steps past GO."""
    edition, profile = BOOKS[book]
    under = load_edition(edition).under(profile)
    spaces = [dict(space) for space in under.content["spaces"]]
    chance = next(space for space in spaces if space["kind"] == "deck" and space["deck"] == under.decks[0].id)
    spaces[2]["deck"] = chance["deck"]
    changed = Edition({**under.content, "spaces": spaces})
    game = Game(
        changed, ("Ann", "Bo"), options={"card_move_go.back": back}, start={"turn": "Ann", "position": {"Ann": "go"}}
    )
    do(game, "roll 1 1")
    drawn = next(c for c in game.edition.cards if c.effect == "move_back")
    return do(game, f"draw {drawn.id}")
