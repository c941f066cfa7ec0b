"""The turn with two dice, and what abilities do.

Source: the rule book of boards with bosses, on the turn, the power-up die, super stars.

An ability of a face of the power-up die, of a character or the reward of a boss is one of
`constants.ability` with an amount; `k` is the token that uses it.
"""

from monopoly_lab.constants import (
    ability,
    dice_purpose,
    event,
    node,
    option_value,
    payer_account,
    payment_cause,
    refusal,
    space_kind,
    task,
)
from monopoly_lab.editions.rule_tables import RENTS, Tables
from monopoly_lab.rules.agenda import Log, ask, emit, rule, then, unknown
from monopoly_lab.rules.characters import can_swap, choose_token
from monopoly_lab.rules.code_groups import is_drop
from monopoly_lab.rules.coins import ON_SPACE, has_passed_coins, pick_up_all
from monopoly_lab.rules.dice import ask_dice
from monopoly_lab.rules.movement import steps_to_nearest, walk
from monopoly_lab.rules.payments import charge, first_token, pay, pay_out, space_of_seat
from monopoly_lab.rules.rent import rent_due
from monopoly_lab.rules.state import State

PIPED = -2  # `times` of a walk through a pipe, which ends on a pipe that carries no further


@rule
def take_up_dice(s: State) -> None:
    """Note that both dice have fallen, and ask the mover to use them one after the other."""
    s.steps = s.thrown
    then(s, task.USE, 0, 0, 0, 0)
    if s.tokens > s.seats:
        choose_token(s)


@rule
def use_dice(s: State, t: Tables) -> None:
    """Use the dice that are still open: both leave a choice, a single one is used, unless it has to be asked for."""
    if s.turn_over != 0:
        s.steps = 0
        s.face = 0
    if s.out[s.mover] != 0:
        return
    asked = t.o_late_claims == option_value.LATE_CLAIMS_ASKED
    left = s.steps > 0 or s.face > 0
    if asked and (left or has_passed_coins(s, t)):
        ask(s, node.TURN, s.mover)
    elif left and ((s.steps > 0 and s.face > 0) or can_swap(s, t)):
        ask(s, node.TURN, s.mover)
    elif s.steps > 0:
        then(s, task.NUMBER, 0, 0, 0, 0)
    elif s.face > 0:
        then(s, task.POWER, 0, 0, 0, 0)


@rule
def use_number(s: State, t: Tables, log: Log, between: int) -> None:
    """Move the token; with `between` the power-up comes before what the space asks for."""
    n = s.steps
    s.steps = 0
    then(s, task.USE, 0, 0, 0, 0)
    walk(s, t, log, s.token, n, 0)
    if between != 0:
        then(s, task.POWER, 1, 0, 0, 0)


@rule
def use_power(s: State, t: Tables, between: int) -> None:
    """Use the face of the power-up die, or the boost of the character on it; `between`: the move is still under way."""
    f = s.face - 1
    s.face = 0
    if between == 0:
        then(s, task.USE, 0, 0, 0, 0)
    show_power(s, t, s.token, f)


@rule
def show_power(s: State, t: Tables, k: int, f: int) -> None:
    """Apply face `f` for token `k`: the ability it has for every token, or the one of its character."""
    c = s.character[k]
    what = t.third_do[f]
    x = t.third_x[f]
    if c >= 0 and t.boost_face[c] == f:
        what = t.boost_do[c]
        x = t.boost_x[c]
    then(s, task.ABILITY, k, what, x, payment_cause.POWER)


@rule
def visit(s: State, t: Tables, log: Log, k: int, times: int) -> None:
    """Do what a pipe, a handful of coins, a thwomp or a super star asks of a token that stops there."""
    p = s.seat_of[k]
    q = s.at[k]
    what = t.kind[q]
    if what == space_kind.PIPE:
        n = steps_to_nearest(s, t, k, space_kind.PIPE)
        if times != PIPED and 0 < n < t.spaces:
            walk(s, t, log, k, n, PIPED)
    elif what == space_kind.HANDFUL:
        ask_dice(s, dice_purpose.HANDFUL, p)
    elif what == space_kind.THWOMP:
        charge(s, p, ON_SPACE + q, q, t.tax[q], payment_cause.THWOMP)
    elif what == space_kind.SUPER_STAR:
        c = s.character[k]
        if c >= 0:
            then(s, task.ABILITY, k, t.star_do[c], t.star_x[c], payment_cause.STAR)
    else:
        unknown(space_kind, what)


@rule
def use_ability(s: State, t: Tables, log: Log, k: int, what: int, x: int, source: int) -> None:
    """Carry out an ability; `source` is the cause of the payments it makes."""
    p = s.seat_of[k]
    emit(log, event.ABILITY, p, s.character[k], s.at[k], x, what)
    s.ability = what
    s.ability_x = x
    s.ability_cause = source
    s.ability_token = k
    if what == ability.COLLECT:
        pay_out(s, t, log, p, s.at[k], x, source)
    elif what == ability.COLLECT_THROW:
        ask_dice(s, dice_purpose.ABILITY, p)
    elif what == ability.COLLECT_RENTS:
        pay_out(s, t, log, p, s.at[k], rents_of(s, t, p), source)
    elif what == ability.COLLECT_BOARD:
        pick_up_all(s, t, log, p)
    elif what == ability.COLLECT_BOSS:
        pay(s, log, payer_account.BOSS, p, s.at[k], s.cash[payer_account.BOSS], source)
    elif what == ability.STEAL_EACH:
        steal_each(s, p, x, source)
    elif what == ability.COPY:
        ask_copy(s, t, k)
    elif what == ability.DROP_EACH and s.tokens == s.seats:
        drop_each(s, p, x, source)
    elif is_drop(what) or what == ability.STEAL_ONE:
        ask_target(s, t, log, k)
    elif what != ability.NOTHING and what != ability.UNKNOWN:
        unknown(ability, what)


