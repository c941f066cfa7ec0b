"""Move tokens around the board, past GO, and to spaces that a card lets the drawer choose.

Source: the children's game: cards for a free place of a color, for some steps, for a step or another card, and
cards that are handed to one of the tokens; of the fairground, tickets for a free booth.
"""

from monopoly_lab.constants import (
    card_effect,
    event,
    node,
    option_value,
    payer_account,
    payment_cause,
    space_kind,
    task,
)
from monopoly_lab.editions.rule_tables import Tables
from monopoly_lab.rules.agenda import Log, ask, emit, rule, then
from monopoly_lab.rules.card_piles import card_held, put_under
from monopoly_lab.rules.coins import pass_coins
from monopoly_lab.rules.dice import take_up_speed_die
from monopoly_lab.rules.ownership import (
    count_deeds,
    give_deed,
    has_building_in_group,
    is_deed,
    is_full_group,
    is_over_cap,
)
from monopoly_lab.rules.payments import call_in_loan, charge, pay, pay_out, sink
from monopoly_lab.rules.policy_effects import salary_of
from monopoly_lab.rules.state import State

# In place of `times`, who comes so
GIFT = -2  # gets a deed that nobody owns for nothing,
BUYER = -3  # buys the deed, of its owner where it has one


@rule
def walk(s: State, t: Tables, log: Log, k: int, steps: int, times: int) -> None:
    """Move token `k` by `steps` spaces in the direction of the arrow, then act on the space.

    `times`: 0 for a throw; for a card the factor of the rent, -1 for the usual rent, GIFT and BUYER as above.
    """
    p = s.seat_of[k]
    q = s.at[k]
    goal = (q + steps) % t.spaces
    s.at[k] = goal
    emit(log, event.MOVED, p, k, goal, steps, times)
    then(s, task.LAND, k, times, 0, 0)
    if t.to_passing[q] <= steps or s.cash[payer_account.BOARD] != 0:
        pass_by(s, t, log, p, q, steps, times)


@rule
def pass_by(s: State, t: Tables, log: Log, p: int, q: int, steps: int, times: int) -> None:
    """Do what the spaces after `q` do to seat `p`, whose token comes along them, the last one where it stops.

    What is owed at a space is paid before the next one brings anything: the rest of the way waits for it.
    """
    if s.out[p] != 0:
        return
    coins = s.cash[payer_account.BOARD] != 0
    for i in range(steps):
        q += 1
        if q == t.spaces:
            q = 0
        if coins and s.coins[q] != 0:
            pass_coins(s, t, log, p, q)
        if t.passing[q] != 0:
            rest = steps - 1 - i
            owes = t.kind[q] != space_kind.GO or s.loan[p] != 0
            if owes:
                then(s, task.PASS_BY, p, q, rest, times)
            pass_space(s, t, log, p, q, rest, times)
            if owes:
                return


@rule
def pass_space(s: State, t: Tables, log: Log, p: int, q: int, rest: int, times: int) -> None:
    """Pay the salary at GO; charge the tax office's tax to a token that moves on, with `rest` steps to go."""
    if t.kind[q] == space_kind.GO:
        pay_salary(s, t, log, p, q)
        if rest == 0:
            pay_out(s, t, log, p, q, t.o_salary_stop_bonus, payment_cause.GO_BONUS)
    elif rest > 0 and (times == 0 or t.o_tax_admin_by_card != 0):
        charge_property_tax(s, t, log, p, q, t.o_tax_admin_pass)


@rule
def pay_salary(s: State, t: Tables, log: Log, p: int, q: int) -> None:
    """Pay the salary; a boss is due at the end of the turn where there are any, and a speed die may be taken up."""
    if t.bosses > 0:
        s.boss_due = 1
    if t.o_speed_die == option_value.SPEED_DIE_AFTER_GO:
        take_up_speed_die(s, log, p)
    x = t.o_salary
    if t.salaries != 0:
        x = salary_of(s, t, p)
    pay_out(s, t, log, p, q, x, payment_cause.SALARY)
    if s.loan[p] != 0:
        call_in_loan(s, t, p, q)


@rule
def charge_property_tax(s: State, t: Tables, log: Log, p: int, q: int, x: int) -> None:
    """Charge the tax of the tax office at space `q`, from seats that own something."""
    only = -1
    if t.o_tax_admin_exempt == option_value.TAX_ADMIN_EXEMPT_NO_SITE:
        only = space_kind.STREET
    if x > 0 and count_deeds(s, t, p, only) > 0 and not use_card_against_tax(s, t, log, p):
        charge(s, p, sink(t), q, x, payment_cause.TAX_OFFICE)


@rule
def use_card_against_tax(s: State, t: Tables, log: Log, p: int) -> bool:
    """Give back the card of seat `p` that frees from the tax office; return True if that saves the tax.

    Where players are held there instead, the card is for leaving.
    """
    c = card_held(s, t, p, card_effect.TAX_OFFICE_FREE)
    if c < 0 or t.o_tax_admin_detain != 0:
        return False
    put_under(s, t, log, c)
    return True


@rule
def walk_back(s: State, t: Tables, log: Log, k: int, steps: int, times: int) -> None:
    """Move token `k` back by `steps` spaces; GO pays only if an option says so."""
    p = s.seat_of[k]
    q = s.at[k]
    goal = (q - steps) % t.spaces
    s.at[k] = goal
    emit(log, event.MOVED, p, k, goal, -steps, times)
    then(s, task.LAND, k, times, 0, 0)
    if t.o_card_move_go_back != 0:
        for _ in range(steps):
            q = (q - 1) % t.spaces
            if t.kind[q] == space_kind.GO:
                pay_salary(s, t, log, p, q)


