"""Hidden quality in a live class: pay-offs by hand, theory, what is hidden, late and odd students, a room again."""

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from test_room import again, control, opened, send

from monopoly_lab.common.errors import LiveError
from monopoly_lab.common.messages import percent
from monopoly_lab.figures import class_figures
from monopoly_lab.live.activities.lemon_market import LemonMarket
from monopoly_lab.live.activity_forms import catalog
from monopoly_lab.live.analysis_notebook import SECTIONS
from monopoly_lab.live.room import Room, new_room

NAMES = ("Ann", "Bo", "Cy", "Dora")


def begun(folder: Path, names: tuple[str, ...] = NAMES, **options: object) -> tuple[Room, LemonMarket]:
    room, _ = opened(folder, names)
    room.host({"act": "start", "activity": "lemons", "options": {"seconds": 0, "rounds": 1, **options}})
    assert isinstance(room.activity, LemonMarket)
    return room, room.activity


def test_sale__pays_by_hand_to_the_higher_bid(tmp_path: Path) -> None:
    """A deed is worth 370 q to its seller and 555 q to a buyer, in whole dollars."""
    room, activity = begun(tmp_path)
    low, high = activity.buyers
    send(room, low, number="200")
    send(room, high, number="$300")
    for deed in activity.deeds:
        send(room, deed.seller, sell=True)
    for row in activity.rows():
        quality = row["quality"] / 100
        assert (row["price"], row["buyer"]) == (300, high)
        assert row["seller_gain"] == pytest.approx(300 - 370 * quality, abs=0.5)
        assert row["buyer_gain"] == pytest.approx(555 * quality - 300, abs=0.5)
    assert activity.shares(0) == {1: 1.0} and activity.prices(0) == {1: 300.0}


def test_quality_and_bids__are_only_in_the_view_of_their_seat(tmp_path: Path) -> None:
    room, activity = begun(tmp_path, (*NAMES, "Emil", "Fay"))
    before = json.dumps([[room.view(seat) for seat in activity.buyers], room.wall(), room.host_view()])
    deed = activity.deeds[0]
    old = activity._deeds_of(deed.seller)[0].facts
    deed.facts = {**old, "quality": 100 - deed.quality + 1}
    assert json.dumps([[room.view(seat) for seat in activity.buyers], room.wall(), room.host_view()]) == before
    deed.facts = old
    send(room, activity.buyers[0], number=313)
    others = [seat for seat in activity.seats if seat != activity.buyers[0]]
    assert "313" not in json.dumps([[room.view(seat) for seat in others], room.wall(), room.host_view()])


def test_warranty__a_promise_too_high_gains_nothing(tmp_path: Path) -> None:
    """Who promises 100 % and gets the bid of 555 pays back 555 (1 - q): the same 555 q as for the truth.

    So whatever is promised, the price less what is paid back is what deeds are worth: the line of theory.
    """
    room, activity = begun(tmp_path)
    control(room, "close")
    assert not activity.stage  # no bids: nothing to decide
    control(room, "part")
    truth, boast = activity.deeds
    send(room, truth.seller, number=f"{truth.quality} %")
    send(room, boast.seller, number=100)
    for seat in activity.buyers:
        bids = {str(place): int(5.55 * deed.promise + 0.5) for place, deed in enumerate(activity._deeds_of(seat))}
        send(room, seat, numbers=bids)
    for deed in activity.deeds:
        send(room, deed.seller, sell=True)
    for row in activity.rows()[2:]:
        assert row["seller_gain"] == pytest.approx(1.85 * row["quality"], abs=1)
        assert row["buyer_gain"] == 0
    assert activity.prices(1) == {1: activity.theory_prices(1)[0]} and activity.shares(1) == {1: 1}
    control(room, "finish")
    assert room.wall() and not room.faults


def test_theory__is_akerlofs(tmp_path: Path) -> None:
    """With qualities from a on and k = 1.5 bids fall from 333 to ka/(2-k) V = 222; from 60 % on all are sold at 444."""
    room, activity = begun(tmp_path, rounds=20, second="lowest")
    path = activity.theory_prices(0)
    assert path[0] == pytest.approx(333) and path[-1] == pytest.approx(222, abs=4) and len(path) == 20
    assert activity._theory_shares(0)[0] > 0.85 > 0.55 > activity._theory_shares(0)[-1]
    for _ in range(20):
        control(room, "close")
        control(room, activity.controls()[0])
    assert set(activity.theory_prices(1)) == {444.0} and set(activity._theory_shares(1)) == {1.0}


