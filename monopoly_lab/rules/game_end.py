"""How games end and who has won. Source: each book on the end of the game, its short and its timed game."""

from monopoly_lab.constants import dice_purpose, event, node, option_value, space_kind, task
from monopoly_lab.editions.rule_tables import Tables
from monopoly_lab.rules.agenda import Log, ask, emit, in_play, interrupt, rule, then
from monopoly_lab.rules.dice import ask_dice
from monopoly_lab.rules.net_worth import cash_and_rents, score
from monopoly_lab.rules.roles import is_one_side
from monopoly_lab.rules.state import State


@rule
def tie_break(s: State, t: Tables, p: int) -> int:
    """Return what decides between equal scores: how many deeds and bosses, or the prices of deeds where cash counts."""
    n = 0
    if t.o_scoring_by == option_value.SCORING_BY_CASH:
        for q in range(t.spaces):
            if s.owner[q] == p:
                n += t.price[q]
    if t.o_scoring_coins > 0:
        for q in range(t.spaces):
            if s.owner[q] == p:
                n += 1
        for b in range(t.bosses):
            if s.boss_of[b] == p:
                n += 1
    return n


@rule
def finish(s: State, t: Tables, log: Log) -> None:
    """End the game; where rents of utilities count, once the dice have fallen for them."""
    if t.o_scoring_by == option_value.SCORING_BY_RENTS and is_throw_counted(s, t):
        for i in range(s.seats):
            p = (s.mover + i) % s.seats
            if s.out[p] == 0:
                s.depth = 0
                then(s, task.FINISH, 0, 0, 0, 0)
                ask_dice(s, dice_purpose.COUNT, p)
                return
    count_up(s, t, log)


@rule
def is_throw_counted(s: State, t: Tables) -> bool:
    """Return True if seats in play own a utility that earns, and more than one seat is left to be compared."""
    if in_play(s) > 1:
        for q in range(t.spaces):
            if t.kind[q] == space_kind.UTILITY and s.owner[q] >= 0 and s.mortgaged[q] == 0:
                return True
    return False


@rule
def final_score(s: State, t: Tables, p: int) -> int:
    """Return what counts at the end for seat `p`: cash and rents, or the worth."""
    if t.o_scoring_by == option_value.SCORING_BY_RENTS:
        return cash_and_rents(s, t, p, s.thrown)
    return score(s, t, p, t.o_scoring_mortgaged)


@rule
def count_up(s: State, t: Tables, log: Log) -> None:
    """Declare the last solvent seat the winner, or the richest; -1 for a tie."""
    best = -1
    most = -1
    s.winner = -1
    for p in range(s.seats):
        if s.out[p] == 0:
            x = final_score(s, t, p)
            n = tie_break(s, t, p)
            if x > best or (x == best and n > most):
                best = x
                most = n
                s.winner = p
            elif x == best and n == most:
                s.winner = -1
    s.depth = 0
    emit(log, event.OVER, s.winner, -1, -1, best, 0)
    ask(s, node.OVER, -1)


@rule
def is_decided(s: State, t: Tables) -> bool:
    """Return True once one seat is left, or as many have gone bankrupt as the mode ends with."""
    if t.o_roles_sides != 0 and t.o_roles_end == option_value.ROLES_END_SIDE and is_one_side(s):
        return True
    limit = t.o_end_bankruptcies
    return in_play(s) <= 1 or (limit > 0 and s.bankruptcies >= limit)


@rule
def finish_if_decided(s: State, t: Tables, log: Log) -> None:
    """End the game if a bankruptcy has decided it."""
    if is_decided(s, t):
        finish(s, t, log)


@rule
def propose_end(s: State, t: Tables, log: Log, p: int) -> None:
    """Propose for seat `p` to end the game now; every other seat has to agree."""
    for i in range(s.seats):
        s.agreed[i] = 0
    s.agreed[p] = 1
    emit(log, event.AGREED, p, -1, -1, 0, 0)
    interrupt(s)
    ask_agreement(s, t, log)


@rule
def ask_agreement(s: State, t: Tables, log: Log) -> None:
    """Ask the next seat that has not agreed to end the game; finish it when all have."""
    for p in range(s.seats):
        if s.out[p] == 0 and s.agreed[p] == 0:
            ask(s, node.AGREE, p)
            return
    finish(s, t, log)


@rule
def agree(s: State, t: Tables, log: Log, p: int) -> None:
    """Note that seat `p` agrees to end the game, and ask the next one."""
    s.agreed[p] = 1
    emit(log, event.AGREED, p, -1, -1, 0, 0)
    ask_agreement(s, t, log)


@rule
def disagree(log: Log, p: int) -> None:
    """Note that seat `p` wants to play on."""
    emit(log, event.DISAGREED, p, -1, -1, 0, 0)
