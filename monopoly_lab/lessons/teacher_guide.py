"""The guide for teachers: which lesson for which course, how long, what is needed first, what students get wrong."""

import json
import re
from functools import cache

from monopoly_lab.common.argument_checks import check_argument
from monopoly_lab.common.errors import LessonError
from monopoly_lab.common.escaping import escaped
from monopoly_lab.common.file_access import shortened
from monopoly_lab.common.lazy_imports import pd
from monopoly_lab.common.messages import has_message, resolve_language, say
from monopoly_lab.common.validation_errors import did_you_mean
from monopoly_lab.lessons import working_copies as delivery
from monopoly_lab.lessons.lesson_metadata import ALONE, COURSES, PLAN, UNIT
from monopoly_lab.lessons.lesson_notebooks import Listed, guide_entry, lesson_names
from monopoly_lab.lessons.translation import about_in_language

COLUMNS = ("lesson", "title", "courses", "minutes", "counted", "needs", "idea", "mistakes", "own_answers", "topics")
HEADS = ("lesson", "topics", "courses", "minutes", "needs", "answers", "mistakes")
PLAN_HEADS = ("lesson", "question", "minutes", "needs")
TOLD = ("idea", *UNIT, *ALONE, "topics", "courses", "minutes", "needs", "answers")  # of each lesson, in this order
FILE = "README.md"  # of the folder of lessons: the guide with links


def guide_entries(lang: str = "") -> tuple[Listed, ...]:
    """Return what the delivered lessons say of themselves, in their order; nothing of them is run.

    What is not translated is in English, which the title then says.
    """
    return _guide_entries(resolve_language(lang))


@cache
def _guide_entries(lang: str) -> tuple[Listed, ...]:
    return tuple(about_in_language(each, lang) for each in _read())


@cache
def _read() -> tuple[Listed, ...]:
    """Return what the delivered lessons say of themselves as it stands there: read once for all languages."""
    folder = delivery.home() / "notebooks"
    read = {name: json.loads((folder / f"{name}.ipynb").read_text(encoding="utf-8")) for name in lesson_names()}
    return tuple(guide_entry(content, name) for name, content in read.items())


def topics() -> list[str]:
    """Return what the lessons treat, each topic once, in the order of the alphabet."""
    return sorted({topic for each in guide_entries() for topic in each.topics}, key=str.casefold)


def topic_in_words(topic: str, lang: str = "") -> str:
    """Return a topic of a lesson or a scenario in the reader's language; one of somebody's own as it is.

    >>> topic_in_words("expected value", "uk")
    'математичне сподівання'
    """
    key = f"lesson_topic.{topic.casefold().replace(' ', '_')}"
    return say(key, lang) if has_message(key) else topic


def lessons_on(topic: str, lang: str = "") -> list[Listed]:
    """Return the lessons that treat a topic, in their order."""
    return [each for each in guide_entries(lang) if topic.casefold() in map(str.casefold, each.topics)]


@check_argument
def lessons_frame(course: str = "", topic: str = "") -> "pd.DataFrame":
    """Return the lessons as a table: title, minutes, needed lessons, idea, common mistakes.

    Args:
        course: Only lessons of accounting, economics, finance, mathematics, probability or statistics, or the units of
            a course of the plan: microeconomics, policy, money or probability; all if empty.
        topic: Only lessons on a topic, as scenarios name it: inequality, market power, auctions and so on; all if
            empty.

    Returns:
        Table by name. `own_answers`: True if each student has figures of their own. `needs`: numbers of lessons.
        `minutes`: of the plan; `counted`: of its cells in class. `monopoly-lab lesson build` makes what a class is
        given.

    Raises:
        LessonError: For a course or topic that no lesson has.

    Example:
        >>> ml.lessons_frame("statistics").loc["06_should_she_build", "title"]
        'Should she build?'
        >>> list(ml.lessons_frame(topic="auctions").index)
        ['40_demand_and_price_ceiling', '44_auctions']
    """
    _check(course, list(dict.fromkeys((*COURSES, *PLAN))), "lesson.no_course")
    _check(topic, topics(), "lesson.no_topic")
    chosen = [
        each
        for each in (lessons_on(topic) if topic else guide_entries())
        if not course or course.casefold() in (*each.courses, each.course)
    ]
    rows = [
        (
            *(each.name, each.title, each.courses, each.minutes, each.counted, each.needs, each.idea),
            *(each.mistakes, each.is_own, each.topics),
        )
        for each in chosen
    ]
    return pd.DataFrame(rows, columns=list(COLUMNS)).set_index("lesson")


def units(course: str, lang: str = "") -> list[Listed]:
    """Return the units of a course of the plan in the order in which they are taught; of "" the further lessons."""
    return sorted(
        (each for each in guide_entries(lang) if each.course == course), key=lambda each: (each.place, each.name)
    )


def _check(given: str, known: list[str], words: str) -> None:
    if given and given.casefold() not in map(str.casefold, known):
        raise LessonError(say(words, value=shortened(given), known=", ".join(known)) + did_you_mean(given, known))


def page(lang: str = "") -> str:
    """Return the guide as a table, folded, for the end of the gallery; when narrow, a paragraph of facts a lesson."""
    heads = [say(f"guide.{each}", lang) for each in HEADS]
    head = "".join(f'<th scope="col">{escaped(each)}</th>' for each in heads)
    rows = "".join(_course_rows(course, lang) for course in (*PLAN, ""))
    named = sorted((topic_in_words(each, lang), each) for each in topics())
    options = "".join(f'<option value="{escaped(each)}">{escaped(words)}</option>' for words, each in named)
    choice = (
        f'<label>{escaped(say("guide.topic", lang))} <select class="ml-guide-topic">'
        f'<option value="">{escaped(say("gallery.all", lang))}</option>{options}</select></label>'
    )
    return (
        f'<details class="ml-guide"><summary>{escaped(say("guide.title", lang))}</summary>'
        f"<p>{escaped(say('guide.where', lang))}</p>"
        f"<p>{choice}</p>"
        f'<div tabindex="0"><table><thead><tr>{head}</tr></thead>{rows}</table></div></details>'
    )