def test_computers__unravel_round_by_round(tmp_path: Path) -> None:
    room, activity = begun(tmp_path, tuple(f"n{k}" for k in range(30)), rounds=8)
    for seat in range(30):
        room.host({"act": "hand", "seat": seat, "strategy": "balanced"})
    for _ in range(7):
        control(room, "next")
    prices = list(activity.prices(0).values())
    assert prices[0] == 333 and prices[-1] < 260 and all(b <= a for a, b in pairwise(prices))
    control(room, "part")
    assert activity.shares(1) == {1: 1.0} and not room.faults


def test_odd_late_and_few__all_have_a_place(tmp_path: Path) -> None:
    room, activity = begun(tmp_path, NAMES[:3], rounds=3)
    assert (len(activity.sellers), len(activity.buyers)) == (1, 2)
    late, _ = room.join("Late")
    assert activity.question(late) is None and room.view(late)
    send(room, activity.buyers[0], number=250)
    control(room, "close")  # the other buyer is late
    control(room, "close")  # and the seller keeps
    assert [row["is_sold"] for row in activity.rows()] == [False]
    control(room, "next")
    assert late in activity.sellers and len(activity.deeds) == 2
    room.host({"act": "remove", "seat": activity.buyers[0]})
    room.host({"act": "end"})
    assert room.wall() and not room.faults


@pytest.mark.parametrize("part", [0, 1])
def test_room__opened_again_shows_the_same_amid_a_round(tmp_path: Path, part: int) -> None:
    room, activity = begun(tmp_path, (*NAMES, "Emil"))
    for step in ("close", "part")[: 2 * part]:
        control(room, step)
    room.host({"act": "hand", "seat": activity.buyers[0], "strategy": "balanced"})
    for seat in activity.waiting()[:-1]:
        send(room, seat, number=60)
    other = again(room)
    assert other.activity is not None
    assert [other.view(seat) for seat in range(5)] == [room.view(seat) for seat in range(5)]
    assert (other.wall(), other.activity.rows()) == (room.wall(), activity.rows())


@pytest.mark.parametrize("number", [-1, 556, 5.5, True, [], {}, "x", "", None, "9" * 400])
def test_answer__bent_changes_nothing(tmp_path: Path, number: Any) -> None:
    room, activity = begun(tmp_path)
    with pytest.raises(LiveError):
        send(room, activity.buyers[0], number=number)
    assert not activity.sent and not room.faults


@pytest.mark.parametrize("lang", ["en", "ru", "uk"])
def test_words__name_the_numbers_of_the_rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lang: str) -> None:
    """With other rules they say other numbers: on the form, in the script, on the wall."""
    monkeypatch.setattr(LemonMarket, "FACTS", {"admitted": 73, "more": 37})
    monkeypatch.setattr("monopoly_lab.live.activity_forms.ACTIVITIES", {"lemons": LemonMarket})
    form = json.dumps(catalog(lang))
    room = new_room(tmp_path, lang)[0]
    for name in NAMES:
        room.join(name)
    room.host({"act": "start", "activity": "lemons", "options": {"second": "lowest"}})
    script, wall = room.host_view()["script"], json.dumps(room.wall())
    assert "73" in form and "37" in script and "37" in wall


def test_wall__counts_who_has_answered_and_names_nobody(tmp_path: Path) -> None:
    """What a name on the wall would tell: who sells, who bids, and whose answers the computer gives."""
    room, activity = begun(tmp_path)
    send(room, activity.buyers[0], number="200")
    assert room.wall()["answered"]["done"] == 1 and room.wall()["answered"]["total"] == 2
    assert not any(name in json.dumps(room.wall()) for name in activity.names.values())


def test_phone__of_who_has_nothing_to_decide_is_not_told_to(tmp_path: Path) -> None:
    room, activity = begun(tmp_path, seconds=20)
    bids, waits = room.view(activity.buyers[0]), room.view(activity.sellers[0])
    assert "decide already" in bids["ready"]["text"] and "decide" not in waits["ready"]["text"]


