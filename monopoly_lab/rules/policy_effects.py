"""What policies do to a game: taxes on wealth, rents and sites, where they go, a basic income, other salaries.

They are not in any rule book; each is off unless an option turns it on, and then only moves money from one account to
another. Taxes and incomes of a round fall due when the dice are about to come back to the seat that began it. What is
not for the bank or the pot goes through the account FUND. It keeps what whole units leave over, and what taxes bring
beyond a funded income, unless they are shared out.

Damage (`damage`, `damage.percent`, `damage.from`): buildings of one group lower what the owners of another earn, as a
factory lowers the value of its neighbors. It takes no decision of its own: it follows from building, and builders see
all levels. Of each rent on the harmed group that a visitor pays, the bank takes `damage.percent` for each row of
buildings from `damage.from` on that is on the harming group when the rent is paid (a site's part of a row counts as its
part; level 5 is the hotel), rounded down to whole percent, at most all of it; the sum is rounded as the option
`rounding` says. The visitor pays the whole rent, first the owner's part, then the damage to the bank (never to a pot),
so that it is a loss of the owner and no gain of visitors. It does not matter who owns the harming group, and the same
seat may own both. Taxes are taken from what the damage leaves. A mortgaged deed takes no rent, so that nothing can be
lost; a visitor who is ruined by the owner's part owes no damage. Strategies by printed prices do not see it; those who
value by income count it as it is on the board. What visitors pay is the same with and without damage, and so is the
rent by the chain.
"""

from monopoly_lab.constants import option_value, payer_account, payment_cause, space_kind, task
from monopoly_lab.editions.options import MOST_AMOUNT
from monopoly_lab.editions.rule_tables import RENTS, Tables
from monopoly_lab.rules.agenda import Log, in_play, rule, then
from monopoly_lab.rules.net_worth import score
from monopoly_lab.rules.payments import charge, pay, pay_out, percent_of
from monopoly_lab.rules.state import State


@rule
def wealth_of(s: State, t: Tables, p: int) -> int:
    """Return what seat `p` is worth as the short game counts it."""
    return score(s, t, p, t.o_scoring_mortgaged)


@rule
def salary_of(s: State, t: Tables, p: int) -> int:
    """Return the salary of seat `p`: its own; where it is progressive, more for the poorer and less for the richer.

    Of the distance to the mean wealth of the seats in play the option gives or takes so many percent; never
    below 0, nor above what a salary can be set to: the bank's money would grow without end.
    """
    x = t.salary_of[p]
    if t.o_salary_progressive != 0:
        x += (mean_wealth(s, t) - wealth_of(s, t, p)) * t.o_salary_progressive // 100
    return min(max(x, 0), MOST_AMOUNT)


@rule
def mean_wealth(s: State, t: Tables) -> int:
    """Return the mean worth of the seats in play, rounded down."""
    x = 0
    for p in range(s.seats):
        if s.out[p] == 0:
            x += wealth_of(s, t, p)
    return x // max(in_play(s), 1)


@rule
def tax_account(t: Tables) -> int:
    """Return where the taxes of a policy go: to the bank, into the pot, or through the fund back to the seats."""
    if t.o_basic_income != 0 and t.o_basic_income_from == option_value.BASIC_INCOME_FROM_FUNDED:
        return payer_account.FUND
    if t.o_taxes_to == option_value.TAXES_TO_BANK:
        return payer_account.BANK
    if t.o_taxes_to == option_value.TAXES_TO_POT:
        return payer_account.PARKING
    return payer_account.FUND


# Rents


@rule
def site_part(t: Tables, q: int, x: int) -> int:
    """Return the part of the rent `x` on `q` that the site earns without buildings; all of it where there are none."""
    if t.kind[q] == space_kind.STREET:
        return min(x, t.rent[q * RENTS])
    return x


@rule
def withheld_from(t: Tables, q: int, x: int) -> int:
    """Return what of the rent `x` on `q` goes to the treasury, not the owner: of the site first, then of the rest."""
    site = percent_of(t, site_part(t, q, x), t.o_taxes_sites)
    return min(site + percent_of(t, x - site, t.o_taxes_rents), x)


