"""Plan of an experiment: the position that its games start from, and a strategy on every seat."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from monopoly_lab.common.errors import ExperimentError, SavedGameError
from monopoly_lab.common.file_access import quoted
from monopoly_lab.common.messages import say
from monopoly_lab.editions import Edition, editions, load_edition
from monopoly_lab.editions.loader import FILE
from monopoly_lab.game.game import Game
from monopoly_lab.game.scenarios import Scenario, scenarios
from monopoly_lab.game.scenarios.named_start import Playable, unknown_name
from monopoly_lab.game.seats import Chooser
from monopoly_lab.players import CompiledStrategy, Strategy
from monopoly_lab.players.time_limit import checked_limit
from monopoly_lab.simulation.batches import MOST_ROUNDS
from monopoly_lab.simulation.game_block import Start

NAMES = ("Ann", "Bo", "Cy", "Dan", "Eva", "Finn", "Gus", "Hana")
USUAL = "balanced"  # the default strategy of a seat
BEST = "strong"  # the default strategy of a person's seat when choices are compared
USUAL_PLAYERS = 4  # of an edition, where the caller names none
BINS_PER_START_CASH = 20  # of the histograms of wealth

Players = Mapping[str, Chooser] | Sequence[str | tuple[str, Chooser]] | int | None


@dataclass(frozen=True)
class Plan:
    """What an experiment plays again and again: the first position as a `Game`, and as numbers for compiled code."""

    game: Game = field(repr=False)
    start: Start = field(repr=False)
    seated: tuple[str, ...]  # persons whose seats a strategy plays
    title: str
    limit: float | None = None  # seconds in which a function has to answer
    others: str = USUAL  # the strategy of the seats in `seated`

    @property
    def players(self) -> tuple[str, ...]:
        """Return the names of the players."""
        return self.game.players

    @property
    def edition(self) -> Edition:
        """Return the edition."""
        return self.game.edition

    @property
    def has_functions(self) -> bool:
        """Return True if a seat is played by a plain Python function; such games are not compiled."""
        return any(is_function(who) for who in self.game.seats.values())

    @property
    def has_compiled_strategy(self) -> bool:
        """Return True if a seat is played by a function of the user that is compiled."""
        return any(isinstance(who, CompiledStrategy) for who in self.game.seats.values())

    def strategies(self) -> dict[str, str]:
        """Return the strategy of each player, as text."""
        return {name: seat_text(who) for name, who in self.game.seats.items()}

    def numbered_game(self, seed: int, number: int) -> Game:
        """Return game `number` of this seed, before its first answer."""
        game = self.game.fork()
        game.reseed(seed, number)
        return game


def plan_of(
    what: Playable,
    players: Players = None,
    options: Mapping[str, object] | None = None,
    rounds: int | None = None,
    may_be_over: bool = False,
    others: Chooser = USUAL,
) -> Plan:
    """Return the plan for `rounds` rounds from the position of `what`, or to the end of the game for None.

    The strategy `others` plays the seats of persons. `may_be_over` accepts a game that has ended.

    Raises ExperimentError if `what` cannot be played, and the errors of `Game` for its players and options.
    """
    game, title = _game_of(what, players, options)
    if game.over and not may_be_over:
        raise ExperimentError(say("experiment.over", value=title))
    seated = tuple(name for name, who in game.seats.items() if who is None)
    for name in seated:
        game.seat(name, others)
    s = game.raw_state()
    last = max(s.round, 1) + checked_rounds(rounds) - 1
    cash = [x for x in s.cash[: s.seats] if x > 0]
    width = max(max(game.tables.o_start_cash, max(cash, default=1)) // BINS_PER_START_CASH, 1)
    return Plan(game, Start(game.tables, s, game.styles(), last, width), seated, title, others=seat_text(others))


def with_limit(plans: Mapping[str, Plan], answer_limit: float | None) -> dict[str, Plan]:
    """Return the plans with a time limit in seconds for each answer of a function; ArgumentError for a bad limit."""
    limit = checked_limit(answer_limit)
    return {name: replace(plan, limit=limit) for name, plan in plans.items()}


def checked_rounds(rounds: int | None) -> int:
    """Return the number of rounds, MOST_ROUNDS for None; ExperimentError if it is too small or too large."""
    if rounds is None:
        return MOST_ROUNDS
    if isinstance(rounds, bool) or not isinstance(rounds, int) or not 1 <= rounds <= MOST_ROUNDS:
        raise ExperimentError(say("experiment.bad_rounds", value=quoted(rounds), most=MOST_ROUNDS))
    return rounds


def _game_of(what: Playable, players: Players, options: Mapping[str, object] | None) -> tuple[Game, str]:
    """Return a new game to start from, and its title."""
    what = _resolve_start(what)
    if isinstance(what, Edition):
        least, most = _seats_of(what, options)
        return Game(what, _default_players(players, least, most), options=options), what.in_play(options).called().title
    seats = _by_name(players)
    if isinstance(what, Scenario):
        return what.game(options=options, players=seats), what.title
    title = what.edition.called(what.names).title
    if what.round:
        title = say("experiment.position", edition=title, round=what.round)
    if options and what.answered == 0 and not what.start and not what.is_changed:
        base = what.edition.base or what.edition
        what = Game(base, what.seats, what.seed, {**what.options, **options}, lang=what.lang)
        options = None
    return what.fork(options=options, players=seats), title


def _resolve_start(what: object) -> Edition | Scenario | Game:
    """Return the edition, scenario or game that a name or a path stands for; ExperimentError if it is unknown."""
    if isinstance(what, Edition | Scenario | Game):
        return what
    if not isinstance(what, str | Path):
        raise ExperimentError(say("experiment.bad_what", value=quoted(what)))
    if str(what) in editions():
        return load_edition(str(what))
    if str(what) in scenarios():
        return Scenario.load(str(what))
    if not str(what).endswith(FILE):
        raise ExperimentError(unknown_name(what))
    try:
        return Scenario.load(what).replay()
    except SavedGameError:
        if "spaces" not in _keys(Path(what)) and "inherits" not in _keys(Path(what)):
            raise
    return load_edition(Path(what))


def _keys(path: Path) -> set[str]:
    """Return the top keys of a TOML file; none if it cannot be read."""
    import tomllib

    try:
        return set(tomllib.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError):
        return set()


def _seats_of(edition: Edition, options: Mapping[str, object] | None) -> tuple[int, int]:
    """Return the fewest and the most players."""
    t = edition.tables(options)
    return t.o_players_min, t.o_players_max


def _default_players(
    players: Players, least: int, most: int
) -> Mapping[str, Chooser] | Sequence[str | tuple[str, Chooser]]:
    """Return the players of an edition: as given, or the given number of them with default names."""
    if players is None:
        players = max(least, min(USUAL_PLAYERS, most))
    if not isinstance(players, int):
        return players
    if not least <= players <= most:
        raise ExperimentError(say("seat.number", n=players, least=least, most=most))
    return dict.fromkeys(NAMES[:players], USUAL)


def _by_name(players: Players) -> dict[str, Chooser]:
    """Return the strategies to change in a game that already has its players, by name of the player."""
    if players is None:
        return {}
    if isinstance(players, Mapping):
        return dict(players)
    if isinstance(players, Sequence) and all(isinstance(pair, tuple) and len(pair) == 2 for pair in players):
        return dict(players)  # type: ignore[arg-type]
    raise ExperimentError(say("experiment.bad_players", value=quoted(players)))


def is_function(who: Chooser) -> bool:
    """Return True if a seat is played by a function of the user."""
    return callable(who) and not isinstance(who, Strategy)


def seat_text(who: Chooser) -> str:
    """Return the name of a strategy, with the parameters that were changed, or the name of a function."""
    if isinstance(who, CompiledStrategy):
        return who.own_name
    if isinstance(who, Strategy):
        return repr(who)[len("Strategy(") : -1].replace("'", "", 2) if who.name else repr(who)
    if isinstance(who, str) or who is None:
        return str(who)
    return getattr(who, "__name__", type(who).__name__)
