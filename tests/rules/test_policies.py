"""Policies: each moves the money it says, no money is lost, both speeds agree, off they are not there."""

import check_policies
import pytest
import tomli_w
from check_policies import POLICIES

import monopoly_lab as ml
from monopoly_lab.common.errors import IllegalChoice, OptionError, SavedGameError
from monopoly_lab.common.messages import say
from monopoly_lab.constants import payer_account
from monopoly_lab.editions import OPTIONS, load_edition
from monopoly_lab.editions.policies import BY_GROUP, BY_SEAT
from tests.rules.at_table import BROWN, DARK_BLUE, ORANGE, at_both_speeds, do, paid, sit
from tests.rules.choosing import purses
from tests.sampled import sampled


@at_both_speeds
@pytest.mark.parametrize("name", POLICIES)
def test_policy__no_money_is_lost_and_both_speeds_agree(name: str) -> None:
    assert check_policies.is_alike(POLICIES[name], 3, 0, 10, plain=2)


@at_both_speeds
@pytest.mark.parametrize("number", [9, pytest.param(74, marks=pytest.mark.release)])
def test_policy__pairs_of_them(number: int) -> None:
    """Money in all games; one of each table at both speeds. More: `python tests/tools/check_policies.py`."""
    tables = enumerate(check_policies.pairs(number))
    assert [options for n, options in tables if not check_policies.is_alike(options, n, 0, 20, plain=1)] == []


@pytest.mark.full
def test_policy__pairs_of_them_at_both_speeds() -> None:
    """Of 40 tables those after the 26 of single policies have two."""
    assert check_policies.check(800, seed=7, plain=2) == []


@pytest.mark.full
def test_policy__two_processes_find_what_one_does() -> None:
    assert check_policies.check(20, plain=1, jobs=2) == []


def test_policy__what_goes_wrong_is_named(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check_policies, "is_alike", lambda options, *rest: "dice" not in options)
    assert check_policies.main(["--games", "40", "--jobs", "1"]) == 1
    said = capsys.readouterr().out
    assert "{'dice': [2, 1, 3, 2]}" in said and "40 games" in said


def test_policy__all_are_off_in_every_edition() -> None:
    for edition in ml.editions():
        t = load_edition(edition).tables()
        assert not (t.salaries or t.levies or t.withheld or t.o_deed_cap)
        assert set(t.salary_of) == {t.o_salary} and set(t.dice_of) == {t.o_move_dice} and t.worth == t.price


# Salaries and dice


@pytest.mark.parametrize(("player", "salary"), [("Ann", 400), ("Bo", 275), ("Cy", 200)])
@pytest.mark.all_in
def test_salaries__each_seat_has_its_own(player: str, salary: int) -> None:
    game = sit("classic_us", options={"salaries": [400, 275, 200]}, position={player: 36}, turn=player)
    do(game, "roll 3 4")
    assert paid(game, "salary") == [("the bank", player, salary)]


# Ann has 1,900 and Bo 1,100: the mean is 1,500, a tenth of the distance 40.
def test_salary__progressive_gives_a_share_of_the_distance_to_the_mean() -> None:
    for first, salary in (("Ann", 160), ("Bo", 240)):
        game = sit(
            "classic_us",
            ("Ann", "Bo"),
            {"salary.progressive": 10},
            cash={"Ann": 1900, "Bo": 1100},
            position={first: 36},
            turn=first,
        )
        do(game, "roll 3 4")
        assert paid(game, "salary") == [("the bank", first, salary)]


# Bo is 2 * 10 ** 8 poorer than Ann: the mean is half of it away, and no option sets a salary above a million.
def test_salary__progressive_is_never_above_a_million() -> None:
    game = sit(
        "classic_us",
        ("Ann", "Bo"),
        {"salary.progressive": 100},
        cash={"Ann": 200_000_000, "Bo": 0},
        position={"Bo": 36},
        turn="Bo",
    )
    do(game, "roll 3 4")
    assert paid(game, "salary") == [("the bank", "Bo", 1_000_000)]


