"""Lessons in other languages: gettext files, one a lesson and language, and what they make of the English notebook.

The notebooks are the only source. `monopoly-lab --lang uk lesson translate NAME` brings the file of a lesson up to
date: a sentence that was changed keeps its translation, marked as fuzzy, until somebody has looked at it. A sentence
without a translation, or with a fuzzy one, is shown in English and marked as such.
"""

import copy
import re
from collections import Counter
from dataclasses import replace
from datetime import datetime
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, TypeVar

from monopoly_lab.common import ABOUT
from monopoly_lab.common.messages import ENGLISH, catalogue, keys, resolve_language, say, unbroken
from monopoly_lab.lessons.lesson_metadata import (
    TEXTS,
    About,
    answer_sentences,
    answers_in_language,
    live_in_language,
    live_sentences,
)
from monopoly_lab.lessons.lesson_notebooks import Source, read_lesson
from monopoly_lab.lessons.question_calls import tree_of
from monopoly_lab.lessons.translatable_text import FORMULA, IN_FORMULA, UNSAID, VALUE, Say, in_cells

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog

Said = TypeVar("Said", bound=About)

# Beside the message catalogs in the package, and not in notebooks/: they are read wherever the reader's copy lies.
FOLDER = Path(__file__).with_name("translations")
ABOUT_TEXTS = tuple(key for key in TEXTS if key != "course")
HEADER = {  # of every file; Babel fills in a placeholder where one is empty
    "project": "monopoly_lab",
    "version": "lessons",
    "header_comment": "#",
    "msgid_bugs_address": "The monopoly_lab authors",
    "last_translator": "The monopoly_lab authors",
}
WIDTH = 100  # letters of a line in the files
SPACES = "\u00a0\u202f "
THOUSANDS = re.compile(rf"(?<=\d)[{SPACES}](?=\d{{3}}(?!\d))")
NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
POINT = re.compile(r"(?<=\d)\.(?=\d)")
MATH = re.compile(r"`[^`]*`|\$\$.*?\$\$|\$[^$`\n]+\$", re.DOTALL)  # or code; a formula may begin with a number
NO_ZERO = re.compile(r"(?<![\w.)\]])\.(?=\d)")  # the point of .600, which other languages write 0,600
CODE = re.compile(r"`[^`]*`|\]\([^)]*\)|<[^>]*>")


def file_of(name: str, lang: str) -> Path:
    """Return the file of the translation of a lesson into a language, which there may not be."""
    return FOLDER / lang / f"{name}.po"


def is_translated(name: str, lang: str = "") -> bool:
    """Return True for a lesson that can be read in a language, at least in part."""
    lang = resolve_language(lang)
    return lang == ENGLISH or file_of(name, lang).is_file()


def sentences(source: Source) -> dict[str, list[str]]:
    """Return the sentences of a lesson, each once, with the places where it occurs: ids of cells, or a fact of it."""
    texts = dict[str, list[str]]()
    about = source.notebook.metadata.get(ABOUT, {})
    for place, text in (*_facts(source.about), *live_sentences(about), *answer_sentences(about)):
        texts.setdefault(text, []).append(place)
    labels = set[str]()
    for cell in source.notebook.cells:
        seen, text_alone = list[str](), SimpleNamespace(**{**cell, "metadata": copy.deepcopy(cell.metadata)})
        in_cells([text_alone], lambda text: (seen.append(text), text)[1], labels)  # type: ignore[func-returns-value]  # noqa: B023
        for text in seen:
            texts.setdefault(text, []).append(cell.id)
    return {text: list(dict.fromkeys(places)) for text, places in texts.items()}


def _facts(about: About) -> list[tuple[str, str]]:
    facts = [(key, getattr(about, key)) for key in ABOUT_TEXTS]
    return [(key, text) for key, text in [*facts, *(("mistakes", each) for each in about.mistakes)] if text]


