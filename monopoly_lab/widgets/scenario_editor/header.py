"""Show above the board what the scenario is called, its file, and all that is wrong with it."""

from monopoly_lab.common import file_access
from monopoly_lab.common.errors import Problem
from monopoly_lab.common.escaping import escaped
from monopoly_lab.editions import editions, load_edition
from monopoly_lab.editions.components import in_language
from monopoly_lab.game.scenarios import scenarios
from monopoly_lab.widgets.html_elements import attributes, button
from monopoly_lab.widgets.scenario_editor.fields import (
    Worksheet,
    area,
    choice,
    in_words,
    pick,
    place_in_words,
    text_field,
)

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


# What a scenario is: edition, title, lesson, length, words for the teacher


def about_panel(sheet: Worksheet) -> list[str]:
    words = sheet.words
    titles = [(name, load_edition(name).called("", words.lang).title) for name in editions()]
    parts = [f"<h3>{words('about')}</h3>", choice(sheet, "edition", words("edition"), titles)]
    if sheet.view is not None:
        parts.append(_profile(sheet))
        origin = sheet.view.origin()
        parts.append(f'<p class="ml-why">{escaped(origin)}</p>' if origin else "")
    parts += [
        text_field(sheet, "title", words("title")),
        text_field(sheet, "lesson", words("lesson")),
        text_field(sheet, "minutes", words("minutes"), number=True),
        area(sheet, "project", words("project")),
        area(sheet, "text", words("text")),
        text_field(sheet, "source", words("source")),
        text_field(sheet, "seed", words("seed"), number=True, hint="0"),
        f'<div class="ml-row">{button(words("clear"), "clear", id="ml-clear", title=words.say("clear_hint"))}</div>',
    ]
    return parts


def _profile(sheet: Worksheet) -> str:
    """Return the profiles of the edition, if it has any."""
    assert sheet.view is not None
    edition = sheet.view.edition.base or sheet.view.edition
    if not edition.profiles and sheet.draft.get("options.profile") is None:
        return ""
    titles = {name: in_language(profile.names, sheet.words.lang) for name, profile in edition.profiles.items()}
    usual = titles.get(edition.profile, "")
    first = sheet.words.say("profile_usual", name=usual) if usual else sheet.words.say("profile_none")
    pairs = [("", first), *titles.items()]
    return choice(sheet, "options.profile", sheet.words("profile"), pairs)


# The scenario as a file: saved, loaded, downloaded, edited as text


def file_panel(sheet: Worksheet) -> list[str]:
    words = sheet.words
    field = attributes({"type": "text", "name": "file", "id": "ml-scenario-file", "value": sheet.file})
    name = f"<label>{words('file')} <input {field}></label>"
    save = f'<button type="submit" class="ml-main-choice" id="ml-scenario-save" value="save">{words("save")}</button>'
    load = f'<button type="submit" id="ml-scenario-load" value="load">{words("load")}</button>'
    sure = ""
    if sheet.confirm:
        sure = f'<button type="submit" id="ml-sure" value="{sheet.confirm}">{words(f"save_{sheet.confirm}")}</button>'
    shipped = [("", words.say("pick_scenario")), *((each, each) for each in scenarios())]
    text = escaped(sheet.draft.toml())
    ways = button(words("download"), "download", id="ml-scenario-download")
    ways += button(words("copy"), "copy", id="ml-scenario-copy")
    ways += f'<label>{words("upload")} <input type="file" id="ml-scenario-upload" accept=".toml,.txt"></label>'
    disk = f'<form data-act="file" class="ml-row" novalidate>{name}{save}{load}{sure}</form>'
    return [
        f"<h3>{words('file_tab')}</h3>",
        *([disk] if file_access.theirs() else []),
        f"<p>{pick('ml-shipped', 'load', words('pick_scenario'), shipped)}</p>",
        f'<div class="ml-row">{ways}</div>',
        f'<form data-act="text" novalidate><label class="ml-wide">{words("toml")} '
        f'<textarea name="text" id="ml-scenario-toml" rows="16" spellcheck="false">{text}</textarea></label>'
        f'<button type="submit" id="ml-take-text">{words("take_text")}</button></form>',
    ]
