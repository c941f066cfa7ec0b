"""Editions, their deeds and their options as pandas tables."""

import re
from collections.abc import Iterable, Mapping

import pandas as pd

from monopoly_lab.common.errors import OptionError
from monopoly_lab.common.messages import resolve_language, say
from monopoly_lab.common.validation_errors import ValidationErrors, message_value, toml_literal
from monopoly_lab.editions.components import in_language
from monopoly_lab.editions.content import Contents
from monopoly_lab.editions.differences import label, money
from monopoly_lab.editions.options import OPTIONS, Option, Value
from monopoly_lab.editions.policies import BY_GROUP, BY_SEAT, DAMAGE, POLICIES, ROLES, SIDES
from monopoly_lab.editions.rule_changes import CHANGES

PARTS = (*POLICIES, CHANGES)  # options that are lists or tables
MOST_NAMED = 8  # options that a refusal names
FACTS = ("index", "name", "kind", "group", "price", "mortgage", "house", "hotel")


def catalogue(shown: Iterable[tuple[Contents, Mapping[str, Value]]], lang: str = "") -> pd.DataFrame:
    """Return one row for each edition with its options, by id; the columns are those of `editions_frame`."""
    editions = list(shown)
    index = pd.Index([edition.id for edition, _ in editions], name="edition")
    return pd.DataFrame([_row(edition, values, lang) for edition, values in editions], index=index)


def _row(edition: Contents, values: Mapping[str, Value], lang: str) -> dict[str, object]:
    return {
        "title": in_language(edition.titles, resolve_language(lang)),
        "family": say(f"family.{edition.family}", lang),
        "languages": ", ".join(edition.languages),
        "players": f"{values['players.min']} .. {values['players.max']}",
        "spaces": len(edition.spaces),
        "special": in_language(edition.special, resolve_language(lang)) if edition.special else "",
        "reconstruction": edition.reconstructed,
        "unverified": edition.unverified,
    }


def deeds_frame(edition: Contents) -> pd.DataFrame:
    """Return one row a deed, by id; missing where a deed has no such value."""
    deeds = [space for space in edition.spaces if space.is_deed]
    rents = [space.rent or space.times for space in deeds]
    frame = pd.DataFrame({name: [getattr(space, name) for space in deeds] for name in FACTS})
    frame[["house", "hotel"]] = frame[["house", "hotel"]].mask(lambda amounts: amounts == 0).astype("Int64")
    for n in range(max(map(len, rents), default=0)):
        frame[f"rent_{n}"] = pd.array([rent[n] if n < len(rent) else None for rent in rents], "Int64")
    return frame.set_index(pd.Index([space.id for space in deeds], name="deed"))


def options_frame(
    values: Mapping[str, Value], given: Mapping[str, object], keys: Iterable[str], lang: str = ""
) -> pd.DataFrame:
    """Return one row an option, by key: its value among `values`, or `given` as a list; what it takes and does.

    `money` says of a policy where its money comes from and where it goes.
    """
    listed = chosen_options(list(keys))
    rows = [
        (given.get(key, ""), _takes_parts(key, lang), *_label_and_money(key, lang))
        if key in PARTS
        else (values[key], accepted_values(OPTIONS[key]), *_label_and_money(key, lang))
        for key in listed
    ]
    index = pd.Index(listed, name="option")
    return pd.DataFrame(rows, columns=["value", "takes", "meaning", "money"], index=index, dtype=object)


def _label_and_money(key: str, lang: str) -> tuple[str, str]:
    return label(key, lang), money(key, lang)


def chosen_options(keys: list[str]) -> list[str]:
    """Return the options of these keys or topics, all if none is named; OptionError with keys that may be meant."""
    topics = {option.topic for option in OPTIONS.values()} | set(PARTS)
    found = ValidationErrors("options")
    for key in keys:
        if key in OPTIONS or key in topics:
            continue
        if about := options_about(key)[:MOST_NAMED]:
            one_of = say("edition.one_of", names=", ".join(about))
            found.add_text("", say("edition.unknown_option", value=message_value(key)) + one_of)
        else:
            found.add("", "unknown_option", value=key, known=(*OPTIONS, *sorted(topics)))
    if found.problems:
        raise OptionError(found.problems)
    listed = [key for key, option in OPTIONS.items() if not keys or key in keys or option.topic in keys]
    return listed + [key for key in PARTS if not keys or key in keys]


def options_about(word: str) -> list[str]:
    """Return the topics that have a word in their names, then the options that have it in their English meaning."""
    has_word = re.compile(rf"(?<![a-z]){re.escape(word.casefold())}(?![a-z])").search
    named = [option.topic for key, option in OPTIONS.items() if has_word(key)]
    meant = [
        key for key, option in OPTIONS.items() if option.topic not in named and has_word(label(key, "en").casefold())
    ]
    return list(dict.fromkeys([*named, *meant]))


def _takes_parts(key: str, lang: str) -> str:
    """Return what an option that is a list or a table takes."""
    if key == CHANGES:
        return say("edition.takes_changes", lang)
    if key == ROLES:
        return say("edition.takes_words", lang, words=", ".join(SIDES))
    if key == DAMAGE:
        return say("edition.takes_groups", lang)
    kind = "by_seat" if key in BY_SEAT else "by_group"
    low, high = {**BY_SEAT, **BY_GROUP}[key]
    return say(f"edition.takes_{kind}", lang, low=low, high=high)


def accepted_values(option: Option) -> str:
    """Return what an option can be set to: its words, or its range."""
    if option.values:
        return ", ".join(option.values)
    return ", ".join(map(toml_literal, (True, False))) if option.is_flag else f"{option.low} .. {option.high}"
