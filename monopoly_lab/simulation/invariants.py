"""Invariants that hold in every position of every game.

`broken_invariant` returns 0 or the code of the first invariant that does not hold; `NAMED` gives its message.
"""

from monopoly_lab.constants import node, option_value, payer_account, space_kind
from monopoly_lab.editions.rule_tables import ACCOUNTS, HOTEL, Tables
from monopoly_lab.rules.agenda import rule
from monopoly_lab.rules.building import rank_at
from monopoly_lab.rules.jail import fine_here, is_free_after_tries
from monopoly_lab.rules.state import State
from monopoly_lab.rules.state_fields import BOXED, CLAIMS, DEPTH

SAFE_SUM = 2**53
SPARE = 8  # places of the agenda that no game may need

MONEY_LOST, DEBT_IN_CASH, NUMBER_TOO_LARGE = 1, 2, 3
NOT_ONE_OWNER, HOUSES_LOST, HOTELS_LOST, BUILT_WRONGLY, UNEVEN = 4, 5, 6, 7, 8
AGENDA_FULL, OFF_THE_BOARD, CARD_LOST, CLAIMS_WRONG = 9, 10, 11, 12
NOTHING_TO_CHOOSE, LEGAL_CHOICE_REFUSED, REFUSAL_CHANGED = 13, 14, 15

NAMED = {
    MONEY_LOST: "money_lost",
    DEBT_IN_CASH: "debt_in_cash",
    NUMBER_TOO_LARGE: "number_too_large",
    NOT_ONE_OWNER: "not_one_owner",
    HOUSES_LOST: "houses_lost",
    HOTELS_LOST: "hotels_lost",
    BUILT_WRONGLY: "built_wrongly",
    UNEVEN: "uneven",
    AGENDA_FULL: "agenda_full",
    OFF_THE_BOARD: "off_the_board",
    CARD_LOST: "card_lost",
    CLAIMS_WRONG: "claims_wrong",
    NOTHING_TO_CHOOSE: "nothing_to_choose",
    LEGAL_CHOICE_REFUSED: "legal_choice_refused",
    REFUSAL_CHANGED: "refusal_changed",
}


@rule
def broken_invariant(s: State, t: Tables) -> int:
    """Return the code of what does not hold in this position of a game begun with an empty board; 0 if all holds."""
    code = broken_money(s)
    if code == 0:
        code = broken_board(s, t)
    if code == 0:
        code = broken_deeds(s, t)
    if code == 0:
        code = broken_groups(s, t)
    if code == 0:
        code = broken_cards(s, t)
    if code == 0:
        code = broken_places(s, t)
    return code


@rule
def broken_money(s: State) -> int:
    """Return which rule on money the position breaks; 0 for none."""
    total = 0
    for i in range(ACCOUNTS):
        x = s.cash[i]
        total += x
        if x < 0 and i != payer_account.BANK:
            return DEBT_IN_CASH
        if x >= SAFE_SUM or x <= -SAFE_SUM:
            return NUMBER_TOO_LARGE
    if total != 0:
        return MONEY_LOST
    return 0


@rule
def broken_board(s: State, t: Tables) -> int:
    """Return 0 if the coins on the spaces add up to those of the board and none are below 0, else a code."""
    total = 0
    for q in range(t.spaces):
        if s.coins[q] < 0:
            return DEBT_IN_CASH
        total += s.coins[q]
    if total != s.cash[payer_account.BOARD]:
        return MONEY_LOST
    return 0


@rule
def broken_deeds(s: State, t: Tables) -> int:
    """Return which rule on deeds and buildings the position breaks; 0 for none."""
    houses = s.houses
    hotels = s.hotels
    for q in range(t.spaces):
        owner = s.owner[q]
        if owner >= 0 and (owner >= s.seats or s.out[owner] != 0 or t.group[q] < 0):
            return NOT_ONE_OWNER
        if owner < -1:
            return NOT_ONE_OWNER
        level = s.level[q]
        if level == HOTEL:
            hotels += 1
        else:
            houses += level
        if level < 0 or level > HOTEL:
            return BUILT_WRONGLY
        if level > 0 and (owner < 0 or s.mortgaged[q] != 0 or t.kind[q] != space_kind.STREET):
            return BUILT_WRONGLY
    may_owe = (
        t.o_shortage_auction == option_value.SHORTAGE_AUCTION_IMPROVISED or t.stage > 0
    )  # buildings taken out of the bank
    if (s.houses < 0 and not may_owe) or houses != t.o_components_houses:
        return HOUSES_LOST
    if (s.hotels < 0 and not may_owe) or hotels != t.o_components_hotels:
        return HOTELS_LOST
    return 0


@rule
def broken_groups(s: State, t: Tables) -> int:
    """Return buildings of one owner differ by one at most; by two where a hotel needs no houses on the other sites.

    Buildings from a stage of other rules may be there by those rules.
    """
    if t.stage > 0 or t.o_build_even == 0 or t.o_sell_even == 0 or t.o_build_condition_full_group == 0:
        return 0
    most = 1
    if t.o_hotel_need == option_value.HOTEL_NEED_ON_SITE:
        most = 2
    for g in range(t.groups):
        first = t.group_first[g]
        q = first
        low = high = rank_at(s, t, q)
        for _ in range(t.group_size[g]):
            if s.owner[q] == s.owner[first]:
                low = min(low, rank_at(s, t, q))
                high = max(high, rank_at(s, t, q))
            q = t.mate[q]
        if high - low > most:
            return UNEVEN
    return 0


@rule
def broken_cards(s: State, t: Tables) -> int:
    """Return 0 if every card is unseen, once in the known part of its pile, or with a seat in play, else a code."""
    for d in range(t.decks):
        first = t.deck_first[d]
        out = 0
        unseen = 0
        for c in range(first, first + t.deck_size[d]):
            unseen += s.unseen[c]
            p = s.card_seat[c]
            if p == BOXED:
                out += 1
            if p >= 0:
                out += 1
                if p >= s.seats or s.out[p] != 0:
                    return CARD_LOST
        if t.o_decks == option_value.DECKS_PILES and unseen + out + s.known[d] != t.deck_size[d]:
            return CARD_LOST
        for i in range(first, first + s.known[d]):
            c = s.pile[i]
            if c < first or c >= first + t.deck_size[d] or s.unseen[c] != 0 or s.card_seat[c] >= 0:
                return CARD_LOST
            for j in range(first, i):
                if s.pile[j] == c:
                    return CARD_LOST
    return 0


@rule
def broken_places(s: State, t: Tables) -> int:
    """Return which rule on tokens, agenda and claims the position breaks; 0 for none."""
    if s.depth < 0 or s.depth > DEPTH - SPARE or (s.depth == 0 and s.node != node.OVER):
        return AGENDA_FULL
    for k in range(s.tokens):
        if s.at[k] < 0 or s.at[k] >= t.spaces or s.jail[k] < 0:
            return OFF_THE_BOARD
        # By earlier rules the tries may have been more; a debt of nothing after the last keeps nobody from another.
        is_endless = fine_here(s, t, k) == 0 and not is_free_after_tries(t)
        if s.jail[k] > t.o_jail_exit_tries + 1 and t.stage == 0 and not is_endless:
            return OFF_THE_BOARD
    if s.claims < 0 or s.claims > CLAIMS:
        return CLAIMS_WRONG
    for i in range(s.claims):
        if s.claim_seat[i] == s.claim_owner[i] or t.group[s.claim_space[i]] < 0:
            return CLAIMS_WRONG
    return 0
