"""A room: what is confirmed is kept, who may do what, and that nothing hidden is shown."""

import io
import json
import shlex
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

from monopoly_lab.cli import _parser, main
from monopoly_lab.common.errors import LiveError
from monopoly_lab.lessons.translation import known_sentences
from monopoly_lab.live import class_results
from monopoly_lab.live.activities.predict import Predict
from monopoly_lab.live.event_log import FILE, RoomLog
from monopoly_lab.live.hub import WALL, Channel, Hub, PageView
from monopoly_lab.live.lesson_questions import lesson_questions
from monopoly_lab.live.room import Room, new_room
from monopoly_lab.live.room_folder import (
    DAY,
    claim,
    delete_expired,
    delete_room,
    kept_rooms,
    restart_command,
    room_codes,
    usual_folder,
)
from tests.live.test_play_together import Clock

QUESTION = {"question": "How often?", "unit": "%", "low": "0", "high": "100", "truth": "78"}


def opened(folder: Path, names: tuple[str, ...] = ("Ann", "Bo", "Cy"), **how: object) -> tuple[Room, list[str]]:
    room, _ = new_room(folder, **how)  # type: ignore[arg-type]
    return room, [room.join(name)[1] for name in names]


def again(room: Room) -> Room:
    """The same room as a server that was killed and started again has it."""
    return Room(RoomLog(room.store.path))


def send(room: Room, seat: int, **answer: object) -> None:
    """What a phone sends as the answer to the question that it shows."""
    assert room.activity is not None
    room.hear(seat, {"question": room.activity.question(seat), "answer": answer})


def control(room: Room, what: str) -> None:
    room.host({"act": "control", "what": what})


def begin(room: Room, **options: str) -> None:
    room.host({"act": "start", "activity": "predict", "options": {**QUESTION, **options}})


def say(room: Room, seat: int, value: object, question: int = 1) -> None:
    room.hear(seat, {"question": question, "answer": {"number": value}})


def test_room__opened_again_shows_the_same(tmp_path: Path) -> None:
    room, secrets = opened(tmp_path)
    begin(room)
    say(room, 0, "40 %")
    room.host({"act": "pause"})
    room.host({"act": "resume"})
    say(room, 1, 60)
    room.host({"act": "control", "what": "again"})
    say(room, 0, "70", 2)
    room.host({"act": "rename", "seat": 2, "name": "Dora"})
    other = again(room)
    assert [other.view(seat) for seat in range(3)] == [room.view(seat) for seat in range(3)]
    assert (other.wall(), other.host_view()) == (room.wall(), room.host_view())
    assert other.seat_of(secrets[1]) == 1 and other.seat_of("0" * 32) is None


