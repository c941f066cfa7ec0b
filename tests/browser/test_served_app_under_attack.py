"""The app for a class against those who would stop it or get in: what they send, and that nobody else feels it.

All traffic goes to a server of the test's own on this computer.
"""

import asyncio
import contextlib
import re
import resource
import struct
import time
import urllib.parse
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest
from badstudent import BadStudent
from crowd import lesson
from test_served_app import TOKEN, running
from tornado.httpclient import HTTPClientError
from visitors import V1, Page, Visitor, in_thread, kernels_of, message, most_mb, server_mb, server_of

from monopoly_lab.web.server.places import NEWCOMER


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("attacked")


@pytest.fixture(scope="module")
def app(folder: Path) -> Iterator[str]:
    with running(folder, "--warm=2") as address:
        yield address


async def answers_soon(visitor: Visitor) -> None:
    begun = time.monotonic()
    assert (await visitor.ask("/")).code == 200
    assert time.monotonic() - begun < 20


BENT = [
    b"",
    b"\xff" * 8,
    b"\xff" * 64,
    struct.pack("<Q", 2**40) + b"\0" * 80,
    struct.pack("<QQQ", 7, 2**60, 2**61) + b"\0" * 80,
    struct.pack("<9Q", 8, *[72] * 8),
    struct.pack("<9Q", 8, *[2**63] * 8),
    message("kernel_info_request", {})[:-3],
    "text",
    '{"header": {"msg_type": "execute_request"}, "content": {"code": "1"}}',
    "[" * 100_000,
]


def test_socket__without_the_first_protocol_is_refused(app: str) -> None:
    async def attack(*protocols: str) -> int:
        student = await Visitor(app).enter()
        kernel = await student.page()
        try:
            line = await student.socket(kernel, *protocols)
        except HTTPClientError as said:
            await answers_soon(student)
            return said.code
        await line.write_message(b"\xff\xff\xff\xff" * 3, binary=True)
        await answers_soon(student)
        return 0

    assert in_thread(attack()) == 400
    assert in_thread(attack("v2.kernel.websocket.jupyter.org")) == 400


def test_socket__a_bent_message_ends_the_line_and_nothing_else(app: str) -> None:
    async def attack() -> None:
        student = await Visitor(app).enter()
        kernel = await student.page()
        for bent in BENT:
            line = await student.socket(kernel, V1)
            await line.write_message(bent, binary=isinstance(bent, bytes))
            await answers_soon(student)
            while await line.said.get() is not None:
                pass
            assert (bent, line.close_code) == (bent, 1007)
        line = await student.socket(kernel, V1)
        await line.write_message(message("kernel_info_request", {}), binary=True)
        while (said := await line.said.get()) is not None:
            if b"kernel_info_reply" in said:
                return
        raise AssertionError("the line is dead")

    in_thread(attack())


def test_socket__code_is_not_run(app: str, folder: Path) -> None:
    async def attack() -> None:
        student = await Visitor(app).enter()
        line = await student.socket(await student.page(), V1)
        code = {"code": f"open({str(folder / 'run')!r}, 'w').close()", "silent": False, "store_history": False}
        for channel in ("shell", "control", "iopub", "stdin"):
            await line.write_message(message("execute_request", code, channel), binary=True)
        await asyncio.sleep(2)

    in_thread(attack())
    assert not (folder / "run").exists()


def test_socket__a_flood_ends_the_line(app: str) -> None:
    async def attack() -> None:
        student, other = await Visitor(app).enter(), await Visitor(app).enter()
        line = await student.socket(await student.page(), V1)
        for _ in range(2000):
            await line.write_message(message("kernel_info_request", {}), binary=True)
            if line.close_code:
                break
        await answers_soon(other)
        while await line.said.get() is not None:
            pass
        assert line.close_code == 1008

    in_thread(attack())


@pytest.mark.parametrize("first", [b"x", None], ids=["one byte", "a burst"])
def test_socket__nothing_is_read_once_it_is_closed(app: str, first: bytes | None) -> None:
    """Read in another form, one sound message is a list of a hundred million parts."""

    async def attack() -> None:
        student, other = await Visitor(app).enter(), await Visitor(app).enter()
        line = await student.deaf(await student.page())
        before = server_mb(app)
        if first:
            await line.send(first)
        for _ in range(1 if first else 700):
            await line.send(message("kernel_info_request", {}))
        await answers_soon(other)
        assert server_mb(app) - before < 100

    in_thread(attack())


