"""Figures by round: which games they count, against the same games played one by one."""

from collections.abc import Callable
from itertools import pairwise
from statistics import median
from typing import Any

import numpy as np
import pandas as pd
import pytest

import monopoly_lab as ml
from monopoly_lab.common.errors import ExperimentError
from monopoly_lab.constants import event, payment_cause
from monopoly_lab.experiments import OverRounds, jobs, result_frames
from monopoly_lab.experiments.game_counts import Counts
from monopoly_lab.experiments.jobs import play
from monopoly_lab.experiments.plan import plan_of
from monopoly_lab.experiments.result_frames import tables_by_round
from monopoly_lab.simulation import recorder
from monopoly_lab.simulation.game_block import Start
from monopoly_lab.simulation.play_blocks import play_block

POOR = {"start_cash": 250, "salary": 0}  # games are soon over
GAMES, ROUNDS = 8, 30

pytestmark = pytest.mark.usefixtures("all_compiled")


def first(view: ml.View) -> str:
    return view.choices()[0]


def simulated(**more: object) -> ml.Simulation:
    usual = {"games": GAMES, "rounds": ROUNDS, "players": 3, "options": POOR, "progress": False}
    return ml.simulate("classic_us", **(usual | more))  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def few() -> ml.Simulation:
    return simulated(measures=cash_of_ann)


def cash_of_ann(position: object) -> float:
    return position.cash["Ann"] / 7  # type: ignore[attr-defined, no-any-return]


def by_hand(found: ml.Simulation, rounds: int = ROUNDS) -> list[dict[int, tuple[bool, list[int], int, float]]]:
    """Of each game by round: whether it is still on after it, what each is worth, all cash, the user's measure."""
    games = []
    for number in range(found.games):
        game, seen = found.game(number), {}
        for r in range(1, rounds + 1):
            if not game.over:
                game.run(rounds=1)
            purses = game.net_worth("cash")
            seen[r] = not game.over, list(game.net_worth().values()), sum(purses.values()), purses["Ann"] / 7
        games.append(seen)
    return games


@pytest.fixture(scope="module")
def hand(few: ml.Simulation) -> list[dict[int, tuple[bool, list[int], int, float]]]:
    return by_hand(few)


def gini(worths: list[int]) -> float:
    return sum(abs(x - y) for x in worths for y in worths) / (2 * len(worths) * sum(worths))


@pytest.mark.parametrize(
    "players", [{"Ann": "balanced", "Bo": "greedy", "Cy": "random"}, {"Ann": first, "Bo": "greedy"}]
)
@pytest.mark.full
def test_all_games__a_game_that_is_over_keeps_its_last_position(players: dict[str, object]) -> None:
    found = simulated(players=players)
    hand = by_hand(found)
    assert 0 < sum(on for on, *_ in (game[ROUNDS] for game in hand)) < GAMES  # some are over, some are not
    for r in range(1, ROUNDS + 1):
        for of, counted in (("all", hand), ("still on", [game for game in hand if game[r][0]])):
            row = found.by_round("gini", of).loc[r]
            worths = [game[r][1] for game in counted]
            assert row.games == len(counted) and row["mean"] == pytest.approx(np.mean([*map(gini, worths)]), abs=2e-6)
            assert row.over_by_then == pytest.approx(1 - sum(game[r][0] for game in hand) / GAMES)
            table = found.by_round("wealth", of).query(f"round == {r}")
            assert table["mean"].tolist() == pytest.approx(np.mean(worths, 0).tolist())
            assert table["nothing"].tolist() == pytest.approx(
                [np.mean([x[p] == 0 for x in worths]) for p in range(len(players))]
            )
            lorenz = found.by_round("lorenz", of).query(f"round == {r}").worth
            shares = np.mean([np.cumsum(sorted(each)) / sum(each) for each in worths], 0)
            assert lorenz.tolist() == pytest.approx(shares.tolist(), abs=3e-6)
            assert found.by_round("money", of).cash[r] == pytest.approx(np.mean([game[r][2] for game in counted]))
    assert found.gini.equals(found.by_round("gini", "all")) and found.wealth.equals(found.by_round("wealth", "all"))


def test_measures__the_users_are_carried_on_too(few: ml.Simulation, hand: list[dict[int, Any]]) -> None:
    for of in ("all", "still on"):
        table = few.by_round("measures", of).set_index("round")
        for r in range(1, ROUNDS + 1):
            values = [game[r][3] for game in hand if of == "all" or game[r][0]]
            assert table.games[r] == len(values) and table["mean"][r] == pytest.approx(np.mean(values))
            assert table.deviation[r] == pytest.approx(np.std(values, ddof=1))
    assert few.measures.equals(few.by_round("measures"))


