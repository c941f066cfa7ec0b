"""What the builder shows: its widget, title and mistakes above the board, sentences of the spaces, the open panel."""

from collections.abc import Callable, Hashable
from pathlib import Path
from typing import Any

from monopoly_lab import board_drawing
from monopoly_lab.board_drawing.scene import Scene
from monopoly_lab.common import file_access
from monopoly_lab.common.errors import Problem
from monopoly_lab.common.escaping import escaped
from monopoly_lab.common.messages import say
from monopoly_lab.editions import editions, load_edition
from monopoly_lab.editions.components import in_language
from monopoly_lab.game.scenarios import scenarios
from monopoly_lab.game.scenarios.draft import Sketch
from monopoly_lab.widgets import deed_card
from monopoly_lab.widgets.html_elements import Words, attributes, button
from monopoly_lab.widgets.scenario_editor import (
    card_piles_panel,
    edits,
    options_panel,
    players_panel,
    script_panel,
    space_panel,
)
from monopoly_lab.widgets.scenario_editor.fields import (
    EditorState,
    area,
    choice,
    pick,
    place_in_words,
    text_field,
    with_names_of_deeds,
)
from monopoly_lab.widgets.table_view import TableView

HERE = Path(__file__).parent
KEYS = (("b", "key_board"), ("u", "key_undo"), ("r", "key_redo"), ("?", "key_help"))
MANY = 5  # mistakes, from which on it may be easier to begin with an empty board


class BuilderView(TableView):
    """The board and panels of the table, with the builder's tabs and words."""

    _css: Any = "\n".join(
        path.read_text(encoding="utf-8") for path in (HERE.parent / "assets" / "board.css", HERE / "builder.css")
    )

    def __init__(self, words: Words, heard: Callable[[str, str, dict[str, list[str]]], None]) -> None:
        super().__init__(Words(words.lang), heard, tab="about")
        self.add_class("ml-builder")
        rows = "".join(f"<tr><td><kbd>{key}</kbd></td><td>{words(text)}</td></tr>" for key, text in KEYS)
        close = f'<button type="button" data-close="true">{words("close")}</button>'
        self.words = dict(self.words) | {
            "table": words("builder"),
            "board": words("board"),
            "card": "",  # what is wrong stands above the board
            "keys": f"<h3>{words('help')}</h3><table>{rows}</table><p>{words('help_board')}</p>{close}",
            "tabs": [[name, words(f"tab_{name}")] for name in edits.TABS],
        }


class Mistakes(list[str]):
    """What is wrong, a line each, as `monopoly-lab check` says it; that nothing is, when there is none."""

    def __init__(self, texts: list[str], lang: str) -> None:
        super().__init__(texts)
        self._lang = lang

    def __repr__(self) -> str:
        return "\n".join(self) or say("builder.right", self._lang)


def head(state: EditorState, note: str) -> list[str]:
    """Return the title, then each mistake as a button that leads to its field, with one that removes its value."""
    words = state.words
    given = state.draft.get("title")
    title = f'<p class="ml-waiting">{escaped(given) if isinstance(given, str) and given else words("untitled")}</p>'
    said = f'<p class="ml-note">{escaped(note)}</p>' if note else ""
    n = len(state.problems)
    if not n:
        return [title, said, f'<p class="ml-good">✓ {words("right")}</p>']
    rows = "".join(_mistake(state, problem, number) for number, problem in enumerate(state.problems))
    if n > MANY:
        rows += f"<li>{button(words('clear'), 'clear', id='ml-clear-all', title=words.say('clear_hint'))}</li>"
    listed = f'<summary class="ml-bad">⚠ {words("mistakes", n=n)}</summary><ul class="ml-mistakes">{rows}</ul>'
    return [title, said, f'<details id="ml-mistakes" open>{listed}</details>']


def _mistake(state: EditorState, problem: Problem, number: int) -> str:
    words = state.words
    place, message = place_in_words(state, problem.place), with_names_of_deeds(state, problem.message)
    text = ": ".join(part for part in (place, message) if part)
    hint = f"{words.say('goto_hint')} {problem.place}"
    go = button(escaped(text), "goto", problem.place, id=f"ml-mistake-{number}", title=hint)
    drop = ""
    if problem.place and state.draft.get_or_none(problem.place) is not None:
        said = words.say("drop_hint", place=place)
        drop = button("×", "drop", problem.place, aria_label=said, title=said)
    return f"<li>{go}{drop}</li>"


def playing(state: EditorState, shows_table: bool) -> list[str]:
    """Undo, redo, the table, the keys."""
    words, draft = state.words, state.draft
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


# What a scenario is: edition, title, lesson, length, words for the teacher


