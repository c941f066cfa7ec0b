"""`monopoly-lab serve` with real browsers: a class plays and reads without code, offline, and within its places.

The accessibility tests need axe-core (npm install axe-core): MONOPOLY_LAB_AXE names its axe.min.js.
"""

import html
import json
import re
import shutil
import socket
import subprocess
import urllib.error
import urllib.request
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from looks import seen_by_axe, violations
from servers import CLASS_WORD as TOKEN
from servers import class_app, free_port, leave, stopped, wait_for
from visitors import Visitor, in_thread

import monopoly_lab as ml
from monopoly_lab.common.messages import languages, say
from monopoly_lab.lessons.lesson_notebooks import lesson_names
from monopoly_lab.live.qr_code import qr_code
from tests.sampled import rest_for_release

IDLE = 5  # seconds after which the small app puts a page away
TABLE = "page/table?edition=classic_us&number=3&seed=7&others=people"


@contextmanager
def running(folder: Path, *options: str, **how: bool) -> Iterator[str]:
    """The address of an app that was started with these options; left to itself, it makes a kernel for each place."""
    port = free_port()
    given = ["--no-browser", f"--port={port}", f"--token={TOKEN}", f"--games={folder / 'games'}", "--warm=1", *options]
    process = class_app(folder, "serve", *given, **how)
    address = f"http://127.0.0.1:{port}"
    try:
        wait_for(f"{address}/?token={TOKEN}", process)
        yield address
    finally:
        stopped(process)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("class")


@pytest.fixture(scope="module")
def app(folder: Path) -> Iterator[str]:
    with running(folder, is_forked=False) as address:  # as its users start it
        yield address


@pytest.fixture(scope="module")
def word(app: str, folder: Path) -> str:
    """The word of the teacher."""
    found = re.search(r"teacher.*token=(\w+)", (folder / "said.txt").read_text())
    assert found
    return found[1]


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """An app with one place, and little patience."""
    with running(tmp_path_factory.mktemp("small"), "--students=1", f"--idle={IDLE / 60}") as address:
        yield address


class Student:
    """A browser of one's own; what it asks of others than the app, and errors of the page, are complaints."""

    def __init__(self, browser: Any, address: str) -> None:
        self.address = address
        self.complaints: list[str] = []
        self.context = browser.new_context(viewport={"width": 1280, "height": 720})
        self.page = self.context.new_page()
        self.page.on("console", self._said)
        self.page.on("pageerror", lambda problem: self.complaints.append(f"error: {problem}"))
        self.page.on("request", lambda request: self._asked(request.url))
        self.page.on("websocket", lambda opened: self._asked(opened.url))

    def _said(self, message: Any) -> None:
        if message.type == "error" and "Failed to load resource" not in message.text:
            self.complaints.append(f"console: {message.text}")

    def _asked(self, url: str) -> None:
        if not url.startswith((self.address, "data:", "blob:", self.address.replace("http", "ws"))):
            self.complaints.append(f"asked for {url}")

    def visit(self, path: str = "", token: str = TOKEN) -> Any:
        """Go to a page as one who knows the word."""
        joint = "&" if "?" in path else "?"
        return self.page.goto(f"{self.address}/{path}{joint}token={token}")

    def table(self, path: str = TABLE) -> Any:
        """A page with a table, when it is drawn."""
        self.visit(path)
        return self.drawn()

    def drawn(self) -> Any:
        table = self.page.locator(".ml-table[data-drawn]").first
        table.wait_for()
        return table

    def roll(self) -> str:
        """Throw the dice, and what the table says then."""
        waiting = self.page.locator(".ml-waiting")
        before = waiting.inner_text()
        self.page.get_by_role("button", name="Throw the dice").click()
        self.page.wait_for_function("was => document.querySelector('.ml-waiting').innerText !== was", arg=before)
        return str(waiting.inner_text())


@pytest.fixture
def student(chromium: Any) -> Iterator[Any]:
    """Makes students; all of them leave without a complaint."""
    there: list[Student] = []

    def comes(address: str) -> Student:
        there.append(Student(chromium, address))
        return there[-1]

    yield comes
    complaints = [complaint for each in there for complaint in each.complaints]
    for each in there:
        leave(each.page)
    assert not complaints


@pytest.fixture(scope="module")
def lesson(chromium: Any, app: str) -> Iterator[Student]:
    """The first lesson, open."""
    with reading(chromium, app, "page/01_play_a_scenario", "input[type=text]") as reader:
        yield reader


@pytest.fixture(scope="module")
def gallery(chromium: Any, app: str) -> Iterator[Student]:
    """The gallery, open."""
    with reading(chromium, app, "", "main") as reader:
        reader.page.get_by_role("link", name="Gallery").click()
        reader.page.get_by_role("button", name="Play").first.wait_for()
        yield reader


@pytest.fixture(scope="module")
def under_way(chromium: Any, app: str) -> Iterator[Student]:
    """A table with a game under way, of one who likes it dark; each test chooses its colors."""
    with reading(chromium, app, "page/table?scenario=game_under_way", ".ml-table[data-drawn]", scheme="dark") as reader:
        assert reader.drawn().get_attribute("data-theme") == "dark"  # from the first
        yield reader


@pytest.fixture(scope="module")
def whole(chromium: Any, app: str, word: str) -> Iterator[Any]:
    """The page of a lesson of which its teacher has opened all; each test gives it its size and colors."""
    with reading(chromium, app, "page/41_supply_and_taxes", ".ml-way button", word) as reader:
        assert "Visitors cannot go elsewhere" not in reader.page.content()
        reader.page.get_by_role("button", name="Show everything").click()
        reader.page.wait_for_function("() => !document.querySelector('.ml-goes-on').textContent.trim()")
        reader.page.locator(".ml-explorable .js-plotly-plot .xtick text").first.wait_for()
        yield reader.page


@contextmanager
def reading(
    browser: Any, app: str, path: str, wanted: str, token: str = TOKEN, scheme: str = "light"
) -> Iterator[Student]:
    reader = Student(browser, app)
    reader.page.emulate_media(color_scheme=scheme)
    reader.visit(path, token)
    reader.page.locator(wanted).first.wait_for()
    yield reader
    complaints = reader.complaints
    leave(reader.page)
    assert not complaints


