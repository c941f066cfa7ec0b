"""Table: a game with its board, the choices, the log, undo, and what each player is worth."""

from collections import deque
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar
from weakref import ref

import ipywidgets as ipw
from IPython.display import display

from monopoly_lab.common.argument_checks import check_arguments
from monopoly_lab.common.errors import MonopolyLabError, SavedGameError
from monopoly_lab.common.lazy_imports import pd
from monopoly_lab.common.messages import resolve_language, say, speaking
from monopoly_lab.common.renamed_modules import OldNames
from monopoly_lab.game.game import Game
from monopoly_lab.game.reports import Story
from monopoly_lab.game.scenarios.named_start import Playable, game_of
from monopoly_lab.players.time_limit import LIMIT, checked_limit
from monopoly_lab.widgets import autosave, clock, log_panel, player_panel, recent_events
from monopoly_lab.widgets.autoplay import Autoplay
from monopoly_lab.widgets.choice_evaluation import GAMES
from monopoly_lab.widgets.clock import ClockMethods
from monopoly_lab.widgets.html_elements import Words
from monopoly_lab.widgets.table_branches import Branches, BranchMethods
from monopoly_lab.widgets.table_files import TableFiles
from monopoly_lab.widgets.table_notices import EarlierGame, Notices
from monopoly_lab.widgets.table_play import TablePlay
from monopoly_lab.widgets.table_requests import SEAT, Parts, TableRequests
from monopoly_lab.widgets.table_screen import TableScreen
from monopoly_lab.widgets.table_view import KeptPicture, TableView

if TYPE_CHECKING:
    from monopoly_lab.experiments import Comparison
    from monopoly_lab.game.scenarios import Scenario

CHOICES = ("press", "luck", "sum", "settle", "text", "resume", "again")  # acts after which others may play
TABLES: "deque[ref[Table]]" = deque(maxlen=4)  # the last ones: those of one game show it alike


