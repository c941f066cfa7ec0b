"""Keep the books of random games and look for mistakes: `python tests/tools/check_accounting.py --games 5000`.

Every edition in turn, half of its options drawn anew for each table, other rules from some rounds on at some, one or
two policies at every third, wild play by any legal answer and play by the strategies. After each game: every entry
balances in every book, the trial balance is zero, the statements of spans drawn at random articulate, cash is that of
the position, and so are deeds, buildings, mortgages, debts and points.
"""

import argparse
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import random_settings
from check_policies import POLICIES
from check_rules import styles_of
from random_settings import Setting, prepared, setting

from monopoly_lab.common.errors import OptionError
from monopoly_lab.common.messages import say
from monopoly_lab.constants import event, node, payer_account
from monopoly_lab.editions import editions
from monopoly_lab.editions.rule_tables import HOTEL, Tables
from monopoly_lab.game.accounting import statements
from monopoly_lab.game.accounting.chart_of_accounts import ASSET, EQUITY, LIABILITY, Policies, accounts_of
from monopoly_lab.game.accounting.journal import OPENING
from monopoly_lab.game.accounting.journal_entries import Books
from monopoly_lab.game.accounting.statements import Balances, Span
from monopoly_lab.players import drive
from monopoly_lab.rules import State, make_choice, start
from monopoly_lab.rules.agenda import EventLog
from monopoly_lab.rules.game_loop import awaits_next_stage, begin_stage
from monopoly_lab.rules.random_numbers import fate_of, number_below
from monopoly_lab.rules.state import empty
from monopoly_lab.simulation import random_play

SEED = 2025
STREAM, POLICY_STREAM = 45, 46  # of luck
POLICY_ONE_IN = 3  # tables
ROUNDS, STEPS = 25, 1200
SHOWN = 20
HOLDERS = (
    payer_account.BANK,
    payer_account.PARKING,
    payer_account.JACKPOT,
    payer_account.BOARD,
    payer_account.BOSS,
    payer_account.FUND,
)
CHOICES = (
    Policies(),
    Policies(depreciation="straight_line"),
    Policies(salary="capital", fine="drawing"),
    Policies(depreciation="straight_line", house_years=1, hotel_years=1, year_rounds=3, salvage=0),
)


class Wrong(NamedTuple):
    """What does not agree: which rule, where (an entry, a book, a space), what the books say, what they should say."""

    rule: str
    where: object
    found: object
    expected: object


class Found(NamedTuple):
    """What is wrong, and the game it was found in."""

    edition: str
    seed: int
    game: int
    wrong: Wrong


class Played(NamedTuple):
    """A random game: its table, the opening, what happened, and where it stands."""

    table: Setting
    opening: State
    log: EventLog
    state: State


