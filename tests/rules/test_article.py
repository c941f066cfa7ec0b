"""What two articles on the game add.

Sources: "What is a monopoly game", sections "The meaning of the monopoly game" (prison as a lost move) and "Rules of
the game" (cards to sell one city and to skip a turn); "Classic Monopoly (Monopoly Classic)", section "The most simple
earnings" (a loan from the bank for building), with "Beginning of the game" on what the banker takes.
"""

import re

import check_rules
import pytest
from at_table import actor, at_both_speeds, card, do, happened, kind, paid, sit

from monopoly_lab import Game
from monopoly_lab.common.errors import IllegalChoice, ProblemsError
from monopoly_lab.editions import load_edition
from monopoly_lab.game.scenarios.draft import start_of_game

ARTICLE = {"profile": "article"}
LOANS = {"profile": "overview", "loans.building": 200}
QUIET = ("auction", "pass", "pay", "draw")
MOSCOW = [space.id for space in load_edition("russia_moscow").spaces]
DEEDS = [space.id for space in load_edition("russia_moscow").spaces if space.is_deed]
ORANGE = [space for space in MOSCOW if space in (MOSCOW[16], MOSCOW[18], MOSCOW[19])]  # a house costs 100


def article(players: object = ("Ann", "Bo"), **start: object) -> Game:
    return Game("russia_moscow", players, options=ARTICLE, start={"turn": "Ann"} | start)


def drawn(name: str, **start: object) -> Game:
    """Ann has come to a space of the deck with this card, and draws it."""
    edition = article().edition
    deck = next(each.deck for each in edition.cards if each.id == name)
    space = next(space.index for space in edition.spaces if space.deck == deck and space.index > 2)
    return do(article(position={"Ann": MOSCOW[space - 3]}, **start), "roll 1 2", f"draw {name}")


def to_the_next_throw(game: Game, *texts: str) -> Game:
    """The choices, then whatever buys nothing, until dice are to be thrown."""
    do(game, *texts)
    while kind(game) != "dice":
        do(game, next(text for text in game.choices() if text.split()[0] in QUIET))
    return game


def test_lost_turn__a_prisoner_misses_one_turn_and_is_free_for_nothing() -> None:
    """ "[...] prison, falling into which the participant misses the move", book article."""
    game = article(jail={"Ann": 0}, position={"Ann": "jail"}, cash={"Ann": 100})
    assert actor(game) == "Bo" and kind(game) == "dice"  # Ann's turn has been missed
    assert [(e.player, e.raw[5]) for e in happened(game, "turn_missed")] == [("Ann", 1)]
    to_the_next_throw(game, "roll 1 2")
    assert actor(game) == "Ann" and kind(game) == "dice" and game.state.cash["Ann"] == 100


@pytest.mark.parametrize("text", ["Ann: pay", "Ann: throw", "Ann: use card"])
def test_lost_turn__nothing_else_ends_it(text: str) -> None:
    """Book article: no fine, no try for a double."""
    game = article(jail={"Ann": 0}, position={"Ann": "jail", "Bo": "jail"})
    before = game.state
    with pytest.raises(IllegalChoice):
        game.apply(text)
    assert game.state == before


def test_lost_turn__a_card_that_frees_saves_it() -> None:
    name = card(article(), "jail_free").id
    game = article(jail={"Ann": 0}, position={"Ann": "jail"}, cards={"Ann": [name]})
    assert actor(game) == "Ann" and kind(game) == "dice"
    assert game.state.cards["Ann"] == () and not happened(game, "turn_missed")


def test_skip_turn__the_next_turn_is_missed() -> None:
    """ "Skip [a turn]", among the instructions of cards, book article."""
    game = drawn("skip_turn")
    assert actor(game) == "Bo"
    to_the_next_throw(game, "roll 1 2")
    assert [e.player for e in happened(game, "turn_missed")] == ["Ann"]
    assert actor(game) == "Bo"
    assert actor(to_the_next_throw(game, "roll 1 3")) == "Ann"


@pytest.mark.parametrize("text", ["Ann: pay", "Ann: throw", "Ann: use card"])
def test_skip_turn__nothing_saves_it(text: str) -> None:
    game = drawn("skip_turn", cards={"Ann": [card(article(), "jail_free").id]})
    before = game.state
    with pytest.raises(IllegalChoice):
        game.apply(text)
    assert game.state == before


