"""Strategies of one's own that compile: a function of the position beside a shipped strategy for the rest.

    from monopoly_lab.codes import kind, node, verb

    def no_utilities(s, t, p):
        if s.node == node.BUY and t.kind[s.lot] == kind.UTILITY:
            return verb.DECLINE, -1, -1
        return verb.NONE, -1, -1

    mine = ml.CompiledStrategy(no_utilities, otherwise="balanced")

The function gets the state (`rules.state` names its fields), the tables of the edition (`editions.tables`) and the
seat that decides, and answers with a verb, a space and an amount, -1 for what the verb does not need; `verb.NONE`
leaves it to the strategy that plays otherwise. Python and the compiler read the same function: whole numbers, lists
of the state and the tables, `if`, loops, and functions that carry `@rule`. It only reads: it changes
nothing, and draws no luck.
"""

from collections.abc import Callable
from operator import attrgetter
from typing import Any

from monopoly_lab.codes import names, node, verb, why
from monopoly_lab.editions.tables import FIELDS as FIGURES
from monopoly_lab.editions.tables import LATER, Tables
from monopoly_lab.errors import StrategyError
from monopoly_lab.messages import say
from monopoly_lab.players import style
from monopoly_lab.players.fingerprint import fingerprint
from monopoly_lab.players.parameters import Strategy
from monopoly_lab.players.watch import NoAnswer, named
from monopoly_lab.rules.legality import why_not
from monopoly_lab.rules.rule import rule
from monopoly_lab.rules.state import FIELDS, State

Asked = Callable[[Any, Any, int], tuple[int, int, int]]

NUMBERS = (*(name for name, length in FIGURES.items() if not length), LATER)
COLUMNS = tuple(name for name, length in FIGURES.items() if length)
Figures = tuple[list[list[int]], tuple[Any, ...]]  # the columns of tables and their numbers
_columns, _numbers = attrgetter(*COLUMNS), attrgetter(*NUMBERS)

DECISION, ACT = 0, 1  # what it is asked for: an answer to the open node, or an act before a throw
MOST_MONEY = 2**40
KNOWN: dict[int, "CompiledStrategy"] = {}  # by the number that stands in the row of a seat


class CompiledStrategy(Strategy):
    """A function `(s, t, p) -> (verb, space, amount)` for decisions; where it says `verb.NONE`, as `otherwise` does.

    `act` is a function of the same form for what is built, sold, mortgaged and redeemed before a throw, trades left
    out; `name` stands for it in results. The same function plays in plain Python and compiled, to the same games. An
    answer that the rules refuse is no answer: StrategyError, or FailedGame with the game in a batch.

    Raises StrategyError for what is no function and for an unknown strategy.
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
            raise StrategyError(say("strategy_error.own_function", value=repr(decide)))
        self.name, self.parameters = base.name, dict(base.parameters)
        self._decide, self._act = decide, act
        self.own_name = name or functions[0].__name__
        row = list(base.row)
        row[style.KIND], row[style.OWN_NUMBER] = style.OWN, number_of(decide, act)
        self.row = tuple(row)
        KNOWN[self.number] = self

    @property
    def number(self) -> int:
        """What stands for its functions in a row: the same in every process."""
        return self.row[style.OWN_NUMBER]

    def function(self, what: int) -> Asked | None:
        """The function that is asked for a DECISION or an ACT; None for none."""
        return self._act if what == ACT else self._decide

    def changed(self, **parameters: int | str) -> "CompiledStrategy":
        """The same with other parameters of the strategy that plays otherwise."""
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
    """What an own strategy answers; compiled, its compiled function is called, and a refused answer has verb -1."""
    who = KNOWN[number]
    function = who.function(what)
    if function is None:
        return verb.NONE, -1, -1
    before, printed = s.copy(), _copied(t)
    try:
        v, q, x = function(s, t, p)
        refused = own_refused(s, t, p, v, q, x)
    except (Exception, SystemExit, NoAnswer) as problem:
        words = {"strategy": who.own_name, "problem": named(problem)}
        raise StrategyError(say("strategy_error.own_failed", **words)) from problem
    finally:
        written, changed = _written(s, before), _changed(t, printed)
    if written:
        raise StrategyError(say("strategy_error.own_wrote", strategy=who.own_name, field=written))
    if changed:
        raise StrategyError(say("strategy_error.own_wrote_tables", strategy=who.own_name, field=changed))
    if refused != why.NONE:
        answer, reason = f"({names(verb).get(v, v)}, {q}, {x})", names(why)[refused]
        words = {"strategy": who.own_name, "answer": answer, "node": names(node)[s.node], "reason": reason}
        raise StrategyError(say("strategy_error.own_refused", **words))
    return v, q, x


def _written(s: State, before: State) -> str:
    """The field of the state that is not as it was, "" for none; all of them are set back."""
    old, new = before.facts(), s.facts()
    if new == old:
        return ""
    for name in FIELDS:
        setattr(s, name, getattr(before, name))
    return next(name for name, value in old.items() if new[name] != value)


def _copied(t: Tables) -> list[Figures]:
    """Everything that stands in the tables and in those of later stages."""
    return [([list(column) for column in _columns(each)], _numbers(each)) for each in t.stages]


def _changed(t: Tables, before: list[Figures]) -> str:
    """The field of the tables that is not as it was, "" for none; all of them are set back."""
    named = ""
    for each, (columns, numbers) in zip(t.stages, before):
        if _columns(each) == tuple(columns) and _numbers(each) == numbers:
            continue
        for name, value in zip((*COLUMNS, *NUMBERS), (*columns, *numbers)):
            named = named or ("" if getattr(each, name) == value else name)
            setattr(each, name, value)
    return named


@rule
def own_refused(s, t, p, v, q, x):
    """Why the rules refuse an answer of an own strategy, which may be any three numbers; NONE where they take it."""
    if v == verb.NONE:
        return why.NONE
    if v < 0 or v == verb.PROPOSE or v == verb.SETTLE:  # offers have two sides, which three numbers cannot say
        return why.NOT_NOW
    if q < -1 or q >= t.spaces or x < -1 or x > MOST_MONEY:
        return why.NOT_NOW
    if x >= t.spaces and v != verb.BID and v != verb.STAKE:  # the number of something there is not
        return why.NOT_NOW
    return why_not(s, t, p, v, q, x)


def number_of(decide: Asked | None, act: Asked | None) -> int:
    """62 bits of what the functions do, each in its place."""
    return int.from_bytes(fingerprint(decide, act)[:8], "big") >> 2
