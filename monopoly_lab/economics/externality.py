"""Externality: buildings of one owner harm the rents of another; private choice, best for both, Coase, Pigou.

The owner of the harming group chooses the number of rows n with the highest private profit; best for both owners
together is the n with the highest sum:

    private: max over n of B(n) - C(n)          social: max over n of B(n) - C(n) - D(n)

B are rents, C the cost of the buildings, D the *external cost*: what the neighbor loses. *Waste* is what both could
have more of; visitors, who pay the rents, are not counted. *Coase*: if a deal costs nothing, the best number is built
regardless of who has the right; the right decides who pays. *Pigou*: a tax on each harmful row, as high as the harm of
one more, makes the private choice the best one.
"""

from functools import cached_property, lru_cache
from typing import NamedTuple

from monopoly_lab.common.argument_checks import check_arguments, check_before_call
from monopoly_lab.common.errors import ArgumentError
from monopoly_lab.common.file_access import quoted
from monopoly_lab.common.messages import say
from monopoly_lab.economics.group_rents import game_of_rents, group_rents
from monopoly_lab.economics.number_ranges import MOST, MOST_BLOCKS, check_number, check_whole
from monopoly_lab.editions import Edition, load_edition
from monopoly_lab.experiments import simulate
from monopoly_lab.markov import Chain
from monopoly_lab.markov.rent_income import levels_of
from monopoly_lab.measures.confidence_intervals import Interval, mean_of_few

HARMING, HARMED = "harming", "harmed"
RIGHTS = (HARMING, HARMED)


class Deal(NamedTuple):
    """What both owners agree on when one of them has the right; money over the rounds ahead."""

    before: int  # rows without a deal: what the owner of the right, or the law, leaves
    level: int  # rows in the end
    least: float  # the payment must be at least so high for who is paid; 0 without a deal
    most: float  # and at most so high for who pays
    gain: float  # what both have more by the deal, after its cost


