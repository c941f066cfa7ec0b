"""Jail: ways in, ways out, what follows the third failed throw, what a prisoner may do."""

import pytest
from at_table import (
    CHANCE,
    CHEST,
    DARK_BLUE,
    JAIL,
    STATIONS,
    TO_JAIL,
    actor,
    at,
    card,
    do,
    draw,
    every_book,
    happened,
    in_books,
    kind,
    paid,
    sit,
)
from choosing import refused

from monopoly_lab import Game

CARD_OF_EITHER_DECK = (
    "ukraine_ru",
    "ukraine_uk",
    "moscow_overview",
    "moscow",
    "home_print",
    "disney",
    "fifa",
    "classic_us",
    "classic_london",
)


def jailed(book: str, tries: int = 0, options: dict[str, object] | None = None, **start: object) -> Game:
    """Ann is a prisoner, at the beginning of her turn; `tries` have failed."""
    return sit(book, options=options, **({"jail": {"Ann": tries}, "position": {"Ann": JAIL}} | start))  # type: ignore[arg-type]


# Ways in


@in_books("monopolist", "moscow_overview", "moscow", "home_print", "disney", "fifa", "classic_us", "classic_london")
def test_jail_enter__by_the_space_that_sends_there(book: str) -> None:
    """Stopping on "go to jail" ("you are under arrest" in the home-printed game): to jail at once, turn over."""
    game = do(sit(book, position={"Ann": TO_JAIL - 6}), "roll 3 3")
    assert (at(game, "Ann"), dict(game.state.jail), actor(game)) == (JAIL, {"Ann": 0}, "Bo")
    assert paid(game) == []


@in_books("ukraine_ru", "ukraine_uk")
def test_jail_enter__by_stopping_on_the_jail_space(book: str) -> None:
    """Hryvnia edition, jail: whoever stops on the space is in jail; no other space sends there."""
    game = do(sit(book, position={"Ann": JAIL - 4}), "roll 2 2")
    assert (at(game, "Ann"), dict(game.state.jail), actor(game)) == (JAIL, {"Ann": 0}, "Bo")
    assert not [space for space in game.edition.spaces if space.kind in ("go_to_jail", "jail", "parking")]


@in_books(*CARD_OF_EITHER_DECK)
@pytest.mark.parametrize("space", [CHANCE[1], CHEST[1]])
def test_jail_enter__by_a_card_of_either_deck(book: str, space: int) -> None:
    """A card of either deck that says so (jail)."""
    game = do(sit(book, position={"Ann": space - 3}), "roll 1 2")
    draw(game, "go_to_jail")
    assert (at(game, "Ann"), dict(game.state.jail), actor(game)) == (JAIL, {"Ann": 0}, "Bo")


@in_books("monopolist")
def test_jail_enter__by_a_chance_card(book: str) -> None:
    """Monopolist, jail: a Chance card; the other deck has none."""
    game = do(sit(book, position={"Ann": CHANCE[1] - 3}), "roll 1 2")
    draw(game, "go_to_jail")
    assert dict(game.state.jail) == {"Ann": 0}
    with pytest.raises(LookupError):
        card(game, "go_to_jail", deck="chest")


@every_book
def test_jail_enter__by_the_third_double(book: str) -> None:
    """Every book on jail."""
    game = sit(book, deeds={"Ann": [6, 8]})
    do(game, "roll 3 3", "roll 1 1", "roll 1 1")
    assert (at(game, "Ann"), dict(game.state.jail)) == (JAIL, {"Ann": 0})


@in_books("monopolist", "moscow", "home_print", "disney", "fifa", "classic_us", "classic_london")
def test_just_visiting__nothing_happens(book: str) -> None:
    """Who stops on the jail space in a normal move is a visitor (jail; visiting): no fine, next turn as usual."""
    game = do(sit(book, ["Ann", "Bo"], position={"Ann": JAIL - 3}, deeds={"Bo": [3], "Ann": [13]}), "roll 1 2")
    assert (at(game, "Ann"), dict(game.state.jail), paid(game)) == (JAIL, {}, [])
    assert len(happened(game, "visited")) == 1
    do(game, "roll 1 2")
    assert (actor(game), kind(game)) == ("Ann", "dice")
    do(game, "roll 1 2")
    assert at(game, "Ann") == 13


