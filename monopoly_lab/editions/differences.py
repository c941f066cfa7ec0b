"""Compare the rules of two editions, topic by topic, in words and with the places in their books.

Also puts options of the rules and their values into words.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from monopoly_lab.common.messages import has_message, resolve_language, say
from monopoly_lab.editions.components import in_language
from monopoly_lab.editions.content import Contents
from monopoly_lab.editions.inheritance import dotted_keys
from monopoly_lab.editions.options import OPTIONS, Value
from monopoly_lab.editions.policies import BY_GROUP, DAMAGE
from monopoly_lab.editions.rulebook_topics import citation, has_topic, sentence, sheet, title, topics, wording

TOPICS = {key: option.topic for key, option in OPTIONS.items()}


def label(key: str, lang: str = "") -> str:
    """Return what an option is about; the key of one that has no words."""
    head, _, group = key.partition(".")
    if head in (*BY_GROUP, DAMAGE) and group and not has_message(f"option.{key}"):
        return say("tell.option_of_group", lang, option=label(head, lang), group=group)
    return say(f"option.{key}", lang) if has_message(f"option.{key}") else key


def money(key: str, lang: str = "") -> str:
    """Return where the money of an option comes from and where it goes; "" for one that books alone speak of."""
    return say(f"option_money.{key}", lang) if has_message(f"option_money.{key}") else ""


def value_in_words(key: str, value: object, lang: str = "") -> str:
    """Return a value of an option in words."""
    if isinstance(value, bool):
        return say("builder.yes" if value else "builder.no", lang)
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value))
    known = f"option_value.{key}.{value}"
    return say(known, lang) if has_message(known) else str(value)


def option_texts(options: Mapping[str, object], lang: str = "") -> Iterator[str]:
    """Yield each option with its value."""
    for key, value in dotted_keys(dict(options)).items():
        yield say("tell.option", lang, option=label(key, lang), value=value_in_words(key, value, lang))


# How the rules of two editions differ, topic by topic, in words and with the places in their books

Values = Mapping[str, Value]


class Side(NamedTuple):
    """One of the two: what it is called, the edition under its profile, all its options."""

    name: str
    book: Contents
    values: Values


def differences(books: tuple[Contents, Contents], values: tuple[Values, Values], lang: str = "") -> list[str]:
    """Return a paragraph for each topic on which both books speak and say different things, or the options differ.

    `books` are two editions under their profiles, `values` all options of either. Before them stands what is
    special about two editions, after them the topics on which one of the books alone speaks, in a paragraph a book.
    """
    names = labels(books, lang)
    sides = Side(names[0], books[0], values[0]), Side(names[1], books[1], values[1])
    texts = [boards(sides, lang), *(paragraph(topic, sides, lang) for topic in topics())]
    texts += [topics_of_one_book(sides, lang), topics_of_one_book((sides[1], sides[0]), lang)]
    return [text for text in texts if text]


def boards(sides: tuple[Side, Side], lang: str) -> str:
    """Return what is special about either edition; empty for one and the same, or where neither says it."""
    one, other = (side.book for side in sides)
    if one.id == other.id or not (one.special or other.special):
        return ""
    told = [
        say("edition.differs_book", lang, name=side.name, rule=in_language(side.book.special, resolve_language(lang)))
        for side in sides
        if side.book.special
    ]
    return " ".join([heading(say("edition.differs_boards", lang), lang), *told])


def paragraph(topic: str, sides: tuple[Side, Side], lang: str) -> str:
    """Return the difference on one topic; empty if there is none, or if a book is silent and no option differs."""
    keys = differing_options(topic, sides)
    own = [key for key in keys if TOPICS[key] == topic]  # the others are told by the sheet's own topic
    one, other = (side.book.rulebook for side in sides)
    same = wording(topic, one) == wording(topic, other)
    silent = not has_topic(topic, one) or not has_topic(topic, other)
    if not own if same else silent and not keys:
        return ""
    parts = [heading(title(topic, lang), lang)]
    if not same:
        parts += [
            say("edition.differs_book", lang, name=side.name, rule=rule_of(topic, side.book.rulebook, lang))
            for side in sides
        ]
        parts += [] if keys else [say("edition.differs_not_in_play", lang)]
    return " ".join(parts + [setting(key, sides, lang) for key in own])


def differing_options(topic: str, sides: tuple[Side, Side]) -> list[str]:
    """Return the options on a topic, or on the sheet that tells it, which the two set differently.

    Of a sheet that neither plays by no option matters.
    """
    one, other = (side.values for side in sides)
    on = {topic, sheet(topic)}
    if (switch := OPTIONS.get(sheet(topic) or "")) and one[switch.key] == other[switch.key] == switch.default:
        return []
    return [key for key, its in TOPICS.items() if its in on and one[key] != other[key]]


def setting(key: str, sides: tuple[Side, Side], lang: str) -> str:
    """Return how the two set an option, in words."""
    here, there = (value_in_words(key, side.values[key], lang) for side in sides)
    names = {"one": sides[0].name, "other": sides[1].name}
    return say("edition.differs_option", lang, option=key, what=label(key, lang), here=here, there=there, **names)


def topics_of_one_book(sides: tuple[Side, Side], lang: str) -> str:
    """Return the topics on which only the book of the first speaks, and no option differs; empty if there is none."""
    one, other = sides
    mine = [
        title(topic, lang)
        for topic in topics()
        if has_topic(topic, one.book.rulebook)
        and not has_topic(topic, other.book.rulebook)
        and not differing_options(topic, sides)
    ]
    if not mine:
        return ""
    return say("edition.differs_alone", lang, one=one.name, other=other.name, topics="; ".join(mine))


def heading(text: str, lang: str) -> str:
    """Return a title with the stop it lacks."""
    return text if text.endswith("?") else say("edition.differs_topic", lang, title=text)


def rule_of(topic: str, book: str, lang: str) -> str:
    """Return what a book says on a topic, with the place; that it says nothing where it is silent."""
    if not has_topic(topic, book):
        return say("edition.differs_silent", lang)
    return say("edition.differs_rule", lang, sentence=sentence(topic, book, lang), citation=citation(topic, book, lang))


def labels(books: tuple[Contents, Contents], lang: str) -> tuple[str, str]:
    """Return what the two are called: by title, by profile too where one is chosen, told apart in any case."""
    one, other = (title_with_profile(book, lang) for book in books)
    if one != other:
        return one, other
    return say("edition.first", lang, name=one), say("edition.second", lang, name=other)


def title_with_profile(book: Contents, lang: str) -> str:
    """Return the title of a rule book with its profile."""
    name = in_language(book.titles, resolve_language(lang))
    if not book.profile:
        return name
    return say(
        "edition.with_profile",
        lang,
        name=name,
        profile=in_language(book.profiles[book.profile].names, resolve_language(lang)),
    )
