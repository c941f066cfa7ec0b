"""What would happen: the outcomes of the open throw, a debt or an offer that waits, worth after a trade."""

from collections.abc import Iterator
from copy import copy
from fractions import Fraction
from typing import NamedTuple

from monopoly_lab import rules
from monopoly_lab.codes import account, event, node, purpose, task, verb, word
from monopoly_lab.rules.ending import score
from monopoly_lab.rules.families import is_chance, is_decision, is_seat
from monopoly_lab.rules.state import State, Tables
from monopoly_lab.text.answers import Answer, Offer, offer_in
from monopoly_lab.text.events import Raw, Teller
from monopoly_lab.text.nodes import menu, weight
from monopoly_lab.text.notation import Notation


class Outcome(NamedTuple):
    """One way a throw of the token can go, with what follows before anybody has to choose.

    `throw` as it is written for `Game.apply`; `chance` the probability, cards and further throws included; `space`
    (id) and `in_jail` where the token then stands; `change` what the thrower's purse gains or loses, a debt that
    cannot be paid at once counting as lost; `again` whether the same player throws once more in this turn.
    """

    throw: str
    chance: Fraction
    space: str
    in_jail: bool
    change: int
    again: bool


class Debt(NamedTuple):
    """A debt to be paid now: who owes whom how much."""

    player: str
    creditor: str
    amount: int


class Trade(NamedTuple):
    """An offer to be answered: what the proposer gives and asks for, as the notation writes things.

    `settles`: so much of the debt that he owes his partner would be paid with it; 0 for a trade.
    """

    proposer: str
    partner: str
    give: tuple[str, ...]
    give_cash: int
    ask: tuple[str, ...]
    ask_cash: int
    settles: int = 0


THROWS = (purpose.MOVE, purpose.JAIL_TRY)
Way = tuple[State, list[Raw], Fraction]  # a position, what has happened on the way there, its chance


def throw(teller: Teller, notation: Notation, s: State) -> list[Outcome]:
    """The ways the open throw can go, those alike as one; empty while no throw for the token is open.

    Rents count as asked for. Of a number die and another one the number die is used first.
    """
    if not is_throw(s):
        return []
    found: dict[tuple[str, str, bool, int, bool], Fraction] = {}
    t = asked_for(teller.tables)
    for answer, chance in chances(teller, t, s):
        text = notation.write(s, answer)
        for end in ends(teller, t, s, played(t, s, [], answer, chance)):
            way = (text, *told(teller, s, end))
            found[way] = found.get(way, Fraction(0)) + end[2]
    return [Outcome(way[0], chance, *way[1:]) for way, chance in found.items()]


def is_throw(s: State) -> bool:
    """True where the dice are thrown to move a token, or to free it."""
    return bool(s.node == node.DICE and s.purpose in THROWS)


def asked_for(t: Tables) -> Tables:
    """The tables with every rent asked for."""
    t = copy(t)
    t.o_rent_claim = word.RENT_CLAIM_AUTOMATIC
    return t


def chances(teller: Teller, t: Tables, s: State) -> list[tuple[Answer, Fraction]]:
    """The outcomes of the open chance node with their probabilities."""
    rules.choices(s, t)
    weighed = [(answer, weight(teller, s, answer)) for answer in menu(s)]
    total = sum(w for _, w in weighed)
    return [(answer._replace(seat=s.actor), Fraction(w, total)) for answer, w in weighed if w]


def played(t: Tables, s: State, log: list[Raw], answer: Answer, chance: Fraction) -> Way:
    after, log = s.copy(), list(log)
    rules.do(after, t, log, answer.seat, answer.verb, answer.space, answer.amount)
    return after, log, chance


