"""What a scenario promises of many games: shares, each between two ends, in per cent.

[play]
games = 300
seed = 1                              # 1 if left out
rounds = 30                           # each game stops after so many; played to the end if left out
wins = {Upper = [70, 85]}             # per cent of the games that are won
bankrupt = {Poor = [60, 100]}         # per cent of the games in which the player goes bankrupt
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from monopoly_lab.game.start.problems import Problems, shown

SHARES = ("wins", "bankrupt")
KEYS = ("games", "seed", "rounds", *SHARES)
MOST_GAMES = 100_000
MOST_ROUNDS = 10_000
MOST_SEED = 2**31 - 1


@dataclass(frozen=True)
class Promised:
    """`shares` by what is counted and player: the least and the most, in per cent. No games: nothing is promised."""

    games: int = 0
    seed: int = 1
    rounds: int = 0
    shares: Mapping[tuple[str, str], tuple[float, float]] = field(default_factory=dict)


def read_promised(value: object, players: Collection[str], problems: Problems) -> Promised:
    """The table; every problem is noted."""
    table = problems.table("play", value)
    if not table:
        return Promised()
    problems.unknown_keys("play", table, KEYS)
    if "games" not in table:
        problems.note("play.games", "missing_key", value="games")
    games = problems.number("play.games", table.get("games", 1), 1, MOST_GAMES) or 0
    seed = problems.number("play.seed", table.get("seed", 1), 0, MOST_SEED) or 0
    rounds = problems.number("play.rounds", table.get("rounds", 0), 0, MOST_ROUNDS) or 0
    shares = {}
    for key in SHARES:
        entries = problems.table(f"play.{key}", table.get(key, {}))
        problems.unknown_keys(f"play.{key}", entries, players)
        for player, ends in entries.items():
            found = _ends(ends)
            if found is None:
                problems.note(f"play.{key}.{player}", "not_ends", value=shown(ends))
            else:
                shares[key, player] = found
    return Promised(games, seed, rounds, shares)


def _ends(value: Any) -> tuple[float, float] | None:
    """Two numbers from 0 to 100, the first not above the second."""
    if not isinstance(value, list) or len(value) != 2:
        return None
    if any(isinstance(end, bool) or not isinstance(end, int | float) for end in value):
        return None
    return (float(value[0]), float(value[1])) if 0 <= value[0] <= value[1] <= 100 else None
