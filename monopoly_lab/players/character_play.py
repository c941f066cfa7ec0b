"""Choose characters, the order of dice, and targets, on boards that have them.

A boss is fought if a try is expected to bring more points than it costs.
"""

from collections.abc import Sequence

from monopoly_lab.constants import ability, action, node, payer_account, refusal, space_kind
from monopoly_lab.editions.rule_tables import TEAM, Tables
from monopoly_lab.players.parameters import FIGHT, STYLE
from monopoly_lab.players.trading import random_below
from monopoly_lab.players.valuation import coins_kept, printed_worth
from monopoly_lab.rules.agenda import rule, unknown
from monopoly_lab.rules.bosses import why_not_collect, why_not_token
from monopoly_lab.rules.characters import why_not_swap
from monopoly_lab.rules.code_groups import is_drop
from monopoly_lab.rules.decisions import why_not_answer
from monopoly_lab.rules.ownership import is_deed
from monopoly_lab.rules.power_die import is_target, rents_of, steps_between
from monopoly_lab.rules.rent import rent_due
from monopoly_lab.rules.state import State


@rule
def is_worth_fighting(s: State, t: Tables, styles: Sequence[int], p: int) -> bool:
    """Return True if a try leaves the coins that seat `p` keeps, and the prize is worth the price by its style."""
    price = t.boss_price[s.boss]
    if s.cash[p] - price < coins_kept(t, styles, p):
        return False
    total = weight_from(t, 1)
    wins = weight_from(t, t.boss_roll[s.boss])
    return worth_of_prize(s, t, p) * wins * 100 > price * coin_worth(t) * total * styles[p * STYLE + FIGHT]


@rule
def weight_from(t: Tables, face: int) -> int:
    """Return the weight of the faces of the number die from one on: of all of them from 1 on."""
    total = 0
    for i in range(face - 1, t.o_move_sides):
        total += t.weight[i]
    return total


@rule
def coin_worth(t: Tables) -> int:
    """Return what a coin counts in the end where a point counts `scoring.coins`; 1 where money counts and no points."""
    if t.o_scoring_coins == 0:
        return 1
    return t.o_scoring_block_points


@rule
def worth_of_prize(s: State, t: Tables, p: int) -> int:
    """Return what the points and the reward of the boss count, in the measure of `coin_worth`."""
    return t.boss_points[s.boss] * t.o_scoring_coins + reward_coins(s, t, p) * coin_worth(t)


@rule
def reward_coins(s: State, t: Tables, p: int) -> int:
    """Return the coins that the reward of the boss brings to seat `p`, those of a throw at its mean."""
    what = t.boss_do[s.boss]
    x = t.boss_x[s.boss]
    if what == ability.COLLECT:
        return x
    if what == ability.COLLECT_THROW:
        return x + (t.o_move_sides + 1) // 2
    if what == ability.COLLECT_BOSS:
        return s.cash[payer_account.BOSS] + t.boss_price[s.boss]
    if what == ability.COLLECT_BOARD:
        return s.cash[payer_account.BOARD]
    if what == ability.COLLECT_RENTS:
        return rents_of(s, t, p)
    if what == ability.STEAL_ONE or what == ability.STEAL_EACH:
        return coins_to_steal(s, p, what, x)
    return 0


@rule
def coins_to_steal(s: State, p: int, what: int, x: int) -> int:
    """Return `x` coins of the richest other seat, or of each, as far as they have them."""
    most = 0
    total = 0
    for b in range(s.seats):
        if b != p and s.out[b] == 0:
            y = min(x, s.cash[b])
            total += y
            most = max(most, y)
    if what == ability.STEAL_EACH:
        return total
    return most


# Characters, dice in their order, and targets, on boards that have them


