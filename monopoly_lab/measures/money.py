"""The money of the table, round by round: how much there is, where it comes from, how often it turns over."""

from collections import Counter
from collections.abc import Iterable

from monopoly_lab.accounts.entries import Raw
from monopoly_lab.codes import account, cause, effect, event, names
from monopoly_lab.editions.tables import Tables
from monopoly_lab.rules.families import is_seat

# Paid for something that stays, or money at the start: no injection.
APART = {
    *(cause.START_CASH, cause.POT_SETUP, cause.PURCHASE, cause.AUCTION, cause.DEAL, cause.DEED_SALE),
    *(cause.BUILDING, cause.BUILDING_SALE, cause.MORTGAGE, cause.REDEMPTION, cause.TRANSFER_FEE, cause.BANKRUPTCY),
}
REPAIRS = "repairs"


def injected(events: Iterable[Raw]) -> Counter[str]:
    """What the bank pays the players less what they pay it, by cause; those of `APART`, and repairs, left out."""
    found: Counter[str] = Counter()
    is_repair = False
    for what, payer, payee, _, x, why in events:
        if what == event.DREW:
            is_repair = why == effect.REPAIRS
        if what != event.PAID or why in APART or (is_repair and why == cause.CARD):
            continue
        if payer == account.BANK and is_seat(payee):
            found[names(cause)[why]] += x
        elif payee == account.BANK and is_seat(payer):
            found[names(cause)[why]] -= x
    return found


def between_players(events: Iterable[Raw]) -> int:
    """Payments from player to player."""
    return sum(raw[4] for raw in events if raw[0] == event.PAID and is_seat(raw[1]) and is_seat(raw[2]))


def over_printed(t: Tables, events: Iterable[Raw], causes: Iterable[int]) -> float:
    """What was paid to the bank for deeds, over their printed prices; NaN where none was sold."""
    wanted = set(causes)
    sold = [(raw[4], t.price[raw[3]]) for raw in events if raw[0] == event.PAID and raw[5] in wanted and raw[3] >= 0]
    printed = sum(price for _, price in sold)
    return sum(x for x, _ in sold) / printed if printed else float("nan")
