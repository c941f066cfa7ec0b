"""What the parametric strategies do, and which parameter makes them do it.

The expectations follow from the parameters as `describe` explains them; sums are those of the classic board.
"""

import pytest
from bot_table import Table

from monopoly_lab.constants import action, node
from monopoly_lab.editions.rule_tables import HOTEL
from monopoly_lab.players import Strategy, drive, strategies
from monopoly_lab.players.next_answer import ACTS
from monopoly_lab.players.raising_cash import building_to_sell
from monopoly_lab.rules import try_choice
from monopoly_lab.rules.random_numbers import fate_of

PARAMETRIC = [name for name in strategies() if name != "random"]


def balanced(**parameters: int | str) -> Strategy:
    return Strategy("balanced", **parameters)


def build_out(table: Table) -> Table:
    """Let the seats act until luck is to answer."""
    while (answer := table.answer())[0] >= 0:
        assert try_choice(table.s, table.t, table.log, *answer) == 0
    return table


# Buying


def test_buy__keeps_the_buy_reserve() -> None:
    # 10 % of 1,500 is 150: with 350 the purse leaves 200 for New York Avenue at 200, with 349 it does not.
    seat = balanced(buy_reserve=10)
    for cash, says in ((350, "buy"), (349, "decline")):
        table = Table(seat, None).cash(cash, 1500)
        assert table.wait(node.BUY, 0, lot=table.space("new_york")).says() == says


def test_buy__what_completes_a_group_is_bought_with_the_last_dollar() -> None:
    table = Table(balanced(buy_reserve=50, completing=120), None).own(0, "st_james", "tennessee").cash(200, 1500)
    assert table.wait(node.BUY, 0, lot=table.space("new_york")).says() == "buy"


def test_buy__borrows_on_single_deeds_for_a_group_and_never_otherwise() -> None:
    for borrow, says in (("yes", "mortgage"), ("no", "decline")):
        table = Table(balanced(borrow=borrow), None).own(0, "st_james", "tennessee", "boardwalk").cash(100, 1500)
        table.wait(node.BUY, 0, lot=table.space("new_york"))
        assert table.says() == says
    table = Table(balanced(borrow="yes"), None).own(0, "boardwalk").cash(100, 1500)
    assert table.wait(node.BUY, 0, lot=table.space("new_york")).says() == "decline"


# Auctions


def bids_up_to(table: Table, lot: str) -> int:
    """The highest bid of others against which seat 0 still bids."""
    q = table.space(lot)
    standing = 0
    for bid in range(1, 1500):
        table.wait(node.BID, 0, lot=q, minimum=1, bid=bid, leader=1)
        if table.says() == "pass":
            break
        standing = bid
    return standing


def test_bid__goes_to_the_share_of_the_value_and_no_further() -> None:
    # Boardwalk alone is worth its price of 400; 75 % of that is 300, the last bid tops 299.
    assert bids_up_to(Table(balanced(bid=75), None), "boardwalk") == 299


def test_bid__the_last_deed_of_a_group_is_worth_more_and_another_s_group_is_blocked() -> None:
    alone = bids_up_to(Table(balanced(), None), "new_york")
    own = bids_up_to(Table(balanced(), None).own(0, "st_james", "tennessee"), "new_york")
    other = bids_up_to(Table(balanced(), None).own(1, "st_james", "tennessee"), "new_york")
    assert alone < other < own


def test_bid__a_group_completed_is_worth_its_prices_and_the_bonus() -> None:
    # With a bonus of 100 % the orange group, 560 by its prices, is worth 1,120; two of its three deeds,
    # 360 by their prices, have a quarter of the bonus: 450. The third is worth the difference of 670.
    table = Table(balanced(completing=100, bid=100), None).own(0, "st_james", "tennessee")
    assert bids_up_to(table, "new_york") == 669


def test_bid__a_mortgage_on_the_deed_counts_against_it() -> None:
    # Redeeming Boardwalk costs 220 of the 400 it is worth.
    table = Table(balanced(bid=100), None).own(-1, "boardwalk", mortgaged=True)
    assert bids_up_to(table, "boardwalk") == 179


def test_bid__never_above_the_purse() -> None:
    table = Table(balanced(), None).own(0, "st_james", "tennessee").cash(77, 1500)
    assert bids_up_to(table, "new_york") == 76