@in_books("ukraine_ru", "ukraine_uk")
def test_just_visiting__is_jail_in_the_hryvnia_edition(book: str) -> None:
    """Hryvnia edition, jail: stopping on the space is being jailed; there are no visitors."""
    game = do(sit(book, position={"Ann": JAIL - 3}), "roll 1 2")
    assert (dict(game.state.jail), happened(game, "visited")) == ({"Ann": 0}, [])


@in_books("moscow_overview")
def test_just_visiting__as_in_the_full_rule_book_where_nothing_is_said(book: str) -> None:
    game = do(sit(book, position={"Ann": JAIL - 3}), "roll 1 2")
    assert (dict(game.state.jail), paid(game)) == ({}, [])


# Ways out


@every_book
def test_jail_exit__pay_fifty_and_throw(book: str) -> None:
    """Pay 50 in one's turn and go on as usual (jail)."""
    game = jailed(book, deeds={"Ann": [15, 13]})
    assert (kind(game), actor(game)) == ("jail", "Ann")
    assert game.choices() == ("pay", "throw")
    do(game, "pay")
    assert (dict(game.state.jail), paid(game)) == ({}, [("Ann", "the bank", 50)])
    assert (kind(game), actor(game)) == ("dice", "Ann")
    do(game, "roll 2 3")
    assert (at(game, "Ann"), actor(game)) == (15, "Bo")


@every_book
def test_jail_exit__after_paying_a_double_throws_again_as_usual(book: str) -> None:
    """Who has paid is free and plays an ordinary turn: the football book says so, the others say "go on"."""
    game = do(jailed(book, deeds={"Ann": [16]}), "pay", "roll 3 3")
    assert (at(game, "Ann"), actor(game), kind(game)) == (16, "Ann", "dice")


@every_book
def test_jail_exit__by_an_own_card(book: str) -> None:
    """Use the card that frees (jail): no fine, then an ordinary throw."""
    mine = card(sit(book), "jail_free").id
    game = jailed(book, cards={"Ann": [mine]}, deeds={"Ann": [15]})
    assert game.choices() == ("pay", "use card", "throw")
    do(game, "use card", "roll 2 3")
    assert (at(game, "Ann"), paid(game), game.state.cards["Ann"]) == (15, [], ())


@in_books("ukraine_ru", "ukraine_uk", "monopolist", "moscow", "home_print", "disney", "fifa", "classic_us")
def test_jail_exit__by_a_card_bought_from_another_player(book: str) -> None:
    """Buy the card from another player at an agreed price and use it (jail)."""
    other = card(sit(book), "jail_free").id
    game = jailed(book, cards={"Cy": [other]}, deeds={"Ann": [15]})
    assert "use card" not in game.choices()
    do(game, f"trade Cy: 40 for card {other}", "accept", "use card", "roll 2 3")
    assert (at(game, "Ann"), paid(game)) == (15, [("Ann", "Cy", 40)])


@in_books("moscow_overview", "moscow")
@pytest.mark.parametrize(("sell", "refused"), [(True, False), (False, True)])
def test_jail_exit__bought_card_is_an_option(book: str, sell: bool, refused: bool) -> None:
    """The overview article lists no bought card, the full rule book of the same game does, and is followed."""
    options: dict[str, object] = {"jail_free_card.sell": sell}
    game = jailed(book, options=options, cards={"Cy": ["jail_free_chance"]})
    assert (game.why_not("trade Cy: 40 for card jail_free_chance") is not None) == refused


@every_book
@pytest.mark.parametrize("tries", [0, 1, 2])
def test_jail_exit__a_double_frees_and_moves_without_a_fine(book: str, tries: int) -> None:
    """A double in one of three turns: out, by that throw, free of charge (the Ukrainian text leaves the word out)."""
    game = do(jailed(book, tries, deeds={"Ann": [16]}), "throw", "roll 3 3")
    assert (at(game, "Ann"), dict(game.state.jail), paid(game)) == (16, {}, [])


@every_book
def test_jail_exit__a_double_that_frees_gives_no_further_throw(book: str) -> None:
    """No book says: it does not."""
    game = do(jailed(book, deeds={"Ann": [16]}), "throw", "roll 3 3")
    assert actor(game) == "Bo"


def test_jail_exit__a_double_that_frees_throws_again_as_an_option() -> None:
    again: dict[str, object] = {"jail_exit.double_again": True}
    game = do(jailed("moscow", options=again, deeds={"Ann": [16]}), "throw", "roll 3 3")
    assert (at(game, "Ann"), actor(game), kind(game)) == (16, "Ann", "dice")


