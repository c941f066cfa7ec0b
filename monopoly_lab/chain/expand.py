"""Deriving the chain: every chance node between two throws of the token is expanded by the rules themselves.

A state of the chain is a position at which a token is about to be thrown for, reduced to
what its movement depends on: the space, the run of doubles, the failed tries in jail, and
whether the throw belongs to a turn that has already begun. Nothing is owned, cash is
unlimited, and every decision has a fixed answer but those of a prisoner.

No transition is written here: a weight is a product of the weights of the outcomes of dice,
cards and reels, an integer over a denominator common to the row.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import gcd, lcm

from monopoly_lab import rules
from monopoly_lab.chain.trace import EMPTY, Arrival, Key, Log, Path, Payment, Trace, extended
from monopoly_lab.chain.twin import Copy, have_moved, light, whole
from monopoly_lab.codes import account, names, node
from monopoly_lab.errors import ChainError
from monopoly_lab.messages import say
from monopoly_lab.rules import State, Tables, empty
from monopoly_lab.rules.dice import dice_number
from monopoly_lab.rules.piles import top_weight
from monopoly_lab.simulate.lonely import PURSE, is_due, lonely_answer

REPRESENTATIVES = 3  # positions of each state that are expanded and compared before they count as one
POTS = (account.PARKING, account.JACKPOT)

# Weights of the ways found so far, and unfinished throws by what they depend on and brought: position, weight, trace.
Weights = dict[tuple[Key, Trace], int]
Front = dict[object, tuple[State, int, Trace]]


@dataclass
class Row:
    """One state: what a throw can bring, `paths[path] / over` being the probability of each way."""

    over: int
    paths: dict[Path, int]

    def to(self) -> dict[Key, int]:
        """Integer weight of each state a throw leads to, over `over`."""
        weights: dict[Key, int] = {}
        for path, weight in self.paths.items():
            weights[path.to] = weights.get(path.to, 0) + weight
        return weights


def expand(t: Tables, plan: Sequence[int], begin: int, name: Callable[[Key], str]) -> dict[Key, Row]:
    """All states that can be reached from a token on space `begin`, with their rows.

    `plan` as in `simulate.lonely`; `name` says a state in words, for errors. Raises ChainError
    if two positions of one state move on or earn differently.
    """
    if t.o_decks == 1:
        first = opening(t, begin)
        before = whole(first)
        rows = all_rows(t, plan, first, name, light)
        if not have_moved(first, before):
            return rows
    return all_rows(t, plan, opening(t, begin), name, whole)


def all_rows(t: Tables, plan: Sequence[int], first: State, name: Callable[[Key], str], copy: Copy) -> dict[Key, Row]:
    """The rows by state, every state's positions compared; `copy` copies positions."""
    rows: dict[Key, tuple[Row, State]] = {}
    seen = {key_of(first, t): [first]}
    waiting = [first]
    while waiting:
        position = waiting.pop()
        key = key_of(position, t)
        row, ends = throw_from(t, position, plan, copy)
        if key not in rows:
            rows[key] = row, position
        elif rows[key][0] != row:
            raise ChainError(difference(key, *rows[key], row, position, name))
        for end in ends:
            known = seen.setdefault(key_of(end, t), [])
            if is_worth_comparing(end, known):
                known.append(end)
                waiting.append(end)
    return {key: rows[key][0] for key in sorted(rows, key=order)}


def is_worth_comparing(end: State, known: list[State]) -> bool:
    """True for a position with another history than those of its state that are expanded already.

    Another turn is another history; of positions that remember different cards all places but one are filled.
    """
    if len(known) >= REPRESENTATIVES or any(end.turn == other.turn for other in known):
        return False
    last = len(known) == REPRESENTATIVES - 1
    return not last or all(memory(end) != memory(other) for other in known)


def memory(s: State) -> tuple[object, ...]:
    """What a position remembers of cards, besides where its token stands."""
    return (tuple(s.card_seat), tuple(s.unseen), tuple(s.pile))


def order(key: Key) -> tuple[int, ...]:
    """Free states by space and run of doubles, the held ones last."""
    return (key.held > 0, key.space, key.held, key.doubles, key.begun)


def opening(t: Tables, begin: int) -> State:
    """One seat, one token on `begin`, its turn just begun."""
    s = empty(t, 1)
    rules.start(s, t, [])
    s.at[0] = begin
    return s


def key_of(s: State, t: Tables) -> Key:
    """The state of a position; a run of doubles counts only where some double sends to jail."""
    k = s.token
    return Key(s.at[k], s.doubles if t.o_three_doubles else 0, s.jail[k], int(s.throws > 0))