def test_event__is_in_the_file_before_it_is_carried_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the disk refuses, nothing has happened; if the process ends behind the disk, everything has."""
    room, _ = opened(tmp_path)
    begin(room)
    monkeypatch.setattr(room, "_apply", lambda event: (_ for _ in ()).throw(KeyboardInterrupt))
    with pytest.raises(KeyboardInterrupt):
        say(room, 0, 40)
    assert again(room).activity.said["first"] == {0: 40.0}
    monkeypatch.undo()
    room.store.close()
    with pytest.raises(Exception, match="closed"):
        say(room, 1, 50)
    assert 1 not in room.activity.said["first"]


@pytest.mark.parametrize(
    ("seat", "message"),
    [
        (0, {"question": 2, "answer": {"number": 40}}),  # of a question that is not open
        (0, {"question": True, "answer": {"number": 40}}),
        (0, {"question": 1, "answer": {"number": 140}}),
        (0, {"question": 1, "answer": {"number": ["40"]}}),
        (0, {"question": 1, "answer": "40"}),
        (0, {"question": 1, "answer": {"number": "40", "besides": "\ud800"}}),  # half a letter: no file holds it
        (0, {"question": 1, "answer": {"number": "40", "besides": "x" * 10_000}}),  # would fill the disk
        (0, {}),
        (3, {"question": 1, "answer": {"number": 40}}),  # a seat that has been removed
    ],
)
def test_answer__that_does_not_count_changes_nothing(tmp_path: Path, seat: int, message: dict) -> None:
    room, _ = opened(tmp_path, ("Ann", "Bo", "Cy", "Dora"))
    begin(room)
    room.host({"act": "remove", "seat": 3})
    before = list(room.store.events())
    with pytest.raises(LiveError):
        room.hear(seat, message)
    assert list(room.store.events()) == before


def test_answer__that_has_counted_may_come_again_and_another_is_too_late(tmp_path: Path) -> None:
    """A second tap, or a line that broke before the phone was told."""
    room, _ = opened(tmp_path, ("Ann", "Bo"))
    begin(room)
    room.hear(0, {"question": 1, "answer": {"number": "40"}})
    room.hear(1, {"question": 1, "answer": {"number": "60"}})  # the last one: the question is closed
    before = list(room.store.events())
    for each in (room, again(room)):
        each.hear(1, {"question": 1, "answer": {"number": "60"}})
        for answer in ({"number": "61"}, {"number": "40"}):
            with pytest.raises(LiveError):
                each.hear(1, {"question": 1, "answer": answer})
    assert list(room.store.events()) == before


def test_restart_command__names_the_program_the_folder_and_the_port(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shutil.which", lambda name: None)
    monkeypatch.setattr("sys.argv", [".venv/bin/monopoly-lab", "live"])
    spaced = tmp_path / "my class"
    found = shlex.split(restart_command("AB2C3", spaced, 9001, lan=True))
    assert found[:3] == [".venv/bin/monopoly-lab", "live", "AB2C3"]
    given = _parser().parse_args(found[1:])
    assert (given.what, given.folder, given.port, given.lan) == ("AB2C3", spaced, 9001, True)
    monkeypatch.setattr("sys.argv", ["ipykernel_launcher.py"])
    assert restart_command("AB2C3", usual_folder().absolute()) == "monopoly-lab live AB2C3"


def test_answer__counts_neither_in_a_pause_nor_for_a_seat_that_a_strategy_plays(tmp_path: Path) -> None:
    room, _ = opened(tmp_path)
    begin(room)
    room.host({"act": "hand", "seat": 1, "strategy": "balanced"})
    with pytest.raises(LiveError):
        say(room, 1, 40)
    room.host({"act": "pause"})
    with pytest.raises(LiveError):
        say(room, 0, 40)
    room.host({"act": "resume"})
    room.host({"act": "hand", "seat": 1, "strategy": ""})
    say(room, 1, 41)
    assert room.activity.said["first"][1] == 41


@pytest.mark.parametrize("name", ["", "  ", "Ann", "ann", "Аnn", "bank", "Ann: buy", "x" * 21, "a\nb", "\u202eevil"])
def test_join__refuses_a_name_that_others_could_take_for_their_own(tmp_path: Path, name: str) -> None:
    room, _ = opened(tmp_path)
    with pytest.raises(LiveError):
        room.join(name)
    assert len(room.seats) == 3


def test_join__has_room_again_once_the_teacher_has_removed_somebody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("monopoly_lab.live.room.MOST_ROOM_SEATS", 3)
    room, _ = opened(tmp_path)
    with pytest.raises(LiveError):
        room.join("Dora")
    room.host({"act": "remove", "seat": 1})
    assert room.join("Dora")[0] == 3


def test_secret__is_not_in_the_file_and_a_new_one_replaces_it_once_its_phone_has_come(tmp_path: Path) -> None:
    room, secrets = opened(tmp_path)
    assert all(len(secret) == 32 for secret in secrets)
    dropped = room.host({"act": "invite", "seat": 1})["secret"]
    new = room.host({"act": "invite", "seat": 1})["secret"]
    assert room.seat_of(secrets[1]) == 1 and room.seat_of(new) is None and not room.has_moved(secrets[1])
    assert room.move(dropped) is None and room.move("") is None  # the last link counts
    assert room.move(new) == 1 and room.move(new) is None
    for same in (room, again(room)):
        assert same.seat_of(new) == 1 and same.seat_of(secrets[1]) is None
        assert same.has_moved(secrets[1]) and not same.has_moved(new)
    kept = b"".join(path.read_bytes() for path in room.store.path.parent.glob(f"{FILE}*"))
    assert not [secret for secret in (*secrets, new) if secret.encode() in kept]


def test_swap__lets_two_students_change_places(tmp_path: Path) -> None:
    room, secrets = opened(tmp_path)
    room.host({"act": "swap", "seat": 0, "with": "2"})
    assert (room.seat_of(secrets[0]), room.seat_of(secrets[2])) == (2, 0)
    assert (again(room).names[0], again(room).names[2]) == ("Cy", "Ann")


def test_names__are_gone_from_the_file_once_they_are_numbers(tmp_path: Path) -> None:
    room, _ = opened(tmp_path, ("Annabella", "Bohuslav", "Cy"))
    begin(room)
    room.host({"act": "end"})
    room.host({"act": "numbers"})
    room.join("Wilhelmina")
    room.store.close()
    kept = b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
    assert not [name for name in (b"Annabella", b"Bohuslav", b"Wilhelmina") if name in kept]
    assert list(again(room).names.values()) == [f"Student {n}" for n in (1, 2, 3, 4)]


def test_numbers__from_the_start_keep_no_name(tmp_path: Path) -> None:
    room, _ = opened(tmp_path, ("Annabella", "Annabella"), numbers=True)
    assert list(room.names.values()) == ["Student 1", "Student 2"]
    how = room.wall()["lobby"]["how"]
    assert "type the code" in how and "name" not in how  # phones have no field for one
    begin(room)
    hint = " ".join(str(block.get("text", "")) for block in room.view(0).values())
    assert "your teacher can see who said what" in hint and "Nobody sees" not in hint  # the tables have names
    say(room, 0, 40)
    room.store.flush()
    kept = b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
    assert b"Student 1" in kept and b"Annabella" not in kept


@pytest.mark.parametrize(
    ("activity", "options"),
    [
        ("auction", {"format": "sealed", "size": "2"}),
        ("bargain", {"way": "free"}),
        ("lemons", {"second": "none"}),
    ],
)
def test_late_comer__of_the_last_round_is_promised_no_other(
    tmp_path: Path, activity: str, options: dict[str, str]
) -> None:
    for rounds, said in (("1", "last round"), ("2", "next round")):
        room, _ = opened(tmp_path / rounds, ("Ann", "Bo", "Cy", "Dan"))
        room.host({"act": "start", "activity": activity, "options": {**options, "rounds": rounds}})
        late, _ = room.join("Late")
        assert said in room.view(late)["watch"]["text"]


def test_wall__pauses_for_the_work_that_it_is_and_not_while_it_waits_for_simulations(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It takes ten seconds, of which it works two: it is made again eight seconds later, and not forty."""
    room, _ = opened(tmp_path)
    hub, at = Hub(room, lambda: {"kind": "join"}), {"now": 1000.0, "worked": 5.0}
    channel = Channel(hub, PageView(WALL))

    def slow(_view: PageView) -> dict[str, object]:
        at.update(now=at["now"] + 10, worked=at["worked"] + 2)
        return {}

    monkeypatch.setattr(hub, "blocks", slow)
    clock = SimpleNamespace(perf_counter=lambda: at["now"], thread_time=lambda: at["worked"])
    monkeypatch.setattr("monopoly_lab.live.hub.time", clock)
    channel.update()
    assert channel.due_at == 1010 + 4 * 2


