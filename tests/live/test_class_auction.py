"""The auction of a live class: prices by hand, theory, what is hidden, late comers, ties, and a room opened again."""

import json
import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from test_room import again, opened

from monopoly_lab.common.errors import LiveError
from monopoly_lab.live.activities.class_auction import ClassAuction
from monopoly_lab.live.auction_lots import (
    ERROR,
    STEP,
    Lot,
    bids_to_equilibrium,
    count_of,
    equilibrium_bid,
    theory_price,
)
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
    room.host({"act": "control", "what": "finish"})
    assert auction(room).is_over and room.wall()


def test_tie__is_decided_by_lot(tmp_path: Path) -> None:
    """Over many seeds each of two equal bids wins about as often; both are told so, and who bid less is not."""
    wins = 0
    for seed in range(200):
        made = ClassAuction([0, 1], {0: "Ann", 1: "Bo"}, seed, _options(), "en", 0.0)
        for seat in (0, 1):
            made.apply(seat, {"bid": 300}, 0.0)
        wins += made.sales[0][0].winner == 0
    assert 70 < wins < 130
    room = begun(tmp_path)
    for seat, amount in enumerate((300, 300, 10, 20, 30)):
        bid(room, seat, amount)
    (sale,) = auction(room).sales[0]
    assert sale.tied == (0, 1) and sale.winner in (0, 1)
    assert "Chance decided for you" in room.view(sale.winner)["result"]["text"]
    assert "yours too. Chance decided for another" in room.view(1 - sale.winner)["result"]["text"]
    assert "lot" not in room.view(2)["result"]["text"]
    assert room.wall()["results"]["parts"][1]["rows"][0][1] == "sold (by chance)"


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
            made.hand_over(seat, "balanced", 0.0)
        if format_ == "english":
            made.control("go", 0.0)
        while made.is_open:
            for seat in made.waiting():
                if made.is_open:
                    made.apply(seat, made.computer_answer(seat), 0.0)
        prices.append(made.sales[0][0].price)
    half = 4 * 200 / 300**0.5  # standard deviations of these prices lie below 200
    raised = STEP if format_ == "english" else 0  # by which the clock rises
    assert 600 - half < sum(prices) / len(prices) < 600 + half + raised


def test_theory__prices_by_hand() -> None:
    lot = Lot((0, 1, 2), {0: 900, 1: 600, 2: 300}, {0: 900, 1: 600, 2: 300})
    assert [round(theory_price(by, False, lot)) for by in ("sealed", "vickrey")] == [600, 600]
    assert theory_price("english", False, lot) == 650  # of the steps of 50, the first at which the second one is out
    tie = {0: 640, 1: 610, 2: 300}
    assert theory_price("english", False, Lot((0, 1, 2), tie, tie)) == 600  # both are out at 650: a lot, at 600
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


def test_bid__that_is_not_possible_is_refused_with_its_value_in_the_words_of_the_hint(tmp_path: Path) -> None:
    room = begun(tmp_path, values="private")
    asked = room.view(0)["bid"]
    assert (asked["low"], asked["high"]) == (0, 1000)
    for typed, shown in (("5000", "5,000"), ("-1", "\u22121"), ("a lot", "a lot")):
        with pytest.raises(LiveError) as refused:
            room.hear(0, {"question": 1, "answer": {"bid": typed}})
        assert str(refused.value) == f"{shown}: bid whole dollars from 0 to 1,000."


@pytest.mark.parametrize("typed", ["1,000", "$1,000", "1.000", "1 000"])
def test_bid__may_be_typed_as_the_hint_writes_it(tmp_path: Path, typed: str) -> None:
    """The hint says "0 – 1,000"; in other languages a thousand has a point or a blank."""
    room = begun(tmp_path, values="private")
    room.hear(0, {"question": 1, "answer": {"bid": typed}})
    assert auction(room).bids == {0: 1000}


