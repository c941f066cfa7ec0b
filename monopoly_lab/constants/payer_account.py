"""Accounts that can hold money: the seats (0 to 7), and after them these."""

BANK = 8
PARKING = 9
JACKPOT = 10
BOARD = 11  # coins that lie on the spaces
BOSS = 12  # coins that lie on the boss
FUND = 13  # what taxes have brought and is still to be shared out
