"""One legality: why a choice is refused, for answers to nodes and for acts at the table."""

from monopoly_lab.constants import action, dice_purpose, node, option_value, payer_account, refusal
from monopoly_lab.editions.rule_tables import Tables
from monopoly_lab.rules.action_timing import is_calm
from monopoly_lab.rules.bosses import is_late_power, why_not_collect, why_not_use_late
from monopoly_lab.rules.building_auction import why_not_declare, why_not_place
from monopoly_lab.rules.card_piles import deck_of_card, is_in_pile
from monopoly_lab.rules.characters import why_not_swap
from monopoly_lab.rules.code_groups import is_act, is_answer, is_decision, is_fine, is_outcome
from monopoly_lab.rules.debt import why_not_sell_deed, why_not_settle_with_bank
from monopoly_lab.rules.decisions import why_not_answer
from monopoly_lab.rules.dice import outcomes_of_throw
from monopoly_lab.rules.engine import rule, unknown
from monopoly_lab.rules.mortgage import why_not_mortgage, why_not_redeem
from monopoly_lab.rules.rent_claims import is_way
from monopoly_lab.rules.selling import why_not_clear, why_not_sell, why_not_sell_group
from monopoly_lab.rules.state import State
from monopoly_lab.rules.trade import why_not_propose, why_not_settle


@rule
def why_not(s: State, t: Tables, p: int, v: int, q: int, x: int) -> int:
    """0 if seat `p` may do `v` now, with space `q` and amount `x` where the verb takes them; else the reason."""
    if s.node == node.OVER:
        return refusal.GAME_OVER
    if is_outcome(v):
        return why_not_outcome(s, t, v, q, x)
    if p >= 0 and s.out[p] != 0:
        return refusal.OUT_OF_GAME
    if is_act(v) or (v == action.REDEEM and not (s.node == node.INHERIT and s.actor == p)) or is_late_power(s, v):
        return why_not_act(s, t, p, v, q, x)
    if not is_answer(v):
        unknown(action, v)
    if not is_decision(s.node):
        return refusal.NOT_NOW
    code = why_not_answer(s, t, s.node, v, q, x)
    if p != s.actor and code != refusal.NOT_NOW:
        return refusal.NOT_YOUR_CHOICE
    return code


@rule
def why_not_outcome(s: State, t: Tables, v: int, q: int, x: int) -> int:
    """Whether luck can answer the open node so."""
    if v == action.ROLL and s.node == node.DICE:
        if 0 <= x < outcomes_of_throw(s, t):
            return refusal.NONE
        return refusal.NO_SUCH_OUTCOME
    if v == action.DRAW and s.node == node.DRAW:
        if x < 0 or x >= t.cards or deck_of_card(t, x) != s.deck:
            return refusal.NO_SUCH_OUTCOME
        if not is_in_pile(s, t, x):
            return refusal.CARD_NOT_IN_PILE
        return refusal.NONE
    if v == action.REEL and s.node == node.REEL:
        if 1 <= x <= t.reel_sides:
            return refusal.NONE
        return refusal.NO_SUCH_OUTCOME
    if v == action.WAY and s.node == node.WAY:
        if is_way(t, x):
            return refusal.NONE
        return refusal.NO_SUCH_OUTCOME
    if v == action.DEAL and s.node == node.DEAL:
        if q < 0 or q >= t.spaces or t.group[q] < 0:
            return refusal.NOT_A_DEED
        if s.owner[q] >= 0:
            return refusal.DEED_NOT_FREE
        return refusal.NONE
    return refusal.NOT_NOW


@rule
def why_not_act(s: State, t: Tables, p: int, v: int, q: int, x: int) -> int:
    """Acts at the table: no node asks for them, nobody has to pass."""
    if is_fine(v):
        return why_not_fine(s, t, x)
    if v == action.CALL:
        return why_not_call(s, t)
    if p < 0:
        return refusal.NOT_YOUR_CHOICE
    if v == action.BUILD:
        if s.node == node.PLACE:
            if p != s.actor:
                return refusal.NOT_YOUR_CHOICE
            return why_not_place(s, t, p, q)
        return why_not_declare(s, t, p, q)
    if v == action.SELL:
        return why_not_sell(s, t, p, q)
    if v == action.SELL_GROUP:
        return why_not_sell_group(s, t, p, q)
    if v == action.CLEAR:
        return why_not_clear(s, t, p, q)
    if v == action.MORTGAGE:
        return why_not_mortgage(s, t, p, q)
    if v == action.REDEEM:
        return why_not_redeem(s, t, p, q)
    if v == action.PROPOSE:
        return why_not_propose(s, t, p)
    if v == action.SETTLE:
        if s.node == node.DEBT and s.actor == p and s.offer_from == p and s.debt_to == payer_account.BANK:
            return why_not_settle_with_bank(s, t, p)
        return why_not_settle(s, t, p)
    if v == action.SELL_DEED:
        return why_not_sell_deed(s, t, p, q)
    if v == action.SWAP:
        return why_not_swap(s, t, p, x)
    if v == action.COLLECT:
        return why_not_collect(s, t, p)
    if v == action.POWER:
        return why_not_use_late(s, p)
    if v == action.CLAIM:
        return why_not_claim(s, p, q)
    if v == action.FINISH:
        return why_not_finish(s, t, p)
    if v == action.END:
        return why_not_end(s, t)
    unknown(action, v)
    return refusal.NOT_NOW


@rule
def why_not_finish(s: State, t: Tables, p: int) -> int:
    """Return why the turn cannot end instead of the throw after a double, which is a right where the book says so."""
    if s.node != node.DICE or s.purpose != dice_purpose.MOVE or s.throws == 0:
        return refusal.NOT_NOW
    if p != s.mover:
        return refusal.NOT_YOUR_CHOICE
    if t.o_doubles_may_decline == 0:
        return refusal.MUST_THROW
    return refusal.NONE


@rule
def why_not_end(s: State, t: Tables) -> int:
    """Return why the end by agreement cannot be proposed now, where the book has it."""
    if t.o_win_by_agreement == 0:
        return refusal.NO_AGREEMENT
    if not is_calm(s):
        return refusal.NOT_NOW
    return refusal.NONE


@rule
def why_not_claim(s: State, p: int, q: int) -> int:
    """Rent can be asked for while it is open, by the owner of the space."""
    if not is_calm(s):
        return refusal.NOT_NOW
    if claimed(s, p, q) < 0:
        return refusal.NOTHING_TO_CLAIM
    return refusal.NONE


@rule
def claimed(s: State, p: int, q: int) -> int:
    """Return the number of the oldest open rent on `q` that is owed to seat `p`; -1 for none."""
    for i in range(s.claims):
        if s.claim_space[i] == q and s.claim_owner[i] == p and q >= 0:
            return i
    return -1


@rule
def why_not_fine(s: State, t: Tables, x: int) -> int:
    if t.o_fines == 0:
        return refusal.NO_FINES
    if x < 0 or x >= s.seats or s.out[x] != 0:
        return refusal.OUT_OF_GAME
    if not is_calm(s):
        return refusal.NOT_NOW
    return refusal.NONE


@rule
def why_not_call(s: State, t: Tables) -> int:
    if t.o_mode != option_value.MODE_TIMED:
        return refusal.NOT_TIMED
    if not is_calm(s):
        return refusal.TIME_LATER
    return refusal.NONE
