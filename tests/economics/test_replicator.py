"""Symmetric games, best replies and replicator dynamics, against theory and by hand."""

from collections import Counter
from statistics import NormalDist

import pytest

import monopoly_lab as ml
from monopoly_lab.common.errors import ExperimentError
from monopoly_lab.economics.replicator import SymmetricGame, strategy_game

PRISONERS = {
    ("silent", "silent"): {"silent": 3},
    ("silent", "talk"): {"silent": 0, "talk": 5},
    ("talk",) * 2: {"talk": 1},
}


@pytest.mark.parametrize(("prize", "injury"), [(2, 4), (1, 4), (3, 4)])
def test_hawk_and_dove__the_share_of_hawks_goes_to_prize_over_injury(prize: float, injury: float) -> None:
    """Maynard Smith and Price 1973: hawks (V - C) / 2 among themselves, V against a dove, doves share V."""
    base = injury  # the same for all: pay-offs are not below 0
    game = SymmetricGame(
        {
            ("hawk", "hawk"): {"hawk": base + (prize - injury) / 2},
            ("hawk", "dove"): {"hawk": base + prize, "dove": base},
            ("dove", "dove"): {"dove": base + prize / 2},
        }
    )
    end = game.replicate({"hawk": 1, "dove": 9}, 500).iloc[-1]
    assert end["hawk"] == pytest.approx(prize / injury, abs=1e-6)
    assert game.is_equilibrium(end.to_dict(), 1e-6) and not game.is_equilibrium({"hawk": 1})


def test_prisoners__talk_is_the_best_reply_to_everything_and_the_only_equilibrium() -> None:
    game = SymmetricGame(PRISONERS)
    assert all(game.best_replies({"silent": x, "talk": 1 - x}) == ["talk"] for x in (0, 0.3, 1))
    assert game.is_equilibrium({"talk": 1}) and not game.is_equilibrium({"silent": 1})
    assert game.payoff("silent", ["talk"]) == 0


def test_replicate__one_generation_by_hand() -> None:
    """Half silent: they earn 1.5, those who talk 3; the mean is 2.25, so a third and two thirds follow."""
    shares = SymmetricGame(PRISONERS).replicate({"silent": 1, "talk": 1}, 1)
    assert shares.loc[1].to_dict() == pytest.approx({"silent": 1 / 3, "talk": 2 / 3})


def test_payoffs__of_three_players_are_weighted_by_the_chance_of_each_table() -> None:
    """Two others of whom each is a with 0.2: both 0.04, one 0.32, none 0.64."""
    game = SymmetricGame(
        {
            ("a", "a", "a"): {"a": 10},
            ("a", "a", "b"): {"a": 20, "b": 1},
            ("a", "b", "b"): {"a": 30, "b": 2},
            ("b", "b", "b"): {"b": 3},
        }
    )
    found = game.payoffs({"a": 20, "b": 80})
    assert found["a"] == pytest.approx(0.04 * 10 + 0.32 * 20 + 0.64 * 30)
    assert found["b"] == pytest.approx(0.04 * 1 + 0.32 * 2 + 0.64 * 3)


def test_strategy_game__nobody_wins_more_than_all_games_and_equal_players_win_a_quarter_each() -> None:
    game = strategy_game()
    for table, found in game._payoffs.items():
        won = sum(n * found[name] for name, n in Counter(table).items())
        assert 0.9 < won < 1 + 1e-4
        if len(found) == 1:
            assert found[table[0]] <= 0.25 + 1e-4


def test_strategy_game__strong_spreads_and_is_the_best_reply_to_itself_and_cautious_dies_first() -> None:
    game = strategy_game()
    shares = game.replicate(dict.fromkeys(game.strategies, 1), 40)
    assert shares["strong"].iloc[-1] > 0.99 and game.is_equilibrium({"strong": 1}, 0.01)
    gone = (shares < 0.01).idxmax()
    assert gone.drop("strong").idxmin() == "cautious"


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda game: game.replicate({"balancd": 1}, 3),
            r'no strategy "balancd" in this game \(did you mean "balanced"',
        ),
        (lambda game: game.payoffs({"strong": -1}), "these are −1"),
        (lambda game: game.payoffs({}), "one of them above 0"),
        (lambda game: game.replicate({"strong": 1}, -1), "-1"),
        (lambda game: game.payoff("strong", ["greedy"]), "here they are 4, 2"),
        (lambda game: SymmetricGame({("a", "b"): {"a": 1, "b": 2}}), "the table a, a is missing"),
        (lambda game: SymmetricGame({("a",): {"a": -1}}), "numbers of 0 or more"),
        (lambda game: SymmetricGame({("a",): {"a": 1}, ("a", "a"): {"a": 1}}), "here they are 1, 2"),
    ],
)
def test_bad_input__is_refused(call: object, message: str) -> None:
    with pytest.raises(ExperimentError, match=message):
        call(strategy_game())  # type: ignore[operator]


def test_explorable__who_lives_on_the_weak_grows_at_first_and_dies_with_them() -> None:
    """The likely wrong answer, that whoever beats the weak survives, can be seen and refuted."""
    shown = ml.Explorable("replicator", strong=False)
    early = shown.choose(start="cautious", generation=3).summary()
    late = shown.choose(generation=40).summary()
    assert early != late and "cautious" in late.split("Below 0.5 %:")[1]


def test_best_replies__that_chance_cannot_tell_apart_are_named_together() -> None:
    """Two shares p of n games differ by chance by z (2 p (1 - p) / n) ** 0.5: with 4,000 games near 0.3 by 2.0 points,
    2.6 where the best is compared with five others (Bonferroni, 1 % each)."""
    game, error = strategy_game(), (2 * 0.3 * 0.7 / 4000) ** 0.5
    normal = NormalDist()
    assert (normal.inv_cdf(0.975) * error, normal.inv_cdf(0.995) * error) == pytest.approx((0.020, 0.026), abs=0.0005)
    for name, replies in {"hoarder": {"balanced", "strong"}, "balanced": {"strong"}, "strong": {"strong"}}.items():
        assert set(game.best_replies({name: 1}, tolerance=0.026)) == replies
    assert game.payoff("strong", ["strong"] * 3) == 1 / 4
