"""What is exported runs again from itself alone; tables carry out nothing; nothing is ever written over."""

import html
import io
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import nbformat
import openpyxl
import pandas as pd
import pytest
from nbformat.v4 import new_code_cell, new_notebook, new_output

import monopoly_lab as ml
from monopoly_lab import cli
from monopoly_lab.common import PLOTLY
from monopoly_lab.common.errors import ExportError
from monopoly_lab.common.messages import Session
from monopoly_lab.export import FORMATS, export, notebook_runner, writer
from monopoly_lab.export.notebook_cells import Cell, Subject, branch_cells, subject_of
from monopoly_lab.export.page import page_of
from monopoly_lab.export.workbook import paragraphs
from monopoly_lab.export.writer import run_subject
from monopoly_lab.simulation.progress import Bar


@pytest.fixture(autouse=True)
def as_spoken() -> Iterator[None]:
    """What is carried out here speaks; nobody else is to hear it."""
    before = Session.lang
    yield
    Session.lang = before


@pytest.fixture(scope="module")
def own_edition(tmp_path_factory: pytest.TempPathFactory) -> ml.Edition:
    """Of a file that inherits from another one of the user's, both gone since."""
    folder = tmp_path_factory.mktemp("own")
    head = 'id = "{0}"\ntitle.en = "{0} <b>"\nlanguage = "en"\nrulebook = "moscow"\ninherits = "{1}"\n'
    (folder / "base.toml").write_text(head.format("base", "classic_us"))
    text = head.format("mine", "base.toml") + "[rules]\nstart_cash = 1234\n"
    (folder / "mine.toml").write_text(text)
    edition = ml.load_edition(folder / "mine.toml")
    for name in ("base.toml", "mine.toml"):
        (folder / name).unlink()
    return edition


@pytest.fixture(scope="module")
def game(own_edition: ml.Edition) -> ml.Game:
    """Of an edition of one's own, and of players with names that a spreadsheet or a page might carry out."""
    game = ml.Game(own_edition, players={'=SUM("""\\': "balanced", "<b>Bo</b>": "cautious"}, seed=4)
    game.run(rounds=6)
    return game


