"""On paper no answer stands below its question on the same side, as far as an answer is a number that is known."""

import ast
import html
import re
from itertools import product
from typing import Any

import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from monopoly_lab.common.messages import languages
from monopoly_lab.lessons.lesson_minutes import in_class, words
from monopoly_lab.lessons.lesson_notebooks import lesson_names
from monopoly_lab.lessons.number_parser import tolerance
from monopoly_lab.lessons.printed_text import (
    EMPTY,
    beside_numbers,
    first_questions,
    height_on_paper,
    lines,
    number_questions,
    render_markdown,
)
from monopoly_lab.lessons.question_calls import Asked, asked_in
from monopoly_lab.lessons.question_text import is_question, sentences, tags, text_above
from monopoly_lab.lessons.self_check import fits_key, hashed
from monopoly_lab.lessons.worksheet import WorksheetSides
from tests.lessons.shipped import lesson, sheet, sides

RESULT = re.compile(r"Nothing was predicted; it is ([-−]?\d+(?:,\d{3})*(?:\.\d+)?)")
KEY = re.compile(r'"(\w+)": "(\d+:[0-9a-f]{16})"')
RANGE = re.compile(r"\((?:from [^)]*|\S+(?: \w+)? or more)\)")  # of a prediction
NUMBER = re.compile(r"(?<![\w.,])[-−]?\d+(?:,\d{3})*(?:\.\d+)?")
OTHERS = {
    ("48_which_strategy_survives", "alone"),  # 20 %: there with what each of five begins, too
    ("43_market_power", "rivals"),  # 10: the lowest price of the game in pairs, and the step of prices
}
SMALL = 10  # below it a number that stands there is mostly another one


def numbers(part: str) -> set[float]:
    text = re.sub(r"<style.*?</style>|<[^>]*>", " ", part, flags=re.DOTALL)
    return {_number(each) for each in NUMBER.findall(RANGE.sub("", html.unescape(text)))}


def _number(text: str) -> float:
    return float(text.replace(",", "").replace("−", "-"))


def results(cells: list[Any]) -> dict[str, float]:
    """What each prediction came to, by the name that the code gives it."""
    found = {}
    for cell in cells:
        for name in re.findall(r"^(\w+)\.against\(", cell.source, re.MULTILINE) if cell.cell_type == "code" else ():
            for each in filter(None, (RESULT.search(str(each.get("data", ""))) for each in cell.outputs)):
                found[name] = _number(each[1])
    return found


def told(asked: Asked, source: str, cells: list[Any], below: str) -> list[float]:
    """The numbers below a question that answer it."""
    if asked.kind == "predict":
        name = re.search(rf'(\w+) = ml\.predict\(\s*"{asked.name}"', source)
        result = results(cells).get(name[1]) if name else None
        return [each for each in numbers(below) if each == result and abs(each) >= SMALL]
    key = dict(KEY.findall("\n".join(cell.source for cell in cells))).get(asked.name)
    digits = [each.value for each in asked.call.keywords if each.arg == "digits"]
    allowed = tolerance(ast.literal_eval(digits[0]) if digits else None)
    return [each for each in numbers(below) if key and fits_key(asked.name, (each,), key, allowed)]


@pytest.mark.parametrize("name", lesson_names())
def test_shipped__tells_no_answer_below_its_question_on_the_same_side(name: str) -> None:
    notebook, made, found = lesson(name).notebook, sides(name), []
    for side in made.sides():
        for n, cell in enumerate(made.cells):
            if not is_question(cell) or made.part(n) not in side:
                continue
            below = "\n".join(side[side.index(made.part(n)) + 1 :])
            found += [(each.name, told(each, cell.source, notebook.cells, below)) for each in asked_in(cell.source)]
    assert [each for each in found if each[1] and (name, each[0]) not in OTHERS] == []


CONDITION = re.compile(r"(?:Now|Let|Suppose|Then) ")  # begins what the next question depends on


