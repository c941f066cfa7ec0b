"""Leverage: what a debt does to the return on an owner's own money, and to the chance of ruin.

With assets A = D + E (debt and equity), the return on assets r_A and the interest i on the debt, both of the same time,

    return on equity = (r_A x A - i x D) / E = r_A + D/E x (r_A - i)

so that a debt raises the return on equity as long as the assets earn more than the interest. What is given up for the
loan (rents of mortgaged deeds) has to be counted beside the interest: `full_cost`.
"""

from typing import Any, NamedTuple

from monopoly_lab.common.argument_checks import check_argument, check_arguments
from monopoly_lab.common.errors import ArgumentError
from monopoly_lab.common.file_access import shipped_json
from monopoly_lab.common.messages import say
from monopoly_lab.economics.group_rents import group_rents
from monopoly_lab.economics.number_ranges import MOST, MOST_ROUNDS, check_number, check_whole
from monopoly_lab.editions import Edition
from monopoly_lab.markov import Chain

RUIN = "ruin_chances.json"  # written by tests/tools/tabulate_ruin.py
LEAST_ROUNDS = 0.01  # until mortgages are lifted
EXACT = 10_000  # parts in which the chances are stored
RAILROADS = ("reading", "pennsylvania_rr", "b_and_o")


class Books(NamedTuple):
    """What an owner has, owes and earns; money, and income a round."""

    assets: float  # at cost, with cash
    debt: float
    rents: float  # a round
    interest: float = 0.0  # a round

    @property
    def equity(self) -> float:
        """Return the owner's own money: assets less debt."""
        return self.assets - self.debt

    @property
    def on_assets(self) -> float:
        """Return the return on assets, a round."""
        self._check(assets=self.assets)
        return self.rents / self.assets

    @property
    def on_equity(self) -> float:
        """Return the return on equity, a round: what is left after interest, per unit of the owner's own money."""
        self._check(equity=self.equity)
        return (self.rents - self.interest) / self.equity

    def _check(self, **divided_by: float) -> None:
        """Raise ArgumentError for a sum that is no number, and where nothing is there to divide by."""
        check_number(-MOST, MOST, **self._asdict())
        for name, value in divided_by.items():
            if not value:
                raise ArgumentError(say("economics.not_above", name=name, value=value, low=0))


@check_arguments
class Leverage:
    """A row of buildings, paid for with mortgages on other deeds of the same owner.

    Args:
        edition: Edition, or its name.
        group: The group that is built on; its owner has all of it and the rows before.
        row: Which row the loan pays for, from 1 on.
        mortgaged: Deeds of another group that are mortgaged, by id; they earn rent before.
        cash: Cash of the owner before and after.
        opponents: Opponents who pay rent.

    Raises:
        ArgumentError: For a group without buildings, an unknown row, or mortgages that bring another sum than the row
            costs; for another number of opponents than 1 to 7.

    References:
        Brealey, Myers and Allen, Principles of Corporate Finance, chapter 17 (Modigliani and Miller, proposition 2).

    Example:
        In the examples below:

        >>> from monopoly_lab.economics.leverage import Leverage
        >>> third = Leverage(row=3)
    """

    def __init__(
        self,
        edition: str | Edition = "classic_us",
        group: str = "orange",
        row: int = 3,
        mortgaged: tuple[str, ...] = RAILROADS,
        cash: int = 100,
        opponents: int = 3,
    ) -> None:
        chain = Chain(edition)
        found = next((each for each in group_rents(chain.edition) if each.id == group), None)
        if found is None:
            known = ", ".join(each.id for each in group_rents(chain.edition))
            raise ArgumentError(say("economics.no_group", value=group, known=known))
        check_whole(1, len(found.rents) - 1, row=row)
        check_whole(0, MOST, cash=cash)
        check_whole(1, 7, opponents=opponents)
        spaces = chain.edition.spaces
        deeds = [spaces[chain.edition.space(name)] for name in mortgaged]
        self.cost = found.cost * found.sites
        self.loan = sum(deed.mortgage for deed in deeds)
        if self.loan != self.cost:
            raise ArgumentError(say("economics.other_sum", loan=self.loan, cost=self.cost))
        sites = sum(space.price for space in spaces if space.group == group)
        clock = opponents * chain.throws_per_turn
        self.given_up = clock * sum(chain.rent(name, len(deeds)) for name in mortgaged)  # rents a round
        self.added = opponents * (found.rents[row] - found.rents[row - 1])  # rents a round
        self._assets = cash + sites + sum(deed.price for deed in deeds) + (row - 1) * self.cost
        self._rents = opponents * found.rents[row - 1] + self.given_up
        self.charge = self.loan * chain.tables.o_redeem_percent / 100  # once, when the mortgages are lifted

    @property
    def without(self) -> Books:
        """Return the books without the debt and without the row.

        Example:
            >>> round(100 * third.without.on_equity, 1)
            5.4
        """
        return Books(self._assets, 0, self._rents)

    @check_argument
    def with_debt(self, rounds: float = 4) -> Books:
        """Return the books with the debt and the row.

        Args:
            rounds: Rounds until the mortgages are lifted, over which the interest is spread.

        Raises:
            ArgumentError: For a number of rounds that is out of range.

        Example:
            >>> round(100 * third.with_debt(4).on_equity, 1)
            9.2
        """
        check_number(LEAST_ROUNDS, MOST_ROUNDS, rounds=rounds)
        rents = self._rents + self.added - self.given_up
        return Books(self._assets + self.cost, self.loan, rents, self.charge / rounds)

    @check_argument
    def full_cost(self, rounds: float = 4) -> float:
        """Return what the loan costs a round: interest, and the rents that are given up.

        Args:
            rounds: Rounds until the mortgages are lifted.

        Raises:
            ArgumentError: For a number of rounds that is out of range.

        Example:
            >>> round(third.full_cost(4), 1)
            42.7
        """
        check_number(LEAST_ROUNDS, MOST_ROUNDS, rounds=rounds)
        return self.charge / rounds + self.given_up


@check_argument
def ruin_chance(level: int, turns: int, cash: int) -> float:
    """Return the stored chance that a payment cannot be met, with an opponent's houses ahead.

    A token on GO of the classic US board, red in one opponent's hands; no income but the salary and cards, nothing is
    sold. `Exposure.ruin_by_cash` works it out for every other case.

    Args:
        level: Houses on each red site, 5 for hotels.
        turns: Turns ahead, from 1 on.
        cash: Cash at hand; between the stored sums, that of the next lower one.

    Raises:
        ArgumentError: For what is not stored.

    Example:
        >>> from monopoly_lab.economics.leverage import ruin_chance
        >>> ruin_chance(3, 3, 400)
        0.3393
    """
    about = stored()
    check_whole(1, len(about["levels"]), level=level)
    check_whole(1, about["turns"], turns=turns)
    check_whole(0, about["most"], cash=cash)
    return float(about["levels"][str(level)][turns - 1][cash // about["step"]]) / EXACT


def stored() -> dict[str, Any]:
    """Return the stored chances of ruin with what they belong to."""
    return shipped_json(__package__, RUIN)
