"""Value investments in deeds and buildings: payback, net present value, internal rate of return.

The price is paid at t = 0, and the rent that it adds comes at the end of each round, the same every round;
nothing is sold at the end, nothing is taxed. With a flow of c a round, a price of I and a rate of r a round,

    payback = I / c,    NPV = -I + sum over t = 1, ..., T of c / (1 + r)^t,    IRR: the r at which NPV = 0.

What a budget buys: rent against capital, house by house, for each group and for the best mix of groups.

Houses go up evenly, the next one on the site where it adds most for its price. The best mix is
exact: a choice of one step for each group, by dynamic programming over the money spent (the
multiple-choice knapsack problem). Houses are as many as wanted; the bank's stock is not counted.
"""

from collections.abc import Iterator
from math import gcd
from typing import NamedTuple

import numpy as np

from monopoly_lab.common.errors import ChainError
from monopoly_lab.common.file_access import quoted
from monopoly_lab.common.messages import say
from monopoly_lab.editions.rule_tables import HOTEL
from monopoly_lab.markov import rent_income
from monopoly_lab.markov.distributions import Walk, step_count
from monopoly_lab.markov.rent_income import SET, Level

NOTHING = "nothing"


def investment_step(
    chain: Walk, what: str, level: rent_income.Level | None, before: rent_income.Level | None
) -> tuple[float, float]:
    """Return what leads from one level to another: the money laid out, the rent a throw that it adds."""
    spaces = rent_income.spaces_of(chain, what)
    steps = list(rent_income.steps_of(chain, spaces))
    levels = [step[0] for step in steps]
    wanted = rent_income.checked_level(chain, spaces[0], level)
    to = levels.index(wanted) if wanted in levels else 0
    if before == NOTHING:
        since = -1
    elif before is None:
        since = to - 1
    else:
        lower = rent_income.checked_level(chain, spaces[0], before)
        since = levels.index(lower) if lower in levels else 0
    if since >= to:
        raise ChainError(say("investment.not_below", before=quoted(before), level=quoted(level)))
    price = sum(cost for _, cost, _ in steps[since + 1 : to + 1])
    return price, steps[to][2] - (steps[since][2] if since >= 0 else 0.0)


def checked_number(n: int, least: int) -> int:
    """Return a count of at least so many; ChainError otherwise."""
    if step_count(n) < least:
        raise ChainError(say("investment.number", value=quoted(n), least=least))
    return n


def checked_rate(rate: float) -> float:
    """Return a rate of interest above -1; ChainError otherwise."""
    if isinstance(rate, bool) or not isinstance(rate, int | float) or rate <= -1:
        raise ChainError(say("investment.rate", value=quoted(rate)))
    return float(rate)


# What a budget buys: rent against capital, house by house, for each group and for the best mix of groups


class Step(NamedTuple):
    """What can be had in a group for a sum: the rent of all its deeds a throw, and how far it is built."""

    group: str
    capital: int
    rent: float
    buildings: str


def best_steps(groups: list[list[Step]], budget: int) -> list[Step]:
    """Return at most one step of each group, with the largest total rent within the budget."""
    unit = gcd(*(step.capital for steps in groups for step in steps)) or 1
    size = min(budget, sum(max(step.capital for step in steps) for steps in groups if steps)) // unit + 1
    best = np.zeros(size)
    choices = []
    for steps in groups:
        choice, before = np.full(size, -1), best.copy()
        for n, step in enumerate(steps):
            cost = step.capital // unit
            if cost >= size:
                continue
            gain = before[: size - cost] + step.rent
            better = gain > best[cost:]
            best[cost:][better] = gain[better]
            choice[cost:][better] = n
        choices.append(choice)
    left, chosen = size - 1, []
    for steps, choice in zip(reversed(groups), reversed(choices)):
        if choice[left] >= 0:
            chosen.append(steps[choice[left]])
            left -= chosen[-1].capital // unit
    return chosen[::-1]


def all_steps(chain: Walk, deeds: bool) -> list[list[Step]]:
    """Return the steps of each group; groups without buildings only where deeds are bought."""
    found = []
    for group in chain.edition.groups:
        if rent_income.is_street(chain, group.spaces[0]):
            found.append(list(street_steps(chain, group.id, group.spaces, deeds)))
        elif deeds:
            found.append(list(other_steps(chain, group.id, group.spaces)))
    return found


def street_steps(chain: Walk, group: str, spaces: tuple[int, ...], deeds: bool) -> Iterator[Step]:
    """Yield the unbuilt set, then building after building."""
    levels = rent_income.levels_of(chain, spaces[0])[1:]
    rents = {q: [rent_income.deed_rent(chain, q, level) for level in levels] for q in spaces}
    built = dict.fromkeys(spaces, 0)
    capital = sum(chain.tables.price[q] for q in spaces) if deeds else 0
    while True:
        total = sum(rents[q][n] for q, n in built.items())
        yield Step(group, int(capital), total, "-".join(_level(levels[n]) for n in built.values()))
        lowest = min(built.values())
        if lowest == len(levels) - 1:
            return
        gains = {
            q: (rents[q][n + 1] - rents[q][n]) / max(rent_income.building_cost(chain, q, levels[n + 1]), 1)
            for q, n in built.items()
            if n == lowest
        }
        best = max(gains, key=lambda q: gains[q])
        built[best] += 1
        capital += rent_income.building_cost(chain, best, levels[built[best]])


def other_steps(chain: Walk, group: str, spaces: tuple[int, ...]) -> Iterator[Step]:
    """Yield steps for one deed after another of a group that is not built on, whichever they are."""
    capital = 0.0
    for level, cost, rent in rent_income.steps_of(chain, spaces):
        capital += cost
        yield Step(group, round(capital), rent, str(level))


def _level(level: Level) -> str:
    if level == SET:
        return "0"
    return "H" if level == HOTEL else str(level)


def checked_budget(budget: int) -> int:
    """Return a budget of 0 or more; ChainError otherwise."""
    if isinstance(budget, bool) or not isinstance(budget, int) or budget < 0:
        raise ChainError(say("chain.bad_budget", value=quoted(budget)))
    return budget
