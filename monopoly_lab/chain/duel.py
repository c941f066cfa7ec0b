"""Every ending of a fight with a boss, by backward induction over the positions of the rules.

A state is a position at which a seat is asked to fight, reduced to what the rest of the fight depends
on: who is asked, the coins of the seats and on the boss, who has passed. Each try costs coins, so no
state comes back, and the distributions of the endings follow from the last state to the first. Nothing about
prices, dice or rewards is written here: positions are played on by the rules.
"""

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

from monopoly_lab import rules
from monopoly_lab.chain.derive import outcomes
from monopoly_lab.chain.twin import whole
from monopoly_lab.codes import account, node, purpose, verb
from monopoly_lab.rules import State, Tables
from monopoly_lab.rules.ending import score
from monopoly_lab.rules.families import is_chance, is_decision
from monopoly_lab.rules.luck import fate_of, luck

NOBODY = -1  # the boss has escaped, or waits
CHANCE = -1  # who answers a chance node

Policy = Callable[[int], bool] | None  # does a seat with so many coins fight? None: as is best for it
Worth = Callable[[int], Fraction]  # points that so many coins are worth
Key = tuple[int, ...]


class Ending(NamedTuple):
    """How a fight has ended: who has beaten the boss, the points of each seat then, the tries of each on the way."""

    winner: int
    points: tuple[Fraction, ...]
    tries: tuple[int, ...]


Endings = dict[Ending, Fraction]
Way = tuple[Fraction, State | Endings]  # a share of the throws, and the state or the endings it leads to


