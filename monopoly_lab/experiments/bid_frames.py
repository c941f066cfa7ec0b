"""Every answer at an auction, as rows of numbers and as a table: bidder, bid, value, winner and price."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from monopoly_lab.common.lazy_imports import pd
from monopoly_lab.constants import node
from monopoly_lab.editions import Edition
from monopoly_lab.game.game import Game
from monopoly_lab.players.bidding import UNKNOWN, value_of_lot
from monopoly_lab.rules import Tables
from monopoly_lab.rules.auction import HOTEL_LOT, HOUSE_LOT
from monopoly_lab.simulation import recorder
from monopoly_lab.simulation.arrays import Array
from monopoly_lab.simulation.game_block import new_bids

BUILDINGS = {HOUSE_LOT: "house", HOTEL_LOT: "hotel"}
MONEY = {"bid": recorder.BID_AMOUNT, "value": recorder.BID_VALUE, "price": recorder.BID_PRICE}


def value_at(game: Game) -> int:
    """Return what the lot is worth to the seat that is asked, by its strategy or by its function's `value`."""
    player = game.players[game._s.actor]
    own: Any = getattr(game.seats[player], "value", None)
    if callable(own):
        from monopoly_lab.game.player_view import View

        return round(float(own(View(game, player))))
    s = game.raw_state()
    return int(value_of_lot(s, game.tables, game.styles(), s.actor))


def bid_rows(game: Game, begun: int = 0, values: Mapping[int, int] | None = None) -> Array:
    """Return the answers at auctions of a game since answer `begun`, in the columns of `simulation.recorder`.

    Args:
        game: The game.
        begun: Answers of the past that are left out.
        values: What lots were worth to bidders, by the number of the answer; where it is left out, to strategies.
    """
    bids = new_bids(game.answered)
    bids[0, recorder.NUMBER] = game.number
    styles, is_noted, s = game.styles(), False, None
    for n, (s, t, answer) in enumerate(game.replayed()):
        if n == begun:
            s.auctions_begun = 0
        if is_noted:
            recorder.note_award(s, bids)
        is_noted = n >= begun and recorder.is_bid(s, answer.verb)
        if is_noted:
            value = value_of_lot(s, t, styles, s.actor) if values is None else values[n]
            recorder.note_bid(s, bids, answer.amount, value)
    if is_noted and s is not None:
        recorder.note_award(s, bids)
    found: Array = bids[1 : bids[0, recorder.ANSWERED] + 1]
    return found


def drop_sealed_bids(game: Game, rows: Array) -> Array:
    """Return the rows without those of sealed bids that are still closed."""
    s = game.raw_state()
    if s.node != node.BID or not any(s.sealed[: s.seats]):
        return rows
    last = int(rows[-1:, recorder.BID_AUCTION].max(initial=0))
    kept: Array = rows[rows[:, recorder.BID_AUCTION] < last]
    return kept


def bids_frame(rows: Array, players: Sequence[str], edition: Edition, tables: Tables) -> "pd.DataFrame":
    """Return one row per answer at an auction; money in the edition's unit, NaN where there is none."""
    codes = np.array([*BUILDINGS, *range(len(edition.spaces))])
    lots = [*BUILDINGS.values(), *(space.id for space in edition.spaces)]
    lot = rows[:, recorder.BID_LOT]
    money = {name: rows[:, column].astype(float) for name, column in MONEY.items()}
    money["bid"][money["bid"] == 0] = np.nan
    money["value"][money["value"] == UNKNOWN] = np.nan
    winner = rows[:, recorder.BID_WINNER]
    money["price"][winner < 0] = np.nan
    listed = np.where(lot >= 0, np.array(tables.price[: len(edition.spaces)])[np.maximum(lot, 0)], np.nan)
    return pd.DataFrame(
        {
            "game": rows[:, recorder.BID_GAME],
            "round": rows[:, recorder.BID_ROUND],
            "auction": rows[:, recorder.BID_AUCTION],
            "lot": pd.Categorical.from_codes(np.argsort(codes)[np.searchsorted(np.sort(codes), lot)], lots),
            "bidder": pd.Categorical.from_codes(rows[:, recorder.BIDDER], players),
            "bid": money["bid"],
            "list_price": listed,
            "value": money["value"],
            "winner": pd.Categorical.from_codes(winner, players),
            "price": money["price"],
        }
    )


def bids_of_game(game: Game) -> "pd.DataFrame":
    """Return the answers at the auctions of one game; sealed bids that are not opened yet are left out."""
    return bids_frame(drop_sealed_bids(game, bid_rows(game)), game.players, game.edition, game.tables).drop(
        columns="game"
    )
