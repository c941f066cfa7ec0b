"""Damage: buildings of one group lower what the owners of another earn; what is lost goes to the bank.

Every sum is worked out from the rents on the deeds: New York Avenue with three houses brings 600.
"""

import pytest

import monopoly_lab as ml
from monopoly_lab.common.errors import OptionError
from monopoly_lab.constants import payer_account
from tests.rules.at_table import ORANGE, RED, do, paid, sit

DAMAGE: dict[str, object] = {"damage": {"orange": "red"}, "damage.percent": 20}
THREE = dict.fromkeys(ORANGE, 3)


def stop(levels: tuple[int, int, int], options: dict[str, object] = DAMAGE, **start: object) -> ml.Game:
    """Ann stops on New York Avenue; Bo owns orange, Cy red with these levels."""
    reds = {q: "hotel" if level == 5 else level for q, level in zip(RED, levels)}
    table: dict[str, object] = {
        "deeds": {"Bo": ORANGE, "Cy": RED},
        "buildings": THREE | reds,
        "position": {"Ann": 12},
    }
    return do(sit("classic_us", options=options, **(table | start)), "roll 3 4")


@pytest.mark.parametrize(
    ("levels", "lost"),
    [
        ((3, 3, 3), 0),
        ((4, 4, 4), 120),  # 20 % for a row
        ((5, 5, 5), 240),  # 40 % for two
        ((4, 3, 3), 36),  # a third of a row is 6.67 %: 6 whole per cent
        ((5, 4, 4), 156),  # four thirds of a row are 26.67 %: 26 whole per cent
    ],
)
def test_damage__each_row_from_the_fourth_on_takes_its_share_of_the_rent(
    levels: tuple[int, int, int], lost: int
) -> None:
    game = stop(levels)
    assert paid(game, "rent") == [("Ann", "Bo", 600 - lost)]
    assert paid(game, "damage") == ([("Ann", "the bank", lost)] if lost else [])


def test_damage__what_visitors_pay_does_not_depend_on_it() -> None:
    assert {stop(levels).state.cash["Ann"] for levels in ((3, 3, 3), (4, 4, 4), (5, 5, 5))} == {900}


def test_damage__begins_where_the_option_says_and_takes_no_more_than_the_rent() -> None:
    from_the_first_row = DAMAGE | {"damage.from": 1, "damage.percent": 30}
    game = stop((4, 4, 4), from_the_first_row)  # four rows at 30 %
    assert paid(game, "rent") == [] and paid(game, "damage") == [("Ann", "the bank", 600)]
    assert paid(stop((4, 4, 4), DAMAGE | {"damage.from": 5}), "damage") == []


def test_damage__counts_whoever_owns_the_group_that_does_it() -> None:
    game = stop((5, 5, 5), deeds={"Bo": (*ORANGE, *RED)})
    assert paid(game, "rent") == [("Ann", "Bo", 360)]


def test_damage__other_rents_are_not_touched() -> None:
    built = THREE | dict.fromkeys(RED, "hotel")
    table = {"deeds": {"Bo": ORANGE, "Cy": RED}, "buildings": built, "position": {"Ann": 12}}
    game = do(sit("classic_us", options=DAMAGE, **table), "roll 5 6")
    assert paid(game, "damage") == [] and paid(game, "rent") == [("Ann", "Cy", 1050)]  # Indiana Avenue with a hotel


def test_damage__comes_off_first_then_the_taxes_and_never_goes_into_a_pot() -> None:
    game = stop((4, 4, 4), DAMAGE | {"taxes.rents": 50, "free_parking.pot": True})
    assert paid(game, "rent") == [("Ann", "Bo", 240)]  # 600 - 120, half of it
    assert paid(game, "rent_tax") == [("Ann", "the bank", 240)]
    assert paid(game, "damage") == [("Ann", "the bank", 120)]
    assert game.state.pots["parking"] == 0


def test_damage__a_mortgaged_deed_takes_no_rent_and_loses_none() -> None:
    game = stop((5, 5, 5), buildings=dict.fromkeys(RED, "hotel"), mortgaged=[19])
    assert paid(game, "rent") == paid(game, "damage") == []


def test_damage__the_owner_comes_before_it_where_cash_is_short() -> None:
    """Ann has 500: Bo's 480 are paid, the 120 of the damage are a debt to the bank that ruins her."""
    game = stop((4, 4, 4), cash={"Ann": 500})
    assert paid(game, "rent") == [("Ann", "Bo", 480)]
    assert game.debt is not None and (game.debt.creditor, game.debt.amount) == ("the bank", 120)


def test_damage__who_is_ruined_by_the_rent_owes_none() -> None:
    game = do(stop((4, 4, 4), cash={"Ann": 100}), "bankrupt")
    assert paid(game, "damage") == []
    assert game.state.cash["Bo"] == 1600


@pytest.mark.all_in
def test_damage__the_ledger_has_it_as_rent_of_the_visitor_and_of_nobody() -> None:
    game = stop((5, 5, 5))
    balances = {who: game.ledger().balances(who) for who in ("Ann", "Bo", "bank")}
    assert balances["Ann"].end("rent_expense") == 600
    assert balances["Bo"].end("rent_income") == -360
    assert balances["bank"].end("damage_income") == -240
    assert sum(game.raw_state().cash[: payer_account.FUND + 1]) == 0


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"damage": {"orange": "red"}}, "damage.percent"),
        ({"damage.percent": 20}, "damage = {orange"),
        ({"damage": {"orang": "red"}, "damage.percent": 20}, 'did you mean "orange"'),
        ({"damage": {"orange": "station"}, "damage.percent": 20}, "no group with buildings"),
        ({"damage": {"red": "red"}, "damage.percent": 20}, "its own rents"),
        ({"damage": "red", "damage.percent": 20}, "not a table"),
    ],
)
def test_damage__options_that_cannot_be_are_refused(options: dict[str, object], said: str) -> None:
    with pytest.raises(OptionError, match=said):
        ml.load_edition("classic_us").tables(options)
