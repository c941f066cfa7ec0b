"""`simulate`: what it plays, what it counts, and that it does not depend on where it is played."""

import errno
import os
import pickle
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import monopoly_lab as ml
from monopoly_lab.common.errors import ArgumentError, ExperimentError, FailedGame, FileError, OptionError, SeatError
from monopoly_lab.common.messages import say, speaking
from monopoly_lab.experiments import comparison, executors, jobs, simulation
from monopoly_lab.experiments.plan import plan_of
from monopoly_lab.experiments.result_frames import QUANTILES
from monopoly_lab.experiments.summary_text import rules_words
from monopoly_lab.players import time_limit
from monopoly_lab.simulation import progress, recorder
from monopoly_lab.simulation.progress import ticking

BOTS = {"Ann": "balanced", "Bo": "cautious", "Cy": "greedy"}
TABLES = ("wins", "bankruptcies", "rounds", "landings", "income", "spending", "wealth", "gini", "lorenz", "events")


def simulate(what: object = "classic_us", games: int = 12, **more: object) -> ml.Simulation:
    return ml.simulate(what, **{"games": games, "players": BOTS, "progress": False} | more)


def same(one: ml.Simulation, other: ml.Simulation) -> bool:
    return all(getattr(one, name).equals(getattr(other, name)) for name in (*TABLES, "measures"))


@pytest.fixture(scope="module")
def few() -> ml.Simulation:
    return simulate(keep=True)


@pytest.fixture(scope="module")
def played(few: ml.Simulation) -> list[ml.Game]:
    """The games of `few`, each alone."""
    games = [few.game(i) for i in range(few.games)]
    for game in games:
        game.run()
    return games


def test_numbers__a_game_is_the_same_alone_and_in_a_batch(few: ml.Simulation, played: list[ml.Game]) -> None:
    for number in (0, 7):
        game = played[number]
        row = few.rows.loc[number]
        assert (row.winner, row["round"], row.turns) == (game.winner, game.round, game.turn)
        assert [row[f"worth_{name}"] for name in BOTS] == list(game.net_worth().values())
        assert (game.seed, game.number) == (1, number)


def test_table__counts_each_player_of_all_games_with_intervals(few: ml.Simulation) -> None:
    """Shares are of all games, unfinished ones too; by Wilson's formula 2 of 12 games are 4.7 to 44.8 %."""
    table, rows = few.table, few.rows
    assert table.strategy.to_dict() == BOTS
    for name in BOTS:
        of = table.loc[name]
        assert round(of.wins_share * 12) == (rows.winner == name).sum()
        for p, low, high in (
            (of.wins_share, of.wins_low, of.wins_high),
            (of.bankrupt_share, of.bankrupt_low, of.bankrupt_high),
        ):
            middle, half = p + 3.8415 / 24, 1.96 * np.sqrt(p * (1 - p) / 12 + 3.8415 / 24**2)
            assert (low, high) == pytest.approx(((middle - half) / 1.32013, (middle + half) / 1.32013), abs=1e-4)
        assert of.worth == pytest.approx(rows[f"worth_{name}"].mean())
    assert round(table.bankrupt_share.sum() * 12) == few.counts.bankrupt.sum()
    assert set(table.games) == {12} and set(table.unfinished) == {few.unfinished} and set(table.seed) == {1}


def test_numbers__counts_are_those_of_the_rows(few: ml.Simulation) -> None:
    assert (few.wins.share * 12).round().tolist() == [int((few.rows.winner == name).sum()) for name in BOTS]
    assert few.rounds.games.sum() == few.rows.over.sum() == 12 - few.unfinished


def test_money__per_game_is_the_sum_divided_by_the_games(few: ml.Simulation) -> None:
    for table, total in ((few.income, "amount"), (few.spending, "amount"), (few.events, "count")):
        assert len(table) > 3 and (table.per_game * 12).tolist() == pytest.approx(table[total].tolist())