@pytest.mark.all_in
def test_dice__a_seat_may_throw_one_alone() -> None:
    game = sit("classic_us", options={"dice": [1, 2, 2]})
    assert game.choices() == tuple(f"roll {n}" for n in range(1, 7))


# Rents: New York Avenue has 16 bare, doubled for the group, 600 with three houses (printed on the deed).
@pytest.mark.parametrize(
    ("policy", "level", "rent"),
    [
        ({}, 0, 32),
        ({"rent_scale": 50}, 0, 16),
        ({"rent_scale": {"orange": 25}}, 3, 150),
        ({"rent_scale": {"red": 25}}, 3, 600),
        ({"rent_cap": 20}, 0, 20),
        ({"rent_cap": {"orange": 100}}, 3, 100),
        ({"rent_scale": 200, "rent_cap": 500}, 3, 500),
        ({"rent_scale": 200}, 3, 1200),
    ],
)
def test_rent__is_scaled_then_capped(policy: dict[str, object], level: int, rent: int) -> None:
    buildings = dict.fromkeys(ORANGE, level) if level else {}
    game = sit("classic_us", options=policy, deeds={"Bo": ORANGE}, buildings=buildings, position={"Ann": 12})
    do(game, "roll 3 4")
    assert paid(game, "rent") == [("Ann", "Bo", rent)]


# Electric Company alone: four times the throw of 7.
def test_rent__of_utilities_is_scaled_when_it_falls_due() -> None:
    game = sit("classic_us", options={"rent_scale": 75}, deeds={"Bo": [12]}, position={"Ann": 5})
    do(game, "roll 3 4")
    assert paid(game, "rent") == [("Ann", "Bo", 21)]


# Three houses on New York Avenue bring 600; the bare site 16.
@pytest.mark.parametrize(
    ("taxes", "owner", "treasury"),
    [
        ({"taxes.rents": 25}, 450, 150),
        ({"taxes.sites": 100}, 584, 16),
        ({"taxes.sites": 50, "taxes.rents": 50}, 296, 304),
        ({"taxes.rents": 100}, 0, 600),
    ],
)
def test_taxes__a_part_of_the_rent_is_withheld(taxes: dict[str, object], owner: int, treasury: int) -> None:
    buildings = dict.fromkeys(ORANGE, 3)
    game = sit("classic_us", options=taxes, deeds={"Bo": ORANGE}, buildings=buildings, position={"Ann": 12})
    do(game, "roll 3 4")
    assert paid(game, "rent") == ([("Ann", "Bo", owner)] if owner else [])
    assert paid(game, "rent_tax") == [("Ann", "the bank", treasury)]


def round_of(options: dict[str, object], **cash: int) -> ml.Game:
    """Two players, one round in which nothing is paid: both only visit the jail."""
    game = sit("classic_us", ("Ann", "Bo"), options, cash=cash, position={"Ann": 3, "Bo": 3})
    return do(game, "roll 3 4", "roll 3 4")


@pytest.mark.all_in
def test_taxes__on_wealth_fall_due_at_the_end_of_the_round() -> None:
    game = round_of({"taxes.wealth": 10, "taxes.wealth_free": 500}, Ann=2000, Bo=600)
    assert [x for _, _, x in paid(game, "wealth_tax")] == [150, 10]
    assert game.state.cash == {"Ann": 1850, "Bo": 590}


@pytest.mark.all_in
@pytest.mark.parametrize("cash", [0, 500])
def test_taxes__on_wealth_are_not_levied_where_they_come_to_nothing(cash: int) -> None:
    game = round_of({"taxes.wealth": 10, "taxes.wealth_free": 500}, Ann=2000, Bo=cash)
    assert [x for _, _, x in paid(game, "wealth_tax")] == [150]
    assert game.state.cash == {"Ann": 1850, "Bo": cash}