def test_odd_class__everybody_bids_and_no_group_is_of_one(tmp_path: Path) -> None:
    for n in range(2, 8):
        made = ClassAuction(list(range(n)), dict.fromkeys(range(n), ""), n, _options(size=3), "en", 0.0)
        assert sorted(made.lot_of) == list(range(n)) and min(len(lot.bidders) for lot in made.lots) >= 2


def test_next__after_the_last_round_leads_to_the_debrief_and_asks_nothing(tmp_path: Path) -> None:
    room = begun(tmp_path, rounds=2)
    room.host({"act": "control", "what": "close"})
    assert room.host_view()["controls"][0] == ["next", "Next round", True, ""]
    room.host({"act": "control", "what": "next"})
    room.host({"act": "control", "what": "close"})
    assert room.host_view()["controls"][0] == ["finish", "To the debrief", True, ""]
    room.host({"act": "control", "what": "finish"})
    assert auction(room).is_over and again(room).wall() == room.wall()


def test_theory__is_drawn_at_the_debrief_or_when_the_teacher_shows_it(tmp_path: Path) -> None:
    """A class that sees the line after the first round bids along it in the next."""
    room = begun(tmp_path, rounds=2)
    for seat in range(5):
        bid(room, seat, 100)
    assert labels(room.wall()["results"]["parts"][0]) == ["bids", "bid = value"] and "equilibrium" not in json.dumps(
        room.wall()
    )
    room.host({"act": "control", "what": "theory"})
    shown = labels(room.wall()["results"]["parts"][0])
    assert shown == ["bids", "bid = value", "equilibrium"] and again(room).wall() == room.wall()
    assert room.host_view()["controls"][1][:2] == ["hide_theory", "Hide the theory"]
    room.host({"act": "control", "what": "hide_theory"})
    assert labels(room.wall()["results"]["parts"][0]) == ["bids", "bid = value"]
    assert "equilibrium" not in json.dumps(room.wall()) and again(room).wall() == room.wall()
    room.host({"act": "control", "what": "theory"})
    room.host({"act": "control", "what": "next"})
    for seat in range(5):
        bid(room, seat, 100, 2)
    assert "equilibrium" not in json.dumps(room.wall())  # it was shown for the round before
    assert room.host_view()["controls"][1][0] == "theory" and again(room).wall() == room.wall()
    room, _ = opened(tmp_path / "other", NAMES)
    room.host({"act": "start", "activity": "auction", "options": {"format": "sealed", "rounds": 1, "seconds": 0}})
    for seat in range(5):
        bid(room, seat, 100)
    room.host({"act": "control", "what": "finish"})
    (chart,) = room.wall()["charts"]["parts"]
    assert labels(chart) == ["bids", "bid = value", "equilibrium"]  # "why below the values?" needs both
    assert chart["span"] == [0, 1000]  # one scale on both axes


def test_theory__has_a_line_for_each_size_of_groups_where_they_differ(tmp_path: Path) -> None:
    """At the first price 4 bid 3/4 of the value, and 5 bid 4/5; at the second price all bid the value."""
    for format_, ends in (("sealed", {"equilibrium, 4 bidders": 750, "equilibrium, 5 bidders": 800}), ("vickrey", {})):
        room = begun(tmp_path / format_, tuple(f"S{n}" for n in range(9)), format=format_, size=4)
        for seat in range(9):
            bid(room, seat, 100)
        room.host({"act": "control", "what": "finish"})
        (chart,) = room.wall()["charts"]["parts"]
        lines = [each for each in chart["series"] if each["label"].startswith("equilibrium")]
        found = {each["label"]: each["points"][-1][1] for each in lines}
        assert found == pytest.approx(ends or {"equilibrium": 1000})
        assert len({each["color"] for each in lines}) == len(lines)


def test_result__names_the_winner_s_own_value_to_nobody_else(tmp_path: Path) -> None:
    room = begun(tmp_path, format="vickrey")
    told = auction(room).lots[0].told
    for seat, value in enumerate((847, 600, 500, 400, 300)):
        told[seat] = value  # type: ignore[index]
        bid(room, seat, value)
    assert "$847" in room.view(0)["result"]["text"]
    assert room.view(1)["result"]["text"] == "Another bidder got the deed for $600."


