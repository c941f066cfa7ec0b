"""The chain against what others have published, each figure with its source and convention (`published`).

Of Pratt's pages (unc.edu/~rpratt/monopoly, 2002) the copies at hand hold the numbers of states and no table of
costs; his costs are checked through the frequencies that he and Collins share.
"""

import numpy as np
import pytest
from chains import leave, stay
from published import COLLINS, NOE, NOE_RENTS

from monopoly_lab.markov import Chain


def test_collins__leaving_at_once__share_of_throws_on_every_square() -> None:
    """Two last digits of his are cut or rounded otherwise: Marvin Gardens is 2.58605, In Jail 3.94998."""
    exact = 100 * leave().by_space().to_numpy()
    differing = {q: exact[q] for q in range(41) if round(exact[q], 4) != COLLINS[q]}
    assert differing.keys() == {29, 40}
    assert differing[29] == pytest.approx(2.58605, abs=5e-6)
    assert differing[40] == pytest.approx(3.94998, abs=5e-6)


COLLINS_LONG_STAY = {"jail_exit.double_again": True, "jail_exit.double_counts": True}


def test_collins__long_stay__counts_the_double_that_frees_as_the_first_of_a_run() -> None:
    """In jail 9.4569 % in his table; by the rule books that double begins no run: 9.3855 %.

    Of his long column the copies at hand hold that figure alone; the other squares are those of his description
    (leave by a double or the third try, the double a first one) written down a second time. Durrett, Essentials of
    Stochastic Processes, 1.6 "Special Examples", has by simulation 9.46 % in jail and 2.14 % who just visit.
    """
    shares = 100 * Chain("classic_us", jail="stay", options=COLLINS_LONG_STAY).by_space()
    assert shares["In Jail"] == pytest.approx(9.4569, abs=5e-5)
    assert shares["Jail / Just Visiting"] == pytest.approx(2.14, abs=5e-3)
    assert shares.tolist() == pytest.approx((100 * long_stay_by_hand()).tolist(), abs=1e-10)
    assert 100 * stay().by_space()["In Jail"] == pytest.approx(9.3855, abs=5e-5)


def long_stay_by_hand() -> np.ndarray:
    """The rows of `by_hand` outside jail, and three tries in jail, in the places of square 30, on which nobody ends."""
    P = matrix_by_hand(6, run_goes_on=False, jail=90)
    P[90:93] = 0.0
    dice = [(a, b) for a in range(1, 7) for b in range(1, 7)]
    for tries in range(3):
        for a, b in dice:
            if a == b or tries == 2:
                end_by_hand(P, 90 + tries, 10 + a + b, int(a == b), 1 / 36, 90)
            else:
                P[90 + tries, 91 + tries] += 1 / 36
    shares = np.linalg.matrix_power(P, 4096)[0].reshape(40, 3).sum(1)
    return np.array([*shares[:30], 0.0, *shares[31:], shares[30]])


def test_noe__staying_in_jail__share_of_landings_on_every_square() -> None:
    assert [round(share, 4) for share in 100 * stay().by_space("landing")] == NOE


@pytest.mark.parametrize("deed", NOE_RENTS)
def test_noe__stations_and_utilities__revenue_a_landing(deed: str) -> None:
    """With the card that doubles a station's rent, and the arrival dice or ten new ones for a utility."""
    rents = [stay().rent(deed, n, per="landing") for n in range(1, len(NOE_RENTS[deed]) + 1)]
    assert rents == pytest.approx(NOE_RENTS[deed], abs=6e-4)


def test_pratt__number_of_states_with_either_policy() -> None:
    """unc.edu/~rpratt/monopoly/matrices.html: 118 without the second and third try in jail, else 120."""
    assert (len(leave().states), len(stay().states)) == (118, 120)


def test_pratt__salary__is_200_a_lap() -> None:
    """His 29.6594 a throw bears his own question mark: 200 over the throws of a lap is 34.6468."""
    assert leave().bank_income()["salary"] == pytest.approx(-34.6468, abs=5e-5)
    assert leave().lap() == pytest.approx(200 / 34.6468, abs=2e-5)


def test_pratt__taxes_and_bail__from_the_published_frequencies() -> None:
    """Taxes of 200 and, before 2008, 75; 50 for each time in jail: Collins's shares of throws."""
    income = Chain("classic_us", options={"profile": "pre2008"}).bank_income()
    assert income["tax"] == pytest.approx((200 * COLLINS[4] + 75 * COLLINS[38]) / 100, abs=2e-4)
    assert income["jail_fine"] == pytest.approx(50 * COLLINS[40] / 100, abs=1e-4)