def test_shares__are_of_all_deeds_on_offer_and_leave_out_rounds_without_a_bid(tmp_path: Path) -> None:
    """Of three deeds one is sold, one kept, and the phone of one seller is away: a third is sold, everywhere."""
    room, activity = begun(tmp_path, (*NAMES, "Emil", "Fay"), rounds=2)
    sold, kept, _away = activity.deeds
    for seat in activity.buyers:
        send(room, seat, number=300)
    send(room, sold.seller, sell=True)
    send(room, kept.seller, sell=False)
    control(room, "close")
    figures = dict(room.wall()["figures"]["pairs"])
    assert figures["Deeds sold"] == "1 of 3" and figures["Sellers without an answer"] == "1"
    assert "Deeds without a bid" not in figures
    assert sorted(len(line["points"]) for line in room.wall()["charts"]["parts"][0]["series"]) == [1, 1, 1]
    assert activity.shares(0) == {1: pytest.approx(1 / 3)} and [row["is_decided"] for row in activity.rows()] == [
        True,
        True,
        False,
    ]
    assert ["Your bid for each of 2 deeds", "$300"] in room.view(activity.buyers[0])["figures"]["pairs"]
    control(room, "next")
    control(room, "close")  # nobody bids: no price, and nothing to decide
    figures = dict(room.wall()["figures"]["pairs"])
    assert (figures["Deeds sold"], figures["Deeds without a bid"]) == ("0 of 3", "3")
    assert activity.shares(0) == {1: pytest.approx(1 / 3)} and activity.prices(0) == {1: 300.0}
    room.host({"act": "end"})
    (row,) = room.wall()["table"]["rows"]
    assert row[1] == row[4] == "-" and not room.faults
    offered = sum(deed.quality for deed in activity.past[0][0])  # in the other round nobody bid
    assert "1 round without a bid: left out of the share of deeds sold" in room.wall()["words"]["text"]
    page = class_figures.market(pd.DataFrame(activity.rows()), pd.DataFrame({"price": [], "is_sold": []}))
    drawn = [[y for y in line.y if y == y] for line in page.data]
    assert [pytest.approx(100 / 3)] in drawn
    assert room.wall()["gains"]["rows"][0][3] == percent(sold.quality / offered, 0, "en")


def lines_of(page: dict[str, Any]) -> list[list[str]]:
    """The labels of the lines of each chart."""
    return [[line["label"] for line in chart["series"]] for chart in page["charts"]["parts"]]


def round_of(room: Room, activity: LemonMarket, bid: int, reserve: float = 1.0) -> None:
    """Let all buyers bid the same, and sellers sell who get `reserve` times what the deed is worth to them."""
    for seat in activity.buyers:
        send(room, seat, number=bid)
    for deed in activity.deeds:
        send(room, deed.seller, sell=bid >= reserve * 3.7 * deed.quality)


def test_theory__is_hidden_until_the_teacher_shows_it_or_the_debrief(tmp_path: Path) -> None:
    """The class is to predict what becomes of price and sales: the wall does not say so beside the first round."""
    room, activity = begun(tmp_path, rounds=5)
    round_of(room, activity, 300)
    hidden = [["sold", "kept by sellers"], ["Hidden quality"], ["Hidden quality"]]
    assert lines_of(room.wall()) == hidden and "theory" in activity.controls()
    control(room, "theory")
    assert "theory by round" in lines_of(room.wall())[1]
    assert lines_of(again(room).wall()) == lines_of(room.wall())
    control(room, "hide_theory")
    assert lines_of(room.wall()) == hidden
    control(room, "theory")
    control(room, "next")
    assert lines_of(room.wall()) == hidden and "theory" not in activity.controls()  # it was for the round before
    room.host({"act": "end"})
    assert "theory by round" in lines_of(room.wall())[1]


def test_debrief__names_both_theories(tmp_path: Path) -> None:
    """The fixed point b = 555 (20 + b/3.7) / 200 is 222, where 51 % are sold; learning buyers are at 305 in round 2."""
    room, activity = begun(tmp_path, rounds=2)
    for _ in range(2):
        round_of(room, activity, 300)
        control(room, activity.controls()[0])
    room.host({"act": "end"})
    wall = room.wall()
    assert wall["table"]["heads"][3] == wall["table"]["heads"][5] == "Theory, long run"
    assert wall["table"]["rows"][0][2:4] == ["$305", "$222"] and wall["table"]["rows"][0][5].startswith("51")
    by_round = next(line for line in wall["charts"]["parts"][1]["series"] if line["dashed"])
    assert by_round["label"].endswith("theory by round") and by_round["points"][1][1] == pytest.approx(305, abs=1)
    said = wall["words"]["text"]
    assert "theory’s own bids" in said and "theory’s bid before would buy" in said and "Long run" in said


