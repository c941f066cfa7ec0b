"""A player followed at a real table of two by the rules, to hold exact figures of his risks against.

The other seat owns deeds and throws too; money changes hands in the player's turns alone. Cards are put back after
each draw.
"""

from collections.abc import Mapping
from typing import NamedTuple

from monopoly_lab import rules
from monopoly_lab.constants import action, dice_purpose, event, node, payment_cause
from monopoly_lab.editions import load_edition
from monopoly_lab.players.default_answers import habit
from monopoly_lab.rules import State, Tables, empty
from monopoly_lab.rules.code_groups import is_chance
from monopoly_lab.rules.legality import why_not
from monopoly_lab.rules.random_numbers import chance_outcome, fate_of

RICH = 10**6


class Played(NamedTuple):
    """Rent paid and net cash in so many turns; whether a payment could not be met in so many throws."""

    rent: int
    net: int
    ruined: bool


def tables(name: str = "classic_us") -> Tables:
    t = load_edition(name).tables({"decks": "replacement"})
    t.o_first_player = t.o_auction = 0
    return t


def seated(t: Tables, deeds: Mapping[int, int], cash: int, at: int = 0) -> State:
    """Seat 0 on a space with so much cash, about to throw; seat 1 owns deeds, by space, with so many houses."""
    s = empty(t, 2)
    rules.start(s, t, [])
    s.at[0] = at
    s.cash[0] = cash
    for q, level in deeds.items():
        s.owner[q], s.level[q] = 1, level
    return s


def answered(s: State, t: Tables, throws_in_jail: int) -> tuple[int, int]:
    """As by habit; a prisoner throws so often before he pays, and throws if he has less than the fine."""
    if s.node != node.JAIL:
        return habit(s, t)
    p = s.actor
    wants_to_throw = s.jail[s.token] - 1 < throws_in_jail
    if not wants_to_throw and why_not(s, t, p, action.PAY, -1, -1) == 0:
        return action.PAY, -1
    return action.THROW, -1


def played(t: Tables, s: State, turns: int, throws: int, seed: int, game: int, throws_in_jail: int = 0) -> Played:
    """The player's next turns and throws, whichever come first (0: no limit)."""
    mine, done, thrown, log = list(s.cash), 0, 0, []
    rent = net = 0
    turn, fate = s.turn, fate_of(seed, game)
    while True:
        if s.turn != turn:
            turn = s.turn
            if s.mover == 0:
                s.cash = mine[:]
                done += 1
            else:
                mine = s.cash[:]
                s.cash = [RICH] * len(s.cash)
        next_throw = s.mover == 0 and s.node == node.DICE and s.purpose in (dice_purpose.MOVE, dice_purpose.JAIL_TRY)
        if (turns and done == turns) or (throws and thrown == throws and (next_throw or s.node == node.JAIL)):
            return Played(rent, net, False)
        if s.node == node.DEBT:
            return Played(rent, net, True)
        log.clear()
        if is_chance(s.node):
            thrown += next_throw
            rules.make_choice(s, t, log, -1, *chance_outcome(s, t, fate))
        else:
            v, x = answered(s, t, throws_in_jail)
            rules.make_choice(s, t, log, s.actor, v, -1, x)
        if (s.mover == 0) == (s.turn == turn):  # it was the player's turn
            for what, p, other, _, x, why in log:
                if what == event.PAID and 0 in (p, other):
                    net += x if other == 0 else -x
                    rent += x * (p == 0 and why == payment_cause.RENT)
