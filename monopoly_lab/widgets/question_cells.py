"""Questions of a lesson without code: a cell in which readers set numbers of their own, as fields and a button."""

import ast
import io
from collections.abc import Callable, Mapping
from contextlib import redirect_stdout, suppress
from math import isfinite
from typing import Any

import ipywidgets as ipw

from monopoly_lab.common.escaping import escaped
from monopoly_lab.common.messages import say
from monopoly_lab.lessons.number_parser import number_in
from monopoly_lab.lessons.prediction import Prediction, collect_notes
from monopoly_lab.lessons.question_calls import Asked, asked_in, asked_of, with_value
from monopoly_lab.widgets.background_tasks import running_loop
from monopoly_lab.widgets.html_elements import plain_label

Literal = str | int | float | None  # None: what is still to be answered
TELLING = ("print", "against", "self_check")
KINDS = (str, int, float)  # and no truth values, which count as numbers elsewhere
KIND = {"ml-right": "lesson.right", "ml-not-yet": "lesson.not_yet"}  # by the class of what a self-check says
LATE = 0.4  # seconds from a click to its reading: what was typed while the kernel worked comes after the click
ANSWER = "answer_"  # begins the name that the answer of a self-check gets which has none


TRIES = "tries "  # begins the name under which the numbers are kept that a self-check was given
MOST_TRIES = 20  # of a self-check that are kept: the first ones and the last


def tries_in(kept: str) -> list[float]:
    """Return the numbers of a text that `Guess.tried_numbers` has made; [] for any other."""
    try:
        return [number for each in kept.split()[:MOST_TRIES] if isfinite(number := float(each))]
    except ValueError:
        return []