def translated(source: Source, lang: str = "") -> Source:
    """Return a lesson in a language; the lesson itself in English. MessageError for an unknown language.

    What has no translation stays English, marked with its language and a sentence below the title.
    """
    lang = resolve_language(lang)
    if lang == ENGLISH:
        return source
    catalogue(lang)
    known = known_sentences(source.about.name, lang)
    notebook, missing = copy.deepcopy(source.notebook), set[str]()

    def translate_text(text: str) -> str:
        if text not in known:
            missing.add(text)
        return known.get(text, text)

    in_cells([cell for cell in notebook.cells if cell.cell_type == "code"], translate_text)
    texts_in = [cell for cell in notebook.cells if cell.cell_type == "markdown"]
    in_cells(texts_in, _marking_english(translate_text, known, lang))
    for cell in texts_in:
        cell.source = point_in_formulas(cell.source, lang)
    _speak(notebook, lang)
    if missing:
        _note(notebook, say("lesson.in_english" if not known else "lesson.partly_in_english", lang))
    about = _translated_about(source.about, known)
    given = notebook.metadata.get(ABOUT, {})
    texts = {key: getattr(about, key) for key in ABOUT_TEXTS if key in given}
    mistakes = {"mistakes": list(about.mistakes)} if about.mistakes else {}
    behind = {**live_in_language(given, known), **answers_in_language(given, known)}
    notebook.metadata[ABOUT] = {**given, **texts, **mistakes, **behind, "lang": lang}
    return Source(source.path, notebook, about)


def point_in_formulas(text: str, lang: str) -> str:
    r"""Return a text whose formulas have the decimal point of a language.

    >>> point_in_formulas("0.5 of $1.96 / n$", "uk")
    '0.5 of $1{,}96 / n$'
    """
    point = say("language.point", lang)
    mark = point if point == "." else f"{{{point}}}"  # TeX sets a blank after a comma that is not in braces
    return MATH.sub(lambda it: POINT.sub(mark, it[0]) if it[0].startswith("$") else it[0], text)


def about_in_language(about: Said, lang: str) -> Said:
    """Return what a lesson says of itself in a language; a title that stays English says so."""
    if lang == ENGLISH or not about.title:
        return about
    known = known_sentences(about.name, lang)
    return _translated_about(about, known) if known else replace(about, title=marked_english(about.title, lang))


def marked_english(title: str, lang: str) -> str:
    """Return the title of a lesson that is in English, for a reader of another language."""
    return say("lesson.marked_english", lang, title=title)


def _translated_about(about: Said, known: dict[str, str]) -> Said:
    texts: dict[str, Any] = {key: known.get(text, text) for key, text in _facts(about) if key != "mistakes"}
    return replace(about, **texts, mistakes=tuple(known.get(each, each) for each in about.mistakes))


def _marking_english(said: Say, known: dict[str, str], lang: str) -> Say:
    """Return `said` with a mark around what stays English, if there is a translation of the rest."""

    def mark_if_english(text: str) -> str:
        text_shown = said(text)
        return text_shown if text in known or not known else f'<span lang="{ENGLISH}">{text_shown}</span>'

    return mark_if_english


def _speak(notebook: Any, lang: str) -> None:
    """Set the language of the notebook by a line below its first imports."""
    for cell in notebook.cells:
        tree = tree_of(cell.source) if cell.cell_type == "code" else None
        lines = [node.end_lineno or 0 for node in (tree.body if tree else []) if _imports_us(node)]
        if lines:
            parts = cell.source.split("\n")
            cell.source = "\n".join([*parts[: lines[-1]], "", f'ml.speak("{lang}")', *parts[lines[-1] :]])
            return


def _imports_us(node: Any) -> bool:
    return any(each.name == "monopoly_lab" and each.asname == "ml" for each in getattr(node, "names", []))


def _note(notebook: Any, words: str) -> None:
    first = next((cell for cell in notebook.cells if cell.cell_type == "markdown"), None)
    if first is not None:
        title, _, rest = first.source.partition("\n")
        first.source = f"{title}\n\n*{words}*\n{rest}"


def known_sentences(name: str, lang: str) -> dict[str, str]:
    """Return the translated sentences of a lesson, without fuzzy ones; none where no file or no Babel is."""
    path = file_of(name, lang)
    return dict(_read_translations(path, path.stat().st_mtime_ns)) if path.is_file() else {}


@cache
def _read_translations(path: Path, changed: int) -> tuple[tuple[str, str], ...]:
    try:
        found = _read(path)
    except ImportError:  # in a browser, where nothing but the guide would need it
        return ()
    return tuple((str(each.id), str(each.string)) for each in found if each.id and each.string and not each.fuzzy)


def _read(path: Path) -> "Catalog":
    from babel.messages.pofile import read_po

    with path.open("rb") as file:
        return read_po(file, locale=path.parent.name)


