"""The guide for teachers: which lesson for which course, how long, what is needed first, what students get wrong."""

import json
from functools import cache
from typing import TYPE_CHECKING

from monopoly_lab.doors import door
from monopoly_lab.lessons import copy as delivery
from monopoly_lab.lessons.source import About, about_in, lesson_names
from monopoly_lab.markup import escaped
from monopoly_lab.messages import say

if TYPE_CHECKING:
    import pandas as pd

COLUMNS = ("lesson", "title", "courses", "minutes", "needs", "idea", "mistakes")


@cache
def abouts() -> tuple[About, ...]:
    """What the delivered lessons say of themselves, in their order; their cells are not looked at."""
    folder = delivery.home() / "notebooks"
    read = {name: json.loads((folder / f"{name}.ipynb").read_text(encoding="utf-8")) for name in lesson_names()}
    return tuple(about_in(content.get("metadata", {}), name) for name, content in read.items())


@door
def lessons_frame(course: str = "") -> "pd.DataFrame":
    """The lessons as a table, those of one course if it is named: title, courses, minutes, needs, idea, mistakes.

    `courses` is one of accounting, economics, finance, mathematics, probability, statistics; `needs` are lessons by
    number, `minutes` those of the plan; `monopoly-lab lesson build` makes what a class is given.

    >>> ml.lessons_frame("statistics").loc["06_should_she_build", "title"]
    'Should she build?'
    """
    import pandas as pd

    rows = [
        (each.name, each.title, each.courses, each.minutes, each.needs, each.idea, each.mistakes)
        for each in abouts()
        if not course or course in each.courses
    ]
    return pd.DataFrame(rows, columns=list(COLUMNS)).set_index("lesson")


def page(lang: str = "") -> str:
    """The guide as a table, folded, for the gallery."""
    heads = [say(f"guide.{each}", lang) for each in ("lesson", "courses", "minutes", "needs", "mistakes")]
    head = "".join(f'<th scope="col">{escaped(each)}</th>' for each in heads)
    rows = "".join(_row(each, lang) for each in abouts() if each.title)
    return (
        f'<details class="ml-guide"><summary>{escaped(say("guide.title", lang))}</summary>'
        f"<p>{escaped(say('guide.use', lang))}</p>"
        f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></details>"
    )


def _row(each: About, lang: str) -> str:
    courses = ", ".join(say(f"lesson.course_{course}", lang) for course in each.courses)
    wrong = "".join(f"<li>{escaped(mistake)}</li>" for mistake in each.mistakes)
    title = f"<b>{escaped(each.number)} {escaped(each.title)}</b><br>{escaped(each.idea)}"
    facts = "".join(f"<td>{escaped(fact)}</td>" for fact in (courses, str(each.minutes), ", ".join(each.needs)))
    return f'<tr><th scope="row">{title}</th>{facts}<td><ul>{wrong}</ul></td></tr>'