def test_app__from_the_start_page_to_a_game_that_nobody_else_sees_and_that_is_kept_until_it_is_forgotten(
    student: Any, app: str, shots: Path
) -> None:
    """An answer that was seen is kept, however soon the page is left, and offered again to its browser alone."""
    ann, bo = student(app), student(app)
    ann.visit()
    ann.page.get_by_label("Your name").fill("Zoe")
    ann.page.get_by_label("Players").select_option("2")
    ann.page.get_by_label("Seed of the luck").fill("7")
    ann.page.get_by_label("The others").select_option("people")
    ann.page.get_by_role("button", name="To the table").click()
    ann.drawn()
    same = ann.page.url.removeprefix(f"{app}/")
    assert "Zoe" not in same and "seed=7" in same
    assert "Zoe" not in in_thread(game_of_another(app, same))
    bo.table(f"{same}&name=Zoe")
    assert "Zoe" not in bo.page.url
    at_first = bo.page.locator(".ml-waiting").inner_text()
    assert "Zoe" in at_first and at_first == ann.page.locator(".ml-waiting").inner_text()
    after_ann = ann.roll()
    ann.page.get_by_role("link", name="All pages").click()
    assert bo.page.locator(".ml-waiting").inner_text() == at_first != after_ann
    assert bo.roll() == after_ann  # the same seed, in a game of Bo's own
    bo.page.reload()
    bo.drawn()
    assert "Zoe" in bo.page.locator("body").inner_text()
    again = ann.page.get_by_role("link", name="Continue")
    for _ in range(500):  # until it is on the disk
        ann.page.get_by_label("Your name").wait_for()
        if again.count():
            break
        ann.page.wait_for_timeout(200)
        ann.page.reload()
    ann.page.get_by_text("1 answer given").wait_for()
    assert "Zoe, " in ann.page.locator(".ml-begun").inner_text()
    ann.page.screenshot(path=shots / "begun.png")
    other = student(app)
    other.visit()
    assert not other.page.locator(".ml-begun").count()
    again.click()
    ann.drawn()
    assert ann.page.locator(".ml-waiting").inner_text() == after_ann and not ann.page.locator("#ml-resume").count()
    ann.page.get_by_role("link", name="All pages").click()
    ann.page.get_by_role("button", name="Forget").click()
    ann.page.get_by_label("Your name").wait_for()
    assert not ann.page.locator(".ml-begun").count()
    ann.visit(f"{same}&name=Zoe&continue=yes")  # as it stands in the browser's history
    ann.drawn()
    assert ann.page.locator(".ml-waiting").inner_text() == at_first and not ann.page.locator("#ml-resume").count()


async def game_of_another(app: str, path: str) -> str:
    """The game that somebody else finds at the address of a table."""
    page = await (await Visitor(app).enter()).open(path.removeprefix("page/table?"))
    await page.join()
    return await page.game()


# How many letters the longest line of the text has.
LONGEST_LINE = """
() => Math.max(...[...document.querySelectorAll(".ml-lesson :is(p, li)")].flatMap((part) => {
  const words = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
  const range = document.createRange(), lines = new Map();
  while (words.nextNode()) [...words.currentNode.data].forEach((letter, n) => {
    range.setStart(words.currentNode, n);
    range.setEnd(words.currentNode, n + 1);
    const box = range.getClientRects()[0];
    if (box?.width) lines.set(Math.round(box.bottom / 8), (lines.get(Math.round(box.bottom / 8)) ?? 0) + 1);
  });
  return [...lines.values()];
}), 0)
"""


def test_app__a_lesson_is_set_as_a_page(lesson: Student, shots: Path) -> None:
    """Lines of at most 75 letters, the board beside the question in the first window, and where one is."""
    page = lesson.page
    page.set_viewport_size({"width": 1920, "height": 1080})
    assert 50 <= page.evaluate(LONGEST_LINE) <= 75
    page.get_by_role("navigation", name="Steps of this lesson").get_by_text("Step 1 of").wait_for()
    board, text = (page.locator(f".ml-step-1 .ml-{part}").first.bounding_box() for part in ("look", "say"))
    assert board["x"] >= text["x"] + text["width"] and board["y"] + board["height"] <= 1080
    page.screenshot(path=shots / "lesson_wide.png")
    page.set_viewport_size({"width": 390, "height": 844})
    page.locator(".ml-step-1 h1").evaluate(AT_REST)
    board, text = (page.locator(f".ml-step-1 {part}").first.bounding_box() for part in (".ml-board", "h1"))
    assert text["y"] < 300 and text["y"] + text["height"] <= board["y"] < 844, "title and text first, then the board"
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.screenshot(path=shots / "lesson_phone.png")
    page.set_viewport_size({"width": 1280, "height": 720})


def test_app__a_lesson_shows_no_code_and_goes_on_with_the_readers_numbers(lesson: Student, shots: Path) -> None:
    page = lesson.page
    assert not page.locator(".jp-InputArea-editor").count() and "import monopoly_lab" not in page.content()
    assert page.get_by_role("heading", level=1).count() == 1
    field = page.get_by_label("Rent of New York Avenue with two houses")
    keep = page.get_by_role("button", name="Save")
    field.fill("-5")
    keep.first.click()
    page.get_by_text("−5 dollars is less than 0 dollars.").wait_for()
    later = ("it is 220", "The same with three houses", "Play with the mouse", "Let bots play on")
    assert not any(each in page.content() for each in later)  # nowhere, before it is answered
    assert not page.get_by_role("button", name="Show everything").count()  # that is the teacher's
    field.fill("200")
    keep.first.click()
    page.get_by_label("The same with three houses").fill("600")
    page.get_by_label("The same with three houses").press("Enter")
    page.get_by_text("You said 200 dollars, it is 220 dollars.").first.wait_for()
    page.get_by_text("You said 600 dollars, it is 600 dollars.").first.wait_for()
    assert field.is_disabled() and field.input_value() == "200"
    futures = page.get_by_label("In how many of five futures is Ann richer if she builds?")
    futures.fill("3")
    futures.press("Enter")
    table = lesson.drawn()
    table.get_by_role("tab", name="File").click()
    table.locator("#ml-download").wait_for()
    assert not table.locator("#ml-file").count()  # the disk is the teacher's
    page.locator(".ml-way a", has_text="Read it").click()
    page.get_by_text("Step 9 of").wait_for()
    page.reload()
    page.get_by_text("You said 600 dollars, it is 600 dollars.").first.wait_for()
    assert page.get_by_label("Rent of New York Avenue with two houses").input_value() == "200"
    page.get_by_text("Step 9 of").wait_for()  # where one was
    lesson.drawn()
    page.screenshot(path=shots / "lesson_reloaded.png")


