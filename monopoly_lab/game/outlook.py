"""What would happen: the outcomes of the open throw, a debt or an offer that waits, worth after a trade."""

from typing import NamedTuple

from monopoly_lab import rules
from monopoly_lab.codes import event, node
from monopoly_lab.rules.ending import score
from monopoly_lab.rules.state import State
from monopoly_lab.text.answers import Answer, Offer, offer_in
from monopoly_lab.text.events import Raw, Teller
from monopoly_lab.text.nodes import menu, weight
from monopoly_lab.text.notation import Notation


class Outcome(NamedTuple):
    """One outcome of a throw: its integer weight, where the thrower then stands, what his purse gains or loses."""

    weight: int
    space: str
    change: int


class Debt(NamedTuple):
    """A debt to be paid now: who owes whom how much."""

    player: str
    creditor: str
    amount: int


class Trade(NamedTuple):
    """An offer to be answered: what the proposer gives and asks for, as the notation writes things."""

    proposer: str
    partner: str
    give: tuple[str, ...]
    give_cash: int
    ask: tuple[str, ...]
    ask_cash: int


def throw(teller: Teller, s: State) -> list[Outcome]:
    """Each outcome of the open throw with what follows at once; empty while no throw is open.

    What the thrower owes after it counts as lost.
    """
    if s.node != node.DICE:
        return []
    rules.choices(s, teller.tables)
    return [_outcome(teller, s, answer) for answer in menu(s)]


def _outcome(teller: Teller, s: State, answer: Answer) -> Outcome:
    after = s.copy()
    log: list[Raw] = []
    rules.do(after, teller.tables, log, answer.seat, answer.verb, answer.space, answer.amount)
    moved = sum(raw[4] * ((raw[2] == s.actor) - (raw[1] == s.actor)) for raw in log if raw[0] == event.PAID)
    owed = after.debt if after.node == node.DEBT and after.actor == s.actor else 0
    return Outcome(weight(teller, s, answer), teller.edition.spaces[after.at[s.token]].id, moved - owed)


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
    )


def worth_after(teller: Teller, s: State, offer: Offer) -> dict[str, int]:
    """Worth of both sides as in the short game once an offer is carried out; fees are left out."""
    after = s.copy()
    sides = (offer.proposer, offer.partner)
    for p, cash in zip(sides, (offer.ask_cash - offer.give_cash, offer.give_cash - offer.ask_cash)):
        after.cash[p] += cash
    for p, deeds in zip(sides, (offer.ask_deeds, offer.give_deeds)):
        for q in deeds:
            after.owner[q] = p
    t = teller.tables
    return {teller.players[p]: score(after, t, p, t.o_scoring_mortgaged) for p in sides}
