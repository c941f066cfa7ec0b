"""Read from the events of the rules what a throw brought: money, arrivals, laps.

Deriving a chain copies a position for every outcome of dice and cards, and would otherwise
spend more time on copying than on the rules. So lists that a single token never changes are
shared by all positions, `have_moved` finding out afterwards whether that was right, and the
others are cut to what it needs, which an IndexError would show to be too little.
"""

from collections.abc import Callable, Iterable
from functools import cache
from typing import NamedTuple

from monopoly_lab.constants import event
from monopoly_lab.rules import state
from monopoly_lab.rules.state import LISTS, State

Log = list[tuple[int, ...]]


class Key(NamedTuple):
    """What movement depends on: space, run of doubles, 1 + failed tries while held (else 0), turn already begun."""

    space: int
    doubles: int
    held: int
    begun: int


class Arrival(NamedTuple):
    """A token coming to a space: by which card factor (0 a throw, -1 a plain card), with which sum of the dice.

    `held` is 1 for a token that is put into jail, or stays there after a failed try.
    """

    space: int
    times: int
    thrown: int
    held: int


class CashFlow(NamedTuple):
    """Money from an account to the player; negative: from the player. `space`: where, -1 for nowhere.

    The account is that of the bank, of a pot, or another player's seat.
    """

    account: int
    cause: int
    amount: int
    space: int


class Transition(NamedTuple):
    """One way a throw can go: where it ends and what it brings until then."""

    to: Key
    money: tuple[CashFlow, ...]
    arrivals: tuple[Arrival, ...]
    laps: int  # crossings of GO forward, less those backward
    steps: int  # displacement, a jump counted as the difference of the spaces counted from GO


SEAT = 0  # of the player whose token it is
# Payments, arrivals, laps and steps as in `Transition`, as plain tuples.
Trace = tuple[tuple[tuple[int, int, int, int], ...], tuple[tuple[int, int, int, int], ...], int, int]
EMPTY: Trace = ((), (), 0, 0)


def extend_trace(trace: Trace, log: Log, thrown: int, at: int, spaces: int, go: int, was_tried: bool) -> Trace:
    """Return the trace with what `log` tells of a token that stood on `at`; `thrown` is the sum of the dice.

    `was_tried`: after a prisoner's try. If it does not move the prisoner, they arrive there again, so that every throw
    has an arrival at its end. A player who is held at the space just reached and let go in the same throw has come
    there free.
    """
    money, arrivals, laps, steps = trace
    landed = False
    freely = arrivals
    stays = False
    for what, p, other, q, x, why in log:
        if what == event.PAID:
            if p != SEAT:
                money = (*money, (p, why, x, q))
            if other != SEAT:  # from a pot to the bank: through the player's hands
                money = (*money, (other, why, -x, q))
        elif what == event.MOVED:
            arrivals = (*arrivals, (q, why, thrown, 0))
            laps += ((at - go) % spaces + x) // spaces
            steps += x or (q - go) % spaces - (at - go) % spaces
            at, landed = q, True
        elif what == event.JAILED:
            freely = arrivals
            if landed and at == q:  # held where it has just come to
                arrivals = arrivals[:-1]
            arrivals = (*arrivals, (q, 0, 0, 1))
            steps += (q - go) % spaces - (at - go) % spaces
            at, landed = q, True
        elif what == event.FREED and not x and landed:  # before his next turn
            arrivals = freely
        elif what == event.STAYED:
            stays = True
    if was_tried and not landed:
        arrivals = (*arrivals, (at, 0, 0, int(stays)))
    return money, arrivals, laps, steps


# Copies of positions for the chain, written out field by field

Copy = Callable[[State], State]
MOVING = ("cash", "at", "jail", "todo", "ta", "tb", "tc", "td", "tq", "dice", "spun", "count", "card_seat")
COINS = (*MOVING, "coins", "passed_coins")  # where coins lie on the board
TURNS = ("missed",)  # where a card costs a turn
CLAIMS = ("claim_seat", "claim_space", "claim_owner", "claim_times", "claim_rent")  # where others own deeds
REMEMBERED = ("full", "part")  # who owns which groups; no strategy plays here
NEEDED = {"cash": 13, "at": 1, "jail": 1} | dict.fromkeys(("todo", "ta", "tb", "tc", "td", "tq"), 12)

whole = state.copy_whole


@cache
def copier(moving: tuple[str, ...]) -> Copy:
    """Return a function that copies a position, sharing the lists that are not in `moving`."""
    return state.make_copier(moving, REMEMBERED)


def trim_state(s: State) -> State:
    """Return the position with its lists cut to what a single token needs."""
    for name, length in NEEDED.items():
        setattr(s, name, getattr(s, name)[:length])
    return s


def have_moved(now: State, before: State, moving: Iterable[str]) -> bool:
    """Return True if a shared list, one not in `moving`, has changed since `before`, a copy of the first position."""
    still = (name for name in LISTS if name not in moving)
    return any(getattr(now, name) != getattr(before, name) for name in still)
