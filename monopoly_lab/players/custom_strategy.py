"""Compile strategies of one's own beside a shipped one, and know when their code has changed.

    from monopoly_lab.constants import action, node, space_kind

    def no_utilities(s, t, p):
        if s.node == node.BUY and t.kind[s.lot] == space_kind.UTILITY:
            return action.DECLINE, -1, -1
        return action.NONE, -1, -1

    mine = ml.CompiledStrategy(no_utilities, otherwise="balanced")

The function gets the state (`rules.state` names its fields), the tables of the edition (`editions.rule_tables`) and the
seat that decides, and answers with a verb, a space and an amount, -1 for what the verb does not need; `action.NONE`
leaves it to the strategy that plays otherwise. Python and the compiler read the same function: whole numbers, lists
of the state and the tables, `if`, loops, and functions that carry `@rule`. It only reads: it changes
nothing, and draws no luck.

What a function does, in a few bytes: the same in every process, and others as soon as it does something else.

The code counts with all that it takes from outside: numbers, other functions of the user's, what it is bound to.
What is installed, as Python's own functions and this package's, counts by its name.
"""

import hashlib
import sysconfig
from collections.abc import Callable, Iterable, Iterator, Mapping
from operator import attrgetter
from pathlib import Path
from types import CodeType, FunctionType, MethodType, ModuleType
from typing import Any

from monopoly_lab.common.errors import StrategyError
from monopoly_lab.common.file_access import quoted
from monopoly_lab.common.messages import say
from monopoly_lab.constants import action, names, node, refusal
from monopoly_lab.editions.rule_tables import FIELDS as FIGURES
from monopoly_lab.editions.rule_tables import LATER, Tables
from monopoly_lab.players import parameters
from monopoly_lab.players.parameters import Strategy
from monopoly_lab.players.time_limit import NoAnswer, named_problem
from monopoly_lab.rules.agenda import rule
from monopoly_lab.rules.legality import why_not
from monopoly_lab.rules.state import FIELDS, State

INSTALLED = (str(Path(__file__).parents[1]), *(sysconfig.get_path(name) for name in ("stdlib", "purelib", "platlib")))
PLAIN = (int, float, complex, str, bytes, type(None), type(...))
Seen = dict[int, tuple[int, object]]  # by id: its number; the thing too, so that no other gets its id


def fingerprint(*things: object) -> bytes:
    """Return 32 bytes for functions, objects that are called, and plain values."""
    total = hashlib.sha256()
    for text in _of_all(things, {}):
        total.update(text.encode(errors="surrogatepass") + b"\0")
    return total.digest()


def _of_all(things: Iterable[object], seen: Seen) -> Iterator[str]:
    for thing in things:
        yield from _parts(thing, seen)
    yield "."


def _parts(thing: Any, seen: Seen) -> Iterator[str]:
    if isinstance(getattr(thing, "py_func", None), FunctionType):
        thing = thing.py_func  # of what numba has decorated
    yield type(thing).__name__
    if isinstance(thing, PLAIN):
        yield repr(thing)
    elif isinstance(thing, ModuleType):
        yield thing.__name__
    elif isinstance(thing, tuple):
        yield from _of_all(thing, seen)
    elif isinstance(thing, CodeType):
        yield from _of_all((thing.co_code, thing.co_names, thing.co_consts), seen)
    elif isinstance(thing, set | frozenset):
        yield from sorted("".join(_parts(part, {})) for part in thing)
    elif id(thing) in seen:
        yield str(seen[id(thing)][0])
    else:
        seen[id(thing)] = len(seen), thing
        yield from _of_all(_inside(thing), seen)


def _inside(thing: Any) -> Iterable[object]:
    """Return what a function, a class or any other object consists of."""
    if isinstance(thing, FunctionType):
        return _of_function(thing)
    if isinstance(thing, MethodType | staticmethod | classmethod):
        return (thing.__func__, getattr(thing, "__self__", None))
    if isinstance(thing, property):
        return (thing.fget, thing.fset)
    if isinstance(thing, Mapping):
        return (part for pair in thing.items() for part in pair)
    if isinstance(thing, list):
        return thing
    if isinstance(thing, type):
        members = () if _is_installed(thing) else _members(thing)
        return (thing.__module__, thing.__qualname__, *members)
    try:
        made = thing.__reduce_ex__(4)  # what it would be made of again
    except Exception:  # what cannot be saved raises what it likes
        return (type(thing).__qualname__,)
    return (made,) if isinstance(made, str) else (list(part) if isinstance(part, Iterator) else part for part in made)


