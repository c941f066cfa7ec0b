"""Debts that cash does not cover: how the money is raised, and property instead of money.
Bo's hotel on 24 earns 1100, on 39 it earns 2000; the tax on space 4 is 200."""

from collections.abc import Callable

import pytest
from at_table import BROWN, DARK_BLUE, RED, actor, do, draw, every_book, happened, in_books, kind, paid, sit
from choosing import deed, jail_card, levels, owners, purses, refused

from monopoly_lab import Game, UnreadableChoice
from monopoly_lab.constants import action, refusal
from monopoly_lab.rules import why_not
from monopoly_lab.rules.code_groups import FINES

SITES = ("ukraine_uk", "moscow", "home_print", "disney", "classic_us")


def owes_rent(book: str, options: dict[str, object] | None = None, **start) -> Game:
    """Ann owes Bo 1100 for his hotel on 24 and has 900, stations 5 and 15, site 11 and the brown sites with a house
    each; 5 is mortgaged."""
    whole = {
        "position": {"Ann": 21},
        "cash": {"Ann": 900},
        "deeds": {"Ann": (5, 15, 11, *BROWN), "Bo": RED},
        "buildings": dict.fromkeys(RED, "hotel") | {1: 1, 3: 1},
        "mortgaged": [5],
    } | start
    game = do(sit(book, options=options, **whole), "roll 1 2")
    assert (kind(game), actor(game)) == ("debt", "Ann")
    return game


def owes_tax(book: str, options: dict[str, object] | None = None, **start) -> Game:
    """Ann owes the bank the tax of 200 and has 30."""
    game = do(sit(book, options=options, **{"position": {"Ann": 1}, "cash": {"Ann": 30}} | start), "roll 1 2")
    assert (kind(game), actor(game)) == ("debt", "Ann")
    return game


@every_book
def test_bankrupt_when__only_who_cannot_raise_what_is_due(book: str) -> None:
    """Sections on bankruptcy: bankrupt is who owes more than the property can bring. 900 in cash, two houses for 25
    each, 100, 70 and 60 on mortgages make 1180: enough for 1100. The debtor chooses what to sell and mortgage."""
    game = owes_rent(book)
    assert refused(game, "bankrupt") == "can_still_pay"
    assert refused(game, "pay") == "not_enough_cash"
    assert refused(game, "build 1") == "not_now"
    assert {f"sell {deed(game, 1)}", f"mortgage {deed(game, 11)}", f"mortgage {deed(game, 15)}"} <= set(game.choices())
    do(game, "sell 1", "sell 3", "mortgage 15", "mortgage 11")
    assert purses(game)[0] == 900 + 25 + 25 + 100 + 70
    assert refused(game, "bankrupt") == "can_still_pay"
    do(game, "pay")
    assert paid(game, "rent") == [("Ann", "Bo", 1100)]
    assert purses(game)[:2] == (20, 2600)
    assert (kind(game), actor(game)) == ("dice", "Bo")


@every_book
def test_bankrupt_when__giving_up_stands_last_in_the_list(book: str) -> None:
    game = owes_rent(book, cash={"Ann": 600})
    choices = game.choices()
    assert choices.index("bankrupt") == len(choices) - 1 > 2


@every_book
def test_bankrupt_when__nobody_has_to_sell_off_what_does_not_help(book: str) -> None:
    """1000 with everything sold and mortgaged: less than 1100, so Ann may give up at once."""
    game = owes_rent(book, cash={"Ann": 719})
    assert game.why_not("bankrupt") is None
    do(game, "bankrupt")
    assert set(game.state.in_play) == {"Bo", "Cy"}


def test_bankrupt_when__one_unit_decides() -> None:
    """All property of Ann brings 280: with 820 in cash she can pay 1100, with 819 she cannot."""
    assert refused(owes_rent("moscow", cash={"Ann": 820}), "bankrupt") == "can_still_pay"
    assert owes_rent("moscow", cash={"Ann": 819}).why_not("bankrupt") is None


@every_book
def test_debt__a_third_player_may_buy(book: str) -> None:
    """Sections on deals and on rent: who owes may sell unbuilt property to any player."""
    game = owes_rent(book)
    do(game, f"trade Cy: {deed(game, 15)} for 200", "accept")
    assert (kind(game), actor(game)) == ("debt", "Ann")
    do(game, "pay")
    assert purses(game) == (0, 2600, 1300)


