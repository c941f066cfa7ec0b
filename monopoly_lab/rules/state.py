"""State of a game: a position as integers only, which the rules change.

`state_fields` declares the fields. In plain Python a `State` holds lists and ints; for compiled play a NumPy record has
the same fields.
Throughout `rules/`: `s` state, `t` tables, `log` events, `p` a seat, `k` a token,
`q` a space, `x` an amount of money, `c` a card.
"""

from collections.abc import Callable
from typing import Any, cast

from monopoly_lab.constants import card_effect, payer_account
from monopoly_lab.editions.rule_tables import CARDS, SEATS, SPACES, Tables, field_lengths
from monopoly_lab.rules.state_fields import BOXED, MENU, PositionFields, ScratchFields

FIELDS: dict[str, int] = field_lengths(PositionFields)
SCRATCH: dict[str, int] = field_lengths(ScratchFields)


class State(PositionFields, ScratchFields):
    """A position. `copy()` is cheap and shares nothing that is written to; equal positions have equal `facts()`."""

    __slots__ = (*FIELDS, *SCRATCH)

    def copy(self) -> "State":
        """Return a position of its own, equal to this one."""
        return copy_whole(self)

    def facts(self) -> dict[str, object]:
        """Return all fields but scratch; the agenda only as deep as it is."""
        facts = {name: getattr(self, name) for name in FIELDS}
        for name in ("todo", "ta", "tb", "tc", "td", "tq"):
            facts[name] = facts[name][: self.depth]
        return facts

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.facts() == other.facts()

    __hash__ = None  # type: ignore[assignment]

    def __getstate__(self) -> dict[str, object]:
        return {name: getattr(self, name) for name in FIELDS}

    def __setstate__(self, fields: dict[str, object]) -> None:
        for name, value in fields.items():
            setattr(self, name, value)
        clear_memory(self)


LISTS = tuple(name for name, length in FIELDS.items() if length)
NUMBERS = tuple(name for name, length in FIELDS.items() if not length)
MENU_LISTS = tuple(name for name, length in SCRATCH.items() if length == MENU)
MEMORY_LISTS = tuple(name for name, length in SCRATCH.items() if length == SEATS)

BY_SPACE = tuple(name for name, length in FIELDS.items() if length == SPACES)
BY_CARD = tuple(name for name, length in FIELDS.items() if length == CARDS)


def clear_memory(s: State) -> None:
    """Empty the menu of a position and its caches."""
    s.menu = s.shares_known = s.auctions_begun = s.awarded_for = 0
    s.awarded_to = -1
    for name in MENU_LISTS:
        setattr(s, name, None)
    for name in MEMORY_LISTS:
        setattr(s, name, [0] * SEATS)


def new_menu(s: State) -> None:
    """Empty the menu; compiled, where there is always room for it: `simulation.compiled.entry_points.new_menu`."""
    s.menu = 0
    if s.menu_verb is None:  # of no other position, so that games in two threads do not write into one menu
        s.menu_verb, s.menu_space, s.menu_amount = [0] * MENU, [0] * MENU, [0] * MENU  # type: ignore[unreachable]


def make_copier(own: tuple[str, ...], memory: tuple[str, ...] = MEMORY_LISTS) -> "Callable[[State], State]":
    """Return a function that copies a position, written out field by field; lists that are not in `own` are shared.

    `memory` is what may be remembered of the copy.
    """
    lines = ["def copied(s):", "    o = new(State)"]
    lines += [f"    o.{name} = s.{name}" + "[:]" * (name in own) for name in (*LISTS, *NUMBERS)]
    lines += [f"    o.{name} = [0] * {SEATS}" for name in memory]
    lines += [f"    o.{name} = None" for name in (*MENU_LISTS, *MEMORY_LISTS) if name not in memory]
    lines += [
        "    o.menu = o.shares_known = o.auctions_begun = o.awarded_for = 0",
        "    o.awarded_to = -1",
        "    return o",
    ]
    names: dict[str, Any] = {"State": State, "new": State.__new__}
    exec("\n".join(lines), names)
    return cast("Callable[[State], State]", names["copied"])


copy_whole = make_copier(LISTS)


def tokens_each(t: Tables, seats: int) -> int:
    """Return how many tokens a seat has: several where two seats play with several characters each."""
    return t.o_few_players_characters if seats == 2 and t.characters else 1


def empty(t: Tables, seats: int, tokens: int = 0) -> State:
    """Return a board set up for `seats` players with `tokens` each (0: by the rules), nothing paid or thrown yet."""
    tokens = tokens or tokens_each(t, seats)
    s = State()
    lengths = dict.fromkeys(BY_SPACE, t.spaces) | dict.fromkeys(BY_CARD, t.cards)
    for name, length in FIELDS.items():
        setattr(s, name, [0] * lengths.get(name, length) if length else 0)
    clear_memory(s)
    s.seats = seats
    s.tokens = seats * tokens
    for k in range(s.tokens):
        s.seat_of[k] = k // tokens
        s.at[k] = max(t.go, 0)
    for q in range(t.spaces):
        s.owner[q] = -1
    s.character = [-1] * len(s.character)
    s.team = [-1] * len(s.team)
    for c in range(t.cards):
        boxed = t.card_effect[c] == card_effect.FOR_TOKEN and t.card_a[c] >= seats
        s.unseen[c] = 0 if boxed else 1
        s.card_seat[c] = BOXED if boxed else -1
    s.houses = t.o_components_houses
    s.hotels = t.o_components_hotels
    for p in range(seats):
        s.role[p] = t.role_of[p]
    s.winner = s.leader = s.actor = s.offer_from = s.offer_to = -1
    s.cash[payer_account.BANK] = 0
    return s