def test_sell_deed__one_of_ones_own_choice_at_its_price() -> None:
    """ "Make a deal to sell one city", book article: to the bank, at the price on the deed."""
    game = drawn("sell_city", deeds={"Ann": DEEDS[:3], "Bo": DEEDS[5:6]})
    assert kind(game) == "sale" and game.choices() == tuple(f"sell deed {q}" for q in DEEDS[:3])
    price = game.edition.spaces[game.edition.space(DEEDS[1])].price
    do(game, f"sell deed {DEEDS[1]}")
    assert game.state.owner(DEEDS[1]) is None and ("the bank", "Ann", price) in paid(game, "deed_sale")
    assert actor(game) == "Bo"


def test_sell_deed__nothing_mortgaged_and_nobody_elses() -> None:
    game = drawn("sell_city", deeds={"Ann": DEEDS[:3], "Bo": DEEDS[5:6]}, mortgaged=[DEEDS[0]])
    before = game.state
    for text in (f"sell deed {DEEDS[0]}", f"sell deed {DEEDS[5]}", "pass", "Bo: sell deed " + DEEDS[5]):
        with pytest.raises(IllegalChoice):
            game.apply(text)
    assert game.state == before


def test_sell_deed__who_has_none_sells_none() -> None:
    assert actor(drawn("sell_city")) == "Bo"


def test_sell_deed__strategies_keep_their_colors() -> None:
    mine = [*ORANGE, DEEDS[0]]
    game = drawn("sell_city", players={"Ann": "balanced", "Bo": "balanced"}, deeds={"Ann": mine})
    game.run(steps=1)
    assert game.state.deeds["Ann"] == tuple(ORANGE)


def builder(cash: int, **start: object) -> Game:
    """Ann owns the orange sites, where a house costs 100."""
    given = {"deeds": {"Ann": ORANGE}, "cash": {"Ann": cash}} | start
    return sit("moscow_overview", ("Ann", "Bo"), {"loans.building": 200}, **given)


@pytest.mark.all_in
def test_loans__what_cash_lacks_for_a_building() -> None:
    """ "If necessary, you can take a loan from the bank to the construction of houses or hotels", moscow_overview."""
    game = builder(30)
    do(game, f"Ann: build {ORANGE[0]}")
    assert paid(game, "loan") == [("the bank", "Ann", 70)] and game.state.cash["Ann"] == 0
    assert game.state.loans == {"Ann": 70, "Bo": 0}
    assert (
        game.net_worth()["Ann"]
        == sum(game.edition.spaces[game.edition.space(q)].price for q in game.state.deeds["Ann"]) + 30
    )


def test_loans__no_more_than_the_limit_and_for_nothing_else() -> None:
    game = builder(0)
    do(game, f"Ann: build {ORANGE[0]}", f"Ann: build {ORANGE[1]}")
    assert game.state.loans["Ann"] == 200
    before = game.state
    with pytest.raises(IllegalChoice):
        game.apply(f"Ann: build {ORANGE[2]}")
    assert game.state == before
    game = builder(0, position={"Ann": "go"})
    do(game, "roll 1 2")
    with pytest.raises(IllegalChoice):
        game.apply("buy")


@pytest.mark.all_in
def test_loans__and_turns_to_miss_stand_in_a_scenario() -> None:
    game = builder(30, loans={"Ann": 50}, missed={"Bo": 1})
    assert game.state.loans["Ann"] == 50 and game.state.missed == {"Ann": 0, "Bo": 1}
    do(game, f"Ann: build {ORANGE[0]}")
    again = Game("russia_moscow", ("Ann", "Bo"), options=LOANS, start=start_of_game(game))
    told = game.describe("en")
    assert "Ann owes the bank ₽120k for buildings." in told and "Bo has to miss 1 turn." in told
    shown = " ".join(re.sub("<[^>]*>", " ", game.svg()).split())  # a note may break its line
    assert "loan ₽120k" in shown and "misses 1 turn" in shown
    assert again.state.loans["Ann"] == 120 and again.state.missed["Bo"] == 1
    with pytest.raises(ProblemsError, match="0 to 200"):
        builder(30, loans={"Ann": 201})


