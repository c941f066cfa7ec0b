"""Roll dice for a single token many times, with fixed answers to every decision.

It gives the default answers (`players.default_answers`), as a prisoner by a plan. The same functions run in plain
Python, for the Markov chain, and compiled, for simulations by the hundred million.
"""

from collections.abc import Sequence
from typing import Any

from monopoly_lab.constants import action, dice_purpose, event, node, payer_account, space_kind
from monopoly_lab.editions.rule_tables import Tables
from monopoly_lab.players.default_answers import habit
from monopoly_lab.rules.agenda import Log
from monopoly_lab.rules.code_groups import is_decision
from monopoly_lab.rules.game_loop import make_choice
from monopoly_lab.rules.legality import why_not
from monopoly_lab.rules.random_numbers import chance_outcome, fate_of
from monopoly_lab.rules.state import State

PURSE = 10**12  # cash that no payment exhausts
TRIES = 10  # a plan's answers for each space that holds
STAY = 0  # try for a double as long as possible
PAY = 1  # leave as soon as possible, by paying
CARD = 2  # leave as soon as possible, by a card if one is held
CHARACTER = 2 * TRIES  # where the plan names the character
BUS = CHARACTER + 1  # where the plan says how far the bus of the speed die takes the token
BOTH, LOWER, HIGHER = 0, 1, 2  # as both dice show, or one of them
TRIPLE = BUS + 1  # where it names the space to which three alike lead; -1: as far as all three show
PLAN = TRIPLE + 1  # the length of a plan


def own_all(s: State, t: Tables) -> None:
    """Give the token every free deed where buying is a duty: it then neither buys nor pays."""
    if t.o_buy_duty != 0:
        for q in range(t.spaces):
            if t.group[q] >= 0 and s.owner[q] < 0:
                s.owner[q] = 0


def is_due(s: State) -> bool:
    """Return True if a throw of the token is next, or a prisoner's choice before it."""
    return s.node == node.JAIL or (s.node == node.DICE and s.purpose == dice_purpose.MOVE)


def single_token_answer(s: State, t: Tables, plan: Sequence[int]) -> tuple[int, int]:
    """Return a legal `(verb, amount)` for the open decision; NONE where there is no fixed answer.

    A prisoner's is `plan[tries]`, that of a token held at the tax office `plan[TRIES + tries]`;
    the character is `plan[CHARACTER]`, what the speed die leaves open `plan[BUS]` and `plan[TRIPLE]`.
    """
    n = s.node
    if n == node.JAIL or n == node.DETAINED:
        return held_answer(s, t, plan), -1
    if n == node.CHARACTER:
        return action.CHOOSE, plan[CHARACTER]
    if n == node.BUS and plan[BUS] != BOTH:
        steps = min(s.dice[0], s.dice[1])
        if plan[BUS] == HIGHER:
            steps = max(s.dice[0], s.dice[1])
        return action.GO, (s.at[s.token] + steps) % t.spaces
    if n == node.TRIPLE and plan[TRIPLE] >= 0 and plan[TRIPLE] != s.at[s.token]:
        return action.GO, plan[TRIPLE]
    return habit(s, t)


def held_answer(s: State, t: Tables, plan: Sequence[int]) -> int:
    """Return what the plan wants, if it is legal here; else the next best thing."""
    i = s.jail[s.token] - 1
    if t.kind[s.at[s.token]] == space_kind.TAX_OFFICE:
        i += TRIES
    stay = action.THROW
    if s.node == node.DETAINED:
        stay = action.STOP
    p = s.actor
    if plan[i] == STAY and why_not(s, t, p, stay, -1, -1) == 0:
        return stay
    if plan[i] == CARD and why_not(s, t, p, action.CARD, -1, -1) == 0:
        return action.CARD
    if why_not(s, t, p, action.PAY, -1, -1) == 0:
        return action.PAY
    return stay


def roll_repeatedly(
    s: State, t: Tables, log: Log, rows: Any, plan: Sequence[int], seed: int, game: int, throws: int, counts: Any
) -> None:
    """Play `throws` throws; add to `counts[space]`, or `counts[spaces + space]` while held, where each throw ends.

    `rows` are those of the tally `log`. A token that is let out only as its next turn begins was held when the throw
    ended.
    """
    fate = fate_of(seed, game)
    n = 0
    let_out = rows[event.FREED][1]
    thrown = False
    while n < throws:
        if thrown and is_due(s):
            q = s.at[s.token]
            if s.jail[s.token] != 0 or rows[event.FREED][1] > let_out:
                q += t.spaces
            let_out = rows[event.FREED][1]
            counts[q] += 1
            n += 1
            thrown = False
        elif is_decision(s.node):
            v, x = single_token_answer(s, t, plan)
            make_choice(s, t, log, s.actor, v, -1, x)
        else:
            thrown = True
            v, q, x = chance_outcome(s, t, fate)
            make_choice(s, t, log, -1, v, q, x)
    s.cash[0] = PURSE
    s.cash[payer_account.BANK] = 0
