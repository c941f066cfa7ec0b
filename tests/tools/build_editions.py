"""Check the shipped edition files and write them as one file: `python tests/tools/build_editions.py`.

The written file needs no checking and no third-party package to be read again. A second file has the expected incomes
of their deeds, for strategies that value by income.
"""

import json
import os
import sys
import tempfile
import tomllib
from pathlib import Path

from monopoly_lab.common.errors import EditionError
from monopoly_lab.common.messages import say
from monopoly_lab.editions import editions, load_edition
from monopoly_lab.editions.loader import FILE, FOLDER, SHIPPED, read
from monopoly_lab.markov.rent_income import deed_incomes
from monopoly_lab.players.income_tables import SHIPPED as INCOMES
from monopoly_lab.players.income_tables import digest

# The order in which they are told about; whatever else lies in the folder follows.
FIRST = (
    "classic_us",
    "classic_london",
    "russia_moscow",
    "home_print",
    "disney",
    "fifa2018",
    "monopolist",
    "ukraine",
    "class_board",
    "gamer",
    "russia_cities",
    "here_now_us",
    "electronic_banking",
    "here_now_world",
    "junior",
    "yokai",
    "masha",
    "junior_fair",
    "deluxe",
    "road",
    "fc_barcelona",
    "anti_monopoly",
)


def files() -> list[Path]:
    """The edition files of the folder: those above in their order, then any other."""
    there = [path for path in sorted(FOLDER.glob(f"*{FILE}")) if "id" in tomllib.loads(path.read_text("utf-8"))]
    return sorted(there, key=lambda path: FIRST.index(path.stem) if path.stem in FIRST else len(FIRST))


def text() -> str:
    """The content of every edition file as JSON, one edition a line; raises EditionError."""
    lines = []
    for path in files():
        content = read(path.read_text(encoding="utf-8"), path.name, (path,))
        if not content.get("special"):
            raise EditionError([(path.name, "special", say("edition.missing_key", value="special"))])
        lines.append(f"{json.dumps(path.stem)}: {json.dumps(content, ensure_ascii=False)}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def incomes() -> str:
    """Return the expected incomes of the shipped editions as JSON, by the digest of their tables."""
    lines = []
    for name in editions():
        edition = load_edition(name)
        lines.append(f"{json.dumps(digest(edition.tables()))}: {json.dumps(deed_incomes(edition, {}))}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def write(content: str, path: Path) -> None:
    """Replace a file as a whole."""
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=path.name)
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write(content)
    os.chmod(temporary, 0o644)
    os.replace(temporary, path)


def main() -> int:
    """Write the file; 1 where an edition is refused, with all its problems."""
    try:
        write(text(), SHIPPED)
    except EditionError as refused:
        print(refused, file=sys.stderr)
        return 1
    write(incomes(), INCOMES)
    return 0


if __name__ == "__main__":
    sys.exit(main())