def test_money__what_one_gets_another_or_the_bank_has_paid(few: ml.Simulation, played: list[ml.Game]) -> None:
    rents = [
        table[table.cause == "rent"].groupby("deed", dropna=False).amount.sum() for table in (few.income, few.spending)
    ]
    pd.testing.assert_series_equal(*rents)
    got, paid = (table.groupby("player").amount.sum() for table in (few.income, few.spending))
    final = [game.net_worth("cash") for game in played]
    for name in BOTS:
        assert got[name] - paid[name] == sum(purse[name] for purse in final) - 12 * 1500


def test_more__goes_on_where_it_stopped(all_compiled: None) -> None:
    at_once, in_steps = simulate(games=30), simulate(games=13).more(17)
    assert np.array_equal(at_once.counts.tally, in_steps.counts.tally)
    assert at_once.wealth.equals(in_steps.wealth) and at_once.wins.share.equals(in_steps.wins.share)
    wider = in_steps.wins.high - in_steps.wins.low > at_once.wins.high - at_once.wins.low
    assert wider.all() and "however often" in repr(in_steps)


@pytest.mark.full
def test_places__plain_compiled_threads_and_processes_give_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    games = 1100
    monkeypatch.setattr(jobs, "COMPILED_FROM", 10**9)
    plain = simulate(games=40, rounds=6)
    monkeypatch.setattr(jobs, "COMPILED_FROM", 1)
    assert same(plain, simulate(games=40, rounds=6))
    with ThreadPoolExecutor(1) as one:
        alone = simulate(games=games, executor=one)
    assert same(alone, simulate(games=games, executor="threads"))
    assert same(alone, simulate(games=games, executor="processes"))


def liquid(position: object) -> float:
    return position.cash["Ann"] / 7  # type: ignore[attr-defined]


def test_measures__a_function_is_asked_at_the_end_of_each_round() -> None:
    found = simulate(games=5, rounds=4, measures=liquid)
    table = found.measures
    assert table["round"].tolist() == [1, 2, 3, 4] and set(table.measure) == {"liquid"}
    worth = [game.fork() for game in (found.game(i) for i in range(5))]
    for game in worth:
        game.run(rounds=4)
    expected = sum(game.state.cash["Ann"] / 7 for game in worth) / 5
    assert abs(table["mean"].iloc[-1] - expected) < 1e-9


def test_measures__one_that_fails_is_told_with_its_game() -> None:
    with pytest.raises(ExperimentError, match=r"measure <lambda> fails in game 0 of seed 1.*round 1.*ZeroDivision"):
        simulate(games=2, rounds=2, measures=lambda position: 1 / 0)


@pytest.mark.parametrize("what", ["game_under_way", ml.Scenario.load("game_under_way")])
def test_what__a_scenario_is_played_from_its_position_and_a_person_replaced(what: object) -> None:
    found = simulate(what, games=3, players=None, rounds=2)
    assert found.plan.seated == ("Ann",) and 'strategy "balanced" plays for Ann' in repr(found)
    assert found.wealth["round"].min() == ml.Scenario.load("game_under_way").game().round


def test_what__a_saved_game_is_played_on(tmp_path: Path) -> None:
    game = ml.Game("classic_us", BOTS, seed=3)
    game.run(rounds=5)
    game.save(tmp_path / "saved.toml")
    assert same(simulate(game, games=4, players=None), simulate(str(tmp_path / "saved.toml"), games=4, players=None))


def test_what__options_change_a_game_in_progress() -> None:
    game = ml.Game("classic_us", BOTS, seed=3)
    game.run(rounds=5)
    poor = simulate(game, games=4, players=None, options={"salary": 0})
    assert "salary" not in set(poor.income.cause)


