"""Which jail policy pays best in a position: every rule by the number of failed tries, against the deeds as they are.

A rule says at each number of failed tries whether a prisoner pays or throws for a double. Its worth is the long-run net
cash per turn of the player: salary, taxes, cards of the bank and the fine, less the rents of the position, and `value`
for each time the token comes to a deed that nobody owns.
"""

from collections.abc import Set
from typing import NamedTuple

import numpy as np

from monopoly_lab.common.errors import ChainError
from monopoly_lab.common.file_access import quoted
from monopoly_lab.common.lazy_imports import pd
from monopoly_lab.common.messages import say
from monopoly_lab.markov import linear_algebra
from monopoly_lab.markov.event_trace import Transition
from monopoly_lab.markov.linear_algebra import Matrix
from monopoly_lab.markov.loss_distribution import loss_on
from monopoly_lab.markov.position_states import PlayerWalk
from monopoly_lab.markov.rewards import is_pot_payout
from monopoly_lab.markov.state_derivation import MatrixRow
from monopoly_lab.rules.code_groups import is_seat

PAY, THROW = "pay", "throw"
TIE = 1e-9  # money: an answer that is worth more by less than this is as good
Rule = tuple[str, ...]


class Worth(NamedTuple):
    """What a throw, or in the long run a turn, brings: rents paid, money from the bank, arrivals at free deeds."""

    rent: float
    bank: float
    visits: float

    def net(self, value: float, scale: float = 1.0) -> float:
        """Return the money that comes in, with `value` for each arrival at a free deed; rents count `scale` times."""
        return self.bank - scale * self.rent + value * self.visits


def rules_of(chain: PlayerWalk) -> list[Rule]:
    """Return all rules, by failed tries: a number of throws before the prisoner pays; the last never pays."""
    tries = max((key.held for key in chain.rows.paying), default=0)
    return [(THROW,) * n + (PAY,) for n in range(tries) if _may_pay(chain, n)] + [(THROW,) * max(tries, 1)]


def _may_pay(chain: PlayerWalk, tries: int) -> bool:
    return any(key.held == tries + 1 for key in chain.rows.paying)


def table(chain: PlayerWalk, value: float) -> "pd.DataFrame":
    """Return a row a rule, the best first: rents paid, money from the bank, arrivals at free deeds, net, in a turn."""
    found = {", ".join(rule): worth_of(chain, rule) for rule in rules_of(chain)}
    frame = pd.DataFrame.from_dict(found, orient="index", columns=Worth._fields).rename_axis("rule")
    frame["net"] = [worth.net(checked_value(value)) for worth in found.values()]
    return frame.sort_values("net", ascending=False, kind="stable")


def threshold(chain: PlayerWalk, value: float) -> float:
    """Return the expected rent a turn, paying at once, at which never paying is as good, rents scaled alike; else inf.

    Raises ChainError where a prisoner has no choice, or no rent is to be paid.
    """
    rules = rules_of(chain)
    pay, stay = worth_of(chain, rules[0]), worth_of(chain, rules[-1])
    if len(rules) == 1 or pay.rent <= stay.rent:
        raise ChainError(say("exposure.no_threshold"))
    scale = (pay.net(checked_value(value), 0) - stay.net(value, 0)) / (pay.rent - stay.rent)
    return max(scale * pay.rent, 0.0)


def worth_of(chain: PlayerWalk, rule: Rule) -> Worth:
    """Return the long-run worth of a rule in a turn of the player's own."""
    return _long_run(chain, rows_under_policy(chain, {n + 1 for n, answer in enumerate(rule) if answer == PAY}))


def _long_run(chain: PlayerWalk, rows: list[MatrixRow]) -> Worth:
    pi = _shares(matrix(chain, rows))
    found: Matrix = pi @ np.array([_expected_worth(chain, row) for row in rows])
    return Worth(*(found / pi[chain.turn_ends].sum()).tolist())


def _shares(P: Matrix) -> Matrix:
    return linear_algebra.stationary(P, linear_algebra.closed_classes(P)[0])


