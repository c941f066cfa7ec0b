"""`thinker`: a player that tries every choice by playing on from the position, and takes the best.

    game = ml.Game("classic_us", {"Ann": None, "Bo": ml.thinker(games=64)})

It does what a strategy of its own does (`OWN`), unless another choice wins clearly more often when the game is
played on, with the same luck for every choice: one step of policy improvement (G. Tesauro and G. R. Galperin,
"On-line policy improvement using Monte-Carlo search", Advances in Neural Information Processing Systems 9, 1996).
In its own turn it also tries trades that the partner accepts. It takes the strategies at the table for what they
are, persons and functions for `others`. The luck is its own, so it sees nothing of what is to come in the game.
"""

from typing import TYPE_CHECKING

import numpy as np

from monopoly_lab.batch import notes
from monopoly_lab.batch.block import Array, Start
from monopoly_lab.batch.blocks import is_compiled, play_block
from monopoly_lab.batch.many import COMPILED_FROM
from monopoly_lab.batch.warming import ready
from monopoly_lab.errors import ExperimentError
from monopoly_lab.experiments.bargains import bargains
from monopoly_lab.experiments.blocks import checked_games
from monopoly_lab.experiments.deciding import NOTHING, after, usual_choices
from monopoly_lab.experiments.intervals import mean, z_of
from monopoly_lab.experiments.plan import USUAL, plan_of
from monopoly_lab.messages import say
from monopoly_lab.players import Strategy

if TYPE_CHECKING:
    from monopoly_lab.game.game import Game
    from monopoly_lab.game.view import View

ACTS = ("build", "redeem")
LUCK = ("roll", "draw", "reel", "deal")
THOUGHT = ("buy", "jail", "answer")  # kinds of decisions that are worth it; others as usual
SURE = 1.0  # standard errors by which a choice has to be better than the usual one
FEW = 4  # choices; of more, the best after a quarter of the games
OWN_LUCK = 2**62  # numbers of games that nobody else plays
OWN = Strategy("balanced", trade=100, fear=0, rivalry=50)  # of many, what won most against each shipped kind


class Thinker:
    """See `thinker`; called with a view it answers, `act` is asked before each throw."""

    __name__ = "thinker"

    def __init__(self, games: int, rounds: int | None, seed: int, others: str) -> None:
        self.games, self.rounds, self.seed, self.others = games, rounds, seed, others

    def prepare(self) -> None:
        """Compile the rules now, where they will be, so that no answer has to wait for it."""
        if is_compiled(self.games, None, 1):
            ready()

    def __call__(self, view: "View") -> str:
        game = self.imagined(view)
        usual = self.usual(game, view.player)
        if view.kind not in THOUGHT:
            return usual
        return self.best(game, view.player, [usual, *(text for text in usual_choices(game) if ":" not in text)])

    def act(self, view: "View") -> str | None:
        """The best act before a throw, or None; others than the usual one only in the player's own turn."""
        game = self.imagined(view)
        usual = self.usual(game, view.player)
        acts = [usual]
        if game.state.current_player == view.player:
            acts += [text for text in usual_choices(game) if text.startswith(ACTS) or text == NOTHING]
            acts += bargains(game, view.player)
        best = self.best(game, view.player, acts)
        return None if best == NOTHING else best

    def imagined(self, view: "View") -> "Game":
        """The game in thought: a strategy at the table plays as it does, anybody else as `others` does."""
        game = view.imagined()
        for name, who in game.seats.items():
            if name == view.player or who is None:
                game.seat(name, OWN if name == view.player else self.others)
        return game

    def usual(self, game: "Game", player: str) -> str:
        """What the strategy of its own would do; NOTHING before a throw it lets fall."""
        known = game.answered
        played = game.fork(players={name: None for name in game.players if name != player})
        played.advance()
        text = played.answers[-1] if played.answered > known else NOTHING
        return NOTHING if text.startswith(LUCK) else text

    def best(self, game: "Game", player: str, choices: list[str]) -> str:
        """The first choice, or the one that wins clearly more often: by more than `SURE` standard errors."""
        choices = list(dict.fromkeys(choices))
        if len(choices) > FEW:
            gains = self.gains(game, player, choices, max(self.games // 4, 1))
            order = sorted(range(1, len(choices)), key=lambda i: -gains[i])
            choices = [choices[0], *(choices[i] for i in order[: FEW - 1])]
        if len(choices) < 2:
            return choices[0]
        gains = self.gains(game, player, choices, self.games)
        best = max(range(1, len(choices)), key=gains.__getitem__)
        return choices[best] if gains[best] > SURE else choices[0]

    def gains(self, game: "Game", player: str, choices: list[str], games: int) -> list[float]:
        """By how many standard errors each choice wins more often than the first, with the same luck."""
        won = [self._won(after(game, text), player, games) for text in choices]
        found = [mean(int(d.sum()), int((d * d).sum()) + 1, games + 2) for d in (each - won[0] for each in won)]
        return [interval.value / (interval.half / z_of(0.95)) for interval in found]

    def _won(self, game: "Game", player: str, games: int) -> Array:
        """1 for each game played on from there that the player has won, or leads where it is stopped."""
        start: Start = plan_of(game, None, None, self.rounds, may_be_over=True).start
        first = OWN_LUCK + game.round * self.games
        compiled = is_compiled(games, None, min(COMPILED_FROM, games))
        rows = play_block(start, self.seed, first, games, compiled).rows
        p, seats = game.players.index(player), len(game.players)
        if self.rounds is None:
            return (rows[:, notes.WINNER] == p).astype(np.int64)
        return (rows[:, notes.WORTHS : notes.WORTHS + seats].argmax(1) == p).astype(np.int64)

    def __repr__(self) -> str:
        return f"thinker(games={self.games})"


def thinker(games: int = 64, *, rounds: int | None = None, seed: int = 1, others: str = USUAL) -> Thinker:
    """A player who looks ahead: plays on `games` times after each choice, and takes one that wins clearly more often.

    `rounds` looks only so far ahead and then counts who is worth most; `others` is the strategy it takes persons
    and functions for. The same position, seed and games give the same choice.
    """
    if not isinstance(others, str):
        raise ExperimentError(say("experiment.unknown_others", value=repr(others)))
    return Thinker(checked_games(games), rounds, seed, others)