@rule
def withhold(s: State, t: Tables, p: int, q: int, x: int) -> int:
    """Charge seat `p` the treasury's part of a rent, due after the owner's part, and return the owner's part."""
    tax = withheld_from(t, q, x)
    if tax > 0:
        charge(s, p, tax_account(t), q, tax, payment_cause.RENT_TAX)
    return x - tax


# Damage to rents by the buildings of another group


@rule
def damage_percent(s: State, t: Tables, g: int) -> int:
    """Return the percent of the rents of group `g` that are lost to the buildings of another group."""
    if t.harmed_by[g] < 0:
        return 0
    by = t.harmed_by[g]
    q = t.group_first[by]
    n = 0
    for _ in range(t.group_size[by]):
        n += max(s.level[q] - t.o_damage_from + 1, 0)
        q = t.mate[q]
    return min(t.o_damage_percent * n // t.group_size[by], 100)


@rule
def lose_damage(s: State, t: Tables, p: int, q: int, x: int) -> int:
    """Charge seat `p` the damaged part of the rent `x`, due after the owner's part, which is returned."""
    lost = percent_of(t, x, damage_percent(s, t, t.group[q]))
    if lost > 0:
        charge(s, p, payer_account.BANK, q, lost, payment_cause.DAMAGE)
    return x - lost


# The end of a round


@rule
def levy_wealth_tax(s: State, t: Tables) -> None:
    """Charge every seat the tax on its wealth, and then share out what is to be: the round is over."""
    then(s, task.DIVIDE, 0, 0, 0, 0)
    if t.o_taxes_wealth != 0:
        for p in range(s.seats - 1, -1, -1):
            x = percent_of(t, max(wealth_of(s, t, p) - t.o_taxes_wealth_free, 0), t.o_taxes_wealth)
            if s.out[p] == 0 and x > 0:
                charge(s, p, tax_account(t), -1, x, payment_cause.WEALTH_TAX)


@rule
def divide_fund(s: State, t: Tables, log: Log) -> None:
    """Pay the basic income, then what the fund still holds: to all alike, or to the poorest."""
    n = in_play(s)
    if t.o_basic_income != 0:
        pay_basic_income(s, t, log, n)
    x = s.cash[payer_account.FUND]
    if x == 0 or t.o_taxes_to == option_value.TAXES_TO_BANK or t.o_taxes_to == option_value.TAXES_TO_POT:
        return
    if t.o_taxes_to == option_value.TAXES_TO_POOREST:
        pay(s, log, payer_account.FUND, poorest(s, t), -1, x, payment_cause.DIVIDEND)
        return
    for p in range(s.seats):
        if s.out[p] == 0:
            pay(s, log, payer_account.FUND, p, -1, x // n, payment_cause.DIVIDEND)


@rule
def poorest(s: State, t: Tables) -> int:
    """Return the seat in play that is worth least, the first of several."""
    best = -1
    least = 0
    for p in range(s.seats):
        if s.out[p] == 0:
            x = wealth_of(s, t, p)
            if best < 0 or x < least:
                best = p
                least = x
    return best


@rule
def pay_basic_income(s: State, t: Tables, log: Log, n: int) -> None:
    """Pay every seat in play the same: new money, or what a tax on cash in proportion or the fund brings."""
    x = t.o_basic_income
    payer = payer_account.FUND
    if t.o_basic_income_from == option_value.BASIC_INCOME_FROM_PRINTED:
        payer = payer_account.BANK
    elif t.o_basic_income_from == option_value.BASIC_INCOME_FROM_TAXED:
        tax_cash(s, log, x * n)
    if payer == payer_account.FUND:
        x = min(x, s.cash[payer_account.FUND] // n)
    for p in range(s.seats):
        if s.out[p] == 0:
            if payer == payer_account.BANK:
                pay_out(s, t, log, p, -1, x, payment_cause.BASIC_INCOME)
            else:
                pay(s, log, payer, p, -1, x, payment_cause.BASIC_INCOME)


@rule
def tax_cash(s: State, log: Log, x: int) -> None:
    """Take `x` from all seats in proportion to their cash, at most all of it, so that no seat comes into debt."""
    total = 0
    for p in range(s.seats):
        total += s.cash[p]
    x = min(x, total)
    for p in range(s.seats):
        if s.cash[p] > 0:
            pay(s, log, p, payer_account.FUND, -1, s.cash[p] * x // total, payment_cause.INCOME_TAX)
