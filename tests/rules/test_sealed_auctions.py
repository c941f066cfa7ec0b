"""Sealed bids: one from each, opened together; first price and second price; nobody learns a bid before its time.

Source of the second-price rule: W. Vickrey, "Counterspeculation, auctions, and competitive sealed tenders", Journal
of Finance 16 (1961), which also has the bids of the first-price rule.
"""

import pytest
from random_settings import prepared

import monopoly_lab as ml
from monopoly_lab import rules
from monopoly_lab.common.errors import UnreadableChoice
from monopoly_lab.constants import action
from monopoly_lab.experiments.decision import game_after
from monopoly_lab.game import consequences
from monopoly_lab.notation import action_text
from monopoly_lab.players import drive, style_of
from monopoly_lab.rules.random_numbers import fate_of
from tests.rules.at_table import do, paid, sit

THREE = ("Ann", "Bo", "Cy")


def auction(by: str = "sealed", **start: object) -> ml.Game:
    """Ann has left St. Charles Place to an auction and is asked first."""
    game = sit("classic_us", THREE, {"auction.by": by}, position={"Ann": 4}, **start)
    do(game, "roll 3 4", "auction")
    return game


@pytest.mark.parametrize(
    ("by", "bids", "winner", "pays"),
    [
        ("sealed", ("bid 120", "bid 100", "bid 90"), "Ann", 120),
        ("vickrey", ("bid 120", "bid 100", "bid 90"), "Ann", 100),
        ("sealed", ("bid 90", "bid 100", "bid 120"), "Cy", 120),
        ("vickrey", ("bid 90", "bid 120", "bid 100"), "Bo", 100),
        ("vickrey", ("pass", "bid 100", "pass"), "Bo", 1),  # the least bid: nobody else has bid
        ("sealed", ("pass", "bid 100", "pass"), "Bo", 100),
        ("sealed", ("bid 80", "bid 80", "pass"), "Ann", 80),  # of equal bids the first from the mover on
        ("vickrey", ("pass", "bid 80", "bid 80"), "Bo", 80),
    ],
)
def test_sealed_bids__the_highest_wins(by: str, bids: tuple[str, ...], winner: str, pays: int) -> None:
    game = auction(by)
    do(game, *bids)
    assert paid(game, "auction") == [(winner, "the bank", pays)]
    assert game.state.owner("st_charles") == winner
    assert not any(game.raw_state().sealed)  # no envelope is left for another auction


@pytest.mark.parametrize("by", ["sealed", "vickrey"])
def test_sealed_bids__where_nobody_bids_no_sum_is_left(by: str) -> None:
    game = do(auction(by), "pass", "pass", "pass")
    assert paid(game) == [] and game.state.owner("st_charles") is None and game.raw_state().bid == 0


def test_sealed_bids__nobody_has_to_bid() -> None:
    game = auction()
    do(game, "pass", "pass", "pass")
    assert game.state.owner("st_charles") is None and game.round == 1


def test_sealed_bids__each_seat_is_asked_once() -> None:
    game = auction()
    asked = []
    while game.node is not None and game.node.kind == "bid":
        asked.append(game.node.player)
        do(game, "bid 10")
    assert asked == ["Ann", "Bo", "Cy"]


def test_sealed_bids__are_told_when_all_have_bid() -> None:
    game = auction()
    do(game, "bid 120")
    assert game.log()[-1] == "Ann handed in a sealed envelope for St. Charles Place."
    assert game.waiting() == "Bo may hand in a sealed bid for St. Charles Place, or none."
    do(game, "bid 100", "pass")
    assert [line for line in game.log() if " bid $" in line] == [
        "Ann bid $120 for St. Charles Place.",
        "Bo bid $100 for St. Charles Place.",
    ]


def test_sealed_bids__who_does_not_bid_hands_in_an_envelope_too() -> None:
    """Until all are opened, the second bidder sees the same whether the first has bid or not."""
    seen = []
    for first in ("pass", "bid 120"):
        game = auction()
        do(game, first)
        view = ml.View(game, "Bo")
        seen.append((game.log(), str(game.raw_events()), view.state._state.sealed, view.state._state.passed))
        assert game.answers[-1].startswith("bid sealed-") and consequences.auction_in_progress(
            game.raw_state(), game.tables
        ).sealed == (game.players.index("Ann"),)  # type: ignore[union-attr]
        assert "pass" not in game.to_toml() + str(game.undo().undone)
        again = ml.Game.from_toml(game.redo().to_toml())
        assert again.raw_state() == game.raw_state()
        do(again, "bid 100", "pass")
        assert again.answers[-3:] == (first, "bid 100", "pass")
        assert again.state.owner("st_charles") == ("Bo" if first == "pass" else "Ann")
        told = [line for line in again.log() if "did not bid" in line]
        silent = ("Ann", "Cy") if first == "pass" else ("Cy",)
        assert told == [f"{name} did not bid for St. Charles Place." for name in silent]
    assert seen[0] == seen[1]


def test_sealed_bids__limits_are_those_of_the_purse_and_the_least_bid() -> None:
    game = auction(cash={"Ann": 70})
    for text in ("bid 0", "bid 71"):
        assert game.why_not(text)
    assert [(form.least, form.most) for form in game.node.forms] == [(1, 70)]  # type: ignore[union-attr]


