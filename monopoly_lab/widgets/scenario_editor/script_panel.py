"""Panel of the script: the answers of a scenario, and what is expected after them."""

from monopoly_lab.common.errors import MonopolyLabError
from monopoly_lab.common.escaping import escaped
from monopoly_lab.common.validation_errors import toml_literal
from monopoly_lab.game.game import Game
from monopoly_lab.game.saves.expectations import present_facts
from monopoly_lab.game.scenarios.field_paths import as_dict, as_list
from monopoly_lab.widgets.html_elements import attributes, button, button_label
from monopoly_lab.widgets.scenario_editor.fields import EditorState, field_id, pick, problem_text, text_field


def panel(state: EditorState) -> list[str]:
    """Return the panel of the answers that are played."""
    words = state.words
    script = as_list(state.draft.get("script"))
    rows = "".join(_answer(state, n) for n in range(len(script)))
    wrong = [p for p in state.problems if p.place == "script"]
    take = button(words("take_over", n=state.played), "take_over", id="ml-take-over") if state.played else ""
    return [
        f"<h3>{words('course')}</h3>",
        f"<p>{words('course_hint')}</p>",
        problem_text(state, wrong, "ml-script"),
        f"<ol>{rows}</ol>" if rows else "",
        f"<div>{_next(state)}{take}</div>",
        f"<h3>{words('expected')}</h3>",
        f"<div>{_expectations(state)}</div>",
    ]


def _answer(state: EditorState, n: int) -> str:
    place = f"script[{n}]"
    wrong = state.wrong(place)
    given = {
        "id": field_id(place),
        "value": state.draft.get(place),
        "data-change": f"set:{place}",
        "aria-label": state.words.say("answer", n=n + 1),
    }
    given |= {"aria_invalid": True, "aria_describedby": f"{field_id(place)}-bad"} if wrong else {}
    out = button("×", "drop", place, aria_label=state.words.say("remove_answer", n=n + 1))
    return f'<li><input type="text" {attributes(given)}>{out}{problem_text(state, wrong, field_id(place))}</li>'


def _next(state: EditorState) -> str:
    """Return the field for one more answer: a list of the legal ones, and a text field."""
    words, end = state.words, game_after_script(state)
    place = f"script[{len(as_list(state.draft.get('script')))}]"
    field = (
        f'<input type="text" id="ml-next-answer" data-change="set:{place}" aria-label="{words("next_answer")}" '
        f'placeholder="{words("as_text")}">'
    )
    if end is None:
        return f"<p>{words('course_later')}</p>{field}"
    pairs = [("", words.say("next_answer")), *((text, _label(end, text, words.lang)) for text in end.choices())]
    listed_ = "" if end.over else pick("ml-pick-answer", f"set:{place}", words("next_answer"), pairs)
    waiting = escaped(end.waiting(words.lang))
    return f'<p>{waiting}</p><div class="ml-row">{listed_}{field}</div>'


def _label(game: Game, text: str, lang: str) -> str:
    try:
        return button_label(game, text, lang)
    except MonopolyLabError:
        return text


def game_after_script(state: EditorState) -> Game | None:
    """Return the game after the script, as long as only expectations are wrong; None else."""
    if any(not p.place.startswith("expect") for p in state.problems):
        return None
    game = state.draft.game()
    return game.redo(len(game.undone))


def _expectations(state: EditorState) -> str:
    """Return what is expected, moment by moment; and what could be, as it is after the script."""
    words = state.words
    moments = as_list(state.draft.get("expect"))
    shown = "".join(_moment(state, n) for n in range(len(moments)))
    end = game_after_script(state)
    if end is None:
        return shown + f"<p>{words('course_later')}</p>"
    pairs = [
        ("", words.say("expect_now")),
        *((key, f"{key} = {toml_literal(value)}") for key, value in present_facts(end).items()),
    ]
    listed_ = pick("ml-expect", "expect", words("expect_now"), pairs, "ml-long")
    return f"<p>{words('expect_hint')}</p>{shown}{listed_}"


def _moment(state: EditorState, n: int) -> str:
    """Return the expectations after one number of answers, each as a line of TOML."""
    words = state.words
    table = as_dict(state.draft.get(f"expect[{n}]"))
    after = text_field(
        state, f"expect[{n}].after", words("after"), number=True, hint=str(len(as_list(state.draft.get("script"))))
    )
    rows = "".join(
        _expectation(state, f"expect[{n}].{key}", key, value) for key, value in table.items() if key != "after"
    )
    out = button(words("remove"), "drop", f"expect[{n}]", aria_label=words.say("remove_moment", n=n + 1))
    wrong = [p for p in state.problems if p.place == f"expect[{n}]"]
    legend = f"<legend>{words('moment', n=n + 1)}</legend>"
    return f"<fieldset>{legend}{after}{problem_text(state, wrong, f'ml-moment-{n}')}{rows}{out}</fieldset>"


def _expectation(state: EditorState, place: str, key: str, value: object) -> str:
    wrong = state.wrong(place)
    given: dict[str, object] = {"id": field_id(place), "value": toml_literal(value), "data-change": f"toml:{place}"}
    given |= {"aria_invalid": True, "aria_describedby": f"{field_id(place)}-bad"} if wrong else {}
    lines = "".join(f"<span>{escaped(f'{p.place}: {p.message}')}</span>" for p in wrong)
    bad = f'<span class="ml-bad" id="{field_id(place)}-bad">{lines}</span>' if wrong else ""
    field = f'<label>{escaped(key)} <input type="text" {attributes(given)}></label>'
    return f'<div class="ml-field ml-wide">{field}{bad}</div>'
