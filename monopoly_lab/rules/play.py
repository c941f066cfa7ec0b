"""The machine that runs the chapters: tasks until a node, answers until the end."""

from monopoly_lab.codes import account, cause, event, node, purpose, task, verb, why
from monopoly_lab.rules.adventure import answer_adventure, perform_adventure
from monopoly_lab.rules.agenda import interrupt, resume, then
from monopoly_lab.rules.auction import bid, hand_over, next_bank_auction, open_auction, pass_bid
from monopoly_lab.rules.bankruptcy import go_bankrupt
from monopoly_lab.rules.cards import ask_card, choose_draw, choose_payment, draw
from monopoly_lab.rules.casino import put_stake, settle_stake, spin
from monopoly_lab.rules.characters import swap
from monopoly_lab.rules.coins import pick_up_passed
from monopoly_lab.rules.debt import ask_again, collect, forgive, pay_debt, sell_deed, settle_with_bank
from monopoly_lab.rules.dice import ask_dice
from monopoly_lab.rules.ending import agree, disagree, finish, propose_end, score
from monopoly_lab.rules.jail import fine_here, owe_fine, pay_fine, release, stay, use_card
from monopoly_lab.rules.landing import hold, land
from monopoly_lab.rules.legality import claimed, why_not
from monopoly_lab.rules.money import charge, share, sink
from monopoly_lab.rules.mortgage import inherit, leave_mortgaged, mortgage, redeem, redeem_now
from monopoly_lab.rules.property import buy, decline
from monopoly_lab.rules.rent import demand
from monopoly_lab.rules.rule import emit, rule
from monopoly_lab.rules.selling import clear, sell, sell_group
from monopoly_lab.rules.shortage import ask_place, ask_want, build, construct, share_out, want
from monopoly_lab.rules.trade import accept, propose, refuse
from monopoly_lab.rules.turn import begin, deal, dealt, next_turn, order, set_up, throw, throw_again


@rule
def start(s, t, log):
    """Begin a game on an empty board and go to its first node."""
    then(s, task.START, 0, 0, 0, 0)
    settle(s, t, log)


@rule
def settle(s, t, log):
    """Do what is on the agenda until luck or a seat must answer.

    The tasks fall into three functions side by side: code within code is compiled once more at each level.
    """
    while s.node == node.NONE:
        i = s.depth - 1
        s.depth = i
        what = s.todo[i]
        if what >= task.CHARACTERS:
            perform_adventure(s, t, log, what, s.ta[i], s.tb[i], s.tc[i], s.td[i])
        elif what >= task.JAIL or what <= task.DEALING:
            perform_rare(s, t, log, what, s.ta[i], s.tb[i], s.tc[i], s.td[i])
        else:
            perform(s, t, log, what, s.ta[i], s.tb[i], s.tc[i], s.td[i], s.tq[i])


@rule
def perform(s, t, log, what, a, b, c, d, q):
    """One task, with the numbers it was put on the agenda with."""
    if what == task.LAND:
        land(s, t, log, a, b)
    elif what == task.CHARGE:
        collect(s, t, log, a, b, q, c, d)
    elif what == task.TURN:
        next_turn(s, t, log)
    elif what == task.BEGIN:
        begin(s)
    elif what == task.THROW_AGAIN:
        throw_again(s, t)
    elif what == task.RENT:
        demand(s, t, log, a)
    elif what == task.DRAW:
        ask_card(s, t, a, b)
    elif what == task.AUCTION:
        open_auction(s, t, log, a, b, c)
    elif what == task.GIVE_DEED:
        hand_over(s, t, log, a, b)
    elif what == task.REASK:
        if a == node.DEBT:
            s.actor = b
            ask_again(s, t, log)
        elif s.out[b] == 0:  # what came between may have ruined the seat
            resume(s, a, b, c, d)


@rule
def perform_rare(s, t, log, what, a, b, c, d):
    if what == task.RELEASED:
        release(s, t, log, a, b)
    elif what == task.JAIL:
        hold(s, t, log, a)
    elif what == task.INHERIT:
        inherit(s, t, a, b)
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
    elif what == task.ORDER:
        order(s, t, log)
    elif what == task.DEALING:
        deal(s, t, a)
    elif what == task.START:
        set_up(s, t, log)


@rule
def apply(s, t, log, p, v, q, x):
    """Answer the open node, or act at the table: 0 if done, else the reason and nothing has changed."""
    code = why_not(s, t, p, v, q, x)
    if code == why.NONE:
        do(s, t, log, p, v, q, x)
    return code


@rule
def do(s, t, log, p, v, q, x):
    """A choice that is known to be legal."""
    s.answers += 1
    if v <= verb.DEAL:
        answer_luck(s, t, log, v, q, x)
    elif v == verb.REDEEM and s.node != node.INHERIT:
        note_act(s)
        redeem(s, t, log, p, q)
    elif v < verb.BUILD:
        n = s.node
        s.node = node.NONE
        if n >= node.CHARACTER:
            answer_adventure(s, t, log, p, n, v, x)
        elif n <= node.DETAINED or n == node.DEBT or n == node.ANSWER:
            answer(s, t, log, p, n, v, x)
        else:
            answer_rare(s, t, log, p, n, v, x)
    else:
        note_act(s)
        act(s, t, log, p, v, q, x)
        if s.node == node.DEBT:
            forgive(s, t, log, s.actor)
    settle(s, t, log)


