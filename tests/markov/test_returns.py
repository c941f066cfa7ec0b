"""Investments, visits to a color, passages, entropy, sensitivity: known answers, libraries, other formulas, walks."""

from itertools import chain, combinations

import numpy as np
import pytest
from chains import index, leave, small, stay, walk

from monopoly_lab.common.errors import ChainError
from monopoly_lab.markov import Chain

# Returns


def test_investment__third_row_on_orange() -> None:
    """An independent recomputation: 31.77 a throw; with three opponents 113.10 a round, payback 2.6524 rounds,
    NPV 1,741.0 at 1 % over 20 rounds, IRR 37.64 % a round (classic board, modern deck, jail left at once)."""
    found = leave().investment("orange", 3, opponents=3, rounds=20, rate=0.01)
    assert found["price"] == 300
    assert found["rent"] == pytest.approx(31.77, abs=0.005)
    assert found["flow"] == pytest.approx(113.10, abs=0.005)
    assert found["payback"] == pytest.approx(2.6524, abs=0.00005)
    assert found["npv"] == pytest.approx(1741.0, abs=0.05)
    assert found["irr"] == pytest.approx(0.3764, abs=0.00005)


def test_investment__by_the_formula_of_an_annuity() -> None:
    """NPV = -I + c (1 - (1 + r)^-T) / r, which is 0 at the IRR."""
    found = leave().investment("station", 4, opponents=2, rounds=12, rate=0.05)
    price, flow = found["price"], found["flow"]
    assert found["npv"] == pytest.approx(-price + flow * (1 - 1.05**-12) / 0.05)
    irr = found["irr"]
    assert flow * (1 - (1 + irr) ** -12) / irr == pytest.approx(price)


def test_investment__from_level_to_level() -> None:
    rows = [leave().investment("orange", level)["rent"] for level in (1, 2, 3)]
    whole = leave().investment("orange", 3, "nothing")
    assert whole["price"] == 560 + 900
    assert whole["rent"] == pytest.approx(leave().rent("orange", 3))
    assert leave().investment("orange", 3, "set")["rent"] == pytest.approx(sum(rows))
    assert leave().investment("new_york", "set", "nothing")["price"] == 200


def test_investment__under_a_budget_the_greatest_sum_decides() -> None:
    """An independent recomputation, deeds and hotels, 20 rounds at 1 %: NPV 1,436 of light blue, 2,672 of green, 3,418
    of orange. Of the sets that 3,920 buys (prices by hand) the one with the greatest sum of NPVs has no green in it."""
    price = {"light_blue": 320 + 15 * 50, "orange": 560 + 15 * 100, "green": 920 + 15 * 200}
    found = {group: leave().investment(group, 5, "nothing", rate=0.01) for group in price}
    assert {group: found[group]["price"] for group in price} == price
    npv = {group: found[group]["npv"] for group in price}
    assert npv == pytest.approx({"light_blue": 1436, "orange": 3418, "green": 2672}, abs=0.5)
    sets = chain.from_iterable(combinations(price, n) for n in (1, 2, 3))
    bought = [each for each in sets if sum(map(price.__getitem__, each)) <= 3920]
    assert max(bought, key=lambda each: sum(map(npv.__getitem__, each))) == ("light_blue", "orange")
    assert found["light_blue"]["irr"] > found["green"]["irr"], "rates and sums rank the two differently"


def test_payback__of_third_houses() -> None:
    """An independent recomputation: New York's third house pays back in 8.53 throws, Boardwalk's in 9.52."""
    assert leave().payback("new_york")[3] == pytest.approx(8.53, abs=0.005)
    assert leave().payback("boardwalk")[3] == pytest.approx(9.52, abs=0.005)


def test_leverage__three_railroads_for_the_third_orange_row() -> None:
    """An independent recomputation: mortgaging three railroads for 300 and building with it brings 21.9 a throw."""
    lost = sum(leave().rent(q, 3) for q in ("reading", "pennsylvania_rr", "b_and_o"))
    assert leave().investment("orange", 3)["rent"] - lost == pytest.approx(21.9, abs=0.05)


@pytest.mark.parametrize(
    "ask",
    [
        lambda: leave().investment("orange", 2, 3),
        lambda: leave().investment("orange", 3, opponents=0),
        lambda: leave().investment("orange", 3, rounds=0),
        lambda: leave().investment("orange", 3, rate=-1),
        lambda: leave().investment("orange", 7),
        lambda: leave().rent("orange", 3, per="landing", start="go"),
        lambda: leave().sensitivity(),
        lambda: leave().sensitivity(card="to_the_moon"),
        lambda: leave().sensitivity(face=7),
        lambda: leave().sensitivity(face=6, jail="stay"),
    ],
)
def test_refused(ask) -> None:
    with pytest.raises(ChainError):
        ask()


# Rent from a place


