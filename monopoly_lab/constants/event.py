"""Codes of events: what has happened in a game; most are named in the past tense.

An event is six integers: `(event, player, other, space, amount, cause)`. The comment above a code explains
its fields. A field that it does not mention is -1 (player, other, space) or 0 (amount, cause). If it does not
say more, "player" is a seat, "space" is a space of the board and "cause" is a code of `payment_cause`.
"""

# amount: number of seats
STARTED = 0
# player: the mover; space: where their token stands; amount: the round; cause: the turn, counted from 1
TURN_BEGAN = 1
# player: who threw; other, space: the first and the second die (0: not thrown); amount: the sum; cause:
# a code of `dice_purpose`
ROLLED = 2
# player; other: the token; space: the destination; amount: steps (below 0: backwards, 0: placed there
# directly); cause: `times` of `movement.walk`
MOVED = 3
# player: the payer, other: the payee, each a seat or an account; space: the space it is paid for or at, -1: none;
# amount: money; cause
PAID = 4
# player; space: the deed; amount: its price
DECLINED = 5
# space: the lot (a space, or HOUSE_LOT, HOTEL_LOT); amount: the least bid
AUCTION_OPENED = 6
# player; space: the lot; amount: the bid
BID = 7
# player: who leaves the auction; space: the lot; cause: 1 for an empty sealed bid
PASSED = 8
# space: the lot
UNSOLD = 9
# player: the new owner, other: the old one (-1: the bank); space
DEED_MOVED = 10
# player; space; amount: the level reached
BUILT = 11
# player; space; amount: the level left; cause: the level before, below 0 where the bank pays nothing
SOLD = 12
# player; space; amount: the loan
MORTGAGED = 13
# player; space. For a bankrupt's deed that the bank redeems: player -1, other: the bankrupt
REDEEMED = 14
# player; other: the card; space: where; cause: a code of `card_effect`
DREW = 15
# player; other: the card
CARD_KEPT = 16
# player: the new holder, other: the old one; space: the card
CARD_MOVED = 17
# player: who had it; other: the card
CARD_RETURNED = 18
# player; other: the token; space: where it is held
JAILED = 19
# player; other: the token; space: where it was held; amount: 1 + failed tries if the token
# is freed at the start of a turn, else 0
FREED = 20
# player; other: the token; space: where it is held; amount: failed tries
STAYED = 21
# player; space: the jail that they only visit
VISITED = 22
# player; other: the reel, from 0; space: the casino; amount: the face; cause: the symbol shown
SPUN = 23
# player: the proposer, other: the partner; amount: money given minus money asked for; cause: the
# value of a settlement, else 0
PROPOSED = 24
# player: who accepts, other: the proposer; amount and cause as in PROPOSED
ACCEPTED = 25
# player: who refuses, other: the proposer
REFUSED = 26
# player: the visitor, other: the owner, who may claim the rent; space
RENT_OPEN = 27
# player: the visitor, other: the owner, who did not claim the rent in time; space
RENT_LAPSED = 28
# player: the visitor, other: the owner; space
NO_RENT = 29
# player: the debtor, other: the creditor, a seat or an account; space: the space it is owed for or at;
# amount: owed; cause
DEBT = 30
# player: the debtor, other: the creditor, a seat or an account; amount: owed; cause: of the debt
BANKRUPT = 31
# player; space: HOUSE_LOT or HOTEL_LOT; amount: buildings asked for
WANTED = 32
# the bank ends the game because time is up
CALLED = 33
# player: who proposes the end, or agrees to it
AGREED = 34
# player
DISAGREED = 35
# player: who begins; amount: the sum that they threw, 0 without a throw
ORDER = 36
# player; space: the deed; amount: its price
DEALT = 37
# player; space; amount: the tax chosen; cause: `action.FLAT` or `action.PERCENT`
TAXED = 38
# player: the winner, -1: a tie; amount: their net worth or points
OVER = 39
# player; other: the character; space: -1 when chosen for the game, else where the token that will move stands;
# amount: its place in the team, from 0; cause: 1 for a token that will move
CHOSEN = 40
# player; other: the new character; space: where; amount: the character before
SWAPPED = 41
# player; amount: the face of the power-up die, from 1
SHOWED = 42
# player; other: the character; space: where; amount: of the ability; cause: a code of `ability`
ABILITY = 43
# player: who aims, other: the victim; space: where the victim stands; amount: coins; cause: a code of
# `ability`
TARGETED = 44
# player; other: the character; space: where
RESTED = 45
# player: the mover; space: where coins stay; amount: coins that were not claimed in time
LATE = 46
# player: the debtor, other: the creditor, a seat or an account; space: the space it was owed for or at;
# amount: forgiven; cause: of the debt
FORGIVEN = 47
# player: the mover; amount: the price of a try; cause: the boss
TURNED = 48
# player; amount: points; cause: the boss
BEATEN = 49
# amount: points that nobody gets; cause: the boss
ESCAPED = 50
# player: who does not fight; cause: the boss
LET_PASS = 51
# player: whom the bank cannot pay in full; space; amount: what it could not pay; cause
RAN_OUT = 52
# amount: the round; cause: how many times the rules have changed so far
RULES_CHANGED = 53
# player; amount: a code of `player_role`
ROLE_TAKEN = 54
# player: who has handed in a sealed bid, or passed under seal; space: the lot
SEALED = 55
# player: who throws the speed die from their next move on
TOOK_UP = 56
# player; amount: what all three dice show
TRIPLE = 57
# player; other: the token; space: where the special face (`mr`) of the speed die sends it, -1: nowhere; amount: steps;
# cause: 1 if rent is due there, 0 if nobody owns the space
ADVANCED = 58
# player: who does not move in this turn; space: where their token stands; cause: 1 if they were in jail
TURN_MISSED = 59
# player: the owner, other: the visitor; space: the deed; amount: the price that is asked for this stop
TOLL_NAMED = 60
# player: the visitor, other: the owner; space: the deed; amount: what the way round costs
WAY_DRAWN = 61
