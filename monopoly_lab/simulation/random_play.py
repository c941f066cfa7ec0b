"""Random play that searches for mistakes in the rules: any legal answer, and nonsense that must be refused.

Played to find what is wrong with the rules, not to win. The same functions run in plain
Python and compiled; what they need that differs, a fingerprint of the whole position,
is `seal`.
"""

from collections.abc import MutableSequence, Sequence
from typing import Any

from monopoly_lab.constants import action, node
from monopoly_lab.editions.rule_tables import CARDS, SPACES, Tables
from monopoly_lab.rules import acts, apply, choices
from monopoly_lab.rules.code_groups import is_chance, is_decision
from monopoly_lab.rules.engine import Log, rule
from monopoly_lab.rules.game_loop import go_on, has_changed
from monopoly_lab.rules.random_numbers import below, fate_of, luck
from monopoly_lab.rules.state import FIELDS, State
from monopoly_lab.rules.trade import clear_offer
from monopoly_lab.simulation.invariants import LEGAL_CHOICE_REFUSED, NOTHING_TO_CHOOSE, REFUSAL_CHANGED, broken

STREAM = 40  # of luck, beside those of the game
USES = 512  # numbers of the stream at one step
SLOT = 6 + SPACES + CARDS  # an offer put aside

ACT_ONE_IN = 3
OFFER_ONE_IN = 8
NONSENSE_ONE_IN = 8
END_ONE_IN = 200  # of the acts that would end the game


def seal(s: State, raw: Any) -> int:
    """A number that differs, almost surely, for different positions; `raw` is the compiled position as numbers."""
    return hash(str([getattr(s, name) for name in FIELDS]))


@rule
def pick(fate: int, n: int, use: int, number: int) -> int:
    return below(fate, STREAM, n * USES + use, number)


@rule
def play_wildly(
    s: State,
    stages: Sequence[Tables],
    log: Log,
    raw: Any,
    slot: MutableSequence[int],
    seed: int,
    game: int,
    rounds: int,
    steps: int,
) -> tuple[int, int]:
    """`(steps taken, code)`: to the end, the limits, or the first thing that does not hold.

    `stages` are the tables that the game begins with and those of later stages.
    """
    fate = fate_of(seed, game)
    i = 0
    n, code = play_stage(s, stages[0], log, raw, slot, fate, 0, rounds, steps)
    while code == 0 and has_changed(s):
        i += 1
        go_on(s, stages[i], log)
        n, code = play_stage(s, stages[i], log, raw, slot, fate, n, rounds, steps)
    return n, code


@rule
def play_stage(
    s: State, t: Tables, log: Log, raw: Any, slot: MutableSequence[int], fate: int, n: int, rounds: int, steps: int
) -> tuple[int, int]:
    """The same after `n` steps, while the tables are those of one stage."""
    code = broken(s, t)
    while code == 0 and is_open(s) and s.round <= rounds and n < steps:
        code = wild_step(s, t, log, raw, slot, fate, n)
        if code == 0:
            code = broken(s, t)
        n += 1
    return n, code


@rule
def is_open(s: State) -> bool:
    """Return True while the game goes on, by the same rules."""
    return s.node != node.OVER and not has_changed(s)


@rule
def wild_step(s: State, t: Tables, log: Log, raw: Any, slot: MutableSequence[int], fate: int, n: int) -> int:
    """One answer that is legal, after nonsense, an offer or an act at times; 0 or what was wrong."""
    code = 0
    if pick(fate, n, 0, NONSENSE_ONE_IN) == 0:
        code = try_nonsense(s, t, log, raw, fate, n)
    if code == 0 and is_open(s) and pick(fate, n, 1, OFFER_ONE_IN) == 0:
        code = try_offer(s, t, log, raw, slot, fate, n)
    if code == 0 and is_open(s) and pick(fate, n, 2, ACT_ONE_IN) == 0:
        code = try_act(s, t, log, fate, n)
    if code == 0 and is_open(s):
        code = answer(s, t, log, fate, n)
    return code


@rule
def answer(s: State, t: Tables, log: Log, fate: int, n: int) -> int:
    """Return the open node, answered by luck or by any of its choices."""
    choices(s, t)
    if s.menu == 0:
        return NOTHING_TO_CHOOSE
    if is_chance(s.node):
        v, q, x = luck(s, t, fate)
        return refused(apply(s, t, log, -1, v, q, x))
    i = pick(fate, n, 3, s.menu)
    v = s.menu_verb[i]
    x = s.menu_amount[i]
    if v == action.BID or v == action.STAKE:
        x += pick(fate, n, 4, min(max(s.cash[s.actor] - x, 0), x + 200) + 1)
    if v == action.AGREE and pick(fate, n, 5, END_ONE_IN) != 0:
        v = action.REFUSE
    return refused(apply(s, t, log, s.actor, v, s.menu_space[i], x))


