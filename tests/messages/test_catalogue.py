"""The catalogue says every code, in every language, with the same values."""

import importlib
import pkgutil
import re
import tomllib

import pytest

from monopoly_lab import codes, messages

TABLES = ["event", "node", "verb", "cause", "effect", "kind", "purpose", "account", "why"]
PACKAGE = messages.FOLDER.parent
LOCAL = {"task"}  # the agenda is never shown
VARIANTS = {"effect": {"nearest_dice"}}  # other words for the same code

# The values a caller of a table always gives; a message may use no others.
VALUES = {
    "event": {"player", "other", "space", "amount", "cause", "dice", "n", "card", "symbol", "offer", "buildings"},
    "paid": {"player", "other", "space", "amount"},
    "node": {"player", "other", "space", "amount", "deck"},
    "choice": {"player", "other", "space", "amount", "dice", "card", "n", "offer"},
    "effect": {"amount", "hotel_amount", "space", "n", "kind", "deck", "go"},
    "why": {"player", "actor", "other", "space", "group", "owner", "amount", "cash", "least", "most", "n", "levels"},
    "verb": set(),
    "cause": set(),
    "kind": set(),
    "purpose": set(),
    "account": set(),
    "topic": {"house", "houses", "hotel", "hotels", "site", "sites", "station", "stations", "go"},
    "house": set(),
    "contradiction": set(),
    "gap": set(),
    "cite": {"title", "sections", "heading", "meaning", "citation", "sentence", "reading"},
    "term": set(),
    "section": set(),
    "book": set(),
}


def test_vocabularies__none_is_forgotten() -> None:
    modules = {module.name for module in pkgutil.iter_modules(codes.__path__)}
    assert modules - LOCAL == set(TABLES)


@pytest.mark.parametrize("table", TABLES)
def test_vocabularies__every_code_has_its_message_and_no_message_is_left_over(table: str) -> None:
    names = set(codes.names(importlib.import_module(f"monopoly_lab.codes.{table}")).values())
    variants = VARIANTS.get(table, set())
    assert names | variants <= set(messages.keys(table))
    for other in set(messages.keys(table)) - names - variants:
        assert is_said(f"{table}.{other}") or other.removesuffix("_anywhere") in names, other


def is_said(key: str) -> bool:
    """True if a module says the message by its whole name."""
    return any(f'"{key}"' in path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.py"))


@pytest.mark.parametrize(("table", "vocabulary"), [("paid", "cause"), ("choice", "verb")])
def test_vocabularies__causes_and_verbs_have_whole_sentences_too(table: str, vocabulary: str) -> None:
    names = set(codes.names(importlib.import_module(f"monopoly_lab.codes.{vocabulary}")).values())
    assert {key.removesuffix("_anywhere") for key in messages.keys(table)} == names


@pytest.mark.parametrize("table", VALUES)
def test_values__a_table_uses_only_the_values_it_is_given(table: str) -> None:
    for key in messages.keys(table):
        unknown = messages.placeholders(messages.catalogue("en")[f"{table}.{key}"]) - VALUES[table]
        assert not unknown, f"{table}.{key}: {unknown}"


def test_values__every_placeholder_is_well_formed() -> None:
    for lang in messages.languages():
        for key, text in messages.catalogue(lang).items():
            values = dict.fromkeys(messages.placeholders(text), 1)
            rest = messages.filled(text.replace("{{", "").replace("}}", ""), lang, values)
            assert not re.search(r"[{}]", rest), f"{lang}: {key}: {text}"


@pytest.mark.parametrize("lang", messages.languages())
def test_languages__same_keys_and_values_as_english(lang: str) -> None:
    english, other = messages.catalogue("en"), messages.catalogue(lang)
    assert other.keys() == english.keys()
    for key in english:
        assert messages.placeholders(other[key]) == messages.placeholders(english[key]), key


def test_languages__each_file_is_toml_of_strings_only() -> None:
    for lang in messages.languages():
        tables = tomllib.loads((messages.FOLDER / f"{lang}.toml").read_text(encoding="utf-8"))
        assert all(isinstance(text, str) for text in strings(tables))


def strings(table: object) -> list[object]:
    if isinstance(table, dict):
        return [text for entry in table.values() for text in strings(entry)]
    return [table]


@pytest.fixture
def russian(tmp_path, monkeypatch):
    """A folder with English and a Russian file of two messages."""
    (tmp_path / "en.toml").write_text(
        '[house]\nbuilt = "{player} has {n} {n|house|houses}."\nonly = "English {n}"\n', encoding="utf-8"
    )
    (tmp_path / "ru.toml").write_text('[house]\nbuilt = "{player}: {n} {n|дом|дома|домов}."\n', encoding="utf-8")
    monkeypatch.setattr(messages, "FOLDER", tmp_path)
    messages.catalogue.cache_clear()
    yield
    monkeypatch.undo()
    messages.catalogue.cache_clear()


def test_languages__a_second_language_is_one_file(russian) -> None:
    assert messages.languages() == ["en", "ru"]
    assert messages.say("house.built", lang="ru", player="Аня", n=3) == "Аня: 3 дома."


def test_languages__a_missing_message_is_said_in_english(russian) -> None:
    assert messages.say("house.only", lang="ru", n=5) == "English 5"


def test_say__unknown_key_names_the_nearest() -> None:
    with pytest.raises(messages.MessageError, match=r"no message 'why\.unevn' \(did you mean 'why\.uneven'\?\)"):
        messages.say("why.unevn")


def test_say__unknown_language_lists_those_there_are() -> None:
    with pytest.raises(messages.MessageError, match="no language 'xx'; there are: en"):
        messages.say("why.uneven", lang="xx")


def test_say__missing_value_is_named() -> None:
    with pytest.raises(messages.MessageError, match=r"'why\.uneven' needs the value 'levels'; given: \['space'\]"):
        messages.say("why.uneven", space="Boardwalk")


def test_say__braces_and_values_are_not_mistaken_for_each_other() -> None:
    assert messages.filled("{{{name}}} {name}", "en", {"name": "{n}"}) == "{{n}} {n}"