def labels(chart: dict[str, Any]) -> list[str]:
    return [each["label"] for each in chart["series"]]


def test_clock__of_a_new_format_runs_once_the_rules_are_read(tmp_path: Path) -> None:
    room = begun(tmp_path, format="all", rounds=2, seconds=45)
    now = [room.clock()]
    room.clock = lambda: now[0]
    assert room.deadline is None and "ready" in room.wall() and "ready" in room.view(0)
    assert room.host_view()["controls"][0] == ["go", "Start the clock", True, ""]
    for page in (room.wall(), room.view(0)):
        said = page["rule"]["text"] + page["facts"]["text"]
        assert "highest bid wins and is paid" in said and "value less the price" in said
        assert "All values from $0 to $1,000 are equally likely" in said
        assert "may decide already; the teacher starts the clock" in page["ready"]["text"]
    bid(room, 0, 10)  # who knows already may bid
    room.host({"act": "control", "what": "go"})
    assert room.deadline == now[0] + 45 and "clock" in room.wall() and again(room).wall() == room.wall()
    for _ in range(2):
        room.host({"act": "control", "what": "close"})
        room.host({"act": "control", "what": "next"})
        assert (room.deadline is None) == (auction(room).auction_format == "vickrey")


def test_bid__above_one_s_own_value_is_asked_about_where_values_are_private(tmp_path: Path) -> None:
    room = begun(tmp_path)
    field = room.view(0)["bid"]
    assert field["above"] == auction(room).lots[0].told[0] and field["confirm"].endswith("?")
    assert f"your value of ${field['above']:,}. If it wins, you pay it" in field["confirm"]
    room = begun(tmp_path / "common", values="common")
    assert "confirm" not in room.view(0)["bid"]


def test_bid__is_not_warned_against_at_the_second_price(tmp_path: Path) -> None:
    """There one pays the second bid; what a bid above the value does is what the rounds show."""
    assert "confirm" not in begun(tmp_path, format="vickrey").view(0)["bid"]


def test_pause__keeps_the_seconds_that_are_left(tmp_path: Path) -> None:
    now = [100.0]
    room = begun(tmp_path, seconds=45)
    room.clock = lambda: now[0]
    room.host({"act": "control", "what": "go"})
    now[0] += 17
    room.host({"act": "pause"})
    now[0] += 500
    for page in (room.wall(), room.view(0), again(room).wall()):
        assert (page["clock"]["until"], page["clock"]["left"]) == (None, 28) and page["paused"]["tone"] == "pause"
    room.host({"act": "resume"})
    assert room.wall()["clock"]["until"] == now[0] + 28


def test_result__who_did_not_bid_in_time_is_told_so(tmp_path: Path) -> None:
    room = begun(tmp_path)
    bid(room, 1, 300)
    bid(room, 2, 200)
    room.host({"act": "control", "what": "close"})
    assert room.view(0)["result"]["text"] == "You did not bid. The deed was sold for $300."
    assert ["Your bid", "none"] in room.view(0)["told"]["pairs"]
    assert ["Your bid", "$200"] in room.view(2)["told"]["pairs"]
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


def test_debrief__names_the_place_and_claims_no_difference_of_few_deals() -> None:
    """Two of three wins brought 240 and 360, one nothing; two deals, each the only one of its round, say little."""
    options = _options(format="sealed", rounds=2, size=3)
    made = finished(
        ClassAuction([0, 1, 2], dict.fromkeys(range(3), ""), 1, options, "en", 0.0), [(660, 1, 1), (540, 1, 1)]
    )
    assert made.debrief()["charts"]["parts"][0]["title"].endswith("mean price $600\n2 deals; 6 of 6 bids")
    assert made.view(0)["own"]["pairs"] == [["Your gains, all rounds", "$600"], ["Your place", "1 of 3"]]
    assert made.view(1)["own"]["pairs"][1] == ["Your place", "2 of 3"] == made.view(2)["own"]["pairs"][1]


