"""The auction of a live class: prices by hand, theory, what is hidden, late comers, ties, and a room opened again."""

import json
import random
from pathlib import Path
from typing import Any

import pytest
from test_room import again, opened

from monopoly_lab.common.errors import LiveError
from monopoly_lab.live.activities.class_auction import ERROR, ClassAuction, Lot, equilibrium_bid, theory_price
from monopoly_lab.live.room import Room

NAMES = ("Ann", "Bo", "Cy", "Dora", "Emil")


def begun(folder: Path, names: tuple[str, ...] = NAMES, **options: object) -> Room:
    room, _ = opened(folder, names)
    usual = {"format": "sealed", "rounds": 1, "size": 5, "seconds": 0}
    room.host({"act": "start", "activity": "auction", "options": usual | options})
    return room


def auction(room: Room) -> ClassAuction:
    assert isinstance(room.activity, ClassAuction)
    return room.activity


def bid(room: Room, seat: int, amount: object, question: int = 1) -> None:
    room.hear(seat, {"question": question, "answer": {"bid": amount}})


def leave(room: Room, seat: int) -> None:
    room.hear(seat, {"question": 1, "answer": {"leave": True}})


@pytest.mark.parametrize(("format_", "price"), [("sealed", 500), ("vickrey", 400)])
def test_sealed__the_highest_bid_wins_and_pays_the_first_or_the_second(
    tmp_path: Path, format_: str, price: int
) -> None:
    room = begun(tmp_path, format=format_)
    for seat, amount in enumerate((100, 500, 400, 0)):
        bid(room, seat, amount)
    bid(room, 0, "$200")  # changed before the bids are closed
    room.host({"act": "control", "what": "close"})  # the last one has not bid
    (sale,) = auction(room).sales[0]
    assert (sale.winner, sale.price, sale.bids) == (1, price, {0: 200, 1: 500, 2: 400, 3: 0})
    assert sale.profit == sale.lot.worth[1] - price
    assert [row["gain"] for row in auction(room).rows() if row["won"]] == [sale.profit]


def test_sealed__nobody_bids_and_one_alone_bids(tmp_path: Path) -> None:
    room = begun(tmp_path, format="vickrey", rounds=2)
    room.host({"act": "control", "what": "close"})
    assert auction(room).sales[0][0].winner is None
    room.host({"act": "control", "what": "next"})
    bid(room, 3, 900, 2)
    room.host({"act": "control", "what": "close"})
    (sale,) = auction(room).sales[1]
    assert (sale.winner, sale.price) == (3, 0)
    room.host({"act": "control", "what": "next"})
    assert auction(room).is_over and room.wall()


def test_rising__the_last_one_pays_the_price_at_which_the_second_last_left(tmp_path: Path) -> None:
    room = begun(tmp_path, format="english")
    now = [room.clock()]
    room.clock = lambda: now[0]
    leave(room, 0)
    prices = []
    for seat in (2, 4, 1):
        now[0] += 10
        room.tick()
        prices.append(auction(room).price)
        leave(room, seat)
    (sale,) = auction(room).sales[0]
    assert prices == [50, 75, 100] and (sale.winner, sale.price) == (3, 100)
    assert sale.bids == {0: 25, 2: 50, 4: 75, 1: 100}
    with pytest.raises(LiveError):
        leave(room, 3)


def test_rising__who_never_leaves_pays_at_most_the_highest_price(tmp_path: Path) -> None:
    room = begun(tmp_path, ("Ann", "Bo"), format="english", size=2)
    now = [room.clock()]
    room.clock = lambda: now[0]
    for _ in range(50):
        now[0] += 10
        room.tick()
    (sale,) = auction(room).sales[0]
    assert sale.price == 1000 and sale.winner in (0, 1)


def test_tie__is_decided_by_lot() -> None:
    """Over many seeds each of two equal bids wins about as often."""
    wins = 0
    for seed in range(200):
        made = ClassAuction([0, 1], {0: "Ann", 1: "Bo"}, seed, _options(), "en", 0.0)
        for seat in (0, 1):
            made.apply(seat, {"bid": 300}, 0.0)
        wins += made.sales[0][0].winner == 0
    assert 70 < wins < 130


def _options(**more: object) -> dict[str, Any]:
    return {option.name: option.value for option in ClassAuction.OPTIONS} | more


@pytest.mark.parametrize("format_", ["sealed", "vickrey", "english"])
def test_theory__revenue_is_equivalent_where_all_bid_as_in_equilibrium(format_: str) -> None:
    """Four bidders with values up to 1,000: the seller gets (n - 1)/(n + 1) of it, 600, in all formats."""
    options = _options(format=format_, rounds=1, size=4)
    prices = []
    for seed in range(300):
        made = ClassAuction(list(range(4)), dict.fromkeys(range(4), ""), seed, options, "en", 0.0)
        for seat in range(4):
            made.hand(seat, "balanced", 0.0)
        while made.is_open:
            for seat in made.waiting():
                if made.is_open:
                    made.apply(seat, made.computer_answer(seat), 0.0)
            if made.is_open:
                made.tick(0.0)
        prices.append(made.sales[0][0].price)
    half = 4 * 200 / 300**0.5  # standard deviations of these prices lie below 200
    raised = 25 if format_ == "english" else 0  # the clock rises by 25
    assert 600 - half < sum(prices) / len(prices) < 600 + half + raised


