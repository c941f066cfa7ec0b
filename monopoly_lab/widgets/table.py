"""The table: a game with its board, what can be chosen, its log, its past, and what each player is worth."""

import re
from collections import deque
from collections.abc import Callable, Collection, Hashable
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any
from weakref import ref

import ipywidgets as ipw
from IPython.display import DisplayHandle, display

from monopoly_lab import board_drawing
from monopoly_lab.common import file_access
from monopoly_lab.common.argument_checks import check_arguments
from monopoly_lab.common.errors import ArgumentError, MonopolyLabError, SavedGameError
from monopoly_lab.common.file_access import shortened_path
from monopoly_lab.common.html import escaped
from monopoly_lab.common.messages import say, speaking, spoken
from monopoly_lab.game.game import Game, Story
from monopoly_lab.game.saves.saved_files import replaceable
from monopoly_lab.game.scenarios.scenario import game_of
from monopoly_lab.notation.nodes import Decision
from monopoly_lab.players.time_limit import LIMIT, checked_limit
from monopoly_lab.widgets import (
    autosave,
    choices,
    clock,
    decision_facts,
    deed_card,
    files_panel,
    log_panel,
    player_panel,
    property_panel,
    recent_events,
    trade_form,
)
from monopoly_lab.widgets.autoplay import FAR, SPEEDS, Playing
from monopoly_lab.widgets.background_tasks import Shares
from monopoly_lab.widgets.chart_panel import Charting
from monopoly_lab.widgets.choice_evaluation import GAMES, UNASKED, Weighing
from monopoly_lab.widgets.html_elements import Words
from monopoly_lab.widgets.table_view import TableFace

if TYPE_CHECKING:
    import pandas as pd

    from monopoly_lab.editions import Edition
    from monopoly_lab.experiments import Comparison
    from monopoly_lab.game.scenarios import Scenario

THROW = "throw"  # the choice that the key for the dice stands for
ACCEPT = "accept"  # an offer
MANY_UNDONE = 2  # answers taken back, from which on they are kept when another one takes their place
CHOICES = ("press", "luck", "sum", "settle", "text", "resume", "again")  # acts after which others may play
TABLES: "deque[ref[Table]]" = deque(maxlen=4)  # the last ones: those of one game show it alike


