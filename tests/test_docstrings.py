"""What a student calls has an example that runs, and says what it refuses."""

import doctest
import inspect
import re
import tempfile
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import monopoly_lab as ml
from tests.taught import FLAGS, FUNCTIONS, PUBLIC, TAUGHT, VERBS

# Results, which no reader makes by hand: their attributes are explained instead.
MADE_BY_US = {"Comparison", "Problem", "Scenario", "Simulation", "Sweep", "Tournament"}
# What widgets, figures and experiments ask of a game, and no lesson does.
FOR_PROGRAMS = {
    *(
        "take",
        "sentence",
        "who",
        "latest",
        "pieces",
        "scene",
        "events_since",
        "advance",
        "position",
        "raw_events",
        "replayed",
        "raw_state",
        "styles",
    ),
    *("called", "word", "close_acts", "terms", "text_in"),
    *("in_steps", "flow", "expected", "label", "square", "name_of"),
    *("pays_at", "index", "first"),
}
# Examples that take half a second or more: for full runs.
SLOW = {
    *("Externality", "play_auction", "play_building", "play_deed_auction", "compared", "new_money", "price_index"),
    *("cash_needed", "export", "sensitivity", "time_in_jail", "tournament", "tune"),
}


def methods() -> Iterator[tuple[type, str]]:
    """The public methods of the classes, those they inherit too, each once."""
    seen = set()
    for taught in TAUGHT:
        for name, method in inspect.getmembers(taught, callable):
            if not name.startswith("_") and name not in FOR_PROGRAMS and method not in seen:
                seen.add(method)
                yield taught, name


def documented() -> Iterator[tuple[str, Any]]:
    """The public names, and the public methods and properties of the classes among them, each once."""
    seen = set()
    for name, thing in PUBLIC.items():
        yield name, thing
        for part in dir(thing) if inspect.isclass(thing) else ():
            method = inspect.getattr_static(thing, part)
            method = getattr(method, "fget", None) or getattr(method, "func", None) or method
            method = inspect.unwrap(getattr(method, "__func__", method))
            ours = inspect.isfunction(method) and method.__module__.startswith("monopoly_lab")
            if ours and not part.startswith("_") and method not in seen:
                seen.add(method)
                yield f"{name}.{part}", method


DOCUMENTED = dict(documented())


def run(text: str, name: str, names: dict[str, object]) -> None:
    """Run the examples of a docstring with these names, which keep what the examples add."""
    test = doctest.DocTestParser().get_doctest(text, names, name, None, 0)
    runner = doctest.DocTestRunner(optionflags=FLAGS)
    runner.run(test, clear_globs=False)
    assert test.examples and runner.failures == 0
    names.update(test.globs)


@pytest.mark.parametrize("thing", DOCUMENTED.values(), ids=DOCUMENTED)
def test_docstring__says_in_a_sentence_what_it_does_and_explains_every_parameter_and_the_result(thing: Any) -> None:
    text = inspect.getdoc(thing) or ""
    first, *more = text.split("\n")
    assert first.endswith(".") and not any(more[:1])
    if inspect.isclass(thing):
        assert first.startswith(
            "Raised when" if issubclass(thing, Warning | Exception) else ("A ", "An ", "The ", "One ")
        )
    else:
        assert first.split()[0].rstrip(",") in VERBS
    if inspect.isclass(thing):
        if issubclass(thing, Exception) or thing.__name__ in MADE_BY_US:
            return
        names = set(inspect.signature(thing).parameters)
    else:
        signature = inspect.signature(thing)
        names = set(signature.parameters) - {"self", "cls"}
        if signature.return_annotation not in (None, "None"):
            assert "\nReturns:\n" in text or "\nYields:\n" in text or re.match(r".*\b([Rr]eturn|Yield)\b", text)
    section = text.partition("\nArgs:\n")[2].partition("\n\n")[0]
    assert set(re.findall(r"^ {4}\**(\w+): \S", section, re.MULTILINE)) == names


@pytest.mark.usefixtures("all_compiled")
@pytest.mark.parametrize(
    ("taught", "name"),
    [pytest.param(*each, marks=[pytest.mark.full] if each[1] in SLOW else []) for each in methods()],
    ids=lambda value: getattr(value, "__name__", value),
)
def test_docstring__has_an_example_that_runs(taught: type, name: str) -> None:
    """After the example of the class, as a reader would type both."""
    names: dict[str, object] = {"ml": ml, "tempfile": tempfile}
    run(inspect.getdoc(taught) or "", taught.__name__, names)
    run(inspect.getdoc(getattr(taught, name)) or "", f"{taught.__name__}.{name}", names)


