"""Random numbers from counters: the n-th throw of a game is a function of fate, stream and n alone.

The fate is a number made of `seed` and `game`; it does not change during a game (`fate_of`).

A throw set by hand, or another choice by a player, changes no later throw; the streams
(dice, each pile, reels, the deal, each seat's strategy) are independent of each other. The
same functions run in plain Python and compiled, in unsigned 64-bit arithmetic.

The mixing function is the finaliser of SplitMix64 (Steele, Lea and Flood 2014, OOPSLA).
"""

from monopoly_lab.constants import action, node
from monopoly_lab.editions.rule_tables import Tables
from monopoly_lab.rules.agenda import rule, unknown
from monopoly_lab.rules.card_piles import unseen_left, weight_in_pile
from monopoly_lab.rules.detour import detour_cost, detour_count
from monopoly_lab.rules.dice import dice_number, has_third_die
from monopoly_lab.rules.state import State

FORMAT = 1  # changes with any change of the numbers below; it stands in every saved game

DICE = 0
PILES = 1
REELS = 10
DEALS = 11
WAYS = 12
SEATS = 16


def u64(x: int) -> int:
    """Return `x` modulo 2**64; compiled, a cast."""
    return x & 0xFFFF_FFFF_FFFF_FFFF


def i64(x: int) -> int:
    """Return `x`, which is small, as a signed number; compiled, a cast."""
    return x


@rule
def mix_bits(x: int) -> int:
    """Return `x` mixed by the finaliser of SplitMix64: every bit of the input changes about half of the output."""
    x = u64((x ^ (x >> u64(30))) * u64(0xBF58476D1CE4E5B9))
    x = u64((x ^ (x >> u64(27))) * u64(0x94D049BB133111EB))
    return x ^ (x >> u64(31))


@rule
def fate_of(seed: int, game: int) -> int:
    """Return the 64 bits from which all luck of one game comes; seed and game are non-negative integers below 2**63."""
    x = mix_bits(u64(u64(seed) + u64(0x9E3779B97F4A7C15)))
    return mix_bits(u64(x + u64(u64(game) * u64(0xD1B54A32D192ED03)) + u64(1)))


@rule
def bits(fate: int, stream: int, counter: int) -> int:
    """Return 64 random bits for one use of luck; stream and counter are non-negative integers below 2**63."""
    x = mix_bits(u64(fate + u64(u64(stream) * u64(0xABC98388FB8FAC03)) + u64(2)))
    return mix_bits(u64(x + u64(u64(counter) * u64(0x8CB92BA72F3D8DD7)) + u64(3)))


@rule
def number_below(fate: int, stream: int, counter: int, n: int) -> int:
    """Return an integer from 0 to `n` - 1; `n` below 2**31. The bias is below n / 2**32."""
    return i64(((bits(fate, stream, counter) >> u64(32)) * u64(n)) >> u64(32))


@rule
def chance_outcome(s: State, t: Tables, fate: int) -> tuple[int, int, int]:
    """Return the outcome of the open chance node: `(verb, space, amount)` to apply."""
    if s.node == node.DICE:
        return action.ROLL, -1, dice_outcome(s, t, fate)
    if s.node == node.DRAW:
        return action.DRAW, -1, top_card(s, t, fate)
    if s.node == node.REEL:
        return action.REEL, -1, 1 + number_below(fate, REELS, s.count[REELS], t.reel_sides)
    if s.node == node.DEAL:
        return action.DEAL, next_deed(s, t, fate), -1
    if s.node == node.WAY:
        return action.WAY, -1, detour_cost(t, 1 + number_below(fate, WAYS, s.count[WAYS], detour_count(t)))
    unknown(node, s.node)
    return action.NONE, -1, -1


@rule
def dice_outcome(s: State, t: Tables, fate: int) -> int:
    """Return the outcome code of a throw, each die drawn by the weights of its faces with a counter of its own."""
    total = 0
    for i in range(t.o_move_sides):
        total += t.weight[i]
    code = 0
    scale = 1
    for i in range(dice_number(s, t)):
        left = number_below(fate, DICE, s.count[DICE] * 4 + i, total)
        for face in range(t.o_move_sides):  # all of them: no step that depends on luck
            left -= t.weight[face]
            if left >= 0:
                code += scale
        scale *= t.o_move_sides
    if t.third_faces > 0 and has_third_die(s, t):
        code += scale * third_face(s, t, fate)
    return code


@rule
def third_face(s: State, t: Tables, fate: int) -> int:
    """Return the face of the third die, which takes the fourth number of a throw."""
    total = 0
    for f in range(t.third_faces):
        total += t.third_weight[f]
    left = number_below(fate, DICE, s.count[DICE] * 4 + 3, total)
    face = 0
    while left >= t.third_weight[face]:
        left -= t.third_weight[face]
        face += 1
    return face


@rule
def top_card(s: State, t: Tables, fate: int) -> int:
    """Return the card on top: any of the unseen ones, or the one known to be next."""
    first = t.deck_first[s.deck]
    last = first + t.deck_size[s.deck]
    unseen = unseen_left(s, t, s.deck)
    total = 0
    for c in range(first, last):
        total += weight_in_pile(s, t, c, s.deck, unseen)
    left = number_below(fate, PILES + s.deck, s.count[PILES + s.deck], total)
    for c in range(first, last):
        left -= weight_in_pile(s, t, c, s.deck, unseen)
        if left < 0:
            return c
    return -1


@rule
def next_deed(s: State, t: Tables, fate: int) -> int:
    """Return the space of the next deed to be dealt, drawn from those left; -1 if none is left."""
    n = 0
    for q in range(t.spaces):
        if t.group[q] >= 0 and s.owner[q] < 0:
            n += 1
    left = number_below(fate, DEALS, s.count[DEALS], n)
    for q in range(t.spaces):
        if t.group[q] >= 0 and s.owner[q] < 0:
            left -= 1
            if left < 0:
                return q
    return -1