@in_books("ukraine_ru")
def test_debt_property__one_undeveloped_site(book: str) -> None:
    """Russian text, note on bankruptcy: part in money, part with an undeveloped site."""
    game = owes_rent(book)
    assert refused(game, f"settle 300: {deed(game, 15)} + {deed(game, 11)}") == "settle_one_site"
    do(game, f"settle 200: {deed(game, 11)}", "accept", "pay")
    assert owners(game, 11, 15) == ["Bo", "Ann"]
    assert purses(game)[:2] == (0, 2400)


@pytest.mark.parametrize(("whom", "owes"), [("Bo", owes_rent), ("bank", owes_tax)])
def test_debt_property__one_site_for_one_debt_however_many_offers(whom: str, owes: Callable[..., Game]) -> None:
    """Russian text, note on bankruptcy: “часть деньгами, а часть — не застроенным участком”. The next debt is another
    one; the bank takes deeds by an option alone, and by the same limit."""
    options = {"debt_property.bank": True}
    deeds = {"Ann": (5, 15, 11, *BROWN), "Bo": RED}
    game = owes("ukraine_ru", options, cash={"Ann": 30}, deeds=deeds, mortgaged=())
    offers, told = [form.verb for form in game.node.forms], game.waiting()
    do(game, f"settle 30: {deed(game, 11)}", *["accept"] * (whom == "Bo"))
    assert refused(game, f"settle 30: {deed(game, 15)}") == "settle_one_site"
    assert "settle" in offers and told.endswith("by trades too, or to settle with property.")
    assert game.waiting().endswith("has to raise the money; trades are possible too.")
    assert "settle" not in [form.verb for form in game.node.forms]


def test_debt_property__one_site_for_the_next_debt_too() -> None:
    """Ann owes rent on 12, and, after a double, on 15: a site for each."""
    start = {"cash": {"Ann": 0}, "deeds": {"Ann": (6, 11, 13), "Bo": (12, 15)}, "position": {"Ann": 8}}
    game = do(sit("ukraine_ru", **start), "roll 2 2", f"settle 16: {deed(sit('ukraine_ru'), 11)}", "accept")
    do(game, "roll 1 2", f"settle 25: {deed(game, 13)}")
    assert (kind(game), actor(game)) == ("answer", "Bo")


@in_books(*SITES)
def test_debt_property__any_number_of_undeveloped_sites(book: str) -> None:
    """Notes on debts: part in money, part with property that has no buildings; several, in the Ukrainian text too."""
    game = owes_rent(book)
    assert refused(game, f"settle 300: {deed(game, 1)}") == "site_built"
    do(game, f"settle 200: {deed(game, 15)} + {deed(game, 11)}")
    assert (kind(game), actor(game)) == ("answer", "Bo")
    do(game, "accept", "pay")
    assert owners(game, 11, 15) == ["Bo", "Bo"]
    assert paid(game, "rent") == [("Ann", "Bo", 900)]


@in_books("ukraine_ru", *SITES)
def test_debt_property__far_above_the_price_if_the_creditor_likes(book: str) -> None:
    """Notes on debts: the creditor may take a site for more than stands on its deed, to build or to keep it from
    others; he need not. 1100 for a site of 140."""
    game = owes_rent(book)
    do(game, f"settle 1100: {deed(game, 11)}", "refuse")
    assert (kind(game), actor(game)) == ("debt", "Ann")
    assert owners(game, 11) == ["Ann"]
    assert refused(game, f"settle 1101: {deed(game, 11)}") == "settle_value"
    do(game, f"settle 1100: {deed(game, 11)}", "accept")
    assert (kind(game), actor(game)) == ("dice", "Bo")
    assert purses(game)[:2] == (900, 1500)


@in_books("moscow", "home_print", "disney")
def test_debt_property__even_mortgaged(book: str) -> None:
    """Rouble, print-at-home and Disney books, notes: even mortgaged property; its new owner owes the bank 10 %."""
    game = owes_rent(book)
    do(game, f"settle 200: {deed(game, 5)}", "accept")
    assert (kind(game), actor(game)) == ("inherit", "Bo")
    do(game, "leave mortgaged")
    assert (kind(game), actor(game)) == ("debt", "Ann")
    do(game, "pay")
    assert purses(game)[:2] == (0, 1500 - 10 + 900)


