"""`thinker`: a player that tries every choice by playing on from the position, and takes the best.

    game = ml.Game("classic_us", {"Ann": None, "Bo": ml.thinker(games=64)})

It does what the strategy does that it takes the others for, unless another choice wins clearly more often
when the game is played on with that strategy in every seat, with the same luck for every choice: one step of
policy improvement (G. Tesauro and G. R. Galperin, "On-line policy improvement using Monte-Carlo search",
Advances in Neural Information Processing Systems 9, 1996). The luck is its own, so it sees nothing of what is
to come in the game it plays.
"""

from typing import TYPE_CHECKING

import numpy as np

from monopoly_lab.batch import notes
from monopoly_lab.batch.block import Array, Start
from monopoly_lab.batch.blocks import is_compiled, play_block
from monopoly_lab.batch.many import COMPILED_FROM
from monopoly_lab.errors import ExperimentError
from monopoly_lab.experiments.blocks import checked_games
from monopoly_lab.experiments.deciding import NOTHING, after, usual_choices
from monopoly_lab.experiments.intervals import mean, z_of
from monopoly_lab.experiments.plan import USUAL, plan_of
from monopoly_lab.messages import say

if TYPE_CHECKING:
    from monopoly_lab.game.game import Game
    from monopoly_lab.game.view import View

ACTS = ("build", "redeem")
LUCK = ("roll", "draw", "reel", "deal")
SURE = 1.5  # standard errors by which a choice has to be better than the usual one
OWN_LUCK = 2**62  # numbers of games that nobody else plays


class Thinker:
    """See `thinker`; called with a view it answers, `act` is asked before each throw."""

    __name__ = "thinker"

    def __init__(self, games: int, rounds: int | None, seed: int, others: str) -> None:
        self.games, self.rounds, self.seed, self.others = games, rounds, seed, others

    def __call__(self, view: "View") -> str:
        game = view.imagined()
        usual = self.usual(game, view.player)
        return self.best(game, view.player, [usual, *(text for text in usual_choices(game) if ":" not in text)])

    def act(self, view: "View") -> str | None:
        """The best act before a throw, or None; others than the usual one only in the player's own turn."""
        game = view.imagined()
        usual = self.usual(game, view.player)
        acts = [usual]
        if game.state.current_player == view.player:
            acts += [text for text in usual_choices(game) if text.startswith(ACTS) or text == NOTHING]
        best = self.best(game, view.player, acts)
        return None if best == NOTHING else best

    def usual(self, game: "Game", player: str) -> str:
        """What the strategy it takes the others for would do in its place; NOTHING before a throw it lets fall."""
        known = game.answered
        played = game.fork(players={**dict.fromkeys(game.players), player: self.others})
        played.advance()
        text = played.answers[-1] if played.answered > known else NOTHING
        return NOTHING if text.startswith(LUCK) else text

    def best(self, game: "Game", player: str, choices: list[str]) -> str:
        """The first choice, or the one that wins clearly more often: by more than `SURE` standard errors."""
        choices = list(dict.fromkeys(choices))
        if len(choices) < 2:
            return choices[0]
        players = dict.fromkeys(game.players, self.others)
        won = [self._won(after(game, text).fork(players=players), player) for text in choices]
        found = [mean(int(d.sum()), int((d * d).sum()) + 1, self.games + 2) for d in (each - won[0] for each in won)]
        gains = [interval.value / (interval.half / z_of(0.95)) for interval in found]
        best = max(range(1, len(choices)), key=gains.__getitem__)
        return choices[best] if gains[best] > SURE else choices[0]

    def _won(self, game: "Game", player: str) -> Array:
        """1 for each game played on from there that the player has won, or leads where it is stopped."""
        start: Start = plan_of(game, None, None, self.rounds, may_be_over=True).start
        first = OWN_LUCK + game.round * self.games
        compiled = is_compiled(self.games, None, min(COMPILED_FROM, self.games))
        rows = play_block(start, self.seed, first, self.games, compiled).rows
        p, seats = game.players.index(player), len(game.players)
        if self.rounds is None:
            return (rows[:, notes.WINNER] == p).astype(np.int64)
        return (rows[:, notes.WORTHS : notes.WORTHS + seats].argmax(1) == p).astype(np.int64)

    def __repr__(self) -> str:
        return f"thinker(games={self.games})"


def thinker(games: int = 64, *, rounds: int | None = None, seed: int = 1, others: str = USUAL) -> Thinker:
    """A strong player: plays on `games` times after each choice, and takes one that wins clearly more often.

    `rounds` looks only so far ahead and then counts who is worth most; `others` is the strategy it takes every
    player for. The same position, seed and games give the same choice.
    """
    if not isinstance(others, str):
        raise ExperimentError(say("experiment.unknown_others", value=repr(others)))
    return Thinker(checked_games(games), rounds, seed, others)
