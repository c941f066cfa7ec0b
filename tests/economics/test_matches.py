"""Matches of games beside the board: secrets, refusals, saving and loading."""

import dataclasses
import json
from typing import Any

import pytest

import monopoly_lab as ml
from monopoly_lab.economics.commons import Commons
from monopoly_lab.economics.hidden_quality import HiddenQuality
from monopoly_lab.economics.matches import GAMES, Match, load_match, play_games
from monopoly_lab.economics.public_good import PublicGood
from monopoly_lab.economics.repeated_games import RepeatedGame

MARKET = HiddenQuality(players=3, rounds=3, inspection=True, warranty=True)
FOUR = ("Ann", "Bo", "Cy", "Di")


def test_moves__stay_sealed_until_all_have_moved() -> None:
    match = Match(PublicGood(), FOUR)
    for name in FOUR[:3]:
        match.move(name, 7)
    assert match.waiting == ("Di",) and match.position.past == () and match.view("Di").moves == {}
    with pytest.raises(ml.IllegalChoice, match="Ann has made a move already"):
        match.move("Ann", 8)
    match.move("Di", 1)
    assert match.view("Di").past[0].moves == {"give": (7, 7, 7, 1)} and match.waiting == FOUR


def test_quality__is_hidden_from_buyers_who_have_not_looked() -> None:
    match = Match(MARKET, ["Ann", "Bo", "Cy"], seed=1)
    quality = match.view("Ann").facts["quality"]
    match.move("Ann", 100)
    match.move("Bo", 1)
    match.move("Cy", 0)
    assert match.view("Bo").facts == {"quality": quality} and match.view("Cy").facts == {}
    assert match.view("Cy").moves == {"promise": (100, None, None)}  # not who has looked
    match.move("Bo", 5)
    assert "bid" not in match.view("Cy").moves
    match.move("Cy", 4)
    match.move("Ann", 0)
    assert match.view("Cy").past[0].facts == {} and match.view("Bo").past[0].facts == {"quality": quality}
    assert "quality" not in match.frame("Cy") and set(match.frame("Ann")["quality"]) == {quality}


def test_quality__of_a_sold_deed_is_shown_to_all() -> None:
    match = Match(HiddenQuality(players=2, rounds=1), {"Ann": lambda view: 1, "Bo": "naive"}, seed=2)
    assert match.view("Bo").past[0].facts == {"quality": match.position.past[0].facts["quality"]}


def test_bids__among_equal_ones_each_buyer_wins_about_as_often() -> None:
    match = Match(
        HiddenQuality(players=4, rounds=90), {"Ann": lambda view: 1, **dict.fromkeys(("Bo", "Cy", "Di"), "naive")}
    )
    winners = [MARKET.buyer(old.facts, old.moves) for old in match.position.past]
    assert all(15 < winners.count(seat) < 45 for seat in (1, 2, 3))


def _fails(view: Any) -> int:
    return 1 // 0


def _leaves(view: Any) -> int:
    raise SystemExit


@pytest.mark.parametrize(
    ("later", "said"),
    [
        (lambda view: 99, "Di: 99"),
        (_fails, "the strategy of Di failed: ZeroDivisionError"),
        (_leaves, "the strategy of Di failed: SystemExit"),
    ],
)
def test_move__after_which_a_function_fails_changes_nothing(later: Any, said: str) -> None:
    """Ann's move ends the round; Di's function fails in the next one."""
    match = Match(PublicGood(), {"Ann": None, "Bo": None, "Cy": "free_rider", "Di": lambda view: 0})
    match.move("Bo", 3)
    match.players["Di"] = lambda view: later(view) if view.past else 0
    before = match.save(), match.position, match.waiting
    with pytest.raises(ml.StrategyError, match=said):
        match.move("Ann", 7)
    assert (match.save(), match.position, match.waiting) == before
    match.players["Di"] = lambda view: 0
    match.move("Ann", 5)
    assert len(match.position.past) == 1 and match.position.past[0].moves == {"give": (5, 3, 0, 0)}


def test_play_games__a_function_that_fails_is_named() -> None:
    players = {"Ann": _fails, **dict.fromkeys(FOUR[1:], "giver")}
    with pytest.raises(ml.StrategyError, match="the strategy of Ann failed: ZeroDivisionError"):
        play_games(PublicGood(), players, games=1)


@pytest.mark.parametrize("move", [-1, 21, 1.5, "5", None, True, 10**40, {"Bo": 1}, [1, 2, 3, 4]])
def test_refusals__change_nothing(move: Any) -> None:
    match = Match(PublicGood(), FOUR)
    before = match.save()
    with pytest.raises((ml.IllegalChoice, ml.ArgumentError)):
        match.move("Ann", move)
    assert match.save() == before


