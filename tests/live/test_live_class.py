"""A live class in a notebook: its tables, its games, and that it serves its room."""

import asyncio
from functools import partial
from pathlib import Path

import pandas as pd
import pytest

import monopoly_lab as ml
from monopoly_lab.common.errors import LiveError
from monopoly_lab.live import run
from monopoly_lab.live.room import Room
from tests.live.phones import Phone
from tests.live.test_play_together import play, playing


def played(folder: Path, **options: object) -> tuple[Room, ml.Live]:
    """A room that has predicted and played."""
    room, clock = playing(folder, 6, rounds="3", **options)
    play(room, 500)
    room.host({"act": "close"})
    room.host({"act": "start", "activity": "predict", "options": {"question": "How many?", "truth": "3"}})
    clock.now += 7.5
    room.hear(4, {"question": 1, "answer": {"number": "2,5"}})
    return room, ml.Live.open(room.code, folder)


def test_tables__hold_what_the_class_did(tmp_path: Path) -> None:
    room, live = played(tmp_path)
    decisions = live.decisions()
    answers = sum(event.kind == "answer" for event in room.store.events())
    assert len(decisions) == answers and list(decisions["activity"].unique()) == [1, 2]
    assert decisions.iloc[-1][["kind", "seat", "name", "seconds", "number"]].to_list() == [
        "predict",
        4,
        "Student 4",
        7.5,
        "2,5",
    ]
    first = room.activities[0]
    thrown = decisions[(decisions["game"] == 1) & (decisions["choice"] == "throw")]
    assert set(thrown["player"]) <= set(first.games[0].player_of.values())
    said = live.predictions()
    assert said[["activity", "seat", "value", "truth", "name"]].to_numpy().tolist() == [[2, 4, 2.5, 3.0, "Student 4"]]
    games = live.games()
    assert games.groupby("game").size().to_list() == [4, 4] and games["first"].sum() == 2
    assert live.game(2).answers == first.games[1].game.answers
    assert games[games["game"] == 2].set_index("player")["worth"].to_dict() == live.game(2).net_worth()
    with pytest.raises(ml.LiveError):
        live.game(3)


def test_tables__of_no_activity_are_refused(tmp_path: Path) -> None:
    """An activity that was not started has an empty table; a name of none is an error that lists them."""
    _, live = played(tmp_path)
    assert live.results("auction").empty and live.results("give_fines").empty and not live.results("play").empty
    with pytest.raises(LiveError, match="Unknown activity prediction; there are: predict, auction"):
        live.results("prediction")


def test_games__are_the_same_once_names_are_numbers(tmp_path: Path) -> None:
    """In games of an edition players have the students' names, also in the choices that are kept."""
    room, live = played(tmp_path, start="edition:classic_us", size="3")
    before = [game.game.answered for game in room.activities[0].games]
    room.host({"act": "end"})
    room.host({"act": "numbers"})
    assert [live.game(n).answered for n in (1, 2)] == before
    assert set(live.game(1).players) <= {f"Student {n}" for n in range(1, 8)}


def test_save__writes_csv_and_excel(tmp_path: Path) -> None:
    _, live = played(tmp_path / "rooms")
    files = live.save(tmp_path / "tables")
    assert [path.name for path in files] == [
        *("decisions.csv", "play.csv", "predict.csv", "columns.csv", "live.xlsx", "live.ipynb")
    ]
    assert len(pd.read_csv(files[1])) == 8
    assert set(pd.read_excel(files[4], sheet_name=None)) == {"decisions", "play", "predict", "columns"}


def test_live__serves_its_room_beside_the_notebook(tmp_path: Path) -> None:
    live = ml.Live("born_ahead", folder=tmp_path)
    try:

        async def come() -> None:
            phone = Phone(live.address)
            await phone.join(live.code, "Ann")
            assert "lobby" in phone.blocks or await asyncio.sleep(0.5) is None

        asyncio.run(come())
        assert live.code in live._repr_html_() and "teacher#" in live._repr_html_()
        assert ml.Live.open(live.code, tmp_path)._read().names == {0: "Ann"}
    finally:
        live.stop()


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"port": 99_999_999}, "Port 99999999: a number from 1 to 65535 is needed, or 0 for any free one."),
        ({"port": -1}, "Port -1: a number from 1 to 65535 is needed"),
        ({"days": -5}, "from 0 to 3,650"),
        ({"days": float("nan")}, "from 0 to 3,650"),
    ],
)
def test_live__a_port_or_days_that_cannot_be_leave_no_room_behind(
    tmp_path: Path, options: dict[str, float], said: str
) -> None:
    for begin in (ml.Live, partial(run, browser=False)):
        with pytest.raises(LiveError) as refused:
            begin(folder=tmp_path / "rooms", **options)  # type: ignore[operator]
        assert said in str(refused.value)
    assert not (tmp_path / "rooms").exists()
