"""How the rules of two editions differ, topic by topic, in words and with the places in their books."""

from collections.abc import Mapping

from monopoly_lab.editions.contents import Contents
from monopoly_lab.editions.options import OPTIONS
from monopoly_lab.editions.parts import in_language
from monopoly_lab.editions.topics import citation, sentence, stated, title, topics, wording
from monopoly_lab.editions.values import Value, shown
from monopoly_lab.messages import say, spoken

Values = Mapping[str, Value]


def differences(books: tuple[Contents, Contents], values: tuple[Values, Values], lang: str = "") -> list[str]:
    """A paragraph for each topic on which the books say different things or the options differ.

    `books` are two editions under their profiles, `values` all options of either. Each paragraph
    says what either book has, with its citation, and how the options are set where they differ.
    """
    names = labels(books, lang)
    texts = [paragraph(topic, books, values, names, lang) for topic in topics()]
    return [text for text in texts if text]


def paragraph(
    topic: str,
    books: tuple[Contents, Contents],
    values: tuple[Values, Values],
    names: tuple[str, str],
    lang: str,
) -> str:
    """The difference on one topic; empty if there is none."""
    keys = [key for key, option in OPTIONS.items() if option.topic == topic and values[0][key] != values[1][key]]
    same = wording(topic, books[0].rulebook) == wording(topic, books[1].rulebook)
    if same and not keys:
        return ""
    parts = [say("edition.differs_topic", lang, title=title(topic, lang))]
    if not same:
        parts += [
            say("edition.differs_book", lang, name=name, rule=rule_of(topic, book.rulebook, lang))
            for book, name in zip(books, names)
        ]
        parts += [] if keys else [say("edition.differs_not_in_play", lang)]
    for key in keys:
        here, there = (shown(settings[key]) for settings in values)
        parts.append(
            say("edition.differs_option", lang, option=key, one=names[0], here=here, other=names[1], there=there)
        )
    return " ".join(parts)


def rule_of(topic: str, book: str, lang: str) -> str:
    """What a book says on a topic, with the place; that it says nothing where it is silent."""
    if not stated(topic, book):
        return say("edition.differs_silent", lang)
    return say("edition.differs_rule", lang, sentence=sentence(topic, book, lang), citation=citation(topic, book, lang))


def labels(books: tuple[Contents, Contents], lang: str) -> tuple[str, str]:
    """What the two are called: by title, by profile too where one is chosen, told apart in any case."""
    one, other = (label(book, lang) for book in books)
    if one != other:
        return one, other
    return say("edition.first", lang, name=one), say("edition.second", lang, name=other)


def label(book: Contents, lang: str) -> str:
    name = in_language(book.titles, spoken(lang))
    if not book.profile:
        return name
    return say(
        "edition.with_profile", lang, name=name, profile=in_language(book.profiles[book.profile].names, spoken(lang))
    )
