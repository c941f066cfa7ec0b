"""Answers given at a table: choices, and playing on by itself; what was taken back is kept as a branch."""

from collections.abc import Callable

from monopoly_lab.common.errors import MonopolyLabError
from monopoly_lab.common.messages import speaking
from monopoly_lab.game.reports import Story
from monopoly_lab.widgets.autoplay import Autoplay
from monopoly_lab.widgets.table_branches import Branches, Future
from monopoly_lab.widgets.table_notices import Notices
from monopoly_lab.widgets.table_screen import TableScreen

ACCEPT = "accept"  # an offer


class TablePlay:
    """Does something to the open branch and shows it; `show` is called with False if the picture is not animated."""

    def __init__(
        self,
        branches: Branches,
        screen: TableScreen,
        notices: Notices,
        autoplay: Autoplay,
        show: Callable[[bool], None],
    ) -> None:
        self._branches, self._screen, self._notices = branches, screen, notices
        self._autoplay, self._show = autoplay, show
        self._future = Future()  # what playing on may take the place of

    def run_and_show(self, act: Callable[[], object], plays: bool = False) -> Story:
        """Run `act` on the game and show the result; a refusal is shown and nothing has changed.

        `plays`: it is played on, which is not seen moving where it is fast. Returns the story that the act tells, or
        who is asked now.
        """
        lang = self._screen.lang
        try:
            with speaking(lang):
                told = act()
                story = told if isinstance(told, Story) else Story([self._branches.game.waiting(lang)])
        except MonopolyLabError as refused:
            self._notices.say_problem(str(refused))
            return Story([str(refused)])
        self._show(not (plays and self._autoplay.skips))
        return story

    def press(self, text: str) -> Story:
        """Carry out a choice, and say what happened."""
        return self.run_and_show(lambda: self._apply_choice(text))

    def play_on(self, how_far: str) -> Story:
        """Play as far as is asked for, at once, and say what happened."""
        before = self._branches.game.answered
        self._future = self._branches.future()
        told = self.run_and_show(lambda: self._autoplay.at_once(how_far), plays=True)
        self._save_undone()
        if self._branches.game.answered == before and not self._notices.problem:
            self._notices.say_problem(self._autoplay.held_by())
        return told

    def start(self, how_far: str) -> None:
        """Play on in the kernel's own loop, or at once where there is none."""
        self._future = self._future if self._autoplay.runs else self._branches.future()
        if not self._autoplay.start(how_far):
            self.play_on(how_far)

    def until_a_person(self) -> None:
        """Play on, if it is not a person's turn, until it is."""
        game = self._branches.game
        if game.node is not None and game.seats[game.node.player] is not None and not self._autoplay.runs:
            self.start("person")

    def stop(self) -> bool:
        """End the playing on; False if nothing was played."""
        if not self._autoplay.stop():
            return False
        self._show(not self._autoplay.skips)
        self._save_undone()
        return True

    def on_end(self, problem: str) -> None:
        """Show where the playing on has ended by itself, and why; "" for no reason."""
        self._show(not self._autoplay.skips)
        self._save_undone()
        self._notices.say_problem(problem)

    def _save_undone(self) -> None:
        future, self._future = self._future, Future()
        self._screen.save_undone_as_branch(future)

    def _apply_choice(self, text: str) -> Story:
        game, panels = self._branches.game, self._screen.panels
        future, draft = self._branches.future(), panels.proposal
        is_old = text == ACCEPT and draft.answers is not None and draft.answers == game.offer
        told = game.apply(text, self._screen.lang)
        self._screen.save_undone_as_branch(future)
        panels.forget_offer(draft, text, is_old)
        return told