def test_hand_in__goes_to_the_teacher_who_sees_takes_and_deletes_it_with_the_answers(
    chromium: Any, app: str, word: str, folder: Path, student: Any, shots: Path
) -> None:
    for reader in (student(app), student(app)):
        reader.visit("page/07_who_wins")
        end = reader.page.locator(".ml-hand-in")
        end.wait_for()
        end.locator("input").fill("Ann Lee")
        end.get_by_text("0 of ").wait_for()
        end.locator("button").click()
        end.get_by_text("To hand in all the same, press once more.").wait_for()
        end.scroll_into_view_if_needed()
        reader.page.screenshot(path=shots / "handing_in_nothing.png")
        end.get_by_role("link").first.click()
        leads = "() => document.activeElement.closest('.ml-question')?.getBoundingClientRect().top > 0"
        assert reader.page.evaluate(leads), "to the question that is missing"
        reader.page.wait_for_timeout(1200)  # who has read the question, see READ of widgets/handing_in.py
        end.locator("button").click()
        end.get_by_text("you may hand in again").wait_for()
        end.get_by_text("Handed in from this device: Ann Lee (").wait_for()
        reader.page.screenshot(path=shots / "handed_in.png")
    reader.page.reload()
    reader.page.locator(".ml-hand-in").get_by_text("Handed in at").wait_for()
    assert reader.page.locator(".ml-hand-in input").input_value() == "Ann Lee"
    assert reader.page.request.get(f"{app}/kept/handed?key=07_who_wins").status == 404
    page = chromium.new_context().new_page()
    page.goto(f"{app}/?token={word}")
    page.get_by_role("link", name="Handed in").click()
    assert page.title() == page.locator("h1").inner_text() == "Handed in", "what was clicked"
    listed = page.locator("section[aria-labelledby=handed] tbody tr")
    assert "Ann Lee (" in listed.inner_text() and "Ann Lee other device 2" in listed.inner_text()
    page.screenshot(path=shots / "kept_handed_in.png")
    with page.expect_download() as taken:
        listed.get_by_text("Download").click()
    assert zipfile.ZipFile(taken.value.path()).namelist() == ["Ann_Lee.ipynb", "Ann_Lee other device 2.ipynb"]
    with zipfile.ZipFile(taken.value.path()) as archive:
        seeds = [re.findall(r"seed=(\d+)\)", archive.read(name).decode()) for name in archive.namelist()]
    assert [len(each) for each in seeds] == [1, 1] and seeds[0] != seeds[1], "each visitor has dice of their own"
    page.on("dialog", lambda dialog: dialog.accept())
    listed.get_by_role("button", name="Delete").click()
    listed.wait_for(state="detached")
    assert not list((folder / "games").rglob("handed_in/07_who_wins"))
    assert not list((folder / "games").rglob("handed_in_07_who_wins.json")), "the names go with the files"
    answers_deleted(reader, page, folder / "games", shots)
    page.context.close()


def answers_deleted(reader: Student, page: Any, games: Path, shots: Path) -> None:
    """On the teacher's page, with what is handed in, once the reader has left the lesson."""
    asked, end = reader.page.locator(".ml-question input").first, reader.page.locator(".ml-hand-in")
    asked.fill("40")
    asked.press("Enter")
    end.get_by_text("1 of ").wait_for()
    end.locator("input").fill("Dora")
    end.locator("button").click()
    end.get_by_text("To hand in all the same, press once more.").wait_for()
    reader.page.wait_for_timeout(1200)
    end.locator("button").click()
    end.get_by_text("Dora (").wait_for()
    page.goto(f"{reader.address}/kept")
    row = page.locator("section[aria-labelledby=answers] tbody tr").filter(has_text="Dora")
    assert "open now" in row.inner_text() and not row.get_by_role("button").count()
    page.screenshot(path=shots / "kept_answers.png", full_page=True)
    reader.visit()
    for _ in range(50):  # until the page that was left has given up its place
        page.reload()
        if row.get_by_role("button").count():
            break
        page.wait_for_timeout(200)
    row.get_by_role("button", name="Delete").click()
    row.wait_for(state="detached")
    left = [path.read_text(errors="replace") for path in games.rglob("*") if path.is_file()]
    assert left and not [text for text in left if "Dora" in text]
    assert not list(games.rglob("Dora*"))


def test_start__the_teachers_projector_shows_address_code_and_qr_code_at_once(
    chromium: Any, app: str, word: str, shots: Path
) -> None:
    """22 px and more, read from the back row; for students the page begins with its lessons."""
    page = chromium.new_context(viewport={"width": 1920, "height": 1080}).new_page()
    page.goto(f"{app}/?token={word}")
    page.screenshot(path=shots / "start_of_the_teacher.png")
    said = page.locator(".ml-address")
    assert said.inner_text().split("\n") == [app, f"Code: {TOKEN}"]
    assert float(said.evaluate("each => parseFloat(getComputedStyle(each).fontSize)")) >= 40
    code = page.get_by_role("img", name="QR code for the class")
    assert code.locator("path").last.get_attribute("d") == qr_code(f"{app}/?token={TOKEN}")["path"]
    box = code.bounding_box()
    assert box["width"] >= 400 and box["y"] + box["height"] <= 1080
    size = "parseFloat(getComputedStyle(each).fontSize)"
    sizes = f"nodes => nodes.filter((each) => each.checkVisibility()).map((each) => {size})"
    assert min(page.locator("main :is(p, li, a, small, label, select, button, summary)").evaluate_all(sizes)) >= 22
    page.context.close()
    other = chromium.new_context().new_page()
    other.goto(f"{app}/?token={TOKEN}")
    other.locator("#lessons").wait_for()
    assert not other.locator(".ml-teacher").count()
    other.context.close()


def test_invitation__leads_to_a_lesson_by_its_code_and_is_for_the_teacher_alone(
    chromium: Any, app: str, word: str, shots: Path
) -> None:
    page = chromium.new_context(viewport={"width": 1920, "height": 1080}).new_page()
    page.goto(f"{app}/?token={word}")
    page.goto(f"{app}/places")
    assert re.search(r"\d+ of \d+ places taken", page.get_by_role("status").inner_text())
    page.get_by_role("link", name="QR code for the class").click()
    page.get_by_label("It leads to").select_option("41_supply_and_taxes")
    page.get_by_role("button", name="Show").click()
    page.wait_for_url("**lesson=41_supply_and_taxes*")
    page.screenshot(path=shots / "invitation.png")
    expected = qr_code(f"{app}/page/41_supply_and_taxes?token={TOKEN}")["path"]
    is_same = page.locator("svg path").last.get_attribute("d") == expected
    assert is_same, "another code"
    assert page.get_by_role("alert").inner_text().startswith("Only this computer is let in")
    assert page.goto(f"{app}/invitation?lesson=nothing").status == 404
    page.context.close()
    other = chromium.new_context().new_page()
    other.goto(f"{app}/?token={TOKEN}")
    assert other.goto(f"{app}/invitation").status == 404
    other.context.close()