def test_bid__opens_with_a_bid_that_the_rules_take() -> None:
    table = Table(balanced(), None, auction_start=37)
    table.wait(node.BID, 0, lot=table.space("baltic"), minimum=37, bid=0, leader=-1)
    assert table.answer()[3] >= 37


# Building


@pytest.mark.parametrize(
    ("name", "level"), [("cautious", 3), ("greedy", HOTEL), ("balanced", HOTEL), ("trader", HOTEL), ("hoarder", 4)]
)
def test_build__goes_as_far_as_the_strategy_says(name: str, level: int) -> None:
    table = build_out(Table(name, None).group(0, "light_blue").cash(20_000, 1500))
    assert {table.s.level[q] for q in (6, 8, 9)} == {level}


def test_build__keeps_the_reserve() -> None:
    # A house on Oriental Avenue costs 50, the reserve is 150: three houses from 300, no fourth.
    table = build_out(Table(balanced(reserve=10, fear=0), None).group(0, "light_blue").cash(300, 1500))
    assert sum(table.s.level) == 3 and table.s.cash[0] == 150


def test_build__keeps_cash_against_the_highest_rent_ahead() -> None:
    # Oriental Avenue with a hotel, six spaces ahead, costs 550.
    for fear, houses in ((0, 6), (100, 0)):
        table = Table(balanced(reserve=0, fear=fear, borrow="no"), None).group(0, "brown").group(1, "light_blue", 5)
        assert sum(build_out(table.cash(300, 0)).s.level) - 15 == houses


def test_build__a_single_deed_is_mortgaged_for_the_first_house_only_by_who_borrows() -> None:
    for borrow, mortgaged in (("yes", 1), ("no", 0)):
        table = Table(balanced(borrow=borrow, redeem=1000), None).group(0, "brown").own(0, "boardwalk").cash(10, 1500)
        build_out(table)
        assert table.s.mortgaged[table.space("boardwalk")] == mortgaged
        assert (sum(table.s.level) > 0) == bool(mortgaged)


def test_build__the_last_houses_are_asked_for_by_need_and_purse() -> None:
    # Four houses on each of two brown sites are eight; 120 above no reserve pay for two at 50.
    table = Table(balanced(reserve=0, build_to=5), None).group(0, "brown").cash(120, 1500)
    table.s.houses = 5
    assert table.wait(node.WANT, 0, lot=-1, minimum=5).answer()[3] == 2
    assert table.cash(1500, 1500).answer()[3] == 5


def test_build__hoarders_want_no_hotel() -> None:
    table = Table("hoarder", None).group(0, "brown", 4).cash(1500, 1500)
    assert table.wait(node.WANT, 0, lot=-2, minimum=2).answer()[3] == 0


def test_build__a_building_won_at_auction_goes_where_it_earns_most() -> None:
    # The first house brings 50 - 10 on Boardwalk's group for 200, 8 - 4 on the better brown site for 50.
    table = Table(balanced(), None).group(0, "brown").group(0, "dark_blue")
    assert table.wait(node.PLACE, 0, lot=-1, bid=50).answer()[2] == table.space("boardwalk")


def test_redeem__waits_for_the_cash_that_has_to_be_left() -> None:
    # Boardwalk's mortgage of 200 is redeemed for 220; 40 % of 1,500 have to be left.
    for cash, mortgaged in ((820, 0), (819, 1)):
        table = Table(balanced(redeem=40), None).own(0, "boardwalk", mortgaged=True).cash(cash, 1500)
        assert build_out(table).s.mortgaged[39] == mortgaged


# Jail


@pytest.mark.parametrize(("policy", "says"), [("leave", "pay"), ("card", "throw"), ("wait", "throw")])
def test_jail__early_and_late_follow_the_parameters(policy: str, says: str) -> None:
    early = Table(balanced(jail_early=policy, jail_late="leave"), None)
    early.s.jail[0], early.s.at[0] = 1, early.t.jail
    assert early.wait(node.JAIL, 0).says() == says
    late = Table(balanced(jail_early="leave", jail_late=policy), None).group(1, "brown", 1)
    late.s.jail[0], late.s.at[0] = 1, late.t.jail
    assert late.wait(node.JAIL, 0).says() == says


