"""Detour: whoever owes a rent may go a way round it, whose cost luck draws; owners may name the price."""

from pathlib import Path

import check_policies
import pytest
from random_settings import prepared

import monopoly_lab as ml
from monopoly_lab.common.errors import IllegalChoice, OptionError
from monopoly_lab.constants import refusal
from monopoly_lab.players import style_of
from monopoly_lab.rules.detour import why_not_toll
from tests.rules.at_table import ORANGE, at_both_speeds, do, paid, sit

DETOUR: dict[str, object] = {"detour": 200}
TOLL: dict[str, object] = {"detour": 200, "detour.toll": True}


def stop(options: dict[str, object], players: tuple[str, ...] = ("Ann", "Bo", "Cy"), **start: object) -> ml.Game:
    """Ann stops on New York Avenue; Bo owns orange with one house each: a rent of 80."""
    table: dict[str, object] = {
        "deeds": {"Bo": ORANGE},
        "buildings": dict.fromkeys(ORANGE, 1),
        "position": {"Ann": 12},
    }
    return do(sit("classic_us", players, options, **(table | start)), "roll 3 4")


@pytest.mark.all_in
def test_detour__its_cost_is_drawn_from_1_to_the_most_each_alike() -> None:
    node = stop(DETOUR).node
    assert node is not None and node.kind == "way" and node.player == "Ann"
    assert stop(DETOUR).choices() == tuple(f"way {x}" for x in range(1, 201))


def test_detour__above_200_the_costs_are_200_equal_parts() -> None:
    assert stop({"detour": 1000}).choices() == tuple(f"way {x}" for x in range(5, 1001, 5))


def test_detour__a_cost_that_cannot_be_is_refused_and_changes_nothing() -> None:
    game = stop({"detour": 1000})
    before = game.state
    for text in ("way 0", "way 7", "way 1005"):
        with pytest.raises(IllegalChoice):
            game.apply(text)
    assert game.state == before


@pytest.mark.all_in
def test_detour__the_visitor_chooses_after_the_draw() -> None:
    game = do(stop(DETOUR), "way 37")
    assert game.node is not None and (game.node.kind, game.node.player) == ("detour", "Ann")
    assert game.choices() == ("pay", "detour")


def test_detour__paying_is_a_rent_as_any_other() -> None:
    game = do(stop(DETOUR), "way 37", "pay")
    assert paid(game, "rent") == [("Ann", "Bo", 80)] and paid(game, "detour") == []


def test_detour__the_way_round_is_paid_to_the_bank_and_never_into_a_pot() -> None:
    game = do(stop(DETOUR | {"free_parking.pot": True}), "way 37", "detour")
    assert paid(game, "rent") == [] and paid(game, "detour") == [("Ann", "the bank", 37)]
    assert game.state.cash["Bo"] == 1500 and game.state.pots["parking"] == 0


def test_detour__what_cannot_be_paid_is_a_debt_to_the_bank() -> None:
    game = do(stop(DETOUR, cash={"Ann": 30}), "way 37", "detour")
    assert game.debt is not None and (game.debt.creditor, game.debt.amount) == ("the bank", 37)


def test_detour__taxes_and_damage_are_taken_from_what_is_paid() -> None:
    game = do(stop(DETOUR | {"taxes.rents": 25}), "way 200", "pay")
    assert paid(game, "rent") == [("Ann", "Bo", 60)] and paid(game, "rent_tax") == [("Ann", "the bank", 20)]


def test_detour__is_not_drawn_where_no_rent_is_due() -> None:
    game = stop(DETOUR, buildings={}, mortgaged=[19])
    assert game.node is not None and game.node.kind == "dice"


def test_toll__the_owner_names_the_price_before_the_draw() -> None:
    game = stop(TOLL)
    assert game.node is not None and (game.node.kind, game.node.player) == ("toll", "Bo")
    do(game, "toll 100", "way 100", "pay")
    assert paid(game, "rent") == [("Ann", "Bo", 100)]


@pytest.mark.parametrize(("options", "most"), [(TOLL, 200), (TOLL | {"rent_cap": {"orange": 90}}, 90)])
def test_toll__is_from_1_to_the_dearest_way_or_a_cap(options: dict[str, object], most: int) -> None:
    game = stop(options)
    for x in (0, most + 1):
        with pytest.raises(IllegalChoice, match=str(most)):
            game.apply(f"toll {x}")
    assert why_not_toll(game.raw_state(), game.tables, most) == refusal.NONE
    do(game, f"toll {most}")


