"""Redirect old import paths and names to the new ones, with a DeprecationWarning, for one minor version."""

import sys
import warnings
from collections.abc import Callable, Collection, Mapping, Sequence
from importlib import import_module
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import TYPE_CHECKING, Any, ClassVar

PACKAGE = "monopoly_lab"

# Old path: new path. Exported notebooks, class reports and other people's code use the old ones until version 0.3.
RENAMED = {
    "accounting": "game.accounting",
    "accounting.asset_register": "game.accounting.journal",
    "accounts": "game.accounting",
    "batch": "simulation",
    "board": "board_drawing",
    "board_drawing.description": "board_drawing.picture",
    "chain": "markov",
    "classroom": "lessons.grading",
    "classroom.report": "lessons.grading.marks",
    "codes": "constants",
    "common.exportable": "common.function_registry",
    "common.higher_functions": "common.function_registry",
    "common.html": "common.escaping",
    "common.messages.plural_rules": "common.messages",
    "common.network": "live.connection_limits",
    "common.unbroken_numbers": "lessons.printed_text",
    "errors": "common.errors",
    "experiments.aggregates": "experiments.paired_differences",
    "experiments.result_protocols": "experiments.result_frames",
    "experiments.round_robin": "experiments.strategy_tournament",
    "export.experiment_cells": "export.notebook_cells",
    "figures.board_background": "figures.board_shares",
    "figures.generic": "figures.answer_charts",
    "game.event_frames": "game.reports",
    "game.forks": "game.history",
    "game.game_like": "game.base",
    "game.past": "game.history",
    "game.saves.replay": "game.saves.saved_files",
    "game.scenarios.catalog": "game.scenarios.scenario",
    "game.scenarios.scenario_writer": "game.scenarios.draft",
    "game.setup.start_deeds": "game.setup.start_estate",
    "game.setup.start_position": "game.setup.start_reader",
    "game.undo_history": "game.history",
    "lessons.answer_tolerance": "lessons.number_parser",
    "lessons.commands": "lessons.class_commands",
    "lessons.copies": "lessons.working_copies",
    "lessons.delivered_slips": "lessons.slips",
    "lessons.drawing_paper": "lessons.printed_text",
    "lessons.grading.class_summary": "lessons.class_commands",
    "lessons.grading.course": "lessons.grading.class_settings",
    "lessons.grading.resource_limits": "lessons.grading.cell_runner",
    "lessons.grading.student_answers": "lessons.grading.submissions",
    "lessons.grading.zip_files": "lessons.grading.class_folder",
    "lessons.live_texts": "lessons.lesson_metadata",
    "lessons.printed_outputs": "lessons.printed_text",
    "lessons.sentences": "lessons.translatable_text",
    "lessons.source": "lessons.lesson_notebooks",
    "lessons.start_jupyter": "lessons.working_copies",
    "lessons.worked_answers": "lessons.lesson_metadata",
    "live.activity_script": "live.activity_catalog",
    "live.auction_comparison": "live.auction_lots",
    "live.game_starts": "live.play_results",
    "live.http_server": "live.connection_limits",
    "live.restart_command": "live.room_folder",
    "live.rising_bids": "live.auction_lots",
    "live.store": "live.event_log",
    "live.vote_outlook": "live.activities.vote_results",
    "markov.chain": "markov.board_chain",
    "markov.deed_incomes": "markov.board_chain",
    "markov.loss_risk": "markov.loss_distribution",
    "markov.memoize": "markov.state_derivation",
    "markov.monte_carlo": "markov.board_chain",
    "measures.paired_values": "measures.confidence_intervals",
    "messages": "common.messages",
    "notation.refusals": "notation.action_labels",
    "players.destination": "players.parametric_strategy",
    "players.driver": "players.next_answer",
    "rules.bankruptcy": "rules.debt",
    "rules.engine": "rules.agenda",
    "rules.legal_actions": "rules.legality",
    "rules.selling": "rules.building",
    "rules.taxes": "rules.policy_effects",
    "scenario": "game.scenarios",
    "serve": "web.server",
    "simulation.block_player": "simulation.play_blocks",
    "site": "web.site",
    "text": "notation",
    "web.server.connection_limits": "web.server.message_limits",
    "web.server.invitation": "web.server.teacher_files",
    "web.server.kept_page": "web.server.teacher_files",
    "web.server.visitors": "web.server.login",
    "web.site.bytecode": "web.site.jupyterlite",
    "web.site.front_page": "web.site.build",
    "widgets.builder": "widgets.scenario_editor",
    "widgets.earlier_game": "widgets.table_notices",
    "widgets.explore": "widgets.explorables",
    "widgets.explorer": "widgets.explorables",
    "widgets.files_panel": "widgets.table_files",
    "widgets.kept_answers": "widgets.lesson_cells",
    "widgets.kept_picture": "widgets.table_view",
    "widgets.lesson_player": "widgets.question_cells",
    "widgets.lesson_step": "widgets.lesson_cells",
    "widgets.roll_button": "widgets.choice_forms",
    "widgets.sum_forms": "widgets.choice_forms",
    "widgets.table_actions": "widgets.table_requests",
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
        found = import_module(spec.loader_state)
        spec.loader_state = found.__spec__
        return found

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
