"""The app for a class whose server is killed, or stopped, and started again: games, cookies and pages come back."""

import asyncio
import json
import re
import signal
import sys
from pathlib import Path
from typing import Any

import psutil
import pytest
from crowd import GAME
from restarts import Server, class_killed
from servers import leave
from test_served_app import TABLE, Student
from visitors import Visitor, in_thread, kernels_of, server_of

from monopoly_lab.common.messages import say


def test_class__that_is_killed_while_it_plays_loses_no_act(tmp_path: Path) -> None:
    """Twenty kills of a whole class: `python tests/browser/restarts.py`."""
    outcome = class_killed(tmp_path, kills=2, students=2, seed=1)
    assert outcome.lost == 0, outcome.problems
    assert outcome.confirmed > 2 and len(outcome.seconds) == 2
    assert len(list((tmp_path / "games").glob("class_*/run/*"))) == 0  # stopped in good order: nothing is left


@pytest.mark.skipif(sys.platform != "linux", reason="kernels are forked on Linux only")
def test_kernels__are_made_anew_after_the_end_of_what_forks_them_and_end_with_the_server(tmp_path: Path) -> None:
    async def way(server: Server) -> list[psutil.Process]:
        while not (waiting := kernels_of(server.address)):
            await asyncio.sleep(0.1)
        await asyncio.sleep(4)  # until it waits for a page
        waiting[0].parent().kill()  # type: ignore[union-attr]
        assert psutil.wait_procs(waiting, 10)[1] == []
        page = await (await Visitor(server.address).enter()).open(GAME)
        await page.join()
        await page.act("luck")
        return kernels_of(server.address)

    server = Server(tmp_path, "--students=2", "--warm=1", is_forked=False)
    server.start()
    try:
        kernels = in_thread(way(server), 120)
        assert kernels and kernels[0].parent().ppid() == server_of(server.address)  # type: ignore[union-attr]
    finally:
        server.end()
    assert psutil.wait_procs(kernels, 10)[1] == []


@pytest.mark.parametrize("lang", ["en", *(pytest.param(lang, marks=pytest.mark.release) for lang in ("ru", "uk"))])
def test_page__whose_kernel_or_server_dies_takes_its_game_up_again_and_a_server_that_is_stopped_says_how_to_go_on(
    chromium: Any, tmp_path: Path, shots: Path, lang: str
) -> None:
    """The page of a server comes back by itself, and says so."""
    server = Server(tmp_path, "--students=3", "--warm=0")
    server.start()
    student = Student(chromium, server.address)
    student.table(f"{TABLE}&lang={lang}")
    page = student.page
    before = page.locator(".ml-waiting").inner_text()
    page.locator("[data-act=luck], [data-act=press]").first.click()
    page.wait_for_function("before => document.querySelector('.ml-waiting').innerText !== before", arg=before)
    waiting = page.locator(".ml-waiting").inner_text()
    kernel_dies(page, server.address, waiting, lang)
    page.locator("[data-tab=time]").click()
    server.end()
    page.locator("#ml-lost").wait_for()
    server.start()
    page.locator("#ml-restarted").wait_for()
    assert page.locator("#ml-restarted").inner_text().strip() == say("serve.back", lang)
    student.drawn()
    page.screenshot(path=shots / f"back_{lang}.png")
    assert page.locator(".ml-waiting").inner_text() == waiting
    assert "continue=yes" in page.url
    page.locator("#ml-restarted").click()
    assert page.locator("#ml-restarted").is_hidden()
    (form,) = tmp_path.glob("games/class_*/games/s-*/asked.json")
    server.end(signal.SIGTERM)
    page.goto("about:blank")
    said = (tmp_path / "said.txt").read_text()
    assert re.search(rf"monopoly-lab serve --token classword --port {server.port}", said)
    server.start()
    try:
        assert form.exists()
        page.goto(server.address)
        page.locator("#play").wait_for()  # the cookie is known
        leave(page)
    finally:
        server.end(signal.SIGTERM)


def kernel_dies(page: Any, app: str, waiting: str, lang: str) -> None:
    """The page says so, and opened again it offers its game."""
    page.wait_for_timeout(2500)  # the autosave is written
    config = json.loads(page.locator("#jupyter-config-data").inner_text())
    for process in kernels_of(app):
        if process.name() == f"kernel-{config['kernelId'][:8]}" or config["kernelId"] in " ".join(process.cmdline()):
            process.send_signal(signal.SIGKILL)
    page.get_by_text(say("serve.died", lang)).wait_for()
    page.get_by_role("link", name=say("serve.again", lang)).last.click()
    page.locator(".ml-table[data-drawn]").first.wait_for()
    page.locator("[data-act=resume]").click()
    page.wait_for_function("was => document.querySelector('.ml-waiting').innerText === was", arg=waiting)
