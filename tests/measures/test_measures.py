"""Measures of a game by player and round, and of its table."""

import inspect
import math
import random
from pathlib import Path

import numpy_financial as npf
import pytest

import monopoly_lab as ml
from monopoly_lab.common.errors import LedgerError
from monopoly_lab.common.messages import has_message
from monopoly_lab.measures.confidence_intervals import mean_of_few, mean_of_groups, t_of
from monopoly_lab.measures.game_measures import ALWAYS, NEEDED, PLAYER, TABLE
from tests.sampled import sampled

# Ann: New York Avenue mortgaged, Boardwalk and Park Place, a house on Boardwalk; Bo the four railroads.
START = {
    "cash": {"Ann": 100, "Bo": 500},
    "deeds": {
        "Ann": ["boardwalk", "park_place", "new_york"],
        "Bo": ["reading", "pennsylvania_railroad", "b_and_o", "short_line"],
    },
    "mortgaged": ["new_york"],
    "buildings": {"boardwalk": 1},
}


@pytest.fixture(scope="module")
def game() -> ml.Game:
    edition = ml.load_edition("classic_us")
    stations = [space.id for space in edition.spaces if space.kind == "station"]
    start = {**START, "deeds": {**START["deeds"], "Bo": stations}}  # type: ignore[dict-item]
    return ml.Game("classic_us", players=["Ann", "Bo"], start=start)


def row(game: ml.Game, player: str) -> dict[str, float]:
    found = game.measures()
    return found[found["player"] == player].iloc[-1].to_dict()  # type: ignore[no-any-return]


def test_wealth__five_ways_side_by_side(game: ml.Game) -> None:
    """Prices on the deeds: Boardwalk 400, Park Place 350, New York Avenue 200 (mortgage 100), a house there 200.

    Short game (rules of 1936, "Short game"): cash, deeds at the price, mortgaged ones at half, buildings at cost: 100 +
    750 + 100 + 200. Tax base: the mortgaged one in full. Liquidation: cash, the mortgage values 200 and 175, half of
    the house. Book: assets at cost less the loan: 100 + 950 + 200 - 100.
    """
    ann = row(game, "Ann")
    assert (ann["short_game"], ann["tax_base"], ann["liquidation"], ann["book"]) == (1150, 1250, 575, 1150)
    assert ann["debt"] == 100 and ann["coverage"] == pytest.approx(5.75)


def test_liquidity__is_cash_over_the_worst_rent_of_the_others(game: ml.Game) -> None:
    """Four railroads 200; Boardwalk with a house 200."""
    ann, bo = row(game, "Ann"), row(game, "Bo")
    assert (ann["worst_rent"], ann["liquidity"]) == (200, 0.5)
    assert (bo["worst_rent"], bo["liquidity"]) == (200, 2.5)


def test_income__is_what_the_chain_says_of_the_same_deeds(game: ml.Game) -> None:
    chain = ml.Chain("classic_us")
    expected = chain.rent("station", 4) * chain.throws_in("turn")
    assert row(game, "Bo")["income"] == pytest.approx(expected)
    assert row(game, "Bo")["yield"] == pytest.approx(expected / 800)


def test_economic__is_cash_and_the_present_value_of_twenty_rounds_of_net_rent(game: ml.Game) -> None:
    ann, bo = row(game, "Ann"), row(game, "Bo")
    net = bo["income"] - ann["income"]
    assert bo["economic"] == pytest.approx(500 + npf.npv(0.01, [0] + [net] * 20))
    assert ann["economic"] + bo["economic"] == pytest.approx(600 - 100), "what one expects the other expects to pay"


def test_measures__have_a_row_for_each_player_and_round_and_end_where_the_game_stands() -> None:
    game = ml.Game("classic_us", players={"Ann": "balanced", "Bo": "random", "Cy": "balanced"}, seed=5)
    game.run(rounds=10)
    found = game.measures("cash", "short_game", "rank", "hhi")
    assert list(found["round"].unique()) == list(range(12)) and len(found) == 36
    last = found[found["round"] == game.round].set_index("player")
    assert last["short_game"].to_dict() == game.net_worth()
    assert last["cash"].to_dict() == game.net_worth("cash")
    assert last["short_game"].rank(ascending=False).equals(last["rank"].astype(float))
    first = found[found["round"] == 0]
    assert set(first["cash"]) == {1500}


