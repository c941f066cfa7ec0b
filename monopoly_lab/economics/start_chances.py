"""Start and chances: fair bets (gambler's ruin), the contest success function, mobility, and what explains who wins.

If every bet is fair, nobody's expected money changes. The player who has all of it in the end has won, so that

    chance to win = share of the money                              (gambler's ruin)

A *contest success function* has one number more, the exponent of the money:

    chance to win = own money ** exponent / sum of all players' money ** exponent

With the exponent 0 all chances are the same, with 1 the bets are fair, and the larger it is, the more of the games goes
to the richest. `fit_exponent` finds it from games by maximum likelihood.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import gcd, isfinite
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from monopoly_lab.common.argument_checks import check_argument, check_before_call
from monopoly_lab.common.errors import ArgumentError
from monopoly_lab.common.file_access import shipped_json
from monopoly_lab.common.lazy_imports import pd
from monopoly_lab.common.messages import say
from monopoly_lab.common.renamed_modules import warn_renamed
from monopoly_lab.common.validation_errors import hint
from monopoly_lab.economics import contest_success
from monopoly_lab.economics.contest_success import checked_money
from monopoly_lab.economics.contest_success import contest_chances as contest_chances
from monopoly_lab.economics.contest_success import fit_exponent as fit_exponent
from monopoly_lab.economics.number_ranges import MOST, check_whole
from monopoly_lab.measures.confidence_intervals import Interval

if TYPE_CHECKING:
    from monopoly_lab.experiments.simulation import Simulation

PLAYED = "start_chances.json"  # games from many starts, written by tests/tools/play_start_chances.py


@check_argument
def fair_chances(money: Sequence[float]) -> tuple[float, ...]:
    """Return each player's chance to win if all bets are fair: the share of the money.

    Args:
        money: Money of each player at the start.

    Raises:
        ArgumentError: For fewer than two players, a sum below 0, or no money at all.

    References:
        Feller 1968, An Introduction to Probability Theory and Its Applications, volume 1, chapter 14 (gambler's ruin).

    Example:
        >>> ml.economics.start_chances.fair_chances([3200, 1600, 800, 400])[0]
        0.5333333333333333
    """
    return contest_chances(money, 1.0)


@check_before_call("seed")
def play_fair_bets(money: Sequence[int], games: int, seed: int) -> list[int]:
    """Play games of fair bets and return how many each player has won.

    A yard sale in its shortest form: two players who still have money meet by chance and toss a fair coin for all that
    the poorer of them has, until one player has everything.

    Args:
        money: Money of each player at the start.
        games: Number of games.
        seed: Seed of the luck.

    Returns:
        Games won by each player.

    Raises:
        ArgumentError: For fewer than two players, a sum below 0, or no money at all; for a number of games below 0.

    References:
        Chakraborti 2002, "Distributions of money in model markets of economy", International Journal of Modern
        Physics C 13 (the yard-sale model).

    Example:
        >>> sum(ml.economics.start_chances.play_fair_bets([3200, 1600, 800, 400], games=100, seed=1))
        100
    """
    if not isfinite(sum(checked_money(money).tolist())):
        raise ArgumentError(say("economics.no_purses", value=list(money)))
    check_whole(0, MOST, games=games)
    luck = Random(seed)
    wins = [0] * len(money)
    for _ in range(games):
        left = {player: cash for player, cash in enumerate(money) if cash}
        while len(left) > 1:
            winner, loser = luck.sample(list(left), 2)
            stake = min(left[winner], left[loser])
            left[winner] += stake
            left[loser] -= stake
            if not left[loser]:
                del left[loser]
        wins[next(iter(left))] += 1
    return wins


@check_argument
def winners(found: "Simulation") -> list[int]:
    """Return how many games each player has won; a game that was cut off counts for the player who is worth most then.

    So all games count, also under rules under which some of them hardly end. As at the end of a game by the rule book,
    nobody wins if two or more players are worth most.

    Args:
        found: Games played with `keep=True`.

    Returns:
        Games by player, in the order of the seats. A game without a winner counts for nobody.

    Raises:
        ExperimentError: For games that were not kept.

    Example:
        >>> found = ml.simulate("classic_us", games=40, rounds=20, keep=True, progress=False)
        >>> sum(ml.economics.start_chances.winners(found))
        40
    """
    rows = found.rows
    worth = rows[[f"worth_{player}" for player in found.players]].to_numpy()
    is_tied = (worth == worth.max(axis=1, keepdims=True)).sum(axis=1) > 1
    ahead = [None if tie else found.players[seat] for seat, tie in zip(worth.argmax(axis=1), is_tied)]
    won = rows["winner"].where(rows["over"], ahead)
    return [int((won == player).sum()) for player in found.players]


class Explained(NamedTuple):
    """What part of the variance of who wins each cause explains; the three add up to 1."""

    start: float
    strategy: float
    luck: float


@check_argument
def explained(chances: Sequence[Sequence[float]]) -> Explained:
    """Return how much start and strategy explain of who wins: the analysis of variance of a balanced experiment.

    Each row is a start, each column a strategy, and each of these pairs was played equally often.

    Args:
        chances: Share of games won by start and strategy.

    Returns:
        Shares of the variance of winning (correlation ratios, eta squared): of the start alone, of the strategy alone,
        and the rest. What start and strategy do only together counts as luck.

    Raises:
        ArgumentError: If rows differ in length, a share is not from 0 to 1, or nobody or everybody wins.

    References:
        Fisher 1925, Statistical Methods for Research Workers, chapter 7.

    Example:
        >>> ml.economics.start_chances.explained([[1, 1], [0, 0]])
        Explained(start=1.0, strategy=0.0, luck=0.0)
    """
    if not chances or len({len(row) for row in chances}) != 1 or not chances[0]:
        raise ArgumentError(say("economics.no_chances"))
    table = np.array(chances, dtype=float)
    is_share = (table >= 0) & (table <= 1)
    mean = float(table.mean()) if is_share.all() else 0.0
    if not 0 < mean < 1:
        raise ArgumentError(say("economics.no_chances"))
    whole = mean * (1 - mean)
    start, strategy = (float(((table.mean(axis=axis) - mean) ** 2).mean()) / whole for axis in (1, 0))
    return Explained(start, strategy, 1 - start - strategy)


@check_argument
def mobility(found: "Simulation", start: Sequence[float]) -> "pd.DataFrame":
    """Return how often the player of each rank at the start has each rank at the end: a transition matrix.

    Ranks are by wealth, 1 for the richest. Players of the same wealth share their ranks equally.

    Args:
        found: Games played with `keep=True`, as they stand after the rounds that were asked for.
        start: Money of each player at the start, all different.

    Returns:
        Share of games by rank at the start (rows) and at the end (columns); each row adds up to 1.

    Raises:
        ArgumentError: If two players start with the same money, or a sum is not finite.
        ExperimentError: For games that were not kept.

    References:
        Shorrocks 1978, "The measurement of mobility", Econometrica 46.

    Example:
        >>> found = ml.simulate("classic_us", games=40, rounds=5, players=2, keep=True, progress=False)
        >>> ml.economics.start_chances.mobility(found, [2000, 1000]).sum(axis=1).tolist()
        [1.0, 1.0]
    """
    names = [f"worth_{player}" for player in found.players]
    if len(set(start)) != len(names) or len(start) != len(names) or not all(map(isfinite, start)):
        raise ArgumentError(say("economics.no_ranks", value=list(start), n=len(names)))
    worth = found.rows[names].to_numpy()
    seats = sorted(range(len(names)), key=lambda seat: -start[seat])
    richer = (worth[:, None, :] > worth[:, :, None]).sum(axis=2)  # by game and seat
    equal = (worth[:, None, :] == worth[:, :, None]).sum(axis=2)
    ranks = np.arange(len(names))
    shared = (ranks >= richer[..., None]) & (ranks < (richer + equal)[..., None])
    table = (shared / equal[..., None]).mean(axis=0)[seats]
    start_ranks, end_ranks = (pd.Index(ranks + 1, name=name) for name in ("start", "end"))
    return pd.DataFrame(table, index=start_ranks, columns=end_ranks)


class Played(NamedTuple):
    """Games from one start under one policy that were played beforehand."""

    money: tuple[int, ...]
    wins: tuple[int, ...]  # a game not over after the rounds noted counts for who is worth most then


def _load_stored_results() -> dict[str, Any]:
    return shipped_json(__package__, PLAYED)


def about_stored() -> dict[str, Any]:
    """Return how the stored games were played: edition, strategy, money in all, games a start, rounds, seed.

    `first_games` are those from the start 8 : 4 : 2 : 1, which the picture opens with.

    Example:
        >>> ml.economics.start_chances.about_stored()["money"]
        6000
    """
    return dict(_load_stored_results()["about"])


def policies() -> tuple[str, ...]:
    """Return the names of the policies under which games are stored.

    Example:
        >>> ml.economics.start_chances.policies()[:3]
        ('printed', 'salary_0', 'salary_400')
    """
    return tuple(_load_stored_results()["wins"])


def _wins_under(policy: str) -> dict[str, list[int]]:
    wins: dict[str, dict[str, list[int]]] = _load_stored_results()["wins"]
    if policy not in wins:
        raise ArgumentError(say("economics.unknown_word", name="policy", value=policy) + hint(policy, list(wins)))
    return wins[policy]


@check_argument
def stored_games(policy: str, parts: Sequence[int]) -> Played:
    """Return the stored games from one start.

    Args:
        policy: One of `policies()`.
        parts: In what proportion four players divide the money at the start: four numbers from 1 to 8.

    Returns:
        The money and the games won, in the order of `parts`.

    Raises:
        ArgumentError: For an unknown policy and for other parts.

    Example:
        >>> ml.economics.start_chances.stored_games("printed", [8, 4, 2, 1]).money
        (3200, 1600, 800, 400)
    """
    about, wins = about_stored(), _wins_under(policy)
    if len(parts) != 4 or not all(part in range(1, about["most"] + 1) for part in parts):
        raise ArgumentError(say("economics.no_parts", value=list(parts), most=about["most"]))
    order = sorted(range(4), key=lambda seat: -parts[seat])
    common = gcd(*parts)
    won = wins[" ".join(str(parts[seat] // common) for seat in order)]
    return Played(money_played(parts, about["money"]), tuple(games for _, games in sorted(zip(order, won))))


@check_argument
def money_played(parts: Sequence[int], money: int) -> tuple[int, ...]:
    """Return the money of each player in the stored games: each sum is rounded by itself.

    So the sums of some starts are a dollar more or less than `money` together; `divided` has sums that add up.

    Raises:
        ArgumentError: As `divided`.

    Example:
        >>> sum(ml.economics.start_chances.money_played([6, 1, 1, 1], 6000))
        6001
    """
    _check_division(parts, money)
    return tuple(round(money * part / sum(parts)) for part in parts)


@check_argument
def divided(parts: Sequence[int], money: int) -> tuple[int, ...]:
    """Return the money of each player, in whole units, when it is divided in proportion to `parts`.

    What is left after rounding down goes, one unit each, to the largest remainders, the first of equal ones; so the
    sums add up to `money`.

    Args:
        parts: In what proportion: whole numbers of 0 or more.
        money: Whole units to divide.

    Raises:
        ArgumentError: For parts below 0 or all 0, and for money below 0.

    Example:
        >>> ml.economics.start_chances.divided([2, 1, 1, 1], 6000)
        (2400, 1200, 1200, 1200)
        >>> ml.economics.start_chances.divided([6, 1, 1, 1], 6000)
        (4000, 667, 667, 666)
    """
    _check_division(parts, money)
    whole = sum(parts)
    sums = [money * part // whole for part in parts]
    by_remainder = sorted(range(len(parts)), key=lambda player: -(money * parts[player] % whole))
    for player in by_remainder[: money - sum(sums)]:
        sums[player] += 1
    return tuple(sums)


def _check_division(parts: Sequence[int], money: int) -> None:
    if not all(isinstance(part, int) and part >= 0 for part in parts) or not any(parts):
        raise ArgumentError(say("economics.bad_parts", value=list(parts)))
    check_whole(0, MOST, money=money)


@check_argument
def stored_exponent(policy: str) -> Interval:
    """Return the exponent, with its 95 % interval, that fits the games of a policy; each start weighs the same.

    Args:
        policy: One of `policies()`.

    Raises:
        ArgumentError: For an unknown policy.

    Example:
        >>> 2.3 < ml.economics.start_chances.stored_exponent("printed").value < 2.5
        True
    """
    return _fitted_exponent(policy)


@lru_cache(maxsize=16)
def _fitted_exponent(policy: str) -> Interval:
    starts = [[int(part) for part in key.split()] for key in _wins_under(policy)]
    played = [stored_games(policy, parts) for parts in starts if len(set(parts)) > 1]
    games = about_stored()["games"]
    return fit_exponent((start.money, [games * won / sum(start.wins) for won in start.wins]) for start in played)


OLD_CONSTANTS = {"STEPS": "NEWTON_STEPS", "TINY": "LEAST_MONEY", "Floats": "Floats"}  # now in `contest_success`


def __getattr__(name: str) -> Any:
    if name not in OLD_CONSTANTS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    warn_renamed(f"{__name__}.{name}", f"{contest_success.__name__}.{OLD_CONSTANTS[name]}")
    return getattr(contest_success, OLD_CONSTANTS[name])
