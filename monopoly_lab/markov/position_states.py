"""States of a chain for a real position: one player's token, all rents by the rules.

Seat 0 is the player, the other seats own deeds and never move. Every payment of a throw is in the order of the table,
so that a purse can be followed through it; what a card makes the players pay each other follows from the rules as well.
Where a prisoner may choose, both choices are expanded.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from monopoly_lab.common.errors import ChainError
from monopoly_lab.common.file_access import quoted
from monopoly_lab.common.messages import say
from monopoly_lab.constants import card_effect, dice_purpose, event, names, node, option_value, player_role, task
from monopoly_lab.editions import Edition
from monopoly_lab.editions.rule_tables import SEATS, Tables
from monopoly_lab.markov import rent_income, tables_read
from monopoly_lab.markov.distributions import Walk
from monopoly_lab.markov.event_trace import SEAT, Key, Log, whole
from monopoly_lab.markov.state_derivation import (
    MatrixRow,
    RecentResults,
    found_in_steps,
    garbage_collection_paused,
    opening,
    order,
    rows_in_steps,
    throw_from,
)
from monopoly_lab.rules.cards import carry_out
from monopoly_lab.rules.game_loop import perform_task
from monopoly_lab.rules.jail import fine_here
from monopoly_lab.rules.state import State, empty
from monopoly_lab.simulation.progress import run_to_end
from monopoly_lab.simulation.single_token import PAY, PURSE, STAY, TRIES, own_all

Deeds = Mapping[str, rent_income.Level | None]  # a group or a deed, and how far it is built
SHARED = (card_effect.PAY_EACH, card_effect.COLLECT_EACH)  # cards by which players pay each other


class Rows(NamedTuple):
    """What throws can bring: as the policy says, and, by states of prisoners who may pay, if they pay the fine."""

    throwing: dict[Key, MatrixRow]
    paying: dict[Key, MatrixRow]
    fine: dict[Key, int]


_found = RecentResults[Any]()  # by what was read of the tables: `tables_read`


def turn_seats(s: State, p: int) -> State:
    """Return the position with the seats turned so that `p` is seat 0; deeds, tokens and purses go with them."""
    s = s.copy()
    n, each = s.seats, s.tokens // s.seats
    s.owner = [(owner - p) % n if owner >= 0 else owner for owner in s.owner]
    s.cash = [*(s.cash[(p + i) % n] for i in range(n)), *s.cash[n:]]
    for name in ("at", "jail", "character"):
        old = getattr(s, name)
        turned = [old[(p + i) % n * each + k] for i in range(n) for k in range(each)]
        setattr(s, name, [*turned, *old[s.tokens :]])
    for name in ("out", "role"):
        old = getattr(s, name)
        setattr(s, name, [*(old[(p + i) % n] for i in range(n)), *old[n:]])
    return s


def opponent_position(chain: Walk, deeds: Deeds) -> State:
    """Return a position of two seats in which the other one owns these deeds, built as said."""
    s = empty(chain.tables, 2)
    named = [(rent_income.spaces_of(chain, what), level) for what, level in deeds.items()]
    for spaces, level in named:
        for q in spaces:
            alone = len(spaces) == 1 and (not rent_income.is_street(chain, q) or level in (None, 0))
            for m in (q,) if alone else chain.edition.groups[chain.tables.group[q]].spaces:
                s.owner[m] = 1
    for spaces, level in named:
        for q in spaces:
            if rent_income.is_street(chain, q):
                found = rent_income.checked_level(chain, q, level)
                s.level[q] = found if isinstance(found, int) else 0
            else:
                _check_number(chain, s, q, level)
    return s


def _check_number(chain: Walk, s: State, q: int, level: rent_income.Level | None) -> None:
    """Check the level of a station or utility: it is how many its owner has, what the deeds add up to."""
    owned = sum(s.owner[m] == s.owner[q] for m in chain.edition.groups[chain.tables.group[q]].spaces)
    if level is not None and rent_income.checked_level(chain, q, level) != owned:
        raise ChainError(say("exposure.number", space=chain.edition.spaces[q].name, value=quoted(level), n=owned))


def rows_of(chain: Walk, s: State, plan: list[int]) -> Rows:
    """Return both kinds of rows for the token of seat 0 of a position, cached from earlier calls."""
    t = chain.tables
    others = sum(not s.out[p] for p in range(1, s.seats))
    place = (tuple(s.owner), tuple(s.level), tuple(s.mortgaged), tuple(s.role), others, tuple(s.at[: s.tokens]))
    asked = chain.edition.digest, tuple(plan[TRIES:]), place
    rows: Rows | None = tables_read.find(_found, asked, t)
    if rows is None:
        read = tables_read.noted(t)
        with garbage_collection_paused():
            rows = tables_read.keep(_found, asked, read, _derive_rows(chain, read, s, plan))
    return rows


def _derive_rows(chain: Walk, t: Tables, s: State, plan: list[int]) -> Rows:
    stay, pay = ([answer] * TRIES + plan[TRIES:] for answer in (STAY, PAY))
    between = {c: shared_payments(s, t, c) for c in range(t.cards) if t.card_effect[c] in SHARED}

    def first() -> State:
        return position_with_deeds(t, s, stay)

    found = run_to_end(found_in_steps(t, stay, first, chain.label, between))
    paying: dict[Key, MatrixRow] = {}
    fine: dict[Key, int] = {}
    asked: set[Key] = set()
    while prisoners := [key for key in found if key.held and key.space == t.jail and key not in asked]:
        asked.update(prisoners)
        for key in prisoners:
            row, position = found[key]
            instead, ends = throw_from(t, position, pay, whole, between)
            if instead != row:
                paying[key] = instead
                fine[key] = fine_here(position, t, position.token)
            for to, end in ends:
                if to not in found:  # loaded dice may lead there only from a space that is reached by paying
                    found = run_to_end(rows_in_steps(t, stay, end, chain.label, whole, between)) | found
    rows = {key: found[key][0] for key in sorted(found, key=order)}
    return Rows(rows, paying, fine)


def position_with_deeds(t: Tables, s: State, plan: list[int]) -> State:
    """Return a position with one token about to be thrown, where these deeds are owned; the others have no turn."""
    o = opening(t, max(t.go, 0), plan)
    o.owner, o.level, o.mortgaged, o.role = s.owner[:], s.level[:], s.mortgaged[:], s.role[:]
    own_all(o, t)
    return o


def shared_payments(s: State, t: Tables, c: int) -> Log:
    """Return the payments between the players that a card brings seat 0, in the order of the table, all purses full."""
    o = s.copy()
    log: Log = []
    o.mover = o.depth = 0
    o.token = SEAT
    o.node = node.NONE
    o.cash = [PURSE] * len(o.cash)
    carry_out(o, t, log, SEAT, 0, c)
    while o.depth:
        o.depth -= 1
        i = o.depth
        assert o.todo[i] == task.CHARGE
        perform_task(o, t, log, o.todo[i], o.ta[i], o.tb[i], o.tc[i], o.td[i], o.tq[i])
    return [entry for entry in log if entry[0] == event.PAID]


def character_of(edition: Edition, s: State) -> str:
    """Return the id of the character of seat 0's token; empty where there is none."""
    c = s.character[SEAT]
    return edition.characters[c].id if c >= 0 else ""


