"""Play at random to find mistakes in the rules: legal choices, and nonsense that must be refused.

The same functions run in plain Python and compiled. Only `seal`, a fingerprint of the whole
position, has a different form in each.
"""

from collections.abc import MutableSequence, Sequence
from typing import Any

from monopoly_lab.constants import action, node, offer_side
from monopoly_lab.editions.rule_tables import CARDS, SPACES, Tables
from monopoly_lab.rules import list_acts, list_answers, try_choice
from monopoly_lab.rules.agenda import Log, rule
from monopoly_lab.rules.code_groups import is_chance, is_decision
from monopoly_lab.rules.detour import most_toll
from monopoly_lab.rules.game_loop import awaits_next_stage, begin_stage
from monopoly_lab.rules.random_numbers import chance_outcome, fate_of, number_below
from monopoly_lab.rules.state import FIELDS, State
from monopoly_lab.rules.trade import clear_offer
from monopoly_lab.simulation.invariants import (
    LEGAL_CHOICE_REFUSED,
    NOTHING_TO_CHOOSE,
    REFUSAL_CHANGED,
    broken_invariant,
)

STREAM = 40  # stream of random numbers, separate from those of the game
USES = 512  # random numbers reserved for one step
SLOT = 6 + SPACES + CARDS  # length of the list that stores an offer

# One step in so many includes an act, an offer or nonsense.
ACT_ONE_IN = 3
OFFER_ONE_IN = 8
NONSENSE_ONE_IN = 8
END_ONE_IN = 200  # one in so many acts that would end the game is carried out


def seal(s: State, raw: Any) -> int:
    """Return a hash of the position; `raw` is the compiled position as numbers, unused here."""
    return hash(str([getattr(s, name) for name in FIELDS]))


@rule
def pick(fate: int, n: int, use: int, number: int) -> int:
    """Return a random integer from 0 to `number` - 1 for step `n`; `use`, below `USES`, numbers the purpose."""
    return number_below(fate, STREAM, n * USES + use, number)


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
    """Play a game at random until it ends, reaches a limit or shows a mistake.

    `stages` are the tables that the game begins with, followed by those of later stages; `rounds` and `steps` are the
    limits. Return `(steps taken, code)`: 0, or the code of the mistake in `invariants`.
    """
    fate = fate_of(seed, game)
    i = 0
    n, code = play_stage(s, stages[0], log, raw, slot, fate, 0, rounds, steps)
    while code == 0 and awaits_next_stage(s):
        i += 1
        begin_stage(s, stages[i], log)
        n, code = play_stage(s, stages[i], log, raw, slot, fate, n, rounds, steps)
    return n, code


@rule
def play_stage(
    s: State, t: Tables, log: Log, raw: Any, slot: MutableSequence[int], fate: int, n: int, rounds: int, steps: int
) -> tuple[int, int]:
    """Play on from step `n` while the tables are those of one stage; return the same as `play_wildly`."""
    code = broken_invariant(s, t)
    while code == 0 and is_open(s) and s.round <= rounds and n < steps:
        code = wild_step(s, t, log, raw, slot, fate, n)
        if code == 0:
            code = broken_invariant(s, t)
        n += 1
    return n, code


@rule
def is_open(s: State) -> bool:
    """Return True if the game has not ended and the rules have not changed."""
    return s.node != node.OVER and not awaits_next_stage(s)


@rule
def wild_step(s: State, t: Tables, log: Log, raw: Any, slot: MutableSequence[int], fate: int, n: int) -> int:
    """Give one legal answer, sometimes after nonsense, an offer or an act; return 0 or the code of a mistake."""
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
    """Answer the open node by chance or with one of its choices; return 0 or the code of a mistake."""
    list_answers(s, t)
    if s.menu == 0:
        return NOTHING_TO_CHOOSE
    if is_chance(s.node):
        v, q, x = chance_outcome(s, t, fate)
        return refused(try_choice(s, t, log, -1, v, q, x))
    i = pick(fate, n, 3, s.menu)
    v = s.menu_verb[i]
    x = s.menu_amount[i]
    if v == action.BID or v == action.STAKE:
        x += pick(fate, n, 4, min(max(s.cash[s.actor] - x, 0), x + 200) + 1)
    if v == action.TOLL:
        x = 1 + pick(fate, n, 4, most_toll(t, s.claim_space[s.claim]))
    if v == action.AGREE and pick(fate, n, 5, END_ONE_IN) != 0:
        v = action.REFUSE
    return refused(try_choice(s, t, log, s.actor, v, s.menu_space[i], x))


