"""Games in which a function plays a seat: stepped in plain Python, each function asked with its own view."""

from monopoly_lab.batch.block import Block, Start
from monopoly_lab.batch.notes import ANSWERS, end_round, note_game
from monopoly_lab.batch.tally import Tally
from monopoly_lab.batch.ticking import tick
from monopoly_lab.errors import FailedGame, StrategyError
from monopoly_lab.experiments.plan import Plan
from monopoly_lab.game.game import Game
from monopoly_lab.messages import say
from monopoly_lab.players.watch import NoAnswer, Watch, prepare
from monopoly_lab.rules import State


class FunctionGames:
    """The games of a block, as `batch.blocks.Games`; FailedGame for one that cannot be played on."""

    def __init__(self, plan: Plan, seed: int, block: Block, limit: float, keep: bool) -> None:
        self.plan, self.seed, self.block, self.limit, self.keep = plan, seed, block, limit, keep
        self.games: dict[int, Game] = {}

    def play(self, last: int) -> None:
        """Play every game until round `last` has ended."""
        tally = Tally(len(self.block.tally))
        prepare(self.plan.game.seats.values())
        with Watch(self.limit) as watch:
            for g in range(len(self.block.rows)):
                game = self.games.pop(g, None) or self.plan.numbered(self.seed, self.block.first + g)
                was_over = game.over
                self._play_on(game, g, last, tally, watch)
                if not was_over and (game.over or last >= self.plan.start.last):
                    tick()
                if self.keep:
                    self.games[g] = game
        self.block.tally += tally.rows

    def _play_on(self, game: Game, g: int, last: int, tally: Tally, watch: Watch) -> None:
        start, begun = self.plan.start, game.answered
        heard, r = len(game.raw_events()), game.round
        left = start.answers - int(self.block.rows[g, ANSWERS])
        while not game.over and game.round <= last and game.answered - begun < left:
            watch.begin()
            try:
                game.advance()
            except (StrategyError, NoAnswer) as failed:
                raise failure(game, failed) from failed
            if game.round != r or game.over:
                self._note(game, start, r)
                r = game.round
        for entry in game.raw_events()[heard:]:
            tally.append(entry)
        note_game(game.position(), game.tables, self.block.rows, g, game.answered - begun)

    def _note(self, game: Game, start: Start, r: int) -> None:
        end_round(game.position(), game.tables, self.block.notes, r - start.begun + 1, start.width)

    def state(self, g: int) -> State:
        return self.games[g].position()


def failure(game: Game, failed: BaseException) -> FailedGame:
    """What is raised for a game whose strategy fails; the game can be opened where it stands."""
    text = say(
        "experiment.failed_game",
        number=game.number,
        seed=game.seed,
        round=game.round,
        waiting=game.waiting(),
        reason=failed,
    )
    return FailedGame(text, game.seed, game.number, game.answered)