QUANTILES = {"q05": 0.05, "q25": 0.25, "median": 0.5, "q75": 0.75, "q95": 0.95}


@pytest.mark.parametrize("column", QUANTILES)
def test_quantiles__stand_among_the_games_played_one_by_one(
    few: ml.Simulation, hand: list[dict[int, Any]], column: str
) -> None:
    """Between the two games beside that place in the order, as far as the steps of the histogram tell."""

    def place(values: list[float], step: float) -> tuple[float, float]:
        at = QUANTILES[column] * (len(values) - 1)
        return sorted(values)[max(int(at - 0.5), 0)] - step, sorted(values)[min(int(at + 1.5), len(values) - 1)] + step

    width = few.plan.start.bin_width
    for r in (1, 10, ROUNDS):
        table = few.wealth.query(f"round == {r}")
        for p, found in enumerate(table[column]):
            low, high = place([game[r][1][p] for game in hand], width)
            assert low <= found <= high
        low, high = place([gini(game[r][1]) for game in hand], 0.01)
        assert low <= few.gini[column][r] <= high


def test_after__the_middle_of_a_game_and_the_median_of_all_players() -> None:
    found = simulated(games=10, players=4)
    hand = [sorted(game[20][1]) for game in by_hand(found, 20)]
    row = ml.over_rounds({"a": found}, "wealth").after(20).loc["a"]
    middles = [(each[1] + each[2]) / 2 for each in hand]
    assert row.games == 10 and row.middle == round(float(np.mean(middles)))
    width = found.plan.start.bin_width
    assert row.middle_high - row.middle_low == pytest.approx(2 * 1.96 * np.std(middles, ddof=1) / 10**0.5, abs=width)
    assert row["median"] == pytest.approx(median(x for each in hand for x in each), abs=2 * width)
    assert row.nothing == pytest.approx(np.mean([x == 0 for each in hand for x in each]), abs=0.0006)
    assert row.over_by_then == pytest.approx(found.rounds.over_by_then[20], abs=0.0006)


def test_after__rounds_a_half_up_as_all_figures_are(few: ml.Simulation, monkeypatch: pytest.MonkeyPatch) -> None:
    """One of sixteen players has nothing, and one of sixteen games is over: 6.25 %, shown as 6.3 %. A mean of 2.5."""
    table = np.zeros_like(few.counts.notes[0])
    table[recorder.HEAD, [recorder.GAMES, recorder.MIDDLE, recorder.STOCK]] = 16, 2 * 40, 40
    table[recorder.HEAD, recorder.MOST : recorder.MOST + 3] = 75
    table[recorder.SEAT, :2] = 1, 15
    monkeypatch.setattr(result_frames, "tables_by_round", lambda counts, of="all": [(5, table)])
    monkeypatch.setattr(result_frames, "over_by_then", lambda counts: {5: 1 / 16})
    row = ml.over_rounds({"a": few}, "wealth").after(5).loc["a"]
    assert (row.nothing, row.over_by_then, row.middle) == (0.063, 0.063, 3)
    row = ml.over_rounds({"a": few}, "cash").after(5).loc["a"]
    assert (row.over_by_then, row.cash) == (0.063, 3)


# The short game of the edition ends at the second bankruptcy; a limit of rounds ends games too, perhaps in a tie.
@pytest.mark.parametrize("options", [{"mode": "short"}, {"rounds": 9}, {"rounds": 3, "start_cash": 1500}])
def test_all_games__other_endings_are_carried_on_too(options: dict[str, object]) -> None:
    found = simulated(players=4, options=POOR | options)
    hand = by_hand(found)
    for r in (1, 3, 5, 10, 20):
        if r in found.gini.index:
            worths = [game[r][1] for game in hand]
            assert found.gini.games[r] == GAMES
            assert found.wealth.query(f"round == {r}")["mean"].tolist() == pytest.approx(np.mean(worths, 0).tolist())
    assert found.gini.over_by_then.iloc[-1] == (GAMES - found.unfinished) / GAMES


def test_still_on__a_game_that_ends_in_a_round_is_over_after_it(few: ml.Simulation) -> None:
    on = few.by_round("gini", "still on").games
    over = few.rounds.over_by_then
    for r in on.index:
        assert on[r] == GAMES - round(GAMES * over.get(r, over.iloc[-1]))


