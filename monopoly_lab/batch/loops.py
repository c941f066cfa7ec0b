"""The loop that plays a game; the same function runs in plain Python and compiled."""

from monopoly_lab.codes import node
from monopoly_lab.players.driver import drive
from monopoly_lab.rules import do
from monopoly_lab.rules.luck import fate_of
from monopoly_lab.rules.play import go_on, has_changed
from monopoly_lab.rules.rule import rule


@rule
def last_round(t, rounds):
    """The last round that is played without a change of the tables, of `rounds`."""
    if t.until > 0:
        return min(rounds, t.until - 1)
    return rounds


def play(s, stages, log, styles, seed, game, rounds, nodes):
    """Play on to the end of the game, of `rounds` or after `nodes` answers; the number of answers is returned.

    `stages` are the tables that the game begins with and those of later stages. A seat of a person ends the game
    where it has to decide.
    """
    fate = fate_of(seed, game)
    n = 0
    i = s.stage - stages[0].stage
    while True:
        last = last_round(stages[i], rounds)
        n += play_stage(s, stages[i], log, styles, fate, last, nodes - n)
        if not has_changed(s):
            return n
        i += 1
        go_on(s, stages[i], log)


@rule
def play_stage(s, t, log, styles, fate, rounds, nodes):
    """The same while the tables are those of one stage."""
    n = 0
    while s.node != node.OVER and s.round <= rounds and n < nodes:
        p, v, q, x = drive(s, t, styles, fate)
        if v == 0:
            break
        do(s, t, log, p, v, q, x)
        n += 1
    return n