async def one_act(app: str) -> None:
    """A game that is kept."""
    page = await (await Visitor(app).enter()).open("edition=classic_us&number=2&others=people&seed=7")
    await page.join()
    await page.act("luck")


def test_kept__one_page_lists_rooms_and_games_for_the_teacher_to_open_take_and_delete(
    chromium: Any, app: str, word: str, folder: Path, student: Any, shots: Path
) -> None:
    reader, path = student(app), "kept"
    in_thread(one_act(app))
    reader.visit()
    assert reader.visit(path).status == 404  # a student is not told what there is
    page = chromium.new_context().new_page()
    page.goto(f"{app}/?token={word}")
    page.goto(f"{app}/places")
    page.get_by_role("button", name="Open a live class").click()
    page.wait_for_selector(".activities article")
    assert not page.url.startswith(app)
    code = page.locator(".join-here b").inner_text()
    page.goto(f"{app}/{path}")
    rooms, games = (page.locator(f"section[aria-labelledby={name}]") for name in ("rooms", "games"))
    assert code in rooms.inner_text() and "open now" in rooms.inner_text()
    page.screenshot(path=shots / "kept.png")
    with page.expect_download() as taken:
        games.get_by_text("Download").first.click()
    taken.value.save_as(folder / "taken.toml")
    assert ml.Game.load(folder / "taken.toml").answered > 0
    asked = []
    page.on("dialog", lambda dialog: (asked.append(dialog.message), dialog.dismiss()))
    before = games.locator("tbody tr").count()
    games.get_by_role("button", name="Delete").first.click()
    assert len(asked) == 1 and games.locator("tbody tr").count() == before  # it was asked, and nothing was deleted
    page.close()
    page = page.context.new_page()
    page.on("dialog", lambda dialog: dialog.accept())
    page.goto(f"{app}/{path}")
    page.locator("section[aria-labelledby=games]").get_by_role("button", name="Delete").first.click()
    page.wait_for_function(
        "n => document.querySelectorAll('section[aria-labelledby=games] tbody tr').length < n", arg=before
    )
    page.locator("section[aria-labelledby=rooms]").get_by_role("button", name="Open").first.click()
    page.wait_for_selector(".activities article")
    assert page.locator(".join-here b").inner_text() == code
    page.context.close()


def test_app__the_teacher_opens_a_whole_lesson_with_a_button(whole: Any) -> None:
    """It begins with its board, on a dark page too."""
    board = whole.locator(".ml-lesson .ml-board").first
    for scheme, other in (("dark", "light"), ("light", "dark")):
        whole.emulate_media(color_scheme=scheme)
        board.locator(f".ml-{scheme}").wait_for()
        assert not board.locator(f".ml-{other}").is_visible()
    whole.get_by_text("Visitors cannot go elsewhere").wait_for()
    whole.get_by_text("Nothing was predicted; it is 36 %.").first.wait_for()


def test_app__a_lesson_on_a_projector_is_read_from_the_back_row(whole: Any) -> None:
    """22 px of text and 18 of charts, which stay within their frame; a bare board is small and comes once."""
    page = whole
    page.set_viewport_size({"width": 1920, "height": 1080})
    chart = page.locator(".ml-explorable .js-plotly-plot")
    chart.locator(".xtick text").first.wait_for()
    page.wait_for_timeout(1000)
    size = "parseFloat(getComputedStyle(each).fontSize)"
    sizes = f"nodes => nodes.filter((each) => each.checkVisibility()).map((each) => {size})"
    for part in ("p", "td", "label", ".widget-label", ".jupyter-button"):
        assert min(page.locator(f".ml-steps {part}").evaluate_all(sizes)) >= 22, part
    assert page.evaluate(LONGEST_LINE) <= 75 and page.evaluate(SIDEWAYS) == []
    drawn, frame = (
        page.locator(f".ml-explorable {part}").first.bounding_box() for part in (".main-svg", ".widget-output")
    )
    assert drawn["width"] <= frame["width"] + 1 and drawn["height"] == pytest.approx(frame["height"], abs=2)
    assert chart.locator(".xtick text").first.bounding_box()["height"] >= 18
    seen = "() => [...document.querySelectorAll('.ml-board')].filter((each) => each.checkVisibility()).length"
    assert page.evaluate(seen) == 1 and page.locator(".ml-board").first.bounding_box()["width"] <= 400


# Of a page as it is printed: charts that are cut or wider than the paper, and what can only be pressed.
CUT = """
() => {
  const found = [];
  for (const drawn of document.querySelectorAll(".ml-lesson .main-svg:first-of-type")) {
    const svg = drawn.getBoundingClientRect();
    let [bottom, right] = [svg.bottom, svg.right];
    for (let box = drawn; !box.matches(".ml-lesson"); box = box.parentElement) {
      if (getComputedStyle(box).overflowY === "visible") continue;
      const edge = box.getBoundingClientRect();
      if (edge.bottom < bottom - 1 || edge.right < right - 1) found.push(`cut by ${box.className}`);
    }
    const after = drawn.closest(".ml-explorable, .ml-chart").getBoundingClientRect();
    if (after.bottom < bottom - 1 || svg.width > 670) found.push(`${svg.width} x ${svg.height} in ${after.height}`);
  }
  for (const part of document.querySelectorAll("button, input[type=range], select, .ml-frame, .ml-banner"))
    if (part.checkVisibility()) found.push(part.outerHTML.slice(0, 80));
  return found;
}
"""


@pytest.mark.parametrize("scheme", rest_for_release(["light", "dark"], ["dark"]))
def test_app__a_lesson_is_printed_whole_and_without_what_is_pressed(whole: Any, shots: Path, scheme: str) -> None:
    whole.set_viewport_size({"width": 1280, "height": 720})
    whole.emulate_media(color_scheme=scheme)
    whole.wait_for_timeout(1500)
    try:
        printed_whole(whole, shots, scheme)
    finally:
        whole.emulate_media(media="screen", color_scheme="light")