@check_arguments
class Table:
    """A game to play with mouse or keyboard; `press` does the same from code.

    Shown as the last value of a cell. What is chosen here changes the game, until a branch is opened: `game` is then
    the branch. Changes that other cells make show after they have run, elsewhere after `refresh()`.

    A timed game (option `mode`) has a clock that waits to be started. When the time is over the table ends the game,
    after an open auction or debt. A page that is reloaded finds the clock running; a table that is resumed in a new
    kernel finds it paused, with the time left at the last answer.

    Args:
        game: A Game, Scenario or Edition, or the name of an edition or scenario ("scenario:class_board" if it is both).
            An edition gives a new game of two persons.
        lang: Language of the words: "en", "ru" or "uk"; that of the game if empty.
        names: Names of spaces, cards and characters, also of the game: see `Game`.
        goes_on: Let seats that play by themselves continue after each choice made in the browser, until a person is
            asked.
        answer_limit: Seconds after which a function at a seat is stopped; None for no limit.
        minutes: Time of a timed game; an hour if left out.

    Attributes:
        game: The game of the open branch.

    Raises:
        EditionError: For an unknown name.
        ArgumentError: For `minutes` of a game that is not timed.
    """

    def __init__(
        self,
        game: "str | Path | Game | Scenario | Edition",
        lang: str = "",
        names: str = "",
        goes_on: bool = False,
        answer_limit: float | None = LIMIT,
        minutes: float | None = None,
    ) -> None:
        self.game: Game = game_of(game, lang)
        if names:
            self.game.names = names
        self.lang = spoken(lang or self.game.lang)
        self.words = Words(self.lang)
        self.branches: dict[str, Game] = {say("table.main_branch", self.lang): self.game}
        self.branch = next(iter(self.branches))
        self._playing = Playing(lambda: self.game, self.lang, self.refresh, self._play_ended)
        self._playing.limit = checked_limit(answer_limit)
        self._clock = clock.Clock(self._time_over)
        if minutes is not None:
            self.set_clock(minutes)
        self.goes_on = goes_on
        if goes_on:
            self._playing.speed = "medium"
        self._other = ""
        self._file = "game.toml"
        self._of_files = ""  # what has become of the last ones
        self._offered: list[str] = []  # what was last said or offered of a file
        self._future: tuple[Game | None, int] = (None, 0)  # what playing on may take the place of
        self._filter = ("", "")
        self._opened = -1
        self._managed = self.game.players[0]
        self._of_row = self._state(), ""  # what was last built or sold in a row, and where the game stood then
        self._proposal = trade_form.Proposal.first(self.game)
        self._turn = ""  # the last player for whom they were opened
        self._shares = Shares(self.words, self._shares_changed, self._say_problem)
        self._weighing = Weighing(self.words, self._show_head, self._say_problem)
        self._kept: DisplayHandle | None = None
        self._seen = (self.game, 0, 0)  # the game, its answers and those taken back, as they were shown last
        self._fleeting: tuple[object, list[str]] = (None, [])  # what is offered until the game goes on from there
        self._earlier: dict[str, Any] = {}  # what an earlier table has left, until it is taken up or left
        self._touched = False  # somebody has played in the browser
        self._hears = False  # what is done now was asked for in the browser
        self._written = ""  # the file that this table has saved to
        self._drawn: dict[Hashable, str] = {}
        self._log_as_table = False
        self._watch = recent_events.Watch()
        self._exporting = files_panel.Exporting(self.lang, self._say_of_file, self._say_problem)
        self._autosave = autosave.Autosave(self.game, self._kept_now, self._say_problem, self._played_elsewhere)
        self._face = TableFace(self.words, self._heard, kept=self._autosave.path is not None)
        self._face.show(deeds=deed_card.cards(self.game, self.words))
        self._face.observe(self._turned, names=["tab", "selected", "theme"])
        self._face.observe(lambda _: self._show_play(), names="motion")
        self._charting = Charting(
            self.lang,
            self._side_by_side,
            lambda: str(self._face.theme),
            lambda said: self._face.set_trait("chart", said),
        )
        self._face.observe(lambda change: self._charting.write(change.new), names="letters")
        self._face.layout = ipw.Layout(flex="12 1 1180px", min_width="0", width="100%")
        flow = ipw.Layout(display="flex", flex_flow="row wrap", grid_gap="8px")
        self._shares.recall(self.game)
        self._built = ipw.Box([self._face, self._charting.widget], layout=flow)
        self.refresh()
        self._charting.draw()
        self._say_text()
        recent_events.after_each_cell(self._cell_ran)
        TABLES.append(ref(self))

    def _say_text(self) -> None:
        """Say at the start by which text of the rule book is played, where the reader's language has another one."""
        if not self.game.answered and self.game.events and self.game.edition.text_in(self.lang):
            said = escaped(self.game.sentence(self.game.events[0], self.lang))
            self._offer_for_now([player_panel.notice(said, self.words)])

    @property
    def widget(self) -> ipw.Widget:
        """Return the live table, to put beside other widgets."""
        return self._built

    # Choosing

    def press(self, text: str) -> Story:
        """Carry out a choice, as its button does, and return what happened; a refusal changes nothing.

        Args:
            text: A choice, as for `Game.apply`.
        """
        return self._done(lambda: self._answered(text))

    def _answered(self, text: str) -> Story:
        future, draft = self._future_here(), self._proposal
        is_old = text == ACCEPT and draft.answers is not None and draft.answers == self.game.offer
        told = self.game.apply(text, self.lang)
        self._keep_future(*future)
        if is_old or text == draft.text():  # it is an offer now: the form is ready for another one
            self._proposal = trade_form.Proposal(draft.giver, draft.partner)
        return told

    def play_on(self, how_far: str = "step") -> Story:
        """Let luck and strategies play, until a person must choose, and return what happened.

        Args:
            how_far: "step", "turn", "round" or "to_the_end"; "person" until a person is asked for anything, dice
                included.
        """
        before = self.game.answered
        self._future = self._future_here()
        told = self._done(lambda: self._playing.at_once(how_far), plays=True)
        self._played()
        if self.game.answered == before and not self._face.parts["problem"]:
            self._say_problem(self._playing.held_by())
        return told

    def _luck(self) -> Story:
        """What is thrown or drawn next; of a person who may throw or do something else: the throw."""
        node = self.game.node
        if isinstance(node, Decision) and THROW in node.choices and self.game.seats[node.player] is None:
            return self.press(THROW)
        return self.play_on("step")

    def undo(self) -> Story:
        """Take back the last answer and return what the game waits for."""
        return self._done(lambda: self._there(self.game.undo()))

    def redo(self) -> Story:
        """Repeat what was undone and return what happened."""
        return self._done(lambda: self._there(self.game.redo()))

    def go_to(self, n: int) -> Story:
        """Go to the position after the first `n` answers and return what the game waits for.

        Args:
            n: Number of answers.
        """
        return self._done(lambda: self._there(self.game.go_to(n)))

    def _there(self, game: Game) -> Story:
        return Story([game.waiting(self.lang)])

    def _done(self, act: Callable[[], Story], plays: bool = False) -> Story:
        """Do something to the game and show it; a refusal is shown and nothing has changed.

        `plays`: it is played on, which is not seen moving where it is fast.
        """
        try:
            with speaking(self.lang):
                told = act()
        except MonopolyLabError as refused:
            self._say_problem(str(refused))
            return Story([str(refused)])
        self._refresh(still=plays and self._playing.skips)
        return told

    def _say_problem(self, text: str) -> None:
        self._face.show(problem=[])  # so that the same problem is said again
        self._face.show(problem=[f"<div>{escaped(text)}</div>"] if text else [])

    @property
    def motion(self) -> bool:
        """Return True if moves are animated; playing at the fast speed is never animated."""
        return bool(self._face.motion)

    @motion.setter
    def motion(self, on: bool) -> None:
        self._face.motion = on

    # Playing on by itself

    def start(self, how_far: str = "to_the_end") -> None:
        """Play on in the event loop of the kernel at the chosen speed, until `stop`; without a loop, at once.

        Args:
            how_far: As for `play_on`.
        """
        self._future = self._future if self.plays else self._future_here()
        if not self._playing.start(how_far):
            self.play_on(how_far)

    @property
    def plays(self) -> bool:
        """Return True while the game plays by itself."""
        return self._playing.runs

    def stop(self) -> None:
        """Stop playing; the game stays where it is."""
        if self._playing.stop():
            self._refresh(still=self._playing.skips)
            self._played()
            self.keep_picture()

    # The clock of a timed game

    @property
    def seconds_left(self) -> float:
        """Return the seconds left on the clock of a timed game."""
        return self._clock.left

    def set_clock(self, minutes: float) -> None:
        """Stop the clock and set its time.

        Args:
            minutes: Minutes to play.

        Raises:
            ArgumentError: For an invalid time, or a game that is not timed.
        """
        with speaking(self.lang):
            if not clock.is_timed(self.game):
                raise ArgumentError(say("table.clock_untimed"))
            self._clock.set(minutes)
        self._clock_changed()

    def start_clock(self) -> None:
        """Start the clock.

        Raises:
            ArgumentError: For a game that is not timed.
        """
        if not clock.is_timed(self.game):
            raise ArgumentError(say("table.clock_untimed", self.lang))
        self._clock.start()
        self._clock_changed()

    def pause_clock(self) -> None:
        """Pause the clock until it is started again."""
        self._clock.pause()
        self._clock_changed()

    def _clock_changed(self) -> None:
        if hasattr(self, "_face"):
            self._show_play()
            self._autosave.soon()

    def _time_over(self) -> None:
        """Nothing is left of the time: it is called now, or once what is going on has ended."""
        self._done(lambda: self._there(self.game))

    def _call_time(self) -> None:
        """Call time where it is due and the rules allow it."""
        is_last = not self.game.over and not self.game.undone
        if self._clock.is_due and is_last and self.game.why_not(clock.CALL, self.lang) is None:
            self.game.apply(clock.CALL, self.lang)
            self._clock.called()

    def _play_ended(self, problem: str) -> None:
        self._refresh(still=self._playing.skips)
        self._played()
        self._say_problem(problem)

    def _played(self) -> None:
        future, self._future = self._future, (None, 0)
        self._keep_future(*future)

    # What comes from the browser

    def _heard(self, act: str, value: str, form: dict[str, list[str]]) -> None:
        """One act of the user; every problem is said at the table."""
        acts: dict[str, Callable[[], object]] = {
            "press": lambda: self._stopped(lambda: self.press(value)) if value else None,
            "why": lambda: self._say_problem(value),
            "luck": lambda: self._stopped(self._luck),
            "undo": lambda: self._stopped(self.undo),
            "redo": lambda: self._stopped(self.redo),
            "go_to": lambda: self._stopped(lambda: self.go_to(int(value))),
            "glide": lambda: self._stopped(lambda: self._glide(int(value))),
            "replace": lambda: self._stopped(lambda: self._save_or_load("replace", value)),
            "branch_there": lambda: self._branch_there(int(value)),
            "again": lambda: self._stopped(self._again),
            "good": lambda: self._face.show(offer=[]),
            "stop": self.stop,
            "sum": lambda: self._stopped(lambda: self.press(choices.sum_text(self.game, value, form))),
            "settle": lambda: self._stopped(lambda: self.press(choices.settle_text(form))),
            "text": lambda: self._stopped(lambda: self.press((form.get("text") or [""])[0])),
            "speed": lambda: self._set_speed(value),
            "clock": lambda: self.pause_clock() if value == "pause" else self.start_clock(),
            "minutes": lambda: self.set_clock(float(value)),
            "sync": self._show_play,
            "manage": lambda: self._manage(value),
            "build_row": lambda: self._row("build", value),
            "sell_row": lambda: self._row("sell", value),
            "draft": lambda: self._set_proposal(self._proposal.taken(form)),
            "counter": lambda: self._set_proposal(trade_form.Proposal.counter(self.game)),
            "filter": lambda: self._set_filter(form),
            "rule": lambda: self._open_rule(int(value)),
            "share": lambda: self._shares.start(self.game),
            "stop_share": self._shares.stop,
            "weigh": lambda: self._weighing.start(self.game),
            "stop_weighing": self._weighing.stop,
            "branch": lambda: self._stopped(lambda: self.open_branch((form.get("name") or [""])[0])),
            "open": lambda: self._stopped(lambda: self.open(value)),
            "file": lambda: self._stopped(lambda: self._save_or_load(value, (form.get("file") or [""])[0])),
            "export": lambda: self._stopped(lambda: self._export(value, (form.get("file") or [self._file])[0])),
            "notes": lambda: self.note(value),
            "upload": lambda: self._stopped(lambda: self._upload(value, (form.get("name") or [""])[0])),
            "download": lambda: self._face.send({"download": Path(self._file).name, "text": self.game.to_toml()}),
            "copy": lambda: self._face.send({"copy": self.game.to_toml()}),
            "picture": self._picture_kept,
            "compare": lambda: self.compare(value),
            "log_as": lambda: self._log_as(value == "table"),
            "here": self._arrived,
            "roomy": lambda: self._charting.unfold(beside=True),
            "resume": lambda: self._stopped(lambda: self._done(self._resumed)),
            "forget": self._forget,
        }
        if act in FAR:
            acts[act] = lambda: self.start(act)
        elif act.startswith("seat-"):
            acts[act] = lambda: self._seat(int(act[5:]), value)
        before, self._hears = self._state(), True
        try:
            with speaking(self.lang):
                acts[act]()
            self._touched = self._touched or self._state() != before
            if self.goes_on and (act.startswith("seat-") or (act in CHOICES and self._state() != before)):
                self._until_a_person()
        except MonopolyLabError as refused:
            self._say_problem(str(refused))
        except (KeyError, IndexError, ValueError):
            self._say_problem(say("table.not_understood", self.lang, value=f"{act} {value}".strip()))
        finally:
            self._hears = False

    def _until_a_person(self) -> None:
        node = self.game.node
        if node is not None and self.game.seats[node.player] is not None and not self.plays:
            self.start("person")

    def _state(self) -> tuple[Game, int, int]:
        return self.game, len(self.game.answers), len(self.game.undone)

    def _cell_ran(self) -> None:
        """Another cell may have taken the game on: it is shown then, and who had played here may go back to there."""
        (game, n, _), now = self._seen, self._state()
        if self.plays or now == self._seen:
            return
        self._shares.recall(self.game)
        self.refresh()
        if self._touched and game is now[0] and n != now[1]:
            self._face.show(offer=[player_panel.went_on(self.words, n, now[1])])
        self._touched = False

    def _branch_there(self, n: int) -> None:
        """A branch of the line that another cell has taken on, where it stood before."""
        self._face.show(offer=[])
        self.open_branch(self._free_name(self.branch))
        self.go_to(n)

    def _again(self) -> None:
        """The game from its start with other luck, in a branch of its own."""
        name = self._free_name(self.branch)
        anew = self.game.fork().go_to(0).fork(seed=self.game.seed + 1)
        anew.forget_undone()
        self.branches[name] = anew
        self.open(name)

    def _glide(self, n: int) -> None:
        """The game after its first `n` answers while the slider is dragged: all but the panel it stands in."""
        with speaking(self.lang):
            self.game.go_to(n)
            self._show(gliding=True)

    def _stopped(self, act: Callable[[], object]) -> None:
        if self.plays:
            self.stop()
        act()

    def _set_speed(self, value: str) -> None:
        self._playing.speed = value if value in SPEEDS else "fast"

    def _seat(self, number: int, who: str) -> None:
        if who != player_panel.OWN:
            self._done(lambda: self._seated(number, who or None))

    def _seated(self, number: int, who: str | None) -> Story:
        self.game.seat(number, who)
        return Story([self.game.waiting(self.lang)])

    def _manage(self, player: str) -> None:
        self._managed = self.game.players[self.game.players.index(player)]
        self._face.tab = "manage"
        self._show_side()

    def _row(self, act: str, value: str) -> None:
        player, _, group = value.rpartition(":")
        before, told = self._state(), Story()

        def build() -> Story:
            future = self._future_here()
            told.extend(property_panel.build_row(self.game, player, int(group), act, self.lang))
            self._keep_future(*future)
            return told

        self._stopped(lambda: self._done(build))
        if self._state() != before:
            self._of_row = self._state(), " ".join(told)
            self._show_side()

    def _set_proposal(self, proposal: trade_form.Proposal) -> None:
        self._proposal = proposal
        self._face.tab = "trade"
        self._show_side()

    def _set_filter(self, form: dict[str, list[str]]) -> None:
        self._filter = (form.get("player") or [""])[0], (form.get("kind") or [""])[0]
        self._show_side()

    def _log_as(self, table: bool) -> None:
        self._log_as_table = table
        self._show_side()

    def _open_rule(self, number: int) -> None:
        self._opened = number
        self._show_side()

    # Branches and files

    def _future_here(self) -> tuple[Game | None, int]:
        """The game after all that was taken back, where an answer would drop more than the last; how many answers."""
        undone = len(self.game.undone)
        return (self.game.fork().redo(undone), undone) if undone >= MANY_UNDONE else (None, undone)

    def _keep_future(self, future: Game | None, undone: int) -> None:
        """A branch of what was taken back, if an answer has taken its place; who plays is told."""
        if future is None or self.game.undone or any(future.answers == old.answers for old in self.branches.values()):
            return
        name = say("table.until_answer", self.lang, branch=self.branch, n=future.answered)
        name = name if name not in self.branches else self._free_name(name)
        self.branches[name] = future
        said = player_panel.notice(self.words("future_kept", n=undone, branch=name), self.words)
        self._offer_for_now([said])
        if self._face.tab == "time":
            self._show_side()

    def _free_name(self, name: str) -> str:
        """The name with the first number that no branch has."""
        return next(f"{name} {n}" for n in count(2) if f"{name} {n}" not in self.branches)

    def _offer_for_now(self, offer: list[str]) -> None:
        """Offer or say something that goes with the next move."""
        self._fleeting = self._state(), offer
        self._face.show(offer=offer)

    def open_branch(self, name: str) -> None:
        """Start a branch here; the line that is left keeps its own future.

        Args:
            name: Name of the branch.
        """
        name = " ".join(name.split())
        if not name or name in self.branches:
            self._say_problem(say("table.bad_branch", self.lang, value=name))
            return
        self.branches[name] = self.game.fork()
        self.open(name)

    def open(self, name: str) -> None:
        """Continue with another branch.

        Args:
            name: Name of the branch.
        """
        if name not in self.branches:
            self._say_problem(say("table.unknown_branch", self.lang, value=name, known=", ".join(self.branches)))
            return
        self.branch = name
        self.game = self.branches[name]
        self.refresh()

    def note(self, text: str) -> None:
        """Replace the notes of the open branch; they are saved and exported with it.

        Args:
            text: Notes as Markdown.
        """
        self.game.notes = text.strip()
        if unkept := self._autosave.ahead():
            self._say_problem(unkept)
        self._show_side()

    def _save_or_load(self, what: str, file: str) -> None:
        self._forget_files()  # while the field is as it was: a problem is said in its form
        self._file = files_panel.with_ending(file.strip(), is_old=what == "load")
        if not file_access.theirs():
            self._say_problem(say("table.no_disk", self.lang))
        elif not self._file:
            self._say_problem(say("table.no_file", self.lang))
        elif what == "load":
            self._done(self._loaded)
        elif what != "replace" and replaceable(Path(self._file)) and self._file != self._written:
            self._offer_of_file([player_panel.overwrite(self.words, self._file)])
        else:
            self._done(lambda: self._saved(self._file))

    def _export(self, ending: str, file: str) -> None:
        self._forget_files()
        if not file_access.theirs():
            self._say_problem(say("table.no_disk", self.lang))
        elif ending in files_panel.ENDINGS:
            others = {name: game for name, game in self.branches.items() if name != self.branch}
            self._exporting.start(self.game, file.strip(), ending, others)

    def _saved(self, file: str) -> Story:
        self._forget_files()
        try:
            self.game.save(file)
        except OSError as problem:
            raise MonopolyLabError(str(problem)) from None
        self._written = file
        self.keep_picture()
        self._say_of_file(say("table.saved_as", self.lang, file=shortened_path(file)))
        return Story([])

    def _offer_of_file(self, offer: list[str]) -> None:
        self._offered = offer
        self._face.show(offer=offer)

    def _forget_files(self) -> None:
        """What was said and offered of earlier files is over when another one is asked for."""
        self._say_problem("")
        if self._face.parts["offer"] == self._offered:
            self._offer_of_file([])
        if self._of_files and not self._exporting.runs:
            self._say_of_file("")

    def _loaded(self) -> Story:
        game = Game.load(self._file)
        self._forget_files()
        told = self._replaced(game)
        self._of_files = say("table.loaded", self.lang, file=shortened_path(self._file))
        return told

    def _say_of_file(self, text: str) -> None:
        """What has become of a file, or of a picture: in the panel where it was asked for, else on the card."""
        self._of_files = text
        if text:
            on_card = [] if self._face.tab == "keep" else [player_panel.notice(escaped(text), self.words)]
            self._offer_of_file(on_card)
        if self._face.tab == "keep":
            self._show_side()

    def _replaced(self, game: Game) -> Story:
        """Another game takes the place of the open branch; what was said of a file was said of the old one."""
        self._of_files = ""
        self.game = self.branches[self.branch] = game
        self._managed, self._turn = game.players[0], ""
        self._proposal = trade_form.Proposal.first(game)
        self._filter = ("", "")
        self._drawn = {}
        self._shares.forget()
        self._shares.recall(game)
        self._face.show(deeds=deed_card.cards(game, self.words, self._shares.values))
        return Story([game.waiting(self.lang)])

    def _upload(self, text: str, name: str) -> None:
        from monopoly_lab.common.file_access import replace

        def loaded() -> Story:
            import tempfile

            with tempfile.TemporaryDirectory() as folder:
                path = Path(folder) / (re.sub(r"[^\w. -]", "_", name)[-80:].strip(". ") or "upload.toml")
                replace(path, text.encode())
                try:
                    return self._replaced(Game.load(path))
                except MonopolyLabError as refused:  # by the name it has where it comes from
                    raise MonopolyLabError(str(refused).replace(str(path), name or path.name)) from None

        self._done(loaded)

    # Autosave

    @classmethod
    def resume(cls, game: "Game | Scenario | None" = None, lang: str = "", goes_on: bool = False) -> "Table":
        """Return a table as it was left, from its autosave: last position, branches and seats.

        Args:
            game: What the table was started with; the table played last if left out.
            lang: Language of the words: "en", "ru" or "uk"; that of the game if empty.
            goes_on: As for the class.

        Raises:
            SavedGameError: If there is no autosave, or with the problems of its file.
        """
        start = game if isinstance(game, Game) or game is None else game.game()
        path = autosave.newest() if start is None else autosave.file_of(start)
        if path is None:
            raise SavedGameError([("", "", say("autosave.off", lang, variable=autosave.VARIABLE))])
        kept = autosave.read(path)
        table = cls(start or kept.branches[kept.branch], lang, goes_on=goes_on)
        table._autosave.path = table._autosave.source = path
        table._take_up(kept)
        table.refresh()
        return table

    def keep(self) -> Path:
        """Write the autosave now and return its path.

        Raises:
            MonopolyLabError: If autosave is off.
        """
        return self._autosave.write()

    def _kept_now(self) -> autosave.Kept:
        left = round(self._clock.left) if self._clock.is_set else None
        return autosave.Kept(self.branches, self.branch, left)

    def _played_elsewhere(self, path: Path) -> None:
        """Another table plays this game too: this one goes on in a branch, in a file of its own."""
        self.open_branch(self._free_name(self.branch))
        self._say_problem(say("autosave.elsewhere", self.lang, branch=self.branch, file=path.name))

    def _arrived(self) -> None:
        """A browser shows the table: from now on it is saved; what an earlier table has left is offered once."""
        if self._autosave.shown:
            return
        self._autosave.shown = True
        self._reckon_if_wanted()
        try:
            earlier = self._autosave.earlier()
        except SavedGameError as broken:
            self._say_problem(str(broken))
            return
        if earlier and self._autosave.is_news():
            self._earlier = dict(earlier)
            self._offer_for_now([player_panel.offer(self.words, **earlier)])

    def _forget(self) -> None:
        """What an earlier table has left is put aside, and never offered again."""
        self._autosave.put_aside()
        self._earlier = {}
        self._face.show(offer=[])
        self._show_side()

    def _resumed(self) -> Story:
        """The earlier game takes the place of this one, which stays as a branch if it has been played."""
        assert self._autosave.source is not None
        kept, here = autosave.read(self._autosave.source), self.game
        self._take_up(kept)
        if here.answered and all(here.answers != other.answers for other in self.branches.values()):
            self.branches[self._free_name(self.branch)] = here
        return Story([self.game.waiting(self.lang)])

    def _take_up(self, kept: autosave.Kept) -> None:
        autosave.taken_up(kept, self.game)
        self._autosave.adopt()
        self.branches, self.branch = dict(kept.branches), kept.branch
        self._replaced(self.branches[self.branch])
        self._earlier = {}
        if kept.clock is not None:
            self._clock.put(kept.clock)
        self._face.show(offer=[])

    # Showing

    def refresh(self) -> None:
        """Show the game as it is now."""
        self._refresh(still=self.plays and self._playing.skips)

    def _refresh(self, still: bool) -> None:
        with speaking(self.lang):
            self._show(still=still)

    def _show(self, gliding: bool = False, still: bool = False) -> None:
        """All that differs; `gliding` leaves out the panel and what moves, `still` what moves: it never comes later.

        What the user did in the browser is on the disk before they see it.
        """
        if not gliding:
            self._call_time()
        unkept = self._autosave.ahead() if self._hears and not gliding and not self.plays else ""
        game, face = self.game, self._face
        self._seen = self._state()
        self._follow()
        self._weighing.follow(game)
        there, offer = self._fleeting
        has_passed = bool(offer) and there != self._seen
        if has_passed:
            self._fleeting = None, []
        motion = self._watch.message(game, self.lang)
        if gliding or still:
            motion = []
        face.show(
            **({"motion": motion} if motion else {}),
            **({"offer": []} if has_passed and face.parts["offer"] == offer else {}),
            frame=[*board_drawing.frame(game.tables.spaces, len(game.players)), recent_events.where(game)],
            board=game.pieces(self.lang, face.theme, self._drawn),
            waiting=[game.waiting(self.lang)],
            drawn=decision_facts.drawn(game, self.words),
            head=self._head(),
            play=self._bar(),
            purses=player_panel.purses(game, self.words),
            problem=[],
            facts=deed_card.facts(game, self.words, self._drawn),
            **({} if gliding else {"side": self._side()}),
        )
        if unkept:
            self._say_problem(unkept)
        self._charting.soon()
        self._autosave.soon()
        self._reckon_if_wanted()
        for other in [living for last in TABLES if (living := last()) is not None]:
            if other is not self and other.game is game:
                other._cell_ran()

    def _follow(self) -> None:
        """Property and trade open for whose turn it is, or who owes, if a person plays it; a draft once begun stays."""
        game = self.game
        turn, there = game.state.current_player, game.state.in_play
        if turn != self._turn and turn in there and (game.seats[turn] is None or None not in game.seats.values()):
            self._turn = self._managed = turn
            if self._proposal.is_blank:
                self._proposal = trade_form.Proposal.first(game, turn)
        if self._managed not in there and there:
            self._managed = there[0]
        if game.node is not None and game.node.kind == "debt":
            self._managed = game.node.player

    def _show_play(self) -> None:
        with speaking(self.lang):
            self._face.show(play=self._bar())

    def _bar(self) -> list[str]:
        game, words = self.game, self.words
        bar = player_panel.playing(game, words, self.plays, self._playing.speed, self._face.motion)
        return [*bar, *clock.shown(game, self._clock, words)]

    def _show_side(self) -> None:
        self._face.show(side=self._side())

    def _side(self) -> list[str]:
        """The open panel; the others are made when they are opened."""
        with speaking(self.lang):
            return self._panel()

    def _panel(self) -> list[str]:
        if self._face.tab == "log" and self._log_as_table:
            return log_panel.rows(self.game, *self._filter, self.words)
        if self._face.tab == "log":
            return log_panel.log_panel(self.game, *self._filter, self._opened, self.words, self._drawn)
        game, face, words = self.game, self._face, self.words
        if face.tab == "keep":
            again = self._earlier if face.parts["offer"] != self._fleeting[1] or not self._fleeting[1] else {}
            return files_panel.panel(game, self._file, words, self._autosave_name(), self._of_files, again)
        panel: dict[str, Callable[[], str]] = {
            "deed": lambda: deed_card.panel(game, face.selected, self._card(), words, self._shares.markup()),
            "manage": lambda: property_panel.panel(game, self._managed, words, self._row_told()),
            "trade": lambda: trade_form.panel(game, self._fitting(), words),
            "worth": lambda: player_panel.worth(game, words),
            "seats": lambda: player_panel.panel(game, words),
            "time": lambda: log_panel.branches_panel(game, self.branches, list(self._side_by_side()), words),
        }
        made = panel.get(face.tab)
        return [f"<div>{made()}</div>"] if made else []

    def _row_told(self) -> str:
        """What was built or sold in a row, until the game goes on."""
        there, told = self._of_row
        return told if there == self._state() else ""

    def _autosave_name(self) -> str:
        path = self._autosave.path
        return "" if path is None else f"{path.parent.name}/{path.name}"

    def _card(self) -> str:
        return self._face.parts["deeds"][self._face.selected] if self._face.selected >= 0 else ""

    def _fitting(self) -> trade_form.Proposal:
        """The draft with what both still have, or a new one when one of its players has left the game."""
        if {self._proposal.giver, self._proposal.partner} - {*self.game.state.in_play}:
            self._proposal = trade_form.Proposal.first(self.game)
        self._proposal = self._proposal.held(self.game)
        return self._proposal

    def _turned(self, change: Any) -> None:
        if change.name == "theme":
            with speaking(self.lang):
                self._face.show(board=self.game.pieces(self.lang, self._face.theme, self._drawn))
            self._charting.draw()
        self._show_side()

    def reckon_shares(self) -> None:
        """Compute how often throws end on each space in the long run, from the chain of this board, and show it."""
        self._shares.reckon(self.game)

    def _shares_changed(self) -> None:
        with speaking(self.lang):
            self._face.show(
                deeds=deed_card.cards(self.game, self.words, self._shares.values),
                head=self._head(),
            )
        self._show_side()

    def weigh(self, games: int = GAMES) -> "Comparison":
        """Compare the open choices with `decide` and show the results at them until the game goes on.

        Args:
            games: Number of games for each choice.

        Returns:
            The comparison.

        Raises:
            ExperimentError: If there is nothing to choose between.
        """
        return self._weighing.at_once(self.game, games)

    def _show_head(self) -> None:
        with speaking(self.lang):
            self._face.show(head=self._head())

    def _head(self) -> list[str]:
        weighed = UNASKED if self.plays else self._weighing.shown(self.game)
        plays = self._playing.speed if self.plays else ""
        shares, ask = (
            (decision_facts.COMING, "") if self._shares.comes else (self._shares.values, self._shares.markup("card"))
        )
        return choices.head(self.game, self.words, self._drawn, plays, shares, ask, weighed)

    def _reckon_if_wanted(self) -> None:
        """With the first deed that somebody who sees the table decides on, how often throws end there is reckoned."""
        if self._autosave.shown and not self.plays and decision_facts.lot(self.game) >= 0:
            self._shares.start_by_itself(self.game)

    def _side_by_side(self) -> dict[str, Game]:
        """The open branch, and the one it is compared with: the one chosen, else the newest other one."""
        others = [name for name in self.branches if name != self.branch]
        other = [self._other if self._other in others else others[-1]] if others else []
        return {name: self.branches[name] for name in (self.branch, *other)}

    def compare(self, name: str) -> None:
        """Compare the open branch with another one, in its chart and in the panel of branches.

        Args:
            name: Name of the other branch.
        """
        self._other = name
        self._charting.compare()
        self._show_side()

    # For the notebook

    def events(self, player: str = "", kind: str = "") -> "pd.DataFrame":
        """Return the events as a table, one row per event.

        Args:
            player: Only events of this player; all if empty.
            kind: Only events of this kind, as in the log's filter; all if empty.

        Raises:
            ArgumentError: For an unknown player or kind.
        """
        known: list[tuple[str, Collection[str]]] = [(player, self.game.players), (kind, log_panel.KINDS)]
        for value, names in known:
            if value and value not in names:
                raise ArgumentError(say("table.unknown_filter", self.lang, value=repr(value), known=", ".join(names)))
        frame = self.game.events_frame()
        mine = frame[["player", "partner", "payee"]].eq(player).any(axis=1) if player else frame.kind.notna()
        return frame[mine & (frame.kind.isin(log_panel.KINDS[kind]) if kind else True)].reset_index(drop=True)

    def summary(self) -> str:
        """Return what the table shows as text: whose choice it is, the choices, the cash of each player."""
        node = self.game.node
        if isinstance(node, Decision):
            offered = ", ".join(node.choices)
        else:
            offered = self.words.say(f"luck_{node.kind}", n=choices.dice_of(node)) if node else ""
        lines = [self.game.waiting(self.lang), offered]
        with speaking(self.lang):
            lines.append(repr(self.game.state))
        return "\n".join(line for line in lines if line)

    def keep_picture(self) -> None:
        """Put a picture of the position under the table, which a notebook shows when no kernel is running."""
        if self._kept is not None:
            note = f"<small>{escaped(say('table.kept_here', self.lang))}</small>"
            html = f'<div class="ml-kept">{note}{self.game.picture(self.lang)}</div>'
            picture = {"text/html": html, "text/plain": ""}
            self._kept.update(picture, raw=True)
            self._face.send({"kept": picture, "view": self._built.model_id})

    def _picture_kept(self) -> None:
        self.keep_picture()
        self._say_of_file(say("table.picture_kept", self.lang))

    def __repr__(self) -> str:
        return f"<Table: {self.game!r}>"

    def _ipython_display_(self) -> None:
        """The live table, its picture and words for pages that are not, and a place for the last position saved."""
        bundle: dict[str, object] = self._built._repr_mimebundle_()
        still = {"text/html": self.game.picture(self.lang), "text/plain": self.game.describe(self.lang)}
        display(bundle | still, raw=True)
        self._kept = display({"text/html": "", "text/plain": ""}, raw=True, display_id=True)
