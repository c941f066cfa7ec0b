"""The children's game. Sources: "Types of the game Monopoly", section "My first monopoly", on how it ends and who
wins; for the rest the rules on which the published programs of the game agree."""

import pytest
from at_gamer import gamer
from at_table import do, draw, happened, paid
from choosing import refused

from monopoly_lab import Game
from monopoly_lab.common.errors import IllegalChoice, ProblemsError
from monopoly_lab.editions import load_edition


def junior(*players: str, options: dict[str, object] | None = None, **start: object) -> Game:
    """Ann, Bo and Cy, Ann to move; spaces by id."""
    return Game("junior", players or ("Ann", "Bo", "Cy"), options=options, start={"turn": "Ann"} | start)


def at_chance(what: str, **start: object) -> Game:
    """Ann has come to the first Chance space by a throw of 3, and draws the first card with this effect."""
    game = do(junior(**start), "roll 3")
    draw(game, what)
    return game


@pytest.mark.parametrize(("seats", "cash"), [(2, 20), (3, 18), (4, 16)])
def test_set_up__twenty_for_two_eighteen_for_three_sixteen_for_four(seats: int, cash: int) -> None:
    game = Game("junior", ("Ann", "Bo", "Cy", "Dan")[:seats])
    assert set(game.state.cash.values()) == {cash}


def test_board__24_spaces_eight_colors_of_two_and_rents_equal_to_prices() -> None:
    edition = load_edition("junior")
    assert len(edition.spaces) == 24
    assert [len(group.spaces) for group in edition.groups] == [2] * 8
    prices = [space.price for space in edition.spaces if space.is_deed]
    assert prices == [1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 5, 5]
    assert [space.rent for space in edition.spaces if space.is_deed] == [(price,) for price in prices]


def test_buy__is_a_duty_and_nobody_is_asked() -> None:
    game = do(junior(), "roll 1")
    assert game.state.owner("burger") == "Ann"
    assert paid(game, "purchase") == [("Ann", "the bank", 1)]
    assert game.waiting("en").startswith("Bo throws the die")


def test_buy__who_cannot_pay_for_a_free_place_is_without_money() -> None:
    game = do(junior(cash={"Ann": 3}, position={"Ann": "pets"}), "roll 2")
    assert game.choices() == ("bankrupt",)
    for text in ("buy", "decline", "mortgage burger", "pay"):
        assert game.why_not(text), text
    do(game, "bankrupt")
    assert game.over


def test_build__nothing_on_these_boards() -> None:
    """Neither board has houses: whoever owns both of a color is refused one."""
    assert refused(junior(deeds={"Ann": ["museum", "library"]}), "build museum") == "not_buildable"
    sites = load_edition("gamer").groups[0].spaces
    names = [load_edition("gamer").spaces[q].id for q in sites]
    assert refused(gamer(deeds={"Ann": names}), f"build {names[0]}") == "not_buildable"


def test_rent__is_the_price_and_doubled_for_both_of_a_color() -> None:
    game = do(junior(deeds={"Bo": ["museum"]}, position={"Ann": "jail"}), "roll 1")
    assert paid(game, "rent") == [("Ann", "Bo", 2)]
    game = do(junior(deeds={"Bo": ["museum", "library"]}, position={"Ann": "jail"}), "roll 1")
    assert paid(game, "rent") == [("Ann", "Bo", 4)]


def test_dice__one_die_and_no_second_throw() -> None:
    game = junior()
    assert len(game.choices()) == 6
    do(game, "roll 6")
    assert game.waiting("en").startswith("Bo")


def test_jail__pays_one_or_uses_a_card_and_throws_but_never_tries_for_luck() -> None:
    game = junior(jail={"Ann": 0}, position={"Ann": "jail"}, cash={"Ann": 7})
    assert game.choices() == ("pay",)
    with pytest.raises(IllegalChoice):
        game.apply("throw")
    do(game, "pay", "roll 6")
    assert paid(game, "jail_fine") == [("Ann", "the bank", 1)]
    assert game.state.cash["Ann"] == 6


@pytest.mark.parametrize("text", ["build burger", "mortgage burger", "trade Bo: burger for 1", "end game"])
def test_simple__no_buildings_no_mortgages_no_trades(text: str) -> None:
    game = junior(deeds={"Ann": ["burger", "pizza"]})
    assert game.why_not(text)
    with pytest.raises(IllegalChoice):
        game.apply(text)


def test_end_bankruptcies__the_first_without_money_ends_the_game() -> None:
    """ "The game continues until one of the participants end the money": junior, the first of three."""
    game = junior(deeds={"Bo": ["museum", "library"]}, position={"Ann": "jail"}, cash={"Ann": 3, "Bo": 5, "Cy": 9})
    do(game, "roll 1", "bankrupt")
    assert game.over and game.state.out == ("Ann",)


def test_scoring__most_money_wins_and_not_the_worth_of_places() -> None:
    """ "He wins the one who will have more banknotes", in junior: Bo is richer with his places, Cy has more notes."""
    game = junior(
        deeds={"Bo": ["museum", "library", "park_place", "boardwalk"]},
        position={"Ann": "jail"},
        cash={"Ann": 3, "Bo": 5, "Cy": 9},
    )
    do(game, "roll 1", "bankrupt")
    assert game.state.cash["Bo"] == 8
    assert game.winner == "Cy"


