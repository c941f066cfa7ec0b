"""Throws, turns, landings; starts, convergence, clocks."""

from fractions import Fraction

import numpy as np
import pytest
from chains import leave, small, stay, two_dice, walk

from monopoly_lab.markov import Chain, linear_algebra


@pytest.mark.parametrize("per", ["throw", "turn", "landing"])
@pytest.mark.parametrize("merge_jail", [False, True])
def test_shares_sum_to_one__labels_are_unique(per: str, merge_jail: bool) -> None:
    shares = stay().by_space(per, merge_jail)
    assert shares.sum() == pytest.approx(1)
    assert shares.index.is_unique
    assert len(shares) == 41 - merge_jail
    assert merge_jail or shares.index[-1] == "In Jail"


def test_merged_jail__adds_in_jail_to_its_space() -> None:
    apart, merged = leave().by_space(), leave().by_space(merge_jail=True)
    assert merged["Jail / Just Visiting"] == pytest.approx(apart["Jail / Just Visiting"] + apart["In Jail"])


def test_landings__are_ends_and_what_is_passed_on_the_way() -> None:
    """Every throw ends somewhere; cards and Go To Jail add the spaces they move on from: 10 of 16 of Chance."""
    each = leave().by_space("landing") * leave().landings_per_throw
    ends = leave().by_space()
    passing = each - ends
    assert passing["Go To Jail"] == pytest.approx(each["Go To Jail"])
    assert passing["Chance (7)"] == pytest.approx(each["Chance (7)"] * 10 / 16)
    assert passing["Community Chest (2)"] == pytest.approx(each["Community Chest (2)"] * 2 / 16)
    others = [label for label in each.index if not label.startswith(("Chance", "Community", "Go To Jail"))]
    assert passing[others].abs().max() < 1e-12


def test_in_jail__from_the_third_double_on_just_visiting_too() -> None:
    """A token that is jailed from the space of the jail itself arrives there all the same."""
    each = stay().by_space("landing") * stay().landings_per_throw
    assert each["In Jail"] == pytest.approx(stay().by_space()["In Jail"], abs=1e-14)


@pytest.mark.full
@pytest.mark.parametrize("make", [leave, stay])
def test_turns__block_elimination_agrees_with_a_walk(make: object) -> None:
    """Turn ends counted along a walk of throws: every space within 5 standard errors of independent turns."""
    chain = make()
    states = walk(chain, 200_000, seed=5)
    ends = [i for i in states if not chain.states[i].begun]
    held = [chain.states[i].held > 0 for i in ends]
    exact = chain.by_space("turn")
    n = len(ends)
    assert n / len(states) == pytest.approx(1 / chain.throws_per_turn, abs=0.005)
    for label, share in (("In Jail", np.mean(held)), ("Illinois Avenue", np.mean([i == chain.at(24) for i in ends]))):
        assert share == pytest.approx(exact[label], abs=5 * (exact[label] / n) ** 0.5 * 1.5)


def test_turn_matrix__is_stochastic_and_keeps_the_law() -> None:
    P, pi, _ = stay().embedded("turn")
    assert P.sum(1) == pytest.approx(np.ones(len(P)))
    assert pi @ P == pytest.approx(pi, abs=1e-14)


def test_distribution__first_throw_from_go() -> None:
    """Two dice from GO: the library of sums, 5 with 4/36 on Reading Railroad and a card that leads there."""
    after = leave().distribution(1)
    assert after["Reading Railroad"] == pytest.approx(4 / 36 + 6 / 36 / 16)
    assert after.sum() == pytest.approx(1)
    assert leave().distribution(0)["GO"] == 1
    landed = leave().distribution(1, per="landing") * (1 + 6 / 36 * 10 / 16 + 1 / 36 * 2 / 16)
    assert landed["Chance (7)"] == pytest.approx(6 / 36)


def test_distribution__forgets_its_start() -> None:
    for per in ("throw", "turn", "landing"):
        after = leave().distribution(400, start="boardwalk", per=per)
        assert after.to_numpy() == pytest.approx(leave().by_space(per).to_numpy(), abs=1e-12)


@pytest.mark.parametrize("per", ["throw", "turn"])
def test_mixing_time__is_the_first_below(per: str) -> None:
    chain = small()
    P, pi, _ = chain.embedded(per)
    k = chain.mixing_time(0.01, per)
    far = [abs(np.linalg.matrix_power(P, n) - pi).sum(1).max() / 2 for n in (k - 1, k)]
    assert far[0] > 0.01 >= far[1]


