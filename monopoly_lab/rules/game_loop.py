"""Run the rules: perform tasks until a seat or chance must answer, and make choices until the game ends."""

from monopoly_lab.constants import action, event, node, payer_account, payment_cause, refusal, task
from monopoly_lab.editions.rule_tables import Tables
from monopoly_lab.rules.agenda import Log, emit, interrupt, resume, rule, then, unknown
from monopoly_lab.rules.auction import hand_over_deed, next_bank_auction, open_auction
from monopoly_lab.rules.bosses import ask_fighter, end_turn, thrown_alone, use_late_power
from monopoly_lab.rules.building import clear_site, construct, sell, sell_group
from monopoly_lab.rules.building_auction import ask_place, ask_want, build, share_out
from monopoly_lab.rules.cards import ask_card, draw
from monopoly_lab.rules.characters import ask_character, swap
from monopoly_lab.rules.code_groups import is_character_task, is_fine, is_outcome, is_set_up_task
from monopoly_lab.rules.coins import hand_on_passed, pick_up_passed
from monopoly_lab.rules.debt import ask_again, charge_debt, forgive_if_insolvent, sell_deed, settle_with_bank
from monopoly_lab.rules.decisions import answer
from monopoly_lab.rules.detour import offer_detour
from monopoly_lab.rules.game_end import finish, propose_end
from monopoly_lab.rules.jail import release
from monopoly_lab.rules.landing import detain_visitor, land, read_reel, settle_stake
from monopoly_lab.rules.legality import is_unasked, oldest_claim, why_not
from monopoly_lab.rules.mortgage import mortgage, redeem, take_over_mortgage
from monopoly_lab.rules.movement import pass_by
from monopoly_lab.rules.payments import charge, sink
from monopoly_lab.rules.policy_effects import divide_fund
from monopoly_lab.rules.power_die import use_ability, use_dice, use_number, use_power, visit
from monopoly_lab.rules.random_numbers import DEALS, DICE, PILES, REELS, WAYS
from monopoly_lab.rules.rent_claims import demand_rent
from monopoly_lab.rules.roles import ask_role
from monopoly_lab.rules.speed_die import move_as_gentleman
from monopoly_lab.rules.state import State
from monopoly_lab.rules.trade import propose
from monopoly_lab.rules.turn import (
    begin_turn,
    choose_first_player,
    deal_next_deed,
    follow_throw,
    next_turn,
    set_up,
    take_dealt_deed,
    throw_again,
)


@rule
def start(s: State, t: Tables, log: Log) -> None:
    """Begin a game on an empty board and go to its first node."""
    then(s, task.START, 0, 0, 0, 0)
    run_agenda(s, t, log)


@rule
def run_agenda(s: State, t: Tables, log: Log) -> None:
    """Do what is on the agenda until luck or a seat must answer."""
    while s.node == node.NONE:
        i = s.depth - 1
        s.depth = i
        perform_task(s, t, log, s.todo[i], s.ta[i], s.tb[i], s.tc[i], s.td[i], s.tq[i])


@rule
def perform_task(s: State, t: Tables, log: Log, what: int, a: int, b: int, c: int, d: int, q: int) -> None:
    """Perform one task, with the numbers that it was put on the agenda with."""
    if what == task.LAND:
        land(s, t, log, a, b)
    elif what == task.CHARGE:
        charge_debt(s, t, log, a, b, q, c, d)
    elif what == task.TURN:
        next_turn(s, t, log, a)
    elif what == task.BEGIN:
        begin_turn(s, t, log)
    elif what == task.THROW_AGAIN:
        throw_again(s, t, log)
    elif what == task.REASK:
        resume_interrupted(s, t, log, a, b, c, d, q)
    elif what == task.RENT:
        demand_rent(s, t, log, a)
    elif what == task.DRAW:
        ask_card(s, t, a, b)
    elif what == task.AUCTION:
        open_auction(s, t, log, a, b, c)
    elif what == task.GIVE_DEED:
        hand_over_deed(s, t, log, a, b)
    elif what == task.RELEASED:
        release(s, t, log, a, b)
    elif what == task.JAIL:
        detain_visitor(s, t, log, a)
    elif what == task.INHERIT:
        take_over_mortgage(s, t, a, b)
    elif what == task.BANK_AUCTION:
        next_bank_auction(s, t)
    elif what == task.CASINO:
        settle_stake(s, t, log, a)
    elif what == task.WANTS:
        ask_want(s, a, b, c)
    elif what == task.SCARCE:
        share_out(s, t, log, a, b, c, d)
    elif what == task.PLACE:
        ask_place(s, t, a, b, c)
    elif what == task.FINISH:
        finish(s, t, log)
    elif what == task.DIVIDE:
        divide_fund(s, t, log)
    elif what == task.ADVANCE:
        move_as_gentleman(s, t, log, a)
    elif what == task.PASS_BY:
        pass_by(s, t, log, a, b, c, d)
    elif is_character_task(what):
        perform_character_task(s, t, log, what, a, b, c, d)
    elif is_set_up_task(what):
        perform_set_up_task(s, t, log, what, a)
    else:
        unknown(task, what)


