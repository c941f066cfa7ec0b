"""The stored notebooks can be compared at all, carry nothing of the machine they ran on, and are compared."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook

from monopoly_lab.editions import editions, load_edition
from monopoly_lab.export import notebook_runner as notebooks

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "notebooks"
STORED = sorted(FOLDER.glob("*.ipynb"))

# Cells whose output need not agree, each with its reason: (notebook, cell number) -> tag.
ALLOWED: dict[tuple[str, int], str] = {}
LOOSENED = re.compile(r"nbval[-_]|raises[-_]exception", re.IGNORECASE)

HOME = re.compile(r"(?<![\w./])/(?:home|Users|root|tmp|work|private|mnt|opt)/\w|\b[A-Z]:\\\\\w")
PICTURE = re.compile(r"base64,[A-Za-z0-9+/=]+")

# They hang or cannot be compared when a notebook is run without a person.
UNSAFE = re.compile(r"\binteract(?:ive\w*|_manual)?\(|\bclear_output\b|\binput\(")

# A formula of Markdown: it neither begins nor ends with a space, and no digit follows it ("$2,000, $1,000" is none).
FORMULA = re.compile(r"\$\$.+?\$\$|(?<![\\$])\$(?!\s)[^$]*?(?<=[^\s\\$])\$(?![\d$])", re.DOTALL)
CODE = re.compile(r"(`+)(?!`).+?(?<!`)\1(?!`)", re.DOTALL)

EACH = pytest.mark.parametrize("path", STORED, ids=lambda path: path.stem)


PLAYED = re.compile(r"\b(?:Game|Chain|Exposure|simulate|compare|load_edition|play)\(\s*\"(\w+)\"")


@EACH
def test_stored__a_lesson_says_where_its_edition_is_a_reconstruction(path: Path) -> None:
    """Of the board, its numbers, its cards: in the text, not only in what a cell prints."""
    cells = nbformat.read(path, as_version=4).cells
    code = "\n".join(cell.source for cell in cells if cell.cell_type == "code")
    text = "\n".join(cell.source for cell in cells if cell.cell_type == "markdown")
    doubtful = {name for name in PLAYED.findall(code) if name in editions() and load_edition(name).reconstructed}
    assert not doubtful or "reconstruct" in text, doubtful


def code_cells(path: Path) -> list[Any]:
    return [cell for cell in nbformat.read(path, as_version=4).cells if cell.cell_type == "code"]


def test_stored__there_are_notebooks() -> None:
    assert (FOLDER / "01_play_a_scenario.ipynb") in STORED


@EACH
def test_stored__every_cell_was_run_once_and_in_order(path: Path) -> None:
    cells = code_cells(path)
    assert [cell.execution_count for cell in cells] == list(range(1, len(cells) + 1))


@EACH
def test_stored__no_widget_state_and_no_failed_cell(path: Path) -> None:
    assert "widgets" not in nbformat.read(path, as_version=4).metadata
    outputs = [output for cell in code_cells(path) for output in cell.outputs]
    assert not [output.ename for output in outputs if output.output_type == "error"]
    assert not [output for output in outputs if notebooks.WIDGET in output.get("data", {})]


@EACH
def test_stored__no_path_of_the_machine_it_ran_on(path: Path) -> None:
    assert not HOME.findall(PICTURE.sub("", path.read_text(encoding="utf-8")))


@EACH
def test_stored__only_allowed_cells_are_left_uncompared(path: Path) -> None:
    for number, cell in enumerate(code_cells(path)):
        words = [*cell.metadata.get("tags", []), *re.findall(r"^\s*#+\s*([A-Z_]{6,})\s*$", cell.source, re.MULTILINE)]
        loosened = [word for word in words if LOOSENED.match(word)]
        assert loosened == [ALLOWED[path.name, number]] if (path.name, number) in ALLOWED else not loosened


@EACH
def test_stored__no_cell_that_waits_for_a_person(path: Path) -> None:
    assert not [cell.source for cell in code_cells(path) if UNSAFE.search(cell.source)]


def loose_dollars(text: str) -> list[str]:
    """Dollar signs outside code and formulas, each with what follows it.

    Two of them in one cell are shown as a formula. A backslash does not help: JupyterLab takes it away before it looks
    for formulas, so sums are written "200 dollars".
    """
    return re.findall(r"\$(?=(.{0,12}))", FORMULA.sub("", CODE.sub("", text)))


@EACH
def test_stored__no_sum_of_money_that_is_shown_as_a_formula(path: Path) -> None:
    cells = [cell for cell in nbformat.read(path, as_version=4).cells if cell.cell_type == "markdown"]
    assert {cell.id: loose_dollars(cell.source) for cell in cells if loose_dollars(cell.source)} == {}


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("starts of $2,000, $1,000 and $500", 3),
        ("$2 to $50 and a hotel $250 to $2,000:", 4),
        ("it earns $600.", 1),
        ("from \\$2 to \\$5", 2),
        ("200 dollars and `cash=$5, $6`", 0),
        ("a play costs $1 - 121/216 = 95/216$ of a stake", 0),
        ("so $$\\frac{1}{2} = c_1$$ and $E_7$ of 9", 0),
        ("$P = 3$ for $200", 1),
    ],
)
def test_guard__money_is_told_from_formulas(text: str, number: int) -> None:
    assert len(loose_dollars(text)) == number


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("/home/ann/x", True),
        ("C:\\\\Users", True),
        ("in /tmp/abc", True),
        ("a/home/x", False),
        ("https://a.b/opt/x", False),
    ],
)
def test_guard__a_path_is_recognised(text: str, found: bool) -> None:
    assert bool(HOME.search(text)) is found


FIGURE = "import plotly.graph_objects as go, numpy as np\ngo.Figure(go.Scatter(y=np.array([1.0, 2.0 {change}])))"


@pytest.fixture(scope="module")
def canary(tmp_path_factory: pytest.TempPathFactory) -> str:
    """What the test command says of a notebook whose stored outputs were altered in some cells."""
    folder = tmp_path_factory.mktemp("canary") / "notebooks"
    folder.mkdir()
    (folder / "conftest.py").write_bytes((FOLDER / "conftest.py").read_bytes())
    notebook = new_notebook(cells=[new_code_cell(source) for source in ("1 + 1", "print('two')", *[FIGURE] * 3)])
    for cell in notebook.cells[2:]:
        cell.source = FIGURE.format(change="")
    notebooks.run(notebook, folder)
    notebook.cells[0].outputs[0].data["text/plain"] = "3"
    notebook.cells[3].source = FIGURE.format(change="+ 1e-12")
    notebook.cells[4].source = FIGURE.format(change="+ 1e-6")
    nbformat.write(notebook, folder / "canary.ipynb")
    options = ["--nbval", "--nbval-current-env", f"--nbval-sanitize-with={ROOT / 'tests' / 'nbval.cfg'}"]
    command = [sys.executable, "-m", "pytest", "-rA", "-p", "no:cacheprovider", f"--rootdir={folder}", *options]
    return subprocess.run([*command, str(folder)], cwd=folder, capture_output=True, text=True, check=False).stdout


@pytest.mark.full
@pytest.mark.parametrize(
    ("cell", "verdict"),
    [(0, "FAILED"), (1, "PASSED"), (2, "PASSED"), (3, "PASSED"), (4, "FAILED")],
    ids=["wrong_number", "right_text", "right_figure", "last_digits", "other_figure"],
)
def test_nbval__a_wrong_stored_output_fails_and_a_right_one_passes(canary: str, cell: int, verdict: str) -> None:
    assert re.search(rf"^{verdict} \S*canary\.ipynb::Cell {cell}\b", canary, re.MULTILINE), canary


@pytest.mark.full
def test_regenerate__stores_the_same_bytes_twice_and_leaves_widgets_out(tmp_path: Path) -> None:
    path = tmp_path / "lesson.ipynb"
    cells = [new_code_cell("import ipywidgets\nipywidgets.IntSlider()"), new_code_cell("6 * 7")]
    nbformat.write(new_notebook(cells=cells, metadata={"monopoly_lab": {"title": "T"}, "widgets": {}}), path)
    notebooks.regenerate(path)
    first = path.read_bytes()
    notebooks.regenerate(path)
    assert path.read_bytes() == first
    stored = json.loads(first)
    assert "widgets" not in stored["metadata"] and stored["metadata"]["monopoly_lab"] == {"title": "T"}
    assert stored["cells"][0]["outputs"][0]["data"].keys() == {"text/plain"}
    assert stored["cells"][1]["outputs"][0]["data"]["text/plain"] == ["42"]


def test_regenerate__a_failing_cell_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "lesson.ipynb"
    nbformat.write(new_notebook(cells=[new_code_cell("1 / 0")]), path)
    before = path.read_bytes()
    with pytest.raises(Exception, match="ZeroDivisionError"):
        notebooks.regenerate(path)
    assert path.read_bytes() == before
