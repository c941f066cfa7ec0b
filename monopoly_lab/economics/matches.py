"""Matches of a repeated game: play by people, functions and computer players; save and load.

`Match` seats them and takes their moves, `play_games` plays many matches among computer players, `load_match` reads
what `Match.save` has written.
"""

import dataclasses
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from monopoly_lab.common.argument_checks import check_argument, check_arguments
from monopoly_lab.common.errors import (
    ArgumentError,
    IllegalChoice,
    MonopolyLabError,
    SavedGameError,
    SeatError,
    StrategyError,
)
from monopoly_lab.common.file_access import quoted, shortened
from monopoly_lab.common.lazy_imports import pd
from monopoly_lab.common.messages import say
from monopoly_lab.common.validation_errors import GameFileErrors, hint, toml_literal
from monopoly_lab.economics.commons import Commons
from monopoly_lab.economics.hidden_quality import HiddenQuality
from monopoly_lab.economics.public_good import PublicGood
from monopoly_lab.economics.repeated_games import (
    MOST_SEED,
    Legal,
    Move,
    RepeatedGame,
    SeatView,
    luck_of,
    number_problem,
)
from monopoly_lab.game.seats import has_unseen
from monopoly_lab.players.time_limit import named_problem

GAMES: Mapping[str, type[RepeatedGame]] = {game.kind: game for game in (PublicGood, Commons, HiddenQuality)}
FORMAT = 1  # of saved matches; another one when older programs can no longer read them
KEYS = ("format", "game", "settings", "players", "seed", "moves", "sealed")
MOST_SAVED = 1_000_000  # characters of a saved match
MOST_NAME = 40  # letters of a player's name


