"""A lesson is built three times from one notebook: nothing of the answers reaches students or paper."""

import ast
import json
import re
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

import monopoly_lab as ml
from monopoly_lab import cli
from monopoly_lab.common.messages import catalogue
from monopoly_lab.lessons import lesson_commands, lesson_notebooks, outputs_by_language
from monopoly_lab.lessons.lesson_editions import SUMMARY, build, for_teacher, student_notebook
from monopoly_lab.lessons.lesson_minutes import in_class
from monopoly_lab.lessons.lesson_notebooks import lesson_names, read_lesson
from monopoly_lab.lessons.printed_text import formula
from monopoly_lab.lessons.question_calls import asked_in
from monopoly_lab.lessons.question_text import tags
from monopoly_lab.lessons.worksheet import worksheet
from monopoly_lab.notation.table_format import heading
from tests.lessons import shipped

ABOUT = {
    "title": "Dice <i>",
    "idea": "Seven is likeliest.",
    "courses": ["probability"],
    "minutes": 45,
    "needs": ["02"],
    "mistakes": ["All sums are taken for equal."],
}
LEFT_OUT = {  # of paper: what is predicted there and asked again below the curve; numbers of one's own, not printed
    **{"41_supply_and_taxes": 1, "13_leverage": 1, "49_more_equal": 1},
}
CELLS = [
    ("markdown", (), "# Dice\n\nLook."),
    ("code", (), 'import monopoly_lab as ml\nlesson = ml.Lesson("dice")'),
    ("markdown", ("teacher",), "Plan: 45 minutes of dice."),
    ("markdown", ("print",), "Which sum comes most often?"),
    ("code", (), "print('early')"),
    ("code", ("predict",), 'u = ml.predict("seven", 17, ask="Share of sevens", unit="%", low=0, high=100)'),
    ("code", (), "u.against(100 / 6)"),
    ("code", (), "def ways(n):\n    ### BEGIN SOLUTION\n    return 6 - abs(n - 7)\n    ### END SOLUTION"),
    ("code", (), 'ml.self_check("q1", 36, lesson)'),
    ("code", (), 'ml.self_check("q2", answer=ways(7), lesson=lesson)'),
    ("markdown", ("answer",), "1. How many?\n\n<details><summary>Answer</summary>\n\nthirty-six\n\n</details>"),
    ("markdown", ("answer",), "<details><summary>Answer</summary>gone</details>"),
    ("code", ("answer",), "print('the secret')"),
    ("code", ("print",), "print('a table on paper')"),
]


@pytest.fixture
def lesson(tmp_path: Path) -> Path:
    cells = []
    for kind, marks, text in CELLS:
        cell = new_markdown_cell(text) if kind == "markdown" else new_code_cell(text, execution_count=1)
        cell.metadata["tags"] = list(marks)
        if kind == "code":
            cell.outputs = [new_output("stream", text=f"out of {len(cells)} <b>")]
        cell.id = f"c{len(cells):02}"
        cells.append(cell)
    path = tmp_path / "dice.ipynb"
    nbformat.write(new_notebook(cells=cells, metadata={"monopoly_lab": ABOUT}), path)
    return path


def test_student__gets_no_answer_no_solution_and_no_result_after_a_question(lesson: Path) -> None:
    made = student_notebook(read_lesson(str(lesson)))
    text = nbformat.writes(made)
    for spoiled in (
        "45 minutes of dice",
        "thirty-six",
        "gone",
        "secret",
        "abs(n - 7)",
        "36",
        "17",
        "All sums",
        "Seven",
    ):
        assert spoiled not in text, spoiled
    assert [cell.id for cell in made.cells if cell.cell_type == "code" and cell.outputs] == ["c01", "c04"]
    codes = {cell.id: cell.source for cell in made.cells}
    assert (
        codes["c05"].startswith('u = ml.predict("seven", None, ask=')
        and codes["c10"] == "1. How many?\n\n*Your answer:*"
    )
    assert codes["c07"] == "def ways(n):\n    ...  # your own lines here"
    assert codes["c08"] == 'ml.self_check("q1", None, lesson)'
    assert codes["c09"] == 'ml.self_check("q2", answer=None, lesson=lesson)'
    assert made.metadata["monopoly_lab"]["for"] == "student"


