"""Scenario builder: a draft with its board, its fields and all its problems."""

from collections.abc import Callable, Hashable, Mapping
from os import PathLike
from pathlib import Path
from typing import Any

import ipywidgets as ipw
from IPython.display import display

from monopoly_lab import board_drawing
from monopoly_lab.board_drawing.scene import Scene
from monopoly_lab.common import file_access
from monopoly_lab.common.argument_checks import check_arguments
from monopoly_lab.common.errors import DraftError, FileThere, MonopolyLabError, SavedGameError, UnfitFile
from monopoly_lab.common.escaping import escaped
from monopoly_lab.common.file_access import may_use_disk, parse_toml
from monopoly_lab.common.messages import resolve_language, say, speaking
from monopoly_lab.game.game import Game
from monopoly_lab.game.reports import Story
from monopoly_lab.game.scenarios import Scenario, scenarios
from monopoly_lab.game.scenarios.draft import Draft, Sketch, start_of_game
from monopoly_lab.game.scenarios.field_paths import parse_value
from monopoly_lab.widgets.html_elements import Words
from monopoly_lab.widgets.scenario_editor import (
    builder_view,
    edits,
    players_panel,
)
from monopoly_lab.widgets.scenario_editor.builder_view import BuilderView, Mistakes
from monopoly_lab.widgets.scenario_editor.fields import EditorState, field_id
from monopoly_lab.widgets.table import Table

Form = Mapping[str, list[str]]