def printed_whole(page: Any, shots: Path, scheme: str) -> None:
    margin = dict.fromkeys(("top", "bottom", "left", "right"), "1cm")
    paper = page.pdf(path=shots / f"printed_{scheme}.pdf", format="A4", margin=margin)
    assert 4 <= paper.count(b"/Type /Page\n") <= 8
    page.emulate_media(media="print", color_scheme=scheme)
    assert page.evaluate(CUT) == [] and page.locator(".ml-board:visible").count() == 1
    assert page.locator(".ml-blanks").inner_text().split() == ["Name", "Class", "Date"]
    assert page.locator(".ml-leads:visible").evaluate_all(
        "nodes => nodes.length > 5 && nodes.every((each) => getComputedStyle(each).breakAfter === 'avoid')"
    )
    ink = page.locator(".ml-lesson h1").evaluate("each => getComputedStyle(each).color")
    assert ink == "rgb(27, 36, 32)", "dark on white, however the screen is"
    if not shutil.which("pdftotext"):
        pytest.skip("pdftotext of poppler is not installed: what stands on each sheet is not looked at")
    asked = ["pdftotext", "-layout", shots / f"printed_{scheme}.pdf", "-"]
    *sheets, _ = subprocess.run(asked, capture_output=True, text=True, check=True).stdout.split("\f")
    for n, sheet in enumerate(sheets, 1):
        lines = [line.strip() for line in sheet.split("\n") if line.strip()]
        assert lines[0] == "41. Supply of houses and taxes" and lines[-1].replace(" ", "") == f"{n}/{len(sheets)}"
        assert not lines[1].startswith("Your answer"), "a field without its question"
        assert not lines[-2].endswith((":", "?")), "a question without its field"


# Wait until an element has been in one place for half a second.
AT_REST = """
async (each) => {
  const top = () => each.getBoundingClientRect().top;
  for (let before = NaN; before !== top(); ) {
    before = top();
    await new Promise((done) => setTimeout(done, 500));
  }
}
"""


def test_app__on_a_phone_a_slider_has_steps_for_a_finger_and_stays_beside_its_curve(whole: Any) -> None:
    page = whole
    page.set_viewport_size({"width": 390, "height": 844})
    more = page.locator("[data-name=tax]").get_by_role("button", name="one step more")
    more.scroll_into_view_if_needed()
    more.evaluate(AT_REST)  # charts take their new width one after the other, and a button that moves is missed
    more.click()
    page.get_by_role("heading", name="A tax of 11 % on rents").wait_for()
    assert all(more.bounding_box()[side] >= 44 for side in ("width", "height"))
    curve = page.locator(".ml-explorable .js-plotly-plot .xtick text").first
    curve.wait_for()
    page.locator("[data-name=tax]").evaluate("each => each.scrollIntoView({ block: 'end' })")
    page.wait_for_timeout(300)
    chart = page.locator(".ml-explorable-frame").bounding_box()
    assert chart["y"] >= 51 and chart["y"] + chart["height"] <= more.bounding_box()["y"]  # curve and bars above it
    assert page.evaluate(SIDEWAYS) == []
    page.locator("[data-name=tax]").get_by_role("button", name="one step less").click()
    page.get_by_role("heading", name="A tax of 10 % on rents").wait_for()
    away = page.get_by_role("button", name="Show the picture")  # "Set the picture to a land tax of 100 %"
    away.click()
    page.wait_for_timeout(500)
    assert 40 <= page.locator(".ml-explorable").bounding_box()["y"] <= 120
    page.get_by_role("button", name="Back to the question").click()
    page.wait_for_timeout(500)
    assert 51 < away.bounding_box()["y"] < 844 and not page.locator(".ml-to-text").count()


# What is wrong with the widths of a lesson's page: the page scrolls sideways, something hangs over its edge, or a part
# that scrolls is not reached by keys, or has no name.
SIDEWAYS = """
() => {
  const wide = document.documentElement.clientWidth, found = [];
  if (document.documentElement.scrollWidth > wide) found.push("the page");
  const scrolls = (part) => ["auto", "scroll"].includes(getComputedStyle(part).overflowX);
  for (const part of document.querySelectorAll(".ml-lesson *")) {
    if (part.closest("svg, .ml-table") || !part.checkVisibility() || !part.clientWidth) continue;
    const name = `${part.localName}.${part.className}`;
    const hides = scrolls(part) && part.scrollWidth > part.clientWidth + 1;
    if (hides && !(part.tabIndex === 0 && part.ariaLabel)) found.push(name);
    let inner = false;
    for (let each = part.parentElement; each; each = each.parentElement) inner ||= scrolls(each);
    if (!inner && part.getBoundingClientRect().right > wide + 1) found.push(`over the edge: ${name}`);
  }
  return found;
}
"""


ENGLISH = """
window.painted = 0;
(function look() {
  const parts = [...document.querySelectorAll(".jp-OutputArea-output")];
  window.painted += parts.some((each) => each.textContent === "Loading widget...");
  if (!document.querySelector(".late")) requestAnimationFrame(look);
})();
"""


def nothing_was_said_in_english(page: Any) -> None:
    """Nor will it be: ipywidgets says in English that a widget is coming; a page of a class shows its own words."""
    assert page.evaluate("window.painted") == 0
    late = "Object.assign(document.createElement('div'), { className: 'jp-OutputArea-output late' })"
    page.evaluate(f"document.body.append({late})")
    page.evaluate("document.querySelector('.late').textContent = 'Loading widget...'")
    assert page.locator(".late").inner_text() == say("serve.loading", "uk")
    page.evaluate("document.querySelector('.late').hidden = true")


def test_app__what_is_a_little_wider_than_a_phone_is_shown_whole_and_what_is_wider_scrolls_by_finger_and_by_keys(
    student: Any, app: str, word: str, axe: str
) -> None:
    """Lesson 16 has printed columns, which are much wider, bars, which are a little wider, and tables."""
    page = student(app).page
    page.set_viewport_size({"width": 390, "height": 844})
    page.add_init_script(ENGLISH)
    page.goto(f"{app}/page/16_jail?lang=uk&token={word}")
    page.locator(".ml-question input").first.wait_for()
    nothing_was_said_in_english(page)
    page.locator(".ml-way button").click()
    page.wait_for_function("() => !document.querySelector('.ml-goes-on').textContent.trim()")
    page.locator(".ml-lesson .js-plotly-plot").first.wait_for()
    zoomed = page.locator(".ml-lesson .ml-tight > [style*=zoom]")
    zoomed.first.wait_for()
    page.wait_for_timeout(1500)  # what came last is measured by the page itself
    assert page.evaluate(SIDEWAYS) == []
    scales = zoomed.evaluate_all("all => all.map((each) => Number(each.style.zoom))")
    assert all(0.72 <= scale < 1 for scale in scales)
    assert not page.locator("[data-more]").filter(has=page.locator(".js-plotly-plot")).count()
    for table in page.locator(".ml-figures[data-more]").all():  # each says that it goes on
        said = table.evaluate("each => getComputedStyle(each, '::before').content")
        assert said.startswith('"' + say("lesson_page.push", "uk")) and "undefined" not in said
        first = table.locator("tbody > tr > :first-child, pre").first.evaluate(
            "each => getComputedStyle(each).position"
        )
        assert first == "sticky" or not table.locator("table").count()
    frame = page.locator(".ml-lesson [data-more=right]").first
    frame.focus()
    page.keyboard.press("ArrowRight")
    page.wait_for_function("() => document.activeElement.scrollLeft > 0")
    assert not seen_by_axe(page, axe)


