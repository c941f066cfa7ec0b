"""What a game tells of its past and of what lies ahead, to those who show it."""

from collections import Counter
from fractions import Fraction

import pytest

import monopoly_lab as ml
from monopoly_lab.common.errors import IllegalChoice, SeatError


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


def test_next_throw__each_throw_with_its_chance_and_changes_nothing() -> None:
    game = under_way()
    before = game.state
    found = game.next_throw()
    assert sum(outcome.chance for outcome in found) == 1
    assert game.state == before
    dice = [f"roll {a} {b}" for a in range(1, 7) for b in range(1, 7)]
    assert all(sum(o.chance for o in found if o.throw == text) == Fraction(1, 36) for text in dice)
    game.apply("roll 6 4")  # Ann: from Pennsylvania to the B. & O. Railroad, the fourth of Bo's: 200
    assert {outcome[2:] for outcome in found if outcome.throw == "roll 6 4"} == {("b_and_o", False, -200, False)}


def test_next_throw__cards_are_drawn_and_jail_is_told() -> None:
    """Ann at 15 throws a seven: Chance, Classic 2008 deck: 6 of 16 cards leave her there, one jails, two lead at twice
    the rent to the next railroad, the B. & O. (all four are Bo's: 400); back three is New York Avenue, her own."""
    found = [outcome for outcome in under_way().next_throw() if outcome.throw == "roll 3 4"]
    places = Counter[tuple[str, bool]]()
    for outcome in found:
        places[outcome.space, outcome.in_jail] += outcome.chance * 36 * 16
    assert (places["chance_2", False], places["jail", True], places["b_and_o", False]) == (6, 1, 2)
    assert {outcome.change for outcome in found if outcome.space == "b_and_o"} == {-400}
    assert {outcome.change for outcome in found if outcome.space == "new_york"} == {0}
    assert {outcome.change for outcome in found if outcome.in_jail} == {0}
    assert {outcome.change for outcome in found if outcome.space == "go"} == {200}


def test_next_throw__a_double_throws_again_but_not_from_jail() -> None:
    """Ann at 15: a double one to the chest (17), where of 16 cards one jails; none leads to another throw else."""
    found = under_way().next_throw()
    assert {o.throw for o in found if o.again} == {f"roll {n} {n}" for n in range(1, 7)}
    assert {o.again for o in found if o.in_jail} == {False}


def test_next_throw__a_prisoner_stays_by_all_but_doubles() -> None:
    game = ml.Game("classic_us", players=["Ann", "Bo"], seed=1, options={"first_player": 0, "buy": False})
    for text in ("roll 5 5", "roll 5 5", "roll 5 5", "roll 1 3", "throw"):
        game.apply(text)
    found = game.next_throw()
    assert sum(o.chance for o in found if o.in_jail and o.throw[5] != o.throw[7]) == Fraction(30, 36)
    assert not any(o.again for o in found)


def test_next_throw__with_two_sorts_of_dice_where_the_number_leads() -> None:
    """Monopoly Gamer, on the two dice: the number die moves. From GO: 2 is a handful of 1 to 6 coins, 6 a pipe
    that leads on to the next one; Bo is Mario, whose coin face pays more."""
    game = ml.Game("gamer", players=[("Ann", "balanced"), ("Bo", "balanced")], seed=3)
    while not game.next_throw():
        game.step()
    by_space = Counter[str]()
    for outcome in game.next_throw():
        by_space[outcome.space] += outcome.chance
    assert set(by_space.values()) == {Fraction(1, 6)}
    assert len(by_space) == 6 and "go" not in by_space and "pipe_1" not in by_space
    coins = {outcome.change for outcome in game.next_throw() if outcome.space == "coins_1"}
    assert {1, 2, 3, 4, 5, 6} <= coins


def test_next_throw__none_for_throws_that_move_nobody() -> None:
    game = ml.Game("classic_us", players=["Ann", "Bo"], seed=1)
    assert (game.node.kind, game.next_throw()) == ("dice", [])


def test_next_throw__a_rent_that_has_to_be_asked_for_counts() -> None:
    options = {"first_player": 0, "rent_claim": "asked"}
    game = ml.Game("classic_us", players=["Ann", "Bo"], seed=1, options=options)
    for text in ("roll 1 2", "buy"):
        game.apply(text)
    assert {o.change for o in game.next_throw() if o.throw == "roll 1 2"} == {-4}  # Baltic Avenue, the site alone


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
    assert {outcome.change for outcome in game.next_throw() if outcome.throw in ("roll 1 4", "roll 2 3")} == {-200}


def test_offer__as_the_notation_writes_it() -> None:
    game = under_way()
    assert game.offer is None
    for name in game.players:
        game.seat(name, None)
    game.apply("Ann: trade Dan: oriental + 100 for kentucky")
    assert game.offer == ("Ann", "Dan", ("oriental",), 100, ("kentucky",), 0, 0)


