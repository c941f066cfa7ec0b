"""Rising bids: silence is out, ties, absent phones, and what the teacher's buttons do to a deed."""

import json
import random
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from test_class_auction import auction, begun
from test_room import again

from monopoly_lab.common.errors import LiveError
from monopoly_lab.figures import class_figures
from monopoly_lab.live import page_blocks as blocks
from monopoly_lab.live.auction_lots import (
    Lot,
    RisingBids,
    Sale,
    bid_beside_theory,
    bids_to_equilibrium,
    count_of,
    prices_of,
    rising_prices,
    simulated_prices,
    theory_price,
)
from monopoly_lab.live.room import Room


def clock(*groups: tuple[int, ...], prices: tuple[int, ...] = (10, 20, 30)) -> RisingBids:
    return RisingBids(groups, prices, lambda lot: random.Random(lot))


def test_phone__says_that_no_tap_means_out_as_the_wall_does(tmp_path: Path) -> None:
    room = begun(tmp_path, format="english")
    room.host({"act": "control", "what": "go"})
    assert room.view(0)["silent"]["text"] == "No tap means out."
    assert room.wall()["silent"]["text"].startswith("No tap means out.")
    room.hear(0, {"question": auction(room).question(0), "answer": {"stay": True}})
    assert "silent" not in room.view(0)


def step(rising: RisingBids, *inside: int) -> None:
    """End a step in which these say that they are in."""
    for seat in inside:
        rising.note_answer(seat, True)
    rising.end_step()


def test_clock__silence_is_out_and_who_is_alone_in_pays_the_price() -> None:
    rising = clock((0, 1, 2))
    step(rising, 0, 1)
    assert rising.price == 20 and rising.seats_to_answer() == [0, 1] and rising.missed == {2: 10}
    rising.note_answer(0, False)
    step(rising, 1)
    assert rising.is_over and rising.endings == [(1, 20, ())] and rising.bids == {0: 10}


def test_clock__all_out_at_once_is_decided_by_lot_at_the_price_before() -> None:
    winners = set()
    for seed in range(20):
        rising = RisingBids([(0, 1, 2)], (10, 20, 30), lambda lot, seed=seed: random.Random(seed))
        step(rising, 0, 1)
        step(rising)
        (ending,) = rising.endings
        assert ending is not None and (ending.price, ending.tied, rising.bids) == (10, (0, 1), {0: 10, 1: 10})
        winners.add(ending.winner)
    assert winners == {0, 1}


def test_clock__nobody_ever_in_is_no_sale_and_several_at_the_last_price_a_lot() -> None:
    rising = clock((0, 1), (2, 3))
    for _ in range(3):
        step(rising, 2, 3)
    nobody, several = rising.endings
    assert nobody == (None, 0, ()) and several is not None and (several.price, several.tied) == (30, (2, 3))
    assert rising.bids == {2: 30, 3: 30}


def test_clock__a_no_at_the_first_price_is_a_bid_of_nothing_and_silence_is_none() -> None:
    rising = clock((0, 1, 2))
    rising.note_answer(0, False)
    step(rising, 1)
    assert rising.endings == [(1, 10, ())] and rising.bids == {0: 0}


def test_clock__that_begins_high_counts_a_no_at_its_first_price_as_a_step_less() -> None:
    """Who says no at 1,000 has said nothing of 0: with steps of 50 that is a bid of 950."""
    rising = clock((0, 1, 2), prices=(1000, 1050, 1100))
    rising.note_answer(0, False)
    step(rising, 1)
    assert rising.bids == {0: 950}


