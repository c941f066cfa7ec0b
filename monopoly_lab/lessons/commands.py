"""`monopoly-lab lesson`: build a lesson for students, for the teacher, for paper; list the lessons."""

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from monopoly_lab.lessons import build as making
from monopoly_lab.lessons.guide import abouts
from monopoly_lab.messages import say

Adding = Callable[..., argparse.ArgumentParser]


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
    """A line a lesson: name, minutes, courses, title."""
    for lesson in abouts():
        minutes = say("lesson.minutes", n=lesson.minutes) if lesson.minutes else ""
        courses = ", ".join(say(f"lesson.course_{course}") for course in lesson.courses)
        print(f"{lesson.name:<34}{minutes:<10}{courses:<28}{lesson.title}")
    return 0
