"""What a scenario is: edition, title, lesson, length, words for the teacher."""

from monopoly_lab.editions import editions, load_edition
from monopoly_lab.editions.parts import in_language
from monopoly_lab.markup import escaped
from monopoly_lab.widgets.builder.fields import Worksheet, area, choice, text_field
from monopoly_lab.widgets.markup import button


def panel(sheet: Worksheet) -> list[str]:
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
    """The profiles of the edition, if it has any."""
    assert sheet.view is not None
    edition = sheet.view.edition.base or sheet.view.edition
    if not edition.profiles and sheet.draft.get("options.profile") is None:
        return ""
    titles = {name: in_language(profile.names, sheet.words.lang) for name, profile in edition.profiles.items()}
    usual = titles.get(edition.profile, "")
    first = sheet.words.say("profile_usual", name=usual) if usual else sheet.words.say("profile_none")
    pairs = [("", first), *titles.items()]
    return choice(sheet, "options.profile", sheet.words("profile"), pairs)