FOLDS = "Why?\n\n<details><summary>{}</summary>\n\nthirty-six\n\n</details>\n\nAnd then?"


@pytest.mark.parametrize("marks", [(), ("print",), ("answer",)])
def test_student__has_room_where_an_answer_is_folded_whatever_the_tags_of_the_cell(
    lesson: Path, marks: tuple[str, ...]
) -> None:
    given = read_lesson(str(lesson))
    given.notebook.cells = [new_markdown_cell(FOLDS.format("An answer"), metadata={"tags": list(marks)})]
    assert student_notebook(given).cells[0].source == "Why?\n\n*Your answer:*\n\nAnd then?"
    assert "thirty-six" in for_teacher(given).cells[0].source


def test_student__keeps_a_hint(lesson: Path) -> None:
    given = read_lesson(str(lesson))
    given.notebook.cells = [new_markdown_cell(FOLDS.format(word)) for word in ("Hint", "Підказка")]
    assert all("thirty-six" in cell.source for cell in student_notebook(given).cells)


def test_student__sees_no_cell_as_if_it_had_been_run(lesson: Path) -> None:
    given = read_lesson(str(lesson))
    given.notebook.cells[1].outputs = [new_output("execute_result", {"text/plain": "5"}, execution_count=1)]
    given.notebook.cells.insert(0, new_code_cell("import monopoly_lab as ml", execution_count=1))
    codes = [cell for cell in student_notebook(given).cells if cell.cell_type == "code"]
    assert [cell.execution_count for cell in codes] == [None] * len(codes)
    assert codes[0].outputs == [] and [output.execution_count for output in codes[1].outputs] == [None]


def test_teacher__gets_everything_and_what_to_expect(lesson: Path) -> None:
    given = read_lesson(str(lesson))
    made = for_teacher(given)
    assert made.cells[2:] != given.notebook.cells[1:] and len(made.cells) == len(CELLS) + 1
    told = made.cells[1].source
    assert all(part in told for part in ("Seven is likeliest.", "45 min", "probability", "needs 02", "- All sums"))
    assert "<details open>" in nbformat.writes(made) and "out of 6" in nbformat.writes(made)


def test_worksheet__asks_shows_what_is_tagged_and_nothing_else(lesson: Path) -> None:
    page = worksheet(read_lesson(str(lesson)))
    assert "Share of sevens (from 0 to 100\u00a0%)" in page and "Which sum comes most often?" in page
    assert "Dice &lt;i&gt;" in page and "out of 13 &lt;b&gt;" in page
    spoiled = ("thirty-six", "gone", "secret", "Plan", "17", "out of 6", "Seven is", "print(", "http")
    assert not [each for each in spoiled if each in page.partition("</style>")[2]]


def test_worksheet__has_what_came_out_on_its_other_side(lesson: Path) -> None:
    """Who has the sheet in hand before the lesson reads no result: pictures and tables of cells after a question."""
    asked, back, result = worksheet(read_lesson(str(lesson))).partition('</div>\n<div class="side">')
    assert "Share of sevens" in asked and asked.count('class="question"') == 3
    assert back and "Turn over when you have predicted." in asked and "What came out" in result
    assert "out of 13" in result and "out of" not in asked.partition("</style>")[2]


def test_worksheet__has_the_line_for_a_number_beside_a_short_question_in_words() -> None:
    """Two checks of lesson 8, each with a text of its own; a long question keeps its lines to reckon on."""
    page = shipped.sheet("08_books_of_a_landlord")
    found = re.findall(r'<p class="question short"><span>(.*?)</span><span class="line">', page)
    assert [re.sub("<.*?>", "", each)[-22:] for each in found] == [
        "are Ann's deeds in her books?"[-22:],
        "does Ann lose on the house?"[-22:],
    ]
    assert "Answer<" not in page


def test_worksheet__of_a_lesson_that_asks_nothing_has_one_side(lesson: Path) -> None:
    notebook = nbformat.read(lesson, as_version=4)
    notebook.cells = [cell for cell in notebook.cells if not asked_in(cell.source)]
    nbformat.write(notebook, lesson)
    page = worksheet(read_lesson(str(lesson)))
    assert page.count('class="side"') == 1 and "Turn over" not in page and "out of 13" in page


