"""A class with hostile students: `python tests/attack/class_of.py --honest 30 --hostile 200`.

Marks of the honest are taken without the hostile files and with them, and compared; nothing of any file is run.
"""

import argparse
import io
import json
import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import nbformat
import pandas as pd
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from monopoly_lab import cli
from monopoly_lab.lessons.grading.class_folder import hand_out

CELLS = [
    'import monopoly_lab as ml\nlesson = ml.Lesson("dice", keys={"q1": lambda lesson: lesson.seed % 100})',
    'u = ml.predict("sevens", 20, ask="Share of sevens", unit="%", low=0, high=100)',
    "### BEGIN SOLUTION\nrest = lesson.seed % 100\n### END SOLUTION",
    'ml.self_check("q1", rest, lesson)\nu.against(100 / 6)',
]
QUESTION = "Why is that so?\n\n<details><summary>Answer</summary>Equal sums.</details>"


def make_class(folder: Path, names: list[str]) -> Path:
    """The folder of a class that has been given its notebooks."""
    folder.mkdir(exist_ok=True)
    cells = [*map(new_code_cell, CELLS), new_markdown_cell(QUESTION, metadata={"tags": ["answer"]})]
    for number, cell in enumerate(cells):
        cell.id = f"c{number}"
    nbformat.write(new_notebook(cells=cells, metadata={"monopoly_lab": {"title": "Dice"}}), folder / "dice.ipynb")
    setup = 'lesson = "dice.ipynb"\ncourse = "7b"\n[marks]\npredicted = 1\n'
    (folder / "lesson.toml").write_text(setup, encoding="utf-8")
    (folder / "students.csv").write_text("name\n" + "\n".join(names) + "\n", encoding="utf-8")
    return hand_out(folder / "lesson.toml", folder / "students.csv", folder / "room")[0]


def answered(room: Path, name: str, rest: str | None = None) -> Any:
    """The notebook of a student as it comes back, answered rightly if nothing else is said."""
    made = nbformat.read(room / "handed_out" / f"{name}.ipynb", as_version=4)
    seed = made.metadata["monopoly_lab"]["seed"]
    made.cells[1].source = made.cells[1].source.replace("None", "16")
    made.cells[2].source = f"rest = {seed % 100 if rest is None else rest}"
    return made


def hand_in(room: Path, name: str, rest: str | None = None) -> None:
    nbformat.write(answered(room, name, rest), room / "submitted" / f"{name}.ipynb")


def raw(notebook: Any) -> str:
    return json.dumps(notebook)


def collected(room: Path) -> pd.DataFrame:
    """The marks of a class; the command has to end well."""
    assert cli.main(["class", "collect", str(room)]) == 0
    text = (room / "marks.csv").read_text("utf-8-sig")
    return pd.read_csv(io.StringIO(text), index_col="student")


Attack = Callable[[Path, Path, str, str], None]


def _bent(change: Callable[[Any], None]) -> Attack:
    """A victim's name on a notebook that was changed in memory."""

    def attack(room: Path, folder: Path, victim: str, own: str) -> None:
        made = answered(room, own)
        change(made)
        (folder / f"{victim}.ipynb").write_text(raw(made), encoding="utf-8", errors="surrogatepass")

    return attack


def _text(text: str | bytes) -> Attack:
    def attack(room: Path, folder: Path, victim: str, own: str) -> None:
        (folder / f"{victim}.ipynb").write_bytes(text if isinstance(text, bytes) else text.encode())

    return attack


def _source(cell: int, text: str) -> Attack:
    return _bent(lambda made: made.cells[cell].update(source=text))


def _copy(room: Path, folder: Path, victim: str, own: str) -> None:
    nbformat.write(answered(room, victim, rest="-1"), folder / f"{victim}.ipynb")


def _unsigned(room: Path, folder: Path, victim: str, own: str) -> None:
    made = answered(room, victim, rest="-1")
    del made.metadata["monopoly_lab"]
    nbformat.write(made, folder / f"{victim}.ipynb")


def _pipe(room: Path, folder: Path, victim: str, own: str) -> None:
    os.mkfifo(folder / f"{victim}.ipynb")


def _link(room: Path, folder: Path, victim: str, own: str) -> None:
    (folder / f"{victim}.ipynb").symlink_to(room / "submitted" / f"{victim}.ipynb")