@pytest.mark.usefixtures("all_compiled")
@pytest.mark.parametrize(
    "taught",
    [pytest.param(each, marks=[pytest.mark.full] if each.__name__ in SLOW else []) for each in FUNCTIONS],
    ids=lambda value: value.__name__,
)
def test_docstring__of_a_function_has_an_example_that_runs(taught: Callable[..., object]) -> None:
    run(inspect.getdoc(taught) or "", taught.__name__, {"ml": ml})


def game() -> ml.Game:
    """Ann, who throws first, is played by a function that says nonsense."""
    return ml.Game("classic_us", players=[("Ann", lambda view: "nonsense"), "Bo"], seed=1)


EDITION = ml.load_edition("classic_us")
REFUSED = [
    (ml.Game, lambda: ml.Game("clasic_us"), ml.EditionError),
    (ml.Game, lambda: ml.Game(options={"nothing": 1}), ml.OptionError),
    (ml.Game, lambda: ml.Game(players=["Ann"]), ml.SeatError),
    (ml.Game, lambda: ml.Game(players=[("Ann", "genius"), "Bo"]), ml.StrategyError),
    (ml.Game, lambda: ml.Game(start={"turn": "Cy"}), ml.SavedGameError),
    (ml.Game, lambda: ml.Game(seed=-1), ml.ArgumentError),
    (ml.Game.apply, lambda: game().apply("nonsense"), ml.UnreadableChoice),
    (ml.Game.apply, lambda: game().apply("buy"), ml.IllegalChoice),
    (ml.Game.apply, lambda: game().apply("Ann: build Chance"), ml.AmbiguousChoice),
    (ml.Game.why_not, lambda: game().why_not("nonsense"), ml.UnreadableChoice),
    (ml.Game.choice_label, lambda: game().choice_label("nonsense"), ml.UnreadableChoice),
    (ml.Game.worth_after, lambda: game().worth_after("nonsense"), ml.UnreadableChoice),
    (ml.Game.goods, lambda: game().goods("Cy"), ml.SeatError),
    (ml.Game.seat, lambda: game().seat("Cy", None), ml.SeatError),
    (ml.Game.seat, lambda: game().seat("Bo", "genius"), ml.StrategyError),
    (ml.Game.run, lambda: game().run(), ml.StrategyError),
    (ml.Game.step, lambda: [turns.step() for turns in [game()] * 9], ml.StrategyError),
    (ml.Game.reseed, lambda: game().reseed(-1), ml.ArgumentError),
    (ml.Game.net_worth, lambda: game().net_worth("fame"), ml.ArgumentError),
    (ml.Game.fork, lambda: game().fork(options={"players.max": 3}), ml.OptionError),
    (ml.Game.fork, lambda: game().fork(players={"Cy": None}), ml.SeatError),
    (ml.Game.save, lambda: game().save("no folder/game.toml"), ml.FileError),
    (ml.Game.load, lambda: ml.Game.load("no game.toml"), ml.SavedGameError),
    (ml.View.why_not, lambda: ml.View(game(), "Ann").why_not("nonsense"), ml.UnreadableChoice),
    (ml.View.net_worth, lambda: ml.View(game(), "Ann").net_worth("fame"), ml.ArgumentError),
    (ml.Scenario.load, lambda: ml.Scenario.load("nothing"), ml.SavedGameError),
    (ml.Scenario.game, lambda: ml.Scenario.load("casino").game(options={"nothing": 1}), ml.OptionError),
    (ml.Scenario.game, lambda: ml.Scenario.load("casino").game(players={"Zoe": None}), ml.SeatError),
    (ml.Scenario.replay, lambda: ml.Scenario.load("casino").replay(seed=-1), ml.ArgumentError),
    (ml.Edition.space, lambda: EDITION.space("nowhere"), ml.UnknownName),
    (ml.Edition.space, lambda: EDITION.space("Chance"), ml.AmbiguousName),
    (ml.Edition.resolve, lambda: EDITION.resolve({"nothing": 1}), ml.OptionError),
    (ml.Edition.under, lambda: EDITION.under({"profile": "none"}), ml.OptionError),
    (ml.Edition.tables, lambda: EDITION.tables({"nothing": 1}), ml.OptionError),
    (ml.Edition.differences, lambda: EDITION.differences("nothing"), ml.EditionError),
    (ml.Edition.called, lambda: EDITION.called("xx"), ml.UnknownName),
    (ml.Chain, lambda: ml.Chain("clasic_us"), ml.EditionError),
    (ml.Chain, lambda: ml.Chain(options={"nothing": 1}), ml.OptionError),
    (ml.Chain, lambda: ml.Chain(die=[1, 2]), ml.ChainError),
    (ml.Chain, lambda: ml.Chain().by_space("minute"), ml.ChainError),
    (ml.Chain, lambda: ml.Chain().first_passage("go", "nowhere"), ml.UnknownName),
    (ml.Chain, lambda: ml.Chain().rent("nowhere"), ml.ChainError),
    (ml.Chain, lambda: ml.Chain().best_mix(-1), ml.ChainError),
    (ml.MarkovChain, lambda: ml.MarkovChain([[0.5, 0.4], [0, 1]]), ml.ChainError),
    (ml.Exposure, lambda: ml.Exposure(deeds={"nowhere": 1}), ml.ChainError),
    (ml.Exposure, lambda: ml.Exposure(game(), "Cy"), ml.SeatError),
    (ml.Prediction, lambda: ml.Prediction("x", low=2, high=1), ml.LessonError),
    (ml.Prediction.against, lambda: ml.Prediction("x").against("much"), ml.LessonError),
    (ml.predict, lambda: ml.predict("no name"), ml.LessonError),
    (ml.Lesson, lambda: ml.Lesson(""), ml.LessonError),
    (ml.Lesson, lambda: ml.Lesson("x", keys={"q1": "7"}), ml.LessonError),
    (ml.hashed, lambda: ml.hashed("q1", "much"), ml.LessonError),
    (ml.hashed, lambda: ml.hashed("q1", 1, digits=99), ml.LessonError),
    (ml.self_check, lambda: ml.self_check("q2", 1, ml.Lesson("x")), ml.LessonError),
    (ml.Game.export, lambda: game().export("game.doc"), ml.ExportError),
    (ml.Game.from_toml, lambda: ml.Game.from_toml("edition = 3"), ml.SavedGameError),
    (ml.load_edition, lambda: ml.load_edition("nothing"), ml.EditionError),
    (ml.options, lambda: ml.options("classic_us", "nothing"), ml.OptionError),
    (ml.options, lambda: ml.options("nothing"), ml.EditionError),
    (ml.speak, lambda: ml.speak("xx"), ml.MessageError),
]


