"""Checks the edition files of this folder and writes them as one file: `python -m monopoly_lab.editions.build`.

The written file needs no checking and no third-party package to be read again.
"""

import json
import os
import tempfile
from pathlib import Path

from monopoly_lab.editions.load import FILE, FOLDER, SHIPPED, read

EDITIONS = (
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
)


def text() -> str:
    """The content of every edition file as JSON, one edition a line; raises EditionError."""
    lines = []
    for path in [FOLDER / (name + FILE) for name in EDITIONS]:
        content = read(path.read_text(encoding="utf-8"), path.name, (path,))
        lines.append(f"{json.dumps(path.stem)}: {json.dumps(content, ensure_ascii=False)}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def write(path: Path = SHIPPED) -> None:
    """Replaces the file by the present content, or leaves it alone when an edition is refused."""
    content = text()
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=path.name)
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write(content)
    os.chmod(temporary, 0o644)
    os.replace(temporary, path)


if __name__ == "__main__":
    write()