def test_worksheet__says_what_a_bare_label_asks(lesson: Path) -> None:
    notebook = nbformat.read(lesson, as_version=4)
    text = "## Now you\n\nSevens are odd.\n\nWith $\\frac{1}{6}$, how many of 36?\n\n<details>thirty-six</details>"
    notebook.cells.insert(8, new_markdown_cell(text))
    nbformat.write(notebook, lesson)
    page = worksheet(read_lesson(str(lesson)))
    assert page.count("how many of 36?") == 1 and page.index("how many of 36?") < page.index(">Answer")
    assert "<mfrac>" in page and "frac{1}" not in page and "thirty-six" not in page and "are odd" not in page


def test_worksheet__puts_a_check_of_a_result_on_the_back_with_the_table_it_is_about(lesson: Path) -> None:
    notebook = nbformat.read(lesson, as_version=4)
    table = '<table class="dataframe"><tr><th>short_game</th></tr><tr><td>36</td></tr></table>'
    notebook.cells[6].outputs = [new_output("execute_result", {"text/html": table, "text/plain": "36"})]
    notebook.cells[7:9] = [
        new_markdown_cell("**Check yourself.** How many sums are there, and how many throws?", id="ask"),
        new_code_cell('ml.self_check("sums", 11, lesson)', id="one"),
        new_code_cell('ml.self_check("throws", 36, lesson)', id="two"),
    ]
    notebook.cells[3].metadata["tags"] = []
    nbformat.write(notebook, lesson)
    front, _, back = worksheet(read_lesson(str(lesson))).partition('</div>\n<div class="side">')
    assert "Which sum comes most often?" in front, "the question of the day stands there without a tag"
    assert back.count("<th>short-game worth</th>") == 1 and back.count("How many sums are there") == 1
    order = [back.index(each) for each in ("<table", "How many sums", ">Answer 1<", ">Answer 2<")]
    assert order == sorted(order) and "Share of sevens" in front and "sums<" not in back and "about" not in front


def test_worksheet__puts_what_is_tagged_for_the_back_there_and_asks_for_the_sentence_above_its_lines(
    lesson: Path,
) -> None:
    notebook = nbformat.read(lesson, as_version=4)
    both = "**Explain** in a sentence why.\n\n**Check yourself.** How many sums are there?"
    notebook.cells[8:8] = [new_markdown_cell(both, metadata={"tags": ["explain"]}, id="both")]
    nbformat.write(notebook, lesson)
    front, _, back = worksheet(read_lesson(str(lesson))).partition('</div>\n<div class="side">')
    order = [front.index(each) for each in ("in a sentence why", 'class="lines"', "How many sums", ">Answer 1<")]
    assert order[:1] + order[2:] == sorted(order[:1] + order[2:]) and "How many sums" not in back
    assert 'class="lines"' in front[order[0] : order[2]], "the lines stand below what they are for"
    notebook.cells[9].metadata["tags"] = ["back"]
    nbformat.write(notebook, lesson)
    front, _, back = worksheet(read_lesson(str(lesson))).partition('</div>\n<div class="side">')
    assert "How many sums" in back and "in a sentence why" in back and "How many sums" not in front
    assert "Answer 1" in back and "Answer 2" in front and "Share of sevens" in front


def test_shipped__paper_on_damage_asks_for_numbers_of_the_table_below_it_and_tells_no_prediction() -> None:
    """The least sum and the tax follow from the table of profits; that three rows are best is predicted before, from
    the rents of red."""
    page = shipped.sheet("46_externalities")
    front, _, back = page.partition('</div>\n<div class="side">')
    assert front.count('class="question') == 4 and "three rows" not in front
    assert front.count("<table") == 1 and "rents of red" in front and "profit of Ann" not in front
    assert front.index("Turn over") < front.index("Debrief")  # where the back is full
    order = [back.index(each) for each in ("<table", "lose by", "least that Ann", "in pairs", "which tax")]
    assert order == sorted(order) and back.count('class="question') == 3


def test_shipped__paper_on_taxes_asks_what_owners_build_before_the_turn_and_tells_it_after() -> None:
    page = shipped.sheet("41_supply_and_taxes")
    front, _, back = page.partition('</div>\n<div class="side">')
    assert front.count('class="question') == 4 and "owners keep" not in front and "Which rate brings" not in page
    order = [
        front.index(each)
        for each in ("rate, in whole", "a row costs", "the owners", "at 20\u00a0%?", "under the tax on bare")
    ]
    assert order == sorted(order)
    order = [back.index(each) for each in ("owners keep", "burden at 36", 'class="lines"')]
    assert order == sorted(order) and back.count('class="question') == 1 and back.index("<img") < back.index("tooth")


