"""A user's own strategy: any function from a view to the text of a choice."""

import pytest

import monopoly_lab as ml
from monopoly_lab.common.errors import ArgumentError, SeatError, StrategyError
from monopoly_lab.game import View


def game_with(function, *others: str, **options: object) -> ml.Game:
    seats = [("Ann", function), *((f"P{i}", name) for i, name in enumerate(others))]
    return ml.Game("classic_us", players=seats, seed=4, options=options)


def test_view__a_function_of_it_plays_a_whole_game() -> None:
    seen: list[tuple[str, str]] = []

    def first_choice(view: View) -> str:
        seen.append((view.player, view.kind))
        assert view.choices() == view.node.texts
        return view.choices()[0]

    game = game_with(first_choice, "balanced", "balanced")
    game.run(rounds=15)
    assert {player for player, _ in seen} == {"Ann"}
    assert {"buy", "bid"} & {kind for _, kind in seen}


def test_view__shows_purses_worth_acts_and_reasons_but_no_way_to_change_anything() -> None:
    game = game_with(None, "balanced")
    view = View(game, "Ann")
    assert view.cash == 1500 and view.net_worth() == {"Ann": 1500, "P0": 1500}
    assert view.state.cash["P0"] == 1500 and view.edition.id == "classic_us"
    assert view.acts() == () and view.offer is None and view.forms == ()
    assert view.why_not("Ann: build boardwalk")
    assert not {name for name in dir(view) if not name.startswith("_")} & {"apply", "step", "run", "undo", "fork"}
    with pytest.raises(AttributeError):
        view.cash = 9999  # type: ignore[misc]


def test_view__tells_nothing_of_cards_that_nobody_has_seen() -> None:
    view = View(game_with(None, "balanced"), "Ann")
    assert all(cards == () for cards in view.state.piles.values())


def test_view__an_offer_is_seen_before_it_is_answered() -> None:
    offers = []

    def listener(view: View) -> str:
        if view.kind == "answer":
            offers.append(view.offer)
            return "refuse"
        return view.choices()[0]

    game = game_with(listener, "trader", "trader")
    for _ in range(3000):
        if offers or game.over:
            break
        game.step()
    assert offers and "Ann" in offers[0]


@pytest.mark.parametrize(
    ("function", "problem"),
    [
        (lambda view: "bye", "bye"),
        (lambda view: "bid 0", "bid 0"),
        (lambda view: view.no_such_thing, "no_such_thing"),
        (lambda view: 1 / 0, "division by zero"),
    ],
)
def test_view__a_function_that_fails_or_breaks_the_rules_changes_nothing(function, problem: str) -> None:
    game = game_with(function, "balanced")
    with pytest.raises(StrategyError, match=problem):
        for _ in range(200):
            before = game.state
            game.step()
    assert game.state == before


def test_view__of_no_game_and_of_nobody_in_it_is_refused_in_words() -> None:
    with pytest.raises(ArgumentError, match="game: None is not accepted; expected: Game"):
        ml.View(None, "Ann")  # type: ignore[arg-type]
    with pytest.raises(SeatError, match=r'"Zed" is no player here \(one of: Ann, Bo\)'):
        ml.View(ml.Game("classic_us", players=["Ann", "Bo"]), "Zed")
