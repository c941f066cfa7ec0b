"""Public good: pay-offs and equilibria worked out by hand, and the computer players against them."""

from fractions import Fraction
from itertools import product

import pytest

from monopoly_lab.economics.matches import Match, play_games
from monopoly_lab.economics.public_good import PublicGood, conditional_path

GAME = PublicGood(players=4, endowment=20, multiplier=1.6)
FOUR = ("Ann", "Bo", "Cy", "Di")


def by_hand(gifts: tuple[int, ...], endowment: int, m: Fraction) -> list[Fraction]:
    return [endowment - gift + m * sum(gifts) / len(gifts) for gift in gifts]


@pytest.mark.parametrize(
    ("gifts", "payoffs"),
    [
        ((0, 0, 0, 0), (20, 20, 20, 20)),
        ((20, 20, 20, 20), (32, 32, 32, 32)),
        ((0, 20, 20, 20), (44, 24, 24, 24)),
        ((20, 0, 0, 0), (8, 28, 28, 28)),
    ],
)
def test_payoffs__of_the_textbook_case(gifts: tuple[int, ...], payoffs: tuple[float, ...]) -> None:
    assert GAME.one_round(gifts) == payoffs


@pytest.mark.parametrize(
    ("n", "m"), [(2, "1.5"), (3, "0.8"), (3, "1.2"), (3, "4"), (2, "2.5")], ids=lambda value: str(value)
)
def test_dominant_gift__is_best_against_everything_and_the_optimum_is_best_for_all(n: int, m: str) -> None:
    """Every combination of gifts of 0 to 4, in fractions."""
    game = PublicGood(players=n, endowment=4, multiplier=float(m))
    for others in product(range(5), repeat=n - 1):
        own = {gift: by_hand((gift, *others), 4, Fraction(m))[0] for gift in range(5)}
        assert max(own, key=lambda gift: own[gift]) == game.dominant_gift
    sums = {gifts: sum(by_hand(gifts, 4, Fraction(m))) for gifts in product(range(5), repeat=n)}
    assert sums[(game.best_gift,) * n] == max(sums.values())


@pytest.mark.parametrize("n", [3, 4, 8])
@pytest.mark.parametrize("m", [1.2, 1.6, 2.5])
def test_critical_discount__is_where_a_grim_group_gains_nothing_by_one_defection(n: int, m: float) -> None:
    """Summed over 3,000 rounds: give for ever, against keep once and be given nothing afterwards."""
    game = PublicGood(players=n, multiplier=m)

    def gain_of_keeping(discount: float) -> float:
        together, once, alone = (game.one_round(gifts)[0] for gifts in ((20,) * n, (0, *(20,) * (n - 1)), (0,) * n))
        return once - together + sum(discount**t * (alone - together) for t in range(1, 3000))

    at = game.critical_discount
    assert gain_of_keeping(at - 0.01) > 0 > gain_of_keeping(at + 0.01)
    assert PublicGood().critical_discount == pytest.approx(0.5)


def test_conditional_path__falls_by_a_third_a_round_with_one_free_rider() -> None:
    path = conditional_path(3, 1, rounds=4)
    assert path == pytest.approx([3 / 8, 2 / 8, 1 / 6, 1 / 9])
    assert conditional_path(4) == pytest.approx([0.5] * 10)  # nobody to lower it
    assert conditional_path(3, 0, 1)[-1] > 0.95  # one giver draws the others up


def test_matches__of_followers_and_a_free_rider_follow_the_path_to_a_dollar() -> None:
    game = PublicGood(endowment=200)
    seats = dict(zip(FOUR, ("free_rider", "conditional", "conditional", "conditional")))
    gifts = play_games(game, seats, games=1).groupby("round")["give"].mean() / 200
    assert gifts.tolist() == pytest.approx(conditional_path(3, 1), abs=1 / 200)


def test_grim__stops_for_ever_after_one_gift_that_is_too_small() -> None:
    once = lambda view: 0 if view.round == 3 else 20  # noqa: E731
    gifts = Match(GAME, {"Ann": once, "Bo": "grim", "Cy": "grim", "Di": "grim"}).frame()
    assert gifts[gifts.player == "Bo"]["give"].tolist() == [20] * 3 + [0] * 7


def test_punishment__costs_both_and_deters_when_it_takes_more_than_was_saved() -> None:
    """Keeping 20 saves 20 (1 - 0.4) = 12, at an effect of 3 that is 4 points; three punishers give 2 each."""
    game = PublicGood(punishment=True)
    assert game.deterring_points == pytest.approx(4)
    seats = dict(zip(FOUR, ("free_rider", "punisher", "punisher", "punisher")))
    match = Match(game, seats)
    assert match.payoffs(1) == {"Ann": 44 - 3 * 6, "Bo": 24 - 2, "Cy": 24 - 2, "Di": 24 - 2}
    seats["Ann"] = "opportunist"
    gifts = Match(game, seats).frame()
    assert gifts[gifts.player == "Ann"]["give"].tolist() == [0] + [20] * 9
    alone = Match(PublicGood(), dict(zip(FOUR, ("opportunist", "giver", "giver", "giver")))).frame()
    assert alone[alone.player == "Ann"]["give"].sum() == 0  # without fines nothing changes


@pytest.mark.parametrize("punishers", range(4))
def test_punishment__by_one_or_two_leaves_all_with_less_and_by_three_with_more(punishers: int) -> None:
    """Three gifts of 200 make 1,160 a round, four 1,280. A punisher's 14 points cost both 14 (1 + 3) = 56; only three
    take more from Ann (126) than keeping saves (120), and she gives from round 2 on."""
    game = PublicGood(players=4, endowment=200, multiplier=1.6, punishment=True, most_points=200)
    others = {name: "punisher" if n < punishers else "giver" for n, name in enumerate(("Bo", "Cy", "Di"))}
    total = sum(Match(game, {"Ann": "opportunist", **others}).totals().values())
    kept = 1160 - 56 * punishers
    assert total == (kept + 9 * 1280 if punishers == 3 else 10 * kept)


def test_punishment__nobody_spends_more_on_it_than_they_have() -> None:
    poor = PublicGood(players=2, endowment=4, multiplier=0.5, punishment=True, most_points=100)
    position = poor.apply(poor.begin(), {0: 4, 1: 0})
    assert poor.legal(position, 0).most == 1 and poor.legal(position, 1).most == 5
    assert poor.why_not(position, 0, (0, 2)) and not poor.why_not(position, 0, (0, 1))
    assert poor.why_not(position, 0, (1, 0))  # not oneself
