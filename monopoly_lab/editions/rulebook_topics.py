"""Rule book topics: what each rule book says on each topic of the rules, in our own words, with the place in the book.

The places are data (`topics.toml`), the words are messages (`topic.<topic>.<words>`), so that each language is one
file. Books that say the same share their words; house, hotel and so on are called as in the book (`term.<book>.*`).
"""

import tomllib
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from monopoly_lab.common.errors import MessageError
from monopoly_lab.common.messages import Word, has_message, resolve_language, say

PLACES = Path(__file__).with_name("data") / "topics.toml"
TERMS = ("house", "houses", "hotel", "hotels", "site", "sites", "station", "stations", "go")


@dataclass(frozen=True)
class Doubt:
    """A place where books contradict themselves, or say nothing, and how it is read here.

    `options` are the switches that choose another reading; none if only one makes sense.
    """

    id: str
    topic: str
    books: tuple[str, ...]
    options: tuple[str, ...]
    text: str
    reading: str


def topics() -> list[str]:
    """Return all topic ids, in the order of a rule book."""
    return list(_places()["topics"])


def books() -> list[str]:
    """Return the ids of the rule books themselves, without editions that follow another's book."""
    return [book for book, facts in _places()["books"].items() if "follows" not in facts]


def followers() -> list[str]:
    """Return the editions without a rule book here; they follow one of `books()`."""
    return [book for book, facts in _places()["books"].items() if "follows" in facts]


def is_own_book(book: str) -> bool:
    """Return True for a rule book of an edition of one's own, called by its title: a text of two words or more."""
    return len(book.split()) > 1


def book_title(book: str) -> str:
    """Return the title of a rule book as printed, in its own language."""
    return str(_book(book)["title"])


def title(topic: str, lang: str = "") -> str:
    """Return what a topic is about, in a few words."""
    _topic(topic)
    return say(f"topic.{topic}.title", lang)


def wording(topic: str, book: str) -> str | None:
    """Return the name of what a book says: the same for books that say the same; None if it is silent."""
    source = _source(topic, book)
    for words, places in _topic(topic).items():
        if source in places:
            return words
    return None


def has_topic(topic: str, book: str) -> bool:
    """Return True if the rule book speaks of the topic."""
    return wording(topic, book) is not None


def sentence(topic: str, book: str, lang: str = "") -> str:
    """Return the rule of one book in our own words; MessageError where the book is silent.

    A book that follows another one on this topic alone keeps its terms: its sites do not become teams.
    """
    source = _places()["books"].get(book, {}).get("follows", book)
    return say(f"topic.{topic}.{_require_wording(topic, book)}", lang, **_terms(source, lang))


def citation(topic: str, book: str, lang: str = "") -> str:
    """Return where the book has the rule: its title and the headings of the sections."""
    source = _source(topic, book)
    places = _topic(topic)[_require_wording(topic, book)][source]
    sections = ", ".join(_section(source, place, lang) for place in places)
    cited = say("cite.book", lang, title=book_title(source), sections=sections)
    return say("cite.as_in", lang, citation=cited) if source != book else cited


def sheet(topic: str) -> str | None:
    """Return the sheet of its own that tells a topic beside any book; None for a topic of the books."""
    sheets: dict[str, str] = _places()["sheets"]
    return sheets.get(topic)


def rule(topic: str, book: str, lang: str = "") -> str:
    """Return the sentence with its citation, to be put after a refusal; "" where the book is silent.

    Where the book contradicts itself and is read in another way here, the reading follows. What has
    a sheet of its own, which comes beside any book, is told as that says.
    """
    book = sheet(topic) or book
    if not has_topic(topic, book):
        return ""
    cited = say("cite.rule", lang, sentence=sentence(topic, book, lang), citation=citation(topic, book, lang))
    readings = [say("cite.reading", lang, reading=reading) for reading in _readings(topic, book, lang)]
    return " ".join([cited, *readings])


def event_topic(kind: str, cause: str | None = None) -> str:
    """Return the topic behind an event (a name of `constants.event`), behind a payment by its cause."""
    known: dict[str, str] = _places()["event"]
    return known[f"paid.{cause}" if kind == "paid" else kind]


def why_topic(reason: str, verb: str = "") -> str | None:
    """Return the topic behind a reason (a name of `constants.refusal`) for refusing a verb; None if there is none."""
    known: dict[str, str] = _places()["refusal"]
    return known.get(f"{reason}.{verb}") or known.get(reason)


def refusal(
    reason: str,
    book: str | None = None,
    lang: str = "",
    verb: str = "",
    chosen: Collection[str] = (),
    **values: object,
) -> str:
    """Return why something is refused, with the rule: "Houses must be built evenly (...). Rule: ...".

    `chosen` are topics on which a game departs from its edition: they are not cited from the
    book. Without a book, or where it is silent, only the reason.
    """
    said = say(f"refusal.{reason}", lang, **(_terms("usual", lang) | values))
    topic = why_topic(reason, verb)
    if topic is None:
        return said
    if topic in chosen and sheet(topic) is None:
        return f"{said} {say('cite.chosen', lang)}"
    cited = rule(topic, book, lang) if book else ""
    return f"{said} {cited}" if cited else said


