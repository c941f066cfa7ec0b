"""Derive the chain: the rules expand every chance event between two throws of the token.

A state of the chain is a position at which a token is about to be thrown for, reduced to
what its movement depends on: the space, the run of doubles, the failed tries in jail, and
whether the throw belongs to a turn that has already begun. Nothing is owned, cash is
unlimited, and every decision has a fixed answer but those of a prisoner.

No transition is written here: a weight is a product of the weights of the outcomes of dice,
cards and reels, an integer over a denominator common to the row.
"""

import gc
from collections.abc import Callable, Generator, Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import gcd, lcm
from threading import Lock
from typing import Any, Generic, TypeVar

from monopoly_lab import rules
from monopoly_lab.common.errors import ChainError
from monopoly_lab.common.messages import say
from monopoly_lab.constants import (
    action,
    card_effect,
    dice_purpose,
    event,
    names,
    node,
    option_value,
    payer_account,
    space_kind,
)
from monopoly_lab.markov.chance_outcomes import Outcome, outcomes
from monopoly_lab.markov.event_trace import (
    CLAIMS,
    COINS,
    EMPTY,
    MOVING,
    TURNS,
    Arrival,
    CashFlow,
    Copy,
    Key,
    Log,
    Trace,
    Transition,
    copier,
    extend_trace,
    have_moved,
    trim_state,
    whole,
)
from monopoly_lab.rules import State, Tables, empty
from monopoly_lab.rules.code_groups import is_decision
from monopoly_lab.rules.dice import counts_runs
from monopoly_lab.simulation.single_token import PURSE, is_due, own_all, single_token_answer

Kept = TypeVar("Kept")

MOST = 64  # chains


class RecentResults(Generic[Kept]):
    """The last `MOST` things found, by what was asked."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._found: dict[Hashable, Kept] = {}

    def get(self, asked: Hashable) -> Kept | None:
        """Return what was found for a question, None if it is not remembered."""
        return self._found.get(asked)

    def keep_first(self, asked: Hashable, found: Kept) -> Kept:
        """Return what is remembered from now on: of two that were found at a time, the first."""
        with self._lock:
            if asked not in self._found and len(self._found) >= MOST:
                del self._found[next(iter(self._found))]
            return self._found.setdefault(asked, found)

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._found.clear()


# Two positions of each state are expanded and compared before all count as one; up to as many times more, where
# positions of a state differ in what they know of the turn.
STANDINGS = 4
POTS = (payer_account.PARKING, payer_account.JACKPOT, payer_account.BOARD)

# Inside, a state and what a throw brought are plain tuples, which are quicker.
Weights = dict[tuple[tuple[int, ...], Trace], int]
Front = dict[object, tuple[State, int, Trace, int]]  # unfinished throws: position, weight, trace, what came before

Done = TypeVar("Done")


@dataclass(frozen=True)
class MatrixRow:
    """One state: what a throw can bring, in lowest terms: `paths[path] / over` is the probability of each way."""

    over: int
    weights: Weights

    @cached_property
    def paths(self) -> dict[Transition, int]:
        """Return the weight of each path that leads out of the state."""
        found = {}
        for (to, (money, arrivals, laps, steps)), weight in self.weights.items():
            payments = tuple(CashFlow(*payment) for payment in money)
            landings = tuple(Arrival(*arrival) for arrival in arrivals)
            found[Transition(Key(*to), payments, landings, laps, steps)] = weight
        return found

    @cached_property
    def target_weights(self) -> dict[Key, int]:
        """Return the integer weight of each state a throw leads to, over `over`."""
        found: dict[Key, int] = {}
        for (to, _), weight in self.weights.items():
            key = Key(*to)
            found[key] = found.get(key, 0) + weight
        return found


# Each step says how many states are done and how many positions wait; the last one leaves the rows by state.
Steps = Generator[tuple[int, int], None, dict[Key, MatrixRow]]
Found = dict[Key, tuple[MatrixRow, State]]  # the rows, each with a position of its state
Between = Mapping[int, Log]  # what a card makes players pay each other, by card: events that the rules have told
NOTHING: Between = {}


def in_steps(t: Tables, plan: Sequence[int], begin: int, name: Callable[[Key], str]) -> Steps:
    """Derive the states step by step, so that something else can be done in between."""
    found = yield from found_in_steps(t, plan, lambda: opening(t, begin, plan), name)
    return {key: row for key, (row, _) in found.items()}


def found_in_steps(
    t: Tables,
    plan: Sequence[int],
    first: Callable[[], State],
    name: Callable[[Key], str],
    between: Between = NOTHING,
) -> Generator[tuple[int, int], None, Found]:
    """Derive the states from a new position that `first` makes, each row with a position of its state.

    With `between`, even an empty one, others own deeds and ask for rent.
    """
    shared = trim_state(first())
    before = whole(shared)
    turns = TURNS if card_effect.SKIP_TURN in t.card_effect else ()
    moving = (*(COINS if space_kind.THWOMP in t.kind else MOVING), *turns, *(CLAIMS if between is not NOTHING else ()))
    try:
        rows = yield from rows_in_steps(t, plan, shared, name, copier(moving), between)
    except (ChainError, IndexError):
        rows = {}
    if rows and not have_moved(shared, before, moving):
        return rows
    return (yield from rows_in_steps(t, plan, first(), name, whole, between))


@contextmanager
def garbage_collection_paused() -> Iterator[None]:
    """Pause garbage collection: thousands of positions are made, and none of them has a reference cycle."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def rows_in_steps(
    t: Tables,
    plan: Sequence[int],
    first: State,
    name: Callable[[Key], str],
    copy: Copy,
    between: Between = NOTHING,
) -> Generator[tuple[int, int], None, Found]:
    """Find the rows of all states that can be reached, and yield how many are done."""
    rows: Found = {}
    start = Key(*place_of(first, t, []))
    seen = {start: {turn_status(first): [first]}}
    waiting = [(start, first)]
    spare: dict[tuple[Key, tuple[int, ...]], State] = {}  # with the same cards: expanded if there is no better one
    while waiting or spare:
        yield len(rows), len(waiting) + len(spare)
        if waiting:
            key, position = waiting.pop()
        else:
            (key, status), position = spare.popitem()
            seen[key][status].append(position)
        row, ends = throw_from(t, position, plan, copy, between)
        if key not in rows:
            rows[key] = row, position
        elif rows[key][0] != row:
            problem = difference(key, *rows[key], row, position, name)
            if t.o_decks == option_value.DECKS_PILES:
                problem = say("chain.piles", problem=problem)
            raise ChainError(problem)
        for to, end in ends:
            ways, status = seen.setdefault(to, {}), turn_status(end)
            known = ways.setdefault(status, [])
            if len(ways) > STANDINGS or len(known) > 1 or (known and end.turn == known[0].turn):
                continue  # the second has another history: another turn and, if there is such a one, other cards
            if known and have_same_cards(end, known[0]):
                spare.setdefault((to, status), end)
                continue
            known.append(end)
            spare.pop((to, status), None)
            waiting.append((to, end))
    return {key: rows[key] for key in sorted(rows, key=order)}


