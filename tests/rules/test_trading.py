"""Deals between players: what may change hands, when, and how offers are answered."""

import pytest
from at_table import DARK_BLUE, STATIONS, actor, do, every_book, happened, in_books, kind, paid, sit
from choosing import deed, jail_card, owners, purses, refused

import monopoly_lab as ml
from monopoly_lab import Game
from monopoly_lab.rules.state_fields import REFUSALS


@every_book
@pytest.mark.all_in
def test_trade_items__any_mix_of_cash_deeds_and_jail_cards(book: str) -> None:
    """Sections on deals and on cards: sites, stations, utilities and cards out of jail, for money or for each other.
    The overview, which does not name the card, is read like the full rules."""
    card = jail_card(sit(book))
    game = sit(book, deeds={"Ann": [11, 12], "Bo": [5]}, cards={"Bo": [card]})
    do(game, f"trade Bo: {deed(game, 11)} + {deed(game, 12)} + 70 for {deed(game, 5)} + card {card} + 30")
    assert (kind(game), actor(game)) == ("answer", "Bo")
    assert owners(game, 11, 12, 5) == ["Ann", "Ann", "Bo"]
    do(game, "accept")
    assert owners(game, 11, 12, 5) == ["Bo", "Bo", "Ann"]
    assert purses(game) == (1460, 1540, 1500)
    assert [len(held) for held in game.state.cards.values()] == [1, 0, 0]
    assert (kind(game), actor(game)) == ("dice", "Ann")


@every_book
def test_trade_items__a_card_bought_in_jail_frees(book: str) -> None:
    """Sections on jail: the prisoner may buy the card of another player at an agreed price and use it at once; no
    other rule keeps the overview from it."""
    card = jail_card(sit(book))
    game = sit(book, jail={"Ann": 0}, cards={"Bo": [card]})
    assert refused(game, "use card") == "no_card"
    do(game, f"trade Bo: 40 for card {card}", "accept", "use card")
    assert purses(game) == (1460, 1540, 1500)
    assert "Ann" not in game.state.jail
    assert not game.state.cards["Ann"]


@pytest.mark.parametrize("option", ["trade_items.cards", "jail_free_card.sell"])
def test_trade_items__without_cards_as_an_option(option: str) -> None:
    card = jail_card(sit("moscow"))
    game = sit("moscow", options={option: False}, cards={"Bo": [card]}, deeds={"Ann": [5]})
    assert refused(game, f"trade Bo: 40 for card {card}") == "cards_not_traded"
    do(game, f"trade Bo: {deed(game, 5)} for 40", "accept")


@every_book
def test_trade_items__only_what_one_has(book: str) -> None:
    game = sit(book, deeds={"Ann": [5], "Cy": [15]}, cash={"Ann": 100, "Bo": 50}, players=("Ann", "Bo", "Cy"))
    five, fifteen = deed(game, 5), deed(game, 15)
    assert refused(game, f"trade Bo: {fifteen} for 10") == "offer_not_theirs"
    assert refused(game, f"trade Bo: 10 for {fifteen}") == "offer_not_theirs"
    assert refused(game, f"trade Cy: 101 for {fifteen}") == "not_enough_cash"
    assert refused(game, f"trade Bo: {five} for 51") == "offer_their_cash"
    assert refused(game, f"trade Ann: {five} for 5") == "offer_to_self"
    assert refused(game, f"trade Cy: 10 for card {jail_card(game)}") == "offer_not_theirs"


@every_book
def test_trade_buildings__the_whole_group_clear_of_them(book: str) -> None:
    """Sections on selling property: all buildings of the group are sold first. The hryvnia edition says it of the
    site itself; read like the others, since houses need a full group."""
    game = sit(book, deeds={"Ann": (*DARK_BLUE, 5)}, buildings={37: 1})
    assert refused(game, f"trade Bo: {deed(game, 39)} for 100") == "group_built"
    assert refused(game, f"trade Bo: {deed(game, 37)} for 100") == "site_built"
    do(game, f"trade Bo: {deed(game, 5)} for 100", "accept", "sell 37")
    do(game, f"trade Bo: {deed(game, 39)} for 100", "accept")
    assert owners(game, 37, 39) == ["Ann", "Bo"]


