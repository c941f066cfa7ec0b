"""Redistribution: the formulas against the kit's own Gini coefficient and its rules, and both against games."""

import numpy as np
import pandas as pd
import pytest

import monopoly_lab as ml
from monopoly_lab.economics import redistribution as model
from monopoly_lab.measures import gini

WEALTH = (2400, 900, 500, 200)
SEATS = ("Ann", "Bo", "Cy", "Dan")


@pytest.mark.parametrize(("tax", "payment"), [(0.2, 0), (0, 300), (0.2, 200), (0.35, 120)])
def test_theory__is_what_the_formula_of_all_pairs_gives(tax: float, payment: float) -> None:
    after = [(1 - tax) * x + payment for x in WEALTH]
    assert model.gini_after(gini(WEALTH), np.mean(WEALTH), tax, payment) == pytest.approx(gini(after))


# A tax of 20 % for the bank, a payment of 200, and both together: a tax that is shared by all.
@pytest.mark.parametrize(
    ("options", "tax", "payment"),
    [
        ({"taxes.wealth": 20}, 0.2, 0),
        ({"basic_income": 200}, 0, 200),
        ({"taxes.wealth": 20, "taxes.to": "dividend"}, 0.2, 200),
    ],
)
def test_theory__holds_on_the_board_where_nobody_is_short_of_cash(
    options: dict[str, object], tax: float, payment: float
) -> None:
    """One round in which everybody moves to a space without a price, and then the policy takes effect."""
    start = {"cash": dict(zip(SEATS, WEALTH)), "position": dict.fromkeys(SEATS, 3), "turn": "Ann"}
    game = ml.Game("classic_us", list(SEATS), options=options, start=start)
    for _ in SEATS:
        game.take("roll 3 4")
    assert sum(game.state.cash.values()) == pytest.approx((1 - tax) * sum(WEALTH) + 4 * payment)
    expected = model.gini_after(gini(WEALTH), np.mean(WEALTH), tax, payment)
    assert gini(game.state.cash.values()) == pytest.approx(expected)


def test_theory__refuses_what_is_no_share_or_no_sum_and_has_no_answer_for_nothing() -> None:
    with pytest.raises(ml.ArgumentError, match="tax is 20; it takes a share from 0 to 1"):
        model.gini_after(0.5, 1000, tax=20)
    with pytest.raises(ml.ArgumentError, match="payment is -1; it cannot be below 0"):
        model.gini_after(0.5, 1000, payment=-1)
    assert np.isnan(model.gini_after(0.5, 1000, tax=1))


def test_bucket__by_hand() -> None:
    """The richest lose 100 and 20; 90 arrive: a quarter of 120 is lost. Of nothing lost there is no part."""
    assert model.lost_on_the_way([-100, -20, 60, 30]) == pytest.approx(0.25)
    assert np.isnan(model.lost_on_the_way([10, 0]))


def test_compared__differences_game_by_game_as_by_hand() -> None:
    runs = model.play({"as printed": "printed", "capped": {"deed_cap": 2}}, games=30, seed=3, rounds=15)
    names = [f"worth_{name}" for name in SEATS]
    first, second = (np.array([gini(row) for row in found.rows[names].to_numpy()]) for found in runs.values())
    apart = second - first
    row = model.compared(runs).loc["capped"]
    assert row["difference"] == pytest.approx(apart.mean(), abs=0.0006)
    assert row["high"] - row["low"] == pytest.approx(2 * 1.96 * apart.std(ddof=1) / 30**0.5, abs=0.0011)
    table = model.by_rank(runs)
    worth = pd.DataFrame(np.sort(runs["capped"].rows[names], axis=1)[:, ::-1], columns=list(model.RANKS))
    assert table.loc["capped", list(model.RANKS)].tolist() == worth.mean().round().astype(int).tolist()


@pytest.mark.parametrize("who", ["balanced", "greedy"])
def test_games__neither_a_tax_nor_a_salary_equalizes_by_itself_and_both_together_do(who: str) -> None:
    """Theory: a tax of the same percent changes nothing, a payment equalizes. Stored games, after 30 rounds."""
    tax, salary, both = (
        model.stored(policy, players=who, base="no_salary").difference for policy in ("tax_no_salary", "printed", "tax")
    )
    assert tax.low > 0 and salary.low > 0 and both.high < 0
    built = [model.stored(policy, "buildings", players=who).mean.value for policy in ("no_salary", "printed")]
    assert built[1] > 2 * built[0]  # what the salary becomes, and the formula leaves out


@pytest.mark.parametrize("policy", model.policies())
def test_stored__a_new_run_agrees_with_it(policy: str) -> None:
    """Other dice: the mean of 300 games differs by no more than 3.3 standard errors (99.9 %)."""
    found = model.play({policy: policy}, games=300, seed=987)[policy]
    new, old = model.interval(model.ginis(model.worths(found))), model.stored(policy).mean
    assert abs(new.value - old.value) < 3.3 / 1.96 * (new.half**2 + old.half**2) ** 0.5
    worths, old = found.rows[[f"worth_{name}" for name in SEATS]].max(axis=1), model.stored(policy, "richest").mean
    assert abs(worths.mean() - old.value) < 3.3 * (worths.var() / 300 + (old.half / 1.96) ** 2) ** 0.5
    buildings = model.stored(policy, "buildings").mean.value
    spent = found.spending.query("cause == 'building'")["amount"].sum() / 300
    assert spent == pytest.approx(buildings, rel=0.12)


def test_stored__what_there_is_not_is_refused() -> None:
    with pytest.raises(ml.ArgumentError, match='did you mean "tax_to_poorest"'):
        model.stored("tax_to_porest")
    with pytest.raises(ml.ArgumentError, match="round 25 is not counted; the nearest one that is: 20"):
        model.stored("tax", rounds=25)
    with pytest.raises(ml.ArgumentError, match="policy cannot be nothing"):
        model.play({"x": "nothing"})