def test_detour__a_rent_that_has_to_be_asked_for_is_gone_round_when_it_is() -> None:
    table = {"deeds": {"Bo": ORANGE}, "position": {"Ann": 12}}
    game = do(sit("classic_us", options=DETOUR | {"rent_claim": "asked"}, **table), "roll 3 4")
    do(game, "Bo: claim new_york", "way 5", "detour")
    assert paid(game, "detour") == [("Ann", "the bank", 5)]


@pytest.mark.parametrize(("cost", "goes"), [(79, True), (80, False), (200, False)])
@pytest.mark.parametrize("strategy", ["balanced", pytest.param("investor", marks=pytest.mark.full), "cautious"])
def test_detour__strategies_take_the_cheaper_way_and_pay_at_a_tie(strategy: str, cost: int, goes: bool) -> None:
    game = do(stop(DETOUR, ("Ann", "Bo")), f"way {cost}")
    game.seat("Ann", strategy)
    game.step()
    assert bool(paid(game, "detour")) == goes


@pytest.mark.parametrize(
    ("strategy", "price"), [("balanced", 80), pytest.param("investor", 100, marks=pytest.mark.full)]
)
def test_toll__strategies_name_the_rent_or_the_price_that_brings_most(strategy: str, price: int) -> None:
    """x (201 - x) / 200 is largest at 100 and 101."""
    game = stop(TOLL, ("Ann", "Bo"))
    game.seat("Bo", strategy)
    game.step()
    assert game.events[-1].kind == "toll_named" and game.events[-1].amount == price


@pytest.mark.all_in
def test_detour__the_ledger_has_accounts_for_it() -> None:
    ledger = do(stop(DETOUR), "way 37", "detour").ledger()
    assert ledger.balances("Ann").end("detour_expense") == -ledger.balances("bank").end("detour_income") == 37


def test_detour__a_saved_game_goes_on_in_the_middle_of_it(tmp_path: Path) -> None:
    game = do(stop(TOLL), "toll 120", "way 90")
    game.save(tmp_path / "detour.toml")
    again = ml.Game.load(tmp_path / "detour.toml")
    assert again.choices() == ("pay", "detour") and again.state == game.state
    assert paid(do(again, "detour"), "detour") == [("Ann", "the bank", 90)]


def test_detour__the_chain_counts_what_owners_get() -> None:
    """A rent of 50 is paid by those whose way round costs 50 to 101: 52 of 101. A toll of x earns x (102 - x) / 101,
    most at 51."""
    plain, round_, toll = (
        ml.Chain("class_board", options=options)
        for options in ({}, {"detour": 101}, {"detour": 101, "detour.toll": True})
    )
    assert round_.rent("museum", 1) == pytest.approx(plain.rent("museum", 1) * 52 / 101)
    assert toll.rent("museum", 1) == pytest.approx(plain.rent("museum", 1) / 50 * 51 * 51 / 101)


def test_toll__without_a_way_round_is_refused() -> None:
    with pytest.raises(OptionError, match="detour"):
        ml.load_edition("classic_us").tables({"detour.toll": True})


@pytest.mark.full
@at_both_speeds
@pytest.mark.parametrize(
    "options", [TOLL, {"damage": {"orange": "red", "red": "yellow"}, "damage.percent": 30, "damage.from": 1}]
)
def test_detour__players_who_value_by_income_play_the_same_at_both_speeds(options: dict[str, object]) -> None:
    """With tolls that they name, and with damage that they count; no money is lost."""
    tables = ml.Game("classic_us", [(name, "investor") for name in ("Ann", "Bo", "Cy", "Di")], options=options).tables
    table = prepared("classic_us", options, 4)._replace(tables=tables)
    styles = style_of("investor") * 4
    found = check_policies.batch(table.tables, table.start, styles, 5, 3, 0, 40, 2_000, finals=True, compiled=True)
    assert all(sum(s.cash) == 0 for s in found.finals)
    assert check_policies.digest(found) == check_policies.digest(check_policies.guarded(table, styles, 5, 0, 3))
