"""Deriving the chain: every chance node between two throws of the token is expanded by the rules themselves.

A state of the chain is a position at which a token is about to be thrown for, reduced to
what its movement depends on: the space, the run of doubles, the failed tries in jail, and
whether the throw belongs to a turn that has already begun. Nothing is owned, cash is
unlimited, and every decision has a fixed answer but those of a prisoner.

No transition is written here: the weights are products of the weights of the outcomes of
dice, cards and reels, summed as exact fractions.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from monopoly_lab import rules
from monopoly_lab.codes import account, event, names, node, purpose, verb
from monopoly_lab.codes import cause as causes
from monopoly_lab.errors import ChainError
from monopoly_lab.messages import say
from monopoly_lab.rules import State, Tables, empty
from monopoly_lab.rules.auction import least_bid
from monopoly_lab.rules.dice import dice_number
from monopoly_lab.rules.piles import top_weight

PURSE = 10**12  # cash that no payment exhausts
REPRESENTATIVES = 3  # positions of each state that are expanded and compared before they count as one
FIXED = {
    node.BUY: verb.DECLINE,
    node.BID: verb.PASS,
    node.TAX: verb.FLAT,
    node.CARD: verb.PAY,
    node.EXTRA: verb.THROW,
    node.TRADE_CARD: verb.PASS,
}


class Key(NamedTuple):
    """What movement depends on: space, run of doubles, 1 + failed tries while held (else 0), turn already begun."""

    space: int
    doubles: int
    held: int
    begun: int


class Arrival(NamedTuple):
    """A token coming to a space: by which card factor (0 a throw, -1 a plain card), with which sum of the dice.

    `held` is 1 for a token that is put into jail.
    """

    space: int
    times: int
    thrown: int
    held: int


Policy = Callable[[int, int], str]  # (space, failed tries) -> "leave" or "stay"


@dataclass
class Row:
    """One state: where a throw leads, with what weight, and what it brings on the way; exact expectations."""

    to: dict[Key, Fraction] = field(default_factory=dict)
    bank: dict[str, Fraction] = field(default_factory=dict)  # money from the bank by cause, negative to the bank
    arrivals: dict[Arrival, Fraction] = field(default_factory=dict)
    laps: Fraction = Fraction(0)  # crossings of the first space forward, less those backward
    steps: Fraction = Fraction(0)  # displacement, a jump counted as the difference of the spaces


def expand(t: Tables, policy: Policy, begin: int) -> dict[Key, Row]:
    """All states that can be reached from a token on space `begin`, with their rows.

    Raises ChainError if two positions of one state move on differently, naming what differs.
    """
    rows: dict[Key, Row] = {}
    seen: dict[Key, list[State]] = {}
    first = opening(t, begin)
    waiting = [first]
    seen[key_of(first)] = [first]
    while waiting:
        position = waiting.pop()
        key = key_of(position)
        row, ends = throw_from(t, position, policy)
        if key in rows:
            compare(t, key, rows[key], row)
        else:
            rows[key] = row
        for end in ends:
            known = seen.setdefault(key_of(end), [])
            if len(known) < REPRESENTATIVES and all(
                end.cash[:1] != other.cash[:1] or end.turn != other.turn for other in known
            ):
                known.append(end)
                waiting.append(end)
    return {key: rows[key] for key in sorted(rows, key=order)}


def order(key: Key) -> tuple[int, ...]:
    """Free states by space and run of doubles, the held ones last."""
    return (key.held > 0, key.space, key.held, key.doubles, key.begun)


def opening(t: Tables, begin: int) -> State:
    """One seat, one token on `begin`, its turn just begun."""
    s = empty(t, 1)
    rules.start(s, t, [])
    s.at[0] = begin
    s.cash[0] = PURSE
    return s


def key_of(s: State) -> Key:
    k = s.token
    return Key(s.at[k], s.doubles, s.jail[k], int(s.throws > 0))


def is_ready(s: State) -> bool:
    """True where a throw of the token is next, or a prisoner's choice before it."""
    return s.node == node.JAIL or (s.node == node.DICE and s.purpose == purpose.MOVE) or s.node == node.OVER


def throw_from(t: Tables, position: State, policy: Policy) -> tuple[Row, list[State]]:
    """One throw of the token with all that follows, up to the next one."""
    row = Row()
    ends: dict[Key, State] = {}
    s = position.copy()
    s.cash[0] = PURSE
    log: list[tuple[int, ...]] = []
    while s.node >= node.BUY:
        decide(s, t, log, policy)
    account_for(row, t, position.at[position.token], s, log, Fraction(1))
    front: list[tuple[State, Fraction]] = [(s, Fraction(1))]
    while front:
        following: dict[tuple[object, ...], tuple[State, Fraction]] = {}
        for here, mass in front:
            for outcome, share in outcomes(here, t):
                after = here.copy()
                log = []
                rules.do(after, t, log, -1, *outcome)
                while after.node >= node.BUY and after.node != node.JAIL:
                    decide(after, t, log, policy)
                reached = mass * share
                account_for(row, t, here.at[here.token], after, log, reached)
                if is_ready(after):
                    key = key_of(after)
                    row.to[key] = row.to.get(key, Fraction(0)) + reached
                    ends.setdefault(key, after)
                else:
                    mark = signature(after)
                    old = following.get(mark)
                    following[mark] = (after, reached + (old[1] if old else 0))
        front = list(following.values())
    return row, list(ends.values())


