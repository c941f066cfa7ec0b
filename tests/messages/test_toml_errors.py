"""What is wrong in a TOML file is said in the reader's language, with its line and place."""

import inspect
import re
import tomllib

import pytest

from monopoly_lab.common.errors import UnfitFile
from monopoly_lab.common.file_access import parse_toml
from monopoly_lab.common.messages import catalogue, keys, languages, speaking
from monopoly_lab.common.toml_errors import SAID_BY_TOMLLIB, toml_problem

# A broken text a message; where the mistake is was counted by hand.
BROKEN = [
    ("= 1", "line 1, column 1", "statement"),
    ("назва = 1", "line 1, column 1", "statement"),
    ("a = 1\nb = 0,5", "line 2, column 6", "rest"),
    ("a = 1 b = 2", "line 1, column 7", "rest"),
    ("a = 1 # \x01", "line 1, column 9", "character"),
    ("a = 'b\x02'", "line 1, column 7", "character"),
    ('a = "b\x02"', "line 1, column 7", "character"),
    ("[a.b]\n[c]\n[a.b]", "line 3, column 5", "table_twice"),
    ("a = 1\na = 2\n", "line 2, column 6", "value_twice"),
    ("a = 1\n[a]", "line 2, column 3", "value_twice"),
    ("a = 1\n[[a]]", "line 2, column 4", "value_twice"),
    ("a = 1\na.b = 2\n", "line 2, column 8", "value_twice"),
    ("a = {b = 1, b.c = 2}", "line 1, column 20", "value_twice"),
    ("[a", "line 1, end of the file", "table_heading"),
    ("[a b]", "line 1, column 4", "table_heading"),
    ("[[a]\n", "line 1, column 4", "list_heading"),
    ("a = [1]\n[[a]]", "line 2, column 4", "complete"),
    ("[t]\na = {b = 1}\na.c = 2\n", "line 3, column 8", "complete"),
    ("a = {b = {c = 1}, b.d = 2}", "line 1, column 26", "complete"),
    ("[a.b]\nc = 1\n[a]\nb.d = 2\n", "line 4, column 8", "elsewhere"),
    ("a", "line 1, end of the file", "equals"),
    ("a b = 1", "line 1, column 3", "equals"),
    ("[]", "line 1, column 2", "name"),
    ("a. = 1", "line 1, column 4", "name"),
    ("a = [1, 2\nb = 3", "line 2, column 1", "list"),
    ("a = [1, 2\n\n\n", "line 1, end of the file", "list"),
    ("a = {b = 1, b = 2}", "line 1, column 18", "inline_twice"),
    ("a = {b = 1\n}", "line 1, column 11", "inline_table"),
    (r'a = "C:\games"', "line 1, column 10", "backslash"),
    ('a = """\\ b"""', "line 1, column 10", "backslash"),
    (r'a = "\u12"', "line 1, column 8", "digits"),
    (r'a = "\ud800"', "line 1, column 12", "no_character"),
    ("a = 2026-02-30", "line 1, column 5", "date"),
    ("a = b", "line 1, column 5", "value"),
    ("a = True", "line 1, column 5", "value"),
    ("a = ", "line 1, end of the file", "value"),
    ('a = 1\nb = "c\nd = 2', "line 2", "quote"),
    ("a = 1\nb = 'c", "line 2", "quote"),
    ("a = 'x'\nb = 'c\nd = 2 # it's", "line 2", "quote"),
    ("a = 1\n# it's\n\nb = 'c\nd = 2\n", "line 4", "quote"),
    ('a = 1\nb = """c\nd', "line 2", "quote"),
    ('a = 1\nb = """c\n"\nd\\"""\n', "line 2", "quote"),
    ("b = '''c\nd", "line 1", "quote"),
]


def refusal(text: str, lang: str) -> str:
    with speaking(lang), pytest.raises(UnfitFile) as refused:
        parse_toml(text)
    return str(refused.value)


@pytest.mark.parametrize(("text", "place", "key"), BROKEN)
def test_problem__is_said_with_its_line_and_place(text: str, place: str, key: str) -> None:
    said = catalogue("en")[f"toml.{key}"]
    pattern = ".+".join(map(re.escape, re.split(r"\{\w+\}", said.removeprefix("line {line}: "))))
    assert re.fullmatch(f"the file is not TOML: {place}: {pattern}", refusal(text, "en").replace("}", "}}"))


@pytest.mark.parametrize("lang", [lang for lang in languages() if lang != "en"])
@pytest.mark.parametrize(("text", "place", "key"), BROKEN)
def test_problem__is_said_in_the_language_of_the_reader(lang: str, text: str, place: str, key: str) -> None:
    """A name of the file may be Latin, and so may what is typed; no sentence is English."""
    told = refusal(text, lang)
    words = re.sub(r"TOML|true|false|U\+\w+|a–z|\\[uU]|«[^»]*»", "", told)
    assert not re.search("[A-Za-z]{2,}", words), told
    assert re.findall(r"\d+", place) == re.findall(r"\d+", told)[: len(re.findall(r"\d+", place))]


def test_problem__names_what_the_file_names() -> None:
    assert refusal("[a.b]\n[a.b]", "en").endswith('the table "a.b" is in the file already')
    assert '"c"' in refusal("a = {c = 1, c = 2}", "en") and "U+0001" in refusal("a = 1 # \x01", "en")
    assert "\x1b" not in refusal('["\\u001b"]\n["\\u001b"]', "en"), "what a terminal would carry out"


def test_problems__of_this_python_are_all_known() -> None:
    """Each message in the source of `tomllib`, whose values stand in braces, has a sentence in the catalogue."""
    source = inspect.getsource(inspect.getmodule(tomllib.loads))  # type: ignore[arg-type]
    said = re.findall(r'suffixed_err\(\s*src,\s*\w+,\s*f?"((?:[^"\\]|\\.)+)"', source)
    assert len(said) > 25
    quotes = ("Unterminated string", "Expected {expect!r}")  # told by the line in which the quote begins
    texts = [re.sub(r"\{\w+(?:\[pos\])?(?:!r)?\}", "'x'", each).replace("\\\\", "\\") for each in said]
    assert [
        each for each in texts if not any(re.fullmatch(known, each) for known in SAID_BY_TOMLLIB) and each not in quotes
    ] == [re.sub(r"\{.*\}", "'x'", quotes[1])]
    used = {key for _, _, key in BROKEN}
    assert used == set(keys("toml")) - {"at", "at_the_end", "unreadable"} == {*SAID_BY_TOMLLIB.values(), "quote"}


@pytest.mark.parametrize(
    ("problem", "told"),
    [
        ("Nobody knows this (at line 3, column 7)", "line 3, column 7: this cannot be read"),
        ("Nobody knows this (at end of document)", "line 2, end of the file: this cannot be read"),
        ("Cannot declare <a.b> twice (at line 1, column 2)", 'line 1, column 2: the table "<a.b>" is in the file'),
        ("Nobody knows this", "this cannot be read"),
    ],
)
def test_problem__of_a_later_python_keeps_its_line(problem: str, told: str) -> None:
    assert toml_problem("a = 1\nb = 2\n", ValueError(problem)).startswith(told)
