"""Characters, dice in their order, targets and bosses, on boards that have them."""

from monopoly_lab.codes import ability, kind, node, verb, why
from monopoly_lab.players.dealing import number
from monopoly_lab.players.style import FEAR, STYLE
from monopoly_lab.players.worth import coin_points
from monopoly_lab.rules.adventure import why_not_adventure, why_not_collect
from monopoly_lab.rules.power import distance, is_target
from monopoly_lab.rules.rule import rule


@rule
def decide_adventure(s, t, styles, seed, game, p):
    """`(verb, amount)` for the open decision of seat `p`."""
    n = s.node
    if n == node.TURN:
        return die_to_use(s, t), -1
    if n == node.BOSS:
        if is_worth_fighting(s, t, styles, p):
            return verb.FIGHT, -1
        return verb.PASS, -1
    if n == node.TARGET:
        return verb.TARGET, best_target(s, t)
    return verb.CHOOSE, any_character(s, t, seed, game, p)


@rule
def any_character(s, t, seed, game, p):
    """One of the characters, or tokens, that can be chosen, each as likely as another."""
    most = max(t.characters, s.tokens)
    start = number(s, seed, game, p, 10, most)
    for i in range(most):
        x = (start + i) % most
        if why_not_adventure(s, t, p, verb.CHOOSE, x) == why.NONE:
            return x
    return -1


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
    what = t.power_do[s.face - 1]
    if what < ability.DROP_ONE or what > ability.DROP_EACH:
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


@rule
def is_worth_fighting(s, t, styles, p):
    """True if the points that a try can be expected to bring are more than those of the coins it costs."""
    b = s.boss
    chances = max(t.o_move_sides + 1 - t.boss_roll[b], 0)
    prize = t.boss_points[b] + coin_points(t, t.boss_x[b])
    price = coin_points(t, t.boss_price[b]) * t.o_move_sides
    return prize * chances * 100 > price * (100 + styles[p * STYLE + FEAR])
