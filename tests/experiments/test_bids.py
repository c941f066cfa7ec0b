"""The frame of bids: one row per answer at an auction, the same however the games are played."""

from typing import Any

import numpy as np
import pandas as pd
import pytest

import monopoly_lab as ml
from monopoly_lab.constants import action, names, node
from monopoly_lab.experiments import jobs
from monopoly_lab.experiments.bid_frames import bid_rows
from monopoly_lab.simulation import game_block, recorder

NAMES = ("Ann", "Bo", "Cy", "Dan")


def simulation(**more: Any) -> ml.Simulation:
    return ml.simulate("classic_us", **{"games": 60, "bids": True, "progress": False, **more})


def to_market(**options: object) -> ml.Game:
    """Ann on St. Charles Place, which is put up for auction; Ann is asked first."""
    game = ml.Game("classic_us", NAMES, seed=1, options={"first_player": 0, **options})
    game.apply("roll 5 6")
    game.apply("auction")
    return game


@pytest.mark.parametrize(
    ("by", "bids", "winner", "price"),
    [
        ("english", (50, 60, None, None, 70, None), "Ann", 70),
        ("sealed", (150, 120, 190, None), "Cy", 190),
        ("vickrey", (150, 120, 190, None), "Cy", 150),
        ("vickrey", (150, 190, 190, None), "Bo", 190),
        ("sealed", (None, None, None, None), None, None),
    ],
)
def test_bids__winner_and_price_by_the_rules_of_each_auction(
    by: str, bids: tuple[int | None, ...], winner: str | None, price: int | None
) -> None:
    game = to_market(**{"auction.by": by})
    for bid in bids:
        game.apply("pass" if bid is None else f"bid {bid}")
    found = game.bids()
    assert found["bid"].to_list() == pytest.approx([np.nan if bid is None else bid for bid in bids], nan_ok=True)
    assert set(found["lot"]) == {"st_charles"} and set(found["list_price"]) == {140} and set(found["auction"]) == {1}
    assert all(pd.isna(found["winner"])) if winner is None else set(found["winner"]) == {winner}
    assert found["price"].to_list() == pytest.approx([np.nan if price is None else price] * len(bids), nan_ok=True)
    assert found["value"].isna().all()  # persons do not say


def test_bids__sealed_ones_are_shown_when_all_are_opened() -> None:
    game = to_market(**{"auction.by": "sealed"})
    for text in ("bid 100", "bid 90", "pass"):
        game.apply(text)
        assert game.bids().empty
    game.apply("bid 5")
    assert game.bids()["bidder"].to_list() == list(NAMES)


@pytest.mark.full
def test_bids__compiled_plain_step_by_step_and_in_threads_are_equal() -> None:
    options = {"buy": False, "auction.by": "vickrey"}
    players = dict(zip(NAMES, ("balanced", "investor", "random", "hoarder")))
    for given in ({}, options):
        found = simulation(players=players, options=given)
        plan, rows = found.plan, np.concatenate(found._bids)
        plain = jobs.play(plan, {}, 1, 0, 6, compiled=False).block.bids
        assert len(plain) > 20 and (plain == rows[rows[:, recorder.BID_GAME] < 6]).all()
        for number in range(3):
            game = found.game(number)
            game.run()
            assert (bid_rows(game) == rows[rows[:, recorder.BID_GAME] == number]).all()
        threads = simulation(players=players, options=given, executor="threads", measures=lambda position: 0)
        assert (np.concatenate(threads._bids) == rows).all()


def test_bids__what_was_sold_is_what_was_paid_in_auctions() -> None:
    found = simulation(games=200, options={"buy": False})
    sold = found.bids.dropna(subset="winner").drop_duplicates(["game", "auction"])
    deeds = sold[~sold["lot"].isin(["house", "hotel"])].groupby("lot", observed=True)["price"].agg(["size", "sum"])
    paid = found.auctions.set_index("deed")
    assert deeds["size"].to_dict() == paid["auctions"].to_dict() and deeds["sum"].to_dict() == paid["paid"].to_dict()
    won = found.bids[(found.bids["bidder"] == found.bids["winner"]) & (found.bids["bid"] == found.bids["price"])]
    assert len(won) == len(sold)  # each price was bid by its winner


@pytest.mark.full
def test_bids__of_scarce_houses_with_what_they_are_worth_to_investors() -> None:
    deeds = {"Ann": ["oriental", "vermont", "connecticut"], "Bo": ["st_james", "tennessee", "new_york"]}
    start = {"deeds": deeds, "buildings": dict.fromkeys([*deeds["Ann"], *deeds["Bo"]], 2), "turn": "Ann"}
    game = ml.Game(
        "classic_us",
        dict.fromkeys(("Ann", "Bo"), "investor"),
        seed=1,
        options={"components.houses": 13, "start_cash": 5000},
        start=start,
    )
    table = ml.simulate(game, games=50, rounds=2, bids=True, progress=False).bids
    assert set(table["lot"]) >= {"house"} and table[table["lot"] == "house"]["list_price"].isna().all()
    assert (table["bid"].dropna() <= table["value"][table["bid"].notna()]).all()


def test_bids__a_block_with_too_little_room_is_played_again(monkeypatch: pytest.MonkeyPatch) -> None:
    wide = simulation()
    monkeypatch.setattr(jobs, "BIDS_EACH", 1)
    assert simulation().bids.equals(wide.bids)
    assert game_block.new_block(wide.plan.start, 0, 2, 1).bids.shape == (3, recorder.BID_COLUMNS)


class Knows:
    """A function that says what the lot is worth."""

    def __call__(self, view: ml.View) -> str:
        return "bid 7" if view.kind == "bid" else view.choices()[-1]

    def value(self, view: ml.View) -> float:
        return 100.0 + view.edition.spaces[0].index


def test_bids__functions_may_say_what_a_lot_is_worth_to_them() -> None:
    players = {"Ann": Knows(), "Bo": Knows(), "Cy": "balanced"}
    options = {"buy": False, "auction.by": "sealed"}
    found = simulation(players=players, options=options, games=3, rounds=4).bids
    assert set(found[found["bidder"] == "Ann"]["value"]) == {100} and found["value"].notna().all()
    assert names(node)[node.BID] == "bid" and action.BID != action.PASS


def test_bids__are_kept_only_where_asked_for() -> None:
    found = ml.simulate("classic_us", games=1, progress=False)
    with pytest.raises(ml.ExperimentError, match="bids=True"):
        assert found.bids is None
