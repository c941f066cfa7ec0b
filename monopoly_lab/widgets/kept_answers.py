"""Keep what a reader types on the page of a lesson, and the seed from which the reader's numbers come."""

import json
import secrets
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from monopoly_lab.common.errors import FileError
from monopoly_lab.common.file_access import replace
from monopoly_lab.lessons.lesson import SEED_BITS
from monopoly_lab.widgets import autosave

SEED = "page_seed.txt"  # a file beside the answers
MOST_LETTERS = 2000  # of an answer that is kept
MOST_BYTES = 200_000  # of a file of answers


class KeptAnswers:
    """What was typed into the fields of a lesson, by the name of each field; in a file, where there is a folder."""

    def __init__(self, lesson: str) -> None:
        folder = autosave.folder() if lesson else None
        self.path = folder / f"answers_{lesson}.json" if folder else None
        self.found = self._read()
        self.seed = kept_seed(folder) if folder else None

    def _read(self) -> dict[str, str]:
        if self.path is None:
            return {}
        with suppress(OSError, ValueError):
            if self.path.stat().st_size <= MOST_BYTES:
                return texts_in(json.loads(self.path.read_text(encoding="utf-8")))
        return {}

    def keep(self, typed: Mapping[str, str]) -> None:
        """Add answers to those that are kept."""
        self.found = texts_in(self.found | dict(typed))
        if self.path is not None:
            with suppress(OSError, FileError):  # the lesson goes on; only a reload would miss it
                self.path.parent.mkdir(parents=True, exist_ok=True)
                replace(self.path, json.dumps(self.found, ensure_ascii=False).encode())


def texts_in(found: object) -> dict[str, str]:
    """Return the entries of a dictionary that are texts of a usual length; none where it is no dictionary."""
    pairs = found.items() if isinstance(found, Mapping) else ()
    texts = {name: text for name, text in pairs if isinstance(name, str) and isinstance(text, str)}
    return {name: text for name, text in texts.items() if len(name) + len(text) <= MOST_LETTERS}


def kept_seed(folder: Path) -> int | None:
    """Return the seed of the reader whose answers are kept in a folder: drawn once, and there from then on.

    It is the same in all lessons, and after a reload; nobody else has it. None where it cannot be kept.
    """
    path = folder / SEED
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with suppress(FileExistsError), path.open("x", encoding="ascii") as drawn:
            drawn.write(str(secrets.randbelow(2**SEED_BITS)))
        seed = int(path.read_text(encoding="ascii"))
    except (OSError, ValueError):
        return None
    return seed if 0 <= seed < 2**SEED_BITS else None
