"""Message catalogs: every sentence a user reads, by key; a language is one TOML file in this folder.

`say("paid.purchase", player="Ann", amount="$400", space="Boardwalk")` finds the table
`[paid]`, the key `purchase`, and fills it in. In a message

- `{amount}` is a value, a number with the point and the minus of the language; of `{value}` and `{path}`, which
  somebody has given, the first letters;
- `{n|house|houses}` is the word that goes with the number `n`, one form for each plural
  class of the language (`CLASSES`);
- `{n|@house|@houses}` takes the words from values, `@house:gen` in one of their cases;
- `{house:gen}` is a form of the word `house`, in a language whose words have cases: `[language]`
  lists them, and the word has its forms in that order, "дом|дома|...";
- `{{` and `}}` are braces.

Where `[language]` lists `units`, no line of a message ends before one of them, inside a number or before a dash
(`unbroken`): translators write plain blanks.

A language is one file: a copy of en.toml, translated, with its own name and its plural rule in the table `[language]`;
the shipped scenarios, whose English is in their own files, have their words in its tables `[shipped.*]`. A key that a
language lacks is said in English; a key that English lacks is a mistake in the program, and so is a value that is not
given.

Where no language is asked for, that of the session is spoken: English, what the environment
variable MONOPOLY_LAB_LANG names, or what `speak` has set.
"""

import os
import re
import tomllib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from decimal import ROUND_HALF_UP, Context, Decimal
from functools import cache
from math import floor, isfinite, log10
from numbers import Integral
from pathlib import Path
from typing import SupportsFloat

from monopoly_lab.common.errors import MessageError


def english(n: int) -> str:
    """Return the English plural form of a number."""
    return "one" if n == 1 else "other"


def slavic(n: int) -> str:
    """Return the plural class in Russian, Ukrainian, Belarusian: 1, 21 one; 2 to 4, 22 few; 0, 5 to 20, 111 many."""
    if n % 10 == 1 and n % 100 != 11:
        return "one"
    if 2 <= n % 10 <= 4 and not 12 <= n % 100 <= 14:
        return "few"
    return "many"


def polish(n: int) -> str:
    """Return the plural class in Polish: as `slavic`, but 21, 31, 101 are many."""
    return "many" if n != 1 and slavic(n) == "one" else slavic(n)


def single(n: int) -> str:
    """Return the plural class in Chinese, Japanese, Vietnamese: one form for all numbers."""
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


FOLDER = Path(__file__).parent
ENGLISH = "en"
VARIABLE = "MONOPOLY_LAB_LANG"  # of the environment
GIVEN = ("value", "path")  # what somebody has given, in messages that refuse it: of any length
MOST = 400  # letters of it that are said

NOISE = 9  # digits more that count for a half
LONG = Context(prec=400)  # digits, as many as a number of Python's may have
FIXED = re.compile(r"[+ ]?,?\.(?P<digits>\d{1,2})(?P<kind>[f%])|\.(?P<all>\d{1,2})g")

NO_BREAK = "\u00a0"
MINUS = "\u2212"  # as wide as a plus; a hyphen ends a line before its number
_WITH_POINT = re.compile(r"(?<![\w.,])(\d+)\.(\d+)(?![\w.])")
_WITH_SIGN = re.compile(r"(?<![\w)\]\-–—])-(?=\d)")
_DASH_OR_THOUSANDS = re.compile(r"(?<=\S) (?=—)|(?<=\d) (?=\d{3}(?!\d))|(?<=\b[^\W\d_]\.) (?=[^\W\d_]\.)")

_PART = re.compile(r"\{\{|\}\}|\{([a-z_]+)(?::([a-z]+))?((?:\|[^|{}]*)*)\}")


class Session:
    """The language spoken where none is asked for."""

    lang = ""


_now: ContextVar[str] = ContextVar("spoken for a while", default="")


def resolve_language(lang: str = "") -> str:
    """Return the language asked for; the session's if none is. MessageError for what is no name of a language."""
    given: object = lang
    if not isinstance(given, str):
        catalogue(lang)
    return lang or _now.get() or Session.lang or os.environ.get(VARIABLE) or ENGLISH


def speak(lang: str) -> None:
    """Set the language of the session, used wherever no other language is given.

    Args:
        lang: Language code: "en", "ru" or "uk".

    Raises:
        MessageError: For an unknown language.

    Example:
        >>> ml.speak("en")
    """
    catalogue(lang)
    Session.lang = lang


@contextmanager
def speaking(lang: str = "") -> Iterator[None]:
    """Speak a language inside a `with`, errors included; nothing changes if none is given."""
    if not isinstance(lang, str) or lang:
        catalogue(lang)
    before = _now.set(lang or _now.get())
    try:
        yield
    finally:
        _now.reset(before)


