"""Add the command `monopoly-lab lesson` with its arguments: build, translate and list lessons."""

import argparse
import re
import shutil
import sys
import textwrap
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from monopoly_lab.common.errors import LessonError
from monopoly_lab.common.file_access import printable, shortened
from monopoly_lab.common.messages import ENGLISH, languages, resolve_language, say
from monopoly_lab.lessons import lesson_editions as making
from monopoly_lab.lessons.lesson_notebooks import Listed, present_name
from monopoly_lab.lessons.teacher_guide import guide_entries, minutes_text

Adding = Callable[..., argparse.ArgumentParser]
GAP = "  "
UNBROKEN = "\N{NO-BREAK SPACE}"
FEWEST = 24  # letters of a line of the last column
WIDTH = 100  # letters of a line that goes into a file or another program, and of a sentence in a wide terminal
PASTED = re.compile(r'"[^"\n]*" = (?:true|false|"[^"\n]*")')  # a line for lesson.toml within a sentence


def add_lesson_commands(commands: Any, command: Adding) -> None:
    """Add the command `lesson` with its subcommands."""
    group = commands.add_parser("lesson", help=say("cli.lesson"), description=say("cli.lesson"))
    of_lesson = group.add_subparsers(required=True, metavar=say("cli.command"))
    building = command(of_lesson, "build", build, "lesson_build")
    building.add_argument("name", metavar="NAME", help=say("cli.lesson_name"))
    building.add_argument("--for", dest="audience", choices=making.FOR, required=True)
    building.add_argument("--out", type=Path, metavar="PATH", help=say("cli.lesson_out"))
    translating = command(of_lesson, "translate", translate, "lesson_translate")
    translating.add_argument("name", metavar="NAME", help=say("cli.lesson_name"))
    command(of_lesson, "list", lessons, "lesson_list")


def build(arguments: argparse.Namespace) -> int:
    """Write a lesson for somebody; a worksheet of more than a sheet is said."""
    if (new := present_name(arguments.name)) != arguments.name:
        print(say("lesson.replaced", old=arguments.name, new=new))
    path = making.build(arguments.name, arguments.audience, arguments.out)
    print(say("cli.exported", path=path))
    if path.suffix == ".pdf":
        from monopoly_lab.export.page import count_pdf_pages
        from monopoly_lab.lessons.worksheet import PAGES

        pages = count_pdf_pages(path.read_bytes())
        if pages > PAGES:
            key = "pages_notes" if arguments.audience == "notes" else "pages"
            print(say(f"lesson.{key}", n=pages, most=PAGES), file=sys.stderr)
    return 0


def translate(arguments: argparse.Namespace) -> int:
    """Bring the gettext file of a lesson up to date and print what is missing in it; 1 if anything is."""
    from monopoly_lab.lessons import translation

    lang = resolve_language()
    if lang == ENGLISH:
        known = ", ".join(each for each in languages() if each != ENGLISH)
        raise LessonError(say("lesson.no_translation_into", name=shortened(arguments.name), known=known))
    path = translation.update(arguments.name, lang)
    lines = translation.faults(arguments.name, lang)
    for line in lines:
        print(line)
    print(say("cli.exported", path=path))
    return 1 if lines else 0


def lessons(arguments: argparse.Namespace) -> int:
    """Return the lessons in columns, name, minutes, whose answers, title and courses, wrapped to a terminal."""
    heads = [say(f"guide.{each}") for each in ("lesson", "minutes", "answers", "courses")]
    for line in columns([heads, *map(_facts, guide_entries())], _width()):
        print(line)
    return 0


def print_lines(lines: Iterable[object]) -> None:
    """Print lines, each wrapped to the terminal with what follows indented; a line for lesson.toml stays whole."""
    for line in lines:
        text = UNBROKEN.join(map(printable, str(line).split(UNBROKEN)))
        text = PASTED.sub(lambda found: found[0].replace(" ", UNBROKEN), text)
        width = min(WIDTH, _width())
        indent = " " * (len(text) - len(text.lstrip()) + 2)
        wrapped = textwrap.fill(text, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)
        print(wrapped.replace(UNBROKEN, " "))


def _width() -> int:
    return shutil.get_terminal_size((WIDTH, 0)).columns


def _facts(lesson: Listed) -> list[str]:
    courses = ", ".join(say(f"lesson.course_{course}") for course in lesson.courses)
    answers = say("guide.own" if lesson.is_own else "guide.same")
    return [lesson.name, minutes_text(lesson), answers, f"{lesson.title} ({courses})" if courses else lesson.title]


def columns(rows: Sequence[Sequence[str]], width: int) -> list[str]:
    """Return lines with rows in columns, each as wide as its widest cell; the last is wrapped to the space left.

    Where too little is left for it, it is below the others.
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