def many(bids: list[tuple[int | None, ...]], format_: str = "sealed") -> ClassAuction:
    """Play a round in groups of three with the values 900, 600 and 300; at the first price 600, 400, 200 are best."""
    seats = list(range(3 * len(bids)))
    options = _options(format=format_, rounds=1, size=3)
    made = ClassAuction(seats, dict.fromkeys(seats, "X"), 1, options, "en", 0.0)
    groups = [tuple(seats[n : n + 3]) for n in range(0, len(seats), 3)]
    made.lots = [Lot(group, *[dict(zip(group, (900, 600, 300), strict=True))] * 2) for group in groups]
    made.lot_of = {seat: lot for lot in made.lots for seat in lot.bidders}
    for seat, amount in zip(seats, (amount for group in bids for amount in group), strict=True):
        if amount is not None:
            made.apply(seat, {"bid": amount}, 0.0)
    if made.is_open:
        made.control("close", 0.0)
    made.end(0.0)
    return made


def times(*factors: float) -> list[tuple[int | None, ...]]:
    return [tuple(round(factor * best) for best in (600, 400, 200)) for factor in factors]


SILENT = (None, None, None)


@pytest.mark.parametrize(
    ("bids", "said"),
    [
        (times(1.1, 1.05, 1.15, 1.07, 1.13), "bids 10 % above equilibrium\n95 % interval: 8 to 12 %; 15 of 15 bids"),
        (times(0.9, 0.85, 0.95, 0.87, 0.93), "bids 10 % below equilibrium\n95 % interval: 8 to 12 %; 15 of 15 bids"),
        (
            times(1.1, 0.9, 1, 5 / 6, 7 / 6),
            "no clear difference between bids and equilibrium\n0 % on average, 95 % interval: -8 to 8 %; 15 of 15 bids",
        ),
        (times(0, 0, 0, 0, 1), "bids 80 % below equilibrium\n95 % interval: 55 to 100 %; 15 of 15 bids"),
        (times(1.1), "mean price $660\n1 deal; 3 of 3 bids"),
        (
            [*times(1, 1), SILENT, SILENT],
            "no clear difference between bids and equilibrium\n0 % on average, 95 % interval: 0 to 0 %; 6 of 12 bids",
        ),
        ([*times(1, 1), SILENT, SILENT, SILENT], "6 of 15 bids, too few for a comparison"),
        ([(600, None, None), (600, 400, None)], "mean price $600\n1 deal; 3 of 6 bids"),
        ([(600, None, None), (None, 400, None)], "2 of 6 bids, too few for a comparison"),
        ([SILENT, SILENT], "no deed was sold"),
    ],
)
def test_debrief__compares_the_bids_of_each_bidder_with_the_equilibrium(
    bids: list[tuple[int | None, ...]], said: str
) -> None:
    """Factors f of 1.1, 1.05, 1.15, 1.07, 1.13: the sum of (f - 1.1)^2 is 0.0068, and 600^2 + 400^2 + 200^2 is 560,000.

    sqrt(15/14 x 560,000 x 0.0068) = 63.9; times 2.145 (14 degrees), of 6,000: 2.3 %. Without the silent, nobody knows
    what the class did; no bid is more than 100 % below.
    """
    assert _spaced(many(bids).debrief()["charts"]["parts"][0]["title"]).endswith(said)


def test_comparison__of_two_rounds_counts_each_bidder_once() -> None:
    """Three bid 10 % too much and 10 % too little in turn: what each bid in all is the equilibrium."""
    options = _options(format="sealed", rounds=2, size=3)
    made = finished(
        ClassAuction([0, 1, 2], dict.fromkeys(range(3), ""), 1, options, "en", 0.0), [(660, 440, 220), (540, 360, 180)]
    )
    found, bidders = bids_to_equilibrium(made._sales("sealed"), False)
    assert (bidders, found.value, found.low, found.high) == (3, pytest.approx(1), pytest.approx(1), pytest.approx(1))


