"""The scenario as a file: saved, loaded, downloaded, edited as text."""

from monopoly_lab import files
from monopoly_lab.markup import escaped
from monopoly_lab.scenario import scenarios
from monopoly_lab.widgets.builder.fields import Worksheet, pick
from monopoly_lab.widgets.markup import attributes, button


def panel(sheet: Worksheet) -> list[str]:
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
        *([disk] if files.theirs() else []),
        f"<p>{pick('ml-shipped', 'load', words('pick_scenario'), shipped)}</p>",
        f'<div class="ml-row">{ways}</div>',
        f'<form data-act="text" novalidate><label class="ml-wide">{words("toml")} '
        f'<textarea name="text" id="ml-scenario-toml" rows="16" spellcheck="false">{text}</textarea></label>'
        f'<button type="submit" id="ml-take-text">{words("take_text")}</button></form>',
    ]
