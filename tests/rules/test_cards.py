"""Cards: drawn from the top, done at once, put underneath; what they can do; the card that frees from jail."""

import pytest
from at_table import (
    BROWN,
    CHANCE,
    CHEST,
    DARK_BLUE,
    GO,
    JAIL,
    ORANGE,
    STATIONS,
    TAX_OFFICE,
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

from monopoly_lab import Game

BOTH_JAIL_CARDS = ("ukraine_ru", "ukraine_uk", "moscow_overview", "moscow", "home_print", "disney", "fifa")


def drawing(book: str, space: int, options: dict[str, object] | None = None, **start: object) -> Game:
    """Ann has come to a card space by a throw of 1 and 2."""
    return do(sit(book, options=options, **({"position": {"Ann": space - 3}} | start)), "roll 1 2")  # type: ignore[arg-type]


def deck_of(game: Game, space: int) -> list[str]:
    """The cards of the deck that a space draws from, by id."""
    return [c.id for c in game.edition.cards if c.deck == game.edition.spaces[space].deck]


def harmless(game: Game, space: int) -> list[str]:
    """The cards of that deck that only bring money."""
    ids = deck_of(game, space)
    return [c.id for c in game.edition.cards if c.id in ids and c.effect == "collect"]


# Drawing


@every_book
@pytest.mark.parametrize("space", [CHANCE[1], CHEST[1]])
def test_cards__top_card_of_the_named_deck_is_done_at_once(book: str, space: int) -> None:
    """Take the card of the deck the space names and do it at once (cards; two decks in every book)."""
    game = drawing(book, space)
    assert (kind(game), actor(game)) == ("draw", "Ann")
    decks = {deck.id for deck in game.edition.decks}
    assert {text.split()[1] for text in game.choices()} == {game.edition.spaces[space].deck} <= decks
    drawn = harmless(game, space)[0]
    do(game, f"draw {drawn}")
    assert (actor(game), kind(game)) == ("Bo", "dice")
    assert [who for _, who, _ in paid(game, "card")] == ["Ann"]


@every_book
def test_cards__drawn_card_goes_under_the_pile(book: str) -> None:
    """Put it under the pile (cards): it cannot come again before all others of the deck have come."""
    space = CHEST[1]
    game = drawing(book, space, position={"Ann": space - 3, "Bo": space - 3})
    deck = game.edition.spaces[space].deck
    first, second = harmless(game, space)[:2]
    do(game, f"draw {first}", "roll 1 2")
    left = dict(zip(game.choices(), game.node.weights))  # type: ignore[union-attr]
    size = len(deck_of(game, space))
    assert sorted(left.values()) == [0] + [1] * (size - 1)
    assert game.state.piles[deck] == (first,)
    do(game, f"draw {second}")
    assert game.state.piles[deck] == (first, second)


def test_cards__the_order_of_a_pile_repeats_when_it_has_been_seen_once() -> None:
    """Cards go underneath in the order they are drawn, so the second time round all is known."""
    game = sit("moscow")
    ids = [c.id for c in game.edition.cards if c.deck == "chest"]
    drawn = drawing("moscow", CHEST[1], piles={"chest": ids[::-1]})
    assert list(drawn.node.weights) == [0] * 15 + [1]  # type: ignore[union-attr]
    do(drawn, f"draw {ids[-1]}")
    assert drawn.state.piles["chest"] == (*ids[-2::-1], ids[-1])


def test_cards__one_set_by_hand_is_taken_from_its_place_in_the_pile() -> None:
    game = sit("moscow")
    ids = [c.id for c in game.edition.cards if c.deck == "chest"]
    game = drawing("moscow", CHEST[1], piles={"chest": ids})
    do(game, "draw bank_error")
    assert game.state.piles["chest"] == (*[c for c in ids if c != "bank_error"], "bank_error")


@pytest.mark.parametrize(("decks", "weight"), [("piles", 0), ("replacement", 1)])
def test_decks__drawn_with_replacement_as_an_option(decks: str, weight: int) -> None:
    """Decks that are shuffled after every draw: the same card can come twice running."""
    space = CHEST[1]
    game = drawing("moscow", space, {"decks": decks}, position={"Ann": space - 3, "Bo": space - 3})
    do(game, "draw bank_error", "roll 1 2")
    weights = dict(zip(game.choices(), game.node.weights))  # type: ignore[union-attr]
    assert weights["draw chest 2"] == weight
    assert sum(weights.values()) == 15 + weight


@in_books(*BOTH_JAIL_CARDS, "classic_us", "classic_london")
@pytest.mark.parametrize("space", [CHANCE[1], CHEST[1]])
def test_jail_free_card__stays_out_of_its_pile_while_it_is_kept(book: str, space: int) -> None:
    """Kept until it is used (cards): it is nowhere in the pile in the meantime."""
    game = drawing(book, space, position={"Ann": space - 3, "Bo": space - 3})
    mine = next(c for c in game.edition.cards if c.effect == "jail_free" and c.id in deck_of(game, space))
    do(game, f"draw {mine.id}")
    assert game.state.cards["Ann"] == (mine.id,)
    do(game, "roll 1 2")
    assert len(game.choices()) == 15
    assert game.why_not(f"draw {mine.id}") is not None


@pytest.mark.all_in
def test_jail_free_card__with_replacement_can_be_held_once_only() -> None:
    space = CHANCE[1]
    where = {"Ann": space - 3, "Bo": space - 3}
    game = drawing("moscow", space, {"decks": "replacement"}, position=where)
    do(game, "draw jail_free_chance", "roll 1 2", "draw jail_free_chance")
    assert dict(game.state.cards) == {"Ann": ("jail_free_chance",), "Bo": (), "Cy": ()}


# The card that frees from jail


@every_book
def test_jail_free_card__is_kept_and_used_later_then_goes_under_its_pile(book: str) -> None:
    """Kept until it is needed (cards); put under the pile when it is used (jail)."""
    game = drawing(book, CHANCE[1], jail={"Bo": 0}, position={"Ann": CHANCE[1] - 3, "Bo": JAIL})
    mine = draw(game, "jail_free").id
    assert game.state.cards["Ann"] == (mine,)
    assert "use card" not in game.choices()
    game = sit(book, jail={"Ann": 0}, position={"Ann": JAIL}, cards={"Ann": [mine]})
    do(game, "use card")
    assert (dict(game.state.jail), game.state.cards["Ann"], game.state.cash["Ann"]) == ({}, (), 1500)
    assert game.state.piles[game.edition.decks[0].id][-1] == mine
    assert (kind(game), actor(game)) == ("dice", "Ann")


@in_books("ukraine_ru", "ukraine_uk", "monopolist", "moscow", "home_print", "disney", "fifa", "classic_us")
def test_jail_free_card__may_be_sold_at_an_agreed_price(book: str) -> None:
    """It may be sold to another player at a price both agree on (cards)."""
    game = sit(book)
    mine = card(game, "jail_free").id
    game = sit(book, cards={"Bo": [mine]}, jail={"Ann": 1}, position={"Ann": JAIL})
    do(game, f"trade Bo: 35 for card {mine}", "accept")
    assert game.state.cards["Ann"] == (mine,)
    assert paid(game) == [("Ann", "Bo", 35)]
    do(game, "use card", "roll 2 3")
    assert (at(game, "Ann"), game.state.cards["Ann"]) == (STATIONS[1], ())


@in_books("moscow_overview")
def test_jail_free_card__selling_is_allowed_where_it_is_not_mentioned(book: str) -> None:
    """The overview article only lets it be kept; the full rule book of the same game lets it be sold, which is played;
    the option forbids it."""
    offer = "trade Bo: 35 for card jail_free_chance"
    start = {"cards": {"Bo": ["jail_free_chance"]}, "jail": {"Ann": 1}, "position": {"Ann": JAIL}}
    assert sit(book, **start).why_not(offer) is None  # type: ignore[arg-type]
    unsold = sit(book, options={"jail_free_card.sell": False}, **start)  # type: ignore[arg-type]
    assert unsold.why_not(offer) is not None


# What cards can do


@in_books("ukraine_ru")
def test_card_kinds__tax_office_and_trade_cards_of_the_russian_text(book: str) -> None:
    """Russian text, cards: to the tax administration, out of it, and some trade."""
    effects = {c.effect for c in sit(book).edition.cards}
    assert {
        "to_tax_office",
        "tax_office_free",
        "trade",
        "jail_free",
        "go_to_jail",
        "move_to",
        "pay",
        "collect",
    } <= effects
    game = drawing(book, CHANCE[1], deeds={"Ann": [1]})
    draw(game, "to_tax_office")
    assert (at(game, "Ann"), game.state.cash["Ann"], actor(game)) == (TAX_OFFICE, 1450, "Bo")


@in_books("ukraine_ru")
def test_card_kinds__card_out_of_the_tax_office_frees_who_is_held_there(book: str) -> None:
    """Where the tax administration holds its visitors, an option in the Russian text, the card frees as from jail."""
    start = {"position": {"Ann": TAX_OFFICE}, "jail": {"Ann": 0}, "cards": {"Ann": ["tax_office_free"]}}
    game = sit(book, options={"tax_admin.detain": True}, **start)  # type: ignore[arg-type]
    assert "use card" in game.choices()
    do(game, "use card")
    assert (dict(game.state.jail), game.state.cards["Ann"], kind(game)) == ({}, (), "dice")


@in_books("ukraine_ru")
@pytest.mark.parametrize("throw", ["roll 1 2", "roll 2 3"])
def test_card_kinds__card_out_of_the_tax_office_saves_its_tax_where_nobody_is_held(book: str, throw: str) -> None:
    """Russian text, cards: a card frees from the tax administration; it holds nobody, so the tax is what one is freed
    from, in passing and on stopping, once. It is not used up where no tax is due."""
    start = {"position": {"Ann": TAX_OFFICE - 3}, "cards": {"Ann": ["tax_office_free"]}}
    free = do(sit(book, deeds={"Ann": [39]}, **start), throw)  # type: ignore[arg-type]
    assert (paid(free, "tax_office"), free.state.cards["Ann"]) == ([], ())
    named = card(free, "tax_office_free")
    assert "off its tax" in free._teller.card(named.index, "en")
    landless = do(sit(book, **start), throw)  # type: ignore[arg-type]
    assert landless.state.cards["Ann"] == ("tax_office_free",)
    held = do(sit(book, options={"tax_admin.detain": True}, deeds={"Ann": [39]}, **start), throw)  # type: ignore[arg-type]
    assert (len(paid(held, "tax_office")), held.state.cards["Ann"]) == (1, ("tax_office_free",))


@in_books("ukraine_uk")
def test_card_kinds__no_tax_office_cards_in_the_ukrainian_text(book: str) -> None:
    """Ukrainian text, cards: jail is named, the tax administration is not; a trade is."""
    effects = {c.effect for c in sit(book).edition.cards}
    assert not {"to_tax_office", "tax_office_free"} & effects
    assert {"trade", "jail_free", "go_to_jail"} <= effects


@in_books("ukraine_ru", "ukraine_uk")
def test_card_kinds__trade_card_lets_the_drawer_make_a_deal(book: str) -> None:
    """Both texts, cards: carry out some trade. The drawer may offer a deal to anybody, or pass."""
    game = drawing(book, CHANCE[1], deeds={"Bo": [1]})
    draw(game, "trade")
    assert (kind(game), actor(game), game.choices()) == ("trade_card", "Ann", ("pass",))
    site = game.edition.spaces[1].id
    dealt = do(game.fork(), f"trade Bo: 90 for {site}", "accept")
    assert dealt.state.owner(1) == "Ann"
    assert actor(do(dealt, "pass")) == "Bo"
    assert actor(do(game, "pass")) == "Bo"


@in_books("monopolist")
def test_card_kinds__jail_and_go_are_in_chance_alone(book: str) -> None:
    """Monopolist: jail, the way out of it and the way to GO are told of Chance cards only; some cards collect money."""
    cards = sit(book).edition.cards
    named = [c for c in cards if c.effect in ("jail_free", "go_to_jail") or c.arguments.get("to") == "go"]
    assert {c.deck for c in named} == {"chance"}
    assert [c.deck for c in cards if c.effect == "collect_each"] == ["chest"]


@in_books("moscow_overview", "moscow", "home_print", "disney", "classic_us", "classic_london")
def test_card_kinds__move_pay_receive_jail_and_out_of_it(book: str) -> None:
    """Move, pay, receive, go to jail, be freed (cards); taxes, moves, jail, receipts in the overview article."""
    effects = {c.effect for c in sit(book).edition.cards}
    assert {"move_to", "move_back", "pay", "collect", "go_to_jail", "jail_free", "repairs"} <= effects
    jail = [c.deck for c in sit(book).edition.cards if c.effect == "go_to_jail"]
    assert len(set(jail)) == 2


@in_books("fifa")
def test_card_kinds__jail_in_either_half(book: str) -> None:
    """Football book: a First or Second Half card sends to jail; the card that frees can be kept."""
    cards = sit(book).edition.cards
    assert {c.deck for c in cards if c.effect == "go_to_jail"} == {"first_half", "second_half"}
    assert {c.deck for c in cards if c.effect == "jail_free"} == {"first_half", "second_half"}


@every_book
def test_cards__to_jail(book: str) -> None:
    game = drawing(book, CHANCE[1])
    draw(game, "go_to_jail")
    assert (at(game, "Ann"), dict(game.state.jail), actor(game), paid(game)) == (JAIL, {"Ann": 0}, "Bo", [])


@every_book
def test_cards__a_move_ends_on_the_space_and_its_rule_is_done(book: str) -> None:
    """Moved by a card, one acts on the new space: rent is due there."""
    game = drawing(
        book, CHANCE[1], deeds={"Bo": [39], "Ann": [1]}, position={"Ann": CHANCE[1] - 3}, options={"tax_admin.pass": 0}
    )
    draw(game, "move_to", to=39)
    assert paid(game, "rent") == [("Ann", "Bo", 50)]


@every_book
def test_cards__back_three_acts_there_too(book: str) -> None:
    """Three back from the last card space lies the other deck: two cards in one turn."""
    game = drawing(book, CHANCE[2])
    draw(game, "move_back")
    assert (at(game, "Ann"), kind(game)) == (CHEST[2], "draw")
    assert {text.split()[1] for text in game.choices()} == {game.edition.spaces[CHEST[2]].deck}


@in_books("ukraine_ru", "ukraine_uk", "monopolist", "moscow_overview", "moscow", "home_print", "fifa", "classic_us")
@pytest.mark.parametrize(("owned", "due"), [(1, 50), (2, 100), (3, 200), (4, 400)])
def test_cards__nearest_station_at_double_rent(book: str, owned: int, due: int) -> None:
    """The published card: forward to the next station, twice its rent; free, it may be bought."""
    owner = {"Bo": [STATIONS[2], *STATIONS[:2], STATIONS[3]][:owned]}
    game = drawing(book, CHANCE[1], deeds=owner)
    draw(game, "nearest", kind="station")
    assert at(game, "Ann") == STATIONS[2]
    assert paid(game, "rent") == [("Ann", "Bo", due)]
    free = drawing(book, CHANCE[1])
    draw(free, "nearest", kind="station")
    assert (kind(free), actor(free)) == ("buy", "Ann")


@in_books("moscow", "fifa")
def test_cards__nearest_beyond_go_earns_the_salary(book: str) -> None:
    game = drawing(book, CHANCE[2])
    draw(game, "nearest", kind="station")
    assert (at(game, "Ann"), paid(game, "salary")) == (STATIONS[0], [("the bank", "Ann", 200)])


@in_books("disney", "classic_london")
@pytest.mark.parametrize("choice", ["pay", "draw instead"])
def test_cards__fine_or_a_card_of_the_other_deck(book: str, choice: str) -> None:
    """Disney, Magic Moments: a fine of 10, or a Show Time card instead."""
    game = drawing(book, CHEST[1])
    draw(game, "pay_or_draw")
    assert game.choices() == ("pay", "draw instead")
    do(game, choice)
    if choice == "pay":
        assert (game.state.cash["Ann"], actor(game)) == (1490, "Bo")
    else:
        assert (game.state.cash["Ann"], kind(game)) == (1500, "draw")
        assert {text.split()[1] for text in game.choices()} == {game.edition.decks[0].id}


@in_books("disney", "classic_london")
def test_cards__back_to_the_first_site_earns_no_salary(book: str) -> None:
    """Disney: lost in the jungle, back to Tarzan without 200; London: back to the first street."""
    game = drawing(book, CHEST[2], deeds={"Bo": BROWN})
    draw(game, "back_to")
    assert (at(game, "Ann"), paid(game, "salary"), paid(game, "rent")) == (1, [], [("Ann", "Bo", 4)])


@every_book
def test_cards__repairs_count_houses_and_hotels(book: str) -> None:
    """The published cards: 25 a house and 100 a hotel in the first deck, 40 and 115."""
    start = {"deeds": {"Ann": BROWN + DARK_BLUE, "Bo": ORANGE}, "buildings": {1: "hotel", 3: "hotel", 37: 2, 39: 1}}
    start["buildings"] |= dict.fromkeys(ORANGE, 2)  # not Ann's
    game = drawing(book, CHANCE[1], **start)
    draw(game, "repairs", house=25)
    assert paid(game, "card") == [("Ann", "the bank", 3 * 25 + 2 * 100)]
    unbuilt = drawing(book, CHANCE[1])
    draw(unbuilt, "repairs", house=25)
    assert (paid(unbuilt), actor(unbuilt)) == ([], "Bo")


@every_book
def test_cards__collect_from_each_is_a_debt_of_everybody(book: str) -> None:
    """Separate debts in the order of the seats from the mover: who cannot pay raises the money or goes bankrupt."""
    game = drawing(book, CHEST[1], cash={"Bo": 5}, deeds={"Bo": [39]})
    draw(game, "collect_each")
    assert (kind(game), actor(game)) == ("debt", "Bo")
    do(game, "mortgage 39", "pay")
    assert paid(game, "card") == [("Bo", "Ann", 10), ("Cy", "Ann", 10)]


@in_books(*BOTH_JAIL_CARDS, "monopolist", "classic_us")
def test_cards__pay_each_is_a_debt_to_everybody(book: str) -> None:
    """As before: the first debts are paid while the cash lasts, then the mover has to raise money."""
    game = drawing(book, CHANCE[1], cash={"Ann": 60}, deeds={"Ann": [39]})
    each = draw(game, "pay_each").arguments["amount"]
    if each == 50:
        assert (kind(game), actor(game), paid(game, "card")) == ("debt", "Ann", [("Ann", "Bo", 50)])
        do(game, "mortgage 39", "pay")
    assert paid(game, "card") == [("Ann", "Bo", each), ("Ann", "Cy", each)]


def test_cards__the_bankrupt_neither_give_nor_get() -> None:
    game = drawing("moscow", CHEST[1], out=["Bo"], deeds={"Cy": [39]})
    draw(game, "collect_each")
    assert paid(game, "card") == [("Cy", "Ann", 10)]


def test_cards__extra_throw_of_a_double_comes_after_the_card() -> None:
    game = do(sit("moscow", position={"Ann": CHEST[1] - 2}), "roll 1 1", "draw bank_error")
    assert (kind(game), actor(game)) == ("dice", "Ann")


def test_cards__card_to_go_stops_there_once() -> None:
    game = drawing("moscow", CHEST[1])
    draw(game, "move_to", to=GO)
    assert (at(game, "Ann"), len(happened(game, "moved"))) == (GO, 2)
