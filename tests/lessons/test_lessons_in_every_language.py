"""Every cell of every lesson runs, and every answer in it is right, whatever language the class speaks.

The cells, translated as far as they are, are run one after the other in this process, as a kernel would, and what they
end with is shown; fewer games are played than in class. The teacher's notebook, solutions filled in, in one language,
the students' with its gaps in the other, in turn from lesson to lesson; each in both with `pytest -m release`. What
the cells show has no English words.
"""

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from IPython.core.formatters import DisplayFormatter

import monopoly_lab as ml
from monopoly_lab.common import messages
from monopoly_lab.common.messages import ENGLISH, VARIABLE, languages
from monopoly_lab.lessons.lesson_editions import for_student
from monopoly_lab.lessons.lesson_notebooks import lesson_names, read_lesson
from monopoly_lab.lessons.own_numbers import CASES
from monopoly_lab.lessons.prediction import Prediction, Told
from monopoly_lab.lessons.question_calls import asked_in
from monopoly_lab.lessons.question_text import condition, in_a_sentence
from monopoly_lab.lessons.translation import translated

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


def lessons(first: int) -> list[Any]:
    """Return each lesson with each language; the language of the first lesson has this place, the next one the next."""
    found = []
    for n, name in enumerate(lesson_names(), first):
        for lang in OTHERS:
            is_its_turn = lang == OTHERS[n % len(OTHERS)]
            marks = () if name in QUICK and is_its_turn else pytest.mark.full if is_its_turn else pytest.mark.release
            found.append(pytest.param(name, lang, marks=marks))
    return found


@pytest.mark.parametrize(("name", "lang"), lessons(0))
def test_lesson__runs_and_agrees_with_its_own_answers(
    name: str, lang: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    spoken_by_the_class(lang, monkeypatch, tmp_path)
    wrong, check = list[str](), ml.self_check

    def checked(question: str, *given: Any, **named: Any) -> Told:
        told = check(question, *given, **named)
        wrong.extend([question] * (not told.is_right))
        return told

    monkeypatch.setattr(ml, "self_check", checked)
    told = told_of_predictions(monkeypatch)
    codes = [cell.source for cell in translated(read_lesson(name), lang).notebook.cells if cell.cell_type == "code"]
    shown = run(codes)
    assert not wrong
    assert not english_in(shown)
    assert told and not [each for each in told if not each.startswith(UNSAID[lang][0])]


@pytest.mark.parametrize(("name", "lang"), lessons(1))
def test_lesson__runs_with_its_gaps(name: str, lang: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    spoken_by_the_class(lang, monkeypatch, tmp_path)
    told = told_of_predictions(monkeypatch)
    cells = for_student(translated(read_lesson(name), lang)).cells
    shown = run([cell.source for cell in cells if cell.cell_type == "code"])
    assert not english_in(shown)
    assert set(told) == {UNSAID[lang][1]}


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
    run(cells)
    assert len(cells) == 1 and capsys.readouterr().out.replace("\u00a0", " ").startswith(said)


def told_of_predictions(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the cells that are run say of predictions, beside what came out."""
    told, against = list[str](), Prediction.against

    def heard(prediction: Prediction, value: float) -> Told:
        told.append(against(prediction, value))
        return Told(told[-1])

    monkeypatch.setattr(Prediction, "against", heard)
    return told


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


def run(cells: list[str]) -> list[dict[str, Any]]:
    """Cell by cell; return what each ends with as a notebook shows it."""
    names: dict[str, Any] = {"__name__": "__main__"}
    found = list[dict[str, Any]]()
    shown = DisplayFormatter()
    for number, source in enumerate(cells):
        tree = ast.parse(source)
        last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
        exec(compile(tree, f"cell {number}", "exec"), names)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), f"cell {number}", "eval"), names)
            found.append(shown.format(value)[0] if value is not None else {})
    return found


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("name", CASES)
def test_questions__about_own_numbers_read_alike_where_nothing_stands_above_them(name: str, lang: str) -> None:
    """In the feedback, in a grade book and in the report."""
    cells = translated(read_lesson(name), lang).notebook.cells
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
        cells = translated(read_lesson(name), lang).notebook.cells
        codes = [(at, cell.source) for at, cell in enumerate(cells) if cell.cell_type == "code"]
        said = [in_a_sentence(cells, at, asked.name)[0] for at, code in codes for asked in asked_in(code)]
        assert not [each for each in said if each.split()[0] in JOINS[lang]], name
