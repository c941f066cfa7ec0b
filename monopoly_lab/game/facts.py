"""What a choice turns on: the rent of a deed for its buyer, who bids, what pays a debt, a stake's chances."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import NamedTuple

from monopoly_lab import rules
from monopoly_lab.codes import account, node, verb
from monopoly_lab.editions.options import OPTIONS
from monopoly_lab.editions.tables import REELS, Tables
from monopoly_lab.rules.casino import symbol
from monopoly_lab.rules.rent import rent_due
from monopoly_lab.rules.state import State
from monopoly_lab.text.answers import Answer
from monopoly_lab.text.nodes import menu
from monopoly_lab.text.notation import Notation

RAISING = (verb.SELL, verb.SELL_GROUP, verb.CLEAR, verb.MORTGAGE, verb.SELL_DEED)


class Sale(NamedTuple):
    """One way to raise money: the choice for `Game.apply`, what it brings, and the rent that is given up for it.

    `rent` is what a visit to each deed of the seller would no longer bring, summed over the deeds.
    """

    text: str
    brings: int
    rent: int


class Bidding(NamedTuple):
    """An auction: the lot's space (-1 and -2: a house, a hotel), the highest bid, whose it is, who is still in.

    `sealed`: who has handed in a bid that nobody else knows; `kind` is the option `auction.by`.
    """

    lot: int
    bid: int
    leader: int  # -1: nobody's
    there: tuple[int, ...]
    sealed: tuple[int, ...] = ()
    kind: str = "english"


class Stake(NamedTuple):
    """A stake on three reels: the chance to win, what each unit staked brings back on average, and the pot's part.

    `jackpot` is the chance of the line that wins the pot, `pot` what lies there besides the stake.
    """

    wins: Fraction
    back: Fraction
    jackpot: Fraction
    pot: int


def mean_throw(t: Tables) -> float:
    """Mean sum of the dice of movement."""
    faces = t.weight[: t.o_move_sides]
    return t.o_move_dice * sum(face * weight for face, weight in enumerate(faces, 1)) / sum(faces)


def rent_for(s: State, t: Tables, p: int, q: int) -> int:
    """What a visit to `q` would bring seat `p` if the deed were its own, at a mean throw."""
    after = s.copy()
    after.owner[q] = p
    return rent(after, t, q)


def rent(s: State, t: Tables, q: int) -> int:
    """Rent on `q`, at a mean throw where the dice count."""
    return int(rent_due(s, t, q, 0, round(mean_throw(t))))


def rents(s: State, t: Tables, p: int) -> int:
    """One visit to each deed of seat `p`, summed."""
    return sum(rent(s, t, q) for q in range(t.spaces) if s.owner[q] == p)


def bidding(s: State, t: Tables) -> Bidding | None:
    """The auction that goes on; None for none."""
    if s.node != node.BID:
        return None
    there = tuple(p for p in range(s.seats) if not s.passed[p] and not s.out[p])
    sealed = tuple(p for p in range(s.seats) if s.sealed[p])
    return Bidding(s.lot, s.bid, s.leader, there, sealed, OPTIONS["auction.by"].values[t.o_auction_by])


def completed(s: State, t: Tables, moved: dict[int, int]) -> list[tuple[int, int]]:
    """(group, seat) of the groups that become whole when deeds go to new owners: {space: seat}."""
    owner = [moved.get(q, s.owner[q]) for q in range(t.spaces)]
    found = []
    for g in range(t.groups):
        sites = [q for q in range(t.spaces) if t.group[q] == g]
        holders = {owner[q] for q in sites}
        if len(holders) == 1 and len(sites) > 1 and -1 not in holders and any(s.owner[q] != owner[q] for q in sites):
            found.append((g, holders.pop()))
    return found


def sales(notation: Notation, t: Tables, s: State) -> list[Sale]:
    """What the debtor can sell now, in the order that keeps most rent; what pays the debt comes first.

    Step by step that sale which gives up least rent for the money it brings towards the debt; the other ways follow.
    Empty where no debt waits.
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
        rules.do(now, t, [], answer.seat, answer.verb, answer.space, answer.amount)
        if now.node != node.DEBT:
            break
    open_now = {sale.text: sale for _, sale in first}
    order = dict.fromkeys([*(sale.text for sale in plan if sale.text in open_now), *open_now])
    return [open_now[text] for text in order]


def _ways(notation: Notation, t: Tables, s: State) -> Iterator[tuple[Answer, Sale]]:
    """Each single sale that is open to the debtor now."""
    p = s.actor
    rules.choices(s, t)
    before = rents(s, t, p)
    for answer in [each._replace(seat=p) for each in menu(s) if each.verb in RAISING]:
        after = s.copy()
        rules.do(after, t, [], p, answer.verb, answer.space, answer.amount)
        brings = after.cash[p] - s.cash[p]
        if brings > 0:
            yield answer, Sale(notation.write(s, answer), brings, before - rents(after, t, p))


def stake(s: State, t: Tables) -> Stake | None:
    """The chances of the stake that may be put now; None at any other choice."""
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
    return Stake(wins, back, jackpot, s.cash[account.JACKPOT])