def test_wall__says_after_a_round_which_qualities_were_sold_and_who_lost(tmp_path: Path) -> None:
    room, activity = begun(tmp_path, (*NAMES, "Emil", "Fay"))
    for deed, quality in zip(activity.deeds, (20, 50, 90), strict=True):
        deed.facts = {**deed.facts, "quality": quality}
    assert "charts" not in room.wall()
    (low,) = set(activity.deeds[0].buyers) & set(activity.deeds[1].buyers)  # so each deed goes to another buyer
    for seat in activity.buyers:
        send(room, seat, number=0 if seat == low else 222)
    for deed in activity.deeds:  # sold: 20 % (74 to its seller, 111 to its buyer) and 50 % (185 and 277.50)
        send(room, deed.seller, sell=deed.quality < 90)
    qualities, *_ = room.wall()["charts"]["parts"]
    assert [line["points"] for line in qualities["series"]] == [[[1, 20], [1, 50]], [[1, 90]]]
    figures = dict(room.wall()["figures"]["pairs"])
    assert figures == {
        "Deeds sold": "2 of 3",
        "Bought at a loss": "1 of 2",
        "Buyers at a loss": "1 of 2",
        "Buyer’s gain, per sale": "\u2212$28",  # (-111 + 56) / 2
        "Seller’s gain, per sale": "$93",  # (148 + 37) / 2 = 92.50
    }
    seller = activity.deeds[2].seller
    room.host({"act": "end"})
    assert "You sold 0 of the 1 deed" in room.view(seller)["why"]["text"]
    assert "worth more to you than the bids" in room.view(seller)["why"]["text"]


def test_late_sellers__are_apart_from_those_who_kept_their_deeds_on_wall_page_and_phone(
    tmp_path: Path,
) -> None:
    """Of four deeds 50 % is sold, 90 % kept, the seller of 20 % is late, nobody bids for 30 %: 50 against 90 %."""
    room, activity = begun(tmp_path, tuple(f"S{n}" for n in range(8)))
    for deed, quality in zip(activity.deeds, (50, 90, 20, 30), strict=True):
        deed.facts = {**deed.facts, "quality": quality}
    sold, kept, late, unbid = activity.deeds
    for deed in (sold, kept, late):
        deed.bids[deed.buyers[0]] = 222
    control(room, "close")
    send(room, sold.seller, sell=True)
    send(room, kept.seller, sell=False)
    control(room, "close")
    assert room.view(late.seller)["result0"]["text"] == "You gave no answer, so you keep the deed."
    assert room.view(kept.seller)["result0"]["text"] == "You keep the deed."
    assert "its seller gave no answer" in json.dumps(room.view(late.buyers[0]))
    qualities = room.wall()["charts"]["parts"][0]
    shown = {line["label"]: [y for _, y in line["points"]] for line in qualities["series"]}
    assert shown == {"sold": [50], "kept by sellers": [90], "no answer, or no bid": [20, 30]}
    title = qualities["title"].replace("\u00a0", " ")
    assert title == "Hidden quality, round 1: mean quality 50 % of deeds sold, 90 % of deeds that sellers kept."
    room.host({"act": "end"})
    said = "2 of 4 deeds were not sold because the seller gave no answer (1) or nobody bid (1)."
    assert activity.debrief()["late"]["text"] == f"Hidden quality: {said}"
    assert "For 1 deed with a bid you gave no answer." in room.view(late.seller)["why"]["text"]
    assert "did not answer" not in room.view(kept.seller)["why"]["text"] + room.view(unbid.seller)["why"]["text"]
    page = class_figures.market(pd.DataFrame(activity.rows()), pd.DataFrame({"price": [], "is_sold": []}))
    under = page.layout.title.subtitle.text.replace("<br>", " ")
    assert "not sold: 1 without an answer of the seller, 1 without a bid" in under
    assert "one buyer may bid for two deeds" in under  # with more buyers than sellers some have one
    deeds = activity.past[0][0]
    for found, why in ((late, "nobody bid"), (unbid, "the seller gave no answer")):
        activity.past[0][0] = [deed for deed in deeds if deed is not found]
        assert activity.debrief()["late"]["text"] == f"Hidden quality: 1 of 3 deeds was not sold because {why}."
    activity.past[0][0] = deeds
    kept.is_decided = False  # only one seller has decided: neither "all" were sold, nor were others kept
    title = activity._qualities()["title"].replace("\u00a0", " ")
    assert title == "Hidden quality, round 1: mean quality 50 % of deeds sold."


def test_phone__shows_rules_the_bid_that_was_sent_and_no_clock_before_the_teacher_starts_it(tmp_path: Path) -> None:
    room, activity = begun(tmp_path, seconds=40, rounds=2)
    buyer, seller = activity.buyers[0], activity.sellers[0]
    assert room.deadline is None
    assert all("may decide already" in page["ready"]["text"] for page in (room.view(buyer), room.wall()))
    assert activity.controls() == ("go", "close")
    for said in (room.view(buyer), room.view(seller), room.wall()):  # one text for all
        for part in ("from 20 to 100", "equally likely", "bids of two buyers", "by chance", "keeps the deed", "gains"):
            assert part in said["rules"]["text"]
    send(room, buyer, number=300)
    assert "$300" in room.view(buyer)["sent"]["text"]
    control(room, "go")
    assert room.deadline is not None and "clock" in room.view(buyer) and room.view(seller)["rules"]["kind"] == "fold"
    control(room, "close")
    assert ["Your bid for each of 2 deeds", "$300"] in room.view(buyer)["figures"]["pairs"]
    control(room, "close")
    control(room, "next")
    assert room.deadline is not None  # the rules are known, and can be read again
    assert "bids of two buyers" in room.view(buyer)["rules"]["parts"][0]["text"]


