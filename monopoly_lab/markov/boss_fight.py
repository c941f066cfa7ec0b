"""A fight with a boss: chances, expected points, spread, when to stop.

The endings and their weights are derived from the rules (`boss_fight_solution`), exactly; this module asks the
questions. Points are those of the scoring; a coin counts at the rate of the scoring, or at what it is
worth to a player who could spend it otherwise.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from monopoly_lab.common.argument_checks import check_arguments
from monopoly_lab.common.errors import ChainError
from monopoly_lab.common.lazy_imports import pd
from monopoly_lab.common.messages import say
from monopoly_lab.common.validation_errors import hint
from monopoly_lab.constants import action, node
from monopoly_lab.editions import Edition
from monopoly_lab.editions.components import Boss
from monopoly_lab.editions.rule_changes import without
from monopoly_lab.markov import boss_fight_solution
from monopoly_lab.markov.boss_fight_solution import BEST, FIGHT, NOBODY, PASS, Duel, Endings, Plan, Value, mean
from monopoly_lab.markov.chain_setup import edition_of
from monopoly_lab.rules import State

if TYPE_CHECKING:
    from monopoly_lab.game.game import Game


@check_arguments
class BossFight:
    """A fight with a boss as an absorbing Markov chain, derived from the rules.

    A state of the chain says who is asked next and how many coins each player has. Every ending (a player beats the
    boss with some number of points, or the boss escapes) is an absorbing state.

    Args:
        at: A `Game` that waits for a player to fight or pass; or an edition (id, path or `Edition`), and then `boss`
            and `coins`.
        boss: The boss, by id or name; needed with an edition.
        coins: Coins of the players in the order in which they are asked: a mapping by name, or a list.
        plans: By player: "fight" while the price can be paid (the default), "pass", "best" for the largest own expected
            points, a number of coins to keep, or a function from the coins in hand to "fight" or "pass".
        worth: Points of a coin, or a function from the coins of a player to points; the rate of the scoring if left
            out.
        options: Rule options by key.

    Raises:
        ChainError: If there is no such fight.

    Example:
        >>> fight = ml.BossFight("gamer", boss="bowser", coins={"Ann": 12, "Bo": 8})
        >>> round(float(fight.chances().sum()), 6)
        1.0
    """

    def __init__(
        self,
        at: "str | Path | Edition | Game",
        boss: str = "",
        coins: Mapping[str, int] | Sequence[int] = (),
        plans: Mapping[str, Plan] | None = None,
        worth: Value = None,
        options: Mapping[str, object] | None = None,
    ) -> None:
        edition, given = edition_of(at)
        self.options = given | dict(options or {})
        self.edition = edition.in_play(self.options)
        self.tables = edition.first_tables(without(self.options))
        if isinstance(at, str | Path | Edition):
            purses = boss_fight_solution.named_purses(coins)
            self.players = tuple(purses)
            self._open = boss_fight_solution.opening(self.edition, self.tables, boss, len(purses))
            self._first = boss_fight_solution.fight_position(self._open, self.tables, dict(enumerate(purses.values())))
        else:
            self.players = at.players
            self._open = boss_fight_solution.position_of(at)
            self._first = boss_fight_solution.fight_position(self._open, self.tables, {})
        self.boss: Boss = self.edition.bosses[self._open.boss]
        if not self.boss.price:
            raise ChainError(say("fight.no_price", boss=self.boss.name))
        self._worth = boss_fight_solution.worth_of(self.tables, worth)
        self.coin_worth = None if callable(worth) else self._worth(1)
        self.plans: dict[str, Plan] = dict.fromkeys(self.players, FIGHT) | dict(plans or {})
        self._duel = self._duel_with_plans(self.plans)

    def __repr__(self) -> str:
        return f"BossFight({self.boss.id!r}, {self.coins})"

    @property
    def coins(self) -> dict[str, int]:
        """Return the coins of each player before the fight."""
        return {name: self._first.cash[p] for p, name in enumerate(self.players)}

    # The whole fight

    @cached_property
    def endings(self) -> Endings:
        """Return the probability of each ending: who wins, with which points, after how many tries of each player."""
        return self._duel.endings(self._first)

    def chances(self, exact: bool = False) -> "pd.Series[Any]":
        """Return the probability that each player beats the boss and that it escapes.

        Args:
            exact: Return Fractions instead of floats.

        Returns:
            Series by player, and the escape; sums to 1.
        """
        found = dict.fromkeys([*range(len(self.players)), NOBODY], Fraction(0))
        for end, share in self.endings.items():
            found[end.winner] += share
        return pd.Series([_number(x, exact) for x in found.values()], index=self._winners, name="chance")

    def results(self, exact: bool = False) -> "pd.DataFrame":
        """Return, by player, the chance to win, expected tries, and mean and variance of the change in points.

        Args:
            exact: Return Fractions instead of floats.

        Returns:
            Table by player.
        """
        rows = [self._measures(self._first, p, exact) for p in range(len(self.players))]
        return pd.DataFrame(rows, index=list(self.players))

    def gains(self, player: str = "") -> "pd.Series[float]":
        """Return the distribution of a player's change in points.

        Args:
            player: Name of a player; the first to be asked if empty.

        Returns:
            Series of probabilities by points, in rising order; sums to 1.
        """
        p = self._seat(player)
        before = self._duel.points(self._first, p)
        found: dict[Fraction, Fraction] = {}
        for end, share in self.endings.items():
            found[end.points[p] - before] = found.get(end.points[p] - before, Fraction(0)) + share
        return pd.Series({float(change): float(found[change]) for change in sorted(found)}, name="probability")

    # One player with more coins or fewer

    def by_coins(self, most: int, player: str = "", exact: bool = False) -> "pd.DataFrame":
        """Return `results` of one player for each number of coins from 0 to `most`.

        Args:
            most: Largest number of coins.
            player: Name of a player; the first to be asked if empty.
            exact: Return Fractions instead of floats.

        Returns:
            Table by number of coins, with the columns of `results`.
        """
        p = self._seat(player)
        purses = [self._purses | {p: k} for k in range(boss_fight_solution.checked_whole(most) + 1)]
        positions = [boss_fight_solution.fight_position(self._open, self.tables, coins) for coins in purses]
        return pd.DataFrame([self._measures(s, p, exact) for s in positions]).rename_axis("coins")

    def stopping(self, most: int, player: str = "", exact: bool = False) -> "pd.DataFrame":
        """Return what each answer is worth to a player, for 0 to `most` coins, by backward induction.

        The other players follow their plans.

        Args:
            most: Largest number of coins.
            player: Name of a player; the first to be asked if empty.
            exact: Return Fractions instead of floats.

        Returns:
            Table of expected changes in points by coins: `once` (try and stop), `fight` (try and continue in the best
            way), `pass`, and `best`: the better answer, "pass" if both are equal or the price cannot be paid.

        References:
            Bellman 1957, Dynamic Programming, chapter III.
        """
        p = self._seat(player)
        name = self.players[p]
        best, once = (self._duel_with_plans(self.plans | {name: plan}) for plan in (BEST, PASS))
        rows = []
        for k in range(boss_fight_solution.checked_whole(most) + 1):
            s = boss_fight_solution.fight_position(self._open, self.tables, self._purses | {p: k}, first=p)
            rows.append(self._stopping_row(best, once, s, p, exact))
        return pd.DataFrame(rows).rename_axis("coins")

    @property
    def hit(self) -> Fraction:
        """Return the probability that one try beats the boss."""
        ways = self._duel.ways(self._lone_position, action.FIGHT)
        ends = [(share, to if isinstance(to, dict) else {}) for share, to in ways]
        wins = [share * x for share, endings in ends for end, x in endings.items() if end.winner != NOBODY]
        return sum(wins, Fraction(0))

    def try_value(self) -> Fraction:
        """Return the expected change in points of a single try by a player who can just pay it, others passing."""
        s = self._lone_position
        once = self._duel_with_plans(dict.fromkeys(self.players, PASS))
        return mean(once.after(s, action.FIGHT), s.actor) - once.points(s, s.actor)

    # Simulation

    def simulate(self, fights: int = 10_000, seed: int = 1) -> "pd.DataFrame":
        """Simulate the fight by the rules with random dice and compare the shares with the exact chances.

        Args:
            fights: Number of fights.
            seed: Seed of the dice.

        Returns:
            Table with the share won, the exact chance, the standard error, and their difference in standard errors
            (`score`).
        """
        counts = dict.fromkeys([*range(len(self.players)), NOBODY], 0)
        for game in range(boss_fight_solution.checked_whole(fights, 1, boss_fight_solution.FIGHTS)):
            counts[self._duel.play(self._first, seed, game).winner] += 1
        table = pd.DataFrame({"share": [n / fights for n in counts.values()]}, index=self._winners)
        table["exact"] = self.chances()
        table["error"] = (table["exact"] * (1 - table["exact"]) / fights) ** 0.5
        table["score"] = ((table["share"] - table["exact"]) / table["error"]).where(table["error"] > 0, 0.0)
        return table

    # Inside

    @property
    def _winners(self) -> list[str]:
        return [*self.players, say("fight.escapes")]

    @property
    def _purses(self) -> dict[int, int]:
        return {p: self._first.cash[p] for p in range(len(self.players))}

    @property
    def _lone_position(self) -> State:
        """Return a position with a player who can pay one try, all others out of the fight."""
        p = self._open.actor
        return boss_fight_solution.fight_position(self._open, self.tables, {p: self.boss.price}, first=p, alone=True)

    def _seat(self, player: str) -> int:
        """Return the seat of a player, of the first to be asked if none is named; ChainError for an unknown one."""
        if not player:
            return int(self._open.actor)
        if player not in self.players:
            raise ChainError(say("fight.unknown_player", value=player) + hint(player, self.players))
        return self.players.index(player)

    def _duel_with_plans(self, plans: Mapping[str, Plan]) -> Duel:
        for name in plans:
            self._seat(name)
        policies = [boss_fight_solution.policy_of(plans[name], self.boss.price) for name in self.players]
        return Duel(self.tables, self.boss.index, self._open.turn, policies, self._worth)

    def _measures(self, s: State, p: int, exact: bool) -> dict[str, Any]:
        """Return chance, tries, points and variance of a seat from a position on."""
        endings, before = self._duel.endings(s), self._duel.points(s, p)
        points = mean(endings, p)
        found = {
            "chance": sum((x for end, x in endings.items() if end.winner == p), Fraction(0)),
            "tries": sum((x * end.tries[p] for end, x in endings.items()), Fraction(0)),
            "points": points - before,
            "variance": sum((x * (end.points[p] - points) ** 2 for end, x in endings.items()), Fraction(0)),
        }
        return {name: _number(x, exact) for name, x in found.items()}

    def _stopping_row(self, best: Duel, once: Duel, s: State, p: int, exact: bool) -> dict[str, Any]:
        """Return a row of `stopping`."""
        before = best.points(s, p)
        if s.node != node.BOSS or s.actor != p:
            passing = mean(best.endings(s), p) - before
            return {"once": None, "fight": None, "pass": _number(passing, exact), "best": PASS}
        several = {
            "once": once.after(s, action.FIGHT),
            "fight": best.after(s, action.FIGHT),
            "pass": best.after(s, action.PASS),
        }
        found = {name: _number(mean(endings, p) - before, exact) for name, endings in several.items()}
        return found | {"best": FIGHT if best.answer(s) == action.FIGHT else PASS}


def boss_fights(
    edition: "str | Path | Edition" = "gamer", coins: Mapping[str, int] | Sequence[int] = (0,), **more: Any
) -> dict[str, BossFight]:
    """Return a fight with each boss in the stack for so many players, by id, from the top; of one alone by default.

    `more` as for `BossFight`.
    """
    base, given = edition_of(edition)
    bosses = base.in_play(given | dict(more.get("options") or {})).bosses
    seats = len(boss_fight_solution.named_purses(coins))
    return {boss.id: BossFight(edition, boss.id, coins, **more) for boss in bosses if seats in boss.players}


def compare_fights(fights: Mapping[str, BossFight], most: int, what: str = "chance") -> "pd.DataFrame":
    """Return a measure of `by_coins` ("chance", "tries", "points", "variance") by coins (row) and boss (column).

    The coins are those of the seat that is asked first.
    """
    return pd.DataFrame({name: fight.by_coins(most)[what] for name, fight in fights.items()})


def _number(x: Fraction, exact: bool) -> Fraction | float:
    return x if exact else float(x)
