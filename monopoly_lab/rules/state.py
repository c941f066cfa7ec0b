"""What the rules change: a position in a game, flat, made of integers only.

`FIELDS` gives each field its length (0: a single number). In plain Python a `State`
holds lists and ints; for compiled play the same fields stand in a NumPy record.
Throughout `rules/`: `s` state, `t` tables, `log` what happened, `p` a seat, `k` a token,
`q` a space, `x` an amount of money, `c` a card.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, cast

from monopoly_lab.constants import card_effect, payer_account
from monopoly_lab.editions.rule_tables import ACCOUNTS, BOSSES, CARDS, DECKS, SEATS, SPACES, TEAM, TOKENS, Tables

DEPTH = 64
STREAMS = 16  # of luck that are counted: 0 dice, 1 + deck, 10 reels, 11 deal
CLAIMS = 16  # rents open at a time; one more lets the oldest lapse
REFUSALS = 8  # refused offers remembered a seat
MENU = 512
BOXED = -2  # instead of the seat that keeps a card: it is for a token without a player

FIELDS: dict[str, int] = {
    # Seats and their money
    "seats": 0,
    "cash": ACCOUNTS,  # seats, then bank, pots; the sum never changes
    "loan": SEATS,  # owed to the bank for buildings, due at the next salary
    "missed": SEATS,  # turns that the seat has still to miss
    "out": SEATS,  # 0 in play, n: the n-th to go bankrupt
    "bankruptcies": 0,
    "role": SEATS,  # the side it is on; 0: none, or not chosen yet
    # Tokens: where they stand; a seat may have several
    "tokens": 0,
    "seat_of": TOKENS,
    "at": TOKENS,
    "jail": TOKENS,  # 0 free, 1 + failed tries while held on the space
    # Deeds and buildings
    "owner": SPACES,  # -1: the bank's
    "level": SPACES,  # houses; HOTEL
    "mortgaged": SPACES,
    "houses": 0,  # left in the bank
    "hotels": 0,
    # Piles: cards not yet seen, and those whose order is known, next first
    "unseen": CARDS,
    "pile": CARDS,
    "known": DECKS,
    "card_seat": CARDS,  # -1: in its pile; BOXED: in the box
    # What the game waits for
    "node": 0,
    "actor": 0,
    "purpose": 0,
    "deck": 0,  # of the card to be drawn
    # Agenda, a stack
    "depth": 0,
    "todo": DEPTH,
    "ta": DEPTH,
    "tb": DEPTH,
    "tc": DEPTH,
    "td": DEPTH,
    "tq": DEPTH,  # the space that a charge is for, or the lot of the node that was left; -1: none
    # The turn
    "first": 0,  # the seat that began
    "mover": 0,
    "token": 0,
    "turn": 0,
    "round": 0,
    "throws": 0,  # of the mover in this turn
    "doubles": 0,
    "turn_over": 0,
    "built": SEATS,  # buildings bought in this turn
    "dice": 3,  # in the last place the third of three, or the face of the speed die, from 1
    "speed": SEATS,  # 1: has had a salary where that is how the speed die is taken up
    "thrown": 0,  # sum of the last throw that moved a token
    "ordered": SEATS,  # throw for the start; -1: out of the running
    # The auction
    "lot": 0,  # a space; -1: a house, -2: a hotel
    "bid": 0,
    "leader": 0,
    "passed": SEATS,
    "sealed": SEATS,  # bids that nobody knows but who made them, until all have bid; auction.EMPTY: none
    "minimum": 0,
    "waiting": SPACES,  # deeds the bank still has to auction
    "want": SEATS,
    # The debt
    "debt": 0,
    "debt_to": 0,
    "debt_space": 0,  # what it is for lies there; -1: nowhere
    "debt_cause": 0,
    "debt_given": 0,  # deeds that the debtor has given towards it
    # The offer on the table
    "offer_from": 0,
    "offer_to": 0,
    "asker": 0,  # who waits for an answer to an offer and may be countered; -1 after a settlement
    "offer_give": 0,
    "offer_ask": 0,
    "offer_value": 0,  # of a settlement: the sum by which the debt falls
    "offer_deed": SPACES,  # 1: from the proposer, 2: to the proposer
    "offer_card": CARDS,
    "offers": SEATS,  # made since the last throw
    "refused": SEATS * REFUSALS,
    # Rents not yet claimed, oldest first
    "claims": 0,
    "claim": 0,  # the one that is being settled
    "claim_seat": CLAIMS,  # who stopped there
    "claim_space": CLAIMS,
    "claim_owner": CLAIMS,
    "claim_times": CLAIMS,  # factor by a card, 0: the usual rent
    "claim_rent": CLAIMS,  # what is owed; 0 where the dice are still to be thrown for it
    # The casino
    "stake": 0,
    "spun": 3,
    "spins": 0,
    # Coins on the board, characters, the power-up die
    "coins": SPACES,  # lying there; together what the account of the board holds
    "passed_coins": SPACES,  # that the mover may still pick up, where coins have to be asked for
    "character": TOKENS,  # -1: none
    "resting": TOKENS,  # 1: its card lies face down
    "team": SEATS * TEAM,  # the party game: characters of a seat, -1 for a free place
    "swapped": 0,  # 1: the mover has changed characters in this turn
    "steps": 0,  # of the number die, still to be used
    "face": 0,  # of the power-up die, still to be used; from 1
    "late_face": 0,  # one left unused at the end of a turn, in time until the next player throws
    "late_token": 0,  # which threw it
    # The ability that is being carried out
    "ability": 0,
    "ability_x": 0,
    "ability_cause": 0,
    "ability_token": 0,
    # The bosses
    "boss": 0,  # the one that lies on top
    "boss_due": 0,  # 1: the mover has come to GO
    "boss_of": BOSSES,  # the seat that has beaten it; -1 in the stack, -2 escaped, -3 not in this game
    # The ending
    "agreed": SEATS,
    "winner": 0,  # -1 none yet
    "stage": 0,  # how often the rules have changed
    # Luck already used, by stream; answers so far; and, before a throw, which seats were asked for acts
    "count": STREAMS,  # a seat's strategy draws by the number of answers instead
    "answers": 0,
    "poll": 0,  # seats asked since the last act
    "polled": 0,  # acts since the dice were taken up
}

SCRATCH: dict[str, int] = {  # filled before it is read, or remembered; no part of a position
    "menu": 0,
    "menu_verb": MENU,  # None until `new_menu`
    "menu_space": MENU,
    "menu_amount": MENU,
    # What is remembered (`shares`; from the third on by strategies, 0: not known); nothing in a copy
    "shares_known": 0,  # 1: the next two are as the deeds lie
    "whole": SEATS,  # a bit for each group of which the seat owns every deed
    "part": SEATS,  # a bit for each group of which it owns some deeds, not all
    "least": SEATS,  # no building open to the seat costs less
    "favourite": SEATS,  # 2 + the site where it likes best to build, 1: none
    "least_redemption": SEATS,  # no mortgage of the seat is redeemed for less
    "loans": SEATS,  # 1 + what its deeds of incomplete groups would bring as mortgages
}


class State:
    """A position. `copy()` is cheap and shares nothing that is written to; equal positions have equal `facts()`."""

    __slots__ = (*FIELDS, *SCRATCH)

    if TYPE_CHECKING:  # the fields are lists of ints, and ints

        def __getattr__(self, name: str) -> Any: ...
        def __setattr__(self, name: str, value: Any) -> None: ...

    def copy(self) -> "State":
        return whole(self)

    def facts(self) -> dict[str, object]:
        """All fields but scratch; the agenda only as deep as it is."""
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
        forget(self)


LISTS = tuple(name for name, length in FIELDS.items() if length)
NUMBERS = tuple(name for name, length in FIELDS.items() if not length)
MENU_LISTS = tuple(name for name, length in SCRATCH.items() if length == MENU)
MEMORY_LISTS = tuple(name for name, length in SCRATCH.items() if length == SEATS)

BY_SPACE = tuple(name for name, length in FIELDS.items() if length == SPACES)
BY_CARD = tuple(name for name, length in FIELDS.items() if length == CARDS)


def forget(s: State) -> None:
    """A position without a menu that remembers nothing."""
    s.menu = s.shares_known = 0
    for name in MENU_LISTS:
        setattr(s, name, None)
    for name in MEMORY_LISTS:
        setattr(s, name, [0] * SEATS)


def new_menu(s: State) -> None:
    """An empty menu; compiled, where a position has room for it always, `batch.compiled.new_menu`."""
    s.menu = 0
    if s.menu_verb is None:  # of no other position, so that games in two threads do not write into one menu
        s.menu_verb, s.menu_space, s.menu_amount = [0] * MENU, [0] * MENU, [0] * MENU


def copier(own: tuple[str, ...], memory: tuple[str, ...] = MEMORY_LISTS) -> "Callable[[State], State]":
    """A function that copies a position, written out field by field; lists that are not in `own` are shared.

    `memory` is what may be remembered of the copy.
    """
    lines = ["def copied(s):", "    o = new(State)"]
    lines += [f"    o.{name} = s.{name}" + "[:]" * (name in own) for name in (*LISTS, *NUMBERS)]
    lines += [f"    o.{name} = [0] * {SEATS}" for name in memory]
    lines += [f"    o.{name} = None" for name in (*MENU_LISTS, *MEMORY_LISTS) if name not in memory]
    lines += ["    o.menu = o.shares_known = 0", "    return o"]
    names: dict[str, Any] = {"State": State, "new": State.__new__}
    exec("\n".join(lines), names)
    return cast("Callable[[State], State]", names["copied"])


whole = copier(LISTS)


def tokens_each(t: Tables, seats: int) -> int:
    """Tokens of a seat: several where two play with several characters each."""
    return t.o_few_players_characters if seats == 2 and t.characters else 1


def empty(t: Tables, seats: int, tokens: int = 0) -> State:
    """A board set up for `seats` players with `tokens` each (0: by the rules), nothing paid or thrown yet."""
    tokens = tokens or tokens_each(t, seats)
    s = State()
    lengths = dict.fromkeys(BY_SPACE, t.spaces) | dict.fromkeys(BY_CARD, t.cards)
    for name, length in FIELDS.items():
        setattr(s, name, [0] * lengths.get(name, length) if length else 0)
    forget(s)
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