@rule
def rents_of(s: State, t: Tables, p: int) -> int:
    """Return the rents on all deeds of seat `p`: as printed, or as a visitor would owe them."""
    x = 0
    for q in range(t.spaces):
        if s.owner[q] == p and t.kind[q] == space_kind.STREET:
            if t.o_super_star_double_rent != 0:
                x += rent_due(s, t, q, 0, 0)
            else:
                x += t.rent[q * RENTS + s.level[q]]
    return x


@rule
def steal_each(s: State, p: int, x: int, source: int) -> None:
    """Charge every other seat `x` in favor of seat `p`."""
    for i in range(s.seats - 1, 0, -1):
        other = (p + i) % s.seats
        charge(s, other, p, space_of_seat(s, other), x, source)


@rule
def drop_each(s: State, p: int, x: int, source: int) -> None:
    """Make every other seat drop `x` on the space of its token."""
    for i in range(s.seats - 1, 0, -1):
        other = (p + i) % s.seats
        q = s.at[first_token(s, other)]
        charge(s, other, ON_SPACE + q, q, x, source)


@rule
def ask_target(s: State, t: Tables, log: Log, k: int) -> None:
    """Ask whom the ability hits, if there is a choice.

    With two players, the victim of a blow against all chooses which of its characters is hit.
    """
    n = 0
    last = -1
    for j in range(s.tokens):
        if is_target(s, t, j):
            n += 1
            last = j
    if n == 1:
        hit_token(s, log, last)
    elif n > 1 and s.ability == ability.DROP_EACH:
        ask(s, node.TARGET, s.seat_of[last])
    elif n > 1:
        ask(s, node.TARGET, s.seat_of[k])


@rule
def is_target(s: State, t: Tables, j: int) -> bool:
    """Return True if the open ability can hit token `j`."""
    k = s.ability_token
    p = s.seat_of[j]
    if p == s.seat_of[k] or s.out[p] != 0:
        return False
    if s.ability == ability.STEAL_ONE:
        return first_token(s, p) == j
    if s.ability == ability.DROP_NEXT:
        return steps_between(s, t, k, j) == nearest(s, t, k, 1)
    if s.ability == ability.DROP_BESIDE:
        return steps_between(s, t, k, j) == nearest(s, t, k, 1) or steps_between(s, t, j, k) == nearest(s, t, k, -1)
    if s.ability != ability.DROP_ONE and s.ability != ability.DROP_EACH:
        unknown(ability, s.ability)
    return True


@rule
def steps_between(s: State, t: Tables, k: int, j: int) -> int:
    """Return how many spaces forward token `j` is from token `k`; a whole lap if they stand together."""
    n = (s.at[j] - s.at[k]) % t.spaces
    if n == 0:
        return t.spaces
    return n


@rule
def nearest(s: State, t: Tables, k: int, side: int) -> int:
    """Return the least distance to another seat's token, ahead of token `k` for `side` 1, behind it for -1."""
    best = t.spaces
    for j in range(s.tokens):
        if s.seat_of[j] != s.seat_of[k] and s.out[s.seat_of[j]] == 0:
            if side > 0:
                best = min(best, steps_between(s, t, k, j))
            else:
                best = min(best, steps_between(s, t, j, k))
    return best


@rule
def hit_token(s: State, log: Log, j: int) -> None:
    """Charge the seat of token `j`, chosen as the target, the coins that the ability takes."""
    p = s.seat_of[s.ability_token]
    victim = s.seat_of[j]
    emit(log, event.TARGETED, p, victim, s.at[j], s.ability_x, s.ability)
    if s.ability == ability.STEAL_ONE:
        charge(s, victim, p, s.at[j], s.ability_x, s.ability_cause)
    else:
        charge(s, victim, ON_SPACE + s.at[j], s.at[j], s.ability_x, s.ability_cause)


@rule
def can_copy(s: State, t: Tables, c: int) -> bool:
    """Return True for a character in play whose own ability can be used."""
    if c < 0 or c >= t.characters or t.star_do[c] == ability.COPY:
        return False
    for k in range(s.tokens):
        if s.character[k] == c and s.out[s.seat_of[k]] == 0:
            return True
    return False


@rule
def ask_copy(s: State, t: Tables, k: int) -> None:
    """Ask which ability is copied, if more than one can be; copy the only one at once."""
    n = 0
    last = -1
    for c in range(t.characters):
        if can_copy(s, t, c):
            n += 1
            last = c
    if n == 1:
        copy_ability(s, t, last)
    elif n > 1:
        ask(s, node.COPY, s.seat_of[k])


@rule
def copy_ability(s: State, t: Tables, c: int) -> None:
    """Put the ability of the character `c` on the agenda, as if it were the own one."""
    then(s, task.ABILITY, s.ability_token, t.star_do[c], t.star_x[c], s.ability_cause)


@rule
def collect_throw(s: State, t: Tables, log: Log, p: int, n: int) -> None:
    """Pay by the number die thrown for coins: a handful, or an ability that adds to it."""
    if s.purpose == dice_purpose.HANDFUL:
        pay_out(s, t, log, p, space_of_seat(s, p), n, payment_cause.HANDFUL)
    else:
        pay_out(s, t, log, p, space_of_seat(s, p), n + s.ability_x, s.ability_cause)


@rule
def why_not_pass_dice(s: State) -> int:
    """Return why the dice cannot be passed on: the token has to move before."""
    if s.steps > 0:
        return refusal.MUST_MOVE
    return refusal.NONE
