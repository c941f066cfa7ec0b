"""The table `[start]`: a position to begin from, in a file, in numbers, and as the state that the rules play.

Everything may be left out; what is left out is as at the beginning of a game, with the money paid out and no deed
owned.

    [start]
    turn = "Ann"                      # who plays next
    first = "Bo"                      # who began the game, and so begins each round; else who plays next
    round = 5
    out = ["Cy"]                      # bankrupt, in the order of the bankruptcies
    mortgaged = ["baltic"]
    cash = {Ann = 300, Bo = 1200}
    position = {Ann = "new_york"}
    deeds = {Ann = ["boardwalk", "park_place"], Bo = ["baltic"]}
    buildings = {boardwalk = "hotel", park_place = 4}
    jail = {Bo = 0}                   # held, after so many failed tries
    cards = {Ann = ["chance 9"]}      # cards kept, by id or by deck and number
    piles = {chance = ["chance 5"]}   # cards whose place is known, the next of them first
    pots = {parking = 0, jackpot = 200}
    loans = {Ann = 100}               # owed to the bank for buildings
    missed = {Bo = 1}                 # turns still to be missed
    speed_die = ["Ann"]               # who has had the salary with which the speed die is taken up

Monopolists and competitors are told apart by the option `roles`.

On boards with characters also these; where a player has several characters, `position` and
`jail` take a list, one entry for each of them in the order of `characters`.

    characters = {Ann = "mario", Bo = ["peach", "yoshi"]}   # party game: the first is on the board
    resting = ["peach"]               # characters whose cards lie face down
    coins = {thwomp_1 = 2}            # lying on spaces
    bosses = {Ann = ["lemmy"]}        # beaten
    escaped = ["morton"]

Known cards lie under the unseen ones, as they do after draws. To say which card comes
next, list the whole pile; to fix one draw only, write it into the script.
"""

from dataclasses import dataclass, field

from monopoly_lab.constants import card_effect, codes, option_value, payer_account, player_role, task
from monopoly_lab.editions import components
from monopoly_lab.editions.rule_tables import HOTEL, TEAM, Tables
from monopoly_lab.rules.agenda import then
from monopoly_lab.rules.bosses import lay_stack
from monopoly_lab.rules.characters import is_party
from monopoly_lab.rules.jail import is_paid_at_once
from monopoly_lab.rules.state import State, empty

MOST_MONEY = 1_000_000_000
MOST_ROUNDS = 1_000_000
MOST_MISSED = 99
KEPT = tuple(codes(card_effect)[effect] for effect in components.KEPT)
POTS = {"parking": payer_account.PARKING, "jackpot": payer_account.JACKPOT, "boss": payer_account.BOSS}
PARTS = (
    *("out", "turn", "first", "round", "cash", "pots", "position", "jail", "cards", "piles"),
    *("deeds", "mortgaged", "buildings", "speed_die", "loans", "missed"),
    *("characters", "resting", "coins", "bosses", "escaped"),
)


def most_tries(t: Tables) -> int:
    """Return the failed tries after which a prisoner is still held: also the last, where that frees next turn."""
    tries: int = t.o_jail_exit_tries
    return tries if not is_paid_at_once(t) else max(tries - 1, 0)


def side_by_seat(t: Tables, seats: int) -> list[int]:
    """Return the side of each seat of a start: by the option `roles`; those it leaves out in turn, monopolist first."""
    found = list(t.role_of[:seats])
    for p, side in enumerate(found):
        if side == player_role.NONE:
            fewer = found.count(player_role.MONOPOLIST) <= found.count(player_role.COMPETITOR)
            found[p] = player_role.MONOPOLIST if fewer else player_role.COMPETITOR
    return found


@dataclass
class Start:
    """A start in numbers: seats, spaces and cards by index."""

    turn: int = 0
    first: int = 0
    round: int = 1
    out: list[int] = field(default_factory=list)
    cash: dict[int, int] = field(default_factory=dict)  # by account
    at: dict[int, int] = field(default_factory=dict)  # token -> space
    jail: dict[int, int] = field(default_factory=dict)  # token -> failed tries
    owner: dict[int, int] = field(default_factory=dict)  # space -> seat
    level: dict[int, int] = field(default_factory=dict)
    mortgaged: list[int] = field(default_factory=list)
    holder: dict[int, int] = field(default_factory=dict)  # card -> seat
    piles: dict[int, list[int]] = field(default_factory=dict)  # deck -> known cards
    bank_loans: dict[int, int] = field(default_factory=dict)  # by seat
    missed: dict[int, int] = field(default_factory=dict)
    speed: list[int] = field(default_factory=list)  # seats
    teams: dict[int, list[int]] = field(default_factory=dict)  # seat -> characters
    resting: list[int] = field(default_factory=list)  # characters
    coins: dict[int, int] = field(default_factory=dict)  # by space
    bosses: dict[int, int] = field(default_factory=dict)  # boss -> seat that has beaten it, or ESCAPED


def build_state(t: Tables, seats: int, start: Start) -> State:
    """Return the state for a start that has been checked; all accounts together hold 0."""
    s = empty(t, seats)
    if t.o_roles_sides:
        s.role[:seats] = side_by_seat(t, seats)
    for p, x in start.cash.items():
        s.cash[p] = x
    s.cash[payer_account.BANK] = -sum(start.cash.values())
    for n, p in enumerate(start.out):
        s.out[p] = n + 1
    s.bankruptcies = len(start.out)
    for p, x in start.bank_loans.items():
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
    _put_characters(s, s.tokens // seats, is_party(s, t), start)
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
    """Set the turn as after the turn of the seat before: the first turn here begins its round."""
    s.first = start.first
    s.mover = (start.turn - 1) % s.seats
    s.round = start.round - 1
    then(s, task.TURN, 0, 0, 0, 0)


def _put_characters(s: State, each: int, party: bool, start: Start) -> None:
    """Put teams, cards that lie face down, coins and bosses into a position."""
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
