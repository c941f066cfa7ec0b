"""Changes of fact, in the past tense.

An event is six integers: `(event, player, other, space, amount, cause)`. The comment on a code says what
they mean; what it does not name is -1 (player, other, space) or 0 (amount, cause). Where it says only
"player", "space" or "cause", that is a seat, a space of the board, a code of `codes.cause`.
"""

# amount: seats
STARTED = 0
# player: the mover; space: where he stands; amount: the round; cause: the turn, counted from 1
TURN_BEGAN = 1
# player: who threw; other, space: the first and the second die (0: not thrown); amount: the sum; cause:
# codes.purpose
ROLLED = 2
# player; other: the token; space: the goal; amount: steps, below 0 backwards, 0 carried; cause: `times` of
# movement.walk
MOVED = 3
# player: the payer, other: the payee, each a seat or an account; space: what for or where, -1: none; amount:
# money; cause
PAID = 4
# player; space: of the deed; amount: its price
DECLINED = 5
# space: the lot (a space, or HOUSE_LOT, HOTEL_LOT); amount: the least bid
AUCTION_OPENED = 6
# player; space: the lot; amount: the bid
BID = 7
# player: who is out of the auction; space: the lot
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
# player (-1: the bank, of a bankrupt's deed; then other: the bankrupt); space
REDEEMED = 14
# player; other: the card; space: where; cause: codes.effect
DREW = 15
# player; other: the card
CARD_KEPT = 16
# player: the new holder, other: the old one; space: the card
CARD_MOVED = 17
# player: who had it; other: the card
CARD_RETURNED = 18
# player; other: the token; space: where it is held
JAILED = 19
# player; other: the token; space: where it was held; amount: as `State.jail` before, 1 + failed tries
FREED = 20
# player; other: the token; space: where it is held; amount: failed tries
STAYED = 21
# player; space: the jail he only visits
VISITED = 22
# player; other: the reel, from 0; space: the casino; amount: the face; cause: the symbol shown
SPUN = 23
# player: the proposer, other: the partner; amount: money given less money asked for; cause: value of a
# settlement, else 0
PROPOSED = 24
# player: who accepts, other: the proposer; amount and cause as in PROPOSED
ACCEPTED = 25
# player: who refuses, other: the proposer
REFUSED = 26
# player: the visitor, other: the owner, who may ask; space
RENT_OPEN = 27
# player: the visitor, other: the owner, who did not ask; space
RENT_LAPSED = 28
# player: the visitor, other: the owner; space
NO_RENT = 29
# player: the debtor, other: the creditor, a seat or an account; space: what for or where; amount: owed; cause
DEBT = 30
# player: the debtor, other: the creditor, a seat or an account; amount: owed; cause: of the debt
BANKRUPT = 31
# player; space: HOUSE_LOT or HOTEL_LOT; amount: buildings asked for
WANTED = 32
# player: -1, the bank calls the time
CALLED = 33
# player: who proposes the end, or agrees to it
AGREED = 34
# player
DISAGREED = 35
# player: who begins; amount: his throw, 0 without one
ORDER = 36
# player; space: of the deed; amount: its price
DEALT = 37
# player; space; amount: the tax chosen; cause: codes.verb, FLAT or PERCENT
TAXED = 38
# player: the winner, -1: a tie; amount: his worth or points
OVER = 39
# player; other: the character; space: -1 when chosen for the game, else where the token stands that will move;
# amount: the number of it in the team; cause: 1 for a token that will move
CHOSEN = 40
# player; other: the new character; space: where; amount: the character before
SWAPPED = 41
# player; amount: the face of the power-up die, from 1
SHOWED = 42
# player; other: the character; space: where; amount: of the ability; cause: codes.ability
ABILITY = 43
# player: who aims, other: the victim; space: where the victim stands; amount: coins; cause: codes.ability
TARGETED = 44
# player; other: the character; space: where
RESTED = 45
# player: the mover; space: where coins stay; amount: coins not asked for in time
LATE = 46
# player: the debtor, other: the creditor, a seat or an account; space: what for or where; amount: forgiven;
# cause: of the debt
FORGIVEN = 47
# player: the mover; amount: the price of a try; cause: the boss
TURNED = 48
# player; amount: points; cause: the boss
BEATEN = 49
# amount: points that nobody gets; cause: the boss
ESCAPED = 50
# player: who does not fight; cause: the boss
LET_PASS = 51
# the bank has run out: seat, -1, space, what it could not pay, cause
RAN_OUT = 52
# amount: the round; cause: how often the rules have changed
RULES_CHANGED = 53
# player; amount: codes.role
ROLE_TAKEN = 54
# player: who has handed in a bid under seal, or none; space: the lot
SEALED = 55
# player: who throws the speed die from his next move on
TOOK_UP = 56
# player; amount: what all three dice show
TRIPLE = 57
# player; other: the token; space: where the gentleman of the speed die takes it, -1: nowhere; amount: steps;
# cause: 1 if rent is due there, 0 if nobody owns it
ADVANCED = 58
# player: who does not move in this turn; space: where his token stands; cause: 1 for who was in jail
TURN_MISSED = 59
