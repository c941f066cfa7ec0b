"""The benchmark measures what it says: the same kinds of nodes, answers that are legal, a machine that works."""

import os
from functools import cache

import pytest
from benchmarks import __main__ as main
from benchmarks import experiments, explorables, games, reference, replay, speed

from monopoly_lab.constants import node
from monopoly_lab.editions import load_edition
from monopoly_lab.editions.rule_tables import SPACES
from monopoly_lab.rules import try_choice
from monopoly_lab.simulation.compiled import library
from monopoly_lab.simulation.compiled.records import TABLES as RECORD
from monopoly_lab.simulation.compiled.records import as_array, new_tally, to_record
from monopoly_lab.simulation.event_counts import ROWS

TABLES = load_edition("classic_us").tables()


@cache  # in a test, not while tests are collected: every process does that
def games_recorded() -> speed.Recorded:
    return speed.recorded(TABLES, games=3)


def test_bench__recorded_answers_are_legal_and_play_the_games_again() -> None:
    found = games_recorded()
    for begin, end in zip(found.begins, found.begins[1:]):
        s = replay.start(TABLES)
        for answer in found.answers[begin:end]:
            assert try_choice(s, TABLES, [], *answer) == 0
        assert s.node == node.OVER or s.round > replay.ROUNDS


def test_bench__both_have_throws_cards_purchases_and_buildings_in_like_shares() -> None:
    found = games_recorded()
    rules, machine = found.mix()
    for sort in ("roll", "draw", "buy", "build"):
        assert abs(rules[sort] - machine[sort]) < 0.1, (sort, rules, machine)
    assert rules["bid"] > 0 and machine["bid"] > 0 and machine["jail"] > 0


def test_bench__the_bare_machine_plays_whole_games_without_losing_money() -> None:
    found = games_recorded()
    s = reference.begin(TABLES, replay.PLAYERS)
    log: list[tuple[int, int, int, int]] = []
    answers = found.machine_answers[: found.machine_begins[1]]
    for x in answers:
        reference.step(s, TABLES, log, x)
    assert s.node == reference.OVER or s.turn > replay.ROUNDS * replay.PLAYERS
    paid = [(a, b, x) for event, a, b, x in log if event == reference.PAID]
    for p in range(replay.PLAYERS):
        change = sum(x for _, b, x in paid if b == p) - sum(x for a, _, x in paid if a == p)
        assert s.cash[p] == 2 * TABLES.o_start_cash + change >= 0


@pytest.mark.release  # it is compiled first
def test_bench__the_bare_machine_is_the_same_compiled() -> None:
    from benchmarks.compiled import POSITION, machines

    found = games_recorded()
    begin, end = found.machine_begins[:2]
    s = reference.begin(TABLES, replay.PLAYERS)
    record, answers = to_record(s, POSITION), as_array(found.machine_answers)
    work, numbers = record.copy(), as_array((1, 1, len(answers)))
    given = (record, to_record(TABLES, RECORD), new_tally(ROWS), answers, as_array((begin, end)), numbers, work)
    machines().call("replays_reference", *given)
    for x in found.machine_answers[begin:end]:
        reference.step(s, TABLES, [], x)
    for name, length in reference.FIELDS.items():
        value = work[0][name].tolist()
        assert (value[: TABLES.spaces] if length == SPACES else value) == getattr(s, name), name


def test_bench__the_object_has_the_keys_that_are_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(speed, "recorded", lambda t: None)
    for name in ("plain", "compiled"):
        monkeypatch.setattr(speed, name, lambda recorded: speed.Speed(5e-8, 2e-8))
    monkeypatch.setattr(speed, "compiling", lambda: ((60.0, 27.0), (1.5, 1.0)))
    monkeypatch.setattr(games, "pace", lambda *given: games.Pace(8_000.0, 300.0))
    monkeypatch.setattr(games, "paces", lambda: {"classic_us": {"balanced": 7_900.0}})
    monkeypatch.setattr(games, "_number", lambda code, environment: 2.0)
    monkeypatch.setattr(explorables, "slowest", lambda: 0.1)
    monkeypatch.setattr(experiments, "measured", dict)
    found = main.figures(False)
    assert found["games_per_second"] == {"classic_us": {"balanced": 8_000.0}}
    assert found["rules_share"] == pytest.approx(50 / 300) and found["rules_ratio"] == pytest.approx(2.5)
    assert found["first_compile_cpu_s"] == 27.0 and found["cached_start_s"] == 1.5
    assert found.keys() - {"games_per_second", "rules_share", "rules_ratio"} == {
        *("ns_per_answer", "plain_ratio", "reference_ns_per_node", "first_compile_cpu_s"),
        *("first_result_s", "cached_start_s", "import_s", "ready_s", "library_bytes", "slowest_explorable_s"),
        *("native_games_per_second", "wasm_games_per_second"),
    }


@pytest.mark.full
def test_bench__an_explorable_is_timed() -> None:
    assert explorables.slowest(["market_power"]) > 0 == explorables.slowest([])


def test_bench__a_pace_is_of_whole_games() -> None:
    found = games.pace("class_board", "balanced", 5, 1)
    assert found.games > 0 and found.answer > 0


@pytest.mark.full
def test_bench__a_form_is_timed_in_a_process_of_its_own() -> None:
    assert games.pace_of_form(library.NATIVE, os.environ) > 0