@pytest.mark.parametrize(("policy", "says"), [("leave", "card"), ("card", "card"), ("wait", "throw")])
def test_jail__a_card_is_used_before_money(policy: str, says: str) -> None:
    table = Table(balanced(jail_early=policy), None)
    table.s.jail[0], table.s.at[0] = 1, table.t.jail
    card = next(card.index for card in table.edition.cards if card.effect == "jail_free")
    table.s.card_seat[card], table.s.unseen[card] = 0, 0
    assert table.wait(node.JAIL, 0).says() == says


def test_jail__without_the_fine_in_cash_the_dice_are_thrown() -> None:
    table = Table(balanced(jail_early="leave"), None).cash(49, 1500)
    table.s.jail[0], table.s.at[0] = 1, table.t.jail
    assert table.wait(node.JAIL, 0).says() == "throw"


# Trades


def offered(table: Table, a: int, b: int, give: int = 0, ask: int = 0, **deeds: int) -> Table:
    s = table.s
    s.offer_from, s.offer_to, s.offer_give, s.offer_ask = a, b, give, ask
    for name, side in deeds.items():
        s.offer_deed[table.space(name)] = side
    return table.wait(node.ANSWER, b)


def test_trade__a_deed_is_sold_above_its_value_and_not_below() -> None:
    seat = balanced(rivalry=0, margin=0)
    for give, says in ((400, "accept"), (399, "refuse")):
        table = Table(None, seat).own(1, "boardwalk")
        assert offered(table, 0, 1, give=give, boardwalk=2).says() == says


def test_trade__the_deed_that_completes_the_partner_s_group_costs_more() -> None:
    table = Table(None, balanced(rivalry=50)).own(0, "park_place").own(1, "boardwalk")
    assert offered(table, 0, 1, give=400, boardwalk=2).says() == "refuse"
    table = Table(None, balanced(rivalry=0)).own(0, "park_place").own(1, "boardwalk")
    assert offered(table, 0, 1, give=400, boardwalk=2).says() == "accept"


def test_trade__the_own_group_is_worth_more_than_the_price() -> None:
    table = Table(None, balanced(completing=120)).own(1, "park_place").own(0, "boardwalk")
    assert offered(table, 0, 1, ask=500, boardwalk=1).says() == "accept"
    table = Table(None, balanced(completing=0)).own(1, "park_place").own(0, "boardwalk")
    assert offered(table, 0, 1, ask=500, boardwalk=1).says() == "refuse"


def test_trade__a_mortgage_taken_over_counts_against_the_deed() -> None:
    # Redeeming Boardwalk costs 220: mortgaged it is worth 180.
    for ask, says in ((180, "accept"), (181, "refuse")):
        table = Table(None, balanced(rivalry=0)).own(0, "boardwalk", mortgaged=True)
        assert offered(table, 0, 1, ask=ask, boardwalk=1).says() == says


def test_trade__a_jail_card_is_worth_the_fine() -> None:
    for ask, says in ((50, "accept"), (51, "refuse")):
        table = Table(None, balanced(rivalry=0))
        card = next(card.index for card in table.edition.cards if card.effect == "jail_free")
        table.s.card_seat[card], table.s.unseen[card], table.s.offer_card[card] = 0, 0, 1
        assert offered(table, 0, 1, ask=ask).says() == says


def test_trade__offers_bring_two_groups_together() -> None:
    table = Table("trader", "trader").own(0, "st_james", "tennessee", "illinois").own(1, "new_york")
    table.own(1, "kentucky", "indiana").cash(200, 200)
    build_out(table)
    assert {table.s.owner[q] for q in (16, 18, 19)} == {0} and {table.s.owner[q] for q in (21, 23, 24)} == {1}


def test_trade__nothing_is_offered_without_the_wish_to_trade() -> None:
    table = Table(balanced(trade=0), balanced(trade=0)).own(0, "st_james", "tennessee", "illinois")
    table.own(1, "new_york", "kentucky", "indiana").cash(200, 200)
    build_out(table)
    assert table.s.owner[19] == 1


def test_trade__a_refused_offer_is_not_made_again_before_the_next_throw() -> None:
    seat = balanced(trade=100)
    table = Table(seat, balanced(margin=100)).own(0, "st_james", "tennessee").own(1, "new_york").cash(600, 1500)
    proposals = 0
    while (answer := table.answer())[0] >= 0:
        proposals += answer[1] == action.PROPOSE
        assert try_choice(table.s, table.t, table.log, *answer) == 0
    assert proposals == 1 and table.s.offer_from == -1 and not any(table.s.offer_deed)


