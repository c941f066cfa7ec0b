"""Bargains of a live class: gains by hand, offers that are gone, computers, hidden values, odd classes, a room."""

import json
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from test_room import again, control, opened

from monopoly_lab.common.errors import LiveError
from monopoly_lab.economics.bargaining import Bargain
from monopoly_lab.figures import class_figures
from monopoly_lab.figures.class_tables import in_words
from monopoly_lab.live.activities.class_bargain import COMPUTER, ClassBargain, Pair
from monopoly_lab.live.analysis_notebook import SECTIONS
from monopoly_lab.live.room import Room

NAMES = ("Ann", "Bo", "Cy", "Dora")


def begun(folder: Path, names: tuple[str, ...] = NAMES, **options: object) -> tuple[Room, ClassBargain]:
    room, _ = opened(folder, names)
    room.host({"act": "start", "activity": "bargain", "options": {"seconds": 0, "rounds": 2, **options}})
    assert isinstance(room.activity, ClassBargain)
    return room, room.activity


def send(room: Room, seat: int, question: int = 1, **answer: object) -> None:
    room.hear(seat, {"question": question, "answer": answer})


def test_gain__by_hand() -> None:
    """Worth 300 to the buyer and 100 to the seller: of the 200 the price 150 gives three quarters to the buyer."""
    pair = Pair(0, 1, Bargain(300, 100), 0, price=150)
    assert (pair.gain(0, 150), pair.gain(1, 150)) == (150, 50)
    assert pair.gain(0, None) == 0 and pair.gain(0, 310) == -10
    assert pair.gain(0, int(pair.deal.split() or 0)) == pair.gain(1, int(pair.deal.split() or 0)) == 100


def test_phone__names_the_partner_only_where_the_teacher_wants_it(tmp_path: Path) -> None:
    room, _ = begun(tmp_path, ("Ann", "Bo"))
    assert "Bo" not in json.dumps(room.view(0)) and "somebody of your class" in room.view(0)["partner"]["text"]
    room, _ = begun(tmp_path / "named", ("Ann", "Bo"), named="true")
    assert room.view(0)["partner"]["text"] == "Your partner: Bo"


def test_free__an_offer_is_changed_and_the_present_one_accepted(tmp_path: Path) -> None:
    room, activity = begun(tmp_path)
    pair = activity.pairs[0]
    send(room, pair.buyer, price=120)
    send(room, pair.buyer, price="$160")
    for gone in (120, 161, True, "160", None):
        with pytest.raises(LiveError):
            send(room, pair.seller, accept=gone)
    with pytest.raises(LiveError):
        send(room, pair.buyer, accept=160)  # one's own offer
    with pytest.raises(LiveError):
        send(room, pair.seller, refuse=True, offer=120)  # it is not the present one
    send(room, pair.seller, accept=160)
    assert (pair.price, pair.is_done, activity.is_open) == (160, True, True)
    with pytest.raises(LiveError):
        send(room, pair.seller, price=900)
    room.host({"act": "control", "what": "close"})
    rows = activity.rows()
    assert [row["price"] for row in rows] == [160, None]
    assert rows[0]["buyer_gain"] + rows[0]["seller_gain"] == pair.deal.surplus
    assert (rows[1]["buyer_gain"], rows[1]["seller_gain"]) == (0, 0)


def test_free__an_offer_that_is_refused_is_gone_until_a_new_one_comes(tmp_path: Path) -> None:
    room, activity = begun(tmp_path, ("Ann", "Bo"))
    (pair,) = activity.pairs
    send(room, pair.buyer, price=120)
    buttons = room.view(pair.seller)["theirs"]["choices"]
    assert [each["label"] for each in buttons] == ["Accept", "Refuse"]
    send(room, pair.seller, **buttons[1]["answer"])
    assert "refused your offer of $120" in room.view(pair.buyer)["mine"]["text"]
    assert "You have refused $120" in room.view(pair.seller)["theirs"]["text"] and activity.is_open
    with pytest.raises(LiveError):
        send(room, pair.seller, accept=120)
    assert again(room).view(pair.seller) == room.view(pair.seller)
    send(room, pair.buyer, price=120)  # the same again is a new offer
    send(room, pair.seller, accept=120)
    assert pair.price == 120 and not activity.is_open