def ends(teller: Teller, t: Tables, first: State, way: Way) -> Iterator[Way]:
    """The ways on from a position to where somebody has to choose, or to the next throw."""
    s, log, chance = way
    if is_chance(s.node) and not is_throw(s):
        for answer, share in chances(teller, t, s):
            yield from ends(teller, t, first, played(t, s, log, answer, chance * share))
    elif is_decision(s.node) and s.steps > 0 and s.turn == first.turn and s.actor == first.actor:
        rules.choices(s, t)
        listed = [answer._replace(seat=s.actor) for answer in menu(s)]
        moving = next((answer for answer in listed if answer.verb == verb.MOVE), listed[0])
        yield from ends(teller, t, first, played(t, s, log, moving, chance))
    else:
        yield way


def told(teller: Teller, first: State, way: Way) -> tuple[str, bool, int, bool]:
    """Space, whether in jail, change of the purse, whether there is another throw."""
    s, log, _ = way
    p, k = first.actor, s.token if s.turn == first.turn else first.token
    paid = sum(raw[4] * ((raw[2] == p) - (raw[1] == p)) for raw in log if raw[0] == event.PAID)
    owed = s.debt if s.node == node.DEBT and s.actor == p else 0
    held = s.jail[k] > 0 or any(raw[0] == event.FREED and raw[4] > 0 for raw in log)
    return teller.edition.spaces[s.at[k]].id, held, paid - owed, throws_again(first, s)


def throws_again(first: State, s: State) -> bool:
    """True if the turn goes on with another throw, or may."""
    if s.turn != first.turn or s.turn_over or s.out[first.actor]:
        return False
    return is_throw(s) or s.node == node.EXTRA or task.THROW_AGAIN in s.todo[: s.depth]


def debt(teller: Teller, s: State) -> Debt | None:
    """The debt that has to be paid now."""
    if s.node != node.DEBT:
        return None
    return Debt(teller.players[s.actor], teller.holder(s.debt_to), s.debt)


def trade(teller: Teller, notation: Notation, s: State) -> Trade | None:
    """The offer that has to be answered now."""
    if s.node != node.ANSWER:
        return None
    offer = offer_in(s)

    def things(deeds: tuple[int, ...], cards: tuple[int, ...]) -> tuple[str, ...]:
        return (*(teller.edition.spaces[q].id for q in deeds), *(f"card {notation.card(c)}" for c in cards))

    return Trade(
        teller.players[offer.proposer],
        teller.players[offer.partner],
        things(offer.give_deeds, offer.give_cards),
        offer.give_cash,
        things(offer.ask_deeds, offer.ask_cards),
        offer.ask_cash,
        offer.value,
    )


def debtor(s: State) -> int:
    """The seat whose debt waits, an offer that has interrupted it or not; -1 for none."""
    if s.debt <= 0:
        return -1
    left = (s.tb[i] for i in range(s.depth) if s.todo[i] == task.REASK and s.ta[i] == node.DEBT)
    return s.actor if s.node == node.DEBT else next(left, -1)


def with_debt(s: State, t: Tables) -> State:
    """The position as if the debt that waits were paid, with a purse below 0 where need be; points count no debts."""
    after, p = s.copy(), debtor(s)
    if p >= 0 and not t.o_scoring_coins:
        after.cash[p] -= s.debt
        if is_seat(s.debt_to):
            after.cash[s.debt_to] += s.debt
    return after


def worth_after(teller: Teller, s: State, offer: Offer) -> dict[str, int]:
    """Worth of both sides as in the short game once an offer is carried out; fees are left out.

    A debt that waits counts: less for who owes, more for the player who is owed, by what an offer leaves of it.
    """
    t = teller.tables
    after = with_debt(s, t)
    gain = offer.ask_cash - offer.give_cash + (0 if t.o_scoring_coins else offer.value)
    for p, change in ((offer.proposer, gain), (offer.partner, -gain)):
        after.cash[p] += change
    for p, deeds in ((offer.proposer, offer.ask_deeds), (offer.partner, offer.give_deeds)):
        for q in deeds:
            after.owner[q] = p if is_seat(p) else account.BANK
    sides = [p for p in (offer.proposer, offer.partner) if is_seat(p)]
    return {teller.players[p]: score(after, t, p, t.o_scoring_mortgaged) for p in sides}