@in_books("ukraine_ru", "ukraine_uk", "monopolist")
def test_trade_buildings__only_the_site_itself_as_an_option(book: str) -> None:
    """Hryvnia edition, section on ownership, to the letter: the buildings on that site."""
    game = sit(book, options={"trade_buildings": "site_clear"}, deeds={"Ann": DARK_BLUE}, buildings={37: 1})
    assert refused(game, f"trade Bo: {deed(game, 37)} for 100") == "site_built"
    do(game, f"trade Bo: {deed(game, 39)} for 100", "accept")
    assert owners(game, 39) == ["Bo"]


@every_book
def test_trade_mortgaged__to_players_at_any_price_and_never_to_the_bank(book: str) -> None:
    """Sections on selling property: mortgaged property goes to players only, at a price of their own."""
    game = sit(book, deeds={"Ann": [39]}, mortgaged=[39])
    do(game, f"trade Bo: {deed(game, 39)} for 3", "accept")
    assert owners(game, 39) == ["Bo"]
    assert paid(game, "trade") == [("Bo", "Ann", 3)]
    held = sit(book, deeds={"Ann": [39]}, mortgaged=[39])
    assert refused(held, "mortgage 39") == "already_mortgaged"
    assert set(held.acts()["Ann"]) <= {f"redeem {deed(held, 39)}", "end game"}


def bo_may_buy(book: str, **options: object) -> Game:
    game = sit(book, turn="Bo", position={"Bo": 3}, deeds={"Ann": [5], "Cy": [15]}, options=options)
    return do(game, "roll 1 2")


@in_books("fifa", "moscow", "classic_us")
def test_trade_time__any_player_with_any_other_in_anybodys_turn(book: str) -> None:
    """FIFA book, section on not waiting for the own turn: deals at any time, from jail too; the other books do not
    limit the time."""
    game = bo_may_buy(book)
    do(game, f"Ann: trade Cy: {deed(game, 5)} for {deed(game, 15)}")
    assert (kind(game), actor(game)) == ("answer", "Cy")
    do(game, "accept")
    assert owners(game, 5, 15) == ["Cy", "Ann"]
    assert (kind(game), actor(game)) == ("buy", "Bo")
    jailed = sit(book, jail={"Ann": 1}, deeds={"Ann": [5], "Cy": [15]})
    do(jailed, f"Cy: trade Ann: {deed(game, 15)} for 10", "accept")
    assert owners(jailed, 15) == ["Ann"]


@in_books("moscow", "disney", "fifa")
def test_trade_time__a_mortgage_taken_over_at_a_purchase_leaves_the_purchase_as_it_was(book: str) -> None:
    """Ann may buy 3; with Bo's offer of mortgaged 39 taken over first, she is asked about 3 again, not about 39."""
    game = sit(book, ("Ann", "Bo"), deeds={"Bo": [39]}, mortgaged=[39])
    do(game, "roll 1 2", f"trade Bo: 10 for {deed(game, 39)}", "accept", "leave mortgaged", "buy")
    assert owners(game, 3, 39) == ["Ann", "Ann"]
    assert purses(game) == (1500 - 10 - 20 - 60, 1510)


