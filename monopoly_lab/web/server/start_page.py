"""Start page of the app: a form for a table, the scenarios and the lessons; each opens as a notebook."""

import json
import secrets
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, cached_property
from operator import itemgetter
from pathlib import Path
from typing import Any

import mistune
import nbformat

from monopoly_lab.common.errors import ServeError
from monopoly_lab.common.escaping import harmless_links
from monopoly_lab.common.file_access import normalized_name, whole_number
from monopoly_lab.common.messages import ENGLISH, languages, resolve_language, say, speaking
from monopoly_lab.common.validation_errors import hint
from monopoly_lab.editions import editions, load_edition
from monopoly_lab.game.game import Game
from monopoly_lab.game.scenarios import Scenario, scenarios
from monopoly_lab.game.seats import name_problem
from monopoly_lab.lessons import working_copies as delivery
from monopoly_lab.lessons.grading.handed_in import VARIABLE as HANDED_IN
from monopoly_lab.lessons.lesson_metadata import PLAN, about_in
from monopoly_lab.lessons.lesson_notebooks import read_lesson
from monopoly_lab.lessons.teacher_guide import course_in_words
from monopoly_lab.lessons.translatable_text import in_text
from monopoly_lab.lessons.translation import is_translated, known_sentences, marked_english, translated
from monopoly_lab.players import strategies
from monopoly_lab.web.lesson_notebook import page_notebook
from monopoly_lab.widgets.autosave import VARIABLE

PEOPLE = "people"  # who plays the other seats: people who share the screen
# Of the page around a notebook.
WORDS = ("home", "task", "loading", "step", "lost", "limit", "anew", "asleep", "died", "again", "back")
MIXED = "mixed"  # or each a strategy of its own
MOST_NUMBER = 999_999_999  # that a form takes: nine digits can be read from a board and typed
PYTHON = {"display_name": "Python 3", "language": "python", "name": "python3"}


@dataclass(frozen=True)
class WantedGame:
    """A game to sit down to, as the form of the start page asked for it."""

    edition: str
    players: tuple[tuple[str, str | None], ...]
    seed: int
    scenario: str = ""
    lang: str = ""

    @classmethod
    def from_form(cls, form: Mapping[str, str]) -> "WantedGame":
        """Return the game of a form; what is left out is chosen here. Raises ServeError for what is not offered."""
        lang = language(form)
        scenario = form.get("scenario", "")
        if scenario:
            _one_of("scenario", scenario, scenarios(), lang)
        edition = _one_of("edition", form.get("edition") or "classic_us", editions(), lang)
        least, most = seats(edition)
        number = _number("number", form.get("number", ""), min(max(3, least), most), lang)
        if not least <= number <= most:
            raise ServeError(say("serve.bad_number", lang, value=number, least=least, most=most))
        others = _one_of("others", form.get("others") or "strong", [PEOPLE, MIXED, *strategies()], lang)
        seed = _number("seed", form.get("seed", ""), secrets.randbelow(MOST_NUMBER + 1), lang)
        return cls(
            edition, _seats_with_players(_name(form.get("name", ""), lang), number, others, lang), seed, scenario, lang
        )

    @property
    def title(self) -> str:
        """Return the title shown above the table."""
        if self.scenario:
            return self._scenario.title
        return load_edition(self.edition).called("", self.lang).title

    @property
    def task(self) -> str:
        """Return the task for the class at the table of a scenario; "" at any other."""
        return self._scenario.project if self.scenario else ""

    @cached_property
    def _scenario(self) -> Scenario:
        return Scenario.load(self.scenario, self.lang)

    def game(self) -> Game:
        """Return the game as it starts, which its notebook makes too."""
        if self.scenario:
            return self._scenario.game()
        return Game(self.edition, players=list(self.players), seed=self.seed)

    def notebook(self, left: bool = False) -> Any:
        """Return a notebook that shows the table of this game; one that was `left`, as it was left."""
        if self.scenario:
            game = f"ml.Scenario.load({self.scenario!r}).game()"
        else:
            game = f"ml.Game({self.edition!r}, players={list(self.players)!r}, seed={self.seed})"
        table = "ml.Table.resume" if left else "ml.Table"
        code = f"import monopoly_lab as ml\n{table}({game}, lang={self.lang!r}, goes_on=True)"
        return _notebook(self.title, self.lang, code, self.task)


@dataclass(frozen=True)
class OfferedLesson:
    """A lesson as it is listed, and read."""

    path: Path
    title: str
    about: str
    lang: str = ENGLISH
    course: str = ""
    place: int = 0

    @property
    def name(self) -> str:
        """Return the name in the address of the lesson: 01_play_a_scenario."""
        return self.path.stem

    @property
    def text_lang(self) -> str:
        """Return the language of its texts: the reader's, or English if the lesson is not translated."""
        return self.lang if is_translated(self.name, self.lang) else ENGLISH

    def notebook(self, teacher: bool = False) -> Any:
        """Return the students' lesson as a page that waits for predictions; a teacher's has a button to open it all."""
        with speaking(self.lang):
            notebook = page_notebook(translated(read_lesson(str(self.path))), self.lang, teacher)
        notebook.metadata = nbformat.from_dict(_metadata(self.title, self.text_lang))
        return notebook


def lessons(lang: str = ENGLISH) -> tuple[OfferedLesson, ...]:
    """Return the delivered lessons in order: the title and what the first paragraph says, in English if need be."""
    return _lessons(lang)