def test_loss__is_asked_about_before_an_offer_and_before_it_is_accepted(tmp_path: Path) -> None:
    room, activity = begun(tmp_path, ("Ann", "Bo"))
    (pair,) = activity.pairs
    buys, sells = room.view(pair.buyer)["offer"], room.view(pair.seller)["offer"]
    assert (buys["above"], "below" in buys) == (pair.deal.most, False) and buys["confirm"].endswith("?")
    assert (sells["below"], "above" in sells) == (pair.deal.least, False) and "below" in sells["confirm"]
    send(room, pair.buyer, price=pair.deal.most + 70)
    assert "confirm" not in room.view(pair.seller)["theirs"]["choices"][0]
    choices = [*room.view(pair.seller)["theirs"]["choices"]]  # a gain: buttons look alike all the same
    assert [(each["main"], each["color"]) for each in choices] == [(False, "")] * 2
    send(room, pair.seller, price=pair.deal.most + 30)
    asked = room.view(pair.buyer)["theirs"]
    assert (
        asked["choices"][0]["confirm"] == "At this price you lose $30. Accept it?" and not asked["choices"][0]["main"]
    )
    assert asked["ask"].endswith("You would lose $30.")


@pytest.mark.parametrize("accepted", [True, False])
def test_ultimatum__one_offer_only_and_the_other_takes_it_or_not(tmp_path: Path, accepted: bool) -> None:
    room, activity = begun(tmp_path, ("Ann", "Bo"), way="ultimatum")
    (pair,) = activity.pairs
    other = pair.partner_of(pair.proposer)
    with pytest.raises(LiveError):
        send(room, other, price=100)
    send(room, pair.proposer, price=200)
    with pytest.raises(LiveError):
        send(room, pair.proposer, price=210)
    send(room, other, **({"accept": 200} if accepted else {"refuse": True}))
    assert not activity.is_open and pair.price == (200 if accepted else None)


def test_computers__end_their_bargains_with_a_gain_for_each(tmp_path: Path) -> None:
    for way in ("free", "ultimatum"):
        made = ClassBargain([0, 1], {0: "Ann", 1: "Bo"}, 5, _options(way=way), "en", 0.0)
        for seat in (0, 1):
            made.hand_over(seat, "balanced", 0.0)
        (pair,) = made.pairs
        if pair.price is not None:
            assert min(pair.gain(0, pair.price), pair.gain(1, pair.price)) > 0
        assert not made.waiting()


def _options(**more: object) -> dict[str, Any]:
    return {option.name: option.value for option in ClassBargain.OPTIONS} | more


def test_odd_class__the_last_one_bargains_with_a_computer(tmp_path: Path) -> None:
    room, activity = begun(tmp_path, NAMES[:3])
    pair = next(pair for pair in activity.pairs if COMPUTER in (pair.buyer, pair.seller))
    person = pair.partner_of(COMPUTER)
    offer = pair.offers[COMPUTER]
    assert "computer" in json.dumps(room.view(person))
    send(room, person, accept=offer)
    assert pair.gain(COMPUTER, pair.price) == 100  # half of an average surplus


def test_hidden__a_partner_s_value_is_on_no_other_page_where_each_knows_their_own(tmp_path: Path) -> None:
    room, activity = begun(tmp_path, ("Ann", "Bo"), known="own")
    (pair,) = activity.pairs
    send(room, pair.buyer, price=777)
    for seat in (pair.buyer, pair.seller):
        other = activity.money(pair.value(pair.partner_of(seat)))
        shown = {key: block for key, block in room.view(seat).items() if key != "range"}  # which can end at any value
        assert other not in json.dumps([shown, room.wall(), room.host_view()])
    assert "777" not in json.dumps([room.wall(), room.host_view()])


def test_room__opened_again_shows_the_same_amid_a_round(tmp_path: Path) -> None:
    room, activity = begun(tmp_path, (*NAMES, "Emil"), way="free")
    for pair in activity.pairs:
        for seat in (pair.buyer, pair.seller):
            if seat != COMPUTER:
                send(room, seat, price=200)
    late, _ = room.join("Late")
    room.host({"act": "control", "what": "close"})
    room.host({"act": "control", "what": "next"})
    other = again(room)
    assert other.activity is not None
    assert [other.view(seat) for seat in range(6)] == [room.view(seat) for seat in range(6)]
    assert (other.wall(), other.activity.rows()) == (room.wall(), activity.rows())
    assert late in activity.pair_of and not room.faults
    room.host({"act": "end"})
    assert room.wall() and not room.faults