@pytest.fixture
def one_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each process imports for a second or two; tests that follow one another share it."""
    monkeypatch.setattr(executors, "workers", lambda: 1)


def test_functions__play_in_a_batch_as_the_strategy_they_copy(one_worker: None) -> None:
    def first(view: ml.View) -> str:
        return view.choices()[0]

    found = simulate(games=3, players={"Ann": first, "Bo": "balanced"}, rounds=5, executor=None)
    assert "plain Python" in repr(found) and found.strategies["Ann"] == "first"
    again = simulate(games=3, players={"Ann": first, "Bo": "balanced"}, rounds=5, executor="processes")
    assert same(found, again)


def loses_its_way(view: ml.View) -> str:
    raise ml.SeatError(say("scenario.unknown_player", value="Eve"))


@pytest.mark.parametrize("place", ["threads", "processes"])
def test_languages__an_experiment_speaks_that_of_who_asked(place: str, one_worker: None) -> None:
    def told(lang: str) -> str:
        with speaking(lang), pytest.raises(FailedGame) as failed:
            ml.simulate(
                "classic_us",
                games=11,
                players={"Ann": loses_its_way, "Bo": loses_its_way},
                rounds=1,
                executor=place,
                progress=False,
            )
        return str(failed.value)

    for lang in ("uk", "ru"):
        assert say("scenario.unknown_player", lang, value="Eve") in told(lang)


def nonsense(view: ml.View) -> str:
    return "fly" if view.state.round > 2 else view.choices()[0]


def failing(view: ml.View) -> str:
    return {}[view.player]  # type: ignore[no-any-return]


class Here(Executor):
    """Plays at once, with what travels as bytes, as the standard library sends it to another process."""

    _max_workers, sent = 2, 0

    def submit(self, play, packed, /):  # type: ignore[no-untyped-def, override]
        self.sent += 1
        play, packed = pickle.loads(pickle.dumps((play, packed)))
        return told_by(play(packed))


def spawned() -> Executor:
    return ProcessPoolExecutor(1, mp_context=get_context("spawn"))


@pytest.mark.parametrize("chosen", [Here, pytest.param(spawned, marks=pytest.mark.full)])
def test_functions__of_a_notebook_travel_to_processes_of_the_standard_library(chosen: Callable[[], Executor]) -> None:
    """Its pickle knows functions of modules only: ours travel as bytes that hold the function itself."""
    wanted = 3
    seat = {"Ann": lambda view: view.choices()[0] if wanted else "", "Bo": "balanced"}
    with chosen() as executor:
        found = simulate(games=2, players=seat, rounds=2, executor=executor)
    assert same(found, simulate(games=2, players=seat, rounds=2, executor=ThreadPoolExecutor(1)))


def test_travel__empty_places_of_histograms_stay_behind() -> None:
    """A block that comes back from another process is the same, in a tenth of the bytes."""
    plan = plan_of("classic_us")
    block = jobs.play(plan, {}, 1, 0, 10, False).block
    packed = pickle.dumps(block)
    again = pickle.loads(packed)
    assert len(packed) < block.notes.nbytes / 10
    for name in ("rows", "tally", "notes"):
        assert np.array_equal(getattr(block, name), getattr(again, name)), name
    assert again.notes.sum() > 0


def test_tasks__everything_is_played_once_and_in_order_however_jobs_travel_together() -> None:
    for number in (1, 7, 16, 100):
        here = Here()
        assert list(executors.run_in_order(divmod, [(i, 7) for i in range(number)], here)) == [
            divmod(i, 7) for i in range(number)
        ]
        assert here.sent >= min(number, executors.TASKS_PER_WORKER * 2)
        assert here.sent <= max(executors.TASKS_PER_WORKER * 2 * 2, number / executors.MOST_JOBS)


class Odd(Executor):
    """Gives back something of its own."""

    def __init__(self, given: object) -> None:
        self.given = given

    def submit(self, play, packed, /):  # type: ignore[no-untyped-def, override]
        return self.given


def told_by(value: object, failed: BaseException | None = None) -> Future[object]:
    future: Future[object] = Future()
    future.set_exception(failed) if failed else future.set_result(value)
    return future


@pytest.mark.parametrize(
    ("executor", "says"),
    [
        (ThreadPoolExecutor, r"ThreadPoolExecutor is a class: write ThreadPoolExecutor\(\)"),
        (Odd(3), "submit gives 3, which is no Future"),
        (Odd(told_by(3)), "it gives 3 in place of the games"),
        (Odd(told_by(b"odd")), "it gives b'odd' in place of the games"),
    ],
)
def test_executors__one_that_is_of_no_use_is_told(executor: object, says: str) -> None:
    with pytest.raises(ExperimentError, match=says):
        simulate(games=3, rounds=1, executor=executor)


@pytest.mark.full
def test_executors__what_a_lost_worker_was_playing_is_played_again_elsewhere() -> None:
    """A worker that the system has ended loses nothing."""
    with pytest.warns(RuntimeWarning, match="a worker was lost"):
        found = simulate(games=3, rounds=1, executor=Odd(told_by(None, BrokenProcessPool())))
    assert same(found, simulate(games=3, rounds=1, executor=ThreadPoolExecutor(1)))


def dies(view: ml.View) -> str:
    os._exit(3)


@pytest.mark.full
def test_executors__a_worker_that_dies_is_told_with_the_games_it_played() -> None:
    """Their second try is not here, where they would end this process as well."""
    with (
        pytest.warns(RuntimeWarning, match="a worker was lost"),
        pytest.raises(ExperimentError, match=r"a worker has ended unexpectedly .* while playing games 0 to \d+"),
    ):
        simulate(games=20, rounds=1, players={"Ann": dies, "Bo": "balanced"}, executor="processes")


def test_functions__one_that_raises_is_told_by_the_kind_of_its_error() -> None:
    with pytest.raises(FailedGame, match=r"game 0 of seed 1.*Ann failed: KeyError: 'Ann'"):
        simulate(games=2, players={"Ann": failing, "Bo": "balanced"})


def sleepy(view: ml.View) -> str:
    while view.state.round > 1:
        pass
    return view.choices()[0]


def leaves(view: ml.View) -> str:
    raise SystemExit(3)


def test_functions__one_that_would_end_the_program_is_a_strategy_that_fails() -> None:
    with pytest.raises(FailedGame, match=r"game 0 of seed 1.*strategy of Ann failed: SystemExit: 3"):
        simulate(games=1, players={"Ann": leaves, "Bo": "balanced"})


def test_functions__one_that_answers_nonsense_is_named_and_its_game_can_be_opened() -> None:
    with pytest.raises(FailedGame, match=r"game 0 of seed 1, round 3.*fly") as failed:
        simulate(games=2, players={"Ann": nonsense, "Bo": "balanced"})
    assert failed.value.game.round == 3 and failed.value.game.node.player == "Ann"  # type: ignore[attr-defined]


def test_functions__one_that_hangs_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time_limit, "EVERY", 0.1)
    with pytest.raises(FailedGame, match=r"game 0 of seed 1, round 2.*no answer within 0.3 s"):
        simulate(games=2, players={"Ann": sleepy, "Bo": "balanced"}, answer_limit=0.3)


def endless(s: object, t: object, p: int) -> tuple[int, int, int]:
    while True:
        pass


@pytest.mark.parametrize(
    "play",
    [
        lambda who, more: ml.compare(
            {
                "a": ml.Game("classic_us", {"Ann": who, "Bo": "balanced"}),
                "b": ml.Game("classic_us", {"Ann": "greedy", "Bo": "greedy"}),
            },
            **more,
        ),
        pytest.param(
            lambda who, more: ml.sweep(
                "classic_us", {"salary": [0, 200]}, players={"Ann": who, "Bo": "balanced"}, player="Bo", **more
            ),
            marks=pytest.mark.full,
        ),
        pytest.param(
            lambda who, more: ml.tournament({"mine": who, "theirs": "balanced"}, players=2, **more),
            marks=pytest.mark.full,
        ),
        lambda who, more: simulate(players={"Ann": who, "Bo": "balanced"}, **more),
    ],
)
@pytest.mark.parametrize("who", [sleepy, ml.CompiledStrategy(endless)])
def test_answer_limit__holds_in_every_experiment(
    play: Callable[..., object], who: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(time_limit, "EVERY", 0.1)
    with pytest.raises(FailedGame, match=r"no answer within 0.3 s"):
        play(who, {"games": 2, "answer_limit": 0.3, "progress": False, "executor": "threads"})


def slow(view: ml.View) -> str:
    if view.state.round == 1:
        time.sleep(0.2)
    return view.choices()[0]


def test_answer_limit__is_off_unless_it_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time_limit, "EVERY", 0.02)
    monkeypatch.setattr(time_limit, "LIMIT", 0.05)
    assert simulate(games=1, players={"Ann": slow, "Bo": "balanced"}, rounds=1, executor="threads").games == 1


@pytest.mark.parametrize("limit", [0, -1, True, float("inf"), float("nan")])
def test_answer_limit__is_a_number_of_seconds(limit: float) -> None:
    with pytest.raises(ArgumentError, match=r"no time limit|bool|number"):
        simulate(games=1, answer_limit=limit)


@pytest.mark.parametrize(
    ("more", "error", "says"),
    [
        ({"games": 0}, ExperimentError, "0 is no number of games"),
        ({"games": 2.5}, ExperimentError, "2.5 is no number of games"),
        ({"games": 10**12}, ExperimentError, "1,000,000,000,000 games are too many at once; at most 10,000,000"),
        ({"rounds": 0}, ExperimentError, "0 is no number of rounds"),
        ({"what": "clasic_us"}, ExperimentError, "classic_us"),
        ({"what": 7}, ExperimentError, "7 cannot be played"),
        ({"players": {"Ann": "balenced", "Bo": None}}, Exception, "balanced"),
        ({"options": {"salry": 1}}, OptionError, "salary"),
        ({"executor": "thread"}, ExperimentError, "threads"),
        ({"executor": 3}, ExperimentError, "no method submit"),
        ({"seed": -1}, ValueError, "-1 is no seed"),
        ({"measures": [3]}, ExperimentError, "no function"),
        ({"what": "game_under_way", "players": {"Zoe": "random"}}, SeatError, "Zoe"),
    ],
)
def test_bad_input__is_refused_in_words(more: dict[str, object], error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        simulate(**more)  # type: ignore[arg-type]


def test_bad_input__a_game_that_is_over() -> None:
    game = ml.Game("classic_us", BOTS, seed=3)
    game.apply("bank: call") if "bank: call" in game.acts().get("bank", ()) else game.run()
    with pytest.raises(ExperimentError, match="over already"):
        simulate(game, players=None)


def test_interrupt__returns_what_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    played = jobs.play

    def stops(plan: object, measures: object, seed: int, first: int, *more: object) -> object:
        if first >= 500:
            raise KeyboardInterrupt
        return played(plan, measures, seed, first, *more)  # type: ignore[arg-type]

    monkeypatch.setattr("monopoly_lab.experiments.simulation.play", stops)
    found = simulate(games=1500, rounds=1, executor=None)
    assert found.partial and found.games == 500 and "Interrupted" in repr(found)


def test_files__csv_and_parquet_hold_the_table(few: ml.Simulation, tmp_path: Path) -> None:
    few.to_csv(tmp_path / "games.csv")
    few.to_parquet(tmp_path / "games.parquet")
    assert pd.read_csv(tmp_path / "games.csv", index_col=0)["round"].tolist() == few.rows["round"].tolist()
    assert pd.read_parquet(tmp_path / "games.parquet").equals(few.rows)


@pytest.mark.parametrize("ending", ["csv", "parquet", "csv.gz"])
def test_files__a_full_disk_leaves_the_old_file_whole_and_says_so(
    few: ml.Simulation, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ending: str
) -> None:
    path = tmp_path / f"games.{ending}"
    write = few.to_parquet if ending == "parquet" else few.to_csv
    write(path)
    before = path.read_bytes()

    def full(self: object, place: Path, *more: object, **named: object) -> None:
        Path(place).write_bytes(b"half")
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(pd.DataFrame, "to_csv", full)
    monkeypatch.setattr(pd.DataFrame, "to_parquet", full)
    with pytest.raises(FileError, match=r"games.*: No space left on device"):
        write(path)
    assert path.read_bytes() == before
    assert [each.name for each in tmp_path.iterdir()] == [path.name]


def test_files__what_hinders_writing_is_told(
    few: ml.Simulation, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for write in (few.to_csv, few.to_parquet):
        with pytest.raises(FileError, match=r"nowhere.games: there is no folder for this file"):
            write(tmp_path / "nowhere" / "games")
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.setitem(sys.modules, "fastparquet", None)
    with pytest.raises(ExperimentError, match="need pyarrow"):
        few.to_parquet(tmp_path / "games")


def moved(monkeypatch: pytest.MonkeyPatch, play: Callable[[], object]) -> list[tuple[int, int]]:
    """The games that a bar stands at, and how many it was told are done, each time that it moves."""
    monkeypatch.delenv("MONOPOLY_LAB_PROGRESS", raising=False)
    seen: list[tuple[int, int]] = []
    move = progress.ShownBar._move

    def watched(bar: progress.ShownBar, games: int) -> None:
        move(bar, games)
        seen.append((bar._bar.n, bar.games))

    monkeypatch.setattr(progress.ShownBar, "_move", watched)
    play()
    return seen


def test_progress__moves_with_every_game_that_is_played_in_plain_python(monkeypatch: pytest.MonkeyPatch) -> None:
    """A lesson's 200 games are one block: it must not look as if nothing happened."""
    for module in (simulation, comparison):
        monkeypatch.setattr(module, "runs_compiled", lambda plans, games: False)
    found = moved(monkeypatch, lambda: simulate(games=4, rounds=5, progress=True))
    assert [at for at, _ in found] == [1, 2, 3, 4, 4] and [told for _, told in found] == [0, 0, 0, 0, 4]
    seen = {"cash": lambda position: position.cash["Ann"]}
    looked = moved(monkeypatch, lambda: simulate(games=3, rounds=5, measures=seen, progress=True))
    assert [at for at, _ in looked] == [1, 2, 3, 3]
    arms = {"one": "balanced", "two": "greedy", "three": "cautious"}
    plans = {name: ml.Game("classic_us", {"Ann": who, "Bo": "balanced"}) for name, who in arms.items()}
    compared = moved(monkeypatch, lambda: ml.compare(plans, games=4, rounds=3))
    assert compared[-1] == (4, 4) and {at for at, _ in compared} == {0, 1, 2, 3, 4} and len(compared) == 13


