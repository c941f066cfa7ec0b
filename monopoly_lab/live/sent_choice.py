"""Choices and numbers that a phone sends, as an activity reads them; nothing of it may be believed."""

from collections.abc import Mapping
from typing import Any

from monopoly_lab.common.file_access import shortened
from monopoly_lab.common.messages import grouped
from monopoly_lab.lessons.number_parser import parse_number

MOST_DIGITS = 40  # letters of a number
MOST_TEXT = 200  # letters of a choice
SUMS = ("bid", "stake", "want", "toll")


def text_of(player: str, answer: Mapping[str, Any]) -> str:
    """Return the choice that an answer of a player means: a text, a sum, or an offer.

    >>> text_of("Ann", {"verb": "bid", "sum": 20})
    'bid 20'
    """
    text, verb, offer = answer.get("text"), answer.get("verb"), answer.get("offer")
    if isinstance(offer, Mapping):
        sides = f"{_side(offer, 'give')} for {_side(offer, 'get')}"
        text = f"{player}: trade {_short_text(offer.get('to'))}: {sides}"
    elif verb in SUMS:
        text = f"{verb} {_short_text(answer.get('sum'))}"
    return text if isinstance(text, str) and len(text) <= 3 * MOST_TEXT else ""


def _short_text(value: object) -> str:
    """Return a part of a choice that a phone has sent, as text of at most some letters."""
    return str(value)[:MOST_TEXT] if isinstance(value, str | int) and not isinstance(value, bool) else ""


def _side(offer: Mapping[str, Any], side: str) -> str:
    """Return one side of an offer as `Game.apply` reads it: "boardwalk + 50"."""
    things, cash = offer.get(side), _short_text(offer.get(f"{side}_cash", ""))
    named = [_short_text(thing) for thing in things[:40]] if isinstance(things, list) else []
    return " + ".join([*named, *([cash] if cash not in ("", "0") else [])]) or "0"


def whole_number(typed: object) -> int | None:
    """Return the whole number that was typed, with or without $ or %; None for anything else.

    "1,000" and "1.000" are a thousand: nobody writes the digits after the point of a whole number.
    """
    if isinstance(typed, bool) or not isinstance(typed, str | int):
        return None
    text = str(typed)
    meant = parse_number(text).meant if len(text) <= MOST_DIGITS else ()
    return next((int(number) for number in meant if number.is_integer()), None)


def shown_number(typed: object, lang: str) -> str:
    """Return what was typed as a message repeats it: a whole number like all others, anything else as it is."""
    number = whole_number(typed)
    return shortened(str(typed)) if number is None else grouped(number, lang)