def turn_status(s: State) -> tuple[int, ...]:
    """Return what a position knows of its turn and of jail; one for all positions of a state, if states are right."""
    return (s.node, s.doubles, s.throws, s.turn_over, s.jail[s.token])


def have_same_cards(s: State, other: State) -> bool:
    """Return True if two positions remember the same of cards, quicker than by `card_memory`."""
    return s.card_seat == other.card_seat and s.unseen == other.unseen and s.pile == other.pile


def card_memory(s: State) -> tuple[object, ...]:
    """Return what a position remembers of cards, besides the place of its token."""
    return (tuple(s.card_seat), tuple(s.unseen), tuple(s.pile))


def order(key: Key) -> tuple[int, ...]:
    """Return the sort key of a state: free states by space and run of doubles, the held ones last."""
    return (key.held > 0, key.space, key.held, key.doubles, key.begun)


def opening(t: Tables, begin: int, plan: Sequence[int]) -> State:
    """Return a position with one seat, one token on `begin`, its turn just begun."""
    s = empty(t, 1)
    rules.start(s, t, [])
    settle_decisions(s, t, [], plan, True)
    s.at[0] = begin
    own_all(s, t)
    return s


def place_of(s: State, t: Tables, log: Log) -> tuple[int, ...]:
    """Return the state of a position that `log` has led to, in the order of `Key`: runs count where doubles jail.

    A throw ends where its token is before anything else begins: a token that is let out only as its next turn begins
    ends the throw held.
    """
    k = s.token
    held = s.jail[k]
    if not held:
        for entry in log:
            if entry[0] == event.FREED and entry[4] > held:
                held = entry[4]
    run = s.doubles
    if run and not counts_runs(t):
        run = 0
    return s.at[k], run, held, 1 if s.throws > 0 else 0


