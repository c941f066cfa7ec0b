"""What the teacher's page says of activities: their words, the fields of their forms, and the script of one."""

import re
from collections.abc import Mapping
from typing import Any

from monopoly_lab.common.messages import has_message, say, speaking
from monopoly_lab.live.activities import ACTIVITIES
from monopoly_lab.live.activity import Activity, FormField, message_of
from monopoly_lab.players import strategies
from monopoly_lab.players.strategy_catalog import called


def catalog(lang: str) -> list[dict[str, Any]]:
    """Return the activities with their words and the fields of their forms, for the teacher's page."""
    with speaking(lang):
        return [
            {
                "name": name,
                "title": say(f"live.{name}.title", lang, **kind.FACTS),
                "teaches": say(f"live.{name}.teaches", lang, **kind.FACTS),
                "minutes": kind.MINUTES,
                "previews": kind.HAS_PREVIEW,
                "options": [
                    {
                        "name": option.name,
                        "label": say(message_of(kind, f"option_{option.name}"), lang, **kind.FACTS),
                        "value": option.value,
                        "low": option.low,
                        "high": option.high,
                        "among": _labelled_values(kind, option),
                        "is_long": option.is_long,
                    }
                    for option in kind.OPTIONS
                ],
            }
            for name, kind in ACTIVITIES.items()
        ]


def _labelled_values(kind: type[Activity], option: FormField) -> list[list[str]]:
    """Return the values of an option with their labels, where there are few."""
    if option.offered is not None:
        return [list(pair) for pair in option.offered()]
    keys = [(value, message_of(kind, f"{option.name}_{value}")) for value in option.among]
    others = strategies()
    return [
        [value, say(key, "", **kind.FACTS) if has_message(key) else called(value) if value in others else value]
        for value, key in keys
    ]


# The script of an activity: only the steps that fit the chosen options, and that are still possible. A line of the
# message `live.NAME.script` may begin, behind its number, with conditions in brackets: `[before]` for a step before the
# start, `[format=all,english]` for an option that has one of these values. Lines with a number are numbered again.
# Numbers among the options can be named, as `{rounds}`.

BEFORE = "before"
LINE = re.compile(r"(?P<number>\d+\. )?(?P<conditions>(?:\[[^\]]*\] )*)(?P<text>.*)")
CONDITION = re.compile(r"\[([^\]]*)\]")


def script_of(kind: type[Activity], options: Mapping[str, Any], has_begun: bool) -> str:
    """Return the script of an activity in the language that is spoken.

    Args:
        kind: The activity.
        options: Its options by name, already read.
        has_begun: It runs, or has ended: steps before the start are left out.
    """
    numbers = {name: value for name, value in options.items() if isinstance(value, int | float)}
    lines = say(f"live.{kind.NAME}.script", "", **{**numbers, **kind.FACTS}).strip().splitlines()
    found, number = [], 0
    for line in lines:
        parts = LINE.fullmatch(line)
        assert parts is not None  # every line fits the pattern
        if not all(_condition_holds(each, options, has_begun) for each in CONDITION.findall(parts["conditions"])):
            continue
        number += bool(parts["number"])
        found.append(f"{number}. {parts['text']}" if parts["number"] else parts["text"])
    return re.sub(r"\n{3,}", "\n\n", "\n".join(found)).strip()


def _condition_holds(condition: str, options: Mapping[str, Any], has_begun: bool) -> bool:
    name, _, values = condition.partition("=")
    return not has_begun if name == BEFORE else str(options.get(name)) in values.split(",")
