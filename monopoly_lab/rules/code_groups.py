"""Families of codes, asked for by name; a new code is added to its family here.

No rule compares a code with `<` or `>`: the numbers say nothing, and a range would take in
whatever is added at its end. A code of no family is an error (`agenda.unknown`).
"""

from monopoly_lab.constants import ability, action, dice_purpose, node, space_kind, task
from monopoly_lab.editions.rule_tables import SEATS
from monopoly_lab.rules.agenda import rule

# Occasions on which the banker may fine a seat.
FINES = (action.FINE_TURN, action.FINE_MOVE, action.FINE_DICE)
# What can be done by no node's leave: `legality.list_acts` lists these, `legality.why_not_act` judges them.
ACTS = (
    *(
        action.BUILD,
        action.SELL,
        action.SELL_GROUP,
        action.CLEAR,
        action.MORTGAGE,
        action.SELL_DEED,
        action.PROPOSE,
        action.SETTLE,
    ),
    *(action.CLAIM, action.SWAP, action.COLLECT, action.FINISH, action.CALL, action.END),
    *FINES,
)
# What answers a decision, in the order of a menu.
ANSWERS = (
    *(
        action.BUY,
        action.DECLINE,
        action.BID,
        action.PASS,
        action.PAY,
        action.CARD,
        action.THROW,
        action.STOP,
        action.FLAT,
    ),
    *(
        action.PERCENT,
        action.STAKE,
        action.ACCEPT,
        action.REFUSE,
        action.REDEEM,
        action.FEE,
        action.WANT,
        action.BANKRUPT,
    ),
    *(
        action.AGREE,
        action.DRAW_INSTEAD,
        action.CHOOSE,
        action.MOVE,
        action.POWER,
        action.MOVE_POWER,
        action.TARGET,
        action.FIGHT,
    ),
    *(action.GO, action.MONOPOLIST, action.COMPETITOR, action.TOLL, action.DETOUR),
)


def as_bits(codes: tuple[int, ...]) -> int:
    """Return the codes as one number, a bit for each: compiled code asks it faster than a list."""
    return sum(1 << code for code in codes)


BITS = 63  # codes have to be below
FINE_BITS, ACT_BITS, ANSWER_BITS = as_bits(FINES), as_bits(ACTS), as_bits(ANSWERS)


@rule
def is_chance(n: int) -> bool:
    """Return True for a node that luck answers: outcomes with integer weights."""
    return n == node.DICE or n == node.DRAW or n == node.REEL or n == node.DEAL or n == node.WAY


@rule
def is_decision(n: int) -> bool:
    """Return True for a node that a seat answers."""
    return n != node.NONE and n != node.OVER and n != node.CHANGE and not is_chance(n)


@rule
def is_character_node(n: int) -> bool:
    """Return True for a decision of boards with characters, whose menu lists characters and tokens."""
    if n == node.CHARACTER or n == node.TOKEN or n == node.TURN:
        return True
    return n == node.TARGET or n == node.COPY or n == node.BOSS


@rule
def is_goal_node(n: int) -> bool:
    """Return True for a decision where to go, or where to put a booth, whose menu lists spaces."""
    return n == node.GOAL or n == node.BUS or n == node.TRIPLE or n == node.BOOTH


@rule
def is_property_node(n: int) -> bool:
    """Return True for a decision about a deed, a lot, scarce buildings or an inherited mortgage."""
    return n == node.BUY or n == node.BID or n == node.WANT or n == node.INHERIT


@rule
def is_payment_node(n: int) -> bool:
    """Return True for a decision about a tax, a card that asks for money, a stake, a debt, or a rent to go round."""
    if n == node.TOLL or n == node.DETOUR:
        return True
    return n == node.TAX or n == node.CARD or n == node.STAKE or n == node.DEBT


@rule
def is_jail_node(n: int) -> bool:
    """Return True for a decision of a prisoner, in jail or at the tax office."""
    return n == node.JAIL or n == node.DETAINED


@rule
def is_agreement_node(n: int) -> bool:
    """Return True for a decision between players: an offer, the end of the game, a card that lets trade, a side."""
    return n == node.ANSWER or n == node.AGREE or n == node.TRADE_CARD or n == node.ROLE


@rule
def is_character_task(what: int) -> bool:
    """Return True for a task of boards with characters."""
    if what == task.USE or what == task.NUMBER or what == task.POWER or what == task.ABILITY:
        return True
    if what == task.VISIT or what == task.THROWN or what == task.HAND_ON:
        return True
    return what == task.END_OF_TURN or what == task.FIGHTER or what == task.CHARACTERS


@rule
def is_set_up_task(what: int) -> bool:
    """Return True for a task before the first turn."""
    return what == task.START or what == task.ORDER or what == task.ROLES or what == task.DEALING


@rule
def is_outcome(v: int) -> bool:
    """Return True for an answer by luck."""
    return v == action.ROLL or v == action.DRAW or v == action.REEL or v == action.DEAL or v == action.WAY


@rule
def is_act(v: int) -> bool:
    """Return True for an act at the table."""
    return 0 <= v < BITS and ((ACT_BITS >> v) & 1) != 0


@rule
def is_fine(v: int) -> bool:
    """Return True for a fine by the banker."""
    return 0 <= v < BITS and ((FINE_BITS >> v) & 1) != 0


@rule
def is_answer(v: int) -> bool:
    """Return True for an answer to a decision."""
    return 0 <= v < BITS and ((ANSWER_BITS >> v) & 1) != 0


@rule
def is_seat(holder: int) -> bool:
    """Return True for a seat among those who can hold money."""
    return 0 <= holder < SEATS


@rule
def is_character_space(what: int) -> bool:
    """Return True for a kind of space that only boards with characters have."""
    return (
        what == space_kind.PIPE
        or what == space_kind.HANDFUL
        or what == space_kind.THWOMP
        or what == space_kind.SUPER_STAR
    )


@rule
def is_for_one_die(what: int) -> bool:
    """Return True for a throw of the number die alone, for coins or against a boss."""
    return what == dice_purpose.HANDFUL or what == dice_purpose.ABILITY or what == dice_purpose.BOSS


@rule
def is_drop(what: int) -> bool:
    """Return True for an ability by which others drop coins."""
    if what == ability.DROP_ONE or what == ability.DROP_EACH:
        return True
    return what == ability.DROP_NEXT or what == ability.DROP_BESIDE
