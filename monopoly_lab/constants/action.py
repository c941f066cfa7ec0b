"""Codes of actions: answers to a node, and acts at the table."""

NONE = 0
# Answers to chance nodes.
ROLL = 1
DRAW = 2
REEL = 3
DEAL = 4
# Answers to decision nodes.
BUY = 5
DECLINE = 6
BID = 7
PASS = 8
PAY = 9
CARD = 10
THROW = 11
STOP = 12
FLAT = 13
PERCENT = 14
STAKE = 15
ACCEPT = 16
REFUSE = 17
REDEEM = 18
FEE = 19
WANT = 20
BANKRUPT = 21
AGREE = 22
DRAW_INSTEAD = 23
CHOOSE = 24
MOVE = 25
POWER = 26
MOVE_POWER = 27
TARGET = 28
FIGHT = 29
# Acts at the table. Some of them also help to settle a debt. REDEEM above is an act, too.
BUILD = 30
SELL = 31
SELL_GROUP = 32
CLEAR = 33
MORTGAGE = 34
SELL_DEED = 35
PROPOSE = 36
SETTLE = 37
CLAIM = 38
SWAP = 39
COLLECT = 40
FINE_TURN = 41
CALL = 42  # the banker calls time in a timed game
END = 43  # proposes to end the game by agreement
FINE_MOVE = 44
FINE_DICE = 45
FINISH = 49  # ends the turn without the throw after a double
# More answers.
GO = 46
MONOPOLIST = 47
COMPETITOR = 48
# Of rents that may be gone round: an outcome of luck, then two answers
WAY = 50
TOLL = 51
DETOUR = 52
