"""Cards: drawn, carried out at once, put under the pile. Source: each book on its two decks."""

from monopoly_lab.constants import (
    card_effect,
    dice_purpose,
    event,
    node,
    option_value,
    payment_cause,
    refusal,
    space_kind,
    task,
)
from monopoly_lab.editions.rule_tables import HOTEL, Tables
from monopoly_lab.rules.agenda import Log, ask, emit, rule, then, unknown
from monopoly_lab.rules.card_piles import deck_of_card, has_card, keep_card, lay_under, take_out
from monopoly_lab.rules.dice import ask_dice
from monopoly_lab.rules.jail import send_to_jail
from monopoly_lab.rules.movement import GIFT, carry, is_booth, steps_to, steps_to_nearest, walk, walk_back
from monopoly_lab.rules.ownership import why_not_part_with
from monopoly_lab.rules.payments import charge, first_token, pay_out, sink
from monopoly_lab.rules.rent_claims import is_silenced
from monopoly_lab.rules.state import State
from monopoly_lab.rules.state_fields import BOXED


@rule
def ask_card(s: State, t: Tables, d: int, p: int) -> None:
    """Ask for a card of deck `d` for seat `p`; nothing if the pile is empty, or for -1 (no side, no deck)."""
    if d >= 0 and has_card(s, t, d) and s.out[p] == 0:
        s.deck = d
        ask(s, node.DRAW, p)


@rule
def draw(s: State, t: Tables, log: Log, p: int, c: int) -> None:
    """Draw card `c` for seat `p`: keep it, or do what it says."""
    emit(log, event.DREW, p, c, s.at[s.token], 0, t.card_effect[c])
    kept = t.card_effect[c] == card_effect.JAIL_FREE or t.card_effect[c] == card_effect.TAX_OFFICE_FREE
    if t.o_decks == option_value.DECKS_PILES:
        take_out(s, t, c)
        if not kept and t.card_effect[c] != card_effect.FOR_TOKEN:
            lay_under(s, t, c)
    if kept:
        keep_card(s, log, c, p)
    else:
        carry_out(s, t, log, p, s.token, c)


@rule
def hand_card(s: State, t: Tables, log: Log, c: int) -> None:
    """Hand card `c` to the seat of the token it is for; put it back into the box if that seat is out of the game."""
    if s.out[t.card_a[c]] == 0:
        keep_card(s, log, c, t.card_a[c])
    else:
        s.card_seat[c] = BOXED


@rule
def carry_out(s: State, t: Tables, log: Log, p: int, k: int, c: int) -> None:
    """Do what the card says to seat `p` and token `k`."""
    what = t.card_effect[c]
    a = t.card_a[c]
    b = t.card_b[c]
    if what == card_effect.COLLECT:
        pay_out(s, t, log, p, s.at[k], a, payment_cause.CARD)
    elif what == card_effect.PAY:
        charge(s, p, sink(t), s.at[k], a, payment_cause.CARD)
    elif what == card_effect.MOVE_TO:
        walk(s, t, log, k, steps_to(s, t, k, a), -1)
    elif what == card_effect.MOVE_BACK:
        walk_back(s, t, log, k, a, -1)
    elif what == card_effect.BACK_TO:
        walk_back(s, t, log, k, (s.at[k] - a) % t.spaces, -1)
    elif what == card_effect.NEAREST:
        walk(s, t, log, k, steps_to_nearest(s, t, k, a), b)
    elif what == card_effect.PAY_EACH:
        pay_each(s, p, a, b)
    elif what == card_effect.COLLECT_EACH:
        collect_each(s, t, p, a, b)
    elif what == card_effect.REPAIRS:
        charge(s, p, sink(t), s.at[k], repair_cost(s, t, p, a, b), payment_cause.CARD)
    elif what == card_effect.GO_TO_JAIL:
        send_to_jail(s, t, log, k)
    elif what == card_effect.PAY_OR_DRAW:
        s.lot = c
        ask(s, node.CARD, p)
    elif what == card_effect.TO_TAX_OFFICE:
        carry(s, log, k, t.tax_office)
        then(s, task.LAND, k, -1, 0, 0)
    elif what == card_effect.FREE_PLACE or what == card_effect.UP_TO or what == card_effect.STEP_OR_DRAW:
        s.lot = c
        ask(s, node.GOAL, p)
    elif what == card_effect.FREE_BOOTH:
        ask_booth(s, t, p, k, c)
    elif what == card_effect.FREE_AT:
        walk(s, t, log, k, steps_to(s, t, k, a), GIFT)
    elif what == card_effect.COLLECT_ROLLED:
        s.lot = c
        ask_dice(s, dice_purpose.CARD, p)
    elif what == card_effect.BANK_PAYS_EACH:
        bank_pays_each(s, t, log, p, a, b)
    elif what == card_effect.FOR_TOKEN:
        hand_card(s, t, log, c)
        then(s, task.DRAW, deck_of_card(t, c), p, k, 0)
    elif what == card_effect.SKIP_TURN:
        s.missed[p] += 1
    elif what == card_effect.SELL_DEED:
        ask_sale(s, t, p, c)
    elif what == card_effect.TRADE:
        ask(s, node.TRADE_CARD, p)
    elif what != card_effect.NOTHING:
        unknown(card_effect, what)


