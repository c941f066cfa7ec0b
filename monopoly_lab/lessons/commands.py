"""`monopoly-lab lesson`: build a lesson for students, for the teacher, for paper; list the lessons."""

import argparse
import shutil
import sys
import textwrap
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from monopoly_lab.lessons import build as making
from monopoly_lab.lessons.guide import abouts, counted
from monopoly_lab.lessons.source import About
from monopoly_lab.messages import say

Adding = Callable[..., argparse.ArgumentParser]
GAP = "  "
FEWEST = 24  # letters of a line of the last column
UNBOUND = 10_000  # letters of a line that goes into a file or another program


def add(commands: Any, command: Adding) -> None:
    """Put the commands among the others."""
    group = commands.add_parser("lesson", help=say("cli.lesson"), description=say("cli.lesson"))
    of_lesson = group.add_subparsers(required=True, metavar=say("cli.command"))
    building = command(of_lesson, "build", build, "lesson_build")
    building.add_argument("name", metavar="NAME", help=say("cli.lesson_name"))
    building.add_argument("--for", dest="audience", choices=making.FOR, required=True)
    building.add_argument("--out", type=Path, metavar="PATH", help=say("cli.lesson_out"))
    command(of_lesson, "list", lessons, "lesson_list")


def build(given: argparse.Namespace) -> int:
    """Write a lesson for somebody; a worksheet of more than a sheet is said."""
    path = making.build(given.name, given.audience, given.out)
    print(say("cli.exported", path=path))
    if path.suffix == ".pdf":
        from monopoly_lab.export.paper import pages
        from monopoly_lab.lessons.worksheet import PAGES

        found = pages(path.read_bytes())
        if found > PAGES:
            print(say("lesson.pages", n=found, most=PAGES), file=sys.stderr)
    return 0


def lessons(given: argparse.Namespace) -> int:
    """The lessons in columns: name, minutes, whose answers, title and courses, wrapped to the width of a terminal."""
    heads = [say(f"guide.{each}") for each in ("lesson", "minutes", "answers", "courses")]
    for line in columns([heads, *map(_facts, abouts())], shutil.get_terminal_size((UNBOUND, 0)).columns):
        print(line)
    return 0


def _facts(lesson: About) -> list[str]:
    courses = ", ".join(say(f"lesson.course_{course}") for course in lesson.courses)
    answers = say("guide.own" if lesson.is_own else "guide.same")
    return [lesson.name, counted(lesson), answers, f"{lesson.title} ({courses})" if courses else lesson.title]


def columns(rows: Sequence[Sequence[str]], width: int) -> list[str]:
    """Rows under each other, each column as wide as its widest cell; the last one is wrapped to what is left.

    Where too little is left for it, it stands below the others.
    """
    widths = [max(map(len, cells)) for cells in zip(*rows)][:-1]
    lines = list[str]()
    for *cells, last in rows:
        head = GAP.join(f"{cell:<{wide}}" for cell, wide in zip(cells, widths)) + GAP
        is_below = width - len(head) < FEWEST
        indent = " " * (4 if is_below else len(head))
        folded = textwrap.wrap(last, max(width - len(indent), FEWEST), break_long_words=False)
        lines += (
            [head.rstrip(), *(indent + line for line in folded)]
            if is_below
            else [head + folded[0], *(indent + line for line in folded[1:])]
        )
    return lines