def test_rules__of_a_warranty_are_on_wall_and_on_the_phones_of_both_sides(tmp_path: Path) -> None:
    room, activity = begun(tmp_path, seconds=40, rounds=1)
    while activity.part == 0:
        control(room, "close" if activity.stage else "part")
    for said in (room.view(activity.buyers[0]), room.view(activity.sellers[0]), room.wall()):
        assert "worth to the buyer" in said["new_rule"]["text"] and said["new_rule"]["tone"] == "new"
    assert "bids of two buyers" in json.dumps(room.view(activity.sellers[0])["rules"])
    assert "All other rules stay as they were" in room.wall()["rules"]["text"] and "charts" not in room.wall()
    control(room, "go")
    for seat in (activity.buyers[0], activity.sellers[0]):  # the clock runs: what is asked has the room
        view = room.view(seat)
        assert view["rules"]["kind"] == "fold" and "new_rule" not in view
        assert "worth to the buyer" in view["rules"]["parts"][0]["text"]
    while activity.stage:
        control(room, "close")
    titles = [part["title"] for part in room.wall()["charts"]["parts"]]
    assert not any("Last round" in title for title in titles)


def test_change__that_is_none_is_said_so(tmp_path: Path) -> None:
    _, activity = begun(tmp_path)
    assert activity.from_to("Hidden quality", "100 %", "100 %") == "Hidden quality: 100 %, unchanged."
    assert activity.from_to("Hidden quality", "100 %", "90 %") == "Hidden quality: from 100 % to 90 %."


def test_stage__of_strategies_alone_waits_until_the_teacher_starts_the_clock(tmp_path: Path) -> None:
    """Each part: before "Start the clock" nothing is decided, however fast strategies are; then they hold up nobody."""
    room, activity = begun(tmp_path, seconds=40, rounds=1)
    for seat in activity.buyers:
        room.host({"act": "hand", "seat": seat, "strategy": "balanced"})
    assert activity.stage == "bid" and activity.controls() == ("go", "close") and not activity.waiting()
    assert "ready" in room.wall() and "clock" not in room.wall()
    assert again(room).wall() == room.wall()
    control(room, "go")
    assert activity.stage == "sell" and "clock" in room.wall()  # all bids are there
    for deed in activity.deeds:
        send(room, deed.seller, sell=True)
    for seat in activity.buyers:
        room.host({"act": "hand", "seat": seat, "strategy": ""})
    for seat in activity.sellers:
        room.host({"act": "hand", "seat": seat, "strategy": "balanced"})
    control(room, "part")
    assert activity.stage == "promise" and "ready" in room.wall()
    control(room, "go")
    assert activity.stage == "bid"


def test_stage__whose_persons_have_all_answered_goes_on_before_the_clock(tmp_path: Path) -> None:
    room, activity = begun(tmp_path, seconds=40)
    room.host({"act": "hand", "seat": activity.buyers[0], "strategy": "balanced"})
    assert activity.stage == "bid"
    send(room, activity.buyers[1], number=300)
    assert activity.stage == "sell"


def test_warranty__a_silent_seller_promises_the_lowest_quality_and_sales_say_what_is_paid_back(tmp_path: Path) -> None:
    room, activity = begun(tmp_path)
    assert "warranty" not in json.dumps([room.view(seat) for seat in activity.seats]).lower()
    control(room, "close")
    control(room, "part")
    boast, silent = activity.deeds
    boast.facts = {**boast.facts, "quality": 29}
    with pytest.raises(LiveError):
        send(room, boast.seller, number=19)  # below the lowest quality that there is
    send(room, boast.seller, number=100)
    control(room, "close")
    assert silent.promise == 20 and any("20" in value for _, value in room.view(silent.seller)["figures"]["pairs"])
    for seat in activity.buyers:
        send(
            room,
            seat,
            numbers={str(k): 500 if deed is boast else 100 for k, deed in enumerate(activity._deeds_of(seat))},
        )
    assert ["Your bids", "$500, $100"] in room.view(activity.buyers[0])["figures"]["pairs"]
    send(room, boast.seller, sell=True)
    send(room, silent.seller, sell=True)
    said = room.view(boast.seller)["result0"]["text"]  # 555 x 0.71 = 394.05; 500 - 107.30 - 394.05 = -1.35
    assert "Sold at $500. You paid back $394" in said and "\u2212$1" in said
    bought = json.dumps([room.view(seat) for seat in activity.buyers])
    assert "The seller paid back $394" in bought
    control(room, "finish")
    assert "promise" in room.wall()["talk"]["text"]
    for seat in activity.seats:
        assert [label for label, _ in room.view(seat)["own"]["pairs"]] == ["Your gains, all rounds", "Your place"]


