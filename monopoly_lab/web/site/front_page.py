"""The first page of the site: a card a lesson, the scenarios, the student's own work, a link for a class."""

import json
import re
from collections.abc import Sequence
from importlib.resources import files
from typing import NamedTuple

from monopoly_lab.common.escaping import escaped
from monopoly_lab.common.messages import say, spoken
from monopoly_lab.lessons.lesson_metadata import About

# What the page says by itself, with what it fills in.
WORDS = {
    "download": (),
    "anew": (),
    "sure": ("name",),
    "no_lesson": ("lesson",),
    "no_seed": ("seed",),
    "insecure": (),
    "all_the_same": (),
    "old": (),
}


class LessonCard(NamedTuple):
    """A lesson on the first page; `picture`, `reading` and `sheet` are addresses, "" for none; `asks` is HTML."""

    about: About
    asks: str = ""
    picture: str = ""
    reading: str = ""
    sheet: str = ""


def first_page(
    cards: Sequence[LessonCard],
    scenarios: Sequence[tuple[str, str]],
    editions: Sequence[tuple[str, str]],
    book: bool,
    config: str,
) -> bytes:
    """Return the page as HTML; it asks for its neighbors page.css and page.js only, and for the cards' pictures.

    `scenarios` and `editions` are pairs of id and title; `book`: whether pages to read stand beside it;
    `config`: JupyterLite's own element, which its pages look for in this one.
    """
    words = {key: say(f"site.{key}", **{name: f"{{{name}}}" for name in names}) for key, names in WORDS.items()}
    parts = {
        "lang": spoken(),
        "config": config,
        "cards": "\n".join(map(_card, cards)),
        "book": f'<a class="button" href="book/index.html">{_said("book")}</a>' if book else "",
        "scenarios": _links("scenario", scenarios),
        "editions": _links("edition", editions),
        "choices": "".join(f'<option value="{escaped(card.about.name)}">{_title(card)}</option>' for card in cards),
        "words": _data(words),
        "lessons": _data([card.about.name for card in cards]),
    }
    template = files(__package__).joinpath("page.html").read_text(encoding="utf-8")

    def fill(found: "re.Match[str]") -> str:
        return _said(found[2]) if found[1] else parts[found[2]]

    return re.sub(r"\{\{(say:)?(\w+)\}\}", fill, template).encode()


def _card(card: LessonCard) -> str:
    about = card.about  # but for its idea, which is what the class is to find out
    courses = ", ".join(say(f"lesson.course_{course}") for course in about.courses)
    facts = " · ".join(
        fact for fact in (courses, say("lesson.minutes", n=about.minutes) if about.minutes else "") if fact
    )
    picture = f'<img src="{escaped(card.picture)}" alt="" loading="lazy">' if card.picture else ""
    more = [f'<a class="button" href="{escaped(card.reading)}">{_said("read")}</a>'] if card.reading else []
    more += [f'<a class="button" href="{escaped(card.sheet)}">{_said("sheet")}</a>'] if card.sheet else []
    opening = f'<a class="button main" href="?page={escaped(about.name)}">{_said("open")}</a>'
    more.append(f'<a class="button" href="?lesson={escaped(about.name)}" data-lesson>{_said("notebook")}</a>')
    return (
        f'<article class="card">{picture}<div><h3>{_title(card)}</h3>'
        f'{card.asks}<p class="facts">{escaped(facts)}</p>'
        f'<div class="row">{opening}{"".join(more)}</div></div></article>'
    )


def card_title(card: LessonCard) -> str:
    """Return the title of a lesson with its number: "46. Damage to a neighbor"."""
    number = f"{card.about.number}. " if card.about.number else ""
    return number + (card.about.title or card.about.name)


def _title(card: LessonCard) -> str:
    return escaped(card_title(card))


def _links(kind: str, rows: Sequence[tuple[str, str]]) -> str:
    return "".join(f'<li><a href="?{kind}={escaped(name)}">{escaped(title)}</a></li>' for name, title in rows)


def _said(key: str) -> str:
    return escaped(say(f"site.{key}"))


def _data(value: object) -> str:
    """Return JSON that is safe inside a script element."""
    return json.dumps(value, ensure_ascii=False).replace("<", "\\u003c")
