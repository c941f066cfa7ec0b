"""What is printed of tables and numbers: one line of headings, no number apart from its unit, English words as written.

The tables are those that pandas writes.
"""

import re
from collections.abc import Sequence

import pandas as pd
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from monopoly_lab.common.messages import NO_BREAK
from monopoly_lab.lessons.lesson_notebooks import lesson_names
from monopoly_lab.lessons.printed_text import WRITTEN, graph, outputs, text_of
from monopoly_lab.lessons.question_text import TAGS
from monopoly_lab.lessons.worksheet import WorksheetSides
from tests.lessons.shipped import lesson, sheet

NUMBER = re.compile(r"[-\u2212]?[\d,]+(?:\.(\d+))?(?:\s?%)?")


def printed(table: pd.DataFrame) -> str:
    html = table.to_html()
    return outputs(new_code_cell("table", outputs=[new_output("execute_result", {"text/html": html})]))


def test_table__names_its_first_column_in_the_line_of_the_others() -> None:
    page = printed(pd.DataFrame({"gift": [1, 2]}, index=pd.Index([1, 2], name="round")))
    head = page.partition("</thead>")[0]
    assert head.count("<tr") == 1 and head.index(">round<") < head.index(">gift<")


@pytest.mark.parametrize("name", lesson_names())
def test_shipped__sheet_has_one_line_of_headings_a_table_and_no_number_apart_from_its_sign(name: str) -> None:
    page = sheet(name)
    assert all(head.count("<tr") == 1 for head in page.split("<thead>")[1:] for head in [head.partition("</thead>")[0]])
    assert not [
        page[at - 20 : at + 3] for at in range(len(page)) if page[at : at + 2] == " %" and page[at - 1].isdigit()
    ]


@pytest.mark.parametrize("name", lesson_names())
def test_shipped__tables_of_the_sheet_have_one_form_of_numbers(name: str) -> None:
    """A mark between thousands, and as many decimals as the others of the row or of the column have."""
    for table in re.findall(r"<table.*?</table>", sheet(name), re.DOTALL):
        rows = [re.findall(r"<td[^>]*>([^<]*)</td>", row) for row in table.split("<tr")]
        assert not [cell for row in rows for cell in row if re.search(r"(?<![\d.,])\d{4}", cell)], table
        whole = [row for row in rows if row]
        assert not (_is_mixed(whole) and _is_mixed(list(zip(*whole)))), table


@pytest.mark.parametrize("name", lesson_names())
def test_shipped__no_table_has_more_digits_than_a_text_would_say(name: str) -> None:
    """A table of several units, one a row, has the digits of each: no 300.0000 beside a rate of 0.3764."""
    cells = [cell for cell in lesson(name).notebook.cells if cell.cell_type == "code"]
    pages = [output.get("data", {}).get("text/html", "") for cell in cells for output in cell.outputs]
    assert [number for page in pages for number in re.findall(r"<td>(-?\d+\.\d{4,})</td>", "".join(page))] == []


@pytest.mark.parametrize("name", lesson_names())
def test_shipped__a_product_has_its_sign_and_no_letter(name: str) -> None:
    """3 × 4, never 3 x 4: in texts, and in what cells print."""
    cells = lesson(name).notebook.cells
    said = [cell.source for cell in cells if cell.cell_type == "markdown"]
    said += [output.get("text", "") for cell in cells if cell.cell_type == "code" for output in cell.outputs]
    assert [found for text in said for found in re.findall(r".*\d x [\d$(].*", text)] == []


def _is_mixed(lines: Sequence[Sequence[str]]) -> bool:
    """Return True if numbers other than 0 of one line differ in their decimals."""
    numbers = ([NUMBER.fullmatch(cell) for cell in line if cell != "0"] for line in lines)
    return any(len({len(each[1] or "") for each in line if each}) > 1 for line in numbers)


def test_table__keeps_number_and_sign_together() -> None:
    assert f"77.0{NO_BREAK}%" in printed(pd.DataFrame({"share": ["77.0 %"]}))


def test_table__leaves_an_english_word_as_it_was_written() -> None:
    """Coins that are tossed are not those that lie on a board; ids of groups are still in words."""
    page = printed(pd.DataFrame({"games": [1, 2]}, index=["coins", "dark_blue"]))
    assert ">coins<" in page and ">dark blue<" in page


def test_own_numbers__are_a_line_of_text() -> None:
    cell = new_code_cell(
        "own", outputs=[new_output("execute_result", {"text/plain": "Your own numbers: cost 20 dollars"})]
    )
    assert "<pre" not in outputs(cell) and f"20{NO_BREAK}dollars" in outputs(cell)


def test_axes__have_the_numbers_of_the_cell_or_none() -> None:
    cell = new_markdown_cell("Draw.", metadata={"tags": ["draw"], "monopoly_lab": {"axes": [5, 20]}})
    assert all(f">{number}</text>" in graph(cell) for number in (0, 5, 75, 20, 140))
    assert "<text" not in graph(new_markdown_cell("Draw.", metadata={"tags": ["draw"]})) and graph(None) == ""