def test_formula__is_code_where_nothing_typesets_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "latex2mathml.converter", None)
    assert formula(r"\frac{a}{b} < 1", "inline") == r"<code>\frac{a}{b} &lt; 1</code>"


@pytest.mark.parametrize("name", lesson_names())
def test_shipped__claims_no_prediction_that_nobody_made(name: str) -> None:
    """Neither in a cell nor in what it has come to: each result is told with the word that nothing was predicted."""
    codes = [cell for cell in shipped.lesson(name).notebook.cells if cell.cell_type == "code"]
    asked = [each for cell in codes for each in asked_in(cell.source) if each.kind == "predict"]
    assert [each.name for each in asked if ast.unparse(each.answer or ast.Constant(None)) != "..."] == []
    shown = json.dumps([cell.outputs for cell in codes])
    assert shown.count("Nothing was predicted; it is ") == len(asked) and "You said" not in shown


@pytest.mark.parametrize("name", lesson_names())
def test_shipped__notes_name_questions_in_words(name: str) -> None:
    """A name of code in the notes tells a teacher nothing; a strategy has its name of the language."""
    cells = shipped.lesson(name).notebook.cells
    asked = {each.name for cell in cells if cell.cell_type == "code" for each in asked_in(cell.source)}
    told = [
        cell.source for cell in cells if cell.cell_type == "markdown" and "teacher" in cell.metadata.get("tags", [])
    ]
    named = {code for text in told for code in re.findall(r"`(\w+)`", text)}
    assert named & asked <= set(ml.strategies_frame().index)


@pytest.mark.parametrize("name", lesson_names())
def test_shipped__says_what_it_is_and_is_built_for_all_three(name: str) -> None:
    given = shipped.lesson(name)
    lesson = given.about
    assert lesson.title and lesson.idea and lesson.courses and lesson.minutes and lesson.mistakes, name
    numbers = {each.partition("_")[0] for each in lesson_names()}
    assert set(lesson.needs) <= numbers
    needed = next((line for line in given.notebook.cells[0].source.split("\n") if "**You need**" in line), "")
    unnamed = sorted({int(number) for number in lesson.needs} - set(map(int, re.findall(r"\d+", needed))))
    assert not unnamed, f"the first cell needs a line '**You need** lesson ...' with the lessons {unnamed} of `needs`"
    codes = [cell for cell in given.notebook.cells if cell.cell_type == "code"]
    assert f'ml.Lesson("{name}"' in codes[0].source
    student, teacher = shipped.student(name), for_teacher(given)
    asked = [each for cell in student.cells if cell.cell_type == "code" for each in asked_in(cell.source)]
    assert all(each.answer is None or getattr(each.answer, "value", None) is None for each in asked)
    assert [cell.source for cell in teacher.cells if cell.cell_type == "code"] == [cell.source for cell in codes]
    texts = [cell.source for cell in student.cells]
    marked = [cell for cell in given.notebook.cells if tags(cell) & {"teacher", "answer"}]
    marked = [cell for cell in marked if set(SUMMARY.findall(cell.source)) != {"Hint"}]
    assert marked and not [cell.id for cell in marked if cell.source in texts]
    assert not [hint for hint in hints_of(codes[0].source) if re.search(r"\d", hint)], "a hint to reckon with is none"
    page = NUMBER_MARK.sub("", shipped.sheet(name))
    codes_in_class = [cell.source for cell in in_class(given.notebook) if cell.cell_type == "code"]
    in_class_asked = [each for code in codes_in_class for each in asked_in(code)]
    on_paper = len(in_class_asked) - LEFT_OUT.get(name, 0)
    assert page.count('class="question') == on_paper <= len(asked) and len(page) > 1500
    assert not re.search(r"src=\"http|<script", page)
    front, _, back = page.partition('</div>\n<div class="side">')
    assert not re.findall(r'class="question"><span>(?!Answer)', back), "a prediction stands beside its result"
    for at in re.finditer(r'<p class="question"><span>Answer|<p class="question short"><span>(.*?)</span>', page):
        above = at[1] or page[: at.start()].rpartition("<section>")[2]
        assert re.search(r"[?]|On paper|Check yourself", above), f"{above[-200:]}: an answer to nothing"
        is_early = at.start() < len(front)
        assert is_early or re.search('<img|<table|<pre|class="own"', back.partition(above)[0]), (
            f"{above}: about nothing"
        )
    assert not re.findall(r'class="question"><span>[a-z]+(?:_[a-z]+)*<', page), "a name that no reader knows"
    tables = re.findall(r'class="dataframe">.*?</table>', page, re.DOTALL)
    heads = re.findall(r"<th[^>]*>([^<]+)</th>", "".join(tables))
    assert not [each for each in heads if f"heading.{each}" in catalogue("en") and heading(each) != each]


