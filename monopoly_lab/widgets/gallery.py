"""Gallery: the scenarios as cards with a picture of their board; one click opens the table.

Also the bar above an open scenario.
"""

import asyncio
import gzip
from os import PathLike
from pathlib import Path
from typing import Any

import anywidget
import ipywidgets as ipw
import traitlets
from IPython.display import display

from monopoly_lab.board_drawing.scene import Scene
from monopoly_lab.common.argument_checks import check_arguments
from monopoly_lab.common.errors import MonopolyLabError
from monopoly_lab.common.escaping import escaped
from monopoly_lab.common.file_access import may_use_disk
from monopoly_lab.common.messages import resolve_language, say, speaking
from monopoly_lab.editions import editions
from monopoly_lab.game.reports import Story
from monopoly_lab.game.scenarios.scenario_entries import Entry, entry_named, scenario_entries
from monopoly_lab.lessons import teacher_guide
from monopoly_lab.widgets.background_tasks import running_loop
from monopoly_lab.widgets.html_elements import Words, asset, attributes, button
from monopoly_lab.widgets.scenario_editor import ScenarioBuilder
from monopoly_lab.widgets.scenario_editor.builder_view import Mistakes
from monopoly_lab.widgets.table import Table


def card(entry: Entry, words: Words, checked: bool = False) -> str:
    """Return the card of a scenario: picture, title, facts and buttons; the mistakes, if a checked file has any."""
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
    return f"<div {attributes(given)}>{title if broken else ''}{body}{_buttons(entry, broken, words)}</div>"


def _buttons(entry: Entry, broken: bool, words: Words) -> str:
    """Play it, or change it in the builder; a file that is no TOML can be neither."""
    play = button(words("open"), "open", entry.name, main=True, aria_label=words.say("open_title", title=entry.title))
    said = words.say("mend_title" if broken else "change_title", title=entry.title)
    change = button(words("mend" if broken else "change"), "change", entry.name, main=broken, aria_label=said)
    return f'<div class="ml-row">{"" if broken else play}{change if entry.content else ""}</div>'


def _picture(entry: Entry, words: Words) -> str:
    """Return a place for the picture, which comes later; as a button it opens the table."""
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
        told = teacher_guide.topic_in_words(topic, words.lang)
        lines += f'<p class="ml-tile-facts">{words("topic_is", topic=told)}{_lessons_on(topic, words)}</p>'
    if entry.is_own:
        lines += f'<p><span class="ml-tile-mark">{words("own")}</span></p>'
    mark = origin(entry, words.lang)
    if mark:
        lines += f'<p><span class="ml-tile-mark ml-origin" title="{words("legend")}">{escaped(mark)}</span></p>'
    return lines + _words(entry, words)


def topic_of(entry: Entry) -> str:
    """Return the topic as the file has it, the same in every language."""
    topic = entry.content.get("lesson")
    return " ".join(topic.split()) if isinstance(topic, str) else ""


def _lessons_on(topic: str, words: Words) -> str:
    """Return where a teacher looks on: the lessons that treat a topic, each a way to its row of the guide."""
    found = teacher_guide.lessons_on(topic, words.lang) if may_use_disk() else []
    given = {"type": "button", "class": "ml-tile-lesson", "data-act": "lesson"}
    made = [
        f"<button {attributes({**given, 'data-value': each.name, 'title': words.say('to_guide', lesson=each.title)})}>"
        f"{escaped(each.number)} {escaped(each.title)}</button>"
        for each in found
    ]
    return f" → {', '.join(made)}" if made else ""


def _words(entry: Entry, words: Words) -> str:
    """Return what the class is told; folded below it, unless a class looks on by itself, the words for the teacher."""
    text, project = entry.text("text"), entry.text("project")
    note = f"<p>{escaped(text)}</p>"
    shown = f"<p>{escaped(project)}</p>" if project else ""
    if text and may_use_disk():
        shown += f"<details><summary>{words('text')}</summary>{note}</details>"
    return shown


def origin(entry: Entry, lang: str) -> str:
    """Return which parts of the edition are reconstructed or not verified; empty for none."""
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
    """Return the bar above an open scenario: the way back, title, text for the class, folded notes for the teacher."""
    text, source, project = entry.text("text"), entry.text("source"), entry.text("project")
    note = f"<p>{escaped(text)}</p>" + (f"<p><small>{escaped(source)}</small></p>" if source else "")
    more = f'<p id="ml-project">{escaped(project)}</p>' if project else ""
    if text and may_use_disk():
        more += f'<details id="ml-note"><summary>{words("text")}</summary>{note}</details>'
    return f"{button(words('back'), 'back', id='ml-back')}<h3>{escaped(entry.title)}</h3>{more}"


