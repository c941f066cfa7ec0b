"""Redistribution: what taxes and payments do to the Gini coefficient by themselves, and what games make of them.

The Gini coefficient compares shares. A tax of the same percent for all leaves every share as it is; a payment of the
same sum to all makes it smaller, by as much as it adds to the mean:

    G(c w) = G(w)                                    (proportional tax)
    G(w + b) = G(w) x mean / (mean + b)              (payment b to everybody)

Both hold as long as nobody plays differently and nobody is ruined: they are *static*. What else follows comes from
games. If the richest lose and others gain less, the rest is lost on the way (Okun's leaky bucket).
"""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from monopoly_lab.common.argument_checks import check_argument
from monopoly_lab.common.errors import ArgumentError
from monopoly_lab.common.file_access import shipped_json
from monopoly_lab.common.lazy_imports import pd
from monopoly_lab.common.messages import say
from monopoly_lab.common.validation_errors import hint
from monopoly_lab.economics.number_ranges import MOST, check_number, check_numbers
from monopoly_lab.measures.confidence_intervals import Interval, mean_interval
from monopoly_lab.measures.inequality import gini

if TYPE_CHECKING:
    from monopoly_lab.experiments.simulation import Simulation

PLAYED = "redistribution.json"  # games under each policy, written by tests/tools/play_policies.py
EDITION = "classic_us"
PLAYERS = ("Ann", "Bo", "Cy", "Dan")
RANKS = ("richest", "second", "third", "poorest")
MEASURES = ("gini", *RANKS, "together", "buildings", "over")
BASES = ("printed", "no_salary")  # policies that all are compared with
SEEN = "value"  # how players value deeds: no option of the rules
Floats = NDArray[np.float64]

NO_SALARY = {"salary": 0}
TAX = {"taxes.wealth": 2}
INCOME = {"salary": 0, "basic_income": 40}
POLICIES: dict[str, Mapping[str, object]] = {
    "printed": {},
    "no_salary": NO_SALARY,
    "tax_no_salary": NO_SALARY | TAX,
    "tax": TAX,
    "tax_to_all": TAX | {"taxes.to": "dividend"},
    "tax_to_poorest": TAX | {"taxes.to": "poorest"},
    "income_printed": INCOME,
    "income_taxed": INCOME | {"basic_income.from": "taxed"},
    "rents_half": {"rent_scale": 50},
    "rents_half_seen": {"rent_scale": 50, SEEN: "rent"},
    "sites_shared": {"taxes.sites": 100, "taxes.to": "dividend"},
    "rents_shared": {"taxes.rents": 50, "taxes.to": "dividend"},
    "two_deeds": {"deed_cap": 2},
}


@check_argument
def gini_after(gini: float, mean: float, tax: float = 0, payment: float = 0) -> float:
    """Return the Gini coefficient after a tax in proportion to wealth and a payment of the same sum to everybody.

    Args:
        gini: Gini coefficient before, 0 to 1.
        mean: Mean wealth before, above 0.
        tax: Tax as a share of wealth, 0 to 1; the treasury keeps it.
        payment: Sum that everybody receives, 0 or more. A tax that is shared by all pays `tax * mean`.

    Returns:
        The coefficient if nobody plays differently: G x (1 - t) mean / ((1 - t) mean + b); NaN if nothing is left.

    Raises:
        ArgumentError: For numbers outside these limits.

    References:
        Cowell 2011, Measuring Inequality, chapter 3 (scale independence). Lambert 2001, The Distribution and
        Redistribution of Income, chapter 8.

    Example:
        >>> ml.economics.redistribution.gini_after(0.5, 1000, tax=0.2)
        0.5
        >>> ml.economics.redistribution.gini_after(0.5, 1000, payment=250)
        0.4
    """
    for name, share in (("gini", gini), ("tax", tax)):
        if not 0 <= share <= 1:
            raise ArgumentError(say("economics.not_a_share", name=name, value=share))
    check_number(0, MOST, mean=mean, payment=payment)
    left = (1 - tax) * mean
    return gini * left / (left + payment) if left + payment else float("nan")