def traded(folder: Path, names: tuple[str, ...], qualities: tuple[int, ...], bids: tuple[int, ...]) -> LemonMarket:
    """Play a round with the qualities of deeds and the bids of buyers that are given; sellers never lose."""
    room, activity = begun(folder, names)
    for deed, quality in zip(activity.deeds, qualities, strict=True):
        deed.facts = {**deed.facts, "quality": quality}
    for seat, bid in zip(activity.buyers, bids, strict=True):
        send(room, seat, number=bid)
    for deed in activity.deeds:
        send(room, deed.seller, sell=deed.price >= 3.7 * deed.quality)
    return activity


def test_wall__counts_a_buyer_of_two_deeds_once(tmp_path: Path) -> None:
    """222 paid for 20 % (111 to a buyer) and for 60 % (333): one sale at a loss, and a buyer whose gain is 0."""
    room, activity = begun(tmp_path, (*NAMES, "Emil", "Fay"))
    rich = activity.buyers[0]
    mine = [deed for deed in activity.deeds if rich in deed.buyers]
    for deed in activity.deeds:
        deed.facts = {**deed.facts, "quality": 90}
    for deed, quality in zip(mine, (20, 60), strict=True):
        deed.facts = {**deed.facts, "quality": quality}
    for seat in activity.buyers:
        send(room, seat, number=222 if seat == rich else 100)
    for deed in activity.deeds:
        send(room, deed.seller, sell=deed in mine)
    figures = dict(room.wall()["figures"]["pairs"])
    assert figures["Bought at a loss"] == "1 of 2" and figures["Buyers at a loss"] == "0 of 1"
    assert figures["Buyer’s gain, per sale"] == "$0"  # -111 and 111


@pytest.mark.parametrize(
    ("bid", "asked", "not_asked"),
    [(222, "why were good deeds not sold", "All deeds were sold"), (400, "All deeds were sold", "not sold")],
)
def test_debrief__asks_why_deeds_were_not_sold_only_where_some_were_not(
    tmp_path: Path, bid: int, asked: str, not_asked: str
) -> None:
    activity = traded(tmp_path, NAMES, (30, 90), (bid, bid))
    activity.end(0.0)
    talk = activity.debrief()["talk"]["text"]
    assert asked in talk and not_asked not in talk


@pytest.mark.parametrize(
    ("promise", "asked"), [(40, "nobody promised too much"), (100, "a promise bring that was too")]
)
def test_warranty__long_run_is_what_deeds_are_worth_and_phones_say_promises_in_dollars(
    tmp_path: Path, promise: int, asked: str
) -> None:
    """A buyer has 555 for 100 %: qualities from 20 to 100 % have the mean 60 %, $333, whatever was promised."""
    room, activity = begun(tmp_path)
    for step in ("close", "part"):
        control(room, step)
    for deed in activity.deeds:
        deed.facts = {**deed.facts, "quality": 40}
    said = room.view(activity.sellers[0])["asked"]["ask"]
    assert "To a buyer your deed is worth $222, one of 100\u00a0% $555." in said.replace("100 %", "100\u00a0%")
    for seat in activity.sellers:
        send(room, seat, number=promise)
    worth = {40: "$222", 100: "$555"}[promise]
    for seat in activity.buyers:
        labels = [label for _, label, _ in room.view(seat)["asked"]["fields"]]
        assert [label.replace("\u00a0", " ") for label in labels] == [
            f"Promised: {promise} %. That is worth {worth} to you."
        ] * 2
        send(room, seat, numbers={"0": 200, "1": 200})
    for deed in activity.deeds:
        send(room, deed.seller, sell=True)
    control(room, "finish")
    row = room.wall()["table"]["rows"][1]
    assert row[3] == "$333" and asked in room.wall()["talk"]["text"]


def test_sale__at_a_loss_is_asked_about(tmp_path: Path) -> None:
    """50 % is worth 185 to its seller: 200 is a gain, 100 a loss of 85."""
    for bid, sure in ((200, None), (100, "By this sale you lose $85. Sell?")):
        room, activity = begun(tmp_path / str(bid), NAMES[:3])
        activity.deeds[0].facts = {**activity.deeds[0].facts, "quality": 50}
        for seat in activity.buyers:
            send(room, seat, number=bid)
        asked = room.view(activity.sellers[0])["asked"]
        assert asked["choices"][0].get("confirm") == sure
        assert ("lose $85" in asked["ask"]) == (sure is not None)
        assert [each["main"] for each in asked["choices"]] == [False, False]  # no color says what to do


