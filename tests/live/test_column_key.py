"""The key to the columns of the tables that a teacher takes home: every column, in the language of the room."""

import csv
from pathlib import Path

import pytest

from monopoly_lab.live import class_results
from monopoly_lab.live.activities import ACTIVITIES
from monopoly_lab.live.room import new_room
from tests.live.computer_class import acts_to_the_debrief
from tests.live.pages import FORMS


@pytest.mark.parametrize("lang", ["en", "ru", "uk"])
def test_columns__of_every_table_are_explained(tmp_path: Path, lang: str) -> None:
    room, _ = new_room(tmp_path / "rooms", lang)
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
    room.store.flush()
    recorded = class_results.read(room.store.path)
    tables = class_results.tables(recorded)
    assert set(tables) == {"decisions", *ACTIVITIES}
    class_results.save(recorded, tmp_path / "home")
    with open(tmp_path / "home" / "columns.csv", encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    said = {(row["table"], row["column"]): row["meaning"] for row in rows}
    assert set(said) == {(name, column) for name, table in tables.items() for column in table.columns}
    assert [where for where, meaning in said.items() if not meaning] == []
    assert said["auction", "worth"] != said["play", "worth"]
