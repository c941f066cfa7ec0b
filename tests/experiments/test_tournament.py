"""`tournament` and `thinker`: who wins, how that adds up, and that thinking pays."""

import pytest

import monopoly_lab as ml
from monopoly_lab.experiments.bargains import bargains
from monopoly_lab.experiments.thinking import NOTHING


def first(view: ml.View) -> str:
    return view.choices()[0]


@pytest.fixture(scope="module")
def found() -> ml.Tournament:
    return ml.tournament(["balanced", "cautious", "random"], games=200, progress=False)


def test_tournament__every_pair_meets_equally_often_and_wins_add_up(found: ml.Tournament) -> None:
    assert set(found.table.games) == {2 * found.met[0, 1]}
    assert found.won.sum() + found.unfinished <= found.games == found.met.sum() / 2
    assert found.seat_won.sum() == found.won.sum()
    assert found.seats.games.tolist() == [found.games] * 4


def test_tournament__who_plays_well_wins(found: ml.Tournament) -> None:
    """`strategies` in the order the kit's own description gives them: random play loses to both others."""
    assert found.table.index.tolist() == ["balanced", "cautious", "random"]
    assert found.against.loc["balanced", "random"] > 0.8
    assert "balanced wins most often" in repr(found)


def test_tournament__a_function_takes_part() -> None:
    mixed = ml.tournament({"mine": first, "theirs": "balanced"}, games=6, players=2, progress=False)
    assert mixed.games == 6 and set(mixed.strategies) == {"mine", "theirs"}


@pytest.mark.parametrize(
    ("strategies", "says"),
    [(["greedy"], "two strategies or more"), ("greedy", "two strategies"), (["greedy", "greedy"], "same name")],
)
def test_tournament__bad_input(strategies: object, says: str) -> None:
    with pytest.raises(ml.ExperimentError, match=says):
        ml.tournament(strategies)  # type: ignore[arg-type]


@pytest.mark.parametrize("lang", ml.languages())
def test_tournament__words_and_figure(lang: str, found: ml.Tournament) -> None:
    assert "%" in found.sentence(lang) and len(found.figure(lang).data) == 4


def test_thinker__takes_the_safe_choice_where_it_wins_clearly_more() -> None:
    """As in test_compare: paying and throwing loses 14 of 36 games and more, waiting in jail 2 of 36."""
    start = {
        "turn": "Ann",
        "first": "Bo",
        "round": 3,
        "cash": {"Ann": 2500, "Bo": 0},
        "jail": {"Ann": 0},
        "deeds": {"Bo": ["st_james", "tennessee", "new_york"]},
        "buildings": {"st_james": 4, "tennessee": 4, "new_york": 4},
    }
    for usual in ("balanced", ml.Strategy("balanced", jail_early="leave", jail_late="leave")):
        who = ml.thinker(games=200, others="balanced" if isinstance(usual, str) else "cautious")
        game = ml.Game(
            "classic_us", {"Ann": who, "Bo": "balanced"}, options={"rounds": 3, "doubles": False}, start=start
        )
        game.run(steps=1)
        assert game.answers[-1] == "throw"


def test_thinker__is_reproducible_and_sees_nothing_of_the_luck_to_come() -> None:
    logs = []
    for _ in range(2):
        game = ml.Game("classic_us", {"Ann": ml.thinker(games=8, rounds=3), "Bo": "balanced"}, seed=5)
        game.run(rounds=4)
        logs.append(game.log())
    assert logs[0] == logs[1]
    seen = []

    def spy(view: ml.View) -> str:
        game = view.imagined()
        game.run(steps=3)
        seen.append((view._game.seed, view._game.number) != (game.seed, game.number))
        return view.choices()[0]

    ml.Game("classic_us", {"Ann": spy, "Bo": "balanced"}, seed=5).run(rounds=2)
    assert seen and all(seen)


def test_thinker__does_as_the_usual_strategy_where_nothing_is_clearly_better() -> None:
    who = ml.thinker(games=4)
    game = ml.Game("classic_us", {"Ann": "balanced", "Bo": "balanced"}, seed=3)
    game.run(rounds=3)
    assert who.best(game, "Ann", [NOTHING]) == NOTHING


def test_thinker__tries_trades_that_the_partner_accepts_and_for_less_would_not() -> None:
    deeds = {"Ann": ["tennessee", "states"], "Bo": ["st_james", "virginia"]}
    game = ml.Game("classic_us", {"Ann": "balanced", "Bo": "balanced"}, start={"deeds": deeds, "turn": "Ann"})
    found = bargains(game, "Ann")
    assert found
    for text in found:
        assert game.why_not(text) is None
        assert answer_to(game, text) == "accept"
    dear = next(text for text in found if text.split(" for ")[0].split()[-1].isdigit())
    given, asked = dear.split(" for ")
    words = given.split()
    less = " ".join([*words[:-1], str(int(words[-1]) - 1)])
    assert answer_to(game, f"{less} for {asked}") == "refuse"


def answer_to(game: ml.Game, text: str) -> str:
    other = game.fork()
    other.take(text)
    other.advance()
    return other.answers[-1]


@pytest.mark.parametrize(("more", "says"), [({"games": 0}, "no number of games"), ({"others": 3}, "no name")])
def test_thinker__bad_input(more: dict[str, object], says: str) -> None:
    with pytest.raises(ml.ExperimentError, match=says):
        ml.thinker(**more)  # type: ignore[arg-type]