@pytest.mark.parametrize(("counts", "ends"), [(True, ("Bo", "dice")), (False, ("Ann", "dice"))])
def test_jail_exit__a_double_that_frees_is_the_first_of_a_run_as_an_option(counts: bool, ends: tuple[str, str]) -> None:
    """Truman Collins counts so: with the one that frees, the second double after it is the third, and jails."""
    options: dict[str, object] = {"jail_exit.double_again": True, "jail_exit.double_counts": counts}
    game = do(
        jailed("moscow", options=options, deeds={"Ann": [16, 18, 24]}), "throw", "roll 3 3", "roll 1 1", "roll 3 3"
    )
    assert (actor(game), kind(game)) == ends
    assert (at(game, "Ann") == JAIL) == counts


def test_doubles__that_give_no_throw_still_free_a_prisoner() -> None:
    """ "A double gives another throw" says nothing of jail: without it a double frees as before."""
    game = do(jailed("moscow", options={"doubles": False}, deeds={"Ann": [16]}), "throw", "roll 3 3")
    assert (at(game, "Ann"), dict(game.state.jail), paid(game), actor(game)) == (16, {}, [], "Bo")


@every_book
@pytest.mark.parametrize("tries", [0, 1])
def test_jail_exit__a_failed_try_waits_for_the_next_turn(book: str, tries: int) -> None:
    """Three turns for a double (jail): after the first and the second try one stays."""
    game = do(jailed(book, tries), "throw", "roll 1 2")
    assert (at(game, "Ann"), dict(game.state.jail), paid(game), actor(game)) == (JAIL, {"Ann": tries + 1}, [], "Bo")


def test_jail_exit__one_may_not_simply_stay() -> None:
    """Sections on jail: pay, use a card or throw for a double; a turn without any of them is not among the ways."""
    assert refused(jailed("moscow"), "stop") == "not_now"


@every_book
def test_jail_exit__paying_is_still_possible_after_a_failed_try(book: str) -> None:
    game = do(jailed(book, 2, deeds={"Ann": [15]}), "pay", "roll 1 4")
    assert (at(game, "Ann"), paid(game)) == (15, [("Ann", "the bank", 50)])


@in_books("moscow_overview")
def test_jail_exit__overview_article_knows_fine_card_and_doubles(book: str) -> None:
    """Pay 50 and go on from the next move, use the card, or a double in one of the next three turns."""
    game = jailed(book, cards={"Ann": ["jail_free_chance"]})
    assert game.choices() == ("pay", "use card", "throw")


@pytest.mark.parametrize("fine", [0, 75])
def test_jail_exit__fine_is_an_option(fine: int) -> None:
    game = jailed("moscow", options={"jail_exit.fine": fine})
    if fine == 0:
        assert game.choices() == ("throw",)
    else:
        do(game, "pay")
        assert paid(game) == [("Ann", "the bank", 75)]


@pytest.mark.parametrize("tries", [1, 2, 5])
def test_jail_exit__number_of_tries_is_an_option(tries: int) -> None:
    options: dict[str, object] = {"jail_exit.tries": tries}
    game = do(jailed("moscow", tries - 1, options, deeds={"Ann": [13]}), "throw", "roll 1 2")
    assert (at(game, "Ann"), paid(game)) == (13, [("Ann", "the bank", 50)])


def test_jail_exit__without_tries_one_must_pay() -> None:
    game = jailed("moscow", options={"jail_exit.tries": 0}, deeds={"Ann": [13]})
    assert game.choices() == ("pay",)
    assert game.why_not("throw") is not None
    do(game, "pay", "roll 1 2")
    assert (at(game, "Ann"), paid(game)) == (13, [("Ann", "the bank", 50)])


def test_jail_exit__without_tries_and_cash_the_fine_is_a_debt() -> None:
    """Nobody goes below zero: the money is raised as for any debt, then the turn goes on."""
    start = {"cash": {"Ann": 20}, "deeds": {"Ann": [13]}}
    game = do(jailed("moscow", options={"jail_exit.tries": 0}, **start), "pay")
    assert (kind(game), actor(game), game.state.cash["Ann"]) == ("debt", "Ann", 20)
    do(game, "mortgage 13", "pay")
    assert (kind(game), actor(game), dict(game.state.jail), game.state.cash["Ann"]) == ("dice", "Ann", {}, 40)
    do(game, "roll 1 2")
    assert at(game, "Ann") == 13
    broke = do(jailed("moscow", options={"jail_exit.tries": 0}, cash={"Ann": 20}), "pay", "bankrupt")
    assert set(broke.state.in_play) == {"Bo", "Cy"}
    assert (actor(broke), kind(broke)) == ("Bo", "dice")