CHART_HEIGHT = """() => {
  const chart = document.querySelector(".ml-explorable .js-plotly-plot:has(.xtick text)");
  return chart ? chart.getBoundingClientRect().height : 0;
}"""


SOONER = """
const usual = window.setTimeout;
window.setTimeout = (act, wait, ...given) =>
  usual(act, [5000, 10000, 20000].includes(wait) ? 0.3 * wait : wait, ...given);
"""
MISSED = """() => {
  globalThis.isSame = true;  // answers come back in a page that is loaded anew; this does not
  document.querySelector('.jp-OutputArea-output').append('model not found');
}"""


def test_app__a_lesson_shows_when_it_is_all_there_and_goes_on_to_a_chart_that_follows_a_slider(
    student: Any, app: str, axe: str
) -> None:
    """A page that a widget gave up on is loaded anew, 20 s after it opened at the latest: not with answers in it."""
    page = student(app).page
    page.add_init_script(SOONER)
    page.goto(f"{app}/page/48_which_strategy_survives?token={TOKEN}", wait_until="commit")
    page.locator("#ml-progress[max]").wait_for()
    assert "is being prepared: step" in page.inner_text("#loading") and not page.is_visible("main")
    fifth = page.get_by_label("Share of balanced, the best in the trial")
    fifth.fill("30")
    page.evaluate(MISSED)
    fifth.press("Enter")
    page.get_by_text("Saved. You will see it again").first.wait_for()
    page.wait_for_timeout(2000)
    assert fifth.input_value() == "30"
    assert not page.is_visible("#loading") and page.locator("main math").count()
    for label, answer in (("Your answer", "56"), ("Wins of strong among three other strong", "25")):
        page.get_by_label(label).first.fill(answer)
        page.get_by_label(label).first.press("Enter")
    page.get_by_text("with five players at each table").wait_for()
    page.get_by_label("Your answer").last.fill("20")
    page.get_by_label("Your answer").last.press("Enter")
    shown = page.locator(".ml-explorable")
    shown.locator(".js-plotly-plot .xtick text").first.wait_for()
    shown.get_by_label("Generation to look at").fill("20")
    shown.get_by_role("heading", name="Generation 20: most players are strong (100.0 %)").wait_for()
    page.wait_for_function(f"({CHART_HEIGHT})() > 400")  # drawn anew after its heading
    assert "$" not in page.inner_text("main") and page.evaluate("globalThis.isSame")
    assert not seen_by_axe(page, axe)


# What of the fields of a lesson is not wholly within the width of the window, or not below what stands before it.
HIDDEN = """
() => [...document.querySelectorAll(".ml-asked")].flatMap((row) => {
  const parts = [...row.querySelectorAll("label, input, button")].filter((part) => part.checkVisibility());
  const boxes = parts.map((part) => part.getBoundingClientRect());
  const after = (one, next) => next.top >= one.bottom - 1 || next.left >= one.right - 1;
  return parts.filter((part, n) =>
    boxes[n].left < 0 || boxes[n].right > innerWidth || boxes[n].width < 40 ||
    part.scrollWidth > part.clientWidth + 2 || (n && !after(boxes[n - 1], boxes[n]))
  ).map((part) => `${part.tagName} ${part.textContent}`);
})
"""


LANGUAGES = (
    ("en", "", "Українська"),
    ("uk", "англійською", "Русский"),
    ("ru", "на английском", "English"),
)


def test_app__the_start_page_fits_a_phone_and_has_all_lessons_in_the_readers_language(student: Any, app: str) -> None:
    page = student(app).page
    page.set_viewport_size({"width": 360, "height": 800})
    page.goto(f"{app}/?token={TOKEN}&lang=en")
    for lang, english, following in LANGUAGES:
        page.wait_for_selector(f"html[lang={lang}]")
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, lang
        lessons = page.locator("section[aria-labelledby=lessons]")
        assert lessons.locator("details").count() > 1, lang
        assert lessons.locator("li").count() == lessons.locator(f"li[lang={lang}]").count() == len(lesson_names()), lang
        assert not english or english not in lessons.inner_text()
        assert page.locator(".ml-langs [aria-current]").get_attribute("lang") == lang
        # languages at the top, then lessons
        tops = [page.locator(".ml-langs").bounding_box()["y"], lessons.locator("li").first.bounding_box()["y"]]
        assert tops[0] < 60 and tops[1] < 420, lang
        page.get_by_role("link", name=following).click()
    page.wait_for_selector("html[lang=en]")


@pytest.mark.parametrize("width", [390, 360])
def test_app__the_fields_of_a_lesson_are_in_view_on_a_phone(lesson: Student, shots: Path, width: int) -> None:
    page = lesson.page
    size = page.viewport_size
    page.set_viewport_size({"width": width, "height": 844})
    assert page.locator(".ml-asked input").count() >= 2
    page.get_by_label("Rent of New York Avenue with two houses").scroll_into_view_if_needed()
    page.screenshot(path=shots / f"fields_{width}.png")
    assert page.evaluate(HIDDEN) == [] and page.evaluate("document.documentElement.scrollWidth") <= width
    page.set_viewport_size(size)


def test_app__where_no_scenario_fits_the_gallery_says_so_and_shows_all_again(gallery: Student) -> None:
    page = gallery.page
    page.locator(".ml-origin").first.wait_for()
    assert "made up here" in page.locator(".ml-legend").inner_text()
    page.locator("select[name=edition]").select_option("junior")
    page.locator("select[name=topic]").select_option("leverage")
    page.get_by_text("No scenario has both this edition and this topic.").wait_for()
    assert not page.locator(".ml-tile:visible").count() and not page.locator(".ml-legend").is_visible()
    page.get_by_role("button", name="Show all scenarios").click()
    page.get_by_role("button", name="Show all scenarios").wait_for(state="hidden")
    assert page.locator(".ml-tile:visible").count() == page.locator(".ml-tile").count()


