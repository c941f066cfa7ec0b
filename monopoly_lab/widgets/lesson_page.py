"""Page of a lesson without code: steps, each shown only after the questions about it are answered."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import unquote

import ipywidgets as ipw

from monopoly_lab.common.escaping import escaped
from monopoly_lab.common.messages import say
from monopoly_lab.game import Game
from monopoly_lab.lessons.grading.handed_in import mailbox
from monopoly_lab.lessons.number_parser import is_close
from monopoly_lab.lessons.printed_text import blanks
from monopoly_lab.lessons.question_calls import with_seed
from monopoly_lab.widgets import autosave
from monopoly_lab.widgets.handing_in import WORDS as IN_WORDS
from monopoly_lab.widgets.handing_in import HandInForm
from monopoly_lab.widgets.lesson_cells import (
    KeptAnswers,
    Later,
    LessonFrame,
    Picture,
    Step,
    Text,
    asked_in_text,
    texts_in,
)
from monopoly_lab.widgets.lesson_outputs import Part
from monopoly_lab.widgets.match_panel import MatchPanel
from monopoly_lab.widgets.question_cells import Guess, Sentence

WORDS = (
    "steps",
    "where",
    "closed",
    "show_all",
    "show_all_hint",
    "wide_chart",
    "wide_table",
    "wide_formula",
    "back_to_text",
    "push",
    "push_chart",
)
MATCH = "match "  # begins the name under which the moves in a game are kept, by the place of its cell
ASK = "ml-ask-"  # begins the class of the box of a question
PLACES = {"n": "{n}", "total": "{total}"}  # in the words that the browser fills
VERDICT = '<div class="ml-verdict"><p class="ml-asked-before">{ask}</p><p class="ml-found {kind}">{told}</p></div>'


Cell = Guess | Sentence | Later | Text | Picture
NEXT = {Later: "plays_on", Sentence: "writes_on"}  # what has to be done before a lesson goes on; else a question


class Walk:
    """A lesson as a page: its cells in their order; `names` is the namespace they work in.

    A cell is carried out, and a text is there, when every prediction before it has been made and every self-check
    before it has a number for an answer. So no page holds a result that is still to be predicted, or what a check
    still asks for, or what is asked later. The teacher may open all of it.

    Answers of the lesson of this `name` are kept, and are there when the page is loaded again.
    """

    def __init__(self, names: dict[str, Any], lang: str = "", name: str = "", teacher: bool = False) -> None:
        self.names, self.lang = names, lang
        self.kept = KeptAnswers(name)
        self.cells: list[tuple[Cell, Step]] = []
        self.reached = 0  # how many cells have had their turn
        self._placed = 0
        self._is_open = self._is_busy = False
        self._steps: list[Step] = []
        self._board = ""  # the picture that it begins with
        self._told = ""  # what the text asked last
        self._words: dict[int, str] = {}  # of each question by the place of its cell: the text that asks it
        self._led: set[Step] = set()  # the steps with a button that leads there
        self._body = ipw.VBox()
        self._end = ipw.HTML()
        words = {key: say(f"lesson_page.{key}", lang, **PLACES) for key in WORDS}
        self.frame = LessonFrame(name=name, words=words, has_all=teacher, keeps=bool(name) and self.kept.path is None)
        if teacher:
            self.frame.on_msg(lambda _, content, buffers: self.show_all() if content == {"open": "all"} else None)
        self.frame.observe(lambda change: self._restore(change["new"]), names="restored")
        self._body.add_class("ml-steps")
        self._end.add_class("ml-goes-on")
        self.hand: HandInForm | None = None
        self._all = ipw.VBox([self._body, self._end])
        head = ipw.HTML(f'<p class="ml-blanks">{blanks(lang)}</p>')
        head.add_class("ml-on-paper")
        self.page = ipw.Box([head, self.frame, self._all])
        self.page.add_class("ml-lesson")

    @property
    def steps(self) -> list[Cell]:
        """Return the cells in their order."""
        return [cell for cell, _ in self.cells]

    @property
    def seed(self) -> int | None:
        """Return the seed from which this reader's numbers come; None where nothing is kept: then all have the same."""
        return self.kept.seed

    def step(self, title: str) -> None:
        """Begin a step."""
        self._steps.append(Step(title, len(self._steps) + 1, self.lang))
        self._show_progress()

    def text(self, html: str, is_lead: bool = False) -> None:
        """Add a text."""
        self._add(Text(html, is_lead))

    def picture(self, html: str, is_bare: bool = False) -> None:
        """Add the picture that the lesson begins with; a bare board, on which no game has begun, is small.

        Later steps that ask have a button that leads to it, unless it is bare: there is nothing to see on it.
        """
        picture = Picture(html)
        if is_bare:
            picture.part.widget.add_class("ml-bare")
        self._add(picture)
        self._board = "" if is_bare else html

    def to_picture(self) -> None:
        """Add a button that leads from the text above it to the picture further up that it speaks of, and back."""
        self.text(self._leading("to_picture"))

    def _leading(self, key: str, kind: str = "") -> str:
        """Return a button that leads to a picture further up."""
        said = escaped(say(f"lesson_page.{key}", self.lang))
        return f'<p><button type="button" class="ml-to-picture{kind}">\u2191 {said}</button></p>'

    def ask(self, source: str) -> None:
        """Add fields for a cell that asks."""
        guess = Guess(source, self.names, self.lang)
        if guess.checks and not any(isinstance(cell, Guess) and cell.checks for cell in self.steps):
            guess.note(say("lesson_page.first_counts", self.lang))
        guess.on_kept = lambda: self._on_guess_kept(guess)
        guess.box.add_class("ml-question")
        self._add(guess)

    def sentence(self, cell: str, waits: bool = False) -> None:
        """Add a field for the words that the text above asks for; `cell` is the id of its cell in the notebook.

        With `waits`, the page goes on once something is written: what follows is the theory of what a class plays.
        """
        asked = Sentence(f"{IN_WORDS}{cell}", self.lang, waits)
        asked.on_kept = lambda: self._on_sentence_kept(asked)
        self._add(asked)

    def _on_sentence_kept(self, asked: Sentence) -> None:
        self._keep(asked.typed_answers())
        if asked.waits:
            self.go_on()

    def hand_in(self, packed: str) -> None:
        """Add the end of the page, where the answers are handed in as a student's notebook; `packed` is that one."""
        box = mailbox(autosave.folder(), self.frame.name)
        typed, seed = (lambda: self.kept.found), (lambda: self.seed)
        counts = (self._progress, lambda: self._progress(True), self._missing)
        self.hand = HandInForm(packed, typed, self._download, self.lang, box, seed, *counts)
        self._all.children = (self._body, self._end, self.hand.box)

    def _progress(self, is_home: bool = False) -> tuple[int, int]:
        """Return how many questions and sentences of the class, or of homework, are answered, and how many of all."""
        cells = [cell for cell, step in self.cells if step.is_home == is_home]
        total = sum(len(each.asks) if isinstance(each, Guess) else isinstance(each, Sentence) for each in cells)
        return total - len(self._missing(is_home)), total

    def _missing(self, is_home: bool = False) -> list[tuple[str, str]]:
        """Return of each question without an answer the class of its box and its words; "" twice if it is closed."""
        found = []
        for n, (cell, step) in enumerate(self.cells):
            if step.is_home != is_home:
                continue
            if isinstance(cell, Guess):
                asked = [self._words[n] if each == "" else each for each in cell.unanswered()]
            elif isinstance(cell, Sentence):
                asked = [] if self.kept.found.get(cell.name, "").strip() else [self._words[n]]
            else:
                continue
            is_shown = n < self._placed
            where = f"{step.title}: " if step.title else ""
            found += [(f"{ASK}{n}", where + words) if is_shown else ("", "") for words in asked]
        return found

    def _download(self, file: str, text: str) -> None:
        self.frame.send({"download": file, "text": text})

    def show(self, source: str, **closed: str) -> None:
        """Add a cell that shows what it shows when its turn has come; `closed`: which answer opens which control."""
        self._add(Later(source, self.lang, closed))

    def show_all(self) -> None:
        """Open everything, answered or not."""
        self._is_open = True
        self.go_on()

    @property
    def answered(self) -> set[str]:
        """Return the names of all questions that are answered; of all there are once everything is open."""
        guesses = [cell for cell, _ in self.cells if isinstance(cell, Guess)]
        return set[str]().union(*(guess.asks if self._is_open else guess.answered for guess in guesses))

    def go_on(self) -> None:
        """Carry out what is due."""
        if self._is_busy:
            return
        self._is_busy = True
        try:
            while self.reached < len(self.cells) and self._turn(*self.cells[self.reached]):
                self.reached += 1
        finally:
            self._is_busy = False
        for cell, _ in self.cells[: self.reached]:
            if isinstance(cell, Later):
                cell.open(self.answered)
        self._show_progress()

    def _turn(self, cell: Cell, step: Step) -> bool:
        """Show a cell, or ask its question; return True if the lesson may go on after it."""
        is_new, self._placed = self._placed <= self.reached, self.reached + 1
        if isinstance(cell, Guess):
            return self._ask(cell, step, is_new)
        if isinstance(cell, Text | Picture):
            step.place(cell.part)
            return True
        if isinstance(cell, Sentence):
            if is_new:
                step.place(Part("say", cell.box))
                cell.restore(self.kept.found.get(cell.name, ""))
            return not cell.waits or self._is_open or bool(self.kept.found.get(cell.name, "").strip())
        if not is_new:
            return self._may_pass(cell)
        if self._end.value:
            self._show_note("working")
        if self.seed is not None:
            cell.source = with_seed(cell.source, self.seed) or cell.source
        parts, found = cell.run(self.answered)
        for part in parts:
            asked = next((name for name in found if part.told), "")
            if not (asked and self._settle(asked, found[asked], part, step)) and not self._is_seen(cell, part, step):
                step.place(part)
        return self._may_pass(cell)

    def _may_pass(self, cell: Later) -> bool:
        """Return False while a game is to be played first, as what follows tells how; who was here before may pass."""
        panel = cell.value
        if not isinstance(panel, MatchPanel):
            return True
        key = f"{MATCH}{self.reached}"
        panel.replay(self.kept.found.get(key, ""))
        panel.on_move = lambda: self._keep({key: panel.moves})
        if panel.match.over or self._is_open:
            return True
        panel.on_over = self.go_on
        later = (each for each in self.steps[self.reached + 1 :] if isinstance(each, Guess))
        return any(name in self.kept.found for each in later for name in each.given)

    def _is_seen(self, cell: Later, part: Part, step: Step) -> bool:
        """Return True for the board of a game that the picture of the beginning shows already; a button leads there."""
        if part.kind != "look" or not isinstance(cell.value, Game):
            return False
        if not self._board or cell.value.svg(self.lang, "light") not in unquote(self._board):
            return False
        self._lead_back(step)
        return True

    def _lead_back(self, step: Step) -> None:
        """Put a button that leads to the picture of the beginning, once in each later step."""
        if self._board and step is not self._steps[0] and step not in self._led:
            self._led.add(step)
            step.place(Text(self._leading("to_board", " ml-to-board")).part)

    def _ask(self, guess: Guess, step: Step, is_new: bool) -> bool:
        if is_new:
            self._lead_back(step)
            step.place(Part("ask", guess.box))
            if typed := guess.restore(self.kept.found):
                guess.press(**typed)
        if self._is_open:
            guess.pass_over()
        return guess.begin()

    def _settle(self, name: str, value: float, part: Part, step: Step) -> bool:
        """Show a result with what was predicted, where it was asked too; True if that is in the same step."""
        asking = ((cell, where) for cell, where in self.cells if isinstance(cell, Guess))
        found = ((*pair, each) for pair in asking for each in pair[0].predictions if each.name == name)
        guess, where, asked = next(found, (None, None, None))
        if guess is None or asked is None:
            return False
        kind = ""
        if asked.value is not None:
            is_same = asked.shown(asked.value) == asked.shown(value)
            kind = "ml-right" if is_same else "ml-near" if is_close(asked.value, value) else "ml-other"
        guess.settle(part.told, bool(asked), kind)
        part.widget.value = VERDICT.format(ask=escaped(asked.ask), told=escaped(part.told), kind=kind)
        return where is step

    def _on_guess_kept(self, guess: Guess) -> None:
        self._keep(guess.typed_answers() | guess.tried_numbers())
        self.go_on()

    def _keep(self, typed: Mapping[str, str]) -> None:
        self.kept.keep(typed)
        if self.hand is not None:
            self.hand.count()
        self.frame.answers = self.kept.found

    def _restore(self, found: object) -> None:
        """Take what the browser has kept, where nothing has been answered yet."""
        if not self.frame.keeps or self.kept.found:
            return
        self.kept.found = texts_in(found)
        self._placed = min(self._placed, self.reached)
        for placed in self.steps[: self.reached]:
            if isinstance(placed, Sentence):
                placed.restore(self.kept.found.get(placed.name, ""))
        cell = self.steps[self.reached] if self.reached < len(self.cells) else None
        if isinstance(cell, Sentence):
            cell.restore(self.kept.found.get(cell.name, ""))
        if isinstance(cell, Later):  # a game that is under way
            self._placed = self.reached + 1
        if isinstance(cell, Sentence | Later):
            self.go_on()
        if isinstance(cell, Guess) and (typed := cell.restore(self.kept.found)):
            self._placed = self.reached + 1
            cell.press(**typed)

    def _add(self, cell: Cell) -> None:
        if not self._steps:
            self.step("")
        if isinstance(cell, Guess | Sentence):
            cell.box.add_class(f"{ASK}{len(self.cells)}")
            self._words[len(self.cells)] = self._told
        elif isinstance(cell, Text):
            self._told = asked_in_text(cell.part.widget.value) or self._told
        self.cells.append((cell, self._steps[-1]))
        self.go_on()

    def _show_note(self, key: str) -> None:
        said = say(f"lesson_page.{key}", self.lang) if key else ""
        self._end.value = f'<p class="ml-later" role="status">{escaped(said)}</p>' if said else ""

    def _show_progress(self) -> None:
        """Say where the lesson stands: the steps that are open, and whether it goes on."""
        self._body.children = [step.box for step in self._steps if step.is_open]
        self.frame.steps = [step.title if step.is_open else "" for step in self._steps]
        if self.reached == len(self.cells):
            self._show_note("")
        else:
            self._show_note(NEXT.get(type(self.steps[self.reached]), "goes_on"))

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, object]:
        bundle: dict[str, object] = self.page._repr_mimebundle_()
        return bundle | {"text/plain": ""}
