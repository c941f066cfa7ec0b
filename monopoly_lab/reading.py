"""What comes from outside is measured before it is read: files, TOML, numbers.

A file that is too large, too deep or no plain file is refused before the parser sees it, so
that no file takes more time and memory than a long game of one's own.
"""

import re
import stat
import tomllib
import unicodedata
from pathlib import Path
from typing import Any

from monopoly_lab.errors import ArgumentError, UnfitFile
from monopoly_lab.messages import say

MB = 1_000_000
MOST_BYTES = MB  # of a scenario, a saved game, an edition
MOST_DEPTH = 24  # tables and lists within each other; the editions use seven
MOST_PARTS = 50_000  # brackets and dots, each of which the parser makes a table or a list of
MOST_DIGITS = 19  # of a number in a file: those of 64 bits
DIGITS = 15  # of a number in a choice or a name: sums of them stay within 64 bits
SHOWN = 80  # letters of a foreign value in a message
CODES = re.compile(r"\x1b\[[0-9;?]*[ -/]*[@-~]")  # of terminals


def text_in(path: Path, most: int = MOST_BYTES) -> str:
    """The text of a plain file of at most `most` bytes; UnfitFile with the reason if there is none."""
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise UnfitFile(say("reading.no_file"))
        with path.open("rb") as file:
            content = file.read(most + 1)
    except OSError as error:
        raise UnfitFile(error.strerror or str(error)) from None
    except (ValueError, RuntimeError) as error:  # a name with a character that no name can have; links in a circle
        raise UnfitFile(str(error)) from None
    if len(content) > most:
        raise UnfitFile(say("reading.too_large", n=most // MB))
    try:
        return content.decode("utf-8-sig").replace("\r\n", "\n")  # without the mark that some editors set first
    except UnicodeDecodeError:
        raise UnfitFile(say("reading.not_utf8")) from None


def toml_in(text: str, most: int = MOST_BYTES) -> dict[str, Any]:
    """What a TOML text holds; UnfitFile for one that is too large or too deep to be read, or no TOML."""
    if len(text) > most:
        raise UnfitFile(say("reading.too_large", n=most // MB))
    _measure(text)
    try:
        return tomllib.loads(text)
    except (ValueError, OverflowError, RecursionError) as error:
        raise UnfitFile(say("edition.not_toml", value=shortened(error, 300))) from None


# What matters of a TOML text: the strings and notes in which nothing counts, and what deepens. A string without an
# end reaches to the end of its line, or of the text; nothing is looked at twice, however the text is bent.
_PARTS = re.compile(
    r'"""(?:[^"\\]|\\.|"(?!""))*+(?:""")?'
    r"|'''(?:[^']|'(?!''))*+(?:''')?"
    r'|"(?:[^"\\\n]|\\[^\n])*+"?'
    r"|'[^'\n]*+'?"
    r"|\#[^\n]*+"
    r"|(?P<open>[\[{])|(?P<close>[\]}])|(?P<dot>\.)|(?P<end>[=,\n])"
    r"|(?P<number>(?<![\w.-])[+-]?[0-9][0-9A-Za-z_]*+)",
    re.DOTALL,
)
_NUMBER = re.compile(rf"[+-]?(?:0[xob])?[0-9A-Fa-f]{{{MOST_DIGITS + 1},}}")


def _measure(text: str) -> None:
    """UnfitFile for a text whose tables, or whose numbers, are beyond all use."""
    depth = dots = parts = 0
    for found in _PARTS.finditer(text):
        kind = found.lastgroup
        if kind is None:
            continue
        if kind == "number":
            if len(found[0]) > MOST_DIGITS and _NUMBER.fullmatch(found[0].replace("_", "")):
                raise UnfitFile(say("reading.long_number", line=_line(text, found), value=shortened(found[0], 40)))
            continue
        if kind == "open":
            depth, parts = depth + 1, parts + 1
        elif kind == "close":
            depth = max(depth - 1, 0)
        elif kind == "dot":
            dots, parts = dots + 1, parts + 1
        if kind in ("end", "open", "close"):
            dots = 0
        if depth + dots > MOST_DEPTH:
            raise UnfitFile(say("reading.too_deep", line=_line(text, found), n=MOST_DEPTH))
        if parts > MOST_PARTS:
            raise UnfitFile(say("reading.too_many", line=_line(text, found), n=MOST_PARTS))


def _line(text: str, found: "re.Match[str]") -> int:
    return text.count("\n", 0, found.start()) + 1


def whole(text: str) -> int | None:
    """The number that a text of plain digits means, a minus before it allowed; None for any other text.

    Digits of other scripts are none, and so is what is longer than any sum of a game.
    """
    plain = text.strip()
    return int(plain) if len(plain) <= DIGITS + 1 and re.fullmatch(r"-?[0-9]{1,15}", plain) else None


def tidied(name: str) -> str:
    """A name of somebody as it is kept: one space between words, and each letter in its composed form (NFC).

    The same name typed on two systems may be two rows of code points; it is one name, with one seed.
    """
    return " ".join(unicodedata.normalize("NFC", name).split())


def folded(name: object) -> str:
    """A name as two of them are held against each other."""
    return tidied(str(name)).casefold()


def shortened_path(path: object, most: int = SHOWN) -> str:
    """A path as a message shows it: cut at its beginning, since its end tells which file it is."""
    text = str(path)
    return text if len(text) <= most else "…" + text[1 - most :]


def shortened(value: object, most: int = SHOWN) -> str:
    """A foreign value as a message shows it: cut where it is longer than anybody reads."""
    if isinstance(value, int) and not isinstance(value, bool) and value.bit_length() > 4 * most:
        return "…"  # Python itself refuses to write the longest numbers
    text = str(value)
    return text if len(text) <= most else text[: most - 1] + "…"


def count_of(n: object) -> int:
    """How many, a whole number from 0 on; ArgumentError for anything else."""
    if isinstance(n, bool) or not isinstance(n, int) or n < 0:
        raise ArgumentError(say("game.bad_count", value=shortened(repr(n))))
    return n


def plain(text: str) -> str:
    """A text without the codes by which terminals colour it."""
    return CODES.sub("", text)
