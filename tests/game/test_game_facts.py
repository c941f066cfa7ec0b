"""What a game tells of its past and of what lies ahead, to those who show it."""

import pytest

import monopoly_lab as ml
from monopoly_lab.errors import SeatError


def under_way() -> "ml.Game":
    return ml.Scenario.load("game_under_way").game(seed=7)


def played() -> "ml.Game":
    game = ml.Game("classic_us", players=[(name, "balanced") for name in ("Ann", "Bo", "Cy")], seed=4)
    game.run(rounds=6)
    return game


def test_events_since__are_the_end_of_all_events() -> None:
    game = played()
    assert len(game.events) > 60
    for number in (0, 1, 17, len(game.events), len(game.events) + 5):
        assert game.events_since(number) == game.events[number:]
    assert game.events_since(-9) == game.events[-9:]
    assert game.events_since(-10_000) == game.events


def test_events_since__after_undo_only_what_is_left() -> None:
    game = played()
    before = len(game.events)
    game.undo(5)
    assert len(game.events) < before
    assert game.events_since(-1) == game.events[-1:]


def test_rounds__the_game_is_at_their_start_after_so_many_answers() -> None:
    game = played()
    starts = game.rounds()
    assert list(starts) == list(range(1, game.round + 1))
    game.go_to(starts[3])
    assert game.round == 3
    game.go_to(starts[3] - 1)
    assert game.round == 2


def test_payments__make_every_purse() -> None:
    game = played()
    purses = dict.fromkeys(game.players, 0)
    for paid in game.payments():
        for name, sign in ((paid.payer, -1), (paid.payee, 1)):
            if name in purses:
                purses[name] += sign * paid.amount
    assert purses == game.state.cash


def test_next_throw__weighs_all_outcomes_and_changes_nothing() -> None:
    game = under_way()
    before = game.state
    found = game.next_throw()
    assert sum(outcome.weight for outcome in found) == 36
    assert game.state == before
    game.apply("roll 6 4")  # Ann: from Pennsylvania to the B. & O. Railroad, the fourth of Bo's: 200
    assert {outcome.change for outcome in found if outcome.space == "b_and_o"} == {-200}


def test_next_throw__none_where_no_throw_is_open() -> None:
    game = ml.Game("classic_us", seed=1)
    for text in ("roll 6 4", "roll 1 2", "roll 1 2"):
        game.apply(text)
    assert "buy" in game.choices()
    assert game.next_throw() == []


def test_debt__who_owes_whom_how_much() -> None:
    game = under_way()
    assert game.debt is None
    for name in game.players:
        game.seat(name, None)
    for text in ("roll 3 2", "roll 4 3", "roll 1 4"):
        game.apply(text)
    assert game.debt == ("Cy", "Bo", 200)


def test_next_throw__what_cannot_be_paid_at_once_counts_as_lost() -> None:
    game = under_way()
    for name in game.players:
        game.seat(name, None)
    for text in ("roll 3 2", "roll 4 3"):
        game.apply(text)
    # Cy has 180 and throws a five to the Reading Railroad: 200 to Bo, who has all four.
    assert {outcome.change for outcome in game.next_throw() if outcome.space == "reading"} == {-200}


def test_offer__as_the_notation_writes_it() -> None:
    game = under_way()
    assert game.offer is None
    for name in game.players:
        game.seat(name, None)
    game.apply("Ann: trade Dan: oriental + 100 for kentucky")
    assert game.offer == ("Ann", "Dan", ("oriental",), 100, ("kentucky",), 0)


def test_worth_after__both_sides_of_a_trade() -> None:
    game = under_way()
    # Ann: 420, deeds of 660, six houses at 100; she gives a deed of 100 and 100 in cash for one of 220.
    assert game.net_worth()["Ann"] == 1680
    assert game.worth_after("Ann: trade Dan: oriental + 100 for kentucky")["Ann"] == 1700
    assert game.worth_after("Ann: mortgage oriental") == {}
    assert game.net_worth()["Ann"] == 1680


def test_goods__deeds_and_cards_in_the_words_of_the_notation() -> None:
    game = under_way()
    for name in game.players:
        goods = game.goods(name)
        assert list(goods)[: len(game.state.deeds[name])] == list(game.state.deeds[name])
        assert len(goods) == len(game.state.deeds[name]) + len(game.state.cards[name])
    with pytest.raises(SeatError):
        game.goods("Eve")


def test_pieces__as_many_of_them_whatever_happens() -> None:
    game = played()
    kept: dict[object, str] = {}
    first = game.pieces("en", "light", kept)
    assert sum('class="space' in piece for piece in first) == 40
    assert game.pieces("en", "light", {}) == first  # what is kept changes nothing
    game.run(rounds=3)
    later = game.pieces("en", "light", kept)
    assert len(later) == len(first)
    assert game.pieces("en", "light", {}) == later
    assert game.pieces("en", "dark", kept) == game.pieces("en", "dark", {})
