"""Plural classes. Source: Unicode CLDR, Language Plural Rules (cardinal): en, ru, uk, pl, ja."""

import pytest

from monopoly_lab.common import messages
from monopoly_lab.common.messages import plural_class, plural_form


@pytest.mark.parametrize(
    ("n", "expected"),
    [
        (0, "other"),
        (1, "one"),
        (2, "other"),
        (5, "other"),
        (11, "other"),
        (21, "other"),
        (101, "other"),
        (1.0, "other"),
    ],
)
def test_plural__english(n: float, expected: str) -> None:
    assert plural_class("english", n) == expected


@pytest.mark.parametrize(
    ("n", "expected"),
    [
        (0, "many"), (1, "one"), (2, "few"), (3, "few"), (4, "few"), (5, "many"), (10, "many"), (11, "many"),
        (12, "many"), (14, "many"), (20, "many"), (21, "one"), (22, "few"), (24, "few"), (25, "many"), (100, "many"),
        (101, "one"), (111, "many"), (112, "many"), (122, "few"), (1001, "one"), (1011, "many"), (-1, "one"),
        (1.5, "other"),
    ],
)  # fmt: skip
def test_plural__russian_and_ukrainian(n: float, expected: str) -> None:
    assert plural_class("slavic", n) == expected


@pytest.mark.parametrize(
    ("n", "expected"),
    [(0, "many"), (1, "one"), (2, "few"), (4, "few"), (5, "many"), (12, "many"), (21, "many"), (22, "few"),
     (101, "many"), (112, "many"), (1.5, "other")],
)  # fmt: skip
def test_plural__polish(n: float, expected: str) -> None:
    assert plural_class("polish", n) == expected


def test_plural__one_form_for_all_numbers() -> None:
    assert [plural_form("single", n, ["軒"]) for n in (0, 1, 2, 5)] == ["軒"] * 4


@pytest.mark.parametrize(("lang", "rule"), [("en", "english"), ("ru", "slavic"), ("uk", "slavic")])
def test_plural__the_language_file_names_its_rule(lang: str, rule: str) -> None:
    assert messages.plural_rule(lang) == rule


def test_plural__language_without_a_file_counts_as_english_does() -> None:
    assert messages.plural_rule("xx") == "english"


@pytest.mark.parametrize(
    ("n", "russian", "ukrainian"),
    [(1, "дом", "будинок"), (2, "дома", "будинки"), (5, "домов", "будинків"), (11, "домов", "будинків"),
     (21, "дом", "будинок"), (22, "дома", "будинки"), (25, "домов", "будинків"), (111, "домов", "будинків")],
)  # fmt: skip
def test_plural__the_word_that_goes_with_the_number(n: int, russian: str, ukrainian: str) -> None:
    assert messages.fill_message("{n|дом|дома|домов}", "ru", {"n": n}) == russian
    assert messages.fill_message("{n|будинок|будинки|будинків}", "uk", {"n": n}) == ukrainian


def test_plural__fraction_takes_the_fourth_form_or_the_second() -> None:
    assert messages.fill_message("{n|дом|дома|домов|дома}", "ru", {"n": 1.5}) == "дома"
    assert messages.fill_message("{n|дом|дома|домов}", "ru", {"n": 1.5}) == "дома"


def test_plural__english_words() -> None:
    texts = [messages.fill_message("{n} {n|house|houses}", "en", {"n": n}) for n in (0, 1, 2, 21)]
    assert texts == ["0 houses", "1 house", "2 houses", "21 houses"]