@pytest.mark.parametrize("format_", ["sealed", "english"])
def test_comparison__leaves_out_who_is_played_by_a_strategy(format_: str) -> None:
    """They bid as in equilibrium: the class of one person, who bids nothing, lies 100 % below it, not a third."""
    made = ClassAuction([0, 1, 2], dict.fromkeys(range(3), ""), 1, _options(format=format_, size=3), "en", 0.0)
    for seat in (0, 1):
        made.hand_over(seat, "balanced", 0.0)
    made.control("go", 0.0)
    for seat in (0, 1):
        made.apply(seat, made.computer_answer(seat), 0.0)
    made.apply(2, {"stay": False} if format_ == "english" else {"bid": 0}, 0.0)
    while made.is_open:
        for seat in (0, 1):
            if made.question(seat) is not None:
                made.apply(seat, made.computer_answer(seat), 0.0)
    sales = made._sales(format_)
    assert [sale.computers for sale in sales] == [frozenset({0, 1})] and count_of(sales) == (1, 1)
    assert bids_to_equilibrium(sales, False)[1] == 1


@pytest.mark.parametrize(("format_", "price"), [("sealed", 600), ("vickrey", 300)])
def test_silent__phones_are_in_no_theory(format_: str, price: int) -> None:
    """Who values it at 600 is silent: those at 900 and 300 bid as in an auction of three, as their phones said."""
    share = 2 / 3 if format_ == "sealed" else 1
    made = many([(round(share * 900), None, round(share * 300))] * 5, format_)
    table = made.debrief()["figures"]
    found = dict(zip(table["heads"], table["rows"][0], strict=True))
    assert (_spaced(found["Bids"]), _spaced(found["Deeds sold"])) == ("10 of 15", "5 of 5")
    assert found["Seller gets, mean"] == found["In equilibrium"] == f"${price}"
    assert "no clear difference between bids and equilibrium\n0 % on average" in _spaced(
        made.debrief()["charts"]["parts"][0]["title"]
    )
    assert [row["theory_price"] for row in made.rows()] == [price] * 15


def test_silent__a_lone_bid_is_in_no_mean_and_has_no_theory() -> None:
    """At the second price it pays nothing: that says how many phones were silent."""
    made = many([(900, 600, 300), (900, None, None)], "vickrey")
    table = made.debrief()["figures"]
    assert dict(zip(table["heads"], table["rows"][0], strict=True))["Seller gets, mean"] == "$600"
    said = "1 deed with only one bid: left out of the means, because the other phones did not answer."
    assert said in made.debrief()["words"]["text"]
    wall = made._round_results()
    assert wall["lone"]["text"] == f"* {said}"
    assert "lone" not in many([(900, 600, 300)], "vickrey")._round_results()
    lone = [made._group_row(1, sale)[0] for sales in made.sales for sale in sales]
    assert sorted(lone) == ["1", "1 *"]
    assert [row["theory_price"] for row in made.rows()] == [600] * 3 + [None] * 3


def test_efficiency__counts_deeds_that_were_not_sold() -> None:
    """Of five deeds worth 900 at most, two went to those, one to the 600, two to nobody: 2,400 of 4,500."""
    made = many([(600, 400, 200), (600, 0, 0), (0, 400, 200), SILENT, SILENT])
    few = many([(600, 400, 200), SILENT, SILENT]).debrief()["figures"]["rows"][0]
    assert few[-1] == "-"  # of silence nothing follows
    table = made.debrief()["figures"]
    found = dict(zip(table["heads"], table["rows"][0], strict=True))
    assert (_spaced(found["Deeds sold"]), _spaced(found["Share of possible value"])) == ("3 of 5", "53 %")
    assert [row["price"] for row in made.rows()[-6:]] == [None] * 6