def test_comparison__of_rising_bids_is_with_prices_of_the_clock() -> None:
    """Values 900, 630, 40: in equilibrium 40 says no at 50, 630 leaves at 650, the price. A fourth one is silent.

    Nobody knows how far the winner would have gone; at 650 they are above a value of 500.
    """
    values = {0: 900, 1: 630, 2: 40, 3: 800}
    sale = Sale("english", Lot((0, 1, 2, 3), values, values), {1: 600, 2: 0}, 0, 650)
    assert sale.active == [0, 1, 2] and theory_price("english", False, sale.lot, sale.active) == 650
    assert [bid_beside_theory(sale, seat, False) for seat in sale.active] == [(650, 650), (600, 600), (0, 0)]
    found, bidders = bids_to_equilibrium([sale], False)
    assert (found.value, bidders) == (1, 3)
    without = sale._replace(computers=frozenset({1, 2}))
    assert bids_to_equilibrium([without], False)[1] == 1 and count_of([without]) == (1, 2)
    low = sale._replace(lot=Lot((0, 1, 2, 3), values | {0: 500}, values))
    assert bid_beside_theory(low, 0, False) == (650, 500)


def test_winners__left_alone_are_on_the_chart_in_the_table_and_in_one_figure_of_wall_and_page(tmp_path: Path) -> None:
    """By hand, with steps of 50: the winners are left alone at 800 and 700, the latter with a value of 40.

    Bids: 800 + 750 + 0 and 650 + 600 + 700 = 3,500. In equilibrium: 800 (at most the price), 600, 0 and 900, 600, 0,
    together 2,900. So bids are 21 % above. A strategy plays seat 7, and only one bids for the last deed.
    """
    values = (900, 630, 40)
    lots = [Lot(seats, *[dict(zip(seats, values, strict=True))] * 2) for seats in ((0, 1, 2), (3, 4, 5), (6, 7, 8))]
    running = auction(begun(tmp_path, tuple(f"S{n}" for n in range(9)), format="english", size=3))
    running.sales = [
        [
            Sale("english", lots[0], {1: 750, 2: 0}, 0, 800),
            Sale("english", lots[1], {3: 650, 4: 600}, 5, 700),
            Sale("english", lots[2], {}, 6, 50, computers=frozenset({7}), absent=frozenset({8})),
        ]
    ]
    rows = {row["seat"]: row for row in running.rows()}
    assert [rows[seat]["bid"] for seat in range(9)] == [800, 750, 0, 650, 600, 700, 50, None, None]
    assert [rows[seat]["theory_compared"] for seat in range(9)] == [800, 600, 0, 900, 600, 0, None, None, None]
    running.end(0.0)
    (chart,) = running.debrief()["charts"]["parts"]
    drawn = {line["label"]: line["points"] for line in chart["series"]}
    assert drawn["last one in, at the price"] == [[900, 800], [40, 700], [900, 50]]
    assert drawn["bids"] == [[630, 750], [40, 0], [900, 650], [630, 600]]
    assert "21 % on average" in chart["title"].replace("\u00a0", " ")
    assert "; 6 bids compared; 3 in to the end, 5 out" in chart["title"]
    page = class_figures.auction_bids(pd.DataFrame(running.rows()))
    title = page.layout.title.text.replace("<br>", " ").replace("\u00a0", " ")
    assert "mean bid $583; theory $483 (+21 %)" in title and "the last one in counts" in page.layout.title.subtitle.text
    words = running.debrief()["words"]["text"]
    assert "go up by $50" in words and "95 % interval: each bidder counts once" in words.replace("\u00a0", " ")
    running.sales = [running.sales[0][:1]]
    assert "interval" not in running.debrief()["words"]["text"]  # of three bidders no difference is claimed


# In a class

STOP = "Still in: 5. Deeds for which several are in stay unsold. Stop the bidding?"


def rising_class(folder: Path, names: tuple[str, ...] = ("Ann", "Bo", "Cy", "Dora", "Emil"), **options: object) -> Room:
    """A class whose clock of rising bids runs; its time stands still until `passes`."""
    room = begun(folder, names, format="english", **options)
    passes(room, 0)
    room.host({"act": "control", "what": "go"})
    return room


def passes(room: Room, seconds: float = 10) -> None:
    then = room.clock() + seconds
    room.clock = lambda: then
    room.tick()


