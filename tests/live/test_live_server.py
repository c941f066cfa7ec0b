"""The server of a live class: pages, lines, forged messages."""

import asyncio
import io
import json
import random
import re
import zipfile
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from tornado.httpclient import AsyncHTTPClient, HTTPClientError, HTTPRequest
from tornado.websocket import WebSocketClosedError, websocket_connect

from monopoly_lab.live.http_pages import PAGES
from monopoly_lab.live.hub import HOST, SEAT, PageView
from monopoly_lab.live.room import MOST_NAME, Room, new_room
from monopoly_lab.live.server import LiveServer, serve
from tests.live.pages import Page
from tests.live.phones import Phone
from tests.sampled import sizes

QUESTION = {"question": "How often?", "unit": "%", "low": "0", "high": "100", "truth": "78.25"}


def test_pages__ask_nothing_in_windows_of_the_browser() -> None:
    """These stop the clocks of a page, and speak the language of the browser."""
    asks = re.compile(r"(?<![\w.])(?:window\.)?(?:prompt|confirm|alert)\(")
    scripts = {path.name: path.read_text(encoding="utf-8") for path in PAGES.glob("*.js")}
    assert scripts and {name: asks.findall(text) for name, text in scripts.items() if asks.search(text)} == {}
    assert asks.search("if (confirm(word)) act()")


def run(folder: Path, test: Callable[[Room, str, str], Awaitable[None]]) -> None:
    """Run a test against a server in this process: with the room, the address and the teacher's secret."""

    async def served() -> None:
        room, secret = new_room(folder)
        live = LiveServer(room)
        address = f"http://127.0.0.1:{live.listen(0, '127.0.0.1')}"
        await asyncio.wait_for(test(room, address, secret), 600)

    asyncio.run(served())


def test_results__are_for_the_teacher_alone_and_a_folder_of_files(tmp_path: Path) -> None:
    async def test(room: Room, address: str, secret: str) -> None:
        async def ask(body: str, **headers: str) -> Any:
            asked = HTTPRequest(f"{address}/results", "POST", {"Origin": address, **headers}, body, request_timeout=300)
            return await AsyncHTTPClient().fetch(asked, raise_error=False)

        assert (await ask(secret)).code == 404  # nothing has happened yet
        _, mine = room.join("=A1&B1")
        room.host({"act": "start", "activity": "predict", "options": QUESTION})
        room.hear(0, {"question": 1, "answer": {"number": "40"}})
        for body, headers in ((mine, {}), ("", {}), (secret[:-1], {}), (secret, {"Origin": "http://evil.example"})):
            assert (await ask(body, **headers)).code == 403
        found = await ask(secret)
        files = zipfile.ZipFile(io.BytesIO(found.body))
        kept = ["decisions.csv", "predict.csv", "columns.csv", "live.xlsx", "live.ipynb", "live.html"]
        assert files.namelist() == [f"live-{room.code}/{name}" for name in kept]
        cells = openpyxl.load_workbook(io.BytesIO(files.read(f"live-{room.code}/live.xlsx")))["predict"].iter_rows()
        page = files.read(f"live-{room.code}/live.html").decode()
        assert "Half of the class said at most 40" in page and 'type="application/json"' in page  # a figure
        assert "from top to bottom" not in page and "from top to bottom" in str(
            files.read(f"live-{room.code}/live.ipynb")
        )
        assert all(cell.data_type != "f" for row in cells for cell in row)  # a name is no formula
        assert ",'=A1&B1" in files.read(f"live-{room.code}/predict.csv").decode()

    run(tmp_path, test)


def test_join__takes_a_code_however_it_is_typed_and_says_how_long_a_name_may_be(tmp_path: Path) -> None:
    async def test(room: Room, address: str, secret: str) -> None:
        code = room.code
        for n, typed in enumerate((code.lower(), f" {code[:2]} {code[2:]} ", f"{code[:3]}-{code[3:]}", "_".join(code))):
            phone = Phone(address)
            await phone.connect()
            assert (await phone.ask(do="hello", **{"as": "seat"}))["most_name"] == MOST_NAME
            assert (await phone.ask(do="join", code=typed, name=f"Student {n}"))["seat"] == n
        wrong = Phone(address)
        await wrong.connect()
        for typed in ("", "-", code[:-1], code + code[0]):
            assert "refused" in await wrong.ask(do="join", code=typed, name="Eve")

    run(tmp_path, test)


