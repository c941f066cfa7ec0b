"""Choices in words, with the sums they would move, for buttons and lists."""

from monopoly_lab.common.messages import has, say
from monopoly_lab.constants import action, names, node
from monopoly_lab.editions.rule_tables import HOTEL
from monopoly_lab.notation.action_text import Answer
from monopoly_lab.notation.events import Teller
from monopoly_lab.notation.parser import Notation, roll_faces
from monopoly_lab.notation.piece_names import character_name, token_name
from monopoly_lab.rules.building import building_cost
from monopoly_lab.rules.code_groups import is_fine
from monopoly_lab.rules.debt import deed_value
from monopoly_lab.rules.dice import dice_number, has_third_die
from monopoly_lab.rules.jail import fine_here
from monopoly_lab.rules.landing import tax_by_share
from monopoly_lab.rules.legality import claimed
from monopoly_lab.rules.mortgage import redemption_cost, transfer_fee
from monopoly_lab.rules.payments import in_bank, percent_of
from monopoly_lab.rules.rent import needs_throw
from monopoly_lab.rules.selling import value_of_buildings
from monopoly_lab.rules.speed_die import bus_steps
from monopoly_lab.rules.state import State


def label(teller: Teller, s: State, answer: Answer, lang: str = "") -> str:
    """Return the choice as a short sentence; what the edition calls its spaces and its money included."""
    q = answer.space if answer.space >= 0 else max(s.lot, 0)
    if answer.verb == action.GO:
        q = answer.amount
    partner = answer.offer.partner if answer.offer else answer.amount if is_fine(answer.verb) else -1
    claim = claimed(s, answer.seat, q) if answer.verb == action.CLAIM else -1
    partner = s.claim_seat[claim] if claim >= 0 else partner
    t = teller.tables
    values: dict[str, object] = {
        "space": teller.called(lang).spaces[q].name if q < t.spaces else "",
        "amount": teller.money(_sum(teller, s, answer, q), lang),
        "other": teller.holder(partner, lang) if partner >= 0 else "",
        "dice": "",
        "card": teller.card(answer.amount, lang) if answer.verb == action.DRAW else "",
        "n": answer.amount,
        "offer": _offer(teller, answer, lang),
        **teller.terms(lang),
    }
    if answer.verb == action.ROLL:
        values["dice"] = _dice(teller, s, answer.amount, lang)
    if answer.verb == action.THROW:
        values["n"] = 1 if s.node == node.JAIL and t.o_jail_exit_face else t.dice_of[s.actor]
    if answer.verb == action.GO and s.node == node.BUS:
        values["n"] = bus_steps(s, t, q)
    values |= _adventure(teller, s, answer, lang)
    if answer.verb == action.DECLINE and t.o_auction:
        return say("waiting.decline_auction", lang, **values)
    if answer.verb == action.PERCENT:
        values["n"] = t.tax_percent[q]
        if t.o_tax_counted:
            return say("waiting.percent_counted", lang, **values)
    if answer.verb == action.CLAIM and claim < 0:
        return say("verb.claim", lang)
    if claim >= 0 and needs_throw(t, q, s.claim_times[claim]):
        return say("waiting.claim_thrown", lang, **values)
    key = f"choice.{names(action)[answer.verb]}"
    there = f"{key}_{names(node)[s.node]}"  # where the same verb means something of its own
    return say(there if has(there) else key, lang, **values)


def _offer(teller: Teller, answer: Answer, lang: str) -> str:
    """Return an offer in words; empty where there is none."""
    if answer.offer is None:
        return ""
    return teller.offer(Notation(teller.edition, teller.tables, teller.players).offer(answer.offer), lang)


def _dice(teller: Teller, s: State, code: int, lang: str) -> str:
    """Return an outcome in words: "3 and 4", or "4 and green shell" with a third die."""
    t, n = teller.tables, dice_number(s, teller.tables)
    shown = teller.dice(roll_faces(code, n, t.o_move_sides), lang)
    if not has_third_die(s, t):
        return shown
    return say("tell.dice", lang, first=shown, last=teller.called(lang).third_die[code // t.o_move_sides**n].name)


def _adventure(teller: Teller, s: State, answer: Answer, lang: str) -> dict[str, object]:
    """Return the values of choices about characters, dice to be used and bosses."""
    edition, x = teller.called(lang), answer.amount
    face = s.face or s.late_face
    token = x if answer.verb == action.TARGET or s.node == node.TOKEN else -1
    character = s.character[x] if s.node == node.TOKEN else x
    values: dict[str, object] = {
        "character": character_name(edition, character),
        "boss": edition.bosses[s.boss].name if edition.bosses else "",
        "face": edition.power[face - 1].name if face else "",
    }
    if answer.verb in (action.MOVE, action.MOVE_POWER):
        values["n"] = s.steps
    if 0 <= token < s.tokens:
        values["other"] = token_name(edition, s, teller.players, token)
    return values


def _sum(teller: Teller, s: State, answer: Answer, q: int) -> int:
    """Return the money a choice would move."""
    t = teller.tables
    v = answer.verb
    if v in (action.BID, action.STAKE, action.TOLL, action.WAY):
        return answer.amount
    if v == action.DETOUR:
        return s.way
    if v == action.PAY and s.node == node.DETOUR:
        return s.claim_rent[s.claim]
    if v == action.PAY:
        return {node.DEBT: s.debt, node.CARD: t.card_a[s.lot] if s.node == node.CARD else 0}.get(
            s.node, fine_here(s, t, s.token)
        )
    if v == action.CLAIM:
        claim = claimed(s, answer.seat, q)
        return s.claim_rent[claim] if claim >= 0 else 0
    if v == action.FLAT:
        return t.tax[q]
    if v == action.PERCENT:
        return tax_by_share(s, t, s.actor, q)
    if is_fine(v):
        return t.o_fines
    if v == action.FIGHT:
        return t.boss_price[s.boss]
    if q >= t.spaces or t.group[q] < 0:
        return 0
    costs = {
        action.BUY: t.price[q],
        action.REDEEM: redemption_cost(t, q),
        action.FEE: transfer_fee(t, q),
        action.BUILD: building_cost(s, t, q),
        action.MORTGAGE: t.loan[q],
        action.SELL_DEED: in_bank(s, t, deed_value(s, t, q)),
        action.CLEAR: value_of_buildings(s, t, q),
        action.SELL: percent_of(t, t.hotel_cost[q] if s.level[q] == HOTEL else t.house_cost[q], t.o_sell_price),
    }
    if v == action.SELL_GROUP:
        return sum(
            value_of_buildings(s, t, m) for m in teller.edition.groups[t.group[q]].spaces if s.owner[m] == s.owner[q]
        )
    return costs.get(v, 0)
