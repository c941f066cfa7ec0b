"""A bare agenda machine, kept as a measure: what a step costs with as little rule book as can be.

Dice, two decks, jail, purchase, auctions, building, rent and ruin; no mortgages, no trades,
no options, no question whether an answer is legal. It reads the same tables and is written
in the same way as the rules, so the difference is the price of the whole rule book.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from monopoly_lab.constants import card_effect, space_kind
from monopoly_lab.editions.rule_tables import CARDS, RENTS, SEATS, SPACES, Tables
from monopoly_lab.rules.random_numbers import fate_of, number_below

FIELDS: dict[str, int] = {
    "cash": SEATS,
    "at": SEATS,
    "jail": SEATS,
    "out": SEATS,
    "owner": SPACES,
    "level": SPACES,
    "pile": CARDS,
    "next": 4,
    "todo": 32,
    "arg": 32,
    "depth": 0,
    "players": 0,
    "mover": 0,
    "doubles": 0,
    "first": 0,
    "second": 0,
    "node": 0,
    "actor": 0,
    "turn": 0,
    "deck": 0,
    "lot": 0,
    "bid": 0,
    "leader": 0,
    "passed": SEATS,
}

# Nodes
NONE, OVER, DICE, CARD, BUY, BID, JAIL = range(7)
# Tasks
TURN, THROW, LAND, OFFER, AUCTION, JAILED, DRAW = range(7)
# Events
ROLLED, MOVED, PAID, BOUGHT, BADE, WENT_TO_JAIL, BUILT, DREW, RUINED = range(9)

# Answers: a throw is (first - 1) + 6 * (second - 1), a card its number, a bid its sum;
# a building is BUILD + space, before a throw.
BUILD = 1000
NO, YES = 0, 1

PRISON = 10
FINE = 50

MACHINE: list[Callable[..., Any]] = []


def part(function: Callable[..., Any]) -> Callable[..., Any]:
    """The same function, noted in `MACHINE` to be compiled as well."""
    MACHINE.append(function)
    return function


class BarePosition:
    """The fields above as lists and ints."""

    __slots__ = tuple(FIELDS)

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...

    def copy(self) -> "BarePosition":
        other = BarePosition.__new__(BarePosition)
        for name, length in FIELDS.items():
            value = getattr(self, name)
            setattr(other, name, value[:] if length else value)
        return other


def begin(t: Tables, players: int) -> BarePosition:
    """The position before the first throw."""
    s = BarePosition()
    for name, length in FIELDS.items():
        setattr(s, name, [0] * (t.spaces if length == SPACES else length) if length else 0)
    s.players = players
    s.mover = players - 1
    s.owner = [-1] * t.spaces
    for p in range(players):
        s.cash[p] = 2 * t.o_start_cash
    for c in range(t.cards):
        s.pile[c] = c
    then(s, TURN, 0)
    settle(s, t, [])
    return s


def note(log, event, a, b, x):
    log.append((event, a, b, x))


@part
def then(s, task, arg):
    i = s.depth
    s.todo[i] = task
    s.arg[i] = arg
    s.depth = i + 1


@part
def ask(s, node, actor):
    s.node = node
    s.actor = actor


@part
def pay(s, log, p, to, x):
    """`x` to a player or, for -1, the bank; who has less loses all and is out."""
    if s.cash[p] < x:
        x = s.cash[p]
        s.out[p] = 1
        note(log, RUINED, p, to, x)
        for q in range(len(s.owner)):
            if s.owner[q] == p:
                s.owner[q] = to
                s.level[q] = 0
    s.cash[p] -= x
    if to >= 0:
        s.cash[to] += x
    note(log, PAID, p, to, x)


@part
def receive(s, log, p, x):
    s.cash[p] += x
    note(log, PAID, -1, p, x)


@part
def owned(s, t, p, q):
    """Deeds of the group of `q` that seat `p` owns, counted in the plainest way: over the whole board."""
    n = 0
    for m in range(t.spaces):
        if t.group[m] == t.group[q] and s.owner[m] == p:
            n += 1
    return n


@part
def rent(s, t, q):
    n = owned(s, t, s.owner[q], q)
    if t.kind[q] == space_kind.STREET:
        x = t.rent[q * RENTS + s.level[q]]
        if s.level[q] == 0 and n == t.group_size[t.group[q]]:
            return 2 * x
        return x
    if t.kind[q] == space_kind.STATION:
        return t.rent[q * RENTS + n - 1]
    return t.rent[q * RENTS + n - 1] * (s.first + s.second)


@part
def go(s, t, log, p, q):
    """Forward to `q`, with the salary if that leads past GO."""
    if q < s.at[p]:
        receive(s, log, p, t.o_salary)
    s.at[p] = q
    note(log, MOVED, p, q, 0)
    then(s, LAND, 0)


@part
def land(s, t, log):
    p = s.mover
    q = s.at[p]
    what = t.kind[q]
    if t.group[q] >= 0:
        if s.owner[q] < 0:
            then(s, OFFER, q)
        elif s.owner[q] != p:
            pay(s, log, p, s.owner[q], rent(s, t, q))
    elif what == space_kind.DECK:
        then(s, DRAW, t.deck_of[q])
    elif what == space_kind.TAX:
        pay(s, log, p, -1, t.tax[q])
    elif what == space_kind.GO_TO_JAIL:
        then(s, JAILED, 0)


@part
def next_turn(s, t):
    left = 0
    for p in range(s.players):
        left += 1 - s.out[p]
    if left <= 1:
        ask(s, OVER, -1)
        return
    for _ in range(s.players):
        s.mover = (s.mover + 1) % s.players
        if s.out[s.mover] == 0:
            break
    s.turn += 1
    s.doubles = 0
    then(s, TURN, 0)
    if s.jail[s.mover] > 0:
        ask(s, JAIL, s.mover)
    else:
        ask(s, DICE, s.mover)


@part
def imprison(s, log):
    p = s.mover
    s.at[p] = PRISON
    s.jail[p] = 1
    s.doubles = 0
    note(log, WENT_TO_JAIL, p, PRISON, 0)
    while s.depth > 0 and s.todo[s.depth - 1] == THROW:
        s.depth -= 1


@part
def open_auction(s, q):
    s.lot = q
    s.bid = 0
    s.leader = -1
    for p in range(s.players):
        s.passed[p] = s.out[p]
    ask(s, BID, s.mover)


@part
def next_bidder(s):
    b = s.actor
    for _ in range(s.players):
        b = (b + 1) % s.players
        if s.passed[b] == 0:
            return b
    return -1


@part
def perform(s, t, log, task, arg):
    if task == TURN:
        next_turn(s, t)
    elif task == LAND:
        land(s, t, log)
    elif task == THROW:
        if s.out[s.mover] == 0:
            ask(s, DICE, s.mover)
    elif task == OFFER:
        s.lot = arg
        if s.cash[s.mover] >= t.price[arg]:
            ask(s, BUY, s.mover)
        else:
            then(s, AUCTION, arg)
    elif task == AUCTION:
        open_auction(s, arg)
    elif task == DRAW:
        s.deck = arg
        ask(s, CARD, s.mover)
    elif task == JAILED:
        imprison(s, log)


@part
def settle(s, t, log):
    """Run tasks until luck or a player must answer."""
    while s.node == NONE:
        i = s.depth - 1
        s.depth = i
        perform(s, t, log, s.todo[i], s.arg[i])


@part
def throw(s, t, log, p, x):
    s.first = x % 6 + 1
    s.second = x // 6 + 1
    note(log, ROLLED, p, s.first, s.second)
    double = s.first == s.second
    if s.jail[p] > 0:
        if not double:
            s.jail[p] += 1
            if s.jail[p] <= 3:
                return
            pay(s, log, p, -1, FINE)
        s.jail[p] = 0
    elif double:
        s.doubles += 1
        if s.doubles == 3:
            then(s, JAILED, 0)
            return
        then(s, THROW, 0)
    go(s, t, log, p, (s.at[p] + s.first + s.second) % t.spaces)


@part
def draw(s, t, log, p, c):
    """Carry out a card and put it under its pile."""
    note(log, DREW, p, c, 0)
    first = t.deck_first[s.deck]
    for i in range(first, first + t.deck_size[s.deck] - 1):
        s.pile[i] = s.pile[i + 1]
    s.pile[first + t.deck_size[s.deck] - 1] = c
    what = t.card_effect[c]
    if what == card_effect.MOVE_TO:
        go(s, t, log, p, t.card_a[c])
    elif what == card_effect.GO_TO_JAIL:
        then(s, JAILED, 0)
    elif what == card_effect.PAY:
        pay(s, log, p, -1, t.card_a[c])
    else:
        receive(s, log, p, FINE)


@part
def answer_bid(s, log, p, x):
    if x > s.bid:
        s.bid = x
        s.leader = p
        note(log, BADE, p, s.lot, x)
    else:
        s.passed[p] = 1
    b = next_bidder(s)
    if b >= 0 and b != s.leader:
        ask(s, BID, b)
    elif s.leader >= 0:
        pay(s, log, s.leader, -1, s.bid)
        s.owner[s.lot] = s.leader
        note(log, BOUGHT, s.leader, s.lot, s.bid)


@part
def step(s, t, log, x):
    """Answer the open node with `x` and go to the next one."""
    p = s.actor
    if x >= BUILD:
        q = x - BUILD
        s.level[q] += 1
        pay(s, log, p, -1, t.house_cost[q])
        note(log, BUILT, p, q, s.level[q])
        return
    node = s.node
    s.node = NONE
    if node == DICE:
        throw(s, t, log, p, x)
    elif node == CARD:
        draw(s, t, log, p, x)
    elif node == BUY:
        if x == YES:
            pay(s, log, p, -1, t.price[s.lot])
            s.owner[s.lot] = p
            note(log, BOUGHT, p, s.lot, t.price[s.lot])
        else:
            then(s, AUCTION, s.lot)
    elif node == BID:
        answer_bid(s, log, p, x)
    elif node == JAIL:
        if x == YES:
            pay(s, log, p, -1, FINE)
            s.jail[p] = 0
        ask(s, DICE, p)
    settle(s, t, log)


def play(s: BarePosition, t: Tables, seed: int, game: int, turns: int) -> list[int]:
    """The answers of a game of so many turns, by plain players and luck; `s` is played on."""
    answers: list[int] = []
    log: list[object] = []
    while s.node != OVER and s.turn <= turns:
        x = answer(s, t, seed, game, len(answers))
        answers.append(x)
        step(s, t, log, x)
    return answers


def answer(s: BarePosition, t: Tables, seed: int, game: int, n: int) -> int:
    if s.node == CARD:
        return s.pile[t.deck_first[s.deck]] if n % 16 else t.deck_first[s.deck]
    if s.node == DICE:
        site = site_to_build(s, t, s.actor)
        return BUILD + site if site >= 0 and s.jail[s.actor] == 0 else int(number_below(fate_of(seed, game), 0, n, 36))
    if s.node == BUY:
        return YES if s.cash[s.actor] >= t.price[s.lot] + 100 and n % 16 else NO
    if s.node == BID:
        most = min(t.price[s.lot] * 8 // 10, s.cash[s.actor] - 100)
        return s.bid + 20 if s.bid + 20 <= most else 0
    return YES if n % 2 and s.cash[s.actor] > 2 * FINE else NO


def site_to_build(s: BarePosition, t: Tables, p: int) -> int:
    """The lowest site of a group that the player owns alone and can build on; -1 for none."""
    if s.cash[p] < 400:
        return -1
    for q in range(t.spaces):
        if s.owner[q] == p and t.kind[q] == space_kind.STREET and s.level[q] < 5:
            mates = [m for m in range(t.spaces) if t.group[m] == t.group[q]]
            if all(s.owner[m] == p and s.level[m] >= s.level[q] for m in mates):
                return q
    return -1
