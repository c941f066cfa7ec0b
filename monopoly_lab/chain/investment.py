"""What laying out money on deeds or buildings returns: payback, net present value, internal rate of return.

The price is paid at t = 0, and the rent that it adds comes at the end of each round, the same every round;
nothing is sold at the end, nothing is taxed. With a flow of c a round, a price of I and a rate of r a round,

    payback = I / c,    NPV = -I + sum over t = 1, ..., T of c / (1 + r)^t,    IRR: the r at which NPV = 0.
"""

from typing import TYPE_CHECKING

from monopoly_lab.chain import income
from monopoly_lab.chain.walk import Walk, whole
from monopoly_lab.errors import ChainError
from monopoly_lab.messages import say

if TYPE_CHECKING:
    import pandas as pd

NOTHING = "nothing"


def investment(
    chain: Walk,
    what: str,
    level: income.Level | None,
    before: income.Level | None,
    opponents: int,
    rounds: int,
    rate: float,
) -> "pd.Series[float]":
    """Price, rent that is added, flow a round, payback, NPV and IRR; see `Chain.investment`."""
    import numpy_financial as npf
    import pandas as pd

    price, rent = bought(chain, what, level, before)
    flow = rent * chain.throws_per_turn * _number(opponents, 1)
    flows = [-price, *[flow] * _number(rounds, 1)]
    told = {
        "price": price,
        "rent": rent,
        "flow": flow,
        "payback": price / flow if flow > 0 else float("inf"),
        "npv": float(npf.npv(_rate(rate), flows)),
        "irr": float(npf.irr(flows)),
    }
    return pd.Series(told, name=what)


def bought(chain: Walk, what: str, level: income.Level | None, before: income.Level | None) -> tuple[float, float]:
    """What leads from one level to another: the money laid out, the rent a throw that it adds."""
    spaces = income.spaces_of(chain, what)
    steps = list(income.steps_of(chain, spaces))
    levels = [step[0] for step in steps]
    wanted = income.checked(chain, spaces[0], level)
    to = levels.index(wanted) if wanted in levels else 0
    if before == NOTHING:
        since = -1
    elif before is None:
        since = to - 1
    else:
        lower = income.checked(chain, spaces[0], before)
        since = levels.index(lower) if lower in levels else 0
    if since >= to:
        raise ChainError(say("investment.not_below", before=repr(before), level=repr(level)))
    price = sum(cost for _, cost, _ in steps[since + 1 : to + 1])
    return price, steps[to][2] - (steps[since][2] if since >= 0 else 0.0)


def _number(n: int, least: int) -> int:
    if whole(n) < least:
        raise ChainError(say("investment.number", value=repr(n), least=least))
    return n


def _rate(rate: float) -> float:
    if isinstance(rate, bool) or not isinstance(rate, int | float) or rate <= -1:
        raise ChainError(say("investment.rate", value=repr(rate)))
    return float(rate)