def markdown(lang: str = "en") -> str:
    """Return the guide as a file beside the lessons: topics, the plan of courses, the facts of each lesson."""
    parts = [f"# {say('guide.title', lang)}", say("guide.use", lang), say("guide.exact", lang), say("guide.room", lang)]
    parts += [f"## {say('guide.find', lang)}", _topics(lang)]
    parts += [f"## {say('guide.plan', lang)}", say("guide.plan_use", lang)]
    heads = [say(f"guide.{head}", lang) for head in PLAN_HEADS]
    for course in (*PLAN, ""):
        rows = [_plan(each, lang) for each in units(course, lang) if each.title]
        parts += [f"### {course_in_words(course, lang)}", _table([heads, *rows])]
    parts += [f"## {say('guide.units', lang)}", say("guide.alone_use", lang)]
    parts += [_section(each, lang) for course in (*PLAN, "") for each in units(course, lang) if each.title]
    return "\n\n".join(parts) + "\n"


def _topics(lang: str) -> str:
    """Return a list of topics, each with the lessons that treat it."""
    named = sorted(((topic_in_words(each, lang), each) for each in topics()), key=lambda pair: pair[0].casefold())
    found = (
        (words, ", ".join(_to_section(each, each.number) for each in lessons_on(topic, lang))) for words, topic in named
    )
    return "\n".join(f"- {words}: {lessons}" for words, lessons in found)


def _section(each: Listed, lang: str) -> str:
    """Return what the guide says of a lesson, under a heading of its own."""
    facts = dict(zip(("topics", "courses", "minutes", "needs", "answers"), _facts(each, lang)))
    told = {key: facts[key] if key in facts else getattr(each, key) for key in TOLD}
    lines = [f"- **{say(f'guide.{key}', lang)}.** {text}" for key, text in told.items() if text]
    lines += [f"- **{say('guide.mistakes', lang)}.** {' '.join(each.mistakes)}"] if each.mistakes else []
    opened = f"[{each.name}.ipynb]({each.name}.ipynb)"
    return "\n".join((f"### {_heading(each)}", "", opened, "", *lines))


def course_in_words(course: str, lang: str = "") -> str:
    """Return the name of a course of the plan; "" are the further lessons."""
    return say(f"guide.course_{course}" if course else "guide.further", lang)


def _table(rows: list[list[str]]) -> str:
    """Return a table in Markdown; the first row is the heading."""
    head, *rest = ([part.replace("|", "\\|") for part in row] for row in rows)
    return "\n".join(f"| {' | '.join(row)} |" for row in (head, ["---"] * len(head), *rest))


def _plan(each: Listed, lang: str) -> list[str]:
    """Return the row of a lesson in the plan; further lessons tell their idea where they ask no question."""
    return [
        _to_section(each, _heading(each)),
        each.question or each.idea,
        minutes_text(each, lang),
        ", ".join(each.needs),
    ]


def _heading(each: Listed) -> str:
    return f"{each.number} {each.title}"


def _to_section(each: Listed, text: str) -> str:
    """Return a link to what the guide says of a lesson; GitHub names a heading like this."""
    place = re.sub(r"[^\w\- ]", "", _heading(each).casefold()).replace(" ", "-")
    return f"[{text}](#{place})"


def _facts(each: Listed, lang: str) -> tuple[str, ...]:
    courses = ", ".join(say(f"lesson.course_{course}", lang) for course in each.courses)
    answers = say("guide.own" if each.is_own else "guide.same", lang)
    if each.same and not each.is_own:
        answers = say("guide.same_why", lang, reason=say(f"guide.same_{each.same}", lang))
    return (
        ", ".join(topic_in_words(topic, lang) for topic in each.topics),
        courses,
        minutes_text(each, lang),
        ", ".join(each.needs),
        answers,
    )


def minutes_text(each: Listed, lang: str = "") -> str:
    """Return the minutes that are in a lesson, of those of its plan: "37 of 50"."""
    return say("guide.counted", lang, n=each.counted, all=each.minutes) if each.minutes else ""


def _course_rows(course: str, lang: str) -> str:
    """Return a course of the plan as a part of the table, under its name."""
    rows = "".join(_row(each, lang) for each in units(course, lang) if each.title)
    head = f'<tr class="ml-guide-course"><th scope="rowgroup" colspan="{len(HEADS)}">'
    return f"<tbody>{head}{escaped(course_in_words(course, lang))}</th></tr>{rows}</tbody>" if rows else ""


def _row(each: Listed, lang: str) -> str:
    wrong = "".join(f"<li>{escaped(mistake)}</li>" for mistake in each.mistakes)
    title = f"<b>{escaped(each.number)} {escaped(each.title)}</b><br>{escaped(each.idea)}"
    heads = [escaped(say(f"guide.{head}", lang)) for head in HEADS[1:]]
    facts = "".join(f'<td data-head="{head}">{escaped(fact)}</td>' for head, fact in zip(heads, _facts(each, lang)))
    given = f'data-lesson="{escaped(each.name)}" data-topics="{escaped("|".join(each.topics))}" tabindex="-1"'
    return f'<tr {given}><th scope="row">{title}</th>{facts}<td data-head="{heads[-1]}"><ul>{wrong}</ul></td></tr>'
