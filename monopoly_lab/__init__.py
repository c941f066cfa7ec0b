"""Property-trading board games in Jupyter, each edition under its own rule book.

    import monopoly_lab as ml

    game = ml.Game("classic_us", players=["Ann", "Bo"], seed=7)
    game.apply("roll 3 4")

Names are imported when they are first used, so that importing the package is quick.
"""

from importlib import import_module
from typing import TYPE_CHECKING

# At once: imported later, the subpackage would take the name of the function.
from monopoly_lab.editions import Edition, editions, load_edition

__version__ = "0.1.0"

if TYPE_CHECKING:
    from monopoly_lab.chain import BossFight, Chain, Exposure
    from monopoly_lab.classroom import Lesson, Prediction, hashed, predict, self_check
    from monopoly_lab.editions.edition import editions_frame, options
    from monopoly_lab.errors import (
        ArgumentError,
        ChainError,
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
        WishError,
    )
    from monopoly_lab.experiments import (
        Comparison,
        Simulation,
        Sweep,
        Tournament,
        compare,
        decide,
        over_rounds,
        simulate,
        sweep,
        thinker,
        tournament,
    )
    from monopoly_lab.game.game import Game
    from monopoly_lab.lessons.guide import lessons_frame
    from monopoly_lab.lessons.world import real_data
    from monopoly_lab.messages import languages, speak
    from monopoly_lab.players import CompiledStrategy, Strategy, strategies
    from monopoly_lab.scenario import Scenario, scenarios
    from monopoly_lab.text.headings import in_words
    from monopoly_lab.widgets import Gallery, ScenarioBuilder, Table

_HOMES = {
    "ArgumentError": "errors",
    "BossFight": "chain",
    "Chain": "chain",
    "Comparison": "experiments",
    "CompiledStrategy": "players",
    "ChainError": "errors",
    "DraftError": "errors",
    "EditionError": "errors",
    "ExperimentError": "errors",
    "ExportError": "errors",
    "Exposure": "chain",
    "FailedGame": "errors",
    "FileError": "errors",
    "FileThere": "errors",
    "FolderError": "errors",
    "Gallery": "widgets",
    "Game": "game",
    "IllegalChoice": "errors",
    "Lesson": "classroom",
    "LedgerError": "errors",
    "LessonError": "errors",
    "MessageError": "errors",
    "MonopolyLabError": "errors",
    "OptionError": "errors",
    "Problem": "errors",
    "Prediction": "classroom",
    "ProblemsError": "errors",
    "SavedGameError": "errors",
    "Scenario": "scenario",
    "ScenarioBuilder": "widgets",
    "SeatError": "errors",
    "ServeError": "errors",
    "SiteError": "errors",
    "Simulation": "experiments",
    "Strategy": "players",
    "Sweep": "experiments",
    "StrategyError": "errors",
    "Table": "widgets",
    "Tournament": "experiments",
    "UnfitFile": "errors",
    "UnknownName": "errors",
    "UnreadableChoice": "errors",
    "View": "game",
    "WishError": "errors",
    "compare": "experiments",
    "decide": "experiments",
    "editions_frame": "editions.edition",
    "hashed": "classroom",
    "in_words": "text.headings",
    "languages": "messages",
    "lessons_frame": "lessons.guide",
    "options": "editions.edition",
    "over_rounds": "experiments",
    "predict": "classroom",
    "real_data": "lessons.world",
    "scenarios": "scenario",
    "self_check": "classroom",
    "simulate": "experiments",
    "speak": "messages",
    "strategies": "players",
    "sweep": "experiments",
    "thinker": "experiments",
    "tournament": "experiments",
}

__all__ = [
    "ArgumentError",
    "BossFight",
    "Chain",
    "ChainError",
    "Comparison",
    "CompiledStrategy",
    "DraftError",
    "Edition",
    "EditionError",
    "ExperimentError",
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
    "UnfitFile",
    "UnknownName",
    "UnreadableChoice",
    "View",
    "WishError",
    "compare",
    "decide",
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
    "sweep",
    "thinker",
    "tournament",
]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOMES})
