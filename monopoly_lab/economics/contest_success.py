"""Contest success function: chances to win by a power of the money, and the exponent that fits games.

    chance to win = own money ** exponent / sum of all players' money ** exponent

`start_chances` has these functions, too, beside games to compare them with.
"""

from collections.abc import Iterable, Sequence
from math import copysign, inf, isfinite, sqrt, ulp

import numpy as np
from numpy.typing import NDArray

from monopoly_lab.common.argument_checks import check_argument
from monopoly_lab.common.errors import ArgumentError
from monopoly_lab.common.messages import say
from monopoly_lab.measures.confidence_intervals import Interval, z_of

NEWTON_STEPS = 100  # about ten are enough
LEAST_MONEY = ulp(0.0)  # the smallest number above 0: for logarithms
Floats = NDArray[np.float64]


@check_argument
def contest_chances(money: Sequence[float], exponent: float) -> tuple[float, ...]:
    """Return each player's chance to win by the contest success function.

    Args:
        money: Money of each player at the start.
        exponent: Exponent of the money: 0 for equal chances, 1 for fair bets.

    Returns:
        A probability for each player.

    Raises:
        ArgumentError: For fewer than two players, a sum below 0, or no money at all; for an exponent that is not
            finite, and for one below 0 if a player has no money.

    References:
        Tullock 1980, "Efficient rent seeking", in: Buchanan, Tollison and Tullock, Toward a Theory of the Rent-Seeking
        Society. Skaperdas 1996, "Contest success functions", Economic Theory 7.

    Example:
        >>> [round(chance, 3) for chance in ml.economics.start_chances.contest_chances([3200, 1600, 800, 400], 2)]
        [0.753, 0.188, 0.047, 0.012]
    """
    purses = checked_money(money)
    if not isfinite(exponent) or (exponent < 0 and not purses.all()):
        raise ArgumentError(say("economics.bad_exponent", value=exponent))
    # Powers of numbers from 0 to 1, which cannot overflow.
    ratios = purses.min() / purses if exponent < 0 else purses / purses.max()
    powers = np.power(ratios, abs(exponent))
    return tuple((powers / powers.sum()).tolist())


def checked_money(money: Sequence[float], minimum: float = 0.0) -> Floats:
    """Return the money of each player as numbers; ArgumentError for invalid sums."""
    purses = np.array([float(each) for each in money])
    if len(purses) < 2 or not np.isfinite(purses).all() or (purses < minimum).any() or not purses.any():
        raise ArgumentError(say("economics.no_purses", value=list(money)))
    return purses


@check_argument
def fit_exponent(starts: Iterable[tuple[Sequence[float], Sequence[float]]]) -> Interval:
    """Return the exponent under which the games are most likely, with its 95 % interval.

    Maximum likelihood by Newton's method; the interval is the estimate plus and minus 1.96 standard errors. A standard
    error is the inverse root of the Fisher information.

    Args:
        starts: For each start the money of all players and how many games each of them has won.

    Returns:
        The exponent and its interval.

    Raises:
        ArgumentError: If all money is equal, or always the richest or always the poorest has won; for money of 0 or
            less, and for wins below 0 or not one for each player.

    References:
        McFadden 1974, "Conditional logit analysis of qualitative choice behavior": the same likelihood, with the
        logarithm of the money.

    Example:
        >>> round(ml.economics.start_chances.fit_exponent([([3200, 1600, 800, 400], [242, 45, 10, 3])]).value, 2)
        2.31
    """
    pairs = [_logs_and_wins(money, wins) for money, wins in starts]
    is_lost_by_richest = any(wins[logs < 0].any() for logs, wins in pairs)
    is_lost_by_poorest = any(wins[logs > logs.min()].any() for logs, wins in pairs)
    if not (is_lost_by_richest and is_lost_by_poorest):
        raise ArgumentError(say("economics.no_exponent"))
    exponent, information = _most_likely(pairs)
    half = z_of(0.95) / sqrt(information)
    return Interval(exponent, exponent - half, exponent + half)


def _logs_and_wins(money: Sequence[float], wins: Sequence[float]) -> tuple[Floats, Floats]:
    """Return the logarithms of the money, in units of the richest player's, and the games won."""
    logs = np.log(checked_money(money, LEAST_MONEY))
    won = np.array([float(each) for each in wins])
    if len(won) != len(logs) or not np.isfinite(won).all() or (won < 0).any():
        raise ArgumentError(say("economics.bad_wins", value=list(wins), n=len(logs)))
    return logs - logs.max(), won


def _most_likely(pairs: Sequence[tuple[Floats, Floats]]) -> tuple[float, float]:
    """Return the exponent under which the expected sum of logarithms is that of the games, and its information there.

    The expected sum grows with the exponent. So a step of Newton's method stays between the exponents that were too
    low and too high, and begins in the unit in which exponents matter: one over the spread of the logarithms.
    """
    log_sum = sum(float(wins @ logs) for logs, wins in pairs)
    rounding = 1e-14 * sum(float(wins.sum() * -logs.min()) for logs, wins in pairs)
    unit = 1 / max(float(-logs.min()) for logs, wins in pairs if wins.any())
    exponent, low, high = 0.0, -inf, inf
    for n in range(NEWTON_STEPS):
        expected, information = _moments(pairs, exponent)
        missing = log_sum - expected
        low, high = (exponent, high) if missing > 0 else (low, exponent)
        step = missing / information if information > 0 else copysign(inf, missing)
        is_found = information > 0 and (abs(step) <= 1e-10 * unit or abs(missing) <= rounding)
        bound = unit * 2.0**n
        following = exponent + max(-bound, min(bound, step))
        exponent = following if low <= following <= high else (low + high) / 2
        if is_found:
            return exponent, information
    raise ArgumentError(say("economics.no_exponent"))


def _moments(pairs: Sequence[tuple[Floats, Floats]], exponent: float) -> tuple[float, float]:
    """Return the expected sum of the logarithms of the winners' money, and its variance."""
    expected = information = 0.0
    for logs, wins in pairs:
        weights = np.exp(exponent * (logs - logs.max()))
        weights /= weights.sum()
        mean = float(weights @ logs)
        expected += float(wins.sum()) * mean
        information += float(wins.sum()) * float(weights @ (logs - mean) ** 2)
    return expected, information
