"""Money on a board's chain: payments of the bank, rents of deeds, and what an investment in them brings.

The methods of `Chain` on them; `rewards`, `rent_income` and `investment` have the formulas.
"""

import numpy as np

from monopoly_lab.common.errors import ChainError
from monopoly_lab.common.file_access import quoted
from monopoly_lab.common.lazy_imports import pd
from monopoly_lab.common.messages import say
from monopoly_lab.constants import card_effect, codes, names
from monopoly_lab.constants import payment_cause as causes
from monopoly_lab.markov import investment, rent_income, rewards
from monopoly_lab.markov.distributions import Walk, step_count
from monopoly_lab.markov.linear_algebra import Matrix
from monopoly_lab.markov.transition_matrix import SpaceRef


class MoneyMethods(Walk):
    """The methods of `Chain` about the bank's payments, rents and investments."""

    def bank_income(self, per: str = "throw") -> "pd.Series[float]":
        """Return the mean amount a player pays to the bank per throw or turn, by cause.

        A pot counts as part of the bank: in the long run it pays out what is paid in, unless nobody empties it then.

        Args:
            per: What is counted: "throw", "turn", or "landing", every space that the token comes to.

        Returns:
            Series by cause, in the money of the edition; negative if the bank pays.

        Example:
            >>> round(float(chain.bank_income()["salary"]), 1)
            -34.6
        """
        times = self.throws_in(per)
        found: dict[str, float] = {}
        for payment in rewards.bank_payments(self):
            name = names(causes)[payment.cause]
            found[name] = found.get(name, 0.0) - payment.money * times
        return pd.Series(dict(sorted(found.items())), name="money", dtype=float)

    def income_by_space(self, per: str = "throw") -> "pd.DataFrame":
        """Return what bank and pots pay a player per throw or turn, by space and cause.

        In the long run a pot pays out what is paid into it: at each of its spaces what has come in since it was
        emptied last. Coins dropped on a space are picked up there.

        Args:
            per: What is counted: "throw", "turn", or "landing", every space that the token comes to.

        Returns:
            Table: space (row), cause (column), in the money of the edition; negative if the player pays.

        Example:
            >>> round(float(chain.income_by_space().loc["GO", "salary"]), 1)
            34.6
        """
        times, payments = self.throws_in(per), rewards.bank_payments(self)
        present = sorted({names(causes)[payment.cause] for payment in payments})
        table = pd.DataFrame(0.0, index=[self.square(q) for q in range(self.tables.spaces)], columns=present)
        for payment in payments:
            if payment.space >= 0:
                table.loc[self.square(payment.space), names(causes)[payment.cause]] += payment.money * times
        return table

    def reward(self, cause: str = "bank") -> Matrix:
        """Return the expected money from bank and pots during one throw, from each state.

        Args:
            cause: One cause of payments, or "bank" for all.

        Returns:
            float[n], in the money of the edition.

        Example:
            >>> round(float(chain.reward("salary")[chain.at("boardwalk")]), 1)  # past GO, and by a card to it once more
            204.2
        """
        return self.expected(rewards.bank_values(self, cause))

    def upkeep(self, per: str = "throw") -> "pd.Series[float]":
        """Return what repair cards cost a player per throw or turn, for each house and each hotel.

        The player pays where a card leaves the choice to draw another. A card for a certain token is put aside, and
        another one drawn, until one is drawn for everybody.

        Args:
            per: What is counted: "throw", "turn", or "landing", every space that the token comes to.

        Returns:
            Series with `house` and `hotel`, in the money of the edition.

        Example:
            >>> chain.upkeep().round(2).to_dict()
            {'house': 0.31, 'hotel': 1.03}
        """
        t, times = self.tables, self.throws_in(per)
        house = hotel = 0.0
        for q, coming in self.arrivals_at.items():
            d = rewards.deck_at(t, q)
            if d < 0:
                continue
            first = t.deck_first[d]
            cards = [c for c in range(first, first + t.deck_size[d]) if t.card_effect[c] != card_effect.FOR_TOKEN]
            repairs = [c for c in cards if t.card_effect[c] == card_effect.REPAIRS]
            drawn = sum(coming.values()) * times / max(len(cards), 1)  # of each card
            house += drawn * sum(t.card_a[c] for c in repairs)
            hotel += drawn * sum(t.card_b[c] for c in repairs)
        return pd.Series({"house": house, "hotel": hotel}, name="money")

    def moments(self, what: str = "bank", level: int | str | None = None, throws: int | None = 1) -> "pd.Series[float]":
        """Return mean, variance and standard deviation of a payment over some throws of one opponent.

        Args:
            what: Deed or group, with a `level`, for its rent; "bank" or a cause of bank income for what the player
                receives.
            level: Level of the deeds; see `rent`.
            throws: Number of throws; None for the long-run mean and variance per throw.

        Returns:
            Series with `mean`, `variance` and `deviation`, in the money of the edition.

        Example:
            >>> chain.moments("boardwalk", "hotel").round(0).to_dict()
            {'mean': 53.0, 'variance': 102280.0, 'deviation': 320.0}
        """
        if what == rewards.BANK or what in codes(causes):
            if level is not None:
                raise ChainError(say("chain.no_level", value=quoted(what)))
            cases = [rewards.bank_moments(self, what)]
        else:
            cases = rent_income.path_rents(self, what, level)
        means, variances = zip(*(rewards.over_throws(self, mean, square, throws) for mean, square in cases))
        variance = float(np.mean(variances))
        return pd.Series({"mean": float(np.mean(means)), "variance": variance, "deviation": max(variance, 0.0) ** 0.5})

    def rent(
        self,
        what: str,
        level: int | str | None = None,
        per: str = "throw",
        *,
        start: SpaceRef | None = None,
        throws: int | None = None,
    ) -> float:
        """Return the expected rent of a deed or group per throw (turn, landing) of one opponent.

        Args:
            what: Deed or color group, by id or name.
            level: Streets: 0 for the site alone (the default), "set" for the whole group without buildings, 1 to 4
                houses, 5 or "hotel". Others: number of deeds of the group that the owner has (default 1); a group is
                then the average of its deeds.
            per: "throw", "turn" or "landing" of one opponent.
            start: Starting space of the opponent; the long run if left out.
            throws: Return the rent of this many throws or turns together.

        Returns:
            Rent in the money of the edition.

        Example:
            >>> round(chain.rent("boardwalk", "hotel"), 1)
            52.5
            >>> round(chain.rent("orange", 3, start="In Jail"), 1)
            220.5
        """
        if start is not None:
            return rent_income.rent_from(self, what, level, per, start, 1 if throws is None else step_count(throws))
        return rent_income.rent(self, what, level) * self.throws_in(per) * (1 if throws is None else step_count(throws))

    def investment(
        self,
        what: str,
        level: int | str | None = None,
        before: int | str | None = None,
        *,
        opponents: int = 3,
        rounds: int = 20,
        rate: float = 0.01,
    ) -> "pd.Series[float]":
        """Return price, rent, cash flow, payback, net present value and rate of return of a purchase.

        The price is paid at t = 0; a flow comes at the end of each round; nothing is sold at the end and nothing is
        taxed.

        Args:
            what: Deed or color group, by id or name.
            level: Level to reach, as in `rent`.
            before: Level before, by default the one below; "nothing" if the deeds must be bought too.
            opponents: Number of players who pay; each makes one turn per round.
            rounds: Number of rounds.
            rate: Interest rate per round.

        Returns:
            Series: `price`; `rent`, added per throw of one opponent; `flow` per round; `payback` in rounds, not
            rounded; `npv`; `irr` per round.

        References:
            Brealey, Myers and Allen 2020, Principles of Corporate Finance, chapters 2 and 5.

        Example:
            >>> chain.investment("orange", 3).round(2).to_dict()
            {'price': 300.0, 'rent': 31.77, 'flow': 113.1, 'payback': 2.65, 'npv': 1741.01, 'irr': 0.38}
        """
        import numpy_financial as npf

        price, rent = investment.investment_step(self, what, level, before)
        flow = rent * self.throws_per_turn * investment.checked_number(opponents, 1)
        flows = [-price, *[flow] * investment.checked_number(rounds, 1)]
        told = {
            "price": price,
            "rent": rent,
            "flow": flow,
            "payback": price / flow if flow > 0 else float("inf"),
            "npv": float(npf.npv(investment.checked_rate(rate), flows)),
            "irr": float(npf.irr(flows)),
        }
        return pd.Series(told, name=what)

    def payback(self, what: str, per: str = "throw") -> "pd.Series[float]":
        """Return the opponent throws (turns, landings) until the rent has repaid each further level.

        Args:
            what: Deed or color group, by id or name.
            per: "throw", "turn" or "landing" of one opponent.

        Returns:
            Series by level.

        Example:
            >>> chain.payback("orange").round(1).to_dict()
            {1: 77.2, 2: 25.5, 3: 9.4, 4: 17.0, 5: 17.0}
        """
        return rent_income.payback(self, what) / self.throws_in(per)

    def returns(self, what: str, per: str = "throw") -> "pd.DataFrame":
        """Return capital, expected rent and rent per unit of capital at each level of a deed or group.

        Args:
            what: Deed or color group, by id or name.
            per: "throw", "turn" or "landing" of one opponent.

        Returns:
            Table by level.

        Example:
            >>> chain.returns("orange")["rent"].round(1).to_list()
            [2.6, 6.5, 18.2, 50.0, 67.6, 85.3]
        """
        return rent_income.returns(self, what, per)

    def spending(self, budget: int, deeds: bool = False) -> "pd.DataFrame":
        """Return what each group brings if a budget is spent on it alone, best first.

        Args:
            budget: Money to spend, in the unit of the edition.
            deeds: Buy the deeds as well. Otherwise the groups are owned and only buildings cost money.

        Returns:
            Table by group.

        Example:
            >>> chain.spending(1000).index[0]
            'orange'
        """
        limit = investment.checked_budget(budget)
        best = []
        for steps in investment.all_steps(self, deeds):
            within = [step for step in steps if step.capital <= limit]
            if within:
                best.append(max(within, key=lambda step: (step.rent, -step.capital)))
        best.sort(key=lambda step: -step.rent)
        return pd.DataFrame(best, columns=investment.Step._fields).set_index("group")

    def best_mix(self, budget: int, deeds: bool = False) -> "pd.DataFrame":
        """Return the groups and buildings that together bring the most rent per throw for a budget.

        Args:
            budget: Money to spend, in the unit of the edition.
            deeds: Buy the deeds as well. Otherwise the groups are owned and only buildings cost money.

        Returns:
            Table by group.

        Example:
            >>> chain.best_mix(1000).loc["orange", "buildings"]
            '3-3-4'
        """
        chosen = investment.best_steps(investment.all_steps(self, deeds), investment.checked_budget(budget))
        return pd.DataFrame(chosen, columns=investment.Step._fields).set_index("group")

    def frontier(self, deeds: bool = False) -> "pd.DataFrame":
        """Return rent against capital, building by building, for each group.

        Args:
            deeds: Buy the deeds as well. Otherwise the groups are owned and only buildings cost money.

        Returns:
            Table; `efficient` marks the rows for which no cheaper row brings as much rent.

        Example:
            >>> list(chain.frontier().columns)
            ['group', 'capital', 'rent', 'buildings', 'efficient']
        """
        steps = sorted(
            (step for steps in investment.all_steps(self, deeds) for step in steps), key=lambda s: (s.capital, -s.rent)
        )
        table = pd.DataFrame(steps, columns=investment.Step._fields)
        before = table["rent"].cummax().shift(fill_value=-1.0)
        table["efficient"] = table["rent"] > before
        return table