def test_mixing_time__nothing_to_do_and_never() -> None:
    assert linear_algebra.mixing_steps(np.array([[0.5, 0.5], [0.5, 0.5]]), np.array([0.5, 0.5]), 0.6) == 0
    assert linear_algebra.mixing_steps(np.array([[0.0, 1.0], [1.0, 0.0]]), np.array([0.5, 0.5]), 0.01) == -1


def test_period__of_a_die_that_always_shows_five() -> None:
    """Ten spaces, five ahead with every throw: Start, Detention, Start."""
    chain = Chain("class_board", die=[0, 0, 0, 0, 1, 0])
    assert chain.period == 2
    assert chain.mixing_time() == -1


def test_loaded_die__moves_the_law() -> None:
    """A six twice as likely as each other face: the mean throw of two dice is 2 (15 + 12) / 7."""
    chain = Chain("classic_us", die=[1, 1, 1, 1, 1, 2], cards=False, options={"doubles": False, "three_doubles": 0})
    sums = {arrival.thrown: 0.0 for arrival in chain.arrivals(chain.start())}
    for arrival, mass in chain.arrivals(chain.start()).items():
        sums[arrival.thrown] += mass
    assert sum(total * mass for total, mass in sums.items()) == pytest.approx(2 * 27 / 7)


def test_eigenvalues__one_and_a_gap() -> None:
    values = leave().eigenvalues()
    assert values[0] == pytest.approx(1)
    assert (np.diff(abs(values)) < 1e-9).all()
    assert abs(leave().eigenvalues("turn")[1]) < abs(values[1])


PRIME = 2_147_483_647


def squared(P: np.ndarray) -> np.ndarray:
    """Of a matrix over the field of so many elements: no product is larger than 64 bits hold."""
    return (P[:, :, None] * P[None] % PRIME).sum(1) % PRIME


def rank(P: np.ndarray) -> int:
    """Of a matrix over the field of so many elements, by elimination."""
    left, found = P.copy(), 0
    for column in range(len(P)):
        rows = np.flatnonzero(left[:, column])
        if not len(rows):
            continue
        pivot = left[rows[0]] * pow(int(left[rows[0], column]), -1, PRIME) % PRIME
        left = np.delete(left, rows[0], axis=0)
        left = (left - left[:, column, None] * pivot[None] % PRIME) % PRIME
        found += 1
    return found


def test_eigenvalues__zeros_are_exact_and_as_many_as_the_powers_lose() -> None:
    """Rounding makes 1e-6 of a threefold 0, another one on each processor; in whole numbers there is no rounding."""
    P = leave().embedded("throw")[0]
    exact = [[Fraction(x).limit_denominator(10_000) for x in row] for row in P]  # 36 throws, 16 cards
    assert all(sum(row) == 1 for row in exact)
    power = np.array(
        [[x.numerator * pow(x.denominator, -1, PRIME) % PRIME for x in row] for row in exact], dtype=np.int64
    )
    for _ in range(3):
        power = squared(power)  # the eighth power is enough where no block is larger
    zeros = len(P) - rank(power)
    values = leave().eigenvalues()
    assert zeros > 0
    assert (values == 0).sum() == zeros
    assert abs(values[values != 0]).min() > 1e-5
    noise = 1 + 1e-15 * np.random.default_rng(1).standard_normal(P.shape)
    assert (
        abs(abs(linear_algebra.eigenvalues(P * noise)) - abs(values)).max() < 1e-12
    )  # another processor rounds otherwise


def test_distances__fall_as_the_second_eigenvalue() -> None:
    far = leave().distances(120)
    assert far[0] == pytest.approx(1 - leave().stationary()[leave().at("go")])
    assert (far[120] / far[60]) ** (1 / 60) == pytest.approx(abs(leave().eigenvalues()[1]), abs=5e-3)


def test_a_game_can_be_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """The edition and the options of a game make its chain."""
    from monopoly_lab.game.game import Game

    game = Game("class_board", players=["Ann", "Bo"], options={"jail_exit.tries": 1})
    assert len(Chain(game, jail="stay").states) == len(Chain("class_board", jail="leave").states)


def test_jail_policy__as_a_function_of_the_tries() -> None:
    """Stay twice, then pay: as long as the third try would have been, one state fewer than staying on."""
    chain = two_dice(lambda space, tries: "leave" if tries else "stay")
    assert len(chain.states) == len(two_dice("stay").states) - 1
    assert chain.time_in_jail() == pytest.approx(1 + 5 / 6)