@pytest.mark.parametrize(
    ("bids", "asked", "not_asked"),
    [
        (times(1), "Why do bids lie below the values", "as high as the value"),
        ([(900, 650, 300)], "as high as the value", "Why do bids lie"),
    ],
)
def test_debrief__asks_why_bids_are_low_only_where_they_are(
    bids: list[tuple[int | None, ...]], asked: str, not_asked: str
) -> None:
    talk = many(bids).debrief()["talk"]["text"]
    assert asked in talk and not_asked not in talk


def _spaced(text: str) -> str:
    return text.replace("\u00a0", " ").replace("\u2212", "-")


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


def test_wall__says_after_a_round_who_won_at_which_price(tmp_path: Path) -> None:
    """By name where the teacher has chosen so, by number where names are not kept; losers' values stand nowhere."""
    room = begun(tmp_path, by_name=True)
    for seat, amount in enumerate((100, 500, 400, 0, 30)):
        bid(room, seat, amount)
    lot = auction(room).lots[0]
    chart, table = room.wall()["results"]["parts"]
    gain = auction(room).money(lot.worth[1] - 500)
    assert chart["kind"] == "lines" and table["rows"] == [["1", "Bo", "$500", "$400", gain]]
    room.host({"act": "end"})
    room.host({"act": "numbers"})
    assert "Bo" not in json.dumps(again(room).activities[-1]._groups("sealed", auction(room).sales[0]))


def test_strategy__that_plays_a_seat_leaves_nothing_to_answer_on_its_phone(tmp_path: Path) -> None:
    room = begun(tmp_path, format="vickrey")
    assert "bid" in room.view(0)
    room.host({"act": "hand", "seat": 0, "strategy": "balanced"})
    assert "bid" not in room.view(0) and "strategy" in room.view(0) and "told" in room.view(0)
    room.host({"act": "hand", "seat": 0, "strategy": ""})
    assert "bid" in room.view(0)


def test_wall__names_no_winner_unless_the_teacher_has_chosen_so(tmp_path: Path) -> None:
    """Losses stand in this table."""
    room = begun(tmp_path)
    for seat, amount in enumerate((100, 1000, 400, 0, 30)):
        bid(room, seat, amount)
    table = room.wall()["results"]["parts"][1]
    assert table["heads"][1] == "Deed" and table["rows"][0][1] == "sold"
    assert not any(name in json.dumps(room.wall()) for name in NAMES)


@pytest.mark.parametrize(
    ("format_", "heads", "row"),
    [
        ("sealed", ["Price", "Second bid"], ["$500", "$400"]),
        ("vickrey", ["Winner\u2019s bid", "Price"], ["$500", "$400"]),
    ],
)
def test_wall__has_the_two_highest_bids_once_each(
    tmp_path: Path, format_: str, heads: list[str], row: list[str]
) -> None:
    """At the second price, the price is the second bid: the column that is missing is what the winner bid."""
    room = begun(tmp_path, format=format_, rounds=2)
    for number in (1, 2):
        for seat, amount in enumerate((100, 500, 400, 0, 30)):
            bid(room, seat, amount, number)
        table = room.wall()["results"]["parts"][1]
        assert table["heads"][2:4] == heads and table["rows"][0][2:4] == row
        assert ("scope" in room.wall()) == (number == 2)
        if number == 1:
            room.host({"act": "control", "what": "next"})
    assert room.wall()["scope"]["text"] == "Chart and figures: rounds 1 to 2. Table: round 2."


def common(profits: list[int]) -> ClassAuction:
    """Play a round of first prices for deeds worth 1,500 to all, with the gains of winners that are given."""
    seats = list(range(2 * len(profits)))
    options = _options(format="sealed", rounds=1, size=2, values="common")
    made = ClassAuction(seats, dict.fromkeys(seats, "X"), 1, options, "en", 0.0)
    groups = [tuple(seats[n : n + 2]) for n in range(0, len(seats), 2)]
    made.lots = [
        Lot(group, dict(zip(group, (1620, 1390), strict=True)), dict.fromkeys(group, 1500)) for group in groups
    ]
    made.lot_of = {seat: lot for lot in made.lots for seat in lot.bidders}
    for lot, profit in zip(made.lots, profits, strict=True):
        made.apply(lot.bidders[0], {"bid": 1500 - profit}, 0.0)
        made.apply(lot.bidders[1], {"bid": min(1300, 1500 - profit - 1)}, 0.0)
    return made


