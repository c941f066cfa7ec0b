"""A game of twelve turns whose books were kept by hand, compared entry by entry; see `twelve_turns`."""

from fractions import Fraction

import pytest
from twelve_turns import BANK_CASH, CASH_FLOWS, HOUSES, JOURNAL, STATEMENTS, TURNS

import monopoly_lab as ml
from monopoly_lab.game.accounting import Policies


@pytest.fixture(scope="module")
def game() -> ml.Game:
    played = ml.Game("classic_us", players=["Ann", "Bo"], seed=8)
    for line in TURNS.replace("HOUSES", HOUSES).strip().splitlines():
        for move in line.split(", "):
            played.apply(move)
    return played


def test_twelve_turns__the_journal_is_the_one_kept_by_hand(game: ml.Game) -> None:
    journal = game.ledger().journal()
    assert list(journal[["turn", "book", "account", "debit", "credit"]].itertuples(index=False, name=None)) == JOURNAL


@pytest.mark.parametrize("player", STATEMENTS)
def test_twelve_turns__so_are_the_statements(game: ml.Game, player: str) -> None:
    ledger = game.ledger()
    found = ledger.balance_sheet(player, (0, 6))["amount"]
    assert {key: found[key] for key in STATEMENTS[player]} == STATEMENTS[player]
    flows = ledger.cash_flow(player, (1, 6))["amount"]
    assert {key: flows[key] for key in CASH_FLOWS[player]} == CASH_FLOWS[player]
    assert flows["closing_cash"] == STATEMENTS[player]["cash"]


def test_twelve_turns__the_bank_holds_minus_what_the_players_hold(game: ml.Game) -> None:
    assert game.ledger().cash_flow("bank", (0, 6)).loc["closing_cash", "amount"] == BANK_CASH


def test_policies__salary_as_capital_moves_it_out_of_income_and_operating_cash(game: ml.Game) -> None:
    """Bo's salary of 200 in turn 10: 180 - 200 of income are left, and his operating cash of 100 - 200."""
    ledger = game.ledger({"salary": "capital"})
    assert ledger.income_statement("Bo").loc["net_income", "amount"] == -20
    flows = ledger.cash_flow("Bo", (1, 6))["amount"]
    assert (flows["operating"], flows["financing"], flows["change"]) == (-100, 200, -490)
    assert ledger.balance_sheet("Bo").loc["equity", "amount"] == 1680


def test_policies__the_fine_as_a_drawing_is_no_expense(game: ml.Game) -> None:
    """Ann's fine of 50 in turn 9: income 16 + 50, drawings 50, the same equity."""
    ledger = game.ledger(Policies(fine="drawing"))
    sheet = ledger.balance_sheet("Ann")["amount"]
    assert (sheet["net_income"], sheet["drawings"], sheet["equity"]) == (66, -50, 1516)


def test_policies__houses_wear_out_in_a_straight_line_from_the_round_after_the_purchase(game: ml.Game) -> None:
    """A house of 50 with 10 % salvage over 15 years of 12 rounds loses 45 / 180 = 0.25 a round.

    Bought in round 3, so worn in rounds 4 and 5 (six houses, 3.00) and in round 6 (five houses, 1.25: one is sold in
    it). The one sold was carried at 49.50, so that the loss is 24.50; in all 16 - 4.25 + 0.50 = 12.25 of income.
    """
    ledger = game.ledger({"depreciation": "straight_line"})
    books = ledger.balances("Ann", (0, 6))
    assert books.during["depreciation"] == Fraction(17, 4)
    assert books.during["disposal_loss"] == Fraction(49, 2)
    assert books.income == Fraction(49, 4)
    assert books.end("accumulated_depreciation") == -Fraction(15, 4)
    trial = ledger.trial_balance("Ann", (0, 6))
    assert trial["debit"].sum() == trial["credit"].sum()
    assert not books.flows["depreciation"]


def test_policies__a_hotel_wears_out_over_twenty_years() -> None:
    """Hotels on the browns: 4 * 50 + 50 = 250 each, less 10 %, over 240 rounds: 0.9375 a round."""
    start = {"deeds": {"Ann": ["mediterranean", "baltic"]}, "buildings": {"mediterranean": "hotel", "baltic": "hotel"}}
    game = ml.Game("classic_us", players=[("Ann", "cautious"), ("Bo", "cautious")], start=start, seed=3)
    game.run(rounds=4)
    worn = game.ledger({"depreciation": "straight_line"}).balances("Ann").end("accumulated_depreciation")
    assert worn == -2 * 4 * Fraction(225, 240)
