"""Clicks and forms of a table: carry out each act that the browser sends, by its name, with its value and its form."""

from collections.abc import Callable
from typing import NamedTuple, Protocol

from monopoly_lab.game.game import Game
from monopoly_lab.game.reports import Story
from monopoly_lab.notation.nodes import Decision
from monopoly_lab.widgets import choice_buttons, player_panel, table_panels, trade_form
from monopoly_lab.widgets.autoplay import FAR, SPEEDS, Autoplay
from monopoly_lab.widgets.table_branches import Branches
from monopoly_lab.widgets.table_files import TableFiles
from monopoly_lab.widgets.table_notices import EarlierGame, Notices
from monopoly_lab.widgets.table_screen import TableScreen
from monopoly_lab.widgets.table_view import KeptPicture

Form = dict[str, list[str]]
Act = Callable[[str, Form], object]

THROW = "throw"  # the choice that the key for the dice stands for
SEAT = "seat-"  # before the number of a seat that is taken by somebody else
STOPPING = {  # acts before which playing on by itself ends
    *("luck", "undo", "redo", "go_to", "glide", "replace", "again", "sum", "settle", "text", "build_row", "sell_row"),
    *("branch", "open", "file", "export", "upload", "resume"),
}


class Playable(Protocol):
    """What a table can do for its players."""

    @property
    def game(self) -> Game: ...
    @property
    def plays(self) -> bool: ...
    def press(self, text: str) -> Story: ...
    def play_on(self, how_far: str = "step") -> Story: ...
    def start(self, how_far: str = "to_the_end") -> None: ...
    def stop(self) -> None: ...
    def undo(self) -> Story: ...
    def redo(self) -> Story: ...
    def go_to(self, n: int) -> Story: ...
    def open_branch(self, name: str) -> None: ...
    def open(self, name: str) -> None: ...
    def compare(self, name: str) -> None: ...
    def note(self, text: str) -> None: ...
    def set_clock(self, minutes: float) -> None: ...
    def start_clock(self) -> None: ...
    def pause_clock(self) -> None: ...


class Parts(NamedTuple):
    """The parts of a table that its acts change."""

    branches: Branches
    notices: Notices
    screen: TableScreen
    files: TableFiles
    autoplay: Autoplay
    earlier: EarlierGame
    picture: KeptPicture


