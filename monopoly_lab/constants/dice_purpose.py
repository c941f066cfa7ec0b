"""Codes of the purposes of a throw of the dice."""

MOVE = 0
JAIL_TRY = 1
UTILITY = 2
ORDER = 3
HANDFUL = 4
ABILITY = 5
BOSS = 6
GRANT = 7
CARD = 8
COUNT = 9
