"""The agenda: a stack of things to be done, so that a game can stop and go on anywhere."""

from monopoly_lab.codes import node, task
from monopoly_lab.rules.rule import rule


@rule
def in_play(s):
    """How many seats can still be asked."""
    n = 0
    for p in range(s.seats):
        if s.out[p] == 0:
            n += 1
    return n


@rule
def then(s, what, a, b, c, d):
    """Put a task on top: it is done before all that is on the agenda now."""
    i = s.depth
    s.todo[i] = what
    s.ta[i] = a
    s.tb[i] = b
    s.tc[i] = c
    s.td[i] = d
    s.tq[i] = -1
    s.depth = i + 1


@rule
def ask(s, what, p):
    """Wait at a node for seat `p` (the seat that throws or draws, at a chance node)."""
    s.node = what
    s.actor = p


@rule
def interrupt(s):
    """Leave the open node and come back to it when what is put on the agenda now is done."""
    then(s, task.REASK, s.node, s.actor, s.purpose, s.deck)
    s.tq[s.depth - 1] = s.lot
    s.node = node.NONE


@rule
def resume(s, what, p, purpose, deck, lot):
    """Back to the node that was left."""
    s.lot = lot
    s.purpose = purpose
    s.deck = deck
    ask(s, what, p)