def _of_function(function: FunctionType) -> Iterable[object]:
    cells = [_held(cell) for cell in function.__closure__ or ()]
    if function.__code__.co_filename.startswith(INSTALLED):
        return (function.__module__, function.__qualname__, *cells)
    outside = [function.__globals__.get(name) for name in _names(function.__code__)]
    return (function.__code__, function.__defaults__, function.__kwdefaults__, *cells, *outside)


def _held(cell: Any) -> object:
    try:
        return cell.cell_contents
    except ValueError:  # still empty
        return None


def _names(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names(constant)


def _members(kind: type) -> list[object]:
    return [member for name, member in sorted(vars(kind).items()) if not name.startswith("__") or callable(member)]


def _is_installed(kind: type) -> bool:
    """Return True if no function of the class stands in a file of the user's."""
    own = [member for member in vars(kind).values() if isinstance(member, FunctionType)]
    return all(member.__code__.co_filename.startswith(INSTALLED) for member in own)


# Strategies of one's own that compile: a function of the position beside a shipped strategy for the rest

Asked = Callable[[Any, Any, int], tuple[int, int, int]]

NUMBERS = (*(name for name, length in FIGURES.items() if not length), LATER)
COLUMNS = tuple(name for name, length in FIGURES.items() if length)
Figures = tuple[list[list[int]], tuple[Any, ...]]  # the columns of tables and their numbers
_columns, _numbers = attrgetter(*COLUMNS), attrgetter(*NUMBERS)

DECISION, ACT = 0, 1  # what it is asked for: an answer to the open node, or an act before a throw
MOST_MONEY = 2**40
KNOWN: dict[int, "CompiledStrategy"] = {}  # by the number that stands in the row of a seat


class CompiledStrategy(Strategy):
    """A strategy of your own, written as a function that also compiles.

    The function gets the state `s` (whose turn it is, cash, owners: fields in `monopoly_lab.rules.state_fields`), the
    tables `t` (board and options: `monopoly_lab.editions.rule_tables`) and the number `p` of its seat. It returns a
    verb of `monopoly_lab.constants.action`, a space and an amount, -1 for what the verb does not need. It plays the
    same games in plain Python and compiled. An answer that the rules refuse is an error: StrategyError, or FailedGame
    in an experiment.

    Args:
        decide: Function for decisions; returns `action.NONE` to leave the decision to `otherwise`.
        act: Function of the same form for building, selling, mortgaging and redeeming before a throw.
        otherwise: Strategy that plays where a function leaves the decision open.
        name: Name in results.

    Raises:
        StrategyError: For something that is not a function, and for an unknown strategy.

    Example:
        Never buys a utility, and otherwise plays as `balanced` does:

        >>> from monopoly_lab.constants import action, node, space_kind
        >>> def no_utilities(s, t, p):
        ...     if s.node == node.BUY and t.kind[s.lot] == space_kind.UTILITY:
        ...         return action.DECLINE, -1, -1
        ...     return action.NONE, -1, -1
        >>> mine = ml.CompiledStrategy(no_utilities, otherwise="balanced")
        >>> ml.simulate("classic_us", players={"Ann": mine, "Bo": "balanced"}, games=20, progress=False).games
        20
    """

    __slots__ = ("_act", "_decide", "own_name")

    def __init__(
        self,
        decide: Asked | None = None,
        act: Asked | None = None,
        *,
        otherwise: Strategy | str = "balanced",
        name: str = "",
    ) -> None:
        base = otherwise if isinstance(otherwise, Strategy) else Strategy(otherwise)
        functions = [function for function in (decide, act) if function is not None]
        if not functions or not all(callable(function) for function in functions) or base.name == "random":
            raise StrategyError(say("strategy_error.own_function", value=quoted(decide)))
        self.name, self.parameters = base.name, dict(base.parameters)
        self._decide, self._act = decide, act
        self.own_name = name or functions[0].__name__
        row = list(base.row)
        row[parameters.KIND], row[parameters.OWN_NUMBER] = parameters.OWN, number_of(decide, act)
        self.row = tuple(row)
        KNOWN[self.number] = self

    @property
    def number(self) -> int:
        """Return the number of its functions in a row of parameters; the same in every process."""
        return self.row[parameters.OWN_NUMBER]

    def function(self, what: int) -> Asked | None:
        """Return the function for decisions or acts; None if there is none.

        Args:
            what: DECISION or ACT.
        """
        return self._act if what == ACT else self._decide

    def changed(self, **parameters: int | str) -> "CompiledStrategy":
        """Return the same strategy with other parameters of `otherwise`.

        Args:
            **parameters: New values by name.
        """
        base = self._base().changed(**parameters)
        return CompiledStrategy(self._decide, self._act, otherwise=base, name=self.own_name)

    def _base(self) -> Strategy:
        return Strategy(self.name, **self.parameters)

    def __repr__(self) -> str:
        return f"CompiledStrategy({self.own_name}, otherwise={self._base()!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (self._decide, self._act, self._base(), self.own_name)


def _again(decide: Asked | None, act: Asked | None, otherwise: Strategy, name: str) -> CompiledStrategy:
    return CompiledStrategy(decide, act, otherwise=otherwise, name=name)


def own_choice(s: Any, t: Any, number: int, p: int, what: int) -> tuple[int, int, int]:
    """Return what an own strategy answers; compiled, its compiled function is called; a refused answer has verb -1."""
    who = KNOWN[number]
    function = who.function(what)
    if function is None:
        return action.NONE, -1, -1
    before, printed = s.copy(), _copied(t)
    try:
        v, q, x = function(s, t, p)
        refused = own_refused(s, t, p, v, q, x)
    except (Exception, SystemExit, NoAnswer) as problem:
        words = {"strategy": who.own_name, "problem": named_problem(problem)}
        raise StrategyError(say("strategy_error.own_failed", **words)) from problem
    finally:
        written, changed = _written(s, before), _changed(t, printed)
    if written:
        raise StrategyError(say("strategy_error.own_wrote", strategy=who.own_name, field=written))
    if changed:
        raise StrategyError(say("strategy_error.own_wrote_tables", strategy=who.own_name, field=changed))
    if refused != refusal.NONE:
        answer, reason = f"({names(action).get(v, v)}, {q}, {x})", names(refusal)[refused]
        words = {"strategy": who.own_name, "answer": answer, "node": names(node)[s.node], "reason": reason}
        raise StrategyError(say("strategy_error.own_refused", **words))
    return v, q, x


def _written(s: State, before: State) -> str:
    """Return the field of the state that is not as it was, "" for none; all of them are set back."""
    old, new = before.facts(), s.facts()
    if new == old:
        return ""
    for name in FIELDS:
        setattr(s, name, getattr(before, name))
    return next(name for name, value in old.items() if new[name] != value)


def _copied(t: Tables) -> list[Figures]:
    """Return a copy of everything in the tables and in those of later stages."""
    return [([list(column) for column in _columns(each)], _numbers(each)) for each in t.stages]


def _changed(t: Tables, before: list[Figures]) -> str:
    """Return the field of the tables that is not as it was, "" for none; all of them are set back."""
    named = ""
    for each, (columns, numbers) in zip(t.stages, before):
        if _columns(each) == tuple(columns) and _numbers(each) == numbers:
            continue
        for name, value in zip((*COLUMNS, *NUMBERS), (*columns, *numbers)):
            named = named or ("" if getattr(each, name) == value else name)
            setattr(each, name, value)
    return named


@rule
def own_refused(s: State, t: Tables, p: int, v: int, q: int, x: int) -> int:
    """Return why the rules refuse an answer of an own strategy, which may be any three numbers; NONE if it is legal."""
    if v == action.NONE:
        return refusal.NONE
    if v < 0 or v == action.PROPOSE or v == action.SETTLE:  # offers have two sides, which three numbers cannot say
        return refusal.NOT_NOW
    if q < -1 or q >= t.spaces or x < -1 or x > MOST_MONEY:
        return refusal.NOT_NOW
    if x >= t.spaces and v != action.BID and v != action.STAKE:  # the number of something there is not
        return refusal.NOT_NOW
    return why_not(s, t, p, v, q, x)


def number_of(decide: Asked | None, act: Asked | None) -> int:
    """Return 62 bits of the fingerprint of the functions, each in its place."""
    return int.from_bytes(fingerprint(decide, act)[:8], "big") >> 2
