"""`compare`: the same numbered games under several rules, with several players or after several choices.

Arms share their luck: the dice, the piles and each player's own numbers of game i are the same in all of
them, so that what differs is the arms' doing (common random numbers).

Dice are counted over the whole table (`rules.luck`), so that one throw more shifts everybody's later throws. Dice
numbered by seat, round and throw instead were tried in 24 comparisons (eight rules, strategies and choices, after 10
and 30 rounds and at the end, 2,000 pairs each): standard errors of the difference were 12 % smaller on average (1 %
larger to 19 % smaller), as if a quarter more games had been played; pairing itself made them 43 % smaller. Too little
for other numbers in every saved game.
"""

from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from os import PathLike
from typing import TYPE_CHECKING, Any

from monopoly_lab.common.argument_checks import check_argument, check_arguments
from monopoly_lab.common.errors import ExperimentError, FailedGame
from monopoly_lab.common.exportable import Exports
from monopoly_lab.common.messages import say, speaking
from monopoly_lab.common.validation_errors import hint
from monopoly_lab.experiments import executors
from monopoly_lab.experiments.aggregates import BUILT_IN, SHARES, Sums, play_arms
from monopoly_lab.experiments.executors import bar, in_order
from monopoly_lab.experiments.executors import opened as executing
from monopoly_lab.experiments.jobs import BLOCK, checked_games, compiles, cut, measures_of, opened
from monopoly_lab.experiments.plan import Plan, What, limited, plan_of
from monopoly_lab.experiments.result_store import Store, write_csv, write_parquet
from monopoly_lab.game.game import seed_of
from monopoly_lab.game.position import seat_of
from monopoly_lab.measures.confidence_intervals import Interval

if TYPE_CHECKING:
    import pandas as pd

MOST = 1_000_000  # games, where they go on until the interval is small enough
Measured = str | Callable[..., float]


@check_argument
def compare(
    arms: Mapping[str, What],
    *,
    games: int = 1_000,
    seed: int = 1,
    measure: Measured = "wins",
    player: str | None = None,
    paired: bool = True,
    until: float | None = None,
    confidence: float = 0.95,
    executor: Executor | str | None = None,
    progress: bool = True,
    rounds: int | None = None,
    folder: str | PathLike[str] | None = None,
    answer_limit: float | None = None,
    lang: str = "",
) -> "Comparison":
    """Play the same games in every arm, and say how they differ from the first.

    `arms` are editions, scenarios or games by a name of your own; all with the same players.
    `measure`: "wins", "worth", "cash", "bankrupt", "rounds", or a function from a `Position` to a
    number. `player`: whose; the one whose turn it is, or the first. `paired=False` gives each arm
    luck of its own. `until` goes on until no interval of a difference reaches farther than this to
    either side, looking every 500 games; its intervals hold at any look. `rounds` stops each game
    after so many rounds. In `folder` finished blocks are kept as Parquet, and found again by the
    same comparison later. `answer_limit` as in `simulate`.

    Raises ExperimentError for arms that cannot be compared.
    """
    with speaking(lang):
        plans = {name: plan_of(what, None, None, rounds) for name, what in checked_arms(arms).items()}
        found = Comparison(
            limited(plans, answer_limit), seed, measure, player, paired, confidence, executor, progress, lang
        )
        return found.play(checked_games(games, 2), checked_until(until), folder)


