"""`tune`: search for the parameters with which a strategy wins most games against others."""

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from monopoly_lab.common.argument_checks import check_argument, check_arguments
from monopoly_lab.common.errors import ExperimentError, StrategyError
from monopoly_lab.common.file_access import quoted
from monopoly_lab.common.messages import decimal, percent, say, speaking
from monopoly_lab.common.validation_errors import hint
from monopoly_lab.constants import option_value, space_kind
from monopoly_lab.editions import Edition, load_edition
from monopoly_lab.editions.rule_tables import Tables
from monopoly_lab.experiments.jobs import checked_games
from monopoly_lab.experiments.plan import NAMES
from monopoly_lab.experiments.simulation import simulate
from monopoly_lab.game.seats import seed_of
from monopoly_lab.measures.confidence_intervals import Interval, wilson
from monopoly_lab.players import Strategy
from monopoly_lab.players.parameters import PARAMETERS, Parameter
from monopoly_lab.simulation.progress import bar

FIRST_SPREAD = 0.1  # standard deviation of the first candidates, as a share of the range of a parameter
WIDE = 100  # ranges above are searched on a scale of square roots: small values differ more than large ones
CHECKS = 10  # the best one is measured in so many times the games of a candidate, which the search has not seen
MOST = 10_000  # generations

Field = Sequence[str | Strategy]


