"""Activities of a live class with their words and the fields of their forms, for the teacher's page."""

from typing import Any

from monopoly_lab.common.messages import has, say, speaking
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
                        "among": _listed(kind, option),
                        "is_long": option.is_long,
                    }
                    for option in kind.OPTIONS
                ],
            }
            for name, kind in ACTIVITIES.items()
        ]


def _listed(kind: type[Activity], option: FormField) -> list[list[str]]:
    """Return the values of an option with their labels, where there are few."""
    if option.offered is not None:
        return [list(pair) for pair in option.offered()]
    keys = [(value, message_of(kind, f"{option.name}_{value}")) for value in option.among]
    others = strategies()
    return [
        [value, say(key, "", **kind.FACTS) if has(key) else called(value) if value in others else value]
        for value, key in keys
    ]
