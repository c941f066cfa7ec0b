"""Copies of positions for the chain, written out field by field.

Deriving a chain copies a position for every outcome of dice and cards, and would otherwise
spend more time on copying than on the rules. So lists that a lonely token never changes are
shared by all positions, `have_moved` finding out afterwards whether that was right, and the
others are cut to what it needs, which an IndexError would show to be too little. What is remembered
of deeds is shared too, and taken for unknown in every copy.
"""

from collections.abc import Callable, Iterable
from functools import cache

from monopoly_lab.rules.state import LISTS, MEMORY_LISTS, MENU_LISTS, NUMBERS, State

Copy = Callable[[State], State]
MOVING = ("cash", "at", "jail", "todo", "ta", "tb", "tc", "td", "tq", "dice", "spun", "count", "card_seat")
COINS = (*MOVING, "coins", "passed_coins")  # where coins lie on the board
TURNS = ("missed",)  # where a card costs a turn
CLAIMS = ("claim_seat", "claim_space", "claim_owner", "claim_times", "claim_thrown")  # where others own deeds
NEEDED = {"cash": 13, "at": 1, "jail": 1} | dict.fromkeys(("todo", "ta", "tb", "tc", "td", "tq"), 12)


@cache
def copier(moving: tuple[str, ...]) -> Copy:
    """A function that copies a position, sharing the lists that are not in `moving`."""
    shared = [name for name in LISTS if name not in moving]
    lines = ["def twin(s):", "    o = new(State)"]
    lines += [f"    o.{name} = s.{name}[:]" for name in moving]
    lines += [f"    o.{name} = s.{name}" for name in (*shared, *NUMBERS, *MENU_LISTS, *MEMORY_LISTS)]
    lines += ["    o.menu = o.shares_known = 0", "    return o"]
    names: dict[str, object] = {"State": State, "new": State.__new__}
    exec("\n".join(lines), names)
    return names["twin"]  # type: ignore[return-value]


whole = copier(LISTS)


def trimmed(s: State) -> State:
    """The position with its lists cut to what a lonely token needs."""
    for name, length in NEEDED.items():
        setattr(s, name, getattr(s, name)[:length])
    return s


def have_moved(now: State, before: State, moving: Iterable[str]) -> bool:
    """True if a shared list, one not in `moving`, has changed since `before`, a whole copy of the first position."""
    still = (name for name in LISTS if name not in moving)
    return any(getattr(now, name) != getattr(before, name) for name in still)