def test_warranty__a_bid_above_the_worth_of_a_promise_is_asked_about_and_taken(tmp_path: Path) -> None:
    """A promise of 20 % is worth 111 to a buyer: who bids more for sure loses, for what is missing is paid back."""
    room, activity = begun(tmp_path)
    for step in ("close", "part", "close"):
        control(room, step)
    seat = activity.buyers[0]
    asked = room.view(seat)["asked"]
    assert {name: limit["above"] for name, limit in asked["confirm"].items()} == {"0": 111, "1": 111}
    assert {limit["high"] for limit in asked["confirm"].values()} == {activity.market.highest_bid}  # refused, not asked
    assert "more than the $111 that it is worth to you" in asked["confirm"]["0"]["confirm"] and asked[
        "confirm_ask"
    ].endswith("?")
    send(room, seat, numbers={"0": 112, "1": 0})
    assert 112 in [deed.bids.get(seat) for deed in activity.deeds]


def test_warranty__an_empty_field_is_no_bid_and_none_of_0(tmp_path: Path) -> None:
    """A bid can be changed alone: the other one stays, and its field says it."""
    room, activity = begun(tmp_path)
    for step in ("close", "part", "close"):
        control(room, step)
    first, second = activity.buyers
    assert [empty for _, _, empty in room.view(first)["asked"]["fields"]] == ["–", "–"]
    with pytest.raises(LiveError, match="at least one bid"):
        send(room, first, numbers={})
    send(room, first, numbers={"1": "60"})
    assert "Sent: no bid, $60." in room.view(first)["sent"]["text"]
    assert [empty for _, _, empty in room.view(first)["asked"]["fields"]] == ["–", "$60"]
    send(room, first, numbers={"1": "70"})
    assert [deed.bids.get(first) for deed in activity._deeds_of(first)] == [None, 70]
    left, taken = activity._deeds_of(first)
    send(room, second, numbers={str(activity._deeds_of(second).index(taken)): "0"})
    assert (left.bids, taken.bids) == ({}, {first: 70, second: 0})
    assert left.price == -1 and activity.question(left.seller) is None  # no bid to answer
    send(room, taken.seller, sell=True)
    said = [block["text"] for key, block in room.view(first).items() if key.startswith("result")]
    assert "You made no bid." in said and any(each.startswith("Bought at $70") for each in said)
    assert [(row["buyer"], row["bid"]) for row in activity.detail_rows()["bids"]] == [(first, 70), (second, 0)]


def warranted(folder: Path) -> tuple[Room, LemonMarket]:
    """A round of the second part: 40 % that promises 100 % and gets 500, 80 % that promises the truth and gets 400."""
    room, activity = begun(folder, rounds=2)
    for _ in range(2):
        control(room, "close")
        control(room, activity.controls()[0])
    for deed, quality, promise in zip(activity.deeds, (40, 80), (100, 80), strict=True):
        deed.facts = {**deed.facts, "quality": quality}
        send(room, deed.seller, number=promise)
    for seat in activity.buyers:
        send(
            room,
            seat,
            numbers={str(k): {100: 500, 80: 400}[deed.promise] for k, deed in enumerate(activity._deeds_of(seat))},
        )
    for deed in activity.deeds:
        send(room, deed.seller, sell=True)
    return room, activity


def test_warranty__bids_less_what_is_paid_back_stand_beside_what_deeds_are_worth(tmp_path: Path) -> None:
    """By hand: 60 % of 555 are paid back, 333: 500 - 333 = 167 and 400, in the mean 283.50. Worth 222 and 444: 333.

    A buyer gains 222 - 167 = 55 and 444 - 400 = 44. The same numbers on wall, debrief, in tables and on the page.
    """
    room, activity = warranted(tmp_path)
    rows = [row for row in activity.rows() if row["part"] == 2]
    assert [(row["price"], row["paid_back"], row["net_price"]) for row in rows] == [(500, 333, 167), (400, 0, 400)]
    assert {row["theory_price"] for row in rows} == {333} and {row["theory_sold"] for row in rows} == {1}
    assert dict(room.wall()["figures"]["pairs"])["Buyer’s gain, per sale"] == "$50"  # 49.50
    control(room, "theory")
    _, prices, sold = room.wall()["charts"]["parts"]
    assert prices["title"] == "Warranty: $284." and sold["title"].replace("\u00a0", " ") == "Warranty: 100 %."
    shown = {line["label"]: line["points"] for line in prices["series"]}
    assert shown["Warranty"] == [[1, 283.5]] and shown["worth of the deeds"] == [[1, 333]]
    assert {line["label"]: line["points"] for line in sold["series"]}["theory by round"] == [[1, 100]]  # no worth
    assert "worth of the deeds" not in lines_of(room.wall())[2]
    assert "pay-back" in prices["y"] and prices["reach"] == [1, 2]
    room.host({"act": "end"})
    table = room.wall()["table"]
    assert table["heads"][1:4] == ["Last bid less pay-back", "Theory, that round", "Theory, long run"]
    assert (
        table["rows"][1][1:5] == ["$284", "$333", "$333", "100 %"]
        and activity.debrief()["gains"]["rows"][1][1] == "$50"
    )
    assert "Warranty, in the long run: $333" in activity.analysis()