def says(room: Room, seat: int, stay: bool = True) -> None:
    room.hear(seat, {"question": auction(room).question(seat), "answer": {"stay": stay}})


def test_class_of_30__with_two_absent_phones_sells_each_deed_to_who_values_it_most(tmp_path: Path) -> None:
    """All who are there stay in up to their value; the others never answer, and one of them has the highest value."""
    room = rising_class(tmp_path, tuple(f"S{n}" for n in range(30)), size=5)
    running = auction(room)
    best = max(running.lot_of, key=lambda seat: running.lot_of[seat].told[seat])
    away = {best, (best + 7) % 30}
    rising = running.rising
    assert rising is not None
    while running.is_open:
        price = rising.price
        for seat in [seat for seat in running.waiting() if seat not in away]:
            says(room, seat, price <= running.lot_of[seat].told[seat])
        if running.is_open and rising.price == price:  # somebody is waited for: at the first price alone
            assert price == 50
            passes(room, 6)
    for sale in running.sales[0]:
        values = sorted(value for seat, value in sale.lot.told.items() if seat not in away)
        assert sale.winner not in away and sale.lot.told[sale.winner] >= values[-1] - 50  # type: ignore[index]
        assert values[-2] - 50 < sale.price <= values[-2] + 50
        assert sale.profit > -1


def test_price__rises_when_all_have_answered_or_time_is_over_or_the_teacher_says_so(tmp_path: Path) -> None:
    room = rising_class(tmp_path, ("Ann", "Bo", "Cy"), size=3)
    rising = auction(room).rising
    assert rising is not None and rising.price == 50 and room.deadline == room.clock() + 6
    for seat in (0, 1, 2):
        says(room, seat)
    assert rising.price == 100 and room.deadline == room.clock() + 6
    passes(room, 5)
    for seat in (0, 1):
        says(room, seat)
    room.host({"act": "control", "what": "price"})
    room.host({"act": "control", "what": "price"})  # pressed twice: nobody has answered at the new price
    assert rising.price == 150 and rising.missed == {2: 100} and rising.seats_to_answer() == [0, 1]
    assert room.view(2)["out"] == blocks.text(
        "You did not say “I am in” at $100, so you are out. Look at the wall.", "note"
    )
    says(room, 1)
    passes(room)
    (sale,) = auction(room).sales[0]
    assert (sale.winner, sale.price, sale.bids) == (1, 150, {0: 100, 2: 50})
    assert again(room).wall() == room.wall() and not room.faults


def test_answer__of_a_late_or_double_tap_is_refused_and_one_within_the_step_counts(tmp_path: Path) -> None:
    room = rising_class(tmp_path)
    first = auction(room).question(0)
    says(room, 0)
    for question in (first, auction(room).question(0)):
        with pytest.raises(LiveError):
            room.hear(0, {"question": question, "answer": {"stay": False}})
    says(room, 1)
    late = auction(room).question(2)
    assert again(room).view(2) == room.view(2)  # a phone that comes back within the step is asked as before
    passes(room)
    with pytest.raises(LiveError):
        room.hear(2, {"question": late, "answer": {"stay": True}})
    assert auction(room).waiting() == [0, 1]


@pytest.mark.parametrize("answer", [{}, {"stay": 1}, {"stay": "true"}, {"leave": True}, {"bid": 5}])
def test_answer__bent_changes_nothing(tmp_path: Path, answer: dict[str, object]) -> None:
    room = rising_class(tmp_path)
    with pytest.raises(LiveError):
        room.hear(0, {"question": auction(room).question(0), "answer": answer})
    assert auction(room).rising.said == {} and not room.faults  # type: ignore[union-attr]