@pytest.mark.all_in
def test_loans__are_wiped_out_by_the_ruin_of_the_borrower_alone() -> None:
    """The banker's duties: the principal is owed until it is paid. Bo is ruined in Ann's turn, who still owes 50."""
    start = {"loans": {"Ann": 50, "Bo": 20}, "cash": {"Ann": 500, "Bo": 0}, "deeds": {"Ann": ORANGE}}
    game = sit("moscow_overview", options={"loans.building": 200, "fines": 50}, **start)
    do(game, "bank: fine dice Bo", "bankrupt")
    assert game.state.loans == {"Ann": 50, "Bo": 0, "Cy": 0} and actor(game) == "Ann"


def test_loans__off_by_default() -> None:
    game = Game(
        "russia_moscow", ("Ann", "Bo"), start={"turn": "Ann", "deeds": builder(0).start["deeds"], "cash": {"Ann": 30}}
    )
    with pytest.raises(IllegalChoice):
        game.apply(f"Ann: build {ORANGE[0]}")


def test_loans__due_with_interest_at_the_next_salary() -> None:
    """The banker's duties: "interest on the loan and the principal debt to the bank"; ten per cent, as on mortgages."""
    game = builder(30, position={"Ann": MOSCOW[37]})
    do(game, f"Ann: build {ORANGE[0]}", "roll 2 3")
    assert paid(game, "salary") == [("the bank", "Ann", 200)]
    assert paid(game, "loan_repaid") == [("Ann", "the bank", 70)]
    assert paid(game, "loan_interest") == [("Ann", "the bank", 7)]
    assert game.state.loans["Ann"] == 0


def test_loans__due_however_small() -> None:
    """The banker's duties name no least sum: who lacks 1 for a house owes it at the next salary."""
    game = builder(99, position={"Ann": MOSCOW[37]})
    do(game, f"Ann: build {ORANGE[0]}")
    assert game.state.loans["Ann"] == 1
    do(game, "roll 2 3")
    assert paid(game, "loan_repaid") == [("Ann", "the bank", 1)] and game.state.loans["Ann"] == 0


def test_loans__the_books_hold_the_loan_and_its_interest_apart() -> None:
    game = builder(30, position={"Ann": MOSCOW[37]})
    do(game, f"Ann: build {ORANGE[0]}")
    sheet = game.ledger().trial_balance("Ann")
    assert "Loans for buildings" in sheet.to_string()
    do(game, "roll 2 3")
    journal = game.ledger().journal()
    assert journal[journal["key"] == "interest_expense"]["debit"].sum() == 7
    assert journal[journal["key"] == "bank_loans"][["debit", "credit"]].sum().tolist() == [70, 70]


def test_loans__a_bankrupt_takes_it_along_and_the_bank_loses() -> None:
    game = builder(0, position={"Ann": MOSCOW[35]})
    do(game, f"Ann: build {ORANGE[0]}", "roll 1 2")  # the luxury tax of 100
    while not game.over:
        do(game, game.choices()[0])
    assert game.state.loans["Ann"] == 0
    journal = game.ledger().journal()
    assert journal[journal["key"] == "loans_granted"][["debit", "credit"]].sum().diff().abs().iloc[-1] == 0


def test_loans__strategies_borrow_what_the_next_salary_repays() -> None:
    game = Game("russia_moscow", dict.fromkeys(("Ann", "Bo", "Cy"), "balanced"), seed=5, options=LOANS)
    game.run(rounds=60)
    lent = paid(game, "loan")
    assert lent and max(x for _, _, x in lent) <= 200 * 100 // 110
    assert sum(game.state.cash.values()) + game.state.bank == 0


@at_both_speeds
@pytest.mark.parametrize("options", [ARTICLE, LOANS | {"jail_exit.lost_turn": True}])
def test_games__at_both_speeds_alike(options: dict[str, object]) -> None:
    wish = check_rules.Wish("russia_moscow", 3, str(options["profile"]), check_rules.BOOK)
    assert check_rules.both_speeds(20, wish=wish).differ == []