def test_trade__a_refusal_names_the_site_the_player_and_the_whole_sum() -> None:
    """Deeds, sums and players of an offer, not of nothing: a house on St. James, Bo out of the game, and what is due in
    all, price and 10 % of the mortgage, or price and redemption where the Monopolist book leaves no choice."""
    orange = {"deeds": {"Ann": [16, 18, 19]}}
    built = sit("classic_us", buildings={16: 1}, **orange).why_not("trade Bo: st_james for 10") or ""
    assert built.startswith("There are buildings on St. James Place;")
    beside = sit("classic_us", buildings={18: 1}, **orange).why_not("trade Bo: st_james for 10") or ""
    assert beside.startswith("There are buildings in the group of St. James Place (") and "Tennessee Avenue 1" in beside
    out = do(sit("classic_us", turn="Bo", position={"Bo": 1}, cash={"Bo": 0}, **orange), "roll 1 2", "bankrupt")
    assert out.why_not("Ann: trade Bo: st_james for 10") == "Bo is out of the game."
    dear = {"deeds": {"Bo": [39]}, "mortgaged": [39]}
    fee = sit("classic_us", cash={"Ann": 119}, **dear)
    assert (fee.why_not("trade Bo: 100 for boardwalk") or "").startswith("Ann has $119 and needs $120.")
    whole = sit("monopolist", cash={"Ann": 220}, **dear)
    assert (whole.why_not("trade Bo: 1 for arbat") or "").startswith("Ann has M220 and needs M221.")


def test_transfer__a_refusal_to_redeem_counts_the_other_mortgages_taken_over() -> None:
    """Two mortgaged deeds: redeeming Boardwalk costs 220, and 10 % of Park Place's 175 are due as well."""
    game = sit("classic_us", ("Ann", "Bo"), cash={"Ann": 230}, deeds={"Bo": [37, 39]}, mortgaged=[37, 39])
    do(game, "trade Bo: 1 for park_place + boardwalk", "accept")
    assert game.waiting().startswith("Ann takes over the mortgage on Boardwalk")
    assert (game.why_not("redeem boardwalk") or "").startswith(
        "Ann has $229 and needs $238."
    )  # 220 and 18 for Park Place


def test_trade_time__own_turn_as_an_option() -> None:
    game = bo_may_buy("moscow", trade_time="own_turn")
    assert refused(game, f"Ann: trade Bo: {deed(game, 5)} for 10") == "trade_time"
    do(game, f"trade Ann: 10 for {deed(game, 5)}", f"trade Bo: {deed(game, 5)} for 12", "accept")
    assert purses(game) == (1512, 1488, 1500)


def test_trade_time__not_in_the_middle_of_something() -> None:
    game = do(bo_may_buy("moscow"), "auction")
    assert refused(game, f"Ann: trade Cy: {deed(game, 5)} for 10") == "not_now"


@in_books("fifa")
def test_trade_time__between_the_bids_of_an_auction(book: str) -> None:
    """FIFA book, “Не ждите своего хода”: whose turn it is does not matter, for auctions nor for deals; a deal may bring
    the cash that a bid needs. Who leads keeps what he has bid: bids are paid in cash."""
    game = do(bo_may_buy(book), "auction", "bid 100")
    bidder = actor(game)
    do(game, f"Ann: trade Cy: {deed(game, 5)} for 300", "accept")
    assert owners(game, 5) == ["Cy"]
    assert (kind(game), actor(game)) == ("bid", bidder)
    assert refused(game, f"Bo: trade Ann: 1401 for {deed(game, 5)}") == "offer_not_theirs"
    assert refused(game, f"Bo: trade Cy: 1401 for {deed(game, 5)}") == "not_enough_cash"
    do(game, f"Bo: trade Cy: 1400 for {deed(game, 5)}", "accept", "pass", "pass")
    assert purses(game)[1] == 0


def test_trade_time__of_a_mortgaged_deed_between_bids_leaves_the_lot_as_it_was() -> None:
    game = sit("fifa", deeds={"Cy": [39]}, mortgaged=[39])
    do(game, "roll 1 2", "auction", "bid 10", f"Bo: trade Cy: 10 for {deed(game, 39)}", "accept", "leave mortgaged")
    do(game, "pass", "pass")
    assert owners(game, 3, 39) == ["Ann", "Bo"]


