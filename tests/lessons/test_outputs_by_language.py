"""Lessons in another language are run once, and shown as they came out until something has changed."""

import json
from pathlib import Path

import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from monopoly_lab.export import notebook_runner
from monopoly_lab.lessons import outputs_by_language
from monopoly_lab.lessons.lesson_metadata import about_in
from monopoly_lab.lessons.lesson_notebooks import Source, read_lesson
from monopoly_lab.lessons.outputs_by_language import with_outputs
from monopoly_lab.lessons.translation import translated

PNG = "image/png"


def lesson(code: str = "print(1)", lang: str = "uk") -> Source:
    old = new_output("display_data", {PNG: "old"})
    cells = [new_markdown_cell("# A"), new_code_cell(code, outputs=[old]), new_code_cell("2")]
    notebook = new_notebook(cells=cells, metadata={"monopoly_lab": {"title": "A", **({"lang": lang} if lang else {})}})
    return Source(Path("99_a.ipynb"), notebook, about_in(notebook.metadata, "99_a"))


@pytest.fixture
def runs(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The first lines of code of all lessons that were run; each cell shows how many those are."""
    found = list[str]()

    def run(notebook: object, folder: Path, begun: object = None) -> None:
        cells = [cell for cell in notebook.cells if cell.cell_type == "code"]  # type: ignore[attr-defined]
        found.append(cells[0].source)
        for cell in cells:
            cell.outputs = [new_output("display_data", {"text/plain": f"run {len(found)}"})]

    monkeypatch.setattr(notebook_runner, "run", run)
    monkeypatch.setattr(notebook_runner, "draw", lambda notebook, known: True)
    return found


def shown(source: Source) -> list[str]:
    cells = [cell for cell in source.notebook.cells if cell.cell_type == "code"]
    return [cell.outputs[0].data.get("text/plain", "") for cell in cells]


def test_outputs__come_from_one_run_until_code_language_or_package_change(
    runs: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert shown(with_outputs(lesson(), tmp_path)) == shown(with_outputs(lesson(), tmp_path)) == ["run 1"] * 2
    assert shown(with_outputs(lesson("print(2)"), tmp_path)) == ["run 2"] * 2
    assert shown(with_outputs(lesson("print(2)", "ru"), tmp_path)) == ["run 3"] * 2
    monkeypatch.setattr(outputs_by_language, "_package", lambda: "another version")
    assert shown(with_outputs(lesson("print(2)"), tmp_path)) == ["run 4"] * 2
    assert runs == ["print(1)", "print(2)", "print(2)", "print(2)"]


@pytest.mark.parametrize("damaged", ["", "[1]", '{"key": 1}', '{"outputs": []}', "{"])
def test_outputs__of_a_damaged_file_are_made_again(runs: list[str], tmp_path: Path, damaged: str) -> None:
    with_outputs(lesson(), tmp_path)
    (kept,) = tmp_path.iterdir()
    kept.write_text(damaged)
    assert shown(with_outputs(lesson(), tmp_path)) == ["run 2"] * 2 and json.loads(kept.read_text())["outputs"]


def test_outputs__leave_the_lesson_as_it_was_and_an_english_one_is_not_run(runs: list[str], tmp_path: Path) -> None:
    source, english = lesson(), lesson(lang="")
    before = repr(source.notebook)
    with_outputs(source, tmp_path)
    assert repr(source.notebook) == before and with_outputs(english, tmp_path) is english and len(runs) == 1


@pytest.mark.usefixtures("runs")
def test_outputs__keep_the_stored_picture_where_nothing_can_draw(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notebook_runner, "draw", lambda notebook, known: False)
    first = with_outputs(lesson(), tmp_path).notebook.cells[1].outputs[0].data
    assert first == {"text/plain": "run 1", PNG: "old"}


@pytest.mark.full
def test_outputs__have_units_numbers_roles_and_sentences_as_the_language_has_them(tmp_path: Path) -> None:
    """As a kernel of its own shows them, in the first half of a lesson."""
    whole = translated(read_lesson("20_born_ahead"), "uk")
    half = new_notebook(cells=whole.notebook.cells[:19], metadata=whole.notebook.metadata)
    made = with_outputs(Source(whole.path, half, whole.about), tmp_path)
    said = json.dumps(made.notebook, ensure_ascii=False).replace("\u00a0", " ")
    assert "Прогнозу не було; результат — 83,7 %." in said and "Правильно." in said
    assert "Вищий клас" in said and ">Upper<" not in said and "83.7 %" not in said
