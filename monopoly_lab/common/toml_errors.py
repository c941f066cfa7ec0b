"""Say in the reader's language where a TOML text is wrong and why.

`tomllib` says so in English. Each of its sentences is known here; one of a later Python keeps its line and column.
"""

import ast
import re

from monopoly_lab.common.messages import say

PLACE_OF_TOMLLIB = re.compile(r" \(at (?:line (?P<line>\d+), column (?P<column>\d+)|end of document)\)$")
_LINE_END = re.compile(r"(?:Illegal|Found invalid) character '\\n'")
_TEXT_END = re.compile(r"""Unterminated string|Expected .'+.""")
# Texts in quotes and notes; of a text without its last quote no group matches.
_QUOTED = re.compile(
    r'"""(?:[^"\\]|\\.|"(?!""))*+(?P<lines>""")?'
    r"|'''(?:[^']|'(?!''))*+(?P<plain_lines>''')?"
    r'|"(?:[^"\\\n]|\\[^\n])*+(?P<line>")?'
    r"|'[^'\n]*+(?P<plain_line>')?"
    r"|(?P<note>\#[^\n]*+)",
    re.DOTALL,
)
# What `tomllib` says, and the message of section [toml]; what the parentheses hold is the `name` in it.
SAID_BY_TOMLLIB = {
    "Invalid statement": "statement",
    "Expected newline or end of document after a statement": "rest",
    "(?:Illegal|Found invalid) character (.+)": "character",
    "Cannot declare (.+) twice": "table_twice",
    "Cannot overwrite a value": "value_twice",
    r"Expected '\]' at the end of a table declaration": "table_heading",
    r"Expected '\]\]' at the end of an array declaration": "list_heading",
    "Cannot mutate immutable namespace (.+)": "complete",
    "Cannot redefine namespace (.+)": "elsewhere",
    "Expected '=' after a key in a key/value pair": "equals",
    "Invalid initial character for a key part": "name",
    "Unclosed array": "list",
    "Duplicate inline table key (.+)": "inline_twice",
    "Unclosed inline table": "inline_table",
    r"Unescaped '\\' in a string": "backslash",
    "Invalid hex value": "digits",
    "Escaped character is not a Unicode scalar value": "no_character",
    "Invalid date or datetime": "date",
    "Invalid value": "value",
}


def toml_problem(text: str, error: Exception) -> str:
    """Return a sentence with line and column for what the parser says of a text.

    Args:
        text: The TOML text.
        error: What `tomllib.loads(text)` raised.
    """
    place = PLACE_OF_TOMLLIB.search(str(error))
    if not place:
        return say("toml.unreadable")
    if line := _line_of_unclosed_quote(text, str(error)):
        return say("toml.quote", line=line)
    what = _explain_error(str(error)[: place.start()])
    if place["line"] is None:
        return say("toml.at_the_end", line=text.rstrip("\n").count("\n") + 1, what=what)
    return say("toml.at", line=int(place["line"]), column=int(place["column"]), what=what)


def _explain_error(said: str) -> str:
    """Return what is wrong in the reader's language, without the place."""
    for known, key in SAID_BY_TOMLLIB.items():
        if found := re.fullmatch(known, said, re.DOTALL):
            return say(f"toml.{key}", name=_name(key, found[1])) if found.groups() else say(f"toml.{key}")
    return say("toml.unreadable")


def _name(key: str, written: str) -> str:
    """Return a name as the file has it, of which `tomllib` gives Python's form; a character by its number."""
    try:
        value = ast.literal_eval(written)
    except (ValueError, SyntaxError):
        return written
    if key == "character" and len(value) == 1:
        return f"U+{ord(value):04X}"
    parts = value if isinstance(value, tuple) else (value,)
    return ".".join(repr(part)[1:-1] for part in parts)  # what no screen shows stays escaped


def _line_of_unclosed_quote(text: str, problem: str) -> int:
    """Return the line in which a text in quotes begins that is not closed, by what `tomllib` says; 0 if all are."""
    place = PLACE_OF_TOMLLIB.search(problem)
    if place and _LINE_END.match(problem):
        return int(place["line"] or 0)
    if not _TEXT_END.match(problem):
        return 0
    open_quotes = (found.start() for found in _QUOTED.finditer(text) if found.lastgroup is None)
    return text.count("\n", 0, next(open_quotes, len(text))) + 1
