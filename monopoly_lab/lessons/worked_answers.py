"""Worked answers of a lesson, for the teacher's key: in the notebook's metadata, under `answers`, as Markdown.

Each has the name of its question, or the id of the cell that asks for a sentence or for a table to fill in. In bold
letters stands the number that is right. A prediction that a live class is offered has its reason there, under `live`.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from monopoly_lab.lessons.live_texts import LIVE
from monopoly_lab.lessons.translatable_text import in_text

ANSWERS = "answers"
BECAUSE = "because"


def fits(value: object) -> bool:
    """Return True for worked answers as a notebook may hold them."""
    return isinstance(value, dict) and all(isinstance(text, str) and text.strip() for text in value.values())


def worked(about: Mapping[str, Any], name: str) -> str:
    """Return how an answer is found, from a notebook's metadata; "" where nothing says it."""
    found = about.get(ANSWERS, {}).get(name) or about.get(LIVE, {}).get(name, {}).get(BECAUSE, "")
    return str(found)


def answer_sentences(about: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield each sentence of the worked answers after its place, such as "answers.loss"."""
    for name, text in about.get(ANSWERS, {}).items():
        seen = list[str]()
        in_text(text, lambda said: (seen.append(said), said)[1])  # type: ignore[func-returns-value]  # noqa: B023
        yield from ((f"{ANSWERS}.{name}", said) for said in seen)


def answers_in_language(about: Mapping[str, Any], known: Mapping[str, str]) -> dict[str, Any]:
    """Return a notebook's answers with every sentence that is known in another language; {} without any."""
    if ANSWERS not in about:
        return {}
    return {ANSWERS: {name: in_text(text, lambda said: known.get(said, said)) for name, text in about[ANSWERS].items()}}
