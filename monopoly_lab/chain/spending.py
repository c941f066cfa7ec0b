"""What a budget buys: rent against capital, house by house, for each group and for the best mix of groups.

Houses go up evenly, the next one on the site where it adds most for its price. The best mix is
exact: a choice of one step for each group, by dynamic programming over the money spent (the
multiple-choice knapsack problem). Houses are as many as wanted; the bank's stock is not counted.
"""

from collections.abc import Iterator
from math import gcd
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from monopoly_lab.chain import income
from monopoly_lab.chain.income import SET, Level
from monopoly_lab.chain.walk import Walk
from monopoly_lab.editions.tables import HOTEL
from monopoly_lab.errors import ChainError
from monopoly_lab.messages import say

if TYPE_CHECKING:
    import pandas as pd


class Step(NamedTuple):
    """What can be had in a group for a sum: the rent of all its deeds a throw, and how far it is built."""

    group: str
    capital: int
    rent: float
    buildings: str


def spending(chain: Walk, budget: int, deeds: bool) -> "pd.DataFrame":
    """The best step of each group within a budget, by falling rent."""
    import pandas as pd

    limit = checked(budget)
    best = []
    for steps in all_steps(chain, deeds):
        within = [step for step in steps if step.capital <= limit]
        if within:
            best.append(max(within, key=lambda step: (step.rent, -step.capital)))
    best.sort(key=lambda step: -step.rent)
    return pd.DataFrame(best, columns=Step._fields).set_index("group")


def best_mix(chain: Walk, budget: int, deeds: bool) -> "pd.DataFrame":
    """The choice of groups and steps that brings the most rent for a budget; a table with a row a group."""
    import pandas as pd

    chosen = _knapsack(all_steps(chain, deeds), checked(budget))
    return pd.DataFrame(chosen, columns=Step._fields).set_index("group")


def _knapsack(groups: list[list[Step]], budget: int) -> list[Step]:
    """One step or none of each group, the rents as large as possible together within the budget."""
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


def frontier(chain: Walk, deeds: bool) -> "pd.DataFrame":
    """All steps of all groups by capital; `efficient` marks those that beat every cheaper one."""
    import pandas as pd

    steps = sorted((step for steps in all_steps(chain, deeds) for step in steps), key=lambda s: (s.capital, -s.rent))
    table = pd.DataFrame(steps, columns=Step._fields)
    before = table["rent"].cummax().shift(fill_value=-1.0)
    table["efficient"] = table["rent"] > before
    return table


def all_steps(chain: Walk, deeds: bool) -> list[list[Step]]:
    """The steps of each group; groups without buildings only where deeds are bought."""
    found = []
    for group in chain.edition.groups:
        if income.is_street(chain, group.spaces[0]):
            found.append(list(street_steps(chain, group.id, group.spaces, deeds)))
        elif deeds:
            found.append(list(other_steps(chain, group.id, group.spaces)))
    return found


def street_steps(chain: Walk, group: str, spaces: tuple[int, ...], deeds: bool) -> Iterator[Step]:
    """The unbuilt set, then building after building."""
    levels = income.levels_of(chain, spaces[0])[1:]
    rents = {q: [income.deed_rent(chain, q, level) for level in levels] for q in spaces}
    built = dict.fromkeys(spaces, 0)
    capital = sum(chain.tables.price[q] for q in spaces) if deeds else 0
    while True:
        total = sum(rents[q][n] for q, n in built.items())
        yield Step(group, int(capital), total, "-".join(_level(levels[n]) for n in built.values()))
        lowest = min(built.values())
        if lowest == len(levels) - 1:
            return
        gains = {
            q: (rents[q][n + 1] - rents[q][n]) / max(income.building_cost(chain, q, levels[n + 1]), 1)
            for q, n in built.items()
            if n == lowest
        }
        best = max(gains, key=lambda q: gains[q])
        built[best] += 1
        capital += income.building_cost(chain, best, levels[built[best]])


def other_steps(chain: Walk, group: str, spaces: tuple[int, ...]) -> Iterator[Step]:
    """One deed after another of a group that is not built on, whichever they are."""
    capital = 0.0
    for level, cost, rent in income.steps_of(chain, spaces):
        capital += cost
        yield Step(group, round(capital), rent, str(level))


def _level(level: Level) -> str:
    if level == SET:
        return "0"
    return "H" if level == HOTEL else str(level)


def checked(budget: int) -> int:
    if isinstance(budget, bool) or not isinstance(budget, int) or budget < 0:
        raise ChainError(say("chain.bad_budget", value=repr(budget)))
    return budget