@pytest.mark.parametrize(
    "answer", [{}, {"price": -1}, {"price": 5.5}, {"price": True}, {"price": []}, {"accept": 100}, {"refuse": 1}]
)
def test_answer__bent_changes_nothing(tmp_path: Path, answer: dict[str, Any]) -> None:
    room, _ = begun(tmp_path)
    before = list(room.store.events())
    with pytest.raises(LiveError):
        send(room, 0, **answer)
    assert list(room.store.events()) == before and not room.faults


def test_offer__that_also_says_it_refuses_nothing_is_an_offer(tmp_path: Path) -> None:
    room, activity = begun(tmp_path, way="free")
    pair = activity.pairs[0]
    send(room, pair.buyer, price="200", refuse=False)
    assert pair.offers == {pair.buyer: 200} and not pair.is_done


@pytest.mark.parametrize("way", ["free", "ultimatum"])
def test_lapsed__offers_are_missed_deals_and_so_are_those_of_pairs_without_an_offer(tmp_path: Path, way: str) -> None:
    """One pair agrees, one refuses, in one the offer lapses, and in one nobody offers: one of four deals."""
    room, activity = begun(tmp_path, (*NAMES, "Emil", "Fay", "Gus", "Hal"), way=way)
    agreed, refused, lapsed, silent = activity.pairs
    for pair in (agreed, refused, lapsed):
        send(room, pair.proposer, price=250)
    send(room, agreed.partner_of(agreed.proposer), accept=250)
    send(room, refused.partner_of(refused.proposer), refuse=True)
    assert "Your last offer" not in json.dumps(room.view(lapsed.proposer))
    control(room, "close")
    figures = dict(room.wall()["figures"]["pairs"])
    assert figures["Deals, of all pairs"] == "1 of 4"
    assert figures["Of these, without an offer"] == f"{activity.money(silent.deal.surplus)} (1 pair)"
    lost = sum(pair.deal.surplus for pair in (refused, lapsed, silent))
    share = int(100 * lost / (lost + agreed.deal.surplus) + 0.5)
    assert figures["Gains not made, of all pairs"].replace("\u00a0", " ") == f"{activity.money(lost)} ({share} %)"
    assert "1 of 4 pairs" in room.wall()["chart"]["title"]
    assert [row["has_offer"] for row in activity.rows()] == [True, True, True, False]
    assert room.view(lapsed.proposer)["result"]["text"] == "No deal."
    assert "nobody made an offer" in room.view(silent.proposer)["result"]["text"]
    assert ["Your last offer", "$250"] in room.view(lapsed.proposer)["values"]["pairs"]
    assert ["Your partner’s last offer", "$250"] in room.view(lapsed.partner_of(lapsed.proposer))["values"]["pairs"]


def test_late__is_who_neither_offered_nor_answered(tmp_path: Path) -> None:
    """One pair is silent; in another one an offer was refused, in a third one an offer has no answer."""
    room, activity = begun(tmp_path, (*NAMES, "Emil", "Fay"), seconds=60)
    control(room, "go")
    silent, refused, open_ = activity.pairs
    send(room, refused.buyer, price=250)
    send(room, refused.seller, refuse=True, offer=250)
    send(room, open_.buyer, price=250)
    late = {silent.buyer, silent.seller, open_.seller}
    assert {each["seat"] for each in room.host_view()["seats"] if each["waits"]} == late
    asked = next(asked for key, _, _, asked in room.host_view()["controls"] if key == "close")
    assert "6 students have not decided yet" in asked
    then = room.clock() + 61
    room.clock = lambda: then
    room.tick()
    assert {each["seat"] for each in room.host_view()["seats"] if each["missed"]} == late


def test_silent__person_beside_a_computer_has_made_no_offer(tmp_path: Path) -> None:
    """The computer's offer is there at once: it says nothing of a phone that is away."""
    room, activity = begun(tmp_path, ("Ann", "Bo", "Cy"))
    control(room, "close")
    assert [row["has_offer"] for row in activity.rows()] == [False, False]


