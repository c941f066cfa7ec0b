"""Preview of the open decision: outcomes of a throw, sales that pay a debt, results of an offer, chances of a stake.

These are the facts; `widgets.decision_facts` puts them in words.
"""

from collections.abc import Iterator
from copy import copy
from fractions import Fraction
from itertools import product
from typing import NamedTuple

from monopoly_lab import rules
from monopoly_lab.constants import action, dice_purpose, event, node, option_value, payer_account, refusal, task
from monopoly_lab.editions.options import OPTIONS
from monopoly_lab.editions.rule_tables import REELS, Tables
from monopoly_lab.notation.action_text import Action, Offer, offer_in
from monopoly_lab.notation.events import Teller
from monopoly_lab.notation.nodes import menu, weight
from monopoly_lab.notation.parser import Notation
from monopoly_lab.rules.agenda import EventLog, RawEvent
from monopoly_lab.rules.code_groups import is_chance, is_decision, is_seat
from monopoly_lab.rules.landing import symbol
from monopoly_lab.rules.net_worth import score
from monopoly_lab.rules.rent import rent_due
from monopoly_lab.rules.state import State
from monopoly_lab.rules.trade import why_not_deal, why_not_item, why_not_money


class Outcome(NamedTuple):
    """One outcome of a throw that moves a token, followed up to the next decision or the next throw.

    `throw`: the text for `Game.apply`. `chance`: the probability, with that of the cards drawn on the way. `space` (an
    id) and `in_jail`: where the token stands then. `change`: what the thrower's cash gains or loses; a debt that cannot
    be paid at once counts as lost. `again`: True if the same player throws again in this turn.
    """

    throw: str
    chance: Fraction
    space: str
    in_jail: bool
    change: int
    again: bool


class Debt(NamedTuple):
    """A debt to be paid now: debtor, creditor, amount."""

    player: str
    creditor: str
    amount: int


class Trade(NamedTuple):
    """An offer to be answered: what the proposer gives and asks for, as texts of the notation.

    `settles`: how much of the proposer's debt to the partner the offer would pay; 0 for a trade.
    """

    proposer: str
    partner: str
    give: tuple[str, ...]
    give_cash: int
    ask: tuple[str, ...]
    ask_cash: int
    settles: int = 0


THROWS = (dice_purpose.MOVE, dice_purpose.JAIL_TRY)
Branch = tuple[State, list[RawEvent], Fraction]  # a position, the events that led to it, its probability


def throw(teller: Teller, notation: Notation, s: State) -> list[Outcome]:
    """Return the possible outcomes of the next throw, equal ones merged; empty if no throw of a token comes next.

    Every rent counts as claimed. Where a player may choose which die to use first, it is the number die.
    """
    if not is_throw(s):
        return []
    found: dict[tuple[str, str, bool, int, bool], Fraction] = {}
    t = with_rents_claimed(teller.tables)
    for answer, chance in chances(teller, t, s):
        text = notation.write(s, answer)
        for branch in ends(teller, t, s, play_answer(t, s, [], answer, chance)):
            facts = (text, *throw_facts(teller, s, branch))
            found[facts] = found.get(facts, Fraction(0)) + branch[2]
    return [Outcome(facts[0], chance, *facts[1:]) for facts, chance in found.items()]


def is_throw(s: State) -> bool:
    """Return True if the dice are thrown to move a token, or to free it."""
    return bool(s.node == node.DICE and s.purpose in THROWS)


def with_rents_claimed(t: Tables) -> Tables:
    """Return the tables with every rent claimed automatically."""
    t = copy(t)
    t.o_rent_claim = option_value.RENT_CLAIM_AUTOMATIC
    return t


def chances(teller: Teller, t: Tables, s: State) -> list[tuple[Action, Fraction]]:
    """Return the outcomes of the open chance node with their probabilities."""
    rules.list_answers(s, t)
    weighed = [(answer, weight(teller, s, answer)) for answer in menu(s)]
    total = sum(w for _, w in weighed)
    return [(answer._replace(seat=s.actor), Fraction(w, total)) for answer, w in weighed if w]


def play_answer(t: Tables, s: State, before: list[RawEvent], answer: Action, chance: Fraction) -> Branch:
    """Return the position and the events after an answer, with the probability of getting there."""
    after, log = s.copy(), EventLog(before)
    rules.make_choice(after, t, log, answer.seat, answer.verb, answer.space, answer.amount)
    return after, log, chance


def ends(teller: Teller, t: Tables, first: State, branch: Branch) -> Iterator[Branch]:
    """Yield the ends of a branch: it goes on until a player has to choose, or to the next throw."""
    s, log, chance = branch
    if is_chance(s.node) and not is_throw(s):
        for answer, share in chances(teller, t, s):
            yield from ends(teller, t, first, play_answer(t, s, log, answer, chance * share))
    elif is_decision(s.node) and s.steps > 0 and s.turn == first.turn and s.actor == first.actor:
        rules.list_answers(s, t)
        listed = [answer._replace(seat=s.actor) for answer in menu(s)]
        moving = next((answer for answer in listed if answer.verb == action.MOVE), listed[0])
        yield from ends(teller, t, first, play_answer(t, s, log, moving, chance))
    else:
        yield branch