class Guess:
    """Fields for the names that a cell gives numbers or texts at its head, and a button that carries it out.

    `source` is the cell, `names` the namespace it works in. `begin` carries it out with its own values, so that
    later cells find what it makes; what it prints shows when the button is pressed. `on_kept` is called after each
    answer that counts.
    """

    def __init__(self, source: str, names: dict[str, Any], lang: str = "") -> None:
        self.names, self.lang = names, lang
        self.on_kept: Callable[[], object] = lambda: None
        source = with_names(source)
        self.given, rest = split_cell(source)
        self._asks = questions(source)
        self._checks = {each.name for each in asked_in(source) if each.kind == "self_check"} if self.given else set()
        self._checked = False
        self._notes: list[tuple[str, float]] = []  # of the last run: each self-check with the number it was given
        self.tries: dict[str, list[float]] = {}
        self._rest = compile(_said_aloud(rest), "<cell>", "exec")
        self._fields = {name: self._field(name, value) for name, value in self.given.items()}
        asked = say("guess.check" if self.given and rest.body else "guess.keep" if self.given else "guess.show", lang)
        self._button = ipw.Button(description=asked, layout=ipw.Layout(width="auto"))
        self._button.on_click(lambda _: self._on_press())
        self._told = ipw.HTML()
        self._is_passed = False
        self.box = self._box()

    def begin(self) -> bool:
        """Run the cell with its own values, if no answer was kept; return True if the lesson may go on from here.

        It may when all predictions are made and each self-check has been given a number, right or not.
        """
        if not self._is_passed and not self._checked and not any(self._asks.values()):
            self._carry_out(dict(self.given))
        return self._is_passed or (all(self._asks.values()) and (self._checked or not self._checks))

    def pass_over(self) -> None:
        """Continue the lesson without an answer, as the teacher may: predictions say nothing, checks stay open."""
        if not self.begin():
            self._is_passed = True
            self._carry_out(self.given | dict.fromkeys(self._asks, ...))

    @property
    def predictions(self) -> list[Prediction]:
        """Return the predictions that it asks for."""
        return list(self._asks.values())

    @property
    def answered(self) -> set[str]:
        """Return the names of the predictions that are made, and of the checks once all of them have a number."""
        said = {prediction.name for prediction in self._asks.values() if prediction}
        return said | (self._checks if self._checked else set())

    @property
    def asks(self) -> set[str]:
        """Return the names of all that is asked."""
        return {prediction.name for prediction in self._asks.values()} | self._checks

    @property
    def checks(self) -> set[str]:
        """Return the names of the self-checks that it asks for."""
        return self._checks

    def unanswered(self) -> list[str]:
        """Return what is asked and not answered: the words of predictions, "" for each check, which a text asks."""
        words = [each.ask for each in self.predictions if each.name not in self.answered]
        return words + [""] * len(self._checks - self.answered)

    def note(self, text: str) -> None:
        """Show a remark above the fields."""
        self.box.children = (ipw.HTML(f'<p class="ml-asked-before">{escaped(text)}</p>'), *self.box.children)

    def typed_answers(self) -> dict[str, str]:
        """Return the content of the fields, by name."""
        return {name: field.value for name, field in self._fields.items()}

    def tried_numbers(self) -> dict[str, str]:
        """Return the numbers that each self-check was given, in their order, as texts by the names that keep them."""
        return {f"{TRIES}{name}": " ".join(map(repr, given)) for name, given in self.tries.items()}

    def restore(self, kept: Mapping[str, str]) -> dict[str, str]:
        """Take earlier tries from what was saved, and return the content of the fields if all of it is there."""
        self.tries = {name: given for name in self._checks if (given := tries_in(kept.get(f"{TRIES}{name}", "")))}
        typed = {name: kept[name] for name in self.given if name in kept}
        return typed if len(typed) == len(self.given) else {}

    def settle(self, told: str, is_final: bool = True, kind: str = "") -> None:
        """Show the result below the prediction, which can no longer be changed if it `is_final`.

        `kind` is the class of the result: "ml-right", "ml-near" within a tenth, "ml-other"; "" without a prediction.
        """
        if is_final:
            for field in self._fields.values():
                field.disabled = True
            self._button.layout.display = "none"
        self.box.add_class("ml-settled")
        self._show_message(told, kind=kind)

    def possible(self, name: str) -> str:
        """Return an answer to what a name is asked for that counts, though it need not be right."""
        asks = self._asks.get(name)
        return f"{asks.low if asks is not None and asks.low is not None else 1:g}"

    def _label(self, name: str) -> str:
        """Return what stands before the field of a name."""
        if name in self._asks:
            return self._asks[name].question()
        if self.given[name] is None and len(self.given) == 1:
            return say("guess.answer", self.lang)
        return name.removeprefix(ANSWER).replace("_", " ")

    def _field(self, name: str, value: Literal) -> ipw.Text:
        label = {"description": plain_label(self._label(name)), "description_allow_html": True}
        style, layout = {"description_width": "initial"}, ipw.Layout(width="auto")
        hint = say("guess.such_as", self.lang, value=value) if isinstance(value, str) else ""
        field = ipw.Text(**label, placeholder=hint, style=style, layout=layout)
        field.on_msg(lambda _, content, buffers: self._on_press() if content.get("event") == "submit" else None)
        return field

    def _on_press(self) -> None:
        """Act on the button, or on Enter in a field: `press`, once all that was typed is here."""
        if (loop := running_loop()) is None:
            self.press()
            return
        self._show_message(say("guess.working", self.lang))
        loop.call_later(LATE, self.press)

    def press(self, **typed: str) -> str:
        """Run the cell with what is typed in its fields, or given here, and return what it prints."""
        for name, text in typed.items():
            self._fields[name].value = text
        values: dict[str, Literal] = {}
        for name, field in self._fields.items():
            if not field.value.strip():
                return self._show_message(say("guess.empty", self.lang, name=self._label(name)), is_wrong=True)
            read = field.value if name in self._asks else _read(field.value, self.given[name])
            if read is None:
                said = say("guess.no_number", self.lang, name=name.replace("_", " "), value=field.value)
                return self._show_message(said, is_wrong=True)
            if name in self._asks and not self._asks[name].record(read):
                return self._show_message(self._asks[name].problem, is_wrong=True)
            values[name] = read
        told = self._show_message(self._carry_out(values) or say("guess.kept", self.lang))
        for name, number in self._notes:
            given = self.tries.setdefault(name, [])
            if given[-1:] != [number]:  # to press again, or to load the page again, is no other try
                self.tries[name] = [*given[: MOST_TRIES - 1], number]
        self.on_kept()
        return told

    def _carry_out(self, values: dict[str, Any]) -> str:
        printed = io.StringIO()
        self._notes = []
        self.names.update({name: value for name, value in values.items() if name not in self._asks})
        for name, prediction in self._asks.items():
            prediction.record(values[name])
            self.names[name] = prediction
        try:
            with redirect_stdout(printed), collect_notes() as notes:
                exec(self._rest, self.names)
            self._notes = [(note.name, note.value) for note in notes if note.kind == "self_check"]
            self._checked = self._checks <= {name for name, _ in self._notes}
        except NameError:
            return say("guess.first", self.lang)
        except (LookupError, ValueError, TypeError, ArithmeticError):
            return say("guess.unknown", self.lang, value=", ".join(map(str, values.values())))
        return printed.getvalue().strip()

    def _show_message(self, text: str, is_wrong: bool = False, kind: str = "") -> str:
        """Show what came of an answer; what cannot be an answer has the color and the sign of an error."""
        (self.box.add_class if is_wrong else self.box.remove_class)("ml-refused")
        kind = kind or next((each for each, key in KIND.items() if text.startswith(say(key, self.lang))), "")
        marked = f' class="{kind}"' if kind else ""
        self._told.value = f'<div role="status"{marked} style="white-space: pre-line">{escaped(text)}</div>'
        return text

    def _box(self) -> ipw.VBox:
        flow = ipw.Layout(display="flex", flex_flow="row wrap", grid_gap="4px 14px", align_items="center")
        row = ipw.Box([*self._fields.values(), self._button], layout=flow)
        row.add_class("ml-asked")
        return ipw.VBox([row, self._told])

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, object]:
        bundle: dict[str, object] = self.box._repr_mimebundle_()
        return bundle | {"text/plain": ", ".join(self.given)}