@pytest.mark.parametrize(
    ("make", "error", "said"),
    [
        (lambda: Match(PublicGood(), ["Ann"]), ml.SeatError, "players named: 1; the game needs 4"),
        (lambda: Match(PublicGood(), dict(zip(FOUR, ("fre_rider",) * 4))), ml.StrategyError, "free_rider"),
        (lambda: Match(HiddenQuality(players=2), {"Ann": "naive", "Bo": None}), ml.StrategyError, "owner, boaster"),
        (lambda: Match(PublicGood(), FOUR).move("Anne", 1), ml.SeatError, "Ann"),
        (lambda: Match(PublicGood(), FOUR).payoffs(), ml.ArgumentError, "rounds played: 0"),
        (lambda: Match(PublicGood(), dict.fromkeys(FOUR, lambda view: 21)), ml.StrategyError, "Ann: 21"),
        (lambda: PublicGood(endowment=0), ml.ArgumentError, "endowment: 0 is not a whole number from 1"),
        (lambda: PublicGood(multiplier=float("nan")), ml.ArgumentError, "multiplier"),
        (lambda: Commons(owners=1), ml.ArgumentError, "owners: 1 is neither true nor false"),
        (lambda: play_games(PublicGood(), dict.fromkeys(FOUR)), ml.StrategyError, "person"),
    ],
)
def test_refusals__say_what_would_be_right(make: Any, error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=said):
        make()


def halfway(game: RepeatedGame) -> Match:
    """A match of persons who have made most moves of the second round."""
    names = [f"P{seat}" for seat in range(game.players)]
    match, made = Match(game, names, seed=9), 0
    while not (match.position.round == 2 and len(match.waiting) == 1):
        legal = match.legal(match.waiting[0])
        assert legal is not None
        targets = {names[seat]: legal.low for seat in legal.targets}
        match.move(match.waiting[0], targets or (legal.low + made) % (legal.high + 1))
        made += 1
    return match


STARTED = [PublicGood(punishment=True), Commons(), Commons(owners=True), MARKET, HiddenQuality(players=4)]


@pytest.mark.parametrize("game", STARTED, ids=lambda game: game.kind)
def test_saved__is_played_on_as_before(game: RepeatedGame) -> None:
    match = halfway(game)
    again = load_match(match.save())
    assert again.save() == match.save() and again.position == match.position and again.waiting == match.waiting


def test_saved__computer_players_and_functions_take_their_seats_again() -> None:
    seats: dict[str, Any] = {"Ann": None, "Bo": "grim", "Cy": lambda view: 3, "Di": "conditional"}
    match = Match(PublicGood(), seats, seed=1)
    match.move("Ann", 20)
    without = load_match(match.save())
    without.move("Ann", 20)  # Cy's move of this round is sealed already
    assert without.waiting == ("Ann", "Cy")
    again = load_match(match.save(), {"Cy": seats["Cy"]})
    assert again.waiting == ("Ann",) and again.save() == match.save()


def changed(**parts: Any) -> str:
    content = json.loads(halfway(PublicGood()).save())
    return json.dumps({**content, **parts})


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("", "JSON"),
        ("[" * 100_000, "JSON"),
        ("[1]", "1"),
        ("{}", "format"),
        (changed(format=2), "format"),
        (changed(game="public_god"), "public_good"),
        (changed(game=[]), "game"),
        (changed(settings={"endowment": -1}), "endowment"),
        (changed(settings={"endowmint": 1}), "endowment"),
        (changed(players={"A": None}), "4"),
        (changed(players=dict.fromkeys(FOUR, "genius")), "players.Ann"),
        (changed(players=dict.fromkeys(FOUR, 5)), "players.Ann"),
        (changed(seed=-1), "seed"),
        (changed(moves=[["give", [1, 2, 3, 400]]]), r"moves\[0\]"),
        (changed(moves=[["give", [1, 2, 3]]]), r"moves\[0\]"),
        (changed(moves=[["punish", [1, 2, 3, 4]]]), r"moves\[0\]"),
        (changed(moves=[["give", [1, 2, 3, None]]]), r"moves\[0\]"),
        (changed(moves=[7]), r"moves\[0\]"),
        (changed(moves=[["give", [0, 0, 0, 0]]] * 11), r"moves\[10\]"),
        (changed(sealed={"P0": 21}), "sealed.P0"),
        (changed(sealed={"Zoe": 1}), "sealed.Zoe"),
        (changed(more=1), "more"),
    ],
)
def test_load__refuses_what_is_no_saved_match(text: str, place: str) -> None:
    with pytest.raises(ml.SavedGameError, match=place):
        load_match(text)


def test_load__a_stage_with_all_moves_sealed_is_played() -> None:
    assert load_match(changed(sealed=dict.fromkeys((f"P{seat}" for seat in range(4)), 1))).position.round == 3


@pytest.mark.parametrize("kind", GAMES)
def test_play_games__with_the_same_seed_is_the_same(kind: str) -> None:
    game = GAMES[kind]()
    seats = {f"P{seat}": list(game.kinds_at(seat))[seat % len(game.kinds_at(seat))] for seat in range(game.players)}
    first, second, other = (play_games(game, seats, games=3, seed=seed) for seed in (5, 5, 6))
    assert first.equals(second)
    assert kind != "hidden_quality" or not first.equals(other)
    if kind == "hidden_quality":  # each match deals anew
        assert first.groupby("game")["quality"].apply(tuple).nunique() == 3


@pytest.mark.parametrize("kind", GAMES)
def test_kinds__every_computer_player_makes_legal_moves_under_every_switch(kind: str) -> None:
    game = GAMES[kind]()
    switches = [each.name for each in dataclasses.fields(game) if isinstance(getattr(game, each.name), bool)]
    for on in (False, True):
        played = dataclasses.replace(game, **dict.fromkeys(switches, on))
        for seat in range(2):
            for who in played.kinds_at(seat):
                seats = {
                    f"P{other}": who if other == seat else played.kinds_at(other)[-1] for other in range(played.players)
                }
                assert Match(played, seats).over
