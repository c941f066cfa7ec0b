"""When to stay in jail: every stationary rule by the number of failed tries, against the deeds as they are.

A rule says at each number of failed tries whether a prisoner pays or throws for a double. Its worth is the
long-run net cash in a turn of his own: salary, taxes, cards of the bank and the fine, less the rents of the
position, and `value` for each time the token comes to a deed that nobody owns.
"""

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from monopoly_lab.chain import solve
from monopoly_lab.chain.derive import Row
from monopoly_lab.chain.losses import cost
from monopoly_lab.chain.reward import is_draw
from monopoly_lab.chain.solve import Matrix
from monopoly_lab.chain.trace import Path
from monopoly_lab.errors import ChainError
from monopoly_lab.messages import say
from monopoly_lab.rules.families import is_seat

if TYPE_CHECKING:
    import pandas as pd

    from monopoly_lab.chain.exposure import Exposure

PAY, THROW = "pay", "throw"
Rule = tuple[str, ...]


class Worth(NamedTuple):
    """What a throw, or in the long run a turn, brings: rents paid, money from the bank, arrivals at free deeds."""

    rent: float
    bank: float
    visits: float

    def net(self, value: float, scale: float = 1.0) -> float:
        return self.bank - scale * self.rent + value * self.visits


def rules_of(chain: "Exposure") -> list[Rule]:
    """All rules, by failed tries: so many throws before he pays, at last none; where he has no choice, the one."""
    tries = max((key.held for key in chain.rows.paying), default=0)
    return [(THROW,) * n + (PAY,) for n in range(tries) if _may_pay(chain, n)] + [(THROW,) * max(tries, 1)]


def _may_pay(chain: "Exposure", tries: int) -> bool:
    return any(key.held == tries + 1 for key in chain.rows.paying)


def table(chain: "Exposure", value: float) -> "pd.DataFrame":
    """A row a rule, the best first: rents paid, money from the bank, arrivals at free deeds and the net, in a turn."""
    import pandas as pd

    found = {", ".join(rule): worth_of(chain, rule) for rule in rules_of(chain)}
    frame = pd.DataFrame.from_dict(found, orient="index", columns=Worth._fields).rename_axis("rule")
    frame["net"] = [worth.net(checked(value)) for worth in found.values()]
    return frame.sort_values("net", ascending=False, kind="stable")


def threshold(chain: "Exposure", value: float) -> float:
    """Expected rent a turn, paying at once, at which never paying is as good: the rents scaled alike; inf if never.

    Raises ChainError where a prisoner has no choice, or no rent is to be paid.
    """
    rules = rules_of(chain)
    pay, stay = worth_of(chain, rules[0]), worth_of(chain, rules[-1])
    if len(rules) == 1 or pay.rent <= stay.rent:
        raise ChainError(say("exposure.no_threshold"))
    scale = (pay.net(checked(value), 0) - stay.net(value, 0)) / (pay.rent - stay.rent)
    return max(scale * pay.rent, 0.0)


def worth_of(chain: "Exposure", rule: Rule) -> Worth:
    """The long-run worth of a rule in a turn of the player's own."""
    rows = followed(chain, rule)
    P = matrix(chain, rows)
    pi = solve.stationary(P, solve.closed_classes(P)[0])
    found: Matrix = pi @ np.array([_expected(chain, row) for row in rows])
    return Worth(*(found / pi[chain.turn_ends].sum()).tolist())


def followed(chain: "Exposure", rule: Rule) -> list[Row]:
    """The rows of all states under a rule; beyond its end a prisoner throws."""
    paid = {n + 1 for n, answer in enumerate(rule) if answer == PAY}
    rows = chain.rows
    return [rows.paying[key] if key.held in paid and key in rows.paying else rows.throwing[key] for key in chain.states]


def matrix(chain: "Exposure", rows: list[Row]) -> Matrix:
    """What the rows lead to: float[rows, n]."""
    P = np.zeros((len(rows), len(chain.states)))
    for i, row in enumerate(rows):
        for key, weight in row.to.items():
            P[i, chain.index(key)] = weight / row.over
    return P


def choices(chain: "Exposure", value: float) -> "pd.DataFrame":
    """A row for each number of failed tries: what paying and throwing are worth from there, if the best rule follows.

    Relative values h of the best rule, h = r - g + P h with its mean g a turn, the average of h being 0: what a start
    is worth more than another in the long run [1]_.

    .. [1] Puterman 1994, Markov Decision Processes, section 8.2.
    """
    import pandas as pd

    best = max(rules_of(chain), key=lambda rule: worth_of(chain, rule).net(checked(value)))
    mean = worth_of(chain, best).net(value)
    rows = followed(chain, best)
    P = matrix(chain, rows)
    pi = solve.stationary(P, solve.closed_classes(P)[0])
    ahead = np.linalg.solve(np.eye(len(P)) - P + pi, _surplus(chain, rows, value, mean))
    found = {}
    for key in chain.rows.paying:
        both = [chain.rows.paying[key], chain.rows.throwing[key]]
        pay, throw = (_surplus(chain, both, value, mean) + matrix(chain, both) @ ahead).tolist()
        found[key.held - 1] = {PAY: pay, THROW: throw, "better": PAY if pay > throw else THROW, "by": abs(pay - throw)}
    return pd.DataFrame.from_dict(found, orient="index").sort_index().rename_axis("failed tries")


def _surplus(chain: "Exposure", rows: list[Row], value: float, mean: float) -> Matrix:
    """What a throw along each row brings more than the mean of a turn, which counts where the turn ends."""
    ends = [sum(weight for key, weight in row.to.items() if not key.begun) / row.over for row in rows]
    return np.array([_expected(chain, row).net(value) for row in rows]) - mean * np.array(ends)


def _expected(chain: "Exposure", row: Row) -> Worth:
    """The worth of one throw from a state."""
    found = np.zeros(len(Worth._fields))
    for path, weight in row.paths.items():
        found += np.array(_brought(chain, path)) * weight / row.over
    return Worth(*found.tolist())


def _brought(chain: "Exposure", path: Path) -> Worth:
    t, owner = chain.tables, chain.position.owner
    bank = sum(pay.amount for pay in path.money if not is_seat(pay.account) and not is_draw(pay))
    visits = sum(t.group[a.space] >= 0 and owner[a.space] < 0 and not a.held for a in path.arrivals)
    return Worth(cost(path, "rent"), bank, visits)


def checked(value: float) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or value < 0:
        raise ChainError(say("exposure.value", value=repr(value)))
    return float(value)
