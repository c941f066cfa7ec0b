"""What rules bring that a class votes on: who is in a run-off, and what simulated games say of each rule."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from monopoly_lab.economics.repeated_games import luck_of
from monopoly_lab.experiments import simulate
from monopoly_lab.game.game import Game
from monopoly_lab.measures.confidence_intervals import Interval, mean_of_few, mean_of_strata
from monopoly_lab.measures.inequality import gini


class Rule(NamedTuple):
    """What can be voted for: options of the game, and the values that its sentence names."""

    options: Mapping[str, object]
    values: Mapping[str, int]  # `amount` is a sum of money


class Outlook(NamedTuple):
    """What simulated games under one rule end with, by the position from which they went on: each game by itself."""

    ginis: tuple[tuple[float, ...], ...]  # Gini coefficients, by position
    worths: tuple[tuple[float, ...], ...]  # means over the players of a game, by position

    @property
    def gini(self) -> Interval:
        """Return the mean of the Gini coefficients."""
        return mean_of_strata(self.ginis)

    @property
    def worth(self) -> Interval:
        """Return the mean worth."""
        return mean_of_strata(self.worths)


def has_moved(game: Game) -> bool:
    """Return True if somebody has moved in the round of a game: it is played to its end under the rules before."""
    return not game.answered or game.rounds().get(game.round) != game.answered


def last_round(game: Game, rounds: int, is_old: bool = False) -> int:
    """Return the round after which a game ends that plays so many whole rounds more.

    Args:
        game: The game.
        rounds: Rounds.
        is_old: The round that stands is played to its end first, in any case: rooms of earlier versions did so.
    """
    return game.round + rounds - (0 if is_old or has_moved(game) else 1)


def under(game: Game, rule: Rule, is_old: bool = False) -> Game:
    """Return a game that goes on under a rule: from the first round on in which nobody has moved.

    The rule is planned before the answer that began the round, so buildings that stand remain.

    Args:
        game: The game.
        rule: The rule.
        is_old: The rule holds from the next round on, in any case: that of rooms of earlier versions.

    Raises:
        OptionError: For a rule that the game cannot take.
    """
    new = game.fork()
    if not rule.options:
        return new
    if is_old or has_moved(game):
        return new.fork(options={"changes": [{"round": game.round + 1, "options": dict(rule.options)}]})
    new = new.go_to(game.answered - 1).fork(options={"changes": [{"round": game.round, "options": dict(rule.options)}]})
    new.take(game.answers[-1])
    return new


def leading(votes: Mapping[int, str], seed: int) -> list[str]:
    """Return the two rules with most votes, the first one first; among equally many a lot decides.

    >>> leading({0: "income", 1: "income", 2: "keep"}, 7)
    ['income', 'keep']
    """
    counted = Counter(votes.values())
    order = sorted(counted)
    luck_of(seed, "runoff").shuffle(order)
    return sorted(order, key=lambda rule: -counted[rule])[:2]


def has_majority(votes: Mapping[int, str]) -> bool:
    """Return True if a rule has more than half of the votes.

    >>> has_majority({0: "income", 1: "income", 2: "keep"}), has_majority({0: "income", 1: "keep"})
    (True, False)
    """
    return bool(votes) and 2 * max(Counter(votes.values()).values()) > len(votes)


def outlooks(
    positions: Sequence[Game], rules: Mapping[str, Rule], rounds: int, games: int, seed: int, is_old: bool = False
) -> dict[str, Outlook]:
    """Return what each rule brings: all positions count alike, and all rules meet the same luck."""
    games = max(2, games // len(positions))
    found = {}
    for name, rule in rules.items():
        ginis, worths = [], []
        for number, position in enumerate(positions):
            options = {"rounds": last_round(position, rounds, is_old)}
            played = simulate(
                under(position, rule, is_old),
                games=games,
                seed=seed + number,
                options=options,
                progress=False,
                keep=True,
            )
            ends = played.rows.filter(regex="^worth_").to_numpy(float)
            ginis.append(tuple(gini(each) for each in ends))
            worths.append(tuple(ends.mean(axis=1).tolist()))
        found[name] = Outlook(tuple(ginis), tuple(worths))
    return found


def gains(
    positions: Sequence[Game], one: Rule, other: Rule, rounds: int, games: int, seed: int, is_old: bool = False
) -> list[dict[str, int]]:
    """Return for each position who ends with more under one rule than under another: 1, -1, or 0 if it is not clear.

    Both rules meet the same luck, so each pair of games is one difference; clear is one whose interval (95 %) is all
    above or all below 0.
    """
    found = []
    for number, position in enumerate(positions):
        worths = [
            simulate(
                under(position, rule, is_old),
                games=max(2, games // len(positions)),
                seed=seed + number,
                options={"rounds": last_round(position, rounds, is_old)},
                progress=False,
                keep=True,
            ).rows
            for rule in (one, other)
        ]
        signs = {}
        for player in position.players:
            mean = mean_of_few((worths[0][f"worth_{player}"] - worths[1][f"worth_{player}"]).astype(float).tolist())
            signs[player] = int(mean.low > 0) - int(mean.high < 0)
        found.append(signs)
    return found
