"""A scenario being written: edited place by place, checked as its file would be, written whole.

draft = Draft.of("casino")            # or a game, a file, nothing
draft.set("start.cash.Ann", 500)      # places as the problems of a file name them
draft.set("players[0].cash", 500)     # the same by seat; also position, jail, deeds, cards ...
draft.set("spaces.odesa.owner", "Ann")  # by space; also buildings, mortgaged
draft.problems()                      # what `monopoly-lab check` would say
draft.save("mine.toml")
"""

import re
from collections.abc import Mapping
from os import PathLike
from pathlib import Path
from typing import Any, NamedTuple

from monopoly_lab.common.errors import DraftError, FileThere, OptionError, Problem, SavedGameError
from monopoly_lab.common.file_access import describe_system_error, replace
from monopoly_lab.common.messages import say
from monopoly_lab.common.validation_errors import GameFileErrors
from monopoly_lab.constants import option_value, space_kind
from monopoly_lab.editions import Edition
from monopoly_lab.editions.loader import FILE
from monopoly_lab.editions.rule_tables import Tables
from monopoly_lab.game.game import Game
from monopoly_lab.game.saves.file_format import SAVE_FORMAT, read_document
from monopoly_lab.game.saves.saved_files import (
    content_of,
    content_to_toml,
    edition_seen_from,
    replay_checked,
    set_up,
    toml_value,
)
from monopoly_lab.game.scenarios.draft_content import DraftContent
from monopoly_lab.game.scenarios.field_paths import Content, as_dict
from monopoly_lab.game.scenarios.scenario import Scenario, scenario_file
from monopoly_lab.game.setup.name_lookup import NameLookup
from monopoly_lab.game.setup.start_reader import read_start
from monopoly_lab.game.setup.start_table import MOST_MONEY, build_state
from monopoly_lab.rules.state import State

MOST_PLAYERS = 8  # of a position that is shown


class Sketch(NamedTuple):
    """As much of a draft's position as can be read."""

    edition: Edition
    tables: Tables
    state: State
    players: tuple[str, ...]