def test_socket__a_page_that_does_not_read_costs_no_more_than_its_budget(app: str) -> None:
    async def attack() -> None:
        student, other = await Visitor(app).enter(), await Visitor(app).enter()
        page = Page(student, await student.page())
        await page.join()
        before, done = server_mb(app), asyncio.Event()
        watch = asyncio.create_task(most_mb(app, done))
        line = await student.deaf(page.kernel)
        large = {"method": "update", "state": {"chart": "x" * 3_600_000}, "buffer_paths": []}
        await line.send(message("comm_msg", {"comm_id": page.face, "data": large}))
        for _ in range(400):
            if not await line.send(message("comm_msg", {"comm_id": page.face, "data": {"method": "request_state"}})):
                break
        await asyncio.sleep(5)
        await answers_soon(other)
        done.set()
        assert await watch - before < 150
        line.close()
        await student.ask(f"/voila/api/shutdown/{page.kernel}", "POST", body="")
        await asyncio.sleep(3)
        assert server_mb(app) - before < 60

    in_thread(attack())


def test_socket__a_page_that_hangs_up_is_answered_no_more(app: str) -> None:
    """What it had asked for was answered to the end: 200 huge replies that nobody would read."""

    async def attack() -> None:
        student, other = await Visitor(app).enter(), await Visitor(app).enter()
        page = Page(student, await student.page())
        await page.join()
        before, done = server_mb(app), asyncio.Event()
        watch = asyncio.create_task(most_mb(app, done))
        line = await student.deaf(page.kernel)
        large = {"method": "update", "state": {"chart": "x" * 3_600_000}, "buffer_paths": []}
        await line.send(message("comm_msg", {"comm_id": page.face, "data": large}))
        for _ in range(200):
            await line.send(message("comm_msg", {"comm_id": page.face, "data": {"method": "request_state"}}))
        line.close()
        page.line.close()
        await asyncio.sleep(10)
        await answers_soon(other)
        done.set()
        assert await watch - before < 150
        await student.ask(f"/voila/api/shutdown/{page.kernel}", "POST", body="")

    in_thread(attack())


def test_socket__lines_that_are_cut_leave_nothing_behind(app: str) -> None:
    """What was being written to them stayed for a minute each: some 25 MB more for each of these four times."""

    async def attack() -> None:
        bad, other = BadStudent(app), await Visitor(app).enter()
        await bad.me.enter()
        before = server_mb(app)
        for number in range(4):
            kernel = await bad.me.page(number)
            await bad.hang_up()
            await bad.me.ask(f"/voila/api/shutdown/{kernel}", "POST", body="")
        await asyncio.sleep(3)
        await answers_soon(other)
        assert server_mb(app) - before < 75

    in_thread(attack())


def test_socket__a_page_makes_no_widgets_and_has_a_short_name(app: str) -> None:
    async def attack() -> None:
        student = await Visitor(app).enter()
        kernel = await student.page()
        line = await student.socket(kernel, V1)
        comm = {"comm_id": "1", "target_name": "jupyter.widget", "data": {"state": {"value": "x" * 3_800_000}}}
        await line.write_message(message("comm_open", comm), binary=True)
        while await line.said.get() is not None:
            pass
        assert line.close_code == 1007
        address = f"/api/kernels/{kernel}/channels?session_id={'x' * 300}"
        headers = {"Sec-WebSocket-Protocol": V1, "Upgrade": "websocket", "Connection": "Upgrade"}
        assert (await student.ask(address, headers=headers)).code == 400

    in_thread(attack())


def test_kernel__of_another_visitor_is_not_there(app: str) -> None:
    async def attack() -> None:
        one, other = await Visitor(app).enter(), await Visitor(app).enter()
        kernel = await one.page()
        assert (await one.ask(f"/api/kernels/{kernel}")).code == 200
        assert (await other.ask(f"/api/kernels/{kernel}")).code == 404
        assert (await Visitor(app).ask(f"/api/kernels/{kernel}")).code == 403
        for method in ("DELETE", "PUT"):
            assert (await one.ask(f"/api/kernels/{kernel}", method, allow_nonstandard_methods=True)).code in (403, 405)
        await other.ask(f"/voila/api/shutdown/{kernel}", "POST", body="")
        assert (await one.ask(f"/api/kernels/{kernel}")).code == 200
        for visitor, code in ((other, 404), (Visitor(app), 403)):
            with pytest.raises(HTTPClientError) as said:
                await visitor.socket(kernel, V1)
            assert said.value.code == code
        with pytest.raises(HTTPClientError) as said:
            await one.socket(kernel, V1, origin="http://evil.example")
        assert said.value.code == 403

    in_thread(attack())