def house_rules() -> dict[str, str]:
    """Return the house rules by name, with the option that switches each; no rule book has them."""
    return dict(_places()["house"])


def house_rule(name: str, lang: str = "") -> str:
    """Return a house rule in words, marked as one."""
    return say("cite.rule", lang, sentence=say(f"house.{name}", lang), citation=say("cite.house", lang))


def contradictions(book: str | None = None, lang: str = "") -> list[Doubt]:
    """Return places where a book contradicts itself or its other text; of one book, or of all."""
    source = _book(book).get("follows", book) if book else None
    found = [_doubt("contradiction", name, facts, lang) for name, facts in _places()["contradictions"].items()]
    return [doubt for doubt in found if source is None or source in doubt.books]


def gaps(lang: str = "") -> list[Doubt]:
    """Return points that (nearly) no book settles, and how they are settled here."""
    return [_doubt("gap", name, facts, lang) for name, facts in _places()["gaps"].items()]


def _readings(topic: str, book: str, lang: str) -> list[str]:
    """Return how the sentence of a book is read where that differs from what it says."""
    source = _source(topic, book)
    return [
        say(f"contradiction.{name}.reading", lang)
        for name, facts in _places()["contradictions"].items()
        if facts.get("decides") and facts["topic"] == topic and source in facts["books"]
    ]


def _doubt(table: str, name: str, facts: dict[str, Any], lang: str) -> Doubt:
    return Doubt(
        id=name,
        topic=facts["topic"],
        books=tuple(facts.get("books", ())),
        options=tuple(facts.get("options", ())),
        text=say(f"{table}.{name}.text", lang),
        reading=say(f"{table}.{name}.reading", lang),
    )


def _source(topic: str, book: str) -> str:
    """Return the rule book that is followed on a topic: the book itself if it is one."""
    facts = _book(book)
    return str(facts.get("except", {}).get(topic, facts.get("follows", book)))


def _require_wording(topic: str, book: str) -> str:
    words = wording(topic, book)
    if words is None:
        raise MessageError(f"{book_title(book)} says nothing on {topic!r}; ask stated() first")
    return words


def _section(book: str, section: str, lang: str) -> str:
    """Return a heading as printed, with its meaning; the last heading before a part without one."""
    heading = _book(book)["sections"][section]
    meaning = say(f"section.{section}", lang)
    if heading.startswith("> "):
        return say("cite.after", lang, heading=heading[2:], meaning=meaning)
    return say("cite.section", lang, heading=heading, meaning=meaning)


def terms(book: str, own: Mapping[str, Mapping[str, str]], lang: str = "") -> dict[str, object]:
    """Return what an edition calls a house, hotel, station: as its rule book, else its file (`own`), else as usual."""
    lang = resolve_language(lang)
    known = _terms(_places()["books"].get(book, {}).get("follows", book), lang) | {
        name: Word(say(f"term.{book}.{name}", lang)) for name in TERMS if has_message(f"term.{book}.{name}")
    }
    usual = _terms("usual", lang)
    theirs = {name: Word(own[name][lang]) for name in TERMS if own.get(name, {}).get(lang)}
    # A file has words without their cases: one that says what is usual leaves the usual word, which has them.
    return known | {name: word for name, word in theirs.items() if str(known[name]) == usual[name] != str(word)}


def _terms(book: str, lang: str) -> dict[str, object]:
    """Return the book's own names for a house, a hotel, a station ...; the usual ones else."""
    return _terms_in(book, resolve_language(lang))


@lru_cache(maxsize=64)
def _terms_in(book: str, lang: str) -> dict[str, object]:
    own = {name: f"term.{book}.{name}" for name in TERMS}
    return {name: Word(say(key if has_message(key) else f"term.usual.{name}", lang)) for name, key in own.items()}


def _topic(topic: str) -> dict[str, dict[str, list[str]]]:
    known: dict[str, dict[str, list[str]]] = _find_entry("topic", topic, _places()["topics"])
    return known


def _book(book: str) -> dict[str, Any]:
    """Return what is known of a rule book; of an own one its title, it says nothing on any topic here."""
    if is_own_book(book):
        return {"title": book, "sections": {}}
    known: dict[str, Any] = _find_entry("rule book", book, _places()["books"])
    return known


def _find_entry(what: str, name: str, table: dict[str, Any]) -> Any:
    if name in table:
        return table[name]
    near = get_close_matches(name, table, n=1)
    raise MessageError(f"no {what} {name!r}" + (f" (did you mean {near[0]!r}?)" if near else ""))


@cache
def _places() -> dict[str, Any]:
    return tomllib.loads(PLACES.read_text(encoding="utf-8"))