def side_of(s: State) -> str:
    """Return the side of seat 0 by name; empty where there is none."""
    return names(player_role)[s.role[SEAT]] if s.role[SEAT] else ""


def is_thrown_again(s: State) -> bool:
    """Return True if the mover is about to throw once more in this turn."""
    throwing = s.node == node.DICE and s.purpose in (dice_purpose.MOVE, dice_purpose.JAIL_TRY)
    return throwing or task.THROW_AGAIN in s.todo[: s.depth]


class PlayerWalk(Walk):
    """A walk of one player's token among the deeds of the others; `Exposure` says what it costs."""

    position: State
    rows: "Rows"
    worths: dict[int, tuple[MatrixRow, Any]]  # of rows, by their identity, as `best_jail_policy` finds them

    def index(self, key: Key) -> int:
        """Return the index of a state.

        Args:
            key: State of the chain.
        """
        return self._index[key]

    def pays_at(self, key: Key) -> bool:
        """Return True if the policy pays to leave jail in this state and the rules allow it.

        Args:
            key: State of the chain.
        """
        return key in self.rows.paying and self._plan()[key.held - 1] != 0


def simplify_tables(t: Tables) -> None:
    """Change the tables so that a purse depends on no history: every rent is asked for, cards that free do nothing."""
    t.o_rent_claim = option_value.RENT_CLAIM_AUTOMATIC
    keys = (card_effect.JAIL_FREE, card_effect.TAX_OFFICE_FREE)
    remove_token_cards(t)
    t.card_effect = [card_effect.NOTHING if what in keys else what for what in t.card_effect]


def remove_token_cards(t: Tables) -> None:
    """Take the cards for one token out of the piles: where they lead depends on sales, which a chain leaves aside."""
    t.card_a = [SEATS if what == card_effect.FOR_TOKEN else a for what, a in zip(t.card_effect, t.card_a)]
