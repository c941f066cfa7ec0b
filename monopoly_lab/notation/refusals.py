"""Refusals in words: why a choice is not legal, and the rule with its source."""

from monopoly_lab.common.messages import say
from monopoly_lab.constants import action, names, node, refusal
from monopoly_lab.editions import rulebook_topics
from monopoly_lab.editions.rule_tables import HOTEL
from monopoly_lab.notation.action_text import Answer
from monopoly_lab.notation.events import Teller
from monopoly_lab.rules.auction import least_bid, most_to_bid
from monopoly_lab.rules.building import building_cost
from monopoly_lab.rules.code_groups import is_fine
from monopoly_lab.rules.debt import raisable
from monopoly_lab.rules.jail import fine_here
from monopoly_lab.rules.mortgage import least_on_transfer, needed_to_redeem, redemption_cost
from monopoly_lab.rules.ownership import is_built_group, is_deed
from monopoly_lab.rules.rent_claims import most_toll
from monopoly_lab.rules.state import State


def reason(teller: Teller, s: State, answer: Answer, code: int, chosen: frozenset[str], lang: str = "") -> str:
    """Return the sentence for a refused answer, followed by the rule where a book states it.

    `chosen` are the topics on which this game departs from its edition.
    """
    values = _values(teller, s, _about(teller, s, answer, code), lang)
    if code == refusal.OUT_OF_GAME and answer.offer and s.out[answer.offer.partner]:
        values["player"] = values["other"]
    if code == refusal.NO_MONOPOLY:
        values["n"] = teller.tables.o_roles_monopoly
    if code == refusal.DEED_CAP:
        values["most"] = teller.tables.o_deed_cap
    word = names(action)[answer.verb]
    return rulebook_topics.refusal(names(refusal)[code], teller.edition.rulebook, lang, word, chosen, **values)


def _values(teller: Teller, s: State, answer: Answer, lang: str) -> dict[str, object]:
    """Everything a sentence of refusal may name; what does not apply is empty."""
    t = teller.tables
    p, q = answer.seat, answer.space
    offer = answer.offer
    seat = p if p >= 0 else answer.amount if is_fine(answer.verb) else -1
    on_board = 0 <= q < t.spaces
    deed = q if on_board and t.group[q] >= 0 else -1
    return {
        "player": teller.holder(seat, lang) if 0 <= seat < s.seats else say("account.bank", lang),
        "actor": teller.players[s.actor] if 0 <= s.actor < s.seats else say("account.bank", lang),
        "other": teller.players[offer.partner] if offer and 0 <= offer.partner < s.seats else say("account.bank", lang),
        "space": teller.called(lang).spaces[q].name if on_board else "",
        "group": teller.called(lang).groups[t.group[deed]].name if deed >= 0 else "",
        "owner": teller.holder(s.owner[q], lang) if on_board else "",
        "amount": teller.money(_needed(teller, s, answer), lang),
        "cash": teller.money(s.cash[seat] if 0 <= seat < s.seats else 0, lang),
        "least": teller.money(t.o_casino_minimum if s.node == node.STAKE else least_bid(s, t), lang),
        "most": _most(teller, s, p, lang),
        "n": t.o_trade_offers if offer else t.o_build_limit,
        "levels": _levels(teller, s, deed, lang) if deed >= 0 else "",
        "mover": teller.players[s.mover],
        **_character(teller, s, answer, lang),
        **teller.terms(lang),
    }


def _about(teller: Teller, s: State, answer: Answer, code: int) -> Answer:
    """Return an offer with the deed that stands against it as its space; a way with its goal."""
    if answer.verb == action.GO:
        return answer._replace(space=answer.amount)
    deeds = (*answer.offer.give_deeds, *answer.offer.ask_deeds) if answer.offer else ()
    if code == refusal.SITE_BUILT:
        deeds = tuple(q for q in deeds if s.level[q])
    elif code == refusal.GROUP_BUILT:
        deeds = tuple(q for q in deeds if is_deed(teller.tables, q) and is_built_group(s, teller.tables, q))
    return answer._replace(space=deeds[0]) if deeds and answer.space < 0 else answer


def _character(teller: Teller, s: State, answer: Answer, lang: str) -> dict[str, object]:
    """Return the character that a choice names, and the line that gives it an ability."""
    x = answer.amount
    if answer.verb not in (action.CHOOSE, action.SWAP):
        return {"character": "", "line": ""}
    c = s.character[x] if s.node == node.TOKEN and 0 <= x < s.tokens else x
    if not 0 <= c < len(teller.edition.characters):
        return {"character": "", "line": ""}
    character = teller.called(lang).characters[c]
    return {"character": character.name, "line": f'abilities = {{{character.id} = "steal_each 2"}}'}


def _needed(teller: Teller, s: State, answer: Answer) -> int:
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
    spaces, hotel = teller.called(lang).spaces, say("lot.hotel_short", lang, **teller.terms(lang))
    return ", ".join(f"{spaces[m].name} {hotel if s.level[m] == HOTEL else s.level[m]}" for m in group.spaces)
