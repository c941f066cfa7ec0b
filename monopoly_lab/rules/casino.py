"""The casino: a stake, three reels, winnings from the bank, lost stakes into the pot.

Source: the Russian and the Ukrainian text on the casino; reels and winnings are the edition's data.
"""

from monopoly_lab.codes import account, cause, event, node, task
from monopoly_lab.editions.tables import FACES
from monopoly_lab.rules.agenda import ask, then
from monopoly_lab.rules.money import move, pay_out
from monopoly_lab.rules.rule import emit, rule


@rule
def open_casino(s, t, p):
    """The visitor names a stake, if he has the least one in cash."""
    if s.cash[p] >= t.o_casino_minimum:
        ask(s, node.STAKE, p)


@rule
def put_stake(s, t, log, p, x):
    """The stake lies in the casino's pot until the reels have been read."""
    s.stake = x
    s.spins = 0
    move(s, log, p, account.JACKPOT, s.at[s.token], x, cause.STAKE)
    ask(s, node.REEL, p)


@rule
def spin(s, t, log, p, face):
    """One reel after another, each by one die."""
    s.spun[s.spins] = face
    emit(log, event.SPUN, p, s.spins, s.at[s.token], face, symbol(t, s.spins, face))
    s.spins += 1
    if s.spins < 3:
        ask(s, node.REEL, p)
    else:
        then(s, task.CASINO, p, 0, 0, 0)


@rule
def symbol(t, reel, face):
    return t.reel[reel * FACES + face - 1]


@rule
def settle_stake(s, t, log, p):
    """Three of a kind win: the bank pays a multiple of the stake; with one symbol the pot comes on top."""
    first = symbol(t, 0, s.spun[0])
    if symbol(t, 1, s.spun[1]) != first or symbol(t, 2, s.spun[2]) != first:
        return
    move(s, log, account.JACKPOT, account.BANK, s.at[s.token], s.stake, cause.STAKE)
    pay_out(s, t, log, p, s.at[s.token], s.stake * t.reel_pay[first], cause.CASINO_WIN)
    if first == t.reel_jackpot and t.o_casino_jackpot != 0:
        move(s, log, account.JACKPOT, p, s.at[s.token], s.cash[account.JACKPOT], cause.JACKPOT)