@check_arguments
class Comparison(Exports):
    """Arms with the same luck: what each brings, and how it differs from the first, which is the baseline."""

    def __init__(
        self,
        plans: Mapping[str, Plan],
        seed: int,
        measure: Measured,
        player: str | None,
        paired: bool,
        confidence: float,
        executor: Executor | str | None,
        progress: bool,
        lang: str,
        pairs: int = 1,
    ) -> None:
        self.plans, self.lang, self.paired, self.seed = dict(plans), lang, paired, seed_of(seed)
        self.confidence, self.pairs = checked_confidence(confidence), pairs
        own = measures_of(measure) if callable(measure) else {}
        self.measures = (*BUILT_IN, *own)
        self.measure = next(iter(own)) if own else checked_measure(measure)
        self.players = checked_players(plans)
        self.player = self.players[seat_of(self.players, self._usual() if player is None else player)]
        self.baseline = next(iter(plans))
        self.partial, self.looked = False, False
        self.is_choice = False  # True where arms are choices in one position, the best of them the baseline
        self.sums = Sums.nothing(len(self.measures), len(self.players), len(plans))
        self._own, self._executor, self._progress = own, executor, progress

    def _usual(self) -> str:
        """Whose decision it is in a game in progress; else the first player."""
        game = next(iter(self.plans.values())).game
        return game.state.current_player if game.round else self.players[0]

    # Playing

    def play(self, games: int, until: float | None, folder: str | PathLike[str] | None = None) -> "Comparison":
        """Play so many games in every arm, or as many as it takes."""
        self.partial = False
        self.looked = self.looked or until is not None or self.games > 0
        most = MOST if until is not None else games
        try:
            with speaking(self.lang):
                self._play(most, until, folder)
        except KeyboardInterrupt as interrupt:
            executors.take(interrupt, self.games)
            self.partial = True
        return self

    def more(self, games: int = 1_000) -> "Comparison":
        """Go on with the next games; the intervals are those for games that may be stopped."""
        return self.play(checked_games(games), None)

    def _play(self, games: int, until: float | None, folder: str | PathLike[str] | None) -> None:
        plans = list(self.plans.values())
        slow = any(plan.has_functions for plan in plans)
        compiled = compiles(plans, games)
        blocks = list(cut(self.games, games, slow))
        store = Store(folder, (plans, self._own, self.seed, self.paired))
        jobs = ((plans, self._own, self.seed, first, number, compiled, self.paired) for first, number in blocks)
        with (
            executing(self._executor, slow or not compiled, len(blocks)) as executor,
            bar(games, say("experiment.playing"), self._progress, len(plans)) as shown,
        ):
            try:
                for sums in store.through(in_order, play_arms, jobs, executor):
                    self.sums.add(sums)
                    shown.update(sums.games)
                    if until is not None and self.games % BLOCK == 0 and self.reach <= until:
                        break
            except FailedGame as failed:
                name, plan = list(self.plans.items())[failed.arm]
                failed.args = (say("experiment.failed_arm", arm=name, problem=failed),)
                raise opened(failed, plan) from failed.__cause__

    # Results

    @property
    def games(self) -> int:
        """Games played in every arm."""
        return self.sums.games

    @property
    def reach(self) -> float:
        """How far the interval of a difference reaches to either side, at most."""
        return max(self.difference(name).half for name in self.plans if name != self.baseline)

    @property
    def level(self) -> float:
        """The confidence of each interval, so that all pairs of arms together have that of the comparison."""
        return 1 - (1 - self.confidence) / self.pairs

    def mean(self, arm: str, measure: str = "", player: str = "") -> Interval:
        """What an arm brings on average."""
        m, p = self._place(measure, player)
        is_share = self.measures[m] in SHARES
        return self.sums.mean(m, p, self._arm(arm), self.confidence, self.looked, is_share)

    def difference(self, arm: str, other: str = "", measure: str = "", player: str = "") -> Interval:
        """How much more an arm brings than another, the baseline if none is named."""
        m, p = self._place(measure, player)
        one, two = self._arm(arm), self._arm(other or self.baseline)
        return self.sums.difference(m, p, one, two, self.level, self.looked, self.paired, self.measures[m] in SHARES)

    def identical(self, arm: str, other: str = "") -> float:
        """The share of pairs of games that came out alike in both arms."""
        one, two = self._arm(arm), self._arm(other or self.baseline)
        return int(self.sums.same[one, two]) / max(self.games, 1)

    def _place(self, measure: str, player: str) -> tuple[int, int]:
        name = measure or self.measure
        if name not in self.measures:
            raise ExperimentError(say("experiment.unknown_measure", value=name) + hint(name, self.measures))
        return self.measures.index(name), seat_of(self.players, player or self.player)

    def _arm(self, name: str) -> int:
        if name not in self.plans:
            raise ExperimentError(say("experiment.unknown_arm", value=name) + hint(name, self.plans))
        return list(self.plans).index(name)

    @property
    def table(self) -> "pd.DataFrame":
        """By arm: the measure with its interval, the difference to the baseline with its interval, identical pairs."""
        import pandas as pd

        rows = [(*self.mean(arm), *self.difference(arm), self.identical(arm)) for arm in self.plans]
        columns = ["mean", "low", "high", "difference", "from", "to", "identical"]
        return pd.DataFrame(rows, index=pd.Index(self.plans, name="arm"), columns=columns)

    @property
    def differences(self) -> "pd.DataFrame":
        """By arm, measure and player: the difference to the baseline with the ends of its interval."""
        import pandas as pd

        rows = [
            (arm, measure, player, *self.difference(arm, self.baseline, measure, player))
            for arm in self.plans
            if arm != self.baseline
            for measure in self.measures
            for player in self.players
        ]
        return pd.DataFrame(rows, columns=["arm", "measure", "player", "difference", "low", "high"])

    @property
    def unfinished(self) -> dict[str, int]:
        """Games by arm that were not over when they were left."""
        return dict(zip(self.plans, self.sums.unfinished.tolist()))

    def to_csv(self, path: str | PathLike[str]) -> None:
        """Write the differences as CSV."""
        write_csv(self.differences, path, index=False)

    def to_parquet(self, path: str | PathLike[str]) -> None:
        """Write the differences as a Parquet file; needs pyarrow, in the extra `cluster`."""
        write_parquet(self.differences, path)

    # Showing

    def sentence(self, lang: str = "") -> str:
        """What was found, in a sentence or two."""
        from monopoly_lab.experiments.summary_text import comparison_sentence

        with speaking(lang or self.lang):
            return comparison_sentence(self)

    def figure(self, lang: str = "") -> Any:
        """The differences to the baseline with their intervals."""
        from monopoly_lab.experiments.summary_text import (
            apart,
            arm_word,
            comparison_parts,
            comparison_title,
            difference_axis,
        )
        from monopoly_lab.figures.experiments import differences

        with speaking(lang or self.lang):
            scale = 100 if self.measure in SHARES else 1
            arms = [arm for arm in self.plans if arm != self.baseline]
            found = {arm_word(arm): self.difference(arm) for arm in arms}
            said = [apart(self, arm) for arm in arms]
            parts, base = comparison_parts(self), arm_word(self.baseline)
            return differences(comparison_title(self), parts, found, said, scale, difference_axis(self), base)

    def __repr__(self) -> str:
        return self.sentence()

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, Any]:
        return {**self.figure()._repr_mimebundle_(), "text/plain": self.sentence()}