def test_wall__of_a_locked_room_asks_nobody_to_scan(tmp_path: Path) -> None:
    room, _ = opened(tmp_path)
    hub = Hub(room, lambda: {"kind": "join"})
    assert "Scan" in room.wall()["lobby"]["how"] and "join" in hub.blocks(PageView(WALL))
    room.host({"act": "lock"})
    assert room.wall()["lobby"]["how"].startswith("The room is locked") and "join" not in hub.blocks(PageView(WALL))


def test_command__deletes_a_room_once_somebody_says_yes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    codes = [new_room(tmp_path)[0].code for _ in range(2)]
    command = ["live", "--folder", str(tmp_path), "--delete"]
    for typed, left in (("", 2), ("n", 2), ("y", 1)):
        monkeypatch.setattr("sys.stdin", io.StringIO(f"{typed}\n" if typed else ""))
        assert main([*command, codes[0]]) == (left == 2)
        assert len(room_codes(tmp_path)) == left
    assert codes[0] in capsys.readouterr().out
    assert main([*command, codes[1], "--yes"]) == 0 and not room_codes(tmp_path)


def test_command__says_which_rooms_there_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A code with a wrong letter is taken for one, and nobody is asked about a room that is not there."""
    there, empty = ["live", "--folder", str(tmp_path / "rooms")], ["live", "--folder", str(tmp_path / "empty")]
    (tmp_path / "empty").mkdir()
    assert main([*empty, "--list"]) == 0
    assert capsys.readouterr().out == f"There are no rooms in {tmp_path / 'empty'}.\n"
    code = new_room(tmp_path / "rooms")[0].code
    wrong = code[:-1] + ("A" if code[-1] != "A" else "B")
    monkeypatch.setattr("builtins.input", lambda question: pytest.fail(question))
    for command in ([*there, wrong], [*there, wrong.lower()], [*there, "--delete", wrong]):
        assert main(command) == 1
        said = capsys.readouterr().err
        assert f'(did you mean "{code}"?)' in said and "live --list --folder" in said and "edition" not in said
    assert main([*empty, "ZZZZ2"]) == 1 and 'No room "ZZZZ2" in' in capsys.readouterr().err
    assert main([*there, "deluxy"]) == 1 and 'no edition or scenario "deluxy"' in capsys.readouterr().err
    assert room_codes(tmp_path / "rooms") == [code] and not room_codes(tmp_path / "empty")


def test_rooms__are_deleted_by_command_and_when_their_days_are_over(tmp_path: Path) -> None:
    rooms = [new_room(tmp_path, days=days)[0] for days in (1, 10, 10)]
    for room in rooms:
        room.store.close()
    now = time.time()
    assert delete_expired(tmp_path, now + 2 * DAY) == [rooms[0].code]
    delete_room(tmp_path, rooms[1].code)
    assert room_codes(tmp_path) == [rooms[2].code]
    with pytest.raises(LiveError):
        delete_room(tmp_path, "../..")


def test_room__is_deleted_the_days_that_the_teacher_has_set_after_its_last_event(tmp_path: Path) -> None:
    """By the clock of the room; to look at it, or to read its tables, is no use of it."""
    (room, _), clock = opened(tmp_path, days=30), Clock()
    room.clock, clock.now = clock, time.time() + 10 * DAY
    begin(room)
    assert kept_rooms(tmp_path)[0].until == pytest.approx(clock.now + 30 * DAY)
    clock.now += DAY
    room.host({"act": "days", "days": "2"})
    assert again(room).host_view()["days"] == 2
    kept = kept_rooms(tmp_path)[0]
    assert (kept.code, kept.seats, kept.activities) == (room.code, 3, ("predict",))
    assert kept.until == clock.now + 2 * DAY and kept.size >= room.store.path.stat().st_size
    assert delete_expired(tmp_path, clock.now + 2 * DAY - 1) == []
    room.store.close()
    assert delete_expired(tmp_path, clock.now + 2 * DAY + 1) == [room.code] and not (tmp_path / room.code).exists()
    room = opened(tmp_path)[0]
    for wrong in ("-1", "x", None, True, "1e9", "nan", "", ["1"], "1.2.3"):
        with pytest.raises(LiveError, match=r"Type a number of days from 0 to 3,?650\."):
            room.host({"act": "days", "days": wrong})
    room.host({"act": "days", "days": "7,5"})
    assert room.days == 7.5


def test_room__that_a_process_serves_is_opened_by_no_other_and_not_deleted(tmp_path: Path) -> None:
    room, _ = opened(tmp_path, days=0)
    held = claim(tmp_path / room.code)
    assert held is not None and kept_rooms(tmp_path)[0].is_open
    for act in (lambda: claim(tmp_path / room.code), lambda: delete_room(tmp_path, room.code)):
        with pytest.raises(LiveError):
            act()
    assert delete_expired(tmp_path, time.time() + DAY) == []
    held.close()
    assert delete_expired(tmp_path, time.time() + DAY) == [room.code]


def test_name__that_cannot_be_taken_is_answered_with_what_to_do(tmp_path: Path) -> None:
    room, _ = opened(tmp_path)
    for name, said in (
        ("ann", "ann is here already. Add a letter of your last name, or a number."),
        ("  ", "Type a name."),
        ("Oleksandra-Kateryna Long", "A name has at most 20 letters."),
    ):
        with pytest.raises(LiveError) as refused:
            room.join(name)
        assert str(refused.value) == said
    assert len(room.seats) == 3


def test_silent__seats_that_have_never_answered_are_removed_together(tmp_path: Path) -> None:
    room, _ = opened(tmp_path, ("Ann", "Bo", "Cy", "Di"))
    assert room.silent() == []  # nobody has been asked yet
    begin(room)
    say(room, 1, 40)
    room.host({"act": "remove", "seat": 0})
    room.join("Eve")
    assert room.silent() == []  # they may still be thinking
    room.host({"act": "end"})
    assert room.silent() == [2, 3] == again(room).silent()  # who came in the middle was perhaps told to wait
    room.host({"act": "remove_silent"})
    assert [seat["seat"] for seat in room.host_view()["seats"]] == [1, 4] and room.host_view()["silent"] == 0
    room.host({"act": "close"})
    begin(room)
    assert room.silent() == []
    with pytest.raises(LiveError):
        say(room, 2, 40)


# Predict


def test_predict__shows_nobody_who_said_what(tmp_path: Path) -> None:
    """Neither the wall nor another phone holds a name beside a number, nor the truth before it is shown."""
    room, _ = opened(tmp_path)
    begin(room)
    say(room, 0, 41.5)
    seen = json.dumps([room.wall(), room.view(1), room.view(2)])
    assert "41.5" not in seen and "78" not in seen and "Ann" not in seen
    assert "41.5" in json.dumps(room.view(0))


def test_predict__counts_the_class_and_puts_the_truth_into_it(tmp_path: Path) -> None:
    room, _ = opened(tmp_path)
    begin(room)
    for seat, value in enumerate((12, 14, 95)):
        say(room, seat, value)
    room.host({"act": "control", "what": "reveal"})
    wall = room.wall()
    assert [(low, n) for low, _, n in wall["chart"]["bins"] if n] == [(10, 2), (90, 1)]
    assert wall["chart"]["marks"][0]["at"] == 78 and ["Median of the class", "14 %"] in wall["figures"]["pairs"]
    with pytest.raises(LiveError):
        say(room, 0, 78)


def test_predict__one_number_far_outside_leaves_the_columns_of_the_others(tmp_path: Path) -> None:
    """Of 0 to 10,000 dollars: nine say 400 to 2,000, one 10,000; those who hit 1,000 stand around its line."""
    room, _ = opened(tmp_path, tuple(f"Ann{n}" for n in range(10)))
    begin(room, unit="dollars", high="10000", truth="1000")
    for seat, value in enumerate((400, 600, 800, 900, 1000, 1000, 1200, 1500, 2000, 10_000)):
        say(room, seat, value)
    control(room, "reveal")
    chart = room.wall()["chart"]
    assert chart["ends"] == [[2300, "2,100 or more"]] and chart["bins"][-1] == [2200, 2400, 1]
    assert sum(n for *_, n in chart["bins"]) == 10 and sum(n > 0 for *_, n in chart["bins"]) >= 7
    assert [n for low, high, n in chart["bins"] if low < 1000 < high] == [3]  # 900 lies on the edge of 900 to 1,100
    assert [at for at, _ in chart["ticks"]] == [400, 600, 800, 1000, 1200, 1400, 1600, 1800, 2000]


def test_predict__no_bar_is_on_the_wall_before_all_have_answered(tmp_path: Path) -> None:
    """Nor the name of who is missing; a stage that is open stays so. The teacher may open it sooner."""
    room, _ = opened(tmp_path)
    begin(room)
    say(room, 0, 12)
    say(room, 1, 95)
    assert "chart" not in room.wall() and room.wall()["answered"]["done"] == 2
    assert "Cy" not in json.dumps(room.wall()) and [each["waits"] for each in room.host_view()["seats"]] == [0, 0, 1]
    say(room, 2, 14)
    assert room.wall()["chart"]["bins"] and "show" not in room.activity.controls()
    room.join("Late")
    assert "chart" in room.wall()
    control(room, "again")
    say(room, 0, 40, 2)
    assert "charts" not in room.wall() and [n for *_, n in room.wall()["chart"]["bins"] if n] == [2, 1]
    control(room, "show")
    assert len(room.wall()["charts"]["parts"]) == 2 and again(room).wall() == room.wall()


def test_predict__all_bars_are_shown_with_the_answer(tmp_path: Path) -> None:
    room, _ = opened(tmp_path)
    begin(room)
    say(room, 0, 12)
    control(room, "again")
    assert "chart" not in room.wall()
    say(room, 0, 70, 2)
    control(room, "reveal")
    assert len(room.wall()["charts"]["parts"]) == 2


def test_predict__takes_the_question_of_a_lesson_with_its_truth(tmp_path: Path) -> None:
    """Lesson 3: the third house returns its cost soonest."""
    room, _ = opened(tmp_path)
    room.host({"act": "start", "activity": "predict", "options": {"lesson": "03/house"}})
    assert room.activity.asked.startswith("Which house pays for itself fastest") and room.activity.truth == 3
    control(room, "show")
    assert len(room.wall()["chart"]["bins"]) == 5


def test_predict__a_question_has_its_lesson_what_a_class_must_know_and_why_the_result_is_so(tmp_path: Path) -> None:
    known = {each.key: each for each in lesson_questions("en")}
    room, _ = opened(tmp_path)
    room.host({"act": "start", "activity": "predict", "options": {"lesson": "43/again"}})
    for page in (room.wall(), room.view(0)):
        shown = [page[key].get("text") or page[key]["ask"] for key in ("lesson", "context", "ask")]
        assert shown == ["Lesson 43. Market power", known["43/again"].context, known["43/again"].ask]
        assert known["43/again"].because not in json.dumps(page)
    say(room, 0, 120)
    control(room, "reveal")
    for page in (room.wall(), room.view(0)):
        assert page["because"]["text"] == known["43/again"].because
        assert page["read"]["text"] == "Read on: lesson 43. Market power"
    (offered,) = [option for option in Predict.OPTIONS if option.name == "lesson"]
    listed = {key: each for key, *each in offered.offered()}
    assert listed["43/price"] == ["Which price brings the owner of the street most?", "43. Market power"]
    assert "06/gain" not in listed and known["06/gain"].not_offered


def test_predict__a_question_of_one_s_own_has_no_lesson_around_it(tmp_path: Path) -> None:
    """Nor its unit, its limits and its answer; what it has of its own is shown where that of a lesson would be."""
    room, _ = opened(tmp_path)
    room.host({"act": "start", "activity": "predict", "options": {"lesson": "43/price", "question": "How many?"}})
    assert not {"lesson", "context", "valid"} & set(room.wall())
    assert (room.activity.unit, room.activity.low, room.activity.high, room.activity.truth) == ("", None, None, None)
    control(room, "reveal")
    room.host({"act": "close"})
    own = {"question": "How elastic?", "context": "A price rises.", "truth": "-1.5", "because": "Two rents move."}
    found = room.host({"act": "preview", "activity": "predict", "options": own})
    assert found["preview"]["context"]["text"] == "A price rises." and "1.5" not in json.dumps(found["preview"])
    assert [each["text"] for each in found["key"].values()] == ["The answer: \u22121.5", "Two rents move."]
    room.host({"act": "start", "activity": "predict", "options": own})
    assert room.wall()["context"]["text"] == "A price rises." and "because" not in room.wall()
    control(room, "reveal")
    assert room.wall()["because"]["text"] == "Two rents move."


def test_predict__a_right_answer_that_no_phone_could_send_starts_nothing(tmp_path: Path) -> None:
    room, _ = opened(tmp_path)
    form = {"question": "How many hours?", "unit": "hours", "low": "0", "high": "40", "truth": "-1.57"}
    with pytest.raises(LiveError, match=r"\u22121.57.hours is not a valid.*from 0 to 40.hours.*nearest is 0.hours"):
        room.host({"act": "start", "activity": "predict", "options": form})
    with pytest.raises(LiveError, match=r"Largest number.*forty"):
        room.host({"act": "start", "activity": "predict", "options": {**form, "high": "forty"}})
    assert room.activity is None
    room.host({"act": "start", "activity": "predict", "options": {**form, "truth": "40"}})


def test_predict__no_answer_counts_once_the_bars_are_on_the_wall(tmp_path: Path) -> None:
    """Nor that of a late comer; a second prediction is open to all."""
    room, _ = opened(tmp_path)
    begin(room)
    say(room, 0, 12)
    assert "ask" in room.view(0) and room.view(0)["ask"]["kind"] == "number"
    control(room, "show")
    late, _ = room.join("Late")
    for seat in (0, 1, late):
        with pytest.raises(LiveError):
            say(room, seat, 50)
        assert room.view(seat)["ask"]["kind"] == "text" and "cannot be changed" in room.view(seat)["closed"]["text"]
    assert room.wall()["answered"]["done"] == 1 and not room.activity.waiting()
    control(room, "again")
    for seat in (0, late):
        say(room, seat, 60, 2)
    assert room.activity.said == {"first": {0: 12.0}, "second": {0: 60.0, late: 60.0}}


def test_predict__a_button_that_leaves_answers_out_asks_and_is_not_the_main_one(tmp_path: Path) -> None:
    room, _ = opened(tmp_path)
    begin(room)
    say(room, 0, 12)
    asked = {key: (main, ask) for key, _, main, ask in room.host_view()["controls"]}
    assert list(asked) == ["show", "again", "reveal"] and not any(main for main, _ in asked.values())
    assert asked["reveal"][1] == '2 students have not answered yet. "Show the answer" all the same?'
    say(room, 1, 12)
    say(room, 2, 12)
    assert [(key, main, ask) for key, _, main, ask in room.host_view()["controls"]] == [
        ("reveal", True, ""),
        ("again", False, ""),
    ]


def test_phone__at_the_end_has_both_predictions_the_distance_and_a_place_without_names(tmp_path: Path) -> None:
    """Of 41, 78 and 80 the distances to 78 are 37, 0 and 2."""
    room, _ = opened(tmp_path)
    begin(room)
    for seat, value in enumerate((41, 50, 60)):
        say(room, seat, value)
    control(room, "again")
    for seat, value in ((1, 78), (2, 80)):
        say(room, seat, value, 2)
    control(room, "reveal")
    shown = [room.view(seat) for seat in range(3)]
    assert [each["away"]["text"].replace("\u00a0", " ") for each in shown] == [
        "That is 37 percentage points away. Place 3 of 3.",
        "Exactly right. Place 1 of 3.",
        "That is 2 percentage points away. Place 2 of 3.",
    ]
    assert "50" in shown[1]["first"]["text"] and "78" in shown[1]["said"]["text"] and "first" not in shown[0]
    assert not [name for name in ("Ann", "Bo") if name in json.dumps(shown[2])]


@pytest.mark.parametrize("lang", ["uk", pytest.param("ru", marks=pytest.mark.full)])
def test_predict__asks_a_lesson_in_the_language_of_the_room(tmp_path: Path, lang: str) -> None:
    """What differs is the words: questions, limits and truths are those of the English lessons."""
    english = lesson_questions("en")
    for one, other in zip(english, lesson_questions(lang), strict=True):
        words = dict.fromkeys(("ask", "unit", "lesson", "context", "because"), "")
        assert one._replace(**words) == other._replace(**words) and one.ask != other.ask
    room, _ = opened(tmp_path / lang, lang=lang)
    room.host({"act": "start", "activity": "predict", "options": {"lesson": "03/house"}})
    english_ask = next(each.ask for each in english if each.key == "03/house")
    assert room.wall()["ask"]["text"] == known_sentences("03_the_marginal_house", lang)[english_ask]


def test_predict__a_room_that_asked_a_lesson_which_has_given_way_opens_again(tmp_path: Path) -> None:
    room, _ = opened(tmp_path)
    room.host({"act": "start", "activity": "predict", "options": {"lesson": "22/bank"}})
    say(room, 0, 0.5)
    assert again(room).activity.said["first"] == {0: 0.5}
    assert again(room).wall()["ask"]["text"] == "22/bank: this lesson has given way to 49_more_equal"


def test_late_comer__may_still_predict(tmp_path: Path) -> None:
    room, _ = opened(tmp_path)
    begin(room)
    seat, _ = room.join("Late")
    say(room, seat, 50)
    assert again(room).activity.said["first"] == {seat: 50.0}


def test_predict__a_number_takes_the_form_of_its_unit(tmp_path: Path) -> None:
    """The unit of a lesson has its forms in one text, "долар|долари|доларів|долара"; no reader sees that."""

    def shown(blocks: object) -> str:
        return json.dumps(blocks, ensure_ascii=False)

    room, _ = opened(tmp_path, lang="uk")
    room.host({"act": "start", "activity": "predict", "options": {"lesson": "43/price"}})
    assert not any("|" in shown(each) for each in (room.view(0), room.wall(), room.host_view()))
    say(room, 0, "101")
    say(room, 1, "103")
    assert "101\u00a0долар" in shown(room.view(0)) and "103\u00a0долари" in shown(room.view(1))
    control(room, "reveal")
    assert not any("|" in shown(each) for each in (room.view(0), room.wall(), room.host_view()))
    assert "100\u00a0доларів" in shown(room.wall())


def test_predict__the_teacher_sees_beforehand_what_phones_will_show(tmp_path: Path) -> None:
    """Nothing is started or kept by it, and it holds no answer."""
    room, _ = opened(tmp_path)
    before = list(room.store.events())
    ask = {"act": "preview", "activity": "predict"}
    found = room.host({**ask, "options": {"lesson": "43/price"}})["preview"]
    assert room.activity is None and list(room.store.events()) == before
    room.host({"act": "start", "activity": "predict", "options": {"lesson": "43/price"}})
    shown = room.view(0)
    assert list(found) == ["lesson", "context", "ask", "sent"] and all(shown[key] == found[key] for key in found)
    assert found["ask"]["limits"] == "from 0 to 200 dollars"
    own = room.host({**ask, "options": {"question": "How many?", "low": "1", "high": "6", "truth": "4"}})["preview"]
    assert own["ask"]["ask"] == "How many?" and own["ask"]["limits"] == "from 1 to 6"
    assert room.host({"act": "preview", "activity": "play", "options": {}})["preview"] == {}
    half = room.host({**ask, "options": {"question": "How many?", "low": "6", "high": "1"}})
    assert "below the largest" in half["preview"]["problem"]["text"]
    with pytest.raises(LiveError, match="Unknown activity"):
        room.host({"act": "preview", "activity": "chess"})


def test_predict__the_wall_says_unit_and_range_until_the_answer_is_shown(tmp_path: Path) -> None:
    room, _ = opened(tmp_path)
    room.host({"act": "start", "activity": "predict", "options": {"lesson": "46/both"}})
    for what in ("show", "again"):
        assert room.wall()["valid"]["text"] == "Valid answers: from 0 to 5 rows"
        control(room, what)
    control(room, "reveal")
    assert "valid" not in room.wall()
    room.host({"act": "close"})
    room.host({"act": "start", "activity": "predict", "options": {"question": "How many?"}})
    assert "valid" not in room.wall()  # any number, of nothing


def test_predict__a_number_of_rows_is_whole(tmp_path: Path) -> None:
    """Two and a half rows are refused in words, and a computer player says a whole number, too."""
    room, _ = opened(tmp_path)
    room.host({"act": "start", "activity": "predict", "options": {"lesson": "46/both"}})
    with pytest.raises(LiveError, match=r"2\.5 is not a whole number\."):
        say(room, 0, 2.5)
    say(room, 0, 2)
    assert room.activity.why_not(1, room.activity.computer_answer(1)) == ""


def test_decisions__take_their_time_from_when_the_question_could_be_answered(tmp_path: Path) -> None:
    """The first prediction after 20 seconds, the second 5 after "Predict again", with a pause of 60 between."""
    room, _ = opened(tmp_path)
    room.clock = clock = Clock()
    begin(room)
    clock.now += 20
    say(room, 0, 12)
    clock.now += 30
    control(room, "again")
    clock.now += 2
    room.host({"act": "pause"})
    clock.now += 60
    room.host({"act": "resume"})
    clock.now += 3
    say(room, 0, 14, 2)
    room.store.flush()
    told = class_results.read(room.store.path).answers
    assert [each["decided_in"] for each in told] == [20, 5] and told[1]["seconds"] == 115


def test_predict_again__a_phone_shows_what_it_said_first(tmp_path: Path) -> None:
    room, _ = opened(tmp_path)
    room.host({"act": "start", "activity": "predict", "options": {"lesson": "43/price"}})
    say(room, 0, 120)
    assert "first" not in room.view(0)
    control(room, "again")
    assert room.view(0)["first"]["text"] == "At first you said 120 dollars."
    assert "first" not in room.view(1)
    say(room, 0, 100, 2)
    assert "120 dollars" in room.view(0)["first"]["text"] and "100 dollars" in room.view(0)["sent"]["text"]


def test_missed__marks_who_did_not_answer_in_time_until_they_do(tmp_path: Path) -> None:
    """Two of three bid before the time is up: the third one stays marked, and not once it bids again."""
    room, _ = opened(tmp_path)
    clock = room.clock = Clock()
    room.host({"act": "start", "activity": "auction", "options": {"format": "vickrey", "rounds": "2", "seconds": "60"}})
    control(room, "go")
    for seat in (0, 1):
        send(room, seat, bid="100")
    assert not any(each["missed"] for each in room.host_view()["seats"])
    clock.now += 61
    room.tick()
    assert [each["missed"] for each in room.host_view()["seats"]] == [False, False, True]
    assert [each["missed"] for each in again(room).host_view()["seats"]] == [False, False, True]
    control(room, "next")
    send(room, 2, bid="100")
    assert not any(each["missed"] for each in room.host_view()["seats"])


def test_vote_now__asks_while_students_have_to_move_and_is_not_what_comes_next(tmp_path: Path) -> None:
    room, _ = opened(tmp_path)
    room.host({"act": "start", "activity": "vote", "options": {}})
    assert room.host_view()["controls"] == [["go", "Start the clock", True, ""]]
    control(room, "go")
    what, label, is_next, asked = room.host_view()["controls"][0]
    assert (what, label, is_next) == ("to_vote", "Vote now", False)
    assert asked.startswith("1 student has still to move") and asked.endswith('"Vote now" all the same?')