class Duel:
    """The fight with boss `boss` in turn `turn`, each seat following its policy."""

    def __init__(self, t: Tables, boss: int, turn: int, policies: Sequence[Policy], worth: Worth) -> None:
        self.t = t
        self.boss = boss
        self.turn = turn
        self.policies = policies
        self.worth = worth
        self._endings: dict[Key, Endings] = {}
        self._ways: dict[tuple[Key, int], list[Way]] = {}
        self._answers: dict[Key, int] = {}

    def endings(self, s: State) -> Endings:
        """The distribution of the endings from a position: a state of the fight, or one after its last throw."""
        if s.node != node.BOSS:
            return self._settled(s)
        waiting = [s]
        while waiting:
            here = waiting[-1]
            missing = [] if self.key(here) in self._endings else self._missing(here)
            if not missing:
                waiting.pop()
                if self.key(here) not in self._endings:
                    self._endings[self.key(here)] = self._after(here, self._answer(here))
            waiting += missing
        return self._endings[self.key(s)]

    def after(self, s: State, v: int) -> Endings:
        """The endings if the seat that is asked answers `v`, and all follow their policies after that."""
        for _, to in self.ways(s, v):
            if isinstance(to, State):
                self.endings(to)
        return self._after(s, v)

    def answer(self, s: State) -> int:
        """What the seat that is asked does: FIGHT or PASS; of two that are equally good, PASS."""
        self.endings(s)
        return self._answer(s)

    def play(self, s: State, seed: int, game: int) -> Ending:
        """One fight from a position, with the luck of game number `game` of a seed."""
        s, tries, fate = s.copy(), [0] * s.seats, fate_of(seed, game)
        while not self.is_over(s):
            if is_chance(s.node):
                rules.do(s, self.t, [], CHANCE, *luck(s, self.t, fate))
            elif s.node == node.BOSS:
                v = self.answer(s)
                tries[s.actor] += v == verb.FIGHT
                rules.do(s, self.t, [], s.actor, v, -1, -1)
            else:
                rules.do(s, self.t, [], s.actor, *self._best(s)[0])
        return self._ending(s)._replace(tries=tuple(tries))

    def key(self, s: State) -> Key:
        """What the rest of the fight depends on."""
        return s.actor, s.cash[account.BOSS], *s.cash[: s.seats], *s.passed[: s.seats]

    def is_over(self, s: State) -> bool:
        """True once the next turn has begun, or the game has ended."""
        return bool(s.node == node.OVER or s.turn != self.turn)

    def ways(self, s: State, v: int) -> list[Way]:
        """Where an answer at a state leads: to other states, or to the endings."""
        asked = self.key(s), v
        if asked not in self._ways:
            self._ways[asked] = self._merged(self._expanded(self._played(s, s.actor, v), Fraction(1)))
        return self._ways[asked]

    def _merged(self, ways: Iterable[Way]) -> list[Way]:
        """The ways with those that lead to one state as one, and all endings as one distribution."""
        states: dict[Key, tuple[Fraction, State]] = {}
        ends: list[tuple[Fraction, Endings]] = []
        for share, to in ways:
            if isinstance(to, State):
                before = states.get(self.key(to), (Fraction(0), to))[0]
                states[self.key(to)] = before + share, to
            else:
                ends.append((share, to))
        total = sum((share for share, _ in ends), Fraction(0))
        endings = mixed((share / total, endings) for share, endings in ends)
        return [*states.values(), *([(total, endings)] if endings else [])]

    def _expanded(self, s: State, share: Fraction) -> Iterable[Way]:
        """The throws that are due, as far as the next state or the endings."""
        if s.node == node.BOSS:
            yield share, s
        elif s.node == node.DICE and s.purpose == purpose.BOSS:
            found, total = outcomes(s, self.t)
            for outcome, weight in found:
                yield from self._expanded(self._played(s, CHANCE, *outcome), share * Fraction(weight, total))
        else:
            yield share, self._settled(s)

    def _missing(self, s: State) -> list[State]:
        """The states that follow and whose distributions are not known."""
        answers = (verb.PASS, verb.FIGHT) if self.policies[s.actor] is None else (self._answer(s),)
        following = [to for v in answers for _, to in self.ways(s, v) if isinstance(to, State)]
        return [to for to in following if self.key(to) not in self._endings]

    def _answer(self, s: State) -> int:
        policy, p = self.policies[s.actor], s.actor
        if policy is not None:
            return verb.FIGHT if policy(s.cash[p]) else verb.PASS
        key = self.key(s)
        if key not in self._answers:
            gain = mean(self._after(s, verb.FIGHT), p) - mean(self._after(s, verb.PASS), p)
            self._answers[key] = verb.FIGHT if gain > 0 else verb.PASS
        return self._answers[key]

    def _after(self, s: State, v: int) -> Endings:
        """As `after`, the distributions of the states that follow being known."""
        endings = mixed(
            (share, self._endings[self.key(to)] if isinstance(to, State) else to) for share, to in self.ways(s, v)
        )
        return {tried(end, s.actor): share for end, share in endings.items()} if v == verb.FIGHT else endings

    # After the last throw at the boss: its reward

    def _settled(self, s: State) -> Endings:
        """The endings of a fight that is decided: throws for the reward, choices by who has them."""
        if self.is_over(s):
            return {self._ending(s): Fraction(1)}
        if is_decision(s.node):
            return self._best(s)[1]
        found, total = outcomes(s, self.t)
        return mixed((Fraction(w, total), self._settled(self._played(s, CHANCE, *outcome))) for outcome, w in found)

    def _best(self, s: State) -> tuple[tuple[int, int, int], Endings]:
        """The choice at a decision that brings its seat most on average, the first of equals; and what follows."""
        rules.choices(s, self.t)
        listed = list(zip(s.menu_verb[: s.menu], s.menu_space[: s.menu], s.menu_amount[: s.menu]))
        several = [self._settled(self._played(s, s.actor, *choice)) for choice in listed]
        return max(zip(listed, several), key=lambda pair: mean(pair[1], s.actor))

    def _played(self, s: State, p: int, v: int, q: int = -1, x: int = -1) -> State:
        after = whole(s)
        rules.do(after, self.t, [], p, v, q, x)
        return after

    def _ending(self, s: State) -> Ending:
        winner = max(s.boss_of[self.boss], NOBODY)
        return Ending(winner, tuple(self.points(s, p) for p in range(s.seats)), (0,) * s.seats)

    def points(self, s: State, p: int) -> Fraction:
        """The score of a seat by the rules, its coins counted at their worth."""
        coins, s.cash[p] = s.cash[p], 0
        others: int = score(s, self.t, p, 100)
        s.cash[p] = coins
        return self.worth(coins) + others


def mixed(parts: Iterable[tuple[Fraction, Endings]]) -> Endings:
    """The mixture of distributions, each with its share."""
    found: Endings = {}
    for share, endings in parts:
        for end, chance in endings.items():
            found[end] = found.get(end, Fraction(0)) + share * chance
    return found


def tried(end: Ending, p: int) -> Ending:
    """The ending with one more try of seat `p` before it."""
    return end._replace(tries=tuple(n + (i == p) for i, n in enumerate(end.tries)))


def mean(endings: Endings, p: int) -> Fraction:
    """Expected points of a seat."""
    return sum((share * end.points[p] for end, share in endings.items()), Fraction(0))