NUMBER_MARK = re.compile(r'<b class="no">\d+</b>')


def hints_of(code: str) -> list[str]:
    """What a lesson's first cell tells those who are wrong, read and not run."""
    dicts = [node for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Dict)]
    texts = [each.value for node in dicts for each in node.values if isinstance(each, ast.Constant)]
    return [text for text in texts if not re.fullmatch(r"\d+:[0-9a-f]{16}", str(text))]


def test_build__by_command_writes_once_and_says_what_cannot_be(
    lesson: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for audience in ("student", "teacher", "print"):
        assert cli.main(["lesson", "build", str(lesson), "--for", audience]) == 0
        assert cli.main(["lesson", "build", str(lesson), "--for", audience]) == 1
    made = sorted(path.name for path in tmp_path.iterdir())
    assert made == ["dice.ipynb", "dice_print.html", "dice_student.ipynb", "dice_teacher.ipynb"]
    nbformat.validate(nbformat.read("dice_student.ipynb", as_version=4))
    assert capsys.readouterr().err.count("is there already") == 3
    assert cli.main(["lesson", "build", "06_should_she_bild", "--for", "print"]) == 1
    assert "did you mean" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("audience", "said"),
    [
        ("print", "The worksheet has 3 pages; a sheet has 2. Take the tag print off some cells."),
        ("notes", "The notes have 3 pages; a sheet has 2."),
    ],
)
def test_build__says_of_what_there_are_too_many_pages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], audience: str, said: str
) -> None:
    paper = tmp_path / "paper.pdf"
    paper.write_bytes(b"/Type /Page " * 3)
    monkeypatch.setattr(lesson_commands.making, "build", lambda *_: paper)
    assert cli.main(["lesson", "build", "44_auctions", "--for", audience, "--out", str(paper)]) == 0
    assert capsys.readouterr().err.strip() == said


def test_list__has_columns_with_room_and_is_wrapped_to_the_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    said = {}
    for width in (60, 100, 300):
        monkeypatch.setenv("COLUMNS", str(width))
        assert cli.main(["lesson", "list"]) == 0
        said[width] = capsys.readouterr().out
        assert max(map(len, said[width].splitlines())) <= width
    lines = said[300].splitlines()
    assert len(lines) == 1 + len(lesson_names()), "a line a lesson where there is room"
    fair = next(line for line in lines if line.startswith("30_"))
    assert re.fullmatch(r"30_is_anti_monopoly_fair  +\d\d of 50  each student’s own  Is Anti-Monopoly fair\? .*", fair)
    assert "the same for all    NPV and IRR (finance, accounting)" in said[100]


