"""What can be done: answers to a node and table acts."""

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
TARGET = 27
FIGHT = 28
# Acts at the table; some of them also settle a debt, and redeeming is one as well.
BUILD = 29
SELL = 30
SELL_GROUP = 31
CLEAR = 32
MORTGAGE = 33
SELL_DEED = 34
PROPOSE = 35
SETTLE = 36
CLAIM = 37
SWAP = 38
COLLECT = 39
FINE = 40
CALL = 41
END = 42
