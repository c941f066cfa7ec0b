"""Codes of the kinds of spaces on the board.

A new kind also needs what happens on it in `rules.landing` and its sign in `board_drawing.icons`. One that asks the
player something needs a node in `constants.node` with its family in `rules.code_groups`, its answers in
`rules.decisions`, and the default answer in `players.default_answers`. Its names stand in the catalogs of messages.
"""

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