@check_argument
def tune(
    strategy: str | Strategy = "balanced",
    against: str | Strategy | Sequence[str | Strategy | Field] = ("balanced", "greedy", "trader"),
    edition: str | Path | Edition = "classic_us",
    *,
    parameters: Sequence[str] = (),
    games: int = 1_000,
    generations: int = 30,
    seed: int = 1,
    players: int = 4,
    options: Mapping[str, object] | None = None,
    rounds: int | None = None,
    executor: Executor | str | None = None,
    progress: bool = True,
    lang: str = "",
) -> "Tuning":
    """Return the parameters with which a strategy wins most games against others, as a seeded search finds them.

    In each generation a dozen candidates play the same games, and the next generation is drawn closer to those that
    won most of them. The method is CMA-ES with margin, which is made for whole numbers: R. Hamano, S. Saito, M. Nomura
    and S. Shirakawa, "CMA-ES with Margin", GECCO 2022. At last the best one plays new games, from which its share of
    wins and its interval are taken: what it won in the search is partly luck.

    Args:
        strategy: Strategy to begin with, its name or a `Strategy`.
        against: Players of the other seats: a strategy for all of them, or several fields that each get an equal share
            of the games; a field is a strategy for all other seats, or a sequence with one for each.
        edition: Edition, its id or path.
        parameters: Names of the parameters to be changed; if left out, all but `value` that can matter under the rules.
        games: Number of games of each candidate in a generation.
        generations: Number of generations.
        seed: Seed of the games and of the search: the same seed finds the same parameters on every machine.
        players: Number of seats at a table.
        options: Options of the rules.
        rounds: Number of rounds after which a game counts as not won; to its end if left out.
        executor: "threads", "processes" or an executor of `concurrent.futures`; the result does not depend on it.
        progress: Show a progress bar.
        lang: Language of the words: "en", "ru" or "uk"; that of the session if empty.

    Raises:
        StrategyError: For a strategy that is not in `ml.strategies()`, an unknown parameter, and "random", which has
            none.
        ExperimentError: For a field with another number of strategies than other seats.

    Example:
        >>> found = ml.tune("balanced", "greedy", parameters=["trade"], games=20, generations=2, progress=False)
        >>> sorted(found.changed)
        ['trade']
    """
    with speaking(lang):
        begun = strategy if isinstance(strategy, Strategy) else Strategy(strategy)
        loaded = edition if isinstance(edition, Edition) else load_edition(edition)
        names = _checked_parameters(begun, parameters) or _that_matter(begun, loaded.tables(options))
        fields = _fields(against, players)
        if isinstance(generations, bool) or not isinstance(generations, int) or not 1 <= generations <= MOST:
            raise ExperimentError(say("experiment.bad_generations", value=quoted(generations), most=MOST))
        each = -(-checked_games(games) // len(fields))
        play = partial(_wins, loaded, fields=fields, options=options, rounds=rounds, executor=executor)
        search = _Search(begun, names, seed_of(seed))
        return _search_parameters(Tuning(begun, names), search, play, seed, len(fields), each, generations, progress)


def _search_parameters(
    found: "Tuning",
    search: "_Search",
    play: Callable[..., Interval],
    seed: int,
    fields: int,
    games: int,
    generations: int,
    progress: bool,
) -> "Tuning":
    """Search for so many generations, then measure the best candidate in games that the search has not seen."""
    with bar(generations, say("experiment.tuning"), progress) as shown:
        for generation in range(1, generations + 1):
            seed_now = seed + generation * fields
            shares = [play(candidate, games=games, seed=seed_now).value for candidate in search.candidates()]
            search.learn(shares)
            found.add(shares, search.middle())
            shown.update(1)
    found.check(partial(play, games=games * CHECKS, seed=seed + (generations + 1) * fields))
    return found


def _wins(
    edition: Edition,
    candidate: Strategy,
    *,
    fields: Sequence[tuple[str | Strategy, ...]],
    games: int,
    seed: int,
    options: Mapping[str, object] | None,
    rounds: int | None,
    executor: Executor | str | None,
) -> Interval:
    """Return the share of games that a candidate wins, `games` of them against each field."""
    won = 0
    for n, field in enumerate(fields):
        found = simulate(
            edition,
            players=dict(zip(NAMES, (candidate, *field))),
            games=games,
            seed=(seed + n) % 2**63,
            options=options,
            rounds=rounds,
            executor=executor,
            progress=False,
        )
        won += int(found.counts.wins[0])
    return wilson(won, games * len(fields))


@check_arguments
class Tuning:
    """The result of `tune`.

    Args:
        before: The strategy with which the search begins.
        names: Names of the parameters that are searched for.

    Attributes:
        strategy: The strategy found: the middle of the last generation, or the first one if that wins more.
        before: The strategy with which the search began.
        wins: Share of games that `strategy` wins, with its 95 % interval (Wilson), in games that the search has not
            seen.
        wins_before: The same for `before`, in the same games.
        history: A row a generation: mean and best share of wins among its candidates, and its middle's parameters.

    Example:
        >>> found = ml.tune("balanced", "greedy", parameters=["trade"], games=20, generations=2, progress=False)
        >>> len(found.history), found.strategy.name
        (2, 'balanced')
    """

    def __init__(self, before: Strategy, names: Sequence[str]) -> None:
        self.before, self.strategy, self.names = before, before, tuple(names)
        self.wins = self.wins_before = Interval(float("nan"), float("nan"), float("nan"))
        self._rows: list[dict[str, object]] = []

    def check(self, play: Callable[[Strategy], Interval]) -> None:
        """Play new games with the strategy found and with that before; keep the one that wins more of them.

        Args:
            play: Plays games with a strategy and returns its share of wins with an interval.
        """
        self.wins_before, self.wins = play(self.before), play(self.strategy)
        if self.wins.value < self.wins_before.value:
            self.strategy, self.wins = self.before, self.wins_before

    def add(self, shares: Sequence[float], middle: Strategy) -> None:
        """Record what a generation won, and the state of the search after it.

        Args:
            shares: Share of games that each candidate has won.
            middle: The strategy in the middle of the next generation.
        """
        self.strategy = middle
        values = {name: middle.parameters[name] for name in self.names}
        self._rows.append({"mean": float(np.mean(shares)), "best": max(shares), **values})

    @property
    def history(self) -> "pd.DataFrame":
        """Return the generations as a table, numbered from 1."""
        index = pd.RangeIndex(1, len(self._rows) + 1, name="generation")
        return pd.DataFrame(self._rows, index=index)

    @property
    def changed(self) -> dict[str, object]:
        """Return the parameters that were searched for, as they were found."""
        return {name: self.strategy.parameters[name] for name in self.names}

    def __repr__(self) -> str:
        words = {"now": _percent(self.wins), "before": _percent(self.wins_before)}
        return say("experiment.tuned", strategy=repr(self.strategy), **words)


def _percent(share: Interval) -> str:
    return f"{percent(share.value)} ({decimal(100 * share.low, 1)}–{decimal(100 * share.high, 1)})"


class _Search:
    """CMA-ES with margin over the codes of some parameters, each scaled to 0..1."""

    def __init__(self, begun: Strategy, names: Sequence[str], seed: int) -> None:
        from cmaes import CMAwM

        self.begun = begun
        self.scales = [_Scale(PARAMETERS[name]) for name in names]
        self.optimizer = CMAwM(
            mean=np.array([scale.place(begun.parameters[scale.parameter.name]) for scale in self.scales]),
            sigma=FIRST_SPREAD,
            bounds=np.array([[0.0, 1.0]] * len(names)),
            steps=np.array([scale.step for scale in self.scales]),
            seed=seed % 2**32,
        )
        self._asked: list[Any] = []

    def candidates(self) -> list[Strategy]:
        """Return the strategies of the next generation."""
        pairs = [self.optimizer.ask() for _ in range(self.optimizer.population_size)]
        self._asked = [told for _, told in pairs]
        return [self._strategy(places) for places, _ in pairs]

    def learn(self, shares: Sequence[float]) -> None:
        """Tell the optimizer what share of games each candidate has won."""
        self.optimizer.tell([(told, -share) for told, share in zip(self._asked, shares)])

    def middle(self) -> Strategy:
        """Return the strategy in the middle of the next generation."""
        return self._strategy(self.optimizer.mean)

    def _strategy(self, places: Sequence[float]) -> Strategy:
        values = {scale.parameter.name: scale.value(place) for scale, place in zip(self.scales, places)}
        return self.begun.changed(**values)


class _Scale:
    """The values of a parameter as places from 0 to 1."""

    def __init__(self, parameter: Parameter) -> None:
        self.parameter = parameter
        self.low, high = (0, len(parameter.words) - 1) if parameter.words else (parameter.low, parameter.high)
        self.span = high - self.low
        self.power = 2 if self.span > WIDE else 1
        self.step = 1 / self.span if self.power == 1 else 0.0  # 0: continuous to the optimizer, and rounded

    def place(self, value: int | str) -> float:
        """Return the place of a value."""
        share = ((self.parameter.code(value) or 0) - self.low) / self.span
        return float(share ** (1 / self.power))

    def value(self, place: float) -> int | str:
        """Return the value nearest to a place."""
        return self.parameter.value(self.low + round(float(min(max(place, 0), 1) ** self.power * self.span)))


def _checked_parameters(strategy: Strategy, names: Sequence[str]) -> tuple[str, ...]:
    """Return the parameters to search; StrategyError for one that the strategy does not have."""
    if not strategy.parameters:
        raise StrategyError(say("strategy_error.no_parameters", strategy=strategy.name, value=", ".join(names)))
    for name in names:
        if name not in strategy.parameters:
            raise StrategyError(
                say("strategy_error.parameter", strategy=strategy.name, value=name) + hint(name, strategy.parameters)
            )
    return tuple(dict.fromkeys(names))


def _that_matter(strategy: Strategy, t: Tables) -> tuple[str, ...]:
    """Return the parameters that can change a decision under these rules, but for `value`."""
    has = {
        "stake": space_kind.CASINO in t.kind,
        "claim": t.o_rent_claim == option_value.RENT_CLAIM_ASKED,
        "coins": t.o_scoring_coins > 0,
        **dict.fromkeys(("fight", "next_boss"), t.bosses > 0),
        **dict.fromkeys(("horizon", "discount"), strategy.parameters["value"] == "income"),
        "value": False,
    }
    return tuple(name for name in strategy.parameters if has.get(name, True))


def _fields(
    against: str | Strategy | Sequence[str | Strategy | Field], players: int
) -> list[tuple[str | Strategy, ...]]:
    """Return who sits on the other seats, by field; ExperimentError for a field that does not fill the seats."""
    if isinstance(players, bool) or not isinstance(players, int) or not 2 <= players <= len(NAMES):
        raise ExperimentError(say("experiment.bad_seats", value=quoted(players), most=len(NAMES)))
    fields = []
    for field in [against] if isinstance(against, str | Strategy) else against:
        if isinstance(field, str | Strategy):
            fields.append((field,) * (players - 1))
        elif len(field) == players - 1:
            fields.append(tuple(field))
        else:
            raise ExperimentError(say("experiment.bad_field", n=len(field), seats=players - 1))
    if not fields:
        raise ExperimentError(say("experiment.no_field"))
    return fields
