"""The lesson as a class was given it, in each language in which a student may have answered it."""

from dataclasses import replace
from typing import Any

from monopoly_lab.common import ABOUT
from monopoly_lab.common.file_access import comparable_name
from monopoly_lab.common.messages import ENGLISH, languages, speaking
from monopoly_lab.lessons.grading.class_settings import Assignment
from monopoly_lab.lessons.lesson_editions import is_open, student_notebook
from monopoly_lab.lessons.lesson_metadata import worked_answer
from monopoly_lab.lessons.lesson_notebooks import Source, lesson_names, present_name, read_lesson
from monopoly_lab.lessons.question_calls import Question, asked_in, whose_in, with_student, without_values, words_of
from monopoly_lab.lessons.question_text import (
    in_a_sentence,
    question_paragraphs,
    room,
    sentences,
    split_after_explain,
    split_explain_request,
)
from monopoly_lab.lessons.translation import is_translated, translated

InWords = dict[Question, tuple[str, str]]  # of each question its sentence and the text that it stands in


def lesson_in(assignment: Assignment, lang: str) -> Source:
    """Return the lesson of a class in a language; as the class was given it where there is no translation."""
    name = assignment.lesson_name or assignment.source.about.name
    language = language_of(assignment.source.notebook)
    if lang == language or name not in lesson_names() or not is_translated(name, lang):
        return assignment.source
    # Translations are made from the English one.
    source = assignment.source if language == ENGLISH else read_lesson(name)
    return translated(replace(source, about=replace(source.about, name=name)), lang)


def language_of(notebook: Any) -> str:
    """Return the language of a lesson by what its notebook says of itself; English for one that says nothing."""
    about = notebook.metadata.get(ABOUT, {})
    lang = about.get("lang", ENGLISH) if isinstance(about, dict) else ENGLISH
    return lang if lang in languages() else ENGLISH


def other_lesson(assignment: Assignment, notebook: Any) -> str:
    """Return the lesson that a notebook is of, by its first cell and its metadata; "" for that of the class, or none.

    A lesson that has taken the place of another is the same one here: its pages lead from the old name to the new one.
    """
    about = notebook.metadata.get(ABOUT, {})
    lesson_name = about.get("lesson") if isinstance(about, dict) else None
    codes = [cell.source for cell in notebook.cells if cell.cell_type == "code"]
    whose = next((found for code in codes if (found := whose_in(code))), None)
    named = [name for name in (whose.lesson if whose else None, lesson_name) if isinstance(name, str) and name]
    own_names = {assignment.lesson_name, assignment.source.about.name}
    is_known = bool(assignment.lesson_name and named)
    return named[0] if is_known and {*map(present_name, named)}.isdisjoint(map(present_name, own_names)) else ""


def in_words(assignment: Assignment) -> InWords:
    """Return what a lesson asks, in a sentence and with the text around it, by kind and name."""
    questions: InWords = {}
    cells = assignment.source.notebook.cells
    for at, cell in enumerate(cells):
        if cell.cell_type == "code":
            for call in asked_in(cell.source):
                questions.setdefault(call.question, in_a_sentence(cells, at, call.name))
    return questions


def way_to(assignment: Assignment, question: Question) -> str:
    """Return how the answer to a self-check is found, as Markdown; "" where the lesson does not say it.

    Where students have answers of their own, the sentences with the answer of the worksheet are left out.
    """
    kind, name = question
    text = worked_answer(assignment.source.notebook.metadata.get(ABOUT, {}), name) if kind == "self_check" else ""
    is_own = bool(text) and question in assignment.own
    return " ".join(each for each in sentences(text) if not (is_own and "**" in each))


def explained_in(assignment: Assignment) -> dict[str, str]:
    """Return what each text of a lesson wants explained, by the id of its cell."""
    cells = student_notebook(assignment.source).cells
    return {
        cell.id: text_to_explain(cell.source).replace(room(), "").strip()
        for cell in cells
        if cell.cell_type == "markdown"
    }


def text_to_explain(text: str) -> str:
    """Return what a text wants explained, without the next question that follows it."""
    question = question_paragraphs(split_after_explain(text)[0])
    first, after = split_explain_request(question)
    return first if first and after and "?" not in after else question


class Given:
    """What a class was given, as what comes back is compared with it."""

    def __init__(self, assignment: Assignment, lang: str = "") -> None:
        self.lang = lang or language_of(assignment.source.notebook)
        source = lesson_in(assignment, self.lang)
        with speaking(self.lang):  # the room for words has a label
            cells = student_notebook(source).cells
        codes = [cell for cell in cells if cell.cell_type == "code"]
        teachers = [cell.source for cell in source.notebook.cells if cell.cell_type == "code"]
        self.texts = {cell.id: cell.source for cell in cells if cell.cell_type == "markdown"}
        delivered = _texts_delivered(assignment, self.lang)
        self.lines = frozenset(map(str.strip, "\n".join([*self.texts.values(), *delivered]).splitlines()))
        self.told = " ".join(" ".join(self.lines).casefold().split())
        self.asking = [code.source for code in codes if asked_in(code.source)]
        self.open = frozenset(code.id for code in codes if is_open(code))
        self.arguments = {each.question: words_of(each) for code in teachers for each in asked_in(code)}
        self.fixed = [(code.id, fixed_code(code.source)) for code in codes]
        self.assignment, self.students = assignment, {comparable_name(each.file): each for each in assignment.students}
        by_name = {student.name: student for student in assignment.students}
        self.chosen = {file: by_name[name] for name, file in assignment.decided.items() if isinstance(file, str)}
        self.signatures = {each: assignment.signature(each) for each in assignment.students}
        self._others = {self.lang: self}

    def in_language_of(self, notebook: Any) -> "Given":
        """Return the same in the language of a student's copy, as of the page of a lesson."""
        lang = language_of(notebook)
        if lang not in self._others:
            self._others[lang] = Given(self.assignment, lang)
        return self._others[lang]


def _texts_delivered(assignment: Assignment, lang: str) -> list[str]:
    """Return the texts of the lesson as pages have it now: they may be newer than what the class was given."""
    name = present_name(assignment.lesson_name)
    if name not in lesson_names():
        return []
    source = read_lesson(name)
    cells = (translated(source, lang) if is_translated(name, lang) else source).notebook.cells
    return [cell.source for cell in cells if cell.cell_type == "markdown"]


def fixed_code(source: str) -> str:
    """Return what students have no reason to change of a cell: all but answers, white space at ends, whose it is."""
    plain = without_values(with_student(source, "", "") or source)
    return "\n".join(line.rstrip() for line in plain.strip().splitlines())
