"""The loop that plays a game; the same function runs in plain Python and compiled."""

from monopoly_lab.batch.notes import end_round
from monopoly_lab.codes import node
from monopoly_lab.players.driver import drive
from monopoly_lab.rules import do
from monopoly_lab.rules.luck import fate_of
from monopoly_lab.rules.play import go_on, has_changed
from monopoly_lab.rules.rule import rule

ANSWERS = 100_000  # after which a game is left as it stands
NOT_NOTED = (None, 1, 0)  # for the last three of `play`: nothing is noted of the rounds


@rule
def last_round(t, rounds):
    """The last round that is played without a change of the tables, of `rounds`."""
    if t.until > 0:
        return min(rounds, t.until - 1)
    return rounds


def play(s, stages, log, styles, seed, game, rounds, nodes, notes, begun, width):
    """Play on to the end of the game, of `rounds` or after `nodes` answers; the number of answers is returned.

    `stages` are the tables that the game begins with and those of later stages. A seat of a person ends the game
    where it has to decide. The end of each round from number `begun` on is noted in `notes` (`batch.notes`), wealth
    in steps of `width`; with a `width` of 0 nothing is noted.
    """
    fate = fate_of(seed, game)
    n = 0
    i = s.stage - stages[0].stage
    while True:
        last = last_round(stages[i], rounds)
        n += play_stage(s, stages[i], log, styles, fate, last, nodes - n, notes, begun, width)
        if not has_changed(s):
            return n
        i += 1
        go_on(s, stages[i], log)


@rule
def play_stage(s, t, log, styles, fate, rounds, nodes, notes, begun, width):
    """The same while the tables are those of one stage."""
    n = 0
    r = s.round
    while s.node != node.OVER and s.round <= rounds and n < nodes:
        p, v, q, x = drive(s, t, styles, fate)
        if v == 0:
            break
        do(s, t, log, p, v, q, x)
        n += 1
        if width > 0 and (s.round != r or s.node == node.OVER):
            end_round(s, t, notes, r - begun + 1, width)
            r = s.round
    return n