@pytest.mark.parametrize("name", lesson_names())
def test_shipped__leaves_out_no_sentence_that_a_question_depends_on(name: str) -> None:
    """As "Now the law lets Ann build" is for "What is the least that Ann accepts?"."""
    made = sides(name)
    there = [n for side in made.placed_parts() for n, _ in side if is_question(made.cells[n])]
    page = "".join(part for side in made.sides() for part in side)
    for n in there:
        text = text_above(made.cells, n)
        for part in [] if text is None else made.cells[text].source.split("\n\n"):
            is_needed = any(map(CONDITION.match, sentences(" ".join(part.split()))))
            assert not is_needed or render_markdown(part, True).strip()[:40] in page, part


@pytest.mark.parametrize("name", lesson_names())
def test_shipped__asks_to_explain_no_result_before_the_turn(name: str) -> None:
    """What is to be explained below the result of a prediction says what came out."""
    cells, (front, _) = sides(name).cells, sides(name).sides()
    texts = [
        " ".join(re.sub(r"[*_$].*", "", cell.source.partition("**Explain** ")[2]).split()[:5])
        for n, cell in enumerate(cells)
        if "explain" in tags(cell) and n and ".against(" in cells[n - 1].source
    ]
    page = " ".join(re.sub("<[^>]*>", "", "\n".join(front)).split())
    assert not [each for each in texts if each and each in page]


def planted(*results: str, digits: int | None = 0, tag: str = "") -> tuple[list[str], list[str]]:
    """The sides of a lesson with a prediction, tables as these, and a check below the first of them; it asks for 78."""
    rounded = {} if digits is None else {"digits": digits}
    asked = "".join(f", {name}={value}" for name, value in rounded.items())
    tables = [f'<table class="dataframe"><tr><td>{each}</td></tr></table>' for each in results]
    shown = [
        new_code_cell("t", metadata={"tags": ["print"]}, outputs=[new_output("display_data", {"text/html": each})])
        for each in tables
    ]
    check = [
        new_markdown_cell("**Check yourself.** How many buildings stand there?"),
        new_code_cell(f'ml.self_check("supply", ..., lesson{asked})', metadata={"tags": [tag] if tag else []}),
    ]
    predicted = new_output("execute_result", {"text/plain": "Nothing was predicted; it is 36 %."})
    cells = [
        new_code_cell(f'lesson = ml.Lesson("a", keys={{"supply": "{hashed("supply", 78, **rounded)}"}})'),
        new_markdown_cell("Which rate?"),
        new_code_cell('best = ml.predict("best", ..., ask="Best rate", low=0, high=100)'),
        new_code_cell("best.against(36)", outputs=[predicted]),
        shown[0],
        *check,
        *shown[1:],
    ]
    return WorksheetSides(new_notebook(cells=cells).cells).sides()


@pytest.mark.parametrize("digits", [0, None])
def test_sides__leave_a_check_where_it_is_if_nothing_below_tells_its_answer(digits: int | None) -> None:
    front, back = map("\n".join, planted("20 33", "20 79", digits=digits))
    assert back.index("20 33") < back.index("How many buildings") < back.index("20 79") and "20" not in front


def test_sides__leave_out_a_check_that_is_for_the_screen() -> None:
    front, back = map("\n".join, planted("20 36", "20 78", tag="screen"))
    assert "buildings" not in front + back and "20 36" in back and "20 78" in back


def test_sides__have_the_words_above_a_table_and_the_formula_above_a_check() -> None:
    given = [
        new_markdown_cell("Which rate?"),
        new_code_cell('best = ml.predict("best", ..., ask="Best rate", low=0, high=100)'),
        new_code_cell("best"),
        new_markdown_cell("Some talk.\n\nRents of ten rounds:"),
        new_code_cell(
            "t", metadata={"tags": ["print"]}, outputs=[new_output("display_data", {"text/html": "<table>"})]
        ),
        new_markdown_cell("## Loss\n\nNobody has the **burden**, $a - b$.\n\n**Check yourself.** How large is it?"),
        new_code_cell('ml.self_check("loss", ..., lesson)'),
    ]
    front, back = map("\n".join, WorksheetSides(new_notebook(cells=given).cells).sides())
    order = [front.index(each) for each in ("burden", "<math", "How large")]
    assert order == sorted(order) and "talk" not in front + back
    assert back.index("Rents of ten") < back.index("<table")


