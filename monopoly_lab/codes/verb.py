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
# Acts at the table; some of them also settle a debt, and redeeming is one as well.
BUILD = 24
SELL = 25
SELL_GROUP = 26
CLEAR = 27
MORTGAGE = 28
PROPOSE = 29
SETTLE = 30
CLAIM = 31
FINE = 32
CALL = 33
END = 34