@rule
def decide_adventure(s: State, t: Tables, styles: Sequence[int], fate: int, p: int) -> tuple[int, int]:
    """Return `(verb, amount)` for the open decision of seat `p`."""
    n = s.node
    if n == node.TURN:
        c = character_for_face(s, t, p)
        if c >= 0:
            return action.SWAP, c
        return die_to_use(s, t), -1
    if n == node.BOSS:
        if is_worth_fighting(s, t, styles, p):
            return action.FIGHT, -1
        return action.PASS, -1
    if n == node.TARGET:
        return action.TARGET, best_target(s, t)
    if n == node.TOKEN:
        return action.CHOOSE, best_token(s, t, p)
    if n == node.CHARACTER or n == node.COPY:
        return action.CHOOSE, any_character(s, t, fate, p)
    unknown(node, n)
    return action.NONE, -1


@rule
def any_character(s: State, t: Tables, fate: int, p: int) -> int:
    """Return one of the characters that can be chosen, each with the same probability."""
    start = random_below(s, fate, p, 10, t.characters)
    for i in range(t.characters):
        c = (start + i) % t.characters
        if why_not_answer(s, t, s.node, action.CHOOSE, -1, c) == refusal.NONE:
            return c
    return -1


@rule
def character_for_face(s: State, t: Tables, p: int) -> int:
    """Return the character of the team with a boost on the face shown, where the one on the board has none; else -1."""
    f = s.face - 1
    now = s.character[s.token]
    if f < 0 or now < 0 or t.boost_face[now] == f:
        return -1
    for i in range(p * TEAM, p * TEAM + TEAM):
        c = s.team[i]
        if c >= 0 and t.boost_face[c] == f and why_not_swap(s, t, p, c) == refusal.NONE:
            return c
    return -1


@rule
def best_token(s: State, t: Tables, p: int) -> int:
    """Return the token to which the throw brings most."""
    best = -1
    most = 0
    for k in range(s.tokens):
        if why_not_token(s, k) == refusal.NONE:
            x = gain_of_walk(s, t, p, k, s.steps)
            if best < 0 or x > most:
                best = k
                most = x
    return best


@rule
def gain_of_walk(s: State, t: Tables, p: int, k: int, steps: int) -> int:
    """Return about how many coins a move of token `k` brings: those on the way, GO, the worth of the last space."""
    q = s.at[k]
    x = 0
    for _ in range(steps):
        q = (q + 1) % t.spaces
        x += s.coins[q]
        if t.kind[q] == space_kind.GO:
            x += t.o_salary
    what = t.kind[q]
    if is_deed(t, q) and s.owner[q] < 0 and s.cash[p] >= t.price[q]:
        x += printed_worth(t, q) - t.price[q]
    elif is_deed(t, q) and s.owner[q] != p:
        x -= rent_due(s, t, q, 0, steps)
    elif what == space_kind.HANDFUL:
        x += (t.o_move_sides + 1) // 2
    elif what == space_kind.THWOMP:
        x -= t.tax[q]
    elif what == space_kind.GO_TO_JAIL:
        x = -t.o_jail_exit_fine
    return x


@rule
def die_to_use(s: State, t: Tables) -> int:
    """Return the power-up die first where it brings coins now, or lays them on the way; coins passed are picked up."""
    if why_not_collect(s, t, s.mover) == refusal.NONE:
        return action.COLLECT
    if s.steps > 0 and (s.face == 0 or not is_power_first(s, t)):
        return action.MOVE
    if s.face > 0:
        return action.POWER
    return action.PASS


@rule
def is_power_first(s: State, t: Tables) -> bool:
    """Return True if a strategy uses the power-up before it moves."""
    what = t.third_do[s.face - 1]
    if not is_drop(what):
        return True
    k = s.token
    if t.kind[(s.at[k] + s.steps) % t.spaces] == space_kind.GO_TO_JAIL:
        return True
    for j in range(s.tokens):
        if s.seat_of[j] != s.seat_of[k] and steps_between(s, t, k, j) <= s.steps:
            return True
    return False


@rule
def best_target(s: State, t: Tables) -> int:
    """Return a token on the way still to be walked, if its coins are dropped; else a token of the richest seat."""
    best = -1
    most = -1
    for j in range(s.tokens):
        if is_target(s, t, j):
            x = s.cash[s.seat_of[j]]
            if s.ability != ability.STEAL_ONE and steps_between(s, t, s.ability_token, j) <= s.steps:
                x += t.o_start_cash * t.o_move_sides
            if x > most:
                most = x
                best = j
    return best
