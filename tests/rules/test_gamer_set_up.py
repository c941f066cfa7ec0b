"""Preparation, characters, who starts, and property, by the Gamer book."""

import pytest
from at_gamer import ANN_BO_CY, FOUR, before, coins, gamer, new, space, total
from at_table import actor, do, happened, kind, paid
from choosing import owners, refused

from monopoly_lab import Game
from monopoly_lab.common.errors import OptionError, SeatError
from monopoly_lab.constants import refusal
from monopoly_lab.rules.characters import why_not_character

NAMES = ("Ann", "Bo", "Cy", "Dee", "Ed")
BOXED = ["mario", "peach", "yoshi", "donkey_kong"]


def chosen(game: Game) -> Game:
    """Everybody takes the first character that is left."""
    while kind(game) == "character":
        do(game, game.choices()[0])
    return game


# ПОДГОТОВКА К ИГРЕ


@pytest.mark.parametrize("number", [-1, 99])
def test_characters__no_number_but_that_of_a_card_is_one(number: int) -> None:
    game = new("gamer")
    assert why_not_character(game.raw_state(), game.tables, 0, number) == refusal.NO_SUCH_CHARACTER


@pytest.mark.parametrize("number", [2, 3, 4])
def test_players__two_to_four_play(number: int) -> None:
    """The cover, and the part on two and three players: 2 to 4."""
    game = new("gamer", NAMES[:number])
    assert len(game.players) == number and kind(game) == "character"


@pytest.mark.parametrize("number", [1, 5])
def test_players__neither_one_nor_five_in_gamer(number: int) -> None:
    assert NAMES[:number]
    with pytest.raises(SeatError):
        Game("gamer", NAMES[:number])


@pytest.mark.parametrize(("number", "each"), [(2, 20), (3, 10), (4, 10)])
def test_start_cash__ten_coins_and_twenty_for_two(number: int, each: int) -> None:
    """Подготовка 5: 5 coins of 1 and one of 5; where two play, 20 each."""
    game = new("gamer", NAMES[:number])
    assert coins(game) == (each,) * number


def test_start_notes__five_of_one_and_one_of_five() -> None:
    """Подготовка 5: five coins of 1 and one coin of 5."""
    edition = Game("gamer").edition
    assert dict(edition.money.notes) == {5: 1, 1: 5}
    assert sum(value * number for value, number in edition.money.notes.items()) == edition.tables({}).o_start_cash == 10


def test_components__deeds_bosses_characters_two_dice_no_buildings() -> None:
    """В комплекте: 4 characters, 8 bosses, 16 deeds, a number die and a power-up die."""
    edition = Game("gamer").edition
    assert len([space for space in edition.spaces if space.kind == "street"]) == 16
    assert len(edition.bosses) == 8
    assert [character.id for character in edition.characters if character.boxed] == BOXED
    assert (edition.tables({}).o_move_dice, edition.tables({}).o_move_sides) == (1, 6)
    assert sum(face.sides for face in edition.power) == 6
    assert edition.tables({}).o_components_houses == edition.tables({}).o_components_hotels == 0
    assert len(edition.decks) == 0


def test_components__the_eight_of_the_packs_are_those_the_book_names() -> None:
    """Наборы расширения: eight further characters, sold apart."""
    packs = ["wario", "fire_mario", "diddy_kong", "toad", "rosalina", "luigi", "boo", "tanooki_mario"]
    assert sorted(c.id for c in Game("gamer").edition.characters if not c.boxed) == sorted(packs)


def test_banker__nobody_has_to_be_one() -> None:
    """Подготовка 1 and 3: coins lie within everybody's reach; one player may look after the deeds."""
    game = chosen(new("gamer"))
    assert game.players == ("Ann", "Bo", "Cy") and game.why_not("fine dice Ann") is not None