def throw_facts(teller: Teller, first: State, branch: Branch) -> tuple[str, bool, int, bool]:
    """Return of a throw that has led to this branch: space, True in jail, change of cash, True if a throw follows."""
    s, log, _ = branch
    p, k = first.actor, s.token if s.turn == first.turn else first.token
    paid = sum(raw.amount * ((raw.other == p) - (raw.player == p)) for raw in log if raw.kind == event.PAID)
    owed = s.debt if s.node == node.DEBT and s.actor == p else 0
    held = s.jail[k] > 0 or any(raw.kind == event.FREED and raw.amount > 0 for raw in log)
    return teller.edition.spaces[s.at[k]].id, held, paid - owed, throws_again(first, s)


def throws_again(first: State, s: State) -> bool:
    """Return True if the same turn goes on, or may go on, with another throw."""
    if s.turn != first.turn or s.turn_over or s.out[first.actor]:
        return False
    return is_throw(s) or task.THROW_AGAIN in s.todo[: s.depth]


def debt(teller: Teller, s: State) -> Debt | None:
    """Return the debt that has to be paid now."""
    if s.node != node.DEBT:
        return None
    return Debt(teller.players[s.actor], teller.account_name(s.debt_to), s.debt)


def trade(teller: Teller, notation: Notation, s: State) -> Trade | None:
    """Return the offer that has to be answered now."""
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
    """Return the seat with an open debt, also while an offer interrupts it; -1 for none."""
    if s.debt <= 0:
        return -1
    left = (s.tb[i] for i in range(s.depth) if s.todo[i] == task.REASK and s.ta[i] == node.DEBT)
    return s.actor if s.node == node.DEBT else next(left, -1)


def with_debt(s: State, t: Tables) -> State:
    """Return the position as if the open debt were paid, even if cash falls below 0; unchanged where points decide."""
    after, p = s.copy(), debtor(s)
    if p >= 0 and not t.o_scoring_coins:
        after.cash[p] -= s.debt
        if is_seat(s.debt_to):
            after.cash[s.debt_to] += s.debt
    return after


def why_not_exchanged(s: State, t: Tables, offer: Offer) -> int:
    """Return why an exchange cannot be carried out at any time, as a `refusal` code; one side may be empty."""
    after = s.copy()
    offer.lay(after, t)
    if not is_seat(offer.partner):  # the bank takes property for a debt
        codes = [why_not_item(after, t, q) for q in offer.give_deeds]
    elif (code := why_not_deal(after, t)) in (refusal.OFFER_EMPTY, refusal.OFFER_NO_PROPERTY):
        codes = [why_not_money(after, t)]
    else:
        codes = [code]
    return next((code for code in codes if code), refusal.NONE)


def worth_after(teller: Teller, s: State, offer: Offer) -> dict[str, int]:
    """Return the score of both sides after the offer is carried out, without fees, by name of the player.

    The rest of an open debt counts as paid: the debtor has less by it, a creditor who is a player has more.
    """
    t = teller.tables
    after = with_debt(s, t)
    gain = offer.ask_cash - offer.give_cash + (0 if t.o_scoring_coins else offer.value)
    for p, change in ((offer.proposer, gain), (offer.partner, -gain)):
        after.cash[p] += change
    for p, deeds in ((offer.proposer, offer.ask_deeds), (offer.partner, offer.give_deeds)):
        for q in deeds:
            after.owner[q] = p if is_seat(p) else payer_account.BANK
    sides = [p for p in (offer.proposer, offer.partner) if is_seat(p)]
    return {teller.players[p]: score(after, t, p, t.o_scoring_mortgaged) for p in sides}


# Facts beside a decision: the rent of a deed for its buyer, the auction, sales that pay a debt, chances of a stake

RAISING = (action.SELL, action.SELL_GROUP, action.CLEAR, action.MORTGAGE, action.SELL_DEED)


class Sale(NamedTuple):
    """One way to raise money: the text for `Game.apply`, the cash it brings, and the rent it gives up.

    `rent`: how much less one visit to each deed of the seller would bring, summed over the deeds.
    """

    text: str
    brings: int
    rent: int


class Bidding(NamedTuple):
    """An auction: the lot's space (-1: a house, -2: a hotel), the highest bid, its bidder, the seats still bidding.

    `sealed`: the seats that have handed in a sealed bid. `kind`: the value of the option `auction.by`.
    """

    lot: int
    bid: int
    leader: int  # -1: nobody's
    there: tuple[int, ...]
    sealed: tuple[int, ...] = ()
    kind: str = "english"