class TableRequests:
    """What the controls of a table do to its game.

    `done` does something to the game and shows it, `glide` shows it while a slider is dragged, `arrived` is called when
    a browser shows the table.
    """

    def __init__(
        self,
        table: Playable,
        parts: Parts,
        done: Callable[[Callable[[], object]], Story],
        glide: Callable[[], None],
        arrived: Callable[[], None],
    ) -> None:
        self._table, self._parts, self._done, self._glide, self._arrived = table, parts, done, glide, arrived
        self._acts = {**self._of_play(), **self._of_panels(), **self._of_files()}

    def carry_out(self, act: str, value: str, form: Form) -> None:
        """Carry out an act; KeyError, IndexError or ValueError for what is none."""
        if act in FAR:
            self._table.start(act)
        elif act.startswith(SEAT):
            self._seat(int(act.removeprefix(SEAT)), value)
        else:
            carry_out = self._acts[act]
            if self._table.plays and (act in STOPPING or (act == "press" and value)):
                self._table.stop()
            carry_out(value, form)

    def _of_play(self) -> dict[str, Act]:
        table, parts = self._table, self._parts
        return {
            "press": lambda value, _: table.press(value) if value else None,
            "why": lambda value, _: parts.notices.say_problem(value),
            "luck": lambda *_: self._roll_or_draw(),
            "sum": lambda value, form: table.press(choice_buttons.sum_text(table.game, value, form)),
            "settle": lambda _, form: table.press(choice_buttons.settle_text(form)),
            "text": lambda _, form: table.press(_first_value(form, "text")),
            "undo": lambda *_: table.undo(),
            "redo": lambda *_: table.redo(),
            "go_to": lambda value, _: table.go_to(int(value)),
            "glide": lambda value, _: self._glide_to(int(value)),
            "again": lambda *_: table.open(parts.branches.add_with_other_luck()),
            "branch": lambda _, form: table.open_branch(_first_value(form, "name")),
            "branch_there": lambda value, _: self._branch_there(int(value)),
            "open": lambda value, _: table.open(value),
            "compare": lambda value, _: table.compare(value),
            "good": lambda *_: parts.notices.offer([]),
            "stop": lambda *_: table.stop(),
            "speed": lambda value, _: self._set_speed(value),
            "clock": lambda value, _: table.pause_clock() if value == "pause" else table.start_clock(),
            "minutes": lambda value, _: table.set_clock(float(value)),
        }

    def _of_panels(self) -> dict[str, Act]:
        table, screen, panels = self._table, self._parts.screen, self._parts.screen.panels
        return {
            "here": lambda *_: self._arrived(),
            "sync": lambda *_: screen.show_play(),
            "roomy": lambda *_: screen.charting.unfold(beside=True),
            "manage": lambda value, _: panels.manage(value),
            "build_row": lambda value, _: self._row("build", value),
            "sell_row": lambda value, _: self._row("sell", value),
            "draft": lambda _, form: panels.propose(panels.proposal.with_form(form)),
            "counter": lambda *_: panels.propose(trade_form.Proposal.counter(table.game)),
            "filter": lambda _, form: panels.filter_log(_first_value(form, "player"), _first_value(form, "kind")),
            "log_as": lambda value, _: panels.show_log(as_table=value == "table"),
            "rule": lambda value, _: panels.open_rule(int(value)),
            "share": lambda *_: screen.shares.start(table.game),
            "stop_share": lambda *_: screen.shares.stop(),
            "weigh": lambda *_: screen.evaluation.start(table.game),
            "stop_weighing": lambda *_: screen.evaluation.stop(),
        }

    def _of_files(self) -> dict[str, Act]:
        table, files, earlier = self._table, self._parts.files, self._parts.earlier
        return {
            "file": lambda value, form: files.save_or_load(value, _first_value(form, "file"), self._done),
            "replace": lambda value, _: files.save_or_load("replace", value, self._done),
            "export": lambda value, form: files.export(value, _first_value(form, "file") if form.get("file") else None),
            "upload": lambda value, form: self._done(lambda: files.upload(value, _first_value(form, "name"))),
            "download": lambda *_: files.download(),
            "copy": lambda *_: files.copy(),
            "notes": lambda value, _: table.note(value),
            "picture": lambda *_: self._keep_picture(),
            "resume": lambda *_: self._done(earlier.take_up),
            "forget": lambda *_: self._forget_earlier(),
        }

    def _roll_or_draw(self) -> None:
        """Throw or draw what comes next; of a person who may throw or do something else: throw."""
        game = self._table.game
        node = game.node
        if isinstance(node, Decision) and THROW in node.texts and game.seats[node.player] is None:
            self._table.press(THROW)
        else:
            self._table.play_on("step")

    def _glide_to(self, n: int) -> None:
        """Show the game after its first `n` answers while the slider is dragged: all but the panel it stands in."""
        self._table.game.go_to(n)
        self._glide()

    def _branch_there(self, n: int) -> None:
        """Open a branch of the line that another cell has taken on, where it stood before."""
        self._parts.notices.offer([])
        self._table.open_branch(self._parts.branches.free_name())
        self._table.go_to(n)

    def _set_speed(self, value: str) -> None:
        self._parts.autoplay.speed = value if value in SPEEDS else "fast"

    def _seat(self, number: int, who: str) -> None:
        if who != player_panel.OWN:
            self._done(lambda: self._table.game.seat(number, who or None))

    def _row(self, act: str, value: str) -> None:
        """Build or sell on each site of a group, and say it in the panel."""
        player, _, group = value.rpartition(":")
        branches, screen, told = self._parts.branches, self._parts.screen, Story()
        before = branches.place

        def build() -> None:
            future = branches.future()
            told.extend(table_panels.build_row(branches.game, player, int(group), act, screen.lang))
            screen.save_undone_as_branch(future)

        self._done(build)
        if branches.place != before:
            screen.panels.told_of_row(" ".join(told))

    def _keep_picture(self) -> None:
        self._parts.picture.keep(self._table.game)
        self._parts.files.show_message(self._parts.picture.kept_message)

    def _forget_earlier(self) -> None:
        self._parts.earlier.forget()
        self._parts.screen.panels.show()


def _first_value(form: Form, name: str) -> str:
    """Return the first value of a field, "" where there is none."""
    return (form.get(name) or [""])[0]
