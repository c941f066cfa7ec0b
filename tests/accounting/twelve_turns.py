"""Twelve turns of two players, and their journal worked out by hand.

Prices, rents, house prices and mortgage values are printed on the deeds of the classic US board: Oriental and Vermont
Avenue 100, Connecticut Avenue 120, houses on them 50, rent of Connecticut Avenue with two houses 100, Electric Company
150, Kentucky Avenue 220, North Carolina Avenue 300, St. James Place 180 with a mortgage value of 90, B. & O. Railroad
200. The rules (Parker Brothers, "Monopoly", rules of 2008, sections in the margin of each line): start money 1500,
salary 200, Income Tax 200, fine 50, a house is sold back at half its price, a mortgage is lifted for its value and
10 per cent. Entries follow the conventions of bookkeeping in any first course: an asset at cost, a loan as a liability,
a fine and interest as expenses, a house sold at half price leaves a loss, a deed sold leaves a gain over its cost.
"""

TURNS = """
roll 6 5, roll 2 3
roll 2 4, buy
roll 5 3, buy
roll 1 2, buy
roll 1 3, buy
Ann: trade Bo: 180 for vermont, accept, HOUSES, roll 6 5
roll 5 4, buy
roll 6 4
roll 6 5, buy
pay, roll 2 4, buy
roll 6 6, roll 3 2
Ann: mortgage st_james, roll 5 4, buy
Ann: sell oriental, Ann: redeem st_james, roll 5 3, draw chest 2
"""
HOUSES = ", ".join(f"Ann: build {site}" for site in ("oriental", "vermont", "connecticut") * 2)

