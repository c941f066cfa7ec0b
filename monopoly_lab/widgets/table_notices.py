"""Notices of a table: problems on its card, and offers above its panels, such as an earlier game."""

from collections.abc import Callable
from typing import Any

from monopoly_lab.common.errors import SavedGameError
from monopoly_lab.common.escaping import escaped
from monopoly_lab.widgets import autosave, player_panel
from monopoly_lab.widgets.html_elements import Words
from monopoly_lab.widgets.table_branches import Branches, GameMoment
from monopoly_lab.widgets.table_view import TableView


class Notices:
    """Problems and offers of a table; some offers go with the next move."""

    def __init__(self, view: TableView) -> None:
        self._view = view
        self._fleeting: tuple[GameMoment | None, list[str]] = None, []  # where it was offered, until the game goes on

    def say_problem(self, text: str) -> None:
        """Show a problem, also the same one again; "" for none."""
        self._view.show(problem=[])
        self._view.show(problem=[f"<div>{escaped(text)}</div>"] if text else [])

    @property
    def problem(self) -> list[str]:
        """Return the problem that is shown."""
        return list(self._view.parts["problem"])

    def offer(self, offer: list[str]) -> None:
        """Offer or say something until another offer takes its place."""
        self._view.show(offer=offer)

    def offer_until_move(self, place: GameMoment, offer: list[str]) -> None:
        """Offer or say something that goes with the next move."""
        self._fleeting = place, offer
        self._view.show(offer=offer)

    def is_shown(self, offer: list[str]) -> bool:
        """Return True if this is what is offered now."""
        return bool(self._view.parts["offer"] == offer)

    @property
    def is_fleeting(self) -> bool:
        """Return True while an offer is shown that goes with the next move."""
        return bool(self._fleeting[1]) and self.is_shown(self._fleeting[1])

    def drop_outdated(self, place: GameMoment) -> bool:
        """Forget an offer that was for an earlier move; return True if it is still shown."""
        there, offer = self._fleeting
        if not offer or there == place:
            return False
        self._fleeting = None, []
        return self.is_shown(offer)


class EarlierGame:
    """The content of the autosave of a table, until it is taken up or left.

    `taken_up` is called with the seconds on its clock, None for none, when its branches have taken the place of others.
    """

    def __init__(
        self,
        saved: autosave.Autosave,
        branches: Branches,
        notices: Notices,
        words: Words,
        taken_up: Callable[[int | None], None],
    ) -> None:
        self._saved, self._branches, self._notices, self._words = saved, branches, notices, words
        self._taken_up = taken_up
        self._facts: dict[str, Any] = {}  # its answers and its time

    @property
    def facts(self) -> dict[str, Any]:
        """Return answers and time of the game that the panel of files offers to resume; empty if a notice does."""
        return {} if self._notices.is_fleeting else self._facts

    def offer(self) -> None:
        """Offer what is there, once in a session."""
        try:
            found = self._saved.earlier()
        except SavedGameError as broken:
            self._notices.say_problem(str(broken))
            return
        if found and self._saved.is_news():
            self._facts = dict(found)
            self._notices.offer_until_move(self._branches.place, [player_panel.offer(self._words, **found)])

    def forget(self) -> None:
        """Put the earlier game aside, and never offer it again."""
        self._saved.put_aside()
        self._facts = {}
        self._notices.offer([])

    def take_up(self) -> None:
        """Replace the open game with the earlier one; the open game stays as a branch if it has been played."""
        assert self._saved.source is not None
        self.take(autosave.read_branches(self._saved.source))

    def take(self, kept: autosave.SavedBranches, stays: bool = True) -> None:
        """Put branches in the place of those of the table; `stays`: what was played here stays as another one."""
        autosave.taken_up(kept, self._branches.game)
        self._saved.adopt()
        self._branches.take_over(kept.branches, kept.branch, stays)
        self._facts = {}
        self._taken_up(kept.clock)
        self._notices.offer([])