def test_trade__people_offer_as_often_as_they_like_and_the_same_again() -> None:
    """Deals are at the players' agreement; no book limits how often one offers."""
    game = sit("moscow", deeds={"Ann": [5]}, position={"Ann": 6})
    offer = f"trade Bo: {deed(game, 5)} for 100"
    for _ in range(12):
        do(game, f"Ann: {offer}", "refuse")
    assert (kind(game), actor(game)) == ("dice", "Ann")
    do(game, f"Ann: {offer}", f"trade Ann: 90 for {deed(game, 5)}", f"trade Bo: {deed(game, 5)} for 95", "accept")
    assert owners(game, 5) == ["Bo"]


def test_trade__a_function_offers_five_times_between_two_throws() -> None:
    """Two computer players could bargain for ever."""

    class Stubborn:
        def __call__(self, view: ml.View) -> str:
            return view.choices()[-1]

        def act(self, view: ml.View) -> str:
            return f"Ann: trade Bo: {view.edition.spaces[5].id} for 100"

    game = sit("moscow", deeds={"Ann": [5]}, position={"Ann": 6})
    game.seat("Ann", Stubborn())
    for _ in range(5):
        game.step()
        do(game, "refuse")
    with pytest.raises(ml.StrategyError, match="No more than 5 offers"):
        game.step()


@pytest.mark.parametrize("mover", ["Ann", "Bo", "Cy"])
def test_trade__each_throw_forgets_what_was_refused(mover: str) -> None:
    """Strategies do not repeat an offer that was refused since the last throw; then they may, whoever threw."""
    game = sit("moscow", turn=mover, deeds={"Ann": [5], "Bo": [25]}, position={mover: 3})
    for price in range(100, 100 + REFUSALS):
        do(game, f"Ann: trade Bo: {deed(game, 5)} for {price}", "refuse")
        do(game, f"Bo: trade Cy: {deed(game, 25)} for {price}", "refuse")
    assert len({offer for offer in game.raw_state().refused if offer != 0}) == 2 * REFUSALS
    do(game, "roll 3 4")  # only visits the jail
    assert not any(game.raw_state().refused)


@pytest.mark.parametrize("answer", ["accept", "refuse"])
def test_trade__nothing_is_left_of_an_offer_that_was_answered(answer: str) -> None:
    game = sit("moscow", deeds={"Ann": [5], "Bo": [25]}, position={"Ann": 3})
    before = game.raw_state()
    do(game, f"Ann: trade Bo: {deed(game, 5)} + 20 for {deed(game, 25)}", answer)
    after = game.raw_state()
    for field in ("offer_from", "offer_to", "offer_give", "offer_ask", "offer_value", "offer_deed", "offer_card"):
        assert str(getattr(after, field)) == str(getattr(before, field)), field


def test_trade__another_number_of_offers_as_an_option() -> None:
    game = sit("moscow", options={"trade.offers": 1}, deeds={"Ann": [5]})
    do(game, f"trade Bo: {deed(game, 5)} for 9", "refuse")
    assert refused(game, f"trade Bo: {deed(game, 5)} for 8") == "offer_limit"


def test_trade__a_limit_of_offers_begins_anew_for_everybody_with_each_throw() -> None:
    """A house rule: so many offers between two throws, whoever throws."""
    game = sit("moscow", options={"trade.offers": 1}, deeds={"Bo": [5], "Cy": [25]}, position={"Ann": 3})
    offers = {"Bo": f"trade Ann: {deed(game, 5)} for 9", "Cy": f"trade Ann: {deed(game, 25)} for 9"}
    for player, offer in offers.items():
        do(game, f"{player}: {offer}", "refuse")
        assert refused(game, f"{player}: {offer}") == "offer_limit"
    do(game, "roll 3 4")  # only visits the jail
    for player, offer in offers.items():
        do(game, f"{player}: {offer}", "refuse")