def test_app__pictures_of_the_gallery_are_drawn_as_they_come_into_view(gallery: Student) -> None:
    page = gallery.page
    cards, drawn = page.locator(".ml-tile"), page.locator(".ml-tile:has(img[src*='%3Ctext'])")
    page.wait_for_function("document.querySelector('.ml-gallery').dataset.drawn > 40")
    drawn.first.wait_for()
    assert drawn.count() < cards.count() / 2
    cards.last.scroll_into_view_if_needed()
    page.locator(".ml-tile:last-child img[src*='%3Ctext']").wait_for()


def test_app__a_scenario_of_the_gallery_opens_its_table(gallery: Student) -> None:
    gallery.page.get_by_role("button", name="Play").first.click()
    gallery.drawn()


@pytest.mark.parametrize("lang", rest_for_release(languages(), ["uk"]))
def test_app__who_plays_is_read_whole_beside_the_board_and_what_the_class_is_asked_above_it(
    student: Any, app: str, shots: Path, lang: str
) -> None:
    reader = student(app)
    reader.page.set_viewport_size({"width": 1400, "height": 900})
    table = reader.table(f"page/table?scenario=casino&lang={lang}")
    table.locator("[data-tab=seats]").click()
    table.locator(".ml-known").wait_for()
    reader.page.screenshot(path=shots / f"seats_{lang}.png")
    wide = table.locator(".ml-panel").evaluate("panel => panel.scrollWidth - panel.clientWidth")
    widths = table.locator(".ml-known").evaluate(
        "list => [...list.children].slice(0, 2).map((each) => each.clientWidth)"
    )
    assert wide <= 0 and widths[1] > widths[0]
    reader.page.locator(".ml-task summary").click()
    asked = reader.page.locator(".ml-task p")
    for width in (1280, 390):
        reader.page.set_viewport_size({"width": width, "height": 720})
        reader.page.screenshot(path=shots / f"task_{width}_{lang}.png")
        box = asked.bounding_box()
        assert box and box["x"] >= 0 and box["x"] + box["width"] <= width and box["y"] + box["height"] <= 720
    assert asked.inner_text().split() == ml.Scenario.load("casino", lang).project.split()


# The board and the bar above it, as shares of the window's height, and the least letters beside the board.
PLACED = """
(table) => {
  const box = (part) => table.querySelector(part).getBoundingClientRect();
  const board = box(".ml-board"), tabs = [...table.querySelectorAll("[role=tab]")];
  return {
    height: (board.height + box(".ml-play").height) / innerHeight,
    seen: board.bottom <= innerHeight && board.right <= innerWidth && scrollX === 0,
    letters: Math.min(...tabs.map((tab) => parseFloat(getComputedStyle(tab).fontSize))) / innerHeight,
    aside: box(".ml-side").left >= board.right,
  };
}
"""


def test_app__the_board_has_the_full_height_and_the_panels_stand_beside_it(under_way: Student, shots: Path) -> None:
    page, table = under_way.page, under_way.drawn()
    for width, height in ((1920, 1080), (1280, 720)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function("document.querySelector('.ml-table').dataset.place === 'beside'")
        page.wait_for_function(f"table => ({PLACED})(table).height >= 0.9", arg=table.element_handle())
        placed = table.evaluate(PLACED)
        page.screenshot(path=shots / f"served_{width}.png")
        assert placed["seen"] and placed["aside"] and placed["letters"] >= 0.016


# How light the page is behind its words, and the words themselves: 0 black, 255 white.
LIGHT = """
(part) => ["backgroundColor", "color"].map((what) => {
  const of = what === "color" ? document.querySelector(part) : document.body;
  return +getComputedStyle(of)[what].match(/[0-9]+/)[0];
});
"""


def test_app__is_dark_for_who_likes_it_dark(student: Any, app: str, under_way: Student) -> None:
    start = student(app)
    start.page.emulate_media(color_scheme="dark")
    start.visit()
    paper, ink = start.page.evaluate(LIGHT, "h1")
    assert paper < 60 and ink > 200
    page = under_way.page
    for scheme, darkest, lightest in (("dark", 0, 60), ("light", 200, 255)):
        page.emulate_media(color_scheme=scheme)
        page.locator(f".ml-table[data-theme={scheme}]").wait_for()
        assert darkest <= page.evaluate(LIGHT, "main")[0] <= lightest


# The page's lines, so that a test can break them.
WATCHED = """
const Real = WebSocket;
window.lines = [];
window.WebSocket = class extends Real { constructor(...given) { super(...given); lines.push(this); } };
"""


def test_door__a_wrong_code_is_refused_in_words_the_right_one_opens_and_who_leaves_gives_a_place_back(
    student: Any, app: str
) -> None:
    """Between, the line of the table is broken."""
    stranger = student(app)
    stranger.page.add_init_script(WATCHED)
    assert stranger.visit(TABLE.replace("number=3&seed=7", "number=2&seed=1"), token="wrong").status == 403
    assert "not the code of this class" in stranger.page.inner_text("main")
    stranger.page.get_by_label("Code").fill("guess")
    stranger.page.get_by_role("button", name="Enter").click()
    assert "not the code of this class" in stranger.page.inner_text("main")
    stranger.page.get_by_label("Code").fill(TOKEN)
    stranger.page.get_by_role("button", name="Enter").click()
    table = stranger.drawn()
    config = json.loads(stranger.page.locator("#jupyter-config-data").inner_text())
    kernel = f"{app}/api/kernels/{config['kernelId']}?token={TOKEN}"
    assert stranger.page.request.get(kernel).status == 200
    a_table_whose_line_was_broken_goes_on_and_is_asked_which_choice_is_better(stranger, table)
    stranger.visit()
    for _ in range(800):
        if stranger.page.request.get(kernel).status == 404:
            return
        stranger.page.wait_for_timeout(100)
    pytest.fail("the kernel still runs")


def a_table_whose_line_was_broken_goes_on_and_is_asked_which_choice_is_better(ann: Student, table: Any) -> None:
    ann.roll()
    ann.page.evaluate("lines.forEach((line) => line.close())")
    ann.page.wait_for_function("lines.length > 1 && lines.at(-1).readyState === 1")
    assert "Ann" in ann.roll()  # as if nothing had been
    ann.context.set_offline(True)
    ann.page.evaluate("lines.forEach((line) => line.close())")
    ann.page.get_by_text("clicks have no effect").wait_for()
    ann.context.set_offline(False)
    ann.page.get_by_text("clicks have no effect").wait_for(state="hidden")
    ann.complaints = [each for each in ann.complaints if "ERR_INTERNET_DISCONNECTED" not in each]
    ann.roll()  # after two throws to see who starts, Ann comes to a deed
    table.locator("#ml-weigh").click()
    table.locator(".ml-weighed").filter(has_text="400").wait_for()
    assert table.locator(".ml-choices small").count() == 2


@pytest.mark.parametrize("path", ["", "page/table", "boards/classic_us.svg", "api/kernels/1-1-1-1-1"])
def test_door__nothing_is_given_to_who_has_no_word(app: str, path: str) -> None:
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(f"{app}/{path}", timeout=10)
    assert refused.value.code == 403


@pytest.mark.parametrize("path", ["static/voila.js", "labextensions/anywidget/package.json", "plotly.min.js"])
def test_app__a_file_of_its_pages_has_the_mark_by_which_it_is_compressed_once(app: str, path: str) -> None:
    with urllib.request.urlopen(f"{app}/voila/{path}?token={TOKEN}", timeout=10) as answer:
        assert answer.headers["Etag"]


@pytest.mark.parametrize("path", ["voila/tree", "voila/render/x.ipynb", "voila/api/contents/", "api/contents", "lab"])
def test_app__has_neither_a_list_of_files_nor_a_notebook_to_type_in(app: str, path: str) -> None:
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(f"{app}/{path}?token={TOKEN}", timeout=10)
    assert refused.value.code == 404 and "There is no page" in refused.value.read().decode()


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("edition=classic_su", 'did you mean "classic_us"?'),
        ("edition=monopolist&number=7", "2 to 6"),
        ("number=many", "many is not a number"),
        ("others=clever", "clever"),
        ("name=Ann:", "Ann:"),
        ("scenario=casinoo", "casino"),
    ],
)
def test_app__a_game_that_is_not_offered_is_refused_in_words(app: str, query: str, said: str) -> None:
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(f"{app}/page/table?token={TOKEN}&{query}", timeout=10)
    assert refused.value.code == 400 and said in html.unescape(refused.value.read().decode())