def test_bank_limit__the_bank_pays_on_when_the_coins_of_the_box_are_gone() -> None:
    """В комплекте: 50 coins of 1 and 40 of 5; the book does not say what happens when they are gone."""
    box = 50 * 1 + 40 * 5
    game = gamer(cash={"Ann": box}, position={"Ann": before(gamer(), "parking", 1)})
    do(game, "roll 1 coins", "move")
    assert coins(game, "Ann") == (box + 4,) and total(game) == 0


def test_bank_limit__a_bank_of_the_ninety_coins_pays_what_it_has_left() -> None:
    """In the box: 50 coins of 1 and 40 of 5, 250 in all. With the option the bank pays what it has, the rest is lost
    (a reading of ours): Ann, Bo and Cy hold 248, so of the 4 coins of the parking handful 2 are paid."""
    at = before(gamer(), "parking", 1)
    game = gamer(cash={"Ann": 228, "Bo": 10, "Cy": 10}, position={"Ann": at}, options={"bank_limit": True})
    assert game.tables.o_components_coins == 50 * 1 + 40 * 5
    do(game, "roll 1 coins", "move")
    assert coins(game, "Ann") == (230,) and game.state.bank == -250
    short = [event for event in game.events if event.kind == "ran_out"]
    assert [(event.player, event.amount) for event in short] == [("Ann", 2)]
    assert "The bank has run out: Ann goes without 2 coins." in " ".join(game.log())


def test_bank_limit__an_empty_bank_pays_again_what_came_back() -> None:
    """What is paid to the bank can be paid out again: the price of a deed."""
    deed = next(space for space in gamer().edition.spaces if space.price == 3)
    at = before(gamer(), deed.id, 1)
    game = gamer(cash={"Ann": 230, "Bo": 10, "Cy": 10}, position={"Ann": at}, options={"bank_limit": True})
    do(game, "roll 1 coins", "move", "buy")
    assert coins(game, "Ann") == (230,) and [e.amount for e in game.events if e.kind == "ran_out"] == [1]


def test_bank_limit__a_box_that_cannot_deal_the_start_cash_is_refused() -> None:
    with pytest.raises(OptionError, match="the box holds 0"):
        Game("classic_us", NAMES[:2], options={"bank_limit": True})


def test_first_player__the_number_die_highest_begins_then_to_the_left() -> None:
    """Кто ходит первым: everybody throws the number die; the highest starts, then to the left."""
    game = chosen(new("gamer", NAMES[:4]))
    assert (kind(game), game.choices()) == ("dice", tuple(f"roll {n}" for n in range(1, 7)))
    do(game, "roll 2", "roll 5", "roll 6", "roll 1")
    assert (actor(game), len(game.choices())) == ("Cy", 30)


def test_first_player__equal_highest_throws_are_thrown_again() -> None:
    """The book does not say; as in the other books, those who tie throw again."""
    game = do(chosen(new("gamer")), "roll 6", "roll 2", "roll 6")
    assert actor(game) == "Ann"
    do(game, "roll 1", "roll 4")
    assert actor(game) == "Cy" and len(game.choices()) == 30


# Characters


def test_characters__each_player_chooses_one_and_no_two_the_same() -> None:
    """Подготовка 4: everybody chooses a character and puts its token on GO."""
    game = new("gamer", NAMES[:4])
    for player, name in zip(NAMES, ("yoshi", "mario", "donkey_kong", "peach")):
        assert actor(game) == player
        do(game, f"choose {name}")
        assert game.state.characters[player] == (name,) and game.state.space[player] == "go"
    assert kind(game) == "dice"


def test_characters__one_that_is_taken_is_refused() -> None:
    game = do(new("gamer"), "choose yoshi")
    assert refused(game, "choose yoshi") == "character_taken"
    assert set(game.choices()) == {"choose mario", "choose peach", "choose donkey_kong"}


