"""What is still to be done: items of the agenda."""

START = 0
ORDER = 1
DEALING = 2
TURN = 3
BEGIN = 4
THROW_AGAIN = 5
REASK = 6
LAND = 7
AUCTION = 8
GIVE_DEED = 9
RENT = 10
CHARGE = 11
DRAW = 12
JAIL = 13
RELEASED = 14
CASINO = 15
BANK_AUCTION = 16
INHERIT = 17
WANTS = 18
SCARCE = 19
PLACE = 20
# Of boards with characters
CHARACTERS = 21
USE = 22
NUMBER = 23
POWER = 24
VISIT = 25
ABILITY = 26
THROWN = 27
END_OF_TURN = 28
FIGHTER = 29
FINISH = 30
# Of policies
DIVIDE = 31
# Of sides
ROLES = 32
# Of the speed die
ADVANCE = 33
# Of a way along which something falls due
PASS_BY = 34
# Of boards with characters
HAND_ON = 35