@rule
def refused(code: int) -> int:
    """Return LEGAL_CHOICE_REFUSED if a legal choice got the reason `code` of a refusal, else 0."""
    if code != 0:
        return LEGAL_CHOICE_REFUSED
    return 0


@rule
def try_act(s: State, t: Tables, log: Log, fate: int, n: int) -> int:
    """Try an act that is open to a random seat or the bank; acts that end the game are rare."""
    p = pick(fate, n, 6, s.seats + 1) - 1
    if p >= 0 and s.out[p] != 0:
        return 0
    list_acts(s, t, p)
    if s.menu == 0:
        return 0
    i = pick(fate, n, 7, s.menu)
    v = s.menu_verb[i]
    if (v == action.END or v == action.CALL) and pick(fate, n, 8, END_ONE_IN) != 0:
        return 0
    return refused(try_choice(s, t, log, p, v, s.menu_space[i], s.menu_amount[i]))


@rule
def try_nonsense(s: State, t: Tables, log: Log, raw: Any, fate: int, n: int) -> int:
    """Try a random seat, verb, space and amount: if it is refused, the position must stay the same."""
    p = pick(fate, n, 9, s.seats + 1) - 1
    v = 1 + pick(fate, n, 10, action.END)
    if v == action.PROPOSE or v == action.SETTLE or v == action.END or v == action.CALL or v == action.AGREE:
        return 0
    q = pick(fate, n, 11, t.spaces + 2) - 1
    x = pick(fate, n, 12, 1 << pick(fate, n, 13, 20)) - 1
    before = seal(s, raw)
    if try_choice(s, t, log, p, v, q, x) != 0 and seal(s, raw) != before:
        return REFUSAL_CHANGED
    return 0


@rule
def try_offer(s: State, t: Tables, log: Log, raw: Any, slot: MutableSequence[int], fate: int, n: int) -> int:
    """Try a random trade, settlement or counter-offer.

    If it is refused, restore the earlier offer; the position must be the same as before.
    """
    put_aside(s, t, slot)
    before = seal(s, raw)
    v = action.PROPOSE
    p = pick(fate, n, 14, s.seats)
    if is_decision(s.node) and pick(fate, n, 15, 2) == 0:
        p = s.actor
    if s.node == node.DEBT and pick(fate, n, 16, 2) == 0:
        v = action.SETTLE
    lay_any_offer(s, t, fate, n, p, v)
    if try_choice(s, t, log, p, v, -1, -1) == 0:
        return 0
    lay_again(s, t, slot)
    if seal(s, raw) != before:
        return REFUSAL_CHANGED
    return 0


@rule
def lay_any_offer(s: State, t: Tables, fate: int, n: int, p: int, v: int) -> None:
    """Fill in an offer by seat `p` for verb `v`, mostly of things that the parties own."""
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
    """Return whose side of the offer a thing is on, in `constants.offer_side`; 0 for neither.

    A thing that neither party owns is asked for if `chance` is 0.
    """
    if owner == s.offer_from:
        return offer_side.GIVEN
    if owner == s.offer_to or chance == 0:
        return offer_side.ASKED
    return 0


@rule
def put_aside(s: State, t: Tables, slot: MutableSequence[int]) -> None:
    """Store the current offer in `slot`."""
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
    """Restore the offer stored in `slot`."""
    s.offer_from = slot[0]
    s.offer_to = slot[1]
    s.offer_give = slot[2]
    s.offer_ask = slot[3]
    s.offer_value = slot[4]
    for q in range(t.spaces):
        s.offer_deed[q] = slot[6 + q]
    for c in range(t.cards):
        s.offer_card[c] = slot[6 + SPACES + c]
