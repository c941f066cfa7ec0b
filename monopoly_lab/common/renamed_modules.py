"""Redirect old import paths and names to the new ones, with a DeprecationWarning, for one minor version."""

import sys
import warnings
from collections.abc import Callable, Collection, Mapping, Sequence
from importlib import import_module
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import TYPE_CHECKING, Any, ClassVar

PACKAGE = "monopoly_lab"

# Old path: new path, of modules that were in a release, or that a notebook, an exported file or a guide imports. Paths
# that were only on the main branch between two releases are not kept.
RENAMED = {
    "accounts": "game.accounting",
    "batch": "simulation",
    "board": "board_drawing",
    "chain": "markov",
    "classroom": "lessons.grading",
    "classroom.report": "lessons.grading.marks",
    "codes": "constants",
    "errors": "common.errors",
    "figures.generic": "figures.answer_charts",
    "game.past": "game.history",
    "markov.loss_risk": "markov.loss_distribution",
    "messages": "common.messages",
    "players.driver": "players.next_answer",
    "rules.bankruptcy": "rules.debt",
    "rules.engine": "rules.agenda",
    "rules.selling": "rules.building",
    "scenario": "game.scenarios",
    "serve": "web.server",
    "site": "web.site",
    "text": "notation",
    "widgets.builder": "widgets.scenario_editor",
    "widgets.explore": "widgets.explorables",
    "widgets.explorer": "widgets.explorables",
    "widgets.lesson_player": "widgets.question_cells",
    "widgets.walking": "widgets.question_cells",
}


def warn_renamed(old: str, new: str) -> None:
    """Issue a DeprecationWarning that `old` is now called `new`, at the line that called our caller."""
    from monopoly_lab.common.messages import say

    warnings.warn(say("renamed.name", old=old, new=new), DeprecationWarning, stacklevel=3)


def moved_names(old: str, new: str, names: Collection[str]) -> Callable[[str], Any]:
    """Return the `__getattr__` of module `old`, whose `names` are in module `new` now; it warns of each."""

    def find(name: str) -> Any:
        if name not in names:
            raise AttributeError(f"module {old!r} has no attribute {name!r}")
        warn_renamed(f"{old}.{name}", f"{new}.{name}")
        return getattr(import_module(new), name)

    return find


class OldNames:
    """A base class under which the old names of attributes lead to the new ones, with a DeprecationWarning."""

    OLD_NAMES: ClassVar[Mapping[str, str]] = {}  # new names by old ones

    if not TYPE_CHECKING:  # which would then let any name pass

        def __getattr__(self, name: str) -> Any:
            if name not in type(self).OLD_NAMES:
                raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
            new = type(self).OLD_NAMES[name]
            warn_renamed(f"{type(self).__name__}.{name}", f"{type(self).__name__}.{new}")
            return getattr(self, new)


class RenamedModules:
    """An import finder and loader: it finds a module by its old path and loads the one at the new path.

    It does not inherit from the base classes of finders and loaders, because importing them takes 10 ms.
    """

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return a spec for an old path, with the new path as `loader_state`; None for any other path."""
        new = new_path(fullname)
        return ModuleSpec(fullname, self, loader_state=new) if new else None  # type: ignore[arg-type]

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        """Return the module at the new path; the import system then overwrites its `__spec__` (`exec_module`)."""
        from monopoly_lab.common.messages import say

        message = say("renamed.module", old=spec.name, new=spec.loader_state)
        warnings.warn(message, DeprecationWarning, stacklevel=2)
        module = import_module(spec.loader_state)
        spec.loader_state = module.__spec__
        return module

    def exec_module(self, module: ModuleType) -> None:
        """Restore the `__spec__` of the module; its code has run already under the new path."""
        if module.__spec__ is not None:
            module.__spec__ = module.__spec__.loader_state


def new_path(module: str) -> str:
    """Return the new path of a module; "" if it was not renamed."""
    package, _, old = module.partition(".")
    if package != PACKAGE:
        return ""
    parts = old.split(".")
    for n in range(len(parts), 0, -1):
        if (first := ".".join(parts[:n])) in RENAMED:
            return ".".join([PACKAGE, RENAMED[first], *parts[n:]])
    return ""


def install() -> None:
    """Make old paths importable; calling it again does nothing."""
    if not any(isinstance(finder, RenamedModules) for finder in sys.meta_path):
        sys.meta_path.insert(0, RenamedModules())  # before the finder of files: no module is loaded twice