def test_worth_after__both_sides_of_a_trade() -> None:
    game = under_way()
    # Ann: 420, deeds of 660, six houses at 100; she gives a deed of 100 and 100 in cash for one of 220.
    assert game.net_worth()["Ann"] == 1680
    assert game.worth_after("Ann: trade Dan: oriental + 100 for kentucky")["Ann"] == 1700
    assert game.worth_after("Ann: mortgage oriental") == {}
    assert game.net_worth()["Ann"] == 1680


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Ann: trade Bo: 999999 for 0", "not_enough_cash"),
        ("Ann: trade Dan: oriental for 999999", "offer_their_cash"),
        ("Ann: trade Dan: boardwalk for 5", "offer_not_theirs"),
        ("Ann: trade Dan: oriental for oriental", "offer_not_theirs"),
        ("Ann: trade Dan: kentucky for 5", "offer_not_theirs"),
        ("Ann: trade Ann: oriental for 100", "offer_to_self"),
        ("Ann: trade Dan: go for 100", "not_a_deed"),
    ],
)
def test_worth_after__what_can_never_be_is_refused(text: str, reason: str) -> None:
    """999999 for 0 left Ann with a worth below 0."""
    game = under_way()
    before = game.to_toml()
    with pytest.raises(IllegalChoice) as refused:
        game.worth_after(text)
    assert refused.value.reason == reason
    assert game.to_toml() == before


def test_worth_after__one_side_may_be_empty_and_it_may_be_no_time_for_a_trade() -> None:
    """Ann's six houses, of 420, 660 and 600, count; a gift of 100 moves 100."""
    game = under_way()
    dan = game.net_worth()["Dan"]
    assert game.worth_after("Ann: trade Dan: 100 for 0") == {"Ann": 1580, "Dan": dan + 100}
    assert game.worth_after("Ann: trade Dan: oriental for 0") == {"Ann": 1580, "Dan": dan + 100}
    for options in ({"trade.offers": 0}, {"trade_time": "own_turn"}):
        other = ml.Game(
            "classic_us", players=["Ann", "Bo"], options=options, start={"deeds": {"Bo": ["baltic"]}}, seed=1
        )
        assert other.worth_after("Bo: trade Ann: baltic for 60") == {"Ann": 1500, "Bo": 1560}


def test_choice_label__of_a_purchase_where_nothing_is_for_sale() -> None:
    """It said "Buy GO for $0."."""
    game = ml.Game("classic_us", seed=1)
    assert (game.choice_label("buy"), game.choice_label("decline")) == ("Buy", "Do not buy")
    for text in ("roll 6 4", "roll 1 2", "roll 1 2"):
        game.apply(text)
    assert game.choice_label("buy") == "Buy Baltic Avenue for $60."


def test_worth_after__a_settlement_takes_from_the_claim_what_it_takes_from_the_debt() -> None:
    """Bo owes Ann 1100: he has 600 and two deeds at 220, she 200, deeds of 350 and 400 and six houses at 200.

    The deeds settle 600 of the debt: he is worth 600 less the 500 that are left, she the two deeds and these 500 more.
    """
    game = ml.Scenario.load("debt_settled_with_property").game().redo(1)
    before = {"Ann": 200 + 350 + 400 + 6 * 200 + 1100, "Bo": 600 + 2 * 220 - 1100}
    after = {"Ann": 200 + 350 + 400 + 6 * 200 + 2 * 220 + 500, "Bo": 600 - 500}
    assert game.net_worth("with_debt") == before == {"Ann": 3250, "Bo": -60}
    assert game.net_worth() == {"Ann": before["Ann"] - 1100, "Bo": before["Bo"] + 1100}
    assert game.worth_after("settle 600: tverskaya + pushkinskaya") == after == {"Ann": 3090, "Bo": 100}
    sold = game.worth_after("Bo: trade Ann: tverskaya for 100")  # a trade leaves the debt as it is
    assert sold == {"Ann": before["Ann"] + 220 - 100, "Bo": before["Bo"] - 220 + 100}
    game.redo(1)  # the offer is made
    assert game.offer == ("Bo", "Ann", ("tverskaya", "pushkinskaya"), 0, (), 0, 600)
    assert game.net_worth("with_debt") == before
    assert game.worth_after("Bo: settle 600: tverskaya + pushkinskaya") == after
    game.redo(1)  # it is accepted
    assert game.net_worth("with_debt") == after
    game.redo(1)  # the rest is paid
    assert game.net_worth("with_debt") == game.net_worth() == after


def test_worth_after__property_for_a_debt_to_the_bank_changes_the_debtor_alone() -> None:
    """Bo has 60 and a street of 220, and owes the bank the income tax of 200: the street settles 140 of it."""
    start = {"turn": "Bo", "cash": {"Bo": 60}, "position": {"Bo": 1}, "deeds": {"Bo": ["tverskaya"]}}
    rules = {"debt_property.bank": True}
    game = ml.Game("russia_moscow", players=["Ann", "Bo"], options=rules, start=start, seed=1)
    game.apply("roll 1 2")
    assert game.debt == ("Bo", "the bank", 200)
    assert game.net_worth("with_debt")["Bo"] == 60 + 220 - 200
    assert game.worth_after("settle 140: tverskaya") == {"Bo": 60 - (200 - 140)}


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


def test_view__kind_and_forms_are_those_of_the_open_node() -> None:
    """A strategy asks for them at every choice; they are told without the words of the node."""
    game, seen = ml.Game("classic_us", ["Ann", "Bo"], seed=3), set()
    for _ in range(60):
        open_node, view = game.node, ml.View(game, "Ann")
        assert (view.kind, view.forms) == (open_node.kind, getattr(open_node, "forms", ()))
        seen.add(view.kind)
        if choices := getattr(open_node, "texts", ()):
            game.apply(choices[-1])
        else:
            game.step()
    assert {"dice", "draw", "buy", "bid"} <= seen