@check_arguments
class Table(BranchMethods, ClockMethods, OldNames):
    """A game to play with mouse or keyboard; `press` does the same from code.

    Shown as the last value of a cell. What is chosen here changes `game`, the game of the open branch. Changes that
    other cells make show after they have run, elsewhere after `refresh()`.

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

    Raises:
        EditionError: For an unknown name.
        ArgumentError: For `minutes` of a game that is not timed.

    Example:
        >>> table = ml.Table("classic_us")
        >>> told = table.press("roll 3 4")
    """

    OLD_NAMES: ClassVar = {"weigh": "evaluate_choices", "reckon_shares": "compute_shares"}

    def __init__(
        self,
        game: Playable,
        lang: str = "",
        names: str = "",
        goes_on: bool = False,
        answer_limit: float | None = LIMIT,
        minutes: float | None = None,
    ) -> None:
        first: Game = game_of(game, lang)
        if names:
            first.names = names
        self.lang = resolve_language(lang or first.lang)
        self.words = Words(self.lang)
        self._branches = Branches(first, self.lang)
        self._autoplay = Autoplay(
            lambda: self.game, self.lang, self.refresh, lambda problem: self._play.on_end(problem)
        )
        self._autoplay.limit = checked_limit(answer_limit)
        self._clock = clock.Clock(self._time_over)
        if minutes is not None:
            self._set_clock(minutes)
        self.goes_on = goes_on
        if goes_on:
            self._autoplay.speed = "medium"
        self._played_in_browser = False
        self._is_browser_request = False
        self._lay_out()
        self.refresh()
        self._screen.charting.draw()
        self._screen.offer_rulebook_note()
        recent_events.after_each_cell(self._cell_ran)
        TABLES.append(ref(self))

    def _lay_out(self) -> None:
        """Make the parts of the table, each of what it needs."""
        branches, words = self._branches, self.words
        self._autosave = autosave.Autosave(self.game, self._kept_now, self._say_problem, self._played_elsewhere)
        self._view = view = TableView(words, self._carry_out, kept=self._autosave.path is not None)
        self._notices = notices = Notices(view)
        self._picture = KeptPicture(view, self.lang)
        self._earlier = EarlierGame(self._autosave, branches, notices, words, self._taken_up)
        self._screen = TableScreen(branches, view, notices, words, self._autoplay, self._clock, self._files_panel)
        show_panel = self._screen.panels.show
        self._files = TableFiles(branches, view, notices, words, self.keep_picture, self._replace_game, show_panel)
        self._play = TablePlay(branches, self._screen, notices, self._autoplay, self._refresh)
        parts = Parts(branches, notices, self._screen, self._files, self._autoplay, self._earlier, self._picture)
        run, glide = self._play.run_and_show, lambda: self._show(dragging=True)
        self._actions = TableRequests(self, parts, run, glide, self._arrived)

    def _files_panel(self) -> list[str]:
        return self._files.panel(self._autosave.path, self._earlier.facts)

    @property
    def widget(self) -> ipw.Widget:
        """Return the live table, to put beside other widgets."""
        return self._screen.widget

    # Choosing

    def press(self, text: str) -> Story:
        """Carry out a choice, as its button does, and return what happened, or why it was refused.

        Args:
            text: A choice, as for `Game.apply`, which raises an error for a refusal instead.
        """
        return self._play.press(text)

    def play_on(self, how_far: str = "step") -> Story:
        """Play luck and strategies until a person must choose, and return what happened.

        Args:
            how_far: "step", "turn", "round" or "to_the_end"; "person" until a person is asked for anything, dice
                included.
        """
        return self._play.play_on(how_far)

    def undo(self) -> Story:
        """Take back the last answer and return what the game waits for."""
        return self._play.run_and_show(lambda: self.game.undo())

    def redo(self) -> Story:
        """Repeat what was undone and return what happened."""
        return self._play.run_and_show(lambda: self.game.redo())

    def go_to(self, n: int) -> Story:
        """Go to the position after the first `n` answers and return what the game waits for.

        Args:
            n: Number of answers.
        """
        return self._play.run_and_show(lambda: self.game.go_to(n))

    def _say_problem(self, text: str) -> None:
        self._notices.say_problem(text)

    @property
    def motion(self) -> bool:
        """Return True if moves are animated; playing at the fast speed is never animated."""
        return bool(self._view.motion)

    @motion.setter
    def motion(self, on: bool) -> None:
        self._view.motion = on

    # Playing on by itself

    def start(self, how_far: str = "to_the_end") -> None:
        """Play on in the event loop of the kernel at the chosen speed, until `stop`; without a loop, at once.

        Args:
            how_far: As for `play_on`.
        """
        self._play.start(how_far)

    @property
    def plays(self) -> bool:
        """Return True while the game plays by itself."""
        return self._autoplay.runs

    def stop(self) -> None:
        """Stop playing; the game stays where it is."""
        if self._play.stop():
            self.keep_picture()

    def _clock_changed(self) -> None:
        self._screen.show_play()
        self._autosave.schedule_write()

    def _time_over(self) -> None:
        """Call time: now, or once the task that is running has ended."""
        self._play.run_and_show(lambda: None)

    # What comes from the browser

    def _carry_out(self, act: str, value: str, form: dict[str, list[str]]) -> None:
        """Carry out one act of the user; every problem is said at the table."""
        before, self._is_browser_request = self._branches.place, True
        try:
            with speaking(self.lang):
                self._actions.carry_out(act, value, form)
            has_changed = self._branches.place != before
            self._played_in_browser = self._played_in_browser or has_changed
            if self.goes_on and (act.startswith(SEAT) or (act in CHOICES and has_changed)):
                self._play.until_a_person()
        except MonopolyLabError as refused:
            self._say_problem(str(refused))
        except (KeyError, IndexError, ValueError):
            self._say_problem(say("table.not_understood", self.lang, value=f"{act} {value}".strip()))
        finally:
            self._is_browser_request = False

    def _cell_ran(self) -> None:
        """Show the game if another cell has played on in it, and offer to go back to where it was played here."""
        (game, n, _), now = self._screen.shown, self._branches.place
        if self.plays or now == self._screen.shown:
            return
        self._screen.shares.recall(self.game)
        self.refresh()
        if self._played_in_browser and game is now[0] and n != now[1]:
            self._notices.offer([player_panel.went_on(self.words, n, now[1])])
        self._played_in_browser = False

    # Branches and notes

    def compare(self, name: str) -> None:
        """Compare the open branch with another one, in its chart and in the panel of branches.

        Args:
            name: Name of the other branch.
        """
        self._branches.compare(name)
        self._screen.charting.compare()
        self._screen.panels.show()

    def note(self, text: str) -> None:
        """Replace the notes of the open branch; they are saved and exported with it.

        Args:
            text: Notes as Markdown.
        """
        self.game.notes = text.strip()
        if unkept := self._autosave.write_ahead():
            self._say_problem(unkept)
        self._screen.panels.show()

    def _replace_game(self, game: Game) -> None:
        """Put another game in the place of the open branch."""
        self._branches.replace(game)
        self._start_over()

    def _start_over(self) -> None:
        self._files.forget_message()
        self._screen.start_over()

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
        kept = autosave.read_branches(path)
        table = cls(start or kept.branches[kept.branch], lang, goes_on=goes_on)
        table._autosave.path = table._autosave.source = path
        table._earlier.take(kept, stays=False)
        table.refresh()
        return table

    def keep(self) -> Path:
        """Write the autosave now and return its path.

        Raises:
            MonopolyLabError: If autosave is off.
        """
        return self._autosave.write()

    def _kept_now(self) -> autosave.SavedBranches:
        left = round(self._clock.seconds_left) if self._clock.is_set else None
        return autosave.SavedBranches(self.branches, self.branch, left)

    def _played_elsewhere(self, path: Path) -> None:
        """Continue in a branch, in a file of its own, because another table plays this game too."""
        self.open_branch(self._branches.free_name())
        self._say_problem(say("autosave.elsewhere", self.lang, branch=self.branch, file=path.name))

    def _arrived(self) -> None:
        """Note that a browser shows the table: it is saved from now on; what an earlier one left is offered once."""
        if not self._autosave.shown:
            self._autosave.shown = True
            self._screen.compute_shares_if_wanted()
            self._earlier.offer()

    def _taken_up(self, seconds: int | None) -> None:
        """Go on with the branches of an earlier table and the seconds on its clock."""
        self._start_over()
        if seconds is not None:
            self._clock.set_seconds(seconds)

    # Showing

    def refresh(self) -> None:
        """Show the game as it is now."""
        self._refresh(animate=not (self.plays and self._autoplay.skips))

    def _refresh(self, animate: bool) -> None:
        with speaking(self.lang):
            self._show(animate=animate)

    def _show(self, dragging: bool = False, animate: bool = True) -> None:
        """Show all that differs, at other tables of this game too; what the user did is saved before they see it."""
        if not dragging:
            clock.call_if_due(self._clock, self.game, self.lang)
        unkept = self._autosave.write_ahead() if self._is_browser_request and not dragging and not self.plays else ""
        self._screen.show(dragging, animate)
        if unkept:
            self._say_problem(unkept)
        self._screen.charting.draw_soon()
        self._autosave.schedule_write()
        if self._autosave.shown:
            self._screen.compute_shares_if_wanted()
        for other in [living for last in TABLES if (living := last()) is not None]:
            if other is not self and other.game is self.game:
                other._cell_ran()

    def compute_shares(self) -> None:
        """Compute how often throws end on each space in the long run, from the chain of this board, and show it."""
        self._screen.shares.compute(self.game)

    def evaluate_choices(self, games: int = GAMES) -> "Comparison":
        """Compare the open choices with `decide` and show the results at them until the game goes on.

        Args:
            games: Number of games for each choice.

        Returns:
            The comparison.

        Raises:
            ExperimentError: If there is nothing to choose between.
        """
        return self._screen.evaluation.at_once(self.game, games)

    # For the notebook

    def events(self, player: str = "", kind: str = "") -> "pd.DataFrame":
        """Return the events as a table, one row per event.

        Args:
            player: Only events of this player; all if empty.
            kind: Only events of this kind, as in the log's filter; all if empty.

        Raises:
            ArgumentError: For an unknown player or kind.
        """
        return log_panel.events_frame(self.game, player, kind, self.lang)

    def summary(self) -> str:
        """Return what the table shows as text: whose choice it is, the choices, the cash of each player."""
        return self._screen.summary()

    def keep_picture(self) -> None:
        """Put a picture of the position under the table, which a notebook shows when no kernel is running."""
        self._picture.keep(self.game)

    def __repr__(self) -> str:
        return f"<Table: {self.game!r}>"

    def _ipython_display_(self) -> None:
        """Show the live table, its picture and words for other pages, and a place for the last position saved."""
        bundle: dict[str, object] = self.widget._repr_mimebundle_()
        still = {"text/html": self.game.picture(self.lang), "text/plain": self.game.describe(self.lang)}
        display(bundle | still, raw=True)
        self._picture.show_place(self.widget.model_id)
