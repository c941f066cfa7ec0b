"""The catalogue says every code, in every language, with the same values."""

import importlib
import pkgutil
import re
import tomllib
from functools import cache

import pytest

from monopoly_lab import constants
from monopoly_lab.common import messages
from monopoly_lab.editions import rulebook_topics
from monopoly_lab.game.scenarios import Scenario, scenarios

HEADING = re.compile(r'^\[[\w."-]+\](?:  # .*)?$', re.MULTILINE)
TABLES = ["event", "node", "verb", "cause", "effect", "ability", "kind", "purpose", "account", "refusal"]
PACKAGE = messages.FOLDER.parents[1]
# The agenda and sides of an offer are never shown, options and faces of the speed die have the words of edition files,
# sides of a game `side`.
LOCAL = {"task", "option_value", "offer_side", "player_role", "speed_die_face"}
# The vocabulary of a table of messages, where it has another name.
VOCABULARY = {
    "account": "payer_account",
    "cause": "payment_cause",
    "effect": "card_effect",
    "kind": "space_kind",
    "purpose": "dice_purpose",
    "verb": "action",
}
VARIANTS = {  # other words for the same code
    "effect": {"nearest_dice", "nearest_usual", "nearest_dice_usual", "tax_office_free_tax"}
    | {"pay_each_role", "collect_each_role", "bank_pays_each_role", "move_to_go", "go_to_jail_role"},
    "ability": {"drop_each_of_two", "steal_each_of_two"},
    "event": {"jailed_in_jail", "freed_in_jail", "stayed_in_jail"},
}

# The values a caller of a table always gives; a message may use no others.
TERMS = set(rulebook_topics.TERMS)
VALUES = {
    "event": {
        *{"player", "other", "space", "amount", "cause", "dice", "n", "card", "sold", "symbol", "offer", "buildings"},
        *{"character", "boss", "face", "ability", "rules", "side", "text", "other_text", "profile"},
    },
    "happened": set(),
    "paid": {"player", "other", "space", "amount"},
    "node": {"player", "other", "space", "amount", "deck", "boss", "ability", "n", "left"},
    "choice": {"player", "other", "space", "amount", "dice", "card", "n", "offer", "character", "boss", "face"} | TERMS,
    "effect": {"amount", "hotel_amount", "space", "n", "kind", "deck", "go", "side", "token"} | TERMS,
    "refusal": {
        *{"player", "actor", "other", "space", "group", "owner", "amount", "cash", "least", "most", "n", "levels"},
        *{"mover", "character", "line"},
        *TERMS,
    },
    "ability": {"amount"},
    "verb": set(),
    "cause": set(),
    "kind": set(),
    "purpose": set(),
    "account": set(),
    "topic": TERMS,
    "house": set(),
    "contradiction": set(),
    "gap": set(),
    "cite": {"title", "sections", "heading", "meaning", "citation", "sentence", "reading"},
    "term": set(),
    "section": set(),
    "book": set(),
}


def test_vocabularies__none_is_forgotten() -> None:
    modules = {module.name for module in pkgutil.iter_modules(constants.__path__)}
    assert modules - LOCAL == {VOCABULARY.get(table, table) for table in TABLES}


@pytest.mark.parametrize("table", TABLES)
def test_vocabularies__every_code_has_its_message_and_no_message_is_left_over(table: str) -> None:
    names = set(
        constants.names(importlib.import_module(f"monopoly_lab.constants.{VOCABULARY.get(table, table)}")).values()
    )
    variants = VARIANTS.get(table, set())
    assert names | variants <= set(messages.keys(table))
    for other in set(messages.keys(table)) - names - variants:
        assert is_said(f"{table}.{other}") or other.removesuffix("_anywhere") in names, other