def test_characters__of_the_packs_are_not_at_hand() -> None:
    """Наборы расширения: sold apart; the option brings them."""
    assert refused(new("gamer"), "choose boo") == "character_not_at_hand"
    with_packs = new("gamer", **{"characters.expansion": True})
    assert "choose boo" in with_packs.choices()
    do(with_packs, "choose boo")
    assert with_packs.state.characters["Ann"] == ("boo",)


def test_characters__an_ability_that_no_source_gives_needs_a_house_rule() -> None:
    game = new("gamer", **{"characters.expansion": True})
    assert refused(game, "choose wario") == "ability_unknown"
    assert 'abilities = {wario = "steal_each 2"}' in game.why_not("choose wario")
    ruled = new("gamer", **{"characters.expansion": True, "abilities": {"wario": "steal_each 2"}})
    assert "choose wario" in ruled.choices() and "choose toad" not in ruled.choices()


def test_characters__a_house_rule_gives_the_ability_that_it_says() -> None:
    options = {"characters.expansion": True, "abilities": {"wario": "steal_each 2"}}
    game = gamer(
        {"Ann": "wario", "Bo": "peach", "Cy": "yoshi"}, options, position={"Ann": before(gamer(), "star_2", 1)}
    )
    do(game, "roll 1 coins", "move")
    assert paid(game, "star") == [("Bo", "Ann", 2), ("Cy", "Ann", 2)]


@pytest.mark.parametrize("line", ["fly", "steal_each", "collect_rents 3", "steal_each two", "unknown"])
def test_characters__a_house_rule_that_is_no_ability_is_refused(line: str) -> None:
    with pytest.raises(OptionError):
        Game("gamer", NAMES[:3], options={"characters.expansion": True, "abilities": {"wario": line}})


# СОБСТВЕННОСТЬ


def stop_at(name: str, options: dict[str, object] | None = None, **start: object) -> Game:
    """Ann has used the power-up and stopped on a space one step ahead."""
    return do(gamer(ANN_BO_CY, options, position={"Ann": before(gamer(), name, 1)}, **start), "roll 1 coins", "move")


def test_buy__the_price_on_the_space_to_the_bank_for_the_deed() -> None:
    """Хочешь купить: pay the price on the space and take the deed."""
    game = stop_at("soda_jungle")
    assert (kind(game), set(game.choices())) == ("buy", {"buy", "auction"})
    do(game, "buy")
    assert paid(game, "purchase") == [("Ann", "the bank", space(game, "soda_jungle").price)]
    assert game.state.owner("soda_jungle") == "Ann"


def test_buy__buy_or_put_it_up_for_auction() -> None:
    """Незанятая собственность: you must buy it or put it up for auction."""
    game = stop_at("soda_jungle")
    assert refused(game, "pass") == "not_now"
    short = stop_at("soda_jungle", cash={"Ann": 2})
    assert refused(short, "buy") == "not_enough_cash" and short.choices() == ("auction",)


def test_auction__who_stopped_there_bids_first_then_to_the_left() -> None:
    """Не хочешь или не можешь купить: you bid first, then the player on the left; the highest bid goes to the bank."""
    game = do(stop_at("soda_jungle"), "auction")
    asked = []
    for text in ("bid 1", "bid 2", "bid 4", "bid 5", "pass", "pass"):
        asked.append(actor(game))
        do(game, text)
    assert asked == ["Ann", "Bo", "Cy", "Ann", "Bo", "Cy"]
    assert game.state.owner("soda_jungle") == "Ann" and paid(game, "auction") == [("Ann", "the bank", 5)]


def test_auction_start__from_one_coin_up_by_one_at_least() -> None:
    """Не хочешь или не можешь купить: the first bid is 1 coin, each next one 1 coin more at least."""
    game = do(stop_at("soda_jungle"), "auction")
    assert refused(game, "bid 0") == "bid_too_low" and game.choices() == ("bid 1", "pass")
    do(game, "bid 3")
    assert refused(game, "bid 3") == "bid_too_low"
    assert refused(game, "bid 11") == "bid_too_high"
    assert game.why_not("bid 4") is None


