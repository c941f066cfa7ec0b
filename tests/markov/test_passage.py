"""Passage: against the equations they solve, small cases by hand, and walks."""

import numpy as np
import pytest
from chains import leave, small, stay, walk

from monopoly_lab.markov import Chain, linear_algebra

COIN = np.array([[0.5, 0.5, 0.0], [0.5, 0.0, 0.5], [0.0, 0.5, 0.5]])  # a walk on three places


def test_hitting_times__of_a_walk_on_three_places() -> None:
    """From one end to the other: h0 = 2 + h1, h1 = 1 + h0 / 2, so 6 and 4 steps."""
    assert linear_algebra.hitting_times(COIN, [2]) == pytest.approx([6, 4, 0])
    assert linear_algebra.hitting_probabilities(COIN, [2], [0]) == pytest.approx([0, 0.5, 1])


def test_fundamental_matrix__gives_the_same_times() -> None:
    pi = np.full(3, 1 / 3)
    Z = linear_algebra.fundamental_matrix(COIN, pi)
    assert linear_algebra.passage_times(Z, pi, [[2], [0], [1]])[:, 0] == pytest.approx([6, 4, 0])
    assert linear_algebra.passage_times(Z, pi, [[0, 2]])[:, 0] == pytest.approx([0, 1, 0])


def test_kemeny__is_the_same_from_every_start() -> None:
    """The expected time to a place drawn from it: 0, 2 and 6 steps from an end, 4, 0 and 4 from the middle."""
    assert linear_algebra.kemeny(COIN, np.full(3, 1 / 3)) == pytest.approx(8 / 3)
    chain = small()
    times = np.array([linear_algebra.hitting_times(chain.P, [j]) for j in range(len(chain.P))])
    assert chain.pi @ times == pytest.approx(np.full(len(chain.P), chain.kemeny()))


def test_stationary__eliminated_together_or_one_by_one() -> None:
    groups = [[i for i, key in enumerate(stay().states) if key.doubles == run] for run in (2, 1, 0)]
    inside = list(range(len(stay().P)))
    assert linear_algebra.stationary(stay().P, inside, groups) == pytest.approx(
        linear_algebra.stationary(stay().P, inside), rel=1e-12
    )


def test_closed_classes__transient_states_have_no_share() -> None:
    P = np.array([[0.5, 0.25, 0.25], [0.0, 0.5, 0.5], [0.0, 0.25, 0.75]])
    assert linear_algebra.closed_classes(P) == [[1, 2]]
    assert linear_algebra.stationary(P, [1, 2]) == pytest.approx([0, 1 / 3, 2 / 3])
    assert linear_algebra.closed_classes(np.eye(2)) == [[0], [1]]


@pytest.mark.parametrize("per", ["throw", "turn"])
def test_first_passage__back_to_a_space_is_one_over_its_share(per: str) -> None:
    """Kac: the mean return to a set, begun in its own distribution. On the class board a space is one state."""
    for space in ("go", "bakery", "cinema"):
        assert small().first_passage(space, space, per) == pytest.approx(
            1 / small().by_space(per)[small().square(small().find(space)[0])]
        )


@pytest.mark.full
def test_first_passage__agrees_with_walks() -> None:
    goal = {i for i, key in enumerate(leave().states) if key.space == 39}
    states = walk(leave(), 300_000, seed=9)
    times, since = [], None
    for n, i in enumerate(states):
        if since is None and i == leave().at("go"):
            since = n
        elif since is not None and i in goal:
            times.append(n - since)
            since = None
    error = np.std(times) / len(times) ** 0.5
    assert leave().first_passage("go", "boardwalk") == pytest.approx(np.mean(times), abs=4 * error)


def test_first_passage__in_jail_and_just_visiting_apart_and_merged() -> None:
    apart = [stay().first_passage("go", goal) for goal in (10, "In Jail")]
    merged = stay().first_passage("go", 10, merge_jail=True)
    assert merged < min(apart)


def test_first_passage__landing_on_what_no_throw_ends_on() -> None:
    """Go To Jail keeps nobody, but it is landed on."""
    assert 20 < leave().first_passage("go", "go_to_jail", per="landing") < 60
    assert leave().first_passage("go", "Chance (7)", per="landing") < leave().first_passage("go", "Chance (7)")
    assert leave().first_passage("go", "boardwalk", per="landing") == pytest.approx(
        leave().first_passage("go", "boardwalk")
    )


@pytest.mark.parametrize("per", ["throw", "turn"])
@pytest.mark.parametrize("merge_jail", [False, True])
def test_table_of_passages__is_the_same_one_by_one(per: str, merge_jail: bool) -> None:
    table = stay().passages(per, merge_jail)
    for start, goal in (("GO", "Boardwalk"), ("In Jail", "GO"), ("Chance (7)", "Jail / Just Visiting")):
        assert table.loc[start, goal] == pytest.approx(stay().first_passage(start, goal, per, merge_jail))
    assert "Go To Jail" not in table
    assert ("In Jail" in table) != merge_jail


def test_hitting_probability__of_one_space_before_another() -> None:
    either = [stay().hitting_probability("go", *pair) for pair in (("In Jail", "boardwalk"), ("boardwalk", "In Jail"))]
    assert sum(either) == pytest.approx(1)
    assert 0 < either[0] < 1


def test_fundamental__visits_in_jail() -> None:
    """Staying: one visit, then 5/6, then 25/36; a new stay by the same throw adds a little."""
    table = stay().fundamental("In Jail")
    row = table.loc["In Jail"]
    assert row["In Jail, 1 failed try"] / row["In Jail"] == pytest.approx(5 / 6)
    assert row["In Jail, 2 failed tries"] / row["In Jail"] == pytest.approx(25 / 36)
    assert row.sum() == pytest.approx(stay().time_in_jail(), rel=0.02)


def test_fundamental_and_a_stay__differ_by_who_is_sent_back_at_once() -> None:
    """A visit more for each stay that the throw which frees leads back to jail."""
    chain = stay()
    again = chain.fundamental("In Jail").loc["In Jail"]
    ending = chain.jail_stay()["throws"]
    assert again.sum() > ending
    assert again.sum() / again["In Jail"] == pytest.approx(ending)


def test_passage_distribution__of_no_throws_is_an_empty_row_of_numbers() -> None:
    assert leave().passage_distribution("go", "boardwalk", 0).dtype == float


def test_lap__in_throws_turns_and_landings() -> None:
    """A lap has the same length whatever the clock."""
    throws = stay().lap()
    assert stay().lap("turn") * stay().throws_per_turn == pytest.approx(throws)
    assert stay().lap("landing") / stay().landings_per_throw == pytest.approx(throws)


def test_lap__with_dice_alone_is_the_board_over_the_mean_throw() -> None:
    """Without cards, doubles and a way to jail that is taken, a lap is 40 / 7 throws; here jail costs something."""
    chain = Chain("classic_us", cards=False, options={"doubles": False})
    jailed = chain.by_space()["In Jail"]
    assert chain.mean_step() == pytest.approx(7 - 20 * jailed)
    assert chain.lap() == pytest.approx(40 / (7 - 20 * jailed))
