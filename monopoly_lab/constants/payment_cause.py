"""Codes of the causes of a payment: what money is paid for."""

NONE = 0
START_CASH = 1
POT_SETUP = 2
SALARY = 3
PURCHASE = 4
AUCTION = 5
RENT = 6
TAX = 7  # also the fare of a tram, and what a foundation asks of a monopolist
CARD = 8
JAIL_FINE = 9
TAX_OFFICE = 10
TAX_OFFICE_FINE = 11
STAKE = 12
CASINO_WIN = 13
JACKPOT = 14
BUILDING = 15
BUILDING_SALE = 16
MORTGAGE = 17
REDEMPTION = 18
TRANSFER_FEE = 19
TRADE = 20
FINE_TURN = 21  # a fine for acting in another player's turn
BANKRUPTCY = 22
PARKING = 23
GO_BONUS = 24
DEAL = 25
DEED_SALE = 26
COINS = 27
HANDFUL = 28
THWOMP = 29
POWER = 30
STAR = 31
FIGHT = 32
REWARD = 33
FINE_MOVE = 34  # a fine for moving in another player's place
FINE_DICE = 35  # a fine for throwing dice off the table
# Policies
RENT_TAX = 36  # withheld from rent
WEALTH_TAX = 37
INCOME_TAX = 38  # on cash, to pay for a basic income
DIVIDEND = 39  # paid from tax revenue
BASIC_INCOME = 40
# Monopolists and competitors
GRANT = 41  # from a foundation
# Loans for buildings
LOAN = 42
LOAN_REPAID = 43
LOAN_INTEREST = 44
# Rents that are damaged or gone round
DAMAGE = 45
DETOUR = 46
