"""More rules of Ukrainian and Russian: names keep their case in lists, v and u, dashes for verbs."""

import re

import pytest
from test_language_rules import LANGS, noted, said, taught

from monopoly_lab.common import messages

# Names of people come after a colon or in brackets: after these words they would need a case.
BEFORE_LISTS = {"uk": "у в від для до з із зі про без", "ru": "у от для до с со из о об без"}


@pytest.mark.parametrize("lang", LANGS)
def test_names__in_a_list_stand_in_no_other_case(lang: str) -> None:
    """ "As in {students}" wants the genitive of each: "the same: {students}" does not."""
    words = "|".join(BEFORE_LISTS[lang].split())
    naked = re.compile(rf"\b(?:{words}) \{{(?:students?|names)\}}", re.IGNORECASE)
    assert [key for key, text in said(lang) if naked.search(text)] == []


def test_prepositions__sound_well_in_ukrainian() -> None:
    """В before a vowel (в Ann), у between consonants (дохідність у кожній), із before с and ш (із шести)."""
    consonant = "бвгґджзйклмнпрстфхцчшщь"
    wrong = (
        rf"\b[Уу] [аеиіоуАЕІОУAEIO]|(?i:[{consonant}] в [{consonant}])|\b[Зз] [сшщСШЩ]"
        r"|[аеиіоуюяєї] імовірн|[бвгґджзйклмнпрстфхцчшщь] ймовірн"
    )
    texts = said("uk") + taught("uk") + noted("uk")
    assert [f"{key}: {text[:80]}" for key, text in texts if re.search(wrong, text)] == []


def test_numbers__of_any_size_have_all_forms_in_ukrainian() -> None:
    """Із 21 учня, із 22 учнів: a plural alone is wrong for 21. A verb before {n} of {all} has forms, too."""
    nouns = r"\b(?:з|із) \{(?:all|total)\} [а-яіїєґ]+(?:ів|ок|ць|ень|гор)\b"
    verbs = r"\b(?:дали|зробили|вибрали|здали|відповіли) \{(?:n|came)\} (?:з|із) \{"
    told = {key: text for key, text in said("uk") if re.search(f"{nouns}|{verbs}", text, re.IGNORECASE)}
    assert told == {}


def test_strategies__are_inflected_in_ukrainian() -> None:
    """Проти «обережної», трьох «обережних»: the nominative stands after стратегія alone."""
    names = [messages.catalogue("uk")[f"strategy_name.{key}"] for key in messages.keys("strategy_name")]
    called = "|".join(name for name in names if name.endswith("а"))
    before = r"в|у|з|із|від|до|для|без|серед|проти|між|двох|трьох|чотирьох|гравц\w+|на|про|за|%"
    bare = re.compile(rf"\b(?:{before})\s«(?:{called})»|%\s«(?:{called})»", re.IGNORECASE)
    assert [f"{name}: {text[:80]}" for name, text in taught("uk") if bare.search(text)] == []
    assert "скуповує" not in called, "a strategy is called by no verb: it has to be inflected"


def test_marks__a_dash_stands_for_a_verb_in_ukrainian() -> None:
    """«Зважена» виграла 51 %, «сильна» — 48; and a sentence begins with a capital, in quotes as well."""
    wrong = r"[,;:] «[а-яіїєґ ]+»\s\d|(?:^|[.!?] |[.!?] \*|^\*)«[а-яіїєґ]"
    assert [f"{name}: {text[:80]}" for name, text in taught("uk") if re.search(wrong, text)] == []
