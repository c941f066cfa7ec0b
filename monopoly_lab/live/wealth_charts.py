"""Wealth of a class that plays games: worth by round, Gini and Lorenz curve, each with a sentence on what is seen."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import lru_cache

import numpy as np

from monopoly_lab.common.messages import decimal, percent
from monopoly_lab.live import page_blocks as blocks
from monopoly_lab.live.live_game import LiveGame
from monopoly_lab.live.page_blocks import Block, Blocks
from monopoly_lab.measures.confidence_intervals import mean_of_few
from monopoly_lab.measures.histogram_columns import columns
from monopoly_lab.measures.inequality import gini, lorenz
from monopoly_lab.widgets.player_panel import worth_unit

GINI_AXIS = 0.1  # at least: where all begin with the same, the first differences are tiny
RENT = "rent"  # cause of payments
Worths = dict[tuple[int, str], float]  # by number of the game and player


class WealthOfClass:
    """What all players of the games of a class are worth.

    Args:
        games: The games.
        roles: Players of the scenario, who have a line each; for none, the richest, the middle and the poorest have.
        say: Returns a message of the activity.
        lang: Language of the numbers.
    """

    def __init__(self, games: Sequence[LiveGame], roles: Sequence[str], say: Callable[..., str], lang: str) -> None:
        self.games, self.roles, self.say, self.lang = games, roles, say, lang
        self.last_round = max(1, *(round_ for game in games for round_, _ in game.worths))  # begun in one of the games

    def worths_at(self, number: int) -> Worths:
        """Return the worth of all players at the beginning of a round; from the last round on, what it is now."""
        worths: Worths = {}
        for n, game in enumerate(self.games):
            known = [worth for round_, worth in game.worths if round_ <= number] or [game.worths[0][1]]
            is_now = number >= self.last_round
            then = {player: game.worth(player) for player in game.game.players} if is_now else known[-1]
            worths |= {(n, player): float(worth) for player, worth in then.items()}
        return worths

    def worths_by_game(self, worths: Worths) -> list[list[float]]:
        """Return the worths of each game by themselves; only of games in which somebody has something."""
        games: dict[int, list[float]] = defaultdict(list)
        for (n, _), worth in worths.items():
            games[n].append(worth)
        return [each for each in games.values() if sum(each) > 0]

    def mean_gini(self, worths: Worths) -> float | None:
        """Return the Gini coefficient within a game, the mean over the games; None where nobody has anything."""
        ginis = [_gini(tuple(each)) for each in self.worths_by_game(worths)]
        return sum(ginis) / len(ginis) if ginis else None

    def charts(self, marks: Sequence[Block]) -> Blocks:
        """Return worth by round, and how unequal games are: Gini by round, Lorenz curves of start and now.

        Both are of the players of a game, who alone play for the same money: a mean over the games. The Gini
        coefficient of the mean curve is the mean of those of the games.

        Args:
            marks: Upright lines in the charts over rounds.
        """
        by_round = [
            (0, self.worths_at(0)),
            *((rounds_over(n), self.worths_at(n)) for n in range(2, max(2, self.last_round) + 1)),
        ]
        start, now = self.worths_by_game(self.worths_at(0)), self.worths_by_game(self.worths_at(self.last_round))
        across, worths = self.say("axis_round"), self._series(by_round)
        unit = worth_unit(self.games[0].game, self.lang)
        axis = self.say("axis_worth", unit=unit)
        page = {"worths": blocks.lines(worths, across, axis, marks, title=self._who_has_most(worths))}
        curves = [  # the start in front: where nothing has changed, both are seen
            blocks.line(self.say("now"), mean_lorenz(now), color=1),
            blocks.line(self.say("at_start"), mean_lorenz(start), color=2, dashed=True),
        ]
        halves = [of_poorer_half(each) for each in now]
        half = self.say("finding_lorenz", share=percent(sum(halves) / max(1, len(halves)), 0, self.lang))
        axes = self.say("axis_people"), self.say("axis_wealth")
        page["lorenz"] = blocks.lines(curves, *axes, diagonal=self.say("equality"), title=half)
        found_by_round = ((number, self.mean_gini(worths)) for number, worths in by_round)
        ginis = [(number, value) for number, value in found_by_round if value is not None]
        ends = (self.mean_gini(self.worths_at(number)) for number in (0, self.last_round))
        first, last = ("-" if value is None else decimal(value, 2, self.lang) for value in ends)
        said = self.say("finding_gini", first=first, last=last, n=len(self.games))
        page["gini"] = blocks.lines([blocks.line("", ginis)], across, "", marks, title=said, top=GINI_AXIS)
        return page

    def gini_distribution(self, simulated: Sequence[float], axis: str) -> Block:
        """Return the distribution of the Gini coefficients of simulated games, with the games of the class in it."""
        points = [gini(worths) for worths in self.worths_by_game(self.worths_at(self.last_round))]
        bins = columns([*simulated, *points], 0, None)
        counts = columns(simulated, bins[0][0], bins[-1][1])
        shares = [(low, high, 100 * n / len(simulated)) for low, high, n in counts]
        own, usual = mean_of_few(points), decimal(sum(simulated) / len(simulated), 2, self.lang)
        title = self.say("finding_among", own=own.format_estimate(2, self.lang), simulated=usual)
        x = self.say("axis_gini")
        return blocks.histogram(
            shares, lambda value: decimal(value, 2, self.lang), points=points, x=x, y=axis, title=title
        )

    def _who_has_most(self, series: Sequence[Block]) -> str:
        """Return who has most and who has least now, as a sentence."""
        ranked = sorted(((line["points"][-1][1], line["label"]) for line in series), reverse=True)
        (most, best), (least, last) = ranked[0], ranked[-1]
        key = "finding_roles" if self.roles else "finding_worths"
        if not self.roles:  # the lines are in order, also where two of them end at the same worth
            best, last = series[0]["label"], series[-1]["label"]
        money = self.games[0].game.edition.money
        amounts = [money.grouped(worth, self.lang) for worth in (most, least)]
        return self.say(key, best=best, last=last, most=amounts[0], least=amounts[1])

    def _series(self, by_round: Sequence[tuple[int, Worths]]) -> list[Block]:
        """Return a line for each role of a scenario, its mean over the games; else richest, middle and poorest."""
        points: dict[str, list[tuple[float, float]]] = defaultdict(list)
        for number, worths in by_round:
            for role in self.roles:
                mine = [worth for (_, player), worth in worths.items() if player == role]
                points[role].append((number, sum(mine) / len(mine)))
            if not self.roles:
                ranked = sorted(worths.values())
                for key, at in (("richest", -1), ("middle", len(ranked) // 2), ("poorest", 0)):
                    points[self.say(key)].append((number, ranked[at]))
        return [blocks.line(label, line) for label, line in points.items()]


def of_poorer_half(worths: Sequence[float]) -> float:
    """Return the share of all wealth that the poorer half has; of an odd number, without the one in the middle.

    >>> of_poorer_half([100, 300])
    0.25
    """
    total = sum(worths)
    return sum(sorted(worths)[: len(worths) // 2]) / total if total else 0.0


def mean_lorenz(games: Sequence[Sequence[float]]) -> list[tuple[float, float]]:
    """Return the Lorenz curve of a mean game: at each share of its players, the mean share of wealth.

    The Gini coefficient of the mean curve is the mean of those of the games.

    >>> [(float(x), float(y)) for x, y in mean_lorenz([[100, 300], [0, 200]])]
    [(0.0, 0.0), (0.5, 0.125), (1.0, 1.0)]
    """
    curves = [_lorenz(tuple(each)) for each in games]
    people = sorted({x for curve in curves for x, _ in curve})
    heights = [np.interp(people, [x for x, _ in curve], [y for _, y in curve]) for curve in curves]
    return list(zip(people, np.mean(heights, axis=0).tolist())) if curves else []


def rounds_over(number: int) -> int:
    """Return how many rounds are over at the beginning of a round."""
    return number - 1


@lru_cache(maxsize=4096)  # the games of a lecture hall, by round: what is past is asked for after each act
def _gini(values: tuple[float, ...]) -> float:
    return gini(values)


@lru_cache(maxsize=64)
def _lorenz(values: tuple[float, ...]) -> list[tuple[float, float]]:
    return list(zip(*(lorenz(values)[axis].tolist() for axis in ("people", "wealth"))))


def rents(game: LiveGame, player: str) -> tuple[int, int]:
    """Return the rents that a player has received and paid in a game."""
    rents_paid = [each for each in game.game.payments() if each.cause == RENT]
    return (
        sum(each.amount for each in rents_paid if each.payee == player),
        sum(each.amount for each in rents_paid if each.payer == player),
    )
