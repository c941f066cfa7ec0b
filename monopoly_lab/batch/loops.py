"""The loop that plays a game; the same function runs in plain Python and compiled."""

from monopoly_lab.codes import node
from monopoly_lab.players.driver import drive
from monopoly_lab.rules import do
from monopoly_lab.rules.luck import fate_of


def play(s, t, log, styles, seed, game, rounds, nodes):
    """Play on to the end of the game, of `rounds` or after `nodes` answers; the number of answers is returned.

    A seat of a person ends the game where it has to decide.
    """
    fate = fate_of(seed, game)
    n = 0
    while s.node != node.OVER and s.round <= rounds and n < nodes:
        p, v, q, x = drive(s, t, styles, fate)
        if v == 0:
            break
        do(s, t, log, p, v, q, x)
        n += 1
    return n
