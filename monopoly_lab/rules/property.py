"""Deeds: who owns what, and the first right to buy. Source: each book on buying property."""

from monopoly_lab.codes import account, cause, event, node, task, why
from monopoly_lab.rules.agenda import ask, then
from monopoly_lab.rules.money import move
from monopoly_lab.rules.rule import emit, rule
from monopoly_lab.rules.shares import note_deed


@rule
def give_deed(s, t, log, q, p):
    """The deed of `q` goes to seat `p`; -1: to the bank."""
    emit(log, event.DEED_MOVED, p, s.owner[q], q, 0, 0)
    note_change(s, q)
    s.owner[q] = p
    note_change(s, q)
    note_deed(s, t, q)


@rule
def note_change(s, q):
    """The deed of `q`, its mortgage or what stands there changes: its owner looks anew at its estate."""
    p = s.owner[q]
    if p >= 0:
        forget_sites(s, p)
        if s.mortgaged[q] != 0:
            s.least_redemption[p] = 0


@rule
def forget_sites(s, p):
    """Nothing is remembered of what seat `p` can build and borrow."""
    s.least[p] = 0
    s.favourite[p] = 0
    s.loans[p] = 0


@rule
def number_owned(s, t, q):
    """Deeds of the group of `q` that its owner holds, mortgaged or not."""
    n = 0
    m = q
    for _ in range(t.group_size[t.group[q]]):
        if s.owner[m] == s.owner[q]:
            n += 1
        m = t.mate[m]
    return n


@rule
def is_full_group(s, t, q):
    """True if one seat owns every deed of the group of `q`."""
    if s.owner[q] < 0:
        return False
    m = t.mate[q]
    while m != q:
        if s.owner[m] != s.owner[q]:
            return False
        m = t.mate[m]
    return True


@rule
def is_mortgaged_group(s, t, q):
    """True if any deed of the group of `q` is mortgaged."""
    m = q
    for _ in range(t.group_size[t.group[q]]):
        if s.mortgaged[m] != 0:
            return True
        m = t.mate[m]
    return False


@rule
def is_built_group(s, t, q):
    """True if any site of the group of `q` has a building."""
    m = q
    for _ in range(t.group_size[t.group[q]]):
        if s.level[m] != 0:
            return True
        m = t.mate[m]
    return False


@rule
def why_not_part_with(s, t, p, q):
    """Why seat `p` cannot give the deed of `q` to the bank: it has to be its own, without a mortgage and buildings."""
    if not is_deed(t, q):
        return why.NOT_A_DEED
    if s.owner[q] != p:
        return why.NOT_OWNER
    if s.mortgaged[q] != 0:
        return why.ALREADY_MORTGAGED
    if is_built_group(s, t, q):
        return why.GROUP_BUILT
    return why.NONE


@rule
def deeds_of(s, t, p, only):
    """How many deeds seat `p` owns; of one kind of space, or of all for -1."""
    n = 0
    for q in range(t.spaces):
        if s.owner[q] == p and t.group[q] >= 0 and (only < 0 or t.kind[q] == only):
            n += 1
    return n


@rule
def is_over_cap(s, t, p, q):
    """True if a policy lets seat `p` own no more deeds of the group of `q`."""
    if t.o_deed_cap == 0:
        return False
    n = 0
    m = q
    for _ in range(t.group_size[t.group[q]]):
        if s.owner[m] == p:
            n += 1
        m = t.mate[m]
    return n >= t.o_deed_cap


@rule
def offer(s, t, q):
    """A deed nobody owns: the visitor has the first right to buy it."""
    if t.o_buy == 0:
        then(s, task.AUCTION, q, s.mover, 0, 0)
    else:
        s.lot = q
        ask(s, node.BUY, s.mover)


@rule
def buy(s, t, log, p):
    move(s, log, p, account.BANK, s.lot, t.price[s.lot], cause.PURCHASE)
    give_deed(s, t, log, s.lot, p)


@rule
def decline(s, t, log, p):
    """Not bought: to auction, where the book has auctions."""
    emit(log, event.DECLINED, p, -1, s.lot, t.price[s.lot], 0)
    if t.o_auction != 0:
        then(s, task.AUCTION, s.lot, p, 1, 0)


@rule
def is_deed(t, q):
    """True if the space can be owned."""
    return 0 <= q < t.spaces and t.group[q] >= 0
