"""Characters, dice in their order, and targets, on boards that have them."""

from monopoly_lab.codes import ability, kind, node, verb, why
from monopoly_lab.editions.tables import TEAM
from monopoly_lab.players.dealing import number
from monopoly_lab.players.fighting import is_worth_fighting
from monopoly_lab.players.worth import printed_worth
from monopoly_lab.rules.adventure import why_not_collect, why_not_token
from monopoly_lab.rules.answering import why_not_answer
from monopoly_lab.rules.characters import why_not_swap
from monopoly_lab.rules.families import is_drop
from monopoly_lab.rules.power import distance, is_target
from monopoly_lab.rules.property import is_deed
from monopoly_lab.rules.rent import rent_due
from monopoly_lab.rules.rule import rule, unknown


@rule
def decide_adventure(s, t, styles, fate, p):
    """`(verb, amount)` for the open decision of seat `p`."""
    n = s.node
    if n == node.TURN:
        c = character_for_face(s, t, p)
        if c >= 0:
            return verb.SWAP, c
        return die_to_use(s, t), -1
    if n == node.BOSS:
        if is_worth_fighting(s, t, styles, p):
            return verb.FIGHT, -1
        return verb.PASS, -1
    if n == node.TARGET:
        return verb.TARGET, best_target(s, t)
    if n == node.TOKEN:
        return verb.CHOOSE, best_token(s, t, p)
    if n == node.CHARACTER or n == node.COPY:
        return verb.CHOOSE, any_character(s, t, fate, p)
    unknown(node, n)
    return verb.NONE, -1


@rule
def any_character(s, t, fate, p):
    """One of the characters that can be chosen, each as likely as another."""
    start = number(s, fate, p, 10, t.characters)
    for i in range(t.characters):
        c = (start + i) % t.characters
        if why_not_answer(s, t, s.node, verb.CHOOSE, -1, c) == why.NONE:
            return c
    return -1


@rule
def character_for_face(s, t, p):
    """The character of the team that has a boost on the face shown, where the one on the board has none; else -1."""
    f = s.face - 1
    now = s.character[s.token]
    if f < 0 or now < 0 or t.boost_face[now] == f:
        return -1
    for i in range(p * TEAM, p * TEAM + TEAM):
        c = s.team[i]
        if c >= 0 and t.boost_face[c] == f and why_not_swap(s, t, p, c) == why.NONE:
            return c
    return -1


@rule
def best_token(s, t, p):
    """The token to which the throw brings most."""
    best = -1
    most = 0
    for k in range(s.tokens):
        if why_not_token(s, k) == why.NONE:
            x = gain_of_walk(s, t, p, k, s.steps)
            if best < 0 or x > most:
                best = k
                most = x
    return best


@rule
def gain_of_walk(s, t, p, k, steps):
    """About how many coins it brings to go with token `k`: those on the way, GO, the worth of the last space."""
    q = s.at[k]
    x = 0
    for _ in range(steps):
        q = (q + 1) % t.spaces
        x += s.coins[q]
        if t.kind[q] == kind.GO:
            x += t.o_salary
    what = t.kind[q]
    if is_deed(t, q) and s.owner[q] < 0 and s.cash[p] >= t.price[q]:
        x += printed_worth(t, q) - t.price[q]
    elif is_deed(t, q) and s.owner[q] != p:
        x -= rent_due(s, t, q, 0, steps)
    elif what == kind.HANDFUL:
        x += (t.o_move_sides + 1) // 2
    elif what == kind.THWOMP:
        x -= t.tax[q]
    elif what == kind.GO_TO_JAIL:
        x = -t.o_jail_exit_fine
    return x


@rule
def die_to_use(s, t):
    """The power-up die first where it brings coins now, or lays them on the way; coins passed are picked up."""
    if why_not_collect(s, t, s.mover) == why.NONE:
        return verb.COLLECT
    if s.steps > 0 and (s.face == 0 or not is_power_first(s, t)):
        return verb.MOVE
    if s.face > 0:
        return verb.POWER
    return verb.PASS


@rule
def is_power_first(s, t):
    what = t.third_do[s.face - 1]
    if not is_drop(what):
        return True
    k = s.token
    if t.kind[(s.at[k] + s.steps) % t.spaces] == kind.GO_TO_JAIL:
        return True
    for j in range(s.tokens):
        if s.seat_of[j] != s.seat_of[k] and distance(s, t, k, j) <= s.steps:
            return True
    return False


@rule
def best_target(s, t):
    """Somebody on the way that is still to be gone, if coins are dropped; else the richest."""
    best = -1
    most = -1
    for j in range(s.tokens):
        if is_target(s, t, j):
            x = s.cash[s.seat_of[j]]
            if s.ability != ability.STEAL_ONE and distance(s, t, s.ability_token, j) <= s.steps:
                x += t.o_start_cash * t.o_move_sides
            if x > most:
                most = x
                best = j
    return best
