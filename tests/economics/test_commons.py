"""Commons: sustainable yield, the grab and owners, by theory and by matches."""

from functools import cache

import pytest

from monopoly_lab.economics.commons import Commons
from monopoly_lab.economics.matches import Match

POT = Commons(players=4, capacity=400, growth=25)
FOUR = ("Ann", "Bo", "Cy", "Di")


def seats(*kinds: str) -> dict[str, str]:
    return dict(zip(FOUR, kinds))


def test_yield__eighty_a_round_keep_the_pot_full_and_a_fifth_more_empties_it_in_round_eight() -> None:
    """K g / (1 + g) = 400 x 0.25 / 1.25."""
    assert POT.sustainable_yield == 80 and POT.fair_share == 20
    assert POT.path(80) == [400] * 10
    assert POT.path(96, 8)[:2] == [380, 355] and POT.path(96, 8)[6:] == [93, 0]


@pytest.mark.parametrize(("capacity", "growth"), [(40, 25), (30, 50), (24, 100)])
def test_best_total__is_that_of_dynamic_programming(capacity: int, growth: int) -> None:
    """All ways to take whole amounts in five rounds; growth is rounded down, so the optimum may be a little lower."""

    @cache
    def best(pot: int, left: int) -> int:
        if left == 1:
            return pot
        return max(
            take + best(min(capacity, (pot - take) * (100 + growth) // 100), left - 1) for take in range(pot + 1)
        )

    pot = Commons(players=2, rounds=5, capacity=capacity, growth=growth)
    assert pot.best_total - 5 < best(capacity, 5) <= pot.best_total


def test_matches__the_grab_ends_the_pot_and_restraint_bears_almost_three_times_as_much() -> None:
    assert sum(Match(POT, seats(*("grabber",) * 4)).totals().values()) == 400
    assert sum(Match(POT, seats(*("restrained",) * 4)).totals().values()) == 1120 == POT.best_total
    one = Match(POT, seats("grabber", "restrained", "restrained", "restrained")).totals()
    # 400 and three times 20 are asked for: 400/460 of the pot are 347.8, 20/460 are 17.4; the pot is empty then.
    assert one == {"Ann": 348, "Bo": 18, "Cy": 17, "Di": 17}


def test_matches__with_owners_a_grabber_ruins_nobody_else() -> None:
    """Each has 100, which bears 20: nine times and all at the end, 280."""
    owned = Match(Commons(owners=True), seats("grabber", "restrained", "restrained", "grim")).totals()
    assert owned == {"Ann": 100, "Bo": 280, "Cy": 280, "Di": 280}


def test_grab__is_the_best_reply_in_every_round_if_the_others_grab_or_not() -> None:
    """Two rounds: taking a dollar now is sure, leaving it brings 1.25 shared by four."""
    pot = Commons(rounds=2)

    def gain(first: int, others: int) -> float:
        position = pot.apply(pot.begin(), {0: first, 1: others, 2: others, 3: others})
        left = position.facts["pot"]
        return position.past[0].payoffs[0] + left // 4

    for others in (0, 20, 100, 400):
        assert max(range(0, 401, 20), key=lambda first: gain(first, others)) == 400


def test_critical_discount__is_where_one_grab_is_worth_as_much_as_restraint_for_ever() -> None:
    """A fair part is 20; the grabber's part of the pot is 400 x 400/460."""
    assert POT.critical_discount == pytest.approx(1 - 20 / (400 * 400 / 460))
    d = POT.critical_discount
    assert sum(20 * d**t for t in range(5000)) == pytest.approx(400 * 400 / 460, rel=1e-3)