def test_progress__lives_while_other_processes_play(monkeypatch: pytest.MonkeyPatch) -> None:
    late: Future[object] = Future()
    asked = threading.Event()

    class Elsewhere(Executor):
        _max_workers = 1

        def submit(self, play, packed, /):  # type: ignore[no-untyped-def, override]
            return late

    def heard(games: int) -> None:
        told.append(games)
        if not asked.is_set():
            asked.set()
            late.set_result([7])

    monkeypatch.setattr(executors, "CHECK_EVERY", 0.02)
    told: list[int] = []
    with ticking(heard):
        assert list(executors.run_in_order(abs, [(-7,)], Elsewhere())) == [7]
    assert told and set(told) == {0}


@pytest.mark.full
def test_progress__no_bar_is_left_in_a_stored_output(monkeypatch: pytest.MonkeyPatch) -> None:
    """What it prints stays, the bar is gone, its place is empty text."""
    monkeypatch.delenv("MONOPOLY_LAB_PROGRESS", raising=False)  # the tests of notebooks turn bars off
    nbclient, nbformat = pytest.importorskip("nbclient"), pytest.importorskip("nbformat")
    code = """import monopoly_lab.simulation.progress as progress
progress.DELAY = -1.0
print("before")
with progress.bar(3, "games", True) as shown:
    for _ in range(3):
        shown.update(1)"""
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(code)])
    nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    stream, *rest = notebook.cells[0].outputs
    assert stream["text"] == "before\n"
    assert [output["data"] for output in rest] == [{"text/plain": ""}]