@cache
def _lessons(lang: str) -> tuple[OfferedLesson, ...]:
    offered = []
    for path in sorted((delivery.home() / "notebooks").glob("*.ipynb")):
        known = known_sentences(path.stem, lang)
        read = json.loads(path.read_text(encoding="utf-8"))  # nothing of it is run or validated: this is fast
        head = in_text("".join(read["cells"][0]["source"]), lambda text: known.get(text, text))  # noqa: B023
        title, _, rest = head.partition("\n")
        title = title.lstrip("# ").strip()
        title = title if is_translated(path.stem, lang) else marked_english(title, lang)
        about = about_in(read["metadata"], path.stem)
        first = _inline(rest.strip().partition("\n\n")[0])
        offered.append(OfferedLesson(path, title, first, lang, about.course, about.place))
    return tuple(offered)


def courses(lang: str = "") -> list[tuple[str, str, list[OfferedLesson]]]:
    """Return the lessons by course of the plan, each course with its name; "" are the further lessons, at the end."""
    known = sorted(lessons(resolve_language(lang)), key=lambda each: (each.place, each.name))
    by_course = [(course, [each for each in known if each.course == course]) for course in (*PLAN, "")]
    return [(course, course_in_words(course, lang), offered) for course, offered in by_course if offered]


def with_folders(notebook: Any, folder: str, handed_in: str) -> Any:
    """Return the same notebook: its tables keep games in a folder, its lesson is handed in to another."""
    names = f"os.environ[{VARIABLE!r}] = {folder!r}\nos.environ[{HANDED_IN!r}] = {handed_in!r}"
    first = nbformat.v4.new_code_cell(f"import os\n{names}")
    notebook.cells.insert(0, first)
    return notebook


def gallery(lang: str = "") -> Any:
    """Return a notebook that shows the scenarios as cards."""
    return _notebook(say("serve.gallery", lang), lang, f"import monopoly_lab as ml\nml.Gallery(lang={lang!r})")


def notebook_of(name: str, form: Mapping[str, str], teacher: bool = False) -> Any:
    """Return the notebook of the page `page/NAME`: the table, the gallery or a lesson; None for any other name."""
    lang = language(form)
    if name == "table":
        return WantedGame.from_form(form).notebook()
    if name == "gallery":
        return gallery(lang)
    lesson = next((lesson for lesson in lessons(lang) if lesson.name == name), None)
    return lesson and lesson.notebook(teacher)


@cache
def seats(edition: str) -> tuple[int, int]:
    """Return the least and the greatest number of players."""
    options = load_edition(edition).resolve()
    return int(options["players.min"]), int(options["players.max"])


def board(edition: str, number: str, lang: str) -> str:
    """Return the board of an edition before a game of so many, as SVG; of its least number if it is not for so many."""
    least, most = seats(edition)
    wanted = whole_number(number) or least
    return _board(edition, wanted if least <= wanted <= most else least, lang)


@cache
def _board(edition: str, number: int, lang: str) -> str:
    return Game(edition, players=_names(lang)[:number], seed=1, lang=lang).svg(lang)


def language(form: Mapping[str, str]) -> str:
    """Return the language asked for, or that of the whole app."""
    lang = form.get("lang", "")
    return lang if lang in languages() else resolve_language()


def preferred_language(accepted: str) -> str:
    """Return the first of our languages that a browser asks for in its header Accept-Language; "" for none."""
    weighted = []
    for part in accepted.split(","):
        tag, _, weight = part.partition(";q=")
        with suppress(ValueError):
            weighted.append((-float(weight or 1), tag.strip().partition("-")[0].lower()))
    return next((tag for _, tag in sorted(weighted, key=itemgetter(0)) if tag in languages()), "")


def _inline(text: str) -> str:
    """Return a paragraph of Markdown as HTML, without a paragraph around it."""
    return harmless_links(str(mistune.html(text))).strip().removeprefix("<p>").removesuffix("</p>")


def _names(lang: str) -> list[str]:
    """Return the names of seats that are given none."""
    return say("serve.names", lang).split(", ")


def _notebook(title: str, lang: str, code: str, task: str = "") -> Any:
    metadata = _metadata(title, lang) | {"heading": title, "task": task}
    return nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(code)], metadata=metadata)


def _metadata(title: str, lang: str) -> dict[str, Any]:
    """Return what the page template needs to know, its words included."""
    words = {name: say(f"serve.{name}", lang) for name in WORDS}
    return {"kernelspec": PYTHON, "title": title, "lang": lang, "words": words}


def _seats_with_players(name: str, number: int, others: str, lang: str) -> tuple[tuple[str, str | None], ...]:
    """Return (name, who plays) for each seat; the first seat is the reader's own."""
    rest = [each for each in _names(lang) if each.casefold() != name.casefold()]
    bots = [each for each in strategies() if each != "random"]
    who: list[str | None]
    if others == PEOPLE:
        who = [None] * number
    elif others == MIXED:
        who = [bots[seat % len(bots)] for seat in range(number)]
    else:
        who = [others] * number
    return ((name, None), *zip(rest[: number - 1], who))


def _name(given: str, lang: str) -> str:
    """Return a name that a game takes, or the first of the usual ones where none is given."""
    problem = name_problem(given, ())
    if given.strip() and problem:
        raise ServeError(problem)
    return normalized_name(given) or _names(lang)[0]


def _number(field: str, text: str, default: int, lang: str) -> int:
    if not text.strip():
        return default
    number = whole_number(text)
    if number is None or not 0 <= number <= MOST_NUMBER:
        raise ServeError(say("serve.no_number", lang, field=say(f"serve.{field}", lang), value=text))
    return number


def _one_of(field: str, value: str, known: list[str], lang: str) -> str:
    if value not in known:
        label = say(f"serve.{field}", lang)
        raise ServeError(say("serve.unknown", lang, field=label, value=value, hint=hint(value, known)))
    return value