@in_books("monopolist", "fifa")
def test_debt_property__none_but_by_a_deal(book: str) -> None:
    """Monopolist book, section on rent, and FIFA book, section on debts: mortgage or sell; the creditor takes no
    property for the debt itself. Selling a site for money is a deal as always, with the creditor too."""
    game = owes_rent(book)
    assert refused(game, f"settle 200: {deed(game, 11)}") == "settle_forbidden"
    do(game, f"trade Bo: {deed(game, 11)} for 200", "accept", "pay")
    assert purses(game)[:2] == (0, 1500 - 200 + 1100)


@pytest.mark.parametrize("reading", ["sites", "one_site", "none"])
def test_debt_property__each_reading_as_an_option(reading: str) -> None:
    game = owes_rent("fifa", {"debt_property": reading})
    expected = {"sites": None, "one_site": "settle_one_site", "none": "settle_forbidden"}[reading]
    offer = f"settle 300: {deed(game, 15)} + {deed(game, 11)}"
    if expected:
        assert refused(game, offer) == expected
    else:
        do(game, offer)


def test_debt_property__property_only() -> None:
    card = jail_card(sit("moscow"))
    game = owes_rent("moscow", cards={"Ann": [card]})
    assert refused(game, f"settle 100: card {card}") == "offer_no_property"
    assert refused(game, f"settle 100: {deed(game, 11)} + 50") == "not_allowed"
    assert refused(game, f"settle 0: {deed(game, 11)}") == "settle_value"
    assert refused(game, f"settle 100: {deed(game, 25)}") == "offer_not_theirs"
    do(game, f"settle 100: {deed(game, 11)}")
    assert refused(game, f"trade Ann: 10 for {deed(game, 15)}") == "not_now"  # accept or refuse: no counter-offer


def test_debt_property__toward_a_debt_is_no_deal_between_players() -> None:
    """What property is to count for a debt is agreed with the creditor alone: nobody else can be offered it so."""
    game = owes_rent("moscow")
    s = game.raw_state()
    s.offer_from, s.offer_to, s.offer_value, s.offer_deed[11] = s.actor, s.debt_to, 100, 1
    assert why_not(s, game.tables, s.actor, action.SETTLE, -1, -1) == refusal.NONE
    assert why_not(s, game.tables, s.actor, action.PROPOSE, -1, -1) == refusal.NOT_ALLOWED
    s.offer_to = next(p for p in range(s.seats) if p not in (s.actor, s.debt_to) and not s.out[p])
    assert why_not(s, game.tables, s.actor, action.PROPOSE, -1, -1) == refusal.NOT_ALLOWED


@every_book
def test_debt_property__the_bank_takes_none(book: str) -> None:
    """The books speak of rent alone: a debt to the bank is paid in money."""
    game = owes_tax(book, deeds={"Ann": [11, 15, 5]})
    assert refused(game, f"settle 140: {deed(game, 11)}") == "settle_bank"
    assert refused(game, f"Bo: settle 140: {deed(game, 12)}") == "not_now"
    assert "settle" not in [form.verb for form in game.node.forms]
    assert refused(game, "bankrupt") == "can_still_pay"
    do(game, "mortgage 11", "mortgage 15", "pay")
    assert paid(game, "tax") == [("Ann", "the bank", 200)]
    assert game.raw_state().debt == 0


def test_debt_property__to_the_bank_at_printed_prices_as_an_option() -> None:
    """At the price on the board, less the loan on a mortgaged deed: 140 and 200 - 100."""
    game = owes_tax("moscow", {"debt_property.bank": True}, deeds={"Ann": [11, 15]}, mortgaged=[15])
    assert refused(game, f"settle 141: {deed(game, 11)}") == "settle_value"
    assert refused(game, f"settle 200: {deed(game, 15)}") == "settle_value"
    assert refused(game, f"settle 100: {deed(game, 15)} for {deed(game, 5)}") == "not_allowed"  # it gives no deed
    do(game, f"settle 100: {deed(game, 15)}", f"settle 100: {deed(game, 11)}")
    assert owners(game, 11, 15) == [None, None]
    assert not game.state.mortgages
    assert (kind(game), actor(game)) == ("dice", "Bo")
    assert purses(game)[0] == 30


# A payment that had to be raised first belongs to the space it is for, not to that where the payer stands