@rule
def note_act(s):
    """After an act every seat may want to act anew: they are polled from the first again."""
    s.poll = 0
    s.polled += 1


@rule
def answer_luck(s, t, log, v, q, x):
    """What the dice, the pile, the reel or the deal has brought."""
    p = s.actor
    s.node = node.NONE
    if v == verb.ROLL:
        s.count[0] += 1
        throw(s, t, log, p, x)
    elif v == verb.DRAW:
        s.count[1 + s.deck] += 1
        draw(s, t, log, p, x)
    elif v == verb.REEL:
        s.count[10] += 1
        spin(s, t, log, p, x)
    else:
        s.count[11] += 1
        dealt(s, t, log, p, q)


@rule
def answer(s, t, log, p, n, v, x):
    """A decision by the seat that was asked at node `n`."""
    if n == node.BUY:
        if v == verb.BUY:
            buy(s, t, log, p)
        else:
            decline(s, t, log, p)
    elif n == node.BID:
        if v == verb.BID:
            bid(s, t, log, p, x)
        else:
            pass_bid(s, t, log, p)
    elif n == node.JAIL:
        leave_jail(s, t, log, p, v)
    elif n == node.DETAINED:
        if v == verb.PAY:
            pay_fine(s, t, log, s.token)
        elif v == verb.CARD:
            use_card(s, t, log, s.token)
        else:
            stay(s)
    elif n == node.DEBT:
        if v == verb.PAY:
            pay_debt(s, log, p)
        else:
            go_bankrupt(s, t, log, p)
    elif n == node.ANSWER:
        if v == verb.ACCEPT:
            accept(s, t, log, p)
        else:
            refuse(s, t, log, p)


@rule
def answer_rare(s, t, log, p, n, v, x):
    if n == node.TAX:
        pay_tax(s, t, log, p, v)
    elif n == node.CARD:
        if v == verb.PAY:
            choose_payment(s, t, s.lot)
        else:
            choose_draw(s, t, s.lot)
    elif n == node.EXTRA:
        if v == verb.THROW:
            ask_dice(s, purpose.MOVE, p)
    elif n == node.STAKE:
        if v == verb.STAKE:
            put_stake(s, t, log, p, x)
    elif n == node.INHERIT:
        if v == verb.REDEEM:
            redeem_now(s, t, log, p)
        else:
            leave_mortgaged(s, t, log, p)
    elif n == node.WANT:
        want(s, log, p, x)
    elif n == node.AGREE:
        if v == verb.AGREE:
            agree(s, t, log, p)
        else:
            disagree(s, log, p)


@rule
def leave_jail(s, t, log, p, v):
    """The prisoner's choice at the beginning of his turn."""
    if v == verb.THROW:
        ask_dice(s, purpose.JAIL_TRY, p)
    elif v == verb.PAY and s.cash[p] < fine_here(s, t, s.token):
        owe_fine(s, t, log, s.token)
    else:
        if v == verb.PAY:
            pay_fine(s, t, log, s.token)
        else:
            use_card(s, t, log, s.token)
        ask_dice(s, purpose.MOVE, p)


@rule
def pay_tax(s, t, log, p, v):
    """The flat sum, or the share of cash, deeds at their full price and buildings at cost."""
    x = t.tax[s.lot]
    if v == verb.PERCENT:
        x = share(t, score(s, t, p, 100), t.tax_percent[s.lot])
    emit(log, event.TAXED, p, -1, s.lot, x, v)
    charge(s, p, sink(t), s.lot, x, cause.TAX)


@rule
def act(s, t, log, p, v, q, x):
    """An act at the table, or the debtor's or the auction winner's choice of a site."""
    if v == verb.BUILD:
        if s.node == node.PLACE:
            s.node = node.NONE
            construct(s, t, log, p, q, s.bid)
        else:
            build(s, t, log, p, q)
    elif v == verb.SELL:
        sell(s, t, log, p, q)
    elif v == verb.SELL_GROUP:
        sell_group(s, t, log, p, q)
    elif v == verb.CLEAR:
        clear(s, t, log, p, q, 1)
    elif v == verb.MORTGAGE:
        mortgage(s, t, log, p, q)
    elif v == verb.PROPOSE:
        propose(s, t, log, p)
    elif v == verb.SETTLE:
        settle_debt(s, t, log, p)
    elif v == verb.SELL_DEED:
        sell_deed(s, t, log, p, q)
    elif v == verb.SWAP:
        swap(s, log, p, x)
    elif v == verb.COLLECT:
        pick_up_passed(s, t, log, p)
    elif v == verb.CLAIM:
        i = claimed(s, p, q)
        interrupt(s)
        then(s, task.RENT, i, 0, 0, 0)
    elif v == verb.FINE:
        interrupt(s)
        charge(s, x, sink(t), -1, t.o_fines, cause.FINE)
    elif v == verb.CALL:
        emit(log, event.CALLED, p, -1, -1, 0, 0)
        finish(s, t, log)
    else:
        propose_end(s, t, log, p)


@rule
def settle_debt(s, t, log, p):
    """Deeds towards the debt: the bank takes them at once, a player is asked."""
    if s.debt_to == account.BANK:
        s.node = node.NONE
        settle_with_bank(s, t, log, p)
        ask_again(s, t, log)
    else:
        propose(s, t, log, p)