# The gallery: the scenarios as cards with a picture of their board; one click opens the table

WORDS = ("gallery", "all", "edition", "topic", "nothing", "clear", "legend")


class Cards(anywidget.AnyWidget):
    """The cards as they are seen; pictures follow one by one, packed, as soon as a view is there to show them."""

    _esm = asset("shared.js", "gallery.js")
    _css = asset("board.css", "gallery.css")

    words = traitlets.Dict().tag(sync=True)
    cards: Any = traitlets.List().tag(sync=True)
    chosen = traitlets.Dict().tag(sync=True)  # edition and topic that are looked for; "" for all
    opened = traitlets.Unicode("").tag(sync=True)
    problem = traitlets.Unicode("").tag(sync=True)
    guide = traitlets.Unicode("").tag(sync=True)  # for teachers, below the cards; "" where a class looks on by itself


@check_arguments
class Gallery:
    """The shipped scenarios, and those of a folder of your own, as cards to look at and open.

    Shown as the last value of a cell. From code, `open("casino")` does what a click on a card does. A file with
    mistakes is shown as a card that lists them.

    Args:
        lang: Language of the words: "en", "ru" or "uk"; that of the session if empty.
        folder: Folder with scenarios of your own.

    Attributes:
        table: The table that was opened last.
        builder: The scenario builder that `change` opened last.

    Example:
        >>> gallery = ml.Gallery()
        >>> gallery.open("casino")
        The casino: what is a stake worth?
        Ann throws the dice to move.
    """

    def __init__(self, lang: str = "", folder: str | PathLike[str] | None = None) -> None:
        self.lang = resolve_language(lang)
        self.words = Words(self.lang, "gallery")
        self._folder = None if folder is None else Path(folder)
        self._theme = ""  # of the pictures that have been made
        with speaking(self.lang):
            self.entries = scenario_entries(self._folder)
        self.table: Table | None = None
        self.builder: ScenarioBuilder | None = None
        self._left: dict[str, ScenarioBuilder] = {}  # of scenarios that were changed and not saved, as they were left
        self._task: asyncio.Task[None] | None = None
        chosen = {"edition": "", "topic": ""}
        self._cards = Cards(words=self._browser_words(), cards=self._markup(), chosen=chosen, guide=self._guide())
        self._cards.on_msg(self._message)
        self._below = ipw.VBox([])
        self.widget = ipw.VBox([self._cards, self._below])

    def _guide(self) -> str:
        """Return the guide for teachers, last; not where a class looks on by itself."""
        return teacher_guide.page(self.lang) if may_use_disk() else ""

    def _browser_words(self) -> dict[str, object]:
        topics = sorted(
            (teacher_guide.topic_in_words(each, self.lang), each) for each in {*map(topic_of, self.entries)} - {""}
        )
        plain = {key: say(f"gallery.{key}", self.lang) for key in WORDS}
        count = say("gallery.count", self.lang, shown="{shown}", all="{all}")
        return {
            **plain,
            "count": count,
            "editions": self._families(),
            "topics": [["", [[topic, words] for words, topic in topics]]],
        }

    def _families(self) -> list[list[object]]:
        """Return the editions of the cards by family, each as it is chosen: [[family, [[id, title], ...]], ...]."""
        shown = {entry.edition.id: entry.edition for entry in self.entries if entry.edition}
        families: dict[str, list[list[str]]] = {}
        for id_ in dict.fromkeys([*editions(), *shown]):
            if id_ in shown:
                pair = [id_, shown[id_].called("", self.lang).title]
                families.setdefault(say(f"family.{shown[id_].family}", self.lang), []).append(pair)
        return [[family, pairs] for family, pairs in families.items()]

    def _markup(self) -> list[str]:
        return [card(entry, self.words) for entry in self.entries]

    # From code

    def choose(self, edition: str = "", topic: str = "") -> list[str]:
        """Show the scenarios of an edition, on a topic, or both, and return their names.

        Args:
            edition: Id of an edition; empty for any.
            topic: Topic; empty for any.
        """
        known = {teacher_guide.topic_in_words(each, self.lang): each for each in map(topic_of, self.entries)}
        topic = known.get(topic, topic)
        self._cards.chosen = {"edition": edition, "topic": topic}
        return [
            entry.name
            for entry in self.entries
            if edition in ("", entry.edition.id if entry.edition else "") and topic in ("", topic_of(entry))
        ]

    def open(self, name: str) -> Story:
        """Open the table of a scenario below and return what its game waits for.

        Args:
            name: Name of a scenario.

        Raises:
            DraftError: For an unknown name.
            SavedGameError: For a file with mistakes.
        """
        entry = entry_named(self.entries, name)
        self._close()
        self.table = Table(entry.scenario, self.lang)
        self._show(entry, self.table.widget)
        return Story([entry.title, self.table.game.waiting(self.lang)])

    def change(self, name: str) -> Mistakes:
        """Open the scenario builder below and return the problems of the scenario.

        Args:
            name: Name of a scenario.

        Raises:
            DraftError: For an unknown name.
            SavedGameError: For a file that is not TOML.
        """
        entry = entry_named(self.entries, name)
        builder = self._left.get(name) or ScenarioBuilder(entry.path if entry.is_own else entry.name, self.lang)
        self._close()
        self._left[name] = builder
        self.builder = builder
        self._show(entry, builder.widget)
        return builder.problems()

    def back(self) -> None:
        """Show the cards again; the game stays in `table`."""
        self._close()
        self._cards.opened = ""
        if self.builder is not None:  # which may have written files
            self.builder = None
            self._read()
            self._left = {
                entry.name: left
                for entry in self.entries
                if (left := self._left.get(entry.name)) and left.draft.can_undo and left.draft.content != entry.content
            }
            if self._theme:
                self._picture_all(self._theme)

    def _read(self) -> None:
        """Return the files as they are now."""
        with speaking(self.lang):
            self.entries = scenario_entries(self._folder)
        self._cards.words = self._browser_words()
        self._cards.cards = self._markup()

    def _show(self, entry: Entry, widget: ipw.Widget) -> None:
        self._below.children = (widget,)
        self._cards.problem = ""
        self._cards.opened = bar(entry, self.words)

    def _close(self) -> None:
        if self.table is not None and self.table.plays:
            self.table.stop()
        if self.builder is not None:
            self.builder.close_table()
        self._below.children = ()

    def summary(self) -> str:
        """Return the cards that are shown as text, one line each, with the number of mistakes of a faulty file."""
        names = self.choose(**self._cards.chosen)
        return self._list([entry for entry in self.entries if entry.name in names], checked=True)

    def _list(self, entries: list[Entry], checked: bool) -> str:
        return "\n".join(self._line(entry, checked) for entry in entries)

    def _line(self, entry: Entry, checked: bool) -> str:
        if checked and entry.problems:
            return f"{entry.name}: {say('gallery.broken', self.lang, n=len(entry.problems))}"
        facts = [entry.edition.id if entry.edition else "", teacher_guide.topic_in_words(topic_of(entry), self.lang)]
        facts += [say("gallery.minutes", self.lang, n=entry.minutes)] if entry.minutes else []
        return f"{entry.name}: {entry.title} ({', '.join(fact for fact in facts if fact)})"

    # From the browser

    def _message(self, _: object, content: Any, buffers: object) -> None:
        if not isinstance(content, dict):
            return
        act, value = content.get("act"), str(content.get("value", ""))
        try:
            if act == "show":
                self._picture_all("dark" if value == "dark" else "light")
            elif act == "open":
                self.open(value)
            elif act == "change":
                self.change(value)
            elif act == "back":
                self.back()
        except MonopolyLabError as refused:
            self._cards.problem = str(refused)

    # Pictures

    def _picture_all(self, theme: str) -> None:
        """Make all pictures in the kernel's own loop, one at a time; without a loop, at once."""
        self._theme = theme
        if self._task is not None:
            self._task.cancel()
        if (loop := running_loop()) is None:
            for number in range(len(self.entries)):
                self._picture(number, theme)
            return
        self._task = loop.create_task(self._pictures(theme))

    async def _pictures(self, theme: str) -> None:
        for number in range(len(self.entries)):
            self._picture(number, theme)
            await asyncio.sleep(0)

    def _picture(self, number: int, theme: str) -> None:
        """Send the picture of a card with its description, or what is wrong with its file."""
        entry = self.entries[number]
        if entry.problems:
            self._cards.send({"card": number, "markup": card(entry, self.words, checked=True)})
            return
        game = entry.scenario.game()
        packed = gzip.compress(game.svg(self.lang, theme).encode(), 6, mtime=0)
        self._cards.send({"picture": number, "alt": game.describe(self.lang)}, [packed])

    def _ipython_display_(self) -> None:
        """Show the live gallery; where there is no kernel, the list of the scenarios."""
        bundle: dict[str, object] = self.widget._repr_mimebundle_()
        display(bundle | {"text/plain": self._list(self.entries, checked=False)}, raw=True)
