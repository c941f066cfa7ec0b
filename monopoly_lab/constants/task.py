"""What is still to be done: items of the agenda."""

START = 0  # set the game up
ORDER = 1  # choose who is first
DEALING = 2  # deal the next deed
TURN = 3  # find the next mover
BEGIN = 4  # begin the turn
THROW_AGAIN = 5  # ask for the throw after a double
REASK = 6  # ask an interrupted question again
LAND = 7  # do what the space asks for
AUCTION = 8  # open an auction
GIVE_DEED = 9  # hand over an auctioned deed
RENT = 10  # demand a rent
CHARGE = 11  # collect a debt
DRAW = 12  # ask for a card
JAIL = 13  # detain a visitor of the tax office
RELEASED = 14  # move by the throw of the last try
CASINO = 15  # settle a stake
BANK_AUCTION = 16  # put up the next deed of a bankrupt
INHERIT = 17  # ask the new owner of a mortgaged deed
WANTS = 18  # ask how many scarce buildings a seat wants
SCARCE = 19  # share out scarce buildings
PLACE = 20  # ask for the site of an auctioned building
# Of boards with characters
CHARACTERS = 21  # ask for a character
USE = 22  # use the dice that are open
NUMBER = 23  # use the number die
POWER = 24  # use the power-up die
VISIT = 25  # do what a pipe, coins, a thwomp or a star asks for
ABILITY = 26  # carry out an ability
THROWN = 27  # read the number die thrown alone
END_OF_TURN = 28  # end the turn
FIGHTER = 29  # ask who fights the boss
FINISH = 30  # end the game
# Of policies
DIVIDE = 31  # share out the fund of a policy
# Of sides
ROLES = 32  # ask for a side
# Of the speed die
ADVANCE = 33  # move on by the gentleman of the speed die
# Of a way along which something falls due
PASS_BY = 34  # do what spaces on the way do
# Of boards with characters
HAND_ON = 35  # pass coins that were not asked for
