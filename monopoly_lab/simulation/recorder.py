"""What an experiment notes of a game: a row when it is over, and what everybody is worth at the end of each round.

All notes are whole numbers, added up in fixed places, so that they come out the same in any order and take no more
room the more games there are; `game_block.merge` puts two tables together. The functions run in plain Python and
compiled.

`notes[slot]` is the table of the games that are still on at the end of a round (`round_slot`), and
`notes[slots + slot]` that of the last positions of games that have ended since the slot before: together with those of
the slots before it, they are all games (`experiments.result_frames.tables_by_round`). The rows of a table:

- `HEAD`: `GAMES` games, `RATED` games of them with wealth to share, `GINI` the sum of
  their Gini coefficients in millionths, `LORENZ + k` the sums of the shares of the k + 1 poorest in
  millionths, `WORTH + p` the sum of what seat p is worth, `LEAST + p` and `MOST + p` the least and the most of it,
  `MIDDLE` the sum of what the two seats in the middle are worth, of an odd number twice the one, `STOCK` that of all
  players' cash. In `notes[slot]`, of every round since the slot before, also where a game ended in it:
  `PAID` the sum of payments from player to player, `HELD` the sum of all cash at its beginning and at its end;
- `GINIS`: how many games had a Gini coefficient of 0, 1, ..., 100 hundredths (rounded down);
- `MIDDLES`: how often the middle of a game, half of `MIDDLE`, was worth nothing, up to one width, ... (`wealth_place`);
- `SEAT + p`: how often seat p was.

`bids` has a row for each answer at an auction, if there is room for any; the columns are named below. Row 0 is the
heading: how many answers there were, also those that found no room, the number of the game and the room.
"""

from typing import Any

from monopoly_lab.constants import action, node
from monopoly_lab.editions.rule_tables import Tables
from monopoly_lab.rules.agenda import rule
from monopoly_lab.rules.net_worth import score
from monopoly_lab.rules.state import State

# A row of a game
OVER = 0
WINNER = 1
ROUND = 2
TURN = 3
ANSWERS = 4
BANKRUPTCIES = 5
CASH = 6  # and the seven seats after it
WORTHS = 14
OUT = 22
COLUMNS = 30

# A row of bids
BID_GAME = 0
BID_ROUND = 1
BID_AUCTION = 2  # its number in the game, from 1; 0: it was open when the game began
BID_LOT = 3
BIDDER = 4
BID_AMOUNT = 5  # 0: a pass
BID_VALUE = 6  # of the lot to the bidder; `bidding.UNKNOWN`
BID_WINNER = 7  # of the auction; -1: none
BID_PRICE = 8
BID_COLUMNS = 9
ANSWERED = 0  # in the heading
NUMBER = 1
ROOM = 2

EACH = 100  # rounds noted one by one, then every tenth
TENTH = 10
SLOTS = EACH + 90
HEAD = 0
GINIS = 1
MIDDLES = 2
SEAT = 3
LINEAR = 256  # places of one width each; above them places grow with what they hold
STEPS = 32  # places for each doubling
DOUBLINGS = 10  # the last place holds more besides
BINS = 1 + LINEAR + STEPS * DOUBLINGS
GAMES = 0
RATED = 1
GINI = 2
STOCK = 3
PAID = 4
HELD = 5
MIDDLE = 6
LORENZ = 8
WORTH = 16
LEAST = 24
MOST = 32
MILLION = 1_000_000


@rule
def round_slot(rounds: int) -> int:
    """Return the slot of the end of the `rounds`-th round played, from 1; -1 for a round that is not noted."""
    if rounds <= EACH:
        return rounds - 1
    if rounds % TENTH == 0 and rounds <= TENTH * (SLOTS - EACH) + EACH:
        return EACH - 1 + (rounds - EACH) // TENTH
    return -1


@rule
def next_slot(rounds: int) -> int:
    """Return the slot of the first round from the `rounds`-th on that is noted; there may be fewer slots."""
    if rounds <= EACH:
        return rounds - 1
    return EACH - 1 + (rounds - EACH + TENTH - 1) // TENTH


@rule
def all_cash(s: State) -> int:
    """Return the cash of all players together: the money stock."""
    total = 0
    for p in range(s.seats):
        total += s.cash[p]
    return total