@pytest.mark.parametrize("is_printed", [True, False])
def test_sides__ask_to_explain_a_printed_result_even_with_a_heading_below(is_printed: bool) -> None:
    shown = new_output("execute_result", {"text/html": "<table><tr><td>4.5</td></tr></table>"})
    cells = [
        new_markdown_cell("Which price?"),
        new_code_cell('a = ml.predict("a", ..., ask="Price")', metadata={"tags": ["predict"]}),
        new_code_cell("table", metadata={"tags": ["print"] * is_printed}, outputs=[shown]),
        new_markdown_cell(
            "**Explain** why.\n\n## Loss\n\n**Check yourself.** How much?", metadata={"tags": ["explain"]}
        ),
        new_code_cell('ml.self_check("b", 3, lesson)'),
    ]
    front, back = WorksheetSides(new_notebook(cells=cells).cells).sides()
    assert ("<strong>Explain</strong> why." in "".join(back)) == is_printed
    assert "why." not in "".join(front)


def test_front__takes_what_is_tagged_for_it() -> None:
    cells = [
        new_markdown_cell("Which price?"),
        new_code_cell('a = ml.predict("a", ..., ask="Price")', metadata={"tags": ["predict"]}),
        new_code_cell("table", outputs=[new_output("stream", text="4")]),
        new_markdown_cell("A rule.", metadata={"tags": ["print", "front"]}),
        new_markdown_cell("A result.", metadata={"tags": ["print"]}),
    ]
    front, back = map("".join, WorksheetSides(new_notebook(cells=cells).cells).sides())
    assert "A rule." in front and "A result." in back and "front" in TAGS


def test_back__does_not_fill_in_a_table() -> None:
    """What a prediction came to is left to the key where a table above is filled in by hand."""
    said = "Nothing was predicted; it is 16."
    cells = [
        new_markdown_cell("Which profit?"),
        new_code_cell('a = ml.predict("a", ..., ask="Profit")', metadata={"tags": ["predict"]}),
        new_markdown_cell("Fill in.\n\n| item | sum |\n|---|---|\n| profit | |", metadata={"tags": ["print", "back"]}),
        new_code_cell("a.against(16)", outputs=[new_output("execute_result", data={"text/plain": said})]),
    ]
    for source, is_there in ((cells[2].source, False), (cells[2].source.replace("| |", "| 9 |"), True)):
        cells[2].source = source
        back = "".join(WorksheetSides(cells).sides()[1])
        assert (">16</strong>" in back) is is_there, back


def test_text__each_question_of_a_list_has_lines_below_it_and_caveats_have_none() -> None:
    made = text_of(new_markdown_cell("## Debrief\n\n1. Why?\n2. Say it in a sentence.\n3. Who?\n\n**Caveat.** Dice."))
    order = ["Why?", WRITTEN, "Say it", WRITTEN, "Who?", WRITTEN, "Caveat."]
    assert made.count(WRITTEN) == 3
    at = 0
    for each in order:
        at = made.index(each, at) + 1


def test_text__a_question_of_the_day_has_lines_though_it_ends_with_a_word_on_how_to_answer() -> None:
    cell = new_markdown_cell("Which is left? Write it down, with a reason. First predict one step.")
    assert text_of(cell, is_opening=True).count(WRITTEN) == 1
    assert WRITTEN in sheet("48_which_strategy_survives").partition("five generations")[0]


def test_check__two_questions_have_two_lines() -> None:
    cells = [new_markdown_cell("Which?"), new_code_cell('a = ml.predict("a", ..., ask="Price")')]
    for text, lines in (("What is the mean? And what is the share of A?", 2), ("What is the share?", 1)):
        for said in (text, f"- A: 20\n- B: 80\n\n{text}"):  # beside the question, and below it
            asked = [new_markdown_cell(said), new_code_cell('ml.self_check("b", 3, lesson)')]
            assert WorksheetSides([*cells, *asked]).part(3).count('class="line"') == lines


def test_debrief__stands_on_the_front_where_the_back_is_full() -> None:
    back = [new_markdown_cell("word " * 2000, metadata={"tags": ["print"]})]
    debrief = new_markdown_cell("## Debrief\n\nWho gains?", metadata={"tags": ["print"]})
    asked = [new_markdown_cell("Which price?"), new_code_cell('a = ml.predict("a", ..., ask="Price")')]
    result = new_code_cell("table")
    for between, is_early in ((back, True), ([], False)):
        front, late = map("".join, WorksheetSides([*asked, result, *between, debrief]).sides())
        assert ("Who gains?" in front) is is_early and ("Who gains?" in late) is not is_early
        assert not is_early or front.index('class="turn"') < front.index("Who gains?")