def _circle(room: Path, folder: Path, victim: str, own: str) -> None:
    (folder / victim).symlink_to(folder)


def _huge(room: Path, folder: Path, victim: str, own: str) -> None:
    with (folder / f"{victim}.ipynb").open("wb") as file:
        file.truncate(10**9)


def _many(room: Path, folder: Path, victim: str, own: str) -> None:
    for number in range(600):
        (folder / f"{number}.ipynb").touch()


def _names(room: Path, folder: Path, victim: str, own: str) -> None:
    (folder / "a;=cmd|' C calc'!A0;b.ipynb").write_text("{}")
    (folder / "\x1b[2Jx\ny.ipynb").write_text("{}")
    with open(os.fsencode(folder) + b"/\xff\xfe.ipynb", "wb") as file:
        file.write(b"{}")


HOSTILE: list[Attack] = [
    _text(""),
    _text("null"),
    _text("[" * 200_000),
    _text(b"\xff\xfe\x00"),
    _text('{"cells": [' + "{}," * 5000 + "{}]}"),
    _text('{"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": "x"}'),
    _text('{"nbformat": 99999, "nbformat_minor": 5, "metadata": {}, "cells": []}'),
    _text('{"nbformat": 2, "worksheets": [{"cells": [{"cell_type": 7}]}]}'),
    _text('{"nbformat": ' + "9" * 5000 + "}"),
    _source(2, "rest = '\ud800'"),
    _source(0, 'lesson = ml.Lesson("dice", student="\ud800", course="7b")'),
    _source(2, "rest = " + "(" * 5000),
    _source(2, "rest = " + "-" * 90_000 + "1"),
    _source(2, "rest = " + "9" * 50_000),
    _source(2, "rest = 10 ** 10 ** 10"),
    _source(2, "rest = 1e308 * 1e308"),
    _source(2, "rest = 'a;=cmd|calc'"),
    _source(2, "import os; os.abort()\nrest = 4"),
    _source(3, "'\\d'\n" * 5000),
    _source(3, 'ml.self_check("q1", ' * 200 + ")" * 200),
    _source(3, 'predict("a", 1);' * 6000),
    _bent(lambda made: made.metadata.update(monopoly_lab=[1])),
    _bent(lambda made: made.metadata["monopoly_lab"].update(signature="0" * 64)),
    _bent(lambda made: made.metadata["monopoly_lab"].update(signature={"a": 1}, seed=[])),
    _bent(lambda made: made.cells.extend(new_code_cell("x") for _ in range(1900))),
    _bent(lambda made: made.cells.append(new_markdown_cell("<script>" * 50_000))),
    _bent(lambda made: made.cells.append(made.cells[0])),
    _bent(lambda made: made.cells.clear()),
    _copy,
    _unsigned,
    _pipe,
    _link,
    _circle,
    _huge,
    _many,
    _names,
]


def hostile(room: Path, number: int, victims: list[str]) -> None:
    """Put so many hostile submissions beside what is there, each in a folder of its own that comes first by name."""
    for n in range(number):
        folder = room / "submitted" / f"AAA_{n:04}"
        folder.mkdir()
        HOSTILE[n % len(HOSTILE)](room, folder, victims[n % len(victims)], victims[(n + 1) % len(victims)])


def main() -> int:
    """Compare the honest marks without and with hostile files; 1 if any differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--honest", type=int, default=30)
    parser.add_argument("--hostile", type=int, default=200)
    given = parser.parse_args()
    names = [f"Student{n}" for n in range(given.honest)]
    with tempfile.TemporaryDirectory() as folder:
        room = make_class(Path(folder) / "class", names)
        for name in names:
            hand_in(room, name)
        columns = ["sevens said", "q1 said", "sevens points", "q1 points", "points", "of", "open"]
        before = collected(room).loc[names, columns]
        hostile(room, given.hostile, names)
        begun = time.perf_counter()
        table = collected(room)
        taken = time.perf_counter() - begun
    after = table.iloc[: len(names)].loc[names, columns]
    before, after = before.astype(float), after.astype(float)
    differing = [name for name in names if not after.loc[name].equals(before.loc[name])]
    print(f"{given.honest} honest, {given.hostile} hostile: {len(differing)} marks differ; {taken:.0f} s", *differing)
    return bool(differing)


if __name__ == "__main__":
    sys.exit(main())