@rule
def is_addressed(s: State, p: int, side: int) -> bool:
    """Return True for a seat that a card is about: of one side, or any where it names none (-1)."""
    return side < 0 or s.role[p] == side


@rule
def pay_each(s: State, p: int, x: int, side: int) -> None:
    """Charge a debt to every other seat, of a side where the card names one, from the mover on."""
    for i in range(s.seats - 1, 0, -1):
        if is_addressed(s, (p + i) % s.seats, side):
            charge(s, p, (p + i) % s.seats, s.at[s.token], x, payment_cause.CARD)


@rule
def collect_each(s: State, t: Tables, p: int, x: int, side: int) -> None:
    """Charge every other seat, of the side if the card names one; a seat on a shielding parking owes nothing."""
    for i in range(s.seats - 1, 0, -1):
        other = (p + i) % s.seats
        shielded = (
            t.o_free_parking == option_value.FREE_PARKING_SHIELD
            and t.kind[s.at[first_token(s, other)]] == space_kind.PARKING
        )
        if not shielded and is_addressed(s, other, side):
            charge(s, other, p, s.at[s.token], x, payment_cause.CARD)


@rule
def bank_pays_each(s: State, t: Tables, log: Log, p: int, x: int, side: int) -> None:
    """Pay every seat of a side from the bank, from the one who drew the card; prisoners where they have that right."""
    for i in range(s.seats):
        other = (p + i) % s.seats
        silenced = t.o_jail_rights_cards == 0 and is_silenced(s, t, other)
        if s.out[other] == 0 and not silenced and is_addressed(s, other, side):
            pay_out(s, t, log, other, s.at[s.token], x, payment_cause.CARD)


@rule
def settle_card(s: State, t: Tables, log: Log, p: int, total: int) -> None:
    """Pay for the card in hand the sum of the dice that have fallen for it, where they are high enough."""
    if total >= t.card_b[s.lot]:
        pay_out(s, t, log, p, s.at[s.token], t.card_a[s.lot], payment_cause.CARD)


@rule
def repair_cost(s: State, t: Tables, p: int, house: int, hotel: int) -> int:
    """Return what repairs cost seat `p`, at `house` for each house and `hotel` for each hotel."""
    x = 0
    for q in range(t.spaces):
        if s.owner[q] == p:
            if s.level[q] == HOTEL:
                x += hotel
            else:
                x += house * s.level[q]
    return x


@rule
def ask_booth(s: State, t: Tables, p: int, k: int, c: int) -> None:
    """Ask seat `p` where its free booth goes; draw another card where one player has the whole color."""
    for q in range(t.spaces):
        if is_booth(s, t, p, t.card_a[c], q):
            s.lot = c
            ask(s, node.BOOTH, p)
            return
    then(s, task.DRAW, deck_of_card(t, c), p, k, 0)


@rule
def ask_sale(s: State, t: Tables, p: int, c: int) -> None:
    """Ask seat `p` to sell one deed to the bank, if it has any that can be sold."""
    for q in range(t.spaces):
        if why_not_part_with(s, t, p, q) == refusal.NONE:
            s.lot = c
            ask(s, node.SALE, p)
            return


@rule
def choose_payment(s: State, t: Tables, c: int) -> None:
    """Charge the actor the sum of card `c`, which lets a player pay or draw another card."""
    charge(s, s.actor, sink(t), s.at[s.token], t.card_a[c], payment_cause.CARD)


@rule
def choose_draw(s: State, t: Tables, c: int) -> None:
    """Draw the other card instead of paying, for card `c`, which lets a player do either."""
    then(s, task.DRAW, t.card_b[c], s.actor, s.token, 0)