def test_scoring__places_decide_between_equal_sums() -> None:
    """The published rules of junior: equal sums, the value of the places."""
    start = {"position": {"Ann": "jail"}, "cash": {"Ann": 3, "Bo": 6, "Cy": 9}}
    assert do(junior(deeds={"Bo": ["museum", "library"]}, **start), "roll 1", "bankrupt").winner == "Bo"
    more = {"Bo": ["museum", "library"], "Cy": ["park_place"]}
    assert do(junior(deeds=more, **start), "roll 1", "bankrupt").winner == "Cy"


def test_free_place__a_free_one_is_taken_for_nothing() -> None:
    game = at_chance("free_place")  # red
    assert game.choices() == ("go arcade", "go cinema")
    do(game, "go cinema")
    assert game.state.owner("cinema") == "Ann" and game.state.cash["Ann"] == 18
    assert game.state.space["Ann"] == "cinema"


def test_free_place__of_another_seat_costs_the_rent() -> None:
    game = do(at_chance("free_place", deeds={"Bo": ["arcade", "cinema"]}), "go arcade")
    assert paid(game, "rent") == [("Ann", "Bo", 6)]


@pytest.mark.parametrize("text", ["go toys", "go boardwalk", "draw_instead", "pass", "go"])
def test_free_place__no_other_color_and_no_way_out(text: str) -> None:
    game = at_chance("free_place")
    before = game.state
    with pytest.raises(Exception, match=r"\S"):
        game.apply(text)
    assert game.state == before


def test_free_place__of_two_colors() -> None:
    game = do(junior(), "roll 3", "draw colour_2")
    assert game.choices() == ("go burger", "go pizza", "go toys", "go pets")
    do(game, "go pizza")  # past GO
    assert game.state.cash["Ann"] == 20


def test_up_to__one_to_five_steps_and_what_is_free_is_bought() -> None:
    game = at_chance("up_to")
    assert game.choices() == ("go candy", "go ice_cream", "go jail", "go museum", "go library")
    assert game.why_not("go chance_2") and game.why_not("go chance_1")
    do(game, "go library")
    assert paid(game, "purchase") == [("Ann", "the bank", 2)]


def test_step_or_draw__one_step_or_another_card() -> None:
    game = at_chance("step_or_draw")
    assert game.choices() == ("draw instead", "go candy")
    assert game.why_not("go ice_cream")
    do(game, "draw instead")
    draw(game, "collect")
    assert paid(game, "card") == [("the bank", "Ann", 2)]


def test_free_at__the_skate_park_for_nothing_or_for_the_rent() -> None:
    game = at_chance("free_at")
    assert game.state.owner("skate_park") == "Ann" and paid(game) == []
    game = at_chance("free_at", deeds={"Bo": ["skate_park"]})
    assert paid(game, "rent") == [("Ann", "Bo", 2)]


def test_move_to__boardwalk_is_bought_at_its_price() -> None:
    game = do(junior(), "roll 3", "draw to_boardwalk")
    assert paid(game, "purchase") == [("Ann", "the bank", 5)]


def test_strategies__choose_the_place_that_completes_a_color() -> None:
    game = Game(
        "junior",
        {"Ann": "balanced", "Bo": "balanced"},
        start={"turn": "Ann", "deeds": {"Ann": ["toys"], "Bo": ["pets"]}},
    )
    do(game, "roll 3", "draw colour_2")
    game.run(steps=1)
    assert game.state.owner("burger") == "Ann" or game.state.owner("pizza") == "Ann"
    assert not happened(game, "bid")


def at_car_card(**start: object) -> Game:
    """Ann, who plays with the car, has the card for it and is about to move; the bank has some places left."""
    return junior(cards={"Ann": ["for_car"]}, **start)


def test_for_token__the_card_goes_to_who_has_the_token_and_another_is_drawn() -> None:
    """ "Give this card to [the token], and take another card": Cy plays with the ship, the third token."""
    game = do(junior(), "roll 3", "draw for_ship")
    assert game.state.cards["Cy"] == ("for_ship",) and game.node.player == "Ann"
    assert [e.player for e in game.events if e.kind == "card_kept"] == ["Cy"]
    assert "draw for_ship" not in game.choices()
    do(game, "draw homework")
    assert paid(game, "card") == [("the bank", "Ann", 2)] and game.node.player == "Bo"


def test_for_token__instead_of_the_throw_to_any_free_place_which_is_bought() -> None:
    game = at_car_card(position={"Ann": "zoo"}, deeds={"Bo": ["boardwalk"]}, cash={"Ann": 9})
    assert "go museum" in game.choices() and "go park_place" in game.choices()
    do(game, "go museum")  # in the direction of the arrow, past GO
    assert game.state.owner("museum") == "Ann" and game.state.space["Ann"] == "museum"
    assert game.state.cash["Ann"] == 9 + 2 - 2 and game.state.cards["Ann"] == ()
    assert not happened(game, "rolled") and game.node.player == "Bo"