def raised(game: Game, cause: str) -> list[tuple[str, str | None, str | None]]:
    """Debts and payments for one cause: what happened, who, at which space."""
    return [(e.kind, e.player, e.space) for e in game.events if e.cause == cause and e.kind in ("debt", "paid")]


def test_debt__auctioned_deed_is_what_the_winner_pays_for() -> None:
    """Bids up to what can be raised: Bo, on GO, mortgages a station for the deed that Ann did not want."""
    start = {"cash": {"Bo": 10}, "deeds": {"Bo": [5]}}
    game = do(sit("moscow", ("Ann", "Bo"), {"auction_start.limit": "raisable"}, **start), "roll 1 2", "decline")
    do(game, "pass", "bid 60", "mortgage 5", "pay")
    assert raised(game, "auction") == [("debt", "Bo", deed(game, 3)), ("paid", "Bo", deed(game, 3))]
    assert owners(game, 3) == ["Bo"]


def test_debt__late_claimed_rent_is_for_the_deed_that_was_visited() -> None:
    """Moscow book, section on rent: the owner may ask until the next player throws; Ann has gone on after a double."""
    start = {"cash": {"Ann": 5}, "deeds": {"Ann": [5], "Bo": [12]}, "position": {"Ann": 8}}
    game = do(sit("moscow", ("Ann", "Bo"), {"rent_claim": "asked"}, **start), "roll 2 2", "roll 3 5")
    do(game, "Bo: claim 12", "mortgage 5", "pay")
    assert raised(game, "rent") == [("debt", "Ann", deed(game, 12)), ("paid", "Ann", deed(game, 12))]
    assert [e.other for e in game.events if e.kind == "debt"] == ["Bo"]


def test_debt__property_tax_in_passing_is_paid_at_the_tax_administration() -> None:
    """Russian text, tax administration: who passes pays; Ann stops three spaces further."""
    start = {"cash": {"Ann": 5}, "deeds": {"Ann": [5, 33 + 2]}, "position": {"Ann": 25}}
    game = do(sit("ukraine_ru", ("Ann", "Bo"), **start), "roll 5 5", "mortgage 5", "pay")
    assert raised(game, "tax_office") == [("debt", "Ann", deed(game, 30)), ("paid", "Ann", deed(game, 30))]


def test_debt__heirs_fee_is_for_the_deed_he_takes_over() -> None:
    """Moscow book, bankruptcy: the creditor owes the bank 10 % for a mortgaged deed at once; Bo has no money for it."""
    start = {
        "cash": {"Ann": 0, "Bo": 0},
        "deeds": {"Ann": [5], "Bo": [39, 37]},
        "mortgaged": [5],
        "position": {"Ann": 36},
    }
    game = do(sit("moscow", **start), "roll 1 2", "bankrupt", "mortgage 37", "pay")
    assert raised(game, "transfer_fee") == [("debt", "Bo", deed(game, 5)), ("paid", "Bo", deed(game, 5))]


def test_debt__forced_redemption_is_of_the_deed_that_was_bought() -> None:
    """Monopolist book, mortgages: who acquires mortgaged property has to redeem it; Bo, on GO, has to raise it."""
    start = {"deeds": {"Ann": [39], "Bo": [5, 15, 25]}, "mortgaged": [39]}
    game = owes_tax("monopolist", {"bankrupt_bank.lifts_mortgages": False}, cash={"Ann": 0, "Bo": 101}, **start)
    do(game, "bankrupt", "bid 100", "pass", f"redeem {deed(game, 39)}")
    do(game, "mortgage 5", "mortgage 15", "mortgage 25", "pay")
    assert raised(game, "redemption") == [("debt", "Bo", deed(game, 39)), ("paid", "Bo", deed(game, 39))]


def test_debt__card_is_paid_for_where_it_was_drawn() -> None:
    """Who pays each other player pays from where the card was drawn, after raising the money too."""
    game = do(sit("moscow", cash={"Ann": 60}, deeds={"Ann": [5]}, position={"Ann": 33}), "roll 1 2")
    draw(game, "pay_each")
    do(game, "mortgage 5", "pay")
    assert {space for _, _, space in raised(game, "card")} == {deed(game, 36)}