def test_names__of_lessons_are_those_of_their_sources(
    lesson: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A copy built for students that lies beside the lessons is none, nor is a notebook of somebody's own."""
    folder = tmp_path / "notebooks"
    folder.mkdir()
    (folder / "01_dice.ipynb").write_bytes(lesson.read_bytes())
    for audience in ("student", "teacher", "nbgrader"):
        build(str(lesson), audience, folder / f"02_{audience}.ipynb")
    nbformat.write(new_notebook(cells=[new_code_cell("1 + 1")]), folder / "Untitled.ipynb")
    (folder / "damaged.ipynb").write_text("{")
    assert lesson_names(folder) == ["01_dice"]


def test_read__a_lesson_by_its_number_and_the_nearest_to_one_that_there_is_not() -> None:
    assert read_lesson("2").path == read_lesson("02").path
    with pytest.raises(ml.LessonError, match=r"no lesson 99\. monopoly-lab lesson list names them all"):
        read_lesson("99")
    for name, meant in (("18", "17_replicate_and_refute"), ("08_bok", "08_books_of_a_landlord"), ("jail", "16_jail")):
        with pytest.raises(ml.LessonError, match=f'no lesson {name}.*did you mean "{meant}"'):
            read_lesson(name)
    for scenario, meant in (("casino", "14_the_house_edge"), ("born_ahead", "20_born_ahead")):
        with pytest.raises(ml.LessonError, match=f'no lesson {scenario}.*did you mean "{meant}".*lesson list names'):
            read_lesson(scenario)
    with pytest.raises(ml.LessonError, match=r"test_lessons\.py: this is no notebook"):
        read_lesson(__file__)


def test_build__refuses_what_is_no_lesson(lesson: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "text.ipynb").write_text("no notebook")
    notebook = nbformat.read(lesson, as_version=4)
    notebook.metadata["monopoly_lab"] = {"minutes": "long", "courses": ["alchemy"], "needs": "02"}
    nbformat.write(notebook, tmp_path / "odd.ipynb")
    refused = [
        (tmp_path / "text.ipynb", "student", "x.ipynb", "no notebook"),
        (tmp_path / "none.ipynb", "student", "x.ipynb", "No such file"),
        (tmp_path, "student", "x.ipynb", "no lesson"),
        (tmp_path / "odd.ipynb", "student", "x.ipynb", "courses: .'alchemy'.; minutes: 'long'; needs: '02'"),
        (lesson, "parents", "x.ipynb", "student, teacher, print"),
        (lesson, "print", "x.ipynb", "dice_print.html"),
        (lesson, "student", "none/x.ipynb", "no folder"),
    ]
    for path, audience, out, said in refused:
        with pytest.raises(ml.LessonError, match=said):
            build(str(path), audience, tmp_path / out)
    monkeypatch.setattr(lesson_notebooks, "MOST_BYTES", 100)
    with pytest.raises(ml.LessonError, match="is not read"):
        build(str(lesson), "student", tmp_path / "x.ipynb")
    assert not (tmp_path / "x.ipynb").exists()


def test_student_edition__uses_no_name_that_was_cut_away(tmp_path: Path) -> None:
    for name in lesson_names():
        nbformat.write(shipped.student(name), tmp_path / f"{name}.ipynb")
    command = [sys.executable, "-m", "ruff", "check", "--isolated", "--no-cache", "--select", "F821", str(tmp_path)]
    looked = subprocess.run(command, capture_output=True, text=True, check=False)
    assert looked.returncode == 0, looked.stdout


def test_notes__are_what_the_teacher_reads_without_code_and_without_what_students_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    runs = list[object]()
    monkeypatch.setattr(outputs_by_language, "_run", runs.append)
    monkeypatch.setattr(outputs_by_language, "cache_folder", lambda: tmp_path / "cache")
    page = build("41", "notes", tmp_path / "notes.html").read_text(encoding="utf-8")
    assert "Plan for 50 minutes" in page and "Expected questions" in page
    assert "Where the game is a bad model" in page and "What must be known before" in page
    assert not re.search(r"<pre>|import pandas|ml\.predict|<details|<summary", page)
    assert "You are the owners." not in page.partition("Answers to the worksheet")[0], "a text of the students"
    ukrainian = build("41", "notes", tmp_path / "uk.html", "uk").read_text(encoding="utf-8")
    assert '<html lang="uk">' in ukrainian and "План на 50 хвилин" in ukrainian and len(runs) == 1
    with pytest.raises(ml.LessonError, match=r"x\.ipynb.*supply_and_taxes_notes\.html"):
        build("41", "notes", tmp_path / "x.ipynb")


def test_shipped__paper_on_auctions_has_the_chances_of_bids_before_it_asks_for_one() -> None:
    """Three values from 0 to 1,000 are all below 600 with a chance of 0.6 to the third, 21.6 %."""
    front = shipped.sheet("44_auctions").partition("Your sealed bid")[0]
    assert re.findall(r"<th>(\d+)</th>", front) == ["300", "400", "500", "600", "700", "800"]
    assert re.findall(r"<td>([\d.]+)", front) == ["2.7", "6.4", "12.5", "21.6", "34.3", "51.2"]
