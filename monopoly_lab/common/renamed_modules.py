"""Keep old import paths and names for one minor version: each leads to what has a new name, with a warning."""

import sys
import warnings
from collections.abc import Sequence
from importlib import import_module
from importlib.machinery import ModuleSpec
from types import ModuleType

PACKAGE = "monopoly_lab"

# Paths that stand in exported notebooks, in written reports of classes and in code of others; gone in version 0.3.
RENAMED = {
    "accounts": "accounting",
    "batch": "simulation",
    "board": "board_drawing",
    "chain": "markov",
    "classroom": "lessons.grading",
    "classroom.report": "lessons.grading.marks",
    "codes": "constants",
    "errors": "common.errors",
    "messages": "common.messages",
    "scenario": "game.scenarios",
    "serve": "web.server",
    "site": "web.site",
    "text": "notation",
    "widgets.builder": "widgets.scenario_editor",
    "widgets.explore": "widgets.explorer",
    "widgets.walking": "widgets.lesson_player",
}


def warn_renamed(old: str, new: str) -> None:
    """Warn whoever calls the caller that `old` is called `new` now."""
    from monopoly_lab.common.messages import say

    warnings.warn(say("renamed.name", old=old, new=new), DeprecationWarning, stacklevel=3)


class RenamedModules:
    """Finds a module by its old path and gives the one that has taken its place.

    It has the methods of a finder and of a loader, without their base classes, which take 10 ms to import.
    """

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        new = new_path(fullname)
        return ModuleSpec(fullname, self, loader_state=new) if new else None  # type: ignore[arg-type]

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        """Return the module under its new path, as it was loaded; the import system writes the old one into it."""
        from monopoly_lab.common.messages import say

        told = say("renamed.module", old=spec.name, new=spec.loader_state)
        warnings.warn(told, DeprecationWarning, stacklevel=2)
        found = import_module(spec.loader_state)
        spec.loader_state = found.__spec__
        return found

    def exec_module(self, module: ModuleType) -> None:
        """Give the module back what the import system has written into it; it has run under its new path."""
        if module.__spec__ is not None:
            module.__spec__ = module.__spec__.loader_state


def new_path(module: str) -> str:
    """Return the path that a module has now; "" if it was not renamed."""
    package, _, old = module.partition(".")
    if package != PACKAGE:
        return ""
    parts = old.split(".")
    for n in range(len(parts), 0, -1):
        if (first := ".".join(parts[:n])) in RENAMED:
            return ".".join([PACKAGE, RENAMED[first], *parts[n:]])
    return ""


def install() -> None:
    """Let old paths be imported."""
    if not any(isinstance(finder, RenamedModules) for finder in sys.meta_path):
        sys.meta_path.insert(0, RenamedModules())  # before the folders: a module must not be loaded twice
