"""What lessons puzzle with, each figure recomputed by an independent program (classic board, modern deck, "leave")."""

from collections import Counter
from itertools import combinations

import numpy as np
import pytest
from chains import leave

import monopoly_lab as ml
from monopoly_lab.markov import Chain


@pytest.mark.parametrize(("budget", "group"), [(600, "brown"), (900, "light_blue"), (1500, "orange"), (2250, "orange")])
def test_budget__the_color_if_its_deeds_have_to_be_bought(budget: int, group: str) -> None:
    assert leave().spending(budget, deeds=True).index[0] == group


def test_budget__several_colors_at_once() -> None:
    """2,250 for buildings on any groups: light blue and orange hotels together beat red alone."""
    mix = leave().best_mix(2250)
    assert mix["capital"][mix["capital"] > 0].to_dict() == {"light_blue": 750, "orange": 1500}
    assert mix["rent"].sum() > leave().spending(2250)["rent"].iloc[0]


def test_third_orange_row__from_31_77_a_throw_to_113_10_a_round() -> None:
    row = leave().rent("orange", 3) - leave().rent("orange", 2)
    assert row == pytest.approx(31.77, abs=0.005)
    assert 3 * leave().throws_per_turn * row == pytest.approx(113.10, abs=0.005)


def test_three_doubles__by_route_and_without_the_rule() -> None:
    """0.36 % of throws end in jail by a third double; without the rule there are 0.35 points fewer in jail."""
    run = [share for label, share in zip(leave().labels, leave().stationary()) if label.endswith("2 doubles")]
    assert 100 * sum(run) / 6 == pytest.approx(0.36, abs=0.005)
    without = Chain("classic_us", options={"doubles": False}).by_space()["In Jail"]
    assert 100 * (leave().by_space()["In Jail"] - without) == pytest.approx(0.35, abs=0.005)


# The casino of the hryvnia edition, its reels reconstructed


def test_casino__brings_back_122_of_216_and_what_lies_in_the_pot() -> None:
    """All throws played by the rules, a stake of 100 with 200 in the pot: (122 + pot / stake) / 216, even at 94."""
    game = ml.Scenario.load("casino").game(seed=1)
    game.take("roll 2 4")
    game.take("stake 100")
    before, found = game.state.cash["Ann"], Counter[int]()
    for faces in np.ndindex(6, 6, 6):
        played = game.fork()
        for face in faces:
            played.take(f"reel {face + 1}")
        found[played.state.cash["Ann"] - before] += 1
    assert found == {0: 198, 600: 16, 2500: 1, 300: 1}
    back = sum(money * n for money, n in found.items()) / 100
    assert back == 122 + 200 / 100
    assert (122 + 94) / 216 == 1


def test_casino__ten_stakes_cannot_be_lost_between_plays_11_and_15() -> None:
    """Three sevens bring nothing here: a mean life of 432/19 plays, gone after 10, 16, 22 ... plays."""
    pay = {0: 199 / 216, 6: 16 / 216, 25: 1 / 216}
    here, gone = {10: 1.0}, {}
    for play in range(1, 3000):
        after: Counter[int] = Counter()
        for purse, p in here.items():
            for back, chance in pay.items():
                after[purse - 1 + back] += p * chance
        gone[play] = after.pop(0, 0.0)
        here = {purse: p for purse, p in after.items() if p > 1e-15}
    assert [play for play, p in gone.items() if p > 0][:3] == [10, 16, 22]
    assert sum(play * p for play, p in gone.items()) == pytest.approx(432 / 19, rel=1e-6)


# Prices and positions


def deeds(kinds: set[str]) -> tuple[np.ndarray, np.ndarray]:
    found = [(s.index, s.price) for s in ml.load_edition("classic_us").spaces if s.is_deed and s.kind in kinds]
    return tuple(np.array(found, float).T)  # type: ignore[return-value]


@pytest.mark.parametrize(
    ("kinds", "n", "slope", "r"),
    [({"street"}, 22, 8.42, 0.9945), ({"street", "station", "utility"}, 28, 6.78, 0.878)],
)
def test_regression__of_price_on_position(kinds: set[str], n: int, slope: float, r: float) -> None:
    """Least squares by numpy; the median of the slopes of all pairs (Theil 1950, Sen 1968) is 8 in both samples."""
    x, y = deeds(kinds)
    assert len(x) == n
    assert np.polyfit(x, y, 1)[0] == pytest.approx(slope, abs=0.005)
    assert np.corrcoef(x, y)[0, 1] == pytest.approx(r, abs=0.0005)
    assert np.median([(b - a) / (q - p) for (p, a), (q, b) in combinations(zip(x, y), 2)]) == 8
