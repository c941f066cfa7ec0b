"""Money, prices and quantities: the quantity equation with the figures of games, and a price index of auctions.

The *quantity equation* holds by definition, for every period:

    M x V = P x Q        (money stock x velocity of money = price level x quantity)

- M: the cash of all players of a game, on average over the rounds played;
- P x Q: what players pay in a round for deeds, buildings and rents;
- Q: the same things at their list prices (what is printed), "at constant prices";
- P: spending over spending at list prices (an implicit deflator): 1 where all prices are as printed;
- V: spending in a round over M.

The *quantity theory of money* says more: that V and Q do not depend on M, so that prices rise in proportion to money.
Deals between players are not counted: they exchange several deeds for a sum, so that none of them has a list price.
"""

from typing import Any, NamedTuple

import numpy as np

from monopoly_lab.common.argument_checks import check_argument
from monopoly_lab.common.errors import ArgumentError
from monopoly_lab.common.file_access import shipped_json
from monopoly_lab.common.lazy_imports import pd
from monopoly_lab.common.messages import say
from monopoly_lab.common.validation_errors import hint
from monopoly_lab.editions import Edition
from monopoly_lab.experiments.result_frames import money_held
from monopoly_lab.experiments.simulation import Simulation
from monopoly_lab.markov import Chain
from monopoly_lab.measures.confidence_intervals import Interval

PLAYED = "money.json"  # written by tests/tools/play_money.py
SOLD = ("purchase", "building", "rent")  # at printed prices


@check_argument
def new_money(edition: str | Edition = "classic_us", salary: int | None = None) -> float:
    """Return the money that the bank puts into the game in one turn of a player, deeds and buildings apart.

    Salary and cards less taxes, fines and cards to pay; exact, of a token that leaves jail at once. Where passing GO is
    the only thing that the salary changes, it is a straight line in the salary.

    Args:
        edition: Edition, or its name.
        salary: Salary for passing GO; left out, that of the edition.

    Returns:
        Money of the edition a turn; below 0 if the bank takes more than it pays.

    Example:
        >>> [round(ml.economics.money.new_money("classic_us", salary), 2) for salary in (0, 200, 400)]
        [-7.09, 34.02, 75.14]
    """
    options = {} if salary is None else {"salary": salary}
    return -float(Chain(edition, options=options).bank_income("turn").sum())


class QuantityEquation(NamedTuple):
    """The four figures of the quantity equation, of one game and one round on average."""

    money: float  # M: cash of all players
    velocity: float  # V: spending in a round over M
    price_level: float  # P: spending over spending at list prices
    quantity: float  # Q: spending in a round at list prices

    @property
    def spending(self) -> float:
        """Return what is spent in a round: M x V, which is P x Q."""
        return self.money * self.velocity


@check_argument
def quantity_equation(found: Simulation) -> QuantityEquation:
    """Return money stock, velocity, price level and quantity of games.

    All rounds that were played count, each alike: a game that is over early has fewer of them.

    Args:
        found: The games; of what period is said by `rounds` of `ml.simulate`.

    Returns:
        The four figures.

    Raises:
        ArgumentError: If nothing was bought or no rent was paid, so that there is no price level.

    References:
        Fisher 1911, The Purchasing Power of Money, chapter 2. Mankiw, Principles of Economics, chapter 31 (money
        growth and inflation).

    Example:
        >>> games = ml.simulate("classic_us", games=40, rounds=20, progress=False)
        >>> found = ml.economics.money.quantity_equation(games)
        >>> round(found.money * found.velocity, 6) == round(found.price_level * found.quantity, 6)
        True
    """
    spending, auctions = found.spending, found.auctions
    as_printed = int(spending.loc[spending["cause"].isin(SOLD), "amount"].sum())
    spent, at_list = (as_printed + int(auctions[column].sum()) for column in ("paid", "listed"))
    rounds = _rounds_played(found)
    held = money_held(found.counts)
    if not (at_list and rounds and held):
        raise ArgumentError(say("economics.no_prices"))
    return QuantityEquation(held / rounds, spent / held, spent / at_list, at_list / rounds)