def rows_under_policy(chain: PlayerWalk, paid: Set[int]) -> list[MatrixRow]:
    """Return the rows of all states where a prisoner pays at these tries, counted from 1, and throws at the others."""
    rows = chain.rows
    return [rows.paying[key] if key.held in paid and key in rows.paying else rows.throwing[key] for key in chain.states]


def matrix(chain: PlayerWalk, rows: list[MatrixRow]) -> Matrix:
    """Return what the rows lead to: float[rows, n]."""
    P = np.zeros((len(rows), len(chain.states)))
    for i, row in enumerate(rows):
        for key, weight in row.target_weights.items():
            P[i, chain._index[key]] = weight / row.over
    return P


def choices(chain: PlayerWalk, value: float) -> "pd.DataFrame":
    """Return a row for each number of failed tries: what paying and throwing are worth, if the best is done ever after.

    Best is meant at every number of failed tries, also where the best rule never comes: there a prisoner who has thrown
    all the same chooses again. Found by policy iteration [1]_: a policy with the mean g a turn has the relative values
    h = r - g + P h, the average of h being 0 (what a start is worth more than another in the long run), and is improved
    by h wherever the other answer is worth more, until no answer is.

    .. [1] Puterman 1994, Markov Decision Processes, sections 8.2 and 8.6.
    """
    checked_value(value)
    paid: Set[int] = frozenset()
    while True:
        worth = _choices_under(chain, paid, value)
        better = {held for held, (pay, throw) in worth.items() if pay - throw > (-TIE if held in paid else TIE)}
        if better == paid:
            break
        paid = better
    found = {held - 1: _comparison_row(*both) for held, both in worth.items()}
    return pd.DataFrame.from_dict(found, orient="index").sort_index().rename_axis("failed tries")


def _choices_under(chain: PlayerWalk, paid: Set[int], value: float) -> dict[int, tuple[float, float]]:
    """Return the values of paying and of throwing at each try, if prisoners pay at the tries in `paid` ever after."""
    rows = rows_under_policy(chain, paid)
    mean = _long_run(chain, rows).net(value)
    P = matrix(chain, rows)
    ahead = np.linalg.solve(np.eye(len(P)) - P + _shares(P), _surplus(chain, rows, value, mean))
    found = {}
    for key, paying in chain.rows.paying.items():
        both = [paying, chain.rows.throwing[key]]
        pay, throw = (_surplus(chain, both, value, mean) + matrix(chain, both) @ ahead).tolist()
        found[key.held] = (pay, throw)
    return found


def _comparison_row(pay: float, throw: float) -> dict[str, object]:
    return {PAY: pay, THROW: throw, "better": PAY if pay > throw else THROW, "by": abs(pay - throw)}


def _surplus(chain: PlayerWalk, rows: list[MatrixRow], value: float, mean: float) -> Matrix:
    """Return what a throw along each row brings more than the mean of a turn, which counts where the turn ends."""
    ends = [sum(weight for key, weight in row.target_weights.items() if not key.begun) / row.over for row in rows]
    return np.array([_expected_worth(chain, row).net(value) for row in rows]) - mean * np.array(ends)


def _expected_worth(chain: PlayerWalk, row: MatrixRow) -> Worth:
    """Return the worth of one throw from a state, found once for each row."""
    known = chain.worths.get(id(row))
    if known is None or known[0] is not row:
        found = np.zeros(len(Worth._fields))
        for path, weight in row.paths.items():
            found += np.array(_worth_of_path(chain, path)) * weight / row.over
        known = chain.worths[id(row)] = row, Worth(*found.tolist())
    return known[1]


def _worth_of_path(chain: PlayerWalk, path: Transition) -> Worth:
    t, owner = chain.tables, chain.position.owner
    bank = sum(pay.amount for pay in path.money if not is_seat(pay.account) and not is_pot_payout(pay))
    visits = sum(t.group[a.space] >= 0 and owner[a.space] < 0 and not a.held for a in path.arrivals)
    return Worth(loss_on(path, "rent"), bank, visits)


def checked_value(value: float) -> float:
    """Return a value of 0 or more; ChainError otherwise."""
    if isinstance(value, bool) or not isinstance(value, int | float) or value < 0:
        raise ChainError(say("exposure.value", value=quoted(value)))
    return float(value)