def test_rounds__above_a_hundred_games_end_between_two_that_are_noted() -> None:
    """No rent is paid, so that games go on for long; a limit ends them in round 104, between 100 and 110."""
    options = {"rent_scale": 0, "rounds": 104}
    found = simulated(games=3, rounds=None, options=options, players=2)
    if found.unfinished:
        pytest.fail("the limit of rounds ends every game")
    assert found.gini.games.tolist() == [3] * len(found.gini) and found.gini.index.max() == 110
    assert found.gini.over_by_then[100] == 0 and found.gini.over_by_then[110] == 1
    last = [found.game(i) for i in range(3)]
    for game in last:
        game.run()
    worths = [list(game.net_worth().values()) for game in last]
    table = found.wealth.query("round == 110")
    assert table["mean"].tolist() == pytest.approx(np.mean(worths, 0).tolist())
    assert simulated(games=3, rounds=103, options=options, players=2).gini.index.max() == 100


@pytest.mark.parametrize("compiled", [False, True])
def test_all_games__one_that_is_left_after_many_answers_counts_on(compiled: bool) -> None:
    plan = plan_of("classic_us", 2)
    start = Start(plan.start.tables, plan.start.state, plan.start.styles, 6, plan.start.bin_width, answers=35)
    block = play_block(start, 1, 0, 5, compiled)
    counts = Counts.of(start)
    counts.add(jobs.Played(block))
    left = block.rows[:, recorder.ROUND]
    assert counts.unfinished == 5 and left.min() < 6  # in the middle of a round
    for r, table in tables_by_round(counts):
        assert table[recorder.HEAD, recorder.GAMES] == 5
        on = dict(tables_by_round(counts, "still on")).get(r)
        assert (0 if on is None else on[recorder.HEAD, recorder.GAMES]) == (left > r).sum()


