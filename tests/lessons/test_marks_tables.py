"""Tables of a class that a teacher opens with a double click: headings and separators as Excel of a country reads them.

Excel splits lines of a CSV file at the list separator of the country and reads its decimal sign: a comma and a point
in the United States, a semicolon and a comma in Ukraine and Russia (CLDR: decimal; Windows: LOCALE_SLIST). It takes a
file for UTF-8 if it begins with the byte order mark.
"""

import csv
import io
from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from monopoly_lab import cli
from monopoly_lab.lessons.question_calls import with_value
from tests.sampled import sampled

pytestmark = pytest.mark.usefixtures("unrun_reports", "keys_in_this_process")  # of the tables alone

CELLS = [
    'import monopoly_lab as ml\nlesson = ml.Lesson("dice", keys={"q1": lambda lesson: 2.5})',
    'u = ml.predict("sevens", 20, ask="Share of sevens", unit="%", low=0, high=100)',
    "### BEGIN SOLUTION\nrest = 2.5\n### END SOLUTION",
    'ml.self_check("q1", rest, lesson)',
]
SEPARATORS = {"en": (",", "."), "uk": (";", ","), "ru": (";", ",")}
HEADS = {
    "en": ["student", "file", "status", "sevens said", "sevens points", "q1 said", "q1 points", "points", "of"],
    "uk": ["учень", "файл", "стан", "sevens: відповідь", "sevens: бали", "q1: відповідь", "q1: бали"],
    "ru": ["ученик", "файл", "состояние", "sevens: ответ", "sevens: баллы", "q1: ответ", "q1: баллы"],
}
NAMES = ["Ann; B.", "Оля", "=Jo"]


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a class of three, of whom two have handed in: 1.5 points for the prediction, 0.5 for the answer."""
    folder = tmp_path_factory.mktemp("marks")
    cells = [*map(new_code_cell, CELLS), new_markdown_cell("Why?", metadata={"tags": ["explain"]})]
    for number, cell in enumerate(cells):
        cell.id = f"c{number}"
    nbformat.write(new_notebook(cells=cells, metadata={"monopoly_lab": {"title": "Dice"}}), folder / "dice.ipynb")
    marks = 'lesson = "dice.ipynb"\ncourse = "7b"\n[marks]\nsevens = 1.5\nq1 = 0.5\n'
    (folder / "lesson.toml").write_text(marks, encoding="utf-8")
    (folder / "students.csv").write_text("name\n" + "".join(f"{n}\n" for n in NAMES), encoding="utf-8")
    files = [str(folder / name) for name in ("lesson.toml", "students.csv", "room")]
    assert cli.main(["class", "new", files[0], "--students", files[1], "--out", files[2]]) == 0
    room = folder / "room"
    for path in (room / "handed_out").iterdir():
        if path.name == "Jo.ipynb":
            continue
        made = nbformat.read(path, as_version=4)
        made.cells[1].source = with_value(made.cells[1].source, "sevens", "12.5" if path.stem == "Оля" else "16")
        made.cells[2].source = "rest = 2.5"
        nbformat.write(made, room / "submitted" / path.name)
    return room


def opened(path: Path, lang: str) -> list[list[str]]:
    """The cells that Excel of a country shows after a double click."""
    data = path.read_bytes()
    assert data.startswith(b"\xef\xbb\xbf"), "without the mark Excel reads the letters as of another code page"
    return list(csv.reader(io.StringIO(data[3:].decode("utf-8"), newline=""), delimiter=SEPARATORS[lang][0]))


@pytest.mark.parametrize("lang", sampled(SEPARATORS, ["uk"]))
def test_marks__open_in_columns_with_headings_and_numbers_of_the_language(room: Path, lang: str) -> None:
    assert cli.main(["--lang", lang, "class", "collect", str(room)]) == 0
    head, *rows = opened(room / "marks.csv", lang)
    assert head[: len(HEADS[lang])] == HEADS[lang] and len(set(head)) == len(head)
    assert lang == "en" or not any(word in " ".join(head) for word in ("said", "points", "sentence", "open"))
    assert all(len(row) == len(head) for row in rows)
    found = {row[0]: row for row in rows}
    assert set(found) == {"Ann; B.", "Оля", "'=Jo"}
    point = SEPARATORS[lang][1]
    numbers = {name: [each.replace(point, ".") for each in row[3:9]] for name, row in found.items()}
    assert all("." not in each for row in rows for each in row[3:9]) or point == "."
    assert numbers["Ann; B."] == ["16", "1.5", "2.5", "0.5", "2", "2"], "a whole number has no point"
    assert numbers["'=Jo"][0] == "" and list(map(float, numbers["'=Jo"][4:])) == [0, 2]


@pytest.mark.parametrize("lang", sampled(SEPARATORS, ["uk"]))
def test_key__opens_in_columns_as_marks_do(room: Path, lang: str) -> None:
    assert cli.main(["--lang", lang, "class", "key", str(room)]) == 0
    head, *rows = opened(room / "key.csv", lang)
    assert head[:2] == {"en": ["student", "seed"], "uk": ["учень", "зерно"], "ru": ["ученик", "зерно"]}[lang]
    assert [row[0] for row in rows] == ["Ann; B.", "Оля", "'=Jo"]
    assert {row[head.index("q1")] for row in rows} == {f"2{SEPARATORS[lang][1]}5"}


def test_canvas__keeps_its_columns_and_its_point_in_another_language(room: Path) -> None:
    """They are documented in English, with commas and a decimal point."""
    made = []
    for lang in ("en", "uk"):
        assert cli.main(["--lang", lang, "class", "collect", str(room)]) == 0
        made.append((room / "canvas.csv").read_bytes())
    assert len(set(made)) == 1 and made[0].startswith(b"Student,ID,SIS User ID,SIS Login ID,Section,Dice\n")
