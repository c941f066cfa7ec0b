"""Who answers next, and how: the same function drives a game step by step and compiled games by the thousand."""

from monopoly_lab.codes import node, purpose, verb
from monopoly_lab.luck import luck
from monopoly_lab.players.at_random import act_at_random, decide_at_random
from monopoly_lab.players.deciding import choose_act, decide
from monopoly_lab.players.style import KIND, PARAMETRIC, PERSON, RANDOM, STYLE
from monopoly_lab.rules.rule import rule

ACTS = 40  # before one throw, all seats together; then the dice fall


@rule
def drive(s, t, styles, seed, game):
    """The next answer: `(seat, verb, space, amount)`, to be applied by the caller.

    The seat is -1 for luck; the verb is NONE where the game is over or a person has to decide.
    Before a throw that may move a token every seat that is not a person may act, the mover first;
    `s.poll` counts those that want nothing. Apart from it only an offer that is proposed changes the state.
    """
    if s.node >= node.BUY:
        return answer_decision(s, t, styles, seed, game, s.actor)
    if s.node <= node.OVER:
        return -1, verb.NONE, -1, -1
    if s.node == node.DICE and (s.purpose == purpose.MOVE or s.purpose == purpose.JAIL_TRY) and s.polled < ACTS:
        while s.poll < s.seats:
            p = (s.mover + s.poll) % s.seats
            v, q = table_act(s, t, styles, seed, game, p)
            if v != verb.NONE:
                return p, v, q, -1
            s.poll += 1
    v, q, x = luck(s, t, seed, game)
    return -1, v, q, x


@rule
def answer_decision(s, t, styles, seed, game, p):
    what = styles[p * STYLE + KIND]
    if what == PARAMETRIC:
        v, q, x = decide(s, t, styles, seed, game, p)
        return p, v, q, x
    if what == RANDOM:
        v, q, x = decide_at_random(s, t, seed, game, p)
        return p, v, q, x
    return p, verb.NONE, -1, -1


@rule
def table_act(s, t, styles, seed, game, p):
    """`(verb, space)`: what seat `p` does before the throw; NONE for nothing, and for a person."""
    what = styles[p * STYLE + KIND]
    if s.out[p] != 0 or what == PERSON:
        return verb.NONE, -1
    if what == RANDOM:
        return act_at_random(s, t, seed, game, p)
    return choose_act(s, t, styles, seed, game, p)
