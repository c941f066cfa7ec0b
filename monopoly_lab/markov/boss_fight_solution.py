"""Solve a fight with a boss by backward induction over the positions of the rules.

A state is a position at which a seat is asked to fight, reduced to what the rest of the fight depends
on: who is asked, the coins of the seats and on the boss, who has passed. Each try costs coins, so no
state comes back, and the distributions of the endings follow from the last state to the first. Nothing about
prices, dice or rewards is written here: positions are played on by the rules.

A fight begins from a position of the rules, with the plans of the fighters and the worth of a coin.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from monopoly_lab import rules
from monopoly_lab.common.errors import ChainError
from monopoly_lab.common.file_access import quoted
from monopoly_lab.common.messages import say
from monopoly_lab.common.validation_errors import hint
from monopoly_lab.constants import action, dice_purpose, node, payer_account
from monopoly_lab.editions import Edition
from monopoly_lab.game.game import Game
from monopoly_lab.markov.chance_outcomes import outcomes
from monopoly_lab.markov.distributions import checked_steps
from monopoly_lab.markov.event_trace import whole
from monopoly_lab.rules import State, Tables, empty
from monopoly_lab.rules.bosses import ESCAPED, IN_STACK, ask_fighter
from monopoly_lab.rules.code_groups import is_chance, is_decision
from monopoly_lab.rules.game_loop import run_agenda
from monopoly_lab.rules.net_worth import score
from monopoly_lab.rules.random_numbers import chance_outcome, fate_of

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
        """Return the distribution of the endings from a position: a state of the fight, or one after its last throw."""
        if s.node != node.BOSS:
            return self._settle_endings(s)
        waiting = [s]
        while waiting:
            here = waiting[-1]
            missing = [] if self.key(here) in self._endings else self._unsolved_states(here)
            if not missing:
                waiting.pop()
                if self.key(here) not in self._endings:
                    self._endings[self.key(here)] = self._after(here, self._answer(here))
            waiting += missing
        return self._endings[self.key(s)]

    def after(self, s: State, v: int) -> Endings:
        """Return the endings if the seat that is asked answers `v`, and all follow their policies after that."""
        for _, to in self.ways(s, v):
            if isinstance(to, State):
                self.endings(to)
        return self._after(s, v)

    def answer(self, s: State) -> int:
        """Return what the seat that is asked does: FIGHT or PASS; of two that are equally good, PASS."""
        self.endings(s)
        return self._answer(s)

    def play(self, s: State, seed: int, game: int) -> Ending:
        """Play one fight from a position, with the luck of game number `game` of a seed."""
        s, tries, fate = s.copy(), [0] * s.seats, fate_of(seed, game)
        while not self.is_over(s):
            if is_chance(s.node):
                rules.make_choice(s, self.t, [], CHANCE, *chance_outcome(s, self.t, fate))
            elif s.node == node.BOSS:
                v = self.answer(s)
                tries[s.actor] += v == action.FIGHT
                rules.make_choice(s, self.t, [], s.actor, v, -1, -1)
            else:
                rules.make_choice(s, self.t, [], s.actor, *self._best(s)[0])
        return self._ending(s)._replace(tries=tuple(tries))

    def key(self, s: State) -> Key:
        """Return what the rest of the fight depends on."""
        return s.actor, s.cash[payer_account.BOSS], *s.cash[: s.seats], *s.passed[: s.seats]

    def is_over(self, s: State) -> bool:
        """Return True once the next turn has begun, or the game has ended."""
        return bool(s.node == node.OVER or s.turn != self.turn)

    def ways(self, s: State, v: int) -> list[Way]:
        """Return where an answer at a state leads: to other states, or to the endings."""
        asked = self.key(s), v
        if asked not in self._ways:
            self._ways[asked] = self._merge_ways(self._expand_ways(self._play_answer(s, s.actor, v), Fraction(1)))
        return self._ways[asked]

    def _merge_ways(self, ways: Iterable[Way]) -> list[Way]:
        """Return the ways with those that lead to one state as one, and all endings as one distribution."""
        states: dict[Key, tuple[Fraction, State]] = {}
        ends: list[tuple[Fraction, Endings]] = []
        for share, to in ways:
            if isinstance(to, State):
                before = states.get(self.key(to), (Fraction(0), to))[0]
                states[self.key(to)] = before + share, to
            else:
                ends.append((share, to))
        total = sum((share for share, _ in ends), Fraction(0))
        endings = mix_endings((share / total, endings) for share, endings in ends)
        return [*states.values(), *([(total, endings)] if endings else [])]

    def _expand_ways(self, s: State, share: Fraction) -> Iterable[Way]:
        """Yield the throws that are due, as far as the next state or the endings."""
        if s.node == node.BOSS:
            yield share, s
        elif s.node == node.DICE and s.purpose == dice_purpose.BOSS:
            found, total = outcomes(s, self.t)
            for outcome, weight in found:
                yield from self._expand_ways(self._play_answer(s, CHANCE, *outcome), share * Fraction(weight, total))
        else:
            yield share, self._settle_endings(s)

    def _unsolved_states(self, s: State) -> list[State]:
        """Return the states that follow and whose distributions are not known."""
        answers = (action.PASS, action.FIGHT) if self.policies[s.actor] is None else (self._answer(s),)
        following = [to for v in answers for _, to in self.ways(s, v) if isinstance(to, State)]
        return [to for to in following if self.key(to) not in self._endings]

    def _answer(self, s: State) -> int:
        policy, p = self.policies[s.actor], s.actor
        if policy is not None:
            return action.FIGHT if policy(s.cash[p]) else action.PASS
        key = self.key(s)
        if key not in self._answers:
            gain = mean(self._after(s, action.FIGHT), p) - mean(self._after(s, action.PASS), p)
            self._answers[key] = action.FIGHT if gain > 0 else action.PASS
        return self._answers[key]

    def _after(self, s: State, v: int) -> Endings:
        """Return the endings as `after` does, where the distributions of the states that follow are known."""
        endings = mix_endings(
            (share, self._endings[self.key(to)] if isinstance(to, State) else to) for share, to in self.ways(s, v)
        )
        return {with_try(end, s.actor): share for end, share in endings.items()} if v == action.FIGHT else endings

    # After the last throw at the boss: its reward

    def _settle_endings(self, s: State) -> Endings:
        """Return the endings of a fight that is decided: throws for the reward, choices by who has them."""
        if self.is_over(s):
            return {self._ending(s): Fraction(1)}
        if is_decision(s.node):
            return self._best(s)[1]
        found, total = outcomes(s, self.t)
        return mix_endings(
            (Fraction(w, total), self._settle_endings(self._play_answer(s, CHANCE, *outcome))) for outcome, w in found
        )

    def _best(self, s: State) -> tuple[tuple[int, int, int], Endings]:
        """Return the choice at a decision that brings its seat most on average (first of equals) and the endings."""
        rules.list_answers(s, self.t)
        listed = list(zip(s.menu_verb[: s.menu], s.menu_space[: s.menu], s.menu_amount[: s.menu]))
        several = [self._settle_endings(self._play_answer(s, s.actor, *choice)) for choice in listed]
        return max(zip(listed, several), key=lambda pair: mean(pair[1], s.actor))

    def _play_answer(self, s: State, p: int, v: int, q: int = -1, x: int = -1) -> State:
        after = whole(s)
        rules.make_choice(after, self.t, [], p, v, q, x)
        return after

    def _ending(self, s: State) -> Ending:
        winner = max(s.boss_of[self.boss], NOBODY)
        return Ending(winner, tuple(self.points(s, p) for p in range(s.seats)), (0,) * s.seats)

    def points(self, s: State, p: int) -> Fraction:
        """Return the score of a seat by the rules, its coins counted at their worth."""
        coins, s.cash[p] = s.cash[p], 0
        others: int = score(s, self.t, p, 100)
        s.cash[p] = coins
        return self.worth(coins) + others


def mix_endings(parts: Iterable[tuple[Fraction, Endings]]) -> Endings:
    """Return the mixture of distributions, each with its share."""
    found: Endings = {}
    for share, endings in parts:
        for end, chance in endings.items():
            found[end] = found.get(end, Fraction(0)) + share * chance
    return found


def with_try(end: Ending, p: int) -> Ending:
    """Return the ending with one more try of seat `p` before it."""
    return end._replace(tries=tuple(n + (i == p) for i, n in enumerate(end.tries)))


def mean(endings: Endings, p: int) -> Fraction:
    """Return the expected points of a seat."""
    return sum((share * end.points[p] for end, share in endings.items()), Fraction(0))


# What a fight with a boss begins from: positions by the rules, plans of the fighters, what coins are worth

ANSWERS = ("best", "fight", "pass")
BEST, FIGHT, PASS = ANSWERS
COINS = 10_000  # of a fighter: some minutes
FIGHTS = 10_000_000  # that are fought: a quarter of an hour

Plan = str | int | Callable[[int], str]
Number = int | float | Fraction
Value = Number | Callable[[int], Number] | None


def named_purses(coins: Mapping[str, int] | Sequence[int]) -> dict[str, int]:
    """Return the purses by player; ChainError for what is no purse."""
    if not isinstance(coins, Mapping):
        coins = {say("fight.player", n=n): x for n, x in enumerate(coins, 1)}
    for name, x in coins.items():
        if isinstance(x, bool) or not isinstance(x, int) or x < 0:
            raise ChainError(say("fight.bad_coins", player=name, value=quoted(x)))
    return dict(coins)


def checked_whole(x: int, least: int = 0, most: int = COINS) -> int:
    """Return a number of coins or of fights; ChainError for none, and for more than can be waited for."""
    if isinstance(x, bool) or not isinstance(x, int) or x < least:
        raise ChainError(say("fight.bad_number", value=quoted(x), least=least))
    return checked_steps(x, most)


def position_of(game: Game) -> State:
    """Return the position of a game at which somebody is asked to fight; ChainError if nobody is."""
    if game.node is None or game._s.node != node.BOSS:
        raise ChainError(say("fight.no_boss_open", waiting=game.waiting()))
    return game._s.copy()


def opening(edition: Edition, t: Tables, boss: str, seats: int) -> State:
    """Return the position at the boss: no deeds are owned, the first seat has reached GO, each can just pay one try."""
    b = number_of(edition, boss)
    if not 1 <= seats <= t.o_players_max:
        raise ChainError(say("fight.bad_seats", n=seats, most=t.o_players_max))
    s = at_first_throw(t, seats)
    if s.boss_of[b] != IN_STACK:
        raise ChainError(say("fight.not_in_stack", boss=edition.bosses[b].name, n=seats))
    for i in range(b):
        s.boss_of[i] = min(s.boss_of[i], ESCAPED)
    s = with_coins(s, dict.fromkeys(range(seats), t.boss_price[b]))
    s.boss_due, s.node = 1, node.NONE
    run_agenda(s, t, [])
    return s


def number_of(edition: Edition, boss: str) -> int:
    """Return the boss meant by an id or a name in any language."""
    wanted = str(boss).strip().casefold()
    for entry in edition.bosses:
        if wanted in {entry.id, *(name.casefold() for name in entry.names.values())}:
            return entry.index
    if not edition.bosses:
        raise ChainError(say("fight.no_bosses", edition=edition.id))
    if not wanted:
        ids = [entry.id for entry in edition.bosses]
        raise ChainError(say("fight.no_boss", edition=edition.id, first=ids[0], known=", ".join(ids)))
    known = [name for entry in edition.bosses for name in (entry.id, *entry.names.values())]
    raise ChainError(say("fight.unknown_boss", value=boss, edition=edition.id) + hint(boss, known))


def at_first_throw(t: Tables, seats: int) -> State:
    """Return a game at its first throw, no throw for the start, the characters chosen in their order."""
    t.o_first_player = t.o_deal_deeds = 0
    s = empty(t, seats)
    rules.start(s, t, [])
    while s.node != node.DICE:
        rules.list_answers(s, t)
        rules.make_choice(s, t, [], s.actor, s.menu_verb[0], s.menu_space[0], s.menu_amount[0])
    return s


def with_coins(s: State, purses: Mapping[int, int]) -> State:
    """Return the position with other coins in some purses; the bank has the difference."""
    s = s.copy()
    for p, x in purses.items():
        s.cash[payer_account.BANK] += s.cash[p] - x
        s.cash[p] = x
    return s


def fight_position(s: State, t: Tables, purses: Mapping[int, int], first: int = -1, alone: bool = False) -> State:
    """Return the position of a fight with these purses; players who cannot pay are passed over.

    `first`: the seat that is asked first, not who was; `alone`: the others have passed already.
    """
    s = with_coins(s, purses)
    p = s.actor if first < 0 else first
    if alone:
        s.passed = [int(i != p) for i in range(len(s.passed))]
    s.node = node.NONE
    ask_fighter(s, t, [], p)
    run_agenda(s, t, [])
    return s


def policy_of(plan: Plan, price: int) -> Policy:
    """Return a plan as a function of the coins in hand; None for "best". Raises ChainError for what is no plan."""
    if plan == BEST:
        return None
    if plan in (FIGHT, PASS):
        return lambda coins: plan == FIGHT
    if callable(plan):
        return lambda coins: checked_plan(plan(coins)) == FIGHT
    if isinstance(plan, bool) or not isinstance(plan, int) or plan < 0:
        raise ChainError(say("fight.unknown_plan", value=quoted(plan)))
    return lambda coins: coins - price >= plan


def checked_plan(answer: str) -> str:
    """Return a plan for a fight; ChainError if there is no such plan."""
    if answer not in (FIGHT, PASS):
        raise ChainError(say("fight.unknown_plan", value=quoted(answer)))
    return answer


def worth_of(t: Tables, worth: Value) -> Worth:
    """Return what coins are worth in points; by the scoring, a coin its share of a full block, if nothing is said."""
    if callable(worth):
        of_purse = worth
        return lambda coins: Fraction(of_purse(coins))
    if worth is None:
        worth = Fraction(t.o_scoring_block_points, t.o_scoring_coins) if t.o_scoring_coins else 1
    if isinstance(worth, bool) or not isinstance(worth, Number) or worth < 0:
        raise ChainError(say("fight.bad_worth", value=quoted(worth)))
    rate = Fraction(worth)
    return lambda coins: coins * rate