def test_docstring__of_what_readers_make_has_an_example() -> None:
    made = {
        name for name, thing in PUBLIC.items() if inspect.isclass(thing) and not issubclass(thing, Warning | Exception)
    }
    assert {name for name in made if ">>>" not in (inspect.getdoc(PUBLIC[name]) or "")} <= {*MADE_BY_US, "View"}


@pytest.mark.parametrize(("asked", "call", "error"), REFUSED, ids=lambda value: getattr(value, "__qualname__", ""))
def test_docstring__names_what_is_raised(asked: object, call: Callable[[], object], error: type[Exception]) -> None:
    with pytest.raises(error):
        call()
    assert error.__name__ in (inspect.getdoc(asked) or "")


def models() -> Iterator[tuple[str, str, dict[str, object]]]:
    """Functions and classes of the models of economics that have an example, with the parts of a class."""
    for module in sorted({name for name in dir(ml.economics) if name[0] != "_" and name.islower()}):
        found = getattr(ml.economics, module)
        for name, thing in vars(found).items() if inspect.ismodule(found) else ():
            if getattr(thing, "__module__", "") == found.__name__ and ">>>" in (inspect.getdoc(thing) or ""):
                yield module, name, vars(thing) if inspect.isclass(thing) else {}


@pytest.mark.usefixtures("all_compiled")
@pytest.mark.parametrize(
    ("module", "name", "parts"),
    [pytest.param(*each, marks=[pytest.mark.full] if each[1] in SLOW else []) for each in models()],
    ids=lambda value: value if type(value) is str else "",
)
def test_docstring__examples_of_the_models_of_economics_run(module: str, name: str, parts: dict[str, Any]) -> None:
    names: dict[str, object] = {"ml": ml}
    run(inspect.getdoc(getattr(getattr(ml.economics, module), name)) or "", name, names)
    for part, method in parts.items():
        if part[0] != "_" and ">>>" in (inspect.getdoc(method) or ""):
            run(inspect.getdoc(method) or "", f"{name}.{part}", names)
