"""Read and write files: size limits, atomic writing, safe names.

Files, TOML and numbers from users are measured before they are parsed: one that is too large, too deep or not a plain
file is refused, so that none takes more time and memory than a long game of the user's own.
"""

import errno
import os
import re
import stat
import tempfile
import time
import tomllib
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

from monopoly_lab.common.errors import ArgumentError, FileError, UnfitFile
from monopoly_lab.common.messages import say
from monopoly_lab.common.toml_errors import toml_problem

MB = 1_000_000
MOST_BYTES = MB  # of a scenario, a saved game, an edition
MOST_DEPTH = 24  # tables and lists within each other; the editions use seven
MOST_PARTS = 50_000  # brackets and dots, each of which the parser makes a table or a list of
MOST_DIGITS = 19  # of a number in a file: those of 64 bits
DIGITS = 15  # of a number in a choice or a name: sums of them stay within 64 bits
SHOWN = 80  # letters of a foreign value in a message
CODES = re.compile(r"\x1b\[[0-9;?]*[ -/]*[@-~]")  # of terminals


SYSTEM = {  # what the system says of files most often, by the message that says so in every language
    errno.ENOENT: "missing",
    errno.EACCES: "denied",
    errno.EPERM: "denied",
    errno.EISDIR: "folder",
    errno.ENOTDIR: "not_folder",
    errno.ENAMETOOLONG: "long_name",
    errno.ENOSPC: "disk_full",
    errno.EROFS: "read_only",
}


def describe_system_error(problem: OSError) -> str:
    """Return what the system reports of a file, in the language of the session where it is known."""
    key = SYSTEM.get(problem.errno or 0)
    return say(f"reading.{key}") if key else problem.strerror or str(problem)


