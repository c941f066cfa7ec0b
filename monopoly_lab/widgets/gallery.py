"""The gallery: the scenarios as cards with a picture of their board; one click opens the table."""

import asyncio
import gzip
from os import PathLike
from pathlib import Path
from typing import Any

import anywidget
import ipywidgets as ipw
import traitlets
from IPython.display import display

from monopoly_lab.doors import doors
from monopoly_lab.editions import editions
from monopoly_lab.errors import MonopolyLabError
from monopoly_lab.files import theirs
from monopoly_lab.game.told import Story
from monopoly_lab.lessons import guide
from monopoly_lab.messages import say, speaking, spoken
from monopoly_lab.scenario.shelf import Entry, named, shelf
from monopoly_lab.widgets import gallery_cards
from monopoly_lab.widgets.builder import ScenarioBuilder
from monopoly_lab.widgets.builder.builder import Mistakes
from monopoly_lab.widgets.gallery_cards import topic_of
from monopoly_lab.widgets.markup import Words
from monopoly_lab.widgets.table import Table

HERE = Path(__file__).parent
WORDS = ("gallery", "all", "edition", "topic", "nothing", "clear", "legend")


class Cards(anywidget.AnyWidget):
    """The cards as they are seen; pictures follow one by one, packed, as soon as a view is there to show them."""

    _esm = HERE / "gallery.js"
    _css = "\n".join((HERE / name).read_text(encoding="utf-8") for name in ("board.css", "gallery.css"))

    words = traitlets.Dict().tag(sync=True)
    cards: Any = traitlets.List().tag(sync=True)
    chosen = traitlets.Dict().tag(sync=True)  # edition and topic that are looked for; "" for all
    opened = traitlets.Unicode("").tag(sync=True)
    problem = traitlets.Unicode("").tag(sync=True)
    guide = traitlets.Unicode("").tag(sync=True)  # for teachers, below the cards; "" where a class looks on by itself


