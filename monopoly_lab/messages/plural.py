"""Which form of a word goes with a number: the plural rules of CLDR, for a few languages.

Forms stand in the order of the classes of the language: English one, other; Russian and
Ukrainian one, few, many, and a fourth for fractions (if it is left out, they take `few`).
Source: Unicode CLDR, Language Plural Rules, cardinal.
"""

from collections.abc import Callable

ENGLISH = ("one", "other")
SLAVIC = ("one", "few", "many", "other")


def english(n: int) -> str:
    return "one" if n == 1 else "other"


def slavic(n: int) -> str:
    """Russian and Ukrainian: 1, 21, 101 one; 2 to 4, 22 few; 0, 5 to 20, 111 many."""
    if n % 10 == 1 and n % 100 != 11:
        return "one"
    if 2 <= n % 10 <= 4 and not 12 <= n % 100 <= 14:
        return "few"
    return "many"


RULES: dict[str, tuple[tuple[str, ...], Callable[[int], str]]] = {
    "en": (ENGLISH, english),
    "ru": (SLAVIC, slavic),
    "uk": (SLAVIC, slavic),
}


def plural_class(lang: str, n: object) -> str:
    """The CLDR class of a number; `other` for a fraction and in a language without a rule but for 1."""
    rule = RULES.get(lang, RULES["en"])[1]
    if isinstance(n, int):
        return rule(abs(n))
    return "other"


def chosen(lang: str, n: object, forms: list[str]) -> str:
    """The one of `forms` that goes with `n`."""
    classes = RULES.get(lang, RULES["en"])[0]
    place = classes.index(plural_class(lang, n))
    if place < len(forms):
        return forms[place]
    return forms[1] if len(forms) > 1 else forms[0]
