"""The table: a game with its board, buttons for what can be chosen, its log and what each player is worth."""

from collections.abc import Callable
from html import escape
from typing import TYPE_CHECKING

import ipywidgets as ipw

from monopoly_lab.errors import MonopolyLabError
from monopoly_lab.game import Game, Story
from monopoly_lab.messages import say
from monopoly_lab.nodes import Chance, Decision
from monopoly_lab.widgets.panels import log_html, worth_html

if TYPE_CHECKING:
    from monopoly_lab.scenario import Scenario

FULL = ipw.Layout(width="100%")
WIDE = ipw.Layout(width="auto", flex="0 0 auto")
BUTTONS = ipw.Layout(display="flex", flex_flow="row wrap", grid_gap="4px")


class Table:
    """A game to be played with the mouse: shown as the last value of a cell, driven by `press` from code.

    `game` is a Game or a Scenario. What is chosen here changes that game, and what is done
    to the game by other cells shows after `refresh()`.
    """

    def __init__(self, game: "Game | Scenario", lang: str = "en") -> None:
        self.game: Game = game if isinstance(game, Game) else game.game()
        self.lang = lang
        self._board = ipw.HTML(layout=FULL)
        self._waiting = ipw.HTML(layout=FULL)
        self._choices = ipw.Box(layout=BUTTONS)
        self._forms = ipw.VBox()
        self._problem = ipw.HTML()
        self._log = ipw.HTML()
        self._worth = ipw.HTML()
        self._built = self._build()
        self.refresh()

    def _build(self) -> ipw.Widget:
        self._undo = self._button("undo", self.undo)
        self._redo = self._button("redo", self.redo)
        bots = [self._button(name, lambda n=name: self.play_on(n)) for name in ("step", "turn", "round", "to_the_end")]
        self._text = ipw.Text(
            placeholder=say("table.text_hint", self.lang), description=say("table.text", self.lang), layout=FULL
        )
        do = self._button("do", lambda: self.press(self._text.value))
        log = ipw.Box([self._log], layout=ipw.Layout(height="420px", overflow_y="auto", display="block"))
        tabs = ipw.Tab([log, self._worth], titles=[say("table.log", self.lang), say("table.worth", self.lang)])
        tabs.layout = ipw.Layout(flex="1 1 300px", min_width="280px")
        board = ipw.Box([self._board], layout=ipw.Layout(flex="3 1 700px", min_width="320px"))
        return ipw.VBox(
            [
                self._waiting,
                self._choices,
                self._forms,
                ipw.Box([self._undo, self._redo, *bots], layout=BUTTONS),
                ipw.HBox([self._text, do], layout=FULL),
                self._problem,
                ipw.Box([board, tabs], layout=ipw.Layout(display="flex", flex_flow="row wrap", grid_gap="12px")),
            ]
        )

    def _button(self, name: str, act: Callable[[], object]) -> ipw.Button:
        words = say(f"table.{name}", self.lang)
        button = ipw.Button(description=words, tooltip=say(f"table.{name}_hint", self.lang), layout=WIDE)
        button.on_click(lambda _: act())
        return button

    # Choosing

    def press(self, text: str) -> Story:
        """Carry out a choice, as its button does, and say what happened; a refusal is said and changes nothing."""
        return self._done(lambda: self.game.apply(text, self.lang))

    def play_on(self, how_far: str = "step") -> Story:
        """Let luck and the bots go on for a "step", a "turn", a "round", or "to_the_end"; a person is waited for."""
        game = self.game
        if how_far == "turn":
            turn = game.state.turn
            return self._done(lambda: self._while(lambda: game.state.turn == turn))
        plays = {
            "step": lambda: game.step(self.lang),
            "round": lambda: game.run(rounds=1, lang=self.lang),
            "to_the_end": lambda: game.run(lang=self.lang),
        }
        return self._done(plays[how_far])

    def _while(self, same: Callable[[], bool]) -> Story:
        told = self.game.step(self.lang)
        while same() and not self.game.over:
            before = len(self.game.answers)
            told = self.game.step(self.lang)
            if len(self.game.answers) == before:
                break
        return told

    def undo(self) -> Story:
        """Take back the last answer."""
        return self._done(lambda: self._there(self.game.undo()))

    def redo(self) -> Story:
        """Carry out again what was taken back."""
        return self._done(lambda: self._there(self.game.redo()))

    def _there(self, game: Game) -> Story:
        return Story([game.waiting(self.lang)])

    def _done(self, act: Callable[[], Story]) -> Story:
        try:
            told = act()
        except MonopolyLabError as refused:
            told = Story([str(refused)])
            self._problem.value = f'<p role="alert" style="color:#b00020;margin:2px 0">{escape(str(refused))}</p>'
            return told
        self._text.value = ""
        self.refresh()
        return told

    # Showing

    def refresh(self) -> None:
        """Show the game as it is now."""
        game = self.game
        self._problem.value = ""
        self._board.value = game.picture(self.lang)
        self._waiting.value = (
            f'<p aria-live="polite" style="font-size:1.15em;margin:4px 0"><b>{escape(game.waiting(self.lang))}</b></p>'
        )
        node = game.node
        self._choices.children = self._choice_buttons(node)
        self._forms.children = self._form_fields(node)
        self._undo.disabled = not game.answers
        self._redo.disabled = not game.undone
        self._log.value = log_html(game, self.lang)
        self._worth.value = worth_html(game, self.lang)

    def _choice_buttons(self, node: Decision | Chance | None) -> tuple[ipw.Widget, ...]:
        if node is None:
            return ()
        if isinstance(node, Chance):
            luck = self._button("luck", lambda: self.play_on("step"))
            luck.button_style = "primary"
            pick = ipw.Dropdown(
                options=[(say("table.by_hand", self.lang), ""), *((text, text) for text in node.outcomes)], layout=WIDE
            )
            pick.observe(lambda change: change.new and self.press(change.new), names="value")
            return luck, pick
        summed = {form.verb for form in node.forms}
        buttons = []
        for text in node.choices:
            if text.split(" ")[0] in summed:
                continue
            words = self.game.choice_label(text, self.lang).removesuffix(".")
            button = ipw.Button(description=words, tooltip=text, layout=WIDE, button_style="primary")
            button.on_click(lambda _, text=text: self.press(text))
            buttons.append(button)
        return tuple(buttons)

    def _form_fields(self, node: Decision | Chance | None) -> tuple[ipw.Widget, ...]:
        """A field and a button for each choice with a sum in it; and the acts open at the table."""
        rows = []
        for form in node.forms if isinstance(node, Decision) else ():
            if form.verb not in ("bid", "stake", "want"):
                continue
            field = ipw.BoundedIntText(
                value=form.least, min=form.least, max=form.most, layout=ipw.Layout(width="110px")
            )
            go = self._button(form.verb, lambda f=field, v=form.verb: self.press(f"{v} {f.value}"))
            go.button_style = "primary"
            between = ipw.HTML(say("table.between", self.lang, least=form.least, most=form.most))
            rows.append(ipw.HBox([field, go, between]))
        acts = [text for texts in self.game.acts().values() for text in texts]
        if acts:
            pick = ipw.Dropdown(
                options=[(say("table.acts", self.lang), ""), *((text, text) for text in acts)], layout=FULL
            )
            pick.observe(lambda change: change.new and self.press(change.new), names="value")
            rows.append(pick)
        return tuple(rows)

    def summary(self) -> str:
        """What the table shows, as text: whose choice it is, the choices, the purses."""
        node = self.game.node
        if isinstance(node, Decision):
            choices = ", ".join(node.choices)
        else:
            choices = say("table.luck", self.lang) if node else ""
        lines = [self.game.waiting(self.lang), choices, repr(self.game.state)]
        return "\n".join(line for line in lines if line)

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, object]:
        bundle: dict[str, object] = self._built._repr_mimebundle_()
        return bundle | {"text/plain": self.game.describe(self.lang)}
