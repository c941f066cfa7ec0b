"""Say the stored outputs of a lesson in another language: charts, tables and sentences, without running a cell.

Stored outputs are English. Each of their texts is found again among the sentences of the lesson's code and the
messages of the package, also one with values filled in, and is replaced by its translation. What is not found stays.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from textwrap import wrap
from typing import Any

from monopoly_lab.common.errors import MessageError
from monopoly_lab.common.escaping import escaped, unescaped
from monopoly_lab.common.messages import (
    ENGLISH,
    MINUS,
    catalogue,
    numbers_pointed,
    plural_form,
    plural_rule,
    say,
    spoken,
)
from monopoly_lab.lessons.translatable_text import VALUE
from monopoly_lab.lessons.translation import known_sentences
from monopoly_lab.notation.table_format import CLASSIC, name_in_words

PLOTLY = "application/vnd.plotly.v1+json"
SAID = (
    *(
        "heading",
        "label",
        "figure",
        "chain",
        "experiment",
        "explorable",
        "lesson",
        "own",
        "ledger",
        "repeated",
        "batch",
        "guess",
    ),
    *("choice", "measure", "position", "economics", "investment", "exposure", "fight", "account", "cause", "part"),
)
SHOWN = {"text", "name", "x", "y", "customdata", "hovertext", "labels", "ticktext", "categoryarray", "hovertemplate"}
PART = re.compile(r"\{\{|\}\}|\{(\w+)(?::\w+)?(\|[^{}]*)?\}")  # of a message, as in `messages`
VALUE_ALONE = re.compile(r"\{\w+(?::\w+)?\}")
COUNTED = re.compile(r"((?:[-+−]?[\d.,]+|%\{[^}]*\})(?: %)?|%) (.+)", re.DOTALL)  # a number and what it counts
MOST_LINES = 4  # over which a sentence is broken
BRACKETS = re.compile(r"(.+) \(([^()]+)\)")
NUMBER = re.compile(r"-?\d+(\.\d+)?")
THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}\b)")
BREAK = "<br>"
APART = re.compile(r"<br>| · |; ")  # no value holds it
DOLLAR = "&#36;"  # the sign, where plotly would read a formula
FEWEST = 9  # letters of a message that is looked for, if it begins with a value
BOLD = re.compile(r"<b>(.*)</b>", re.DOTALL)
EXTRA = "<extra></extra>"
JOINTS = (" · ", ". ", "; ", ": ", ", ")  # between parts of a line below a chart, or of a label
CELL = re.compile(r"(<t[hd]\b[^>]*>)([^<]+)(?=</t[hd]>)")
WORD = re.compile(r"[^\W\d_]{2}")
LETTER = re.compile(r"[^\W\d_]")
SMALL = re.compile(r"\b[a-z]{3}")  # in what is no name
SEPARATORS = ",\u00a0"  # of decimals and thousands, for plotly
Fill = Callable[[dict[str, str]], str]


class Outputs:
    """The texts of a lesson's outputs in a language.

    Args:
        name: Name of the lesson.
        lang: A language other than English.
    """

    def __init__(self, name: str, lang: str) -> None:
        self.lang = lang
        plain, filled = dict[str, str](), list[tuple[re.Pattern[str], Fill]]()
        self.units = dict[str, list[str]]()
        for text, told in known_sentences(name, lang).items():
            if "|" in told and not VALUE.search(text):
                self.units |= dict.fromkeys(text.split("|"), told.split("|"))
            elif VALUE.search(text):
                filled.append(_of_sentence(text, told))
            else:
                plain[text] = told
        exact, templates = _messages(lang)
        self.plain = {**_spaces(lang), **exact, **plain}
        self.filled = [*filled, *templates]

    def said(self, text: str) -> str:
        """Return a text in the language; the text itself, with its numbers, where it is not known."""
        told = self._found(text) if WORD.search(text) else None
        return told or self._number(text)

    def _number(self, text: str) -> str:
        return numbers_pointed(THOUSANDS.sub("\u00a0", text), self.lang)

    def _found(self, text: str) -> str | None:
        """Return the translation of a text, of its parts, or of a sentence with values; None for none."""
        if (bold := BOLD.fullmatch(text)) and "<b>" not in bold[1]:
            told = self._found(bold[1])
            return f"<b>{told}</b>" if told else None
        if text.endswith(EXTRA):
            told = self._found(text.removesuffix(EXTRA))
            return told + EXTRA if told else None
        if DOLLAR in text:
            told = self._found(text.replace(DOLLAR, "$"))
            return told.replace("$", DOLLAR) if told else None
        if (unit := COUNTED.fullmatch(text)) and (told := self._unit(unit[1], unit[2])):
            return f"{self._number(unit[1])} {told}"
        whole = self._whole(text) or (self._parts(text, JOINTS[0]) if BREAK in text else None)
        if whole or BREAK in text:
            return whole or self._broken(text)
        if counted := COUNTED.fullmatch(text):
            told = self._found(counted[2])
            return f"{self._number(counted[1])} {told}" if told else None
        if (beside := BRACKETS.fullmatch(text)) and (told := self._found(beside[1])):
            return f"{told} ({self.said(beside[2])})"
        return next((told for joint in JOINTS if (told := self._parts(text, joint))), None)

    def _unit(self, number: str, unit: str) -> str | None:
        """Return a unit of the lesson in the form that goes with a number."""
        forms = self.units.get(unit)
        plain = number.replace(",", "").replace(MINUS, "-")
        if forms is None or not NUMBER.fullmatch(plain):
            return None
        return plural_form(plural_rule(self.lang), float(plain) if "." in plain else int(plain), forms)

    def _whole(self, text: str) -> str | None:
        told = self.plain.get(text) or self._named(text) or self._filled_in(text)
        return told or (self._filled_in(f"{text}.") or "").removesuffix(".") or None

    def _joined(self, lines: list[str]) -> str | None:
        text = " ".join(lines)
        return self._whole(text) or self._parts(text, JOINTS[1])

    def _broken(self, text: str) -> str | None:
        """Return a text of several lines: some are a line for themselves, others go on with the next one."""
        lines, told, wide = text.split(BREAK), list[str](), max(map(len, text.split(BREAK))) + 2
        found = False
        while lines:
            for many in range(min(len(lines), MOST_LINES), 0, -1):
                if new := self._found(lines[0]) if many == 1 else self._joined(lines[:many]):
                    found = True
                    told += wrap(new, wide, break_long_words=False) if many > 1 else [new]
                    break
            else:
                many = 1
                told.append(self._number(lines[0]))
            del lines[:many]
        return BREAK.join(told) if found else None

    def _named(self, text: str) -> str | None:
        """Return the name of a strategy, a group or a cause by its id, also written with blanks."""
        name = text.replace(" ", "_")
        told = name_in_words(name, self.lang)
        return told if told != name else None

    def _filled_in(self, text: str) -> str | None:
        for pattern, fill in self.filled:
            found = pattern.fullmatch(text)
            if found and not any(APART.search(value or "") for value in found.groups()):
                values = {name: self.said(value) for name, value in found.groupdict().items() if value is not None}
                if told := fill(values):
                    return told
        return None

    def _parts(self, text: str, joint: str) -> str | None:
        """Return a text part by part; parts of a list with points in the middle may be names, which stay."""
        parts = text.split(joint)
        told = [self._found(part) for part in parts] if len(parts) > 1 else []
        numbers = [self._number(part) for part in parts]
        stay = [not (SMALL if joint == JOINTS[0] else WORD).search(part) for part in parts]
        known = [new or old for new, old, may_stay in zip(told, numbers, stay) if new or may_stay]
        return joint.join(known) if any(told) and len(known) == len(parts) else None

    def figure(self, value: Any, is_shown: bool = False) -> Any:
        """Return a figure, as plotly stores it, in the language."""
        if isinstance(value, dict):
            return {key: self.figure(each, is_shown or key in SHOWN) for key, each in value.items()}
        if isinstance(value, list):
            return [self.figure(each, is_shown) for each in value]
        return self.said(value) if is_shown and isinstance(value, str) else value

    def table(self, markup: str) -> str:
        """Return the markup of a table in the language."""
        return CELL.sub(lambda cell: cell[1] + escaped(self.said(unescaped(cell[2]))), markup)

    def lines(self, text: str) -> str:
        """Return printed lines in the language."""
        return "\n".join(self.said(line) if line.strip() else line for line in text.split("\n"))


def outputs_in_language(cells: Iterable[Any], name: str, lang: str = "") -> None:
    """Put the stored outputs of a lesson's cells into a language, in place; in English they stay.

    Args:
        cells: Cells of a notebook with the outputs of the English lesson.
        name: Name of the lesson.
        lang: The language; that of the session if empty.
    """
    lang = spoken(lang)
    if lang == ENGLISH:
        return
    told = Outputs(name, lang)
    for output in (each for cell in cells for each in cell.get("outputs", [])):
        if output.output_type == "stream":
            output.text = told.lines("".join(output.text))
        for kind, value in output.get("data", {}).items():
            output.data[kind] = _output(told, kind, value)


def _output(told: Outputs, kind: str, value: Any) -> Any:
    if kind == PLOTLY:
        made = told.figure(value)
        made.get("layout", {})["separators"] = SEPARATORS
        return made
    text = "".join(value) if isinstance(value, list) else value
    if kind == "text/html" and "<svg" not in text:
        return told.table(text)
    return told.lines(text) if kind == "text/plain" else value


def _of_sentence(text: str, told: str) -> tuple[re.Pattern[str], Fill]:
    """Return the pattern of a sentence of code with values, and what fills its translation."""
    names = dict[str, str]()
    pattern, at = "", 0
    for part in VALUE.finditer(text):
        pattern += re.escape(text[at : part.start()])
        given = names.get(part[0])
        pattern += f"(?P={given})" if given else f"(?P<v{len(names)}>.+?)"
        names.setdefault(part[0], f"v{len(names)}")
        at = part.end()
    pattern += re.escape(text[at:])

    def fill(values: dict[str, str]) -> str:
        return VALUE.sub(lambda part: values.get(names.get(part[0], ""), part[0]), told)

    return re.compile(pattern, re.DOTALL), fill


@cache
def _spaces(lang: str) -> dict[str, str]:
    """Return the names of all spaces, by their English names; those of the classic board come first."""
    from monopoly_lab.editions import editions, load_edition

    found = dict[str, str]()
    for name in sorted(editions(), key=lambda each: each != CLASSIC):
        edition = load_edition(name)
        pairs = zip(edition.called("", ENGLISH).spaces, edition.called("", lang).spaces)
        found = {english.name: own.name for english, own in pairs} | found
    return found


@cache
def _messages(lang: str) -> tuple[dict[str, str], list[tuple[re.Pattern[str], Fill]]]:
    """Return the messages that outputs may hold: those without values, and patterns of the others, long ones first."""
    known, own = catalogue(ENGLISH), catalogue(lang)
    keys = [key for table in SAID for key in known if key.startswith(f"{table}.") and key in own]
    plain = {known[key]: own[key] for key in reversed(keys) if "{" not in known[key]}
    made = list(_templates([key for key in keys if "{" in known[key]], known, lang))
    return plain, [(pattern, fill) for _, pattern, fill in sorted(made, key=lambda each: -each[0])]


def _templates(keys: list[str], known: dict[str, str], lang: str) -> Iterator[tuple[int, re.Pattern[str], Fill]]:
    """Yield the letters, the pattern and the translation of messages with values; nothing for one without words."""
    for key in keys:
        bare = len(LETTER.findall(VALUE_ALONE.sub(" ", known[key])))
        if bare >= FEWEST or (bare and (known[key][0] != "{" or known[key].startswith("{n} "))):
            yield bare, re.compile(_pattern(known[key]), re.DOTALL), _filler(key, lang)


def _pattern(text: str) -> str:
    pattern, at, seen = "", 0, set[str]()
    counted = {part[1] for part in PART.finditer(text) if part[2]}  # a word beside them goes with their number
    for part in PART.finditer(text):
        pattern += re.escape(text[at : part.start()])
        at = part.end()
        if part[1] is None:
            pattern += re.escape(part[0][0])
        elif part[2]:
            pattern += f"(?:{'|'.join(map(re.escape, part[2][1:].split('|')))})"
        else:
            any_ = r"[\d.,]+" if part[1] in counted else ".+?"
            pattern += f"(?P={part[1]})" if part[1] in seen else f"(?P<{part[1]}>{any_})"
            seen.add(part[1])
    return pattern + re.escape(text[at:])


def _filler(key: str, lang: str) -> Fill:
    def fill(values: dict[str, str]) -> str:
        numbers = {name: _number(value) for name, value in values.items()}
        try:
            return say(key, lang, **numbers)
        except (KeyError, MessageError, TypeError, ValueError):
            return ""

    return fill


def _number(value: str) -> str | int:
    """Return a whole number as one, for the form of the word beside it; another value as it is."""
    return int(value) if value.isascii() and value.isdigit() else value