def test_stop__sells_what_is_decided_and_leaves_the_rest_unsold(tmp_path: Path) -> None:
    room = rising_class(tmp_path, ("Ann", "Bo", "Cy", "Dora"), size=2)
    one, other = (lot.bidders for lot in auction(room).lots)
    says(room, one[0])
    for seat in other:
        says(room, seat)
    passes(room)
    assert room.view(one[0])["result"]["text"].startswith("You got the deed for $50.")  # at once
    room.host({"act": "control", "what": "stop"})
    sold, stopped = auction(room).sales[0]
    assert (sold.winner, sold.price) == (one[0], 50) and (stopped.winner, stopped.is_stopped) == (None, True)
    assert "stopped the bidding" in room.view(other[0])["result"]["text"]
    table = room.wall()["results"]["parts"][1]
    assert [row[1] for row in table["rows"]] == ["sold", "not sold"]
    assert ["Deeds sold", "1\u00a0of\u00a02"] in room.wall()["figures"]["pairs"]
    prices = {row["seat"]: row["price"] for row in auction(room).rows()}
    assert prices[one[0]] == 50 and prices[other[0]] is None


def test_end__keeps_the_deeds_that_are_decided(tmp_path: Path) -> None:
    room = rising_class(tmp_path, ("Ann", "Bo", "Cy", "Dora"), size=2)
    one, _ = (lot.bidders for lot in auction(room).lots)
    says(room, one[1])
    passes(room)
    room.host({"act": "end"})
    assert [sale.winner for sale in auction(room).sales[0]] == [one[1], None]
    other = rising_class(tmp_path / "other")
    other.host({"act": "end"})
    assert auction(other).sales == [] and "Nothing was auctioned" in json.dumps(other.wall())


def test_tie__phone_and_wall_say_that_a_lot_decided(tmp_path: Path) -> None:
    room = rising_class(tmp_path, ("Ann", "Bo", "Cy"), size=3)
    says(room, 0)
    says(room, 1)
    passes(room)
    passes(room)
    (sale,) = auction(room).sales[0]
    assert sale.tied == (0, 1) and sale.price == 50 and sale.winner in (0, 1)
    lost = 1 - sale.winner
    assert "Chance decided for you" in room.view(sale.winner)["result"]["text"]
    assert "yours too. Chance decided for another" in room.view(lost)["result"]["text"]
    assert "lot" not in room.view(2)["result"]["text"]
    assert "sold (by chance)" in json.dumps(room.wall())
    assert ["You were in up to", "$50"] in room.view(lost)["told"]["pairs"]


def test_value__a_price_above_it_is_said_where_values_are_private(tmp_path: Path) -> None:
    room = rising_class(tmp_path)
    auction(room).lots[0].told[0] = 30  # type: ignore[index]
    assert "you lose $20" in room.view(0)["above"]["text"]
    stay, leave = room.view(0)["leave"]["choices"]
    assert "you lose $20. Stay in?" in stay["confirm"] and "confirm" not in leave
    assert not stay["main"] and not leave["main"]  # no color says what to do
    auction(room).lots[0].told[0] = 50  # type: ignore[index]
    assert "above" not in room.view(0) and "confirm" not in room.view(0)["leave"]["choices"][0]
    common = rising_class(tmp_path / "common", values="common")
    auction(common).lots[0].told[0] = 30  # type: ignore[index]
    assert "above" not in common.view(0) and auction(common).rising.price == 1000  # type: ignore[union-attr]


def test_computer__stays_in_up_to_its_value_and_waits_for_nobody_alone(tmp_path: Path) -> None:
    room = begun(tmp_path, ("Ann", "Bo"), format="english", size=2)
    for seat in (0, 1):
        room.host({"act": "hand", "seat": seat, "strategy": "balanced"})
    low, high = sorted(auction(room).lots[0].told.values())
    room.host({"act": "control", "what": "go"})
    (sale,) = auction(room).sales[0]
    assert low - 50 < sale.price <= low + 50 and sale.lot.told[sale.winner] >= high - 50  # type: ignore[index]


