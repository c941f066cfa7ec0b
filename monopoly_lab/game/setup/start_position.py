"""Positions made from a start table, ready to be played on."""

from collections.abc import Mapping, Sequence
from typing import Any

from monopoly_lab.common.file_access import folded
from monopoly_lab.common.validation_errors import Problems, shown
from monopoly_lab.constants import option_value, payer_account, task
from monopoly_lab.editions import Edition
from monopoly_lab.editions.rule_tables import HOTEL, Tables
from monopoly_lab.game.setup.name_lookup import Names
from monopoly_lab.game.setup.start_deeds import read_estate
from monopoly_lab.game.setup.start_reader import put_tokens, read_table
from monopoly_lab.game.setup.start_table import Start, sides
from monopoly_lab.rules.bosses import lay_stack
from monopoly_lab.rules.characters import is_party
from monopoly_lab.rules.engine import then
from monopoly_lab.rules.state import State, empty
from monopoly_lab.rules.turn import start_cash


def position(edition: Edition, tables: Tables, players: Sequence[str], start: Mapping[str, Any]) -> State:
    """Return the position a start table describes; its next task is the turn of the seat named there.

    Raises SavedGameError with everything that is wrong with the table.
    """
    problems = Problems("")
    read = read_start(Names(edition, tables, tuple(players), problems), start)
    problems.refuse()
    return built(tables, len(players), read)


def read_start(names: Names, given: Mapping[str, Any]) -> Start:
    """Return the table in numbers; every problem is noted, and what cannot be read is left out."""
    t = names.t
    start = Start()
    start.cash = dict.fromkeys(range(len(names.players)), start_cash(t, len(names.players)))
    start.cash[payer_account.JACKPOT] = t.o_jackpot_setup
    start.at = dict.fromkeys(range(len(names.players) * names.tokens), max(t.go, 0))
    read_table(names, start, given)
    read_estate(names, start, given)
    _bankrupt_have_nothing(names, start, given)
    return start


def _bankrupt_have_nothing(names: Names, start: Start, given: Mapping[str, Any]) -> None:
    """Refuse what the file gives a bankrupt player, who has handed over everything."""
    for p in start.out:
        start.cash[p] = 0
        for part in ("cash", "deeds", "cards", "jail", "loans"):
            table = given.get(part)
            for name, entry in table.items() if isinstance(table, Mapping) else ():
                if folded(name) == folded(names.players[p]) and entry not in (0, []):
                    names.problems.note(f"start.{part}.{name}", "bankrupt_has", value=shown(entry), player=name)


def built(t: Tables, seats: int, start: Start) -> State:
    """Return the state for a start that has been checked; all accounts together hold 0."""
    s = empty(t, seats)
    if t.o_roles_sides:
        s.role[:seats] = sides(t, seats)
    for p, x in start.cash.items():
        s.cash[p] = x
    s.cash[payer_account.BANK] = -sum(start.cash.values())
    for n, p in enumerate(start.out):
        s.out[p] = n + 1
    s.bankruptcies = len(start.out)
    for p, x in start.loans.items():
        s.loan[p] = x
    for p, n in start.missed.items():
        s.missed[p] = n
    for p in start.speed:
        s.speed[p] = 1
    for k, q in start.at.items():
        s.at[k] = q
    for k, tries in start.jail.items():
        s.jail[k] = tries + 1
    for q, p in start.owner.items():
        s.owner[q] = p
    for q in start.mortgaged:
        s.mortgaged[q] = 1
    _put_buildings(s, start)
    _lay_piles(s, t, start)
    lay_stack(s, t)
    put_tokens(s, s.tokens // seats, is_party(s, t), start)
    _set_turn(s, start)
    return s


def _put_buildings(s: State, start: Start) -> None:
    for q, level in start.level.items():
        s.level[q] = level
        if level == HOTEL:
            s.hotels -= 1
        else:
            s.houses -= level


def _lay_piles(s: State, t: Tables, start: Start) -> None:
    for c, p in start.holder.items():
        s.card_seat[c] = p
        if t.o_decks == option_value.DECKS_PILES:
            s.unseen[c] = 0
    for deck, cards in start.piles.items():
        for n, c in enumerate(cards):
            s.pile[t.deck_first[deck] + n] = c
            s.unseen[c] = 0
        s.known[deck] = len(cards)


def _set_turn(s: State, start: Start) -> None:
    """As after the turn of the seat before: the first turn here begins its round."""
    s.first = start.first
    s.mover = (start.turn - 1) % s.seats
    s.round = start.round - 1
    then(s, task.TURN, 0, 0, 0, 0)