@check_argument
def lost_on_the_way(changes: Iterable[float]) -> float:
    """Return the part of what losers lose that no winner gets: the leak of Okun's bucket.

    Args:
        changes: What a policy changes for each: above 0 for a gain, below 0 for a loss.

    Returns:
        Part from 0 (all arrives) to 1 (nothing arrives); below 0 if winners gain more than losers lose; NaN if nobody
        loses.

    Raises:
        ArgumentError: For a change that is not finite.

    References:
        Okun 1975, Equality and Efficiency: The Big Tradeoff, chapter 4.

    Example:
        >>> ml.economics.redistribution.lost_on_the_way([-40, 20, 10])
        0.25
    """
    known = list(changes)
    if known:
        check_numbers(-MOST, MOST, changes=known)
    losses = -sum(change for change in known if change < 0)
    return 1 - sum(change for change in known if change > 0) / losses if losses else float("nan")


@check_argument
def play(
    policies: Mapping[str, object], players: str = "balanced", games: int = 400, seed: int = 1, rounds: int = 30
) -> "dict[str, Simulation]":
    """Play the same games of four under several policies.

    Args:
        policies: By a name of your own, a policy by its name in `policies()`, or options of the rules.
        players: Strategy of all four.
        games: Games under each policy.
        seed: Seed of the luck, the same under each policy.
        rounds: Stop each game after this many rounds.

    Returns:
        Simulations by name, in the order given.

    Raises:
        ArgumentError: For an unknown policy.

    Example:
        >>> list(ml.economics.redistribution.play({"as printed": "printed", "taxed": "tax"}, games=20, rounds=5))
        ['as printed', 'taxed']
    """
    from monopoly_lab.experiments.simulation import simulate
    from monopoly_lab.players import Strategy

    found = {}
    for name, policy in policies.items():
        options = dict(_options(policy))
        who = Strategy(players, value=str(options.pop(SEEN, "price")))
        seats = dict.fromkeys(PLAYERS, who)
        found[name] = simulate(
            EDITION, players=seats, options=options, games=games, seed=seed, rounds=rounds, keep=True, progress=False
        )
    return found


def _options(policy: object) -> Mapping[str, object]:
    """Return the options of a policy, given by name or by options."""
    if isinstance(policy, Mapping):
        return policy
    if policy not in POLICIES:
        raise ArgumentError(say("economics.unknown_word", name="policy", value=policy) + hint(str(policy), POLICIES))
    return POLICIES[str(policy)]


@check_argument
def compared(runs: "Mapping[str, Simulation]") -> "pd.DataFrame":
    """Return the mean Gini coefficient of each simulation, and how much it differs from the first, game by game.

    Args:
        runs: Simulations of the same games (`play`), the first the one that the others are compared with.

    Returns:
        By name: `gini`; `difference` from the first, the mean of pairs of games with the same dice, with the ends
        `low` and `high` of its 95 % interval.

    Example:
        >>> runs = ml.economics.redistribution.play({"as printed": "printed", "capped": "two_deeds"}, games=40)
        >>> bool(ml.economics.redistribution.compared(runs)["high"]["capped"] < 0)
        True
    """
    from monopoly_lab.experiments.result_store import Readable

    _check_runs(runs)
    values = {name: ginis(worths(found)) for name, found in runs.items()}
    first = next(iter(values.values()))
    rows = [(np.nanmean(each), *interval(each - first)) for each in values.values()]
    table = pd.DataFrame(rows, index=list(values), columns=["gini", "difference", "low", "high"]).round(3)
    return Readable.of(table, headings={name: say(f"explorable.redistribution.compared_{name}") for name in table})