class Sentence:
    """A field for an answer in words to the text above it; `on_kept` is called soon after each change.

    It is kept under `name`, up to `MOST_LETTERS`; unless it `waits`, the lesson goes on without it, as only a teacher
    can mark it.
    """

    MOST_LETTERS = 1500

    def __init__(self, name: str, lang: str = "", waits: bool = False) -> None:
        self.name, self.lang, self.waits = name, lang, waits
        self.on_kept: Callable[[], object] = lambda: None
        style, layout = {"description_width": "initial"}, ipw.Layout(width="auto")
        self.field = ipw.Textarea(description=say("lesson.own_words", lang), rows=3, style=style, layout=layout)
        self.field.observe(lambda _: self._on_change(), names="value")
        self._told = ipw.HTML()
        self._is_due = False
        self.box = ipw.VBox([self.field, self._told])
        self.box.add_class("ml-question")
        self.box.add_class("ml-words")

    def typed_answers(self) -> dict[str, str]:
        """Return what is kept, by name."""
        return {self.name: self.field.value[: self.MOST_LETTERS]}

    def restore(self, text: str) -> None:
        """Show what was saved, unless there is something else."""
        if text and not self.field.value:
            self.field.value = text

    def _on_change(self) -> None:
        """Keep the answer after a moment in which more may be typed."""
        if (loop := running_loop()) is None:
            self._keep()
            return
        if not self._is_due:
            self._is_due = True
            loop.call_later(LATE, self._keep)

    def _keep(self) -> None:
        self._is_due = False
        self.on_kept()
        key = "sentence_long" if len(self.field.value) > self.MOST_LETTERS else "sentence_kept"
        said = say(f"lesson_page.{key}", self.lang, most=self.MOST_LETTERS) if self.field.value.strip() else ""
        self._told.value = f'<div role="status">{escaped(said)}</div>'