@doors
class Gallery:
    """The shipped scenarios, and those of a folder of one's own, to look at and to open.

    Shown as the last value of a cell; from code, `open("casino")` does what a click on a card
    does, and `table` is then the table; `change` opens the builder, which is then `builder`.
    A file with mistakes is a card that says them.
    """

    def __init__(self, lang: str = "", folder: str | PathLike[str] | None = None) -> None:
        self.lang = spoken(lang)
        self.words = Words(self.lang, "gallery")
        self._folder = None if folder is None else Path(folder)
        self._theme = ""  # of the pictures that have been made
        with speaking(self.lang):
            self.entries = shelf(self._folder)
        self.table: Table | None = None
        self.builder: ScenarioBuilder | None = None
        self._left: dict[str, ScenarioBuilder] = {}  # of scenarios that were changed and not saved, as they were left
        self._task: asyncio.Task[None] | None = None
        chosen = {"edition": "", "topic": ""}
        self._cards = Cards(words=self._spoken(), cards=self._markup(), chosen=chosen, guide=self._guide())
        self._cards.on_msg(self._message)
        self._below = ipw.VBox([])
        self.widget = ipw.VBox([self._cards, self._below])

    def _guide(self) -> str:
        """The guide for teachers, last; not where a class looks on by itself."""
        return guide.page(self.lang) if theirs() else ""

    def _spoken(self) -> dict[str, object]:
        topics = sorted((guide.topic_in_words(each, self.lang), each) for each in {*map(topic_of, self.entries)} - {""})
        plain = {key: say(f"gallery.{key}", self.lang) for key in WORDS}
        count = say("gallery.count", self.lang, shown="{shown}", all="{all}")
        return {
            **plain,
            "count": count,
            "editions": self._families(),
            "topics": [["", [[topic, words] for words, topic in topics]]],
        }

    def _families(self) -> list[list[object]]:
        """The editions of the cards by family, each as it is chosen: [[family, [[id, title], ...]], ...]."""
        shown = {entry.edition.id: entry.edition for entry in self.entries if entry.edition}
        families: dict[str, list[list[str]]] = {}
        for id_ in dict.fromkeys([*editions(), *shown]):
            if id_ in shown:
                pair = [id_, shown[id_].called("", self.lang).title]
                families.setdefault(say(f"family.{shown[id_].family}", self.lang), []).append(pair)
        return [[family, pairs] for family, pairs in families.items()]

    def _markup(self) -> list[str]:
        return [gallery_cards.card(entry, self.words) for entry in self.entries]

    # From code

    def choose(self, edition: str = "", topic: str = "") -> list[str]:
        """Show the scenarios of an edition, on a topic, or both; says their names. "" is any."""
        known = {guide.topic_in_words(each, self.lang): each for each in map(topic_of, self.entries)}
        topic = known.get(topic, topic)
        self._cards.chosen = {"edition": edition, "topic": topic}
        return [
            entry.name
            for entry in self.entries
            if edition in ("", entry.edition.id if entry.edition else "") and topic in ("", topic_of(entry))
        ]

    def open(self, name: str) -> Story:
        """Open the table of a scenario below, and say what it waits for.

        DraftError for a name there is not, SavedGameError for a file with mistakes.
        """
        entry = named(self.entries, name)
        self._close()
        self.table = Table(entry.scenario, self.lang)
        self._show(entry, self.table.widget)
        return Story([entry.title, self.table.game.waiting(self.lang)])

    def change(self, name: str) -> Mistakes:
        """Open the builder on a scenario below, and say what is wrong with it.

        DraftError for a name there is not, SavedGameError for a file that is no TOML.
        """
        entry = named(self.entries, name)
        builder = self._left.get(name) or ScenarioBuilder(entry.path if entry.is_own else entry.name, self.lang)
        self._close()
        self._left[name] = builder
        self.builder = builder
        self._show(entry, builder.widget)
        return builder.problems()

    def back(self) -> None:
        """Back to the cards; the game is left where it is, as `table`."""
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
        """The files as they are now."""
        with speaking(self.lang):
            self.entries = shelf(self._folder)
        self._cards.words = self._spoken()
        self._cards.cards = self._markup()

    def _show(self, entry: Entry, widget: ipw.Widget) -> None:
        self._below.children = (widget,)
        self._cards.problem = ""
        self._cards.opened = gallery_cards.bar(entry, self.words)

    def _close(self) -> None:
        if self.table is not None and self.table.plays:
            self.table.stop()
        if self.builder is not None:
            self.builder.close_table()
        self._below.children = ()

    def summary(self) -> str:
        """The cards that are shown, a line each; of a file with mistakes, how many there are."""
        names = self.choose(**self._cards.chosen)
        return self._list([entry for entry in self.entries if entry.name in names], checked=True)

    def _list(self, entries: list[Entry], checked: bool) -> str:
        return "\n".join(self._line(entry, checked) for entry in entries)

    def _line(self, entry: Entry, checked: bool) -> str:
        if checked and entry.problems:
            return f"{entry.name}: {say('gallery.broken', self.lang, n=len(entry.problems))}"
        facts = [entry.edition.id if entry.edition else "", guide.topic_in_words(topic_of(entry), self.lang)]
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
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
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
            self._cards.send({"card": number, "markup": gallery_cards.card(entry, self.words, checked=True)})
            return
        game = entry.scenario.game()
        packed = gzip.compress(game.svg(self.lang, theme).encode(), 6, mtime=0)
        self._cards.send({"picture": number, "alt": game.describe(self.lang)}, [packed])

    def _ipython_display_(self) -> None:
        """The live gallery; where there is no kernel, the list of the scenarios."""
        bundle: dict[str, object] = self.widget._repr_mimebundle_()
        display(bundle | {"text/plain": self._list(self.entries, checked=False)}, raw=True)
