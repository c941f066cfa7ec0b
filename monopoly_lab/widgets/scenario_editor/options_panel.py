"""Panel of rule options, topic by topic, with what this rule book and the others say on each."""

from collections.abc import Mapping

from monopoly_lab.common.errors import DraftError, OptionError
from monopoly_lab.common.escaping import escaped
from monopoly_lab.editions import rulebook_topics
from monopoly_lab.editions.differences import label, money, value_in_words
from monopoly_lab.editions.edition import Edition
from monopoly_lab.editions.options import OPTIONS, Option, Value
from monopoly_lab.editions.policies import BY_SEAT, ROLES
from monopoly_lab.game.scenarios.draft import Draft
from monopoly_lab.game.scenarios.field_paths import as_dict, parse_value
from monopoly_lab.widgets.html_elements import button
from monopoly_lab.widgets.scenario_editor.fields import EditorState, Pairs, choice, field_text, text_field

EXTRA = ("profile", "house_rules")
# Options that are lists or tables, written on one line, each with an example.
EXAMPLES = {
    "salaries": "400, 275, 175, 100",
    "dice": "2, 2, 1, 1",
    "roles": '"monopolist", "competitor"',
    "rent_scale": "50, {orange = 50}",
    "rent_cap": "200, {orange = 200}",
    "damage": '{orange = "red"}',
    "changes": "{round = 10, options = {salary = 400}}",
}


def panel(state: EditorState) -> list[str]:
    """Return a field to search with, then a line a topic; the opened one has its switches and its rule."""
    words = state.words
    search = (
        f'<label class="ml-wide">{words("seek")} <input type="search" id="ml-seek" data-change="seek" '
        f'value="{escaped(state.sought)}"></label>'
    )
    if state.view is None:
        return [f"<h3>{words('rules')}</h3>", f"<p>{words('no_edition')}</p>"]
    own = edition_options(state.draft, state.view.edition)
    lines = [_topic(state, topic, own) for topic in _found_topics(state)]
    changed = len([key for key in as_dict(state.draft.get("options")) if key not in EXTRA])
    note = words("changed", n=changed) if changed else words("unchanged")
    body = lines or [f"<p>{words('nothing_found')}</p>"]
    return [f"<h3>{words('rules')}</h3>", f"<p>{words('rules_hint')} {note}</p>", search, *_strangers(state), *body]


def _example(state: EditorState, topic: str) -> str:
    """Return how an option is written; of a list by seat, an entry for each seat."""
    parts, seats = EXAMPLES[topic].split(", "), state.draft.seats
    if topic not in (*BY_SEAT, ROLES) or not seats:
        return EXAMPLES[topic]
    return ", ".join(parts[i % len(parts)] for i in range(seats))


def edition_options(draft: Draft, edition: Edition) -> Mapping[str, Value]:
    """Return every option as the edition has it under the profile and the mode of the draft."""
    given = as_dict(draft.get("options"))
    base = edition.base or edition
    kept: dict[str, object] = {key: given[key] for key in ("profile", "mode", "house_rules") if key in given}
    profile: dict[str, object] = {"profile": kept["profile"]} if "profile" in kept else {}
    for chosen in (kept, profile, {}):
        try:
            return base.resolve(chosen)
        except OptionError:
            continue
    return {}


def topic_of(key: str) -> str:
    """Return the topic that an option is listed under."""
    return key.split(".")[0]


def _topics() -> dict[str, list[Option]]:
    """Return the switches of each topic, in the order in which they are declared."""
    found: dict[str, list[Option]] = {}
    for key, option in OPTIONS.items():
        found.setdefault(topic_of(key), []).append(option)
    return found | {key: found.get(key, []) for key in EXAMPLES}


def _title(topic: str, lang: str) -> str:
    return rulebook_topics.title(topic, lang) if topic in rulebook_topics.topics() else label(topic, lang)


def _found_topics(state: EditorState) -> list[str]:
    """Return the topics that the search leaves; those with changes or problems first."""
    lang, sought = state.words.lang, state.sought.casefold()

    def matches_search(topic: str, switches: list[Option]) -> bool:
        texts = [_title(topic, lang), *(switch.key for switch in switches)]
        texts += [label(switch.key, lang) for switch in switches]
        return any(sought in text.casefold() for text in texts)

    found = [topic for topic, switches in _topics().items() if matches_search(topic, switches)]
    return sorted(found, key=lambda topic: not (_is_changed(state, topic) or state.wrong(f"options.{topic}")))


def _is_changed(state: EditorState, topic: str) -> bool:
    return any(topic_of(key) == topic for key in as_dict(state.draft.get("options")) if key not in EXTRA)