def split_cell(source: str) -> tuple[dict[str, Literal], ast.Module]:
    """Return the names that a cell gives a number or a text at its head, and the rest of it."""
    tree = ast.parse(source)
    given: dict[str, Literal] = {}
    kinds = (*KINDS, type(None)) if any(each.kind == "self_check" for each in asked_in(source)) else KINDS
    while tree.body:
        found = _literals(tree.body[0], kinds)
        if not found:
            break
        given |= found
        del tree.body[0]
    return given, tree


def with_names(source: str) -> str:
    """Return the source of a cell in which each self-check to be answered in its call has a name for the answer."""
    for asked in asked_in(source):
        if _is_unanswered(asked):
            name = f"{ANSWER}{asked.name}"
            source = f"{name} = None\n{with_value(source, asked.name, name, asked.kind)}"
    return source


def _is_unanswered(asked: Asked) -> bool:
    given = asked.answer
    return asked.kind == "self_check" and isinstance(given, ast.Constant) and given.value is None


def _literals(statement: ast.stmt, kinds: tuple[type, ...] = KINDS) -> dict[str, Literal]:
    """Return names and values of `name = 1`, `one, other = 1, "two"`; empty for any other statement."""
    if not isinstance(statement, ast.Assign) or len(statement.targets) != 1:
        return {}
    target, value = statement.targets[0], statement.value
    if isinstance(target, ast.Name) and isinstance(value, ast.Call):
        asked = _predict_arguments(value)
        return {} if asked is None else {target.id: asked.get("value")}
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple) and len(target.elts) == len(value.elts):
        pairs = list(zip(target.elts, value.elts))
    else:
        pairs = [(target, value)]
    found: dict[str, Literal] = {}
    for name, literal in pairs:
        with suppress(ValueError):
            constant = ast.literal_eval(literal)
            if isinstance(name, ast.Name) and type(constant) in kinds:
                found[name.id] = constant
    return found if len(found) == len(pairs) else {}


def _predict_arguments(call: ast.Call) -> dict[str, Any] | None:
    """Return what a call of `predict` gives, by name; None for any other call, and for one that is computed."""
    asked = asked_of(call)
    if asked is None or asked.kind != "predict" or len(call.args) > 2:
        return None
    given: dict[str, Any] = {"name": asked.name}
    try:
        for value in call.args[1:]:
            given["value"] = ast.literal_eval(value)
        given |= {str(each.arg): ast.literal_eval(each.value) for each in call.keywords}
    except ValueError:
        return None
    given.pop("field", None)
    return given


def questions(source: str) -> dict[str, Prediction]:
    """Return the predictions that a cell asks for at its head, by the names it gives them."""
    found = {}
    for statement in ast.parse(source).body:
        if not _literals(statement):
            break
        if isinstance(statement, ast.Assign) and isinstance(statement.value, ast.Call):
            given = _predict_arguments(statement.value)
            if given:
                found[ast.unparse(statement.targets[0])] = Prediction(**given)
    return found


def has_message(statement: ast.stmt) -> bool:
    """Return True for an expression that tells something: `print(...)`, `upper.against(...)`, `self_check(...)`."""
    call = statement.value if isinstance(statement, ast.Expr) else None
    if not isinstance(call, ast.Call):
        return False
    return (call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")) in TELLING


def _said_aloud(tree: ast.Module) -> ast.Module:
    """Return the same, which prints what its last expression tells."""
    last = tree.body[-1] if tree.body else None
    if isinstance(last, ast.Expr) and has_message(last) and ast.unparse(last.value.func) != "print":  # type: ignore[attr-defined]
        last.value = ast.Call(ast.Name("print", ast.Load()), [last.value], [])
        ast.fix_missing_locations(tree)
    return tree


def _read(text: str, default: Literal) -> Literal | None:
    """Return what was typed, as the kind that the cell had there; None for no number."""
    if default is None or isinstance(default, str):
        return text.strip()
    number = number_in(text)
    if number is None:
        return None
    return int(number) if number.is_integer() else number