@pytest.mark.parametrize(
    ("profits", "said"),
    [
        ([-200, -100, -150, -120, -180], "a winner loses $150 on average\n5 deals; 10 of 10 bids"),  # +- 2.776 x 18.4
        ([200, 100, 150, 120, 180], "a winner gains $150 on average\n5 deals; 10 of 10 bids"),
        (
            [-200, 100, -150, 120, -180],
            "winners neither clearly gain nor lose\n-$62 +- $196 on average; 5 deals; 10 of 10 bids",
        ),  # 2.776 x 158.2 / sqrt(5)
        ([-200, -100, -150, -120], "winners gain -$143 on average\n4 deals; 8 of 8 bids"),
    ],
)
def test_common_value__headline_respects_its_interval(profits: list[int], said: str) -> None:
    made = common(profits)
    for chart in (made._round_results()["results"]["parts"][0], made.debrief()["charts"]["parts"][0]):
        title = _spaced(chart["title"]).replace("\u2212", "-").replace("±", "+-")
        assert title.endswith(said)


def test_common_value__debrief_shows_prices_and_estimates_of_winners_over_the_true_values() -> None:
    """Axes fit the estimates from 1,390 to 1,620, prices from 1,300 to 1,700, and bids from 1,299."""
    made = common([-200, 100, -150, 120, 200])
    bids, curse = made.debrief()["charts"]["parts"]
    assert bids["span"] == [1200, 1800] and curse["span"] == [1300, 1800]
    assert labels(curse) == ["price paid", "winner\u2019s estimate", "true value"]
    assert curse["series"][0]["points"] == [[1500, price] for price in (1700, 1400, 1650, 1380, 1300)]
    assert curse["series"][1]["points"] == [[1500, 1620]] * 5
    assert curse["title"] == "First price: 2 of 5 winners paid more than the deed was worth"
    made.end(0.0)
    assert "above the true value in 1 of 1" in made.view(0)["why"]["text"]


def test_common_value__a_bid_far_outside_stretches_no_axis_and_is_named() -> None:
    """The axes of seven pairs of bids from 1,299 to 1,700, with bids of $0 and $1, $8 and $9 below them."""
    made = common([-200, 100, -150, 120, 200, 50, -50, 1499, 1491])
    bids, curse = made.debrief()["charts"]["parts"]
    for chart, low, label, far in (
        (bids, 1200, "4 ($0, $1, $8, $9)", [0, 1, 8, 9]),
        (curse, 1300, "2 ($1, $9)", [1, 9]),
    ):
        assert chart["span"] == [low, 1800]
        outside = chart["series"][-1]
        assert (outside["label"], outside["outside"]) == (f"outside the axes: {label}", True)
        assert sorted(bid for _, bid in outside["points"]) == far
        assert all(low <= bid <= 1800 for line in chart["series"][:-1] for _, bid in line["points"])
    assert len(bids["series"][0]["points"]) == 14


def test_common_value__few_bids_are_all_within_the_axes() -> None:
    made = common([-200, 100, 1499])
    assert made.debrief()["charts"]["parts"][0]["span"] == [0, 1800]
    assert not any("outside" in line for line in made.debrief()["charts"]["parts"][0]["series"])