# Turn, whose books, account, debit, credit; what the rules say of it.
JOURNAL = [
    (0, "the bank", "Money issued", 1500, 0),  # PREPARATION: each player is given $1500
    (0, "the bank", "Cash", 0, 1500),
    (0, "Ann", "Cash", 1500, 0),
    (0, "Ann", "Capital", 0, 1500),
    (0, "the bank", "Money issued", 1500, 0),
    (0, "the bank", "Cash", 0, 1500),
    (0, "Bo", "Cash", 1500, 0),
    (0, "Bo", "Capital", 0, 1500),
    (1, "Ann", "Deeds", 100, 0),  # BUYING PROPERTY: at its printed price; Oriental Avenue
    (1, "Ann", "Cash", 0, 100),
    (1, "the bank", "Cash", 100, 0),
    (1, "the bank", "Sales of deeds", 0, 100),
    (2, "Bo", "Deeds", 100, 0),  # Vermont Avenue
    (2, "Bo", "Cash", 0, 100),
    (2, "the bank", "Cash", 100, 0),
    (2, "the bank", "Sales of deeds", 0, 100),
    (3, "Ann", "Deeds", 120, 0),  # Connecticut Avenue
    (3, "Ann", "Cash", 0, 120),
    (3, "the bank", "Cash", 120, 0),
    (3, "the bank", "Sales of deeds", 0, 120),
    (4, "Bo", "Deeds", 150, 0),  # Electric Company
    (4, "Bo", "Cash", 0, 150),
    (4, "the bank", "Cash", 150, 0),
    (4, "the bank", "Sales of deeds", 0, 150),
    (5, "Ann", "Deeds", 180, 0),  # SELLING PROPERTY: to any player for any sum; Vermont Avenue for 180
    (5, "Ann", "Cash", 0, 180),
    (5, "Bo", "Cash", 180, 0),
    (5, "Bo", "Deeds", 0, 100),  # it had cost him 100
    (5, "Bo", "Gain on trades", 0, 80),
    *[
        line
        for _ in range(6)  # HOUSES: two on each site of the color, evenly, 50 each
        for line in (
            (5, "Ann", "Buildings: houses", 50, 0),
            (5, "Ann", "Cash", 0, 50),
            (5, "the bank", "Cash", 50, 0),
            (5, "the bank", "Sales of buildings", 0, 50),
        )
    ],
    (6, "Bo", "Deeds", 220, 0),  # Kentucky Avenue
    (6, "Bo", "Cash", 0, 220),
    (6, "the bank", "Cash", 220, 0),
    (6, "the bank", "Sales of deeds", 0, 220),
    (8, "Bo", "Deeds", 300, 0),  # North Carolina Avenue; turn 7 went to jail and cost nothing
    (8, "Bo", "Cash", 0, 300),
    (8, "the bank", "Cash", 300, 0),
    (8, "the bank", "Sales of deeds", 0, 300),
    (9, "Ann", "Fines paid", 50, 0),  # JAIL: paying a fine of $50 before the throw
    (9, "Ann", "Cash", 0, 50),
    (9, "the bank", "Cash", 50, 0),
    (9, "the bank", "Fines received", 0, 50),
    (9, "Ann", "Deeds", 180, 0),  # St. James Place
    (9, "Ann", "Cash", 0, 180),
    (9, "the bank", "Cash", 180, 0),
    (9, "the bank", "Sales of deeds", 0, 180),
    (10, "the bank", "Salaries paid", 200, 0),  # "GO": $200 each time a player passes over GO
    (10, "the bank", "Cash", 0, 200),
    (10, "Bo", "Cash", 200, 0),
    (10, "Bo", "Salary received", 0, 200),
    (10, "Bo", "Taxes paid", 200, 0),  # INCOME TAX: a flat $200
    (10, "Bo", "Cash", 0, 200),
    (10, "the bank", "Cash", 200, 0),
    (10, "the bank", "Taxes received", 0, 200),
    (10, "Bo", "Rent paid", 100, 0),  # PAYING RENT: two houses on Connecticut Avenue
    (10, "Bo", "Cash", 0, 100),
    (10, "Ann", "Cash", 100, 0),
    (10, "Ann", "Rent received", 0, 100),
    (11, "Ann", "Cash", 90, 0),  # MORTGAGES: the mortgage value printed on the deed of St. James Place
    (11, "Ann", "Mortgages", 0, 90),
    (11, "the bank", "Mortgage loans given", 90, 0),
    (11, "the bank", "Cash", 0, 90),
    (11, "Ann", "Deeds", 200, 0),  # B. & O. Railroad
    (11, "Ann", "Cash", 0, 200),
    (11, "the bank", "Cash", 200, 0),
    (11, "the bank", "Sales of deeds", 0, 200),
    (12, "Ann", "Cash", 25, 0),  # SELLING PROPERTY: houses back to the bank for one half of the price paid for them
    (12, "Ann", "Loss on selling to the bank", 25, 0),
    (12, "Ann", "Buildings: houses", 0, 50),
    (12, "the bank", "Buildings bought back", 25, 0),
    (12, "the bank", "Cash", 0, 25),
    (12, "Ann", "Mortgages", 90, 0),  # MORTGAGES: lifted for the mortgage and 10 % interest
    (12, "Ann", "Interest and fees paid", 9, 0),
    (12, "Ann", "Cash", 0, 99),
    (12, "the bank", "Cash", 99, 0),
    (12, "the bank", "Mortgage loans given", 0, 90),
    (12, "the bank", "Interest and fees received", 0, 9),
    (12, "the bank", "Payments for cards", 200, 0),  # Community Chest: the bank errs in your favor, collect $200
    (12, "the bank", "Cash", 0, 200),
    (12, "Bo", "Cash", 200, 0),
    (12, "Bo", "Receipts from cards", 0, 200),
]

# By hand from the journal: 1500 - 100 - 120 - 180 - 300 - 50 - 180 + 100 + 90 - 200 + 25 - 99 = 486, and
# 1500 - 100 - 150 + 180 - 220 - 300 + 200 - 200 - 100 + 200 = 1010. Ann earned 100 - 50 - 9 - 25 = 16, Bo
# 80 + 200 + 200 - 200 - 100 = 180.
STATEMENTS = {
    "Ann": {"cash": 486, "deeds": 780, "houses": 250, "assets": 1516, "liabilities": 0, "net_income": 16},
    "Bo": {"cash": 1010, "deeds": 670, "assets": 1680, "liabilities": 0, "net_income": 180},
}
# Ann by activity: operating 100 - 50 - 9; investing -(100 + 120 + 180 + 180 + 200) - 300 + 25; financing +90 - 90,
# and in the set-up her capital of 1500.
CASH_FLOWS = {
    "Ann": {"operating": 41, "investing": -1055, "financing": 0, "change": -1014, "opening_cash": 1500},
    "Bo": {"operating": 100, "investing": -590, "financing": 0, "change": -490, "opening_cash": 1500},
}
# The bank by the end: what it holds is minus what the players hold, 486 + 1010.
BANK_CASH = -1496