def test_trade__an_offer_may_be_answered_by_a_counter_offer() -> None:
    game = sit("moscow", deeds={"Ann": [5], "Bo": [15]})
    do(game, f"trade Bo: {deed(game, 5)} for {deed(game, 15)}")
    assert refused(game, "Cy: accept") == "not_your_choice"
    assert refused(game, f"Cy: trade Ann: 10 for {deed(game, 5)}") == "not_now"
    do(game, f"trade Ann: {deed(game, 15)} for {deed(game, 5)} + 20")
    assert (kind(game), actor(game)) == ("answer", "Ann")
    do(game, f"trade Bo: {deed(game, 5)} + 15 for {deed(game, 15)}", "accept")
    assert purses(game) == (1485, 1515, 1500)
    assert owners(game, 5, 15) == ["Bo", "Ann"]
    assert (kind(game), actor(game)) == ("dice", "Ann")


def test_trade__a_counter_offer_goes_to_who_asked() -> None:
    game = sit("moscow", deeds={"Ann": [5], "Bo": [15]})
    do(game, f"trade Bo: {deed(game, 5)} for {deed(game, 15)}")
    assert refused(game, f"trade Cy: {deed(game, 15)} for 50") == "not_now"
    assert game.node.forms[0].partners == ("Ann",)


def test_trade__the_form_says_how_much_cash_each_side_has() -> None:
    """Nobody borrows from another: an offer is of the cash in hand, to and from each partner."""
    game = sit("moscow", cash={"Ann": 70, "Bo": 30, "Cy": 5}, deeds={"Ann": [5], "Bo": [15]}, position={"Ann": 36})
    do(game, "roll 1 2")
    form = game.node.forms[0]
    assert (form.least, form.most, dict(zip(form.partners, form.asked))) == (0, 70, {"Bo": 30, "Cy": 5})
    assert refused(game, "trade Bo: 71 for 15") is not None
    do(game, f"trade Bo: 70 for {deed(game, 15)}")
    form = game.node.forms[0]
    assert (form.most, form.partners, form.asked) == (30, ("Ann",), (70,))


def test_trade__a_seat_that_is_out_deals_no_more() -> None:
    game = sit("moscow", out=["Cy"], deeds={"Ann": [5]})
    assert refused(game, f"trade Cy: {deed(game, 5)} for 0") == "out_of_game"


STATING_LOANS = ("ukraine_ru", "ukraine_uk", "monopolist", "moscow", "home_print", "disney", "fifa", "classic_us")


@in_books(*STATING_LOANS)
def test_loans__none_between_players(book: str) -> None:
    """Notes of each book: players lend each other nothing; money comes from the bank, on property."""
    game = sit(book, deeds={"Ann": STATIONS})
    assert refused(game, "trade Bo: 100 for 50") == "offer_no_property"
    assert refused(game, "trade Bo: 100 for 0") == "offer_no_property"
    assert refused(game, f"trade Bo: 0 for {deed(game, 5)}") == "offer_not_theirs"
    assert refused(game, f"trade Bo: {deed(game, 5)} for 0") == "offer_empty"  # a gift
    assert purses(do(game, "mortgage 5"))[0] == 1600


@in_books("moscow_overview")
def test_loans__on_property_alone(book: str) -> None:
    """The overview mentions loans of the bank for building; read as in the full rules: on property."""
    game = sit(book, cash={"Ann": 0}, deeds={"Ann": DARK_BLUE})
    assert refused(game, "build 37") == "not_enough_cash"
    assert set(game.acts()["Ann"]) == {f"mortgage {deed(game, site)}" for site in DARK_BLUE}


def test_trade__answers_are_recorded_with_the_offer() -> None:
    game = sit("moscow", deeds={"Ann": [5]})
    do(game, f"trade Bo: {deed(game, 5)} for 100", "accept")
    offered = happened(game, "proposed")[0]
    assert (offered.player, offered.other, offered.note) == ("Ann", "Bo", f"Bo: {deed(game, 5)} for 100")
