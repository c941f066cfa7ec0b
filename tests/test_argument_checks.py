"""What no function can take is refused in words of this package, whatever it is and wherever it is given."""

import inspect
import math
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import monopoly_lab as ml
from monopoly_lab import Edition, cli, figures, markov
from monopoly_lab.common import messages
from monopoly_lab.common.argument_checks import check_argument, declared_type, python_integers
from monopoly_lab.game.accounting.ledger import Ledger

NONSENSE = {
    "None": None,
    "True": True,
    "negative": -1,
    "half": 1.5,
    "nan": math.nan,
    "infinite": math.inf,
    "huge": 10**30,
    "99": 99,
    "empty": "",
    "NUL": "\0",
    "long": "x" * 300,
    "list": [],
    "table": {},
    "numbers by number": {1: 1},
    "list of None": [None],
    "pair": ("a",),
    "bytes": b"x",
    "set": {1},
    "object": object(),
    "function": len,
    "numpy": np.float64(2.5),
}
# Who asks for so much waits for it; the time is no error.
LONG = {"n", "throws", "fights", "most", "games", "until", "k", "cash", "rounds", "budget"}
FUNCTIONS = {"who", "players", "measure", "jail"}  # what may be a function


@cache
def played() -> ml.Game:
    game = ml.Game("classic_us", [("Ann", "balanced"), ("Bo", "balanced")], seed=1)
    game.run(rounds=3)
    return game


def game() -> ml.Game:
    return played().fork()


@cache
def chain() -> ml.Chain:
    return ml.Chain("classic_us")


@cache
def exposure() -> ml.Exposure:
    return ml.Exposure("class_board", deeds={"museum": 5})


@cache
def ledger() -> Ledger:
    return played().ledger()


def simulation() -> ml.Simulation:
    return ml.simulate("junior", games=1, rounds=1, progress=False)


LESSON = ml.Lesson("dice", keys={"q1": ml.hashed("q1", 7, digits=0)})
EDITION = ml.load_edition("classic_us")

# A call that works, by what is called: the arguments that have to be given.
CALLS: list[tuple[Callable[[], Callable[..., Any]], dict[str, Any]]] = [
    (lambda: ml.Game, {}),
    *(
        (lambda name=name: getattr(game(), name), given)  # type: ignore[misc]
        for name, given in {
            "apply": {"text": "roll"},
            "choice_label": {"text": "roll"},
            "describe": {},
            "fork": {},
            "from_toml": {"text": ""},
            "go_to": {"n": 0},
            "goods": {"player": "Ann"},
            "ledger": {},
            "load": {"path": "none.toml"},
            "log": {},
            "measures": {},
            "net_worth": {},
            "picture": {},
            "reseed": {"seed": 1},
            "run": {"steps": 1},
            "save": {"path": "game.toml"},
            "seat": {"player": "Ann", "who": None},
            "step": {},
            "undo": {},
            "why_not": {"text": "roll"},
            "worth_after": {"text": "roll"},
        }.items()
    ),
    (lambda: ml.Strategy, {"name": "balanced"}),
    (lambda: ml.speak, {"lang": "en"}),
    (lambda: ml.load_edition, {"edition": "classic_us"}),
    (lambda: ml.options, {}),
    (lambda: ml.editions_frame, {}),
    (lambda: ml.lessons_frame, {}),
    (lambda: EDITION.called, {}),
    (lambda: EDITION.differences, {"other": "junior"}),
    (lambda: EDITION.resolve, {}),
    (lambda: EDITION.space, {"name": "boardwalk"}),
    (lambda: EDITION.under, {}),
    (lambda: ml.Lesson, {"name": "dice"}),
    (lambda: ml.hashed, {"question": "q1", "answer": 7}),
    (lambda: ml.self_check, {"question": "q1", "answer": 7, "lesson": LESSON}),
    (lambda: ml.predict, {"name": "share"}),
    (lambda: ml.Prediction, {"name": "share"}),
    (lambda: ml.Scenario.load, {"path": "born_ahead"}),
    (lambda: ml.Scenario.load("born_ahead").game, {}),
    (lambda: ml.Exposure, {}),
    (lambda: chain().by_space, {}),
    (lambda: chain().distribution, {"k": 1}),
    (lambda: chain().first_passage, {"start": "go", "goal": "boardwalk"}),
    (lambda: chain().rent, {"what": "orange"}),
    (lambda: chain().investment, {"what": "orange"}),
    (lambda: exposure().losses, {}),
    (lambda: exposure().ruin, {"n": 1, "cash": 500}),
    (lambda: ml.BossFight, {"at": "gamer", "boss": "boo"}),
    (lambda: ml.simulate, {"what": EDITION, "games": 1, "rounds": 1, "progress": False}),
    (lambda: ml.compare, {"arms": {"a": "born_ahead", "b": "born_ahead"}, "games": 2, "rounds": 1, "progress": False}),
    (lambda: ml.sweep, {"what": "junior", "grid": {}, "games": 2, "rounds": 1, "progress": False}),
    (lambda: ml.tournament, {"strategies": ["balanced"], "games": 1, "players": 2, "progress": False}),
    (lambda: ml.decide, {"game": None, "progress": False}),
    (lambda: ml.thinker, {}),
    (lambda: ml.over_rounds, {"runs": {}}),
    *(
        (lambda name=name: getattr(ledger(), name), given)  # type: ignore[misc]
        for name, given in {
            "account": {"name": "cash"},
            "balances": {},
            "holder": {"book": 0},
            "export": {"path": "books.csv"},
        }.items()
    ),
]


