"""Texts of a lesson's predictions for a live class: in the notebook's metadata, under `live`, by the name of each.

A question that is offered has `ask`, `context` and `because`; `unit`, `low` and `high` where the lesson's own are to be
replaced or missing. One that is not offered has `not_offered` with the reason, for whoever maintains the lesson.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from monopoly_lab.lessons.translatable_text import speaks

LIVE = "live"
NOT_OFFERED = "not_offered"
NEEDED = ("ask", "context", "because")  # of a question that is offered
SAID = (*NEEDED, "unit")  # what readers see, and so is translated
LIMITS = ("low", "high")


def fits(value: object) -> bool:
    """Return True for texts of live questions as a notebook may hold them."""
    return isinstance(value, dict) and all(isinstance(one, dict) and _fits(one) for one in value.values())


def _fits(one: Mapping[str, object]) -> bool:
    if NOT_OFFERED in one:
        return set(one) == {NOT_OFFERED} and isinstance(one[NOT_OFFERED], str) and bool(one[NOT_OFFERED])
    if not set(NEEDED) <= set(one) <= {*SAID, *LIMITS}:
        return False
    numbers = (one[key] for key in LIMITS if key in one)
    return all(isinstance(one[key], str) for key in SAID if key in one) and all(
        isinstance(number, int | float) and not isinstance(number, bool) for number in numbers
    )


def live_sentences(about: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield each text that a live class sees, after its place, such as "live.gain", from a notebook's metadata."""
    for name, one in about.get(LIVE, {}).items():
        for key in SAID:
            if speaks(one.get(key, "")):
                yield f"{LIVE}.{name}", one[key]


def live_in_language(about: Mapping[str, Any], known: Mapping[str, str]) -> dict[str, Any]:
    """Return a notebook's `live` with every text that is known in another language, {LIVE: ...}; {} without any."""
    if LIVE not in about:
        return {}
    told = {
        name: {key: known.get(value, value) if key in SAID else value for key, value in one.items()}
        for name, one in about[LIVE].items()
    }
    return {LIVE: told}