def test_sides__say_no_result_above_a_check_on_the_front() -> None:
    given = [
        new_markdown_cell("Which rate?"),
        new_code_cell('best = ml.predict("best", ..., ask="Best rate", low=0, high=100)'),
        new_code_cell("print(77.9)", outputs=[new_output("stream", text="77.9 a round")]),
        new_markdown_cell("## Loan\n\nIt is *paid* by 77.9 a round.\n\n**Check yourself.** How long does it last?"),
        new_code_cell('ml.self_check("loss", ..., lesson)'),
    ]
    front, _ = map("\n".join, WorksheetSides(new_notebook(cells=given).cells).sides())
    assert "How long" in front and "77.9" not in front


def test_sides__print_a_curve_that_only_paper_has_and_room_to_draw_one() -> None:
    picture = new_output("display_data", {"image/png": "aGk="})
    given = [
        new_markdown_cell("Which rate? Draw it.", metadata={"tags": ["draw"]}),
        new_code_cell('best = ml.predict("best", ..., ask="Best rate", low=0, high=100)'),
        new_code_cell("best.against(36)"),
        new_code_cell("t", metadata={"tags": ["teacher"]}, outputs=[picture]),
        new_code_cell("t", metadata={"tags": ["teacher", "print"]}, outputs=[picture]),
    ]
    notebook = new_notebook(cells=given)
    front, back = map("\n".join, WorksheetSides(in_class(notebook, True)).sides())
    assert back.count("<img") == 1 and "<img" not in front and front.index("Which rate") < front.index('class="graph"')
    assert len(in_class(notebook)) == 3, "no cell of the lesson itself"


@pytest.mark.parametrize("tag", [[], ["print"]])
def test_sides__leave_out_a_question_about_numbers_of_ones_own_that_are_not_printed(tag: list[str]) -> None:
    given = [
        new_markdown_cell("Which rate?"),
        new_code_cell('best = ml.predict("best", ..., ask="Best rate", low=0, high=100)'),
        new_code_cell("best"),
        new_code_cell(
            'own = lesson.own("cost")\nown',
            metadata={"tags": tag},
            outputs=[new_output("execute_result", {"text/plain": "cost 40"})],
        ),
        new_markdown_cell("**Check yourself.** Which price is best at your cost?"),
        new_code_cell('ml.self_check("cost", ..., lesson)'),
    ]
    page = "\n".join("\n".join(side) for side in WorksheetSides(new_notebook(cells=given).cells).sides())
    assert ("cost 40" in page) == ("Which price" in page) == bool(tag)


@pytest.mark.parametrize("name", lesson_names())
def test_shipped__back_says_what_each_prediction_came_to(name: str) -> None:
    """Only the key does where a table of the back is filled in by hand."""
    made = sides(name)
    front, back = made.placed_parts()
    asked = {
        each.name
        for n, _ in front
        if is_question(made.cells[n])
        for each in made.questions(n)
        if each.kind == "predict"
    }
    came = {each.name: text for n, _ in back for each, text in made.told.came_to(made.cells[n])}
    page = "".join(part for _, part in back)
    if any(EMPTY.search(part) for n, part in back if made.cells[n].cell_type == "markdown"):
        assert 'class="came"' not in page
        return
    assert asked == set(came) and page.count('class="came"') == len(came)
    assert all(beside_numbers(html.escape(text)) in page for text in came.values())


RESULTS = re.compile(r'(?:<p class="came">(?:(?!</p>).)*</p>\s*)+', re.DOTALL)  # right below each other
OF_QUESTION = re.compile(r'<b class="no again">(\d+)</b>')


@pytest.mark.parametrize("name", lesson_names())
def test_shipped__results_on_the_back_have_the_numbers_of_their_questions_in_order(name: str) -> None:
    page = sheet(name)
    below_each_other = [list(map(int, OF_QUESTION.findall(run[0]))) for run in RESULTS.finditer(page)]
    assert sum(map(len, below_each_other)) == page.count('class="came"')
    assert all(numbers == sorted(numbers) for numbers in below_each_other)


def test_results__name_the_prediction_that_they_belong_to() -> None:
    """The luckiest of four is asked first, on the back above the check of Ann's games; then 2, 4 and 5."""
    page = sheet("07_who_wins")
    numbers = re.findall(r'<b class="no(?: again)?">(\d+)</b>', page.partition("Does any seat stand out?")[2])
    assert numbers == ["1", "7", "2", "4", "5", "8"]


