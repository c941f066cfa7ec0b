"""Follow some calls through the package: `python tests/tools/follow_calls.py [WALK] [--path]`.

A walk is one call, made twice: the first time everything is imported and read that is kept, the second time each
function of the package is noted when it is called first. A wrapper of a decorator is the function that it wraps, and a
comprehension the function in which it stands. `packages` are those that the walk enters; `upward` the calls of a
function in a package that stands later in their order, each pair of functions once; `returns` how often the functions,
in the order of their first calls, come back to a package, or to a file, that had been left for another one.
"""

import argparse
import contextlib
import io
import os
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from pathlib import Path
from types import CodeType, FrameType
from typing import TYPE_CHECKING, NamedTuple

from measure_structure import ORDER, PACKAGE, module_of, top

if TYPE_CHECKING:
    from monopoly_lab.game import Game

SCENARIO = "born_ahead"
LESSON = "07_who_wins"
NO_FUNCTIONS = ("<module>", "<listcomp>", "<dictcomp>", "<setcomp>", "<genexpr>")
WRAPPER = ".<locals>.wrapper"  # what decorators of the package put before a function
STUDENTS = ("Ann", "Bo", "Cy")


class Walk(NamedTuple):
    """What a call has gone through: functions in the order of their first calls, and who called whom upward."""

    functions: list[str]  # monopoly_lab.rules.rent:rent
    upward: list[tuple[str, str]]

    @property
    def packages(self) -> list[str]:
        """Return the packages, in the order in which they were entered."""
        return list(dict.fromkeys(top(module) for module in self.modules))

    @property
    def modules(self) -> list[str]:
        """Return the module of each function."""
        return [name.partition(":")[0] for name in self.functions]

    @property
    def returns(self) -> int:
        """Return how often the walk came back to a package."""
        return _returns([top(module) for module in self.modules])

    @property
    def returns_to_files(self) -> int:
        """Return how often the walk came back to a file."""
        return _returns(self.modules)


def _returns(places: list[str]) -> int:
    stays = [place for place, _ in groupby(places)]
    return len(stays) - len(set(stays))


def follow(call: Callable[[], object]) -> Walk:
    """Carry out a call and return what it has gone through; bodies of modules and classes do not count."""
    root, place = str(PACKAGE), {name: number for number, name in enumerate(ORDER)}
    known: dict[CodeType, str] = {}  # "" for code that is no function of the package
    upward: dict[tuple[str, str], None] = {}

    def named(code: CodeType) -> str:
        if not code.co_filename.startswith(root) or code.co_name in NO_FUNCTIONS or WRAPPER in code.co_qualname:
            return ""
        return f"{module_of(Path(code.co_filename))}:{code.co_qualname}"

    def heard(frame: FrameType, event: str, _: object) -> None:
        if event != "call":
            return
        code = frame.f_code
        if code not in known:
            known[code] = named(code)
        caller = frame.f_back
        while caller is not None and not known.get(caller.f_code):  # also over libraries that call back
            caller = caller.f_back
        if caller is not None and known[code]:
            pair = known[caller.f_code], known[code]
            if place[top(pair[1].partition(":")[0])] > place[top(pair[0].partition(":")[0])]:
                upward[pair] = None

    before = sys.getprofile()
    sys.setprofile(heard)
    try:
        call()
    finally:
        sys.setprofile(before)
    return Walk([name for name in known.values() if name], list(upward))


def _game() -> "Game":
    """Return a game in which somebody may buy a deed."""
    import monopoly_lab as ml

    game = ml.Game("classic_us", players={"Ann": None, "Bo": None}, seed=7)
    while "buy" not in game.choices():
        game.step()
    return game


def _apply() -> Callable[[], object]:
    game = _game()
    return lambda: game.apply("buy")


def _load() -> Callable[[], object]:
    import monopoly_lab as ml

    return lambda: ml.Scenario.load(SCENARIO)


def _click() -> Callable[[], object]:
    import monopoly_lab as ml

    table = ml.Table(_game())
    face = table.widget.children[0]
    return lambda: face._message(face, {"act": "press", "value": "buy", "form": {}}, [])


def _collect() -> Callable[[], object]:
    from monopoly_lab import cli

    Path("lesson.toml").write_text(f'lesson = "{LESSON}"\ncourse = "7b"\n', encoding="utf-8")
    Path("students.csv").write_text("name\n" + "\n".join(STUDENTS) + "\n", encoding="utf-8")
    new = ["class", "new", "lesson.toml", "--students", "students.csv", "--out", "room"]
    assert cli.main(new) == 0
    (Path("room") / "submitted").mkdir(exist_ok=True)
    for name in STUDENTS:
        file = f"{name}.ipynb"
        (Path("room") / "submitted" / file).write_bytes((Path("room") / "handed_out" / file).read_bytes())
    return lambda: cli.main(["class", "collect", "room"])


def _chain() -> Callable[[], object]:
    import monopoly_lab as ml

    return lambda: ml.Chain("classic_us")


def _self_check() -> Callable[[], object]:
    import monopoly_lab as ml

    lesson = ml.Lesson("dice", keys={"q1": lambda _: 0.5})
    return lambda: ml.self_check("q1", 0.5, lesson)


WALKS = {
    "Game.apply": _apply,
    "Scenario.load": _load,
    "click to new picture": _click,
    "collecting a class": _collect,
    "Chain": _chain,
    "self_check": _self_check,
}


@contextlib.contextmanager
def _elsewhere() -> Iterator[None]:
    """Work in an empty folder, and print nothing."""
    with (
        tempfile.TemporaryDirectory() as folder,
        contextlib.chdir(folder),
        contextlib.redirect_stdout(io.StringIO()),
        contextlib.redirect_stderr(io.StringIO()),
    ):
        os.environ["MONOPOLY_LAB_AUTOSAVE"] = str(Path(folder) / "autosave")
        yield


def walks(names: Iterable[str]) -> Iterator[tuple[str, Walk]]:
    """Yield walks by name."""
    for name in names:
        with _elsewhere():
            WALKS[name]()()
        with _elsewhere():
            walk = follow(WALKS[name]())
        yield name, walk


def print_walks(names: Iterable[str] = (), path: bool = False) -> None:
    """Print the figures of walks; all if none is named, with `path` every function in the order of first calls."""
    print(f"{'':24}packages  upward  returns to a package  to a file")
    for name, walk in walks(names or WALKS):
        figures = (len(walk.packages), len(walk.upward), walk.returns, walk.returns_to_files)
        print("{:24}{:8}{:8}{:22}{:11}".format(name, *figures))
        if path:
            for module, group in groupby(walk.functions, lambda each: each.partition(":")[0]):
                print(f"    {module.removeprefix('monopoly_lab.')}: " + ", ".join(n.partition(":")[2] for n in group))
            print(*(f"    upward {a} -> {b}" for a, b in walk.upward), sep="\n")


def main() -> int:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("walk", nargs="*", choices=[*WALKS, []], help="all where none is named")
    parser.add_argument("--path", action="store_true", help="name every function")
    given = parser.parse_args()
    print_walks(given.walk, given.path)
    return 0


if __name__ == "__main__":
    sys.exit(main())
