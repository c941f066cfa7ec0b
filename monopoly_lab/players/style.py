"""How a seat plays, as a row of numbers: `styles[p * STYLE + field]` belongs to seat `p`.

Field 0 says which kind of player sits there; the fields after it are the parameters of a
strategy, in the order below. `parameters` gives them names, ranges and words.
"""

STYLE = 28  # numbers a seat

# Field 0, the kind of player
KIND = 0
PERSON = 0  # a person, or a function of the user: never asked here
RANDOM = 1
PARAMETRIC = 2
OWN = 3  # a function of the user that compiles, and for what it leaves open as PARAMETRIC

# Money: shares of the start cash
RESERVE = 1  # kept when building, redeeming, bidding for buildings
BUY_RESERVE = 2  # kept when buying and bidding for deeds
FEAR = 3  # per cent of the highest rent within one throw, kept as well
REDEEM = 4  # cash that has to stay after redeeming a mortgage
# Values: per cent of the printed price
BID = 5  # of a deed's value, bid up to
COMPLETING = 6  # a complete group is worth so much more
BLOCKING = 7  # the last deed of somebody else's group is worth so much more
# Building
BUILD_TO = 8  # 0 to 4 houses, 5 the hotel
BORROW = 9  # 1: mortgages single deeds to complete a group or to build
# Jail
JAIL_EARLY = 10
JAIL_LATE = 11
LEAVE = 0  # values of the two: card or fine at once,
CARD_ONLY = 1  # a card at once, else the dice,
WAIT = 2  # the dice
# Trades
TRADE = 12  # chance in per cent to look for a trade in the own turn
RIVALRY = 13  # per cent of the partner's gain that counts as a loss
MARGIN = 14  # least gain, in per cent of the start cash
PARTNER_SHARE = 15  # per cent of the common gain offered to the partner
# Debts
RAISE_FIRST = 16  # 0: mortgages single deeds first, 1: sells buildings first
MORTGAGE_ORDER = 17  # 0: the cheapest deed first, 1: the dearest
SETTLE = 18  # 1: offers property before going bankrupt
# The rest
STAKE = 19  # in the casino, per cent of the cash above the reserve
DRAW = 20  # 1: draws instead of paying, where a card leaves the choice
CLAIM = 21  # chance in per cent to notice a rent that has to be asked for
# Where points count, and against bosses
COINS = 22  # per cent of the start cash that deeds and fights leave
FIGHT = 23  # least prize to be expected of a try, in per cent of what it costs
NEXT_BOSS = 24  # per cent of the price of a try against the top boss that deeds leave
# What deeds are worth
VALUE = 25
BY_PRICE = 0  # values of it: the printed price,
BY_RENT = 1  # or as much of it as rents under a policy are of the printed ones
# Of an own strategy
OWN_NUMBER = 26  # which; compiled, where its function begins
