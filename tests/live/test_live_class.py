"""A live class in a notebook: its tables, its games, and that it serves its room."""

import asyncio
import re
import socket
from functools import partial
from pathlib import Path

import pandas as pd
import pytest

import monopoly_lab as ml
from monopoly_lab.common.errors import LiveError
from monopoly_lab.live import run
from monopoly_lab.live.activities import ACTIVITIES
from monopoly_lab.live.activity import SIMULATED, Activity, read_options
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


@pytest.fixture(scope="module")
def once(tmp_path_factory: pytest.TempPathFactory) -> tuple[Room, ml.Live]:
    """One for all tests that only read it."""
    return played(tmp_path_factory.mktemp("rooms"))


def test_tables__hold_what_the_class_did(once: tuple[Room, ml.Live]) -> None:
    room, live = once
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


def test_tables__of_no_activity_are_refused(once: tuple[Room, ml.Live]) -> None:
    """An activity that was not started has an empty table; a name of none is an error that lists them."""
    _, live = once
    assert live.results("auction").empty and not live.results("play").empty
    assert all(live.results(name).empty for name in ("give_fines", "lemons_bids", "vote_simulated"))
    assert len(live.results("decisions")) == len(live.decisions())
    near = {"prediction": "predict", "auction_nonsense": "auction", "auction_": "auction", "give_finse": "give_fines"}
    for wrong, meant in near.items():
        with pytest.raises(LiveError) as refused:
            live.results(wrong)
        assert str(refused.value) == f'No table "{wrong}" (did you mean "{meant}"?).'
    with pytest.raises(LiveError, match=r'^No table "" \(one of: decisions, predict, auction, .*give_fines.*\)\.$'):
        live.results("")
    with pytest.raises(ml.ArgumentError):
        live.results(5)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ACTIVITIES)
def test_tables__of_an_activity_are_declared(name: str) -> None:
    kind = ACTIVITIES[name]
    options = read_options(kind, {"question": "How many?", "truth": "3"} if name == "predict" else {})
    activity = kind(range(4), dict.fromkeys(range(4), "Ann"), 1, options, "en", 0.0)
    simulates = kind.simulated_rows is not Activity.simulated_rows
    assert set(kind.TABLES) == {*activity.detail_rows(), *([SIMULATED] if simulates else [])}


def test_games__are_the_same_once_names_are_numbers(tmp_path: Path) -> None:
    """In games of an edition players have the students' names, also in the choices that are kept."""
    room, live = played(tmp_path, start="edition:classic_us", size="3")
    before = [game.game.answered for game in room.activities[0].games]
    room.host({"act": "end"})
    room.host({"act": "numbers"})
    assert [live.game(n).answered for n in (1, 2)] == before
    assert set(live.game(1).players) <= {f"Student {n}" for n in range(1, 8)}


def test_save__writes_csv_and_excel(once: tuple[Room, ml.Live], tmp_path: Path) -> None:
    files = once[1].save(tmp_path)
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
        ({"start": "clasic_us"}, 'no edition or scenario "clasic_us" (did you mean "classic_us"?)'),
        ({"start": 5}, "start"),
        ({"seats": 99}, "seats: 99 is not a number from 2 to 8."),
        ({"lang": "ua"}, 'no language "ua" (did you mean "uk"?)'),
    ],
)
def test_live__what_cannot_be_leaves_no_room_behind(tmp_path: Path, options: dict[str, object], said: str) -> None:
    begins = [ml.Live, partial(ml.Live, serve=False)]
    begins += [partial(run, browser=False)] if set(options) <= {"port", "days"} else []
    for begin in begins:
        with pytest.raises(ml.MonopolyLabError) as refused:
            begin(folder=tmp_path / "rooms", **options)
        assert said in str(refused.value)
    assert not (tmp_path / "rooms").exists()


def test_live__the_code_of_a_room_as_start_is_told_how_to_open_it(tmp_path: Path) -> None:
    code = ml.Live(folder=tmp_path, serve=False).code
    with pytest.raises(LiveError, match=re.escape(f'`ml.Live.open("{code}")`')):
        ml.Live(code.lower(), folder=tmp_path, serve=False)
    assert len(list(tmp_path.iterdir())) == 1


def test_live__a_port_that_is_taken_leaves_no_room_behind(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        for begin in (ml.Live, partial(run, browser=False)):
            with pytest.raises(LiveError, match=f"Port {port} cannot be used"):
                begin(folder=tmp_path / "rooms", port=port)  # type: ignore[operator]
    assert not (tmp_path / "rooms").exists()


def test_open__names_the_folder_and_the_nearest_code(tmp_path: Path) -> None:
    rooms, nowhere = tmp_path / "rooms", tmp_path / "nowhere"
    code = ml.Live(folder=rooms, serve=False).code
    other = code[:-1] + ("A" if code[-1] != "A" else "B")
    assert ml.Live.open(code.lower(), rooms).code == ml.Live.open(folder=rooms).code == code
    with pytest.raises(LiveError) as refused:
        ml.Live.open(other, rooms)
    assert str(refused.value).startswith(f'No room "{other}" in {rooms} (did you mean "{code}"?). `')
    assert f"live --list --folder {rooms}` lists all rooms." in str(refused.value)
    with pytest.raises(LiveError) as refused:
        ml.Live.open(code, nowhere)
    assert str(refused.value) == f'No room "{code}" in {nowhere}. There is no such folder.'
    with pytest.raises(LiveError) as refused:
        ml.Live.open(folder=nowhere)
    assert str(refused.value) == f"There are no rooms in {nowhere}. There is no such folder."