@pytest.mark.parametrize("lan", [False, True])
def test_teacher__is_told_that_phones_of_others_cannot_come_and_what_to_do(
    tmp_path: Path, lan: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    room, secret = new_room(tmp_path)

    async def test() -> None:
        serving = asyncio.ensure_future(serve(room, secret, 0, lan, False))
        await asyncio.sleep(0)
        live = await _address_of(room)
        teacher = Phone(live)
        await teacher.connect()
        await teacher.ask(do="hello", **{"as": "host", "secret": secret})
        while "host" not in teacher.blocks:
            await asyncio.sleep(0.01)
        said = teacher.blocks["host"]["alone"]
        assert (said == "") is lan and (lan or f"live {room.code} --folder {tmp_path} " in said)
        assert (f"live {room.code} --folder {tmp_path} " in capsys.readouterr().out) is not lan
        serving.cancel()

    asyncio.run(asyncio.wait_for(test(), 60))


async def _address_of(room: Room) -> str:
    while not room.port:
        await asyncio.sleep(0.01)
    return f"http://127.0.0.1:{room.port}"


def test_rooms__are_listed_and_deleted_on_the_computer_of_the_class_alone(tmp_path: Path) -> None:
    other, _ = new_room(tmp_path)
    other.join("Ann")
    other.store.close()

    async def test() -> None:
        page = Page(LiveServer(new_room(tmp_path)[0]))
        page.who = PageView(HOST)
        for act in ({"act": "kept"}, {"act": "delete_room", "code": other.code}):
            assert "refused" in page.asks(do="host", n=1, **act)
        page.address = "127.0.0.1"
        (room,) = page.asks(do="host", n=2, act="kept")["kept"]
        assert (room["code"], room["students"]) == (other.code, "1")
        assert "refused" in page.asks(do="host", n=3, act="delete_room", code="../x")
        assert page.asks(do="host", n=4, act="delete_room", code=other.code)["kept"] == []
        page.who = PageView(SEAT, 0)
        assert "refused" in page.asks(do="host", n=5, act="kept")

    asyncio.run(test())


async def until(true: Callable[[], object]) -> None:
    """Wait until something is so."""
    for _ in range(500):
        if true():
            return
        await asyncio.sleep(0.01)
    raise AssertionError


def test_page__loads_nothing_from_elsewhere_and_knows_its_host(tmp_path: Path) -> None:
    async def test(room: Room, address: str, secret: str) -> None:
        client = AsyncHTTPClient()
        for path in ("/", "/wall", "/teacher", "/files/live.js"):
            answer = await client.fetch(address + path)
            assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
            assert secret not in answer.body.decode() and "https://" not in answer.body.decode()
        for path in ("/files/../server.py", "/files/server.py", "/room.sqlite"):
            with pytest.raises(HTTPClientError):
                await client.fetch(address + path)
        with pytest.raises(HTTPClientError):
            await client.fetch(address + "/", headers={"Host": "evil.example"})
        for origin in ({"Origin": "http://evil.example"}, {}, {"Origin": "null"}):
            with pytest.raises(HTTPClientError):
                await websocket_connect(HTTPRequest(f"ws{address[4:]}/line", headers=origin))

    run(tmp_path, test)


def test_class__predicts_together(tmp_path: Path) -> None:
    """A phone sees its own answer, the wall sees all, and a phone that was away finds its seat again."""

    async def test(room: Room, address: str, secret: str) -> None:
        phones = [Phone(address) for _ in range(4)]
        for n, phone in enumerate(phones):
            await phone.join(room.code, f"Student {n}")
        teacher, wall = Phone(address), Phone(address)
        await teacher.connect()
        assert "words" in await teacher.ask(**{"do": "hello", "as": "host", "secret": secret})
        await wall.connect()
        await wall.ask(**{"do": "hello", "as": "wall", "code": room.code})
        told = await teacher.ask(do="host", act="start", activity="predict", options=QUESTION)
        assert "done" in told
        await until(lambda: "ask" in phones[3].blocks)
        for phone in phones:
            assert "done" in await phone.answer(1, number="41,5")
        await until(lambda: wall.blocks.get("answered", {}).get("done") == 4)
        phones[0].leave()
        await until(lambda: teacher.blocks["host"]["there"] == [1, 2, 3])
        assert (await phones[0].back())["seat"] == 0
        await until(lambda: "41.5" in json.dumps(phones[0].blocks["said"]))

    run(tmp_path, test)


def test_stranger__is_shown_nothing(tmp_path: Path) -> None:
    async def test(room: Room, address: str, secret: str) -> None:
        room.join("Ann")
        for hello in (
            {"as": "host", "secret": room.code},
            {"as": "seat", "secret": secret},
            {"as": "seat", "secret": room.seats[0].digest},
            {"as": "wall", "code": "AAAAA"},
            {"as": ["host"], "secret": {}},
            {},
        ):
            phone = Phone(address)
            await phone.connect()
            told = await phone.ask(do="hello", **hello)
            assert told["stranger"] and not phone.blocks
            for act in ("start", "end", "invite", "numbers"):
                assert "refused" in await phone.ask(do="host", act=act, seat=0, activity="predict")
            assert "refused" in await phone.answer(1, number=5)
            phone.leave()

    run(tmp_path, test)


def test_link__for_another_phone_has_the_address_that_phones_find(tmp_path: Path) -> None:
    room, _ = new_room(tmp_path)
    live = LiveServer(room)
    live.address = "http://192.168.1.5:8890"
    assert live.link_of("a" * 32)["link"] == f"http://192.168.1.5:8890/?c={room.code}#{'a' * 32}"


@pytest.mark.parametrize("act", [{"act": "invite", "seat": 0}, {"act": "swap", "seat": 1, "with": "0"}])
def test_line__ends_when_its_seat_has_another_secret(act: dict[str, Any], tmp_path: Path) -> None:
    """A phone that was connected before can neither answer for the seat nor see it; its secret says what it is now."""

    async def test(room: Room, address: str, secret: str) -> None:
        ann, bo, teacher = Phone(address), Phone(address), Phone(address)
        await ann.join(room.code, "Ann")
        await bo.join(room.code, "Bo")
        await teacher.connect()
        await teacher.ask(**{"do": "hello", "as": "host", "secret": secret})
        await teacher.ask(do="host", act="start", activity="predict", options=QUESTION)
        told = await teacher.ask(do="host", **act)
        assert "done" in told
        if act["act"] == "invite":
            assert told["link"].endswith(f"/?c={room.code}#{told['secret']}") and told["path"]
            assert "done" in await ann.answer(1, number=40)  # the old phone is in until the new one comes
            other = Phone(address)
            other.secret = told["secret"]
            assert (await other.back())["seat"] == 0
            room.activity.said["first"].clear()
        with pytest.raises((asyncio.CancelledError, WebSocketClosedError)):
            await ann.answer(1, number=41)
        assert not room.activity.said["first"]
        told = await ann.back()
        assert "link that your teacher gave" in told["moved"] if act["act"] == "invite" else told["seat"] == 1
        # The page says again what was not confirmed: it was said of the seat that the phone had then.
        assert "refused" in await ann.ask(do="answer", seat=0, question=1, answer={"number": 41})
        assert not room.activity.said["first"]

    run(tmp_path, test)


def test_lines__of_strangers_give_way_to_newer_ones_of_their_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("monopoly_lab.live.server.LIMITS", {"of_one": 8, "of_visitor": 3})

    async def test(room: Room, address: str, secret: str) -> None:
        ann, bo = Phone(address), Phone(address)
        await ann.join(room.code, "Ann")
        strangers = [Phone(address) for _ in range(20)]
        for stranger in strangers:
            await stranger.connect()
        await until(lambda: sum(each.is_there for each in strangers) == 8)
        assert strangers[-1].is_there and ann.is_there
        await bo.join(room.code, "Bo")
        mine = [Phone(address) for _ in range(4)]  # of one seat
        for phone in mine:
            phone.secret = bo.secret
            await phone.back()
        await until(lambda: not bo.is_there and not mine[0].is_there)
        assert ann.is_there and all(phone.is_there for phone in mine[1:])

    run(tmp_path, test)


def test_joins__that_are_tried_again_and_again_keep_no_other_address_out(tmp_path: Path) -> None:
    live = LiveServer(new_room(tmp_path)[0])
    assert sum(live.joins_of("10.0.0.1").spend(1) for _ in range(500)) < 200
    assert live.joins_of("10.0.0.2").spend(1)
    for n in range(5_000):
        live.joins_of(f"10.1.{n}")
    assert len(live._joins) <= 1_000


def bent(rng: random.Random) -> str | bytes:
    """A message that no page sends: of a known form with parts of another kind, or none at all."""
    odd = [None, True, -1, 0, 1, 2**70, 1.5, "", "a" * 300, [], [1], {}, {"number": 5}, "host", "seat", "\ud800", "0"]
    keys = (
        "do",
        "as",
        "secret",
        "code",
        "name",
        "question",
        "answer",
        "act",
        "seat",
        "activity",
        "options",
        "what",
        "n",
    )
    message: dict[str, Any] = {key: rng.choice(odd) for key in rng.sample(keys, rng.randint(0, 6))}
    message["do"] = rng.choice(["hello", "join", "answer", "host", "host", "answer", "eval", None])
    if rng.random() < 0.3:
        message["act"] = rng.choice(["start", "end", "rename", "remove", "swap", "hand", "invite", "_start", "control"])
    text = json.dumps(message)
    kind = rng.random()
    return text[: rng.randrange(len(text))] if kind < 0.1 else text.encode() if kind < 0.15 else text


@pytest.mark.parametrize("messages", sizes(300, 3_000, 10_000))
def test_forged_messages__change_nothing_and_show_nothing(messages: int, tmp_path: Path) -> None:
    """Bent messages of seat 1 and of strangers: seat 0's number and the truth reach nobody, and only seat 1 answers."""

    async def test(room: Room, address: str, secret: str) -> None:
        ann, bo = Phone(address), Phone(address)
        await ann.join(room.code, "Ann")
        await bo.join(room.code, "Bo")
        room.host({"act": "start", "activity": "predict", "options": QUESTION})
        await ann.answer(1, number="41.5")
        await bo.answer(1, number="5")
        rng = random.Random(3)
        texts = []
        for n in range(messages):
            if n % 30 == 0:
                phone = Phone(address)
                await phone.connect()
                if n % 60:
                    await phone.ask(**{"do": "hello", "as": "seat", "secret": bo.secret})
            try:
                await phone.shout(bent(rng))
            except Exception:  # the line was closed
                phone._line = None
            if n % 30 == 29 or phone._line is None:
                await asyncio.sleep(0.02)
                texts += phone.texts
                phone = Phone(address)
                await phone.connect()
        await asyncio.sleep(0.2)
        assert set(room.activity.said["first"]) == {0, 1} and room.activity.said["first"][0] == 41.5
        assert not room.activity.is_over and set(room.names.values()) == {"Ann", "Bo"} and not room.faults
        seen = re.sub(r'"now": [0-9.]+', '"now"', "".join(texts))  # a clock reading may hold the same digits
        assert seen and "41.5" not in seen and "78.25" not in seen and ann.secret not in seen and secret not in seen

    run(tmp_path, test)


def test_flood__costs_the_line_of_who_floods(tmp_path: Path) -> None:
    async def test(room: Room, address: str, secret: str) -> None:
        ann, bo = Phone(address), Phone(address)
        await ann.join(room.code, "Ann")
        await bo.join(room.code, "Bo")
        with suppress(WebSocketClosedError):
            for _ in range(60):
                await bo.shout('{"do": "hello"}')
        await until(lambda: bo._reader.done())
        long = Phone(address)
        await long.connect()
        await long.shout('{"do": "' + "x" * 30_000 + '"}')
        await until(lambda: long._reader.done())
        assert "refused" in await ann.answer(1, number=5)  # heard as before
        again = Phone(address)
        again.secret = bo.secret
        await again.back()
        for _ in range(10):
            with suppress(WebSocketClosedError):
                await again.shout(json.dumps({"do": "hello", "as": "seat", "secret": bo.secret}))
        await until(lambda: not again.is_there)
        assert 1 <= sum('"whole"' in text for text in again.texts) <= 5  # each costs all that the page shows

    run(tmp_path, test)