def test_book__is_the_equity_of_the_ledger() -> None:
    game = ml.Game("classic_us", players={"Ann": "balanced", "Bo": "random"}, seed=9)
    game.run(rounds=25)
    found = game.measures("book").set_index(["round", "player"])["book"]
    ledger = game.ledger()
    for r in (0, 7, 18, game.round):
        for player in game.players:
            assert found[r, player] == ledger.balance_sheet(player, (0, r)).loc["equity", "amount"]


def test_table__money_comes_from_the_bank_by_cause() -> None:
    """What the players have more at the end of a round is what the bank injected and what they got for property."""
    game = ml.Game("classic_us", players={"Ann": "balanced", "Bo": "cautious", "Cy": "balanced"}, seed=5)
    game.run(rounds=15)
    table, causes = game.measures(of="table"), game.measures(of="injection")
    by_round = causes.groupby("round")["amount"].sum()
    assert by_round.to_dict() == {r: x for r, x in zip(table["round"], table["injection"]) if r in by_round.index}
    assert {"salary", "card", "jail_fine"} <= set(causes["cause"])
    row = table[table["round"] == 8].iloc[0]
    rents = [p.amount for p in game.payments() if p.round == 8 and {p.payer, p.payee} <= set(game.players)]
    before = table[table["round"] == 7]["money"].item()
    assert row["velocity"] == pytest.approx(sum(rents) / ((row["money"] + before) / 2))


def test_velocity__of_one_long_period_begins_with_the_start_money() -> None:
    """A fork under another salary has one row, from the start: both purses then held 1500."""
    game = ml.Game("classic_us", players={"Ann": "balanced", "Bo": "balanced"}, seed=5)
    game.run(rounds=8)
    game = game.fork(options={"salary": 400})
    (row,) = game.measures(of="table").to_dict("records")
    paid = sum(p.amount for p in game.payments() if {p.payer, p.payee} <= set(game.players))
    assert row["velocity"] == pytest.approx(paid / ((3000 + row["money"]) / 2))


def test_hhi__of_deeds_rents_and_buildings() -> None:
    """Ann 3 deeds, Bo 4; one visit to each: Boardwalk with a house 200 and Park Place 35 doubled, New York Avenue
    mortgaged, against four railroads at 200. A house is Ann's alone; five houses against two hotels are 5 to 10."""
    edition = ml.load_edition("classic_us")
    stations = [space.id for space in edition.spaces if space.kind == "station"]
    deeds = {"Ann": ["boardwalk", "park_place", "new_york"], "Bo": stations}
    one = {**START, "deeds": deeds}
    table = ml.Game("classic_us", players=["Ann", "Bo"], start=one).measures(of="table").iloc[-1]
    assert table["hhi"] == pytest.approx((100 * 3 / 7) ** 2 + (100 * 4 / 7) ** 2)
    assert table["hhi_rents"] == pytest.approx((100 * 270 / 1070) ** 2 + (100 * 800 / 1070) ** 2)
    assert table["hhi_buildings"] == 10_000
    browns = {"deeds": {"Ann": ["boardwalk", "park_place"], "Bo": ["mediterranean", "baltic"]}}
    two = {**browns, "buildings": {"boardwalk": 2, "park_place": 3, "mediterranean": "hotel", "baltic": "hotel"}}
    table = ml.Game("classic_us", players=["Ann", "Bo"], start=two).measures(of="table").iloc[-1]
    assert table["hhi_buildings"] == pytest.approx((100 / 3) ** 2 + (200 / 3) ** 2)


def test_hhi__of_nothing_is_not_defined() -> None:
    table = ml.Game("classic_us", players=["Ann", "Bo"]).measures("hhi", "hhi_rents", "hhi_buildings", of="table")
    assert table.iloc[-1][["hhi", "hhi_rents", "hhi_buildings"]].isna().all()


