"""The key to the columns of the tables that a teacher takes home: every column, in the language of the room."""

import csv
from pathlib import Path
from typing import Any

import pytest

from monopoly_lab.common.messages import languages
from monopoly_lab.live import class_results
from monopoly_lab.live.activities import ACTIVITIES
from monopoly_lab.live.room import Room, new_room
from tests.live.computer_class import acts_to_the_debrief
from tests.live.pages import FORMS


@pytest.mark.usefixtures("same_luck")
def test_columns__of_every_table_are_explained(tmp_path: Path) -> None:
    room, _ = new_room(tmp_path / "rooms")
    for number in range(6):
        room.join(f"Student {number}")
    room.host({"act": "start", "activity": "predict", "options": {"question": "How many?"}})
    for number in range(6):
        room.hear(number, {"question": 1, "answer": {"number": str(number)}})
    room.host({"act": "end"})
    forms = [(name, FORMS[name][0]) for name in ACTIVITIES if name != "predict"]
    for name, form in [*forms, ("give", {"game": "pot", "rounds": "2"})]:
        room.host({"act": "close"})
        acts_to_the_debrief(room, name, form)
    told: list[dict[Any, str]] = []
    for lang in languages():
        room.host({"act": "language", "lang": lang})
        room.store.flush()
        recorded = class_results.read(room.store.path)
        tables = class_results.tables(recorded)
        assert set(tables) == {"decisions", *ACTIVITIES, "give_fines", "lemons_bids"}
        class_results.save(recorded, tmp_path / lang)
        with open(tmp_path / lang / "columns.csv", encoding="utf-8-sig", newline="") as file:
            rows = list(csv.DictReader(file))
        told.append(said := {(row["table"], row["column"]): row["meaning"] for row in rows})
        simulated = {("vote_simulated", column) for column in ("activity", "rule", "game", "gini", "worth")}
        assert set(said) == {(name, column) for name, table in tables.items() for column in table.columns} | simulated
        assert [where for where, meaning in said.items() if not meaning] == []
        assert said["auction", "worth"] != said["play", "worth"]
    assert told[0] != told[1] != told[2] != told[0]


def test_columns__of_what_people_answered_are_explained_and_are_those_of_the_activities_alone(tmp_path: Path) -> None:
    """Phones send what they like: an entry that no activity asks for is no column, and takes no other one's place."""
    room, _ = new_room(tmp_path)
    for number in range(4):
        room.join(f"Student {number}")
    for name, form in (("auction", FORMS["auction"][0]), ("give", FORMS["give"][0]), ("lemons", FORMS["lemons"][0])):
        begin(room, name, form)
        for _ in range(40):
            answer_all(room)
            if room.activity.is_over:  # type: ignore[union-attr]
                break
            press_first(room)
    begin(room, "bargain", {"way": "free", "rounds": "1", "seconds": "0"})
    pair, _ = room.activity.pairs  # type: ignore[union-attr]
    send(room, pair.seller, price="150")
    send(room, pair.buyer, refuse=True, offer=150)
    send(room, pair.buyer, price="200")
    send(room, pair.seller, accept=200)
    begin(room, "play", {"rounds": "1", "seconds": "0"})
    press_first(room)
    (seat, *_) = room.activity.waiting()  # type: ignore[union-attr]
    send(room, seat, throw=True)
    room.store.flush()
    tables = class_results.tables(class_results.read(room.store.path))
    for lang in languages():
        key = class_results.key_of(tables, lang)
        assert key[key["meaning"] == ""].values.tolist() == []
    decisions = tables["decisions"]
    asked = {"bid", "stay", "number", "sell", "price", "offer", "accept", "refuse", "choice"}
    assert asked <= set(decisions.columns) and "more" not in decisions.columns
    assert set(decisions["name"]) <= {f"Student {number}" for number in range(4)}