def say(key: str, /, lang: str = "", **values: object) -> str:
    """Return the message `key` in a language, filled in; in English where the language lacks it.

    Raises MessageError for an unknown key or language, and for a value the message needs.
    """
    found = resolve_language(lang)
    if (text := catalogue(found).get(key)) is None:
        found, text = ENGLISH, catalogue(ENGLISH).get(key)
    if text is None:
        raise MessageError(f"no message {key!r}: add it to [{key.rpartition('.')[0]}] of the catalogs")
    try:
        return fill_message(text, found, values)
    except KeyError as missing:
        raise MessageError(f"message {key!r} needs the value {missing}; given: {sorted(values)}") from None


def messages_of(section: str) -> Callable[..., str]:
    """Return a function that returns messages of a section: `messages_of("explorable.money")("title")`."""
    return lambda key, **values: say(f"{section}.{key}", "", **values)


def rounded(value: SupportsFloat, digits: int = 0) -> Decimal:
    """Round a number to so many digits after the point, a half away from zero: 1.25 to 1.3, -0.5 to -1.

    The one rule for all figures that are shown. What the binary form of a number is off does not count: 1.005 is
    1.01. Infinity and NaN stay what they are.
    """
    exact = Decimal(int(value)) if isinstance(value, Integral) else Decimal(f"{float(value):.{digits + NOISE}f}")
    if not exact.is_finite():
        return exact
    found = exact.quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP, LONG)
    return found or found.copy_abs()  # no minus for what is rounded to 0


def format_rounded(value: float, form: str) -> str:
    """Return a number in Python's format, such as "+.1f" or ".0%", rounded as all figures are."""
    found = FIXED.fullmatch(form)
    if found is None or not isfinite(value):
        return format(value, form)
    if found["all"]:
        return significant(value, int(found["all"]))
    digits = int(found["digits"])
    if found["kind"] == "%":
        return f"{format_rounded(100 * value, form[:-1] + 'f')}%"
    return format(rounded(value, digits), form)


def significant(value: float, digits: int) -> str:
    """Write a number with so many digits in all, without zeros at its end: 12.345 with four is 12.35."""
    if not value or not isfinite(value):
        return format(value, "g")
    after = digits - 1 - floor(log10(abs(value)))
    return f"{float(rounded(value, after)) if after >= 0 else value:.{digits}g}"


def decimal(value: float, digits: int, lang: str = "") -> str:
    """Return a number with so many digits after the point, which in some languages is a comma."""
    return localize_point(format_rounded(value, f".{digits}f"), lang)


def grouped(amount: float, lang: str = "") -> str:
    """Return a sum in whole units with a mark between thousands: "1,500"."""
    return format_rounded(amount, ",.0f").replace(",", say("language.thousands", lang)).replace("-", MINUS)


def percent(share: float, digits: int = 1, lang: str = "") -> str:
    """Return a share in percent: "27.1 %"."""
    return unbroken(f"{decimal(100 * share, digits, lang)} %", lang)


def unbroken(text: str, lang: str = "") -> str:
    """Return a text with blanks that end no line before a unit or a dash and inside a number.

    The one rule for messages, sums of money and translated lessons; the text itself in a language without `units` in
    `[language]`.

    >>> len(unbroken("12 %", "uk").split(" "))
    1
    """
    lang = resolve_language(lang)
    return _unbroken(text, catalogue(lang).get("language.units", "") if lang in languages() else "")


def _unbroken(text: str, units: str) -> str:
    if not units or " " not in text:
        return text
    text = _before_units(units).sub(lambda found: found[0].replace(" ", NO_BREAK), text)
    return _DASH_OR_THOUSANDS.sub(NO_BREAK, text)


@cache
def _before_units(units: str) -> re.Pattern[str]:
    """Return a pattern of the units behind a number or a value: " %", " тис. грн"."""
    return re.compile(rf"(?<=[\d}}])(?: (?:{'|'.join(map(re.escape, units.split()))})(?!\w))+")


def localize_point(number: str, lang: str = "") -> str:
    """Return a number as Python writes it, with the point of a language and a minus for its sign."""
    return number.replace(".", say("language.point", lang)).replace("-", MINUS)


def format_number(value: float, digits: int = 6, lang: str = "") -> str:
    """Return a number with as many digits as it has, so many in all at most and those of a whole one: 12.5, 1,250."""
    if isfinite(value) and (abs(value) >= 10 ** (digits - 1) or float(value).is_integer()):
        return grouped(value, lang)
    return localize_point(significant(value, digits), lang)


def numbers_pointed(text: str, lang: str = "") -> str:
    """Return a text that Python has written, with the numbers in it as another language than English writes them."""
    lang = resolve_language(lang)
    if lang == ENGLISH:
        return text
    text = _WITH_POINT.sub(rf"\1{say('language.point', lang)}\2", text)
    return unbroken(_WITH_SIGN.sub(MINUS, re.sub(r"(?<=\d)%", " %", text)), lang)


def translation(key: str, lang: str = "") -> str | None:
    """Return the message in a language itself, None if it has none: its English is in another file."""
    return catalogue(resolve_language(lang)).get(key)


