"""Give or keep in a live class: pay-offs by hand and theory, what is sealed, computers, late comers, a room again."""

import json
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from test_room import again, control, opened, send

from monopoly_lab.common.errors import LiveError
from monopoly_lab.figures import class_figures
from monopoly_lab.live import analysis_notebook
from monopoly_lab.live.activities.give_or_keep import GiveOrKeep
from monopoly_lab.live.room import Room
from tests.live.test_play_together import Clock

NAMES = ("Ann", "Bo", "Cy", "Dora")


def begun(folder: Path, names: tuple[str, ...] = NAMES, **options: object) -> tuple[Room, GiveOrKeep]:
    room, _ = opened(folder, names)
    room.host({"act": "start", "activity": "give", "options": {"seconds": 0, "rounds": 2, **options}})
    assert isinstance(room.activity, GiveOrKeep)
    return room, room.activity


def test_fund__pays_by_hand_and_is_sealed_until_all_have_given(tmp_path: Path) -> None:
    """200 each; 600 paid in become 960, 240 for each: whoever keeps has 440, the others 240."""
    room, activity = begun(tmp_path)
    send(room, 0, number="0")
    for seat in (1, 2):
        send(room, seat, number="$137")
    assert "137" not in json.dumps([room.view(0), room.view(3), room.wall(), room.host_view()])
    for seat in (1, 2, 3):
        send(room, seat, number=200)  # changed, for two of them
    gains = {row["seat"]: row["gain"] for row in activity.rows()}
    assert gains == {0: 440, 1: 240, 2: 240, 3: 240}
    assert activity.means(0) == {1: 0.75}


def test_fund__second_part_has_fines_that_cost_both(tmp_path: Path) -> None:
    room, activity = begun(tmp_path, rounds=2)
    for _ in range(2):
        for seat in range(4):
            send(room, seat, number=100)
    control(room, "part")
    for seat in range(4):
        send(room, seat, number=0 if seat == 0 else 200)
    for seat in (1, 2, 3):
        send(room, seat, numbers={"s0": "10"})
    with pytest.raises(LiveError):
        send(room, 0, numbers={"s1": "101"})
    with pytest.raises(LiveError):
        send(room, 0, numbers={"s1": "-1"})
    send(room, 0, numbers={})
    last = {row["seat"]: row for row in activity.rows() if row["part"] == 2}
    assert {seat: row["gain"] for seat, row in last.items()} == {0: 440 - 90, 1: 240 - 10, 2: 240 - 10, 3: 240 - 10}
    assert [(row["paid"], row["fined"]) for _, row in sorted(last.items())] == [(0, 90), (10, 0), (10, 0), (10, 0)]
    assert room.view(0)["fines"]["text"] == "You were fined: $90. Your fines for others cost you: $0."
    assert room.view(1)["fines"]["text"] == "You were fined: $0. Your fines for others cost you: $10."
    table = room.view(1)["table"]
    names = activity.match_of[0].names
    assert table["heads"] == ["Member", "Gave", "Fining others", "Fined by others", "Gain"]
    assert table["rows"][names.index("s0")][1:] == ["$0", "$0", "−$90", "$350"]  # 200 + 240 of the fund - 90
    assert table["rows"][names.index("s1")][1:] == ["$200", "−$10", "$0", "$230"]  # 240 of the fund - 10


def test_fines__go_to_places_in_the_group_so_that_no_page_tells_who_a_member_is(tmp_path: Path) -> None:
    """Seats are in the order in which students came; rooms of earlier versions have fines by seat."""
    room, activity = with_fines(tmp_path)
    for seat in range(4):
        send(room, seat, number=200)
    names = activity.match_of[0].names
    for seat in range(4):
        places = [str(place) for place, name in enumerate(names) if name != f"s{seat}"]
        assert [name for name, *_ in room.view(seat)["asked"]["fields"]] == places
    place = str(names.index("s0"))
    send(room, 1, numbers={place: "10"})
    send(room, 2, numbers={"s0": "10"})
    send(room, 3, numbers=dict.fromkeys("0123", "0"))
    send(room, 0, numbers={})
    assert {row["seat"]: row["fined"] for row in activity.rows() if row["part"] == 2} == {0: 60, 1: 0, 2: 0, 3: 0}


