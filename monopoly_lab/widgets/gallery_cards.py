"""The markup of the gallery: a card a scenario, the bar above a scenario that is open."""

from monopoly_lab.board.scene import Scene
from monopoly_lab.files import theirs
from monopoly_lab.lessons import guide
from monopoly_lab.markup import escaped
from monopoly_lab.scenario.shelf import Entry
from monopoly_lab.widgets.markup import Words, attributes, button


def card(entry: Entry, words: Words, checked: bool = False) -> str:
    """Picture, title, facts and what can be done; once it is checked, a file with mistakes says them instead."""
    broken = checked and bool(entry.problems)
    title = f"<h3>{escaped(entry.title)}</h3>"
    body = _mistakes(entry, words) if broken else _picture(entry, words) + title + _facts(entry, words)
    given: dict[str, object] = {
        "class": "ml-tile ml-broken" if broken else "ml-tile",
        "role": "listitem",
        "data-name": entry.name,
        "data-edition": entry.edition.id if entry.edition else "",
        "data-topic": topic_of(entry),
    }
    return f"<article {attributes(given)}>{title if broken else ''}{body}{_buttons(entry, broken, words)}</article>"


def _buttons(entry: Entry, broken: bool, words: Words) -> str:
    """Play it, or change it in the builder; a file that is no TOML can be neither."""
    play = button(words("open"), "open", entry.name, main=True, aria_label=words.say("open_title", title=entry.title))
    said = words.say("mend_title" if broken else "change_title", title=entry.title)
    change = button(words("mend" if broken else "change"), "change", entry.name, main=broken, aria_label=said)
    return f'<div class="ml-row">{"" if broken else play}{change if entry.content else ""}</div>'


def _picture(entry: Entry, words: Words) -> str:
    """A place for the picture, which comes later; as a button it opens the table."""
    name = words("open_title", title=entry.title)
    image = (
        f'<img alt="{escaped(entry.title)}" src="data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22/%3E">'
    )
    given = {"type": "button", "class": "ml-tile-picture", "data-act": "open", "data-value": entry.name}
    return f'<button {attributes(given)} tabindex="-1" aria-label="{name}">{image}</button>'


def _facts(entry: Entry, words: Words) -> str:
    edition = entry.edition
    facts = [edition.called("", words.lang).title if edition else ""]
    facts.append(words.say("players", n=len(entry.players)))
    facts.append(words.say("minutes", n=entry.minutes) if entry.minutes else "")
    shown = " · ".join(f"<span>{escaped(fact)}</span>" for fact in facts if fact)
    lines = f'<p class="ml-tile-facts">{shown}</p>'
    if topic := topic_of(entry):
        told = guide.topic_in_words(topic, words.lang)
        lines += f'<p class="ml-tile-facts">{words("topic_is", topic=told)}{_treating(topic, words)}</p>'
    if entry.is_own:
        lines += f'<p><span class="ml-tile-mark">{words("own")}</span></p>'
    mark = origin(entry, words.lang)
    if mark:
        lines += f'<p><span class="ml-tile-mark ml-origin" title="{words("legend")}">{escaped(mark)}</span></p>'
    return lines + _words(entry, words)


def topic_of(entry: Entry) -> str:
    """The topic as the file has it, the same in every language."""
    topic = entry.content.get("lesson")
    return " ".join(topic.split()) if isinstance(topic, str) else ""


def _treating(topic: str, words: Words) -> str:
    """Where a teacher looks on: the lessons that treat a topic, each a way to its row of the guide."""
    found = guide.treating(topic) if theirs() else []
    given = {"type": "button", "class": "ml-tile-lesson", "data-act": "lesson"}
    made = [
        f"<button {attributes({**given, 'data-value': each.name, 'title': words.say('to_guide', lesson=each.title)})}>"
        f"{escaped(each.number)} {escaped(each.title)}</button>"
        for each in found
    ]
    return f" → {', '.join(made)}" if made else ""


def _words(entry: Entry, words: Words) -> str:
    """What the class is told; folded below it, and not where a class looks on by itself, the words for the teacher."""
    text, project = entry.text("text"), entry.text("project")
    note = f"<p>{escaped(text)}</p>"
    shown = f"<p>{escaped(project)}</p>" if project else ""
    if text and theirs():
        shown += f"<details><summary>{words('text')}</summary>{note}</details>"
    return shown


def origin(entry: Entry, lang: str) -> str:
    """Which parts of the edition are reconstructed or not verified; empty for none."""
    if entry.edition is None:
        return ""
    return Scene(entry.edition, entry.edition.tables(), None, (), lang, "").origin()


def _mistakes(entry: Entry, words: Words) -> str:
    lines = "".join(
        f"<li>{escaped(': '.join(part for part in problem[1:] if part))}</li>" for problem in entry.problems
    )
    head = words("mistakes", n=len(entry.problems), file=entry.path.name)
    return f'<p><span class="ml-tile-mark">{words("own")}</span></p><p>{head}</p><ul class="ml-problems">{lines}</ul>'


def bar(entry: Entry, words: Words) -> str:
    """Above an open scenario: the way back, its title, what the class is told, and folded the words for the teacher."""
    text, source, project = entry.text("text"), entry.text("source"), entry.text("project")
    note = f"<p>{escaped(text)}</p>" + (f"<p><small>{escaped(source)}</small></p>" if source else "")
    more = f'<p id="ml-project">{escaped(project)}</p>' if project else ""
    if text and theirs():
        more += f'<details id="ml-note"><summary>{words("text")}</summary>{note}</details>'
    return f"{button(words('back'), 'back', id='ml-back')}<h3>{escaped(entry.title)}</h3>{more}"