@rule
def wealth_place(x: int, width: int) -> int:
    """Return the place of `x` in a histogram; `place_ends` is the way back."""
    if x <= 0:
        return 0
    k = (x - 1) // width
    if k < LINEAR:
        return 1 + k
    first = 1 + LINEAR
    while k >= 2 * LINEAR and first < BINS - STEPS:
        k //= 2
        first += STEPS
    return min(first + (k - LINEAR) * STEPS // LINEAR, BINS - 1)


def place_ends(place: int, width: int) -> tuple[int, int]:
    """Return the ends of a place: it counts values above the first, up to the second; the last place, all above."""
    if place <= LINEAR:
        return (place - 1) * width, place * width
    doubling, step = divmod(place - 1 - LINEAR, STEPS)
    unit = (width << doubling) * LINEAR // STEPS
    return unit * (STEPS + step), unit * (STEPS + step + 1)


@rule
def note_round(s: State, t: Tables, notes: Any, i: int, width: int) -> None:
    """Add what each seat is worth, and all cash, to table `i`. For the Gini coefficient the bankrupt count with 0."""
    notes[i, HEAD, GAMES] += 1
    notes[i, HEAD, STOCK] += all_cash(s)
    last = notes.shape[0] - 1  # a row to sort in
    total = 0
    for p in range(s.seats):
        x = score(s, t, p, t.o_scoring_mortgaged)
        total += x
        notes[i, HEAD, WORTH + p] += x
        notes[i, SEAT + p, wealth_place(x, width)] += 1
        if notes[i, HEAD, GAMES] == 1 or x < notes[i, HEAD, LEAST + p]:
            notes[i, HEAD, LEAST + p] = x
        if notes[i, HEAD, GAMES] == 1 or x > notes[i, HEAD, MOST + p]:
            notes[i, HEAD, MOST + p] = x
        k = p
        while k > 0 and notes[last, HEAD, k - 1] > x:
            notes[last, HEAD, k] = notes[last, HEAD, k - 1]
            k -= 1
        notes[last, HEAD, k] = x
    middle = notes[last, HEAD, (s.seats - 1) // 2] + notes[last, HEAD, s.seats // 2]
    notes[i, HEAD, MIDDLE] += middle
    notes[i, MIDDLES, wealth_place(middle // 2, width)] += 1
    if total > 0:
        note_shares(s.seats, notes, i, last, total)


@rule
def note_shares(seats: int, notes: Any, i: int, last: int, total: int) -> None:
    """Add Lorenz curve and Gini coefficient of the sorted row `last`; source: sum |xi - xj| / (2 n^2 mean)."""
    apart = 0
    below = 0
    for k in range(seats):
        x = notes[last, HEAD, k]
        apart += (2 * k + 1 - seats) * x
        below += x
        notes[i, HEAD, LORENZ + k] += below * MILLION // total
    gini = apart * MILLION // (seats * total)
    notes[i, HEAD, RATED] += 1
    notes[i, HEAD, GINI] += gini
    notes[i, GINIS, gini * 100 // MILLION] += 1


@rule
def note_game(s: State, t: Tables, rows: Any, g: int, answers: int) -> None:
    """Write row `g` of a game that is over or is left unfinished; `answers` are added."""
    rows[g, OVER] = 0
    rows[g, WINNER] = -1
    if s.node == node.OVER:
        rows[g, OVER] = 1
        rows[g, WINNER] = s.winner
    rows[g, ROUND] = s.round
    rows[g, TURN] = s.turn
    rows[g, ANSWERS] += answers
    rows[g, BANKRUPTCIES] = s.bankruptcies
    for p in range(s.seats):
        rows[g, CASH + p] = s.cash[p]
        rows[g, WORTHS + p] = score(s, t, p, t.o_scoring_mortgaged)
        rows[g, OUT + p] = s.out[p]


@rule
def end_round(s: State, t: Tables, notes: Any, rounds: int, width: int, paid: int, held: int, ended: bool) -> None:
    """Note the end of the `rounds`-th round, or of the game in it, if it is one that is noted.

    `paid` and `held` are those of the round, for `PAID` and `HELD`. A game has `ended` when it is over or is left.
    """
    if ended:
        rounds = max(rounds, 1)
    slots = notes.shape[0] // 2
    if rounds < 1 or next_slot(rounds) >= slots:
        return
    i = next_slot(rounds)
    notes[i, HEAD, PAID] += paid
    notes[i, HEAD, HELD] += held
    if ended:
        note_round(s, t, notes, slots + i, width)
    elif round_slot(rounds) == i:
        note_round(s, t, notes, i, width)


@rule
def is_bid(s: State, v: int) -> bool:
    """Return True for an answer at an auction."""
    return s.node == node.BID and (v == action.BID or v == action.PASS)


@rule
def note_bid(s: State, bids: Any, x: int, value: int) -> None:
    """Add the answer of the seat that is asked, a bid of `x` or a pass for 0, before it is carried out."""
    i = bids[0, ANSWERED] + 1
    bids[0, ANSWERED] = i
    s.awarded_to = -1
    if i <= bids[0, ROOM]:
        bids[i, BID_GAME] = bids[0, NUMBER]
        bids[i, BID_ROUND] = s.round
        bids[i, BID_AUCTION] = s.auctions_begun
        bids[i, BID_LOT] = s.lot
        bids[i, BIDDER] = s.actor
        bids[i, BID_AMOUNT] = max(x, 0)
        bids[i, BID_VALUE] = value
        bids[i, BID_WINNER] = -1
        bids[i, BID_PRICE] = 0


@rule
def note_award(s: State, bids: Any) -> None:
    """Write who won the auction of the last answer, if anybody has, and the price into all rows of the auction."""
    i = bids[0, ANSWERED]
    if s.awarded_to < 0 or i > bids[0, ROOM]:
        return
    auction = bids[i, BID_AUCTION]
    while i > 0 and bids[i, BID_GAME] == bids[0, NUMBER] and bids[i, BID_AUCTION] == auction:
        bids[i, BID_WINNER] = s.awarded_to
        bids[i, BID_PRICE] = s.awarded_for
        i -= 1