def test_trade__two_offers_at_most_between_two_throws() -> None:
    table = Table(balanced(trade=100, rivalry=0), balanced(margin=100)).cash(900, 1500)
    table.own(0, "st_james", "illinois", "virginia", "boardwalk", "oriental", "reading")
    table.own(1, "new_york", "kentucky", "states", "park_place", "vermont", "Pennsylvania Railroad")
    proposals = 0
    while (answer := table.answer())[0] >= 0:
        proposals += answer[1] == action.PROPOSE
        assert try_choice(table.s, table.t, table.log, *answer) == 0
    assert proposals == 2


def test_trade__no_offer_that_the_partner_can_only_lose_by() -> None:
    for cash, offers in ((120 + 50, 0), (1500, 1)):  # the reserve of 8 % is 120
        table = Table(balanced(trade=100, reserve=8), None).own(0, "park_place").own(1, "boardwalk").cash(cash, 1500)
        assert (table.answer()[1] == action.PROPOSE) == bool(offers)


def test_trade__money_paid_leaves_half_of_the_reserve() -> None:
    for cash, says in ((550, "accept"), (549, "refuse")):  # 150 of 300 have to be left
        table = Table(None, balanced(reserve=20, rivalry=0)).own(0, "boardwalk").cash(1500, cash)
        assert offered(table, 0, 1, ask=400, boardwalk=1).says() == says


def test_trade__property_for_a_debt_is_taken_at_its_value() -> None:
    for value, says in ((350, "accept"), (351, "refuse")):
        table = offered(Table(None, balanced()).own(0, "park_place"), 0, 1, park_place=1)
        table.s.offer_value = table.s.debt = value
        assert table.says() == says


# Debts


def test_debt__is_paid_from_the_purse_where_it_can_be() -> None:
    table = Table(balanced(), None).own(0, "boardwalk").cash(100, 1500)
    assert table.wait(node.DEBT, 0, debt=100, debt_to=1).says() == "pay"


def test_debt__the_parameter_says_whether_deeds_or_buildings_go_first() -> None:
    for first, says in (("mortgage", "mortgage"), ("sell", "sell")):
        table = Table(balanced(raise_first=first), None).own(0, "boardwalk").group(0, "brown", 1).cash(0, 1500)
        assert table.wait(node.DEBT, 0, debt=20, debt_to=8).says() == says


def test_debt__the_parameter_says_which_deed_is_mortgaged_first() -> None:
    for order, deed in (("cheapest", "baltic"), ("dearest", "boardwalk")):
        table = Table(balanced(mortgage_order=order), None).own(0, "boardwalk", "baltic", "oriental").cash(0, 1500)
        assert table.wait(node.DEBT, 0, debt=20, debt_to=8).answer()[1:3] == (action.MORTGAGE, table.space(deed))


def test_debt__single_deeds_are_mortgaged_before_those_of_a_group() -> None:
    table = Table(balanced(mortgage_order="cheapest"), None).group(0, "brown").own(0, "boardwalk").cash(0, 1500)
    assert table.wait(node.DEBT, 0, debt=20, debt_to=8).answer()[2] == table.space("boardwalk")


@pytest.mark.parametrize("name", PARAMETRIC)
def test_debt__nobody_gives_up_who_can_still_pay(name: str) -> None:
    table = Table(name, None).group(0, "dark_blue", 5).own(0, "baltic", "reading").cash(3, 1500)
    table.wait(node.DEBT, 0, debt=1000, debt_to=1, debt_cause=6)
    table.play(50, until=lambda s: s.node != node.DEBT)
    assert table.s.out[0] == 0 and table.s.cash[1] == 2500


def test_debt__the_building_with_the_lowest_rent_is_sold_first() -> None:
    table = Table(balanced(), None).group(0, "brown", 2).group(0, "dark_blue", 2).cash(0, 1500)
    table.wait(node.DEBT, 0, debt=20, debt_to=8)
    assert building_to_sell(table.s, table.t, 0) == (action.SELL, table.space("mediterranean"))


