"""Characters: chosen, in teams, changed for one another, one moving at a time.

Source: the rule book of boards with bosses, on preparation, on two players and on the party game.

`team[p * TEAM + i]` is the i-th character that seat `p` has chosen. In the party game the seat
has one token, whose `character` changes; else each of them has a token of its own.
"""

from monopoly_lab.constants import ability, event, node, refusal, task
from monopoly_lab.editions.rule_tables import TEAM, Tables
from monopoly_lab.rules.action_timing import is_nothing_pending
from monopoly_lab.rules.agenda import Log, ask, emit, rule, then
from monopoly_lab.rules.state import State


@rule
def is_party(s: State, t: Tables) -> bool:
    """Return True if each seat has a team and one character of it on the board; two play by rules of their own."""
    return t.o_party > 1 and s.seats > 2 and t.characters > 0


@rule
def team_size(s: State, p: int) -> int:
    """Return how many characters are in the team of seat `p`."""
    n = 0
    for i in range(p * TEAM, p * TEAM + TEAM):
        if s.team[i] >= 0:
            n += 1
    return n


@rule
def is_in_team(s: State, p: int, c: int) -> bool:
    """Return True if the character is in the team of seat `p`."""
    for i in range(p * TEAM, p * TEAM + TEAM):
        if s.team[i] == c:
            return True
    return False


@rule
def is_on_board(s: State, c: int) -> bool:
    """Return True if a token on the board is the character."""
    for k in range(s.tokens):
        if s.character[k] == c:
            return True
    return False


@rule
def ask_character(s: State, t: Tables, n: int) -> None:
    """Ask for the next choice of a character, seat after seat; `n` have been asked for."""
    each = s.tokens // s.seats
    if is_party(s, t):
        each = t.o_party
    if n >= each * s.seats:
        return
    then(s, task.CHARACTERS, n + 1, 0, 0, 0)
    p = n % s.seats
    for c in range(t.characters):
        if why_not_character(s, t, p, c) == refusal.NONE:
            ask(s, node.CHARACTER, p)
            return


@rule
def why_not_character(s: State, t: Tables, p: int, c: int) -> int:
    """Return why seat `p` may not take the character."""
    if c < 0 or c >= t.characters:
        return refusal.NO_SUCH_CHARACTER
    if t.boxed[c] == 0 and t.o_characters_expansion == 0:
        return refusal.CHARACTER_NOT_AT_HAND
    if t.star_do[c] == ability.UNKNOWN:
        return refusal.ABILITY_UNKNOWN
    if is_in_team(s, p, c):
        return refusal.CHARACTER_TAKEN
    first = team_size(s, p) == 0 or not is_party(s, t)
    if first and is_on_board(s, c):
        return refusal.CHARACTER_TAKEN
    return refusal.NONE


@rule
def why_not_stop_choosing(s: State, t: Tables, p: int) -> int:
    """Return why seat `p` may not pass: its team is still too small."""
    if not is_party(s, t) or team_size(s, p) < 2:
        return refusal.TEAM_TOO_SMALL
    return refusal.NONE


@rule
def choose(s: State, t: Tables, log: Log, p: int, c: int) -> None:
    """Choose a character for seat `p`; in the party game the first one is put on the board."""
    n = team_size(s, p)
    s.team[p * TEAM + n] = c
    if n == 0 or not is_party(s, t):
        s.character[p * (s.tokens // s.seats) + n] = c
    emit(log, event.CHOSEN, p, c, -1, n, 0)


@rule
def why_not_swap(s: State, t: Tables, p: int, c: int) -> int:
    """Return why seat `p` cannot change to character `c` (once in its own turn), as a `refusal` code."""
    if not is_party(s, t):
        return refusal.NO_TEAM
    if p != s.mover:
        return refusal.NOT_YOUR_TURN
    if not is_nothing_pending(s):
        return refusal.NOT_NOW
    if s.swapped != 0:
        return refusal.SWAPPED_ALREADY
    if c < 0 or not is_in_team(s, p, c):
        return refusal.NOT_IN_TEAM
    if is_on_board(s, c):
        return refusal.CHARACTER_TAKEN
    return refusal.NONE


@rule
def can_swap(s: State, t: Tables) -> bool:
    """Return True if the mover has a character left to change to in this turn."""
    if s.swapped != 0 or not is_party(s, t):
        return False
    for i in range(s.mover * TEAM, s.mover * TEAM + TEAM):
        if s.team[i] >= 0 and not is_on_board(s, s.team[i]):
            return True
    return False


@rule
def swap(s: State, log: Log, p: int, c: int) -> None:
    """Put another character of the team of seat `p` on the board."""
    s.swapped = 1
    emit(log, event.SWAPPED, p, c, s.at[p], s.character[p], 0)
    s.character[p] = c


@rule
def choose_token(s: State) -> None:
    """Ask the mover after the throw which character moves, if two or more can; else select the only one."""
    n = 0
    for k in range(s.tokens):
        if can_move(s, k):
            n += 1
            if n == 1:
                s.token = k
    if n > 1:
        ask(s, node.TOKEN, s.mover)


@rule
def prisoners(s: State) -> int:
    """Return how many characters of the mover could try to leave jail in this turn; of two one is chosen."""
    n = 0
    for k in range(s.tokens):
        if can_try(s, k):
            n += 1
    return n


@rule
def can_try(s: State, k: int) -> bool:
    """Return True for a prisoner of the mover who may try to leave jail."""
    return s.seat_of[k] == s.mover and s.resting[k] == 0 and s.jail[k] != 0


@rule
def can_move(s: State, k: int) -> bool:
    """Return True for a token of the mover that is free and not resting."""
    return s.seat_of[k] == s.mover and s.resting[k] == 0 and s.jail[k] == 0


@rule
def ready_characters(s: State) -> None:
    """Turn up the mover's cards if all are face down, and select the token to act: one in jail comes first."""
    each = s.tokens // s.seats
    first = s.mover * each
    resting = 0
    for k in range(first, first + each):
        resting += s.resting[k]
    best = -1
    for k in range(first, first + each):
        if resting == each:
            s.resting[k] = 0
        if s.resting[k] == 0 and (best < 0 or (s.jail[best] == 0 and s.jail[k] != 0)):
            best = k
    s.token = best


@rule
def rest_character(s: State, log: Log) -> None:
    """Lay down the card of the character that has had this turn: it rests."""
    s.resting[s.token] = 1
    emit(log, event.RESTED, s.mover, s.character[s.token], s.at[s.token], 0, 0)