def test_auction_start__nobody_bids_and_it_stays_without_an_owner() -> None:
    """Не хочешь или не можешь купить: with no bid the property stays unowned."""
    game = do(stop_at("soda_jungle"), "auction", "pass", "pass", "pass")
    assert len(happened(game, "unsold")) == 1 and game.state.owner("soda_jungle") is None


def test_rent_basic__what_the_deed_says_to_its_owner() -> None:
    """Занятая собственность: pay the owner the rent on the deed."""
    game = stop_at("bowsers_castle", deeds={"Bo": ["bowsers_castle"]})
    rent = space(game, "bowsers_castle").rent[0]
    assert rent > 1 and paid(game, "rent") == [("Ann", "Bo", rent)]


def test_rent_basic__nothing_on_ones_own() -> None:
    game = stop_at("bowsers_castle", deeds={"Ann": ["bowsers_castle"]})
    assert not paid(game, "rent") and actor(game) == "Bo"


def test_rent_double__all_property_of_a_color_doubles_it() -> None:
    """Занятая собственность: who owns all of a color gets double rent."""
    game = stop_at("bowsers_castle", deeds={"Bo": ["bowsers_castle", "peachs_castle"]})
    assert paid(game, "rent") == [("Ann", "Bo", 2 * space(game, "bowsers_castle").rent[0])]


def test_rent_claim__the_owner_has_to_ask() -> None:
    """Занятая собственность: if the owner does not ask, nothing is due."""
    game = stop_at("bowsers_castle", {"rent_claim": "asked"}, deeds={"Bo": ["bowsers_castle"]})
    assert not paid(game, "rent") and actor(game) == "Bo"
    do(game, "Bo: claim bowsers_castle")
    assert paid(game, "rent") == [("Ann", "Bo", space(game, "bowsers_castle").rent[0])]


def test_rent_claim__without_the_option_every_owner_asks_in_time() -> None:
    game = stop_at("bowsers_castle", deeds={"Bo": ["bowsers_castle"]})
    assert paid(game, "rent") and not happened(game, "rent_lapsed")


def test_rent_deadline__until_the_next_player_throws() -> None:
    """Занятая собственность: nothing is to be paid if the owner has not asked before the next player threw."""
    game = stop_at("bowsers_castle", {"rent_claim": "asked"}, deeds={"Bo": ["bowsers_castle"]})
    do(game, "roll 3 coins")
    assert len(happened(game, "rent_lapsed")) == 1
    assert refused(game, "Bo: claim bowsers_castle") == "nothing_to_claim"


# Сделки с недвижимостью


def test_trade_items__property_for_coins_or_property_and_bosses_never() -> None:
    """Сделки с недвижимостью: buy, sell or swap property; bosses are neither sold nor swapped."""
    deeds = {"Ann": ["soda_jungle"], "Bo": ["acorn_plains"]}
    game = gamer(deeds=deeds, bosses={"Ann": ["larry"]})
    do(game, "trade Bo: soda_jungle for 4 + acorn_plains", "accept")
    assert owners(game, "soda_jungle", "acorn_plains") == ["Bo", "Ann"]
    assert coins(game, "Ann", "Bo") == (14, 6)
    assert refused_or_unread(game, "trade Bo: larry for 4") and game.state.bosses["Ann"] == ("larry",)


def refused_or_unread(game: Game, text: str) -> bool:
    before = game.state
    with pytest.raises(Exception, match=r"larry|boss"):
        game.apply(text)
    return game.state == before