def read_text(path: Path, most: int = MOST_BYTES) -> str:
    """Return the text of a plain file of at most `most` bytes; UnfitFile with the reason if there is none."""
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise UnfitFile(say("reading.no_file"))
        with path.open("rb") as file:
            content = file.read(most + 1)
    except OSError as error:
        raise UnfitFile(describe_system_error(error)) from None
    except (ValueError, RuntimeError) as error:  # a name with a character that no name can have; links in a circle
        raise UnfitFile(str(error)) from None
    if len(content) > most:
        raise UnfitFile(say("reading.too_large", n=most // MB))
    try:
        return content.decode("utf-8-sig").replace("\r\n", "\n")  # without the mark that some editors set first
    except UnicodeDecodeError:
        raise UnfitFile(say("reading.not_utf8")) from None


@cache
def shipped_json(package: str, name: str) -> dict[str, Any]:
    """Return what a JSON file beside the modules of a package holds, read once; nobody changes it."""
    import json
    from importlib.resources import files

    found: dict[str, Any] = json.loads((files(package) / name).read_text(encoding="utf-8"))
    return found


def parse_toml(text: str, most: int = MOST_BYTES) -> dict[str, Any]:
    """Return what a TOML text holds; UnfitFile for one that is too large or too deep to be read, or no TOML."""
    if len(text) > most:
        raise UnfitFile(say("reading.too_large", n=most // MB))
    _measure(text)
    try:
        return tomllib.loads(text)
    except (ValueError, OverflowError, RecursionError) as error:
        raise UnfitFile(say("edition.not_toml", value=shortened(toml_problem(text, error), 300))) from None


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
    """Raise UnfitFile for a TOML text whose tables are too deep or whose numbers are too long to be read."""
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


def whole_number(text: str) -> int | None:
    """Return the number that a text of plain digits means, a minus before it allowed; None for any other text.

    Digits of other scripts are none, and so is what is longer than any sum of a game.
    """
    plain = text.strip()
    return int(plain) if len(plain) <= DIGITS + 1 and re.fullmatch(r"-?[0-9]{1,15}", plain) else None


def normalized_name(name: str) -> str:
    """Return a name of somebody as it is kept: one space between words, and each letter in its composed form (NFC).

    The same name typed on two systems may be two rows of code points; it is one name, with one seed.
    """
    return " ".join(unicodedata.normalize("NFC", name).split())


def comparable_name(name: object) -> str:
    """Return a name in the form in which names are compared: normalized, without case."""
    return normalized_name(str(name)).casefold()


def shortened_path(path: object) -> str:
    """Return a path as a message shows it: cut at its beginning, since its end tells which file it is."""
    text = str(path)
    return text if len(text) <= SHOWN else "…" + text[1 - SHOWN :]


def shortened(value: object, most: int = SHOWN) -> str:
    """Return a foreign value as a message shows it: cut where it is longer than anybody reads."""
    if isinstance(value, int) and not isinstance(value, bool) and value.bit_length() > 4 * most:
        return "…"  # Python itself refuses to write the longest numbers
    text = str(value)
    return text if len(text) <= most else text[: most - 1] + "…"


def quoted(value: Any, lang: str = "", most: int = SHOWN) -> str:
    """Return a foreign value as a message shows it: a text in the quotation marks of a language, cut as by `shortened`.

    Texts in lists and tables are shown in the same way; signs that a screen does not show are escaped.
    """
    if most < 1:
        return "…"
    if isinstance(value, str):
        return say("language.quoted", lang, text=printable(shortened(value, most)))
    if type(value) in (list, tuple):
        parts = ", ".join(quoted(part, lang, most - 1) for part in islice(value, most))
        return shortened(f"[{parts}]" if isinstance(value, list) else f"({parts})", most)
    if type(value) is dict:
        pairs = islice(value.items(), most)
        parts = ", ".join(f"{quoted(key, lang, most - 1)}: {quoted(part, lang, most - 1)}" for key, part in pairs)
        return shortened(f"{{{parts}}}", most)
    return shortened(value, most)


def printable(text: str) -> str:
    """Return a foreign text as a terminal shows it safely: signs that it would carry out are escaped."""
    return "".join(each if each.isprintable() else ascii(each)[1:-1] for each in text)


def encodable(text: str) -> str:
    """Return a text as a file can hold it: a question mark for half a letter, a surrogate alone."""
    return text.encode(errors="replace").decode()


def count_of(n: object) -> int:
    """Return how many, a whole number from 0 on; ArgumentError for anything else."""
    if isinstance(n, bool) or not isinstance(n, int) or n < 0:
        raise ArgumentError(say("game.bad_count", value=quoted(n)))
    return n


def uncolored(text: str) -> str:
    """Return a text without the codes by which terminals color it."""
    return CODES.sub("", text)


# Files that are written as a whole or not at all

FOREIGN_SHOWN = 3
LEFTOVERS = ".new-*"  # what a killed program may leave
STALE = 600  # seconds after which a file that is only half written is nobody's any more


def may_use_disk() -> bool:
    """Return True if the user may read and write files here; False where `monopoly-lab serve` runs for others."""
    return os.environ.get("MONOPOLY_LAB_FILES") != "off"


def replace(path: Path, content: bytes, mode: int | None = None) -> None:
    """Write a file, and its folder if need be; a failure leaves the old file as it was.

    A temporary file beside it is filled, and then takes its place and its access rights, or those of `mode`. A link
    is followed; UnfitFile for what is no plain file, FileError where the system does not let it be written.
    """
    with writing(path), all_or_none([path.parent]):
        _replace(path, content, mode)


@contextmanager
def all_or_none(paths: Iterable[Path]) -> Iterator[None]:
    """Remove files made in the `with` block, and the folders they need, if it fails; what was there before stays."""
    new = {each for path in paths for each in (path, *path.parents) if not os.path.lexists(each)}
    try:
        yield
    except BaseException:
        for each in sorted(new, key=lambda path: len(path.parts), reverse=True):
            with suppress(OSError):
                each.rmdir() if each.is_dir() else each.unlink()
        raise


def folder_named(name: str) -> Path:
    """Return the folder that a command is given; an empty name, as of a variable that is not set, is none.

    Raises argparse.ArgumentTypeError, which the parser of a command tells.
    """
    import argparse

    if not name.strip():
        raise argparse.ArgumentTypeError(say("cli.empty_folder"))
    try:
        Path(name).resolve()
    except (OSError, ValueError, RuntimeError) as problem:  # a letter that no name has, links in a circle
        raise argparse.ArgumentTypeError(f"{shortened(repr(name))}: {problem}") from None
    return Path(name)


def visible_names(folder: Path) -> list[str]:
    """Return the names in a folder, sorted, without what is hidden; none for a folder that is not there yet."""
    return sorted(each.name for each in folder.iterdir() if each.name[0] != ".") if folder.is_dir() else []


@contextmanager
def writing(path: str | os.PathLike[str]) -> Iterator[None]:
    """Raise FileError, with the path, for what the system reports while a file is written."""
    try:
        yield
    except OSError as problem:
        raise FileError(problem.errno, describe_system_error(problem), shortened_path(path)) from None
    except ValueError as problem:  # a name with a character that no name can have
        raise FileError(errno.EINVAL, str(problem), shortened_path(repr(str(path)))) from None


def is_there(path: Path) -> bool:
    """Return True if there is something of this name; FileError for a name that no file can have."""
    with writing(path):
        try:
            path.stat()
        except (FileNotFoundError, NotADirectoryError):
            return False
    return True


def remove_unfinished(where: Path) -> None:
    """Take away what a killed program has left half written."""
    for path in where.glob(LEFTOVERS):
        with suppress(OSError):  # another one was quicker
            if time.time() - path.stat().st_mtime > STALE:
                path.unlink()


def first_of_many(names: Sequence[str]) -> str:
    """Return the first of many names, for a message."""
    return ", ".join(names[:FOREIGN_SHOWN]) + (" ..." if len(names) > FOREIGN_SHOWN else "")


def _replace(path: Path, content: bytes, mode: int | None) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with _temporary_file(path, mode) as temporary:
        temporary.write_bytes(content)


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """Yield a file beside `path`, with its ending, to be written in a `with`; it takes the place of `path` as a whole.

    A failure leaves the old file as it was; FileError where the system does not let the new one be written.
    """
    with writing(path), _temporary_file(path, None) as temporary:
        yield temporary


@contextmanager
def _temporary_file(path: Path, mode: int | None) -> Iterator[Path]:
    if path.is_symlink():
        path = path.resolve()
    if path.exists() and not path.is_file():
        raise UnfitFile(f"{path}: {say('reading.no_file')}")
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".new-", suffix="".join(path.suffixes[-2:]) or ".part")
    os.close(handle)
    temporary = Path(name)
    try:
        yield temporary
        with temporary.open("rb+") as file:
            os.fsync(file.fileno())
        os.chmod(temporary, mode or (path.stat().st_mode if path.exists() else 0o644))
        os.replace(temporary, path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