@rule
def perform_character_task(s: State, t: Tables, log: Log, what: int, a: int, b: int, c: int, d: int) -> None:
    """Perform a task of boards with characters."""
    if what == task.USE:
        use_dice(s, t)
    elif what == task.NUMBER:
        use_number(s, t, log, a)
    elif what == task.POWER:
        use_power(s, t, a)
    elif what == task.VISIT:
        visit(s, t, log, a, b)
    elif what == task.ABILITY:
        use_ability(s, t, log, a, b, c, d)
    elif what == task.THROWN:
        thrown_alone(s, t, log, a, b)
    elif what == task.END_OF_TURN:
        end_turn(s, t, log)
    elif what == task.FIGHTER:
        ask_fighter(s, t, log, a)
    elif what == task.CHARACTERS:
        ask_character(s, t, a)
    elif what == task.HAND_ON:
        hand_on_passed(s, t, log)
    else:
        unknown(task, what)


@rule
def perform_set_up_task(s: State, t: Tables, log: Log, what: int, a: int) -> None:
    """Perform a task before the first turn."""
    if what == task.START:
        set_up(s, t, log)
    elif what == task.ORDER:
        choose_first_player(s, log)
    elif what == task.ROLES:
        ask_role(s, log)
    elif what == task.DEALING:
        deal_next_deed(s, t, a)
    else:
        unknown(task, what)


@rule
def resume_interrupted(s: State, t: Tables, log: Log, n: int, p: int, purpose: int, deck: int, lot: int) -> None:
    """Return to node `n`, which was interrupted, unless the seat has gone bankrupt or its debt is paid since."""
    if n == node.DEBT:
        s.actor = p
        ask_again(s, t, log)
    elif s.out[p] == 0:
        resume(s, n, p, purpose, deck, lot)


@rule
def try_choice(s: State, t: Tables, log: Log, p: int, v: int, q: int, x: int) -> int:
    """Answer the open node, or act at the table: 0 if done, else the reason and nothing has changed."""
    code = why_not(s, t, p, v, q, x)
    if code == refusal.NONE:
        make_choice(s, t, log, p, v, q, x)
    return code


@rule
def make_choice(s: State, t: Tables, log: Log, p: int, v: int, q: int, x: int) -> None:
    """Make a choice that is known to be legal."""
    s.answers += 1
    if is_outcome(v):
        answer_luck(s, t, log, v, q, x)
    elif is_unasked(s, p, v):
        note_act(s)
        do_act(s, t, log, p, v, q, x)
        if s.node == node.DEBT:
            forgive_if_insolvent(s, t, log, s.actor)
    else:
        n = s.node
        s.node = node.NONE
        answer(s, t, log, p, n, v, x)
    run_agenda(s, t, log)


@rule
def awaits_next_stage(s: State) -> bool:
    """Return True if other rules hold from here on, and their stage has not begun yet."""
    return s.node == node.CHANGE


@rule
def begin_stage(s: State, t: Tables, log: Log) -> None:
    """Begin the next stage, with its tables `t`."""
    make_choice(s, t, log, -1, action.NONE, -1, -1)