def test_debt__property_is_offered_before_bankruptcy_only_by_who_settles() -> None:
    # Park Place brings 175 as a mortgage, but is worth its price of 350 to the creditor and more beside Boardwalk.
    for settle, says in (("yes", "settle"), ("no", "bankrupt")):
        table = Table(balanced(settle=settle), balanced()).own(0, "park_place").own(1, "boardwalk").cash(10, 1500)
        assert table.wait(node.DEBT, 0, debt=300, debt_to=1, debt_cause=6).says() == says
    table = Table(balanced(), balanced()).own(0, "park_place").own(1, "boardwalk").cash(10, 1500)
    table.wait(node.DEBT, 0, debt=300, debt_to=1, debt_cause=6).play(4, until=lambda s: s.debt == 0)
    assert table.s.owner[37] == 1 and table.s.out[0] == 0


# The rest


def test_tax__the_cheaper_of_the_two_is_chosen() -> None:
    # The older income tax: 200, or 10 % of all one has; equal at 2,000.
    for cash, says in ((1990, "percent"), (2010, "flat")):
        table = Table(balanced(), None, profile="pre2008").cash(cash, 1500)
        assert table.wait(node.TAX, 0, lot=4).says() == says


def test_claim__rent_is_asked_for_by_who_notices() -> None:
    # The site rent of Boardwalk is 50.
    for claim, left, cash in ((100, 0, 1550), (0, 1, 1500)):
        table = Table(None, balanced(claim=claim), rent_claim="asked").own(1, "boardwalk")
        table.s.at[0] = 39
        table.s.claims, table.s.claim_seat[0], table.s.claim_space[0], table.s.claim_owner[0] = 1, 0, 39, 1
        table.s.claim_rent[0] = 50
        build_out(table)
        assert table.s.claims == left and table.s.cash[1] == cash


def test_stake__is_the_share_of_what_the_reserve_leaves() -> None:
    table = Table(balanced(stake=10, reserve=10), None, board="ukraine").cash(1150, 1500)
    q = next(space.index for space in table.edition.spaces if space.kind == "casino")
    table.s.at[0] = q
    assert table.wait(node.STAKE, 0).answer()[3] == 100
    table = Table(balanced(stake=0), None, board="ukraine", casino__mandatory=False).cash(1150, 1500)
    assert table.wait(node.STAKE, 0).says() == "pass"


def test_choice_card__pays_or_draws() -> None:
    for choice, says in (("pay", "pay"), ("draw", "draw_instead")):
        assert Table(balanced(choice_card=choice), None).wait(node.CARD, 0).says() == says


def test_agree__only_the_leader_wants_to_stop() -> None:
    for cash, says in ((2000, "agree"), (1000, "refuse")):
        table = Table(balanced(), None, win__by_agreement=True).cash(cash, 1500)
        assert table.wait(node.AGREE, 0).says() == says


# Who is asked


def test_drive__a_person_is_left_to_decide_and_is_not_asked_for_acts() -> None:
    table = Table(None, "greedy").group(0, "brown").cash(5000, 1500)
    assert drive(table.s, table.t, table.styles, fate_of(1, 0))[:2] == (-1, action.ROLL)
    table.wait(node.BUY, 0, lot=39)
    assert drive(table.s, table.t, table.styles, fate_of(1, 0)) == (0, action.NONE, -1, -1)


def test_drive__the_mover_acts_first_and_then_the_others_in_order() -> None:
    table = Table("greedy", "greedy", "greedy").group(1, "brown").group(2, "light_blue").cash(1500, 5000, 5000)
    table.s.mover = 2
    assert table.answer()[0] == 2
    table.s.mover = 0
    assert table.answer()[0] == 1


def test_drive__the_dice_fall_after_so_many_acts() -> None:
    table = Table("greedy", None).group(0, "brown").cash(5000, 1500)
    table.s.polled = ACTS - 1
    assert table.answer()[1] == action.BUILD
    table.s.polled = ACTS
    assert table.answer()[1] == action.ROLL


def test_drive__the_bankrupt_are_not_asked() -> None:
    table = Table("random", "greedy", "greedy").group(1, "brown").cash(1500, 5000, 1500)
    table.s.out[1] = 1
    for turn in range(20):
        table.s.poll, table.s.answers = 0, turn
        assert table.answer()[0] != 1
