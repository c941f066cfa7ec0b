"""Moving tokens: around the board, past GO, and what passing brings. Source: each book on movement and GO."""

from monopoly_lab.codes import account, cause, effect, event, kind, task, word
from monopoly_lab.rules.agenda import then
from monopoly_lab.rules.coins import pass_coins
from monopoly_lab.rules.dice import take_up_speed_die
from monopoly_lab.rules.loans import call_in
from monopoly_lab.rules.money import charge, pay_out, sink
from monopoly_lab.rules.piles import card_held, put_under
from monopoly_lab.rules.policy import salary_of
from monopoly_lab.rules.property import deeds_of
from monopoly_lab.rules.rule import emit, rule

# In place of `times`, who comes so
GIFT = -2  # gets a deed that nobody owns for nothing,
BUYER = -3  # buys the deed, of its owner where it has one


@rule
def walk(s, t, log, k, steps, times):
    """Token `k` goes `steps` spaces in the direction of the arrow, then acts on the space.

    `times`: 0 for a throw; for a card the factor of the rent, -1 for the usual rent, GIFT and BUYER as above.
    """
    p = s.seat_of[k]
    q = s.at[k]
    goal = (q + steps) % t.spaces
    s.at[k] = goal
    emit(log, event.MOVED, p, k, goal, steps, times)
    then(s, task.LAND, k, times, 0, 0)
    if t.to_passing[q] <= steps or s.cash[account.BOARD] != 0:
        pass_by(s, t, log, p, q, steps, times)
    if goal == t.go and steps > 0:
        pay_out(s, t, log, p, goal, t.o_salary_stop_bonus, cause.GO_BONUS)


@rule
def pass_by(s, t, log, p, q, steps, times):
    """What the spaces after `q` do to seat `p`, whose token comes along them, the last one where it stops."""
    coins = s.cash[account.BOARD] != 0
    for i in range(steps):
        q += 1
        if q == t.spaces:
            q = 0
        if coins and s.coins[q] != 0:
            pass_coins(s, t, log, p, q)
        if t.passing[q] != 0:
            if t.kind[q] == kind.GO:
                pay_salary(s, t, log, p, q)
            elif i < steps - 1 and (times == 0 or t.o_tax_admin_by_card != 0):
                charge_property_tax(s, t, log, p, q, t.o_tax_admin_pass)


@rule
def pay_salary(s, t, log, p, q):
    """The salary; a boss is due at the end of the turn where there are any, and a speed die may be taken up."""
    if t.bosses > 0:
        s.boss_due = 1
    if t.o_speed_die == word.SPEED_DIE_AFTER_GO:
        take_up_speed_die(s, log, p)
    x = t.o_salary
    if t.salaries != 0:
        x = salary_of(s, t, p)
    pay_out(s, t, log, p, q, x, cause.SALARY)
    if s.loan[p] != 0:
        call_in(s, t, p, q)


@rule
def charge_property_tax(s, t, log, p, q, x):
    """The tax of the tax administration at space `q`, from seats that own something."""
    only = -1
    if t.o_tax_admin_exempt == word.TAX_ADMIN_EXEMPT_NO_SITE:
        only = kind.STREET
    n = deeds_of(s, t, p, only)
    if n > 0 and x > 0 and not is_let_off(s, t, log, p):
        if t.o_tax_admin_per_deed != 0:
            x = x * n
        charge(s, p, sink(t), q, x, cause.TAX_OFFICE)


@rule
def is_let_off(s, t, log, p):
    """True where nobody is held and seat `p` gives back the card that frees from there: it saves the tax."""
    c = card_held(s, t, p, effect.TAX_OFFICE_FREE)
    if c < 0 or t.o_tax_admin_detain != 0:
        return False
    put_under(s, t, log, c)
    return True


@rule
def walk_back(s, t, log, k, steps, times):
    """Token `k` goes back; GO pays only where the option says so."""
    p = s.seat_of[k]
    q = s.at[k]
    goal = (q - steps) % t.spaces
    s.at[k] = goal
    emit(log, event.MOVED, p, k, goal, -steps, times)
    then(s, task.LAND, k, times, 0, 0)
    if t.o_card_move_go_back != 0:
        for _ in range(steps):
            q = (q - 1) % t.spaces
            if t.kind[q] == kind.GO:
                pay_salary(s, t, log, p, q)


@rule
def carry(s, log, k, q):
    """Token `k` is put on `q` without moving over the spaces between."""
    s.at[k] = q
    emit(log, event.MOVED, s.seat_of[k], k, q, 0, 0)


@rule
def steps_to(s, t, k, q):
    """Spaces forward from token `k` to `q`."""
    return (q - s.at[k]) % t.spaces


@rule
def steps_to_nearest(s, t, k, what):
    """Spaces forward to the next space of a kind; 0 if the board has none."""
    for i in range(1, t.spaces + 1):
        if t.kind[(s.at[k] + i) % t.spaces] == what:
            return i
    return 0