@pytest.mark.parametrize("size", range(3, 9))
def test_fund__fines_can_take_more_than_keeping_everything_brings(tmp_path: Path, size: int) -> None:
    """Of 200 kept, 200 (1 - 1.6 / n) are gained: 93 with three members, 160 with eight. One member alone can take that
    (a point costs 1 and takes 3, Fehr and Gaechter 2002), and all others together can pay for it."""
    names = tuple(f"Student {n}" for n in range(size))
    room, _activity = begun(tmp_path, names, size=size)
    for _ in range(2):
        for seat in range(size):
            send(room, seat, number=200)
    control(room, "part")
    for seat in range(size):
        send(room, seat, number=0 if seat == 0 else 200)
    kept = 200 - 200 * 1.6 / size
    points = int(kept // 3) + 1
    send(room, 1, numbers={"s0": str(points)})
    assert 3 * points > kept
    with pytest.raises(LiveError):
        send(room, 2, numbers={"s0": "101"})


def plain(text: str) -> str:
    return text.replace("\u00a0", " ").removeprefix("<b>").removesuffix("</b>")


def started(folder: Path, **options: object) -> tuple[Room, GiveOrKeep]:
    """A room with clocks: 30 seconds for a decision, 12 for the table of a round."""
    room, _ = opened(folder, NAMES)
    room.clock = Clock()
    room.host({"act": "start", "activity": "give", "options": {"seconds": 30, "rounds": 2, **options}})
    assert isinstance(room.activity, GiveOrKeep)
    return room, room.activity


def later(room: Room, seconds: float) -> None:
    room.clock.now += seconds  # type: ignore[attr-defined]
    room.tick()


def test_clock__starts_with_the_teacher_and_stops_for_the_table_of_each_round(tmp_path: Path) -> None:
    room, activity = started(tmp_path)
    later(room, 600)
    assert not activity.rows() and activity.controls()[0] == "go"
    assert all("may decide already" in page["ready"]["text"] for page in (room.view(0), room.wall()))
    control(room, "go")
    for seat in range(4):
        send(room, seat, number=100)
    assert [activity.question(seat) for seat in range(4)] == [None] * 4 and "table" in room.view(0)
    assert room.wall()["round"]["text"] == "Fund, round 1 of 2" and room.wall()["clock"]["total"] == 12
    later(room, 11)
    assert activity.question(0) is None
    other = again(room)
    assert (other.wall(), other.view(0)) == (room.wall(), room.view(0))
    later(room, 2)
    assert activity.question(0) is not None and room.wall()["clock"]["total"] == 30
    later(room, 31)
    assert not activity.is_running and len(activity.rows()) == 8
    control(room, "part")
    assert activity.controls()[0] == "go"


def test_reading__has_at_least_eight_seconds_or_waits_for_the_teacher(tmp_path: Path) -> None:
    room, activity = started(tmp_path / "short", reading=3)
    control(room, "go")
    for seat in range(4):
        send(room, seat, number=100)
    assert room.wall()["clock"]["total"] == 8
    room, activity = started(tmp_path / "teacher", reading=0)
    control(room, "go")
    for seat in range(4):
        send(room, seat, number=100)
    later(room, 3600)
    assert activity.question(0) is None and activity.controls()[0] == "next"
    control(room, "next")
    assert activity.question(0) is not None


def test_answers__before_the_clock_starts_wait_for_it(tmp_path: Path) -> None:
    room, activity = started(tmp_path)
    for seat in range(4):
        send(room, seat, number=100)
    assert not activity.rows()
    control(room, "go")
    assert len(activity.rows()) == 4


@pytest.mark.parametrize(
    ("game", "said"),
    [
        ("fund", ("Groups of 4", "$200", "60 %", "of $100 paid in, each gets $40")),
        ("pot", ("Groups of 4", "$400", "25 %", "shared equally")),
    ],
)
def test_rules__stand_on_wall_and_phones_in_every_round(tmp_path: Path, game: str, said: tuple[str, ...]) -> None:
    room, _activity = begun(tmp_path, game=game)
    for number in range(2):
        for text in rules_on(room):
            assert all(part in text for part in said), (number, text)
        for seat in range(4):
            send(room, seat, number=10)
    control(room, "part")
    second = ("at most 100 points", "$1", "$3", "60 %") if game == "fund" else ("$100", "25 %", "is yours")
    for number in range(2):
        for text in rules_on(room):
            assert all(part in text for part in second), (number, text)
        assert ("new_rule" in room.wall()) == ("new_rule" in room.view(0)) == (number == 0)
        for seat in range(4):
            send(room, seat, number=10)
        if game == "fund":
            for seat in range(4):
                send(room, seat, numbers={})


def test_pot__what_is_left_counts_at_the_end_whoever_owns_it(tmp_path: Path) -> None:
    """By hand: fair parts of 20 in two rounds, 80 + 80 of 400; the 320 that are left after the last round are 80 each.
    So each has 120, 60 a round, from the pot of all as from pots of their own: owners are not worse off."""
    room, activity = begun(tmp_path, game="pot", rounds=2)
    for _ in range(2):
        for seat in range(4):
            send(room, seat, number=20)
    assert room.view(0)["figures"]["pairs"][1:] == [["Gained so far", "$120"], ["Left for you at the end", "$80"]]
    control(room, "part")
    for _ in range(2):
        for seat in range(4):
            send(room, seat, number=20)
    assert dict(room.view(0)["figures"]["pairs"])["Gained so far"] == "$240"
    control(room, "finish")
    extremes = ["$50", "$60"]  # 400 / 8; 80 in the first round and 400 in the second one, of 8
    assert gains_on(room) == {"Pot of all": ["$60", *extremes], "A pot for each": ["$60", *extremes]}
    heads = room.wall()["gains"]["heads"]
    assert "with what was left" in heads[1] and heads[2:] == [
        "If all take everything at once",
        "If all leave what grows back",
    ]
    assert "A pot for each: in 2 rounds" in room.wall()["few"]["text"]
    assert [row["left"] for row in activity.rows() if row["seat"] == 0] == [0, 80, 0, 80]


def gains_on(room: Room) -> dict[str, list[str]]:
    """What members gained, as the debrief on the wall says it, by part: the class, both extremes, fines."""
    return {row[0]: row[1:] for row in room.wall()["gains"]["rows"]}


def rules_on(room: Room) -> list[str]:
    """All rules of a wall and of a phone, open or folded."""
    keys = ("rule", "new_rule", "rules")
    return [json.dumps([page[key] for key in keys if key in page]) for page in (room.wall(), room.view(0))]


@pytest.mark.parametrize(("rounds", "is_warned"), [(6, True), (7, False)])
def test_pot__of_few_rounds_says_that_its_first_content_weighs_more_than_its_growth(
    tmp_path: Path, rounds: int, is_warned: bool
) -> None:
    """A full pot of 400 grows back 80 between rounds: 400 in six rounds, as much as was in it at first."""
    room, _activity = begun(tmp_path, game="pot", rounds=rounds)
    for _ in range(rounds):
        for seat in range(4):
            send(room, seat, number=20)
    room.host({"act": "end"})
    assert ("few" in room.wall()) == is_warned
    assert not is_warned or "Pot of all: in 6 rounds" in room.wall()["few"]["text"]


def test_pot__debrief_is_of_pots_and_a_note_on_few_rounds_of_the_part_that_had_them(tmp_path: Path) -> None:
    """Seven rounds of the pot of all, and one of those of owners. Owners take 20 of 100: the 80 left grow to 100."""
    room, activity = begun(tmp_path, game="pot", rounds=7)
    for _ in range(7):
        for seat in range(4):
            send(room, seat, number=20)
    control(room, "theory")
    assert "fair parts: each takes $20, the pot stays full" in labels(room)
    control(room, "part")
    assert not activity.shows_theory  # what theory says of owners could be copied
    for seat in range(4):
        send(room, seat, number=20)
    room.host({"act": "end"})
    few, talk = (room.wall()[key]["text"] for key in ("few", "talk"))
    assert few.startswith("A pot for each: in 1 round,") and "Pot of all" not in few
    assert "paid in" not in talk and "what was taken" in talk
    assert "theory for owners, fair parts for all: each takes $20, the pot stays full" in labels(room)
    assert "An owner takes what grows back, $20 a round" in activity.analysis()


def labels(room: Room) -> list[str]:
    """Return what the legend of the chart on the wall names."""
    return [line["label"] for line in room.wall()["chart"]["series"]]


def test_theory__that_was_shown_is_for_its_round(tmp_path: Path) -> None:
    room, activity = begun(tmp_path, rounds=3)
    for seat in range(4):
        send(room, seat, number=0)
    control(room, "theory")
    assert activity.shows_theory
    for seat in range(4):
        send(room, seat, number=0)
    assert not activity.shows_theory


def test_pot__a_part_that_is_ended_early_stands_beside_extremes_of_as_many_rounds(tmp_path: Path) -> None:
    """By hand, 400 for four: over seven rounds all who take everything have 400 / 28 = 14, all who leave what grows
    back (6 x 80 + 400) / 28 = 31; over two rounds 400 / 8 = 50 and (80 + 400) / 8 = 60.

    With pots of their own all take 20 of 100, then 10. The 90 that are left have not grown: nobody played round 3.
    So each has 20 + 10 + 90 = 120, 60 a round: as much as the best that can be had, not more.
    """
    room, activity = begun(tmp_path, game="pot", rounds=7)
    for number in (400, *(0,) * 6):
        for seat in range(4):
            send(room, seat, number=number)
    control(room, "part")
    for number in (20, 10):
        for seat in range(4):
            send(room, seat, number=number)
    room.host({"act": "end"})
    assert gains_on(room) == {
        "Pot of all": ["$14", "$14", "$31"],
        "A pot for each (2 of 7 rounds)": ["$60", "$50", "$60"],
    }
    assert "A pot for each: in 2 rounds" in room.wall()["few"]["text"]
    assert [row["left"] for row in activity.rows() if row["part"] == 2 and row["seat"] == 0] == [0, 90]
    figures = dict(room.view(0)["figures"]["pairs"])
    assert (figures["Left for you at the end"], figures["Gained so far"]) == ("$90", "$220")  # 100 and 120
    said = room.view(0)["why"]["text"]
    assert (
        "gained $60" in said and "Only 2 of the 7 rounds of this part were played." in said and said.count("Only") == 1
    )
    page = class_figures.gifts(pd.DataFrame(activity.rows()), pd.Series({1: 1.0, 2: 0.0}), "pot", rounds=7)
    under = page.layout.title.subtitle.text.replace("<br>", " ")
    assert "pot of all $14, a pot for each (2 of 7 rounds) $60" in under
    assert "rounds=7" in "".join(analysis_notebook.SECTIONS["give"](activity, 1))


def test_pot__of_a_part_that_was_not_played_nobody_has_anything(tmp_path: Path) -> None:
    room, _activity = begun(tmp_path, game="pot", rounds=2)
    for number in (400, 0):
        for seat in range(4):
            send(room, seat, number=number)
    control(room, "part")
    room.host({"act": "end"})
    assert list(gains_on(room)) == ["Pot of all"]
    assert dict(room.view(0)["figures"]["pairs"])["Gained so far"] == "$100"


def test_pot__that_is_grabbed_leaves_nothing_and_one_ended_early_what_is_there(tmp_path: Path) -> None:
    """Grabbed at once, 400 are 100 each, 50 a round over two. Ended after a first round in which nobody took anything,
    the pot is full: 100 each."""
    room, _activity = begun(tmp_path / "grab", game="pot", rounds=2)
    for number in (400, 0):
        for seat in range(4):
            send(room, seat, number=number)
    room.host({"act": "end"})
    assert gains_on(room)["Pot of all"][0] == "$50"
    room, _activity = begun(tmp_path / "early", game="pot", rounds=10)
    for seat in range(4):
        send(room, seat, number=0)
    room.host({"act": "end"})
    assert gains_on(room)["Pot of all (1 of 10 rounds)"] == ["$100", "$100", "$100"]


def test_late__is_told_what_was_done_and_the_group_sees_that_it_was_the_computer(tmp_path: Path) -> None:
    room, activity = begun(tmp_path)
    for seat in (1, 2, 3):
        send(room, seat, number=0)
    control(room, "late")
    assert room.view(0)["late_give"]["text"] == "You gave no answer: the computer gave $100 for you."
    assert "late_give" not in room.view(1)
    place = activity.match_of[0].names.index("s0")
    names = [row[0] for row in room.view(1)["table"]["rows"]]
    assert [name.endswith("(computer)") for name in names] == [n == place for n in range(4)]


def with_fines(folder: Path, **options: object) -> tuple[Room, GiveOrKeep]:
    """A class at the beginning of its second part; nobody has given anything in the first."""
    room, activity = begun(folder, **options)
    for _ in range(2):
        for seat in range(4):
            send(room, seat, number=0)
    control(room, "part")
    return room, activity


def test_late__with_fines_alone_has_given_themselves(tmp_path: Path) -> None:
    """Who gave 200 and fined nobody in time is in the mean of gifts, and is no computer in the table."""
    room, activity = with_fines(tmp_path)
    for seat in range(4):
        send(room, seat, number=200)
    assert "(computer)" not in json.dumps(room.view(1)["asked"])
    control(room, "late")
    assert activity.means(1) == {1: 1.0}
    assert room.view(0)["late_punish"]["text"].endswith("fined nobody for you.")
    assert "(computer)" not in json.dumps(room.view(1)["table"])


def test_gain__is_of_all_members_also_of_those_silent_about_fines(tmp_path: Path) -> None:
    """One keeps 200, three give 200: 440 and 240. These fine by 10 points, 30 each; the first is mute: 350 and 230."""
    room, activity = with_fines(tmp_path)
    for seat in range(4):
        send(room, seat, number=0 if seat == 0 else 200)
    for seat in (1, 2, 3):
        send(room, seat, numbers={"s0": "10"})
    control(room, "late")
    last = [row for row in activity.rows() if row["part"] == 2]
    assert [row["by_computer"] for row in last] == [False] * 4
    room.host({"act": "end"})
    gains = gains_on(room)
    assert (gains["Fund"], gains["Fund with fines (1 of 2 rounds)"]) == (
        ["$200", "$200", "$320", "-"],
        ["$260", "$200", "$320", "$30"],
    )
    assert "$350" in room.view(0)["why"]["text"]


def test_pot__is_shared_and_regrows_then_each_owns_a_part(tmp_path: Path) -> None:
    """400 for four: fair parts of 20 leave 320, which grow to 400 again. Who asks for more than there is shares it."""
    room, activity = begun(tmp_path, game="pot", rounds=2)
    for _ in range(2):
        for seat in range(4):
            send(room, seat, number=20)
    assert activity.means(0) == {1: 1.0, 2: 1.0}
    control(room, "part")
    with pytest.raises(LiveError):
        send(room, 0, number=101)
    for seat in range(4):
        send(room, seat, number=100 if seat == 0 else 20)
    assert "$0" in json.dumps(room.view(0)) and activity.match_of[0].position.facts["pots"].count(0) == 1
    for seat in range(4):
        send(room, seat, number=0)
    control(room, "finish")
    assert activity.is_over and room.wall() and not room.faults


def test_late__the_computer_decides_and_missing_seats_are_computers(tmp_path: Path) -> None:
    room, activity = begun(tmp_path, NAMES[:2])
    assert len(activity.matches[0][0].names) == 4
    send(room, 0, number=200)
    control(room, "late")
    assert {row["seat"]: row["give"] for row in activity.rows()} == {0: 200, 1: 100}  # half, at first
    late, _ = room.join("Late")
    assert activity.question(late) is None
    control(room, "late")
    control(room, "part")
    assert activity.question(late) is not None


def test_theory__is_that_of_the_textbook(tmp_path: Path) -> None:
    """Nothing is given; of three followers and a free rider the mean falls by two thirds: 37.5, 25, 16.7 %."""
    _, activity = begun(tmp_path, rounds=3)
    theory = activity._theory()
    assert theory["theory_fund"] == [0, 0, 0]
    assert [round(100 * share, 1) for share in theory["simulated_fund"]] == [37.5, 25, 16.7]


@pytest.mark.parametrize("game", ["fund", "pot"])
def test_room__opened_again_shows_the_same_amid_a_round(tmp_path: Path, game: str) -> None:
    room, activity = begun(tmp_path, (*NAMES, "Emil"), game=game)
    room.host({"act": "hand", "seat": 4, "strategy": "balanced"})
    for seat in range(4):
        send(room, seat, number=50)
    send(room, 0, number=10)
    other = again(room)
    assert other.activity is not None
    assert [other.view(seat) for seat in range(5)] == [room.view(seat) for seat in range(5)]
    assert (other.wall(), other.activity.rows()) == (room.wall(), activity.rows())
    for _ in range(4):
        control(room, activity.controls()[0])
    assert not room.faults
    room.host({"act": "end"})
    assert room.wall() and not room.faults


@pytest.mark.parametrize("number", [-1, 201, 5.5, True, [], {}, "x", None, "9" * 400])
def test_answer__bent_changes_nothing(tmp_path: Path, number: Any) -> None:
    room, activity = begun(tmp_path)
    with pytest.raises(LiveError):
        send(room, 0, number=number)
    assert not activity.sent and not room.faults


def test_debrief__counts_groups_and_gives_the_interval_over_them(tmp_path: Path) -> None:
    """By hand: all give in one group (320 each), nobody in the other (200): 260, and 12.706 x 60 on both sides."""
    room, activity = begun(tmp_path, NAMES + ("Fay", "Gus", "Hana", "Ivo"))
    giving = activity.groups[0]
    for seat in range(8):
        send(room, seat, number=200 if seat in giving else 0)
    room.host({"act": "end"})
    assert gains_on(room) == {"Fund (1 of 2 rounds)": ["$260 ± $762", "$200", "$320"]}
    assert room.wall()["gains"]["heads"][2:] == ["If all keep everything", "If all give everything"]
    assert "over groups" in room.wall()["notes"]["text"]


def test_words__name_the_numbers_of_the_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("monopoly_lab.live.activities.give_or_keep.MULTIPLIER", 1.2)
    room, _ = begun(tmp_path)
    assert "grows by 20 %" in room.wall()["rule"]["text"]


def test_means__leave_out_what_the_computer_decided(tmp_path: Path) -> None:
    """Two give 200 and 0; one phone is away and one seat is played by a strategy, which both give half."""
    room, activity = begun(tmp_path, NAMES, second="")
    room.host({"act": "hand", "seat": 3, "strategy": "balanced"})
    send(room, 0, number=200)
    send(room, 1, number=0)
    control(room, "late")
    assert activity.means(0) == {1: 0.5}
    assert {row["seat"]: row["by_computer"] for row in activity.rows()} == {0: False, 1: False, 2: True, 3: True}
    for seat in (0, 1, 2):
        send(room, seat, number=200)
    assert activity.means(0) == {1: 0.5, 2: 1.0}
    control(room, "finish")
    figures = dict(room.wall()["figures"]["pairs"])
    assert figures["Fund: decisions by the computer"] == "3 of 8" and again(room).wall() == room.wall()


def test_headline__says_nothing_of_a_part_that_students_decided_less_than_half_of(tmp_path: Path) -> None:
    """All give in both rounds of the first part: 100 % and 50 %. In the second, 3 and then 0 of 4 answer."""
    room, activity = begun(tmp_path)
    for gift in (200, 100):
        for seat in range(4):
            send(room, seat, number=gift)
    control(room, "part")
    for seat in range(3):
        send(room, seat, number=200)
    for _ in range(2):
        control(room, "late")  # a gift, then the fines
    assert plain(room.wall()["chart"]["title"]).endswith("Fund with fines: 100 %.")
    control(room, "late")
    control(room, "late")
    control(room, "finish")
    few = "Fund with fines: students decided themselves only 3 of 8 times, too few to say what the class did."
    assert plain(room.wall()["chart"]["title"]) == f"Fund: from 100 % to 50 %. {few}"
    figures = dict(room.wall()["figures"]["pairs"])
    assert figures == {"Groups": "1", "Fund with fines: decisions by the computer": "5 of 8"}
    page = class_figures.gifts(pd.DataFrame(activity.rows()), pd.Series({1: 0.375, 2: 0.25})).layout.title
    said, under = (plain(text).replace("<br>", " ") for text in (page.text, page.subtitle.text))
    assert said == "fund: from 100 % to 50 %; fund with fines: too few decisions of students (3 of 8)"
    assert under.startswith("1 group;") and "interval" not in under  # one group has none


def test_page__has_intervals_where_two_groups_have_decided_and_says_it_of_a_part_that_nobody_decided() -> None:
    def row(part: int, number: int, group: int, by_computer: bool) -> dict[str, object]:
        found = {"part": part, "round": number, "group": group, "by_computer": by_computer}
        return found | {"share": 0.5, "theory": 0.0, "group_gain": 200.0}

    rows = [row(1, number, group, number == group == 2) for number in (1, 2) for group in (1, 2)]
    rows += [row(2, 1, group, True) for group in (1, 2)]
    title = class_figures.gifts(pd.DataFrame(rows), pd.Series({1: 0.375})).layout.title
    assert plain(title.text).replace("<br>", " ").endswith("fund with fines: too few decisions of students (0 of 2)")
    under = plain(title.subtitle.text).replace("<br>", " ")
    assert under.startswith("2 groups; 95 % intervals where students of two groups or more decided;")


def test_phone__says_of_how_many_rounds_its_sums_are_if_the_computer_decided_some(tmp_path: Path) -> None:
    room, _activity = begun(tmp_path, rounds=3, second="")
    for seat in range(4):
        send(room, seat, number=100)
    for _ in range(2):
        for seat in (1, 2, 3):
            send(room, seat, number=100)
        control(room, "late")
    room.host({"act": "end"})
    said = "This counts only the rounds that you decided yourself: 1 of 3."
    assert said in room.view(0)["why"]["text"] and "This counts" not in room.view(1)["why"]["text"]


@pytest.mark.parametrize("game", ["fund", "pot"])
def test_theory__is_hidden_until_the_teacher_shows_it_or_the_debrief(tmp_path: Path, game: str) -> None:
    """What the class is to predict does not stand on the wall before."""
    room, _activity = begun(tmp_path, game=game)
    for _ in range(2):
        for seat in range(4):
            assert not any(line["dashed"] for line in room.wall().get("chart", {"series": []})["series"])
            send(room, seat, number=10)
    assert not any(line["dashed"] for line in room.wall()["chart"]["series"])
    control(room, "theory")
    assert sum(line["dashed"] for line in room.wall()["chart"]["series"]) == 2
    control(room, "hide_theory")
    assert not any(line["dashed"] for line in room.wall()["chart"]["series"])
    room.host({"act": "end"})
    assert sum(line["dashed"] for line in room.wall()["chart"]["series"]) == 2


def test_theory__can_be_shown_and_hidden_in_a_round_once_one_is_over(tmp_path: Path) -> None:
    room, activity = begun(tmp_path)
    assert activity.controls() == ("late",)
    for seat in range(4):
        send(room, seat, number=10)
    assert activity.is_running and activity.controls() == ("late", "theory")
    for what, shown, then in (("theory", 2, "hide_theory"), ("hide_theory", 0, "theory")):
        control(room, what)
        assert sum(line["dashed"] for line in room.wall()["chart"]["series"]) == shown
        assert activity.controls() == ("late", then)
        assert "sent" not in room.view(0)  # the round goes on
    [late, theory] = room.host_view()["controls"]
    assert not late[2] and late[3].startswith("4 students have not answered yet.")  # nothing comes next before they do
    assert not theory[2] and not theory[3]


def test_phone__says_at_the_end_what_its_student_gave_and_what_it_brought(tmp_path: Path) -> None:
    """Of 100 paid in, 160 are shared by four: 40 come back; 200 + 144 and 150 + 164 are 329 on average."""
    room, _activity = begun(tmp_path)
    for gifts in ((0, 100, 200, 60), (50, 100, 200, 60)):
        for seat, gift in enumerate(gifts):
            send(room, seat, number=gift)
    room.host({"act": "end"})
    said = room.view(0)["why"]["text"]
    assert "you gave $25 a round and gained $329." in said and "Of $100 that you gave, $40 came back" in said
    assert "The other people in your group gave $120 each." in said
    room, _activity = begun(tmp_path / "late")
    control(room, "late")
    room.host({"act": "end"})
    assert room.view(0)["why"]["text"] == "The computer decided for you."


def test_phone__says_at_the_end_of_two_parts_what_fines_have_changed(tmp_path: Path) -> None:
    """Each 200 and 80 kept or back; then all give 100: 100 + 160, of which one fine of 3 points costs who gets it."""
    room, activity = with_fines(tmp_path, rounds=2)
    for _ in range(2):
        for seat in range(4):
            send(room, seat, number=100)
        for seat in range(4):
            send(room, seat, numbers={})
    assert not activity.is_running
    room.host({"act": "end"})
    first, second = room.view(0)["why"]["text"].split(" With fines ")
    assert "you gave $0 a round and gained $200." in first and "gave $0 each" in first
    assert "that you gave" not in first and "Of $100 that a member pays in, $40 comes back" in first
    assert (
        second
        == "you gave $100 a round and gained $260, after all fines. The other people in your group gave $100 each."
    )


def test_late_comer__who_was_never_dealt_in_is_promised_no_other_part_at_the_end(tmp_path: Path) -> None:
    room, _activity = begun(tmp_path, ("Ann", "Bo", "Cy"), size=4)
    seat, _ = room.join("Late")
    assert "next part" in room.view(seat)["watch"]["text"]
    room.host({"act": "end"})
    assert "next part" not in room.view(seat)["watch"]["text"] and "without you" in room.view(seat)["watch"]["text"]


def test_phones__are_shown_the_next_round_where_a_strategy_plays_one_of_the_seats(tmp_path: Path) -> None:
    """What the strategy answers at once in the next round must not hide that all views have changed."""
    room, _activity = begun(tmp_path)
    room.host({"act": "hand", "seat": 3, "strategy": "balanced"})
    for seat in range(3):
        room.seats_to_update = set()
        send(room, seat, number=100)
    assert room.seats_to_update is None


def test_gain__of_a_group_is_of_all_its_members_and_own_text_of_people_alone(tmp_path: Path) -> None:
    """Two people give 200 and 0, one is late and one seat is filled by the computer: both give 100.

    400 paid in become 640, 160 for each: 160, 360, 260 and 260, in the mean 260 = 200 + 0.6 x 100. To who gave 200 the
    only other person gave 0.
    """
    room, activity = begun(tmp_path, NAMES[:3], second="")
    first, second, _late = activity.groups[0]
    send(room, first, number=200)
    send(room, second, number=0)
    control(room, "late")
    room.host({"act": "end"})
    assert (
        gains_on(room)["Fund (1 of 2 rounds)"][0] == "$260" and "also of the computer" in room.wall()["notes"]["text"]
    )
    assert activity.means(0) == {1: 0.5} and {row["group_gain"] for row in activity.rows()} == {260}
    said = room.view(first)["why"]["text"]
    assert "you gave $200 a round and gained $160." in said and "The other people in your group gave $0 each." in said


def test_fines__say_on_wall_and_page_what_they_cost(tmp_path: Path) -> None:
    """All give 200: 320 each. Then one keeps 200 (440, the others 240), who fine by 10 points, 30 each: 350 and 230.

    A member has 260 in the mean, and has lost (30 + 90) / 4 = 30 to fines; nobody fines in the other round: 320.
    """
    room, activity = begun(tmp_path)
    for _ in range(2):
        for seat in range(4):
            send(room, seat, number=200)
    control(room, "part")
    assert (
        room.wall()["stage"]["text"] == "Pay into the fund"
        and room.view(0)["round"]["text"] == "Fund with fines, round 1 of 2"
    )
    for keeper in (True, False):
        for seat in range(4):
            send(room, seat, number=0 if keeper and seat == 0 else 200)
        assert room.wall()["stage"]["text"] == "Now: whom do you fine?"
        for seat in range(4):
            send(room, seat, numbers={"s0": "10"} if keeper and seat else {})
    room.host({"act": "end"})
    gains = gains_on(room)
    assert (gains["Fund"], gains["Fund with fines"]) == (["$320", "$200", "$320", "-"], ["$290", "$200", "$320", "$15"])
    assert (
        room.wall()["chart"]["title"].replace("\u00a0", " ")
        == "Fund: 100 %, unchanged. Fund with fines: from 75 % to 100 %."
    )
    page = class_figures.gifts(pd.DataFrame(activity.rows()), pd.Series({1: 0.375, 2: 0.25}))
    title, under = (text.replace("<br>", " ") for text in (page.layout.title.text, page.layout.title.subtitle.text))
    assert "fund: from 100" in title and "fund with fines: from 75" in title
    assert "fund $320, fund with fines $290, after $15 of fines" in under


def test_rules__are_folded_on_phones_once_the_clock_runs_and_what_is_new_is_marked_before(tmp_path: Path) -> None:
    room, activity = started(tmp_path)
    assert (
        "What you do not pay in is yours" in room.view(0)["rule"]["text"]
        and "no matter who paid" in room.view(0)["rule"]["text"]
    )
    assert "stage" not in room.wall()
    control(room, "go")
    assert room.view(0)["rules"]["kind"] == "fold" and "rule" not in room.view(0)
    while activity.is_running:
        control(room, activity.controls()[0])
    assert room.wall()["chart"]["reach"] == [1, 2] and room.wall()["chart"]["top"] == 100
    control(room, "part")
    view = room.view(0)
    assert view["new_rule"]["tone"] == "new" and "may fine each other" in view["new_rule"]["text"]
    assert view["rules"]["kind"] == "fold" and "fine" not in json.dumps(view["rules"])
    control(room, "go")
    assert "new_rule" not in room.view(0) and "may fine each other" in json.dumps(room.view(0)["rules"])
    assert "may fine each other" in room.wall()["new_rule"]["text"]


@pytest.mark.parametrize(("game", "name"), [("fund", "Fund with fines"), ("pot", "A pot for each")])
def test_debrief__of_a_second_part_ended_in_its_first_round_says_so_and_asks_only_of_the_first(
    tmp_path: Path, game: str, name: str
) -> None:
    room, _activity = begun(tmp_path, game=game, rounds=2)
    for _ in range(2):
        for seat in range(4):
            send(room, seat, number=0)
    control(room, "part")
    room.host({"act": "end"})
    page = room.wall()
    assert page["chart"]["title"].endswith(f"{name} (0 of 2 rounds).")
    assert "change" not in page["talk"]["text"] and "real life" in page["talk"]["text"]
