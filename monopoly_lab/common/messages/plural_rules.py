"""Plural rules (CLDR): which form of a word goes with a number.

A language names its rule in the table `[language]` of its file. Forms stand in the order of the
classes of the rule: in English one, other; in Russian and Ukrainian one, few, many, and a fourth
for fractions (if it is left out, they take `few`).
Source: Unicode CLDR, Language Plural Rules, cardinal.
"""

from collections.abc import Callable


def english(n: int) -> str:
    return "one" if n == 1 else "other"


def slavic(n: int) -> str:
    """Russian, Ukrainian, Belarusian: 1, 21, 101 one; 2 to 4, 22 few; 0, 5 to 20, 111 many."""
    if n % 10 == 1 and n % 100 != 11:
        return "one"
    if 2 <= n % 10 <= 4 and not 12 <= n % 100 <= 14:
        return "few"
    return "many"


def polish(n: int) -> str:
    """As `slavic`, but that 21, 31, 101 are many."""
    return "many" if n != 1 and slavic(n) == "one" else slavic(n)


def single(n: int) -> str:
    """Chinese, Japanese, Vietnamese: one form for all numbers."""
    return "other"


CLASSES: dict[Callable[[int], str], tuple[str, ...]] = {
    english: ("one", "other"),
    slavic: ("one", "few", "many", "other"),
    polish: ("one", "few", "many", "other"),
    single: ("other",),
}
RULES = {rule.__name__: rule for rule in CLASSES}


def plural_class(rule: str, n: object) -> str:
    """Return the CLDR class of a number; `other` for a fraction. KeyError for a rule that is not in RULES."""
    if isinstance(n, int):
        return RULES[rule](abs(n))
    return "other"


def plural_form(rule: str, n: object, forms: list[str]) -> str:
    """Return the one of `forms` that goes with `n`."""
    place = CLASSES[RULES[rule]].index(plural_class(rule, n))
    if place < len(forms):
        return forms[place]
    return forms[1] if len(forms) > 1 else forms[0]
