"""Every lesson's worksheet is one sheet of paper: two pages of A4 as Chromium prints them, with room to write.

In the other languages, whose words are longer, with `pytest -m release`: each lesson is run for it.
"""

import json
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from monopoly_lab.common import PICTURE_WIDTH, PLOTLY
from monopoly_lab.common.messages import ENGLISH, languages, speaking
from monopoly_lab.export.page import count_pdf_pages
from monopoly_lab.figures.style import SIZE, plotly_script
from monopoly_lab.figures.table_charts import bars, lines
from monopoly_lab.lessons.answer_key import notes
from monopoly_lab.lessons.grading.class_settings import Assignment, of_lesson
from monopoly_lab.lessons.grading.roster import Student
from monopoly_lab.lessons.grading.student_feedback import Feedback
from monopoly_lab.lessons.grading.submission import Marked, Submission
from monopoly_lab.lessons.lesson_editions import _expectations
from monopoly_lab.lessons.lesson_notebooks import Source, lesson_names, read_lesson
from monopoly_lab.lessons.outputs_by_language import with_outputs
from monopoly_lab.lessons.question_text import tags
from monopoly_lab.lessons.translation import translated
from monopoly_lab.lessons.worksheet import PAGES, worksheet
from tests.sampled import rest_for_release

MM = 96 / 25.4  # pixels on a screen
ROOM = """
() => [...document.querySelectorAll(".lines:not(.few), .seen img, figcaption")]
  .map((each) => [each.className || each.localName, each.offsetHeight, each.offsetWidth])
"""
LINE = 6 * MM
LEAST = {"lines": (2 * LINE, 1), "lines part": (2 * LINE, 1), "img": (45 * MM, 110 * MM), "figcaption": (1, 50 * MM)}
LETTERS = 6 * 96 / 72  # pixels of six points, the smallest that can be read


OVERFULL = """
() => [...document.querySelectorAll(".side")].map((side) => {
  const ends = [...side.children].map((each) => each.getBoundingClientRect().bottom);
  return Math.max(...ends) - side.getBoundingClientRect().bottom;
})
"""
EMPTY = """
() => [...document.querySelectorAll(".side")].map((side) => {
  const parts = [...side.querySelectorAll(":scope > *, .workings > div")].map((each) => each.getBoundingClientRect());
  const seen = parts.filter((each) => each.height).sort((one, other) => one.top - other.top);
  const gaps = seen.slice(1).map((each, n) => each.top - Math.max(...seen.slice(0, n + 1).map((e) => e.bottom)));
  const squared = side.querySelector(".workings > div")?.offsetHeight || Infinity;
  return [Math.max(...gaps, side.getBoundingClientRect().bottom - seen.at(-1).bottom), squared];
})
"""


@pytest.mark.parametrize("lang", rest_for_release(languages(), [ENGLISH]))
def test_worksheets__each_is_printed_on_one_sheet_and_fits_a_phone(chromium: Any, shots: Path, lang: str) -> None:
    context = chromium.new_context(offline=True)
    page = context.new_page()
    found = {}
    cramped, empty, overfull, on_phone = [], [], [], []
    for name in lesson_names():
        page.emulate_media(media="screen")
        page.set_viewport_size({"width": 390, "height": 844})
        with speaking(lang):
            page.set_content(worksheet(with_outputs(translated(read_lesson(name)))))
        on_phone += [(name, each) for each in page.evaluate(OVER)]
        on_phone += [(name, wide) for wide in [page.evaluate("document.documentElement.scrollWidth")] if wide > 390]
        page.emulate_media(media="print")
        page.set_viewport_size({"width": round(180 * MM), "height": round(276 * MM)})
        page.evaluate("Promise.all([...document.images].map((image) => image.decode()))")
        cramped += [(name, each) for each in page.evaluate(OVER)]
        found_room = page.evaluate(ROOM)
        cramped += [
            (name, *each) for each in found_room if each[1] < LEAST[each[0]][0] - 1 or each[2] < LEAST[each[0]][1]
        ]
        cramped += [
            (name, "letters")
            for kind, _, width in found_room
            if kind == "img" and width / PICTURE_WIDTH * SIZE < LETTERS
        ]
        overfull += [name for over in page.evaluate(OVERFULL) if over > 1]
        empty += [
            (name, most, squared) for most, squared in page.evaluate(EMPTY) if most > 30 * MM or squared < 20 * MM
        ]
        paper = page.pdf(prefer_css_page_size=True)
        (shots / f"worksheet_{name}_{lang}.pdf").write_bytes(paper)
        found[name] = count_pdf_pages(paper)
    context.close()
    assert on_phone == []  # it fits a phone with no part on another
    assert cramped == []
    assert overfull == []  # what does not fit on a side lies on the other
    assert empty == []  # what is left of a side is squared paper, or too little for it
    assert {name: n for name, n in found.items() if not 1 <= n <= PAGES} == {}