def test_theory__prices_by_hand() -> None:
    lot = Lot((0, 1, 2), {0: 900, 1: 600, 2: 300}, {0: 900, 1: 600, 2: 300})
    assert [round(theory_price(by, False, lot)) for by in ("sealed", "vickrey", "english")] == [600, 600, 600]
    # Of two bidders with the same estimate neither has the higher error: its mean is 0, and nothing is taken off.
    assert equilibrium_bid("vickrey", True, 2, 1500) == pytest.approx(1500)


def test_common__estimates_are_unbiased_and_the_winner_pays_for_one_worth(tmp_path: Path) -> None:
    errors = []
    for seed in range(200):
        made = ClassAuction([0, 1, 2], dict.fromkeys(range(3), ""), seed, _options(values="common"), "en", 0.0)
        (lot,) = made.lots
        assert len(set(lot.worth.values())) == 1
        errors += [lot.told[seat] - lot.worth[seat] for seat in lot.bidders]
    mean = sum(errors) / len(errors)
    spread = (sum((each - mean) ** 2 for each in errors) / len(errors)) ** 0.5
    assert abs(mean) < 4 * ERROR / len(errors) ** 0.5 and 0.9 * ERROR < spread < 1.1 * ERROR


@pytest.mark.parametrize("format_", ["sealed", "vickrey", "english"])
def test_hidden__values_and_sealed_bids_are_on_no_other_page(tmp_path: Path, format_: str) -> None:
    room = begun(tmp_path, format=format_)
    told = auction(room).lots[0].told
    if format_ != "english":
        bid(room, 2, 777)
    for seat in (0, 1, 3, 4):
        shown = json.dumps([room.view(seat), room.wall(), room.host_view()])
        hidden = [auction(room).money(told[other]) for other in told if told[other] != told[seat] and other != seat]
        assert not [each for each in [*hidden, "777"] if f'"{each}"' in shown]
    assert format_ == "english" or "777" in json.dumps(room.view(2))


@pytest.mark.parametrize(
    "answer",
    [{}, {"bid": -1}, {"bid": 1001}, {"bid": 10.5}, {"bid": True}, {"bid": [5]}, {"bid": "x" * 999}, {"leave": True}],
)
def test_answer__bent_changes_nothing(tmp_path: Path, answer: dict[str, Any]) -> None:
    room = begun(tmp_path)
    with pytest.raises(LiveError):
        room.hear(0, {"question": 1, "answer": answer})
    assert not auction(room).bids and not room.faults


def test_room__opened_again_shows_the_same_amid_a_round(tmp_path: Path) -> None:
    room = begun(tmp_path, format="all", rounds=2, size=2, values="common")
    luck = random.Random(1)
    room.host({"act": "hand", "seat": 4, "strategy": "balanced"})
    for seat in range(4):
        bid(room, seat, luck.randrange(1000, 2000))
    room.host({"act": "control", "what": "next"})
    bid(room, 0, 1200, 2)
    late, _ = room.join("Late")
    assert "live.auction" not in json.dumps(room.view(late))
    other = again(room)
    assert [other.view(seat) for seat in range(6)] == [room.view(seat) for seat in range(6)]
    assert (other.wall(), auction(other).rows()) == (room.wall(), auction(room).rows())
    for seat in (1, 2, 3):
        bid(room, seat, 1300, 2)
    room.host({"act": "control", "what": "next"})
    assert late in auction(room).lot_of


def test_odd_class__everybody_bids_and_no_group_is_of_one(tmp_path: Path) -> None:
    for n in range(2, 8):
        made = ClassAuction(list(range(n)), dict.fromkeys(range(n), ""), n, _options(size=3), "en", 0.0)
        assert sorted(made.lot_of) == list(range(n)) and min(len(lot.bidders) for lot in made.lots) >= 2


@pytest.mark.parametrize(("size", "rounds"), [(3, 1), (3, 2), (6, 2)])
def test_debrief__a_mean_has_an_interval_or_says_why_there_is_none(tmp_path: Path, size: int, rounds: int) -> None:
    room = begun(tmp_path, (*NAMES, "Fay"), size=size, rounds=rounds)
    for number in range(rounds):
        for seat in range(6):
            bid(room, seat, 100 * seat, number + 1)
        room.host({"act": "control", "what": "next"})
    table = room.wall()["figures"]
    assert table["heads"][1] == "Deeds auctioned" and table["rows"][0][1] == str(6 // size * rounds)
    assert ("±" in table["rows"][0][2]) == (size == 3)
    assert room.wall()["spread"]["text"].startswith("±" if size == 3 else "No interval")
