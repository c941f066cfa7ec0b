"""Loans of the bank for buildings, without a pledge: due with interest at the borrower's next salary.

Source: the overview article, "The most simple earnings", on taking a loan to build, and "Beginning of the game", on
the banker, who issues loans and takes interest and the principal.
"""

from monopoly_lab.codes import account, cause
from monopoly_lab.rules.money import charge, in_bank, move, share
from monopoly_lab.rules.rule import rule


@rule
def credit(s, t, p):
    """What the bank would still lend seat `p` for a building."""
    if t.o_loans_building == 0:
        return 0
    return in_bank(s, t, max(t.o_loans_building - s.loan[p], 0))


@rule
def lend(s, log, p, q, x):
    """Seat `p` borrows `x` for the building on `q`."""
    s.loan[p] += x
    move(s, log, account.BANK, p, q, x, cause.LOAN)


@rule
def call_in(s, t, p, q):
    """At the salary the loan falls due with its interest, the principal first."""
    x = s.loan[p]
    s.loan[p] = 0
    charge(s, p, account.BANK, q, share(t, x, t.o_loans_percent), cause.LOAN_INTEREST)
    charge(s, p, account.BANK, q, x, cause.LOAN_REPAID)