def throw_from(
    t: Tables, position: State, plan: Sequence[int], copy: Copy, between: Between = NOTHING
) -> tuple[MatrixRow, list[tuple[Key, State]]]:
    """Return the row of one throw with all that follows, and positions for each state it leads to, by cards kept.

    Raises ChainError where a card may lead back to where it was drawn: such a throw has no longest way.
    """
    s, trace = prepare_throw(t, copy(position), plan)
    ends: dict[object, tuple[Key, State]] = {}
    places: dict[tuple[tuple[int, ...], Trace], int] = {}  # of the ways in the list of their weights
    weights: list[int] = []
    over = 1
    numbers: dict[object, int] = {signature(s): 0}  # of unfinished throws; each is a bit of what came before
    front: Front = {None: (s, 1, trace, 1)}
    while front:
        open_nodes = [(*entry, outcomes(entry[0], t)) for entry in front.values()]
        scale = lcm(*(total for *_, (_, total) in open_nodes))
        weights = [weight * scale for weight in weights]
        over *= scale
        front = {}
        for here, mass, trace, passed, (found, total) in open_nodes:
            mass *= scale // total
            is_drawn = here.node == node.DRAW
            for after, weight, brought, log in played_out(t, here, found, plan, copy, trace, between):
                if is_due(after):
                    to = place_of(after, t, log)
                    kept = (to, tuple(after.card_seat)) if is_drawn else to
                    if kept not in ends:
                        ends[kept] = Key(*to), after
                    at = places.setdefault((to, brought), len(weights))
                    if at == len(weights):
                        weights.append(0)
                    weights[at] += mass * weight
                else:
                    bit = 1 << numbers.setdefault(signature(after), len(numbers))
                    if passed & bit:
                        raise ChainError(say("chain.endless_throw"))
                    mark = bit, brought
                    _, before, _, others = front.get(mark, (after, 0, brought, 0))
                    front[mark] = after, before + mass * weight, brought, passed | others | bit
    common = gcd(over, *weights)
    lowest = dict(zip(places, [weight // common for weight in weights]))
    return MatrixRow(over // common, lowest), list(ends.values())


def prepare_throw(t: Tables, s: State, plan: Sequence[int]) -> tuple[State, Trace]:
    """Return the position with the purse full and a prisoner's choice made: the dice are next."""
    s.cash[0] = PURSE
    for pot in POTS:
        s.cash[pot] = 1  # so that a pot that is paid out shows itself
    if space_kind.THWOMP in t.kind:
        s.coins = [int(what == space_kind.THWOMP) for what in t.kind]  # and so do coins that lie on the board
    log: Log = []
    settle_decisions(s, t, log, plan, False)
    return s, extend_trace(EMPTY, log, s.thrown, s.at[s.token], t.spaces, max(t.go, 0), False)


def played_out(
    t: Tables,
    here: State,
    found: list[tuple[Outcome, int]],
    plan: Sequence[int],
    copy: Copy,
    trace: Trace,
    between: Between,
) -> Iterator[tuple[State, int, Trace, Log]]:
    """Yield each outcome played, with the decisions after it: the position, its weight, the trace with it, its log."""
    at, spaces, go = here.at[here.token], t.spaces, max(t.go, 0)
    is_drawn = here.node == node.DRAW
    is_try = here.node == node.DICE and here.purpose == dice_purpose.JAIL_TRY
    for outcome, weight in found:
        s = copy(here)
        log: Log = []
        rules.make_choice(s, t, log, -1, *outcome)
        if is_drawn:
            log += between.get(outcome[2], ())
        if is_decision(s.node):
            settle_decisions(s, t, log, plan, True)
        yield s, weight, extend_trace(trace, log, s.thrown, at, spaces, go, is_try), log


def settle_decisions(s: State, t: Tables, log: Log, plan: Sequence[int], until_due: bool) -> None:
    """Give fixed answers to decisions; with `until_due` a prisoner's choice before the throw is left open."""
    while is_decision(s.node) and not (until_due and s.node == node.JAIL):
        v, x = single_token_answer(s, t, plan)
        if v == action.NONE:
            raise ChainError(say("chain.no_answer", node=names(node)[s.node]))
        rules.make_choice(s, t, log, s.actor, v, -1, x)


def signature(s: State) -> tuple[object, ...]:
    """Return what the rest of the throw depends on; two unfinished throws that agree on it go on alike."""
    d = s.depth
    agenda = (*s.todo[:d], *s.ta[:d], *s.tb[:d], *s.tc[:d], *s.td[:d], *s.tq[:d])
    k = s.token
    here = (s.node, s.actor, s.purpose, s.deck, s.lot, s.turn_over, s.doubles, s.thrown, s.throws)
    open_dice = (s.steps, s.face, s.ability_x, s.ability_cause)
    n = s.claims
    claims = (*s.claim_space[:n], *s.claim_times[:n], *s.claim_rent[:n]) if n else ()
    return (*here, *open_dice, s.at[k], s.jail[k], s.stake, *s.spun[: s.spins], card_memory(s), agenda, claims)


def difference(
    key: Key, one: MatrixRow, first: State, other: MatrixRow, second: State, name: Callable[[Key], str]
) -> str:
    """Return why two positions of one state cannot count as one."""
    told: dict[str, Any] = {"state": name(key), "turn": first.turn, "later_turn": second.turn}
    for to in sorted({*one.target_weights, *other.target_weights}, key=order):
        share, share2 = (
            Fraction(one.target_weights.get(to, 0), one.over),
            Fraction(other.target_weights.get(to, 0), other.over),
        )
        if share != share2:
            return say("chain.not_lumpable", to=name(to), one=share, other=share2, **told)
    return say("chain.other_rewards", **told)