LONG_NOTES = {"20_born_ahead", "42_gains_from_trade"}  # with a key of a page, and two tables of answers


@pytest.mark.parametrize("lang", rest_for_release(languages(), [ENGLISH]))
def test_notes__with_their_key_take_two_pages(chromium: Any, lang: str) -> None:
    page = chromium.new_page()
    found = {}
    for name in lesson_names():
        with speaking(lang):
            source = with_outputs(translated(read_lesson(name)))  # its key begins with the numbers of this sheet
            page.set_content(notes(source, _expectations(source)))
        found[name] = count_pdf_pages(page.pdf(prefer_css_page_size=True))
    page.close()
    assert {name for name, n in found.items() if n > 2} <= LONG_NOTES


IN_COLUMNS = """
() => [...document.querySelectorAll("ul.cases li")].map((item) => {
  const words = document.createRange();
  words.selectNodeContents(item);
  const columns = new Set([...item.getClientRects()].map((each) => each.left));
  return [columns.size, item.getBoundingClientRect().left, words.getBoundingClientRect().right];
})
"""
BULLET = 3 * MM  # wide, with the room at both sides


@pytest.mark.parametrize("name", ["44_auctions", "48_which_strategy_survives"])
def test_key__each_answer_of_a_list_is_in_one_column_beside_no_other_ones_words(chromium: Any, name: str) -> None:
    page = chromium.new_page()
    page.emulate_media(media="print")
    page.set_viewport_size({"width": round(180 * MM), "height": round(276 * MM)})
    for lang in languages():
        with speaking(lang):
            page.set_content(notes(translated(read_lesson(name)), ""))
        found = page.evaluate(IN_COLUMNS)
        assert len(found) > 2 and {columns for columns, _, _ in found} == {1}, lang
        left, right = (pick({at for _, at, _ in found}) for pick in (min, max))
        assert max(ends for _, at, ends in found if at == left) < right - BULLET, lang
    page.close()


LOWERED = """
() => [...document.querySelectorAll("msub, msubsup")].map(({ children }) => {
  const [base, below] = [children[0], children[1]].map((each) => each.getBoundingClientRect());
  return (below.bottom - base.bottom) / below.height;
})
"""


def test_formulas__have_subscripts_below_the_line_without_a_font_for_formulas(chromium: Any) -> None:
    page = chromium.new_page()
    page.set_content(worksheet(read_lesson("48_which_strategy_survives")))
    page.evaluate("document.fonts.load('12px scripts')")
    page.evaluate("document.fonts.ready")
    found = page.evaluate(LOWERED)
    page.close()
    assert found and min(found) > 0.2


OVER = """
() => [...document.querySelectorAll(".question, .came")].filter((each) => {
  const box = each.getBoundingClientRect();
  const inside = [...each.children].map((part) => part.getBoundingClientRect());
  return inside.some((part) => part.top < box.top - 2 || part.bottom > box.bottom + 2);
}).map((each) => each.textContent.trim().slice(0, 40))
"""


