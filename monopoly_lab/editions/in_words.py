"""Options of the rules and their values in words."""

from collections.abc import Iterator, Mapping

from monopoly_lab.editions.inherit import flat
from monopoly_lab.editions.policies import BY_GROUP
from monopoly_lab.messages import has, say


def label(key: str, lang: str = "") -> str:
    """What an option is about; the key of one that has no words."""
    head, _, group = key.partition(".")
    if head in BY_GROUP and group:
        return say("tell.option_of_group", lang, option=label(head, lang), group=group)
    return say(f"option.{key}", lang) if has(f"option.{key}") else key


def money(key: str, lang: str = "") -> str:
    """Where the money of an option comes from and where it goes; "" for one that books alone speak of."""
    return say(f"option_money.{key}", lang) if has(f"option_money.{key}") else ""


def word(key: str, value: object, lang: str = "") -> str:
    """A value of an option in words."""
    if isinstance(value, bool):
        return say("builder.yes" if value else "builder.no", lang)
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value))
    known = f"option_value.{key}.{value}"
    return say(known, lang) if has(known) else str(value)


def told(options: Mapping[str, object], lang: str = "") -> Iterator[str]:
    """Each option with its value."""
    for key, value in flat(dict(options)).items():
        yield say("tell.option", lang, option=label(key, lang), value=word(key, value, lang))