class Draft(DraftContent):
    """The content of a scenario file, with its past; every edit can be undone."""

    @classmethod
    def of(cls, start: "str | PathLike[str] | Scenario | Game | None" = None) -> "Draft":
        """Return a draft that begins as a file, a scenario (also by name) or the position of a game; else a blank one.

        Problems of a file can be corrected in the draft; SavedGameError only for a file that is not TOML, DraftError
        for one with seats by the hundred.
        """
        if start is None:
            return cls()
        if isinstance(start, Game):
            return cls(_content_of_game(start))
        path = start.path if isinstance(start, Scenario) else scenario_file(start)
        return cls(content_of(path), path.parent)

    def sketch(self) -> Sketch | None:
        """Return the position at the start, without what is wrong with it; None without an edition.

        A player who has been given a wrong sum keeps the last right one.
        """
        silent = GameFileErrors("")
        document = read_document(self._content, silent, self.folder)
        if document.edition is None:
            return None
        edition, tables = document.edition, document.tables
        if tables is None:
            edition, tables = _fallback_tables(edition)
        names = [name or say("board.player", n=i + 1) for i, name in enumerate(self._names)][:MOST_PLAYERS]
        players = tuple(names) or (say("board.player", n=1),)
        start = read_start(NameLookup(edition, tables, players, silent), self._with_last_cash(document.start))
        state = build_state(tables, len(players), start)
        state.round = start.round  # which its first turn begins
        return Sketch(edition, tables, state, players)

    def _with_last_cash(self, start: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the start, with the cash that was last right in the place of one that is wrong."""
        cash = as_dict(start.get("cash"))
        wrong = [name for name, value in cash.items() if not _is_cash(value)]
        if not wrong:
            return start
        earlier = [as_dict(as_dict(content.get("start")).get("cash")) for content, *_ in reversed(self._past)]
        right = {name: next((each[name] for each in earlier if _is_cash(each.get(name))), cash[name]) for name in wrong}
        return {**start, "cash": {**cash, **right}}

    def problems(self) -> list[Problem]:
        """Return everything that is wrong, as `monopoly-lab check` reports it for the file."""
        return list(self._check()[0])

    def game(self) -> Game:
        """Return a new game at the start; `redo` plays the script, if that is right.

        SavedGameError with all problems if anything but script and expectations is wrong.
        """
        problems, game = self._check()
        if game is None:
            raise SavedGameError(problems)
        return game.fork().go_to(0)

    def _check(self) -> tuple[list[Problem], Game | None]:
        if self._checked is None:
            self._checked = _check_content(self._content, "", self.folder)
        return self._checked

    # Writing

    def toml(self) -> str:
        """Return the file as text."""
        return content_to_toml(self._content)

    def save(self, path: str | PathLike[str], overwrite: bool = False, with_mistakes: bool = False) -> Path:
        """Write the file, whole or not at all.

        DraftError for a name without .toml, a folder that is not there, and a file that is
        there unless `overwrite`; SavedGameError with all problems, unless `with_mistakes`.
        """
        path = Path(path)
        if path.suffix != FILE:
            raise DraftError(say("draft.not_toml", value=path))
        if not path.parent.is_dir():
            raise DraftError(say("draft.no_folder", value=path.parent))
        if path.exists() and not overwrite:
            raise FileThere(say("draft.exists", value=path))
        content = self._content | edition_seen_from(path.parent, self._content, self.folder)
        problems, _ = _check_content(content, str(path), path.parent)
        if problems and not with_mistakes:
            raise SavedGameError(problems)
        try:
            replace(path, content_to_toml(content).encode())
        except OSError as problem:
            raise DraftError(say("draft.unwritable", value=path, reason=describe_system_error(problem))) from None
        return path


def _check_content(content: Content, file: str, folder: Path) -> tuple[list[Problem], Game | None]:
    """Return the problems, and the game: without its script and expectations where nothing else is wrong."""
    try:
        return [], replay_checked(content, GameFileErrors(file), folder, Game)[1]
    except SavedGameError as refused:
        problems = refused.problems
    wrong = {re.split(r"[.\[]", problem.place)[0] for problem in problems}
    for removed in (("expect",), ("expect", "script", "undone")):
        if wrong <= set(removed):
            rest = {key: value for key, value in content.items() if key not in removed}
            return problems, replay_checked(rest, GameFileErrors(file), folder, Game)[1]
    return problems, None


def _is_cash(value: object) -> bool:
    """Return True for a sum that a player can have."""
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MOST_MONEY


def _content_of_game(game: Game) -> Content:
    """Return the position of a game; a script that is still to be played comes with a game at its beginning."""
    content: Content = {"format": SAVE_FORMAT, **set_up(game)}
    if game.options_now:
        content["options"] = toml_value(game.options_now)
    content["start"] = toml_value(start_of_game(game) if game.answers else game.start)
    if game.answers and game.state.roles:  # chosen at the table
        content.setdefault("options", {})["roles"] = [game.state.roles[name] for name in game.players]
    if game.seed:
        content["seed"] = game.seed
    if not game.answers and game.undone:
        content["script"] = list(game.undone)
    return {key: value for key, value in content.items() if value != {}}


def _fallback_tables(edition: Edition) -> tuple[Edition, Tables]:
    """Return an edition and its tables where the options of a draft cannot be taken."""
    try:
        return edition, edition.tables()
    except OptionError:
        base = edition.base or edition
        return base, base.tables()


def start_of_game(game: Game) -> dict[str, Any]:
    """Return the position as a start table; the current turn starts again in it.

    A player who has left jail in this turn and is still on its space is held again on a board without visitors.

    A game that has not come to its first turn has the start it was made with. DraftError
    for a game that is over.
    """
    if game.over:
        raise DraftError(say("draft.over"))
    state = game.state
    if state.round < 1:
        return dict(game.start)
    here = state.in_play
    start: dict[str, Any] = {
        "turn": state.current_player,
        "first": state.first,
        "round": state.round,
        "out": list(state.out),
        "mortgaged": list(state.mortgages),
        "cash": {name: state.cash[name] for name in here},
        "position": {name: state.space[name] for name in here},
        "jail": {**{name: 0 for name in here if _is_entered(game, name)}, **state.jail},
        "deeds": {name: list(deeds) for name, deeds in state.deeds.items() if deeds},
        "buildings": dict(state.buildings),
        "cards": {name: list(cards) for name, cards in state.cards.items() if cards},
        "piles": {deck: list(cards) for deck, cards in state.piles.items() if cards},
        "speed_die": list(state.speed_die) if game.tables.o_speed_die == option_value.SPEED_DIE_AFTER_GO else [],
        "loans": {name: x for name, x in state.loans.items() if x},
        "missed": {name: state.missed[name] for name in here if state.missed[name]},
        "pots": {pot: x for pot, x in state.pots.items() if x},
        "coins": dict(state.coins),
        "characters": {name: _team(game, name) for name in here if state.teams[name]},
        "resting": list(state.resting),
        "bosses": {name: list(beaten) for name, beaten in state.bosses.items() if beaten},
        "escaped": list(state.escaped),
    }
    if any(len(tokens) > 1 for tokens in state.tokens.values()):
        start["position"] = {name: list(state.tokens[name]) for name in here}
        start["jail"] = {
            name: [False if tries is None else tries for tries in state.held[name]]
            for name in here
            if any(tries is not None for tries in state.held[name])
        }
    if game.tables.o_jackpot_setup and "jackpot" not in start["pots"]:
        start["pots"]["jackpot"] = 0
    return {key: value for key, value in start.items() if value not in ([], {})}


def _team(game: Game, player: str) -> list[str]:
    """Return the characters of a player, those on the board first."""
    shown, team = game.state.characters[player], game.state.teams[player]
    return [*shown, *(character for character in team if character not in shown)]


def _is_entered(game: Game, player: str) -> bool:
    """Return True if whoever stops is held."""
    q = game.edition.space(game.state.space[player])
    return game.tables.kind[q] == space_kind.JAIL_ENTER