@check_arguments
class ScenarioBuilder:
    """A form for writing a scenario, shown as the last value of a cell; `set` does the same from code.

    Args:
        start: Name of a shipped scenario, path of a file, a Scenario, or a Game or Table whose position becomes the
            start; a blank scenario if left out.
        lang: Language of the words; that of the game or table, else of the session, if empty.

    Example:
        >>> problems = ml.ScenarioBuilder("casino").set("start.cash.Ann", 500)
    """

    def __init__(self, start: "str | PathLike[str] | Scenario | Game | Table | None" = None, lang: str = "") -> None:
        self.lang = resolve_language(lang or (start.lang if isinstance(start, Game | Table) else ""))
        with speaking(self.lang):
            self.draft = _draft_of(start)
        self.words = Words(self.lang, "builder")
        self._table: Table | None = None
        self._note = ""
        self._state: dict[str, Any] = {"seat": 0, "opened": "", "sought": "", "file": _file_of(start), "confirm": ""}
        self._seen: tuple[int, str] = (-1, "")  # the revision and the theme that are shown
        self._sketch: Sketch | None = None
        self._scene: Scene | None = None
        self._known_board: tuple[object, ...] = ()  # what the pictures kept in `_drawn` are of
        self._drawn: dict[Hashable, str] = {}
        self._view = BuilderView(self.words, self._on_message)
        self._view.observe(self._on_change, names=["tab", "selected", "theme"])
        self._below = ipw.VBox([])
        self.widget = ipw.VBox([self._view, self._below])
        self.refresh()

    # From code

    def set(self, place: str, value: Any) -> Mistakes:
        """Set the value at a place and return the remaining problems.

        An invalid value is stored and reported.

        Args:
            place: Place as problems name it: "start.cash.Ann", also "players[0].cash" or "spaces.boardwalk.owner".
            value: The value; None removes it.

        Raises:
            DraftError: For an unknown place; nothing has changed.
        """
        self.draft.set(place, value)
        return self._refreshed()

    def get(self, place: str) -> Any:
        """Return the value at a place; None if there is none.

        Args:
            place: Place, as for `set`.
        """
        return self.draft.get(place)

    def add_seat(self, name: str | None = None) -> Mistakes:
        """Add a seat for a person and return the remaining problems.

        Args:
            name: Name of the player; made up if left out.
        """
        taken = [self.draft.name_of_seat(i) for i in range(self.draft.seats)]
        self.draft.add_seat(players_panel.new_name(taken, self.lang) if name is None else name)
        return self._refreshed()

    def undo(self) -> Mistakes:
        """Undo the last edit and return the remaining problems."""
        self.draft.undo()
        return self._refreshed()

    def redo(self) -> Mistakes:
        """Repeat the edit that was undone and return the remaining problems."""
        self.draft.redo()
        return self._refreshed()

    def problems(self) -> Mistakes:
        """Return all problems, in the words of `monopoly-lab check`."""
        with speaking(self.lang):
            return Mistakes([str(problem) for problem in self.draft.problems()], self.lang)

    def toml(self) -> str:
        """Return the scenario as the text of its file."""
        return self.draft.toml()

    def save(self, path: str | PathLike[str], overwrite: bool = False, with_mistakes: bool = False) -> Path:
        """Write the file, whole or not at all, and return its path.

        Args:
            path: File to write.
            overwrite: Replace an existing file.
            with_mistakes: Write a scenario that has problems.

        Raises:
            DraftError: For an existing file unless `overwrite`, and for an invalid name or folder.
            SavedGameError: With all problems, unless `with_mistakes`.
        """
        return self.draft.save(path, overwrite, with_mistakes)

    def game(self) -> Game:
        """Return a new game at the start; `redo` plays the script if it is valid.

        Raises:
            SavedGameError: With all problems, if anything but script and expectations is wrong.
        """
        return self.draft.game()

    def table(self) -> Table:
        """Return a new table of the game."""
        return Table(self.game(), self.lang)

    def load(self, start: "str | PathLike[str] | Scenario | Game | Table") -> Mistakes:
        """Start again from another scenario, file or position; `undo` restores what was here.

        Args:
            start: As for the class.

        Returns:
            Remaining problems.
        """
        other = _draft_of(start)
        self.draft.replace(other.content, other.folder)
        return self._refreshed()

    def summary(self) -> str:
        """Return what the builder shows as text: title, edition, players, problems."""
        names = ", ".join(self.draft.name_of_seat(i) or "?" for i in range(self.draft.seats))
        title = self.draft.get("title") or say("builder.untitled", self.lang)
        return f"{title} ({self.draft.get('edition')}; {names})\n{self.problems()!r}"

    def _refreshed(self) -> Mistakes:
        self._note = ""
        self.refresh()
        return self.problems()

    # Showing

    def refresh(self) -> None:
        """Show the draft as it is now."""
        self._show()

    def _show(self, problem: str = "") -> None:
        """Show the draft, and what has been refused just now."""
        with speaking(self.lang):
            self._show_all(problem)

    def _show_all(self, problem: str) -> None:
        view, draft = self._view, self.draft
        if self._seen[0] != draft.revision:
            sketch = draft.sketch()
            self._sketch, self._scene = sketch, None if sketch is None else Scene(*sketch, self.lang, "")
        state = self._editor_state()
        sections = {
            "head": builder_view.head(state, self._note),
            "play": builder_view.playing(state, bool(self._below.children)),
            "waiting": [
                self._note or state.words.say("mistakes" if state.problems else "right", n=len(state.problems))
            ],
            "problem": [f"<div>{escaped(problem)}</div>"] if problem else [],
        }
        if self._seen != (draft.revision, view.theme):
            sections |= self._picture(state)
        view.show(**{name: [piece for piece in pieces if piece] for name, pieces in sections.items()})
        view.show(side=[piece for piece in builder_view.side(state, self._view) if piece])
        self._seen = draft.revision, view.theme

    def _editor_state(self) -> EditorState:
        played = len(self._table.game.answers) if self._table is not None and self._below.children else 0
        chosen = self._state | {"selected": self._view.selected, "played": played}
        return EditorState(self.draft, self._scene, self.draft.problems(), self.words, **chosen)

    def _picture(self, state: EditorState) -> dict[str, list[str]]:
        """Return the board, and a sentence and a deed a space; an empty board where there is no edition."""
        if self._sketch is None or self._scene is None:
            return {"frame": ["0 0 100 10"], "board": ["<g></g>"], "facts": [], "deeds": []}
        known = (self._sketch.edition.digest, str(self.draft.get("options")), self._sketch.players)
        if known != self._known_board:
            self._known_board, self._drawn = known, {}
        return builder_view.picture(self._sketch, self._scene, state, self._view.theme, self._drawn)

    def _on_change(self, change: Any) -> None:
        self.refresh()

    # From the browser

    def _on_message(self, act: str, value: str, form: Form) -> None:
        """Carry out one act of the user; if it is refused, show why and change nothing."""
        draft = self.draft
        verb, _, place = act.partition(":")
        acts: dict[str, Callable[[], object]] = {
            "set": lambda: edits.set_field(draft, self._board, place, value),
            "num": lambda: edits.set_field(draft, self._board, place, edits.number_or_text(value)),
            "toml": lambda: draft.set(place, parse_value(value) if value.strip() else None),
            "drop": lambda: draft.set(value, None),
            "goto": lambda: self._go_to(value),
            "undo": draft.undo,
            "redo": draft.redo,
            "clear": draft.clear,
            "add_seat": self.add_seat,
            "remove_seat": lambda: draft.remove_seat(int(value)),
            "move_seat": lambda: draft.move_seat(*edits.numbers(value)),
            "out": lambda: edits.switch_out(draft, int(value)),
            "add": lambda: edits.add(draft, place, value),
            "take": lambda: edits.remove_entry(draft, value),
            "group_owner": lambda: edits.group(draft, self._board(), value, "owner"),
            "group_level": lambda: edits.group(draft, self._board(), value, "buildings"),
            "pile": lambda: edits.add(draft, f"start.piles.{place}", value),
            "whole_pile": lambda: edits.whole_pile(draft, self._board(), value),
            "move_card": lambda: edits.move_card(draft, value),
            "seat": lambda: self._open_seat(int(value)),
            "topic": lambda: self._state.update(opened=value),
            "seek": lambda: self._state.update(sought=value.strip()),
            "expect": lambda: edits.expect(self._editor_state(), value),
            "take_over": self._take_over,
            "play": self.show_table,
            "close_table": self.close_table,
            "take_position": self._take_position,
            "to_file": lambda: setattr(self._view, "tab", "file"),
            "file": lambda: self._file(value, (form.get("file") or [""])[0].strip()),
            "load": lambda: self._shipped(value) if value else None,
            "upload": lambda: self._replace(value),
            "text": lambda: self._replace((form.get("text") or [""])[0]),
            "download": lambda: self._view.send({"download": Path(self._state["file"]).name, "text": self.toml()}),
            "copy": lambda: self._view.send({"copy": self.toml()}),
        }
        if verb not in acts:
            return
        self._note = self._state["confirm"] = problem = ""
        try:
            with speaking(self.lang):
                acts[verb]()
        except MonopolyLabError as refused:
            problem = str(refused)
        except (LookupError, ValueError):
            problem = say("table.not_understood", self.lang, value=f"{act} {value}".strip())
        self._view.show(problem=[])  # so that the same problem is said again
        self._show(problem)

    def _go_to(self, place: str) -> None:
        """Show and focus the field of a place."""
        home = edits.home(self._editor_state(), place)
        if home.topic:
            self._state.update(opened=home.topic, sought="")
        if home.seat >= 0:
            self._state.update(seat=home.seat)
        if home.space >= 0:
            self._view.selected = home.space
        self._view.tab = home.tab
        self.refresh()
        self._view.send({"focus": home.field})

    def _open_seat(self, seat: int) -> None:
        """Show all fields of one seat."""
        self._state.update(seat=seat)
        self.refresh()
        self._view.send({"focus": field_id(f"players[{seat}].position")})

    def _board(self) -> Scene:
        """Return the scene of the board; DraftError where there is no edition to show it on."""
        if self._scene is None:
            raise DraftError(say("builder.no_edition", self.lang))
        return self._scene

    # The course, and the table below

    def show_table(self) -> Story:
        """Show a table of the scenario below and return what its game waits for, or what is wrong."""
        try:
            table = self.table()
        except SavedGameError as refused:
            self._note = say("builder.not_yet", self.lang, n=len(refused.problems))
            self.refresh()
            return Story([self._note])
        self.close_table()
        self._table = table
        self._below.children = (table.widget,)
        self._view.send({"below": True})
        self._note = say("builder.shown_below", self.lang)
        self.refresh()
        return Story([table.game.waiting(self.lang)])

    def close_table(self) -> None:
        """Remove the table below; a game that is playing stops."""
        if self._table is not None and self._table.plays:
            self._table.stop()
        self._below.children = ()

    def _take_over(self) -> None:
        """Make the script of what has been played at the table."""
        if self._table is not None:
            self.draft.set("script", list(self._table.game.answers) or None)

    def _take_position(self) -> None:
        """Make the start of the position of the table; what was to be played up to it goes."""
        if self._table is None:
            return
        start = start_of_game(self._table.game)

        def act() -> None:
            self.draft.clear()
            self.draft.set("start", start or None)

        self.draft.group_edits(act)
        self._note = say("builder.position_taken", self.lang)

    # Files

    def _replace(self, text: str) -> None:
        try:
            content = parse_toml(text)
        except UnfitFile as unfit:
            raise DraftError(str(unfit)) from None
        self.draft.replace(content)

    def _shipped(self, name: str) -> None:
        """Begin anew from a scenario of the list; from any file, if the disk is theirs."""
        if not file_access.may_use_disk() and name not in scenarios():
            raise DraftError(say("table.no_disk", self.lang))
        self.load(name)

    def _file(self, what: str, name: str) -> None:
        if not file_access.may_use_disk():
            raise DraftError(say("table.no_disk", self.lang))
        self._state["file"] = name
        if not name:
            raise DraftError(say("table.no_file", self.lang))
        if what == "load":
            self.load(Path(name))
            return
        overwrite, with_mistakes = what in ("overwrite", "both"), what in ("with_mistakes", "both")
        try:
            path = self.draft.save(name, overwrite, with_mistakes)
        except FileThere:
            self._state["confirm"] = "both" if with_mistakes else "overwrite"
            raise
        except SavedGameError as refused:
            self._state["confirm"] = "both" if overwrite else "with_mistakes"
            raise DraftError(say("builder.not_saved", self.lang, n=len(refused.problems))) from None
        self._note = say("builder.saved", self.lang, file=path)

    def _ipython_display_(self) -> None:
        """Show the live builder; where there is no kernel, the picture of its board and what it says."""
        bundle: dict[str, object] = self.widget._repr_mimebundle_() | {"text/plain": self.summary()}
        if self._sketch is not None:
            bundle["text/html"] = board_drawing.html(*self._sketch, lang=self.lang, status="")
        display(bundle, raw=True)


def _draft_of(start: "str | PathLike[str] | Scenario | Game | Table | None") -> Draft:
    """Return the draft of a start; on a page for a class without the text for the teacher."""
    draft = Draft.of(start.game if isinstance(start, Table) else start)
    if may_use_disk() or "text" not in draft.content:
        return draft
    return Draft({place: value for place, value in draft.content.items() if place != "text"}, draft.folder)


def _file_of(start: object) -> str:
    """Return the file that saving offers: a new one for a shipped scenario or a position."""
    if isinstance(start, str | PathLike) and str(start).endswith(".toml"):
        return str(start)
    return "my_scenario.toml"
