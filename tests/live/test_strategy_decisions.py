"""Decisions that strategies make for students in a live class: how many, why, and what the teacher is told before."""

import json
import random
import secrets
from pathlib import Path
from typing import Any

import pytest

from monopoly_lab.live.analysis_notebook import notebook_of
from monopoly_lab.live.decision_review import Review
from monopoly_lab.live.room import Room
from tests.live.test_play_together import again, answer_of, older, playing


def ahead(room: Room, rounds: int) -> Any:
    """The first game, whose students have played some rounds while all others wait."""
    rng, game = random.Random(1), room.activity.games[0]  # type: ignore[union-attr]
    while game.round <= rounds:
        question, answer = answer_of(room.view(game.awaited), rng)
        room.hear(game.awaited, {"question": question, "answer": answer})
    return game


def asked_alone(view: dict[str, Any], rng: random.Random) -> tuple[int, dict[str, Any]]:
    """An answer to what the game asks, and nothing besides, such as building."""
    return answer_of({key: each for key, each in view.items() if key != "acts"}, rng)


def asked_before(room: Room, what: str) -> str:
    """What the teacher is asked before a button."""
    return {key: sure for key, _, _, sure in room.host_view()["controls"]}[what]


def press(room: Room, what: str) -> None:
    room.host({"act": "control", "what": what})


def test_next_round__ends_the_round_of_the_games_that_are_behind_and_leaves_the_others(tmp_path: Path) -> None:
    """Three games of four; one is in round 3, two in round 1 with eight students, for one of whom a strategy plays."""
    room, _ = playing(tmp_path, 12)
    first = ahead(room, 2)
    other = room.activity.games[1]  # type: ignore[union-attr]
    seat = next(each for each in other.player_of if each != other.awaited)
    room.host({"act": "hand", "seat": seat, "strategy": "balanced"})
    before = first.game.answered
    assert asked_before(room, "round") == (
        "Strategies play round 1 to its end in 2 games. Until then they decide for 7 students. "
        'Nothing changes in the other games. "Next round" all the same?'
    )
    press(room, "round")
    assert [game.round for game in room.activity.games] == [3, 2, 2]  # type: ignore[union-attr]
    assert first.game.answered == before
    assert asked_before(room, "round").startswith("Strategies play round 2 to its end in 2 games.")
    assert again(room).wall() == room.wall()


def test_next_round__of_games_in_one_round_ends_it_in_all(tmp_path: Path) -> None:
    room, _ = playing(tmp_path, 8)
    said = asked_before(room, "round")
    assert "in 2 games" in said and "for 8 students" in said and "other games" not in said
    press(room, "round")
    assert [game.round for game in room.activity.games] == [2, 2]  # type: ignore[union-attr]


def test_next_round__of_a_room_of_an_earlier_version_plays_on_in_all_games(tmp_path: Path, monkeypatch: Any) -> None:
    room = older(tmp_path, monkeypatch, "play", {"start": "edition:classic_us", "size": "2", "seconds": "0"})
    press(room, "round")
    ahead(room, 1)
    press(room, "round")
    assert [game.round for game in room.activity.games] == [3, 2]  # type: ignore[union-attr]
    monkeypatch.undo()
    assert again(room).wall() == room.wall()


def test_next_round__at_the_start_plays_the_first_round_and_not_only_who_begins(tmp_path: Path) -> None:
    """In games of an edition players throw for the first turn before round 1: to the class this is round 1."""
    room, _ = playing(tmp_path, 4, start="edition:classic_us", size="4")
    assert room.activity.games[0].game.round == 0 and "play round 1" in asked_before(room, "round")  # type: ignore[union-attr]
    press(room, "round")
    assert room.activity.games[0].game.round == 2  # type: ignore[union-attr]


def test_next_step__takes_one_decision_for_each_who_waits_and_says_so(tmp_path: Path) -> None:
    room, _ = playing(tmp_path, 12)
    assert asked_before(room, "step") == (
        "3 students have not answered yet. A strategy takes this one decision for each of them. "
        '"Next step" all the same?'
    )
    press(room, "step")
    assert sum(row["by_teacher"] for row in room.activity.rows()) == 3  # type: ignore[union-attr]