def played(deals: list[tuple[int, int, int | None]], computers: int = 0) -> ClassBargain:
    """Play one round of free offers with the values (to the buyer, to the seller) and prices of deals given.

    The last `computers` pairs have a buyer whom a strategy plays; a pair without a price has no offer.
    """
    seats = list(range(2 * len(deals)))
    made = ClassBargain(seats, dict.fromkeys(seats, "X"), 1, _options(rounds=1, seconds=0), "en", 0.0)
    for pair, (most, least, price) in zip(made.pairs, deals, strict=True):
        pair.deal = Bargain(most, least)
        if price is not None:
            pair.price, pair.is_done, pair.is_begun = price, True, True
    for pair in made.pairs[len(deals) - computers :]:
        pair.has_computer = True
    if made.is_open:
        made.control("close", 0.0)
    return made


def test_lost_gain__is_that_of_all_pairs_as_on_the_page(tmp_path: Path) -> None:
    """Gains of 200, 200, 300 and 100; the last two pairs do not agree, one of them without an offer: 400 of 800."""
    made = played([(300, 100, 200), (400, 200, 350), (500, 200, None), (200, 100, None)])
    made.pairs[3].is_begun = True
    figures = dict(made.wall()["figures"]["pairs"])
    assert figures["Gains not made, of all pairs"] == "$400 (50 %)"
    assert figures["Of these, without an offer"] == "$300 (1 pair)" and figures["Deals, of all pairs"] == "2 of 4"
    page = class_figures.bargain_shares(pd.DataFrame(made.rows()), [50.0])
    assert "2 of 4 pairs agreed; buyers got 38" in page.layout.title.text.replace("<br>", " ")  # 50 and 25 %
    assert "50 % of the gains of all pairs" in page.layout.title.subtitle.text.replace("\u00a0", " ")


def test_page__has_prices_theory_and_gains_of_the_same_pairs() -> None:
    """Deals at 200 of 300 and 100, at 350 of 400 and 200: in theory 200 and 300; the pair without a deal is in none."""
    made = played([(300, 100, 200), (400, 200, 350), (500, 200, None)])
    there: dict[str, Any] = {
        "results": lambda *_: pd.DataFrame(made.rows()),
        "in_words": lambda table: shown.append(table),
    }
    shown: list[pd.DataFrame] = []
    exec(SECTIONS["bargain"](made, 1)[0], there)
    (table,) = shown
    means = dict(zip(table.columns, table.to_numpy()[0], strict=True))
    assert means == {"price": 275, "theory_price": 250, "buyer_gain": 75, "seller_gain": 125}


def test_pairs__with_a_computer_are_in_no_figure_and_the_wall_says_so(tmp_path: Path) -> None:
    made = played([(300, 100, 200), (400, 200, 210), (400, 200, None)], computers=2)
    figures = dict(made.wall()["figures"]["pairs"])
    assert figures["Deals, of all pairs"] == "1 of 1" and figures["Gains not made, of all pairs"] == "$0 (0 %)"
    assert figures["Pairs with a computer, not counted"] == "2" and figures["Buyer's share, mean"] == "50 %"
    assert [row["has_computer"] for row in made.rows()] == [False, True, True]
    title = class_figures.bargain_shares(pd.DataFrame(made.rows()), [50.0]).layout.title.text.replace("<br>", " ")
    assert "1 of 1 pairs agreed; buyers got 50" in title
    alone = played([(300, 100, 200)], computers=1)
    assert "Every pair has a computer" in alone.wall()["silent"]["text"] and alone.debrief()
    room, activity = begun(tmp_path, ("Ann", "Bo", "Cy"))
    assert sorted(pair.has_computer for pair in activity.pairs) == [False, True]
    free = next(pair for pair in activity.pairs if not pair.has_computer)
    room.host({"act": "hand", "seat": free.buyer, "strategy": "balanced"})
    assert all(pair.has_computer for pair in activity.pairs)


def test_no_deal__is_the_headline_of_wall_and_debrief() -> None:
    made = played([(300, 100, None), (400, 200, None)])
    made.pairs[0].is_begun = True
    said = "No deals: none of 2 pairs agreed"
    assert made.wall()["chart"]["text"] == said
    made.end(0.0)
    assert made.debrief()["chart"]["text"] == said and "figures" in made.debrief()


