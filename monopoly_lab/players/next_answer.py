"""Find who answers next, and what a strategy answers, step by step and compiled."""

from collections.abc import Sequence

from monopoly_lab.constants import action, dice_purpose, node
from monopoly_lab.editions.rule_tables import Tables
from monopoly_lab.players.custom_strategy import ACT, DECISION, own_choice
from monopoly_lab.players.parameters import KIND, OWN, OWN_NUMBER, PERSON, RANDOM, STYLE
from monopoly_lab.players.parametric_strategy import choose_act, decide
from monopoly_lab.players.random_strategy import act_at_random, decide_at_random
from monopoly_lab.rules.agenda import rule
from monopoly_lab.rules.code_groups import is_chance, is_decision
from monopoly_lab.rules.random_numbers import chance_outcome
from monopoly_lab.rules.state import State

ACTS = 40  # before one throw, all seats together; then the dice fall


@rule
def drive(s: State, t: Tables, styles: Sequence[int], fate: int) -> tuple[int, int, int, int]:
    """Return the next answer: `(seat, verb, space, amount)`, to be applied by the caller.

    The seat is -1 for luck; the verb is NONE where the game is over or a person has to decide.
    Before a throw that may move a token every seat that is not a person may act, the mover first;
    `s.poll` counts those that want nothing. Apart from it only an offer that is proposed changes the state.
    """
    p = -1
    v = action.NONE
    q = -1
    x = -1
    if is_decision(s.node):
        p = s.actor
        if styles[p * STYLE + KIND] == RANDOM:
            v, q, x = decide_at_random(s, t, fate, p)
        elif styles[p * STYLE + KIND] != PERSON:
            if styles[p * STYLE + KIND] == OWN:
                v, q, x = own_choice(s, t, styles[p * STYLE + OWN_NUMBER], p, DECISION)
            if v == action.NONE:
                v, q, x = decide(s, t, styles, fate, p)
    elif is_chance(s.node):
        while is_poll_open(s) and v == action.NONE:
            p = s.mover + s.poll
            if p >= s.seats:
                p -= s.seats
            if s.out[p] == 0 and styles[p * STYLE + KIND] == RANDOM:
                v, q = act_at_random(s, t, fate, p)
            elif s.out[p] == 0 and styles[p * STYLE + KIND] != PERSON:
                if styles[p * STYLE + KIND] == OWN:
                    v, q, x = own_choice(s, t, styles[p * STYLE + OWN_NUMBER], p, ACT)
                if v == action.NONE:
                    v, q = choose_act(s, t, styles, fate, p)
            if v == action.NONE:
                s.poll += 1
        if v == action.NONE:
            p = -1
            v, q, x = chance_outcome(s, t, fate)
    if v < 0:  # an own strategy has answered what the rules refuse: nobody goes on
        v = action.NONE
    return p, v, q, x


@rule
def is_poll_open(s: State) -> bool:
    """Return True before a throw that may move a token, while seats are left to be asked for acts."""
    if s.node != node.DICE or s.poll >= s.seats or s.polled >= ACTS:
        return False
    return s.purpose == dice_purpose.MOVE or s.purpose == dice_purpose.JAIL_TRY
