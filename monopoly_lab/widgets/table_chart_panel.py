"""The chart beside the table: one is chosen from a list, and follows the game."""

import asyncio
from collections.abc import Callable

import ipywidgets as ipw

from monopoly_lab.common.escaping import escaped
from monopoly_lab.common.messages import say, speaking
from monopoly_lab.game.game import Game
from monopoly_lab.widgets import chart_data
from monopoly_lab.widgets.background_tasks import in_slices, running_loop

CHARTS = ("cash", "worth", "income", "payments", "throw", "compare_cash", "compare_worth", "none")
BELOW, BESIDE = "1 1 100%", "1 1 380px"
PAUSE = 0.15  # seconds from a change of the game to its chart, so that the board comes first


class Charting:
    """A list of charts and the chosen one.

    `branches` gives the open branch and the one it is compared with; `named` hears what the chart shows, in words.
    """

    def __init__(
        self,
        lang: str,
        branches: Callable[[], dict[str, Game]],
        theme: Callable[[], str],
        named: Callable[[str], None] = lambda said: None,
    ) -> None:
        self._lang, self._branches, self._theme, self._named = lang, branches, theme, named
        self._worths = chart_data.Worths()
        self._letters = chart_data.LETTERS
        self._beside = False  # there is room for it beside the table
        self._due: asyncio.TimerHandle | None = None
        self._task: asyncio.Task[None] | None = None
        labels = [(say(f"table.chart_{name}", lang), name) for name in CHARTS]
        self.pick = ipw.Dropdown(options=labels, value="cash", description=say("table.chart", lang))
        self.pick.observe(lambda _: self.draw(), names="value")
        self.shown = ipw.ToggleButton(value=False, description=say("table.chart_shown", lang))
        self.shown.observe(lambda _: self._on_fold(), names="value")
        self.output = ipw.Output()
        self.output.add_class("ml-chart")
        self.said = ipw.HTML()
        self.widget = ipw.VBox([self.shown], layout=ipw.Layout(flex=BELOW, min_width="0"))
        self.widget.add_class("ml-charting")

    def unfold(self, beside: bool = False) -> None:
        """Show the chart, `beside` the table where there is room; folded, it is not drawn."""
        self._beside = self._beside or beside
        self.shown.value = True

    def write(self, letters: int) -> None:
        """Draw in letters of this many pixels, those of the table."""
        self._letters = letters
        self._on_fold()

    def _on_fold(self) -> None:
        there = self.shown.value
        self.widget.layout.flex = BESIDE if there and self._beside else BELOW
        self.output.layout.min_height = f"{chart_data.height(self._letters)}px" if there else None
        self.widget.children = [self.shown, self.pick, self.output, self.said] if there else [self.shown]
        self.draw()

    def draw_soon(self) -> None:
        """Draw a little later; not at all where there is no loop."""
        if self.pick.value == "none" or not self.shown.value:
            return
        if (loop := running_loop()) is None:
            return
        if self._due is not None:
            self._due.cancel()
        self._due = loop.call_later(PAUSE, self.draw)

    def compare(self) -> None:
        """Show two branches in one chart."""
        self.unfold()
        if self.pick.value in ("compare_cash", "compare_worth"):
            self.draw()
        else:
            self.pick.value = "compare_worth"

    def draw(self) -> None:
        """Draw now, if it is not folded.

        Worth by round, which looks at each round of a long game, is drawn in slices where there is a loop.
        """
        if self._task is not None:
            self._task.cancel()
            self._task = None
        if not self.shown.value:
            return
        if (loop := running_loop()) is None:
            self._draw_now()
            return
        if self.pick.value in ("worth", "compare_worth"):
            self._task = loop.create_task(self._compute())
        else:
            self._draw_now()

    async def _compute(self) -> None:
        for game in self._branches().values():
            await in_slices(self._worths.compute(game), lambda _: None)
        self._draw_now()

    def _draw_now(self) -> None:
        name, lang, branches = self.pick.value, self._lang, self._branches()
        game, title = next(iter(branches.values())), say(f"table.chart_{name}", lang)
        made: dict[str, Callable[[], tuple[chart_data.Figure, str]]] = {
            "cash": lambda: chart_data.purses(game, lang),
            "worth": lambda: chart_data.worths(game, self._worths, lang),
            "income": lambda: chart_data.incomes(game, lang),
            "payments": lambda: chart_data.who_pays_whom(game, lang),
            "throw": lambda: chart_data.next_throw(game, lang),
            "compare_cash": lambda: chart_data.compared_branches(branches, chart_data.cash_by_round, title, lang),
            "compare_worth": lambda: chart_data.compared_branches(branches, self._worths.rounds, title, lang, True),
        }
        with speaking(lang):
            figure, said = made[name]() if name in made else ({}, "")
            self._named(said)
            self.output.outputs = chart_data.output(figure, said, self._theme(), self._letters) if said else ()
            summary = escaped(say("table.chart_in_words", lang))
            self.said.value = f"<details><summary>{summary}</summary>{escaped(said)}</details>" if said else ""