def is_said(key: str) -> bool:
    """True if a module says the message by its whole name."""
    return any(f'"{key}"' in path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.py"))


@pytest.mark.parametrize(("table", "vocabulary"), [("paid", "cause"), ("choice", "verb"), ("happened", "event")])
def test_vocabularies__causes_verbs_and_events_have_more_words_of_their_own(table: str, vocabulary: str) -> None:
    names = set(
        constants.names(
            importlib.import_module(f"monopoly_lab.constants.{VOCABULARY.get(vocabulary, vocabulary)}")
        ).values()
    )
    nodes = constants.names(importlib.import_module("monopoly_lab.constants.node")).values()
    own = {f"{name}_{there}" for name in names for there in nodes}  # a verb that means something else at a node
    assert {
        key.removesuffix("_anywhere").removesuffix("_of_player").removesuffix("_of_bank")
        for key in messages.keys(table)
    } - own == names - own


@pytest.mark.parametrize("table", VALUES)
def test_values__a_table_uses_only_the_values_it_is_given(table: str) -> None:
    for key in messages.keys(table):
        unknown = messages.placeholders(messages.catalogue("en")[f"{table}.{key}"]) - VALUES[table]
        assert not unknown, f"{table}.{key}: {unknown}"


def test_values__every_placeholder_is_well_formed() -> None:
    for lang in messages.languages():
        for key, text in messages.catalogue(lang).items():
            values = dict.fromkeys(messages.placeholders(text), 1)
            rest = messages.fill_message(text.replace("{{", "").replace("}}", ""), lang, values)
            assert not re.search(r"[{}]", rest), f"{lang}: {key}: {text}"


OTHERS = [lang for lang in messages.languages() if lang != messages.ENGLISH]


@pytest.mark.parametrize("lang", OTHERS)
def test_languages__every_message_of_english_and_no_other(lang: str) -> None:
    english = set(messages.catalogue("en"))
    other = {key for key in messages.catalogue(lang) if not key.startswith("shipped.")}
    assert sorted(english - other) == [], f"said in English for want of words in {lang}.toml"
    assert sorted(other - english) == [], f"English has no such message; {lang}.toml does"


@cache
def loaded_scenarios() -> dict[str, Scenario]:
    return {name: Scenario.load(name) for name in scenarios()}


@pytest.mark.parametrize("lang", OTHERS)
def test_languages__shipped_scenarios_are_told_whole_and_with_the_same_numbers(lang: str) -> None:
    parts = ("title", "lesson", "source", "text")
    originals = loaded_scenarios()
    told = [name for name, original in originals.items() if original.project != original.text]
    shipped = {key: text for key, text in messages.catalogue(lang).items() if key.startswith("shipped.")}
    wanted = {name: (*parts, "project") if name in told else parts for name in scenarios()}
    assert set(shipped) == {f"shipped.{name}.{part}" for name in scenarios() for part in wanted[name]}
    for name, original in originals.items():
        for part in wanted[name]:
            there, here = getattr(original, part), shipped[f"shipped.{name}.{part}"]
            assert sorted(re.findall(r"[0-9]+", here)) == sorted(re.findall(r"[0-9]+", there)), f"{lang}: {name}.{part}"
            if part == "source":  # headings of the books stay as they are printed, in the quotes of the language
                printed = [heading.replace('"', "") for heading in re.findall("“(.*?)”", there)]
                cited = [heading.replace("„", "").replace("“", "") for heading in re.findall("«(.*?)»", here)]
                assert [heading for heading in cited if heading in printed] == printed, f"{lang}: {name}"


@pytest.mark.parametrize("lang", OTHERS)
def test_languages__same_values_as_english(lang: str) -> None:
    english, other = messages.catalogue("en"), messages.catalogue(lang)
    for key in english.keys() & other.keys():
        if key.startswith("topic."):  # another language may do without a word of the book, or need it in the plural
            assert values_of(other[key]) <= VALUES["topic"], f"{lang}: {key}"
        else:
            assert values_of(other[key]) == values_of(english[key]), f"{lang}: {key}"


def values_of(text: str) -> set[str]:
    """The values of a message; those of a figure (%{{x}}) in their places count too."""
    return messages.placeholders(text) | set(re.findall(r"%\{\{.*?\}\}", text))


@pytest.mark.parametrize("lang", messages.languages())
def test_languages__as_many_forms_of_a_word_as_the_plural_rule_has(lang: str) -> None:
    classes = messages.CLASSES[messages.RULES[messages.plural_rule(lang)]]
    enough = {len(classes), len(classes) - 1} if "many" in classes else {len(classes)}
    for key, text in messages.catalogue(lang).items():
        for word in re.findall(r"\{[a-z_]+\|([^{}]*)\}", text):
            assert len(word.split("|")) in enough, f"{lang}: {key}: {word}"


@pytest.mark.parametrize("lang", messages.languages())
def test_languages__words_have_a_form_for_each_case_and_no_other_case_is_asked_for(lang: str) -> None:
    cases = messages.catalogue(lang)["language.cases"].split()
    for key, text in messages.catalogue(lang).items():
        assert set(re.findall(r"\{[a-z_]+:([a-z]+)\}", text)) <= set(cases), f"{lang}: {key}"
        if key.startswith("term."):
            assert len(text.split("|")) in {1, len(cases)}, f"{lang}: {key}"


@pytest.mark.parametrize("lang", OTHERS)
def test_languages__lines_and_breaks_stay_where_they_are(lang: str) -> None:
    english, other = messages.catalogue("en"), messages.catalogue(lang)
    for key in english.keys() & other.keys():
        for mark in ("\n", "<br>", "<b>"):
            assert other[key].count(mark) == english[key].count(mark), f"{lang}: {key}"


@pytest.mark.parametrize("lang", ["ru", "uk"])
def test_languages__headings_explain_the_values_as_in_english(lang: str) -> None:
    """A translator reads there what `{n}` stands for. `[shipped.NAME]`, texts of scenarios, are in files of English."""
    told = [set(HEADING.findall((messages.FOLDER / f"{one}.toml").read_text(encoding="utf-8"))) for one in ("en", lang)]
    assert {line for line in told[0] ^ told[1] if not line.startswith("[shipped.")} == set()


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
    (tmp_path / "ru.toml").write_text(
        '[language]\nplural = "slavic"\n[house]\nbuilt = "{player}: {n} {n|дом|дома|домов}."\n', encoding="utf-8"
    )
    monkeypatch.setattr(messages, "FOLDER", tmp_path)
    messages._read.cache_clear()
    yield
    monkeypatch.undo()
    messages._read.cache_clear()


def test_languages__a_second_language_is_one_file(russian) -> None:
    assert messages.languages() == ["en", "ru"]
    assert messages.say("house.built", lang="ru", player="Аня", n=3) == "Аня: 3 дома."


def test_languages__a_missing_message_is_said_in_english(russian) -> None:
    assert messages.say("house.only", lang="ru", n=5) == "English 5"


def test_words__take_the_case_that_a_sentence_asks_for() -> None:
    house = messages.Word("дом|дома|дому|дом|домом|доме")
    assert (
        messages.fill_message("{house}, нет {house:gen}, о {house:loc}", "ru", {"house": house})
        == "дом, нет дома, о доме"
    )
    assert messages.fill_message("{house:gen}", "ru", {"house": "метро"}) == "метро"
    with pytest.raises(messages.MessageError, match="no case 'abl'; there are: nom, gen"):
        messages.fill_message("{house:abl}", "ru", {"house": house})


def test_say__unknown_key_names_its_section() -> None:
    """A developer has forgotten a line: a key that is much like it would mislead them."""
    with pytest.raises(messages.MessageError, match=r"no message 'live\.vote\.jump': add it to \[live\.vote\] of"):
        messages.say("live.vote.jump")


def test_say__unknown_language_lists_those_there_are() -> None:
    with pytest.raises(messages.MessageError, match='no language "xx"; there are: en'):
        messages.say("refusal.uneven", lang="xx")


def test_say__missing_value_is_named() -> None:
    with pytest.raises(messages.MessageError, match=r"'refusal\.uneven' needs the value 'levels'; given: \['space'\]"):
        messages.say("refusal.uneven", space="Boardwalk")


def test_say__braces_and_values_are_not_mistaken_for_each_other() -> None:
    assert messages.fill_message("{{{name}}} {name}", "en", {"name": "{n}"}) == "{{n}} {n}"


@pytest.fixture
def session(monkeypatch):
    """A session that speaks English; what is set in it is forgotten afterwards."""
    monkeypatch.setattr(messages.Session, "lang", "")
    monkeypatch.delenv(messages.VARIABLE, raising=False)


def test_session__english_until_another_language_is_set(session) -> None:
    assert messages.resolve_language() == "en"
    messages.speak("ru")
    assert messages.resolve_language() == "ru"
    assert messages.resolve_language("uk") == "uk"


def test_session__the_environment_names_the_language(session, monkeypatch) -> None:
    monkeypatch.setenv(messages.VARIABLE, "uk")
    assert messages.resolve_language() == "uk"


def test_session__a_language_for_a_while(session) -> None:
    with messages.speaking("ru"):
        with messages.speaking():
            assert messages.resolve_language() == "ru"
        with messages.speaking("uk"):
            assert messages.resolve_language() == "uk"
        assert messages.resolve_language() == "ru"
    assert messages.resolve_language() == "en"


def test_session__unknown_language_changes_nothing(session) -> None:
    with pytest.raises(messages.MessageError, match='no language "xx"'):
        messages.speak("xx")
    with pytest.raises(messages.MessageError, match='no language "xx"'), messages.speaking("xx"):
        pass
    assert messages.resolve_language() == "en"
