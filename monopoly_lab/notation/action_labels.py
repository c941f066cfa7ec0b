"""Choices in words, with the sums they would move; refusals in words, with the rule and its source."""

from monopoly_lab.common.errors import IllegalChoice
from monopoly_lab.common.messages import has_message, say
from monopoly_lab.constants import action, names, node, refusal
from monopoly_lab.editions import rulebook_topics
from monopoly_lab.editions.rule_tables import HOTEL
from monopoly_lab.notation.action_text import Action
from monopoly_lab.notation.events import Teller
from monopoly_lab.notation.parser import Notation, roll_faces
from monopoly_lab.notation.piece_names import character_name, token_name
from monopoly_lab.rules.auction import least_bid, most_to_bid
from monopoly_lab.rules.building import building_cost, value_of_buildings
from monopoly_lab.rules.code_groups import is_fine
from monopoly_lab.rules.debt import deed_value, raisable
from monopoly_lab.rules.detour import most_toll
from monopoly_lab.rules.dice import dice_number, has_third_die
from monopoly_lab.rules.jail import fine_here
from monopoly_lab.rules.landing import tax_by_share
from monopoly_lab.rules.legality import oldest_claim
from monopoly_lab.rules.mortgage import least_on_transfer, needed_to_redeem, redemption_cost, transfer_fee
from monopoly_lab.rules.ownership import has_building_in_group, is_deed
from monopoly_lab.rules.payments import in_bank, percent_of
from monopoly_lab.rules.rent import needs_throw
from monopoly_lab.rules.speed_die import bus_steps
from monopoly_lab.rules.state import State