def called(found: Callable[[], Callable[..., Any]]) -> str:
    """What is called, without looking for it: a chain takes a second."""
    return ".".join([*(name for name in found.__code__.co_names if name != "getattr"), *(found.__defaults__ or ())])


SLOW = ("ml.Exposure", "ml.compare")  # a second or more


@pytest.mark.parametrize(
    ("found", "given"),
    [pytest.param(*each, marks=[pytest.mark.full] if called(each[0]) in SLOW else []) for each in CALLS],
    ids=[called(found) for found, _ in CALLS],
)
def test_arguments__nonsense_is_refused_in_words(
    found: Callable[[], Callable[..., Any]], given: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    foreign = []
    for name, parameter in inspect.signature(found()).parameters.items():
        for what, value in NONSENSE.items():
            if name in LONG and isinstance(value, float | int) and not isinstance(value, bool) and value > 1:
                continue
            if parameter.kind is parameter.VAR_KEYWORD or (name in FUNCTIONS and callable(value)):
                continue
            wild, usual = (
                ((value,), given) if parameter.kind is parameter.VAR_POSITIONAL else ((), {**given, name: value})
            )
            try:
                found()(*wild, **usual)
            except ml.MonopolyLabError as refusal:
                assert str(refusal), (name, what)
            except Exception as problem:
                foreign.append(f"{name} = {what}: {type(problem).__name__}: {problem}")
    messages.Session.lang = ""  # as before: `speak` was among what was called
    assert foreign == []


FOR_EVER: list[tuple[Callable[[int], object], int]] = [
    (lambda n: chain().distances(n), 1_000_000),
    (lambda n: chain().distribution(n), 10**15),
    (lambda n: chain().moments("bank", throws=n), 1_000_000),
    (lambda n: chain().passage_distribution("go", "boardwalk", throws=n), 1_000_000),
    (lambda n: chain().investment("orange", rounds=n), 1_000_000),
    (lambda n: chain().simulate(throws=n), 100_000_000),
    (lambda n: markov.after_change(chain(), chain(), throws=n), 1_000_000),
    (lambda n: figures.convergence(chain(), throws=n), 1000),
    (lambda n: exposure().losses(n=n), 500),
    (lambda n: exposure().ruin(n, cash=500), 500),
    (lambda n: exposure().ruin_by_cash(1, cash=n), 1_000_000),
    (lambda n: exposure().cash_needed(n), 500),
    (lambda n: fight().by_coins(n), 10_000),
    (lambda n: fight().stopping(n), 10_000),
    (lambda n: fight().simulate(n), 10_000_000),
]


def fight() -> ml.BossFight:
    return ml.BossFight("gamer", "lemmy", [5])


@pytest.mark.parametrize(("call", "most"), FOR_EVER, ids=range(len(FOR_EVER)))
def test_arguments__what_nobody_can_wait_for_is_refused_with_the_most_that_can(
    call: Callable[[int], object], most: int
) -> None:
    for n in (10**30, most + 1):
        with pytest.raises(ml.ChainError, match=rf"{n} would take too long; at most {most}$"):
            call(n)


def test_arguments__a_budget_beyond_all_buildings_buys_them_all() -> None:
    assert chain().best_mix(10**30).equals(chain().best_mix(100_000))
    with pytest.raises(ml.ChainError, match="1000000000 is no space; there are those from 0 to 39"):
        chain().square(10**9)


REFUSED: list[tuple[Callable[[], object], type[Exception], str]] = [
    (lambda: ml.Game(number=-1), ml.ArgumentError, "-1 is no number of a game"),
    (lambda: ml.Game().reseed(1, number=2**63), ml.ArgumentError, "is no number of a game"),
    (lambda: ml.Game(seed=-1), ml.ArgumentError, "-1 is no seed"),
    (lambda: ml.Game(seed=1.5), ml.ArgumentError, "1.5 is no seed"),  # type: ignore[arg-type]
    (lambda: ml.Game(seed=True), ml.ArgumentError, "True is no seed"),
    (lambda: ml.Game(options={1: 1}), ml.ArgumentError, r"Game: options: 1 is not accepted; expected: a text"),  # type: ignore[dict-item]
    (lambda: ml.Game(edition=[]), ml.ArgumentError, r"Game: edition: \[\] is not accepted"),  # type: ignore[arg-type]
    (lambda: ml.Strategy(["x"]), ml.ArgumentError, "Strategy: name: .* expected: a text"),  # type: ignore[arg-type]
    (lambda: ml.Exposure(None), ml.ArgumentError, "Exposure: game: None is not accepted; expected: .*Game"),  # type: ignore[arg-type]
    (lambda: ml.decide(None), ml.ArgumentError, "decide: game: None is not accepted; expected: Game"),  # type: ignore[arg-type]
    (lambda: ml.self_check("q1", 7, None), ml.ArgumentError, "self_check: lesson: None .* expected: Lesson"),  # type: ignore[arg-type]
    (lambda: ml.Chain(cards="no"), ml.ArgumentError, 'Chain: cards: "no" is not accepted; expected: True or False'),  # type: ignore[arg-type]
    (lambda: ml.ScenarioBuilder().save("x.toml", "no"), ml.ArgumentError, 'ScenarioBuilder.save: overwrite: "no"'),  # type: ignore[arg-type]
    (lambda: ml.predict("q", field="no"), ml.ArgumentError, 'predict: field: "no"'),  # type: ignore[arg-type]
    (lambda: ml.predict("q", ask=True), ml.ArgumentError, "predict: ask: True is not accepted; expected: a text"),  # type: ignore[arg-type]
    (lambda: ml.predict("q", lang="xx"), ml.MessageError, 'no language "xx"'),
    (lambda: ml.Lesson("x", lang="nonsense"), ml.MessageError, 'no language "nonsense"'),
    (lambda: ml.Lesson("x", lang=-1), ml.ArgumentError, "Lesson: lang: -1 is not accepted; expected: a text"),  # type: ignore[arg-type]
    (lambda: ml.Lesson("x", lang=[]), ml.ArgumentError, r"Lesson: lang: \[\]"),  # type: ignore[arg-type]
    (lambda: ml.Lesson("x", student="\ud800"), ml.LessonError, "is not a text that is accepted here"),
    (lambda: ml.hashed("\ud800", 1.0), ml.LessonError, "is not a text that is accepted here"),
    (lambda: ml.Game().scene(lang="nonsense"), ml.MessageError, 'no language "nonsense"'),
    (lambda: ml.Game().log(lang=0), ml.ArgumentError, "Game.log: lang: 0"),  # type: ignore[arg-type]
    (lambda: ml.Game().who(ml.Game().events[0], lang=1.5), ml.ArgumentError, "Game.who: lang: 1.5"),  # type: ignore[arg-type]
    (lambda: ml.Game().fork(options=0), ml.OptionError, "options: 0 are no options"),  # type: ignore[arg-type]
    (lambda: ml.Game().fork(players=()), ml.OptionError, r"players: \(\)"),  # type: ignore[arg-type]
    (lambda: ml.Game().go_to(-1), ml.ArgumentError, "-1 is not accepted here; give a whole number, 0 or more"),
    (lambda: ml.Game().go_to(float("inf")), ml.ArgumentError, "inf"),  # type: ignore[arg-type]
    (lambda: ml.Game().events_since(float("nan")), ml.ArgumentError, "Game.events_since: number: nan"),  # type: ignore[arg-type]
    (lambda: ml.load_edition("classic_us").word({}), ml.UnknownName, "no name in any language"),
    (
        lambda: ml.Edition(ml.load_edition("classic_us").content, names_in="xyzzy"),
        ml.UnknownName,
        'names="xyzzy": the edition "classic_us" has names in own, beside, en, ru, uk',
    ),
    (lambda: ml.hashed(None, 3), ml.ArgumentError, "hashed: question: None"),  # type: ignore[arg-type]
    (lambda: ml.Lesson("x").games("many"), ml.ArgumentError, '"many" is not accepted here'),  # type: ignore[arg-type]
    (lambda: ml.in_words(ml.options(), "classic_us"), ml.ArgumentError, 'in_words: edition: "classic_us" .*Edition'),  # type: ignore[arg-type]
    (lambda: ml.over_rounds({"a": simulation()}, lang="xx"), ml.MessageError, 'no language "xx"'),
    (lambda: ml.Game(options=[]), ml.OptionError, r"\[\] are no options"),  # type: ignore[arg-type]
    (lambda: ml.Scenario.load(["casino"]), ml.ArgumentError, r'Scenario.load: path: \["casino"\] .* expected: a text'),  # type: ignore[arg-type]
    (lambda: ml.Game(players={"Bo", "Ann"}), ml.SeatError, r"has no order, .* write \['Ann', 'Bo'\]$"),  # type: ignore[arg-type]
    (lambda: ml.Game().seat("Zed", None), ml.SeatError, '^"Zed" is not a player of this game; the players are: '),
    (lambda: simulation().game(11), ml.ExperimentError, "^there is no game 11; .* numbered from 0$"),
    (lambda: ml.Game.load(3), ml.ArgumentError, "Game.load: path: 3"),  # type: ignore[arg-type]
    (lambda: ml.speak(np.arange(3)), ml.MessageError, "no language"),  # type: ignore[arg-type]
    (lambda: Edition({}), ml.EditionError, '"id" is missing'),
    (lambda: figures.lines(None, "x"), ml.ArgumentError, "lines: table: None is not accepted"),  # type: ignore[arg-type]
    (lambda: ledger().holder(99), ml.LedgerError, "99 keeps no books"),
    (lambda: ledger().cash_flow("Ann", slice(1, 3, 2)), ml.LedgerError, r"slice\(1, 3, 2\)"),
    (lambda: ml.Exposure("classic_us").risk(), ml.ChainError, r'no rent is due: give `deeds`, such as deeds={"orange"'),
    (lambda: ml.Exposure("classic_us").rate(), ml.ChainError, "no rent is due"),
    (lambda: ml.BossFight("gamer"), ml.ChainError, 'name the boss: boss="lemmy"; .* has lemmy, morton'),
    (lambda: ml.Chain("class_board", decks="piles"), ml.ChainError, 'give decks="replacement": .* cards drawn before'),
    (lambda: ml.tune("nobody"), ml.StrategyError, "one of: random, cautious, greedy, balanced, .*, strong"),
    (lambda: ml.options("classic_us", "jail"), ml.OptionError, "one of: jail_free_card, jail_exit, .*, three_doubles"),
    (lambda: ml.options("classic_us", "go"), ml.OptionError, "one of: card_move_go, salary, "),
    (lambda: ml.Exposure("classic_us", player="Ann"), ml.ChainError, 'an edition has no players, so "Ann" is nobody'),
    (lambda: game().export("/proc/nowhere.csv"), ml.FileError, "/proc/nowhere.csv: "),
    (lambda: game().save("/proc/nowhere.toml"), ml.FileError, "/proc/nowhere.toml: "),
    (lambda: simulation().to_csv("/proc/nowhere.csv"), ml.FileError, "/proc/nowhere.csv: "),
]  # fmt: skip


@pytest.mark.parametrize(("call", "error", "words"), REFUSED, ids=[words[:30] for _, _, words in REFUSED])
def test_arguments__what_value_where_and_what_is_taken(
    call: Callable[[], object], error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words):
        call()


@pytest.mark.parametrize(
    ("ask", "told"),
    [
        (lambda: ml.simulate("classic_us", ["balanced"], games=1), "; write players=['balanced']"),  # type: ignore[misc]
        (lambda: ml.Game(option={}), '(did you mean "options"?)'),  # type: ignore[call-arg]
        (lambda: ml.Game(color=1), "'color'"),  # type: ignore[call-arg]
        (lambda: ml.Chain(strategy="banker"), "Chain() got an unexpected keyword argument 'strategy'"),  # type: ignore[call-arg]
    ],
)
def test_arguments__a_name_that_is_unknown_or_lacking_is_hinted_at(ask: Callable[[], object], told: str) -> None:
    with pytest.raises(TypeError) as refused:
        ask()
    assert str(refused.value).endswith(told) and "__init__" not in str(refused.value)


def test_arguments__the_matrix_says_what_by_takes() -> None:
    with pytest.raises(ml.ChainError, match=r'^the matrix has no rows by "stat" \(did you mean "state"\?\); `by` is'):
        figures.matrix(ml.Chain(), by="stat")


def test_arguments__whole_numbers_of_other_libraries_are_whole_numbers() -> None:
    one = np.int64(1)
    assert ml.Game(seed=one, number=one).seed == 1
    assert type(ml.Game(seed=one).seed) is int
    assert ml.Game(options={"jail_exit.fine": np.int32(70)}).options == {"jail_exit.fine": 70}
    assert ml.Strategy("cautious", reserve=np.int64(30)) == ml.Strategy("cautious", reserve=30)
    assert exposure().ruin(np.int64(1), cash=np.int64(500)) == exposure().ruin(1, cash=500)
    assert ml.Lesson("dice", seed=np.uint8(7)).seed == 7


@check_argument
def total(pairs: Sequence[tuple[int, str]], first: tuple[int, str, int] = (1, "a", 2), gamma: int = 0) -> int:
    """A checked function that fails by itself where a part has a wrong type."""
    return sum(number * len(name) for number, name in pairs) + first[0] * len(first[1]) * first[2] + gamma


@pytest.mark.parametrize(
    ("ask", "told"),
    [
        (lambda: total([(1, 2)]), r"total: pairs\[0\]\[1\]: 2 is not accepted; expected: a text"),  # type: ignore[list-item]
        (lambda: total([(1, "a"), ("b", "a")]), r'total: pairs\[1\]\[0\]: "b" .* a whole number'),  # type: ignore[list-item]
        (lambda: total([], (1, 2, 3)), r"total: first\[1\]: 2 is not accepted; expected: a text"),  # type: ignore[arg-type]
        (lambda: total([], (1, "a")), r'total: first: \(1, "a"\) is not accepted'),  # type: ignore[arg-type]
    ],
)
def test_arguments__each_part_of_a_tuple_has_a_type_of_its_own(ask: Callable[[], object], told: str) -> None:
    assert total([(1, "ab"), (2, "c")], (1, "a", 2), 3) == 9
    with pytest.raises(ml.ArgumentError, match=told):
        ask()


def test_arguments__of_two_unknown_names_the_first_is_hinted_at() -> None:
    """Names in a set come in another order in each process: so many are tried here that one would differ."""
    for n in range(20):
        with pytest.raises(TypeError, match=rf"'fist{n}'.*did you mean \"first\""):
            total([], **{f"fist{n}": 1, f"gamm{n}": 2})


def test_arguments__a_long_list_of_whole_numbers_is_converted_as_a_short_one_is() -> None:
    for n in (3, 1001):
        assert {type(each) for each in python_integers([np.int64(1)] * n)} == {int}
        assert {type(each) for each in python_integers({k: np.int64(1) for k in range(n)}).values()} == {int}
        plain = [1] * n
        assert python_integers(plain) is plain


def test_arguments__an_error_of_ones_own_function_stays_what_it_is() -> None:
    """Only what is of no wanted kind is told so: a defect is not hidden behind the words."""

    def jail(state: str, tries: int) -> str:
        raise KeyError("mine")

    with pytest.raises(ml.ChainError, match=r"the jail function jail has failed .* KeyError: 'mine'") as told:
        ml.Chain("classic_us", jail=jail)
    assert isinstance(told.value.__cause__, KeyError)


LONG = "x" * 100_000
REPEATED: list[Callable[[], object]] = [
    lambda: ml.Chain("classic_us").shares(LONG),
    lambda: game().picture(theme=LONG),
    lambda: ml.Game(options={LONG: 1}),
    lambda: ml.Game(names=LONG),
    lambda: ml.Game(players=[("Ann", LONG), "Bo"]),
    lambda: ml.Strategy("balanced", reserve=LONG),
    lambda: game().net_worth(LONG),
    lambda: game().seat(LONG, None),
    lambda: ml.Scenario.load(LONG),
    lambda: ml.simulate(LONG, games=1),
    lambda: ml.Chain("classic_us", jail=LONG),
    lambda: game().export(LONG),
]


@pytest.mark.parametrize("ask", REPEATED)
def test_messages__what_is_refused_is_never_said_at_length(ask: Callable[[], object]) -> None:
    with pytest.raises(ml.MonopolyLabError) as refused:
        ask()
    assert len(str(refused.value)) < 1000


@pytest.mark.parametrize("name", ["\U0001f468\u200d\U0001f469\u200d\U0001f467", "می\u200cخواهم", "क्\u200dष"])
def test_names__of_a_family_and_of_persian_and_indic_people_are_taken(name: str) -> None:
    """Unicode 16, section 23.2: a joiner between two letters says how they are drawn; alone it is not seen."""
    assert ml.Game(players=[name, "Bo"]).players[0] == name
    for unseen in ("A\u200d", "\u200dA", "A\u200d\u200dB", "A\u200d B", "\u200d"):
        with pytest.raises(ml.SeatError):
            ml.Game(players=[unseen, "Bo"])
    with pytest.raises(ml.SeatError, match="looks like"):
        ml.Game(players=["Ann", "A\u200dnn"])


def test_names__one_name_however_it_is_encoded() -> None:
    composed, decomposed = "Zo\u00eb \u0419", "Zoe\u0308  \u0418\u0306"
    first, second = (ml.Lesson("dice", student=name, course=f"7 {name}") for name in (composed, decomposed))
    assert (first.seed, first.student) == (second.seed, second.student)
    table = ml.Game(players=[decomposed, "Bo"], seed=1)
    assert table.players == (composed, "Bo")
    assert table.goods(decomposed) == table.goods(composed)
    assert table.ledger().balances(decomposed) == table.ledger().balances(composed)
    assert table.why_not(f"trade {decomposed}: 1 for 1") == table.why_not(f"trade {composed}: 1 for 1")
    with pytest.raises(ml.SeatError, match="two players are called"):
        ml.Game(players=[composed, decomposed])


COMMANDS = [
    ("regenerate nothing.ipynb", "nothing.ipynb: No such file"),
    ("export born_ahead --to csv --notes nothing.md", "nothing.md: No such file"),
    ("export born_ahead --to csv --out /proc/x.csv", "/proc/x.csv: "),
    ("export born_ahed --to csv", 'did you mean "born_ahead"'),
    ("copy /proc/x", "/proc/x/"),
    ("check nothing.toml", "nothing.toml: the file cannot be read: No such file"),
    ("lesson build 18 --for student", "did you mean"),
    ("class new nothing.toml --students nothing.csv", "nothing.toml: No such file"),
    ("class new 45 --students nothing.csv", "45: No such file or directory. Write a file of two lines: lesson = "),
    ("class new lesson.tml --students students.csv", 'directory (did you mean "lesson.toml"?)'),
    ("class new lesson.toml --students student.csv", '(did you mean "students.csv"?)'),
    ("class key nothing", "no folder of a class"),
    ("serve --port -1", "from 1 to 65535"),
    ("serve --idle nan", "above 0"),
    ("start nothing.ipynb --no-browser", "no notebook nothing.ipynb"),
]


@pytest.mark.parametrize(("command", "said"), COMMANDS, ids=[command for command, _ in COMMANDS])
def test_commands__say_what_is_wrong_and_where(
    command: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("lesson.toml").write_text('lesson = "07_who_wins"\ncourse = "7b"', encoding="utf-8")
    Path("students.csv").write_text("name\nAnn\n", encoding="utf-8")
    assert cli.main(command.split()) == 1
    told = "".join(capsys.readouterr())
    assert said in told and "Errno" not in told and "Traceback" not in told


def test_arguments__every_kind_that_is_declared_can_be_read() -> None:
    """An annotation that could not be read would hide what it is there to explain."""
    homes = [getattr(ml, name) for name in ml.__all__] + [getattr(figures, name) for name in figures.__all__]
    found = [each for home in homes for each in (home, *(vars(home).values() if inspect.isclass(home) else ()))]
    doors = [each.__wrapped__ for each in found if hasattr(each, "__wrapped__") and inspect.isfunction(each)]
    read = [declared_type(door, name) for door in doors for name in inspect.signature(door).parameters]
    assert len(read) > 300 and None not in read
