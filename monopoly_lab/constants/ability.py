"""What a face of the power-up die, a character or the reward of a boss does."""

NOTHING = 0
COLLECT = 1
COLLECT_THROW = 2
COLLECT_RENTS = 3
COLLECT_BOARD = 4
COLLECT_BOSS = 5
DROP_ONE = 6
DROP_NEXT = 7
DROP_BESIDE = 8
DROP_EACH = 9
STEAL_ONE = 10
STEAL_EACH = 11
COPY = 12
UNKNOWN = 13
