"""Set up a game, decide whose turn it is, throw and throw again. Source: each book on preparation and turns."""

from monopoly_lab.constants import (
    dice_purpose,
    event,
    node,
    option_value,
    payer_account,
    payment_cause,
    player_role,
    task,
)
from monopoly_lab.editions.rule_tables import Tables
from monopoly_lab.rules.agenda import Log, ask, emit, rule, then, unknown
from monopoly_lab.rules.bosses import begin_adventure, set_up_bosses
from monopoly_lab.rules.cards import settle_card
from monopoly_lab.rules.characters import prisoners
from monopoly_lab.rules.code_groups import is_for_one_die
from monopoly_lab.rules.dice import ask_dice, is_double, read_dice, throws_speed_die
from monopoly_lab.rules.game_end import count_up, finish
from monopoly_lab.rules.jail import end_lost_turn, free_after_tries, send_to_jail, try_double
from monopoly_lab.rules.movement import ask_instead_of_throw, walk
from monopoly_lab.rules.ownership import give_deed
from monopoly_lab.rules.payments import charge_for, pay, pay_out
from monopoly_lab.rules.policy_effects import levy_wealth_tax
from monopoly_lab.rules.power_die import take_up_dice
from monopoly_lab.rules.rent_claims import lapse_rents, settle_thrown_rent
from monopoly_lab.rules.roles import give_grant
from monopoly_lab.rules.speed_die import is_triple, move_by_speed_die, take_free_move
from monopoly_lab.rules.state import State
from monopoly_lab.rules.state_fields import REFUSALS


@rule
def set_up(s: State, t: Tables, log: Log) -> None:
    """Pay the start cash and set up the pot; then deal the deeds and throw for the first turn."""
    emit(log, event.STARTED, -1, -1, -1, s.seats, 0)
    x = start_cash(t, s.seats)
    for p in range(s.seats):
        pay_out(s, t, log, p, -1, x, payment_cause.START_CASH)
    pay(s, log, payer_account.BANK, payer_account.JACKPOT, -1, t.o_jackpot_setup, payment_cause.POT_SETUP)
    then(s, task.TURN, 0, 0, 0, 0)
    if t.o_roles_sides != 0:
        for p in range(s.seats):
            if s.role[p] != player_role.NONE:
                emit(log, event.ROLE_TAKEN, p, -1, -1, s.role[p], 0)
        then(s, task.ROLES, 0, 0, 0, 0)
    if t.o_first_player > 0 and s.seats > 1:
        then(s, task.ORDER, 0, 0, 0, 0)
    else:
        begin_with(s, log, 0)
    if t.o_deal_deeds > 0:
        then(s, task.DEALING, 0, 0, 0, 0)
    if t.characters > 0:
        set_up_bosses(s, t)


@rule
def start_cash(t: Tables, seats: int) -> int:
    """Return what each seat starts with; another sum where two or three play, by book, and more with a speed die."""
    x = t.o_start_cash
    if seats == 2 and t.o_few_players_start_cash > 0:
        x = t.o_few_players_start_cash
    if seats == 3 and t.o_few_players_start_cash_of_three > 0:
        x = t.o_few_players_start_cash_of_three
    if t.o_speed_die != option_value.SPEED_DIE_NONE:
        x += t.o_speed_die_start_cash
    return x


@rule
def deal_next_deed(s: State, t: Tables, n: int) -> None:
    """Deal the next of the shuffled deeds, one to each seat in turn; `n` have been dealt."""
    if n < t.o_deal_deeds * s.seats and free_deeds(s, t) > 0:
        then(s, task.DEALING, n + 1, 0, 0, 0)
        if s.out[n % s.seats] == 0:  # paying for a deed may have ruined the seat
            ask(s, node.DEAL, n % s.seats)


@rule
def free_deeds(s: State, t: Tables) -> int:
    """Return how many deeds the bank still has."""
    n = 0
    for q in range(t.spaces):
        if t.group[q] >= 0 and s.owner[q] < 0:
            n += 1
    return n


