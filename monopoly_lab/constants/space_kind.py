"""Codes of the kinds of spaces on the board."""

PLAIN = 0
GO = 1
STREET = 2
STATION = 3
UTILITY = 4
DECK = 5
TAX = 6
JAIL = 7
JAIL_ENTER = 8
PARKING = 9
GO_TO_JAIL = 10
CASINO = 11
TAX_OFFICE = 12
PIPE = 13
HANDFUL = 14
THWOMP = 15
SUPER_STAR = 16
ROLE_DECK = 17
FOUNDATION = 18
RAILWAY = 19  # a player who stops there throws again
TRAM = 20  # takes a fare and carries the token to another space