def test_columns__are_centered_on_equal_parts() -> None:
    """Shares of 45, 50, 50 and 54 % are all nearest to 50 %: one column, as far to the left as to the right."""
    made = played([(300, 100, 210), (300, 100, 200), (400, 200, 300), (300, 100, 192)])
    bins = made.wall()["chart"]["bins"]
    assert [each for each in bins if each[2]] == [[45, 55, 4]]
    assert made.wall()["chart"]["ticks"][5] == [50, "50\u00a0%"] or made.wall()["chart"]["ticks"][5] == [50, "50 %"]


def test_mean__below_zero_is_a_loss_in_words_and_has_a_minus() -> None:
    """Two buyers pay 400 and 340 for what is worth 300 to them and 200 to the sellers: they get -100 and -40 %.

    Their mean is -70; of two deals there is no interval.
    """
    made = played([(300, 200, 400), (300, 200, 340)])
    title = "2 of 2 pairs agreed; on average the buyer made a loss of 70 % of the gain"
    assert made.wall()["chart"]["title"].replace("\u00a0", " ") == title
    assert dict(made.wall()["figures"]["pairs"])["Buyer's share, mean"].replace("\u00a0", " ") == "\u221270 %"
    page = class_figures.bargain_shares(pd.DataFrame(made.rows()), [50.0]).layout.title.text.replace("<br>", " ")
    assert "buyers lost 70 % of the gain (theory: they get 50 %)" in page.replace("\u00a0", " ").replace("<br>", " ")


def test_clock__of_the_first_round_runs_from_when_the_teacher_says_so(tmp_path: Path) -> None:
    """Until then all read the rules; computers that are done with each other do not close the round either."""
    room, activity = begun(tmp_path, ("Ann", "Bo"), seconds=90)
    assert (
        room.deadline is None
        and activity.controls() == ("go", "close")
        and "may decide already" in room.wall()["ready"]["text"]
    )
    for part in ("until one of you accepts", "more to the buyer", "the value less the price", "No deal, no gain"):
        assert part in room.wall()["rule"]["text"]
    assert room.view(0)["rules"] == room.view(1)["rules"] == room.wall()["rule"]
    assert again(room).wall() == room.wall()
    control(room, "go")
    assert room.deadline is not None and "clock" in room.view(0) and room.view(0)["rules"]["kind"] == "fold"
    assert "rule" in room.wall() and activity.controls() == ("close",)
    control(room, "close")
    control(room, "next")
    assert room.deadline is not None and activity.controls() == ("close",)  # the rules are known
    room, activity = begun(tmp_path / "computers", ("Ann", "Bo"), seconds=90)
    for seat in (0, 1):
        room.host({"act": "hand", "seat": seat, "strategy": "balanced"})
    assert activity.is_open and all(pair.is_done for pair in activity.pairs) == (activity.pairs[0].price is not None)
    control(room, "go")
    assert activity.is_open == (activity.pairs[0].price is None) and not room.faults


def test_silent__class_of_phones_that_are_all_away(tmp_path: Path) -> None:
    room, _ = begun(tmp_path)
    control(room, "close")
    assert "No pair has bargained" in json.dumps(room.wall()) and "figures" not in room.wall()
    room.host({"act": "end"})
    assert room.wall() and not room.faults


@pytest.mark.parametrize("way", ["free", "ultimatum"])
def test_theory__is_hidden_until_the_teacher_shows_it_or_the_debrief(tmp_path: Path, way: str) -> None:
    """A split that stands on the wall after the first round would be copied in the next."""
    room, activity = begun(tmp_path, way=way)
    pair = activity.pairs[0]
    price = int(pair.deal.split() or 0)
    send(room, pair.proposer, price=price)
    send(room, pair.partner_of(pair.proposer), accept=price)
    control(room, "close")
    assert room.wall()["chart"]["marks"] == []
    control(room, "theory")
    assert len(room.wall()["chart"]["marks"]) == 1
    control(room, "hide_theory")
    assert room.wall()["chart"]["marks"] == []
    room.host({"act": "end"})
    assert len(room.wall()["chart"]["marks"]) == 1


