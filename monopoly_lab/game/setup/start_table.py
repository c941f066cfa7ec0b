"""The table `[start]`: a position to begin from, read and checked as a whole.

Everything may be left out; what is left out stands as at the beginning of a game, with
the money paid out and no deed owned.

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

from monopoly_lab.constants import card_effect, payer_account, player_role
from monopoly_lab.editions.rule_tables import Tables

MOST_MONEY = 1_000_000_000
MOST_ROUNDS = 1_000_000
MOST_MISSED = 99
KEPT = (card_effect.JAIL_FREE, card_effect.TAX_OFFICE_FREE, card_effect.FOR_TOKEN)
POTS = {"parking": payer_account.PARKING, "jackpot": payer_account.JACKPOT, "boss": payer_account.BOSS}
PARTS = (
    *("out", "turn", "first", "round", "cash", "pots", "position", "jail", "cards", "piles"),
    *("deeds", "mortgaged", "buildings", "speed_die", "loans", "missed"),
    *("characters", "resting", "coins", "bosses", "escaped"),
)


def sides(t: Tables, seats: int) -> list[int]:
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
    loans: dict[int, int] = field(default_factory=dict)  # by seat
    missed: dict[int, int] = field(default_factory=dict)
    speed: list[int] = field(default_factory=list)  # seats
    teams: dict[int, list[int]] = field(default_factory=dict)  # seat -> characters
    resting: list[int] = field(default_factory=list)  # characters
    coins: dict[int, int] = field(default_factory=dict)  # by space
    bosses: dict[int, int] = field(default_factory=dict)  # boss -> seat that has beaten it, -2 for escaped