def games(n: int, seed: int = SEED, rounds: int = ROUNDS, steps: int = STEPS) -> Iterator[Played]:
    """So many random games over all editions, every other one wild."""
    names = editions()
    for number in range(n):
        name = names[number % len(names)]
        table = setting(name, seed, number // len(names), random_settings.CHANGING)
        if number // len(names) % POLICY_ONE_IN == 0:
            table = with_policies(table, seed, number)
        yield played(table, seed, number, rounds, steps)


def with_policies(table: Setting, seed: int, number: int) -> Setting:
    """The table with one or two policies of those that it can have, which its own options do not contradict."""
    known, options, fate = list(POLICIES.values()), table.options, fate_of(seed, number)
    for n in range(1 + number_below(fate, POLICY_STREAM, 0, 2)):
        policy = known[number_below(fate, POLICY_STREAM, n + 1, len(known))]
        try:
            table = prepared(table.edition, options | policy, table.seats)
        except OptionError:  # of a street, or of a number of seats, that this edition has not
            continue
        options = table.options
    return table


def played(table: Setting, seed: int, number: int, rounds: int, steps: int) -> Played:
    """One game in plain Python: wild by an odd number, by the strategies by an even one."""
    t, log = table.tables, EventLog()
    opening = empty(t, table.seats)
    s = opening.copy()
    start(s, t, log)
    if number // len(editions()) % 2:
        random_play.play_wildly(s, t.stages, log, None, [0] * random_play.SLOT, seed, number, rounds, steps)
        return Played(table, opening, log, s)
    styles, fate, n = styles_of(table, number), fate_of(seed, number), 0
    while s.node != node.OVER and s.round <= rounds and n < steps:
        if awaits_next_stage(s):
            t = table.tables.at(s.stage + 1)
            begin_stage(s, t, log)
        else:
            make_choice(s, t, log, *drive(s, t, styles, fate))
        n += 1
    return Played(table, opening, log, s)


def books_of(game: Played, policies: Policies) -> Books:
    books = Books(game.table.tables, game.table.seats, policies)
    books.open(game.opening)
    books.read(game.log)
    return books


def wrong(game: Played, books: Books, seed: int = 0) -> Iterator[Wrong]:
    """What does not agree in the books of a game."""
    yield from _wrong_entries(game, books)
    everybody = [*range(game.table.seats), *HOLDERS]
    last = game.state.round
    spans = [Span(0, last)]
    first = number_below(fate_of(seed, last), STREAM, 0, last + 1)
    spans.append(Span(first, first + number_below(fate_of(seed, last), STREAM, 1, last - first + 1)))
    for book in everybody:
        for span in spans:
            found = statements.balances(books.entries, frozenset({book}), span)
            yield from _does_not_articulate(found, (book, span))
    whole = {book: statements.balances(books.entries, frozenset({book}), spans[0]) for book in everybody}
    yield from _wrong_position(game, books, whole)


def _wrong_entries(game: Played, books: Books) -> Iterator[Wrong]:
    """Balance of each entry in each book; every payment is in the journal, and every account on the chart."""
    known = {each.id for stage in game.table.tables.stages for each in accounts_of(stage)}
    for n, entry in enumerate(books.entries):
        sums: dict[int, object] = {}
        for line in entry.lines:
            sums[line.book] = sums.get(line.book, 0) + line.amount  # type: ignore[operator]
            if line.account not in known:
                yield Wrong("on_the_chart", n, line.account, None)
        if any(sums.values()):
            yield Wrong("entry_balances", (n, entry.what), sums, 0)
    lines = [line for entry in books.entries if entry.event != OPENING for line in entry.lines]
    received = sum(line.amount for line in lines if line.account == "cash" and line.amount > 0)
    paid = sum(raw[4] for raw in game.log if raw[0] == event.PAID)
    if received != paid:
        yield Wrong("payments", None, received, paid)
    if any((line.account == "cash") != bool(line.flow) for line in lines):
        yield Wrong("cash_has_a_flow", None, None, None)


def _does_not_articulate(found: Balances, where: object) -> Iterator[Wrong]:
    assets, debts, equity = found.total(ASSET), -found.total(LIABILITY), -found.total(EQUITY)
    claims = debts + equity + found.retained + found.income
    closing = found.before.get("cash", 0) + sum(found.flows.values())
    trial = sum(found.before.values()), sum(found.during.values())
    if assets != claims:
        yield Wrong("balance_sheet", where, assets, claims)
    if found.end("cash") != closing:
        yield Wrong("cash_proof", where, closing, found.end("cash"))
    if any(trial):
        yield Wrong("trial_balance", where, trial, 0)


def _wrong_position(game: Played, books: Books, found: dict[int, Balances]) -> Iterator[Wrong]:
    """The balances at the end against the position of the rules."""
    s, t = game.state, game.table.tables
    for book, sums in found.items():
        if sums.end("cash") != s.cash[book]:
            yield Wrong("cash", book, sums.end("cash"), s.cash[book])
    for q in range(t.spaces):
        if t.group[q] < 0:
            continue
        site = books.sites[q]
        here = (site.owner if site.owner != payer_account.BANK else -1, site.loan, _level(books, q))
        there = (s.owner[q], t.loan[q] if s.mortgaged[q] else 0, s.level[q])
        if here != there:
            yield Wrong("site", q, here, there)
    for p in range(game.table.seats):
        yield from _wrong_seat(game, books, p, found[p])
    owed = sum(sums.end("receivables") + sums.end("payables") for sums in found.values())
    if owed:
        yield Wrong("receivables", None, owed, 0)


def _level(books: Books, q: int) -> int:
    buildings = books.sites[q].buildings
    return HOTEL if any(each.is_hotel for each in buildings) else len(buildings)


def _wrong_seat(game: Played, books: Books, p: int, found: Balances) -> Iterator[Wrong]:
    s, t = game.state, game.table.tables
    own = [site for site in books.sites.values() if site.owner == p]
    stands = [row for site in own for row in site.buildings_by_kind]
    owed = s.debt if s.node == node.DEBT and s.actor == p else 0
    expected = {
        "deeds": sum(site.cost for site in own),
        "mortgages": -sum(site.loan for site in own),
        "houses": sum(cost for name, cost, _ in stands if name == "houses"),
        "hotels": sum(cost for name, cost, _ in stands if name == "hotels"),
        "accumulated_depreciation": -sum(worn for _, _, worn in stands),
    }
    if s.node == node.OVER or s.depth <= 1:
        expected |= {"deeds_in_transit": 0, "redemptions_payable": 0, "payables": -owed, "bank_loans": -s.loan[p]}
    for name, x in expected.items():
        if found.end(name) != x:
            yield Wrong(name, p, found.end(name), x)
    points = sum(x for entry in books.entries for seat, x in entry.points if seat == p)
    if points != _points(t, s, p):
        yield Wrong("points", p, points, _points(t, s, p))


def _points(t: Tables, s: State, p: int) -> int:
    deeds = sum(t.points[q] for q in range(t.spaces) if s.owner[q] == p)
    return deeds + sum(t.boss_points[b] for b in range(t.bosses) if s.boss_of[b] == p)


def check(n: int, seed: int = SEED, told: Callable[[int], None] | None = None) -> list[Found]:
    """What is wrong in the books of so many games, with where; an empty list if nothing is."""
    found: list[Found] = []
    for number, game in enumerate(games(n, seed)):
        books = books_of(game, CHOICES[number % len(CHOICES)])
        found += [Found(game.table.edition, seed, number, each) for each in wrong(game, books, seed)]
        if told is not None:
            told(number + 1)
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """0 if nothing was found, 1 with what was found."""
    parser = argparse.ArgumentParser("python tests/tools/check_accounting.py", description=__doc__.split("\n\n")[0])
    parser.add_argument("--games", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=SEED)
    given = parser.parse_args(arguments)
    begun = time.perf_counter()
    found = check(given.games, given.seed)
    for each in found[:SHOWN]:
        print(each)
    print(say("ledger.checked", games=given.games, n=len(found), seconds=round(time.perf_counter() - begun)))
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