@pytest.mark.parametrize("lang", ["en", "ru", "uk"])
def test_late__is_whose_own_time_was_up_and_nobody_else(tmp_path: Path, lang: str) -> None:
    """Two decisions by the clock, one by "Next step"; one student answers, one is handed over, one seat is empty."""
    room, clock = playing(tmp_path, 3)
    room.host({"act": "language", "lang": lang})
    (game,) = room.activity.games  # type: ignore[union-attr]
    waited = game.awaited
    clock.now += 31
    room.tick()
    late, stepped = game.awaited, None
    clock.now += 31
    room.tick()
    stepped = game.awaited
    press(room, "step")
    own = game.awaited
    question, answer = asked_alone(room.view(own), random.Random(1))
    room.hear(own, {"question": question, "answer": answer})
    room.host({"act": "hand", "seat": waited, "strategy": "balanced"})
    room.host({"act": "end"})
    rows = {row["seat"]: row for row in room.activity.rows() if row["seat"] is not None}  # type: ignore[union-attr]
    counted = {key: sum(row[key] for row in rows.values()) for key in ("decisions", "late", "by_teacher")}
    assert counted == {"decisions": 1, "late": 2, "by_teacher": 1}
    assert rows[waited]["late"] >= 1 and rows[late]["late"] >= 1 and rows[stepped]["by_teacher"] == 1
    played = sum(row["by_strategy"] for row in rows.values())
    told = json.dumps(room.wall(), ensure_ascii=False)
    word, reasons = room.activity.say, room.activity._reasons  # type: ignore[union-attr]
    by = reasons({"clock": 2, "teacher": 1, "played": played})
    said = word("decided_by", n=3 + played, total=4 + played, reasons=by)
    assert said in told and word("empty_seats", n=1) in told
    cells = json.loads(notebook_of("ABCDE", lang, [(1, room.activity)], False))["cells"]  # type: ignore[list-item]
    assert said in "".join(cell["source"] for cell in cells)
    assert lang != "en" or ": 2 because the time was up, 1 because the teacher went on" in said
    why = room.view(stepped)["why"]["text"]
    assert word("by_teacher", n=1) in why


def test_seats__without_a_student_are_marked_where_they_lead(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One student in a game of four plays to its end: a strategy is first, which is no success of the class."""
    monkeypatch.setattr(secrets, "randbelow", lambda most: 5)  # the seed of the game
    room, _ = playing(tmp_path, 1, rounds="2")
    activity = room.activity
    (game,) = activity.games  # type: ignore[union-attr]
    rng = random.Random(2)
    while not game.is_over:
        question, answer = asked_alone(room.view(0), rng)
        room.hear(0, {"question": question, "answer": answer})
    best = max(game.game.players, key=game.worth)
    assert best not in game.player_of.values()
    bars = next(part for part in room.wall()["left"]["parts"] if part["kind"] == "bars")
    named = {row[0].split(" (computer)")[0]: "(computer)" in row[0] for row in bars["rows"]}
    assert named == {player: player not in game.player_of.values() for player in game.game.players}
    assert "3 seats had no student: strategies played there, and came first in 1 of 1 finished game." in json.dumps(
        room.wall()
    )


def test_decisions__of_students_who_decide_all_themselves_are_said_to_be_so(tmp_path: Path) -> None:
    room, _ = playing(tmp_path, 4, rounds="2", seconds="0")
    rng = random.Random(2)
    asked = 0
    while not room.activity.is_over:  # type: ignore[union-attr]
        (seat,) = room.activity.waiting()  # type: ignore[union-attr]
        view = room.view(seat)
        question, answer = asked_alone(view, rng)
        room.hear(seat, {"question": question, "answer": answer})
        asked += 1
    counted = room.wall()["left"]["parts"][-1]["text"]
    assert f"Students made all of their {asked} decisions themselves." in counted and "no student" not in counted
    assert sum(row["decisions"] for row in room.activity.rows()) == asked  # type: ignore[union-attr]


def test_decisions__of_a_removed_student_are_counted_from_then_on_as_those_of_a_strategy(tmp_path: Path) -> None:
    room, _ = playing(tmp_path, 4, rounds="2", seconds="0")
    room.host({"act": "remove", "seat": 0})
    press(room, "round")
    (row,) = [row for row in room.activity.rows() if row["seat"] == 0]  # type: ignore[union-attr]
    assert row["by_strategy"] > 0 and row["late"] == row["by_teacher"] == row["decisions"] == 0
    room.host({"act": "end"})
    room.activity.compared["review"] = Review((), 0, 0)  # type: ignore[union-attr]
    assert room.wall()["note"]["text"].startswith("No student decided anything")
    counted = room.wall()["left"]["parts"][-1]["text"]
    assert f"{row['by_strategy']} while away, removed or handed over." in counted and "no student" not in counted
