"""Every cell of every lesson runs, and every answer in it is right, whatever language the class speaks.

The cells, translated as far as they are, are run one after the other in this process, as a kernel would, and what they
end with is shown; fewer games are played than in class. The teacher's notebook, solutions filled in, runs beside the
students' with its gaps, in one language and the other in turn; each in both with `pytest -m release`. What the cells
show has no English words. No later cell needs a name of one that the teacher alone has: the teacher's notebook then is
the students' with the answers (`test_answers.py`).
"""

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path
from types import FunctionType
from typing import Any

import pytest
from IPython.core.formatters import DisplayFormatter

import monopoly_lab as ml
from monopoly_lab.common import messages
from monopoly_lab.common.messages import ENGLISH, VARIABLE, languages
from monopoly_lab.lessons.lesson_editions import student_notebook
from monopoly_lab.lessons.lesson_notebooks import lesson_names, read_lesson
from monopoly_lab.lessons.own_numbers import CASES
from monopoly_lab.lessons.prediction import Prediction, Told, collect_notes
from monopoly_lab.lessons.question_calls import asked_in
from monopoly_lab.lessons.question_text import condition, in_a_sentence
from monopoly_lab.lessons.translation import translated
from tests.lessons.shipped import lesson

GAMES = 20  # as many as a curve over rounds needs
QUICK = ("05_risk_and_reward_gamer", "17_replicate_and_refute")
UNSAID = {  # what the teacher's notebook and a student's say of a prediction that nobody made
    "ru": ("Прогноза не было, на деле ", "Прогноза пока нет."),
    "uk": ("Прогнозу не було; результат\u00a0— ", "Прогнозу поки немає."),
}
PLOTLY = "application/vnd.plotly.v1+json"
SAID = ("text", "name", "ticktext", "x", "y", "labels")  # what holds the words of a figure
ENGLISH_WORD = re.compile(r"\b(?:the|of|and|with|at|in|by|for|after|most|each|from|is|per)\b")
OTHERS = [lang for lang in languages() if lang != ENGLISH]


def lessons() -> list[Any]:
    """Return each lesson with each language, of which every other lesson has the first one as its own."""
    found = []
    for n, name in enumerate(lesson_names()):
        for lang in OTHERS:
            is_its_own = lang == OTHERS[n % len(OTHERS)]
            marks = () if name in QUICK and is_its_own else pytest.mark.full if is_its_own else pytest.mark.release
            found.append(pytest.param(name, lang, marks=marks))
    return found


class Copy:
    """A notebook that is run: its names, what its cells ended with, what they said of predictions, its answers."""

    def __init__(self) -> None:
        self.names: dict[str, Any] = {"__name__": "__main__"}
        self.shown, self.told, self.right = list[dict[str, Any]](), list[str](), dict[str, bool]()

    def run(self, source: str, is_apart: bool = False) -> None:
        """Run a cell, as a notebook does; no other cell finds its names if it is run apart."""
        names = {**self.names} if is_apart else self.names
        with collect_notes() as notes:
            self._run(source, names)
        self.right |= {note.name: note.is_right for note in notes if note.kind == "self_check"}

    def _run(self, source: str, names: dict[str, Any]) -> None:
        tree = ast.parse(source)
        last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
        exec(compile(tree, "cell", "exec"), names)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), "cell", "eval"), names)
            self.shown.append(DisplayFormatter().format(value)[0] if value is not None else {})