class Stake(NamedTuple):
    """A stake on three reels: the probability to win, and what each unit staked brings back on average.

    `jackpot`: the probability of the line that wins the pot. `pot`: the money in the pot, without the stake.
    """

    wins: Fraction
    back: Fraction
    jackpot: Fraction
    pot: int


def mean_throw(t: Tables) -> float:
    """Return the mean sum of the dice of movement."""
    faces = t.weight[: t.o_move_sides]
    return t.o_move_dice * sum(face * weight for face, weight in enumerate(faces, 1)) / sum(faces)


def rent_for(s: State, t: Tables, p: int, q: int) -> int:
    """Return what a visit to `q` would bring seat `p` if that seat owned the deed, at a mean throw."""
    after = s.copy()
    after.owner[q] = p
    return rent(after, t, q)


def rent(s: State, t: Tables, q: int) -> int:
    """Return the rent on `q`, for a mean throw where the dice count."""
    return int(rent_due(s, t, q, 0, round(mean_throw(t))))


def rents(s: State, t: Tables, p: int) -> int:
    """Return the rents of one visit to each deed of seat `p`, summed."""
    return sum(rent(s, t, q) for q in range(t.spaces) if s.owner[q] == p)


def auction_in_progress(s: State, t: Tables) -> Bidding | None:
    """Return the auction in progress; None if there is none."""
    if s.node != node.BID:
        return None
    there = tuple(p for p in range(s.seats) if not s.passed[p] and not s.out[p])
    sealed = tuple(p for p in range(s.seats) if s.sealed[p])
    return Bidding(s.lot, s.bid, s.leader, there, sealed, OPTIONS["auction.by"].values[t.o_auction_by])


def completed_groups(s: State, t: Tables, moved: dict[int, int]) -> list[tuple[int, int]]:
    """Return (group, seat) of the groups that become complete when deeds go to new owners: {space: seat}."""
    owner = [moved.get(q, s.owner[q]) for q in range(t.spaces)]
    found = []
    for g in range(t.groups):
        sites = [q for q in range(t.spaces) if t.group[q] == g]
        holders = {owner[q] for q in sites}
        if len(holders) == 1 and len(sites) > 1 and -1 not in holders and any(s.owner[q] != owner[q] for q in sites):
            found.append((g, holders.pop()))
    return found


def sales(notation: Notation, t: Tables, s: State) -> list[Sale]:
    """Return what the debtor can sell now, best first: sales that pay the debt with the least loss of rent.

    Step by step, the next sale is the one that loses the least rent for each unit of money it adds toward the debt.
    Sales that this plan does not need come last. Empty if no debt has to be paid.
    """
    if s.node != node.DEBT:
        return []
    plan: list[Sale] = []
    now, first = s.copy(), list(_ways(notation, t, s))
    while now.cash[now.actor] < now.debt:
        ways = list(_ways(notation, t, now)) if plan else first
        if not ways:
            break
        missing = now.debt - now.cash[now.actor]
        answer, sale = min(ways, key=lambda way: (Fraction(way[1].rent, min(way[1].brings, missing)), way[1].brings))
        plan.append(sale)
        rules.make_choice(now, t, [], answer.seat, answer.verb, answer.space, answer.amount)
        if now.node != node.DEBT:
            break
    open_now = {sale.text: sale for _, sale in first}
    order = dict.fromkeys([*(sale.text for sale in plan if sale.text in open_now), *open_now])
    return [open_now[text] for text in order]


def _ways(notation: Notation, t: Tables, s: State) -> Iterator[tuple[Action, Sale]]:
    """Yield each sale that the debtor can make now, with the answer that makes it."""
    p = s.actor
    rules.list_answers(s, t)
    before = rents(s, t, p)
    for answer in [each._replace(seat=p) for each in menu(s) if each.verb in RAISING]:
        after = s.copy()
        rules.make_choice(after, t, [], p, answer.verb, answer.space, answer.amount)
        brings = after.cash[p] - s.cash[p]
        if brings > 0:
            yield answer, Sale(notation.write(s, answer), brings, before - rents(after, t, p))


def stake(s: State, t: Tables) -> Stake | None:
    """Return the chances of the stake that can be placed now; None at any other decision."""
    if s.node != node.STAKE:
        return None
    chance = Fraction(1, t.reel_sides**REELS)  # each side of a reel is as likely as any other
    wins = back = jackpot = Fraction(0)
    for faces in product(range(1, t.reel_sides + 1), repeat=REELS):
        lines = {symbol(t, reel, face) for reel, face in enumerate(faces)}
        if len(lines) > 1:
            continue
        line = lines.pop()
        wins += chance
        back += chance * t.reel_pay[line]
        jackpot += chance if line == t.reel_jackpot and t.o_casino_jackpot else 0
    return Stake(wins, back, jackpot, s.cash[payer_account.JACKPOT])