def test_pratt__repairs__for_each_house_and_hotel() -> None:
    """Of 16 cards 6 leave one on Chance and 14 on Community Chest; one in each deck is for repairs."""
    chance = sum(COLLINS[q] for q in (7, 22, 36)) / 100 * 16 / 6
    chest = sum(COLLINS[q] for q in (2, 17, 33)) / 100 * 16 / 14
    upkeep = leave().upkeep()
    assert upkeep["house"] == pytest.approx((25 * chance + 40 * chest) / 16, abs=1e-4)
    assert upkeep["hotel"] == pytest.approx((100 * chance + 115 * chest) / 16, abs=1e-4)


def test_bank__injects_34_a_turn_with_the_older_decks() -> None:
    """Decks and luxury tax of 75 before 2008, income tax 200, bail paid: 34.06 a turn."""
    income = Chain("classic_us", options={"profile": "pre2008"}).bank_income("turn")
    assert income.sum() == pytest.approx(-34.06, abs=5e-3)


def test_throws_per_turn__of_both_policies() -> None:
    """A turn ends with jail, a failed try in jail is one, doubles throw again: 1.18662 paying at once, 1.16590 staying.

    Classic US board, cards with replacement; from an exact chain made apart from this one.
    """
    assert leave().throws_per_turn == pytest.approx(1.18662, abs=5e-6)
    assert stay().throws_per_turn == pytest.approx(1.16590, abs=5e-6)


@pytest.mark.parametrize(
    ("jail", "profile", "slope", "zero"),
    [
        ("leave", "", 0.20556, 34.5),
        pytest.param("leave", "pre2008", 0.20556, 34.3, marks=pytest.mark.full),
        pytest.param("stay", "", 0.19077, 29.8, marks=pytest.mark.full),
    ],
)
def test_money__the_bank_puts_in_per_own_turn_by_salary(jail: str, profile: str, slope: float, zero: float) -> None:
    """Bank to player less player to bank, deeds and buildings apart: 0.20556 S - 7.09 for a salary S with the decks
    of 2008, - 7.05 with those before (-5.68 staying): nothing at S = 34.5, 34.3 and 29.8. From the same chain apart.
    """

    def injection(salary: int) -> float:
        options = {"salary": salary, "profile": profile}
        return -float(Chain("classic_us", jail=jail, options=options).bank_income("turn").sum())

    none, usual = injection(0), injection(200)
    assert (usual - none) / 200 == pytest.approx(slope, abs=5e-6)
    assert -none / slope == pytest.approx(zero, abs=0.05)
    known = {("leave", ""): 34.02, ("leave", "pre2008"): 34.06}
    if (jail, profile) in known:
        assert usual == pytest.approx(known[jail, profile], abs=5e-3)


def test_ash_and_bishop__one_per_cent_after_twenty_turns() -> None:
    """Ash and Bishop 1972, Mathematics Magazine 45: within one per cent of the limit after 20 turns."""
    limit = leave().by_space("turn")
    after = leave().distribution(20, per="turn")
    seen = limit > 0
    assert (abs(after - limit)[seen] / limit[seen]).max() < 0.01
    assert leave().distances(20, per="turn")[20] < 0.01


def test_stewart__no_doubles_rule() -> None:
    """Stewart, Scientific American, August 1996: Jail 5.89, Illinois Avenue 3.18, the third Chance 0.871 per cent.

    Jail and Just Visiting together, at the end of a move, without the rule on doubles; his figures are cut off.
    """
    shares = 100 * Chain("classic_us", options={"doubles": False}).by_space(merge_jail=True)
    assert np.floor(shares["Jail / Just Visiting"] * 100) == 589
    assert np.floor(shares["Illinois Avenue"] * 100) == 318
    assert np.floor(shares["Chance (36)"] * 1000) == 871
    assert shares.drop("Go To Jail").idxmin() == "Chance (36)"


@pytest.mark.parametrize(("sides", "modal"), [(6, "102400"), (4, "101524")])
def test_project_euler_84__the_three_most_visited_squares(sides: int, modal: str) -> None:
    """Problem 84: squares that throws end on, Jail and Just Visiting together, no waiting in jail."""
    shares = Chain("classic_us", options={"move.sides": sides}).by_space(merge_jail=True).to_numpy()
    assert "".join(f"{q:02}" for q in np.argsort(-shares)[:3]) == modal
    assert shares == pytest.approx(by_hand(sides, run_goes_on=False), abs=1e-12)


