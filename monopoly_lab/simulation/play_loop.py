"""The loop that plays a game; the same function runs in plain Python and compiled."""

from collections.abc import Sequence
from typing import Any

from monopoly_lab.constants import node
from monopoly_lab.editions.rule_tables import Tables
from monopoly_lab.players.bidding import value_of_lot
from monopoly_lab.players.next_answer import drive
from monopoly_lab.rules import make_choice
from monopoly_lab.rules.agenda import rule
from monopoly_lab.rules.game_loop import awaits_next_stage, begin_stage
from monopoly_lab.rules.random_numbers import fate_of
from monopoly_lab.rules.state import State
from monopoly_lab.simulation.event_counts import Tally, paid_between
from monopoly_lab.simulation.recorder import NUMBER, all_cash, end_round, is_bid, note_award, note_bid

MOST_ANSWERS = 100_000  # after which a game is left as it stands
NOT_NOTED = (None, 1, 0, None, False)  # for the last five of `play`: nothing is noted of rounds and bids


@rule
def last_round(t: Tables, rounds: int) -> int:
    """Return the last round that is played without a change of the tables, of `rounds`."""
    if t.until > 0:
        return min(rounds, t.until - 1)
    return rounds


def play(
    s: State,
    stages: Sequence[Tables],
    log: Tally,
    styles: Sequence[int],
    seed: int,
    game: int,
    rounds: int,
    nodes: int,
    notes: Any,
    begun: int,
    width: int,
    bids: Any,
    keep_bids: bool,
) -> int:
    """Play on to the end of the game, of `rounds` or after `nodes` answers; the number of answers is returned.

    `stages` are the tables that the game begins with and those of later stages. A seat of a person ends the game
    where it has to decide. The end of each round from number `begun` on, and that of the game, is noted in `notes`
    (`recorder`), wealth in steps of `width`; `log` is a long tally then. With a `width` of 0 nothing is noted. With
    `keep_bids` answers at auctions go to `bids`.
    """
    fate = fate_of(seed, game)
    if keep_bids:
        bids[0, NUMBER] = game
    n = 0
    i = s.stage - stages[0].stage
    while True:
        last = last_round(stages[i], rounds)
        n += play_stage(s, stages[i], log, styles, fate, last, nodes - n, notes, begun, width, bids, keep_bids)
        if not awaits_next_stage(s):
            return n
        i += 1
        begin_stage(s, stages[i], log)


@rule
def play_stage(
    s: State,
    t: Tables,
    log: Tally,
    styles: Sequence[int],
    fate: int,
    rounds: int,
    nodes: int,
    notes: Any,
    begun: int,
    width: int,
    bids: Any,
    keep_bids: bool,
) -> int:
    """Play on while the tables are those of one stage."""
    n = 0
    r = s.round
    held = 0
    paid = 0
    if width > 0:
        held = all_cash(s)
        paid = paid_between(log)
    while s.node != node.OVER and s.round <= rounds and n < nodes:
        p, v, q, x = drive(s, t, styles, fate)
        if v == 0:
            break
        is_noted = keep_bids and is_bid(s, v)
        if is_noted:
            note_bid(s, bids, x, value_of_lot(s, t, styles, p))
        make_choice(s, t, log, p, v, q, x)
        if is_noted:
            note_award(s, bids)
        n += 1
        if width > 0 and (s.round != r or s.node == node.OVER):
            now = paid_between(log)
            left = all_cash(s)
            end_round(s, t, notes, r - begun + 1, width, now - paid, held + left, s.node == node.OVER)
            r = s.round
            held = left
            paid = now
    if width > 0 and 0 < nodes <= n and s.node != node.OVER:
        now = paid_between(log)
        end_round(s, t, notes, r - begun + 1, width, now - paid, held + all_cash(s), True)
    return n