def test_functions__note_what_the_same_players_do_without_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game with a function is stepped by another loop; both count alike."""
    plan = plan_of("classic_us", {"Ann": "balanced", "Bo": "greedy"}, POOR, 25)
    block = play(plan, {}, 3, 0, 4, False).block
    stepped = jobs.new_block(plan.start, 0, 4)
    jobs.play_to_end(jobs.FunctionGames(plan, 3, stepped, False), plan.start, stepped)
    assert np.array_equal(block.notes, stepped.notes) and np.array_equal(block.tally, stepped.tally)


# Money: each game alone has a ledger of its own, which counts payments and cash from its events.


def test_money__velocity_and_money_stock_are_those_of_the_game() -> None:
    found = simulated(games=1, rounds=None, options={"start_cash": 400}, players=3)
    game = found.game(0)
    game.run()
    table = game.measures("money", "velocity", "between_players", of="table").set_index("round")
    money = found.money
    for r in range(1, min(int(table.index.max()), 100)):
        assert money.cash[r] == table.money[r] and money.velocity[r] == pytest.approx(table.velocity[r], nan_ok=True)
    stock = [3 * 400, *table.money[1:].tolist()] if 0 in table.index else [3 * 400, *table.money.tolist()]
    held = [(a + b) / 2 for a, b in pairwise(stock)]
    paid = table.between_players[table.index > 0].tolist()
    assert found.velocity(12) == pytest.approx(sum(paid[:12]) / sum(held[:12]))
    assert found.velocity() == pytest.approx(sum(paid) / sum(held))


def test_auctions__paid_and_list_prices_by_deed() -> None:
    found = simulated(options={"buy": False}, rounds=6)
    prices = found.plan.edition.deeds_frame().price
    paid, listed, sold = (dict[str, int]() for _ in range(3))
    for number in range(GAMES):
        game = found.game(number)
        game.run(rounds=6)
        for what, _, _, q, x, why in game.raw_events():
            if what == event.PAID and why == payment_cause.AUCTION and q >= 0:
                space = found.plan.edition.spaces[q]
                paid[space.id] = paid.get(space.id, 0) + x
                sold[space.id] = sold.get(space.id, 0) + 1
                listed[space.id] = listed.get(space.id, 0) + int(prices[space.id])
    table = found.auctions.set_index("deed")
    assert table.paid.to_dict() == paid and table.auctions.to_dict() == sold and table.listed.to_dict() == listed
    assert table.paid_over_list.to_dict() == {deed: paid[deed] / listed[deed] for deed in paid}
    total = found.spending[found.spending.cause == "auction"].amount.sum()
    assert table.paid.sum() == total


def test_over_rounds__the_money_stock(few: ml.Simulation) -> None:
    runs = {"poor": few, "more": simulated(games=GAMES, options={"salary": 400})}
    found = ml.over_rounds(runs, "cash")
    assert found.table["poor"].tolist() == few.money.cash.reindex(found.table.index).ffill().tolist()
    after = found.after(ROUNDS)
    assert list(after) == ["games", "over_by_then", "cash", "velocity"]
    assert after.velocity["poor"] == pytest.approx(few.velocity(ROUNDS), abs=0.0006)
    assert len(found.figure().data) == 2


def test_over_rounds__games_that_count_are_named() -> None:
    runs = {"poor": simulated(games=40, rounds=20)}
    on, every = ml.over_rounds(runs, of="still on"), ml.over_rounds(runs)
    assert on.after(10).games["poor"] < every.after(10).games["poor"] == 40

    def words(found: OverRounds) -> str:
        return str(found.figure().layout.to_plotly_json())

    assert "still on" in words(on) and "keeps its last position" in words(every)
    html = on.after(10)._repr_html_() or ""
    assert "<th>games still on</th>" in html and "<th>games still on</th>" not in (every.after(10)._repr_html_() or "")


def test_over_rounds__a_line_goes_on_where_all_games_are_over() -> None:
    poor = simulated(games=2, rounds=None, options={"start_cash": 100, "salary": 0})
    last = int(poor.gini.index.max())
    rich = simulated(games=2, rounds=last + 5, options={"rent_scale": 0})
    assert poor.unfinished == 0
    found = ml.over_rounds({"poor": poor, "rich": rich})
    assert found.table["poor"][last + 5] == found.table["poor"][last]
    assert found.after(last + 5)["over_by_then"]["poor"] == 1


def test_after__a_round_between_two_that_are_counted_is_named() -> None:
    long = simulated(games=2, rounds=120, players=2, options={"rent_scale": 0})
    for what in ("gini", "wealth", "cash"):
        found = ml.over_rounds({"a": long}, what)
        assert found.after(110).games["a"] == 2
        with pytest.raises(ExperimentError, match="round 104 is not counted; the nearest one that is: 100"):
            found.after(104)


def test_after__where_nobody_is_worth_anything_there_is_no_gini_coefficient() -> None:
    options = {"start_cash": 0, "salary": 0, "buy": False, "auction": False}
    poor = {"poor": simulated(games=2, rounds=1, options=options)}
    assert ml.over_rounds(poor, "wealth").after(1).nothing["poor"] == 1
    assert ml.over_rounds(poor, "cash").after(1).cash["poor"] == 0
    row = ml.over_rounds(poor).after(1).loc["poor"]
    assert row.games == 0 and np.isnan(row["mean"]) and row.over_by_then == 0


@pytest.mark.parametrize(
    ("ask", "says"),
    [
        (lambda found: found.by_round("ginni"), 'did you mean "gini"'),
        (lambda found: found.by_round("gini", "still_on"), 'did you mean "still on"'),
        (lambda found: ml.over_rounds({"a": found}, of="everybody"), '"all" or "still on"'),
        (lambda found: found.velocity(0), "0 is no number of rounds"),
    ],
)
def test_bad_input__is_refused_in_words(few: ml.Simulation, ask: Callable[[ml.Simulation], object], says: str) -> None:
    with pytest.raises(ExperimentError, match=says):
        ask(few)


# Four balanced players at a salary of 400, 1,000 games of each seed. An independent program has found 878, 515, 619 and
# 0 dollars for the median of all players after 30 rounds; ours comes from a histogram in steps of 75.
@pytest.mark.full
def test_median__of_all_players_stands_on_a_cliff_and_the_middle_of_a_game_does_not() -> None:
    rows = []
    for seed in (1, 2, 3, 4):
        found = simulated(games=1000, seed=seed, players=4, options={"salary": 400})
        rows.append(ml.over_rounds({"a": found}, "wealth").after(30).loc["a"])
    table = pd.DataFrame(rows)
    assert table["median"].tolist() == pytest.approx([878, 515, 619, 0], abs=20)
    assert table.middle.max() - table.middle.min() < 2 * (table.middle_high - table.middle_low).min()


def test_auctions__of_games_without_any_have_numbers_that_can_be_added() -> None:
    found = ml.simulate("classic_us", games=4, rounds=3, seed=1, options={"auction": False}, progress=False)
    assert found.auctions.empty
    paid, listed = found.auctions[["paid", "listed"]].sum(min_count=1)
    assert paid / listed != paid / listed  # nothing of none is no number, and no error