@pytest.mark.parametrize(
    ("to", "cash"), [("dividend", {"Ann": 1930, "Bo": 670}), ("poorest", {"Ann": 1800, "Bo": 800}), ("pot", None)]
)
@pytest.mark.all_in
def test_taxes__go_where_the_option_says(to: str, cash: dict[str, int] | None) -> None:
    game = round_of({"taxes.wealth": 10, "taxes.to": to}, Ann=2000, Bo=600)
    if cash is None:
        assert game.state.pots["parking"] == 260
    else:
        assert game.state.cash == cash


@pytest.mark.parametrize(
    ("options", "cash"),
    [
        ({"taxes.wealth": 10, "taxes.to": "dividend"}, (1930, 670, 0)),  # 200 and 60, in two parts
        ({"taxes.wealth": 10, "taxes.to": "poorest"}, (1800, 800, 0)),
        ({"basic_income": 100}, (2100, 700, 0)),
        ({"basic_income": 100, "basic_income.from": "taxed"}, (2000 - 153 + 99, 600 - 46 + 99, 0)),
        ({"basic_income": 100, "basic_income.from": "funded", "taxes.wealth": 5}, (2000 - 100 + 65, 600 - 30 + 65, 0)),
    ],
)
def test_taxes__who_is_out_of_the_game_has_no_part(options: dict[str, object], cash: tuple[int, int, int]) -> None:
    table = {"cash": {"Ann": 2000, "Bo": 600}, "position": {"Ann": 3, "Bo": 3}, "out": ["Cy"]}
    game = do(sit("classic_us", ("Ann", "Bo", "Cy"), options, **table), "roll 3 4", "roll 3 4")  # type: ignore[arg-type]
    assert purses(game) == cash


def test_salary__progressive_goes_by_the_mean_of_those_in_play() -> None:
    """Ann is worth 2,000 and Bo 600: the mean of the two is 1,300, half of the distance 350."""
    options = {"salary.progressive": 50}
    table = {"cash": {"Ann": 600, "Bo": 2000}, "position": {"Ann": 37}, "out": ["Cy"]}
    game = do(sit("classic_us", ("Ann", "Bo", "Cy"), options, **table), "roll 1 2")  # type: ignore[arg-type]
    assert [x for _, _, x in paid(game, "salary")] == [200 + 350]


# 100 each are 200 in all, of 2,600 in cash; Ann pays 2,000 / 2,600 of it, 153, and Bo 46; 199 are shared out.
@pytest.mark.parametrize(
    ("options", "cash"),
    [
        ({"basic_income": 100}, {"Ann": 2100, "Bo": 700}),
        ({"basic_income": 100, "basic_income.from": "taxed"}, {"Ann": 2000 - 153 + 99, "Bo": 600 - 46 + 99}),
        ({"basic_income": 100, "basic_income.from": "funded", "taxes.rents": 50}, {"Ann": 2000, "Bo": 600}),  # no rents
        (
            {"basic_income": 100, "basic_income.from": "funded", "taxes.wealth": 5},
            {"Ann": 2000 - 100 + 65, "Bo": 600 - 30 + 65},
        ),
    ],
)
@pytest.mark.all_in
def test_basic_income__comes_from_where_the_option_says(options: dict[str, object], cash: dict[str, int]) -> None:
    assert round_of(options, Ann=2000, Bo=600).state.cash == cash


def test_basic_income__the_last_dollar_is_taxed_too() -> None:
    """An income of 1 for each of two who have 1: all of it comes from the tax, and all of it goes back."""
    game = round_of({"basic_income": 1, "basic_income.from": "taxed"}, Ann=1, Bo=1)
    assert [x for _, _, x in paid(game, "income_tax")] == [1, 1] == [x for _, _, x in paid(game, "basic_income")]