def test_phone__says_at_the_end_how_much_there_was_to_share(tmp_path: Path) -> None:
    room, activity = begun(tmp_path, rounds=1)
    pair, other = activity.pairs
    price = int(pair.deal.split() or 0)
    send(room, pair.proposer, price=price)
    send(room, pair.partner_of(pair.proposer), accept=price)
    room.host({"act": "end"})
    money, gain = activity.money, pair.gain(pair.buyer, price)
    said = f"There was {money(pair.deal.surplus)} to share in these deals; you got {money(gain)}."
    assert room.view(pair.buyer)["why"]["text"] == f"You agreed in 1 of 1 bargain. {said}"
    assert room.view(pair.buyer)["own"]["pairs"] == [["Your gains, all rounds", money(gain)]]
    assert "Without a deal" in room.view(other.buyer)["why"]["text"]


def test_phone__says_at_the_end_what_a_price_worse_than_the_value_has_cost(tmp_path: Path) -> None:
    """A buyer who pays 30 more than the deed is worth to them."""
    room, activity = begun(tmp_path, rounds=1)
    pair = activity.pairs[0]
    price = pair.value(pair.buyer) + 30
    send(room, pair.proposer, price=price)
    send(room, pair.partner_of(pair.proposer), accept=price)
    room.host({"act": "end"})
    said = "In 1 of them you agreed to a price worse than your own value: that cost you $30."
    assert said in room.view(pair.buyer)["why"]["text"] and said not in room.view(pair.seller)["why"]["text"]


def test_late_comer__who_had_no_bargain_is_told_so_at_the_end(tmp_path: Path) -> None:
    room, _activity = begun(tmp_path, rounds=1)
    seat, _ = room.join("Late")
    room.host({"act": "end"})
    assert room.view(0)["why"]["text"] == "No bargain was finished."  # all had one, and it did not count
    assert "without you" in room.view(seat)["why"]["text"] and "0 of 0" not in room.view(seat)["why"]["text"]


def guessed(proposer: str, most: int, least: int, answer: bool = True) -> ClassBargain:
    """Play one ultimatum with private values; the proposer is the buyer or the seller, and offers 200."""
    made = ClassBargain([0, 1], {0: "Ann", 1: "Bo"}, 1, _options(way="ultimatum", known="own", rounds=1), "en", 0.0)
    (pair,) = made.pairs
    pair.deal, pair.proposer = Bargain(most, least), getattr(pair, proposer)
    made.apply(pair.proposer, {"price": 200}, 0.0)
    made.apply(pair.partner_of(pair.proposer), {"accept": 200} if answer else {"refuse": True}, 0.0)
    return made


@pytest.mark.parametrize(
    ("proposer", "most", "least", "price"),
    [
        ("seller", 400, 200, 350),  # buyers from 300 to 500: 150 x 16/21 is as much as 160 x 15/21, and sure of more
        ("seller", 340, 200, None),  # 350 is too much for this buyer
        ("buyer", 400, 230, 250),  # sellers from 100 to 300: (400 + 100)/2
        ("buyer", 400, 270, None),
        ("buyer", 500, 250, 300),  # sellers from 200 to 300: all accept 300
        ("buyer", 200, 100, 100),  # such a seller can only be one to whom it is worth 100
    ],
)
def test_ultimatum__theory_of_who_does_not_know_the_other_value(
    proposer: str, most: int, least: int, price: int | None
) -> None:
    made = guessed(proposer, most, least)
    made.end(0.0)
    assert made.rows()[0]["theory_price"] == price
    shown = made.debrief()
    figures = dict(shown["figures"]["pairs"])
    assert figures["Deals in theory"] == ("0 of 1" if price is None else "1 of 1")
    if price is None:
        assert shown["chart"]["marks"] == []
    else:
        gain = price - least if proposer == "seller" else most - price
        assert shown["chart"]["marks"][0]["at"] == pytest.approx(100 * gain / (most - least))
    said = json.dumps(shown)
    assert "nearly all" not in said and "whoever proposes does not know the limit" in said


