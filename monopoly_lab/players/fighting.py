"""Whether to fight a boss: what a try should bring, in points, against what it costs."""

from monopoly_lab.codes import ability, account
from monopoly_lab.players.style import FIGHT, STYLE
from monopoly_lab.players.worth import coins_kept
from monopoly_lab.rules.power import rents_of
from monopoly_lab.rules.rule import rule


@rule
def is_worth_fighting(s, t, styles, p):
    """True if a try leaves the coins that seat `p` keeps, and its prize is worth the price by the seat's style."""
    price = t.boss_price[s.boss]
    if s.cash[p] - price < coins_kept(t, styles, p):
        return False
    total = weight_from(t, 1)
    wins = weight_from(t, t.boss_roll[s.boss])
    return worth_of_prize(s, t, p) * wins * 100 > price * coin_worth(t) * total * styles[p * STYLE + FIGHT]


@rule
def weight_from(t, face):
    """The weight of the faces of the number die from one on: of all of them from 1 on."""
    total = 0
    for i in range(face - 1, t.o_move_sides):
        total += t.weight[i]
    return total


@rule
def coin_worth(t):
    """What a coin counts in the end where a point counts `scoring.coins`; 1 where money counts and no points."""
    if t.o_scoring_coins == 0:
        return 1
    return t.o_scoring_block_points


@rule
def worth_of_prize(s, t, p):
    """What the points and the reward of the boss count, in the measure of `coin_worth`."""
    return t.boss_points[s.boss] * t.o_scoring_coins + reward_coins(s, t, p) * coin_worth(t)


@rule
def reward_coins(s, t, p):
    """Coins that the reward of the boss brings to seat `p`, those of a throw at its middle."""
    what = t.boss_do[s.boss]
    x = t.boss_x[s.boss]
    if what == ability.COLLECT:
        return x
    if what == ability.COLLECT_THROW:
        return x + (t.o_move_sides + 1) // 2
    if what == ability.COLLECT_BOSS:
        return s.cash[account.BOSS] + t.boss_price[s.boss]
    if what == ability.COLLECT_BOARD:
        return s.cash[account.BOARD]
    if what == ability.COLLECT_RENTS:
        return rents_of(s, t, p)
    if what == ability.STEAL_ONE or what == ability.STEAL_EACH:
        return coins_to_steal(s, p, what, x)
    return 0


@rule
def coins_to_steal(s, p, what, x):
    """`x` coins of the richest other seat, or of each, as far as they have them."""
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