@pytest.mark.parametrize(
    ("script", "moment"),
    [
        ([], "dice"),
        (["roll 1 coins"], "turn"),
        (["roll 2 coins", "power"], "buy"),
        (["roll 1 coins", "power"], "boss"),
    ],
)
def test_trade_time__at_any_moment_of_the_own_turn(script: list[str], moment: str) -> None:
    """Сделки с недвижимостью: at any time during your own turn."""
    game = gamer(deeds={"Ann": ["soda_jungle"]}, position={"Ann": before(gamer(), "go", 1)})
    do(game, *script)
    assert kind(game) == moment
    do(game, "trade Bo: soda_jungle for 3", "accept")
    assert game.state.owner("soda_jungle") == "Bo" and (kind(game), actor(game)) == (moment, "Ann")


def test_trade_time__also_after_both_dice_until_the_next_player_throws() -> None:
    """Сделки с недвижимостью: at any time during your own turn. The dice are used and lie before Bo: Ann may deal, and
    Bo, whose turn it is, but not Cy; once Bo has thrown Ann is late."""
    game = gamer(
        deeds={"Ann": ["soda_jungle"], "Cy": ["acorn_plains"]}, position={"Ann": before(gamer(), "parking", 1)}
    )
    do(game, "roll 1 coins", "power")
    assert (kind(game), actor(game)) == ("dice", "Bo")
    assert refused(game, "Cy: trade Bo: acorn_plains for 3") == "trade_time"
    offer = "Ann: trade Cy: soda_jungle for 3"
    late = do(game.fork(), "roll 1 coins")
    assert refused(late, offer) == "trade_time"
    do(game, offer, "accept")
    assert game.state.owner("soda_jungle") == "Cy" and (kind(game), actor(game)) == ("dice", "Bo")


def test_trade_time__until_the_next_player_throws_though_the_neighbour_is_out() -> None:
    """Сделки с недвижимостью: the dice lie before Cy, since Bo has gone bankrupt: Ann may still deal."""
    where = {"Ann": before(gamer(), "parking", 1)}
    game = gamer(deeds={"Ann": ["soda_jungle"]}, position=where, out=["Bo"])
    do(game, "roll 1 coins", "power")
    assert (kind(game), actor(game)) == ("dice", "Cy")
    do(game, "Ann: trade Cy: soda_jungle for 3", "accept")
    assert game.state.owner("soda_jungle") == "Cy"


def test_trade_time__not_in_another_players_turn() -> None:
    game = gamer(deeds={"Bo": ["acorn_plains"]})
    assert refused(game, "Bo: trade Ann: acorn_plains for 3") == "trade_time"
    free = gamer(options={"trade_time": "any"}, deeds={"Bo": ["acorn_plains"]})
    assert free.why_not("Bo: trade Ann: acorn_plains for 3") is None


# Что делать, если монетки закончились


def owing(**start: object) -> Game:
    """Ann owes Bo the double rent of Bowser's Castle and has 3 coins."""
    deeds = {"Bo": ["bowsers_castle", "peachs_castle"], "Ann": ["acorn_plains", "soda_jungle", "cooligan_fields"]}
    begun = {"deeds": deeds, "cash": {"Ann": 3}, "position": {"Ann": before(gamer(), "bowsers_castle", 1)}} | start
    return do(gamer(**begun), "roll 1 blooper", "move")  # type: ignore[arg-type]


def test_debt_property__sold_to_the_bank_at_its_printed_price() -> None:
    """Что делать, если монетки закончились: sell property to the bank at face value, then pay."""
    game = owing()
    assert (kind(game), actor(game)) == ("debt", "Ann")
    assert refused(game, "pay") == "not_enough_cash"
    debt = 2 * space(game, "bowsers_castle").rent[0]
    for name in ("soda_jungle", "cooligan_fields", "acorn_plains"):
        do(game, f"sell deed {name}")
        price = space(game, name).price
        assert paid(game, "deed_sale")[-1] == ("the bank", "Ann", price) and game.state.owner(name) is None
        if kind(game) != "debt" or "pay" in game.choices():
            break
    while kind(game) == "debt":
        do(game, "pay" if "pay" in game.choices() else game.choices()[0])
    assert sum(amount for _, _, amount in paid(game, "rent")) == min(debt, 3 + 3 + 3 + 1)