def has_message(key: str) -> bool:
    """Return True if English, and so every language, can say it."""
    return key in catalogue(ENGLISH)


def keys(table: str) -> list[str]:
    """Return the keys of a table without its name: those of "node" are "dice", "draw" and so on."""
    return [key.removeprefix(table + ".") for key in catalogue(ENGLISH) if key.startswith(table + ".")]


def languages() -> list[str]:
    """Return the codes of the available languages, English first.

    Example:
        >>> ml.languages()
        ['en', 'ru', 'uk']
    """
    return list(_languages(FOLDER))


@cache
def _languages(folder: Path) -> tuple[str, ...]:
    found = (path.stem for path in folder.glob("*.toml"))
    return tuple(sorted(found, key=lambda lang: (lang != ENGLISH, lang)))


def fill_message(text: str, lang: str, values: dict[str, object]) -> str:
    """Return a message with its values; KeyError for one that is not given."""

    def value(part: re.Match[str]) -> str:
        if part[1] is None:
            return part[0][0]
        if part[3]:
            return _word_form(plural_form(plural_rule(lang), values[part[1]], part[3][1:].split("|")), lang, values)
        if part[2]:
            return declined(values[part[1]], lang, part[2])
        if part[1] not in GIVEN:
            return _text(values[part[1]], lang)
        text = str(values[part[1]])
        return text if len(text) <= MOST else text[: MOST - 1] + "…"

    def replace_part(part: re.Match[str]) -> str:
        """Return a part filled in; after "400 тыс. руб." the full stop of the sentence is not repeated."""
        said, after = value(part), text[part.end() : part.end() + 2]
        return said[:-1] if part[1] and said.endswith(".") and after[:1] == "." != after[1:] else said

    return _PART.sub(replace_part, text) if "{" in text or "}" in text else text


def _text(value: object, lang: str) -> str:
    """Return a value as text; a number with the point and the minus of the language."""
    if not isinstance(value, float | int | Decimal):
        return str(value)
    return str(value).replace(".", catalogue(lang).get("language.point", ".")).replace("-", MINUS)


def _word_form(form: str, lang: str, values: dict[str, object]) -> str:
    """Return a form of a word as the message has it, or, after "@", that of a value."""
    if not form.startswith("@"):
        return form
    name, _, case = form[1:].partition(":")
    return declined(values[name], lang, case) if case else str(values[name])


class Word(str):
    """A word with the forms it takes in the cases of its language; as text, the first."""

    forms: tuple[str, ...]

    def __new__(cls, text: str, usual: str = "") -> "Word":
        """Take the forms parted by "|"; `usual` stands where no case is asked for, else the first form."""
        forms = tuple(text.split("|"))
        word = super().__new__(cls, usual or forms[0])
        word.forms = forms
        return word


def declined(word: object, lang: str, case: str) -> str:
    """Return the form of a word in a case that `[language]` lists; the word as it is where it has one form only."""
    known = catalogue(lang).get("language.cases", "").split()
    if case not in known:
        raise MessageError(f"the language {lang!r} has no case {case!r}; there are: {', '.join(known)}")
    forms = word.forms if isinstance(word, Word) else (str(word),)
    return forms[known.index(case)] if len(forms) == len(known) else forms[0]


def plural_rule(lang: str) -> str:
    """Return the name of the plural rule of a language; the English one for a language without a file."""
    known = catalogue(lang) if lang in languages() else {}
    return known.get("language.plural", "english")


@cache
def placeholders(text: str) -> frozenset[str]:
    """Return the names of the values a message needs."""
    parts = [part for part in _PART.finditer(text) if part[1]]
    given = (form[1:].partition(":")[0] for part in parts for form in part[3].split("|") if form.startswith("@"))
    return frozenset(part[1] for part in parts).union(given)


def catalogue(lang: str) -> dict[str, str]:
    """Return all messages of a language by dotted key; MessageError for an unknown language."""
    return _read(lang) if isinstance(lang, str) else _read(f"{lang!r}")  # which is no language


@cache
def _read(lang: str) -> dict[str, str]:
    if lang not in _languages(FOLDER):
        meant = {"ua": "uk"}.get(lang.lower(), "")  # the country for its language
        hint = f' (did you mean "{meant}"?)' if meant in languages() else ""
        raise MessageError(f'there is no language "{lang[:40]}"{hint}; there are: {", ".join(languages())}')
    text = (FOLDER / f"{lang}.toml").read_text(encoding="utf-8")
    found = dict(_flat(tomllib.loads(text)))
    units = found.get("language.units", "")
    return {key: entry if key == "language.units" else _unbroken(entry, units) for key, entry in found.items()}


def _flat(table: dict[str, object], before: str = "") -> Iterator[tuple[str, str]]:
    for name, entry in table.items():
        if isinstance(entry, dict):
            yield from _flat(entry, f"{before}{name}.")
        else:
            yield before + name, str(entry)
