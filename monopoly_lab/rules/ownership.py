"""Deeds: who owns what, and the first right to buy. Source: each book on buying property.

What is not bought is auctioned: `auction_unbought` puts the auction on the agenda, `auction` carries it out.

Also caches which groups each seat owns, wholly or in part, so that searches skip all other groups.

A set of groups is a number, with a bit for each group (`contains`). `give_deed` says when the cache changes; the cache
is not part of a position.
"""

from monopoly_lab.constants import event, node, payer_account, payment_cause, refusal, task
from monopoly_lab.editions.rule_tables import Tables
from monopoly_lab.rules.agenda import Log, ask, emit, rule, then
from monopoly_lab.rules.payments import pay
from monopoly_lab.rules.state import State

NOBODY_DECLINED, FIRST_DECLINED = 0, 1  # of an auction: whether the seat that is asked first has refused to buy


@rule
def contains(groups: int, g: int) -> bool:
    """Return True if group `g` is in the set."""
    return (groups >> g) & 1 != 0


@rule
def full_groups(s: State, t: Tables, p: int) -> int:
    """Return the groups of which seat `p` owns every deed."""
    if s.shares_known == 0:
        note_shares(s, t)
    return s.full[p]


@rule
def part_groups(s: State, t: Tables, p: int) -> int:
    """Return the groups of which seat `p` owns some deeds, not all."""
    if s.shares_known == 0:
        note_shares(s, t)
    return s.part[p]


@rule
def note_shares(s: State, t: Tables) -> None:
    """Cache the owners of all or a part of each group."""
    s.shares_known = 1
    for p in range(s.seats):
        s.full[p] = 0
        s.part[p] = 0
    for g in range(t.groups):
        note_group(s, t, g)


@rule
def note_deed(s: State, t: Tables, q: int) -> None:
    """Update the cache for the group of `q`, whose deed has another owner, if it has been filled."""
    if s.shares_known != 0:
        g = t.group[q]
        for p in range(s.seats):
            if contains(s.full[p], g):
                s.full[p] -= 1 << g
            if contains(s.part[p], g):
                s.part[p] -= 1 << g
        note_group(s, t, g)


@rule
def note_group(s: State, t: Tables, g: int) -> None:
    """Cache the owners of all or a part of one group."""
    q = t.group_first[g]
    p = s.owner[q]
    is_full = p >= 0
    for _ in range(t.group_size[g]):
        if s.owner[q] >= 0:
            s.part[s.owner[q]] |= 1 << g
        if s.owner[q] != p:
            is_full = False
        q = t.mate[q]
    if is_full:
        s.part[p] -= 1 << g
        s.full[p] += 1 << g


@rule
def give_deed(s: State, t: Tables, log: Log, q: int, p: int) -> None:
    """Give the deed of `q` to seat `p`; -1: to the bank."""
    emit(log, event.DEED_MOVED, p, s.owner[q], q, 0, 0)
    clear_cached_of_owner(s, q)
    s.owner[q] = p
    clear_cached_of_owner(s, q)
    note_deed(s, t, q)


@rule
def clear_cached_of_owner(s: State, q: int) -> None:
    """Clear what is cached for the owner of `q`, as its deed, mortgage or buildings change."""
    p = s.owner[q]
    if p >= 0:
        forget_sites(s, p)
        if s.mortgaged[q] != 0:
            s.least_redemption[p] = 0


@rule
def forget_sites(s: State, p: int) -> None:
    """Clear what is cached about the sites seat `p` can build on and borrow on."""
    s.least[p] = 0
    s.favorite_site[p] = 0
    s.mortgageable_value[p] = 0


@rule
def count_owned(s: State, t: Tables, q: int, p: int) -> int:
    """Return how many deeds of the group of `q` seat `p` holds, mortgaged or not."""
    n = 0
    m = q
    for _ in range(t.group_size[t.group[q]]):
        if s.owner[m] == p:
            n += 1
        m = t.mate[m]
    return n


@rule
def is_full_group(s: State, t: Tables, q: int) -> bool:
    """Return True if one seat owns every deed of the group of `q`."""
    p = s.owner[q]
    return p >= 0 and contains(full_groups(s, t, p), t.group[q])


@rule
def has_mortgage_in_group(s: State, t: Tables, q: int) -> bool:
    """Return True if any deed of the group of `q` is mortgaged."""
    m = q
    for _ in range(t.group_size[t.group[q]]):
        if s.mortgaged[m] != 0:
            return True
        m = t.mate[m]
    return False


@rule
def has_building_in_group(s: State, t: Tables, q: int) -> bool:
    """Return True if any site of the group of `q` has a building."""
    m = q
    for _ in range(t.group_size[t.group[q]]):
        if s.level[m] != 0:
            return True
        m = t.mate[m]
    return False


@rule
def why_not_part_with(s: State, t: Tables, p: int, q: int) -> int:
    """Return why seat `p` cannot give the deed of `q` to the bank (not its own, mortgaged), as a `refusal` code."""
    if not is_deed(t, q):
        return refusal.NOT_A_DEED
    if s.owner[q] != p:
        return refusal.NOT_OWNER
    if s.mortgaged[q] != 0:
        return refusal.ALREADY_MORTGAGED
    if has_building_in_group(s, t, q):
        return refusal.GROUP_BUILT
    return refusal.NONE


@rule
def count_deeds(s: State, t: Tables, p: int, only: int) -> int:
    """Return how many deeds seat `p` owns; of one kind of space, or of all for -1."""
    n = 0
    for q in range(t.spaces):
        if s.owner[q] == p and t.group[q] >= 0 and (only < 0 or t.kind[q] == only):
            n += 1
    return n


@rule
def is_over_cap(s: State, t: Tables, p: int, q: int) -> bool:
    """Return True if a policy lets seat `p` own no more deeds of the group of `q`."""
    return t.o_deed_cap > 0 and count_owned(s, t, q, p) >= t.o_deed_cap


@rule
def offer_deed(s: State, t: Tables, q: int) -> None:
    """Offer the visitor a deed that nobody owns: they have the first right to buy it, unless an option takes it."""
    if t.o_buy == 0:
        auction_unbought(s, t, q, s.mover, NOBODY_DECLINED)
    else:
        s.lot = q
        ask(s, node.BUY, s.mover)


@rule
def buy(s: State, t: Tables, log: Log, p: int) -> None:
    """Sell the deed of the lot to seat `p` at the printed price."""
    pay(s, log, p, payer_account.BANK, s.lot, t.price[s.lot], payment_cause.PURCHASE)
    give_deed(s, t, log, s.lot, p)


@rule
def decline(s: State, t: Tables, log: Log, p: int) -> None:
    """Record that seat `p` does not buy the deed, and auction it where the options have auctions."""
    emit(log, event.DECLINED, p, -1, s.lot, t.price[s.lot], 0)
    auction_unbought(s, t, s.lot, p, FIRST_DECLINED)


@rule
def auction_unbought(s: State, t: Tables, q: int, p: int, declined: int) -> None:
    """Put the auction of `q` on the agenda where the options have auctions, seat `p` first; else the bank keeps it."""
    if t.o_auction != 0:
        then(s, task.AUCTION, q, p, declined, 0)


@rule
def is_deed(t: Tables, q: int) -> bool:
    """Return True if the space can be owned."""
    return 0 <= q < t.spaces and t.group[q] >= 0