@pytest.mark.parametrize(("kind", "numbers"), [("", "1"), ("screen", "")])
def test_results__of_a_question_that_is_not_on_paper_have_no_number(kind: str, numbers: str) -> None:
    told = new_output("execute_result", {"text/plain": "Nothing was predicted; it is 36."})
    given = [
        new_markdown_cell("Which rate?"),
        new_code_cell('best = ml.predict("best", ..., ask="Best rate")', metadata={"tags": [kind] if kind else []}),
        new_code_cell("best.against(36)", outputs=[told]),
    ]
    front, back = WorksheetSides(new_notebook(cells=given).cells).sides()
    page = number_questions("".join([*front, *back]))[0]
    assert "Best rate" in page and "data-of" not in page and OF_QUESTION.findall(page) == list(numbers)
    assert page.count("no again") == len(numbers), "no empty ring"


def test_debrief__is_parted_where_the_front_would_have_no_room_to_work() -> None:
    """The first questions go below the word to turn over, as few as the back needs; the others stay there."""
    one, two, three = (f"<section><p>{each}</p></section>{lines()}" for each in ("One?", "Two?", "Three?"))
    each = height_on_paper(one)
    assert first_questions(one + two + three, each / 2) == (one, two + three)
    assert first_questions(one + two + three, 1.5 * each) == (one + two, three)
    assert first_questions(one + two + three, 2.5 * each) == (one + two + three, "")
    for name, moved, kept in (
        ("03_the_marginal_house", "tenth lecture of a day", "gives up a railway"),
        ("45_hidden_quality", "if nobody cheats", "owners of good deeds"),
    ):
        front, turn, back = sheet(name).partition('<p class="turn">')
        assert 'class="workings"' in front and moved in turn + back.partition('<div class="side">')[0]
        assert kept in back.partition('<div class="side">')[2]
    for lang, (name, moved_questions) in product(languages(), (("03_the_marginal_house", 2), ("45_hidden_quality", 1))):
        below = sheet(name, lang).partition('<p class="turn">')[2]
        assert below.partition('<div class="side">')[0].count('<div class="lines') == moved_questions, (name, lang)


def test_sides__print_a_text_that_only_paper_has_and_nobody_counts_its_words() -> None:
    given = [
        new_markdown_cell("Which rate?"),
        new_code_cell('best = ml.predict("best", ..., ask="Best rate", low=0, high=100)'),
        new_markdown_cell("A table to fill in.", metadata={"tags": ["teacher", "print", "front"]}),
        new_code_cell("best.against(36)"),
        new_markdown_cell("A rule.", metadata={"tags": ["teacher", "print", "back"]}),
    ]
    notebook = new_notebook(cells=given)
    front, back = map("\n".join, WorksheetSides(in_class(notebook, True)).sides())
    assert "A table" in front and "A rule" in back and words(notebook) == (2, 0)


@pytest.mark.parametrize(("name", "has_games"), [("07", True), ("42", True), ("13", False), ("40", False)])
def test_shipped__paper_speaks_of_its_games_only_where_each_notebook_plays_its_own(name: str, has_games: bool) -> None:
    """13 and 40 compute from the board; only a sum of cash or a price differs from student to student."""
    assert ('class="whose"' in sheet(lesson(name).about.name)) is has_games


def test_sides__have_the_lines_of_a_sentence_right_below_it() -> None:
    """A sentence to write and a number to find may stand in one text: lines, then the question with its own line."""
    cells = [
        new_markdown_cell("Which price?"),
        new_code_cell('a = ml.predict("a", ..., ask="Price")', metadata={"tags": ["predict"]}),
        new_code_cell("table", metadata={"tags": ["print"]}, outputs=[new_output("stream", text="4")]),
        new_markdown_cell(
            "**Explain** in one sentence: who pays, and why?\n\n**Check yourself.** How much?",
            metadata={"tags": ["explain"]},
        ),
        new_code_cell('ml.self_check("b", 3, lesson)'),
    ]
    back = "".join(WorksheetSides(new_notebook(cells=cells).cells).sides()[1])
    assert back.index("and why?") < back.index('class="lines"') < back.index("How much?")