@check_arguments
class Externality:
    """Two owners: rows of buildings on one group damage the rents of the other.

    Tokens begin on GO, and visitors pay where they stop. Rents are exact, from the board's Markov chain.

    Args:
        edition: Edition, or its name.
        harming: Group whose owner builds.
        harmed: Group whose rents are damaged.
        built: Buildings on each site of the harmed group.
        percent: Percent of its rents that are lost for each harmful row.
        first: The first harmful row.
        rounds: Rounds that owners look ahead, from GO, without discount.
        visitors: Players who can land on the groups.

    Raises:
        ArgumentError: For a group without buildings and for numbers out of range.

    References:
        CORE Econ, The Economy, unit 12; Mankiw, Principles of Economics, chapter 10; Coase, The Problem of Social
        Cost (1960); Pigou, The Economics of Welfare (1920).

    Example:
        >>> pair = ml.economics.externality.Externality("classic_us", "red", "orange")
        >>> pair.private, pair.best, round(pair.waste, 1)
        (5, 3, 372.5)
    """

    @check_before_call("built", "first", "rounds", "visitors")
    def __init__(
        self,
        edition: str | Edition = "classic_us",
        harming: str = "red",
        harmed: str = "orange",
        built: int = 3,
        percent: float = 20,
        first: int = 4,
        rounds: int = 15,
        visitors: int = 3,
    ) -> None:
        self.edition = edition if isinstance(edition, Edition) else load_edition(edition)
        groups = {group.id: group for group in group_rents(self.edition)}
        for name in (harming, harmed):
            if name not in groups:
                raise ArgumentError(say("economics.no_group", value=name, known=", ".join(groups)))
        if harming == harmed:
            raise ArgumentError(say("economics.same_group", value=harmed))
        self.harming, self.harmed = groups[harming], groups[harmed]
        rows = len(self.harming.rents) - 1
        check_whole(0, len(self.harmed.rents) - 1, built=built)
        check_number(0, 100, percent=percent)
        check_whole(1, rows, first=first)
        check_whole(1, 100, rounds=rounds)
        check_whole(1, 7, visitors=visitors)
        self.built, self.percent, self.first, self.rounds, self.visitors = built, percent, first, rounds, visitors

    @property
    def levels(self) -> range:
        """Return the numbers of rows that can be built; the last one is the hotel.

        Example:
            >>> list(pair.levels)
            [0, 1, 2, 3, 4, 5]
        """
        return range(len(self.harming.rents))

    @cached_property
    def rents(self) -> tuple[float, ...]:
        """Return the rents of the harming group by number of rows.

        Example:
            >>> [round(rent) for rent in pair.rents]
            [174, 435, 1247, 3340, 4154, 4968]
        """
        return tuple(self.visitors * x for x in _rents(self.edition, self.harming.id, self.rounds))

    @cached_property
    def profits(self) -> tuple[float, ...]:
        """Return rents less the cost of the buildings, by number of rows.

        Example:
            >>> [round(profit, 1) for profit in pair.profits][:3]
            [174.2, -14.5, 347.1]
        """
        row = self.harming.cost * self.harming.sites
        return tuple(rent - n * row for n, rent in enumerate(self.rents))

    @cached_property
    def damages(self) -> tuple[float, ...]:
        """Return what the other owner loses, by number of rows on the harming group.

        Example:
            >>> [round(damage, 1) for damage in pair.damages][3:]
            [0.0, 550.3, 1100.5]
        """
        rents = self.visitors * _rents(self.edition, self.harmed.id, self.rounds)[self.built]
        return tuple(rents * min(self.percent * self._harmful(n), 100) / 100 for n in self.levels)

    @property
    def both(self) -> tuple[float, ...]:
        """Return the profits less the damage, by number of rows: what counts for both owners together.

        Example:
            >>> [round(sum_) for sum_ in pair.both][2:]
            [347, 1990, 1804, 1618]
        """
        return tuple(profit - damage for profit, damage in zip(self.profits, self.damages))

    @property
    def private(self) -> int:
        """Return the number of rows that is best for the owner who builds, the lowest of several.

        Example:
            >>> pair.private
            5
        """
        return _best(self.profits)

    @property
    def best(self) -> int:
        """Return the number of rows that is best for both owners together, and for one owner of both groups.

        Example:
            >>> pair.best
            3
        """
        return _best(self.both)

    @property
    def waste(self) -> float:
        """Return what both owners together lose by the private choice.

        Example:
            >>> round(pair.waste, 1)
            372.5
        """
        return self.both[self.best] - self.both[self.private]

    def deal(self, right: str = HARMING, cost: float = 0) -> Deal:
        """Return what the owners agree on, with the range in which the payment lies.

        Args:
            right: Who decides without a deal: "harming", who may build what they want, or "harmed", whose rents may
                not be damaged.
            cost: What it costs to strike a deal, for both together.

        Returns:
            Rows before and after, and the lowest and highest payment; no deal if it brings less than it costs.

        Raises:
            ArgumentError: For another right, or a cost below 0.

        Example:
            >>> found = pair.deal("harming")
            >>> found.before, found.level, round(found.least, 1), round(found.most, 1)
            (5, 3, 728.0, 1100.5)
        """
        if right not in RIGHTS:
            raise ArgumentError(say("economics.no_right", value=quoted(right), known=", ".join(RIGHTS)))
        check_number(0, MOST, cost=cost)
        before = self.private
        if right == HARMED:
            harmless = [n for n in self.levels if self.damages[n] == 0]
            before = max(harmless, key=lambda n: (self.profits[n], -n))
        gain = self.both[self.best] - self.both[before] - cost
        if self.best == before or gain <= 0:
            return Deal(before, before, 0, 0, 0)
        profit = self.profits[self.best] - self.profits[before]
        damage = self.damages[self.best] - self.damages[before]
        least, most = (-profit, -damage) if right == HARMING else (damage, profit)
        return Deal(before, self.best, least, most, gain)

    def chosen(self, tax: float) -> int:
        """Return the number of rows that the owner builds under a tax on each harmful row.

        Args:
            tax: Money for each harmful row, to the treasury.

        Returns:
            The lowest of several numbers that are as good.

        Raises:
            ArgumentError: For a tax below 0.

        Example:
            >>> [pair.chosen(tax) for tax in (0, 363, 365, 550)]
            [5, 5, 3, 3]
        """
        check_number(0, MOST, tax=tax)
        return _best([profit - tax * self._harmful(n) for n, profit in enumerate(self.profits)])

    def least_tax(self) -> float:
        """Return the lowest tax on a harmful row at which the owner builds no more than is best for both.

        Returns:
            Money for each harmful row; a tax as high as the damage of a row is always enough.

        Example:
            >>> round(pair.least_tax())
            364
        """
        best = self.best
        steps = [
            (self.profits[n] - self.profits[best]) / (self._harmful(n) - self._harmful(best))
            for n in self.levels
            if self._harmful(n) > self._harmful(best)
        ]
        return max([0.0, *steps])

    def switch(self) -> float:
        """Return the percent a harmful row above which another number of rows than the private choice is best.

        Returns:
            Percent of the damaged rents; infinity if the private choice harms nobody at any rate.

        Example:
            >>> round(pair.switch(), 1)
            13.2
        """
        rents = self.visitors * _rents(self.edition, self.harmed.id, self.rounds)[self.built]
        n = self.private
        points = [
            100 * (self.profits[n] - self.profits[m]) / (rents * (self._harmful(n) - self._harmful(m)))
            for m in self.levels
            if self._harmful(m) < self._harmful(n)
        ]
        return min(points, default=float("inf"))

    def play(self, level: int, games: int = 100, seed: int = 1, blocks: int = 20) -> dict[str, Interval]:
        """Return what visitors pay to both owners in games under the rule `damage`, in which nobody buys or builds.

        Args:
            level: Rows on the harming group.
            games: Games of each block.
            seed: Seed of the first block; the next ones follow.
            blocks: Means of blocks that the intervals are made of, two at least.

        Returns:
            By group the mean of a game with its 95 % interval.

        Raises:
            ArgumentError: For another number of rows, and for fewer than two blocks.

        Example:
            >>> found = pair.play(3, games=20)
            >>> list(found), bool(found["red"].low < 3340 < found["red"].high)
            (['red', 'orange'], True)
        """
        check_whole(0, self.levels[-1], level=level)
        check_whole(2, MOST_BLOCKS, blocks=blocks)
        sites = {each.id: [self.edition.spaces[q].id for q in each.spaces] for each in self.edition.groups}
        owners = {"Ann": sites[self.harming.id], "Bo": sites[self.harmed.id]}
        names = ["Ann", "Bo", *(f"visitor {n + 1}" for n in range(self.visitors))]
        built = dict.fromkeys(owners["Ann"], "hotel" if level == self.levels[-1] else level)
        damage = {
            "damage": {self.harmed.id: self.harming.id},
            "damage.percent": self.percent,
            "damage.from": self.first,
        }
        built |= dict.fromkeys(owners["Bo"], self.built)
        game = game_of_rents(self.edition, names, owners, built, {**damage, "rounds": self.rounds}, seed)
        found: dict[str, list[float]] = {self.harming.id: [], self.harmed.id: []}
        for n in range(blocks):
            paid = simulate(game, games=games, seed=seed + n, progress=False).spending
            visitors = paid[(paid["cause"] == "rent") & paid["player"].isin(names[2:])]
            for group, means in found.items():
                means.append(float(visitors[visitors["deed"].isin(sites[group])]["per_game"].sum()))
        return {group: mean_of_few(means) for group, means in found.items()}

    def _harmful(self, n: int) -> int:
        return max(n - self.first + 1, 0)


def _best(values: tuple[float, ...] | list[float]) -> int:
    """Return the place of the highest value, the first of several."""
    return max(range(len(values)), key=lambda n: (round(values[n], 9), -n))


@lru_cache(maxsize=64)
def _rents(edition: Edition, group: str, rounds: int) -> tuple[float, ...]:
    """Return the rents of a group by number of rows that one visitor pays in the next rounds, from GO."""
    chain = _chain(edition)
    spaces = next(each.spaces for each in chain.edition.groups if each.id == group)
    levels = [level for level in levels_of(chain, spaces[0]) if level != 0]
    return tuple(chain.rent(group, level, "turn", start="go", throws=rounds) for level in levels)


@lru_cache(maxsize=8)
def _chain(edition: Edition) -> Chain:
    return Chain(edition)