def make_choice_and_update_rules(s: State, t: Tables, log: Log, p: int, v: int, q: int, x: int) -> Tables:
    """Make a choice that is known to be legal, and return the tables that hold then."""
    make_choice(s, t, log, p, v, q, x)
    return update_rules(s, t, log)


def update_rules(s: State, t: Tables, log: Log) -> Tables:
    """Go through the changes of rules that are due, and return the tables that hold then."""
    while awaits_next_stage(s):
        assert t.later is not None
        t = t.later
        begin_stage(s, t, log)
    return t


@rule
def note_act(s: State) -> None:
    """Poll the seats from the first again: after an act each of them may want to act."""
    s.poll = 0
    s.polled += 1


@rule
def answer_luck(s: State, t: Tables, log: Log, v: int, q: int, x: int) -> None:
    """Apply what luck brought."""
    p = s.actor
    s.node = node.NONE
    if v == action.ROLL:
        s.count[DICE] += 1
        follow_throw(s, t, log, p, x)
    elif v == action.DRAW:
        s.count[PILES + s.deck] += 1
        draw(s, t, log, p, x)
    elif v == action.REEL:
        s.count[REELS] += 1
        read_reel(s, t, log, p, x)
    elif v == action.DEAL:
        s.count[DEALS] += 1
        take_dealt_deed(s, t, log, p, q)
    elif v == action.WAY:
        s.count[WAYS] += 1
        offer_detour(s, log, p, x)
    else:
        unknown(action, v)


@rule
def do_act(s: State, t: Tables, log: Log, p: int, v: int, q: int, x: int) -> None:
    """Do an act, or place a building won at auction."""
    if v == action.BUILD:
        if s.node == node.PLACE:
            s.node = node.NONE
            construct(s, t, log, p, q, s.bid)
        else:
            build(s, t, log, p, q)
    elif v == action.SELL:
        sell(s, t, log, p, q)
    elif v == action.SELL_GROUP:
        sell_group(s, t, log, p, q)
    elif v == action.CLEAR:
        clear_site(s, t, log, p, q, 1)
    elif v == action.MORTGAGE:
        mortgage(s, t, log, p, q)
    elif v == action.REDEEM:
        redeem(s, t, log, p, q)
    elif v == action.PROPOSE:
        propose(s, log, p)
    elif v == action.SETTLE:
        settle_debt(s, t, log, p)
    elif v == action.SELL_DEED:
        sell_deed(s, t, log, p, q)
    elif v == action.SWAP:
        swap(s, log, p, x)
    elif v == action.COLLECT:
        pick_up_passed(s, t, log, p)
    elif v == action.POWER:
        interrupt(s)
        use_late_power(s, t)
    elif v == action.CLAIM:
        i = oldest_claim(s, p, q)
        interrupt(s)
        then(s, task.RENT, i, 0, 0, 0)
    elif v == action.FINISH:
        s.node = node.NONE
    elif is_fine(v):
        interrupt(s)
        charge(s, x, sink(t), -1, t.o_fines, fine_cause(v))
    elif v == action.CALL:
        emit(log, event.CALLED, p, -1, -1, 0, 0)
        finish(s, t, log)
    elif v == action.END:
        propose_end(s, t, log, p)
    else:
        unknown(action, v)


@rule
def fine_cause(v: int) -> int:
    """Return what a fine is recorded as: the breach it is for."""
    if v == action.FINE_TURN:
        return payment_cause.FINE_TURN
    if v == action.FINE_MOVE:
        return payment_cause.FINE_MOVE
    if v == action.FINE_DICE:
        return payment_cause.FINE_DICE
    unknown(action, v)
    return payment_cause.NONE


@rule
def settle_debt(s: State, t: Tables, log: Log, p: int) -> None:
    """Settle the debt of seat `p` with the deeds offered: the bank takes them at once, another player is asked."""
    if s.debt_to == payer_account.BANK:
        s.node = node.NONE
        settle_with_bank(s, t, log, p)
        ask_again(s, t, log)
    else:
        propose(s, log, p)