@pytest.mark.parametrize("lang", ml.languages())
def test_words__sentence_and_title_in_every_language(lang: str, few: ml.Simulation) -> None:
    assert few.sentence(lang).count("%") >= 3
    title = few.figure(lang).layout.title.text
    assert title.startswith("<b>") and (lang == "en") == ("Nobody" in title or "wins" in title)


def test_figure__names_the_rules_that_are_not_the_editions_own(few: ml.Simulation) -> None:
    told = simulate(games=2, rounds=2, options={"rent_cap": 200}).figure().layout.title.subtitle.text
    words = "; ".join(rules_words(plan_of("classic_us", BOTS, {"rent_cap": 200})))
    assert words and words in told.replace("<br>", " ") and "200" in words
    assert rules_words(few.plan) == []


def test_figure__without_a_winner_has_no_intervals_and_worth_in_money(few: ml.Simulation) -> None:
    short = simulate(games=4, rounds=3)
    assert str(short) == "None of 4 games has a winner. 4 games are not over and count for nobody."
    alone, both = short.figure(), few.figure()
    assert not [trace for trace in alone.data if trace.error_x.array] and len(alone.data) == 2 * len(BOTS)
    assert alone.layout.yaxis.title.text.replace("<br>", " ") == "median worth in $, and the middle half"
    assert len([trace for trace in both.data if trace.error_x.array]) == len(BOTS)
    assert both.layout.yaxis2.title.text == alone.layout.yaxis.title.text
    assert "%{y} (in $)" in alone.data[1].hovertemplate