def test_debrief__says_how_many_rounds_of_a_part_were_played_that_was_ended_early(tmp_path: Path) -> None:
    """Two rounds of the first part, one of two under the warranty; the page says so, too."""
    room, activity = warranted(tmp_path)
    room.host({"act": "end"})
    found = room.wall()
    for name in ("table", "gains"):
        assert [row[0] for row in found[name]["rows"]] == ["Hidden quality", "Warranty (1 of 2 rounds)"]
    assert "{1: 'Hidden quality', 2: 'Warranty (1 of 2 rounds)'}" in SECTIONS["lemons"](activity, 1)[0]


def test_chart__of_qualities_counts_rounds_by_part_and_names_the_second_part_on_its_own_side(tmp_path: Path) -> None:
    """After one of two rounds of the warranty: 1 and 2 of the first part, then 1 and 2, of which one is to come."""
    room, activity = warranted(tmp_path)
    chart = room.wall()["charts"]["parts"][0]
    assert chart["title"].startswith("Warranty, round 1: all sold") and room.wall()["round"]["text"].startswith(
        "Warranty, round 1"
    )
    assert chart["ticks"] == [[1, "1"], [2, "2"], [3, "1"], [4, "2"]] and chart["reach"] == [1, 4]
    assert chart["marks"] == [{"at": 2.5, "label": "Warranty", "after": True}]
    assert [at for at, _ in chart["series"][0]["points"]] == [3, 3]
    activity.end(0.0)
    assert activity._qualities()["reach"] == [1, 3]  # no more rounds will come


def test_seller__is_told_at_the_end_why_each_deed_was_kept(tmp_path: Path) -> None:
    """30 % is worth 111 to its seller, 90 % 333. Kept at bids of 100 and 300, and at 200, where a sale would gain 89.

    Under the warranty 30 % that promised 100 % would pay back 389 of a bid of 400.
    """
    room, activity = begun(tmp_path, NAMES[:3], rounds=3)
    (seller,) = activity.sellers
    for quality, bid in ((30, 100), (90, 300), (30, 200)):
        activity.deeds[0].facts = {**activity.deeds[0].facts, "quality": quality}
        for seat in activity.buyers:
            send(room, seat, number=bid)
        send(room, seller, sell=False)
        control(room, activity.controls()[0])
    activity.deeds[0].facts = {**activity.deeds[0].facts, "quality": 30}
    send(room, seller, number=100)
    for seat in activity.buyers:
        send(room, seat, numbers={"0": 400})
    send(room, seller, sell=False)
    room.host({"act": "end"})
    said = room.view(seller)["why"]["text"].replace("\u00a0", " ")
    assert said == (
        "You sold 0 of the 4 deeds that you decided about. 2 that you kept were worth more to you than the bids. "
        "1 of them had more than the mean quality, 45 %: so good deeds stay unsold. "
        "Of 1 you had promised too much: what you would have paid back was more than the bid brought you. "
        "1 you kept although a sale would not have cost you anything."
    )


def test_place__is_among_those_with_the_same_role(tmp_path: Path) -> None:
    """300 for 20 %, worth 111: sellers gain, the buyer loses, and the buyer who bought nothing is first of two."""
    room, activity = begun(tmp_path)
    for deed in activity.deeds:
        deed.facts = {**deed.facts, "quality": 20}
    bold, shy = activity.buyers
    send(room, bold, number=300)
    send(room, shy, number=0)
    for deed in activity.deeds:
        send(room, deed.seller, sell=True)
    room.host({"act": "end"})
    places = {seat: dict(room.view(seat)["own"]["pairs"])["Your place"] for seat in activity.seats}
    assert [places[seat] for seat in (shy, bold)] == ["1 of 2 buyers", "2 of 2 buyers"]
    assert {places[seat] for seat in activity.sellers} == {"1 of 2 sellers"}