def test_sealed_bids__no_trades_while_they_are_out() -> None:
    game = sit(
        "classic_us",
        THREE,
        {"auction.by": "sealed", "trade_time": "auctions_too"},
        position={"Ann": 4},
        deeds={"Bo": [1]},
    )
    do(game, "roll 3 4", "auction", "bid 20")
    assert game.why_not("trade Cy: 1 for 5") and [form.verb for form in game.node.forms] == ["bid"]  # type: ignore[union-attr]


# What a player, a file and a look at the answers show of a bid of 777


def test_hidden_bid__is_in_no_answer_no_file_and_no_event() -> None:
    game = auction()
    do(game, "bid 777")
    shown = [
        *game.answers,
        game.to_toml(),
        *game.log(),
        str(game.events),
        str(game.raw_events()),
        game.waiting(),
        repr(game),
    ]
    assert not any("777" in text for text in shown)
    game.undo()
    assert "777" not in str(game.undone) and "777" not in game.to_toml()


def test_hidden_bid__a_saved_game_goes_on_with_it() -> None:
    game = auction("vickrey")
    do(game, "bid 777")
    again = ml.Game.from_toml(game.to_toml())
    assert again.raw_state() == game.raw_state()
    do(again, "bid 700", "pass")
    assert paid(again, "auction") == [("Ann", "the bank", 700)]
    assert again.answers[-3:] == ("bid 777", "bid 700", "pass")
    assert ml.Game.from_toml(again.to_toml()).raw_state() == again.raw_state()


def test_hidden_bid__taken_back_and_saved_can_be_redone() -> None:
    game = auction()
    do(game, "bid 777", "bid 5")
    there = game.raw_state()
    again = ml.Game.from_toml(game.undo(2).to_toml())
    assert again.redo(2).raw_state() == there


def test_hidden_bid__a_view_does_not_have_it() -> None:
    game = auction()
    do(game, "bid 777")
    view = ml.View(game, "Bo")
    assert 777 not in view.state._state.sealed and 777 in ml.View(game, "Ann").state._state.sealed
    thought = view.imagined()
    assert 777 not in thought.raw_state().sealed and thought.answers == () and not thought.undo().undone
    do(thought, "bid 10", "bid 20")
    assert thought.node is not None and thought.node.player == "Ann"  # who bids anew there
    assert game.raw_state().sealed[game.players.index("Ann")] == 777


@pytest.mark.all_in
def test_hidden_bid__no_choice_is_weighed_by_it() -> None:
    game = auction()
    do(game, "bid 777")
    assert game_after(game, "bid 10").raw_state().sealed[:2] == [0, 10] and game.raw_state().sealed[0] == 777


@pytest.mark.all_in
def test_hidden_bid__the_table_says_who_has_bid() -> None:
    game = auction("vickrey")
    do(game, "bid 777")
    going = consequences.auction_in_progress(game.raw_state(), game.tables)
    assert going is not None and going.sealed == (0,) and going.there == (1, 2) and going.kind == "vickrey"
    assert going.bid == 0 and going.leader == -1


@pytest.mark.parametrize("text", ["bid sealed-", "bid sealed-00", "bid sealed-" + "0" * 24, "bid sealed-xyz"])
def test_envelope__a_damaged_one_is_refused(text: str) -> None:
    game = auction()
    with pytest.raises(UnreadableChoice, match="no sealed bid of a saved game"):
        game.apply(text)
    assert game.node is not None and game.node.player == "Ann"


def test_envelope__holds_any_amount_and_equal_ones_differ() -> None:
    for amount in (1, 777, 10**9, 2**60):
        assert action_text.open_envelope(action_text.seal_amount(amount, 3)) == amount
    assert action_text.seal_amount(5, 1) != action_text.seal_amount(5, 2)


# Strategies: the first bid of `balanced`, of four alike, for New York Avenue at 200


def first_bid(by: str) -> int:
    table = prepared("classic_us", {"auction.by": by, "buy": False, "first_player": 0}, 4)
    s, t, styles = table.start.copy(), table.tables, style_of("balanced") * 4
    while True:
        p, v, q, x = drive(s, t, styles, fate_of(4, 4))
        if v == action.BID:
            return int(x)
        t = rules.make_choice_and_update_rules(s, t, [], p, v, q, x)


def test_strategies__bid_the_worth_or_less_by_one_part_in_as_many_as_play() -> None:
    worth = first_bid("vickrey")
    assert first_bid("sealed") == worth * 3 // 4
    assert first_bid("english") < worth


def test_house_auction__by_sealed_bids() -> None:
    groups = {"Ann": ["oriental", "vermont", "connecticut"], "Bo": ["st_charles", "states", "virginia"]}
    game = sit(
        "classic_us",
        THREE,
        {"auction.by": "vickrey", "components.houses": 1},
        deeds=groups,
        position={"Ann": 3},
    )
    do(game, "Ann: build oriental", "want 1", "want 1", "bid 150", "bid 200")
    assert game.node is not None and game.node.kind == "place" and game.node.player == "Bo"
    do(game, "Bo: build states")
    assert paid(game, "building") == [("Bo", "the bank", 150)]


def test_winners_curse__second_price_brings_the_seller_no_more_than_the_first_of_the_same_bids() -> None:
    for by, pays in (("sealed", 300), ("vickrey", 200)):
        game = auction(by)
        do(game, "bid 300", "bid 200", "bid 100")
        assert paid(game, "auction") == [("Ann", "the bank", pays)]