def throw_from(t: Tables, position: State, plan: Sequence[int], copy: Copy) -> tuple[Row, list[State]]:
    """One throw of the token with all that follows, up to the next one; and a position for each state it leads to."""
    spaces, go = t.spaces, max(t.go, 0)
    s = copy(position)
    s.cash[0] = PURSE
    for pot in POTS:
        s.cash[pot] = 1  # so that a pot that is paid out shows itself
    log: Log = []
    settle_decisions(s, t, log, plan, False)
    ends: dict[Key, State] = {}
    paths: Weights = {}
    over = 1
    front: Front = {None: (s, 1, extended(EMPTY, log, s, s.at[s.token], spaces, go, False))}
    while front:
        following: Front = {}
        open_nodes = [(here, mass, trace, outcomes(here, t)) for here, mass, trace in front.values()]
        scale = lcm(*(total for _, _, _, (_, total) in open_nodes))
        paths = {path: mass * scale for path, mass in paths.items()}
        over *= scale
        for here, mass, trace, (found, total) in open_nodes:
            at, was_thrown = here.at[here.token], here.node == node.DICE
            mass *= scale // total
            for outcome, weight in found:
                after = copy(here)
                log = []
                rules.do(after, t, log, -1, *outcome)
                settle_decisions(after, t, log, plan, True)
                brought = extended(trace, log, after, at, spaces, go, was_thrown)
                if is_due(after):
                    key = key_of(after, t)
                    path = (key, brought)
                    paths[path] = paths.get(path, 0) + mass * weight
                    ends.setdefault(key, after)
                else:
                    mark = (signature(after), brought)
                    old = following[mark][1] if mark in following else 0
                    following[mark] = (after, old + mass * weight, brought)
        front = following
    return reduced(over, paths), list(ends.values())


def reduced(over: int, paths: Weights) -> Row:
    """The row in lowest terms."""
    common = gcd(over, *paths.values())
    found = {}
    for (to, (money, arrivals, laps, steps)), weight in paths.items():
        payments = tuple(Payment(*payment) for payment in money)
        landings = tuple(Arrival(*arrival) for arrival in arrivals)
        found[Path(to, payments, landings, laps, steps)] = weight // common
    return Row(over // common, found)


def outcomes(s: State, t: Tables) -> tuple[list[tuple[tuple[int, int, int], int]], int]:
    """The outcomes of the open chance node as (verb, space, amount) with their weights, and the sum of these."""
    rules.choices(s, t)
    verbs, spaces, amounts = s.menu_verb[: s.menu], s.menu_space[: s.menu], s.menu_amount[: s.menu]
    weights = list(weigh(s, t, amounts))
    found = [pair for pair in zip(zip(verbs, spaces, amounts), weights) if pair[1]]
    if not found:
        raise ChainError(say("chain.no_answer", node=names(node)[s.node]))
    return found, sum(weights)


def weigh(s: State, t: Tables, amounts: Sequence[int]) -> Iterator[int]:
    """Integer weights of the outcomes of dice, cards or reels."""
    if s.node == node.DRAW:
        return (int(top_weight(s, t, card)) for card in amounts)
    if s.node != node.DICE:
        return (1 for _ in amounts)
    faces = t.weight[: t.o_move_sides]
    weights = [1]
    for _ in range(dice_number(s, t)):
        weights = [weight * face for face in faces for weight in weights]
    return (weights[code] for code in amounts)


def settle_decisions(s: State, t: Tables, log: Log, plan: Sequence[int], until_due: bool) -> None:
    """Fixed answers to decisions; with `until_due` a prisoner's choice before his throw is left open."""
    while s.node >= node.BUY and not (until_due and s.node == node.JAIL):
        v, x = lonely_answer(s, t, plan)
        if rules.apply(s, t, log, s.actor, v, -1, x):
            raise ChainError(say("chain.no_answer", node=names(node)[s.node]))


def signature(s: State) -> tuple[object, ...]:
    """What the rest of the throw depends on; two unfinished throws that agree on it go on alike."""
    d = s.depth
    agenda = (*s.todo[:d], *s.ta[:d], *s.tb[:d], *s.tc[:d], *s.td[:d])
    k = s.token
    here = (s.node, s.actor, s.purpose, s.deck, s.lot, s.turn_over, s.doubles, s.thrown, s.throws)
    return (*here, s.at[k], s.jail[k], s.stake, *s.spun[: s.spins], memory(s), agenda)


def difference(key: Key, one: Row, first: State, other: Row, second: State, name: Callable[[Key], str]) -> str:
    """Why two positions of one state cannot count as one."""
    told = {"state": name(key), "turn": first.turn, "later_turn": second.turn}
    one_to, other_to = one.to(), other.to()
    for to in sorted({*one_to, *other_to}, key=order):
        a, b = one_to.get(to, 0), other_to.get(to, 0)
        if a * other.over != b * one.over:
            shares = {"one": f"{a}/{one.over}", "other": f"{b}/{other.over}"}
            return say("chain.not_lumpable", to=name(to), **shares, **told)
    return say("chain.other_rewards", **told)
