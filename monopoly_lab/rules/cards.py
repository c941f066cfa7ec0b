"""Cards: drawn, carried out at once, put under the pile. Source: each book on its two decks."""

from monopoly_lab.codes import cause, effect, event, kind, node, purpose, task, why, word
from monopoly_lab.editions.tables import HOTEL
from monopoly_lab.rules.agenda import ask, then
from monopoly_lab.rules.dice import ask_dice
from monopoly_lab.rules.jail import send_to_jail
from monopoly_lab.rules.money import charge, first_token, pay_out, sink
from monopoly_lab.rules.movement import GIFT, carry, steps_to, steps_to_nearest, walk, walk_back
from monopoly_lab.rules.piles import deck_of_card, has_card, keep, lay_under, take_out
from monopoly_lab.rules.property import why_not_part_with
from monopoly_lab.rules.rule import emit, rule, unknown
from monopoly_lab.rules.state import BOXED


@rule
def ask_card(s, t, d, p):
    """Seat `p` draws from deck `d`; an empty pile gives nothing, nor does that of sides to a seat without one, -1."""
    if d >= 0 and has_card(s, t, d) and s.out[p] == 0:
        s.deck = d
        ask(s, node.DRAW, p)


@rule
def draw(s, t, log, p, c):
    emit(log, event.DREW, p, c, s.at[s.token], 0, t.card_effect[c])
    kept = t.card_effect[c] == effect.JAIL_FREE or t.card_effect[c] == effect.TAX_OFFICE_FREE
    if t.o_decks == word.DECKS_PILES:
        take_out(s, t, c)
        if not kept and t.card_effect[c] != effect.FOR_TOKEN:
            lay_under(s, t, c)
    if kept:
        keep(s, t, log, c, p)
    else:
        carry_out(s, t, log, p, s.token, c)


@rule
def hand_card(s, t, log, c):
    """To the seat with the token that card `c` is for; back into the box if that seat is out of the game."""
    if s.out[t.card_a[c]] == 0:
        keep(s, t, log, c, t.card_a[c])
    else:
        s.card_seat[c] = BOXED


@rule
def carry_out(s, t, log, p, k, c):
    what = t.card_effect[c]
    a = t.card_a[c]
    b = t.card_b[c]
    if what == effect.COLLECT:
        pay_out(s, t, log, p, s.at[k], a, cause.CARD)
    elif what == effect.PAY:
        charge(s, p, sink(t), s.at[k], a, cause.CARD)
    elif what == effect.MOVE_TO:
        walk(s, t, log, k, steps_to(s, t, k, a), -1)
    elif what == effect.MOVE_BACK:
        walk_back(s, t, log, k, a, -1)
    elif what == effect.BACK_TO:
        walk_back(s, t, log, k, (s.at[k] - a) % t.spaces, -1)
    elif what == effect.NEAREST:
        walk(s, t, log, k, steps_to_nearest(s, t, k, a), b)
    elif what == effect.PAY_EACH:
        pay_each(s, p, a, b)
    elif what == effect.COLLECT_EACH:
        collect_each(s, t, p, a, b)
    elif what == effect.REPAIRS:
        charge(s, p, sink(t), s.at[k], repairs(s, t, p, a, b), cause.CARD)
    elif what == effect.GO_TO_JAIL:
        send_to_jail(s, t, log, k)
    elif what == effect.PAY_OR_DRAW:
        s.lot = c
        ask(s, node.CARD, p)
    elif what == effect.TO_TAX_OFFICE:
        carry(s, log, k, t.tax_office)
        then(s, task.LAND, k, -1, 0, 0)
    elif what == effect.FREE_PLACE or what == effect.UP_TO or what == effect.STEP_OR_DRAW:
        s.lot = c
        ask(s, node.GOAL, p)
    elif what == effect.FREE_AT:
        walk(s, t, log, k, steps_to(s, t, k, a), GIFT)
    elif what == effect.COLLECT_ROLLED:
        s.lot = c
        ask_dice(s, purpose.CARD, p)
    elif what == effect.BANK_PAYS_EACH:
        bank_pays_each(s, t, log, p, a, b)
    elif what == effect.FOR_TOKEN:
        hand_card(s, t, log, c)
        then(s, task.DRAW, deck_of_card(t, c), p, k, 0)
    elif what == effect.SKIP_TURN:
        s.missed[p] += 1
    elif what == effect.SELL_DEED:
        ask_sale(s, t, p, c)
    elif what == effect.TRADE:
        ask(s, node.TRADE_CARD, p)
    elif what != effect.NOTHING:
        unknown(effect, what)


@rule
def is_meant(s, p, side):
    """True for a seat that a card is about: of one side, or any where it names none (-1)."""
    return side < 0 or s.role[p] == side


@rule
def pay_each(s, p, x, side):
    """A debt to every other seat, of a side where the card names one, in the order of the seats from the mover."""
    for i in range(s.seats - 1, 0, -1):
        if is_meant(s, (p + i) % s.seats, side):
            charge(s, p, (p + i) % s.seats, s.at[s.token], x, cause.CARD)


@rule
def collect_each(s, t, p, x, side):
    """A debt of every other seat, of the side if the card names one; who rests on a shielding parking owes nothing."""
    for i in range(s.seats - 1, 0, -1):
        other = (p + i) % s.seats
        shielded = t.o_free_parking == word.FREE_PARKING_SHIELD and t.kind[s.at[first_token(s, other)]] == kind.PARKING
        if not shielded and is_meant(s, other, side):
            charge(s, other, p, s.at[s.token], x, cause.CARD)


@rule
def bank_pays_each(s, t, log, p, x, side):
    """The bank pays every seat of a side, from the one who drew the card."""
    for i in range(s.seats):
        other = (p + i) % s.seats
        if s.out[other] == 0 and is_meant(s, other, side):
            pay_out(s, t, log, other, s.at[s.token], x, cause.CARD)


@rule
def settle_card(s, t, log, p, total):
    """The dice have fallen for the card in hand: its sum where they are high enough."""
    if total >= t.card_b[s.lot]:
        pay_out(s, t, log, p, s.at[s.token], t.card_a[s.lot], cause.CARD)


@rule
def repairs(s, t, p, house, hotel):
    """`house` for each house and `hotel` for each hotel of seat `p`."""
    x = 0
    for q in range(t.spaces):
        if s.owner[q] == p:
            if s.level[q] == HOTEL:
                x += hotel
            else:
                x += house * s.level[q]
    return x


@rule
def ask_sale(s, t, p, c):
    """Seat `p` has to sell one deed to the bank, if it has any that can be sold."""
    for q in range(t.spaces):
        if why_not_part_with(s, t, p, q) == why.NONE:
            s.lot = c
            ask(s, node.SALE, p)
            return


@rule
def choose_payment(s, t, c):
    """Pay-or-draw, paid."""
    charge(s, s.actor, sink(t), s.at[s.token], t.card_a[c], cause.CARD)


@rule
def choose_draw(s, t, c):
    """Pay-or-draw, drawn."""
    then(s, task.DRAW, t.card_b[c], s.actor, s.token, 0)