def about_panel(state: EditorState) -> list[str]:
    """Return the panel of edition, title and words."""
    words = state.words
    titles = [(name, load_edition(name).called("", words.lang).title) for name in editions()]
    parts = [f"<h3>{words('about')}</h3>", choice(state, "edition", words("edition"), titles)]
    if state.view is not None:
        parts.append(_profile(state))
        origin = state.view.origin()
        parts.append(f'<p class="ml-why">{escaped(origin)}</p>' if origin else "")
    parts += [
        text_field(state, "title", words("title")),
        text_field(state, "lesson", words("lesson")),
        text_field(state, "minutes", words("minutes"), number=True),
        area(state, "project", words("project")),
        area(state, "text", words("text")),
        text_field(state, "source", words("source")),
        text_field(state, "seed", words("seed"), number=True, hint="0"),
        f'<div class="ml-row">{button(words("clear"), "clear", id="ml-clear", title=words.say("clear_hint"))}</div>',
    ]
    return parts


def _profile(state: EditorState) -> str:
    """Return the profiles of the edition, if it has any."""
    assert state.view is not None
    edition = state.view.edition.base or state.view.edition
    if not edition.profiles and state.draft.get("options.profile") is None:
        return ""
    titles = {name: in_language(profile.names, state.words.lang) for name, profile in edition.profiles.items()}
    usual = titles.get(edition.profile, "")
    first = state.words.say("profile_usual", name=usual) if usual else state.words.say("profile_none")
    pairs = [("", first), *titles.items()]
    return choice(state, "options.profile", state.words("profile"), pairs)


# The scenario as a file: saved, loaded, downloaded, edited as text


def file_panel(state: EditorState) -> list[str]:
    """Return the panel of saving and loading."""
    words = state.words
    field = attributes({"type": "text", "name": "file", "id": "ml-scenario-file", "value": state.file})
    name = f"<label>{words('file')} <input {field}></label>"
    save = f'<button type="submit" class="ml-main-choice" id="ml-scenario-save" value="save">{words("save")}</button>'
    load = f'<button type="submit" id="ml-scenario-load" value="load">{words("load")}</button>'
    sure = ""
    if state.confirm:
        sure = f'<button type="submit" id="ml-sure" value="{state.confirm}">{words(f"save_{state.confirm}")}</button>'
    shipped = [("", words.say("pick_scenario")), *((each, each) for each in scenarios())]
    text = escaped(state.draft.toml())
    ways = button(words("download"), "download", id="ml-scenario-download")
    ways += button(words("copy"), "copy", id="ml-scenario-copy")
    ways += f'<label>{words("upload")} <input type="file" id="ml-scenario-upload" accept=".toml,.txt"></label>'
    disk = f'<form data-act="file" class="ml-row" novalidate>{name}{save}{load}{sure}</form>'
    return [
        f"<h3>{words('file_tab')}</h3>",
        *([disk] if file_access.may_use_disk() else []),
        f"<p>{pick('ml-shipped', 'load', words('pick_scenario'), shipped)}</p>",
        f'<div class="ml-row">{ways}</div>',
        f'<form data-act="text" novalidate><label class="ml-wide">{words("toml")} '
        f'<textarea name="text" id="ml-scenario-toml" rows="16" spellcheck="false">{text}</textarea></label>'
        f'<button type="submit" id="ml-take-text">{words("take_text")}</button></form>',
    ]


def picture(
    sketch: Sketch, view: Scene, state: EditorState, theme: str, drawn: dict[Hashable, str]
) -> dict[str, list[str]]:
    """Return the board, and a sentence and a deed a space; `drawn` keeps the pictures of this board."""
    n, lang = len(state.problems), state.words.lang
    status = state.words.say("mistakes", n=n) if n else state.draft.game().waiting(lang)
    pieces = board_drawing.pieces(*sketch, lang=lang, names="", theme=theme, last_move=None, status=status, kept=drawn)
    return {
        "frame": [board_drawing.frame(sketch.tables.spaces, 0)[0]],
        "board": pieces,
        "facts": facts(view, state),
        "deeds": deed_card.deeds_html_of(view, Words(lang)),
    }


def facts(view: Scene, state: EditorState) -> list[str]:
    """Return a sentence a space, with what is wrong there."""
    facts = deed_card.describe_spaces_of(view, Words(state.words.lang))
    by_space = space_panel.by_space(state)
    wrong = [[with_names_of_deeds(state, p.message) for p in by_space.get(q, [])] for q in range(len(facts))]
    return [
        say("builder.fact_wrong", state.words.lang, fact=fact, problem="; ".join(texts)) if texts else fact
        for fact, texts in zip(facts, wrong)
    ]


def side(state: EditorState, view: BuilderView) -> list[str]:
    """Return the open panel."""
    q = view.selected
    deeds = view.parts["deeds"]
    panels: dict[str, Callable[[], list[str]]] = {
        "about": lambda: about_panel(state),
        "seats": lambda: players_panel.panel(state),
        "deed": lambda: space_panel.panel(state, deeds[q] if 0 <= q < len(deeds) else ""),
        "cards": lambda: card_piles_panel.panel(state),
        "rules": lambda: options_panel.panel(state),
        "course": lambda: script_panel.panel(state),
        "file": lambda: file_panel(state),
    }
    return panels.get(view.tab, panels["about"])()