@rule
def take_dealt_deed(s: State, t: Tables, log: Log, p: int, q: int) -> None:
    """Take the deed and pay for it at once."""
    emit(log, event.DEALT, p, -1, q, t.price[q], 0)
    give_deed(s, t, log, q, p)
    charge_for(s, log, p, payer_account.BANK, q, t.price[q], payment_cause.DEAL)


@rule
def choose_first_player(s: State, log: Log) -> None:
    """Ask every seat to throw; the highest begins, and seats that tie for it throw again."""
    best = 0
    tied = 0
    for p in range(s.seats):
        if s.ordered[p] == 0 and s.out[p] == 0:  # paying for dealt deeds may have ruined the seat
            then(s, task.ORDER, 0, 0, 0, 0)
            ask_dice(s, dice_purpose.ORDER, p)
            return
        if s.ordered[p] > best:
            best = s.ordered[p]
            tied = 0
        if s.ordered[p] == best:
            tied += 1
    for p in range(s.seats):
        if s.ordered[p] < best:
            s.ordered[p] = -1
        elif tied > 1:
            s.ordered[p] = 0
        else:
            begin_with(s, log, p)
    if tied > 1:
        then(s, task.ORDER, 0, 0, 0, 0)


@rule
def begin_with(s: State, log: Log, p: int) -> None:
    """Begin the game with seat `p`."""
    s.first = p
    s.mover = (p - 1) % s.seats
    emit(log, event.ORDER, p, -1, -1, s.ordered[p], 0)