def test_tables__have_who_fined_whom_and_all_bids_with_the_names_of_both(tmp_path: Path) -> None:
    """One keeps everything and is fined by two of the others, with 5 and 7 points; two bids of each deed are kept."""
    room, _ = new_room(tmp_path)
    names = ("Ann", "Bo", "Cy", "Dora")
    for name in names:
        room.join(name)
    begin(room, "give", {"rounds": "2", "seconds": "0"})
    for _ in range(2):
        for seat in range(4):
            send(room, seat, number=0)
    press_first(room)
    for seat in range(4):
        send(room, seat, number=200 if seat else 0)
    place = str(room.activity.match_of[0].names.index("s0"))  # type: ignore[union-attr]
    for seat, points in enumerate(("0", "5", "7")):
        send(room, seat, numbers={place: points})
    room.host({"act": "control", "what": "late"})
    begin(room, "lemons", {"rounds": "1"})
    press_first(room)
    for seat in room.activity.buyers:  # type: ignore[union-attr]
        send(room, seat, number=100 + seat)
    press_first(room)
    begin(room, "bargain", {"rounds": "1", "seconds": "0"})
    press_first(room)
    room.host({"act": "end"})
    room.host({"act": "remove", "seat": 3})
    room.store.flush()
    tables = class_results.tables(class_results.read(room.store.path))
    fines = tables["give_fines"]
    assert len(fines) == 4 * 3 and fines["punish"].sum() == 12
    found = fines[fines["punish"] > 0][["name", "target_name", "punish"]]
    assert sorted(map(tuple, found.values.tolist())) == [("Bo", "Ann", 5), ("Cy", "Ann", 7)]
    assert set(fines[fines["by_computer"]]["name"]) == {"removed student 3"}
    called = [*names[:3], "removed student 3"]
    bids = tables["lemons_bids"]
    assert len(bids) == 4 and (bids["bid"] == 100 + bids["buyer"]).all()
    for table in (bids, tables["lemons"], tables["bargain"]):
        assert [called[seat] for seat in table["seller"]] == list(table["seller_name"]) and "name" not in table
        bought = table.dropna(subset=["buyer"])
        assert [called[int(seat)] for seat in bought["buyer"]] == list(bought["buyer_name"])


def begin(room: Room, name: str, form: dict[str, Any]) -> None:
    if room.activity is not None:
        if not room.activity.is_over:
            room.host({"act": "end"})
        room.host({"act": "close"})
    room.host({"act": "start", "activity": name, "options": form})


def press_first(room: Room) -> None:
    room.host({"act": "control", "what": room.activity.buttons()[0]})  # type: ignore[union-attr]


def send(room: Room, seat: int, **answer: Any) -> None:
    more = {"more": 1, "name": "Somebody", "seat": 99}
    question = room.activity.question(seat)  # type: ignore[union-attr]
    room.hear(seat, {"question": question, "answer": {**more, **answer}})


def answer_all(room: Room) -> None:
    """Let all who are asked answer as a strategy would."""
    for seat in 4 * list(room.seats):  # an answer may begin the next stage
        running = room.activity
        assert running is not None
        if not running.is_over and seat in running.waiting():
            send(room, seat, **running.computer_answer(seat))


@pytest.mark.parametrize("start", ["edition:classic_us", "born_ahead"])
def test_removed__students_are_named_in_no_table_and_on_no_page(tmp_path: Path, start: str) -> None:
    """Their moves stay: they are called by the number of their seat. Roles are names of nobody."""
    room, _ = new_room(tmp_path)
    for name in ("Ann", "Tess", "Cy", "Dora"):
        room.join(name)
    room.host({"act": "start", "activity": "play", "options": {"start": start, "rounds": "2", "size": "4"}})
    press_first(room)
    for _ in range(20):
        if room.activity.question(1) is None:  # type: ignore[union-attr]
            room.host({"act": "control", "what": "step"})
    send(room, 1, throw=True)
    before = class_results.tables(class_results.read(room.store.path))
    assert "Tess" in before["decisions"].to_string() and "Tess" in before["play"].to_string()
    room.host({"act": "remove", "seat": 1})
    room.host({"act": "end"})
    room.store.flush()
    files = class_results.save(class_results.read(room.store.path), tmp_path / "home")
    for file in (each for each in files if each.suffix != ".xlsx"):
        assert "Tess" not in file.read_text(encoding="utf-8"), file.name
    tables = class_results.tables(class_results.read(room.store.path))
    (row,) = tables["play"][tables["play"]["seat"] == 1].to_dict("records")
    assert row["name"] == "removed student 1" and (row["player"] == row["name"]) == start.startswith("edition")
    assert set(tables["play"]["name"]) == {"Ann", "Cy", "Dora", "removed student 1"}