def test_wall__says_the_rule_then_the_price_and_how_many_still_bid(tmp_path: Path) -> None:
    room = begun(tmp_path, format="english")
    assert "To drop out, tap “Out” or nothing" in room.wall()["rule"]["text"] and "price" not in room.wall()
    assert "To drop out, tap “Out” or nothing" in room.view(0)["rule"]["text"]
    assert auction(room).question(0) is None and room.host_view()["controls"] == [
        ["go", "Start the clock", True, ""],
        ["stop", "Stop the bidding", False, STOP],
    ]
    assert room.wall()["ready"]["text"] == "Read the rules. The clock starts when the teacher says so."
    passes(room, 0)
    room.host({"act": "control", "what": "go"})
    price, stop = room.host_view()["controls"]
    assert price[2] and stop[3] == STOP
    says(room, 0, stay=False)
    assert room.wall()["price"]["pairs"][1:] == [["In", "5"], ["Out", "0"]]  # until the step is over
    passes(room, 6)
    assert auction(room).is_open is False and auction(room).sales[0][0].winner is None


def test_wall__counts_who_bids_on_apart_from_who_has_a_deed_already(tmp_path: Path) -> None:
    """In one of two groups all but one say "Out" at 50: who is left has the deed, and is not asked any more."""
    room = rising_class(tmp_path, tuple(f"S{n}" for n in range(6)), size=3)
    first, second = (lot.bidders for lot in auction(room).lots)
    for seat in (*first, *second):
        says(room, seat, stay=seat == first[0] or seat in second)
    wall = room.wall()
    assert wall["price"]["pairs"][1:] == [["In", "3"], ["Out", "2"]]
    assert wall["silent"]["text"].replace("\u00a0", " ") == "No tap means out. Deeds sold: 1 of 2"
    assert (wall["answered"]["done"], wall["answered"]["total"]) == (0, 3)


def test_own_result__says_of_rising_bids_for_which_one_was_silent_and_what_was_sold_below_the_value(
    tmp_path: Path,
) -> None:
    """Values 892 and 569, sold at 300 and 400: out at 250 once, silent at the first price once."""
    running = auction(rising_class(tmp_path, ("Olena", "Bo"), size=2))
    lots = [Lot((0, 1), *[{0: value, 1: 900}] * 2) for value in (892, 569)]
    silent = Sale("english", lots[1], {}, 1, 400, absent=frozenset({0}))
    running.sales = [[Sale("english", lots[0], {0: 250}, 1, 300)], [silent]]
    running.end(0.0)
    assert running.view(0)["why"]["text"] == (
        "You won 0 of 2 deeds. For 1 you said nothing at the first price of rising bids; 1 of them was sold below your "
        "value. 1 other was sold below your value: your bid was too low to win it."
    )
    running.sales = [[silent._replace(price=600)]]
    assert running.view(0)["why"]["text"].endswith("For 1 you said nothing at the first price of rising bids.")


def test_clock__stops_where_theory_and_simulation_say() -> None:
    """Four or five bidders stay in up to their values, at the prices of the clock, beside one formula."""
    rng = random.Random(1)
    for n in (4, 5):
        for _ in range(200):
            values = [rng.randint(1, 1000) for _ in range(n)]
            rising = clock(tuple(range(n)), prices=rising_prices(False))  # type: ignore[arg-type]
            while not rising.is_over:
                for seat in rising.seats_to_answer():
                    rising.note_answer(seat, rising.price <= values[seat])
                rising.end_step()
            assert rising.endings[0] is not None
            assert prices_of("english", False, np.array([values])) == [rising.endings[0].price]
    assert prices_of("english", False, np.array([[49, 40], [60, 40], [1000, 1000]])).tolist() == [0, 50, 1000]