def test_jail_exit__who_lacks_the_fine_may_raise_it_or_throw() -> None:
    """Property can be mortgaged in jail, before the fine is paid."""
    game = jailed("moscow", cash={"Ann": 20}, deeds={"Ann": [13]})
    assert game.choices() == ("throw",)
    do(game, "mortgage 13")
    assert game.choices() == ("pay", "throw")


# After the last try


@in_books("ukraine_ru", "ukraine_uk", "moscow", "home_print", "disney", "fifa", "classic_us", "classic_london")
def test_jail__third_failed_throw_pays_then_moves(book: str) -> None:
    """After the third throw without a double: pay 50, then move by that throw; so the football book says expressly,
    the others can be read so (jail)."""
    game = do(jailed(book, 2, deeds={"Ann": [15]}), "throw", "roll 1 4")
    assert (at(game, "Ann"), dict(game.state.jail), actor(game)) == (15, {}, "Bo")
    assert paid(game) == [("Ann", "the bank", 50)]
    kinds = [event.kind for event in game.events]
    assert kinds.index("paid") < kinds.index("moved")


@in_books("monopolist")
def test_jail_after_tries__pays_and_is_back_in_the_game(book: str) -> None:
    """Monopolist, jail: after three turns without a double pay 50 and return to the game; moving by that throw is not
    said, and read like elsewhere."""
    game = do(jailed(book, 2, deeds={"Ann": [15]}), "throw", "roll 1 4")
    assert (at(game, "Ann"), dict(game.state.jail)) == (15, {})
    assert paid(game) == [("Ann", "the bank", 50)]


@in_books("moscow_overview")
def test_jail_after_tries__fine_also_where_it_is_not_mentioned(book: str) -> None:
    """The overview article does not say what follows the third try; the full rule book of the game does."""
    game = do(jailed(book, 2, deeds={"Ann": [15]}), "throw", "roll 1 4")
    assert (at(game, "Ann"), paid(game)) == (15, [("Ann", "the bank", 50)])


def test_jail_after_tries__a_new_throw_as_an_option() -> None:
    """The fourth throw moves: the other reading of "after three missed turns"."""
    game = do(jailed("moscow", 2, {"jail_after_tries": "pay_and_throw"}, deeds={"Ann": [13]}), "throw", "roll 1 4")
    assert (at(game, "Ann"), kind(game), actor(game)) == (JAIL, "dice", "Ann")
    assert (dict(game.state.jail), paid(game)) == ({}, [("Ann", "the bank", 50)])
    do(game, "roll 1 2")
    assert (at(game, "Ann"), actor(game)) == (13, "Bo")


def test_jail_after_tries__fine_that_cannot_be_paid_is_a_debt() -> None:
    start = {"cash": {"Ann": 20}, "deeds": {"Ann": [15, 39]}}
    game = do(jailed("moscow", 2, **start), "throw", "roll 1 4")  # type: ignore[arg-type]
    assert (kind(game), actor(game), at(game, "Ann")) == ("debt", "Ann", JAIL)
    do(game, "mortgage 39", "pay")
    assert (at(game, "Ann"), game.state.cash["Ann"], actor(game)) == (15, 170, "Bo")
    ruined = do(jailed("moscow", 2, cash={"Ann": 20}), "throw", "roll 1 4", "bankrupt")
    assert set(ruined.state.in_play) == {"Bo", "Cy"}
    assert [event for event in happened(ruined, "moved") if event.player == "Ann"] == []


# What a prisoner may do


@in_books("ukraine_ru", "ukraine_uk", "monopolist", "moscow_overview", "moscow", "home_print", "disney", "classic_us")
def test_jail_rights__collects_rent_on_unmortgaged_property(book: str) -> None:
    """A prisoner collects rent, if the property is not mortgaged (jail)."""
    start = {"jail": {"Bo": 0}, "position": {"Ann": 36, "Bo": JAIL}, "deeds": {"Bo": [39]}}
    assert paid(do(sit(book, **start), "roll 1 2"), "rent") == [("Ann", "Bo", 50)]  # type: ignore[arg-type]
    mortgaged = do(sit(book, mortgaged=[39], **start), "roll 1 2")  # type: ignore[arg-type]
    assert paid(mortgaged, "rent") == []


