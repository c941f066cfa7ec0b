"""The command `monopoly-lab`: open the lessons, copy them, check files, list what there is.

Other commands are beside what they do: `class` in `lessons.class_commands`, `lesson` in `lessons.lesson_commands`,
`start` in `lessons.working_copies`.
"""

import argparse
import io
import os
import re
import sys
import warnings
from ast import literal_eval
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NoReturn

import monopoly_lab as ml
from monopoly_lab.common.argument_checks import file_error_of
from monopoly_lab.common.errors import ExportError, LiveError, MonopolyLabError, UnfitFile
from monopoly_lab.common.file_access import folder_named, quoted, read_text, replace, uncolored
from monopoly_lab.common.messages import VARIABLE, languages, resolve_language, say, speaking
from monopoly_lab.common.validation_errors import did_you_mean
from monopoly_lab.lessons import class_commands, lesson_commands, teacher_guide
from monopoly_lab.lessons import working_copies as lessons
from monopoly_lab.lessons.lesson_notebooks import lesson_names

WORKING_FOLDER = Path("monopoly-lab")
UNREAD = 141  # of one whose output nobody reads any more
INTERRUPTED = 130  # what a shell says of a command that Ctrl+C has ended


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; 0 if it did what was asked, 1 if not, with the reason on the error stream."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # letters that a terminal of another alphabet does not have
    first = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    first.add_argument("--lang", default="")
    language, rest = first.parse_known_args(arguments)
    try:
        with speaking(language.lang):  # the help, too
            given = _parser().parse_args(rest)
            code: int = given.run(given)
            sys.stdout.flush()
            return code
    except BrokenPipeError:  # whoever reads, such as `head`, has read enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return UNREAD
    except (MonopolyLabError, OSError) as problem:
        print(file_error_of(problem) or problem, file=sys.stderr)
        return 1
    except BaseException as problem:
        if not _is_interrupt(problem):
            raise
        print(say("cli.interrupted", language.lang), file=sys.stderr)
        return INTERRUPTED


def _is_interrupt(problem: BaseException | None) -> bool:
    """Return True for Ctrl+C, and for what a library stumbled over while it cleaned up after it."""
    while problem is not None and not isinstance(problem, KeyboardInterrupt):
        problem = problem.__cause__ or problem.__context__
    return problem is not None


def start(given: argparse.Namespace) -> int:
    """Open JupyterLab on a copy of the lessons; on those of a checkout themselves only if its folder is named."""
    folder = given.folder or WORKING_FOLDER
    lessons.check_start(folder, given.notebook, given.port)
    if folder.resolve() != lessons.home().resolve():
        _report(lessons.copy_into(folder))
    os.environ[VARIABLE] = resolve_language()  # what notebooks speak, too
    lessons.start(folder, given.notebook, browser=given.browser, port=given.port)
    return 0


def serve(given: argparse.Namespace) -> int:
    """Serve the app for a class until it is stopped."""
    from monopoly_lab.web import server

    server.run(
        given.port,
        given.lan,
        given.token,
        given.students,
        given.idle,
        given.browser,
        given.warm,
        given.games,
        given.per_computer,
    )
    return 0


def _is_confirmed(question: str) -> bool:
    """Return True if somebody at the terminal says yes; nobody does where there is none."""
    try:
        return input(question).strip().lower() in ("y", "yes", "д", "да", "т", "так")
    except EOFError:
        print()
        return False


def live(given: argparse.Namespace) -> int:
    """Run a class that plays together with phones, or list and delete what earlier classes have left."""
    from monopoly_lab import live as live_class
    from monopoly_lab.live import room_folder

    folder = given.folder or room_folder.usual_folder()
    managing = "--list" if given.list else "--delete" if given.delete is not None else ""
    if given.what and managing:
        raise LiveError(say("cli.argument_not_with", names=given.what, other=managing))
    if given.list:
        kept = room_folder.kept_rooms(folder)
        for room in kept:
            print(say("live.kept_room", **room_folder.room_columns(room)))
        if not kept:
            print(room_folder.no_rooms(folder))
        return 0
    if given.delete is not None:
        code = room_folder.find_room(folder, given.delete)
        if not given.yes and not _is_confirmed(say("live.delete_ask", value=code)):
            print(say("live.not_deleted"))
            return 1
        room_folder.delete_room(folder, code)
        print(say("live.deleted", value=code))
        return 0
    live_class.run(given.what, given.port, given.lan, folder, given.days, given.numbers, given.browser)
    return 0