@rule
def carry(s: State, log: Log, k: int, q: int) -> None:
    """Put token `k` on `q` without moving it over the spaces between."""
    s.at[k] = q
    emit(log, event.MOVED, s.seat_of[k], k, q, 0, 0)


@rule
def steps_to(s: State, t: Tables, k: int, q: int) -> int:
    """Return how many spaces forward `q` is from token `k`."""
    return (q - s.at[k]) % t.spaces


@rule
def steps_to_nearest(s: State, t: Tables, k: int, what: int) -> int:
    """Return how many spaces forward the next space of kind `what` is; 0 if the board has none."""
    for i in range(1, t.spaces + 1):
        if t.kind[(s.at[k] + i) % t.spaces] == what:
            return i
    return 0


# Cards that let the drawer choose where to go, and deeds that have to be bought


@rule
def is_goal(s: State, t: Tables, c: int, q: int) -> bool:
    """Return True if card `c` lets the moving token go to space `q`."""
    if q < 0 or q >= t.spaces:
        return False
    what = t.card_effect[c]
    a = t.card_a[c]
    if what == card_effect.FREE_PLACE:
        return t.group[q] >= 0 and (t.group[q] == a or t.group[q] == t.card_b[c])
    if what == card_effect.FOR_TOKEN:
        return is_for_sale(s, t, s.seat_of[s.token], q)
    n = steps_to(s, t, s.token, q)
    if what == card_effect.UP_TO:
        return 1 <= n <= a
    return what == card_effect.STEP_OR_DRAW and n == a


@rule
def is_for_sale(s: State, t: Tables, p: int, q: int) -> bool:
    """Return True if a card for its token lets seat `p` buy the deed of `q`, for cash in hand.

    Of the bank; where it has none left of another player, if the deed is free of buildings and of a mortgage.
    """
    if not is_deed(t, q) or s.owner[q] == p or s.cash[p] < t.price[q] or is_over_cap(s, t, p, q):
        return False
    if s.owner[q] < 0:
        return True
    return not has_free_deed(s, t) and s.mortgaged[q] == 0 and not has_building_in_group(s, t, q)


@rule
def has_free_deed(s: State, t: Tables) -> bool:
    """Return True if the bank still has a deed."""
    for q in range(t.spaces):
        if is_deed(t, q) and s.owner[q] < 0:
            return True
    return False


@rule
def is_booth(s: State, t: Tables, p: int, g: int, q: int) -> bool:
    """Return True if a ticket for the color `g` puts a booth of seat `p` on space `q`.

    On a place that nobody owns; where there is none, on an opponent's, unless one player has all of the color.
    """
    if q < 0 or q >= t.spaces or t.group[q] != g or s.owner[q] == p or is_over_cap(s, t, p, q):
        return False
    if s.owner[q] < 0:
        return True
    m = t.mate[q]
    while m != q:
        if s.owner[m] < 0:
            return False
        m = t.mate[m]
    return not is_full_group(s, t, q)


@rule
def ask_instead_of_throw(s: State, t: Tables, log: Log, p: int) -> bool:
    """Ask seat `p` for a place to buy, if it keeps a card for its token; return True if it so does not throw.

    A card that leads nowhere goes back under the pile.
    """
    c = card_held(s, t, p, card_effect.FOR_TOKEN)
    if c < 0:
        return False
    for q in range(t.spaces):
        if is_for_sale(s, t, p, q):
            s.lot = c
            ask(s, node.GOAL, p)
            return True
    put_under(s, t, log, c)
    return False


@rule
def go_to(s: State, t: Tables, log: Log, q: int) -> None:
    """Move the token to the chosen space; a free place of the color costs nothing. A card for a token goes back."""
    times = -1
    if t.card_effect[s.lot] == card_effect.FREE_PLACE:
        times = GIFT
    elif t.card_effect[s.lot] == card_effect.FOR_TOKEN:
        times = BUYER
        s.throws += 1
        put_under(s, t, log, s.lot)
    walk(s, t, log, s.token, steps_to(s, t, s.token, q), times)


@rule
def draw_another(s: State, t: Tables) -> None:
    """Draw another card instead of moving one step."""
    then(s, task.DRAW, t.card_b[s.lot], s.actor, s.token, 0)


@rule
def take_for_nothing(s: State, t: Tables, log: Log, p: int, q: int) -> None:
    """Give seat `p` a deed for nothing: one that nobody owns, or an opponent's that a booth replaces."""
    give_deed(s, t, log, q, p)


@rule
def must_buy(s: State, t: Tables, log: Log, p: int, q: int) -> None:
    """Give seat `p` the deed of `q` and charge its price, which may become a debt, where buying is a duty."""
    give_deed(s, t, log, q, p)
    charge(s, p, payer_account.BANK, q, t.price[q], payment_cause.PURCHASE)


@rule
def buy_out(s: State, t: Tables, log: Log, p: int, q: int) -> None:
    """Sell the deed of another player for its price, which the buyer has."""
    owner = s.owner[q]
    give_deed(s, t, log, q, p)
    pay(s, log, p, owner, q, t.price[q], payment_cause.PURCHASE)