@pytest.mark.parametrize(
    ("options", "rounds"),
    [({"start_cash": 1_000_000}, 3), ({"basic_income": 500}, 40), ({"basic_income": 1_000_000}, 8)],
)
def test_wealth__quantiles_are_those_of_the_games_as_far_as_is_promised(
    options: dict[str, int], rounds: int, all_compiled: None
) -> None:
    found = simulate(games=20, rounds=rounds, options=options, keep=True)
    told, step = found.wealth.query(f"round == {rounds}").set_index("player"), options.get("start_cash", 1500) // 20
    assert (told["games"] == found.games).all()
    for player in found.players:
        worth = np.sort(found.rows[f"worth_{player}"])
        for name, share in QUANTILES.items():
            low, high = worth[max(int(share * 20) - 1, 0)], worth[min(int(share * 20), 19)]
            slack = max(step, high / 32)
            assert low - slack <= told.loc[player, name] <= high + slack
            assert worth[0] <= told.loc[player, name] <= worth[-1]


@given(st.integers(1, 10**9), st.integers(1, 10**5))
def test_wealth__a_place_holds_what_is_between_its_ends(x: int, width: int) -> None:
    place = recorder.wealth_place(x, width)
    low, high = recorder.place_ends(place, width)
    assert low < x and (x <= high or place == recorder.BINS - 1)
    assert place == recorder.BINS - 1 or high - low <= max(width, low // recorder.STEPS)


def test_wealth__extremes_do_not_depend_on_how_games_are_cut() -> None:
    runs = [simulate(games=7, rounds=4)]
    runs.append(simulate(games=3, rounds=4).more(4))
    assert np.array_equal(runs[0].counts.notes, runs[1].counts.notes)