def test_pages__one_visitor_cannot_take_all_places(app: str) -> None:
    async def attack() -> None:
        greedy, other = await Visitor(app).enter(), await Visitor(app).enter()
        for seed in range(4):
            await greedy.page(seed)
        answer = await greedy.ask("/page/gallery")
        assert answer.code == 429 and "4 pages" in answer.body.decode()
        await other.page()

    in_thread(attack())


def test_places__one_computer_that_throws_its_cookies_away_keeps_nobody_out(tmp_path: Path) -> None:
    async def attack(app: str) -> None:
        codes = []
        for seed in range(8):
            greedy = await Visitor(app, "127.0.0.66").enter()
            codes.append((await greedy.ask(f"/page/table?seed={seed}")).code)
        assert codes[:6] == [200] * 6 and set(codes) <= {200, 503}  # six of eight places, until newcomers give way
        for n in range(2):
            await (await Visitor(app, f"127.0.0.{n + 7}").enter()).page()
        await asyncio.sleep(NEWCOMER + 1)  # nobody has used any page
        await (await Visitor(app, "127.0.0.9").enter()).page()
        said = (tmp_path / "said.txt").read_text()
        word = re.search(r"teacher.*token=(\w+)", said)
        assert word
        teacher = await Visitor(app).enter(word[1])
        rows = (await teacher.ask("/places")).body.decode()
        assert 0 < rows.count("127.0.0.66</td>") <= 5 and rows.count("127.0.0.9</td>") == 1
        assert (await greedy.ask("/places")).code == 404
        hidden = re.search(r'name="_xsrf" value="([^"]+)"', rows)
        assert hidden
        form = {"_xsrf": hidden[1], "computer": "127.0.0.66"}
        assert (await teacher.ask("/places", "POST", body=urllib.parse.urlencode(form))).code == 302
        assert "127.0.0.66" not in (await teacher.ask("/places")).body.decode()
        form = {"_xsrf": greedy.cookies["_xsrf"], "computer": "127.0.0.9"} if "_xsrf" in greedy.cookies else {}
        assert (await greedy.ask("/places", "POST", body=urllib.parse.urlencode(form))).code in (403, 404)
        assert "127.0.0.9<" in (await teacher.ask("/places")).body.decode()

    with running(tmp_path, "--warm=0", "--students=8", "--lan") as app:
        in_thread(attack(app))


def test_cookie__is_a_signed_random_number_that_no_script_reads(app: str) -> None:
    async def look() -> None:
        answer = await Visitor(app).ask(f"/?token={TOKEN}")
        line = next(each for each in answer.headers.get_list("Set-Cookie") if each.startswith("username-"))
        assert "HttpOnly" in line and "SameSite=Lax" in line
        stranger = Visitor(app)
        name, _, value = line.partition(";")[0].partition("=")
        stranger.cookies = {name: value[:-4] + "aaaa"}
        assert (await stranger.ask("/page/table")).code in (302, 403)
        body = answer.body.decode()
        assert "Anonymous" not in body

    in_thread(look())


def test_words__a_wrong_one_is_answered_late_and_the_teachers_opens_more(app: str, folder: Path) -> None:
    async def look() -> None:
        visitor = Visitor(app)
        begun = time.monotonic()
        answers = await asyncio.gather(*(visitor.ask(f"/?token=wrong{n}") for n in range(3)))
        assert time.monotonic() - begun >= 3 and {answer.code for answer in answers} <= {302, 403}
        said = (folder / "said.txt").read_text()
        word = re.search(r"teacher.*token=(\w+)", said)
        assert word and word[1] != TOKEN
        page = (await Visitor(app).ask(f"/?token={word[1]}")).body.decode()
        assert "For the teacher" in page
        assert "For the teacher" not in (await Visitor(app).ask(f"/?token={TOKEN}")).body.decode()

    in_thread(look())