@check_arguments
class Match:
    """One play of a repeated game: who sits where, and the moves made so far.

    A move stays sealed until everybody who has to decide has moved; then all are shown.

    Args:
        game: The rules, such as `PublicGood()`.
        players: Who plays each seat, by name: None for a person, the name of a computer player, or a function that is
            given a `SeatView` and returns a move. A list of names: all are persons.
        seed: Seed of everything random.

    Raises:
        SeatError: For a wrong number of players or an impossible name.
        StrategyError: For a computer player that this game does not have at this seat.

    Example:
        >>> game = ml.economics.public_good.PublicGood(endowment=20, multiplier=1.6)
        >>> match = ml.economics.matches.Match(game, {"Ann": None, "Bo": "giver", "Cy": "giver", "Di": "giver"})
        >>> match.move("Ann", 0)
        >>> match.payoffs()["Ann"]
        44.0
    """

    def __init__(
        self,
        game: RepeatedGame,
        players: Mapping[str, str | Callable[..., Any] | None] | Iterable[str],
        seed: int = 0,
    ) -> None:
        seats = dict(players) if isinstance(players, Mapping) else dict.fromkeys(players)
        self.game, self.seed = game, seed
        self.names = tuple(seats)
        if problem := _names_problem(game, self.names):
            raise SeatError(problem)
        if not 0 <= seed <= MOST_SEED:
            raise ArgumentError(say("repeated.setting", name="seed", problem=number_problem(seed, 0, MOST_SEED)))
        for seat, (name, who) in enumerate(seats.items()):
            if problem := _seat_problem(game, seat, name, who):
                raise StrategyError(problem)
        self.players = seats
        self.position = game.begin(seed)
        self._record: list[list[object]] = []
        self._sealed: dict[int, Move] = {}
        self._play_on()

    @property
    def over(self) -> bool:
        """Return True when the last round has been played."""
        return not self.position.stage

    @property
    def waiting(self) -> tuple[str, ...]:
        """Return the players whose move is missing."""
        movers = self.game.movers(self.position.stage) if self.position.stage else ()
        return tuple(self.names[seat] for seat in movers if seat not in self._sealed)

    def legal(self, player: str) -> Legal | None:
        """Return what a player may do now; None when there is nothing to decide."""
        return self.game.view(self.position, self._seat(player)).legal

    def view(self, player: str) -> SeatView:
        """Return what a player may know now: no sealed move and no hidden fact of others."""
        return self.game.view(self.position, self._seat(player))

    def move(self, player: str, move: int | Mapping[str, int]) -> None:
        """Make a person's move; it is shown when all have moved.

        Args:
            player: Name of the player.
            move: A whole number, or a number for each other player by name (those left out get 0).

        Raises:
            IllegalChoice: For a move that the rules refuse, or a second one; nothing has changed.
            SeatError: For an unknown player.
            StrategyError: For a function that fails or makes a wrong move after this one; nothing has changed.
        """
        seat = self._seat(player)
        made: object = move
        if isinstance(move, Mapping):
            numbers = {self._seat(other): number for other, number in move.items()}
            made = tuple(numbers.get(other, 0) for other in range(self.game.players))
        before = self.position, list(self._record), dict(self._sealed)
        try:
            self._seal(seat, made)
            self._play_on()
        except BaseException:
            self.position, self._record, self._sealed = before
            raise

    def payoffs(self, number: int = 0) -> dict[str, float]:
        """Return what each player gained in a finished round.

        Args:
            number: Number of the round, from 1; 0 for the last finished one.

        Raises:
            ArgumentError: If the round has not been played.
        """
        finished = self.position.past
        round_number = number or len(finished)
        if not 1 <= round_number <= len(finished):
            raise ArgumentError(say("repeated.no_round", value=number, n=len(finished)))
        return dict(zip(self.names, finished[round_number - 1].payoffs))

    def totals(self) -> dict[str, float]:
        """Return what each player has gained so far."""
        finished = self.position.past
        return {name: round(sum(each.payoffs[seat] for each in finished), 6) for seat, name in enumerate(self.names)}

    def frame(self, player: str = "") -> "pd.DataFrame":
        """Return the finished rounds as a table, one row for each round and player.

        Args:
            player: What this player may know; everything if empty.
        """
        finished = self.game.view(self.position, self._seat(player)).past if player else self.position.past
        rows = []
        for number, each in enumerate(finished, 1):
            facts = {key: value for key, value in each.facts.items() if isinstance(value, int | float)}
            for seat, name in enumerate(self.names):
                moves = {stage: made[seat] for stage, made in each.moves.items()}
                rows.append({"round": number, "player": name, **facts, **moves, "payoff": each.payoffs[seat]})
        return pd.DataFrame(rows)

    def save(self) -> str:
        """Return the match as JSON, sealed moves and seed included; a function is saved as a person."""
        seats = {name: who if isinstance(who, str) else None for name, who in self.players.items()}
        content = {
            "format": FORMAT,
            "game": self.game.kind,
            "settings": dataclasses.asdict(self.game),
            "players": seats,
            "seed": self.seed,
            "moves": self._record,
            "sealed": {self.names[seat]: move for seat, move in self._sealed.items()},
        }
        return json.dumps(content, ensure_ascii=False)

    # Inside

    def _seat(self, player: str) -> int:
        if player in self.names:
            return self.names.index(player)
        raise SeatError(say("repeated.unknown_player", value=shortened(player)) + hint(player, self.names))

    def _seal(self, seat: int, move: Any) -> None:
        """Keep a person's move until all have moved; IllegalChoice for a second one, or one that the rules refuse."""
        if seat in self._sealed:
            raise IllegalChoice(say("repeated.already", player=self.names[seat]))
        if problem := self.game.why_not(self.position, seat, move):
            raise IllegalChoice(f"{self.names[seat]}: {problem}")
        self._sealed[seat] = move

    def _play_on(self) -> None:
        """Ask computer players for their moves, and apply all moves of a stage once none is missing."""
        while self.position.stage:
            for seat in self.game.movers(self.position.stage):
                who = self.players[self.names[seat]]
                if seat not in self._sealed and who is not None:
                    self._sealed[seat] = self._computed_move(seat, who)
            if self.waiting:
                return
            self._apply(self._sealed)

    def _computed_move(self, seat: int, who: str | Callable[..., Any]) -> Move:
        """Return the move of a computer player, by name, or of a function; StrategyError if it fails or is refused."""
        view = self.game.view(self.position, seat)
        if isinstance(who, str):
            move = self.game.KINDS[who](view)
        else:
            try:
                move = who(view)
            except (Exception, SystemExit) as failure:
                text = say("seat.strategy_failed", player=self.names[seat], problem=named_problem(failure))
                raise StrategyError(text) from failure
        if problem := self.game.why_not(self.position, seat, move):
            raise StrategyError(f"{self.names[seat]}: {problem}")
        return move  # type: ignore[return-value]

    def _apply(self, moves: Mapping[int, Move]) -> None:
        """Play the stage with the moves of all who decide in it, and record it as `save` writes it."""
        stage = self.position.stage
        self.position = self.game.apply(self.position, moves)
        self._record.append([stage, [moves.get(seat) for seat in range(self.game.players)]])
        self._sealed = {}

    def _replay(self, moves: Sequence[Any], sealed: Mapping[str, Any], problems: GameFileErrors) -> None:
        """Play saved moves again and seal those of the open stage; the first that the rules refuse is a problem."""
        for number, entry in enumerate(moves):
            stage, made = entry if isinstance(entry, list) and len(entry) == 2 else (None, None)
            wanted = self.position.stage
            if not wanted or stage != wanted or not isinstance(made, list) or len(made) != self.game.players:
                text = say("repeated.wrong_entry", value=shortened(toml_literal(entry)), stage=wanted or "-")
                problems.add_text(f"moves[{number}]", text)
                return
            try:
                self._apply({seat: _as_move(move) for seat, move in enumerate(made) if move is not None})
            except MonopolyLabError as problem:
                problems.add_text(f"moves[{number}]", str(problem))
                return
        for name, move in sealed.items():
            try:
                self._seal(self._seat(name), _as_move(move))
            except MonopolyLabError as problem:
                problems.add_text(f"sealed.{name}", str(problem))

    @classmethod
    def _from_content(cls, content: Mapping[str, Any], functions: Mapping[str, Callable[..., Any]]) -> "Match":
        """Return the match that a saved text describes; SavedGameError for a description that cannot be played."""
        problems = GameFileErrors("")
        rules, seats = GAMES[content["game"]], {**content["players"], **functions}
        problems.unknown_keys("settings", content["settings"], [each.name for each in dataclasses.fields(rules)])
        problems.unknown_keys("players", seats, content["players"])
        problems.raise_if_any()
        try:
            game = rules(**content["settings"])
            match = cls(game, dict.fromkeys(content["players"]), content["seed"])
        except MonopolyLabError as problem:
            raise SavedGameError([("", "settings", str(problem))]) from None
        for seat, (name, who) in enumerate(seats.items()):
            if refused := _seat_problem(game, seat, name, who):
                problems.add_text(f"players.{name}", refused)
        match._replay(content["moves"], content["sealed"], problems)
        problems.raise_if_any()
        match.players = seats
        match._play_on()
        return match