@pytest.mark.parametrize("frame", ["players", "table", "injection", "lorenz"])
def test_measures__have_headings_in_words(game: ml.Game, frame: str) -> None:
    missing = [name for name in game.measures(of=frame).columns if not has_message(f"heading.{name}")]
    assert missing == [], f"no line in [heading] of the catalogs: {missing}"


def test_lorenz__of_the_table() -> None:
    game = ml.Game("classic_us", players=["Ann", "Bo"])
    assert game.measures(of="lorenz")["wealth"].to_list() == [0.0, 0.5, 1.0]


def test_measures__of_a_board_without_a_chain_are_refused_by_name_and_else_not_a_number(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from monopoly_lab.common.errors import ChainError
    from monopoly_lab.measures import game_measures

    def none(game: object) -> None:
        raise ChainError("no chain here")

    monkeypatch.setattr(game_measures, "Chain", none)
    game = ml.Game("class_board", players=["Ann", "Bo"])
    assert game.measures()[["economic", "income", "yield"]].isna().all(axis=None)
    with pytest.raises(LedgerError, match="no chain here"):
        game.measures("cash", "income")
    assert list(game.measures("cash").columns) == ["round", "player", "cash"]


def test_measures__where_points_count_have_no_debt() -> None:
    game = ml.Game("gamer", players=["Ann", "Bo"])
    game.run(steps=3)
    assert math.isnan(game.measures()["coverage"].iloc[0])
    with pytest.raises(LedgerError, match="cannot have the measure debt"):
        game.measures("debt")


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (lambda game: game.measures("welth"), "no measure"),
        (lambda game: game.measures("ginni", of="table"), "gini"),
        (lambda game: game.measures(of="player"), "players"),
    ],
)
def test_measures__refuse_what_there_is_not(ask: object, said: str, game: ml.Game) -> None:
    with pytest.raises(LedgerError, match=said):
        ask(game)  # type: ignore[operator]


def test_rent_roll__is_one_visit_to_each_deed(game: ml.Game) -> None:
    """Boardwalk with a house 200, Park Place alone in a full group 2 x 35, New York Avenue mortgaged; 4 x 200."""
    assert [row(game, player)["rent_roll"] for player in game.players] == [270, 800]


def test_inequality__of_cash_and_of_worth(game: ml.Game) -> None:
    """Cash 100 and 500: half the mean difference, 200 / 2, over the mean, 300. Worth 1150 and 1300."""
    table = game.measures("gini_cash", "theil", of="table").iloc[-1]
    assert table["gini_cash"] == pytest.approx(100 / 300)
    one, two = 1150 / 1225, 1300 / 1225
    assert table["theil"] == pytest.approx((one * math.log(one) + two * math.log(two)) / 2)


def test_prices__of_an_auction_at_half_the_printed_price() -> None:
    """St. Charles Place, printed 140, goes for 70."""
    game = ml.Game("classic_us", players=["Ann", "Bo"], seed=1)
    game.run(steps=2)
    for text in ("roll 5 6", "auction", "bid 70", "pass"):
        game.apply(text)
    table = game.measures(of="table").iloc[-1]
    assert (table["paid_over_printed"], table["auction_over_printed"]) == (0.5, 0.5)
    game.go_to(2)
    assert math.isnan(game.measures("auction_over_printed", of="table")["auction_over_printed"].iloc[-1])


def test_between_players__is_the_rent_and_pots__are_the_taxes() -> None:
    """St. Charles Place alone costs its visitor 10; a luxury tax of 100 goes to the middle of the board."""
    options = {"free_parking.pot": True}
    start = {"deeds": {"Bo": ["st_charles"]}, "position": {"Ann": "go", "Bo": "pennsylvania_ave"}, "turn": "Ann"}
    game = ml.Game("classic_us", players=["Ann", "Bo"], start=start, options={**options, "taxes.to": "pot"})
    game.apply("roll 5 6")
    game.apply("roll 1 3")
    table = game.measures("between_players", "pots", of="table")
    assert (table["between_players"].sum(), table["pots"].iloc[-1]) == (10, 100)