@rule
def next_turn(s: State, t: Tables, log: Log, levied: int) -> None:
    """Pass the dice to the next seat in play; a round ends when they come back to the first of them.

    `levied`: 1 where what a policy takes and gives at the end of this round has been done, 2 where the next round
    has begun with other rules.
    """
    p = s.mover
    new_round = s.turn == 0
    for _ in range(s.seats):
        p += 1
        if p == s.seats:
            p = 0
        if p == s.first:
            new_round = True
        if s.out[p] == 0:
            break
    if new_round and levied < 2:
        if t.levies != 0 and levied == 0 and s.turn > 0:
            then(s, task.TURN, 1, 0, 0, 0)
            levy_wealth_tax(s, t)
            return
        if t.o_rounds > 0 and s.round >= t.o_rounds:
            finish(s, t, log)
            return
        s.round += 1
        if s.round == t.until:
            then(s, task.TURN, 2, 0, 0, 0)
            ask(s, node.CHANGE, p)
            return
    s.turn += 1
    s.mover = p
    s.token = p * (s.tokens // s.seats)
    s.throws = 0
    s.doubles = 0
    s.turn_over = 0
    for i in range(s.seats):
        s.built[i] = 0
    then(s, task.TURN, 0, 0, 0, 0)
    if t.characters > 0:
        begin_adventure(s)
    emit(log, event.TURN_BEGAN, p, -1, s.at[s.token], s.round, s.turn)
    if s.tokens > s.seats and prisoners(s) > 1:
        then(s, task.BEGIN, 0, 0, 0, 0)
        ask(s, node.TOKEN, p)
    else:
        begin_turn(s, t, log)


@rule
def begin_turn(s: State, t: Tables, log: Log) -> None:
    """Begin a turn once it is known which token of the mover is the first to act."""
    p = s.mover
    if s.missed[p] != 0:
        s.missed[p] -= 1
        emit(log, event.TURN_MISSED, p, -1, s.at[s.token], 0, 0)
        return
    if s.jail[s.token] != 0:
        if t.o_jail_exit_lost_turn != 0 and end_lost_turn(s, t, log, s.token):
            return
        free_after_tries(s, t, log, s.token)
    begin_move(s, t, log)


@rule
def begin_move(s: State, t: Tables, log: Log) -> None:
    """Ask a prisoner how to leave; let everybody else throw, unless a fine has just ruined them."""
    if s.out[s.mover] != 0:
        return
    if s.jail[s.token] == 0:
        ask_to_move(s, t, log, s.mover)
    elif t.o_jail_exit_lost_turn == 0:
        ask(s, node.JAIL, s.mover)


@rule
def ask_to_move(s: State, t: Tables, log: Log, p: int) -> None:
    """Ask for the throw that moves; a card that seat `p` keeps for its token may replace the first one of a turn."""
    if t.token_cards != 0 and s.throws == 0 and ask_instead_of_throw(s, t, log, p):
        end_claims_and_offers(s, t, log, p)
    else:
        ask_dice(s, dice_purpose.MOVE, p)


@rule
def throw_again(s: State, t: Tables, log: Log) -> None:
    """Ask for the extra throw of a double, which may be refused where it is a right."""
    if s.turn_over != 0 or s.out[s.mover] != 0:
        return
    if s.jail[s.token] != 0:
        begin_move(s, t, log)
    else:
        ask_dice(s, dice_purpose.MOVE, s.mover)


@rule
def follow_throw(s: State, t: Tables, log: Log, p: int, code: int) -> None:
    """Do what the dice were thrown for, once they have fallen."""
    what = s.purpose
    s.poll = 0
    s.polled = 0
    total = read_dice(s, t, log, p, code)
    if what == dice_purpose.MOVE:
        s.thrown = total
        end_claims_and_offers(s, t, log, p)
        throw_move(s, t, log)
    elif what == dice_purpose.JAIL_TRY:
        s.thrown = total
        end_claims_and_offers(s, t, log, p)
        try_double(s, t, log, s.token)
    elif what == dice_purpose.ORDER:
        s.ordered[p] = total
    elif what == dice_purpose.UTILITY:
        settle_thrown_rent(s, t, log, total)
    elif what == dice_purpose.GRANT:
        give_grant(s, t, log, p, total)
    elif what == dice_purpose.CARD:
        settle_card(s, t, log, p, total)
    elif what == dice_purpose.COUNT:
        s.thrown = total
        count_up(s, t, log)
    elif is_for_one_die(what):
        then(s, task.THROWN, p, total, 0, 0)
    else:
        unknown(dice_purpose, what)


@rule
def end_claims_and_offers(s: State, t: Tables, log: Log, p: int) -> None:
    """End what the throw of seat `p` ends, by the options: open rents lapse, and offers may be made again."""
    s.late_face = 0
    if s.claims > 0:
        lapse_rents(s, t, log, p)
    for i in range(s.seats):
        if s.offers[i] != 0:
            forget_offers(s, i)


@rule
def forget_offers(s: State, p: int) -> None:
    """Forget the offers of seat `p` after a throw, so that it may make as many as before, refused ones too."""
    s.offers[p] = 0
    for i in range(p * REFUSALS, p * REFUSALS + REFUSALS):
        s.refused[i] = 0


@rule
def throw_move(s: State, t: Tables, log: Log) -> None:
    """Move by the throw; a double throws again, the third one goes to jail; three equal faces let it go anywhere."""
    s.throws += 1
    if t.third_faces > 0 and is_triple(s, t):
        take_free_move(s, log)
        return
    if t.o_doubles != 0 and is_double(s, t):
        s.doubles += 1
        if s.doubles == t.o_three_doubles and t.jail >= 0:
            send_to_jail(s, t, log, s.token)
            return
        if t.o_doubles_most == 0 or s.doubles <= t.o_doubles_most:
            then(s, task.THROW_AGAIN, 0, 0, 0, 0)
    if t.third_faces > 0 and t.o_speed_die == option_value.SPEED_DIE_NONE:
        take_up_dice(s)
    elif t.third_faces > 0 and throws_speed_die(s, t, s.mover):
        move_by_speed_die(s, t, log)
    else:
        walk(s, t, log, s.token, s.thrown, 0)