@pytest.mark.parametrize(("to", "kept"), [("bank", 320), ("pot", 320), ("dividend", 0)])
def test_basic_income__what_the_taxes_bring_beyond_it_stays_in_the_fund(to: str, kept: int) -> None:
    """20 % of 2,000 and 600 are 520, the income 200. Later rounds draw on the rest; shared out, nothing is left."""
    options = {"basic_income": 100, "basic_income.from": "funded", "taxes.wealth": 20, "taxes.to": to}
    game = round_of(options, Ann=2000, Bo=600)
    assert game.raw_state().cash[payer_account.FUND] == kept
    assert sum(game.state.cash.values()) == 2600 - kept
    assert "stays in the fund" in say("option_money.basic_income.from")


@pytest.mark.parametrize(("to", "account"), [("bank", payer_account.BANK), ("pot", payer_account.PARKING)])
def test_basic_income__without_one_taxes_go_where_they_go(to: str, account: int) -> None:
    """Where nobody has an income, none is funded: 10 % of 2,000 and 600 are 260."""
    game = round_of({"basic_income.from": "funded", "taxes.wealth": 10, "taxes.to": to}, Ann=2000, Bo=600)
    cash = game.raw_state().cash
    assert (cash[payer_account.FUND], sum(game.state.cash.values())) == (0, 2600 - 260)
    assert account == payer_account.BANK or cash[account] == 260


def test_taxes__may_ruin_who_cannot_pay() -> None:
    game = sit("classic_us", ("Ann", "Bo"), {"taxes.wealth": 50}, cash={"Ann": 0, "Bo": 100}, deeds={"Ann": [1]})
    do(game, "roll 4 6", "roll 4 6")
    assert game.node is not None and game.node.kind == "debt" and game.node.player == "Ann"


# Deeds


def test_cap__the_second_deed_of_a_group_cannot_be_bought() -> None:
    game = sit("classic_us", options={"deed_cap": 1}, deeds={"Ann": [37]}, position={"Ann": 32})
    do(game, "roll 3 4")
    with pytest.raises(IllegalChoice, match="more than 1 deed of one group"):
        game.apply("buy")
    assert "buy" not in game.choices()


def test_cap__who_has_as_many_does_not_bid() -> None:
    game = sit("classic_us", ("Ann", "Bo"), {"deed_cap": 1}, deeds={"Ann": [37]}, position={"Ann": 32})
    do(game, "roll 3 4", "auction")
    assert game.node is not None and (game.node.kind, game.node.player) == ("bid", "Bo")


def test_cap__trades_that_break_it_are_refused_and_others_are_not() -> None:
    game = sit("classic_us", ("Ann", "Bo"), {"deed_cap": 1}, deeds={"Ann": [37, 1], "Bo": [39, 3]})
    with pytest.raises(IllegalChoice, match="one group"):
        game.apply("trade Bo: 300 for boardwalk")
    game.apply("trade Bo: park_place for boardwalk")


def test_cap__what_a_creditor_may_not_have_is_auctioned() -> None:
    game = sit(
        "classic_us",
        options={"deed_cap": 1},
        deeds={"Ann": [BROWN[0]], "Bo": [BROWN[1], DARK_BLUE[1]]},
        cash={"Ann": 0, "Bo": 1000},
        mortgaged=[BROWN[0]],
        position={"Ann": 32},
    )
    do(game, "roll 3 4", "bankrupt")
    assert game.node is not None and game.node.kind == "bid"
    assert game.state.owner("mediterranean") is None and not game.state.is_mortgaged("mediterranean")