def test_own_result__says_what_happened_and_why(tmp_path: Path) -> None:
    room = begun(tmp_path)
    lot = auction(room).lots[0]
    lot.told.update({0: 300, 1: 800, 2: 100, 3: 50, 4: 20})  # type: ignore[attr-defined]
    for seat, amount in enumerate((500, 400, 90, 0)):
        bid(room, seat, amount)
    room.host({"act": "end"})
    assert room.view(4)["why"]["text"] == "You won 0 of 1 deed. You made no bid for 1."
    assert room.view(0)["why"]["text"] == (
        "You won 1 of 1 deed. For 1 you paid more than the value: that cost you $200."
    )
    assert room.view(1)["why"]["text"] == (
        "You won 0 of 1 deed. 1 other was sold below your value: your bid was too low to win it."
    )
    assert room.view(2)["why"]["text"] == "You won 0 of 1 deed."


def test_interval__of_winners_gains_by_hand() -> None:
    """Gains 60, 30, 90, 40, 80: s = 25.5, t = 2.776, half = 31.7. Five others in a second round make it narrower."""
    made = common([60, 30, 90, 40, 80])
    assert made.format_interval(made._mean_gain("sealed")) == "$60 ± $32"
    t, s = 2.776, (sum((x - 60) ** 2 for x in (60, 30, 90, 40, 80)) / 4) ** 0.5
    assert t * s / 5**0.5 == pytest.approx(31.66, abs=0.01)
    (first,) = made.sales
    made.sales.append(first)  # the same winners gain the same again: nothing new
    assert made.format_interval(made._mean_gain("sealed")) == "$60 ± $32"
    others = {seat: seat + 100 for seat in range(10)}
    second = [
        sale._replace(winner=others[sale.winner], lot=_moved(sale.lot, others), bids=_keyed(sale.bids, others))
        for sale in first
        if sale.winner is not None
    ]
    made.sales[1] = second
    spread = (2 * sum((x - 60) ** 2 for x in (60, 30, 90, 40, 80)) / 9) ** 0.5
    assert made._mean_gain("sealed").half == pytest.approx(2.262 * spread / 10**0.5, abs=0.01)


def _moved(lot: Lot, others: dict[int, int]) -> Lot:
    """The lot with other seats."""
    return Lot(tuple(others[seat] for seat in lot.bidders), _keyed(lot.told, others), _keyed(lot.worth, others))


def _keyed(values: Mapping[int, int], others: dict[int, int]) -> dict[int, int]:
    return {others[seat]: value for seat, value in values.items()}


def test_common_value__theory_keeps_to_the_bounds_that_phones_say(tmp_path: Path) -> None:
    """Worth at least $1,000: who is told $923 bids more than that. Inside it is the estimate less 151 (lesson 44)."""
    assert 1000 < equilibrium_bid("sealed", True, 4, 923) < 1030
    assert 1800 < equilibrium_bid("sealed", True, 4, 2084) < 1933  # the flat prior bids 1,933 for at most 2,000
    assert equilibrium_bid("sealed", True, 4, 1700) == pytest.approx(1700 - 151, abs=1)
    assert all(equilibrium_bid(by, True, 4, 700) >= 1000 for by in ("sealed", "vickrey", "english"))


@pytest.mark.parametrize(("format_", "chance"), [("sealed", "equal highest bids"), ("english", "leave together")])
def test_rules__are_the_same_on_wall_and_phone_with_groups_and_ties(tmp_path: Path, format_: str, chance: str) -> None:
    room, _ = opened(tmp_path, tuple(f"Student {n}" for n in range(9)))
    options = {"format": format_, "size": "4", "seconds": "40", "tempo": "6"}
    room.host({"act": "start", "activity": "auction", "options": options})
    wall, phone = room.wall(), room.view(0)
    assert wall["facts"] == phone["facts"] and chance in wall["facts"]["text"]
    assert "4–5 bid for each deed" in wall["rule"]["text"] and "bid for this deed" in phone["rule"]["text"]


def test_analysis__of_a_common_value_says_how_many_winners_lost() -> None:
    """Of five winners those lose who gain -10 and -250."""
    made = common([60, -10, 90, -250, 80])
    assert "2 of 5 winners of the class paid more than the deed was worth" in made.analysis()
    assert "values of their own" not in made.analysis()