@pytest.mark.usefixtures("all_compiled")
@pytest.mark.parametrize(("name", "lang"), lessons())
def test_lesson__runs_agrees_with_its_own_answers_and_runs_with_its_gaps(
    name: str, lang: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A cell of which both copies have the same, as has all that it names, is run for both."""
    spoken_by_the_class(lang, monkeypatch, tmp_path)
    teacher, student = Copy(), Copy()
    running = [teacher]
    against = Prediction.against

    def heard(prediction: Prediction, value: float) -> Told:
        running[0].told.append(against(prediction, value))
        return Told(running[0].told[-1])

    monkeypatch.setattr(Prediction, "against", heard)
    source = translated(read_lesson(name), lang)
    with_gaps = {cell.id: cell.source for cell in student_notebook(source).cells}
    for cell in source.notebook.cells:
        if cell.cell_type != "code":
            continue
        before = {**teacher.names}
        is_alike = with_gaps.get(cell.id) == cell.source and not is_apart(cell.source, teacher.names, student.names)
        running[0] = teacher
        teacher.run(cell.source, cell.id not in with_gaps)
        running[0] = student
        if is_alike:
            student.names |= {name: made for name, made in teacher.names.items() if before.get(name) is not made}
        elif cell.id in with_gaps:
            student.run(with_gaps[cell.id])
    cells = [cell.source for cell in source.notebook.cells if cell.cell_type == "code"]
    asked = {each.name for text in cells for each in asked_in(text) if each.kind == "self_check"}
    assert teacher.right == dict.fromkeys(asked, True)
    assert not english_in(teacher.shown + student.shown)
    assert teacher.told and not [each for each in teacher.told if not each.startswith(UNSAID[lang][0])]
    assert set(student.told) == {UNSAID[lang][1]}


def is_apart(source: str, some: dict[str, Any], others: dict[str, Any]) -> bool:
    """True if a name in a cell, or in a function that it names, stands for two things."""
    waiting, found = {each.id for each in ast.walk(ast.parse(source)) if isinstance(each, ast.Name)}, set[str]()
    while waiting:
        found |= waiting
        functions = [some[name] for name in waiting if isinstance(some.get(name), FunctionType)]
        waiting = {name for each in functions for name in each.__code__.co_names} - found
    return any(some.get(name) is not others.get(name) for name in found)


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("ru", "реконструкция: Имена восьми боссов известны из публикаций, их порядок — по мирам видеоигры; цены, "),
        ("uk", "реконструкція: Імена вісьмох босів відомі з публікацій, їхній порядок — за світами відеогри; ціни, "),
    ],
)
def test_lesson_05__says_in_the_language_of_the_class_where_the_bosses_come_from(
    lang: str, said: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    spoken_by_the_class(lang, monkeypatch, tmp_path)
    cells = [
        cell.source for cell in translated(read_lesson(QUICK[0]), lang).notebook.cells if "provenance" in cell.source
    ]
    assert len(cells) == 1
    Copy().run(cells[0])
    assert capsys.readouterr().out.replace("\u00a0", " ").startswith(said)


def spoken_by_the_class(lang: str, monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    monkeypatch.setenv(VARIABLE, lang)
    monkeypatch.setattr(messages.Session, "lang", "")  # which a translated lesson sets
    monkeypatch.setenv("MONOPOLY_LAB_PROGRESS", "off")
    monkeypatch.setattr(ml.Lesson, "games", lambda self, n: min(n, GAMES))
    monkeypatch.chdir(folder)


def english_in(shown: list[dict[str, Any]]) -> list[str]:
    return [text for bundle in shown for text in said_in(bundle) if ENGLISH_WORD.search(text)]


def said_in(shown: dict[str, Any]) -> Iterator[str]:
    """What readers see of an output: its sentence, table, or the texts of its figure."""
    if PLOTLY in shown:
        yield from figure_texts(json.loads(json.dumps(shown[PLOTLY], default=str)))
    elif "text/html" in shown:
        yield re.sub(r"<style.*?</style>|<svg.*?</svg>|<[^>]*>", " ", shown["text/html"], flags=re.DOTALL)
    else:
        yield shown.get("text/plain", "")


def figure_texts(part: Any, key: str = "") -> Iterator[str]:
    """Titles, labels and names of a figure, without markup."""
    if isinstance(part, dict):
        for name, each in part.items():
            yield from figure_texts(each, name)
    elif isinstance(part, list):
        for each in part:
            yield from figure_texts(each, key)
    elif key in SAID and isinstance(part, str):
        yield re.sub(r"<[^>]*>", " ", part)


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("name", CASES)
def test_questions__about_own_numbers_read_alike_where_nothing_stands_above_them(name: str, lang: str) -> None:
    """In the feedback, in a grade book and in the report."""
    cells = lesson(name, lang).notebook.cells
    found = dict[str, str]()
    for at, cell in enumerate(cells):
        for asked in asked_in(cell.source) if cell.cell_type == "code" else ():
            sentence, text = in_a_sentence(cells, at, asked.name)
            found[asked.name] = f"{condition(text, sentence)} {sentence}".casefold()
    own = [found[question] for question in CASES[name]]
    assert not [each for each in own if {"above", "вище", "выше"} & set(re.findall(r"\w+", each))]


JOINS = {"en": {"And", "But", "Or"}, "ru": {"И", "А", "Но", "Или"}, "uk": {"І", "Й", "А", "Але", "Або"}}


@pytest.mark.parametrize("lang", languages())
def test_questions__stand_alone_in_the_feedback(lang: str) -> None:
    """None begins with a word that joins it to another question, which the feedback leaves out."""
    for name in lesson_names():
        cells = lesson(name, lang).notebook.cells
        codes = [(at, cell.source) for at, cell in enumerate(cells) if cell.cell_type == "code"]
        said = [in_a_sentence(cells, at, asked.name)[0] for at, code in codes for asked in asked_in(code)]
        assert not [each for each in said if each.split()[0] in JOINS[lang]], name
