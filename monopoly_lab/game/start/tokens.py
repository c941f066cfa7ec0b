"""Characters, coins on the board and bosses of a start."""

from collections.abc import Mapping
from typing import Any

from monopoly_lab.codes import ability, account
from monopoly_lab.editions.tables import TEAM
from monopoly_lab.game.start.names import Names
from monopoly_lab.game.start.start import Start
from monopoly_lab.rules.bosses import ESCAPED, IN_STACK, lay_stack
from monopoly_lab.rules.state import State, empty

MOST_COINS = 1_000_000


def read_tokens(names: Names, start: Start, given: Mapping[str, Any]) -> None:
    """Notes every problem; characters that are not given are the first ones of the box that are left."""
    if "characters" in given:
        _read_characters(names, start, given["characters"])
    _fill_teams(names, start)
    if "resting" in given:
        _read_resting(names, start, given["resting"])
    if "coins" in given:
        _read_coins(names, start, given["coins"])
    for part in ("bosses", "escaped"):
        if part in given:
            _read_bosses(names, start, f"start.{part}", given[part])


def _is_party(names: Names) -> bool:
    return names.t.o_party > 1 and len(names.players) > 2


def _on_board(names: Names, start: Start) -> list[int]:
    """The characters that stand on the board."""
    return [c for team in start.teams.values() for c in (team[:1] if _is_party(names) else team)]


def _read_characters(names: Names, start: Start, value: object) -> None:
    most = names.t.o_party if _is_party(names) else names.tokens
    for where, p, entry in names.by_seat("start.characters", value):
        entries = names.problems.items(where, entry) if isinstance(entry, list) else [(where, entry)]
        if len(entries) > most:
            names.problems.note(where, "too_many_tokens", value=len(entries), most=most)
        for here, name in entries[:most]:
            c = names.character(here, name)
            if c is None:
                continue
            if problem := _why_not(names, start, p, c):
                names.problems.note(here, problem, value=name, id=names.edition.characters[c].id)
            else:
                start.teams.setdefault(p, []).append(c)


def _why_not(names: Names, start: Start, p: int, c: int) -> str:
    """The message on a character that a player cannot have; "" if he can."""
    if not names.t.boxed[c] and not names.t.o_characters_expansion:
        return "character_not_at_hand"
    if names.t.star_do[c] == ability.UNKNOWN:
        return "ability_unknown"
    first = not start.teams.get(p) or not _is_party(names)
    twice = c in start.teams.get(p, ()) or (first and c in _on_board(names, start))
    return "character_twice" if twice else ""


def _fill_teams(names: Names, start: Start) -> None:
    boxed = [c for c in range(names.t.characters) if names.t.boxed[c]]
    for p in range(len(names.players)):
        team = start.teams.setdefault(p, [])
        while len(team) < names.tokens:
            free = [c for c in boxed if c not in _on_board(names, start)]
            if not free:
                break
            team.append(free[0])


def _read_resting(names: Names, start: Start, value: object) -> None:
    for where, name in names.problems.items("start.resting", value):
        c = names.character(where, name)
        if c is not None and (names.tokens == 1 or c not in _on_board(names, start)):
            names.problems.note(where, "not_resting", value=name)
        elif c is not None:
            start.resting.append(c)


def _read_coins(names: Names, start: Start, value: object) -> None:
    for name, entry in names.problems.table("start.coins", value).items():
        q = names.space(f"start.coins.{name}", name)
        n = names.problems.number(f"start.coins.{name}", entry, 0, MOST_COINS)
        if q is not None and n is not None:
            start.coins[q] = n
    start.cash[account.BOARD] = sum(start.coins.values())


def _read_bosses(names: Names, start: Start, place: str, value: object) -> None:
    """Bosses that lie with a player, or have escaped; one that is not in the stack of so many players is refused."""
    if place.endswith("escaped"):
        entries = [(where, ESCAPED, name) for where, name in names.problems.items(place, value)]
    else:
        by_seat = names.by_seat(place, value)
        entries = [(w, p, name) for where, p, items in by_seat for w, name in names.problems.items(where, items)]
    stack = empty(names.t, len(names.players))
    lay_stack(stack, names.t)
    for where, p, name in entries:
        b = names.boss(where, name)
        if b is None:
            continue
        if stack.boss_of[b] != IN_STACK:
            names.problems.note(where, "boss_not_here", value=name)
        elif b in start.bosses:
            names.problems.note(where, "boss_twice", value=name)
        else:
            start.bosses[b] = p
    if 0 < len(start.bosses) == stack.boss_of.count(IN_STACK):
        names.problems.note(place, "no_boss_left")


def put_tokens(s: State, each: int, party: bool, start: Start) -> None:
    """Into a position: teams, cards that lie face down, coins, bosses."""
    for p, team in start.teams.items():
        s.team[p * TEAM : p * TEAM + len(team)] = team
        for i, c in enumerate(team[:1] if party else team):
            s.character[p * each + i] = c
    for k in range(s.tokens):
        s.resting[k] = int(s.character[k] in start.resting)
    for q, n in start.coins.items():
        s.coins[q] = n
    for b, p in start.bosses.items():
        s.boss_of[b] = p