def test_app__listens_on_this_computer_only(app: str) -> None:
    from monopoly_lab.live.lan_address import lan_address

    port = int(app.rpartition(":")[2])
    elsewhere = lan_address()
    if elsewhere.startswith("127."):
        elsewhere = "127.0.0.2"  # a computer without a network: another address of its own
    with socket.socket() as caller, pytest.raises(OSError):
        caller.settimeout(2)
        caller.connect((elsewhere, port))


def test_app__says_what_a_student_takes_and_all_together(app: str, folder: Path) -> None:
    said = (folder / "said.txt").read_text()
    assert f"{app}/?token={TOKEN}" in said
    assert re.search(r"takes \d+ to \d+ MB", said) and re.search(r"\d+ students? at once: [\d.]+ to [\d.]+ GB", said)


def test_places__a_reloaded_page_keeps_its_place_and_beyond_the_limit_one_waits_until_it_is_left_alone(
    student: Any, small: str
) -> None:
    first, second = student(small), student(small)
    first.visit(TABLE)
    assert second.visit(TABLE).status == 503
    for _ in range(2):
        answer = first.page.reload()
        assert answer is not None and answer.status == 200
        first.page.locator(".ml-table").wait_for()
        assert second.visit(TABLE).status == 503
    assert "All 1 place is taken" in second.page.inner_text("main")
    assert second.page.get_by_role("link", name="Try again").is_visible()
    with second.page.expect_response(lambda answer: answer.ok and "/page/table" in answer.url):
        asleep(first)  # its kernel is gone; the second page tries by itself


def asleep(student: Student) -> None:
    """Wait until a page says that it was put away: after its idle time, and at the next of its questions.

    On a busy machine that may be before all parts of the page have found its kernel.
    """
    student.page.get_by_text("This page was closed because nobody had used it").wait_for()
    student.complaints = [each for each in student.complaints if "kernel" not in each]


def test_refused__what_is_not_there_and_what_comes_from_elsewhere_say_so(student: Any, app: str) -> None:
    reader = student(app)
    reader.visit()
    answer = reader.page.goto(f"{app}/page/nothing")
    assert answer is not None and answer.status == 404
    assert "There is no page /page/nothing" in reader.page.inner_text("main")
    forged = reader.page.request.post(f"{app}/forget", form={"table": "1"})  # without the word that its form has
    assert forged.status == 403
    assert "Access denied" in forged.text() and "reload the page" in forged.text()


# Accessibility: no serious and no critical violation of what axe-core checks.


def test_axe__finds_nothing_serious_on_the_start_page_nor_where_one_is_refused(
    student: Any, app: str, axe: str
) -> None:
    reader = student(app)
    reader.visit(token="wrong")
    assert not violations(reader.page, axe)
    reader.visit()
    assert not violations(reader.page, axe)


def test_axe__finds_nothing_serious_at_the_table(under_way: Student, axe: str) -> None:
    page, table = under_way.page, under_way.drawn()
    page.emulate_media(color_scheme="light")
    page.locator(".ml-table[data-theme=light]").wait_for()
    page.get_by_role("button", name="Chart", exact=True).click()
    page.locator(".js-plotly-plot").first.wait_for()
    found = violations(page, axe)
    for tab in table.get_by_role("tab").all_inner_texts():
        table.get_by_role("tab", name=tab, exact=True).click()
        table.locator(f"[role=tab][aria-selected=true] >> text='{tab}'").wait_for()
        found += [f"{tab}: {each}" for each in violations(page, axe, ".ml-side")]  # a tab changes nothing else
    page.get_by_role("button", name="Chart", exact=True).click()
    assert not found


def test_axe__finds_nothing_serious_in_a_lesson(lesson: Student, axe: str) -> None:
    assert not violations(lesson.page, axe)


def test_axe__finds_nothing_serious_in_a_whole_lesson(whole: Any, axe: str) -> None:
    found = seen_by_axe(whole, axe)
    whole.emulate_media(color_scheme="light")
    assert not found


def test_axe__finds_nothing_serious_in_the_gallery(gallery: Student, axe: str) -> None:
    assert not violations(gallery.page, axe)