# What cannot be


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"taxes.rents": 120}, r"taxes\.rents: 120 is outside 0 to 100"),
        ({"taxes.weath": 5}, r'unknown option "taxes.weath" \(did you mean "taxes\.wealth"\?\)'),
        ({"taxes.to": "poor"}, r'did you mean "poorest"'),
        ({"rent_scale": {"ornge": 50}}, r'no group with the id "ornge" \(did you mean "orange"\?\)'),
        ({"rent_cap": -1}, "outside 0 to 1000000"),
        ({"salaries": 200}, "salaries: 200 is not a list"),
        ({"salaries": [200, "x"]}, r"salaries\[1\]: \"x\" is not a whole number"),
        ({"salarys": [200]}, r'did you mean "salar'),
        ({"house_rules": "yes"}, "house_rules: .*yes.* neither true nor false"),
        ({"dice": [0]}, r"dice\[0\]: 0 is outside 1 to 3"),
        ({"deed_cap": 1, "mode": "short"}, r"set deal\.deeds = 0"),
    ],
)
def test_options__what_cannot_be_is_named_with_the_nearest_right_one(options: dict[str, object], said: str) -> None:
    with pytest.raises(OptionError, match=said):
        load_edition("classic_us").tables(options)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"dice": [2]}, "dice: 2 seats, 1 in the list"),
        ({"dice": [2, 2, 2]}, "dice: 2 seats, 3 in the list"),
        ({"salaries": []}, "salaries: 2 seats, 0 in the list"),
        ({"changes": [{"round": 3, "options": {"dice": [1]}}]}, r"changes\[0\]\.options\.dice: 2 seats, 1 in the list"),
    ],
)
def test_by_seat__a_list_has_one_for_each_seat(options: dict[str, object], said: str) -> None:
    game, before = ml.Game("classic_us"), ml.Game("classic_us")
    for refused in (lambda: ml.Game("classic_us", options=options), lambda: game.fork(options=options)):
        with pytest.raises(OptionError, match=said):
            refused()
    assert game.options == before.options and game.tables == before.tables
    seats = [{"name": name} for name in game.players]
    file = tomli_w.dumps({"format": 1, "edition": "classic_us", "seats": seats, "options": options})
    with pytest.raises(SavedGameError, match=f"options.{said}"):
        ml.Game.from_toml(file)


def test_options__an_edition_that_counts_points_has_no_tax_on_wealth() -> None:
    with pytest.raises(OptionError, match="counts points"):
        load_edition("gamer").tables({"taxes.wealth": 5})


def test_start__a_cap_that_contradicts_it_is_named() -> None:
    with pytest.raises(SavedGameError, match=r"Ann owns 2 deeds of the group .* the option deed_cap allows 1"):
        ml.Game(
            "classic_us", ["Ann", "Bo"], options={"deed_cap": 1}, start={"deeds": {"Ann": ["baltic", "mediterranean"]}}
        )


def test_policies__none_is_forgotten() -> None:
    keys = {key for options in POLICIES.values() for key in options}
    topics = ("taxes", "basic_income", "deed_cap")
    assert {key for key, option in OPTIONS.items() if option.topic in topics} <= keys
    assert {"auction.by", "mortgage_condition.share", "changes", *BY_SEAT, *BY_GROUP} <= keys


MOVES_NONE = {"tax.counted", "rounds"}  # house rules that are no policies


@pytest.mark.parametrize("lang", ml.languages())
def test_policies__each_says_where_its_money_comes_from_and_where_it_goes(lang: str) -> None:
    reforms = [change["options"] for name in ("a reform", "two reforms") for change in POLICIES[name]["changes"]]  # type: ignore[attr-defined]
    asked = {key for options in (*POLICIES.values(), *reforms) for key in options}
    asked |= {key for key, option in OPTIONS.items() if option.house} - MOVES_NONE
    said = ml.options("classic_us", lang=lang)["money"]
    assert [key for key in asked if len(said[key]) < 20] == []
    assert said["jail_exit.fine"] == ""


TRANSFERS = ("wealth tax: all", "rent tax", "taxed income", "funded income")


