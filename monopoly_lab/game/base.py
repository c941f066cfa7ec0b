"""Common parts of a game: the position, the record of answers, and changes of rules during a game.

`Record` holds the answers, and positions kept on the way so that a game can go back. `GameLike` declares what files,
views and seats use of a `Game`; they are below it in the package, so they cannot import it.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from operator import is_not
from typing import Any, NamedTuple, Protocol, Self, TypeVar, cast

from monopoly_lab import rules
from monopoly_lab.common.errors import OptionError
from monopoly_lab.common.function_registry import Exports
from monopoly_lab.common.messages import resolve_language, say, speaking
from monopoly_lab.constants import names, node
from monopoly_lab.editions import Edition
from monopoly_lab.editions.rule_changes import refuse_past, set_up_only, without
from monopoly_lab.game.position import Position
from monopoly_lab.notation.action_text import Action
from monopoly_lab.notation.events import Teller
from monopoly_lab.notation.nodes import Chance, Decision, Form, forms, open_node, waiting_sentence
from monopoly_lab.notation.parser import Notation
from monopoly_lab.rules import State, Tables
from monopoly_lab.rules.agenda import RawEvent
from monopoly_lab.rules.code_groups import is_chance, is_decision


class GameLike(Protocol):
    """A game: its set-up, its position, and the answers that can be given. See `Game` for each."""

    lang: str
    players: tuple[str, ...]
    edition: Edition
    tables: "Tables"
    options: dict[str, object]
    start: dict[str, Any]
    seed: int
    number: int
    notes: str
    asks: tuple[str, ...]
    is_changed: bool
    _s: "State"
    _notation: "Notation"

    @property
    def state(self) -> "Position": ...

    @property
    def node(self) -> "Decision | Chance | None": ...

    @property
    def _forms(self) -> "tuple[Form, ...]": ...

    @property
    def over(self) -> bool: ...

    @property
    def winner(self) -> str | None: ...

    @property
    def seats(self) -> Mapping[str, Any]: ...

    @property
    def answers(self) -> tuple[str, ...]: ...

    @property
    def undone(self) -> tuple[str, ...]: ...

    def choices(self) -> tuple[str, ...]: ...

    def acts(self) -> dict[str, tuple[str, ...]]: ...

    def waiting(self, lang: str = "") -> str: ...

    def why_not(self, text: str, lang: str = "") -> str | None: ...

    def net_worth(self, method: str = "short_game") -> dict[str, int]: ...

    def log(self, lang: str = "", last: int | None = None) -> Sequence[str]: ...

    def apply(self, text: str, lang: str = "") -> Sequence[str]: ...

    def take(self, text: str, lang: str = "") -> None: ...

    def go_to(self, n: int) -> Self: ...

    def fork(self, *, players: Mapping[str, Any] | None = None) -> Self: ...

    def seat(self, player: str, who: Any) -> None: ...

    def reseed(self, seed: int, number: int | None = None) -> None: ...

    def raw_state(self) -> "State": ...

    def _forget_sealed(self, player: str) -> None: ...

    def _over_limit(self, answer: "Action") -> str: ...


G = TypeVar("G", bound=GameLike)  # `Game`, or a class of one's own that is made like it


EVERY = 32  # answers between two kept positions


@dataclass
class Record:
    """Answers from a first position on; `done` of them count, those behind can be redone.

    `tables` are those of the first position. `log` holds the raw events, those of the set-up first; `marks[n]` is its
    length after `n` answers.
    """

    tables: Tables
    first: State
    log: list[RawEvent]
    answers: list[Action] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    notes: dict[int, str] = field(default_factory=dict)  # by place in the log: what was offered
    marks: list[int] = field(default_factory=list)
    kept: dict[int, State] = field(default_factory=dict)
    done: int = 0
    sealed: set[int] = field(default_factory=set)  # answers that are sealed bids, or none
    moved: int = 0  # how often there has been another position

    def __post_init__(self) -> None:
        if not self.marks:
            self.marks = [len(self.log)]
            self.kept = {0: self.first.copy()}

    @property
    def events(self) -> list[RawEvent]:
        """Return what has happened up to now."""
        return self.log[: self.marks[self.done]]

    def add(self, answer: Action, text: str, happened: list[RawEvent], after: State, note: str = "") -> None:
        """Note an answer that has been carried out; what could be redone is forgotten."""
        length = self.marks[self.done]
        del self.answers[self.done :], self.texts[self.done :], self.marks[self.done + 1 :], self.log[length:]
        self.kept = {n: state for n, state in self.kept.items() if n <= self.done}
        self.notes = {n: kept for n, kept in self.notes.items() if n < length}
        self.sealed = {n for n in self.sealed if n < self.done}
        if note:
            self.notes[length] = note
        self.answers.append(answer)
        self.texts.append(text)
        self.log.extend(happened)
        self.marks.append(len(self.log))
        self.done += 1
        self.moved += 1
        if self.done % EVERY == 0:
            self.kept[self.done] = after.copy()

    def mend(self) -> None:
        """Forget what is noted in part: an answer whose noting was interrupted has not been given."""
        whole = max(self.done, min(len(self.answers), len(self.texts), len(self.marks) - 1))
        del self.answers[whole:], self.texts[whole:], self.marks[whole + 1 :], self.log[self.marks[whole] :]
        self.kept = {n: state for n, state in self.kept.items() if n <= whole}

    def forget_undone(self) -> None:
        """Delete the undone answers, so that nothing can be redone."""
        del self.answers[self.done :], self.texts[self.done :], self.marks[self.done + 1 :]
        del self.log[self.marks[self.done] :]
        self.kept = {n: state for n, state in self.kept.items() if n <= self.done}

    def go_to(self, n: int) -> State:
        """Return the position after `n` of the answers, from the nearest kept one before it."""
        start = max(m for m in self.kept if m <= n)
        state = self.kept[start].copy()
        unread: list[tuple[int, ...]] = []
        t = self.tables.at(state.stage)
        for answer in self.answers[start:n]:
            if answer.offer is not None:
                answer.offer.lay(state, t)
            t = rules.make_choice_and_update_rules(
                state, t, unread, answer.seat, answer.verb, answer.space, answer.amount
            )
        self.done = n
        self.moved += 1
        return state

    def replayed(self) -> Iterator[tuple[State, Tables, Action]]:
        """Yield each answer with the position and the tables it was given in; the position is the same, played on."""
        state = self.kept[0].copy()
        unread: list[tuple[int, ...]] = []
        t = self.tables.at(state.stage)
        for answer in self.answers[: self.done]:
            if answer.offer is not None:
                answer.offer.lay(state, t)
            yield state, t, answer
            t = rules.make_choice_and_update_rules(
                state, t, unread, answer.seat, answer.verb, answer.space, answer.amount
            )

    def copy(self) -> "Record":
        """Return a record of its own; the kept positions, which nobody changes, are the same."""
        return Record(
            self.tables,
            self.first,
            self.log[:],
            self.answers[:],
            self.texts[:],
            dict(self.notes),
            self.marks[:],
            dict(self.kept),
            self.done,
            set(self.sealed),
        )


# What every side of a game has: the edition under its options, the players, the position and what it waits for

Found = TypeVar("Found")


class Read(NamedTuple):
    """What was read of a position, and of which: it is asked for often and written down at length."""

    at: tuple[str, int]  # language, and how often the position has been another one
    record: Record
    s: State
    teller: Teller
    found: dict[str, Any]


class Asked(NamedTuple):
    """Whom the open node asks, or throws for, and what kind of node it is."""

    player: str
    kind: str
    by_luck: bool


class Core(Exports):
    """What the parts of a `Game` share: `HistoryMixin`, `DecisionMixin`, `ReportMixin`, `DisplayMixin`, `SaveMixin`."""

    edition: Edition
    tables: Tables
    players: tuple[str, ...]
    lang: str
    _s: State
    _record: Record
    _teller: Teller
    _names: str
    _notation: Notation
    _read: Read | None = None
    _departures: Any

    def _speaking(self, lang: str = "") -> AbstractContextManager[None]:
        """Speak the language asked for, or else that of the game, inside a `with`."""
        return speaking(self.lang if isinstance(lang, str) and not lang else lang)

    @property
    def names(self) -> str:
        """Return which names of spaces, cards and characters are used; see `Edition.called`."""
        return self._teller.names

    @names.setter
    def names(self, names: str) -> None:
        self.edition.called(names, self.lang)
        self._names = names
        self._teller = replace(self._teller, names=names)

    @property
    def state(self) -> Position:
        """Return the position by names of players and spaces, read-only."""
        return Position(self.edition, self.tables, self._s, self.players, self.lang)

    @property
    def node(self) -> Decision | Chance | None:
        """Return the open decision or chance event with its choices; None when the game is over."""
        return self._read_cached("node", lambda: open_node(self._teller, self._notation, self._s))

    @property
    def _asked(self) -> Asked | None:
        """Return whom the open node asks and what, as `node` has it, without its choices and words."""
        s = self._s
        return None if self.over else Asked(self.players[s.actor], names(node)[s.node], is_chance(s.node))

    @property
    def _forms(self) -> tuple[Form, ...]:
        """Return the choices with a free amount at the open decision, as `node` has them, without its words."""
        if not is_decision(self._s.node):
            return ()
        return self._read_cached("forms", lambda: forms(self._teller, self._s))

    def _read_cached(self, what: str, read: Callable[[], Found], lang: str = "") -> Found:
        """Read something of the position, in the language asked for; only once while it stays as it is."""
        at = resolve_language(lang if lang != "" else self.lang), self._record.moved
        parts, known = (self._record, self._s, self._teller), self._read
        if known is None or known.at != at or any(map(is_not, known[1:4], parts)):
            self._read = known = Read(at, *parts, {})
        if what not in known.found:
            with self._speaking(lang):
                known.found[what] = read()
        return cast(Found, known.found[what])

    @property
    def over(self) -> bool:
        """Return True if the game is over."""
        return self._s.node == node.OVER

    @property
    def round(self) -> int:
        """Return the round that is being played; 0 before the first."""
        return self._s.round

    @property
    def turn(self) -> int:
        """Return the number of the turn that is being played, counted from the start of the game."""
        return self._s.turn

    @property
    def winner(self) -> str | None:
        """Return the name of the winner; None before the end and after a tie."""
        return self.players[self._s.winner] if self.over and self._s.winner >= 0 else None

    def waiting(self, lang: str = "") -> str:
        """Return a sentence on what the game waits for.

        Args:
            lang: Language of the words: "en", "ru" or "uk"; that of the game if empty.

        Example:
            >>> game.waiting()
            'Ann may buy St. Charles Place for $140, or leave it to an auction.'
        """
        return waiting_sentence(self._teller, self._s, lang or self.lang)


# A position under other rules: which options it can take, and what of it they change


def adapt_position(
    base: Edition, before: Mapping[str, object], options: Mapping[str, object], old: Tables, new: Tables, s: State
) -> State | None:
    """Return the position under the tables `new`; None where they are the old ones.

    Raises OptionError, naming the options, for what the position cannot take.
    """
    if new == old:
        return None
    refuse_past(options, s.round + 1)
    found = [("", f"options.{key}", text) for key, text in set_up_only(base, without(before), without(options), old)]
    if found:
        raise OptionError(found)
    state = s.copy()
    state.houses += new.o_components_houses - old.o_components_houses
    state.hotels += new.o_components_hotels - old.o_components_hotels
    _refuse("fork.too_few_buildings", options, lambda key: key.startswith("components."), state.houses, state.hotels)
    is_past = (0 < new.o_rounds < state.round, 0 < new.o_end_bankruptcies <= state.bankruptcies)
    if any(is_past):
        raise OptionError([("", "options", say("fork.past", options=_ending_options(options, is_past)))])
    if is_decision(state.node):
        rules.list_answers(state, new)
        if state.menu == 0:
            raise OptionError([("", "options", say("fork.no_choice", options=", ".join(options)))])
    return state


def _refuse(message: str, options: Mapping[str, object], about: Callable[[str], bool], *left: int) -> None:
    if min(left) < 0:
        raise OptionError([("", "options", say(message, options=", ".join(filter(about, options)), n=-min(left)))])


def _ending_options(options: Mapping[str, object], is_past: tuple[bool, bool]) -> str:
    """Return the options that end the game at once; all of them where a mode does."""
    known = [key for key, past in zip(("rounds", "end_bankruptcies"), is_past) if past and key in options]
    return ", ".join(known or options)