def _rounds_played(found: Simulation) -> int:
    """Return the rounds of all games together."""
    lengths = found.counts.lengths
    last = found.plan.start.last - found.plan.start.first_round + 1
    return int(lengths @ np.arange(len(lengths))) + found.unfinished * last


@check_argument
def price_index(auctions: "pd.DataFrame", base: "pd.DataFrame") -> float:
    """Return the price index of deeds in auctions, with the basket of the base (a Laspeyres index).

    The basket holds each deed as often as it was auctioned in the base, so that the index does not change when other
    deeds come to auction. Deeds that were not auctioned in both are left out.

    Args:
        auctions: Auctions, as `Simulation.auctions` gives them.
        base: Auctions of the base period or policy.

    Returns:
        100 for the prices of the base.

    Raises:
        ArgumentError: If no deed was auctioned in both.

    References:
        Laspeyres 1871. Mankiw, Principles of Economics, chapter 25 (measuring the cost of living).

    Example:
        >>> games = ml.simulate("classic_us", games=40, rounds=20, progress=False)
        >>> ml.economics.money.price_index(games.auctions, base=games.auctions)
        100.0
    """
    both = base.merge(auctions, on="deed", suffixes=("_base", ""))
    if both.empty or not both["paid_base"].sum():
        raise ArgumentError(say("economics.no_prices"))
    now = both["paid"] / both["auctions"] * both["auctions_base"]
    return 100 * float(now.sum() / both["paid_base"].sum())


@check_argument
def buildings(found: Simulation) -> float:
    """Return how many buildings are bought in a game on average; a hotel is one more than the houses before it.

    Args:
        found: The games.

    Example:
        >>> ml.economics.money.buildings(ml.simulate("classic_us", games=40, rounds=2, progress=False)) < 5
        True
    """
    return float(found.events["per_game"].get("built", 0.0))


class Stored(NamedTuple):
    """What games at one salary came to, each figure with its 95 % interval, and over that at the printed salary."""

    money: Interval
    velocity: Interval
    price_level: Interval
    quantity: Interval
    auctions: Interval  # price index, the printed salary is 100
    buildings: Interval


def about_stored() -> dict[str, Any]:
    """Return how the stored games were played, with the salaries, rounds and strategies that there are.

    Example:
        >>> ml.economics.money.about_stored()["rounds"]
        [10, 20, 30, 40]
    """
    return shipped_json(__package__, PLAYED)


@check_argument
def stored(strategy: str, rounds: int, salary: int, ratio: bool = False) -> Stored:
    """Return the stored figures of games that were played beforehand.

    Args:
        strategy: Who plays all four seats: one of `about_stored()["strategies"]`.
        rounds: Rounds from the first one on: one of `about_stored()["rounds"]`.
        salary: Salary for passing GO: one of `about_stored()["salaries"]`.
        ratio: Divide each figure by that at the printed salary, played with the same luck.

    Returns:
        Six figures with their intervals.

    Raises:
        ArgumentError: For what is not stored.

    Example:
        >>> ml.economics.money.stored("balanced", 30, 200, ratio=True).money
        Interval(value=1.0, low=1.0, high=1.0)
    """
    about = about_stored()
    for name, value, known in (
        ("strategy", strategy, about["strategies"]),
        ("rounds", rounds, about["rounds"]),
        ("salary", salary, about["salaries"]),
    ):
        if value not in known:
            one_of = say("edition.one_of", names=", ".join(map(str, known)))
            raise ArgumentError(say("economics.unknown_word", name=name, value=value) + (hint(value, known) or one_of))
    figures = about["ratios" if ratio else "figures"]
    return Stored(*(Interval(*each) for each in figures[f"{strategy} {rounds} {salary}"]))