def test_connections__half_requests_end_and_keep_nobody_out(tmp_path: Path) -> None:
    """With 200 file descriptors, 900 heads and bodies that never end, none of them with the word."""
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)
    halves = [b"GET / HTTP/1.1\r\nHost: x\r\n", b"POST /login HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nx", b""]

    async def attack(app: str) -> None:
        host, port = app.removeprefix("http://").split(":")
        student = await Visitor(app).enter()
        lines = []
        for n in range(900):
            with contextlib.suppress(OSError):
                reader, writer = await asyncio.open_connection(host, int(port))
                writer.write(halves[n % 3])
                lines.append((reader, writer))
        await answers_soon(student)
        await answers_soon(await Visitor(app).enter())
        await asyncio.gather(*(reader.read(65536) for reader, _ in lines), return_exceptions=True)  # all have ended
        for _, writer in lines:
            writer.close()

    with running(tmp_path, "--warm=0") as app:
        psutil.Process(server_of(app)).rlimit(psutil.RLIMIT_NOFILE, (200, 200))
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(4096, limit[1]), limit[1]))
        try:
            in_thread(attack(app))
        finally:
            resource.setrlimit(resource.RLIMIT_NOFILE, limit)
    assert (tmp_path / "said.txt").stat().st_size < 10_000


BENT_PATHS = [
    *("/logout", "/voila/templates/x", "/voila/templates/x/static/../../y", "/voila/templates/../../etc/passwd"),
    *("/voila/static/../../../etc/passwd", "/voila/labextensions/../../x", "/api/kernels", "/api/kernels/x/channels"),
    *(
        "/voila/query/1-1-1-1-1",
        "/voila/execution/1-1-1-1-1",
        "/voila/api/themes/../../x",
        "/page/%00",
        "/boards/x.svg",
    ),
]


@pytest.mark.parametrize("path", BENT_PATHS)
def test_addresses__that_are_bent_are_answered_in_words(app: str, path: str) -> None:
    async def look() -> tuple[int, int]:
        return (await (await Visitor(app).enter()).ask(path)).code, (await Visitor(app).ask(path)).code

    for code in in_thread(look()):
        assert code in (200, 302, 304, 400, 403, 404, 405)


NEXT = [
    *(
        "http:[::1",
        "//evil.example",
        "/\\evil.example",
        "http://evil.example",
        "\r\nX: y",
        "/\r\nX: y",
        "javascript:alert(1)",
    ),
    *("https:///evil.example", "/%0d%0aX:y", "x" * 3000, "\ud7ff", "/page/table?seed=7"),
]


@pytest.mark.parametrize("where", NEXT)
def test_next__leads_nowhere_else(app: str, where: str) -> None:
    async def look() -> None:
        visitor = Visitor(app)
        path = f"/login?{urllib.parse.urlencode({'next': where})}"
        door = await visitor.ask(path)
        assert door.code == 403
        found = re.search(r'name="_xsrf" value="([^"]+)"', door.body.decode())
        assert found
        form = {"password": TOKEN, "_xsrf": found[1], "new_password": "mine"}
        answer = await visitor.ask(path, "POST", body=urllib.parse.urlencode(form))
        assert answer.code == 302 and "X" not in answer.headers
        target = answer.headers["Location"]
        assert target == (where if where.startswith("/page") else "/")

    in_thread(look())


def test_kernel__has_its_bounds(app: str) -> None:
    async def look() -> None:
        student = await Visitor(app).enter()
        await student.page()

    in_thread(look())
    server, kernels = psutil.Process(server_of(app)), kernels_of(app)
    assert kernels
    if hasattr(psutil, "RLIMIT_DATA"):
        assert all(0 < each.rlimit(psutil.RLIMIT_DATA)[1] < 4e9 for each in kernels)
        assert all(each.nice() > server.nice() for each in kernels)


def test_class__plays_on_beside_one_who_misbehaves(tmp_path: Path) -> None:
    """Thirty for half an hour: `python tests/browser/crowd.py --minutes 30`."""
    measured = lesson(students=3, acts=12, warm=3, folder=tmp_path, minutes=0.3)
    assert measured.lost == 0 and len(measured.quiet) >= 18 and len(measured.harmed) >= 18
    assert measured.refused == 2 and measured.done  # of his six pages
    assert measured.server_mb[1] - measured.server_mb[0] < 60 and measured.most_mb - measured.server_mb[0] < 200