@pytest.fixture(scope="module")
def notebook(game: ml.Game, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Its pictures are not drawn, which takes a browser (tests/test_pictures.py)."""
    path = tmp_path_factory.mktemp("elsewhere") / "mine.ipynb"
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(notebook_runner, "_render_images", lambda figures: ["cG5n"] * len(figures))
        game.export(path, notes="Look at <script>alert(1)</script>.")
    return path


@pytest.mark.full  # a kernel of its own, and nbval beside it
def test_notebook__holds_its_outputs_and_passes_nbval_where_nothing_else_is(notebook: Path) -> None:
    command = [sys.executable, "-m", "pytest", "-q", "--nbval", "--nbval-current-env", "-p", "no:cacheprovider"]
    done = subprocess.run([*command, notebook.name], cwd=notebook.parent, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_notebook__shows_boards_history_worth_chain_and_games_played_on(notebook: Path, game: ml.Game) -> None:
    cells = nbformat.read(notebook, as_version=4).cells
    codes = [cell for cell in cells if cell.cell_type == "code"]
    shown = "\n".join(str(output.get("data", output.get("text"))) for cell in codes for output in cell.outputs)
    assert shown.count("<img ") == 3 and shown.count(PLOTLY) == shown.count(f"'{notebook_runner.PNG}': 'cG5n") == 2
    told = next(cell for cell in codes if cell.source == "game.log()")
    assert told.outputs[0].data["text/plain"] == repr(game.log())
    assert "seed 4" in cells[-1].source and not [cell for cell in cells if "<script>" in cell.get("source", "")]
    assert [cell.metadata.get("jupyter") for cell in codes if "from_toml" in cell.source] == [{"source_hidden": True}]


def test_notebook__begins_with_title_what_happened_picture_and_notes(notebook: Path, game: ml.Game) -> None:
    title, shown, notes, *_ = nbformat.read(notebook, as_version=4).cells
    assert title.source.startswith("# mine &lt;b>: ") and game.waiting().replace("<", "&lt;") in title.source
    assert "Worth, as the short game counts it" in title.source and notes.source.startswith("Look at")
    assert "<img " in shown.outputs[0].data["text/html"]


@pytest.fixture(scope="module")
def page(notebook: Path) -> str:
    return page_of(nbformat.read(notebook, as_version=4), "A & B <i>", "The lines <that made it>")


def test_page__is_one_file_that_asks_for_nothing(page: str) -> None:
    assert page.count('id="plotly"') == 1 and page.count('class="figure"') == 2
    assert "https://" not in page.partition('id="plotly"')[0].replace("https://www.w3.org", "")
    assert "<script>alert" not in page and "<b>Bo</b>" not in page and "A &amp; B &lt;i&gt;" in page
    assert len(page) < 4_000_000


def test_page__has_marks_between_thousands_in_tables_of_pandas() -> None:
    table = pd.DataFrame({"seed": [20261], "total": [11600]})
    output = new_output("display_data", data={"text/html": table._repr_html_()})
    page = page_of(new_notebook(cells=[new_code_cell("table", outputs=[output])]), "sums", "code")
    assert "<td>11,600</td>" in page and "<td>20261</td>" in page


def test_page__ends_with_the_lines_that_made_it_folded(page: str, game: ml.Game) -> None:
    body, folded = page.split("<details", 1)
    assert "from_toml" not in body and body.index("<h1") < body.index("<img ") < body.index("Look at")
    assert "<summary>The lines &lt;that made it&gt;</summary>" in folded and "game.log()" in folded
    lines = html.unescape(folded.partition("<pre>")[2].partition("</pre>")[0])
    names: dict[str, object] = {}
    exec(lines.partition("\n\nimport pandas")[0], names)
    assert names["game"].answers == game.answers  # type: ignore[attr-defined]


def test_own_edition__travels_in_games_branches_chains_and_experiments(own_edition: ml.Edition) -> None:
    game = ml.Game(own_edition, players={"Ann": "balanced", "Bo": "cautious"}, seed=3, options={"auction": False})
    game.run(rounds=2)
    chain = ml.Chain(own_edition)
    simulation = ml.simulate(game, games=4, seed=3, rounds=3, progress=False)
    comparison = ml.compare({"one": game, "two": ml.Game(players=game.seats)}, games=4, rounds=3, progress=False)
    for made, name in ((game, "game"), (chain, "chain"), (simulation, "simulation"), (comparison, "comparison")):
        names: dict[str, object] = {}
        exec(subject_of(made).cells[0].code, names)
        again = names[name]
        assert repr(again) == repr(made)
        if isinstance(again, ml.Game | ml.Chain):
            assert again.edition == made.edition and len(subject_of(again).cells) == len(subject_of(made).cells)
    branch = next(branch_cells("what if", game)).code
    exec("import monopoly_lab as ml\n" + branch, names)
    assert names["branch"].answers == game.answers  # type: ignore[attr-defined]


def test_notes__of_a_game_are_saved_forked_and_exported(tmp_path: Path) -> None:
    game = ml.Game("junior", players={"Ann": "balanced", "Bo": "random"}, seed=2)
    game.run(rounds=2)
    game.notes = 'Bo was *lucky*:\n"""quoted""" \\ and <b>bold</b>'
    game.save(tmp_path / "game.toml")
    again = ml.Game.load(tmp_path / "game.toml")
    assert again.notes == game.fork().notes == game.notes and again.answers == game.answers
    book = openpyxl.load_workbook(game.export(tmp_path / "game.xlsx"))
    about = [cell.value for cell in book["about"]["A"]]
    assert (
        any(text.startswith("Bo was *lucky*:") for text in about)
        and "seed 2" in about[-1]
        and game.waiting() in about[1]
    )
    names: dict[str, object] = {}
    exec(subject_of(game).cells[0].code, names)
    assert names["game"].notes == game.notes  # type: ignore[attr-defined]
    assert "Bo was" in next(branch_cells("other", game)).words


def test_embedded__the_game_is_the_same_to_the_last_answer(game: ml.Game) -> None:
    code = subject_of(game).cells[0].code
    names: dict[str, object] = {}
    exec(code, names)
    again = names["game"]
    assert isinstance(again, ml.Game) and again.state == game.state and again.answers == game.answers


def test_branches__stand_in_the_notebook_and_make_themselves_again(game: ml.Game) -> None:
    other = game.fork(seed=9)
    other.run(rounds=1)
    cells = list(branch_cells("<i>what if</i>", other))
    names: dict[str, object] = {}
    exec("import pandas as pd\nimport monopoly_lab as ml\n" + "\n".join(cell.code for cell in cells), names)
    again = names["branch"]
    assert isinstance(again, ml.Game) and again.answers == other.answers != game.answers
    assert "what if" in cells[0].words


def test_tables__no_text_is_a_formula(game: ml.Game, tmp_path: Path) -> None:
    book = openpyxl.load_workbook(game.export(tmp_path / "mine.xlsx", notes="=1+1"))
    values = ["about", "events", "payments", "worth", "measures", "journal"]
    statements = ["trial_balance", "income_statement", "balance_sheet", "cash_flow"]
    assert book.sheetnames == values + statements
    ours = re.compile(
        r"=(?=[-(CIMS]|trial)[-+,()A-Z0-9&<>=*?~:$!\"a-z_]*"
    )  # a formula of the books, without text of others
    for sheet in statements:
        cells = [cell.value for row in book[sheet].iter_rows() for cell in row if cell.data_type == "f"]
        assert cells and all(ours.fullmatch(cell) and game.players[0] not in cell for cell in cells)
    cells = [cell for sheet in values for row in book[sheet].iter_rows() for cell in row]
    assert not [cell.value for cell in cells if cell.data_type == "f"]
    rows = pd.read_csv(io.StringIO(game.export(tmp_path / "mine.csv").read_text("utf-8-sig")))
    assert len(rows) == len(game.events)
    assert not [text for text in rows["player"].dropna() if text.startswith("=")]


def test_subjects__chains_simulations_and_comparisons_make_themselves_again(game: ml.Game) -> None:
    chain = ml.Chain("classic_us", jail="stay", cards=False, options={"auction": False})
    simulation = ml.simulate(game, games=4, seed=3, rounds=5, progress=False)
    comparison = ml.compare({"one": game, "two": game.fork()}, games=4, rounds=5, progress=False)
    for made, name in ((chain, "chain"), (simulation, "simulation"), (comparison, "comparison")):
        names: dict[str, object] = {}
        exec(subject_of(made).cells[0].code, names)
        assert repr(names[name]) == repr(made)
        assert all(len(table) for table in subject_of(made).tables.values())


@pytest.mark.parametrize(
    ("edition", "asked"),
    [
        ("anti_monopoly", {"role": "competitor", "owner": "monopolist"}),
        ("classic_us", {"cards": False, "options": {"speed_die": "after_go"}, "bus": "lower", "triple": "boardwalk"}),
    ],
)
def test_subjects__a_chain_is_made_again_as_it_was_asked_for(edition: str, asked: dict[str, object]) -> None:
    names: dict[str, object] = {}
    code = subject_of(chain := ml.Chain(edition, **asked)).cells[0].code
    exec(code.replace("figures.heat_map(chain)", ""), names)
    assert (names["chain"].P == chain.P).all()
    assert names["chain"].bank_income().equals(chain.bank_income()) and names["chain"].owner == chain.owner


def test_subjects__say_what_is_reconstructed_wherever_an_edition_is_exported() -> None:
    played = ml.Game("class_board", ["Ann", "Bo"], seed=1)
    comparison = ml.compare({"one": played, "two": ml.Game("classic_us", ["Ann", "Bo"])}, games=2, rounds=2)
    simulation = ml.simulate(played, games=2, rounds=2, progress=False)
    for made in (played, played.ledger(), ml.Chain(played), simulation, comparison):
        lines = [line for line in subject_of(made).conditions if "reconstructed" in line]
        assert [line[:34] for line in lines] == ["Class board: reconstructed: spaces"], made
    assert not [line for line in subject_of(ml.Game("classic_us", ["Ann", "Bo"])).conditions if "reconstructed" in line]


def test_export__never_writes_over_a_file_and_says_what_cannot_be(game: ml.Game, tmp_path: Path) -> None:
    path = tmp_path / "mine.csv"
    path.write_text("edited")
    own = ml.Game("classic_us", players=[("Ann", lambda view: view.choices[0]), "Bo"])
    refused = [
        (game, path, "is there already"),
        (game, tmp_path / "mine.doc", "not a form of export; there are: ipynb, html, pdf, xlsx, csv$"),
        (game, tmp_path / "mine", "not a form of export"),
        (game, tmp_path / "none" / "mine.csv", "no folder"),
        (3, tmp_path / "3.csv", "int cannot be exported"),
        (own, tmp_path / "own.ipynb", "Ann is played by a function"),
        (ml.Chain(jail=lambda space, tries: "stay"), tmp_path / "chain.ipynb", "is a function"),
    ]
    for what, target, said in refused:
        with pytest.raises(ml.ExportError, match=said):
            export(what, target)
    with pytest.raises(ml.SavedGameError, match=r"ends in \.xlsx does not hold; .*born\.toml would"):
        game.save(tmp_path / "born.xlsx")
    for to in FORMATS:
        for other in {*FORMATS, "docx", ""} - {to}:
            with pytest.raises(ml.ExportError, match=rf"does not end in \.{to}.*born\.{to} would"):
                export(game, tmp_path / f"born.{other}".rstrip("."), to)
    assert [each.name for each in tmp_path.iterdir()] == ["mine.csv"] and path.read_text() == "edited"
    assert export(game, tmp_path / "BIG.CSV", "csv").is_file()


def test_paper__without_a_chromium_is_refused_with_the_way_out(game: ml.Game, monkeypatch: pytest.MonkeyPatch) -> None:
    from monopoly_lab.export import page

    monkeypatch.setattr(page.shutil, "which", lambda name: None)
    with pytest.raises(ml.ExportError, match="HTML needs none"):
        page.to_pdf(b"<p>")


def test_command__writes_into_the_current_folder_and_keeps_what_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert cli.main(["export", "casino", "--to", "csv"]) == 0
    assert cli.main(["export", "scenario:casino", "--to", "csv"]) == 1
    assert cli.main(["export", "junior", "--to", "csv", "--out", "mine.csv"]) == 0
    assert cli.main(["export", "casinno", "--to", "csv"]) == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == ["casino.csv", "mine.csv"]
    said = capsys.readouterr().err
    assert said.startswith("Writing casino.csv") and "is there already" in said and "did you mean" in said
    assert set(FORMATS) == {"ipynb", "html", "pdf", "xlsx", "csv"}


def test_command__says_how_a_lesson_is_built(capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("07_who_wins", "somewhere/mine.ipynb"):
        assert cli.main(["export", name, "--to", "html"]) == 1
        assert f"monopoly-lab lesson build {name} --for student" in capsys.readouterr().err


@pytest.fixture(scope="module")
def unwon() -> ml.Simulation:
    options = {"deed_cap": 1, "salary": 200}  # the salary is the edition's own
    return ml.simulate("classic_us", options=options, rounds=3, games=4, seed=5, progress=False)


def test_simulation__says_what_was_simulated(unwon: ml.Simulation, tmp_path: Path) -> None:
    book = openpyxl.load_workbook(unwon.export(tmp_path / "mine.xlsx"))
    about = [cell.value for cell in book["about"]["A"]]
    assert about[0] == "4 games: Classic, Atlantic City" and not any("answers" in line for line in about)
    rule = ml.options("classic_us", "deed_cap").meaning.iloc[0]
    assert f"Rules: Classic, Atlantic City; changed: {rule}: 1" in about and "4 games, seed 5" in about
    assert "Each game is left after 3 rounds" in about and about[-1].startswith("Made with monopoly_lab")
    assert "Strategies by seat: Ann: balanced, Bo: balanced, Cy: balanced, Dan: balanced" in about
    for line in subject_of(unwon).conditions:
        assert f"- {line}" in subject_of(unwon).text_paragraphs()[1]


def test_simulation__shows_no_shares_of_nothing_and_no_empty_board(unwon: ml.Simulation, game: ml.Game) -> None:
    codes = [cell.code for cell in subject_of(unwon).cells]
    assert "game" not in codes and not [code for code in codes if "simulation.wins" in code]
    assert "wins" not in subject_of(unwon).tables and "index" not in subject_of(unwon).tables["wealth"]
    onward = ml.simulate(game, games=4, rounds=5, progress=False)
    assert "game" in [cell.code for cell in subject_of(onward).cells]


def test_workbook__numbers_are_rounded_where_they_are_shown(unwon: ml.Simulation, tmp_path: Path) -> None:
    book = openpyxl.load_workbook(unwon.export(tmp_path / "mine.xlsx"))
    heads = {cell.value: cell.column for cell in book["wealth"][1]}
    assert book["wealth"].cell(2, heads["mean"]).number_format == "0"
    assert "Mediterranean Avenue" in [cell.value for cell in book["landings"]["B"]]
    assert book["landings"]["D2"].number_format.endswith("%")


def test_paragraphs__are_whole_however_they_were_broken() -> None:
    text = "One sentence over\ntwo lines.\n\nAnother:\n- a point\n  of two lines\n- one more"
    assert list(paragraphs(text)) == [
        "One sentence over two lines.",
        "Another:",
        "- a point of two lines",
        "- one more",
    ]


def test_long_tables__say_that_they_are_cut_and_where_the_whole_is(game: ml.Game) -> None:
    history = next(cell for cell in subject_of(game).cells if "events_frame" in cell.code)
    assert f"The last 40 of {len(game.events)} rows" in history.words and ".tail(40)" in history.code
    assert "xlsx" in history.words


@pytest.mark.full
def test_export__tells_which_cell_runs(unwon: ml.Simulation, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    teller = Bar()
    monkeypatch.setattr(teller, "show_text", said.append)
    run_subject(subject_of(unwon), "", teller)
    assert said == ["running the notebook: cell 1 of 2", "running the notebook: cell 2 of 2"]


def test_workbook__without_openpyxl_says_both_ways_to_it(
    unwon: ml.Simulation, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "openpyxl", None)
    with pytest.raises(ml.ExportError, match=r'pip install "monopoly-lab\[export\]".*pip install -e "\.\[export\]"'):
        unwon.export(tmp_path / "mine.xlsx")


def test_comparison__says_what_each_arm_has_of_its_own_and_the_rest_once(tmp_path: Path) -> None:
    plans = {
        name: ml.Game(players={"Ann": "balanced", "Bo": who}) for name, who in (("a", "balanced"), ("b", "greedy"))
    }
    found = ml.compare(plans, games=4, rounds=3, progress=False)
    rows = openpyxl.load_workbook(found.export(tmp_path / "mine.xlsx"))["differences"].iter_rows(min_row=2)
    formats = {row[1].value: row[3].number_format for row in rows}
    assert formats["share of games won"].endswith("%") and not formats["worth at the end"].endswith("%")
    assert subject_of(found).conditions == [
        '"a": Strategies by seat: Ann: balanced, Bo: balanced',
        '"b": Strategies by seat: Ann: balanced, Bo: greedy',
        "Rules: Classic, Atlantic City, nothing changed",
        "Each game is left after 3 rounds",
        "4 games, seed 1",
    ]


def test_failure__is_told_without_the_colors_of_a_terminal() -> None:
    """IPython colors what a cell says of an error; a message is plain text."""
    with pytest.raises(ExportError, match="ZeroDivisionError: division by zero") as failed:
        writer.run_subject(Subject("t", "", "", [Cell("", "1 / 0")]), "", Bar())
    assert "\x1b" not in str(failed.value)


def test_paper__has_the_history_once(game: ml.Game, monkeypatch: pytest.MonkeyPatch) -> None:
    codes: list[list[str]] = []

    def seen(subject: Subject, *given: object) -> object:
        codes.append([cell.code for cell in subject.cells])
        return new_notebook()

    monkeypatch.setattr(writer, "run_subject", seen)
    monkeypatch.setattr("monopoly_lab.export.page.to_pdf", lambda page: page)
    for made in (writer.as_paper, writer.as_page):
        made(subject_of(game), "", Bar())
    paper, page = codes
    assert "game.log()" in paper and not [code for code in paper if "events_frame" in code]
    assert "game.log()" in page and [code for code in page if "events_frame" in code]
