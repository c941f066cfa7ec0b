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
    room.host({"act": "control", "what": "go"})
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
    room.host({"act": "control", "what": "go"})
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
def test_debrief__a_mean_has_an_interval_where_rounds_have_several_lots(tmp_path: Path, size: int, rounds: int) -> None:
    room = begun(tmp_path, (*NAMES, "Fay"), size=size, rounds=rounds)
    for number in range(rounds):
        for seat in range(6):
            bid(room, seat, 100 * seat, number + 1)
        room.host({"act": "control", "what": "next"})
    table = room.wall()["figures"]
    assert table["heads"][1] == "Deeds auctioned" and table["rows"][0][1] == str(6 // size * rounds)
    assert ("±" in table["rows"][0][2]) == (size == 3)
    assert ("spread" in room.wall()) == (size == 3) and ("±" in json.dumps(room.wall(), ensure_ascii=False)) == (
        size == 3
    )


def test_theory__is_drawn_at_the_debrief_or_when_the_teacher_shows_it(tmp_path: Path) -> None:
    """A class that sees the line after the first round bids along it in the next."""
    room = begun(tmp_path, rounds=2)
    for seat in range(5):
        bid(room, seat, 100)
    assert labels(room.wall()["chart"]) == ["bids", "bid = value"] and "equilibrium" not in json.dumps(room.wall())
    room.host({"act": "control", "what": "theory"})
    assert labels(room.wall()["chart"]) == ["bids", "equilibrium"] and again(room).wall() == room.wall()
    room, _ = opened(tmp_path / "other", NAMES)
    room.host({"act": "start", "activity": "auction", "options": {"format": "sealed", "rounds": 1, "seconds": 0}})
    for seat in range(5):
        bid(room, seat, 100)
    room.host({"act": "control", "what": "next"})
    (chart,) = room.wall()["charts"]["parts"]
    assert labels(chart) == ["bids", "equilibrium"]


def labels(chart: dict[str, Any]) -> list[str]:
    return [each["label"] for each in chart["series"]]


def test_clock__of_a_new_format_runs_once_the_rules_are_read(tmp_path: Path) -> None:
    room = begun(tmp_path, format="all", rounds=2, seconds=45)
    now = [room.clock()]
    room.clock = lambda: now[0]
    assert room.deadline is None and "ready" in room.wall() and "ready" in room.view(0)
    assert room.host_view()["controls"][0] == ["go", "Start the clock"]
    for page in (room.wall(), room.view(0)):
        said = page["rule"]["text"] + page["facts"]["text"]
        assert "highest bid wins and is paid" in said and "value less the price" in said
        assert "between 0 and $1,000, all equally likely" in said
    bid(room, 0, 10)  # who knows already may bid
    room.host({"act": "control", "what": "go"})
    assert room.deadline == now[0] + 45 and "clock" in room.wall() and again(room).wall() == room.wall()
    for _ in range(2):
        room.host({"act": "control", "what": "close"})
        room.host({"act": "control", "what": "next"})
        assert (room.deadline is None) == (auction(room).by == "vickrey")


def test_rising__the_wall_says_the_rule_and_how_many_still_bid(tmp_path: Path) -> None:
    room = begun(tmp_path, format="english")
    leave(room, 0)
    assert ["Still bidding, of 5", "4"] in room.wall()["price"]["pairs"]
    assert "the price at which the others left" in room.wall()["rule"]["text"]


def test_bid__above_one_s_own_value_is_asked_about_where_values_are_private(tmp_path: Path) -> None:
    room = begun(tmp_path)
    field = room.view(0)["bid"]
    assert field["above"] == auction(room).lots[0].told[0] and field["sure"].endswith("?")
    room = begun(tmp_path / "common", values="common")
    assert "sure" not in room.view(0)["bid"]


def test_result__who_did_not_bid_in_time_is_told_so(tmp_path: Path) -> None:
    room = begun(tmp_path)
    bid(room, 1, 300)
    bid(room, 2, 200)
    room.host({"act": "control", "what": "close"})
    assert room.view(0)["result"]["text"] == "You did not bid in time. The deed was sold for $300."
    assert room.view(2)["result"]["text"].startswith("Another bidder got the deed")


def finished(made: ClassAuction, bids: list[tuple[int, int, int]]) -> ClassAuction:
    """Play rounds of three bidders with the values 900, 600 and 300; theory has the price 600 in any format."""
    for number, amounts in enumerate(bids):
        values = {0: 900, 1: 600, 2: 300}
        made.lots = [Lot((0, 1, 2), values, values)]
        made.lot_of = dict.fromkeys(range(3), made.lots[0])
        for seat, amount in enumerate(amounts):
            made.apply(seat, {"bid": amount}, 0.0)
        if number + 1 < len(bids):
            made.control("next", 0.0)
    made.end(0.0)
    return made


def test_debrief__compares_each_format_with_the_equilibrium_of_the_same_values() -> None:
    """Prices of 660 and 540 are 10 % above and below 600; two of three wins brought 240 and 360, one nothing."""
    options = _options(format="sealed", rounds=2, size=3)
    made = finished(
        ClassAuction([0, 1, 2], dict.fromkeys(range(3), ""), 1, options, "en", 0.0), [(660, 1, 1), (540, 1, 1)]
    )
    assert made.debrief()["charts"]["parts"][0]["title"].endswith("price as in equilibrium")
    assert made.view(0)["own"]["pairs"] == [["Your gains, all rounds", "$600"], ["Your place", "1 of 3"]]
    assert made.view(1)["own"]["pairs"][1] == ["Your place", "2 of 3"] == made.view(2)["own"]["pairs"][1]
    options = _options(format="sealed", rounds=1, size=3)
    for price, said in ((660, "10 % above"), (540, "10 % below")):
        made = finished(ClassAuction([0, 1, 2], dict.fromkeys(range(3), ""), 1, options, "en", 0.0), [(price, 1, 1)])
        assert f"price {said} equilibrium" in _spaced(made.debrief()["charts"]["parts"][0]["title"])


def _spaced(text: str) -> str:
    return text.replace("\u00a0", " ")


@pytest.mark.parametrize(
    ("options", "asked", "not_asked"),
    [
        ({"format": "sealed"}, "below the values", "same to all"),
        ({"format": "vickrey"}, "bid one's value", "below the values"),
        ({"format": "sealed", "values": "common"}, "same to all", "below the values"),
    ],
)
def test_debrief__asks_what_fits_to_what_was_played(
    tmp_path: Path, options: dict[str, str], asked: str, not_asked: str
) -> None:
    room = begun(tmp_path, **options)
    for seat in range(5):
        bid(room, seat, 100 + seat)
    room.host({"act": "end"})
    talk = room.wall()["talk"]["text"]
    assert asked in talk and not_asked not in talk and "same from each" not in talk
    assert "Equilibrium: " in room.wall()["words"]["text"]