def _names_problem(game: RepeatedGame, names: Sequence[str]) -> str:
    if len(names) != game.players:
        return say("repeated.seats", value=len(names), n=game.players)
    for name in names:
        if not isinstance(name, str) or not name.strip() or len(name) > MOST_NAME or has_unseen(name):
            return say("repeated.name", value=quoted(name), n=MOST_NAME)
    return ""


def _seat_problem(game: RepeatedGame, seat: int, name: str, who: object) -> str:
    """Return why nobody such can take a seat; empty if they can."""
    if who is None or callable(who) or (isinstance(who, str) and who in game.kinds_at(seat)):
        return ""
    text = say("repeated.unknown_kind", player=shortened(name), value=quoted(who))
    return text + hint(who, game.kinds_at(seat))


@check_argument
def play_games(
    game: RepeatedGame,
    players: Mapping[str, str | Callable[..., Any] | None],
    games: int = 100,
    seed: int = 0,
) -> "pd.DataFrame":
    """Play many matches among computer players.

    Args:
        game: The rules.
        players: A computer player or function for each name.
        games: Number of matches.
        seed: Seed of the first match; the others follow from it.

    Returns:
        One row for each match, round and player, as `Match.frame`, with the number of the match in "game".

    Raises:
        StrategyError: If a seat is left to a person, or a function fails or makes a wrong move.

    Example:
        >>> kinds = {"Ann": "free_rider", "Bo": "conditional", "Cy": "conditional", "Di": "conditional"}
        >>> game = ml.economics.public_good.PublicGood(endowment=200)
        >>> ml.economics.matches.play_games(game, kinds, games=1)["give"].head(8).tolist()
        [0, 100, 100, 100, 0, 67, 67, 67]
    """
    if any(who is None for who in players.values()):
        raise StrategyError(say("repeated.no_person"))
    if not 1 <= games <= 100_000:
        raise ArgumentError(say("repeated.setting", name="games", problem=number_problem(games, 1, 100_000)))
    frames = []
    for number in range(games):
        match = Match(game, players, seed=int(luck_of(seed, number).random() * 2**53) if number else seed)
        frames.append(match.frame().assign(game=number))
    return pd.concat(frames, ignore_index=True)


@check_argument
def load_match(text: str, players: Mapping[str, Callable[..., Any]] | None = None) -> Match:
    """Return a match that `Match.save` has written, checked by playing its moves again.

    Args:
        text: The JSON text.
        players: Functions for seats that functions played.

    Returns:
        The match, as it was when it was saved.

    Raises:
        SavedGameError: For a text that is no saved match; nothing has been played.

    Example:
        >>> match = ml.economics.matches.Match(ml.economics.commons.Commons(), ["Ann", "Bo", "Cy", "Di"], seed=3)
        >>> match.move("Ann", 20)
        >>> ml.economics.matches.load_match(match.save()).waiting
        ('Bo', 'Cy', 'Di')
    """
    return Match._from_content(_content(text), players or {})


def _content(text: str) -> dict[str, Any]:
    """Return what a saved match says, each part of the right kind; SavedGameError with what is wrong."""
    problems = GameFileErrors("")
    content = problems.table("", _parse_json(text, problems))
    problems.raise_if_any()
    problems.unknown_keys("", content, KEYS)
    for key in KEYS:
        if key not in content:
            problems.note(key, "missing_key", value=key)
    problems.raise_if_any()
    problems.check_version("format", content["format"], FORMAT)
    game = problems.text("game", content["game"])
    if game is not None and game not in GAMES:
        problems.add_text("game", say("repeated.unknown_game", value=shortened(game)) + hint(game, GAMES))
    problems.number("seed", content["seed"], 0, MOST_SEED)
    for key in ("settings", "players", "sealed"):
        problems.table(key, content[key])
    problems.items("moves", content["moves"])
    problems.raise_if_any()
    return dict(content)


def _parse_json(text: str, problems: GameFileErrors) -> object:
    """Return what a JSON text holds; SavedGameError for one that is too long, or no JSON."""
    if len(text) > MOST_SAVED:
        problems.add_text("", say("repeated.too_long", n=len(text), most=MOST_SAVED))
        problems.raise_if_any()
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise SavedGameError([("", "", say("repeated.no_json"))]) from None


def _as_move(move: Any) -> Any:
    return tuple(move) if isinstance(move, list) else move