def copy(given: argparse.Namespace) -> int:
    """Copy notebooks and scenarios into a folder and say what was kept."""
    _report(lessons.copy_into(given.folder))
    return 0


def editions(given: argparse.Namespace) -> int:
    """List the shipped editions: id, title, and what an option profile can make of it."""
    for name in ml.editions():
        edition = ml.load_edition(name)
        line = say("cli.edition", title=edition.called().title, n=len(edition.spaces), language=edition.language)
        profiles = say("cli.edition_profiles", names=", ".join(edition.profiles)) if edition.profiles else ""
        print(f"{name:<20}{line}{profiles}")
    return 0


def scenarios(given: argparse.Namespace) -> int:
    """List the shipped scenarios: the name to load, and the title."""
    from monopoly_lab.game.scenarios import Scenario
    from monopoly_lab.game.scenarios import scenarios as shipped

    for name in shipped():
        print(f"{name:<32}{Scenario.load(name).title}")
    return 0


def check(given: argparse.Namespace) -> int:
    """Print every problem of scenario, saved game and edition files, a line each as a compiler does."""
    from monopoly_lab.game.scenarios import check_file

    with warnings.catch_warnings(record=True) as doubts:
        warnings.simplefilter("always")
        problems = [problem for path in given.files for problem in check_file(path)]
        if given.play and not problems:
            from monopoly_lab.experiments.simulation import broken_promises
            from monopoly_lab.game.scenarios.named_start import is_edition

            try:
                problems = [each for path in given.files if not is_edition(path) for each in broken_promises(path)]
            except KeyboardInterrupt:
                print(say("cli.check_interrupted"), file=sys.stderr)
                return INTERRUPTED
    for line in (*(doubt.message for doubt in doubts), *problems):
        print(line)
    if not problems:
        print(say("cli.checked", n=len(given.files)))
    return 1 if problems else 0


def regenerate(given: argparse.Namespace) -> int:
    """Run notebooks and store their outputs; for delivered ones, rewrite the guide too."""
    from nbclient.exceptions import CellExecutionError

    from monopoly_lab.export import notebook_runner as notebooks

    failed, is_drawn = 0, True
    folder = lessons.home() / "notebooks"
    paths = given.notebooks or [folder / f"{name}.ipynb" for name in lesson_names()]
    for path in paths:
        try:
            is_drawn &= notebooks.regenerate(path, not given.pictures)
        except CellExecutionError as problem:
            print(say("cli.cell_failed", path=path, problem=uncolored(str(problem))), file=sys.stderr)
            failed = 1
        else:
            print(say("cli.regenerated", path=path))
    if not failed and any(path.resolve().parent == folder.resolve() for path in paths):
        replace(folder / teacher_guide.FILE, teacher_guide.markdown().encode())
    if not is_drawn:
        print(say("cli.no_pictures"), file=sys.stderr)
    return failed


def export(given: argparse.Namespace) -> int:
    """Write a scenario, a saved game or an edition as an executed notebook, a page, tables or paper."""
    from monopoly_lab.export import export as write
    from monopoly_lab.game.scenarios.named_start import edition_or_scenario

    if given.what.endswith(".ipynb") or given.what in lesson_names():
        raise ExportError(say("cli.export_lesson", name=given.what))
    found = edition_or_scenario(given.what)
    notes = _notes(given.notes) if given.notes else ""
    path = given.out or Path(f"{Path(given.what).stem.rpartition(':')[2]}.{given.to}")
    print(say("export.begun", path=path), file=sys.stderr, flush=True)
    game = ml.Game(found) if isinstance(found, ml.Edition) else found
    print(say("cli.exported", path=write(game, path, given.to, notes)))
    return 0


