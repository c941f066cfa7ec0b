"""Screen of a table: board, card, panels and chart of the open branch, and the results computed for them."""

from collections.abc import Callable, Hashable

import ipywidgets as ipw

from monopoly_lab import board_drawing
from monopoly_lab.common.escaping import escaped
from monopoly_lab.common.messages import speaking
from monopoly_lab.notation.nodes import Decision
from monopoly_lab.widgets import (
    choice_buttons,
    clock,
    decision_card,
    decision_facts,
    deed_card,
    player_panel,
    recent_events,
)
from monopoly_lab.widgets.autoplay import Autoplay
from monopoly_lab.widgets.background_tasks import Shares
from monopoly_lab.widgets.choice_evaluation import UNASKED, ChoiceEvaluation
from monopoly_lab.widgets.html_elements import Words
from monopoly_lab.widgets.table_branches import Branches, Future, GameMoment
from monopoly_lab.widgets.table_chart_panel import Charting
from monopoly_lab.widgets.table_notices import Notices
from monopoly_lab.widgets.table_panels import Panels
from monopoly_lab.widgets.table_view import TableView


class TableScreen:
    """The screen of a table: it shows the open branch; `shown` is the place that it showed last.

    `autoplay` plays the game automatically, `timer` is the clock of a timed game, `files_markup` returns the panel of
    files.
    """

    def __init__(
        self,
        branches: Branches,
        view: TableView,
        notices: Notices,
        words: Words,
        autoplay: Autoplay,
        timer: clock.Clock,
        files_markup: Callable[[], list[str]],
    ) -> None:
        self._branches, self._view, self._notices, self._words = branches, view, notices, words
        self.lang = words.lang
        self._autoplay, self._timer = autoplay, timer
        self._drawings: dict[Hashable, str] = {}  # cache, shared with the panels
        self._watch = recent_events.Watch()
        self.shown: GameMoment = (branches.game, 0, 0)
        self.shares = Shares(words, self._shares_changed, notices.say_problem)
        self.evaluation = ChoiceEvaluation(words, self.show_head, notices.say_problem)
        self.panels = Panels(branches, view, words, self.shares, self._drawings, files_markup)
        self.charting = Charting(
            words.lang, branches.side_by_side, lambda: str(view.theme), lambda said: view.set_trait("chart", said)
        )
        self._deeds_of: object = branches.game.tables  # the rules by which the deeds were shown
        view.show(deeds=deed_card.deeds_html(branches.game, words))
        view.observe(lambda change: self._trait_changed(change.name), names=["tab", "selected", "theme"])
        view.observe(lambda _: self.show_play(), names="motion")
        view.observe(lambda change: self.charting.write(change.new), names="letters")
        view.layout = ipw.Layout(flex="12 1 1180px", min_width="0", width="100%")
        flow = ipw.Layout(display="flex", flex_flow="row wrap", grid_gap="8px")
        self.widget = ipw.Box([view, self.charting.widget], layout=flow)
        self.shares.recall(branches.game)

    def start_over(self) -> None:
        """Forget everything about the previous game, and show what is known about the open one."""
        game = self._branches.game
        self.panels.start_over()
        self._drawings.clear()
        self.shares.forget()
        self.shares.recall(game)
        self._show_deeds()

    def show(self, dragging: bool = False, animate: bool = True) -> None:
        """Update everything on the screen that has changed; call it within `speaking`, in the language of the table.

        `dragging`: while a slider is dragged; there is no animation then, and the panel, where the slider is, stays as
        it is. An animation that is left out is not shown later.
        """
        game, view, words = self._branches.game, self._view, self._words
        self.shown = self._branches.place
        self.panels.follow()
        self.evaluation.follow(game)
        offer_outdated = self._notices.drop_outdated(self.shown)
        motion = self._watch.message(game, words.lang)
        if game.tables is not self._deeds_of:  # other rules, perhaps other rents
            self._show_deeds()
        sections = {
            "frame": [*board_drawing.frame(game.tables.spaces, len(game.players)), recent_events.space_of_asked(game)],
            "board": self._board(),
            "waiting": [game.waiting(words.lang)],
            "drawn": decision_facts.deed_html(game, words),
            "head": self._head(),
            "play": self._play_bar(),
            "purses": player_panel.purses(game, words),
            "problem": [],
            "facts": deed_card.describe_spaces(game, words, self._drawings),
        }
        if not dragging:
            sections["side"] = self.panels.markup()
        if offer_outdated:
            sections["offer"] = []
        if motion and animate and not dragging:
            sections["motion"] = motion
        view.show(**sections)

    def summary(self) -> str:
        """Return the screen as text: whose choice it is, the choices, and the state of the game."""
        game, node = self._branches.game, self._branches.game.node
        if isinstance(node, Decision):
            offered = ", ".join(node.texts)
        else:
            offered = self._words.say(f"luck_{node.kind}", n=choice_buttons.dice_of(node)) if node else ""
        lines = [game.waiting(self.lang), offered]
        with speaking(self.lang):
            lines.append(repr(game.state))
        return "\n".join(line for line in lines if line)

    def offer_rulebook_note(self) -> None:
        """Note at the start which text of the rule book applies, if the one in the reader's language differs."""
        game = self._branches.game
        said = "" if game.answered else game.other_text(self.lang)
        if said:
            self._notices.offer_until_move(self._branches.place, [player_panel.notice(escaped(said), self._words)])

    def show_play(self) -> None:
        """Update the bar of playback controls."""
        with speaking(self._words.lang):
            self._view.show(play=self._play_bar())

    def show_head(self) -> None:
        """Update the choices on the card, with what is known about each."""
        with speaking(self._words.lang):
            self._view.show(head=self._head())

    def save_undone_as_branch(self, future: Future) -> None:
        """Save undone moves as a branch if a new answer has replaced them, and say so on the screen."""
        name = self._branches.keep(future)
        if not name:
            return
        said = player_panel.notice(self._words("future_kept", n=future.undone, branch=name), self._words)
        self._notices.offer_until_move(self._branches.place, [said])
        if self._view.tab == "time":
            self.panels.show()

    def compute_shares_if_wanted(self) -> None:
        """Start to compute the shares when the first deed is to be decided on, unless the game plays automatically."""
        if not self._autoplay.runs and decision_facts.lot(self._branches.game) >= 0:
            self.shares.start_by_itself(self._branches.game)

    def _board(self) -> list[str]:
        return self._branches.game.pieces(self._words.lang, self._view.theme, self._drawings)

    def _play_bar(self) -> list[str]:
        game, words, autoplay = self._branches.game, self._words, self._autoplay
        bar = player_panel.playing(game, words, autoplay.runs, autoplay.speed, self._view.motion)
        return [*bar, *clock.clock_html(game, self._timer, words)]

    def _head(self) -> list[str]:
        game, runs, shares = self._branches.game, self._autoplay.runs, self.shares
        values, request = (decision_facts.COMING, "") if shares.is_coming else (shares.values, shares.markup("card"))
        weighed = UNASKED if runs else self.evaluation.for_card(game)
        return decision_card.card_elements(
            game, self._words, self._drawings, self._autoplay.speed if runs else "", values, request, weighed
        )

    def _trait_changed(self, name: str) -> None:
        """Redraw after a change of the trait `name`: the tab, the selected space or the theme."""
        if name == "theme":
            with speaking(self._words.lang):
                self._view.show(board=self._board())
            self.charting.draw()
        self.panels.show()

    def _show_deeds(self) -> None:
        game = self._branches.game
        self._deeds_of = game.tables
        self._view.show(deeds=deed_card.deeds_html(game, self._words, self.shares.values))

    def _shares_changed(self) -> None:
        with speaking(self._words.lang):
            self._show_deeds()
            self._view.show(head=self._head())
        self.panels.show()