def outcomes(s: State, t: Tables) -> Iterator[tuple[tuple[int, int, int], Fraction]]:
    """The outcomes of the open chance node as (verb, space, amount), with their probabilities."""
    rules.choices(s, t)
    found = [(s.menu_verb[i], s.menu_space[i], s.menu_amount[i]) for i in range(s.menu)]
    weights = [weight(s, t, amount) for _, _, amount in found]
    total = sum(weights)
    for outcome, share in zip(found, weights):
        if share:
            yield outcome, Fraction(share, total)


def weight(s: State, t: Tables, amount: int) -> int:
    """Integer weight of an outcome."""
    if s.node == node.DRAW:
        return int(top_weight(s, t, amount))
    if s.node != node.DICE:
        return 1
    product = 1
    for _ in range(dice_number(s, t)):
        product *= t.weight[amount % t.o_move_sides]
        amount //= t.o_move_sides
    return product


def decide(s: State, t: Tables, log: list[tuple[int, ...]], policy: Policy) -> None:
    """The fixed answer to a decision; at jail the policy's."""
    v, x = FIXED.get(s.node, verb.NONE), -1
    if s.node in (node.JAIL, node.DETAINED):
        v = held_choice(s, t, policy)
    elif s.node == node.STAKE:
        v, x = (verb.STAKE, t.o_casino_minimum) if t.o_casino_mandatory else (verb.PASS, -1)
    elif s.node == node.BID and rules.why_not(s, t, s.actor, v, -1, -1):
        v, x = verb.BID, least_bid(s, t)
    if rules.apply(s, t, log, s.actor, v, -1, x):
        raise ChainError(say("chain.no_answer", node=names(node)[s.node]))


def held_choice(s: State, t: Tables, policy: Policy) -> int:
    """Pay as soon as that is possible, or try for a double as long as that is possible."""
    space, tries = s.at[s.token], s.jail[s.token] - 1
    wish = policy(space, tries)
    if wish not in ("leave", "stay"):
        raise ChainError(say("chain.unknown_policy", value=repr(wish)))
    stay = verb.STOP if s.node == node.DETAINED else verb.THROW
    wanted = (verb.PAY, stay) if wish == "leave" else (stay, verb.PAY)
    return next(v for v in wanted if not rules.why_not(s, t, s.actor, v, -1, -1))


def signature(s: State) -> tuple[object, ...]:
    """What the rest of the throw depends on; two unfinished throws that agree on it go on alike."""
    d = s.depth
    agenda = (tuple(s.todo[:d]), tuple(s.ta[:d]), tuple(s.tb[:d]), tuple(s.tc[:d]), tuple(s.td[:d]))
    k = s.token
    here = (s.node, s.actor, s.purpose, s.deck, s.lot, s.turn_over, s.doubles, s.thrown, s.throws)
    return (*here, s.at[k], s.jail[k], s.spins, tuple(s.spun[: s.spins]), s.stake, tuple(s.unseen), agenda)


def account_for(row: Row, t: Tables, at: int, s: State, log: list[tuple[int, ...]], mass: Fraction) -> None:
    """Add what the events brought to a token that stood on `at`, weighted by the probability of getting here."""
    for what, p, _, q, x, why in log:
        if what == event.PAID:
            from_bank = x if p >= account.BANK else -x
            name = names(causes)[why]
            row.bank[name] = row.bank.get(name, Fraction(0)) + mass * from_bank
        elif what == event.MOVED or (what == event.JAILED and q != at):
            held = int(what == event.JAILED)
            arrival = Arrival(q, 0 if held else why, 0 if held else s.thrown, held)
            row.arrivals[arrival] = row.arrivals.get(arrival, Fraction(0)) + mass
            moved = x if what == event.MOVED else 0
            row.laps += mass * ((at + moved) // t.spaces)
            row.steps += mass * (moved or q - at)
            at = q


def compare(t: Tables, key: Key, one: Row, other: Row) -> None:
    """Two positions of one state must lead to the same states with the same weights."""
    if one.to == other.to:
        return
    differing = next(k for k in {**one.to, **other.to} if one.to.get(k) != other.to.get(k))
    raise ChainError(
        say(
            "chain.not_lumpable",
            state=tuple(key),
            to=tuple(differing),
            one=one.to.get(differing, 0),
            other=other.to.get(differing, 0),
        )
    )