@pytest.mark.parametrize("name", sorted({*PLAYER, *TABLE} - set(ALWAYS)))
def test_measures__each_has_a_test_that_names_it_and_is_explained(name: str) -> None:
    tests = "".join(path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_*.py"))
    is_tested = f'"{name}"' in tests
    is_explained = f"`{name}" in (inspect.getdoc(ml.Game.measures) or "")
    assert is_tested, f"no test names {name}"
    assert is_explained, f"the docstring of Game.measures does not explain {name}"


@pytest.mark.parametrize("edition", sampled(ml.editions(), ("class_board", "junior", "gamer")))
def test_measures__that_have_no_value_in_an_edition_are_refused_there(edition: str) -> None:
    """In 25 rounds of three players everything happens that the edition has: deeds are sold, mortgaged, built on."""
    game = ml.Game(edition, [("Ann", "balanced"), ("Bo", "greedy"), ("Cy", "random")], seed=3)
    game.run(rounds=25)
    for of in ("players", "table"):
        found = game.measures(of=of)
        for name in found.columns.drop([name for name in ALWAYS if name in found]):
            has_values = bool(found[name].notna().any())
            is_refused = name in NEEDED and not NEEDED[name](game.tables)
            assert has_values or is_refused, f"{name} is NaN in {edition}: add it to NEEDED"
            assert not is_refused or not found[name].any(), f"{name} has values in {edition}: NEEDED is wrong"


def test_quantiles__of_student_are_searched_once_for_a_size() -> None:
    """A wall asks for the same ones at each turn of a page: it once stood still for seconds."""
    mean_of_few([1, 2, 3, 4, 5])
    searched = t_of.cache_info().misses
    mean_of_few([2, 2, 3, 5, 8])
    assert t_of.cache_info().misses == searched


def test_mean_of_few__has_the_interval_of_student() -> None:
    """Quantiles: Abramowitz and Stegun, table 26.10. By hand: 1 to 5 have the variance 2.5."""
    table = {
        (0.95, 1): 12.706,
        (0.95, 2): 4.303,
        (0.95, 4): 2.776,
        (0.99, 5): 4.032,
        (0.95, 30): 2.042,
    }
    for (confidence, freedom), quantile in table.items():
        assert t_of(confidence, freedom) == pytest.approx(quantile, abs=0.0006)
    found = mean_of_few([1, 2, 3, 4, 5])
    assert found.value == 3 and found.half == pytest.approx(2.776 * math.sqrt(2.5 / 5), abs=0.001)
    assert math.isnan(mean_of_few([7]).low) and mean_of_few([7]).value == 7 and math.isnan(mean_of_few([]).value)


def test_mean_of_groups__counts_people_by_hand() -> None:
    """One has 10 and 20, others 30 and 40: the mean is 25, sums of differences -20, 5, 15, t with 2 degrees 4.303."""
    found = mean_of_groups([[10, 20], [30], [40]])
    assert found.value == 25 and found.half == pytest.approx(4.303 * math.sqrt(3 / 2 * 650) / 4, abs=0.01)
    people = [[n] for n in range(7)]
    assert mean_of_groups(people) == pytest.approx(mean_of_few(range(7)))
    assert mean_of_groups([each * 3 for each in people]) == pytest.approx(mean_of_groups(people))  # nothing new


def test_mean_of_groups__holds_the_mean_whether_people_differ_or_not() -> None:
    """Thirty people in three rounds each: 95 of 100 intervals hold the mean, but for 3 standard errors and a little."""
    luck = random.Random(1)

    def holds(same: float) -> bool:
        own = [luck.gauss(0, same) for _ in range(30)]
        found = mean_of_groups([[mine + luck.gauss(0, 1) for _ in range(3)] for mine in own])
        return found.low <= 0 <= found.high

    for same in (0.0, 2.0):
        assert 0.92 <= sum(holds(same) for _ in range(1000)) / 1000 <= 0.975