def update(name: str, lang: str = "") -> Path:
    """Update the file of a lesson and a language from its notebook, with the existing translations.

    Blanks that must not end a line are set here (`unbroken`), so that translators need not.
    """
    from babel import Locale
    from babel.messages.catalog import Catalog
    from babel.messages.pofile import write_po

    lang, source = resolve_language(lang), read_lesson(name)
    path = file_of(source.about.name, lang)
    template = Catalog(charset="utf-8")
    for text, places in sentences(source).items():
        template.add(text, locations=[(place, None) for place in places])  # type: ignore[misc]
    catalog = _read(path) if path.is_file() else Catalog(lang, charset="utf-8", fuzzy=False)
    template.creation_date = catalog.creation_date
    catalog.update(template, update_header_comment=False)
    for key, value in HEADER.items():
        setattr(catalog, key, value)
    catalog.language_team = Locale.parse(lang).english_name or lang
    if not isinstance(catalog.revision_date, datetime):  # a placeholder
        catalog.revision_date = catalog.creation_date
    for each in catalog:
        each.flags.discard("python-format")  # "29 % of" is no place for a value
        each.string = bound(str(each.string or ""), lang)  # a new sentence has none yet
        # What a sentence was before its change is read again as a comment, which would be wrapped into others.
        each.user_comments = [line for line in each.user_comments if not line.startswith("|")]
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        write_po(file, catalog, width=WIDTH, ignore_obsolete=True, include_previous=True, omit_header=False)
    return path


def bound(text: str, lang: str) -> str:
    """Return a sentence whose lines end before no unit and no dash; code, formulas and values stay as they are."""
    pattern = re.compile(f"{UNSAID.pattern}|{VALUE.pattern}", UNSAID.flags)
    values = pattern.findall(text)
    return re.sub(r"\{\}", lambda _: values.pop(0), unbroken(pattern.sub("{}", text), lang))


def faults(name: str, lang: str) -> list[str]:
    """Return what is missing, out of date or wrong in the translation of a lesson, a line each."""
    source = read_lesson(name)
    path = file_of(source.about.name, lang)
    known = {str(each.id): each for each in _read(path) if each.id} if path.is_file() else {}
    lines = []
    for text in sentences(source):
        each = known.get(text)
        if each is None or not each.string:
            lines.append(say("lesson.no_translation", text=text))
        elif each.fuzzy:
            lines.append(say("lesson.old_translation", text=text))
        else:
            parts = differences(text, str(each.string))
            lines += [say("lesson.wrong_translation", text=text, part=part) for part in parts]
    return [f"{path.parent.name}/{path.name}: {line}" for line in lines]


@cache
def _strategies() -> frozenset[str]:
    """Return the ids of strategies as code: a catalog of thousands of texts is not searched for each sentence."""
    return frozenset(f"`{name}`" for name in keys("strategy_name"))


def differences(text: str, other: str) -> list[str]:
    """Return what a translation must keep and does not: code, addresses, formulas, values, marks and numbers.

    A strategy may have its name of the language instead of its id.
    """
    strategies = _strategies()
    parts = [
        (
            Counter(code for code in CODE.findall(each) if code not in strategies),
            Counter(map(_plain_formula, re.findall(FORMULA, each, re.DOTALL))),
        )
        for each in (text, other)
    ]
    texts = [UNSAID.sub(" ", each) for each in (text, other)]
    values = [Counter(VALUE.findall(each)) for each in texts]
    marks = [Counter({"**": each.count("**")}) for each in (text, other)]
    numbers = [Counter(_numbers(VALUE.sub(" ", each), is_english)) for each, is_english in zip(texts, (True, False))]
    counts = Counter[str]()
    for ours, theirs in (*zip(*parts), tuple(values), tuple(marks), tuple(numbers)):
        counts += (ours - theirs) + (theirs - ours)
    return sorted(counts)


def _plain_formula(formula: str) -> str:
    return IN_FORMULA.sub(r"\\text{}", formula)


def _numbers(text: str, is_english: bool) -> list[str]:
    """Return the numbers of a text as Python writes them: 1,052.5 in English is 1 052,5 in other languages."""
    plain = NO_ZERO.sub("0.", text if is_english else THOUSANDS.sub("", text))
    numbers = NUMBER.findall(plain)
    if is_english:
        return [re.sub(r",(?=\d{3}(?!\d))", "", each) for each in numbers]
    return [each.replace(",", ".") for each in numbers]