def test_private_values__phones_say_between_which_limits_the_other_one_lies(tmp_path: Path) -> None:
    """A seller at l: buyers at l + 100 to l + 300. A buyer at m: sellers at m - 300 to m - 100, of 100 to 300."""
    room, activity = begun(tmp_path, ("Ann", "Bo"), known="own")
    (pair,) = activity.pairs
    most, least = int(pair.deal.most), int(pair.deal.least)
    said = "To your partner it is worth ${} to ${}, all equally likely."
    assert room.view(pair.seller)["range"]["text"] == said.format(least + 100, least + 300)
    expected = said.format(max(100, most - 300), min(300, most - 100))
    assert room.view(pair.buyer)["range"]["text"] == expected
    room, activity = begun(tmp_path / "both", ("Ann", "Bo"))
    assert "range" not in room.view(0)


def test_free_offers__of_private_values_have_no_theory(tmp_path: Path) -> None:
    room, activity = begun(tmp_path, ("Ann", "Bo"), known="own", rounds=1)
    (pair,) = activity.pairs
    send(room, pair.buyer, price=200)
    send(room, pair.seller, accept=200)
    assert activity.rows()[0]["theory_price"] is None
    control(room, "theory")
    assert room.wall()["chart"]["marks"][0]["label"].replace("\u00a0", " ") == "Equal parts: 50 %"
    assert room.host_view()["controls"][0][0] == "finish"


def test_theory__that_was_shown_is_hidden_in_the_next_round(tmp_path: Path) -> None:
    room, activity = begun(tmp_path)
    for number in (1, 2):
        pair = activity.pairs[0]
        send(room, pair.buyer, number, price=200)
        send(room, pair.seller, number, accept=200)
        control(room, "close")
        assert room.wall()["chart"]["marks"] == []
        if number == 1:
            control(room, "theory")
            assert room.wall()["chart"]["marks"]
            control(room, "next")


@pytest.mark.parametrize(("answer", "asked"), [(True, "All who bargained agreed"), (False, "Who refused an offer")])
def test_debrief__asks_about_missed_deals_where_there_were_some(answer: bool, asked: str) -> None:
    talk = guessed("buyer", 400, 100, answer).debrief()["talk"]["text"]
    assert asked in talk and talk.count("?") == 3 + (not answer)


@pytest.mark.parametrize("n", [4, 5])
def test_mean__of_few_deals_has_no_interval(n: int) -> None:
    seats = list(range(2 * n))
    made = ClassBargain(seats, dict.fromkeys(seats, "X"), 1, _options(), "en", 0.0)
    for pair in made.pairs:
        made.apply(pair.buyer, {"price": 300}, 0.0)
        made.apply(pair.seller, {"accept": 300}, 0.0)
    shown = made.wall()
    assert ("±" in dict(shown["figures"]["pairs"])["Buyer's share, mean"]) == ("spread" in shown) == (n == 5)


def test_page__has_prices_beside_theory_of_one_set_of_pairs(tmp_path: Path) -> None:
    """Pairs agreed at 200, 300 and 280; in theory only the first and a pair that did not agree have a deal, at 220."""
    _, activity = begun(tmp_path, way="ultimatum", known="own")
    rows = [(200, 220), (300, None), (280, None), (None, 260)]
    table = pd.DataFrame(rows, columns=["price", "theory_price"], dtype=float)
    table = table.assign(round=1, has_computer=False, buyer_gain=10, seller_gain=20)
    names = {"pd": pd, "in_words": in_words, "results": lambda kind, number: table}
    load, both = SECTIONS["bargain"](activity, 1)[:2]
    exec(load, names)
    exec(both, names)
    assert names["deals"]["price"].tolist() == [200, 300, 280] and "theory_price" not in load.splitlines()[-1]
    assert names["both"][["price", "theory_price"]].values.tolist() == [[200, 220]]
    assert "only for pairs that agreed and agree in theory" in activity.analysis()
    _, known = begun(tmp_path / "both", way="ultimatum")
    assert "theory_price" in SECTIONS["bargain"](known, 1)[0] and "agree in theory" not in known.analysis()


@pytest.mark.parametrize(("lang", "games"), [("en", "rent"), ("ru", "рент"), ("uk", "рент")])
def test_debrief__asks_nothing_that_needs_a_board_game(tmp_path: Path, lang: str, games: str) -> None:
    room, activity = begun(tmp_path)
    room.host({"act": "language", "lang": lang})
    room.host({"act": "end"})
    assert games not in activity.debrief()["talk"]["text"].split("?")[-2]