@check_argument
def by_rank(runs: "Mapping[str, Simulation]") -> "pd.DataFrame":
    """Return what the richest, second, third and poorest player of a game are worth on average, and all together.

    Args:
        runs: Simulations with `keep=True` (`play`).

    Returns:
        Mean worth at the end, by name and rank; `together` is the sum of a game.

    Example:
        >>> runs = ml.economics.redistribution.play({"as printed": "printed"}, games=20, rounds=1)
        >>> list(ml.economics.redistribution.by_rank(runs))
        ['richest', 'second', 'third', 'poorest', 'together']
    """
    from monopoly_lab.experiments.result_store import Readable

    _check_runs(runs)
    rows = {name: worths(found).mean(axis=0) for name, found in runs.items()}
    table = pd.DataFrame([[*row, row.sum()] for row in rows.values()], index=list(rows), columns=[*RANKS, "together"])
    headings = {name: say(f"explorable.redistribution.rank_{name}") for name in table}
    return Readable.of(table.round().astype(int), money=list(table), headings=headings)


def _check_runs(runs: "Mapping[str, Simulation]") -> None:
    """Raise ArgumentError where there is nothing to compare."""
    if not runs:
        raise ArgumentError(say("economics.no_runs", name="runs"))


def worths(found: "Simulation") -> Floats:
    """Return what the players of each game are worth in the end, the richest first."""
    each: Floats = found.rows[[f"worth_{name}" for name in found.players]].to_numpy(float)
    return -np.sort(-each, axis=1)


def ginis(worth: Floats) -> Floats:
    """Return the Gini coefficient of each game; NaN where nobody is worth anything."""
    return np.array([gini(each) for each in worth])


def interval(values: Floats) -> Interval:
    """Return the mean of the values that there are, with its 95 % interval."""
    known = values[~np.isnan(values)]
    return mean_interval(float(known.sum()), float((known**2).sum()), len(known))


class Stored(NamedTuple):
    """A measure of games that were played beforehand: its mean, and how it differs from that of another policy."""

    mean: Interval
    difference: Interval  # game by game


def _load_stored_results() -> dict[str, Any]:
    return shipped_json(__package__, PLAYED)


def about_stored() -> dict[str, Any]:
    """Return how the stored games were played: edition, games under each policy, seed, rounds, strategies, measures.

    Example:
        >>> ml.economics.redistribution.about_stored()["rounds"]
        [10, 20, 30, 40, 50, 60]
    """
    return dict(_load_stored_results()["about"])


def policies() -> tuple[str, ...]:
    """Return the names of the policies, the printed rules first.

    Example:
        >>> ml.economics.redistribution.policies()[:3]
        ('printed', 'no_salary', 'tax_no_salary')
    """
    return tuple(POLICIES)


@check_argument
def stored(
    policy: str, measure: str = "gini", rounds: int = 30, players: str = "balanced", base: str = "printed"
) -> Stored:
    """Return a measure of a policy as it was played beforehand.

    Args:
        policy: One of `policies()`.
        measure: "gini"; "richest", "second", "third" or "poorest" of a game and all "together", in money; "buildings",
            the money paid for them in a game so far; "over", the part of the games that is over.
        rounds: After which round: 10, 20, ..., 60.
        players: "balanced" or "greedy".
        base: What the difference is from: the rules as "printed", or "no_salary".

    Raises:
        ArgumentError: For another policy, measure, round, strategy or base.

    Example:
        >>> 0.5 < ml.economics.redistribution.stored("tax").mean.value < 0.52
        True
    """
    about = _load_stored_results()["about"]
    for name, value, known in (
        ("policy", policy, POLICIES),
        ("measure", measure, MEASURES),
        ("players", players, about["players"]),
        ("base", base, BASES),
    ):
        if value not in known:
            raise ArgumentError(say("economics.unknown_word", name=name, value=value) + hint(value, list(known)))
    if rounds not in about["rounds"]:
        near = min(about["rounds"], key=lambda each: abs(each - rounds))
        raise ArgumentError(say("experiment.round_not_counted", value=rounds, nearest=near))
    row = _load_stored_results()["found"][players][policy][about["rounds"].index(rounds)]
    pairs = row[MEASURES.index(measure)]  # each a mean with half of its interval
    (mean, half), (apart, reach) = pairs[0], pairs[1 + BASES.index(base)]
    return Stored(Interval(mean, mean - half, mean + half), Interval(apart, apart - reach, apart + reach))