def _notes(path: Path) -> str:
    try:
        return read_text(path)
    except UnfitFile as problem:
        raise ExportError(f"{path}: {problem}") from None


def site(given: argparse.Namespace) -> int:
    """Build the static site, and say how to look at it."""
    from monopoly_lab.web.site import build_site

    built = build_site(
        given.folder,
        given.pyodide or "",
        lang=resolve_language() if resolve_language() != "en" else "",
        book=given.book,
    )
    command = f"{Path(sys.executable).name} -m http.server --directory {given.folder}"
    print(say("site.built", path=given.folder, files=built.files, size=built.size // 1_000_000, command=command))
    if built.uncompiled:
        print(built.uncompiled)
    return 0


def _report(copied: lessons.Copied) -> None:
    print(say("cli.copied", folder=copied.folder, new=len(copied.new), updated=len(copied.updated)))
    for name in copied.kept:
        print(say("cli.kept", path=copied.folder / name))


# What `argparse` says, which is English everywhere, and the message of section [cli] that says it.
IN_HELP = {
    "usage:": "usage",
    "positional arguments:": "positionals",
    "options:": "options",
    "show this help message and exit": "help",
}
SAID_BY_ARGPARSE = {
    "the following arguments are required: (?P<names>.+)": "missing",
    "unrecognized arguments: (?P<names>.+)": "unknown",
    "argument (?P<names>.+?): expected (?:one|at least one) argument": "no_value",
    r"argument (?P<names>.+?): invalid choice: (?P<value>'.*?'|\".*?\") \(choose from (?P<known>.+)\)": "no_choice",
    r"argument (?P<names>.+?): invalid \w+ value: (?P<value>'.*'|\".*\")": "bad_value",
    "argument (?P<names>.+?): not allowed with argument (?P<other>.+)": "not_with",
    "argument (?P<names>.+?): (?P<said>.+)": "other",
}


class _Parser(argparse.ArgumentParser):
    """A parser that speaks the language of the session, and names the nearest right choice after a wrong one."""

    def error(self, message: str) -> NoReturn:
        asked = ""
        for known, key in SAID_BY_ARGPARSE.items():
            if found := re.fullmatch(known, message):
                parts = found.groupdict()
                if "value" in parts:
                    value = literal_eval(parts["value"])  # as Python has quoted it
                    parts["value"] = quoted(value)
                    if "known" in parts:
                        parts["known"] = parts["known"].replace("'", "")
                        asked = did_you_mean(value, parts["known"].split(", "))
                message = say(f"cli.argument_{key}", **parts)
                break
        self.print_usage(sys.stderr)
        self.exit(2, say("cli.argument_error", prog=self.prog, message=message + asked) + "\n")

    def format_usage(self) -> str:
        return _translate_help(super().format_usage())

    def format_help(self) -> str:
        return _translate_help(super().format_help())


def _translate_help(text: str) -> str:
    """Return a help text of `argparse` in the language of the session."""
    for english, key in IN_HELP.items():
        text = re.sub(rf"(?m)^((?:  -h, --help +)?){english}", rf"\g<1>{say(f'cli.argument_{key}')}", text)
    return text


def _parser() -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = _Parser(prog="monopoly-lab", description=say("cli.about"))
    parser.add_argument("--version", action="version", version=ml.__version__, help=say("cli.version"))
    parser.add_argument("--lang", metavar="LANG", help=say("cli.lang", known=", ".join(languages())))
    commands = parser.add_subparsers(required=True, metavar=say("cli.command"))

    starting = _command(commands, "start", start)
    starting.add_argument("notebook", nargs="?", default=lessons.FIRST, help=say("cli.start_notebook"))
    starting.add_argument("--no-browser", dest="browser", action="store_false", help=say("cli.start_no_browser"))
    starting.add_argument("--folder", type=folder_named, help=say("cli.start_folder", folder=WORKING_FOLDER))
    starting.add_argument("--port", type=int, help=say("cli.start_port"))

    serving = _command(commands, "serve", serve)
    serving.add_argument("--port", type=int, help=say("cli.serve_port"))
    serving.add_argument("--lan", action="store_true", help=say("cli.serve_lan"))
    serving.add_argument("--token", help=say("cli.serve_token"))
    serving.add_argument("--students", type=int, metavar="N", help=say("cli.serve_students", n=30))
    serving.add_argument("--idle", type=float, default=30.0, metavar="MIN", help=say("cli.serve_idle", minutes=30))
    serving.add_argument("--warm", type=int, metavar="N", help=say("cli.serve_warm"))
    serving.add_argument("--per-computer", type=int, metavar="N", help=say("cli.serve_of_one"))
    serving.add_argument("--games", type=folder_named, metavar="FOLDER", help=say("cli.serve_games"))
    serving.add_argument("--no-browser", dest="browser", action="store_false", help=say("cli.start_no_browser"))

    living = _command(commands, "live", live)
    living.add_argument("what", nargs="?", default="", metavar="ROOM_OR_SCENARIO", help=say("cli.live_what"))
    living.add_argument("--port", type=int, default=0, help=say("cli.live_port"))
    living.add_argument("--lan", action="store_true", help=say("cli.live_lan"))
    living.add_argument("--folder", type=folder_named, help=say("cli.live_folder", folder="~/.local/share"))
    living.add_argument("--days", type=float, default=30.0, help=say("cli.live_days", n=30))
    living.add_argument("--numbers", action="store_true", help=say("cli.live_numbers"))
    managing = living.add_mutually_exclusive_group()
    managing.add_argument("--delete", metavar="ROOM", help=say("cli.live_delete"))
    living.add_argument("--yes", action="store_true", help=say("cli.live_yes"))
    managing.add_argument("--list", action="store_true", help=say("cli.live_list"))
    living.add_argument("--lang", metavar="LANG", help=say("cli.live_lang"))  # `main` has taken it
    living.add_argument("--no-browser", dest="browser", action="store_false", help=say("cli.start_no_browser"))

    _command(commands, "copy", copy).add_argument("folder", type=folder_named, help=say("cli.copy_folder"))
    checking = _command(commands, "check", check)
    checking.add_argument("files", nargs="+", type=Path, metavar="FILE", help=say("cli.check_files"))
    checking.add_argument("--play", action="store_true", help=say("cli.check_play"))
    _command(commands, "editions", editions)
    _command(commands, "scenarios", scenarios)
    exporting = _command(commands, "export", export)
    exporting.add_argument("what", metavar="SCENARIO_OR_GAME", help=say("cli.export_what"))
    exporting.add_argument("--to", choices=("ipynb", "html", "pdf", "xlsx", "csv"), required=True)
    exporting.add_argument("--out", type=Path, metavar="PATH", help=say("cli.export_out"))
    exporting.add_argument("--notes", type=Path, metavar="FILE", help=say("cli.export_notes"))
    building = _command(commands, "site", site)
    building.add_argument("folder", type=folder_named, metavar="DIR", help=say("cli.site_folder"))
    building.add_argument("--pyodide", type=Path, metavar="FOLDER", help=say("cli.site_pyodide"))
    building.add_argument("--no-book", dest="book", action="store_false", help=say("cli.site_no_book"))
    again = _command(commands, "regenerate", regenerate)
    again.add_argument("notebooks", nargs="*", type=Path, help=say("cli.regenerate_notebooks"))
    again.add_argument("--pictures", action="store_true", help=say("cli.regenerate_pictures"))
    lesson_commands.add_lesson_commands(commands, _command)
    class_commands.add_class_commands(commands, _command)
    return parser


def _command(
    commands: "argparse._SubParsersAction[argparse.ArgumentParser]",
    name: str,
    run: Callable[[argparse.Namespace], int],
    words: str = "",
) -> argparse.ArgumentParser:
    told = say(f"cli.{words or name}")
    parser = commands.add_parser(name, help=told, description=told)
    parser.set_defaults(run=run)
    return parser
