"""Every strategy in every edition: only legal answers, nothing else touched, the same at both speeds."""

import random

import pytest
from bot_table import changed_by_drive, edition, facts_hold, legal

from monopoly_lab import Game
from monopoly_lab.common.errors import OptionError, StrategyError
from monopoly_lab.constants import action, node
from monopoly_lab.editions import OPTIONS, editions
from monopoly_lab.editions.options import Option
from monopoly_lab.players import drive, strategies, style_of
from monopoly_lab.players.income_tables import provide_income
from monopoly_lab.players.parameters import STYLE
from monopoly_lab.rules import State, Tables, empty, make_choice, start
from monopoly_lab.rules.random_numbers import fate_of
from monopoly_lab.simulation import batch
from tests.sampled import EDITIONS, FEW, rest_for_release, sampled

ANSWERS = 400  # of each game that is compared
ROUNDS = 200  # within which a classic game should be decided


def seated(board: str, seats: list[str], options: dict[str, object] | None = None) -> tuple[State, Tables, list[int]]:
    t = edition(board).tables(options or {})
    s = empty(t, len(seats))
    start(s, t, [])
    styles = [number for seat in seats for number in style_of(seat)]
    provide_income(edition(board), options or {}, t, styles)
    return s, t, styles


def check_game(s: State, t: Tables, styles: list[int], seed: int, answers: int, driver=drive) -> int:
    """Plays in plain Python and looks at every answer; the number of answers."""
    n, fate = 0, fate_of(seed, 0)
    while s.node != node.OVER and n < answers:
        before = s.copy()
        answer = driver(s, t, styles, fate)
        assert not changed_by_drive(before, s, answer[1])
        make_choice(s, t, [], *legal(s, t, answer))
        assert facts_hold(s)
        n += 1
    return n


@pytest.mark.parametrize("board", rest_for_release(editions(), EDITIONS))
@pytest.mark.parametrize("name", strategies())
def test_conformance__every_answer_is_legal_and_nothing_else_is_touched(board: str, name: str) -> None:
    s, t, styles = seated(board, [name] * 3)
    assert check_game(s, t, styles, 5, 700) >= 100 or s.node == node.OVER
    if name != "random" and board == "classic_us":
        assert sum(s.level) or s.bankruptcies


@pytest.mark.full
def test_conformance__in_every_profile_and_edition_strategies_that_sit_together_answer_legally() -> None:
    """Four of them at each table that is not among those above, in turn; golden games know what they answer there."""
    books = [(board, profile) for board in editions() for profile in ("", *edition(board).profiles)]
    others = [(board, profile) for board, profile in books if profile or board not in EDITIONS]
    for n, (board, profile) in enumerate(others):
        seats = [strategies()[(4 * n + seat) % len(strategies())] for seat in range(4)]
        s, t, styles = seated(board, seats, {"profile": profile} if profile else {})
        assert check_game(s, t, styles, 5, 1_000) > 50, (board, profile)


@pytest.mark.parametrize("board", sampled(editions(), FEW, EDITIONS))  # golden games of all know both speeds
@pytest.mark.parametrize("name", strategies())
def test_conformance__both_speeds_play_the_same_game(board: str, name: str) -> None:
    s, t, styles = seated(board, [name] * 4)
    plain, compiled = (
        batch(t, s, styles, 11, 1, first=3, answers=ANSWERS, finals=True, compiled=speed) for speed in (False, True)
    )
    assert plain.results == compiled.results
    assert plain.finals[0].facts() == compiled.finals[0].facts()
    assert plain.rows == compiled.rows


NUMBERS = {  # narrower than an option allows, so that games stay games
    "components.houses": (0, 20),
    "components.hotels": (0, 5),
    "salary": (0, 300),
    "auction_start": (1, 60),
    "auction_start.raise": (1, 20),
    "casino.minimum": (1, 100),
    "fines": (0, 50),
    "rounds": (0, 60),
    "jackpot.setup": (0, 500),
    "deal.deeds": (0, 3),
    "build_limit": (0, 3),
    "trade.offers": (0, 6),
}
FIXED = ("players.min", "players.max", "start_cash", "move.dice", "move.sides", "mode")


def some_value(luck: random.Random, option: Option) -> object:
    if option.is_flag:
        return luck.random() < 0.5
    if option.values:
        return luck.choice(option.values)
    return luck.randint(*NUMBERS.get(option.key, (option.low, min(option.high, 100))))


@pytest.mark.parametrize("seed", sampled(range(40), map(str, range(10))))
def test_conformance__under_options_drawn_at_random_every_answer_is_legal(seed: int) -> None:
    luck = random.Random(seed)
    board = luck.choice(editions())
    drawn = [option for option in OPTIONS.values() if option.key not in FIXED and luck.random() < 0.25]
    names = [luck.choice(strategies()) for _ in range(luck.randint(2, 5))]
    try:
        s, t, styles = seated(board, names, {option.key: some_value(luck, option) for option in drawn})
    except OptionError as impossible:  # the combination is refused before any game
        assert impossible.problems
        return
    check_game(s, t, styles, seed, 400)


def test_conformance__a_strategy_that_bids_too_low_or_acts_out_of_time_is_caught() -> None:
    def low_bidder(s, t, styles, fate):
        p, v, q, x = drive(s, t, styles, fate)
        return (p, v, q, max(s.bid, t.o_auction_start) - 1) if v == action.BID else (p, v, q, x)

    def hasty_builder(s, t, styles, fate):
        drive(s, t, styles, fate)
        return s.mover, action.BUILD, 1, -1

    for broken in (low_bidder, hasty_builder):
        s, t, styles = seated("classic_us", ["balanced"] * 4, {"buy": False})
        with pytest.raises(AssertionError, match=r"bid_too_low|not_owner|not_now"):
            check_game(s, t, styles, 1, 2000, broken)


@pytest.mark.parametrize("answer", [(0, action.BUY, -1, -1), (1, action.BUILD, 1, -1), (0, action.GO, -1, -1)])
def test_game__stops_before_an_answer_of_a_strategy_that_the_rules_refuse(
    answer: tuple[int, int, int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = Game("classic_us", {"Ann": "balanced", "Bo": "trader"}, start={"turn": "Ann"})
    before, told = game.raw_state().facts(), len(game.events)
    monkeypatch.setattr("monopoly_lab.game.game.drive", lambda *_: answer)
    with pytest.raises(StrategyError, match=f'the strategy of {game.players[answer[0]]} chose "'):
        game.step()
    assert (game.raw_state().facts(), len(game.events)) == (before, told)


def test_conformance__a_strategy_that_changes_the_position_is_caught() -> None:
    def thief(s, t, styles, fate):
        s.cash[0] += 1
        return drive(s, t, styles, fate)

    s, t, styles = seated("classic_us", ["balanced"] * 2)
    with pytest.raises(AssertionError):
        check_game(s, t, styles, 1, 10, thief)


def test_balanced__four_of_them_decide_most_classic_games_by_bankruptcy_within_200_rounds() -> None:
    # At least 85 % have to be decided; the lower end of an interval of three standard errors has to lie above that.
    games = 300
    s, t, styles = seated("classic_us", ["balanced"] * 4)
    seats = len(styles) // STYLE
    played = batch(t, s, styles, 2024, games, rounds=ROUNDS).results
    decided = sum(result.bankruptcies == seats - 1 for result in played) / games
    error = (max(decided * (1 - decided), 1 / games) / games) ** 0.5
    assert decided - 3 * error >= 0.85