def test_debt__who_owes_in_anothers_turn_raises_the_money_and_pays() -> None:
    """Sections on bankruptcy: who owes sells and mortgages until the debt is paid. It is Ann's turn, Bo is fined 50."""
    start = {"cash": {"Bo": 0}, "deeds": {"Bo": [1, 3], "Ann": [5]}}
    game = do(sit("moscow", options={"fines": 50}, **start), "bank: fine dice Bo", "mortgage 1")
    assert (kind(game), actor(game), "pay" in game.choices()) == ("debt", "Bo", False)
    do(game, f"trade Cy: {deed(game, 3)} for 9", "refuse")
    assert (kind(game), actor(game)) == ("debt", "Bo")
    do(game, "mortgage 3", "pay")
    assert (kind(game), actor(game), purses(game)) == ("dice", "Ann", (1500, 10, 1500))


def test_debt__what_is_missing_in_anothers_turn_is_forgiven_as_an_option() -> None:
    """With nothing left to sell Bo pays what the mortgage of 30 or the sale to Cy has brought."""
    options = {"fines": 50, "bankrupt_when.forgiven": True, "house_rules": True}
    game = do(sit("moscow", options=options, cash={"Bo": 0}, deeds={"Bo": [1]}), "bank: fine dice Bo")
    sold = do(game.fork(), f"trade Cy: {deed(game, 1)} for 9", "accept")
    for each, missing, cy in ((do(game, "mortgage 1"), 20, 1500), (sold, 41, 1491)):
        assert (kind(each), actor(each), purses(each)) == ("dice", "Ann", (1500, 0, cy))
        assert [event.amount for event in happened(each, "forgiven")] == [missing]


@in_books("home_print")
def test_fines__fifty_given_by_the_banker(book: str) -> None:
    """Print-at-home rules, notes: 50 for using another's turn, for moving in another's place, and when the dice
    leave the table; whom it is paid to is not said: the bank."""
    game = sit(book, cash={"Cy": 20}, deeds={"Cy": [5]})
    occasions = ("turn", "move", "dice")
    assert set(game.acts()["bank"]) == {f"fine {what} {who}" for who in ("Ann", "Bo", "Cy") for what in occasions}
    do(game, "bank: fine dice Bo", "fine turn Bo")
    for what, count in (("turn", 1), ("move", 0), ("dice", 1)):
        assert paid(game, f"fine_{what}") == [("Bo", "the bank", 50)] * count
    do(game, "fine move Cy")
    assert (kind(game), actor(game)) == ("debt", "Cy")
    do(game, "mortgage 5", "pay")
    assert purses(game) == (1500, 1400, 70)
    assert (kind(game), actor(game)) == ("dice", "Ann")


def test_fines__no_player_gives_one() -> None:
    """The same notes: the banker fines. Nor does a player call the end of the time."""
    game = sit("home_print", options={"mode": "timed", "house_rules": True})
    for seat in range(2):
        for v in FINES:
            assert why_not(game._s, game.tables, seat, v, -1, 0) == refusal.NOT_YOUR_CHOICE
        assert why_not(game._s, game.tables, seat, action.CALL, -1, -1) == refusal.NOT_YOUR_CHOICE
    for text in ("Bo: fine turn Ann", "Ann: fine dice Ann", "Cy: call time"):
        with pytest.raises(UnreadableChoice, match=text):
            game.apply(text)
    do(game, "fine turn Ann", "bank: fine turn Ann", "bank: call time")
    assert game.over and paid(game, "fine_turn") == [("Ann", "the bank", 50)] * 2


@in_books("ukraine_ru", "monopolist", "moscow", "disney", "fifa", "classic_us")
def test_fines__in_no_other_book(book: str) -> None:
    game = sit(book)
    for text in ("fine turn Bo", "fine move Bo", "fine dice Bo"):
        assert refused(game, text) == "no_fines"
    assert "bank" not in game.acts()


def test_fines__another_sum_as_an_option() -> None:
    game = do(sit("moscow", options={"fines": 20}), "fine dice Bo")
    assert purses(game) == (1500, 1480, 1500)


def test_debt__houses_and_hotels_are_sold_evenly_in_need_too() -> None:
    built = dict.fromkeys(RED, "hotel") | {37: 1, 39: 2}
    game = owes_rent("moscow", deeds={"Ann": DARK_BLUE, "Bo": RED}, buildings=built, mortgaged=[])
    assert refused(game, "sell 37") == "uneven_sale"
    do(game, "sell 39", "sell 39")
    assert levels(game, 37, 39) == [1, 0]
