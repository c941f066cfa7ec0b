"""Review the decisions of a class: those that differ most from what a player who looks ahead would have done.

Each position is played on after both choices, with the same luck. The decisions with the largest differences are then
played again, many times and with other luck: having been picked for their size does not make them larger.
"""

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from monopoly_lab.common.errors import MonopolyLabError
from monopoly_lab.game.game import Game
from monopoly_lab.game.player_view import View
from monopoly_lab.measures.confidence_intervals import Interval
from monopoly_lab.notation.nodes import NOTHING, Chance

if TYPE_CHECKING:
    from monopoly_lab.experiments import Comparison

EXAMINED = 600  # decisions at most, drawn by lot: under a minute on one slow core
THOUGHT = 64  # games after each choice that `thinker` tries
FIRST = 200  # games after both choices, to see which decisions are played on anew
CANDIDATES = 40
GAMES = 2_000  # games after both choices of a candidate
MOST = 20  # decisions that are shown
CONFIDENCE = 0.95  # of all intervals together


class Made(NamedTuple):
    """A decision of a person: the game, how many answers it had, who decided; `is_throw`: the dice and nothing else."""

    game: Game
    answered: int
    player: str
    is_throw: bool


class Reviewed(NamedTuple):
    """A decision beside that of `thinker`: what the choice of the person brings more, as a share of games won."""

    number: int  # of the game
    round: int
    player: str
    position: Game
    chosen: str
    thinkers: str
    difference: Interval


class Review(NamedTuple):
    """The decisions that differ for certain, the largest difference first; how many were examined, of how many."""

    rows: tuple[Reviewed, ...]
    examined: int
    made: int


def review(games: Sequence[tuple[Sequence[Made], int]], seed: int) -> Review:
    """Return the decisions of a class that differ most from those of `thinker`.

    Args:
        games: For each game, the decisions of its persons, and the round after which the richest wins; 0 for none.
        seed: Seed of the luck; that of the games themselves does not come again.
    """
    made = [(number, each, rounds) for number, (all_, rounds) in enumerate(games, 1) for each in all_]
    drawn = random.Random(f"{seed}/review").sample(made, min(len(made), EXAMINED))
    looked = [found for each in drawn if (found := _looked_at(*each, seed)) is not None]
    looked.sort(key=lambda each: -abs(each.difference.value))
    turns: dict[tuple[object, ...], Reviewed] = {}
    for each in looked:  # of several decisions in a turn, the one that matters most
        turns.setdefault((each.number, each.round, each.player), each)
    candidates = list(turns.values())[:CANDIDATES]
    level = 1 - (1 - CONFIDENCE) / max(len(candidates), 1)
    sure = [each._replace(difference=_difference(each, GAMES, seed + 2, level)) for each in candidates]
    sure = [each for each in sure if not each.difference.low <= 0 <= each.difference.high]
    sure.sort(key=lambda each: -abs(each.difference.value))
    return Review(tuple(sure[:MOST]), len(drawn), len(made))


def _looked_at(number: int, decision: Made, rounds: int, seed: int) -> Reviewed | None:
    """Return a first look at a decision; None if `thinker` does the same, or if there is nothing to compare."""
    from monopoly_lab.experiments.decision import decider  # with pandas: a class begins in half the time without it

    with suppress(MonopolyLabError):  # an edition whose games nothing can end early, a choice that others undo
        position = _position(decision, rounds)
        if position.over or decider(position) != decision.player:
            return None
        chosen = NOTHING if decision.is_throw else decision.game.answers[decision.answered]
        thought = _thinker_choice(position, decision.player, seed)
        if thought != chosen:
            reviewed = Reviewed(number, position.round, decision.player, position, chosen, thought, Interval(0, 0, 0))
            return reviewed._replace(difference=_difference(reviewed, FIRST, seed + 1, CONFIDENCE))
    return None


def _position(decision: Made, rounds: int) -> Game:
    """Return the game as it was before a decision, won by the richest after so many rounds."""
    game = decision.game.fork().go_to(decision.answered)
    return game.fork(options={"rounds": rounds}) if rounds else game


def _thinker_choice(position: Game, player: str, seed: int) -> str:
    """Return what `thinker` does."""
    from monopoly_lab.experiments import thinker
    from monopoly_lab.experiments.plan import BEST

    thinking, view = thinker(games=THOUGHT, seed=seed, others=BEST), View(position, player)
    if isinstance(position.node, Chance):
        return thinking.act(view) or NOTHING
    return thinking(view)


def _difference(reviewed: Reviewed, games: int, seed: int, level: float) -> Interval:
    from monopoly_lab.experiments import decide
    from monopoly_lab.experiments.plan import BEST

    choices = [reviewed.chosen, reviewed.thinkers]
    played: Comparison = decide(
        reviewed.position, choices, games=games, confidence=level, seed=seed, progress=False, others=BEST
    )
    return played.difference(reviewed.chosen, reviewed.thinkers)


def renaming(text: str, names: Mapping[str, str]) -> str:
    """Return a text with other names of players, where they stand as words.

    >>> renaming("Trade with Bo: 50 for Boardwalk", {"Bo": "Player 2"})
    'Trade with Player 2: 50 for Boardwalk'
    """
    known = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    return re.sub(rf"(?<!\w)(?:{known})(?!\w)", lambda found: names[found[0]], text)


def rows_of(result: Review) -> Iterator[dict[str, object]]:
    """Yield the decisions as rows of a table."""
    for each in result.rows:
        yield {
            "game": each.number,
            "round": each.round,
            "player": each.player,
            "chosen": each.chosen,
            "thinker": each.thinkers,
            "difference": each.difference.value,
            "low": each.difference.low,
            "high": each.difference.high,
        }