def test_rent__from_jail_by_hand() -> None:
    """10 ways of 36 to St. James and Tennessee at 550, 4 and a card to New York at 600."""
    by_hand = 10 / 36 * 550 + (4 / 36 + 1 / 36 / 16) * 600
    assert leave().rent("orange", 3, start="In Jail", throws=1) == pytest.approx(by_hand)


@pytest.mark.parametrize("per", ["throw", "turn"])
def test_rent__from_a_place_forgets_it(per: str) -> None:
    later = leave().rent("orange", 3, per, start="go", throws=81) - leave().rent(
        "orange", 3, per, start="go", throws=80
    )
    assert later == pytest.approx(leave().rent("orange", 3, per))
    assert leave().rent("orange", 3, per, throws=4) == pytest.approx(4 * leave().rent("orange", 3, per))


# Visits


def test_cover__a_whole_color() -> None:
    """An independent recomputation, throws from GO until each site was stopped at: 59.6, 68.5, 69.1."""
    found = [leave().cover(group) for group in ("orange", "brown", "green")]
    assert found == pytest.approx([59.6, 68.5, 69.1], abs=0.05)


def test_cover__of_one_deed_is_its_passage() -> None:
    assert leave().cover("boardwalk") == pytest.approx(leave().first_passage("go", "boardwalk"))


def test_passage__distribution_and_moments_agree() -> None:
    p = leave().passage_distribution("go", "boardwalk", 1500)
    n, told = p.index.to_numpy(float), leave().passage_moments("go", "boardwalk")
    assert p.sum() == pytest.approx(1)
    assert n @ p == pytest.approx(told["mean"]) == pytest.approx(leave().first_passage("go", "boardwalk"))
    assert n**2 @ p - (n @ p) ** 2 == pytest.approx(told["variance"])
    assert leave().passage_distribution("go", "baltic", 1)[1] == pytest.approx(2 / 36)


def test_passage__against_a_walk() -> None:
    """Returns to Boardwalk along a walk: mean and deviation within four standard errors."""
    states = walk(leave(), 200_000, seed=3)
    times = np.diff(np.flatnonzero(np.isin(states, index(leave(), 39))))
    told = leave().passage_moments("boardwalk", "boardwalk")
    error = times.std(ddof=1) / len(times) ** 0.5
    assert abs(times.mean() - told["mean"]) <= 4 * error
    assert abs(times.std() - told["deviation"]) <= 4 * 2 * error


# Entropy


def test_entropy__of_one_die_without_cards() -> None:
    """A token that always goes on by one die tells log2 6 bits, jail aside; never more than the dice and cards can."""
    free = Chain("class_board", cards=False, options={"doubles": False})
    assert free.entropy_rate() <= np.log2(6) + 1e-12
    sums = np.array([min(n - 1, 13 - n) for n in range(2, 13)]) / 36
    assert leave().entropy_rate() > -(sums @ np.log2(sums))  # two dice, and cards and doubles on top


# Sensitivity


def shift(chain: Chain, other: Chain) -> np.ndarray:
    return (other.by_space() - chain.by_space()).to_numpy()


def test_sensitivity__to_a_face_is_the_slope() -> None:
    """A difference quotient of two chains with a slightly loaded die, from both sides."""
    up, down = (small_with([1000] * 5 + [1000 + 6 * n]) for n in (1, -1))
    x = 6 / 6006, -6 / 5994
    slope = (up.by_space() - down.by_space()) / (x[0] - x[1])
    assert small().sensitivity(face=6).to_numpy() == pytest.approx(slope.to_numpy(), abs=1e-5)
    assert small().sensitivity(face=6).sum() == pytest.approx(0)


def small_with(die: list[int]) -> Chain:
    return Chain("class_board", jail="stay", die=die)


@pytest.mark.full
def test_sensitivity__to_jail_has_the_sign_of_the_whole_change() -> None:
    found = leave().sensitivity(jail="stay")
    whole = stay().by_space() - leave().by_space()
    assert found["In Jail"] > 0 > found["GO"]
    assert np.sign(found[abs(whole) > 0.001]).equals(np.sign(whole[abs(whole) > 0.001]))
    assert leave().sensitivity(jail="leave").abs().max() < 1e-12


def test_sensitivity__to_jail_by_hand() -> None:
    """A stay grows from 1 throw to 1 + 5/6 x, so a share s of throws by 5/6 s (1 - s)."""
    s = leave().by_space()["In Jail"]
    assert leave().sensitivity(jail="stay")["In Jail"] == pytest.approx(5 / 6 * s * (1 - s), rel=0.01)


@pytest.mark.full
def test_sensitivity__more_of_a_card_sends_more_to_where_it_leads() -> None:
    found = leave().sensitivity(card="jail_chance")
    assert found.idxmax() == "In Jail"
    assert found.sum() == pytest.approx(0)