DRAWN = """
async ([figures, width]) => {
  const found = [];
  const place = document.body.appendChild(document.createElement("div"));
  for (const [name, figure] of figures) {
    await Plotly.newPlot(place, figure.data, { ...figure.layout, width }, { staticPlot: true });
    const parts = [".gtitle", ".gtitle-subtitle", ".legendtext", ".ytitle"].flatMap((kind) =>
      [...place.querySelectorAll(kind)].map((each) => [kind, each.getBoundingClientRect()]),
    );
    const seen = parts.filter(([, each]) => each.width);
    const apart = (one, other) =>
      one.right <= other.left || other.right <= one.left || one.bottom <= other.top + 1 || other.bottom <= one.top + 1;
    seen.forEach(([kind, one], n) =>
      seen.slice(n + 1).forEach(([also, other]) => apart(one, other) || found.push([name, kind, also])),
    );
    Plotly.purge(place);
  }
  return found;
}
"""
LONG = "one strategy that has quite a long name"


def figures_of(source: Source) -> list[tuple[str, Any]]:
    """The figures of a lesson, each under the name of its cell."""
    outputs = [(cell.id, each) for cell in source.notebook.cells for each in cell.get("outputs", [])]
    return [(f"{source.path.stem} {at}", each.data[PLOTLY]) for at, each in outputs if PLOTLY in each.get("data", {})]


@pytest.mark.parametrize("lang", rest_for_release(languages(), [ENGLISH]))
def test_charts__titles_legend_and_upright_titles_do_not_lie_on_each_other(chromium: Any, lang: str) -> None:
    table = pd.DataFrame({f"{LONG} {n}": [n, 2 * n] for n in range(5)})
    made = [lines(table, LONG, y=f"{LONG} and {LONG}", under=LONG), bars(table.T, LONG, y=LONG + LONG, lang=lang)]
    given = [(LONG, json.loads(each.to_json())) for each in made]
    with speaking(lang):
        for name in lesson_names():
            given += figures_of(with_outputs(translated(read_lesson(name))))
    page = chromium.new_page()
    page.add_script_tag(content=plotly_script())
    assert page.evaluate(DRAWN, [given, PICTURE_WIDTH]) == [] and len(given) > 30
    page.close()


SLIP = {
    "en": "the printed price is entered instead of what was paid",
    "uk": "замість сплаченого взято надруковану ціну",
    "ru": "вместо уплаченного взята напечатанная цена",
}
SENTENCE = (
    "Her money became deeds and houses, which cost 1,030 dollars, so she is richer than she was at the beginning."
)


def feedback(name: str, n: int, lang: str) -> str:
    """The page of students who have answered everything: wrong twice, with slips, and a sentence wherever one fits."""
    students = tuple(Student(f"S{number}", f"S{number}") for number in range(n))
    course = Assignment(class_name="11b", students=students, **of_lesson(read_lesson(name)))
    rows = []
    for kind, question in course.questions:
        most = course.most((kind, question))
        if kind == "predict":
            rows.append(Marked(kind, question, 1010.0, 1680.0, 0.0, most, "right", SLIP[lang], "slip"))
        else:
            last = Marked(kind, question, 690.0, 780.0, 0.0, most, "wrong")
            first = Marked(kind, question, 700.0, 780.0, 0.0, most, "wrong", SLIP[lang])
            rows.append(Marked(kind, question, 700.0, 780.0, 0.0, most, "wrong", SLIP[lang], "", first, last))
    texts = [(cell.id, SENTENCE) for cell in course.source.notebook.cells if "explain" in tags(cell)]
    sheets = [Submission(Path("a.ipynb"), student, rows=rows, texts=texts) for student in students]
    return Feedback(course).page(sheets) if rows else ""


@pytest.mark.parametrize("lang", rest_for_release(languages(), ["uk"]))
def test_feedback__is_a_page_for_each_student_who_has_answered_everything(chromium: Any, lang: str) -> None:
    page = chromium.new_page()
    found = {}
    asked = [*((name, 1) for name in lesson_names()), ("20_born_ahead", 30)]
    with speaking(lang):
        pages = {(name, n): feedback(name, n, lang) for name, n in asked}
    for (name, n), made in pages.items():
        if made:  # a lesson without questions has no feedback
            page.set_content(made)
            found[name, n] = count_pdf_pages(page.pdf(prefer_css_page_size=True))
    page.close()
    assert {key: pages for key, n in found.items() if n != key[1]} == {} and len(found) > 25