def label(teller: Teller, s: State, answer: Action, lang: str = "") -> str:
    """Return the choice as a short sentence; what the edition calls its spaces and its money included."""
    q = answer.space if answer.space >= 0 else max(s.lot, 0)
    if answer.verb == action.GO:
        q = answer.amount
    partner = answer.offer.partner if answer.offer else answer.amount if is_fine(answer.verb) else -1
    claim = oldest_claim(s, answer.seat, q) if answer.verb == action.CLAIM else -1
    partner = s.claim_seat[claim] if claim >= 0 else partner
    t = teller.tables
    values: dict[str, object] = {
        "space": teller.edition_for_reader(lang).spaces[q].name if q < t.spaces else "",
        "amount": teller.money(_sum(teller, s, answer, q), lang),
        "other": teller.display_name(partner, lang) if partner >= 0 else "",
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
    if answer.verb in (action.BUY, action.DECLINE) and s.node != node.BUY:
        return say(f"verb.{names(action)[answer.verb]}", lang)  # nothing is for sale
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
    return say(there if has_message(there) else key, lang, **values)


def _offer(teller: Teller, answer: Action, lang: str) -> str:
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
    return say(
        "tell.dice", lang, first=shown, last=teller.edition_for_reader(lang).third_die[code // t.o_move_sides**n].name
    )


def _adventure(teller: Teller, s: State, answer: Action, lang: str) -> dict[str, object]:
    """Return the values of choices about characters, dice to be used and bosses."""
    edition, x = teller.edition_for_reader(lang), answer.amount
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


def _sum(teller: Teller, s: State, answer: Action, q: int) -> int:
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
        claim = oldest_claim(s, answer.seat, q)
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


def reason(teller: Teller, s: State, answer: Action, code: int, chosen: frozenset[str], lang: str = "") -> str:
    """Return the sentence for a refused answer, followed by the rule where a book states it.

    `chosen` are the topics on which this game departs from its edition.
    """
    values = _values(teller, s, _answer_with_space(teller, s, answer, code), lang)
    if code == refusal.OUT_OF_GAME and answer.offer and s.out[answer.offer.partner]:
        values["player"] = values["other"]
    if code == refusal.NO_MONOPOLY:
        values["n"] = teller.tables.o_roles_monopoly
    if code == refusal.DEED_CAP:
        values["most"] = teller.tables.o_deed_cap
    word = names(action)[answer.verb]
    return rulebook_topics.refusal(names(refusal)[code], teller.edition.rulebook, lang, word, chosen, **values)


def illegal_choice(teller: Teller, s: State, answer: Action, code: int, chosen: frozenset[str]) -> IllegalChoice:
    """Return the error for a refused answer: the same sentence, the name of the reason, and its topic."""
    name = names(refusal)[code]
    topic = rulebook_topics.why_topic(name, names(action)[answer.verb]) or ""
    return IllegalChoice(reason(teller, s, answer, code, chosen), name, topic)


def _values(teller: Teller, s: State, answer: Action, lang: str) -> dict[str, object]:
    """Return everything a sentence of refusal may name; what does not apply is empty."""
    t = teller.tables
    p, q = answer.seat, answer.space
    offer = answer.offer
    seat = p if p >= 0 else answer.amount if is_fine(answer.verb) else -1
    on_board = 0 <= q < t.spaces
    bank = say("account.bank", lang)
    deed = q if on_board and t.group[q] >= 0 else -1
    return {
        "player": teller.display_name(seat, lang) if 0 <= seat < s.seats else bank,
        "actor": teller.display_name(s.actor, lang) if 0 <= s.actor < s.seats else bank,
        "other": teller.display_name(offer.partner, lang) if offer and 0 <= offer.partner < s.seats else bank,
        "space": teller.edition_for_reader(lang).spaces[q].name if on_board else "",
        "group": teller.edition_for_reader(lang).groups[t.group[deed]].name if deed >= 0 else "",
        "owner": teller.display_name(s.owner[q], lang) if on_board else "",
        "amount": teller.money(_missing_sum(teller, s, answer), lang),
        "cash": teller.money(s.cash[seat] if 0 <= seat < s.seats else 0, lang),
        "least": teller.money(t.o_casino_minimum if s.node == node.STAKE else least_bid(s, t), lang),
        "most": _most(teller, s, p, lang),
        "n": t.o_trade_offers if offer else t.o_build_limit,
        "levels": _levels(teller, s, deed, lang) if deed >= 0 else "",
        "mover": teller.display_name(s.mover, lang),
        **_character(teller, s, answer, lang),
        **teller.terms(lang),
    }


def _answer_with_space(teller: Teller, s: State, answer: Action, code: int) -> Action:
    """Return an offer with the deed that stands against it as its space; a way with its goal."""
    if answer.verb == action.GO:
        return answer._replace(space=answer.amount)
    deeds = (*answer.offer.give_deeds, *answer.offer.ask_deeds) if answer.offer else ()
    if code == refusal.SITE_BUILT:
        deeds = tuple(q for q in deeds if s.level[q])
    elif code == refusal.GROUP_BUILT:
        deeds = tuple(q for q in deeds if is_deed(teller.tables, q) and has_building_in_group(s, teller.tables, q))
    return answer._replace(space=deeds[0]) if deeds and answer.space < 0 else answer


def _character(teller: Teller, s: State, answer: Action, lang: str) -> dict[str, object]:
    """Return the character that a choice names, and the line that gives it an ability."""
    x = answer.amount
    if answer.verb not in (action.CHOOSE, action.SWAP):
        return {"character": "", "line": ""}
    c = s.character[x] if s.node == node.TOKEN and 0 <= x < s.tokens else x
    if not 0 <= c < len(teller.edition.characters):
        return {"character": "", "line": ""}
    character = teller.edition_for_reader(lang).characters[c]
    return {"character": character.name, "line": f'abilities = {{{character.id} = "steal_each 2"}}'}


def _missing_sum(teller: Teller, s: State, answer: Action) -> int:
    """Return the sum that was missing, or could still be raised."""
    t = teller.tables
    v, q = answer.verb, answer.space
    if v == action.BUY:
        return t.price[s.lot]
    if v == action.BUILD and 0 <= q < t.spaces:
        return building_cost(s, t, q)
    if v == action.REDEEM and 0 <= q < t.spaces:
        return needed_to_redeem(s, t, answer.seat) if s.node == node.INHERIT and q == s.lot else redemption_cost(t, q)
    if v == action.PAY and s.node in (node.JAIL, node.DETAINED):
        return fine_here(s, t, s.token)
    if v == action.FIGHT and s.node == node.BOSS:
        return t.boss_price[s.boss]
    if v == action.BANKRUPT:
        return raisable(s, t, answer.seat)
    if answer.offer is not None:
        given, fees = answer.offer.give_cash, sum(least_on_transfer(s, t, m) for m in answer.offer.ask_deeds)
        return max(given, given + fees - answer.offer.ask_cash)
    return s.debt


def _most(teller: Teller, s: State, p: int, lang: str) -> str:
    t = teller.tables
    if s.node == node.WANT:
        return str(s.minimum)
    if s.node == node.TOLL:
        return teller.money(most_toll(t, s.lot), lang)
    if not 0 <= p < s.seats:
        return ""
    limit = most_to_bid(s, t, p) if s.node == node.BID else s.cash[p]
    return teller.money(limit, lang)


def _levels(teller: Teller, s: State, q: int, lang: str) -> str:
    """Return how the sites of the group stand: "St. James Place 1, New York Avenue 0"."""
    group = teller.edition.groups[teller.tables.group[q]]
    spaces, hotel = teller.edition_for_reader(lang).spaces, say("lot.hotel_short", lang, **teller.terms(lang))
    return ", ".join(f"{spaces[m].name} {hotel if s.level[m] == HOTEL else s.level[m]}" for m in group.spaces)
