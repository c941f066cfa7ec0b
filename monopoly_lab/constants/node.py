"""What the game waits for: a throw, a card, somebody's decision, or nothing more."""

NONE = 0
OVER = 1
# Chance nodes: outcomes with integer weights.
DICE = 2
DRAW = 3
REEL = 4
DEAL = 5
# Decision nodes: one seat, a set of legal choices.
BUY = 6
BID = 7
JAIL = 8
DETAINED = 9
TAX = 10
CARD = 11
STAKE = 13
DEBT = 14
ANSWER = 15
INHERIT = 16
WANT = 17
PLACE = 18
AGREE = 19
TRADE_CARD = 20
CHARACTER = 21
TOKEN = 22
TURN = 23
TARGET = 24
COPY = 25
BOSS = 26
GOAL = 27
# Between two rounds: other rules hold from here on, the caller goes on with their tables (`game_loop.update_rules`).
CHANGE = 28
ROLE = 29
# Of the speed die
BUS = 30
TRIPLE = 31
# By a card: a deed to be sold
SALE = 32
# By a card: which place of a color a booth is put on
BOOTH = 33
# Of rents that may be gone round: luck, then decisions
WAY = 34
TOLL = 35
DETOUR = 36
