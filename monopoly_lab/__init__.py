"""Property-trading board games in Jupyter, each edition under its own rule book.

    import monopoly_lab as ml

    game = ml.Game("classic_us", players=["Ann", "Bo"], seed=7)
    game.apply("roll 3 4")

Names are imported when they are first used, so that importing the package is quick.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from monopoly_lab.common import function_registry, renamed_modules
from monopoly_lab.common.errors import (
    AmbiguousChoice,
    AmbiguousName,
    ArgumentError,
    ChainError,
    CompiledRulesError,
    DraftError,
    EditionError,
    ExperimentError,
    ExportError,
    FailedGame,
    FileError,
    FileThere,
    FolderError,
    IllegalChoice,
    LedgerError,
    LessonError,
    LiveError,
    MessageError,
    MonopolyLabError,
    OptionError,
    Problem,
    ProblemsError,
    SavedGameError,
    SeatError,
    ServeError,
    SiteError,
    StrategyError,
    UnfitFile,
    UnknownName,
    UnreadableChoice,
)
from monopoly_lab.common.lazy_imports import names_of_package

# At once: imported later, the subpackage would take the name of the function.
from monopoly_lab.editions import Edition, editions, load_edition

__version__ = "0.1.0"

renamed_modules.install()
function_registry.register("export", lambda: _import_attribute("export", "export"))
function_registry.register("bids", lambda: _import_attribute("experiments.bid_frames", "bids_of_game"))
function_registry.register("measures", lambda: _import_attribute("measures", "measures"))
function_registry.register("deed_incomes", lambda: _import_attribute("markov.rent_income", "deed_incomes"))

if TYPE_CHECKING:
    from monopoly_lab.common.messages import languages, speak
    from monopoly_lab.editions.edition import editions_frame, options
    from monopoly_lab.experiments import (
        Comparison,
        Simulation,
        Sweep,
        Tournament,
        Tuning,
        compare,
        decide,
        over_rounds,
        simulate,
        sweep,
        thinker,
        tournament,
        tune,
    )
    from monopoly_lab.game.game import Game
    from monopoly_lab.game.scenarios import Scenario, scenarios
    from monopoly_lab.lessons.grading import Lesson, Prediction, hashed, self_check
    from monopoly_lab.lessons.real_data import real_data
    from monopoly_lab.lessons.teacher_guide import lessons_frame
    from monopoly_lab.live.live_class import Live
    from monopoly_lab.markov import BossFight, Chain, Exposure, MarkovChain
    from monopoly_lab.notation.table_format import in_words
    from monopoly_lab.players import CompiledStrategy, Strategy, describe, strategies, strategies_frame
    from monopoly_lab.widgets import Gallery, ScenarioBuilder, Table
    from monopoly_lab.widgets.ask_prediction import predict
    from monopoly_lab.widgets.explorables import Explorable
    from monopoly_lab.widgets.match_panel import MatchPanel

_PACKAGES = ("economics", "figures")  # `ml.figures` without an import of its own
_HOMES = {
    "BossFight": "markov",
    "Chain": "markov",
    "Comparison": "experiments",
    "CompiledStrategy": "players",
    "Explorable": "widgets.explorables",
    "Exposure": "markov",
    "Gallery": "widgets",
    "Game": "game",
    "Lesson": "lessons.grading",
    "Live": "live.live_class",
    "MarkovChain": "markov",
    "MatchPanel": "widgets.match_panel",
    "Prediction": "lessons.grading",
    "Scenario": "game.scenarios",
    "ScenarioBuilder": "widgets",
    "Simulation": "experiments",
    "Strategy": "players",
    "Sweep": "experiments",
    "Table": "widgets",
    "Tournament": "experiments",
    "Tuning": "experiments",
    "View": "game",
    "compare": "experiments",
    "decide": "experiments",
    "describe": "players",
    "editions_frame": "editions.edition",
    "hashed": "lessons.grading",
    "in_words": "notation.table_format",
    "languages": "common.messages",
    "lessons_frame": "lessons.teacher_guide",
    "options": "editions.edition",
    "over_rounds": "experiments",
    "predict": "widgets.ask_prediction",
    "real_data": "lessons.real_data",
    "scenarios": "game.scenarios",
    "self_check": "lessons.grading",
    "simulate": "experiments",
    "speak": "common.messages",
    "strategies": "players",
    "strategies_frame": "players",
    "sweep": "experiments",
    "thinker": "experiments",
    "tournament": "experiments",
    "tune": "experiments",
}

__all__ = [
    "AmbiguousChoice",
    "AmbiguousName",
    "ArgumentError",
    "BossFight",
    "Chain",
    "ChainError",
    "Comparison",
    "CompiledRulesError",
    "CompiledStrategy",
    "DraftError",
    "Edition",
    "EditionError",
    "ExperimentError",
    "Explorable",
    "ExportError",
    "Exposure",
    "FailedGame",
    "FileError",
    "FileThere",
    "FolderError",
    "Gallery",
    "Game",
    "IllegalChoice",
    "LedgerError",
    "Lesson",
    "LessonError",
    "Live",
    "LiveError",
    "MarkovChain",
    "MatchPanel",
    "MessageError",
    "MonopolyLabError",
    "OptionError",
    "Prediction",
    "Problem",
    "ProblemsError",
    "SavedGameError",
    "Scenario",
    "ScenarioBuilder",
    "SeatError",
    "ServeError",
    "Simulation",
    "SiteError",
    "Strategy",
    "StrategyError",
    "Sweep",
    "Table",
    "Tournament",
    "Tuning",
    "UnfitFile",
    "UnknownName",
    "UnreadableChoice",
    "View",
    "compare",
    "decide",
    "describe",
    "editions",
    "editions_frame",
    "hashed",
    "in_words",
    "languages",
    "lessons_frame",
    "load_edition",
    "options",
    "over_rounds",
    "predict",
    "real_data",
    "scenarios",
    "self_check",
    "simulate",
    "speak",
    "strategies",
    "strategies_frame",
    "sweep",
    "thinker",
    "tournament",
    "tune",
]


_find_name, _list_names = names_of_package(__name__, _HOMES)


def _import_attribute(module: str, name: str) -> Any:
    return getattr(import_module(f"{__name__}.{module}"), name)


def __getattr__(name: str) -> object:
    if name in _PACKAGES or name in renamed_modules.RENAMED:
        return import_module(f"{__name__}.{name}")
    if name == "WishError":  # which nothing raises any more
        renamed_modules.warn_renamed("WishError", "MonopolyLabError")
        return MonopolyLabError
    return _find_name(name)


def __dir__() -> list[str]:
    return sorted({*_list_names(), *_PACKAGES})