@in_books("fifa")
def test_jail_rights__everything_a_player_may_do(book: str) -> None:
    """Football book, do not wait for your turn: rent, bids, building, selling, mortgages and deals, in jail too."""
    start = {
        "jail": {"Bo": 0},
        "position": {"Ann": 36, "Bo": JAIL},
        "deeds": {"Bo": [*DARK_BLUE, *STATIONS], "Cy": [1]},
    }
    game = sit(book, **start)  # type: ignore[arg-type]
    for act in ("build 39", "mortgage 5", f"trade Cy: 60 for {game.edition.spaces[1].id}"):
        assert game.why_not(f"Bo: {act}") is None
    do(game, "Bo: build 37")
    assert game.why_not("Bo: sell 37") is None
    assert paid(do(game, "roll 1 2"), "rent") == [("Ann", "Bo", 100)]


@in_books("ukraine_ru", "ukraine_uk", "monopolist", "moscow_overview", "moscow", "home_print", "disney", "fifa")
def test_jail_rights__bids_builds_and_deals_where_only_rent_is_named(book: str) -> None:
    """Whether a prisoner may bid, build and deal is open but in the football book: he may."""
    game = jailed(book, deeds={"Ann": DARK_BLUE, "Bo": [1]})
    assert game.why_not("build 39") is None
    assert game.why_not(f"trade Bo: 60 for {game.edition.spaces[1].id}") is None
    start = {"jail": {"Bo": 0}, "position": {"Ann": 36, "Bo": JAIL}}
    bids = do(sit(book, **start), "roll 1 2", "auction", "pass")  # type: ignore[arg-type]
    assert (actor(bids), kind(bids)) == ("Bo", "bid")


def test_jail_rights__no_bids_as_an_option() -> None:
    start = {"jail": {"Bo": 0}, "position": {"Ann": 36, "Bo": JAIL}}
    game = sit("moscow", options={"jail_rights.auction": False}, **start)  # type: ignore[arg-type]
    do(game, "roll 1 2", "auction", "pass")
    assert actor(game) == "Cy"


def test_jail_rights__no_building_as_an_option() -> None:
    game = jailed("moscow", options={"jail_rights.build": False}, deeds={"Ann": DARK_BLUE})
    assert game.why_not("build 39") is not None
    do(game, "pay")
    assert game.why_not("build 39") is None


def test_jail_rights__no_deals_as_an_option() -> None:
    """Neither by the prisoner nor with him."""
    game = jailed("moscow", options={"jail_rights.trade": False}, deeds={"Ann": [1], "Bo": [3]})
    assert game.why_not("trade Bo: 60 for nagatinskaya") is not None
    assert game.why_not("Bo: trade Ann: 60 for zhitnaya") is not None
    do(game, "pay")
    assert game.why_not("trade Bo: 60 for nagatinskaya") is None


def test_jail_rights__no_rent_as_a_house_rule() -> None:
    start = {"jail": {"Bo": 0}, "position": {"Ann": 36, "Bo": JAIL}, "deeds": {"Bo": [39]}}
    game = sit("moscow", options={"jail_rights.rent": False}, **start)  # type: ignore[arg-type]
    assert paid(do(game, "roll 1 2"), "rent") == []


def test_jail__does_not_hold_the_next_double_count() -> None:
    """A throw in jail is no double of the turn: free by a double, the next turn starts anew."""
    game = do(jailed("moscow", deeds={"Ann": [16, 18, 24], "Bo": [3], "Cy": [5]}), "throw", "roll 3 3")
    do(game, "roll 1 2", "roll 1 4", "roll 1 1", "roll 3 3")
    assert (at(game, "Ann"), dict(game.state.jail)) == (24, {})


def test_jail_exit__one_face_of_one_die_as_an_option() -> None:
    """A prisoner throws one die where one of its faces frees, and both to move once free."""
    game = do(jailed("moscow", options={"jail_exit.face": 6}), "throw")
    assert game.choices() == tuple(f"roll {face}" for face in range(1, 7))
    assert len(do(game, "roll 6").choices()) == 36
