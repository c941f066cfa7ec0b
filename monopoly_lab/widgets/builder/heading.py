"""Above the board: what the scenario is called, everything that is wrong with it, and what can be done at once."""

from monopoly_lab.errors import Problem
from monopoly_lab.markup import escaped
from monopoly_lab.widgets.builder.fields import Worksheet, in_words, place_in_words
from monopoly_lab.widgets.markup import button

MANY = 5  # mistakes, from which on it may be easier to begin with an empty board


def head(sheet: Worksheet, note: str) -> list[str]:
    """The title, then each mistake as a button that leads to its field, with one that takes away what stands there."""
    words = sheet.words
    given = sheet.draft.get("title")
    title = f'<p class="ml-waiting">{escaped(given) if isinstance(given, str) and given else words("untitled")}</p>'
    said = f'<p class="ml-note">{escaped(note)}</p>' if note else ""
    n = len(sheet.problems)
    if not n:
        return [title, said, f'<p class="ml-good">✓ {words("right")}</p>']
    rows = "".join(_mistake(sheet, problem, number) for number, problem in enumerate(sheet.problems))
    if n > MANY:
        rows += f"<li>{button(words('clear'), 'clear', id='ml-clear-all', title=words.say('clear_hint'))}</li>"
    listed = f'<summary class="ml-bad">⚠ {words("mistakes", n=n)}</summary><ul class="ml-mistakes">{rows}</ul>'
    return [title, said, f'<details id="ml-mistakes" open>{listed}</details>']


def _mistake(sheet: Worksheet, problem: Problem, number: int) -> str:
    words = sheet.words
    place, message = place_in_words(sheet, problem.place), in_words(sheet, problem.message)
    text = ": ".join(part for part in (place, message) if part)
    hint = f"{words.say('goto_hint')} {problem.place}"
    go = button(escaped(text), "goto", problem.place, id=f"ml-mistake-{number}", title=hint)
    drop = ""
    if problem.place and sheet.draft.get_or_none(problem.place) is not None:
        said = words.say("drop_hint", place=place)
        drop = button("×", "drop", problem.place, aria_label=said, title=said)
    return f"<li>{go}{drop}</li>"


def playing(sheet: Worksheet, shows_table: bool) -> list[str]:
    """Undo, redo, the table, the keys."""
    words, draft = sheet.words, sheet.draft
    table = [button(words("play"), "play", main=True, id="ml-play", title=words.say("play_hint"))]
    if shows_table:
        table += [
            button(words("take_position"), "take_position", id="ml-take-position", title=words.say("take_hint")),
            button(words("close_table"), "close_table", id="ml-close-table"),
        ]
    return [
        _button(words("undo"), "undo", words("undo_hint"), off=not draft.can_undo),
        _button(words("redo"), "redo", words("redo_hint"), off=not draft.can_redo),
        *table,
        button(words("to_file"), "to_file", id="ml-to-file"),
        f'<button type="button" data-act="help" title="{words("help")}">?</button>',
    ]


def _button(text: str, act: str, hint: str, off: bool) -> str:
    state = " disabled" if off else ""
    return f'<button type="button" id="ml-{act}" data-act="{act}" title="{hint}"{state}>{text}</button>'