@rule
def refused(code: int) -> int:
    if code != 0:
        return LEGAL_CHOICE_REFUSED
    return 0


@rule
def try_act(s: State, t: Tables, log: Log, fate: int, n: int) -> int:
    """Any act open to any seat or the bank; to end the game is rarer."""
    p = pick(fate, n, 6, s.seats + 1) - 1
    if p >= 0 and s.out[p] != 0:
        return 0
    acts(s, t, p)
    if s.menu == 0:
        return 0
    i = pick(fate, n, 7, s.menu)
    v = s.menu_verb[i]
    if (v == action.END or v == action.CALL) and pick(fate, n, 8, END_ONE_IN) != 0:
        return 0
    return refused(apply(s, t, log, p, v, s.menu_space[i], s.menu_amount[i]))


@rule
def try_nonsense(s: State, t: Tables, log: Log, raw: Any, fate: int, n: int) -> int:
    """Any seat, verb, space and amount: legal by chance, or refused without a trace."""
    p = pick(fate, n, 9, s.seats + 1) - 1
    v = 1 + pick(fate, n, 10, action.END)
    if v == action.PROPOSE or v == action.SETTLE or v == action.END or v == action.CALL or v == action.AGREE:
        return 0
    q = pick(fate, n, 11, t.spaces + 2) - 1
    x = pick(fate, n, 12, 1 << pick(fate, n, 13, 20)) - 1
    before = seal(s, raw)
    if apply(s, t, log, p, v, q, x) != 0 and seal(s, raw) != before:
        return REFUSAL_CHANGED
    return 0


@rule
def try_offer(s: State, t: Tables, log: Log, raw: Any, slot: MutableSequence[int], fate: int, n: int) -> int:
    """A trade, a settlement or a counter-offer of anything by anybody; refused, the old offer lies there again."""
    put_aside(s, t, slot)
    before = seal(s, raw)
    v = action.PROPOSE
    p = pick(fate, n, 14, s.seats)
    if is_decision(s.node) and pick(fate, n, 15, 2) == 0:
        p = s.actor
    if s.node == node.DEBT and pick(fate, n, 16, 2) == 0:
        v = action.SETTLE
    lay_any_offer(s, t, fate, n, p, v)
    if apply(s, t, log, p, v, -1, -1) == 0:
        return 0
    lay_again(s, t, slot)
    if seal(s, raw) != before:
        return REFUSAL_CHANGED
    return 0


@rule
def lay_any_offer(s: State, t: Tables, fate: int, n: int, p: int, v: int) -> None:
    """Mostly things that are the parties' own, sometimes not."""
    clear_offer(s, t)
    other = pick(fate, n, 17, s.seats)
    if s.node == node.ANSWER and pick(fate, n, 18, 2) == 0:
        other = s.asker
    s.offer_from = p
    s.offer_to = max(other, 0)
    if v == action.SETTLE:
        s.offer_to = s.debt_to
        s.offer_value = pick(fate, n, 19, s.debt + 2)
    else:
        s.offer_give = pick(fate, n, 20, 2) * pick(fate, n, 21, s.cash[p] + 20)
        s.offer_ask = pick(fate, n, 22, 2) * pick(fate, n, 23, s.cash[s.offer_to] + 20)
    one_in = 1 + pick(fate, n, 24, 8)
    for q in range(t.spaces):
        if pick(fate, n, 64 + q, one_in) == 0:
            s.offer_deed[q] = side(s, s.owner[q], pick(fate, n, 25, 50))
    for c in range(t.cards):
        if pick(fate, n, 64 + SPACES + c, 3) == 0:
            s.offer_card[c] = side(s, s.card_seat[c], pick(fate, n, 26, 50))


@rule
def side(s: State, owner: int, chance: int) -> int:
    """1 or 2 for what the two parties own; other things are asked for with a small chance."""
    if owner == s.offer_from:
        return 1
    if owner == s.offer_to or chance == 0:
        return 2
    return 0


@rule
def put_aside(s: State, t: Tables, slot: MutableSequence[int]) -> None:
    slot[0] = s.offer_from
    slot[1] = s.offer_to
    slot[2] = s.offer_give
    slot[3] = s.offer_ask
    slot[4] = s.offer_value
    for q in range(t.spaces):
        slot[6 + q] = s.offer_deed[q]
    for c in range(t.cards):
        slot[6 + SPACES + c] = s.offer_card[c]


@rule
def lay_again(s: State, t: Tables, slot: MutableSequence[int]) -> None:
    s.offer_from = slot[0]
    s.offer_to = slot[1]
    s.offer_give = slot[2]
    s.offer_ask = slot[3]
    s.offer_value = slot[4]
    for q in range(t.spaces):
        s.offer_deed[q] = slot[6 + q]
    for c in range(t.cards):
        s.offer_card[c] = slot[6 + SPACES + c]