def test_project_euler_84__percentages_let_a_run_of_doubles_go_on_in_jail() -> None:
    """Stated: 6.24, 3.18 and 3.09 per cent, cut after two digits; by the rule books 6.22, 3.19 and 3.10, rounded."""
    shares = 100 * by_hand(6, run_goes_on=True)
    assert [int(100 * shares[q]) for q in (10, 24, 0)] == [624, 318, 309]
    assert [round(100 * leave().by_space(merge_jail=True).iloc[q], 2) for q in (10, 24, 0)] == [6.22, 3.19, 3.10]


def by_hand(sides: int, run_goes_on: bool) -> np.ndarray:
    """The classic board written down a second time: square and run of doubles, 120 states; shares of the squares."""
    P = matrix_by_hand(sides, run_goes_on, jail=30)
    return np.linalg.matrix_power(P, 4096)[0].reshape(40, 3).sum(1)


def matrix_by_hand(sides: int, run_goes_on: bool, jail: int) -> np.ndarray:
    """Its matrix; `jail` is the state of who has just been sent there, the next ones those with a run that goes on."""
    P = np.zeros((120, 120))
    for state in range(120):
        for a in range(1, sides + 1):
            for b in range(1, sides + 1):
                run = state % 3 + 1 if a == b else 0
                if run == 3:
                    P[state, jail] += 1 / sides**2
                else:
                    to = jail + run if run_goes_on else jail
                    end_by_hand(P, state, (state // 3 + a + b) % 40, run, 1 / sides**2, to)
    return P


def end_by_hand(P: np.ndarray, state: int, q: int, run: int, p: float, jail: int) -> None:
    """A throw ends on square `q`, or where its cards lead."""
    stations, utilities = {7: 15, 22: 25, 36: 5}, {7: 12, 22: 28, 36: 12}
    if q == 30:
        P[state, jail] += p
    elif q in (2, 17, 33):
        for to, cards in ((run, 1), (jail, 1), (3 * q + run, 14)):
            P[state, to] += p * cards / 16
    elif q in stations:
        for goal in (0, 11, 24, 39, 5, stations[q], stations[q], utilities[q]):
            P[state, 3 * goal + run] += p / 16
        P[state, jail] += p / 16
        end_by_hand(P, state, q - 3, run, p / 16, jail)
        P[state, 3 * q + run] += p * 6 / 16
    else:
        P[state, 3 * q + run] += p


def test_well_known_shares_of_both_policies() -> None:
    assert 100 * leave().by_space()["Illinois Avenue"] == pytest.approx(3.186, abs=5e-4)
    assert 100 * leave().by_space()["GO"] == pytest.approx(3.096, abs=5e-4)
    assert 100 * leave().by_space()["In Jail"] == pytest.approx(3.950, abs=5e-4)
    assert abs(leave().eigenvalues()[1]) == pytest.approx(0.8365, abs=5e-5)
    assert abs(stay().eigenvalues()[1]) == pytest.approx(0.8716, abs=5e-5)


def test_orange_from_jail__fourteen_throws_of_thirty_six() -> None:
    """The deeds lie 6, 8 and 9 ahead: 5 + 5 + 4 throws of 36. Lectures on the subject print (5 + 7 + 8) / 36."""
    pi = leave().start("In Jail")
    by_dice = sum(
        mass for arrival, mass in leave().arrivals(pi).items() if arrival.space in (16, 18, 19) and arrival.times == 0
    )
    assert by_dice == pytest.approx(14 / 36, abs=1e-12)


def test_orange__marginal_payback_in_opponent_throws() -> None:
    assert [round(throws, 2) for throws in leave().payback("orange")] == [77.19, 25.50, 9.44, 17.02, 17.02]


@pytest.mark.parametrize(("budget", "group"), [(600, "light_blue"), (900, "orange"), (1500, "orange"), (2250, "red")])
def test_budget__the_color_to_build_on(budget: int, group: str) -> None:
    """What buildings on owned groups bring for the money, groups one by one."""
    assert leave().spending(budget).index[0] == group


def test_stay_in_jail__attempts_and_paying() -> None:
    """A double has 1/6: 1 + 5/6 + 25/36 = 91/36 attempts; three failures, and the fine, have (5/6)^3."""
    found = stay().jail_stay()
    assert found["throws"] == pytest.approx(91 / 36, abs=1e-12)
    assert found["paying"] == pytest.approx(125 / 216, abs=1e-12)
    assert leave().time_in_jail() == 1.0