@pytest.mark.parametrize("name", sampled(POLICIES, list(POLICIES)[::3]))
def test_ledger__balances_under_policies(name: str) -> None:
    players = [(who, "balanced") for who in ("Ann", "Bo", "Cy", "Dan")]
    game = ml.Game("classic_us", players, seed=5, options={**POLICIES[name], "rounds": 14})
    game.run()
    books = game.ledger()
    assert books.journal()["debit"].sum() == books.journal()["credit"].sum() > 0
    for player in game.players:
        assert books.balance_sheet(player)["amount"].get("cash", 0) == game.net_worth("cash")[player]
    if name in TRANSFERS:
        assert "transfers_income" in set(books.journal()["key"])


def test_strategy__who_goes_by_rents_values_a_deed_by_what_the_policy_leaves() -> None:
    printed = load_edition("classic_us").tables()
    halved = load_edition("classic_us").tables({"rent_scale": 50})
    taxed = load_edition("classic_us").tables({"taxes.rents": 50})
    for q in range(printed.spaces):
        if printed.price[q]:
            assert halved.worth[q] == pytest.approx(printed.price[q] / 2, rel=0.1)  # single units of small rents
            assert taxed.worth[q] == pytest.approx(printed.price[q] / 2, abs=1)


# What an edition has not, a policy cannot change: no auctions or houses in Junior, no mortgages in Gamer.
@pytest.mark.parametrize(
    ("edition", "options", "why"),
    [
        ("junior", {"auction.by": "sealed"}, "auction.by: no deed is auctioned in this edition; .* auction = true"),
        ("anti_monopoly", {"auction.by": "vickrey"}, "auction.by: no deed is auctioned"),
        ("junior", {"components.houses": 12}, "components.houses: nothing is built"),
        ("gamer", {"components.hotels": 4}, "components.hotels: nothing is built"),
        ("junior", {"loans.building": 10}, "loans.building: nothing is built"),
        ("junior", {"mortgage_condition.share": 50}, "mortgage_condition.share: no deed .* can be mortgaged"),
        ("classic_us", {"basic_income": 50, "basic_income.from": "funded"}, "there are none: set taxes.wealth"),
    ],
)
def test_policy__that_has_nothing_to_act_on_is_refused(edition: str, options: dict[str, object], why: str) -> None:
    with pytest.raises(ml.OptionError, match=why):
        ml.Game(edition, options=options)


def test_policy__sealed_bids_are_taken_where_only_the_bankrupt_are_auctioned_or_auctions_are_chosen() -> None:
    assert ml.Game("classic_us", options={"auction": False, "auction.by": "sealed"})
    assert ml.Game("junior", options={"auction": True, "auction.by": "sealed"})


@pytest.mark.parametrize(
    ("options", "account"),
    [
        ({"taxes.to": "bank"}, "the bank"),
        ({"taxes.to": "pot"}, "the parking pot"),
        ({"taxes.to": "dividend"}, "the tax fund"),
        ({"taxes.to": "poorest"}, "the tax fund"),
        ({"taxes.to": "bank", "basic_income": 10, "basic_income.from": "funded"}, "the tax fund"),
        ({"taxes.to": "pot", "basic_income": 10, "basic_income.from": "funded"}, "the tax fund"),
        ({"taxes.to": "bank", "basic_income": 10, "basic_income.from": "printed"}, "the bank"),
        ({"taxes.to": "pot", "basic_income": 10, "basic_income.from": "taxed"}, "the parking pot"),
    ],
)
def test_taxes__are_paid_to_the_account_that_the_options_name(options: dict[str, object], account: str) -> None:
    """Of the rent of 50 on Boardwalk half is withheld; a funded income takes every tax into its fund."""
    table = {"deeds": {"Bo": [39]}, "position": {"Ann": 36}}
    game = do(sit("classic_us", options={"taxes.rents": 50} | options, **table), "roll 1 2")
    assert paid(game, "rent_tax") == [("Ann", account, 25)] and paid(game, "rent") == [("Ann", "Bo", 25)]
