"""Families of codes, asked for by name; a new code is added to its family here.

No rule compares a code with `<` or `>`: the numbers say nothing, and a range would take in
whatever is added at its end. A code of no family is an error (`rule.unknown`).
"""

from monopoly_lab.codes import ability, kind, node, purpose, verb
from monopoly_lab.editions.tables import SEATS
from monopoly_lab.rules.rule import rule

# Occasions on which the banker may fine a seat.
FINES = (verb.FINE_TURN, verb.FINE_MOVE, verb.FINE_DICE)
# What can be done by no node's leave: `menu.acts` lists these, `legality.why_not_act` judges them.
ACTS = (
    *(verb.BUILD, verb.SELL, verb.SELL_GROUP, verb.CLEAR, verb.MORTGAGE, verb.SELL_DEED, verb.PROPOSE, verb.SETTLE),
    *(verb.CLAIM, verb.SWAP, verb.COLLECT, verb.CALL, verb.END),
    *FINES,
)
# What answers a decision, in the order of a menu.
ANSWERS = (
    *(verb.BUY, verb.DECLINE, verb.BID, verb.PASS, verb.PAY, verb.CARD, verb.THROW, verb.STOP, verb.FLAT),
    *(verb.PERCENT, verb.STAKE, verb.ACCEPT, verb.REFUSE, verb.REDEEM, verb.FEE, verb.WANT, verb.BANKRUPT),
    *(verb.AGREE, verb.DRAW_INSTEAD, verb.CHOOSE, verb.MOVE, verb.POWER, verb.MOVE_POWER, verb.TARGET, verb.FIGHT),
    *(verb.GO, verb.MONOPOLIST, verb.COMPETITOR),
)


def as_bits(codes: tuple[int, ...]) -> int:
    """The codes as one number, a bit for each: compiled code asks it faster than a list."""
    return sum(1 << code for code in codes)


BITS = 63  # codes have to be below
FINE_BITS, ACT_BITS, ANSWER_BITS = as_bits(FINES), as_bits(ACTS), as_bits(ANSWERS)


@rule
def is_chance(n):
    """True for a node that luck answers: outcomes with integer weights."""
    return n == node.DICE or n == node.DRAW or n == node.REEL or n == node.DEAL


@rule
def is_decision(n):
    """True for a node that a seat answers."""
    return n != node.NONE and n != node.OVER and n != node.CHANGE and not is_chance(n)


@rule
def is_character_node(n):
    """True for a decision of boards with characters, whose menu lists characters and tokens."""
    if n == node.CHARACTER or n == node.TOKEN or n == node.TURN:
        return True
    return n == node.TARGET or n == node.COPY or n == node.BOSS


@rule
def is_goal_node(n):
    """True for a decision where to go, whose menu lists spaces."""
    return n == node.GOAL or n == node.BUS or n == node.TRIPLE


@rule
def is_outcome(v):
    """True for an answer by luck."""
    return v == verb.ROLL or v == verb.DRAW or v == verb.REEL or v == verb.DEAL


@rule
def is_act(v):
    """True for an act at the table."""
    return 0 <= v < BITS and ((ACT_BITS >> v) & 1) != 0


@rule
def is_fine(v):
    """True for a fine by the banker."""
    return 0 <= v < BITS and ((FINE_BITS >> v) & 1) != 0


@rule
def is_answer(v):
    """True for an answer to a decision."""
    return 0 <= v < BITS and ((ANSWER_BITS >> v) & 1) != 0


@rule
def is_seat(holder):
    """True for a seat among those who can hold money."""
    return 0 <= holder < SEATS


@rule
def is_character_space(what):
    """True for a kind of space that only boards with characters have."""
    return what == kind.PIPE or what == kind.HANDFUL or what == kind.THWOMP or what == kind.SUPER_STAR


@rule
def is_for_one_die(what):
    """True for a throw of the number die alone, for coins or against a boss."""
    return what == purpose.HANDFUL or what == purpose.ABILITY or what == purpose.BOSS


@rule
def is_drop(what):
    """True for an ability by which others drop coins."""
    if what == ability.DROP_ONE or what == ability.DROP_EACH:
        return True
    return what == ability.DROP_NEXT or what == ability.DROP_BESIDE