def _topic(state: EditorState, topic: str, own: Mapping[str, Value]) -> str:
    opened = topic == state.opened
    marked = f" <b>{state.words('differs')}</b>" if _is_changed(state, topic) else ""
    marked += " <b>⚠</b>" if state.wrong(f"options.{topic}") else ""
    head = button(
        escaped(_title(topic, state.words.lang)) + marked,
        "topic",
        "" if opened else topic,
        id=f"ml-topic-{topic}",
        aria_expanded=opened,
    )
    if not opened:
        return f'<div class="ml-topic">{head}</div>'
    fields = "".join(_switch(state, option, own) + _money(option.key, state.words.lang) for option in _topics()[topic])
    if topic in EXAMPLES:
        text = f"{escaped(label(topic, state.words.lang))} <small>{state.words('such_as')}</small>"
        fields += text_field(state, f"options.{topic}", text, hint=_example(state, topic)) + _money(
            topic, state.words.lang
        )
    if topic == "mode":
        flags = [("", state.words.say("no")), ("true", state.words.say("yes"))]
        fields += choice(state, "options.house_rules", state.words("house_rules"), flags, now=_house(state))
    return f'<div class="ml-topic ml-opened">{head}{fields}{_rule(state, topic)}</div>'


def _money(key: str, lang: str) -> str:
    """Return a line on where the money of a policy comes from and goes to, shown under its switch."""
    said = money(key, lang)
    return f"<p><small>{escaped(said)}</small></p>" if said else ""


def _house(state: EditorState) -> str:
    return "true" if state.draft.get("options.house_rules") is True else ""


def _switch(state: EditorState, option: Option, own: Mapping[str, Value]) -> str:
    place = f"options.{option.key}"
    lang = state.words.lang
    text = escaped(label(option.key, lang)) + (f" <i>{state.words('house_rule')}</i>" if option.house else "")
    usual_value = own.get(option.key, option.default)
    here = state.words.say("as_book", value=value_in_words(option.key, usual_value, lang))
    if option.is_flag or option.values:
        values: list[Value] = list(option.values) or [True, False]
        pairs: Pairs = [("", here), *((field_text(value), value_in_words(option.key, value, lang)) for value in values)]
        return choice(state, place, text, pairs)
    bounds = f" <small>{state.words('bounds', low=option.low, high=option.high)}</small>"
    return text_field(state, place, text + bounds, number=True, hint=here)


def _rule(state: EditorState, topic: str) -> str:
    """Return what the rule book of the edition says, with the place, and what other books say."""
    assert state.view is not None
    words, book = state.words, state.view.edition.rulebook
    if topic not in rulebook_topics.topics():
        return f'<div class="ml-rule">{words("no_rule")}</div>'
    rule = escaped(rulebook_topics.rule(topic, book, words.lang)) or words("silent")
    ours = rulebook_topics.wording(topic, book)
    others: dict[str, list[str]] = {}
    for other in rulebook_topics.books():
        wording = rulebook_topics.wording(topic, other)
        if wording is not None and wording != ours:
            others.setdefault(rulebook_topics.sentence(topic, other, words.lang), []).append(
                rulebook_topics.citation(topic, other, words.lang)
            )
    lines = "".join(
        f"<li>{escaped(text)} <small>{escaped('; '.join(where))}</small></li>" for text, where in others.items()
    )
    more = (
        f'<details id="ml-others"><summary>{words("other_books")}</summary><ul>{lines}</ul></details>' if lines else ""
    )
    return f'<div class="ml-rule">{rule}{more}</div>'


def _strangers(state: EditorState) -> list[str]:
    """Return the problems of options that have no field."""
    known = (*(f"options.{key}" for key in OPTIONS), "options.profile", "options.house_rules")
    structured = tuple(f"options.{key}" for key in EXAMPLES)
    rest = [p for p in state.wrong("options") if p.place not in known and not p.place.startswith(structured)]
    return [f'<p class="ml-bad">{escaped(f"{p.place}: {p.message}")}</p>' for p in rest]


def structured(text: str) -> object:
    """Return what is written for a list or table: a number, a list without brackets, a file's value; else the text."""
    for written in (text, f"[{text}]"):
        try:
            value = parse_value(written)
        except DraftError:
            continue
        return [value] if isinstance(value, dict) and "round" in value else value
    return text


def value_of(key: str, text: str) -> Value | None:
    """Return what is written for a switch set to a text; None for the empty text."""
    option = OPTIONS.get(key)
    if text == "":
        return None
    if key == "house_rules" or (option is not None and option.is_flag):
        return {"true": True, "false": False}.get(text, text)
    return text