def test_simulation__has_the_groups_of_the_class() -> None:
    """Of seven groups five have 4 bidders and two have 5: (5 · 600 + 2 · 666.7) / 7 = 619 by both sealed formats.

    A clock of 50 adds between nothing and a step. Standard errors of the mean are below 200 / √40,000 = 1.
    """
    sizes = [4, 5, 4, 4, 5, 4, 4]
    mean = {by: simulated_prices(by, False, sizes, 40_000).mean() for by in ("sealed", "vickrey", "english")}
    assert mean["sealed"] == pytest.approx(619, abs=4) and mean["vickrey"] == pytest.approx(619, abs=4)
    assert mean["vickrey"] + 10 < mean["english"] < mean["vickrey"] + 25
    first, second = (simulated_prices(by, True, sizes, 2_000).mean() for by in ("sealed", "english"))
    assert 1400 < first < second < 1500  # estimates go together, and rising bids tell of them: sellers get more


def test_silence__is_an_answer_nobody_is_called_late_and_bidders_count_as_in_or_out(tmp_path: Path) -> None:
    """Ann stays in to 100, Bo to 50. Cy's value is below the first price, so silence is best; Dora's is 900: away?"""
    room = rising_class(tmp_path, ("Ann", "Bo", "Cy", "Dora"), size=4)
    for seat, value in enumerate((500, 80, 30, 900)):
        auction(room).lots[0].told[seat] = value  # type: ignore[index]
    for inside in ((0, 1), (0,)):
        for seat in inside:
            says(room, seat)
        assert not any(seat["waits"] or seat["missed"] for seat in room.host_view()["seats"])
        passes(room, 6)
        assert not any(seat["waits"] or seat["missed"] for seat in room.host_view()["seats"])
    (sale,) = auction(room).sales[0]
    assert (sale.winner, sale.price, sale.bids, sale.dropouts) == (0, 100, {1: 50, 2: 0}, [1, 2, 3])
    assert sale.active == [0, 1, 2] and count_of([sale]) == (3, 4)
    assert ["Bidders", "1 in, 3 out".replace(" ", "\u00a0")] in room.wall()["figures"]["pairs"]
    assert room.wall()["results"]["parts"][0]["title"].endswith("1 deal; 1 in to the end, 3 out")
    for seat in (1, 2, 3):
        assert room.view(seat)["result"]["tone"] == "note"
    room.host({"act": "end"})
    assert "did not" not in json.dumps(room.view(3)) and "in time" not in json.dumps(room.view(3))


def test_price_in_theory__is_of_the_deeds_that_the_wall_compares(tmp_path: Path) -> None:
    """Values of 30 and 40 are below the first price, so theory says nothing but "Out": the deed has no price at all."""
    room = rising_class(tmp_path, ("Ann", "Bo"), size=2)
    for seat, value in enumerate((30, 40)):
        auction(room).lots[0].told[seat] = value  # type: ignore[index]
    passes(room, 6)
    rows = auction(room).rows()
    assert [(row["bid"], row["price"], row["theory_price"]) for row in rows] == [(0, None, None)] * 2
    assert ["Deeds sold", "0 of 1".replace(" ", "\u00a0")] in room.wall()["figures"]["pairs"]


def test_silence__of_the_sealed_round_before_is_no_mark_in_rising_bids(tmp_path: Path) -> None:
    room = begun(tmp_path, ("Ann", "Bo"), format="all", size=2, seconds=60)
    room.host({"act": "control", "what": "go"})
    passes(room, 1000)
    assert all(seat["missed"] for seat in room.host_view()["seats"])
    room.host({"act": "control", "what": "next"})
    assert not any(seat["missed"] for seat in room.host_view()["seats"])


def test_price__goes_on_where_all_choose_to_be_silent_and_not_by_a_double_press(tmp_path: Path) -> None:
    """Without a clock: both were in at 50, and both say nothing at 100."""
    room = rising_class(tmp_path, ("Ann", "Bo"), size=2, tempo=0)
    for seat in (0, 1):
        says(room, seat)
    room.host({"act": "control", "what": "price"})
    assert auction(room).rising.price == 100  # type: ignore[union-attr]
    passes(room, 3)
    room.host({"act": "control", "what": "price"})
    (sale,) = auction(room).sales[0]
    assert (sale.price, sale.tied) == (50, (0, 1)) and again(room).wall() == room.wall()