def test_debt_property__or_to_other_players_at_an_agreed_price() -> None:
    """Что делать, если монетки закончились: or sell to other players at an agreed price."""
    game = owing()
    do(game, "trade Cy: soda_jungle for 8", "accept")
    assert (kind(game), coins(game, "Ann", "Cy")) == ("debt", (11, 2))
    do(game, "pay")
    assert game.state.owner("soda_jungle") == "Cy"


def test_debt_property__nothing_is_sold_to_the_bank_without_need() -> None:
    game = gamer(deeds={"Ann": ["acorn_plains"]})
    assert refused(game, "sell deed acorn_plains") == "not_now"
    assert refused(game, "sell deed soda_jungle") == "not_owner"
    none = gamer(options={"debt_property.deeds_to_bank": 0}, deeds={"Ann": ["acorn_plains"]})
    assert refused(none, "sell deed acorn_plains") == "no_deed_sale"


@pytest.mark.all_in
def test_bankrupt_when__never_and_what_is_missing_is_forgiven() -> None:
    """Что делать, если монетки закончились: with neither coins nor property do nothing, stay in the game."""
    game = owing(deeds={"Bo": ["bowsers_castle", "peachs_castle"]}, cash={"Ann": 3})
    debt = 2 * space(game, "bowsers_castle").rent[0]
    assert paid(game, "rent") == [("Ann", "Bo", 3)]
    assert [event.amount for event in happened(game, "forgiven")] == [debt - 3]
    assert game.state.in_play == game.players and not happened(game, "bankrupt")
    assert (kind(game), actor(game)) == ("target", "Ann")  # who plays on: the power-up comes next


def test_bankrupt_when__is_refused_to_a_debtor() -> None:
    assert refused(owing(), "bankrupt") == "no_bankruptcy"


@pytest.mark.all_in
def test_bankrupt_when__by_a_house_rule_what_was_owed_to_a_space_lies_there() -> None:
    """Not in the book: with bankruptcies as in other books the coins of who cannot drop enough stay on the board."""
    game = gamer(
        options={"bankrupt_when.forgiven": False, "house_rules": True},
        position={"Ann": before(gamer(), "thwomp_1", 1)},
        cash={"Ann": 1},
    )
    do(game, "roll 1 blooper", "move", "bankrupt")
    assert game.state.out == ("Ann",) and dict(game.state.coins) == {"thwomp_1": 1}
    assert total(game) == 0 and coins(game, "Ann") == (0,)


def test_bankrupt_when__by_a_house_rule_a_ruined_mover_is_asked_for_nothing_more() -> None:
    """Not in the book: whoever goes bankrupt in his move has neither a power-up nor passed coins to ask for."""
    game = gamer(
        options={"bankrupt_when.forgiven": False, "house_rules": True, "late_claims": "asked"},
        position={"Ann": before(gamer(), "thwomp_1", 2)},
        coins={"sparkling_waters": 3},
        cash={"Ann": 1},
    )
    do(game, "roll 2 blooper", "move", "bankrupt")
    assert (kind(game), actor(game)) == ("dice", "Bo") and game.state.coins["sparkling_waters"] == 3


def test_bankrupt_when__the_one_in_debt_on_anothers_turn_sells_as_well() -> None:
    """Что делать, если монетки закончились: also when another player's power-up makes you drop coins."""
    game = gamer(FOUR, deeds={"Bo": ["acorn_plains"]}, cash={"Bo": 2}, position={"Bo": "parking"})
    do(game, "roll 2 red", "power", "target Bo")
    assert (kind(game), actor(game)) == ("debt", "Bo")
    do(game, "sell deed acorn_plains")
    if kind(game) == "debt":
        do(game, "pay")
    assert game.state.coins["parking"] == 3 and coins(game, "Bo") == (0,)