def checked_arms(arms: object) -> Mapping[str, What]:
    if not isinstance(arms, Mapping) or len(arms) < 2 or not all(isinstance(name, str) for name in arms):
        raise ExperimentError(say("experiment.bad_arms", value=repr(arms)[:60]))
    return arms


def checked_players(plans: Mapping[str, Plan]) -> tuple[str, ...]:
    """The players, who are the same in all arms."""
    first, *rest = plans.items()
    for name, plan in rest:
        if plan.players != first[1].players:
            players = [", ".join(who) for who in (first[1].players, plan.players)]
            text = say("experiment.other_players", arm=first[0], other=name, players=players[0], others=players[1])
            raise ExperimentError(text)
    return first[1].players


def checked_measure(measure: object) -> str:
    if measure not in BUILT_IN:
        raise ExperimentError(say("experiment.unknown_measure", value=measure) + hint(str(measure), BUILT_IN))
    return str(measure)


def checked_confidence(confidence: object) -> float:
    if isinstance(confidence, bool) or not isinstance(confidence, float) or not 0.5 <= confidence < 1:
        raise ExperimentError(say("experiment.bad_confidence", value=repr(confidence)))
    return confidence


def checked_until(until: object) -> float | None:
    if until is None:
        return None
    if isinstance(until, bool) or not isinstance(until, int | float) or not until > 0:
        raise ExperimentError(say("experiment.bad_until", value=repr(until)))
    return float(until)