@pytest.mark.parametrize("text", ["roll 3", "draw instead", "go candy", "go jail", "go toys", "go zoo"])
def test_for_token__no_throw_and_no_place_that_is_owned_or_too_dear(text: str) -> None:
    """Bo owns the Candy Store, which costs 1, Ann the zoo; Ann has 2 and Toy Store costs 3."""
    game = at_car_card(cash={"Ann": 2}, deeds={"Bo": ["candy"], "Ann": ["zoo"]})
    before = game.state
    with pytest.raises(IllegalChoice):
        game.apply(text)
    assert game.state == before


def test_for_token__a_place_of_another_player_once_all_are_sold() -> None:
    """ "If all are owned, buy one from any player": for its price, and no rent is due."""
    places = [space.id for space in load_edition("junior").spaces if space.is_deed]
    owned = {"Ann": places[:3], "Bo": places[3:10], "Cy": places[10:]}
    game = at_car_card(cash={"Ann": 4, "Bo": 1}, deeds=owned)
    assert "go museum" in game.choices() and "go boardwalk" not in game.choices() and "go candy" not in game.choices()
    do(game, "go library")
    assert game.state.owner("library") == "Ann" and paid(game) == [("Ann", "Bo", 2)]
    assert game.state.cash["Ann"] == 2 and game.state.cash["Bo"] == 3


def test_for_token__a_card_that_leads_nowhere_goes_back_and_the_die_is_thrown() -> None:
    game = at_car_card(cash={"Ann": 0})
    assert game.choices()[0] == "roll 1" and game.state.cards["Ann"] == ()


def test_for_token__a_prisoner_leaves_jail_first() -> None:
    game = at_car_card(jail={"Ann": 0}, position={"Ann": "jail"})
    do(game, "pay")
    assert game.node.kind == "goal" and game.state.cards["Ann"] == ("for_car",)
    do(game, "go toys")
    assert game.state.owner("toys") == "Ann"


def test_for_token__without_a_player_the_card_is_in_no_pile() -> None:
    game = do(Game("junior", ("Ann", "Bo"), start={"turn": "Ann"}), "roll 3")
    assert len(game.choices()) == 20 - 2 and not game.why_not("draw for_cat")
    assert game.why_not("draw for_ship") and game.why_not("draw for_dog")
    with pytest.raises(ProblemsError, match="only for the player with the token Cat"):
        junior(cards={"Ann": ["for_cat"]})
    with pytest.raises(ProblemsError, match="stays in the box"):
        Game("junior", ("Ann", "Bo"), start={"turn": "Ann", "piles": {"chance": ["for_dog"]}})


def test_for_token__the_books_enter_it_as_a_trade() -> None:
    places = [space.id for space in load_edition("junior").spaces if space.is_deed]
    game = do(at_car_card(deeds={"Bo": places}), "go boardwalk")
    entry = game.ledger().journal()
    bought = entry[entry["cause"] == "trade"]
    assert bought.groupby("book")[["debit", "credit"]].sum().to_dict("index") == {
        name: {"debit": 5, "credit": 5} for name in ("Ann", "Bo")
    }


def test_for_token__strategies_complete_a_color_that_they_can_pay() -> None:
    start = {"turn": "Ann", "cards": {"Ann": ["for_car"]}, "deeds": {"Ann": ["toys"], "Bo": ["museum"]}}
    game = Game("junior", {"Ann": "balanced", "Bo": "balanced"}, start=start)
    game.run(steps=1)
    assert game.state.owner("pets") == "Ann"


@pytest.mark.parametrize("strategy", ["balanced", "random"])
def test_games__end_and_keep_the_money(strategy: str) -> None:
    for seed in range(20):
        game = Game("junior", dict.fromkeys(("Ann", "Bo", "Cy"), strategy), seed=seed)
        game.run(rounds=400)
        assert game.over, seed
        assert sum(game.state.cash.values()) + game.state.bank == 0


def test_yokai__16_medals_and_24_cards_but_the_same_game() -> None:
    """ "16 medals, bones, 24 [cards] 'Chance'"; here each color has its cards, so that each can be chosen."""
    yokai = load_edition("yokai")
    assert sum(space.is_deed for space in yokai.spaces) == 16 and len(yokai.cards) == 24
    game = do(Game("yokai", ("Ann", "Bo"), start={"turn": "Ann"}), "roll 3", "draw colour_15")
    assert game.choices() == ("go whisper", "go jibanyan")
    do(game, "go jibanyan")
    assert game.state.owner("jibanyan") == "Ann" and game.state.cash["Ann"] == 20


def test_masha__the_rules_of_junior_with_friends_for_places() -> None:
    """ "Instead of streets [...] friends, and the cards are replaced by adventures"."""
    game = do(Game("masha", ("Ann", "Bo"), start={"turn": "Ann"}), "roll 3", "draw to_bear")
    assert game.state.owner("bear") == "Ann" and paid(game, "purchase") == [("Ann", "the bank", 5)]
    assert load_edition("masha").resolve() == load_edition("junior").resolve()
